//! What rules read and write, place by place: scalars and elements of arrays are places (slots of a state).

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{Env, Expr, ExprId, Rule, System, Update, checkpoint, eval_bool};

use crate::layout::Layout;
use crate::model::{live, necessary};

/// Sorted places, each once.
pub(super) type Places = Vec<u32>;

/// What a rule reads and writes, whatever its choices and alternatives are.
#[derive(Clone, Debug, Default)]
pub(super) struct Footprint {
    pub reads: Places,
    pub writes: Places,
    /// Values that places must have for the rule to be enabled, each place once.
    needs: Vec<Allowed>,
}

/// Values that a condition on one place allows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowed {
    place: u32,
    /// The least value of the place; a bit for each from there on.
    least: i64,
    values: u64,
}

impl Allowed {
    fn contains(&self, value: i64) -> bool {
        let distance = value.checked_sub(self.least).filter(|distance| (0..64).contains(distance));
        distance.is_some_and(|distance| self.values >> distance & 1 == 1)
    }
}

/// Which rules read and write a place, so that rules that have to do with each other are found without comparing all pairs.
pub(super) struct RulesByPlace {
    readers: Vec<Vec<u32>>,
    writers: Vec<Vec<u32>>,
}

impl RulesByPlace {
    /// Of rules over so many places.
    pub fn new(rules: &[Footprint], places: usize) -> Self {
        let mut found = RulesByPlace { readers: vec![Vec::new(); places], writers: vec![Vec::new(); places] };
        for (number, rule) in std::iter::zip(0.., rules) {
            rule.reads.iter().for_each(|place| found.readers[*place as usize].push(number));
            rule.writes.iter().for_each(|place| found.writers[*place as usize].push(number));
        }
        found
    }

    /// Those that write one of some places; some more than once.
    pub fn writing<'a>(&'a self, places: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
        places.iter().flat_map(|place| self.writers[*place as usize].iter().copied())
    }

    /// Those whose steps need not commute with those of a rule; some more than once.
    pub fn conflicting<'a>(&'a self, rule: &'a Footprint) -> impl Iterator<Item = u32> + 'a {
        let reading = rule.writes.iter().flat_map(|place| self.readers[*place as usize].iter().copied());
        reading.chain(self.writing(&rule.writes)).chain(self.writing(&rule.reads))
    }
}

/// The places that expressions read, each found once.
pub(super) struct Footprints<'a> {
    pub system: &'a System,
    layout: &'a Layout,
    known: FxHashMap<ExprId, Places>,
}

impl<'a> Footprints<'a> {
    pub fn new(system: &'a System, layout: &'a Layout) -> Self {
        Footprints { system, layout, known: FxHashMap::default() }
    }

    /// The values that a condition allows, if it reads one place with few values and nothing else.
    pub fn allowed(&mut self, condition: ExprId) -> Option<Allowed> {
        let &[place] = self.of_expr(condition).as_slice() else { return None };
        let (least, greatest) = self.layout.fields[place as usize].window();
        let count = greatest.checked_sub(least).filter(|span| (0..64).contains(span))? + 1;
        if !self.system.exprs.choices(condition).is_empty() {
            return None;
        }
        let mut state = vec![0; self.system.width()];
        let mut values = 0;
        for distance in 0..count {
            state[place as usize] = least + distance;
            let env = Env::of(self.system, &state);
            values |= u64::from(eval_bool(&self.system.exprs, condition, env) == Ok(true)) << distance;
        }
        Some(Allowed { place, least, values })
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
        for allowed in necessary(system, rule).into_iter().filter_map(|condition| self.allowed(condition)) {
            match footprint.needs.iter_mut().find(|known| known.place == allowed.place) {
                Some(known) => known.values &= allowed.values,
                None => footprint.needs.push(allowed),
            }
        }
        each_once(&mut footprint.reads);
        each_once(&mut footprint.writes);
        footprint
    }
}

impl Footprint {
    /// Whether the two are never enabled in the same state.
    pub fn excludes(&self, other: &Footprint) -> bool {
        let differs = |own: &Allowed| {
            other.needs.iter().any(|needed| needed.place == own.place && needed.values & own.values == 0)
        };
        self.needs.iter().any(differs)
    }
}

/// Whether a step of a rule may make a condition true that was not, given which values it allows if it reads one
/// place. The rule must write one of the places that the condition reads.
pub(super) fn may_establish(system: &System, rule: &Rule, allowed: Option<Allowed>) -> bool {
    let Some(allowed) = allowed else { return true };
    let establishes = |update: &Update| {
        written(system, update.var, update.index).contains(&allowed.place)
            && system.exprs.as_const(update.value).is_none_or(|value| allowed.contains(value))
    };
    let mut alternatives = rule.parts.iter().flat_map(|part| live(system, part));
    alternatives.any(|(_, alternative)| alternative.updates.iter().any(establishes))
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
