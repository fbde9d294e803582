//! IC3, or property-directed reachability: a proof grows from lemmas, each a clause that no state within
//! so many steps violates.
//!
//! Frame `k` over-approximates the states within `k` steps of the initial ones. A bad state in the last
//! frame is *blocked* ([`block`]): either it can be reached, or a reason why not is *generalised*
//! ([`generalise`]) into a lemma. Predecessors are *lifted* ([`lift`]) from single states to cubes. When
//! the last frame holds no bad state, lemmas are *propagated* ([`propagate`]) as far as they hold; if all
//! lemmas of a frame move on, they are inductive, and with them the proof is found.

mod block;
mod exchange;
mod frames;
mod generalise;
mod lift;
mod propagate;
mod queries;
mod template;

use std::rc::Rc;

use synod_core::{Budget, Silent, Stop, threads};

use crate::bmc::Run;
use crate::correspondence::merged;
use crate::decide::Reporter;
use crate::lemmas::{SharedLemmas, needed};
use crate::safety::Safety;
use exchange::{Exchange, Partner};
use frames::Frames;
use lift::Lifter;
pub use queries::before;
use queries::{Initial, Relation};
use synod_symbolic::aig::Lit;
use template::Template;

/// A conjunction of literals: `n` says that the latch of number `n - 1` is true, `-n` that it is false.
/// Sorted by latch.
pub type Cube = Vec<i32>;

/// What comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CubeProof {
    /// The negations of these cubes, with the invariant of the circuit, are an inductive invariant that
    /// excludes the bad states.
    Proved(Vec<Cube>),
    /// A run to a bad state.
    Reached(Run),
}

/// Questions that need no more lemmas are answered without help from others.
const UNAIDED: usize = 40;
/// A search for more lemmas gets a partner.
const ALONE: usize = 3000;

/// The state of a search.
struct Ic3<'a> {
    safety: &'a Safety,
    reporter: &'a Reporter<'a>,
    partner: Partner<'a>,
    frames: Frames,
    /// The steps from states of the frames after the first.
    template: Rc<Template>,
    /// For each frame a solver that knows the steps of the circuit and the lemmas of the frame.
    relations: Vec<Relation>,
    initial: Initial,
    lifter: Lifter,
    /// How often each latch stood in a lemma, of late.
    activity: Vec<f64>,
    /// It gives up after so many lemmas.
    most_lemmas: usize,
    /// Lemmas of others for frames that are not there yet, with the last of them.
    ahead: Vec<(Cube, usize)>,
}

/// Decides whether a bad state can be reached. What is known from other questions is used, and what is learnt
/// is added to it.
pub fn decide(
    safety: &Safety,
    lemmas: &SharedLemmas,
    reporter: &Reporter,
    depth: &mut u64,
) -> Result<CubeProof, Stop> {
    let ended = match easy(safety, lemmas, reporter, depth)? {
        Some(ended) => ended,
        None => hard(safety, lemmas, reporter, depth)?,
    };
    if let CubeProof::Proved(invariant) = &ended {
        lemmas.keep(&safety.circuit, invariant);
    }
    Ok(ended)
}

/// The answer, if it takes few lemmas.
fn easy(
    safety: &Safety,
    lemmas: &SharedLemmas,
    reporter: &Reporter,
    depth: &mut u64,
) -> Result<Option<CubeProof>, Stop> {
    let exchange = Exchange::default();
    let mut search = Ic3::new(safety, reporter, Partner::new(&exchange, 0));
    search.most_lemmas = UNAIDED;
    search.run_within(lemmas, depth)
}

