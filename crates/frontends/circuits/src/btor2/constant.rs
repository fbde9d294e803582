//! Constants of BTOR2 in bits, of any width.

use synod_symbolic::aig::Lit;

use super::operators::Word;

fn word(bits: impl Iterator<Item = bool>, width: usize) -> Option<Word> {
    let mut word: Word = bits.map(Lit::constant).collect();
    while word.len() > width {
        if word.pop() != Some(Lit::FALSE) {
            return None;
        }
    }
    word.resize(width, Lit::FALSE);
    Some(word)
}

/// Binary digits, exactly as many as the word has bits.
pub(super) fn binary(digits: &str, width: usize) -> Option<Word> {
    let is_fit = digits.len() == width && digits.bytes().all(|digit| matches!(digit, b'0' | b'1'));
    is_fit.then(|| digits.bytes().rev().map(|digit| Lit::constant(digit == b'1')).collect())
}

/// Hexadecimal digits, which may have zeros before them.
pub(super) fn hexadecimal(digits: &str, width: usize) -> Option<Word> {
    let values: Option<Vec<u32>> = digits.chars().rev().map(|digit| digit.to_digit(16)).collect();
    let values = values.filter(|values| !values.is_empty())?;
    word(values.into_iter().flat_map(|value| (0..4).map(move |bit| value >> bit & 1 == 1)), width)
}

/// Decimal digits, perhaps with a sign: from the least signed number of the width to the greatest unsigned one.
pub(super) fn decimal(text: &str, width: usize) -> Option<Word> {
    let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let significant = digits.trim_start_matches('0');
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) || significant.len() > width {
        return None;
    }
    // Limbs of 32 bits, the least significant first.
    let mut limbs: Vec<u32> = Vec::new();
    for digit in significant.bytes() {
        let mut carry = u64::from(digit - b'0');
        for limb in &mut limbs {
            let value = u64::from(*limb) * 10 + carry;
            *limb = value as u32;
            carry = value >> 32;
        }
        if carry > 0 {
            limbs.push(carry as u32);
        }
    }
    let word = word(limbs.into_iter().flat_map(|limb| (0..32).map(move |bit| limb >> bit & 1 == 1)), width)?;
    if !is_negative {
        return Some(word);
    }
    // The opposite: all bits above the lowest one that is set are inverted. Its sign must be set, unless it is zero.
    let lowest = word.iter().position(|bit| *bit == Lit::TRUE);
    let Some(lowest) = lowest else { return Some(word) };
    let opposite: Word =
        word.iter().enumerate().map(|(place, bit)| if place > lowest { !*bit } else { *bit }).collect();
    (opposite.last() == Some(&Lit::TRUE)).then_some(opposite)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(word: Option<Word>) -> Option<u64> {
        let word = word?;
        Some(word.iter().rev().fold(0, |value, bit| 2 * value + u64::from(*bit == Lit::TRUE)))
    }

    #[test]
    fn constants_have_the_width_of_their_sort() {
        assert_eq!(value(binary("0110", 4)), Some(6));
        assert_eq!([binary("110", 4), binary("01100", 4), binary("012x", 4)], [const { None }; 3]);
        assert_eq!(value(hexadecimal("0fE", 8)), Some(254));
        assert_eq!([hexadecimal("1ff", 8), hexadecimal("g", 8), hexadecimal("", 8)], [const { None }; 3]);
        assert_eq!(
            [value(decimal("255", 8)), value(decimal("256", 8)), value(decimal("007", 8))],
            [Some(255), None, Some(7)]
        );
        assert_eq!(
            [value(decimal("-1", 8)), value(decimal("-128", 8)), value(decimal("-129", 8))],
            [Some(255), Some(128), None]
        );
        assert_eq!(
            [value(decimal("-0", 8)), value(decimal("-1", 1)), value(decimal("18446744073709551615", 64))],
            [Some(0), Some(1), Some(u64::MAX)]
        );
        assert_eq!(
            [decimal("", 8), decimal("-", 8), decimal("1x", 8), decimal("+1", 8)],
            [const { None }; 4]
        );
    }
}
