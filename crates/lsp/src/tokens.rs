//! Semantic tokens: the names of a text, by what they stand for.

use lsp_types::{SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokensLegend};
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
