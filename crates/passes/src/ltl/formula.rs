//! Linear-time formulas in negation normal form, hash-consed and simplified as they are built.

use rustc_hash::FxHashMap;
use synod_core::{ExprId, Formula, StepPredicateId};

/// What a letter says about one position of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// A state expression is true.
    State(ExprId),
    /// No step can be taken.
    Deadlock,
    /// Some step meets a fault.
    Faulty,
    /// The step that leaves satisfies a predicate.
    Step(StepPredicateId),
    /// The step that led here satisfies a predicate.
    Arrived(StepPredicateId),
    /// The point satisfies a formula that it was labelled with before, given by its number.
    Label(usize),
}

/// A node of a [`Linear`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// A formula in negation normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Always true.
    True,
    /// Never true.
    False,
    /// An atom, by its number, and whether it must be true.
    Literal(u8, bool),
    /// At least two, sorted, none of them a conjunction.
    And(Box<[NodeId]>),
    /// At least two, sorted, none of them a disjunction.
    Or(Box<[NodeId]>),
    /// At the next position.
    Next(NodeId),
    /// The first until the second, which comes.
    Until(NodeId, NodeId),
    /// The second until both, or for ever.
    Release(NodeId, NodeId),
}

/// The formula has more different atoms or temporal operators than are supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// A set of atoms that are true at a position, by their numbers.
pub type Letter = u128;

/// A linear-time formula.
#[derive(Clone, Debug)]
pub struct Linear {
    /// All subformulas; operands come before what uses them.
    pub nodes: Vec<Node>,
    index: FxHashMap<Node, NodeId>,
    /// The atoms, by their numbers.
    pub atoms: Vec<Atom>,
    /// The formula itself.
    pub root: NodeId,
}

/// Gives the number of the label for a subformula about points, if it has one; those about more than one run must.
pub type Resolve<'a> = &'a mut dyn FnMut(&Formula) -> Option<usize>;

impl Linear {
    /// The formula, or its negation if not `positive`. Maximal subformulas about points are looked up with
    /// `resolve`.
    pub fn new(formula: &Formula, positive: bool, resolve: Resolve) -> Result<Self, TooLarge> {
        let mut linear =
            Linear { nodes: Vec::new(), index: FxHashMap::default(), atoms: Vec::new(), root: NodeId(0) };
        linear.intern(Node::False);
        linear.intern(Node::True);
        linear.root = linear.build(formula, positive, resolve)?;
        Ok(linear)
    }

    fn intern(&mut self, node: Node) -> NodeId {
        if let Some(id) = self.index.get(&node) {
            return *id;
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.index.insert(node, id);
        id
    }

    /// A subformula.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn constant(&self, value: bool) -> NodeId {
        NodeId(u32::from(value))
    }

    fn is(&self, id: NodeId, value: bool) -> bool {
        id == self.constant(value)
    }

    fn build(&mut self, formula: &Formula, positive: bool, resolve: Resolve) -> Result<NodeId, TooLarge> {
        use Formula as F;
        if let Some(label) = formula.is_about_point().then(|| resolve(formula)).flatten() {
            return self.literal(Atom::Label(label), positive);
        }
        let atom = |this: &mut Self, atom| this.literal(atom, positive);
        Ok(match formula {
            F::State(expr) => atom(self, Atom::State(*expr))?,
            F::Step(predicate) => atom(self, Atom::Step(*predicate))?,
            F::Arrived(predicate) => atom(self, Atom::Arrived(*predicate))?,
            F::Deadlock => atom(self, Atom::Deadlock)?,
            F::Faulty => atom(self, Atom::Faulty)?,
            F::Not(inner) => self.build(inner, !positive, resolve)?,
            F::And(list) | F::Or(list) => {
                let mut parts = Vec::with_capacity(list.len());
                for part in list {
                    parts.push(self.build(part, positive, resolve)?);
                }
                self.junction(parts, matches!(formula, F::And(_)) == positive)
            }
            F::Next(inner) => {
                let inner = self.build(inner, positive, resolve)?;
                self.next(inner)
            }
            F::Finally(inner) | F::Globally(inner) => {
                let inner = self.build(inner, positive, resolve)?;
                if matches!(formula, F::Finally(_)) == positive {
                    self.finally(inner)
                } else {
                    self.globally(inner)
                }
            }
            F::Until(a, b) | F::Release(a, b) => {
                let (a, b) = (self.build(a, positive, resolve)?, self.build(b, positive, resolve)?);
                if matches!(formula, F::Until(..)) == positive {
                    self.until(a, b)
                } else {
                    self.release(a, b)
                }
            }
            // `a W b` is `b R (a | b)`, and its negation is `!b U (!a & !b)`.
            F::WeakUntil(a, b) => {
                let (a, b) = (self.build(a, positive, resolve)?, self.build(b, positive, resolve)?);
                let both = self.junction(vec![a, b], !positive);
                if positive { self.release(b, both) } else { self.until(b, both) }
            }
            F::AllRuns(_)
            | F::SomeRun(_)
            | F::Knows(..)
            | F::EverybodyKnows(..)
            | F::CommonKnowledge(..)
            | F::DistributedKnowledge(..)
            | F::Coalition(..) => unreachable!("formulas about more than one run are labelled"),
        })
    }

    fn literal(&mut self, atom: Atom, positive: bool) -> Result<NodeId, TooLarge> {
        let number = match self.atoms.iter().position(|known| *known == atom) {
            Some(number) => number,
            None => {
                self.atoms.push(atom);
                self.atoms.len() - 1
            }
        };
        if number >= Letter::BITS as usize {
            return Err(TooLarge);
        }
        Ok(self.intern(Node::Literal(number as u8, positive)))
    }

