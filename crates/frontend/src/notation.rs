//! Notation of other tools in formulas: what can only mean one thing is read as that, the rest is explained.

use synod_syntax::Span;

/// How a language writes what others may write otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    /// Conjunction.
    pub and: &'static str,
    /// Disjunction.
    pub or: &'static str,
    /// Equivalence, if the language has it.
    pub iff: Option<&'static str>,
    /// Equality.
    pub equals: &'static str,
    /// Inequality.
    pub differs: &'static str,
    /// Spellings that the language reads itself, besides those above; they stay.
    pub own: &'static [&'static str],
    /// What others write and this language says otherwise or not at all, each with what to do, as a sentence.
    pub explained: &'static [(&'static str, &'static str)],
}

/// A formula in the notation of others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForeignNotation {
    /// Parts of the formula in order, each with what it is read as. An empty part is an addition.
    pub read_as: Vec<(Span, String)>,
    /// What to do about the rest, a sentence each.
    pub advice: Vec<String>,
}

impl ForeignNotation {
    /// Says what to do, once.
    fn advise(&mut self, advice: String) {
        if !self.advice.contains(&advice) {
            self.advice.push(advice);
        }
    }
}

/// A word, a number or a sign of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme<'a> {
    /// Its text.
    pub text: &'a str,
    /// Where it is.
    pub span: Span,
}

/// Signs of several characters, longer before shorter.
pub(crate) const SIGNS: [&str; 26] = [
    "==>", "<=>", "-->", "~>", "\\A", "\\E", "~=", "<->", "[[", "]]", "<<", ">>", "[]", "<>", "&&", "||",
    "/\\", "\\/", "=>", "->", "==", ":=", "!=", "<=", ">=", "..",
];

/// The words and signs of a formula.
pub fn formula_lexemes(formula: &str) -> Vec<Lexeme<'_>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = formula[at..].chars().next() {
        let rest = &formula[at..];
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            sign.map_or(first.len_utf8(), |sign| sign.len())
        };
        if !first.is_whitespace() {
            found.push(Lexeme { text: &rest[..length], span: Span::new(at, at + length) });
        }
        at += length;
    }
    found
}

impl Notation {
    /// Reads the spellings of others in a formula, and explains what cannot be read. Words that are names in the model
    /// mean what they mean there.
    pub fn read(&self, formula: &str, is_name: &dyn Fn(&str) -> bool) -> ForeignNotation {
        let mut foreign = ForeignNotation::default();
        // Whether a value has just ended, so that an infix operator comes.
        let mut after_value = false;
        for lexeme in formula_lexemes(formula) {
            // Between values it is no temporal operator.
            let differs = lexeme.text == "<>" && after_value;
            after_value = lexeme.text == ")" || is_value(lexeme.text);
            if is_name(lexeme.text) {
                continue;
            }
            if differs {
                foreign.read_as.push((lexeme.span, format!(" {} ", self.differs)));
            } else if let Some(ours) = self.spelling(lexeme.text) {
                foreign.read_as.push((lexeme.span, format!(" {ours} ")));
            } else if let Some(what) = self.explanation(lexeme.text) {
                foreign.advise(format!("`{}` is not in this language: {what}", lexeme.text));
            }
        }
        let lexemes = formula_lexemes(formula);
        for pair in lexemes.windows(2) {
            let [operator, next] = pair else { continue };
            let touches = operator.span.end == next.span.start;
            match (operator.text, next.text) {
                ("G" | "F" | "X" | "U", "[") if touches => foreign.advise(format!(
                    "`{}` has no bound on steps: write `X` as often as is meant, or look at runs of so many steps with \
                     `check --depth`",
                    operator.text
                )),
                ("P", ">=" | ">" | "<=" | "<" | "=") if touches && !is_name("P") && formula.contains('[') => foreign.advise(
                    "no formula speaks of probabilities: `synod estimate --formula` estimates how likely one is, and \
                     `--at-least` tests a claim"
                        .to_string(),
                ),
                _ => {}
            }
        }
        foreign
    }

