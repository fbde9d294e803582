//! Trees back to text, in the syntax of the new dialect and its standard reading.
//!
//! The plain functions write as few parentheses as that reading needs; the `_full` ones put them around
//! everything that is put together, to show how a text was read.

use crate::ast::{
    Action, AgentKinds, Assign, BinaryOp, Channel, Command, Expr, ExprKind, Knowledge, Name, Party, Process,
    Side, SupplyTo,
};

/// An expression with as few parentheses as possible.
pub fn print_expr(expr: &Expr) -> String {
    let mut printer = Printer { out: String::new(), full: false };
    printer.top(expr);
    printer.out
}

/// An expression with all parentheses.
pub fn print_expr_full(expr: &Expr) -> String {
    let mut printer = Printer { out: String::new(), full: true };
    printer.top(expr);
    printer.out
}

/// A process on one line, with labels and as few parentheses as possible.
pub fn print_process(process: &Process) -> String {
    let mut printer = Printer { out: String::new(), full: false };
    printer.process(process, 0, true);
    printer.out
}

/// A process on one line, with all parentheses.
pub fn print_process_full(process: &Process) -> String {
    let mut printer = Printer { out: String::new(), full: true };
    printer.process(process, 0, true);
    printer.out
}

/// A command on one line, without its label.
pub fn command_text(command: &Command) -> String {
    let mut printer = Printer { out: String::new(), full: false };
    printer.command(command);
    printer.out
}

/// How an operator is written.
pub fn operator_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Eq => "=",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Implies => "->",
        BinaryOp::Iff => "<->",
        BinaryOp::Until => "U",
        BinaryOp::Release => "R",
        BinaryOp::WeakUntil => "W",
    }
}

/// How a participant is written.
pub fn party_text(party: Party) -> &'static str {
    match party {
        Party::Sender => "sender",
        Party::Getter => "getter",
        Party::Supplier => "supplier",
        Party::Initiator => "initiator",
        Party::Producer => "producer",
    }
}

/// How strongly an operator must bind to stand somewhere without parentheses.
type Power = u8;

/// Binds tighter than every infix operator.
const TIGHT: Power = 10;

/// The power of an operator, and what its left and right operands must at least have.
fn powers(op: BinaryOp) -> (Power, Power, Power) {
    use BinaryOp::*;
    match op {
        Mul | Div => (9, 9, 10),
        Add | Sub => (8, 8, 9),
        Eq | Ne | Lt | Le | Gt | Ge => (7, 8, 8),
        Until | Release | WeakUntil => (6, 6, 7),
        And => (5, 5, 5),
        Or => (4, 4, 4),
        Implies => (3, 4, 3),
        Iff => (2, 3, 2),
    }
}

struct Printer {
    out: String,
    full: bool,
}

impl Printer {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn top(&mut self, expr: &Expr) {
        self.expr(expr, 0, true);
    }

    fn parenthesised(&mut self, expr: &Expr) {
        self.text("(");
        self.top(expr);
        self.text(")");
    }

    /// An operand. Without parentheses it must have `power`, and `last` says that nothing follows it on
    /// its level, so that a prefix that reaches to the right may stand there.
    fn operand(&mut self, expr: &Expr, power: Power, last: bool) {
        if self.full && is_compound(expr) { self.parenthesised(expr) } else { self.expr(expr, power, last) }
    }

