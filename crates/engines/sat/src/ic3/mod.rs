//! IC3, or property-directed reachability: a proof grows from lemmas, each a clause that no state within
//! so many steps violates.
//!
//! Frame `k` over-approximates the states within `k` steps of the initial ones. A bad state in the last
//! frame is *blocked* ([`block`]): either it can be reached, or a reason why not is *generalised*
//! ([`generalise`]) into a lemma. Predecessors are *lifted* ([`lift`]) from single states to cubes. When
//! the last frame holds no bad state, lemmas are *propagated* ([`propagate`]) as far as they hold; if all
//! lemmas of a frame move on, they are inductive, and with them the proof is found.

mod block;
mod frames;
mod generalise;
mod lift;
mod propagate;
mod queries;
mod template;

use std::rc::Rc;

use synod_core::Stop;

use crate::aig::Lit;
use crate::bmc::Run;
use crate::inquiry::Pace;
use crate::safety::Safety;
use frames::Frames;
use lift::Lifter;
use queries::{Initial, Relation};
use template::Template;

/// A conjunction of literals: `n` says that the latch of number `n - 1` is true, `-n` that it is false.
/// Sorted by latch.
pub type Cube = Vec<i32>;

/// What comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The negations of these cubes, with the invariant of the circuit, are an inductive invariant that
    /// excludes the bad states.
    Proved(Vec<Cube>),
    /// A run to a bad state.
    Reached(Run),
}

/// The state of a search.
struct Ic3<'a> {
    safety: &'a Safety,
    pace: &'a Pace<'a>,
    frames: Frames,
    /// The steps from states of the frames after the first.
    template: Rc<Template>,
    /// For each frame a solver that knows the steps of the circuit and the lemmas of the frame.
    relations: Vec<Relation>,
    initial: Initial,
    lifter: Lifter,
    /// How often each latch stood in a lemma, of late.
    activity: Vec<f64>,
}

/// Decides whether a bad state can be reached.
pub fn decide(safety: &Safety, pace: &Pace, depth: &mut u64) -> Result<Ended, Stop> {
    let mut search = Ic3 {
        safety,
        pace,
        frames: Frames::default(),
        template: Rc::new(Template::new(safety, &[safety.circuit.invariant], pace.budget)),
        relations: Vec::new(),
        initial: Initial::new(safety, pace.budget),
        lifter: Lifter::new(safety, pace.budget),
        activity: vec![0.0; safety.circuit.latches.len()],
    };
    let first = Rc::new(Template::new(safety, &[safety.circuit.invariant, safety.circuit.init], pace.budget));
    pace.budget.check(0)?;
    search.add_frame(&first);
    if let Some(state) = search.bad_state(0)? {
        let first = search.initial.state_in(safety, &state.state)?;
        return Ok(Ended::Reached(Run { first, inputs: vec![state.inputs], loop_start: None }));
    }
    loop {
        // Nothing bad is reached in as many steps as there are frames after the first.
        if pace.budget.depth.is_some_and(|bound| search.frames.last() as u64 >= bound) {
            return Err(Stop::Depth);
        }
        search.add_frame(&search.template.clone());
        let last = search.frames.last();
        *depth = last as u64;
        pace.tell(*depth)?;
        while let Some(state) = search.bad_state(last)? {
            let cube = search.lift(&state, None, true)?;
            if let Some(run) = search.block(cube, state.inputs, last)? {
                return Ok(Ended::Reached(run));
            }
        }
        if let Some(invariant) = search.propagate()? {
            return Ok(Ended::Proved(invariant));
        }
    }
}

/// A state and inputs that a solver found.
struct Found {
    /// The state, as a cube with the latches that matter.
    state: Cube,
    /// The inputs that are true.
    inputs: Vec<Lit>,
}

impl Ic3<'_> {
    fn add_frame(&mut self, template: &Rc<Template>) {
        self.frames.add();
        self.relations.push(Relation::new(template, self.pace.budget));
    }

    /// A state of a frame that is bad.
    fn bad_state(&mut self, frame: usize) -> Result<Option<Found>, Stop> {
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
    fn lift(&mut self, found: &Found, target: Option<&Cube>, thorough: bool) -> Result<Cube, Stop> {
        let order = self.by_activity(&found.state);
        self.lifter.lift(self.safety, found, order, target, thorough)
    }

    /// Gives a frame a new solver if the old one knows many lemmas that were replaced by stronger ones.
    fn renew(&mut self, frame: usize) {
        if !self.relations[frame].is_full() {
            return;
        }
        let lemmas = self.frames.all_from(frame);
        let mut relation = Relation::new(&self.template, self.pace.budget);
        for lemma in &lemmas {
            relation.learn(&lemma.iter().map(|literal| -literal).collect::<Vec<_>>());
        }
        relation.allow(2 * lemmas.len());
        self.relations[frame] = relation;
    }

    /// Adds a lemma to a frame and all before it.
    fn learn(&mut self, cube: Cube, frame: usize) {
        let clause: Vec<i32> = cube.iter().map(|literal| -literal).collect();
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

/// The latch of a literal of a cube.
fn latch(literal: i32) -> usize {
    literal.unsigned_abs() as usize - 1
}
