//! Random runs as a program in OpenCL C: each work item makes one, with the numbers that the processor would draw for it.
//!
//! In a state all steps are counted, a number is drawn, and the step at that position is taken, in the order of the
//! interpreter. A formula is followed by a table ([`synod_simulate::MonitorTable`]) that is read with what its atoms are
//! worth.

use std::fmt::Write;

use synod_core::{RuleId, System};
use synod_passes::specialise;
use synod_simulate::MonitorAlphabet;

use super::RunProgram;
use super::layout::Layout;
use super::predicates::{Predicates, StepVisitor};
use super::rules::{Lines, RuleWriter};
use super::terms::Terms;
use super::watch::state_atoms;
use super::write::{header, variables};
use crate::Unprintable;

/// Counts steps first, and then takes one.
struct Picker {
    predicates: Predicates,
}

impl StepVisitor for Picker {
    fn predicates(&self) -> &Predicates {
        &self.predicates
    }

    fn step(&self, lines: &mut Lines, terms: &mut Terms, rule: RuleId) {
        lines.begin("{");
        let mark = terms.open();
        self.predicates.declare(lines, terms, rule);
        let numbers = 0..self.predicates.0.len();
        let counted: String = numbers.clone().map(|number| format!(" yes{number} += p{number};")).collect();
        lines.line(format!("if (pass == 0) {{{counted} }}"));
        let marks: Vec<String> = numbers.map(|number| format!("(ulong)p{number} << {number}")).collect();
        let marks = if marks.is_empty() { "0".to_string() } else { marks.join(" | ") };
        lines.line(format!("else if (made == pick) {{ chosen = n; marks = {marks}; }}"));
        terms.close(mark);
        lines.end();
        lines.line("made++;");
    }
}

/// The program for runs of a system on which formulas over some atoms are followed.
pub(super) fn program(
    system: &System,
    alphabet: &MonitorAlphabet,
    int_bound: i64,
    most_steps: usize,
) -> Result<RunProgram, Unprintable> {
    let layout = Layout::new(system, int_bound)?;
    let special = specialise(system, system.ranges());
    let mut predicates = Predicates::default();
    let arrived: Vec<usize> = alphabet.arrived.iter().map(|id| predicates.add(*id)).collect();
    let steps: Vec<usize> = alphabet.steps.iter().map(|id| predicates.add(*id)).collect();
    let count = predicates.0.len();
    let picker = Picker { predicates };
    let writer = RuleWriter { system: &special, layout: &layout, visitor: &picker, int_bound };
    let mut text = header(&special, &layout, "Random runs");
    let _ = writeln!(text, "#define WORDS {}", layout.words);
    let _ = writeln!(text, "#define LETTER_BITS {}\n", alphabet.bits());
    text.push_str(include_str!("numbers.cl"));
    text.push_str("\n/* The variables of the model, read from the state s. */\n");
    text.push_str(&variables(&special, &layout));
    text.push('\n');
    text.push_str(include_str!("walk.cl"));
    let mut lines = Lines::at(3);
    state_atoms(&mut lines, &special, &layout, &alphabet.states);
    lines.line("State chosen = s;");
    lines.line("ulong pick = ~0ul, marks = 0, letter = 0;");
    lines.line("int faulty = 0;");
    let counters: String = (0..count).map(|number| format!(", yes{number} = 0")).collect();
    lines.line(format!("ulong options = 0{counters};"));
    lines.begin("for (int pass = 0; pass < 2; pass++) {");
    lines.line("ulong made = 0;");
    lines.line("int cut = 0, unbounded = 0;");
    lines.begin("do {");
    for (id, _) in special.rule_ids() {
        writer.rule(&mut lines, id);
        lines.line("if (made > pick) break;");
    }
    lines.end_with("} while (0);");
    lines.line("if (pass != 0) break;");
    lines.line(format!("if (cut || made > {most_steps}ul) {{ status = ELSEWHERE; break; }}"));
    lines.line("options = made;");
    letter(&mut lines, alphabet, &arrived);
    looking(&mut lines, alphabet, &steps);
    lines.line("const uint truth = (uint)table[(left << LETTER_BITS) | letter | open] & 3;");
    lines.line("if (options == 0) status = AT_REST;");
    lines.line("else if (truth != 1) status = truth == 2 ? SATISFIED : VIOLATED;");
    lines.line("else if (taken == horizon) status = OPEN;");
    lines.line("if (status != GOES_ON) break;");
    lines.line("pick = mul_hi(random_number(seed, first + i, drawn), options);");
    lines.end();
    text.push_str(&lines.into_text());
    let leaving: Vec<String> = steps
        .iter()
        .enumerate()
        .map(|(number, mark)| {
            format!("((marks >> {mark} & 1) << {})", alphabet.first_step() + 2 * number + 1)
        })
        .collect();
    let leaving = if leaving.is_empty() { "0ul".to_string() } else { leaving.join(" | ") };
    text.push_str(&include_str!("walk_end.cl").replace("LEAVING_BITS", &format!("({leaving})")));
    Ok(RunProgram { text, layout })
}

/// The letter of the position, as far as it does not depend on the step that leaves.
fn letter(lines: &mut Lines, alphabet: &MonitorAlphabet, arrived: &[usize]) {
    for number in 0..alphabet.states.len() {
        lines.line(format!("letter |= (ulong)a{number} << {number};"));
    }
    let deadlock = alphabet.deadlock();
    lines.line(format!("letter |= (ulong)(options == 0) << {deadlock} | (ulong)faulty << {};", deadlock + 1));
    for (number, mark) in arrived.iter().enumerate() {
        lines.line(format!("letter |= (reached >> {mark} & 1) << {};", alphabet.first_arrived() + number));
    }
}

/// What the steps that leave have in common.
fn looking(lines: &mut Lines, alphabet: &MonitorAlphabet, steps: &[usize]) {
    let bits: Vec<String> = steps
        .iter()
        .enumerate()
        .map(|(number, mark)| {
            format!("(ulong)truth_of_all(yes{mark}, options) << {}", alphabet.first_step() + 2 * number)
        })
        .collect();
    let bits = if bits.is_empty() { "0".to_string() } else { bits.join(" | ") };
    lines.line(format!("const ulong open = {bits};"));
}
