//! Formulas in the notation of other tools: TLA+ and Spin (`[]`, `<>`, `/\\`), CTL (`AG`), and `a.n` for `a-n`.

use synod_frontend::{
    ForeignNotation, Lexeme, Notation, Vocabulary, ends_of_tight_operands, formula_lexemes, lexemes,
    without_universal_quantifiers,
};
use synod_syntax::{Diagnostic, Span, misspelt};

use crate::words::WORDS;

const NOTATION: Notation = Notation {
    and: "&",
    or: "|",
    iff: Some("<->"),
    equals: "=",
    differs: "!=",
    own: &["==", ":="],
    explained: &[
        (
            "AG",
            "a specification is about all runs, so write `G p`, unless it stands under a negation or beside a `|`",
        ),
        ("AF", "a specification is about all runs, so write `F p`; `F G p` asks less than `AF AG p`"),
        ("AX", "a specification is about all runs, so write `X p`"),
        (
            "EF",
            "specifications are about all runs, and none asks what can still be reached. A whole specification `EF p` is \
             answered by `G !p`, whose counterexample is a run that reaches `p`; inside another formula there is nothing \
             for it",
        ),
        (
            "EG",
            "specifications are about all runs. A whole specification `EG p` is answered by `F !p`, whose counterexample \
             is a run on which `p` holds for ever; inside another formula there is nothing for it",
        ),
        (
            "EX",
            "specifications are about all runs. A whole specification `EX p` is answered by `X !p`, whose counterexample \
             shows such a state; inside another formula there is nothing for it",
        ),
        ("always", "write `G p`"),
        ("globally", "write `G p`"),
        ("eventually", "write `F p`"),
        ("finally", "write `F p`"),
        ("next", "write `X p`"),
        ("until", "write `p U q`"),
        ("\\A", "write `forall k : Type . p`, for all agents of a type"),
        ("\\E", "write `exists k : Type . p`, for some agent of a type"),
    ],
};

const VOCABULARY: Vocabulary = Vocabulary { language: "R-CHECK", notation: NOTATION, words: WORDS };

/// Completes the complaint that something else was expected in a model.
pub(crate) fn explain(error: Diagnostic, text: &str, expected: &[&str]) -> Diagnostic {
    let start = error.span.start as usize;
    if text.get(start..).is_some_and(|rest| rest.starts_with(":=")) {
        let sign = Span::new(start, start + 2);
        return Diagnostic::error(error.code, sign, "`:=` assigns; a condition compares with `=`")
            .fix(sign, "=");
    }
    if let Some(error) = dotted(&error, text) {
        return error;
    }
    // Outside specifications brackets enclose updates.
    if text.get(start..).is_some_and(|rest| rest.starts_with('[')) && !text[..start].contains("SPEC") {
        return misspelt(error, text, expected);
    }
    VOCABULARY.explain(error, text, expected)
}

/// The complaint about `a.n`, which is `a-n` here, if that stands where something else was expected.
fn dotted(error: &Diagnostic, text: &str) -> Option<Diagnostic> {
    let at = error.span.start as usize;
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (before, behind) = (text.get(..at)?, text.get(at..)?.strip_prefix('.')?);
    let agent = &before[before.trim_end_matches(is_word).len()..];
    let member = &behind[..behind.find(|c| !is_word(c)).unwrap_or(behind.len())];
    if agent.is_empty() || member.is_empty() || member.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let dot = Span::new(at, at + 1);
    let message = format!("`{agent}.{member}` is written `{agent}-{member}` in R-CHECK");
    Some(Diagnostic::error(error.code, dot, message).fix(dot, "-"))
}

