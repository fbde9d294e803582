//! The steps of a rule as C: conditions first, then loops over choices and over the combinations of alternatives.
//!
//! The condition of a step is the three-valued conjunction of its rule's guard and of the guards of the alternatives it
//! takes: false, there is no such step; a fault, the state is faulty. Of a part with several alternatives a mask says
//! which can be taken, and one loop goes through the combinations, so that the text grows with the alternatives and not
//! with their combinations.

use synod_core::{
    Alternative, BinaryOp, Expr, ExprId, Field, Interval, Limit, Part, Rule, RuleId, Sort, System, Type,
    UnaryOp, Update, VarId, checkpoint, limit,
};

use super::layout::Layout;
use super::predicates::StepVisitor;
use super::terms::{Term, Terms, all, any, bits, c_type, literal};

/// Lines of a program, each as deep as its blocks.
#[derive(Debug, Default)]
pub(super) struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    /// From this depth on.
    pub fn at(depth: usize) -> Self {
        Lines { text: String::new(), depth }
    }

    pub fn line(&mut self, line: impl AsRef<str>) {
        for _ in 0..self.depth {
            self.text.push_str("    ");
        }
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    pub fn begin(&mut self, line: impl AsRef<str>) {
        self.line(line);
        self.depth += 1;
    }

    pub fn end(&mut self) {
        self.end_with("}");
    }

    /// Ends a block with more than a brace.
    pub fn end_with(&mut self, line: &str) {
        self.depth -= 1;
        self.line(line);
    }

    pub fn all(&mut self, lines: Vec<String>) {
        lines.into_iter().for_each(|line| self.line(line));
    }

    pub fn into_text(self) -> String {
        self.text
    }
}

/// A text as a comment.
pub(super) fn comment(text: &str) -> String {
    format!("/* {} */", crate::program::names::one_line(text).replace("*/", "* /"))
}

/// The alternatives of a part that are not ruled out in all reachable states, with their positions.
fn live<'a>(system: &'a System, part: &'a Part) -> Vec<(u32, &'a Alternative)> {
    std::iter::zip(0.., &part.alternatives).filter(|(_, a)| !system.exprs.is_false(a.guard)).collect()
}

/// How many choices must be made before the expression can be evaluated.
fn choices_needed(system: &System, id: ExprId) -> usize {
    checkpoint();
    system.exprs.choices(id).last().map_or(0, |last| *last as usize + 1)
}

/// What must hold for any step of a rule, by how many choices are made when it can be tested first.
fn due(system: &System, rule: &Rule) -> Vec<Vec<ExprId>> {
    let single = rule.parts.iter().filter_map(|part| match live(system, part).as_slice() {
        [] => part.alternatives.first().map(|ruled_out| ruled_out.guard),
        [(_, only)] => Some(only.guard),
        _ => None,
    });
    let mut due = vec![Vec::new(); rule.choices.len() + 1];
    for guard in std::iter::once(rule.guard).chain(single) {
        for conjunct in system.exprs.conjuncts(guard) {
            due[choices_needed(system, conjunct)].push(conjunct);
        }
    }
    due
}

/// Of two alternatives of which in each state exactly one can be taken, the guard of the first.
fn decides(system: &System, alternatives: &[(u32, &Alternative)]) -> Option<ExprId> {
    let [(_, first), (_, second)] = alternatives else { return None };
    let negates = |a: ExprId, b: ExprId| system.exprs[a] == Expr::Unary(UnaryOp::Not, b);
    (negates(first.guard, second.guard) || negates(second.guard, first.guard)).then_some(first.guard)
}

/// A place in a state that a condition asks to have one value.
fn as_equality(system: &System, layout: &Layout, id: ExprId) -> Option<(Field, i64)> {
    let place = |id: ExprId| {
        let slot = match system.exprs[id] {
            Expr::Var(var) => system.slot(var),
            Expr::Element(var, index) => {
                let at = usize::try_from(system.exprs.as_const(index)?).ok()?;
                if at >= system.var(var).len.unwrap_or(1) as usize {
                    return None;
                }
                system.slot(var) + at
            }
            _ => return None,
        };
        Some(layout.fields[slot])
    };
    match system.exprs[id] {
        Expr::Binary(BinaryOp::Eq, a, b) => Some((place(a)?, system.exprs.as_const(b)?)),
        Expr::Unary(UnaryOp::Not, a) if system.exprs.sort(a) == Sort::Bool => Some((place(a)?, 0)),
        _ if system.exprs.sort(id) == Sort::Bool => Some((place(id)?, 1)),
        _ => None,
    }
}

