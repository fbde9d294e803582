//! Formatting in all languages: meaning and comments stay, twice is once, and the examples are formatted.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use synod_core::Budget;
use synod_format::Layout;
use synod_session::convert::{Conversion, convert};
use synod_session::diagnostics::Source;
use synod_session::formatting::{Formatter, apply, diff};
use synod_session::{Opened, Reader, Reading, languages};
use synod_syntax::Span;

const ENDINGS: [&str; 6] = ["rcp", "labs", "ispl", "pispl", "ccs", "chor"];

/// The models in a folder and in those in it.
fn models(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            found.extend(models(&path));
        } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn examples() -> Vec<PathBuf> {
    models(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"))
}

/// The models of other people, where they are at hand.
fn foreign() -> Vec<PathBuf> {
    std::env::var_os("SYNOD_MODELS").map(|folder| models(Path::new(&folder))).unwrap_or_default()
}

fn formatter(name: &str, text: &str) -> Formatter {
    Formatter::new(&languages(), None, Source::new(name, text)).expect("a language")
}

/// The formatted text; `None` if its syntax is wrong.
fn formatted(name: &str, text: &str) -> Option<String> {
    let edits = formatter(name, text).format(&Budget::unlimited()).ok()?;
    Some(apply(text, &edits))
}

fn layout(name: &str, text: &str) -> &'static dyn Layout {
    let frontend = languages().find(None, name, text).expect("a language");
    frontend.layout(&Source::new(name, text)).expect("a layout")
}

/// What a text means: the system as text, without the white space of what it quotes.
fn meaning(name: &str, text: &str) -> Option<String> {
    let open = |parameters: Vec<String>| {
        let reading = Reading { parameters, ..Reading::default() };
        let reader = Reader::new(&languages(), name, text, &reading).ok()?;
        reader.open(Source::new(name, text), &Budget::unlimited()).ok()
    };
    // External parameters of LAbS.
    let is_in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = text.split(|c| !is_in_name(c)).filter_map(|word| word.strip_prefix('_'));
    let mut parameters: Vec<String> = words.map(|name| format!("{name}=2")).collect();
    parameters.sort();
    parameters.dedup();
    let opened = match name.ends_with(".labs") {
        true => open(parameters)?,
        false => open(Vec::new())?,
    };
    let model = match opened {
        Opened::System(model) => *model,
        Opened::Family(family) => {
            let sizes = family.templates.roles().iter().map(|role| format!("{}=1", role.name)).collect();
            open(sizes)?.one_system().ok()?
        }
    };
    let wanted = Conversion {
        form: "text".to_string(),
        binary: false,
        property: None,
        verifier: None,
        steps: None,
        agent: None,
        ..Conversion::default()
    };
    let shown = convert(&languages(), &model, &wanted).ok()?;
    let text = String::from_utf8(shown.content).expect("text");
    // Of properties that are quoted and explained only the explanation counts: a quotation may be one by its spaces.
    let blocks = text.split("\n\n").map(|block| match block.split_once("\n  means ") {
        Some((quoted, meaning)) => format!("{}\n{meaning}", quoted.lines().next().unwrap_or_default()),
        None => block.to_string(),
    });
    Some(blocks.collect::<String>().chars().filter(|c| !c.is_whitespace()).collect())
}

#[test]
fn the_examples_are_formatted() {
    for path in examples() {
        let text = std::fs::read_to_string(&path).expect("text");
        let name = path.display().to_string();
        if let Ok(edits) = formatter(&name, &text).format(&Budget::unlimited()) {
            assert!(edits.is_empty(), "run `synod fmt examples`: {name}\n{}", diff(&text, &edits));
        }
    }
}

#[test]
fn formatting_keeps_the_meaning_and_twice_is_once() {
    let mut compared = 0;
    for path in foreign().into_iter().chain(examples()) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let name = path.display().to_string();
        let Some(once) = formatted(&name, &text) else { continue };
        assert_eq!(formatted(&name, &once).as_deref(), Some(once.as_str()), "{name}");
        assert_eq!(meaning(&name, &text), meaning(&name, &once), "{name}");
        compared += usize::from(meaning(&name, &once).is_some());
    }
    assert!(compared > 40, "{compared} models have a meaning");
}

/// Tokens and comments of a text, each with its end: what lies between two of them is white space.
fn items(name: &str, text: &str) -> Vec<(Span, bool)> {
    let layout = layout(name, text);
    let mut items = Vec::new();
    let mut at = 0;
    let tokens = layout.pieces(text).expect("tokens");
    let end = Span::new(text.len(), text.len());
    for span in tokens.iter().map(|token| token.span).chain([end]) {
        let mut gap = at..span.range().start;
        while let Some(start) = text[gap.clone()].find(|c: char| !c.is_whitespace()) {
            let comment = &text[gap.start + start..gap.end];
            let is_block = comment.starts_with("/*");
            let length = match is_block {
                true => comment.find("*/").expect("its end") + 2,
                false => comment.find('\n').unwrap_or(comment.len()),
            };
            let start = gap.start + start;
            items.push((Span::new(start, start + length), !is_block));
            gap.start = start + length;
        }
        items.push((span, false));
        at = span.range().end;
    }
    items
}

/// The text with other white space between the same tokens and comments; what stood together or apart does so still.
fn respaced(name: &str, text: &str, choices: &[u8]) -> String {
    let mut changed = String::new();
    let mut at = 0;
    let mut after_line_comment = false;
    for (n, (span, is_line_comment)) in items(name, text).into_iter().enumerate() {
        let old = &text[at..span.range().start];
        let space = match choices[n % choices.len()] % 8 {
            0 => "\n",
            1 => "\n\n\n   ",
            2 => "\t",
            3 => "    ",
            4 | 5 if !old.is_empty() => " ",
            _ if old.is_empty() => "",
            _ => old,
        };
        let is_apart = space.contains('\n') || !after_line_comment;
        changed.push_str(if is_apart { space } else { "\n" });
        changed.push_str(&text[span.range()]);
        after_line_comment = is_line_comment;
        at = span.range().end;
    }
    changed
}

