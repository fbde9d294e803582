//! Questions that are not in the text: where they are put, and the notation of other tools in them. And the names in the text.

use synod_frontend::{
    Asked, Declared, ForeignNotation, Insertion, Notation, formula_lexemes, lexemes, unused_name,
};
use synod_syntax::{Diagnostics, Source, Span};

use crate::lex::{Dialect, tokens};
use crate::parse::{parse, parse_pispl};

const NOTATION: Notation = Notation {
    and: "and",
    or: "or",
    iff: None,
    equals: "=",
    own: &[],
    explained: &[(
        ".",
        "a formula is about the propositions of `Evaluation`: add a line such as `p if Agent.x = 1;` there",
    )],
};

/// What of a formula is in the notation of other tools. One of linear time that does not say so gets its `LTL`.
pub(crate) fn foreign_notation(formula: &str, text: &str) -> ForeignNotation {
    let names = lexemes(text);
    let mut foreign =
        NOTATION.read(formula, &|word| word.starts_with(char::is_alphabetic) && names.contains(&word));
    let found = formula_lexemes(formula);
    let uses = |words: &[&str]| {
        found.iter().any(|lexeme| words.contains(&lexeme.text) && !names.contains(&lexeme.text))
    };
    let says_so = matches!(found.first().map(|lexeme| lexeme.text), Some("LTL" | "CTL"));
    let is_branching = uses(&["AG", "AF", "AX", "EG", "EF", "EX", "A", "E"]);
    if uses(&["G", "F", "X", "[]", "<>", "□", "◇"]) && !says_so && !is_branching {
        foreign.read_as.insert(0, (Span::default(), "LTL ".to_string()));
    }
    foreign
}

/// The names that a text declares.
pub(crate) fn declared(source: &Source) -> Vec<Declared> {
    let Some(file) = parse(source, &mut Diagnostics::new()) else { return Vec::new() };
    let mut found = Vec::new();
    for agent in &file.agents {
        let variables = agent.obsvars.iter().chain(&agent.vars);
        for variable in variables {
            found.push(Declared::new(&variable.name, "a variable"));
            found.extend(variable.values().iter().map(|value| Declared::new(value, "a value of a variable")));
        }
        found.extend(agent.actions.iter().map(|action| Declared::new(action, "an action")));
    }
    found.extend(file.evaluation.iter().map(|(name, _)| Declared::new(name, "a proposition")));
    found.extend(file.groups.iter().map(|(name, _)| Declared::new(name, "a group")));
    found
}

/// The names that a text with templates declares.
pub(crate) fn declared_by_templates(source: &Source) -> Vec<Declared> {
    let Some(file) = parse_pispl(source, &mut Diagnostics::new()) else { return Vec::new() };
    let mut found = Vec::new();
    for template in &file.templates {
        for variable in &template.vars {
            found.push(Declared::new(&variable.name, "a variable"));
            found.extend(variable.values().iter().map(|value| Declared::new(value, "a value of a variable")));
        }
        let actions = template.actions.iter().flatten().flat_map(|line| &line.names);
        found.extend(actions.map(|action| Declared::new(action, "an action")));
    }
    found.extend(file.evaluation.iter().map(|(name, _)| Declared::new(name, "a proposition")));
    found
}

/// Where a question is put: before the end of `Formulae`. A condition on states may also be one that `Evaluation`
/// gives a name to.
pub(crate) fn places_for(text: &str, asked: Asked, dialect: Dialect) -> Vec<Vec<Insertion>> {
    let found = tokens(text, dialect, &mut Diagnostics::new());
    let end_of = |section: &str| {
        let mut pairs = found.windows(2).rev();
        let end = pairs.find(|pair| pair[0].text == "end" && pair[1].text == section)?;
        Some(end[0].span.start as usize)
    };
    let Some(at) = end_of("Formulae") else { return Vec::new() };
    let as_formula = Insertion::around(at, "", ";\n");
    match (asked, end_of("Evaluation")) {
        (Asked::Condition, Some(evaluation)) if dialect == Dialect::Ispl => {
            let name = unused_name(text, "asked");
            let mut as_proposition = Insertion::around(evaluation, format!("{name} if "), ";\n");
            as_proposition.push(Insertion::text(at, format!("{name};\n")));
            vec![as_formula, as_proposition]
        }
        _ => vec![as_formula],
    }
}
