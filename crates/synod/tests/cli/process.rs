//! Processes and choreographies: the forms that only they have.

use crate::support::{Folder, LAMP};

const MEAL: &str = "MEAL = baker: bake; baker -> guest: call; guest: lay\n";

#[test]
fn a_choreography_shows_its_projections_and_triples() {
    let folder = Folder::with("meal.chor", MEAL);
    let shown = folder.run(&["show", "meal.chor", "--format", "projections"]);
    assert_eq!((shown.code, shown.out.as_str()), (0, "baker = bake; call\nguest = call; lay\n"));
    let shown = folder.run(&["show", "meal.chor", "--format", "triples"]);
    assert!(shown.out.contains("baker -> guest: call"), "{shown:?}");
    let shown = folder.run(&["show", "meal.chor", "--format", "triples-dot"]);
    assert!(shown.out.starts_with("digraph"), "{shown:?}");
}

#[test]
fn labs_behaviours_show_their_triples() {
    let text =
        "system { spawn = A: 2, B: 1 } agent A { interface = x: 0 Behavior = (x <- 1 || Skip); x <- 2 }
        agent B { Behavior = Skip; Behavior } check { }";
    let folder = Folder::with("m.labs", text);
    let shown = folder.run(&["show", "m.labs", "--format", "triples"]);
    let expected = "A (2 agents)\npc0: 0 = done, 1 = 2 threads, 2 = x <- 2\n";
    assert!(shown.out.starts_with(expected), "{}", shown.out);
    assert!(shown.out.contains("λ (join)") && shown.out.contains("\nB (1 agent)\n"), "{}", shown.out);
    let shown = folder.run(&["show", "m.labs", "--format", "triples-dot"]);
    assert_eq!(shown.out.matches("digraph").count(), 2, "{shown:?}");
}

#[test]
fn models_without_triples_say_so() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let shown = folder.run(&["show", "lamp.rcp", "--format", "triples"]);
    assert_eq!(shown.code, 2);
    assert!(
        shown.err.contains("`--format triples` applies to LAbS, CCS and choreography models only"),
        "{shown:?}"
    );
    folder.write("p.ccs", "P = a.0");
    let shown = folder.run(&["show", "p.ccs", "--format", "projections"]);
    assert!(shown.err.contains("`--format projections` applies to choreography models only"), "{shown:?}");
}

#[test]
fn the_end_of_all_peers_is_no_deadlock() {
    let folder = Folder::with("meal.chor", MEAL);
    let checked = folder.run(&["check", "meal.chor"]);
    assert_eq!(checked.code, 0, "{checked:?}");
    assert!(checked.out.contains("no-deadlock holds"), "{checked:?}");
}

#[test]
fn counterexamples_of_processes_are_replayed() {
    let folder = Folder::with("p.ccs", "P = a.b.0 | 'a.0\nproperty p: G !b\n");
    let checked = folder.run(&["check", "p.ccs", "--trace-out", "trace.json"]);
    assert_eq!(checked.code, 1, "{checked:?}");
    assert_eq!(folder.run(&["replay", "p.ccs", "trace.json"]).code, 0);
}

#[test]
fn long_names_are_no_panic() {
    let name = "p".repeat(70_000);
    let folder = Folder::with("long.chor", format!("C = {name} -> q: m\n"));
    for format in ["text", "smv", "projections"] {
        let shown = folder.run(&["show", "long.chor", "--format", format]);
        assert_eq!(shown.code, 0, "{format}: {}", shown.err);
    }
}
