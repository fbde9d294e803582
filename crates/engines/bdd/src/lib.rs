//! Symbolic verification with decision diagrams.
#![allow(dead_code)]
mod diagram;
mod vector;
