//! What a property may owe to what never happens: antecedents that are never true, and runs that end.

use synod_core::{AgentId, Expr, ExprId, Exprs, Formula, UnaryOp};

/// The left sides of implications that a property asks of every reachable state. Of several about the same condition on
/// states, such as those of a quantifier, all together: one of them is enough.
pub(crate) fn antecedents(exprs: &Exprs, formula: &Formula) -> Vec<Formula> {
    use Formula::*;
    match formula {
        // Something is asked now and again after each of some events, which are not what it is about.
        And(list) if is_repeated(list) => antecedents(exprs, &list[0]),
        And(list) => list.iter().flat_map(|part| antecedents(exprs, part)).collect(),
        AllRuns(inner) | Globally(inner) => antecedents(exprs, inner),
        Knows(_, fact)
        | EverybodyKnows(_, fact)
        | CommonKnowledge(_, fact)
        | DistributedKnowledge(_, fact) => antecedents(exprs, fact),
        Or(list) => match (formula.of_what_goes_on(), list.as_slice()) {
            (Some(asked), _) => antecedents(exprs, asked),
            // `p -> q`; what `q` denies is not what the property is about, unless it is an implication itself.
            (None, [first, then]) => match (denied(exprs, first), then) {
                (Some(first), Or(_) | State(_)) => {
                    let more = antecedents(exprs, then).into_iter();
                    let both: Vec<Formula> = more.map(|more| And(vec![first.clone(), more])).collect();
                    std::iter::once(first).chain(both).collect()
                }
                (first, _) => first.into_iter().collect(),
            },
            // `p -> q -> r`, or `p -> !q | r`: only the first is sure to be an antecedent.
            (None, [first, ..]) => denied(exprs, first).into_iter().collect(),
            _ => vec![],
        },
        State(condition) => {
            let implications = exprs.conjuncts(*condition).into_iter().map(|part| match &exprs[part] {
                Expr::Or(list) => of_disjunction(list.iter().map(|part| denied_expr(exprs, *part)).collect()),
                _ => None,
            });
            match implications.collect::<Option<Vec<Formula>>>() {
                Some(mut all) if all.len() == 1 => vec![all.remove(0)],
                Some(all) if !all.is_empty() => vec![Or(all)],
                _ => vec![],
            }
        }
        _ => vec![],
    }
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

/// What is asked (or denied, if not `positive`) with a step after every position that counts.
fn strict(formula: &Formula, positive: bool) -> Formula {
    use Formula::*;
    let goes_on = |inner: &Formula| match positive {
        true => And(vec![Deadlock.not(), inner.clone()]),
        false => Or(vec![Deadlock, inner.clone()]),
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
        let found = |system: &System, formula: &Formula| antecedents(&system.exprs, formula);
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
