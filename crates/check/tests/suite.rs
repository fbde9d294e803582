//! What comes with an answer: findings about the model, side conditions, bounds on steps, passes.

use std::ops::ControlFlow;

use synod_check::{AUTO, Event, Options, Report, run};
use synod_core::{
    Alternative, Budget, CompiledModel, ExprId, Formula, Mode, Observation, Part, Property, PropertyOrigin,
    Remark, RemarkWhen, Rule, SideQuestion, Silent, System, Type, Update, VarId, Variable,
};
use synod_syntax::Severity;
use synod_testing::property;

/// Two counters that go round at the same time, the second unseen by everybody.
fn counters() -> System {
    let mut system = System::new("counters");
    let var = |name: &str| Variable {
        name: name.into(),
        ty: Type::Range { lo: 0, hi: 4 },
        len: None,
        owner: None,
        span: Default::default(),
    };
    let vars: Vec<VarId> = ["seen", "unseen"].map(|name| system.add_var(var(name))).to_vec();
    let exprs = &mut system.exprs;
    let (zero, one, five) = (exprs.int(0), exprs.int(1), exprs.int(5));
    let (mut init, mut updates) = (Vec::new(), Vec::new());
    for var in vars {
        let now = exprs.var(var);
        init.push(exprs.eq(now, zero));
        let sum = exprs.binary(synod_core::BinaryOp::Add, now, one);
        let value = exprs.binary(synod_core::BinaryOp::Mod, sum, five);
        updates.push(Update { var, index: None, value });
    }
    system.init = exprs.and(init);
    add_rule(&mut system, "count", updates);
    system
}

/// Adds a rule that can always be taken.
fn add_rule(system: &mut System, name: &str, updates: Vec<Update>) {
    let yes = system.exprs.bool(true);
    system.add_rule(Rule {
        name: name.into(),
        choices: vec![],
        guard: yes,
        parts: vec![Part {
            agent: None,
            alternatives: vec![Alternative { guard: yes, updates, action: None }].into(),
        }],
        observation: Observation::of(Mode::Local),
        span: Default::default(),
    });
}

/// `seen < n`.
fn below(system: &mut System, n: i64) -> ExprId {
    let (seen, n) = (system.exprs.var(VarId(0)), system.exprs.int(n));
    system.exprs.lt(seen, n)
}

fn named(name: &str, formula: Formula) -> Property {
    Property { name: name.into(), origin: PropertyOrigin::Model, ..property(formula) }
}

fn always(condition: ExprId) -> Formula {
    Formula::Globally(Box::new(Formula::State(condition)))
}

fn checked(model: &CompiledModel) -> (Report, Vec<String>) {
    let options = Options { lints: true, ..Options::plain(AUTO) };
    let mut events = Vec::new();
    let mut tell = |event: Event| {
        events.push(match event {
            Event::Begins(property) => format!("begins {}", property.name),
            Event::Finding(finding) => finding.code.to_string(),
            Event::Answer(answer) => format!("{} {}", answer.property.name, answer.outcome.verdict.word()),
        });
        ControlFlow::Continue(())
    };
    let properties = &model.properties;
    let report = run(model, properties, &options, &Budget::unlimited(), &Silent, &mut tell);
    (report.expect("an engine"), events)
}

#[test]
fn answers_come_in_order_and_name_the_passes_that_helped() {
    let mut system = counters();
    let (low, any) = (below(&mut system, 3), below(&mut system, 5));
    let properties = vec![named("low", always(low)), named("any", always(any))];
    let model = CompiledModel { reduce: true, ..CompiledModel::new(system, properties) };
    let (report, events) = checked(&model);
    assert_eq!(events, ["begins low", "low violated", "begins any", "any holds"]);
    for answer in &report.answers {
        let passes: Vec<(&str, &str)> =
            answer.passes.iter().map(|pass| (pass.name, pass.removed.as_str())).collect();
        assert_eq!(passes, [("cone of influence", "1 variable removed (unseen)")]);
        let outside = Remark::OutsideCone { variables: vec!["unseen".into()] };
        assert!(answer.outcome.remarks.contains(&outside));
    }
}

