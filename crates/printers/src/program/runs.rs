//! Claims about whole runs, as a program can watch them: it guesses how the run violates the property.
//!
//! What a violation requires is kept as the obligations of a tableau (see [`synod_symbolic::Obligations`]): at
//! every position the program guesses which it passes on to the next one, and gives up watching where a
//! requirement is not met. A violation is seen where nothing is passed on, or where the run comes back to a
//! state that was guessed and saved, with no more due than then and with the acceptance condition met in
//! between.

use std::convert::Infallible;

use synod_core::{ExprId, Exprs, Formula, System, VarId};
use synod_symbolic::{Obligations, Tableau};

/// What is watched for one conjunct of a property.
#[derive(Clone, Debug)]
pub struct RunClaim {
    /// The guess was wrong.
    pub over: VarId,
    /// The obligations.
    pub obligations: Vec<RunObligation>,
    /// All that is due meets its requirement.
    pub met: ExprId,
    /// Nothing is passed on, which settles it, unless runs that end do not count.
    pub settled: ExprId,
    /// What must happen on the way round, and whether it has.
    pub accepting: Vec<(ExprId, VarId)>,
}

/// An obligation of a run.
#[derive(Clone, Debug)]
pub struct RunObligation {
    /// It is due now.
    pub due: VarId,
    /// It is passed on to the next position.
    pub passed_on: Option<VarId>,
    /// It was due where the state was saved.
    pub saved: VarId,
}

/// A state that is guessed to come again.
#[derive(Clone, Debug)]
pub struct Saving {
    /// Whether one is saved.
    pub done: VarId,
    /// Variables, and where their values are saved.
    pub copies: Vec<(VarId, VarId)>,
    /// The state is the saved one.
    pub same: ExprId,
}

impl RunClaim {
    /// In how many steps that only wait a violation is seen if there is one: that is when all sets of
    /// obligations could have come, once for each thing that must happen. `None` for very many.
    pub fn rounds(&self) -> Option<u64> {
        const MOST: usize = 6;
        let passed_on = self.obligations.iter().filter(|one| one.passed_on.is_some()).count();
        (passed_on <= MOST).then(|| (1 << passed_on) * (self.accepting.len() as u64 + 1) + 1)
    }

    /// No violation is seen on coming to a position.
    pub fn not_closed(&self, system: &mut System, saving: &Saving) -> ExprId {
        let exprs = &mut system.exprs;
        let mut reasons = vec![exprs.var(self.over)];
        let saved = exprs.var(saving.done);
        reasons.extend([exprs.not(saved), exprs.not(saving.same)]);
        for obligation in &self.obligations {
            let (now, then) = (exprs.var(obligation.due), exprs.var(obligation.saved));
            let not_then = exprs.not(then);
            reasons.push(exprs.and([now, not_then]));
        }
        for (_, seen) in &self.accepting {
            let seen = exprs.var(*seen);
            reasons.push(exprs.not(seen));
        }
        exprs.or(reasons)
    }
}

/// What a claim about runs is made from: further variables, and conditions for the atoms of formulas.
pub trait ClaimContext {
    /// What is extended by what has to be remembered.
    fn system(&mut self) -> &mut System;
    /// A further truth value, and its first one.
    fn remember(&mut self, name: String, first: bool) -> VarId;
    /// A formula about one position.
    fn position(&mut self, formula: &Formula) -> Result<ExprId, String>;
}

struct Building<'a, G: ClaimContext> {
    context: &'a mut G,
    name: String,
    due: Vec<VarId>,
    passed_on: Vec<(usize, VarId)>,
    /// Why an atom has no condition.
    failed: Option<String>,
}

impl<G: ClaimContext> Tableau for Building<'_, G> {
    type Algebra = Exprs;

    fn algebra(&mut self) -> &mut Exprs {
        &mut self.context.system().exprs
    }

    fn obligation(&mut self, number: usize) -> ExprId {
        let var = self.context.remember(format!("{} obligation {number}", self.name), number == 0);
        self.due.push(var);
        self.algebra().var(var)
    }

    fn passed_on(&mut self, number: usize) -> ExprId {
        let var = self.context.remember(format!("{} next obligation {number}", self.name), false);
        self.passed_on.push((number, var));
        self.algebra().var(var)
    }

    fn atom(&mut self, formula: &Formula) -> Result<ExprId, Infallible> {
        Ok(self.context.position(formula).unwrap_or_else(|why| {
            self.failed.get_or_insert(why);
            self.algebra().bool(false)
        }))
    }
}

/// The claim that a formula about one run holds.
pub fn run_claim(context: &mut impl ClaimContext, name: &str, formula: &Formula) -> Result<RunClaim, String> {
    let over = context.remember(format!("{name} over"), false);
    let mut building =
        Building { context, name: name.to_string(), due: Vec::new(), passed_on: Vec::new(), failed: None };
    let Ok(found) = Obligations::of_negation(&mut building, formula, false);
    let Ok(met) = found.met(building.algebra());
    let Ok(settled) = found.settled(building.algebra());
    let Building { context, due, passed_on, failed, .. } = building;
    if let Some(why) = failed {
        return Err(why);
    }
    let mut list = Vec::new();
    for (number, due) in due.into_iter().enumerate() {
        let passed_on = passed_on.iter().find(|(of, _)| *of == number).map(|(_, var)| *var);
        let saved = context.remember(format!("{name} saved obligation {number}"), false);
        list.push(RunObligation { due, passed_on, saved });
    }
    let mut accepting = Vec::new();
    for (number, condition) in found.accepting.into_iter().enumerate() {
        accepting.push((condition, context.remember(format!("{name} seen {number}"), false)));
    }
    Ok(RunClaim { over, obligations: list, met, settled, accepting })
}
