//! Engines that keep a few bits of each state: violations are real, and nothing is claimed beyond what was visited.

use crate::support::{COUNTERS, Folder};

const ENGINES: [&str; 3] = ["compact", "bitstate", "swarm"];

#[test]
fn without_a_violation_the_verdict_is_bounded_with_the_probability_of_omission() {
    let folder = Folder::with("m.rcp", COUNTERS);
    for engine in ENGINES {
        let outcome = folder.run(&[
            "check",
            "m.rcp",
            "-p",
            "small",
            "--engine",
            engine,
            "--json",
            "--stats",
            "--threads",
            "1",
        ]);
        assert_eq!(outcome.code, 3, "{outcome:?}");
        let document = outcome.json();
        let property = &document["properties"][0];
        assert_eq!(property["verdict"], "bounded", "{engine}");
        assert_eq!(
            (&property["search"]["states"], &property["states"]),
            (&900.into(), &serde_json::Value::Null)
        );
        let [of_state, of_any] =
            ["of_state", "of_any"].map(|name| property["omission"][name].as_f64().unwrap());
        assert!(0.0 < of_state && of_state <= of_any && of_any < 0.1, "{engine}: {of_state}, {of_any}");
        assert_eq!(property["remarks"][0]["code"], "remark::omission");
        let text = folder.run(&["check", "m.rcp", "-p", "small", "--engine", engine, "--threads", "1"]).out;
        assert!(text.contains("… small is not violated so far") && text.contains("900 states"), "{text}");
        assert!(text.contains("not all of a state was kept: the probability"), "{text}");
    }
}

#[test]
fn violations_are_replayed_and_proofs_are_not_claimed_for_other_properties() {
    let folder = Folder::with("m.rcp", COUNTERS);
    for engine in ENGINES {
        for seed in ["0", "7"] {
            let check =
                ["check", "m.rcp", "-p", "far", "--engine", engine, "--seed", seed, "--trace-out", "t.json"];
            let outcome = folder.run(&check);
            assert!(
                outcome.code == 1 && outcome.out.contains("a run of 23 steps violates it"),
                "{outcome:?}"
            );
            assert_eq!(folder.run(&["replay", "m.rcp", "t.json", "-p", "far"]).code, 0);
        }
        let live = folder.run(&["check", "m.rcp", "-p", "live", "--engine", engine]);
        assert!(
            live.code == 3 && live.out.contains("it looks for violations of invariants only"),
            "{live:?}"
        );
    }
    let misplaced = folder.run(&["check", "m.rcp", "--engine", "bdd", "--seed", "1"]);
    assert!(misplaced.code == 2 && misplaced.err.contains("`--seed` is for the engines"), "{misplaced:?}");
}
