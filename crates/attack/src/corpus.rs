//! What is mutated: small examples of each language, and the traces, reports and certificates that the program makes of
//! them.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use synod_programs::Process;

/// The languages: name, folder of examples, and ending of their files.
pub const LANGUAGES: [Language; 9] = [
    Language { name: "rcheck", folder: "rcheck", ending: "rcp" },
    Language { name: "rcheck-legacy", folder: "rcheck/legacy", ending: "rcp" },
    Language { name: "labs", folder: "labs", ending: "labs" },
    Language { name: "ispl", folder: "ispl", ending: "ispl" },
    Language { name: "pispl", folder: "pispl", ending: "pispl" },
    Language { name: "ccs", folder: "process", ending: "ccs" },
    Language { name: "chor", folder: "process", ending: "chor" },
    Language { name: "aiger", folder: "circuits", ending: "aag" },
    Language { name: "btor2", folder: "circuits", ending: "btor2" },
];

/// Larger examples take long to read in every case.
const MOST_BYTES: usize = 12_000;

/// How long the program may take for what it makes of an example.
const SECONDS: &str = "1";

/// What takes longer is ended.
const LONGEST: Duration = Duration::from_secs(30);

/// From how many models of a language, the smallest ones, traces and certificates are made.
const MOST_USED: usize = 3;

/// A language, as the attack knows it.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// Its name, as in `--language labs`.
    pub name: &'static str,
    folder: &'static str,
    /// The ending of its files.
    pub ending: &'static str,
}

/// A model with what the program made of it.
#[derive(Clone, Debug)]
pub struct Model {
    /// Its language.
    pub language: Language,
    /// Its text.
    pub text: Vec<u8>,
    /// Values for its parameters.
    pub parameters: Vec<String>,
    /// Traces and reports: the name of the file, and what is in it.
    pub traces: Vec<(String, Vec<u8>)>,
    /// Certificates: likewise.
    pub certificates: Vec<(String, Vec<u8>)>,
}

/// What is mutated.
pub struct Corpus {
    /// Models with what the program made of them.
    pub models: Vec<Model>,
    /// Witnesses of hardware model checkers.
    pub witnesses: Vec<(String, Vec<u8>)>,
}

impl Corpus {
    /// The examples of all languages, or of one.
    pub fn new(synod: &Path, language: Option<&str>) -> io::Result<Corpus> {
        let mut models = models()?;
        models.retain(|model| language.is_none_or(|name| name == model.language.name));
        let mut used: HashMap<&str, usize> = HashMap::new();
        for model in &mut models {
            let used = used.entry(model.language.name).or_default();
            if *used < MOST_USED {
                *model = model.clone().used(synod)?;
                *used += usize::from(!model.traces.is_empty());
            }
        }
        if models.is_empty() {
            let names: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
            return Err(io::Error::other(format!("no such language; there are {}", names.join(", "))));
        }
        let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("../synod/tests/recorded");
        let witnesses = folder(&recorded)?;
        Ok(Corpus { models, witnesses })
    }
}

/// The small examples of all languages, in a fixed order.
pub fn models() -> io::Result<Vec<Model>> {
    let mut models = Vec::new();
    for language in LANGUAGES {
        let files = synod_testing::examples(language.folder, language.ending);
        let mut texts = files.iter().map(std::fs::read).collect::<io::Result<Vec<_>>>()?;
        texts.retain(|text| text.len() <= MOST_BYTES);
        texts.sort_by_key(Vec::len);
        models.extend(texts.into_iter().map(|text| Model::new(language, text)));
    }
    Ok(models)
}

impl Model {
    fn new(language: Language, text: Vec<u8>) -> Model {
        let words = String::from_utf8_lossy(&text).into_owned();
        let words: Vec<&str> = words.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        // External parameters of LAbS begin with an underscore; roles of PISPL have templates.
        let mut names: Vec<&str> = match language.name {
            "labs" => words.iter().filter_map(|word| word.strip_prefix('_')).collect(),
            "pispl" => words.windows(2).filter(|pair| pair[0] == "Template").map(|pair| pair[1]).collect(),
            _ => Vec::new(),
        };
        names.retain(|name| !name.is_empty() && *name != "Environment");
        names.sort_unstable();
        names.dedup();
        let parameters = names.into_iter().map(|name| format!("{name}=2")).collect();
        Model { language, text, parameters, traces: Vec::new(), certificates: Vec::new() }
    }

    /// The name of its file.
    pub fn file(&self) -> String {
        format!("m.{}", self.language.ending)
    }

    /// The model, with what the program makes of it.
    fn used(self, synod: &Path) -> io::Result<Model> {
        let made = tempfile::tempdir()?;
        let name = self.file();
        let file = made.path().join(&name);
        std::fs::write(&file, &self.text)?;
        let run = |arguments: &[&str], to: Stdio| {
            let mut command = Command::new(synod);
            command
                .args(arguments)
                .args(&self.parameters)
                .current_dir(made.path())
                .stdin(Stdio::null())
                .stdout(to)
                .stderr(Stdio::null());
            finished(&mut command)
        };
        let check = ["check", name.as_str(), "--timeout", SECONDS];
        let report = std::fs::File::create(made.path().join("report.json"))?;
        let is_good = run(&[&check[..], &["--json", "--trace-out", "t.json"]].concat(), report.into())?;
        // Examples of mistakes are for mutations only.
        if !is_good {
            return Ok(self);
        }
        for trace in ["s.itf.json", "s.csv", "s.ndjson"] {
            let simulate = ["simulate", &name, "--seed", "1", "--steps", "5", "--trace-out", trace];
            run(&simulate, Stdio::null())?;
        }
        for certificate in ["c.cert", "c.smt2", "c.aag", "c.aig"] {
            run(&[&check[..], &["--engine", "ic3", "--certificate", certificate]].concat(), Stdio::null())?;
        }
        std::fs::remove_file(&file)?;
        let (traces, certificates) =
            folder(made.path())?.into_iter().partition(|(name, _)| !name.starts_with("c."));
        Ok(Model { traces, certificates, ..self })
    }
}

/// Whether a command ends soon, with more to say than that its input is bad.
fn finished(command: &mut Command) -> io::Result<bool> {
    let begin = Instant::now();
    let mut process = Process::start(command)?;
    while begin.elapsed() < LONGEST {
        match process.try_wait()? {
            Some(status) => return Ok(status.code() != Some(2)),
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
    Ok(false)
}

/// The files of a folder, in a fixed order.
fn folder(path: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        files.push((entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path())?));
    }
    files.sort();
    Ok(files)
}
