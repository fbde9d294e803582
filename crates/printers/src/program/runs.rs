//! Claims about whole runs, as a program can watch them: it guesses how the run violates the property.
//!
//! What a violation demands is kept as duties (see [`synod_sat::duties`]): at every position the program
//! guesses what it promises for the next one, and gives up watching where a demand is not met. A violation
//! is seen where nothing is left to be promised, or where the run comes back to a state that was guessed
//! and saved, with no more to do than then and with every duty taken care of in between.

use synod_core::{ExprId, Formula, System, VarId};
use synod_sat::duties::{Duties, Logic};

/// What is watched for one conjunct of a property.
#[derive(Clone, Debug)]
pub struct RunClaim {
    /// The guess was wrong.
    pub over: VarId,
    /// The duties.
    pub duties: Vec<RunDuty>,
    /// All demands are met.
    pub met: ExprId,
    /// Nothing is promised, which settles it, unless runs that end do not count.
    pub settled: ExprId,
    /// What must happen on the way round, and whether it has.
    pub often: Vec<(ExprId, VarId)>,
}

/// A duty of a run.
#[derive(Clone, Debug)]
pub struct RunDuty {
    /// It is one now.
    pub now: VarId,
    /// It is promised for the next position.
    pub promise: Option<VarId>,
    /// It was one where the state was saved.
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
    /// duties could have come, once for each thing that must happen. `None` for very many.
    pub fn rounds(&self) -> Option<u64> {
        const MOST: usize = 6;
        let duties = self.duties.iter().filter(|duty| duty.promise.is_some()).count();
        (duties <= MOST).then(|| (1 << duties) * (self.often.len() as u64 + 1) + 1)
    }

    /// No violation is seen on coming to a position.
    pub fn not_closed(&self, system: &mut System, saving: &Saving) -> ExprId {
        let exprs = &mut system.exprs;
        let mut reasons = vec![exprs.var(self.over)];
        let saved = exprs.var(saving.done);
        reasons.extend([exprs.not(saved), exprs.not(saving.same)]);
        for duty in &self.duties {
            let (now, then) = (exprs.var(duty.now), exprs.var(duty.saved));
            let not_then = exprs.not(then);
            reasons.push(exprs.and([now, not_then]));
        }
        for (_, seen) in &self.often {
            let seen = exprs.var(*seen);
            reasons.push(exprs.not(seen));
        }
        exprs.or(reasons)
    }
}

/// What a claim about runs is made from: further variables, and conditions for the atoms of formulas.
pub trait Ground {
    /// The system.
    fn system(&mut self) -> &mut System;
    /// A further truth value, and its first one.
    fn remember(&mut self, name: String, first: bool) -> VarId;
    /// A formula about one position.
    fn position(&mut self, formula: &Formula) -> Result<ExprId, String>;
}

struct Building<'a, G: Ground> {
    ground: &'a mut G,
    name: String,
    duties: Vec<VarId>,
    promises: Vec<(usize, VarId)>,
    /// Why an atom has no condition.
    failed: Option<String>,
}

impl<G: Ground> Logic for Building<'_, G> {
    type Bit = ExprId;

    fn constant(&mut self, value: bool) -> ExprId {
        self.ground.system().exprs.bool(value)
    }

    fn as_constant(&self, _: ExprId) -> Option<bool> {
        // Constants are seen by the constructors of expressions.
        None
    }

    fn not(&mut self, bit: ExprId) -> ExprId {
        self.ground.system().exprs.not(bit)
    }

    fn all(&mut self, bits: Vec<ExprId>) -> ExprId {
        self.ground.system().exprs.and(bits)
    }

    fn any(&mut self, bits: Vec<ExprId>) -> ExprId {
        self.ground.system().exprs.or(bits)
    }

    fn duty(&mut self, number: usize) -> ExprId {
        let var = self.ground.remember(format!("{} duty {number}", self.name), number == 0);
        self.duties.push(var);
        self.ground.system().exprs.var(var)
    }

    fn promise(&mut self, number: usize) -> ExprId {
        let var = self.ground.remember(format!("{} promise {number}", self.name), false);
        self.promises.push((number, var));
        self.ground.system().exprs.var(var)
    }

    fn atom(&mut self, formula: &Formula) -> ExprId {
        self.ground.position(formula).unwrap_or_else(|why| {
            self.failed.get_or_insert(why);
            self.constant(false)
        })
    }
}

/// The claim that a formula about one run holds.
pub fn run_claim(ground: &mut impl Ground, name: &str, formula: &Formula) -> Result<RunClaim, String> {
    let over = ground.remember(format!("{name} over"), false);
    let mut building =
        Building { ground, name: name.to_string(), duties: Vec::new(), promises: Vec::new(), failed: None };
    let found = Duties::of_negation(&mut building, formula, false);
    let (met, settled) = (found.met(&mut building), found.settled(&mut building));
    let Building { ground, duties, promises, failed, .. } = building;
    if let Some(why) = failed {
        return Err(why);
    }
    let mut list = Vec::new();
    for (number, now) in duties.into_iter().enumerate() {
        let promise = promises.iter().find(|(duty, _)| *duty == number).map(|(_, var)| *var);
        let saved = ground.remember(format!("{name} saved duty {number}"), false);
        list.push(RunDuty { now, promise, saved });
    }
    let mut often = Vec::new();
    for (number, condition) in found.often.into_iter().enumerate() {
        often.push((condition, ground.remember(format!("{name} seen {number}"), false)));
    }
    Ok(RunClaim { over, duties: list, met, settled, often })
}
