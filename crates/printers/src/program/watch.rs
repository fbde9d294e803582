//! What a program has to watch to tell whether properties hold.
//!
//! Properties are about one run, so each is a claim about the states of it, about its steps, or about all
//! of it. The system is extended by variables that remember what states do not show: which step led here
//! and which one leaves.

use std::collections::BTreeMap;

use synod_core::{
    ExprId, Faults, Formula, Interval, Property, RuleId, StepPredicateId, System, Type, VarId, Variable,
};
use synod_symbolic::conjuncts;

use super::runs::{ClaimContext, RunClaim, Saving, run_claim};
use crate::choices::TooMany;
use crate::two_valued::TwoValuedRule;

/// A claim about runs.
#[derive(Clone, Debug)]
pub enum Claim {
    /// The first state satisfies this.
    Start(ExprId),
    /// Every state satisfies this.
    Always(ExprId),
    /// Every state with the step that leaves it satisfies this.
    Leaving(ExprId),
    /// The whole run satisfies a formula.
    Run(RunClaim),
}

/// A property that a program can tell about.
#[derive(Clone, Debug)]
pub struct Watched {
    /// Its position.
    pub property: usize,
    /// It holds if all of these do.
    pub claims: Vec<Claim>,
}

/// A property that a program cannot tell about.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Its position.
    pub property: usize,
    /// Why, as a phrase that follows its name.
    pub reason: String,
}

/// A variable that remembers a step.
#[derive(Clone, Debug)]
pub struct Flag {
    /// The variable.
    pub var: VarId,
    /// What it remembers about the step.
    predicate: StepPredicateId,
    /// Where that is true of the steps of each rule; it is false of those of others.
    pub cases: BTreeMap<RuleId, ExprId>,
}

/// How much is watched.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Whether runs have ended.
    pub ends: bool,
    /// Properties of whole runs.
    pub runs: bool,
    /// Whether a variable tells that nothing can be done, so that the condition is written once.
    pub dead_end: bool,
}

/// All that is watched.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// The properties.
    pub watched: Vec<Watched>,
    /// The properties that are left out.
    pub refused: Vec<Refused>,
    /// Whether the step that leaves a state satisfies a predicate.
    pub leaving: Vec<Flag>,
    /// Whether the step that led to a state satisfies a predicate.
    pub arrived: Vec<Flag>,
    /// Nothing can be done, where that matters: then the program must be able to wait.
    pub waits: Option<ExprId>,
    /// Nothing can be done, if it was asked for and can be written out.
    pub ended: Option<ExprId>,
    /// The variable that tells that nothing can be done, and where that is so.
    pub dead_end: Option<(VarId, ExprId)>,
    /// The state that is guessed to come again, for claims about whole runs.
    pub saving: Option<Saving>,
}

impl Watch {
    /// What to watch for these properties; `system` is extended.
    pub fn of(
        system: &mut System,
        ranges: &mut Vec<Interval>,
        plans: &[TwoValuedRule],
        properties: &[Property],
        extent: Extent,
    ) -> Watch {
        let states = system.vars.len();
        let mut builder = Builder { system, ranges, plans, extent, watch: Watch::default(), deadlock: None };
        for (position, property) in properties.iter().enumerate() {
            match builder.claims(property) {
                Ok(claims) => builder.watch.watched.push(Watched { property: position, claims }),
                Err(reason) => builder.watch.refused.push(Refused { property: position, reason }),
            }
        }
        if builder.watch.claims().any(|(_, claim)| matches!(claim, Claim::Run(_))) {
            builder.save(states);
        }
        if extent.ends {
            builder.watch.ended = builder.deadlock().ok();
        }
        builder.watch
    }

    /// All claims, with the position of their property.
    pub fn claims(&self) -> impl Iterator<Item = (usize, &Claim)> {
        self.watched.iter().flat_map(|one| one.claims.iter().map(|claim| (one.property, claim)))
    }
}

struct Builder<'a> {
    system: &'a mut System,
    ranges: &'a mut Vec<Interval>,
    plans: &'a [TwoValuedRule],
    extent: Extent,
    watch: Watch,
    deadlock: Option<ExprId>,
}

