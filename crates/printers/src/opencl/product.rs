//! The product of a system with a Büchi automaton: what a run has to show is remembered beside its state.

use synod_core::{ExprId, RuleId, System};
use synod_passes::ltl::{Atom, Buchi};

use super::layout::{Layout, MemoryBits};
use super::predicates::{Predicates, StepVisitor};
use super::rules::Lines;
use super::terms::Terms;
use super::watch::state_atoms;
use crate::Unprintable;

/// An automaton, with where its letters come from. What is remembered is its state, and above that which predicates
/// on arrivals the last step satisfied.
#[derive(Clone, Debug)]
pub(super) struct Product<'a> {
    buchi: &'a Buchi,
    predicates: Predicates,
    /// State expressions with the numbers of their atoms.
    states: Vec<(ExprId, usize)>,
    /// The position among the predicates and the number of the atom, for steps that leave.
    steps: Vec<(usize, usize)>,
    /// The same for steps that arrive.
    arrived: Vec<(usize, usize)>,
    deadlock: Option<usize>,
}

impl<'a> Product<'a> {
    /// Atoms about faults cannot be told before all steps of a state are known.
    pub fn new(buchi: &'a Buchi) -> Result<Self, Unprintable> {
        let mut product = Product {
            buchi,
            predicates: Predicates::default(),
            states: Vec::new(),
            steps: Vec::new(),
            arrived: Vec::new(),
            deadlock: None,
        };
        for (number, atom) in buchi.atoms.iter().enumerate() {
            match atom {
                Atom::State(id) => product.states.push((*id, number)),
                Atom::Deadlock => product.deadlock = Some(number),
                Atom::Step(id) => product.steps.push((product.predicates.add(*id), number)),
                Atom::Arrived(id) => product.arrived.push((product.predicates.add(*id), number)),
                Atom::Faulty | Atom::Label(_) => {
                    return Err(Unprintable(
                        "`faulty` stands under a temporal operator other than `G !faulty`".to_string(),
                    ));
                }
            }
        }
        Ok(product)
    }

    fn code_bits(&self) -> u32 {
        self.buchi.bits()
    }

    /// How many bits are remembered; one at least.
    pub fn memory_bits(&self) -> u32 {
        (self.code_bits() + self.arrived.len() as u32).max(1)
    }

    /// Names for what is remembered.
    pub fn definitions(&self, layout: &Layout) -> String {
        let Some(MemoryBits { word, shift, width }) = layout.memory else { return String::new() };
        let code = (1u64 << self.code_bits()) - 1;
        let mask = (1u64 << width) - 1;
        format!(
            "#define MEMORY_SHIFT {shift}\n#define MEMORY_MASK 0x{mask:x}ul\n#define MEMORY_WORD(x) ((x).w[{word}])\n\
             #define CODE(x) (MEMORY_WORD(x) >> MEMORY_SHIFT & 0x{code:x}ul)\n\
             #define FIRST_ACCEPTING {}ul\n#define LETTER_BITS {}\n",
            self.buchi.first_accepting,
            self.buchi.atoms.len()
        )
    }

    /// The tables of the automaton.
    pub fn tables(&self) -> String {
        let mut text = String::from(
            "\n/* Where the moves of a state of the automaton with a letter stand; the lowest 16 bits \
                                     say how many there are. */\n",
        );
        text.push_str(&constants("uint", "entries", &self.buchi.entries));
        text.push_str(&constants("ushort", "moves", &self.buchi.moves));
        text
    }

    /// What is true of the state `s` and how it was reached.
    pub fn state(&self, lines: &mut Lines, system: &System, layout: &Layout) {
        let states: Vec<ExprId> = self.states.iter().map(|(id, _)| *id).collect();
        state_atoms(lines, system, layout, &states);
        lines.line("const ulong code = CODE(s);");
        lines.line("ulong letter = 0;");
        for (place, (_, number)) in self.states.iter().enumerate() {
            lines.line(format!("letter |= (ulong)a{place} << {number};"));
        }
        for (place, (_, number)) in self.arrived.iter().enumerate() {
            let bit = self.code_bits() + place as u32;
            lines.line(format!("letter |= (MEMORY_WORD(s) >> (MEMORY_SHIFT + {bit}) & 1) << {number};"));
        }
    }

    /// Goes on for ever where there is no step: the last of what a work group does with a state.
    pub fn rest(&self, lines: &mut Lines) {
        let letter =
            self.deadlock.map_or_else(|| "letter".to_string(), |bit| format!("letter | 1ul << {bit}"));
        lines.begin("if (steps == 0 && !cut && !unbounded) {");
        lines.line("const State n = s;");
        self.follow(lines, &letter, "0");
        lines.end();
    }

    /// Whether the run has nothing left to show.
    pub fn finish(&self, lines: &mut Lines) {
        let bad = self.buchi.discharged.map_or_else(|| "0".to_string(), |code| format!("code == {code}"));
        lines.line(format!("const int bad = {bad};"));
    }

    /// Follows the automaton with a letter, and what is remembered of the step.
    fn follow(&self, lines: &mut Lines, letter: &str, arrivals: &str) {
        lines.line(format!("const uint entry = entries[code << LETTER_BITS | ({letter})];"));
        lines.begin("for (uint way = 0; way < (entry & 0xffff); way++) {");
        lines.line("State m = n;");
        lines.line(format!(
            "const ulong memory = (ulong)moves[(entry >> 16) + way] | (ulong)({arrivals}) << {};",
            self.code_bits()
        ));
        lines.line(
            "MEMORY_WORD(m) = (MEMORY_WORD(m) & ~(MEMORY_MASK << MEMORY_SHIFT)) | memory << MEMORY_SHIFT;",
        );
        lines.line("EMIT(m);");
        lines.end();
    }
}

fn constants(ty: &str, name: &str, values: &[u64]) -> String {
    let mut text = format!("__constant {ty} {name}[] = {{");
    for (place, value) in values.iter().enumerate() {
        text.push_str(if place % 16 == 0 { "\n    " } else { " " });
        text.push_str(&format!("{value},"));
    }
    text.push_str(if values.is_empty() { " 0 };\n" } else { "\n};\n" });
    text
}

impl StepVisitor for Product<'_> {
    fn predicates(&self) -> &Predicates {
        &self.predicates
    }

    fn step(&self, lines: &mut Lines, terms: &mut Terms, rule: RuleId) {
        lines.begin("{");
        let mark = terms.open();
        self.predicates.declare(lines, terms, rule);
        let now = self.steps.iter().map(|(place, number)| format!(" | (ulong)p{place} << {number}"));
        let letter = format!("letter{}", now.collect::<String>());
        let then = self.arrived.iter().enumerate();
        let arrivals: Vec<String> = then.map(|(bit, (place, _))| format!("p{place} << {bit}")).collect();
        let arrivals = if arrivals.is_empty() { "0".to_string() } else { arrivals.join(" | ") };
        self.follow(lines, &letter, &arrivals);
        terms.close(mark);
        lines.end();
    }
}
