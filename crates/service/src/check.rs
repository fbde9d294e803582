//! Checking properties.

use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::Budget;
use synod_documents::{CheckReport, Diagnostic};
use synod_session::check::{AUTO, EngineChoice, Event, Options, Witnesses};
use synod_session::fairness::FairnessRequest;
use synod_session::family::{FamilyEvent, FamilyOptions, OpenedFamily};
use synod_session::{Opened, OpenedModel, TraceView, family_report};

use crate::event::Reporter;
use crate::failure::about;
use crate::{Failure, JobEvent, Limits, Listener, Model};

/// Asks for verdicts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// The text.
    pub model: Model,
    /// The names of the properties, built-in ones among them; all of the model if there are neither these nor formulas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<String>,
    /// Formulas that are not in the text. In the report their names are `asked-1`, `asked-2`, …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formulas: Vec<String>,
    /// The engine; the one that fits if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Whether properties about what is possible get a witness when they hold.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub witnesses: bool,
    /// Whether to look for smaller counterexamples.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub minimise: bool,
    /// Whether to count how often each command is used.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub coverage: bool,
    /// What is assumed of runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fairness: Option<FairnessChoice>,
    /// Limits.
    #[serde(default, skip_serializing_if = "Limits::is_default")]
    pub limits: Limits,
}

/// What is assumed of runs: only such runs count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FairnessChoice {
    /// Agents that begin steps again and again if they can: by name, by type or `all`; with `strong:` before it, strong
    /// fairness.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<String>,
    /// Conditions that hold infinitely often.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weak: Vec<String>,
    /// Pairs of conditions: if the first holds infinitely often, so does the second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strong: Vec<(String, String)>,
}

/// The engine of a name, or the one that fits.
pub(crate) fn engine(name: Option<&str>) -> EngineChoice {
    EngineChoice::from(name.filter(|name| !name.is_empty()).unwrap_or(AUTO))
}

pub(crate) fn check(
    request: CheckRequest,
    budget: &Budget,
    listener: Listener,
) -> Result<CheckReport, Failure> {
    let model = &request.model;
    let budget = request.limits.within(budget);
    let named = request.engine.clone().filter(|name| name != AUTO);
    let reporter = Reporter::new(listener, named);
    let opened = model.reader()?.open_with(model.source(), &request.formulas, &budget);
    match opened.map_err(about(&model.path))? {
        Opened::Family(_) if request.fairness.is_some() || request.coverage => {
            let what = if request.coverage { "coverage" } else { "fairness" };
            Err(Failure::rejected(format!(
                "{what} is for one number of agents: give the number of each role"
            )))
        }
        Opened::Family(family) => reporter.during(|| check_family(&request, &family, &budget, &reporter)),
        Opened::System(opened) => reporter.during(|| check_system(&request, *opened, &budget, &reporter)),
    }
}

/// Checks a model that is open already, with what the request asks besides: for those who change models before they ask.
pub fn check_opened(
    request: &CheckRequest,
    opened: OpenedModel,
    budget: &Budget,
    listener: Listener,
) -> Result<CheckReport, Failure> {
    let budget = request.limits.within(budget);
    let reporter = Reporter::new(listener, request.engine.clone().filter(|name| name != AUTO));
    reporter.during(|| check_system(request, opened, &budget, &reporter))
}

fn check_system(
    request: &CheckRequest,
    opened: OpenedModel,
    budget: &Budget,
    reporter: &Reporter,
) -> Result<CheckReport, Failure> {
    let path = &request.model.path;
    let fairness = request.fairness.clone().unwrap_or_default();
    let fairness = FairnessRequest { agents: fairness.agents, weak: fairness.weak, strong: fairness.strong };
    let mut model = opened.under_fairness(&fairness).map_err(about(path))?;
    let wanted = model.wanted(&request.properties);
    let properties = model.select(&wanted).map_err(|error| error.to_string())?;
    let properties = model.fair(properties).map_err(about(path))?;
    let options = Options {
        engine: engine(request.engine.as_deref()),
        witnesses: if request.witnesses { Witnesses::Runs } else { Witnesses::Strategies },
        certificates: false,
        lints: true,
        coverage: request.coverage,
        minimise: request.minimise,
    };
    let view = TraceView::default();
    let report = model.check(&properties, &options, budget, reporter, &mut |event| {
        match event {
            Event::Begins(property) => reporter.begin(&property.name),
            Event::Answer(answer) => {
                let property = Box::new(synod_session::answer(&model, answer, Some(&view)));
                reporter.tell(JobEvent::Answer { property });
            }
            Event::Finding(finding) => {
                let finding = Box::new(Diagnostic::new(&model.source, finding));
                reporter.tell(JobEvent::Finding { finding });
            }
        }
        ControlFlow::Continue(())
    });
    let report = report.map_err(about(path))?;
    model.take_back_refuted(&report);
    model.warnings.extend(report.findings.iter().cloned());
    let code = model.exit_code(&report);
    Ok(synod_session::report(&model, path, &report, code, Some(&view)))
}

fn check_family(
    request: &CheckRequest,
    family: &OpenedFamily,
    budget: &Budget,
    reporter: &Reporter,
) -> Result<CheckReport, Failure> {
    let path = &request.model.path;
    let options = FamilyOptions::with_engine(engine(request.engine.as_deref()));
    let questions = family.select(&family.wanted(&request.properties), &options).map_err(about(path))?;
    let answers = family.check(&questions, &options, budget, reporter, &mut |event| {
        match event {
            FamilyEvent::Begins(question) => reporter.begin(&question.name),
            FamilyEvent::Answer(answer) => {
                let property = Box::new(family_report::answer(family, answer));
                reporter.tell(JobEvent::Answer { property });
            }
        }
        ControlFlow::Continue(())
    });
    Ok(family_report::report(family, path, &answers))
}
