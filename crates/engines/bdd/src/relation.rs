//! Relations between a state and the next: pieces of rules put together so that images are cheap.
//!
//! Most rules touch few variables and become one diagram. A rule that touches nearly everything, such as
//! the round of a synchronous system, stays a conjunction of clusters: an image takes them one after
//! another and quantifies each variable as soon as no later cluster mentions it.

use rustc_hash::FxHashMap;
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

/// What became of putting the steps of a piece together as one diagram.
#[derive(Debug)]
pub(crate) enum Together {
    /// It is small.
    Whole(Relation),
    /// It is too large to be of use, however much is spent on it.
    Large,
    /// It would have taken more nodes than it may.
    Hard,
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

    /// The steps of a piece, as one diagram if that can be.
    pub fn new(m: &mut Manager, piece: &Piece) -> Result<Self, Stop> {
        match Relation::together(m, piece, WHOLE_NODES)? {
            Together::Whole(whole) => Ok(whole),
            Together::Large | Together::Hard => Relation::clustered(m, piece),
        }
    }

    /// The steps of a piece as one diagram, if it is small and can be found by making so many nodes.
    pub fn together(m: &mut Manager, piece: &Piece, nodes: usize) -> Result<Together, Stop> {
        let Some(whole) = m.attempt(nodes, |m| conjoin(m, piece.conjuncts.clone(), &piece.inner))? else {
            return Ok(Together::Hard);
        };
        Ok(match m.size(&whole) <= WHOLE_SIZE {
            true => Together::Whole(Relation::whole(m, whole, &piece.written)),
            false => Together::Large,
        })
    }

    /// The steps of a piece, in clusters.
    pub fn clustered(m: &mut Manager, piece: &Piece) -> Result<Self, Stop> {
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
        // What keeps images small keeps this small: a large cluster finds much decided when its turn comes.
        let schedule = forward.quantifying(m, inner)?;
        let whole = m.attempt(WHOLE_NODES, |m| schedule.take(m, set))?;
        match whole.filter(|whole| m.size(whole) <= WHOLE_SIZE) {
            Some(whole) => Ok(Relation { form: Form::Whole(whole), frame: self.frame }),
            None => Ok(self),
        }
    }

    /// The steps that lead into a set, if they are one diagram that is not large.
    pub fn leading_into(&self, m: &mut Manager, set: &Diagram) -> Result<Option<(Diagram, FrameId)>, Stop> {
        let Form::Whole(relation) = &self.form else { return Ok(None) };
        let written = m.written(self.frame);
        let written = m.cube(written)?;
        let there = m.moved_to_next(set, &written)?;
        let staying = m.attempt(WHOLE_NODES, |m| m.and(relation, &there))?;
        let small = staying.filter(|staying| m.size(staying) <= WHOLE_SIZE);
        Ok(small.map(|staying| (staying, self.frame)))
    }

    /// One diagram for everything, if there is.
    pub fn as_whole(&self) -> Option<(&Diagram, FrameId)> {
        match &self.form {
            Form::Whole(relation) => Some((relation, self.frame)),
            Form::Clustered { .. } => None,
        }
    }

