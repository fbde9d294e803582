//! Symbolic verification with decision diagrams.
#![allow(dead_code)]
mod compile;
mod decide;
mod diagram;
mod engine;
mod explain;
mod fixpoint;
mod graph;
mod layout;
mod logic;
mod model;
mod order;
mod product;
mod relation;
mod rule;
mod strategy;
mod vector;
mod witness;

pub use engine::{Bdd, Reachable};
