//! The operators against a direct evaluation of numbers, as SMT-LIB defines them.

use proptest::prelude::*;
use synod_testing::runner;

use super::*;

const BINARY: [&str; 39] = [
    "iff", "implies", "eq", "neq", "sgt", "ugt", "sgte", "ugte", "slt", "ult", "slte", "ulte", "and", "nand",
    "nor", "or", "xnor", "xor", "rol", "ror", "sll", "sra", "srl", "add", "mul", "sdiv", "udiv", "smod",
    "srem", "urem", "sub", "saddo", "uaddo", "sdivo", "smulo", "umulo", "ssubo", "usubo", "concat",
];
const UNARY: [&str; 7] = ["not", "inc", "dec", "neg", "redand", "redor", "redxor"];

fn mask(width: u32) -> u128 {
    (1 << width) - 1
}

/// The number of a word with its sign.
fn signed(value: u64, width: u32) -> i128 {
    let value = i128::from(value);
    if value >> (width - 1) & 1 == 1 { value - (1 << width) } else { value }
}

fn overflows(value: i128, width: u32) -> bool {
    value < -(1 << (width - 1)) || value >= 1 << (width - 1)
}

fn unary(op: &str, a: u64, width: u32) -> u128 {
    let value = u128::from(a);
    match op {
        "not" => !value & mask(width),
        "inc" => (value + 1) & mask(width),
        "dec" => value.wrapping_sub(1) & mask(width),
        "neg" => value.wrapping_neg() & mask(width),
        "redand" => u128::from(value == mask(width)),
        "redor" => u128::from(value != 0),
        _ => u128::from(value.count_ones() % 2),
    }
}

fn binary(op: &str, a: u64, b: u64, width: u32) -> u128 {
    let (x, y) = (u128::from(a), u128::from(b));
    let (p, q) = (signed(a, width), signed(b, width));
    let bit = u128::from;
    let word = |value: i128| value as u128 & mask(width);
    let turn = |distance: u128| match distance % u128::from(width) {
        0 => x,
        by => (x << by | x >> (u128::from(width) - by)) & mask(width),
    };
    let shift = y.min(u128::from(width)) as u32;
    match op {
        "iff" | "eq" => bit(x == y),
        "implies" => bit(x == 0 || y == 1),
        "neq" => bit(x != y),
        "sgt" => bit(p > q),
        "ugt" => bit(x > y),
        "sgte" => bit(p >= q),
        "ugte" => bit(x >= y),
        "slt" => bit(p < q),
        "ult" => bit(x < y),
        "slte" => bit(p <= q),
        "ulte" => bit(x <= y),
        "and" => x & y,
        "nand" => !(x & y) & mask(width),
        "nor" => !(x | y) & mask(width),
        "or" => x | y,
        "xnor" => !(x ^ y) & mask(width),
        "xor" => x ^ y,
        "rol" => turn(y),
        "ror" => turn(u128::from(width) - y % u128::from(width)),
        "sll" => (x << shift) & mask(width),
        "srl" => x >> shift,
        "sra" => word(p >> shift),
        "add" => (x + y) & mask(width),
        "sub" => x.wrapping_sub(y) & mask(width),
        "mul" => x.wrapping_mul(y) & mask(width),
        "udiv" => x.checked_div(y).unwrap_or(mask(width)),
        "urem" => x.checked_rem(y).unwrap_or(x),
        "sdiv" => word(p.checked_div(q).unwrap_or(if p < 0 { 1 } else { -1 })),
        "srem" => word(p.checked_rem(q).unwrap_or(p)),
        "smod" => word(if q == 0 { p } else { (p % q + q) % q }),
        "saddo" => bit(overflows(p + q, width)),
        "ssubo" => bit(overflows(p - q, width)),
        "smulo" => bit(overflows(p * q, width)),
        "sdivo" => bit(q != 0 && overflows(p / q, width)),
        "uaddo" => bit(x + y > mask(width)),
        "usubo" => bit(x < y),
        "umulo" => bit(x.checked_mul(y).is_none_or(|product| product > mask(width))),
        _ => x << width | y,
    }
}

/// The words of two numbers, as free bits or as constants, and the value of a word.
fn compared(width: u32, a: u64, b: u64, is_constant: bool) -> Result<(), TestCaseError> {
    let mut gates = Aig::default();
    let numbers = [a, b];
    let words: Vec<Word> = numbers
        .iter()
        .map(|number| match is_constant {
            true => (0..width).map(|place| Lit::constant(number >> place & 1 == 1)).collect(),
            false => (0..width).map(|_| gates.input()).collect(),
        })
        .collect();
    let mut results: Vec<(&str, Word, u128)> = Vec::new();
    for name in UNARY {
        let op = Unary::named(name).expect("an operator");
        results.push((name, Operators(&mut gates).unary(op, &words[0]), unary(name, a, width)));
    }
    for name in BINARY {
        let op = Binary::named(name).expect("an operator");
        if op.shape() == Shape::Bits && width > 1 || name == "concat" && width > 60 {
            continue;
        }
        results.push((
            name,
            Operators(&mut gates).binary(op, &words[0], &words[1]),
            binary(name, a, b, width),
        ));
    }
    let free: Vec<Lit> = words.concat();
    let values = gates.simulate(|input| {
        let place = free.iter().position(|bit| *bit == input).expect("a free bit");
        numbers[place / width as usize] >> (place % width as usize) & 1 == 1
    });
    for (name, word, expected) in results {
        let bit = |lit: &Lit| u128::from(values.of(*lit));
        let found = word.iter().rev().fold(0, |value, lit| 2 * value + bit(lit));
        prop_assert_eq!(found, expected, "{} of {} and {} in {} bits", name, a, b, width);
        let is_bit = Binary::named(name).is_some_and(|op| op.shape() == Shape::ToBit);
        prop_assert!(!is_bit || word.len() == 1, "{}", name);
    }
    Ok(())
}

#[test]
fn operators_are_those_of_smt_lib_on_all_narrow_words() {
    for width in 1..=4 {
        for (a, b) in (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (a, b))) {
            compared(width, a, b, false).unwrap();
            compared(width, a, b, true).unwrap();
        }
    }
}

#[test]
fn operators_are_those_of_smt_lib_on_random_words() {
    let test = |(width, a, b, narrow): (u32, u64, u64, bool)| {
        // Shifts by more than the width are not all.
        let b = if narrow { b % 70 } else { b };
        let cut = |value: u64| value & mask(width) as u64;
        compared(width, cut(a), cut(b), false)
    };
    runner(60).run(&(1u32..=63, any::<u64>(), any::<u64>(), any::<bool>()), test).unwrap();
}

#[test]
fn arrays_are_read_and_written_by_index() {
    let mut gates = Aig::default();
    let word = |number: usize, width: usize| -> Word {
        (0..width).map(|place| Lit::constant(number >> place & 1 == 1)).collect()
    };
    let elements: Word = (0..8).flat_map(|number| word(7 - number, 3)).collect();
    for index in 0..8 {
        assert_eq!(Operators(&mut gates).read(&elements, &word(index, 3)), word(7 - index, 3));
        let written = Operators(&mut gates).write(&elements, &word(index, 3), &word(5, 3));
        for other in 0..8 {
            let expected = if other == index { 5 } else { 7 - other };
            assert_eq!(Operators(&mut gates).read(&written, &word(other, 3)), word(expected, 3));
        }
    }
}
