//! Triples and structures of triples.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;

use rustc_hash::FxHashMap;
use synod_syntax::checkpoint;

use crate::algebra::Sync;

/// A component of the vector of program counters, by position.
pub type Component = usize;

/// Values of some components.
pub type Assignment = BTreeMap<Component, u32>;

/// What a triple does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label<A> {
    /// An action of the process.
    Act(A),
    /// Two actions that happen as one.
    Together(A),
    /// Nothing but entering the process.
    Start,
    /// Nothing but leaving a parallel composition all of whose threads have ended.
    Join,
}

impl<A> Label<A> {
    /// The action, if it is one.
    pub fn action(&self) -> Option<&A> {
        match self {
            Label::Act(action) | Label::Together(action) => Some(action),
            Label::Start | Label::Join => None,
        }
    }
}

/// One step: where the counters stand, what is done, and where they may stand afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Triple<A> {
    /// The counters it needs; those not named may have any value.
    pub entry: Assignment,
    /// What it does.
    pub label: Label<A>,
    /// The ways to go on, one of which is picked; counters not named keep their value.
    pub exit: Vec<Assignment>,
}

/// A component: the thread that it counts for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// The thread that started this one; `None` for the outermost.
    pub parent: Option<Component>,
    /// Which of the threads of its parent it is.
    pub position: usize,
    /// What each value from 1 on stands for; 0 stands for "has ended".
    pub locations: Vec<String>,
}

/// When a choice is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// When the action before it ends: a counter names one action.
    Early,
    /// By the first action of one of the branches: a counter names what is left to do.
    Late,
}

/// A symbolically linked triple structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure<A> {
    /// The components; parents before children.
    pub threads: Vec<Thread>,
    /// Enters the process. Its entry is met by nothing else.
    pub start: Triple<A>,
    /// All other triples.
    pub triples: Vec<Triple<A>>,
    /// What each thread could do if it did not have to meet others.
    pub alone: Vec<(Component, Triple<A>)>,
    /// Actions of remainders that are also written elsewhere, whose triples have the actions from there.
    pub repeated: Vec<A>,
}

impl<A> Structure<A> {
    /// Where the counters may stand at first.
    pub fn initial(&self) -> &[Assignment] {
        &self.start.exit
    }

    /// Where a component begins, if the counters begin in these ways. A thread that is started later begins where that leads to.
    pub fn begins<'a>(
        &self,
        component: Component,
        starts: impl IntoIterator<Item = &'a Assignment>,
    ) -> Vec<u32> {
        let at_first: BTreeSet<u32> =
            starts.into_iter().filter_map(|way| way.get(&component)).copied().collect();
        let entering = self.triples.iter().filter(|triple| !triple.entry.contains_key(&component));
        let later =
            || entering.flat_map(|triple| &triple.exit).filter_map(|way| way.get(&component).copied());
        let found = if at_first.is_empty() { later().collect() } else { at_first };
        if found.is_empty() { vec![0] } else { found.into_iter().collect() }
    }

    /// How many values, 0 included, a component takes after the start.
    pub fn values(&self, component: Component) -> u32 {
        self.threads[component].locations.len() as u32 + 1
    }

    /// The join triples, those of inner compositions first.
    pub fn joins(&self) -> impl Iterator<Item = &Triple<A>> {
        let mut joins: Vec<&Triple<A>> =
            self.triples.iter().filter(|triple| matches!(triple.label, Label::Join)).collect();
        joins.sort_by_key(|join| std::cmp::Reverse(join.entry.keys().min().copied()));
        joins.into_iter()
    }

    /// Whether `component` is `ancestor` or was started by it, directly or not.
    pub fn is_within(&self, component: Component, ancestor: Component) -> bool {
        std::iter::successors(Some(component), |c| self.threads[*c].parent).any(|c| c == ancestor)
    }
}

impl<A: Clone> Structure<A> {
    /// Several processes side by side, with a triple for each pair of actions of different ones that
    /// happen together. Only actions on the same channel can, and those without one cannot.
    pub fn together<C: Eq + Hash + ?Sized>(
        parts: Vec<Structure<A>>,
        channel: fn(&A) -> Option<&C>,
        sync: Sync<A>,
    ) -> Structure<A> {
        let mut threads: Vec<Thread> = Vec::new();
        let mut groups: Vec<Vec<Triple<A>>> = Vec::new();
        let mut start: Option<Triple<A>> = None;
        let (mut alone, mut repeated) = (Vec::new(), Vec::new());
        for part in parts {
            let shift = threads.len();
            threads.extend(
                part.threads
                    .into_iter()
                    .map(|thread| Thread { parent: thread.parent.map(|parent| parent + shift), ..thread }),
            );
            alone.extend(part.alone.into_iter().map(|(c, triple)| (c + shift, shifted(triple, shift))));
            repeated.extend(part.repeated);
            groups.push(part.triples.into_iter().map(|triple| shifted(triple, shift)).collect());
            let own = shifted(part.start, shift);
            start = Some(match start {
                None => own,
                Some(others) => Triple {
                    entry: others.entry.into_iter().chain(own.entry).collect(),
                    label: Label::Start,
                    exit: product(&others.exit, &own.exit),
                },
            });
        }
        let mut pairs = Vec::new();
        for (i, left) in groups.iter().enumerate() {
            for right in &groups[i + 1..] {
                pairs.extend(synchronised(left, right, channel, sync));
            }
        }
        let start = start.unwrap_or(Triple {
            entry: Assignment::new(),
            label: Label::Start,
            exit: vec![Assignment::new()],
        });
        let triples = groups.into_iter().flatten().chain(pairs).collect();
        Structure { threads, start, triples, alone, repeated }
    }
}

/// The triples of pairs of actions that happen together.
fn synchronised<A, C: Eq + Hash + ?Sized>(
    left: &[Triple<A>],
    right: &[Triple<A>],
    channel: fn(&A) -> Option<&C>,
    sync: Sync<A>,
) -> Vec<Triple<A>> {
    let mut partners: FxHashMap<&C, Vec<(&A, &Triple<A>)>> = FxHashMap::default();
    for triple in right {
        if let Label::Act(action) = &triple.label
            && let Some(channel) = channel(action)
        {
            partners.entry(channel).or_default().push((action, triple));
        }
    }
    let mut found = Vec::new();
    for t in left {
        let Label::Act(a) = &t.label else { continue };
        checkpoint();
        for (b, u) in channel(a).and_then(|channel| partners.get(channel)).into_iter().flatten() {
            if let Some(both) = sync(a, b) {
                found.push(Triple {
                    entry: t.entry.iter().chain(&u.entry).map(|(c, v)| (*c, *v)).collect(),
                    label: Label::Together(both),
                    exit: product(&t.exit, &u.exit),
                });
            }
        }
    }
    found
}

/// All ways to go on in two threads at once.
pub(crate) fn product(left: &[Assignment], right: &[Assignment]) -> Vec<Assignment> {
    let both = |a: &Assignment, b: &Assignment| {
        checkpoint();
        a.iter().chain(b).map(|(c, v)| (*c, *v)).collect()
    };
    left.iter().flat_map(|a| right.iter().map(move |b| both(a, b))).collect()
}

fn shifted<A>(triple: Triple<A>, by: usize) -> Triple<A> {
    let shift = |values: Assignment| values.into_iter().map(|(c, v)| (c + by, v)).collect();
    Triple {
        entry: shift(triple.entry),
        label: triple.label,
        exit: triple.exit.into_iter().map(shift).collect(),
    }
}
