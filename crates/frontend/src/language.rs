//! What a language is called and how its files are recognised.

/// A modelling language, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// Its unique name, as in `--language labs`.
    pub name: &'static str,
    /// Its name in sentences, as in "LAbS models"; dialects of one language share it.
    pub title: &'static str,
    /// The endings of its files, without the dot.
    pub endings: &'static [&'static str],
    /// What it is, as the rest of a line.
    pub meaning: &'static str,
}

impl Language {
    /// Whether a file of this name is in the language.
    pub fn owns(&self, file_name: &str) -> bool {
        let ending = file_name.rsplit_once('.').map(|(_, ending)| ending);
        ending.is_some_and(|ending| self.endings.iter().any(|known| known.eq_ignore_ascii_case(ending)))
    }
}

/// A form in which models of a language can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Its name, as in `--format triples`.
    pub name: &'static str,
    /// What it is, as the rest of a line.
    pub meaning: &'static str,
    /// The ending of files that are in it, such as `.dot`.
    pub ending: &'static str,
}

impl Form {
    /// The triple structure that a model is defined by.
    pub const TRIPLES: Form =
        Form { name: "triples", meaning: "The triple structure of the model, to read", ending: ".txt" };
    /// The same for Graphviz.
    pub const TRIPLES_DOT: Form = Form {
        name: "triples-dot",
        meaning: "The triple structure of the model, for Graphviz",
        ending: ".dot",
    };
}

/// What a model in a file of this name is called.
pub fn file_stem(file_name: &str) -> &str {
    let file = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    file.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or("model")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_recognised_by_their_ending() {
        let language = Language { name: "x", title: "X", endings: &["x"], meaning: "" };
        assert!(language.owns("a.x") && language.owns("d/a.b.X"));
        assert!(!language.owns("x") && !language.owns("a.xx") && !language.owns("a.x/b"));
    }

    #[test]
    fn models_are_named_after_their_files() {
        assert_eq!(file_stem("d/robots.v2.rcp"), "robots");
        assert_eq!([file_stem(".rcp"), file_stem("")], ["model", "model"]);
    }
}
