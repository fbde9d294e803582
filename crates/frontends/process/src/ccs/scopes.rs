//! Where an action stands: the restrictions, relabellings and parallel compositions around it, and what
//! becomes of it on the way out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use synod_triples::{Algebra, Joint};

use super::ast::Channel;
use crate::places::Places;

/// A place between operators, by position.
pub(crate) type ScopeId = usize;

/// How many steps a composition may have.
const MOST_STEPS: usize = 200_000;

/// What can be seen of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Seen {
    /// A name or co-name.
    Visible(Channel),
    /// Nothing; two have met on the name, if there is one.
    Tau(Option<String>),
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seen::Visible(channel) => channel.fmt(f),
            Seen::Tau(Some(name)) => write!(f, "τ({name})"),
            Seen::Tau(None) => f.write_str("τ"),
        }
    }
}

/// An action and where it is seen so.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Act {
    pub seen: Seen,
    pub scope: ScopeId,
    /// Where it was written, or what it is made of was.
    pub places: Places,
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.seen.fmt(f)
    }
}

/// What surrounds a place most closely.
#[derive(Clone, Debug)]
enum Around {
    Nothing,
    Restriction(ScopeId, BTreeSet<String>),
    Relabelling(ScopeId, BTreeMap<String, Channel>),
    /// It is in a thread of this composition.
    Thread(usize),
}

/// A parallel composition.
#[derive(Clone, Debug)]
struct Composition {
    scope: ScopeId,
    threads: usize,
    /// What all threads have to do together; `None` for the composition of CCS.
    meet: Option<BTreeSet<Channel>>,
}

/// All places of a system. Place 0 is outside of everything.
#[derive(Clone, Debug)]
pub(crate) struct Scopes {
    places: Vec<Around>,
    compositions: Vec<Composition>,
}

