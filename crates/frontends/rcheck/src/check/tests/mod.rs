//! One test a rule. Most take a small sound model, change a piece of its text and look at what is said.

mod guards;
mod legacy;
mod lints;
mod names;
mod places;
mod robust;
mod shipped;
mod specs;
mod structure;
mod types;
mod ui;

use synod_syntax::{Diagnostic, Severity, Source};

use super::{CheckOptions, check};
use crate::ast::Dialect;
use crate::hir;
use crate::parse::{Reading, parse};

/// A model with a bit of everything about which there is nothing to say.
const SOUND: &str = "\
enum channel {a, b}
enum colour {red, green}
message-structure: M : colour, N : int
property-variables: p : colour, q : 0..3
guard g(r : colour, i : int) := @p = r & (chan = * | i > 0);
agent Client
    local: x : int, z : 0..2, w : bool, l : location, c : channel, k : colour
    init: x = 0 & z = 0 & w & l = myself & c = a & k = red
    relabel: p <- k q <- z
    receive-guard: chan = c
    repeat: (
        snd: {w} *! g(k, x) (M := k, N := x) [x := x + 1]
        + rcv: {M = red} c? [k := M, x := N]
        + gt: {true} GET@(@p = k) (M := k) [k := M]
        + sup: {true} SUPPLY@(any) (M := k) [k := M]
    )
agent Server
    local: y : bool
    init: y
    relabel: p <- red q <- 0
    receive-guard: true
    repeat: ping: {y} a! (true) (M := red) [y := false]; pong: {M = red} b? [y := true]
system = Client(one, true) || Client(two, true) || Server(three, true)
SPEC G (one-w -> F three-ping)
";

/// What is found in a text of the new dialect, in the order of the text.
fn diagnose(text: &str, options: CheckOptions) -> Vec<Diagnostic> {
    resolve(text, Dialect::New, options).1
}

fn resolve(text: &str, dialect: Dialect, options: CheckOptions) -> (Option<hir::Model>, Vec<Diagnostic>) {
    let source = Source::new("model.rcp", text);
    let (tree, syntax) = parse(&source, dialect, Reading::Standard);
    let tree = tree.unwrap();
    let problems: Vec<_> = syntax.iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(problems.is_empty(), "{problems:?}");
    let (model, diagnostics) = check(&tree, &source, options);
    assert_eq!(model.is_none(), diagnostics.has_errors());
    (model, diagnostics.sorted())
}

/// The sound model with pieces of its text replaced.
fn changed(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(SOUND.to_string(), |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "`{from}` must occur exactly once");
        text.replace(from, to)
    })
}

/// The sound model with this specification instead of its own.
fn with_spec(spec: &str) -> String {
    changed(&[("G (one-w -> F three-ping)", spec)])
}

/// The formula of a specification about the sound model.
fn formula(spec: &str) -> hir::Formula {
    let (model, found) = resolve(&with_spec(spec), Dialect::New, CheckOptions::default());
    assert!(found.is_empty(), "{found:?}");
    model.unwrap().specs.remove(0).formula
}

/// Asserts that exactly one thing is said of a text: this, of this piece.
fn assert_says(text: &str, severity: Severity, code: &str, at: &str, message: &str) {
    assert_only(text, &diagnose(text, CheckOptions::default()), severity, code, at, message);
}

fn assert_only(text: &str, found: &[Diagnostic], severity: Severity, code: &str, at: &str, message: &str) {
    let [only] = found else { panic!("expected one diagnostic: {found:#?}") };
    assert_eq!((only.severity, only.code), (severity, code), "{only:#?}");
    assert_eq!(text.get(only.span.range()), Some(at), "{only:#?}");
    assert!(only.message.contains(message), "{:?} lacks {message:?}", only.message);
}

/// An error about the sound model with one piece replaced.
fn assert_error(edit: (&str, &str), code: &str, at: &str, message: &str) {
    assert_says(&changed(&[edit]), Severity::Error, code, at, message);
}

/// A warning about the sound model with one piece replaced.
fn assert_warning(edit: (&str, &str), code: &str, at: &str, message: &str) {
    assert_says(&changed(&[edit]), Severity::Warning, code, at, message);
}

/// The only help that is given about a text.
fn help(text: &str) -> String {
    let found = diagnose(text, CheckOptions::default());
    let [only] = found.as_slice() else { panic!("expected one diagnostic: {found:#?}") };
    only.help.clone().unwrap_or_default()
}

const COMPAT: CheckOptions = CheckOptions { compat_vscode: true };

#[test]
fn there_is_nothing_to_say_about_a_sound_model() {
    assert_eq!(diagnose(SOUND, CheckOptions::default()), []);
    assert_eq!(diagnose(SOUND, COMPAT), []);
}
