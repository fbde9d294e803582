//! Reading an ISPL or PISPL file. Sections come in a fixed order; an error skips to the next `;` or `end`, so
//! that one run reports many.

mod condition;
mod formula;
mod pispl;

use synod_syntax::{Diagnostic, Diagnostics, Source, Span, checkpoint, quoted_words};

use crate::ast::{
    Agent, Cond, EvolutionLine, File, Formula, Logic, Name, ProtocolLine, Question, Semantics, TypeName,
    VarDecl,
};
use crate::lex::{Dialect, Kind, Token, tokens};
use crate::pispl::ast as parameterised;

/// A place where reading failed, already reported.
#[derive(Debug)]
pub struct Failed;

/// What reading a part gives.
type Read<T> = Result<T, Failed>;

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

/// Reads a file; `None` when so much is missing that nothing can be said about the rest.
pub fn parse(source: &Source, problems: &mut Diagnostics) -> Option<File> {
    Parser::new(source, Dialect::Ispl, problems).file().ok()
}

/// Reads a PISPL file; `None` when so much is missing that nothing can be said about the rest.
pub fn parse_pispl(source: &Source, problems: &mut Diagnostics) -> Option<parameterised::File> {
    Parser::new(source, Dialect::Pispl, problems).parameterised_file().ok()
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
}

