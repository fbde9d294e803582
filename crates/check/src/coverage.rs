//! Which commands of a model are never used: what the reachable states tell about the text.

use synod_core::{Budget, Command, Coverage, Engine, Formula, System, Usage};
use synod_syntax::Diagnostic;

use crate::built_in::question;

/// How many places are named of commands that are never reached.
const MOST_LABELS: usize = 5;

/// How often commands are used, as far as one of the engines finds out. Unless it has to be exact, it is enough to know
/// which are never.
pub(crate) fn coverage<'a>(
    engines: impl Iterator<Item = &'a dyn Engine> + Clone,
    system: &System,
    commands: &[Command],
    exact: bool,
    budget: &Budget,
) -> Coverage {
    let counted = engines.clone().find_map(|engine| engine.coverage(commands, exact, budget));
    let mut found = counted.unwrap_or_else(|| Coverage::none(commands));
    if !found.complete && !found.is_full() && !exact {
        prove_unused(engines, system, commands, &mut found, budget);
    }
    found
}

/// Asks the engines about what was not used yet: sets of states may be known, or found, where single states are too many.
/// The coverage is complete if all of that turns out to be never used.
fn prove_unused<'a>(
    engines: impl Iterator<Item = &'a dyn Engine> + Clone,
    system: &System,
    commands: &[Command],
    found: &mut Coverage,
    budget: &Budget,
) {
    let Some(engine) = engines.clone().find(|engine| engine.keeps_sets()) else { return };
    let never = |formula: Formula| {
        let formula = Formula::Globally(Box::new(formula.not()));
        engine.holds(&question(formula), budget)
    };
    for (position, command) in commands.iter().enumerate() {
        if found.counts[position] > 0 {
            continue;
        }
        let Some(used) = usable(system, command) else { return };
        match never(used) {
            Some(true) => {}
            // It may be used: that is all that has to be known.
            Some(false) => found.counts[position] = 1,
            None => return,
        }
    }
    // Whether agents come to these commands is not known, so each is told for itself.
    found.reached.fill(true);
    found.complete = true;
}

/// Where a command may be used, faults apart; `None` if that depends on what steps pick.
fn usable(system: &System, command: &Command) -> Option<Formula> {
    let state = |id| system.exprs.choices(id).is_empty().then_some(Formula::State(id));
    match &command.usage {
        Usage::States(condition) => state(*condition),
        Usage::Steps(steps) => {
            let mut ways = Vec::new();
            for step in steps {
                let rule = system.rule(step.rule);
                let mut all = vec![state(rule.guard)?];
                for (part, each) in rule.parts.iter().enumerate() {
                    let open = each.alternatives.iter().enumerate().filter(|(alternative, _)| {
                        step.took.is_none_or(|(own, wanted)| {
                            own as usize != part || wanted as usize == *alternative
                        })
                    });
                    let open: Option<Vec<Formula>> = open.map(|(_, one)| state(one.guard)).collect();
                    all.push(Formula::Or(open?));
                }
                ways.push(Formula::And(all));
            }
            Some(Formula::Or(ways))
        }
    }
}

/// Warnings about commands that are never used. Those that agents never come to are told together: it is because of others.
pub(crate) fn warnings(commands: &[Command], coverage: &Coverage) -> Vec<Diagnostic> {
    if !coverage.complete {
        return Vec::new();
    }
    // Conditions on states have warnings of their own.
    let is_unused = |command: &Command, count: u64| count == 0 && matches!(command.usage, Usage::Steps(_));
    let unused: Vec<(&Command, bool)> = (0..commands.len())
        .filter(|at| is_unused(&commands[*at], coverage.counts[*at]))
        .map(|at| (&commands[at], coverage.reached[at]))
        .collect();
    let mut found = Vec::new();
    for (command, _) in unused.iter().filter(|(_, reached)| *reached) {
        let message = format!("this {} is never taken", command.kind);
        let mut warning = Diagnostic::warning("model::never-taken", command.span, message);
        if !command.begins.is_empty() {
            warning = warning.explain("agents come to it, but in no reachable state can it be taken");
        }
        if is_last_way(command, commands, coverage) {
            warning = warning
                .explain("nothing else can be done there either: who comes to it stays there for ever");
        }
        found.push(warning.help("see where it is blocked with `synod interact` and `why`, or how often each command is taken with `--coverage`"));
    }
    let mut unreached = unused.iter().filter(|(_, reached)| !*reached).map(|(command, _)| *command);
    if let Some(first) = unreached.next() {
        let rest: Vec<&Command> = unreached.collect();
        let message = match rest.len() {
            0 => format!("this {} is never reached", first.kind),
            more => format!("this {} and {more} more are never reached", first.kind),
        };
        let mut warning = Diagnostic::warning("model::never-reached", first.span, message);
        for command in rest.iter().take(MOST_LABELS) {
            warning = warning.label(command.span, "never reached");
        }
        found.push(warning.explain("no agent ever comes to it, so something before it is never done"));
    }
    found
}

/// Whether no command that begins where this one does is ever taken.
fn is_last_way(command: &Command, commands: &[Command], coverage: &Coverage) -> bool {
    let beside = |other: &Command| other.begins.iter().any(|place| command.begins.contains(place));
    let mut beside = std::iter::zip(commands, &coverage.counts).filter(|(other, _)| beside(other));
    !command.begins.is_empty() && beside.all(|(_, count)| *count == 0)
}
