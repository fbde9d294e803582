//! Models with integers without bounds, which only SMT solvers decide.

mod certificates;
mod unbounded;
