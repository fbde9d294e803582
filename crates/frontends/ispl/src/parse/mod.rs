//! Reading an ISPL or PISPL file. Sections come in a fixed order; an error skips to the next line or section, so that one run
//! reports many, and what else the text declares is known.

mod condition;
mod formula;
mod pispl;

use synod_syntax::{Diagnostic, Diagnostics, Failed, Parsed, Source, Span, checkpoint, quoted_words};

use crate::ast::{
    Agent, Cond, CondKind, EvolutionLine, File, Formula, Logic, Name, ProtocolLine, Question, Semantics,
    TypeName, VarDecl,
};
use crate::lex::{Dialect, Kind, Token, is_operator, tokens};
use crate::pispl::ast as parameterised;

/// How deep conditions and formulas may nest.
const MOST_NESTED: u32 = 300;

/// The words that parts of a file begin with.
const SECTIONS: [&str; 15] = [
    "Agent",
    "Template",
    "Obsvars",
    "Lobsvars",
    "Vars",
    "RedStates",
    "Actions",
    "Protocol",
    "Evolution",
    "Evaluation",
    "InitStates",
    "InitState",
    "Groups",
    "Fairness",
    "Formulae",
];

/// The words that begin what is in no agent.
const OUTER: [&str; 7] = ["Agent", "Template", "Evaluation", "InitStates", "Groups", "Fairness", "Formulae"];

/// Reads a file, as much of it as can be read.
pub fn parse(source: &Source, problems: &mut Diagnostics) -> File {
    Parser::new(source, Dialect::Ispl, problems).file()
}

/// Reads a PISPL file, as much of it as can be read.
pub fn parse_pispl(source: &Source, problems: &mut Diagnostics) -> parameterised::File {
    Parser::new(source, Dialect::Pispl, problems).parameterised_file()
}

struct Parser<'a, 'd> {
    tokens: Vec<Token<'a>>,
    at: usize,
    depth: u32,
    /// Whether a formula is read.
    in_formula: bool,
    source: &'a Source,
    dialect: Dialect,
    problems: &'d mut Diagnostics,
    /// The token that the last complaint was about: what else is wrong with it is a consequence.
    complained: Option<usize>,
    /// Reserved words that were reported where they stand for names.
    refused: Vec<&'a str>,
}

/// How many other places of a reserved word are shown.
const MOST_PLACES: usize = 5;

impl<'a, 'd> Parser<'a, 'd> {
    fn new(source: &'a Source, dialect: Dialect, problems: &'d mut Diagnostics) -> Self {
        let tokens = tokens(source.text(), dialect, problems);
        let (complained, refused) = (None, Vec::new());
        Parser { tokens, at: 0, depth: 0, in_formula: false, source, dialect, problems, complained, refused }
    }

