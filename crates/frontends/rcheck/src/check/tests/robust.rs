//! No text makes the checker panic, and what it accepts can be lowered.

use super::*;

/// What tokens are replaced by: names of every kind, and constants of every type.
const REPLACEMENTS: [&str; 12] =
    ["", "x", "w", "M", "@p", "red", "one", "chan", "myself", "1", "true", "g(red, 1)"];

#[test]
fn every_piece_of_a_model_can_be_replaced_by_anything() {
    let spec = "forall j : Client . G <<sender = j & exists(p = red & M = j-k)>> (j-snd | K(j, one-x > 1))";
    let text = with_spec(spec);
    let mut accepted = 0;
    for (start, end) in pieces(&text) {
        for replacement in REPLACEMENTS {
            let mutant = format!("{} {replacement} {}", &text[..start], &text[end..]);
            let source = Source::new("mutant", mutant);
            let (Some(tree), syntax) = parse(&source, Dialect::New, Reading::Standard) else { continue };
            let (model, found) = check(&tree, &source, CheckOptions::default());
            if !syntax.has_errors() {
                assert_eq!(model.is_none(), found.has_errors());
            }
            if let Some(model) = model {
                accepted += 1;
                let _ = crate::lower::lower("mutant", &model, &[]);
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}

/// Names, numbers and single symbols of a text.
fn pieces(text: &str) -> Vec<(usize, usize)> {
    let mut list = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let word = text[at..].find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len() - at);
        let length = word.max(next.len_utf8());
        if !next.is_whitespace() {
            list.push((at, at + length));
        }
        at += length;
    }
    list
}
