//! Rules for many states at a time: what a rule asks and what it does, in columns.
//!
//! This is for the usual case: of every part one alternative can be taken, and nothing faults. States where it is
//! otherwise are suspects, which [`crate::expand`] looks at one by one.

use synod_core::{ExprId, Rule};

use crate::columns::{ColumnBuilder, ColumnProgram, Columns, LANES, Register};
use crate::guard::Bits;
use crate::layout::Layout;
use crate::lookup::Tables;
use crate::model::{constant_update, live, merge, only_live};

/// A rule without choices, in columns.
#[derive(Debug)]
pub(crate) struct Kernel {
    /// What has to be true before anything else is computed, besides what masks say.
    asked: ColumnProgram,
    conditions: Vec<Register>,
    /// What the parts do.
    body: ColumnProgram,
    /// What all parts do together that is always the same.
    fixed: Vec<Bits>,
    parts: Vec<KernelPart>,
}

/// A part of the rule: exactly one of these is taken.
#[derive(Debug)]
struct KernelPart {
    /// The conditions of the alternatives, unless it is known that always exactly one is true.
    truths: Vec<Register>,
    /// Those alternatives that do something.
    alternatives: Vec<KernelAlternative>,
}

#[derive(Debug)]
struct KernelAlternative {
    /// Whether it is taken, if that is a question.
    truth: Option<Register>,
    words: Vec<WordStore>,
    elements: Vec<ElementStore>,
}

/// What is written to one word.
#[derive(Debug)]
struct WordStore {
    bits: Bits,
    fields: Vec<FieldStore>,
}

/// A value that is written to a field.
#[derive(Debug)]
struct FieldStore {
    value: Register,
    lo: i32,
    shift: u32,
    /// The greatest difference to `lo`, if the value may not fit.
    most: Option<u32>,
}

/// A value that is written to an element of an array.
#[derive(Debug)]
struct ElementStore {
    first: u32,
    len: u32,
    index: Register,
    value: Register,
}

/// Where the values of an alternative are among the operations of a program.
struct Planned {
    truth: Option<u32>,
    constant: Vec<Bits>,
    fields: Vec<(usize, u32)>,
    elements: Vec<(u32, u32, u32, u32)>,
}

impl Kernel {
    /// The kernel of a rule that asks for these conditions besides masks, if it has one that is worth it. No more
    /// operations than `effort` are spent.
    pub fn compile(tables: &mut Tables, rule: &Rule, asked: &[ExprId], effort: &mut usize) -> Option<Self> {
        // What has no alternative keeps the rule from being taken, and here nothing would ask it.
        if rule.parts.iter().any(|part| live(tables.system, part).next().is_none()) {
            return None;
        }
        let parts = rule.parts.iter().any(|part| {
            let only = only_live(tables.system, part);
            only.is_none_or(|(_, only)| {
                only.updates.iter().any(|u| constant_update(tables.system, tables.layout, u).is_none())
            })
        });
        if !rule.choices.is_empty() || asked.is_empty() && !parts {
            return None;
        }
        let mut asking = ColumnBuilder::default();
        let conditions: Vec<u32> =
            asked.iter().map(|condition| asking.add(tables, *condition)).collect::<Option<_>>()?;
        let mut body = ColumnBuilder::default();
        let mut fixed = Vec::new();
        let mut planned: Vec<Vec<Planned>> = Vec::new();
        // For each of them, whether always exactly one can be taken.
        let mut decided = Vec::new();
        for part in &rule.parts {
            if let Some((_, only)) = only_live(tables.system, part) {
                let mut plan = Planned::new(tables, &mut body, &only.updates)?;
                plan.constant.drain(..).for_each(|bits| merge(&mut fixed, bits));
                if !plan.fields.is_empty() || !plan.elements.is_empty() {
                    planned.push(vec![plan]);
                    decided.push(true);
                }
                continue;
            }
            let mut plans = Vec::new();
            let system = tables.system;
            for (_, alternative) in live(system, part) {
                let truth = body.add(tables, alternative.guard)?;
                let plan = Planned::new(tables, &mut body, &alternative.updates)?;
                plans.push(Planned { truth: Some(truth), ..plan });
            }
            planned.push(plans);
            let guards: Vec<ExprId> = live(system, part).map(|(_, alternative)| alternative.guard).collect();
            decided.push(is_always_one(tables, &guards));
        }
        *effort = effort.checked_sub(asking.len() + body.len())?;
        let (asked, conditions) = asking.finish(&conditions)?;
        let wanted: Vec<u32> = planned.iter().flatten().flat_map(Planned::wanted).collect();
        let fits: Vec<Vec<Vec<bool>>> = planned
            .iter()
            .map(|plans| {
                plans
                    .iter()
                    .map(|plan| {
                        let fits = |(slot, value): &(usize, u32)| {
                            let ((lo, hi), (least, most)) =
                                (body.range(*value), tables.layout.fields[*slot].window());
                            least <= lo && hi <= most
                        };
                        plan.fields.iter().map(fits).collect()
                    })
                    .collect()
            })
            .collect();
        let (body, registers) = body.finish(&wanted)?;
        let mut registers = registers.into_iter();
        let mut parts = Vec::new();
        for ((plans, fits), decided) in planned.iter().zip(&fits).zip(decided) {
            let mut alternatives = std::iter::zip(plans, fits)
                .map(|(plan, fits)| plan.place(tables.layout, fits, &mut registers))
                .collect::<Option<Vec<KernelAlternative>>>()?;
            let truths = alternatives.iter().filter(|_| !decided).filter_map(|one| one.truth).collect();
            alternatives.retain(|one| !one.words.is_empty() || !one.elements.is_empty());
            parts.push(KernelPart { truths, alternatives });
        }
        Some(Kernel { asked, conditions, body, fixed, parts })
    }

