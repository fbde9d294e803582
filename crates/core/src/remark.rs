//! Remarks: what a person should know beside a verdict.

use std::fmt;

use synod_syntax::{Severity, apart, counted};

/// How many names a remark lists before it only counts.
const MOST_NAMES: usize = 4;

/// Numbers with more digits than this are rounded for people.
const MOST_DIGITS: usize = 30;

/// A number of states, exact however large it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StateCount {
    /// The number in decimal digits: decision diagrams count beyond 64 bits.
    pub number: String,
    /// Whether the search ended early, so that there may be more.
    pub at_least: bool,
}

impl StateCount {
    /// All of them.
    pub fn exactly(number: impl fmt::Display) -> Self {
        StateCount { number: number.to_string(), at_least: false }
    }

    fn is_one(&self) -> bool {
        self.number == "1"
    }
}

impl fmt::Display for StateCount {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let about = if self.at_least { "at least " } else { "" };
        let states = if self.is_one() { "state" } else { "states" };
        match self.number.as_str() {
            long if long.len() > MOST_DIGITS => {
                write!(
                    f,
                    "{about}about {}.{} · 10^{} reachable {states}",
                    &long[..1],
                    &long[1..3],
                    long.len() - 1
                )
            }
            short => write!(f, "{about}{} reachable {states}", apart(short)),
        }
    }
}

/// Something to know beside a verdict. Programs recognise it by its variant or its [`Remark::code`], people
/// read it as [`Display`](fmt::Display) writes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Remark {
    /// No values of the variables satisfy the initial condition.
    NoInitialState,
    /// There are more reachable states than 64 bits count.
    ManyStates(StateCount),
    /// Some reachable states have no step.
    DeadEnds {
        /// How many.
        states: StateCount,
        /// Whether agents of the model can come to their end, which is no deadlock.
        may_be_end: bool,
    },
    /// In some reachable states a step is not taken because it meets a fault.
    FaultySteps(StateCount),
    /// Some step of some instance of a family may meet a fault.
    FaultsInFamily,
    /// An implication holds only because its antecedent, given as text, is true nowhere where it is asked.
    VacuousImplication {
        /// The left side of the implication, or the box of a formula about what holds after steps.
        antecedent: String,
        /// Whether it is such a box, which is about steps.
        is_step: bool,
        /// The left sides of the implications around it: it is asked only where these are true.
        behind: Vec<String>,
        /// Whether it is asked of the initial states only.
        initially: bool,
    },
    /// A property that judges scopes holds only because there is none.
    NoScope {
        /// Whether only scopes count that are closed again.
        must_close: bool,
    },
    /// Only fair runs count, and there are none, or a group enforces something only because it can keep all from being fair.
    NoFairRun {
        /// The members of the group; `None` where no run is fair whatever anybody does.
        group: Option<String>,
    },
    /// No run is as long as the bound on steps, or no run is infinite, so that nothing was judged.
    AllRunsDeadlock {
        /// The bound on steps, if there is one.
        steps: Option<u64>,
    },
    /// Some runs deadlock before what the property asks for happens; the language does not count them.
    UncountedDeadlocks,
    /// Some runs deadlock, which are not judged, and the property would fail if they were.
    UnjudgedDeadlocks,
    /// The limit on the depth says nothing to an engine that works with sets of states.
    DepthWithoutEffect,
    /// These variables are outside the cone of influence of the property.
    OutsideCone {
        /// Their names.
        variables: Vec<String>,
    },
    /// Integers without bounds were cut to a window; a solver might prove what holds within it.
    SolverMightProve,
    /// Some runs deadlock, and what the property asks for happens on them only because their last state repeats.
    RepeatedDeadEnd,
    /// A property that says that something is possible has to hold in all initial states, and does not.
    SomeInitialStates {
        /// How many there are, if they were counted.
        states: Option<u64>,
        /// In how many of them it fails, if that was counted.
        failing: Option<u64>,
    },
    /// A property that says that something is possible fails where the run that is shown ends, because no run from there has it.
    Impossible {
        /// What no run does, as the rest of a sentence that begins with `no run from there`.
        what: String,
        /// Whether that is in the initial state.
        initially: bool,
        /// Whether only fair runs count.
        fair: bool,
    },
    /// The null step of an interleaved family may be taken for ever, so no liveness property is enforced.
    NullStepForEver,
    /// A counterexample was to be minimised, and is about more than one run.
    NotMinimised,
    /// A run is not in the document, which would have needed more memory than allowed.
    RunLeftOut {
        /// How many steps it has.
        steps: u64,
    },
    /// The search went on from a checkpoint.
    Resumed {
        /// How many states were in it.
        states: u64,
    },
    /// Files of a checkpoint are missing or damaged: the search went on from what came before them.
    DamagedCheckpoint {
        /// The first of them.
        file: String,
        /// How many states came before.
        states: u64,
    },
    /// The search could not be saved.
    CheckpointNotWritten {
        /// Why, as a phrase.
        why: String,
    },
    /// The search kept less of states than tells them apart, and may have left out some.
    Omission {
        /// How likely it is that a given state was taken for another, as a number for people.
        of_state: String,
        /// How likely it is that this happened to any state.
        of_any: String,
    },
}

