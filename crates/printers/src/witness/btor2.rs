//! Witnesses of BTOR2.

use super::{Lines, Position, Stimulus, demand, is_goal, value};

/// Which part of a position is being told.
enum Part {
    State,
    Inputs,
}

/// Reads what comes after the line `sat`: what is violated, for each position the values of states (`#0`) and
/// of inputs (`@0`), each by its number, and a dot.
pub fn stimulus(lines: &mut Lines) -> Result<Stimulus, String> {
    let (number, line) = next(lines)?;
    let about = line.split_whitespace().next().filter(|word| is_goal(word));
    let about =
        about.ok_or_else(|| format!("line {number} should say what it is about, as `b0` and `j0` do"))?;
    let mut positions: Vec<Position> = Vec::new();
    let mut part = None;
    loop {
        let (number, line) = next(lines)?;
        if line == "." {
            break;
        }
        if let Some(at) = line.strip_prefix('#') {
            begin(&mut positions, number, at, true)?;
            part = Some(Part::State);
        } else if let Some(at) = line.strip_prefix('@') {
            // A position of which no state is told begins with its inputs.
            let is_new = at.parse() == Ok(positions.len());
            begin(&mut positions, number, at, is_new)?;
            part = Some(Part::Inputs);
        } else {
            let (Some(position), Some(part)) = (positions.last_mut(), &part) else {
                return Err(format!("line {number} comes before the first position, `#0` or `@0`"));
            };
            let assignment = match part {
                Part::State => &mut position.state,
                Part::Inputs => &mut position.inputs,
            };
            let (signal, bits) = assigned(number, line)?;
            assignment.words.push((number, signal, bits));
        }
    }
    Ok(Stimulus { about: Some(about.to_string()), positions })
}

/// The next line that is neither empty nor a comment.
fn next<'a>(lines: &mut Lines<'a>) -> Result<(usize, &'a str), String> {
    loop {
        let (number, line) = demand(lines)?;
        if !line.is_empty() && !line.starts_with(';') {
            return Ok((number, line));
        }
    }
}

/// Positions are told one after the other.
fn begin(positions: &mut Vec<Position>, line: usize, at: &str, is_new: bool) -> Result<(), String> {
    if is_new {
        positions.push(Position::default());
    }
    match at.parse() == Ok(positions.len().wrapping_sub(1)) {
        true => Ok(()),
        false => Err(format!("line {line} is about position `{at}`, out of turn")),
    }
}

/// The number of a signal, and the value of each bit, least significant first, unless it may have any.
fn assigned(number: usize, line: &str) -> Result<(usize, Vec<Option<bool>>), String> {
    let mut words = line.split_whitespace();
    let signal = words.next().and_then(|word| word.parse().ok());
    let signal = signal.ok_or_else(|| format!("line {number} should begin with the number of a signal"))?;
    let bits: Option<Vec<_>> = words.next().unwrap_or_default().chars().rev().map(value).collect();
    match bits.filter(|bits| !bits.is_empty()) {
        Some(bits) => Ok((signal, bits)),
        None => Err(format!("line {number} should give bits to signal {signal}")),
    }
}
