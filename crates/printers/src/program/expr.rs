//! Expressions in the words of a programming language.
//!
//! Programs have no faults, so conditions come here rewritten (see [`synod_core::Faults`]), and operators
//! that might not have a value are printed as calls of helpers that always have one.

use std::cell::RefCell;
use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{BinaryOp, Choice, Expr, ExprId, Exprs, Interval, Sort, System, UnaryOp, VarId, checkpoint};

use super::names::Names;
use crate::precedence::*;

/// An expression with fewer parts is written out wherever it is used.
const WORTH_A_NAME: u64 = 6;

/// The language of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C.
    C,
    /// LNT, the language of CADP.
    Lnt,
}

/// A function that a program defines if it calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Helper {
    /// Absolute value.
    Absolute,
    /// The smaller of two.
    Least,
    /// The greater of two.
    Greatest,
    /// The quotient, or 0 where there is none.
    Quotient,
    /// The remainder, or 0 where there is none.
    Remainder,
    /// The Euclidean modulo, or 0 where there is none.
    Modulo,
    /// An index, or 0 if it lies outside its array.
    Place,
    /// One of two numbers, for languages without conditional expressions.
    Either,
    /// One of two truth values, for languages without conditional expressions.
    EitherTruth,
}

impl Helper {
    /// Its name in programs.
    pub fn name(self) -> &'static str {
        match self {
            Helper::Absolute => "absolute",
            Helper::Least => "least",
            Helper::Greatest => "greatest",
            Helper::Quotient => "quotient",
            Helper::Remainder => "rest",
            Helper::Modulo => "modulo",
            Helper::Place => "place",
            Helper::Either => "either",
            Helper::EitherTruth => "either_truth",
        }
    }

    /// All of them.
    pub const ALL: [Helper; 9] = [
        Helper::Absolute,
        Helper::Least,
        Helper::Greatest,
        Helper::Quotient,
        Helper::Remainder,
        Helper::Modulo,
        Helper::Place,
        Helper::Either,
        Helper::EitherTruth,
    ];
}

/// The names that a program has for what is in the system.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// The language.
    pub language: Language,
    /// The name of each variable.
    pub vars: Vec<String>,
    /// The constants of each enumeration.
    pub constants: Vec<Vec<String>>,
    /// The helpers that were called so far.
    pub called: RefCell<BTreeSet<Helper>>,
}

impl Vocabulary {
    /// A truth value.
    pub fn truth(&self, value: bool) -> &'static str {
        match (self.language, value) {
            (Language::C, false) => "0",
            (Language::C, true) => "1",
            (Language::Lnt, false) => "false",
            (Language::Lnt, true) => "true",
        }
    }
}

/// What expressions are printed in: a function of the program.
pub struct Scope<'a> {
    /// The system they belong to.
    pub system: &'a System,
    /// An interval for each variable that contains its values.
    pub ranges: &'a [Interval],
    /// The names.
    pub vocabulary: &'a Vocabulary,
    /// The choices they may read.
    pub choices: &'a [Choice],
    /// How the choices are written.
    pub choice_names: Vec<String>,
    /// How it is written that a part takes an alternative.
    pub took: &'a dyn Fn(u32, u32) -> String,
    /// Expressions that have a name of their own.
    pub named: FxHashMap<ExprId, String>,
    /// Variables whose current value has another name.
    pub kept: FxHashMap<VarId, String>,
}

impl<'a> Scope<'a> {
    /// A function without choices.
    pub fn plain(system: &'a System, ranges: &'a [Interval], vocabulary: &'a Vocabulary) -> Self {
        Scope {
            system,
            ranges,
            vocabulary,
            choices: &[],
            choice_names: Vec::new(),
            took: &|_, _| String::new(),
            named: FxHashMap::default(),
            kept: FxHashMap::default(),
        }
    }

    /// Gives names to the larger expressions that the roots use more than once, and returns them with
    /// their sorts and what they stand for, those first that others use.
    pub fn name_shared(&mut self, roots: &[ExprId], names: &mut Names) -> Vec<(String, Sort, String)> {
        let mut defined = Vec::new();
        let repeated = self.vocabulary.language == Language::C;
        for id in shared(&self.system.exprs, roots, repeated) {
            let text = self.expr(id).0;
            let name = names.fresh("t");
            defined.push((name.clone(), self.system.exprs.sort(id), text));
            self.named.insert(id, name);
        }
        defined
    }

    /// A value of a sort.
    pub fn value(&self, sort: Sort, value: i64) -> String {
        match (sort, self.vocabulary.language) {
            (Sort::Bool, _) => self.vocabulary.truth(value != 0).to_string(),
            (Sort::Enum(id), _) => usize::try_from(value)
                .ok()
                .and_then(|i| self.vocabulary.constants[id.0 as usize].get(i))
                .cloned()
                .unwrap_or_else(|| value.to_string()),
            // There is no literal for the least number: what looks like one is a negated positive.
            (_, Language::C) if value == i64::MIN => format!("({} - 1)", value + 1),
            _ => value.to_string(),
        }
    }

