//! Certificates for any number of agents as text, in the words of the model, and read back.
//!
//! ```text
//! synod certificate for any number of agents 1
//! # G !(a-inside & b-inside)
//! property alone
//! never
//!   2 Guest: inside = true
//!   Environment: open = false
//! ```
//!
//! Each `never` is a configuration that no instance reaches, nor anything with more agents. Where it does not
//! say so, the environment may be in any state. Lines that begin with `#` are for people.

use std::collections::BTreeMap;

use crate::certificate::Certificate;
use crate::formula::IndexedProperty;
use crate::petri_net::Configuration;
use crate::template::*;

const HEADER: &str = "synod certificate for any number of agents 1";

/// What the environment is called.
const ENVIRONMENT: &str = "Environment";

impl Certificate {
    /// The text of a proof of a property.
    pub fn print(&self, family: &Family<Interleaved>, property: &IndexedProperty) -> String {
        let words = Words::of(family);
        let formula = property.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut out = format!("{HEADER}\n# {formula}\nproperty {}\n", property.name);
        let mut never = |environment: Option<StateId>, counts: &mut dyn Iterator<Item = u32>| {
            out.push_str("never\n");
            for (said, count) in std::iter::zip(&words.agents.0, counts).filter(|(_, count)| *count > 0) {
                out.push_str(&format!("  {count} {said}\n"));
            }
            if let Some(state) = environment {
                out.push_str(&format!("  {}\n", words.environments.0[state.0 as usize]));
            }
        };
        for nobody in &self.nobody {
            never(None, &mut words.places.iter().map(|place| u32::from(place == nobody)));
        }
        self.nowhere.iter().for_each(|state| never(Some(*state), &mut std::iter::empty()));
        for least in &self.basis {
            never(Some(least.environment), &mut least.counts.iter().copied());
        }
        out
    }

    /// Whether a text says that it is such a certificate.
    pub fn is_one(text: &str) -> bool {
        text.lines().next().is_some_and(|line| line.trim_end() == HEADER)
    }

    /// Reads a certificate about a family, with the name of the property it is for; or says what is wrong
    /// with its text.
    pub fn read(family: &Family<Interleaved>, text: &str) -> Result<(String, Certificate), String> {
        if !Certificate::is_one(text) {
            return Err(format!("it does not begin with `{HEADER}`"));
        }
        let words = Words::of(family);
        let mut property = None;
        let mut found: Vec<(Option<StateId>, Vec<u32>)> = Vec::new();
        for (number, line) in text.lines().enumerate().skip(1) {
            let strange = || format!("line {} cannot be understood", number + 1);
            let line = line.trim_end();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(name) = line.strip_prefix("property ") {
                property = Some(name.to_string());
            } else if line == "never" {
                found.push((None, vec![0; words.places.len()]));
            } else {
                let (least, said) = (found.last_mut(), line.strip_prefix("  "));
                let ((environment, counts), said) = least.zip(said).ok_or_else(strange)?;
                if let Some(state) = words.environments.1.get(said) {
                    *environment = Some(StateId(*state as u32));
                } else {
                    let (count, agent) = said.split_once(' ').ok_or_else(strange)?;
                    let place = words.agents.1.get(agent).ok_or_else(strange)?;
                    counts[*place] = count.parse().map_err(|_| strange())?;
                }
            }
        }
        let property = property.ok_or("it does not say for which property it is")?;
        Ok((property, words.certificate(found)?))
    }
}

/// How local states are called.
struct Words {
    /// Role and local state of each position of counts.
    places: Vec<(RoleId, StateId)>,
    /// What is said of each position of counts, and the other way round.
    agents: (Vec<String>, BTreeMap<String, usize>),
    /// What is said of each state of the environment, and the other way round.
    environments: (Vec<String>, BTreeMap<String, usize>),
}

impl Words {
    fn of(family: &Family<Interleaved>) -> Self {
        let of_role = |role: RoleId| family.role(role).state_ids().map(move |state| (role, state));
        let agents = family.roles().iter().flat_map(|role| described(&role.name, role)).collect();
        Words {
            places: family.role_ids().flat_map(of_role).collect(),
            agents: both_ways(agents),
            environments: both_ways(described(ENVIRONMENT, family.environment())),
        }
    }

