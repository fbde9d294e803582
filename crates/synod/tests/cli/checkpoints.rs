//! `check --checkpoint` and `resume`: nothing is lost when the process is killed, and nothing is believed that was not written.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use synod_testing::Dice;

use crate::support::{CAMP, COUNTERS, Folder, LAMP, Outcome};

fn remarks(outcome: &Outcome) -> Vec<String> {
    let document = outcome.json();
    let all = document["properties"][0]["remarks"].as_array().unwrap().iter();
    all.map(|remark| remark["code"].as_str().unwrap().to_string()).collect()
}

fn saved(folder: &Folder, name: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.path().join(name)).into_iter().flatten();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut parts: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "part")).collect();
    parts.sort();
    parts
}

const OPTIONS: [&str; 5] = ["--property", "small", "--json", "--stats", "--threads=1"];
const SAVING: [&str; 4] = ["--checkpoint", "saved", "--checkpoint-every", "0"];

#[test]
fn a_check_goes_on_from_each_of_its_checkpoints() {
    let folder = Folder::with("m.rcp", COUNTERS);
    let whole = folder.run(&[&["check", "m.rcp", "--engine=explicit"], &OPTIONS[..]].concat());
    assert_eq!(whole.code, 0, "{whole:?}");
    let saving = folder.run(&[&["check", "m.rcp"], &OPTIONS[..], &SAVING].concat());
    assert_eq!((saving.code, saving.figures()), (0, whole.figures()), "{saving:?}");
    let parts = saved(&folder, "saved").len();
    assert!(parts > 10, "{parts} parts");
    for _ in 0..parts {
        let last = saved(&folder, "saved").pop().unwrap();
        std::fs::remove_file(last).unwrap();
        let left = saved(&folder, "saved").len();
        let resumed = folder.run(&["resume", "saved", "--threads=2", "--memory=1G", "--timeout=600"]);
        assert_eq!((resumed.code, resumed.figures()), (0, whole.figures()));
        let is_resumed = remarks(&resumed).contains(&"remark::resumed".to_string());
        assert_eq!(is_resumed, left > 0, "{resumed:?}");
        // As it was.
        saved(&folder, "saved").iter().skip(left).for_each(|part| std::fs::remove_file(part).unwrap());
    }
}

#[test]
fn a_violation_is_found_from_a_checkpoint_with_its_whole_run() {
    let folder = Folder::with("m.rcp", COUNTERS);
    let check = ["check", "m.rcp", "-p", "far", "--json", "--checkpoint", "saved", "--checkpoint-every", "0"];
    let first = folder.run(&check);
    assert_eq!(first.code, 1, "{first:?}");
    let again = folder.run(&["resume", "saved"]);
    assert_eq!(again.code, 1, "{again:?}");
    let steps =
        |outcome: &Outcome| outcome.json()["properties"][0]["trace"]["steps"].as_array().unwrap().len();
    assert_eq!((steps(&first), steps(&again)), (23, 23));
}

#[test]
fn damaged_files_are_told_and_searched_again() {
    let folder = Folder::with("m.rcp", COUNTERS);
    let first = folder.run(&[&["check", "m.rcp"], &OPTIONS[..], &SAVING].concat());
    let parts = saved(&folder, "saved");
    for (number, part) in parts.iter().enumerate().step_by(5) {
        let content = std::fs::read(part).unwrap();
        let mut flipped = content.clone();
        flipped[content.len() / 3] ^= 32;
        for damage in [Some(&content[..content.len() / 2]), Some(&flipped), None] {
            match damage {
                Some(content) => std::fs::write(part, content).unwrap(),
                None => std::fs::remove_file(part).unwrap(),
            }
            let resumed = folder.run(&["resume", "saved"]);
            assert_eq!((resumed.code, resumed.figures()), (0, first.figures()));
            let is_told = remarks(&resumed).contains(&"remark::damaged-checkpoint".to_string());
            assert!(is_told || number + 1 == parts.len(), "{resumed:?}");
            // A kill in the middle of writing leaves this.
            folder.write("saved/0.part.unfinished", &content[..content.len() / 2]);
        }
    }
}

#[test]
fn another_model_version_or_question_is_refused() {
    let folder = Folder::with("m.rcp", COUNTERS);
    let check = ["check", "m.rcp", "-p", "small", "--checkpoint", "saved"];
    assert_eq!(folder.run(&check).code, 0);
    let again = folder.run(&check);
    assert_eq!(
        (again.code, again.err.as_str()),
        (2, "error: the folder `saved` is not empty: name another one\n")
    );
    let record = folder.read("saved/check");
    for changed in [COUNTERS.replace("29", "28"), format!("{COUNTERS}\n"), COUNTERS.replace("= 29", "= 28")] {
        folder.write("m.rcp", changed);
        let refused = folder.run(&["resume", "saved"]);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains("`m.rcp` is no longer the model that the checkpoint in"), "{refused:?}");
    }
    folder.write("m.rcp", COUNTERS);
    assert_eq!(folder.run(&["resume", "saved"]).code, 0);
    for damaged in
        [record.replace("small", "far"), record.replace("version 0", "version 9"), record[..40].into()]
    {
        folder.write("saved/check", damaged);
        let refused = folder.run(&["resume", "saved"]);
        assert!(refused.code == 2 && refused.err.contains("is damaged or of another version"), "{refused:?}");
    }
    folder.write("saved/check", record);
    std::fs::remove_file(folder.path().join("m.rcp")).unwrap();
    assert_eq!(folder.run(&["resume", "saved"]).code, 2);
}

