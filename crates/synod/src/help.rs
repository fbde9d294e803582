//! `synod help`: commands, topics that no single command owns, codes of diagnostics, and the glossary.

use clap::CommandFactory;

use synod_session::diagnostics::CodeExplanation;

use crate::cli::Cli;
use crate::failure::{Done, Failure};
use crate::reflow::fitted;
use crate::terminal;

/// The topics.
const TOPICS: [&str; 13] = [
    "properties",
    "formulas",
    "expectations",
    "fairness",
    "engines",
    "languages",
    "any-number",
    "traces",
    "explanations",
    "constraints",
    "exit-codes",
    "codes",
    "glossary",
];

/// The glossary of the book, an entry a heading.
const GLOSSARY: &str = include_str!("../../../docs/src/glossary.md");

/// What all codes mean.
fn codes() -> impl Iterator<Item = &'static CodeExplanation> {
    synod_session::languages().codes().into_iter()
}

/// Prints help on a command or a topic, or on the tool.
pub fn run(topic: Option<&str>) -> Done {
    let mut command = Cli::command();
    command.build();
    let text = match topic {
        None => command.render_long_help().to_string(),
        Some(name) => {
            let known = topic_text(name).or_else(|| code_text(name)).or_else(|| term_text(name));
            match (known, command.find_subcommand_mut(name)) {
                (_, Some(sub)) => sub.render_long_help().to_string(),
                (Some(text), None) => fitted(&text, terminal::layout().width),
                (None, None) => return Err(unknown(&command, name)),
            }
        }
    };
    terminal::print(&text)?;
    Ok(0)
}

fn unknown(command: &clap::Command, name: &str) -> Failure {
    let commands = command.get_subcommands().filter(|command| !command.is_hide_set());
    let commands: Vec<&str> = commands.map(clap::Command::get_name).collect();
    let known: Vec<&str> = commands.into_iter().chain(TOPICS).collect();
    let terms: Vec<String> = entries().flat_map(|(heading, _)| terms(heading)).collect();
    let all = known.iter().copied().chain(codes().map(|e| e.code)).chain(terms.iter().map(String::as_str));
    match synod_session::diagnostics::nearest(name, all) {
        Some(near) => Failure::Input(format!("there is no help on `{name}`; did you mean `{near}`?")),
        None => Failure::Input(format!(
            "there is no help on `{name}`; there is on {}, on the codes of diagnostics (`synod help codes`) and on \
             terms (`synod help glossary`)",
            known.join(", ")
        )),
    }
}

/// What a code means; without the name of its language it may be several.
fn code_text(name: &str) -> Option<String> {
    let wanted = name.to_lowercase();
    let is_meant = |e: &&CodeExplanation| match wanted.contains("::") {
        true => e.code == wanted,
        false => e.code.split("::").nth(1) == Some(&wanted),
    };
    match codes().filter(is_meant).collect::<Vec<_>>().as_slice() {
        [] => None,
        [one] => Some(format!("{one}\nTerms are explained in the glossary: `synod help glossary`.\n")),
        several => Some(summaries(several.iter().copied())),
    }
}

fn summaries<'e>(codes: impl Iterator<Item = &'e CodeExplanation>) -> String {
    codes.map(|e| format!("  {:<38} {}\n", e.code, e.summary())).collect()
}

/// The entries of the glossary: heading and text.
fn entries() -> impl Iterator<Item = (&'static str, &'static str)> {
    GLOSSARY.split("\n### ").skip(1).filter_map(|entry| entry.split_once('\n'))
}

/// The terms of a heading, in lower case.
fn terms(heading: &str) -> Vec<String> {
    heading.split(", ").map(str::to_lowercase).collect()
}

/// The entry of a term in the glossary, without its links.
fn term_text(name: &str) -> Option<String> {
    let wanted = name.to_lowercase().replace('-', " ");
    let is_meant = |heading: &str| terms(heading).iter().any(|term| term.replace('-', " ") == wanted);
    let (heading, text) = entries().find(|(heading, _)| is_meant(heading))?;
    Some(format!("{heading}\n\n{}\n", synod_session::diagnostics::wrapped(&without_links(text), 100)))
}

/// `[text](address)` as `text`.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        plain.push_str(before);
        match link.split_once("](").and_then(|(name, tail)| Some((name, tail.split_once(')')?.1))) {
            Some((name, after)) if !name.contains('[') => {
                plain.push_str(name);
                rest = after;
            }
            _ => {
                plain.push('[');
                rest = link;
            }
        }
    }
    plain + rest
}

