//! The rules of a system compiled against a layout, with an index that finds the few that can fire.

use std::sync::Arc;

use synod_core::{
    Alternative, ExprId, Field, Limit, Part, PerAlternatives, Rule, RuleId, System, Update, VarId,
    checkpoint, limit,
};

use crate::cases::{ByValue, Cases, listed};
use crate::guard::{Bits, Guard, as_equality};
use crate::kernel::Kernel;
use crate::layout::Layout;
use crate::lookup::Tables;
use crate::partial_order::StubbornSets;
use crate::program::Program;
use crate::symmetry::Representatives;

/// A system ready to be explored.
#[derive(Debug)]
pub(crate) struct PackedModel {
    pub layout: Layout,
    /// The greatest absolute value of unbounded integers.
    pub int_bound: i64,
    pub rules: Vec<CompiledRule>,
    /// Rules that can only fire when a variable has a certain value.
    pub dispatch: Vec<Dispatch>,
    /// Rules that must always be looked at.
    pub always: Vec<u32>,
    /// Some rule has a kernel.
    pub has_kernels: bool,
    /// The states that stand for those that steps lead to, in a search up to symmetry.
    pub representatives: Option<Arc<Representatives>>,
    /// Which rules are followed in a state, in a search with partial-order reduction.
    pub stubborn: Option<Arc<StubbornSets>>,
}

/// Rules that ask for one value of one variable.
#[derive(Debug)]
pub(crate) struct Dispatch {
    pub field: Field,
    /// For each value, counted from the least of the field's window, positions in [`PackedModel::rules`].
    pub rules: Vec<Box<[u32]>>,
}

#[derive(Debug)]
pub(crate) struct CompiledRule {
    pub rule: RuleId,
    /// What can be tested before choices are made: conjuncts of the rule's guard and of the guards of
    /// parts that have one alternative.
    pub entry: Guard,
    pub choices: Vec<CompiledChoice>,
    /// What all parts do that have one alternative with constant updates, merged.
    pub fixed: Vec<Bits>,
    /// The other parts.
    pub parts: Vec<CompiledPart>,
    /// The alternative of each part, as long as only those in `parts` are to be filled in.
    pub taken: Vec<u32>,
    /// Some choice is an unbounded integer, so not all its values are tried.
    pub unbounded: bool,
    /// The rule for many states at a time, if that is worth it.
    pub kernel: Option<Kernel>,
}

#[derive(Debug)]
pub(crate) struct CompiledChoice {
    pub lo: i64,
    pub hi: i64,
    /// What bounds it further, once the choices before are made.
    pub limits: Vec<(Limit, Program)>,
    /// The conjuncts of the rule's guard that can be tested once this choice is made.
    pub cases: ByValue<ChoiceCase>,
}

/// Which values of a choice are possible.
#[derive(Debug)]
pub(crate) enum ChoiceCase {
    /// These.
    Listed(Vec<i64>),
    /// Those that this is true for.
    Tested(Guard),
}

#[derive(Debug)]
pub(crate) struct CompiledPart {
    /// Its position in the rule.
    pub position: usize,
    pub cases: Arc<ByValue<Vec<CompiledAlternative>>>,
}

#[derive(Debug)]
pub(crate) struct CompiledAlternative {
    /// Its position in its part of the rule.
    pub number: u32,
    pub guard: Guard,
    /// Updates whose place and value are constants, merged.
    pub constant: Vec<Bits>,
    pub computed: Vec<CompiledUpdate>,
}

#[derive(Debug)]
pub(crate) struct CompiledUpdate {
    /// The slot of the variable, or of the first element of an array.
    pub first: usize,
    pub len: i64,
    pub index: Option<Program>,
    pub value: Program,
}

/// Operations of all kernels of a system together, so that making them never takes long.
const KERNEL_EFFORT: usize = 1 << 18;

/// Index tables for wider fields would not pay.
const WIDEST_DISPATCH: i64 = 1 << 12;

impl PackedModel {
    pub fn new(system: &System, int_bound: i64) -> Self {
        let layout = Layout::new(system, int_bound);
        let mut special = synod_passes::specialise(system, system.ranges());
        let cases = Cases::new(&mut special, &layout);
        let system = &special;
        let mut tables = Tables::new(system, &layout);
        let mut parts = PerAlternatives::default();
        let mut effort = KERNEL_EFFORT;
        let compile = |(id, rule)| {
            let mut compiled = compile_rule(&mut tables, &cases, &mut parts, id, rule, int_bound);
            compiled.kernel = Kernel::compile(&mut tables, rule, &compiled.entry.rest, &mut effort);
            compiled
        };
        let rules: Vec<CompiledRule> = system.rule_ids().map(compile).collect();
        let has_kernels = rules.iter().any(|rule| rule.kernel.is_some());
        let (dispatch, always) = (Vec::new(), Vec::new());
        let (representatives, stubborn) = (None, None);
        let mut model = PackedModel {
            layout,
            int_bound,
            rules,
            dispatch,
            always,
            has_kernels,
            representatives,
            stubborn,
        };
        model.index(system);
        model
    }

