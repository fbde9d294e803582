//! Recognises the dialect of a text by what only one of them has.

use synod_syntax::{Source, Token};

use crate::ast::Dialect;
use crate::lex::{Kind, Word, tokens};

/// The dialect a text is written in, by the first thing that only one of them has; `None` if there is
/// nothing of that kind.
pub fn detect(source: &Source) -> Option<Dialect> {
    // Read as legacy, the more permissive of the two; that also hides all kinds of comments.
    let (tokens, _) = tokens(source.text(), Dialect::Legacy);
    // A doubled `&` is an easy mistake in the new dialect: it counts only if nothing else decides.
    let doubled = || tokens.iter().any(|token| token.kind == Kind::And && source.slice(token.span) == "&&");
    let decided = (0..tokens.len()).find_map(|at| decide(source, &tokens, at));
    decided.or_else(|| doubled().then_some(Dialect::Legacy))
}

fn decide(source: &Source, tokens: &[Token<Kind>], at: usize) -> Option<Dialect> {
    let kind = |i: usize| tokens.get(i).map_or(Kind::End, |t| t.kind);
    let text = |i: usize| tokens.get(i).map_or("", |t| source.slice(t.span));
    let before = at.checked_sub(1).map_or(Kind::End, kind);
    match kind(at) {
        Kind::Word(Word::Channels) if kind(at + 1) == Kind::Colon => Some(Dialect::Legacy),
        Kind::Word(Word::PropertyVariables) => Some(match text(at) {
            "property-variables" => Dialect::New,
            _ => Dialect::Legacy,
        }),
        Kind::Word(Word::Enum) if text(at + 1) == "channel" => Some(Dialect::New),
        // Where a command begins, so does its precondition.
        Kind::Less if kind(at + 1) == Kind::Less => Some(Dialect::New),
        Kind::Less if begins_command(before) || before == Kind::ParenOpen => Some(Dialect::Legacy),
        Kind::BraceOpen if begins_command(before) => Some(Dialect::New),
        // In `E({a, b}, …)` a brace opens a group of agents.
        Kind::BraceOpen if before == Kind::ParenOpen && at.checked_sub(2).map(kind) != Some(Kind::Name) => {
            Some(Dialect::New)
        }
        Kind::BigAnd | Kind::BigOr => Some(Dialect::Legacy),
        Kind::Or if text(at) == "||" && before == Kind::ParenClose && kind(at + 1) == Kind::Name => {
            (kind(at + 2) == Kind::ParenOpen).then_some(Dialect::New)
        }
        _ => None,
    }
}

/// Whether only a command may begin behind this token, and what begins is no expression.
fn begins_command(before: Kind) -> bool {
    matches!(before, Kind::Colon | Kind::Plus | Kind::Semicolon | Kind::Word(Word::Rep))
}
