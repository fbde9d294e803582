//! Triple structures of small processes, and of the worked examples of the reference (section 8).

use std::collections::{BTreeMap, BTreeSet};

use synod_triples::{
    Assignment, Definitions, Ill, Label, Process, Resolution, Structure, Triple, build, interleaved,
};

type P = Process<&'static str>;

fn act(name: &'static str) -> P {
    Process::Act(name)
}

fn call(name: &str) -> P {
    Process::Call(name.to_string())
}

fn seq(list: impl IntoIterator<Item = P>) -> P {
    Process::Sequence(list.into_iter().collect())
}

fn choice(list: impl IntoIterator<Item = P>) -> P {
    Process::Choice(list.into_iter().collect())
}

fn par(list: impl IntoIterator<Item = P>) -> P {
    Process::Parallel(list.into_iter().collect())
}

fn early(process: &P) -> Structure<&'static str> {
    build(&Definitions::new(), process, Resolution::Early, &interleaved).expect("a structure")
}

fn late(process: &P) -> Structure<&'static str> {
    build(&Definitions::new(), process, Resolution::Late, &interleaved).expect("a structure")
}

fn ill(definitions: &[(&str, P)]) -> Option<Ill> {
    let definitions: Definitions<&str> =
        definitions.iter().map(|(n, p)| (n.to_string(), p.clone())).collect();
    build(&definitions, &call("P"), Resolution::Late, &interleaved).err()
}

/// Counters of all components.
type Counters = BTreeMap<usize, u32>;

/// States that can be reached, how many steps lead from them, and those without steps.
fn explore<A>(structure: &Structure<A>) -> (usize, usize, Vec<Counters>) {
    let zero: Counters = (0..structure.threads.len()).map(|c| (c, 0)).collect();
    let set = |state: &Counters, way: &Assignment| -> Counters {
        let mut next = state.clone();
        next.extend(way.iter().map(|(c, v)| (*c, *v)));
        next
    };
    let mut seen: BTreeSet<Counters> = structure.initial().iter().map(|way| set(&zero, way)).collect();
    let mut left: Vec<Counters> = seen.iter().cloned().collect();
    let (mut steps, mut stuck) = (0, Vec::new());
    while let Some(state) = left.pop() {
        let enabled: Vec<&Triple<A>> =
            structure.triples.iter().filter(|t| t.entry.iter().all(|(c, v)| state[c] == *v)).collect();
        for way in enabled.iter().flat_map(|t| &t.exit) {
            steps += 1;
            let next = set(&state, way);
            if seen.insert(next.clone()) {
                left.push(next);
            }
        }
        if enabled.is_empty() {
            stuck.push(state);
        }
    }
    (seen.len(), steps, stuck)
}

#[test]
fn early_choice_is_made_by_the_action_before() {
    let structure = early(&seq([act("a"), choice([act("b"), act("c")])]));
    let expected = "⟨pc0 = 4, λ (start), pc0 = 1⟩\n⟨pc0 = 1, a, pc0 ∈ {2, 3}⟩\n⟨pc0 = 2, b, pc0 = 0⟩\n⟨pc0 = 3, c, pc0 = 0⟩\n";
    assert_eq!(structure.to_string(), expected);
}

#[test]
fn late_choice_is_made_by_the_action_that_takes_a_branch() {
    let structure = late(&seq([act("a"), choice([act("b"), act("c")])]));
    let expected = "⟨pc0 = 3, λ (start), pc0 = 1⟩\n⟨pc0 = 1, a, pc0 = 2⟩\n⟨pc0 = 2, b, pc0 = 0⟩\n⟨pc0 = 2, c, pc0 = 0⟩\n";
    assert_eq!(structure.to_string(), expected);
    assert_eq!(structure.threads[0].locations, ["a", "b + c"]);
}

#[test]
fn parallel_processes_have_a_component_each_and_a_join() {
    let structure = early(&par([act("a"), act("b"), act("c")]));
    assert_eq!(structure.threads.len(), 4);
    assert_eq!(structure.initial(), [Assignment::from([(0, 1), (1, 1), (2, 1), (3, 1)])]);
    assert_eq!(structure.triples.len(), 4);
    assert_eq!(explore(&structure).0, 8 + 1);
}

