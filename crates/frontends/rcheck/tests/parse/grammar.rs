//! One test a rule of the grammars.

use synod_rcheck::ast::{
    Action, AgentKinds, Channel, Dialect, ExprKind, Knowledge, Process, SupplyTo, TypeName,
};
use synod_rcheck::parse::Reading::{self, Standard};
use synod_rcheck::parse::{command_text, detect, print_expr, print_expr_full};
use synod_syntax::Source;

use crate::{
    diagnose, formula, legacy_formula_full, model, process, with_legacy_process, with_legacy_spec, with_spec,
};

#[test]
fn declarations_may_be_repeated_and_mixed() {
    let text = "enum channel {a, b} message-structure: M : int guard g(x : bool, c : channel) := x & c = chan; \
                enum e {red} property-variables: p : e, q : 0..3 message-structure: L : location, B : bool \
                system = ";
    let model = model(&format!("{text} A(one, true)"), Dialect::New, Standard);
    assert_eq!(model.enums.len(), 2);
    let messages: Vec<_> = model.messages.iter().map(|d| d.name.text.as_str()).collect();
    assert_eq!(messages, ["M", "L", "B"]);
    assert!(matches!(model.properties[1].ty, TypeName::Range { lo: 0, hi: 3, .. }));
    assert!(matches!(&model.properties[0].ty, TypeName::Named(name) if name.text == "e"));
    assert_eq!(model.guards[0].params.len(), 2);
}

#[test]
fn sections_of_an_agent_add_up_or_replace_each_other() {
    let text = "agent A init: x local: x : bool relabel: p <- x q <- 1 + 2 init: !x local: y : int \
                relabel: r <- y receive-guard: chan = * receive-guard: true repeat: {x} *? [] \
                system = A(one, true)";
    let agent = &model(text, Dialect::New, Standard).agents[0];
    assert_eq!(agent.locals.len(), 2);
    assert_eq!(agent.relabels.len(), 3);
    assert_eq!(print_expr(agent.init.as_ref().expect("init")), "!x");
    assert_eq!(print_expr(agent.receive_guard.as_ref().expect("guard")), "true");
    assert_eq!(agent.overridden.len(), 2);
}

fn commands(process: &Process, into: &mut Vec<String>) {
    match process {
        Process::Command(command) => into.push(command_text(command)),
        Process::Repeat(body) => commands(body, into),
        Process::Sequence(parts, _) => parts.iter().for_each(|part| commands(part, into)),
        Process::Choice(left, right) => {
            commands(left, into);
            commands(right, into);
        }
    }
}

#[test]
fn commands_of_all_kinds() {
    for (text, expected) in [
        ("{x} *! true (M := 1, L := x)[x := 2]", "{x} *! true (M := 1, L := x)[x := 2]"),
        ("l: {x} c! @p = 1 ()[]", "{x} c! (@p = 1) ()[]"),
        ("{x} c!g(@p, s)(M := x)[]", "{x} c! g(@p, s) (M := x)[]"),
        ("{x} * ? [y := M]", "{x} *? [y := M]"),
        ("{x} GET@(y)()[]", "{x} GET@(y)()[]"),
        ("{x} GET@(@p = 1 & y)(M := 1)[]", "{x} GET@(@p = 1 & y)(M := 1)[]"),
        ("{x} SUPPLY@(myself)(M := 1)[]", "{x} SUPPLY@(myself)(M := 1)[]"),
        ("{x} SUPPLY@ ( any ) () []", "{x} SUPPLY@(any)()[]"),
        ("{x} SUPPLY@(y)()[]", "{x} SUPPLY@(y)()[]"),
        // A name in front of data is a call only if there is such a guard.
        ("{x} *! w ()[]", "{x} *! (w) ()[]"),
        ("{x} *! w (M := x)[]", "{x} *! (w) (M := x)[]"),
        ("{x} *! g ()()[]", "{x} *! g() ()[]"),
        ("{x} *! (w) ()[]", "{x} *! (w) ()[]"),
        ("{x} *! a & w ()[]", "{x} *! (a & w) ()[]"),
    ] {
        let mut list = Vec::new();
        commands(&process(text, Standard), &mut list);
        assert_eq!(list, [expected], "{text}");
    }
}

