//! Which values integer variables can have, found without exploring: intervals, propagated through all
//! rules to a fixpoint. What comes out contains every value that occurs in a reachable state.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};
use synod_syntax::checkpoint;

use crate::alternatives::{Alternatives, PerAlternatives};
use crate::expr::{BinaryOp, Expr, ExprId};
use crate::interval::Interval;
use crate::known::{Dependence, FoundRanges, Known, Reads, choice_range};
use crate::system::{Choice, Part, RuleId, System, VarId};

/// The ranges of a complete system, inferred when they are first asked for. A copy of the system, which is made to
/// be changed, infers its own.
#[derive(Debug, Default)]
pub(crate) struct Once(OnceLock<Vec<Interval>>);

impl Clone for Once {
    fn clone(&self) -> Self {
        Once::default()
    }
}

impl System {
    /// For each variable an interval that contains all its reachable values. They are inferred once: who still
    /// changes a system uses [`infer_ranges`].
    pub fn ranges(&self) -> &[Interval] {
        let ranges = self.ranges.0.get_or_init(|| infer_ranges(self));
        debug_assert_eq!(*ranges, infer_ranges(self), "the system changed after its ranges were asked for");
        ranges
    }
}

/// For each variable an interval that contains all its reachable values.
pub fn infer_ranges(system: &System) -> Vec<Interval> {
    let types: Vec<Interval> = system.vars.iter().map(|var| var.values(&system.enums)).collect();
    let mut ranges = types.clone();
    let mut known = Known::new(system, &types);
    known.assume(system.init);
    for (var, range) in known.into_narrowed() {
        ranges[var.0 as usize] = range;
    }
    refine_arrays(system, &mut ranges);
    let mut thresholds: Vec<i64> = (0..system.exprs.len() as u32)
        .filter_map(|i| system.exprs.as_const(ExprId(i)))
        .flat_map(|c| [c.saturating_sub(1), c, c.saturating_add(1)])
        .collect();
    thresholds.sort_unstable();
    thresholds.dedup();
    // A few exact rounds, then ends that still move jump to the next constant of the model, then away.
    let mut rules = Rules::new(system, &types);
    for round in 0.. {
        let next = rules.one_round(&ranges);
        if next == ranges {
            break;
        }
        let widened = std::iter::zip(&ranges, next).map(|(old, new)| match round {
            0..8 => new,
            8..64 => widen(*old, new, &thresholds),
            _ => widen(*old, new, &[]),
        });
        // No jump leads out of the type of a variable.
        let widened: Vec<Interval> =
            std::iter::zip(widened, &types).map(|(range, ty)| range.meet(*ty)).collect();
        rules.changed(&ranges, &widened);
        ranges = widened;
    }
    ranges
}

/// What the initial condition says of elements of arrays, one by one.
pub(crate) fn initial_elements(system: &System) -> FxHashMap<(VarId, i64), Interval> {
    let mut elements: FxHashMap<(VarId, i64), Interval> = FxHashMap::default();
    for conjunct in system.exprs.conjuncts(system.init) {
        if let Some((element, range)) = element_range(system, conjunct) {
            let known = elements.entry(element).or_insert(Interval::ALL);
            *known = known.meet(range);
        }
    }
    elements
}

/// Narrows arrays of integers to what the initial condition says of all their elements.
fn refine_arrays(system: &System, ranges: &mut [Interval]) {
    let elements = initial_elements(system);
    for (position, var) in system.vars.iter().enumerate() {
        let Some(len) = var.len else { continue };
        let id = VarId(position as u32);
        let all = (0..i64::from(len)).map(|at| elements.get(&(id, at)).copied().unwrap_or(Interval::ALL));
        if let Some(joined) = all.reduce(Interval::join) {
            ranges[position] = ranges[position].meet(joined);
        }
    }
}

/// The element of an array that a true condition speaks of, and the values that it leaves.
fn element_range(system: &System, condition: ExprId) -> Option<((VarId, i64), Interval)> {
    let element = |id: ExprId| match system.exprs[id] {
        Expr::Element(var, index) => Some((var, system.exprs.as_const(index)?)),
        _ => None,
    };
    match &system.exprs[condition] {
        Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Lt | BinaryOp::Le), a, b) => {
            let gap = i64::from(*op == BinaryOp::Lt);
            if let (Some(element), Some(value)) = (element(*a), system.exprs.as_const(*b)) {
                let least = (*op == BinaryOp::Eq).then_some(value);
                Some((element, Interval { lo: least, hi: value.checked_sub(gap) }))
            } else if let (Some(value), Some(element)) = (system.exprs.as_const(*a), element(*b)) {
                Some((element, Interval { lo: value.checked_add(gap), hi: None }))
            } else {
                None
            }
        }
        Expr::Or(list) => {
            let branches: Option<Vec<_>> = list.iter().map(|part| element_range(system, *part)).collect();
            let branches = branches?;
            let (first, _) = *branches.first()?;
            let same = branches.iter().all(|(element, _)| *element == first);
            let joined = branches.iter().map(|(_, range)| *range).reduce(Interval::join)?;
            same.then_some((first, joined))
        }
        _ => None,
    }
}

