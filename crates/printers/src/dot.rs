//! Control graphs for Graphviz.
//!
//! Kinds of command differ by line, arrowhead and colour, so they can be told apart in black and white
//! as well: a send is solid with a full head, a receive dashed with an empty one, a get dotted with an
//! open one, a supply bold with a diamond.

use std::fmt::Write;

use synod_core::{Role, System};

use crate::control::{Arrow, Picture, Selection, pictures, role_colour};

/// How pictures are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Arrangement {
    /// One `digraph` for each picture, one after the other.
    #[default]
    Separate,
    /// One `digraph` with a cluster for each picture.
    Clusters,
}

/// The chosen control graphs of a system, in the DOT language.
pub fn automata(system: &System, selection: &Selection, arrangement: Arrangement) -> String {
    let pictures = pictures(system, selection);
    let mut out = String::new();
    match arrangement {
        Arrangement::Separate => {
            for (i, picture) in pictures.iter().enumerate() {
                let gap = if i == 0 { "" } else { "\n" };
                let _ = writeln!(out, "{gap}digraph {} {{", quoted(&picture.title));
                defaults(&mut out);
                let _ = writeln!(out, "  label = {};", quoted(&caption(picture)));
                body(&mut out, picture, "", "  ");
                out.push_str("}\n");
            }
        }
        Arrangement::Clusters => {
            let _ = writeln!(out, "digraph {} {{", quoted(&system.name));
            defaults(&mut out);
            for (i, picture) in pictures.iter().enumerate() {
                let _ = writeln!(out, "  subgraph cluster_{i} {{");
                let _ = writeln!(out, "    label = {};\n    color = \"#bbbbbb\";", quoted(&caption(picture)));
                body(&mut out, picture, &format!("p{i}_"), "    ");
                out.push_str("  }\n");
            }
            out.push_str("}\n");
        }
    }
    out
}

/// The title, and who it stands for and what it leaves out if that says more.
fn caption(picture: &Picture) -> String {
    let mut caption = picture.title.clone();
    if picture.instances != [picture.title.clone()] {
        caption.push_str(&format!(": {}", picture.instances.join(", ")));
    }
    picture.note.iter().for_each(|note| caption.push_str(&format!(" ({note})")));
    caption
}

fn defaults(out: &mut String) {
    out.push_str(
        "  graph [rankdir = LR, nodesep = 0.3, ranksep = 0.35, fontname = \"Helvetica\", fontsize = 13, \
         labelloc = t];\n  \
         node [shape = circle, fixedsize = true, width = 0.4, fontname = \"Helvetica\", fontsize = 11];\n  \
         edge [fontname = \"Helvetica\", fontsize = 10, arrowsize = 0.7];\n",
    );
}

fn body(out: &mut String, picture: &Picture, prefix: &str, indent: &str) {
    for (at, state) in picture.states.iter().enumerate() {
        let bold = if picture.initial.contains(&at) { ", penwidth = 2" } else { "" };
        let is_long = state.lines.iter().any(|line| line.chars().any(|c| !c.is_ascii_digit()));
        let shape =
            if is_long { ", shape = box, style = rounded, fixedsize = false, margin = 0.08" } else { "" };
        let label = quoted(&state.lines.join("\n"));
        let _ = writeln!(
            out,
            "{indent}{prefix}{at} [label = {label}, tooltip = {}{shape}{bold}];",
            quoted(&state.title)
        );
    }
    for (number, initial) in picture.initial.iter().enumerate() {
        let start = if number == 0 { "start".to_string() } else { format!("start_{number}") };
        let _ = writeln!(out, "{indent}{prefix}{start} [shape = point, width = 0.07, label = \"\"];");
        let _ = writeln!(out, "{indent}{prefix}{start} -> {prefix}{initial};");
    }
    for arrow in &picture.arrows {
        let Arrow { from, to, role, .. } = arrow;
        let lines: Vec<&str> = arrow.lines.iter().map(|line| line.text.as_str()).collect();
        let _ = writeln!(
            out,
            "{indent}{prefix}{from} -> {prefix}{to} [label = {}, tooltip = {tip}, labeltooltip = {tip}, {}];",
            quoted(&format!(" {} ", lines.join(" \n "))),
            style(*role),
            tip = quoted(&arrow.title()),
        );
    }
}

fn style(role: Role) -> String {
    let (line, head) = match role {
        Role::Sends => ("solid", "normal"),
        Role::Receives => ("dashed", "onormal"),
        Role::Gets => ("dotted", "vee"),
        Role::Supplies => ("bold", "diamond"),
        Role::Acts => ("solid", "normal"),
    };
    let colour = role_colour(role);
    format!("style = {line}, arrowhead = {head}, color = \"{colour}\", fontcolor = \"{colour}\"")
}

/// A quoted DOT string; backslashes and quotes are taken literally, line breaks are kept.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
