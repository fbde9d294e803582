//! One input: a command line, its files, limits and signals.

use synod_simulate::Random;

use crate::corpus::{Corpus, Model};
use crate::mutate::{mutated, one};
use crate::vocabulary::{COMMANDS, Vocabulary};

/// What is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// The texts of models.
    Models,
    /// Traces and reports, for `replay` and `interact`.
    Traces,
    /// Certificates, for `certify`.
    Certificates,
    /// Witnesses of hardware model checkers, for `replay`.
    Witnesses,
    /// Command lines.
    CommandLines,
}

/// All kinds, as often as each is drawn.
const KINDS: [Kind; 10] = [
    Kind::Models,
    Kind::Models,
    Kind::Models,
    Kind::Models,
    Kind::Models,
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
}

/// One input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What is typed after the name of the program.
    pub arguments: Vec<String>,
    /// The files that are there.
    pub files: Vec<(String, Vec<u8>)>,
    /// What comes from standard input.
    pub input: Vec<u8>,
    /// A signal, and the milliseconds until it is sent.
    pub signal: Option<(Signal, u64)>,
    /// The seconds that `--timeout` allows, times ten.
    pub timeout_tenths: Option<u64>,
    /// The megabytes that `--memory` allows.
    pub memory_megabytes: Option<u64>,
}

/// The name of the file with the model.
fn file_of(model: &Model) -> String {
    format!("m.{}", model.language.ending)
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
            Kind::Traces => {
                let model = one_with(corpus, |model| &model.traces, random);
                Case::with_file(&model.traces, model, "replay", random)
            }
            Kind::Certificates => {
                let model = one_with(corpus, |model| &model.certificates, random);
                Case::with_file(&model.certificates, model, "certify", random)
            }
            Kind::Witnesses => Case::with_file(&corpus.witnesses, model, "replay", random),
            Kind::CommandLines => Case::of_words(vocabulary, model, random),
        };
        if random.below(12) == 0 {
            let signal = [Signal::Interrupt, Signal::Terminate, Signal::Kill][random.below(3)];
            case.signal = Some((signal, [5, 20, 100, 400][random.below(4)]));
        }
        case
    }

    /// Has the run interrupted after so many milliseconds.
    pub fn interrupt_after(&mut self, milliseconds: u64) {
        self.signal = Some((Signal::Interrupt, milliseconds));
    }

    fn bare(model: &Model, text: Vec<u8>, arguments: Vec<String>) -> Case {
        Case {
            arguments,
            files: vec![(file_of(model), text)],
            input: Vec::new(),
            signal: None,
            timeout_tenths: None,
            memory_megabytes: None,
        }
    }

    /// A mutated model, and a good command.
    fn of_model(corpus: &Corpus, vocabulary: &Vocabulary, model: &Model, random: &mut Random) -> Case {
        let relatives = corpus.models.iter().filter(|other| other.language.name == model.language.name);
        let others: Vec<&[u8]> = relatives.map(|other| other.text.as_slice()).collect();
        let text = match random.below(12) {
            0 => model.text.clone(),
            _ => mutated(&model.text, &others, random),
        };
        // Most often the command is one that does everything.
        let command = match random.below(2) {
            0 => "check",
            _ => COMMANDS[random.below(6)],
        };
        let mut arguments = vec![command.to_string(), file_of(model)];
        arguments.extend(model.reading(random));
        arguments.extend(vocabulary.some(command, random));
        let mut case = Case::bare(model, text, arguments);
        case.limit(command, random);
        if command == "interact" {
            case.input = dialogue(random);
        }
        case
    }

    /// A model as it is, and a mutated file beside it.
    fn with_file(files: &[(String, Vec<u8>)], model: &Model, command: &str, random: &mut Random) -> Case {
        let nothing = ("t.json".to_string(), b"{\"states\": []}".to_vec());
        let (name, content) = match files.is_empty() {
            true => &nothing,
            false => &files[random.below(files.len())],
        };
        let others: Vec<&[u8]> = files.iter().map(|(_, other)| other.as_slice()).collect();
        let content = mutated(content, &others, random);
        let mut arguments = vec![command.to_string(), file_of(model), name.clone()];
        arguments.extend(model.reading(random));
        if random.below(3) == 0 {
            arguments
                .extend(["-p".to_string(), one(&["spec-1", "spec-2", "no-deadlock"], random).to_string()]);
        }
        if command == "replay" && random.below(3) == 0 {
            arguments.push("--json".to_string());
        }
        let mut case = Case::bare(model, model.text.clone(), arguments);
        if command == "replay" && random.below(4) == 0 {
            case.arguments = vec!["interact".to_string(), file_of(model)];
            case.arguments.extend(model.reading(random));
            case.input = format!("load {name}\nnext\nnext\nstate\nback\nwhy\ntrace\n").into_bytes();
        }
        case.files.push((name.clone(), content));
        case.limit(command, random);
        case
    }

    /// Good files, and any words at all.
    fn of_words(vocabulary: &Vocabulary, model: &Model, random: &mut Random) -> Case {
        let file = file_of(model);
        let mut arguments = vec![COMMANDS[random.below(COMMANDS.len())].to_string()];
        if random.below(5) > 0 {
            arguments.push(file.clone());
        }
        arguments.extend(vocabulary.any(&[&file, "t.json", "none", ".", "/dev/null"], random));
        let mut case = Case::bare(model, model.text.clone(), arguments);
        case.files.extend(model.traces.iter().cloned());
        case.input = if random.below(2) == 0 { model.text.clone() } else { dialogue(random) };
        case
    }

    /// Limits, where the command takes them.
    fn limit(&mut self, command: &str, random: &mut Random) {
        if ["check", "cutoff", "estimate", "certify"].contains(&command) {
            let tenths = [1, 5, 10, 20][random.below(4)];
            self.timeout_tenths = Some(tenths);
            self.arguments.extend(["--timeout".to_string(), format!("{}.{}", tenths / 10, tenths % 10)]);
        }
        if ["check", "cutoff"].contains(&command) && random.below(3) == 0 {
            let megabytes = [50, 200][random.below(2)];
            self.memory_megabytes = Some(megabytes);
            self.arguments.extend(["--memory".to_string(), format!("{megabytes}M")]);
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

/// Commands for a prompt.
fn dialogue(random: &mut Random) -> Vec<u8> {
    const LINES: [&str; 22] = [
        "state",
        "steps",
        "1",
        "2",
        "take 1",
        "take 99999999999999999999",
        "back",
        "back 0",
        "back 7",
        "reset",
        "reset 2",
        "random 20 3",
        "random 1000001",
        "init",
        "init 2",
        "init x = 1 & !y",
        "why",
        "why 1",
        "view a",
        "trace",
        "save out.json",
        "load out.json",
    ];
    let count = random.below(12);
    let mut text: Vec<u8> =
        (0..count).flat_map(|_| format!("{}\n", one(&LINES, random)).into_bytes()).collect();
    if random.below(3) == 0 {
        text = mutated(&text, &[], random);
    }
    text
}
