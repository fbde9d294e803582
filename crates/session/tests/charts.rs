//! Charts and pictures of the examples of all languages: complete, well formed, and never blank.

use std::path::Path;

use synod_core::{Budget, Counterexample};
use synod_documents::{Chart, MessageKind};
use synod_printers::chart::{mermaid, plantuml, svg};
use synod_session::charts::chart;
use synod_session::convert::{Conversion, convert};
use synod_session::simulation::{Simulation, SimulationRequest};
use synod_session::traces::{self, TraceFormat};
use synod_session::{OpenedModel, Reader, Reading, TraceView, languages};
use synod_syntax::Source;

/// A model of a folder of examples.
fn open(file: &str, parameters: &[&str]) -> OpenedModel {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(file);
    read(file, std::fs::read_to_string(path).unwrap(), parameters)
}

/// A model in a text.
fn read(file: &str, text: String, parameters: &[&str]) -> OpenedModel {
    let parameters = parameters.iter().map(|text| text.to_string()).collect();
    let reading = Reading { parameters, ..Reading::default() };
    let reader = Reader::new(&languages(), file, &text, &reading).map_err(|e| e.message).unwrap();
    let opened = reader.open(Source::new(file, text), &Budget::unlimited()).map_err(|e| e.message).unwrap();
    opened.one_system().map_err(|e| e.message).unwrap()
}

/// An example or two of each language.
fn examples() -> Vec<OpenedModel> {
    vec![
        open("rcheck/resource-allocation.rcp", &[]),
        open("rcheck/philosophers.rcp", &[]),
        open("labs/leader.labs", &["n=3"]),
        open("labs/majority.labs", &["yes=2", "no=1"]),
        open("ispl/bit-transmission.ispl", &[]),
        open("ispl/trains.ispl", &[]),
        open("pispl/robots.pispl", &["Robot=2"]),
        open("process/stock.chor", &[]),
        open("process/vending.ccs", &[]),
        open("process/barrier.ccs", &[]),
    ]
}

fn random_run(model: &OpenedModel, steps: usize) -> Counterexample {
    let request =
        SimulationRequest { seed: 5, first_run: 1, steps, constraint: String::new(), int_bound: None };
    Simulation::new(model, request).unwrap().run(0, &Budget::unlimited()).unwrap().run
}

fn drawn(model: &OpenedModel, run: &Counterexample) -> Chart {
    chart(&model.compiled.system, model.narrator(), "a run", run, &TraceView::default())
}

/// Panics unless elements are closed in order and ids are unique.
fn assert_well_formed(svg: &str, name: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut ids: Vec<&str> = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or_else(|| panic!("{name}: `<{part}` has no end"));
        assert!(!text.contains('>'), "{name}: {text}");
        for entity in text.split('&').skip(1) {
            let known = ["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|known| entity.starts_with(known));
            assert!(known, "{name}: &{entity}");
        }
        let element = tag.split_whitespace().next().unwrap_or_default();
        match element.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed), "{name}"),
            None if tag.ends_with('/') => {}
            None => open.push(element),
        }
        if let Some((_, id)) = tag.split_once(" id=\"") {
            let id = id.split('"').next().unwrap();
            assert!(!ids.contains(&id), "{name}: {id} is there twice");
            ids.push(id);
        }
    }
    assert!(open.is_empty(), "{name}: {open:?}");
}

#[test]
fn every_step_and_everybody_who_takes_part_is_drawn() {
    for model in examples() {
        let name = model.source.name();
        let run = random_run(&model, 12);
        let chart = drawn(&model, &run);
        assert_eq!(chart.steps.len(), run.trace.steps.len(), "{name}");
        let picture = svg::document(&chart);
        assert_well_formed(&picture, name);
        for step in &chart.steps {
            assert!(!step.text.is_empty(), "{name}, step {}", step.number);
            assert!(!step.deeds.is_empty() || !step.messages.is_empty(), "{name}: {}", step.text);
            assert!(picture.contains(&format!("id=\"chart-step-{}\"", step.number)), "{name}");
            let everybody = model.compiled.system.agents.len();
            for message in step.messages.iter().filter(|m| m.kind == MessageKind::Broadcast) {
                assert_eq!(message.to.len() + message.missed.len() + 1, everybody, "{name}: {}", step.text);
            }
        }
        for text in [mermaid::text(&chart), plantuml::text(&chart)] {
            assert!(text.lines().count() > chart.steps.len(), "{name}: {text}");
        }
    }
}

