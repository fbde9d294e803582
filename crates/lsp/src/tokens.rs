//! Semantic tokens: the names of a text, by what they stand for.

use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokensEdit, SemanticTokensLegend,
};
use synod_session::editing::{Mention, SymbolKind};

use crate::positions::Text;

/// The types of tokens, in the order of their numbers.
const TYPES: [SemanticTokenType; 9] = [
    SemanticTokenType::CLASS,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::ENUM,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::EVENT,
    SemanticTokenType::NAMESPACE,
];

/// What the numbers in tokens mean.
pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION, SemanticTokenModifier::READONLY],
    }
}

fn type_of(kind: SymbolKind) -> SemanticTokenType {
    match kind {
        SymbolKind::Agent => SemanticTokenType::CLASS,
        SymbolKind::Instance | SymbolKind::Variable | SymbolKind::Constant => SemanticTokenType::VARIABLE,
        SymbolKind::Enumeration => SemanticTokenType::ENUM,
        SymbolKind::Case | SymbolKind::Channel => SemanticTokenType::ENUM_MEMBER,
        SymbolKind::Parameter => SemanticTokenType::PARAMETER,
        SymbolKind::Field => SemanticTokenType::PROPERTY,
        SymbolKind::Guard | SymbolKind::Process | SymbolKind::Proposition | SymbolKind::Property => {
            SemanticTokenType::FUNCTION
        }
        SymbolKind::Action | SymbolKind::Label => SemanticTokenType::EVENT,
        SymbolKind::Group | SymbolKind::Section => SemanticTokenType::NAMESPACE,
    }
}

/// The tokens of a text, each relative to the one before.
pub fn tokens(text: &Text, mentions: &[Mention]) -> Vec<SemanticToken> {
    let mut found = Vec::new();
    let (mut line, mut column) = (0, 0);
    for mention in mentions {
        let position = text.position(mention.place.span.start as usize);
        if (position.line, position.character) < (line, column) {
            continue;
        }
        let delta_line = position.line - line;
        let delta_start = if delta_line == 0 { position.character - column } else { position.character };
        let number = TYPES.iter().position(|each| *each == type_of(mention.kind)).unwrap_or(1);
        let is_fixed = matches!(mention.kind, SymbolKind::Constant | SymbolKind::Case | SymbolKind::Channel);
        found.push(SemanticToken {
            delta_line,
            delta_start,
            length: text.width(mention.place.span),
            token_type: number as u32,
            token_modifiers_bitset: u32::from(mention.is_declaration) | u32::from(is_fixed) << 1,
        });
        (line, column) = (position.line, position.character);
    }
    found
}

/// What is to be changed in tokens that a client has: one piece, between what is the same at the beginning and at the end.
pub fn changes(before: &[SemanticToken], after: &[SemanticToken]) -> Vec<SemanticTokensEdit> {
    /// Numbers for each token.
    const WIDTH: u32 = 5;
    let head = std::iter::zip(before, after).take_while(|(one, other)| one == other).count();
    let tails = std::iter::zip(before[head..].iter().rev(), after[head..].iter().rev());
    let tail = tails.take_while(|(one, other)| one == other).count();
    let (removed, added) = (&before[head..before.len() - tail], &after[head..after.len() - tail]);
    if removed.is_empty() && added.is_empty() {
        return Vec::new();
    }
    vec![SemanticTokensEdit {
        start: head as u32 * WIDTH,
        delete_count: removed.len() as u32 * WIDTH,
        data: Some(added.to_vec()),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(delta_line: u32) -> SemanticToken {
        let (delta_start, length, token_type) = (1, 1, 0);
        SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset: 0 }
    }

    #[test]
    fn changes_lead_from_one_list_of_tokens_to_the_other() {
        let lists: Vec<Vec<SemanticToken>> =
            [&[1, 2, 3][..], &[1, 3], &[1, 2, 4, 3], &[], &[2, 3], &[1, 2, 2, 3]]
                .map(|l| l.iter().map(|n| token(*n)).collect())
                .to_vec();
        for before in &lists {
            for after in &lists {
                let mut changed = before.clone();
                for edit in changes(before, after) {
                    let (start, count) = (edit.start as usize / 5, edit.delete_count as usize / 5);
                    changed.splice(start..start + count, edit.data.unwrap());
                }
                assert_eq!(&changed, after);
            }
        }
    }
}
