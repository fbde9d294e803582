//! Where everything of a sequence chart goes.

use synod_documents::{Chart, ChartMessage, ChartStep, MessageKind};

use super::{caption, values};
use crate::svg::font;

pub const LABEL: f64 = 11.0;
pub const NOTE: f64 = 9.5;
pub const NOTE_LINE: f64 = 12.5;
pub const HEAD: f64 = 26.0;
const HEAD_TEXT: f64 = 12.0;
/// From one row of deeds to the next.
pub const DEED_ROW: f64 = 23.0;
/// With more lifelines than this, those that have nothing to do are left out.
const MOST_IDLE: usize = 12;
/// Longer texts are cut; what they stand for is told by titles.
const LONGEST_NOTE: usize = 30;
const LONGEST_LABEL: usize = 64;
/// More values of one lifeline than this are counted.
const MOST_VALUES: usize = 8;
/// After so many steps the names of lifelines are repeated.
const REPEAT: usize = 20;
/// Before the first lifeline: the numbers of steps.
const GUTTER: f64 = 40.0;
/// Of the widest label, lifelines leave room for so much.
const WIDEST_LABEL: f64 = 230.0;

/// Where everything goes.
pub struct Layout {
    /// The horizontal place of each lifeline; `None` for those that are left out.
    pub columns: Vec<Option<f64>>,
    /// How many lifelines are left out.
    pub left_out: usize,
    /// Where the steps begin, below the values at the start.
    pub top: f64,
    /// Where each step is.
    pub bands: Vec<Band>,
    /// Where the names of lifelines are repeated.
    pub repeats: Vec<f64>,
    /// Where the lifelines end.
    pub bottom: f64,
    /// Where remarks stand.
    pub remarks: f64,
    /// The width of everything.
    pub width: f64,
}

/// The rows of a step.
pub struct Band {
    pub top: f64,
    pub bottom: f64,
    /// The middle of the boxes of the first deeds of lifelines.
    pub deeds: f64,
    /// The line of each message.
    pub messages: Vec<f64>,
    /// Where values begin.
    pub values: f64,
}

impl Layout {
    pub fn new(chart: &Chart, top: f64) -> Self {
        let shown = shown(chart);
        let columns = columns(chart, &shown);
        let most = shown.iter().map(|at| noted(values(&chart.start, *at)).len()).max().unwrap_or(0);
        let start = top + HEAD + if most > 0 { 10.0 + most as f64 * NOTE_LINE } else { 6.0 };
        let mut layout = Layout {
            left_out: chart.lifelines.len() - shown.len(),
            columns,
            top: start,
            bands: Vec::new(),
            repeats: Vec::new(),
            bottom: 0.0,
            remarks: 0.0,
            width: 0.0,
        };
        let mut y = start + 6.0;
        for (at, step) in chart.steps.iter().enumerate() {
            if at > 0 && at % REPEAT == 0 && chart.steps.len() > at + REPEAT / 2 {
                layout.repeats.push(y + 12.0);
                y += 24.0;
            }
            // The heading of the loop.
            y += if chart.loop_start == Some(at) { 20.0 } else { 0.0 };
            let band = band(step, y);
            y = band.bottom;
            layout.bands.push(band);
        }
        y += if chart.loop_start.is_some() { 12.0 } else { 0.0 };
        layout.bottom = y;
        layout.measure(chart);
        layout
    }

    /// How far everything reaches to the right.
    fn measure(&mut self, chart: &Chart) {
        let last = self.columns.iter().flatten().copied().fold(GUTTER, f64::max);
        let mut right = last + 40.0;
        for (at, x) in self.columns.iter().enumerate() {
            let Some(x) = x else { continue };
            right = right.max(x + extent(chart, at).1);
        }
        for message in chart.steps.iter().flat_map(|step| &step.messages) {
            let label = label(message);
            let (begin, anchored) = self.label_place(message);
            if anchored == Anchor::Start {
                right = right.max(begin + font::width(&label, LABEL));
            }
        }
        self.remarks = right + 18.0;
        let remarks = chart.steps.iter().flat_map(|step| &step.remarks).chain(&chart.watched);
        let widest = remarks.map(|text| font::width(&cut(text, LONGEST_LABEL), NOTE)).fold(0.0, f64::max);
        self.width = if widest > 0.0 { self.remarks + widest + 8.0 } else { right + 8.0 };
    }

