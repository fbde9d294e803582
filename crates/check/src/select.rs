//! Which properties to check: by name, by pattern, or by position in the model.

use synod_core::{ExprId, Property};
use synod_syntax::no_such;

use crate::built_in::{BUILT_IN, BuiltIn};

/// No property fits what was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectionError {
    /// What was asked for.
    pub wanted: String,
    /// The names there are.
    pub names: Vec<String>,
}

impl std::fmt::Display for SelectionError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&no_such("property", &self.wanted, self.names.iter().map(String::as_str)))
    }
}

/// The properties asked for, those of the model first and in its order, each once. Each request is a
/// name, a pattern with `*` and `?`, or a position from 1 (`2` or `spec-2`); the first meaning that fits counts. Without
/// requests, all properties of the model. Its agents have all come to their end where `ended` holds.
pub fn select(
    properties: &[Property],
    wanted: &[String],
    ended: Option<ExprId>,
) -> Result<Vec<Property>, SelectionError> {
    if wanted.is_empty() {
        return Ok(properties.to_vec());
    }
    let mut chosen = vec![false; properties.len()];
    let mut built_in: Vec<BuiltIn> = Vec::new();
    for request in wanted {
        let mut hits: Vec<usize> =
            (0..properties.len()).filter(|i| properties[*i].name == *request).collect();
        if hits.is_empty()
            && let Some(found) = BuiltIn::find(request)
        {
            if !built_in.iter().any(|b| b.name == found.name) {
                built_in.push(found);
            }
            continue;
        }
        if hits.is_empty() && request.contains(['*', '?']) {
            hits = (0..properties.len()).filter(|i| matches(request, &properties[*i].name)).collect();
        }
        if hits.is_empty() {
            // `spec-N` is the name of a property without a name of its own, and so of any by position.
            let number = request.strip_prefix("spec-").unwrap_or(request);
            let position = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            hits.extend(position.filter(|i| *i < properties.len()));
        }
        if hits.is_empty() {
            return Err(not_found(properties, request));
        }
        hits.into_iter().for_each(|i| chosen[i] = true);
    }
    let of_model = std::iter::zip(properties, chosen).filter(|(_, chosen)| *chosen).map(|(p, _)| p.clone());
    Ok(of_model.chain(built_in.into_iter().map(|asked| asked.property(ended))).collect())
}

fn not_found(properties: &[Property], wanted: &str) -> SelectionError {
    let of_model = properties.iter().map(|p| p.name.clone());
    let names: Vec<String> = of_model.chain(BUILT_IN.iter().map(|b| b.name.to_string())).collect();
    SelectionError { wanted: wanted.to_string(), names }
}

/// Whether a name fits a pattern in which `*` stands for any text and `?` for any character.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where to go on when the text taken by the last `*` has to grow.
    let mut retry: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                retry = Some((p, n));
                p += 1;
            }
            Some(c) if *c == '?' || *c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((star, taken)) = retry else { return false };
                retry = Some((star, taken + 1));
                p = star + 1;
                n = taken + 1;
            }
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::{Formula, PropertyOrigin};

    fn properties() -> Vec<Property> {
        let property = |name: &str| Property {
            name: name.into(),
            text: String::new(),
            formula: Formula::And(vec![]),
            span: Default::default(),
            origin: PropertyOrigin::Model,
        };
        ["spec-1", "spec-2", "safe"].map(property).to_vec()
    }

    fn names(wanted: &[&str]) -> Result<Vec<String>, String> {
        let wanted: Vec<String> = wanted.iter().map(|w| w.to_string()).collect();
        let found = select(&properties(), &wanted, None).map_err(|e| e.to_string())?;
        Ok(found.into_iter().map(|p| p.name).collect())
    }

    #[test]
    fn all_of_the_model_unless_some_are_named() {
        assert_eq!(names(&[]).unwrap(), ["spec-1", "spec-2", "safe"]);
    }

    #[test]
    fn names_patterns_positions_and_built_ins_keep_the_order_of_the_model() {
        assert_eq!(names(&["no-fault", "safe", "1", "no-fault"]).unwrap(), ["spec-1", "safe", "no-fault"]);
        assert_eq!(names(&["s*-?"]).unwrap(), ["spec-1", "spec-2"]);
    }

    #[test]
    fn spec_and_a_position_is_a_property_of_another_name_unless_one_is_called_so() {
        assert_eq!(names(&["spec-3"]).unwrap(), ["safe"]);
        assert_eq!(names(&["spec-2"]).unwrap(), ["spec-2"]);
        assert!(names(&["spec-0"]).is_err() && names(&["spec-4"]).is_err());
        let mut renamed = properties();
        renamed[0].name = "spec-3".into();
        let found = select(&renamed, &["spec-3".to_string()], None).unwrap();
        assert_eq!(found[0].name, "spec-3");
    }

    #[test]
    fn unknown_names_get_a_suggestion() {
        assert_eq!(names(&["saef"]).unwrap_err(), "there is no property `saef`; did you mean `safe`?");
        let told = names(&["9"]).unwrap_err();
        assert_eq!(
            told,
            "there is no property `9`; there are `spec-1`, `spec-2`, `safe`, `no-deadlock`, `no-fault`"
        );
    }

    #[test]
    fn patterns_match_as_in_a_shell() {
        for (pattern, name, fits) in
            [("*", "", true), ("a*b*c", "aXbYbZc", true), ("a?c", "ac", false), ("*x", "xy", false)]
        {
            assert_eq!(matches(pattern, name), fits, "{pattern} {name}");
        }
    }
}