impl Scopes {
    pub fn new() -> Self {
        Scopes { places: vec![Around::Nothing], compositions: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    fn add(&mut self, around: Around) -> ScopeId {
        self.places.push(around);
        self.places.len() - 1
    }

    /// A place inside a restriction.
    pub fn restriction(&mut self, scope: ScopeId, names: BTreeSet<String>) -> ScopeId {
        self.add(Around::Restriction(scope, names))
    }

    /// A place inside a relabelling.
    pub fn relabelling(&mut self, scope: ScopeId, names: BTreeMap<String, Channel>) -> ScopeId {
        self.add(Around::Relabelling(scope, names))
    }

    /// The places of the threads of a composition.
    pub fn composition(
        &mut self,
        scope: ScopeId,
        threads: usize,
        meet: Option<BTreeSet<Channel>>,
    ) -> Vec<ScopeId> {
        self.compositions.push(Composition { scope, threads, meet });
        let composition = self.compositions.len() - 1;
        (0..threads).map(|_| self.add(Around::Thread(composition))).collect()
    }

    /// What is seen of an action where its thread ends, or outside of everything; `None` if it cannot
    /// happen because of a restriction on the way. Also which composition the thread belongs to.
    fn outwards(&self, act: &Act) -> Option<(Option<usize>, Seen)> {
        let mut seen = act.seen.clone();
        let mut place = act.scope;
        loop {
            match (&self.places[place], &mut seen) {
                (Around::Nothing, _) => return Some((None, seen)),
                (Around::Thread(composition), _) => return Some((Some(*composition), seen)),
                (Around::Restriction(outer, names), Seen::Visible(channel)) => {
                    if names.contains(&channel.name) {
                        return None;
                    }
                    place = *outer;
                }
                (Around::Relabelling(outer, names), Seen::Visible(channel)) => {
                    if let Some(new) = names.get(&channel.name) {
                        *channel = if channel.co { new.complement() } else { new.clone() };
                    }
                    place = *outer;
                }
                (Around::Restriction(outer, _) | Around::Relabelling(outer, _), Seen::Tau(_)) => {
                    place = *outer;
                }
            }
        }
    }

    /// What is seen of a step of the whole system.
    pub fn outside(&self, act: &Act) -> Option<Seen> {
        self.outwards(act).map(|(_, seen)| seen)
    }
}

/// An action of a thread of a composition: who, which of its actions, and what is seen of it.
type Offer<'a> = (usize, usize, Seen, &'a Places);

impl Algebra<Act> for Scopes {
    fn steps(&self, threads: &[Vec<&Act>]) -> Option<Vec<Joint<Act>>> {
        // Threads of compositions that never run at the same time may share a program counter.
        let mut offers: BTreeMap<usize, Vec<Offer<'_>>> = BTreeMap::new();
        for (thread, acts) in threads.iter().enumerate() {
            for (position, act) in acts.iter().enumerate() {
                if let Some((Some(composition), seen)) = self.outwards(act) {
                    offers.entry(composition).or_default().push((thread, position, seen, &act.places));
                }
            }
        }
        let mut found = Vec::new();
        for (composition, offers) in offers {
            let composition = &self.compositions[composition];
            match &composition.meet {
                None => pairs(&offers, composition.scope, &mut found),
                Some(meet) => all(&offers, composition, meet, &mut found),
            }
            if found.len() > MOST_STEPS {
                return None;
            }
        }
        Some(found)
    }
}

/// CCS: alone, or an action with its complement as tau.
fn pairs(offers: &[Offer<'_>], scope: ScopeId, found: &mut Vec<Joint<Act>>) {
    let mut partners: BTreeMap<&Channel, Vec<&Offer>> = BTreeMap::new();
    for offer in offers {
        if let Seen::Visible(channel) = &offer.2 {
            partners.entry(channel).or_default().push(offer);
        }
    }
    for (thread, position, seen, places) in offers {
        let act = Act { seen: seen.clone(), scope, places: (*places).clone() };
        found.push(Joint { action: act, of: vec![(*thread, *position)] });
        let Seen::Visible(channel) = seen else { continue };
        for (other, theirs, _, there) in partners.get(&channel.complement()).into_iter().flatten() {
            if other > thread && found.len() <= MOST_STEPS {
                let seen = Seen::Tau(Some(channel.name.clone()));
                let met = Act { seen, scope, places: Places::all([*places, *there]) };
                found.push(Joint { action: met, of: vec![(*thread, *position), (*other, *theirs)] });
            }
        }
    }
}

/// Hoare: an action of the set only when all threads do it, any other alone.
fn all(
    offers: &[Offer<'_>],
    composition: &Composition,
    meet: &BTreeSet<Channel>,
    found: &mut Vec<Joint<Act>>,
) {
    let scope = composition.scope;
    let mut meetings: BTreeMap<&Channel, Vec<Vec<usize>>> = BTreeMap::new();
    for (thread, position, seen, places) in offers {
        match seen {
            Seen::Visible(channel) if meet.contains(channel) => {
                let lists = meetings.entry(channel).or_insert_with(|| vec![vec![]; composition.threads]);
                lists[*thread].push(*position);
            }
            _ => {
                let action = Act { seen: seen.clone(), scope, places: (*places).clone() };
                found.push(Joint { action, of: vec![(*thread, *position)] });
            }
        }
    }
    for (channel, lists) in meetings {
        let count = lists.iter().fold(1usize, |count, list| count.saturating_mul(list.len()));
        if found.len().saturating_add(count) > MOST_STEPS {
            // One too many tells the caller.
            let action = Act { seen: Seen::Tau(None), scope, places: Places::default() };
            let over = Joint { action, of: Vec::new() };
            found.resize(MOST_STEPS + 1, over);
            return;
        }
        let mut combinations: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
        for (thread, list) in lists.iter().enumerate() {
            combinations = combinations
                .iter()
                .flat_map(|known| list.iter().map(|p| known.iter().copied().chain([(thread, *p)]).collect()))
                .collect();
        }
        for of in combinations {
            let met = offers.iter().filter(|offer| of.contains(&(offer.0, offer.1)));
            let places = Places::all(met.map(|offer| offer.3));
            let action = Act { seen: Seen::Visible(channel.clone()), scope, places };
            found.push(Joint { action, of });
        }
    }
}