impl<'a, 'd> Parser<'a, 'd> {
    fn new(source: &'a Source, dialect: Dialect, problems: &'d mut Diagnostics) -> Self {
        let tokens = tokens(source.text(), dialect, problems);
        Parser { tokens, at: 0, depth: 0, in_formula: false, source, dialect, problems }
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

    fn fail<T>(&mut self, expected: &str) -> Read<T> {
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
        if token.kind == Kind::Word && expected.contains("name") {
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
        self.problems.push(problem);
        Err(Failed)
    }

    fn expect(&mut self, text: &str) -> Read<Span> {
        if self.is(text) { Ok(self.bump().span) } else { self.fail(&format!("`{text}`")) }
    }

    fn name(&mut self, what: &str) -> Read<Name> {
        let token = self.peek();
        if matches!(token.kind, Kind::Name | Kind::SoftWord) {
            self.bump();
            Ok(Name { text: token.text.to_string(), span: token.span })
        } else {
            self.fail(&format!("the name of {what}"))
        }
    }

    /// The name of an agent, `Environment` included.
    fn agent_name(&mut self) -> Read<Name> {
        if self.is("Environment") {
            let token = self.bump();
            return Ok(Name { text: token.text.to_string(), span: token.span });
        }
        self.name("an agent")
    }

    /// `{a, b, …}`.
    fn braced(&mut self, what: &str, item: fn(&mut Self, &str) -> Read<Name>) -> Read<Vec<Name>> {
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

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MOST_NESTED {
            return self.too_deep();
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Operands with a word between them.
    fn separated<T>(&mut self, word: &str, operand: impl Fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut operands = vec![operand(self)?];
        while self.eat(word) {
            operands.push(operand(self)?);
        }
        Ok(operands)
    }

    /// One more link in a chain that nests to the left.
    fn lengthen(&mut self, length: &mut u32) -> Read<()> {
        *length += 1;
        if *length > MOST_NESTED { self.too_deep() } else { Ok(()) }
    }

    fn too_deep<T>(&mut self) -> Read<T> {
        let span = self.peek().span;
        self.problems.push(
            Diagnostic::error("ispl::too-deep", span, "this is nested too deeply")
                .help("name parts of it as propositions in the Evaluation section"),
        );
        Err(Failed)
    }

    /// After an error: on to the next line of a section, or to its end.
    fn skip_line(&mut self) {
        while !self.is("end") && self.peek().kind != Kind::End {
            if self.bump().text == ";" {
                return;
            }
        }
    }

    /// The lines of a section up to `end NAME`; a line that cannot be read is skipped.
    fn lines<T>(&mut self, section: &str, mut line: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut found = Vec::new();
        while !self.is("end") && self.peek().kind != Kind::End {
            // Where the next section begins, the end of this one is missing.
            if self.peek().kind == Kind::Word && SECTIONS.contains(&self.peek().text) {
                let _ = self.fail::<()>(&format!("`end {section}`"));
                return Ok(found);
            }
            match line(self) {
                Ok(item) => found.push(item),
                Err(Failed) => self.skip_line(),
            }
        }
        self.end_of(section)?;
        Ok(found)
    }

    /// `end NAME`.
    fn end_of(&mut self, part: &str) -> Read<Span> {
        if !self.is("end") {
            return self.fail(&format!("`end {part}`"));
        }
        self.bump();
        self.expect(part)
    }

    fn file(&mut self) -> Read<File> {
        let semantics = self.semantics()?;
        if !self.is("Agent") {
            return self.fail("an agent (`Agent name … end Agent`)");
        }
        let mut agents = Vec::new();
        while self.is("Agent") {
            match self.agent() {
                Ok(agent) => agents.push(agent),
                Err(Failed) => self.skip_block("Agent"),
            }
        }
        let evaluation = self.evaluation()?;
        self.expect("InitStates")?;
        let init = self.condition()?;
        self.expect(";")?;
        self.end_of("InitStates")?;
        let mut groups = Vec::new();
        if self.eat("Groups") {
            groups = self.lines("Groups", |p| {
                let name = p.name("a group")?;
                p.expect("=")?;
                let members = p.braced("an agent", |p, _| p.agent_name())?;
                p.expect(";")?;
                Ok((name, members))
            })?;
        }
        let mut fairness = Vec::new();
        if self.eat("Fairness") {
            fairness = self.lines("Fairness", |p| {
                let formula = p.formula(Logic::Ctl)?;
                p.expect(";")?;
                Ok(formula)
            })?;
        }
        self.expect("Formulae")?;
        let formulae = self.lines("Formulae", Self::question)?;
        if self.peek().kind != Kind::End {
            return self.fail("the end of the file");
        }
        Ok(File { semantics, agents, evaluation, init, groups, fairness, formulae })
    }

    fn evaluation(&mut self) -> Read<Vec<(Name, Cond)>> {
        self.expect("Evaluation")?;
        self.lines("Evaluation", |p| {
            let name = p.name("a proposition")?;
            p.expect("if")?;
            let when = p.condition()?;
            p.expect(";")?;
            Ok((name, when))
        })
    }

    fn question(&mut self) -> Read<Question> {
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

    fn semantics(&mut self) -> Read<Semantics> {
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
            let init = if self.dialect == Dialect::Ispl { "InitStates" } else { "Formulae" };
            if [block, "Evaluation", init, "Formulae"].iter().any(|section| self.is(section))
                && self.tokens[self.at.saturating_sub(1)].text != "end"
            {
                return;
            }
            self.bump();
        }
    }

    fn agent(&mut self) -> Read<Agent> {
        self.expect("Agent")?;
        let name = self.agent_name()?;
        let environment = name.text == "Environment";
        let mut obsvars = Vec::new();
        if environment && self.eat("Obsvars") {
            self.expect(":")?;
            obsvars = self.lines("Obsvars", Self::variable)?;
        }
        let mut lobsvars = Vec::new();
        if !environment && self.eat("Lobsvars") {
            self.expect("=")?;
            lobsvars = self.braced("a variable", Self::name)?;
            self.expect(";")?;
        }
        let mut vars = Vec::new();
        if !environment || self.is("Vars") {
            self.expect("Vars")?;
            self.expect(":")?;
            vars = self.lines("Vars", Self::variable)?;
        }
        let mut red = None;
        if self.eat("RedStates") {
            self.expect(":")?;
            if !self.is("end") {
                red = Some(self.condition()?);
                self.expect(";")?;
            }
            self.end_of("RedStates")?;
        }
        self.expect("Actions")?;
        self.expect("=")?;
        let actions = self.braced("an action", Self::name)?;
        self.expect(";")?;
        self.expect("Protocol")?;
        self.expect(":")?;
        let protocol = self.lines("Protocol", Self::protocol_line)?;
        self.expect("Evolution")?;
        self.expect(":")?;
        let evolution = self.lines("Evolution", Self::evolution_line)?;
        self.end_of("Agent")?;
        Ok(Agent { name, obsvars, lobsvars, vars, red, actions, protocol, evolution })
    }

    fn variable(&mut self) -> Read<VarDecl> {
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
    fn integer(&mut self) -> Read<i64> {
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
    fn number(&mut self, token: Token) -> Read<i64> {
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

    fn protocol_line(&mut self) -> Read<ProtocolLine> {
        let start = self.peek().span;
        let when = if self.eat("Other") { None } else { Some(self.condition()?) };
        self.expect(":")?;
        let actions = self.braced("an action", Self::name)?;
        self.expect(";")?;
        Ok(ProtocolLine { when, actions, span: start.to(self.last_end()) })
    }

    fn evolution_line(&mut self) -> Read<EvolutionLine> {
        let start = self.peek().span;
        let mut assigns = Vec::new();
        self.assignments(&mut assigns)?;
        self.expect("if")?;
        let when = self.condition()?;
        self.expect(";")?;
        Ok(EvolutionLine { assigns, when, span: start.to(self.last_end()) })
    }

    /// `a = e and (b = f and …)`.
    fn assignments(&mut self, found: &mut Vec<(Name, crate::ast::Expr)>) -> Read<()> {
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
