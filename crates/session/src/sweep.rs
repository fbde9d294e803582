//! Parameter sweeps: `n=2..6` and `size=4,8` stand for several values of a parameter, and several sweeps for all
//! combinations.

use std::collections::HashSet;

/// So many combinations nobody waits for.
const MOST: usize = 10_000;

/// The assignments that parameters stand for, each as parameters `NAME=VALUE` in the order given; the last parameter
/// changes first. One assignment if there is no sweep.
pub fn assignments(parameters: &[String]) -> Result<Vec<Vec<String>>, String> {
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    for parameter in parameters {
        let values = values(parameter)?;
        if all.len().saturating_mul(values.len()) > MOST {
            return Err(format!("`{parameter}` makes more than {MOST} combinations of parameters"));
        }
        let extended = |rest: &Vec<String>| {
            let of = |value: &String| rest.iter().chain([value]).cloned().collect::<Vec<_>>();
            values.iter().map(of).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(extended).collect();
    }
    Ok(all)
}

/// Whether a parameter stands for several values.
pub fn is_sweep(parameter: &str) -> bool {
    parameter.split_once('=').is_some_and(|(_, values)| values.contains(',') || values.contains(".."))
}

fn values(parameter: &str) -> Result<Vec<String>, String> {
    let Some((name, list)) = parameter.split_once('=').filter(|_| is_sweep(parameter)) else {
        return Ok(vec![parameter.to_string()]);
    };
    let mut values: Vec<i64> = Vec::new();
    let mut known = HashSet::new();
    for item in list.split(',').map(str::trim) {
        let number = |text: &str| {
            let wrong = || match text.trim() {
                "" => format!("a number is missing in `{parameter}`: write `{name}=2..6` or `{name}=2,4`"),
                text => format!("`{text}` in `{parameter}` is not a whole number"),
            };
            text.trim().parse::<i64>().map_err(|_| wrong())
        };
        let (low, high) = match item.split_once("..") {
            Some((low, high)) => (number(low)?, number(high)?),
            None => (number(item)?, number(item)?),
        };
        if low > high {
            return Err(format!("`{item}` in `{parameter}` is empty: write the lower number first"));
        }
        if high.abs_diff(low) >= MOST as u64 || values.len() > MOST {
            return Err(format!("`{parameter}` has more than {MOST} values"));
        }
        values.extend((low..=high).filter(|value| known.insert(*value)));
    }
    Ok(values.into_iter().map(|value| format!("{}={value}", name.trim())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(parameters: &[&str]) -> Result<Vec<String>, String> {
        let parameters: Vec<String> = parameters.iter().map(|text| text.to_string()).collect();
        Ok(assignments(&parameters)?.iter().map(|one| one.join(" ")).collect())
    }

    #[test]
    fn sweeps_are_ranges_and_lists_in_all_combinations() {
        assert_eq!(all(&[]).unwrap(), [""]);
        assert_eq!(all(&["n=3", "m=-1"]).unwrap(), ["n=3 m=-1"]);
        assert_eq!(all(&["n=2..4"]).unwrap(), ["n=2", "n=3", "n=4"]);
        assert_eq!(
            all(&["n=1,2", "m=7,5..6,6"]).unwrap().join("; "),
            "n=1 m=7; n=1 m=5; n=1 m=6; n=2 m=7; n=2 m=5; n=2 m=6"
        );
    }

    #[test]
    fn what_is_no_sweep_is_refused() {
        assert!(all(&["n=4..2"]).unwrap_err().contains("write the lower number first"));
        assert!(all(&["n=2..x"]).unwrap_err().contains("`x` in `n=2..x` is not a whole number"));
        assert!(all(&["n=2.."]).unwrap_err().contains("a number is missing in `n=2..`: write `n=2..6`"));
        assert!(all(&["n=1..200", "m=1..200"]).unwrap_err().contains("more than 10000 combinations"));
        assert!(all(&["n=0..9223372036854775807"]).unwrap_err().contains("more than 10000 values"));
        // Not a sweep: whoever reads the parameter says what is wrong with it.
        assert_eq!(all(&["n=x"]).unwrap(), ["n=x"]);
    }
}
