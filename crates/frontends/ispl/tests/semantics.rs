//! The rules of ISPL, one test a rule, by verdicts of small systems.

use synod_check::Checker;
use synod_core::{Budget, Property, Silent, Strategies, Verdict};
use synod_syntax::{Severity, Source, Style, render};

/// What is wrong with a text.
fn errors(text: &str) -> Vec<&'static str> {
    let loaded = synod_ispl::load(&Source::new("test.ispl", text));
    loaded.diagnostics.iter().filter(|d| d.severity == Severity::Error).map(|d| d.code).collect()
}

/// The verdicts of the formulas of a text, `true` for those that hold.
fn verdicts(text: &str) -> Vec<bool> {
    verdicts_of("explicit", Strategies::default(), text)
}

fn verdicts_of(engine: &str, strategies: Strategies, text: &str) -> Vec<bool> {
    let source = Source::new("test.ispl", text);
    let loaded = synod_ispl::load(&source);
    let problems: String = loaded.diagnostics.iter().map(|d| render(&source, d, Style::Plain)).collect();
    let mut model = loaded.model.unwrap_or_else(|| panic!("{problems}"));
    model.system.strategies = strategies;
    let checker = Checker::new(&model.system, engine).expect("an engine");
    let decide = |property| match checker.answer(property, &Budget::unlimited(), &Silent).outcome.verdict {
        Verdict::Holds(_) => true,
        Verdict::Violated(_) => false,
        other => panic!("{}: {other:?}", property.text),
    };
    model.properties.iter().map(decide).collect()
}

/// One agent with two numbers, and what it does.
fn counter(semantics: &str, evolution: &str, propositions: &str, formulae: &str) -> String {
    format!(
        "Semantics = {semantics};
         Agent P
           Vars: x : 0..3; y : 0..3; end Vars
           Actions = {{go, wait}};
           Protocol: Other : {{go}}; end Protocol
           Evolution: {evolution} end Evolution
         end Agent
         Evaluation {propositions} end Evaluation
         InitStates P.x = 0 and P.y = 0; end InitStates
         Formulae {formulae} end Formulae"
    )
}

const XY: &str = "x1 if P.x = 1; y1 if P.y = 1; x3 if P.x = 3; zero if P.x = 0 and P.y = 0;
                  same if P.x = P.y;";

#[test]
fn formulas_compare_variables_where_a_proposition_may_stand() {
    let formulas =
        "AG(P.x = 3 or !x3); AG(x3 -> (P.x + 1) > 3); EF(P.y < P.x); AG(2 <= P.x - P.y or K(P, (P.x) <> 3));
                    LTL F P.x = 1; LTL G P.y = 0; E((P.y = 0) U P.x = 3);";
    let text = counter("MultiAssignment", "x = x + 1 if x < 3;", XY, formulas);
    assert_eq!(verdicts(&text), [true, true, true, true, true, true, true]);
    let of = |formula: &str| errors(&counter("MultiAssignment", "x = x + 1 if x < 3;", XY, formula));
    assert_eq!(of("AG P.Action = go;"), ["ispl::action-here"]);
    assert_eq!(of("AG P.z = 1;"), ["ispl::unknown-name"]);
    assert_eq!(of("AG Q.x = 1;"), ["ispl::unknown-name"]);
    assert_eq!(of("AG P.x;"), ["ispl::type-mismatch"]);
    assert_eq!(of("AG (P.x + 1);"), ["ispl::syntax"]);
    let flag = "Agent P Vars: on : boolean; end Vars Actions = {flip}; Protocol: Other : {flip}; end Protocol
                Evolution: on = true if on = false; on = false if on = true; end Evolution end Agent
                Evaluation p if P.on = true; end Evaluation InitStates P.on = false; end InitStates
                Formulae AG(p -> P.on); AG(P.on -> AX !P.on); EF ~P.on = true; end Formulae";
    assert_eq!(verdicts(flag), [true, true, true]);
}

#[test]
fn with_multi_assignment_one_applicable_line_is_taken() {
    let text = counter(
        "MultiAssignment",
        "x = 1 if x = 0; y = 1 if y = 0;",
        XY,
        "EX(x1 and !y1); EX(y1 and !x1); EX(x1 and y1);",
    );
    assert_eq!(verdicts(&text), [true, true, false]);
}

