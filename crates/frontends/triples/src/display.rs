//! Structures as text and as Graphviz graphs.

use std::fmt::{self, Display, Formatter, Write};

use crate::structure::{Assignment, Label, Structure, Triple};

impl<A: Display> Display for Label<A> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Label::Act(action) | Label::Together(action) => write!(f, "{action}"),
            Label::Start => f.write_str("λ (start)"),
            Label::Join => f.write_str("λ (join)"),
        }
    }
}

fn conjunction(values: &Assignment) -> String {
    let parts: Vec<String> = values.iter().map(|(c, v)| format!("pc{c} = {v}")).collect();
    if parts.is_empty() { "true".to_string() } else { parts.join(" ∧ ") }
}

/// The ways to go on, with values of a lone counter gathered: `pc0 ∈ {2, 3}`.
fn disjunction(exit: &[Assignment]) -> String {
    let single: Option<Vec<(usize, u32)>> =
        exit.iter().map(|way| way.iter().next().filter(|_| way.len() == 1).map(|(c, v)| (*c, *v))).collect();
    match single.as_deref() {
        Some([(first, _), rest @ ..]) if !rest.is_empty() && rest.iter().all(|(c, _)| c == first) => {
            let values: Vec<String> = exit.iter().flat_map(|way| way.values().map(u32::to_string)).collect();
            format!("pc{first} ∈ {{{}}}", values.join(", "))
        }
        _ => exit.iter().map(conjunction).collect::<Vec<_>>().join(" ∨ "),
    }
}

impl<A: Display> Display for Triple<A> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "⟨{}, {}, {}⟩", conjunction(&self.entry), self.label, disjunction(&self.exit))
    }
}

impl<A: Display> Display for Structure<A> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.start)?;
        self.triples.iter().try_for_each(|triple| writeln!(f, "{triple}"))
    }
}

impl<A: Display> Structure<A> {
    /// The structure as a Graphviz graph: triples are boxes, and lead to those that they may enable.
    pub fn to_dot(&self, name: &str) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "digraph \"{}\" {{\n  node [shape=box, fontname=monospace];", escaped(name));
        let all: Vec<&Triple<A>> = std::iter::once(&self.start).chain(&self.triples).collect();
        for (i, triple) in all.iter().enumerate() {
            let _ = writeln!(
                out,
                "  t{i} [label=\"{}\\n{}\"];",
                escaped(&conjunction(&triple.entry)),
                escaped(&triple.label.to_string())
            );
        }
        for (i, from) in all.iter().enumerate() {
            for (j, to) in all.iter().enumerate().skip(1) {
                if from.exit.iter().any(|way| enables(way, &to.entry)) {
                    let _ = writeln!(out, "  t{i} -> t{j};");
                }
            }
        }
        out.push_str("}\n");
        out
    }
}

/// Whether going on this way sets a counter that the entry asks for, and none against it.
fn enables(way: &Assignment, entry: &Assignment) -> bool {
    let agrees = |(c, v): (&usize, &u32)| way.get(c).is_none_or(|set| set == v);
    entry.keys().any(|c| way.contains_key(c)) && entry.iter().all(agrees)
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ")
}
