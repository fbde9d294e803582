//! Formulas with few atoms: what is asked of a position by several atoms becomes one, so that a renaming which
//! exchanges those atoms leaves the formula as it is. The meaning stays the same.

use std::collections::BTreeMap;

use synod_core::{ExprId, Faults, Formula, StepPredicate, StepPredicateId, System};

/// The formula with atoms put together, some of which are added to the system.
pub(super) fn merged(system: &mut System, formula: &Formula) -> Formula {
    use Formula::{And, Finally, Next, Not, Or, State};
    let formula = formula.map_children(&mut |part| merged(system, part));
    match formula {
        // The next position always exists.
        Next(part) if is_constant(system, &part, true) => And(vec![]),
        Not(part) => match *part {
            State(id) if is_defined(system, id) => State(system.exprs.not(id)),
            part => part.not(),
        },
        And(parts) => junction(system, parts, true),
        // `F a | F b` is `F (a | b)`.
        Or(parts) => {
            let (goals, others): (Vec<Formula>, Vec<Formula>) =
                parts.into_iter().partition(|part| matches!(part, Finally(_)));
            let goals: Vec<Formula> = goals.iter().flat_map(Formula::children).cloned().collect();
            let goal = match goals.len() {
                0 => None,
                _ => Some(Finally(Box::new(junction(system, goals, false)))),
            };
            junction(system, others.into_iter().chain(goal).collect(), false)
        }
        other => other,
    }
}

/// A conjunction (or disjunction, if not `all`).
fn junction(system: &mut System, parts: Vec<Formula>, all: bool) -> Formula {
    let of = |parts: Vec<Formula>| if all { Formula::And(parts) } else { Formula::Or(parts) };
    let (mut states, mut steps, mut others): (Vec<ExprId>, Vec<StepPredicateId>, Vec<Formula>) =
        Default::default();
    // Junctions inside junctions of the same kind are opened.
    let mut open: Vec<Formula> = parts.into_iter().rev().collect();
    while let Some(part) = open.pop() {
        match part {
            Formula::And(inner) if all => open.extend(inner.into_iter().rev()),
            Formula::Or(inner) if !all => open.extend(inner.into_iter().rev()),
            part if is_constant(system, &part, all) => {}
            Formula::State(id) if is_defined(system, id) => states.push(id),
            Formula::Step(id) if !all => steps.push(id),
            other => others.push(other),
        }
    }
    if !states.is_empty() {
        let id = if all { system.exprs.and(states) } else { system.exprs.or(states) };
        others.push(Formula::State(id));
    }
    match either(system, &steps) {
        Some(one) => others.push(Formula::Step(one)),
        None => others.extend(steps.into_iter().map(Formula::Step)),
    }
    if others.len() == 1 { others.remove(0) } else { of(others) }
}

/// Whether a formula is always true, or always false.
fn is_constant(system: &System, formula: &Formula, value: bool) -> bool {
    match formula {
        Formula::And(parts) => value && parts.is_empty(),
        Formula::Or(parts) => !value && parts.is_empty(),
        Formula::State(id) => system.exprs.as_const(*id) == Some(i64::from(value)),
        _ => false,
    }
}

/// Whether a condition on states always has a value.
fn is_defined(system: &mut System, id: ExprId) -> bool {
    let ranges = system.ranges().to_vec();
    let defined = Faults::new(system, &ranges, &[]).defined(id);
    system.exprs.is_true(defined)
}

/// The predicate that a step satisfies if it satisfies one of some, if each rule is a case of one of them only.
fn either(system: &mut System, steps: &[StepPredicateId]) -> Option<StepPredicateId> {
    if steps.len() < 2 {
        return None;
    }
    let (mut cases, mut texts) = (BTreeMap::new(), Vec::new());
    for step in steps {
        let predicate = &system.step_predicates[step.0 as usize];
        for (rule, case) in predicate.cases.iter().filter(|(_, case)| !system.exprs.is_false(**case)) {
            if cases.insert(*rule, *case).is_some_and(|other| other != *case) {
                return None;
            }
        }
        texts.push(predicate.text.clone());
    }
    Some(system.add_step_predicate(StepPredicate { text: texts.join(" | "), cases }))
}
