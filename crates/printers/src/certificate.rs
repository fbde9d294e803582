//! Certificates as text: written in the words of the model, and read back.
//!
//! ```text
//! synod certificate 1
//! model 0f3c…
//! property safe
//! argument unreachable
//! invariant
//! client-cLink in {c, empty} | machine-asgn in {true}
//! argument unreachable, k-liveness bound 2
//! steps 4
//! argument unrolled 21
//! argument no start
//! ```
//!
//! The line `over integers` after the property says that integers have no bounds. An invariant is then a list
//! of conditions of SMT-LIB.
//!
//! There is one argument for each conjunct of the property. Lines that begin with `#` are for people.

use synod_core::{
    Argument, Certificate, Conditions, Fact, Induction, Place, Property, Sort, System, VarId, show_formula,
    show_value,
};

use crate::text;

/// The first line of a certificate.
pub const HEADER: &str = "synod certificate 1";

/// What a file of a certificate says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The fingerprint of the model and the property it is for.
    pub fingerprint: String,
    /// The name of the property.
    pub property: String,
    /// The proof.
    pub proof: Written,
}

/// A proof of one kind or the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// About values that have bounds.
    Bounded(Certificate),
    /// About integers without bounds.
    Unbounded(Certificate<Conditions>),
}

const UNBOUNDED: &str = "over integers";

/// A number that tells models and properties apart: a hash of both as text.
pub fn fingerprint(system: &System, property: &Property) -> String {
    let text = format!("{}\n{}", text::system(system, &[]), show_formula(system, &property.formula));
    // FNV-1a with 128 bits.
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let hash = text.bytes().fold(BASIS, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME));
    format!("{hash:032x}")
}

/// A certificate as text.
pub fn print(system: &System, property: &Property, proof: &Written) -> String {
    let head = head(system, property);
    let clause =
        |facts: &Vec<Fact>| facts.iter().map(|fact| show(system, fact)).collect::<Vec<_>>().join(" | ");
    match proof {
        Written::Bounded(Certificate { arguments }) => head + &print_arguments(arguments, clause),
        Written::Unbounded(Certificate { arguments }) => {
            format!("{head}{UNBOUNDED}\n{}", print_arguments(arguments, String::clone))
        }
    }
}

fn head(system: &System, property: &Property) -> String {
    let formula = property.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = format!(
        "{HEADER}\n# {}: {formula}\nmodel {}\nproperty {}\n",
        system.name,
        fingerprint(system, property),
        property.name
    );
    for (number, predicate) in system.step_predicates.iter().enumerate() {
        let text = predicate.text.split_whitespace().collect::<Vec<_>>().join(" ");
        out.push_str(&format!("# after {number}: the last step satisfies {text}\n"));
    }
    out
}

/// Arguments by invariants of several lines.
fn print_arguments<L>(arguments: &[Argument<Vec<L>>], line: impl Fn(&L) -> String) -> String {
    let mut out = String::new();
    for argument in arguments {
        match argument {
            Argument::NoStart => out.push_str("argument no start\n"),
            Argument::Unrolled { depth } => out.push_str(&format!("argument unrolled {depth}\n")),
            Argument::Unreachable { k_liveness, because } => {
                out.push_str("argument unreachable");
                if let Some(limit) = k_liveness {
                    out.push_str(&format!(", k-liveness bound {limit}"));
                }
                out.push('\n');
                match because {
                    Induction::Steps(steps) => out.push_str(&format!("steps {steps}\n")),
                    Induction::Invariant(lines) => {
                        out.push_str("invariant\n");
                        lines.iter().for_each(|part| out.push_str(&format!("{}\n", line(part))));
                    }
                }
            }
        }
    }
    out
}

fn show(system: &System, fact: &Fact) -> String {
    let sort = sort_of(system, &fact.place);
    let value = |value: i64| show_value(system, sort, value);
    let ranges = fact.values.iter().flat_map(|(lo, hi)| match sort {
        Sort::Int if hi > lo => vec![format!("{lo}..{hi}")],
        _ => (*lo..=*hi).map(value).collect(),
    });
    format!("{} in {{{}}}", name_of(system, &fact.place), ranges.collect::<Vec<_>>().join(", "))
}

fn sort_of(system: &System, place: &Place) -> Sort {
    match place {
        Place::Variable(var, _) => system.var(*var).ty.sort(),
        Place::Bit(..) | Place::Extra(_) => Sort::Int,
    }
}

fn name_of(system: &System, place: &Place) -> String {
    let variable = |var: &VarId, element: &Option<u32>| match element {
        None => system.var(*var).name.clone(),
        Some(index) => format!("{}[{index}]", system.var(*var).name),
    };
    match place {
        Place::Variable(var, element) => variable(var, element),
        Place::Bit(var, element, bit) => format!("bit {bit} of {}", variable(var, element)),
        Place::Extra(name) => format!("'{name}'"),
    }
}