fn topic_text(topic: &str) -> Option<String> {
    Some(match topic {
        "properties" => properties(),
        "formulas" => FORMULAS.to_string(),
        "expectations" => EXPECTATIONS.to_string(),
        "fairness" => FAIRNESS.to_string(),
        "engines" => engines(),
        "languages" => languages(),
        "any-number" => ANY_NUMBER.to_string(),
        "traces" => TRACES.to_string(),
        "explanations" => EXPLANATIONS.to_string(),
        "constraints" => CONSTRAINTS.to_string(),
        "exit-codes" => EXIT_CODES.to_string(),
        "codes" => format!(
            "Every error, warning and remark has a code. `synod help CODE` explains one:\n\n{}",
            summaries(codes())
        ),
        "glossary" => {
            let headings: Vec<&str> = entries().map(|(heading, _)| heading).collect();
            let list = synod_session::diagnostics::wrapped(&headings.join(", "), 100);
            format!("The glossary explains these terms; `synod help TERM` prints an entry:\n\n{list}\n")
        }
        _ => return None,
    })
}

fn properties() -> String {
    let mut text = "\
Properties are questions about all runs of a model. They are written in the model and called spec-1,
spec-2, … by position, besides the names they may have. `--property` takes a name, a pattern with * and ?,
or a position, and may be repeated; without it all properties of the model are checked.

These can be asked of every model by name:

"
    .to_string();
    for built_in in synod_session::check::BUILT_IN {
        text.push_str(&format!("  {:<12} {}\n", built_in.name, built_in.meaning));
    }
    text.push_str(
        "\nVerdicts: holds, violated (with a run), bounded (no violation within a limit) and unknown.\n",
    );
    text
}

fn engines() -> String {
    let mut text = "Engines decide properties. `--engine` takes one of:\n\n".to_string();
    text.push_str(&format!(
        "  {:<12} {}\n",
        synod_session::check::AUTO,
        "Chooses for each property (the default)."
    ));
    for engine in synod_session::check::ENGINES {
        text.push_str(&format!("  {:<12} {}\n", engine.name, engine.meaning));
    }
    text
}

fn languages() -> String {
    let mut text =
        "The language of a model is the one given with `--language`, or else that of its file ending, or else the one that its \
         text is in:\n\n"
            .to_string();
    for frontend in synod_session::languages().iter() {
        let language = frontend.language();
        let endings: Vec<String> = language.endings.iter().map(|e| format!(".{e}")).collect();
        text.push_str(&format!("  {:<14} {:<6} {}\n", language.name, endings.join(" "), language.meaning));
    }
    text
}

const ANY_NUMBER: &str = "\
A PISPL model describes an agent of each role, and not how many there are. Its formulas have index variables
for different agents of a role: (Robot : {u, v}) AG !(in(u) and in(v)).

  synod check model.pispl                    verify for every number of agents
  synod check model.pispl Robot=3 Source=1   verify one instance (simulate, interact and show too)
  synod check model.pispl Source=1           verify for one source and every number of robots
  synod cutoff model.pispl                   explain what can be proved, and how

Verdicts for every number: the property holds for all sizes from the ones named on; it is violated at some
size, with a run of that instance; or it is not decided, with the reason. Proofs use a cutoff (one instance
decides all larger ones, for systems of the classes SFE, SGS and SMR), counter abstractions that cover many
sizes at once together with the instances they leave out, or a backward search. Only universal formulas can be
proved: AG, AF, A(f U g), K, and, or, negation of propositions (AX too if the semantics is synchronous).

`--more-agents N` looks further for violations, `--threshold N` lets abstractions count further. In an
interleaved system the null step may be taken for ever, so AF p holds only if p holds at once; `--null-step
when-stuck` takes it only where no other step is enabled.
";

const EXPLANATIONS: &str = "\
Beside verdicts and runs, Synod says why.

Where no step can be taken, at the end of a run or in `synod interact` (`steps`, `why`, `why AGENT`, `view AGENT`):
what agents would do there and what stands against it: false guards with the values of what they read, agents that
block a send, partners that are missing, lines of a protocol that do not apply.

Warnings beside a property that holds: antecedents that are never true (remark::vacuous-implication), and what holds
only because runs deadlock (remark::repeated-dead-end and others). Warnings about the model: commands that are never
used in any reachable state (model::never-taken, model::never-reached). `--deny-warnings` makes them count.

`check --coverage` prints the text of the model with how often each command is used in the reachable states;
`check --coverage=FILE.lcov` writes that in the format of LCOV.

`replay --property P` says whether a run violates P however it goes on, satisfies it however it goes on, or leaves it
open.
";

const TRACES: &str = "\
A trace is a run of the model, or its beginning: states, the steps between them and, for an infinite run (a
lasso), where its loop begins. In the printed form, the first state is shown in full and after each step only
what changed. State 0 is the first; state N is the one after step N.

Where a language has no names for the places of an agent in its program, they are told by what can be done
there: `at sCall!`. Values that never change are told once.

  --watch EXPRESSION   adds an expression to every state, in the language of the model; may be repeated
  --only AGENT,…       tells only what concerns these agents, or agents of these types
  check --minimise     looks for fewer steps, then fewer agents that move, then fewer and smaller values

