//! Properties: one tree for state predicates, linear and branching time, observations, knowledge and
//! coalitions. Engines say which fragment they decide.

use std::collections::BTreeMap;

use synod_syntax::Span;

use crate::expr::ExprId;
use crate::system::{AgentId, DeadEnds, Rule, RuleId, Strategies, System};

/// A predicate over steps, by its position in [`crate::System::step_predicates`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StepPredicateId(pub u32);

/// A predicate over steps: for each rule a condition on the state before the step, its choices and the
/// alternatives it takes ([`crate::Expr::Took`]). Steps of other rules, and stuttering, do not satisfy
/// it; a fault counts as false.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StepPredicate {
    /// The predicate in the words of the model.
    pub text: String,
    /// The condition for the steps of each rule.
    pub cases: BTreeMap<RuleId, ExprId>,
}

/// A formula. Positions are those of a run `s0 -e0-> s1 -e1-> …`. A state predicate whose evaluation
/// faults counts as false.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Formula {
    /// Holds in states where the expression is true.
    State(ExprId),
    /// The step leaving this position satisfies the predicate.
    Step(StepPredicateId),
    /// The step that led here satisfies the predicate; false at the start.
    Arrived(StepPredicateId),
    /// No step can be taken here.
    Deadlock,
    /// Some step here meets a fault: a division by zero, a value outside its range, …
    Faulty,
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction of all (true if none).
    And(Vec<Formula>),
    /// Disjunction of all (false if none).
    Or(Vec<Formula>),
    /// At the next position.
    Next(Box<Formula>),
    /// Now or at some later position.
    Finally(Box<Formula>),
    /// Now and at all later positions.
    Globally(Box<Formula>),
    /// The second happens, and until then the first.
    Until(Box<Formula>, Box<Formula>),
    /// The second holds up to and including where the first does, or for ever.
    Release(Box<Formula>, Box<Formula>),
    /// As until, but the second need not happen.
    WeakUntil(Box<Formula>, Box<Formula>),
    /// On all runs from here.
    AllRuns(Box<Formula>),
    /// On some run from here.
    SomeRun(Box<Formula>),
    /// The agent knows: it holds in every reachable state that looks the same to the agent.
    Knows(AgentId, Box<Formula>),
    /// Every one of the group knows.
    EverybodyKnows(Vec<AgentId>, Box<Formula>),
    /// Everybody in the group knows, knows that everybody knows, and so on.
    CommonKnowledge(Vec<AgentId>, Box<Formula>),
    /// Those who pool what the group sees know.
    DistributedKnowledge(Vec<AgentId>, Box<Formula>),
    /// The group has a strategy to bring it about, whatever the others do. In every state:
    ///
    /// - Of each rule that no member begins, the members pick the choices that are theirs
    ///   ([`crate::Choice::agent`]), such that with some values of the other choices the guard holds.
    /// - Of the rules that members begin ([`crate::Observation::actor`]) the group offers at most one,
    ///   with values for the choices that are theirs. It must offer one if nobody else can take a step.
    /// - All else is against the group: which of the possible steps is taken, the other choices, and the
    ///   alternatives that parts take. If no step comes of what it picks, the group has succeeded; if there is
    ///   nothing that it may pick, it has not.
    ///
    /// [`crate::System::dead_ends`] says whether this is so too where no step can be taken at all, or whether such a
    /// state repeats.
    /// [`crate::System::strategies`] says what the members see and which runs count.
    Coalition(Vec<AgentId>, Box<Formula>),
}