/// The answer, in a circuit with fewer signals if there is one.
fn hard(
    safety: &Safety,
    lemmas: &SharedLemmas,
    reporter: &Reporter,
    depth: &mut u64,
) -> Result<CubeProof, Stop> {
    let budget = reporter.budget;
    let Some(merged) = merged(safety, budget)? else { return together(safety, lemmas, reporter, depth) };
    match together(&merged.safety, lemmas, reporter, depth)? {
        CubeProof::Reached(run) => {
            let first = Initial::new(safety, budget).state_in(safety, &merged.start(&run))?;
            Ok(CubeProof::Reached(Run { first, ..run }))
        }
        CubeProof::Proved(cubes) => match merged.proof(&cubes, budget)? {
            None => together(safety, lemmas, reporter, depth),
            Some(cubes) => {
                let template = Rc::new(Template::new(safety, &[safety.circuit.invariant], budget));
                budget.check(0)?;
                let initial = &mut Initial::new(safety, budget);
                assert!(
                    is_inductive(&template, initial, &cubes, budget)?,
                    "a proof is one of another circuit only"
                );
                Ok(CubeProof::Proved(cubes))
            }
        },
    }
}

/// Two searches, of which the second begins when the question turns out to be hard.
fn together(
    safety: &Safety,
    lemmas: &SharedLemmas,
    reporter: &Reporter,
    depth: &mut u64,
) -> Result<CubeProof, Stop> {
    let exchange = Exchange::default();
    let search = |number: usize, budget: &Budget, depth: &mut u64| {
        let reporter = Reporter { budget, progress: if number == 0 { reporter.progress } else { &Silent } };
        let partner = Partner::new(&exchange, number);
        Ic3::new(safety, &reporter, partner).run(lemmas, depth)
    };
    if reporter.budget.threads < 2 {
        return search(0, reporter.budget, depth);
    }
    let parts = [reporter.budget.part(), reporter.budget.part()];
    let first = || {
        let ended = search(0, &parts[0], depth);
        exchange.end();
        parts[1].cancel();
        ended
    };
    let second = || {
        if !exchange.wait_for(ALONE) {
            return Err(Stop::Cancelled);
        }
        search(1, &parts[1], &mut 0).inspect(|_| parts[0].cancel())
    };
    let (first, second) = threads::both(first, second);
    first.or_else(|stop| second.map_err(|_| stop))
}

/// A state and inputs that a solver found.
struct FoundState {
    /// The state, as a cube with the latches that matter.
    state: Cube,
    /// The inputs that are true.
    inputs: Vec<Lit>,
}

impl<'a> Ic3<'a> {
    fn new(safety: &'a Safety, reporter: &'a Reporter<'a>, partner: Partner<'a>) -> Self {
        // The second search prefers the last latches at first, so that it goes other ways.
        let latches = safety.circuit.latches.len();
        let order = |latch: usize| if partner.is_first() { 0.0 } else { latch as f64 / latches as f64 };
        let activity = (0..latches).map(order).collect();
        Ic3 {
            safety,
            reporter,
            partner,
            frames: Frames::default(),
            template: Rc::new(Template::new(safety, &[safety.circuit.invariant], reporter.budget)),
            relations: Vec::new(),
            initial: Initial::new(safety, reporter.budget),
            lifter: Lifter::new(safety, reporter.budget),
            activity,
            most_lemmas: usize::MAX,
            ahead: Vec::new(),
        }
    }

    fn run(&mut self, lemmas: &SharedLemmas, depth: &mut u64) -> Result<CubeProof, Stop> {
        let ended = self.run_within(lemmas, depth)?;
        Ok(ended.expect("no search learns as many lemmas as there are numbers"))
    }

