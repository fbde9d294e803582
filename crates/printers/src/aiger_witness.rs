//! Witnesses of AIGER: what a hardware model checker answers, as a run of the circuit.

use synod_core::{Budget, System, Trace};
use synod_sat::circuit::{Lit, Run};

use crate::circuit::Printable;

/// Reads a witness of a bad state or of a lasso: `1`, the property, the first values of the latches, the
/// inputs of each position, and a dot. Free bits (`x`) are read as false. Of a lasso, the loop is where the
/// state comes by again.
pub fn read(printable: &Printable, text: &str) -> Result<Run, String> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.starts_with('c'));
    match lines.next() {
        Some("1") => {}
        Some("0") => return Err("it says that there is no violation".to_string()),
        _ => return Err("it does not begin like a witness".to_string()),
    }
    let property = lines.next().unwrap_or_default();
    if !property.starts_with(['b', 'j']) {
        return Err("it does not say which property it is about".to_string());
    }
    let circuit = &printable.circuit;
    let latches: Vec<Lit> = circuit.latches.iter().map(|latch| latch.now).collect();
    let mut first = bits(lines.next().unwrap_or_default(), &latches)?;
    let mut inputs = Vec::new();
    for line in lines.take_while(|line| *line != ".") {
        inputs.push(bits(line, &circuit.inputs)?);
    }
    if inputs.is_empty() {
        return Err("it has no position".to_string());
    }
    let chosen = printable.free.iter().filter(|(_, input)| inputs[0].contains(input));
    first.extend(chosen.map(|(latch, _)| *latch));
    let mut run = Run { first, inputs, loop_start: None };
    if property.starts_with('j') {
        close(printable, &mut run)?;
    }
    Ok(run)
}

/// The trace of the model that a witness shows.
pub fn trace(system: &System, printable: &Printable, text: &str) -> Result<Trace, String> {
    let run = read(printable, text)?;
    synod_sat::circuit::trace(
        system,
        &printable.question,
        &printable.question.circuit,
        &run,
        &Budget::unlimited(),
    )
    .map_err(|stop| stop.reason().to_string())
}

/// The signals that a line of bits says are true.
fn bits(line: &str, signals: &[Lit]) -> Result<Vec<Lit>, String> {
    if line.len() != signals.len() {
        return Err(format!("`{line}` should have {} bits", signals.len()));
    }
    Ok(std::iter::zip(line.chars(), signals)
        .filter(|(bit, _)| *bit == '1')
        .map(|(_, signal)| *signal)
        .collect())
}

/// Cuts a run where its state came by before.
fn close(printable: &Printable, run: &mut Run) -> Result<(), String> {
    // The bit that tells the first position from the others does not come by again.
    let circuit = &printable.question.circuit;
    let is_of_system = |signal: &Lit| circuit.latches.iter().any(|latch| latch.now == *signal);
    let mut state: Vec<Lit> = run.first.iter().copied().filter(is_of_system).collect();
    state.sort_unstable();
    let mut seen = Vec::new();
    for inputs in &run.inputs {
        let values = circuit.aig.simulate(|input| state.contains(&input) || inputs.contains(&input));
        seen.push(state);
        state = circuit.latches.iter().filter(|latch| values.of(latch.next)).map(|latch| latch.now).collect();
        state.sort_unstable();
    }
    run.loop_start = seen.iter().rposition(|before| *before == state);
    if run.loop_start.is_none() { Err("its run does not come back".to_string()) } else { Ok(()) }
}
