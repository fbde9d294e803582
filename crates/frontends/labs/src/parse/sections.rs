//! The sections of a file: system, stigmergies, agents, assumptions, properties.

use synod_syntax::{Diagnostic, counted, nearest};

use super::{Context, Parsed, Parser};
use crate::ast::{Agent, Assumption, Declaration, Definition, Expr, ExprKind, File, Init, Name, Stigmergy};
use crate::lex::Token;

const SECTIONS: [&str; 5] = ["system", "stigmergy", "agent", "assume", "check"];

impl Parser<'_> {
    pub(super) fn file(&mut self) -> File {
        let mut file = File::default();
        // Position of the last section in the fixed order, and whether some were seen.
        let (mut last, mut systems, mut checks) = (0, 0, 0);
        loop {
            let start = self.span();
            let section = match self.peek().clone() {
                Token::End => break,
                Token::Lower(word) if SECTIONS.contains(&word.as_str()) => word,
                token => {
                    self.stray(&token, checks > 0);
                    continue;
                }
            };
            let position = SECTIONS.iter().position(|s| *s == section).unwrap_or(0);
            if position < last {
                let message = format!("`{section}` comes before `{}`", SECTIONS[last]);
                self.report(
                    Diagnostic::error("labs::section-order", start, message)
                        .explain("the order is: system, stigmergies, agents, assume, check"),
                );
            }
            last = last.max(position);
            systems += usize::from(section == "system");
            checks += usize::from(section == "check");
            if (section == "system" && systems > 1)
                || (section == "check" && checks > 1)
                || (section == "assume" && !file.assumptions.is_empty())
            {
                let message = format!("there can be only one `{section}` section");
                self.report(Diagnostic::error("labs::section-order", start, message));
            }
            self.bump();
            let read = match section.as_str() {
                "system" => self.system(&mut file),
                "stigmergy" => self.stigmergy().map(|s| file.stigmergies.push(s)),
                "agent" => self.agent(&mut file),
                "assume" => self.assume(&mut file),
                _ => self.check(&mut file),
            };
            if read.is_err() {
                self.skip_to_section();
            }
        }
        // What is missing may be what could not be read.
        let failed = self.diagnostics.has_errors();
        if systems == 0 && !failed {
            self.report(
                Diagnostic::error("labs::missing-section", self.span(), "there is no `system` section")
                    .help("begin with `system { spawn = Type: number }`"),
            );
        }
        if checks == 0 && !failed {
            self.report(
                Diagnostic::error("labs::missing-section", self.span(), "there is no `check` section")
                    .help("end with `check { }`, with properties in between"),
            );
        }
        file
    }

    /// Text outside the sections.
    fn stray(&mut self, token: &Token, after_check: bool) {
        let message = if after_check {
            "text after the `check` section".to_string()
        } else {
            format!("expected a section, found {}", super::describe(token))
        };
        let mut diagnostic = Diagnostic::error("labs::stray-text", self.span(), message);
        if let Token::Lower(word) | Token::Upper(word) = token
            && let Some(close) = nearest(word, SECTIONS)
        {
            diagnostic = diagnostic.suggest(close);
        }
        self.report(diagnostic);
        self.skip_to_section();
    }

    fn skip_to_section(&mut self) {
        loop {
            match self.peek() {
                Token::End => return,
                Token::Lower(word)
                    if SECTIONS.contains(&word.as_str())
                        && matches!(self.peek_at(1), Token::Symbol("{") | Token::Upper(_)) =>
                {
                    return;
                }
                _ => self.bump(),
            }
        }
    }

    /// `word =`, with a hint for the colon of old drafts.
    fn field(&mut self, word: &str) -> Parsed<bool> {
        if !self.is_word(word) {
            return Ok(false);
        }
        self.bump();
        if self.is(":") {
            return Err(self.fail(
                Diagnostic::error(
                    "labs::syntax",
                    self.span(),
                    format!("`{word}` is followed by `=`, not by `:`"),
                )
                .help(format!("write `{word} = …`")),
            ));
        }
        self.expect("=")?;
        Ok(true)
    }

    fn system(&mut self, file: &mut File) -> Parsed<()> {
        self.expect("{")?;
        if self.field("extern")? {
            loop {
                match self.peek().clone() {
                    Token::Extern(text) => file.externs.push(Name { text, span: self.span() }),
                    Token::Lower(text) => {
                        let message = "an external parameter begins with an underscore";
                        let help = format!("write `_{text}`");
                        return Err(
                            self.fail(Diagnostic::error("labs::syntax", self.span(), message).help(help))
                        );
                    }
                    _ => return Err(self.expected("an external parameter such as `_n`")),
                }
                self.bump();
                if !self.eat(",") {
                    break;
                }
            }
        }
        if self.field("environment")? {
            file.environment = self.declarations("environment")?;
        }
        if !self.field("spawn")? {
            return Err(self.expected("`spawn = …`"));
        }
        loop {
            let name = self.upper_name("an agent type")?;
            self.expect(":")?;
            let count = self.expr(Context::Constant)?;
            file.spawn.push((name, count));
            if !self.eat(",") {
                break;
            }
        }
        if self.is(";") {
            return Err(self.fail(Diagnostic::error(
                "labs::syntax",
                self.span(),
                "agents to spawn are separated by `,`, not by `;`",
            )));
        }
        file.processes = self.definitions()?;
        self.close("system")
    }

    /// The `}` of a section, with a hint for fields out of order.
    fn close(&mut self, section: &str) -> Parsed<()> {
        if let Token::Lower(word) = self.peek().clone()
            && matches!(self.peek_at(1), Token::Symbol("="))
        {
            let order = match section {
                "system" => "extern, environment, spawn, processes",
                _ => "interface, stigmergies, processes",
            };
            let mut diagnostic =
                Diagnostic::error("labs::field-order", self.span(), format!("`{word}` does not belong here"))
                    .explain(format!("the order of the fields is: {order}"));
            let known = ["extern", "environment", "spawn", "interface", "stigmergies"];
            if let Some(close) = nearest(&word, known) {
                diagnostic = diagnostic.suggest(close);
            }
            return Err(self.fail(diagnostic));
        }
        self.expect("}")
    }

    fn stigmergy(&mut self) -> Parsed<Stigmergy> {
        let name = self.upper_name("a stigmergy")?;
        self.expect("{")?;
        if !self.field("link")? {
            return Err(self.expected("`link = …`"));
        }
        let link = self.expr(Context::Link)?;
        let mut tuples = Vec::new();
        loop {
            tuples.push(self.tuple()?);
            if !self.eat(";") {
                break;
            }
        }
        if matches!(self.peek(), Token::Lower(_)) {
            return Err(self.fail(
                Diagnostic::error("labs::syntax", self.span(), "tuples are separated by `;`")
                    .help("put a `;` after the tuple before"),
            ));
        }
        self.expect("}")?;
        Ok(Stigmergy { name, link, tuples })
    }

    fn tuple(&mut self) -> Parsed<Vec<Declaration>> {
        let start = self.span();
        let mut vars = vec![self.var()?];
        while self.eat(",") {
            vars.push(self.var()?);
        }
        self.expect(":")?;
        let mut inits = vec![self.init()?];
        while self.eat(",") {
            inits.push(self.init()?);
        }
        if vars.len() != inits.len() {
            let message =
                format!("{}, but {}", counted(vars.len(), "variable"), counted(inits.len(), "initial value"));
            self.report(
                Diagnostic::error("labs::tuple-arity", start.to(self.last_span()), message)
                    .help("give every variable of the tuple an initial value"),
            );
        }
        let pairs = std::iter::zip(vars, inits);
        Ok(pairs.map(|((name, sizes), init)| Declaration { name, sizes, init }).collect())
    }

    fn agent(&mut self, file: &mut File) -> Parsed<()> {
        let name = self.upper_name("an agent type")?;
        self.expect("{")?;
        let interface = if self.field("interface")? { self.declarations("interface")? } else { Vec::new() };
        let mut stigmergies = Vec::new();
        if self.field("stigmergies")? {
            loop {
                stigmergies.push(self.upper_name("a stigmergy")?);
                if self.is(",") {
                    return Err(self.fail(Diagnostic::error(
                        "labs::syntax",
                        self.span(),
                        "stigmergies are separated by `;`, not by `,`",
                    )));
                }
                if !self.eat(";") {
                    break;
                }
            }
        }
        let processes = self.definitions()?;
        self.close("agent")?;
        file.agents.push(Agent { name, interface, stigmergies, processes });
        Ok(())
    }

    fn declarations(&mut self, field: &str) -> Parsed<Vec<Declaration>> {
        let mut list = Vec::new();
        loop {
            let (name, sizes) = self.var()?;
            if self.is("=") {
                return Err(self.fail(
                    Diagnostic::error("labs::syntax", self.span(), "initial values are written after `:`")
                        .help(format!("write `{}: …`", name.text)),
                ));
            }
            self.expect(":")?;
            let init = self.init()?;
            list.push(Declaration { name, sizes, init });
            if self.is(",") {
                let message = format!("the variables of `{field}` are separated by `;`, not by `,`");
                return Err(self.fail(Diagnostic::error("labs::syntax", self.span(), message)));
            }
            if !self.eat(";") {
                return Ok(list);
            }
        }
    }

    fn var(&mut self) -> Parsed<(Name, Vec<Expr>)> {
        let name = self.declared_name("a variable")?;
        let sizes = if self.is("[") { self.index(Context::Constant)? } else { Vec::new() };
        Ok((name, sizes))
    }

    fn init(&mut self) -> Parsed<Init> {
        let start = self.span();
        if self.eat_word("undef") {
            return Ok(Init::Undefined(start));
        }
        if self.is("{") {
            return Err(self.fail(
                Diagnostic::error("labs::syntax", start, "a choice of initial values is written `[a, b]`")
                    .explain("papers write `{a, b}`; the tools read square brackets"),
            ));
        }
        if self.eat("[") {
            let mut values = vec![self.expr(Context::Constant)?];
            if self.is("..") {
                return Err(self.fail(
                    Diagnostic::error(
                        "labs::syntax",
                        self.span(),
                        "a range of initial values has no brackets",
                    )
                    .help("write `a..b`, from `a` to just before `b`"),
                ));
            }
            while self.eat(",") {
                values.push(self.expr(Context::Constant)?);
            }
            self.expect("]")?;
            return Ok(Init::OneOf(values));
        }
        let low = self.expr(Context::Constant)?;
        if self.eat("..") {
            let high = self.expr(Context::Constant)?;
            return Ok(Init::Range(low, high));
        }
        Ok(Init::Value(low))
    }

    fn definitions(&mut self) -> Parsed<Vec<Definition>> {
        let mut list = Vec::new();
        while matches!(self.peek(), Token::Upper(_)) {
            let name = self.upper_name("a process")?;
            if matches!(name.text.as_str(), "Skip" | "Nil") {
                let message = format!("`{}` is a process already and cannot be defined", name.text);
                self.report(Diagnostic::error("labs::reserved-word", name.span, message));
            }
            if self.is("(") {
                return Err(self.fail(Diagnostic::error(
                    "labs::syntax",
                    self.span(),
                    "processes have no parameters",
                )));
            }
            self.expect("=")?;
            match self.process() {
                Ok(process) => list.push(Definition { name, process }),
                Err(_) if self.skip_to_definition() => {}
                Err(failed) => return Err(failed),
            }
        }
        Ok(list)
    }

    /// After a mistake in a process: goes to the next definition of the same section, if there is one.
    fn skip_to_definition(&mut self) -> bool {
        let mut depth = 0;
        loop {
            match self.peek() {
                Token::End => return false,
                Token::Symbol("{") => depth += 1,
                Token::Symbol("}") if depth == 0 => return true,
                Token::Symbol("}") => depth -= 1,
                Token::Upper(_) if depth == 0 && matches!(self.peek_at(1), Token::Symbol("=")) => {
                    return true;
                }
                Token::Lower(word)
                    if SECTIONS.contains(&word.as_str())
                        && matches!(self.peek_at(1), Token::Symbol("{") | Token::Upper(_)) =>
                {
                    return false;
                }
                _ => {}
            }
            self.bump();
        }
    }

    fn assume(&mut self, file: &mut File) -> Parsed<()> {
        self.expect("{")?;
        while !self.is("}") {
            let name = self.next_name("an assumption", file.assumptions.is_empty())?;
            self.expect("=")?;
            match self.expr(Context::Property) {
                Ok(predicate) => file.assumptions.push(Assumption { name, predicate }),
                Err(_) if self.skip_to_definition() => {
                    let span = name.span;
                    file.assumptions
                        .push(Assumption { name, predicate: Expr { kind: ExprKind::Error, span, depth: 1 } });
                }
                Err(failed) => return Err(failed),
            }
        }
        self.expect("}")
    }

    /// The name of the next of several conditions, or of the first: the one before may go on.
    fn next_name(&mut self, what: &str, is_first: bool) -> Parsed<Name> {
        if is_first || matches!(self.peek(), Token::Upper(_)) {
            return self.upper_name(what);
        }
        Err(self.expected(&format!("an operator, `}}` or the name of {what}")))
    }

    fn check(&mut self, file: &mut File) -> Parsed<()> {
        self.expect("{")?;
        while !self.is("}") {
            let name = self.next_name("a property", file.properties.is_empty())?;
            self.expect("=")?;
            match self.property(name) {
                Ok(property) => file.properties.push(property),
                Err(_) if self.skip_to_definition() => {}
                Err(failed) => return Err(failed),
            }
        }
        self.expect("}")
    }
}
