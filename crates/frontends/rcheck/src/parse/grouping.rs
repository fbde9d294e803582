//! Groups one level of an expression by precedence, and warns where tools would disagree.

use synod_syntax::{Diagnostic, Span};

use super::Reading;
use super::binding::Table;
use super::operand::{Item, Operand, Prefix, is_arithmetic, is_comparison, is_temporal};
use super::parser::{Parsed, Parser};
use super::print::print_expr_full;
use super::shape::Build;
use crate::ast::{BinaryOp, Expr, ExprKind, Name};

/// How high a tree of expressions or processes may grow: everything that walks over one may recurse.
pub(super) const MAX_HEIGHT: usize = 500;

/// Chains of associative operators longer than this are grouped evenly, so that they stay flat.
pub(super) const LONG_CHAIN: usize = 64;

/// Levels with more items than this are not spelt out in a warning.
pub(super) const SPELT_OUT: usize = 40;

impl Parser<'_> {
    /// The tree of a level.
    pub fn group_level(&mut self, mut items: Vec<Item>) -> Parsed<Operand> {
        if items.len() == 1
            && let Some(Item::Operand(operand)) = items.pop_if(|item| matches!(item, Item::Operand(_)))
        {
            return Ok(operand);
        }
        if self.is_legacy() {
            mark_conditions(&mut items);
        }
        let (table, other) = match (self.is_legacy(), self.reading) {
            (true, _) => (Table::Legacy, Table::LegacyExpected),
            (false, Reading::Standard) => (Table::Standard, Table::Compat),
            (false, Reading::VscodeCompat) => (Table::Compat, Table::Standard),
        };
        let Some((tree, root)) = table.resolve(&items) else { return Err(self.expected("an expression")) };
        if let Some(item) = tree.clash {
            self.complain_of_chained_comparison(&items[item]);
        } else if items.len() > 3 || items.iter().any(is_qualifier) {
            let differs = |other: Table| {
                other.resolve(&items).is_some_and(|(rival, at)| !tree.agrees(root, &rival, at))
            };
            if (differs(other) || items.iter().any(is_qualifier)) && self.both_tools_read(&items) {
                self.warn_of_two_readings(&items, table, other);
            } else if table == Table::Standard && differs(Table::StandardExpected) {
                self.warn_of_far_reach(&items);
            }
        }
        let mut builder = Builder { items, members: table == Table::Compat, too_high: None };
        let built = tree.build(root, &mut builder);
        if let Some(span) = builder.too_high {
            self.diagnostics.push(too_high(span));
        }
        built.ok_or_else(|| self.expected("an expression"))
    }

    fn complain_of_chained_comparison(&mut self, item: &Item) {
        let Item::Infix { span, .. } = item else { return };
        self.diagnostics.push(
            Diagnostic::error("rcheck::syntax", *span, "comparisons cannot be chained")
                .help("write `a < b & b < c`, or put parentheses around one of the comparisons"),
        );
    }

    /// Whether a text means something to the VSCode extension at all: it has no `<->` outside
    /// observations.
    fn both_tools_read(&self, items: &[Item]) -> bool {
        let has_iff = items.iter().any(|item| matches!(item, Item::Infix { op: BinaryOp::Iff, .. }));
        self.is_legacy() || self.context.observation || !has_iff
    }

    fn warn_of_two_readings(&mut self, items: &[Item], table: Table, other: Table) {
        let span = items.first().map(item_span).unwrap_or_default().to(self.last_span());
        let shown = self.one_line(span);
        let mut warning =
            Diagnostic::warning("rcheck::two-readings", span, format!("`{shown}` can be read in two ways"));
        if let (Some(ours), Some(theirs)) = (self.spell_out(items, table), self.spell_out(items, other)) {
            warning = warning
                .explain(format!("read here, as {}: {ours}", reader(table)))
                .explain(format!("as {}: {theirs}", reader(other)));
        }
        let help = match self.qualified(items) {
            Some((agent, variable)) => {
                let which = format!(
                    "`{agent}-{variable}` is the variable `{variable}` of the agent `{agent}` to the one, a difference to the other"
                );
                warning = warning.explain(which);
                format!("write `({agent}) - {variable}` for the difference")
            }
            None => "add parentheses to make it read the same everywhere".to_string(),
        };
        self.diagnostics.push(warning.help(help));
    }

    /// The first two names that one reading takes for an agent and its variable.
    fn qualified(&self, items: &[Item]) -> Option<(String, String)> {
        let text = |item: &Item| match item {
            Item::Operand(operand) => Some(self.one_line(operand.outer)),
            _ => None,
        };
        let at = items.iter().position(is_qualifier)?;
        Some((text(items.get(at.checked_sub(1)?)?)?, text(items.get(at + 1)?)?))
    }

    /// Both tools for R-CHECK agree that temporal operators reach far, but those who know them from elsewhere do not.
    fn warn_of_far_reach(&mut self, items: &[Item]) {
        let reaches = items.iter().find_map(|item| match item {
            Item::Prefix(prefix, span) if prefix.is_temporal() => Some(*span),
            _ => None,
        });
        let span = reaches.unwrap_or_default();
        let operator = self.source.slice(span);
        let message = format!("`{operator}` takes all that follows it");
        let mut warning = Diagnostic::warning("rcheck::far-reaching", span, message);
        let readings =
            (self.spell_out(items, Table::Standard), self.spell_out(items, Table::StandardExpected));
        if let (Some(ours), Some(theirs)) = readings {
            warning = warning
                .explain(format!("read here, as R-CHECK does: {ours}"))
                .explain(format!("as most other tools for linear time do: {theirs}"));
        }
        self.diagnostics.push(warning.help("add parentheses that say which of these is meant"));
    }

    /// A level as `table` reads it, with all parentheses. Operands stand as they are in the text.
    fn spell_out(&self, items: &[Item], table: Table) -> Option<String> {
        if items.len() > SPELT_OUT {
            return None;
        }
        let items: Vec<Item> = items.iter().map(|item| self.sketch(item)).collect();
        let (tree, root) = table.resolve(&items)?;
        let mut builder = Builder { items, members: table == Table::Compat, too_high: None };
        Some(print_expr_full(&tree.build(root, &mut builder)?.expr))
    }

    /// An item with its parts replaced by their text.
    fn sketch(&self, item: &Item) -> Item {
        let text = |operand: &Operand| Operand {
            temporal: operand.temporal,
            ..Operand::simple(ExprKind::Name(self.one_line(operand.outer)), operand.outer)
        };
        match item {
            Item::Operand(operand) => Item::Operand(text(operand)),
            Item::Prefix(Prefix::Diamond(o), span) => Item::Prefix(Prefix::Diamond(Box::new(text(o))), *span),
            Item::Prefix(Prefix::BoxModality(o), span) => {
                Item::Prefix(Prefix::BoxModality(Box::new(text(o))), *span)
            }
            other => other.clone(),
        }
    }

    /// The text of a span with blanks made single, shortened in the middle if it is long.
    pub fn one_line(&self, span: Span) -> String {
        const LIMIT: usize = 60;
        let whole = self.source.slice(span);
        // Only so much is looked at, or levels nested in each other would be read over and over.
        let enough = (0..=whole.len().min(8 * LIMIT)).rev().find(|at| whole.is_char_boundary(*at));
        let text = &whole[..enough.unwrap_or(0)];
        let mut words = text.split_whitespace();
        let mut line = String::new();
        for word in words.by_ref() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
            if line.len() > LIMIT {
                break;
            }
        }
        if line.chars().count() > LIMIT || words.next().is_some() || text.len() < whole.len() {
            let start: String = line.chars().take(LIMIT).collect();
            let end = if whole.ends_with(')') { ")" } else { "" };
            return format!("{start}…{end}");
        }
        line
    }
}

