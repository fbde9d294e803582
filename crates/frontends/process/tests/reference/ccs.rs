//! CCS by its transition rules, on terms; and random terms.

use std::fmt;

use proptest::prelude::*;
use proptest::sample::select;

use crate::lts::{Label, Lts};

/// An action: a name, and whether it is the co-name; `None` is tau.
pub type Act = Option<(char, bool)>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    Nil,
    Constant(usize),
    Prefix(Act, Box<Term>),
    Choice(Vec<Term>),
    Parallel(Vec<Term>),
    Hoare(Vec<(char, bool)>, Vec<Term>),
    Restrict(Box<Term>, Vec<char>),
    /// New and old names.
    Relabel(Box<Term>, Vec<((char, bool), char)>),
}

/// Constants and the system.
#[derive(Clone, Debug)]
pub struct Program {
    pub constants: Vec<Term>,
    pub system: Term,
}

fn act(a: &Act) -> String {
    match a {
        None => "tau".to_string(),
        Some((name, co)) => format!("{}{name}", if *co { "'" } else { "" }),
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined =
            |list: &[Term], sign: &str| list.iter().map(|t| format!("({t})")).collect::<Vec<_>>().join(sign);
        match self {
            Term::Nil => write!(f, "0"),
            Term::Constant(k) => write!(f, "K{k}"),
            Term::Prefix(a, then) => write!(f, "{}.({then})", act(a)),
            Term::Choice(list) => f.write_str(&joined(list, " + ")),
            Term::Parallel(list) => f.write_str(&joined(list, " | ")),
            Term::Hoare(set, list) => {
                let set: Vec<String> = set.iter().map(|c| act(&Some(*c))).collect();
                f.write_str(&joined(list, &format!(" |[{}]| ", set.join(", "))))
            }
            Term::Restrict(inner, names) => {
                let names: Vec<String> = names.iter().map(char::to_string).collect();
                write!(f, "({inner}) \\ {{{}}}", names.join(", "))
            }
            Term::Relabel(inner, names) => {
                let names: Vec<String> =
                    names.iter().map(|(new, old)| format!("{}/{old}", act(&Some(*new)))).collect();
                write!(f, "({inner})[{}]", names.join(", "))
            }
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, body) in self.constants.iter().enumerate() {
            writeln!(f, "K{k} = {body}")?;
        }
        writeln!(f, "system = {}", self.system)
    }
}

impl Program {
    /// The transition rules.
    pub fn steps(&self, term: &Term) -> Vec<(Act, Term)> {
        match term {
            Term::Nil => vec![],
            Term::Constant(k) => self.steps(&self.constants[*k]),
            Term::Prefix(a, then) => vec![(*a, (**then).clone())],
            Term::Choice(list) => list.iter().flat_map(|t| self.steps(t)).collect(),
            Term::Restrict(inner, names) => {
                let allowed = |a: &Act| a.is_none_or(|(name, _)| !names.contains(&name));
                let steps = self.steps(inner).into_iter().filter(|(a, _)| allowed(a));
                steps.map(|(a, t)| (a, Term::Restrict(Box::new(t), names.clone()))).collect()
            }
            Term::Relabel(inner, names) => {
                let renamed = |a: Act| {
                    a.map(|(name, co)| match names.iter().find(|(_, old)| *old == name) {
                        Some(((new, flipped), _)) => (*new, co != *flipped),
                        None => (name, co),
                    })
                };
                let steps = self.steps(inner).into_iter();
                steps.map(|(a, t)| (renamed(a), Term::Relabel(Box::new(t), names.clone()))).collect()
            }
            Term::Parallel(list) => {
                let all: Vec<Vec<(Act, Term)>> = list.iter().map(|t| self.steps(t)).collect();
                let mut found = Vec::new();
                for (i, steps) in all.iter().enumerate() {
                    for (a, t) in steps {
                        let mut next = list.clone();
                        next[i] = t.clone();
                        found.push((*a, Term::Parallel(next.clone())));
                        for (j, others) in all.iter().enumerate().skip(i + 1) {
                            for (b, u) in others {
                                if a.is_some_and(|(n, co)| *b == Some((n, !co))) {
                                    let mut both = next.clone();
                                    both[j] = u.clone();
                                    found.push((None, Term::Parallel(both)));
                                }
                            }
                        }
                    }
                }
                found
            }
            Term::Hoare(set, list) => {
                let all: Vec<Vec<(Act, Term)>> = list.iter().map(|t| self.steps(t)).collect();
                let mut found = Vec::new();
                for (i, steps) in all.iter().enumerate() {
                    for (a, t) in steps.iter().filter(|(a, _)| a.is_none_or(|a| !set.contains(&a))) {
                        let mut next = list.clone();
                        next[i] = t.clone();
                        found.push((*a, Term::Hoare(set.clone(), next)));
                    }
                }
                for a in set {
                    let mut combinations: Vec<Vec<Term>> = vec![vec![]];
                    for steps in &all {
                        let here: Vec<&Term> =
                            steps.iter().filter(|(b, _)| *b == Some(*a)).map(|(_, t)| t).collect();
                        combinations = combinations
                            .iter()
                            .flat_map(|done| {
                                here.iter().map(move |t| done.iter().chain([*t]).cloned().collect())
                            })
                            .collect();
                    }
                    found.extend(
                        combinations.into_iter().map(|list| (Some(*a), Term::Hoare(set.clone(), list))),
                    );
                }
                found
            }
        }
    }

