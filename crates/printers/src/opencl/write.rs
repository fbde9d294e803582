//! The whole text: how states are packed, the table, and the search with the rules of the model in it.

use std::fmt::Write;

use synod_core::{System, VarId};
use synod_passes::specialise;

use super::SearchProgram;
use super::layout::Layout;
use super::predicates::StepVisitor;
use super::product::Product;
use super::rules::{Lines, RuleWriter, comment};
use super::terms::Terms;
use super::watch::Watch;
use crate::Unprintable;
use crate::program::names::one_line;

/// Rules that are looked at before what they found is put into the table.
const RULES_TOGETHER: usize = 64;

/// Words of states that a work group may find before it has to put them into the table.
const BUFFER: usize = 4096;

/// What a search is for.
pub(super) enum Purpose<'a> {
    /// A condition on positions that must never hold.
    Watch(Watch),
    /// The product with an automaton.
    Product(Product<'a>),
}

/// The program for a system.
pub(super) fn program(
    system: &System,
    purpose: &Purpose,
    int_bound: i64,
) -> Result<SearchProgram, Unprintable> {
    let (visitor, memory): (&dyn StepVisitor, u32) = match purpose {
        Purpose::Watch(watch) => (watch, 0),
        Purpose::Product(product) => (product, product.memory_bits()),
    };
    let layout = Layout::with_memory(system, int_bound, memory)?;
    let special = specialise(system, system.ranges());
    let writer = RuleWriter { system: &special, layout: &layout, visitor, int_bound };
    let capacity = (BUFFER / layout.words).max(256);
    let mut text = header(&special, &layout, "The reachable states");
    let rules: Vec<_> = special.rule_ids().map(|(id, _)| id).collect();
    let groups = rules.chunks(RULES_TOGETHER);
    let rests = usize::from(matches!(purpose, Purpose::Product(_)));
    let _ = writeln!(text, "#define WORDS {}", layout.words);
    let _ = writeln!(text, "#define STAMP_BITS {}", layout.stamp_bits);
    let _ = writeln!(text, "#define FIRST_BITS {}", layout.bits_of_word(0).max(1));
    let _ = writeln!(text, "#define CAPACITY {capacity}");
    let _ = writeln!(text, "#define GROUPS {}\n", groups.len() + rests);
    text.push_str(include_str!("numbers.cl"));
    text.push('\n');
    text.push_str(include_str!("table.cl"));
    if let Purpose::Product(product) = purpose {
        text.push('\n');
        text.push_str(&product.definitions(&layout));
        text.push_str(&product.tables());
        text.push_str(include_str!("product.cl"));
    }
    text.push_str("\n/* The variables of the model, read from the state s. */\n");
    text.push_str(&variables(&special, &layout));
    text.push('\n');
    text.push_str(include_str!("expand_begin.cl"));
    let mut lines = Lines::at(2);
    match purpose {
        Purpose::Watch(watch) => watch.state(&mut lines, &special, &layout),
        Purpose::Product(product) => product.state(&mut lines, &special, &layout),
    }
    text.push_str(&lines.into_text());
    text.push_str(include_str!("expand_middle.cl"));
    let mut lines = Lines::at(3);
    for (number, group) in groups.enumerate() {
        lines.begin(format!("case {number}: {{"));
        group.iter().for_each(|id| writer.rule(&mut lines, *id));
        lines.line("break;");
        lines.end();
    }
    if let Purpose::Product(product) = purpose {
        lines.begin("case GROUPS - 1: {");
        product.rest(&mut lines);
        lines.line("break;");
        lines.end();
    }
    text.push_str(&lines.into_text());
    text.push_str("            default: break;\n");
    text.push_str(include_str!("expand_end.cl"));
    let mut lines = Lines::at(3);
    match purpose {
        Purpose::Watch(watch) => watch.finish(&mut lines),
        Purpose::Product(product) => product.finish(&mut lines),
    }
    text.push_str(&lines.into_text());
    text.push_str(include_str!("expand_last.cl"));
    Ok(SearchProgram { text, layout, capacity })
}

/// What the program is, and where the values of a state lie.
pub(super) fn header(system: &System, layout: &Layout, what: &str) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "/* {what} of {}, in OpenCL C.", one_line(&system.name).replace("*/", "* /"));
    text.push_str(" * Generated; the same model gives the same text. */\n\n");
    text.push_str("#ifdef __OPENCL_VERSION__\n");
    text.push_str("#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n");
    text.push_str("#endif\n\n");
    let _ = writeln!(
        text,
        "/* A state takes {} of 64 bits. */",
        synod_core::counted(layout.words as u64, "word")
    );
    text
}

/// A macro for each scalar variable; elements of arrays are read where they are needed.
pub(super) fn variables(system: &System, layout: &Layout) -> String {
    let terms = Terms::new(system, layout, Vec::new(), []);
    let mut text = String::new();
    for (id, var) in system.var_ids() {
        let VarId(number) = id;
        let field = terms.field(id, 0);
        let name = comment(&var.name);
        let _ = match var.len {
            None => writeln!(text, "#define V{number} {} {name}", terms.extract(field, "s")),
            Some(len) => writeln!(
                text,
                "{}",
                comment(&format!(
                    "{}[{len}]: {} bits each, from bit {} of word {} on",
                    var.name,
                    field.width(),
                    field.shift,
                    field.word
                ))
            ),
        };
    }
    text
}
