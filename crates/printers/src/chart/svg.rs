//! Sequence charts as SVG, laid out here.
//!
//! Ids and classes of elements are a promise to those who animate the picture; the book lists them.

use std::fmt::Write;
use synod_syntax::in_markup;

use synod_core::Role;
use synod_documents::{Chart, ChartMessage, ChartStep, MessageKind};

use super::layout::{self, Anchor, Band, HEAD, LABEL, Layout, NOTE, NOTE_LINE};
use super::{caption, is_to_many, values};
use crate::svg::font;
use crate::svg::style;

const MARGIN: f64 = 16.0;

/// The chart, and below it those of the runs that explain it.
pub fn document(chart: &Chart) -> String {
    let mut panels = Vec::new();
    collect(chart, None, "chart", &mut panels);
    let (mut body, mut y, mut width) = (String::new(), MARGIN, 0.0f64);
    for (heading, id, chart) in &panels {
        let panel = Panel::new(chart, heading, id);
        let _ = writeln!(
            body,
            "<g id=\"{id}\" class=\"synod-chart\" transform=\"translate({MARGIN:.0} {y:.0})\">\n{}</g>",
            panel.body
        );
        y += panel.height + 26.0;
        width = width.max(panel.width);
    }
    let (width, height) = ((width + 2.0 * MARGIN).ceil(), (y + MARGIN - 26.0).ceil());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{}\" role=\"img\" aria-labelledby=\"chart-title chart-desc\">\n\
         <title id=\"chart-title\">{}</title>\n<desc id=\"chart-desc\">{}</desc>\n<style>\n{}{}</style>\n\
         <rect class=\"synod-paper\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n",
        font::FAMILY,
        in_markup(&format!("Sequence chart: {} of {}", chart.title, chart.model)),
        in_markup(&description(chart)),
        style::sheet(),
        sheet(),
    )
}

/// All charts, with the sentence above each and the beginning of ids in it.
fn collect<'c>(
    chart: &'c Chart,
    heading: Option<String>,
    id: &str,
    out: &mut Vec<(String, String, &'c Chart)>,
) {
    out.push((heading.unwrap_or_else(|| chart.title.clone()), id.to_string(), chart));
    for (number, companion) in std::iter::zip(1.., &chart.companions) {
        let heading = format!("about state {}: {}", companion.at, companion.text);
        collect(&companion.chart, Some(heading), &format!("{id}-{number}"), out);
    }
}

/// The run in sentences, for those who do not see it.
fn description(chart: &Chart) -> String {
    let mut sentences: Vec<String> = Vec::new();
    for (at, step) in chart.steps.iter().enumerate() {
        if chart.loop_start == Some(at) {
            sentences.push("The loop begins here.".to_string());
        }
        sentences.push(format!("{}. {}.", step.number, step.text));
    }
    if chart.loop_start.is_some() {
        sentences.push("The loop is repeated for ever.".to_string());
    }
    sentences.extend(chart.dead_end.iter().map(|end| format!("Then: {}.", end.text)));
    sentences.join(" ")
}

struct Panel<'a> {
    chart: &'a Chart,
    layout: Layout,
    id: &'a str,
    body: String,
    width: f64,
    height: f64,
}

impl<'a> Panel<'a> {
    fn new(chart: &'a Chart, heading: &str, id: &'a str) -> Self {
        let layout = Layout::new(chart, 24.0);
        let mut panel = Panel { chart, layout, id, body: String::new(), width: 0.0, height: 0.0 };
        panel.heading(heading);
        let end = panel.end_height();
        panel.lifelines(end);
        panel.loop_box();
        for (at, step) in chart.steps.iter().enumerate() {
            panel.step(step, at);
        }
        panel.dead_end();
        panel.width = panel.width.max(panel.layout.width);
        panel.height = panel.layout.bottom + end;
        panel
    }

