//! What a certificate claims, as scripts of SMT-LIB: every question in them must be answered with `unsat`.

use rustc_hash::FxHashMap;
use synod_sat::Claims;
use synod_sat::circuit::{Lit, Node};

/// Definitions, and conditions that cannot be true, each with what is wrong if it can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Declarations and definitions of booleans.
    pub definitions: String,
    /// The conditions.
    pub impossible: Vec<(String, String)>,
}

impl Script {
    /// The script of an argument.
    pub fn new(claims: &Claims) -> Self {
        let aig = &claims.aig;
        let needed = aig.cone(claims.impossible.iter().flat_map(|(signals, _)| signals.iter().copied()));
        let mut definitions = String::new();
        let mut names: FxHashMap<usize, String> = FxHashMap::from_iter([(0, "false".to_string())]);
        for node in (1..aig.size()).filter(|node| needed[*node]) {
            match aig.node_at(node) {
                Node::And(a, b) => {
                    let (a, b) = (of(&names, a), of(&names, b));
                    definitions.push_str(&format!("(define-fun g{node} () Bool (and {a} {b}))\n"));
                    names.insert(node, format!("g{node}"));
                }
                _ => {
                    definitions.push_str(&format!("(declare-const b{node} Bool)\n"));
                    names.insert(node, format!("b{node}"));
                }
            }
        }
        let condition = |signals: &[Lit]| {
            let all: Vec<String> = signals.iter().map(|signal| of(&names, *signal)).collect();
            format!("(and true {})", all.join(" "))
        };
        let impossible =
            claims.impossible.iter().map(|(signals, otherwise)| (condition(signals), otherwise.clone()));
        Script { impossible: impossible.collect(), definitions }
    }
}

fn of(names: &FxHashMap<usize, String>, lit: Lit) -> String {
    let name = &names[&lit.node()];
    if lit.is_negated() { format!("(not {name})") } else { name.clone() }
}

impl std::fmt::Display for Script {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "(push 1)\n{}", self.definitions)?;
        for (condition, otherwise) in &self.impossible {
            writeln!(f, "; sat would mean: {otherwise}")?;
            writeln!(f, "(push 1)\n(assert {condition})\n(check-sat)\n(pop 1)")?;
        }
        writeln!(f, "(pop 1)")
    }
}
