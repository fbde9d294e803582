//! Expressions as terms. A fault is a value too: every number comes with the condition that it exists,
//! every condition with when it is true and when it is false.

use rustc_hash::FxHashMap;
use synod_core::{BinaryOp, Expr, ExprId, System, UnaryOp};

use crate::terms::{Op, Term, Terms};

/// A three-valued condition; where neither holds it meets a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// It is true.
    pub yes: Term,
    /// It is false.
    pub no: Term,
}

impl Truth {
    /// A condition that always has a value.
    pub fn of(terms: &mut Terms, yes: Term) -> Truth {
        Truth { yes, no: terms.not(yes) }
    }

    /// It has a value.
    pub fn defined(self, terms: &mut Terms) -> Term {
        terms.or([self.yes, self.no])
    }
}

/// An integer or a value of an enumeration, where it exists.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its value, meaningless unless `valid`.
    pub term: Term,
    /// It has a value.
    pub valid: Term,
    /// It is at least this, where valid.
    pub lo: i128,
    /// It is at most this, where valid.
    pub hi: i128,
}

impl Number {
    /// Whether its value lies between two bounds; what is known already is not asked.
    pub fn between(&self, terms: &mut Terms, lo: i128, hi: i128) -> Term {
        let mut ends = Vec::new();
        if self.lo < lo {
            let lo = terms.int(lo);
            ends.push(terms.apply(Op::Le, lo, self.term));
        }
        if self.hi > hi {
            let hi = terms.int(hi);
            ends.push(terms.apply(Op::Le, self.term, hi));
        }
        terms.and(ends)
    }

    /// The value is a fault unless it lies between two bounds.
    pub fn checked(self, terms: &mut Terms, lo: i128, hi: i128) -> Number {
        let inside = self.between(terms, lo, hi);
        let valid = terms.and([self.valid, inside]);
        Number { valid, lo: self.lo.clamp(lo, hi), hi: self.hi.clamp(lo, hi), ..self }
    }

    /// The value is a fault unless it fits 64 bits.
    fn fitting(self, terms: &mut Terms) -> Number {
        self.checked(terms, i64::MIN.into(), i64::MAX.into())
    }
}

/// The value of an expression.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// A condition.
    Bool(Truth),
    /// Anything else.
    Number(Number),
}

/// What the expressions of a rule may use besides variables.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The values of the choices.
    pub choices: Vec<Value>,
    /// For each part, whether each of its alternatives is taken.
    pub took: Vec<Vec<Term>>,
}

/// Translates expressions of a system.
#[derive(Debug)]
pub struct Translator<'a> {
    system: &'a System,
    /// The values in the current state, by slot.
    slots: &'a [Value],
    scope: Scope,
    known: FxHashMap<ExprId, Value>,
}

impl<'a> Translator<'a> {
    /// For expressions over the values of a state and a scope.
    pub fn new(system: &'a System, slots: &'a [Value], scope: Scope) -> Self {
        Translator { system, slots, scope, known: FxHashMap::default() }
    }

    /// A condition.
    pub fn truth(&mut self, terms: &mut Terms, id: ExprId) -> Truth {
        match self.value(terms, id) {
            Value::Bool(truth) => truth,
            Value::Number(number) => {
                let one = terms.int(1);
                let is_one = terms.apply(Op::Eq, number.term, one);
                guarded(terms, number.valid, is_one)
            }
        }
    }

    /// A number; truth values are 0 and 1.
    pub fn number(&mut self, terms: &mut Terms, id: ExprId) -> Number {
        let value = self.value(terms, id);
        as_number(terms, value)
    }

    /// A value of its own sort.
    pub fn value(&mut self, terms: &mut Terms, id: ExprId) -> Value {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let value = self.translate(terms, id);
        self.known.insert(id, value);
        value
    }

