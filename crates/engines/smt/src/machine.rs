//! A system as terms: a symbol for each value of the state, inputs that say which step is taken, and for
//! each rule when it can be taken and what comes next.

use synod_core::{Alternative, Choice, Rule, StepPredicateId, System, Taken, Type, infer_ranges};

use crate::terms::{Op, Sort, Symbol, Term, Terms};
use crate::values::{Number, Scope, Translator, Truth, Value, constant};

/// What a model asks for that is not written as terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Whether a step can be taken depends on integers without bounds, or on too many values, that it
    /// picks.
    Picks,
    /// The terms would be too many.
    TooLarge,
}

/// How many combinations of picked values are written out for one rule.
const MOST_PICKS: u64 = 1 << 12;
/// The most terms that a machine may have.
const MOST_TERMS: usize = 1 << 22;

/// The rule and the values of a step that is taken.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The number of the rule; -1 where the state repeats.
    pub rule: Symbol,
    /// The picked truth values and numbers, by position of the choice.
    pub picks: Vec<[Symbol; 2]>,
    /// The position of the alternative that each part takes.
    pub alternatives: Vec<Symbol>,
}

/// A rule as terms.
#[derive(Clone, Debug)]
pub struct RuleTerms {
    /// The inputs select a step of this rule, and it can be taken.
    pub taken: Term,
    /// The value of each slot after the step.
    pub next: Vec<Term>,
}

/// A system as terms.
#[derive(Clone, Debug)]
pub struct Machine<'a> {
    /// The system.
    pub system: &'a System,
    /// Where the terms live.
    pub terms: Terms,
    /// A symbol for each slot of the state.
    pub state: Vec<Symbol>,
    /// The values of the slots.
    pub slots: Vec<Value>,
    /// The values lie where those of reachable states do.
    pub in_range: Term,
    /// Holds of the initial states.
    pub init: Term,
    /// What is selected.
    pub inputs: Inputs,
    /// The rules.
    pub rules: Vec<RuleTerms>,
}

impl<'a> Machine<'a> {
    /// The machine of a system.
    pub fn new(system: &'a System) -> Result<Self, Refusal> {
        let mut terms = Terms::default();
        let (mut state, mut slots, mut ranges) = (Vec::new(), Vec::new(), Vec::new());
        for ((_, var), interval) in std::iter::zip(system.var_ids(), infer_ranges(system)) {
            let (least, greatest) = bounds(system, var.ty);
            let lo = interval.lo.map_or(least, |lo| least.max(lo.into()));
            let hi = interval.hi.map_or(greatest, |hi| greatest.min(hi.into()));
            for _ in 0..var.len.unwrap_or(1) {
                let sort = if var.ty == Type::Bool { Sort::Bool } else { Sort::Int };
                let symbol = terms.symbol(format!("s{}", state.len()), sort);
                let (value, inside) = free(&mut terms, &symbol, lo, hi);
                state.push(symbol);
                slots.push(value);
                ranges.push(inside);
            }
        }
        let inputs = Inputs::new(system, &mut terms);
        let in_range = terms.and(ranges);
        let init = Translator::new(system, &slots, Scope::default()).truth(&mut terms, system.init).yes;
        let mut machine = Machine { system, terms, state, slots, in_range, init, inputs, rules: Vec::new() };
        for number in 0..system.rules.len() {
            let rule = machine.rule(number);
            machine.rules.push(rule);
            if machine.terms.len() > MOST_TERMS {
                return Err(Refusal::TooLarge);
            }
        }
        Ok(machine)
    }

    /// The choices and alternatives that the inputs select for a rule, and whether the choices have values
    /// of their types.
    fn scope(&mut self, rule: &Rule) -> (Scope, Term) {
        let (mut choices, mut valid) = (Vec::new(), Vec::new());
        for (choice, [truth, number]) in std::iter::zip(&rule.choices, &self.inputs.picks) {
            let (lo, hi) = bounds(self.system, choice.ty);
            let symbol = if choice.ty == Type::Bool { truth } else { number };
            let (value, inside) = free(&mut self.terms, symbol, lo, hi);
            choices.push(value);
            valid.push(inside);
        }
        let took = std::iter::zip(&rule.parts, &self.inputs.alternatives).map(|(part, symbol)| {
            let positions = 0..part.alternatives.len();
            positions.map(|a| is(&mut self.terms, symbol.term, a as i128)).collect()
        });
        let took = took.collect();
        (Scope { choices, took }, self.terms.and(valid))
    }