impl Remark {
    /// The stable code, which `synod help` explains.
    pub fn code(&self) -> &'static str {
        match self {
            Remark::NoInitialState => "remark::no-initial-state",
            Remark::ManyStates(_) => "remark::many-states",
            Remark::DeadEnds { .. } => "remark::dead-ends",
            Remark::FaultySteps(_) => "remark::faulty-steps",
            Remark::FaultsInFamily => "remark::faults-in-family",
            Remark::VacuousImplication { .. } => "remark::vacuous-implication",
            Remark::NoScope { .. } => "remark::no-scope",
            Remark::NoFairRun { .. } => "remark::no-fair-run",
            Remark::AllRunsDeadlock { .. } => "remark::all-runs-deadlock",
            Remark::UncountedDeadlocks => "remark::uncounted-deadlocks",
            Remark::UnjudgedDeadlocks => "remark::unjudged-deadlocks",
            Remark::DepthWithoutEffect => "remark::depth-without-effect",
            Remark::OutsideCone { .. } => "remark::outside-cone",
            Remark::SolverMightProve => "remark::solver-might-prove",
            Remark::RepeatedDeadEnd => "remark::repeated-dead-end",
            Remark::SomeInitialStates { .. } => "remark::some-initial-states",
            Remark::Impossible { .. } => "remark::impossible",
            Remark::NullStepForEver => "remark::null-step-for-ever",
            Remark::NotMinimised => "remark::not-minimised",
            Remark::RunLeftOut { .. } => "remark::run-left-out",
            Remark::Resumed { .. } => "remark::resumed",
            Remark::DamagedCheckpoint { .. } => "remark::damaged-checkpoint",
            Remark::CheckpointNotWritten { .. } => "remark::checkpoint-not-written",
            Remark::Omission { .. } => "remark::omission",
        }
    }

    /// A warning if the verdict may mean less than it seems to, otherwise a note.
    pub fn severity(&self) -> Severity {
        match self {
            Remark::NoInitialState
            | Remark::FaultySteps(_)
            | Remark::FaultsInFamily
            | Remark::VacuousImplication { .. }
            | Remark::NoScope { .. }
            | Remark::NoFairRun { .. }
            | Remark::AllRunsDeadlock { .. }
            | Remark::UncountedDeadlocks
            | Remark::UnjudgedDeadlocks
            | Remark::RepeatedDeadEnd
            | Remark::DamagedCheckpoint { .. }
            | Remark::CheckpointNotWritten { .. }
            | Remark::NullStepForEver => Severity::Warning,
            Remark::ManyStates(_)
            | Remark::DeadEnds { .. }
            | Remark::DepthWithoutEffect
            | Remark::SomeInitialStates { .. }
            | Remark::Impossible { .. }
            | Remark::NotMinimised
            | Remark::RunLeftOut { .. }
            | Remark::Resumed { .. }
            | Remark::Omission { .. }
            | Remark::SolverMightProve
            | Remark::OutsideCone { .. } => Severity::Note,
        }
    }
}