    pub fn lts(&self, most: usize) -> Option<Lts> {
        let steps = |term: &Term| {
            self.steps(term).into_iter().map(|(a, t)| (a.is_some().then(|| act(&a)), t)).collect()
        };
        Lts::explore(vec![self.system.clone()], most, steps, |_| false)
    }
}

fn action() -> impl Strategy<Value = Act> {
    prop_oneof![1 => Just(None), 7 => (select(vec!['a', 'b', 'c']), any::<bool>()).prop_map(Some)]
}

/// Terms over some leaves with operators of any kind.
fn term(leaves: BoxedStrategy<Term>, size: u32) -> impl Strategy<Value = Term> {
    leaves.prop_recursive(4, size, 3, |inner| {
        let names = prop::collection::vec(select(vec!['a', 'b', 'c']), 1..=2);
        let set =
            prop::collection::btree_set((select(vec!['a', 'b', 'c']), prop::bool::weighted(0.2)), 0..=2);
        let renaming = prop::collection::btree_map(
            select(vec!['a', 'b', 'c']),
            (select(vec!['a', 'b', 'c']), prop::bool::weighted(0.2)),
            1..=2,
        );
        let list = || prop::collection::vec(inner.clone(), 2..=3);
        prop_oneof![
            5 => (action(), inner.clone()).prop_map(|(a, t)| Term::Prefix(a, Box::new(t))),
            3 => list().prop_map(Term::Choice),
            3 => list().prop_map(Term::Parallel),
            2 => (set, list()).prop_map(|(set, list)| Term::Hoare(set.into_iter().collect(), list)),
            2 => (inner.clone(), names).prop_map(|(t, names)| Term::Restrict(Box::new(t), names)),
            2 => (inner, renaming).prop_map(|(t, names)| {
                Term::Relabel(Box::new(t), names.into_iter().map(|(old, new)| (new, old)).collect())
            }),
        ]
    })
}

/// A body of a constant: guarded, recursive only where nothing is around.
fn body() -> impl Strategy<Value = Term> {
    let constant = select(vec![0usize, 1]).prop_map(Term::Constant);
    let closed = term(Just(Term::Nil).boxed(), 6);
    let end = prop_oneof![1 => Just(Term::Nil), 4 => constant, 1 => closed];
    let guarded = (action(), end).prop_map(|(a, t)| Term::Prefix(a, Box::new(t)));
    guarded.prop_recursive(3, 6, 3, |inner| {
        prop_oneof![
            3 => (action(), inner.clone()).prop_map(|(a, t)| Term::Prefix(a, Box::new(t))),
            2 => prop::collection::vec(inner, 2..=3).prop_map(Term::Choice),
        ]
    })
}

/// A program that obeys the rules.
pub fn program() -> impl Strategy<Value = Program> {
    let leaves = prop_oneof![2 => Just(Term::Nil), 3 => select(vec![0usize, 1]).prop_map(Term::Constant)];
    (prop::collection::vec(body(), 2), term(leaves.boxed(), 12))
        .prop_map(|(constants, system)| Program { constants, system })
}

