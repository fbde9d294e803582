//! The languages that there are: finding one, and reading its options.

use synod_syntax::{CodeExplanation, no_such, visible_line};

use crate::options::parameter;
use crate::{Form, Frontend, GivenOption, LanguageOption, Settings};

/// A list of languages with different names.
#[derive(Clone)]
pub struct Registry {
    frontends: Vec<&'static dyn Frontend>,
}

impl Registry {
    /// These languages.
    pub fn new(frontends: impl IntoIterator<Item = &'static dyn Frontend>) -> Self {
        let mut registry = Registry { frontends: Vec::new() };
        frontends.into_iter().for_each(|frontend| registry.add(frontend));
        registry
    }

    /// Adds a language; one of the same name is replaced.
    pub fn add(&mut self, frontend: &'static dyn Frontend) {
        self.frontends.retain(|known| known.language().name != frontend.language().name);
        self.frontends.push(frontend);
    }

    /// All languages, in order.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn Frontend> {
        self.frontends.iter().copied()
    }

    /// The language of a model: the one asked for, or that of its file name, or else the one that its text is in.
    pub fn find(
        &self,
        language: Option<&str>,
        file_name: &str,
        text: &str,
    ) -> Result<&'static dyn Frontend, String> {
        match language {
            Some(name) => self.named(name),
            None => match self.iter().find(|frontend| frontend.language().owns(file_name)) {
                Some(frontend) => Ok(frontend),
                None => self.of_text(file_name, text),
            },
        }
    }

    /// The text that bytes in the binary form of some language stand for ([`Frontend::decode`]).
    pub fn decode(&self, bytes: &[u8]) -> Option<Result<String, String>> {
        self.iter().find_map(|frontend| frontend.decode(bytes))
    }

    fn named(&self, wanted: &str) -> Result<&'static dyn Frontend, String> {
        let found = self.iter().find(|frontend| frontend.language().name == wanted);
        found.ok_or_else(|| no_such("language", wanted, self.iter().map(|frontend| frontend.language().name)))
    }

    fn of_text(&self, file_name: &str, text: &str) -> Result<&'static dyn Frontend, String> {
        let what = if file_name == "-" {
            "standard input".to_string()
        } else {
            format!("`{}`", visible_line(file_name))
        };
        let known: Vec<_> = self.iter().filter(|frontend| frontend.detects(text)).collect();
        let (problem, choice): (&str, Vec<_>) = match known.as_slice() {
            [one] => return Ok(*one),
            [] => ("is not known", self.iter().collect()),
            _ => ("is not clear from its text", known),
        };
        let choice = choice.into_iter().map(|frontend| {
            let language = frontend.language();
            let endings = match language.endings {
                [] => String::new(),
                endings => format!(" (.{})", endings.join(", .")),
            };
            format!("  --language {}{endings}: {}", language.name, language.meaning)
        });
        let choice = choice.collect::<Vec<_>>().join("\n");
        Err(format!("the language of {what} {problem}; select one with `--language`:\n{choice}"))
    }

    /// All options of all languages, each once, with the titles of the languages that have it.
    pub fn options(&self) -> Vec<(LanguageOption, Vec<&'static str>)> {
        self.offered(|frontend| frontend.options(), |option| option.name)
    }

    /// All forms of all languages, each once, with the titles of the languages that have it.
    pub fn forms(&self) -> Vec<(Form, Vec<&'static str>)> {
        self.offered(|frontend| frontend.forms(), |form| form.name)
    }

    fn offered<T: Copy + 'static>(
        &self,
        list: impl Fn(&'static dyn Frontend) -> &'static [T],
        name: impl Fn(&T) -> &'static str,
    ) -> Vec<(T, Vec<&'static str>)> {
        let mut all: Vec<(T, Vec<&'static str>)> = Vec::new();
        for frontend in self.iter() {
            let title = frontend.language().title;
            for item in list(frontend) {
                match all.iter_mut().find(|(known, _)| name(known) == name(item)) {
                    Some((_, titles)) if titles.contains(&title) => {}
                    Some((_, titles)) => titles.push(title),
                    None => all.push((*item, vec![title])),
                }
            }
        }
        all
    }

    /// What all codes mean: those of every model, then those of each language.
    pub fn codes(&self) -> Vec<&'static CodeExplanation> {
        let mut all: Vec<&CodeExplanation> = synod_core::CODES.iter().collect();
        for explanation in self.iter().flat_map(|frontend| frontend.codes()) {
            // Dialects share their codes.
            if all.iter().all(|known| known.code != explanation.code) {
                all.push(explanation);
            }
        }
        all
    }

    /// The options and parameters that a person gave for a model of a language; or why that cannot be meant.
    pub fn settings(
        &self,
        frontend: &'static dyn Frontend,
        options: &[GivenOption],
        parameters: &[String],
    ) -> Result<Settings, String> {
        let title = frontend.language().title;
        let mut settings = Settings::new(frontend.options());
        for text in parameters {
            if frontend.parameters().is_none() {
                parameter(text)?;
                return Err(format!("`{text}`: {title} models have no parameters"));
            }
            settings.add_parameter(text)?;
        }
        for given in options {
            match frontend.options().iter().find(|option| option.name == given.name) {
                Some(option) => settings.set(option, given.value.as_deref())?,
                None => return Err(self.foreign(&given.name)),
            }
        }
        Ok(settings)
    }

    /// Why an option cannot be given for a language that does not have it.
    fn foreign(&self, name: &str) -> String {
        match self.options().iter().find(|(option, _)| option.name == name) {
            Some((_, titles)) => format!("`--{name}` applies to {} models only", joined(titles)),
            None => format!("no language has an option `{name}`"),
        }
    }

    /// Why a model of a language that does not have a form cannot be shown in it.
    pub fn foreign_form(&self, name: &str) -> String {
        match self.forms().iter().find(|(form, _)| form.name == name) {
            Some((_, titles)) => format!("`--format {name}` applies to {} models only", joined(titles)),
            None => format!("there is no form `{name}`"),
        }
    }
}

