//! Reads the sections of a model.

use synod_syntax::{Diagnostic, Span};

use super::parser::{Context, Failed, Parsed, Parser};
use crate::ast::{Agent, Decl, Enum, Expr, Guard, Instance, Model, Name, Relabel, Spec, TypeName};
use crate::lex::{Kind, Word};

/// The parts of a model in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Declarations,
    Agents,
    System,
    Specs,
}

/// A formula in a specification.
const SPEC: Context = Context { spec: true, ..Context::PLAIN };

/// The code of the complaint about a text without a system, such as one that others include.
pub(crate) const NO_SYSTEM: &str = "rcheck::no-system";

/// What the legacy dialect calls a specification, too.
const LEGACY_SPEC: &str = "LTLSPEC";

/// The words that sections of a model begin with.
const SECTIONS: [&str; 7] =
    ["enum", "message-structure", "property-variables", "guard", "agent", "system", "SPEC"];

impl Parser<'_> {
    /// Reads a whole model. `None` if there is nothing that looks like one.
    pub fn model(&mut self) -> Option<Model> {
        let mut model = Model {
            dialect: self.dialect,
            constants: Vec::new(),
            enums: Vec::new(),
            messages: Vec::new(),
            properties: Vec::new(),
            guards: Vec::new(),
            agents: Vec::new(),
            instances: Vec::new(),
            system_span: Span::default(),
            specs: Vec::new(),
        };
        let mut reached = None;
        while !self.at(Kind::End) {
            if let Some(part) = self.part_ahead() {
                self.check_order(&mut reached, part);
            }
            if self.section(&mut model).is_err() {
                self.skip_to_section();
            }
        }
        self.check_given();
        if reached.is_none() {
            if !self.diagnostics.has_errors() {
                self.expected("a model: declarations, agents and a system");
            }
            return None;
        }
        if model.system_span == Span::default() && !self.diagnostics.has_errors() {
            let message = "this model has no `system`, so there is nothing to analyse";
            self.complain(
                Diagnostic::error(NO_SYSTEM, self.span(), message)
                    .help("add for example `system = Type(name, true)` behind the agents"),
            );
        }
        Some(model)
    }

    fn part_ahead(&self) -> Option<Part> {
        let Kind::Word(word) = self.kind() else { return self.at_constant().then_some(Part::Declarations) };
        Some(match word {
            Word::Enum | Word::Channels | Word::MessageStructure | Word::PropertyVariables | Word::Guard => {
                Part::Declarations
            }
            Word::Agent => Part::Agents,
            Word::System => Part::System,
            Word::Spec => Part::Specs,
            _ => return None,
        })
    }

    fn check_order(&mut self, reached: &mut Option<Part>, part: Part) {
        if reached.is_some_and(|reached| reached > part) {
            let message = format!("the section `{}` is out of order", self.text());
            let warning = Diagnostic::warning("rcheck::section-order", self.span(), message)
                .explain("it is read all the same, but other tools insist on the order")
                .help("write declarations and guards first, then agents, then `system`, then SPECs");
            self.diagnostics.push(warning);
        }
        *reached = (*reached).max(Some(part));
    }

    fn section(&mut self, model: &mut Model) -> Parsed<()> {
        if self.at_constant() {
            model.constants.push(self.constant()?);
            return Ok(());
        }
        let Kind::Word(word) = self.kind() else { return Err(self.lost()) };
        match word {
            Word::Enum => model.enums.push(self.enumeration()?),
            Word::Channels => model.enums.push(self.channels()?),
            Word::MessageStructure => {
                self.advance();
                model.messages.extend(self.declarations()?);
            }
            Word::PropertyVariables => {
                if !self.is_legacy() && self.text() == "communication-variables" {
                    self.foreign("communication-variables", "property-variables");
                }
                self.advance();
                model.properties.extend(self.declarations()?);
            }
            Word::Guard => model.guards.push(self.guard()?),
            Word::Agent => model.agents.extend(self.agent()?),
            Word::System => self.system(model)?,
            Word::Spec => model.specs.push(self.spec()?),
            _ => return Err(self.lost()),
        }
        Ok(())
    }

    /// Complains about something between sections.
    fn lost(&mut self) -> Failed {
        if self.text() == "channels" && self.ahead(1) == Kind::Colon {
            let message = "channels are declared as `enum channel {…}` in this dialect";
            self.complain(Diagnostic::error("rcheck::foreign-spelling", self.span(), message));
        }
        if self.text() == LEGACY_SPEC {
            self.foreign(LEGACY_SPEC, "SPEC");
        }
        let what = "the next section (`enum`, `guard`, `agent`, `system`, `SPEC`, …)";
        let failed = self.expected_word(what, &SECTIONS);
        self.advance();
        failed
    }

    // --- Declarations -----------------------------------------------------------------------------

    fn enumeration(&mut self) -> Parsed<Enum> {
        self.advance();
        let name = self.name("an enumeration")?;
        let open = self.expect(Kind::BraceOpen, "`{` and the values of the enumeration")?;
        let cases = self.list(|kind| kind == Kind::BraceClose, |p| p.name("a value"));
        self.close(Kind::BraceClose, "`,` or `}`", open)?;
        Ok(Enum { name, cases })
    }

    /// Reads `channels: a, b`.
    fn channels(&mut self) -> Parsed<Enum> {
        let name = Name { text: "channel".to_string(), span: self.advance().span };
        self.expect(Kind::Colon, "`:` and the names of the channels")?;
        let cases = if self.list_is_empty() {
            Vec::new()
        } else {
            self.list(
                |_| false,
                |p| {
                    if p.at(Kind::Star) {
                        let message = "`*` is predefined and cannot be declared";
                        p.complain(Diagnostic::error("rcheck::syntax", p.span(), message));
                        return Err(Failed);
                    }
                    p.name("a channel")
                },
            )
        };
        Ok(Enum { name, cases })
    }

    /// Whether the next section follows at once.
    fn list_is_empty(&self) -> bool {
        self.at_section() || self.at(Kind::End)
    }

    /// Takes the `:` behind the word that a section begins with. Where it is missing that is said, and reading goes on.
    fn section_colon(&mut self) {
        if self.take(Kind::Colon) {
            return;
        }
        let word = self.last_span();
        let message = format!("a `:` is missing after `{}`", self.source.slice(word));
        let end = word.end as usize;
        self.complain(Diagnostic::error("rcheck::syntax", word, message).fix(Span::new(end, end), ":"));
    }

    /// Reads `: name : type, …`. The legacy dialect allows none.
    fn declarations(&mut self) -> Parsed<Vec<Decl>> {
        self.section_colon();
        if self.is_legacy() && self.list_is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.list(|_| false, Self::declaration))
    }

    fn declaration(&mut self) -> Parsed<Decl> {
        let is_marked = self.at(Kind::Property);
        let mut name = if is_marked { self.marked_name() } else { self.name("a variable")? };
        name.text = name.text.trim_start_matches('@').to_string();
        self.expect(Kind::Colon, "`:` and a type")?;
        let ty = self.type_name()?;
        let span = name.span.to(self.last_span());
        Ok(Decl { name, ty, span })
    }

    /// Takes a name with an `@` in front of it where it is declared, with a complaint.
    fn marked_name(&mut self) -> Name {
        let (span, name) = (self.span(), self.text().trim_start_matches('@'));
        self.complain(
            Diagnostic::error("rcheck::syntax", span, "a variable is declared without the `@`")
                .help(format!("declare it as `{name}`; the `@` stands where a property variable is used"))
                .fix(span, name),
        );
        self.word_as_name()
    }

    fn type_name(&mut self) -> Parsed<TypeName> {
        let span = self.span();
        let ty = match self.kind() {
            Kind::Word(Word::Bool) => TypeName::Bool(span),
            Kind::Word(Word::Int) if self.ahead(1) == Kind::BracketOpen => return self.bracketed_range(),
            Kind::Word(Word::Int) => TypeName::Int(span),
            Kind::Word(Word::Location) => TypeName::Location(span),
            Kind::Number => return self.range(),
            Kind::Name if self.ahead(1) == Kind::DotDot => return self.range(),
            Kind::Name => return self.named_type(),
            _ => return Err(self.expected("a type (`bool`, `int`, `0..3`, `location` or an enumeration)")),
        };
        self.advance();
        Ok(ty)
    }

    /// Reads `int[0..3]`, as other tools write ranges, and says how it is written here.
    fn bracketed_range(&mut self) -> Parsed<TypeName> {
        let start = self.advance().span;
        self.advance();
        let first = self.span();
        let range = self.range()?;
        let inside = self.source.slice(first.to(self.last_span())).to_string();
        self.expect(Kind::BracketClose, "`]`")?;
        let span = start.to(self.last_span());
        let message = format!("a range of integers is written `{inside}` in R-CHECK");
        self.diagnostics.push(Diagnostic::error("rcheck::syntax", span, message).fix(span, inside));
        Ok(range)
    }

    fn range(&mut self) -> Parsed<TypeName> {
        let start = self.span();
        let lo = self.bound()?;
        self.expect(Kind::DotDot, "`..` and the upper bound of the range")?;
        let hi = self.bound()?;
        Ok(TypeName::Range { lo, hi, span: start.to(self.last_span()) })
    }

    fn bound(&mut self) -> Parsed<i64> {
        if self.at(Kind::Name)
            && let Some(value) = self.known_constant(self.text(), self.span())
        {
            self.advance();
            return Ok(value);
        }
        if !self.at(Kind::Number) {
            return Err(self.expected("a number or a constant"));
        }
        let value = self.text().parse().unwrap_or_else(|_| {
            self.number_too_large();
            i64::MAX
        });
        self.advance();
        Ok(value)
    }

    fn named_type(&mut self) -> Parsed<TypeName> {
        let span = self.span();
        let text = self.text();
        let lower = text.to_ascii_lowercase();
        if self.is_legacy() && (lower == "channel") {
            self.advance();
            return Ok(TypeName::Named(Name { text: lower, span }));
        }
        let instead = match lower.as_str() {
            "boolean" | "bool" => Some((TypeName::Bool(span), "bool")),
            "integer" | "int" => Some((TypeName::Int(span), "int")),
            "location" => Some((TypeName::Location(span), "location")),
            _ => None,
        };
        let is_enum = self.names.enums.contains(text);
        if let Some((ty, ours)) = instead.filter(|_| !is_enum) {
            self.foreign(text, ours);
            self.advance();
            return Ok(ty);
        }
        if lower == "real" && !is_enum {
            self.complain(
                Diagnostic::error("rcheck::no-reals", span, "real numbers are not supported")
                    .help("use `int`, or a range such as `0..100` for a finite model"),
            );
        }
        Ok(TypeName::Named(self.word_as_name()))
    }

    fn guard(&mut self) -> Parsed<Guard> {
        self.advance();
        let name = self.name("a guard")?;
        let open = self.expect(Kind::ParenOpen, "`(` and the parameters of the guard")?;
        let mut params = Vec::new();
        if !self.at(Kind::ParenClose) {
            params = self.list(|kind| kind == Kind::ParenClose, Self::declaration);
        }
        self.close(Kind::ParenClose, "`,` or `)`", open)?;
        self.expect(Kind::Assign, "`:=` and what the guard stands for")?;
        let body = self.expr_in(Context::PLAIN)?;
        self.expect(Kind::Semicolon, "an operator, or `;` to end the guard")?;
        Ok(Guard { name, params, body })
    }

    // --- Agents -----------------------------------------------------------------------------------

    /// Reads an agent. `None` if nothing of what it does could be read.
    fn agent(&mut self) -> Parsed<Option<Agent>> {
        let start = self.advance().span;
        let name = self.name("an agent")?;
        let mut locals = Vec::new();
        let mut relabels = Vec::new();
        let mut overridden = Vec::new();
        let mut init: Option<Expr> = None;
        let mut receive_guard: Option<Expr> = None;
        loop {
            let word = self.span();
            let read = match self.kind() {
                Kind::Word(Word::Local) => {
                    self.advance();
                    self.declarations().map(|more| locals.extend(more))
                }
                Kind::Word(Word::Init) => self.condition().map(|condition| {
                    overridden.extend(init.replace(condition).map(|old| old.span));
                }),
                Kind::Word(Word::ReceiveGuard) => self.condition().map(|condition| {
                    overridden.extend(receive_guard.replace(condition).map(|old| old.span));
                }),
                Kind::Word(Word::RelabelSection) => self.relabels().map(|more| relabels.extend(more)),
                Kind::Word(Word::Repeat) => {
                    self.advance();
                    self.section_colon();
                    break;
                }
                Kind::Semicolon => {
                    let message = "the sections of an agent are not separated by `;`";
                    self.complain(Diagnostic::error("rcheck::syntax", word, message));
                    self.advance();
                    Ok(())
                }
                _ => Err(self.expected("`local:`, `init:`, `relabel:`, `receive-guard:` or `repeat:`")),
            };
            if read.is_err() {
                self.skip_to_section();
                if !self.at_agent_section() || self.span() == word {
                    return Ok(None);
                }
            }
        }
        let body = self.process();
        let span = start.to(self.last_span());
        if !self.list_is_empty() {
            self.expected_word("`+`, `;`, or the next section", &SECTIONS);
            self.skip_to_section();
        }
        let Some(body) = body else { return Ok(None) };
        Ok(Some(Agent { name, locals, init, relabels, receive_guard, overridden, body, span }))
    }

    fn at_agent_section(&self) -> bool {
        use Word::*;
        matches!(self.kind(), Kind::Word(Local | Init | RelabelSection | ReceiveGuard | Repeat))
    }

    /// Reads a section that holds one condition.
    fn condition(&mut self) -> Parsed<Expr> {
        self.advance();
        self.section_colon();
        self.expr_in(Context::PLAIN)
    }

    fn relabels(&mut self) -> Parsed<Vec<Relabel>> {
        self.advance();
        self.section_colon();
        let mut relabels = Vec::new();
        while !self.list_is_empty() {
            if self.at(Kind::Name) && self.ahead(1) != Kind::Relabel {
                // The next section may be misspelt.
                let error = self.unexpected("a property variable, `receive-guard:` or `repeat:`");
                if !error.fixes.is_empty() {
                    self.complain(error);
                    return Err(Failed);
                }
            }
            if self.at(Kind::Property) {
                let message = "a property variable is relabelled without the `@`";
                self.complain(Diagnostic::error("rcheck::syntax", self.span(), message));
            }
            let mut property =
                if self.at(Kind::Property) { self.word_as_name() } else { self.name("a property variable")? };
            property.text = property.text.trim_start_matches('@').to_string();
            self.expect(Kind::Relabel, "`<-` and the value of the property variable in this agent")?;
            relabels.push(Relabel { property, value: self.expr_in(Context::PLAIN)? });
            self.take(Kind::Comma);
        }
        Ok(relabels)
    }

    // --- System and specifications ----------------------------------------------------------------

    fn system(&mut self, model: &mut Model) -> Parsed<()> {
        if model.system_span != Span::default() {
            self.complain(
                Diagnostic::error("rcheck::second-system", self.span(), "a model has one `system` only")
                    .label(model.system_span, "the first one"),
            );
        }
        let word = self.advance().span;
        if model.system_span == Span::default() {
            model.system_span = word;
        }
        self.expect(Kind::Equal, "`=` and the instances of the system")?;
        loop {
            match self.instance() {
                Ok(instance) => model.instances.push(instance),
                Err(Failed) => {
                    self.skip_to(|kind| matches!(kind, Kind::Parallel | Kind::Or));
                }
            }
            let ours = if self.is_legacy() { Kind::Or } else { Kind::Parallel };
            if !self.at(ours) && matches!(self.kind(), Kind::Parallel | Kind::Or) {
                self.foreign(self.text(), "||");
            } else if !self.at(ours) {
                break;
            }
            self.advance();
        }
        self.take(Kind::Semicolon);
        Ok(())
    }

    fn instance(&mut self) -> Parsed<Instance> {
        let agent = self.name("an agent type")?;
        let open = self.expect(Kind::ParenOpen, "`(` and the name of the instance")?;
        let name = self.name("an instance")?;
        self.expect(Kind::Comma, "`,` and an initial condition, which may be `true`")?;
        let init = self.expr_in(Context::PLAIN)?;
        self.close(Kind::ParenClose, "`)`", open)?;
        Ok(Instance { agent, name, init })
    }

    /// Reads `SPEC [name:] formula {;}`.
    fn spec(&mut self) -> Parsed<Spec> {
        let start = self.advance().span;
        let name = match (self.kind(), self.ahead(1)) {
            (Kind::Name | Kind::Word(_), Kind::Colon) => {
                let name = self.name("a specification")?;
                self.advance();
                Some(name)
            }
            _ => None,
        };
        let formula = self.expr_in(SPEC)?;
        let span = start.to(self.last_span());
        while self.take(Kind::Semicolon) {}
        if !self.at_section() && !self.at(Kind::End) && self.text() != LEGACY_SPEC {
            return Err(self.expected("an operator, `;`, or the next SPEC"));
        }
        Ok(Spec { name, formula, span })
    }
}
