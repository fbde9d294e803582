//! Files with the evidence of verdicts: runs, pictures of them, certificates, and reports.

use std::path::Path;

use synod_core::{Counterexample, Coverage, System};
use synod_documents::PropertyReport;
use synod_service::{ViewedRuns, of_property};
use synod_session::OpenedModel;
use synod_session::certificates::{Form, WrittenCertificate};
use synod_session::coverage::Lcov;
use synod_session::reports::{Checked, Format, annotations, page};
use synod_session::{Rejection, pictures};

use crate::cli::CheckArgs;
use crate::failure::{Done, Failure};
use crate::files::{Output, Outputs, Part, shown};
use crate::terminal;
use crate::traces::TraceOutput;

/// The endings of files with how often commands are used.
const LCOV: [&str; 2] = [".lcov", ".info"];

fn is_lcov(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name == "-" || LCOV.iter().any(|ending| name.ends_with(ending))
}

/// The files that `check` was asked for.
pub struct EvidenceFiles {
    outputs: Outputs,
    quiet: bool,
    traces: Option<TraceOutput>,
    pictures: Option<Output>,
    certificates: Option<Output>,
    reports: Vec<(Format, Output)>,
    coverage: Option<(Output, Lcov)>,
}

impl EvidenceFiles {
    /// Plans what was asked for about models in these files, and refuses what cannot be written.
    pub fn plan<'m>(args: &CheckArgs, models: impl IntoIterator<Item = &'m str>) -> Result<Self, Rejection> {
        let mut outputs = Outputs::new(models, args.quiet);
        let traces = TraceOutput::plan(&mut outputs, args.trace_out.as_deref())?;
        let pictures = outputs.plan(args.witness_dot.as_deref(), &[".dot", ".gv"])?;
        let certificates = outputs.plan(args.certificate.as_deref(), &Form::ENDINGS)?;
        let coverage = args.coverage.as_ref().and_then(Option::as_deref);
        if let Some(path) = coverage.filter(|path| !is_lcov(path)) {
            return Err(Rejection::because(format!(
                "counts are written as LCOV: name a file that ends in `{}`, not `{}`",
                LCOV.join("` or `"),
                shown(path)
            )));
        }
        let coverage = outputs.plan(coverage, &LCOV)?.map(|output| (output, Lcov::default()));
        let csv = outputs.plan(args.csv.as_deref(), &[])?;
        let mut reports: Vec<(Format, Output)> =
            csv.map(|output| (Format::Csv, output)).into_iter().collect();
        for path in &args.report {
            let format = Format::of(&path.to_string_lossy()).map_err(Rejection::because)?;
            reports.extend(outputs.plan(Some(path), &[])?.map(|output| (format, output)));
        }
        outputs.make_room(args.json)?;
        Ok(EvidenceFiles { outputs, quiet: args.quiet, traces, pictures, certificates, reports, coverage })
    }

    /// Whether some report has runs in it.
    pub fn have_runs(&self) -> bool {
        self.reports.iter().any(|(format, _)| format.has_runs())
    }

    /// Whether a report is a page, in which runs are walked.
    pub fn has_page(&self) -> bool {
        self.reports.iter().any(|(format, _)| *format == Format::Html)
    }

    /// Writes the reports on all models that were asked for, with the runs of each, and annotations where they are read.
    pub fn write_reports(&mut self, checked: &[Checked], runs: &[ViewedRuns]) {
        let of = |model: usize, property: &PropertyReport| {
            runs.get(model).map_or_else(Vec::new, |runs| of_property(runs, property))
        };
        if let Some((output, counts)) = &self.coverage {
            self.outputs.write(output, vec![("coverage".to_string(), Ok(counts.text().into_bytes()))]);
        }
        for (format, output) in &self.reports {
            let content = match format {
                Format::Html => Ok(page(checked, &of)),
                _ => format.write(checked, &synod_session::summary),
            };
            self.outputs.write(output, vec![("report".to_string(), content.map(String::into_bytes))]);
        }
        if annotates() {
            annotations(checked).iter().for_each(|line| terminal::tell(line));
        }
    }

    /// Keeps how often the commands of a model are used, for the file with the counts of all models.
    pub fn add_coverage(&mut self, model: &OpenedModel, found: &Coverage) {
        if let Some((_, counts)) = &mut self.coverage {
            counts.add(model, found);
        }
    }

    /// Writes the runs that were asked for.
    pub fn write_traces(&mut self, parts: impl FnOnce(&TraceOutput) -> Vec<Part>) {
        if let Some(traces) = &self.traces {
            self.outputs.write(&traces.output, parts(traces));
        }
    }

    /// Draws runs, each of a system and with the name of its property.
    pub fn write_pictures<'a>(
        &mut self,
        runs: impl IntoIterator<Item = (&'a str, &'a System, &'a Counterexample)>,
    ) {
        let Some(output) = &self.pictures else { return };
        let drawn = runs.into_iter().map(|(name, system, found)| {
            (name.to_string(), Ok(pictures::evidence(system, name, found).into_bytes()))
        });
        let drawn: Vec<Part> = drawn.collect();
        if drawn.is_empty() && !self.quiet {
            terminal::tell("no property has a run to show");
        }
        self.outputs.write(output, drawn);
    }

    /// Writes certificates in the form that the name of the file asks for; without any, says so.
    pub fn write_certificates(
        &mut self,
        written: impl FnOnce(Form) -> Vec<WrittenCertificate>,
        without: &str,
    ) {
        let Some(output) = &self.certificates else { return };
        let written = written(Form::wanted(&output.path().to_string_lossy()));
        if written.is_empty() && !self.quiet {
            terminal::tell(without);
        }
        let part = |WrittenCertificate { property, content }| {
            let content = content.map_err(|why| format!("the proof of {property} was not written: {why}"));
            (property, content)
        };
        self.outputs.write(output, written.into_iter().map(part).collect());
    }

    /// The exit code, which tells the verdicts even if a file, or the end of the report, could not be written.
    pub fn verdict(mut self, printed: Result<(), Failure>, code: u8) -> Done {
        match printed {
            Err(Failure::Input(why)) => self.outputs.fail(why),
            printed => printed?,
        }
        Ok(self.outputs.verdict(code))
    }

    /// Why there is no verdict; says also what could not be written.
    pub fn refused(self, failure: Failure) -> Done {
        if let Err(Failure::Input(why)) = self.outputs.done(0) {
            terminal::tell(&format!("{} {why}", terminal::error_word()));
        }
        Err(failure)
    }
}

/// Whether a workflow of GitHub reads what is told.
pub fn annotates() -> bool {
    std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}
