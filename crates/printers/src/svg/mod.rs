//! Control graphs and local states as SVG, laid out here, so that no other program is needed.
//!
//! The layout is the classic layered one: arrows that close a cycle are turned round ([`layers`]), states
//! are put on ranks, crossings are reduced ([`order`]), and places are found ([`place`]). Labels are items
//! of the layout like states, and lines climb only between ranks, so nothing runs through a state or a
//! label. Kinds of command differ by line and arrowhead as well as by colour.
//!
//! Ids and classes of elements are a promise to those who animate the picture; the book lists them.

mod draw;
pub(crate) mod font;
mod layers;
mod order;
mod place;
mod simplex;
pub(crate) mod style;

use std::fmt::Write;
use synod_syntax::in_markup;

use synod_core::{Role, System};

use crate::control::{Picture, Selection, pictures, role_word};
use draw::{Direction, Panel};
use style::role_class;

/// A picture that fits across a page is drawn from left to right, a longer one from top to bottom.
const PAGE: f64 = 960.0;
const MARGIN: f64 = 16.0;

/// The chosen control graphs of a system, one below the other.
pub fn automata(system: &System, selection: &Selection) -> String {
    document(&pictures(system, selection))
}

/// A control graph, as a document of its own.
pub fn automaton(picture: &Picture) -> String {
    document(std::slice::from_ref(picture))
}

/// The id of the group of a control graph: those of states and arrows begin with it.
pub fn automaton_id(picture: &Picture) -> String {
    style::id(picture)
}

fn document(pictures: &[Picture]) -> String {
    let (mut body, mut width, mut y) = (String::new(), 0.0f64, MARGIN);
    for picture in pictures {
        let _ = writeln!(body, "<g transform=\"translate({MARGIN:.0} {:.0})\">", y + 14.0);
        width = width.max(heading(&mut body, picture));
        body.push_str("</g>\n");
        y += 30.0;
        let right = Panel::new(picture, Direction::Right);
        let panel = if right.width <= PAGE { right } else { Panel::new(picture, Direction::Down) };
        let _ = writeln!(
            body,
            "<g id=\"{}\" class=\"synod-automaton\" data-agents=\"{}\" transform=\"translate({MARGIN:.0} {y:.0})\">\n{}</g>",
            style::id(picture),
            in_markup(&picture.instances.join(" ")),
            panel.body
        );
        width = width.max(panel.width);
        y += panel.height + 24.0;
    }
    let roles = [Role::Sends, Role::Receives, Role::Gets, Role::Supplies, Role::Acts];
    let used = |role: &Role| pictures.iter().flat_map(|p| &p.arrows).any(|arrow| arrow.role == *role);
    let used: Vec<Role> = roles.into_iter().filter(used).collect();
    if used.len() > 1 {
        let _ = writeln!(body, "<g transform=\"translate({MARGIN:.0} {y:.0})\">");
        width = width.max(legend(&mut body, &used));
        body.push_str("</g>\n");
        y += 18.0;
    }
    let (width, height) = ((width + 2.0 * MARGIN).ceil(), (y + MARGIN - 8.0).ceil());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{}\">\n<style>\n{}</style>\n\
         <rect class=\"synod-paper\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n",
        font::FAMILY,
        style::sheet(),
    )
}

/// The title and who it stands for; returns the width.
fn heading(out: &mut String, picture: &Picture) -> f64 {
    let _ = write!(
        out,
        "<text class=\"synod-title\" font-size=\"14\" font-weight=\"bold\">{}</text>",
        in_markup(&picture.title)
    );
    let after = font::width(&picture.title, 14.0) * 1.08;
    let who = if picture.instances == [picture.title.clone()] {
        String::new()
    } else {
        picture.instances.join(", ")
    };
    let parts: Vec<&str> = [who.as_str(), picture.note.as_deref().unwrap_or_default()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    let who = parts.join("; ");
    if who.is_empty() {
        return after;
    }
    let _ = write!(
        out,
        "<text class=\"synod-note\" font-size=\"11\" x=\"{:.0}\">{}</text>",
        after + 8.0,
        in_markup(&who)
    );
    after + 8.0 + font::width(&who, 11.0)
}

/// What the lines mean; returns the width.
fn legend(out: &mut String, roles: &[Role]) -> f64 {
    let mut x = 0.0;
    for role in roles {
        let word = role_word(*role);
        let _ = writeln!(
            out,
            "<g class=\"synod-edge {}\"><path class=\"line\" d=\"M{:.1} 0H{:.1}\"/>{}\
             <text font-size=\"10\" x=\"{:.1}\" y=\"3.5\">{word}</text></g>",
            role_class(*role),
            x,
            x + 22.0,
            style::head(*role, (x + 30.0, 0.0), (1.0, 0.0)),
            x + 36.0,
        );
        x += 36.0 + font::width(word, 10.0) + 18.0;
    }
    x
}