    fn heading(&mut self, text: &str) {
        let text = layout::remark(text);
        let after = font::width(&text, 14.0) * 1.08 + 8.0;
        let mut about = self.chart.model.clone();
        if self.layout.left_out > 0 {
            about.push_str(&format!("; {} agents that take no part are not shown", self.layout.left_out));
        }
        let _ = writeln!(
            self.body,
            "<text class=\"synod-title\" font-size=\"14\" font-weight=\"bold\" y=\"12\">{}</text>\
             <text class=\"synod-note\" font-size=\"11\" x=\"{after:.0}\" y=\"12\">{}</text>",
            in_markup(&text),
            in_markup(&about)
        );
        self.width = after + font::width(&about, 11.0);
        if !self.chart.watched.is_empty() {
            self.remarks(
                &self.chart.watched,
                self.layout.top - 2.0 - self.chart.watched.len() as f64 * NOTE_LINE,
            );
        }
    }

    /// How far the lifelines go on below the last step.
    fn end_height(&self) -> f64 {
        match &self.chart.dead_end {
            Some(end) => 26.0 + 22.0 * end.blocked.len() as f64,
            None => 14.0,
        }
    }

    fn lifelines(&mut self, end: f64) {
        let (top, bottom) = (24.0, self.layout.bottom);
        let mut ids: Vec<String> = Vec::new();
        for (at, lifeline) in self.chart.lifelines.iter().enumerate() {
            let Some(x) = self.layout.x(at) else { continue };
            let mut id = format!("{}-lifeline-{}", self.id, style::plain(&lifeline.name));
            if ids.contains(&id) {
                id.push_str(&format!("-{at}"));
            }
            ids.push(id.clone());
            let idle = if lifeline.is_active { "" } else { " synod-idle" };
            let shared = if lifeline.role.is_none() { " synod-shared" } else { "" };
            let about = match &lifeline.role {
                Some(role) if *role != lifeline.name => format!("{}: {role}", lifeline.name),
                _ => lifeline.name.clone(),
            };
            let wide = layout::head_width(&lifeline.name);
            let _ = write!(
                self.body,
                "<g id=\"{id}\" class=\"synod-lifeline{idle}{shared}\" data-agent=\"{}\"><title>{}</title>\
                 <path class=\"life\" d=\"M{x:.1} {:.1}V{:.1}\"/>",
                in_markup(&lifeline.name),
                in_markup(&about),
                top + HEAD,
                bottom + end - 10.0,
            );
            if self.chart.dead_end.is_none() && self.chart.loop_start.is_none() {
                let _ =
                    write!(self.body, "<path class=\"open\" d=\"M{x:.1} {:.1}v10\"/>", bottom + end - 10.0);
            }
            let _ = write!(
                self.body,
                "<rect x=\"{:.1}\" y=\"{top}\" width=\"{wide:.1}\" height=\"{HEAD}\" rx=\"6\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"12\" font-weight=\"bold\" text-anchor=\"middle\">{}</text>",
                x - wide / 2.0,
                top + 17.0,
                in_markup(&layout::deed(&lifeline.name)),
            );
            for y in &self.layout.repeats {
                let _ = write!(
                    self.body,
                    "<text class=\"again\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"10\" text-anchor=\"middle\">{}</text>",
                    in_markup(&layout::deed(&lifeline.name)),
                );
            }
            self.body.push_str("</g>\n");
            let start = values(&self.chart.start, at);
            self.note(&start, at, (x, top + HEAD + 5.0), Held::Middle);
        }
    }

    /// Values in a small note.
    fn note(&mut self, all: &[String], lifeline: usize, (x, y): (f64, f64), held: Held) {
        let lines = layout::noted(all.to_vec());
        if lines.is_empty() {
            return;
        }
        let wide = lines.iter().map(|line| font::width(line, NOTE)).fold(0.0, f64::max) + 8.0;
        let left = if held == Held::Middle { x - wide / 2.0 } else { x + 7.0 };
        let _ = write!(
            self.body,
            "<g class=\"synod-values\" data-agent=\"{}\"><title>{}</title>\
             <rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{:.1}\" rx=\"3\"/>",
            in_markup(&self.chart.lifelines[lifeline].name),
            in_markup(&all.join("\n")),
            lines.len() as f64 * NOTE_LINE + 3.0,
        );
        for (at, line) in lines.iter().enumerate() {
            let _ = write!(
                self.body,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{NOTE}\">{}</text>",
                left + 4.0,
                y + NOTE_LINE * (at + 1) as f64 - 1.5,
                in_markup(line)
            );
        }
        self.body.push_str("</g>\n");
    }

