//! What is said about everyday slips: one mistake, one error, with what is meant.

mod support;

use support::{loaded, options};
use synod_syntax::{Diagnostic, Severity};

const COURIERS: &str = "\
system {
  extern = _n
  environment = stock: 3
  spawn = Courier: _n
}
stigmergy Talk {
  link = true
  busy, who: 0, 0
}
agent Courier {
  interface = load: 0; pos: 0..2
  stigmergies = Talk
  Take = stock > 0 -> { stock <-- stock - 1; load <- load + 1 }
  Say = busy, who <~ 1, id
  Behavior = (busy = 0 -> Say; Take; Behavior) ++ (busy = 1 -> pos <- 1 - pos; Behavior)
}
assume { A1 = forall Courier c, load of c = 0 }
check {
  P = always forall Courier c, load of c <= 3
}
";

/// The errors of the text in which a part is replaced.
fn errors(from: &str, to: &str) -> Vec<Diagnostic> {
    assert!(COURIERS.contains(from), "{from}");
    let found = loaded(&COURIERS.replacen(from, to, 1), &options(&[("n", 2)])).diagnostics;
    found.sorted().into_iter().filter(|found| found.severity == Severity::Error).collect()
}

/// Asserts that each mistake gives one error: its message, and what to do about it.
fn assert_said(slips: &[(&str, &str, &str, &str)]) {
    assert!(errors("system", "system").is_empty(), "{:?}", errors("system", "system"));
    for (from, to, message, help) in slips {
        let found = errors(from, to);
        assert_eq!(found.len(), 1, "{to}: {found:#?}");
        assert_eq!(found[0].message, *message, "{to}");
        assert_eq!(found[0].help.as_deref().unwrap_or_default(), *help, "{to}");
    }
}

#[test]
fn signs_of_other_languages_are_told() {
    assert_said(&[
        ("busy = 0 ->", "busy == 0 ->", "`==` is written `=` in LAbS", ""),
        ("busy = 0 ->", "busy = 0 && pos = 1 ->", "`&&` is written `and` in LAbS", ""),
        ("busy = 0 ->", "busy = 0 || pos = 1 ->", "`||` is written `or` in LAbS", ""),
        ("busy = 0 ->", "busy <> 0 ->", "`<>` is written `!=` in LAbS", ""),
        ("busy = 0 ->", "not busy = 0 ->", "`not` is written `!` in LAbS", ""),
        ("c <= 3", "c ≤ 3", "`≤` is written `<=` in LAbS", ""),
        ("c <= 3", "c <= 3 && stock = 1", "`&&` is written `and` in LAbS", ""),
        ("always forall", "always for all", "`for all` is written `forall` in LAbS", ""),
        ("load of c <= 3", "c.load <= 3", "`.` is not in LAbS", "a variable of an agent is written `x of a`"),
        ("always forall Courier c, load of c <= 3", "ltl [] (stock <= 3)", "`[]` is written `G` in LAbS", ""),
        (
            "load of c <= 3",
            "load of c <= 3 -> stock = 1 or stock = 2",
            "a condition on states has no `->`",
            "write `!(load of c <= 3) or (stock = 1 or stock = 2)`",
        ),
        (
            "load of c <= 3",
            "load of c <= 3 => stock = 1",
            "a condition on states has no `=>`",
            "write `!(load of c <= 3) or (stock = 1)`",
        ),
    ]);
    let found = errors("load <- load + 1", "load = load + 1");
    assert!(found[0].message.starts_with("expected one of the arrows"), "{found:?}");
}

#[test]
fn misspelt_words_are_suggested() {
    let found = |from: &str, to: &str| errors(from, to).remove(0).help.unwrap_or_default();
    for (from, to, help) in [
        ("extern", "extren", "did you mean `extern`?"),
        ("environment", "enviroment", "did you mean `environment`?"),
        ("spawn", "spwan", "did you mean `spawn`?"),
        ("interface", "interfce", "did you mean `interface`?"),
        ("Behavior = ", "Behaviour = ", "did you mean `Behavior` instead of `Behaviour`?"),
        ("always forall", "always foral", "did you mean `forall` instead of `foral`?"),
        (
            "forall Courier c, load of c = 0",
            "exsits Courier c, load of c = 0",
            "did you mean `exists` instead of `exsits`?",
        ),
        ("busy = 0 ->", "busy = 0 adn pos = 1 ->", "did you mean `and`?"),
    ] {
        assert_eq!(found(from, to), help, "{to}");
    }
}

#[test]
fn what_a_misspelt_call_meant_is_not_unused() {
    let found = loaded(&COURIERS.replacen("Take; Behavior", "Tkae; Behavior", 1), &options(&[("n", 2)]));
    let codes: Vec<&str> = found.diagnostics.sorted().iter().map(|found| found.code).collect();
    assert_eq!(codes, ["labs::unknown-process"]);
    let uncalled = COURIERS.replacen("Say; Take; Behavior", "Say; Behavior", 1);
    let codes: Vec<&str> = loaded(&uncalled, &options(&[("n", 2)]))
        .diagnostics
        .sorted()
        .iter()
        .map(|found| found.code)
        .collect();
    assert!(codes.contains(&"labs::unused-process"), "{codes:?}");
}
