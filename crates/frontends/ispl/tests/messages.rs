//! What is said about everyday slips: one mistake, one error, with what is meant.

use synod_ispl::pispl;
use synod_syntax::{Diagnostic, Severity, Source};

const GATE: &str = "\
Agent Environment
  Obsvars: light : {red, green}; end Obsvars
  Vars: cnt : 0..2; end Vars
  Actions = {tick, hold};
  Protocol: cnt < 2 : {tick}; cnt = 2 : {hold}; end Protocol
  Evolution:
    light = green and cnt = cnt + 1 if light = red and Action = tick and Car.Action = ask;
    cnt = 0 if Action = hold and cnt = 1;
  end Evolution
end Agent
Agent Car
  Vars: at : {near, in, away}; fuel : 0..3; end Vars
  Actions = {ask, go, wait};
  Protocol:
    at = near and Environment.light = green : {go};
    Other : {wait};
  end Protocol
  Evolution:
    at = in and fuel = fuel - 1 if Action = go and at = near;
    at = away if at = in;
  end Evolution
end Agent
Evaluation
  inside if Car.at = in;
  empty if Car.fuel = 0;
end Evaluation
InitStates Environment.light = red and Environment.cnt = 0 and Car.at = near and Car.fuel = 2; end InitStates
Groups c = {Car}; all = {Car, Environment}; end Groups
Formulae
  AG (inside -> AF empty);
  K(Car, inside);
  <c> F inside;
end Formulae
";

const TAP: &str = "\
Semantics = Interleaved;
Template Environment
  Vars: open : boolean; end Vars
  InitState open = false; end InitState
  Protocol: open = false : {take}; open = true : {give}; end Protocol
  Evolution: open = true if Action = take; open = false if Action = give; end Evolution
end Template
Template Cleaner
  Vars: at : {idle, wet}; end Vars
  InitState at = idle; end InitState
  Actions: AgentEnvironment = {take, give}; end Actions
  Protocol: at = idle : {take}; at = wet : {give}; end Protocol
  Evolution: at = wet if Action = take; at = idle if Action = give; end Evolution
end Template
Evaluation wet if Cleaner.at = wet; opened if Environment.open = true; end Evaluation
Formulae
  (Cleaner:{u,v}) AG !(wet(u) and wet(v));
  (Cleaner:{u}) AG (wet(u) -> K(Cleaner(u), opened));
end Formulae
";

/// The errors of a text in which a part is replaced.
fn errors(base: &str, from: &str, to: &str) -> Vec<Diagnostic> {
    assert!(base.contains(from), "{from}");
    let text = base.replacen(from, to, 1);
    let found = match base.contains("Template") {
        true => pispl::load(&Source::new("test.pispl", text), pispl::Options::default()).diagnostics,
        false => synod_ispl::load(&Source::new("test.ispl", text)).diagnostics,
    };
    found.sorted().into_iter().filter(|found| found.severity == Severity::Error).collect()
}

/// Asserts that each mistake gives one error: its message, and what to do about it.
fn assert_said(base: &str, slips: &[(&str, &str, &str, &str)]) {
    assert!(errors(base, "end", "end").is_empty(), "{:?}", errors(base, "end", "end"));
    for (from, to, message, help) in slips {
        let found = errors(base, from, to);
        assert_eq!(found.len(), 1, "{to}: {found:#?}");
        assert_eq!(found[0].message, *message, "{to}");
        assert_eq!(found[0].help.as_deref().unwrap_or_default(), *help, "{to}");
    }
}

#[test]
fn signs_of_other_languages_are_told() {
    let cases = [
        ("cnt < 2", "not cnt = 2", "`not` is written `!` in ISPL", ""),
        ("cnt < 2", "cnt != 2", "`!=` is written `<>` in ISPL", ""),
        ("cnt = 2", "cnt == 2", "`==` is written `=` in ISPL", ""),
        ("at = in and fuel", "at := in and fuel", "`:=` is written `=` in ISPL", ""),
        ("near and Env", "near && Env", "`&&` is written `and` in ISPL", ""),
        ("near and Env", "near || Env", "`||` is written `or` in ISPL", ""),
        ("near and Env", "near ∧ Env", "`∧` is written `and` in ISPL", ""),
        ("near and Env", "near & Env", "`&` joins truth values; conditions are joined with `and`", ""),
        ("inside -> AF", "inside => AF", "`=>` is written `->` in ISPL", ""),
        ("inside -> AF", "inside <-> AF", "`<->` is not in ISPL", "write `(p -> q) and (q -> p)`"),
        ("inside -> AF", "inside xor AF", "`xor` is not in ISPL", "write `(p and !q) or (q and !p)`"),
        ("AF empty", "E[inside U empty]", "`E[p U q]` is written `E(p U q)` in ISPL", ""),
        ("AF empty", "A[] empty", "`A[] p` is written `AG p` in ISPL", ""),
        ("<c> F", "<<c>> F", "`<<g>>` is written `<g>` in ISPL", ""),
    ];
    assert_said(GATE, &cases);
    let found = errors(GATE, "AF empty", "AF true");
    assert_eq!(found[0].message, "`true` cannot stand here");
    assert!(found[0].help.as_ref().is_some_and(|help| help.contains("Evaluation")), "{found:?}");
}