/// Ends that have moved go on to the next threshold, or away.
fn widen(old: Interval, new: Interval, thresholds: &[i64]) -> Interval {
    let below = |lo: i64| thresholds[..thresholds.partition_point(|t| *t <= lo)].last().copied();
    let above = |hi: i64| thresholds.get(thresholds.partition_point(|t| *t < hi)).copied();
    Interval {
        lo: if new.lo == old.lo { new.lo } else { new.lo.and_then(below) },
        hi: if new.hi == old.hi { new.hi } else { new.hi.and_then(above) },
    }
}

/// What the rules make of ranges, together. A rule whose ranges are what they were adds nothing new, so that only those
/// are looked at of which some variable has changed.
struct Rules<'a> {
    system: &'a System,
    types: &'a [Interval],
    /// For each rule the parts to look at with what the rule asks for.
    own: Vec<Vec<&'a Part>>,
    /// For each rule the lists of alternatives that what it asks for says nothing about: they are looked at by themselves,
    /// once for all rules.
    apart: Vec<Vec<u32>>,
    /// For each variable the rules that read it.
    readers: Vec<Vec<RuleId>>,
    /// The rules to look at.
    due: Vec<RuleId>,
    lists: Vec<List<'a>>,
    /// For each variable the lists that read it.
    list_readers: Vec<Vec<u32>>,
    found: FoundRanges,
}

impl<'a> Rules<'a> {
    fn new(system: &'a System, types: &'a [Interval]) -> Self {
        let mut rules = Rules {
            system,
            types,
            own: vec![Vec::new(); system.rules.len()],
            apart: vec![Vec::new(); system.rules.len()],
            readers: vec![Vec::new(); system.vars.len()],
            due: Vec::new(),
            lists: Vec::new(),
            list_readers: vec![Vec::new(); system.vars.len()],
            found: FoundRanges::default(),
        };
        let mut dependence = Dependence::default();
        let mut lists = Lists::default();
        for (id, rule) in system.rule_ids().filter(|(_, rule)| !system.exprs.is_false(rule.guard)) {
            rules.due.push(id);
            let single = rule.parts.iter().filter_map(only_guard);
            let asked = system.exprs.variables_of(single.chain([rule.guard]));
            let mut narrowed: FxHashSet<VarId> = asked.into_iter().collect();
            let mut read: Vec<VarId> = narrowed.iter().copied().collect();
            for part in &rule.parts {
                checkpoint();
                let (number, list) = lists.get(system, &mut dependence, &part.alternatives);
                if !list.reads.choices && list.reads.vars.iter().all(|var| !narrowed.contains(var)) {
                    rules.apart[id.0 as usize].push(number);
                } else {
                    rules.own[id.0 as usize].push(part);
                    read.extend(&list.reads.vars);
                }
            }
            narrowed.clear();
            for var in read.into_iter().filter(|var| narrowed.insert(*var)) {
                rules.readers[var.0 as usize].push(id);
            }
        }
        for (number, list) in std::iter::zip(0.., &lists.all) {
            for var in &list.reads.vars {
                rules.list_readers[var.0 as usize].push(number);
            }
        }
        rules.lists = lists.all;
        rules
    }

    /// The ranges after one step of the rules that are due.
    fn one_round(&mut self, ranges: &[Interval]) -> Vec<Interval> {
        let mut next = ranges.to_vec();
        // There is no state to take a step from.
        if ranges.iter().any(|range| range.is_empty()) {
            return next;
        }
        let mut known = Known::new(self.system, ranges);
        let start = known.mark();
        for rule in std::mem::take(&mut self.due) {
            self.apply(rule, &mut known, &mut next);
            known.back_to(start);
        }
        for number in 0..self.lists.len() {
            let list = &mut self.lists[number];
            if std::mem::take(&mut list.due) && list.possible {
                let list = list.alternatives;
                self.take_one_of(list, &|_| Interval::ALL, &mut known, &mut next);
            }
        }
        next
    }

