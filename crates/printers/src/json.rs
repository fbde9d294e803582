//! A system for machines. The format is published as `docs/schema/system.schema.json`.

use serde_json::{Value, json};
use synod_core::{
    Action, Agent, AgentId, Alternative, BinaryOp, Choice, Expr, ExprId, Formula, Mode, Observation,
    Property, PropertyOrigin, Role, Rule, Sort, StepPredicateId, System, Type, UnaryOp, Update, VarId,
    show_value,
};

/// The system with its properties.
pub fn system(system: &System, properties: &[Property]) -> Value {
    let all = Document { system };
    let predicates = system.step_predicates.iter().map(|predicate| {
        let cases = predicate.cases.iter();
        let cases =
            cases.map(|(rule, e)| json!({"rule": system.rule(*rule).name, "condition": all.expr(*e)}));
        json!({"text": predicate.text, "cases": cases.collect::<Vec<_>>()})
    });
    json!({
        "format": "synod-system",
        "version": 1,
        "name": system.name,
        "enums": system.enums.iter().map(|e| json!({"name": e.name, "values": e.values})).collect::<Vec<_>>(),
        "agents": system.agents.iter().map(|a| all.agent(a)).collect::<Vec<_>>(),
        "variables": system.var_ids().map(|(id, _)| all.variable(id)).collect::<Vec<_>>(),
        "initial": all.expr(system.init),
        "rules": system.rules.iter().map(|r| all.rule(r)).collect::<Vec<_>>(),
        "step_predicates": predicates.collect::<Vec<_>>(),
        "properties": properties.iter().map(|p| all.property(p)).collect::<Vec<_>>(),
    })
}

/// The name of a role.
fn role(role: Role) -> &'static str {
    match role {
        Role::Sends => "sends",
        Role::Receives => "receives",
        Role::Gets => "gets",
        Role::Supplies => "supplies",
        Role::Acts => "acts",
    }
}

struct Document<'a> {
    system: &'a System,
}