    fn translate(&mut self, terms: &mut Terms, id: ExprId) -> Value {
        let system = self.system;
        match &system.exprs[id] {
            Expr::Const(synod_core::Sort::Bool, value) => {
                let yes = terms.bool(*value == 1);
                Value::Bool(Truth::of(terms, yes))
            }
            Expr::Const(_, value) => Value::Number(constant(terms, *value)),
            Expr::Var(var) => self.slots[system.slot(*var)],
            Expr::Element(var, index) => {
                let index = self.number(terms, *index);
                let len = system.var(*var).len.unwrap_or(1) as usize;
                let first = system.slot(*var);
                self.element(terms, &self.slots[first..first + len], index)
            }
            Expr::Choice(position, _) => self.scope.choices[*position as usize],
            Expr::Took { part, alternative } => {
                let took = self.scope.took[*part as usize][*alternative as usize];
                Value::Bool(Truth::of(terms, took))
            }
            Expr::Unary(UnaryOp::Not, a) => {
                let Truth { yes, no } = self.truth(terms, *a);
                Value::Bool(Truth { yes: no, no: yes })
            }
            Expr::Unary(op, a) => {
                let a = self.number(terms, *a);
                let opposite = negated(terms, a);
                let result = if *op == UnaryOp::Neg { opposite } else { absolute(terms, a, opposite) };
                Value::Number(result.fitting(terms))
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.value(terms, *a), self.value(terms, *b));
                binary(terms, *op, a, b)
            }
            Expr::And(list) => self.junction(terms, list, true),
            Expr::Or(list) => self.junction(terms, list, false),
            Expr::Ite(c, t, e) => {
                let condition = self.truth(terms, *c);
                let (t, e) = (self.value(terms, *t), self.value(terms, *e));
                branch(terms, condition, t, e)
            }
        }
    }

    fn element(&self, terms: &mut Terms, elements: &[Value], index: Number) -> Value {
        let inside = index.between(terms, 0, elements.len() as i128 - 1);
        let valid = terms.and([index.valid, inside]);
        let mut found: Option<Value> = None;
        for (i, here) in elements.iter().enumerate() {
            let i = i as i128;
            if index.lo > i || index.hi < i {
                continue;
            }
            let i = terms.int(i);
            let hit = terms.apply(Op::Eq, index.term, i);
            let hit = Truth::of(terms, hit);
            found = Some(found.map_or(*here, |other| branch(terms, hit, *here, other)));
        }
        match found {
            None => {
                let never = terms.bool(false);
                Value::Number(Number { valid: never, ..constant(terms, 0) })
            }
            Some(Value::Bool(truth)) => Value::Bool(guarded(terms, valid, truth.yes)),
            Some(Value::Number(number)) => Value::Number(Number { valid, ..number }),
        }
    }

    /// A conjunction, or a disjunction: what decides it wins over faults.
    fn junction(&mut self, terms: &mut Terms, list: &[ExprId], conjunction: bool) -> Value {
        let parts: Vec<Truth> = list.iter().map(|part| self.truth(terms, *part)).collect();
        let (yes, no): (Vec<Term>, Vec<Term>) = parts.iter().map(|part| (part.yes, part.no)).unzip();
        Value::Bool(match conjunction {
            true => Truth { yes: terms.and(yes), no: terms.or(no) },
            false => Truth { yes: terms.or(yes), no: terms.and(no) },
        })
    }
}

/// A number of the model.
pub fn constant(terms: &mut Terms, value: i64) -> Number {
    let value = i128::from(value);
    Number { term: terms.int(value), valid: terms.bool(true), lo: value, hi: value }
}

/// A condition that is a fault unless valid.
fn guarded(terms: &mut Terms, valid: Term, condition: Term) -> Truth {
    let not = terms.not(condition);
    Truth { yes: terms.and([valid, condition]), no: terms.and([valid, not]) }
}

/// One value or the other; a fault where the condition is, or the one that is taken.
fn branch(terms: &mut Terms, condition: Truth, then: Value, otherwise: Value) -> Value {
    let pick = |terms: &mut Terms, then: Term, otherwise: Term| {
        let (yes, no) = (terms.and([condition.yes, then]), terms.and([condition.no, otherwise]));
        terms.or([yes, no])
    };
    match (then, otherwise) {
        (Value::Bool(t), Value::Bool(e)) => {
            Value::Bool(Truth { yes: pick(terms, t.yes, e.yes), no: pick(terms, t.no, e.no) })
        }
        (t, e) => {
            let (t, e) = (as_number(terms, t), as_number(terms, e));
            let term = terms.ite(condition.yes, t.term, e.term);
            let valid = pick(terms, t.valid, e.valid);
            Value::Number(Number { term, valid, lo: t.lo.min(e.lo), hi: t.hi.max(e.hi) })
        }
    }
}

fn as_number(terms: &mut Terms, value: Value) -> Number {
    match value {
        Value::Number(number) => number,
        Value::Bool(truth) => {
            let (one, zero) = (terms.int(1), terms.int(0));
            let term = terms.ite(truth.yes, one, zero);
            Number { term, valid: truth.defined(terms), lo: 0, hi: 1 }
        }
    }
}

