//! Smaller functions that agree with others where that matters.

use synod_core::Stop;

use super::handles::Diagram;
use super::table::{Edge, Key, Manager, Op};

/// How many nodes may be made for each node of a function that is to become smaller.
const PATIENCE: usize = 4;

impl Manager {
    /// A function that is the same within a set, and no larger: elsewhere it is what makes it small (the operator
    /// `restrict` of Coudert and Madre).
    pub fn simplify(&mut self, function: &Diagram, within: &Diagram) -> Result<Diagram, Stop> {
        if within.is_false() {
            return Ok(function.clone());
        }
        let size = self.size(function);
        // What takes much longer than to look at the function has gone astray.
        let simplified = self.attempt(PATIENCE * size, |m| {
            m.begin()?;
            let edge = m.restrict(function.edge(), within.edge())?;
            Ok(m.hold(edge))
        })?;
        Ok(simplified.filter(|simplified| self.size(simplified) < size).unwrap_or_else(|| function.clone()))
    }

    /// A function that is the same within a set that is not empty, and elsewhere what it is at some point of the set, which
    /// is the same one for all functions (the operator `constrain` of Coudert and Madre).
    pub fn constrain(&mut self, function: &Diagram, within: &Diagram) -> Result<Diagram, Stop> {
        self.begin()?;
        let edge = match within.is_false() {
            true => function.edge(),
            false => self.cofactor(function.edge(), within.edge())?,
        };
        Ok(self.hold(edge))
    }

    /// The set is not empty.
    fn cofactor(&mut self, function: Edge, within: Edge) -> Result<Edge, Stop> {
        if function.is_terminal() || within == Edge::TRUE {
            return Ok(function);
        }
        let key = Key::new(Op::Constrain, function, within, Edge::TRUE);
        if let Some(known) = self.lookup(key) {
            return Ok(known);
        }
        self.step()?;
        let level = self.level(function).min(self.level(within));
        let ((f0, f1), (w0, w1)) = (self.branches(function, level), self.branches(within, level));
        let result = if w0 == Edge::FALSE {
            self.cofactor(f1, w1)?
        } else if w1 == Edge::FALSE {
            self.cofactor(f0, w0)?
        } else {
            let (low, high) = (self.cofactor(f0, w0)?, self.cofactor(f1, w1)?);
            self.node(level, low, high)?
        };
        self.remember(key, result);
        Ok(result)
    }

    /// The set is not empty.
    fn restrict(&mut self, function: Edge, within: Edge) -> Result<Edge, Stop> {
        if function.is_terminal() || within == Edge::TRUE {
            return Ok(function);
        }
        if function == within {
            return Ok(Edge::TRUE);
        }
        if function == within.not() {
            return Ok(Edge::FALSE);
        }
        let key = Key::new(Op::Restrict, function, within, Edge::TRUE);
        if let Some(known) = self.lookup(key) {
            return Ok(known);
        }
        self.step()?;
        let level = self.level(function);
        let outer = self.level(within);
        let result = if outer < level {
            let (w0, w1) = self.branches(within, outer);
            let either = self.disjoin(w0, w1)?;
            self.restrict(function, either)?
        } else {
            let ((f0, f1), (w0, w1)) = (self.branches(function, level), self.branches(within, level));
            if w0 == Edge::FALSE {
                self.restrict(f1, w1)?
            } else if w1 == Edge::FALSE {
                self.restrict(f0, w0)?
            } else {
                let (low, high) = (self.restrict(f0, w0)?, self.restrict(f1, w1)?);
                self.node(level, low, high)?
            }
        };
        self.remember(key, result);
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{Level, Manager};
    use proptest::prelude::*;
    use synod_core::Budget;

    /// A function of six levels, by its truth table.
    fn function(m: &mut Manager, table: u64) -> Diagram {
        let rows = (0..64u64).filter(|row| table >> row & 1 == 1).collect::<Vec<_>>();
        let cube =
            |m: &mut Manager, row: u64| m.cube_of((0..6).map(|l| (l as Level, row >> l & 1 == 1)).collect());
        let rows = rows.into_iter().map(|row| cube(m, row)).collect::<Result<Vec<_>, _>>().unwrap();
        m.any(rows).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

        #[test]
        fn within_the_set_nothing_changes_and_nothing_grows(table in any::<u64>(), within in any::<u64>()) {
            let mut m = Manager::new(&Budget::unlimited());
            (0..6).for_each(|_| { m.add_level(); });
            let (f, set) = (function(&mut m, table), function(&mut m, within));
            let simple = m.simplify(&f, &set).unwrap();
            prop_assert!(m.size(&simple) <= m.size(&f));
            let (a, b) = (m.and(&f, &set).unwrap(), m.and(&simple, &set).unwrap());
            prop_assert_eq!(a, b);
        }

        #[test]
        fn elsewhere_all_functions_are_what_they_are_at_one_point_of_the_set(
            table in any::<u64>(),
            within in 1..=u64::MAX,
        ) {
            let mut m = Manager::new(&Budget::unlimited());
            (0..6).for_each(|_| { m.add_level(); });
            let (f, set) = (function(&mut m, table), function(&mut m, within));
            let literals: Vec<Diagram> = (0..6).map(|level| m.literal(level, true).unwrap()).collect();
            let moved: Vec<Diagram> = literals.iter().map(|bit| m.constrain(bit, &set).unwrap()).collect();
            let there = m.constrain(&f, &set).unwrap();
            for row in 0..64u64 {
                let at = |level: Level| row >> level & 1 == 1;
                let point = |level: Level| m.holds(&moved[level as usize], &at);
                prop_assert!(m.holds(&set, &point));
                prop_assert_eq!(m.holds(&there, &at), m.holds(&f, &point));
                if m.holds(&set, &at) {
                    prop_assert!((0..6).all(|level| point(level) == at(level)));
                }
            }
        }
    }
}
