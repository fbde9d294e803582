//! Any number of agents.

use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::Budget;
use synod_documents::CutoffReport;
use synod_session::check::AUTO;
use synod_session::family::{FamilyEvent, FamilyOptions};
use synod_session::family_report;

use crate::check::engine;
use crate::event::Reporter;
use crate::failure::about;
use crate::{Failure, JobEvent, Limits, Listener, Model};

/// Asks what holds for any number of agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CutoffRequest {
    /// The text.
    pub model: Model,
    /// For a model of one system: the role of which there is to be any number of agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// The names of the properties; all if there are neither these nor formulas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<String>,
    /// Formulas that are not in the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formulas: Vec<String>,
    /// The engine for instances and abstractions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Whether to find out from which size on a property holds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub emergence: bool,
    /// Limits.
    #[serde(default, skip_serializing_if = "Limits::is_default")]
    pub limits: Limits,
}

pub(crate) fn cutoff(
    request: CutoffRequest,
    budget: &Budget,
    listener: Listener,
) -> Result<CutoffReport, Failure> {
    let model = &request.model;
    let budget = request.limits.within(budget);
    let reporter = Reporter::new(listener, request.engine.clone().filter(|name| name != AUTO));
    let opened = model.reader()?.open_with(model.source(), &request.formulas, &budget);
    let family = opened.and_then(|opened| opened.family(request.role.as_deref(), &budget));
    let family = family.map_err(about(&model.path))?;
    let options = FamilyOptions {
        emergence: request.emergence,
        ..FamilyOptions::with_engine(engine(request.engine.as_deref()))
    };
    let questions =
        family.select(&family.wanted(&request.properties), &options).map_err(about(&model.path))?;
    let mut hear = |event: FamilyEvent<'_>| {
        match event {
            FamilyEvent::Begins(question) => reporter.begin(&question.name),
            FamilyEvent::Answer(answer) => {
                let property = Box::new(family_report::cutoff_answer(&family, answer));
                reporter.tell(JobEvent::CutoffAnswer { property });
            }
        }
        ControlFlow::Continue(())
    };
    let answers = reporter.during(|| family.check(&questions, &options, &budget, &reporter, &mut hear));
    Ok(family_report::cutoff(&family, &model.path, &answers))
}
