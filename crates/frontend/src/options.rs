//! Options of languages as data: what there is to set, what was given, and the values that are in force.

use std::collections::BTreeMap;
use std::num::IntErrorKind;

use synod_core::Strategies;

/// An option of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanguageOption {
    /// Its name, as in `--fair`.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
    /// What it does, as a sentence without its full stop.
    pub help: &'static str,
    /// When it matters.
    pub scope: OptionScope,
}

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Nothing: it is given or not.
    Flag,
    /// A whole number.
    Number {
        /// The least one.
        least: i64,
        /// The greatest one.
        greatest: i64,
        /// The number if none is given; `None` if the option is then off.
        default: Option<i64>,
    },
    /// One of these words.
    Choice {
        /// What the word says, such as `WHEN`.
        placeholder: &'static str,
        /// The words.
        choices: &'static [Choice],
        /// The word if none is given; `None` if the option is then off.
        default: Option<&'static str>,
    },
}

/// One of the words that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The word.
    pub name: &'static str,
    /// What it means, as a sentence without its full stop.
    pub meaning: &'static str,
}

/// When an option matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionScope {
    /// Wherever the model is read: the option is part of what the text means.
    Model,
    /// Where properties are judged: the option says which runs count.
    Verdicts,
}

/// The strategies that coalitions have, by the numbers that MCMAS gives them. Every language with formulas about
/// coalitions has this option.
pub const ATLK: LanguageOption = LanguageOption {
    name: "atlk",
    kind: OptionKind::Choice {
        placeholder: "0|1|2",
        choices: &[
            Choice { name: "0", meaning: "Perfect information" },
            Choice { name: "1", meaning: "Perfect information under fairness (the default)" },
            Choice { name: "2", meaning: "Uniform strategies (imperfect information)" },
        ],
        default: None,
    },
    help: "Strategy semantics: 0 perfect information, 1 perfect information under fairness (the default), 2 uniform \
           (imperfect information)",
    scope: OptionScope::Model,
};

/// The strategies that [`ATLK`] asks for; `None` if it is not given.
pub fn strategies(settings: &Settings) -> Option<Strategies> {
    Some(match settings.choice(&ATLK)? {
        "0" => Strategies::Unfair,
        "1" => Strategies::Fair,
        _ => Strategies::Uniform,
    })
}

/// An option as a person or a program gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenOption {
    /// The name of the option.
    pub name: String,
    /// Its value as text; `None` for a flag.
    pub value: Option<String>,
}

/// A value in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Flag,
    Number(i64),
    Choice(&'static str),
}

/// Values of the options and parameters of a language, in force and valid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    values: BTreeMap<&'static str, Value>,
    parameters: Vec<(String, i64)>,
}

impl Settings {
    /// The defaults of these options, without parameters.
    pub fn new(options: &[LanguageOption]) -> Self {
        let default = |option: &LanguageOption| match option.kind {
            OptionKind::Flag => None,
            OptionKind::Number { default, .. } => default.map(Value::Number),
            OptionKind::Choice { default, .. } => default.map(Value::Choice),
        };
        let values = options.iter().filter_map(|option| Some((option.name, default(option)?)));
        Settings { values: values.collect(), parameters: Vec::new() }
    }

    /// Sets an option to what was given; or says what is wrong with it.
    pub fn set(&mut self, option: &LanguageOption, given: Option<&str>) -> Result<(), String> {
        let name = option.name;
        let given = |what: String| given.ok_or_else(|| format!("`--{name}` takes {what}"));
        let value = match option.kind {
            OptionKind::Flag => Value::Flag,
            OptionKind::Number { least, greatest, .. } => {
                let text = given(format!("a number from {least} to {greatest}"))?;
                let number = text.parse().ok().filter(|number| (least..=greatest).contains(number));
                Value::Number(number.ok_or_else(|| {
                    format!("`--{name} {text}`: not a whole number from {least} to {greatest}")
                })?)
            }
            OptionKind::Choice { choices, .. } => {
                let words: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
                let text = given(format!("one of {}", words.join(", ")))?;
                let known = words.iter().find(|word| **word == text);
                Value::Choice(
                    known.ok_or_else(|| format!("`--{name} {text}`: not one of {}", words.join(", ")))?,
                )
            }
        };
        self.values.insert(name, value);
        Ok(())
    }

