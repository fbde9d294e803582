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
    // Outside specifications brackets enclose updates.
    if text.get(start..).is_some_and(|rest| rest.starts_with('[')) && !text[..start].contains("SPEC") {
        return misspelt(error, text, expected);
    }
    VOCABULARY.explain(error, text, expected)
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

/// What of a formula is in the notation of other tools.
pub(crate) fn read(formula: &str, text: &str, agents: &[&str]) -> ForeignNotation {
    // A name may be a part of one with hyphens.
    let names: Vec<&str> = lexemes(text).into_iter().flat_map(|word| word.split('-')).collect();
    let mut foreign = NOTATION.read(formula, &|word| names.contains(&word));
    if let Some(linear) = without_universal_quantifiers(formula) {
        foreign
            .advice
            .retain(|advice| !["`AG`", "`AF`", "`AX`"].iter().any(|theirs| advice.starts_with(theirs)));
        foreign.read_as.extend(linear);
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