/// Bits to be set in words, by mask and value.
#[derive(Clone, Debug, Default)]
struct Masks(Vec<(usize, u64, u64)>);

impl Masks {
    fn add(&mut self, word: usize, mask: u64, value: u64) {
        match self.0.iter_mut().find(|known| known.0 == word) {
            Some((_, all, bits)) => (*all, *bits) = (*all | mask, (*bits & !mask) | value),
            None => self.0.push((word, mask, value)),
        }
    }

    /// Whether these bits can be as they are asked to be here, too.
    fn agree(&self, word: usize, mask: u64, value: u64) -> bool {
        let clash = |known: &(usize, u64, u64)| known.0 == word && (known.2 ^ value) & known.1 & mask != 0;
        !self.0.iter().any(clash)
    }

    /// The tests whether a state has these bits.
    fn tests(&self) -> Vec<String> {
        let test = |(word, mask, value): &(usize, u64, u64)| {
            format!("(s.w[{word}] & {}) == {}", bits(*mask), bits(*value))
        };
        self.0.iter().filter(|(_, mask, _)| *mask != 0).map(test).collect()
    }

    /// Sets these bits in the next state.
    fn write(&self, lines: &mut Lines) {
        for (word, mask, value) in self.0.iter().filter(|(_, mask, _)| *mask != 0) {
            lines.line(format!("n.w[{word}] = (n.w[{word}] & {}) | {};", bits(!mask), bits(*value)));
        }
    }
}

/// A part of a rule, as it is written.
struct WrittenPart<'a> {
    /// Its position in the rule.
    position: usize,
    alternatives: Vec<(u32, &'a Alternative)>,
    /// Some alternative may meet a fault or leave what is explored.
    is_doubtful: bool,
    /// There are two alternatives, and in each state exactly one of them can be taken: the first where this holds.
    decides: Option<ExprId>,
}

impl WrittenPart<'_> {
    /// There is something to choose, so that guards are still to be tested.
    fn is_choice(&self) -> bool {
        self.alternatives.len() > 1 && self.decides.is_none()
    }

    /// A mask says which alternatives can be taken.
    fn has_mask(&self) -> bool {
        self.is_choice() || self.is_doubtful
    }

    /// The alternatives are more than one mask has bits for.
    fn is_large(&self) -> bool {
        self.alternatives.len() > 64
    }

    fn open(&self) -> String {
        format!("open{}", self.position)
    }

    /// Notes that an alternative, by its place among the live ones, can be taken.
    fn note(&self, place: usize) -> String {
        match self.is_large() {
            true => format!("{}[{}] |= 1ul << {};", self.open(), place / 64, place % 64),
            false => format!("{} |= 1ul << {place};", self.open()),
        }
    }

    /// Whether some alternative can be taken.
    fn has_open(&self) -> String {
        match self.is_large() {
            true => {
                let count = self.alternatives.len();
                format!("next_open({}, 0, {count}) < {count}", self.open())
            }
            false => format!("{} != 0", self.open()),
        }
    }

    /// Whether an alternative, by its place among the live ones, is taken.
    fn takes(&self, terms: &mut Terms, place: usize) -> String {
        match self.decides {
            Some(first) if place == 0 => terms.term(first).operand(),
            Some(first) => terms.term(first).is_false(),
            None if self.is_choice() => format!("(at{} == {place})", self.position),
            None => "1".to_string(),
        }
    }
}

/// Under which conditions an alternative cannot be taken as it is.
#[derive(Default)]
struct Doubts {
    /// It meets a fault.
    fault: Vec<String>,
    /// It leaves what is explored.
    cut: Vec<String>,
}

