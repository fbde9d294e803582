//! Which part of a formula is true where on a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::{
    AgentId, Budget, Expr, ExprId, Formula, Property, State, System, Trace, UnaryOp, show_expr, show_formula,
};
use synod_documents as documents;
use synod_printers::trace_json;
use synod_session::OpenedModel;
use synod_simulate::{Hint, Interpreter, Truth, Worlds, evaluate_with};

/// Whether something holds at a position, as far as the run tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RunTruth {
    /// It holds.
    True,
    /// It does not.
    False,
    /// The run does not tell.
    Unknown,
}

/// A part of a formula along a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FormulaRow {
    /// The part.
    pub text: String,
    /// How deep it stands in the formula; the whole is 0.
    pub depth: usize,
    /// The position of the part of which it is a direct part; null for the whole.
    pub parent: Option<usize>,
    /// Its truth at each position.
    pub truth: Vec<RunTruth>,
    /// States that look the same to an agent, and where what it should know is false.
    pub look_alikes: Vec<LookAlike>,
}

/// A reachable state that looks the same to an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LookAlike {
    /// The position of the run that it looks like.
    pub at: usize,
    /// To whom.
    pub agents: Vec<String>,
    /// What it shows, as a sentence.
    pub text: String,
    /// The values that are different there.
    pub differences: synod_documents::State,
    /// The position of the companion of the run that leads to it; null if it has none.
    pub companion: Option<usize>,
}

/// Deeper and longer formulas are not taken apart any further.
const MOST_ROWS: usize = 200;

/// The parts of a property along a run, the whole first, each before its own parts.
pub(crate) fn rows(
    model: &OpenedModel,
    property: &Property,
    run: &Trace,
    document: &documents::Trace,
    budget: &Budget,
) -> Vec<FormulaRow> {
    let system = &model.compiled.system;
    let interpreter = Interpreter::new(system).until(budget);
    let worlds = Worlds::new(&interpreter);
    let formula = property.formula.of_infinite_runs().unwrap_or(&property.formula);
    let judge = Judge { system, interpreter: &interpreter, worlds: &worlds, run, document };
    let hints = judge.hints(formula);
    let mut rows = Vec::new();
    judge.add(&Part::of(system, formula), None, 0, &hints, &mut rows);
    // The whole is shown as it was written; its parts have no text of their own.
    let written = property.text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(whole) = rows.first_mut().filter(|_| !written.is_empty()) {
        whole.text = written;
    }
    rows
}

/// A part of a formula as people read it.
enum Part {
    /// The first implies the second.
    Implies(Formula, Box<Part>, Box<Part>),
    /// Any other operator.
    Other(Formula, Vec<Part>),
}

impl Part {
    fn of(system: &System, formula: &Formula) -> Part {
        if let Formula::Or(list) = formula
            && let [Formula::Not(first), second] = list.as_slice()
        {
            let parts = [first, second].map(|part| Box::new(Part::of(system, part)));
            let [first, second] = parts;
            return Part::Implies(formula.clone(), first, second);
        }
        if let Formula::State(id) = formula {
            return Part::of_expression(system, *id);
        }
        let parts = formula.children().into_iter().map(|part| Part::of(system, part)).collect();
        Part::Other(formula.clone(), parts)
    }

    fn of_expression(system: &System, id: ExprId) -> Part {
        let formula = Formula::State(id);
        let part = |id: &ExprId| Part::of_expression(system, *id);
        match &system.exprs[id] {
            Expr::Or(list) => match list.as_ref() {
                [first, second] if negated(system, *first).is_some() => {
                    let first = negated(system, *first).unwrap_or(*first);
                    Part::Implies(formula, Box::new(part(&first)), Box::new(part(second)))
                }
                all => Part::Other(formula, all.iter().map(part).collect()),
            },
            Expr::And(list) => Part::Other(formula, list.iter().map(part).collect()),
            Expr::Unary(UnaryOp::Not, inner) => Part::Other(formula, vec![part(inner)]),
            _ => Part::Other(formula, Vec::new()),
        }
    }

    fn formula(&self) -> &Formula {
        match self {
            Part::Implies(formula, ..) | Part::Other(formula, _) => formula,
        }
    }

    fn parts(&self) -> Vec<&Part> {
        match self {
            Part::Implies(_, first, second) => vec![first, second],
            Part::Other(_, parts) => parts.iter().collect(),
        }
    }

