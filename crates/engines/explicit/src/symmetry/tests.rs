//! The engine beside the search of all states, on random systems with copies of an agent, some of them not quite alike.

use std::cell::Cell;
use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use synod_core::{
    Agent, AgentId, Alternative, Budget, Choice, Engine, ExprId, Formula, Mode, Observation, Part, Proof,
    Rule, RuleId, Silent, StepPredicate, System, Type, Update, VarId, Variable, Verdict,
};
use synod_passes::under_fairness;
use synod_simulate::{Interpreter, judge};
use synod_testing::{Tape, assert_valid, property, runner};

use super::domains::Domains;
use super::groups::{Group, SymmetricQuestion, alike, groups};
use super::lift::RunLift;
use super::renaming::Forms;
use super::representatives::Representatives;
use crate::engine::Explicit;
use crate::layout::Layout;
use crate::model::PackedModel;
use crate::{Reduced, Reduction};

/// A system of copies, by the parts of it that rules speak of.
struct Copies {
    system: System,
    places: Vec<VarId>,
    friends: Vec<VarId>,
    token: VarId,
    shared: VarId,
}

impl Copies {
    fn is(&mut self, var: VarId, value: i64) -> ExprId {
        let (var, value) = (self.system.exprs.var(var), self.system.exprs.int(value));
        self.system.exprs.eq(var, value)
    }

    fn same(&mut self, a: VarId, b: VarId) -> ExprId {
        let (a, b) = (self.system.exprs.var(a), self.system.exprs.var(b));
        self.system.exprs.eq(a, b)
    }

    /// A condition that an agent has.
    fn condition(&mut self, me: usize, kind: usize, value: i64) -> ExprId {
        let id = match kind {
            0 => self.system.exprs.bool(true),
            1 => self.is(self.places[me], value),
            2 => self.is(self.shared, value),
            3 | 4 => self.is(self.token, me as i64),
            5 => self.is(self.token, -1),
            6 => self.is(self.friends[me], -1),
            7 => self.is(self.friends[me], me as i64),
            _ => self.same(self.friends[me], self.token),
        };
        if kind == 4 { self.system.exprs.not(id) } else { id }
    }

    /// What an agent does.
    fn update(&mut self, me: usize, kind: usize, value: i64) -> Update {
        let exprs = &mut self.system.exprs;
        let (var, value) = match kind {
            0 | 1 => (self.places[me], exprs.int(value)),
            2 => (self.shared, exprs.int(value)),
            3 => {
                // Too much at last, which is a fault.
                let (now, one) = (exprs.var(self.shared), exprs.int(1));
                (self.shared, exprs.binary(synod_core::BinaryOp::Add, now, one))
            }
            4 => (self.token, exprs.int(me as i64)),
            5 => (self.token, exprs.int(-1)),
            6 => (self.token, exprs.var(self.friends[me])),
            7 => (self.friends[me], exprs.int(me as i64)),
            _ => (self.friends[me], exprs.var(self.token)),
        };
        Update { var, index: None, value }
    }
}

/// The system and the formula that numbers describe.
fn question(numbers: Vec<u16>) -> (System, Formula) {
    let draw = &mut Tape::new(numbers);
    let count = 2 + draw.below(3);
    let mut system = System::new("copies");
    for agent in 0..count {
        system.add_agent(Agent {
            name: format!("copy {agent}"),
            role: "copy".to_string(),
            owns: vec![],
            observes: vec![],
            automaton: None,
            span: Default::default(),
        });
    }
    let range = |lo: i64, hi: i64| Type::Range { lo, hi };
    let names = range(-1, count as i64 - 1);
    let mut add = |name: String, ty: Type, owner: Option<usize>| {
        let owner = owner.map(|agent| AgentId(agent as u32));
        system.add_var(Variable { name, ty, len: None, owner, span: Default::default() })
    };
    let token = add("token".to_string(), names, None);
    let places = (0..count).map(|agent| add(format!("place {agent}"), range(0, 2), Some(agent))).collect();
    let friends = (0..count).map(|agent| add(format!("friend {agent}"), names, Some(agent))).collect();
    let shared = add("shared".to_string(), range(0, 2), None);
    let mut copies = Copies { system, places, friends, token, shared };
    let start = draw.below(3);
    let odd_one = draw.rarely(6).then_some(count - 1);
    let mut initially = vec![copies.is(token, -1), copies.is(shared, 0)];
    for agent in 0..count {
        initially.push(copies.is(copies.places[agent], i64::from(odd_one == Some(agent))));
        match start {
            0 => initially.push(copies.is(copies.friends[agent], -1)),
            1 => initially.push(copies.is(copies.friends[agent], agent as i64)),
            _ => {}
        }
    }
    copies.system.init = copies.system.exprs.and(initially);
    let kinds = 2 + draw.below(4);
    let mut of_kind: Vec<Vec<RuleId>> = Vec::new();
    for kind in 0..kinds {
        let rules = add_rules(&mut copies, kind, count, draw);
        of_kind.push(rules);
    }
    let formula = formula(&mut copies, &of_kind, draw);
    (copies.system, formula)
}