/// Writes rules.
pub(super) struct RuleWriter<'a> {
    pub system: &'a System,
    pub layout: &'a Layout,
    pub visitor: &'a dyn StepVisitor,
    pub int_bound: i64,
}

impl<'a> RuleWriter<'a> {
    /// The steps of a rule from the state `s`.
    pub fn rule(&self, lines: &mut Lines, id: RuleId) {
        let system = self.system;
        let rule = system.rule(id);
        if rule.parts.iter().any(|part| part.alternatives.is_empty()) {
            return;
        }
        let bounds = |ty: Type| ty.bounds(&system.enums).unwrap_or((-self.int_bound, self.int_bound));
        let domains: Vec<(i64, i64)> = rule.choices.iter().map(|choice| bounds(choice.ty)).collect();
        let due = due(system, rule);
        let mut roots: Vec<ExprId> = due.iter().flatten().copied().collect();
        for (_, alternative) in rule.parts.iter().flat_map(|part| live(system, part)) {
            roots.push(alternative.guard);
            roots.extend(
                alternative.updates.iter().flat_map(|update| update.index.into_iter().chain([update.value])),
            );
        }
        roots.extend(self.visitor.predicates().cases(system, id));
        let ranges = domains.iter().map(|(lo, hi)| Interval::new(*lo, *hi)).collect();
        let mut terms = Terms::new(system, self.layout, ranges, roots);

        let (mut masks, mut rest) = (Masks::default(), Vec::new());
        for conjunct in &due[0] {
            match as_equality(system, self.layout, *conjunct) {
                Some((field, value)) => match field.bits(value) {
                    Ok(value) if masks.agree(field.word as usize, field.mask(), value) => {
                        masks.add(field.word as usize, field.mask(), value);
                    }
                    // It is never so, and the rule never enabled.
                    _ => return,
                },
                None if system.exprs.is_false(*conjunct) => return,
                None => rest.push(*conjunct),
            }
        }
        lines.line(comment(&rule.name));
        let tests = masks.tests();
        lines.begin(if tests.is_empty() {
            "{".to_string()
        } else {
            format!("if ({}) {{", tests.join(" && "))
        });
        let fault = self.test(lines, &mut terms, &rest, "f0");
        if rule.choices.iter().any(|choice| choice.ty.bounds(&system.enums).is_none()) {
            lines.line("unbounded = 1;");
        }
        self.choose(lines, &mut terms, (id, rule), &due, &domains, fault);
        if !rest.is_empty() {
            lines.end();
        }
        lines.end();
    }

    /// Opens a block (if there is something to test) where some conditions are not false; says where they have no value.
    fn test(
        &self,
        lines: &mut Lines,
        terms: &mut Terms,
        conditions: &[ExprId],
        name: &str,
    ) -> Option<String> {
        if conditions.is_empty() {
            return None;
        }
        lines.all(terms.declare(conditions));
        let tested: Vec<Term> = conditions.iter().map(|id| terms.term(*id)).collect();
        let open: Vec<String> = tested.iter().map(Term::is_open).collect();
        lines.begin(format!("if ({}) {{", open.join(" && ")));
        let faults: Vec<String> =
            tested.iter().filter_map(|term| Some(format!("!{}", term.defined.as_ref()?))).collect();
        let fault = any(&faults)?;
        lines.line(format!("const int {name} = {fault};"));
        Some(name.to_string())
    }

