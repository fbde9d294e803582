//! Sets of points as bits, one for each point: the engine's instance of the shared labelling.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use synod_core::{AgentId, CoalitionChoice, Formula, State, Stop, Tick, VarId};
use synod_labelling::{Run, Runs, SetAlgebra, Structure};

use crate::automata::{Automata, LabelledAutomaton};
use crate::bits::BitSet;
use crate::emptiness::{Accepting, good_nodes};
use crate::graph::TooManyNodes;
use crate::limits::Limits;
use crate::ltl::{Atom, Set, TooLarge};
use crate::moves::Moves;
use crate::points::{Fairness, Points, Predecessors, View};
use crate::product::Product;

/// Why a set could not be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    Stopped(Stop),
    /// The formula is.
    TooLarge,
    TooManyNodes,
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::Stopped(stop)
    }
}

impl From<TooManyNodes> for Failure {
    fn from(TooManyNodes: TooManyNodes) -> Self {
        Failure::TooManyNodes
    }
}

impl From<TooLarge> for Failure {
    fn from(TooLarge: TooLarge) -> Self {
        Failure::TooLarge
    }
}

/// Points between two looks at the clock.
const POINTS_BETWEEN_CHECKS: u32 = 1 << 14;

/// The points of a formula, with what is found about them on demand.
pub(crate) struct Enumerated<'p> {
    points: &'p Points<'p>,
    automata: &'p mut Automata,
    limits: &'p Limits<'p>,
    predecessors: OnceCell<Predecessors>,
    /// For groups that pool what they observe, the number of each point's class.
    classes: FxHashMap<Vec<AgentId>, Vec<u32>>,
    /// What the group that was asked about last may do.
    moves: Option<(Vec<AgentId>, Arc<Moves>)>,
    /// The point of each state, where there is only one.
    of_state: OnceCell<Vec<u32>>,
}

impl<'p> Enumerated<'p> {
    pub fn new(points: &'p Points<'p>, automata: &'p mut Automata, limits: &'p Limits<'p>) -> Self {
        Enumerated {
            points,
            automata,
            limits,
            predecessors: OnceCell::new(),
            classes: FxHashMap::default(),
            moves: None,
            of_state: OnceCell::new(),
        }
    }

    /// How many states a set of points has.
    pub fn count_states(&self, set: &BitSet) -> u64 {
        let states = self.points.space.store.len() as usize;
        let mut found = BitSet::new(states, false);
        set.iter().filter(|point| found.insert(self.points.states[*point as usize])).count() as u64
    }

    /// Bytes in use.
    fn bytes(&self) -> u64 {
        let predecessors = self.predecessors.get().map_or(0, Predecessors::bytes);
        self.points.bytes() + self.points.space.store.bytes() + predecessors
    }

    fn check(&self, count: u32) -> Result<(), Stop> {
        if !count.is_multiple_of(POINTS_BETWEEN_CHECKS) {
            return Ok(());
        }
        let memory = self.bytes();
        self.limits.check(memory, || Tick { states: u64::from(count), memory, ..Tick::default() })
    }

    /// Makes sure that the class of each point is known, for a group that pools what its members observe.
    fn classify(&mut self, group: &[AgentId]) -> &[u32] {
        let points = self.points;
        self.classes.entry(group.to_vec()).or_insert_with(|| {
            let system = points.system;
            let mut seen: Vec<VarId> =
                group.iter().flat_map(|agent| system.agent(*agent).observes.iter().copied()).collect();
            seen.sort_unstable();
            seen.dedup();
            let slots: Vec<usize> = seen.into_iter().flat_map(|var| system.slots(var)).collect();
            let mut index: FxHashMap<Vec<i64>, u32> = FxHashMap::default();
            let mut words = Vec::new();
            let class = |state: &u32| {
                points.space.store.read((*state).into(), &mut words);
                let fields = &points.model.layout.fields;
                let view: Vec<i64> = slots.iter().map(|slot| fields[*slot].get(&words)).collect();
                let fresh = index.len() as u32;
                *index.entry(view).or_insert(fresh)
            };
            points.states.iter().map(class).collect()
        })
    }