#[test]
fn charts_tell_of_messages_exchanges_stigmergy_and_rounds() {
    let kinds = |file: &str, parameters: &[&str]| {
        let model = open(file, parameters);
        let chart = drawn(&model, &random_run(&model, 25));
        let messages = chart.steps.iter().flat_map(|step| &step.messages).map(|message| message.kind);
        (messages.collect::<Vec<_>>(), chart.steps.iter().filter(|step| step.is_round).count())
    };
    let (taxis, _) = kinds("rcheck/first-steps.rcp", &[]);
    for kind in [MessageKind::Broadcast, MessageKind::Multicast, MessageKind::Get, MessageKind::Supply] {
        assert!(taxis.contains(&kind), "{kind:?} is not among {taxis:?}");
    }
    let (leader, _) = kinds("labs/leader.labs", &["n=3"]);
    assert!(leader.contains(&MessageKind::Propagate), "{leader:?}");
    let (majority, _) = kinds("labs/majority.labs", &["yes=2", "no=1"]);
    assert!(majority.contains(&MessageKind::Write), "{majority:?}");
    let (stock, _) = kinds("process/stock.chor", &[]);
    assert!(stock.contains(&MessageKind::Handshake), "{stock:?}");
    assert_eq!(kinds("ispl/trains.ispl", &[]), (vec![], 25));
}

#[test]
fn dead_ends_tell_who_blocks_whom() {
    let model = open("rcheck/philosophers.rcp", &[]);
    let run = (0..200).map(|seed| {
        let request =
            SimulationRequest { seed, first_run: 1, steps: 40, constraint: String::new(), int_bound: None };
        Simulation::new(&model, request).unwrap().run(0, &Budget::unlimited()).unwrap()
    });
    let stuck = run.into_iter().find(|run| run.dead_end).expect("a run into the deadlock");
    let end = drawn(&model, &stuck.run).dead_end.expect("a dead end");
    assert_eq!(end.blocked.len(), 4, "{:?}", end.blocked);
    // Each wants the fork that the next one has.
    assert!(end.blocked.iter().all(|one| one.by == [(one.from + 1) % 4]), "{:?}", end.blocked);
}

/// A run that ends in a dead end.
fn stuck(model: &OpenedModel) -> Counterexample {
    let mut runs = (0..200).map(|seed| {
        let request =
            SimulationRequest { seed, first_run: 1, steps: 40, constraint: String::new(), int_bound: None };
        Simulation::new(model, request).unwrap().run(0, &Budget::unlimited()).unwrap()
    });
    runs.find(|run| run.dead_end).expect("a run into a deadlock").run
}

#[test]
fn processes_meet_with_a_direction_and_wait_for_each_other() {
    let text = "P = on.fill.P\nQ = 'on.'drain.Q\nR = fill.0\nsystem = (P | Q | R) \\ {on, fill, drain}";
    let model = read("pump.ccs", text.to_string(), &[]);
    let chart = drawn(&model, &stuck(&model));
    let message = &chart.steps[0].messages[0];
    assert_eq!((message.kind, message.from, message.to[0].lifeline), (MessageKind::Handshake, 1, 0));
    assert_eq!(message.label, "τ(on)");
    let text = "S = b -> s: order; (s -> b: price + s -> b: sold)\nproperty p: realisable";
    let model = read("shop.chor", text.to_string(), &[]);
    let end = drawn(&model, &stuck(&model)).dead_end.expect("a dead end");
    let waits: Vec<(usize, &[usize])> = end.blocked.iter().map(|one| (one.from, one.by.as_slice())).collect();
    assert_eq!(waits, [(0, &[1][..]), (1, &[0][..])], "{:?}", end.blocked);
}

#[test]
fn several_deeds_of_a_step_stand_below_each_other_and_rounds_join_those_who_take_part() {
    let text = "system { spawn = A: 2 } stigmergy S { link = true s, t: 0, 0 }\n\
                agent A { interface = x: 0 stigmergies = S Behavior = s, t <~ 1, 2 } check { }";
    let model = read("two.labs", text.to_string(), &[]);
    let picture = svg::document(&drawn(&model, &random_run(&model, 1)));
    let deeds = picture.split("class=\"synod-deed\"").skip(1);
    let place =
        |deed: &str| deed.split(" y=\"").nth(1).and_then(|y| y.split('"').next()).unwrap().to_string();
    let places: Vec<String> = deeds.map(place).collect();
    assert_eq!(places.len(), 2, "{picture}");
    assert_ne!(places[0], places[1], "{picture}");
    assert!(!picture.contains("data-agents=\"A 0 A 0\""), "{picture}");
    let model = open("pispl/robots.pispl", &["Robot=3"]);
    let chart = drawn(&model, &random_run(&model, 12));
    let picture = svg::document(&chart);
    let lines = picture.matches("class=\"round\"").count();
    assert_eq!(lines, chart.steps.iter().filter(|step| step.is_round).count());
}

