//! Attacks the program from outside: inputs by the ten thousand that are almost right, under limits and signals. Every
//! run must end in time and within its memory, with an exit code that it is allowed to have, and say so without a panic,
//! without control characters and, where that was asked for, in JSON.
//!
//! A case follows from a seed and its number alone, so that it can be run again. See CONTRIBUTING for the command.
//!
//! | module | what it is for |
//! |---|---|
//! | `corpus` | what is mutated: the examples, and what the program makes of them |
//! | `mutate` | changes to a text or to bytes |
//! | `case` | one input: a command line, its files, limits and signals |
//! | `folders` | cases with several models, folders and ranges of parameters |
//! | `includes` | cases with models in several files, and with constants |
//! | `dialogue` | lines for the prompt of `interact` |
//! | `expressions` | formulas, conditions and names, from the words of a model |
//! | `vocabulary` | the options that the program has, from its own help, and values for them |
//! | `execution` | running a case and watching it |
//! | `judge` | what is wrong with what came of a case |
//! | `shrink` | smaller inputs that are as bad |

mod case;
mod corpus;
mod dialogue;
mod execution;
mod expressions;
mod folders;
mod includes;
mod judge;
mod mutate;
mod shrink;
mod vocabulary;

use std::io;
use std::path::Path;

pub use case::{Case, Kind};
pub use corpus::{Corpus, LANGUAGES, Model, models};
pub use judge::{Finding, Patience};
pub use mutate::mutated;
pub use synod_simulate::Random;

use vocabulary::Vocabulary;

/// Everything that cases are made of.
pub struct Attack {
    synod: std::path::PathBuf,
    corpus: Corpus,
    vocabulary: Vocabulary,
    patience: Patience,
}

/// Which cases are wanted.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Only models of this language, and what belongs to them.
    pub language: Option<String>,
    /// Only this kind.
    pub kind: Option<Kind>,
}

impl Attack {
    /// An attack on the program in this file.
    pub fn new(synod: &Path, patience: Patience, selection: &Selection) -> io::Result<Attack> {
        let synod = synod.canonicalize()?;
        let corpus = Corpus::new(&synod, selection.language.as_deref())?;
        let vocabulary = Vocabulary::of(&synod)?;
        Ok(Attack { synod, corpus, vocabulary, patience })
    }

    /// The case of a seed and a number.
    pub fn case(&self, seed: u64, number: u64, selection: &Selection) -> Case {
        Case::new(&self.corpus, &self.vocabulary, seed, number, selection.kind)
    }

    /// Runs a case and says what is wrong with what came of it.
    pub fn findings(&self, case: &Case) -> io::Result<Vec<Finding>> {
        let folder = tempfile::Builder::new().prefix("synod-attack-").tempdir()?;
        let outcome = execution::execute(&self.synod, case, folder.path(), self.patience)?;
        Ok(judge::judge(case, &outcome, self.patience))
    }

    /// A smaller case with a finding of the same sort.
    pub fn shrink(&self, case: &Case, finding: &Finding) -> Case {
        let is_as_bad = |smaller: &Case| {
            let findings = self.findings(smaller).unwrap_or_default();
            findings.iter().any(|found| found.sort == finding.sort)
        };
        shrink::shrink(case, is_as_bad)
    }

    /// The command line of a case, for a shell in the folder of its files.
    pub fn command_line(&self, case: &Case) -> String {
        let quoted =
            |word: &String| match word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./=".contains(c)) {
                true if !word.is_empty() => word.clone(),
                _ => format!("$'{}'", word.escape_default()),
            };
        let words: Vec<String> = case.arguments.iter().map(quoted).collect();
        format!("{} {}", self.synod.display(), words.join(" "))
    }
}
