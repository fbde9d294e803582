//! Which model to read, and how. The options of languages come from their front ends.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use synod_frontend::{GivenOption, LanguageOption, OptionKind, OptionScope};

use super::values::whole;

/// Which model, and how to read it.
#[derive(Args, Clone, Debug)]
pub struct ModelArgs {
    /// The file of the model; `-` for standard input
    pub model: String,

    #[command(flatten)]
    pub meaning: MeaningArgs,

    /// Refuse a model with warnings; `check` exits with 3 if a warning needs an answer to be confirmed, or stands beside
    /// an answer
    #[arg(long)]
    pub deny_warnings: bool,

    /// Show notes too, such as which variables start with any value
    #[arg(long)]
    pub notes: bool,

    /// Show at most N errors and warnings about the model
    #[arg(long, value_name = "N", default_value_t = MAX_ERRORS, value_parser = whole(1usize, usize::MAX))]
    pub max_errors: usize,
}

/// How many errors are shown, if nobody says.
const MAX_ERRORS: usize = 100;

/// What the text of a model means.
#[derive(Args, Clone, Debug)]
pub struct MeaningArgs {
    /// Values for the parameters of the model, if its language has any
    #[arg(value_name = "NAME=VALUE")]
    pub parameters: Vec<String>,

    /// The language of the model, if neither its file ending nor its text determines it (see `synod help languages`)
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,

    #[command(flatten)]
    pub options: ModelOptions,
}

/// Options of languages about what the text of a model means.
pub type ModelOptions = LanguageOptions<false>;

/// Options of languages about which runs are judged.
pub type VerdictOptions = LanguageOptions<true>;

/// Options of languages that were given; with `VERDICTS` those about which runs are judged, else those about what
/// the text of a model means.
#[derive(Clone, Debug, Default)]
pub struct LanguageOptions<const VERDICTS: bool>(pub Vec<GivenOption>);

impl<const VERDICTS: bool> LanguageOptions<VERDICTS> {
    /// The options that there are, with the titles of the languages that have them.
    fn all() -> Vec<(LanguageOption, Vec<&'static str>)> {
        let scope = if VERDICTS { OptionScope::Verdicts } else { OptionScope::Model };
        let all = synod_session::languages().options().into_iter();
        all.filter(|(option, _)| option.scope == scope).collect()
    }
}

impl<const VERDICTS: bool> FromIterator<GivenOption> for LanguageOptions<VERDICTS> {
    fn from_iter<T: IntoIterator<Item = GivenOption>>(given: T) -> Self {
        LanguageOptions(given.into_iter().collect())
    }
}

impl<const VERDICTS: bool> Args for LanguageOptions<VERDICTS> {
    fn augment_args(command: Command) -> Command {
        Self::all().iter().fold(command, |command, (option, titles)| command.arg(argument(option, titles)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const VERDICTS: bool> FromArgMatches for LanguageOptions<VERDICTS> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let all = Self::all();
        let is_given =
            |option: &&LanguageOption| matches.value_source(option.name) == Some(ValueSource::CommandLine);
        let given = all.iter().map(|(option, _)| option).filter(is_given).map(|option| GivenOption {
            name: option.name.to_string(),
            value: match option.kind {
                OptionKind::Flag => None,
                OptionKind::Number { .. } => matches.get_one::<i64>(option.name).map(i64::to_string),
                OptionKind::Choice { .. } => matches.get_one::<String>(option.name).cloned(),
            },
        });
        Ok(LanguageOptions(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// An option of some languages on the command line.
fn argument(option: &LanguageOption, titles: &[&str]) -> Arg {
    let argument = Arg::new(option.name).long(option.name).help(option.help);
    let argument = match option.kind {
        OptionKind::Flag => argument.action(ArgAction::SetTrue),
        OptionKind::Number { least, greatest, default } => {
            let argument =
                argument.value_name("N").value_parser(clap::value_parser!(i64).range(least..=greatest));
            match default {
                Some(default) => argument.default_value(default.to_string()),
                None => argument,
            }
        }
        OptionKind::Choice { placeholder, choices, default } => {
            let words = choices.iter().map(|choice| PossibleValue::new(choice.name).help(choice.meaning));
            let argument = argument.value_name(placeholder).value_parser(PossibleValuesParser::new(words));
            match default {
                Some(default) => argument.default_value(default),
                None => argument,
            }
        }
    };
    match titles {
        [title] => argument.help_heading(format!("Options for {title} models")),
        _ => argument,
    }
}

/// How the model was read that a trace or a certificate is about.
#[derive(Args, Debug)]
pub struct ReadingArgs {
    #[command(flatten)]
    pub meaning: MeaningArgs,

    #[command(flatten)]
    pub verdicts: VerdictOptions,
}

impl ReadingArgs {
    /// How to read the model of this name.
    pub fn of(&self, model: &str) -> ModelArgs {
        ModelArgs {
            model: model.to_string(),
            meaning: self.meaning.clone(),
            deny_warnings: false,
            notes: false,
            max_errors: MAX_ERRORS,
        }
    }
}
