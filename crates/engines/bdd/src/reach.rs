//! The steps as relations, and what they lead to, sooner or later.

use synod_core::Stop;

use crate::diagram::{Diagram, Firing, Level, Manager, Sifted};
use crate::invariants::Invariants;
use crate::relation::{Relation, Together, join};
use crate::rule::Piece;

/// What is first spent, in nodes, on one diagram for all steps, and at most.
const FIRST_ATTEMPT: usize = 200_000;
const LAST_ATTEMPT: usize = 12_800_000;
/// How much more may be spent on a search without it, or by a single operation the next time.
const SEARCH: usize = 4;
/// Sets of points with this many nodes are no trouble.
const TOLERATED: usize = 5_000;
/// To look for a better order of functions takes about as long as to make so many times their nodes.
const EFFORT: usize = 8;
/// So many nodes of points, found layer by layer, tell of a better order where all at once are too many.
const SAMPLE: usize = 20_000;
/// An operation that makes this many nodes is none.
const PATIENCE: usize = 250_000;
/// It pays to begin anew if functions become so many hundredths of what they were, or less.
const WORTHWHILE: usize = 90;
/// What is spent, in nodes, to look for a violation layer by layer before points are found all at once.
const FIRST_LOOK: usize = 10_000;

/// What became of an exploration.
pub(crate) enum Explored {
    /// The relations, and the points reachable by them.
    All(Vec<Relation>, Diagram),
    /// Some point that was reached violates an invariant; the search can go on.
    Violated(Vec<Relation>, Search),
    /// It was stopped, since another order of levels is better.
    BadOrder(Box<Reordered>),
}

/// An unfinished search in another order of levels.
#[derive(Debug)]
pub(crate) struct Reordered {
    pub search: Search,
    /// Where its diagrams live.
    pub manager: Manager,
    /// For each level where it is now.
    pub moved: Vec<Level>,
}

/// The relations of pieces, and the points reachable by them, where a search begins or goes on; it ends early if it
/// meets a violation of an invariant.
pub(crate) fn explore(
    m: &mut Manager,
    mut search: Search,
    pieces: &[Piece],
    watch: &mut OrderWatch,
    invariants: &Invariants,
) -> Result<Explored, Stop> {
    if let [piece] = pieces {
        return explore_alone(m, search, piece, watch, invariants);
    }
    let relations = pieces.iter().map(|piece| Relation::new(m, piece)).collect::<Result<_, _>>()?;
    let steps = join(m, relations)?;
    // Only among several are there local fixpoints.
    let (local, global): (Vec<&Relation>, Vec<&Relation>) =
        steps.iter().partition(|step| steps.len() > 1 && step.as_whole().is_some());
    let fired: Vec<_> =
        local.iter().filter_map(|step| step.as_whole()).map(|(r, frame)| (r.clone(), frame)).collect();
    let firing = Firing::new(m, &fired);
    let close = |m: &mut Manager, points: &Diagram| m.saturate(points, &firing);
    let all: Vec<&Relation> = steps.iter().collect();
    if let Some(found) = search.look_ahead(m, &all, invariants, FIRST_LOOK)? {
        return Ok(Explored::Violated(steps, found));
    }
    while m.attempt(watch.patience, |m| search.close(m, close))?.is_none() {
        watch.patience = watch.patience.saturating_mul(SEARCH);
        if let Some(found) = search.look_ahead(m, &all, invariants, watch.patience)? {
            return Ok(Explored::Violated(steps, found));
        }
        // All at once it is too much. Some points, found layer by layer, tell of a better order as well.
        let mut sample = search.clone();
        m.attempt(watch.patience, |m| sample.grow(m, &local, SAMPLE.min(watch.tolerated.saturating_mul(4))))?;
        let others: Vec<&Diagram> =
            [&sample.reach].into_iter().chain(steps.iter().flat_map(|step| step.diagrams())).collect();
        if let Some(better) = watch.reordered(m, &search, &others)? {
            return Ok(Explored::BadOrder(better));
        }
    }
    let bad = |m: &mut Manager, points: &Diagram| invariants.violating(m, points, &all);
    let ended = match bad(m, &search.reach)?.is_false() {
        true => search.run(m, &global, watch, close, bad)?,
        false => SearchEnd::Violated,
    };
    Ok(match ended {
        SearchEnd::BadOrder(better) => Explored::BadOrder(better),
        SearchEnd::Violated => Explored::Violated(steps, search),
        SearchEnd::Complete => Explored::All(steps, search.reach),
    })
}

