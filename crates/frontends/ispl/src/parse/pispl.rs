//! The sections of a PISPL file. Those of a template may come in any order.

use synod_syntax::Diagnostic;

use super::{Parsed, Parser};
use crate::ast::{Cond, Name};
use crate::pispl::ast::{ActionDecl, ActionType, File, Question, Semantics, Template};

/// The types of actions, as they are written.
const ACTION_TYPES: [&str; 5] =
    ["Asynchronous", "AgentEnvironment", "RoleSynchronous", "GlobalSynchronous", "MultiRole"];
/// The sections of a template.
const SECTIONS: [&str; 5] = ["Vars", "InitState", "Actions", "Protocol", "Evolution"];

impl Parser<'_, '_> {
    pub(super) fn parameterised_file(&mut self) -> File {
        let semantics = self.part(Self::parameterised_semantics);
        if !self.is("Template") {
            let _: Parsed<()> = match self.is("Agent") {
                true => self.fail("a template (`Template name … end Template`; agents are for ISPL)"),
                false => self.fail("a template (`Template name … end Template`)"),
            };
            self.skip_to(&[]);
        }
        let mut templates = Vec::new();
        while self.is("Template") {
            templates.extend(self.template());
        }
        let evaluation = self.part(Self::evaluation);
        let formulae = self.formulae(Self::parameterised_question);
        File { semantics, templates, evaluation, formulae }
    }

    fn parameterised_semantics(&mut self) -> Parsed<Semantics> {
        if !self.eat("Semantics") {
            return Ok(Semantics::default());
        }
        self.expect("=")?;
        let semantics = match self.peek().text {
            "Interleaved" => Semantics::Interleaved,
            "Synchronous" => Semantics::Synchronous,
            _ => return self.fail("`Interleaved` or `Synchronous`"),
        };
        self.bump();
        self.expect(";")?;
        Ok(semantics)
    }

    /// A template, with the sections that can be read; `None` if it has no name.
    fn template(&mut self) -> Option<Template> {
        self.bump();
        let name = if self.is("Environment") { self.agent_name() } else { self.name("a role") };
        let Ok(name) = name else {
            self.skip_block("Template");
            return None;
        };
        let mut template =
            Template { name, vars: Vec::new(), init: None, actions: None, protocol: None, evolution: None };
        let mut seen: Vec<Name> = Vec::new();
        while !self.is("end") {
            let token = self.peek();
            if !SECTIONS.contains(&token.text) {
                let _: Parsed<()> = self.no_section();
                self.skip_to(&SECTIONS);
                if !self.begins(&SECTIONS) {
                    break;
                }
                continue;
            }
            self.bump();
            let section = Name { text: token.text.to_string(), span: token.span };
            if let Some(first) = seen.iter().find(|s| s.text == section.text) {
                let message = format!("`{}` has two sections `{}`", template.name.text, section.text);
                let problem = Diagnostic::error("pispl::duplicate-section", section.span, message);
                self.problems.push(problem.label(first.span, "the first one"));
            }
            seen.push(section);
            if token.text != "Actions" {
                self.eat(":");
            }
            match token.text {
                "Vars" => template.vars = self.part(|p| p.lines("Vars", Self::variable)),
                "InitState" => template.init = self.part(|p| p.initial_state().map(Some)),
                "Actions" => template.actions = self.part(|p| p.actions().map(Some)),
                "Protocol" => {
                    template.protocol = self.part(|p| p.lines("Protocol", Self::protocol_line).map(Some));
                }
                _ => {
                    template.evolution = self.part(|p| p.lines("Evolution", Self::evolution_line).map(Some));
                }
            }
        }
        if self.end_of("Template").is_err() {
            self.skip_block("Template");
        }
        Some(template)
    }

    /// What stands where a section should begin.
    fn no_section<T>(&mut self) -> Parsed<T> {
        let expected =
            "a section (`Vars`, `InitState`, `Actions`, `Protocol`, `Evolution`) or `end Template`";
        let why = match self.peek().text {
            "Obsvars" | "Lobsvars" => "agents of PISPL see their own variables only",
            "RedStates" => "PISPL has no red states",
            "InitStates" => "in PISPL every template has its own `InitState`",
            _ => return self.fail(expected),
        };
        let failed = self.fail(expected);
        if let Some(last) = self.problems.last_mut() {
            last.notes.push(why.to_string());
        }
        failed
    }

    fn initial_state(&mut self) -> Parsed<Cond> {
        let condition = self.condition()?;
        self.expect(";")?;
        self.end_of("InitState")?;
        Ok(condition)
    }

    /// `Actions: Type = {a, b}; … end Actions`, or as in ISPL `Actions = {a, b};`.
    fn actions(&mut self) -> Parsed<Vec<ActionDecl>> {
        if self.is("=") {
            let span = self.last_end();
            self.bump();
            let names = self.braced("an action", Self::name)?;
            self.expect(";")?;
            return Ok(vec![ActionDecl { ty: ActionType::Unsaid, span, names }]);
        }
        self.eat(":");
        self.lines("Actions", Self::action_line)
    }

    fn action_line(&mut self) -> Parsed<ActionDecl> {
        let token = self.peek();
        let ty = match token.text {
            "Asynchronous" => ActionType::Asynchronous,
            "AgentEnvironment" => ActionType::AgentEnvironment,
            "RoleSynchronous" => ActionType::RoleSynchronous,
            "GlobalSynchronous" => ActionType::GlobalSynchronous,
            "MultiRole" => {
                self.bump();
                self.expect("(")?;
                let partner = self.name("the other role")?;
                if !self.is(")") {
                    return self.fail("`)`: two roles take part, this one and the one named here");
                }
                ActionType::MultiRole(partner)
            }
            _ => return self.fail(&format!("a type of actions (`{}`)", ACTION_TYPES.join("`, `"))),
        };
        self.bump();
        let span = token.span.to(self.last_end());
        self.expect("=")?;
        let names = self.braced("an action", Self::name)?;
        self.expect(";")?;
        Ok(ActionDecl { ty, span, names })
    }

    fn parameterised_question(&mut self) -> Parsed<Question> {
        let start = self.peek().span;
        let mut binder = Vec::new();
        if self.is("(") && self.peek_after(2).text == ":" {
            self.bump();
            loop {
                let role = if self.is("Environment") { self.agent_name()? } else { self.name("a role")? };
                self.expect(":")?;
                binder.push((role, self.braced("an index variable", Self::name)?));
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        let question = self.question()?;
        Ok(Question {
            binder,
            logic: question.logic,
            formula: question.formula,
            span: start.to(question.span),
        })
    }
}