    pub fn x(&self, lifeline: usize) -> Option<f64> {
        self.columns[lifeline]
    }

    /// The outermost lifelines that a message reaches to the left and to the right of its sender.
    pub fn span(&self, message: &ChartMessage) -> (f64, f64) {
        let from = self.x(message.from).unwrap_or(GUTTER);
        let places = message.to.iter().filter_map(|to| self.x(to.lifeline));
        places.fold((from, from), |(low, high), x| (low.min(x), high.max(x)))
    }

    /// Where the label of a message begins or ends: over the longer side of its line.
    pub fn label_place(&self, message: &ChartMessage) -> (f64, Anchor) {
        let from = self.x(message.from).unwrap_or(GUTTER);
        let (low, high) = self.span(message);
        match from - low > high - from {
            true => {
                let wide = font::width(&label(message), LABEL);
                // What does not fit on the left begins at the edge.
                if from - 10.0 - wide < 4.0 { (6.0, Anchor::Start) } else { (from - 10.0, Anchor::End) }
            }
            false => (from + 10.0, Anchor::Start),
        }
    }
}

/// Where text is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    End,
}

impl Anchor {
    pub fn word(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::End => "end",
        }
    }
}

/// The lifelines that are drawn.
fn shown(chart: &Chart) -> Vec<usize> {
    let all = 0..chart.lifelines.len();
    let blocked = chart.dead_end.iter().flat_map(|end| &end.blocked);
    let blocked: Vec<usize> = blocked.flat_map(|one| one.by.iter().copied().chain([one.from])).collect();
    let is_drawn = |at: &usize| chart.lifelines[*at].is_active || blocked.contains(at);
    match chart.lifelines.len() <= MOST_IDLE || !all.clone().any(|at| is_drawn(&at)) {
        true => all.collect(),
        false => all.filter(is_drawn).collect(),
    }
}

fn columns(chart: &Chart, shown: &[usize]) -> Vec<Option<f64>> {
    const LEAST: f64 = 58.0;
    let extents: Vec<(f64, f64)> = shown.iter().map(|at| extent(chart, *at)).collect();
    let mut gaps: Vec<f64> =
        extents.windows(2).map(|pair| (pair[0].1 + pair[1].0 + 8.0).max(LEAST)).collect();
    let position = |lifeline: usize| shown.iter().position(|at| *at == lifeline);
    let messages = chart.steps.iter().flat_map(|step| &step.messages).map(|message| {
        let ends: Vec<usize> = message.to.iter().map(|to| to.lifeline).collect();
        (message.from, ends, font::width(&label(message), LABEL).min(WIDEST_LABEL) + 30.0)
    });
    let blocked = chart
        .dead_end
        .iter()
        .flat_map(|end| &end.blocked)
        .map(|one| (one.from, one.by.clone(), font::width(&blocked(&one.label), NOTE) + 24.0));
    for (from, ends, needed) in messages.chain(blocked) {
        let ends = ends.into_iter().filter_map(position);
        let Some(from) = position(from) else { continue };
        let (low, high) = ends.fold((from, from), |(low, high), at| (low.min(at), high.max(at)));
        let (low, high) = if from - low > high - from { (low, from) } else { (from, high) };
        if low == high {
            continue;
        }
        let there: f64 = gaps[low..high].iter().sum();
        if there < needed {
            let more = (needed - there) / (high - low) as f64;
            gaps[low..high].iter_mut().for_each(|gap| *gap += more);
        }
    }
    let mut columns = vec![None; chart.lifelines.len()];
    let mut x = GUTTER + extents.first().map_or(0.0, |extent| extent.0);
    for (at, lifeline) in shown.iter().enumerate() {
        columns[*lifeline] = Some(x.round());
        x += gaps.get(at).copied().unwrap_or(0.0);
    }
    columns
}