#[test]
fn with_single_assignment_each_variable_takes_its_own_line() {
    let text = counter("SA", "x = 1 if x = 0; y = 1 if y = 0;", XY, "AX(x1 and y1);");
    assert_eq!(verdicts(&text), [true]);
}

#[test]
fn with_no_applicable_line_nothing_changes() {
    assert_eq!(verdicts(&counter("MA", "x = 1 if x = 3;", XY, "AG zero;")), [true]);
}

#[test]
fn right_hand_sides_are_read_in_the_current_state() {
    let text =
        counter("MA", "x = 1 and y = x if x = 0; x = y and y = x if x = 1;", XY, "AX(AX(!x1 and y1));");
    assert_eq!(verdicts(&text), [true]);
}

#[test]
fn a_line_that_leaves_the_range_is_no_alternative_and_not_unchanged() {
    let text =
        counter("MA", "x = x + 1 if x <= 3;", XY, "EF x3; EF(x3 and !EX(zero or !zero)); EG zero; AF x3;");
    assert_eq!(verdicts(&text), [true, true, false, true]);
}

#[test]
fn what_is_known_of_runs_is_known_of_those_that_do_not_get_stuck() {
    let text = "Agent Environment
           Vars: h : 0..2; end Vars
           Actions = {on, off};
           Protocol: h = 0 : {on, off}; h = 1 : {on}; end Protocol
           Evolution: h = 1 if Action = on; h = 2 if Action = off; end Evolution
         end Agent
         Agent P
           Vars: x : boolean; end Vars
           Actions = {wait};
           Protocol: Other : {wait}; end Protocol
           Evolution: x = true if x = true; end Evolution
         end Agent
         Evaluation p if Environment.h = 1; end Evaluation
         InitStates Environment.h = 0 and P.x = false; end InitStates
         Groups g = {P, Environment}; end Groups
         Formulae K(P, AF p); LTL K(P, F p); LTL G K(P, F p); LTL GK(g, F p); LTL GCK(g, F p); LTL K(P, G p);
         end Formulae";
    for engine in ["explicit", "bdd"] {
        let expected = [true, true, true, true, true, false];
        assert_eq!(verdicts_of(engine, Strategies::default(), text), expected, "{engine}");
    }
}

#[test]
fn a_dead_end_has_no_runs() {
    // `AX false` is true there, `EX true` and `EG p` are false, `AF` of anything is true.
    let text = counter(
        "MA",
        "x = x + 1 if x <= 3;",
        XY,
        "AG(x3 -> AX(zero and !zero)); EF(x3 and EG x3); AG(x3 -> AF zero);",
    );
    assert_eq!(verdicts(&text), [true, false, true]);
}

#[test]
fn paths_of_ctl_star_and_ltl_are_infinite_whatever_the_shape_of_the_formula() {
    // The only path gets stuck where x is 3.
    let stuck = "x = x + 1 if x <= 3;";
    let formulas = "EF x3; CTL* E F x3; CTL* E (F F x3); CTL* E ((F x3) and (F x3)); CTL* E (zero U x3); \
                    CTL* E X !zero; CTL* E (X !zero and X !zero); EX !zero; CTL* E zero; \
                    AG zero; CTL* A G zero; CTL* A (G G zero); CTL* !(E (F !zero)); LTL G zero; \
                    CTL* A X zero; CTL* A (X zero and X zero); CTL* A (zero U x3); CTL* A !zero;";
    let expected = [true, false, false, false, false, false, false, true, false]
        .into_iter()
        .chain([false, true, true, true, true, true, true, true, true]);
    let expected: Vec<bool> = expected.collect();
    for engine in ["explicit", "bdd"] {
        let text = counter("MA", stuck, XY, formulas);
        assert_eq!(verdicts_of(engine, Strategies::default(), &text), expected, "{engine}");
    }
}

#[test]
fn division_is_exact_and_only_whole_numbers_are_stored() {
    let text = counter(
        "MA",
        "x = 3 if x = 0; y = x / 2 if x = 3;",
        "half if P.x / 2 = 1; more if P.x / 2 > 1; x3 if P.x = 3; less if P.x / 2 < 2;",
        "AX !half; AX more; AX(x3 and less); AX(!EX(more or !more));",
    );
    assert_eq!(verdicts(&text), [true, true, true, true]);
}

