//! Reads what agents do: choices, sequences, repetitions and commands.

use synod_syntax::{Diagnostic, Span};

use super::Reading;
use super::binding::Table;
use super::grouping::{MAX_HEIGHT, SPELT_OUT, join, reader, too_high};
use super::parser::{Angle, Context, Failed, Parsed, Parser};
use super::shape::{Assoc, Binding, Build, Id, Operator, Symbol, Tree};
use crate::ast::{Action, Assign, Channel, Command, Dialect, Expr, ExprKind, Process, Side, SupplyTo};
use crate::lex::{Kind, Word};

/// A process with its height; `None` for what could not be read.
type Sized = Option<(Process, usize)>;

/// An element of one level of a process.
enum Item {
    Process(Sized, Span),
    Rep(Span),
    Infix(Join),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Join {
    Choice,
    Sequence,
}

impl Operator for Join {
    /// How choices group changes nothing; how sequences do changes the numbers of control states, and is always the
    /// same.
    fn is_associative(self) -> bool {
        true
    }
}

impl Parser<'_> {
    /// Reads a process. `None` if nothing of it could be read.
    pub fn process(&mut self) -> Option<Process> {
        self.choice().map(|(process, _)| process)
    }

    fn choice(&mut self) -> Sized {
        let start = self.span();
        let mut items = Vec::new();
        loop {
            while self.at_word(Word::Rep) {
                items.push(Item::Rep(self.advance().span));
            }
            let from = self.span();
            let part = self.part().unwrap_or_else(|Failed| {
                self.skip_to(|kind| matches!(kind, Kind::Plus | Kind::Semicolon | Kind::ParenClose));
                None
            });
            items.push(Item::Process(part, from.to(self.last_span())));
            items.push(Item::Infix(match self.kind() {
                Kind::Plus => Join::Choice,
                Kind::Semicolon => Join::Sequence,
                _ => break,
            }));
            self.advance();
        }
        self.group_process(items, start.to(self.last_span()))
    }

    /// Reads a command or a process in parentheses.
    fn part(&mut self) -> Parsed<Sized> {
        if !self.at(Kind::ParenOpen) {
            return Ok(Some((Process::Command(Box::new(self.command()?)), 1)));
        }
        let open = self.advance().span;
        self.nested(Context::PLAIN, |p| {
            let inner = p.choice();
            p.close(Kind::ParenClose, "`+`, `;` or `)`", open)?;
            Ok(inner)
        })
    }

    // --- What binds how ---------------------------------------------------------------------------

    fn group_process(&mut self, items: Vec<Item>, span: Span) -> Sized {
        let compat = self.reading == Reading::VscodeCompat && !self.is_legacy();
        let (tree, root) = group(&items, self.dialect, compat)?;
        if !self.is_legacy() && items.iter().any(|item| matches!(item, Item::Rep(_))) {
            let (other, at) = group(&items, self.dialect, !compat)?;
            if !tree.agrees(root, &other, at) {
                self.warn_of_rep(&items, span, compat);
            }
        }
        let side = if self.is_legacy() { Side::Right } else { Side::Left };
        let mut builder = Builder { items, side, too_high: false };
        let built = tree.build(root, &mut builder)?;
        if builder.too_high {
            self.diagnostics.push(too_high(span));
        }
        built
    }

    fn warn_of_rep(&mut self, items: &[Item], level: Span, compat: bool) {
        let rep = items.iter().find_map(|item| match item {
            Item::Rep(span) => Some(*span),
            _ => None,
        });
        let mut warning = Diagnostic::warning(
            "rcheck::two-readings",
            rep.unwrap_or(level),
            "how far this `rep` reaches can be read in two ways",
        );
        if items.len() <= SPELT_OUT {
            let readings = [(false, "the R-CHECK article does"), (true, reader(Table::Compat))];
            for (greedy, reader) in readings {
                let Some((tree, root)) = group(items, self.dialect, greedy) else { continue };
                let Some((text, _)) = tree.build(root, &mut Sketch { parser: self, items }) else { continue };
                let here = if greedy == compat { "read here, as" } else { "as" };
                warning = warning.explain(format!("{here} {reader}: {text}"));
            }
        }
        let advice =
            "put parentheses around `rep` and what it repeats; the way out of a loop is `(rep A) + B`";
        self.diagnostics.push(warning.help(advice));
    }

    // --- Commands ---------------------------------------------------------------------------------

    fn command(&mut self) -> Parsed<Command> {
        let start = self.span();
        let label = match self.ahead(1) {
            Kind::Colon if !self.at_section() => {
                let label = self.name("a command")?;
                self.advance();
                Some(label)
            }
            _ => None,
        };
        let precondition = self.precondition()?;
        let action = self.action()?;
        let updates = self.assignments(Kind::BracketOpen, Kind::BracketClose, "the updates `[…]`", "`]`")?;
        Ok(Command { label, precondition, action, updates, span: start.to(self.last_span()) })
    }