#[test]
fn misspelt_words_are_suggested_and_missing_ends_named() {
    let cases = [
        ("near and Env", "near adn Env", "expected `:`, found `adn`", "did you mean `and`?"),
        (
            "Other :",
            "Otehr :",
            "expected a comparison (a boolean variable is written `v = true`), found `:`",
            "did you mean `Other` instead of `Otehr`?",
        ),
        (
            "Actions = {tick",
            "Action = {tick",
            "expected `Actions`, found `Action`",
            "did you mean `Actions`?",
        ),
        ("end Agent\nAgent Car", "Agent Car", "expected `end Agent`, found `Agent`", ""),
        ("end Protocol\n  Evol", "Evol", "expected `end Protocol`, found `Evolution`", ""),
        ("end Evaluation", "", "expected `end Evaluation`, found `InitStates`", ""),
    ];
    assert_said(GATE, &cases);
    let cases = [
        (
            "Template Cleaner",
            "Tempalte Cleaner",
            "expected `Evaluation`, found `Tempalte`",
            "did you mean `Template`?",
        ),
        (
            "AgentEnvironment",
            "AgentEnviroment",
            "expected a type of actions (`Asynchronous`, `AgentEnvironment`, `RoleSynchronous`, `GlobalSynchronous`, \
             `MultiRole`), found `AgentEnviroment`",
            "did you mean `AgentEnvironment`?",
        ),
    ];
    assert_said(TAP, &cases);
}

#[test]
fn variables_of_others_are_suggested_with_their_agents() {
    let cases = [
        (
            "Environment.light = green : {go}",
            "light = green : {go}",
            "there is no variable `light` in `Car`",
            "did you mean `Environment.light`?",
        ),
        (
            "inside if Car.at = in",
            "inside if at = in",
            "there is no variable `at`: here variables stand with their agent",
            "did you mean `Car.at`?",
        ),
        ("at = near;", "ta = near;", "there is no variable `ta` in `Car`", "did you mean `at`?"),
        ("at = near;", "red = near;", "this comparison has no variable in it", ""),
    ];
    assert_said(GATE, &cases);
}

#[test]
fn agents_and_groups_are_told_apart() {
    let cases = [
        (
            "<c> F",
            "<Car> F",
            "`Car` is an agent, but a group is needed here",
            "write `c`, the group of `Car` alone",
        ),
        (
            "K(Car, inside)",
            "GK(Environment, inside)",
            "`Environment` is an agent, but a group is needed here",
            "name a group of it in `Groups`, such as `g = {Environment};`",
        ),
        (
            "K(Car, inside)",
            "K(all, inside)",
            "`all` is a group, but one agent is needed here",
            "write the name of an agent, or ask about the group: `GK(all, …)`",
        ),
    ];
    assert_said(GATE, &cases);
    let cases = [(
        "K(Cleaner(u)",
        "K(u",
        "`u` is an index variable: an agent is written with its role",
        "write `K(Cleaner(u), …)`",
    )];
    assert_said(TAP, &cases);
}

#[test]
fn one_mistake_is_one_error() {
    for (from, to, code) in [
        ("cnt : 0..2", "cnt : 2..0", "ispl::empty-range"),
        ("fuel : 0..3;", "fuel : 0..3; away : {away, near};", "ispl::ambiguous-name"),
        ("Actions = {ask, go, wait}", "Actions = {}", "ispl::no-actions"),
    ] {
        let codes: Vec<&str> = errors(GATE, from, to).iter().map(|found| found.code).collect();
        let codes: Vec<&str> = codes.into_iter().filter(|found| *found != code).collect();
        assert_eq!(codes, Vec::<&str>::new(), "{to}");
    }
    for (from, to, code) in [
        ("InitState at", "InitStates at", "ispl::syntax"),
        ("(Cleaner:{u,v})", "(Cleaners:{u,v})", "pispl::unknown-role"),
    ] {
        let codes: Vec<&str> = errors(TAP, from, to).iter().map(|found| found.code).collect();
        assert_eq!(codes, [code], "{to}");
    }
}
