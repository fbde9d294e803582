//! What the algorithms of this crate ask of an engine: an algebra of sets of points.

use rustc_hash::FxHashMap;
use synod_core::{AgentId, CoalitionChoice, Formula, State, Stop, Trace};

/// Sets of points with the boolean operations and preimages. Every operation may stop because the budget is used
/// up.
pub trait SetAlgebra {
    /// A set of points.
    type Set: Clone + PartialEq;
    /// Why an operation was not completed.
    type Error: From<Stop>;

    /// The empty set.
    fn none(&self) -> Self::Set;
    /// Whether a set has no point.
    fn is_empty(&self, set: &Self::Set) -> bool;
    /// Intersection.
    fn and(&mut self, a: &Self::Set, b: &Self::Set) -> Fallible<Self::Set, Self>;
    /// Union.
    fn or(&mut self, a: &Self::Set, b: &Self::Set) -> Fallible<Self::Set, Self>;
    /// Difference.
    fn minus(&mut self, a: &Self::Set, b: &Self::Set) -> Fallible<Self::Set, Self>;
    /// The points within `within` from which one step can lead into `set` (the existential preimage).
    fn before(&mut self, set: &Self::Set, within: &Self::Set) -> Fallible<Self::Set, Self>;

    /// The points from which a path within `through` leads into `target`; the target itself included. The
    /// least fixpoint of [`SetAlgebra::before`], layer by layer.
    fn until(&mut self, through: &Self::Set, target: &Self::Set) -> Fallible<Self::Set, Self> {
        let mut found = target.clone();
        let mut fresh = target.clone();
        while !self.is_empty(&fresh) {
            let before = self.before(&fresh, through)?;
            fresh = self.minus(&before, &found)?;
            found = self.or(&found, &fresh)?;
        }
        Ok(found)
    }

    /// The points from which an infinite run stays within a set and visits each of the `fairness` sets
    /// infinitely often: the nested fixpoint of Emerson and Lei (LICS 1986).
    fn fair_hull(&mut self, within: &Self::Set, fairness: &[Self::Set]) -> Fallible<Self::Set, Self> {
        let mut hull = within.clone();
        loop {
            let last = hull.clone();
            hull = self.before(&last, &last)?;
            for condition in fairness {
                let visit = self.and(&hull, condition)?;
                let leads = self.until(&hull, &visit)?;
                hull = self.before(&leads, &leads)?;
            }
            if hull == last {
                return Ok(hull);
            }
        }
    }
}

/// A concurrent epistemic game structure, seen through sets of its reachable points.
///
/// A point is a state together with what the step that led there satisfies, as far as the formula at hand can
/// tell.
pub trait Structure: SetAlgebra {
    /// One point.
    type Point: Clone;
    /// The moves of a coalition in every point, possibly restricted by a part of a strategy.
    type Moves: Clone;

    /// All reachable points.
    fn reachable(&self) -> Self::Set;
    /// The points where runs begin.
    fn initial(&self) -> Self::Set;
    /// The points without a successor. There are none where all steps are explored, as a deadlock repeats.
    fn without_successor(&self) -> Self::Set;
    /// The points that satisfy `State`, `Arrived`, `Deadlock` or `Faulty`. Points that are not reachable may be
    /// left in.
    fn atom(&mut self, atom: &Formula) -> Fallible<Self::Set, Self>;

    /// The points with a fair run of a kind.
    fn with_run(&mut self, runs: &Runs<Self::Set>) -> Fallible<Self::Set, Self>;
    /// A fair run of a kind from one of the points, if there is one: a lasso, or the beginning of a run if that
    /// is enough to see that it is of the kind.
    fn find_run(
        &mut self,
        from: &Self::Set,
        runs: &Runs<Self::Set>,
    ) -> Fallible<Option<Run<Self::Point>>, Self>;
    /// A shortest run within `within` from an initial point to one of the points.
    fn find_path(&mut self, to: &Self::Set, within: &Self::Set) -> Fallible<Option<Run<Self::Point>>, Self>;

    /// The reachable points that a group, pooling what its members observe, cannot tell from some point of a set.
    fn indistinguishable(&mut self, group: &[AgentId], set: &Self::Set) -> Fallible<Self::Set, Self>;

    /// What a group may do in every point.
    fn moves(&mut self, group: &[AgentId]) -> Fallible<Self::Moves, Self>;
    /// The points within `within` where, whatever the group does, its opponents can lead into `set`: the
    /// complement of the controllable predecessors of the complement.
    fn opponents_before(
        &mut self,
        moves: &Self::Moves,
        set: &Self::Set,
        within: &Self::Set,
    ) -> Fallible<Self::Set, Self>;
    /// If there is a member, and an observation that it makes in a point of `relevant`, for which the moves leave it
    /// more than one value to pick in the points of `within`: the moves with each of these values fixed.
    fn fix_one_observation(
        &mut self,
        group: &[AgentId],
        moves: &Self::Moves,
        relevant: &Self::Set,
        within: &Self::Set,
    ) -> Fallible<Option<Vec<Self::Moves>>, Self>;
    /// Whether the moves let the group pick this in a point.
    fn may_choose(&self, moves: &Self::Moves, point: &Self::Point, pick: &CoalitionChoice) -> bool;

    /// Some point of a set.
    fn pick(&mut self, set: &Self::Set) -> Fallible<Option<Self::Point>, Self>;
    /// The set with one point.
    fn only(&mut self, point: &Self::Point) -> Fallible<Self::Set, Self>;
    /// Whether a point is in a set.
    fn contains(&self, set: &Self::Set, point: &Self::Point) -> bool;
    /// The state of a point.
    fn state(&self, point: &Self::Point) -> State;
    /// The point of a reachable state, where [`Structure::points_are_states`].
    fn point(&self, state: &State) -> Option<Self::Point>;
    /// Whether there is only one point for each state.
    fn points_are_states(&self) -> bool;
    /// The bound that unbounded integers are explored with, if there is one.
    fn int_bound(&self) -> Option<i64> {
        None
    }
}

/// A result, or why a structure could not find it.
pub type Fallible<T, S> = Result<T, <S as SetAlgebra>::Error>;

/// The runs that satisfy a formula about one run, among those that count.
#[derive(Clone, Copy, Debug)]
pub struct Runs<'r, S> {
    /// The formula.
    pub path: &'r Formula,
    /// Whether the runs satisfy the formula; otherwise they violate it.
    pub positive: bool,
    /// The points that satisfy each maximal subformula about points, and maybe more.
    pub labels: &'r FxHashMap<Formula, S>,
    /// The points that count: runs stay there.
    pub points: &'r S,
    /// Of these, the ones from which a fair run goes on for ever.
    pub live: &'r S,
    /// What the runs have to visit infinitely often.
    pub fairness: &'r [S],
}

/// A run of the system with the points that it passes, one for each state of the trace.
#[derive(Clone, Debug)]
pub struct Run<P> {
    /// The states and steps.
    pub trace: Trace,
    /// The points.
    pub points: Vec<P>,
}