/// Reads what [`print`] wrote, for a model that may be another one.
pub fn read(system: &System, text: &str) -> Result<Document, String> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    if lines.next() != Some(HEADER) {
        return Err("it does not begin like a certificate".to_string());
    }
    let mut field = |name: &str| {
        let line = lines.next().unwrap_or_default();
        line.strip_prefix(name)
            .map(|rest| rest.trim().to_string())
            .ok_or_else(|| format!("`{name}` is missing"))
    };
    let (fingerprint, property) = (field("model ")?, field("property ")?);
    let lines: Vec<String> = lines.map(today).collect();
    let rest: Vec<&str> = lines.iter().map(String::as_str).collect();
    let clause = |line: &str| line.split(" | ").map(|part| fact(system, part)).collect();
    let proof = match rest.split_first() {
        Some((&UNBOUNDED, rest)) => Written::Unbounded(Certificate {
            arguments: read_arguments::<String>(rest, |line| Ok(line.to_string()))?,
        }),
        _ => Written::Bounded(Certificate { arguments: read_arguments::<Vec<Fact>>(&rest, clause)? }),
    };
    Ok(Document { fingerprint, property, proof })
}

/// A line in the words of today: older certificates had others.
fn today(line: &str) -> String {
    const WORDS: [(&str, &str); 4] = [
        ("argument unreachable, fair positions at most ", "argument unreachable, k-liveness bound "),
        ("'fair positions >= ", "'k-liveness >= "),
        ("'fair ", "'accepting "),
        ("'duty", "'obligation"),
    ];
    WORDS.iter().fold(line.to_string(), |line, (then, now)| line.replace(then, now))
}

fn read_arguments<L>(
    lines: &[&str],
    part: impl Fn(&str) -> Result<L, String>,
) -> Result<Vec<Argument<Vec<L>>>, String> {
    let mut arguments: Vec<Argument<Vec<L>>> = Vec::new();
    for line in lines {
        let wrong = || format!("`{line}` makes no sense here");
        if let Some(rest) = line.strip_prefix("argument ") {
            arguments.push(argument(rest).ok_or_else(wrong)?);
            continue;
        }
        let Some(Argument::Unreachable { because, .. }) = arguments.last_mut() else { return Err(wrong()) };
        match (*line, line.strip_prefix("steps ").and_then(|steps| steps.parse().ok()), because) {
            ("invariant", ..) => {}
            (_, Some(steps), because) => *because = Induction::Steps(steps),
            (_, None, Induction::Invariant(parts)) => parts.push(part(line)?),
            _ => return Err(wrong()),
        }
    }
    Ok(arguments)
}

fn argument<L>(text: &str) -> Option<Argument<Vec<L>>> {
    let unreachable =
        |k_liveness| Argument::Unreachable { k_liveness, because: Induction::Invariant(vec![]) };
    if let Some(depth) = text.strip_prefix("unrolled ") {
        return Some(Argument::Unrolled { depth: depth.parse().ok()? });
    }
    if let Some(limit) = text.strip_prefix("unreachable, k-liveness bound ") {
        return Some(unreachable(Some(limit.parse().ok()?)));
    }
    match text {
        "no start" => Some(Argument::NoStart),
        "unreachable" => Some(unreachable(None)),
        _ => None,
    }
}

fn fact(system: &System, text: &str) -> Result<Fact, String> {
    let wrong = || format!("`{text}` is not a fact about this model");
    let (name, values) = text.rsplit_once(" in {").ok_or_else(wrong)?;
    let values = values.strip_suffix('}').ok_or_else(wrong)?;
    let place = place(system, name).ok_or_else(wrong)?;
    let sort = sort_of(system, &place);
    let value = |text: &str| match sort {
        Sort::Int => text.parse().ok(),
        Sort::Bool => ["false", "true"].iter().position(|word| *word == text).map(|i| i as i64),
        Sort::Enum(id) => {
            system.enums[id.0 as usize].values.iter().position(|word| word == text).map(|i| i as i64)
        }
    };
    let range = |text: &str| match text.split_once("..") {
        Some((lo, hi)) if sort == Sort::Int => Some((value(lo)?, value(hi)?)),
        _ => value(text).map(|value| (value, value)),
    };
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for part in values.split(", ").filter(|part| !part.is_empty()) {
        let (lo, hi) = range(part).ok_or_else(wrong)?;
        // Values with names are written one by one.
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(lo) => *last = hi,
            _ => ranges.push((lo, hi)),
        }
    }
    Ok(Fact { place, values: ranges })
}

fn place(system: &System, name: &str) -> Option<Place> {
    if let Some(extra) = name.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        return Some(Place::Extra(extra.to_string()));
    }
    let variable = |name: &str| match system.find_var(name) {
        Some(var) if system.var(var).len.is_none() => Some((var, None)),
        _ => {
            let (array, index) = name.strip_suffix(']')?.rsplit_once('[')?;
            let (var, index) = (system.find_var(array)?, index.parse().ok()?);
            system.var(var).len.filter(|len| index < *len).map(|_| (var, Some(index)))
        }
    };
    if let Some((bit, of)) = name.strip_prefix("bit ").and_then(|rest| rest.split_once(" of ")) {
        let (var, element) = variable(of)?;
        return Some(Place::Bit(var, element, bit.parse().ok()?));
    }
    variable(name).map(|(var, element)| Place::Variable(var, element))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_older_certificates_are_read() {
        let old = "'duty 1' in {1} | 'fair 0' in {0} | 'fair positions >= 2' in {0} | x in {0..3}";
        let new = "'obligation 1' in {1} | 'accepting 0' in {0} | 'k-liveness >= 2' in {0} | x in {0..3}";
        assert_eq!(today(old), new);
        let bound = argument::<Vec<Fact>>(
            today("argument unreachable, fair positions at most 2").strip_prefix("argument ").unwrap(),
        );
        let because = Induction::Invariant(vec![]);
        assert_eq!(bound, Some(Argument::Unreachable { k_liveness: Some(2), because }));
    }
}
