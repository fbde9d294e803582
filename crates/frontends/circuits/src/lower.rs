//! Circuits as systems: bits of the state are variables, bits of the inputs are the choices of the one rule, the clock.
//!
//! Expressions are conjunctions, exclusive ors and negations: these have a value wherever their operands have one, which
//! engines see from their shape.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use synod_core::{
    Agent, Alternative, Choice, CompiledModel, Expr, ExprId, Formula, Mode, Observation, Part, Property,
    PropertyOrigin, Rule, RuleId, Sort, StepPredicate, System, Type, UnaryOp, Update, VarId, Variable,
    checkpoint,
};
use synod_symbolic::aig::{Lit, Node};
use synod_syntax::Span;

use crate::circuit::{Circuit, Goal, GoalKind, Signal};
use crate::narrator::{CircuitNarrator, Place, Word};
use crate::scan::Names;

/// What the one agent and the one rule are called.
const CIRCUIT: &str = "circuit";
const CLOCK: &str = "clock";
const CLOCK_RULE: RuleId = RuleId(0);

/// The system of a circuit, with its goals as properties that say that they are never met, and who narrates its runs.
pub(crate) fn lower(name: &str, circuit: &Circuit) -> (CompiledModel, CircuitNarrator) {
    let mut lowering = Lowering::new(name, circuit);
    let narrator = lowering.declare();
    lowering.start();
    lowering.clock();
    let properties = circuit.goals.iter().map(|goal| lowering.property(goal)).collect();
    let mut compiled = CompiledModel::new(lowering.system, properties);
    compiled.reduce = true;
    (compiled, narrator)
}

struct Lowering<'c> {
    circuit: &'c Circuit,
    system: System,
    /// For each node that is needed, how many others and roots read it.
    readers: Vec<u32>,
    /// The expressions of nodes.
    exprs: FxHashMap<usize, ExprId>,
    vars: Vec<Vec<VarId>>,
    choices: Vec<Choice>,
}

/// What a bit of a word is called.
fn bit_name(signal: &Signal, position: usize) -> String {
    match signal.bits.len() {
        1 => signal.name.clone(),
        _ => format!("{}[{position}]", signal.name),
    }
}

impl<'c> Lowering<'c> {
    fn new(name: &str, circuit: &'c Circuit) -> Self {
        let mut readers = vec![0u32; circuit.gates.size()];
        let mut todo: Vec<usize> = Vec::new();
        let mut read = |lit: Lit, todo: &mut Vec<usize>| {
            let count = &mut readers[lit.node()];
            *count = count.saturating_add(1);
            if *count == 1 {
                todo.push(lit.node());
            }
        };
        circuit.roots().for_each(|lit| read(lit, &mut todo));
        while let Some(node) = todo.pop() {
            if let Some((a, b)) = circuit.operands(node) {
                read(a, &mut todo);
                read(b, &mut todo);
            }
        }
        let system = System::new(name);
        let (exprs, vars, choices) = Default::default();
        Lowering { circuit, system, readers, exprs, vars, choices }
    }

    /// Variables for the states and choices for the inputs. Bits that nothing reads are no choices.
    fn declare(&mut self) -> CircuitNarrator {
        let mut names = Names::default();
        let agent = self.system.add_agent(Agent {
            name: CIRCUIT.to_string(),
            role: CIRCUIT.to_string(),
            owns: Vec::new(),
            observes: Vec::new(),
            automaton: None,
            span: Span::default(),
        });
        let (mut states, mut inputs) = (Vec::new(), Vec::new());
        for state in &self.circuit.states {
            let signal = &state.signal;
            let mut vars = Vec::new();
            for (position, bit) in signal.bits.iter().enumerate() {
                let var = self.system.add_var(Variable {
                    name: names.add(&bit_name(signal, position)),
                    ty: Type::Bool,
                    len: None,
                    owner: Some(agent),
                    span: signal.span,
                });
                let expr = self.system.exprs.var(var);
                self.exprs.insert(bit.node(), expr);
                vars.push(var);
            }
            states.push(Word {
                name: signal.name.clone(),
                bits: vars.iter().map(|var| Place::Variable(*var)).collect(),
            });
            self.vars.push(vars);
        }
        for signal in &self.circuit.inputs {
            let mut bits = Vec::new();
            for (position, bit) in signal.bits.iter().enumerate() {
                if self.readers[bit.node()] == 0 {
                    bits.push(Place::Nowhere);
                    continue;
                }
                bits.push(Place::Choice(self.choices.len()));
                let expr = self.choose(bit_name(signal, position));
                self.exprs.insert(bit.node(), expr);
            }
            inputs.push(Word { name: signal.name.clone(), bits });
        }
        CircuitNarrator::new(states, inputs)
    }

