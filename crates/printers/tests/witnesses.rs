//! Printed circuits under a model checker of the test's own, which reads the text form of AIGER: its
//! verdicts are ours, and its witnesses show violations of the model, whichever format they are in.

use std::collections::{BTreeSet, HashMap};

use proptest::test_runner::TestCaseError;
use synod_core::{Budget, Counterexample, Engine, Formula, Property, Silent, System, Verdict, show_formula};
use synod_passes::under_fairness;
use synod_printers::aiger;
use synod_printers::circuit::Printable;
use synod_printers::witness::CheckerAnswer;
use synod_sat::{Method, Sat};
use synod_simulate::{Interpreter, judge};
use synod_testing::{Fragment, property, questions, runner};

/// A circuit, as the text form of AIGER tells it.
struct Circuit {
    inputs: usize,
    latches: Vec<(usize, bool)>,
    constraints: Vec<usize>,
    bad: Vec<usize>,
    justice: Vec<usize>,
    gates: Vec<(usize, usize, usize)>,
}

type State = Vec<bool>;

/// What inputs lead to: a state, and which conditions of justice hold on the way.
type Edge = (State, u32);

impl Circuit {
    fn read(text: &str) -> Circuit {
        let mut lines = text.lines().map(|line| line.split(' ').map(|word| word.parse::<usize>()).collect());
        let mut next = || -> Vec<usize> {
            let line: Vec<Result<usize, _>> = lines.next().unwrap();
            line.into_iter().flatten().collect()
        };
        let header = next();
        let [_, inputs, latches, _, gates, bad, constraints, justice] = header[..] else {
            panic!("{header:?}")
        };
        (0..inputs).for_each(|_| assert_eq!(next().len(), 1));
        let latches = (0..latches).map(|_| next()).map(|line| (line[1], line.get(2) == Some(&1))).collect();
        let bad = (0..bad).map(|_| next()[0]).collect();
        let constraints = (0..constraints).map(|_| next()[0]).collect();
        let count = if justice == 1 { next()[0] } else { 0 };
        let justice = (0..count).map(|_| next()[0]).collect();
        let gates = (0..gates).map(|_| next()).map(|line| (line[0], line[1], line[2])).collect();
        Circuit { inputs, latches, constraints, bad, justice, gates }
    }

    fn first(&self) -> State {
        self.latches.iter().map(|(_, reset)| *reset).collect()
    }

    /// The edge for some inputs, and whether something bad holds; nothing if they break a constraint.
    fn edge(&self, state: &State, inputs: u32) -> Option<(Edge, bool)> {
        let mut values = vec![false];
        values.extend((0..self.inputs).map(|input| inputs >> input & 1 == 1));
        values.extend(state);
        let of = |values: &[bool], literal: usize| values[literal / 2] != (literal % 2 == 1);
        for (_, a, b) in &self.gates {
            values.push(of(&values, *a) && of(&values, *b));
        }
        let holds = |literal: &usize| of(&values, *literal);
        let next = self.latches.iter().map(|(next, _)| holds(next)).collect();
        let met = self.justice.iter().enumerate().map(|(number, signal)| u32::from(holds(signal)) << number);
        self.constraints.iter().all(holds).then(|| ((next, met.sum()), self.bad.iter().any(holds)))
    }

    /// The inputs of a run that violates the property, if there is one; `None` if there are too many states.
    fn violation(&self) -> Option<Option<Vec<u32>>> {
        let mut edges: HashMap<State, Vec<(Edge, u32)>> = HashMap::new();
        let mut paths = vec![(self.first(), Vec::new())];
        let mut met = BTreeSet::from([self.first()]);
        let mut done = 0;
        while let Some((state, path)) = paths.get(done).cloned() {
            done += 1;
            let mut known = BTreeSet::new();
            for inputs in 0..1 << self.inputs {
                let Some((edge, is_bad)) = self.edge(&state, inputs) else { continue };
                let longer: Vec<u32> = path.iter().copied().chain([inputs]).collect();
                if is_bad {
                    return Some(Some(longer));
                }
                if known.insert(edge.clone()) {
                    edges.entry(state.clone()).or_default().push((edge.clone(), inputs));
                }
                if met.insert(edge.0.clone()) {
                    paths.push((edge.0, longer));
                }
            }
            if paths.len() > 150 {
                return None;
            }
        }
        if !self.bad.is_empty() {
            return Some(None);
        }
        let round =
            paths.into_iter().find_map(|(state, path)| Some([path, self.round(&edges, &state)?].concat()));
        Some(round)
    }

