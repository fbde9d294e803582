//! Reports on what was checked, for other programs and for people who were not there: SARIF for code scanning, JUnit for test
//! dashboards, CSV for tables, HTML to read, annotations for GitHub, and the JSON documents themselves.
//!
//! A report is made of the documents that every face writes, and of nothing else, so that all faces have the same.

mod annotations;
mod csv;
mod html;
mod junit;
mod sarif;
mod steps;
mod viewer;

use synod_documents::{CheckReport, PropertyReport, Rejection, Reported};

pub use annotations::annotations;
pub use html::page;

/// What came of one model: a report, or why there is none.
pub type Checked = Reported<CheckReport>;

/// What a code means, in one sentence.
pub type Summary<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The runs of a property of the model with this number, each as the JSON that the run viewer reads.
pub type Runs<'a> = &'a dyn Fn(usize, &PropertyReport) -> Vec<String>;

/// The form of a report. The name of its file tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The document itself.
    Json,
    /// The Static Analysis Results Interchange Format, version 2.1.0.
    Sarif,
    /// JUnit's XML: each property a test.
    Junit,
    /// A page that needs nothing else.
    Html,
    /// A table with a line for each property.
    Csv,
}

impl Format {
    /// Whether runs are part of it.
    pub fn has_runs(self) -> bool {
        !matches!(self, Format::Csv)
    }

    /// The endings of files, longer ones before those that they end in.
    pub const ENDINGS: [(&'static str, Format); 8] = [
        (".sarif.json", Format::Sarif),
        (".sarif", Format::Sarif),
        (".junit.xml", Format::Junit),
        (".xml", Format::Junit),
        (".html", Format::Html),
        (".htm", Format::Html),
        (".csv", Format::Csv),
        (".json", Format::Json),
    ];

    /// The form of a file of this name; or what is wrong with the name.
    pub fn of(file_name: &str) -> Result<Format, String> {
        // Standard output has no ending.
        if file_name == "-" {
            return Ok(Format::Json);
        }
        let name = file_name.to_ascii_lowercase();
        let found = Format::ENDINGS.iter().find(|(ending, _)| name.ends_with(ending));
        found.map(|(_, format)| *format).ok_or_else(|| {
            format!(
                "the name of the report `{}` does not tell its form: it ends in .json, .sarif, .junit.xml, .html or .csv",
                synod_syntax::visible(file_name)
            )
        })
    }

    /// The report on these models, as the content of a file; with what codes mean.
    pub fn write(self, checked: &[Checked], summary: Summary) -> Result<String, String> {
        match (self, checked) {
            (Format::Json, [one]) => synod_documents::text(one),
            (Format::Json, all) => synod_documents::text(&synod_documents::CheckBatch::new(all.to_vec())),
            (Format::Sarif, all) => synod_documents::text(&sarif::log(all, summary)),
            (Format::Junit, all) => Ok(junit::document(all)),
            (Format::Html, all) => Ok(html::page(all, &|_, _| Vec::new())),
            (Format::Csv, all) => Ok(csv::table(all)),
        }
    }
}

/// The name of what was checked: the file, with the values of its parameters.
fn title(report: &CheckReport) -> String {
    let values = report.head.parameters.iter().map(|(name, value)| format!(" {name}={value}"));
    format!("{}{}", report.head.model, values.collect::<String>())
}

/// Whether a request was refused or broken off, and how that is said.
fn refused(rejection: &Rejection) -> String {
    let first = rejection.diagnostics.iter().find(|d| d.severity == synod_documents::Severity::Error);
    match first {
        Some(first) => format!("{} ({})", first.message, rejection.error),
        None => rejection.error.clone(),
    }
}
