//! The one rule of an interpreted system: everybody picks an action that its protocol allows, and all
//! variables change at once.

use synod_core::{
    Action as CoreAction, AgentId, Alternative, BinaryOp, Choice, Datum, ExprId, Formula, Lint, Mode,
    Observation, Part, Role, Rule, Type, Update,
};
use synod_syntax::Diagnostic;

use super::Lowering;
use super::condition::{Place, Value};
use crate::ast::{Agent, EvolutionLine, Expr, Name, Semantics};

impl<'a> Lowering<'a> {
    pub(super) fn add_round(&mut self) {
        let mut choices = Vec::new();
        let mut data = Vec::new();
        for position in 0..self.agents.len() {
            if let Some(actions) = self.agents[position].actions {
                self.agents[position].choice = Some(choices.len() as u32);
                let agent = AgentId(position as u32);
                let name = self.agents[position].name.to_string();
                choices.push(Choice { name, ty: Type::Enum(actions), agent: Some(agent) });
                let value = self.action_of(position);
                data.push(Datum { name: "Action".to_string(), value, from: agent });
            }
        }
        let mut allowed = Vec::new();
        let mut parts = Vec::new();
        for position in 0..self.agents.len() {
            if let Some(tree) = self.agents[position].tree {
                allowed.extend(self.protocol(position, tree));
                parts.extend(self.evolution(position, tree));
            }
        }
        let guard = self.system.exprs.and(allowed);
        self.system.add_rule(Rule {
            name: "round".to_string(),
            choices,
            guard,
            parts,
            observation: Observation {
                mode: Mode::Joint,
                actor: None,
                partner: None,
                channel: None,
                broadcast: None,
                data,
            },
            span: Default::default(),
        });
    }

    /// The action that an agent picks in the round.
    pub(super) fn action_of(&mut self, position: usize) -> ExprId {
        let info = &self.agents[position];
        let (choice, actions) = (info.choice.unwrap_or(0), info.actions);
        let sort = Type::Enum(actions.expect("only agents with actions are asked")).sort();
        self.system.exprs.choice(choice, sort)
    }

    /// When the action picked is one that the protocol allows. An environment without protocol lines is
    /// free to do anything.
    fn protocol(&mut self, position: usize, tree: &'a Agent) -> Option<ExprId> {
        if tree.protocol.is_empty() && tree.is_environment() {
            return None;
        }
        let mut earlier: Vec<ExprId> = Vec::new();
        let mut ways = Vec::new();
        let mut can_pick = Vec::new();
        for (number, line) in tree.protocol.iter().enumerate() {
            let when = match &line.when {
                Some(condition) => self.condition(condition, Place::State(position)),
                None => {
                    if number + 1 != tree.protocol.len() {
                        self.error(
                            "ispl::other-last",
                            line.span,
                            "`Other` must be the last line of a Protocol",
                        );
                    }
                    let any = self.system.exprs.or(earlier.iter().copied());
                    self.system.exprs.not(any)
                }
            };
            earlier.push(when);
            self.lints.push(Lint {
                code: "ispl::unreachable-line",
                message: "this line of the protocol applies in no reachable state".to_string(),
                span: line.span,
                formula: Formula::Globally(Box::new(Formula::State(when).not())),
            });
            let mut picks = Vec::new();
            for action in &line.actions {
                if let Some(value) = self.action_value(position, action) {
                    let choice = self.action_of(position);
                    picks.push(self.system.exprs.eq(choice, value));
                }
            }
            if !picks.is_empty() {
                can_pick.push(when);
            }
            let picks = self.system.exprs.or(picks);
            ways.push(self.system.exprs.and([when, picks]));
        }
        let can_pick = self.system.exprs.or(can_pick);
        self.all_can_pick = self.system.exprs.and([self.all_can_pick, can_pick]);
        Some(self.system.exprs.or(ways))
    }

