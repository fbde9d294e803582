//! Tests of the readers of both dialects.

mod errors;
mod grammar;
mod printing;
mod readings;
mod robust;
mod shipped;

use synod_rcheck::ast::{Dialect, Expr, Model, Process};
use synod_rcheck::parse::{Reading, parse, print_expr_full, print_process_full};
use synod_syntax::{Diagnostic, Severity, Source};

/// Reads a text and returns what is wrong with it.
fn diagnose(text: &str, dialect: Dialect, reading: Reading) -> Vec<Diagnostic> {
    parse(&Source::new("test", text), dialect, reading).1.sorted()
}

/// Reads a text without errors.
fn model(text: &str, dialect: Dialect, reading: Reading) -> Model {
    let (model, diagnostics) = parse(&Source::new("test", text), dialect, reading);
    let errors: Vec<_> = diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{text}\n{errors:#?}");
    model.expect("a model")
}

/// A model of the new dialect with this specification and the instances `one` and `two`.
fn with_spec(spec: &str) -> String {
    format!("agent A local: v : int repeat: {{true}} *? [] system = A(one, true) || A(two, true) SPEC {spec}")
}

fn with_legacy_spec(spec: &str) -> String {
    format!(
        "channels: c message-structure: M : int, B : bool communication-variables: \
         agent A local: v : int init: TRUE receive-guard: TRUE repeat: <TRUE> *? [] \
         system = A(one, TRUE) | A(two, TRUE) SPEC {spec}"
    )
}

fn with_guard(body: &str) -> String {
    format!("guard g() := {body}; {}", with_spec("true"))
}

fn with_process(process: &str) -> String {
    format!("guard g() := true; agent A repeat: {process} system = A(one, true)")
}

fn with_legacy_process(process: &str) -> String {
    format!("channels: c guard g() := TRUE; agent A repeat: {process} system = A(one, TRUE)")
}

/// The formula of a specification of the new dialect.
fn formula(spec: &str, reading: Reading) -> Expr {
    model(&with_spec(spec), Dialect::New, reading).specs.remove(0).formula
}

/// A guard of the new dialect, with all parentheses.
fn guard_full(body: &str, reading: Reading) -> String {
    print_expr_full(&model(&with_guard(body), Dialect::New, reading).guards[0].body)
}

fn legacy_formula_full(spec: &str) -> String {
    print_expr_full(&model(&with_legacy_spec(spec), Dialect::Legacy, Reading::Standard).specs[0].formula)
}

fn legacy_guard_full(body: &str) -> String {
    let text = format!("guard g() := {body}; {}", with_legacy_spec("TRUE"));
    print_expr_full(&model(&text, Dialect::Legacy, Reading::Standard).guards[0].body)
}

fn process(text: &str, reading: Reading) -> Process {
    model(&with_process(text), Dialect::New, reading).agents.remove(0).body
}

/// A process of the new dialect, by the labels of its commands.
fn process_full(text: &str, reading: Reading) -> String {
    by_labels(&process(text, reading))
}

fn legacy_process_full(text: &str) -> String {
    by_labels(&model(&with_legacy_process(text), Dialect::Legacy, Reading::Standard).agents[0].body)
}

fn by_labels(process: &Process) -> String {
    print_process_full(process).replace(": {true} *? []", "")
}
