//! Sorted states as bytes: of each only what differs from the one before it.

/// What is not the code of states.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Damaged;

/// Appends the code of a state that comes after another in the order of their words.
pub(super) fn encode(before: &[u64], state: &[u64], bytes: &mut Vec<u8>) {
    let Some(first) = std::iter::zip(before, state).position(|(a, b)| a != b) else { return };
    if state.len() > 1 {
        number(first as u64, bytes);
    }
    // In the first word that differs, by how much; the bits of the others do not depend on the order.
    number(state[first].wrapping_sub(before[first]), bytes);
    for (a, b) in std::iter::zip(&before[first + 1..], &state[first + 1..]) {
        let changed = (a ^ b).to_le_bytes();
        let present =
            changed.iter().enumerate().fold(0u8, |all, (at, byte)| all | u8::from(*byte != 0) << at);
        bytes.push(present);
        bytes.extend(changed.into_iter().filter(|byte| *byte != 0));
    }
}

/// Makes the state whose code comes next of the one before it.
pub(super) fn decode(state: &mut [u64], bytes: &mut &[u8]) -> Result<(), Damaged> {
    let first = if state.len() > 1 { take_number(bytes)? as usize } else { 0 };
    let difference = take_number(bytes)?;
    let (word, rest) = state.get_mut(first..).and_then(<[u64]>::split_first_mut).ok_or(Damaged)?;
    *word = word.wrapping_add(difference);
    for word in rest {
        let present = take_byte(bytes)?;
        for at in (0..8).filter(|at| present >> at & 1 == 1) {
            *word ^= u64::from(take_byte(bytes)?) << (8 * at);
        }
    }
    Ok(())
}

/// Goes on from a state of one word to the first of so many that is not before another, or to the last of them: most states that
/// are read are passed over.
pub(super) fn skip_to(
    wanted: u64,
    state: &mut u64,
    left: &mut u32,
    bytes: &mut &[u8],
) -> Result<(), Damaged> {
    while *state < wanted && *left > 0 {
        *state = state.wrapping_add(take_number(bytes)?);
        *left -= 1;
    }
    Ok(())
}

/// Appends a number, seven bits in a byte.
fn number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[inline]
fn take_byte(bytes: &mut &[u8]) -> Result<u8, Damaged> {
    let (first, rest) = bytes.split_first().ok_or(Damaged)?;
    *bytes = rest;
    Ok(*first)
}

#[inline]
fn take_number(bytes: &mut &[u8]) -> Result<u64, Damaged> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = take_byte(bytes)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
        shift += 7;
        if shift > 63 {
            return Err(Damaged);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use synod_testing::runner;

    use super::*;

    #[test]
    fn states_in_order_are_read_as_they_were_written() {
        let word = prop_oneof![any::<u64>(), 0..3u64, Just(u64::MAX)];
        let states = (1..5usize).prop_flat_map(move |words| vec(vec(word.clone(), words), 1..50));
        let test = |mut states: Vec<Vec<u64>>| {
            states.sort();
            states.dedup();
            let mut bytes = Vec::new();
            for pair in states.windows(2) {
                encode(&pair[0], &pair[1], &mut bytes);
            }
            let (mut state, mut rest) = (states[0].clone(), &bytes[..]);
            for expected in &states[1..] {
                prop_assert_eq!(decode(&mut state, &mut rest), Ok(()));
                prop_assert_eq!(&state, expected);
            }
            prop_assert!(rest.is_empty());
            prop_assert_eq!(decode(&mut state, &mut rest), Err(Damaged));
            if states[0].len() == 1 {
                for wanted in states.iter().flat_map(|state| [state[0], state[0].saturating_add(1)]) {
                    let (mut state, mut left, mut rest) = (states[0][0], states.len() as u32 - 1, &bytes[..]);
                    prop_assert_eq!(skip_to(wanted, &mut state, &mut left, &mut rest), Ok(()));
                    let place = states.partition_point(|state| state[0] < wanted).min(states.len() - 1);
                    prop_assert_eq!((state, left as usize), (states[place][0], states.len() - 1 - place));
                }
                let (mut state, mut left) = (states[0][0], states.len() as u32);
                let beyond = skip_to(u64::MAX, &mut state, &mut left, &mut &bytes[..]);
                prop_assert!(beyond == Err(Damaged) || state == u64::MAX);
            }
            Ok(())
        };
        runner(500).run(&states, test).unwrap();
    }
}