#[test]
fn what_cannot_be_saved_is_told_before_anything_is_done() {
    let folder = Folder::with("m.rcp", LAMP);
    folder.write("n.rcp", LAMP);
    folder.write("camp.pispl", CAMP);
    std::fs::create_dir(folder.path().join("full")).unwrap();
    folder.write("full/file", "");
    let refused = [
        (
            &["check", "m.rcp", "--engine", "bdd"][..],
            "`--checkpoint` is for the engines `explicit`, `symmetry`, `por`: it has no meaning for the engine `bdd`",
        ),
        (&["check", "m.rcp", "n.rcp"], "is for one model"),
        (&["check", "camp.pispl"], "is for one number of agents"),
        (&["check", "-", "--language", "rcheck"], "needs the file of the model"),
    ];
    for (command, why) in refused {
        let outcome = folder.run_with(&[command, &["--checkpoint", "new"]].concat(), LAMP);
        assert!(outcome.code == 2 && outcome.err.contains(why), "{command:?}: {outcome:?}");
    }
    for (name, why) in [("full", "has no checkpoint"), ("nowhere", "is no folder"), ("m.rcp", "is no folder")]
    {
        let outcome = folder.run(&["resume", name]);
        assert!(outcome.code == 2 && outcome.err.contains(why), "{outcome:?}");
    }
    let outcome = folder.run(&["check", "m.rcp", "--checkpoint", "full"]);
    assert!(outcome.code == 2 && outcome.err.contains("is not empty"), "{outcome:?}");
}

#[test]
fn what_stops_at_a_limit_says_how_to_go_on_and_other_properties_are_saved_too() {
    let folder = Folder::with("m.rcp", COUNTERS);
    let all = ["check", "m.rcp", "--reduction", "all", "--checkpoint", "saved", "--checkpoint-every", "0"];
    let first = folder.run(&all);
    let again = folder.run(&["resume", "saved"]);
    assert_eq!((first.code, again.code), (1, 1), "{first:?}");
    assert!(first.out.contains("small holds") && again.out.contains("small holds"), "{again:?}");
    let late = folder.run(&["resume", "saved", "--memory", "1"]);
    assert_eq!(late.code, 3, "{late:?}");
}

/// Starts the tool and ends it with SIGKILL after a while, if it is not done before; says whether it was.
fn killed(folder: &Path, arguments: &[&str], after: Duration) -> bool {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_synod"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(after);
    let is_done = tool.try_wait().unwrap().is_some();
    tool.kill().unwrap();
    tool.wait().unwrap();
    !is_done
}

/// `SYNOD_KILLS=100` kills a hundred times.
#[test]
fn a_search_that_is_killed_again_and_again_ends_as_if_it_had_not_been() {
    let wanted: u32 = std::env::var("SYNOD_KILLS").map_or(6, |text| text.parse().unwrap());
    let folder = Folder::with("m.labs", include_str!("../../../../benches/scale/models/philosophers.labs"));
    let check = ["check", "m.labs", "n=6", "--engine", "explicit", "--json", "--stats"];
    let whole = folder.run(&check);
    assert_eq!(whole.code, 0, "{whole:?}");
    let mut random = Dice::new(u64::from(std::process::id()));
    let (mut kills, mut damaged, mut round) = (0, 0, 0);
    while kills < wanted {
        round += 1;
        let name = format!("saved{round}");
        let saving = [&check[..], &["--checkpoint", &name, "--checkpoint-every", "0.01"]].concat();
        let mut command = saving.clone();
        while killed(folder.path(), &command, Duration::from_millis(random.below(250))) {
            kills += 1;
            if folder.path().join(&name).join("check").exists() {
                command = vec!["resume", &name];
            } else {
                // It was killed before it had begun, and may have left the folder.
                let _ = std::fs::remove_dir_all(folder.path().join(&name));
            }
            let parts = saved(&folder, &name);
            if random.below(3) == 0 && !parts.is_empty() {
                damaged += 1;
                let part = &parts[random.below(parts.len())];
                let mut content = std::fs::read(part).unwrap();
                let at = random.below(content.len());
                match random.below(3) {
                    0 => std::fs::remove_file(part).unwrap(),
                    1 => std::fs::write(part, &content[..at]).unwrap(),
                    _ => {
                        content[at] ^= 1 << random.below(8u8);
                        std::fs::write(part, content).unwrap();
                    }
                }
            }
            if kills >= wanted {
                break;
            }
        }
        if folder.path().join(&name).join("check").exists() {
            command = vec!["resume", &name];
        }
        let last = folder.run(&command);
        assert_eq!((last.code, last.figures()), (0, whole.figures()), "after {kills} kills: {last:?}");
    }
    println!("{kills} kills in {round} rounds, {damaged} damaged files");
}