#[test]
fn pictures_show_what_protocols_ask_of_others() {
    let text = "Agent Environment Obsvars: light : {red, green}; end Obsvars Actions = {tick};\n\
                Protocol: Other : {tick}; end Protocol\n\
                Evolution: light = green if light = red; light = red if light = green; end Evolution end Agent\n\
                Agent Car Vars: at : {near, in}; end Vars Actions = {go, wait};\n\
                Protocol: at = near and Environment.light = green : {go}; Other : {wait}; end Protocol\n\
                Evolution: at = in if Action = go; end Evolution end Agent\n\
                Evaluation p if Car.at = in; end Evaluation\n\
                InitStates Car.at = near and Environment.light = red; end InitStates Formulae EF p; end Formulae";
    let model = read("gate.ispl", text.to_string(), &[]);
    let agent = Some("Car".to_string());
    let wanted = Conversion { form: "dot".to_string(), agent, ..Conversion::default() };
    let picture = convert(&languages(), &model, &wanted).map_err(|e| e.message).unwrap();
    let picture = String::from_utf8(picture.content).unwrap();
    assert!(picture.contains("Environment.light = green"), "{picture}");
}

#[test]
fn names_are_escaped_and_long_runs_and_many_agents_are_drawn() {
    let model = open("rcheck/first-steps.rcp", &[]);
    let mut chart = drawn(&model, &random_run(&model, 300));
    chart.lifelines[0].name = "<&\"'>".to_string();
    chart.title = "G (x -> \"<y>\")".to_string();
    let picture = svg::document(&chart);
    assert_well_formed(&picture, "odd names");
    assert!(picture.contains("chart-step-300") && picture.contains("class=\"again\""));
    let mermaid = mermaid::text(&chart);
    assert!(!mermaid.contains("\"<y>\"") && !mermaid.contains("as <"), "{mermaid}");
    let crowd = synod_documents::Lifeline { name: "x".into(), role: Some("X".into()), is_active: false };
    chart.lifelines.extend((0..50).map(|_| crowd.clone()));
    let picture = svg::document(&chart);
    assert!(picture.contains("agents that take no part are not shown"));
}

#[test]
fn a_narrowed_chart_has_only_what_concerns_an_agent() {
    let model = open("rcheck/resource-allocation.rcp", &[]);
    let run = random_run(&model, 20);
    let view = TraceView::new(&model, &[], &["machine1".to_string()]).map_err(|e| e.message).unwrap();
    let chart = chart(&model.compiled.system, None, "a run", &run, &view);
    let machine = chart.lifelines.iter().position(|lifeline| lifeline.name == "machine1").unwrap();
    assert!(chart.steps.len() < run.trace.steps.len() && !chart.steps.is_empty());
    for step in &chart.steps {
        let takes_part = |m: &synod_documents::ChartMessage| {
            m.from == machine || m.to.iter().any(|to| to.lifeline == machine)
        };
        let concerns = step.messages.iter().any(takes_part)
            || step.changes.iter().any(|change| change.lifeline == machine);
        assert!(concerns, "{}", step.text);
    }
    assert_well_formed(&svg::document(&chart), "machine");
}

#[test]
fn every_agent_of_every_language_has_a_picture() {
    for model in examples() {
        for form in ["svg", "dot"] {
            let wanted = Conversion { form: form.to_string(), ..Conversion::default() };
            let picture = convert(&languages(), &model, &wanted).map_err(|e| e.message).unwrap();
            let picture = String::from_utf8(picture.content).unwrap();
            for agent in &model.compiled.system.agents {
                assert!(
                    picture.contains(&agent.name),
                    "{}: {} is not drawn",
                    model.source.name(),
                    agent.name
                );
            }
            if form == "svg" {
                assert_well_formed(&picture, model.source.name());
                assert!(picture.contains("synod-edge"), "{}", model.source.name());
            }
        }
    }
}