    fn evolution(&mut self, position: usize, tree: &'a Agent) -> Vec<Part> {
        let mut lines = Vec::new();
        for line in &tree.evolution {
            let guard = self.condition(&line.when, Place::Step(position));
            let updates = self.updates(position, line);
            lines.push((line, guard, updates));
        }
        match self.file.semantics {
            Semantics::MultiAssignment => self.part(position, lines).into_iter().collect(),
            Semantics::SingleAssignment => {
                let mut parts = Vec::new();
                for line in &tree.evolution {
                    if line.assigns.len() > 1 {
                        self.problems.push(
                            Diagnostic::error(
                                "ispl::single-assignment",
                                line.span,
                                "with `Semantics = SingleAssignment` a line assigns one variable",
                            )
                            .help("write a line for each variable"),
                        );
                    }
                }
                let mut names: Vec<&str> = Vec::new();
                for (line, ..) in &lines {
                    let name = line.assigns[0].0.text.as_str();
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                for name in names {
                    let own =
                        lines.iter().filter(|(line, ..)| line.assigns[0].0.text == name).cloned().collect();
                    parts.extend(self.part(position, own));
                }
                parts
            }
        }
    }

    /// One applicable line is taken; if none applies, nothing changes.
    fn part(&mut self, position: usize, lines: Vec<(&EvolutionLine, ExprId, Line)>) -> Option<Part> {
        if lines.is_empty() {
            return None;
        }
        let any = self.system.exprs.or(lines.iter().map(|(_, guard, _)| *guard).collect::<Vec<_>>());
        let unchanged = self.system.exprs.not(any);
        let mut alternatives = Vec::new();
        for (line, guard, evolved) in lines {
            let guard = self.system.exprs.and([guard, evolved.whole]);
            let names: Vec<&str> = line.assigns.iter().map(|(name, _)| name.text.as_str()).collect();
            let action = CoreAction {
                role: Role::Acts,
                label: None,
                short: names.join(", "),
                text: names.join(", "),
                span: line.span,
            };
            alternatives.push(Alternative { guard, updates: evolved.updates, action: Some(action) });
        }
        if !self.system.exprs.is_false(unchanged) {
            alternatives.push(Alternative { guard: unchanged, updates: vec![], action: None });
        }
        Some(Part { agent: Some(AgentId(position as u32)), alternatives })
    }

    fn updates(&mut self, position: usize, line: &'a EvolutionLine) -> Line {
        let mut updates = Vec::new();
        let mut whole = Vec::new();
        for (number, (name, expr)) in line.assigns.iter().enumerate() {
            if line.assigns[..number].iter().any(|(other, _)| other.text == name.text) {
                let message = format!("`{}` is assigned twice in one line", name.text);
                self.error("ispl::assigned-twice", name.span, message);
                continue;
            }
            if let Some((value, exact)) = self.assigned(position, name, expr) {
                let var = self.agents[position].vars[name.text.as_str()].id;
                updates.push(Update { var, index: None, value });
                whole.extend(exact);
            }
        }
        Line { updates, whole: self.system.exprs.and(whole) }
    }

    /// The value that a variable gets, and when it is a whole number.
    fn assigned(&mut self, position: usize, name: &Name, expr: &'a Expr) -> Option<(ExprId, Option<ExprId>)> {
        let Some(info) = self.agents[position].vars.get(name.text.as_str()).copied() else {
            let known: Vec<&str> = self.agents[position].vars.keys().copied().collect();
            let what = format!("variable of `{}`", self.agents[position].name);
            self.unknown(&what, &name.text, name.span, known);
            return None;
        };
        let value = self.value(expr, Place::Step(position));
        match (info.ty, value) {
            (Type::Bool, Value::Bool(value)) => Some((value, None)),
            (Type::Enum(of), Value::Member(value, from)) if of == from => Some((value, None)),
            (Type::Enum(of), Value::Named(_)) => Some((self.member(expr, of)?, None)),
            (Type::Range { lo, hi }, Value::Number(number)) => {
                let disjoint = number.literal().is_some_and(|n| !(lo..=hi).contains(&n))
                    || number.range().is_some_and(|(l, h)| h < lo || l > hi);
                if disjoint {
                    let message = format!("no value of this fits `{}`, which is {lo}..{hi}", name.text);
                    self.problems.push(
                        Diagnostic::error("ispl::out-of-range", expr.span, message)
                            .label(info.span, "declared here"),
                    );
                    return None;
                }
                match number.under {
                    None => Some((number.over, None)),
                    Some(under) => {
                        let exprs = &mut self.system.exprs;
                        let rest = exprs.binary(BinaryOp::Rem, number.over, under);
                        let zero = exprs.int(0);
                        let exact = exprs.eq(rest, zero);
                        Some((exprs.binary(BinaryOp::Div, number.over, under), Some(exact)))
                    }
                }
            }
            (_, Value::Unknown) => None,
            (ty, _) => {
                let message =
                    format!("this is no value of `{}`, which is {}", name.text, self.system.show_type(ty));
                self.problems.push(
                    Diagnostic::error("ispl::type-mismatch", expr.span, message)
                        .label(info.span, "declared here"),
                );
                None
            }
        }
    }
}

/// What an evolution line does.
#[derive(Clone)]
struct Line {
    updates: Vec<Update>,
    /// Where all its quotients are whole numbers.
    whole: ExprId,
}