#[test]
fn legacy_commands_of_all_kinds() {
    for (text, expected) in [
        ("<x > 0> *! TRUE(M := 1)[x := x - 1]", "{x > 0} *! true (M := 1)[x := x - 1]"),
        ("<no>=1> c! (@p==q & !@r)()[]", "{no >= 1} c! (@p = q & !@r) ()[]"),
        ("< M ==put & (no<4) > * ? []", "{M = put & no < 4} *? []"),
        ("<TRUE> SUPPLY@SELF()[]", "{true} SUPPLY@(myself)()[]"),
        ("<TRUE> SUPPLY@TRUE(M := 1)[]", "{true} SUPPLY@(true)(M := 1)[]"),
        ("<TRUE> SUPPLY@@cv = clnt(M := 1)[]", "{true} SUPPLY@(@cv = clnt)(M := 1)[]"),
        ("<TRUE> SUPPLY@two()[]", "{true} SUPPLY@(two)()[]"),
        ("<TRUE> GET@x[y := M]", "{true} GET@(x)()[y := M]"),
        ("<TRUE> get@TRUE[]", "{true} GET@(true)()[]"),
        ("<TRUE> GET@SELF[]", "{true} GET@(myself)()[]"),
        ("<TRUE> GET@(@cv = 1)[]", "{true} GET@(@cv = 1)()[]"),
        ("<channel == *> c? []", "{chan = *} c? []"),
    ] {
        let model = model(&with_legacy_process(text), Dialect::Legacy, Standard);
        let mut list = Vec::new();
        commands(&model.agents[0].body, &mut list);
        assert_eq!(list, [expected], "{text}");
    }
}

#[test]
fn channels_are_the_broadcast_or_a_name() {
    let Process::Command(command) = process("{true} *? []", Standard) else { panic!("a command") };
    assert!(matches!(command.action, Action::Receive { channel: Channel::Broadcast(_) }));
    let Process::Command(command) = process("l: {true} SUPPLY@(any)()[]", Standard) else {
        panic!("a command")
    };
    assert!(matches!(command.action, Action::Supply { to: SupplyTo::Any(_), .. }));
    assert_eq!(command.label.expect("a label").text, "l");
}

#[test]
fn observations_have_the_whole_boolean_grammar() {
    for (text, expected) in [
        ("<<sender = one & chan != *>> true", "<<(sender = one) & (chan != *)>> true"),
        ("[[!(getter == one | p2p) -> M > 3]] true", "[[(!((getter = one) | p2p)) -> (M > 3)]] true"),
        ("<<supplier = one <-> initiator = two>> true", "<<(supplier = one) <-> (initiator = two)>> true"),
        ("<<producer = one & supplier-p = 1>> true", "<<(producer = one) & (supplier-p = 1)>> true"),
        (
            "<<exists(p = 1 | M = q) & forall(true)>> true",
            "<<exists((p = 1) | (M = q)) & forall(true)>> true",
        ),
        ("<<M - N = 1>> true", "<<(M - N) = 1>> true"),
        ("<<one-v = 1>> true", "<<one-v = 1>> true"),
    ] {
        assert_eq!(print_expr_full(&formula(text, Standard)), expected, "{text}");
    }
}

#[test]
fn contextual_words_are_names_outside_observations() {
    let formula = formula("one-supplier = initiator", Standard);
    assert_eq!(print_expr(&formula), "one-supplier = initiator");
    let ExprKind::Binary(_, _, right) = formula.kind else { panic!("a comparison") };
    assert!(matches!(right.kind, ExprKind::Name(_)));
}

#[test]
fn quantifiers_stand_anywhere_and_bind_to_the_end() {
    let text = "forall k : A | B . F (exists j : Agent . k-v = j-v & k-automaton-state = 1)";
    let formula = formula(text, Standard);
    let expected = "forall k : A | B . (F (exists j : Agent . ((k-v = j-v) & (k-automaton-state = 1))))";
    assert_eq!(print_expr_full(&formula), expected);
    let ExprKind::Agents { all: true, kinds: AgentKinds::Types(kinds), .. } = formula.kind else {
        panic!("a quantifier")
    };
    assert_eq!(kinds.len(), 2);
}

#[test]
fn knowledge_needs_no_reserved_words() {
    for (text, expected) in [
        ("K(one, F one-v = 1)", "K(one, F (one-v = 1))"),
        ("E({one, two}, true) & C(A, true)", "E({one, two}, true) & C({A}, true)"),
        ("D({Agent}, K(two, true))", "D({Agent}, K(two, true))"),
        ("S({one, two}, F true)", "S({one, two}, F true)"),
    ] {
        assert_eq!(print_expr_full(&formula(text, Standard)), expected, "{text}");
    }
    let ExprKind::Knowledge { kind, group, .. } = formula("K(one, true)", Standard).kind else {
        panic!("knowledge")
    };
    assert_eq!((kind, group.len()), (Knowledge::One, 1));
    // A guard of that name takes precedence.
    let text = format!("guard K(a : location, b : bool) := b; {}", with_spec("K(one, true)"));
    let formula = model(&text, Dialect::New, Standard).specs.remove(0).formula;
    assert!(matches!(formula.kind, ExprKind::Call(..)));
}

