//! Whether a system keeps the promises that its types make in words.

use std::collections::HashSet;

use crate::expr::{Expr, ExprId};
use crate::property::Formula;
use crate::system::{AgentId, Alternative, Choice, Part, Rule, RuleId, System, VarId};
use crate::types::{EnumId, Sort, Type};

impl System {
    /// The promises of [`System`] and its parts that this one breaks, a sentence each. Every system that a front
    /// end makes breaks none: engines rely on it. That the steps of a [`crate::Committed`] come to an end and that its
    /// `fits` do is not looked at.
    pub fn validate(&self) -> Vec<String> {
        let mut validation = Validation { system: self, broken: Vec::new(), beyond_states: Vec::new() };
        validation.expressions();
        validation.declarations();
        let (system, state) = (self, Scope::STATE);
        validation.expr("the initial condition", system.init, Sort::Bool, state);
        if let Some(ended) = system.ended {
            validation.expr("the condition for the end", ended, Sort::Bool, state);
        }
        system.rules.iter().for_each(|rule| validation.rule(rule));
        validation.predicates();
        validation.committed();
        for condition in &system.fairness {
            validation.expect("a fairness condition", condition.is_about_point(), "is not about states");
            validation.formula("a fairness condition", condition);
        }
        validation.broken
    }

    /// As [`System::validate`], of a formula about this system.
    pub fn validate_formula(&self, formula: &Formula) -> Vec<String> {
        let mut validation = Validation { system: self, broken: Vec::new(), beyond_states: Vec::new() };
        validation.expressions();
        validation.broken.clear();
        validation.formula("the formula", formula);
        validation.broken
    }
}

/// What an expression may read besides the state.
#[derive(Clone, Copy)]
struct Scope<'a> {
    choices: &'a [Choice],
    /// The parts of which a step predicate may ask which alternative was taken.
    parts: &'a [Part],
}

impl Scope<'_> {
    const STATE: Scope<'static> = Scope { choices: &[], parts: &[] };
}

struct Validation<'a> {
    system: &'a System,
    broken: Vec<String>,
    /// For each expression whether a choice, or which alternative was taken, stands in it.
    beyond_states: Vec<bool>,
}

impl<'a> Validation<'a> {
    fn expect(&mut self, place: &str, kept: bool, breach: &str) {
        if !kept {
            self.broken.push(format!("{place} {breach}"));
        }
    }

    /// Every expression by itself; operands come before what they are operands of.
    fn expressions(&mut self) {
        let exprs = &self.system.exprs;
        for id in (0..exprs.len() as u32).map(ExprId) {
            let place = format!("expression {}", id.0);
            match exprs[id] {
                Expr::Var(var) => {
                    let scalar = self.system.vars.get(var.0 as usize).is_some_and(|var| var.len.is_none());
                    self.expect(&place, scalar, "reads what is no scalar variable");
                }
                Expr::Element(var, _) => {
                    let array = self.system.vars.get(var.0 as usize).is_some_and(|var| var.len.is_some());
                    self.expect(&place, array, "reads an element of what is no array");
                }
                Expr::Const(sort, value) => {
                    let exists = match sort {
                        Sort::Bool => (0..=1).contains(&value),
                        Sort::Int => true,
                        Sort::Enum(EnumId(id)) => self
                            .system
                            .enums
                            .get(id as usize)
                            .is_some_and(|kind| (0..kind.values.len() as i64).contains(&value)),
                    };
                    self.expect(&place, exists, "is a constant that its sort does not have");
                }
                _ => {}
            }
            let beyond = matches!(exprs[id], Expr::Choice(..) | Expr::Took { .. })
                || exprs.operands(id).iter().any(|operand| self.beyond_states[operand.0 as usize]);
            self.beyond_states.push(beyond);
        }
    }

    /// An expression that is used somewhere.
    fn expr(&mut self, place: &str, id: ExprId, sort: Sort, scope: Scope) {
        if self.any_sort(place, id, scope) {
            self.expect(place, self.system.exprs.sort(id) == sort, "has the wrong sort");
        }
    }

