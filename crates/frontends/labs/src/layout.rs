//! How LAbS is laid out.

use synod_format::{Comments, Layout, Part, Piece, Space, Style};
use synod_syntax::{Diagnostics, Source, Span};

use crate::lex::{RESERVED, Token, lex};

/// The layout of LAbS.
pub(crate) struct LabsLayout;

impl Layout for LabsLayout {
    fn pieces(&self, text: &str) -> Option<Vec<Piece>> {
        let mut diagnostics = Diagnostics::new();
        let tokens = lex(&Source::new("", text), &mut diagnostics);
        let mut marker = Marker { tokens: &tokens, at: 0, brackets: Vec::new(), block: "", is_list: false };
        (!diagnostics.has_errors()).then(|| (1..tokens.len()).map(|_| marker.piece()).collect())
    }

    fn comments(&self) -> &Comments {
        &Comments { line: &["#"], block: None }
    }

    fn style(&self) -> &Style {
        &Style { step: 4, hang: false }
    }
}

/// The words that sections of blocks begin with; all others are definitions, and tuples of stigmergies.
const SECTIONS: [&str; 6] = ["extern", "environment", "spawn", "interface", "stigmergies", "link"];

struct Marker<'a> {
    tokens: &'a [(Token, Span)],
    at: usize,
    /// The brackets that are open.
    brackets: Vec<&'static str>,
    /// The word that the block at hand begins with.
    block: &'a str,
    /// Whether a section with names and their values is at hand.
    is_list: bool,
}

impl<'a> Marker<'a> {
    fn ahead(&self, n: usize) -> &'a Token {
        &self.tokens[(self.at + n).min(self.tokens.len() - 1)].0
    }

    fn before(&self) -> &'a Token {
        self.at.checked_sub(1).map_or(&Token::End, |at| &self.tokens[at].0)
    }

    fn piece(&mut self) -> Piece {
        let mut piece = self.spaced();
        match (self.brackets.as_slice(), self.ahead(0)) {
            ([], Token::Lower(word)) => {
                piece.section = Some(0);
                self.block = word;
            }
            (["{"], token) if self.begins_section() => {
                piece.section = Some(0);
                self.is_list = matches!(token, Token::Lower(word) if word != "link");
            }
            _ => {}
        }
        match (piece.part, self.ahead(0)) {
            (Part::Open { .. }, Token::Symbol(symbol)) => self.brackets.push(symbol),
            (Part::Close, _) => drop(self.brackets.pop()),
            _ => {}
        }
        self.at += 1;
        piece
    }

    /// Whether a section begins here, directly in a block.
    fn begins_section(&self) -> bool {
        let is_defined = *self.ahead(1) == Token::Symbol("=");
        match self.ahead(0) {
            Token::Upper(_) => is_defined,
            Token::Lower(word) if SECTIONS.contains(&word.as_str()) => is_defined,
            Token::Lower(word) => {
                self.block == "stigmergy"
                    && !RESERVED.contains(&word.as_str())
                    && self.follows_operand() | (*self.before() == Token::Symbol("{"))
                    && self.leads_to_colon()
            }
            _ => false,
        }
    }

    /// Whether the names from here on are those of a tuple: `a, b: …`.
    fn leads_to_colon(&self) -> bool {
        let mut names = (0..).map(|n| self.ahead(n));
        loop {
            match (names.next(), names.next()) {
                (Some(Token::Lower(_)), Some(Token::Symbol(","))) => {}
                (Some(Token::Lower(_)), Some(Token::Symbol(":"))) => return true,
                _ => return false,
            }
        }
    }

    /// The spaces around a token.
    fn spaced(&self) -> Piece {
        use Space::{Keep, None, One};
        let word = Piece::word(self.tokens[self.at].1);
        let Token::Symbol(symbol) = self.ahead(0) else { return word };
        let open = |before, after, align| word.spaced(before, after).part(Part::Open { align });
        let close = |before| word.spaced(before, One).part(Part::Close);
        let infix = word.part(Part::Infix);
        match *symbol {
            "(" => open(
                match self.before() {
                    Token::Lower(name) if ["abs", "max", "min"].contains(&name.as_str()) => None,
                    Token::Lower(name) if RESERVED.contains(&name.as_str()) => One,
                    Token::Upper(name) if ["K", "C", "D"].contains(&name.as_str()) => None,
                    Token::Lower(_) => Keep,
                    _ => One,
                },
                None,
                true,
            ),
            "[" => {
                let is_index =
                    matches!(self.before(), Token::Lower(name) if !RESERVED.contains(&name.as_str()));
                open(if is_index { None } else { One }, None, true)
            }
            // A group of agents, or a block.
            "{" if self.brackets.last().is_some_and(|open| ["(", "<"].contains(open))
                && self.block == "check" =>
            {
                open(One, None, true)
            }
            "{" => open(One, One, false),
            // The brackets of `<<g>>` are two tokens each.
            "<" if self.brackets.last() == Some(&"<") => open(None, None, true),
            "<" if *self.ahead(1) == Token::Symbol("<") => open(One, None, true),
            ">" if self.brackets.last() == Some(&"<") => close(None),
            "}" if self.brackets.len() > 1 && self.block == "check" => close(None),
            "}" => close(One),
            ")" | "]" => close(None),
            "," | ";" => word.spaced(None, One),
            ":" if self.is_list || self.block == "stigmergy" => word.spaced(None, One),
            ".." => word.spaced(None, None),
            "!" | "$" => word.spaced(One, None),
            "-" | "+" if !self.follows_operand() => word.spaced(One, None),
            "->" | "=>" => word.part(Part::Arrow),
            "?" | "." => word.spaced(Keep, Keep),
            _ => infix,
        }
    }

    /// Whether the token at hand stands behind the end of a value.
    fn follows_operand(&self) -> bool {
        match self.before() {
            Token::Lower(word) => {
                let is_value = ["true", "false", "id", "undef"].contains(&word.as_str());
                is_value || !RESERVED.contains(&word.as_str())
            }
            Token::Upper(word) => word == "Deadlock",
            Token::Int(_) | Token::Extern(_) => true,
            Token::Symbol(symbol) => [")", "]"].contains(symbol),
            Token::Unknown | Token::End => false,
        }
    }
}
