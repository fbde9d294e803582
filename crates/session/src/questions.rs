//! Questions that are not in the text of a model: formulas, conditions on states, and expressions, in the language of the
//! model or in notation of other tools that can only mean one thing.

use synod_core::{
    BinaryOp, Budget, Env, Expr, ExprId, Formula, PropertyOrigin, State, System, Trace, eval, show_value,
};
use synod_frontend::{Asked, Inserted, Insertion};
use synod_simulate::{Interpreter, Truth, evaluate, show_variable};
use synod_syntax::{Diagnostic, Piece, Severity, Source, Span};

use crate::family::OpenedFamily;
use crate::{Opened, OpenedModel, Reader, Rejection};

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

/// A value to look at in the states of a model.
pub struct Expression {
    system: System,
    kind: ExpressionKind,
}

enum ExpressionKind {
    Variable(synod_core::VarId),
    Condition(Formula),
    Number(ExprId),
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
        let mut extended = self.asking(&source, &agents, Asked::Property, &questions, 0, budget)?;
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
        if let Opened::System(model) = self {
            model.name_asked();
        }
    }
}

impl OpenedFamily {
    /// What is to be selected: formulas that are not in the text ([`Reader::open_with`]), and what is wanted besides.
    pub fn wanted(&self, wanted: &[String]) -> Vec<String> {
        let asked = self.property_places().into_iter().filter(|(_, span)| is_asked(&self.source, *span));
        asked.map(|(name, _)| name.to_string()).chain(wanted.iter().cloned()).collect()
    }
}

/// Whether something stands in a question that is not in the text.
fn is_asked(source: &Source, span: Span) -> bool {
    source.name_at(span.start as usize) != source.name()
        && source.name_at(span.start as usize).starts_with(FORMULA)
}

/// What formulas that are not in the text are called in messages.
const FORMULA: &str = "formula";

impl OpenedModel {
    /// The same model with one more property: see [`Reader::open_with`].
    pub fn with_formula(&self, formula: &str) -> Result<OpenedModel, Rejection> {
        let question = Question { name: FORMULA.to_string(), text: formula };
        let before = self.compiled.properties.len();
        let mut model = self.asking(Asked::Property, &[question], 0)?;
        if model.compiled.properties.len() != before + 1 {
            return Err(self.reject(format!("`{formula}` is not one formula")));
        }
        model.name_asked();
        Ok(model)
    }

    /// A condition on states, in the language of the model.
    pub fn condition(&self, text: &str) -> Result<Condition, Rejection> {
        let before = self.compiled.properties.len();
        let mut first = None;
        for way in 0.. {
            let question = Question { name: "condition".to_string(), text };
            let mut model = match self.asking(Asked::Condition, &[question], way) {
                Ok(model) => model,
                Err(rejection) if first.is_some() && rejection.diagnostics.is_empty() => break,
                Err(rejection) => {
                    let is_last = rejection.diagnostics.is_empty();
                    first.get_or_insert(rejection);
                    if is_last {
                        break;
                    }
                    continue;
                }
            };
            if model.compiled.properties.len() != before + 1 {
                return Err(self.reject(format!("`{text}` is not one condition")));
            }
            let mut properties = std::mem::take(&mut model.compiled.properties);
            properties.retain(|property| property.origin == PropertyOrigin::Model);
            let Some(asked) = properties.pop() else { break };
            let of_one_state =
                asked.formula.is_about_point() && asked.formula.is_linear() && !asked.formula.is_temporal();
            if !of_one_state {
                return Err(self.reject(format!("`{text}` is not about one state")));
            }
            return Ok(Condition { system: model.compiled.system, formula: asked.formula });
        }
        Err(first
            .unwrap_or_else(|| self.reject(format!("`{text}` cannot be asked of {} models", self.title()))))
    }

    /// A value to look at: a variable by its full name, a condition, or a number, in the language of the model.
    pub fn expression(&self, text: &str) -> Result<Expression, Rejection> {
        if let Some(variable) = self.compiled.system.find_var(text.trim()) {
            let system = self.compiled.system.clone();
            return Ok(Expression { system, kind: ExpressionKind::Variable(variable) });
        }
        let condition = self.condition(text);
        let Err(rejection) = condition else {
            return condition.map(|Condition { system, formula }| Expression {
                system,
                kind: ExpressionKind::Condition(formula),
            });
        };
        self.number(text).ok_or(rejection)
    }

