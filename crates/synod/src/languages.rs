//! The languages of models: how each is recognised and which options mean something in it.

use std::path::Path;

use crate::cli::ModelArgs;
use crate::models::not_a_parameter;

/// A modelling language, for people.
pub struct Language {
    /// Its name for `--language`.
    pub name: &'static str,
    /// The endings of its files.
    pub extensions: &'static [&'static str],
    /// What it is.
    pub meaning: &'static str,
    /// Which front end reads it.
    pub family: Family,
}

/// Languages with one front end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Family {
    Rcheck(Option<synod_rcheck::Dialect>),
    Labs,
    Ispl,
    Pispl,
    Process(synod_process::Language),
}

/// All of them.
pub const LANGUAGES: [Language; 7] = [
    Language {
        name: "rcheck",
        extensions: &["rcp"],
        meaning: "R-CHECK; files in the older form are recognised",
        family: Family::Rcheck(None),
    },
    Language {
        name: "rcheck-legacy",
        extensions: &[],
        meaning: "R-CHECK in the older form, with `channels:` and `communication-variables:`",
        family: Family::Rcheck(Some(synod_rcheck::Dialect::Legacy)),
    },
    Language {
        name: "labs",
        extensions: &["labs"],
        meaning: "LAbS as SLiVER 5 reads it",
        family: Family::Labs,
    },
    Language {
        name: "ispl",
        extensions: &["ispl"],
        meaning: "ISPL, the language of MCMAS: interpreted systems with knowledge and fairness",
        family: Family::Ispl,
    },
    Language {
        name: "pispl",
        extensions: &["pispl"],
        meaning: "PISPL: templates of agents, for any number of them",
        family: Family::Pispl,
    },
    Language {
        name: "ccs",
        extensions: &["ccs"],
        meaning: "CCS, with parallel composition in the style of Hoare",
        family: Family::Process(synod_process::Language::Ccs),
    },
    Language {
        name: "chor",
        extensions: &["chor"],
        meaning: "choreographies, projected on their peers",
        family: Family::Process(synod_process::Language::Chor),
    },
];

impl Language {
    /// Whether everything that the user said means something for models in this language.
    pub fn understands(&self, args: &ModelArgs, steps: Option<u64>) -> Result<(), String> {
        let parameters = matches!(self.family, Family::Labs | Family::Pispl);
        if let Some(parameter) = args.meaning.parameters.first().filter(|_| !parameters) {
            return Err(match parameter.split_once('=') {
                Some((name, _)) if !name.is_empty() => {
                    format!("models in {} have no parameters, so `{parameter}` means nothing", self.name)
                }
                _ => not_a_parameter(parameter),
            });
        }
        if steps.is_some() && self.family != Family::Labs {
            return Err(format!("`--steps` means nothing for models in {}; see `--depth`", self.name));
        }
        let is_rcheck = matches!(self.family, Family::Rcheck(_));
        let is_process = matches!(self.family, Family::Process(_));
        let foreign = [
            args.meaning.compat.filter(|_| !is_rcheck).map(|_| "--compat"),
            args.atlk.filter(|_| is_process).map(|_| "--atlk"),
            args.meaning.labs.given().filter(|_| self.family != Family::Labs),
            args.meaning.pispl.given().filter(|_| self.family != Family::Pispl),
        ];
        match foreign.into_iter().flatten().next() {
            Some(option) => Err(format!("`{option}` means nothing for models in {}", self.name)),
            None => Ok(()),
        }
    }
}

/// The language of a model: the one asked for, or that of its file name.
pub fn of(args: &ModelArgs) -> Result<&'static Language, String> {
    let names = || LANGUAGES.iter().map(|l| l.name);
    if let Some(wanted) = &args.meaning.language {
        return LANGUAGES.iter().find(|l| l.name == wanted).ok_or_else(|| {
            let hint = match synod_syntax::nearest(wanted, names()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
            };
            format!("there is no language `{wanted}`; {hint}")
        });
    }
    let extension = Path::new(&args.model).extension().and_then(|e| e.to_str()).unwrap_or_default();
    LANGUAGES.iter().find(|l| l.extensions.iter().any(|e| e.eq_ignore_ascii_case(extension))).ok_or_else(
        || {
            let known: Vec<String> = LANGUAGES
                .iter()
                .map(|l| match l.extensions {
                    [] => format!("  --language {}: {}", l.name, l.meaning),
                    endings => format!("  --language {} (.{}): {}", l.name, endings.join(", ."), l.meaning),
                })
                .collect();
            let what =
                if args.model == "-" { "standard input".to_string() } else { format!("`{}`", args.model) };
            format!("the language of {what} is not known; say it:\n{}", known.join("\n"))
        },
    )
}
