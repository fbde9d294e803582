//! Reading choreographies: `*` binds tightest, then `;`; `+` and `||` need brackets between them.

use synod_syntax::{Diagnostic, Diagnostics, Source};

use super::ast::{Definition, File, Written};
use crate::codes;
use crate::lex::Kind;
use crate::parser::{Failed, Parsed, Parser};

/// Reads a text, as much of it as can be read.
pub(crate) fn parse(source: &Source) -> (File, Diagnostics) {
    let mut parser = Parser::new(source, &codes::CHOR);
    let mut file = File::default();
    while !parser.at(Kind::End) {
        if parser.chor_item(&mut file).is_err() {
            parser.skip_to_item();
        }
        while parser.take(Kind::Semicolon) {}
    }
    (file, parser.into_diagnostics())
}

impl Parser<'_> {
    fn chor_item(&mut self, file: &mut File) -> Parsed<()> {
        if !self.at_item() {
            self.skip_defined_name();
            let error = self.expected("a definition `NAME = choreography` or a `property`");
            // Whatever it is, it is behind us now.
            self.advance();
            return Err(error);
        }
        if self.ahead(1) == Kind::Equal {
            let name = self.name("the name of a choreography")?;
            self.expect(Kind::Equal, "`=`")?;
            let body = self.choreography();
            let failed = body.is_err();
            // It is known by its name, whatever it does.
            file.definitions.push(Definition { name, body: body.unwrap_or(Written::Sequence(Vec::new())) });
            if failed {
                return Err(Failed);
            }
        } else if self.take_word("property") {
            let property = self.property()?;
            file.properties.push(property);
        } else {
            let error = self.expected("a definition `NAME = choreography` or a `property`");
            self.advance();
            return Err(error);
        }
        if self.at(Kind::Semicolon) || self.at(Kind::End) || self.at_item() {
            return Ok(());
        }
        Err(self.expected_word("an operator, or the next definition", &["property"]))
    }

    fn choreography(&mut self) -> Parsed<Written> {
        self.nested(|p| {
            let first = p.sequence()?;
            let sign = p.kind();
            if !matches!(sign, Kind::Plus | Kind::BarBar | Kind::Bar) {
                return Ok(first);
            }
            let mut list = vec![first];
            while matches!(p.kind(), Kind::Plus | Kind::BarBar | Kind::Bar) {
                let span = p.span();
                if p.at(Kind::Bar) {
                    let error =
                        Diagnostic::error(p.codes.syntax, span, "`|` is not an operator of choreographies");
                    p.complain(error.help("write `||` for what happens in any order"));
                    return Err(Failed);
                }
                if !p.at(sign) {
                    let error = Diagnostic::error(
                        "chor::mixed-operators",
                        span,
                        "`+` and `||` without brackets between them",
                    );
                    p.complain(error.help("put brackets around one of them"));
                    return Err(Failed);
                }
                p.advance();
                list.push(p.sequence()?);
            }
            Ok(if sign == Kind::Plus { Written::Choice(list) } else { Written::Parallel(list) })
        })
    }

    fn sequence(&mut self) -> Parsed<Written> {
        let mut list = vec![self.step()?];
        while self.at(Kind::Semicolon) {
            self.advance();
            // A semicolon may stand behind the last one.
            if self.at_item() || self.at(Kind::End) || self.at(Kind::ParenClose) {
                break;
            }
            list.push(self.step()?);
        }
        Ok(if list.len() == 1 { list.swap_remove(0) } else { Written::Sequence(list) })
    }

    fn step(&mut self) -> Parsed<Written> {
        match self.kind() {
            Kind::Star => {
                self.advance();
                Ok(Written::Loop(Box::new(self.nested(Self::step)?)))
            }
            Kind::ParenOpen => {
                let open = self.advance().span;
                let inner = self.choreography()?;
                self.close(Kind::ParenClose, "`)`", open)?;
                Ok(inner)
            }
            Kind::Upper | Kind::Lower if !self.at_item() => self.interaction(),
            _ => Err(self.expected("`peer: action`, `peer -> peer: action`, `tau`, a name, `*` or brackets")),
        }
    }

    fn interaction(&mut self) -> Parsed<Written> {
        let first = self.name("a peer")?;
        if self.take(Kind::Colon) {
            return Ok(Written::Local(first, self.name("an action")?));
        }
        if self.take(Kind::Arrow) {
            let to = self.name("a peer")?;
            self.expect(Kind::Colon, "`:` and what is sent")?;
            return Ok(Written::Message(first, to, self.name("what is sent")?));
        }
        Ok(match first.text.as_str() {
            "tau" | "τ" | "skip" => Written::Tau,
            _ => Written::Constant(first),
        })
    }
}
