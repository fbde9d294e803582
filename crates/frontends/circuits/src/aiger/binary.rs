//! The binary form of AIGER, read as the text that it stands for.

use std::fmt::Write;

/// How binary files begin.
pub(crate) const MARK: &[u8] = b"aig ";

/// The numbers of the header from the latches on have lines of their own in both forms, in this order.
const JUSTICE: usize = 7;

/// The text (`.aag`) of a binary file (`.aig`), or what is wrong with it.
pub(crate) fn to_text(bytes: &[u8]) -> Result<String, String> {
    let mut bytes = Bytes { bytes, at: 0 };
    let header = bytes.line()?;
    let numbers: Option<Vec<u64>> = header.split_whitespace().skip(1).map(|word| word.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| (5..=9).contains(&numbers.len()));
    let numbers = numbers.ok_or_else(|| {
        format!("`{}` is no header of AIGER: it has 5 to 9 numbers, `aig M I L O A B C J F`", shown(header))
    })?;
    let of = |position: usize| numbers.get(position).copied().unwrap_or(0);
    let [most, inputs, latches, outputs, gates] = [0, 1, 2, 3, 4].map(of);
    let sum = inputs.checked_add(latches).and_then(|sum| sum.checked_add(gates));
    if sum != Some(most) || most >= u64::from(u32::MAX) {
        return Err(format!(
            "the header `{}` is inconsistent: in a binary file the first number is the sum of inputs, latches and gates",
            shown(header)
        ));
    }
    // Each latch has a line and each gate two bytes at least. Inputs have nothing: what comes of them is as long as their number.
    let left = bytes.left() as u64;
    if latches > left || gates > left || inputs > MOST_INPUTS {
        return Err(format!("the file is too short for {most} variables"));
    }
    let mut text = format!("aag{}\n", &header[3..]);
    for number in 1..=inputs {
        let _ = writeln!(text, "{}", 2 * number);
    }
    for number in inputs + 1..=inputs + latches {
        let _ = writeln!(text, "{} {}", 2 * number, bytes.line()?);
    }
    let mut lines = outputs.saturating_add(of(5)).saturating_add(of(6));
    let mut sizes = of(JUSTICE);
    while lines > 0 {
        let _ = writeln!(text, "{}", bytes.line()?);
        lines -= 1;
    }
    let mut literals = of(8);
    while sizes > 0 {
        let line = bytes.line()?;
        literals = literals.saturating_add(line.trim().parse().unwrap_or(0));
        let _ = writeln!(text, "{line}");
        sizes -= 1;
    }
    while literals > 0 {
        let _ = writeln!(text, "{}", bytes.line()?);
        literals -= 1;
    }
    for number in inputs + latches + 1..=most {
        let result = 2 * number;
        let larger = bytes.number()?;
        let smaller = bytes.number()?;
        let operands = result.checked_sub(larger).and_then(|a| Some((a, a.checked_sub(smaller)?)));
        let (a, b) = operands
            .filter(|_| larger > 0)
            .ok_or_else(|| format!("byte {}: gate {result} depends on gates that come after it", bytes.at))?;
        let _ = writeln!(text, "{result} {a} {b}");
    }
    text.push_str(&String::from_utf8_lossy(&bytes.bytes[bytes.at..]));
    Ok(text)
}

/// More inputs than this are refused: a binary file says nothing of them but how many they are.
const MOST_INPUTS: u64 = 1 << 24;

fn shown(line: &str) -> String {
    synod_syntax::visible_line(&line.chars().take(80).collect::<String>())
}

/// What is left of a file.
struct Bytes<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl<'t> Bytes<'t> {
    fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn line(&mut self) -> Result<&'t str, String> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|byte| *byte == b'\n').ok_or_else(|| self.short())?;
        let line = std::str::from_utf8(&rest[..length])
            .map_err(|_| format!("byte {}: a line of numbers was expected", self.at))?;
        self.at += length + 1;
        Ok(line)
    }

    /// A number in groups of seven bits, the least significant first; all but the last have their highest bit set.
    fn number(&mut self) -> Result<u64, String> {
        let mut number = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = *self.bytes.get(self.at).ok_or_else(|| self.short())?;
            self.at += 1;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(format!("byte {}: a number that is too large for any gate", self.at))
    }

    fn short(&self) -> String {
        format!("the file ends at byte {}, before all that its header announces", self.bytes.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_binary_file_is_the_text_it_stands_for() {
        // The half adder of the format's report: 2 inputs, 2 outputs, 3 gates.
        let bytes = b"aig 5 2 0 2 3\n10\n6\n\x02\x02\x03\x02\x01\x02i0 x\nc\nhalf adder\n";
        let text = "aag 5 2 0 2 3\n2\n4\n10\n6\n6 4 2\n8 5 3\n10 9 7\ni0 x\nc\nhalf adder\n";
        assert_eq!(to_text(bytes).as_deref(), Ok(text));
    }

    #[test]
    fn numbers_have_groups_of_seven_bits() {
        let mut bytes = Bytes { bytes: b"\x7f\x80\x01\xff\xff\xff\xff\xff", at: 0 };
        assert_eq!([bytes.number(), bytes.number()], [Ok(127), Ok(128)]);
        assert!(bytes.number().is_err());
    }

    #[test]
    fn what_the_header_announces_must_be_there() {
        for (bytes, why) in [
            (&b"aig 5 2 0 2 3\n10\n"[..], "ends at byte"),
            (b"aig 5 2 0 2 3\n10\n6\n\x02", "ends at byte"),
            (b"aig 9 2 0 2 3\n10\n6\n", "inconsistent"),
            (b"aig 4294967290 0 4294967290 0 0\n", "too short"),
            (b"aig 4294967290 4294967290 0 0 0\n", "too short"),
            (b"aig 4294967290 0 0 0 4294967290\n", "too short"),
            (b"aig 0 0 0 18446744073709551615 0\n", "ends at byte"),
            (b"aig 0 0 0 0 0 0 0 18446744073709551615 18446744073709551615\n", "ends at byte"),
            (b"aig 18446744073709551615 1 18446744073709551615 0 0\n", "inconsistent"),
            (b"aig 1 0 0 0 1\n\x00\x02", "come after it"),
            (b"aig 1 0 0 0 1\n\x03\x02", "come after it"),
            (b"aig 1 0 0\n", "no header"),
            (b"aig x 0 0 0 0\n", "no header"),
            (b"aig 1 0 1 0 0\n\xff\n", "a line of numbers"),
        ] {
            let found = to_text(bytes).unwrap_err();
            assert!(found.contains(why), "{found}");
        }
    }
}