    /// The points together with the automaton for runs of a kind.
    fn product<'r>(&'r mut self, runs: &Runs<'r, BitSet>) -> Result<Product<'r, View<'r>>, Failure> {
        let bytes = self.bytes();
        let LabelledAutomaton { automaton, labels } = self.automata.of(runs.path, runs.positive)?;
        let labels: Vec<&BitSet> = labels.iter().map(|label| &runs.labels[label]).collect();
        let view = View::new(self.points, &automaton.linear.atoms, &labels, runs);
        Ok(Product::new(view, automaton, self.limits, bytes))
    }
}

impl SetAlgebra for Enumerated<'_> {
    type Set = BitSet;
    type Error = Failure;

    fn none(&self) -> BitSet {
        BitSet::new(self.points.len(), false)
    }

    fn is_empty(&self, set: &BitSet) -> bool {
        set.is_empty()
    }

    fn and(&mut self, a: &BitSet, b: &BitSet) -> Result<BitSet, Failure> {
        Ok(a.and(b))
    }

    fn or(&mut self, a: &BitSet, b: &BitSet) -> Result<BitSet, Failure> {
        Ok(a.or(b))
    }

    fn minus(&mut self, a: &BitSet, b: &BitSet) -> Result<BitSet, Failure> {
        Ok(a.minus(b))
    }

    fn before(&mut self, set: &BitSet, within: &BitSet) -> Result<BitSet, Failure> {
        self.check(0)?;
        let leads = |point: u32| self.points.targets(point).any(|to| set.contains(to));
        Ok(BitSet::collect(self.points.len(), |point| within.contains(point) && leads(point)))
    }

    /// A search backwards, which looks at every step once.
    fn until(&mut self, through: &BitSet, target: &BitSet) -> Result<BitSet, Failure> {
        let predecessors = self.predecessors.get_or_init(|| Predecessors::new(self.points));
        let mut found = target.clone();
        let mut open: Vec<u32> = target.iter().collect();
        let mut count = 0;
        while let Some(point) = open.pop() {
            self.check(count)?;
            count += 1;
            for before in predecessors.of(point) {
                if through.contains(*before) && found.insert(*before) {
                    open.push(*before);
                }
            }
        }
        Ok(found)
    }

    /// A search for strongly connected components, which looks at every step once.
    fn fair_hull(&mut self, within: &BitSet, fairness: &[BitSet]) -> Result<BitSet, Failure> {
        Ok(good_nodes(&Restricted { of: self, within, fairness: Fairness(fairness) })?)
    }
}

/// The points of a set, with fairness.
struct Restricted<'r, 'p> {
    of: &'r Enumerated<'p>,
    within: &'r BitSet,
    fairness: Fairness<'r>,
}

impl Accepting for Restricted<'_, '_> {
    type Steps = Range<usize>;

    fn len(&self) -> u32 {
        self.of.points.len() as u32
    }

    fn conditions(&self) -> Set {
        self.fairness.all()
    }

    fn steps(&self, node: u32) -> Range<usize> {
        if self.within.contains(node) { self.of.points.transition_range(node) } else { 0..0 }
    }

    fn next(&self, steps: &mut Range<usize>) -> Option<(u32, Set)> {
        let to = steps.rev().map(|position| self.of.points.target(position));
        let to = { to }.find(|to| self.within.contains(*to))?;
        Some((to, self.fairness.unmet(to)))
    }

    fn check(&self, count: u32, _more_bytes: u64) -> Result<(), Stop> {
        self.of.check(count)
    }
}