    fn rule(&mut self, number: usize) -> RuleTerms {
        let system = self.system;
        let rule = &system.rules[number];
        let (scope, valid) = self.scope(rule);
        let took = scope.took.clone();
        let mut translator = Translator::new(system, &self.slots, scope);
        let terms = &mut self.terms;
        let selected = is(terms, self.inputs.rule.term, number as i128);
        let mut conditions = vec![selected, valid, translator.truth(terms, rule.guard).yes];
        let mut next: Vec<Term> = self.state.iter().map(|symbol| symbol.term).collect();
        for (part, took) in std::iter::zip(&rule.parts, took) {
            let mut possible = Vec::new();
            for (alternative, took) in std::iter::zip(&part.alternatives, took) {
                let way = Way::new(system, terms, &mut translator, alternative);
                possible.push(terms.and([took, way.guard.yes, way.fits]));
                for (slot, value) in way.writes(system, terms, &self.state) {
                    next[slot] = terms.ite(took, value, next[slot]);
                }
            }
            conditions.push(terms.or(possible));
        }
        RuleTerms { taken: terms.and(conditions), next }
    }

    /// The inputs select a step that can be taken.
    pub fn moves(&mut self) -> Term {
        let taken: Vec<Term> = self.rules.iter().map(|rule| rule.taken).collect();
        self.terms.or(taken)
    }

    /// The inputs say that the state repeats.
    pub fn rests(&mut self) -> Term {
        is(&mut self.terms, self.inputs.rule.term, -1)
    }

    /// The step that the inputs select satisfies a predicate.
    pub fn predicate(&mut self, id: StepPredicateId) -> Term {
        let system = self.system;
        let mut cases = Vec::new();
        for (rule, case) in &system.step_predicates[id.0 as usize].cases {
            let (scope, _) = self.scope(system.rule(*rule));
            let holds = Translator::new(system, &self.slots, scope).truth(&mut self.terms, *case).yes;
            let taken = self.rules[rule.0 as usize].taken;
            cases.push(self.terms.and([taken, holds]));
        }
        self.terms.or(cases)
    }

    /// No step can be taken.
    pub fn deadlock(&mut self) -> Result<Term, Refusal> {
        let enabled = self.for_some_picks(|terms, guard, parts| {
            let mut conditions = vec![guard.yes];
            for part in parts {
                let ways: Vec<Term> = part.iter().map(|way| terms.and([way.guard.yes, way.fits])).collect();
                conditions.push(terms.or(ways));
            }
            terms.and(conditions)
        })?;
        Ok(self.terms.not(enabled))
    }

    /// Some step meets a fault: none of its conditions is false, and one of them, or an update, has no
    /// value that fits.
    pub fn faulty(&mut self) -> Result<Term, Refusal> {
        self.for_some_picks(|terms, guard, parts| {
            let defined = guard.defined(terms);
            let mut conditions = vec![terms.not(guard.no)];
            let mut somewhere = vec![terms.not(defined)];
            for part in parts {
                let open: Vec<Term> = part.iter().map(|way| terms.not(way.guard.no)).collect();
                for (way, open) in std::iter::zip(part, &open) {
                    let faultless = terms.and([way.guard.yes, way.fits]);
                    let faults = terms.not(faultless);
                    somewhere.push(terms.and([*open, faults]));
                }
                conditions.push(terms.or(open));
            }
            conditions.push(terms.or(somewhere));
            terms.and(conditions)
        })
    }

