//! Where lines begin: what is open at a place (brackets, sections), and how deep its inside is.

use crate::{Part, Piece, Style};

/// What is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Bracket,
    Section(u8),
    /// The right side of an arrow.
    Side,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    kind: Kind,
    /// The column of what opened it.
    column: usize,
    /// Where the line begins in which it was opened.
    line: usize,
    /// Where its lines begin; `None` until the first thing inside tells.
    body: Option<usize>,
    /// Whether its first thing stands on the line that opened it.
    is_aligned: bool,
}

/// Finds out where lines begin, token by token.
pub struct Indenter<'s> {
    style: &'s Style,
    open: Vec<Open>,
    /// Where the line at hand begins, apart from an operator in front.
    line: usize,
    /// Whether the line at hand has nothing but an operator so far.
    after_operator: bool,
    /// Whether the last token was an arrow.
    after_arrow: bool,
}

impl<'s> Indenter<'s> {
    /// At the beginning of a text.
    pub fn new(style: &'s Style) -> Self {
        Indenter { style, open: Vec::new(), line: 0, after_operator: false, after_arrow: false }
    }

    /// Where a line begins that goes on inside of what is open.
    pub fn body(&self) -> usize {
        let arrow = self.after_arrow.then(|| self.line + self.style.step);
        let inside = |open: &Open| open.body.unwrap_or(open.line + self.style.step);
        arrow.or_else(|| self.open.last().map(inside)).unwrap_or(0)
    }

    /// Where a line begins whose first token is `next`, or a comment in front of that.
    pub fn column(&mut self, is_comment: bool, next: Option<&Piece>, is_alone: bool) -> usize {
        if self.after_arrow {
            self.after_arrow = false;
            let opened = Open {
                kind: Kind::Side,
                column: self.line,
                line: self.line,
                body: Some(self.line + self.style.step),
                is_aligned: false,
            };
            self.open.push(opened);
        }
        let step = self.style.step;
        if let Some(last) = self.open.last_mut() {
            last.body.get_or_insert(last.line + step);
        }
        let Some(next) = next else { return 0 };
        if let Some(depth) = next.ends {
            self.end_sections(depth);
        }
        if let Some(depth) = next.section {
            self.end_sections(depth);
            return self.body();
        }
        match next.part {
            Part::Close => {
                let bracket = self.open.iter().rposition(|open| open.kind == Kind::Bracket);
                match bracket.map(|at| &self.open[at]) {
                    Some(open) if is_comment => open.body.unwrap_or(open.line + step),
                    Some(open) if open.is_aligned => open.column,
                    Some(open) => open.line,
                    None => 0,
                }
            }
            Part::Infix | Part::Arrow if self.style.hang && !is_alone && !is_comment => self.hung(next),
            _ => self.body(),
        }
    }

    /// Where an operator stands so that what follows it stands at the body, if there is room for it.
    fn hung(&self, operator: &Piece) -> usize {
        let body = self.body();
        let floor = self.open.last().map_or(0, |open| open.column);
        let length = (operator.span.end - operator.span.start) as usize;
        body.checked_sub(length + 1).filter(|column| *column >= floor).unwrap_or(body)
    }

    /// Takes a token that stands in this column.
    pub fn take(&mut self, piece: &Piece, column: usize, begins_line: bool) {
        if begins_line || self.after_operator {
            self.line = column;
        }
        self.after_operator =
            self.style.hang && begins_line && matches!(piece.part, Part::Infix | Part::Arrow);
        self.after_arrow = piece.part == Part::Arrow;
        if let Some(depth) = piece.section.or(piece.ends) {
            self.end_sections(depth);
        }
        if piece.part == Part::Close {
            while self.open.pop().is_some_and(|open| open.kind != Kind::Bracket) {}
        } else if let Some(last) = self.open.last_mut().filter(|open| open.body.is_none()) {
            last.body = Some(column);
            last.is_aligned = true;
        }
        let line = self.line;
        let inside = Some(line + self.style.step);
        let open = |kind, body| Open { kind, column, line, body, is_aligned: false };
        if let Some(depth) = piece.section {
            let base = if self.style.hang { column } else { line };
            self.open.push(open(Kind::Section(depth), Some(base + self.style.step)));
        }
        if let Part::Open { align } = piece.part {
            self.open.push(open(Kind::Bracket, inside.filter(|_| !align)));
        }
        if piece.ends_head
            && let Some(last) = self.open.last_mut()
        {
            last.body = None;
        }
    }

    /// Ends the sections, within the innermost bracket, in front of one of this depth.
    fn end_sections(&mut self, depth: u8) {
        let ends = |kind| match kind {
            Kind::Bracket => false,
            Kind::Section(other) => other >= depth,
            Kind::Side => true,
        };
        while self.open.last().is_some_and(|open| ends(open.kind)) {
            self.open.pop();
        }
    }
}
