//! Proofs that a solver found, and what they claim: conditions that cannot be true, for any solver to
//! check.
//!
//! Nothing that a certificate says is believed: its claims are made from the model anew.

use synod_core::{Argument, Certificate, Conditions, Formula, Induction, System, counted};
use synod_sat::Refusal;
use synod_symbolic::conjuncts;

use crate::machine;
use crate::question::{Goal, TermQuestion};
use crate::reply::{self, Reply};
use crate::script::Script;
use crate::terms::Symbol;

/// What an argument comes down to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// Declarations and definitions.
    pub definitions: String,
    /// Conditions that cannot be true, each with what is wrong if it can.
    pub impossible: Vec<(String, String)>,
}

/// The logic that the claims of any argument are in.
pub const LOGIC: &str = "ALL";
/// Certificates about more steps are not worth the memory.
const MOST_STEPS: u64 = 1 << 12;

fn wrong<T>(reason: &str) -> Result<T, Refusal> {
    Err(Refusal::Wrong(reason.to_string()))
}

/// The claims of a certificate for a formula, one for each argument.
pub fn claims_of(
    system: &System,
    formula: &Formula,
    certificate: &Certificate<Conditions>,
) -> Result<Vec<Claims>, Refusal> {
    let conjuncts = conjuncts(system, formula);
    if !conjuncts.iter().all(Formula::is_linear) {
        return wrong("the property is about more than one run");
    }
    if conjuncts.len() != certificate.arguments.len() {
        return wrong("it has not one argument for each conjunct of the property");
    }
    std::iter::zip(&conjuncts, &certificate.arguments)
        .map(|(conjunct, argument)| match TermQuestion::new(system, conjunct) {
            Ok(question) => claims(question, argument),
            Err(machine::Refusal::Choices | machine::Refusal::TooLarge) => {
                wrong("the model cannot be written as terms")
            }
        })
        .collect()
}

fn claims(question: TermQuestion, argument: &Argument<Conditions>) -> Result<Claims, Refusal> {
    let (k_liveness, because) = match argument {
        Argument::NoStart => {
            let script = Script::new(&question);
            let start = format!("(and {} {})", script.begins(0), script.possible(0));
            return Ok(Claims {
                definitions: script.definitions() + &script.declare(0),
                impossible: vec![(start, "there is an initial state".to_string())],
            });
        }
        Argument::Unrolled { depth } => return claims_of_unrolling(&Script::new(&question), *depth),
        Argument::Unreachable { k_liveness, because } => (k_liveness, because),
    };
    let question = match (&question.goal, k_liveness) {
        (Goal::Reach(_), None) => question,
        (Goal::Lasso { .. }, Some(limit)) => question.k_liveness(*limit),
        (Goal::Lasso { .. }, None) => {
            return wrong("it has no k-liveness bound, but the property is a liveness property");
        }
        (Goal::Reach(_), Some(_)) => {
            return wrong("it has a k-liveness bound, but the property is a safety property");
        }
    };
    let script = Script::new(&question);
    match because {
        Induction::Invariant(conditions) => claims_of_invariant(&question, conditions),
        Induction::Steps(steps) => claims_of_steps(&script, *steps),
    }
}

/// Declares the positions up to a last one, and defines for each that a run from the start leads there.
fn runs(script: &Script, last: u64) -> Result<String, Refusal> {
    if last > MOST_STEPS {
        return wrong("it is about too many steps");
    }
    let mut text = script.definitions() + &script.declare(0);
    text += &format!("(define-fun run0 () Bool (and {} {}))\n", script.begins(0), script.possible(0));
    for position in 1..=last as usize {
        let before = position - 1;
        text += &script.declare(position);
        text += &format!(
            "(define-fun run{position} () Bool (and run{before} {} {}))\n",
            script.moves(before),
            script.possible(position)
        );
    }
    Ok(text)
}

/// What is looked for is not at the first positions of a run.
fn not_reached(script: &Script, positions: u64) -> Vec<(String, String)> {
    let reached = |position| format!("(and run{position} {})", script.bad(position));
    let otherwise = "a bad state is reachable".to_string();
    (0..positions as usize).map(|position| (reached(position), otherwise.clone())).collect()
}

fn claims_of_unrolling(script: &Script, depth: u64) -> Result<Claims, Refusal> {
    let definitions = runs(script, depth)?;
    let mut impossible = not_reached(script, depth);
    impossible.push((format!("run{depth}"), format!("a run goes on for {}", counted(depth, "step"))));
    Ok(Claims { definitions, impossible })
}