/// Adds a rule for each agent; now and then that of the last one is different.
fn add_rules(copies: &mut Copies, kind: usize, count: usize, draw: &mut Tape) -> Vec<RuleId> {
    let conditions: Vec<(usize, i64)> =
        (0..1 + draw.below(3)).map(|_| (draw.below(9), draw.below(3) as i64)).collect();
    let updates: Vec<(usize, i64)> =
        (0..1 + draw.below(3)).map(|_| (draw.below(9), draw.below(3) as i64)).collect();
    let (hears, heard, knows) = (draw.below(3), draw.below(3) as i64, draw.rarely(2));
    let picks = draw.rarely(4);
    let is_odd = draw.rarely(10);
    let mut rules = Vec::new();
    for me in 0..count {
        let change = |value: i64| if is_odd && me + 1 == count { (value + 1) % 3 } else { value };
        let mut guard: Vec<ExprId> =
            conditions.iter().map(|(kind, value)| copies.condition(me, *kind, change(*value))).collect();
        let mut done: Vec<Update> = Vec::new();
        for (kind, value) in &updates {
            let update = copies.update(me, *kind, *value);
            if !done.iter().any(|other| other.var == update.var) {
                done.push(update);
            }
        }
        let mut choices = Vec::new();
        if picks && !done.iter().any(|update| update.var == copies.token) {
            let ty = Type::Range { lo: 0, hi: count as i64 - 1 };
            choices.push(Choice { name: "who".to_string(), ty, agent: None });
            let exprs = &mut copies.system.exprs;
            let (who, own) = (exprs.choice(0, synod_core::Sort::Int), exprs.int(me as i64));
            guard.push(exprs.ne(who, own));
            done.push(Update { var: copies.token, index: None, value: who });
        }
        let yes = copies.system.exprs.bool(true);
        let taken = Alternative { guard: yes, updates: done, action: None };
        let mut parts = vec![Part { agent: Some(AgentId(me as u32)), alternatives: vec![taken].into() }];
        for other in (0..count).filter(|other| *other != me && hears > 0) {
            let hearing = copies.is(copies.places[other], heard);
            let (place, next) = (copies.places[other], copies.system.exprs.int((heard + 1) % 3));
            let mut updates = vec![Update { var: place, index: None, value: next }];
            if knows {
                let value = copies.system.exprs.int(me as i64);
                updates.push(Update { var: copies.friends[other], index: None, value });
            }
            let stays = copies.system.exprs.not(hearing);
            let guard = if hears == 1 { stays } else { yes };
            let alternatives = vec![
                Alternative { guard: hearing, updates, action: None },
                Alternative { guard, updates: vec![], action: None },
            ];
            parts.push(Part { agent: Some(AgentId(other as u32)), alternatives: alternatives.into() });
        }
        let guard = copies.system.exprs.and(guard);
        let mut observation = Observation::of(Mode::Message);
        observation.actor = Some(AgentId(me as u32));
        let name = format!("rule {kind} of {me}");
        let rule = Rule { name, choices, guard, parts, observation, span: Default::default() };
        rules.push(copies.system.add_rule(rule));
    }
    rules
}

