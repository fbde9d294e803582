//! What can be typed: commands, options, and the help that goes with them.

mod cluster;
mod fairness;
mod forms;
mod limits;
mod reading;
mod runs;
mod serve;
mod texts;
mod values;
mod verdicts;
mod view;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

pub use cluster::{ClusterArgs, ClusterCommand, ClusterPlanArgs};
pub use fairness::{FairnessArgs, NoFairnessArgs};
use forms::documents;
pub use forms::{Colour, LabelsForm, ProgressForm};
pub use limits::{AnyNumberArgs, EngineArgs, LimitArgs, ResourceArgs};
pub use reading::{ModelArgs, ReadingArgs, VerdictOptions};
pub use runs::{EstimateArgs, InteractArgs, ReplayArgs, SimulateArgs};
pub use serve::{ServeArgs, WorkerArgs};
pub use texts::{FmtArgs, InitArgs, LintArgs, ShowArgs};
pub use values::{is_whole, random_steps};
pub use verdicts::{CertifyArgs, CheckArgs, CutoffArgs, ResumeArgs};
pub use view::ViewArgs;

/// Model, simulate and verify multi-agent systems.
#[derive(Parser, Debug)]
#[command(
    name = "synod",
    bin_name = "synod",
    version,
    disable_help_subcommand = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  synod check model.rcp                     verify all properties of a model
  synod check model.rcp --property spec-2   verify one of them
  synod interact model.rcp                  walk through it, step by step
  synod check model.pispl                   verify for any number of agents
  synod help traces                         read about a topic
  synod help rcheck::unknown-name           what an error means, with an example

Exit codes: 0 all hold, 1 some violated, 2 bad input or usage, 3 inconclusive.
Topics for `synod help`: properties, formulas, expectations, fairness, engines, languages, any-number, traces, \
explanations, constraints, exit-codes, codes, glossary; every code of an error, and every term of the glossary."
)]
pub struct Cli {
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_default_value = true)]
    pub color: Colour,

    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What Synod can do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Verify properties; show a run of the model for each that fails
    #[command(
        after_help = "\
Examples:
  synod check model.rcp
  synod check model.rcp --property spec-1 --property 'safe*' --property no-deadlock
  synod check model.rcp --timeout 60 --memory 2G
  synod check model.rcp --json > report.json
  synod check model.rcp --trace-out counterexample.itf.json
  synod check model.rcp --formula 'G (a-busy -> F !a-busy)'
  synod check model.rcp other.labs folder    several models, with one table and one exit code
  synod check model.labs n=2..6 size=4,8     all combinations of values
  synod check model.rcp --watch-files        again whenever the file is saved
  synod check folder --expect                are the verdicts those that the models announce?
  synod check model.rcp --trace-out chart.svg --watch 'client-n + 1' --only client,machine
  synod check model.pispl                    for any number of agents (see `synod help any-number`)
  synod check model.pispl Robot=3 Source=1   for so many

A property is named as in the model, or spec-N by its position; no-deadlock and no-fault can be \
asked of every model. Each counterexample is replayed on an independent interpreter before it is \
shown.
Exit codes: 0 all hold, 1 some violated, 2 bad input or usage, 3 inconclusive; of several models the
worst, in the order 2, 1, 3, 0. `--timeout` is for each model.",
        override_usage = "synod check [OPTIONS] <MODEL|FOLDER>... [NAME=VALUE|NAME=A..B|NAME=A,B]..."
    )]
    Check(Box<CheckArgs>),

    /// Explain what can be proved for any number of agents, and how
    #[command(after_help = "\
Examples:
  synod cutoff model.pispl
  synod cutoff model.pispl --property formula-2 --json

For each formula: the sizes it is about; each class of systems with a known cutoff, with the cutoff or what \
stands against it; what was asked of which instance or abstraction; and what follows. See `synod help \
any-number`.
Exit codes: 0 all hold, 1 some violated, 2 bad input or usage, 3 inconclusive.")]
    Cutoff(CutoffArgs),

    /// Print random runs of a model
    #[command(after_help = "\
Examples:
  synod simulate model.rcp
  synod simulate model.rcp --steps 50 --runs 3 --seed 7
  synod simulate model.rcp --constraint 'client-b = client2' --trace-out run.json
  synod simulate model.labs n=3 --runs 1000 --steps 100 --summary

The same seed gives the same runs for ever; `--run 3` begins with the third of them.")]
    Simulate(SimulateArgs),

    /// Estimate how likely properties are to hold on random runs; nothing is proved
    #[command(after_help = "\
