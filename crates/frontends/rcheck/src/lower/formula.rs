//! Specifications as properties: labels and observations become predicates over steps.

use std::collections::BTreeMap;

use synod_core::{
    AgentId, Formula as Core, Part, Property, PropertyOrigin, SideQuestion, StepPredicate, StepPredicateId,
};
use synod_frontend::never_true;
use synod_syntax::Diagnostic;

use super::Lowering;
use super::scope::Scope;
use crate::hir::{Action, Formula, Knowledge, Observation, Spec};

impl Lowering<'_> {
    pub(super) fn property(&mut self, spec: &Spec) -> Result<Property, Box<Diagnostic>> {
        let formula = self.formula(&spec.formula, spec)?;
        Ok(Property {
            name: spec.name.clone(),
            text: spec.text.clone(),
            formula,
            span: spec.span,
            origin: PropertyOrigin::Model,
        })
    }

    /// The questions whether antecedents of a specification are ever true.
    pub(super) fn side_questions(&mut self, spec: &Spec) -> Vec<SideQuestion> {
        let mut list = Vec::new();
        for antecedent in &spec.antecedents {
            // What is too large to be asked was reported with the specification.
            let Ok(condition) = self.formula(&antecedent.condition, spec) else { continue };
            list.push(never_true(&spec.name, antecedent.with(condition)));
        }
        list
    }

    fn formula(&mut self, formula: &Formula, spec: &Spec) -> Result<Core, Box<Diagnostic>> {
        let mut boxed = |f: &Formula| self.formula(f, spec).map(Box::new);
        Ok(match formula {
            Formula::State(expr) => {
                // Specifications name instances, so it does not matter whose locals are meant.
                let value = self.value(expr, &Scope::of(0));
                Core::State(value.unwrap_or_else(|| self.system.exprs.bool(false)))
            }
            Formula::Label { instance, command } => self.label(*instance, *command),
            Formula::Progress => Core::Deadlock.not(),
            Formula::KeepAll => self.keep_all(),
            Formula::Not(a) => boxed(a)?.not(),
            Formula::And(list) => Core::And(self.formulas(list, spec)?),
            Formula::Or(list) => Core::Or(self.formulas(list, spec)?),
            Formula::Iff(a, b) => {
                let (a, b) = (boxed(a)?, boxed(b)?);
                a.iff(*b)
            }
            Formula::Next(a) => Core::Next(boxed(a)?),
            Formula::Finally(a) => Core::Finally(boxed(a)?),
            Formula::Globally(a) => Core::Globally(boxed(a)?),
            Formula::Until(a, b) => Core::Until(boxed(a)?, boxed(b)?),
            Formula::Release(a, b) => Core::Release(boxed(a)?, boxed(b)?),
            Formula::WeakUntil(a, b) => Core::WeakUntil(boxed(a)?, boxed(b)?),
            Formula::Diamond(observation, a) => {
                let then = *boxed(a)?;
                Core::diamond(self.observation(observation, spec)?, then)
            }
            Formula::BoxModality(observation, a) => {
                let then = *boxed(a)?;
                Core::boxed(self.observation(observation, spec)?, then)
            }
            Formula::Knowledge(kind, group, a) => {
                let known = boxed(a)?;
                let group: Vec<_> = group.iter().map(|instance| self.agent(*instance)).collect();
                match (kind, group.as_slice()) {
                    (Knowledge::One, [agent]) => Core::Knows(*agent, known),
                    (Knowledge::One | Knowledge::Everybody, _) => Core::EverybodyKnows(group, known),
                    (Knowledge::Common, _) => Core::CommonKnowledge(group, known),
                    (Knowledge::Distributed, _) => Core::DistributedKnowledge(group, known),
                    (Knowledge::Strategy, _) => Core::Coalition(group, known),
                }
            }
        })
    }

    fn formulas(&mut self, list: &[Formula], spec: &Spec) -> Result<Vec<Core>, Box<Diagnostic>> {
        list.iter().map(|f| self.formula(f, spec)).collect()
    }

    /// A label as an event: the step about to be taken is that command, or for receives the step that
    /// was just taken.
    fn label(&mut self, instance: usize, command: usize) -> Core {
        let edge = &self.model.agent_of(instance).commands[command];
        let mut cases = BTreeMap::new();
        let yes = self.system.exprs.bool(true);
        for who in self.participations.iter().filter(|who| (who.instance, who.command) == (instance, command))
        {
            cases.insert(who.rule, yes);
        }
        let received = matches!(edge.action, Action::Receive { .. });
        if received {
            let receiver = Some(self.agent(instance));
            for (id, rule) in std::iter::zip(0.., &self.system.rules) {
                // Receivers stand in order after the sender.
                let Some((_, receivers)) = rule.parts.split_first() else { continue };
                let Ok(place) = receivers.binary_search_by_key(&receiver, |part| part.agent) else {
                    continue;
                };
                let commands = self.receptions.known(&receivers[place].alternatives);
                let way = commands.and_then(|commands| commands.iter().position(|known| *known == command));
                if let Some(way) = way {
                    let took = self.system.exprs.took(place as u32 + 1, way as u32);
                    cases.insert(synod_core::RuleId(id), took);
                }
            }
        }
        let name = edge.label.as_deref().unwrap_or(&edge.text);
        let text = format!("{}-{name}", self.model.instances[instance].name);
        let predicate = self.step_predicate(text, cases);
        if received { Core::Arrived(predicate) } else { Core::Step(predicate) }
    }

    /// Nothing changes: no step can be taken, or the one that is keeps all values and no labelled receive has
    /// part in it.
    fn keep_all(&mut self) -> Core {
        let mut cases = BTreeMap::new();
        for id in (0..self.system.rules.len() as u32).map(synod_core::RuleId) {
            let parts = self.system.rule(id).parts.clone();
            let mut conditions = Vec::new();
            for (position, part) in std::iter::zip(0.., &parts) {
                let mut ways = Vec::new();
                for (i, alternative) in std::iter::zip(0.., &part.alternatives) {
                    if self.is_labelled_receive(part, i) {
                        continue;
                    }
                    let exprs = &mut self.system.exprs;
                    let mut same = vec![exprs.took(position, i)];
                    for update in &alternative.updates {
                        let now = exprs.var(update.var);
                        same.push(exprs.eq(update.value, now));
                    }
                    ways.push(exprs.and(same));
                }
                conditions.push(self.system.exprs.or(ways));
            }
            let condition = self.system.exprs.and(conditions);
            if !self.system.exprs.is_false(condition) {
                cases.insert(id, condition);
            }
        }
        Core::Or(vec![Core::Deadlock, Core::Step(self.step_predicate("keep-all".to_string(), cases))])
    }

    fn is_labelled_receive(&self, part: &Part, alternative: u32) -> bool {
        let commands = self.receptions.known(&part.alternatives);
        let command = commands.and_then(|commands| commands.get(alternative as usize));
        let command = command
            .zip(part.agent)
            .map(|(command, AgentId(receiver))| &self.model.agent_of(receiver as usize).commands[*command]);
        command.is_some_and(|command| command.label.is_some())
    }

    fn observation(&mut self, seen: &Observation, spec: &Spec) -> Result<StepPredicateId, Box<Diagnostic>> {
        if self.ranges_too_far(&seen.condition) {
            return Err(Box::new(
                Diagnostic::error(
                    "rcheck::too-many-values",
                    spec.span,
                    "the property variables have too many values to quantify over them",
                )
                .explain("`exists` and `forall` in an observation go through all combinations of values")
                .help("give the property variables smaller types"),
            ));
        }
        let mut cases = BTreeMap::new();
        let observed = std::mem::take(&mut self.observed);
        for (rule, step) in std::iter::zip(0.., &observed) {
            let condition = self.observe(&seen.condition, step);
            if !self.system.exprs.is_false(condition) {
                cases.insert(synod_core::RuleId(rule), condition);
            }
        }
        self.observed = observed;
        Ok(self.step_predicate(seen.text.clone(), cases))
    }

    /// The predicate with these cases, made once.
    fn step_predicate(
        &mut self,
        text: String,
        cases: BTreeMap<synod_core::RuleId, synod_core::ExprId>,
    ) -> StepPredicateId {
        let predicate = StepPredicate { text, cases };
        match self.system.step_predicates.iter().position(|known| *known == predicate) {
            Some(position) => StepPredicateId(position as u32),
            None => self.system.add_step_predicate(predicate),
        }
    }
}