/// A single piece. As one diagram it makes everything cheap, but it may be too large for that, and clusters may
/// do: both are tried in turn, with ever more patience.
fn explore_alone(
    m: &mut Manager,
    mut search: Search,
    piece: &Piece,
    watch: &mut OrderWatch,
    invariants: &Invariants,
) -> Result<Explored, Stop> {
    let run = |m: &mut Manager, search: &mut Search, relation: &Relation, watch: &mut OrderWatch| {
        let bad = |m: &mut Manager, points: &Diagram| invariants.violating(m, points, &[relation]);
        if !bad(m, &search.reach)?.is_false() {
            return Ok(SearchEnd::Violated);
        }
        search.run(m, &[relation], watch, |_, fresh| Ok(fresh.clone()), bad)
    };
    let explored = |ended: SearchEnd, relation: Relation, search: Search| match ended {
        SearchEnd::BadOrder(better) => Explored::BadOrder(better),
        SearchEnd::Violated => Explored::Violated(vec![relation], search),
        SearchEnd::Complete => Explored::All(vec![relation], search.reach),
    };
    let mut clustered = None;
    let mut nodes = FIRST_ATTEMPT;
    let mut may_be_whole = true;
    loop {
        if may_be_whole {
            match Relation::together(m, piece, nodes)? {
                Together::Whole(whole) => {
                    let ended = run(m, &mut search, &whole, watch)?;
                    return Ok(explored(ended, whole, search));
                }
                Together::Large => may_be_whole = false,
                Together::Hard => {}
            }
        }
        let relation = match clustered.take() {
            Some(relation) => relation,
            None => Relation::clustered(m, piece)?,
        };
        nodes = nodes.saturating_mul(SEARCH);
        may_be_whole &= nodes <= LAST_ATTEMPT;
        // A layer that is given up is lost: clusters are stopped only if there is something else to try.
        let patience = if may_be_whole { nodes } else { usize::MAX };
        match m.attempt(patience, |m| run(m, &mut search, &relation, watch))? {
            Some(ended) => return Ok(explored(ended, relation, search)),
            None => clustered = Some(relation),
        }
    }
}

/// Looks whether sets of points are large because of a bad order of levels.
#[derive(Debug)]
pub(crate) struct OrderWatch {
    /// The levels from this one on may be ordered in another way.
    first: Level,
    /// Nodes that the reachable points may have before a better order is looked for.
    tolerated: usize,
    /// How many times the nodes of all functions are made before it pays to look for a better order of them.
    effort: usize,
    /// How many nodes the manager had made when it was looked for last.
    made: usize,
    /// Nodes that a single operation may make before a better order is looked for.
    patience: usize,
}

impl OrderWatch {
    pub fn new(first: Level) -> Self {
        OrderWatch { first, tolerated: TOLERATED, effort: EFFORT, made: 0, patience: PATIENCE }
    }

    /// The search in a better order, if its points are many nodes and there is one.
    fn look(
        &mut self,
        m: &mut Manager,
        search: &Search,
        steps: &[&Relation],
    ) -> Result<Option<Box<Reordered>>, Stop> {
        let points = m.size(&search.reach);
        if points <= self.tolerated {
            return Ok(None);
        }
        let relations: Vec<&Diagram> = steps.iter().flat_map(|step| step.diagrams()).collect();
        let others = relations.iter().map(|relation| m.size(relation)).sum::<usize>();
        let size = points + m.size(&search.fresh) + others;
        if m.made().saturating_sub(self.made) < self.effort.saturating_mul(size) {
            return Ok(None);
        }
        let better = self.reordered(m, search, &relations)?;
        self.tolerated = match &better {
            Some(better) => self.tolerated.max(2 * better.manager.size(&better.search.reach)),
            // Where there was none, there is hardly one for a few more points.
            None => 2 * size,
        };
        Ok(better)
    }

    /// The search in a better order for it and other functions, if there is one.
    fn reordered(
        &mut self,
        m: &mut Manager,
        search: &Search,
        others: &[&Diagram],
    ) -> Result<Option<Box<Reordered>>, Stop> {
        let sifted = m.sift([&search.reach, &search.fresh], others, self.first, WORTHWHILE)?;
        self.made = if sifted.is_some() { 0 } else { m.made() };
        Ok(sifted.map(|Sifted { manager, moved, functions: [reach, fresh] }| {
            Box::new(Reordered { search: Search { reach, fresh }, manager, moved })
        }))
    }
}

/// How a search ended.
enum SearchEnd {
    /// Nothing new is found.
    Complete,
    /// A point that was found is a bad one.
    Violated,
    /// Another order of levels is better.
    BadOrder(Box<Reordered>),
}

/// A search, step by step. It can be stopped and go on.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    reach: Diagram,
    /// Reached, and not yet left.
    fresh: Diagram,
}

impl Search {
    /// A search that begins at some points.
    pub fn new(points: &Diagram) -> Self {
        Search { fresh: points.clone(), reach: points.clone() }
    }

