//! Relations between a state and the next: pieces of rules put together so that images are cheap.
//!
//! Most rules touch few variables and become one diagram. A rule that touches nearly everything, such as
//! the round of a synchronous system, stays a conjunction of clusters: an image takes them one after
//! another and quantifies each variable as soon as no later cluster mentions it.

use std::collections::BTreeSet;

use synod_core::Stop;

use crate::diagram::{Diagram, Frame, FrameId, Level, Manager};
use crate::rule::Piece;

/// A relation that makes more nodes than this while it is put together stays in clusters.
const WHOLE_NODES: usize = 200_000;
/// As does one that has more than this in the end.
const WHOLE_SIZE: usize = 60_000;
/// Clusters are put together up to this size, and while that makes no more than so many nodes.
const CLUSTER_SIZE: usize = 3_000;
const CLUSTER_NODES: usize = 20_000;

/// Some steps, as a relation.
#[derive(Debug)]
pub(crate) struct Relation {
    form: Form,
    frame: FrameId,
}

#[derive(Debug)]
enum Form {
    Whole(Diagram),
    Clustered { forward: Schedule, backward: Schedule, inner: Vec<Level>, current: Diagram, next: Diagram },
}

/// Clusters in the order in which they are taken, each with what is quantified then.
#[derive(Debug)]
struct Schedule {
    /// Quantified before the first.
    first: Diagram,
    clusters: Vec<(Diagram, Diagram)>,
}

impl Relation {
    /// A relation given as one diagram that writes these bits.
    pub fn whole(m: &mut Manager, relation: Diagram, written: &[Level]) -> Self {
        let frame = m.frame(Frame::writing(written.iter().copied()));
        Relation { form: Form::Whole(relation), frame }
    }

    /// The steps of a piece.
    pub fn new(m: &mut Manager, piece: &Piece) -> Result<Self, Stop> {
        let frame = m.frame(Frame::writing(piece.written.iter().copied()));
        let whole = m.attempt(WHOLE_NODES, |m| conjoin(m, piece.conjuncts.clone(), &piece.inner))?;
        if let Some(whole) = whole
            && m.size(&whole) <= WHOLE_SIZE
        {
            return Ok(Relation { form: Form::Whole(whole), frame });
        }
        Relation::clustered(m, piece)
    }

    /// The steps of a piece, in clusters.
    fn clustered(m: &mut Manager, piece: &Piece) -> Result<Self, Stop> {
        let frame = m.frame(Frame::writing(piece.written.iter().copied()));
        let clusters = cluster(m, piece.conjuncts.clone(), &piece.inner)?;
        let inner = piece.inner.iter().copied();
        let forward = Schedule::new(m, &clusters, inner.clone().chain(piece.written.iter().copied()))?;
        let next_levels: Vec<Level> = piece.written.iter().map(|level| level + 1).collect();
        let backward = Schedule::new(m, &clusters, inner.chain(next_levels.iter().copied()))?;
        let (current, next) = (m.cube(piece.written.iter().copied())?, m.cube(next_levels)?);
        let inner = piece.inner.clone();
        Ok(Relation { form: Form::Clustered { forward, backward, inner, current, next }, frame })
    }

    /// The steps that leave a set: often few enough to be one diagram, where all steps are not.
    pub fn leaving(self, m: &mut Manager, set: &Diagram) -> Result<Self, Stop> {
        let Form::Clustered { forward, inner, .. } = &self.form else { return Ok(self) };
        let clusters: Vec<Diagram> = forward.clusters.iter().map(|(cluster, _)| cluster.clone()).collect();
        let schedule = Schedule::new(m, &clusters, inner.iter().copied())?;
        let whole = m.attempt(WHOLE_NODES, |m| schedule.take(m, set))?;
        match whole.filter(|whole| m.size(whole) <= WHOLE_SIZE) {
            Some(whole) => Ok(Relation { form: Form::Whole(whole), frame: self.frame }),
            None => Ok(self),
        }
    }

    /// One diagram for everything, if there is.
    pub fn as_whole(&self) -> Option<(&Diagram, FrameId)> {
        match &self.form {
            Form::Whole(relation) => Some((relation, self.frame)),
            Form::Clustered { .. } => None,
        }
    }

