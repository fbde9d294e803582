//! Small models as text, their steps as short strings, and verdicts of formulas on them.

use synod_core::Engine;
use synod_core::{
    Budget, Formula, Property, PropertyOrigin, Role, Silent, State, System, Taken, Verdict, show_value,
};
use synod_explicit::Explicit;
use synod_rcheck::ast::Dialect;
use synod_rcheck::{Options, load};
use synod_simulate::{Interpreter, Move};
use synod_syntax::{Severity, Source, Style, render};
use synod_testing::assert_valid;

/// A model in the new dialect.
pub struct Model {
    text: String,
    options: Options,
    system: System,
    properties: Vec<Property>,
}

/// A model in the legacy dialect.
#[allow(dead_code)]
pub struct Legacy;

#[allow(dead_code)]
impl Legacy {
    #[allow(clippy::new_ret_no_self)]
    pub fn new(text: &str) -> Model {
        Model::read(text, Options { dialect: Some(Dialect::Legacy), ..Options::default() })
    }
}

#[allow(dead_code)]
impl Model {
    pub fn new(text: &str) -> Self {
        Self::read(text, Options::default())
    }

    fn read(text: &str, options: Options) -> Self {
        let source = Source::new("test.rcp", text);
        let loaded = load(&source, &options);
        let problems: String = loaded
            .diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .map(|d| render(&source, d, Style::Plain))
            .collect();
        let model = loaded.model.unwrap_or_else(|| panic!("{problems}"));
        assert_valid(&model.system, &model.properties);
        Model { text: text.to_string(), options, system: model.system, properties: model.properties }
    }

    fn start(&self) -> State {
        let initial = Interpreter::new(&self.system).initial(2).states;
        assert!(!initial.is_empty(), "no initial state");
        initial.into_iter().next().expect("at least one")
    }

    fn moves(&self, state: &State) -> Vec<(String, Move)> {
        let moves = Interpreter::new(&self.system).moves(state).enabled;
        moves.into_iter().map(|m| (self.name(&m.taken), m)).collect()
    }

    /// `one!s -> two?r, three?r` for messages, `g<get s>give` for exchanges.
    fn name(&self, taken: &Taken) -> String {
        let rule = self.system.rule(taken.rule);
        let mut senders = Vec::new();
        let mut receivers = Vec::new();
        for (part, alternative) in std::iter::zip(&rule.parts, &taken.alternatives) {
            let Some(action) = &part.alternatives[*alternative as usize].action else { continue };
            let agent = &self.system.agent(part.agent.expect("an agent")).name;
            let label = action.label.as_deref().unwrap_or("");
            match action.role {
                Role::Sends => senders.push(format!("{agent}!{label}")),
                Role::Receives => receivers.push(format!("{agent}?{label}")),
                Role::Gets => senders.push(format!("{agent}<{label}")),
                Role::Supplies => senders.push(format!("{agent}>{label}")),
                Role::Acts => senders.push(format!("{agent}.{label}")),
            }
        }
        let senders = senders.join(" ");
        if receivers.is_empty() { senders } else { format!("{senders} -> {}", receivers.join(", ")) }
    }

    /// The steps of the first initial state, sorted.
    pub fn steps(&self) -> Vec<String> {
        self.steps_after(&[])
    }

    /// The steps after these ones, sorted.
    pub fn steps_after(&self, path: &[&str]) -> Vec<String> {
        let state = path.iter().fold(self.start(), |state, step| self.take(&state, step));
        let mut names: Vec<String> = self.moves(&state).into_iter().map(|(name, _)| name).collect();
        names.sort();
        names
    }

    fn take(&self, state: &State, step: &str) -> State {
        let moves = self.moves(state);
        let names: Vec<&String> = moves.iter().map(|(name, _)| name).collect();
        let found = moves.iter().find(|(name, _)| name == step);
        found.unwrap_or_else(|| panic!("no step {step} among {names:?}")).1.target.clone()
    }

    /// Values of variables after a step.
    pub fn after(&self, step: &str, variables: &[&str]) -> Vec<String> {
        let state = self.take(&self.start(), step);
        let value = |name: &&str| {
            let id = self.system.find_var(name).unwrap_or_else(|| panic!("no variable {name}"));
            show_value(&self.system, self.system.var(id).ty.sort(), state[self.system.slot(id)])
        };
        variables.iter().map(value).collect()
    }

    /// Whether each step of the first initial state is a broadcast, a multicast or neither.
    pub fn modes(&self) -> Vec<&'static str> {
        let state = self.start();
        let mode = |(_, m): (String, Move)| {
            let observation = &self.system.rule(m.taken.rule).observation;
            let env = synod_core::Env::of(&self.system, &state);
            match observation.broadcast {
                None => "exchange",
                Some(e) if synod_core::eval_bool(&self.system.exprs, e, env) == Ok(true) => "broadcast",
                Some(_) => "multicast",
            }
        };
        self.moves(&state).into_iter().map(mode).collect()
    }

    pub fn reachable_states(&self) -> u64 {
        Explicit::new(&self.system).explore(&Budget::unlimited(), &Silent).states
    }

    pub fn initial_states(&self) -> usize {
        Interpreter::new(&self.system).initial(usize::MAX).states.len()
    }

    /// Whether a formula holds on all runs, by the explicit engine.
    pub fn holds(&self, formula: &str) -> bool {
        let with_spec = Self::read(&format!("{}\nSPEC {formula}", self.text), self.options.clone());
        decide(&with_spec.system, with_spec.properties.last().expect("the formula"))
    }

    pub fn holds_built_in_no_fault(&self) -> bool {
        let formula = Formula::Globally(Box::new(Formula::Faulty.not()));
        let property = Property {
            name: "no-fault".into(),
            text: String::new(),
            formula,
            span: Default::default(),
            origin: PropertyOrigin::BuiltIn,
        };
        decide(&self.system, &property)
    }
}

/// The verdict of the explicit engine; its counterexamples are replayed.
fn decide(system: &System, property: &Property) -> bool {
    match Explicit::new(system).check(property, &Budget::unlimited(), &Silent).verdict {
        Verdict::Holds(_) => true,
        Verdict::Violated(counterexample) => {
            let replayed = synod_simulate::replay(&Interpreter::new(system), &counterexample.trace);
            assert!(replayed.is_ok(), "{replayed:?} for {}", property.text);
            false
        }
        other => panic!("no verdict on {}: {other:?}", property.text),
    }
}
