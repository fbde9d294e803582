//! Running the tool, and models to run it on.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::agreement::disagreement;

/// A lamp that is switched on and off for ever.
pub const LAMP: &str = "\
agent Lamp
    local: on : bool
    init: !on
    repeat: switch: {true} *! true ()[on := !on]
system = Lamp(lamp, true)
SPEC dark: G !lamp-on
SPEC blinks: G F lamp-on
SPEC stays: F G lamp-on
";

/// A candle that is lit once, if it does not burn from the start.
pub const CANDLE: &str = "\
agent Candle
    local: lit : bool, tall : bool
    init: true
    repeat: light: {!lit} *! true ()[lit := true]
system = Candle(candle, true)
SPEC F candle-lit
";

/// A counter without bounds, which only a solver decides.
pub const COUNTER: &str = "\
agent Counter
    local: count : int
    init: count = 0
    repeat: go: {true} *! true ()[count := count + 1]
system = Counter(c, true)
SPEC positive: G (c-count >= 0)
SPEC nearly: G (c-count >= (0 - 1))
";

/// Two counters that count for themselves: 900 states, and a violation far away.
pub const COUNTERS: &str = "\
agent Counter
    local: n : 0..29
    init: n = 0
    repeat: go: {n < 29} *! false ()[n := n + 1]
system = Counter(a, true) || Counter(b, true)
SPEC small: G !(a-n = 29 & a-n = 3)
SPEC far: G !(a-n = 20 & b-n = 3)
SPEC both: (G !(a-n = 29 & a-n = 3)) & (G !(b-n = 29 & b-n = 3))
SPEC live: F a-n = 29
";

/// A camp with one post: all robots leave when all are on it, which one can be alone.
pub const CAMP: &str = "\
Template Environment
  Vars: post : {free, taken}; end Vars
  InitState post = free; end InitState
  Protocol: post = free : {take}; post = taken : {leave}; end Protocol
  Evolution: post = taken if Action = take; end Evolution
end Template
Template Robot
  Vars: place : {camp, post, gone}; end Vars
  InitState place = camp; end InitState
  Actions: AgentEnvironment = {take}; GlobalSynchronous = {leave}; end Actions
  Protocol: place = camp : {take}; place = post : {leave}; end Protocol
  Evolution: place = post if Action = take; place = gone if Action = leave; end Evolution
end Template
Evaluation gone if Robot.place = gone; on_post if Robot.place = post; end Evaluation
Formulae
  (Robot : {r}) AG !gone(r);
  (Robot : {r, s}) AG !(on_post(r) and on_post(s));
end Formulae
";

/// A directory that lives as long as the test, with files in it.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    /// A folder with a model in it.
    pub fn with(name: &str, text: impl AsRef<[u8]>) -> Self {
        let folder = Folder::new();
        folder.write(name, text);
        folder
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path().join(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    pub fn path(&self) -> &std::path::Path {
        self.0.path()
    }

    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Runs the tool in this folder.
    pub fn run(&self, arguments: &[&str]) -> Outcome {
        self.run_with(arguments, "")
    }

    /// Runs the tool in this folder with something on standard input.
    pub fn run_with(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Outcome {
        self.start(&mut alone(), arguments, input)
    }

    /// Runs the tool in this folder with something in its environment.
    pub fn run_among(&self, variables: &[(&str, &str)], arguments: &[&str]) -> Outcome {
        self.start(alone().envs(variables.iter().copied()), arguments, "")
    }

    /// Runs the tool in this folder where it finds what else is installed.
    pub fn run_among_others(&self, arguments: &[&str]) -> Outcome {
        self.start(&mut Command::new(env!("CARGO_BIN_EXE_synod")), arguments, "")
    }

    fn start(&self, tool: &mut Command, arguments: &[&str], input: impl AsRef<[u8]>) -> Outcome {
        let mut child = tool
            .args(arguments)
            .current_dir(self.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The tool may end before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(input.as_ref());
        let output = child.wait_with_output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        for text in [&out, &err] {
            assert_eq!(disagreement(text), None, "{arguments:?}");
        }
        Outcome { code: output.status.code().unwrap(), out, err }
    }
}

/// The tool, to which it does not matter what else is installed, nor who runs the tests.
fn alone() -> Command {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_synod"));
    for variable in ["GITHUB_ACTIONS", "FORCE_COLOR", "NO_COLOR"] {
        tool.env_remove(variable);
    }
    tool.env("PATH", "");
    tool
}

/// What came of a run.
#[derive(Debug)]
pub struct Outcome {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Outcome {
    /// What does not depend on time, of the first property.
    pub fn figures(&self) -> serde_json::Value {
        let document = self.json();
        let property = &document["properties"][0];
        serde_json::json!([
            property["verdict"],
            property["reason"],
            property["states"],
            property["transitions"],
            property["depth"],
            property["search"]["states"],
            property["search"]["transitions"],
        ])
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// The output without the times, which differ from run to run.
    pub fn without_times(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        for line in self.out.lines() {
            match line.rsplit_once(", ") {
                Some((before, time)) if time.ends_with(" s") => lines.push(before.to_string()),
                _ => lines.push(line.to_string()),
            }
        }
        lines.join("\n") + "\n"
    }
}