fn formula(copies: &mut Copies, rules: &[Vec<RuleId>], draw: &mut Tape) -> Formula {
    let atom = |copies: &mut Copies, draw: &mut Tape| -> Formula {
        let count = copies.places.len();
        let (kind, value) = (1 + draw.below(8), draw.below(3) as i64);
        match draw.below(7) {
            0 => Formula::State(copies.condition(draw.below(count), kind, value)),
            1 | 2 => {
                let all: Vec<Formula> =
                    (0..count).map(|me| Formula::State(copies.condition(me, kind, value))).collect();
                if draw.rarely(2) { Formula::And(all) } else { Formula::Or(all) }
            }
            3 => {
                let one = |me| Formula::Finally(Box::new(Formula::State(copies.condition(me, kind, value))));
                Formula::Or((0..count).map(one).collect())
            }
            4 => {
                let own = |rule: &Vec<RuleId>, me: usize| rule[me];
                let kind = draw.below(rules.len());
                let mut of = |me: usize| {
                    let took = match copies.system.rule(own(&rules[kind], me)).parts.len() {
                        1 => copies.system.exprs.bool(true),
                        _ => copies.system.exprs.took(1, 0),
                    };
                    let cases = BTreeMap::from([(own(&rules[kind], me), took)]);
                    Formula::Step(
                        copies.system.add_step_predicate(StepPredicate { text: String::new(), cases }),
                    )
                };
                if draw.rarely(2) { of(0) } else { Formula::Or((0..count).map(of).collect()) }
            }
            5 => Formula::Deadlock,
            _ => Formula::Faulty,
        }
    };
    let boxed = |formula: Formula| Box::new(formula);
    let (a, b) = (atom(copies, draw), atom(copies, draw));
    match draw.below(7) {
        0 => Formula::Globally(boxed(a.not())),
        1 => Formula::Finally(boxed(a)),
        2 => Formula::Globally(boxed(Formula::Finally(boxed(a)))),
        3 => Formula::And(vec![Formula::Globally(boxed(a.not())), Formula::Finally(boxed(b))]),
        4 => Formula::Until(boxed(a), boxed(b)),
        5 if a.is_about_point() => {
            copies.system.fairness.push(a);
            Formula::Finally(boxed(b))
        }
        _ => {
            let count = copies.places.len();
            let value = draw.below(3) as i64;
            let one = |me| Formula::Finally(Box::new(Formula::State(copies.condition(me, 1, value))));
            Formula::And((0..count).map(one).collect())
        }
    }
}

fn questions() -> impl Strategy<Value = (System, Formula)> {
    vec(any::<u16>(), 0..120).prop_map(question)
}

fn budget() -> Budget {
    let mut budget = Budget::unlimited();
    budget.threads = 1;
    budget
}

#[test]
fn verdicts_are_those_of_the_search_of_all_states() {
    agree(Reduction::Symmetry);
}

#[test]
fn verdicts_with_partial_order_reduction_are_those_of_the_search_of_all_states() {
    agree(Reduction::All);
}

/// Compares with the search of all states.
fn agree(by: Reduction) {
    let (fewer, violated, refused) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let count = |cell: &Cell<u32>| cell.set(cell.get() + 1);
    let test = |(system, formula): (System, Formula)| {
        let property = property(formula.clone());
        assert_valid(&system, std::slice::from_ref(&property));
        let engine = Reduced::new(&system, by);
        if engine.supports(&formula).is_err() {
            return Ok(());
        }
        let expected = Explicit::new(&system).check(&property, &budget(), &Silent);
        let found = engine.check(&property, &budget(), &Silent);
        match (&expected.verdict, &found.verdict) {
            (_, Verdict::Unknown { reason, .. }) => {
                let nothing = if by == Reduction::Symmetry { "no agents are" } else { "no steps are" };
                prop_assert!(reason.starts_with(nothing), "{}", reason);
                count(&refused);
            }
            (
                Verdict::Holds(proof),
                Verdict::Holds(
                    Proof::ExhaustedOrbits { states: orbits } | Proof::ExhaustedReduced { states: orbits },
                ),
            ) => {
                if let Proof::Exhausted { states } = proof {
                    prop_assert!(orbits <= states);
                    if orbits < states {
                        count(&fewer);
                    }
                }
            }
            (Verdict::Violated(_), Verdict::Violated(run)) => {
                count(&violated);
                let formula = under_fairness(&formula, &system.fairness);
                prop_assert_eq!(judge(&Interpreter::new(&system), &formula, run), Ok(()));
            }
            (expected, found) => prop_assert!(false, "{:?} and {:?}", expected, found),
        }
        Ok(())
    };
    runner(2000).run(&questions(), test).unwrap();
    assert!(fewer.get() > 100, "{} times fewer states", fewer.get());
    assert!(violated.get() > 200, "{} violations", violated.get());
    assert!(refused.get() > 50, "{} refusals", refused.get());
}