    /// Decides the question, unless it takes more lemmas than it may.
    fn run_within(&mut self, lemmas: &SharedLemmas, depth: &mut u64) -> Result<Option<CubeProof>, Stop> {
        let circuit = &self.safety.circuit;
        let first = Template::new(self.safety, &[circuit.invariant, circuit.init], self.reporter.budget);
        // What was made when the time ran out is not used.
        self.reporter.budget.check(0)?;
        self.add_frame(&Rc::new(first));
        if let Some(state) = self.bad_state(0)? {
            let first = self.initial.state_in(self.safety, &state.state)?;
            let run = Run { first, inputs: vec![state.inputs], loop_start: None };
            return Ok(Some(CubeProof::Reached(run)));
        }
        let mut recalled = false;
        loop {
            // Nothing bad is reached in as many steps as there are frames after the first.
            if self.reporter.budget.depth.is_some_and(|bound| self.frames.last() as u64 >= bound) {
                return Err(Stop::Depth);
            }
            self.add_frame(&self.template.clone());
            let last = self.frames.last();
            *depth = last as u64;
            self.reporter.tell(*depth)?;
            while let Some(state) = self.bad_state(last)? {
                if self.gives_up() {
                    return Ok(None);
                }
                let is_hard = self.frames.learnt() > UNAIDED && self.partner.is_first();
                if is_hard && !std::mem::replace(&mut recalled, true) {
                    self.recall(lemmas)?;
                    continue;
                }
                let cube = self.lift(&state, None, true)?;
                if let Some(run) = self.block(cube, state.inputs, last)? {
                    return Ok(Some(CubeProof::Reached(run)));
                }
            }
            if let Some(invariant) = self.propagate()? {
                let invariant = match self.frames.always().next() {
                    None => invariant,
                    // Not all that others know is of use here.
                    Some(_) => needed(self.safety, invariant, self.reporter.budget)?,
                };
                // Nobody else looks at proofs as runs are judged.
                let is_proof =
                    is_inductive(&self.template, &mut self.initial, &invariant, self.reporter.budget)?;
                assert!(is_proof, "the lemmas of the last frames prove nothing");
                return Ok(Some(CubeProof::Proved(invariant)));
            }
        }
    }

    fn gives_up(&self) -> bool {
        self.frames.learnt() > self.most_lemmas
    }

    fn add_frame(&mut self, template: &Rc<Template>) {
        self.frames.add();
        let relation = self.relation(template);
        self.relations.push(relation);
        // What others derived from these lemmas may stand in the frame after, and would have no reason without them.
        let last = self.frames.last();
        for (cube, frame) in std::mem::take(&mut self.ahead) {
            self.take_in(cube, frame, last);
        }
    }

    /// A solver that knows steps and what is never reached.
    fn relation(&self, template: &Rc<Template>) -> Relation {
        let mut relation = Relation::new(template, self.reporter.budget);
        self.frames.always().for_each(|cube| relation.learn(&negated(cube)));
        relation
    }

    /// Blocks in all frames what other questions have shown to be out of reach here too.
    fn recall(&mut self, lemmas: &SharedLemmas) -> Result<(), Stop> {
        let cubes = lemmas.invariants(self.safety, self.reporter.budget)?;
        self.block_always(cubes.clone());
        self.partner.tell(cubes, None);
        Ok(())
    }

    /// Blocks cubes, which are inductive together, in all frames.
    fn block_always(&mut self, cubes: Vec<Cube>) {
        for relation in &mut self.relations {
            cubes.iter().for_each(|cube| relation.learn(&negated(cube)));
        }
        self.frames.block_always(cubes);
    }

    /// Learns what another search has.
    fn hear(&mut self) {
        for (cubes, frame) in self.partner.hear() {
            let Some(frame) = frame else {
                self.block_always(cubes);
                continue;
            };
            let last = self.frames.last();
            cubes.into_iter().for_each(|cube| self.take_in(cube, frame, last));
        }
    }

    /// Learns a lemma of others as far as there are frames, up to `last`, and again when there are more.
    fn take_in(&mut self, cube: Cube, frame: usize, last: usize) {
        if frame > last {
            self.ahead.push((cube.clone(), frame));
        }
        let frame = frame.min(last);
        if !self.frames.blocks(&cube, frame) {
            self.add(cube, frame);
        }
    }

    /// A state of a frame that is bad.
    fn bad_state(&mut self, frame: usize) -> Result<Option<FoundState>, Stop> {
        let relation = &mut self.relations[frame];
        let found = relation.meets_bad(self.safety)?;
        Ok(found.then(|| relation.found(self.safety)))
    }

