//! Resolved expressions as core expressions, read in the state that a step has made so far.

use synod_core::{BinaryOp, Choice, Expr, ExprId, Sort, Type};

use super::store::Store;
use super::{Cell, Lowering};
use crate::model::{Arithmetic, Comparison, Number, Place, Truth, VariableRef, Who};

/// What an expression is read in.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// The agent at hand.
    pub me: usize,
    /// Sender and receiver of a link predicate.
    pub pair: (usize, usize),
    /// The agents that quantifiers speak of, outermost first.
    pub bound: Vec<usize>,
    /// Local variables of the block; arrays have several values.
    pub locals: Vec<Vec<ExprId>>,
    /// What was written so far.
    pub store: Store,
    /// Values that the step picks.
    pub choices: Vec<Choice>,
    /// What the step asks of them.
    pub constraints: Vec<ExprId>,
    /// When there are values that fit; over the state alone.
    pub possible: Vec<ExprId>,
    /// Choices between bounds that are not constant: position, lower bound, just above the upper one.
    pub open_choices: Vec<(usize, ExprId, ExprId)>,
    /// Under which conditions the expression at hand is evaluated.
    pub path: Vec<ExprId>,
    /// While reading a condition: the tests that the variables it mentions are defined.
    pub defined: Option<Vec<ExprId>>,
}

impl Frame {
    pub fn of(me: usize) -> Self {
        Frame { me, ..Frame::default() }
    }
}

/// The value of a variable, and whether it has one if that is not sure.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    pub value: ExprId,
    pub defined: Option<ExprId>,
}