    fn choose(&mut self, name: String) -> ExprId {
        self.choices.push(Choice { name, ty: Type::Bool, agent: None });
        self.system.exprs.choice(self.choices.len() as u32 - 1, Sort::Bool)
    }

    fn start(&mut self) {
        let mut conditions = Vec::new();
        for state in &self.circuit.states {
            for (bit, init) in std::iter::zip(&state.signal.bits, &state.init) {
                if let Some(init) = init {
                    let (bit, init) = (self.lit(*bit), self.lit(*init));
                    conditions.push(self.system.exprs.eq(bit, init));
                }
            }
        }
        self.system.init = self.system.exprs.and(conditions);
    }

    fn clock(&mut self) {
        let constraints: Vec<ExprId> = self.circuit.constraints.iter().map(|lit| self.lit(*lit)).collect();
        let guard = self.system.exprs.and(constraints);
        let mut updates = Vec::new();
        for (number, state) in self.circuit.states.iter().enumerate() {
            for position in 0..state.signal.bits.len() {
                let value = match &state.next {
                    Some(next) => self.lit(next[position]),
                    None => self.choose(format!("next {}", bit_name(&state.signal, position))),
                };
                updates.push(Update { var: self.vars[number][position], index: None, value });
            }
        }
        let alternative = Alternative { guard: self.system.exprs.bool(true), updates, action: None };
        let agent = self.system.find_agent(CIRCUIT);
        let choices = std::mem::take(&mut self.choices);
        self.system.add_rule(Rule {
            name: CLOCK.to_string(),
            choices,
            guard,
            parts: vec![Part { agent, alternatives: vec![alternative].into() }],
            observation: Observation { actor: agent, ..Observation::of(Mode::Local) },
            span: Span::default(),
        });
    }

    fn property(&mut self, goal: &Goal) -> Property {
        let circuit = self.circuit;
        let (formula, text) = match &goal.kind {
            GoalKind::Bad(bad) => {
                let never = Formula::Globally(Box::new(self.moment(*bad, &goal.name).not()));
                (never, format!("{} is never true", goal.name))
            }
            GoalKind::Justice(often) => {
                let parts = often.len();
                let mut often: Vec<(String, Lit)> = std::iter::zip(1.., often)
                    .map(|(number, lit)| match parts {
                        1 => (goal.name.clone(), *lit),
                        _ => (format!("{} {number}", goal.name), *lit),
                    })
                    .collect();
                let fair = std::iter::zip(1.., &circuit.fairness);
                often.extend(fair.map(|(number, lit)| (format!("fairness {number}"), *lit)));
                if often.is_empty() {
                    // Constraints that hold for ever are all that is asked for: a step again and again.
                    often.push((goal.name.clone(), Lit::TRUE));
                }
                let rarely = |(name, lit): (String, Lit), lowering: &mut Self| {
                    let never = Formula::Globally(Box::new(lowering.step(lit, &name).not()));
                    Formula::Finally(Box::new(never))
                };
                let rarely: Vec<Formula> = often.into_iter().map(|part| rarely(part, self)).collect();
                let formula = if rarely.len() == 1 { rarely[0].clone() } else { Formula::Or(rarely) };
                (formula, format!("{} is not met again and again", goal.name))
            }
        };
        Property { name: goal.name.clone(), text, formula, span: goal.span, origin: PropertyOrigin::Model }
    }

    /// At this moment a signal is true and the constraints hold: the step that leaves it satisfies a predicate. If there
    /// are no constraints and the inputs do not matter, this is seen of the state already.
    fn moment(&mut self, lit: Lit, text: &str) -> Formula {
        let expr = self.lit(lit);
        let exprs = &self.system.exprs;
        if exprs.is_true(self.system.rule(CLOCK_RULE).guard) && exprs.choices(expr).is_empty() {
            return Formula::State(expr);
        }
        self.step(lit, text)
    }