    fn text(&self, system: &System) -> String {
        let tight = |part: &Part| match (part.formula(), part.parts().is_empty()) {
            (_, true) => part.text(system),
            (Formula::Not(_) | Formula::Next(_) | Formula::Finally(_) | Formula::Globally(_), _) => {
                part.text(system)
            }
            _ => format!("({})", part.text(system)),
        };
        match (self, self.parts().as_slice()) {
            (Part::Implies(_, first, second), _) => format!("{} -> {}", tight(first), tight(second)),
            (_, []) => match self.formula() {
                Formula::State(id) => show_expr(system, *id),
                formula => show_formula(system, formula),
            },
            (_, parts) => {
                let joined =
                    |between: &str| parts.iter().map(|part| tight(part)).collect::<Vec<_>>().join(between);
                match self.formula() {
                    Formula::And(_) => joined(" & "),
                    Formula::Or(_) => joined(" | "),
                    Formula::Not(_) => format!("!{}", joined("")),
                    Formula::Next(_) => format!("X {}", joined("")),
                    Formula::Finally(_) => format!("F {}", joined("")),
                    Formula::Globally(_) => format!("G {}", joined("")),
                    Formula::AllRuns(_) => format!("A {}", joined("")),
                    Formula::SomeRun(_) => format!("E {}", joined("")),
                    Formula::Until(..) => joined(" U "),
                    Formula::State(id) => show_expr(system, *id),
                    formula => show_formula(system, formula),
                }
            }
        }
    }
}

fn negated(system: &System, id: ExprId) -> Option<ExprId> {
    match &system.exprs[id] {
        Expr::Unary(UnaryOp::Not, inner) => Some(*inner),
        _ => None,
    }
}

struct Judge<'a> {
    system: &'a System,
    interpreter: &'a Interpreter<'a>,
    worlds: &'a Worlds<'a>,
    run: &'a Trace,
    document: &'a documents::Trace,
}

impl Judge<'_> {
    /// What is known about states beyond the run: knowledge.
    fn hints<'f>(&self, formula: &'f Formula) -> Vec<Hint<'f>> {
        let mut found = Vec::new();
        let mut left = vec![formula];
        while let Some(part) = left.pop() {
            if knowers(part).is_some() {
                let known = self.run.states.iter().enumerate().filter_map(|(at, state)| {
                    let truth = Truth::from(self.worlds.holds(part, state)?);
                    Some(Hint { at, formula: part, truth })
                });
                found.extend(known);
            }
            left.extend(part.children());
        }
        found
    }

    fn add(
        &self,
        part: &Part,
        parent: Option<usize>,
        depth: usize,
        hints: &[Hint],
        rows: &mut Vec<FormulaRow>,
    ) {
        if rows.len() >= MOST_ROWS {
            return;
        }
        let truth = evaluate_with(self.interpreter, part.formula(), self.run, hints);
        let own = rows.len();
        rows.push(FormulaRow {
            text: part.text(self.system),
            depth,
            parent,
            truth: truth.iter().copied().map(RunTruth::from).collect(),
            look_alikes: self.look_alikes(part.formula()),
        });
        for inner in part.parts() {
            self.add(inner, Some(own), depth + 1, hints, rows);
        }
    }

    fn look_alikes(&self, formula: &Formula) -> Vec<LookAlike> {
        let Some((group, fact)) = knowers(formula) else { return Vec::new() };
        let found = self.run.states.iter().enumerate().filter_map(|(at, state)| {
            let other = self.worlds.look_alike(&group, fact, state)?;
            Some(self.look_alike(at, &group, fact, other))
        });
        found.collect()
    }

    fn look_alike(&self, at: usize, group: &[AgentId], fact: &Formula, other: &State) -> LookAlike {
        let agents: Vec<String> = group.iter().map(|agent| self.system.agent(*agent).name.clone()).collect();
        let here = trace_json::state(self.system, &self.run.states[at]);
        let there = trace_json::state(self.system, other);
        let companion = self
            .document
            .companions
            .iter()
            .position(|companion| companion.at == at && companion.trace.states.last() == Some(&there));
        let text = format!(
            "{} cannot tell this state from one where `{}` is false",
            agents.join(" and "),
            show_formula(self.system, fact)
        );
        let differences = there.into_iter().filter(|(name, value)| here.get(name) != Some(value)).collect();
        LookAlike { at, agents, text, differences, companion }
    }
}

/// Who is said to know what, where one state that looks the same to all of them refutes it.
fn knowers(formula: &Formula) -> Option<(Vec<AgentId>, &Formula)> {
    match formula {
        Formula::Knows(agent, fact) => Some((vec![*agent], fact)),
        Formula::DistributedKnowledge(group, fact) => Some((group.clone(), fact)),
        Formula::EverybodyKnows(group, fact) | Formula::CommonKnowledge(group, fact) => {
            Some((group.clone(), fact))
        }
        _ => None,
    }
}

impl From<Truth> for RunTruth {
    fn from(truth: Truth) -> Self {
        match truth {
            Truth::True => RunTruth::True,
            Truth::False => RunTruth::False,
            Truth::Unknown => RunTruth::Unknown,
        }
    }
}
