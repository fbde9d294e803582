//! Values that options take, read from text.

use std::time::Duration;

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