    /// Files every rule under one of the equalities it asks for. Preferred is the variable that the
    /// most rules ask about, which is usually the control state of the agent that begins the step.
    fn index(&mut self, system: &System) {
        let keys: Vec<Vec<(VarId, i64)>> = system.rules.iter().map(|r| equalities(system, r)).collect();
        let mut popularity = vec![0usize; system.vars.len()];
        for (var, _) in keys.iter().flatten() {
            popularity[var.0 as usize] += 1;
        }
        let mut position: Vec<Option<usize>> = vec![None; system.vars.len()];
        for (rule, keys) in keys.iter().enumerate() {
            if self.rules[rule].entry.is_never() {
                continue;
            }
            let actor = system.rules[rule].observation.actor;
            let narrow = |var: VarId| {
                let (lo, hi) = self.layout.fields[system.slot(var)].window();
                hi.checked_sub(lo).is_some_and(|span| span < WIDEST_DISPATCH)
            };
            let owned = |var: VarId| actor.is_some() && system.var(var).owner == actor;
            let best = keys
                .iter()
                .filter(|(var, _)| narrow(*var))
                .max_by_key(|(var, _)| (owned(*var), popularity[var.0 as usize]));
            let Some((var, value)) = best else {
                self.always.push(rule as u32);
                continue;
            };
            let field = self.layout.fields[system.slot(*var)];
            let (lo, hi) = field.window();
            if !(lo..=hi).contains(value) {
                continue;
            }
            let at = *position[var.0 as usize].get_or_insert_with(|| {
                self.dispatch.push(Dispatch { field, rules: vec![Box::default(); (hi - lo + 1) as usize] });
                self.dispatch.len() - 1
            });
            let list = &mut self.dispatch[at].rules[(value - lo) as usize];
            *list = list.iter().copied().chain([rule as u32]).collect();
        }
    }
}

/// The alternatives of a part that are not ruled out in all reachable states, with their positions.
pub(crate) fn live<'a>(
    system: &'a System,
    part: &'a Part,
) -> impl Iterator<Item = (u32, &'a Alternative)> + Clone {
    std::iter::zip(0.., &part.alternatives).filter(|(_, a)| !system.exprs.is_false(a.guard))
}

/// The only alternative of a part that is not ruled out, if there is one.
pub(crate) fn only_live<'a>(system: &'a System, part: &'a Part) -> Option<(u32, &'a Alternative)> {
    let mut live = live(system, part);
    let first = live.next()?;
    live.next().is_none().then_some(first)
}

/// What must hold for any step of the rule: its guard, and that of parts with one alternative (or none,
/// which rule the step out).
pub(crate) fn necessary(system: &System, rule: &Rule) -> Vec<ExprId> {
    let single = rule.parts.iter().filter_map(|part| match live(system, part).next() {
        None => part.alternatives.first().map(|ruled_out| ruled_out.guard),
        Some(_) => only_live(system, part).map(|(_, only)| only.guard),
    });
    std::iter::once(rule.guard).chain(single).flat_map(|guard| system.exprs.conjuncts(guard)).collect()
}

fn equalities(system: &System, rule: &Rule) -> Vec<(VarId, i64)> {
    necessary(system, rule).into_iter().filter_map(|conjunct| as_equality(system, conjunct)).collect()
}

/// What must hold for any step of the rule, by how many choices are made when it can be tested first.
pub(crate) fn due(system: &System, rule: &Rule) -> Vec<Vec<ExprId>> {
    let mut due = vec![Vec::new(); rule.choices.len() + 1];
    for conjunct in necessary(system, rule) {
        due[choices_needed(system, conjunct)].push(conjunct);
    }
    due
}

/// How many choices must be made before the expression can be evaluated.
fn choices_needed(system: &System, id: ExprId) -> usize {
    synod_core::checkpoint();
    system.exprs.choices(id).last().map_or(0, |last| *last as usize + 1)
}

/// The parts of rules whose alternatives were compiled.
type KnownParts = PerAlternatives<Arc<ByValue<Vec<CompiledAlternative>>>>;

