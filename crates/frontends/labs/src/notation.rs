//! Questions that are not in the text: where they are put, and the notation of other tools in them.

use synod_frontend::{ForeignNotation, Notation, Vocabulary, formula_lexemes};
use synod_syntax::{Diagnostics, Source, Span};

use crate::lex::{Token, lex};
use crate::symbols::symbols;
use crate::words::WORDS;

const NOTATION: Notation = Notation {
    and: "and",
    or: "or",
    iff: Some("<->"),
    equals: "=",
    differs: "!=",
    own: &[":="],
    explained: &[],
};

/// The words and signs of LAbS.
pub(crate) const VOCABULARY: Vocabulary = Vocabulary {
    language: "LAbS",
    notation: Notation { explained: &[(".", "a variable of an agent is written `x of a`")], ..NOTATION },
    words: WORDS,
};

/// Words that a property begins with.
const MODALITIES: [&str; 9] =
    ["always", "eventually", "finally", "fairly_inf", "fairly", "between", "from", "ltl", "ctl"];

/// What of a formula is in the notation of other tools, or of runs, which name the types of agents. One with temporal operators that does
/// not say so gets its `ltl` or `ctl`.
pub(crate) fn read(formula: &str, text: &str, agents: &[&str]) -> ForeignNotation {
    let declared = symbols(&Source::new("", text));
    let names: Vec<&str> = declared.iter().map(|symbol| symbol.name.as_str()).collect();
    let mut foreign = NOTATION.read(formula, &|word| word != "|" && names.contains(&word) && is_word(word));
    let found = formula_lexemes(formula);
    // An agent type may be called `A`.
    let is_type = |at: usize| at > 0 && matches!(found[at - 1].text, "forall" | "exists" | "count" | "of");
    let is_operator = |at: usize| !is_type(at) && !names.contains(&found[at].text);
    let uses = |words: &[&str]| (0..found.len()).any(|at| words.contains(&found[at].text) && is_operator(at));
    let says_so = found.first().is_some_and(|lexeme| MODALITIES.contains(&lexeme.text));
    if !says_so {
        let logic = if uses(&["AG", "AF", "AX", "EG", "EF", "EX", "A", "E"]) {
            Some("ctl ")
        } else if uses(&["G", "F", "X", "U", "R", "W", "[]", "<>", "□", "◇"]) {
            Some("ltl ")
        } else {
            None
        };
        foreign.read_as.extend(logic.map(|logic| (Span::default(), logic.to_string())));
    }
    let is_bound = |name: &str| {
        let mut parts = found.windows(3);
        parts.any(|part| matches!(part[0].text, "forall" | "exists") && part[2].text == name)
    };
    for (at, part) in found.windows(3).enumerate() {
        let [one, middle, two] = part else { continue };
        let is_binding = at > 1 && matches!(found[at - 2].text, "forall" | "exists" | "count");
        if middle.text == "." && is_binding {
            // What others end a quantifier with.
            foreign.read_as.push((middle.span, ", ".to_string()));
        } else if middle.text == "." && is_bound(one.text) {
            foreign.read_as.push((one.span.to(two.span), format!("{} of {}", two.text, one.text)));
        } else if one.text == "of" && agents.contains(&format!("{} {}", middle.text, two.text).as_str()) {
            foreign.read_as.push((middle.span, String::new()));
        }
    }
    foreign.read_as.sort_by_key(|(span, _)| (span.start, span.end));
    foreign
}

fn is_word(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
}

/// Where the section `check` of a text ends.
pub(crate) fn end_of_check(text: &str) -> Option<usize> {
    let tokens = lex(&Source::new("", text), &mut Diagnostics::new());
    let is = |at: usize, symbol: &str| matches!(&tokens[at].0, Token::Symbol(found) if *found == symbol);
    let check = Token::Lower("check".to_string());
    let begin = (1..tokens.len()).rfind(|at| tokens[at - 1].0 == check && is(*at, "{"))?;
    let mut depth = 0;
    let end = (begin..tokens.len()).find(|at| {
        depth += i32::from(is(*at, "{")) - i32::from(is(*at, "}"));
        depth == 0
    })?;
    Some(tokens[end].1.start as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_check_ends_at_its_brace() {
        let text = "agent A { B = x <- 1 } check { P = always true # }\n } # }";
        assert_eq!(end_of_check(text), Some(text.find("\n }").unwrap() + 2));
        assert_eq!(end_of_check("agent A { B = x <-- 1 }"), None);
    }

    #[test]
    fn formulas_of_other_tools_get_their_logic_and_owners() {
        let read = |formula: &str| {
            let mut text = formula.to_string();
            for (span, ours) in read(formula, "", &["A 0", "A 1"]).read_as.iter().rev() {
                text.replace_range(span.range(), ours);
            }
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(read("[](forall A a, a.x == 1 && p)"), "ltl G (forall A a, x of a = 1 and p)");
        assert_eq!(read("AG EF p"), "ctl AG EF p");
        assert_eq!(read("G forall A a . st[a] = 1"), "ltl G forall A a , st[a] = 1");
        assert_eq!(read("always p"), "always p");
        assert_eq!(read("x of A 1 = 2 and x of A 2 = x of B 1"), "x of 1 = 2 and x of A 2 = x of B 1");
    }
}
