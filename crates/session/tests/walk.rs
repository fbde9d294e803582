//! Walks through a model.

use synod_core::{Budget, Counterexample};
use synod_documents::Obstacle;
use synod_printers::trace_table::Layout;
use synod_session::narration::{self, Telling};
use synod_session::simulation::Ending;
use synod_session::traces::{self, TraceFormat};
use synod_session::walk::{FindResult, Walk};
use synod_session::{OpenedModel, Reader, Reading, TraceView, languages};
use synod_syntax::{Source, Style};

/// A candle that is lit once, and a match that can be struck only while it burns.
const CANDLE: &str = "\
agent Candle
    local: lit : bool
    init: !lit
    repeat: light: {!lit} *! true ()[lit := true]
system = Candle(candle, true)
";

fn model() -> OpenedModel {
    read("candle.rcp", CANDLE)
}

fn read(name: &str, text: &str) -> OpenedModel {
    let reader = Reader::new(&languages(), name, text, &Reading::default());
    let opened =
        reader.and_then(|reader| reader.open(Source::new(name, text), &synod_core::Budget::unlimited()));
    opened.and_then(|opened| opened.one_system()).unwrap_or_else(|rejection| panic!("{}", rejection.message))
}

#[test]
fn a_position_says_what_can_be_done() {
    let model = model();
    let mut walk = Walk::new(&model, "").unwrap();
    let position = walk.position();
    assert_eq!((position.depth, position.step_count), (0, 1));
    assert_eq!(position.steps[0].step.text(), "candle broadcasts light → nobody");
    assert_eq!(position.steps[0].changes.keys().collect::<Vec<_>>(), ["candle-lit"]);
    walk.take(1).unwrap();
    assert_eq!(walk.position().step_count, 0);
    assert!(walk.take(1).is_err());
    walk.back(1).unwrap();
    assert_eq!(walk.position(), position);
}

#[test]
fn a_blocked_step_says_what_is_false_and_where_it_was_written() {
    let model = model();
    let mut walk = Walk::new(&model, "").unwrap();
    assert!(walk.blocked().is_empty());
    walk.take(1).unwrap();
    let [blocked] = <[_; 1]>::try_from(walk.blocked()).unwrap();
    assert_eq!(blocked.agent.as_deref(), Some("candle"));
    assert_eq!(blocked.place.map(|place| place.line), Some(4));
    let conditions = blocked.obstacles.iter().flat_map(|obstacle| match obstacle {
        Obstacle::Guard { conditions } => conditions.clone(),
        _ => Vec::new(),
    });
    let conditions: Vec<String> = conditions.map(|condition| condition.text).collect();
    assert!(conditions.iter().all(|text| text == "!lit") && !conditions.is_empty(), "{conditions:?}");
}

#[test]
fn the_nearest_state_without_a_step_is_found_by_its_name() {
    let model = model();
    let mut walk = Walk::new(&model, "").unwrap();
    let found = walk.find("deadlock", &Budget::unlimited()).unwrap_or_else(|why| panic!("{}", why.message));
    assert_eq!((found, walk.depth()), (FindResult::After(1), 1));
    assert!(walk.find("no_such_name", &Budget::unlimited()).is_err());
}

#[test]
fn a_step_that_reads_an_undefined_variable_names_it_and_its_agent_once() {
    let text = "system { spawn = A: 1 } agent A { interface = x: undef Behavior = x <- x + 1 } check { }";
    let model = read("undefined.labs", text);
    let walk = Walk::new(&model, "").unwrap();
    let listing = synod_session::blocked::listing(&walk.blocked(), "", 9, "");
    assert_eq!(listing, "A 0: `x <- x + 1` is not taken: `x of A 0` is undefined\n");
}

#[test]
fn a_walk_is_written_read_and_followed() {
    let model = model();
    let mut walk = Walk::new(&model, "").unwrap();
    assert_eq!(walk.random(5, 1, &Budget::unlimited()), Ending::Stuck);
    for format in [TraceFormat::Synod, TraceFormat::Itf] {
        let text = traces::write(
            &model,
            format,
            "a walk",
            &Counterexample::of(walk.history()),
            &TraceView::default(),
        )
        .unwrap();
        let trace = traces::read(&model, "walk.json", &text).unwrap().unwrap();
        assert_eq!(trace, walk.history());
        let mut again = Walk::new(&model, "").unwrap();
        again.load(trace).unwrap();
        again.follow().unwrap();
        assert_eq!(again.state(), walk.state());
        assert!(again.follow().is_err());
    }
}

#[test]
fn an_agent_has_a_view() {
    let model = model();
    let walk = Walk::new(&model, "").unwrap();
    let view = walk.view("candle").unwrap();
    assert!(view.observes.contains_key("candle-lit"));
    assert_eq!((view.steps.len(), view.steps[0].number), (1, 1));
    assert_eq!(walk.view("candel").unwrap_err(), "there is no agent `candel`; did you mean `candle`?");
}

/// Of `n` agents that all listen, each keeps each other one from sending: what is said of that grows with `n²`.
#[test]
fn what_takes_too_long_to_explain_is_left_out() {
    let instances: Vec<String> = (0..20).map(|i| format!("A(a{i}, true)")).collect();
    let text = format!(
        "enum channel {{c}}
         agent A
           local: x : bool
           init: !x
           receive-guard: chan = c
           repeat: {{!x}} c! (true) ()[] + {{x}} c? []
         system = {}",
        instances.join(" || ")
    );
    let model = read("stuck.rcp", &text);
    let trace = Walk::new(&model, "").unwrap().history();
    let told = |budget: &Budget| {
        let view = TraceView::default().within(budget);
        let telling = Telling {
            view: &view,
            known: None,
            layout: Layout { width: 200, sentences: usize::MAX, style: Style::Plain },
        };
        narration::run(&model, &trace, true, telling, budget)
    };
    let budget = Budget::unlimited();
    assert!(told(&budget).contains("is blocked by a1, which listens on c"), "{}", told(&budget));
    budget.cancel();
    assert!(told(&budget).ends_with("why is not told: interrupted\n"), "{}", told(&budget));
}