    fn precondition(&mut self) -> Parsed<Expr> {
        let (kind, ours) = if self.is_legacy() { (Kind::Less, "<…>") } else { (Kind::BraceOpen, "{…}") };
        if matches!(self.kind(), Kind::Less | Kind::BraceOpen) {
            if !self.at(kind) {
                let theirs = if self.is_legacy() { "{…}" } else { "<…>" };
                self.foreign(theirs, ours);
            }
        } else {
            return Err(self.expected(&format!("a command, which begins with its precondition `{ours}`")));
        }
        let angled = self.at(Kind::Less);
        let open = self.advance().span;
        let (close, what) = if angled { (Kind::Greater, "`>`") } else { (Kind::BraceClose, "`}`") };
        let angle = if angled { Angle::ClosesPrecondition } else { Angle::Compares };
        let read = self.expr_in(Context { angle, ..Context::PLAIN });
        match read.and_then(|condition| self.close(close, what, open).map(|_| condition)) {
            Err(Failed) if self.skip_past(close) => {
                Ok(Expr { kind: ExprKind::Error, span: open.to(self.last_span()) })
            }
            other => other,
        }
    }

    fn action(&mut self) -> Parsed<Action> {
        if self.take_word(Word::Get) {
            let from = self.get_location()?;
            let data = if self.is_legacy() && !self.at(Kind::ParenOpen) { Vec::new() } else { self.data()? };
            return Ok(Action::Get { from, data });
        }
        if self.take_word(Word::Supply) {
            let to = self.supply_location()?;
            return Ok(Action::Supply { to, data: self.data()? });
        }
        let channel = self.channel()?;
        if self.take(Kind::Question) {
            if self.at(Kind::ParenOpen) {
                self.complain(
                    Diagnostic::error("rcheck::syntax", self.span(), "a receive has no data of its own")
                        .help("use message variables in the precondition and in the updates `[…]`"),
                );
                return Err(Failed);
            }
            return Ok(Action::Receive { channel });
        }
        self.expect(Kind::Not, "`!` to send or `?` to receive")?;
        if self.at_data_without_guard() {
            self.complain(
                Diagnostic::error("rcheck::syntax", self.span(), "this send has data, but no guard")
                    .help("write `true` in front of the data to send to everybody who listens"),
            );
            let guard = Expr { kind: ExprKind::Error, span: self.span() };
            return Ok(Action::Send { channel, guard, data: self.data()? });
        }
        let guard = self.expr_in(Context { before_data: true, ..Context::PLAIN })?;
        Ok(Action::Send { channel, guard, data: self.data()? })
    }

    /// Whether data follow where the guard of a send should.
    fn at_data_without_guard(&self) -> bool {
        let assigns = matches!(self.ahead(1), Kind::Name | Kind::Word(_)) && self.ahead(2) == Kind::Assign;
        self.at(Kind::ParenOpen) && (assigns || self.ahead(1) == Kind::ParenClose)
    }

    fn channel(&mut self) -> Parsed<Channel> {
        match self.kind() {
            Kind::Star => Ok(Channel::Broadcast(self.advance().span)),
            Kind::Name => Ok(Channel::Named(self.word_as_name())),
            Kind::Word(_) if matches!(self.ahead(1), Kind::Not | Kind::Question) => {
                Ok(Channel::Named(self.name("a channel")?))
            }
            _ => Err(self.expected("an action: a channel with `!` or `?`, `GET@` or `SUPPLY@`")),
        }
    }

    /// New: `(expression)`. Legacy: any expression.
    fn get_location(&mut self) -> Parsed<Expr> {
        if !self.is_legacy() && !self.at(Kind::ParenOpen) {
            return Err(self.expected("`(` and whom to get from"));
        }
        self.location()
    }

    fn supply_location(&mut self) -> Parsed<SupplyTo> {
        let parens = self.at(Kind::ParenOpen);
        if !parens && !self.is_legacy() {
            return Err(self.expected("`(myself)`, `(any)` or `(`a local variable`)`"));
        }
        if parens && self.ahead(1) == Kind::Word(Word::Any) {
            let open = self.advance().span;
            let any = self.advance().span;
            self.close(Kind::ParenClose, "`)`", open)?;
            return Ok(SupplyTo::Any(any));
        }
        let to = self.location()?;
        Ok(if matches!(to.kind, ExprKind::Myself) { SupplyTo::Myself(to.span) } else { SupplyTo::Expr(to) })
    }

    /// Reads a location: one group in the new dialect, an expression in front of data in the legacy one.
    fn location(&mut self) -> Parsed<Expr> {
        let context = Context { before_data: true, ..Context::PLAIN };
        if self.is_legacy() {
            return self.expr_in(context);
        }
        Ok(self.nested(context, Self::operand)?.expr)
    }

    fn data(&mut self) -> Parsed<Vec<Assign>> {
        self.assignments(Kind::ParenOpen, Kind::ParenClose, "the data `(…)`, which may be empty", "`)`")
    }

