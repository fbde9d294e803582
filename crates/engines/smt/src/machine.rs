//! A system as terms: a symbol for each value of the state, inputs that say which step is taken, and for
//! each rule when it can be taken and what comes next.

use synod_core::{Choice, Rule, StepPredicateId, System, Taken, Type};
use synod_symbolic::{EncodedRule, Encoder, Integers, Plain};

use crate::integers::{Int, TermScope, Value, term};
use crate::terms::{Op, Sort, Symbol, Term, Terms};

/// What a model asks for that is not written as terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Whether a step can be taken depends on integers without bounds, or on too many values, that it
    /// chooses.
    Choices,
    /// The terms would be too many.
    TooLarge,
}

/// How many combinations of chosen values are written out for one rule.
const MOST_COMBINATIONS: u64 = 1 << 12;
/// The most terms that a machine may have.
const MOST_TERMS: usize = 1 << 22;

/// The rule and the values of a step that is taken.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The number of the rule; -1 where the state repeats.
    pub rule: Symbol,
    /// The chosen truth values and numbers, by position of the choice.
    pub choices: Vec<[Symbol; 2]>,
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
        for ((_, var), interval) in std::iter::zip(system.var_ids(), system.ranges()) {
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
        let mut encoder = Encoder::new(system);
        let Ok(init) = encoder.truth(&mut terms, &TermScope::of_states(&slots), system.init);
        let init = init.yes;
        let mut machine = Machine { system, terms, state, slots, in_range, init, inputs, rules: Vec::new() };
        for number in 0..system.rules.len() {
            let rule = machine.rule(&mut encoder, number);
            machine.rules.push(rule);
            if machine.terms.len() > MOST_TERMS {
                return Err(Refusal::TooLarge);
            }
        }
        Ok(machine)
    }

    fn rule(&mut self, encoder: &mut Encoder<'a, Terms>, number: usize) -> RuleTerms {
        let Machine { system, terms, state, slots, inputs, .. } = self;
        let rule = &system.rules[number];
        let (scope, valid) = inputs.scope(system, terms, slots, rule);
        let Ok(encoded) = encoder.rule(terms, &scope, rule);
        let mut conditions = vec![is(terms, inputs.rule.term, number as i128), valid];
        let Ok(taken) = encoded.taken(terms, &scope.took);
        conditions.extend(taken);
        let mut next: Vec<Term> = state.iter().map(|symbol| symbol.term).collect();
        for (alternative, took) in std::iter::zip(encoded.parts.iter().flatten(), scope.took.iter().flatten())
        {
            for (slot, value) in &alternative.writes {
                next[*slot] = terms.ite(*took, term(value), next[*slot]);
            }
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
        let Machine { system, terms, slots, inputs, rules, .. } = self;
        let mut cases = Vec::new();
        for (rule, case) in &system.step_predicates[id.0 as usize].cases {
            let (scope, _) = inputs.scope(system, terms, slots, system.rule(*rule));
            let Ok(holds) = Encoder::new(system).truth(terms, &scope, *case);
            cases.push(terms.and([rules[rule.0 as usize].taken, holds.yes]));
        }
        terms.or(cases)
    }

    /// No step can be taken.
    pub fn deadlock(&mut self) -> Result<Term, Refusal> {
        let enabled = self.for_some_choices(|terms, rule| {
            let Ok(conjuncts) = rule.enabled(terms);
            terms.and(conjuncts)
        })?;
        Ok(self.terms.not(enabled))
    }

    /// Some step meets a fault.
    pub fn faulty(&mut self) -> Result<Term, Refusal> {
        self.for_some_choices(|terms, rule| {
            let Ok(conjuncts) = rule.faulty(terms);
            terms.and(conjuncts)
        })
    }

    /// Whether some rule, with some values for its choices, satisfies a condition.
    fn for_some_choices(
        &mut self,
        condition: impl Fn(&mut Terms, &EncodedRule<Term, Int>) -> Term,
    ) -> Result<Term, Refusal> {
        let Machine { system, terms, slots, .. } = self;
        let mut encoder = Encoder::new(system);
        let mut found = Vec::new();
        for rule in &system.rules {
            for values in combinations(system, rule)? {
                let mut scope = TermScope::of_states(slots);
                for (value, choice) in std::iter::zip(&values, &rule.choices) {
                    scope.choices.push(match choice.ty {
                        Type::Bool => Plain::Bit(terms.bool(*value == 1)),
                        _ => Plain::Int(Integers::int(terms, (*value).into())),
                    });
                }
                let Ok(encoded) = encoder.rule(terms, &scope, rule);
                found.push(condition(terms, &encoded));
                if terms.len() > MOST_TERMS {
                    return Err(Refusal::TooLarge);
                }
            }
        }
        Ok(terms.or(found))
    }
}