fn compile_rule(
    tables: &mut Tables,
    cases: &Cases,
    known: &mut KnownParts,
    id: RuleId,
    rule: &Rule,
    int_bound: i64,
) -> CompiledRule {
    let system = tables.system;
    let number = id.0 as usize;
    let due = due(system, rule);
    let choices = rule
        .choices
        .iter()
        .enumerate()
        .map(|(position, choice)| {
            let (lo, hi) = choice.ty.bounds(&system.enums).unwrap_or((-int_bound, int_bound));
            let due = due[position + 1].iter();
            let limits = due.filter_map(|conjunct| limit(&system.exprs, *conjunct, position));
            let limits = limits.map(|limit| (limit, Program::compile(tables, limit.value))).collect();
            let cases = cases.choice(number, position, |guard| {
                match listed(system, rule, position, guard, (lo, hi)) {
                    Some(values) => ChoiceCase::Listed(values),
                    None => ChoiceCase::Tested(Guard::compile(tables, system.exprs.conjuncts(guard))),
                }
            });
            CompiledChoice { lo, hi, limits, cases }
        })
        .collect();
    let mut fixed = Vec::new();
    let mut parts = Vec::new();
    let mut taken = vec![0; rule.parts.len()];
    for (position, part) in rule.parts.iter().enumerate() {
        checkpoint();
        if let Some((only, alternative)) = only_live(system, part) {
            // Its guard is tested with the rule's.
            let only = compile_alternative(tables, only, alternative, vec![]);
            if only.computed.is_empty() {
                taken[position] = only.number;
                only.constant.iter().for_each(|b| merge(&mut fixed, *b));
            } else {
                parts.push(CompiledPart { position, cases: Arc::new(ByValue::of_all(vec![only])) });
            }
            continue;
        }
        let cases = known.get(&part.alternatives, || {
            Arc::new(cases.part(&part.alternatives).map(|open| {
                let compile = |(number, guard): &(u32, ExprId)| {
                    let alternative = &part.alternatives[*number as usize];
                    compile_alternative(tables, *number, alternative, system.exprs.conjuncts(*guard))
                };
                open.iter().map(compile).collect()
            }))
        });
        parts.push(CompiledPart { position, cases });
    }
    CompiledRule {
        rule: id,
        entry: Guard::compile(tables, due[0].iter().copied()),
        choices,
        fixed,
        parts,
        taken,
        unbounded: rule.choices.iter().any(|choice| choice.ty.bounds(&system.enums).is_none()),
        kernel: None,
    }
}

/// An alternative, with the conjuncts that are still to be tested before it is taken.
fn compile_alternative(
    tables: &mut Tables,
    number: u32,
    alternative: &Alternative,
    conjuncts: Vec<ExprId>,
) -> CompiledAlternative {
    let (system, layout) = (tables.system, tables.layout);
    let mut compiled = CompiledAlternative {
        number,
        guard: Guard::compile(tables, conjuncts),
        constant: Vec::new(),
        computed: Vec::new(),
    };
    for update in &alternative.updates {
        // Updates of an array stay in order as soon as one of them needs computing.
        let siblings = alternative.updates.iter().filter(|other| other.var == update.var);
        let constants: Option<Vec<Bits>> =
            siblings.map(|update| constant_update(system, layout, update)).collect();
        match constants {
            Some(_) => {
                let bits = constant_update(system, layout, update).expect("a sibling of itself");
                merge(&mut compiled.constant, bits);
            }
            None => compiled.computed.push(CompiledUpdate {
                first: system.slot(update.var),
                len: i64::from(system.var(update.var).len.unwrap_or(1)),
                index: update.index.map(|index| Program::compile(tables, index)),
                value: Program::compile(tables, update.value),
            }),
        }
    }
    compiled
}

/// The bits set by an update, if they are the same in all states.
pub(crate) fn constant_update(system: &System, layout: &Layout, update: &Update) -> Option<Bits> {
    let value = system.exprs.as_const(update.value)?;
    let index = match update.index {
        Some(index) => usize::try_from(system.exprs.as_const(index)?).ok()?,
        None => 0,
    };
    if index >= system.var(update.var).len.unwrap_or(1) as usize {
        return None;
    }
    let field = layout.fields[system.slot(update.var) + index];
    Some(Bits { word: field.word, mask: field.mask(), value: field.bits(value).ok()? })
}

pub(crate) fn merge(all: &mut Vec<Bits>, bits: Bits) {
    match all.iter_mut().find(|known| known.word == bits.word) {
        Some(known) => {
            known.value = (known.value & !bits.mask) | bits.value;
            known.mask |= bits.mask;
        }
        None => all.push(bits),
    }
}
