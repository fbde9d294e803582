//! One picture as SVG elements.

use std::fmt::Write;
use synod_syntax::in_markup;

use super::font;
use super::layers::{Chain, Layers, Room};
use super::order::reduce_crossings;
use super::place::{Places, place, spread};
use super::style::{HEAD, head, id, role_class};
use crate::control::{Arrow, LabelLine, Picture, PictureState};

/// Where the ranks go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From left to right.
    Right,
    /// From top to bottom.
    Down,
}

/// A point or a vector, along the ranks' axis and across it.
type Point = (f64, f64);

const RADIUS: f64 = 14.0;
const SIZE: f64 = 11.0;
const LINE: f64 = 13.0;
/// Between a line and its label.
const CLEAR: f64 = 5.0;
/// How far a loop stands out from its state.
const LOOP: f64 = 18.0;
/// Between an arrow and the state it touches.
const TOUCH: f64 = 1.0;
/// How far the arrow into the initial state reaches out.
const START: f64 = 24.0;

/// A drawn picture.
#[derive(Debug)]
pub struct Panel {
    /// Its size.
    pub width: f64,
    /// Its size.
    pub height: f64,
    /// Its elements, from (0, 0).
    pub body: String,
}

/// A label, measured.
struct Label {
    lines: Vec<LabelLine>,
    width: f64,
    height: f64,
}

impl Label {
    fn of(arrow: &Arrow) -> Self {
        let lines = arrow.lines.clone();
        let width = lines.iter().map(|line| font::width(&line.text, SIZE)).fold(0.0, f64::max);
        let height = lines.len() as f64 * LINE;
        Label { lines, width, height }
    }

    fn room(&self, direction: Direction) -> Room {
        match direction {
            Direction::Right => Room { along: self.width, before: self.height + CLEAR, after: 3.0 },
            Direction::Down => Room { along: self.height, before: 3.0, after: self.width + CLEAR + 2.0 },
        }
    }
}

/// Half of the extents of a state along the ranks' axis and across it, and whether it is a circle.
#[derive(Clone, Copy)]
struct Shape {
    along: f64,
    across: f64,
    is_round: bool,
}

/// The size of text in states that are no circles.
const STATE_SIZE: f64 = 10.5;

impl Shape {
    /// A circle for what is short, and a box for more.
    fn of(state: &PictureState, direction: Direction) -> Self {
        if let [only] = state.lines.as_slice()
            && only.chars().count() <= 3
            && only.chars().all(|c| c.is_ascii_digit())
        {
            return Shape { along: RADIUS, across: RADIUS, is_round: true };
        }
        let width =
            state.lines.iter().map(|line| font::width(line, STATE_SIZE)).fold(0.0, f64::max) / 2.0 + 10.0;
        let height = (state.lines.len() as f64 * LINE / 2.0 + 5.0).max(RADIUS);
        match direction {
            Direction::Right => Shape { along: width.max(RADIUS), across: height, is_round: false },
            Direction::Down => Shape { along: height, across: width.max(RADIUS), is_round: false },
        }
    }

    /// Where a line meets the state that leaves it at an angle and keeps a distance, and in which direction: towards higher
    /// ranks, or (`side` -1) lower ones.
    fn rim(self, side: f64, angle: f64, distance: f64) -> (Point, Point) {
        let direction = (side * angle.cos(), angle.sin());
        let point = match self.is_round {
            true => (direction.0 * (RADIUS + distance), direction.1 * (RADIUS + distance)),
            false => {
                let across = (angle.sin() * self.across).clamp(6.0 - self.across, self.across - 6.0);
                (side * self.along + direction.0 * distance, across + direction.1 * distance)
            }
        };
        (point, direction)
    }
}

/// A loop at a state: on which side (-1 before it, 1 after it) and how far out its label begins. Loops on
/// one side share the line of the first of them, and their labels are stacked: a line around a label would
/// cross it or take much room.
struct Loop {
    arrow: usize,
    side: f64,
    reach: f64,
    has_line: bool,
}

