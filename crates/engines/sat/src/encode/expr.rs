//! Expressions as bits. A fault is a value too: every word comes with the condition that it exists, every
//! condition with when it is true and when it is false.

use rustc_hash::FxHashMap;
use synod_core::{BinaryOp, Expr, ExprId, Sort, System, UnaryOp};

use crate::aig::{Aig, Lit};
use crate::encode::layout::Layout;
use crate::words::Word;

/// A three-valued condition; where neither holds it meets a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// It is true.
    pub yes: Lit,
    /// It is false.
    pub no: Lit,
}

impl Truth {
    fn of(lit: Lit) -> Truth {
        Truth { yes: lit, no: !lit }
    }

    /// It has a value.
    pub fn defined(self, aig: &mut Aig) -> Lit {
        aig.or(self.yes, self.no)
    }
}

/// An integer or a value of an enumeration, where it exists.
#[derive(Clone, Debug)]
pub struct Term {
    /// Its value, meaningless unless `valid`.
    pub word: Word,
    /// It has a value.
    pub valid: Lit,
}

#[derive(Clone, Debug)]
enum Value {
    Bool(Truth),
    Word(Term),
}

/// What the expressions of a rule may use besides variables.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The values of the choices.
    pub choices: Vec<Word>,
    /// For each part, whether each of its alternatives is taken.
    pub took: Vec<Vec<Lit>>,
}

/// Translates expressions into a graph.
#[derive(Debug)]
pub struct Translator<'a> {
    system: &'a System,
    layout: &'a Layout,
    scope: Scope,
    /// Expressions over variables alone.
    global: FxHashMap<ExprId, Value>,
    /// Expressions over the choices and alternatives of the rule at hand.
    local: FxHashMap<ExprId, Value>,
}

impl<'a> Translator<'a> {
    /// For expressions of a system.
    pub fn new(system: &'a System, layout: &'a Layout) -> Self {
        Translator {
            system,
            layout,
            scope: Scope::default(),
            global: FxHashMap::default(),
            local: FxHashMap::default(),
        }
    }

    /// Goes on to expressions of another scope.
    pub fn enter(&mut self, scope: Scope) {
        self.local.clear();
        self.scope = scope;
    }

    /// A condition.
    pub fn truth(&mut self, aig: &mut Aig, id: ExprId) -> Truth {
        match self.value(aig, id) {
            Value::Bool(truth) => truth,
            Value::Word(term) => {
                let one = term.word.equal(aig, &Word::constant(1));
                Truth { yes: aig.and(term.valid, one), no: aig.and(term.valid, !one) }
            }
        }
    }

    /// A value of any sort; truth values are 0 and 1.
    pub fn term(&mut self, aig: &mut Aig, id: ExprId) -> Term {
        match self.value(aig, id) {
            Value::Word(term) => term,
            Value::Bool(truth) => {
                let word = Word::of_code(&[truth.yes], 0, 1);
                Term { word, valid: truth.defined(aig) }
            }
        }
    }

    fn value(&mut self, aig: &mut Aig, id: ExprId) -> Value {
        if let Some(known) = self.global.get(&id).or_else(|| self.local.get(&id)) {
            return known.clone();
        }
        let value = self.translate(aig, id);
        let exprs = &self.system.exprs;
        let operands = exprs.operands(id);
        let is_local = matches!(exprs[id], Expr::Choice(..) | Expr::Took { .. })
            || operands.iter().any(|operand| self.local.contains_key(operand));
        if is_local { &mut self.local } else { &mut self.global }.insert(id, value.clone());
        value
    }

    fn translate(&mut self, aig: &mut Aig, id: ExprId) -> Value {
        let system = self.system;
        let defined = |word| Value::Word(Term { word, valid: Lit::TRUE });
        match &system.exprs[id] {
            Expr::Const(Sort::Bool, value) => Value::Bool(Truth::of(Lit::constant(*value == 1))),
            Expr::Const(_, value) => defined(Word::constant(i128::from(*value))),
            Expr::Var(var) => {
                let word = self.layout.word(system.slot(*var));
                self.typed(aig, id, Term { word, valid: Lit::TRUE })
            }
            Expr::Element(var, index) => {
                let index = self.term(aig, *index);
                let term = self.element(aig, system.slot(*var), system.var(*var).len.unwrap_or(1), &index);
                self.typed(aig, id, term)
            }
            Expr::Choice(position, _) => {
                let word = self.scope.choices[*position as usize].clone();
                self.typed(aig, id, Term { word, valid: Lit::TRUE })
            }
            Expr::Took { part, alternative } => {
                Value::Bool(Truth::of(self.scope.took[*part as usize][*alternative as usize]))
            }
            Expr::Unary(UnaryOp::Not, a) => {
                let Truth { yes, no } = self.truth(aig, *a);
                Value::Bool(Truth { yes: no, no: yes })
            }
            Expr::Unary(op, a) => {
                let a = self.term(aig, *a);
                let word = if *op == UnaryOp::Neg { a.word.neg(aig) } else { a.word.abs(aig) };
                Value::Word(checked(word, a.valid, aig))
            }
            Expr::Binary(op, a, b) => self.binary(aig, *op, *a, *b),
            Expr::And(list) => Value::Bool(self.junction(aig, list, true)),
            Expr::Or(list) => Value::Bool(self.junction(aig, list, false)),
            Expr::Ite(c, t, e) => self.branch(aig, id, *c, *t, *e),
        }
    }

