//! Terms of SMT-LIB, each stored once, simplified as they are made.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

/// A term of a [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

/// What a symbol stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// True or false.
    Bool,
    /// An integer.
    Int,
}

impl Sort {
    /// Its name in SMT-LIB.
    pub fn name(self) -> &'static str {
        match self {
            Sort::Bool => "Bool",
            Sort::Int => "Int",
        }
    }
}

/// A named value that the solver finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
    /// The symbol as a term.
    pub term: Term,
}

/// Operators that are written as they are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Equality.
    Eq,
    /// Less than.
    Lt,
    /// At most.
    Le,
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Euclidean quotient; any value for divisor 0.
    Div,
    /// Euclidean remainder; any value for divisor 0.
    Mod,
}

impl Op {
    fn name(self) -> &'static str {
        match self {
            Op::Eq => "=",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "div",
            Op::Mod => "mod",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    Bool(bool),
    Int(i128),
    Symbol(u32),
    Not(Term),
    And(Box<[Term]>),
    Or(Box<[Term]>),
    Ite(Term, Term, Term),
    Apply(Op, Term, Term),
}

/// Where terms live.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    index: FxHashMap<Node, Term>,
    names: Vec<String>,
    nonlinear: bool,
}

impl Terms {
    fn add(&mut self, node: Node) -> Term {
        if let Some(known) = self.index.get(&node) {
            return *known;
        }
        let term = Term(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.index.insert(node, term);
        term
    }

    fn node(&self, term: Term) -> &Node {
        &self.nodes[term.0 as usize]
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether some product or quotient is not by a constant.
    pub fn is_nonlinear(&self) -> bool {
        self.nonlinear
    }

    /// A symbol of a name that no other has.
    pub fn symbol(&mut self, name: String, sort: Sort) -> Symbol {
        let term = self.add(Node::Symbol(self.names.len() as u32));
        self.names.push(name.clone());
        Symbol { name, sort, term }
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> Term {
        self.add(Node::Bool(value))
    }

    /// A number.
    pub fn int(&mut self, value: i128) -> Term {
        self.add(Node::Int(value))
    }

    /// The truth value of a constant.
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match self.node(term) {
            Node::Bool(value) => Some(*value),
            _ => None,
        }
    }

    fn as_int(&self, term: Term) -> Option<i128> {
        match self.node(term) {
            Node::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// Negation.
    pub fn not(&mut self, a: Term) -> Term {
        match self.node(a) {
            Node::Bool(value) => self.bool(!value),
            Node::Not(inner) => *inner,
            Node::Apply(Op::Lt, x, y) => self.apply(Op::Le, *y, *x),
            Node::Apply(Op::Le, x, y) => self.apply(Op::Lt, *y, *x),
            _ => self.add(Node::Not(a)),
        }
    }

    /// All of them.
    pub fn and(&mut self, operands: impl IntoIterator<Item = Term>) -> Term {
        self.junction(operands, true)
    }

    /// At least one of them.
    pub fn or(&mut self, operands: impl IntoIterator<Item = Term>) -> Term {
        self.junction(operands, false)
    }

    fn junction(&mut self, operands: impl IntoIterator<Item = Term>, unit: bool) -> Term {
        let mut list: Vec<Term> = Vec::new();
        let mut seen = FxHashSet::default();
        for operand in operands {
            match self.as_bool(operand) {
                Some(value) if value == unit => {}
                Some(_) => return operand,
                None if seen.insert(operand) => list.push(operand),
                None => {}
            }
        }
        let opposite = |a: &Term| match self.node(*a) {
            Node::Not(inner) => seen.contains(inner),
            Node::Apply(Op::Lt, x, y) => {
                self.index.get(&Node::Apply(Op::Le, *y, *x)).is_some_and(|other| seen.contains(other))
            }
            _ => false,
        };
        if list.iter().any(opposite) {
            return self.bool(!unit);
        }
        match (list.as_slice(), unit) {
            ([], _) => self.bool(unit),
            ([one], _) => *one,
            (_, true) => self.add(Node::And(list.into())),
            (_, false) => self.add(Node::Or(list.into())),
        }
    }

    /// `then` where the condition is true, else `otherwise`; both of one sort.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        match (self.as_bool(condition), self.as_bool(then), self.as_bool(otherwise)) {
            (Some(true), ..) => then,
            (Some(false), ..) => otherwise,
            _ if then == otherwise => then,
            (_, Some(true), Some(false)) => condition,
            (_, Some(false), Some(true)) => self.not(condition),
            _ => self.add(Node::Ite(condition, then, otherwise)),
        }
    }

    /// An operator applied; what is clear from constants is decided.
    pub fn apply(&mut self, op: Op, a: Term, b: Term) -> Term {
        if a == b && matches!(op, Op::Eq | Op::Le) {
            return self.bool(true);
        }
        match (self.as_bool(a), self.as_bool(b), op) {
            (Some(value), _, Op::Eq) => return if value { b } else { self.not(b) },
            (_, Some(value), Op::Eq) => return if value { a } else { self.not(a) },
            _ => {}
        }
        if let (Some(x), Some(y)) = (self.as_int(a), self.as_int(b)) {
            let folded = match op {
                Op::Add => x.checked_add(y),
                Op::Sub => x.checked_sub(y),
                Op::Mul => x.checked_mul(y),
                _ => None,
            };
            if let Some(value) = folded {
                return self.int(value);
            }
        }
        match (op, self.as_int(a), self.as_int(b)) {
            (Op::Eq, Some(x), Some(y)) => return self.bool(x == y),
            (Op::Lt, Some(x), Some(y)) => return self.bool(x < y),
            (Op::Le, Some(x), Some(y)) => return self.bool(x <= y),
            (Op::Add, Some(0), _) => return b,
            (Op::Add | Op::Sub, _, Some(0)) => return a,
            (Op::Mul, None, None) | (Op::Div | Op::Mod, _, None) => self.nonlinear = true,
            _ => {}
        }
        self.add(Node::Apply(op, a, b))
    }

    fn operands(&self, term: Term) -> Vec<Term> {
        match self.node(term) {
            Node::Bool(_) | Node::Int(_) | Node::Symbol(_) => Vec::new(),
            Node::Not(a) => vec![*a],
            Node::And(list) | Node::Or(list) => list.to_vec(),
            Node::Ite(a, b, c) => vec![*a, *b, *c],
            Node::Apply(_, a, b) => vec![*a, *b],
        }
    }

    /// The term in SMT-LIB. What occurs more than once in it is written once, in a `let`.
    pub fn show(&self, root: Term) -> String {
        let mut uses: FxHashMap<Term, usize> = FxHashMap::default();
        let mut todo = vec![root];
        while let Some(term) = todo.pop() {
            let count = uses.entry(term).or_default();
            *count += 1;
            if *count == 1 {
                todo.extend(self.operands(term));
            }
        }
        // Operands are made before what they are operands of, so their numbers are smaller.
        let mut order: Vec<Term> = uses.keys().copied().collect();
        order.sort();
        let is_shared = |term: &Term| uses[term] > 1 && !self.operands(*term).is_empty();
        let mut levels: FxHashMap<Term, usize> = FxHashMap::default();
        let mut lets: Vec<Vec<Term>> = Vec::new();
        for term in &order {
            let below = self.operands(*term).iter().map(|a| levels[a]).max().unwrap_or(0);
            let level = below + usize::from(is_shared(term));
            levels.insert(*term, level);
            if is_shared(term) {
                lets.resize(lets.len().max(level), Vec::new());
                lets[level - 1].push(*term);
            }
        }
        let mut text = String::new();
        for group in &lets {
            text.push_str("(let (");
            for term in group {
                // Writing to a string does not fail.
                let _ = write!(text, "(t{} ", term.0);
                self.write(&mut text, *term, &is_shared);
                text.push(')');
            }
            text.push_str(") ");
        }
        match is_shared(&root) {
            true => drop(write!(text, "t{}", root.0)),
            false => self.write(&mut text, root, &is_shared),
        }
        text.push_str(&")".repeat(lets.len()));
        text
    }

    /// Writes a term down to what is shared.
    fn write(&self, text: &mut String, root: Term, is_shared: &dyn Fn(&Term) -> bool) {
        enum Todo {
            Text(&'static str),
            Term(Term),
        }
        let mut todo = vec![Todo::Term(root)];
        while let Some(next) = todo.pop() {
            let term = match next {
                Todo::Text(part) => {
                    text.push_str(part);
                    continue;
                }
                Todo::Term(term) => term,
            };
            if term != root && is_shared(&term) {
                let _ = write!(text, " t{}", term.0);
                continue;
            }
            if term != root {
                text.push(' ');
            }
            let name = match self.node(term) {
                Node::Bool(value) => {
                    let _ = write!(text, "{value}");
                    continue;
                }
                Node::Int(value) => {
                    text.push_str(&number(*value));
                    continue;
                }
                Node::Symbol(symbol) => {
                    text.push_str(&self.names[*symbol as usize]);
                    continue;
                }
                Node::Not(_) => "not",
                Node::And(_) => "and",
                Node::Or(_) => "or",
                Node::Ite(..) => "ite",
                Node::Apply(op, ..) => op.name(),
            };
            text.push('(');
            text.push_str(name);
            todo.push(Todo::Text(")"));
            todo.extend(self.operands(term).into_iter().rev().map(Todo::Term));
        }
    }
}

#[cfg(test)]
impl Terms {
    /// The value of a term, truth values being 0 and 1, given those of symbols by their names.
    pub fn value(&self, term: Term, symbol: &dyn Fn(&str) -> i128) -> i128 {
        let at = |term: Term| self.value(term, symbol);
        match self.node(term) {
            Node::Bool(value) => i128::from(*value),
            Node::Int(value) => *value,
            Node::Symbol(number) => symbol(&self.names[*number as usize]),
            Node::Not(a) => 1 - at(*a),
            Node::And(list) => i128::from(list.iter().all(|a| at(*a) == 1)),
            Node::Or(list) => i128::from(list.iter().any(|a| at(*a) == 1)),
            Node::Ite(c, t, e) => at(if at(*c) == 1 { *t } else { *e }),
            Node::Apply(op, a, b) => {
                let (a, b) = (at(*a), at(*b));
                match op {
                    Op::Eq => i128::from(a == b),
                    Op::Lt => i128::from(a < b),
                    Op::Le => i128::from(a <= b),
                    Op::Add => a + b,
                    Op::Sub => a - b,
                    Op::Mul => a * b,
                    // Solvers may take any value for divisor 0.
                    Op::Div => a.checked_div_euclid(b).unwrap_or(77),
                    Op::Mod => a.checked_rem_euclid(b).unwrap_or(-77),
                }
            }
        }
    }
}

/// A number in SMT-LIB, which has no negative literals.
fn number(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_is_written_once_and_before_it_is_used() {
        let mut terms = Terms::default();
        let x = terms.symbol("x".into(), Sort::Int).term;
        let one = terms.int(-1);
        let sum = terms.apply(Op::Add, x, one);
        let square = terms.apply(Op::Mul, sum, sum);
        let same = terms.apply(Op::Lt, square, sum);
        let text = terms.show(same);
        assert_eq!(text, "(let ((t2 (+ x (- 1)))) (< (* t2 t2) t2))");
        assert!(terms.is_nonlinear());
    }

    #[test]
    fn opposites_and_constants_are_decided() {
        let mut terms = Terms::default();
        let p = terms.symbol("p".into(), Sort::Bool).term;
        let not = terms.not(p);
        let (none, any) = (terms.and([p, not]), terms.or([p, not]));
        assert_eq!((terms.as_bool(none), terms.as_bool(any)), (Some(false), Some(true)));
        let (yes, no) = (terms.bool(true), terms.bool(false));
        assert_eq!((terms.ite(p, yes, no), terms.apply(Op::Eq, p, no)), (p, not));
    }
}
