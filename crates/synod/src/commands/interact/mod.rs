//! `synod interact`: a prompt to walk through a model, on a terminal or with commands from a file.

mod commands;
mod prompt;
mod text;

use std::io::{BufRead, IsTerminal};

use rustyline::error::ReadlineError;
use synod_core::{Phase, prepare};

use crate::cli::{InteractArgs, ResourceArgs, VerdictOptions};
use crate::failure::{Done, Failure};
use crate::interrupt::Cancellable;
use crate::progress::Reporter;
use crate::{models, terminal};
use prompt::Prompt;

/// Reads and carries out commands until `quit` or the end of the input.
pub fn run(args: &InteractArgs) -> Done {
    if args.model.model == "-" {
        return Err(Failure::input("the commands come from standard input, so the model needs a file"));
    }
    let budget = args.limits.budget();
    let interruptible = Cancellable::new(&budget);
    let source = models::source(&args.model, &budget).map_err(models::report)?;
    let reporter = Reporter::new(None, false);
    let model = models::load_or_report(&args.model, &VerdictOptions::default(), source, &budget, &reporter)?;
    let fairness = args.fairness.request();
    let model = model.under_fairness(&fairness).map_err(models::report)?;
    let view = args.view.read(&model).map_err(models::report)?;
    let condition = args.constraint.as_deref().unwrap_or("");
    let begin = || Prompt::new(&model, condition, fairness, view, terminal::layout());
    let begin = || models::within(&budget, Phase::Simulating, model.source.name(), begin);
    let prompt = reporter.during("listing initial states", begin);
    let mut prompt = prompt.map_err(models::report)?.map_err(Failure::Input)?;
    drop(interruptible);
    terminal::print(&prompt.welcome())?;
    if std::io::stdin().is_terminal() {
        on_terminal(&mut prompt, &args.limits, &reporter)?;
    } else {
        // Lines are read as bytes: one that is not text is a mistake, and the next may be right.
        for line in std::io::stdin().lock().split(b'\n') {
            let line = line.map_err(|e| Failure::Input(format!("cannot read standard input: {e}")))?;
            match std::str::from_utf8(&line) {
                Ok(line) if !obey(&mut prompt, line, &args.limits, &reporter)? => break,
                Ok(_) => {}
                Err(_) => terminal::print("this line is not UTF-8 text\n")?,
            }
        }
    }
    Ok(0)
}

fn on_terminal(prompt: &mut Prompt, limits: &ResourceArgs, reporter: &Reporter) -> Result<(), Failure> {
    let refused = |e: ReadlineError| Failure::Input(format!("cannot read from the terminal: {e}"));
    let mut editor = rustyline::DefaultEditor::new().map_err(refused)?;
    loop {
        match editor.readline(&prompt.prompt()) {
            Ok(line) => {
                // A line that is not remembered can still be carried out.
                let _ = editor.add_history_entry(&line);
                if !obey(prompt, &line, limits, reporter)? {
                    return Ok(());
                }
            }
            Err(ReadlineError::Interrupted) => terminal::print("type `quit` to leave\n")?,
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(refused(error)),
        }
    }
}

/// Carries out a line within limits of its own and prints the answer; whether to go on.
fn obey(
    prompt: &mut Prompt,
    line: &str,
    limits: &ResourceArgs,
    reporter: &Reporter,
) -> Result<bool, Failure> {
    let budget = limits.budget();
    let _interruptible = Cancellable::new(&budget);
    let work = || prepare(&budget, Phase::Walking, || commands::execute(prompt, line, &budget, reporter));
    let reply = reporter.during(line.trim(), work);
    match reply.unwrap_or_else(|met| commands::Reply::Mistake(met.to_string())) {
        commands::Reply::Text(text) => terminal::print(&text)?,
        commands::Reply::Mistake(message) => terminal::print(&format!("{message}\n"))?,
        commands::Reply::Quit => return Ok(false),
    }
    Ok(true)
}