    fn expr(&mut self, expr: &Expr, power: Power, last: bool) {
        match &expr.kind {
            ExprKind::Binary(op, left, right) => {
                let (own, for_left, for_right) = powers(*op);
                if own < power {
                    return self.parenthesised(expr);
                }
                self.operand(left, for_left, false);
                self.text(" ");
                self.text(operator_text(*op));
                self.text(" ");
                self.operand(right, for_right, last);
            }
            ExprKind::Not(body) => {
                self.text("!");
                self.operand(body, TIGHT, last);
            }
            ExprKind::Negate(body) => {
                self.text("-");
                self.operand(body, TIGHT, last);
            }
            _ if !last && reaches_right(expr) => self.parenthesised(expr),
            ExprKind::Next(body) => self.prefix("X ", body),
            ExprKind::Finally(body) => self.prefix("F ", body),
            ExprKind::Globally(body) => self.prefix("G ", body),
            ExprKind::Diamond(observation, body) => self.modality("<<", observation, ">> ", body),
            ExprKind::BoxModality(observation, body) => self.modality("[[", observation, "]] ", body),
            ExprKind::Agents { all, var, kinds, body } => {
                self.text(if *all { "forall " } else { "exists " });
                self.text(&var.text);
                self.text(" : ");
                match kinds {
                    AgentKinds::Any(_) => self.text("Agent"),
                    AgentKinds::Types(types) => self.names(types, " | "),
                }
                self.prefix(" . ", body);
            }
            _ => self.atom(expr),
        }
    }

    fn prefix(&mut self, text: &str, body: &Expr) {
        self.text(text);
        self.operand(body, 0, true);
    }

    fn modality(&mut self, open: &str, observation: &Expr, close: &str, body: &Expr) {
        self.text(open);
        self.top(observation);
        self.prefix(close, body);
    }

