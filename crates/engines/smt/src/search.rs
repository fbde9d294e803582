//! Looking for violating runs depth by depth, and proving by induction over several steps that there are
//! none.

use std::sync::atomic::{AtomicU64, Ordering};

use synod_core::{Argument, Budget, Conditions, Induction, Progress, Tick, counted};

use crate::question::{Goal, TermQuestion};
use crate::script::Script;
use crate::solver::{Failed, Program, Solver};

/// A run that was found, as the solver gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The values of the symbols of the first state.
    pub start: Vec<i64>,
    /// The values of the inputs at each position.
    pub inputs: Vec<Vec<i64>>,
    /// Where the last step leads back to.
    pub loop_start: Option<usize>,
}

/// Why there is no run of those that were looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// For people, as a phrase that follows the name of the solver.
    pub because: String,
    /// The proof, if it can be checked again.
    pub argument: Option<Argument<Conditions>>,
}

/// What a search ends with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchResult {
    /// There is no initial state.
    NoStart,
    /// A violating run.
    Run(Run),
    /// There is none, for this reason.
    Nothing(Reason),
    /// There is none of at most so many steps.
    Within(u64),
}

/// What a search works with.
#[derive(Clone, Copy)]
pub struct Work<'w> {
    pub program: &'w Program,
    pub budget: &'w Budget,
    pub progress: &'w dyn Progress,
    /// How deep it looked.
    pub depth: &'w AtomicU64,
}

impl Work<'_> {
    fn tell(&self, depth: usize) -> Result<(), Failed> {
        self.depth.fetch_max(depth as u64, Ordering::Relaxed);
        self.progress.tick(Tick { depth: depth as u64, ..Tick::default() });
        Ok(self.budget.check(0)?)
    }
}

/// Runs of a question, one position after the other.
struct Unrolling<'s, 'q, 'a> {
    script: &'s Script<'q, 'a>,
    solver: Solver<'s>,
    last: usize,
}

impl<'s, 'q, 'a> Unrolling<'s, 'q, 'a> {
    fn new(script: &'s Script<'q, 'a>, work: &Work<'s>) -> Result<Self, Failed> {
        let solver = Solver::start(work.program, script.logic(), work.budget)?;
        solver.say(script.definitions());
        let unrolling = Unrolling { script, solver, last: 0 };
        unrolling.position();
        Ok(unrolling)
    }

    fn require(&self, condition: &str) {
        self.solver.say(format!("(assert {condition})\n"));
    }

    fn position(&self) {
        self.solver.say(self.script.declare(self.last));
        self.require(&self.script.possible(self.last));
    }

    /// Goes on by a step.
    fn extend(&mut self) {
        let from = self.last;
        self.last += 1;
        self.position();
        self.require(&self.script.moves(from));
    }

    /// Whether a condition can be; if so, what is read from it.
    fn asked<T>(
        &mut self,
        condition: &str,
        read: impl FnOnce(&mut Self) -> Result<T, Failed>,
    ) -> Result<Option<T>, Failed> {
        self.solver.say("(push 1)\n".to_string());
        self.require(condition);
        let found = match self.solver.check()? {
            true => Some(read(self)?),
            false => None,
        };
        self.solver.say("(pop 1)\n".to_string());
        Ok(found)
    }

    fn can(&mut self, condition: &str) -> Result<bool, Failed> {
        Ok(self.asked(condition, |_| Ok(()))?.is_some())
    }

    /// The run up to a position.
    fn run(&mut self, last: usize) -> Result<Run, Failed> {
        let start = self.solver.values(&self.script.state(0))?;
        let inputs = (0..=last).map(|position| self.solver.values(&self.script.inputs(position)));
        Ok(Run { start, inputs: inputs.collect::<Result<_, _>>()?, loop_start: None })
    }
}

/// Decides whether something is reached.
pub fn reach(question: &TermQuestion, work: &Work) -> Result<SearchResult, Failed> {
    let script = Script::new(question);
    let mut base = Unrolling::new(&script, work)?;
    base.require(&script.begins(0));
    let mut step = Unrolling::new(&script, work)?;
    if !base.can("true")? {
        return Ok(SearchResult::NoStart);
    }
    let mut depth = 0;
    loop {
        work.tell(depth)?;
        let bad = script.bad(depth);
        if let Some(run) = base.asked(&bad, |base| base.run(depth))? {
            return Ok(SearchResult::Run(run));
        }
        if !step.can(&bad)? {
            let because = match depth {
                0 => "finds that no state violates it, reachable or not".to_string(),
                _ => format!("proves it by induction over {}", counted(depth, "step")),
            };
            let induction = Induction::Steps(depth as u64);
            let argument = Argument::Unreachable { k_liveness: None, because: induction };
            return Ok(SearchResult::Nothing(Reason { because, argument: Some(argument) }));
        }
        if work.budget.depth.is_some_and(|limit| depth as u64 >= limit) {
            return Ok(SearchResult::Within(depth as u64));
        }
        step.require(&format!("(not {bad})"));
        step.extend();
        base.extend();
        depth += 1;
        // A shortest run to what is looked for comes to no state twice.
        (0..depth).for_each(|earlier| step.require(&format!("(not {})", script.same(earlier, depth))));
        if !base.can("true")? {
            let because =
                format!("finds no run of {}, and no violation in shorter ones", counted(depth, "step"));
            let argument = Some(Argument::Unrolled { depth: depth as u64 });
            return Ok(SearchResult::Nothing(Reason { because, argument }));
        }
    }
}

/// Looks for a run that goes on for ever.
pub fn lasso(question: &TermQuestion, work: &Work) -> Result<SearchResult, Failed> {
    let Goal::Lasso { accepting, .. } = &question.goal else { return reach(question, work) };
    let script = Script::new(question);
    let mut runs = Unrolling::new(&script, work)?;
    runs.require(&script.begins(0));
    if !runs.can("true")? {
        return Ok(SearchResult::NoStart);
    }
    let mut depth = 0;
    loop {
        work.tell(depth)?;
        if let Some(run) = runs.asked(&script.bad(depth), |runs| runs.run(depth))? {
            return Ok(SearchResult::Run(run));
        }
        runs.extend();
        if !runs.can("true")? {
            let because = format!("finds that no violating run goes on for {}", counted(depth + 1, "step"));
            let argument = Some(Argument::Unrolled { depth: depth as u64 + 1 });
            return Ok(SearchResult::Nothing(Reason { because, argument }));
        }
        let loops = (0..=depth).map(|start| {
            let again: String = (0..accepting.len())
                .map(|number| {
                    let places = (start..=depth).map(|position| script.accepting(number, position));
                    format!(" (or false {})", places.collect::<Vec<_>>().join(" "))
                })
                .collect();
            format!(" (and {}{again})", script.same(start, depth + 1))
        });
        let closed = format!("(or false{})", loops.collect::<String>());
        let read = |runs: &mut Unrolling| {
            let run = runs.run(depth)?;
            let end = runs.solver.values(&script.state(depth + 1))?;
            let mut round = None;
            for start in 0..=depth {
                if round.is_none() && runs.solver.values(&script.state(start))? == end {
                    round = Some(start);
                }
            }
            Ok(Run { loop_start: round, ..run })
        };
        if let Some(run) = runs.asked(&closed, read)? {
            return Ok(SearchResult::Run(run));
        }
        if work.budget.depth.is_some_and(|limit| depth as u64 >= limit) {
            return Ok(SearchResult::Within(depth as u64));
        }
        depth += 1;
    }
}