    /// Whether there are conditions to be computed before the rest.
    pub fn asks(&self) -> bool {
        !self.conditions.is_empty()
    }

    /// Computes for the states at hand whether the conditions hold: not 0 where they do.
    pub fn ask(&self, layout: &Layout, columns: &mut Columns, holds: &mut Vec<i32>) {
        self.asked.run(layout, columns);
        holds.clear();
        holds.resize(columns.room(), 1);
        for condition in &self.conditions {
            std::iter::zip(&mut *holds, columns.register(*condition)).for_each(|(all, one)| *all &= one);
        }
    }

    /// Takes the step in all states at hand, in place. Not 0 in `alive` where it can be taken.
    pub fn step(&self, layout: &Layout, columns: &mut Columns, alive: &mut Vec<i32>) {
        self.body.run(layout, columns);
        let room = columns.room();
        alive.clear();
        alive.resize(room, 1);
        let mut words = std::mem::take(&mut columns.words);
        let mut suspect = std::mem::take(&mut columns.suspect);
        for bits in &self.fixed {
            let (keep, set) = (!bits.mask, bits.value);
            words[bits.word as usize].iter_mut().for_each(|word| *word = (*word & keep) | set);
        }
        let (mut taken, mut values) = (Vec::new(), Vec::new());
        for part in &self.parts {
            if !part.truths.is_empty() {
                part.decide(columns, alive, &mut suspect);
            }
            for alternative in &part.alternatives {
                alternative.taken(columns, room, &mut taken);
                for store in &alternative.words {
                    store.write(columns, &taken, &mut values, &mut words, &mut suspect);
                }
                for store in &alternative.elements {
                    store.write(layout, columns, &taken, &mut words, &mut suspect);
                }
            }
        }
        columns.words = words;
        columns.suspect = suspect;
    }
}

impl Planned {
    fn new(tables: &mut Tables, body: &mut ColumnBuilder, updates: &[synod_core::Update]) -> Option<Planned> {
        let mut planned =
            Planned { truth: None, constant: Vec::new(), fields: Vec::new(), elements: Vec::new() };
        let (system, layout) = (tables.system, tables.layout);
        for update in updates {
            // Updates of an array stay in order as soon as one of them needs computing.
            let mut siblings = updates.iter().filter(|other| other.var == update.var);
            if siblings.all(|update| constant_update(system, layout, update).is_some()) {
                merge(&mut planned.constant, constant_update(system, layout, update)?);
                continue;
            }
            let value = body.add(tables, update.value)?;
            let first = system.slot(update.var);
            match update.index {
                None => planned.fields.push((first, value)),
                Some(index) => {
                    let len = system.var(update.var).len.unwrap_or(1);
                    planned.elements.push((first as u32, len, body.add(tables, index)?, value));
                }
            }
        }
        Some(planned)
    }

    /// The operations whose values are wanted, in the order that [`Planned::place`] takes their registers.
    fn wanted(&self) -> Vec<u32> {
        let fields = self.fields.iter().map(|(_, value)| *value);
        let elements = self.elements.iter().flat_map(|(_, _, index, value)| [*index, *value]);
        self.truth.into_iter().chain(fields).chain(elements).collect()
    }