    /// Whether some rule, with some values for its choices, satisfies a condition on its guard and on the
    /// ways to take its parts.
    fn for_some_picks(
        &mut self,
        condition: impl Fn(&mut Terms, Truth, &[Vec<Way>]) -> Term,
    ) -> Result<Term, Refusal> {
        let system = self.system;
        let mut found = Vec::new();
        for rule in &system.rules {
            for choices in combinations(system, rule)? {
                let value = |(value, choice): (&i64, &Choice)| match choice.ty {
                    Type::Bool => {
                        let yes = self.terms.bool(*value == 1);
                        Value::Bool(Truth::of(&mut self.terms, yes))
                    }
                    _ => Value::Number(constant(&mut self.terms, *value)),
                };
                let choices = std::iter::zip(&choices, &rule.choices).map(value).collect();
                let scope = Scope { choices, took: Vec::new() };
                let mut translator = Translator::new(system, &self.slots, scope);
                let guard = translator.truth(&mut self.terms, rule.guard);
                let mut parts: Vec<Vec<Way>> = Vec::with_capacity(rule.parts.len());
                for part in &rule.parts {
                    let ways = part.alternatives.iter();
                    let way = |a| Way::new(system, &mut self.terms, &mut translator, a);
                    parts.push(ways.map(way).collect());
                }
                found.push(condition(&mut self.terms, guard, &parts));
                if self.terms.len() > MOST_TERMS {
                    return Err(Refusal::TooLarge);
                }
            }
        }
        Ok(self.terms.or(found))
    }
}

/// One way for a part to take its share.
struct Way {
    guard: Truth,
    /// All its updates have values that fit their variables.
    fits: Term,
    /// The first slot, the index and the value of each update.
    updates: Vec<(synod_core::VarId, Option<Number>, Value)>,
}

impl Way {
    fn new(
        system: &System,
        terms: &mut Terms,
        translator: &mut Translator,
        alternative: &Alternative,
    ) -> Way {
        let guard = translator.truth(terms, alternative.guard);
        let (mut fits, mut updates) = (Vec::new(), Vec::new());
        for update in &alternative.updates {
            let var = system.var(update.var);
            let index = update.index.map(|index| translator.number(terms, index));
            if let Some(index) = index {
                let len = i128::from(var.len.unwrap_or(1));
                fits.push(index.checked(terms, 0, len - 1).valid);
            }
            let value = match var.ty {
                Type::Bool => {
                    let truth = translator.truth(terms, update.value);
                    fits.push(truth.defined(terms));
                    Value::Bool(truth)
                }
                ty => {
                    let (lo, hi) = bounds(system, ty);
                    let number = translator.number(terms, update.value).checked(terms, lo, hi);
                    fits.push(number.valid);
                    Value::Number(number)
                }
            };
            updates.push((update.var, index, value));
        }
        Way { guard, fits: terms.and(fits), updates }
    }

    /// The slots it writes, with their new values.
    fn writes(&self, system: &System, terms: &mut Terms, state: &[Symbol]) -> Vec<(usize, Term)> {
        let mut writes: Vec<(usize, Term)> = Vec::new();
        for (var, index, value) in &self.updates {
            let value = match value {
                Value::Bool(truth) => truth.yes,
                Value::Number(number) => number.term,
            };
            let first = system.slot(*var);
            let Some(index) = index else {
                writes.push((first, value));
                continue;
            };
            for position in 0..system.var(*var).len.unwrap_or(1) as usize {
                let slot = first + position;
                let known = writes.iter().position(|(known, _)| *known == slot).unwrap_or_else(|| {
                    writes.push((slot, state[slot].term));
                    writes.len() - 1
                });
                let hit = is(terms, index.term, position as i128);
                writes[known].1 = terms.ite(hit, value, writes[known].1);
            }
        }
        writes
    }
}

impl Inputs {
    fn new(system: &System, terms: &mut Terms) -> Inputs {
        let most = |count: fn(&Rule) -> usize| system.rules.iter().map(count).max().unwrap_or(0);
        let rule = terms.symbol("rule".to_string(), Sort::Int);
        let pick = |i: usize| [(format!("yes{i}"), Sort::Bool), (format!("pick{i}"), Sort::Int)];
        let picks = (0..most(|rule| rule.choices.len()))
            .map(|i| pick(i).map(|(name, sort)| terms.symbol(name, sort)))
            .collect();
        let alternatives =
            (0..most(|rule| rule.parts.len())).map(|i| terms.symbol(format!("way{i}"), Sort::Int)).collect();
        Inputs { rule, picks, alternatives }
    }