/// Who reads like this.
pub(super) fn reader(table: Table) -> &'static str {
    match table {
        Table::Standard | Table::StandardExpected => "usual in logic",
        Table::Compat => "the VSCode extension of R-CHECK does",
        Table::Legacy => "the legacy R-CHECK tool does",
        Table::LegacyExpected => "usual in logic",
    }
}

pub(super) fn too_high(span: Span) -> Diagnostic {
    Diagnostic::error("rcheck::too-deep", span, format!("this nests more than {MAX_HEIGHT} operators deep"))
        .help("split it up: name parts of a condition with `guard`, or group with parentheses")
}

fn is_qualifier(item: &Item) -> bool {
    matches!(item, Item::Infix { qualifies: true, .. })
}

fn item_span(item: &Item) -> Span {
    match item {
        Item::Operand(operand) => operand.outer,
        Item::Prefix(_, span) | Item::Infix { span, .. } => *span,
    }
}

/// Finds the `=` and `!=` that stand between conditions: those next to something that is no value, and
/// those after another comparison.
fn mark_conditions(items: &mut [Item]) {
    let is_value = |item: Option<&Item>| matches!(item, Some(Item::Operand(operand)) if operand.is_term());
    let mut compared = false;
    for i in 0..items.len() {
        let Item::Infix { op, .. } = &items[i] else { continue };
        let op = *op;
        if !is_comparison(op) {
            compared &= is_arithmetic(op);
            continue;
        }
        let next =
            if matches!(items.get(i + 1), Some(Item::Prefix(Prefix::Negate, _))) { i + 2 } else { i + 1 };
        let values = is_value(items.get(i.wrapping_sub(1))) && is_value(items.get(next)) && !compared;
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne)
            && !values
            && let Item::Infix { between_conditions, .. } = &mut items[i]
        {
            *between_conditions = true;
            compared = false;
        } else {
            compared = true;
        }
    }
}