`--trace-out FILE` writes traces; the name tells how:

  *.json               JSON as described by `synod schema trace`
  *.itf.json           the Informal Trace Format, which other tools and the trace viewers of editors read
  *.csv                a table: a row a state
  *.ndjson             JSON, a small record a line: the step and the values that are new
  *.svg                a sequence chart: lifelines, messages, values that change
  *.mmd, *.puml        the same for Mermaid and for PlantUML
  *.chart.json         the same as data (`synod schema chart`)

Other endings are refused. When there are several traces, their names are put into the file name: trace.json
becomes trace.spec-2.json. `-` is standard output, and takes JSON; what people read then goes to standard error.
Files are replaced as a whole, and never the model. `synod replay MODEL FILE --format sequence` (or mermaid,
plantuml, csv, ndjson, itf, json, chart) prints a trace that is in a file.

`synod replay MODEL FILE` checks that a trace is a run of a model, and `load FILE` in `synod interact` follows
it. Traces of other tools that give only states, in the Informal Trace Format, can be loaded too.
`synod replay MODEL FILE --property P` checks whether the trace violates P; FILE may then be a witness that a
hardware model checker gave for `synod show MODEL --property P --format aiger` (or btor2).
";

const CONSTRAINTS: &str = "\
A constraint selects initial states: comparisons joined by & (or by commas) and |, with ! and
parentheses.

  comparison   variable operator value, or a bool variable alone
  operator     = == != < <= > >=
  variable     a full name, such as client-cLink, or an element, such as list[2]
  value        a number, true, false, a value of an enumeration, or another variable

Examples:
  synod simulate model.rcp --constraint 'client-cLink = c & !machine-asgn'
  init manager-fLink != g1            (at the prompt of `synod interact`)
";

const FORMULAS: &str = "\
`check --formula FORMULA` asks a question that is not in the model, in its language; `check`, `eval` and
`find` at the prompt of `synod interact` do the same.

  synod check model.rcp --formula 'G (a-busy -> F !a-busy)'
  synod check model.labs n=3 --formula 'always forall Node a, leader of a <= 3'
  synod check model.ispl --formula 'AG (p -> K(Agent, p))'

Notation of other tools is accepted where it has one meaning only; the answer shows how it was read:
  [] <>  always, eventually      && || ~ and or not =>  the signs of the language
  AG AF  in R-CHECK, where specifications are about all runs anyway
  a.n    a-n in R-CHECK, n of a in LAbS      G p, AG p  ltl G p, ctl AG p in LAbS
Mistakes are shown at their place in the formula.
";

const EXPECTATIONS: &str = "\
Comments in a model may say which verdicts to expect; `check --expect` compares, and exits with 0 if all
are as expected, else with 1.

  // expect: violated            before a property, on a line of its own
  SPEC G p // expect: holds      behind it, on the same line
  // expect safe: holds          anywhere, with the name of a property or no-deadlock, no-fault

Comments begin with // in R-CHECK, # in LAbS, -- in ISPL, PISPL, CCS and choreographies. Verdicts: holds,
violated, bounded, unknown; `holds or bounded` expects either; what follows is for people. A property of
which nothing is said is expected to hold.
";

const FAIRNESS: &str = "\
Fairness assumptions leave out runs on which an agent or a condition is postponed for ever:

  --fair-agent AGENT          if from some state on the agent can always begin a step, it begins
                              infinitely many (weak fairness); AGENT is a name, a type, or all
  --fair-agent strong:AGENT   if it can in infinitely many states, it begins infinitely many
  --weak-fair CONDITION       the condition holds infinitely often (justice)
  --strong-fair WHEN THEN     if WHEN holds infinitely often, so does THEN (compassion)

An agent begins a step if it sends, gets or acts. Conditions are in the language of the model. A run into a
dead end repeats its last state. Strong fairness is for properties of linear time. Counterexamples say why
they are fair. LAbS has also `--fair`, which is another schedule: agents take turns.
";

const EXIT_CODES: &str = "\
Exit codes:

  0    all properties hold, or are as expected (`check --expect`); or all claims of an
       estimate are accepted; or the command did what it was asked to
  1    some property is violated, or not as expected; or a claim is rejected; or a trace is
       not a run of the model; or `lint` found something; or `fmt --check` or `--diff` has
       something to change
  2    bad input or usage: the model, a file, an option
  3    inconclusive: no violation was found, but not everything was explored; or all
       properties are about more agents than there are, so that none was checked; or a
       simulation was interrupted; or an estimate was made without a claim; or, with
       `check --deny-warnings`, a property holds, but a warning stands beside it (such as
       `vacuous`), or about the model (such as `may-overflow`, unless `no-fault` is proved)
  130  interrupted twice
  141  the reader of the output has closed it (a broken pipe)

If a file cannot be written after the work is done, the code still tells the verdict, and a message says both. What can
be known to fail is refused before the work, with 2.
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_of_the_tool_names_every_topic() {
        let help = Cli::command().render_long_help().to_string();
        let words: Vec<&str> = help.split([' ', ',', ';', '\n']).collect();
        let missing: Vec<&str> = TOPICS.into_iter().filter(|topic| !words.contains(topic)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
