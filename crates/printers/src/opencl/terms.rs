//! Expressions as C: a text that can always be computed, and the condition under which it is the value.
//!
//! A fault has no value in C, so every expression that may meet one has two texts. The first computes something in any
//! case: quotients by zero are 0, indices outside an array are taken for 0, sums wrap. The second says whether that is
//! what the expression means. What the ranges of variables rule out is not asked.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{BinaryOp, Expr, ExprId, Field, Interval, Sort, System, UnaryOp, VarId, checkpoint};

use super::layout::Layout;

/// An expression as C.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub text: String,
    /// It needs no parentheses.
    is_atom: bool,
    /// Where it is the value; `None` is everywhere.
    pub defined: Option<String>,
}

impl Term {
    fn atom(text: impl Into<String>) -> Self {
        Term { text: text.into(), is_atom: true, defined: None }
    }

    fn compound(text: String) -> Self {
        Term { text, is_atom: false, defined: None }
    }

    fn where_defined(self, defined: Option<String>) -> Self {
        Term { defined, ..self }
    }

    /// As an operand.
    pub fn operand(&self) -> String {
        if self.is_atom { self.text.clone() } else { format!("({})", self.text) }
    }

    fn negated(&self) -> String {
        format!("!{}", self.operand())
    }

    /// It has a value and that is true.
    pub fn is_true(&self) -> String {
        self.defined
            .as_ref()
            .map_or_else(|| self.operand(), |defined| format!("({defined} && {})", self.operand()))
    }

    /// It has a value and that is false.
    pub fn is_false(&self) -> String {
        self.defined
            .as_ref()
            .map_or_else(|| self.negated(), |defined| format!("({defined} && {})", self.negated()))
    }

    /// It has no value, or that is true.
    pub fn is_open(&self) -> String {
        self.defined
            .as_ref()
            .map_or_else(|| self.operand(), |defined| format!("(!{defined} || {})", self.operand()))
    }
}

/// All of some conditions, as an operand.
pub(super) fn all(conditions: &[String]) -> Option<String> {
    joined(conditions, " && ")
}

/// Some of some conditions, as an operand.
pub(super) fn any(conditions: &[String]) -> Option<String> {
    joined(conditions, " || ")
}

fn joined(conditions: &[String], word: &str) -> Option<String> {
    match conditions {
        [] => None,
        [one] => Some(one.clone()),
        many => Some(format!("({})", many.join(word))),
    }
}

/// A number as a literal.
pub(super) fn literal(value: i64) -> String {
    match value {
        i64::MIN => "LONG_MIN".to_string(),
        _ if i32::try_from(value).is_ok_and(|small| small != i32::MIN) => {
            if value < 0 {
                format!("({value})")
            } else {
                value.to_string()
            }
        }
        _ => format!("({value}L)"),
    }
}

/// Bits as a literal.
pub(super) fn bits(value: u64) -> String {
    if value < 10 { format!("{value}ul") } else { format!("{value:#x}ul") }
}

/// Whether all values are 32-bit integers.
fn is_narrow(range: Interval) -> bool {
    let (least, greatest) = (i64::from(i32::MIN) + 1, i64::from(i32::MAX));
    range.finite().is_some_and(|(lo, hi)| lo >= least && hi <= greatest)
}

/// The type of C for values of a range.
pub(super) fn c_type(range: Interval) -> &'static str {
    if is_narrow(range) { "int" } else { "long" }
}

/// Expressions of fewer parts are written out wherever they are used.
const WORTH_A_NAME: u32 = 4;

/// The name of an expression.
#[derive(Clone, Debug)]
struct Named {
    id: ExprId,
    term: Term,
}

