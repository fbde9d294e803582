//! Numbers and verdicts that are published, or were worked out by hand from the published definitions.

mod support;

use support::{ccs, ccs_early, chor, figures, verdicts};

const COORD: &str = "COORD = vote.('agree.commit.'commit.ok.0 + 'disagree.rollback.'rollback.nok.0)\n";
const WORKER: &str = "WORKER = 'vote.agree.('commit.commit.WORKER + 'rollback.rollback.WORKER)\n";
const HIDDEN: &str = "\\ {agree, commit, disagree, rollback, vote}";

fn two_phase_commit(scope: &str, properties: &str) -> String {
    format!("{COORD}{WORKER}system = (COORD | WORKER){scope}\n{properties}")
}

const STOCK: &str = "\
STOCK = (bk: iron + bk: steel); *(bk: look); bk -> mk: bid; (mk: save || mk: check); mk -> bd: result; ";

#[test]
fn two_phase_commit_with_early_choice_has_the_published_size() {
    let model = ccs_early(&two_phase_commit("", ""));
    assert_eq!(model.shape.triple_count(), 21);
    let found = figures(&model);
    assert_eq!((found.states, found.transitions), (60, 138));
    let closed = ccs_early(&two_phase_commit(HIDDEN, ""));
    assert_eq!(closed.shape.triple_count(), 8);
    let found = figures(&closed);
    assert_eq!((found.states, found.transitions, found.deadlocks), (8, 7, 3));
}

#[test]
fn two_phase_commit_with_late_choice_runs_to_ok_when_closed() {
    let model =
        ccs(&two_phase_commit(HIDDEN, "property p: F ok\nproperty q: [tau][tau][tau][tau]<ok>[-]false"));
    let found = figures(&model);
    assert_eq!((found.states, found.transitions, found.deadlocks), (6, 5, 1));
    assert_eq!(verdicts(&model), [("p".to_string(), true), ("q".to_string(), true)]);
}

#[test]
fn nok_is_reachable_only_without_restriction() {
    let asked = "property p: G !nok\nproperty q: EF nok";
    assert_eq!(verdicts(&ccs(&two_phase_commit("", asked))), [("p".into(), false), ("q".into(), true)]);
    assert_eq!(verdicts(&ccs(&two_phase_commit(HIDDEN, asked))), [("p".into(), true), ("q".into(), false)]);
}

#[test]
fn the_published_run_to_nok_exists() {
    let run = "<tau><'disagree><agree><tau><rollback><nok> true";
    let other = "<tau><'disagree><agree><tau><'rollback><nok> true";
    let model = ccs(&two_phase_commit("", &format!("property p: {run} | {other}")));
    assert_eq!(verdicts(&model), [("p".to_string(), true)]);
}

#[test]
fn an_action_and_its_complement_have_three_triples() {
    assert_eq!(ccs("system = a.0 | 'a.0").shape.triple_count(), 3);
}

#[test]
fn three_processes_that_meet_do_one_step() {
    let model = ccs("system = a.0 |[a]| a.0 |[a]| a.0\nproperty p: <a> terminated\nproperty q: [a] deadlock");
    let found = figures(&model);
    assert_eq!((model.shape.triple_count(), found.states, found.transitions), (1, 2, 1));
    assert_eq!(verdicts(&model), [("p".into(), true), ("q".into(), true)]);
}

#[test]
fn stock_deadlocks_and_has_the_published_size() {
    let model = chor(&format!("{STOCK}bd: change; (bd -> bk: notify + tau)"));
    assert_eq!(model.shape.triple_count(), 13);
    let found = figures(&model);
    assert_eq!((found.states, found.deadlocks), (32, 2));
    assert_eq!(verdicts(&model), [("no-deadlock".to_string(), false)]);
    let projections = model.shape.projections().unwrap();
    let expected = "\
bk = (iron + steel); *(look); bid; (notify + tau)
mk = bid; (save || check); result
bd = result; change; (notify + tau)
";
    assert_eq!(projections, expected);
}

#[test]
fn the_safe_stock_has_no_deadlock_and_the_published_size() {
    let model = chor(&format!("{STOCK}(bd: change + tau); bd -> bk: notify"));
    assert_eq!(model.shape.triple_count(), 12);
    let found = figures(&model);
    assert_eq!((found.states, found.deadlocks), (14, 0));
    assert_eq!(verdicts(&model), [("no-deadlock".to_string(), true)]);
}

#[test]
fn both_stocks_do_only_what_they_are_told() {
    for end in ["bd: change; (bd -> bk: notify + tau)", "(bd: change + tau); bd -> bk: notify"] {
        let model = chor(&format!("{STOCK}{end}\nproperty p: realisable"));
        assert_eq!(verdicts(&model)[1], ("p".to_string(), true), "{end}");
    }
}
