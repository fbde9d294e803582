//! The token stream, what the parser knows about where it is, how it complains and how it goes on after.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use synod_syntax::{Diagnostic, Diagnostics, Source, Span, Tokens};
pub(super) use synod_syntax::{Failed, Parsed};

use super::Reading;
use super::names::Names;
use crate::ast::{Dialect, Name};
use crate::lex::{Kind, Word};

/// How deep brackets may nest.
const MAX_NESTING: usize = 200;

/// Which `>` ends an expression, where it does (legacy dialect).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Angle {
    /// None: `>` compares.
    Compares,
    /// One in front of an action.
    ClosesPrecondition,
    /// One that does not continue a comparison of numbers.
    ClosesObservation,
}

/// Where an expression stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// In a specification.
    pub spec: bool,
    /// In an observation.
    pub observation: bool,
    /// In front of `(data)`, which must not be taken for arguments.
    pub before_data: bool,
    /// What `>` means.
    pub angle: Angle,
}

impl Context {
    /// A condition in an agent or a guard.
    pub const PLAIN: Context =
        Context { spec: false, observation: false, before_data: false, angle: Angle::Compares };

    /// The same place inside a pair of brackets.
    pub fn inside(self) -> Context {
        Context { before_data: false, angle: Angle::Compares, ..self }
    }
}

/// A reader of tokens.
pub(super) struct Parser<'a> {
    pub dialect: Dialect,
    pub reading: Reading,
    pub names: Names,
    /// Values of constants that count instead of those that are written.
    pub given: &'a [(String, i64)],
    /// Constants so far, with their values.
    pub constants: Vec<(Name, i64)>,
    /// Agent variables that quantifiers around here bind.
    pub bound: Vec<String>,
    pub context: Context,
    tokens: Tokens<'a, Kind>,
    nesting: usize,
    /// Reserved words that were reported where they stand for names, each with the other places where they do.
    refused: BTreeMap<&'a str, Vec<Span>>,
}

/// The code of complaints about reserved words.
const RESERVED: &str = "rcheck::reserved-word";

/// How many other places of a reserved word are shown.
const MOST_PLACES: usize = 5;

impl<'a> Deref for Parser<'a> {
    type Target = Tokens<'a, Kind>;

    fn deref(&self) -> &Self::Target {
        &self.tokens
    }
}

impl DerefMut for Parser<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.tokens
    }
}

impl<'a> Parser<'a> {
    pub fn new(source: &'a Source, dialect: Dialect, reading: Reading, given: &'a [(String, i64)]) -> Self {
        let (tokens, diagnostics) = crate::lex::tokens(source.text(), dialect);
        Parser {
            dialect,
            reading,
            names: Names::collect(source, &tokens),
            given,
            constants: Vec::new(),
            bound: Vec::new(),
            context: Context::PLAIN,
            tokens: Tokens::new(source, "rcheck::syntax", (tokens, diagnostics))
                .explained_by(crate::notation::explain),
            nesting: 0,
            refused: BTreeMap::new(),
        }
    }

    /// What is wrong with the text.
    pub fn into_diagnostics(mut self) -> Diagnostics {
        let mut found = Diagnostics::new();
        for diagnostic in self.tokens.diagnostics.iter() {
            let word = self.tokens.source.slice(diagnostic.span);
            let others = match diagnostic.code == RESERVED {
                true => self.refused.remove(word).unwrap_or_default(),
                false => Vec::new(),
            };
            let labelled = others.into_iter().take(MOST_PLACES);
            found.push(labelled.fold(diagnostic.clone(), |one, place| one.label(place, "here too")));
        }
        found
    }

    pub fn is_legacy(&self) -> bool {
        self.dialect == Dialect::Legacy
    }

    // --- Looking and taking -----------------------------------------------------------------------

    pub fn at_word(&self, word: Word) -> bool {
        self.at(Kind::Word(word))
    }

    pub fn take_word(&mut self, word: Word) -> bool {
        self.take(Kind::Word(word))
    }

    /// Takes a name. A reserved word in its place is reported and taken for one, unless it looks like
    /// the beginning of the next section. The legacy dialect reserves nothing.
    pub fn name(&mut self, what: &str) -> Parsed<Name> {
        match self.kind() {
            Kind::Name => {}
            Kind::Word(_) if !self.at_section() => self.refuse_reserved(what),
            Kind::Number if self.ahead(1) == Kind::Name && self.span().end == self.span_ahead(1).start => {
                let message = format!("the name of {what} cannot begin with a digit");
                self.complain(Diagnostic::error("rcheck::syntax", self.span(), message));
                self.advance();
            }
            _ => return Err(self.expected(&format!("the name of {what}"))),
        }
        Ok(self.word_as_name())
    }

    /// Complains about a reserved word that stands for a name (new dialect only), once for each word.
    pub fn refuse_reserved(&mut self, what: &str) {
        if self.is_legacy() {
            return;
        }
        let (word, place) = (self.text(), self.span());
        if let Some(others) = self.refused.get_mut(word) {
            others.push(place);
            return;
        }
        self.refused.insert(word, Vec::new());
        self.complain(
            Diagnostic::error(
                RESERVED,
                self.span(),
                format!("`{word}` is a reserved word and cannot name {what}"),
            )
            .help(format!("choose another name, such as `{word}_` or `my_{word}`")),
        );
    }