    fn remarks(&mut self, lines: &[String], top: f64) {
        let x = self.layout.remarks;
        for (at, line) in lines.iter().enumerate() {
            let y = top + NOTE_LINE * (at + 1) as f64;
            let _ = write!(
                self.body,
                "<text class=\"synod-remark\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{NOTE}\"><title>{}</title>{}</text>",
                in_markup(line),
                in_markup(&layout::remark(line))
            );
        }
    }

    /// The outermost places of lifelines.
    fn sides(&self) -> (f64, f64) {
        let places = self.layout.columns.iter().flatten();
        places.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(*x), high.max(*x)))
    }

    fn loop_box(&mut self) {
        let Some(start) = self.chart.loop_start else { return };
        let (top, bottom) = (self.layout.bands[start].top - 17.0, self.layout.bottom - 6.0);
        let right = self.layout.remarks - 14.0;
        let text = "loop, for ever";
        let wide = font::width(text, 10.0) + 12.0;
        let _ = writeln!(
            self.body,
            "<g class=\"synod-loop\"><rect class=\"frame\" x=\"2\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\"/>\
             <path class=\"tab\" d=\"M2 {:.1}V{:.1}q0 -6 6 -6H{:.1}v9l-5 6H2Z\"/>\
             <text x=\"8\" y=\"{:.1}\" font-size=\"10\">{text}</text></g>",
            right - 2.0,
            bottom - top,
            top + 15.0,
            top + 6.0,
            wide + 6.0,
            top + 11.0,
        );
    }

    fn step(&mut self, step: &ChartStep, at: usize) {
        let band = &self.layout.bands[at];
        let (top, bottom) = (band.top, band.bottom);
        let kind = match step.messages.first() {
            Some(message) => message.kind.word(),
            None if step.is_round => "round",
            None => "local",
        };
        let messages = step.messages.iter();
        let ends = messages.flat_map(|m| m.to.iter().map(|to| to.lifeline).chain([m.from]));
        let mut agents: Vec<&str> = Vec::new();
        for lifeline in step.deeds.iter().map(|deed| deed.lifeline).chain(ends) {
            let name = self.chart.lifelines[lifeline].name.as_str();
            if !agents.contains(&name) {
                agents.push(name);
            }
        }
        let _ = writeln!(
            self.body,
            "<g id=\"{}-step-{}\" class=\"synod-step synod-{kind}\" data-step=\"{}\" data-agents=\"{}\"><title>{}</title>\
             <rect class=\"band\" x=\"4\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"4\"/>\
             <text class=\"number\" x=\"26\" y=\"{:.1}\" font-size=\"10\" text-anchor=\"end\">{}</text>",
            self.id,
            step.number,
            step.number,
            in_markup(&agents.join(" ")),
            in_markup(&format!("{}. {}", step.number, step.text)),
            self.layout.width - 8.0,
            bottom - top,
            band.messages.first().copied().filter(|_| step.deeds.is_empty()).unwrap_or(band.deeds) + 3.5,
            step.number,
        );
        self.deeds(step, at);
        for (number, message) in step.messages.iter().enumerate() {
            let y = self.layout.bands[at].messages[number];
            self.message(message, y);
        }
        let below = self.layout.bands[at].values;
        for lifeline in 0..self.chart.lifelines.len() {
            if let Some(x) = self.layout.x(lifeline) {
                self.note(&values(&step.changes, lifeline), lifeline, (x, below), Held::Beside);
            }
        }
        if !step.remarks.is_empty() {
            self.remarks(&step.remarks, top + 3.0);
        }
        self.body.push_str("</g>\n");
    }

    /// What is done alone or all at once, in boxes on the lifelines; a line joins those of a round.
    fn deeds(&mut self, step: &ChartStep, at: usize) {
        let Band { deeds: first, .. } = self.layout.bands[at];
        let places: Vec<f64> = step.deeds.iter().filter_map(|deed| self.layout.x(deed.lifeline)).collect();
        if step.is_round && places.len() > 1 {
            let (low, high) =
                places.iter().fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(*x), high.max(*x)));
            let _ = write!(self.body, "<path class=\"round\" d=\"M{low:.1} {first:.1}H{high:.1}\"/>");
        }
        for (number, deed) in step.deeds.iter().enumerate() {
            let Some(x) = self.layout.x(deed.lifeline) else { continue };
            let y = first + layout::deed_row(step, number) as f64 * layout::DEED_ROW;
            let text = layout::deed(&deed.text);
            let wide = font::width(&text, LABEL) + 12.0;
            let _ = write!(
                self.body,
                "<g class=\"synod-deed\" data-agent=\"{}\"><title>{}</title>\
                 <rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"19\" rx=\"9.5\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{LABEL}\" text-anchor=\"middle\">{}</text></g>",
                in_markup(&self.chart.lifelines[deed.lifeline].name),
                in_markup(&deed.command),
                x - wide / 2.0,
                y - 9.5,
                y + 3.8,
                in_markup(&text),
            );
        }
    }

    fn message(&mut self, message: &ChartMessage, y: f64) {
        let Some(from) = self.layout.x(message.from) else { return };
        let (low, high) = self.layout.span(message);
        let class = kind_class(message.kind);
        let role = kind_role(message.kind);
        let _ = write!(
            self.body,
            "<g class=\"synod-message synod-edge {class}\" data-from=\"{}\" data-kind=\"{}\"><title>{}</title>",
            in_markup(&self.chart.lifelines[message.from].name),
            message.kind.word(),
            in_markup(&message.command),
        );
        self.missed(message, (low, high), y);
        self.label(message, y);
        if message.to.is_empty() && message.kind != MessageKind::Broadcast {
            let _ = write!(
                self.body,
                "<path class=\"line\" d=\"M{from:.1} {y:.1}h22\"/><circle class=\"hollow\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"3\"/>",
                from + 25.0
            );
        }
        // Lines end where the heads of their outermost arrows begin.
        let short = style::HEAD - 0.5;
        if low < from {
            let _ = write!(self.body, "<path class=\"line\" d=\"M{from:.1} {y:.1}H{:.1}\"/>", low + short);
        }
        if high > from {
            let _ = write!(self.body, "<path class=\"line\" d=\"M{from:.1} {y:.1}H{:.1}\"/>", high - short);
        }
        for to in &message.to {
            let Some(x) = self.layout.x(to.lifeline) else { continue };
            let direction = if x < from { -1.0 } else { 1.0 };
            let _ = write!(
                self.body,
                "<g class=\"synod-receiver\" data-agent=\"{}\"><title>{}</title>{}",
                in_markup(&self.chart.lifelines[to.lifeline].name),
                in_markup(&to.command),
                style::head(role, (x - direction * 0.5, y), (direction, 0.0)),
            );
            if let Some(label) = to.label.as_ref().filter(|label| **label != message.label) {
                let _ = write!(
                    self.body,
                    "<text class=\"by\" x=\"{:.1}\" y=\"{:.1}\" font-size=\"{NOTE}\">{}</text>",
                    x + 8.0,
                    y + 12.0,
                    in_markup(&layout::deed(label))
                );
            }
            self.body.push_str("</g>");
        }
        let _ = write!(self.body, "<circle class=\"full\" cx=\"{from:.1}\" cy=\"{y:.1}\" r=\"3.2\"/>");
        self.body.push_str("</g>\n");
    }

    /// Those who do not hear a message: small circles where its line passes them, or would.
    fn missed(&mut self, message: &ChartMessage, (low, high): (f64, f64), y: f64) {
        if !is_to_many(message.kind) {
            return;
        }
        let places: Vec<(usize, f64)> =
            message.missed.iter().filter_map(|at| Some((*at, self.layout.x(*at)?))).collect();
        let is_broadcast = message.kind == MessageKind::Broadcast;
        if is_broadcast {
            let outer = places.iter().fold((low, high), |(l, h), (_, x)| (l.min(*x), h.max(*x)));
            for (begin, end) in [(low, outer.0), (high, outer.1)] {
                if begin != end {
                    let _ = write!(self.body, "<path class=\"unheard\" d=\"M{begin:.1} {y:.1}H{end:.1}\"/>");
                }
            }
        }
        for (at, x) in places.into_iter().filter(|(_, x)| is_broadcast || low < *x && *x < high) {
            let _ = write!(
                self.body,
                "<circle class=\"deaf\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.6\"><title>{}</title></circle>",
                in_markup(&format!("{} is not reached", self.chart.lifelines[at].name))
            );
        }
    }

    fn label(&mut self, message: &ChartMessage, y: f64) {
        let (x, anchor) = self.layout.label_place(message);
        let text = layout::label(message);
        let x = if anchor == Anchor::Start { x.max(0.0) } else { x };
        let bold = message.label.as_str();
        let (strong, rest) = match text.strip_prefix(bold).filter(|_| !bold.is_empty()) {
            Some(rest) => (bold, rest),
            None => ("", text.as_str()),
        };
        let strong = match strong {
            "" => String::new(),
            strong => format!("<tspan font-weight=\"bold\">{}</tspan>", in_markup(strong)),
        };
        let _ = write!(
            self.body,
            "<text class=\"label\" x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{LABEL}\" text-anchor=\"{}\"><title>{}</title>{strong}{}</text>",
            y - 5.0,
            anchor.word(),
            in_markup(&caption(message)),
            in_markup(rest),
        );
    }

    fn dead_end(&mut self) {
        let Some(end) = &self.chart.dead_end else { return };
        let (low, high) = self.sides();
        let mut y = self.layout.bottom + 12.0;
        self.body.push_str("<g class=\"synod-dead-end\">");
        for blocked in &end.blocked {
            let Some(from) = self.layout.x(blocked.from) else { continue };
            let who = blocked.by.iter().map(|at| self.chart.lifelines[*at].name.as_str()).collect::<Vec<_>>();
            let _ = write!(
                self.body,
                "<g class=\"synod-blocked\"><title>{}</title><circle cx=\"{from:.1}\" cy=\"{y:.1}\" r=\"3\"/>",
                in_markup(&format!("{} is blocked by {}", blocked.label, who.join(", ")))
            );
            let mut side = 1.0;
            for x in blocked.by.iter().filter_map(|at| self.layout.x(*at)) {
                side = if x < from { -1.0 } else { 1.0 };
                let _ = write!(
                    self.body,
                    "<path d=\"M{from:.1} {y:.1}H{:.1}M{:.1} {:.1}l7 7m0 -7l-7 7\"/>",
                    x - side * 8.0,
                    x - 3.5 - side * 5.0,
                    y - 3.5,
                );
            }
            let anchor = if side < 0.0 { Anchor::End } else { Anchor::Start };
            let _ = write!(
                self.body,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{NOTE}\" text-anchor=\"{}\">{}</text></g>",
                from + side * 8.0,
                y - 4.0,
                anchor.word(),
                in_markup(&layout::blocked(&blocked.label)),
            );
            y += 22.0;
        }
        let bar = self.layout.bottom + self.end_height() - 10.0;
        let wide = font::width(&end.text, 11.0) + 20.0;
        let middle = ((low + high) / 2.0).max(wide / 2.0 + 2.0);
        let _ = writeln!(
            self.body,
            "<path class=\"bar\" d=\"M{:.1} {bar:.1}H{:.1}\"/>\
             <rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"19\" rx=\"9.5\"/>\
             <text class=\"end\" x=\"{middle:.1}\" y=\"{:.1}\" font-size=\"11\" text-anchor=\"middle\">{}</text></g>",
            low - 16.0,
            high + 16.0,
            middle - wide / 2.0,
            bar - 9.5,
            bar + 3.8,
            in_markup(&end.text),
        );
    }
}