    /// As [`Validation::expr`], where every sort is fine; whether the expression exists.
    fn any_sort(&mut self, place: &str, id: ExprId, scope: Scope) -> bool {
        let exprs = &self.system.exprs;
        if id.0 as usize >= exprs.len() {
            self.expect(place, false, "is no expression of the system");
            return false;
        }
        let (mut todo, mut seen) = (vec![id], HashSet::new());
        while let Some(at) = todo.pop() {
            if !self.beyond_states[at.0 as usize] || !seen.insert(at) {
                continue;
            }
            match exprs[at] {
                Expr::Choice(position, sort) => {
                    let choice = scope.choices.get(position as usize);
                    let known = choice.is_some_and(|choice| choice.ty.sort() == sort);
                    self.expect(place, known, "reads a choice that is not there");
                }
                Expr::Took { part, alternative } => {
                    let part = scope.parts.get(part as usize);
                    let known = part.is_some_and(|part| (alternative as usize) < part.alternatives.len());
                    self.expect(place, known, "asks about an alternative that is not there");
                }
                _ => todo.extend(exprs.operands(at)),
            }
        }
        true
    }

    fn ty(&mut self, place: &str, ty: Type) {
        let has_values = match ty {
            Type::Bool | Type::Int => true,
            Type::Range { lo, hi } => lo <= hi,
            Type::Enum(id) => {
                self.system.enums.get(id.0 as usize).is_some_and(|kind| !kind.values.is_empty())
            }
        };
        self.expect(place, has_values, "has a type without values");
    }

    fn var(&mut self, place: &str, var: VarId) -> bool {
        let known = (var.0 as usize) < self.system.vars.len();
        self.expect(place, known, "names a variable that is not there");
        known
    }

    fn agents(&mut self, place: &str, agents: impl IntoIterator<Item = AgentId>) {
        let known = agents.into_iter().all(|agent| (agent.0 as usize) < self.system.agents.len());
        self.expect(place, known, "names an agent that is not there");
    }