fn claims_of_steps(script: &Script, steps: u64) -> Result<Claims, Refusal> {
    let mut definitions = runs(script, steps)?;
    definitions += &format!("(define-fun way0 () Bool {})\n", script.possible(0));
    for position in 1..=steps as usize {
        let before = position - 1;
        // A shortest run to what is looked for comes to no state twice.
        let new: String =
            (0..position).map(|earlier| format!(" (not {})", script.same(earlier, position))).collect();
        definitions += &format!(
            "(define-fun way{position} () Bool (and way{before} (not {}) {} {}{new}))\n",
            script.bad(before),
            script.moves(before),
            script.possible(position)
        );
    }
    let mut impossible = not_reached(script, steps);
    let step = format!("(and way{steps} {})", script.bad(steps as usize));
    impossible.push((step, format!("a depth of {steps} is not enough for an induction")));
    Ok(Claims { definitions, impossible })
}

/// An invariant holds at the start, is preserved by every step, and excludes what is looked for.
pub fn claims_of_invariant(question: &TermQuestion, conditions: &Conditions) -> Result<Claims, Refusal> {
    let script = Script::new(question);
    let names = names(question);
    if !conditions.iter().all(|condition| is_condition(condition, &names)) {
        return wrong("it names something that the model does not have");
    }
    let parameters: String = std::iter::zip(&names, &question.state)
        .map(|(name, symbol)| format!(" ({name} {})", symbol.sort.name()))
        .collect();
    let all: String = conditions.iter().map(|condition| format!(" {condition}")).collect();
    let definition = format!("(define-fun holds ({parameters}) Bool (and true{all}))\n");
    let (now, then, possible) = (script.holds(0), script.holds(1), script.possible(0));
    let impossible = [
        (format!("(and {} (not {now}))", script.begins(0)), "an initial state violates the invariant"),
        (
            format!("(and {now} {possible} {} (not {then}))", script.moves(0)),
            "a step does not preserve the invariant",
        ),
        (
            format!("(and {now} {possible} {})", script.bad(0)),
            "the invariant does not exclude all bad states",
        ),
    ];
    Ok(Claims {
        definitions: script.definitions() + &definition + &script.declare(0) + &script.declare(1),
        impossible: impossible.map(|(condition, otherwise)| (condition, otherwise.to_string())).to_vec(),
    })
}

/// The invariant in an answer to `get-model`, in the words of the model; `None` if it is not one
/// definition.
pub fn invariant(question: &TermQuestion, model: &Reply) -> Option<Conditions> {
    let definitions = model.definitions()?;
    let [Reply::List(definition)] = definitions.as_slice() else { return None };
    let [_, _, Reply::List(parameters), _, body] = definition.as_slice() else { return None };
    let parameter = |parameter: &Reply| match parameter {
        Reply::List(pair) => pair.first().cloned(),
        Reply::Atom(_) => None,
    };
    let parameters: Vec<Reply> = parameters.iter().map(parameter).collect::<Option<_>>()?;
    let names = names(question);
    let renamed = |word: &str| {
        let position = parameters.iter().position(|known| matches!(known, Reply::Atom(name) if name == word));
        position.and_then(|position| names.get(position)).cloned()
    };
    let conditions = match body.renamed(&renamed) {
        Reply::List(parts) if parts.first() == Some(&Reply::Atom("and".to_string())) => parts[1..].to_vec(),
        whole => vec![whole],
    };
    Some(conditions.iter().map(Reply::to_string).collect())
}

/// What the symbols of the state are called in certificates: as in the model, or in quotes if they belong to
/// the property.
fn names(question: &TermQuestion) -> Vec<String> {
    let system = question.machine.system;
    let mut names = Vec::with_capacity(question.state.len());
    for (_, var) in system.var_ids() {
        match var.len {
            None => names.push(var.name.clone()),
            Some(len) => names.extend((0..len).map(|index| format!("{}[{index}]", var.name))),
        }
    }
    let extra = |symbol: &Symbol| format!("'{}'", symbol.name);
    names.extend(question.state[question.machine.state.len()..].iter().map(extra));
    let can_be_quoted = |name: &str| !name.contains(['|', '\\', '\n']);
    std::iter::zip(names, &question.state)
        .map(|(name, symbol)| if can_be_quoted(&name) { format!("|{name}|") } else { symbol.name.clone() })
        .collect()
}

/// Whether a text is one term over some names, and nothing beside it that a solver would take for more.
fn is_condition(text: &str, names: &[String]) -> bool {
    let Some(term) = reply::read(&format!("{text}\n")) else { return false };
    let is_plain = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "_!<>=+*/-.".contains(c))
    };
    term.to_string() == text
        && term.all_words(&|word| is_plain(word) || names.iter().any(|name| name == word))
}
