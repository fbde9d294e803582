//! Names that SMV accepts: legal characters, no reserved words, nothing twice.

use std::collections::{BTreeMap, HashMap, HashSet};

/// Words that NuSMV or nuXmv keep for themselves.
const RESERVED: &[&str] = &[
    "A",
    "ABF",
    "ABG",
    "AF",
    "AG",
    "ASSIGN",
    "AX",
    "BU",
    "COMPASSION",
    "COMPID",
    "COMPUTE",
    "COMPWFF",
    "CONSTANTS",
    "CONSTARRAY",
    "CONSTRAINT",
    "CTLSPEC",
    "CTLWFF",
    "DEFINE",
    "E",
    "EBF",
    "EBG",
    "EF",
    "EG",
    "EX",
    "F",
    "FAIRNESS",
    "FALSE",
    "FROZENVAR",
    "FUN",
    "G",
    "H",
    "IN",
    "INIT",
    "INVAR",
    "INVARSPEC",
    "ISA",
    "ITYPE",
    "IVAR",
    "Integer",
    "JUSTICE",
    "LTLSPEC",
    "LTLWFF",
    "MAX",
    "MDEFINE",
    "MIN",
    "MIRROR",
    "MODULE",
    "NAME",
    "O",
    "PARSYNTH",
    "PRED",
    "PREDICATES",
    "PSLSPEC",
    "PSLWFF",
    "READ",
    "Real",
    "S",
    "SIMPWFF",
    "SPEC",
    "T",
    "TRANS",
    "TRUE",
    "U",
    "V",
    "VAR",
    "VARBOUND",
    "WRITE",
    "Word",
    "X",
    "Y",
    "Z",
    "abs",
    "array",
    "bool",
    "boolean",
    "case",
    "ceil",
    "clock",
    "count",
    "esac",
    "extend",
    "floor",
    "forall",
    "exists",
    "in",
    "init",
    "integer",
    "max",
    "min",
    "mod",
    "next",
    "noncontinuous",
    "of",
    "pi",
    "process",
    "real",
    "resize",
    "self",
    "signed",
    "sizeof",
    "sqrt",
    "sin",
    "cos",
    "exp",
    "tan",
    "ln",
    "swconst",
    "time",
    "toint",
    "typeof",
    "union",
    "unsigned",
    "urgent",
    "uwconst",
    "word",
    "word1",
    "wsizeof",
    "wtoint",
    "xnor",
    "xor",
];

/// Gives out names, and remembers those that had to be changed.
#[derive(Debug, Default)]
pub struct Names {
    taken: HashSet<String>,
    constants: HashMap<String, String>,
    changed: BTreeMap<String, String>,
}

impl Names {
    /// A name of its own for something called `wanted` in the model.
    pub fn fresh(&mut self, wanted: &str) -> String {
        let name = self.helper(wanted);
        if name != wanted {
            self.changed.insert(name.clone(), wanted.to_string());
        }
        name
    }

    /// A name of its own for something that is not in the model.
    pub fn helper(&mut self, wanted: &str) -> String {
        let legal = legal(wanted);
        let free = |name: &String| !RESERVED.contains(&name.as_str()) && !self.taken.contains(name);
        let numbered = (2..).map(|n| format!("{legal}_{n}"));
        let name = std::iter::once(legal.clone()).chain(numbered).find(free).unwrap_or(legal);
        self.taken.insert(name.clone());
        name
    }

    /// The symbolic constant for a value; equal values of different enumerations share it.
    pub fn constant(&mut self, value: &str) -> String {
        if let Some(known) = self.constants.get(value) {
            return known.clone();
        }
        let name = self.fresh(value);
        self.constants.insert(value.to_string(), name.clone());
        name
    }

    /// Names that differ from those of the model, with the latter.
    pub fn changed(&self) -> &BTreeMap<String, String> {
        &self.changed
    }
}

/// The nearest legal identifier.
fn legal(wanted: &str) -> String {
    let mut name = String::new();
    for c in wanted.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' | '$' | '#' => name.push(c),
            '*' => name.push_str("broadcast"),
            // What is left says enough: the kind of command stands in a comment.
            '!' | '?' => {}
            _ if !name.ends_with('_') => name.push('_'),
            _ => {}
        }
    }
    if name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        name.to_string()
    } else {
        format!("_{name}")
    }
}

/// Text that can stand in a one-line comment.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_legal_and_unique() {
        let mut names = Names::default();
        assert_eq!(names.fresh("c1-link"), "c1-link");
        assert_eq!(names.fresh("c1 link"), "c1_link");
        assert_eq!(names.fresh("c1.link"), "c1_link_2");
        assert_eq!(names.fresh("next"), "next_2");
        assert_eq!(names.fresh("2nd"), "_2nd");
        assert_eq!(names.fresh("c1-*!"), "c1-broadcast");
        assert_eq!(names.fresh(""), "_");
        assert_eq!(names.changed()["c1_link_2"], "c1.link");
    }

    #[test]
    fn equal_values_share_a_constant_that_is_no_variable() {
        let mut names = Names::default();
        names.fresh("a");
        assert_eq!(names.constant("a"), "a_2");
        assert_eq!(names.constant("a"), "a_2");
        assert_eq!(names.constant("*"), "broadcast");
    }
}
