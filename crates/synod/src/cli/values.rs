//! Values that options take, read from text.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use synod_session::grouped;

/// Random runs keep all their states, so they have no more steps than this.
const MOST_STEPS: usize = 1_000_000;

/// A parser of whole numbers from the least to the greatest.
pub fn whole<T>(least: T, greatest: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text| match text.parse() {
        Ok(number) if least <= number && number <= greatest => Ok(number),
        _ if is_whole(text) => Err(format!("not from {least} to {greatest}")),
        _ => Err("not a whole number".to_string()),
    }
}

/// Whether a text is a whole number, though maybe one below zero or too large for anything.
pub fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number of steps to take at random.
pub fn random_steps(text: &str) -> Result<usize, String> {
    let number = whole(0, usize::MAX)(text)?;
    if number > MOST_STEPS {
        return Err(format!("no more than {} steps are taken at random", grouped(MOST_STEPS as u64)));
    }
    Ok(number)
}

/// A length of time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "not a number of seconds".to_string())?;
    Duration::try_from_secs_f64(number).map_err(|_| "not a length of time".to_string())
}

/// A number between two others, both left out.
fn between(text: &str, low: f64, high: f64) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    if low < number && number < high { Ok(number) } else { Err(format!("not between {low} and {high}")) }
}

/// How sure an estimate is to be.
pub fn confidence(text: &str) -> Result<f64, String> {
    between(text, 0.5, 1.0)
}

/// How wide its interval may be.
pub fn error(text: &str) -> Result<f64, String> {
    let number = between(text, 0.0, 0.5)?;
    if number < 1e-4 { Err("an error below 0.0001 takes too many runs".to_string()) } else { Ok(number) }
}

/// A probability that leaves something to ask.
pub fn probability(text: &str) -> Result<f64, String> {
    between(text, 0.0, 1.0)
}

/// Bytes with an optional K, M, G or T (powers of 1024).
pub fn memory(text: &str) -> Result<u64, String> {
    let upper = text.trim().to_ascii_uppercase();
    let upper = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B')).unwrap_or(&upper);
    let digits = upper.trim_end_matches(['K', 'M', 'G', 'T']);
    let shift = match &upper[digits.len()..] {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err("not an amount of memory, such as 500M or 2G".to_string()),
    };
    let number: u64 =
        digits.trim().parse().map_err(|_| "not an amount of memory, such as 500M or 2G".to_string())?;
    number.checked_mul(1 << shift).ok_or_else(|| "more memory than there can be".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_memory_have_units() {
        assert_eq!(memory("12"), Ok(12));
        assert_eq!(memory("500M"), Ok(500 << 20));
        assert_eq!(memory("2g"), Ok(2 << 30));
        assert_eq!(memory("3 KiB"), Ok(3 << 10));
        assert!(memory("G").is_err());
        assert!(memory("-1M").is_err());
        assert!(memory("2GM").is_err());
        assert!(memory("99999999999999T").is_err());
    }

    #[test]
    fn whole_numbers_are_within_their_bounds() {
        assert_eq!(whole(1u16, 9)("3"), Ok(3));
        assert_eq!(whole(1u16, 9)("0"), Err("not from 1 to 9".to_string()));
        assert_eq!(whole(1u16, 9)("-99999999"), Err("not from 1 to 9".to_string()));
        assert_eq!(whole(1u16, 9)("3.5"), Err("not a whole number".to_string()));
    }

    #[test]
    fn the_number_of_random_steps_is_bounded() {
        assert_eq!(random_steps("1000000"), Ok(MOST_STEPS));
        let refused = Err("no more than 1 000 000 steps are taken at random".to_string());
        assert_eq!(random_steps("1000001"), refused);
    }

    #[test]
    fn numbers_of_an_estimate_leave_something_to_ask() {
        assert_eq!(confidence("0.99"), Ok(0.99));
        assert!(confidence("1").is_err() && confidence("0.3").is_err() && confidence("nan").is_err());
        assert!(error("0").is_err() && error("1e-9").is_err() && error("0.5").is_err());
        assert!(probability("0.9").is_ok() && probability("1.0").is_err());
    }

    #[test]
    fn lengths_of_time_are_not_negative() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("-1").is_err());
        assert!(seconds("soon").is_err());
        assert!(seconds("1e300").is_err());
    }
}
