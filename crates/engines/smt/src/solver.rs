//! A solver for SMT-LIB as a process that is talked to, and stopped.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use synod_core::memory::ProgramMemory;
use synod_core::{Budget, Stop};
use synod_programs::{Process, find};

use crate::reply::{self, Reply};

/// The environment variable that names a solver.
pub const VARIABLE: &str = "SYNOD_SMT_SOLVER";
/// Solvers that are looked for, the best first.
const KNOWN: [&str; 5] = ["z3", "cvc5", "yices-smt2", "mathsat", "cvc4"];
/// How long a solver has to say its version.
const VERSION: Duration = Duration::from_secs(2);
/// How often the budget is looked at.
const PACE: Duration = Duration::from_millis(10);

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failed {
    /// It was stopped.
    Stopped(Stop),
    /// It does not know, or does not work.
    Solver(String),
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Self {
        Failed::Stopped(stop)
    }
}

/// The solver that the environment names.
fn environment() -> Option<OsString> {
    std::env::var_os(VARIABLE).filter(|name| !name.is_empty())
}

/// A solver that is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    path: PathBuf,
    /// Its name, for people.
    pub name: String,
}

impl Program {
    /// The solver that the environment names, or else the first known one on the path.
    pub fn find() -> Option<Program> {
        match environment() {
            Some(named) => Program::named(named),
            None => KNOWN.iter().find_map(find).map(Program::at),
        }
    }

    /// The solver that the environment names, and all known ones on the path, in the order in which they are looked for.
    pub fn installed() -> Vec<Program> {
        let named = environment().and_then(Program::named);
        let mut found: Vec<Program> = Vec::new();
        for program in named.into_iter().chain(KNOWN.iter().filter_map(find).map(Program::at)) {
            if !found.contains(&program) {
                found.push(program);
            }
        }
        found
    }

    /// The solver of this name on the path, or at this place.
    pub fn named(name: impl AsRef<OsStr>) -> Option<Program> {
        let name = name.as_ref();
        match Path::new(name).components().count() {
            0 => None,
            1 => find(name).map(Program::at),
            _ => Some(PathBuf::from(name)).filter(|path| path.is_file()).map(Program::at),
        }
    }

    /// Whether the environment names a solver.
    pub fn is_named() -> bool {
        environment().is_some()
    }

    /// What it says of itself when asked for its version; its name if it says nothing soon. It is asked once.
    pub fn title(&self) -> String {
        static TOLD: Mutex<Vec<(PathBuf, String)>> = Mutex::new(Vec::new());
        let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, title)) = told.iter().find(|(path, _)| *path == self.path) {
            return title.clone();
        }
        let title = self.version().unwrap_or_else(|| self.name.clone());
        told.push((self.path.clone(), title.clone()));
        title
    }

    /// The first line that it prints for `--version`.
    fn version(&self) -> Option<String> {
        let mut command = Command::new(&self.path);
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = Process::start(&mut command).ok()?;
        let output = process.stdout.take()?;
        let (told, heard) = channel();
        std::thread::spawn(move || told.send(BufReader::new(output).lines().next()));
        heard.recv_timeout(VERSION).ok()?.and_then(Result::ok).filter(|line| !line.trim().is_empty())
    }

    /// The solver at a place. How it is called follows from its name.
    pub fn at(path: PathBuf) -> Program {
        let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Program { path, name }
    }

    /// Whether it decides Horn clauses.
    pub fn knows_horn_clauses(&self) -> bool {
        self.name.starts_with("z3")
    }

    fn arguments(&self) -> &'static [&'static str] {
        match self.name.as_str() {
            name if name.starts_with("z3") => &["-in", "-smt2"],
            name if name.starts_with("cvc") => &["--lang=smt2", "--incremental"],
            name if name.starts_with("yices") => &["--incremental"],
            _ => &[],
        }
    }
}

/// A solver that runs, until this is dropped.
#[derive(Debug)]
pub struct Solver<'b> {
    name: String,
    process: Process,
    /// Commands, for the thread that writes them: a solver at work does not read.
    commands: Sender<String>,
    lines: Receiver<String>,
    budget: &'b Budget,
    memory: ProgramMemory,
}

impl<'b> Solver<'b> {
    /// Starts a solver for a logic.
    pub fn start(program: &Program, logic: &str, budget: &'b Budget) -> Result<Self, Failed> {
        let broken =
            |error: std::io::Error| Failed::Solver(format!("`{}` could not be run: {error}", program.name));
        let mut command = Command::new(&program.path);
        command.args(program.arguments());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = Process::start(&mut command).map_err(broken)?;
        let (commands, to_write) = channel::<String>();
        let (answered, lines) = channel();
        if let Some(mut input) = process.stdin.take() {
            std::thread::spawn(move || {
                // A solver that is gone reads no more.
                while let Ok(text) = to_write.recv() {
                    if input.write_all(text.as_bytes()).and_then(|()| input.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(output) = process.stdout.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    if answered.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        let memory = budget.program();
        let solver = Solver { name: program.name.clone(), process, commands, lines, budget, memory };
        solver.say(format!(
            "(set-option :print-success false)\n(set-option :produce-models true)\n(set-logic {logic})\n"
        ));
        Ok(solver)
    }

    /// Commands that have no answer.
    pub fn say(&self, commands: String) {
        // If the solver is gone, the next question says so.
        let _ = self.commands.send(commands);
    }

    /// Whether what was said can be.
    pub fn check(&mut self) -> Result<bool, Failed> {
        self.say("(check-sat)\n".to_string());
        match self.reply()? {
            Reply::Atom(word) if word == "sat" => Ok(true),
            Reply::Atom(word) if word == "unsat" => Ok(false),
            Reply::Atom(word) if word == "unknown" => {
                Err(Failed::Solver(format!("`{}` answers unknown", self.name)))
            }
            other => Err(self.complaint(&other)),
        }
    }

    /// Values of symbols, given with a space before each, after [`Solver::check`] said yes.
    pub fn values(&mut self, symbols: &str) -> Result<Vec<i64>, Failed> {
        if symbols.is_empty() {
            return Ok(Vec::new());
        }
        self.say(format!("(get-value ({symbols}))\n"));
        let reply = self.reply()?;
        reply.values().ok_or_else(|| self.complaint(&reply))
    }

    /// What makes true what was said, after [`Solver::check`] said yes.
    pub fn model(&mut self) -> Result<Reply, Failed> {
        self.say("(get-model)\n".to_string());
        self.reply()
    }

    fn complaint(&self, reply: &Reply) -> Failed {
        Failed::Solver(format!("`{}` answers: {reply}", self.name))
    }

    /// The next answer.
    fn reply(&mut self) -> Result<Reply, Failed> {
        let mut text = String::new();
        loop {
            self.memory.measure(self.process.id());
            self.budget.check(0)?;
            match self.lines.recv_timeout(PACE) {
                Ok(line) => {
                    text += &line;
                    text.push('\n');
                    if let Some(reply) = reply::read(&text) {
                        return Ok(reply);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failed::Solver(format!("`{}` ended without an answer", self.name)));
                }
            }
        }
    }
}
