//! Expressions over an algebra. A fault is a value too: every number comes with the condition that it
//! exists, every condition with when it is true and when it is false (see [`synod_core::arith`]).

use rustc_hash::FxHashMap;
use synod_core::{BinaryOp, Expr, ExprId, Sort, System, UnaryOp};

use crate::algebra::{Bits, Integers};

/// A three-valued condition; where neither holds it meets a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth<B> {
    /// It is true.
    pub yes: B,
    /// It is false.
    pub no: B,
}

impl<B> Truth<B> {
    /// A condition that always has a value.
    pub fn of<A: Bits<Bit = B>>(algebra: &mut A, yes: B) -> Self {
        Truth { no: algebra.not(&yes), yes }
    }

    /// A condition that has a value where it is valid.
    fn guarded<A: Bits<Bit = B>>(algebra: &mut A, valid: &B, condition: &B) -> Result<Self, A::Error> {
        let opposite = algebra.not(condition);
        Ok(Truth { yes: algebra.and(valid, condition)?, no: algebra.and(valid, &opposite)? })
    }

    /// It has a value.
    pub fn defined<A: Bits<Bit = B>>(&self, algebra: &mut A) -> Result<B, A::Error> {
        algebra.or(&self.yes, &self.no)
    }

    /// Where this is true the one bit, where it is false the other, and nothing where it meets a fault.
    fn pick<A: Bits<Bit = B>>(&self, algebra: &mut A, then: &B, otherwise: &B) -> Result<B, A::Error> {
        let (yes, no) = (algebra.and(&self.yes, then)?, algebra.and(&self.no, otherwise)?);
        algebra.or(&yes, &no)
    }
}

/// An integer or a value of an enumeration, where it exists.
#[derive(Clone, Debug)]
pub struct Number<B, I> {
    /// Its value, meaningless unless `valid`.
    pub int: I,
    /// It has a value.
    pub valid: B,
}

/// A value that exists everywhere: a truth value or a number. Truth values may be given as the numbers 0
/// and 1.
#[derive(Clone, Debug)]
pub enum Plain<B, I> {
    /// A truth value.
    Bit(B),
    /// A number.
    Int(I),
}

type PlainOf<A> = Plain<<A as Bits>::Bit, <A as Integers>::Int>;
type NumberOf<A> = Number<<A as Bits>::Bit, <A as Integers>::Int>;
type TruthOf<A> = Truth<<A as Bits>::Bit>;

/// What expressions read: the current state, and in rules the choices and alternatives of the step.
pub trait Scope<A: Integers> {
    /// The value of a slot of the state.
    fn slot(&self, algebra: &mut A, slot: usize) -> Result<PlainOf<A>, A::Error>;
    /// The value of a choice.
    fn choice(&self, algebra: &mut A, position: usize) -> Result<PlainOf<A>, A::Error>;
    /// Whether a part takes an alternative.
    fn took(&self, algebra: &mut A, part: usize, alternative: usize) -> Result<A::Bit, A::Error>;
    /// The least and the greatest value that a slot can be given; `None` if that is any of its type.
    fn range(&self, slot: usize) -> Option<(i64, i64)>;
}

#[derive(Clone, Debug)]
enum Value<B, I> {
    Bool(Truth<B>),
    Number(Number<B, I>),
}

type ValueOf<A> = Value<<A as Bits>::Bit, <A as Integers>::Int>;

/// Encodes the expressions of a system, each once: those over the state for good, those over choices and
/// alternatives as long as the step is the same.
#[derive(Debug)]
pub struct Encoder<'a, A: Integers> {
    pub(crate) system: &'a System,
    of_states: FxHashMap<ExprId, ValueOf<A>>,
    of_steps: FxHashMap<ExprId, ValueOf<A>>,
}

impl<'a, A: Integers> Encoder<'a, A> {
    /// For expressions of a system.
    pub fn new(system: &'a System) -> Self {
        Encoder { system, of_states: FxHashMap::default(), of_steps: FxHashMap::default() }
    }

    /// Forgets what belongs to the last step, before a scope with other choices or alternatives is used.
    pub fn begin_step(&mut self) {
        self.of_steps.clear();
    }

    /// A condition.
    pub fn truth(
        &mut self,
        algebra: &mut A,
        scope: &impl Scope<A>,
        id: ExprId,
    ) -> Result<TruthOf<A>, A::Error> {
        match self.value(algebra, scope, id)? {
            Value::Bool(truth) => Ok(truth),
            Value::Number(Number { int, valid }) => {
                let is_one = algebra.is(&int, 1)?;
                Truth::guarded(algebra, &valid, &is_one)
            }
        }
    }

