//! A system for machines. The format is published as `docs/schema/system.schema.json`.

use rustc_hash::FxHashMap;
use synod_core::{
    Action, Agent, AgentId, Alternative, Choice, Expr, ExprId, Formula, Observation, Property, Rule, Sort,
    StepPredicateId, System, Type, Update, VarId, checkpoint, show_value,
};
use synod_documents::system::{self as documents, AgentsOperator, Expression, FormulaOperator, Operator};

/// The system with its properties.
pub fn system(system: &System, properties: &[Property]) -> documents::System {
    let all = Document { system, definitions: shared(system, properties) };
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
        definitions: all.in_order().into_iter().map(|id| all.written_out(id)).collect(),
        initial: all.expr(system.init),
        rules: system.rules.iter().map(|r| all.rule(r)).collect(),
        step_predicates: system.step_predicates.iter().map(predicate).collect(),
        properties: properties.iter().map(|p| all.property(p)).collect(),
    }
}

/// Expressions with fewer operators than this are written wherever they occur.
const LARGE: u64 = 32;

/// The large expressions that occur more than once, with their positions: operands before what they are operands of.
fn shared(system: &System, properties: &[Property]) -> FxHashMap<ExprId, u32> {
    let exprs = &system.exprs;
    let mut occurrences: FxHashMap<ExprId, u32> = FxHashMap::default();
    let mut left = roots(system, properties);
    while let Some(id) = left.pop() {
        let times = occurrences.entry(id).or_default();
        *times += 1;
        if *times == 1 {
            left.extend(exprs.operands(id));
        }
    }
    let mut used: Vec<ExprId> = occurrences.keys().copied().collect();
    used.sort_unstable();
    // An operand is older than what it is an operand of.
    let mut sizes: FxHashMap<ExprId, u64> = FxHashMap::default();
    let mut found = FxHashMap::default();
    for id in used {
        let own = exprs.operands(id).iter().fold(1, |size: u64, operand| size.saturating_add(sizes[operand]));
        let is_shared = own >= LARGE && occurrences[&id] > 1;
        if is_shared {
            found.insert(id, found.len() as u32);
        }
        sizes.insert(id, if is_shared { 1 } else { own });
    }
    found
}

/// Every expression that the document writes.
fn roots(system: &System, properties: &[Property]) -> Vec<ExprId> {
    let mut all = vec![system.init];
    for rule in &system.rules {
        let seen = &rule.observation;
        all.push(rule.guard);
        all.extend(seen.channel.into_iter().chain(seen.broadcast));
        all.extend(seen.data.iter().map(|datum| datum.value));
        for alternative in rule.parts.iter().flat_map(|part| &part.alternatives) {
            all.push(alternative.guard);
            all.extend(alternative.updates.iter().flat_map(|u| std::iter::once(u.value).chain(u.index)));
        }
    }
    all.extend(system.step_predicates.iter().flat_map(|predicate| predicate.cases.values().copied()));
    for property in properties {
        property.formula.any(&mut |part| {
            if let Formula::State(id) = part {
                all.push(*id);
            }
            false
        });
    }
    all
}

struct Document<'a> {
    system: &'a System,
    /// The position of each expression that is defined once.
    definitions: FxHashMap<ExprId, u32>,
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
        let edge = |edge: &synod_core::AutomatonEdge| documents::Edge {
            from: edge.from,
            to: edge.to,
            action: action(&edge.action),
        };
        let automaton = |thread: &synod_core::ControlThread| documents::Automaton {
            variable: thread.state.map(|state| self.var_name(state)),
            states: thread.states,
            initial: thread.initial.clone(),
            edges: thread.edges.iter().map(edge).collect(),
        };
        let threads = agent.automaton.iter().flat_map(|automaton| &automaton.threads);
        documents::Agent {
            name: agent.name.clone(),
            role: agent.role.clone(),
            owns: vars(&agent.owns),
            observes: vars(&agent.observes),
            automata: threads.map(automaton).collect(),
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
            action: alternative.action.as_deref().map(action),
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

    /// The expressions that are defined, by position.
    fn in_order(&self) -> Vec<ExprId> {
        let mut all: Vec<(u32, ExprId)> = self.definitions.iter().map(|(id, at)| (*at, *id)).collect();
        all.sort_unstable();
        all.into_iter().map(|(_, id)| id).collect()
    }

    fn expr(&self, id: ExprId) -> Expression {
        match self.definitions.get(&id) {
            Some(definition) => Expression::Definition { definition: *definition },
            None => self.written_out(id),
        }
    }

    fn written_out(&self, id: ExprId) -> Expression {
        checkpoint();
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
        guard: action.guard.clone(),
        command: action.text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::{BinaryOp, Part, Variable};

    /// A step that squares `x` and adds 1, so many times over.
    fn squares(times: u32) -> documents::System {
        let mut whole = System::new("squares");
        let (name, ty, span) = ("x".to_string(), Type::Int, Default::default());
        let var = whole.add_var(Variable { name, ty, len: None, owner: None, span });
        let (mut value, one, guard) = (whole.exprs.var(var), whole.exprs.int(1), whole.exprs.bool(true));
        for _ in 0..times {
            let square = whole.exprs.binary(BinaryOp::Mul, value, value);
            value = whole.exprs.binary(BinaryOp::Add, square, one);
        }
        let alternative =
            Alternative { guard, updates: vec![Update { var, index: None, value }], action: None };
        whole.add_rule(Rule {
            name: "square".to_string(),
            choices: vec![],
            guard,
            parts: vec![Part { agent: None, alternatives: vec![alternative].into() }],
            observation: Observation::of(synod_core::Mode::Local),
            span,
        });
        system(&whole, &[])
    }

    fn value(document: &documents::System) -> &Expression {
        &document.rules[0].parts[0].alternatives[0].updates[0].value
    }

    /// An expression without references.
    fn expanded(document: &documents::System, expr: &Expression) -> Expression {
        match expr {
            Expression::Definition { definition } => {
                expanded(document, &document.definitions[*definition as usize])
            }
            Expression::Operation { op, args } => Expression::Operation {
                op: *op,
                args: args.iter().map(|arg| expanded(document, arg)).collect(),
            },
            other => other.clone(),
        }
    }

    #[test]
    fn large_expressions_are_written_once_and_small_ones_where_they_stand() {
        let small = squares(3);
        assert_eq!(small.definitions, []);
        let large = squares(60);
        assert!(format!("{large:?}").len() < 100_000);
        let uses_earlier = |(place, definition): (usize, &Expression)| {
            let text = format!("{definition:?}");
            (place..large.definitions.len()).all(|at| !text.contains(&format!("definition: {at} ")))
        };
        assert!(large.definitions.iter().enumerate().all(uses_earlier));
        // The same tree as that without sharing.
        let mut whole = Expression::Var { var: "x".to_string() };
        for _ in 0..8 {
            let square = Expression::Operation { op: Operator::Mul, args: vec![whole.clone(), whole] };
            whole = Expression::Operation { op: Operator::Add, args: vec![square, Expression::Int(1)] };
        }
        let shared = squares(8);
        assert!(!shared.definitions.is_empty());
        assert_eq!(expanded(&shared, value(&shared)), whole);
    }
}
