//! What a first look at the tokens tells about names, because the grammar depends on it: `a - b` is a
//! member if `a` is an instance, `g ()` is a call if `g` is a guard.

use std::collections::HashSet;

use synod_syntax::{Source, Token};

use crate::lex::{Kind, Word};

/// Names by what they are declared as, anywhere in the text.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// `guard name`.
    pub guards: HashSet<String>,
    /// `enum name`.
    pub enums: HashSet<String>,
    /// `Type(name, …)` in the system.
    pub instances: HashSet<String>,
    /// `name : int` and `name : 0..3`.
    pub numbers: HashSet<String>,
    /// Cases of enumerations and everything followed by `:`.
    pub values: HashSet<String>,
}

impl Names {
    /// Collects them in one pass.
    pub fn collect(source: &Source, tokens: &[Token<Kind>]) -> Self {
        let mut names = Names::default();
        let mut in_cases = false;
        let mut in_system = false;
        let mut depth = 0usize;
        for (i, token) in tokens.iter().enumerate() {
            let kind = |ahead: usize| tokens.get(i + ahead).map_or(Kind::End, |t| t.kind);
            let text = |ahead: usize| tokens.get(i + ahead).map_or("", |t| source.slice(t.span)).to_string();
            match token.kind {
                Kind::Word(Word::Guard) if kind(1) == Kind::Name => {
                    names.guards.insert(text(1));
                }
                Kind::Word(Word::System) if kind(1) == Kind::Equal => in_system = true,
                Kind::Word(Word::Spec | Word::Agent) => in_system = false,
                Kind::Word(Word::Enum) => {
                    names.enums.insert(text(1));
                    in_cases = kind(2) == Kind::BraceOpen;
                }
                Kind::Word(Word::Channels) => in_cases = true,
                Kind::Word(_) | Kind::BraceClose => in_cases = false,
                Kind::ParenOpen => {
                    if in_system && depth == 0 && kind(1) == Kind::Name {
                        names.instances.insert(text(1));
                    }
                    depth += 1;
                }
                Kind::ParenClose => depth = depth.saturating_sub(1),
                Kind::Name if text(0) == "const" && kind(1) == Kind::Name && kind(2) == Kind::Equal => {
                    names.numbers.insert(text(1));
                }
                Kind::Name if kind(1) == Kind::Colon => {
                    if matches!(kind(2), Kind::Number | Kind::Word(Word::Int)) {
                        names.numbers.insert(text(0));
                    }
                    names.values.insert(text(0));
                }
                Kind::Name if in_cases && !matches!(kind(1), Kind::BraceOpen) => {
                    names.values.insert(text(0));
                }
                _ => {}
            }
        }
        names
    }
}
