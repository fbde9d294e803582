//! Fairness that is assumed: verdicts of all engines on random models against a search for fair cycles in the whole graph.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use synod_core::{AgentId, Budget, Silent, State, Step, System, Verdict};
use synod_session::check::Options;
use synod_session::fairness::FairnessRequest;
use synod_session::{OpenedModel, Reader, Reading, languages};
use synod_simulate::{Interpreter, Random};
use synod_syntax::Source;

fn open(text: &str) -> OpenedModel {
    let reader = Reader::new(&languages(), "m.rcp", text, &Reading::default()).expect("a reader");
    let opened = reader.open(Source::new("m.rcp", text), &Budget::unlimited());
    opened.and_then(|opened| opened.one_system()).unwrap_or_else(|rejection| panic!("{rejection:?}\n{text}"))
}

/// A model of two or three agents with two bits each, which send on a channel that others may block.
fn model(random: &mut Random) -> String {
    let mut pick = |from: &[&'static str]| from[random.below(from.len())];
    let guards = ["true", "a", "!a", "b", "!b", "a & b", "a = b", "a | b"];
    let updates = ["", "a := !a", "b := !b", "a := b", "a := !a, b := a", "b := true"];
    let mut text = "enum channel {c}\n".to_string();
    let agents = 2 + usize::from(pick(&["two", "three"]) == "three");
    for agent in 0..agents {
        let mut commands = Vec::new();
        for _ in 0..1 + usize::from(pick(&["one", "two"]) == "two") {
            commands.push(format!(
                "{{{}}} {}! true ()[{}]",
                pick(&guards),
                pick(&["*", "c", "c"]),
                pick(&updates)
            ));
        }
        if pick(&["deaf", "hears"]) == "hears" {
            commands.push(format!("{{{}}} c? [{}]", pick(&guards), pick(&updates)));
        }
        let listens = pick(&["false", "chan = c", "a & chan = c"]);
        text += &format!(
            "agent A{agent}\n    local: a : bool, b : bool\n    init: !a\n    receive-guard: {listens}\n    repeat: ({})\n",
            commands.join(" + ")
        );
    }
    let instances: Vec<String> = (0..agents).map(|agent| format!("A{agent}(x{agent}, true)")).collect();
    text + &format!("system = {}\n{}", instances.join(" || "), SPECS)
}

/// Three shapes of properties, of which the graph search knows the negation.
const SPECS: &str = "SPEC once: F x0-a\nSPEC again: G F x1-b\nSPEC settles: F G x0-b\n";

fn request(random: &mut Random) -> FairnessRequest {
    let mut request = FairnessRequest::default();
    let condition =
        |random: &mut Random| ["x0-a", "!x0-b", "x1-a", "x1-b & x0-a", "!x1-a"][random.below(5)].to_string();
    for _ in 0..1 + random.below(2) {
        match random.below(4) {
            0 => request.agents.push(["x0", "all", "A1"][random.below(3)].to_string()),
            1 => request.agents.push(["strong:x1", "strong:all", "strong:x0"][random.below(3)].to_string()),
            2 => request.weak.push(condition(random)),
            _ => request.strong.push((condition(random), condition(random))),
        }
    }
    request
}

/// Something that is asked of a run for ever: if states of `when` come again and again, so do states or steps of `then`.
struct Pair {
    when: BTreeSet<usize>,
    states: BTreeSet<usize>,
    /// Steps that this agent begins.
    steps_of: Option<AgentId>,
}

/// All reachable states, with steps and who begins them.
struct Graph {
    states: Vec<State>,
    edges: Vec<Vec<(usize, Option<AgentId>)>>,
    initial: usize,
}

impl Graph {
    fn new(system: &System) -> Graph {
        let interpreter = Interpreter::new(system);
        let mut states = interpreter.initial(1_000).states;
        let initial = states.len();
        let mut numbers: BTreeMap<State, usize> = states.iter().cloned().zip(0..).collect();
        let mut edges = Vec::new();
        while edges.len() < states.len() {
            let mut out = Vec::new();
            for one in interpreter.moves(&states[edges.len()]).enabled {
                let next = numbers.len();
                let to = *numbers.entry(one.target.clone()).or_insert(next);
                if to == next {
                    states.push(one.target);
                }
                out.push((to, system.rule(one.taken.rule).observation.actor));
            }
            if out.is_empty() {
                out.push((edges.len(), None));
            }
            edges.push(out);
        }
        Graph { states, edges, initial }
    }

    fn all(&self) -> BTreeSet<usize> {
        (0..self.states.len()).collect()
    }

    fn that(&self, model: &OpenedModel, condition: &str) -> BTreeSet<usize> {
        let condition = model.condition(condition).expect("a condition");
        self.all().into_iter().filter(|at| condition.holds(&self.states[*at])).collect()
    }

    fn pairs(&self, model: &OpenedModel, request: &FairnessRequest) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for text in &request.agents {
            let (strong, name) =
                text.strip_prefix("strong:").map_or((false, text.as_str()), |name| (true, name));
            for (id, agent) in model.compiled.system.agent_ids() {
                if name != "all" && name != agent.name && name != agent.role {
                    continue;
                }
                let acts = |at: &usize| self.edges[*at].iter().any(|(_, actor)| *actor == Some(id));
                let (enabled, other): (BTreeSet<usize>, BTreeSet<usize>) =
                    self.all().into_iter().partition(acts);
                pairs.push(match strong {
                    true => Pair { when: enabled, states: BTreeSet::new(), steps_of: Some(id) },
                    false => Pair { when: self.all(), states: other, steps_of: Some(id) },
                });
            }
        }
        for condition in &request.weak {
            pairs.push(Pair { when: self.all(), states: self.that(model, condition), steps_of: None });
        }
        for (when, then) in &request.strong {
            pairs.push(Pair { when: self.that(model, when), states: self.that(model, then), steps_of: None });
        }
        pairs
    }

    fn reachable(&self, from: impl IntoIterator<Item = usize>, within: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut todo: Vec<usize> = from.into_iter().filter(|at| within.contains(at)).collect();
        let mut found = BTreeSet::new();
        while let Some(at) = todo.pop() {
            if found.insert(at) {
                todo.extend(self.edges[at].iter().map(|(to, _)| *to).filter(|to| within.contains(to)));
            }
        }
        found
    }

    /// Whether a run that stays within a set meets all pairs: a component is fair, or what spoils it is left out.
    fn has_fair_run(&self, within: &BTreeSet<usize>, pairs: &[Pair]) -> bool {
        let mut left = within.clone();
        while let Some(one) = left.first().copied() {
            let forth = self.reachable([one], within);
            let component: BTreeSet<usize> =
                forth.iter().copied().filter(|at| self.reachable([*at], within).contains(&one)).collect();
            left = &left - &component;
            let is_inner = |(to, _): &&(usize, Option<AgentId>)| component.contains(to);
            if !component.iter().any(|at| self.edges[*at].iter().any(|edge| is_inner(&edge))) {
                continue;
            }
            let is_met = |pair: &Pair| {
                let step = |at: &usize| {
                    let mut inner = self.edges[*at].iter().filter(is_inner);
                    inner.any(|(_, actor)| actor.is_some() && *actor == pair.steps_of)
                };
                pair.when.is_disjoint(&component)
                    || !pair.states.is_disjoint(&component)
                    || component.iter().any(step)
            };
            let bad: Vec<&Pair> = pairs.iter().filter(|pair| !is_met(pair)).collect();
            if bad.is_empty() {
                return true;
            }
            let smaller = bad.iter().fold(component, |rest, pair| &rest - &pair.when);
            if !smaller.is_empty() && self.has_fair_run(&smaller, pairs) {
                return true;
            }
        }
        false
    }

    /// Whether a fair run violates the property of this name.
    fn violates(&self, model: &OpenedModel, property: &str, mut pairs: Vec<Pair>) -> bool {
        let reachable = self.reachable(0..self.initial, &self.all());
        let within = match property {
            "once" => {
                let outside = &self.all() - &self.that(model, "x0-a");
                self.reachable(0..self.initial, &outside)
            }
            "again" => &reachable - &self.that(model, "x1-b"),
            _ => {
                pairs.push(Pair { when: self.all(), states: self.that(model, "!x0-b"), steps_of: None });
                reachable
            }
        };
        self.has_fair_run(&within, &pairs)
    }
}

