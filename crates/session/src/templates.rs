//! Small models to begin with, one for each language.

use synod_frontend::Frontend;
use synod_syntax::no_such;

use crate::languages;

/// A model to begin with.
#[derive(Clone, Copy)]
pub struct Template {
    frontend: &'static dyn Frontend,
    text: &'static str,
}

/// What stands for the name of the file in the text of a template.
const FILE: &str = "FILE";

/// The template of a language, by its name or the ending of its files; or why there is none.
pub fn template(language: &str) -> Result<Template, String> {
    let languages = languages();
    let with_template = || languages.iter().filter_map(|frontend| Some((frontend, frontend.template()?)));
    let names = with_template().map(|(frontend, _)| frontend.language().name);
    let mut found = with_template().filter(|(frontend, _)| {
        let known = frontend.language();
        known.name == language || known.endings.contains(&language.trim_start_matches('.'))
    });
    match found.next() {
        Some((frontend, text)) => Ok(Template { frontend, text }),
        None => Err(no_such("language with a model to begin with called", language, names)),
    }
}

impl Template {
    /// What the file is called if nobody says.
    pub fn file_name(&self) -> String {
        format!("model.{}", self.frontend.language().endings.first().unwrap_or(&"txt"))
    }

    /// The text, for a file of this name.
    pub fn text(&self, file: &str) -> String {
        let file = if file.chars().any(|c| c.is_control() || c.is_whitespace()) { FILE } else { file };
        self.text.replace(FILE, file)
    }
}