#[test]
fn the_protocol_allows_the_union_of_its_lines_and_other_is_for_the_rest() {
    let text = "Agent P
           Vars: x : 0..3; end Vars
           Actions = {a, b, c};
           Protocol: x = 0 : {a}; x <= 1 : {b}; Other : {c}; end Protocol
           Evolution: x = 1 if Action = a; x = 2 if Action = b; x = 3 if Action = c; end Evolution
         end Agent
         Evaluation one if P.x = 1; two if P.x = 2; three if P.x = 3; zero if P.x = 0; end Evaluation
         InitStates P.x = 0; end InitStates
         Formulae EX one; EX two; EX three; AG(two -> AX three); end Formulae";
    assert_eq!(verdicts(text), [true, true, false, true]);
}

#[test]
fn without_an_allowed_action_the_whole_system_stops() {
    let text = "Agent P
           Vars: x : boolean; end Vars
           Actions = {a};
           Protocol: x = false : {a}; end Protocol
           Evolution: x = true if x = false; end Evolution
         end Agent
         Agent Q
           Vars: y : boolean; end Vars
           Actions = {a};
           Protocol: Other : {a}; end Protocol
           Evolution: y = true if y = false; y = false if y = true; end Evolution
         end Agent
         Evaluation x if P.x = true; end Evaluation
         InitStates P.x = false; end InitStates
         Formulae EX(EX(x or !x)); end Formulae"
        .replace("x if P.x", "px if P.x")
        .replace("EX(EX(x or !x))", "EX(EX(px or !px))");
    assert_eq!(verdicts(&text), [false]);
}

#[test]
fn an_agent_sees_its_own_variables_and_what_it_is_shown() {
    let text = "Agent Environment
           Obsvars: open : boolean; end Obsvars
           Vars: left : boolean; right : boolean; end Vars
           Actions = {};
           Protocol: end Protocol
           Evolution: end Evolution
         end Agent
         Agent L
           Lobsvars = {left};
           Vars: own : boolean; end Vars
           Actions = {none};
           Protocol: Other : {none}; end Protocol
           Evolution: own = own if own = true; end Evolution
         end Agent
         Agent R
           Lobsvars = {right};
           Vars: own : boolean; end Vars
           Actions = {none};
           Protocol: Other : {none}; end Protocol
           Evolution: own = own if own = true; end Evolution
         end Agent
         Evaluation left if Environment.left = true; right if Environment.right = true;
                    open if Environment.open = true; end Evaluation
         InitStates L.own = true and R.own = true; end InitStates
         Groups both = {L, R}; end Groups
         Formulae
           AG(left -> K(L, left)); AG(right -> K(L, right)); AG(open -> K(L, open) and K(R, open));
           AG(left and right -> DK(both, left and right)); AG(left -> GK(both, left));
           AG(open -> GCK(both, open)); AG(left -> K(Environment, left));
         end Formulae";
    assert_eq!(verdicts(text), [true, false, true, true, false, true, true]);
}

/// Ann counts to 1 and Bob watches; what Ann's protocol and her line make of 1 is left open.
fn counting(protocol: &str, line: &str, formulae: &str) -> String {
    format!(
        "Agent Ann
           Vars: x : 0..1; end Vars
           Actions = {{up}};
           Protocol: {protocol} end Protocol
           Evolution: {line} end Evolution
         end Agent
         Agent Bob
           Vars: y : boolean; end Vars
           Actions = {{look}};
           Protocol: Other : {{look}}; end Protocol
           Evolution: y = y if Action = look; end Evolution
         end Agent
         Evaluation zero if Ann.x = 0; one if Ann.x = 1; end Evaluation
         InitStates Ann.x = 0 and Bob.y = false; end InitStates
         Groups a = {{Ann}}; b = {{Bob}}; both = {{Ann, Bob}}; end Groups
         Formulae {formulae} end Formulae"
    )
}

fn all_strategies(text: &str, expected: &[bool]) {
    for engine in ["explicit", "bdd"] {
        for strategies in [Strategies::Unfair, Strategies::Fair, Strategies::Uniform] {
            assert_eq!(verdicts_of(engine, strategies, text), expected, "{engine}, {strategies:?}");
        }
    }
}

