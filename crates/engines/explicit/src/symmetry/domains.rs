//! Domains of values: variables and choices that are compared with each other, or copied, share one. If nothing
//! else is done with its values (no arithmetic, no order), they may be names, which can be exchanged.

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{AgentId, BinaryOp, Expr, ExprId, Formula, RuleId, Sort, System, UnaryOp, VarId};

/// The domain whose values mean more than that they are different.
const RIGID: u32 = 0;

/// Domains as disjoint sets of places: variables, and choices of rules.
pub(super) struct Domains {
    parents: Vec<u32>,
    choices: FxHashMap<(RuleId, u32), u32>,
}

/// A domain of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Domain(u32);

impl Domains {
    /// The domains of a system and of formulas about it. Agents that may be exchanged have the same.
    pub fn new<'f>(
        system: &System,
        formulas: impl IntoIterator<Item = &'f Formula>,
        alike: &[Vec<AgentId>],
    ) -> Self {
        let parents = (0..=system.vars.len() as u32).collect();
        let mut domains = Domains { parents, choices: FxHashMap::default() };
        for agents in alike {
            for agent in &agents[1..] {
                let owned = |agent: AgentId| &system.agent(agent).owns;
                for (a, b) in std::iter::zip(owned(agents[0]), owned(*agent)) {
                    domains.join(of_var(*a), of_var(*b));
                }
            }
        }
        let mut finder = Finder { system, domains, rule: None, seen: FxHashSet::default() };
        finder.visit(system.init);
        for (id, rule) in system.rule_ids() {
            finder.within(id, |finder| {
                finder.visit(rule.guard);
                for alternative in rule.parts.iter().flat_map(|part| &part.alternatives) {
                    finder.visit(alternative.guard);
                    for update in &alternative.updates {
                        finder.visit(update.value);
                        let value = finder.place(update.value);
                        finder.join(Some(of_var(update.var)), value);
                        if let Some(index) = update.index {
                            finder.visit(index);
                            finder.bind(index);
                        }
                    }
                }
            });
        }
        for predicate in &system.step_predicates {
            for (id, case) in &predicate.cases {
                finder.within(*id, |finder| finder.visit(*case));
            }
        }
        for formula in formulas {
            formula.any(&mut |part| {
                if let Formula::State(id) = part {
                    finder.visit(*id);
                }
                false
            });
        }
        finder.domains
    }

    /// The domain of a variable, if its values are names.
    pub fn of_var(&self, var: VarId) -> Option<Domain> {
        self.names(of_var(var))
    }

    /// The domain of a choice of a rule.
    pub fn of_choice(&self, rule: RuleId, position: u32) -> Option<Domain> {
        self.names(*self.choices.get(&(rule, position))?)
    }

    /// The domain of an expression of a rule, or of none; constants have none of their own.
    pub fn of_expr(&self, system: &System, rule: Option<RuleId>, id: ExprId) -> Option<Domain> {
        match &system.exprs[id] {
            Expr::Var(var) | Expr::Element(var, _) => self.of_var(*var),
            Expr::Choice(position, _) => self.of_choice(rule?, *position),
            Expr::Ite(_, then, other) => {
                self.of_expr(system, rule, *then).or_else(|| self.of_expr(system, rule, *other))
            }
            _ => None,
        }
    }

    fn names(&self, place: u32) -> Option<Domain> {
        let root = self.root(place);
        (root != self.root(RIGID)).then_some(Domain(root))
    }

    fn root(&self, mut place: u32) -> u32 {
        while self.parents[place as usize] != place {
            place = self.parents[place as usize];
        }
        place
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}

fn of_var(var: VarId) -> u32 {
    var.0 + 1
}

/// Walks through expressions and joins places.
struct Finder<'a> {
    system: &'a System,
    domains: Domains,
    rule: Option<RuleId>,
    seen: FxHashSet<ExprId>,
}

impl Finder<'_> {
    /// Works on expressions of a rule: what a choice is depends on the rule.
    fn within(&mut self, rule: RuleId, work: impl FnOnce(&mut Self)) {
        let has_choices = !self.system.rule(rule).choices.is_empty();
        let outside = if has_choices { std::mem::take(&mut self.seen) } else { FxHashSet::default() };
        self.rule = Some(rule);
        work(self);
        self.rule = None;
        if has_choices {
            self.seen = outside;
        }
    }

    /// Where the values of an expression are from; `None` for a constant and for truth values.
    fn place(&mut self, id: ExprId) -> Option<u32> {
        let exprs = &self.system.exprs;
        match &exprs[id] {
            _ if exprs.sort(id) == Sort::Bool => None,
            Expr::Const(..) => None,
            Expr::Var(var) | Expr::Element(var, _) => Some(of_var(*var)),
            Expr::Choice(position, _) => {
                let Some(rule) = self.rule else { return Some(RIGID) };
                let Domains { parents, choices } = &mut self.domains;
                Some(*choices.entry((rule, *position)).or_insert_with(|| {
                    parents.push(parents.len() as u32);
                    parents.len() as u32 - 1
                }))
            }
            Expr::Ite(_, then, other) => {
                let (then, other) = (self.place(*then), self.place(*other));
                self.join(then, other);
                then.or(other)
            }
            _ => Some(RIGID),
        }
    }

    fn join(&mut self, a: Option<u32>, b: Option<u32>) {
        if let (Some(a), Some(b)) = (a, b) {
            self.domains.join(a, b);
        }
    }

    /// The values of an expression mean more than that they are different.
    fn bind(&mut self, id: ExprId) {
        let place = self.place(id);
        self.join(place, Some(RIGID));
    }

    fn visit(&mut self, id: ExprId) {
        if !self.seen.insert(id) {
            return;
        }
        let exprs = &self.system.exprs;
        match &exprs[id] {
            Expr::Binary(BinaryOp::Eq, a, b) => {
                let (a, b) = (self.place(*a), self.place(*b));
                self.join(a, b);
            }
            Expr::Binary(_, a, b) => {
                self.bind(*a);
                self.bind(*b);
            }
            Expr::Unary(UnaryOp::Neg | UnaryOp::Abs, a) => self.bind(*a),
            Expr::Element(_, index) => self.bind(*index),
            Expr::Ite(..) => drop(self.place(id)),
            _ => {}
        }
        for operand in self.system.exprs.operands(id) {
            self.visit(operand);
        }
    }
}
