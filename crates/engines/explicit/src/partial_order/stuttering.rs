//! Which formulas cannot tell in which order independent steps are taken.
//!
//! A step is *invisible* to a formula if it changes no atom about states and satisfies no observation. A formula is
//! insensitive if its truth does not change when invisible steps are put in or taken out anywhere. That is more than
//! insensitivity to stuttering: the position that an invisible step leaves is one where nothing is observed. So subformulas
//! are of different kinds, by what they say there.

use synod_core::{ExprId, Formula, StepPredicateId};

/// How a subformula depends on invisible steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Not at all: where an invisible step is left and where it leads the formula is equally true.
    Insensitive,
    /// It is false where an invisible step is left; where a visible one is, it does not depend on invisible ones. Such is an observation.
    Event,
    /// It is true where an invisible step is left; where a visible one is, it does not depend on invisible ones. The negation of an event.
    Permit,
    /// Where a visible step is left it does not depend on invisible ones.
    AtSteps,
    /// In another way.
    Sensitive,
}

impl Kind {
    fn negated(self) -> Self {
        match self {
            Kind::Event => Kind::Permit,
            Kind::Permit => Kind::Event,
            other => other,
        }
    }
}

/// How the search must go on so that a formula has the same answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Proviso {
    /// Deadlocks are found anyway, and it says nothing of other states.
    None,
    /// A step of those that are followed leads farther.
    Some,
    /// All that are followed do.
    All,
}

/// Whether a conjunct of a property, with fairness as part of it, cannot tell in which order independent steps are taken.
pub(crate) fn is_order_blind(formula: &Formula) -> bool {
    Demand::of(formula).is_some()
}

/// What a formula asks of the reduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Demand {
    pub proviso: Proviso,
    /// The conditions on states that it sees.
    pub states: Vec<ExprId>,
    /// The observations that it sees.
    pub steps: Vec<StepPredicateId>,
}

impl Demand {
    /// What a conjunct of a property, with fairness as part of it, asks for; `None` if it may tell orders apart.
    pub fn of(formula: &Formula) -> Option<Demand> {
        if !formula.is_linear() || formula.is_about_point() {
            return None;
        }
        let mut demand = Demand { proviso: proviso(formula)?, states: Vec::new(), steps: Vec::new() };
        if demand.proviso == Proviso::None {
            // Whatever it says of deadlocks, these are found as they are.
            return Some(demand);
        }
        formula.any(&mut |part| {
            match part {
                Formula::State(id) => demand.states.push(*id),
                Formula::Step(id) => demand.steps.push(*id),
                _ => {}
            }
            false
        });
        Some(demand)
    }
}

fn proviso(formula: &Formula) -> Option<Proviso> {
    let says = |formula: &Formula, what: &Formula| formula.any(&mut |part| part == what);
    let deadlocks = says(formula, &Formula::Deadlock);
    match formula {
        // A fault ends the search as soon as a state with one is found.
        Formula::Globally(good) if **good == Formula::Faulty.not() => Some(Proviso::Some),
        _ if says(formula, &Formula::Faulty) => None,
        Formula::Globally(good) if is_about_deadlocks(good) => Some(Proviso::None),
        // A state that violates it would do so as a deadlock too.
        Formula::Globally(good) if deadlocks => {
            (good.is_about_point() && deadlocks_are(good, false)).then_some(Proviso::Some)
        }
        Formula::Globally(good) if formula.as_invariant().is_some() => {
            matches!(kind(good), Kind::Insensitive | Kind::Permit).then_some(Proviso::Some)
        }
        Formula::Finally(goal) if deadlocks => {
            (goal.is_about_point() && deadlocks_are(goal, true)).then_some(Proviso::All)
        }
        _ => {
            // Runs that do not end have counterparts that do not end.
            let asked = formula.of_infinite_runs().unwrap_or(formula);
            let is_free = !says(asked, &Formula::Deadlock);
            (is_free && kind(asked) == Kind::Insensitive).then_some(Proviso::All)
        }
    }
}

/// Whether a formula says something of states that deadlock, and nothing of others.
fn is_about_deadlocks(formula: &Formula) -> bool {
    let is_point = |part: &Formula| part.is_about_point() && part.arrivals().is_empty();
    match formula {
        Formula::Or(list) => list.iter().any(is_about_deadlocks) && list.iter().all(is_point),
        Formula::And(list) => !list.is_empty() && list.iter().all(is_about_deadlocks),
        other => *other == Formula::Deadlock.not(),
    }
}

/// Whether a formula about one state speaks of deadlocks under an even number of negations only, or else an odd
/// one.
fn deadlocks_are(formula: &Formula, positive: bool) -> bool {
    match formula {
        Formula::Deadlock => positive,
        Formula::Not(inner) => deadlocks_are(inner, !positive),
        Formula::Arrived(_) => false,
        other => other.children().into_iter().all(|child| deadlocks_are(child, positive)),
    }
}