/// The verdict with these groups, whatever the system and the formula are; `None` if a run cannot be lifted.
fn believing(system: &System, domains: &Domains, formula: &Formula, groups: Vec<Group>) -> Option<Verdict> {
    let layout = Layout::new(system, 100);
    let question = SymmetricQuestion { formula: formula.clone(), groups };
    let representatives = || Representatives::new(system, &layout, domains, &question.groups);
    let explorer = Explicit::new(system).up_to(representatives());
    let verdict = explorer.check(&property(formula.clone()), &budget(), &Silent).verdict;
    let Verdict::Violated(found) = verdict else { return Some(verdict) };
    let model = &PackedModel::new(system, 100);
    let lift = RunLift { system, model, representatives: &representatives(), predicates: &[] };
    let trace = lift.trace(&found.trace)?;
    Some(Verdict::Violated(Box::new(synod_core::Counterexample::of(trace))))
}

/// How often a wrong verdict, or a run that does not exist, comes of believing that groups are symmetric.
fn mistakes(believed: impl Fn(&System, &Domains, &Formula) -> Option<Vec<Group>>) -> u32 {
    let wrong = Cell::new(0);
    let test = |(system, formula): (System, Formula)| {
        if !system.fairness.is_empty()
            || Reduced::new(&system, Reduction::Symmetry).supports(&formula).is_err()
        {
            return Ok(());
        }
        let domains = Domains::new(&system, [&formula], &alike(&system));
        let Some(groups) = believed(&system, &domains, &formula) else { return Ok(()) };
        let expected = Explicit::new(&system).check(&property(formula.clone()), &budget(), &Silent).verdict;
        let agrees = match believing(&system, &domains, &formula, groups) {
            Some(Verdict::Violated(run)) => judge(&Interpreter::new(&system), &formula, &run).is_ok(),
            Some(verdict) => verdict.word() == expected.word(),
            None => false,
        };
        wrong.set(wrong.get() + u32::from(!agrees));
        Ok(())
    };
    runner(500).run(&questions(), test).unwrap();
    wrong.get()
}

#[test]
fn believing_that_all_copies_are_alike_gives_wrong_verdicts() {
    let all = |system: &System, domains: &Domains, _: &Formula| {
        let names =
            domains.of_var(VarId(0)).map(|domain| (domain, (0..system.agents.len() as i64).collect()));
        let agents = system.agent_ids().map(|(agent, _)| agent).collect();
        Some(vec![Group { agents, names: names.into_iter().collect() }])
    };
    assert!(mistakes(all) > 4);
}

#[test]
fn names_that_do_not_follow_their_agents_give_wrong_verdicts() {
    let without_names = |system: &System, domains: &Domains, _: &Formula| {
        let mut found = groups(system, domains, &mut Forms::new(system, domains));
        found.retain(|group| !group.names.is_empty());
        found.iter_mut().for_each(|group| group.names.clear());
        (!found.is_empty()).then_some(found)
    };
    assert!(mistakes(without_names) > 4);
}

#[test]
fn a_formula_that_tells_agents_apart_needs_smaller_groups() {
    let of_system = |system: &System, domains: &Domains, _: &Formula| {
        let found = groups(system, domains, &mut Forms::new(system, domains));
        (!found.is_empty()).then_some(found)
    };
    assert!(mistakes(of_system) > 2);
}