    /// Where steps lead to from a set.
    pub fn image(&self, m: &mut Manager, set: &Diagram) -> Result<Diagram, Stop> {
        match &self.form {
            Form::Whole(relation) => m.image(set, relation, self.frame),
            Form::Clustered { forward, next, .. } => {
                let found = forward.take(m, set)?;
                m.moved_to_current(&found, next)
            }
        }
    }

    /// From where, within a set, steps can lead into another.
    pub fn preimage(&self, m: &mut Manager, set: &Diagram, within: &Diagram) -> Result<Diagram, Stop> {
        match &self.form {
            Form::Whole(relation) => m.preimage(set, relation, self.frame, within),
            Form::Clustered { backward, current, .. } => {
                let targets = m.moved_to_next(set, current)?;
                let found = backward.take(m, &targets)?;
                m.and(&found, within)
            }
        }
    }
}

/// Relations with one frame are joined into one, as long as that stays small.
pub(crate) fn join(m: &mut Manager, relations: Vec<Relation>) -> Result<Vec<Relation>, Stop> {
    let mut joined: Vec<Relation> = Vec::new();
    for relation in relations {
        let same = joined.iter_mut().find_map(|other| match (&mut other.form, &relation.form) {
            (Form::Whole(a), Form::Whole(b)) if other.frame == relation.frame => Some((a, b)),
            _ => None,
        });
        match same {
            Some((a, b)) => match m.attempt(WHOLE_NODES, |m| m.or(a, b))? {
                Some(both) if m.size(&both) <= WHOLE_SIZE => *a = both,
                _ => joined.push(relation),
            },
            None => joined.push(relation),
        }
    }
    Ok(joined)
}

/// A conjunct with the levels it depends on.
type Part = (Diagram, BTreeSet<Level>);

fn with_support(m: &Manager, part: Diagram) -> Part {
    let support = m.support(&part).into_iter().collect();
    (part, support)
}

/// Conjoins everything and quantifies the inner levels, each as soon as it can be.
fn conjoin(m: &mut Manager, conjuncts: Vec<Diagram>, inner: &[Level]) -> Result<Diagram, Stop> {
    let mut parts: Vec<Part> = conjuncts.into_iter().map(|part| with_support(m, part)).collect();
    for level in inner {
        let (sharing, rest): (Vec<Part>, Vec<Part>) =
            parts.into_iter().partition(|(_, support)| support.contains(level));
        parts = rest;
        let together = without(m, *level, &sharing)?;
        parts.push(with_support(m, together));
    }
    parts.sort_by_key(|(_, support)| support.last().copied());
    m.all(parts.iter().rev().map(|(part, _)| part))
}

/// The conjunction of parts for some value at a level.
fn without(m: &mut Manager, level: Level, parts: &[Part]) -> Result<Diagram, Stop> {
    let gone = m.cube([level])?;
    let mut all = m.constant(true);
    for (number, (part, _)) in parts.iter().enumerate() {
        all = if number + 1 == parts.len() { m.and_exists(&all, part, &gone)? } else { m.and(&all, part)? };
    }
    Ok(all)
}

/// Conjoins what shares inner levels, and neighbours, up to a size. Inner levels that only one cluster
/// mentions are quantified.
fn cluster(m: &mut Manager, conjuncts: Vec<Diagram>, inner: &[Level]) -> Result<Vec<Diagram>, Stop> {
    let mut parts: Vec<Part> = conjuncts.into_iter().map(|part| with_support(m, part)).collect();
    for level in inner {
        let (mut sharing, rest): (Vec<Part>, Vec<Part>) =
            parts.into_iter().partition(|(_, support)| support.contains(level));
        parts = rest;
        sharing.sort_by_key(|(part, _)| m.size(part));
        let sizes: usize = sharing.iter().map(|(part, _)| m.size(part)).sum();
        let together = match sizes <= CLUSTER_SIZE {
            true => m.attempt(CLUSTER_NODES, |m| without(m, *level, &sharing))?,
            false => None,
        };
        match together.filter(|together| m.size(together) <= CLUSTER_SIZE) {
            Some(together) => parts.push(with_support(m, together)),
            None => parts.extend(sharing),
        }
    }
    parts.retain(|(part, _)| !part.is_true());
    parts.sort_by_key(|(_, support)| support.first().copied());
    let mut clusters: Vec<Diagram> = Vec::new();
    for (part, _) in parts {
        let joined = match clusters.last() {
            Some(last) if m.size(last) + m.size(&part) <= CLUSTER_SIZE => {
                m.attempt(CLUSTER_NODES, |m| m.and(last, &part))?
            }
            _ => None,
        };
        match (joined.filter(|joined| m.size(joined) <= CLUSTER_SIZE), clusters.last_mut()) {
            (Some(joined), Some(last)) => *last = joined,
            _ => clusters.push(part),
        }
    }
    Ok(clusters)
}