    /// Whether a reserved word at hand was meant as a name before, and can be nothing else here.
    pub fn at_refused(&self) -> bool {
        !self.context.spec && self.is_refused(self.text())
    }

    /// Whether a reserved word was meant as a name before.
    pub fn is_refused(&self, word: &str) -> bool {
        self.refused.contains_key(word)
    }

    // --- Going down -------------------------------------------------------------------------------

    /// Reads something one level deeper, in another context.
    pub fn nested<T>(&mut self, context: Context, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting == MAX_NESTING {
            self.complain(
                Diagnostic::error(
                    "rcheck::too-deep",
                    self.span(),
                    format!("brackets nest more than {MAX_NESTING} levels deep"),
                )
                .help("name parts of the condition with `guard`, or remove needless brackets"),
            );
            // Whatever else is wrong in there cannot be distinguished from the consequences.
            self.skip_to_section();
            return Err(Failed);
        }
        let outer = std::mem::replace(&mut self.context, context);
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        self.context = outer;
        result
    }

    // --- Complaining ------------------------------------------------------------------------------

    /// Reports an error, unless one was reported at this very token or the lexer did so.
    pub fn complain(&mut self, diagnostic: Diagnostic) {
        self.tokens.complain(diagnostic);
    }

    /// Reports that the other dialect's spelling was used, whose meaning is plain.
    pub fn foreign(&mut self, theirs: &str, ours: &str) {
        let message = format!("`{theirs}` is written `{ours}` in this dialect");
        let error = Diagnostic::error("rcheck::foreign-spelling", self.span(), message);
        self.complain(if self.text() == theirs { error.fix(self.span(), ours) } else { error });
    }

    // --- Going on ---------------------------------------------------------------------------------

    /// Whether a section of a model or an agent begins here.
    pub fn at_section(&self) -> bool {
        use Word::*;
        let Kind::Word(word) = self.kind() else { return self.at_constant() };
        match word {
            MessageStructure | PropertyVariables | ReceiveGuard => true,
            // A reserved word in the place of the name is a mistake of its own.
            Enum | Guard | Agent => match self.ahead(1) {
                Kind::Name => true,
                Kind::Word(name) => {
                    !matches!(name, Enum | Guard | Agent | System | Local | Init | Repeat | Spec)
                }
                _ => false,
            },
            System => self.ahead(1) == Kind::Equal,
            // With a type behind it the word was meant as the name of a variable.
            Local | Init | RelabelSection | Repeat | Channels => {
                let is_type = matches!(self.ahead(2), Kind::Word(Bool | Int | Location));
                self.ahead(1) == Kind::Colon && !is_type
            }
            Spec => !matches!(self.ahead(1), Kind::Comma | Kind::Colon | Kind::ParenClose | Kind::BraceClose),
            _ => false,
        }
    }

    /// Skips to the next section.
    pub fn skip_to_section(&mut self) {
        self.skip_to(|_| false);
    }

    /// Skips to the first token outside brackets that `stop` accepts; false if a section or the end
    /// comes first. Whatever is wrong with the token it stops at, is a consequence and not reported.
    pub fn skip_to(&mut self, stop: impl Fn(Kind) -> bool) -> bool {
        let found = self.find(stop);
        self.forgive();
        found
    }

    fn find(&mut self, stop: impl Fn(Kind) -> bool) -> bool {
        let mut depth = 0usize;
        while !self.at(Kind::End) && !self.at_section() {
            if depth == 0 && stop(self.kind()) {
                return true;
            }
            match self.kind() {
                Kind::ParenOpen | Kind::BraceOpen | Kind::BracketOpen => depth += 1,
                Kind::ParenClose | Kind::BraceClose | Kind::BracketClose => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.advance();
        }
        false
    }

    /// After a failure inside brackets: skips to the closing one and takes it. False if it is not in
    /// sight, that is, if something comes first that cannot stand inside.
    pub fn skip_past(&mut self, close: Kind) -> bool {
        let ends = |kind| matches!(kind, Kind::Semicolon | Kind::Assign | Kind::BraceClose | Kind::Relabel);
        self.skip_to(|kind| kind == close || ends(kind)) && self.take(close)
    }

    /// Reads `item {, item}`; after a failure goes on behind the next comma.
    pub fn list<T>(
        &mut self,
        ends: impl Fn(Kind) -> bool,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Vec<T> {
        let mut items = Vec::new();
        loop {
            match item(self) {
                Ok(value) => items.push(value),
                Err(Failed) => {
                    self.skip_to(|kind| kind == Kind::Comma || ends(kind));
                }
            }
            let comma = self.span();
            if !self.take(Kind::Comma) {
                return items;
            }
            if ends(self.kind()) || self.at_section() || self.at(Kind::End) {
                self.complain(Diagnostic::error("rcheck::syntax", comma, "nothing follows this comma"));
                return items;
            }
        }
    }
}
