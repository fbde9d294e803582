//! What many random runs have in common: how long they are, and what becomes of the properties on them.

use synod_core::{Budget, Property, Trace};
use synod_documents::{SettledRuns, SimulatedProperty, SimulationSummary};
use synod_session::{OpenedModel, counted, grouped, narration};
use synod_simulate::Monitor;

/// Figures about runs.
pub struct Summary<'a> {
    model: &'a OpenedModel,
    first_seed: u64,
    most_steps: usize,
    lengths: Vec<usize>,
    dead_ends: usize,
    properties: Vec<Fate<'a>>,
}

/// What became of a property.
struct Fate<'a> {
    property: &'a Property,
    satisfied: Settled,
    violated: Settled,
}

/// Runs that settled a property in one way.
#[derive(Default)]
struct Settled {
    runs: usize,
    /// How many steps that took, over all of them.
    steps: usize,
}

impl Settled {
    fn add(&mut self, steps: usize) {
        self.runs += 1;
        self.steps += steps;
    }

    fn mean(&self) -> Option<f64> {
        (self.runs > 0).then(|| self.steps as f64 / self.runs as f64)
    }

    fn text(&self, word: &str) -> String {
        match self.mean() {
            Some(mean) => {
                format!("{word} in {} (after {mean:.1} steps on average)", grouped(self.runs as u64))
            }
            None => format!("{word} in 0"),
        }
    }

    fn document(&self) -> SettledRuns {
        SettledRuns { runs: self.runs, mean_steps: self.mean() }
    }
}

impl<'a> Summary<'a> {
    /// No runs yet.
    pub fn new(model: &'a OpenedModel, first_seed: u64, most_steps: usize) -> Self {
        let watched = model.compiled.properties.iter().filter(|property| Monitor::watches(&property.formula));
        let fate = |property| Fate { property, satisfied: Settled::default(), violated: Settled::default() };
        let properties = watched.map(fate).collect();
        Summary { model, first_seed, most_steps, lengths: Vec::new(), dead_ends: 0, properties }
    }

    /// Takes a run into account; `ended` says that no step can be taken where it ends.
    pub fn add(&mut self, trace: &Trace, ended: bool, budget: &Budget) {
        self.lengths.push(trace.steps.len());
        self.dead_ends += usize::from(ended);
        for (property, at, satisfied) in narration::settled(self.model, trace, budget) {
            if let Some(fate) = self.properties.iter_mut().find(|fate| fate.property.name == property.name) {
                if satisfied { &mut fate.satisfied } else { &mut fate.violated }.add(at);
            }
        }
    }

    fn mean_length(&self) -> f64 {
        self.lengths.iter().sum::<usize>() as f64 / self.lengths.len().max(1) as f64
    }

    /// For people.
    pub fn text(&self) -> String {
        let (runs, last) = (self.lengths.len(), self.first_seed.wrapping_add(self.lengths.len() as u64 - 1));
        let seeds = match runs {
            0 => return "no runs\n".to_string(),
            1 => format!("seed {last}"),
            _ => format!("seeds {} to {last}", self.first_seed),
        };
        let steps = counted(self.most_steps, "step");
        let mut out = format!("{} of up to {steps} ({seeds})\n", counted(runs, "run"));
        let (least, most) =
            (self.lengths.iter().min().unwrap_or(&0), self.lengths.iter().max().unwrap_or(&0));
        let mean = self.mean_length();
        out.push_str(&format!("  steps: least {least}, mean {mean:.1}, most {most}\n"));
        let ended = grouped(self.dead_ends as u64);
        out.push_str(&format!("  no step can be taken at the end of {ended}\n"));
        for fate in &self.properties {
            let open = runs - fate.satisfied.runs - fate.violated.runs;
            let parts = [fate.satisfied.text("satisfied"), fate.violated.text("violated")];
            let open = format!("not settled in {}", grouped(open as u64));
            out.push_str(&format!("  {}: {}, {open}\n", fate.property.name, parts.join(", ")));
        }
        out
    }

    /// For machines.
    pub fn document(&self) -> SimulationSummary {
        let property = |fate: &Fate| SimulatedProperty {
            name: fate.property.name.clone(),
            satisfied: fate.satisfied.document(),
            violated: fate.violated.document(),
            undecided: self.lengths.len() - fate.satisfied.runs - fate.violated.runs,
        };
        SimulationSummary {
            runs: self.lengths.len(),
            dead_ends: self.dead_ends,
            min_steps: self.lengths.iter().min().copied(),
            mean_steps: self.mean_length(),
            max_steps: self.lengths.iter().max().copied(),
            properties: self.properties.iter().map(property).collect(),
        }
    }
}
