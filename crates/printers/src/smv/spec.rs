//! Formulas as LTL or CTL specifications.

use synod_core::{ExprId, Formula, StepPredicateId};

/// How atoms are written.
pub trait Atoms {
    /// A state predicate, tight enough to stand beside any operator.
    fn state(&self, id: ExprId) -> String;
    /// The step that led here satisfies the predicate.
    fn arrived(&self, id: StepPredicateId) -> String;
    /// No step can be taken here.
    fn deadlock(&self) -> String;
    /// Some step here meets a fault.
    fn faulty(&self) -> String;
}

/// A formula in one of SMV's logics.
#[derive(Debug, PartialEq, Eq)]
pub enum Spec {
    /// Linear time.
    Ltl(String),
    /// Branching time.
    Ctl(String),
    /// SMV has no words for it; the reason.
    None(&'static str),
}

/// Puts a formula, meant for all runs from all initial states, into SMV's words.
pub fn spec(atoms: &dyn Atoms, formula: &Formula) -> Spec {
    if formula.is_epistemic() {
        return Spec::None("SMV has no knowledge operators");
    }
    if formula.any(&mut |f| matches!(f, Formula::Coalition(..))) {
        return Spec::None("SMV has no coalition operators");
    }
    if let Some(text) = ltl(atoms, formula) {
        return Spec::Ltl(top(text));
    }
    match state(atoms, formula).or_else(|| on_runs(atoms, formula, Quantifier::All)) {
        Some(text) => Spec::Ctl(top(text)),
        None => Spec::None("it mixes paths and states as only CTL* can"),
    }
}

/// Without the outermost parentheses, if there are some.
fn top(text: String) -> String {
    match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        Some(inner) if is_balanced(inner) => inner.to_string(),
        _ => text,
    }
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0;
    text.chars().all(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth >= 0
    })
}

fn join(parts: Vec<String>, word: &str, none: &str) -> String {
    match parts.len() {
        0 => none.to_string(),
        1 => parts.concat(),
        _ => format!("({})", parts.join(word)),
    }
}

/// A linear formula, tight enough to stand beside any operator; `None` if it is not linear.
fn ltl(atoms: &dyn Atoms, formula: &Formula) -> Option<String> {
    use Formula::*;
    let of = |f: &Formula| ltl(atoms, f);
    // `<<O>> φ` and `[[O]] φ` speak of one step: keep them together.
    if let Some((step, word, then)) = one_step(formula) {
        let (step, then) = (atoms.arrived(step), of(then)?);
        return Some(match (word, then.as_str()) {
            ("&", "TRUE") => format!("X {step}"),
            _ => format!("X ({step} {word} {then})"),
        });
    }
    Some(match formula {
        Step(id) => format!("X {}", atoms.arrived(*id)),
        Next(a) => format!("X {}", of(a)?),
        Finally(a) => format!("F {}", of(a)?),
        Globally(a) => format!("G {}", of(a)?),
        Until(a, b) => format!("({} U {})", of(a)?, of(b)?),
        Release(a, b) => format!("({} V {})", of(a)?, of(b)?),
        WeakUntil(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            format!("({b} V ({a} | {b}))")
        }
        other => propositional(atoms, other, &of)?,
    })
}

/// An atom about states, or a connective over what `of` makes of its operands; `None` for anything else.
fn propositional(
    atoms: &dyn Atoms,
    formula: &Formula,
    of: &dyn Fn(&Formula) -> Option<String>,
) -> Option<String> {
    use Formula::*;
    let each = |list: &[Formula]| list.iter().map(of).collect::<Option<Vec<_>>>();
    Some(match formula {
        State(id) => atoms.state(*id),
        Arrived(id) => atoms.arrived(*id),
        Deadlock => atoms.deadlock(),
        Faulty => atoms.faulty(),
        Not(a) => negated(&of(a)?),
        And(list) => join(each(list)?, " & ", "TRUE"),
        Or(list) => match list.as_slice() {
            [Not(a), b] => format!("({} -> {})", of(a)?, of(b)?),
            _ => join(each(list)?, " | ", "FALSE"),
        },
        _ => return None,
    })
}