    fn assignments(&mut self, open: Kind, close: Kind, what: &str, closing: &str) -> Parsed<Vec<Assign>> {
        let start = self.expect(open, what)?;
        let mut list = Vec::new();
        if !self.at(close) {
            list = self.list(|kind| kind == close, Self::assignment);
        }
        if self.close(close, &format!("`,` or {closing}"), start).is_err() && !self.skip_past(close) {
            return Err(Failed);
        }
        Ok(list)
    }

    fn assignment(&mut self) -> Parsed<Assign> {
        let target = self.name("a variable")?;
        if self.at(Kind::Equal) {
            self.complain(
                Diagnostic::error("rcheck::syntax", self.span(), "an assignment is written `:=`")
                    .help("`=` compares"),
            );
            self.advance();
        } else {
            self.expect(Kind::Assign, "`:=`")?;
        }
        Ok(Assign { target, value: self.expr_in(Context::PLAIN)? })
    }
}

/// Groups a level of a process. `greedy` says that `rep` takes everything that follows.
fn group(items: &[Item], dialect: Dialect, greedy: bool) -> Option<(Tree<Join>, Id)> {
    let mut tree = Tree::new();
    let mut symbols = Vec::with_capacity(items.len());
    for (item, element) in items.iter().enumerate() {
        symbols.push(match element {
            Item::Process(..) => Symbol::Operand(tree.leaf(item)),
            Item::Rep(_) => Symbol::Prefix { item, power: if greedy { 0 } else { 3 } },
            Item::Infix(op) => {
                let power = if *op == Join::Choice { 1 } else { 2 };
                let assoc = if dialect == Dialect::New { Assoc::Left } else { Assoc::Right };
                Symbol::Infix { item, op: *op, binding: Binding { power, assoc } }
            }
        });
    }
    let root = tree.resolve(symbols)?;
    Some((tree, root))
}

/// Builds processes out of the items of a level.
struct Builder {
    items: Vec<Item>,
    /// How sequences group.
    side: Side,
    too_high: bool,
}

impl Builder {
    fn finish(&mut self, process: Process, height: usize) -> Sized {
        self.too_high |= height > MAX_HEIGHT;
        (height <= MAX_HEIGHT).then_some((process, height))
    }

    fn choice(&mut self, left: Sized, right: Sized) -> Sized {
        match (left, right) {
            (Some((left, m)), Some((right, n))) => {
                self.finish(Process::Choice(Box::new(left), Box::new(right)), 1 + m.max(n))
            }
            (left, right) => left.or(right),
        }
    }

    /// A sequence is as high as its highest part, however long it is.
    fn sequence(&mut self, links: Vec<Sized>) -> Sized {
        let (mut parts, heights): (Vec<Process>, Vec<usize>) = links.into_iter().flatten().unzip();
        let height = heights.into_iter().max()?;
        match parts.len() {
            1 => Some((parts.pop()?, height)),
            _ => self.finish(Process::Sequence(parts, self.side), height + 1),
        }
    }
}

impl Build<Join> for Builder {
    type Value = Sized;

    fn leaf(&mut self, item: usize) -> Sized {
        match &mut self.items[item] {
            Item::Process(process, _) => process.take(),
            _ => None,
        }
    }

    fn prefix(&mut self, _: usize, operand: Sized) -> Sized {
        let (process, height) = operand?;
        self.finish(Process::Repeat(Box::new(process)), height + 1)
    }

    fn infix(&mut self, _: usize, left: Sized, right: Sized) -> Sized {
        // All operators of processes are associative.
        left.or(right)
    }

    fn chain(&mut self, op: Join, links: Vec<Sized>) -> Sized {
        match op {
            Join::Choice => join(links, &mut |left, right| self.choice(left, right)).flatten(),
            Join::Sequence => self.sequence(links),
        }
    }
}

/// Writes down how a level is grouped, naming its parts by their label or the beginning of their text.
struct Sketch<'p, 'a> {
    parser: &'p Parser<'a>,
    items: &'p [Item],
}

impl Build<Join> for Sketch<'_, '_> {
    /// The text, and whether it takes parentheses inside another.
    type Value = (String, bool);

    fn leaf(&mut self, item: usize) -> Self::Value {
        let text = match &self.items[item] {
            Item::Process(Some((Process::Command(command), _)), _) if command.label.is_some() => {
                command.label.as_ref().map(|label| label.text.clone()).unwrap_or_default()
            }
            Item::Process(_, span) => self.parser.one_line(*span),
            _ => String::new(),
        };
        (text, false)
    }

    fn prefix(&mut self, _: usize, operand: Self::Value) -> Self::Value {
        (format!("rep {}", bracketed(operand)), true)
    }

    fn infix(&mut self, _: usize, left: Self::Value, _: Self::Value) -> Self::Value {
        left
    }

    fn chain(&mut self, op: Join, links: Vec<Self::Value>) -> Self::Value {
        let sign = if op == Join::Choice { " + " } else { "; " };
        (links.into_iter().map(bracketed).collect::<Vec<_>>().join(sign), true)
    }
}

fn bracketed((text, compound): (String, bool)) -> String {
    if compound { format!("({text})") } else { text }
}
