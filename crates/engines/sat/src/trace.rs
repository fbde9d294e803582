//! Runs of circuits as traces of the system they came from.

use synod_core::{Budget, State, Step, Stop, System, Trace};

use crate::bmc::Run;
use crate::circuit::{Circuit, Goal};
use crate::cnf::Clauses;
use crate::question::CircuitQuestion;
use crate::solver::{General, Solver};
use synod_symbolic::aig::{Lit, Values};

/// The trace of a run found in `reduced`, which is the circuit of the question with some state left out.
/// Positions where nothing happens are left out.
pub fn trace(
    system: &System,
    question: &CircuitQuestion,
    reduced: &Circuit,
    run: &Run,
    budget: &Budget,
) -> Result<Trace, Stop> {
    let circuit = &question.circuit;
    let mut latches = complete(circuit, reduced, run, budget)?;
    let mut trace = Trace { states: Vec::new(), steps: Vec::new(), loop_start: None };
    // Where each position is in the trace.
    let mut kept = Vec::new();
    let with_step = match &question.goal {
        Goal::Start { .. } => false,
        Goal::Reach { with_step, .. } => *with_step,
        Goal::Lasso(lasso) => lasso.with_step || run.loop_start.is_some(),
    };
    let last = run.inputs.len() - 1;
    for (position, inputs) in run.inputs.iter().enumerate() {
        let values = circuit.aig.simulate(|input| latches.contains(&input) || inputs.contains(&input));
        let step = step(system, question, &values);
        let state = question.layout.state(&values);
        latches = circuit.latches.iter().filter(|l| values.of(l.next)).map(|l| l.now).collect();
        kept.push(trace.states.len());
        match step {
            Some(step)
                if position < last || with_step && (step != Step::Stutter || run.loop_start.is_some()) =>
            {
                trace.states.push(state);
                trace.steps.push(step);
            }
            _ if position == last => trace.states.push(state),
            _ => {}
        }
    }
    trace.loop_start = run.loop_start.map(|start| kept[start]);
    if trace.loop_start.is_none() && trace.steps.len() == trace.states.len() {
        trace.states.push(after(circuit, question, &latches));
    }
    Ok(trace)
}

/// The step that the inputs select.
fn step(system: &System, question: &CircuitQuestion, values: &Values) -> Option<Step> {
    match question.step(system, values) {
        Some(taken) => Some(Step::Take(taken)),
        None => values.of(question.stutter).then_some(Step::Stutter),
    }
}

fn after(circuit: &Circuit, question: &CircuitQuestion, latches: &[Lit]) -> State {
    question.layout.state(&circuit.aig.simulate(|input| latches.contains(&input)))
}

/// An initial state of the whole circuit, as the latches that are true, that agrees with the run.
fn complete(circuit: &Circuit, reduced: &Circuit, run: &Run, budget: &Budget) -> Result<Vec<Lit>, Stop> {
    let mut clauses = Clauses::new(General::new(budget));
    clauses.require(&circuit.aig, circuit.init);
    for latch in &reduced.latches {
        clauses.require(&circuit.aig, latch.now.negate_if(!run.first.contains(&latch.now)));
    }
    match clauses.solver.solve(&[], &[]) {
        None => Err(budget.reason_to_stop()),
        // A run of the reduced circuit is one of the whole; should it not be, the judge will say so.
        Some(_) => {
            let now = circuit.latches.iter().map(|latch| latch.now);
            Ok(now.filter(|latch| clauses.value(*latch)).collect())
        }
    }
}
