//! Random edits: at the end the server says of a text what a fresh one says, and it never fails.
//!
//! `SYNOD_EDITS=2000 cargo test -p synod-lsp --test protocol random_edits` tries more of them.

use serde_json::{Value, json};
use synod_testing::Dice;

use crate::client::Client;

const MODELS: [(&str, &str); 6] = [
    ("m.rcp", include_str!("../../../frontends/rcheck/src/template.rcp")),
    ("m.labs", include_str!("../../../frontends/labs/src/template.labs")),
    ("m.ispl", include_str!("../../../frontends/ispl/src/template.ispl")),
    ("m.pispl", include_str!("../../../frontends/ispl/src/template.pispl")),
    ("m.ccs", include_str!("../../../frontends/process/src/template.ccs")),
    ("m.chor", include_str!("../../../frontends/process/src/template.chor")),
];

const PIECES: [&str; 24] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ":",
    "=",
    ",",
    "\n",
    " ",
    "x",
    "0",
    "end",
    "-- ü\n",
    "/*",
    "agent",
    "property ",
    "Agent ",
    "𝄞",
    "->",
    "!",
    "system",
];

fn position(text: &str, offset: usize) -> Value {
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let character: usize = text[start..offset].chars().map(char::len_utf16).sum();
    json!({ "line": text[..offset].matches('\n').count(), "character": character })
}

/// A place between two characters, not inside of a line break.
fn place(text: &str, dice: &mut Dice) -> usize {
    let mut at = dice.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Changes a text at random; what the client says of that.
fn edit(text: &mut String, original: &str, dice: &mut Dice) -> Value {
    let one = place(text, dice);
    let length = dice.one_of(&[0, 0, 1, 1, 3, 12, 60]);
    let mut other = (one + length).min(text.len());
    while !text.is_char_boundary(other) {
        other += 1;
    }
    let new = match dice.below(4) {
        0 => String::new(),
        1 | 2 => dice.one_of(&PIECES).to_string(),
        // What stands somewhere else.
        _ => {
            let from = place(original, dice);
            original[from..].chars().take(dice.below(40)).collect()
        }
    };
    let range = json!({ "start": position(text, one), "end": position(text, other) });
    text.replace_range(one..other, &new);
    json!({ "range": range, "text": new })
}

fn sorted(mut diagnostics: Vec<Value>) -> Vec<String> {
    let mut told: Vec<String> = diagnostics.drain(..).map(|each| each.to_string()).collect();
    told.sort();
    told
}

#[test]
fn random_edits_end_like_a_fresh_start() {
    let rounds: u64 = std::env::var("SYNOD_EDITS").ok().and_then(|text| text.parse().ok()).unwrap_or(3);
    for (name, original) in MODELS {
        let uri = format!("file:///{name}");
        let mut client = Client::new();
        let mut fresh = Client::new();
        let mut version = 0;
        for round in 0..rounds {
            let mut dice = Dice::new(round);
            let mut text = original.to_string();
            version += 1;
            let document = json!({ "uri": uri, "languageId": "synod", "version": version, "text": text });
            client.notify("textDocument/didOpen", json!({ "textDocument": document }));
            let mut tokens = Value::Null;
            for _ in 0..30 {
                version += 1;
                let changes: Vec<Value> =
                    (0..1 + dice.below(3)).map(|_| edit(&mut text, original, &mut dice)).collect();
                let document = json!({ "uri": uri, "version": version });
                client.notify(
                    "textDocument/didChange",
                    json!({ "textDocument": document, "contentChanges": changes }),
                );
                let at = place(&text, &mut dice);
                let spot = json!({ "textDocument": { "uri": uri }, "position": position(&text, at) });
                match dice.below(12) {
                    0 => drop(client.ask("textDocument/completion", spot).unwrap()),
                    1 => drop(client.ask("textDocument/hover", spot).unwrap()),
                    2 => drop(client.ask("textDocument/signatureHelp", spot).unwrap()),
                    3 => drop(client.ask("textDocument/documentSymbol", spot).unwrap()),
                    4 => drop(client.ask("textDocument/prepareCallHierarchy", spot).unwrap()),
                    5 => drop(client.ask("textDocument/foldingRange", spot).unwrap()),
                    6 => drop(client.ask("textDocument/definition", spot).unwrap()),
                    7 => drop(client.ask("textDocument/codeLens", spot).unwrap()),
                    8 => {
                        let mut asked = spot;
                        asked["previousResultId"] = tokens.clone();
                        let method = "textDocument/semanticTokens/full/delta";
                        let known = asked["previousResultId"].is_string();
                        if known {
                            tokens = client.ask(method, asked).unwrap()["resultId"].clone();
                        } else {
                            tokens =
                                client.ask("textDocument/semanticTokens/full", asked).unwrap()["resultId"]
                                    .clone();
                        }
                    }
                    _ => {}
                }
            }
            let after = sorted(client.diagnostics(version));
            let document = json!({ "uri": uri, "languageId": "synod", "version": version, "text": text });
            fresh.notify("textDocument/didOpen", json!({ "textDocument": document }));
            let expected = sorted(fresh.diagnostics(version));
            assert_eq!(after, expected, "{name}, round {round}:\n{text}");
            for one in [&client, &fresh] {
                one.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
            }
        }
    }
}