    /// An expression that stands alone.
    pub fn whole(&self, id: ExprId) -> String {
        self.part(id, ITE)
    }

    /// The condition holds if the name has this value.
    pub fn if_it_is(&self, name: &str, value: usize, condition: ExprId) -> String {
        let condition = self.part(condition, SUM);
        match self.vocabulary.language {
            Language::C => format!("{name} != {value} || {condition}"),
            Language::Lnt => format!("({name} <> {value}) or {condition}"),
        }
    }

    fn part(&self, id: ExprId, at_least: Precedence) -> String {
        if let Some(name) = self.named.get(&id) {
            return name.clone();
        }
        let (text, precedence) = self.expr(id);
        if precedence < at_least { format!("({text})") } else { text }
    }

    fn range(&self, id: ExprId) -> Interval {
        crate::walk::printed_range(self.system, self.ranges, self.choices, id)
    }

    fn call(&self, helper: Helper, arguments: &[String]) -> (String, Precedence) {
        self.vocabulary.called.borrow_mut().insert(helper);
        let space = if self.vocabulary.language == Language::Lnt { " " } else { "" };
        (format!("{}{space}({})", helper.name(), arguments.join(", ")), ATOM)
    }

    fn helped(&self, helper: Helper, operands: &[ExprId]) -> (String, Precedence) {
        let operands: Vec<String> = operands.iter().map(|a| self.part(*a, ITE)).collect();
        self.call(helper, &operands)
    }

    fn var(&self, var: VarId) -> String {
        self.kept.get(&var).unwrap_or(&self.vocabulary.vars[var.0 as usize]).clone()
    }

    fn expr(&self, id: ExprId) -> (String, Precedence) {
        checkpoint();
        let exprs = &self.system.exprs;
        let is_c = self.vocabulary.language == Language::C;
        match &exprs[id] {
            Expr::Const(sort, value) => (self.value(*sort, *value), if *value < 0 { PREFIX } else { ATOM }),
            Expr::Var(var) => (self.var(*var), ATOM),
            Expr::Element(var, index) => (format!("{}[{}]", self.var(*var), self.index(*var, *index)), ATOM),
            Expr::Choice(position, _) => (self.choice_names[*position as usize].clone(), ATOM),
            Expr::Took { part, alternative } => ((self.took)(*part, *alternative), COMPARE),
            Expr::Unary(UnaryOp::Not, a) => match exprs[*a] {
                Expr::Binary(op, x, y) if !self.named.contains_key(a) => self.comparison(op, x, y, false),
                _ if is_c => (format!("!{}", self.part(*a, ATOM)), PREFIX),
                _ => (format!("not ({})", self.part(*a, ITE)), ATOM),
            },
            Expr::Unary(UnaryOp::Neg, a) if is_c => (format!("-{}", self.part(*a, ATOM)), PREFIX),
            Expr::Unary(UnaryOp::Neg, a) => (format!("0 - {}", self.part(*a, PRODUCT)), SUM),
            Expr::Unary(UnaryOp::Abs, a) => self.helped(Helper::Absolute, &[*a]),
            Expr::Binary(op, a, b) => self.binary(*op, *a, *b),
            Expr::And(list) => self.joined(list, if is_c { " && " } else { " and " }, AND),
            Expr::Or(list) => self.joined(list, if is_c { " || " } else { " or " }, OR),
            Expr::Ite(c, t, e) if is_c => {
                let text =
                    format!("{} ? {} : {}", self.part(*c, COMPARE), self.part(*t, OR), self.part(*e, OR));
                (text, ITE)
            }
            Expr::Ite(c, t, e) => {
                let helper = if exprs.sort(*t) == Sort::Bool { Helper::EitherTruth } else { Helper::Either };
                self.helped(helper, &[*c, *t, *e])
            }
        }
    }

    /// Operands of connectives are put in parentheses unless they are comparisons: nobody remembers
    /// which connective binds tighter.
    fn joined(&self, list: &[ExprId], word: &str, precedence: Precedence) -> (String, Precedence) {
        // LNT gives comparisons no precedence over `and`.
        let at_least = if self.vocabulary.language == Language::C { COMPARE } else { SUM };
        (list.iter().map(|a| self.part(*a, at_least)).collect::<Vec<_>>().join(word), precedence)
    }

