//! Recognises the dialect of a text by what only one of them has.

use synod_syntax::{Source, Token};

use crate::ast::Dialect;
use crate::lex::{Kind, Lexer, Word};

/// How many tokens after one may decide what it means.
const AHEAD: usize = 2;

/// The dialect a text is written in, by the first thing that only one of them has; `None` if there is
/// nothing of that kind.
pub fn detect(source: &Source) -> Option<Dialect> {
    // Read as legacy, the more permissive of the two; that also hides all kinds of comments.
    let mut lexer = Lexer::new(source.text(), Dialect::Legacy);
    let mut tokens: Vec<Token<Kind>> = Vec::new();
    // Most texts tell in their first lines: the rest is not cut into tokens.
    for at in 0.. {
        while tokens.len() <= at + AHEAD {
            tokens.push(lexer.token());
        }
        if tokens[at].kind == Kind::End {
            break;
        }
        let decided = decide(source, &tokens, at);
        if decided.is_some() {
            return decided;
        }
    }
    // A doubled `&` is an easy mistake in the new dialect: it counts only if nothing else decides.
    let is_doubled = |token: &Token<Kind>| token.kind == Kind::And && source.slice(token.span) == "&&";
    tokens.iter().any(is_doubled).then_some(Dialect::Legacy)
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