fn verdict(model: &OpenedModel, property: &str, engine: &str) -> Verdict {
    let selected = model.select(&[property.to_string()]).expect("a property");
    let properties = model.fair(selected).expect("linear time");
    let options = Options::plain(engine);
    let budget = Budget::unlimited();
    let report = model.check(&properties, &options, &budget, &Silent, &mut |_| ControlFlow::Continue(()));
    report.expect("a report").answers.remove(0).outcome.verdict
}

#[test]
fn engines_agree_with_a_search_for_fair_cycles() {
    let cases = std::env::var("SYNOD_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(24u64);
    let mut seen = [0; 2];
    for seed in 0..cases {
        let mut random = Random::of_run(15, seed);
        let text = model(&mut random);
        let request = request(&mut random);
        let graph = Graph::new(&open(&text).compiled.system);
        let model = open(&text);
        let Ok(fair) = open(&text).under_fairness(&request) else { continue };
        for property in ["once", "again", "settles"] {
            let expected = graph.violates(&model, property, graph.pairs(&model, &request));
            seen[usize::from(expected)] += 1;
            // Bounded search never ends where there is nothing to find.
            let bounded = expected.then_some("bmc");
            for engine in ["explicit", "bdd", "ic3", "auto"].into_iter().chain(bounded) {
                match verdict(&fair, property, engine) {
                    Verdict::Violated(found) => {
                        assert!(expected, "{engine} violates {property} under {request:?}\n{text}");
                        let is_lasso = found.trace.loop_start.is_some();
                        let reasons = fair.fair_because(&found.trace).len();
                        assert!(!is_lasso || reasons == fair.assumed().len(), "{request:?}\n{text}");
                    }
                    Verdict::Holds(_) => {
                        assert!(!expected, "{engine} proves {property} under {request:?}\n{text}");
                    }
                    other => panic!("{engine}: {other:?} for {request:?}\n{text}"),
                }
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 5), "both answers occur: {seen:?}");
}

#[test]
fn a_counterexample_says_why_it_is_fair() {
    let text = "agent First\n    local: on : bool\n    init: !on\n    repeat: {true} *! true ()[on := !on]\n\
                agent Second\n    local: x : bool\n    init: !x\n    repeat: {!x} *! true ()[x := true]\n\
                system = First(first, true) || Second(second, true)\nSPEC F second-x\n";
    let request =
        FairnessRequest { agents: vec!["first".into()], weak: vec!["first-on".into()], strong: vec![] };
    let model = open(text).under_fairness(&request).expect("fairness");
    assert_eq!(model.assumed(), ["weakly fair to first", "`first-on` again and again"]);
    let Verdict::Violated(found) = verdict(&model, "spec-1", "explicit") else { panic!("it is violated") };
    let reasons = model.fair_because(&found.trace);
    assert_eq!(reasons.len(), 2, "{reasons:?}");
    assert!(reasons[0].starts_with("first begins step ") && reasons[1].starts_with("`first-on` holds "));
    assert!(found.trace.steps.iter().all(|step| matches!(step, Step::Take(_))));
}

/// A LAbS model of two agents over three shared bits.
fn labs_model(random: &mut Random) -> String {
    let mut behaviour = || {
        let acts = ["u <-- 1 - u", "v <-- 1 - v", "w <-- 1", "x <- 1 - x"];
        let guards = ["", "u = 1 -> ", "v = 0 -> ", "w = 0 -> ", "x = 1 -> "];
        let mut branch = || format!("({}{}; Behavior)", guards[random.below(5)], acts[random.below(4)]);
        let first = branch();
        format!("{first} ++ {}", branch())
    };
    let (a, b) = (behaviour(), behaviour());
    format!(
        "system {{ environment = u: 0; v: 0; w: 0 spawn = A: 1, B: 1 }}\n\
         agent A {{ interface = x: 0 Behavior = {a} }}\nagent B {{ interface = x: 0 Behavior = {b} }}\n\
         check {{ Once = ltl F (w = 1) Again = ltl G F (u = 1) Settles = ltl F G (v = 0) }}\n"
    )
}

#[test]
fn passes_keep_what_fairness_asks_of_a_run() {
    let cases = std::env::var("SYNOD_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(16u64);
    for seed in 0..cases {
        let mut random = Random::of_run(16, seed);
        let text = labs_model(&mut random);
        let agents = [vec!["A"], vec!["all"], vec!["strong:B"], vec![]][random.below(4)].clone();
        let weak = [vec![], vec!["u = 0"], vec!["v = 1"]][random.below(3)].clone();
        let owned = |list: Vec<&str>| list.into_iter().map(str::to_string).collect::<Vec<_>>();
        let request = FairnessRequest { agents: owned(agents), weak: owned(weak), strong: vec![] };
        let reader = Reader::new(&languages(), "m.labs", &text, &Reading::default()).expect("a reader");
        let opened = reader.open(Source::new("m.labs", text.as_str()), &Budget::unlimited());
        let model =
            opened.and_then(|opened| opened.one_system()).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
        let mut fair = model.under_fairness(&request).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
        assert!(fair.compiled.reduce);
        for property in ["Once", "Again", "Settles"] {
            let mut words = Vec::new();
            for (engine, reduce) in [("explicit", true), ("explicit", false), ("bdd", true), ("bdd", false)] {
                fair.compiled.reduce = reduce;
                words.push(verdict(&fair, property, engine).word());
            }
            fair.compiled.reduce = true;
            assert!(
                words.iter().all(|word| *word == words[0]),
                "{property}: {words:?} under {request:?}\n{text}"
            );
        }
    }
}
