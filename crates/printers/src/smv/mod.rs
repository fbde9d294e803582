//! A complete NuSMV or nuXmv model of a system and its properties.
//!
//! # How a system becomes an SMV model
//!
//! - Variables stay variables. A further variable `event` names the rule of the step that led to the
//!   state (`start` in initial states). Where properties ask, `…-took` says which alternative a
//!   participant took and `pick-…` which value the step picked.
//! - A variable that no rule assigns is a frozen variable, or a definition if the initial condition gives
//!   it a value.
//! - Each rule `r` has a definition `can-r`: where some step of it is possible. The transition relation is
//!   a conjunction: for each rule what must hold where it is the next event, and for the variables of each
//!   agent what each event does to them.
//! - Each step predicate of the properties becomes an observation `obs…` that is true *after* the steps
//!   that satisfy it, so that "the next step satisfies it" is `X obs…`.
//! - Where no step is possible the state repeats with `event = stutter`, so the relation is total.
//! - A step that meets a fault is not taken: conditions are printed so that they are false where they
//!   have no value, and updates whose value does not fit are part of `can-r`. The integers of SMV are
//!   mathematical; that results beyond 64 bits are faults is not expressed.

mod blocks;
mod events;
mod expr;
mod layout;
mod names;
mod rules;
mod spec;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use synod_core::{
    BinaryOp, EnumId, Expr, ExprId, Faults, Formula, Interval, Property, Rule, RuleId, Sort, StepPredicateId,
    System, Type, UnaryOp, VarId, Variable,
};

use events::Events;
use expr::{Scope, Vocabulary};
use layout::Doc;
use names::{Names, one_line};
use rules::{FrameConditions, Group, SmvRule, least, reads_state, reads_step};
use spec::{Atoms, Spec};

use crate::Unprintable;
use crate::choices::TooMany;

/// Which tool reads the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Target {
    /// NuSMV 2.6: unbounded integers become ranges where these can be found.
    #[default]
    NuSmv,
    /// nuXmv: unbounded integers stay unbounded.
    NuXmv,
}

fn unprintable(rule: &Rule, why: &TooMany) -> Unprintable {
    Unprintable(format!("SMV cannot say where the rule `{}` is enabled, because {why}", rule.name))
}

/// The model as text.
pub fn model(system: &System, properties: &[Property], target: Target) -> Result<String, Unprintable> {
    let ranges = system.ranges();
    let mut system = system.clone();
    let mut plans = Vec::new();
    for id in (0..system.rules.len() as u32).map(RuleId) {
        plans.push(SmvRule::new(&mut system, ranges, id)?);
    }
    let asks = |test: fn(&Formula) -> bool| properties.iter().any(|p| p.formula.any(&mut |f| test(f)));
    let mut faulty = None;
    if asks(|f| matches!(f, Formula::Faulty)) {
        let mut found = Vec::new();
        for plan in &plans {
            found.push(plan.faulty(&mut system, ranges)?);
        }
        faulty = Some(system.exprs.or(found));
    }
    plans.retain(|plan| !system.exprs.is_false(plan.can));
    let asked = events::asked(properties);
    let predicates = two_valued(&mut system, ranges, &asked);
    let init = system.init;
    system.init = Faults::new(&mut system, ranges, &[]).is_true(init);
    let states = states_of(&mut system, ranges, properties);

    let constancy = Constancy::of(&system);
    let mut names = Names::default();
    let vars = system.vars.iter().map(|var| names.fresh(&var.name)).collect();
    let constants = system
        .enums
        .iter()
        .map(|kind| kind.values.iter().map(|value| names.constant(value)).collect())
        .collect();
    let vocabulary = Vocabulary { vars, constants };
    let event = names.helper("event");
    let start = names.helper("start");
    let rest = names.helper("stutter");
    let events = Events::new(&system, &asked, &mut names);
    let rule_names: BTreeMap<RuleId, String> =
        plans.iter().map(|plan| (plan.id, names.helper(&system.rule(plan.id).name))).collect();
    let observations =
        asked.iter().enumerate().map(|(i, id)| (*id, names.helper(&format!("obs{i}")))).collect();
    let frame = FrameConditions::new(groups(&system, &constancy, &mut names));
    let can = |name: &String| format!("can-{name}");
    let helpers = Helpers {
        progress: names.helper("progress"),
        deadlock: names.helper("deadlock"),
        faulty: names.helper("faulty"),
    };
    let cans = rule_names.iter().map(|(id, name)| (*id, names.helper(&can(name)))).collect();
    let specs = properties.iter().map(|property| names.helper(&property.name)).collect();
    let writer = Writer {
        system: &system,
        properties,
        target,
        declared: &declared(&system, ranges, target),
        vocabulary: &vocabulary,
        names: &names,
        plans: &plans,
        events: &events,
        frame: &frame,
        constancy: &constancy,
        predicates: &predicates,
        states: &states,
        faulty,
        asks_deadlock: asks(|f| matches!(f, Formula::Deadlock)),
        event,
        start,
        rest,
        rule_names,
        cans,
        observations,
        specs,
        helpers,
    };
    Ok(writer.model())
}