/// Where a note is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    Middle,
    Beside,
}

fn kind_class(kind: MessageKind) -> &'static str {
    match kind {
        MessageKind::Broadcast | MessageKind::Multicast | MessageKind::Handshake => "synod-sends",
        MessageKind::Get => "synod-gets",
        MessageKind::Supply => "synod-supplies",
        MessageKind::Propagate | MessageKind::Confirm => "synod-stigmergy",
        MessageKind::Write => "synod-acts",
    }
}

/// Whose arrowhead it has.
fn kind_role(kind: MessageKind) -> Role {
    match kind {
        MessageKind::Get => Role::Gets,
        MessageKind::Supply => Role::Supplies,
        MessageKind::Confirm => Role::Receives,
        _ => Role::Sends,
    }
}

/// What charts add to the style sheet of all pictures.
fn sheet() -> String {
    let light = [
        ("life", "#c9ced6"),
        ("head", "#f3f5f8"),
        ("edge", "#aeb6c2"),
        ("ink", "#111111"),
        ("dim", "#7a828e"),
        ("note", "#fff6d6"),
        ("note-edge", "#ecdca0"),
        ("note-ink", "#4d4520"),
        ("deed", "#ffffff"),
        ("band", "#eef4fb"),
        ("loop", "#8a3f86"),
        ("end", "#b3261e"),
        ("stigmergy", "#9a5b00"),
        ("paper", "#ffffff"),
    ];
    let dark = [
        "#4a4d55", "#2a2c33", "#5c606b", "#eeeeee", "#9aa0ab", "#3a3522", "#5d5534", "#e8dcae", "#1c1c20",
        "#26303c", "#d79ad3", "#ff8a80", "#f0b45c", "#1c1c20",
    ];
    let define = |colours: Vec<(&str, &str)>| {
        let all = colours.iter().map(|(name, colour)| format!("--synod-{name}:{colour};"));
        format!(".synod-chart{{{}}}\n", all.collect::<String>())
    };
    let on_dark = std::iter::zip(light, dark).map(|((name, _), colour)| (name, colour)).collect();
    format!(
        "{}@media (prefers-color-scheme: dark){{{}}}\n{RULES}",
        define(light.to_vec()),
        define(on_dark).trim_end()
    )
}