    fn place(
        &self,
        layout: &Layout,
        fits: &[bool],
        registers: &mut impl Iterator<Item = Register>,
    ) -> Option<KernelAlternative> {
        let truth = match self.truth {
            Some(_) => Some(registers.next()?),
            None => None,
        };
        let mut words: Vec<WordStore> =
            self.constant.iter().map(|bits| WordStore { bits: *bits, fields: Vec::new() }).collect();
        for ((slot, _), fits) in std::iter::zip(&self.fields, fits) {
            let field = layout.fields[*slot];
            let (lo, hi) = field.window();
            let store = FieldStore {
                value: registers.next()?,
                lo: lo as i32,
                shift: field.shift,
                most: if *fits { None } else { Some(u32::try_from(hi.checked_sub(lo)?).ok()?) },
            };
            let at = words.iter().position(|known| known.bits.word == field.word).unwrap_or_else(|| {
                let bits = Bits { word: field.word, mask: 0, value: 0 };
                words.push(WordStore { bits, fields: Vec::new() });
                words.len() - 1
            });
            words[at].bits.mask |= field.mask();
            words[at].bits.value &= !field.mask();
            words[at].fields.push(store);
        }
        let mut elements = Vec::new();
        for (first, len, _, _) in &self.elements {
            let (index, value) = (registers.next()?, registers.next()?);
            elements.push(ElementStore { first: *first, len: *len, index, value });
        }
        Some(KernelAlternative { truth, words, elements })
    }
}

/// Whether exactly one of some conditions is true in every state, as far as tables over the same fields tell.
fn is_always_one(tables: &mut Tables, conditions: &[ExprId]) -> bool {
    let found: Option<Vec<_>> = conditions.iter().map(|condition| tables.table(*condition)).collect();
    let Some(found) = found else { return false };
    let Some(first) = found.first() else { return false };
    found.iter().all(|table| table.leaves == first.leaves)
        && first.indices().all(|index| {
            let truths = found.iter().map(|table| table.at(index));
            truths.clone().all(|truth| truth.is_some())
                && truths.filter(|truth| *truth == Some(1)).count() == 1
        })
}

impl KernelPart {
    /// Where no alternative can be taken there is no step; where several can, somebody else has to look.
    fn decide(&self, columns: &Columns, alive: &mut [i32], suspect: &mut [i32]) {
        let (mut some, mut several) = ([0; LANES], [0; LANES]);
        for truth in &self.truths {
            for ((some, several), truth) in some.iter_mut().zip(&mut several).zip(columns.register(*truth)) {
                *several |= *some & truth;
                *some |= truth;
            }
        }
        for (alive, some) in std::iter::zip(alive, some) {
            *alive &= some;
        }
        for (suspect, several) in std::iter::zip(suspect, several) {
            *suspect |= several;
        }
    }
}

impl KernelAlternative {
    /// All bits where it is taken.
    fn taken(&self, columns: &Columns, room: usize, taken: &mut Vec<u64>) {
        taken.clear();
        match self.truth {
            None => taken.resize(room, u64::MAX),
            Some(truth) => {
                taken.extend(columns.register(truth).iter().map(|t| i64::from(t.wrapping_neg()) as u64));
            }
        }
    }
}

impl WordStore {
    fn write(
        &self,
        columns: &Columns,
        taken: &[u64],
        values: &mut Vec<u64>,
        words: &mut [Vec<u64>],
        suspect: &mut [i32],
    ) {
        let word = &mut words[self.bits.word as usize];
        let (mask, constant) = (self.bits.mask, self.bits.value);
        if self.fields.is_empty() {
            for (word, taken) in std::iter::zip(word, taken) {
                let mask = mask & taken;
                *word = (*word & !mask) | (constant & mask);
            }
            return;
        }
        values.clear();
        values.resize(taken.len(), constant);
        for field in &self.fields {
            let (lo, shift) = (field.lo, field.shift);
            let column = columns.register(field.value);
            for (value, new) in std::iter::zip(&mut *values, column) {
                *value |= u64::from(new.wrapping_sub(lo) as u32) << shift;
            }
            if let Some(most) = field.most {
                for ((suspect, new), taken) in suspect.iter_mut().zip(column).zip(taken) {
                    *suspect |= i32::from(new.wrapping_sub(lo) as u32 > most) & *taken as i32;
                }
            }
        }
        for ((word, taken), value) in word.iter_mut().zip(taken).zip(values) {
            let mask = mask & taken;
            *word = (*word & !mask) | (*value & mask);
        }
    }
}

impl ElementStore {
    fn write(
        &self,
        layout: &Layout,
        columns: &Columns,
        taken: &[u64],
        words: &mut [Vec<u64>],
        suspect: &mut [i32],
    ) {
        let (indices, values) = (columns.register(self.index), columns.register(self.value));
        for lane in (0..columns.count).filter(|lane| taken[*lane] != 0) {
            let index = u32::try_from(indices[lane]).ok().filter(|index| *index < self.len);
            let field = index.map(|index| layout.fields[(self.first + index) as usize]);
            match field.and_then(|field| Some((field, field.bits(i64::from(values[lane])).ok()?))) {
                Some((field, value)) => {
                    let word = &mut words[field.word as usize][lane];
                    *word = (*word & !field.mask()) | value;
                }
                None => suspect[lane] = 1,
            }
        }
    }
}