impl Formula {
    /// Negation, with double negations removed.
    #[allow(clippy::should_implement_trait)]
    pub fn not(self) -> Formula {
        match self {
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// The first implies the second.
    pub fn implies(self, then: Formula) -> Formula {
        Formula::Or(vec![self.not(), then])
    }

    /// Both or neither.
    pub fn iff(self, other: Formula) -> Formula {
        Formula::And(vec![self.clone().implies(other.clone()), other.implies(self)])
    }

    /// `<O> φ`: the next step satisfies the predicate and leads to where `φ` holds.
    pub fn diamond(step: StepPredicateId, then: Formula) -> Formula {
        Formula::And(vec![Formula::Step(step), Formula::Next(Box::new(then))])
    }

    /// `[O] φ`: if the next step satisfies the predicate, it leads to where `φ` holds.
    pub fn boxed(step: StepPredicateId, then: Formula) -> Formula {
        Formula::Or(vec![Formula::Step(step).not(), Formula::Next(Box::new(then))])
    }

    /// The direct subformulas.
    pub fn children(&self) -> Vec<&Formula> {
        use Formula::*;
        match self {
            State(_) | Step(_) | Arrived(_) | Deadlock | Faulty => vec![],
            Not(a)
            | Next(a)
            | Finally(a)
            | Globally(a)
            | AllRuns(a)
            | SomeRun(a)
            | Knows(_, a)
            | EverybodyKnows(_, a)
            | CommonKnowledge(_, a)
            | DistributedKnowledge(_, a)
            | Coalition(_, a) => {
                vec![a]
            }
            And(list) | Or(list) => list.iter().collect(),
            Until(a, b) | Release(a, b) | WeakUntil(a, b) => vec![a, b],
        }
    }

    /// The same operator over other subformulas: what `map` makes of each of the direct ones, in order.
    pub fn map_children(&self, map: &mut dyn FnMut(&Formula) -> Formula) -> Formula {
        use Formula::*;
        let mut boxed = |a: &Formula| Box::new(map(a));
        match self {
            State(_) | Step(_) | Arrived(_) | Deadlock | Faulty => self.clone(),
            Not(a) => Not(boxed(a)),
            And(list) => And(list.iter().map(map).collect()),
            Or(list) => Or(list.iter().map(map).collect()),
            Next(a) => Next(boxed(a)),
            Finally(a) => Finally(boxed(a)),
            Globally(a) => Globally(boxed(a)),
            Until(a, b) => Until(boxed(a), boxed(b)),
            Release(a, b) => Release(boxed(a), boxed(b)),
            WeakUntil(a, b) => WeakUntil(boxed(a), boxed(b)),
            AllRuns(a) => AllRuns(boxed(a)),
            SomeRun(a) => SomeRun(boxed(a)),
            Knows(agent, a) => Knows(*agent, boxed(a)),
            EverybodyKnows(group, a) => EverybodyKnows(group.clone(), boxed(a)),
            CommonKnowledge(group, a) => CommonKnowledge(group.clone(), boxed(a)),
            DistributedKnowledge(group, a) => DistributedKnowledge(group.clone(), boxed(a)),
            Coalition(group, a) => Coalition(group.clone(), boxed(a)),
        }
    }

    /// Asked of infinite runs only: runs that deadlock satisfy it. [`Formula::of_infinite_runs`] takes it apart.
    pub fn on_infinite_runs(self) -> Formula {
        Formula::Or(vec![Formula::Finally(Box::new(Formula::Deadlock)), self])
    }

    /// What is asked of infinite runs only, if the formula was built by [`Formula::on_infinite_runs`].
    pub fn of_infinite_runs(&self) -> Option<&Formula> {
        match self.as_either()? {
            (Formula::Finally(end), asked) if **end == Formula::Deadlock => Some(asked),
            _ => None,
        }
    }

    /// Asked of a state for the sake of the infinite runs through it: a state whose runs all deadlock satisfies it.
    /// [`Formula::of_live_states`] takes it apart.
    pub fn on_live_states(self) -> Formula {
        let deadlocks = Formula::Finally(Box::new(Formula::Deadlock));
        Formula::Or(vec![Formula::AllRuns(Box::new(deadlocks)), self])
    }

    /// What is asked of states with an infinite run only, if the formula was built by [`Formula::on_live_states`].
    pub fn of_live_states(&self) -> Option<&Formula> {
        match self.as_either()? {
            (Formula::AllRuns(runs), asked) => match &**runs {
                Formula::Finally(end) if **end == Formula::Deadlock => Some(asked),
                _ => None,
            },
            _ => None,
        }
    }

    /// The parts of a disjunction of two.
    fn as_either(&self) -> Option<(&Formula, &Formula)> {
        match self {
            Formula::Or(list) => match list.as_slice() {
                [one, other] => Some((one, other)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The same where runs that deadlock are judged like all others; `None` if they are anyway. Where dead ends are
    /// the end of a run, a formula may also say that one is as good as what it asks for.
    pub fn counting_deadlocks(&self, dead_ends: DeadEnds) -> Option<Formula> {
        let judged = |part: &Formula| match dead_ends {
            DeadEnds::Repeat => part.of_what_goes_on().cloned(),
            DeadEnds::End => part.of_what_goes_on().cloned().or_else(|| part.without_dead_ends()),
        };
        fn strict(formula: &Formula, judged: &impl Fn(&Formula) -> Option<Formula>) -> Formula {
            match judged(formula) {
                Some(asked) => strict(&asked, judged),
                None => formula.map_children(&mut |part| strict(part, judged)),
            }
        }
        self.any(&mut |part| judged(part).is_some()).then(|| strict(self, &judged))
    }

    /// What is asked for where a dead end will do instead: now, or sooner or later.
    fn without_dead_ends(&self) -> Option<Formula> {
        match self {
            Formula::Finally(goal) => match goal.as_either()? {
                (asked, Formula::Deadlock) => Some(Formula::Finally(Box::new(asked.clone()))),
                _ => None,
            },
            _ => match self.as_either()? {
                (Formula::Deadlock, asked) => Some(asked.clone()),
                _ => None,
            },
        }
    }

    /// What is asked of infinite runs, or of states with one, only.
    pub fn of_what_goes_on(&self) -> Option<&Formula> {
        self.of_infinite_runs().or_else(|| self.of_live_states())
    }

    /// Whether `test` holds of the formula or of a part of it.
    pub fn any(&self, test: &mut impl FnMut(&Formula) -> bool) -> bool {
        test(self) || self.children().into_iter().any(|child| child.any(test))
    }

    /// Splits a property into conjuncts that can be asked one by one. Quantification over all runs is what
    /// a property means anyway, so it is dropped at the top.
    pub fn conjuncts(&self) -> Vec<Formula> {
        use Formula::*;
        let mut todo = vec![self.clone()];
        let mut done = Vec::new();
        while let Some(formula) = todo.pop() {
            match formula {
                And(list) => todo.extend(list.into_iter().rev()),
                AllRuns(inner) => todo.push(*inner),
                Not(inner) => match *inner {
                    Not(inner) => todo.push(*inner),
                    Or(list) => todo.extend(list.into_iter().rev().map(Formula::not)),
                    SomeRun(inner) => todo.push(inner.not()),
                    Finally(inner) => todo.push(Globally(Box::new(inner.not()))),
                    other => done.push(other.not()),
                },
                other => done.push(other),
            }
        }
        done
    }

    /// Whether it talks about a state and how it was reached, and not about a certain run from there.
    pub fn is_about_point(&self) -> bool {
        use Formula::*;
        match self {
            State(_) | Arrived(_) | Deadlock | Faulty => true,
            AllRuns(_) | SomeRun(_) | Knows(..) | EverybodyKnows(..) => true,
            CommonKnowledge(..) | DistributedKnowledge(..) | Coalition(..) => true,
            Not(inner) => inner.is_about_point(),
            And(list) | Or(list) => list.iter().all(Formula::is_about_point),
            Step(_) | Next(_) | Finally(_) | Globally(_) | Until(..) | Release(..) | WeakUntil(..) => false,
        }
    }

    /// Whether it talks about one position of a run: a point and the step that leaves it.
    pub fn is_about_position(&self) -> bool {
        use Formula::*;
        match self {
            Step(_) => true,
            Not(inner) => inner.is_about_position(),
            And(list) | Or(list) => list.iter().all(Formula::is_about_position),
            other => other.is_about_point(),
        }
    }

    /// For `G p` with `p` about one position: `p`. It is asked of every position that can be reached, also of
    /// those on runs that end.
    pub fn as_invariant(&self) -> Option<&Formula> {
        match self {
            Formula::Globally(inner) if inner.is_about_position() => Some(inner),
            _ => None,
        }
    }

    /// Whether its coalitions are of the kind that engines decide; if not, why.
    pub fn check_coalitions(&self, system: &System) -> Result<(), &'static str> {
        use Formula::*;
        let strange = self.any(&mut |part| match part {
            Coalition(_, path) => match &**path {
                Step(_) | Not(_) | And(_) | Or(_) => !path.is_about_point(),
                operator => !operator.children().into_iter().all(Formula::is_about_point),
            },
            _ => false,
        });
        if strange {
            return Err("a coalition must be followed by X, F, G, U, R or W of state formulas");
        }
        let begins = self.any(&mut |part| match part {
            Coalition(group, _) => {
                let begun = |rule: &Rule| rule.observation.actor.is_some_and(|a| group.contains(&a));
                system.rules.iter().any(begun)
            }
            _ => false,
        });
        if begins && system.strategies == Strategies::Uniform {
            return Err("uniform strategies need synchronous agents");
        }
        Ok(())
    }

    /// Whether a linear temporal operator stands in it.
    pub fn is_temporal(&self) -> bool {
        use Formula::*;
        self.any(&mut |f| {
            matches!(
                f,
                Next(_) | Finally(_) | Globally(_) | Until(..) | Release(..) | WeakUntil(..) | Step(_)
            )
        })
    }

    /// Whether a knowledge operator stands in it.
    pub fn is_epistemic(&self) -> bool {
        use Formula::*;
        self.any(&mut |f| {
            matches!(f, Knows(..) | EverybodyKnows(..) | CommonKnowledge(..) | DistributedKnowledge(..))
        })
    }

    /// Whether it is one of linear time: it speaks of one run, without path quantifiers, knowledge and coalitions.
    pub fn is_linear(&self) -> bool {
        !self.is_branching() && !self.is_epistemic()
    }

    /// Whether a coalition stands in it.
    pub fn is_strategic(&self) -> bool {
        self.any(&mut |f| matches!(f, Formula::Coalition(..)))
    }

    /// Whether a path quantifier or coalition stands in it.
    pub fn is_branching(&self) -> bool {
        use Formula::*;
        self.any(&mut |f| matches!(f, AllRuns(_) | SomeRun(_) | Coalition(..)))
    }

    /// The maximal subformulas about more than one run, and whether they stand positively.
    pub fn about_more_runs(&self) -> Vec<(&Formula, bool)> {
        let mut found = Vec::new();
        self.add_about_more_runs(true, &mut found);
        found
    }

    fn add_about_more_runs<'f>(&'f self, positive: bool, found: &mut Vec<(&'f Formula, bool)>) {
        use Formula::*;
        match self {
            Not(inner) => inner.add_about_more_runs(!positive, found),
            AllRuns(_)
            | SomeRun(_)
            | Knows(..)
            | EverybodyKnows(..)
            | CommonKnowledge(..)
            | DistributedKnowledge(..)
            | Coalition(..) => found.push((self, positive)),
            other => {
                other.children().into_iter().for_each(|child| child.add_about_more_runs(positive, found))
            }
        }
    }

    /// The predicates that it asks of the step that led to a position, each once.
    pub fn arrivals(&self) -> Vec<StepPredicateId> {
        let mut found = Vec::new();
        self.any(&mut |part| {
            if let Formula::Arrived(predicate) = part
                && !found.contains(predicate)
            {
                found.push(*predicate);
            }
            false
        });
        found
    }
}

/// Where a property comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyOrigin {
    /// Written in the model.
    Model,
    /// Asked for by the user or offered by the tool, such as freedom from deadlock.
    BuiltIn,
}

/// A question about a system: does the formula hold on all runs from all initial states?
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name: given in the file, or `spec-N` by position.
    pub name: String,
    /// Its text in the words of the model.
    pub text: String,
    /// What is asked.
    pub formula: Formula,
    /// Where it was written.
    pub span: Span,
    /// Where it comes from.
    pub origin: PropertyOrigin,
}

/// Something odd that only the reachable states can tell: worth a warning if the formula holds.
#[derive(Clone, Debug)]
pub struct Lint {
    /// The code of the warning.
    pub code: &'static str,
    /// What is odd, as a sentence.
    pub message: String,
    /// Where.
    pub span: Span,
    /// Holds if it is so.
    pub formula: Formula,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conjuncts_are_found_under_negations_and_quantifiers() {
        let never = |f| Formula::Finally(Box::new(f)).not();
        let formula = Formula::AllRuns(Box::new(Formula::And(vec![
            Formula::Deadlock,
            Formula::Or(vec![Formula::Faulty, Formula::Deadlock]).not(),
            never(Formula::Faulty),
        ])));
        let always = Formula::Globally(Box::new(Formula::Faulty.not()));
        let expected = [Formula::Deadlock, Formula::Faulty.not(), Formula::Deadlock.not(), always];
        assert_eq!(formula.conjuncts(), expected);
    }

    #[test]
    fn what_is_asked_of_infinite_runs_is_found_again() {
        let asked = Formula::Globally(Box::new(Formula::Faulty.not()));
        let (runs, states) = (asked.clone().on_infinite_runs(), Formula::Faulty.on_live_states());
        assert_eq!(runs.of_infinite_runs(), Some(&asked));
        assert_eq!(states.of_live_states(), Some(&Formula::Faulty));
        assert_eq!((runs.of_live_states(), states.of_infinite_runs()), (None, None));
        assert_eq!(states.counting_deadlocks(DeadEnds::Repeat), Some(Formula::Faulty));
        let now = Formula::Or(vec![Formula::Deadlock, asked.clone()]);
        assert_eq!(now.of_what_goes_on(), None);
        let later = Formula::Finally(Box::new(Formula::Or(vec![now.clone(), Formula::Deadlock])));
        assert_eq!(
            (now.counting_deadlocks(DeadEnds::Repeat), later.counting_deadlocks(DeadEnds::Repeat)),
            (None, None)
        );
        assert_eq!(now.counting_deadlocks(DeadEnds::End), Some(asked.clone()));
        assert_eq!(later.counting_deadlocks(DeadEnds::End), Some(Formula::Finally(Box::new(asked))));
    }

    #[test]
    fn a_position_is_a_point_with_its_step() {
        let step = Formula::Step(StepPredicateId(0));
        let both = Formula::And(vec![step.clone(), Formula::Deadlock]);
        assert!(both.is_about_position() && !both.is_about_point());
        assert!(!Formula::Next(Box::new(step)).is_about_position());
    }
}