/// Builds expressions out of the items of a level.
struct Builder {
    items: Vec<Item>,
    /// Whether `a - b` is member `b` of `a`.
    members: bool,
    /// The first place where the tree got too high.
    too_high: Option<Span>,
}

impl Builder {
    fn take(&mut self, item: usize) -> Item {
        std::mem::replace(&mut self.items[item], Item::Prefix(Prefix::Not, Span::default()))
    }

    fn finish(&mut self, kind: ExprKind, span: Span, height: usize, temporal: bool) -> Operand {
        if height > MAX_HEIGHT {
            self.too_high.get_or_insert(span);
            return Operand::error(span);
        }
        Operand { expr: Expr { kind, span }, outer: span, height, temporal }
    }

    fn binary(&mut self, op: BinaryOp, left: Operand, right: Operand) -> Operand {
        let height = 1 + left.height.max(right.height);
        let temporal = left.temporal || right.temporal || is_temporal(op);
        let span = left.outer.to(right.outer);
        let kind = ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr));
        self.finish(kind, span, height, temporal)
    }
}

impl Build<BinaryOp> for Builder {
    type Value = Operand;

    fn leaf(&mut self, item: usize) -> Operand {
        let span = item_span(&self.items[item]);
        match self.take(item) {
            Item::Operand(operand) => operand,
            _ => Operand::error(span),
        }
    }

    fn prefix(&mut self, item: usize, operand: Operand) -> Operand {
        let start = item_span(&self.items[item]);
        let Item::Prefix(prefix, _) = self.take(item) else { return operand };
        let span = start.to(operand.outer);
        let height = operand.height + 1;
        let body = Box::new(operand.expr);
        let kind = match prefix {
            Prefix::Not => return self.finish(ExprKind::Not(body), span, height, operand.temporal),
            Prefix::Negate => return self.finish(ExprKind::Negate(body), span, height, operand.temporal),
            Prefix::Next => ExprKind::Next(body),
            Prefix::Finally => ExprKind::Finally(body),
            Prefix::Globally => ExprKind::Globally(body),
            Prefix::Agents { all, var, kinds } => ExprKind::Agents { all, var, kinds, body },
            Prefix::Diamond(observation) => {
                let height = height.max(observation.height + 1);
                return self.finish(ExprKind::Diamond(Box::new(observation.expr), body), span, height, true);
            }
            Prefix::BoxModality(observation) => {
                let height = height.max(observation.height + 1);
                let kind = ExprKind::BoxModality(Box::new(observation.expr), body);
                return self.finish(kind, span, height, true);
            }
        };
        self.finish(kind, span, height, true)
    }

    fn infix(&mut self, item: usize, left: Operand, right: Operand) -> Operand {
        let Item::Infix { op, qualifies, .. } = self.take(item) else { return left };
        if qualifies
            && self.members
            && let (ExprKind::Name(agent), ExprKind::Name(member)) = (&left.expr.kind, &right.expr.kind)
        {
            let span = left.outer.to(right.outer);
            let agent = Name { text: agent.clone(), span: left.outer };
            let member = Name { text: member.clone(), span: right.outer };
            return Operand::simple(ExprKind::Member(agent, member), span);
        }
        self.binary(op, left, right)
    }

    fn chain(&mut self, op: BinaryOp, links: Vec<Operand>) -> Operand {
        join(links, &mut |left, right| self.binary(op, left, right))
            .unwrap_or(Operand::error(Span::default()))
    }
}

/// Joins the links of a chain: from the left, or evenly if there are many.
pub(super) fn join<T>(mut links: Vec<T>, pair: &mut impl FnMut(T, T) -> T) -> Option<T> {
    if links.len() <= LONG_CHAIN {
        return links.into_iter().reduce(pair);
    }
    let right = links.split_off(links.len() / 2);
    let (left, right) = (join(links, pair)?, join(right, pair)?);
    Some(pair(left, right))
}
