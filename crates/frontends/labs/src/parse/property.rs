//! Properties of the `check` section.

use synod_syntax::{Diagnostic, nearest};

use super::{Context, Parsed, Parser};
use crate::ast::{Expr, Name, Property, Question, Scoped};
use crate::lex::Token;

const MODALITIES: [&str; 9] =
    ["always", "eventually", "finally", "fairly_inf", "fairly", "between", "from", "ltl", "ctl"];

/// What to write where a property begins with something else, given what follows.
fn instead_of(begins: &str, rest: Option<&str>) -> Option<String> {
    let next = rest.and_then(|rest| rest.chars().next()).filter(|_| matches!(begins, "[" | "<"));
    let logic = match (begins, next) {
        ("G" | "F" | "X" | "[]" | "<>", _) | ("[", Some(']')) | ("<", Some('>')) => "ltl",
        ("AG" | "AF" | "AX" | "EG" | "EF" | "EX" | "A" | "E", _) => "ctl",
        ("forall" | "exists" | "!" | "(", _) => {
            return Some(
                "write `always` before it for all states, or `finally` for a state of every run".to_string(),
            );
        }
        _ => return None,
    };
    Some(format!(
        "a formula begins with its logic, as in `{logic} {} …`",
        if logic == "ltl" { "G" } else { "AG" }
    ))
}

impl Parser<'_> {
    pub(super) fn property(&mut self, name: Name) -> Parsed<Property> {
        let start = self.span();
        let word = match self.peek().clone() {
            Token::Lower(word) if MODALITIES.contains(&word.as_str()) => word,
            Token::Lower(word) if word == "after" => {
                return Err(self.fail(Diagnostic::error(
                    "labs::syntax",
                    start,
                    "there is no `after`; use `finally` with a number of steps on the command line",
                )));
            }
            token => {
                let mut diagnostic = Diagnostic::error(
                    "labs::syntax",
                    start,
                    "a property begins with a modality: always, eventually, finally, fairly, fairly_inf, \
                     between, from, ltl or ctl",
                );
                if let Token::Lower(word) | Token::Upper(word) = token
                    && let Some(close) = nearest(&word, MODALITIES)
                {
                    diagnostic = diagnostic.suggest(close);
                } else if let Some(advice) =
                    instead_of(self.source.slice(start), self.source.text().get(start.end as usize..))
                {
                    diagnostic = diagnostic.help(advice);
                }
                return Err(self.fail(diagnostic));
            }
        };
        self.bump();
        let question = match word.as_str() {
            "always" => Question::Always(self.predicate()?),
            "eventually" => Question::Eventually(self.predicate()?),
            "finally" => Question::Finally(self.predicate()?),
            "fairly" => Question::Fairly(self.predicate()?),
            "fairly_inf" => Question::FairlyInf(self.predicate()?),
            "ltl" | "ctl" => Question::Formula(self.expr(Context::Formula)?),
            _ => self.scoped(word == "from")?,
        };
        Ok(Property { name, question, span: start.to(self.last_span()) })
    }

    fn predicate(&mut self) -> Parsed<Expr> {
        self.expr(Context::Property)
    }

    fn scoped(&mut self, open_ended: bool) -> Parsed<Question> {
        let from = Box::new(self.in_brackets()?);
        self.expect_word(if open_ended { "until" } else { "and" })?;
        let to = Box::new(self.in_brackets()?);
        self.expect(",")?;
        let body = if self.eat_word("thereIs") {
            Scoped::ThereIs(self.predicate()?)
        } else if self.eat_word("always") {
            Scoped::Always(self.predicate()?)
        } else {
            let first = self.predicate()?;
            if !self.eat_word("precedes") {
                return Err(self.expected("`thereIs`, `always` or `… precedes …`"));
            }
            Scoped::Precedes(first, self.predicate()?)
        };
        Ok(Question::Scoped { open_ended, from, to, body: Box::new(body) })
    }

    fn in_brackets(&mut self) -> Parsed<Expr> {
        self.expect("(")?;
        let inner = self.predicate()?;
        self.expect(")")?;
        Ok(inner)
    }
}
