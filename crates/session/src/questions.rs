//! Questions that are not in the text of a model: formulas and conditions on states, in the language of the model or
//! in notation of other tools that can only mean one thing.

use synod_core::{Budget, Formula, PropertyOrigin, State, System, Trace};
use synod_frontend::Asked;
use synod_simulate::{Interpreter, Truth, evaluate};
use synod_syntax::{Diagnostic, Piece, Severity, Source, Span};

use crate::family::{FamilyTask, OpenedFamily};
use crate::{Opened, OpenedModel, Reader, Rejection, plain};

/// A text put to a model.
pub(crate) struct Question<'a> {
    /// What it is called in messages.
    pub(crate) name: String,
    pub(crate) text: &'a str,
}

/// A condition on the states of a model.
pub struct Condition {
    /// The system with the expressions of the condition; its states are those of the model.
    system: System,
    formula: Formula,
}

impl Reader {
    /// Reads a text within a budget, with more properties than it has: the last ones, whose formulas are written in its
    /// language; in a model of one system their names are `asked-1`, `asked-2`, …
    pub fn open_with(
        &self,
        source: Source,
        formulas: &[String],
        budget: &Budget,
    ) -> Result<Opened, Rejection> {
        let opened = self.open(source.clone(), budget)?;
        if formulas.is_empty() {
            return Ok(opened);
        }
        let agents = match &opened {
            Opened::System(model) => model.agent_names(),
            Opened::Family(_) => Vec::new(),
        };
        let name = |number: usize| match formulas.len() {
            1 => FORMULA.to_string(),
            _ => format!("{FORMULA} {number}"),
        };
        let questions: Vec<Question> = std::iter::zip(1.., formulas)
            .map(|(number, text)| Question { name: name(number), text })
            .collect();
        let before = opened.property_count();
        let mut extended = self.asking(&source, &agents, Asked::Property, &questions, budget)?;
        if extended.property_count() != before + formulas.len() {
            return Err(Rejection::because(match formulas {
                [formula] => format!("`{formula}` is not one formula"),
                _ => "one of the texts is not one formula".to_string(),
            }));
        }
        extended.name_asked();
        Ok(extended)
    }
}

impl Opened {
    fn property_count(&self) -> usize {
        match self {
            Opened::System(model) => model.compiled.properties.len(),
            Opened::Family(family) => family.templates.properties().len(),
        }
    }

    fn name_asked(&mut self) {
        match self {
            Opened::System(model) => model.name_asked(),
            Opened::Family(family) => family.name_asked(),
        }
    }
}

impl OpenedFamily {
    /// What is to be selected: formulas that are not in the text ([`Reader::open_with`]), and what is wanted besides.
    pub fn wanted(&self, wanted: &[String]) -> Vec<String> {
        let asked = self.questions.iter().filter(|question| is_asked(&self.source, question.span));
        asked.map(|question| question.name.clone()).chain(wanted.iter().cloned()).collect()
    }

    /// Names the questions that are not in the text.
    fn name_asked(&mut self) {
        let source = &self.source;
        let asked = self.questions.iter_mut().filter(|question| is_asked(source, question.span));
        for (number, question) in std::iter::zip(1.., asked) {
            question.name = asked_name(number);
            if let FamilyTask::Prove(property) = &mut question.task {
                property.name.clone_from(&question.name);
            }
        }
    }
}

/// What a question that is not in the text is called.
fn asked_name(number: usize) -> String {
    format!("asked-{number}")
}

/// Whether something stands in a question that is not in the text.
pub(crate) fn is_asked(source: &Source, span: Span) -> bool {
    source.name_at(span.start as usize) != source.name()
        && source.name_at(span.start as usize).starts_with(FORMULA)
}

/// What a condition is called in messages.
const CONDITION: &str = "condition";

/// What formulas that are not in the text are called in messages.
const FORMULA: &str = "formula";

impl OpenedModel {
    /// The same model with one more property: see [`Reader::open_with`].
    pub fn with_formula(&self, formula: &str) -> Result<OpenedModel, Rejection> {
        let question = Question { name: FORMULA.to_string(), text: formula };
        let before = self.compiled.properties.len();
        let mut model = self.asking(Asked::Property, &[question])?;
        if model.compiled.properties.len() != before + 1 {
            return Err(self.reject(format!("`{formula}` is not one formula")));
        }
        model.name_asked();
        Ok(model)
    }