    fn apply(&mut self, id: RuleId, known: &mut Known, next: &mut [Interval]) {
        let rule = self.system.rule(id);
        known.assume(rule.guard);
        // What a part with one alternative asks for holds whenever the step is taken.
        for guard in rule.parts.iter().filter_map(only_guard) {
            known.assume(guard);
        }
        if known.is_impossible() {
            return;
        }
        for list in &self.apart[id.0 as usize] {
            let list = &mut self.lists[*list as usize];
            list.due |= !std::mem::replace(&mut list.possible, true);
        }
        let choices = chosen(self.system, &rule.choices, rule.guard, known);
        let choice = |position: u32| choices[position as usize];
        for position in 0..self.own[id.0 as usize].len() {
            let part = self.own[id.0 as usize][position];
            self.take_one_of(&part.alternatives, &choice, known, next);
        }
    }

    /// What the alternatives make of ranges, under the conditions that are known.
    fn take_one_of(
        &mut self,
        list: &Alternatives,
        choice: &dyn Fn(u32) -> Interval,
        known: &mut Known,
        next: &mut [Interval],
    ) {
        let mark = known.mark();
        for alternative in list.iter().filter(|one| !self.system.exprs.is_false(one.guard)) {
            known.assume(alternative.guard);
            self.found.forget();
            for update in alternative.updates.iter().filter(|_| !known.is_impossible()) {
                let var = update.var.0 as usize;
                let value = known.range_with(choice, update.value, &mut self.found).meet(self.types[var]);
                if !value.is_empty() {
                    next[var] = next[var].join(value);
                }
            }
            known.back_to(mark);
        }
    }

    /// The rules to look at after these changes.
    fn changed(&mut self, old: &[Interval], new: &[Interval]) {
        for (var, _) in std::iter::zip(old, new).enumerate().filter(|(_, (old, new))| old != new) {
            self.due.extend(&self.readers[var]);
            for list in &self.list_readers[var] {
                self.lists[*list as usize].due = true;
            }
        }
        self.due.sort_unstable();
        self.due.dedup();
    }
}

/// What a part asks for that has one alternative.
fn only_guard(part: &Part) -> Option<ExprId> {
    match part.alternatives.as_slice() {
        [only] => Some(only.guard),
        _ => None,
    }
}

/// The lists of alternatives of a system, numbered.
#[derive(Default)]
struct Lists<'a> {
    numbers: PerAlternatives<u32>,
    all: Vec<List<'a>>,
}

struct List<'a> {
    alternatives: &'a Alternatives,
    /// What its guards and the ranges of its values depend on.
    reads: Reads,
    /// Some rule that it is looked at apart from can be taken.
    possible: bool,
    /// It is to be looked at.
    due: bool,
}

impl<'a> Lists<'a> {
    /// A list, with its number.
    fn get(
        &mut self,
        system: &System,
        dependence: &mut Dependence,
        alternatives: &'a Alternatives,
    ) -> (u32, &List<'a>) {
        let all = &mut self.all;
        let number = self.numbers.get(alternatives, || {
            let guards = || alternatives.iter().map(|one| one.guard);
            let mut reads = Reads {
                vars: system.exprs.variables_of(guards()),
                choices: guards().any(|guard| !system.exprs.choices(guard).is_empty()),
            };
            for update in alternatives.iter().flat_map(|one| &one.updates) {
                dependence.add(system, update.value, &mut reads);
            }
            reads.vars.sort_unstable();
            reads.vars.dedup();
            all.push(List { alternatives, reads, possible: false, due: false });
            all.len() as u32 - 1
        });
        (number, &self.all[number as usize])
    }
}

