//! Antecedents that are never true are told for every language, however they are written, in the words of the text.

use std::ops::ControlFlow;

use synod_core::{Budget, Silent};
use synod_session::check::{AUTO, Options};
use synod_session::{Reader, Reading, languages};
use synod_syntax::Source;

/// For each property that holds the remarks that it is vacuous, without that word.
fn vacuous(file: &str, text: &str, engine: &str) -> Vec<Vec<String>> {
    let reader = Reader::new(&languages(), file, text, &Reading::default());
    let opened = reader.and_then(|reader| reader.open(Source::new(file, text), &Budget::unlimited()));
    let model = opened.and_then(|opened| opened.one_system());
    let model = model.unwrap_or_else(|rejection| panic!("{} {:?}", rejection.message, rejection.diagnostics));
    let options = Options::plain(engine);
    let properties = model.select(&[]).unwrap();
    let go_on = &mut |_: synod_session::check::Event| ControlFlow::Continue(());
    let report = model.check(&properties, &options, &Budget::unlimited(), &Silent, go_on).unwrap();
    let said = |remark: &synod_core::Remark| {
        let text = remark.to_string();
        let told = text.strip_prefix("vacuous: ")?;
        Some(told.strip_prefix("the antecedent ").unwrap_or(told).to_string())
    };
    report.answers.iter().map(|answer| answer.outcome.remarks.iter().filter_map(said).collect()).collect()
}

const LAMP: &str = "
property-variables: p : bool
agent Lamp
    local: n : 0..2, done : bool
    init: n = 1 & !done
    relabel: p <- true
    repeat: go: {!done} *! true ()[done := true]
          + back: {done} *! true ()[done := false]
system = Lamp(x, true) || Lamp(y, true)
";

#[test]
fn antecedents_of_specifications_are_told_as_written() {
    let asked = [
        ("G (!(x-n = 1) -> F y-done)", "`!(x-n = 1)` is never true"),
        ("G (x-n != 1 -> F y-done)", "`x-n != 1` is never true"),
        ("G (x-done -> (!x-done -> y-n = 2))", "`!x-done` is never true where `x-done` is"),
        ("G (F x-n = 2 -> y-n = 0)", "`x-n = 2` is never true"),
        ("G (X x-n = 2 -> x-done)", "`x-n = 2` is never true"),
        ("G (y-go & y-n = 2 -> x-done)", "`y-go & y-n = 2` is never true"),
        ("G (!(x-n  =  2) | x-done)", "`x-n = 2` is never true"),
        ("G (forall k : Lamp . k-n = 2 -> k-done)", "`k-n = 2` is never true"),
        ("G [[p2p]] x-done", "no step is ever as in `[[p2p]]`"),
        ("x-done -> G x-done", "`x-done` is true in no initial state, and the property asks about no others"),
    ];
    let text: String = asked.iter().map(|(formula, _)| format!("SPEC {formula}\n")).collect();
    let expected: Vec<Vec<String>> = asked.iter().map(|(_, told)| vec![told.to_string()]).collect();
    assert_eq!(vacuous("lamp.rcp", &format!("{LAMP}{text}"), AUTO), expected);
    // What can be true is not told, and what is not asked where something is so.
    let fine = "SPEC G (x-n = 1 -> x-n = 1)\nSPEC G (forall k : Lamp . k-done -> k-n = 1)\n\
                SPEC G F (!(x-n = 2) | x-done)\nSPEC G (x-done -> (y-done -> y-n = 1))\n";
    let none = vec![Vec::<String>::new(); 4];
    assert_eq!(vacuous("lamp.rcp", &format!("{LAMP}{fine}"), AUTO), none);
}

#[test]
fn antecedents_of_ispl_may_be_temporal_and_under_strategies() {
    let asked = [
        ("AG (!(b or !b) -> two)", "`!(b or !b)` is never true"),
        ("AG (two and one -> b)", "`two and one` is never true"),
        ("AG (EX (two and one) -> one)", "`EX (two and one)` is never true"),
        ("AG (EG none -> one)", "`EG none` is never true"),
        ("AG (EF none -> one)", "`EF none` is never true"),
        ("AG (E(one U none) -> one)", "`E(one U none)` is never true"),
        ("<g> G (two and one -> b)", "`two and one` is never true"),
        ("AG (K(Ann, none) -> one)", "`K(Ann, none)` is never true"),
        ("LTL G (X none -> one)", "`X none` is never true"),
        ("AG (one -> (two -> b))", "`two` is never true where `one` is"),
    ];
    let formulae: String = asked.iter().map(|(formula, _)| format!("{formula};\n")).collect();
    let text = format!(
        "Agent Ann\n Vars: n : 0..2; b : boolean; end Vars\n Actions = {{inc, stay}};\n \
         Protocol: n < 2 : {{inc, stay}}; Other : {{stay}}; end Protocol\n \
         Evolution: n = n + 1 if Action = inc; end Evolution\nend Agent\n\
         Evaluation two if Ann.n = 2; one if Ann.n = 1; none if Ann.n = 0 and Ann.n = 1; b if Ann.b = true; end Evaluation\n\
         InitStates Ann.n = 0; end InitStates\nGroups g = {{Ann}}; end Groups\nFormulae\n{formulae}end Formulae\n"
    );
    let expected: Vec<Vec<String>> = asked.iter().map(|(_, told)| vec![told.to_string()]).collect();
    for engine in [AUTO, "bdd"] {
        assert_eq!(vacuous("ann.ispl", &text, engine), expected, "{engine}");
    }
}

#[test]
fn antecedents_of_labs_are_told_as_written() {
    let text = "
system { spawn = A: 2 }
agent A {
    interface = x: 0
    Behavior = x < 3 -> x <- x + 1; Behavior
}
check {
    Formula = ltl G (forall A a, x of a > 4 -> x of a = 9)
    Negated = ltl G (!(forall A a, x of a < 5) -> false)
    Disjunction = always forall A a, !(x of a > 4) or x of a = 9
    Fine = ltl G (forall A a, x of a > 2 -> x of a = 3)
}
";
    let told = |text: &str| vec![format!("`{text}` is never true")];
    let expected = [told("x of a > 4"), told("!(forall A a, x of a < 5)"), told("(x of a > 4)"), vec![]];
    assert_eq!(vacuous("a.labs", text, AUTO), expected);
}

#[test]
fn antecedents_of_processes_are_told_as_written() {
    let ccs = "
SEM = 'p.'v.SEM
C1 = p.enter1.v.C1
C2 = p.enter2.v.C2 + never.C2
system = (SEM | C1 | C2) \\ {p, v, never}
property one: G (does(never)  ->  F does(enter1))
property both: G ((did(enter1) & did(enter2)) -> F deadlock)
property denied: G (!(did(enter1) & enter2) | deadlock)
property box: AG [never] false
property fine: AG [enter1] AX true
";
    let told = |text: &str| vec![format!("`{text}` is never true")];
    let expected = [
        told("does(never)"),
        told("did(enter1) & did(enter2)"),
        told("did(enter1) & enter2"),
        vec!["no step is ever as in `[never]`".to_string()],
        vec![],
    ];
    for engine in [AUTO, "bdd"] {
        assert_eq!(vacuous("a.ccs", ccs, engine), expected, "{engine}");
    }
    let chor = "
C = a -> b: ask; (b -> a: yes + b -> a: no)
property p: G (did(b -> a: yes) & did(b -> a: no) -> F terminated)
";
    let found = vacuous("a.chor", chor, AUTO);
    assert_eq!(found.last(), Some(&told("did(b -> a: yes) & did(b -> a: no)")));
}