#[test]
fn a_joint_action_without_successor_is_a_success_of_every_group() {
    // At 1 everybody can act, but nothing comes of it. Bob does not see where Ann is.
    let ann = "AX <a> X zero; AX <a> G one; <a> F (zero and one); <a> G (zero or one);
               <a> ((zero or one) U (zero and one)); <a> (zero U (zero and one));";
    let line = "x = x + 1 if Action = up;";
    all_strategies(&counting("Other : {up};", line, ann), &[true, true, true, true, true, false]);
    let bob = "AX <b> X zero; AX <both> G one; <b> F (zero and one);";
    for engine in ["explicit", "bdd"] {
        let expected = [(Strategies::Fair, [true, true, true]), (Strategies::Uniform, [false, false, true])];
        for (strategies, expected) in expected {
            let found = verdicts_of(engine, strategies, &counting("Other : {up};", line, bob));
            assert_eq!(found, expected, "{engine}, {strategies:?}");
        }
    }
}

#[test]
fn where_an_agent_has_no_action_no_group_has_a_success_but_a_goal_that_is_reached() {
    let formulae = "<a> X one; AX <a> X one; AX <b> X one; AX <both> G one; <a> G (zero or one);
                    AX <b> F one; <b> F one; <b> F (zero and one); <a> (zero U one); <b> ((zero or one) U (zero and one));";
    let text = counting("x = 0 : {up};", "x = 1 if Action = up;", formulae);
    all_strategies(&text, &[true, false, false, false, false, true, true, false, true, false]);
}

#[test]
fn dead_ends_are_the_same_where_they_are_met_as_states_that_look_alike() {
    // Bob, who sees only `y`, cannot tell the start from the end, where the joint action leads nowhere.
    let text = |evolution: &str, formulae: &str| {
        format!(
            "Agent Ann
               Vars: b : 0..1; end Vars
               Actions = {{s, t, none}};
               Protocol: b = 1 : {{s, t}}; Other : {{s}}; end Protocol
               Evolution: {evolution} end Evolution
             end Agent
             Agent Bob
               Vars: y : boolean; end Vars
               Actions = {{n}};
               Protocol: Other : {{n}}; end Protocol
               Evolution: y = true if Ann.Action = s; y = false if Ann.Action = t; end Evolution
             end Agent
             Evaluation good if Ann.b = 0 and Bob.y = false; end Evaluation
             InitStates Ann.b = 1; end InitStates
             Groups a = {{Ann}}; ab = {{Ann, Bob}}; end Groups
             Formulae {formulae} end Formulae"
        )
    };
    let formulae = "<a> X good; <ab> X good;";
    for engine in ["explicit", "bdd"] {
        let ends = text("b = b - 1 if Action = s or Action = t;", formulae);
        assert_eq!(verdicts_of(engine, Strategies::Uniform, &ends), [true, true], "{engine}");
        // If Ann stays at 0 instead, Bob has to count on it.
        let stays = text("b = 0 if Action = s or Action = t;", formulae);
        assert_eq!(verdicts_of(engine, Strategies::Uniform, &stays), [true, false], "{engine}");
    }
}

const SWITCH: &str = "Agent P
       Vars: on : boolean; seen : boolean; end Vars
       Actions = {flip, wait};
       Protocol: Other : {flip, wait}; end Protocol
       Evolution: on = true and seen = true if Action = flip and on = false;
                  on = false if Action = flip and on = true; end Evolution
     end Agent
     Evaluation on if P.on = true; seen if P.seen = true; end Evaluation
     InitStates P.on = false and P.seen = false; end InitStates ";

#[test]
fn only_fair_runs_count_under_fairness() {
    let without = format!("{SWITCH} Formulae AF on; AG(AF on); EG(!on); end Formulae");
    assert_eq!(verdicts(&without), [false, false, true]);
    let with = format!(
        "{SWITCH} Fairness on; end Fairness Formulae AF on; AG(AF on); EG(!on); LTL G(F on); LTL F(G on); end Formulae"
    );
    assert_eq!(verdicts(&with), [true, true, false, true, false]);
}

#[test]
fn conditions_of_fairness_may_be_about_time_and_knowledge() {
    for fair in ["K(P, on)", "E(on U on)", "on and AG (on or !on)"] {
        let text = format!(
            "{SWITCH} Fairness {fair}; end Fairness
             Formulae AF on; EG(!on); LTL G(F on); LTL F(G on); K(P, AF on); end Formulae"
        );
        for engine in ["auto", "explicit", "bdd"] {
            let found = verdicts_of(engine, Strategies::default(), &text);
            assert_eq!(found, [true, false, true, false, true], "{engine} {fair}");
        }
    }
}

