//! Counting assignments, exactly.

use rustc_hash::FxHashMap;

use super::handles::Diagram;
use super::table::{Edge, Level, Manager};

/// A number from 0, of any size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Natural {
    /// Least significant first; no zero at the end.
    digits: Vec<u32>,
}

impl From<u32> for Natural {
    fn from(value: u32) -> Self {
        Natural { digits: if value == 0 { vec![] } else { vec![value] } }
    }
}

impl Natural {
    fn plus(&self, other: &Natural) -> Natural {
        let (long, short) =
            if self.digits.len() >= other.digits.len() { (self, other) } else { (other, self) };
        let mut digits = Vec::with_capacity(long.digits.len() + 1);
        let mut carry = 0;
        for (place, digit) in long.digits.iter().enumerate() {
            let sum = u64::from(*digit) + u64::from(short.digits.get(place).copied().unwrap_or(0)) + carry;
            digits.push(sum as u32);
            carry = sum >> 32;
        }
        if carry > 0 {
            digits.push(carry as u32);
        }
        Natural { digits }
    }

    /// Doubled so many times.
    fn doubled(&self, times: usize) -> Natural {
        if self.digits.is_empty() {
            return self.clone();
        }
        let (whole, part) = (times / 32, times % 32);
        let mut digits = vec![0; whole];
        let mut carry = 0;
        for digit in &self.digits {
            let wide = u64::from(*digit) << part | carry;
            digits.push(wide as u32);
            carry = wide >> 32;
        }
        if carry > 0 {
            digits.push(carry as u32);
        }
        Natural { digits }
    }

    /// The number, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match *self.digits.as_slice() {
            [] => Some(0),
            [a] => Some(u64::from(a)),
            [a, b] => Some(u64::from(a) | u64::from(b) << 32),
            _ => None,
        }
    }
}

impl std::fmt::Display for Natural {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        const GROUP: u64 = 1_000_000_000;
        let mut rest = self.digits.clone();
        let mut groups = Vec::new();
        while !rest.is_empty() {
            let mut remainder = 0;
            for digit in rest.iter_mut().rev() {
                let value = remainder << 32 | u64::from(*digit);
                *digit = (value / GROUP) as u32;
                remainder = value % GROUP;
            }
            groups.push(remainder);
            while rest.last() == Some(&0) {
                rest.pop();
            }
        }
        write!(f, "{}", groups.pop().unwrap_or(0))?;
        groups.iter().rev().try_for_each(|group| write!(f, "{group:09}"))
    }
}

impl Manager {
    /// How many assignments to the given levels, which must be sorted and contain all that the function
    /// depends on, make it true.
    pub fn count(&self, a: &Diagram, levels: &[Level]) -> Natural {
        let mut known = FxHashMap::default();
        let (total, rank) = self.count_below(a.edge(), levels, &mut known);
        total.doubled(rank)
    }

    /// The count for the levels from the root on, and how many levels are above.
    fn count_below(
        &self,
        a: Edge,
        levels: &[Level],
        known: &mut FxHashMap<Edge, Natural>,
    ) -> (Natural, usize) {
        if a.is_terminal() {
            return (Natural::from(u32::from(a == Edge::TRUE)), levels.len());
        }
        let level = self.level(a);
        let rank = levels.partition_point(|other| *other < level);
        if let Some(count) = known.get(&a) {
            return (count.clone(), rank);
        }
        let (low, high) = self.branches(a, level);
        let mut branch = |edge| {
            let (count, below) = self.count_below(edge, levels, known);
            count.doubled(below - rank - 1)
        };
        let count = branch(low).plus(&branch(high));
        known.insert(a, count.clone());
        (count, rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::Budget;

    #[test]
    fn naturals_add_double_and_print_in_decimal() {
        let one = Natural::from(1);
        assert_eq!(one.doubled(64).to_string(), "18446744073709551616");
        assert_eq!(one.doubled(64).to_u64(), None);
        assert_eq!(one.doubled(63).to_u64(), Some(1 << 63));
        let carried = Natural::from(u32::MAX).plus(&one);
        assert_eq!((carried.to_string(), carried.to_u64()), ("4294967296".into(), Some(1 << 32)));
        assert_eq!(one.doubled(100).plus(&one).to_string(), "1267650600228229401496703205377");
        assert_eq!(Natural::default().to_string(), "0");
        assert_eq!(Natural::from(7).doubled(30).doubled(2).to_string(), (7u64 << 32).to_string());
    }

    #[test]
    fn assignments_are_counted_over_all_given_levels() {
        let mut m = Manager::new(&Budget::unlimited());
        let levels: Vec<Level> = (0..70).map(|_| m.add_level()).collect();
        let (a, b) = (m.literal(3, true).unwrap(), m.literal(69, false).unwrap());
        let some = m.or(&a, &b).unwrap();
        assert_eq!(m.count(&some, &levels), Natural::from(3).doubled(68));
        assert_eq!(m.count(&some, &[3, 69]), Natural::from(3));
        assert_eq!(m.count(&m.constant(true), &[]), Natural::from(1));
        assert_eq!(m.count(&m.constant(false), &levels), Natural::default());
    }
}