#[test]
fn a_model_without_initial_states_is_found_before_the_first_answer() {
    for (empty_is_error, severity) in [(false, Severity::Warning), (true, Severity::Error)] {
        let mut system = counters();
        let any = below(&mut system, 5);
        system.init = system.exprs.bool(false);
        let goal = Formula::Finally(Box::new(Formula::State(any)));
        for reduce in [false, true] {
            let properties = vec![named("any", goal.clone()), named("again", always(any))];
            let model =
                CompiledModel { reduce, empty_is_error, ..CompiledModel::new(system.clone(), properties) };
            let (report, events) = checked(&model);
            assert_eq!(
                events,
                ["begins any", "model::no-initial-state", "any holds", "begins again", "again holds"]
            );
            assert_eq!(report.findings[0].severity, severity);
        }
    }
}

#[test]
fn a_bound_on_steps_makes_what_holds_bounded_and_side_questions_remark() {
    let mut system = counters();
    let (low, any) = (below(&mut system, 3), below(&mut system, 5));
    let side = |name: &str, when, condition| SideQuestion {
        about: Some(name.to_string()),
        property: property(always(condition)),
        when,
        is_stronger: false,
        remark: Remark::UncountedDeadlocks,
    };
    let side_questions =
        vec![side("any", RemarkWhen::Violated, low), side("again", RemarkWhen::Violated, any)];
    let properties = vec![named("any", always(any)), named("again", always(any))];
    let model =
        CompiledModel { side_questions, step_bound: Some(7), ..CompiledModel::new(system, properties) };
    let (report, events) = checked(&model);
    assert_eq!(events, ["begins any", "any bounded", "begins again", "again bounded"]);
    let remarks: Vec<&[Remark]> =
        report.answers.iter().map(|answer| answer.outcome.remarks.as_slice()).collect();
    assert_eq!(remarks, [&[Remark::UncountedDeadlocks][..], &[]]);
}

/// Counters that count on their own, and more of their states than anybody visits.
fn many_counters() -> System {
    let mut system = System::new("many");
    for number in 0..6 {
        let ty = Type::Range { lo: 0, hi: 255 };
        let name = format!("n{number}");
        let var = system.add_var(Variable { name, ty, len: None, owner: None, span: Default::default() });
        let (now, zero, one) = (system.exprs.var(var), system.exprs.int(0), system.exprs.int(1));
        let starts = system.exprs.eq(now, zero);
        system.init = system.exprs.and([system.init, starts]);
        let value = system.exprs.binary(synod_core::BinaryOp::Add, now, one);
        let updates = vec![Update { var, index: None, value }];
        add_rule(&mut system, &format!("count{number}"), updates);
    }
    system
}

#[test]
fn a_stronger_question_leaves_time_for_the_one_that_was_asked() {
    let mut system = many_counters();
    let (start, any) = (below(&mut system, 1), below(&mut system, 256));
    let side_questions = vec![SideQuestion {
        about: Some("start".to_string()),
        property: property(always(any)),
        when: RemarkWhen::Violated,
        is_stronger: true,
        remark: Remark::UncountedDeadlocks,
    }];
    let properties = vec![named("start", Formula::State(start))];
    let model = CompiledModel { side_questions, ..CompiledModel::new(system, properties) };
    let options = Options::plain("explicit");
    let budget = Budget::unlimited().timeout(std::time::Duration::from_secs(2));
    let mut tell = |_: Event| ControlFlow::Continue(());
    let report = run(&model, &model.properties, &options, &budget, &Silent, &mut tell).unwrap();
    assert_eq!(report.answers[0].outcome.verdict.word(), "holds");
}

#[test]
fn what_is_vacuous_because_runs_deadlock_is_said_at_every_property() {
    let mut system = counters();
    let guard = below(&mut system, 4);
    system.rules[0].guard = guard;
    let (three, four) = (below(&mut system, 3), below(&mut system, 4));
    let finally = |condition| Formula::Finally(Box::new(Formula::State(condition)));
    let never = system.exprs.bool(false);
    let properties = vec![
        named("vacuous", finally(never).on_infinite_runs()),
        named("again", always(three).on_infinite_runs()),
        named("sound", finally(four).on_infinite_runs()),
        named("states", Formula::Globally(Box::new(Formula::State(three).on_live_states()))),
    ];
    let model = CompiledModel::new(system, properties);
    let (report, _) = checked(&model);
    let is_vacuous = |answer: &synod_check::PropertyAnswer| {
        answer.outcome.remarks.contains(&Remark::AllRunsDeadlock { steps: None })
    };
    let vacuous: Vec<bool> = report.answers.iter().map(is_vacuous).collect();
    assert_eq!((vacuous, report.count("holds")), (vec![true, true, false, true], 4));
    assert_eq!((report.exit_code(), report.has_warnings()), (0, true));
}
