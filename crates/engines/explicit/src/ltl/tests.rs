//! Automata against the meaning of formulas, on words that repeat.

use proptest::prelude::*;
use synod_core::{Budget, Formula, Silent, State, Step, StepPredicateId};
use synod_passes::ltl::Node;

use super::{Atom, Automaton, Letter, Linear, NodeId, TooLarge};
use crate::alphabet::Marks;
use crate::emptiness::accepting_component;
use crate::graph::{Edge, Graph};
use crate::limits::Limits;
use crate::product::{Product, Search};
use Formula::*;

/// A word: letters over the atoms 0, 1 and 2, the last of which leads back to the one at `back`.
#[derive(Clone, Debug)]
struct Word {
    letters: Vec<u8>,
    back: usize,
}

impl Word {
    fn next(&self, position: usize) -> usize {
        if position + 1 < self.letters.len() { position + 1 } else { self.back }
    }

    /// The truth of a formula at every position, by its meaning.
    fn truth(&self, formula: &Formula) -> Vec<bool> {
        let fixpoint = |start: bool, step: &dyn Fn(usize, bool) -> bool| {
            let mut truth = vec![start; self.letters.len()];
            for _ in 0..=2 * self.letters.len() {
                for i in (0..truth.len()).rev() {
                    truth[i] = step(i, truth[self.next(i)]);
                }
            }
            truth
        };
        let all = |list: &[Formula]| list.iter().map(|f| self.truth(f)).collect::<Vec<_>>();
        let each = |test: &dyn Fn(usize) -> bool| (0..self.letters.len()).map(test).collect();
        match formula {
            Step(atom) => each(&|i| self.letters[i] >> atom.0 & 1 == 1),
            Not(a) => self.truth(a).into_iter().map(|b| !b).collect(),
            And(list) => {
                let truths = all(list);
                each(&|i| truths.iter().all(|t| t[i]))
            }
            Or(list) => {
                let truths = all(list);
                each(&|i| truths.iter().any(|t| t[i]))
            }
            Next(a) => {
                let a = self.truth(a);
                each(&|i| a[self.next(i)])
            }
            Finally(a) => {
                let a = self.truth(a);
                fixpoint(false, &|i, next| a[i] || next)
            }
            Globally(a) => {
                let a = self.truth(a);
                fixpoint(true, &|i, next| a[i] && next)
            }
            Until(a, b) | WeakUntil(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                fixpoint(matches!(formula, WeakUntil(..)), &|i, next| b[i] || a[i] && next)
            }
            Release(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                fixpoint(true, &|i, next| b[i] && (a[i] || next))
            }
            _ => unreachable!("not used here"),
        }
    }
}

/// The word as a graph with one run.
struct Line<'a> {
    word: &'a Word,
    atoms: Vec<Atom>,
}

impl Graph for Line<'_> {
    fn look(&mut self, node: u32, edges: &mut Vec<Edge>) -> Letter {
        edges.clear();
        let to = self.word.next(node as usize) as u32;
        edges.push(Edge { marks: Marks::default(), to });
        let letter = self.word.letters[node as usize];
        let holds = |atom: &Atom| matches!(atom, Atom::Step(p) if letter >> p.0 & 1 == 1);
        self.atoms.iter().enumerate().fold(0, |all, (n, atom)| all | Letter::from(holds(atom)) << n)
    }

    fn state(&self, node: u32) -> State {
        vec![i64::from(node)]
    }

    fn step(&mut self, _: u32, _: Edge) -> Step {
        synod_core::Step::Stutter
    }
}

fn automaton(formula: &Formula, positive: bool) -> Result<Automaton, TooLarge> {
    Automaton::new(Linear::new(formula, positive, &mut |_| None)?)
}

fn accepts(formula: &Formula, positive: bool, word: &Word) -> bool {
    let mut automaton = automaton(formula, positive).unwrap();
    let cosafe = automaton.linear.is_cosafe();
    let line = Line { word, atoms: automaton.linear.atoms.clone() };
    let budget = Budget::unlimited();
    let limits = Limits::new(&budget, &Silent);
    let mut product = Product::new(line, &mut automaton, &limits, 0);
    match product.search(0..1, true).unwrap() {
        Search::Discharged(_) => true,
        Search::TooMany => unreachable!("no limit was given"),
        Search::Exhausted => {
            let found = accepting_component(&product).unwrap().is_some();
            assert!(!(found && cosafe), "a co-safe formula shows in finite time");
            found
        }
    }
}

fn atom(number: u32) -> Formula {
    Step(StepPredicateId(number))
}

fn formulas() -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![(0..3u32).prop_map(atom), Just(And(vec![])), Just(Or(vec![]))];
    leaf.prop_recursive(5, 24, 2, |inner| {
        let one = || inner.clone().prop_map(Box::new);
        prop_oneof![
            one().prop_map(Not),
            one().prop_map(Next),
            one().prop_map(Finally),
            one().prop_map(Globally),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| And(vec![a, b])),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Or(vec![a, b])),
            (one(), one()).prop_map(|(a, b)| Until(a, b)),
            (one(), one()).prop_map(|(a, b)| Release(a, b)),
            (one(), one()).prop_map(|(a, b)| WeakUntil(a, b)),
        ]
    })
}