impl Schedule {
    /// An order in which the quantified levels go early and few others come in.
    fn new(
        m: &mut Manager,
        clusters: &[Diagram],
        quantified: impl Iterator<Item = Level>,
    ) -> Result<Self, Stop> {
        let mut waiting: Vec<(Diagram, Vec<Level>)> =
            clusters.iter().map(|cluster| (cluster.clone(), m.support(cluster))).collect();
        let mut open: BTreeSet<Level> = quantified.collect();
        let unused: Vec<Level> = open
            .iter()
            .copied()
            .filter(|level| !waiting.iter().any(|(_, support)| support.contains(level)))
            .collect();
        open.retain(|level| !unused.contains(level));
        let first = m.cube(unused)?;
        let mut ordered = Vec::new();
        let mut seen: BTreeSet<Level> = BTreeSet::new();
        while !waiting.is_empty() {
            let goes = |at: usize| -> Vec<Level> {
                let others = || waiting.iter().enumerate().filter(|(other, _)| *other != at);
                let only_here = |level: &&Level| {
                    open.contains(level) && !others().any(|(_, (_, support))| support.contains(level))
                };
                waiting[at].1.iter().filter(only_here).copied().collect()
            };
            let gain = |at: usize| {
                let fresh = waiting[at].1.iter().filter(|level| !seen.contains(level)).count();
                2 * goes(at).len() as i64 - fresh as i64
            };
            let best = (0..waiting.len()).rev().max_by_key(|at| gain(*at)).unwrap_or(0);
            let gone = goes(best);
            open.retain(|level| !gone.contains(level));
            let (cluster, support) = waiting.remove(best);
            seen.extend(support);
            ordered.push((cluster, m.cube(gone)?));
        }
        Ok(Schedule { first, clusters: ordered })
    }

    fn take(&self, m: &mut Manager, set: &Diagram) -> Result<Diagram, Stop> {
        let mut found = m.exists(set, &self.first)?;
        for (cluster, gone) in &self.clusters {
            found = m.and_exists(&found, cluster, gone)?;
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Context, Model};
    use proptest::prelude::*;
    use synod_core::random::systems;
    use synod_core::{Budget, System, infer_ranges};

    fn agree(system: &System) -> Result<(), Stop> {
        let mut context = Context::new(system, Manager::new(&Budget::unlimited()));
        let model = Model::new(&mut context, &[])?;
        let m = &mut context.manager;
        for piece in &model.pieces {
            let conjunction = conjoin(m, piece.conjuncts.clone(), &piece.inner)?;
            let whole = Relation::whole(m, conjunction, &piece.written);
            let clustered = Relation::clustered(m, piece)?;
            let image = whole.image(m, &model.reach)?;
            assert_eq!(image, clustered.image(m, &model.reach)?);
            for (set, within) in [(&image, m.constant(true)), (&model.reach.not(), model.reach.clone())] {
                let expected = whole.preimage(m, set, &within)?;
                assert_eq!(expected, clustered.preimage(m, set, &within)?);
                let everywhere = whole.preimage(m, set, &m.constant(true))?;
                assert_eq!(expected, m.and(&everywhere, &within)?);
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

        #[test]
        fn clusters_lead_where_the_whole_relation_leads(system in systems()) {
            prop_assume!(crate::layout::bounded(&system, &infer_ranges(&system)).is_ok());
            agree(&system).expect("no limits");
        }
    }
}
