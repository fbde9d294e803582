//! AIGER in its text form, and its witnesses.

use super::{Edge, Inputs, Machine, State, Violation, goal};

/// A circuit, as the text form of AIGER tells it.
pub struct Circuit {
    inputs: usize,
    latches: Vec<(usize, bool)>,
    constraints: Vec<usize>,
    bad: Vec<usize>,
    justice: Vec<usize>,
    gates: Vec<(usize, usize, usize)>,
}

impl Circuit {
    pub fn read(text: &str) -> Circuit {
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

    fn row(bits: impl Iterator<Item = bool>) -> String {
        bits.map(|bit| if bit { '1' } else { '0' }).collect()
    }

    fn rows(&self, run: &[Inputs]) -> Vec<String> {
        let row = |inputs: &Inputs| Self::row((0..self.inputs).map(|input| inputs >> input & 1 == 1));
        run.iter().map(row).collect()
    }

    pub fn witness(&self, (first, run): &Violation) -> String {
        let first = Self::row(first.iter().map(|bit| *bit == 1));
        format!("1\n{}\n{first}\n{}\n.\n", goal(self), self.rows(run).join("\n"))
    }

    /// As ABC's `write_cex -a` writes it after `zero` and `fold`.
    pub fn bare(&self, (_, run): &Violation) -> String {
        format!("{}\n{}# DONE\n", "0".repeat(self.latches.len() + 1), self.rows(run).join("\n"))
    }

    /// As ABC's `write_aiger_cex` does.
    pub fn columns(&self, (_, run): &Violation) -> String {
        let latches = "0".repeat(self.latches.len() + 1);
        let row = |inputs: &String| format!("{latches} {inputs} 0 {latches}\n");
        format!("1\n{}", self.rows(run).iter().map(row).collect::<String>())
    }
}

impl Machine for Circuit {
    fn first(&self) -> Option<Vec<State>> {
        Some(vec![self.latches.iter().map(|(_, reset)| u128::from(*reset)).collect()])
    }

    fn input_bits(&self) -> usize {
        self.inputs
    }

    fn justice(&self) -> usize {
        self.justice.len()
    }

    fn edge(&self, state: &State, inputs: Inputs) -> Option<(Edge, bool)> {
        let mut values = vec![false];
        values.extend((0..self.inputs).map(|input| inputs >> input & 1 == 1));
        values.extend(state.iter().map(|bit| *bit == 1));
        let of = |values: &[bool], literal: usize| values[literal / 2] != (literal % 2 == 1);
        for (_, a, b) in &self.gates {
            values.push(of(&values, *a) && of(&values, *b));
        }
        let holds = |literal: &usize| of(&values, *literal);
        let next = self.latches.iter().map(|(next, _)| u128::from(holds(next))).collect();
        let met = self.justice.iter().enumerate().map(|(number, signal)| u32::from(holds(signal)) << number);
        self.constraints.iter().all(holds).then(|| ((next, met.sum()), self.bad.iter().any(holds)))
    }
}
