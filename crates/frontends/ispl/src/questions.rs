//! Questions that are not in the text: where they are put, and the notation of other tools in them.

use synod_frontend::{ForeignNotation, Lexeme, Notation, QuestionPlace, formula_lexemes, lexemes};
use synod_syntax::{Diagnostics, Span};

use crate::lex::{Dialect, is_reserved, tokens};

const CONSTANT: &str =
    "a formula is about the propositions of `Evaluation`: name one there that always, or never, holds";

/// What others write in formulas; the first of them is for PISPL alone.
static EXPLAINED: [(&str, &str); 4] = [
    (".", "a formula is about the propositions of `Evaluation`: add a line such as `p if Role.x = 1;` there"),
    ("true", CONSTANT),
    ("false", CONSTANT),
    ("xor", "write `(p and !q) or (q and !p)`"),
];

impl Dialect {
    /// How its formulas are written.
    pub(crate) fn notation(self) -> Notation {
        let explained = match self {
            Dialect::Ispl => &EXPLAINED[1..],
            Dialect::Pispl => &EXPLAINED,
        };
        Notation { and: "and", or: "or", iff: None, equals: "=", differs: "<>", own: &[], explained }
    }
}

/// What of a formula is in the notation of other tools. One of linear time that does not say so gets its `LTL`.
pub(crate) fn foreign_notation(formula: &str, text: &str, dialect: Dialect) -> ForeignNotation {
    let names = lexemes(text);
    let is_name =
        |word: &str| word.starts_with(char::is_alphabetic) && !is_reserved(word) && names.contains(&word);
    let mut foreign = dialect.notation().read(formula, &is_name);
    let found = formula_lexemes(formula);
    read_quantifiers(&found, &mut foreign);
    let uses = |words: &[&str]| found.iter().any(|lexeme| words.contains(&lexeme.text));
    let says_so = matches!(found.first().map(|lexeme| lexeme.text), Some("LTL" | "CTL"));
    let is_apart = |pair: &[Lexeme]| {
        matches!(pair[0].text, "A" | "E") && matches!(pair[1].text, "G" | "F" | "X" | "A" | "E")
    };
    let of_all_paths = ["AG", "AF", "AX", "EG", "EF", "EX", "A", "E", "<<"];
    // Between values `<>` is no temporal operator.
    let is_temporal = foreign.read_as.iter().any(|(_, ours)| matches!(ours.trim(), "G" | "F"));
    let has_coalition = found.windows(3).any(|three| three[0].text == "<" && three[2].text == ">");
    let logic = if says_so {
        None
    } else if found.windows(2).any(is_apart) {
        Some("CTL* ")
    } else if (uses(&["G", "F", "X", "U"]) || is_temporal) && !uses(&of_all_paths) && !has_coalition {
        Some("LTL ")
    } else {
        None
    };
    if let Some(logic) = logic {
        foreign.read_as.insert(0, (Span::default(), logic.to_string()));
    }
    foreign
}

/// Quantifiers over paths and strategies as other tools write them: `A[] p`, `E<> p`, `E [p U q]`, `<<g>> F p`.
fn read_quantifiers(found: &[Lexeme], foreign: &mut ForeignNotation) {
    for pair in found.windows(2) {
        let [quantifier @ ("A" | "E"), operator] = [pair[0].text, pair[1].text] else { continue };
        let whole = pair[0].span.to(pair[1].span);
        match operator {
            "[]" | "<>" => {
                foreign.read_as.retain(|(span, _)| span.start != pair[1].span.start);
                let operator = if operator == "[]" { "G" } else { "F" };
                foreign.read_as.push((whole, format!("{quantifier}{operator} ")));
            }
            "[" => {
                foreign.read_as.push((whole, format!("{quantifier} (")));
                let closing = found.iter().find(|lexeme| lexeme.text == "]" && lexeme.span.start > whole.end);
                foreign.read_as.extend(closing.map(|lexeme| (lexeme.span, ")".to_string())));
            }
            _ => {}
        }
    }
    for lexeme in found {
        match lexeme.text {
            "<<" => foreign.read_as.push((lexeme.span, "<".to_string())),
            ">>" => foreign.read_as.push((lexeme.span, ">".to_string())),
            _ => {}
        }
    }
    foreign.read_as.sort_by_key(|(span, _)| (span.start, span.end));
}

/// What to do where a text has no place for a question.
pub(crate) const ADVICE: &str = "add a section `Formulae … end Formulae`";

/// Where a question is put: before the end of `Formulae`.
pub(crate) fn place_for(text: &str, dialect: Dialect) -> Option<QuestionPlace> {
    let found = tokens(text, dialect, &mut Diagnostics::new());
    let mut pairs = found.windows(2).rev();
    let end = pairs.find(|pair| pair[0].text == "end" && pair[1].text == "Formulae")?;
    Some(QuestionPlace::new(end[0].span.start as usize, "", ";\n"))
}