fn words() -> impl Strategy<Value = Word> {
    (proptest::collection::vec(0..8u8, 1..6), 0..6usize)
        .prop_map(|(letters, back)| Word { back: back % letters.len(), letters })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn an_automaton_accepts_the_words_that_satisfy_its_formula(formula in formulas(), word in words()) {
        let truth = word.truth(&formula)[0];
        prop_assert_eq!(accepts(&formula, true, &word), truth);
        prop_assert_eq!(accepts(&formula, false, &word), !truth);
    }
}

fn boxed(formula: Formula) -> Box<Formula> {
    Box::new(formula)
}

fn linear(formula: &Formula) -> Linear {
    Linear::new(formula, true, &mut |_| None).unwrap()
}

/// Whether two formulas become the same.
fn same(a: &Formula, b: &Formula) -> bool {
    let (a, b) = (linear(a), linear(b));
    text(&a, a.root) == text(&b, b.root)
}

fn text(linear: &Linear, id: NodeId) -> String {
    let list = |list: &[NodeId]| {
        let mut parts: Vec<String> = list.iter().map(|id| text(linear, *id)).collect();
        parts.sort_unstable();
        parts.join(", ")
    };
    match linear.node(id) {
        Node::True => "true".into(),
        Node::False => "false".into(),
        Node::Literal(atom, positive) => format!("{positive} {:?}", linear.atoms[*atom as usize]),
        Node::And(parts) => format!("all({})", list(parts)),
        Node::Or(parts) => format!("some({})", list(parts)),
        Node::Next(a) => format!("X({})", text(linear, *a)),
        Node::Until(a, b) => format!("({} U {})", text(linear, *a), text(linear, *b)),
        Node::Release(a, b) => format!("({} R {})", text(linear, *a), text(linear, *b)),
    }
}

#[test]
fn known_equivalences_are_found_while_building() {
    let a = || atom(0);
    let (f, g) = (|x: Formula| Finally(boxed(x)), |x: Formula| Globally(boxed(x)));
    assert!(same(&f(f(a())), &f(a())));
    assert!(same(&g(g(a())), &g(a())));
    assert!(same(&f(g(f(a()))), &g(f(a()))));
    assert!(same(&g(f(g(a()))), &f(g(a()))));
    assert!(same(&f(a()).not(), &g(a().not())));
    assert!(same(&Until(boxed(a()), boxed(a())), &a()));
    assert!(same(&And(vec![a(), a().not()]), &Or(vec![])));
    assert!(same(&Or(vec![a(), a().not()]), &And(vec![])));
    assert!(same(
        &WeakUntil(boxed(a()), boxed(atom(1))).not(),
        &Until(boxed(atom(1).not()), boxed(And(vec![a().not(), atom(1).not()])),)
    ));
}

/// Reads all letters from all sets of obligations that come up, and counts those.
fn size(formula: &Formula, positive: bool) -> usize {
    let mut automaton = automaton(formula, positive).unwrap();
    let letters = 1u128 << automaton.linear.atoms.len();
    let mut seen = vec![automaton.initial];
    let mut next = 0;
    while let Some(from) = seen.get(next).copied() {
        next += 1;
        for letter in 0..letters {
            let range = automaton.read(from, letter);
            for way in automaton.moves_in(range) {
                if !seen.contains(&way.to) {
                    seen.push(way.to);
                }
            }
        }
    }
    seen.len()
}

#[test]
fn common_shapes_stay_small() {
    let response = |a: u32, b: u32| Globally(boxed(atom(a).implies(Finally(boxed(atom(b))))));
    let again = |a: u32| Globally(boxed(Finally(boxed(atom(a)))));
    assert_eq!(size(&again(0), true), 1);
    assert_eq!(size(&response(0, 1), true), 2);
    assert!(size(&response(0, 1), false) <= 3);
    let responses = And((0..4).map(|i| response(2 * i, 2 * i + 1)).collect());
    assert!(size(&responses, false) <= 6);
    assert!(size(&responses, true) <= 16);
    let fair = And((0..6).map(again).collect()).implies(again(6));
    assert!(size(&fair, false) <= 3);
}

#[test]
fn many_operators_do_not_blow_up() {
    let response = |a: u32, b: u32| Globally(boxed(atom(a).implies(Finally(boxed(atom(b))))));
    let fair = And((0..12).map(|i| response(2 * i, 2 * i + 1)).collect()).implies(response(24, 25));
    let mut automaton = automaton(&fair, false).unwrap();
    let mut at = automaton.initial;
    for position in 0..100u32 {
        let letter = (0..26).filter(|i| (position * 7 + i * 5) % 11 < 5).fold(0, |all, i| all | 1 << i);
        let range = automaton.read(at, letter);
        assert!(range.1 - range.0 < 100);
        if let Some(way) = automaton.moves_in(range).first() {
            at = way.to;
        }
    }
}

#[test]
fn too_many_atoms_are_refused() {
    let many = And((0..200).map(atom).collect());
    assert_eq!(automaton(&many, true).err(), Some(TooLarge));
}