impl Lowering<'_> {
    /// A guard, link predicate, assumption or property: false if a variable that it mentions is
    /// undefined.
    pub(super) fn condition(&mut self, truth: &Truth, frame: &mut Frame) -> ExprId {
        let outer = frame.defined.replace(Vec::new());
        let value = self.truth(truth, frame);
        let tests = std::mem::replace(&mut frame.defined, outer).unwrap_or_default();
        self.system.exprs.and(tests.into_iter().chain([value]))
    }

    fn truth(&mut self, truth: &Truth, frame: &mut Frame) -> ExprId {
        match truth {
            Truth::Constant(value) => self.system.exprs.bool(*value),
            Truth::Compare(op, a, b) => self.compare(*op, a, b, frame),
            Truth::Not(a) => {
                let a = self.truth(a, frame);
                self.system.exprs.not(a)
            }
            Truth::And(a, b) => {
                let (a, b) = (self.truth(a, frame), self.truth(b, frame));
                self.system.exprs.and([a, b])
            }
            Truth::Or(a, b) => {
                let (a, b) = (self.truth(a, frame), self.truth(b, frame));
                self.system.exprs.or([a, b])
            }
            Truth::Quantified { all, over, body } => {
                let mut parts = Vec::new();
                for agent in over.clone() {
                    parts.push(self.instance(agent, body, frame));
                }
                if *all { self.system.exprs.and(parts) } else { self.system.exprs.or(parts) }
            }
        }
    }

    /// A quantified condition, for one agent.
    fn instance(&mut self, agent: usize, body: &Truth, frame: &mut Frame) -> ExprId {
        frame.bound.push(agent);
        let value =
            if frame.defined.is_some() { self.condition(body, frame) } else { self.truth(body, frame) };
        frame.bound.pop();
        value
    }

    fn compare(&mut self, op: Comparison, a: &Number, b: &Number, frame: &mut Frame) -> ExprId {
        // Outside of guards, an undefined variable equals nothing but another undefined one.
        if frame.defined.is_none() && matches!(op, Comparison::Eq | Comparison::Ne) {
            let (a, b) = (self.reading(a, frame), self.reading(b, frame));
            let exprs = &mut self.system.exprs;
            let values = exprs.eq(a.value, b.value);
            let equal = match (a.defined, b.defined) {
                (None, None) => values,
                (Some(defined), None) | (None, Some(defined)) => exprs.and([defined, values]),
                (Some(one), Some(other)) => {
                    let both = exprs.and([one, other, values]);
                    let (not_one, not_other) = (exprs.not(one), exprs.not(other));
                    let neither = exprs.and([not_one, not_other]);
                    exprs.or([both, neither])
                }
            };
            return if op == Comparison::Eq { equal } else { exprs.not(equal) };
        }
        let (a, b) = (self.number(a, frame), self.number(b, frame));
        let exprs = &mut self.system.exprs;
        match op {
            Comparison::Eq => exprs.eq(a, b),
            Comparison::Ne => exprs.ne(a, b),
            Comparison::Lt => exprs.lt(a, b),
            Comparison::Le => exprs.le(a, b),
        }
    }

    /// A value that may be missing, if the expression is just a variable.
    pub(super) fn reading(&mut self, number: &Number, frame: &mut Frame) -> Reading {
        match number {
            Number::Place(place) => self.place(place, frame),
            _ => Reading { value: self.number(number, frame), defined: None },
        }
    }

    /// A value that has to be there: without it there is a fault.
    pub(super) fn present(&mut self, reading: Reading) -> ExprId {
        match reading.defined {
            None => reading.value,
            Some(test) => {
                let fault = self.fault();
                self.system.exprs.ite(test, reading.value, fault)
            }
        }
    }

    pub(super) fn number(&mut self, number: &Number, frame: &mut Frame) -> ExprId {
        match number {
            Number::Constant(value) => self.system.exprs.int(*value),
            Number::Place(place) => {
                let reading = self.place(place, frame);
                match (reading.defined, &mut frame.defined) {
                    (Some(test), Some(tests)) => {
                        tests.push(test);
                        reading.value
                    }
                    _ => self.present(reading),
                }
            }
            Number::Id(who) => match who {
                Who::Own => self.system.exprs.int(frame.me as i64),
                Who::First => self.system.exprs.int(frame.pair.0 as i64),
                Who::Second => self.system.exprs.int(frame.pair.1 as i64),
                Who::Agent(agent) => self.number(agent, frame),
            },
            Number::Local(local) => frame.locals[*local][0],
            Number::LocalElement(local, index) => {
                let index = self.number(index, frame);
                self.local_element(*local, index, frame)
            }
            Number::Bound(depth) => self.system.exprs.int(frame.bound[*depth] as i64),
            Number::Fresh(low, high) => {
                let (low, high) = (self.number(low, frame), self.number(high, frame));
                self.fresh(low, high, frame)
            }
            Number::Neg(a) => {
                let a = self.number(a, frame);
                self.system.exprs.neg(a)
            }
            Number::Abs(a) => {
                let a = self.number(a, frame);
                self.system.exprs.abs(a)
            }
            Number::Binary(op, a, b) => {
                let (a, b) = (self.number(a, frame), self.number(b, frame));
                self.arithmetic(*op, a, b)
            }
            Number::If(condition, yes, no) => {
                let outer = frame.defined.take();
                let condition = self.truth(condition, frame);
                frame.defined = outer;
                frame.path.push(condition);
                let yes = self.number(yes, frame);
                frame.path.pop();
                let otherwise = self.system.exprs.not(condition);
                frame.path.push(otherwise);
                let no = self.number(no, frame);
                frame.path.pop();
                self.system.exprs.ite(condition, yes, no)
            }
            Number::Truth(truth) => {
                let outer = frame.defined.take();
                let truth = self.truth(truth, frame);
                frame.defined = outer;
                self.one_if(truth)
            }
            Number::Count(over, body) => {
                let outer = frame.defined.take();
                let mut sum = self.system.exprs.int(0);
                for agent in over.clone() {
                    let holds = self.instance(agent, body, frame);
                    let one = self.one_if(holds);
                    sum = self.add(sum, one);
                }
                frame.defined = outer;
                sum
            }
        }
    }

    /// 1 if it holds, else 0.
    pub(super) fn one_if(&mut self, truth: ExprId) -> ExprId {
        let exprs = &mut self.system.exprs;
        let (one, zero) = (exprs.int(1), exprs.int(0));
        exprs.ite(truth, one, zero)
    }

    /// A sum, without zeros.
    pub(super) fn add(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let exprs = &mut self.system.exprs;
        match (exprs.as_const(a), exprs.as_const(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => exprs.binary(BinaryOp::Add, a, b),
        }
    }

    /// An expression that never has a value.
    fn fault(&mut self) -> ExprId {
        self.system.exprs.no_value()
    }

    fn arithmetic(&mut self, op: Arithmetic, a: ExprId, b: ExprId) -> ExprId {
        let exprs = &mut self.system.exprs;
        let op = match op {
            Arithmetic::Add => BinaryOp::Add,
            Arithmetic::Sub => BinaryOp::Sub,
            Arithmetic::Mul => BinaryOp::Mul,
            Arithmetic::Div => BinaryOp::Div,
            Arithmetic::Mod => BinaryOp::Mod,
            Arithmetic::Min => BinaryOp::Min,
            Arithmetic::Max => BinaryOp::Max,
            Arithmetic::Round => {
                // (2|a| + |b|) / 2|b|, with the sign of the quotient.
                let (two, zero) = (exprs.int(2), exprs.int(0));
                let (size_a, size_b) = (exprs.abs(a), exprs.abs(b));
                let doubled = exprs.binary(BinaryOp::Mul, two, size_a);
                let above = exprs.binary(BinaryOp::Add, doubled, size_b);
                let below = exprs.binary(BinaryOp::Mul, two, size_b);
                let quotient = exprs.binary(BinaryOp::Div, above, below);
                let opposite = exprs.neg(quotient);
                let (a_negative, b_negative) = (exprs.lt(a, zero), exprs.lt(b, zero));
                let same = exprs.eq(a_negative, b_negative);
                return exprs.ite(same, quotient, opposite);
            }
        };
        exprs.binary(op, a, b)
    }

    /// A value that the step picks, from `low` to just before `high`.
    fn fresh(&mut self, low: ExprId, high: ExprId, frame: &mut Frame) -> ExprId {
        let position = frame.choices.len();
        let exprs = &self.system.exprs;
        let ty = match (exprs.as_const(low), exprs.as_const(high)) {
            (Some(low), Some(high)) => Type::Range { lo: low, hi: (high - 1).max(low) },
            _ => {
                frame.open_choices.push((position, low, high));
                self.width
            }
        };
        frame.choices.push(Choice { name: format!("value {}", position + 1), ty, agent: None });
        let exprs = &mut self.system.exprs;
        let value = exprs.choice(position as u32, Sort::Int);
        let (above, below) = (exprs.le(low, value), exprs.lt(value, high));
        let constant = exprs.as_const(low).is_some() && exprs.as_const(high).is_some();
        let inside = match (constant, exprs.as_const(low) < exprs.as_const(high)) {
            (true, true) => exprs.bool(true),
            (true, false) => exprs.bool(false),
            (false, _) => exprs.and([above, below]),
        };
        // It is picked only where the expression is evaluated.
        let evaluated = exprs.and(frame.path.iter().copied());
        let constraint = exprs.implies(evaluated, inside);
        frame.constraints.push(constraint);
        let some = exprs.lt(low, high);
        frame.possible.push(exprs.implies(evaluated, some));
        value
    }

    fn local_element(&mut self, local: usize, index: ExprId, frame: &Frame) -> ExprId {
        let values = &frame.locals[local];
        if let Some(at) = self.system.exprs.as_const(index) {
            return match usize::try_from(at).ok().and_then(|at| values.get(at)) {
                Some(value) => *value,
                None => self.fault(),
            };
        }
        let mut result = self.fault();
        for (at, value) in values.iter().enumerate() {
            let at = self.system.exprs.int(at as i64);
            let same = self.system.exprs.eq(index, at);
            result = self.system.exprs.ite(same, *value, result);
        }
        result
    }

    fn place(&mut self, place: &Place, frame: &mut Frame) -> Reading {
        let subscripts: Vec<ExprId> = place.index.iter().map(|e| self.number(e, frame)).collect();
        if let VariableRef::Environment(position) = place.variable {
            let cell = self.environment[position].clone();
            return self.read(&cell, &subscripts, frame);
        }
        match &place.of {
            Who::Own => self.read_of(frame.me, place.variable, &subscripts, frame),
            Who::First => self.read_of(frame.pair.0, place.variable, &subscripts, frame),
            Who::Second => self.read_of(frame.pair.1, place.variable, &subscripts, frame),
            Who::Agent(agent) => {
                let agent = self.number(agent, frame);
                self.read_remote(agent, place.variable, &subscripts, frame)
            }
        }
    }

    /// A variable of the agent that an expression names.
    fn read_remote(&mut self, agent: ExprId, variable: VariableRef, at: &[ExprId], frame: &Frame) -> Reading {
        let all = 0..self.model.agents();
        if let Some(id) = self.system.exprs.as_const(agent) {
            return match usize::try_from(id).ok().filter(|id| all.contains(id)) {
                Some(id) => self.read_of(id, variable, at, frame),
                None => Reading { value: self.fault(), defined: None },
            };
        }
        // A picked agent exists; any other number may not.
        let (candidates, mut last) = match self.system.exprs[agent] {
            Expr::Choice(position, _) => match frame.choices[position as usize].ty {
                Type::Range { lo, hi } if lo >= 0 && hi < all.end as i64 => {
                    (lo as usize..hi as usize + 1, None)
                }
                _ => (all, Some(self.fault())),
            },
            _ => (all, Some(self.fault())),
        };
        let mut last_defined: Option<ExprId> = None;
        let readings: Vec<(usize, Reading)> =
            candidates.map(|id| (id, self.read_of(id, variable, at, frame))).collect();
        let flagged = readings.iter().any(|(_, reading)| reading.defined.is_some());
        for (id, reading) in readings.into_iter().rev() {
            let exprs = &mut self.system.exprs;
            let number = exprs.int(id as i64);
            let same = exprs.eq(agent, number);
            last = Some(match last {
                None => reading.value,
                Some(rest) if rest == reading.value => rest,
                Some(rest) => exprs.ite(same, reading.value, rest),
            });
            if flagged {
                let defined = reading.defined.unwrap_or_else(|| exprs.bool(true));
                last_defined = Some(match last_defined {
                    None => defined,
                    Some(rest) => exprs.ite(same, defined, rest),
                });
            }
        }
        let value = last.unwrap_or_else(|| self.fault());
        Reading { value, defined: last_defined }
    }

    /// A variable of an agent; 0 if it has no such attribute.
    fn read_of(&mut self, agent: usize, variable: VariableRef, at: &[ExprId], frame: &Frame) -> Reading {
        match self.cell(agent, variable) {
            Some(cell) => self.read(&cell, at, frame),
            None => Reading { value: self.system.exprs.int(0), defined: None },
        }
    }

    fn read(&mut self, cell: &Cell, at: &[ExprId], frame: &Frame) -> Reading {
        let index = self.flat_index(cell, at);
        let value = frame.store.read(&mut self.system.exprs, cell.value, index);
        let defined = cell.defined.map(|flag| frame.store.read(&mut self.system.exprs, flag, index));
        Reading { value, defined }
    }

    /// The position of an element: row by row. Subscripts outside of their row lead outside the array.
    pub(super) fn flat_index(&mut self, cell: &Cell, at: &[ExprId]) -> Option<ExprId> {
        let (first, rest) = at.split_first()?;
        let exprs = &mut self.system.exprs;
        let mut flat = *first;
        let mut inside = Vec::new();
        for (subscript, size) in std::iter::zip(rest, &cell.sizes[1..]) {
            let size = exprs.int(i64::from(*size));
            let zero = exprs.int(0);
            flat = exprs.binary(BinaryOp::Mul, flat, size);
            flat = exprs.binary(BinaryOp::Add, flat, *subscript);
            let (above, below) = (exprs.le(zero, *subscript), exprs.lt(*subscript, size));
            inside.extend([above, below]);
        }
        let inside = exprs.and(inside);
        let outside = exprs.int(-1);
        Some(exprs.ite(inside, flat, outside))
    }
}
