//! Where the values of variables, choices and observations are among the levels.

use synod_core::{AgentId, Choice, Interval, Rule, State, Stop, System, Type};
use synod_symbolic::{Word, in_range};

use crate::diagram::{Diagram, Level, Manager};
use crate::interleave::{WIDE, interleaved};
use crate::order::blocks;

/// A value in binary: `lo` plus the number that the bits spell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub lo: i64,
    pub hi: i64,
    /// Most significant first. For bits of the state these are the levels of the current value; the
    /// next value is one level below each.
    pub bits: Vec<Level>,
}

impl Field {
    /// How many bits the values from `lo` to `hi` need.
    pub fn width(lo: i64, hi: i64) -> usize {
        let span = i128::from(hi) - i128::from(lo);
        (i128::BITS - span.max(0).leading_zeros()) as usize
    }

    /// How many bits its values need.
    fn needs(&self) -> usize {
        Field::width(self.lo, self.hi)
    }

    /// The bits as diagrams over the current levels, or over others beside them, least significant first.
    pub fn code(&self, m: &mut Manager, offset: Level) -> Result<Vec<Diagram>, Stop> {
        self.bits.iter().rev().map(|level| m.literal(level + offset, true)).collect()
    }

    /// The value over the current levels. Bits that spell no value, which no reachable state has, stand for one of the
    /// values, so that what is computed tells no others apart. Of wide values the bits stay as they are: what they are
    /// added to and compared with would have to remember which of them are to stand for another one.
    pub fn value(&self, m: &mut Manager) -> Result<Word<Diagram>, Stop> {
        let mut code = self.code(m, 0)?;
        if code.len() < WIDE {
            let domain = self.domain(m)?;
            code = code.iter().map(|bit| m.constrain(bit, &domain)).collect::<Result<_, Stop>>()?;
        }
        Ok(Word::of_code(m, &code, self.lo, self.hi))
    }

    /// Holds where the bits spell one of the values.
    pub fn domain(&self, m: &mut Manager) -> Result<Diagram, Stop> {
        let code = self.code(m, 0)?;
        in_range(m, &code, self.lo, self.hi)
    }

    /// The literals, over levels shifted by `offset`, that spell a value.
    pub fn literals(&self, value: i64, offset: Level) -> impl Iterator<Item = (Level, bool)> + '_ {
        let code = i128::from(value) - i128::from(self.lo);
        let places = (0..self.bits.len()).rev();
        std::iter::zip(&self.bits, places).map(move |(level, place)| (level + offset, code >> place & 1 == 1))
    }

    /// The value spelled by an assignment; bits that are not assigned are false.
    pub fn read(&self, assigned: &dyn Fn(Level) -> bool) -> i64 {
        let code = self.bits.iter().fold(0i128, |code, level| code << 1 | i128::from(assigned(*level)));
        (i128::from(self.lo) + code) as i64
    }
}

/// Levels for everything in a system.
#[derive(Debug)]
pub(crate) struct Layout {
    /// For each slot of a state.
    pub slots: Vec<Field>,
    /// For each rule its choices.
    pub choices: Vec<Vec<Field>>,
    /// Pairs of levels on top of all others, for the bits of the tableau of a formula.
    pub tableau: Vec<Level>,
}

/// Pairs kept for tableaux.
const TABLEAU_BITS: usize = 24;

/// Whether everything in a system is bounded; if not, what is not.
pub(crate) fn bounded(system: &System, ranges: &[Interval]) -> Result<(), String> {
    for ((_, var), range) in std::iter::zip(system.var_ids(), ranges) {
        if range.finite().is_none() {
            return Err(var.name.clone());
        }
    }
    for rule in &system.rules {
        if let Some(choice) = rule.choices.iter().find(|choice| choice.ty == Type::Int) {
            return Err(format!("{} in {}", choice.name, rule.name));
        }
    }
    Ok(())
}

