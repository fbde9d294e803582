//! What the codes of diagnostics about circuits mean.

use synod_syntax::CodeExplanation;

/// A chain of gates that is too long.
fn deep_aiger() -> String {
    let count = crate::gates::DEEPEST as u64 + 2;
    let mut text = format!("aag {} {} 0 1 {count}\n", 2 * count + 1, count + 1);
    let input = |number: u64| 2 * (number + 1);
    let gate = |number: u64| 2 * (count + 2 + number);
    (0..=count).for_each(|number| text += &format!("{}\n", input(number)));
    text += &format!("{}\n", gate(count - 1));
    for number in 0..count {
        let before = if number == 0 { input(0) } else { gate(number - 1) };
        text += &format!("{} {before} {}\n", gate(number), input(number + 1));
    }
    text
}

/// The explanations of codes of AIGER, by code.
pub(crate) const AIGER_CODES: &[CodeExplanation] = &[
    CodeExplanation::new(
        "aiger::literal",
        "A literal stands for nothing, is defined twice, or depends on itself. Each variable up to the first number of the \
         header that is used is an input, a latch or a gate, and only latches close circles.",
        "\
aag 3 1 1 1 0
2
4 6
4",
        "Define the variable as a gate, or correct the number.",
    )
    .fix("4 6", "4 2"),
    CodeExplanation::new(
        "aiger::syntax",
        "The file does not have the lines that its header announces. They come in a fixed order: inputs, latches, outputs, bad \
         states, constraints, sizes and literals of justice properties, fairness constraints, gates, symbols, and comments \
         after a line `c`.",
        "\
aag 1 0 1 1 1
2 3
2",
        "Compare the numbers of the header with the lines.",
    )
    .fix("1 1 1", "1 1 0"),
    CodeExplanation::large(
        "aiger::too-large",
        "The circuit is deeper than can be read.",
        "An example is a chain of more than 20,000 conjunctions, each with the one before it as an operand.",
        deep_aiger,
        "Balance long chains of gates, for example with `balance` of ABC.",
    ),
];

/// The explanations of codes of BTOR2, by code.
pub(crate) const BTOR2_CODES: &[CodeExplanation] = &[
    CodeExplanation::new(
        "btor2::reference",
        "A number refers to a line that is not there, comes later, or is of another kind.",
        "\
1 sort bitvec 4
2 state 1 count
3 next 1 2 7",
        "Correct the number: operands are lines that come before.",
    )
    .fix("2 7", "2 2"),
    CodeExplanation::new(
        "btor2::sort",
        "The sorts of operands and result do not fit together.",
        "\
1 sort bitvec 4
2 state 1 count
3 bad 2",
        "Use operands of the sort that the operator needs; `uext`, `slice` and `redor` change the width of a word.",
    )
    .fix("3 bad 2", "3 sort bitvec 1\n4 redor 3 2\n5 bad 4"),
    CodeExplanation::new(
        "btor2::syntax",
        "A line cannot be read. Each has a number greater than that of the line before, the name of an operator, the number of its \
         sort, its operands, and perhaps a symbol and a comment.",
        "\
1 sort bitvec 1
2 input 1
3 addd 1 2 2",
        "Write the line as the operator asks for it.",
    )
    .fix("addd", "add"),
    CodeExplanation::new(
        "btor2::too-large",
        "Words have at most 65,536 bits, and so have arrays in all. Circuits may have 67 million gates, of which 20,000 follow \
         each other.",
        "\
1 sort bitvec 32
2 sort bitvec 8
3 sort array 1 2
4 state 3 memory",
        "Use narrower words, or arrays with a narrower index.",
    )
    .fix("bitvec 32", "bitvec 8"),
];