impl Structure for Enumerated<'_> {
    type Point = u32;
    type Moves = Arc<Moves>;

    fn reachable(&self) -> BitSet {
        BitSet::new(self.points.len(), true)
    }

    fn initial(&self) -> BitSet {
        BitSet::collect(self.points.len(), |point| point < self.points.starts())
    }

    fn without_successor(&self) -> BitSet {
        BitSet::collect(self.points.len(), |point| self.points.transition_range(point).is_empty())
    }

    fn atom(&mut self, atom: &Formula) -> Result<BitSet, Failure> {
        Ok(self.points.atom(match atom {
            Formula::State(expr) => Atom::State(*expr),
            Formula::Arrived(predicate) => Atom::Arrived(*predicate),
            Formula::Deadlock => Atom::Deadlock,
            Formula::Faulty => Atom::Faulty,
            _ => unreachable!("only asked for atoms"),
        }))
    }

    fn with_run(&mut self, runs: &Runs<BitSet>) -> Result<BitSet, Failure> {
        let len = self.points.len();
        let mut product = self.product(runs)?;
        product.search(0..len as u32, false)?;
        let good = good_nodes(&product)?;
        // The product begins with one node for each point, in order.
        Ok(BitSet::collect(len, |point| good.contains(point)))
    }

    fn find_run(&mut self, from: &BitSet, runs: &Runs<BitSet>) -> Result<Option<Run<u32>>, Failure> {
        self.product(runs)?.accepted_run(from.iter())
    }

    fn find_path(&mut self, to: &BitSet, within: &BitSet) -> Result<Option<Run<u32>>, Failure> {
        // Points are numbered in the order of a breadth-first search.
        Ok(to.and(within).iter().next().map(|nearest| self.points.path_to(nearest)))
    }

    fn indistinguishable(&mut self, group: &[AgentId], set: &BitSet) -> Result<BitSet, Failure> {
        let classes = self.classify(group);
        let count = classes.iter().max().map_or(0, |last| *last as usize + 1);
        let mut met = BitSet::new(count, false);
        for point in set.iter() {
            met.insert(classes[point as usize]);
        }
        Ok(BitSet::collect(classes.len(), |point| met.contains(classes[point as usize])))
    }

    fn moves(&mut self, group: &[AgentId]) -> Result<Arc<Moves>, Failure> {
        if let Some((known, moves)) = &self.moves
            && known == group
        {
            return Ok(Arc::clone(moves));
        }
        // Dropped first, to hold only one at a time.
        self.moves = None;
        let moves = Arc::new(Moves::new(self.points, group, self.limits)?);
        self.moves = Some((group.to_vec(), Arc::clone(&moves)));
        Ok(moves)
    }

    fn opponents_before(
        &mut self,
        moves: &Arc<Moves>,
        set: &BitSet,
        within: &BitSet,
    ) -> Result<BitSet, Failure> {
        self.check(0)?;
        Ok(moves.opponents_before(set, within))
    }

    fn fix_one_observation(
        &mut self,
        group: &[AgentId],
        moves: &Arc<Moves>,
        relevant: &BitSet,
        within: &BitSet,
    ) -> Result<Option<Vec<Arc<Moves>>>, Failure> {
        self.check(0)?;
        for member in group {
            self.classify(&[*member]);
        }
        let classes = group.iter().map(|member| (*member, self.classes[&[*member][..]].as_slice())).collect();
        let open = moves.undecided(self.points.system, relevant, within, &classes);
        Ok(open.map(|open| moves.with_each(&open, &classes).into_iter().map(Arc::new).collect()))
    }

    fn may_choose(&self, moves: &Arc<Moves>, point: &u32, pick: &CoalitionChoice) -> bool {
        moves.allows(*point, pick)
    }

    fn pick(&mut self, set: &BitSet) -> Result<Option<u32>, Failure> {
        Ok(set.iter().next())
    }

    fn only(&mut self, point: &u32) -> Result<BitSet, Failure> {
        let mut only = self.none();
        only.insert(*point);
        Ok(only)
    }

    fn contains(&self, set: &BitSet, point: &u32) -> bool {
        set.contains(*point)
    }

    fn state(&self, point: &u32) -> State {
        self.points.state(*point)
    }

    fn point(&self, state: &State) -> Option<u32> {
        let points = self.points;
        let of_state = self.of_state.get_or_init(|| {
            let mut of_state = vec![0; points.len()];
            for (point, state) in std::iter::zip(0.., &points.states) {
                of_state[*state as usize] = point;
            }
            of_state
        });
        let words = points.model.layout.pack(state).ok()?;
        of_state.get(points.space.store.find(&words)? as usize).copied()
    }

    fn points_are_states(&self) -> bool {
        self.points.are_states()
    }

    fn int_bound(&self) -> Option<i64> {
        Some(self.points.model.int_bound)
    }
}
