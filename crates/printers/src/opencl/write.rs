//! The whole text: how states are packed, the table, and the search with the rules of the model in it.

use std::fmt::Write;

use synod_core::{Formula, System, VarId};
use synod_passes::specialise;

use super::SearchProgram;
use super::layout::Layout;
use super::rules::{Lines, RuleWriter, comment};
use super::terms::Terms;
use super::watch::Watch;
use crate::Unprintable;
use crate::program::names::one_line;

/// Rules that are looked at before what they found is put into the table.
const RULES_TOGETHER: usize = 64;

/// Words of states that a work group may find before it has to put them into the table.
const BUFFER: usize = 4096;

/// The program for a system, with a condition on positions that must never hold.
pub(super) fn program(
    system: &System,
    never: Option<&Formula>,
    int_bound: i64,
) -> Result<SearchProgram, Unprintable> {
    let layout = Layout::new(system, int_bound)?;
    let watch = Watch::new(never)?;
    let special = specialise(system, system.ranges());
    let writer = RuleWriter { system: &special, layout: &layout, watch: &watch, int_bound };
    let capacity = (BUFFER / layout.words).max(256);
    let mut text = header(&special, &layout);
    let rules: Vec<_> = special.rule_ids().map(|(id, _)| id).collect();
    let groups = rules.chunks(RULES_TOGETHER);
    let _ = writeln!(text, "#define WORDS {}", layout.words);
    let _ = writeln!(text, "#define STAMP_BITS {}", layout.stamp_bits);
    let _ = writeln!(text, "#define CAPACITY {capacity}");
    let _ = writeln!(text, "#define GROUPS {}\n", groups.len());
    text.push_str(include_str!("table.cl"));
    text.push_str("\n/* The variables of the model, read from the state s. */\n");
    text.push_str(&variables(&special, &layout));
    text.push('\n');
    text.push_str(include_str!("expand_begin.cl"));
    let mut lines = Lines::at(2);
    watch.state(&mut lines, &special, &layout);
    text.push_str(&lines.into_text());
    text.push_str(include_str!("expand_middle.cl"));
    for (number, group) in groups.enumerate() {
        let mut lines = Lines::at(3);
        lines.begin(format!("case {number}: {{"));
        group.iter().for_each(|id| writer.rule(&mut lines, *id));
        lines.line("break;");
        lines.end();
        text.push_str(&lines.into_text());
    }
    text.push_str("            default: break;\n");
    text.push_str(include_str!("expand_end.cl"));
    let mut lines = Lines::at(3);
    watch.finish(&mut lines);
    text.push_str(&lines.into_text());
    text.push_str(include_str!("expand_last.cl"));
    Ok(SearchProgram { text, layout, capacity })
}

/// What the program is, and where the values of a state lie.
fn header(system: &System, layout: &Layout) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "/* The reachable states of {}, in OpenCL C.",
        one_line(&system.name).replace("*/", "* /")
    );
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
fn variables(system: &System, layout: &Layout) -> String {
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