    /// The diagrams that it is made of.
    pub fn diagrams(&self) -> Vec<&Diagram> {
        match &self.form {
            Form::Whole(relation) => vec![relation],
            Form::Clustered { forward, .. } => forward.clusters.iter().map(|(cluster, _)| cluster).collect(),
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
#[derive(Clone)]
struct Part {
    diagram: Diagram,
    support: Support,
    size: usize,
}

/// A set of levels, a bit for each.
#[derive(Clone, Default)]
struct Support(Vec<u64>);

impl Support {
    fn new(levels: &[Level]) -> Self {
        let mut words = vec![0; levels.iter().max().map_or(0, |last| *last as usize / 64 + 1)];
        levels.iter().for_each(|level| words[*level as usize / 64] |= 1 << (level % 64));
        Support(words)
    }

    /// What some parts mention.
    fn of(parts: &[Part]) -> Self {
        let mut all = Support::default();
        parts.iter().for_each(|part| all.add(&part.support));
        all
    }

    fn levels(&self) -> impl Iterator<Item = Level> {
        (0..self.0.len() as Level * 64).filter(|level| self.contains(*level))
    }

    fn contains(&self, level: Level) -> bool {
        self.0.get(level as usize / 64).is_some_and(|word| word >> (level % 64) & 1 == 1)
    }

    fn add(&mut self, other: &Support) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        std::iter::zip(&mut self.0, &other.0).for_each(|(word, more)| *word |= more);
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn first(&self) -> Option<Level> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(word as Level * 64 + self.0[word].trailing_zeros())
    }

    fn last(&self) -> Option<Level> {
        let word = self.0.iter().rposition(|word| *word != 0)?;
        Some(word as Level * 64 + self.0[word].ilog2())
    }
}

impl Part {
    fn new(m: &Manager, diagram: Diagram) -> Self {
        let (support, size) = m.support_and_size(&diagram);
        Part { support: Support::new(&support), size, diagram }
    }

    fn mentions(&self, level: Level) -> bool {
        self.support.contains(level)
    }
}

/// Parts and the levels that are to be quantified in their conjunction, with those that mention each.
struct Sharing {
    parts: Vec<Option<Part>>,
    levels: Vec<Level>,
    /// By level: the positions of the parts that mention it, and what they depend on together, if that is known.
    mentioning: FxHashMap<Level, (Vec<usize>, Option<u32>)>,
}

impl Sharing {
    fn new(m: &Manager, conjuncts: Vec<Diagram>, levels: &[Level]) -> Self {
        let mentioning = levels.iter().map(|level| (*level, (Vec::new(), None))).collect();
        let mut sharing = Sharing { parts: Vec::new(), levels: levels.to_vec(), mentioning };
        conjuncts.into_iter().for_each(|part| sharing.add(Part::new(m, part)));
        sharing
    }

    fn add(&mut self, part: Part) {
        for level in part.support.levels() {
            if let Some((parts, width)) = self.mentioning.get_mut(&level) {
                parts.push(self.parts.len());
                *width = None;
            }
        }
        self.parts.push(Some(part));
    }

    /// Takes out the parts that mention one of the levels, the one for which they depend on least together,
    /// and all levels that no other part mentions then; `None` when no level is left.
    fn take_narrowest(&mut self) -> Option<(Vec<Part>, Vec<Level>)> {
        let parts = &self.parts;
        let mut width = |level: &Level| -> u32 {
            let Some((mentioning, width)) = self.mentioning.get_mut(level) else { return 0 };
            *width.get_or_insert_with(|| {
                let mut all = Support::default();
                mentioning.iter().flat_map(|at| &parts[*at]).for_each(|part| all.add(&part.support));
                all.len()
            })
        };
        let best = self.levels.iter().copied().min_by_key(&mut width)?;
        let (taken, _) = self.mentioning.get(&best).cloned().unwrap_or_default();
        let taken: Vec<Part> = taken.into_iter().filter_map(|at| self.parts[at].take()).collect();
        for level in Support::of(&taken).levels() {
            if let Some((parts, width)) = self.mentioning.get_mut(&level) {
                parts.retain(|at| self.parts[*at].is_some());
                *width = None;
            }
        }
        let is_mentioned =
            |level: &Level| self.mentioning.get(level).is_some_and(|(parts, _)| !parts.is_empty());
        let (left, gone) = self.levels.iter().partition(|level| is_mentioned(level));
        self.levels = left;
        gone.iter().for_each(|level| {
            self.mentioning.remove(level);
        });
        Some((taken, gone))
    }

    fn into_parts(self) -> Vec<Part> {
        self.parts.into_iter().flatten().collect()
    }
}

/// Conjoins everything and quantifies the inner levels, each as soon as it can be.
fn conjoin(m: &mut Manager, conjuncts: Vec<Diagram>, inner: &[Level]) -> Result<Diagram, Stop> {
    let mut open = Sharing::new(m, conjuncts, inner);
    while let Some((sharing, gone)) = open.take_narrowest() {
        let together = without(m, &gone, sharing)?;
        open.add(Part::new(m, together));
    }
    let mut parts = open.into_parts();
    parts.sort_by_key(|part| part.support.last());
    let lowest_first = parts.iter().rev();
    lowest_first.map(|part| &part.diagram).try_fold(m.constant(true), |all, part| m.and(&all, part))
}

/// The conjunction of parts for some values at levels. Small parts come first, and neighbours among those of about the
/// same size, so that large results are made few times; a level is quantified as soon as no other part mentions it.
fn without(m: &mut Manager, levels: &[Level], mut parts: Vec<Part>) -> Result<Diagram, Stop> {
    let asked = Support::new(levels);
    loop {
        // The next to be taken are at the end.
        parts.sort_by_key(|part| std::cmp::Reverse((part.size.max(1).ilog2(), part.support.first())));
        let pair = parts.split_off(parts.len().saturating_sub(2));
        m.poll()?;
        let elsewhere = Support::of(&parts);
        let here = Support::of(&pair);
        let gone = here.levels().filter(|level| asked.contains(*level) && !elsewhere.contains(*level));
        let gone = m.cube(gone.collect::<Vec<_>>())?;
        let both = match pair.as_slice() {
            [] => return Ok(m.constant(true)),
            [only] => m.exists(&only.diagram, &gone)?,
            [a, b, ..] => m.and_exists(&a.diagram, &b.diagram, &gone)?,
        };
        if parts.is_empty() {
            return Ok(both);
        }
        parts.push(Part::new(m, both));
    }
}

/// Conjoins what shares inner levels, and neighbours, up to a size. Inner levels that only one cluster
/// mentions are quantified.
fn cluster(m: &mut Manager, conjuncts: Vec<Diagram>, inner: &[Level]) -> Result<Vec<Diagram>, Stop> {
    let mut open = Sharing::new(m, conjuncts, inner);
    while let Some((sharing, gone)) = open.take_narrowest() {
        m.poll()?;
        let sizes: usize = sharing.iter().map(|part| part.size).sum();
        let together = match sizes <= CLUSTER_SIZE {
            true => m.attempt(CLUSTER_NODES, |m| without(m, &gone, sharing.clone()))?,
            false => None,
        };
        match together.map(|together| Part::new(m, together)).filter(|part| part.size <= CLUSTER_SIZE) {
            Some(together) => open.add(together),
            None => sharing.into_iter().for_each(|part| open.add(part)),
        }
    }
    let mut parts = open.into_parts();
    parts.retain(|part| !part.diagram.is_true());
    parts.sort_by_key(|part| part.support.first());
    let mut clusters: Vec<(Diagram, usize)> = Vec::new();
    for part in parts {
        let joined = match clusters.last() {
            Some((last, size)) if size + part.size <= CLUSTER_SIZE => {
                m.attempt(CLUSTER_NODES, |m| m.and(last, &part.diagram))?
            }
            _ => None,
        };
        let joined = joined.map(|joined| (m.size(&joined), joined)).filter(|(size, _)| *size <= CLUSTER_SIZE);
        match (joined, clusters.last_mut()) {
            (Some((size, joined)), Some(last)) => *last = (joined, size),
            _ => clusters.push((part.diagram, part.size)),
        }
    }
    Ok(clusters.into_iter().map(|(cluster, _)| cluster).collect())
}

impl Schedule {
    /// An order in which the quantified levels go early and few others come in.
    fn new(
        m: &mut Manager,
        clusters: &[Diagram],
        quantified: impl Iterator<Item = Level>,
    ) -> Result<Self, Stop> {
        let mut waiting: Vec<Part> = clusters.iter().map(|cluster| Part::new(m, cluster.clone())).collect();
        let (unused, mut open): (Vec<Level>, Vec<Level>) =
            quantified.partition(|level| !waiting.iter().any(|part| part.mentions(*level)));
        let first = m.cube(unused)?;
        let mut ordered = Vec::new();
        let mut seen = Support::default();
        while !waiting.is_empty() {
            m.poll()?;
            // For each level that is open the only cluster that mentions it, if there is only one.
            let mut goes: Vec<Vec<Level>> = vec![Vec::new(); waiting.len()];
            for level in &open {
                let mut mentioning = (0..waiting.len()).filter(|at| waiting[*at].mentions(*level));
                if let (Some(only), None) = (mentioning.next(), mentioning.next()) {
                    goes[only].push(*level);
                }
            }
            let gain = |at: usize| {
                let mut all = seen.clone();
                all.add(&waiting[at].support);
                goes[at].len() as i64 - i64::from(all.len() - seen.len())
            };
            let best = (0..waiting.len()).rev().max_by_key(|at| gain(*at)).unwrap_or(0);
            let gone = goes.swap_remove(best);
            open.retain(|level| !gone.contains(level));
            let part = waiting.remove(best);
            seen.add(&part.support);
            ordered.push((part.diagram, m.cube(gone)?));
        }
        Ok(Schedule { first, clusters: ordered })
    }

    /// The same clusters in the same order; each of these levels goes with the last that mentions it.
    fn quantifying(&self, m: &mut Manager, levels: &[Level]) -> Result<Self, Stop> {
        let supports: Vec<Vec<Level>> = self.clusters.iter().map(|(cluster, _)| m.support(cluster)).collect();
        let mut gone: Vec<Vec<Level>> = vec![Vec::new(); supports.len()];
        let mut unused = Vec::new();
        for level in levels {
            match supports.iter().rposition(|support| support.binary_search(level).is_ok()) {
                Some(last) => gone[last].push(*level),
                None => unused.push(*level),
            }
        }
        let first = m.cube(unused)?;
        let mut clusters = Vec::new();
        for ((cluster, _), gone) in std::iter::zip(&self.clusters, gone) {
            clusters.push((cluster.clone(), m.cube(gone)?));
        }
        Ok(Schedule { first, clusters })
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
    use crate::model::{Context, Modelled, SymbolicModel};
    use proptest::prelude::*;
    use synod_core::{Budget, Formula, System, infer_ranges};
    use synod_testing::systems;

    fn agree(system: &System) -> Result<(), Stop> {
        let mut context = Context::new(system, Manager::new(&Budget::unlimited()));
        let any = Formula::And(vec![]);
        let Modelled::Complete(model) = SymbolicModel::build(&mut context, &[], None, &any)? else {
            unreachable!("sets are small in any order, and nothing can be violated")
        };
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