    /// Adds what follows from the points that were not yet left.
    fn close(
        &mut self,
        m: &mut Manager,
        close: impl Fn(&mut Manager, &Diagram) -> Result<Diagram, Stop>,
    ) -> Result<(), Stop> {
        self.fresh = close(m, &self.fresh)?;
        self.reach = m.or(&self.reach, &self.fresh)?;
        Ok(())
    }

    /// Adds points, layer by layer, until they are so many nodes.
    fn grow(&mut self, m: &mut Manager, steps: &[&Relation], nodes: usize) -> Result<(), Stop> {
        while !self.fresh.is_false() && m.size(&self.reach) < nodes {
            let before = self.reach.clone();
            for step in steps {
                let image = step.image(m, &self.reach)?;
                self.reach = m.or(&self.reach, &image)?;
            }
            self.fresh = m.minus(&self.reach, &before)?;
        }
        Ok(())
    }

    /// Looks for a violation of invariants among the points that follow, layer by layer, for so many nodes. Gives the
    /// search that has met one.
    fn look_ahead(
        &self,
        m: &mut Manager,
        steps: &[&Relation],
        invariants: &Invariants,
        nodes: usize,
    ) -> Result<Option<Search>, Stop> {
        if invariants.is_empty() {
            return Ok(None);
        }
        let mut ahead = self.clone();
        let met = m.attempt(nodes, |m| {
            let bad = |m: &mut Manager, points: &Diagram| invariants.violating(m, points, steps);
            if !bad(m, &ahead.reach)?.is_false() {
                return Ok(true);
            }
            while !ahead.fresh.is_false() {
                ahead.advance(m, steps, &|_, fresh| Ok(fresh.clone()))?;
                if !bad(m, &ahead.fresh)?.is_false() {
                    return Ok(true);
                }
            }
            Ok(false)
        })?;
        Ok((met == Some(true)).then_some(ahead))
    }

    /// Finds the next layer. What `close` makes of new points is new as well.
    fn advance(
        &mut self,
        m: &mut Manager,
        steps: &[&Relation],
        close: &impl Fn(&mut Manager, &Diagram) -> Result<Diagram, Stop>,
    ) -> Result<(), Stop> {
        let mut found = m.constant(false);
        for step in steps {
            let image = step.image(m, &self.fresh)?;
            found = m.or(&found, &image)?;
        }
        let outside = m.minus(&found, &self.reach)?;
        let closed = close(m, &outside)?;
        let fresh = if closed == outside { outside } else { m.minus(&closed, &self.reach)? };
        self.reach = m.or(&self.reach, &fresh)?;
        self.fresh = fresh;
        m.count_layer();
        Ok(())
    }

    /// Goes on until nothing new is found, a bad point is, or a better order of levels.
    fn run(
        &mut self,
        m: &mut Manager,
        steps: &[&Relation],
        watch: &mut OrderWatch,
        close: impl Fn(&mut Manager, &Diagram) -> Result<Diagram, Stop>,
        bad: impl Fn(&mut Manager, &Diagram) -> Result<Diagram, Stop>,
    ) -> Result<SearchEnd, Stop> {
        while !self.fresh.is_false() && !steps.is_empty() {
            self.advance(m, steps, &close)?;
            if !bad(m, &self.fresh)?.is_false() {
                return Ok(SearchEnd::Violated);
            }
            if let Some(better) = watch.look(m, self, steps)? {
                return Ok(SearchEnd::BadOrder(better));
            }
        }
        Ok(SearchEnd::Complete)
    }

    /// The points reached so far.
    pub fn reach(&self) -> &Diagram {
        &self.reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Context, Modelled, SymbolicModel};
    use proptest::prelude::*;
    use synod_core::{Budget, Formula, System, infer_ranges};
    use synod_testing::systems;

    /// The reachable states, counted, where sets of so many nodes are no trouble.
    fn count(system: &System, tolerated: usize) -> Result<String, Stop> {
        let mut context = Context::new(system, Manager::new(&Budget::unlimited()));
        let watch = &mut context.watch;
        (watch.tolerated, watch.patience, watch.effort) = (tolerated, tolerated, tolerated.saturating_sub(1));
        let mut search = None;
        loop {
            match SymbolicModel::build(&mut context, &[], search, &Formula::And(vec![]))? {
                Modelled::Complete(model) => {
                    let levels = context.layout.state_levels();
                    return Ok(context.manager.count(&model.reach, &levels).to_string());
                }
                Modelled::Violated(..) => unreachable!("nothing can be violated"),
                Modelled::BadOrder(better) => search = Some(context.reorder(better)),
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

        #[test]
        fn the_same_is_found_if_the_order_changes_on_the_way(system in systems()) {
            prop_assume!(crate::layout::bounded(&system, &infer_ranges(&system)).is_ok());
            prop_assert_eq!(count(&system, 1).expect("no limits"), count(&system, usize::MAX).expect("no limits"));
        }
    }
}