impl Layout {
    /// Levels for a system in which everything is bounded.
    pub fn new(system: &System, m: &mut Manager) -> Self {
        let ranges = system.ranges();
        let tableau = (0..TABLEAU_BITS).map(|_| m.add_pair()).collect();
        let nowhere = Field { lo: 0, hi: 0, bits: vec![] };
        let mut slots = vec![nowhere; system.width()];
        let unplaced = |rule: &Rule| vec![None; rule.choices.len()];
        let mut choices: Vec<Vec<Option<Field>>> = system.rules.iter().map(unplaced).collect();
        for ((id, _), range) in std::iter::zip(system.var_ids(), ranges) {
            let (lo, hi) = range.finite().unwrap_or((0, -1));
            slots[system.slots(id)].fill(Field { lo, hi, bits: vec![] });
        }
        let interleaved = interleaved(system, |var| slots[system.slot(var)].needs());
        for block in blocks(system, interleaved) {
            if block.interleaved {
                interleave(&block.slots, m, &mut slots);
            } else {
                for slot in block.slots {
                    slots[slot].bits = (0..slots[slot].needs()).map(|_| m.add_pair()).collect();
                }
            }
            if block.agent.is_some() {
                place_choices(system, block.agent, m, &mut choices);
            }
        }
        // What is left belongs to agents that have no block of their own.
        place_choices(system, None, m, &mut choices);
        let choices = choices.into_iter().map(|fields| fields.into_iter().flatten().collect()).collect();
        Layout { slots, choices, tableau }
    }

    /// The same for levels that have moved: `moved` tells where each is now.
    pub fn moved(&mut self, moved: &[Level]) {
        let fields = self.slots.iter_mut().chain(self.choices.iter_mut().flatten());
        let levels = fields.flat_map(|field| &mut field.bits).chain(&mut self.tableau);
        levels.for_each(|level| *level = moved[*level as usize]);
    }

    /// The first level below those on top, where the order matters.
    pub fn first_level(&self) -> Level {
        2 * TABLEAU_BITS as Level
    }

    /// Current levels of all bits of the state, sorted.
    pub fn state_levels(&self) -> Vec<Level> {
        let mut levels: Vec<Level> = self.slots.iter().flat_map(|field| &field.bits).copied().collect();
        levels.sort_unstable();
        levels
    }

    /// Holds of the states whose bits spell values.
    pub fn domain(&self, m: &mut Manager) -> Result<Diagram, Stop> {
        let mut domain = m.constant(true);
        for field in &self.slots {
            let values = field.domain(m)?;
            domain = m.and(&domain, &values)?;
        }
        Ok(domain)
    }

    /// The state spelled by an assignment to current levels.
    pub fn state(&self, assigned: &dyn Fn(Level) -> bool) -> State {
        self.slots.iter().map(|field| field.read(assigned)).collect()
    }
}

/// Interleaves the bits of some slots, the most significant ones first.
fn interleave(together: &[usize], m: &mut Manager, slots: &mut [Field]) {
    let widest = together.iter().map(|slot| slots[*slot].needs()).max().unwrap_or(0);
    for place in (0..widest).rev() {
        for slot in together {
            if place < slots[*slot].needs() {
                slots[*slot].bits.push(m.add_pair());
            }
        }
    }
}

/// The agent near which a choice is placed: who makes it, or else who begins the step.
fn anchor(rule: &Rule, choice: &Choice) -> Option<AgentId> {
    let first = rule.parts.iter().find_map(|part| part.agent);
    choice.agent.or(rule.observation.actor).or(first)
}

/// Places the choices that belong near an agent, or without one all that have no place yet. Rules use the
/// same levels, since a step has one rule.
fn place_choices(
    system: &System,
    near: Option<AgentId>,
    m: &mut Manager,
    choices: &mut [Vec<Option<Field>>],
) {
    let mut pool: Vec<Level> = Vec::new();
    for (rule, fields) in std::iter::zip(&system.rules, choices) {
        let mut used = 0;
        for (choice, field) in std::iter::zip(&rule.choices, fields) {
            if field.is_some() || near.is_some_and(|agent| anchor(rule, choice) != Some(agent)) {
                continue;
            }
            let (lo, hi) = choice.ty.bounds(&system.enums).unwrap_or((0, -1));
            let width = Field::width(lo, hi);
            while pool.len() < used + width {
                pool.push(m.add_level());
            }
            *field = Some(Field { lo, hi, bits: pool[used..used + width].to_vec() });
            used += width;
        }
    }
}
