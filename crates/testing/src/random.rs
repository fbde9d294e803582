//! Small random systems and formulas.
//!
//! Everything is drawn from a [`Tape`] of numbers that proptest makes and shrinks. A zero, and the end
//! of the tape, always mean the simplest choice, so a shorter and smaller tape is a simpler model.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use synod_core::{
    Agent, AgentId, Alternative, BinaryOp, Choice, DeadEnds, EnumId, ExprId, Formula, Mode, Observation,
    Part, Rule, RuleId, Sort, StepPredicate, StepPredicateId, Strategies, System, Type, Update, VarId,
    Variable,
};

/// Random systems: one to four agents, two to five variables of all types, one to six rules with
/// choices, parts and alternatives, some of them faulty, and up to three step predicates.
pub fn systems() -> impl Strategy<Value = System> {
    vec(any::<u16>(), 0..260).prop_map(|numbers| random_system(&mut Tape::new(numbers)))
}

/// Random systems with a random formula over each.
pub fn questions(fragment: Fragment) -> impl Strategy<Value = (System, Formula)> {
    (vec(any::<u16>(), 0..260), vec(any::<u16>(), 0..40)).prop_map(move |(system, formula)| {
        let mut system = random_system(&mut Tape::new(system));
        let tape = &mut Tape::new(formula);
        if fragment == Fragment::Strategic {
            random_game(&mut system, tape);
        }
        let formula = random_formula(&mut system, fragment, tape);
        (system, formula)
    })
}

/// The same under fairness: with up to two conditions.
pub fn fair_questions(fragment: Fragment) -> impl Strategy<Value = (System, Formula)> {
    (questions(fragment), vec(any::<u16>(), 0..20)).prop_map(|((mut system, formula), fairness)| {
        if system.fairness.is_empty() {
            random_fairness(&mut system, &mut Tape::new(fairness));
        }
        (system, formula)
    })
}

/// Runs a test on so many random cases, or as many as the environment variable `SYNOD_CASES` says. The
/// usual run is the same every time; one that was asked for looks elsewhere.
pub fn runner(usual: u32) -> TestRunner {
    let asked = std::env::var("SYNOD_CASES").ok().and_then(|text| text.parse().ok());
    let cases = asked.unwrap_or(usual);
    let config =
        Config { cases, max_global_rejects: 1 << 20, failure_persistence: None, ..Config::default() };
    match asked {
        None => TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha)),
        Some(_) => TestRunner::new(config),
    }
}

/// Which operators a random formula may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fragment {
    /// `G p`, with `p` a boolean combination of atoms about one position.
    Invariant,
    /// Linear time.
    Linear,
    /// Linear and branching time, and knowledge.
    Full,
    /// All of it and strategies, under fairness; in models where agents move alone or all at once.
    Strategic,
}

/// A sequence of numbers to draw from, followed by zeros.
#[derive(Clone, Debug)]
pub struct Tape {
    numbers: std::vec::IntoIter<u16>,
}

impl Tape {
    /// A tape with these numbers on it.
    pub fn new(numbers: Vec<u16>) -> Self {
        Tape { numbers: numbers.into_iter() }
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.numbers.next().map_or(0, |number| usize::from(number) % bound.max(1))
    }

    /// True once in `rarity` times, and never at the end of the tape.
    pub fn rarely(&mut self, rarity: usize) -> bool {
        self.below(rarity) == rarity - 1
    }
}

/// The system on a tape.
pub fn random_system(tape: &mut Tape) -> System {
    let mut system = System::new("random");
    for i in 0..=tape.below(3) {
        let values = (0..2 + tape.below(2)).map(|v| format!("e{i}v{v}")).collect();
        system.add_enum(format!("E{i}"), values);
    }
    for i in 0..=tape.below(4) {
        system.add_agent(Agent {
            name: format!("agent{i}"),
            role: "agent".to_string(),
            owns: vec![],
            observes: vec![],
            automaton: None,
            span: Default::default(),
        });
    }
    for i in 0..2 + tape.below(4) {
        let owner = tape.below(system.agents.len() + 1);
        system.add_var(Variable {
            name: format!("v{i}"),
            ty: random_type(&system, true, tape),
            len: tape.rarely(6).then(|| 2 + tape.below(2) as u32),
            owner: (owner < system.agents.len()).then_some(AgentId(owner as u32)),
            span: Default::default(),
        });
    }
    for agent in 0..system.agents.len() {
        if tape.rarely(3) {
            let var = VarId(tape.below(system.vars.len()) as u32);
            system.agents[agent].observes.push(var);
        }
    }
    system.init = random_init(&mut system, tape);
    for i in 0..=tape.below(6) {
        let rule = random_rule(&mut system, i, tape);
        system.add_rule(rule);
    }
    for i in 0..tape.below(4) {
        let predicate = random_predicate(&mut system, i, tape);
        system.add_step_predicate(predicate);
    }
    system
}

