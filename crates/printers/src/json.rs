//! A system for machines. The format is published as `docs/schema/system.schema.json`.

use synod_core::{
    Action, Agent, AgentId, Alternative, Choice, Expr, ExprId, Formula, Observation, Property, Rule, Sort,
    StepPredicateId, System, Type, Update, VarId, show_value,
};
use synod_documents::system::{self as documents, AgentsOperator, Expression, FormulaOperator, Operator};

/// The system with its properties.
pub fn system(system: &System, properties: &[Property]) -> documents::System {
    let all = Document { system };
    let predicate = |predicate: &synod_core::StepPredicate| {
        let cases = predicate.cases.iter().map(|(rule, condition)| documents::StepCase {
            rule: system.rule(*rule).name.clone(),
            condition: all.expr(*condition),
        });
        documents::StepPredicate { text: predicate.text.clone(), cases: cases.collect() }
    };
    let enums = system.enums.iter();
    let enums = enums.map(|e| documents::Enum { name: e.name.clone(), values: e.values.clone() });
    documents::System {
        format: documents::SystemFormat::SynodSystem,
        version: documents::System::VERSION,
        name: system.name.clone(),
        enums: enums.collect(),
        agents: system.agents.iter().map(|a| all.agent(a)).collect(),
        variables: system.var_ids().map(|(id, _)| all.variable(id)).collect(),
        initial: all.expr(system.init),
        rules: system.rules.iter().map(|r| all.rule(r)).collect(),
        step_predicates: system.step_predicates.iter().map(predicate).collect(),
        properties: properties.iter().map(|p| all.property(p)).collect(),
    }
}

struct Document<'a> {
    system: &'a System,
}