impl Panel {
    /// Lays a picture out and draws it.
    pub fn new(picture: &Picture, direction: Direction) -> Self {
        let labels: Vec<Label> = picture.arrows.iter().map(Label::of).collect();
        let rooms: Vec<Room> = labels.iter().map(|label| label.room(direction)).collect();
        let shapes: Vec<Shape> = picture.states.iter().map(|state| Shape::of(state, direction)).collect();
        let (states, loops) = loops(picture, &shapes, &labels, direction);
        let mut layers = Layers::new(picture, &states, &rooms);
        reduce_crossings(&mut layers);
        let places = place(&layers);
        let least = |item: usize| places.across[item] - layers.items[item].room.before;
        let most = |item: usize| places.across[item] + layers.items[item].room.after;
        let items = 0..layers.items.len();
        let (low, high) = items.fold((f64::MAX, f64::MIN), |(l, h), i| (l.min(least(i)), h.max(most(i))));
        let (low, high) = if low > high { (0.0, 0.0) } else { (low, high) };
        let length = places.along.last().map_or(0.0, |(_, end)| *end);
        let mut canvas = Canvas {
            picture,
            shapes: &shapes,
            labels: &labels,
            layers: &layers,
            places: &places,
            direction,
            origin: (START, 4.0 - low),
            out: String::new(),
        };
        canvas.draw(&loops);
        let (along, across) = (length + START + 4.0, high - low + 8.0);
        let (width, height) = match direction {
            Direction::Right => (along, across),
            Direction::Down => (across, along),
        };
        Panel { width, height, body: canvas.out }
    }
}

/// The room of each state with its loops, and the loops.
fn loops(
    picture: &Picture,
    shapes: &[Shape],
    labels: &[Label],
    direction: Direction,
) -> (Vec<Room>, Vec<Loop>) {
    let bare = |shape: &Shape| Room { along: 2.0 * shape.along, before: shape.across, after: shape.across };
    let mut rooms: Vec<Room> = shapes.iter().map(bare).collect();
    let mut loops = Vec::new();
    // Labels beside a state from top to bottom stand on the right first, where text reads on.
    let first = if direction == Direction::Right { -1.0 } else { 1.0 };
    for (arrow, one) in picture.arrows.iter().enumerate().filter(|(_, a)| a.from == a.to) {
        let room = &mut rooms[one.from];
        let mine = loops.iter().filter(|l: &&Loop| picture.arrows[l.arrow].from == one.from).count();
        let side = if mine % 2 == 0 { first } else { -first };
        let label = &labels[arrow];
        let (long, wide) = match direction {
            Direction::Right => (label.width, label.height),
            Direction::Down => (label.height, label.width),
        };
        let edge = if side < 0.0 { &mut room.before } else { &mut room.after };
        let has_line = mine < 2;
        let reach = *edge + if has_line { LOOP } else { 0.0 };
        *edge = reach + CLEAR + wide;
        room.along = room.along.max(long);
        loops.push(Loop { arrow, side, reach, has_line });
    }
    (rooms, loops)
}

struct Canvas<'a> {
    picture: &'a Picture,
    shapes: &'a [Shape],
    labels: &'a [Label],
    layers: &'a Layers,
    places: &'a Places,
    direction: Direction,
    origin: Point,
    out: String,
}

