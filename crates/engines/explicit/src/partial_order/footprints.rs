//! What rules read and write, place by place: scalars and elements of arrays are places (slots of a state).

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{Alternative, Env, Expr, ExprId, Rule, System, checkpoint, eval_bool};

use crate::guard::as_equality;
use crate::model::{live, necessary};

/// Sorted places, each once.
pub(super) type Places = Vec<u32>;

/// What a rule reads and writes, whatever its choices and alternatives are.
#[derive(Clone, Debug, Default)]
pub(super) struct Footprint {
    pub reads: Places,
    pub writes: Places,
    /// Values that places must have for the rule to be enabled.
    pub needs: Vec<(u32, i64)>,
}

/// The places that expressions read, each found once.
pub(super) struct Footprints<'a> {
    pub system: &'a System,
    known: FxHashMap<ExprId, Places>,
}

impl<'a> Footprints<'a> {
    pub fn new(system: &'a System) -> Self {
        Footprints { system, known: FxHashMap::default() }
    }

    /// The places that an expression reads.
    pub fn of_expr(&mut self, id: ExprId) -> &Places {
        let system = self.system;
        self.known.entry(id).or_insert_with(|| reads(system, id))
    }

    /// What a rule reads and writes. Its steps also read what `observed`, conditions on them, do.
    pub fn of_rule(&mut self, rule: &Rule, observed: impl IntoIterator<Item = ExprId>) -> Footprint {
        checkpoint();
        let system = self.system;
        let mut footprint = Footprint::default();
        let mut read: Vec<ExprId> = observed.into_iter().chain([rule.guard]).collect();
        for part in &rule.parts {
            for (_, alternative) in live(system, part) {
                read.push(alternative.guard);
                for update in &alternative.updates {
                    read.extend(std::iter::once(update.value).chain(update.index));
                    footprint.writes.extend(written(system, update.var, update.index));
                }
            }
        }
        for id in read {
            footprint.reads.extend_from_slice(self.of_expr(id));
        }
        let needed =
            necessary(system, rule).into_iter().filter_map(|condition| as_equality(system, condition));
        footprint.needs = needed.map(|(var, value)| (system.slot(var) as u32, value)).collect();
        each_once(&mut footprint.reads);
        each_once(&mut footprint.writes);
        each_once(&mut footprint.needs);
        footprint
    }
}

impl Footprint {
    /// Whether steps of the two need not commute.
    pub fn conflicts(&self, other: &Footprint) -> bool {
        meet(&self.writes, &other.reads)
            || meet(&self.writes, &other.writes)
            || meet(&self.reads, &other.writes)
    }

    /// Whether the two are never enabled in the same state.
    pub fn excludes(&self, other: &Footprint) -> bool {
        let differs = |(place, value): &(u32, i64)| {
            other.needs.iter().any(|(needed, wanted)| needed == place && wanted != value)
        };
        self.needs.iter().any(differs)
    }
}

/// Whether a step of a rule may make a condition true that was not. It must write one of the places that the
/// condition reads.
pub(super) fn may_establish(system: &System, rule: &Rule, condition: ExprId, reads: &Places) -> bool {
    let var = match (system.exprs.variables(condition).as_slice(), reads.as_slice()) {
        ([var], [_]) if system.var(*var).len.is_none() => *var,
        _ => return true,
    };
    let establishes = |alternative: &Alternative| {
        alternative.updates.iter().filter(|update| update.var == var).any(|update| {
            let Some(value) = system.exprs.as_const(update.value) else { return true };
            let mut state = vec![0; system.width()];
            state[system.slot(var)] = value;
            eval_bool(&system.exprs, condition, Env::of(system, &state)) == Ok(true)
        })
    };
    rule.parts.iter().any(|part| live(system, part).any(|(_, alternative)| establishes(alternative)))
}

/// Whether two sorted lists have something in common.
pub(super) fn meet(a: &[u32], b: &[u32]) -> bool {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => drop(a.next()),
            std::cmp::Ordering::Greater => drop(b.next()),
            std::cmp::Ordering::Equal => return true,
        }
    }
    false
}

fn each_once<T: Ord>(list: &mut Vec<T>) {
    list.sort_unstable();
    list.dedup();
}

/// The places that an update may write.
fn written(system: &System, var: synod_core::VarId, index: Option<ExprId>) -> std::ops::Range<u32> {
    let first = system.slot(var) as u32;
    let len = system.var(var).len.unwrap_or(1);
    match index.and_then(|index| system.exprs.as_const(index)) {
        // An index outside the array is a fault, and writes nothing.
        Some(index) => match u32::try_from(index).ok().filter(|index| *index < len) {
            Some(index) => first + index..first + index + 1,
            None => first..first,
        },
        None => first..first + len,
    }
}

fn reads(system: &System, id: ExprId) -> Places {
    let mut found = Places::new();
    let mut seen = FxHashSet::default();
    let mut todo = vec![id];
    while let Some(at) = todo.pop() {
        if !seen.insert(at) {
            continue;
        }
        match system.exprs[at] {
            Expr::Var(var) => found.extend(written(system, var, None)),
            Expr::Element(var, index) => found.extend(written(system, var, Some(index))),
            _ => {}
        }
        todo.extend(system.exprs.operands(at));
    }
    each_once(&mut found);
    found
}
