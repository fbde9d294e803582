//! `synod self check`: what this Synod is and has, with every engine tried on a small model.

use std::ops::ControlFlow;
use std::thread::available_parallelism;
use std::time::Duration;

use synod_core::{Budget, Silent};
use synod_session::check::{ENGINES, Options, PropertyAnswer, solvers};
use synod_session::diagnostics::Source;
use synod_session::{OpenedModel, Reader, Reading, Rejection, languages, wording};

use crate::commands::devices;
use crate::failure::{Done, Failure};
use crate::terminal;

/// The exit code when an engine gives a wrong answer.
const WRONG: u8 = 1;

/// Two agents that nobody can tell apart, with steps that do not depend on each other, so that no engine has nothing to do.
const MODEL: &str = "\
agent Lamp
    local: lit : bool, warm : bool
    init: !lit & !warm
    receive-guard: false
    repeat: heat: {!warm} *! false ()[warm := true] + light: {warm & !lit} *! false ()[lit := true]
system = Lamp(one, true) || Lamp(two, true)
SPEC warm_first: G (forall lamp : Lamp . (lamp-lit -> lamp-warm))
SPEC some_dark: G (exists lamp : Lamp . !lamp-lit)
";
const NAME: &str = "lamps.rcp";

/// What is true of its properties, in order.
const TRUE: [&str; 2] = ["holds", "violated"];

/// How long an engine has; compilers for graphics processors take some seconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// What came of an engine.
enum Trial {
    /// It answered as it should, with the help of this program.
    Works(Option<String>),
    /// It gave no answer, for this reason.
    Silent(String),
    /// It gave a wrong answer.
    Wrong(String),
}

/// Prints the version, the engines, solvers and devices.
pub fn run() -> Done {
    let style = terminal::layout().style;
    let processors = available_parallelism().map_or(1, |count| count.get() as u64);
    terminal::print(&format!(
        "synod {} on {} ({}), {}\n\nengines, each tried on a small model:\n",
        synod_documents::VERSION,
        std::env::consts::OS,
        std::env::consts::ARCH,
        synod_session::counted(processors, "processor")
    ))?;
    let model = open().map_err(|rejection| Failure::Input(rejection.message))?;
    let mut code = 0;
    for engine in ENGINES {
        let (sign, remark) = match attempt(&model, engine.name) {
            Trial::Works(program) => (style.paint("1;32", "✓"), program.unwrap_or_default()),
            Trial::Silent(why) => (style.paint("2", "–"), why),
            Trial::Wrong(what) => {
                code = WRONG;
                (style.paint("1;31", "✗"), what)
            }
        };
        let line = format!("  {sign} {:<10}{remark}", engine.name);
        terminal::print(&format!("{}\n", line.trim_end()))?;
    }
    let solvers = solvers();
    let named = if solvers.is_empty() { "none is installed".to_string() } else { solvers.join("\n  ") };
    terminal::print(&format!(
        "\nsolvers for SMT-LIB, the first is used:\n  {named}\n\ndevices with OpenCL:\n"
    ))?;
    terminal::print(&devices::listed())?;
    Ok(code)
}

fn open() -> Result<OpenedModel, Rejection> {
    let reader = Reader::new(&languages(), NAME, MODEL, &Reading::default())?;
    reader.open(Source::new(NAME, MODEL), &Budget::unlimited())?.one_system()
}

/// Asks an engine about the model.
fn attempt(model: &OpenedModel, engine: &'static str) -> Trial {
    let options = Options::plain(engine);
    let budget = Budget::unlimited().timeout(PATIENCE);
    let properties = &model.compiled.properties;
    match model.check(properties, &options, &budget, &Silent, &mut |_| ControlFlow::Continue(())) {
        Ok(report) => judged(&report.answers),
        Err(rejection) => Trial::Wrong(rejection.message),
    }
}

/// Whether answers are right. A bound claims nothing, and an engine that is not made for one of the two questions may
/// leave it open.
fn judged(answers: &[PropertyAnswer]) -> Trial {
    let mut asked = answers.iter().zip(TRUE);
    let wrong =
        asked.find(|(answer, truth)| is_conclusive(answer) && answer.outcome.verdict.word() != *truth);
    if let Some((answer, truth)) = wrong {
        let (name, found) = (&answer.property.name, answer.outcome.verdict.word());
        return Trial::Wrong(format!("its answer to `{name}` is `{found}` and not `{truth}`"));
    }
    match answers.iter().find(|answer| is_conclusive(answer)) {
        Some(answer) => Trial::Works(answer.program.clone()),
        None => Trial::Silent(
            answers.first().map_or(String::new(), |answer| wording::reason(&answer.outcome.verdict)),
        ),
    }
}

fn is_conclusive(answer: &PropertyAnswer) -> bool {
    answer.outcome.verdict.is_conclusive()
}
