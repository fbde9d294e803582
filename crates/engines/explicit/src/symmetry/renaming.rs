//! What becomes of a system when agents and names are exchanged, and whether it is the same system afterwards.
//!
//! Two forms are compared exactly: expressions are put together again in one pool, with the operands of operators
//! that commute in the order of their ids. Forms that differ may still mean the same, so that some symmetry is
//! not found; forms that are equal mean the same.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use synod_core::{
    Alternatives, BinaryOp, Expr, ExprId, Exprs, Formula, PerAlternatives, Rule, RuleId, Sort,
    StepPredicateId, System, Type, VarId, checkpoint,
};

use super::domains::{Domain, Domains};

/// Alternatives whose images are compared before the search for symmetry is given up: it must not take longer than the
/// search for states would.
const MOST_EFFORT: usize = 1 << 19;

/// Wider types are only compared by their bounds.
const WIDEST: i64 = 1 << 12;

/// A renaming: where variables and names go. Both are permutations.
#[derive(Clone, Debug, Default)]
pub(super) struct Renaming {
    /// Those that move.
    pub vars: FxHashMap<VarId, VarId>,
    /// Those that move.
    pub names: BTreeMap<(Domain, i64), i64>,
}

impl Renaming {
    fn var(&self, var: VarId) -> VarId {
        self.vars.get(&var).copied().unwrap_or(var)
    }

    fn value(&self, domain: Option<Domain>, value: i64) -> i64 {
        domain.and_then(|domain| self.names.get(&(domain, value)).copied()).unwrap_or(value)
    }
}

/// What an alternative is: its guard and its updates, those of a variable in their order.
type AlternativeForm = (ExprId, Vec<(VarId, Option<ExprId>, ExprId)>);
/// What a rule is: the types of its choices, its guard and its parts.
type RuleForm = (Vec<Type>, ExprId, Vec<u32>);

/// What atoms are: conditions on states, and for each rule that some atom about steps speaks of, what each asks of it.
type AtomsForm = (Vec<ExprId>, Vec<(u32, Vec<Option<ExprId>>)>);

/// The forms of rules and parts that occurred, each with a number.
#[derive(Default)]
struct Numbers {
    parts: FxHashMap<Vec<AlternativeForm>, u32>,
    rules: FxHashMap<RuleForm, u32>,
}

fn number<K: std::hash::Hash + Eq>(known: &mut FxHashMap<K, u32>, form: K) -> u32 {
    let next = known.len() as u32;
    *known.entry(form).or_insert(next)
}

/// The forms of a system under renamings, comparable with each other.
pub(super) struct Forms<'a> {
    system: &'a System,
    domains: &'a Domains,
    pool: Exprs,
    numbers: Numbers,
    /// The form of the system as it is.
    plain: Option<SystemForm>,
    /// How much work one image of the system is, and how much was done.
    size: usize,
    effort: usize,
}

#[derive(PartialEq, Eq)]
struct SystemForm {
    init: ExprId,
    rules: Vec<u32>,
}

/// What a formula asks of single positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtomRef {
    State(ExprId),
    Step(StepPredicateId),
}

/// The atoms of a formula, in order.
pub(super) fn atoms(formula: &Formula) -> Vec<AtomRef> {
    let mut found = Vec::new();
    formula.any(&mut |part| {
        found.extend(match part {
            Formula::State(id) => Some(AtomRef::State(*id)),
            Formula::Step(id) | Formula::Arrived(id) => Some(AtomRef::Step(*id)),
            _ => None,
        });
        false
    });
    found
}

impl<'a> Forms<'a> {
    pub fn new(system: &'a System, domains: &'a Domains) -> Self {
        let pool = system.exprs.clone();
        let parts = |rule: &Rule| rule.parts.iter().map(|part| part.alternatives.len()).sum::<usize>();
        let size = system.rules.iter().map(|rule| 1 + parts(rule)).sum();
        Forms { system, domains, pool, numbers: Numbers::default(), plain: None, size, effort: 0 }
    }

    /// Whether so much work was done that no renaming is said to map the system to itself any more.
    pub fn is_exhausted(&self) -> bool {
        self.effort > MOST_EFFORT
    }

    /// Whether a renaming maps the system to itself: types, initial states and rules. It is said not to when too much
    /// work was done already.
    pub fn is_automorphism(&mut self, renaming: &Renaming) -> bool {
        if self.is_exhausted() || !self.types_agree(renaming) {
            return false;
        }
        self.effort += self.size;
        let plain = match self.plain.take() {
            Some(plain) => plain,
            None => self.form(&Renaming::default()),
        };
        let agrees = self.form(renaming) == plain;
        self.plain = Some(plain);
        agrees
    }

    /// Whether an automorphism maps atoms to others, one by one.
    pub fn maps(&mut self, renaming: &Renaming, from: &[AtomRef], to: &[AtomRef]) -> bool {
        from.len() == to.len() && self.atoms_form(renaming, from) == self.atoms_form(&Renaming::default(), to)
    }