fn random_type(system: &System, unbounded: bool, tape: &mut Tape) -> Type {
    match tape.below(if unbounded { 7 } else { 6 }) {
        0 | 1 => Type::Bool,
        2 | 3 => Type::Enum(EnumId(tape.below(system.enums.len()) as u32)),
        4 | 5 => {
            let lo = -(tape.below(3) as i64);
            Type::Range { lo, hi: lo + 1 + tape.below(3) as i64 }
        }
        _ => Type::Int,
    }
}

/// Gives choices to agents, lets rules begin with nobody, and says which runs and strategies count.
fn random_game(system: &mut System, tape: &mut Tape) {
    let agents = system.agents.len();
    let together = tape.below(3) > 0;
    for rule in &mut system.rules {
        if together {
            rule.observation.mode = Mode::Joint;
            rule.observation.actor = None;
        }
        for choice in &mut rule.choices {
            let agent = tape.below(agents + 1);
            choice.agent = (agent < agents).then_some(AgentId(agent as u32));
        }
    }
    system.strategies = [Strategies::Fair, Strategies::Unfair, Strategies::Uniform][tape.below(3)];
    system.dead_ends = [DeadEnds::Repeat, DeadEnds::End][tape.below(2)];
    random_fairness(system, tape);
}

fn random_fairness(system: &mut System, tape: &mut Tape) {
    for _ in 0..tape.below(4).saturating_sub(1) {
        let condition = DrawFormula { system, fragment: Fragment::Invariant, tape }.atom();
        if !matches!(condition, Formula::Step(_)) {
            system.fairness.push(condition);
        }
    }
}

/// Most variables begin with one value.
fn random_init(system: &mut System, tape: &mut Tape) -> ExprId {
    let mut conjuncts = Vec::new();
    for var in (0..system.vars.len() as u32).map(VarId) {
        let (ty, len) = (system.var(var).ty, system.var(var).len);
        for element in 0..len.unwrap_or(1) {
            if ty != Type::Int && tape.rarely(6) {
                continue;
            }
            let (lo, hi) = ty.bounds(&system.enums).unwrap_or((0, 2));
            let value = system.exprs.constant(ty.sort(), lo + tape.below((hi - lo + 1) as usize) as i64);
            let place = match len {
                None => system.exprs.var(var),
                Some(_) => {
                    let index = system.exprs.int(i64::from(element));
                    system.exprs.element(var, index)
                }
            };
            conjuncts.push(system.exprs.eq(place, value));
        }
    }
    system.exprs.and(conjuncts)
}

fn random_rule(system: &mut System, number: usize, tape: &mut Tape) -> Rule {
    let choices: Vec<Choice> = (0..tape.below(5).saturating_sub(2))
        .map(|i| Choice { name: format!("c{i}"), ty: random_type(system, false, tape), agent: None })
        .collect();
    let scope = Scope { choices: &choices, took: &[] };
    let guard = if tape.rarely(3) {
        system.exprs.bool(true)
    } else {
        Draw { system, scope, tape }.expr(Sort::Bool, 2)
    };
    let count = 1 + tape.below(3);
    let parts = (0..count)
        .map(|part| {
            // Without an alternative nobody can take part, and so nothing be done.
            let number = if tape.rarely(16) { 0 } else { 1 + tape.below(3) };
            let alternatives =
                (0..number).map(|_| random_alternative(system, scope, (part, count), tape)).collect();
            Part { agent: Some(AgentId((part % system.agents.len()) as u32)), alternatives }
        })
        .collect();
    Rule {
        name: format!("rule{number}"),
        guard,
        parts,
        observation: Observation {
            actor: Some(AgentId((number % system.agents.len()) as u32)),
            ..Observation::of(Mode::Local)
        },
        choices,
        span: Default::default(),
    }
}

/// An alternative of the `part`-th of `count` parts, which shares no variable with the others.
fn random_alternative(
    system: &mut System,
    scope: Scope,
    (part, count): (usize, usize),
    tape: &mut Tape,
) -> Alternative {
    let guard = if tape.rarely(2) {
        Draw { system, scope, tape }.expr(Sort::Bool, 2)
    } else {
        system.exprs.bool(true)
    };
    let mut updates = Vec::new();
    for var in (0..system.vars.len()).filter(|var| var % count == part) {
        if tape.rarely(3) {
            continue;
        }
        let (var, ty, len) = (VarId(var as u32), system.vars[var].ty, system.vars[var].len);
        for _ in 0..if len.is_some() { 1 + tape.below(2) } else { 1 } {
            let index = len.map(|_| Draw { system, scope, tape }.expr(Sort::Int, 1));
            let value = Draw { system, scope, tape }.expr(ty.sort(), 2);
            updates.push(Update { var, index, value });
        }
    }
    Alternative { guard, updates, action: None }
}