    /// Conjunction if `all`, else disjunction.
    fn junction(&mut self, operands: Vec<NodeId>, all: bool) -> NodeId {
        let mut flat = Vec::new();
        for operand in operands {
            match self.node(operand) {
                Node::And(inner) if all => flat.extend_from_slice(inner),
                Node::Or(inner) if !all => flat.extend_from_slice(inner),
                _ => flat.push(operand),
            }
        }
        let mut kept: Vec<NodeId> = Vec::new();
        // `G a & G b` is `G (a & b)`, and `F a | F b` is `F (a | b)`: fewer obligations to follow.
        let mut merged: Vec<NodeId> = Vec::new();
        for operand in flat {
            match *self.node(operand) {
                Node::Release(a, b) if all && self.is(a, false) => merged.push(b),
                Node::Until(a, b) if !all && self.is(a, true) => merged.push(b),
                _ if self.is(operand, all) => {}
                _ => kept.push(operand),
            }
        }
        if !merged.is_empty() {
            let inner = if merged.len() == 1 { merged[0] } else { self.junction(merged, all) };
            kept.push(if all { self.globally(inner) } else { self.finally(inner) });
        }
        kept.sort_unstable();
        kept.dedup();
        let opposed = |id: &NodeId| match self.node(*id) {
            Node::Literal(atom, positive) => {
                let other = self.index.get(&Node::Literal(*atom, !positive));
                other.is_some_and(|other| kept.binary_search(other).is_ok())
            }
            _ => false,
        };
        if kept.iter().any(|id| self.is(*id, !all) || opposed(id)) {
            return self.constant(!all);
        }
        match kept.as_slice() {
            [] => self.constant(all),
            [one] => *one,
            _ if all => self.intern(Node::And(kept.into())),
            _ => self.intern(Node::Or(kept.into())),
        }
    }

    fn next(&mut self, inner: NodeId) -> NodeId {
        if self.is(inner, true) || self.is(inner, false) { inner } else { self.intern(Node::Next(inner)) }
    }

    fn finally(&mut self, inner: NodeId) -> NodeId {
        let top = self.constant(true);
        self.until(top, inner)
    }

    fn globally(&mut self, inner: NodeId) -> NodeId {
        let bottom = self.constant(false);
        self.release(bottom, inner)
    }

    fn until(&mut self, a: NodeId, b: NodeId) -> NodeId {
        if self.is(b, true) || self.is(b, false) || self.is(a, false) || a == b {
            return b;
        }
        if self.is(a, true) {
            match *self.node(b) {
                Node::Until(_, inner) => return self.until(a, inner),
                // `F G F c` is `G F c`.
                Node::Release(bottom, c) if self.is(bottom, false) => {
                    if matches!(self.node(c), Node::Until(top, _) if self.is(*top, true)) {
                        return b;
                    }
                }
                _ => {}
            }
        }
        self.intern(Node::Until(a, b))
    }

    fn release(&mut self, a: NodeId, b: NodeId) -> NodeId {
        if self.is(b, true) || self.is(b, false) || self.is(a, true) || a == b {
            return b;
        }
        if self.is(a, false) {
            match *self.node(b) {
                Node::Release(_, inner) => return self.release(a, inner),
                // `G F G c` is `F G c`.
                Node::Until(top, c) if self.is(top, true) => {
                    if matches!(self.node(c), Node::Release(bottom, _) if self.is(*bottom, false)) {
                        return b;
                    }
                }
                _ => {}
            }
        }
        self.intern(Node::Release(a, b))
    }

    /// The conjuncts of a node: itself, the operands of a conjunction, or none for `true`.
    pub fn conjuncts(&self, id: NodeId) -> Vec<NodeId> {
        match self.node(id) {
            Node::True => vec![],
            Node::And(list) => list.to_vec(),
            _ => vec![id],
        }
    }

    /// The truth of a formula without temporal operators.
    pub fn holds(&self, id: NodeId, letter: Letter) -> bool {
        match self.node(id) {
            Node::True => true,
            Node::False => false,
            Node::Literal(atom, positive) => (letter >> atom & 1 == 1) == *positive,
            Node::And(list) => list.iter().all(|part| self.holds(*part, letter)),
            Node::Or(list) => list.iter().any(|part| self.holds(*part, letter)),
            Node::Next(_) | Node::Until(..) | Node::Release(..) => {
                unreachable!("only asked for formulas about one position")
            }
        }
    }

    /// What must hold at every position, if it is about single positions and that is all it says.
    pub fn always_operand(&self) -> Option<NodeId> {
        match *self.node(self.root) {
            Node::Release(bottom, condition) if self.is(bottom, false) => {
                self.is_about_position(condition).then_some(condition)
            }
            _ => None,
        }
    }

    fn is_about_position(&self, id: NodeId) -> bool {
        match self.node(id) {
            Node::True | Node::False | Node::Literal(..) => true,
            Node::And(list) | Node::Or(list) => list.iter().all(|part| self.is_about_position(*part)),
            Node::Next(_) | Node::Until(..) | Node::Release(..) => false,
        }
    }

    /// Whether every word that satisfies it has a finite prefix that shows so.
    pub fn is_cosafe(&self) -> bool {
        let mut todo = vec![self.root];
        let mut seen = vec![false; self.nodes.len()];
        while let Some(id) = todo.pop() {
            if std::mem::replace(&mut seen[id.0 as usize], true) {
                continue;
            }
            match self.node(id) {
                Node::Release(..) => return false,
                Node::And(list) | Node::Or(list) => todo.extend_from_slice(list),
                Node::Next(a) => todo.push(*a),
                Node::Until(a, b) => todo.extend([*a, *b]),
                Node::True | Node::False | Node::Literal(..) => {}
            }
        }
        true
    }
}