    /// Goes through the values of the choices that are left.
    fn choose(
        &self,
        lines: &mut Lines,
        terms: &mut Terms,
        rule: (RuleId, &'a Rule),
        due: &[Vec<ExprId>],
        left: &[(i64, i64)],
        fault: Option<String>,
    ) {
        let Some(((lo, hi), left)) = left.split_first() else {
            return self.parts(lines, terms, rule, fault);
        };
        let position = rule.1.choices.len() - left.len() - 1;
        let conditions = &due[position + 1];
        let limits: Vec<Limit> =
            conditions.iter().filter_map(|id| limit(&self.system.exprs, *id, position)).collect();
        let mark = terms.open();
        lines.begin("{");
        if limits.is_empty() {
            let ty = c_type(Interval::new(*lo, *hi));
            let (lo, hi) = (literal(*lo), literal(*hi));
            lines.begin(format!("for ({ty} c{position} = {lo}; c{position} <= {hi}; c{position}++) {{"));
        } else {
            lines.line(format!("long lo{position} = {}, hi{position} = {};", literal(*lo), literal(*hi)));
            let values: Vec<ExprId> = limits.iter().map(|limit| limit.value).collect();
            lines.all(terms.declare(&values));
            for limit in limits {
                narrow(lines, terms, &limit, position);
            }
            lines.begin(format!(
                "for (long i{position} = lo{position}; i{position} <= hi{position}; i{position}++) {{"
            ));
            let ty = c_type(Interval::new(*lo, *hi));
            lines.line(format!("const {ty} c{position} = ({ty})i{position};"));
        }
        let here = self.test(lines, terms, conditions, &format!("f{}", position + 1));
        let faults: Vec<String> = fault.into_iter().chain(here).collect();
        self.choose(lines, terms, rule, due, left, any(&faults));
        if !conditions.is_empty() {
            lines.end();
        }
        lines.end();
        lines.end();
        terms.close(mark);
    }

    /// Which alternatives can be taken, given where the guard has no value; and the steps that come of it.
    fn parts(&self, lines: &mut Lines, terms: &mut Terms, rule: (RuleId, &'a Rule), fault: Option<String>) {
        let parts: Vec<WrittenPart> = (0..)
            .zip(&rule.1.parts)
            .map(|(position, part)| {
                let alternatives = live(self.system, part);
                let is_choice = alternatives.len() > 1;
                let is_doubtful = alternatives
                    .iter()
                    .any(|(_, one)| is_choice && terms.may_fault(one.guard) || self.is_doubtful(terms, one));
                let decides = decides(self.system, &alternatives).filter(|_| !is_doubtful);
                WrittenPart { position, alternatives, is_doubtful, decides }
            })
            .collect();
        let mark = terms.open();
        lines.begin("{");
        let open = parts.iter().filter(|part| part.is_choice()).flat_map(|part| &part.alternatives);
        let open = open.map(|(_, alternative)| alternative.guard);
        let guards: Vec<ExprId> = parts.iter().filter_map(|part| part.decides).chain(open).collect();
        lines.all(terms.declare(&guards));
        parts.iter().filter(|part| part.has_mask()).for_each(|part| self.mask(lines, terms, part));
        let masked = || parts.iter().filter(|part| part.has_mask());
        let doubtful = || parts.iter().filter(|part| part.is_doubtful);
        let possible: Vec<String> = masked()
            .map(|part| match part.is_doubtful {
                true => format!("maybe{}", part.position),
                false => part.has_open(),
            })
            .collect();
        let mut depth = 0;
        let mut when = |lines: &mut Lines, conditions: &[String]| {
            if !conditions.is_empty() {
                lines.begin(format!("if ({}) {{", conditions.join(" && ")));
                depth += 1;
            }
        };
        when(lines, &possible);
        let broken = doubtful().map(|part| format!("broken{}", part.position));
        let faults: Vec<String> = fault.iter().cloned().chain(broken).collect();
        if let Some(faults) = any(&faults) {
            lines.line(format!("faulty |= {faults};"));
        }
        if let Some(fault) = &fault {
            when(lines, &[format!("!{fault}")]);
        }
        if doubtful().next().is_some() {
            let goes_on = |part: &WrittenPart| format!("({} || cut{})", part.has_open(), part.position);
            when(lines, &doubtful().map(goes_on).collect::<Vec<_>>());
            let cut: Vec<String> = doubtful().map(|part| format!("cut{}", part.position)).collect();
            lines.line(format!("cut |= {};", cut.join(" | ")));
            when(lines, &doubtful().map(WrittenPart::has_open).collect::<Vec<_>>());
        }
        self.combine(lines, terms, rule.0, &parts);
        for _ in 0..depth {
            lines.end();
        }
        lines.end();
        terms.close(mark);
    }

    /// The mask of a part: which alternatives can be taken.
    fn mask(&self, lines: &mut Lines, terms: &mut Terms, part: &WrittenPart) {
        let WrittenPart { position, alternatives, is_doubtful, .. } = part;
        match part.is_large() {
            true => {
                let words = alternatives.len().div_ceil(64);
                lines.line(format!("ulong open{position}[{words}] = {{0}};"));
            }
            false => lines.line(format!("ulong open{position} = 0;")),
        }
        if *is_doubtful {
            lines.line(format!("int maybe{position} = 0, broken{position} = 0, cut{position} = 0;"));
        }
        for (place, (_, alternative)) in alternatives.iter().enumerate() {
            let guard = part.is_choice().then(|| terms.term(alternative.guard));
            if !is_doubtful {
                let when = guard.map_or_else(|| "1".to_string(), |guard| guard.text);
                lines.line(format!("if ({when}) {}", part.note(place)));
                continue;
            }
            let when = guard.as_ref().map_or_else(|| "1".to_string(), Term::is_open);
            let mark = terms.open();
            lines.begin(format!("if ({when}) {{"));
            lines.line(format!("maybe{position} = 1;"));
            let updates =
                alternative.updates.iter().flat_map(|update| update.index.into_iter().chain([update.value]));
            let updates: Vec<ExprId> = updates.collect();
            lines.all(terms.declare(&updates));
            let mut doubts = Doubts::default();
            doubts.fault.extend(guard.and_then(|guard| Some(format!("!{}", guard.defined?))));
            self.doubts(terms, alternative, &mut doubts);
            if let Some(fault) = any(&doubts.fault) {
                lines.line(format!("if ({fault}) broken{position} = 1; else"));
            }
            if let Some(cut) = any(&doubts.cut) {
                lines.line(format!("if ({cut}) cut{position} = 1; else"));
            }
            lines.line(part.note(place));
            lines.end();
            terms.close(mark);
        }
    }

    /// Whether an alternative whose guard holds may meet a fault, or leave what is explored.
    fn is_doubtful(&self, terms: &mut Terms, alternative: &Alternative) -> bool {
        alternative.updates.iter().any(|update| {
            let (field, len) = (terms.field(update.var, 0), self.len(update.var));
            let index = update.index;
            index.is_some_and(|index| terms.may_fault(index) || !lies_in(terms.range(index), (0, len - 1)))
                || terms.may_fault(update.value)
                || !lies_in(terms.range(update.value), field.window())
        })
    }

    fn len(&self, var: VarId) -> i64 {
        i64::from(self.system.var(var).len.unwrap_or(1))
    }

    /// The conditions under which it does.
    fn doubts(&self, terms: &mut Terms, alternative: &Alternative, doubts: &mut Doubts) {
        for (number, update) in alternative.updates.iter().enumerate() {
            let (field, len) = (terms.field(update.var, 0), self.len(update.var));
            if let Some(index) = update.index {
                let term = terms.term(index);
                doubts.fault.extend(term.defined.as_ref().map(|defined| format!("!{defined}")));
                if !lies_in(terms.range(index), (0, len - 1)) {
                    doubts.fault.push(format!("!is_place({}, {len})", term.text));
                }
            }
            let value = terms.term(update.value);
            doubts.fault.extend(value.defined.as_ref().map(|defined| format!("!{defined}")));
            let range = terms.range(update.value);
            let outside = |(lo, hi): (i64, i64)| {
                format!("({0} < {1} || {0} > {2})", value.operand(), literal(lo), literal(hi))
            };
            if !lies_in(range, field.legal()) {
                doubts.fault.push(outside(field.legal()));
            }
            if !lies_in(range, field.window()) && field.window() != field.legal() {
                // What is written last to an element counts.
                let later = alternative.updates[number + 1..].iter().filter(|later| later.var == update.var);
                let others: Vec<String> =
                    std::iter::zip(later.filter_map(|later| later.index), update.index.into_iter().cycle())
                        .map(|(later, own)| {
                            format!("{} != {}", terms.term(own).operand(), terms.term(later).operand())
                        })
                        .collect();
                let cut: Vec<String> = std::iter::once(outside(field.window())).chain(others).collect();
                doubts.cut.extend(all(&cut));
            }
        }
    }

    /// A step for each combination of alternatives that can be taken.
    fn combine(&self, lines: &mut Lines, terms: &mut Terms, id: RuleId, parts: &[WrittenPart]) {
        let chosen: Vec<&WrittenPart> = parts.iter().filter(|part| part.is_choice()).collect();
        for part in &chosen {
            let WrittenPart { position, alternatives, .. } = part;
            match part.is_large() {
                true => lines.line(format!(
                    "uint at{position} = next_open(open{position}, 0, {});",
                    alternatives.len()
                )),
                false => lines.line(format!("ulong left{position} = open{position};")),
            }
        }
        lines.begin(if chosen.is_empty() { "{" } else { "for (;;) {" });
        for part in &chosen {
            if !part.is_large() {
                lines.line(format!("const uint at{0} = lowest(left{0});", part.position));
            }
        }
        let mark = terms.open();
        lines.line("State n = s;");
        let mut fixed = Masks::default();
        for part in parts {
            if let [(_, only)] = part.alternatives.as_slice() {
                self.constants(only, &mut fixed);
            }
        }
        fixed.write(lines);
        for part in parts {
            for (place, (number, _)) in part.alternatives.iter().enumerate() {
                let takes = part.takes(terms, place);
                terms.took.insert((part.position as u32, *number), takes);
            }
            match part.alternatives.as_slice() {
                [(_, only)] => self.computed(lines, terms, only),
                _ if part.decides.is_some() => self.decide(lines, terms, part),
                many if many.iter().any(|(_, one)| !one.updates.is_empty()) => self.pick(lines, terms, part),
                _ => {}
            }
        }
        self.visitor.step(lines, terms, id);
        terms.close(mark);
        for part in chosen.iter().rev() {
            let WrittenPart { position, alternatives, .. } = part;
            let count = alternatives.len();
            if part.is_large() {
                lines.line(format!("at{position} = next_open(open{position}, at{position} + 1, {count});"));
                lines.line(format!("if (at{position} < {count}) continue;"));
                lines.line(format!("at{position} = next_open(open{position}, 0, {count});"));
            } else {
                lines.line(format!("left{position} &= left{position} - 1;"));
                lines.line(format!("if (left{position} != 0) continue;"));
                lines.line(format!("left{position} = open{position};"));
            }
        }
        if !chosen.is_empty() {
            lines.line("break;");
        }
        lines.end();
    }

    /// What the alternative does that a part takes.
    fn pick(&self, lines: &mut Lines, terms: &mut Terms, part: &WrittenPart) {
        lines.begin(format!("switch (at{}) {{", part.position));
        for (place, (_, alternative)) in part.alternatives.iter().enumerate() {
            if alternative.updates.is_empty() {
                continue;
            }
            lines.begin(format!("case {place}: {{"));
            self.updates(lines, terms, alternative);
            lines.line("break;");
            lines.end();
        }
        lines.line("default: break;");
        lines.end();
    }

    /// What the one of two alternatives does that can be taken.
    fn decide(&self, lines: &mut Lines, terms: &mut Terms, part: &WrittenPart) {
        for (place, (_, alternative)) in part.alternatives.iter().enumerate() {
            if !alternative.updates.is_empty() {
                lines.begin(format!("if ({}) {{", part.takes(terms, place)));
                self.updates(lines, terms, alternative);
                lines.end();
            }
        }
    }

    /// The updates of an alternative, in a block of its own.
    fn updates(&self, lines: &mut Lines, terms: &mut Terms, alternative: &Alternative) {
        let mark = terms.open();
        let mut constants = Masks::default();
        self.constants(alternative, &mut constants);
        constants.write(lines);
        self.computed(lines, terms, alternative);
        terms.close(mark);
    }

    /// The updates of an alternative whose place and value are constants, merged.
    fn constants(&self, alternative: &Alternative, masks: &mut Masks) {
        for update in &alternative.updates {
            if let (true, Some((field, value))) =
                (self.is_constant(alternative, update), self.constant(update))
            {
                masks.add(field.word as usize, field.mask(), value);
            }
        }
    }

    /// Updates of an array stay in order as soon as one of them needs computing.
    fn is_constant(&self, alternative: &Alternative, update: &Update) -> bool {
        let mut siblings = alternative.updates.iter().filter(|other| other.var == update.var);
        siblings.all(|update| self.constant(update).is_some())
    }

    fn constant(&self, update: &Update) -> Option<(Field, u64)> {
        let exprs = &self.system.exprs;
        let value = exprs.as_const(update.value)?;
        let index = update.index.map_or(Some(0), |index| exprs.as_const(index))?;
        let index = usize::try_from(index).ok().filter(|index| (*index as i64) < self.len(update.var))?;
        let field = self.layout.fields[self.system.slot(update.var) + index];
        Some((field, field.bits(value).ok()?))
    }

    /// The other updates, in order.
    fn computed(&self, lines: &mut Lines, terms: &mut Terms, alternative: &Alternative) {
        let computed: Vec<&Update> =
            alternative.updates.iter().filter(|update| !self.is_constant(alternative, update)).collect();
        let needed: Vec<ExprId> =
            computed.iter().flat_map(|update| update.index.into_iter().chain([update.value])).collect();
        lines.all(terms.declare(&needed));
        for update in computed {
            let first = terms.field(update.var, 0);
            if first.width() == 0 {
                continue;
            }
            let value = terms.long_term(update.value).text;
            let value = match first.window().0 {
                0 => format!("(ulong)({value})"),
                lo => format!("(ulong)(({value}) - {})", literal(lo)),
            };
            match update.index {
                None => {
                    let Field { word, shift, .. } = first;
                    let keep = bits(!first.mask());
                    lines.line(format!("n.w[{word}] = (n.w[{word}] & {keep}) | ({value} << {shift});"));
                }
                Some(index) => {
                    let at = terms.term(index).text;
                    self.store_at(lines, update.var, &at, &value);
                }
            }
        }
    }

    /// Stores bits in the element at an index that lies inside its array.
    fn store_at(&self, lines: &mut Lines, var: VarId, at: &str, value: &str) {
        let (len, together) = (self.len(var) as usize, self.layout.together[var.0 as usize]);
        let field = |element: usize| self.layout.fields[self.system.slot(var) + element];
        let width = field(0).width();
        lines.begin("{");
        lines.line(format!("const uint at = (uint)({at});"));
        lines.line(format!("const ulong stored = {value};"));
        for start in (0..len).step_by(together) {
            let Field { word, shift, .. } = field(start);
            let end = start + together;
            if end < len {
                lines.begin(format!("if (at >= {start} && at < {end}) {{"));
            } else if start > 0 {
                lines.begin(format!("if (at >= {start}) {{"));
            } else {
                lines.begin("{");
            }
            let place = if start > 0 { format!("(at - {start})") } else { "at".to_string() };
            let mask = bits(field(0).low_mask());
            lines.line(format!("const uint shift = {place} * {width} + {shift};"));
            lines.line(format!("n.w[{word}] = (n.w[{word}] & ~({mask} << shift)) | (stored << shift);"));
            lines.end();
        }
        lines.end();
    }
}

/// Whether all values of a range lie between two.
fn lies_in(range: Interval, (lo, hi): (i64, i64)) -> bool {
    range.finite().is_some_and(|(least, greatest)| lo <= least && greatest <= hi)
}

/// Takes away what a choice cannot be.
fn narrow(lines: &mut Lines, terms: &mut Terms, limit: &Limit, position: usize) {
    // What it makes of 0 and the numbers around it tells which limit it is.
    let (mut lo, mut hi) = (-2, 2);
    limit.narrow(0, &mut lo, &mut hi);
    let value = terms.long_term(limit.value);
    let when = value.defined.as_ref().map_or(String::new(), |defined| format!("if ({defined}) "));
    let text = &value.text;
    match lo {
        0 => lines.line(format!("{when}lo{position} = greatest(lo{position}, {text});")),
        1 => lines.line(format!("{when}lo{position} = greatest(lo{position}, after({text}));")),
        _ => {}
    }
    match hi {
        0 => lines.line(format!("{when}hi{position} = least(hi{position}, {text});")),
        -1 => lines.line(format!("{when}hi{position} = least(hi{position}, before({text}));")),
        _ => {}
    }
}