fn random_predicate(system: &mut System, number: usize, tape: &mut Tape) -> StepPredicate {
    let mut cases = BTreeMap::new();
    for rule in 0..system.rules.len() {
        let took: Vec<usize> = system.rules[rule].parts.iter().map(|part| part.alternatives.len()).collect();
        // What is never taken has no alternatives to ask about.
        if tape.rarely(2) || took.contains(&0) {
            continue;
        }
        let choices = system.rules[rule].choices.clone();
        let scope = Scope { choices: &choices, took: &took };
        let condition = if tape.rarely(2) {
            Draw { system, scope, tape }.expr(Sort::Bool, 2)
        } else {
            system.exprs.bool(true)
        };
        cases.insert(RuleId(rule as u32), condition);
    }
    StepPredicate { text: format!("step{number}"), cases }
}

/// What an expression may use besides variables.
#[derive(Clone, Copy)]
struct Scope<'a> {
    choices: &'a [Choice],
    /// In step predicates: how many alternatives each part of the rule has.
    took: &'a [usize],
}

struct Draw<'a> {
    system: &'a mut System,
    scope: Scope<'a>,
    tape: &'a mut Tape,
}

impl Draw<'_> {
    fn expr(&mut self, sort: Sort, depth: usize) -> ExprId {
        if depth == 0 || self.tape.rarely(4) {
            return self.leaf(sort);
        }
        if self.tape.rarely(8) {
            let condition = self.expr(Sort::Bool, depth - 1);
            let (yes, no) = (self.expr(sort, depth - 1), self.expr(sort, depth - 1));
            return self.system.exprs.ite(condition, yes, no);
        }
        match sort {
            Sort::Bool => self.condition(depth),
            Sort::Int => self.number(depth),
            Sort::Enum(_) => self.leaf(sort),
        }
    }

    fn condition(&mut self, depth: usize) -> ExprId {
        match self.tape.below(8) {
            0 | 1 => {
                let sort = match self.tape.below(3) {
                    0 => Sort::Int,
                    _ => Sort::Enum(EnumId(self.tape.below(self.system.enums.len()) as u32)),
                };
                let (a, b) = (self.leaf(sort), self.expr(sort, depth - 1));
                self.system.exprs.eq(a, b)
            }
            2 | 3 => self.leaf(Sort::Bool),
            4 => {
                let inner = self.expr(Sort::Bool, depth - 1);
                self.system.exprs.not(inner)
            }
            5 => {
                let both = [self.expr(Sort::Bool, depth - 1), self.expr(Sort::Bool, depth - 1)];
                self.system.exprs.and(both)
            }
            6 => {
                let either = [self.expr(Sort::Bool, depth - 1), self.expr(Sort::Bool, depth - 1)];
                self.system.exprs.or(either)
            }
            _ => {
                let op = [BinaryOp::Lt, BinaryOp::Le][self.tape.below(2)];
                let (a, b) = (self.expr(Sort::Int, depth - 1), self.expr(Sort::Int, depth - 1));
                self.system.exprs.binary(op, a, b)
            }
        }
    }

    fn number(&mut self, depth: usize) -> ExprId {
        use BinaryOp::*;
        let op = [Add, Sub, Add, Min, Max, Mod, Div, Rem, Mul][self.tape.below(9)];
        let (a, b) = (self.expr(Sort::Int, depth - 1), self.expr(Sort::Int, depth - 1));
        match self.tape.below(8) {
            6 => self.system.exprs.neg(a),
            7 => self.system.exprs.abs(a),
            _ => self.system.exprs.binary(op, a, b),
        }
    }

    /// A variable, an element, a choice, what was taken, or a constant.
    fn leaf(&mut self, sort: Sort) -> ExprId {
        if sort == Sort::Bool && !self.scope.took.is_empty() && self.tape.rarely(2) {
            let part = self.tape.below(self.scope.took.len());
            let alternative = self.tape.below(self.scope.took[part]);
            return self.system.exprs.took(part as u32, alternative as u32);
        }
        let choices: Vec<usize> =
            (0..self.scope.choices.len()).filter(|i| self.scope.choices[*i].ty.sort() == sort).collect();
        if !choices.is_empty() && self.tape.rarely(2) {
            let position = choices[self.tape.below(choices.len())];
            return self.system.exprs.choice(position as u32, sort);
        }
        let vars: Vec<VarId> =
            self.system.var_ids().filter(|(_, var)| var.ty.sort() == sort).map(|(id, _)| id).collect();
        if vars.is_empty() || self.tape.rarely(4) {
            return self.constant(sort);
        }
        let var = vars[self.tape.below(vars.len())];
        if self.system.var(var).len.is_some() {
            let index = self.tape.below(4) as i64;
            let index = match self.tape.below(3) {
                2 => self.leaf(Sort::Int),
                _ => self.system.exprs.int(index),
            };
            return self.system.exprs.element(var, index);
        }
        self.system.exprs.var(var)
    }

    fn constant(&mut self, sort: Sort) -> ExprId {
        let value = match sort {
            Sort::Bool => self.tape.below(2) as i64,
            Sort::Int => self.tape.below(5) as i64 - 1,
            Sort::Enum(id) => self.tape.below(self.system.enums[id.0 as usize].values.len()) as i64,
        };
        self.system.exprs.constant(sort, value)
    }
}