/// What the expressions of one rule, or of a condition on states, are in C. Those that are used often or may fault get
/// names, where they are used first; a name is known to the end of its block.
pub(super) struct Terms<'a> {
    pub system: &'a System,
    pub layout: &'a Layout,
    /// The values that the choices of the rule may have.
    choices: Vec<Interval>,
    /// How it is written that a part takes an alternative.
    pub took: FxHashMap<(u32, u32), String>,
    /// How often each expression is used.
    uses: FxHashMap<ExprId, u32>,
    names: Vec<Named>,
    known: FxHashMap<ExprId, usize>,
    ranges: FxHashMap<ExprId, Interval>,
    faulting: FxHashMap<ExprId, bool>,
    next: u32,
}

impl<'a> Terms<'a> {
    /// For expressions over states and choices of these ranges, of which the roots are to be written.
    pub fn new(
        system: &'a System,
        layout: &'a Layout,
        choices: Vec<Interval>,
        roots: impl IntoIterator<Item = ExprId>,
    ) -> Self {
        let mut uses: FxHashMap<ExprId, u32> = FxHashMap::default();
        let mut left: Vec<ExprId> = roots.into_iter().collect();
        while let Some(id) = left.pop() {
            checkpoint();
            let count = uses.entry(id).or_default();
            *count += 1;
            if *count == 1 {
                left.extend(system.exprs.operands(id));
            }
        }
        Terms {
            system,
            layout,
            choices,
            took: FxHashMap::default(),
            uses,
            names: Vec::new(),
            known: FxHashMap::default(),
            ranges: FxHashMap::default(),
            faulting: FxHashMap::default(),
            next: 0,
        }
    }

    /// A block begins.
    pub fn open(&self) -> usize {
        self.names.len()
    }

    /// The block that began there ends: what was named in it is forgotten.
    pub fn close(&mut self, mark: usize) {
        for Named { id, .. } in self.names.drain(mark..) {
            self.known.remove(&id);
        }
    }

    /// Declarations of what the expressions need, each on a line of its own.
    pub fn declare(&mut self, ids: &[ExprId]) -> Vec<String> {
        let mut order = Vec::new();
        let mut seen = FxHashSet::default();
        let mut left: Vec<(ExprId, bool)> = ids.iter().rev().map(|id| (*id, false)).collect();
        while let Some((id, finished)) = left.pop() {
            checkpoint();
            if finished {
                order.push(id);
            } else if !self.known.contains_key(&id) && seen.insert(id) {
                left.push((id, true));
                left.extend(self.system.exprs.operands(id).into_iter().rev().map(|a| (a, false)));
            }
        }
        let mut sizes: FxHashMap<ExprId, u32> = FxHashMap::default();
        let mut lines = Vec::new();
        for id in order {
            let operands = self.system.exprs.operands(id);
            let size =
                operands.iter().map(|a| sizes.get(a).copied().unwrap_or(1)).fold(1, u32::saturating_add);
            let term = self.build(id);
            let is_shared = self.uses.get(&id).is_some_and(|uses| *uses > 1) && size >= WORTH_A_NAME;
            let may_fault = term.defined.is_some() && size > 1;
            if !is_shared && !may_fault {
                sizes.insert(id, size);
                continue;
            }
            let number = self.next;
            self.next += 1;
            let ty = if self.system.exprs.sort(id) == Sort::Bool { "int" } else { c_type(self.range(id)) };
            lines.push(format!("const {ty} t{number} = {};", term.text));
            let defined = term.defined.map(|defined| {
                lines.push(format!("const int d{number} = {defined};"));
                format!("d{number}")
            });
            let term = Term::atom(format!("t{number}")).where_defined(defined);
            self.known.insert(id, self.names.len());
            self.names.push(Named { id, term });
        }
        lines
    }