impl Document<'_> {
    fn var_name(&self, var: VarId) -> &str {
        &self.system.var(var).name
    }

    fn agent_name(&self, agent: AgentId) -> &str {
        &self.system.agent(agent).name
    }

    fn group(&self, agents: &[AgentId]) -> Vec<&str> {
        agents.iter().map(|agent| self.agent_name(*agent)).collect()
    }

    fn ty(&self, ty: Type) -> Value {
        match ty {
            Type::Bool => json!({"kind": "bool"}),
            Type::Enum(id) => json!({"kind": "enum", "enum": self.system.enums[id.0 as usize].name}),
            Type::Range { lo, hi } => json!({"kind": "range", "lo": lo, "hi": hi}),
            Type::Int => json!({"kind": "int"}),
        }
    }

    fn variable(&self, id: VarId) -> Value {
        let var = self.system.var(id);
        let owner = var.owner.map(|agent| self.agent_name(agent));
        json!({"name": var.name, "type": self.ty(var.ty), "length": var.len, "owner": owner})
    }

    fn agent(&self, agent: &Agent) -> Value {
        let vars =
            |list: &[VarId]| list.iter().map(|var| self.var_name(*var).to_string()).collect::<Vec<_>>();
        let automaton = agent.automaton.as_ref().map(|automaton| {
            let edges = automaton.edges.iter();
            let edges = edges.map(|e| json!({"from": e.from, "to": e.to, "action": self.action(&e.action)}));
            json!({
                "variable": self.var_name(automaton.state),
                "states": automaton.states,
                "initial": automaton.initial,
                "edges": edges.collect::<Vec<_>>(),
            })
        });
        json!({
            "name": agent.name,
            "role": agent.role,
            "owns": vars(&agent.owns),
            "observes": vars(&agent.observes),
            "automaton": automaton,
        })
    }

    fn action(&self, action: &Action) -> Value {
        json!({
            "role": role(action.role),
            "label": action.label,
            "short": action.short,
            "command": action.text,
        })
    }

    fn rule(&self, rule: &Rule) -> Value {
        let choice = |c: &Choice| json!({"name": c.name, "type": self.ty(c.ty)});
        let parts = rule.parts.iter().map(|part| {
            let alternatives: Vec<Value> = part.alternatives.iter().map(|a| self.alternative(a)).collect();
            json!({"agent": part.agent.map(|a| self.agent_name(a)), "alternatives": alternatives})
        });
        json!({
            "name": rule.name,
            "choices": rule.choices.iter().map(choice).collect::<Vec<_>>(),
            "guard": self.expr(rule.guard),
            "parts": parts.collect::<Vec<_>>(),
            "observation": self.observation(&rule.observation),
        })
    }

    fn alternative(&self, alternative: &Alternative) -> Value {
        let update = |u: &Update| {
            let index = u.index.map(|index| self.expr(index));
            json!({"variable": self.var_name(u.var), "index": index, "value": self.expr(u.value)})
        };
        json!({
            "guard": self.expr(alternative.guard),
            "updates": alternative.updates.iter().map(update).collect::<Vec<_>>(),
            "action": alternative.action.as_ref().map(|action| self.action(action)),
        })
    }

    fn observation(&self, seen: &Observation) -> Value {
        let data = seen.data.iter().map(|datum| {
            json!({"name": datum.name, "value": self.expr(datum.value), "from": self.agent_name(datum.from)})
        });
        json!({
            "mode": match seen.mode {
                Mode::Message => "message",
                Mode::PointToPoint => "point-to-point",
                Mode::Local => "local",
                Mode::Joint => "joint",
            },
            "actor": seen.actor.map(|agent| self.agent_name(agent)),
            "partner": seen.partner.map(|agent| self.agent_name(agent)),
            "channel": seen.channel.map(|channel| self.expr(channel)),
            "broadcast": seen.broadcast.map(|broadcast| self.expr(broadcast)),
            "data": data.collect::<Vec<_>>(),
        })
    }

    fn property(&self, property: &Property) -> Value {
        json!({
            "name": property.name,
            "text": property.text,
            "origin": match property.origin {
                PropertyOrigin::Model => "model",
                PropertyOrigin::BuiltIn => "built-in",
            },
            "formula": self.formula(&property.formula),
        })
    }

    fn expr(&self, id: ExprId) -> Value {
        let args = |list: &[ExprId]| list.iter().map(|a| self.expr(*a)).collect::<Vec<_>>();
        let op = |word: &str, list: &[ExprId]| json!({"op": word, "args": args(list)});
        match &self.system.exprs[id] {
            Expr::Const(Sort::Bool, value) => json!(*value != 0),
            Expr::Const(Sort::Int, value) => json!(value),
            Expr::Const(sort @ Sort::Enum(kind), value) => {
                let name = &self.system.enums[kind.0 as usize].name;
                json!({"enum": name, "value": show_value(self.system, *sort, *value)})
            }
            Expr::Var(var) => json!({"var": self.var_name(*var)}),
            Expr::Element(var, index) => json!({"var": self.var_name(*var), "index": self.expr(*index)}),
            Expr::Choice(position, _) => json!({"choice": position}),
            Expr::Took { part, alternative } => json!({"took": {"part": part, "alternative": alternative}}),
            Expr::Unary(word, a) => op(unary_word(*word), &[*a]),
            Expr::Binary(word, a, b) => op(binary_word(*word), &[*a, *b]),
            Expr::And(list) => op("and", list),
            Expr::Or(list) => op("or", list),
            Expr::Ite(c, t, e) => op("ite", &[*c, *t, *e]),
        }
    }

    fn formula(&self, formula: &Formula) -> Value {
        use Formula::*;
        let with = |word: &str, list: &[&Formula]| json!({"op": word, "args": list.iter().map(|f| self.formula(f)).collect::<Vec<_>>()});
        let among = |word: &str, agents: &[AgentId], a: &Formula| json!({"op": word, "agents": self.group(agents), "args": [self.formula(a)]});
        let step = |id: &StepPredicateId| self.system.step_predicates[id.0 as usize].text.as_str();
        match formula {
            State(id) => json!({"state": self.expr(*id)}),
            Step(id) => json!({"step": id.0, "text": step(id)}),
            Arrived(id) => json!({"arrived": id.0, "text": step(id)}),
            Deadlock => json!({"op": "deadlock", "args": []}),
            Faulty => json!({"op": "faulty", "args": []}),
            Not(a) => with("not", &[a]),
            And(list) => with("and", &list.iter().collect::<Vec<_>>()),
            Or(list) => with("or", &list.iter().collect::<Vec<_>>()),
            Next(a) => with("next", &[a]),
            Finally(a) => with("finally", &[a]),
            Globally(a) => with("globally", &[a]),
            Until(a, b) => with("until", &[a, b]),
            Release(a, b) => with("release", &[a, b]),
            WeakUntil(a, b) => with("weak-until", &[a, b]),
            AllRuns(a) => with("all-runs", &[a]),
            SomeRun(a) => with("some-run", &[a]),
            Knows(agent, a) => among("knows", &[*agent], a),
            EverybodyKnows(agents, a) => among("everybody-knows", agents, a),
            CommonKnowledge(agents, a) => among("common-knowledge", agents, a),
            DistributedKnowledge(agents, a) => among("distributed-knowledge", agents, a),
            Coalition(agents, a) => among("coalition", agents, a),
        }
    }
}

fn unary_word(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "not",
        UnaryOp::Neg => "neg",
        UnaryOp::Abs => "abs",
    }
}

fn binary_word(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Eq => "eq",
        BinaryOp::Lt => "lt",
        BinaryOp::Le => "le",
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::Div => "div",
        BinaryOp::Rem => "rem",
        BinaryOp::Mod => "mod",
        BinaryOp::Min => "min",
        BinaryOp::Max => "max",
    }
}
