//! The automaton of a formula, found as it is needed.
//!
//! A state of the automaton is a set of obligations: formulas the rest of the run must satisfy. Reading
//! a letter rewrites each obligation into what must hold from the next position on, in disjunctive
//! form; every disjunct is a successor. A disjunct that puts off an `until` says so, and a run is
//! accepted if it does not put off any `until` for ever (transition-based generalised acceptance).
//! Because the letter is known when successors are computed, fairness assumptions and conjunctions of
//! responses stay small: only what the system really does is expanded.
//!
//! Of two disjuncts, one of which asks for less and puts off less, only that one is kept. This loses no
//! word: follow, for a word that satisfies all obligations, the disjunct that is true of it and fulfils
//! each `until` as early as possible; what replaces it is true of it too, and puts off only what cannot
//! be fulfilled yet.

use rustc_hash::FxHashMap;

use super::formula::{Letter, Linear, Node, NodeId, TooLarge};

/// A set of formulas, by their numbers among those that can be obligations.
pub type Set = u128;

/// A set of obligations, by its number. 0 is the empty one, which every run satisfies.
pub type Obligations = u32;

/// One way to read a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// What must hold next.
    pub to: Obligations,
    /// The `until`s that are put off.
    pub postponed: Set,
}

/// What must hold next, and what is put off for it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Disjunct {
    next: Set,
    postponed: Set,
}

impl Disjunct {
    const DONE: Disjunct = Disjunct { next: 0, postponed: 0 };

    fn and(self, other: Disjunct) -> Disjunct {
        Disjunct { next: self.next | other.next, postponed: self.postponed | other.postponed }
    }

    /// Asks for no more and puts off no more.
    fn covers(self, other: Disjunct) -> bool {
        self.next & !other.next == 0 && self.postponed & !other.postponed == 0
    }
}

/// An automaton that accepts the runs that satisfy a formula.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// The formula.
    pub linear: Linear,
    /// The formulas that can be obligations.
    elements: Vec<NodeId>,
    /// For each node its number among them.
    number: Vec<Option<u8>>,
    /// For each element `G a`, the elements that it asks for at every position anyway.
    absorbed: Vec<Set>,
    /// For each element, the atoms that matter for reading the next letter.
    support: Vec<Letter>,
    sets: Vec<Set>,
    set_support: Vec<Letter>,
    index: FxHashMap<Set, Obligations>,
    moves: Vec<Move>,
    known: FxHashMap<(Obligations, Letter), (u32, u32)>,
    /// Where runs begin.
    pub initial: Obligations,
}

impl Automaton {
    /// The automaton of a formula.
    pub fn new(linear: Linear) -> Result<Self, TooLarge> {
        let mut automaton = Automaton {
            elements: Vec::new(),
            number: vec![None; linear.nodes.len()],
            absorbed: Vec::new(),
            support: Vec::new(),
            sets: Vec::new(),
            set_support: Vec::new(),
            index: FxHashMap::default(),
            moves: Vec::new(),
            known: FxHashMap::default(),
            initial: 0,
            linear,
        };
        automaton.collect_elements()?;
        automaton.absorbed = automaton.elements.iter().map(|id| automaton.absorbed_by(*id)).collect();
        let supports = automaton.supports();
        automaton.support = automaton.elements.iter().map(|id| supports[id.0 as usize]).collect();
        automaton.intern(0);
        let root = automaton.linear.root;
        automaton.initial = if root == NodeId(0) {
            // `false` is an obligation that no letter satisfies.
            let never = automaton.element(root)?;
            automaton.absorbed.push(0);
            automaton.support.push(0);
            automaton.intern(1 << never)
        } else {
            let set = automaton.set_of(root);
            automaton.intern(set)
        };
        Ok(automaton)
    }

    fn element(&mut self, id: NodeId) -> Result<u8, TooLarge> {
        if let Some(number) = self.number[id.0 as usize] {
            return Ok(number);
        }
        let number = self.elements.len();
        if number >= Set::BITS as usize {
            return Err(TooLarge);
        }
        self.elements.push(id);
        self.number[id.0 as usize] = Some(number as u8);
        Ok(number as u8)
    }