    /// How this language writes what others spell so; `None` if it can mean something else here, or is written so.
    pub(crate) fn spelling(&self, theirs: &str) -> Option<&'static str> {
        let ours = match theirs {
            "[]" | "□" => "G",
            "<>" | "◇" => "F",
            "&&" | "&" | "/\\" | "∧" | "and" => self.and,
            "||" | "|" | "\\/" | "∨" | "or" => self.or,
            "~" | "¬" | "not" => "!",
            "=>" | "==>" | "→" => "->",
            "<=>" | "<->" | "↔" => self.iff?,
            "==" | ":=" => self.equals,
            "!=" | "~=" | "≠" => self.differs,
            "≤" => "<=",
            "≥" => ">=",
            _ => return None,
        };
        (ours != theirs && !self.own.contains(&theirs)).then_some(ours)
    }

    /// What to do about something that others write and this language does not have, as a sentence.
    pub fn explanation(&self, theirs: &str) -> Option<String> {
        let explained = self.explained.iter().find(|(sign, _)| *sign == theirs);
        match theirs {
            "<=>" | "<->" | "↔" if self.iff.is_none() => {
                Some(format!("write `(p -> q) {} (q -> p)`", self.and))
            }
            "~>" | "-->" => Some(
                "that `p` leads to `q` is `G (p -> F q)`, or `AG (p -> AF q)` in branching time".to_string(),
            ),
            _ => explained.map(|(_, what)| (*what).to_string()),
        }
    }
}

/// Whether a word is a name or a number rather than an operator.
fn is_value(word: &str) -> bool {
    const OPERATORS: [&str; 20] = [
        "G", "F", "X", "U", "R", "W", "A", "E", "AG", "AF", "AX", "EG", "EF", "EX", "and", "or", "not",
        "implies", "ltl", "ctl",
    ];
    word.starts_with(|c: char| c.is_alphanumeric() || c == '_') && !OPERATORS.contains(&word)
}

/// A path quantifier with its operator, as in CTL.
const UNIVERSAL: [(&str, &str); 3] = [("AG", "G"), ("AF", "F"), ("AX", "X")];

/// A formula of CTL in which all quantifiers are universal and each can be left out, as a formula of linear time about all
/// runs: the places of the quantifiers with the operator that stays. `None` if leaving them out might change what is asked.
///
/// `AG (p -> AF q)` is `G (p -> F q)`; but `AF AG p` is not `F G p`, and a negation, a disjunction or an implication behind
/// a quantifier makes a difference too.
pub fn without_universal_quantifiers(formula: &str) -> Option<Vec<(Span, String)>> {
    let lexemes = formula_lexemes(formula);
    let operator = |text: &str| UNIVERSAL.iter().find(|(theirs, _)| *theirs == text).map(|(_, ours)| *ours);
    let is_quantifier = |at: usize| lexemes.get(at).is_some_and(|lexeme| operator(lexeme.text).is_some());
    let mut found = Vec::new();
    // How deep the quantifiers so far are nested at most, and whether the last of them was an `AF`.
    let (mut depth, mut deepest, mut after_finally, mut after_iff) = (0i32, None::<i32>, false, false);
    // Up to here operands of negations have been looked at.
    let mut negated = 0;
    for (at, lexeme) in lexemes.iter().enumerate() {
        match lexeme.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            // The operand of a negation within an operand ends there too.
            "!" | "not" | "~" if at >= negated => {
                let operand = operand(&lexemes, at + 1);
                negated = operand.end;
                if operand.into_iter().any(is_quantifier) {
                    return None;
                }
            }
            "EG" | "EF" | "EX" | "E" | "A" | "G" | "F" | "X" | "U" | "R" | "W" | "<<" | "[[" => return None,
            "|" | "||" | "or" | "->" | "=>" | "<->" | "<=>"
                if deepest.is_some_and(|deepest| depth <= deepest) =>
            {
                return None;
            }
            "<->" | "<=>" => after_iff = true,
            text => {
                let Some(ours) = operator(text) else { continue };
                if after_finally || after_iff {
                    return None;
                }
                after_finally = ours == "F";
                deepest = deepest.max(Some(depth));
                found.push((lexeme.span, format!(" {ours} ")));
            }
        }
    }
    (!found.is_empty()).then_some(found)
}