#[test]
fn a_join_waits_for_its_composition_to_begin() {
    // As printed in the article, the join of `a;(b||c)` tests the threads only, which are 0 before.
    let structure = early(&seq([act("a"), par([act("b"), act("c")]), act("d")]));
    let join = structure.joins().next().expect("a join");
    assert_eq!(join.entry, Assignment::from([(0, 2), (1, 0), (2, 0)]));
    let (states, _, stuck) = explore(&structure);
    assert_eq!((states, stuck.len()), (1 + 4 + 1 + 1, 1));
}

#[test]
fn threads_of_later_compositions_share_components() {
    let structure = late(&seq([par([act("a"), act("b")]), par([act("c"), act("d"), act("e")])]));
    assert_eq!(structure.threads.len(), 4);
    assert_eq!(explore(&structure).0, 3 + 1 + 7 + 1 + 1);
}

#[test]
fn a_parallel_branch_of_a_late_choice_begins_with_an_action_of_a_thread() {
    let structure = late(&choice([act("x"), seq([par([act("a"), act("b")]), act("y")])]));
    let labels: Vec<&str> = structure
        .triples
        .iter()
        .filter(|t| t.entry.contains_key(&0))
        .filter_map(|t| t.label.action().copied())
        .collect();
    assert_eq!(labels, ["x", "a", "b", "y"]);
    assert_eq!(explore(&structure).2.len(), 1);
}

#[test]
fn joins_come_innermost_first() {
    let structure = late(&par([par([act("a"), act("b")]), act("c")]));
    let parents: Vec<usize> = structure.joins().filter_map(|j| j.entry.keys().next().copied()).collect();
    assert_eq!(parents, [1, 0]);
}

#[test]
fn recursion_leads_back_and_what_never_ends_has_no_sequel() {
    let definitions = Definitions::from([("P".to_string(), seq([act("a"), call("P"), act("never")]))]);
    let structure = build(&definitions, &call("P"), Resolution::Late, &interleaved).expect("a structure");
    assert_eq!(structure.triples.len(), 1);
    assert_eq!(explore(&structure), (1, 1, vec![]));
}

#[test]
fn the_choice_between_nothing_is_stuck_and_not_over() {
    let structure = late(&seq([act("a"), choice([]), act("b")]));
    assert_eq!(explore(&structure).2, [Counters::from([(0, 2)])]);
    assert_eq!(structure.threads[0].locations, ["a", "stuck"]);
}

#[test]
fn processes_without_a_finite_structure_are_refused() {
    assert_eq!(ill(&[("P", call("Q"))]), Some(Ill::Undefined("Q".into())));
    assert_eq!(ill(&[("P", choice([act("a"), call("P")]))]), Some(Ill::Unguarded("P".into())));
    assert_eq!(
        ill(&[("P", seq([act("a"), par([call("P"), act("b")])]))]),
        Some(Ill::RecursionInParallel("P".into()))
    );
    let piles_up = seq([act("a"), choice([act("b"), seq([call("P"), act("c")])])]);
    assert!(matches!(ill(&[("P", piles_up)]), Some(Ill::RecursionNotLast { .. })));
    assert_eq!(ill(&[("P", par([call("Q"), call("Q")])), ("Q", seq([act("a"), call("Q")]))]), None);
}

/// `a` and `'a` happen together.
fn ccs(a: &&'static str, b: &&'static str) -> Option<&'static str> {
    (a.strip_prefix('\'') == Some(*b) || b.strip_prefix('\'') == Some(*a)).then_some("τ")
}