    /// All inputs.
    pub fn symbols(&self) -> Vec<Symbol> {
        let picks = self.picks.iter().flatten();
        std::iter::once(&self.rule).chain(picks).chain(&self.alternatives).cloned().collect()
    }

    /// The step that values of the inputs, in the order of [`Inputs::symbols`], select.
    pub fn taken(&self, system: &System, values: &[i64]) -> Option<Taken> {
        let number = u32::try_from(*values.first()?).ok()?;
        let rule = system.rules.get(number as usize)?;
        let position = |i: usize, choice: &Choice| 1 + 2 * i + usize::from(choice.ty != Type::Bool);
        let choices =
            rule.choices.iter().enumerate().map(|(i, choice)| values.get(position(i, choice)).copied());
        let ways = values.get(1 + 2 * self.picks.len()..)?;
        let alternatives = (0..rule.parts.len()).map(|i| u32::try_from(*ways.get(i)?).ok());
        Some(Taken {
            rule: synod_core::RuleId(number),
            choices: choices.collect::<Option<_>>()?,
            alternatives: alternatives.collect::<Option<_>>()?,
        })
    }
}

/// Least and greatest value of a type; integers have 64 bits.
fn bounds(system: &System, ty: Type) -> (i128, i128) {
    let (lo, hi) = ty.bounds(&system.enums).unwrap_or((i64::MIN, i64::MAX));
    (lo.into(), hi.into())
}

/// A symbol as a value between two bounds, and the condition that it is.
fn free(terms: &mut Terms, symbol: &Symbol, lo: i128, hi: i128) -> (Value, Term) {
    let always = terms.bool(true);
    if symbol.sort == Sort::Bool {
        return (Value::Bool(Truth::of(terms, symbol.term)), always);
    }
    let least = terms.int(lo);
    let greatest = terms.int(hi);
    let ends = [terms.apply(Op::Le, least, symbol.term), terms.apply(Op::Le, symbol.term, greatest)];
    (Value::Number(Number { term: symbol.term, valid: always, lo, hi }), terms.and(ends))
}

/// A term has a value.
pub fn is(terms: &mut Terms, term: Term, value: i128) -> Term {
    let value = terms.int(value);
    terms.apply(Op::Eq, term, value)
}

/// All values for the choices of a rule that matter to whether it can be taken; the others have any.
fn combinations(system: &System, rule: &Rule) -> Result<Vec<Vec<i64>>, Refusal> {
    let alternatives = || rule.parts.iter().flat_map(|part| &part.alternatives);
    let updates = alternatives().flat_map(|a| &a.updates).flat_map(|u| u.index.into_iter().chain([u.value]));
    let read: Vec<u32> = std::iter::once(rule.guard)
        .chain(alternatives().map(|a| a.guard))
        .chain(updates)
        .flat_map(|id| system.exprs.choices(id))
        .collect();
    let mut all = vec![Vec::new()];
    for (position, choice) in rule.choices.iter().enumerate() {
        let (lo, hi) = match choice.ty.bounds(&system.enums) {
            Some((lo, hi)) if lo > hi => return Ok(Vec::new()),
            Some((lo, _)) if !read.contains(&(position as u32)) => (lo, lo),
            None if !read.contains(&(position as u32)) => (0, 0),
            Some(bounds) => bounds,
            None => return Err(Refusal::Picks),
        };
        if lo.abs_diff(hi).saturating_add(1).saturating_mul(all.len() as u64) > MOST_PICKS {
            return Err(Refusal::Picks);
        }
        all = all
            .into_iter()
            .flat_map(|picked: Vec<i64>| (lo..=hi).map(move |value| [picked.as_slice(), &[value]].concat()))
            .collect();
    }
    Ok(all)
}