#[test]
fn a_run_that_went_wrong_is_kept_from_being_fair_by_what_is_observed() {
    // The run has failed at once. It stays free, and so fair, unless the player guesses what is hidden.
    let text = "Agent Environment
           Vars: hidden : boolean; free : boolean; t : 0..2; end Vars
           Actions = {none};
           Protocol: Other : {none}; end Protocol
           Evolution:
             t = 1 if t = 0;
             t = 2 if t = 1 and ((hidden = true and Player.Action = right)
                                 or (hidden = false and Player.Action = left));
             t = 2 and free = false if t = 1 and ((hidden = true and Player.Action = left)
                                                  or (hidden = false and Player.Action = right));
           end Evolution
         end Agent
         Agent Player
           Lobsvars = {t};
           Vars: x : 0..0; end Vars
           Actions = {left, right};
           Protocol: Other : {left, right}; end Protocol
           Evolution: x = 0 if x = 0; end Evolution
         end Agent
         Evaluation
           never if Environment.t = 0 and Environment.t = 1;
           goal if Environment.t = 1;
           free if Environment.free = true;
         end Evaluation
         InitStates Environment.t = 0 and Environment.free = true and Player.x = 0; end InitStates
         Groups g = {Player}; end Groups
         Fairness free; end Fairness
         Formulae <g> (never U goal); end Formulae";
    for engine in ["explicit", "bdd"] {
        assert_eq!(verdicts_of(engine, Strategies::Fair, text), [true], "{engine}");
        assert_eq!(verdicts_of(engine, Strategies::Uniform, text), [false], "{engine}");
    }
}

#[test]
fn linear_and_branching_layers_bind_alike() {
    let text = format!(
        "{SWITCH} Formulae
           AG on -> seen; LTL G on -> seen; LTL X on or X !on; LTL !on U on;
           CTL* A(F on) -> seen; CTL* E(G(!on)); CTL* A((G(F on)) -> (F seen)); end Formulae"
    );
    assert_eq!(verdicts(&text), [true, true, true, false, true, true, true]);
}

#[test]
fn an_antecedent_is_asked_about_in_every_logic() {
    let formulae = "AG (both -> on); CTL* A G (both -> on); CTL* A (G (both -> on) and F seen or G (both -> on)); \
                    LTL G (both -> on); LTL G K(P, both -> on); CTL* A G (on -> seen);";
    let text = format!("{SWITCH} Formulae {formulae} end Formulae")
        .replace("Evaluation on if", "Evaluation both if P.on = true and P.on = false; on if");
    let loaded = synod_ispl::load(&Source::new("test.ispl", text));
    let model = loaded.model.expect("a model");
    let checker = Checker::new(&model.system, "explicit").expect("an engine");
    let vacuous = |property: &Property| {
        let mut about =
            model.side_questions.iter().filter(|asked| asked.about.as_ref() == Some(&property.name));
        about.any(|asked| {
            let answer = checker.answer(&asked.property, &Budget::unlimited(), &Silent);
            asked.when.fits(&answer.outcome.verdict)
        })
    };
    let found: Vec<bool> = model.properties.iter().map(vacuous).collect();
    assert_eq!(found, [true, true, false, true, true, false]);
}

#[test]
fn obligations_hold_in_all_green_states() {
    let text = SWITCH
        .replace("Actions = {flip, wait};", "RedStates: on = true; end RedStates Actions = {flip, wait};")
        + "Formulae O(P, !on); O(P, seen); AG(P.RedStates -> on); EF(P.RedStates); AG(on or P.GreenStates); end Formulae";
    assert_eq!(verdicts(&text), [true, false, true, true, true]);
}

mod rejected {
    use super::*;