    /// The literals of a cube, those that stood in many lemmas of late first.
    fn by_activity(&self, cube: &Cube) -> Vec<i32> {
        let mut order = cube.clone();
        let activity = |literal: &i32| self.activity[latch(*literal)];
        order.sort_by(|a, b| activity(b).total_cmp(&activity(a)));
        order
    }

    /// If no step leads from a frame, outside a cube, into it: a part of the cube that is enough to see so
    /// and that has no initial state in it either. The cube has none.
    fn blocked(&mut self, cube: &Cube, frame: usize) -> Result<Option<Cube>, Stop> {
        // What a solver is told first it will need first.
        let order = self.by_activity(cube);
        let relation = &mut self.relations[frame - 1];
        if relation.reaches(self.safety, &order, true)? {
            return Ok(None);
        }
        let core = relation.needed(cube);
        self.initial.repair(core, cube).map(Some)
    }

    /// A cube around a state that was found (see [`Lifter::lift`]).
    fn lift(&mut self, found: &FoundState, target: Option<&Cube>, thorough: bool) -> Result<Cube, Stop> {
        let order = self.by_activity(&found.state);
        self.lifter.lift(self.safety, found, order, target, thorough)
    }

    /// Gives a frame a new solver if the old one knows many lemmas that were replaced by stronger ones.
    fn renew(&mut self, frame: usize) {
        if !self.relations[frame].is_full() {
            return;
        }
        let lemmas = self.frames.all_from(frame);
        let mut relation = Relation::new(&self.template, self.reporter.budget);
        lemmas.iter().for_each(|lemma| relation.learn(&negated(lemma)));
        relation.allow(2 * lemmas.len());
        self.relations[frame] = relation;
    }

    /// Adds a lemma to a frame and all before it, and tells others.
    fn learn(&mut self, cube: Cube, frame: usize) {
        self.partner.tell(vec![cube.clone()], Some(frame));
        self.add(cube, frame);
    }

    /// Adds a lemma to a frame and all before it.
    fn add(&mut self, cube: Cube, frame: usize) {
        let clause = negated(&cube);
        let known = self.frames.known_up_to(&cube);
        for number in known + 1..=frame {
            self.relations[number].learn(&clause);
        }
        const FADING: f64 = 0.9;
        self.activity.iter_mut().for_each(|activity| *activity *= FADING);
        for literal in &cube {
            self.activity[latch(*literal)] += 1.0;
        }
        self.frames.insert(cube, frame);
        for number in known + 1..=frame {
            self.renew(number);
        }
    }
}

/// Whether cubes, and nothing else, are left out by an invariant that no bad state satisfies: seen by a solver that
/// took no part in finding them.
fn is_inductive(
    template: &Rc<Template>,
    initial: &mut Initial,
    cubes: &[Cube],
    budget: &Budget,
) -> Result<bool, Stop> {
    let mut relation = Relation::new(template, budget);
    cubes.iter().for_each(|cube| relation.learn(&negated(cube)));
    let mut is_broken = relation.is_possible(None)?;
    for cube in cubes {
        is_broken = is_broken || initial.meets(cube)? || relation.is_possible(Some(cube))?;
    }
    Ok(!is_broken)
}

/// The clause that excludes a cube.
fn negated(cube: &Cube) -> Vec<i32> {
    cube.iter().map(|literal| -literal).collect()
}