    /// An interval that contains every value of an expression.
    pub fn range(&mut self, id: ExprId) -> Interval {
        if let Some(range) = self.ranges.get(&id) {
            return *range;
        }
        let range = match &self.system.exprs[id] {
            Expr::Const(_, value) => Interval::new(*value, *value),
            Expr::Var(var) | Expr::Element(var, _) => {
                let (lo, hi) = self.field(*var, 0).window();
                Interval::new(lo, hi.max(lo))
            }
            Expr::Choice(position, _) => self.choices[*position as usize],
            Expr::Took { .. } | Expr::And(_) | Expr::Or(_) | Expr::Unary(UnaryOp::Not, _) => {
                Interval::new(0, 1)
            }
            Expr::Unary(UnaryOp::Neg, a) => self.range(*a).negate(),
            Expr::Unary(UnaryOp::Abs, a) => self.range(*a).absolute(),
            Expr::Binary(op, a, b) => {
                let (op, a, b) = (*op, *a, *b);
                self.range(a).combine(op, self.range(b))
            }
            Expr::Ite(_, t, e) => {
                let (t, e) = (*t, *e);
                self.range(t).join(self.range(e))
            }
        };
        self.ranges.insert(id, range);
        range
    }

    /// Whether an expression may have no value.
    pub fn may_fault(&mut self, id: ExprId) -> bool {
        if let Some(known) = self.faulting.get(&id) {
            return *known;
        }
        let operands = self.system.exprs.operands(id);
        let may = self.faults_itself(id) || operands.into_iter().any(|operand| self.may_fault(operand));
        self.faulting.insert(id, may);
        may
    }

