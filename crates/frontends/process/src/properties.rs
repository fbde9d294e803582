//! From properties as written to properties of the core.

use std::collections::BTreeMap;

use synod_core::{Formula as Core, Property as CoreProperty, PropertyOrigin, StepPredicate, StepPredicateId};
use synod_syntax::{Diagnostic, Diagnostics, Source};

use crate::codes::Codes;
use crate::formula::{Actions, Binary, Formula, FormulaKind, Property, Unary};
use crate::lower::{Lowered, guards};
use crate::network::Label;

/// How large a formula may grow; `<->` doubles what it joins.
const MOST_PARTS: usize = 10_000;

/// Translates properties; what is wrong with them is reported.
pub(crate) struct Translation<'a> {
    pub lowered: &'a mut Lowered,
    pub source: &'a Source,
    pub codes: &'static Codes,
    /// Names of actions that stand in the text.
    pub known: &'a [String],
    pub diagnostics: Diagnostics,
}

impl Translation<'_> {
    /// A property of the core; `None` when it is wrong.
    pub fn property(&mut self, property: &Property) -> Option<CoreProperty> {
        let errors = self.diagnostics.count(synod_syntax::Severity::Error);
        self.names(property);
        if parts(&property.formula) > MOST_PARTS {
            let message =
                format!("the property `{}` is too large when `<->` is written out", property.name.text);
            self.diagnostics.push(Diagnostic::error(self.codes.too_deep, property.span, message));
        }
        if self.diagnostics.count(synod_syntax::Severity::Error) > errors {
            return None;
        }
        Some(CoreProperty {
            name: property.name.text.clone(),
            text: self.source.slice(property.span).split_whitespace().collect::<Vec<_>>().join(" "),
            formula: self.formula(&property.formula),
            span: property.span,
            origin: PropertyOrigin::Model,
        })
    }

    /// No deadlock: the question that every choreography is asked.
    pub fn no_deadlock() -> CoreProperty {
        CoreProperty {
            name: "no-deadlock".to_string(),
            text: "G !deadlock".to_string(),
            formula: Core::Globally(Box::new(Core::Deadlock.not())),
            span: Default::default(),
            origin: PropertyOrigin::BuiltIn,
        }
    }

    fn names(&mut self, property: &Property) {
        for pattern in property.formula.patterns() {
            if self.lowered.labels.iter().any(|label| label.names.contains(&pattern.text)) {
                continue;
            }
            if pattern.text == crate::network::TAU {
                continue;
            }
            if self.known.contains(&pattern.text) {
                let message = format!("no step of the system is labelled `{}`", pattern.text);
                let warning = Diagnostic::warning(self.codes.never_happens, pattern.span, message);
                self.diagnostics.push(warning.explain(
                    "restricted actions are invisible, and so are those that no other process synchronises with",
                ));
                continue;
            }
            let message = format!("there is no action `{}`", pattern.text);
            let error =
                Diagnostic::error(self.codes.unknown_action, pattern.span, message).caption("not found");
            let words = self.codes.vocabulary.words.iter().map(|own| own.word).filter(|own| own.len() > 2);
            let known = self.known.iter().map(String::as_str).chain(words);
            let near = self.diagnostics.nearest(&pattern.text, known);
            self.diagnostics.push(match near {
                Some(near) => error.suggest(near),
                None => error,
            });
        }
        let mut comparison = None;
        property.formula.visit(&mut |part| {
            if matches!(part.kind, FormulaKind::Realisable) {
                comparison = Some(part.span);
            }
        });
        if let (Some(span), None) = (comparison, self.lowered.followed) {
            let message = "`realisable` is a question about choreographies";
            self.diagnostics.push(Diagnostic::error(self.codes.syntax, span, message));
        }
    }

    /// A formula of the core.
    pub fn formula(&mut self, formula: &Formula) -> Core {
        match &formula.kind {
            FormulaKind::Constant(true) => Core::And(vec![]),
            FormulaKind::Constant(false) => Core::Or(vec![]),
            FormulaKind::Can(actions) => {
                let enabled = guards(&self.lowered.system, &self.lowered.labels, test(actions));
                let enabled = self.lowered.system.exprs.or(enabled.into_iter().map(|(_, guard)| guard));
                let written = self.text(formula.span);
                self.lowered.system.write_as(enabled, &written);
                Core::State(enabled)
            }
            FormulaKind::Does(_) => Core::Step(self.step(formula)),
            FormulaKind::Did(actions) => Core::Arrived(self.steps(actions)),
            FormulaKind::Deadlock => Core::Deadlock,
            FormulaKind::Terminated => Core::State(self.lowered.terminated),
            FormulaKind::Realisable => {
                let followed = self.lowered.followed.unwrap_or(self.lowered.terminated);
                Core::Globally(Box::new(Core::State(followed)))
            }
            FormulaKind::Unary(operator, inner) => {
                let inner = self.formula(inner);
                match operator {
                    Unary::Not => inner.not(),
                    Unary::Next => Core::Next(Box::new(inner)),
                    Unary::Finally => Core::Finally(Box::new(inner)),
                    Unary::Globally => Core::Globally(Box::new(inner)),
                    Unary::AllRuns => Core::AllRuns(Box::new(inner)),
                    Unary::SomeRun => Core::SomeRun(Box::new(inner)),
                }
            }
            FormulaKind::Binary(operator, left, right) => {
                let (left, right) = (self.formula(left), self.formula(right));
                match operator {
                    Binary::Implies => left.implies(right),
                    Binary::Iff => left.iff(right),
                    Binary::Until => Core::Until(Box::new(left), Box::new(right)),
                    Binary::WeakUntil => Core::WeakUntil(Box::new(left), Box::new(right)),
                    Binary::Release => Core::Release(Box::new(left), Box::new(right)),
                }
            }
            FormulaKind::And(list) => Core::And(list.iter().map(|part| self.formula(part)).collect()),
            FormulaKind::Or(list) => Core::Or(list.iter().map(|part| self.formula(part)).collect()),
            FormulaKind::Diamond(step, then) => {
                let then = self.formula(then);
                Core::SomeRun(Box::new(Core::diamond(self.step(step), then)))
            }
            FormulaKind::Box(step, then) => {
                let then = self.formula(then);
                Core::AllRuns(Box::new(Core::boxed(self.step(step), then)))
            }
        }
    }

    /// The steps that `does` describes.
    fn step(&mut self, does: &Formula) -> StepPredicateId {
        let none = Actions { all_but: false, list: Vec::new() };
        let actions = if let FormulaKind::Does(actions) = &does.kind { actions } else { &none };
        self.steps(actions)
    }

    /// The steps that are one of the actions.
    fn steps(&mut self, actions: &Actions) -> StepPredicateId {
        let system = &mut self.lowered.system;
        let always = system.exprs.bool(true);
        let rules = guards(system, &self.lowered.labels, test(actions));
        let cases: BTreeMap<_, _> = rules.into_iter().map(|(rule, _)| (rule, always)).collect();
        let names: Vec<&str> = actions.list.iter().map(|pattern| pattern.text.as_str()).collect();
        let text = format!("{}{}", if actions.all_but { "-" } else { "" }, names.join(", "));
        let predicate = StepPredicate { text, cases };
        match system.step_predicates.iter().position(|known| *known == predicate) {
            Some(known) => StepPredicateId(known as u32),
            None => system.add_step_predicate(predicate),
        }
    }
}

/// Whether a label is one of some actions; what has no name is no action.
fn test(actions: &Actions) -> impl Fn(&Label) -> bool + '_ {
    |label| {
        let listed = actions.list.iter().any(|pattern| label.names.contains(&pattern.text));
        !label.names.is_empty() && listed != actions.all_but
    }
}

/// How many parts a formula has when it is written out.
fn parts(formula: &Formula) -> usize {
    match &formula.kind {
        FormulaKind::Unary(_, a) => parts(a).saturating_add(1),
        FormulaKind::Diamond(_, a) | FormulaKind::Box(_, a) => parts(a).saturating_add(3),
        FormulaKind::Binary(operator, a, b) => {
            let both = parts(a).saturating_add(parts(b)).saturating_add(1);
            if matches!(operator, Binary::Iff) { both.saturating_mul(2) } else { both }
        }
        FormulaKind::And(list) | FormulaKind::Or(list) => {
            list.iter().fold(1, |sum, part| parts(part).saturating_add(sum))
        }
        _ => 1,
    }
}