    /// A condition on states: in the language of the model, or else one over variables by the names that runs print.
    pub fn condition(&self, text: &str) -> Result<Condition, Rejection> {
        let refused = match self.condition_of_language(text) {
            Ok(condition) => return Ok(condition),
            Err(NoCondition::Other(refused)) => return Err(refused),
            Err(NoCondition::Refused(refused)) => refused,
        };
        let mut system = self.compiled.system.clone();
        match plain::condition(&mut system, text) {
            Ok(condition) => Ok(Condition { system, formula: Formula::State(condition) }),
            // Whoever came farther knows better what is wrong.
            Err(wrong) if wrong.names_variable && !is_read(&refused) && wrong.read > read(&refused) => {
                Err(self.reject(format!("`{text}` is no condition: {}", wrong.message)))
            }
            Err(wrong) if refused.diagnostics.is_empty() => {
                Err(Rejection { message: format!("{}; {}", refused.message, wrong.message), ..refused })
            }
            Err(_) => Err(refused),
        }
    }

    fn condition_of_language(&self, text: &str) -> Result<Condition, NoCondition> {
        let before = self.compiled.properties.len();
        let question = Question { name: CONDITION.to_string(), text };
        let model = self.asking(Asked::Condition, &[question]).map_err(NoCondition::Refused)?;
        if model.compiled.properties.len() != before + 1 {
            return Err(NoCondition::Other(self.reject(format!("`{text}` is not one condition"))));
        }
        let mut properties = model.compiled.properties.into_iter();
        let asked = properties.rfind(|property| property.origin == PropertyOrigin::Model);
        let of_one_state =
            |formula: &Formula| formula.is_about_point() && formula.is_linear() && !formula.is_temporal();
        match asked {
            Some(asked) if of_one_state(&asked.formula) => {
                Ok(Condition { system: model.compiled.system, formula: asked.formula })
            }
            Some(_) => Err(NoCondition::Other(self.reject(format!("`{text}` is not about one state")))),
            None => Err(NoCondition::Refused(
                self.reject(format!("`{text}` cannot be asked of {} models", self.title())),
            )),
        }
    }

    pub(crate) fn asking(&self, asked: Asked, questions: &[Question]) -> Result<OpenedModel, Rejection> {
        let budget = Budget::unlimited();
        self.reader.asking(&self.source, &self.agent_names(), asked, questions, &budget)?.one_system()
    }

    /// The names of all agents.
    pub fn agent_names(&self) -> Vec<&str> {
        self.compiled.system.agents.iter().map(|agent| agent.name.as_str()).collect()
    }

    /// What is to be selected: formulas that are not in the text ([`Reader::open_with`]), and what is wanted besides.
    pub fn wanted(&self, wanted: &[String]) -> Vec<String> {
        let asked = self.compiled.properties.iter().filter(|property| is_asked(&self.source, property.span));
        asked.map(|property| property.name.clone()).chain(wanted.iter().cloned()).collect()
    }

    /// Names the properties that are not in the text.
    pub(crate) fn name_asked(&mut self) {
        let mut number = 0;
        for property in &mut self.compiled.properties {
            if !is_asked(&self.source, property.span) {
                continue;
            }
            number += 1;
            let name = asked_name(number);
            for question in &mut self.compiled.side_questions {
                if question.about.as_ref() == Some(&property.name) {
                    question.about = Some(name.clone());
                }
            }
            property.name = name;
        }
    }
}

/// Why a text is no condition in the language of a model.
enum NoCondition {
    /// It cannot be read, or has mistakes, so that another reading may be meant.
    Refused(Rejection),
    /// It is read, and is something else.
    Other(Rejection),
}

/// How many characters of a condition the language could read.
fn read(refused: &Rejection) -> usize {
    let (Some(source), Some(first)) = (&refused.source, refused.diagnostics.first()) else { return 0 };
    let at = first.span.start as usize;
    match source.name_at(at) == CONDITION {
        true => source.place(at).column.saturating_sub(1),
        false => 0,
    }
}

/// Whether a text could be read, and has other mistakes.
fn is_read(refused: &Rejection) -> bool {
    let mut codes = refused.diagnostics.iter().map(|diagnostic| diagnostic.code);
    !refused.diagnostics.is_empty() && codes.all(|code| !code.ends_with("::syntax"))
}

impl Condition {
    /// The condition as a formula about states of a system that was extended by it.
    pub fn into_parts(self) -> (System, Formula) {
        (self.system, self.formula)
    }

    /// Whether it holds in a state.
    pub fn holds(&self, state: &State) -> bool {
        truth(&self.system, &self.formula, state) == Truth::True
    }
}

