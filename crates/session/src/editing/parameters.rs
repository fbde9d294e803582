//! The parameters of a text, and the values that it suggests for them.

use synod_frontend::SymbolKind;

use super::Analysis;
use crate::Opened;

/// A parameter of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, as values are given for it.
    pub name: String,
    /// The value that the text has for it, or suggests.
    pub value: Option<i64>,
    /// Whether the model can be used without a value.
    pub is_optional: bool,
}

/// Values of parameters that a text gives for itself, in a comment line such as `# parameters: n=3 size=4`.
pub fn parameters_in(text: &str) -> Vec<String> {
    let given = comments(text).find_map(|comment| comment.strip_prefix("parameters:"));
    given.map(assignments).unwrap_or_default()
}

/// Those, or else the ones of the first command line of this tool that a comment shows.
fn suggested(text: &str) -> Vec<String> {
    let shown = |comment: &str| {
        let is_command = comment.trim_start_matches("$ ").starts_with("synod ");
        is_command.then(|| assignments(comment)).filter(|found| !found.is_empty())
    };
    match parameters_in(text) {
        none if none.is_empty() => comments(text).find_map(shown).unwrap_or_default(),
        given => given,
    }
}

/// The lines of a text that are comments, without what comments begin with.
fn comments(text: &str) -> impl Iterator<Item = &str> {
    let is_mark = |c: char| matches!(c, '#' | '/' | '-') || c.is_whitespace();
    text.lines().filter_map(move |line| {
        let comment = line.trim_start_matches(is_mark);
        (comment.len() < line.trim_start().len()).then_some(comment)
    })
}

fn assignments(text: &str) -> Vec<String> {
    text.split_whitespace()
        .filter(|word| word.contains('=') && !word.starts_with('-'))
        .map(str::to_string)
        .collect()
}

impl Analysis {
    /// The values of parameters that the text is read with.
    pub fn given_parameters(&self) -> &[(String, i64)] {
        self.reader.given_parameters()
    }

    /// The parameters of the text, in its order.
    pub fn parameters(&self) -> Vec<Parameter> {
        let suggested = suggested(self.source.text());
        let number = |name: &str| {
            suggested.iter().find_map(|text| {
                let (own, value) = text.split_once('=')?;
                (own == name).then(|| value.parse().ok()).flatten()
            })
        };
        if self.frontend().parameters().is_none() {
            return Vec::new();
        }
        let role = |name: &str| Parameter { name: name.to_string(), value: number(name), is_optional: true };
        match self.model().map(|model| &**model) {
            Some(Opened::Family(family)) => {
                return family.templates.roles().iter().map(|each| role(&each.name)).collect();
            }
            Some(Opened::System(model)) if model.is_instance => {
                return model.reader.given_parameters().iter().map(|(name, _)| role(name)).collect();
            }
            _ => {}
        }
        let declared = self.names.symbols.iter();
        declared
            .filter_map(|symbol| {
                let name = self.frontend().parameter(symbol)?;
                let own = symbol.detail.strip_prefix("= ").and_then(|value| value.trim().parse().ok());
                let is_optional = symbol.kind == SymbolKind::Agent || symbol.detail.starts_with('=');
                Some(Parameter { name: name.to_string(), value: own.or_else(|| number(name)), is_optional })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_gives_its_parameters_in_a_comment() {
        assert_eq!(parameters_in("# hello\n# parameters: n=3 m=4\nsystem {}"), ["n=3", "m=4"]);
        assert_eq!(parameters_in("// parameters: n=3"), ["n=3"]);
        assert!(parameters_in("parameters: n=3").is_empty());
    }

    #[test]
    fn a_command_line_in_a_comment_suggests_parameters() {
        let text = "# Flock\n#   synod check f.labs n=3 m=4 --fair --depth=3\n#   synod check f.labs n=9\n";
        assert_eq!(suggested(text), ["n=3", "m=4"]);
        assert_eq!(suggested(&format!("{text}# parameters: n=1\n")), ["n=1"]);
        assert!(suggested("# a = b\nx = 1\n").is_empty());
    }
}
