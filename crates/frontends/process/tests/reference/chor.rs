//! Choreographies by naive rules on terms: choices and loops decide by invisible steps, and a projection
//! keeps what does not concern a peer as an invisible step. And random choreographies.

use std::fmt;

use proptest::prelude::*;
use proptest::sample::select;

use crate::lts::{Label, Lts};

pub const PEERS: [&str; 3] = ["x", "y", "z"];

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    Done,
    Tau,
    Local(usize, char),
    Message(usize, usize, char),
    Sequence(Vec<Term>),
    Choice(Vec<Term>),
    Parallel(Vec<Term>),
    Loop(Box<Term>),
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined =
            |list: &[Term], sign: &str| list.iter().map(|t| format!("({t})")).collect::<Vec<_>>().join(sign);
        match self {
            Term::Done | Term::Tau => f.write_str("tau"),
            Term::Local(peer, a) => write!(f, "{}: {a}", PEERS[*peer]),
            Term::Message(from, to, a) => write!(f, "{} -> {}: {a}", PEERS[*from], PEERS[*to]),
            Term::Sequence(list) => f.write_str(&joined(list, "; ")),
            Term::Choice(list) => f.write_str(&joined(list, " + ")),
            Term::Parallel(list) => f.write_str(&joined(list, " || ")),
            Term::Loop(inner) => write!(f, "*({inner})"),
        }
    }
}

impl Term {
    fn is_done(&self) -> bool {
        match self {
            Term::Done => true,
            Term::Sequence(list) | Term::Parallel(list) => list.iter().all(Term::is_done),
            _ => false,
        }
    }

    fn steps(&self) -> Vec<(Option<Term>, Term)> {
        match self {
            Term::Done => vec![],
            Term::Tau => vec![(None, Term::Done)],
            Term::Local(..) | Term::Message(..) => vec![(Some(self.clone()), Term::Done)],
            Term::Choice(list) => list.iter().map(|branch| (None, branch.clone())).collect(),
            Term::Loop(inner) => {
                let again = Term::Sequence(vec![(**inner).clone(), self.clone()]);
                vec![(None, Term::Done), (None, again)]
            }
            Term::Sequence(list) => {
                let Some(first) = list.iter().position(|part| !part.is_done()) else { return vec![] };
                let after = |next: Term| {
                    // What is done is dropped, so that loops come back to where they were.
                    let rest = std::iter::once(next).chain(list[first + 1..].iter().cloned());
                    Term::Sequence(rest.filter(|part| !part.is_done()).collect())
                };
                list[first].steps().into_iter().map(|(act, next)| (act, flat(after(next)))).collect()
            }
            Term::Parallel(list) => {
                let mut found = Vec::new();
                for (i, part) in list.iter().enumerate() {
                    for (act, next) in part.steps() {
                        let mut list = list.clone();
                        list[i] = next;
                        found.push((act, Term::Parallel(list)));
                    }
                }
                found
            }
        }
    }

    fn project(&self, peer: usize) -> Term {
        let all = |list: &[Term]| list.iter().map(|part| part.project(peer)).collect();
        match self {
            Term::Done | Term::Tau => self.clone(),
            Term::Local(own, _) if *own == peer => self.clone(),
            Term::Message(from, to, _) if *from == peer || *to == peer => self.clone(),
            Term::Local(..) | Term::Message(..) => Term::Tau,
            Term::Sequence(list) => Term::Sequence(all(list)),
            Term::Choice(list) => Term::Choice(all(list)),
            Term::Parallel(list) => Term::Parallel(all(list)),
            Term::Loop(inner) => Term::Loop(Box::new(inner.project(peer))),
        }
    }

    /// The choreography itself.
    pub fn choreography(&self, most: usize) -> Option<Lts> {
        let steps = |term: &Term| {
            term.steps().into_iter().map(|(act, next)| (act.map(|act| act.to_string()), next)).collect()
        };
        Lts::explore(vec![self.clone()], most, steps, Term::is_done)
    }

    /// The peers side by side.
    pub fn implementation(&self, most: usize) -> Option<Lts> {
        let peers: Vec<Term> = (0..PEERS.len()).map(|peer| self.project(peer)).collect();
        let steps = |peers: &Vec<Term>| {
            let all: Vec<Vec<(Option<Term>, Term)>> = peers.iter().map(Term::steps).collect();
            let mut found: Vec<(Label, Vec<Term>)> = Vec::new();
            for (i, steps) in all.iter().enumerate() {
                for (act, next) in steps {
                    let mut after = peers.clone();
                    after[i] = next.clone();
                    match act {
                        Some(Term::Message(from, to, _)) if i == *from => {
                            for (_, theirs) in all[*to].iter().filter(|(other, _)| other == act) {
                                let mut both = after.clone();
                                both[*to] = theirs.clone();
                                found.push((act.as_ref().map(Term::to_string), both));
                            }
                        }
                        Some(Term::Message(..)) => {}
                        _ => found.push((act.as_ref().map(Term::to_string), after)),
                    }
                }
            }
            found
        };
        Lts::explore(vec![peers], most, steps, |peers| peers.iter().all(Term::is_done))
    }
}

fn flat(term: Term) -> Term {
    match term {
        Term::Sequence(list) => {
            let parts = list.into_iter().flat_map(|part| match flat(part) {
                Term::Sequence(inner) => inner,
                other => vec![other],
            });
            Term::Sequence(parts.collect())
        }
        other => other,
    }
}

/// A random choreography in which somebody does something.
pub fn term() -> impl Strategy<Value = Term> {
    let peer = || 0..PEERS.len();
    let name = || select(vec!['a', 'b']);
    let leaves = prop_oneof![
        1 => Just(Term::Tau),
        4 => (peer(), name()).prop_map(|(peer, a)| Term::Local(peer, a)),
        6 => (peer(), 1..PEERS.len(), name())
            .prop_map(|(from, far, a)| Term::Message(from, (from + far) % PEERS.len(), a)),
    ];
    let inner = leaves.prop_recursive(4, 9, 3, |inner| {
        let list = || prop::collection::vec(inner.clone(), 2..=3);
        prop_oneof![
            5 => list().prop_map(Term::Sequence),
            3 => list().prop_map(Term::Choice),
            2 => list().prop_map(Term::Parallel),
            1 => inner.clone().prop_map(|t| Term::Loop(Box::new(t))),
        ]
    });
    inner.prop_map(|t| Term::Sequence(vec![Term::Local(0, 'c'), t]))
}
