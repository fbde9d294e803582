//! A new language takes few lines: here is one, which is checked, simulated and shown.

use std::ops::ControlFlow;

use synod_check::{AUTO, Options};
use synod_core::{
    Agent, Alternative, BinaryOp, Budget, CompiledModel, Formula, Mode, Observation, Part, Property,
    PropertyOrigin, Rule, Silent, System, Type, Update, Variable,
};
use synod_frontend::{
    Form, Frontend, GivenOption, Language, LanguageModel, LanguageOption, Loaded, OptionKind, OptionScope,
    Registry, Settings, SystemModel, file_stem,
};
use synod_session::convert::{Conversion, convert};
use synod_session::walk::Walk;
use synod_session::{OpenedModel, Reader, Reading, Rejection, languages};
use synod_syntax::{Diagnostic, Diagnostics, Source, Span};

/// Counters. A text is a number: `n` counts up to it. The property asks that it stays below.
struct Counters;

static COUNTERS: Counters = Counters;

const LANGUAGE: Language =
    Language { name: "counter", title: "Counter", endings: &["count"], meaning: "a number to count to" };

const ROUND: LanguageOption = LanguageOption {
    name: "round",
    kind: OptionKind::Flag,
    help: "Begin again at 0",
    scope: OptionScope::Model,
};

const FORM: Form = Form { name: "number", meaning: "The number", ending: ".txt" };

impl Frontend for Counters {
    fn language(&self) -> &Language {
        &LANGUAGE
    }

    fn options(&self) -> &[LanguageOption] {
        &[ROUND]
    }

    fn forms(&self) -> &[Form] {
        &[FORM]
    }

    fn load(&self, source: &Source, settings: &Settings) -> Loaded {
        let mut diagnostics = Diagnostics::new();
        let Ok(last) = source.text().trim().parse::<i64>() else {
            let span = Span { start: 0, end: source.text().len() as u32 };
            diagnostics.push(Diagnostic::error("counter::number", span, "this is not a number"));
            return Loaded::system(None, diagnostics);
        };
        let compiled = counter(file_stem(source.name()), last, settings.flag(&ROUND));
        let model = SystemModel { language: LANGUAGE.name, compiled, details: Box::new(Last(last)) };
        Loaded::system(Some(model), diagnostics)
    }
}

struct Last(i64);

impl LanguageModel for Last {
    fn form(&self, name: &str) -> Option<String> {
        (name == FORM.name).then(|| format!("{}\n", self.0))
    }
}

fn counter(name: &str, last: i64, round: bool) -> CompiledModel {
    let mut system = System::new(name);
    let agent = system.add_agent(Agent {
        name: "counter".to_string(),
        role: "Counter".to_string(),
        owns: Vec::new(),
        observes: Vec::new(),
        automaton: None,
        span: Span::default(),
    });
    let variable = Variable {
        name: "n".to_string(),
        ty: Type::Range { lo: 0, hi: last },
        len: None,
        owner: Some(agent),
        span: Span::default(),
    };
    let var = system.add_var(variable);
    let exprs = &mut system.exprs;
    let (n, zero, one, top) = (exprs.var(var), exprs.int(0), exprs.int(1), exprs.int(last));
    let (at_top, next) = (exprs.eq(n, top), exprs.binary(BinaryOp::Add, n, one));
    let (value, yes) = (exprs.ite(at_top, zero, next), exprs.bool(true));
    let below = exprs.not(at_top);
    system.init = system.exprs.eq(n, zero);
    let alternative =
        Alternative { guard: yes, updates: vec![Update { var, index: None, value }], action: None };
    system.add_rule(Rule {
        name: "count".to_string(),
        choices: Vec::new(),
        guard: if round { yes } else { below },
        parts: vec![Part { agent: Some(agent), alternatives: vec![alternative].into() }],
        observation: Observation::of(Mode::Local),
        span: Span::default(),
    });
    let property = |name: &str, text: &str, formula| Property {
        name: name.to_string(),
        text: text.to_string(),
        formula,
        span: Span::default(),
        origin: PropertyOrigin::Model,
    };
    let always = Formula::Globally(Box::new(Formula::State(below)));
    let reached = Formula::Finally(Box::new(Formula::State(at_top)));
    CompiledModel::new(
        system,
        vec![property("below", "n stays below", always), property("reached", "n gets there", reached)],
    )
}

fn registry() -> Registry {
    let mut registry = languages();
    registry.add(&COUNTERS);
    registry
}

fn open(text: &str, options: &[&str]) -> Result<OpenedModel, Rejection> {
    let given = options.iter().map(|name| GivenOption { name: name.to_string(), value: None });
    let reading = Reading { options: given.collect(), ..Reading::default() };
    let reader = Reader::new(&registry(), "three.count", text, &reading)?;
    reader.open(Source::new("three.count", text), &synod_core::Budget::unlimited())?.one_system()
}

#[test]
fn models_of_a_new_language_are_checked() {
    let model = open("3", &[]).unwrap_or_else(|rejection| panic!("{rejection:?}"));
    let options = Options { lints: true, ..Options::plain(AUTO) };
    let mut names = Vec::new();
    let report =
        model.check(&model.compiled.properties, &options, &Budget::unlimited(), &Silent, &mut |event| {
            if let synod_check::Event::Answer(answer) = event {
                names.push(answer.property.name.clone());
            }
            ControlFlow::Continue(())
        });
    let report = report.unwrap_or_else(|rejection| panic!("{rejection:?}"));
    assert_eq!(names, ["below", "reached"]);
    let words: Vec<&str> = report.answers.iter().map(|answer| answer.outcome.verdict.word()).collect();
    assert_eq!(words, ["violated", "holds"]);
    let reason = synod_session::wording::reason(&report.answers[0].outcome.verdict);
    assert_eq!(reason, "a run of 3 steps violates it");
}

#[test]
fn they_are_simulated() {
    for (options, steps) in [(&[][..], 3), (&["round"], 10)] {
        let model = open("3", options).unwrap_or_else(|rejection| panic!("{rejection:?}"));
        let mut walk = Walk::new(&model, "").expect("an initial state");
        walk.random(10, 1, &Budget::unlimited());
        assert_eq!(walk.history().steps.len(), steps);
    }
}

#[test]
fn they_are_shown() {
    let model = open("3", &[]).unwrap_or_else(|rejection| panic!("{rejection:?}"));
    let shown = |form: &str| {
        let wanted = Conversion { form: form.to_string(), ..Conversion::default() };
        convert(&registry(), &model, &wanted).map(|shown| String::from_utf8(shown.content).expect("text"))
    };
    assert_eq!(shown("number").ok().as_deref(), Some("3\n"));
    assert!(shown("smv").is_ok_and(|text| text.contains("MODULE main")));
    let refused = shown("projections").expect_err("no projections").message;
    assert_eq!(refused, "`--format projections` applies to choreography models only");
}

#[test]
fn what_is_wrong_with_them_is_told() {
    let rejection = open("three", &[]).err().expect("an error");
    assert_eq!(rejection.message, "`three.count`: 1 error; nothing was checked");
    assert_eq!(rejection.diagnostics[0].code, "counter::number");
    let foreign = open("3", &["fair"]).err().expect("an error");
    assert_eq!(foreign.message, "`--fair` applies to LAbS models only");
}