/// For each lexeme the end of the operand of an operator there that binds tightly: before the next connective. `None` where the
/// operand goes on to a closing bracket or to the end. All together, since formulas may have thousands of operators.
pub fn ends_of_tight_operands(lexemes: &[Lexeme]) -> Vec<Option<u32>> {
    const CONNECTIVES: [&str; 20] = [
        "&", "&&", "/\\", "∧", "and", "|", "||", "\\/", "∨", "or", "->", "=>", "→", "<->", "<=>", "↔", "U",
        "W", "R", "xor",
    ];
    let mut ends = vec![None; lexemes.len()];
    // From the end: for each bracket that is open here the nearest connective in it.
    let mut nearest = vec![None];
    for (at, lexeme) in lexemes.iter().enumerate().rev() {
        match lexeme.text {
            ")" | "]" | "}" | "]]" | ">>" => nearest.push(None),
            // One that is never closed reaches to the end.
            "(" | "[" | "{" | "[[" | "<<" if nearest.len() > 1 => drop(nearest.pop()),
            "(" | "[" | "{" | "[[" | "<<" => nearest = vec![None],
            text => {
                ends[at] = nearest.last().copied().flatten();
                if CONNECTIVES.contains(&text)
                    && let (Some(last), Some(before)) = (nearest.last_mut(), at.checked_sub(1))
                {
                    *last = Some(lexemes[before].span.end);
                }
            }
        }
    }
    ends
}

/// The lexemes of the operand that begins at a position: one, or all up to the bracket that closes it.
fn operand(lexemes: &[Lexeme], begin: usize) -> std::ops::Range<usize> {
    let mut depth = 0i32;
    for (at, lexeme) in lexemes.iter().enumerate().skip(begin) {
        depth += i32::from(lexeme.text == "(") - i32::from(lexeme.text == ")");
        let is_prefix = matches!(lexeme.text, "!" | "not" | "~");
        if depth <= 0 && !is_prefix {
            return begin..at + 1;
        }
    }
    begin..lexemes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTATION: Notation = Notation {
        and: "&",
        or: "||",
        iff: None,
        equals: "=",
        differs: "!=",
        own: &["|"],
        explained: &[("EF", "ask `G !p`")],
    };

    fn read(formula: &str) -> String {
        let foreign = NOTATION.read(formula, &|name| name == "own");
        let mut text = formula.to_string();
        for (span, ours) in foreign.read_as.iter().rev() {
            text.replace_range(span.range(), ours);
        }
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_can_only_mean_one_thing_is_read_as_that() {
        assert_eq!(read("[](a&&b and own)"), "G (a & b & own)");
        assert_eq!(read("[[a]] p"), "[[a]] p");
        assert_eq!(read("<>(n <> 0 and <> m ~= 1)"), "F (n != 0 & F m != 1)");
        assert_eq!(read("a == b => c ∨ ~d"), "a = b -> c || ! d");
        assert_eq!(read("a & b | c || d"), "a & b | c || d", "the language's own spellings stay");
        let named = NOTATION.read("p and q", &|name| name == "and");
        assert_eq!(named, ForeignNotation::default(), "a name of the model stays");
        let explained = NOTATION.read("EF EF p", &|_| false).advice;
        assert_eq!(explained, ["`EF` is not in this language: ask `G !p`"]);
        let composed = NOTATION.read("p <=> q", &|_| false).advice;
        assert_eq!(composed, ["`<=>` is not in this language: write `(p -> q) & (q -> p)`"]);
        assert_eq!(read("p ==> q"), "p -> q");
        for (foreign, told) in [
            ("p ~> q", "`G (p -> F q)`"),
            ("p --> q", "`G (p -> F q)`"),
            ("F[0,5] p", "`F` has no bound on steps"),
            ("P>=0.5 [F p]", "`synod estimate --formula`"),
        ] {
            let advice = NOTATION.read(foreign, &|_| false).advice;
            assert!(advice.len() == 1 && advice[0].contains(told), "{advice:?}");
        }
    }

    #[test]
    fn universal_quantifiers_go_only_where_that_changes_nothing() {
        let linear = |formula: &str| {
            let mut text = formula.to_string();
            for (span, ours) in without_universal_quantifiers(formula)?.iter().rev() {
                text.replace_range(span.range(), ours.trim());
            }
            Some(text)
        };
        assert_eq!(linear("AG (p -> AF q)").as_deref(), Some("G (p -> F q)"));
        assert_eq!(linear("AG AX AF p").as_deref(), Some("G X F p"));
        assert_eq!(linear("AG (!p -> AF !(q & !p))").as_deref(), Some("G (!p -> F !(q & !p))"));
        assert_eq!(linear("AG (p <-> q)").as_deref(), Some("G (p <-> q)"));
        for other in [
            "AG (p <-> AX q)",
            "AG (<<o>> p)",
            "AF AG p",
            "!AG p",
            "AG !(p & AX q)",
            "AG !!AX p",
            "AG p -> q",
            "AG p | AG q",
            "AG EF p",
            "AG F p",
            "p",
            "AF (p & AX p)",
        ] {
            assert_eq!(linear(other), None, "{other}");
        }
    }
}