    /// Whether an expression may have no value though its operands do.
    fn faults_itself(&mut self, id: ExprId) -> bool {
        match self.system.exprs[id] {
            Expr::Element(var, index) => {
                let last = i64::from(self.system.var(var).len.unwrap_or(1)) - 1;
                !self.range(index).finite().is_some_and(|(lo, hi)| lo >= 0 && hi <= last)
            }
            Expr::Unary(UnaryOp::Neg | UnaryOp::Abs, a) => self.range(a).lo.is_none_or(|lo| lo == i64::MIN),
            Expr::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..) => {
                self.range(id).finite().is_none()
            }
            Expr::Binary(BinaryOp::Div, a, b) => {
                self.range(b).contains(0) || self.overflows_by_division(a, b)
            }
            Expr::Binary(BinaryOp::Rem, _, b) => self.range(b).contains(0),
            Expr::Binary(BinaryOp::Mod, _, b) => self.range(b).lo.is_none_or(|lo| lo <= 0),
            _ => false,
        }
    }

    /// Whether the least number may be divided by -1.
    fn overflows_by_division(&mut self, a: ExprId, b: ExprId) -> bool {
        self.range(a).lo.is_none_or(|lo| lo == i64::MIN) && self.range(b).contains(-1)
    }

    /// The field of an element.
    pub fn field(&self, var: VarId, element: usize) -> Field {
        self.layout.fields[self.system.slot(var) + element]
    }

    /// The expression, with the names that are known.
    pub fn term(&mut self, id: ExprId) -> Term {
        match self.known.get(&id) {
            Some(at) => self.names[*at].term.clone(),
            None => self.build(id),
        }
    }

    /// The expression as a number of 64 bits.
    pub fn long_term(&mut self, id: ExprId) -> Term {
        let term = self.term(id);
        if is_narrow(self.range(id)) {
            Term::atom(format!("(long){}", term.operand())).where_defined(term.defined)
        } else {
            term
        }
    }

    fn build(&mut self, id: ExprId) -> Term {
        checkpoint();
        match self.system.exprs[id].clone() {
            Expr::Const(_, value) => Term::atom(literal(value)),
            Expr::Var(var) => Term::atom(format!("V{}", var.0)),
            Expr::Element(var, index) => self.element(var, index),
            Expr::Choice(position, _) => Term::atom(format!("c{position}")),
            Expr::Took { part, alternative } => {
                Term::atom(self.took.get(&(part, alternative)).cloned().unwrap_or_else(|| "0".to_string()))
            }
            Expr::Unary(op, a) => self.unary(op, a),
            Expr::Binary(op, a, b) => self.binary(op, a, b),
            Expr::And(list) => self.junction(&list, true),
            Expr::Or(list) => self.junction(&list, false),
            Expr::Ite(c, t, e) => {
                let (c, t, e) = (self.term(c), self.term(t), self.term(e));
                let either = match (&t.defined, &e.defined) {
                    (None, None) => None,
                    (yes, no) => {
                        let text = |side: &Option<String>| side.clone().unwrap_or_else(|| "1".to_string());
                        Some(format!("({} ? {} : {})", c.operand(), text(yes), text(no)))
                    }
                };
                let defined: Vec<String> = c.defined.iter().cloned().chain(either).collect();
                Term::compound(format!("{} ? {} : {}", c.operand(), t.operand(), e.operand()))
                    .where_defined(all(&defined))
            }
        }
    }

    fn element(&mut self, var: VarId, index: ExprId) -> Term {
        let len = i64::from(self.system.var(var).len.unwrap_or(1));
        if let Some(at) = self.system.exprs.as_const(index) {
            return match (0..len).contains(&at) {
                true => Term::atom(self.extract(self.field(var, at as usize), "s")),
                false => Term::atom("0").where_defined(Some("0".to_string())),
            };
        }
        let term = self.term(index);
        let range = self.range(index);
        let is_inside = range.finite().is_some_and(|(lo, hi)| lo >= 0 && hi < len);
        let at = if is_inside { term.operand() } else { format!("place({}, {len})", term.text) };
        let inside = (!is_inside).then(|| format!("is_place({}, {len})", term.text));
        let defined: Vec<String> = term.defined.iter().cloned().chain(inside).collect();
        Term::atom(self.extract_at(var, &at)).where_defined(all(&defined))
    }

    /// The value of a field of a state that is called `state`.
    pub fn extract(&self, field: Field, state: &str) -> String {
        let word = format!("{state}.w[{}]", field.word);
        shifted(field, &format!("{word} >> {}", field.shift))
    }

    /// The value of the element at an index that lies inside its array.
    fn extract_at(&self, var: VarId, at: &str) -> String {
        let first = self.field(var, 0);
        let (len, together) =
            (self.system.var(var).len.unwrap_or(1) as usize, self.layout.together[var.0 as usize]);
        if first.width() == 0 {
            return literal(first.window().0);
        }
        let mut word = String::new();
        let mut base = String::new();
        let starts: Vec<usize> = (0..len).step_by(together).collect();
        for (number, start) in starts.iter().enumerate() {
            let field = self.field(var, *start);
            if number + 1 < starts.len() {
                let _ = write!(word, "{at} < {} ? s.w[{}] : ", start + together, field.word);
                let _ = write!(base, "{at} < {} ? {} : ", start + together, field.shift);
            } else {
                let _ = write!(word, "s.w[{}]", field.word);
                let _ = write!(base, "{}", field.shift);
            }
        }
        let within = if starts.len() > 1 { format!("{at} % {together}") } else { at.to_string() };
        let amount = format!("((uint)({within}) * {} + ({base}))", first.width());
        shifted(first, &format!("({word}) >> {amount}"))
    }

    fn unary(&mut self, op: UnaryOp, a: ExprId) -> Term {
        let term = self.term(a);
        if op == UnaryOp::Not {
            return Term::atom(term.negated()).where_defined(term.defined);
        }
        let may_leave = self.range(a).lo.is_none_or(|lo| lo == i64::MIN);
        let leaves = may_leave.then(|| format!("({} != LONG_MIN)", term.operand()));
        let defined: Vec<String> = term.defined.iter().cloned().chain(leaves).collect();
        let text = match op {
            UnaryOp::Abs => Term::atom(format!("absolute({})", term.text)),
            _ if may_leave => Term::atom(format!("opposite({})", term.text)),
            _ if is_narrow(self.range(a)) => Term::compound(format!("-{}", term.operand())),
            _ => Term::compound(format!("-(long){}", term.operand())),
        };
        text.where_defined(all(&defined))
    }

    fn junction(&mut self, list: &[ExprId], is_and: bool) -> Term {
        let terms: Vec<Term> = list.iter().map(|id| self.term(*id)).collect();
        let word = if is_and { " && " } else { " || " };
        let truths: Vec<String> = terms.iter().map(Term::is_true).collect();
        let text = Term::compound(truths.join(word));
        let faulting: Vec<String> = terms.iter().filter_map(|term| term.defined.clone()).collect();
        let Some(defined) = all(&faulting) else { return text };
        // One that decides wins over faults.
        let decisive: Vec<String> = if is_and { terms.iter().map(Term::is_false).collect() } else { truths };
        text.where_defined(Some(format!("({defined} || {})", decisive.join(" || "))))
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Term {
        let (x, y) = (self.term(a), self.term(b));
        let (range_a, range_b) = (self.range(a), self.range(b));
        let result = range_a.combine(op, range_b);
        let (first, second) = (x.operand(), y.operand());
        let mut defined: Vec<String> = x.defined.iter().chain(&y.defined).cloned().collect();
        let infix = |word: &str| {
            let are_narrow = is_narrow(result) && is_narrow(range_a) && is_narrow(range_b);
            let cast = if are_narrow { "" } else { "(long)" };
            Term::compound(format!("{cast}{first} {word} {second}"))
        };
        let overflows = self.overflows_by_division(a, b);
        let term = match op {
            BinaryOp::Eq => Term::compound(format!("{first} == {second}")),
            BinaryOp::Lt => Term::compound(format!("{first} < {second}")),
            BinaryOp::Le => Term::compound(format!("{first} <= {second}")),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                let (name, word) = match op {
                    BinaryOp::Add => ("sum", "+"),
                    BinaryOp::Sub => ("difference", "-"),
                    _ => ("product", "*"),
                };
                if result.finite().is_some() {
                    infix(word)
                } else {
                    defined.push(format!("{name}_fits({}, {})", x.text, y.text));
                    Term::atom(format!("{name}({}, {})", x.text, y.text))
                }
            }
            BinaryOp::Div if range_b.contains(0) || overflows => {
                defined.push(format!("has_quotient({}, {})", x.text, y.text));
                Term::atom(format!("quotient({}, {})", x.text, y.text))
            }
            BinaryOp::Div => infix("/"),
            BinaryOp::Rem if range_b.contains(0) || overflows => {
                if range_b.contains(0) {
                    defined.push(format!("({second} != 0)"));
                }
                Term::atom(format!("rest({}, {})", x.text, y.text))
            }
            BinaryOp::Rem => infix("%"),
            BinaryOp::Mod => {
                let is_positive = range_b.lo.is_some_and(|lo| lo > 0);
                if !is_positive {
                    defined.push(format!("({second} > 0)"));
                }
                match is_positive && range_a.lo.is_some_and(|lo| lo >= 0) {
                    true => infix("%"),
                    false => Term::atom(format!("modulo({}, {})", x.text, y.text)),
                }
            }
            BinaryOp::Min => Term::atom(format!("least({}, {})", x.text, y.text)),
            BinaryOp::Max => Term::atom(format!("greatest({}, {})", x.text, y.text)),
        };
        term.where_defined(all(&defined))
    }
}

/// The value in a word that was shifted.
fn shifted(field: Field, text: &str) -> String {
    if field.width() == 0 {
        return literal(field.window().0);
    }
    let is_small = field.width() < 31 && is_narrow(Interval::new(field.window().0, field.window().1));
    let ty = if is_small { "int" } else { "long" };
    let raw = format!("({ty})({text} & {})", bits(field.low_mask()));
    match field.window().0 {
        0 => format!("({raw})"),
        lo => format!("({raw} + {})", literal(lo)),
    }
}
