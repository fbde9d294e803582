//! A model of one system that was read, with everything that can be asked of it.

use synod_check::Report;
use synod_core::{AgentId, CompiledModel, Formula, Property, PropertyOrigin, Verdict};
use synod_frontend::{LanguageModel, Narrator};
use synod_syntax::{Diagnostic, Severity, Source};

use crate::fairness::Assumption;
use crate::rejection::{diagnostic_documents, untold};
use crate::{Reader, Rejection, sizes};

/// A model of one system.
pub struct OpenedModel {
    /// How it was read.
    pub(crate) reader: Reader,
    /// What is checked.
    pub compiled: CompiledModel,
    /// What only its language knows about it.
    pub(crate) details: Box<dyn LanguageModel>,
    /// Its text.
    pub source: Source,
    /// The name of its language or dialect.
    pub language: &'static str,
    /// Warnings and notes about it.
    pub warnings: Vec<Diagnostic>,
    /// Those that are too many to be told.
    pub(crate) untold: Vec<Diagnostic>,
    /// Whether it is one of a family of systems.
    pub is_instance: bool,
    /// What is assumed of runs: only such runs count.
    pub(crate) assumptions: Vec<Assumption>,
}

impl OpenedModel {
    /// The properties asked for: see [`synod_check::select`]; or why there is none of a name.
    pub fn select(&self, wanted: &[String]) -> Result<Vec<Property>, String> {
        let chosen = synod_check::select(&self.compiled.properties, wanted, self.compiled.system.ended);
        chosen.map_err(|error| sizes::no_such_property(&error, &self.warnings))
    }

    /// The property asked for, which must be one.
    pub fn one_property(&self, wanted: Option<&str>) -> Result<Property, String> {
        let wanted: Vec<String> = wanted.into_iter().map(str::to_string).collect();
        let properties = self.select(&wanted)?;
        let one = <[Property; 1]>::try_from(properties).ok().map(|[property]| property);
        one.ok_or_else(|| "select one property with `--property`".to_string())
    }

    /// What a property asks where runs that deadlock are judged like all others: as its language says it, or as its
    /// formula does. `None` where that makes no difference.
    pub(crate) fn judging_deadlocks(&self, property: &Property) -> Option<Formula> {
        let said = self.compiled.counting_deadlocks(property).map(|strict| strict.formula.clone());
        said.or_else(|| property.formula.counting_deadlocks(self.compiled.system.dead_ends))
    }

    /// Who narrates its runs, for languages with words of their own for them.
    pub fn narrator(&self) -> Option<&dyn Narrator> {
        self.details.narrator()
    }

    /// Why a request about this model cannot be met.
    pub fn reject(&self, message: impl Into<String>) -> Rejection {
        Rejection { language: Some(self.language), ..Rejection::because(message) }
    }

    /// The diagnostics that are to be shown: warnings, and notes if they are wanted.
    pub fn shown_warnings(&self, notes: bool) -> impl Iterator<Item = &Diagnostic> {
        self.warnings.iter().filter(move |d| notes || d.severity >= Severity::Warning)
    }

    /// How many warnings are too many to be told, as a sentence.
    pub fn untold(&self) -> Option<String> {
        untold(&self.untold)
    }

    /// Leaves out warnings that a property refutes which was proved.
    pub fn take_back_refuted(&mut self, report: &Report) {
        let is_proved = |name: &str| {
            let mut answers = report.answers.iter();
            answers.any(|a| {
                a.property.name == name
                    && a.property.origin == PropertyOrigin::BuiltIn
                    && matches!(a.outcome.verdict, Verdict::Holds(_))
            })
        };
        self.warnings.retain(|warning| !warning.refuted_by.is_some_and(is_proved));
    }

    /// Its warnings and notes, for machines.
    pub fn warning_documents(&self) -> Vec<synod_documents::Diagnostic> {
        diagnostic_documents(&self.source, &self.warnings)
    }

    /// What documents about it begin with, given the name of its file.
    pub fn head(&self, file_name: &str) -> synod_documents::Head {
        let mut head = self.reader.head(file_name, self.language, &self.source);
        for (name, value) in self.details.parameters() {
            head.parameters.entry(name).or_insert(value);
        }
        head
    }

    /// The agent of a name, or a sentence that helps to find the right one.
    pub fn find_agent(&self, name: &str) -> Result<AgentId, String> {
        let system = &self.compiled.system;
        let known = || system.agents.iter().map(|agent| agent.name.as_str());
        system.find_agent(name).ok_or_else(|| synod_syntax::no_such("agent", name, known()))
    }

    /// The agents of a name: the one that has it, or all of the type that has it.
    pub fn find_agents(&self, name: &str) -> Result<Vec<AgentId>, String> {
        let system = &self.compiled.system;
        let of_type = || system.agent_ids().filter(|(_, agent)| agent.role == name).map(|(id, _)| id);
        let found: Vec<AgentId> = match system.find_agent(name) {
            Some(agent) => vec![agent],
            None => of_type().collect(),
        };
        if found.is_empty() {
            let known = system.agents.iter().flat_map(|agent| [agent.name.as_str(), agent.role.as_str()]);
            return Err(synod_syntax::no_such("agent or type of agents", name, known));
        }
        Ok(found)
    }

    /// The name of its language in sentences.
    pub fn title(&self) -> &'static str {
        self.reader.frontend.language().title
    }
}