/// `A`, `A and B`, `A, B and C`.
fn joined(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => word.to_string(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ATLK, Language, LanguageOption, Loaded, OptionKind, OptionScope};
    use synod_syntax::{Diagnostics, Source};

    struct Blank(Language, &'static [LanguageOption]);

    impl Frontend for Blank {
        fn language(&self) -> &Language {
            &self.0
        }

        fn options(&self) -> &[LanguageOption] {
            self.1
        }

        fn detects(&self, text: &str) -> bool {
            text.contains(self.0.name)
        }

        fn load(&self, _: &Source, _: &Settings) -> Loaded {
            Loaded { model: None, diagnostics: Diagnostics::new() }
        }
    }

    const FAIR: LanguageOption =
        LanguageOption { name: "fair", kind: OptionKind::Flag, help: "", scope: OptionScope::Model };
    static ALPHA: Blank =
        Blank(Language { name: "alpha", title: "Alpha", endings: &["a"], meaning: "first" }, &[FAIR, ATLK]);
    static BETA: Blank =
        Blank(Language { name: "beta", title: "Beta", endings: &["b"], meaning: "second" }, &[ATLK]);
    static GAMMA: Blank =
        Blank(Language { name: "gamma", title: "Gamma", endings: &[], meaning: "third" }, &[]);

    fn registry() -> Registry {
        Registry::new([&ALPHA as &dyn Frontend, &BETA, &GAMMA])
    }

    fn given(name: &str) -> [GivenOption; 1] {
        [GivenOption { name: name.to_string(), value: None }]
    }

    #[test]
    fn a_language_is_found_by_name_or_file() {
        let name =
            |language, file| registry().find(language, file, "beta").map(|found| found.language().name);
        assert_eq!(name(Some("gamma"), "x.a"), Ok("gamma"));
        assert_eq!(name(None, "x.B"), Ok("beta"));
        assert_eq!(
            name(Some("gama"), ""),
            Err("there is no language `gama`; did you mean `gamma`?".to_string())
        );
        assert_eq!(name(None, "-"), Ok("beta"));
        let unknown = registry().find(None, "-", "").err().unwrap();
        assert!(unknown.starts_with("the language of standard input is not known"), "{unknown}");
        assert!(unknown.ends_with("--language beta (.b): second\n  --language gamma: third"), "{unknown}");
    }

    #[test]
    fn a_text_that_may_be_in_two_languages_is_not_guessed() {
        let unclear = registry().find(None, "x", "gamma and beta").err().unwrap();
        assert!(unclear.starts_with("the language of `x` is not clear from its text"), "{unclear}");
        assert!(unclear.contains("--language gamma") && !unclear.contains("alpha"), "{unclear}");
    }

    #[test]
    fn options_of_other_languages_are_refused_with_their_names() {
        let refused = |name| registry().settings(&GAMMA, &given(name), &[]).unwrap_err();
        assert_eq!(refused("fair"), "`--fair` applies to Alpha models only");
        assert_eq!(refused("atlk"), "`--atlk` applies to Alpha and Beta models only");
        assert!(registry().settings(&ALPHA, &given("fair"), &[]).unwrap().flag(&FAIR));
        let parameters = ["n=3".to_string()];
        assert_eq!(
            registry().settings(&GAMMA, &[], &parameters),
            Err("`n=3`: Gamma models have no parameters".to_string())
        );
    }

    #[test]
    fn options_are_listed_once_with_their_languages() {
        let listed = registry().options().into_iter().map(|(option, titles)| (option.name, titles));
        assert_eq!(listed.collect::<Vec<_>>(), [("fair", vec!["Alpha"]), ("atlk", vec!["Alpha", "Beta"])]);
    }
}
