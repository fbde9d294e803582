//! A walk as text: the state, the steps to choose from, why others are blocked, and what an agent observes.

use synod_core::{Choice, Step, Taken, Trace, show_value};
use synod_documents::{BlockedStep, Place};
use synod_printers::trace_table::{self, Layout};
use synod_simulate::{Move, StepText, local_name, show_control, show_variable};

use super::{FindResult, Walk};
use crate::blocked::{listing, numbered, shown};
use crate::narration::dead_end_text;
use crate::{counted, grouped};

/// How many lines about what is blocked stand below the steps of a state, and below a view.
const MOST_LINES: usize = 20;

impl std::fmt::Display for FindResult {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            FindResult::After(0) => f.write_str("it holds here"),
            FindResult::After(steps) => write!(f, "it holds here, after {}", counted(*steps, "step")),
            FindResult::Nowhere { states: 1 } => {
                f.write_str("it does not hold here, and no other state can be reached from here")
            }
            FindResult::Nowhere { states } => write!(
                f,
                "it holds in none of the {} that can be reached from here",
                counted(*states, "state")
            ),
            FindResult::Stopped { states } => write!(f, "interrupted after {}", counted(*states, "state")),
        }
    }
}

impl Walk<'_> {
    /// The current state, of all agents or of one.
    pub fn state_text(&self, agent: Option<&str>, layout: Layout) -> Result<String, String> {
        let only = agent.map(|name| self.model.find_agent(name)).transpose()?;
        Ok(trace_table::state(self.system(), self.state(), only, layout))
    }

    /// That nothing can be done here, as a line.
    pub fn no_step(&self) -> String {
        let state = self.state();
        match self.system().has_ended(state) {
            true => dead_end_text(self.system(), self.model.narrator(), std::slice::from_ref(state)) + "\n",
            false => "no step is enabled here (deadlock)\n".to_string(),
        }
    }

    /// The steps that can be taken, with numbers to choose by, and those that meet faults.
    pub fn steps_text(&self, layout: Layout) -> String {
        let (system, state, moves) = (self.system(), self.state(), self.moves());
        let mut out: String = std::iter::zip(1.., &moves.enabled)
            .map(|(number, one)| self.numbered(one, number, layout))
            .collect();
        if moves.enabled.is_empty() {
            out.push_str(&self.no_step());
            out.push_str(&self.blocked_listing(&self.blocked()));
        }
        if moves.unlisted > 0 {
            out.push_str(&format!("and more, up to number {}\n", grouped(moves.count() as u64)));
        }
        for faulted in &moves.faulted {
            let what = StepText::new(system, state, &Step::Take(faulted.taken.clone()));
            let what = what.map(|t| t.to_string()).unwrap_or_default();
            out.push_str(&format!("   !  {what}: not taken, {}\n", faulted.fault.describe(system)));
        }
        out
    }

    fn numbered(&self, one: &Move, number: usize, layout: Layout) -> String {
        let (system, state) = (self.system(), self.state());
        let mut text =
            trace_table::numbered_step(system, state, &Step::Take(one.taken.clone()), number, layout);
        if let Some(picked) = self.picked(&one.taken) {
            text.push_str(&format!("          with {picked}\n"));
        }
        text.push_str(&trace_table::changes(system, state, &one.target, layout));
        text
    }

    /// The values that a step picks, such as the inputs of a circuit, where the step is told by the name of its rule only.
    fn picked(&self, taken: &Taken) -> Option<String> {
        let rule = self.system().rules.get(taken.rule.0 as usize)?;
        let step = StepText::new(self.system(), self.state(), &Step::Take(taken.clone()))?;
        let value = |(choice, value): (&Choice, &i64)| {
            format!("{} = {}", choice.name, show_value(self.system(), choice.ty.sort(), *value))
        };
        let picked: Vec<String> = std::iter::zip(&rule.choices, &taken.choices).map(value).collect();
        (!picked.is_empty() && step.to_string() == rule.name).then(|| picked.join(", "))
    }

    fn blocked_listing(&self, blocked: &[BlockedStep]) -> String {
        listing(blocked, "      ", MOST_LINES, "`why` lists them all")
    }

    /// The last steps of the walk, with their numbers and changes.
    pub fn last_steps_text(&self, count: usize, layout: Layout) -> String {
        let Trace { states, steps, .. } = self.history();
        let text = |at: usize| {
            let (from, to) = (&states[at], &states[at + 1]);
            let mut text = trace_table::numbered_step(self.system(), from, &steps[at], at + 1, layout);
            text.push_str(&trace_table::changes(self.system(), from, to, layout));
            text
        };
        (steps.len() - count..steps.len()).map(text).collect()
    }

    /// The initial states to choose from: what differs between them.
    pub fn initial_states_text(&self) -> String {
        let (system, initial) = (self.system(), self.initial_states());
        let vars = initial.differences(system);
        if vars.is_empty() {
            return "there is one initial state\n".to_string();
        }
        let mut out = String::new();
        for (number, state) in std::iter::zip(1.., &initial.states) {
            let values: Vec<String> = vars
                .iter()
                .map(|var| format!("{} = {}", system.var(*var).name, show_variable(system, state, *var)))
                .collect();
            out.push_str(&format!("{number:>4}  {}\n", values.join(", ")));
        }
        if initial.more {
            out.push_str("      … and others; narrow them with `init CONDITION`\n");
        }
        out
    }

    /// What an agent, or each of a type, observes, and the steps in which it can take part.
    pub fn view_text(&self, name: &str) -> Result<String, String> {
        let found = self.model.find_agents(name)?.into_iter();
        found.map(|agent| self.view_of(&self.system().agent(agent).name)).collect()
    }

    fn view_of(&self, agent: &str) -> Result<String, String> {
        let view = self.view(agent)?;
        let (system, state) = (self.system(), self.state());
        let own = self.model.find_agent(agent)?;
        let short = |variable: &String| match system.find_var(variable) {
            Some(var) if system.var(var).owner == Some(own) => local_name(system, var).to_string(),
            _ => variable.clone(),
        };
        // Where it stands in its program comes last, in the words of traces.
        let place = |variable: &String| show_control(system, state, system.find_var(variable)?);
        let values = view.observes.iter().filter(|(variable, _)| place(variable).is_none());
        let values = values.map(|(variable, value)| format!("{} = {}", short(variable), shown(value)));
        let places = view.observes.keys().filter_map(place);
        let observed: Vec<String> = values.chain(places).collect();
        let steps: String = match view.steps.is_empty() {
            true => format!("{agent} can take part in no step now\n"),
            false => view
                .steps
                .iter()
                .map(|step| format!("{:>4}  {}\n          by {}\n", step.number, step.text, step.command))
                .collect(),
        };
        let blocked = self.blocked_listing(&view.blocked);
        let observed =
            if observed.is_empty() { "nothing that changes".to_string() } else { observed.join(", ") };
        Ok(format!("{agent} observes {observed}\n{steps}{blocked}"))
    }

    /// What is blocked: all of it, or what is named by a number, a rule, an agent or a type of agents.
    pub fn blocked_text(&self, wanted: Option<&str>) -> Result<String, String> {
        let blocked = self.blocked();
        let system = self.system();
        let agents = wanted.and_then(|wanted| self.model.find_agents(wanted).ok()).unwrap_or_default();
        let agents: Vec<&str> = agents.into_iter().map(|agent| system.agent(agent).name.as_str()).collect();
        let is_wanted = |number: usize, step: &BlockedStep| match wanted {
            None => true,
            Some(wanted) => {
                let names = [Some(step.action.as_str()), step.action.split(' ').next()];
                wanted == number.to_string()
                    || names.contains(&Some(wanted))
                    || step.agent.as_deref().is_some_and(|agent| agents.contains(&agent))
            }
        };
        let found: String = std::iter::zip(1.., &blocked)
            .filter(|(number, step)| is_wanted(*number, step))
            .map(|(number, step)| numbered(number, step))
            .collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let Some(wanted) = wanted else { return Ok("nothing is blocked here\n".to_string()) };
        if let Some((id, _)) = system.rule_ids().find(|(_, rule)| rule.name == wanted) {
            // The language words it better than its rule does.
            let rule = self.system().rule(id);
            let actor = rule.observation.actor.map(|agent| system.agent(agent).name.as_str());
            let place = Place::new(&self.model.source, rule.span);
            let own = blocked
                .iter()
                .find(|step| step.agent.as_deref() == actor && step.place.as_ref() == Some(&place));
            let step = own.filter(|_| actor.is_some()).cloned().or_else(|| self.blocked_by_rule(id));
            return Ok(step.map_or(format!("{wanted} is enabled: see `steps`\n"), |step| numbered(1, &step)));
        }
        match agents.is_empty() {
            false => Ok(format!("nothing that {wanted} would do here is blocked\n")),
            true => Err(format!(
                "`{wanted}` is neither the number of a blocked step (`why` lists them) nor a rule nor an agent"
            )),
        }
    }
}
