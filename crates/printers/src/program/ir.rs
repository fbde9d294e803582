//! The intermediate representation of a program, from which C and LNT are printed.

use synod_core::{Faults, Interval, Property, RuleId, System, Type};

use super::decisions::Decisions;
use super::size::{Magnitude, Magnitudes, reach};
use super::start::Start;
use super::watch::{Claim, Extent, Watch};
use crate::Unprintable;
use crate::two_valued::TwoValuedRule;

/// A system and its properties, ready to be written as a program.
#[derive(Clone, Debug)]
pub struct ProgramIr {
    /// The system, extended by what has to be remembered.
    pub system: System,
    /// An interval for each variable that contains its values.
    pub ranges: Vec<Interval>,
    /// The rules that can be taken at all.
    pub plans: Vec<TwoValuedRule>,
    /// What has to be watched.
    pub watch: Watch,
    /// The first values.
    pub start: Start,
    /// The properties.
    pub properties: Vec<Property>,
    /// How large numbers get.
    pub greatest: Magnitude,
    /// How many places of the state are those of the system itself.
    width: usize,
}

impl ProgramIr {
    /// For a system and its properties.
    pub fn new(system: &System, properties: &[Property], extent: Extent) -> Result<Self, Unprintable> {
        let mut ranges = system.ranges().to_vec();
        let width = system.width();
        let mut system = system.clone();
        let plans = possible_rules(&mut system, &ranges)?;
        let watch = Watch::of(&mut system, &mut ranges, &plans, properties, extent);
        let init = system.init;
        system.init = Faults::new(&mut system, &ranges, &[]).is_true(init);
        let start = Start::of(&system, &ranges)
            .ok_or_else(|| Unprintable("the model has integers without bounds".to_string()))?;
        let greatest = greatest(&system, &ranges, &plans, &watch, &start)?;
        let properties = properties.to_vec();
        Ok(ProgramIr { system, ranges, plans, watch, start, properties, greatest, width })
    }

    /// What the program chooses.
    pub fn decisions(&self) -> Decisions {
        let choices = |id: RuleId| self.system.rule(id).choices.len();
        let places = &self.start.places[..self.width];
        Decisions::new(places, &self.plans, choices, self.watch.waits.is_some())
    }

    /// How many places of the state are those of the system itself.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The properties that are left out: their names, and why.
    pub fn refused(&self) -> Vec<(String, String)> {
        let named = |position: usize| self.properties[position].name.clone();
        self.watch.refused.iter().map(|one| (named(one.property), one.reason.clone())).collect()
    }
}

/// The rules that can be taken at all.
fn possible_rules(system: &mut System, ranges: &[Interval]) -> Result<Vec<TwoValuedRule>, Unprintable> {
    let mut plans = Vec::new();
    for id in (0..system.rules.len() as u32).map(RuleId) {
        let plan = TwoValuedRule::new(system, ranges, id);
        let rule = system.rule(id);
        if let Some(choice) = rule.choices.iter().find(|choice| choice.ty == Type::Int) {
            let (rule, choice) = (&rule.name, &choice.name);
            return Err(Unprintable(format!(
                "the rule `{rule}` picks `{choice}` from infinitely many values"
            )));
        }
        if !system.exprs.is_false(plan.guard) && plan.parts.iter().all(|part| !part.is_empty()) {
            plans.push(plan);
        }
    }
    Ok(plans)
}

/// How large numbers get; they must fit 64 bits.
fn greatest(
    system: &System,
    ranges: &[Interval],
    plans: &[TwoValuedRule],
    watch: &Watch,
    start: &Start,
) -> Result<Magnitude, Unprintable> {
    const MOST: Magnitude = Magnitude(i64::MAX as u128);
    let mut greatest = Magnitude(0);
    for plan in plans {
        let rule = system.rule(plan.id);
        let mut magnitudes = Magnitudes::new(system, ranges, &rule.choices);
        magnitudes.include([plan.guard]);
        for (part, alternatives) in std::iter::zip(&plan.parts, &rule.parts) {
            for (position, enabled) in part {
                magnitudes.include([*enabled]);
                let updates = &alternatives.alternatives[*position as usize].updates;
                magnitudes.include(updates.iter().flat_map(|u| u.index.into_iter().chain([u.value])));
            }
        }
        let flags = watch.leaving.iter().chain(&watch.arrived);
        magnitudes.include(flags.filter_map(|flag| flag.cases.get(&plan.id).copied()));
        if magnitudes.greatest > MOST {
            let rule = &rule.name;
            return Err(Unprintable(format!("the rule `{rule}` computes numbers that may leave 64 bits")));
        }
        greatest = greatest.max(magnitudes.greatest);
    }
    let mut magnitudes = Magnitudes::new(system, ranges, &[]);
    magnitudes.include(start.conditions.iter().chain(&watch.waits).chain(&watch.ended).copied());
    magnitudes.include(watch.dead_end.map(|(_, condition)| condition));
    magnitudes.include(watch.saving.iter().map(|saving| saving.same));
    for (_, claim) in watch.claims() {
        match claim {
            Claim::Start(id) | Claim::Always(id) | Claim::Leaving(id) => magnitudes.include([*id]),
            Claim::Run(run) => {
                magnitudes.include([run.settled, run.met]);
                magnitudes.include(run.accepting.iter().map(|(condition, _)| *condition));
            }
        }
    }
    if magnitudes.greatest > MOST {
        return Err(Unprintable("a condition computes numbers that may leave 64 bits".to_string()));
    }
    let of_vars = ranges.iter().map(|range| reach(*range)).max().unwrap_or(0);
    Ok(greatest.max(magnitudes.greatest).max(Magnitude(of_vars)))
}