impl Canvas<'_> {
    fn draw(&mut self, loops: &[Loop]) {
        let angles = self.angles();
        for (chain, ends) in std::iter::zip(&self.layers.chains, &angles) {
            self.arrow(chain, *ends);
        }
        for one in loops {
            self.draw_loop(one);
        }
        self.starts();
        let id = id(self.picture);
        for (at, state) in self.picture.states.iter().enumerate() {
            let (x, y) = self.map(self.centre(at));
            let initial = if self.picture.initial.contains(&at) { " synod-initial" } else { "" };
            let key = in_markup(&state.key);
            let _ = write!(
                self.out,
                "<g id=\"{id}-state-{key}\" class=\"synod-state{initial}\" data-state=\"{key}\"><title>{}</title>",
                in_markup(&state.title)
            );
            self.state(state, self.shapes[at], (x, y));
            self.out.push_str("</g>\n");
        }
    }

    fn state(&mut self, state: &PictureState, shape: Shape, (x, y): (f64, f64)) {
        if shape.is_round {
            let text = state.lines.first().map(|line| in_markup(line)).unwrap_or_default();
            let _ = write!(
                self.out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/><text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"12\" \
                 text-anchor=\"middle\">{text}</text>",
                y + 4.2
            );
            return;
        }
        let (wide, high) = self.turn((shape.along, shape.across));
        let _ = write!(
            self.out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{:.1}\"/>\
             <text font-size=\"{STATE_SIZE}\" text-anchor=\"middle\">",
            x - wide,
            y - high,
            2.0 * wide,
            2.0 * high,
            high.min(RADIUS)
        );
        let first = y - state.lines.len() as f64 * LINE / 2.0 + LINE - 3.2;
        for (at, line) in state.lines.iter().enumerate() {
            let baseline = first + LINE * at as f64;
            let _ = write!(self.out, "<tspan x=\"{x:.1}\" y=\"{baseline:.1}\">{}</tspan>", in_markup(line));
        }
        self.out.push_str("</text>");
    }

    /// On the drawing.
    fn map(&self, point: Point) -> (f64, f64) {
        let (along, across) = (point.0 + self.origin.0, point.1 + self.origin.1);
        match self.direction {
            Direction::Right => (along, across),
            Direction::Down => (across, along),
        }
    }

    fn text(&self, point: Point) -> String {
        let (x, y) = self.map(point);
        format!("{x:.1} {y:.1}")
    }

    fn turn(&self, vector: Point) -> (f64, f64) {
        match self.direction {
            Direction::Right => vector,
            Direction::Down => (vector.1, vector.0),
        }
    }

    fn centre(&self, state: usize) -> Point {
        let (begin, end) = self.places.along[self.layers.items[state].rank];
        ((begin + end) / 2.0, self.places.across[state])
    }

    /// The angles at which each chain leaves its low state and reaches its high one, spread so that
    /// lines at one state do not touch. An angle of 0 is straight along the axis.
    fn angles(&self) -> Vec<(f64, f64)> {
        let mut angles = vec![(0.0, 0.0); self.layers.chains.len()];
        for state in 0..self.picture.states.len() {
            for low in [true, false] {
                let mut fan: Vec<(usize, usize)> = self
                    .layers
                    .chains
                    .iter()
                    .enumerate()
                    .filter_map(|(i, chain)| {
                        let items = &chain.items;
                        let (end, next) = if low {
                            (items[0], items[1])
                        } else {
                            (items[items.len() - 1], items[items.len() - 2])
                        };
                        (end == state).then_some((i, next))
                    })
                    .collect();
                let place = |next: usize| self.places.across[next];
                fan.sort_by(|a, b| place(a.1).total_cmp(&place(b.1)));
                let (least, most) = self.steepest(state, 74.0);
                let room = (most - least) / fan.len().saturating_sub(1).max(1) as f64;
                let apart = room.min(26.0f64.to_radians());
                // A line that could be straight has the stronger wish.
                let weight = |angle: f64| if angle.abs() < 0.02 { 8.0 } else { 1.0 };
                let wish = |next: usize| self.wish(state, next);
                let wishes: Vec<(f64, f64)> =
                    fan.iter().map(|(_, next)| (wish(*next), weight(wish(*next)))).collect();
                let found = spread(&wishes, &vec![apart; fan.len().saturating_sub(1)]);
                for (i, ((chain, _), angle)) in std::iter::zip(&fan, found).enumerate() {
                    let later = (fan.len() - 1 - i) as f64;
                    let angle = angle.min(most - later * apart).max(least + i as f64 * apart);
                    if low { angles[*chain].0 = angle } else { angles[*chain].1 = angle }
                }
            }
        }
        angles
    }

    /// The angle under which a state sees the next item of a chain.
    fn wish(&self, state: usize, next: usize) -> f64 {
        let (along, across) = self.centre(state);
        let (begin, end) = self.places.along[self.layers.items[next].rank];
        let distance = (begin - along).abs().min((end - along).abs()).max(1.0);
        let (least, most) = self.steepest(state, if self.is_wide(state) { 20.0 } else { 48.0 });
        ((self.places.across[next] - across) / distance).atan().clamp(least, most)
    }

    /// Angles up to so many degrees, fewer on sides where a loop is.
    fn steepest(&self, state: usize, degrees: f64) -> (f64, f64) {
        let (room, bare) = (self.layers.items[state].room, self.shapes[state].across);
        // The label of a loop is above or below all of a wide rank.
        let most = if self.is_wide(state) { 14.0 } else { 38.0 };
        let side = |room: f64| if room > bare { degrees.min(most) } else { degrees };
        (-side(room.before).to_radians(), side(room.after).to_radians())
    }

    /// Whether the rank of a state is wider than the state, so that lines must go straight at first.
    fn is_wide(&self, state: usize) -> bool {
        let (begin, end) = self.places.along[self.layers.items[state].rank];
        end - begin > 2.0 * self.shapes[state].along + 12.0
    }

    fn arrow(&mut self, chain: &Chain, (leave, reach): (f64, f64)) {
        let arrow = &self.picture.arrows[chain.arrow];
        let ends = (chain.items[0], chain.items[chain.items.len() - 1]);
        let shift = |p: Point, v: Point, by: f64| (p.0 + v.0 * by, p.1 + v.1 * by);
        // The rims of the lower and of the higher state, at a distance.
        let rim = |state: usize, side: f64, angle: f64, distance: f64| {
            let (point, direction) = self.shapes[state].rim(side, angle, distance);
            (shift(self.centre(state), point, 1.0), direction)
        };
        let gap = |head: bool| TOUCH + if head { HEAD - 0.5 } else { 0.0 };
        let (begin, from) = rim(ends.0, 1.0, leave, gap(chain.backward));
        let (end, to) = rim(ends.1, -1.0, reach, gap(!chain.backward));
        let mut path = format!("M{}", self.text(begin));
        let mut here = begin;
        let mut tangent = from;
        for (i, item) in chain.items.iter().enumerate().skip(1) {
            let last = i + 1 == chain.items.len();
            let (entry, exit) = self.places.along[self.layers.items[*item].rank];
            let across = self.places.across[*item];
            let there = if last { end } else { (entry, across) };
            let bend = (there.0 - here.0) * 0.45;
            let arriving = if last { to } else { (-1.0, 0.0) };
            let (first, second) = (shift(here, tangent, bend), shift(there, arriving, bend));
            let _ = write!(path, "C{} {} {}", self.text(first), self.text(second), self.text(there));
            here = there;
            tangent = (1.0, 0.0);
            if !last && exit > entry {
                here = (exit, across);
                let _ = write!(path, "L{}", self.text(here));
            }
        }
        let (tip, towards) = if chain.backward {
            (rim(ends.0, 1.0, leave, TOUCH).0, (-from.0, -from.1))
        } else {
            (rim(ends.1, -1.0, reach, TOUCH).0, (-to.0, -to.1))
        };
        let head = head(arrow.role, self.map(tip), self.turn(towards));
        self.open(chain.arrow, &path, &head);
        let middle = chain.items.iter().find(|i| self.layers.items[**i].kind == super::layers::Kind::Label);
        if let Some(item) = middle {
            let (entry, exit) = self.places.along[self.layers.items[*item].rank];
            self.label(chain.arrow, ((entry + exit) / 2.0, self.places.across[*item]), -1.0);
        }
        self.out.push_str("</g>\n");
    }

    /// Begins the group of an arrow by its position.
    fn open(&mut self, position: usize, path: &str, head: &str) {
        let arrow = &self.picture.arrows[position];
        let line =
            if path.is_empty() { String::new() } else { format!("<path class=\"line\" d=\"{path}\"/>") };
        let _ = write!(
            self.out,
            "<g id=\"{}-edge-{position}\" class=\"synod-edge {}\" data-from=\"{}\" data-to=\"{}\"><title>{}</title>{line}{head}",
            id(self.picture),
            role_class(arrow.role),
            in_markup(&self.picture.states[arrow.from].key),
            in_markup(&self.picture.states[arrow.to].key),
            in_markup(&arrow.title()),
        );
    }

    /// A label beside a point: from left to right above it (`side` -1) or below it (1), from top to
    /// bottom to its right, or (`side` 1 only for loops) to its left.
    fn label(&mut self, arrow: usize, beside: Point, side: f64) {
        let (x, y) = self.map(beside);
        let label = &self.labels[arrow];
        let (x, top, anchor) = match self.direction {
            Direction::Right if side < 0.0 => (x, y - CLEAR - label.height, "middle"),
            Direction::Right => (x, y + CLEAR, "middle"),
            Direction::Down if side < 0.0 => (x + CLEAR + 1.0, y - label.height / 2.0, "start"),
            Direction::Down => (x - CLEAR - 1.0, y - label.height / 2.0, "end"),
        };
        let _ = write!(self.out, "<text font-size=\"{SIZE}\" text-anchor=\"{anchor}\">");
        for (i, line) in label.lines.iter().enumerate() {
            let baseline = top + LINE * i as f64 + LINE - 3.0;
            let class = if line.is_guard { " class=\"guard\"" } else { "" };
            let text = in_markup(&line.text);
            let _ = write!(self.out, "<tspan{class} x=\"{x:.1}\" y=\"{baseline:.1}\">{text}</tspan>");
        }
        self.out.push_str("</text>");
    }

    fn draw_loop(&mut self, one: &Loop) {
        let arrow = &self.picture.arrows[one.arrow];
        let centre = self.centre(arrow.from);
        let (path, head) = if one.has_line { self.line_of(one, centre) } else { Default::default() };
        self.open(one.arrow, &path, &head);
        let beside = (centre.0, centre.1 + one.side * one.reach);
        let side = if self.direction == Direction::Right { one.side } else { -one.side };
        self.label(one.arrow, beside, side);
        self.out.push_str("</g>\n");
    }

    /// The line of a loop, and its head.
    fn line_of(&self, one: &Loop, centre: Point) -> (String, String) {
        let half = 26.0f64.to_radians();
        // A box is like a circle whose middle is so far out.
        let out = self.shapes[self.picture.arrows[one.arrow].from].across - RADIUS;
        let rim = |side: f64, by: f64| {
            (centre.0 + half.sin() * side * by, centre.1 + one.side * (out + half.cos() * by))
        };
        let (begin, tip) = (rim(-1.0, RADIUS + TOUCH), rim(1.0, RADIUS + TOUCH));
        let end = rim(1.0, RADIUS + TOUCH + HEAD - 0.5);
        // A cubic whose ends and handles are level rises to three quarters of the handles.
        let base = out + half.cos() * RADIUS;
        let rise = (one.reach - base) / 0.75;
        let handle =
            |side: f64| (centre.0 + half.sin() * side * (RADIUS + 14.0), centre.1 + one.side * (base + rise));
        let path = format!(
            "M{}C{} {} {}",
            self.text(begin),
            self.text(handle(-1.0)),
            self.text(handle(1.0)),
            self.text(end)
        );
        let towards = (-half.sin(), -half.cos() * one.side);
        let role = self.picture.arrows[one.arrow].role;
        (path, head(role, self.map(tip), self.turn(towards)))
    }

    /// The arrows that mark the initial states.
    fn starts(&mut self) {
        for initial in &self.picture.initial {
            let (along, across) = self.centre(*initial);
            let tip = along - self.shapes[*initial].along - 2.0;
            let (begin, end) = ((tip - START + 6.0, across), (tip - 6.0, across));
            let corner = |side: f64| self.text((tip - 6.5, across + side * 3.2));
            let line = format!("M{}L{}", self.text(begin), self.text(end));
            let head = format!("M{}L{}L{}Z", self.text((tip, across)), corner(1.0), corner(-1.0));
            let (x, y) = self.map(begin);
            let _ = writeln!(
                self.out,
                "<g class=\"synod-start\"><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\"/><path d=\"{line}\"/><path d=\"{head}\"/></g>"
            );
        }
    }
}