Examples:
  synod estimate model.labs n=10 --property Consensus
  synod estimate model.labs n=10 --steps 5000 --confidence 0.99 --error 0.005 --seed 7
  synod estimate model.labs n=10 --at-least 0.9
  synod estimate model.labs --bounded not-violated --steps 1000 --at-least 0.98
  synod estimate model.labs n=10 --error 0.001 --device gpu

Every step that can be taken is as likely as the others, and so is every initial state. Runs on which \
a property is undecided after `--steps` steps are counted apart, and widen the interval; with `--bounded` \
the question is about so many steps only. Runs of different seeds are independent.
Exit codes: 0 all claims (`--at-least`) are accepted, 1 one is rejected, 2 bad input or usage, 3 \
otherwise: an estimate without a claim proves nothing.")]
    Estimate(EstimateArgs),

    /// Format models: indentation and spaces change, comments and meaning do not
    #[command(after_help = "\
Examples:
  synod fmt model.rcp               format a file in place
  synod fmt models                  format all models in a folder
  synod fmt models --check          list those that would change, and change nothing
  synod fmt model.labs --diff       show what would change
  synod fmt - --language labs       from standard input to standard output

Line breaks stay where they are, but for runs of blank lines, which become one. A file is written only if the result \
consists of the same tokens and comments. A file with errors in its syntax is left as it is.
Exit codes: 0 done, 1 something would change (with `--check` or `--diff`), 2 bad input or usage.")]
    Fmt(FmtArgs),

    /// Walk through a model: take steps, ask why others are blocked, follow a counterexample
    #[command(after_help = "\
Examples:
  synod interact model.rcp
  printf 'steps\\ntake 1\\nstate\\n' | synod interact model.rcp

Type `help` at the prompt for the commands.
`--timeout` and `--memory` hold for reading the model, and anew for each command at the prompt.")]
    Interact(InteractArgs),

    /// Report what a model allows but probably does not mean, such as unused names
    #[command(
        after_help = "\
Examples:
  synod lint model.rcp
  synod lint folder --notes
  synod lint folder --report lint.sarif

The warnings of reading, names that are never used or hide others, variables that nobody reads, and conditions with the \
same value in all states. No state is visited. Where parameters have no values, only the text is examined.
Exit codes: 0 nothing was found, 1 something was, 2 bad input or usage.",
        override_usage = "synod lint [OPTIONS] <MODEL|FOLDER>... [NAME=VALUE]..."
    )]
    Lint(LintArgs),

    /// Serve an editor: the Language Server Protocol on standard input and output
    #[command(after_help = "\
Editors start it themselves; see the chapter on editors in the book. It answers what the Language Server Protocol \
asks about models in all languages, and `synod.check` checks properties.")]
    Lsp,

    /// Serve a debugger: the Debug Adapter Protocol on standard input and output
    #[command(after_help = "\
Editors start it themselves; see the chapter on the debugger in the book. It walks through a model, forwards and backwards, \
with the buttons of the editor: agents are threads, commands have breakpoints, and a counterexample is a recording.")]
    Dap,

    /// Open the workbench in the browser: write, check, and understand runs
    #[command(after_help = "\
Examples:
  synod serve                                the models of this folder
  synod serve models --open                  those of another, and open the page
  synod serve --public --address 0.0.0.0     for a course: no files, quotas, a process for each job

It listens on this machine alone unless `--public` and `--address` say otherwise, and answers only those who have the token \
of the address that it prints. What it guards against, and what it does not, is in the book, in the chapter on the \
workbench.")]
    Serve(ServeArgs),

    /// Work for the server
    #[command(hide = true)]
    ServeWorker(WorkerArgs),

    /// Write a small commented model to start from
    #[command(after_help = "\
Examples:
  synod init rcheck
  synod init labs robots.labs
  synod init ispl -                          to standard output

An existing file is never overwritten.")]
    Init(InitArgs),

    /// Print a model in another form
    #[command(after_help = "\
Examples:
  synod show model.rcp                                   the model as Synod understands it
  synod show model.rcp --format dot --agent client       an agent's automaton for Graphviz
  synod show model.rcp --format svg -o automata.svg      pictures of all agents
  synod show model.rcp --format sequence --trace t.json  a run as a sequence chart
  synod show model.rcp --format smv -o model.smv         input for nuXmv
  synod show model.labs n=3 --format c --steps 12        a C program for CBMC
  synod show model.labs n=3 --format c --for svcomp      a C program for other verifiers
  synod show model.labs n=3 --format lnt                 an LNT program for CADP")]
    Show(ShowArgs),

    /// Continue an interrupted check from its last checkpoint
    #[command(after_help = "\