    fn binary(&self, op: BinaryOp, a: ExprId, b: ExprId) -> (String, Precedence) {
        let infix = |word: &str, precedence: Precedence| {
            (format!("{} {word} {}", self.part(a, precedence), self.part(b, precedence + 1)), precedence)
        };
        let never_zero = || !self.range(b).contains(0);
        let is_c = self.vocabulary.language == Language::C;
        match op {
            BinaryOp::Eq | BinaryOp::Lt | BinaryOp::Le => self.comparison(op, a, b, true),
            BinaryOp::Add => infix("+", SUM),
            BinaryOp::Sub => infix("-", SUM),
            BinaryOp::Mul => infix("*", PRODUCT),
            BinaryOp::Div if never_zero() => infix(if is_c { "/" } else { "div" }, PRODUCT),
            BinaryOp::Div => self.helped(Helper::Quotient, &[a, b]),
            BinaryOp::Rem if never_zero() => infix(if is_c { "%" } else { "rem" }, PRODUCT),
            BinaryOp::Rem => self.helped(Helper::Remainder, &[a, b]),
            BinaryOp::Mod => {
                let positive = self.range(b).lo.is_some_and(|lo| lo > 0);
                let natural = self.range(a).lo.is_some_and(|lo| lo >= 0);
                match positive && natural {
                    true => infix(if is_c { "%" } else { "rem" }, PRODUCT),
                    false => self.helped(Helper::Modulo, &[a, b]),
                }
            }
            BinaryOp::Min => self.helped(Helper::Least, &[a, b]),
            BinaryOp::Max => self.helped(Helper::Greatest, &[a, b]),
        }
    }

    fn comparison(&self, op: BinaryOp, a: ExprId, b: ExprId, wanted: bool) -> (String, Precedence) {
        if a == b {
            return (self.value(Sort::Bool, i64::from((op != BinaryOp::Lt) == wanted)), ATOM);
        }
        let different = if self.vocabulary.language == Language::Lnt { "<>" } else { "!=" };
        let (word, turned) = comparison(op, wanted, "==", different);
        let constant = self.system.exprs.as_const(a).is_some();
        let (a, word, b) = if constant { (b, turned, a) } else { (a, word, b) };
        (format!("{} {word} {}", self.part(a, SUM), self.part(b, SUM)), COMPARE)
    }

    /// An index that lies inside its array.
    pub fn index(&self, var: VarId, index: ExprId) -> String {
        let last = i64::from(self.system.var(var).len.unwrap_or(1)) - 1;
        let range = self.range(index);
        let inside = range.lo.is_some_and(|lo| lo >= 0) && range.hi.is_some_and(|hi| hi <= last);
        let place = match inside {
            true => self.whole(index),
            false => self.call(Helper::Place, &[self.whole(index), last.to_string()]).0,
        };
        match (self.vocabulary.language, self.system.exprs.as_const(index)) {
            // Arrays are read at natural numbers.
            (Language::Lnt, None) => format!("IntToNat ({place})"),
            _ => place,
        }
    }
}

/// Whether an expression may be printed as the call of a helper.
fn is_helped(node: &Expr) -> bool {
    use BinaryOp::{Div, Max, Min, Mod, Rem};
    matches!(
        node,
        Expr::Binary(Div | Rem | Mod | Min | Max, ..) | Expr::Unary(UnaryOp::Abs, _) | Expr::Element(..)
    )
}

/// The expressions that are worth a name because the roots use them more than once; each comes after
/// those that it uses. So are arguments of helpers, if a call repeats its arguments.
fn shared(exprs: &Exprs, roots: &[ExprId], repeated: bool) -> Vec<ExprId> {
    let mut uses: FxHashMap<ExprId, u32> = FxHashMap::default();
    let mut order = Vec::new();
    let mut arguments: FxHashSet<ExprId> = FxHashSet::default();
    // Operands are finished before what uses them.
    let mut todo: Vec<(ExprId, bool)> = roots.iter().rev().map(|id| (*id, false)).collect();
    while let Some((id, finished)) = todo.pop() {
        if finished {
            order.push(id);
            continue;
        }
        let count = uses.entry(id).or_default();
        *count += 1;
        if *count == 1 {
            todo.push((id, true));
            if repeated && is_helped(&exprs[id]) {
                arguments.extend(exprs.operands(id));
            }
            todo.extend(exprs.operands(id).into_iter().rev().map(|a| (a, false)));
        }
    }
    let mut sizes: FxHashMap<ExprId, u64> = FxHashMap::default();
    let mut named = Vec::new();
    for id in order {
        let size = exprs.operands(id).iter().map(|a| sizes[a]).fold(1, u64::saturating_add);
        let worth = uses[&id] > 1 && size >= WORTH_A_NAME || size > 1 && arguments.contains(&id);
        sizes.insert(id, if worth { 1 } else { size });
        if worth {
            named.push(id);
        }
    }
    named
}