    fn peek(&self) -> Token<'a> {
        self.tokens[self.at]
    }

    fn peek_after(&self, skip: usize) -> Token<'a> {
        self.tokens[(self.at + skip).min(self.tokens.len() - 1)]
    }

    fn bump(&mut self) -> Token<'a> {
        checkpoint();
        let token = self.peek();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    fn is(&self, text: &str) -> bool {
        let token = self.peek();
        token.text == text && matches!(token.kind, Kind::Word | Kind::SoftWord | Kind::Symbol)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.is(text);
        if found {
            self.bump();
        }
        found
    }

    /// Where the last token ended.
    fn last_end(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn fail<T>(&mut self, expected: &str) -> Parsed<T> {
        let token = self.peek();
        if token.kind == Kind::Bad {
            return Err(Failed);
        }
        let found = match token.kind {
            Kind::End => "the end of the file".to_string(),
            _ => format!("`{}`", token.text),
        };
        let mut problem =
            Diagnostic::error("ispl::syntax", token.span, format!("expected {expected}, found {found}"));
        if self.in_formula && token.kind == Kind::Word && matches!(token.text, "X" | "F" | "G") {
            let operator = token.text;
            problem = problem.help(format!(
                "a formula of linear time begins with `LTL`, as in `LTL {operator} p`; in branching time write `A{operator} p` or \
                 `E{operator} p`"
            ));
        } else if token.kind == Kind::Word && expected.contains("name") {
            problem = problem.explain(format!(
                "`{}` is a reserved word of {} and cannot be used as a name",
                token.text,
                self.dialect.name()
            ));
        }
        if !self.problems.is_full() {
            // One reserved word is taken for another only if letters are missing at its end.
            let is_near = |word: &&str| token.kind != Kind::Word || word.starts_with(token.text);
            let words: Vec<&str> = quoted_words(expected).into_iter().filter(is_near).collect();
            let vocabulary = self.dialect.vocabulary(self.in_formula);
            problem = vocabulary.explain(problem, self.source.text(), &words);
        }
        if self.complained.replace(self.at) != Some(self.at) {
            self.problems.push(problem);
        }
        Err(Failed)
    }

    fn expect(&mut self, text: &str) -> Parsed<Span> {
        if self.is(text) { Ok(self.bump().span) } else { self.fail(&format!("`{text}`")) }
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        let token = self.peek();
        if matches!(token.kind, Kind::Name | Kind::SoftWord) {
            self.bump();
            Ok(Name { text: token.text.to_string(), span: token.span })
        } else if self.refuses(token, what) {
            Ok(Name { text: self.bump().text.to_string(), span: token.span })
        } else {
            self.fail(&format!("the name of {what}"))
        }
    }

    /// Whether an operator of formulas stands for a name, which is reported once, with the other places.
    fn refuses(&mut self, token: Token<'a>, what: &str) -> bool {
        if token.kind != Kind::Word || !is_operator(token.text) {
            return false;
        }
        if self.in_formula || self.refused.contains(&token.text) {
            return self.refused.contains(&token.text);
        }
        self.refused.push(token.text);
        let message = format!(
            "`{}` is a reserved word of {} and cannot be the name of {what}",
            token.text,
            self.dialect.name()
        );
        let mut problem = Diagnostic::error("ispl::syntax", token.span, message).help("choose another name");
        let mut in_formula = false;
        let mut others = 0;
        for at in self.at + 1..self.tokens.len() {
            in_formula |= matches!(self.tokens[at].text, "Fairness" | "Formulae");
            let next = self.tokens.get(at + 1).map_or("", |next| next.text);
            // What operators of formulas do not stand before.
            let is_name = !in_formula || matches!(next, ")" | ";" | "," | "and" | "or" | "->" | "U");
            if self.tokens[at].text == token.text && is_name {
                self.tokens[at].kind = Kind::Name;
                others += 1;
                if others <= MOST_PLACES {
                    problem = problem.label(self.tokens[at].span, "here too");
                }
            }
        }
        self.problems.push(problem);
        true
    }

    /// The name of an agent, `Environment` included.
    fn agent_name(&mut self) -> Parsed<Name> {
        if self.is("Environment") {
            let token = self.bump();
            return Ok(Name { text: token.text.to_string(), span: token.span });
        }
        self.name("an agent")
    }

    /// `{a, b, …}`.
    fn braced(&mut self, what: &str, item: fn(&mut Self, &str) -> Parsed<Name>) -> Parsed<Vec<Name>> {
        self.expect("{")?;
        let mut names = Vec::new();
        while !self.is("}") {
            names.push(item(self, what)?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}")?;
        Ok(names)
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MOST_NESTED {
            return self.too_deep();
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Operands with a word between them.
    fn separated<T>(&mut self, word: &str, operand: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut operands = vec![operand(self)?];
        while self.eat(word) {
            operands.push(operand(self)?);
        }
        Ok(operands)
    }

    /// One more link in a chain that nests to the left.
    fn lengthen(&mut self, length: &mut u32) -> Parsed<()> {
        *length += 1;
        if *length > MOST_NESTED { self.too_deep() } else { Ok(()) }
    }

    fn too_deep<T>(&mut self) -> Parsed<T> {
        let span = self.peek().span;
        self.problems.push(
            Diagnostic::error("ispl::too-deep", span, "this is nested too deeply")
                .help("name parts of it as propositions in the Evaluation section"),
        );
        Err(Failed)
    }

    /// Whether one of these words begins something here, rather than ends it.
    fn begins(&self, words: &[&str]) -> bool {
        let token = self.peek();
        let is_end = self.at > 0 && self.tokens[self.at - 1].text == "end";
        token.kind == Kind::Word && words.contains(&token.text) && !is_end
    }

    /// Whether a part of an agent or of the file begins here, in which no line goes on.
    fn begins_section(&self) -> bool {
        self.begins(&SECTIONS) || self.begins(&OUTER)
    }

    /// After an error: on to one of these words, or to what is in no agent.
    fn skip_to(&mut self, words: &[&str]) {
        while self.peek().kind != Kind::End && !self.begins(words) && !self.begins(&OUTER) {
            self.bump();
        }
        self.complained = Some(self.at);
    }

    /// What is read, or nothing: what cannot be read is skipped, up to the next part of an agent or of the file.
    fn part<T: Default>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> T {
        read(self).unwrap_or_else(|Failed| {
            self.skip_to(&SECTIONS);
            T::default()
        })
    }

    /// After an error: on to the next line of a section, or to its end.
    fn skip_line(&mut self) {
        while !self.is("end") && self.peek().kind != Kind::End && !self.begins_section() {
            if self.bump().text == ";" {
                return;
            }
        }
    }

    /// The lines of a section up to `end NAME`; a line that cannot be read is skipped.
    fn lines<T>(&mut self, section: &str, mut line: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut found = Vec::new();
        while !self.is("end") && self.peek().kind != Kind::End && !self.begins_section() {
            match line(self) {
                Ok(item) => found.push(item),
                Err(Failed) => self.skip_line(),
            }
        }
        if self.begins_section() {
            // The end is missing, and nothing else.
            let _: Parsed<()> = self.fail(&format!("`end {section}`"));
            return Ok(found);
        }
        self.end_of(section)?;
        Ok(found)
    }

    /// `end NAME`.
    fn end_of(&mut self, part: &str) -> Parsed<Span> {
        if !self.is("end") {
            return self.fail(&format!("`end {part}`"));
        }
        self.bump();
        self.expect(part)
    }

    fn file(&mut self) -> File {
        let semantics = self.part(Self::semantics);
        if !self.is("Agent") {
            let _: Parsed<()> = self.fail("an agent (`Agent name … end Agent`)");
            self.skip_to(&[]);
        }
        let mut agents = Vec::new();
        while self.is("Agent") {
            agents.extend(self.agent());
        }
        let evaluation = self.part(Self::evaluation);
        let init = self.part(|p| p.initial_states().map(Some));
        let groups = self.part(|p| p.optional("Groups", Self::named_group));
        let fairness = self.part(|p| {
            p.optional("Fairness", |p| {
                let formula = p.formula(Logic::Ctl)?;
                p.expect(";")?;
                Ok(formula)
            })
        });
        let formulae = self.formulae(Self::question);
        // Nothing is asked about what could not be read.
        let init = init.unwrap_or(Cond { kind: CondKind::And(Vec::new()), span: Span::default() });
        File { semantics, agents, evaluation, init, groups, fairness, formulae }
    }

    fn initial_states(&mut self) -> Parsed<Cond> {
        self.expect("InitStates")?;
        let init = self.condition()?;
        self.expect(";")?;
        self.end_of("InitStates")?;
        Ok(init)
    }

    fn optional<T>(&mut self, section: &str, line: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        if self.eat(section) { self.lines(section, line) } else { Ok(Vec::new()) }
    }

    fn named_group(&mut self) -> Parsed<(Name, Vec<Name>)> {
        let name = self.name("a group")?;
        self.expect("=")?;
        let members = self.braced("an agent", |p, _| p.agent_name())?;
        self.expect(";")?;
        Ok((name, members))
    }

    /// The questions, with which a file ends.
    fn formulae<T>(&mut self, question: impl FnMut(&mut Self) -> Parsed<T>) -> Vec<T> {
        let found = self.part(|p| {
            p.expect("Formulae")?;
            p.lines("Formulae", question)
        });
        if self.peek().kind != Kind::End {
            let _: Parsed<()> = self.fail("the end of the file");
        }
        found
    }

    fn evaluation(&mut self) -> Parsed<Vec<(Name, Cond)>> {
        self.expect("Evaluation")?;
        self.lines("Evaluation", |p| {
            let name = p.name("a proposition")?;
            p.expect("if")?;
            let when = p.condition()?;
            p.expect(";")?;
            Ok((name, when))
        })
    }

    fn question(&mut self) -> Parsed<Question> {
        let start = self.peek().span;
        let logic = match self.peek().text {
            "LTL" => Logic::Ltl,
            "CTL*" => Logic::CtlStar,
            _ => Logic::Ctl,
        };
        if logic != Logic::Ctl {
            self.bump();
        }
        let formula: Formula = self.formula(logic)?;
        let span = start.to(self.last_end());
        self.expect(";")?;
        Ok(Question { logic, formula, span })
    }

    fn semantics(&mut self) -> Parsed<Semantics> {
        if !self.eat("Semantics") {
            return Ok(Semantics::default());
        }
        self.expect("=")?;
        let semantics = match self.peek().text {
            "MultiAssignment" | "MA" => Semantics::MultiAssignment,
            "SingleAssignment" | "SA" => Semantics::SingleAssignment,
            _ => return self.fail("`MultiAssignment` or `SingleAssignment`"),
        };
        self.bump();
        self.expect(";")?;
        Ok(semantics)
    }

    /// After an error in an agent or template: past its end.
    fn skip_block(&mut self, block: &str) {
        while self.peek().kind != Kind::End {
            if self.is("end") && self.peek_after(1).text == block {
                self.bump();
                self.bump();
                return;
            }
            if self.begins(&OUTER) {
                break;
            }
            self.bump();
        }
        self.complained = Some(self.at);
    }

    /// An agent, with the sections that can be read; `None` if it has no name.
    fn agent(&mut self) -> Option<Agent> {
        self.bump();
        let Ok(name) = self.agent_name() else {
            self.skip_block("Agent");
            return None;
        };
        let environment = name.text == "Environment";
        let obsvars = self.part(|p| match environment {
            true => p.declarations("Obsvars"),
            false => Ok(Vec::new()),
        });
        let lobsvars = self.part(|p| {
            if environment || !p.eat("Lobsvars") {
                return Ok(Vec::new());
            }
            p.expect("=")?;
            let seen = p.braced("a variable", Self::name)?;
            p.expect(";")?;
            Ok(seen)
        });
        let vars = self.part(|p| match environment || p.is("Vars") {
            true => p.declarations("Vars"),
            false => p.fail("`Vars`"),
        });
        let red = self.part(Self::red_states);
        let actions = self.part(|p| {
            p.expect("Actions")?;
            p.expect("=")?;
            let actions = p.braced("an action", Self::name)?;
            p.expect(";")?;
            Ok(actions)
        });
        let protocol = self.part(|p| {
            p.expect("Protocol")?;
            p.expect(":")?;
            p.lines("Protocol", Self::protocol_line)
        });
        let evolution = self.part(|p| {
            p.expect("Evolution")?;
            p.expect(":")?;
            p.lines("Evolution", Self::evolution_line)
        });
        if self.end_of("Agent").is_err() {
            self.skip_block("Agent");
        }
        Some(Agent { name, obsvars, lobsvars, vars, red, actions, protocol, evolution })
    }

    /// The declarations in a section, if it is there.
    fn declarations(&mut self, section: &str) -> Parsed<Vec<VarDecl>> {
        if !self.eat(section) {
            return Ok(Vec::new());
        }
        self.expect(":")?;
        self.lines(section, Self::variable)
    }

    fn red_states(&mut self) -> Parsed<Option<Cond>> {
        if !self.eat("RedStates") {
            return Ok(None);
        }
        self.expect(":")?;
        let mut red = None;
        if !self.is("end") {
            red = Some(self.condition()?);
            self.expect(";")?;
        }
        self.end_of("RedStates")?;
        Ok(red)
    }

    fn variable(&mut self) -> Parsed<VarDecl> {
        let name = self.name("a variable")?;
        self.expect(":")?;
        let ty = if self.eat("boolean") {
            TypeName::Bool
        } else if self.is("{") {
            TypeName::Enum(self.braced("a value", Self::name)?)
        } else {
            let start = self.peek().span;
            let lo = self.integer()?;
            self.expect("..")?;
            let hi = self.integer()?;
            TypeName::Range(lo, hi, start.to(self.last_end()))
        };
        self.expect(";")?;
        Ok(VarDecl { name, ty })
    }

    /// A number with an optional sign.
    fn integer(&mut self) -> Parsed<i64> {
        let negative = self.eat("-");
        let token = self.peek();
        if token.kind != Kind::Number {
            return self.fail("a type: `boolean`, `lo..hi` or `{value, …}`");
        }
        self.bump();
        let value = self.number(token)?;
        Ok(if negative { -value } else { value })
    }

    /// The value of a number token.
    fn number(&mut self, token: Token) -> Parsed<i64> {
        match token.text.parse::<i32>() {
            Ok(value) => Ok(i64::from(value)),
            Err(_) => {
                self.problems.push(Diagnostic::error(
                    "ispl::number",
                    token.span,
                    format!("{} is too large", token.text),
                ));
                Err(Failed)
            }
        }
    }

    fn protocol_line(&mut self) -> Parsed<ProtocolLine> {
        let start = self.peek().span;
        let when = if self.eat("Other") { None } else { Some(self.condition()?) };
        self.expect(":")?;
        let actions = self.braced("an action", Self::name)?;
        self.expect(";")?;
        Ok(ProtocolLine { when, actions, span: start.to(self.last_end()) })
    }

    fn evolution_line(&mut self) -> Parsed<EvolutionLine> {
        let start = self.peek().span;
        let mut assigns = Vec::new();
        self.assignments(&mut assigns)?;
        self.expect("if")?;
        let when = self.condition()?;
        self.expect(";")?;
        Ok(EvolutionLine { assigns, when, span: start.to(self.last_end()) })
    }

    /// `a = e and (b = f and …)`.
    fn assignments(&mut self, found: &mut Vec<(Name, crate::ast::Expr)>) -> Parsed<()> {
        loop {
            if self.eat("(") {
                self.deeper(|p| p.assignments(found))?;
                self.expect(")")?;
            } else {
                let name = self.name("a variable")?;
                self.expect("=")?;
                found.push((name, self.expression()?));
            }
            if !self.eat("and") {
                return Ok(());
            }
        }
    }
}