    /// Another name for a parameter, if it was given.
    pub fn rename_parameter(&mut self, old: &str, new: &str) {
        for (name, _) in self.parameters.iter_mut().filter(|(name, _)| name == old) {
            *name = new.to_string();
        }
    }

    /// Gives a parameter a value, whether it had one or not.
    pub fn set_parameter(&mut self, name: &str, value: i64) {
        match self.parameters.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.parameters.push((name.to_string(), value)),
        }
    }

    /// Adds a parameter, written `NAME=VALUE`.
    pub fn add_parameter(&mut self, text: &str) -> Result<(), String> {
        self.parameters.push(parameter(text)?);
        Ok(())
    }

    /// Whether a flag is given.
    pub fn flag(&self, option: &LanguageOption) -> bool {
        self.values.get(option.name) == Some(&Value::Flag)
    }

    /// The number that is in force.
    pub fn number(&self, option: &LanguageOption) -> Option<i64> {
        match self.values.get(option.name) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// The word that is in force.
    pub fn choice(&self, option: &LanguageOption) -> Option<&'static str> {
        match self.values.get(option.name) {
            Some(Value::Choice(word)) => Some(word),
            _ => None,
        }
    }

    /// The options that are in force, each with its value as text; a flag is `true`.
    pub fn in_force(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.values.iter().map(|(name, value)| {
            let text = match value {
                Value::Flag => "true".to_string(),
                Value::Number(number) => number.to_string(),
                Value::Choice(word) => (*word).to_string(),
            };
            (*name, text)
        })
    }

    /// The values of parameters, in the order in which they were given.
    pub fn parameters(&self) -> &[(String, i64)] {
        &self.parameters
    }
}

/// `NAME=VALUE`.
pub(crate) fn parameter(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text
        .split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or_else(|| format!("`{text}` is not of the form NAME=VALUE"))?;
    let value = value.trim().parse().map_err(|error: std::num::ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => {
            format!("the value in `{text}` does not fit 64 bits")
        }
        _ => format!("the value in `{text}` is not a whole number"),
    })?;
    Ok((name.trim().to_string(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAG: LanguageOption =
        LanguageOption { name: "flag", kind: OptionKind::Flag, help: "", scope: OptionScope::Model };
    const BITS: LanguageOption = LanguageOption {
        name: "bits",
        kind: OptionKind::Number { least: 2, greatest: 62, default: Some(32) },
        ..FLAG
    };

    #[test]
    fn options_have_defaults_and_typed_values() {
        let mut settings = Settings::new(&[FLAG, BITS, ATLK]);
        assert_eq!(
            (settings.flag(&FLAG), settings.number(&BITS), settings.choice(&ATLK)),
            (false, Some(32), None)
        );
        settings.set(&FLAG, None).unwrap();
        settings.set(&BITS, Some("8")).unwrap();
        settings.set(&ATLK, Some("2")).unwrap();
        assert_eq!((settings.flag(&FLAG), settings.number(&BITS)), (true, Some(8)));
        assert_eq!(strategies(&settings), Some(Strategies::Uniform));
    }

    #[test]
    fn values_that_do_not_fit_are_refused() {
        let mut settings = Settings::default();
        let mut wrong = |option, given| settings.set(option, given).unwrap_err();
        assert_eq!(wrong(&BITS, Some("63")), "`--bits 63`: not a whole number from 2 to 62");
        assert_eq!(wrong(&BITS, None), "`--bits` takes a number from 2 to 62");
        assert_eq!(wrong(&ATLK, Some("3")), "`--atlk 3`: not one of 0, 1, 2");
    }

    #[test]
    fn parameters_are_names_with_whole_numbers() {
        assert_eq!(parameter("n = -3"), Ok(("n".to_string(), -3)));
        assert_eq!(parameter("n"), Err("`n` is not of the form NAME=VALUE".to_string()));
        assert_eq!(parameter("n=x"), Err("the value in `n=x` is not a whole number".to_string()));
        assert_eq!(
            parameter("n=99999999999999999999"),
            Err("the value in `n=99999999999999999999` does not fit 64 bits".to_string())
        );
    }
}