    /// A number is asked for by a comparison with another one.
    fn number(&self, text: &str) -> Option<Expression> {
        const OTHER: i64 = 1_073_741_789;
        let Condition { system, formula } = self.condition(&format!("({text}) < {OTHER}")).ok()?;
        let Formula::State(comparison) = formula else { return None };
        match system.exprs[comparison] {
            Expr::Binary(BinaryOp::Lt, number, other)
                if matches!(system.exprs[other], Expr::Const(_, OTHER)) =>
            {
                Some(Expression { system, kind: ExpressionKind::Number(number) })
            }
            _ => None,
        }
    }

    pub(crate) fn asking(
        &self,
        asked: Asked,
        questions: &[Question],
        way: usize,
    ) -> Result<OpenedModel, Rejection> {
        let budget = Budget::unlimited();
        self.reader.asking(&self.source, &self.agent_names(), asked, questions, way, &budget)?.one_system()
    }

    fn agent_names(&self) -> Vec<&str> {
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
            let name = format!("asked-{number}");
            for question in &mut self.compiled.side_questions {
                if question.about.as_ref() == Some(&property.name) {
                    question.about = Some(name.clone());
                }
            }
            property.name = name;
        }
    }
}

impl Condition {
    /// The condition as a formula about states of a system that was extended by it.
    pub fn into_parts(self) -> (System, Formula) {
        (self.system, self.formula)
    }

    /// Whether it holds in a state.
    pub fn holds(&self, state: &State) -> bool {
        holds(&self.system, &self.formula, state)
    }
}

impl Expression {
    /// Its value in a state, for people.
    pub fn value(&self, state: &State) -> String {
        match &self.kind {
            ExpressionKind::Variable(variable) => show_variable(&self.system, state, *variable),
            ExpressionKind::Condition(formula) => holds(&self.system, formula, state).to_string(),
            ExpressionKind::Number(number) => {
                let env = Env::of(&self.system, state);
                match eval(&self.system.exprs, *number, env) {
                    Ok(value) => show_value(&self.system, self.system.exprs.sort(*number), value),
                    Err(fault) => fault.describe(&self.system),
                }
            }
        }
    }
}

fn holds(system: &System, formula: &Formula, state: &State) -> bool {
    let here = Trace { states: vec![state.clone()], steps: Vec::new(), loop_start: None };
    evaluate(&Interpreter::new(system), formula, &here) == Truth::True
}

impl Reader {
    /// Reads a text with questions put into it, in one of the ways that the language has.
    fn asking(
        &self,
        source: &Source,
        agents: &[&str],
        asked: Asked,
        questions: &[Question],
        way: usize,
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
            let places = self.frontend.places_for(extended.text(), asked).into_iter().nth(way);
            let refused = || Rejection {
                language: Some(language.name),
                ..Rejection::because(format!("questions cannot be added to this {} model", language.title))
            };
            extended = insert(&extended, &places.ok_or_else(refused)?, &written);
        }
        self.open(extended.clone(), budget).map_err(|mut rejection| {
            // Warnings are about the text, which was read before.
            if rejection.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
                rejection.diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
            }
            for diagnostic in &mut rejection.diagnostics {
                point_into_question(&extended, questions, &advice, diagnostic);
            }
            rejection.message = match questions {
                [question] => {
                    format!("`{}` cannot be asked: {}", shortened(question.text), rejection.message)
                }
                _ => rejection.message,
            };
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

/// Puts a question into a text.
fn insert(source: &Source, places: &[Insertion], question: &Source) -> Source {
    let mut result = source.clone();
    for group in places.chunk_by(|one, next| one.at == next.at).collect::<Vec<_>>().into_iter().rev() {
        let pieces: Vec<Piece> = group
            .iter()
            .map(|insertion| match &insertion.what {
                Inserted::Question => Piece::Source(question),
                Inserted::Text(text) => Piece::Glue(text),
            })
            .collect();
        result = result.splice(Span::new(group[0].at, group[0].at), &pieces);
    }
    result
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
        // What is put behind the question stands at its end.
        let end = span.end.saturating_sub(1);
        diagnostic.span = Span { start: end, end };
        diagnostic.labels.clear();
    }
    diagnostic.notes.extend(advice[position].iter().cloned());
}