/// What a step can pick for its choices where its guard is true: a bound may be a value of the state.
fn chosen(system: &System, choices: &[Choice], guard: ExprId, known: &Known) -> Vec<Interval> {
    let mut found: Vec<Interval> = choices.iter().map(|choice| choice_range(system, choice)).collect();
    if choices.is_empty() {
        return found;
    }
    let as_choice = |id: ExprId| match system.exprs[id] {
        Expr::Choice(position, _) => Some(position as usize),
        _ => None,
    };
    for conjunct in system.exprs.conjuncts(guard) {
        let Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Lt | BinaryOp::Le), a, b) = system.exprs[conjunct]
        else {
            continue;
        };
        let (left, right) = (as_choice(a), as_choice(b));
        if left.is_none() && right.is_none() {
            continue;
        }
        let range = |id| known.range(id, &mut FoundRanges::default());
        let (least, most) = (range(a), range(b));
        let gap = i64::from(op == BinaryOp::Lt);
        if let Some(position) = left {
            let below = Interval { lo: None, hi: most.hi.and_then(|hi| hi.checked_sub(gap)) };
            let range = &mut found[position];
            *range = range.meet(if op == BinaryOp::Eq { most } else { below });
        }
        if let Some(position) = right {
            let above = Interval { lo: least.lo.and_then(|lo| lo.checked_add(gap)), hi: None };
            let range = &mut found[position];
            *range = range.meet(if op == BinaryOp::Eq { least } else { above });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alternative, Mode, Observation, Part, Rule, Type, Update, Variable, range_under};

    fn counter(step: i64, guard: impl FnOnce(&mut System, ExprId) -> ExprId) -> System {
        let mut system = System::new("counter");
        let variable =
            Variable { name: "n".into(), ty: Type::Int, len: None, owner: None, span: Default::default() };
        let var = system.add_var(variable);
        let n = system.exprs.var(var);
        let zero = system.exprs.int(0);
        system.init = system.exprs.eq(n, zero);
        let guard = guard(&mut system, n);
        let by = system.exprs.int(step);
        let value = system.exprs.binary(BinaryOp::Add, n, by);
        system.add_rule(Rule {
            name: "count".into(),
            choices: vec![],
            guard,
            parts: vec![Part {
                agent: None,
                alternatives: vec![Alternative {
                    guard: system.init,
                    updates: vec![Update { var, index: None, value }],
                    action: None,
                }]
                .into(),
            }],
            observation: Observation::of(Mode::Local),
            span: Default::default(),
        });
        let yes = system.exprs.bool(true);
        system.rules[0].parts[0].alternatives[0].guard = yes;
        system
    }

    #[test]
    fn ranges_stay_within_types() {
        for step in [1, -1] {
            let mut system = counter(step, |s, _| s.exprs.bool(true));
            system.vars[0].ty = Type::Range { lo: -30, hi: 40 };
            let end = if step > 0 { Interval::new(0, 40) } else { Interval::new(-30, 0) };
            assert_eq!(infer_ranges(&system), [end]);
        }
    }

    #[test]
    fn guarded_counter_is_finite() {
        let system = counter(1, |s, n| {
            let four = s.exprs.int(40);
            s.exprs.lt(n, four)
        });
        assert_eq!(infer_ranges(&system)[0].finite(), Some((0, 40)));
    }

    #[test]
    fn conditions_narrow_the_values_of_an_expression() {
        let system = counter(1, |s, n| {
            let forty = s.exprs.int(40);
            s.exprs.lt(n, forty)
        });
        let rule = &system.rules[0];
        let next = rule.parts[0].alternatives[0].updates[0].value;
        let ranges = infer_ranges(&system);
        assert_eq!(range_under(&system, &ranges, &[], &[], next), Interval::new(1, 41));
        assert_eq!(range_under(&system, &ranges, &[rule.guard], &[], next), Interval::new(1, 40));
    }

    /// Two rules with a part each that share a list, `n := n + 1`; each rule has its own guard.
    fn sharing(guards: [fn(&mut System, ExprId) -> ExprId; 2]) -> System {
        let mut system = counter(1, |s, _| s.exprs.bool(false));
        let n = system.exprs.var(VarId(0));
        for guard in guards {
            let rule = Rule { guard: guard(&mut system, n), ..system.rules[0].clone() };
            system.add_rule(rule);
        }
        system
    }

    #[test]
    fn a_shared_list_counts_for_each_rule_under_what_that_rule_asks_for() {
        let below = |s: &mut System, n: ExprId| {
            let seven = s.exprs.int(7);
            s.exprs.lt(n, seven)
        };
        let at_nine = |s: &mut System, n: ExprId| {
            let nine = s.exprs.int(9);
            s.exprs.eq(n, nine)
        };
        assert_eq!(infer_ranges(&sharing([below, below])), [Interval::new(0, 7)]);
        // The second rule is never reached.
        assert_eq!(infer_ranges(&sharing([below, at_nine])), [Interval::new(0, 7)]);
        // What a rule says nothing about is as it is without the rule.
        let all = infer_ranges(&sharing([below, |s, _| s.exprs.bool(true)]));
        assert_eq!(all, [Interval { lo: Some(0), hi: None }]);
    }

    #[test]
    fn a_count_of_conditions_has_one_range_under_all_of_them() {
        let mut system = counter(1, |s, _| s.exprs.bool(true));
        let (n, zero, one) = (system.exprs.var(VarId(0)), system.exprs.int(0), system.exprs.int(1));
        let positive = system.exprs.lt(zero, n);
        let counted = system.exprs.ite(positive, one, zero);
        let twice = system.exprs.binary(BinaryOp::Add, counted, counted);
        let more = system.exprs.binary(BinaryOp::Add, twice, n);
        let mut reads = Reads::default();
        Dependence::default().add(&system, twice, &mut reads);
        assert!(reads.vars.is_empty() && !reads.choices);
        Dependence::default().add(&system, more, &mut reads);
        assert_eq!(reads.vars, [VarId(0)]);
        let range =
            |conditions: &[ExprId], id| range_under(&system, &[Interval::new(0, 5)], conditions, &[], id);
        assert_eq!(range(&[], more), Interval::new(0, 7));
        assert_eq!(range(&[positive], more), Interval::new(1, 7));
        assert_eq!(range(&[positive], twice), range(&[], twice));
    }

    #[test]
    fn conditions_on_sums_bound_them_and_their_parts() {
        let mut system = System::new("sums");
        let variable = |name: &str| Variable {
            name: name.into(),
            ty: Type::Int,
            len: None,
            owner: None,
            span: Default::default(),
        };
        let vars = ["n", "m"].map(|name| system.add_var(variable(name)));
        let [n, m] = vars.map(|var| system.exprs.var(var));
        let [one, three] = [1, 3].map(|value| system.exprs.int(value));
        let sum = system.exprs.binary(BinaryOp::Add, n, m);
        let less = system.exprs.binary(BinaryOp::Sub, n, one);
        let (small, positive) = (system.exprs.lt(sum, three), system.exprs.lt(one, less));
        let range = |conditions: &[ExprId], id| {
            range_under(&system, &[Interval::new(0, 5), Interval::new(0, 5)], conditions, &[], id)
        };
        assert_eq!(range(&[], sum), Interval::new(0, 10));
        assert_eq!((range(&[small], sum), range(&[small], n)), (Interval::new(0, 2), Interval::new(0, 2)));
        assert_eq!(
            (range(&[positive], n), range(&[positive], less)),
            (Interval::new(3, 5), Interval::new(2, 4))
        );
        // One of several conditions says nothing about the sum.
        let either = system.exprs.or([small, positive]);
        let range =
            |id| range_under(&system, &[Interval::new(0, 5), Interval::new(0, 5)], &[either], &[], id);
        assert_eq!(range(sum), Interval::new(0, 10));
    }

    #[test]
    fn minimum_and_maximum_bound_an_endless_operand() {
        let mut system = counter(1, |s, _| s.exprs.bool(true));
        let (n, five) = (system.exprs.var(VarId(0)), system.exprs.int(5));
        let [least, most] = [BinaryOp::Min, BinaryOp::Max].map(|op| system.exprs.binary(op, n, five));
        let range = |id| range_under(&system, &[Interval::ALL], &[], &[], id);
        assert_eq!(range(least), Interval { lo: None, hi: Some(5) });
        assert_eq!(range(most), Interval { lo: Some(5), hi: None });
    }

    #[test]
    fn initial_values_of_elements_bound_an_array() {
        let mut system = System::new("t");
        let array =
            Variable { name: "a".into(), ty: Type::Int, len: Some(2), owner: None, span: Default::default() };
        let array = system.add_var(array);
        let [zero, one, five] = [0, 1, 5].map(|n| system.exprs.int(n));
        let (first, second) = (system.exprs.element(array, zero), system.exprs.element(array, one));
        let (is_zero, is_five) = (system.exprs.eq(second, zero), system.exprs.eq(second, five));
        let either = system.exprs.or([is_zero, is_five]);
        let (least, most) = (system.exprs.le(one, first), system.exprs.lt(first, five));
        system.init = system.exprs.and([either, least, most]);
        assert_eq!(infer_ranges(&system)[0], Interval::new(0, 5));
        system.init = system.exprs.and([least, most]);
        assert_eq!(infer_ranges(&system)[0], Interval::ALL);
    }

    #[test]
    fn free_counter_is_not() {
        let system = counter(1, |s, _| s.exprs.bool(true));
        assert_eq!(infer_ranges(&system)[0], Interval { lo: Some(0), hi: None });
    }
}