#[test]
fn specs_may_have_names_and_semicolons_or_not() {
    let model = model(
        &with_spec("safe: G one-v = 1;; SPEC true SPEC forall k : A . k-v = 1;"),
        Dialect::New,
        Standard,
    );
    let names: Vec<_> = model.specs.iter().map(|s| s.name.as_ref().map(|n| n.text.as_str())).collect();
    assert_eq!(names, [Some("safe"), None, None]);
}

#[test]
fn legacy_specs_need_no_semicolons_and_know_old_words() {
    let text = with_legacy_spec("G F <p2p> TRUE LTLSPEC a: F one-name = two-myself; spec PROGRESS # done");
    let model = model(&text, Dialect::Legacy, Standard);
    let texts: Vec<_> = model.specs.iter().map(|s| print_expr(&s.formula)).collect();
    assert_eq!(texts, ["G F <<p2p>> true", "F one-name = two-myself", "PROGRESS"]);
}

#[test]
fn legacy_lists_may_be_empty_and_types_are_spelt_freely() {
    let text = "channels: c, 3d communication-variables: agent A local: a : Boolean, b : INTEGER, c : Channel, \
                d : 0..2, e : LOCATION init: true repeat: <TRUE> *? [] system = A(1st, TRUE)";
    let model = model(text, Dialect::Legacy, Standard);
    assert!(model.properties.is_empty());
    assert_eq!(model.enums[0].name.text, "channel");
    assert_eq!(model.enums[0].cases[1].text, "3d");
    let types: Vec<_> = model.agents[0].locals.iter().map(|d| &d.ty).collect();
    assert!(matches!(types[0], TypeName::Bool(_)));
    assert!(matches!(types[1], TypeName::Int(_)));
    assert!(matches!(types[2], TypeName::Named(name) if name.text == "channel"));
    assert!(matches!(types[4], TypeName::Location(_)));
    assert_eq!(model.instances[0].name.text, "1st");
}

#[test]
fn legacy_formulas_use_single_brackets() {
    assert_eq!(
        legacy_formula_full("G ([sender=one & M=1](/\\ j : A . j-name != one-name -> j-v=3))"),
        "G ([[(sender = one) & (M = 1)]] (forall j : A . ((j-name != one-name) -> (j-v = 3))))"
    );
}

#[test]
fn spans_of_expressions_cover_their_parentheses_only_inside() {
    let source = with_spec("(one-v = 1) & (two-v = 2)");
    let formula = model(&source, Dialect::New, Standard).specs.remove(0).formula;
    assert_eq!(&source[formula.span.range()], "(one-v = 1) & (two-v = 2)");
    let ExprKind::Binary(_, left, _) = &formula.kind else { panic!("a conjunction") };
    assert_eq!(&source[left.span.range()], "one-v = 1");
}

#[test]
fn the_dialect_shows_in_the_text() {
    for (text, expected) in [
        ("channels: a", Some(Dialect::Legacy)),
        ("communication-variables: a : int", Some(Dialect::Legacy)),
        ("agent A repeat: <x> *? []", Some(Dialect::Legacy)),
        ("agent A repeat: (<x> *? [])", Some(Dialect::Legacy)),
        ("agent A init: a && b", Some(Dialect::Legacy)),
        ("enum channel {a}", Some(Dialect::New)),
        ("property-variables: a : int", Some(Dialect::New)),
        ("agent A repeat: {x} *? []", Some(Dialect::New)),
        ("agent A repeat: (rep {x} *? [])", Some(Dialect::New)),
        ("system = A(a, true) || A(b, true)", Some(Dialect::New)),
        ("SPEC (<<true>>true)", Some(Dialect::New)),
        ("// channels: a\nenum channel {a}", Some(Dialect::New)),
        ("# enum channel {a}\nchannels: a", Some(Dialect::Legacy)),
        ("channels: a\nproperty-variables: b : int", Some(Dialect::Legacy)),
        ("SPEC E({a, b}, true)", None),
        ("", None),
    ] {
        assert_eq!(detect(&Source::new("test", text)), expected, "{text}");
    }
}

#[test]
fn sections_out_of_order_are_read_with_a_warning() {
    let text = "system = A(one, true) agent A repeat: {true} *? []";
    let found = diagnose(text, Dialect::New, Reading::Standard);
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["rcheck::section-order"]);
}
