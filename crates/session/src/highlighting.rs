//! Highlighting for editors that know nothing but words: grammars of each language, made from its words and comments.

use serde_json::{Value, json};
use synod_format::Comments;
use synod_frontend::Frontend;
use synod_syntax::Source;

/// A grammar for the editors that read those of TextMate.
pub fn textmate(frontend: &dyn Frontend) -> String {
    let language = frontend.language();
    let scope = |kind: &str| format!("{kind}.{}", language.name);
    let comments = comments(frontend);
    let mut patterns: Vec<Value> = Vec::new();
    if let Some((begin, end)) = comments.block {
        patterns.push(json!({
            "name": scope("comment.block"), "begin": escaped(begin), "end": escaped(end),
        }));
    }
    for mark in comments.line {
        patterns.push(json!({ "name": scope("comment.line"), "match": format!("{}.*$", escaped(mark)) }));
    }
    patterns.push(json!({ "name": scope("string.quoted.double"), "match": "\"[^\"]*\"" }));
    patterns.push(json!({ "name": scope("constant.numeric"), "match": "(?<![A-Za-z_0-9])[0-9]+" }));
    let (values, words): (Vec<&str>, Vec<&str>) =
        words(frontend).into_iter().partition(|word| matches!(*word, "true" | "false" | "undef"));
    for (kind, list) in [("constant.language", values), ("keyword.control", words)] {
        if !list.is_empty() {
            let choice: Vec<String> = list.iter().map(|word| escaped(word)).collect();
            let text = format!("(?<![A-Za-z_0-9])({})(?![A-Za-z_0-9])", choice.join("|"));
            patterns.push(json!({ "name": scope(kind), "match": text }));
        }
    }
    let operators = "<->|<--|<-|<~|->|=>|:=|<=|>=|!=|==|\\+\\+|\\|\\||&&|[-+*/=<>!&|?:~^]";
    patterns.push(json!({ "name": scope("keyword.operator"), "match": operators }));
    let grammar = json!({
        "name": language.title,
        "scopeName": format!("source.{}", language.name),
        "fileTypes": language.endings,
        "patterns": patterns,
    });
    format!("{grammar:#}\n")
}

/// A syntax file for Vim.
pub fn vim(frontend: &dyn Frontend) -> String {
    let language = frontend.language();
    let name = language.name.replace('-', "_");
    let comments = comments(frontend);
    let mut out = format!(
        "\" {}: made from the words of the language.\nif exists(\"b:current_syntax\")\n  finish\nendif\n\n",
        language.title
    );
    let quoted = |text: &str| text.replace('/', "\\/").replace('*', "\\*");
    for mark in comments.line {
        out += &format!("syntax match {name}Comment /{}.*$/ contains=@Spell\n", quoted(mark));
    }
    if let Some((begin, end)) = comments.block {
        out += &format!(
            "syntax region {name}Comment start=/{}/ end=/{}/ contains=@Spell\n",
            quoted(begin),
            quoted(end)
        );
    }
    out += &format!(
        "syntax match {name}Number /\\<\\d\\+\\>/\nsyntax region {name}String start=/\"/ end=/\"/ oneline\n"
    );
    for word in words(frontend) {
        let kind = if matches!(word, "true" | "false" | "undef") { "Boolean" } else { "Keyword" };
        let is_plain = word.chars().all(|c| c.is_alphanumeric() || c == '_');
        out += &match is_plain {
            true => format!("syntax keyword {name}{kind} {word}\n"),
            false => format!("syntax match {name}{kind} /\\<{}/\n", quoted(word)),
        };
    }
    for kind in ["Comment", "Number", "String", "Boolean", "Keyword"] {
        out += &format!("highlight default link {name}{kind} {kind}\n");
    }
    out + &format!("\nlet b:current_syntax = \"{name}\"\n")
}

fn comments(frontend: &dyn Frontend) -> Comments {
    let layout = frontend.layout(&Source::new("", ""));
    layout.map_or(Comments { line: frontend.line_comments(), block: None }, |layout| *layout.comments())
}

/// Its words, longer ones before those that they begin with.
fn words(frontend: &dyn Frontend) -> Vec<&'static str> {
    let mut words: Vec<&str> = frontend.words().iter().map(|word| word.word).collect();
    words.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    words
}

fn escaped(text: &str) -> String {
    let is_special = |c: char| "\\^$.|?*+()[]{}/".contains(c);
    text.chars().flat_map(|c| is_special(c).then_some('\\').into_iter().chain([c])).collect()
}
