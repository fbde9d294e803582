//! How R-CHECK is laid out.

use synod_format::{Comments, Layout, Part, Piece, Space, Style};
use synod_syntax::{Diagnostics, Span, Token};

use crate::ast::Dialect;
use crate::includes::includes;
use crate::lex::{Kind, Word, tokens};

/// The layout of a dialect.
struct RcheckLayout {
    dialect: Dialect,
    comments: Comments,
}

const STYLE: Style = Style { step: 4, hang: true };
const BLOCK: Option<(&str, &str)> = Some(("/*", "*/"));

static NEW: RcheckLayout =
    RcheckLayout { dialect: Dialect::New, comments: Comments { line: &["//"], block: BLOCK } };
static LEGACY: RcheckLayout =
    RcheckLayout { dialect: Dialect::Legacy, comments: Comments { line: &["//", "--", "#"], block: BLOCK } };

/// The layout of texts in a dialect.
pub(crate) fn layout(dialect: Dialect) -> &'static dyn Layout {
    match dialect {
        Dialect::New => &NEW,
        Dialect::Legacy => &LEGACY,
    }
}

/// What is wrong with the tokens of a text.
pub(crate) fn lexical_errors(text: &str, dialect: Dialect) -> Diagnostics {
    lexed(text, dialect).2
}

/// The tokens of a text, in which what includes another file is a name, with the places of those.
fn lexed(text: &str, dialect: Dialect) -> (Vec<Token<Kind>>, Vec<Span>, Diagnostics) {
    let includes: Vec<Span> = includes(text).into_iter().map(|include| include.span).collect();
    let mut plain = text.to_string();
    for include in &includes {
        plain.replace_range(include.range(), &"_".repeat(include.range().len()));
    }
    let (tokens, diagnostics) = tokens(&plain, dialect);
    (tokens, includes, diagnostics)
}

impl Layout for RcheckLayout {
    fn pieces(&self, text: &str) -> Option<Vec<Piece>> {
        let (tokens, includes, diagnostics) = lexed(text, self.dialect);
        let dialect = self.dialect;
        let mut marker = Marker {
            dialect,
            text,
            tokens: &tokens,
            includes: &includes,
            at: 0,
            brackets: Vec::new(),
            place: Place::Declarations,
        };
        (!diagnostics.has_errors())
            .then(|| tokens[..tokens.len() - 1].iter().map(|t| marker.piece(t)).collect())
    }

    fn comments(&self) -> &Comments {
        &self.comments
    }

    fn style(&self) -> &Style {
        &STYLE
    }
}

/// What a colon means depends on where it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Declarations,
    /// Behind a word that begins a section, up to the end of the head.
    Head,
    Process,
}

struct Marker<'a> {
    dialect: Dialect,
    text: &'a str,
    includes: &'a [Span],
    tokens: &'a [Token<Kind>],
    at: usize,
    /// The brackets that are open, and whether each is around a process.
    brackets: Vec<bool>,
    place: Place,
}

