//! One input: a command line, its files, limits and signals.

use synod_simulate::Random;

use crate::corpus::{Corpus, Model};
use crate::dialogue::dialogue;
use crate::expressions::expression;
use crate::mutate::{mutated, one};
use crate::vocabulary::{COMMANDS, Vocabulary};
use crate::{folders, includes};

/// What is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// The texts of models.
    Models,
    /// Formulas, conditions and expressions for models that are as they were.
    Questions,
    /// Files and folders of several models, and ranges of parameters.
    Folders,
    /// Models in several files, with constants.
    Includes,
    /// Traces and reports, for `replay`, `show` and `interact`.
    Traces,
    /// Certificates, for `certify`.
    Certificates,
    /// Witnesses of hardware model checkers, for `replay`.
    Witnesses,
    /// Command lines.
    CommandLines,
}

/// All kinds, as often as each is drawn.
const KINDS: [Kind; 16] = [
    Kind::Models,
    Kind::Models,
    Kind::Models,
    Kind::Models,
    Kind::Models,
    Kind::Models,
    Kind::Questions,
    Kind::Questions,
    Kind::Folders,
    Kind::Folders,
    Kind::Includes,
    Kind::Traces,
    Kind::Traces,
    Kind::Certificates,
    Kind::Witnesses,
    Kind::CommandLines,
];

/// A signal, as `kill -s` knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// A key of the terminal.
    Interrupt,
    /// The polite one.
    Terminate,
    /// The one that cannot be caught.
    Kill,
}

impl Signal {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Signal::Interrupt => "INT",
            Signal::Terminate => "TERM",
            Signal::Kill => "KILL",
        }
    }

    /// Its number, the same on all systems.
    pub(crate) fn number(self) -> i32 {
        match self {
            Signal::Interrupt => 2,
            Signal::Terminate => 15,
            Signal::Kill => 9,
        }
    }
}

/// One input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What is typed after the name of the program.
    pub arguments: Vec<String>,
    /// The files that are there.
    pub files: Vec<(String, Vec<u8>)>,
    /// How many of them, the first ones, are models: nothing but their layout may ever change.
    pub models: usize,
    /// What comes from standard input.
    pub input: Vec<u8>,
    /// A signal, and the milliseconds until it is sent.
    pub signal: Option<(Signal, u64)>,
    /// The seconds that the whole run may take by its `--timeout`, times ten.
    pub timeout_tenths: Option<u64>,
    /// The megabytes that `--memory` allows.
    pub memory_megabytes: Option<u64>,
}

/// A model that has files of some kind, if there is one.
fn one_with<'c>(
    corpus: &'c Corpus,
    files: impl Fn(&'c Model) -> &'c Vec<(String, Vec<u8>)>,
    random: &mut Random,
) -> &'c Model {
    let all: Vec<&Model> = corpus.models.iter().filter(|model| !files(model).is_empty()).collect();
    match all.is_empty() {
        true => &corpus.models[random.below(corpus.models.len())],
        false => all[random.below(all.len())],
    }
}

