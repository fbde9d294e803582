//! What a property may owe to what never happens: antecedents that are never true, and runs that end.

use synod_core::{AgentId, Expr, ExprId, Exprs, Formula, UnaryOp};

/// The left side of an implication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Antecedent {
    /// What it says.
    pub condition: Formula,
    /// Whether the implication is asked of the initial states only, not of every reachable state.
    pub initially: bool,
}

/// The left sides of the implications that a property asks. Of several about the same condition on states, such as those
/// of a quantifier, all together: one of them is enough.
pub(crate) fn antecedents(exprs: &Exprs, formula: &Formula) -> Vec<Antecedent> {
    let mut found = Vec::new();
    collect(exprs, formula, true, &mut found);
    found
}

fn collect(exprs: &Exprs, formula: &Formula, initially: bool, found: &mut Vec<Antecedent>) {
    use Formula::*;
    match formula {
        // Something is asked now and again after each of some events, which are not what it is about.
        And(list) if is_repeated(list) => collect(exprs, &list[0], false, found),
        And(list) => list.iter().for_each(|part| collect(exprs, part, initially, found)),
        AllRuns(inner) => collect(exprs, inner, initially, found),
        Globally(inner) => collect(exprs, inner, false, found),
        Knows(_, fact)
        | EverybodyKnows(_, fact)
        | CommonKnowledge(_, fact)
        | DistributedKnowledge(_, fact) => collect(exprs, fact, false, found),
        Or(list) => match formula.of_what_goes_on() {
            Some(asked) => collect(exprs, asked, initially, found),
            None => {
                let left = left_sides(exprs, list).into_iter();
                found.extend(left.map(|condition| Antecedent { condition, initially }));
            }
        },
        State(condition) => {
            let implications = exprs.conjuncts(*condition).into_iter().map(|part| match &exprs[part] {
                Expr::Or(list) => of_disjunction(list.iter().map(|part| denied_expr(exprs, *part)).collect()),
                _ => None,
            });
            let all = implications.collect::<Option<Vec<Formula>>>().filter(|all| !all.is_empty());
            let condition = all.map(|mut all| if all.len() == 1 { all.remove(0) } else { Or(all) });
            found.extend(condition.map(|condition| Antecedent { condition, initially }));
        }
        _ => {}
    }
}

/// The left sides of a disjunction that is read as an implication, each with those before it.
fn left_sides(exprs: &Exprs, list: &[Formula]) -> Vec<Formula> {
    let Some(first) = list.first().and_then(|first| denied(exprs, first)) else { return Vec::new() };
    let more = match list {
        // `p -> q`; what `q` denies is not what the property is about, unless it is an implication itself.
        [_, then @ (Formula::Or(_) | Formula::State(_))] => antecedents(exprs, then)
            .into_iter()
            .map(|more| Formula::And(vec![first.clone(), more.condition]))
            .collect(),
        // `p -> q -> r`, or `p -> !q | r`: where `p` and `q` are never true together, `r` does not matter.
        [_, _, _, ..] => {
            let denied: Vec<Option<Formula>> = list.iter().map(|part| denied(exprs, part)).collect();
            let has_consequent = denied.iter().any(Option::is_none);
            let all: Vec<Formula> = denied.into_iter().flatten().collect();
            if has_consequent && all.len() > 1 { vec![Formula::And(all)] } else { Vec::new() }
        }
        _ => Vec::new(),
    };
    std::iter::once(first).chain(more).collect()
}

/// Whether this is `f & G (p -> f)`.
fn is_repeated(list: &[Formula]) -> bool {
    let [first, Formula::Globally(again)] = list else { return false };
    matches!(&**again, Formula::Or(parts) if matches!(parts.as_slice(), [Formula::Not(_) | Formula::State(_), then] if then == first))
}

/// The groups that a property says can enforce something, of the initial states.
pub(crate) fn groups(formula: &Formula) -> Vec<&Vec<AgentId>> {
    match formula {
        Formula::Coalition(group, _) => vec![group],
        Formula::And(list) => list.iter().flat_map(groups).collect(),
        _ => Vec::new(),
    }
}

/// What a part of a disjunction denies, if it is a negation about one run.
fn denied(exprs: &Exprs, formula: &Formula) -> Option<Formula> {
    match formula {
        Formula::Not(condition) if condition.is_about_point() || condition.is_linear() => {
            Some((**condition).clone())
        }
        Formula::State(condition) => denied_expr(exprs, *condition),
        _ => None,
    }
}

fn denied_expr(exprs: &Exprs, condition: ExprId) -> Option<Formula> {
    match exprs[condition] {
        Expr::Unary(UnaryOp::Not, inner) => Some(Formula::State(inner)),
        _ => None,
    }
}

/// A disjunction of which some parts deny something and others do not is an implication.
fn of_disjunction(parts: Vec<Option<Formula>>) -> Option<Formula> {
    let consequents = parts.iter().filter(|part| part.is_none()).count();
    let mut denied: Vec<Formula> = parts.into_iter().flatten().collect();
    match (denied.len(), consequents) {
        (0, _) | (1, 0) => None,
        // `p -> !q`
        (_, 0) => Some(denied.remove(0)),
        (1, _) => Some(denied.remove(0)),
        _ => Some(Formula::And(denied)),
    }
}

/// The same formula where a state that repeats because no step can be taken counts for nothing that has to happen next,
/// again and again, or for ever; `None` if it asks for nothing of the kind.
pub(crate) fn without_repetition(formula: &Formula) -> Option<Formula> {
    let strict = strict(formula, true);
    (strict != *formula).then_some(strict)
}

