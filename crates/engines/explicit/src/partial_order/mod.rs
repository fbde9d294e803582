//! Partial-order reduction: of the orders in which independent steps can be taken, some are followed and the others
//! left out.
//!
//! | module | what |
//! |---|---|
//! | `footprints` | which values a rule reads and writes, and what it needs to be enabled |
//! | `stuttering` | which formulas cannot tell the orders apart, and what they see |
//! | `stubborn` | in a state, rules that need not wait for the others |
//!
//! # Contract
//!
//! - *Steps*: a step is a rule with its choices and alternatives, which is deterministic. Two rules are *independent* if
//!   neither writes what the other reads or writes, or if their guards exclude each other; only then their steps commute in
//!   every state. What a rule reads includes what its faults, cuts and observations depend on.
//! - *Sets*: the rules followed in a state are the enabled ones of a strong stubborn set (Valmari 1989; Godefroid 1996).
//!   With an enabled rule it contains all that depend on it, with a disabled one all that may make one of its false
//!   conditions true. So whatever the others do, the first step of the set is one that is enabled now and commutes with
//!   what comes before.
//! - *Dead ends*: all reachable deadlocks are found (no more is needed for `G !deadlock`).
//! - *Invariants*, also of single steps: if not all enabled rules are followed, none that is followed is visible (it writes
//!   nothing that the formula reads and satisfies none of its observations), and a step leads to a state that is
//!   farther from the initial ones than all those expanded so far: no step is put off for ever.
//! - *Linear time*: formulas that are insensitive to invisible steps (`stuttering`). Here all steps that are followed lead to
//!   states farther away. Levels of the breadth-first search are finite, so that some state of every cycle is expanded in full
//!   (Peled 1994; Bošnački and Holzmann 2005 for breadth-first search). Which states these are does not depend on threads.
//! - *Fairness*: part of the formula, whose atoms are visible.
//! - *Cuts*: a step that leaves the window of integers counts as disabled. One that is never taken is found all the same, as
//!   no step is put off for ever, and the verdict is bounded then.
//! - *Lift*: runs of the reduced graph are runs of the system. They need not be shortest ones.
//! - *Symmetry*: the set of a representative, permuted, is one of every state of its orbit (Emerson, Jha and Peled 1997).
//! - Refused: branching time, knowledge, strategies, `X` elsewhere than after an observed step, arrivals, limits of the depth.

mod footprints;
mod stubborn;
mod stuttering;
#[cfg(test)]
mod tests;

pub(crate) use stubborn::{Chooser, RuleSteps, StubbornSets};
pub(crate) use stuttering::is_order_blind;
