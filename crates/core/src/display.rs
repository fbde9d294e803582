//! Expressions, formulas and values in readable text.

use synod_syntax::checkpoint;

use crate::expr::{BinaryOp, Expr, ExprId, UnaryOp};
use crate::property::Formula;
use crate::system::{Choice, Rule, System};
use crate::types::Sort;

/// A value of a sort in the words of the model.
pub fn show_value(system: &System, sort: Sort, value: i64) -> String {
    match sort {
        Sort::Bool => (value != 0).to_string(),
        Sort::Int => value.to_string(),
        Sort::Enum(id) => usize::try_from(value)
            .ok()
            .and_then(|i| system.enums[id.0 as usize].values.get(i))
            .cloned()
            .unwrap_or_else(|| format!("?{value}")),
    }
}

/// How tightly a printed expression holds together; greater is tighter.
type Precedence = u8;

/// An expression as text.
pub fn show_expr(system: &System, id: ExprId) -> String {
    expr(system, &[], id).0
}

/// An expression of a rule as text, which calls choices by their names.
pub fn show_expr_in(system: &System, rule: &Rule, id: ExprId) -> String {
    expr(system, &rule.choices, id).0
}

fn expr(system: &System, choices: &[Choice], id: ExprId) -> (String, Precedence) {
    checkpoint();
    let exprs = &system.exprs;
    let part = |id: ExprId, at_least: Precedence| {
        let (text, precedence) = expr(system, choices, id);
        if precedence < at_least { format!("({text})") } else { text }
    };
    let joined = |list: &[ExprId], word: &str, precedence: Precedence| {
        let parts: Vec<String> = list.iter().map(|a| part(*a, precedence + 1)).collect();
        (parts.join(word), precedence)
    };
    match &exprs[id] {
        Expr::Const(sort, value) => {
            (show_value(system, *sort, *value), if *value < 0 && *sort == Sort::Int { 6 } else { 9 })
        }
        Expr::Var(var) => (system.var(*var).name.clone(), 9),
        Expr::Element(var, index) => (format!("{}[{}]", system.var(*var).name, part(*index, 0)), 9),
        Expr::Choice(position, _) => match choices.get(*position as usize) {
            Some(choice) => (choice.name.clone(), 9),
            None => (format!("?{position}"), 9),
        },
        Expr::Took { part, alternative } => (format!("took({part}, {alternative})"), 9),
        Expr::Unary(UnaryOp::Not, a) => match exprs[*a] {
            Expr::Binary(BinaryOp::Eq, x, y) => (format!("{} != {}", part(x, 5), part(y, 5)), 4),
            _ => (format!("!{}", part(*a, 8)), 8),
        },
        Expr::Unary(UnaryOp::Neg, a) => (format!("-{}", part(*a, 8)), 8),
        Expr::Unary(UnaryOp::Abs, a) => (format!("abs({})", part(*a, 0)), 9),
        // A constant stands behind what it is compared with, as people write it.
        Expr::Binary(op @ (BinaryOp::Lt | BinaryOp::Le), a, b)
            if matches!(exprs[*a], Expr::Const(..)) && !matches!(exprs[*b], Expr::Const(..)) =>
        {
            let word = if *op == BinaryOp::Lt { ">" } else { ">=" };
            (format!("{} {word} {}", part(*b, 5), part(*a, 5)), 4)
        }
        Expr::Binary(op, a, b) => {
            let (word, precedence) = match op {
                BinaryOp::Eq => (" = ", 4),
                BinaryOp::Lt => (" < ", 4),
                BinaryOp::Le => (" <= ", 4),
                BinaryOp::Add => (" + ", 5),
                BinaryOp::Sub => (" - ", 5),
                BinaryOp::Mul => (" * ", 6),
                BinaryOp::Div => (" / ", 6),
                BinaryOp::Rem => (" rem ", 6),
                BinaryOp::Mod => (" % ", 6),
                BinaryOp::Min => return (format!("min({}, {})", part(*a, 0), part(*b, 0)), 9),
                BinaryOp::Max => return (format!("max({}, {})", part(*a, 0), part(*b, 0)), 9),
            };
            let left = if precedence == 4 { 5 } else { precedence };
            (format!("{}{word}{}", part(*a, left), part(*b, precedence + 1)), precedence)
        }
        Expr::And(list) => joined(list, " & ", 2),
        Expr::Or(list) => joined(list, " | ", 1),
        Expr::Ite(c, t, e) => (format!("if {} then {} else {}", part(*c, 1), part(*t, 1), part(*e, 1)), 0),
    }
}