    fn types_agree(&self, renaming: &Renaming) -> bool {
        let system = self.system;
        let bounds = |ty: Type| ty.bounds(&system.enums);
        let fits = |from: Type, to: Type, domain: Option<Domain>| -> bool {
            if from.sort() != to.sort() {
                return false;
            }
            let moved = || renaming.names.iter().filter(|((of, _), _)| Some(*of) == domain);
            match (bounds(from), bounds(to)) {
                (None, None) => true,
                (Some(a), Some(b)) if a == b => {
                    let inside = |value: i64| (a.0..=a.1).contains(&value);
                    moved().all(|((_, value), image)| inside(*value) == inside(*image))
                }
                (Some(a), Some(b)) => {
                    let span = |(lo, hi): (i64, i64)| hi.checked_sub(lo).filter(|span| *span <= WIDEST);
                    span(a).is_some()
                        && span(a) == span(b)
                        && (a.0..=a.1).all(|value| (b.0..=b.1).contains(&renaming.value(domain, value)))
                }
                _ => false,
            }
        };
        let vars = system.var_ids().all(|(id, var)| {
            let image = system.var(renaming.var(id));
            // Only domains with names that move matter.
            let moving = |var: VarId| {
                let domain = self.domains.of_var(var)?;
                renaming.names.keys().any(|(of, _)| *of == domain).then_some(domain)
            };
            let domain = moving(id);
            domain == moving(renaming.var(id)) && var.len == image.len && fits(var.ty, image.ty, domain)
        });
        let choices = |(id, rule): (RuleId, &Rule)| {
            std::iter::zip(0.., &rule.choices)
                .all(|(position, choice)| fits(choice.ty, choice.ty, self.domains.of_choice(id, position)))
        };
        vars && system.rule_ids().all(choices)
    }

    fn form(&mut self, renaming: &Renaming) -> SystemForm {
        let system = self.system;
        let mut image = Image::new(self, renaming);
        let init = image.expr(system.init, None);
        let mut rules: Vec<u32> = system.rule_ids().map(|(id, rule)| image.rule(id, rule).number).collect();
        rules.sort_unstable();
        SystemForm { init, rules }
    }

    /// The atoms about states, and for each rule that an atom about steps speaks of what they all ask of it.
    fn atoms_form(&mut self, renaming: &Renaming, atoms: &[AtomRef]) -> AtomsForm {
        let system = self.system;
        let mut image = Image::new(self, renaming);
        let states = atoms.iter().filter_map(|atom| match atom {
            AtomRef::State(id) => Some(*id),
            AtomRef::Step(_) => None,
        });
        let states = states.map(|id| image.expr(id, None)).collect();
        let predicates: Vec<StepPredicateId> = atoms
            .iter()
            .filter_map(|atom| match atom {
                AtomRef::State(_) => None,
                AtomRef::Step(id) => Some(*id),
            })
            .collect();
        let cases = |id: &StepPredicateId| &system.step_predicates[id.0 as usize].cases;
        let mut steps = Vec::new();
        for (id, rule) in system.rule_ids() {
            if predicates.iter().any(|predicate| cases(predicate).contains_key(&id)) {
                let form = image.rule(id, rule);
                image.places = form.places;
                let asked = predicates.iter().map(|predicate| cases(predicate).get(&id));
                let asked = asked.map(|case| case.map(|case| image.expr(*case, None))).collect();
                image.places = Vec::new();
                steps.push((form.number, asked));
            }
        }
        steps.sort();
        (states, steps)
    }
}

/// A rule under a renaming.
struct RuleImage {
    number: u32,
    /// For each part its place in the form, and those of its alternatives.
    places: Vec<(u32, Vec<u32>)>,
}

/// Expressions under one renaming.
struct Image<'f, 'a> {
    system: &'a System,
    domains: &'a Domains,
    pool: &'f mut Exprs,
    numbers: &'f mut Numbers,
    renaming: &'f Renaming,
    rule: Option<RuleId>,
    /// See [`RuleImage::places`]; for conditions on steps.
    places: Vec<(u32, Vec<u32>)>,
    known: FxHashMap<(ExprId, Option<Domain>), ExprId>,
    known_parts: PerAlternatives<(u32, Vec<u32>)>,
}

impl<'f, 'a> Image<'f, 'a> {
    fn new(forms: &'f mut Forms<'a>, renaming: &'f Renaming) -> Self {
        Image {
            system: forms.system,
            domains: forms.domains,
            pool: &mut forms.pool,
            numbers: &mut forms.numbers,
            renaming,
            rule: None,
            places: Vec::new(),
            known: FxHashMap::default(),
            known_parts: PerAlternatives::default(),
        }
    }