const RULES: &str = "\
.synod-lifeline .life{fill:none;stroke:var(--synod-life);stroke-width:1.4}
.synod-lifeline .open{fill:none;stroke:var(--synod-life);stroke-width:1.4;stroke-dasharray:1.5 3}
.synod-lifeline rect{fill:var(--synod-head);stroke:var(--synod-edge);stroke-width:1.1}
.synod-lifeline text{fill:var(--synod-ink)}
.synod-lifeline .again{fill:var(--synod-dim);stroke:var(--synod-paper);stroke-width:4;paint-order:stroke}
.synod-idle{opacity:.55}
.synod-shared rect{stroke-dasharray:4 2.5}
.synod-values rect{fill:var(--synod-note);stroke:var(--synod-note-edge);stroke-width:.8}
.synod-values text{fill:var(--synod-note-ink)}
.synod-remark{fill:var(--synod-dim)}
.synod-step .band{fill:transparent}
.synod-step:hover .band,.synod-step.synod-current .band{fill:var(--synod-band)}
.synod-step .number{fill:var(--synod-dim)}
.synod-step .round{fill:none;stroke:var(--synod-edge);stroke-width:1;stroke-dasharray:2 3}
.synod-deed rect{fill:var(--synod-deed);stroke:var(--synod-edge);stroke-width:1.1}
.synod-deed text{fill:var(--synod-ink)}
.synod-message .label,.synod-message .by{stroke:var(--synod-paper);stroke-width:3.5;stroke-linejoin:round;paint-order:stroke}
.synod-message .by{fill:var(--synod-dim)}
.synod-message .unheard{fill:none;stroke:var(--synod-life);stroke-width:1;stroke-dasharray:2 3}
.synod-message .deaf{fill:var(--synod-paper);stroke:var(--synod-edge);stroke-width:1}
.synod-stigmergy{stroke:var(--synod-stigmergy)} .synod-stigmergy text,.synod-stigmergy .full{fill:var(--synod-stigmergy)}
.synod-message[data-kind=confirm] .line{stroke-dasharray:6 3.5}
.synod-loop .frame{fill:var(--synod-loop);fill-opacity:.045;stroke:var(--synod-loop);stroke-width:1.3}
.synod-loop .tab{fill:var(--synod-loop)}
.synod-loop text{fill:var(--synod-paper);font-weight:bold}
.synod-dead-end .bar{stroke:var(--synod-end);stroke-width:2}
.synod-dead-end rect{fill:var(--synod-paper);stroke:var(--synod-end);stroke-width:1.3}
.synod-dead-end .end{fill:var(--synod-end);font-weight:bold}
.synod-blocked{opacity:.75}
.synod-blocked path,.synod-blocked circle{fill:none;stroke:var(--synod-dim);stroke-width:1.2}
.synod-blocked path{stroke-dasharray:3 2.5}
.synod-blocked text{fill:var(--synod-dim);stroke:var(--synod-paper);stroke-width:3;paint-order:stroke}
";