    /// The inputs of a way back to a state on which all conditions of justice are met.
    fn round(&self, edges: &HashMap<State, Vec<(Edge, u32)>>, start: &State) -> Option<Vec<u32>> {
        let goal = (start.clone(), (1 << self.justice.len()) - 1);
        let mut paths: Vec<(Edge, Vec<u32>)> = vec![((start.clone(), 0), Vec::new())];
        let mut met = BTreeSet::new();
        let mut done = 0;
        while let Some(((state, so_far), path)) = paths.get(done).cloned() {
            done += 1;
            for ((next, more), inputs) in edges.get(&state).into_iter().flatten() {
                let reached = (next.clone(), so_far | more);
                let longer: Vec<u32> = path.iter().copied().chain([*inputs]).collect();
                if reached == goal {
                    return Some(longer);
                }
                if met.insert(reached.clone()) {
                    paths.push((reached, longer));
                }
            }
        }
        None
    }

    fn goal(&self) -> &'static str {
        if self.bad.is_empty() { "j0" } else { "b0" }
    }

    fn row(bits: impl Iterator<Item = bool>) -> String {
        bits.map(|bit| if bit { '1' } else { '0' }).collect()
    }

    fn inputs_of(&self, inputs: u32) -> impl Iterator<Item = bool> {
        (0..self.inputs).map(move |input| inputs >> input & 1 == 1)
    }

    fn in_aiger(&self, run: &[u32]) -> String {
        let rows: String = run.iter().map(|inputs| Self::row(self.inputs_of(*inputs)) + "\n").collect();
        format!("1\n{}\n{}\n{rows}.\n", self.goal(), Self::row(self.first().into_iter()))
    }

    fn in_btor2(&self, run: &[u32]) -> String {
        let list = |bits: Vec<bool>| -> String {
            bits.into_iter()
                .enumerate()
                .map(|(number, bit)| format!("{number} {}\n", u8::from(bit)))
                .collect()
        };
        let mut out = format!("sat\n{}\n#0\n{}", self.goal(), list(self.first()));
        for (position, inputs) in run.iter().enumerate() {
            out.push_str(&format!("@{position}\n{}", list(self.inputs_of(*inputs).collect())));
        }
        out + ".\n"
    }

    /// As ABC's `write_cex -a` writes it after `zero` and `fold`.
    fn bare(&self, run: &[u32]) -> String {
        let rows: Vec<String> = run.iter().map(|inputs| Self::row(self.inputs_of(*inputs))).collect();
        format!("{}\n{}# DONE\n", "0".repeat(self.latches.len() + 1), rows.join("\n"))
    }

    /// As ABC's `write_aiger_cex` does.
    fn columns(&self, run: &[u32]) -> String {
        let latches = "0".repeat(self.latches.len() + 1);
        let row = |inputs: &u32| format!("{latches} {} 0 {latches}\n", Self::row(self.inputs_of(*inputs)));
        format!("1\n{}", run.iter().map(row).collect::<String>())
    }
}

fn show(system: &System, printable: &Printable, witness: &str) -> Result<Counterexample, String> {
    match CheckerAnswer::read(witness)? {
        CheckerAnswer::Violation(stimulus) => stimulus.trace(system, printable).map(Counterexample::of),
        other => Err(format!("{other:?}")),
    }
}

fn agrees(system: &System, formula: &Formula) -> Result<(), TestCaseError> {
    let property = property(formula.clone());
    let Ok(printable) = Printable::new(system, &property, 3) else {
        return Err(TestCaseError::reject("not printable"));
    };
    let circuit = Circuit::read(&aiger::text(&printable));
    let few = circuit.inputs <= 6;
    let Some(violation) = few.then(|| circuit.violation()).flatten() else {
        return Err(TestCaseError::reject("too large"));
    };
    let mut budget = Budget::default();
    budget.int_bound = 3;
    let shown = show_formula(system, formula);
    match Sat::new(system, Method::Ic3).check(&property, &budget, &Silent).verdict {
        Verdict::Holds(_) => assert_eq!(violation, None, "{shown}"),
        Verdict::Violated(_) => assert!(violation.is_some(), "{shown}"),
        _ => return Err(TestCaseError::reject("not decided")),
    }
    let Some(run) = violation else { return Ok(()) };
    let formula = under_fairness(formula, &system.fairness);
    let interpreter = Interpreter::new(system).with_int_bound(3);
    for witness in [circuit.in_aiger(&run), circuit.in_btor2(&run), circuit.bare(&run), circuit.columns(&run)]
    {
        let evidence = show(system, &printable, &witness).map_err(TestCaseError::fail)?;
        judge(&interpreter, &formula, &evidence)
            .map_err(|why| TestCaseError::fail(format!("{shown}: {why}")))?;
    }
    Ok(())
}