/// The latch of a literal of a cube.
fn latch(literal: i32) -> usize {
    literal.unsigned_abs() as usize - 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseError;
    use synod_core::{Argument, Formula, Induction, System};
    use synod_testing::{Fragment, questions, runner};

    use super::*;
    use crate::certificate::{check_argument, clauses};
    use synod_symbolic::conjuncts;

    use crate::question::CircuitQuestion;

    /// Some literals, each a number that stands for a latch and its value.
    type Guess = Vec<(usize, bool)>;

    fn clauses_of_others_change_no_answer(
        system: &System,
        formula: &Formula,
        guesses: &[Guess],
    ) -> Result<(), TestCaseError> {
        let budget = Budget::unlimited();
        let reporter = Reporter { budget: &budget, progress: &Silent };
        for conjunct in conjuncts(system, formula) {
            let question = CircuitQuestion::new(system, &conjunct, 3);
            let question = question.map_err(|_| TestCaseError::reject("too large"))?;
            let Some(safety) = Safety::of(&question.circuit, &question.goal) else { continue };
            let latches = safety.circuit.latches.len();
            if latches == 0 {
                continue;
            }
            let literal = |(latch, value): &(usize, bool)| {
                let number = (latch % latches) as i32 + 1;
                if *value { number } else { -number }
            };
            let lemmas = SharedLemmas::default();
            let cubes: Vec<Cube> = guesses.iter().map(|guess| guess.iter().map(literal).collect()).collect();
            lemmas.keep(&safety.circuit, &cubes);
            let exchange = Exchange::default();
            let search = |number: usize| Ic3::new(&safety, &reporter, Partner::new(&exchange, number));
            let end = |mut search: Ic3| search.run(&SharedLemmas::default(), &mut 0).expect("no limit");
            let alone = end(search(1));
            // It hears of all that the one before found, and the one after of what it does.
            let mut aided = search(0);
            aided.recall(&lemmas).expect("no limit");
            let aided = end(aided);
            let third = end(search(1));
            let whole = decide(&safety, &lemmas, &reporter, &mut 0).expect("no limit");
            let merged = hard(&safety, &lemmas, &reporter, &mut 0).expect("no limit");
            for ended in [aided, third, whole, merged] {
                prop_assert_eq!(matches!(ended, CubeProof::Proved(_)), matches!(alone, CubeProof::Proved(_)));
                let CubeProof::Proved(invariant) = ended else { continue };
                let invariant = clauses(&question.layout, &safety.circuit, &invariant);
                let because = Induction::Invariant(invariant);
                let argument = Argument::Unreachable { k_liveness: None, because };
                prop_assert_eq!(check_argument(&question, &argument, &budget), Ok(()));
            }
        }
        Ok(())
    }

    /// The first circuit of a system with latches.
    fn with_safety(system: &System, formula: &Formula, test: impl Fn(&Safety)) {
        for conjunct in conjuncts(system, formula) {
            let Ok(question) = CircuitQuestion::new(system, &conjunct, 3) else { continue };
            let safety = Safety::of(&question.circuit, &question.goal);
            if let Some(safety) = safety.filter(|safety| !safety.circuit.latches.is_empty()) {
                return test(&safety);
            }
        }
    }

    #[test]
    fn lemmas_of_others_are_in_all_their_frames_as_soon_as_these_are_there() {
        let budget = Budget::unlimited();
        let reporter = Reporter { budget: &budget, progress: &Silent };
        let test = |(system, formula): (System, Formula)| {
            with_safety(&system, &formula, |safety| {
                let exchange = Exchange::default();
                let mut search = Ic3::new(safety, &reporter, Partner::new(&exchange, 1));
                let cube = vec![1];
                let template = search.template.clone();
                (0..2).for_each(|_| search.add_frame(&template));
                Partner::new(&exchange, 0).tell(vec![cube.clone()], Some(3));
                search.hear();
                for last in 1..=4 {
                    assert_eq!(search.frames.last(), last);
                    assert_eq!(search.frames.blocks(&cube, last), last <= 3, "in frame {last}");
                    search.add_frame(&template);
                }
            });
            Ok(())
        };
        runner(30).run(&questions(Fragment::Invariant), test).unwrap();
    }

    #[test]
    fn what_other_questions_and_searches_know_is_used_only_where_it_holds() {
        let guess = prop::collection::vec((any::<usize>(), any::<bool>()), 1..4);
        let test = |((system, formula), guesses): ((System, Formula), Vec<Guess>)| {
            clauses_of_others_change_no_answer(&system, &formula, &guesses)
        };
        let guesses = prop::collection::vec(guess, 0..12);
        runner(300).run(&(questions(Fragment::Invariant), guesses), test).unwrap();
    }
}