    /// A number; truth values are 0 and 1.
    pub fn number(
        &mut self,
        algebra: &mut A,
        scope: &impl Scope<A>,
        id: ExprId,
    ) -> Result<NumberOf<A>, A::Error> {
        match self.value(algebra, scope, id)? {
            Value::Number(number) => Ok(number),
            Value::Bool(truth) => {
                Ok(Number { int: algebra.int_of_bit(&truth.yes), valid: truth.defined(algebra)? })
            }
        }
    }

    fn value(&mut self, algebra: &mut A, scope: &impl Scope<A>, id: ExprId) -> Result<ValueOf<A>, A::Error> {
        if let Some(known) = self.of_states.get(&id).or_else(|| self.of_steps.get(&id)) {
            return Ok(known.clone());
        }
        let value = self.encode(algebra, scope, id)?;
        let exprs = &self.system.exprs;
        let is_of_step = matches!(exprs[id], Expr::Choice(..) | Expr::Took { .. })
            || exprs.operands(id).iter().any(|operand| self.of_steps.contains_key(operand));
        let known = if is_of_step { &mut self.of_steps } else { &mut self.of_states };
        known.insert(id, value.clone());
        Ok(value)
    }

    fn encode(&mut self, algebra: &mut A, scope: &impl Scope<A>, id: ExprId) -> Result<ValueOf<A>, A::Error> {
        let system = self.system;
        Ok(match &system.exprs[id] {
            Expr::Const(Sort::Bool, value) => {
                let yes = algebra.constant(*value == 1);
                Value::Bool(Truth::of(algebra, yes))
            }
            Expr::Const(_, value) => {
                let int = algebra.int(i128::from(*value));
                Value::Number(Number { int, valid: algebra.constant(true) })
            }
            Expr::Var(var) => {
                let value = scope.slot(algebra, system.slot(*var))?;
                self.read(algebra, id, value)?
            }
            Expr::Element(var, index) => {
                let index = self.number(algebra, scope, *index)?;
                self.element(algebra, scope, id, system.slots(*var), &index)?
            }
            Expr::Choice(position, _) => {
                let value = scope.choice(algebra, *position as usize)?;
                self.read(algebra, id, value)?
            }
            Expr::Took { part, alternative } => {
                let took = scope.took(algebra, *part as usize, *alternative as usize)?;
                Value::Bool(Truth::of(algebra, took))
            }
            Expr::Unary(UnaryOp::Not, a) => {
                let Truth { yes, no } = self.truth(algebra, scope, *a)?;
                Value::Bool(Truth { yes: no, no: yes })
            }
            Expr::Unary(op, a) => {
                let Number { int, valid } = self.number(algebra, scope, *a)?;
                let int = if *op == UnaryOp::Neg { algebra.neg(&int)? } else { algebra.abs(&int)? };
                fitting(algebra, int, valid)?
            }
            Expr::Binary(BinaryOp::Eq, a, b) if system.exprs.sort(*a) == Sort::Bool => {
                let (a, b) = (self.truth(algebra, scope, *a)?, self.truth(algebra, scope, *b)?);
                let (left, right) = (a.defined(algebra)?, b.defined(algebra)?);
                let (valid, differ) = (algebra.and(&left, &right)?, algebra.xor(&a.yes, &b.yes)?);
                let same = algebra.not(&differ);
                Value::Bool(Truth::guarded(algebra, &valid, &same)?)
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.number(algebra, scope, *a)?, self.number(algebra, scope, *b)?);
                binary(algebra, *op, &a, &b)?
            }
            Expr::And(list) => self.junction(algebra, scope, list, true)?,
            Expr::Or(list) => self.junction(algebra, scope, list, false)?,
            Expr::Ite(condition, then, otherwise) => {
                let condition = self.truth(algebra, scope, *condition)?;
                if system.exprs.sort(id) == Sort::Bool {
                    let then = self.truth(algebra, scope, *then)?;
                    let otherwise = self.truth(algebra, scope, *otherwise)?;
                    let yes = condition.pick(algebra, &then.yes, &otherwise.yes)?;
                    Value::Bool(Truth { yes, no: condition.pick(algebra, &then.no, &otherwise.no)? })
                } else {
                    let then = self.number(algebra, scope, *then)?;
                    let otherwise = self.number(algebra, scope, *otherwise)?;
                    let int = algebra.choose(&condition.yes, &then.int, &otherwise.int)?;
                    let valid = condition.pick(algebra, &then.valid, &otherwise.valid)?;
                    Value::Number(Number { int, valid })
                }
            }
        })
    }

    /// What is read, in the form of the sort of its expression.
    fn read(&self, algebra: &mut A, id: ExprId, value: PlainOf<A>) -> Result<ValueOf<A>, A::Error> {
        let int = match (value, self.system.exprs.sort(id)) {
            (Plain::Bit(bit), _) => return Ok(Value::Bool(Truth::of(algebra, bit))),
            (Plain::Int(int), Sort::Bool) => {
                let bit = algebra.is(&int, 1)?;
                return Ok(Value::Bool(Truth::of(algebra, bit)));
            }
            (Plain::Int(int), _) => int,
        };
        Ok(Value::Number(Number { int, valid: algebra.constant(true) }))
    }

    fn element(
        &self,
        algebra: &mut A,
        scope: &impl Scope<A>,
        id: ExprId,
        slots: std::ops::Range<usize>,
        index: &NumberOf<A>,
    ) -> Result<ValueOf<A>, A::Error> {
        let inside = algebra.between(&index.int, 0, slots.len() as i128 - 1)?;
        let valid = algebra.and(&index.valid, &inside)?;
        let (lo, hi) = algebra.bounds(&index.int);
        let reachable = (0i128..).zip(slots).filter(|(position, _)| (lo..=hi).contains(position));
        let mut found: Option<ValueOf<A>> = None;
        for (position, slot) in reachable {
            let here = scope.slot(algebra, slot)?;
            let here = self.read(algebra, id, here)?;
            found = Some(match (here, found) {
                (here, None) => here,
                (Value::Bool(here), Some(Value::Bool(other))) => {
                    let hit = algebra.is(&index.int, position)?;
                    let yes = algebra.ite(&hit, &here.yes, &other.yes)?;
                    Value::Bool(Truth::of(algebra, yes))
                }
                (Value::Number(here), Some(Value::Number(other))) => {
                    let hit = algebra.is(&index.int, position)?;
                    Value::Number(Number { int: algebra.choose(&hit, &here.int, &other.int)?, ..here })
                }
                // Elements of an array have one sort.
                (here, Some(_)) => here,
            });
        }
        Ok(match found {
            Some(Value::Bool(truth)) => Value::Bool(Truth::guarded(algebra, &valid, &truth.yes)?),
            Some(Value::Number(number)) => Value::Number(Number { valid, ..number }),
            None => Value::Number(Number { int: algebra.int(0), valid: algebra.constant(false) }),
        })
    }

    /// A conjunction, or a disjunction: what decides it wins over faults.
    fn junction(
        &mut self,
        algebra: &mut A,
        scope: &impl Scope<A>,
        list: &[ExprId],
        is_conjunction: bool,
    ) -> Result<ValueOf<A>, A::Error> {
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for operand in list {
            let truth = self.truth(algebra, scope, *operand)?;
            yes.push(truth.yes);
            no.push(truth.no);
        }
        Ok(Value::Bool(match is_conjunction {
            true => Truth { yes: algebra.all(yes)?, no: algebra.any(no)? },
            false => Truth { yes: algebra.any(yes)?, no: algebra.all(no)? },
        }))
    }
}