/// How far what belongs to a lifeline reaches to its left and right.
fn extent(chart: &Chart, lifeline: usize) -> (f64, f64) {
    let head = head_width(&chart.lifelines[lifeline].name) / 2.0;
    let centred = |text: &str, size: f64| font::width(text, size) / 2.0 + 8.0;
    let deeds = chart.steps.iter().flat_map(|step| &step.deeds).filter(|deed| deed.lifeline == lifeline);
    let deeds = deeds.map(|deed| centred(&cut(&deed.text, LONGEST_NOTE), LABEL));
    let start = noted(values(&chart.start, lifeline));
    let half = deeds.chain(start.iter().map(|text| centred(text, NOTE))).fold(head, f64::max);
    let beside = |text: &str, size: f64| font::width(text, size) + 18.0;
    let labels = chart.steps.iter().flat_map(|step| &step.messages).flat_map(|message| &message.to);
    let labels = labels.filter(|to| to.lifeline == lifeline).filter_map(|to| to.label.as_ref());
    let labels = labels.map(|label| beside(&cut(label, LONGEST_NOTE), NOTE));
    let notes = chart.steps.iter().flat_map(|step| noted(values(&step.changes, lifeline)));
    let notes = notes.map(|text| beside(&text, NOTE));
    (half, labels.chain(notes).fold(half, f64::max))
}

pub fn head_width(name: &str) -> f64 {
    font::width(&cut(name, LONGEST_NOTE), HEAD_TEXT) + 18.0
}

/// In which row the box of a deed stands: those of one lifeline stand below each other.
pub fn deed_row(step: &ChartStep, at: usize) -> usize {
    let own = step.deeds[at].lifeline;
    step.deeds[..at].iter().filter(|deed| deed.lifeline == own).count()
}

fn band(step: &ChartStep, top: f64) -> Band {
    let mut y = top + 5.0;
    let deeds = y + 10.0;
    let rows = (0..step.deeds.len()).map(|at| deed_row(step, at) + 1).max().unwrap_or(0);
    y += rows as f64 * DEED_ROW;
    let mut messages = Vec::new();
    for message in &step.messages {
        y += 17.0;
        messages.push(y);
        let is_labelled = message.to.iter().any(|to| to.label.as_ref().is_some_and(|l| *l != message.label));
        y += if is_labelled { 15.0 } else { 4.0 };
    }
    let of = |lifeline: usize| noted(values(&step.changes, lifeline)).len();
    let lines = step.changes.iter().map(|change| of(change.lifeline)).max().unwrap_or(0);
    let below = y + 2.0;
    if lines > 0 {
        y += 4.0 + lines as f64 * NOTE_LINE;
    }
    let remarks = top + 6.0 + step.remarks.len() as f64 * NOTE_LINE;
    Band { top, bottom: y.max(remarks).max(top + 22.0) + 7.0, deeds, messages, values: below }
}

/// The lines of a note.
pub fn noted(mut lines: Vec<String>) -> Vec<String> {
    if lines.len() > MOST_VALUES {
        let rest = lines.split_off(MOST_VALUES - 1).len();
        lines.push(format!("… {rest} more"));
    }
    lines.iter().map(|line| cut(line, LONGEST_NOTE)).collect()
}

/// What stands over the line of a message.
pub fn label(message: &ChartMessage) -> String {
    let nobody =
        if message.to.is_empty() && message.kind != MessageKind::Broadcast { " → nobody" } else { "" };
    format!("{}{nobody}", cut(&caption(message), LONGEST_LABEL))
}

/// What stands over the line of something that is blocked.
pub fn blocked(label: &str) -> String {
    format!("{} is blocked", cut(label, LONGEST_NOTE))
}

/// The text of a deed.
pub fn deed(text: &str) -> String {
    cut(text, LONGEST_NOTE)
}

/// A remark, in one line.
pub fn remark(text: &str) -> String {
    cut(text, LONGEST_LABEL)
}

fn cut(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most - 1).chain(['…']).collect(),
        false => text.to_string(),
    }
}