    fn rule(&mut self, id: RuleId, rule: &Rule) -> RuleImage {
        checkpoint();
        // What a choice is, and where it is from, depends on the rule.
        if !rule.choices.is_empty()
            || self.rule.is_some_and(|last| !self.system.rule(last).choices.is_empty())
        {
            self.known.clear();
        }
        self.rule = Some(id);
        let guard = self.expr(rule.guard, None);
        let mut parts: Vec<(u32, Vec<u32>, usize)> = Vec::new();
        for (position, part) in rule.parts.iter().enumerate() {
            let (form, places) = match self.known_parts.known(&part.alternatives) {
                Some(known) if rule.choices.is_empty() => known.clone(),
                _ => {
                    let made = self.part(&part.alternatives);
                    if rule.choices.is_empty() {
                        self.known_parts.get(&part.alternatives, || made.clone());
                    }
                    made
                }
            };
            parts.push((form, places, position));
        }
        parts.sort();
        let forms = parts.iter().map(|(form, ..)| *form).collect();
        let mut places = vec![(0, Vec::new()); parts.len()];
        for (place, (_, alternatives, position)) in std::iter::zip(0.., parts) {
            places[position] = (place, alternatives);
        }
        let choices = rule.choices.iter().map(|choice| choice.ty).collect();
        RuleImage { number: number(&mut self.numbers.rules, (choices, guard, forms)), places }
    }

    /// The number of what a part can do, and the places of its alternatives in that.
    fn part(&mut self, alternatives: &Alternatives) -> (u32, Vec<u32>) {
        let mut forms: Vec<(AlternativeForm, usize)> = Vec::new();
        for (position, alternative) in alternatives.iter().enumerate() {
            let guard = self.expr(alternative.guard, None);
            let mut updates: Vec<(VarId, Option<ExprId>, ExprId)> = Vec::new();
            for update in &alternative.updates {
                let index = update.index.map(|index| self.expr(index, None));
                let value = self.expr(update.value, self.domains.of_var(update.var));
                updates.push((self.renaming.var(update.var), index, value));
            }
            updates.sort_by_key(|(var, ..)| *var);
            forms.push(((guard, updates), position));
        }
        forms.sort();
        let mut places = vec![0; forms.len()];
        for (place, (_, position)) in std::iter::zip(0.., &forms) {
            places[*position] = place;
        }
        let form = forms.into_iter().map(|(form, _)| form).collect();
        (number(&mut self.numbers.parts, form), places)
    }

    /// The image of an expression, whose values are compared with, or given to, places of a domain.
    fn expr(&mut self, id: ExprId, domain: Option<Domain>) -> ExprId {
        // Conditions on steps are few, and mean something else in each rule.
        let is_kept = self.places.is_empty();
        if is_kept && let Some(known) = self.known.get(&(id, domain)) {
            return *known;
        }
        let system = self.system;
        let made = match &system.exprs[id] {
            Expr::Const(sort, value) => self.pool.constant(*sort, self.renaming.value(domain, *value)),
            Expr::Var(var) => self.pool.var(self.renaming.var(*var)),
            Expr::Element(var, index) => {
                let index = self.expr(*index, None);
                self.pool.element(self.renaming.var(*var), index)
            }
            Expr::Took { part, alternative } => match self.places.get(*part as usize) {
                Some((part, alternatives)) => self.pool.took(*part, alternatives[*alternative as usize]),
                None => self.pool.took(*part, *alternative),
            },
            Expr::Binary(BinaryOp::Eq, a, b) if system.exprs.sort(*a) != Sort::Bool => {
                let of = |id| self.domains.of_expr(system, self.rule, id);
                let domain = of(*a).or_else(|| of(*b));
                let (a, b) = (self.expr(*a, domain), self.expr(*b, domain));
                self.pool.eq(a.min(b), a.max(b))
            }
            Expr::Ite(..) => self.cases(id, domain),
            node => {
                let mut operands: Vec<ExprId> = system.exprs.operands(id);
                operands.iter_mut().for_each(|operand| *operand = self.expr(*operand, None));
                use BinaryOp::{Add, Eq, Max, Min, Mul};
                if matches!(node, Expr::And(_) | Expr::Or(_) | Expr::Binary(Eq | Add | Mul | Min | Max, ..)) {
                    operands.sort_unstable();
                }
                self.pool.build(node, &operands)
            }
        };
        if is_kept {
            self.known.insert((id, domain), made);
        }
        made
    }

    /// A chain of cases. Where each case compares the same with another constant, their order does not matter.
    fn cases(&mut self, id: ExprId, domain: Option<Domain>) -> ExprId {
        let (mut arms, mut rest) = (Vec::new(), id);
        let mut compared = None;
        while let Expr::Ite(condition, then, other) = self.system.exprs[rest] {
            let condition = self.expr(condition, None);
            let case = match self.pool[condition] {
                Expr::Binary(BinaryOp::Eq, what, value) if self.pool.as_const(value).is_some() => Some(what),
                _ => None,
            };
            if !arms.is_empty() && (case.is_none() || case != compared) {
                break;
            }
            compared = case;
            arms.push((condition, self.expr(then, domain)));
            rest = other;
            if case.is_none() {
                break;
            }
        }
        let mut made = self.expr(rest, domain);
        // The first of several cases for one constant counts.
        arms.sort_by_key(|(condition, _)| *condition);
        arms.dedup_by_key(|(condition, _)| *condition);
        for (condition, then) in arms.into_iter().rev() {
            made = self.pool.ite(condition, then, made);
        }
        made
    }
}