/// The texts of the tokens and comments.
fn texts(name: &str, text: &str) -> Vec<String> {
    items(name, text).into_iter().map(|(span, _)| text[span.range()].trim_end().to_string()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_white_space_is_laid_out_without_a_change_of_meaning(
        which in any::<prop::sample::Index>(),
        choices in prop::collection::vec(any::<u8>(), 1..400),
    ) {
        let all = examples();
        let path = which.get(&all);
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).expect("text");
        let odd = respaced(&name, &text, &choices);
        prop_assert_eq!(texts(&name, &odd), texts(&name, &text));
        let Some(once) = formatted(&name, &odd) else {
            prop_assert!(formatted(&name, &text).is_none(), "{}\n{}", name, odd);
            return Ok(());
        };
        prop_assert_eq!(texts(&name, &once), texts(&name, &text));
        prop_assert_eq!(formatted(&name, &once), Some(once.clone()));
        if once.len() < 4_000 {
            prop_assert_eq!(meaning(&name, &once), meaning(&name, &text));
        }
    }
}

#[test]
fn every_language_has_its_layout() {
    for (name, text, wanted) in LAYOUTS {
        assert_eq!(formatted(name, text).as_deref(), Some(*wanted));
    }
}

/// Texts with what becomes of them.
const LAYOUTS: &[(&str, &str, &str)] = &[
    (
        "a.rcp",
        "enum channel{c}\nmessage-structure:M:int\nagent A\nlocal:x:0..3,\ny:bool\ninit:x=0&!y\n\
         receive-guard:chan=c\nrepeat:\n(a:{x<3 &y}c!true(M:=x-1)[x:=x+1]\n+b:{true}*?[y:=M = 2]\n);\n\
         c:{true}GET@(b-x)()[]\nsystem=A(a,true)\n||A(b,y)\nSPEC G(a-x<3->F<<sender=a>>true)\n",
        "enum channel {c}\nmessage-structure: M : int\nagent A\n    local: x : 0..3,\n           y : bool\n    \
         init: x = 0 & !y\n    receive-guard: chan = c\n    repeat:\n        \
         ( a: {x < 3 & y} c! true (M := x-1)[x := x + 1]\n        + b: {true} *? [y := M = 2]\n        );\n        \
         c: {true} GET@(b-x)()[]\nsystem = A(a, true)\n      || A(b, y)\n\
         SPEC G (a-x < 3 -> F <<sender = a>> true)\n",
    ),
    (
        "a.labs",
        "system{\nextern=_n\nenvironment=x[_n]:0;y:-1\nspawn=A:_n}\nstigmergy S{\nlink=true\na,b:0,[-1,1]\n}\n\
         agent A{\nBehavior=\n(y=- 1->\ny<--id;\n{x[id]<--1;a<~1})\n++\n(y!=id->Skip);Behavior\n}\n\
         check{\nP=ctl <<{0,1}>> F(y=1)\n}",
        "system {\n    extern = _n\n    environment = x[_n]: 0; y: -1\n    spawn = A: _n }\nstigmergy S {\n    \
         link = true\n    a, b: 0, [-1, 1]\n}\nagent A {\n    Behavior =\n        (y = -1 ->\n            y <-- id;\n\
         \x20           { x[id] <-- 1; a <~ 1 })\n        ++\n        (y != id -> Skip); Behavior\n}\n\
         check {\n    P = ctl <<{0, 1}>> F (y = 1)\n}\n",
    ),
    (
        "a.ispl",
        "\
Semantics=SA;
Agent Environment
Vars:x:{a,
b};y:0..3;end Vars
Actions={n};
Protocol:
x=a and
(y>0
or y< - 1):{n};
Other:{n};
end Protocol
Evolution:
x=b if
x=a;
end Evolution
end Agent
Evaluation p if Environment.x=a;end Evaluation
InitStates
Environment.x=a and
!(Environment.y=0);
end InitStates
Groups g={Environment};end Groups
Formulae
-- why
AG(p->K(Environment,p));<g>F p;
end Formulae
",
        "\
Semantics = SA;
Agent Environment
  Vars: x : {a,
    b}; y : 0..3; end Vars
  Actions = {n};
  Protocol:
    x = a and
      (y > 0
       or y < -1) : {n};
    Other : {n};
  end Protocol
  Evolution:
    x = b if
      x = a;
  end Evolution
end Agent
Evaluation p if Environment.x = a; end Evaluation
InitStates
  Environment.x = a and
  !(Environment.y = 0);
end InitStates
Groups g = {Environment}; end Groups
Formulae
  -- why
  AG(p -> K(Environment, p)); <g> F p;
end Formulae
",
    ),
    (
        "a.ccs",
        "set L={a}\nP=a . 'b.0+\nc.0\nsystem=(P|Q[a/b])\\L\nLong=P|[a]|P\nproperty p:G[a](b&!'c)",
        "set L = {a}\nP = a.'b.0 +\n    c.0\nsystem = (P | Q[a/b]) \\ L\nLong   = P |[a]| P\n\
         property p: G [a] (b & !'c)\n",
    ),
    (
        "a.chor",
        "X=\n*(a:b+a:c);\na->b:m||tau\nproperty p:F terminated",
        "X =\n    *(a: b + a: c);\n    a -> b: m || tau\nproperty p: F terminated\n",
    ),
];