/// Whether a condition holds in a state, as far as one state can tell.
pub(crate) fn truth(system: &System, condition: &Formula, state: &State) -> Truth {
    let here = Trace { states: vec![state.clone()], steps: Vec::new(), loop_start: None };
    evaluate(&Interpreter::new(system), condition, &here)
}

impl Reader {
    /// Reads a text with questions put into it.
    fn asking(
        &self,
        source: &Source,
        agents: &[&str],
        asked: Asked,
        questions: &[Question],
        budget: &Budget,
    ) -> Result<Opened, Rejection> {
        let language = self.frontend.language();
        let mut extended = source.clone();
        let mut advice = Vec::new();
        for question in questions {
            let text = question.text.trim().trim_end_matches(';');
            let foreign = self.frontend.foreign_notation(text, source.text(), agents);
            let ours: Vec<(Span, [Piece; 1])> =
                foreign.read_as.iter().map(|(span, ours)| (*span, [Piece::Glue(ours)])).collect();
            let written = Source::new(question.name.as_str(), text)
                .splice_all(ours.iter().map(|(span, ours)| (*span, &ours[..])));
            advice.push(foreign.advice);
            let place = self.frontend.place_for(extended.text(), asked);
            let refused = || {
                let instead = self.frontend.advice_on_questions().map(|advice| format!("; {advice}"));
                let message = format!(
                    "questions cannot be added to this {} model{}",
                    language.title,
                    instead.unwrap_or_default()
                );
                Rejection { language: Some(language.name), ..Rejection::because(message) }
            };
            let place = place.ok_or_else(refused)?;
            let pieces = [Piece::Glue(&place.before), Piece::Source(&written), Piece::Glue(&place.behind)];
            extended = extended.splice(Span::new(place.at, place.at), &pieces);
        }
        self.open(extended.clone(), budget).map_err(|mut rejection| {
            // Warnings are about the text, which was read before.
            if rejection.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
                rejection.diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
            }
            for diagnostic in &mut rejection.diagnostics {
                point_into_question(&extended, questions, &advice, diagnostic);
            }
            if let [question] = questions {
                let asked = shortened(question.text);
                rejection.message = match rejection.diagnostics.is_empty() {
                    true => format!("`{asked}` cannot be asked: {}", rejection.message),
                    false => format!("`{asked}` cannot be asked of `{}`", source.name()),
                };
            }
            rejection
        })
    }
}

/// A question as it stands in a sentence: what is long is shown with its place.
fn shortened(question: &str) -> String {
    const MOST: usize = 200;
    match question.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &question[..end]),
        None => question.to_string(),
    }
}

/// The text was right without the questions, so an error elsewhere is one of theirs: it comes at the end of the last one
/// before it.
fn point_into_question(
    source: &Source,
    questions: &[Question],
    advice: &[Vec<String>],
    diagnostic: &mut Diagnostic,
) {
    if diagnostic.severity != Severity::Error {
        return;
    }
    let at = diagnostic.span.start as usize;
    let place = questions.iter().position(|question| question.name == source.name_at(at));
    let position = place.unwrap_or_else(|| {
        let begins = |question: &Question| {
            source.span_of(&question.name).is_some_and(|span| span.start as usize <= at)
        };
        questions.iter().rposition(begins).unwrap_or(0)
    });
    if place.is_none()
        && let Some(span) = source.span_of(&questions[position].name)
    {
        diagnostic.labels.clear();
        match closes_nothing(&source.text()[span.range()]) {
            Some((at, bracket)) => {
                let start = span.start + at as u32;
                diagnostic.span = Span { start, end: start + 1 };
                diagnostic.message = format!("this `{bracket}` closes nothing");
            }
            // What is put behind the question stands at its end.
            None => {
                let end = span.end.saturating_sub(1);
                diagnostic.span = Span { start: end, end };
            }
        }
    }
    // What the diagnostic says itself is not said twice.
    let is_new =
        |advice: &&String| diagnostic.help.as_ref().is_none_or(|help| !advice.ends_with(help.as_str()));
    let more: Vec<String> = advice[position].iter().filter(is_new).cloned().collect();
    diagnostic.notes.extend(more);
}

/// The first closing bracket that no opening one belongs to.
fn closes_nothing(text: &str) -> Option<(usize, char)> {
    let mut open = Vec::new();
    for (at, found) in text.char_indices() {
        match found {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(found) => return Some((at, found)),
            _ => {}
        }
    }
    None
}