/// Puts temporal operators of other tools into brackets with their operands where ours would reach farther.
fn bind_tightly(lexemes: &[Lexeme], foreign: &mut ForeignNotation) {
    let ends = ends_of_tight_operands(lexemes);
    let mut closing = Vec::new();
    for (span, ours) in &mut foreign.read_as {
        if !matches!(ours.trim(), "G" | "F" | "X") {
            continue;
        }
        let operator = lexemes.binary_search_by_key(&span.start, |lexeme| lexeme.span.start);
        if let Some(end) = operator.ok().and_then(|at| ends[at]) {
            *ours = format!("({}", ours.trim_start());
            closing.push((Span { start: end, end }, ")".to_string()));
        }
    }
    foreign.read_as.extend(closing);
}

/// A formula with the quantifiers of Uppaal, `A[]` and `E<>`, as `AG ` and `EF `, which are as long.
fn with_quantifiers_in_words(formula: &str, names: &[&str]) -> String {
    const QUANTIFIERS: [(&str, &str); 4] = [("A[]", "AG "), ("A<>", "AF "), ("E<>", "EF "), ("E[]", "EG ")];
    let mut text = formula.to_string();
    for pair in formula_lexemes(formula).windows(2) {
        let [quantifier, sign] = pair else { continue };
        let span = quantifier.span.start as usize..sign.span.end as usize;
        let words = QUANTIFIERS.iter().find(|(signs, _)| formula[span.clone()] == **signs);
        if let Some((_, words)) = words.filter(|_| !names.contains(&quantifier.text)) {
            text.replace_range(span, words);
        }
    }
    text
}

/// What of a formula is in the notation of other tools.
pub(crate) fn read(formula: &str, text: &str, agents: &[&str]) -> ForeignNotation {
    // A name may be a part of one with hyphens.
    let names: Vec<&str> = lexemes(text).into_iter().flat_map(|word| word.split('-')).collect();
    let in_words = with_quantifiers_in_words(formula, &names);
    let mut foreign = NOTATION.read(&in_words, &|word| names.contains(&word));
    if let Some(linear) = without_universal_quantifiers(&in_words) {
        foreign
            .advice
            .retain(|advice| !["`AG`", "`AF`", "`AX`"].iter().any(|theirs| advice.starts_with(theirs)));
        // A quantifier that is written with signs is longer.
        let whole = |(span, ours): (Span, String)| {
            let signs = formula[span.range()].ends_with(['[', '<']);
            (Span { end: span.end + u32::from(signs), ..span }, ours)
        };
        foreign.read_as.extend(linear.into_iter().map(whole));
    }
    let lexemes = formula_lexemes(formula);
    // Behind a path quantifier signs stay as they are written, for what is said about the quantifier.
    let behind_quantifier = |span: &Span| {
        let mut pairs = lexemes.windows(2);
        pairs.any(|pair| {
            matches!(pair[0].text, "A" | "E")
                && !names.contains(&pair[0].text)
                && matches!(pair[1].text, "[]" | "<>")
                && pair[1].span == *span
        })
    };
    foreign.read_as.retain(|(span, _)| !behind_quantifier(span));
    bind_tightly(&lexemes, &mut foreign);
    let is_bound = |name: &str| {
        let mut pairs = lexemes.windows(2);
        pairs.any(|pair| matches!(pair[0].text, "forall" | "exists") && pair[1].text == name)
    };
    for (at, part) in lexemes.windows(3).enumerate() {
        let [agent, dot, variable] = part else { continue };
        let joined = agent.span.end == dot.span.start && dot.span.end == variable.span.start;
        // In `forall k : Type.body` the dot ends the quantifier.
        let is_type = at > 0 && matches!(lexemes[at - 1].text, ":" | "|");
        if dot.text != "." || !joined || is_type {
            continue;
        }
        if agents.contains(&agent.text) || is_bound(agent.text) {
            foreign.read_as.push((dot.span, "-".to_string()));
        } else {
            let (agent, variable) = (agent.text, variable.text);
            let instances = agents.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            foreign.advice.push(format!(
                "a variable of an instance is written `{agent}-{variable}`, but there is no instance `{agent}`; there are \
                 {instances}"
            ));
        }
    }
    foreign.read_as.sort_by_key(|(span, _)| (span.start, span.end));
    foreign
}