impl Remark {
    /// Whether it says how little one answer means. What it says of the model as a whole is read once; this belongs
    /// to every answer that it is about.
    pub fn is_vacuity(&self) -> bool {
        matches!(
            self,
            Remark::VacuousImplication { .. }
                | Remark::NoScope { .. }
                | Remark::NoFairRun { .. }
                | Remark::AllRunsDeadlock { .. }
                | Remark::UncountedDeadlocks
                | Remark::UnjudgedDeadlocks
                | Remark::RepeatedDeadEnd
                | Remark::SomeInitialStates { .. }
                | Remark::Impossible { .. }
                | Remark::NotMinimised
                | Remark::Omission { .. }
        )
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let have = |states: &StateCount| if states.is_one() { "has" } else { "have" };
        match self {
            Remark::NoInitialState => {
                f.write_str("there is no initial state, so every property holds vacuously")
            }
            Remark::ManyStates(states) => write!(f, "{states}"),
            Remark::DeadEnds { states, may_be_end } => {
                let what = if *may_be_end { "the end, or a deadlock" } else { "deadlock" };
                write!(f, "{states} {} no step ({what})", have(states))
            }
            Remark::FaultySteps(states) => write!(
                f,
                "{states} {} a step that is not taken because a value does not exist or does not fit: see \
                 `--property no-fault`",
                have(states)
            ),
            Remark::FaultsInFamily => f.write_str(
                "some steps may not be taken because a value does not exist or does not fit: see `--property \
                 no-fault`, for one number of agents",
            ),
            Remark::VacuousImplication { antecedent, is_step, behind, initially } => {
                let around: Vec<String> = behind.iter().map(|text| format!("`{text}`")).collect();
                let place = match around.as_slice() {
                    [] => String::new(),
                    [one] => format!(" where {one} is"),
                    several => format!(" where {} are", several.join(" and ")),
                };
                let others = ", and the property asks about no others";
                match (is_step, initially) {
                    (false, false) => {
                        write!(f, "vacuous: the antecedent `{antecedent}` is never true{place}")
                    }
                    (false, true) => write!(
                        f,
                        "vacuous: the antecedent `{antecedent}` is true in no initial state{place}{others}"
                    ),
                    (true, false) => write!(f, "vacuous: no step is ever as in `{antecedent}`{place}"),
                    (true, true) => {
                        write!(f, "vacuous: no first step is as in `{antecedent}`{place}{others}")
                    }
                }
            }
            Remark::NoScope { must_close: false } => f.write_str("vacuous: no scope is ever opened"),
            Remark::NoScope { must_close: true } => {
                f.write_str("vacuous: no scope is ever opened and closed again")
            }
            Remark::NoFairRun { group: None } => {
                f.write_str("vacuous: no run is fair, and the property asks about no others")
            }
            Remark::NoFairRun { group: Some(group) } => {
                write!(f, "vacuous: {group} can keep every run from being fair, and so enforces anything")
            }
            Remark::AllRunsDeadlock { steps: Some(steps) } => {
                write!(f, "vacuous: every run deadlocks in fewer than {}", counted(*steps, "step"))
            }
            Remark::AllRunsDeadlock { steps: None } => f.write_str("vacuous: every run deadlocks"),
            Remark::UncountedDeadlocks => {
                f.write_str("some runs deadlock before it happens; they are not counted (see `--deadlock`)")
            }
            Remark::UnjudgedDeadlocks => {
                f.write_str("vacuous on some runs: they deadlock, and the logic judges infinite runs only")
            }
            Remark::RepeatedDeadEnd => f.write_str(
                "on some runs it holds only because they deadlock: their last state repeats for ever",
            ),
            Remark::SomeInitialStates { states, failing } => {
                let all = match states {
                    Some(1) => "the initial state".to_string(),
                    Some(states) => format!("all {}", counted(*states, "initial state")),
                    None => "all initial states".to_string(),
                };
                let some = failing.map_or("some, among them the one where its run begins".to_string(), |failing| match failing {
                    1 => "1, where its run begins".to_string(),
                    failing => format!("{failing}, among them the one where its run begins"),
                });
                write!(f, "it must hold in {all}; it fails in {some}")
            }
            Remark::Impossible { what, initially, fair } => {
                let run = if *fair { "fair run" } else { "run" };
                let place = if *initially { "initial state" } else { "last state that is shown" };
                write!(f, "no {run} from the {place} {what}")
            }
            Remark::NotMinimised => f.write_str(
                "not minimised: the property is about knowledge, strategies or several runs, and the run that is shown explains \
                 it only together with others",
            ),
            Remark::RunLeftOut { steps } => write!(
                f,
                "its run of {} is not in this document, which would need more memory than `--memory` allows",
                counted(*steps, "step")
            ),
            Remark::Resumed { states } => {
                write!(f, "the search went on from a checkpoint with {}", counted(*states, "state"))
            }
            Remark::DamagedCheckpoint { file, states: 0 } => write!(
                f,
                "the file `{file}` of the checkpoint is missing or damaged: the search began again from the initial states"
            ),
            Remark::DamagedCheckpoint { file, states } => write!(
                f,
                "the file `{file}` of the checkpoint is missing or damaged: the search went on from the {} before it",
                counted(*states, "state")
            ),
            Remark::CheckpointNotWritten { why } => {
                write!(f, "the last checkpoint could not be written ({why}): `synod resume` goes on from an earlier one")
            }
            Remark::Omission { of_state, of_any } => write!(
                f,
                "not all of a state was kept: the probability that a given state was taken for another is at most {of_state}, that \
                 any was, and with it what only it leads to was left out, at most {of_any}"
            ),
            Remark::DepthWithoutEffect => f.write_str("`--depth` has no effect on the BDD engine"),
            Remark::OutsideCone { variables } => {
                let shown = variables[..variables.len().min(MOST_NAMES)].join(", ");
                write!(f, "outside the cone of influence: {shown}")?;
                match variables.len().saturating_sub(MOST_NAMES) {
                    0 => Ok(()),
                    more => write!(f, " and {more} more"),
                }
            }
            Remark::SolverMightProve => f.write_str(
                "integers without bounds were looked at within a window only: an SMT solver that is installed might prove \
                 it for all (`--solver z3`)",
            ),
            Remark::NullStepForEver => f.write_str(
                "the null step may be taken for ever, so what must happen has to hold from the start; see \
                 `--null-step`",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_agree_with_their_nouns_and_verbs() {
        let dead = |states| Remark::DeadEnds { states, may_be_end: false }.to_string();
        assert_eq!(dead(StateCount::exactly(1)), "1 reachable state has no step (deadlock)");
        let some = StateCount { at_least: true, ..StateCount::exactly(2) };
        assert_eq!(dead(some), "at least 2 reachable states have no step (deadlock)");
    }

    #[test]
    fn long_lists_of_names_are_counted() {
        let variables: Vec<String> = ["a", "b", "c", "d", "e", "f"].map(String::from).to_vec();
        let all = Remark::OutsideCone { variables: variables[..4].to_vec() };
        assert_eq!(all.to_string(), "outside the cone of influence: a, b, c, d");
        let more = Remark::OutsideCone { variables };
        assert_eq!(more.to_string(), "outside the cone of influence: a, b, c, d and 2 more");
    }
}