fn binary<A: Integers>(
    algebra: &mut A,
    op: BinaryOp,
    a: &NumberOf<A>,
    b: &NumberOf<A>,
) -> Result<ValueOf<A>, A::Error> {
    let valid = algebra.and(&a.valid, &b.valid)?;
    let (a, b) = (&a.int, &b.int);
    let compared = match op {
        BinaryOp::Eq => Some(algebra.equal(a, b)?),
        BinaryOp::Lt => Some(algebra.less(a, b)?),
        BinaryOp::Le => {
            let greater = algebra.less(b, a)?;
            Some(algebra.not(&greater))
        }
        _ => None,
    };
    if let Some(condition) = compared {
        return Ok(Value::Bool(Truth::guarded(algebra, &valid, &condition)?));
    }
    let is_divisible = match op {
        BinaryOp::Div | BinaryOp::Rem => {
            let zero = algebra.is(b, 0)?;
            algebra.not(&zero)
        }
        BinaryOp::Mod => {
            let zero = algebra.int(0);
            algebra.less(&zero, b)?
        }
        _ => algebra.constant(true),
    };
    let int = match op {
        BinaryOp::Add => algebra.add(a, b)?,
        BinaryOp::Sub => algebra.sub(a, b)?,
        BinaryOp::Mul => algebra.mul(a, b)?,
        BinaryOp::Div => algebra.quotient(a, b)?,
        BinaryOp::Rem => algebra.remainder(a, b)?,
        BinaryOp::Mod => algebra.modulo(a, b)?,
        BinaryOp::Max => algebra.max(a, b)?,
        _ => algebra.min(a, b)?,
    };
    let valid = algebra.and(&valid, &is_divisible)?;
    fitting(algebra, int, valid)
}

/// A result that is a fault unless it fits 64 bits.
fn fitting<A: Integers>(algebra: &mut A, int: A::Int, valid: A::Bit) -> Result<ValueOf<A>, A::Error> {
    let (least, greatest) = (i128::from(i64::MIN), i128::from(i64::MAX));
    let fits = algebra.between(&int, least, greatest)?;
    let valid = algebra.and(&valid, &fits)?;
    Ok(Value::Number(Number { int: algebra.within(int, least, greatest), valid }))
}