impl Marker<'_> {
    fn ahead(&self, n: usize) -> Kind {
        self.tokens.get(self.at + n).map_or(Kind::End, |token| token.kind)
    }

    fn before(&self, n: usize) -> Kind {
        self.at.checked_sub(n).map_or(Kind::End, |at| self.tokens[at].kind)
    }

    fn piece(&mut self, token: &Token<Kind>) -> Piece {
        let mut piece = self.spaced(token);
        if let Some((depth, has_head)) = self.section() {
            piece.section = Some(depth);
            self.place = if has_head { Place::Head } else { Place::Declarations };
            piece.ends_head = !has_head && token.kind == Kind::Word(Word::Spec);
        } else if self.place == Place::Head && self.brackets.is_empty() {
            piece.ends_head = matches!(token.kind, Kind::Colon | Kind::Equal);
            if piece.ends_head {
                let is_process = self.before(1) == Kind::Word(Word::Repeat);
                self.place = if is_process { Place::Process } else { Place::Declarations };
            }
        }
        let begins_command = self.begins_command();
        if begins_command && !matches!(token.kind, Kind::ParenOpen | Kind::Word(Word::Rep)) {
            piece.section = Some(2);
        }
        if self.is_process() && matches!(token.kind, Kind::Semicolon | Kind::Plus) {
            piece.ends = Some(2);
        }
        match piece.part {
            Part::Open { .. } => self.brackets.push(begins_command && token.kind == Kind::ParenOpen),
            Part::Close => drop(self.brackets.pop()),
            _ => {}
        }
        self.at += 1;
        piece
    }

    /// Whether the token at hand is part of a process, and of no condition, message or assignment.
    fn is_process(&self) -> bool {
        self.place == Place::Process && self.brackets.iter().all(|is_process| *is_process)
    }

    /// Whether a command, or a process in brackets, begins with the token at hand.
    fn begins_command(&self) -> bool {
        let follows_head = self.before(1) == Kind::Colon && self.before(2) == Kind::Word(Word::Repeat);
        let follows = [Kind::Semicolon, Kind::Plus, Kind::ParenOpen, Kind::Word(Word::Rep)];
        self.is_process() && (follows_head || follows.contains(&self.before(1)))
    }

    /// Whether a section begins here: how deep it is, and whether its head ends with a colon or `=`.
    fn section(&self) -> Option<(u8, bool)> {
        if !self.brackets.is_empty() {
            return None;
        }
        let next = self.ahead(1);
        let span = self.tokens[self.at].span;
        let Kind::Word(word) = self.ahead(0) else {
            let is_constant =
                &self.text[span.range()] == "const" && next == Kind::Name && self.ahead(2) == Kind::Equal;
            return (is_constant || self.includes.contains(&span)).then_some((0, is_constant));
        };
        match word {
            Word::Agent | Word::Enum | Word::Guard if next == Kind::Name => Some((0, false)),
            Word::Spec => Some((0, next == Kind::Name && self.ahead(2) == Kind::Colon)),
            Word::System if next == Kind::Equal => Some((0, true)),
            Word::Channels | Word::MessageStructure | Word::PropertyVariables if next == Kind::Colon => {
                Some((0, true))
            }
            Word::Local | Word::Init | Word::RelabelSection | Word::ReceiveGuard | Word::Repeat
                if next == Kind::Colon =>
            {
                Some((1, true))
            }
            _ => None,
        }
    }

    /// The spaces around a token.
    fn spaced(&self, token: &Token<Kind>) -> Piece {
        use Space::{Keep, None, One};
        let word = Piece::word(token.span);
        let infix = word.part(Part::Infix);
        let open = |before| word.spaced(before, None).part(Part::Open { align: true });
        let before = self.before(1);
        match token.kind {
            Kind::ParenOpen | Kind::BracketOpen => open(match before {
                Kind::ParenClose | Kind::Word(Word::Get | Word::Supply) => None,
                // A message behind a condition, or what a guard is applied to; in the legacy dialect operators of formulas
                // are names.
                Kind::Name | Kind::Property if self.place == Place::Process => Keep,
                Kind::Name if self.dialect == Dialect::Legacy => Keep,
                Kind::Name => None,
                _ => One,
            }),
            Kind::BraceOpen | Kind::DiamondOpen | Kind::BoxOpen => open(One),
            Kind::ParenClose
            | Kind::BracketClose
            | Kind::BraceClose
            | Kind::DiamondClose
            | Kind::BoxClose => word.spaced(None, One).part(Part::Close),
            Kind::Comma | Kind::Semicolon | Kind::Question => word.spaced(None, One),
            Kind::Colon if self.is_tight_colon() => word.spaced(None, One),
            Kind::Word(Word::Get | Word::Supply) => word.spaced(One, None),
            // Sends are commands; elsewhere it negates.
            Kind::Not if self.is_process() && self.follows_operand() => word.spaced(None, One),
            Kind::Not => word.spaced(One, None),
            Kind::Star if !self.follows_operand() => word,
            Kind::Minus if self.follows_operand() => infix.spaced(Keep, Keep),
            Kind::Minus => word.spaced(One, None),
            Kind::ControlState => word.spaced(None, One),
            Kind::DotDot => word.spaced(None, None),
            // Brackets of the legacy dialect, or comparisons.
            Kind::Less | Kind::Greater if self.dialect == Dialect::Legacy => word.spaced(Keep, Keep),
            Kind::Less
            | Kind::Greater
            | Kind::LessEqual
            | Kind::GreaterEqual
            | Kind::Equal
            | Kind::NotEqual
            | Kind::Assign
            | Kind::Relabel
            | Kind::Plus
            | Kind::Star
            | Kind::Slash
            | Kind::And
            | Kind::Or
            | Kind::BigAnd
            | Kind::BigOr
            | Kind::Arrow
            | Kind::DoubleArrow
            | Kind::Parallel
            | Kind::Word(Word::Until | Word::Release | Word::WeakUntil) => infix,
            // What is quantified over is inside of the quantifier.
            Kind::Dot => word.part(Part::Arrow),
            Kind::Name
            | Kind::Number
            | Kind::Property
            | Kind::Word(_)
            | Kind::Colon
            | Kind::Bad
            | Kind::End => word,
        }
    }

    /// Whether the token at hand stands behind something that it may be applied to or combined with.
    fn follows_operand(&self) -> bool {
        match self.before(1) {
            Kind::Name | Kind::Number | Kind::Property | Kind::ParenClose | Kind::ControlState => true,
            // The channel of a broadcast, or all channels.
            Kind::Star => !matches!(self.before(2), Kind::Name | Kind::Number | Kind::ParenClose),
            Kind::Word(word) => {
                matches!(
                    word,
                    Word::True | Word::False | Word::Myself | Word::Sender | Word::Chan | Word::Getter
                )
            }
            _ => false,
        }
    }

    /// Whether this is the colon of a label or of the head of a section, and none between a name and its type.
    fn is_tight_colon(&self) -> bool {
        let is_quantified = matches!(self.before(2), Kind::Word(Word::Exists | Word::Forall));
        match self.place {
            Place::Head => self.brackets.is_empty(),
            Place::Process => !is_quantified && self.is_process(),
            Place::Declarations => false,
        }
    }
}
