//! The sequential C program that emulates a system, for verifiers of C programs.
//!
//! # How a system becomes a program
//!
//! - Variables stay variables, with the names of the model. `start` gives them their first values.
//! - Each rule is a function: it chooses, assumes what the rule needs, and assigns. `take_step` chooses
//!   one of them, and `main` takes one step after the other.
//! - Every choice is made by `choose` and can be read from the variable `chosen`, so that a
//!   counterexample of a verifier can be turned back into a run (see [`Decisions`]).
//! - A step that meets a fault is not taken: that all values exist and fit is assumed before anything is
//!   assigned.
//! - Properties are claims. What they ask of steps is remembered in further variables, and so is whether anything can
//!   be done. A run that has come to an end by the last step stands still for some rounds more, so that claims about whole
//!   runs see how it goes on.
//! - Verifiers branch at calls and at what is not a simple expression: helpers are macros, whose larger arguments have
//!   names; and variables are as narrow as their types.

mod reserved;
mod target;
mod write;

use synod_core::{ExprId, Property, System};
use synod_passes::without_arrays;

use crate::Unprintable;
pub use crate::program::decisions::{Decisions, NoRun};
use crate::program::ir::ProgramIr;
use crate::program::watch::{Claim, Extent};
pub use target::Target;
use write::Writer;

/// What the program is for.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Who reads it.
    pub target: Target,
    /// How many steps it takes; without end if `None`.
    pub steps: Option<u64>,
    /// Whether it claims, as [`ENDED`], that after these steps every run has ended.
    pub ends: bool,
}

/// The name of the claim that every run has ended.
pub const ENDED: &str = "every run has ended";

/// A printed program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its text.
    pub text: String,
    /// What it chooses.
    pub decisions: Decisions,
    /// For each place of the state of the system how the program writes it.
    pub places: Vec<String>,
    /// The properties that it cannot tell about: their names, and why.
    pub refused: Vec<(String, String)>,
}

/// The program of a system that makes claims for the properties.
pub fn program(system: &System, properties: &[Property], options: &Options) -> Result<Program, Unprintable> {
    let flat = options.target.avoids_arrays().then(|| without_arrays(system, properties));
    let (system, properties) = match &flat {
        Some((system, properties)) => (system, properties.as_slice()),
        None => (system, properties),
    };
    let extent = Extent { ends: options.ends, runs: true, dead_end: true };
    let mut ir = ProgramIr::new(system, properties, extent)?;
    let closing = closing_claims(&mut ir);
    let writer = Writer::new(&ir, closing, options);
    let places = writer.places().take(ir.width()).collect();
    Ok(Program { text: writer.program(), decisions: ir.decisions(), places, refused: ir.refused() })
}

/// For each claim about whole runs, with the position of its property, that no violation is seen on coming
/// to a state.
fn closing_claims(ir: &mut ProgramIr) -> Vec<(usize, ExprId)> {
    let Some(saving) = ir.watch.saving.clone() else { return Vec::new() };
    let mut closing = Vec::new();
    for (position, claim) in ir.watch.claims() {
        if let Claim::Run(run) = claim {
            closing.push((position, run.not_closed(&mut ir.system, &saving)));
        }
    }
    closing
}