    fn unique<'n>(&mut self, what: &str, names: impl Iterator<Item = &'n str>) {
        let mut seen = HashSet::new();
        for name in names {
            self.expect(what, seen.insert(name), &format!("`{name}` is not the only one of this name"));
        }
    }

    fn declarations(&mut self) {
        let system = self.system;
        self.unique("the variable", system.vars.iter().map(|var| var.name.as_str()));
        self.unique("the agent", system.agents.iter().map(|agent| agent.name.as_str()));
        self.unique("the rule", system.rules.iter().map(|rule| rule.name.as_str()));
        let mut width = 0;
        for (id, var) in system.var_ids() {
            let place = format!("the variable `{}`", var.name);
            self.ty(&place, var.ty);
            self.expect(&place, var.len != Some(0), "is an array without elements");
            self.expect(&place, system.slot(id) == width, "is not where states have it");
            width += var.len.unwrap_or(1) as usize;
            self.agents(&place, var.owner);
            let owners = system.agent_ids().filter(|(_, agent)| agent.owns.contains(&id)).map(|(id, _)| id);
            self.expect(&place, owners.eq(var.owner), "and the agents do not agree on its owner");
        }
        for agent in &system.agents {
            let place = format!("the agent `{}`", agent.name);
            for var in agent.owns.iter().chain(&agent.observes) {
                self.var(&place, *var);
            }
            for thread in agent.automaton.iter().flat_map(|automaton| &automaton.threads) {
                if let Some(state) = thread.state
                    && self.var(&place, state)
                {
                    let scalar = system.var(state).len.is_none();
                    self.expect(&place, scalar, "has its control state in an array");
                }
                let ends = thread.edges.iter().flat_map(|edge| [edge.from, edge.to]);
                let known = ends.chain(thread.initial.iter().copied()).all(|state| state < thread.states);
                self.expect(&place, known, "has an edge to a control state that is not there");
            }
        }
    }

    fn rule(&mut self, rule: &'a Rule) {
        let place = format!("the rule `{}`", rule.name);
        let scope = Scope { choices: &rule.choices, parts: &[] };
        for choice in &rule.choices {
            self.ty(&place, choice.ty);
            self.agents(&place, choice.agent);
        }
        self.expr(&place, rule.guard, Sort::Bool, scope);
        let mut assigned = HashSet::new();
        for part in &rule.parts {
            self.agents(&place, part.agent);
            let mut own = HashSet::new();
            for alternative in &part.alternatives {
                self.alternative(&place, alternative, scope);
                own.extend(alternative.updates.iter().map(|update| update.var));
            }
            self.expect(&place, assigned.is_disjoint(&own), "has two parts that assign one variable");
            assigned.extend(own);
        }
        let seen = &rule.observation;
        self.agents(&place, seen.actor.into_iter().chain(seen.partner));
        if let Some(channel) = seen.channel {
            self.any_sort(&place, channel, scope);
        }
        if let Some(broadcast) = seen.broadcast {
            self.expr(&place, broadcast, Sort::Bool, Scope::STATE);
        }
        for datum in &seen.data {
            self.agents(&place, [datum.from]);
            self.any_sort(&place, datum.value, scope);
        }
    }

    fn alternative(&mut self, place: &str, alternative: &Alternative, scope: Scope) {
        self.expr(place, alternative.guard, Sort::Bool, scope);
        let mut assigned = HashSet::new();
        for update in &alternative.updates {
            if !self.var(place, update.var) {
                continue;
            }
            let var = self.system.var(update.var);
            self.expect(
                place,
                update.index.is_some() == var.len.is_some(),
                "has an index too many or too few",
            );
            if let Some(index) = update.index {
                self.expr(place, index, Sort::Int, scope);
            }
            self.expr(place, update.value, var.ty.sort(), scope);
            let once = assigned.insert(update.var) || var.len.is_some();
            self.expect(place, once, "assigns one variable twice");
        }
    }

    fn predicates(&mut self) {
        for predicate in &self.system.step_predicates {
            let place = format!("the step predicate `{}`", predicate.text);
            for (rule, condition) in &predicate.cases {
                match self.system.rules.get(rule.0 as usize) {
                    None => self.expect(&place, false, "is about a rule that is not there"),
                    Some(rule) => {
                        let scope = Scope { choices: &rule.choices, parts: &rule.parts };
                        self.expr(&place, *condition, Sort::Bool, scope);
                    }
                }
            }
        }
    }

    fn committed(&mut self) {
        let system = self.system;
        let is_variable = |RuleId(id): &RuleId| {
            let rule = system.rules.get(*id as usize);
            rule.is_some_and(|rule| matches!(system.exprs[rule.guard], Expr::Var(_)))
        };
        for steps in &system.committed {
            self.expect(
                "a list of committed steps",
                steps.rules.iter().all(is_variable),
                "has a rule without a variable as guard",
            );
            for var in &steps.fits {
                self.var("a list of committed steps", *var);
            }
        }
    }

    fn formula(&mut self, place: &str, formula: &Formula) {
        use Formula::*;
        match formula {
            State(id) => self.expr(place, *id, Sort::Bool, Scope::STATE),
            Step(id) | Arrived(id) => {
                let known = (id.0 as usize) < self.system.step_predicates.len();
                self.expect(place, known, "asks about a step predicate that is not there");
            }
            Knows(agent, _) => self.agents(place, [*agent]),
            EverybodyKnows(group, _)
            | CommonKnowledge(group, _)
            | DistributedKnowledge(group, _)
            | Coalition(group, _) => self.agents(place, group.iter().copied()),
            _ => {}
        }
        formula.children().into_iter().for_each(|child| self.formula(place, child));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::{StepPredicate, StepPredicateId};
    use crate::system::{Agent, Committed, Mode, Observation, Update, Variable};

    /// A counter up to three and an array of two; one rule picks what is added.
    fn system() -> System {
        let mut system = System::new("valid");
        let owner = system.add_agent(Agent {
            name: "ann".to_string(),
            role: "agent".to_string(),
            owns: vec![],
            observes: vec![],
            automaton: None,
            span: Default::default(),
        });
        let ty = Type::Range { lo: 0, hi: 3 };
        let var =
            |name: &str, len, owner| Variable { name: name.into(), ty, len, owner, span: Default::default() };
        let n = system.add_var(var("n", None, Some(owner)));
        system.add_var(var("cells", Some(2), None));
        let exprs = &mut system.exprs;
        let (now, added, yes) = (exprs.var(n), exprs.choice(0, Sort::Int), exprs.bool(true));
        let value = exprs.binary(crate::BinaryOp::Add, now, added);
        let update = Update { var: n, index: None, value };
        let alternative = Alternative { guard: yes, updates: vec![update], action: None };
        let rule = system.add_rule(Rule {
            name: "add".to_string(),
            choices: vec![Choice { name: "added".to_string(), ty, agent: Some(owner) }],
            guard: yes,
            parts: vec![Part { agent: Some(owner), alternatives: vec![alternative].into() }],
            observation: Observation::of(Mode::Local),
            span: Default::default(),
        });
        let took = system.exprs.took(0, 0);
        let cases = [(rule, took)].into();
        system.add_step_predicate(StepPredicate { text: "adds".to_string(), cases });
        system
    }

    /// What is broken by a change of a valid system.
    fn broken(change: impl FnOnce(&mut System)) -> Vec<String> {
        let mut system = system();
        change(&mut system);
        system.validate()
    }

    #[test]
    fn a_system_that_keeps_all_promises_is_valid() {
        assert_eq!(system().validate(), Vec::<String>::new());
    }

    #[test]
    fn guards_are_boolean_and_updates_of_the_sort_of_their_variable() {
        let number = broken(|system| system.rules[0].guard = system.exprs.int(1));
        assert_eq!(number, ["the rule `add` has the wrong sort"]);
        let bool = broken(|system| {
            system.rules[0].parts[0].alternatives[0].updates[0].value = system.exprs.bool(true);
        });
        assert_eq!(bool, ["the rule `add` has the wrong sort"]);
    }

    #[test]
    fn a_variable_is_assigned_once_and_by_one_part() {
        let twice = broken(|system| {
            let updates = &mut system.rules[0].parts[0].alternatives[0].updates;
            updates.push(updates[0].clone());
        });
        assert_eq!(twice, ["the rule `add` assigns one variable twice"]);
        let by_two = broken(|system| {
            let part = system.rules[0].parts[0].clone();
            system.rules[0].parts.push(part);
        });
        assert_eq!(by_two, ["the rule `add` has two parts that assign one variable"]);
    }

    #[test]
    fn arrays_have_indices_and_scalars_have_none() {
        let without = broken(|system| {
            system.rules[0].parts[0].alternatives[0].updates[0].var = VarId(1);
        });
        assert_eq!(without, ["the rule `add` has an index too many or too few"]);
        let whole = broken(|system| {
            system.exprs.var(VarId(1));
        });
        assert_eq!(whole.len(), 1);
    }

    #[test]
    fn choices_and_alternatives_are_those_of_the_rule() {
        let in_state = broken(|system| {
            let choice = system.exprs.choice(0, Sort::Bool);
            system.init = choice;
        });
        assert_eq!(in_state, ["the initial condition reads a choice that is not there"]);
        let took = broken(|system| {
            let took = system.exprs.took(0, 1);
            system.step_predicates[0].cases.insert(RuleId(0), took);
        });
        assert_eq!(took, ["the step predicate `adds` asks about an alternative that is not there"]);
    }

    #[test]
    fn what_is_named_exists() {
        let rule = broken(|system| {
            let yes = system.exprs.bool(true);
            system.step_predicates[0].cases.insert(RuleId(7), yes);
        });
        assert_eq!(rule, ["the step predicate `adds` is about a rule that is not there"]);
        assert_eq!(broken(|system| system.agents[0].observes.push(VarId(9))).len(), 1);
        assert_eq!(broken(|system| system.rules[0].observation.actor = Some(AgentId(1))).len(), 1);
        assert_eq!(broken(|system| system.rules[0].guard = ExprId(999)).len(), 1);
        assert_eq!(broken(|system| system.vars[0].owner = None).len(), 1);
    }

    #[test]
    fn names_of_rules_are_unique() {
        let twins = broken(|system| {
            let rule = system.rules[0].clone();
            system.add_rule(rule);
        });
        assert_eq!(twins, ["the rule `add` is not the only one of this name"]);
    }

    #[test]
    fn the_guard_of_a_committed_step_is_a_variable() {
        let steps = Committed { rules: vec![RuleId(0)], fits: vec![] };
        let guarded = broken(|system| system.committed.push(steps));
        assert_eq!(guarded, ["a list of committed steps has a rule without a variable as guard"]);
    }

    #[test]
    fn fairness_is_about_states_and_formulas_about_the_system() {
        let step = Formula::Step(StepPredicateId(0));
        let fair = broken(|system| system.fairness.push(step));
        assert_eq!(fair, ["a fairness condition is not about states"]);
        let system = system();
        assert!(system.validate_formula(&Formula::Step(StepPredicateId(0))).is_empty());
        assert!(!system.validate_formula(&Formula::Step(StepPredicateId(1))).is_empty());
        assert!(
            !system.validate_formula(&Formula::Knows(AgentId(1), Box::new(Formula::Deadlock))).is_empty()
        );
    }
}