Examples:
  synod check model.labs --checkpoint saved        the search is saved every half minute
  synod resume saved                               after Ctrl-C, a power cut or `kill -9`
  synod resume saved --memory 32G                  after the memory was used up

The check continues with the same options, in the folder where it was started; limits may differ. The model and \
the version of Synod have to be the same. Verdicts and counts are those of a check without interruption. Damaged files \
are noticed, and their part is searched again. See the chapter on checkpoints in the book.
Exit codes: those of `synod check`.")]
    Resume(ResumeArgs),

    /// Check that a trace is a run of a model, and print it
    #[command(after_help = "\
Examples:
  synod check model.rcp --trace-out trace.json
  synod replay model.rcp trace.json
  synod replay model.rcp trace.json --format sequence > run.svg
  synod show model.rcp --format aiger -p safe -o safe.aig
  synod replay model.rcp safe.witness -p safe            what a model checker says of safe.aig

Reads traces written by `--trace-out`, reports written by `check --json` (their first \
counterexample), traces of other tools in the Informal Trace Format, and witnesses of hardware model \
checkers in the formats of AIGER and BTOR2, which are about one property.
Exit codes: 0 the trace is a run of the model and violates the property if one is given, 1 it is not \
or does not, 2 bad input or usage.")]
    Replay(ReplayArgs),

    /// Check a certificate again: does it prove a property of the model?
    #[command(after_help = "\
Examples:
  synod check model.rcp --engine ic3 --property safe --certificate safe.cert
  synod certify model.rcp safe.cert
  synod check model.pispl --property safe --certificate sizes.cert
  synod certify model.pispl sizes.cert

The circuit of the model is built anew, and a solver that took no part in the proof checks every step of it. \
For any number of agents: no instance starts in the configurations that the certificate excludes, every step into \
them is one from within, and outside of them the property holds. \
Certificates about integers without bounds are checked by an SMT solver that is installed. \
Files of SMT-LIB and AIGER must claim just what the proof in their comments comes down to in the model.
Exit code 1: the certificate is refused. 3: it could not be checked.")]
    Certify(CertifyArgs),

    /// Plan a search on several machines (`check --engine cluster`)
    #[command(subcommand)]
    Cluster(ClusterCommand),

    /// List the devices that `check --engine gpu` can use
    #[command(after_help = "\
Graphics processors come first, and the first device is used. Drivers of graphics cards include OpenCL; the package \
`pocl-opencl-icd` provides it for the processor.
Exit codes: 0 there is one that can be used, 3 there is none.")]
    Devices,

    /// Inspect this installation: version, engines, solvers and devices, each tried
    #[command(subcommand, name = "self")]
    Own(OwnCommand),

    /// Print the JSON Schema of a document that Synod writes
    Schema {
        /// Which document
        #[arg(value_parser = documents())]
        document: String,
    },

    /// Print a script that lets a shell complete Synod's commands
    #[command(after_help = "\
Examples:
  synod completions bash > ~/.local/share/bash-completion/completions/synod
  synod completions fish > ~/.config/fish/completions/synod.fish")]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },

    /// Print a manual page, as `man` reads it
    #[command(after_help = "\
Examples:
  synod man | man -l -
  synod man check > synod-check.1
  synod man --folder ~/.local/share/man/man1   all of them")]
    Man {
        /// The command that the page is about; without one, Synod as a whole
        command: Option<String>,

        /// Write the pages of all commands into this folder
        #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
        folder: Option<PathBuf>,
    },

    /// Explain a command or a topic
    Help {
        /// A command, or one of: properties, formulas, expectations, fairness, engines, languages, any-number, traces,
        /// explanations, constraints, exit-codes, codes, glossary, a code such as rcheck::syntax, or a term of the glossary
        topic: Option<String>,
    },
}

/// What Synod can do about itself.
#[derive(Subcommand, Clone, Copy, Debug)]
pub enum OwnCommand {
    /// Print version, engines, solvers and devices; every engine is tried on a small model
    #[command(after_help = "\
An engine without an answer (–) is not made for the model, or asks a program that is not installed: the reason stands beside it.
Exit codes: 0 no answer was wrong, 1 an engine gave a wrong one.")]
    Check,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
