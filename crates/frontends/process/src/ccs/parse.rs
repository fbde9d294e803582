//! Reading CCS.
//!
//! Operators behind a process bind tightest, then prefixes, then parallel composition, then choice.

use synod_syntax::{Diagnostic, Diagnostics, Source, Span, nearest, resolved};

use super::ast::{Action, Channel, Definition, File, Process, Renaming, Scope, Set};
use crate::codes;
use crate::lex::Kind;
use crate::parser::{Failed, Parsed, Parser};

/// Reads a text, as much of it as can be read.
pub(crate) fn parse(source: &Source) -> (File, Diagnostics) {
    let mut parser = Parser::new(source, &codes::CCS);
    let mut file = File::default();
    while !parser.at(Kind::End) {
        if parser.item(&mut file).is_err() {
            parser.skip_to_item();
        }
        while parser.take(Kind::Semicolon) {}
    }
    (file, parser.into_diagnostics())
}

impl Parser<'_> {
    fn item(&mut self, file: &mut File) -> Parsed<()> {
        if !self.at_item() {
            self.skip_defined_name();
            let error = self.expected("a definition `Name = process`, a `set` or a `property`");
            // Whatever it is, it is behind us now.
            self.advance();
            return Err(error);
        }
        match self.text() {
            "property" if self.ahead(1) != Kind::Equal => {
                self.advance();
                let property = self.property()?;
                file.properties.push(property);
            }
            "set" if self.ahead(1) != Kind::Equal => {
                self.advance();
                let name = self.name("the name of the set")?;
                self.expect(Kind::Equal, "`=`")?;
                let channels = self.braces()?;
                file.sets.push((name, channels));
            }
            _ => {
                if self.ahead(1) != Kind::Equal {
                    self.take_word("agent");
                }
                let name = self.name("the name of a process")?;
                if name.text != "system" && !name.text.starts_with(char::is_uppercase) {
                    let message = format!("the process `{}` needs a name with a capital letter", name.text);
                    let error = Diagnostic::error(self.codes.syntax, name.span, message);
                    let rule = "names of processes begin with a capital letter, names of actions do not";
                    self.diagnostics.push(match nearest(&name.text, ["system"]) {
                        Some(meant) => error.suggest(meant),
                        None => error.explain(rule),
                    });
                }
                self.expect(Kind::Equal, "`=`")?;
                let body = self.process();
                let failed = body.is_err();
                // It is known by its name, whatever it does.
                file.definitions.push(Definition { name, body: body.unwrap_or(Process::Nil) });
                if failed {
                    return Err(Failed);
                }
            }
        }
        self.end_of_item()
    }

    fn end_of_item(&mut self) -> Parsed<()> {
        if self.at(Kind::Semicolon) || self.at(Kind::End) || self.at_item() {
            return Ok(());
        }
        Err(self.expected_word("an operator, or the next definition", &["property"]))
    }

    fn process(&mut self) -> Parsed<Process> {
        self.nested(|p| {
            let mut branches = vec![p.parallel()?];
            while p.take(Kind::Plus) {
                branches.push(p.parallel()?);
            }
            Ok(if branches.len() == 1 { branches.swap_remove(0) } else { Process::Choice(branches) })
        })
    }

    fn parallel(&mut self) -> Parsed<Process> {
        let first = self.prefix()?;
        let Some((set, _)) = self.bar()? else { return Ok(first) };
        let mut threads = vec![first, self.prefix()?];
        while let Some((next, span)) = self.bar()? {
            if text_of(&next) != text_of(&set) {
                self.complain(
                    Diagnostic::error(
                        "ccs::mixed-parallel",
                        span,
                        "two kinds of parallel composition in a row",
                    )
                    .explain("it makes a difference which of them comes first")
                    .help("put brackets around one of them"),
                );
                return Err(Failed);
            }
            if let (Some(set), Some(again)) = (&set, &next) {
                same_names(set, again);
            }
            threads.push(self.prefix()?);
        }
        Ok(Process::Parallel(set, threads))
    }

    /// `|` or `|[L]|`, if there is one.
    fn bar(&mut self) -> Parsed<Option<(Option<Set>, Span)>> {
        let start = self.span();
        match self.kind() {
            Kind::Bar => self.advance(),
            Kind::BarBar => {
                let error = Diagnostic::error(self.codes.syntax, start, "`||` is not an operator of CCS");
                self.complain(error.help("write `|`, or `|[a, b]|` to synchronise on a and b"));
                return Err(Failed);
            }
            _ => return Ok(None),
        };
        if !self.at(Kind::BracketOpen) {
            return Ok(Some((None, start)));
        }
        let open = self.advance().span;
        let set = if self.at(Kind::BraceOpen) || self.at(Kind::Upper) {
            self.set()?
        } else {
            Set::Listed(self.list(Kind::BracketClose, Self::visible)?)
        };
        self.close(Kind::BracketClose, "`]|`", open)?;
        self.expect(Kind::Bar, "`]|`")?;
        Ok(Some((Some(set), start.to(self.last_span()))))
    }

    fn prefix(&mut self) -> Parsed<Process> {
        let mut actions = Vec::new();
        while self.at(Kind::Quote) || (self.at(Kind::Lower) && !matches!(self.text(), "nil")) {
            let action = self.action()?;
            if !self.at(Kind::Dot) {
                let error = Diagnostic::error(self.codes.syntax, self.span(), {
                    format!("expected `.` and a process after an action, found {}", self.found())
                });
                let written = self.source.slice(action.span).to_string();
                let error = error.label(action.span, "this is an action");
                self.complain(match self.kind() {
                    // As choreographies, programs and CSP write it.
                    Kind::Semicolon | Kind::Arrow => {
                        let help = format!("what comes after an action stands behind a dot: `{written}.P`");
                        error.help(help).fix(self.span(), ".")
                    }
                    _ => error.help(format!("to stop after it, write `{written}.0`")),
                });
                return Err(Failed);
            }
            self.advance();
            actions.push(action);
        }
        let then = self.scoped()?;
        Ok(if actions.is_empty() { then } else { Process::Prefix(actions, Box::new(then)) })
    }

    fn scoped(&mut self) -> Parsed<Process> {
        let process = self.primary()?;
        let mut scopes = Vec::new();
        loop {
            let open = self.span();
            if self.take(Kind::Backslash) {
                scopes.push(Scope::Restrict(self.set()?));
            } else if self.take(Kind::BracketOpen) {
                scopes.push(Scope::Relabel(self.list(Kind::BracketClose, Self::renaming)?));
                self.close(Kind::BracketClose, "`]`", open)?;
            } else if scopes.is_empty() {
                return Ok(process);
            } else {
                return Ok(Process::Scoped(Box::new(process), scopes));
            }
        }
    }

    fn primary(&mut self) -> Parsed<Process> {
        match self.kind() {
            Kind::Zero => {
                self.advance();
                Ok(Process::Nil)
            }
            Kind::Lower if self.text() == "nil" => {
                self.advance();
                Ok(Process::Nil)
            }
            Kind::Upper if matches!(self.text(), "NIL" | "Nil") => {
                self.advance();
                Ok(Process::Nil)
            }
            Kind::Upper if !self.at_item() => Ok(Process::Constant(self.name("a process")?)),
            Kind::ParenOpen => {
                let open = self.advance().span;
                let inner = self.process()?;
                self.close(Kind::ParenClose, "`)`", open)?;
                Ok(inner)
            }
            Kind::Not => {
                let error = self.unexpected("a process: `0`, an action and `.`, a name, or brackets");
                self.complain(
                    error.help("the complement of an action is written `'a`").fix(self.span(), "'"),
                );
                Err(Failed)
            }
            _ => Err(self.expected("a process: `0`, an action and `.`, a name, or brackets")),
        }
    }

    /// `{a, b}`, `a`, or the name of a set.
    fn set(&mut self) -> Parsed<Set> {
        match self.kind() {
            Kind::BraceOpen => Ok(Set::Listed(self.braces()?)),
            Kind::Upper => Ok(Set::Named(self.name("a set")?)),
            Kind::Lower | Kind::Quote => Ok(Set::Listed(vec![self.visible()?])),
            _ => Err(self.expected("a set such as `{a, b}`")),
        }
    }

    fn braces(&mut self) -> Parsed<Vec<(Channel, Span)>> {
        let open = self.expect(Kind::BraceOpen, "`{` and actions")?;
        let list = self.list(Kind::BraceClose, Self::visible)?;
        self.close(Kind::BraceClose, "`}`", open)?;
        Ok(list)
    }

    fn renaming(&mut self) -> Parsed<Renaming> {
        let (new, start) = self.visible()?;
        self.expect(Kind::Slash, "`/` and the old name")?;
        let (old, end) = self.visible()?;
        Ok(Renaming { new, old, span: start.to(end) })
    }

    /// An action that is not tau.
    fn visible(&mut self) -> Parsed<(Channel, Span)> {
        let action = self.action()?;
        action.channel.map(|channel| (channel, action.span)).ok_or_else(|| {
            self.diagnostics.push(
                Diagnostic::error("ccs::tau-in-set", action.span, "`tau` cannot be named here")
                    .explain("tau is invisible: no process can synchronise on it, restrict it or rename it"),
            );
            Failed
        })
    }

    fn action(&mut self) -> Parsed<Action> {
        let start = self.span();
        let co = self.take(Kind::Quote);
        if !self.at(Kind::Lower) {
            return Err(self.expected("an action"));
        }
        let name = self.name("an action")?;
        let span = start.to(name.span);
        match name.text.as_str() {
            "tau" | "τ" if co => {
                let error = Diagnostic::error(self.codes.syntax, span, "`tau` has no complement");
                self.diagnostics.push(error);
                Err(Failed)
            }
            "tau" | "τ" => Ok(Action { channel: None, span }),
            _ => Ok(Action { channel: Some(Channel { name: name.text, co }), span }),
        }
    }
}

/// The names in a set that is written again are those in the first.
fn same_names(set: &Set, again: &Set) {
    match (set, again) {
        (Set::Named(first), Set::Named(name)) => resolved(name.span, first.span),
        (Set::Listed(first), Set::Listed(names)) => {
            for (channel, span) in names {
                if let Some((_, declared)) = first.iter().find(|(other, _)| other == channel) {
                    resolved(*span, *declared);
                }
            }
        }
        (Set::Named(_), Set::Listed(_)) | (Set::Listed(_), Set::Named(_)) => {}
    }
}

/// A set in a form that can be compared.
fn text_of(set: &Option<Set>) -> Option<Vec<String>> {
    set.as_ref().map(|set| match set {
        Set::Named(name) => vec![name.text.clone()],
        Set::Listed(list) => {
            let mut names: Vec<String> = list.iter().map(|(channel, _)| channel.to_string()).collect();
            names.sort();
            names.dedup();
            names
        }
    })
}
