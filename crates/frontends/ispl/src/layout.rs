//! How ISPL and PISPL are laid out.

use synod_format::{Comments, Layout, Part, Piece, Space, Style};
use synod_syntax::Diagnostics;

use crate::lex::{Dialect, Kind, Token, tokens};

/// The layout of one of the two languages.
pub(crate) struct IsplLayout(pub Dialect);

impl Layout for IsplLayout {
    fn pieces(&self, text: &str) -> Option<Vec<Piece>> {
        let mut problems = Diagnostics::new();
        let tokens = tokens(text, self.0, &mut problems);
        let mut marker = Marker { tokens: &tokens, at: 0, blocks: Vec::new(), head: 0, nesting: 0 };
        (!problems.has_errors()).then(|| (1..tokens.len()).map(|_| marker.piece()).collect())
    }

    fn comments(&self) -> &Comments {
        &Comments { line: &["--"], block: None }
    }

    fn style(&self) -> &Style {
        &Style { step: 2, hang: false }
    }
}

/// The words that blocks begin with, which end with `end` and the same word.
const BLOCKS: [&str; 14] = [
    "Agent",
    "Template",
    "Obsvars",
    "Vars",
    "RedStates",
    "GreenStates",
    "Actions",
    "Protocol",
    "Evolution",
    "Evaluation",
    "InitStates",
    "InitState",
    "Groups",
    "Fairness",
];

struct Marker<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    /// The words of the blocks that are open.
    blocks: Vec<&'a str>,
    /// How many tokens of the head of a block are still to come.
    head: usize,
    /// How many brackets are open in the block.
    nesting: usize,
}

impl<'a> Marker<'a> {
    fn text(&self, ahead: isize) -> &'a str {
        let at = self.at.checked_add_signed(ahead);
        at.and_then(|at| self.tokens.get(at)).map_or("", |token| token.text)
    }

    fn piece(&mut self) -> Piece {
        let token = self.tokens[self.at];
        let is_word = token.kind == Kind::Word;
        let mut piece = self.spaced(&token);
        let is_statement = self.head == 0
            && self.nesting == 0
            && !["InitStates", "InitState"].contains(self.blocks.last().unwrap_or(&""));
        if self.head > 0 {
            self.head -= 1;
        } else if is_word && token.text == "end" {
            piece.part = Part::Close;
            self.blocks.pop();
            self.head = 1;
            self.nesting = 0;
        } else if is_word && self.opens_block() {
            piece.part = Part::Open { align: false };
            piece.section = Some(0);
            self.blocks.push(token.text);
            self.head = match self.text(1) {
                ":" => 1,
                _ if ["Agent", "Template"].contains(&token.text) => 1,
                _ => 0,
            };
            self.nesting = 0;
        } else if is_statement && (self.text(-1) == ";" || self.begins_block()) {
            piece.section = Some(0);
        }
        match (piece.part, token.kind) {
            (Part::Open { .. }, Kind::Symbol) => self.nesting += 1,
            (Part::Close, Kind::Symbol) => self.nesting = self.nesting.saturating_sub(1),
            _ => {}
        }
        self.at += 1;
        piece
    }

    fn opens_block(&self) -> bool {
        let word = self.text(0);
        let is_block = BLOCKS.contains(&word) || word == "Formulae";
        is_block && self.text(-1) != "end" && !["=", "."].contains(&self.text(1))
    }

    /// Whether the token at hand is the first behind the head of a block, or of the text.
    fn begins_block(&self) -> bool {
        let is_open = |word: &str| BLOCKS.contains(&word) || word == "Formulae";
        let after_head = match self.text(-1) {
            ":" => is_open(self.text(-2)),
            word => is_open(word) || ["Agent", "Template"].contains(&self.text(-2)),
        };
        self.at == 0 || after_head
    }

    /// The spaces around a token.
    fn spaced(&self, token: &Token) -> Piece {
        use Space::{Keep, None, One};
        let word = Piece::word(token.span);
        let infix = word.part(Part::Infix);
        if token.kind != Kind::Symbol {
            let is_infix = ["and", "or", "U"].contains(&token.text) && token.kind != Kind::Name;
            return if is_infix { infix } else { word };
        }
        let before = self.at.checked_sub(1).map(|at| self.tokens[at]);
        let is_connective = before.is_some_and(|before| ["and", "or", "if"].contains(&before.text));
        let is_after_word = before.is_some_and(|before| !matches!(before.kind, Kind::Symbol | Kind::Number));
        match token.text {
            "(" if is_connective => word.spaced(One, None).part(Part::Open { align: true }),
            "(" if is_after_word => word.spaced(Keep, None).part(Part::Open { align: true }),
            "(" => word.spaced(One, None).part(Part::Open { align: true }),
            "{" => word.spaced(One, None).part(Part::Open { align: false }),
            ")" | "}" => word.spaced(None, One).part(Part::Close),
            "," | ";" => word.spaced(None, One),
            ":" if self.head > 0 => word.spaced(None, One),
            "." | ".." => word.spaced(None, None),
            "!" | "~" => word.spaced(One, None),
            "-" if !self.follows_operand() => word.spaced(One, None),
            // The group of agents in front of a formula about their strategies, or a comparison.
            "<" if !self.follows_operand() => word.spaced(One, None),
            ">" if self.closes_group() => word.spaced(None, One),
            "?" => word.spaced(Keep, Keep),
            ":" | "=" => word,
            _ => infix,
        }
    }

    /// Whether the token at hand stands behind the end of a value.
    fn follows_operand(&self) -> bool {
        let Some(before) = self.at.checked_sub(1).map(|at| self.tokens[at]) else { return false };
        match before.kind {
            Kind::Name | Kind::Number => true,
            Kind::Word | Kind::SoftWord => ["true", "false", "Action", "Environment"].contains(&before.text),
            Kind::Symbol => [")", "}"].contains(&before.text),
            Kind::Bad | Kind::End => false,
        }
    }

    /// Whether this is the second bracket of `<g>`.
    fn closes_group(&self) -> bool {
        self.text(-2) == "<"
            && self.at.checked_sub(3).is_none_or(|at| {
                let before = self.tokens[at];
                before.kind != Kind::Name && before.kind != Kind::Number && ![")", "}"].contains(&before.text)
            })
    }
}
