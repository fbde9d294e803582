//! What binds how: turns a flat sequence of operands and operators into a tree, by operator precedence.
//!
//! It knows positions and powers only, so that expressions and processes share it, and so that one
//! sequence can be read by two tables and the results compared without building anything. It is the
//! shunting-yard algorithm: no recursion, linear time.

use std::collections::VecDeque;

/// A node of a [`Tree`].
pub(super) type Id = usize;

/// To which side operators of one power group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assoc {
    Left,
    Right,
    /// Not at all: two in a row are an error.
    None,
}

/// How strongly an infix operator binds; more is tighter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binding {
    pub power: u8,
    pub assoc: Assoc,
}

/// An element of the flat sequence. `item` is a position in the caller's list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Symbol<Op> {
    Operand(Id),
    /// A prefix operator takes what follows, as far as operators of more power go.
    Prefix {
        item: usize,
        power: u8,
    },
    Infix {
        item: usize,
        op: Op,
        binding: Binding,
    },
}

/// Operators, as far as a tree must know them.
pub(super) trait Operator: Copy + Eq {
    /// Whether grouping does not matter: then a run of it becomes one [`Node::Chain`].
    fn is_associative(self) -> bool;
}

#[derive(Debug)]
enum Node<Op> {
    Leaf(usize),
    Prefix(usize, Id),
    Infix(usize, Id, Id),
    Chain(Op, VecDeque<Id>),
    /// Became part of a longer chain.
    Moved,
}

/// Trees over a caller's list of items, in one arena. Children come before their parents.
#[derive(Debug)]
pub(super) struct Tree<Op> {
    nodes: Vec<Node<Op>>,
    /// The first operator that follows another one it does not group with.
    pub clash: Option<usize>,
}

/// How to build a value from a tree.
pub(super) trait Build<Op> {
    type Value;
    fn leaf(&mut self, item: usize) -> Self::Value;
    fn prefix(&mut self, item: usize, operand: Self::Value) -> Self::Value;
    fn infix(&mut self, item: usize, left: Self::Value, right: Self::Value) -> Self::Value;
    fn chain(&mut self, op: Op, links: Vec<Self::Value>) -> Self::Value;
}

impl<Op: Operator> Tree<Op> {
    pub fn new() -> Self {
        Tree { nodes: Vec::new(), clash: None }
    }

    fn add(&mut self, node: Node<Op>) -> Id {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// A tree that is just the operand at `item`.
    pub fn leaf(&mut self, item: usize) -> Id {
        self.add(Node::Leaf(item))
    }

    /// The tree of a sequence in which prefixes, operands and infix operators alternate properly.
    /// `None` if they do not.
    pub fn resolve(&mut self, symbols: impl IntoIterator<Item = Symbol<Op>>) -> Option<Id> {
        let mut operands = Vec::new();
        let mut waiting: Vec<Symbol<Op>> = Vec::new();
        for symbol in symbols {
            match symbol {
                Symbol::Operand(id) => operands.push(id),
                Symbol::Prefix { .. } => waiting.push(symbol),
                Symbol::Infix { item, binding, .. } => {
                    while let Some(top) = waiting.last().copied() {
                        if !self.goes_first(top, item, binding) {
                            break;
                        }
                        waiting.pop();
                        self.reduce(top, &mut operands)?;
                    }
                    waiting.push(symbol);
                }
            }
        }
        while let Some(top) = waiting.pop() {
            self.reduce(top, &mut operands)?;
        }
        operands.pop()
    }

    /// Whether a waiting operator takes its operands before the one that arrives does.
    fn goes_first(&mut self, waiting: Symbol<Op>, item: usize, arriving: Binding) -> bool {
        match waiting {
            Symbol::Operand(_) => false,
            Symbol::Prefix { power, .. } => power > arriving.power,
            Symbol::Infix { binding, .. } if binding.power == arriving.power => {
                if arriving.assoc == Assoc::None {
                    self.clash.get_or_insert(item);
                }
                arriving.assoc != Assoc::Right
            }
            Symbol::Infix { binding, .. } => binding.power > arriving.power,
        }
    }

    fn reduce(&mut self, operator: Symbol<Op>, operands: &mut Vec<Id>) -> Option<()> {
        let last = operands.pop()?;
        let id = match operator {
            Symbol::Operand(id) => id,
            Symbol::Prefix { item, .. } => self.add(Node::Prefix(item, last)),
            Symbol::Infix { item, op, .. } => {
                let left = operands.pop()?;
                if op.is_associative() {
                    self.link(op, left, last)
                } else {
                    self.add(Node::Infix(item, left, last))
                }
            }
        };
        operands.push(id);
        Some(())
    }

    /// Joins two operands, either of which may already be a chain of the same operator.
    fn link(&mut self, op: Op, left: Id, right: Id) -> Id {
        let mut front = self.links(op, left);
        let mut back = self.links(op, right);
        // Move the shorter into the longer: growing a chain stays cheap from either end.
        if front.len() >= back.len() {
            front.append(&mut back);
        } else {
            while let Some(id) = front.pop_back() {
                back.push_front(id);
            }
            front = back;
        }
        self.add(Node::Chain(op, front))
    }

    fn links(&mut self, op: Op, id: Id) -> VecDeque<Id> {
        match &mut self.nodes[id] {
            Node::Chain(of, links) if *of == op => {
                let links = std::mem::take(links);
                self.nodes[id] = Node::Moved;
                links
            }
            _ => VecDeque::from([id]),
        }
    }

    /// Whether two readings of the same items are the same tree, up to how chains are grouped.
    pub fn agrees(&self, root: Id, other: &Tree<Op>, other_root: Id) -> bool {
        let mut todo = vec![(root, other_root)];
        while let Some((a, b)) = todo.pop() {
            match (&self.nodes[a], &other.nodes[b]) {
                (Node::Leaf(i), Node::Leaf(j)) if i == j => {}
                (Node::Prefix(i, x), Node::Prefix(j, y)) if i == j => todo.push((*x, *y)),
                (Node::Infix(i, l, r), Node::Infix(j, m, s)) if i == j => todo.extend([(*l, *m), (*r, *s)]),
                (Node::Chain(p, xs), Node::Chain(q, ys)) if p == q && xs.len() == ys.len() => {
                    todo.extend(xs.iter().copied().zip(ys.iter().copied()));
                }
                _ => return false,
            }
        }
        true
    }

    /// The value of the tree at `root`, from the leaves up.
    pub fn build<B: Build<Op>>(self, root: Id, builder: &mut B) -> Option<B::Value> {
        let mut values: Vec<Option<B::Value>> = Vec::with_capacity(self.nodes.len());
        for node in self.nodes {
            let value = match node {
                Node::Moved => None,
                Node::Leaf(item) => Some(builder.leaf(item)),
                Node::Prefix(item, id) => {
                    let operand = values[id].take()?;
                    Some(builder.prefix(item, operand))
                }
                Node::Infix(item, left, right) => {
                    let (left, right) = (values[left].take()?, values[right].take()?);
                    Some(builder.infix(item, left, right))
                }
                Node::Chain(op, links) => {
                    let links = links.into_iter().map(|id| values[id].take()).collect::<Option<_>>()?;
                    Some(builder.chain(op, links))
                }
            };
            values.push(value);
        }
        values.get_mut(root)?.take()
    }
}