    fn step(&mut self, lit: Lit, text: &str) -> Formula {
        let cases = BTreeMap::from_iter([(CLOCK_RULE, self.lit(lit))]);
        let predicate = self.system.add_step_predicate(StepPredicate { text: text.to_string(), cases });
        Formula::Step(predicate)
    }

    /// The expression of a literal.
    fn lit(&mut self, lit: Lit) -> ExprId {
        let expr = self.node(lit.node());
        if lit.is_negated() { self.system.exprs.not(expr) } else { expr }
    }

    fn known(&mut self, lit: Lit) -> ExprId {
        let expr = self.exprs[&lit.node()];
        if lit.is_negated() { self.system.exprs.not(expr) } else { expr }
    }

    fn node(&mut self, root: usize) -> ExprId {
        let mut todo = vec![(root, false)];
        while let Some((node, ready)) = todo.pop() {
            checkpoint();
            if self.exprs.contains_key(&node) {
                continue;
            }
            let Some((a, b)) = self.circuit.operands(node) else {
                let constant = self.system.exprs.bool(false);
                self.exprs.insert(node, constant);
                continue;
            };
            if !ready {
                todo.extend([(node, true), (a.node(), false), (b.node(), false)]);
                continue;
            }
            let expr = match self.circuit.gates.as_xor(node) {
                Some(_) => {
                    let (left, right) = (self.known(a), self.known(b));
                    self.system.exprs.ne(left, right)
                }
                None => self.and(a, b),
            };
            self.exprs.insert(node, expr);
        }
        self.exprs[&root]
    }

    /// A conjunction. The pool merges a conjunction into one that has it as an operand; if that were done wherever one is
    /// shared, long chains would take space that grows with the square of their length. Written as the negation of a
    /// disjunction they are kept apart.
    fn and(&mut self, a: Lit, b: Lit) -> ExprId {
        let is_shared = [a, b].map(|lit| self.readers[lit.node()] > 1);
        let operands = [self.known(a), self.known(b)];
        let exprs = &self.system.exprs;
        let length = |id: ExprId, of_and: bool| match &exprs[id] {
            Expr::And(list) if of_and => list.len(),
            Expr::Unary(UnaryOp::Not, inner) => match &exprs[*inner] {
                Expr::Or(list) if !of_and => list.len(),
                _ => 0,
            },
            _ => 0,
        };
        let merged = |of_and: bool| {
            let shared = std::iter::zip(operands, is_shared).filter(|(_, is_shared)| *is_shared);
            shared.map(|(id, _)| length(id, of_and)).sum::<usize>()
        };
        if merged(true) <= merged(false) {
            return self.system.exprs.and(operands);
        }
        let negated = operands.map(|id| self.system.exprs.not(id));
        let either = self.system.exprs.or(negated);
        self.system.exprs.not(either)
    }
}

impl Circuit {
    /// What the system reads: first values, next values, constraints and goals.
    fn roots(&self) -> impl Iterator<Item = Lit> {
        let of_states = self.states.iter().flat_map(|state| {
            let next = state.next.iter().flatten().copied();
            state.init.iter().copied().flatten().chain(next)
        });
        let has_justice = self.goals.iter().any(|goal| matches!(goal.kind, GoalKind::Justice(_)));
        let fairness = self.fairness.iter().copied().filter(move |_| has_justice);
        let goals = self.goals.iter().flat_map(|goal| match &goal.kind {
            GoalKind::Bad(bad) => std::slice::from_ref(bad),
            GoalKind::Justice(often) => often,
        });
        of_states.chain(self.constraints.iter().copied()).chain(fairness).chain(goals.copied())
    }

    /// What the expression of a gate is made of: the operands of an exclusive or, or of a conjunction.
    fn operands(&self, node: usize) -> Option<(Lit, Lit)> {
        match self.gates.node_at(node) {
            Node::And(a, b) => Some(self.gates.as_xor(node).unwrap_or((a, b))),
            Node::Constant | Node::Input => None,
        }
    }
}