impl Document<'_> {
    fn var_name(&self, var: VarId) -> String {
        self.system.var(var).name.clone()
    }

    fn agent_name(&self, agent: AgentId) -> String {
        self.system.agent(agent).name.clone()
    }

    fn ty(&self, ty: Type) -> documents::Type {
        match ty {
            Type::Bool => documents::Type::Bool {},
            Type::Enum(id) => documents::Type::Enum { name: self.system.enums[id.0 as usize].name.clone() },
            Type::Range { lo, hi } => documents::Type::Range { lo, hi },
            Type::Int => documents::Type::Int {},
        }
    }

    fn variable(&self, id: VarId) -> documents::Variable {
        let var = self.system.var(id);
        documents::Variable {
            name: var.name.clone(),
            ty: self.ty(var.ty),
            length: var.len,
            owner: var.owner.map(|agent| self.agent_name(agent)),
        }
    }

    fn agent(&self, agent: &Agent) -> documents::Agent {
        let vars = |list: &[VarId]| list.iter().map(|var| self.var_name(*var)).collect();
        let automaton = agent.automaton.as_ref().map(|automaton| {
            let edge = |edge: &synod_core::AutomatonEdge| documents::Edge {
                from: edge.from,
                to: edge.to,
                action: action(&edge.action),
            };
            documents::Automaton {
                variable: self.var_name(automaton.state),
                states: automaton.states,
                initial: automaton.initial,
                edges: automaton.edges.iter().map(edge).collect(),
            }
        });
        documents::Agent {
            name: agent.name.clone(),
            role: agent.role.clone(),
            owns: vars(&agent.owns),
            observes: vars(&agent.observes),
            automaton,
        }
    }

    fn rule(&self, rule: &Rule) -> documents::Rule {
        let choice = |c: &Choice| documents::Choice { name: c.name.clone(), ty: self.ty(c.ty) };
        let part = |part: &synod_core::Part| documents::Part {
            agent: part.agent.map(|a| self.agent_name(a)),
            alternatives: part.alternatives.iter().map(|a| self.alternative(a)).collect(),
        };
        documents::Rule {
            name: rule.name.clone(),
            choices: rule.choices.iter().map(choice).collect(),
            guard: self.expr(rule.guard),
            parts: rule.parts.iter().map(part).collect(),
            observation: self.observation(&rule.observation),
        }
    }

    fn alternative(&self, alternative: &Alternative) -> documents::Alternative {
        let update = |update: &Update| documents::Update {
            variable: self.var_name(update.var),
            index: update.index.map(|index| self.expr(index)),
            value: self.expr(update.value),
        };
        documents::Alternative {
            guard: self.expr(alternative.guard),
            updates: alternative.updates.iter().map(update).collect(),
            action: alternative.action.as_ref().map(action),
        }
    }

    fn observation(&self, seen: &Observation) -> documents::Observation {
        let datum = |datum: &synod_core::Datum| documents::ObservedDatum {
            name: datum.name.clone(),
            value: self.expr(datum.value),
            from: self.agent_name(datum.from),
        };
        documents::Observation {
            mode: seen.mode.into(),
            actor: seen.actor.map(|agent| self.agent_name(agent)),
            partner: seen.partner.map(|agent| self.agent_name(agent)),
            channel: seen.channel.map(|channel| self.expr(channel)),
            broadcast: seen.broadcast.map(|broadcast| self.expr(broadcast)),
            data: seen.data.iter().map(datum).collect(),
        }
    }

    fn property(&self, property: &Property) -> documents::Property {
        documents::Property {
            name: property.name.clone(),
            text: property.text.clone(),
            origin: property.origin.into(),
            formula: self.formula(&property.formula),
        }
    }

    fn expr(&self, id: ExprId) -> Expression {
        let operation = |op: Operator, list: &[ExprId]| Expression::Operation {
            op,
            args: list.iter().map(|a| self.expr(*a)).collect(),
        };
        match &self.system.exprs[id] {
            Expr::Const(Sort::Bool, value) => Expression::Bool(*value != 0),
            Expr::Const(Sort::Int, value) => Expression::Int(*value),
            Expr::Const(sort @ Sort::Enum(kind), value) => Expression::Value {
                ty: self.system.enums[kind.0 as usize].name.clone(),
                value: show_value(self.system, *sort, *value),
            },
            Expr::Var(var) => Expression::Var { var: self.var_name(*var) },
            Expr::Element(var, index) => {
                Expression::Element { var: self.var_name(*var), index: Box::new(self.expr(*index)) }
            }
            Expr::Choice(position, _) => Expression::Choice { choice: *position },
            Expr::Took { part, alternative } => {
                Expression::Took { took: documents::Took { part: *part, alternative: *alternative } }
            }
            Expr::Unary(op, a) => operation((*op).into(), &[*a]),
            Expr::Binary(op, a, b) => operation((*op).into(), &[*a, *b]),
            Expr::And(list) => operation(Operator::And, list),
            Expr::Or(list) => operation(Operator::Or, list),
            Expr::Ite(c, t, e) => operation(Operator::Ite, &[*c, *t, *e]),
        }
    }

    fn formula(&self, formula: &Formula) -> documents::Formula {
        use Formula::*;
        let with = |op: FormulaOperator, list: &[&Formula]| documents::Formula::Operation {
            op,
            args: list.iter().map(|f| self.formula(f)).collect(),
        };
        let among = |op: AgentsOperator, agents: &[AgentId], a: &Formula| documents::Formula::Agents {
            op,
            agents: agents.iter().map(|agent| self.agent_name(*agent)).collect(),
            args: vec![self.formula(a)],
        };
        let text = |id: &StepPredicateId| self.system.step_predicates[id.0 as usize].text.clone();
        match formula {
            State(id) => documents::Formula::State { state: self.expr(*id) },
            Step(id) => documents::Formula::Step { step: id.0, text: text(id) },
            Arrived(id) => documents::Formula::Arrived { arrived: id.0, text: text(id) },
            Deadlock => with(FormulaOperator::Deadlock, &[]),
            Faulty => with(FormulaOperator::Faulty, &[]),
            Not(a) => with(FormulaOperator::Not, &[a]),
            And(list) => with(FormulaOperator::And, &list.iter().collect::<Vec<_>>()),
            Or(list) => with(FormulaOperator::Or, &list.iter().collect::<Vec<_>>()),
            Next(a) => with(FormulaOperator::Next, &[a]),
            Finally(a) => with(FormulaOperator::Finally, &[a]),
            Globally(a) => with(FormulaOperator::Globally, &[a]),
            Until(a, b) => with(FormulaOperator::Until, &[a, b]),
            Release(a, b) => with(FormulaOperator::Release, &[a, b]),
            WeakUntil(a, b) => with(FormulaOperator::WeakUntil, &[a, b]),
            AllRuns(a) => with(FormulaOperator::AllRuns, &[a]),
            SomeRun(a) => with(FormulaOperator::SomeRun, &[a]),
            Knows(agent, a) => among(AgentsOperator::Knows, &[*agent], a),
            EverybodyKnows(agents, a) => among(AgentsOperator::EverybodyKnows, agents, a),
            CommonKnowledge(agents, a) => among(AgentsOperator::CommonKnowledge, agents, a),
            DistributedKnowledge(agents, a) => among(AgentsOperator::DistributedKnowledge, agents, a),
            Coalition(agents, a) => among(AgentsOperator::Coalition, agents, a),
        }
    }
}

fn action(action: &Action) -> documents::Action {
    documents::Action {
        role: action.role.into(),
        label: action.label.clone(),
        short: action.short.clone(),
        command: action.text.clone(),
    }
}