impl Case {
    /// The case of a seed and a number.
    pub(crate) fn new(
        corpus: &Corpus,
        vocabulary: &Vocabulary,
        seed: u64,
        number: u64,
        kind: Option<Kind>,
    ) -> Case {
        // Cases of one seed have nothing in common, and neither have seeds.
        let mut first = Random::new(seed);
        let mut random =
            Random::new(first.next_u64().wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        let random = &mut random;
        let model = &corpus.models[random.below(corpus.models.len())];
        let mut case = match kind.unwrap_or_else(|| KINDS[random.below(KINDS.len())]) {
            Kind::Models => Case::of_model(corpus, vocabulary, model, random),
            Kind::Questions => Case::of_questions(vocabulary, model, random),
            Kind::Folders => folders::case(corpus, vocabulary, random),
            Kind::Includes => {
                let is_rcheck = |model: &&Model| model.language.name == "rcheck";
                let all: Vec<&Model> = corpus.models.iter().filter(is_rcheck).collect();
                let model = if all.is_empty() { model } else { all[random.below(all.len())] };
                includes::case(vocabulary, model, random)
            }
            Kind::Traces => {
                let model = one_with(corpus, |model| &model.traces, random);
                Case::with_file(vocabulary, &model.traces, model, "replay", random)
            }
            Kind::Certificates => {
                let model = one_with(corpus, |model| &model.certificates, random);
                Case::with_file(vocabulary, &model.certificates, model, "certify", random)
            }
            Kind::Witnesses => Case::with_file(vocabulary, &corpus.witnesses, model, "replay", random),
            Kind::CommandLines => Case::of_words(vocabulary, model, random),
        };
        // What watches files ends by a signal only.
        let watches = case.arguments.iter().any(|word| word == "--watch-files");
        if random.below(12) == 0 || watches {
            let signal = [Signal::Interrupt, Signal::Terminate, Signal::Kill][random.below(3)];
            case.signal = Some((signal, [5, 20, 100, 400][random.below(4)]));
        }
        case
    }

    /// Has the run interrupted after so many milliseconds.
    pub fn interrupt_after(&mut self, milliseconds: u64) {
        self.signal = Some((Signal::Interrupt, milliseconds));
    }

    /// Without limits and signals.
    pub(crate) fn bare(files: Vec<(String, Vec<u8>)>, arguments: Vec<String>) -> Case {
        Case {
            arguments,
            models: files.len(),
            files,
            input: Vec::new(),
            signal: None,
            timeout_tenths: None,
            memory_megabytes: None,
        }
    }

    /// A mutated model, and a good command.
    fn of_model(corpus: &Corpus, vocabulary: &Vocabulary, model: &Model, random: &mut Random) -> Case {
        let text = corpus.mutated(model, random);
        // Most often the command is one that does everything.
        let command = match random.below(2) {
            0 => "check",
            _ => COMMANDS[random.below(8)],
        };
        let mut arguments = vec![command.to_string(), model.file()];
        if command != "fmt" {
            arguments.extend(model.reading(random));
        }
        arguments.extend(vocabulary.some(command, model, random));
        let mut case = Case::bare(vec![(model.file(), text)], arguments);
        if command == "interact" {
            case.input = dialogue(model, random);
        }
        case.limit(vocabulary, 1, random);
        case
    }

    /// A model as it is, and questions in its language.
    fn of_questions(vocabulary: &Vocabulary, model: &Model, random: &mut Random) -> Case {
        let (command, options): (&str, &[&str]) = match random.below(6) {
            0 => ("simulate", &["--watch", "--constraint"]),
            1 => ("interact", &["--watch", "--constraint"]),
            _ => ("check", &["--formula", "--formula", "--watch", "--weak-fair", "--strong-fair"]),
        };
        let mut arguments = vec![command.to_string(), model.file()];
        arguments.extend(model.reading(random));
        for _ in 0..=random.below(3) {
            let option = one(options, random);
            arguments.extend([option.to_string(), expression(model, random)]);
            arguments.extend((option == "--strong-fair").then(|| expression(model, random)));
        }
        arguments.extend(vocabulary.some(command, model, random));
        let mut case = Case::bare(vec![(model.file(), model.text.clone())], arguments);
        case.input = dialogue(model, random);
        case.limit(vocabulary, 1, random);
        case
    }

    /// A model as it is, and a mutated file beside it.
    fn with_file(
        vocabulary: &Vocabulary,
        files: &[(String, Vec<u8>)],
        model: &Model,
        command: &str,
        random: &mut Random,
    ) -> Case {
        let nothing = ("t.json".to_string(), b"{\"states\": []}".to_vec());
        let (name, content) = match files.is_empty() {
            true => &nothing,
            false => &files[random.below(files.len())],
        };
        let others: Vec<&[u8]> = files.iter().map(|(_, other)| other.as_slice()).collect();
        let content = match random.below(6) {
            0 => content.clone(),
            _ => mutated(content, &others, random),
        };
        let mut arguments = vec![command.to_string(), model.file(), name.clone()];
        let mut input = Vec::new();
        match (command, random.below(8)) {
            ("replay", 0 | 1) => {
                arguments = vec!["interact".to_string(), model.file()];
                input = format!("load {name}\nnext\nnext\nstate\nback\nwhy\ntrace\n").into_bytes();
                input.extend(dialogue(model, random));
            }
            ("replay", 2 | 3) => {
                let format = one(&["sequence", "mermaid", "plantuml", "text", "svg"], random);
                arguments =
                    ["show", &model.file(), "--trace", name, "--format", format].map(str::to_string).to_vec();
            }
            _ => {}
        }
        arguments.extend(model.reading(random));
        let property = one(&["spec-1", "spec-2", "no-deadlock"], random);
        if vocabulary.has(&arguments[0], "--property") && random.below(3) == 0 {
            arguments.extend(["-p".to_string(), property.to_string()]);
        }
        if random.below(2) == 0 {
            arguments.extend(vocabulary.some(&arguments[0], model, random));
        }
        let mut case = Case::bare(vec![(model.file(), model.text.clone())], arguments);
        case.files.push((name.clone(), content));
        case.input = input;
        case.limit(vocabulary, 1, random);
        case
    }

    /// Good files, and any words at all.
    fn of_words(vocabulary: &Vocabulary, model: &Model, random: &mut Random) -> Case {
        let file = model.file();
        let mut arguments = vec![Vocabulary::command(random).to_string()];
        if random.below(5) > 0 {
            arguments.push(file.clone());
        }
        let some = ["t.json", "none", ".", "/dev/null", model.language.name, "n=2..3"];
        arguments.extend(vocabulary.any(model, &[&[file.as_str()], &some[..]].concat(), random));
        let is_model = arguments.get(1) == Some(&file);
        let mut case = Case::bare(vec![(file, model.text.clone())], arguments);
        case.models = usize::from(is_model);
        case.files.extend(model.traces.iter().cloned());
        case.input = if random.below(2) == 0 { model.text.clone() } else { dialogue(model, random) };
        case
    }

    /// Limits, where the command takes them, for each of so many models.
    pub(crate) fn limit(&mut self, vocabulary: &Vocabulary, models: u64, random: &mut Random) {
        let command = self.arguments.first().cloned().unwrap_or_default();
        if vocabulary.has(&command, "--timeout") {
            let tenths = [1, 5, 10, 20][random.below(if models > 1 { 2 } else { 4 })];
            self.arguments.extend(["--timeout".to_string(), format!("{}.{}", tenths / 10, tenths % 10)]);
            let parts = match command.as_str() {
                // The limit holds anew for each line.
                "interact" => 1 + self.input.iter().filter(|byte| **byte == b'\n').count() as u64,
                "check" => models,
                _ => 1,
            };
            self.timeout_tenths = Some(tenths * parts);
        }
        if vocabulary.has(&command, "--memory") && random.below(3) == 0 {
            let megabytes = [50, 200][random.below(2)];
            self.memory_megabytes = Some(megabytes);
            self.arguments.extend(["--memory".to_string(), format!("{megabytes}M")]);
        }
    }
}

impl Corpus {
    /// The text of a model with changes, or now and then as it is.
    pub(crate) fn mutated(&self, model: &Model, random: &mut Random) -> Vec<u8> {
        let relatives = self.models.iter().filter(|other| other.language.name == model.language.name);
        let others: Vec<&[u8]> = relatives.map(|other| other.text.as_slice()).collect();
        match random.below(12) {
            0 => model.text.clone(),
            _ => mutated(&model.text, &others, random),
        }
    }
}

impl Model {
    /// How it is read: its language where its file does not tell, and values for parameters.
    fn reading(&self, random: &mut Random) -> Vec<String> {
        let mut words = Vec::new();
        // Without them, PISPL is about any number of agents.
        if random.below(3) > 0 {
            words.extend(self.parameters.iter().cloned());
        }
        if self.language.name.contains('-') || random.below(8) == 0 {
            words.extend(["--language".to_string(), self.language.name.to_string()]);
        }
        words
    }
}