#[test]
fn local_states_are_those_that_the_protocol_and_evolution_give() {
    let model = open("ispl/bit-transmission.ispl", &[]);
    let agent = Some("Receiver".to_string());
    let wanted = Conversion { form: "dot".to_string(), agent, ..Conversion::default() };
    let picture = convert(&languages(), &model, &wanted).map_err(|e| e.message).unwrap();
    let picture = String::from_utf8(picture.content).unwrap();
    for state in ["nothing_yet", "zero", "one"] {
        assert!(picture.contains(&format!("label = \"{state}\"")), "{picture}");
    }
    // It waits until it has a bit, and acknowledges from then on.
    assert!(picture.contains("wait") && picture.contains("acknowledge"), "{picture}");
}

#[test]
fn formats_follow_names_and_other_names_are_refused() {
    let format = |name: &str| TraceFormat::of_file(name).map_err(|refused| refused.message);
    assert_eq!(format("a/run.svg"), Ok(TraceFormat::Svg));
    assert_eq!(format("run.MMD"), Ok(TraceFormat::Mermaid));
    assert_eq!(format("run.puml"), Ok(TraceFormat::PlantUml));
    assert_eq!(format("run.itf.json"), Ok(TraceFormat::Itf));
    assert_eq!(format("run.json"), Ok(TraceFormat::Synod));
    assert_eq!(format("-"), Ok(TraceFormat::Synod));
    let refused = format("run.pdf").unwrap_err();
    assert!(
        refused.starts_with("the name `run.pdf` does not tell how the trace is to be written"),
        "{refused}"
    );
    assert!(refused.contains("*.svg") && refused.contains("*.puml"), "{refused}");
}

/// What is watched in a state, in a language.
fn watched(file: &str, parameters: &[&str], expressions: &[&str]) -> Vec<String> {
    let model = open(file, parameters);
    let expressions: Vec<String> = expressions.iter().map(|text| text.to_string()).collect();
    let view = TraceView::new(&model, &expressions, &[])
        .map_err(|e| format!("{}: {:?}", e.message, e.diagnostics))
        .unwrap();
    let run = random_run(&model, 1);
    view.watched_texts(&run.trace.states[0])
}

#[test]
fn expressions_of_each_language_are_watched() {
    let taxis = ["red-busy | blue-busy", "ann-automaton-state + 1", "ann-ride", "ann-ride = ann"];
    assert_eq!(
        watched("rcheck/first-steps.rcp", &[], &taxis),
        [
            "red-busy | blue-busy is false",
            "ann-automaton-state + 1 is 1",
            "ann-ride is ann",
            "ann-ride = ann is true"
        ]
    );
    let leader = ["leader of 0 + leader of 1", "forall Node a, (leader of a) = 3"];
    assert_eq!(
        watched("labs/leader.labs", &["n=3"], &leader),
        ["leader of 0 + leader of 1 is 6", "forall Node a, (leader of a) = 3 is true"]
    );
    assert_eq!(
        watched("ispl/trains.ispl", &[], &["Environment.light = fast", "F1.at"]),
        ["Environment.light = fast is true", "F1.at is waits"]
    );
    assert_eq!(watched("process/vending.ccs", &[], &["can(coin)"]), ["can(coin) is true"]);
    let model = open("rcheck/first-steps.rcp", &[]);
    let refused = TraceView::new(&model, &["red-bussy".to_string()], &[]).err().unwrap();
    assert!(
        refused.message.contains("`red-bussy` is not an expression of this model"),
        "{}",
        refused.message
    );
}

#[test]
fn what_is_watched_is_in_every_state_of_every_format() {
    let model = open("rcheck/first-steps.rcp", &[]);
    let view =
        TraceView::new(&model, &["red-busy | blue-busy".to_string()], &[]).map_err(|e| e.message).unwrap();
    let run = random_run(&model, 3);
    for format in
        [TraceFormat::Synod, TraceFormat::Itf, TraceFormat::Csv, TraceFormat::Svg, TraceFormat::Mermaid]
    {
        let text = traces::write(&model, format, "a run", &run, &view).unwrap();
        let least = if format == TraceFormat::Csv { 1 } else { 4 };
        assert!(text.matches("red-busy | blue-busy").count() >= least, "{format:?}: {text}");
        if matches!(format, TraceFormat::Synod | TraceFormat::Itf) {
            let again = traces::read(&model, "t.json", &text).unwrap().unwrap();
            assert_eq!(again, run.trace);
        }
    }
}
