//! What a number of successes says about their probability: the bound of Clopper and Pearson, which
//! is exact: it assumes nothing but that trials are independent and alike.

/// The least probability at which `successes` or more in `trials` is no less likely than `risk`. The true
/// one is below it with a probability of at most `risk`.
pub fn lower_bound(successes: u64, trials: u64, risk: f64) -> f64 {
    if successes == 0 || trials == 0 {
        return 0.0;
    }
    // The tail grows with the probability, and at the observed frequency it is about a half.
    let (mut low, mut high) = (0.0, successes as f64 / trials as f64);
    if successes < trials && upper_tail(successes, trials, high) < risk {
        return high;
    }
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if upper_tail(successes, trials, middle) < risk {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The probability of at least so many successes. Exact enough where `probability` is at most the
/// frequency, since the terms then only get smaller.
fn upper_tail(successes: u64, trials: u64, probability: f64) -> f64 {
    if probability <= 0.0 {
        return 0.0;
    }
    if probability >= 1.0 {
        return 1.0;
    }
    let (s, n) = (successes as f64, trials as f64);
    let ways = ln_factorial(trials) - ln_factorial(successes) - ln_factorial(trials - successes);
    let mut term = (ways + s * probability.ln() + (n - s) * (-probability).ln_1p()).exp();
    let odds = probability / (1.0 - probability);
    let mut sum = 0.0;
    for k in successes..=trials {
        sum += term;
        if term <= sum * 1e-17 {
            break;
        }
        term *= odds * (trials - k) as f64 / (k + 1) as f64;
    }
    sum.min(1.0)
}

/// The logarithm of `1 · 2 · … · n`.
fn ln_factorial(n: u64) -> f64 {
    if n < 20 {
        return (2..=n).map(|k| (k as f64).ln()).sum();
    }
    // Stirling's series; the first term left out is below 1e-12 here.
    let x = n as f64;
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5));
    x * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI * x).ln() + series
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn without_failures_the_bound_is_a_root_of_the_risk() {
        for trials in [1, 10, 300, 100_000] {
            assert!(close(lower_bound(trials, trials, 0.025), 0.025_f64.powf(1.0 / trials as f64)));
        }
        assert_eq!(lower_bound(0, 50, 0.025), 0.0);
        // Of one success, the chance is the complement of none at all.
        assert!(close(lower_bound(1, 10, 0.05), 1.0 - 0.95_f64.powf(0.1)));
    }

    #[test]
    fn the_tail_at_the_bound_is_the_risk() {
        for (successes, trials) in [(3, 10), (50, 100), (980, 1000), (123_456, 1_000_000)] {
            let bound = lower_bound(successes, trials, 0.01);
            assert!((upper_tail(successes, trials, bound) - 0.01).abs() < 1e-6, "{successes} of {trials}");
            assert!(bound < successes as f64 / trials as f64);
        }
    }

    #[test]
    fn tails_are_sums_over_all_outcomes() {
        let exact: f64 = (3..=8_u64)
            .map(|k| {
                let ways = (ln_factorial(8) - ln_factorial(k) - ln_factorial(8 - k)).exp();
                ways * 0.3_f64.powi(k as i32) * 0.7_f64.powi(8 - k as i32)
            })
            .sum();
        assert!(close(upper_tail(3, 8, 0.3), exact));
    }

    #[test]
    fn factorials_agree_where_the_series_begins() {
        let exact: f64 = (2..=20).map(|k| f64::from(k).ln()).sum();
        assert!((ln_factorial(20) - exact).abs() < 1e-10);
    }
}