    /// A term in the form of the sort of its expression.
    fn typed(&self, aig: &mut Aig, id: ExprId, term: Term) -> Value {
        if self.system.exprs.sort(id) != Sort::Bool {
            return Value::Word(term);
        }
        let one = term.word.equal(aig, &Word::constant(1));
        Value::Bool(Truth { yes: aig.and(term.valid, one), no: aig.and(term.valid, !one) })
    }

    fn element(&self, aig: &mut Aig, first: usize, len: u32, index: &Term) -> Term {
        let inside = index.word.between(aig, 0, i128::from(len) - 1);
        let (lo, hi) = index.word.bounds();
        let reachable = |i: &u32| (lo..=hi).contains(&i128::from(*i));
        let mut found: Option<Word> = None;
        for i in (0..len).filter(reachable) {
            let here = self.layout.word(first + i as usize);
            found = Some(match found {
                None => here,
                Some(other) => {
                    let hit = index.word.equal(aig, &Word::constant(i128::from(i)));
                    Word::mux(aig, hit, &here, &other)
                }
            });
        }
        Term { word: found.unwrap_or(Word::constant(0)), valid: aig.and(index.valid, inside) }
    }

    fn binary(&mut self, aig: &mut Aig, op: BinaryOp, a: ExprId, b: ExprId) -> Value {
        let (a, b) = (self.term(aig, a), self.term(aig, b));
        let valid = aig.and(a.valid, b.valid);
        let compared = |aig: &mut Aig, lit: Lit| {
            Value::Bool(Truth { yes: aig.and(valid, lit), no: aig.and(valid, !lit) })
        };
        let (a, b) = (a.word, b.word);
        let term = match op {
            BinaryOp::Eq => {
                let equal = a.equal(aig, &b);
                return compared(aig, equal);
            }
            BinaryOp::Lt => {
                let less = a.less(aig, &b);
                return compared(aig, less);
            }
            BinaryOp::Le => {
                let greater = b.less(aig, &a);
                return compared(aig, !greater);
            }
            BinaryOp::Add => checked(a.add(aig, &b), valid, aig),
            BinaryOp::Sub => checked(a.sub(aig, &b), valid, aig),
            BinaryOp::Mul => checked(a.mul(aig, &b), valid, aig),
            BinaryOp::Div | BinaryOp::Rem => {
                let zero = b.equal(aig, &Word::constant(0));
                let (quotient, remainder) = a.div_rem(aig, &b);
                let word = if op == BinaryOp::Div { quotient } else { remainder };
                let valid = aig.and(valid, !zero);
                checked(word, valid, aig)
            }
            BinaryOp::Mod => {
                let positive = Word::constant(0).less(aig, &b);
                Term { word: a.modulo(aig, &b), valid: aig.and(valid, positive) }
            }
            BinaryOp::Min => Term { word: a.extreme(aig, &b, true), valid },
            BinaryOp::Max => Term { word: a.extreme(aig, &b, false), valid },
        };
        Value::Word(term)
    }

    /// A conjunction, or a disjunction: what decides it wins over faults.
    fn junction(&mut self, aig: &mut Aig, list: &[ExprId], conjunction: bool) -> Truth {
        let parts: Vec<Truth> = list.iter().map(|part| self.truth(aig, *part)).collect();
        let (yes, no): (Vec<Lit>, Vec<Lit>) = parts.iter().map(|part| (part.yes, part.no)).unzip();
        match conjunction {
            true => Truth { yes: aig.all(yes), no: aig.any(no) },
            false => Truth { yes: aig.any(yes), no: aig.all(no) },
        }
    }

    fn branch(&mut self, aig: &mut Aig, id: ExprId, c: ExprId, t: ExprId, e: ExprId) -> Value {
        let condition = self.truth(aig, c);
        let pick = |aig: &mut Aig, then: Lit, otherwise: Lit| {
            let (yes, no) = (aig.and(condition.yes, then), aig.and(condition.no, otherwise));
            aig.or(yes, no)
        };
        if self.system.exprs.sort(id) == Sort::Bool {
            let (t, e) = (self.truth(aig, t), self.truth(aig, e));
            return Value::Bool(Truth { yes: pick(aig, t.yes, e.yes), no: pick(aig, t.no, e.no) });
        }
        let (t, e) = (self.term(aig, t), self.term(aig, e));
        let word = Word::mux(aig, condition.yes, &t.word, &e.word);
        Value::Word(Term { word, valid: pick(aig, t.valid, e.valid) })
    }
}

/// A result that is a fault unless it fits 64 bits.
fn checked(word: Word, valid: Lit, aig: &mut Aig) -> Term {
    let (least, greatest) = (i128::from(i64::MIN), i128::from(i64::MAX));
    let fits = word.between(aig, least, greatest);
    Term { word: word.within(least, greatest), valid: aig.and(valid, fits) }
}