    fn with(evolution: &str, proposition: &str, formula: &str) -> Vec<&'static str> {
        errors(&counter("MA", evolution, proposition, formula))
    }

    #[test]
    fn names_must_exist() {
        assert_eq!(with("x = 1 if x = 0;", "p if P.z = 1;", "AG p;"), ["ispl::unknown-name"]);
        assert_eq!(with("x = 1 if x = 0;", "p if P.x = 1;", "AG q;"), ["ispl::unknown-name"]);
        assert_eq!(with("x = 1 if Action = jump;", "p if P.x = 1;", "AG p;"), ["ispl::unknown-name"]);
        assert_eq!(with("x = 1 if Q.Action = go;", "p if P.x = 1;", "AG p;"), ["ispl::unknown-name"]);
        assert_eq!(with("x = 1 if x = 0;", "p if P.x = 1;", "<g>X p;"), ["ispl::unknown-name"]);
    }

    #[test]
    fn numbers_must_fit_the_variable() {
        assert_eq!(with("x = 1 if x = 9;", "p if P.x = 1;", "AG p;"), ["ispl::out-of-range"]);
        assert_eq!(with("x = 9 if x = 0;", "p if P.x = 1;", "AG p;"), ["ispl::out-of-range"]);
        // With arithmetic anything may be compared.
        assert!(with("x = 1 if x = y + 7;", "p if P.x = 1;", "AG p;").is_empty());
    }

    #[test]
    fn comparisons_need_variables_of_one_type() {
        assert_eq!(with("x = 1 if 1 = 1;", "p if P.x = 1;", "AG p;"), ["ispl::no-variable"]);
        assert_eq!(with("x = 1 if x = true;", "p if P.x = 1;", "AG p;"), ["ispl::type-mismatch"]);
        assert_eq!(with("x = 1 if x = 0;", "p if P.x / 0 = 1;", "AG p;"), ["ispl::division-by-zero"]);
    }

    #[test]
    fn a_variable_is_assigned_once_a_line() {
        assert_eq!(with("x = 1 and x = 2 if x = 0;", "p if P.x = 1;", "AG p;"), ["ispl::assigned-twice"]);
        let text = counter("SA", "x = 1 and y = 2 if x = 0;", "p if P.x = 1;", "AG p;");
        assert_eq!(errors(&text), ["ispl::single-assignment"]);
    }

    #[test]
    fn reserved_words_are_no_names() {
        // Once is enough.
        let text = counter("MA", "x = 1 if x = 0;", "A if P.x = 1;", "AG A;");
        assert_eq!(errors(&text), ["ispl::syntax"]);
        assert_eq!(errors(&text.replace("Agent P", "Agent E").replace("P.", "E.")), ["ispl::syntax"; 2]);
    }

    #[test]
    fn initial_states_are_equalities() {
        let text = counter("MA", "x = 1 if x = 0;", "p if P.x = 1;", "AG p;");
        assert_eq!(errors(&text.replace("P.x = 0 and", "P.x < 2 and")), ["ispl::initial"]);
    }

    #[test]
    fn initial_states_have_no_arithmetic() {
        let text = counter("MA", "x = 1 if x = 0;", "p if P.x = 1;", "AG p;");
        for computed in ["P.x = 1 - 1 and", "P.x + P.y = 0 and", "P.x = P.y + 0 and"] {
            assert_eq!(errors(&text.replace("P.x = 0 and", computed)), ["ispl::initial"], "{computed}");
        }
        assert!(errors(&text.replace("P.x = 0 and", "(P.x = P.y or !(P.x = 1)) and")).is_empty());
    }

    #[test]
    fn variables_values_and_agents_have_different_names() {
        let text = |vars: &str| {
            let text = counter("MA", "x = 1 if x = 0;", "p if P.x = 1;", "AG p;");
            errors(&text.replace("y : 0..3;", &format!("y : 0..3; {vars}")))
        };
        assert_eq!(text("k : {r, g}; r : {r, g};"), ["ispl::ambiguous-name"]);
        assert_eq!(text("k : {x, g};"), ["ispl::ambiguous-name"]);
        assert_eq!(text("k : {P, g};"), ["ispl::ambiguous-name"]);
        assert_eq!(text("P : boolean;"), ["ispl::ambiguous-name"]);
        assert!(text("k : {r, g}; l : {r, g};").is_empty());
        assert_eq!(text("k : {};"), ["ispl::empty-range"]);
    }

    #[test]
    fn a_variable_is_not_called_like_a_value_that_the_agent_sees() {
        let with = |sight: &str| {
            let environment =
                "Agent Environment Vars: e : {x, z}; end Vars Actions = {}; Protocol: end Protocol
                               Evolution: end Evolution end Agent Agent P ";
            let text = counter("MA", "x = 1 if x = 0;", "p if P.x = 1;", "AG p;");
            errors(&text.replace("Agent P", &format!("{environment}{sight}")))
        };
        assert_eq!(with("Lobsvars = {e};"), ["ispl::ambiguous-name"]);
        assert!(with("").is_empty());
    }

    #[test]
    fn an_ordinary_agent_has_a_protocol_and_an_evolution_and_a_group_a_member() {
        let text = counter("MA", "", "p if P.x = 1;", "AG p;");
        assert_eq!(errors(&text), ["ispl::empty-section"]);
        let text = counter("MA", "x = 1 if x = 0;", "p if P.x = 1;", "AG p;");
        assert_eq!(errors(&text.replace("Other : {go};", "")), ["ispl::empty-section"]);
        assert_eq!(errors(&text.replace("Other : {go};", "Other : {};")), ["ispl::empty-section"]);
        let grouped = text.replacen("Formulae", "Groups g = {}; end Groups Formulae", 1);
        assert_eq!(errors(&grouped), ["ispl::empty-group"]);
        // A line that cannot be read is not missing.
        assert_eq!(with("x 1 if x = 0;", "p if P.x = 1;", "AG p;"), ["ispl::syntax"]);
    }

    #[test]
    fn a_formula_of_ctl_star_says_of_which_paths_it_speaks() {
        let ask = |formula: &str| with("x = 1 if x = 0;", "p if P.x = 1; q if P.x = 0;", formula);
        for open in
            ["CTL* F p;", "CTL* p and X q;", "CTL* !(p U q);", "CTL* A F K(P, G p);", "CTL* K(P, F p);"]
        {
            assert_eq!(ask(open), ["ispl::path-formula"], "{open}");
        }
        for closed in
            ["CTL* p;", "CTL* (A F p) -> q;", "CTL* A F K(P, A G p);", "CTL* E (F p and G q);", "LTL F p;"]
        {
            assert!(ask(closed).is_empty(), "{closed}");
        }
    }

    #[test]
    fn agents_cannot_read_each_other() {
        let text = counter("MA", "x = 1 if x = 0;", "p if P.x = 1;", "AG p;");
        let other = "Agent Q Vars: z : boolean; end Vars Actions = {a}; Protocol: Other : {a}; end Protocol
                     Evolution: z = true if P.x = 1; end Evolution end Agent Evaluation";
        assert_eq!(errors(&text.replacen("Evaluation", other, 1)), ["ispl::not-observable"]);
    }

    #[test]
    fn many_mistakes_are_reported_at_once() {
        let found = with("x = 1 if z = 0; x = 2 if w = 1;", "p if P.q = 1;", "AG r;");
        assert!(found.len() >= 4, "{found:?}");
    }

    #[test]
    fn after_a_syntax_error_nothing_else_is_reported() {
        let found = with("x = 1 if z = 0; y = if x = 0; x = 2 if x = 1 y = 0;", "p if P.q = 1;", "AG r;");
        assert_eq!(found, ["ispl::syntax", "ispl::syntax"]);
    }
}

