//! The engines as others see them.

use synod_core::{
    Budget, Engine, Formula, Outcome, Progress, Proof, Property, Stop, System, Unsupported, Verdict,
};

use crate::bmc::{Found, Search};
use crate::inquiry::{Inquiry, Pace, answer, supported};

/// Bounded model checking of one system.
#[derive(Clone, Copy, Debug)]
pub struct Bmc<'a> {
    system: &'a System,
}

impl<'a> Bmc<'a> {
    /// The engine for a system.
    pub fn new(system: &'a System) -> Self {
        Bmc { system }
    }
}

impl Engine for Bmc<'_> {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn supports(&self, formula: &Formula) -> Result<(), Unsupported> {
        supported(formula)
    }

    fn check(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let pace = Pace { budget, progress };
        answer(self.system, property, budget, |inquiries, depth| bounded(inquiries, depth, &pace))
    }
}

/// Looks for violations of all conjuncts, depth by depth.
fn bounded<'i>(inquiries: &'i [Inquiry<'i>], depth: &mut u64, pace: &Pace) -> Result<Verdict, Stop> {
    let search = |inquiry: &'i Inquiry<'i>| Search::new(&inquiry.circuit, &inquiry.question.goal, pace.budget);
    let mut open: Vec<(&Inquiry, _)> = inquiries.iter().map(|i| (i, search(i))).collect();
    let mut proved = 0;
    loop {
        if open.is_empty() {
            return Ok(Verdict::Holds(Proof::Unrolled { depth: proved }));
        }
        if pace.budget.depth.is_some_and(|bound| *depth > bound) {
            let bound = depth.saturating_sub(1);
            return Ok(Verdict::Bounded { within: within(bound) });
        }
        let mut still_open = Vec::with_capacity(open.len());
        for (inquiry, mut search) in open {
            let found = pace.tell(*depth).and_then(|()| search.next(pace.budget));
            match found {
                Ok(None) => still_open.push((inquiry, search)),
                Ok(Some(Found::Nothing { depth })) => proved = proved.max(depth),
                Ok(Some(Found::Run(run))) => return inquiry.violated(&run, pace.budget),
                Err(Stop::Time) if *depth > 0 => {
                    let within = format!("{} ({})", within(*depth - 1), Stop::Time.reason());
                    return Ok(Verdict::Bounded { within });
                }
                Err(stop) => return Err(stop),
            }
        }
        open = still_open;
        *depth += 1;
    }
}

fn within(depth: u64) -> String {
    match depth {
        1 => "within 1 step of the initial states".to_string(),
        _ => format!("within {depth} steps of the initial states"),
    }
}
