//! What a state remembers of the step that led to it, as far as the properties ask.

use std::collections::{BTreeMap, BTreeSet};

use synod_core::{AgentId, Choice, Expr, Formula, Part, Property, RuleId, StepPredicateId, System, Type};

use super::names::Names;

/// A variable that says which alternative a participant took in the last step.
#[derive(Debug)]
pub struct TookVar {
    /// Its name.
    pub name: String,
    /// The constants for the alternatives that properties ask about.
    pub values: Vec<String>,
    /// The constant for everything else.
    pub nothing: String,
    /// The rules in which it is set.
    pub rules: BTreeSet<RuleId>,
}

/// A variable that holds a value picked by the last step.
#[derive(Debug)]
pub struct ChoiceVar {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The rules in which it is set.
    pub rules: BTreeSet<RuleId>,
}

/// The memory of the last step.
#[derive(Debug, Default)]
pub struct Events {
    /// Which alternatives were taken.
    pub took: Vec<TookVar>,
    /// Which values were chosen.
    pub choices: Vec<ChoiceVar>,
    /// The [`TookVar`] of a part, where there is one.
    pub took_of: BTreeMap<(RuleId, u32), usize>,
    /// The constant for an alternative that properties ask about.
    pub value_of: BTreeMap<(RuleId, u32, u32), String>,
    /// The [`ChoiceVar`] of each choice of a rule.
    pub choices_of: BTreeMap<RuleId, Vec<usize>>,
}

/// The step predicates that stand in the properties.
pub fn asked(properties: &[Property]) -> BTreeSet<StepPredicateId> {
    let mut found = BTreeSet::new();
    for property in properties {
        property.formula.any(&mut |formula| {
            if let Formula::Step(id) | Formula::Arrived(id) = formula {
                found.insert(*id);
            }
            false
        });
    }
    found
}

impl Events {
    /// What must be remembered for the predicates.
    pub fn new(system: &System, predicates: &BTreeSet<StepPredicateId>, names: &mut Names) -> Self {
        let mut events = Events::default();
        for (id, rule) in system.rule_ids() {
            events.add_choices(id, &rule.choices, names);
        }
        let mut asked: BTreeMap<(RuleId, u32), BTreeSet<u32>> = BTreeMap::new();
        for predicate in predicates {
            for (rule, condition) in &system.step_predicates[predicate.0 as usize].cases {
                crate::walk::each(&system.exprs, *condition, |node| {
                    if let Expr::Took { part, alternative } = node {
                        asked.entry((*rule, *part)).or_default().insert(*alternative);
                    }
                });
            }
        }
        let mut vars: BTreeMap<(Option<AgentId>, usize), usize> = BTreeMap::new();
        for ((rule, position), alternatives) in asked {
            let parts = &system.rule(rule).parts;
            let Some(part) = parts.get(position as usize) else { continue };
            let var = *vars.entry(participant(parts, position as usize)).or_insert_with(|| {
                let whose = part.agent.map_or(format!("part-{position}"), |a| system.agent(a).name.clone());
                events.took.push(TookVar {
                    name: names.helper(&format!("{whose}-took")),
                    values: Vec::new(),
                    nothing: names.constant("nothing"),
                    rules: BTreeSet::new(),
                });
                events.took.len() - 1
            });
            events.took_of.insert((rule, position), var);
            events.took[var].rules.insert(rule);
            events.add_alternatives(var, rule, position, part, &alternatives, names);
        }
        events
    }

    /// Alternatives with one name share a constant, except within one part: rule and constant together
    /// tell what was taken.
    fn add_alternatives(
        &mut self,
        var: usize,
        rule: RuleId,
        position: u32,
        part: &Part,
        asked: &BTreeSet<u32>,
        names: &mut Names,
    ) {
        let mut used: Vec<String> = Vec::new();
        for (i, alternative) in part.alternatives.iter().enumerate() {
            if !asked.contains(&(i as u32)) {
                continue;
            }
            let text = alternative.action.as_ref().map_or("stay".to_string(), |action| action.short.clone());
            let text = std::iter::once(text.clone())
                .chain((2..).map(|n| format!("{text} {n}")))
                .find(|text| !used.contains(text))
                .unwrap_or(text);
            let constant = names.constant(&text);
            used.push(text);
            if !self.took[var].values.contains(&constant) {
                self.took[var].values.push(constant.clone());
            }
            self.value_of.insert((rule, position, i as u32), constant);
        }
    }

    /// Rules share variables for choices of one name and type.
    fn add_choices(&mut self, rule: RuleId, choices: &[Choice], names: &mut Names) {
        let mut mine: Vec<usize> = Vec::new();
        for choice in choices {
            let wanted = format!("pick-{}", choice.name);
            let shared = (0..self.choices.len()).find(|i| {
                self.choices[*i].name == wanted && self.choices[*i].ty == choice.ty && !mine.contains(i)
            });
            let var = shared.unwrap_or_else(|| {
                let (name, ty) = (names.helper(&wanted), choice.ty);
                self.choices.push(ChoiceVar { name, ty, rules: BTreeSet::new() });
                self.choices.len() - 1
            });
            self.choices[var].rules.insert(rule);
            mine.push(var);
        }
        self.choices_of.insert(rule, mine);
    }
}

/// Who takes part: the agent, and which of its parts it is.
fn participant(parts: &[Part], position: usize) -> (Option<AgentId>, usize) {
    let agent = parts[position].agent;
    let earlier = parts[..position].iter().filter(|part| part.agent == agent).count();
    (agent, earlier)
}
