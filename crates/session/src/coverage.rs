//! How often the commands of a model are used: as a document, beside the text of the model, and in the format of LCOV.

use std::collections::BTreeMap;
use std::fmt::Write;

use synod_core::Coverage;
use synod_documents::{CommandCount, CoverageReport, Place};

use crate::{OpenedModel, counted};

/// The width of the column of counts.
const COUNTS: usize = 9;

/// The report on how often the commands of a model are used.
pub fn document(model: &OpenedModel, found: &Coverage) -> CoverageReport {
    let counts = std::iter::zip(&found.counts, &found.reached);
    let commands =
        std::iter::zip(model.compiled.commands(), counts).map(|(command, (count, reached))| CommandCount {
            kind: command.kind.to_string(),
            text: command.text.clone(),
            place: Place::new(&model.source, command.span),
            count: *count,
            reached: *reached,
        });
    CoverageReport { states: found.states, complete: found.complete, commands: commands.collect() }
}

/// The commands that begin in each line, by file and number.
fn by_line(report: &CoverageReport) -> BTreeMap<(&str, usize), Vec<&CommandCount>> {
    let mut lines: BTreeMap<(&str, usize), Vec<&CommandCount>> = BTreeMap::new();
    for command in &report.commands {
        lines.entry((&command.place.file, command.place.line)).or_default().push(command);
    }
    lines
}

/// The text of a model, with what it includes, and the counts of its commands before each line: `#####` for a line of which no
/// command is used, and a star behind the count where one of several is not.
pub fn text(model: &OpenedModel, found: &Coverage) -> String {
    let report = document(model, found);
    let lines = by_line(&report);
    let mut out = String::new();
    let mut offset = 0;
    for line in model.source.text().split_inclusive('\n') {
        let number = model.source.place(offset).line;
        let count = match lines.get(&(model.source.name_at(offset), number)) {
            None => "-".to_string(),
            Some(commands) => {
                let total: u64 = commands.iter().map(|command| command.count).sum();
                let star = if commands.iter().any(|command| command.count == 0) { "*" } else { "" };
                if total == 0 { "#####".to_string() } else { format!("{total}{star}") }
            }
        };
        let _ = writeln!(out, "{count:>COUNTS$}:{number:>5}: {}", line.trim_end());
        offset += line.len();
    }
    out.push_str(&summary(&report));
    out
}

/// All counts in one line.
pub fn summary(report: &CoverageReport) -> String {
    let used = report.commands.iter().filter(|command| command.count > 0).count();
    let seen = match (report.complete, report.states) {
        (true, 1) => "the only reachable state".to_string(),
        (true, states) => format!("all {}", counted(states, "reachable state")),
        (false, states) => format!("{}; there may be more", counted(states, "state")),
    };
    format!("{used} of {} used, in {seen}\n", counted(report.commands.len(), "command"))
}

/// The counts in the format of LCOV, a record for each file with commands: its lines, and a branch for each of several
/// commands in a line.
pub fn lcov(model: &OpenedModel, found: &Coverage) -> String {
    let report = document(model, found);
    let lines = by_line(&report);
    model.source.names().map(|file| record(file, &lines)).collect()
}

fn record(file: &str, lines: &BTreeMap<(&str, usize), Vec<&CommandCount>>) -> String {
    let own: Vec<(usize, &Vec<&CommandCount>)> = lines
        .iter()
        .filter(|((of, _), _)| *of == file)
        .map(|((_, line), commands)| (*line, commands))
        .collect();
    if own.is_empty() {
        return String::new();
    }
    let mut out = format!("TN:\nSF:{file}\n");
    let mut branches = (0, 0);
    for (line, commands) in own.iter().filter(|(_, commands)| commands.len() > 1) {
        for (branch, command) in commands.iter().enumerate() {
            let _ = writeln!(out, "BRDA:{line},0,{branch},{}", command.count);
            branches = (branches.0 + 1, branches.1 + usize::from(command.count > 0));
        }
    }
    let _ = writeln!(out, "BRF:{}\nBRH:{}", branches.0, branches.1);
    let mut hit = 0;
    for (line, commands) in &own {
        let total: u64 = commands.iter().map(|command| command.count).sum();
        hit += usize::from(total > 0);
        let _ = writeln!(out, "DA:{line},{total}");
    }
    let _ = writeln!(out, "LF:{}\nLH:{hit}\nend_of_record", own.len());
    out
}