/// The values that variables are declared to have: those that can occur, except in arrays. Unbounded integers
/// keep all theirs unless the target wants bounds and there are some.
fn declared(system: &System, ranges: &[Interval], target: Target) -> Vec<Interval> {
    let of = |var: &Variable, range: &Interval| match (var.ty.bounds(&system.enums), range.finite()) {
        (Some(_), Some((lo, hi))) if lo <= hi && var.len.is_none() => *range,
        (Some((lo, hi)), _) => Interval::new(lo, hi),
        (None, Some((lo, hi))) if target == Target::NuSmv && lo <= hi => *range,
        (None, _) => Interval::ALL,
    };
    std::iter::zip(&system.vars, ranges).map(|(var, range)| of(var, range)).collect()
}

/// The conditions of the predicates, readable without faults.
fn two_valued(
    system: &mut System,
    ranges: &[Interval],
    asked: &BTreeSet<StepPredicateId>,
) -> BTreeMap<StepPredicateId, BTreeMap<RuleId, ExprId>> {
    let mut result = BTreeMap::new();
    for id in asked {
        let mut cases = system.step_predicates[id.0 as usize].cases.clone();
        for (rule, condition) in &mut cases {
            let choices = system.rule(*rule).choices.clone();
            *condition = Faults::new(system, ranges, &choices).is_true(*condition);
        }
        result.insert(*id, cases);
    }
    result
}

/// The state predicates of the properties, readable without faults.
fn states_of(system: &mut System, ranges: &[Interval], properties: &[Property]) -> BTreeMap<ExprId, ExprId> {
    let mut found = BTreeSet::new();
    for property in properties {
        property.formula.any(&mut |formula| {
            if let Formula::State(id) = formula {
                found.insert(*id);
            }
            false
        });
    }
    found.into_iter().map(|id| (id, Faults::new(system, ranges, &[]).is_true(id))).collect()
}

/// Variables that often keep their values together: those of an agent, and those of nobody.
fn groups(system: &System, constancy: &Constancy, names: &mut Names) -> Vec<Group> {
    let changing = |vars: &mut dyn Iterator<Item = VarId>| -> BTreeSet<VarId> {
        vars.filter(|var| !constancy.frozen.contains(var) && !constancy.fixed.contains_key(var)).collect()
    };
    let mut groups = Vec::new();
    for agent in &system.agents {
        groups.push((agent.name.as_str(), changing(&mut agent.owns.iter().copied())));
    }
    let mut free = system.var_ids().filter(|(_, var)| var.owner.is_none()).map(|(id, _)| id);
    groups.push(("shared", changing(&mut free)));
    groups.retain(|(_, group)| !group.is_empty());
    let group =
        |(name, vars)| Group { title: one_line(name), keep: names.helper(&format!("keep-{name}")), vars };
    groups.into_iter().map(group).collect()
}

/// Variables that no rule assigns.
#[derive(Debug, Default)]
struct Constancy {
    /// Those with the one value that the initial condition gives them.
    fixed: BTreeMap<VarId, i64>,
    /// The others.
    frozen: BTreeSet<VarId>,
}

impl Constancy {
    fn of(system: &System) -> Self {
        let parts = system.rules.iter().flat_map(|rule| &rule.parts);
        let updates = parts.flat_map(|part| &part.alternatives).flat_map(|alternative| &alternative.updates);
        let assigned: BTreeSet<VarId> = updates.map(|update| update.var).collect();
        let mut given = BTreeMap::new();
        for conjunct in system.exprs.conjuncts(system.init) {
            match system.exprs[conjunct] {
                Expr::Var(var) => given.insert(var, 1),
                Expr::Unary(UnaryOp::Not, inner) => match system.exprs[inner] {
                    Expr::Var(var) => given.insert(var, 0),
                    _ => None,
                },
                Expr::Binary(BinaryOp::Eq, a, b) => match (&system.exprs[a], system.exprs.as_const(b)) {
                    (Expr::Var(var), Some(value)) => given.insert(*var, value),
                    _ => None,
                },
                _ => None,
            };
        }
        let mut constancy = Constancy::default();
        for (id, var) in system.var_ids().filter(|(id, _)| !assigned.contains(id)) {
            match given.get(&id).filter(|value| var.ty.contains(**value, &system.enums)) {
                Some(value) => {
                    constancy.fixed.insert(id, *value);
                }
                None => {
                    constancy.frozen.insert(id);
                }
            }
        }
        constancy
    }
}

/// Names of definitions that every model has room for.
struct Helpers {
    progress: String,
    deadlock: String,
    faulty: String,
}

struct Writer<'a> {
    system: &'a System,
    properties: &'a [Property],
    target: Target,
    declared: &'a [Interval],
    vocabulary: &'a Vocabulary,
    names: &'a Names,
    plans: &'a [SmvRule],
    events: &'a Events,
    frame: &'a FrameConditions,
    constancy: &'a Constancy,
    predicates: &'a BTreeMap<StepPredicateId, BTreeMap<RuleId, ExprId>>,
    states: &'a BTreeMap<ExprId, ExprId>,
    faulty: Option<ExprId>,
    asks_deadlock: bool,
    event: String,
    start: String,
    rest: String,
    rule_names: BTreeMap<RuleId, String>,
    cans: BTreeMap<RuleId, String>,
    observations: BTreeMap<StepPredicateId, String>,
    specs: Vec<String>,
    helpers: Helpers,
}