    fn certificate(&self, found: Vec<(Option<StateId>, Vec<u32>)>) -> Result<Certificate, String> {
        let mut certificate = Certificate::default();
        for (environment, counts) in found {
            let mut agents = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            match (environment, agents.next(), agents.next()) {
                (Some(state), None, _) => certificate.nowhere.push(state),
                (Some(environment), ..) => certificate.basis.push(Configuration { environment, counts }),
                (None, Some((place, 1)), None) => certificate.nobody.push(self.places[place]),
                (None, None, _) => return Err("a `never` is empty".to_string()),
                (None, ..) => {
                    let with = |state| Configuration { environment: StateId(state), counts: counts.clone() };
                    certificate.basis.extend((0..self.environments.0.len() as u32).map(with));
                }
            }
        }
        Ok(certificate)
    }
}

fn both_ways(said: Vec<String>) -> (Vec<String>, BTreeMap<String, usize>) {
    let back = said.iter().cloned().zip(0..).collect();
    (said, back)
}

/// All local states, each with the values of all variables on one line. Where these are words that others
/// have too, the number of the state tells them apart.
fn described(who: &str, template: &Template) -> Vec<String> {
    let describe = |values: &Vec<i64>| {
        let named = std::iter::zip(&template.variables, values);
        let said: Vec<String> = named
            .map(|(variable, value)| format!("{} = {}", variable.name, variable.ty.show(*value)))
            .collect();
        let said = format!("{who}: {}", said.join(", "));
        said.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let all: Vec<String> = template.states.iter().map(describe).collect();
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    all.iter().for_each(|said| *times.entry(said).or_default() += 1);
    let numbered = |(number, said): (usize, &String)| match times[said.as_str()] {
        1 => said.clone(),
        _ => format!("{said} (local state {number})"),
    };
    all.iter().enumerate().map(numbered).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::models::{Writer, holds_of};

    fn family() -> Family<Interleaved> {
        let mut w = Writer::new("family");
        let (guest, key) = (w.role("Guest", &["out", "in", "in"]), w.role("Key", &["here", "gone"]));
        w.environment(&["day", "night"]);
        let inside = w.proposition("inside", guest, &["in"]);
        w.property(&[guest, key], holds_of(inside, 0).not().always());
        w.finish()
    }

    fn certificate() -> Certificate {
        let least = |environment, counts: [u32; 5]| Configuration {
            environment: StateId(environment),
            counts: counts.to_vec(),
        };
        Certificate {
            basis: vec![least(0, [0, 2, 0, 1, 0]), least(1, [0, 0, 1, 0, 3])],
            nobody: vec![(RoleId(1), StateId(1))],
            nowhere: vec![StateId(1)],
        }
    }

    #[test]
    fn what_is_printed_is_read_back() {
        let family = family();
        let text = certificate().print(&family, &family.properties()[0]);
        let expected = "never
  1 Key: state = gone
never
  Environment: state = night
never
  2 Guest: state = in (local state 1)
  1 Key: state = here
  Environment: state = day
";
        assert!(text.contains(expected), "{text}");
        let name = family.properties()[0].name.clone();
        assert_eq!(Certificate::read(&family, &text), Ok((name, certificate())));
    }

    #[test]
    fn the_environment_may_be_in_any_state_where_none_is_given() {
        let text = format!("{HEADER}\nproperty p\nnever\n  2 Key: state = here\n");
        let (_, read) = Certificate::read(&family(), &text).unwrap();
        assert_eq!(read.basis.len(), 2);
    }

    #[test]
    fn what_cannot_be_understood_is_told() {
        for (text, why) in [
            ("synod certificate 1", "it does not begin with `synod certificate for any number of agents 1`"),
            ("never\n  1 Key: state = here", "it does not say for which property it is"),
            ("property p\nnever", "a `never` is empty"),
            ("property p\n  1 Key: state = here", "line 3 cannot be understood"),
            ("property p\nnever\n  1 Key: state = lost", "line 4 cannot be understood"),
            ("property p\nnever\n  -1 Key: state = here", "line 4 cannot be understood"),
        ] {
            let text =
                if text.starts_with("synod") { text.to_string() } else { format!("{HEADER}\n{text}\n") };
            assert_eq!(Certificate::read(&family(), &text), Err(why.to_string()), "{text}");
        }
    }
}