impl Builder<'_> {
    fn claims(&mut self, property: &Property) -> Result<Vec<Claim>, String> {
        let formula = &property.formula;
        if formula.is_epistemic() {
            return Err("is about what agents know, which no single run shows".to_string());
        }
        let conjuncts = conjuncts(self.system, formula);
        if conjuncts.iter().any(Formula::is_branching) {
            return Err("is about several runs at once".to_string());
        }
        conjuncts.iter().map(|conjunct| self.claim(&property.name, conjunct)).collect()
    }

    fn claim(&mut self, name: &str, conjunct: &Formula) -> Result<Claim, String> {
        match conjunct {
            Formula::Globally(body) if body.is_about_position() => {
                let claim = self.condition(body)?;
                let with_step = body.any(&mut |part| matches!(part, Formula::Step(_)));
                let arrived = body.any(&mut |part| matches!(part, Formula::Arrived(_)));
                if with_step || arrived {
                    self.watch.waits = Some(self.deadlock()?);
                }
                Ok(if with_step { Claim::Leaving(claim) } else { Claim::Always(claim) })
            }
            point if point.is_about_point() => Ok(Claim::Start(self.condition(point)?)),
            run if self.extent.runs => {
                self.watch.waits = Some(self.deadlock()?);
                Ok(Claim::Run(run_claim(self, name, run)?))
            }
            _ => Err("is about whole runs".to_string()),
        }
    }

    /// Makes room for a state that comes again: those of the system, and how it was reached.
    fn save(&mut self, states: usize) {
        let arrived = self.watch.arrived.iter().map(|flag| flag.var);
        let vars: Vec<VarId> = (0..states as u32).map(VarId).chain(arrived).collect();
        let done = self.add_flag("saved".to_string(), false);
        let (mut copies, mut same) = (Vec::new(), Vec::new());
        for var in vars {
            let variable = self.system.var(var).clone();
            let name = format!("saved {}", variable.name);
            let copy = self.system.add_var(Variable { name, owner: None, ..variable.clone() });
            let range = self.ranges[var.0 as usize];
            self.ranges.push(range);
            copies.push((var, copy));
            let first = variable.ty.bounds(&self.system.enums).map_or(range.lo.unwrap_or(0), |(lo, _)| lo);
            for element in 0..variable.len.unwrap_or(1) {
                let exprs = &mut self.system.exprs;
                let index = variable.len.map(|_| exprs.int(i64::from(element)));
                let mut read = |var| match index {
                    Some(index) => exprs.element(var, index),
                    None => exprs.var(var),
                };
                let (now, then) = (read(var), read(copy));
                same.push(exprs.eq(now, then));
                let first = exprs.constant(exprs.sort(then), first);
                let starts = exprs.eq(then, first);
                self.system.init = exprs.and([self.system.init, starts]);
            }
        }
        let same = self.system.exprs.and(same);
        self.watch.saving = Some(Saving { done, copies, same });
    }

    /// A formula about one position, as a condition.
    fn condition(&mut self, formula: &Formula) -> Result<ExprId, String> {
        match formula {
            Formula::State(id) => Ok(Faults::new(self.system, self.ranges, &[]).is_true(*id)),
            Formula::Not(inner) => {
                let inner = self.condition(inner)?;
                Ok(self.system.exprs.not(inner))
            }
            Formula::And(list) => {
                let list = list.iter().map(|part| self.condition(part)).collect::<Result<Vec<_>, _>>()?;
                Ok(self.system.exprs.and(list))
            }
            Formula::Or(list) => {
                let list = list.iter().map(|part| self.condition(part)).collect::<Result<Vec<_>, _>>()?;
                Ok(self.system.exprs.or(list))
            }
            Formula::Deadlock => self.deadlock(),
            Formula::Faulty => self.faulty(),
            Formula::Step(predicate) => Ok(self.flag(*predicate, true)),
            Formula::Arrived(predicate) => Ok(self.flag(*predicate, false)),
            _ => Err("is about whole runs".to_string()),
        }
    }

    /// The variable that remembers whether a step satisfies a predicate.
    fn flag(&mut self, predicate: StepPredicateId, leaving: bool) -> ExprId {
        let flags = if leaving { &self.watch.leaving } else { &self.watch.arrived };
        let known = flags.iter().find(|flag| flag.predicate == predicate).map(|flag| flag.var);
        let var = known.unwrap_or_else(|| {
            let text = &self.system.step_predicates[predicate.0 as usize].text;
            let name = if leaving { format!("does {text}") } else { format!("did {text}") };
            let var = self.add_flag(name, false);
            let mut cases = self.system.step_predicates[predicate.0 as usize].cases.clone();
            for (rule, condition) in &mut cases {
                let choices = self.system.rule(*rule).choices.clone();
                *condition = Faults::new(self.system, self.ranges, &choices).is_true(*condition);
            }
            let flags = if leaving { &mut self.watch.leaving } else { &mut self.watch.arrived };
            flags.push(Flag { var, predicate, cases });
            var
        });
        self.system.exprs.var(var)
    }

    /// A further truth value, and its first one.
    fn add_flag(&mut self, name: String, first: bool) -> VarId {
        let span = Default::default();
        let var = self.system.add_var(Variable { name, ty: Type::Bool, len: None, owner: None, span });
        self.ranges.push(Interval::new(0, 1));
        let now = self.system.exprs.var(var);
        let starts = if first { now } else { self.system.exprs.not(now) };
        self.system.init = self.system.exprs.and([self.system.init, starts]);
        var
    }

    /// Nothing can be done.
    fn deadlock(&mut self) -> Result<ExprId, String> {
        if let Some(known) = self.deadlock {
            return Ok(known);
        }
        let mut able = Vec::new();
        for plan in self.plans {
            able.push(plan.can(self.system).map_err(|why| self.hard(plan, "enabled", &why))?);
        }
        let able = self.system.exprs.or(able);
        let mut deadlock = self.system.exprs.not(able);
        if self.extent.dead_end {
            let var = self.add_flag("dead end".to_string(), false);
            self.watch.dead_end = Some((var, deadlock));
            deadlock = self.system.exprs.var(var);
        }
        self.deadlock = Some(deadlock);
        Ok(deadlock)
    }

    /// Some step meets a fault.
    fn faulty(&mut self) -> Result<ExprId, String> {
        let mut found = Vec::new();
        for id in self.system.rule_ids().map(|(id, _)| id).collect::<Vec<_>>() {
            let plan = TwoValuedRule::new(self.system, self.ranges, id);
            let faulty = plan.faulty(self.system, self.ranges);
            found.push(faulty.map_err(|why| self.hard(&plan, "faulty", &why))?);
        }
        Ok(self.system.exprs.or(found))
    }

    fn hard(&self, plan: &TwoValuedRule, what: &str, why: &TooMany) -> String {
        let rule = &self.system.rule(plan.id).name;
        format!("needs to know where the rule `{rule}` is {what}, which cannot be written out: {why}")
    }
}

impl ClaimContext for Builder<'_> {
    fn system(&mut self) -> &mut System {
        self.system
    }

    fn remember(&mut self, name: String, first: bool) -> VarId {
        self.add_flag(name, first)
    }

    fn position(&mut self, formula: &Formula) -> Result<ExprId, String> {
        self.condition(formula)
    }
}
