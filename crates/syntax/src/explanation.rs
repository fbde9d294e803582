//! What the code of a diagnostic means, with an example and the way out: what `synod help CODE`, editors and
//! reports show.

use std::fmt;

use crate::Code;

/// A part of an example: what is usual there, unless something else is given. Examples of one language differ in little, and
/// tables of them say what.
#[macro_export]
macro_rules! usual_or {
    ($usual:literal) => {
        $usual
    };
    ($usual:literal $given:literal) => {
        $given
    };
}

/// The explanation of a code.
#[derive(Clone, Copy, Debug)]
pub struct CodeExplanation {
    /// The code.
    pub code: Code,
    /// What it means, in full sentences; the first one alone is a summary.
    pub meaning: &'static str,
    /// What gets it.
    pub example: Example,
    /// What to do about it, in full sentences.
    pub way_out: &'static str,
    /// A piece of the example, and what to write instead of it.
    pub fix: Option<(&'static str, &'static str)>,
}

/// What gets a code.
#[derive(Clone, Copy, Debug)]
pub enum Example {
    /// A model, read with these options of the command line.
    Model {
        /// Its text.
        text: &'static str,
        /// The options.
        options: &'static [&'static str],
    },
    /// A model that is too long to be read, described.
    Large {
        /// The description, a full sentence.
        description: &'static str,
        /// The text of the model.
        text: fn() -> String,
    },
    /// A situation that no text of a model alone brings about, in full sentences.
    Situation(&'static str),
}

impl CodeExplanation {
    /// An explanation with a model that gets the code.
    pub const fn new(code: Code, meaning: &'static str, text: &'static str, way_out: &'static str) -> Self {
        CodeExplanation { code, meaning, example: Example::Model { text, options: &[] }, way_out, fix: None }
    }

    /// An explanation whose example is too long to be read.
    pub const fn large(
        code: Code,
        meaning: &'static str,
        description: &'static str,
        text: fn() -> String,
        way_out: &'static str,
    ) -> Self {
        CodeExplanation { code, meaning, example: Example::Large { description, text }, way_out, fix: None }
    }

    /// An explanation whose example is described.
    pub const fn situation(
        code: Code,
        meaning: &'static str,
        description: &'static str,
        way_out: &'static str,
    ) -> Self {
        CodeExplanation { code, meaning, example: Example::Situation(description), way_out, fix: None }
    }

    /// With options of the command line that the example needs.
    pub const fn options(mut self, options: &'static [&'static str]) -> Self {
        if let Example::Model { text, .. } = self.example {
            self.example = Example::Model { text, options };
        }
        self
    }

    /// With a piece of the example (which occurs there once), and what to write instead of it.
    pub const fn fix(mut self, before: &'static str, after: &'static str) -> Self {
        self.fix = Some((before, after));
        self
    }

    /// The first sentence of the meaning, without its full stop.
    pub fn summary(&self) -> &'static str {
        let end = self.meaning.find(". ").unwrap_or(self.meaning.len());
        self.meaning[..end].trim_end_matches('.')
    }

    /// The example with its mistake mended, where that is a small change.
    pub fn fixed(&self) -> Option<String> {
        let (Example::Model { text, .. }, Some((before, after))) = (self.example, self.fix) else {
            return None;
        };
        Some(text.replacen(before, after, 1))
    }

    /// What is wrong with the explanation; `diagnose` gives the codes that a text gets when it is read with
    /// options. For the tests of languages.
    pub fn defects(&self, diagnose: impl Fn(&str, &[&str]) -> Vec<Code>) -> Vec<String> {
        let mut defects = Vec::new();
        let code = self.code;
        let (text, options) = match self.example {
            Example::Model { text, options } => (text.to_string(), options),
            Example::Large { text, .. } => (text(), &[][..]),
            Example::Situation(_) => return defects,
        };
        let found = diagnose(&text, options);
        if !found.contains(&code) {
            defects.push(format!("{code}: the example gets {found:?}"));
        }
        if let Some((before, _)) = self.fix
            && text.matches(before).count() != 1
        {
            defects.push(format!("{code}: `{before}` does not occur once in the example"));
        }
        if let Some(fixed) = self.fixed() {
            let found = diagnose(&fixed, options);
            if found.contains(&code) {
                defects.push(format!("{code}: the mended example gets {found:?}"));
            }
        }
        defects
    }
}

impl fmt::Display for CodeExplanation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}\n\n{}", self.code, wrapped(self.meaning, 100))?;
        match self.example {
            Example::Model { text, options } => {
                match options {
                    [] => writeln!(f, "\nFor example:\n")?,
                    _ => writeln!(f, "\nFor example, with {}:\n", options.join(" "))?,
                }
                text.lines().try_for_each(|line| writeln!(f, "    {line}"))?;
            }
            Example::Large { description, .. } | Example::Situation(description) => {
                writeln!(f, "\n{}", wrapped(description, 100))?;
            }
        }
        writeln!(f, "\n{}", wrapped(self.way_out, 100))?;
        if let Some((before, after)) = self.fix {
            writeln!(f, "\nIn the example, instead of\n")?;
            before.lines().try_for_each(|line| writeln!(f, "    {}", line.trim_end()))?;
            match after.trim() {
                "" => writeln!(f, "\nwrite nothing.")?,
                _ => {
                    writeln!(f, "\nwrite\n")?;
                    after.lines().try_for_each(|line| writeln!(f, "    {}", line.trim_end()))?;
                }
            }
        }
        Ok(())
    }
}

/// A paragraph in lines of at most so many characters, where words allow it.
pub fn wrapped(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ODD: CodeExplanation = CodeExplanation::new(
        "x::odd",
        "A number is odd. Only even ones fit.",
        "let 1",
        "Use an even number.",
    )
    .fix("1", "2");

    fn diagnose(text: &str, _: &[&str]) -> Vec<Code> {
        if text.contains('1') { vec!["x::odd"] } else { vec![] }
    }

    #[test]
    fn an_explanation_is_shown_with_example_and_way_out() {
        let expected = "\
x::odd

A number is odd. Only even ones fit.

For example:

    let 1

Use an even number.

In the example, instead of

    1

write

    2
";
        assert_eq!(ODD.to_string(), expected);
        assert_eq!((ODD.summary(), ODD.fixed().as_deref()), ("A number is odd", Some("let 2")));
    }

    #[test]
    fn defects_of_explanations_are_found() {
        assert!(ODD.defects(diagnose).is_empty());
        assert_eq!(ODD.fix("1", "11").defects(diagnose).len(), 1);
        assert_eq!(ODD.fix("3", "2").defects(diagnose).len(), 2);
        assert_eq!(CodeExplanation { code: "x::even", ..ODD }.defects(diagnose).len(), 1);
    }

    #[test]
    fn paragraphs_are_wrapped_at_words() {
        assert_eq!(wrapped("one two  three", 7), "one two\nthree");
    }
}