    /// Numbers the root's conjuncts, all `until`s and `release`s, and what stands under `next`.
    fn collect_elements(&mut self) -> Result<(), TooLarge> {
        for id in self.linear.conjuncts(self.linear.root) {
            if id != NodeId(0) {
                self.element(id)?;
            }
        }
        for id in (0..self.linear.nodes.len() as u32).map(NodeId) {
            match *self.linear.node(id) {
                Node::Until(..) | Node::Release(..) => {
                    self.element(id)?;
                }
                Node::Next(inner) => {
                    for id in self.linear.conjuncts(inner) {
                        self.element(id)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn absorbed_by(&self, id: NodeId) -> Set {
        match *self.linear.node(id) {
            Node::Release(NodeId(0), b) => self
                .linear
                .conjuncts(b)
                .iter()
                .filter_map(|part| self.number[part.0 as usize])
                .fold(0, |set, number| set | 1 << number),
            _ => 0,
        }
    }

    /// For each node the atoms looked at when a letter is read. Operands come before what uses them.
    fn supports(&self) -> Vec<Letter> {
        let mut supports: Vec<Letter> = Vec::with_capacity(self.linear.nodes.len());
        for node in &self.linear.nodes {
            let of = |id: &NodeId| supports[id.0 as usize];
            let support = match node {
                Node::True | Node::False | Node::Next(_) => 0,
                Node::Literal(atom, _) => 1 << atom,
                Node::And(list) | Node::Or(list) => list.iter().map(of).fold(0, |a, b| a | b),
                Node::Until(a, b) | Node::Release(a, b) => of(a) | of(b),
            };
            supports.push(support);
        }
        supports
    }

    fn set_of(&self, id: NodeId) -> Set {
        let numbers = self.linear.conjuncts(id).into_iter();
        numbers.fold(0, |set, id| set | 1 << self.number[id.0 as usize].expect("an element"))
    }

    fn members(&self, set: Set) -> impl Iterator<Item = usize> + use<> {
        let mut left = set;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let number = left.trailing_zeros() as usize;
                left &= left - 1;
                number
            })
        })
    }

    fn intern(&mut self, set: Set) -> Obligations {
        let implied = self.members(set).fold(0, |all, number| all | self.absorbed[number]);
        let set = set & !implied;
        if let Some(known) = self.index.get(&set) {
            return *known;
        }
        let number = self.sets.len() as Obligations;
        let support = self.members(set).fold(0, |all, number| all | self.support[number]);
        self.sets.push(set);
        self.set_support.push(support);
        self.index.insert(set, number);
        number
    }

    /// The ways to read a letter, as a range for [`Automaton::moves_in`].
    pub fn read(&mut self, from: Obligations, letter: Letter) -> (u32, u32) {
        let letter = letter & self.set_support[from as usize];
        if let Some(range) = self.known.get(&(from, letter)) {
            return *range;
        }
        let set = self.sets[from as usize];
        let mut ways = vec![Disjunct::DONE];
        for number in self.members(set) {
            let more = self.rewrite(self.elements[number], letter);
            ways = conjunction(&ways, &more);
        }
        let begin = self.moves.len() as u32;
        for way in ways {
            let to = self.intern(way.next);
            self.moves.push(Move { to, postponed: way.postponed });
        }
        let range = (begin, self.moves.len() as u32);
        self.known.insert((from, letter), range);
        range
    }

    /// The moves of a range given by [`Automaton::read`].
    pub fn moves_in(&self, range: (u32, u32)) -> &[Move] {
        &self.moves[range.0 as usize..range.1 as usize]
    }

    /// The formulas in a set of obligations, by numbers that are the same in all automata of a formula.
    pub fn set(&self, obligations: Obligations) -> Set {
        self.sets[obligations as usize]
    }

    /// The number here of obligations that another automaton of the same formula found.
    pub fn obligations(&mut self, set: Set) -> Obligations {
        self.intern(set)
    }

    /// How many formulas can be obligations. Sets of them leave the bits from there on to others.
    pub fn elements(&self) -> usize {
        self.elements.len()
    }

    /// All `until`s.
    pub fn untils(&self) -> Set {
        let until = |id: &NodeId| matches!(self.linear.node(*id), Node::Until(..));
        let numbers = self.elements.iter().enumerate().filter(|(_, id)| until(id));
        numbers.fold(0, |set, (number, _)| set | 1 << number)
    }

    fn rewrite(&self, id: NodeId, letter: Letter) -> Vec<Disjunct> {
        let later = |id: NodeId| 1 << self.number[id.0 as usize].expect("an element");
        match self.linear.node(id) {
            Node::True => vec![Disjunct::DONE],
            Node::False => vec![],
            Node::Literal(..) => {
                if self.linear.holds(id, letter) {
                    vec![Disjunct::DONE]
                } else {
                    vec![]
                }
            }
            Node::And(list) => list.iter().fold(vec![Disjunct::DONE], |ways, part| {
                if ways.is_empty() { ways } else { conjunction(&ways, &self.rewrite(*part, letter)) }
            }),
            Node::Or(list) => minimal(list.iter().flat_map(|part| self.rewrite(*part, letter))),
            Node::Next(inner) => vec![Disjunct { next: self.set_of(*inner), postponed: 0 }],
            Node::Until(a, b) => {
                let wait = Disjunct { next: later(id), postponed: later(id) };
                let waiting = self.rewrite(*a, letter).into_iter().map(|way| way.and(wait));
                minimal(self.rewrite(*b, letter).into_iter().chain(waiting))
            }
            Node::Release(a, b) => {
                let go_on = Disjunct { next: later(id), postponed: 0 };
                let end = minimal(self.rewrite(*a, letter).into_iter().chain([go_on]));
                conjunction(&self.rewrite(*b, letter), &end)
            }
        }
    }
}

fn conjunction(a: &[Disjunct], b: &[Disjunct]) -> Vec<Disjunct> {
    minimal(a.iter().flat_map(|a| b.iter().map(|b| a.and(*b))))
}

/// Without those that another covers.
fn minimal(ways: impl IntoIterator<Item = Disjunct>) -> Vec<Disjunct> {
    let mut kept: Vec<Disjunct> = Vec::new();
    for way in ways {
        if !kept.iter().any(|known| known.covers(way)) {
            kept.retain(|known| !way.covers(*known));
            kept.push(way);
        }
    }
    kept
}