/// The formula on a tape; its state expressions are added to the system.
pub fn random_formula(system: &mut System, fragment: Fragment, tape: &mut Tape) -> Formula {
    let mut draw = DrawFormula { system, fragment, tape };
    match fragment {
        Fragment::Invariant => Formula::Globally(Box::new(draw.formula(2))),
        Fragment::Linear | Fragment::Full | Fragment::Strategic => draw.formula(3),
    }
}

struct DrawFormula<'a> {
    system: &'a mut System,
    fragment: Fragment,
    tape: &'a mut Tape,
}

impl DrawFormula<'_> {
    fn formula(&mut self, depth: usize) -> Formula {
        use Formula::*;
        if depth == 0 || self.tape.rarely(6) {
            return self.atom();
        }
        let boxed = |this: &mut Self| Box::new(this.formula(depth - 1));
        let operators = match self.fragment {
            Fragment::Invariant => 3,
            Fragment::Linear => 10,
            Fragment::Full => 16,
            Fragment::Strategic => 22,
        };
        match self.tape.below(operators) {
            0 => self.formula(depth - 1).not(),
            1 => And(vec![self.formula(depth - 1), self.formula(depth - 1)]),
            2 => Or(vec![self.formula(depth - 1), self.formula(depth - 1)]),
            3 | 4 => Globally(boxed(self)),
            5 => Finally(boxed(self)),
            6 => Next(boxed(self)),
            7 => Until(boxed(self), boxed(self)),
            8 => Release(boxed(self), boxed(self)),
            9 => WeakUntil(boxed(self), boxed(self)),
            10 => AllRuns(boxed(self)),
            11 => SomeRun(boxed(self)),
            12 => Knows(self.agent(), boxed(self)),
            13 => EverybodyKnows(self.group(), boxed(self)),
            14 => CommonKnowledge(self.group(), boxed(self)),
            15 => DistributedKnowledge(self.group(), boxed(self)),
            _ => Coalition(self.group(), Box::new(self.goal(depth))),
        }
    }

    /// What a coalition is asked for: one operator over formulas about points.
    fn goal(&mut self, depth: usize) -> Formula {
        use Formula::*;
        let mut operand = || {
            let formula = self.formula(depth - 1);
            Box::new(if formula.is_about_point() { formula } else { SomeRun(Box::new(formula)) })
        };
        let (a, b) = (operand(), operand());
        match self.tape.below(7) {
            0 => Next(a),
            1 | 2 => Finally(a),
            3 => Globally(a),
            4 => Until(a, b),
            5 => Release(a, b),
            _ => WeakUntil(a, b),
        }
    }

    fn atom(&mut self) -> Formula {
        let predicates = self.system.step_predicates.len();
        let predicate = StepPredicateId(self.tape.below(predicates) as u32);
        match self.tape.below(8) {
            4 => Formula::Deadlock,
            5 => Formula::Faulty,
            6 if predicates > 0 => Formula::Step(predicate),
            7 if predicates > 0 => Formula::Arrived(predicate),
            _ => {
                let scope = Scope { choices: &[], took: &[] };
                Formula::State(Draw { system: self.system, scope, tape: self.tape }.expr(Sort::Bool, 2))
            }
        }
    }

    fn agent(&mut self) -> AgentId {
        AgentId(self.tape.below(self.system.agents.len()) as u32)
    }

    fn group(&mut self) -> Vec<AgentId> {
        let mut group: Vec<AgentId> = (0..self.tape.below(3)).map(|_| self.agent()).collect();
        group.sort_unstable();
        group.dedup();
        group
    }
}
