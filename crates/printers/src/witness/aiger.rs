//! Witnesses of AIGER: those of version 1.9, and the two forms that ABC writes.

use super::{Assignment, Lines, Position, Stimulus, demand, is_goal};

/// What ABC puts at the end of a counterexample.
const DONE: &str = "# DONE";

/// Reads what comes after the line `1`: what is violated, the first values of the latches, the inputs of each
/// position, and a dot. Or, in an older form that ABC writes, a line for each position: the latches, the
/// inputs, the outputs and the latches afterwards.
pub fn stimulus(lines: &mut Lines) -> Result<Stimulus, String> {
    let (number, line) = next(lines)?;
    let Some(about) = line.split_whitespace().next().filter(|word| is_goal(word)) else {
        if line.contains(' ') {
            return columns(number, line, lines);
        }
        return Err(format!("line {number} should say what it is about, as `b0` and `j0` do"));
    };
    let (number, line) = next(lines)?;
    let mut positions = Vec::new();
    let mut state = Assignment::row(number, line)?;
    loop {
        match next(lines)? {
            (_, ".") => break,
            (number, line) => {
                let inputs = Assignment::row(number, line)?;
                positions.push(Position { state: std::mem::take(&mut state), inputs });
            }
        }
    }
    Ok(Stimulus { about: Some(about.to_string()), positions })
}

/// The next line that is not a comment.
fn next<'a>(lines: &mut Lines<'a>) -> Result<(usize, &'a str), String> {
    loop {
        let (number, line) = demand(lines)?;
        if !line.starts_with('c') {
            return Ok((number, line));
        }
    }
}

/// A line for each position. ABC may have added latches and turned others round, so what is said of them is
/// not about the circuit that was printed.
fn columns(number: usize, line: &str, lines: &mut Lines) -> Result<Stimulus, String> {
    let rest = lines.map(|(number, line)| (number + 1, line.trim()));
    let rows = std::iter::once((number, line)).chain(rest.filter(|(_, line)| !line.is_empty()));
    let mut positions = Vec::new();
    for (number, row) in rows {
        let columns: Vec<&str> = row.split(' ').collect();
        let [_, inputs, _, _] = columns[..] else {
            return Err(format!("line {number} should have four columns"));
        };
        positions.push(Position { state: Assignment::default(), inputs: Assignment::row(number, inputs)? });
    }
    Ok(Stimulus { about: None, positions })
}

/// Reads what ABC's `write_cex -a` writes, if the text is that: a row for the latches, a row for each position,
/// and a mark at the end. What is said of latches is passed over, as above.
pub fn bare(text: &str) -> Option<Result<Stimulus, String>> {
    let rows = text.trim_end().strip_suffix(DONE)?;
    // Rows of a circuit without inputs are empty, and the last one need not end before the mark.
    let mut rows = rows.split('\n').enumerate().map(|(number, row)| Assignment::row(number + 1, row.trim()));
    let Some(Ok(_)) = rows.next() else { return None };
    let position = |inputs| Position { state: Assignment::default(), inputs };
    let positions: Result<Vec<Position>, String> = rows.map(|inputs| inputs.map(position)).collect();
    Some(positions.map(|positions| Stimulus { about: None, positions }))
}