    fn atom(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Bool(value) => self.text(if *value { "true" } else { "false" }),
            ExprKind::Int(value) => self.text(&value.to_string()),
            ExprKind::Name(name) => self.text(name),
            ExprKind::Property(name) => {
                self.text("@");
                self.text(name);
            }
            ExprKind::Member(agent, member) => {
                self.text(&agent.text);
                self.text("-");
                self.text(&member.text);
            }
            ExprKind::ControlState(agent) => {
                self.text(&agent.text);
                self.text("-automaton-state");
            }
            ExprKind::CurrentChannel => self.text("chan"),
            ExprKind::Broadcast => self.text("*"),
            ExprKind::Myself => self.text("myself"),
            ExprKind::Call(guard, arguments) => {
                self.text(&guard.text);
                self.text("(");
                for (i, argument) in arguments.iter().enumerate() {
                    self.text(if i > 0 { ", " } else { "" });
                    self.top(argument);
                }
                self.text(")");
            }
            ExprKind::Receivers { all, body } => {
                self.text(if *all { "forall" } else { "exists" });
                self.parenthesised(body);
            }
            ExprKind::Party(party) => self.text(party_text(*party)),
            ExprKind::PointToPoint => self.text("p2p"),
            ExprKind::SupplierProperty(name) => {
                self.text("supplier-");
                self.text(&name.text);
            }
            ExprKind::Knowledge { kind, group, body } => self.knowledge(*kind, group, body),
            // Everything else is put together and written by `expr`.
            _ => self.text("?"),
        }
    }

    fn knowledge(&mut self, kind: Knowledge, group: &[Name], body: &Expr) {
        self.text(match kind {
            Knowledge::One => "K(",
            Knowledge::Everybody => "E({",
            Knowledge::Common => "C({",
            Knowledge::Distributed => "D({",
            Knowledge::Strategy => "S({",
        });
        self.names(group, ", ");
        self.text(if kind == Knowledge::One { ", " } else { "}, " });
        self.top(body);
        self.text(")");
    }

    fn names(&mut self, names: &[Name], separator: &str) {
        for (i, name) in names.iter().enumerate() {
            self.text(if i > 0 { separator } else { "" });
            self.text(&name.text);
        }
    }

    // --- Processes --------------------------------------------------------------------------------

    /// Powers: choice 0, sequence 1, repetition and commands 2.
    fn process(&mut self, process: &Process, power: Power, top: bool) {
        let (left, right) = match process {
            Process::Command(command) => {
                if let Some(label) = &command.label {
                    self.text(&label.text);
                    self.text(": ");
                }
                return self.command(command);
            }
            Process::Repeat(body) => {
                let parens = self.full && !top;
                self.text(if parens { "(rep " } else { "rep " });
                self.process(body, 2, false);
                return self.text(if parens { ")" } else { "" });
            }
            Process::Choice(left, right) => (left, right),
            Process::Sequence(parts, side) => {
                let parens = power > 1 || self.full && !top;
                self.text(if parens { "(" } else { "" });
                self.sequence(parts, *side);
                return self.text(if parens { ")" } else { "" });
            }
        };
        let parens = power > 0 || self.full && !top;
        self.text(if parens { "(" } else { "" });
        // Choices group as one likes; how sequences do is observable.
        self.process(left, 0, false);
        self.text(" + ");
        self.process(right, 0, false);
        self.text(if parens { ")" } else { "" });
    }

    /// A sequence, which groups to the left if nothing else is written.
    fn sequence(&mut self, parts: &[Process], side: Side) {
        let inner = parts.len().saturating_sub(2);
        let (opened, closed) = match side {
            Side::Left if self.full => (inner, 0),
            Side::Left => (0, 0),
            Side::Right => (0, inner),
        };
        self.text(&"(".repeat(opened));
        for (i, part) in parts.iter().enumerate() {
            let last = i + 1 == parts.len();
            let begins = i == 0 || side == Side::Right && !last;
            self.process(part, if begins { 1 } else { 2 }, false);
            self.text(if opened > 0 && i > 0 && !last { ")" } else { "" });
            self.text(if last { "" } else { "; " });
            self.text(if closed > 0 && i < inner { "(" } else { "" });
        }
        self.text(&")".repeat(closed));
    }

    fn command(&mut self, command: &Command) {
        self.text("{");
        self.top(&command.precondition);
        self.text("} ");
        match &command.action {
            Action::Send { channel, guard, data } => {
                self.channel(channel);
                self.text("! ");
                // A bare name in front of data could be taken for a call.
                let plain = matches!(guard.kind, ExprKind::Bool(_) | ExprKind::Call(..));
                if plain {
                    self.top(guard)
                } else {
                    self.parenthesised(guard)
                }
                self.text(" ");
                self.assignments("(", data, ")");
            }
            Action::Receive { channel } => {
                self.channel(channel);
                self.text("? ");
            }
            Action::Get { from, data } => {
                self.text("GET@");
                self.parenthesised(from);
                self.assignments("(", data, ")");
            }
            Action::Supply { to, data } => {
                self.text("SUPPLY@");
                match to {
                    SupplyTo::Myself(_) => self.text("(myself)"),
                    SupplyTo::Any(_) => self.text("(any)"),
                    SupplyTo::Expr(to) => self.parenthesised(to),
                }
                self.assignments("(", data, ")");
            }
        }
        self.assignments("[", &command.updates, "]");
    }

    fn channel(&mut self, channel: &Channel) {
        match channel {
            Channel::Broadcast(_) => self.text("*"),
            Channel::Named(name) => self.text(&name.text),
        }
    }

    fn assignments(&mut self, open: &str, assignments: &[Assign], close: &str) {
        self.text(open);
        for (i, assign) in assignments.iter().enumerate() {
            self.text(if i > 0 { ", " } else { "" });
            self.text(&assign.target.text);
            self.text(" := ");
            self.top(&assign.value);
        }
        self.text(close);
    }
}

/// Whether it is put together with operators.
fn is_compound(expr: &Expr) -> bool {
    let simple_prefix = matches!(expr.kind, ExprKind::Not(_) | ExprKind::Negate(_) | ExprKind::Binary(..));
    simple_prefix || reaches_right(expr)
}

/// Whether it is a prefix that takes everything to its right.
fn reaches_right(expr: &Expr) -> bool {
    use ExprKind::*;
    matches!(expr.kind, Next(_) | Finally(_) | Globally(_) | Diamond(..) | BoxModality(..) | Agents { .. })
}