fn negated(terms: &mut Terms, a: Number) -> Number {
    let zero = terms.int(0);
    Number { term: terms.apply(Op::Sub, zero, a.term), valid: a.valid, lo: -a.hi, hi: -a.lo }
}

fn absolute(terms: &mut Terms, a: Number, opposite: Number) -> Number {
    if a.lo >= 0 {
        return a;
    }
    let zero = terms.int(0);
    let negative = terms.apply(Op::Lt, a.term, zero);
    let term = terms.ite(negative, opposite.term, a.term);
    Number { term, valid: a.valid, lo: 0, hi: a.hi.max(-a.lo) }
}

fn binary(terms: &mut Terms, op: BinaryOp, a: Value, b: Value) -> Value {
    if let (BinaryOp::Eq, Value::Bool(a), Value::Bool(b)) = (op, a, b) {
        let (both, neither) = (terms.and([a.yes, b.yes]), terms.and([a.no, b.no]));
        let (one, other) = (terms.and([a.yes, b.no]), terms.and([a.no, b.yes]));
        return Value::Bool(Truth { yes: terms.or([both, neither]), no: terms.or([one, other]) });
    }
    let (a, b) = (as_number(terms, a), as_number(terms, b));
    let valid = terms.and([a.valid, b.valid]);
    let mut compare = |op| {
        let holds = terms.apply(op, a.term, b.term);
        Value::Bool(guarded(terms, valid, holds))
    };
    let number = match op {
        BinaryOp::Eq => return compare(Op::Eq),
        BinaryOp::Lt => return compare(Op::Lt),
        BinaryOp::Le => return compare(Op::Le),
        BinaryOp::Add => {
            Number { term: terms.apply(Op::Add, a.term, b.term), valid, lo: a.lo + b.lo, hi: a.hi + b.hi }
        }
        BinaryOp::Sub => {
            Number { term: terms.apply(Op::Sub, a.term, b.term), valid, lo: a.lo - b.hi, hi: a.hi - b.lo }
        }
        BinaryOp::Mul => {
            let corners = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
            let (lo, hi) =
                corners.iter().fold((corners[0], corners[0]), |(lo, hi), c| (lo.min(*c), hi.max(*c)));
            Number { term: terms.apply(Op::Mul, a.term, b.term), valid, lo, hi }
        }
        BinaryOp::Div => divided(terms, Op::Div, a, b, valid),
        BinaryOp::Rem => divided(terms, Op::Mod, a, b, valid),
        BinaryOp::Mod => {
            let positive = b.between(terms, 1, b.hi);
            let valid = terms.and([valid, positive]);
            Number { term: terms.apply(Op::Mod, a.term, b.term), valid, lo: 0, hi: (b.hi - 1).max(0) }
        }
        BinaryOp::Min | BinaryOp::Max => {
            let less = terms.apply(Op::Lt, a.term, b.term);
            let (first, lo, hi) = match op {
                BinaryOp::Min => (less, a.lo.min(b.lo), a.hi.min(b.hi)),
                _ => (terms.not(less), a.lo.max(b.lo), a.hi.max(b.hi)),
            };
            Number { term: terms.ite(first, a.term, b.term), valid, lo, hi }
        }
    };
    Value::Number(number.fitting(terms))
}

/// The quotient cut toward zero, or the remainder with the sign of the dividend, from the Euclidean ones
/// of absolute values.
fn divided(terms: &mut Terms, op: Op, a: Number, b: Number, valid: Term) -> Number {
    let zero = terms.int(0);
    let is_zero = terms.apply(Op::Eq, b.term, zero);
    let nonzero = terms.not(is_zero);
    let (minus_a, minus_b) = (negated(terms, a), negated(terms, b));
    let (left, right) = (absolute(terms, a, minus_a), absolute(terms, b, minus_b));
    let positive = terms.apply(op, left.term, right.term);
    let negative = terms.apply(Op::Sub, zero, positive);
    let sign = |terms: &mut Terms, n: Number| match n.lo >= 0 {
        true => terms.bool(false),
        false => terms.apply(Op::Lt, n.term, zero),
    };
    let (below_a, below_b) = (sign(terms, a), sign(terms, b));
    let turned = match op {
        Op::Div => {
            let same = terms.apply(Op::Eq, below_a, below_b);
            terms.not(same)
        }
        _ => below_a,
    };
    let may_turn = terms.as_bool(turned) != Some(false);
    Number {
        term: terms.ite(turned, negative, positive),
        valid: terms.and([valid, nonzero]),
        lo: if may_turn { -left.hi } else { 0 },
        hi: left.hi,
    }
}