fn kind(formula: &Formula) -> Kind {
    use Formula::*;
    match formula {
        State(_) => Kind::Insensitive,
        Step(_) => Kind::Event,
        Not(inner) => kind(inner).negated(),
        And(list) => conjunction(list.iter().map(kind)),
        Or(list) => conjunction(list.iter().map(|part| kind(part).negated())).negated(),
        // After a visible step nothing is invisible about it; after an invisible one all is as before.
        Next(inner) if kind(inner) == Kind::Insensitive => Kind::AtSteps,
        Finally(inner) => eventually(kind(inner)),
        Globally(inner) => eventually(kind(inner).negated()).negated(),
        Until(a, b) => until(kind(a), kind(b)),
        WeakUntil(a, b) => match (until(kind(a), kind(b)), eventually(kind(a).negated())) {
            (Kind::Insensitive, Kind::Insensitive) => Kind::Insensitive,
            _ => Kind::Sensitive,
        },
        Release(a, b) => until(kind(a).negated(), kind(b).negated()).negated(),
        _ => Kind::Sensitive,
    }
}

fn conjunction(parts: impl Iterator<Item = Kind>) -> Kind {
    let (mut all, mut is_event) = (None, false);
    for part in parts {
        if part == Kind::Sensitive {
            return Kind::Sensitive;
        }
        is_event |= part == Kind::Event;
        all = match all {
            None => Some(part),
            Some(same) if same == part => Some(same),
            Some(_) => Some(Kind::AtSteps),
        };
    }
    if is_event { Kind::Event } else { all.unwrap_or(Kind::Insensitive) }
}

fn eventually(goal: Kind) -> Kind {
    match goal {
        Kind::Insensitive | Kind::Event => Kind::Insensitive,
        _ => Kind::Sensitive,
    }
}

/// What leads up to a goal must hold where invisible steps are put in: also before the step that is the goal.
fn until(before: Kind, goal: Kind) -> Kind {
    match (before, goal) {
        (Kind::Insensitive, Kind::Insensitive) => Kind::Insensitive,
        (Kind::Permit, Kind::Insensitive | Kind::Event) => Kind::Insensitive,
        _ => Kind::Sensitive,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(formula: Formula) -> Box<Formula> {
        Box::new(formula)
    }

    fn asks(formula: Formula) -> Option<Proviso> {
        Demand::of(&formula).map(|demand| demand.proviso)
    }

    #[test]
    fn formulas_that_cannot_tell_orders_apart() {
        use Formula::*;
        let mut exprs = synod_core::Exprs::new();
        let p = State(exprs.bool(true));
        let step = Step(StepPredicateId(0));
        let after = |then: &Formula| Formula::diamond(StepPredicateId(0), then.clone());
        let always = |f: &Formula| Globally(boxed(f.clone()));
        let sometime = |f: &Formula| Finally(boxed(f.clone()));
        assert_eq!(asks(always(&Deadlock.not())), Some(Proviso::None));
        let ended = Or(vec![Deadlock.not(), p.clone()]);
        assert_eq!(asks(always(&ended)), Some(Proviso::None));
        assert_eq!(asks(always(&And(vec![ended.clone(), p.clone()]))), Some(Proviso::Some));
        assert_eq!(asks(always(&And(vec![ended.clone(), ended]))), Some(Proviso::None));
        assert_eq!(asks(always(&Or(vec![Deadlock.not(), Next(boxed(p.clone()))]))), None);
        assert_eq!(asks(always(&Or(vec![Deadlock, p.clone()]))), None);
        assert_eq!(asks(always(&Faulty.not())), Some(Proviso::Some));
        assert_eq!(asks(always(&Faulty)), None);
        assert_eq!(asks(always(&p)), Some(Proviso::Some));
        assert_eq!(asks(always(&step.clone().not())), Some(Proviso::Some));
        assert_eq!(asks(always(&step)), None);
        assert_eq!(asks(sometime(&after(&p))), Some(Proviso::All));
        assert_eq!(asks(always(&Formula::boxed(StepPredicateId(0), p.clone()))), Some(Proviso::All));
        assert_eq!(asks(Formula::boxed(StepPredicateId(0), p.clone())), None);
        assert_eq!(asks(Until(boxed(p.clone()), boxed(step.clone()))), None);
        assert_eq!(asks(Until(boxed(step.clone().not()), boxed(step.clone()))), Some(Proviso::All));
        assert_eq!(asks(WeakUntil(boxed(step.clone().not()), boxed(p.clone()))), Some(Proviso::All));
        assert_eq!(asks(Release(boxed(step.clone()), boxed(p.clone()))), Some(Proviso::All));
        assert_eq!(asks(Release(boxed(p.clone()), boxed(step.clone()))), None);
        assert_eq!(asks(always(&sometime(&step))), Some(Proviso::All));
        assert_eq!(asks(sometime(&always(&step))), None);
        assert_eq!(asks(always(&Next(boxed(p.clone())))), None);
        assert_eq!(asks(sometime(&Deadlock)), Some(Proviso::All));
        assert_eq!(asks(sometime(&Deadlock.not())), None);
        assert_eq!(asks(sometime(&p).on_infinite_runs()), Some(Proviso::All));
        assert_eq!(asks(always(&Arrived(StepPredicateId(0)).not())), None);
        assert_eq!(asks(always(&Arrived(StepPredicateId(0)).implies(Deadlock.not()))), None);
        assert_eq!(asks(p), None);
    }
}