/// What is asked with a step after every position that counts. What is denied (not `positive`), such as an antecedent, stays as it is: it
/// owes nothing to a state that repeats.
fn strict(formula: &Formula, positive: bool) -> Formula {
    use Formula::*;
    let goes_on = |inner: &Formula| match positive {
        true => And(vec![Deadlock.not(), inner.clone()]),
        false => inner.clone(),
    };
    match formula {
        _ if formula.of_what_goes_on().is_some() => formula.clone(),
        Not(inner) => strict(inner, !positive).not(),
        Next(_) => goes_on(formula),
        Globally(inner) => match &**inner {
            Finally(again) => Globally(Box::new(Finally(Box::new(goes_on(again))))),
            AllRuns(path) if matches!(**path, Finally(_)) => {
                let Finally(again) = &**path else { return formula.clone() };
                Globally(Box::new(AllRuns(Box::new(Finally(Box::new(goes_on(again)))))))
            }
            _ => formula.map_children(&mut |child| strict(child, positive)),
        },
        Finally(inner) => match &**inner {
            Globally(held) => Finally(Box::new(Globally(Box::new(goes_on(held))))),
            _ => formula.map_children(&mut |child| strict(child, positive)),
        },
        Knows(..) | EverybodyKnows(..) | CommonKnowledge(..) | DistributedKnowledge(..) | Coalition(..) => {
            formula.clone()
        }
        other => other.map_children(&mut |child| strict(child, positive)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::{System, Type, Variable};

    fn system() -> (System, [Formula; 3], [ExprId; 3]) {
        let mut system = System::new("three");
        let ids = ["a", "b", "c"].map(|name| {
            let ty = Type::Bool;
            let var = Variable { name: name.into(), ty, len: None, owner: None, span: Default::default() };
            let var = system.add_var(var);
            system.exprs.var(var)
        });
        (system, ids.map(Formula::State), ids)
    }

    fn always(formula: Formula) -> Formula {
        Formula::Globally(Box::new(formula))
    }

    #[test]
    fn compound_antecedents_are_found_however_they_are_written() {
        let (mut system, [a, b, c], ids) = system();
        let both = Formula::And(vec![a.clone(), b.clone()]);
        let later = Formula::Finally(Box::new(c.clone()));
        let found = |system: &System, formula: &Formula| -> Vec<Formula> {
            let everywhere = antecedents(&system.exprs, formula).into_iter();
            everywhere.filter(|found| !found.initially).map(|found| found.condition).collect()
        };
        assert_eq!(found(&system, &always(both.clone().implies(later.clone()))), std::slice::from_ref(&both));
        // As one expression, and as an expression beside a formula.
        let expr = system.exprs.and([ids[0], ids[1]]);
        let not = system.exprs.not(expr);
        let mixed = always(Formula::Or(vec![Formula::State(not), later]));
        assert_eq!(found(&system, &mixed), [Formula::State(expr)]);
        let whole = system.exprs.implies(expr, ids[2]);
        assert_eq!(found(&system, &always(Formula::State(whole))).len(), 1);
        // That not both are so is no implication.
        let exclusive = system.exprs.and([ids[0], ids[1]]);
        let exclusive = system.exprs.not(exclusive);
        assert_eq!(found(&system, &always(Formula::State(exclusive))), []);
    }

    #[test]
    fn antecedents_behind_antecedents_are_found_with_those_before() {
        let (system, [a, b, c], _) = system();
        let later = Formula::Finally(Box::new(c.clone()));
        let nested = a.clone().implies(b.clone().implies(later.clone()));
        let flat = Formula::Or(vec![a.clone().not(), b.clone().not(), later]);
        for formula in [nested, flat] {
            let found = antecedents(&system.exprs, &always(formula));
            let texts: Vec<String> =
                found.iter().map(|found| synod_core::show_formula(&system, &found.condition)).collect();
            assert_eq!(texts, ["a", "(a) & (b)"]);
            assert!(found.iter().all(|found| !found.initially));
        }
        let exclusive = Formula::Or(vec![a.not(), b.not(), c.not()]);
        assert_eq!(antecedents(&system.exprs, &always(exclusive)).len(), 1);
    }

    #[test]
    fn without_globally_an_implication_is_about_the_initial_states() {
        let (system, [a, b, _], _) = system();
        let later = Formula::Finally(Box::new(b));
        let found = antecedents(&system.exprs, &a.clone().implies(later.clone()));
        assert_eq!(found, [Antecedent { condition: a.clone(), initially: true }]);
        // Asked now, and again after each event.
        let asked = a.clone().implies(later);
        let again = Formula::Or(vec![a.clone().not(), asked.clone()]);
        let repeated = Formula::And(vec![asked, Formula::Globally(Box::new(again))]);
        assert_eq!(antecedents(&system.exprs, &repeated), [Antecedent { condition: a, initially: false }]);
    }

    #[test]
    fn only_what_has_to_go_on_owes_something_to_repetition() {
        let (_, [a, b, _], _) = system();
        assert_eq!(without_repetition(&always(a.clone().implies(b.clone()))), None);
        assert_eq!(without_repetition(&Formula::Finally(Box::new(a.clone()))), None);
        let again = always(Formula::Finally(Box::new(a.clone())));
        let live = Formula::And(vec![Formula::Deadlock.not(), a.clone()]);
        assert_eq!(without_repetition(&again), Some(always(Formula::Finally(Box::new(live)))));
        assert!(without_repetition(&Formula::Next(Box::new(a))).is_some());
    }
}