fn two_phase_commit() -> Structure<&'static str> {
    let coordinator = seq([
        act("vote"),
        choice([
            seq([act("'agree"), act("commit"), act("'commit"), act("ok")]),
            seq([act("'disagree"), act("rollback"), act("'rollback"), act("nok")]),
        ]),
    ]);
    let worker = seq([
        act("'vote"),
        act("agree"),
        choice([
            seq([act("'commit"), act("commit"), call("WORKER")]),
            seq([act("'rollback"), act("rollback"), call("WORKER")]),
        ]),
    ]);
    let definitions = Definitions::from([("WORKER".to_string(), worker)]);
    let coordinator = build(&definitions, &coordinator, Resolution::Early, &ccs).expect("a structure");
    let worker = build(&definitions, &call("WORKER"), Resolution::Early, &ccs).expect("a structure");
    Structure::together(vec![coordinator, worker], |action| Some(action.trim_start_matches('\'')), &ccs)
}

#[test]
fn two_phase_commit_has_21_triples_60_states_and_138_steps() {
    let structure = two_phase_commit();
    assert_eq!(structure.triples.len(), 21);
    let (states, steps, _) = explore(&structure);
    assert_eq!((states, steps), (60, 138));
}

#[test]
fn restricted_two_phase_commit_has_8_triples_8_states_and_7_steps() {
    let mut structure = two_phase_commit();
    let hidden = ["agree", "commit", "disagree", "rollback", "vote"];
    structure
        .triples
        .retain(|t| t.label.action().is_none_or(|a| !hidden.contains(&a.trim_start_matches('\''))));
    assert_eq!(structure.triples.len(), 8);
    let (states, steps, stuck) = explore(&structure);
    assert_eq!((states, steps, stuck.len()), (8, 7, 3));
}

/// The implementation of the stock market choreography; communications happen together or not at all.
fn stock(board: P, broker: P) -> Structure<&'static str> {
    let look =
        Definitions::from([("LOOK".to_string(), choice([act("τ exit"), seq([act("look"), call("LOOK")])]))]);
    let market = seq([act("bid"), par([act("save"), act("check")]), act("result")]);
    let talks = |name: &str| ["bid", "result", "notify"].contains(&name);
    let parts = [board, broker, market]
        .map(|p| build(&look, &p, Resolution::Early, &interleaved).expect("a structure"))
        .to_vec();
    let both = |a: &&'static str, b: &&'static str| (a == b && talks(a)).then_some(*a);
    let mut structure = Structure::together(parts, |action| Some(action), &both);
    structure.triples.retain(|t| !matches!(&t.label, Label::Act(a) if talks(a)));
    structure
}

#[test]
fn the_stock_market_deadlocks_in_2_of_32_states() {
    let board = seq([act("result"), act("change"), choice([act("notify"), act("τ board")])]);
    let broker = seq([
        choice([act("iron"), act("steel")]),
        call("LOOK"),
        act("bid"),
        choice([act("notify"), act("τ broker")]),
    ]);
    let structure = stock(board, broker);
    assert_eq!(structure.triples.len(), 13);
    let (states, _, stuck) = explore(&structure);
    let ended = stuck.iter().filter(|s| s.values().all(|v| *v == 0)).count();
    assert_eq!((states, stuck.len(), ended), (32, 3, 1));
}

#[test]
fn the_safe_stock_market_never_deadlocks() {
    let board = seq([act("result"), choice([act("change"), act("τ board")]), act("notify")]);
    let broker = seq([choice([act("iron"), act("steel")]), call("LOOK"), act("bid"), act("notify")]);
    let structure = stock(board, broker);
    let (states, _, stuck) = explore(&structure);
    let ended = stuck.iter().filter(|s| s.values().all(|v| *v == 0)).count();
    assert_eq!((structure.triples.len(), states, stuck.len(), ended), (12, 14, 1, 1));
}

#[test]
fn structures_can_be_drawn() {
    let dot = early(&seq([act("a \"quoted\""), act("b")])).to_dot("P");
    assert!(dot.starts_with("digraph \"P\" {"));
    assert!(dot.contains("label=\"pc0 = 1\\na \\\"quoted\\\"\""));
    assert!(dot.contains("t0 -> t1;") && dot.contains("t1 -> t2;") && !dot.contains("t0 -> t2;"));
}
