//! The steps as relations, and what they lead to, sooner or later.

use synod_core::Stop;

use crate::diagram::{Diagram, Firing, Manager};
use crate::relation::{Relation, join};
use crate::rule::Piece;

/// What is first spent, in nodes, on one diagram for all steps.
const FIRST_ATTEMPT: usize = 100_000;
/// How much more may be spent on a search without it.
const SEARCH: usize = 4;

/// The relations of pieces, and the points reachable by them.
pub(crate) fn explore(
    m: &mut Manager,
    init: &Diagram,
    pieces: &[Piece],
) -> Result<(Vec<Relation>, Diagram), Stop> {
    if let [piece] = pieces {
        let (relation, reach) = explore_alone(m, init, piece)?;
        return Ok((vec![relation], reach));
    }
    let relations = pieces.iter().map(|piece| Relation::new(m, piece)).collect::<Result<_, _>>()?;
    let steps = join(m, relations)?;
    // Only among several are there local fixpoints.
    let (local, global): (Vec<&Relation>, Vec<&Relation>) =
        steps.iter().partition(|step| steps.len() > 1 && step.as_whole().is_some());
    let fired: Vec<_> =
        local.iter().filter_map(|step| step.as_whole()).map(|(r, frame)| (r.clone(), frame)).collect();
    let firing = Firing::new(m, &fired);
    let closed = m.saturate(init, &firing)?;
    let mut search = Search::new(closed);
    search.run(m, &global, |m, fresh| m.saturate(fresh, &firing))?;
    Ok((steps, search.reach))
}

/// A single piece. As one diagram it makes everything cheap, but it may be too large for that, and clusters may
/// do: both are tried in turn, with ever more patience.
fn explore_alone(m: &mut Manager, init: &Diagram, piece: &Piece) -> Result<(Relation, Diagram), Stop> {
    let mut clustered = None;
    let mut search = Search::new(init.clone());
    let mut nodes = FIRST_ATTEMPT;
    loop {
        if let Some(whole) = Relation::together(m, piece, nodes)? {
            search.run(m, &[&whole], |_, fresh| Ok(fresh.clone()))?;
            return Ok((whole, search.reach));
        }
        let relation = match clustered.take() {
            Some(relation) => relation,
            None => Relation::clustered(m, piece)?,
        };
        nodes = nodes.saturating_mul(SEARCH);
        let found = m.attempt(nodes, |m| search.run(m, &[&relation], |_, fresh| Ok(fresh.clone())))?;
        if found.is_some() {
            return Ok((relation, search.reach));
        }
        clustered = Some(relation);
    }
}

/// A search, step by step. It can be stopped and go on.
struct Search {
    reach: Diagram,
    /// Reached, and not yet left.
    fresh: Diagram,
}

impl Search {
    fn new(reach: Diagram) -> Self {
        Search { fresh: reach.clone(), reach }
    }

    /// Goes on until nothing new is found. What `close` makes of new points is new as well.
    fn run(
        &mut self,
        m: &mut Manager,
        steps: &[&Relation],
        close: impl Fn(&mut Manager, &Diagram) -> Result<Diagram, Stop>,
    ) -> Result<(), Stop> {
        while !self.fresh.is_false() && !steps.is_empty() {
            let mut found = m.constant(false);
            for step in steps {
                let image = step.image(m, &self.fresh)?;
                found = m.or(&found, &image)?;
            }
            let outside = m.minus(&found, &self.reach)?;
            let closed = close(m, &outside)?;
            let fresh = m.minus(&closed, &self.reach)?;
            self.reach = m.or(&self.reach, &fresh)?;
            self.fresh = fresh;
        }
        Ok(())
    }
}
