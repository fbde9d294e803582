//! Processes and blocks.

use synod_syntax::{Diagnostic, counted};

use super::{Context, Parsed, Parser};
use crate::ast::{Arrow, Assign, ExprKind, Process, Statement, Target};
use crate::lex::Token;

impl Parser<'_> {
    /// `P || Q || …`, the loosest.
    pub(super) fn process(&mut self) -> Parsed<Process> {
        self.nested(|p| {
            let mut list = vec![p.choice()?];
            loop {
                if p.is("|") {
                    return Err(p.old_operator("|", "||"));
                }
                if !p.eat("||") {
                    break;
                }
                list.push(p.choice()?);
            }
            Ok(only_or(list, Process::Parallel))
        })
    }

    fn old_operator(&mut self, old: &str, new: &str) -> super::Failed {
        let message = format!("processes are combined with `{new}`, not with `{old}`");
        self.fail(
            Diagnostic::error("labs::old-operator", self.span(), message)
                .explain("the single character was used before 2019"),
        )
    }

    fn choice(&mut self) -> Parsed<Process> {
        let mut list = vec![self.sequence()?];
        loop {
            if self.is("+") {
                return Err(self.old_operator("+", "++"));
            }
            if !self.eat("++") {
                return Ok(only_or(list, Process::Choice));
            }
            list.push(self.sequence()?);
        }
    }

    fn sequence(&mut self) -> Parsed<Process> {
        let mut list = vec![self.base()?];
        while self.eat(";") {
            list.push(self.base()?);
        }
        Ok(only_or(list, Process::Sequence))
    }

    fn base(&mut self) -> Parsed<Process> {
        let start = self.span();
        match self.peek().clone() {
            Token::Symbol("{") => return self.block(),
            Token::Upper(word) => {
                self.bump();
                return Ok(match word.as_str() {
                    "Nil" => Process::Nil(start),
                    "Skip" => Process::Skip(start),
                    _ => Process::Call(crate::ast::Name { text: word, span: start }),
                });
            }
            _ => {}
        }
        // A bracket or a name can begin a condition, a process or an assignment: try the condition.
        let at = self.at;
        self.furthest = None;
        let guarded = self.attempt(|p| {
            p.expr(Context::Process)?;
            if p.is("->") || p.is("=>") { Ok(()) } else { Err(p.expected("`->` or `=>` after a condition")) }
        });
        if guarded.is_some() {
            // Again, now with warnings.
            self.at = at;
            let condition = self.expr(Context::Process)?;
            let waits = self.is("->");
            self.bump();
            let outermost = !std::mem::replace(&mut self.in_guard, true);
            let (begin, body) = (self.at, self.process());
            self.in_guard = !outermost;
            if outermost {
                self.warn_of_scope(at, begin);
            }
            let body = Box::new(body?);
            return Ok(if waits {
                Process::Guard(condition, body)
            } else {
                Process::Conditional(condition, body)
            });
        }
        let tried = self.furthest.take();
        if self.is("(") {
            self.bump();
            let around = std::mem::replace(&mut self.in_guard, false);
            let inner = self.process();
            self.in_guard = around;
            let inner = inner?;
            self.expect(")")?;
            return Ok(inner);
        }
        let assigns_id = self.is_word("id") && matches!(self.peek_at(1), Token::Symbol("<-" | "<~" | "<--"));
        if assigns_id || (matches!(self.peek(), Token::Lower(_)) && self.begins_assignment()) {
            // What looks like `x = …` may be a condition in which something is misspelt.
            if let (None, Some((_, diagnostic))) = (self.arrow_ahead(), &tried) {
                let explained = self.explained(diagnostic.clone());
                if !explained.fixes.is_empty() {
                    return Err(self.fail(explained));
                }
            }
            return self.assign(false).map(Process::Act);
        }
        match tried {
            Some((at, diagnostic)) if at > self.at => Err(self.fail(diagnostic)),
            _ => Err(self.expected("a process: an assignment, a guard, a block or a name")),
        }
    }

    /// Warns of a guard whose process, which goes on as far as it can, has a branch with a guard of its own: it is often
    /// meant to be a branch beside the first. The guard begins at the token `guard`, its process at `begin`.
    fn warn_of_scope(&mut self, guard: usize, begin: usize) {
        let mut depth = 0i32;
        let mut sign = None;
        for at in begin..self.at {
            match self.tokens[at].0 {
                Token::Symbol("(" | "{" | "[") => depth += 1,
                Token::Symbol(")" | "}" | "]") => depth -= 1,
                Token::Symbol(found @ ("++" | "||")) if depth == 0 && sign.is_none() => {
                    sign = Some((at, found))
                }
                Token::Symbol("->" | "=>") if depth == 0 && sign.is_some() => {
                    let Some((at, sign)) = sign else { return };
                    let spans = |from: usize, to: usize| self.tokens[from].1.to(self.tokens[to - 1].1);
                    let head = spans(guard, begin);
                    let (first, rest) = (spans(begin, at), spans(at + 1, self.at));
                    let text = |span| self.one_line(span);
                    let (head_text, first, rest_text) = (text(head), text(first), text(rest));
                    let message = format!("the guard goes on over `{sign}`");
                    let reading = format!(
                        "the process behind a guard extends as far to the right as it can, so this is read as \
                         `{head_text} ({first} {sign} ({rest_text}))`"
                    );
                    self.report(
                        Diagnostic::warning("labs::guard-scope", head, message)
                            .label(rest, "this branch is inside the guard, and needs both conditions")
                            .explain(reading)
                            .help(format!(
                                "for branches side by side write `({head_text} {first}) {sign} {}`; otherwise put \
                                 the branches in brackets",
                                self.branches(at + 1)
                            )),
                    );
                    return;
                }
                _ => {}
            }
        }
    }

    /// What stands from a token up to here, each branch in brackets.
    fn branches(&self, begin: usize) -> String {
        let mut out = String::new();
        let (mut depth, mut branch) = (0i32, begin);
        for at in begin..=self.at {
            let sign = match self.tokens[at].0 {
                _ if at == self.at => "",
                Token::Symbol("(" | "{" | "[") => {
                    depth += 1;
                    continue;
                }
                Token::Symbol(")" | "}" | "]") => {
                    depth -= 1;
                    continue;
                }
                Token::Symbol(sign @ ("++" | "||")) if depth == 0 => sign,
                _ => continue,
            };
            let text = self.one_line(self.tokens[branch].1.to(self.tokens[at - 1].1));
            out += &format!("({text}) {sign} ");
            branch = at + 1;
        }
        out.trim_end().to_string()
    }

    /// A piece of the text on one line; if it is long, what comes behind the last sign between two processes is left out.
    fn one_line(&self, span: synod_syntax::Span) -> String {
        const LONGEST: usize = 60;
        let text = self.source.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
        if text.chars().count() <= LONGEST {
            return text;
        }
        let ends_piece = |word: &str| word.ends_with(';') || matches!(word, "->" | "=>" | "++" | "||");
        let (mut length, mut kept) = (0, 0);
        for word in text.split(' ') {
            length += word.len() + 1;
            if text[..length.min(text.len())].chars().count() > LONGEST {
                break;
            }
            kept = if ends_piece(word) { length } else { kept };
        }
        format!("{}…", &text[..kept])
    }

    /// Whether targets and an arrow stand here.
    fn begins_assignment(&mut self) -> bool {
        let at = self.at;
        let found = self.attempt(|p| {
            p.targets()?;
            if p.arrow().is_some() || matches!(p.peek(), Token::Symbol(":=" | "=")) {
                Ok(())
            } else {
                Err(super::Failed)
            }
        });
        self.at = at;
        found.is_some()
    }

    /// The arrow behind the targets that stand here.
    fn arrow_ahead(&mut self) -> Option<Arrow> {
        let at = self.at;
        let found = self.attempt(|p| p.targets().map(|_| p.arrow()));
        self.at = at;
        found.flatten()
    }

    fn arrow(&self) -> Option<Arrow> {
        Some(match self.peek() {
            Token::Symbol("<-") => Arrow::Attribute,
            Token::Symbol("<~") => Arrow::Stigmergy,
            Token::Symbol("<--") => Arrow::Environment,
            Token::Symbol(":=") => Arrow::Local,
            _ => return None,
        })
    }

    fn targets(&mut self) -> Parsed<Vec<Target>> {
        let mut list = Vec::new();
        loop {
            if self.is_word("id") {
                return Err(self.fail(
                    Diagnostic::error("labs::assigned-id", self.span(), "`id` cannot be assigned")
                        .explain("the id of an agent never changes"),
                ));
            }
            let name = self.lower_name("a variable")?;
            let index = if self.is("[") { self.index(Context::Process)? } else { Vec::new() };
            list.push(Target { name, index });
            if !self.eat(",") {
                return Ok(list);
            }
        }
    }

    /// Assignments; those to local variables only in blocks.
    fn assign(&mut self, in_block: bool) -> Parsed<Assign> {
        let start = self.span();
        let targets = self.targets()?;
        let Some(arrow) = self.arrow() else {
            let mut diagnostic = Diagnostic::error(
                "labs::syntax",
                self.span(),
                "expected one of the arrows `<-`, `<~`, `<--`",
            );
            if self.is("=") {
                diagnostic = diagnostic.explain("`=` compares; it does not assign");
            }
            return Err(self.fail(diagnostic));
        };
        if arrow == Arrow::Local && !in_block {
            return Err(self.fail(
                Diagnostic::error(
                    "labs::local-outside-block",
                    self.span(),
                    "`:=` can be used in blocks only",
                )
                .help("put the statements that share the variable in `{ … }`"),
            ));
        }
        self.bump();
        let mut values = vec![self.value()?];
        while self.eat(",") {
            values.push(self.value()?);
        }
        let span = start.to(self.last_span());
        if targets.len() != values.len() {
            let message =
                format!("{}, but {}", counted(targets.len(), "variable"), counted(values.len(), "value"));
            self.report(
                Diagnostic::error("labs::assignment-arity", span, message)
                    .help("give every variable on the left one value on the right"),
            );
            return Err(super::Failed);
        }
        Ok(Assign { targets, arrow, values, span })
    }

    /// The right side of an assignment.
    fn value(&mut self) -> Parsed<crate::ast::Expr> {
        let start = self.span();
        if self.is_word("pick") {
            return Err(self.fail(
                Diagnostic::error("labs::pick-without-array", start, "`pick` gives an array of agents")
                    .help("write `p[] := pick …`"),
            ));
        }
        if self.is_refused("count") || !self.eat_word("count") {
            return self.expr(Context::Process);
        }
        let of = self.upper_name("an agent type")?;
        let var = self.lower_name("a variable")?;
        self.eat(",");
        let body = Box::new(self.expr(Context::Process)?);
        let span = start.to(self.last_span());
        self.make(ExprKind::Count { of, var, body }, span)
    }

    fn block(&mut self) -> Parsed<Process> {
        let start = self.span();
        self.expect("{")?;
        match self.statements() {
            Ok(list) => Ok(Process::Block(list, start.to(self.last_span()))),
            Err(failed) => {
                self.skip_block();
                Err(failed)
            }
        }
    }

    /// After a mistake in a block: goes past its end.
    fn skip_block(&mut self) {
        let mut depth = 1;
        while depth > 0 {
            match self.peek() {
                Token::End => return,
                Token::Symbol("{") => depth += 1,
                Token::Symbol("}") => depth -= 1,
                _ => {}
            }
            self.bump();
        }
    }

    /// Statements and the closing brace.
    fn statements(&mut self) -> Parsed<Vec<Statement>> {
        let mut list = Vec::new();
        loop {
            list.push(self.statement()?);
            if !self.eat(";") {
                break;
            }
        }
        if matches!(self.peek(), Token::Symbol("->" | "=>" | "++" | "||")) {
            return Err(self.fail(
                Diagnostic::error("labs::syntax", self.span(), "a block holds assignments only")
                    .explain("guards, choices and parallel parts stand outside of the braces"),
            ));
        }
        self.expect("}")?;
        Ok(list)
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let picks = matches!(self.peek(), Token::Lower(_))
            && matches!(self.peek_at(1), Token::Symbol("["))
            && matches!(self.peek_at(2), Token::Symbol("]"));
        if !picks {
            return self.assign(true).map(Statement::Assign);
        }
        let start = self.span();
        let target = self.lower_name("a variable")?;
        self.expect("[")?;
        self.expect("]")?;
        self.expect(":=")?;
        self.expect_word("pick")?;
        let count = self.expr(Context::Constant)?;
        let of = if matches!(self.peek(), Token::Upper(_)) {
            Some(self.upper_name("an agent type")?)
        } else {
            None
        };
        let condition = if self.eat_word("where") { Some(self.expr(Context::Link)?) } else { None };
        Ok(Statement::Pick { target, count, of, condition, span: start.to(self.last_span()) })
    }
}

fn only_or(mut list: Vec<Process>, combine: impl FnOnce(Vec<Process>) -> Process) -> Process {
    match list.pop() {
        Some(only) if list.is_empty() => only,
        Some(last) => {
            list.push(last);
            combine(list)
        }
        None => combine(list),
    }
}