/// A state formula of Hennessy and Milner, with reachability.
#[derive(Clone, Debug)]
pub enum Modal {
    True,
    Deadlock,
    Can(Label),
    Not(Box<Modal>),
    Both(Box<Modal>, Box<Modal>),
    Diamond(Option<Label>, Box<Modal>),
    Box(Option<Label>, Box<Modal>),
    Reach(Box<Modal>),
    Always(Box<Modal>),
}

fn name(label: &Label) -> &str {
    label.as_deref().unwrap_or("tau")
}

impl fmt::Display for Modal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let any = |label: &Option<Label>| label.as_ref().map_or("-".to_string(), |l| name(l).to_string());
        match self {
            Modal::True => f.write_str("true"),
            Modal::Deadlock => f.write_str("deadlock"),
            Modal::Can(label) => f.write_str(name(label)),
            Modal::Not(a) => write!(f, "!({a})"),
            Modal::Both(a, b) => write!(f, "({a}) & ({b})"),
            Modal::Diamond(label, a) => write!(f, "<{}> ({a})", any(label)),
            Modal::Box(label, a) => write!(f, "[{}] ({a})", any(label)),
            Modal::Reach(a) => write!(f, "EF ({a})"),
            Modal::Always(a) => write!(f, "AG ({a})"),
        }
    }
}

impl Modal {
    /// The states where it holds.
    pub fn holds(&self, lts: &Lts) -> Vec<bool> {
        let all = 0..lts.edges.len();
        let after = |state: usize, label: &Option<Label>| {
            let fits = move |l: &&(Label, usize)| label.as_ref().is_none_or(|label| *label == l.0);
            lts.edges[state].iter().filter(fits).map(|(_, t)| *t).collect::<Vec<_>>()
        };
        match self {
            Modal::True => all.map(|_| true).collect(),
            Modal::Deadlock => all.map(|s| lts.edges[s].is_empty()).collect(),
            Modal::Can(label) => all.map(|s| !after(s, &Some(label.clone())).is_empty()).collect(),
            Modal::Not(a) => a.holds(lts).into_iter().map(|b| !b).collect(),
            Modal::Both(a, b) => std::iter::zip(a.holds(lts), b.holds(lts)).map(|(a, b)| a && b).collect(),
            Modal::Diamond(label, a) => {
                let inner = a.holds(lts);
                all.map(|s| after(s, label).into_iter().any(|t| inner[t])).collect()
            }
            Modal::Box(label, a) => {
                let inner = a.holds(lts);
                all.map(|s| after(s, label).into_iter().all(|t| inner[t])).collect()
            }
            Modal::Reach(a) => {
                let mut good = a.holds(lts);
                while let Some(s) =
                    all.clone().find(|s| !good[*s] && after(*s, &None).iter().any(|t| good[*t]))
                {
                    good[s] = true;
                }
                good
            }
            Modal::Always(a) => {
                let bad = Modal::Reach(Box::new(Modal::Not(a.clone()))).holds(lts);
                bad.into_iter().map(|b| !b).collect()
            }
        }
    }
}

/// A random formula over actions that occur in a program.
pub fn modal() -> impl Strategy<Value = Modal> {
    let label = || action().prop_map(|a| a.is_some().then(|| act(&a)));
    let leaves = prop_oneof![
        1 => Just(Modal::True),
        1 => Just(Modal::Deadlock),
        3 => label().prop_map(Modal::Can)
    ];
    leaves.prop_recursive(4, 8, 2, move |inner| {
        let boxed = move || inner.clone().prop_map(Box::new);
        prop_oneof![
            boxed().prop_map(Modal::Not),
            (boxed(), boxed()).prop_map(|(a, b)| Modal::Both(a, b)),
            (prop::option::weighted(0.8, label()), boxed()).prop_map(|(l, a)| Modal::Diamond(l, a)),
            (prop::option::weighted(0.8, label()), boxed()).prop_map(|(l, a)| Modal::Box(l, a)),
            boxed().prop_map(Modal::Reach),
            boxed().prop_map(Modal::Always),
        ]
    })
}
