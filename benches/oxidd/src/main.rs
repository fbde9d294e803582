//! The philosophers of `benches/families` in OxiDD: the states that can be reached, found by chaining. Our engine
//! finds them by saturation, which OxiDD does not have.
//!
//!     cargo run --release --manifest-path benches/oxidd/Cargo.toml -- 16 20

use std::time::Instant;

use oxidd::bcdd::{BCDDFunction, new_manager};
use oxidd::util::num::F64;
use oxidd::util::{AllocResult, SatCountCache};
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, Function, Manager, ManagerRef,
};

/// Room for nodes and for results; both are fixed when a manager is made.
const NODES: usize = 1 << 23;
const RESULTS: usize = 1 << 22;

/// Bits for what a philosopher does; one more for the fork.
const ACTIVITY: u32 = 3;
const EACH: u32 = ACTIVITY + 1;

/// From states that satisfy the guard to those where the bits that are written have constant values.
struct Rule {
    guard: BCDDFunction,
    written: BCDDFunction,
    values: BCDDFunction,
}

impl Rule {
    fn image(&self, states: &BCDDFunction) -> AllocResult<BCDDFunction> {
        states.apply_exists(BooleanOperator::And, &self.guard, &self.written)?.and(&self.values)
    }
}

struct Table {
    bits: Vec<BCDDFunction>,
    yes: BCDDFunction,
}

impl Table {
    /// That bits have values.
    fn values(&self, values: &[(u32, bool)]) -> AllocResult<BCDDFunction> {
        values.iter().rev().try_fold(self.yes.clone(), |all, (bit, value)| {
            let bit = &self.bits[*bit as usize];
            if *value { bit.and(&all) } else { bit.not()?.and(&all) }
        })
    }

    fn activity(&self, who: u32, what: u32) -> Vec<(u32, bool)> {
        (0..ACTIVITY).map(|bit| (who * EACH + bit, what >> bit & 1 == 1)).collect()
    }

    fn rule(&self, who: u32, from: u32, to: u32, fork: Option<(u32, bool)>) -> AllocResult<Rule> {
        let (mut guard, mut values) = (self.activity(who, from), self.activity(who, to));
        if let Some((fork, take)) = fork {
            guard.push((fork * EACH + ACTIVITY, !take));
            values.push((fork * EACH + ACTIVITY, take));
        }
        let written: Vec<(u32, bool)> = values.iter().map(|(bit, _)| (*bit, true)).collect();
        Ok(Rule { guard: self.values(&guard)?, written: self.values(&written)?, values: self.values(&values)? })
    }
}

fn philosophers(n: u32) -> AllocResult<()> {
    let begin = Instant::now();
    let manager = new_manager(NODES, RESULTS, 1);
    let table = manager.with_manager_exclusive(|manager| -> AllocResult<Table> {
        manager.add_vars(n * EACH);
        let bits = (0..n * EACH).map(|bit| BCDDFunction::var(manager, bit)).collect::<AllocResult<_>>()?;
        Ok(Table { bits, yes: BCDDFunction::t(manager) })
    })?;
    let mut reached = table.values(&(0..n * EACH).map(|bit| (bit, false)).collect::<Vec<_>>())?;
    let mut rules = Vec::new();
    for who in (0..n).rev() {
        let (mut first, mut second) = (who, (who + 1) % n);
        if who + 1 == n {
            std::mem::swap(&mut first, &mut second);
        }
        rules.push(table.rule(who, 0, 1, None)?);
        rules.push(table.rule(who, 1, 2, Some((first, true)))?);
        rules.push(table.rule(who, 2, 3, Some((second, true)))?);
        rules.push(table.rule(who, 3, 4, Some((first, false)))?);
        rules.push(table.rule(who, 4, 0, Some((second, false)))?);
    }
    loop {
        let before = reached.clone();
        for rule in &rules {
            reached = reached.or(&rule.image(&reached)?)?;
        }
        if reached == before {
            break;
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    let mut counts: SatCountCache<F64, std::hash::RandomState> = SatCountCache::default();
    let states = reached.sat_count(n * EACH, &mut counts).0;
    println!("{n} philosophers: {states:.6e} states, {} nodes, {seconds:.2} s", reached.node_count());
    Ok(())
}

fn main() {
    for size in std::env::args().skip(1).filter_map(|size| size.parse().ok()) {
        if philosophers(size).is_err() {
            println!("{size} philosophers: no room for more nodes");
        }
    }
}