impl Inputs {
    fn new(system: &System, terms: &mut Terms) -> Inputs {
        let most = |count: fn(&Rule) -> usize| system.rules.iter().map(count).max().unwrap_or(0);
        let rule = terms.symbol("rule".to_string(), Sort::Int);
        let pick = |i: usize| [(format!("yes{i}"), Sort::Bool), (format!("pick{i}"), Sort::Int)];
        let choices = (0..most(|rule| rule.choices.len()))
            .map(|i| pick(i).map(|(name, sort)| terms.symbol(name, sort)))
            .collect();
        let alternatives =
            (0..most(|rule| rule.parts.len())).map(|i| terms.symbol(format!("way{i}"), Sort::Int)).collect();
        Inputs { rule, choices, alternatives }
    }

    /// The choices and alternatives that the inputs select for a rule, and whether the choices have values of
    /// their types.
    fn scope<'s>(
        &self,
        system: &System,
        terms: &mut Terms,
        slots: &'s [Value],
        rule: &Rule,
    ) -> (TermScope<'s>, Term) {
        let (mut scope, mut valid) = (TermScope::of_states(slots), Vec::new());
        for (choice, [truth, number]) in std::iter::zip(&rule.choices, &self.choices) {
            let (lo, hi) = bounds(system, choice.ty);
            let symbol = if choice.ty == Type::Bool { truth } else { number };
            let (value, inside) = free(terms, symbol, lo, hi);
            scope.choices.push(value);
            valid.push(inside);
        }
        for (part, symbol) in std::iter::zip(&rule.parts, &self.alternatives) {
            let positions = 0..part.alternatives.len();
            scope.took.push(positions.map(|a| is(terms, symbol.term, a as i128)).collect());
        }
        (scope, terms.and(valid))
    }

    /// All inputs.
    pub fn symbols(&self) -> Vec<Symbol> {
        let choices = self.choices.iter().flatten();
        std::iter::once(&self.rule).chain(choices).chain(&self.alternatives).cloned().collect()
    }

    /// The step that values of the inputs, in the order of [`Inputs::symbols`], select.
    pub fn taken(&self, system: &System, values: &[i64]) -> Option<Taken> {
        let number = u32::try_from(*values.first()?).ok()?;
        let rule = system.rules.get(number as usize)?;
        let position = |i: usize, choice: &Choice| 1 + 2 * i + usize::from(choice.ty != Type::Bool);
        let choices =
            rule.choices.iter().enumerate().map(|(i, choice)| values.get(position(i, choice)).copied());
        let ways = values.get(1 + 2 * self.choices.len()..)?;
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
    if symbol.sort == Sort::Bool {
        return (Plain::Bit(symbol.term), terms.bool(true));
    }
    let least = terms.int(lo);
    let greatest = terms.int(hi);
    let ends = [terms.apply(Op::Le, least, symbol.term), terms.apply(Op::Le, symbol.term, greatest)];
    (Plain::Int(Int { term: symbol.term, lo, hi }), terms.and(ends))
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
            None => return Err(Refusal::Choices),
        };
        if lo.abs_diff(hi).saturating_add(1).saturating_mul(all.len() as u64) > MOST_COMBINATIONS {
            return Err(Refusal::Choices);
        }
        all = all
            .into_iter()
            .flat_map(|picked: Vec<i64>| (lo..=hi).map(move |value| [picked.as_slice(), &[value]].concat()))
            .collect();
    }
    Ok(all)
}
