//! A small model checker of printed circuits, which reads them as other tools do.

pub mod aiger;
pub mod btor2;

use std::collections::{BTreeSet, HashMap};

/// The value of each latch or state.
pub type State = Vec<u128>;

/// The bits of the inputs, as one number.
pub type Inputs = u128;

/// What inputs lead to: a state, and which conditions of justice hold on the way.
pub type Edge = (State, u32);

/// A circuit that was read.
pub trait Machine {
    /// The states to begin with; `None` if they are too many.
    fn first(&self) -> Option<Vec<State>>;
    /// How many bits the inputs have.
    fn input_bits(&self) -> usize;
    /// How many conditions of justice there are; something bad is looked for if there are none.
    fn justice(&self) -> usize;
    /// The edge for some inputs, and whether something bad holds; nothing if they break a constraint.
    fn edge(&self, state: &State, inputs: Inputs) -> Option<(Edge, bool)>;
}

/// A first state and the inputs of each position.
pub type Violation = (State, Vec<Inputs>);

/// A run that violates the property, if there is one; `None` if there is too much to look at.
pub fn violation(machine: &impl Machine) -> Option<Option<Violation>> {
    if machine.input_bits() > 6 {
        return None;
    }
    let mut edges: HashMap<State, Vec<(Edge, Inputs)>> = HashMap::new();
    let first = machine.first()?;
    let mut met: BTreeSet<State> = first.iter().cloned().collect();
    let mut paths: Vec<(State, Violation)> =
        first.into_iter().map(|state| (state.clone(), (state, Vec::new()))).collect();
    let mut done = 0;
    while let Some((state, (start, path))) = paths.get(done).cloned() {
        done += 1;
        let mut known = BTreeSet::new();
        for inputs in 0..1 << machine.input_bits() {
            let Some((edge, is_bad)) = machine.edge(&state, inputs) else { continue };
            let longer: Vec<Inputs> = path.iter().copied().chain([inputs]).collect();
            if is_bad {
                return Some(Some((start, longer)));
            }
            if known.insert(edge.clone()) {
                edges.entry(state.clone()).or_default().push((edge.clone(), inputs));
            }
            if met.insert(edge.0.clone()) {
                paths.push((edge.0, (start.clone(), longer)));
            }
        }
        if paths.len() > 300 {
            return None;
        }
    }
    if machine.justice() == 0 {
        return Some(None);
    }
    let goal = (1 << machine.justice()) - 1;
    let with_round = |(state, (start, path)): (State, Violation)| {
        Some((start, [path, round(goal, &edges, &state)?].concat()))
    };
    Some(paths.into_iter().find_map(with_round))
}

/// The inputs of a way back to a state on which all conditions of justice are met.
fn round(all: u32, edges: &HashMap<State, Vec<(Edge, Inputs)>>, start: &State) -> Option<Vec<Inputs>> {
    let goal = (start.clone(), all);
    let mut paths: Vec<(Edge, Vec<Inputs>)> = vec![((start.clone(), 0), Vec::new())];
    let mut met = BTreeSet::new();
    let mut done = 0;
    while let Some(((state, so_far), path)) = paths.get(done).cloned() {
        done += 1;
        for ((next, more), inputs) in edges.get(&state).into_iter().flatten() {
            let reached = (next.clone(), so_far | more);
            let longer: Vec<Inputs> = path.iter().copied().chain([*inputs]).collect();
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

/// What witnesses call the goal of a circuit.
pub fn goal(machine: &impl Machine) -> &'static str {
    if machine.justice() == 0 { "b0" } else { "j0" }
}