/// The parts of a diamond or a box.
fn one_step(formula: &Formula) -> Option<(StepPredicateId, &'static str, &Formula)> {
    use Formula::*;
    match formula {
        And(list) => match list.as_slice() {
            [Step(id), Next(then)] => Some((*id, "&", then)),
            _ => None,
        },
        Or(list) => match list.as_slice() {
            [Not(step), Next(then)] => match **step {
                Step(id) => Some((id, "->", then)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// Negation binds tighter than the temporal prefixes and comparisons.
fn guarded(text: String) -> String {
    let alone = text.starts_with('(') || text.starts_with('!') || !text.contains(' ');
    if alone { text } else { format!("({text})") }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantifier {
    All,
    Some,
}

/// A state formula of CTL; `None` if it is not one.
fn state(atoms: &dyn Atoms, formula: &Formula) -> Option<String> {
    match formula {
        Formula::AllRuns(path) => on_runs(atoms, path, Quantifier::All),
        Formula::SomeRun(path) => on_runs(atoms, path, Quantifier::Some),
        other => propositional(atoms, other, &|f| state(atoms, f)),
    }
}

/// A path formula under a quantifier: one temporal operator over state formulas, or a condition on
/// the next step and the state it leads to.
fn on_runs(atoms: &dyn Atoms, path: &Formula, quantifier: Quantifier) -> Option<String> {
    use Formula::*;
    let of = |f: &Formula| state(atoms, f);
    Some(match path {
        Finally(a) => quantifier.until("TRUE", &of(a)?),
        Globally(a) => quantifier.always(&of(a)?),
        Until(a, b) => quantifier.until(&of(a)?, &of(b)?),
        Release(a, b) => negated(&quantifier.other().until(&negated(&of(a)?), &negated(&of(b)?))),
        WeakUntil(a, b) if quantifier == Quantifier::Some => {
            let (a, b) = (of(a)?, of(b)?);
            format!("({} | {})", quantifier.until(&a, &b), quantifier.always(&a))
        }
        WeakUntil(a, b) => {
            let (a, b) = (negated(&of(a)?), negated(&of(b)?));
            negated(&quantifier.other().until(&b, &format!("({a} & {b})")))
        }
        Not(a) => match after_step(atoms, path) {
            Some(text) => quantifier.next(&text),
            None => negated(&on_runs(atoms, a, quantifier.other())?),
        },
        _ => match after_step(atoms, path) {
            Some(text) => quantifier.next(&text),
            None => of(path)?,
        },
    })
}

/// The negation, or what a negation negates.
fn negated(text: &str) -> String {
    match text.strip_prefix('!') {
        Some(inner) if !inner.contains(' ') || top(inner.to_string()) != inner => inner.to_string(),
        _ => format!("!{}", guarded(text.to_string())),
    }
}

/// The operators of CTL under a quantifier.
impl Quantifier {
    fn other(self) -> Self {
        match self {
            Quantifier::All => Quantifier::Some,
            Quantifier::Some => Quantifier::All,
        }
    }

    fn letter(self) -> char {
        match self {
            Quantifier::All => 'A',
            Quantifier::Some => 'E',
        }
    }

    fn next(self, a: &str) -> String {
        format!("{}X {a}", self.letter())
    }

    fn always(self, a: &str) -> String {
        format!("{}G {a}", self.letter())
    }

    fn until(self, a: &str, b: &str) -> String {
        match a {
            "TRUE" => format!("{}F {b}", self.letter()),
            _ => format!("{} [ {a} U {b} ]", self.letter()),
        }
    }
}

/// The state formula `φ` for which the path formula is `X φ`: every run takes a step, so the next
/// operator can be drawn out of all connectives.
fn after_step(atoms: &dyn Atoms, path: &Formula) -> Option<String> {
    use Formula::*;
    match path {
        Step(id) => Some(atoms.arrived(*id)),
        Next(a) => state(atoms, a),
        And(list) | Or(list) if list.is_empty() => None,
        Not(_) | And(_) | Or(_) => propositional(atoms, path, &|f| after_step(atoms, f)),
        _ => None,
    }
}