/// What a run shows that ends in a state which a group takes for possible, and where a fact is false. Who has no
/// members takes all states for possible.
pub fn show_doubt(system: &System, group: &[crate::AgentId], fact: &Formula) -> String {
    let names: Vec<&str> = group.iter().map(|agent| system.agent(*agent).name.as_str()).collect();
    let fact = show_formula(system, fact);
    match names.is_empty() {
        true => format!("the last state can be reached too, and there `{fact}` is false"),
        false => {
            format!("to {} the last state looks the same, but there `{fact}` is false", names.join(" and "))
        }
    }
}

/// The parts of a formula about what holds after every step of some kind.
fn after_step(parts: &[Formula]) -> Option<(&crate::StepPredicateId, &Formula)> {
    match parts {
        [Formula::Not(step), Formula::Next(then)] => match &**step {
            Formula::Step(step) => Some((step, then)),
            _ => None,
        },
        _ => None,
    }
}

/// A formula as text.
pub fn show_formula(system: &System, formula: &Formula) -> String {
    use Formula::*;
    let show = |f: &Formula| show_formula(system, f);
    // Not what has no blanks: those are a matter of layout.
    let in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let is_word = |e: ExprId| system.written(e).is_some_and(|text| text.chars().all(in_name));
    let tight = |f: &Formula| match f {
        State(e) if is_word(*e) => show(f),
        Or(list) if after_step(list).is_some() => show(f),
        State(_) | And(_) | Or(_) | Until(..) | Release(..) | WeakUntil(..) => format!("({})", show(f)),
        _ => show(f),
    };
    let group = |agents: &[crate::AgentId]| {
        agents.iter().map(|a| system.agent(*a).name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let step = |id: &crate::StepPredicateId| system.step_predicates[id.0 as usize].text.clone();
    match formula {
        State(e) => system.written(*e).map_or_else(|| show_expr(system, *e), str::to_string),
        Step(p) => format!("<<{}>>true", step(p)),
        Arrived(p) => format!("after({})", step(p)),
        Deadlock => "deadlock".to_string(),
        Faulty => "faulty".to_string(),
        Not(a) => format!("!{}", tight(a)),
        And(list) if list.is_empty() => "true".to_string(),
        Or(list) if list.is_empty() => "false".to_string(),
        And(list) => list.iter().map(tight).collect::<Vec<_>>().join(" & "),
        Or(list) => match after_step(list) {
            Some((p, then)) => format!("[[{}]] {}", step(p), tight(then)),
            None => list.iter().map(tight).collect::<Vec<_>>().join(" | "),
        },
        Next(a) => format!("X {}", tight(a)),
        Finally(a) => format!("F {}", tight(a)),
        Globally(a) => format!("G {}", tight(a)),
        Until(a, b) => format!("{} U {}", tight(a), tight(b)),
        Release(a, b) => format!("{} R {}", tight(a), tight(b)),
        WeakUntil(a, b) => format!("{} W {}", tight(a), tight(b)),
        AllRuns(a) => format!("A {}", tight(a)),
        SomeRun(a) => format!("E {}", tight(a)),
        Knows(agent, a) => format!("K({}, {})", system.agent(*agent).name, show(a)),
        EverybodyKnows(agents, a) => format!("E({{{}}}, {})", group(agents), show(a)),
        CommonKnowledge(agents, a) => format!("C({{{}}}, {})", group(agents), show(a)),
        DistributedKnowledge(agents, a) => format!("D({{{}}}, {})", group(agents), show(a)),
        Coalition(agents, a) => format!("<<{}>> {}", group(agents), tight(a)),
    }
}
