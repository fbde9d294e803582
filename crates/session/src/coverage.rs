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

/// The text of a model and the counts of its commands before each line: `#####` for a line of which no command is used, and a
/// star behind the count where one of several is not. Files that it includes come first, each under its name.
pub fn text(model: &OpenedModel, found: &Coverage) -> String {
    let report = document(model, found);
    let lines = by_line(&report);
    // What stands around a file that is included is one file all the same.
    let mut files: Vec<(&str, String)> = Vec::new();
    let mut offset = 0;
    for line in model.source.text().split_inclusive('\n') {
        let (file, number) = (model.source.name_at(offset), model.source.place(offset).line);
        let count = match lines.get(&(file, number)) {
            None => "-".to_string(),
            Some(commands) => {
                let total: u64 = commands.iter().map(|command| command.count).sum();
                let star = if commands.iter().any(|command| command.count == 0) { "*" } else { "" };
                if total == 0 { "#####".to_string() } else { format!("{total}{star}") }
            }
        };
        let known = files.iter().position(|(name, _)| *name == file).unwrap_or_else(|| {
            files.push((file, String::new()));
            files.len() - 1
        });
        let _ = writeln!(files[known].1, "{count:>COUNTS$}:{number:>5}: {}", line.trim_end());
        offset += line.len();
    }
    files.sort_by_key(|(name, _)| *name == model.source.name());
    let is_alone = files.len() == 1;
    let text =
        |(name, lines): (&str, String)| if is_alone { lines } else { format!("── {name}\n{lines}") };
    files.into_iter().map(text).chain([summary(&report)]).collect()
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

/// The counts of a model in the format of LCOV.
pub fn lcov(model: &OpenedModel, found: &Coverage) -> String {
    let mut counts = Lcov::default();
    counts.add(model, found);
    counts.text()
}

/// Counts of models in the format of LCOV, a record for each file with commands: its lines, and a branch for each of several
/// commands in a line. What several models say of a line, because they include it or differ in parameters, is added up.
#[derive(Default)]
pub struct Lcov {
    /// The counts of the commands in each line, by file.
    files: BTreeMap<String, BTreeMap<usize, Vec<u64>>>,
}

impl Lcov {
    /// Adds the counts of a model.
    pub fn add(&mut self, model: &OpenedModel, found: &Coverage) {
        for ((file, line), commands) in by_line(&document(model, found)) {
            let known = self.files.entry(file.to_string()).or_default().entry(line).or_default();
            known.resize(known.len().max(commands.len()), 0);
            for (count, command) in std::iter::zip(known, commands) {
                *count = count.saturating_add(command.count);
            }
        }
    }

    /// The content of a file.
    pub fn text(&self) -> String {
        self.files.iter().map(|(file, lines)| record(file, lines)).collect()
    }
}

fn record(file: &str, lines: &BTreeMap<usize, Vec<u64>>) -> String {
    let mut out = format!("TN:\nSF:{file}\n");
    let mut branches = (0, 0);
    for (line, counts) in lines.iter().filter(|(_, counts)| counts.len() > 1) {
        for (branch, count) in counts.iter().enumerate() {
            let _ = writeln!(out, "BRDA:{line},0,{branch},{count}");
            branches = (branches.0 + 1, branches.1 + usize::from(*count > 0));
        }
    }
    let _ = writeln!(out, "BRF:{}\nBRH:{}", branches.0, branches.1);
    let mut hit = 0;
    for (line, counts) in lines {
        let total = counts.iter().fold(0u64, |sum, count| sum.saturating_add(*count));
        hit += usize::from(total > 0);
        let _ = writeln!(out, "DA:{line},{total}");
    }
    let _ = writeln!(out, "LF:{}\nLH:{hit}\nend_of_record", lines.len());
    out
}