#[test]
fn witnesses_of_invariants_are_runs_that_violate_them() {
    runner(300).run(&questions(Fragment::Invariant), |(system, formula)| agrees(&system, &formula)).unwrap();
}

#[test]
fn witnesses_of_linear_time_are_runs_that_violate_it() {
    runner(300).run(&questions(Fragment::Linear), |(system, formula)| agrees(&system, &formula)).unwrap();
}

/// A lamp that is switched on and off, and claims about it.
fn lamp(claim: &str) -> (System, Property) {
    let text = format!(
        "agent Lamp\n    local: on : bool\n    init: !on\n    repeat: {{true}} *! true ()[on := !on]\n\
         system = Lamp(lamp, true)\nSPEC dark: {claim}\n"
    );
    let source = synod_syntax::Source::new("lamp.rcp", text);
    let model = synod_rcheck::load(&source, &Default::default()).model.expect("it is a model");
    (model.system, model.properties[0].clone())
}

#[test]
fn safety_asks_for_a_bad_position_and_the_rest_for_a_loop() {
    let asks = |claim: &str| {
        let (system, property) = lamp(claim);
        Printable::new(&system, &property, 3).unwrap().sought.name()
    };
    assert_eq!(["G !lamp-on", "X X lamp-on", "lamp-on W lamp-on"].map(asks), ["b0"; 3]);
    assert_eq!(["F lamp-on", "G F lamp-on", "!lamp-on U lamp-on"].map(asks), ["j0"; 3]);
}

#[test]
fn what_is_no_witness_is_refused_with_a_reason() {
    let (system, property) = lamp("G !lamp-on");
    let printable = Printable::new(&system, &property, 3).unwrap();
    let (latches, inputs) = (printable.circuit.latches.len(), printable.circuit.inputs.len());
    let (state, row) = ("0".repeat(latches), "0".repeat(inputs));
    let why = |witness: String| show(&system, &printable, &witness).map(|_| ()).unwrap_err();
    assert_eq!(
        show(&system, &printable, &format!("SAT\n1\nb0\n{state}\n{row}\n{row}\n.\n")).map(|_| ()),
        Ok(())
    );
    let any = "x".repeat(latches);
    assert_eq!(show(&system, &printable, &format!("1\nb0\n{any}\n{row}\r\n{row}\n.\n")).map(|_| ()), Ok(()));
    assert_eq!(
        why(format!("1\nb0\n{state}\n{row}\n{row}\n")),
        "it is not complete: it ends without a line with a dot"
    );
    assert_eq!(why(format!("1\nb0\n{state}\n{row}\n.\n")), "its run does not come to a violation");
    assert_eq!(why(format!("1\nb0\n{state}\n.\n")), "its run does not come to a violation");
    assert_eq!(
        why(format!("1\nj0\n{state}\n{row}\n.\n")),
        "it is about `j0`, and the circuit asks only for `b0`"
    );
    assert_eq!(
        why(format!("1\n{state}\n{row}\n.\n")),
        "line 2 should say what it is about, as `b0` and `j0` do"
    );
    assert_eq!(
        why(format!("1\nb0\n{state}0\n{row}\n.\n")),
        format!("line 3 has {} bits, and the circuit has {latches} latches", latches + 1)
    );
    assert_eq!(why(format!("1\nb0\n{state}\n{row}2\n.\n")), "line 4 is not a row of bits");
    assert_eq!(
        why(format!("1\nb0\n1{}\n{row}\n.\n", &state[1..])),
        "line 3 says otherwise, but `lamp-on.0` is 0 at position 0"
    );
    assert_eq!(why("sat\nb0\n#0\n0 00\n.\n".to_string()), "line 4 should give one bit to signal 0");
    assert_eq!(why("sat\nb0\n#0\n@2\n.\n".to_string()), "line 4 is about position `2`, out of turn");
    assert_eq!(why("sat\nb0\n0 1\n.\n".to_string()), "line 3 comes before the first position, `#0` or `@0`");
    assert_eq!(
        why("sat\nb0\n@0\n; nothing\n".to_string()),
        "it is not complete: it ends without a line with a dot"
    );
    let beyond = format!("line 4 gives number 99 a value, and the circuit has {latches} latches");
    assert_eq!(why("sat\nb0\n#0\n99 1\n.\n".to_string()), beyond);
    assert_eq!(why("1\n0 0\n".to_string()), "line 2 should have four columns");
    assert!(why("\u{0}garbage\nä\n".to_string()).starts_with("no line of it is"));
    assert_eq!(CheckerAnswer::read("UNSAT\n0\n"), Ok(CheckerAnswer::NoViolation));
    assert_eq!(CheckerAnswer::read("2\nb0\n.\n"), Ok(CheckerAnswer::Undecided));
}