mod fuzz {
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_is_read_without_panic(text in "\\PC{0,200}") {
            synod_ispl::load(&synod_syntax::Source::new("any", text));
        }

        #[test]
        fn any_piece_of_a_model_is_read_without_panic(from in 0usize..600, to in 0usize..900, with in "[a-zA-Z(){};:=.<>!,0-9 -]{0,6}") {
            let text = super::SWITCH.to_string() + "Fairness on; end Fairness Formulae AF on; LTL G(F on); end Formulae";
            let cut = |at: usize| at.min(text.len());
            let (from, to) = (cut(from.min(to)), cut(to.max(from)));
            let mutated = format!("{}{with}{}", &text[..from], &text[to..]);
            synod_ispl::load(&synod_syntax::Source::new("any", mutated));
        }
    }

    #[test]
    fn deep_nesting_is_refused() {
        let deep = format!(
            "{} Formulae {} on {}; end Formulae",
            super::SWITCH,
            "(".repeat(50_000),
            ")".repeat(50_000)
        );
        assert_eq!(super::errors(&deep).first(), Some(&"ispl::too-deep"));
        let long = format!("{} Formulae {} on; end Formulae", super::SWITCH, "!".repeat(50_000));
        assert_eq!(super::errors(&long).first(), Some(&"ispl::too-deep"));
    }
}

#[test]
fn a_quotient_that_is_assigned_gets_a_warning() {
    let text = counter("MultiAssignment", "x = (y + 1) / 2 if x = 0; y = 1 if y / 2 < 1;", XY, "EF x1;");
    let loaded = synod_ispl::load(&Source::new("test.ispl", text));
    let warned: Vec<&str> = loaded.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(warned, ["ispl::fraction"]);
}
