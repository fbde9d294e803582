//! Models of any number of agents.

use crate::support::{CAMP, Folder, LAMP};

fn camp() -> Folder {
    Folder::with("camp.pispl", CAMP)
}

#[test]
fn a_property_holds_for_every_size_or_is_violated_at_one() {
    let checked = camp().run(&["check", "camp.pispl"]);
    assert_eq!(checked.code, 1, "{checked:?}");
    let told = checked.without_times();
    assert!(told.contains("✗ formula-1 is violated at Robot = 1  (Robot : {r}) AG !gone(r)\n"), "{told}");
    assert!(told.contains("   2  Robot_1, Environment do leave\n"), "{told}");
    assert!(told.contains("✓ formula-2 holds for every size Robot ≥ 2  "), "{told}");
    assert!(told.ends_with("2 properties for any number of agents: 1 holds, 1 violated\n"), "{told}");
}

#[test]
fn given_numbers_make_one_instance_for_every_command() {
    let folder = camp();
    let checked = folder.run(&["check", "camp.pispl", "Robot=2", "--engine", "explicit"]);
    assert_eq!(checked.code, 0, "{checked:?}");
    assert!(checked.out.contains("✓ formula-1 holds  (Robot : {r}) AG !gone(r)"), "{checked:?}");
    for command in ["simulate", "show"] {
        assert_eq!(folder.run(&[command, "camp.pispl", "Robot=2"]).code, 0, "{command}");
    }
    let walked = folder.run_with(&["interact", "camp.pispl", "Robot=2"], "steps\ntake 1\n");
    assert_eq!(walked.code, 0, "{walked:?}");
    assert!(walked.out.contains("Robot_1, Environment do take"), "{walked:?}");
}

/// The environment and a template declare `never`, and no line of the template's protocol allows it.
const NEVER: &str = "
Template Environment
  Vars: v : {a, b, c}; end Vars
  InitState v = a; end InitState
  Protocol: Other : {go, never}; end Protocol
  Evolution: v = b if Action = never; v = c if v = a and Action = go; end Evolution
end Template
Template P
  Vars: x : {c, d}; end Vars
  InitState x = c; end InitState
  Actions: AgentEnvironment = {go, never}; end Actions
  Protocol: Other : {go}; end Protocol
  Evolution: x = d if Action = go; end Evolution
end Template
Evaluation e if Environment.v = b; end Evaluation
Formulae
  EF e;
  AG !e;
end Formulae
";

#[test]
fn what_a_template_never_does_is_never_done_in_any_instance() {
    let folder = Folder::with("never.pispl", NEVER);
    for (agents, states) in [("P=1", 2), ("P=3", 8), ("P=5", 32)] {
        for engine in ["explicit", "bdd", "ic3"] {
            let always = ["check", "never.pispl", agents, "--engine", engine, "-p", "formula-2"];
            let checked = folder.run(&always);
            assert_eq!(checked.code, 0, "{agents}, {engine}: {checked:?}");
            let all = format!("all {states} reachable states were visited");
            assert!(engine != "explicit" || checked.out.contains(&all), "{checked:?}");
        }
        let checked = folder.run(&["check", "never.pispl", agents]);
        assert!(checked.out.contains("✗ formula-1 is violated"), "{agents}: {checked:?}");
    }
}

#[test]
fn announcements_of_one_name_are_told_apart() {
    let text = "\
enum channel {a}
enum val {u, v}
message-structure: M : val
agent A
  local: x : val
  init: x = u
  repeat: ({true} *? [] ; {true} *! (true) (M := x)[])
agent B
  local: x : val
  init: x = v
  repeat: {true} *! (true) (M := x)[] ; {true} a! (true) (M := x)[]
system = A(i0, true) || A(i1, true) || B(b0, true)
SPEC f6: G ((i1-x = u) | (i0-automaton-state != 1));
";
    let checked = Folder::with("m.rcp", text).run(&["check", "m.rcp", "--any-number", "A"]);
    assert!([0, 1, 3].contains(&checked.code), "{checked:?}");
}

/// Guests who need a key to enter.
const KEYS: &str = "
Template Guest
  Vars: in : boolean; end Vars
  InitState in = false; end InitState
  Actions: MultiRole(Key) = {enter}; end Actions
  Protocol: in = false : {enter}; end Protocol
  Evolution: in = true if Action = enter; end Evolution
end Template
Template Key
  Vars: taken : boolean; end Vars
  InitState taken = false; end InitState
  Actions: MultiRole(Guest) = {enter}; end Actions
  Protocol: taken = false : {enter}; end Protocol
  Evolution: taken = true if Action = enter; end Evolution
end Template
Evaluation in if Guest.in = true; end Evaluation
Formulae
  (Guest : {g, h}) AG !(in(g) and in(h));
  (Guest : {g, h}) AG (in(g) -> DK({Guest(g), Key}, in(g)));
  (Guest : {g, h}) <Guest> F (in(g) or in(h));
end Formulae
";

#[test]
fn the_number_of_some_roles_can_be_given() {
    let folder = Folder::with("keys.pispl", KEYS);
    let ask =
        |arguments: &[&str]| folder.run(&[&["check", "keys.pispl", "-q", "-p", "1"], arguments].concat());
    assert!(ask(&[]).out.contains("✗ formula-1 is violated at Guest = 2, Key = 2"));
    assert!(ask(&["Key=1"]).out.contains("✓ formula-1 holds for every size Guest ≥ 2, Key = 1"));
    assert!(ask(&["Guest=3"]).out.contains("✗ formula-1 is violated at Guest = 3, Key = 2"));
    let alone = folder.run(&["check", "keys.pispl", "Guest=1"]);
    assert!(alone.err.contains("`formula-1` is about more agents than there are"), "{alone:?}");
    let explained = folder.run(&["cutoff", "keys.pispl", "Key=1", "-p", "1"]);
    assert!(explained.out.contains("asked for every size Guest ≥ 2, Key = 1"), "{explained:?}");
    let emerges = ask(&["Key=1", "--emergence", "--json"]).json();
    assert_eq!(emerges["properties"][0]["any_number"]["domain"]["Key"]["max"], 1, "{emerges}");
    let run = folder.run(&["simulate", "keys.pispl", "Key=1"]);
    assert!(run.err.contains("the number of agents of each role is needed"), "{run:?}");
}

#[test]
fn groups_can_be_asked_of_instances() {
    let folder = Folder::with("keys.pispl", KEYS);
    let checked = folder.run(&["check", "keys.pispl", "Guest=2", "Key=1", "-q", "--null-step", "when-stuck"]);
    assert_eq!(checked.code, 0, "{checked:?}");
    assert!(
        checked.out.contains("✓ formula-2 holds") && checked.out.contains("✓ formula-3 holds"),
        "{checked:?}"
    );
    let undecided = folder.run(&["check", "keys.pispl", "Key=1"]);
    assert_eq!(undecided.code, 3, "{undecided:?}");
    assert!(undecided.out.contains("✓ formula-1 holds for every size"), "{undecided:?}");
    for message in [
        "this is about the knowledge of a group",
        "this asks for a strategy of a group",
        "`synod check keys.pispl Guest=3 Key=1 -p formula-2`",
    ] {
        assert!(undecided.out.contains(message), "{undecided:?}");
    }
}

#[test]
fn an_instance_with_too_few_agents_leaves_properties_out() {
    let checked = camp().run(&["check", "camp.pispl", "Robot=1"]);
    assert_eq!(checked.code, 1, "{checked:?}");
    assert!(checked.err.contains("`formula-2` is about more agents than there are"), "{checked:?}");
    assert!(!checked.out.contains("formula-2"), "{checked:?}");
}

#[test]
fn numbers_that_cannot_be_used_are_explained() {
    let folder = camp();
    for (arguments, message) in [
        (&["check", "camp.pispl", "Robto=2"][..], "there is no role `Robto`; did you mean `Robot`?"),
        (&["check", "camp.pispl", "Robot=0"], "`Robot=0`: a role has from 1 to 1000 agents"),
        (&["check", "camp.pispl", "Robot=two"], "the value in `Robot=two` is not a whole number"),
        (&["check", "camp.pispl", "Robot=99999999999999999999"], "does not fit 64 bits"),
        (&["check", "camp.pispl", "Robot=2", "Robot=3"], "the number of agents of `Robot` is given twice"),
        (
            &["simulate", "camp.pispl"],
            "the number of agents of each role is needed, such as `camp.pispl Robot=2`",
        ),
        (&["cutoff", "camp.pispl", "Robot=2"], "a cutoff is about any number of agents: leave out"),
        (
            &["check", "camp.pispl", "-p", "no-deadlock"],
            "`no-deadlock` can be asked for one number of agents",
        ),
        (&["check", "camp.pispl", "--engine", "exlicit"], "did you mean `explicit`?"),
        (&["check", "camp.pispl", "-p", "formula-3"], "there is no property `formula-3`"),
    ] {
        let outcome = folder.run(arguments);
        assert_eq!(outcome.code, 2, "{outcome:?}");
        assert!(outcome.err.contains(message), "{arguments:?}: {outcome:?}");
    }
}

#[test]
fn cutoffs_are_for_models_of_any_number() {
    let outcome = Folder::with("lamp.rcp", LAMP).run(&["cutoff", "lamp.rcp"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("cutoffs are for models of any number of agents"), "{outcome:?}");
}

#[test]
fn a_cutoff_is_explained_with_what_stands_against_each_class() {
    let told = camp().run(&["cutoff", "camp.pispl", "-p", "formula-1"]).without_times();
    for line in [
        "camp: interleaved (PIIS), one action at a time",
        "  Robot: 3 local states; agent-environment: take; global-synchronous: leave",
        "  asked for every size Robot ≥ 1",
        "  SFE: no, the action `take` is agent-environment",
        "  instance Robot = 1: violated",
        "  ✗ is violated at Robot = 1",
    ] {
        assert!(told.lines().any(|found| found.starts_with(line)), "{line}\n{told}");
    }
}

#[test]
fn emergence_tells_from_which_size_on_a_property_holds() {
    let told = camp().run(&["check", "camp.pispl", "--emergence", "-q"]);
    assert!(told.out.contains("it holds from Robot ≥ 2 on; not at Robot = 1"), "{told:?}");
}

#[test]
fn formulas_that_no_proof_covers_are_refused_but_can_be_asked_of_instances() {
    let folder = camp();
    folder.write("some.pispl", CAMP.replace("AG !gone(r)", "EF gone(r)"));
    let refused = folder.run(&["check", "some.pispl", "-p", "1"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(
        refused.err.contains("error[pispl::not-universal]: this asks for the existence of a run"),
        "{refused:?}"
    );
    assert!(refused.err.contains("`synod check some.pispl Robot=3 -p formula-1`"), "{refused:?}");
    // The others are answered all the same.
    let both = folder.run(&["check", "some.pispl"]);
    assert_eq!(both.code, 3, "{both:?}");
    assert!(both.out.contains("✓ formula-2 holds"), "{both:?}");
    assert!(both.out.contains("? formula-1 is not decided for every size"), "{both:?}");
    assert!(both.out.contains("this asks for the existence of a run"), "{both:?}");
    assert!(both.out.contains("`synod check some.pispl Robot=3 -p formula-1`"), "{both:?}");
    assert_eq!(folder.run(&["check", "some.pispl", "-p", "2"]).code, 0);
    let checked = folder.run(&["check", "some.pispl", "Robot=2", "-q"]);
    assert!(checked.out.contains("✗ formula-1 is violated"), "{checked:?}");
}

#[test]
fn counterexamples_are_written_and_replayed_on_their_instance() {
    let folder = camp();
    folder.run(&["check", "camp.pispl", "--trace-out", "trace.json", "-q"]);
    let replayed = folder.run(&["replay", "camp.pispl", "trace.json", "Robot=1"]);
    assert_eq!(replayed.code, 0, "{replayed:?}");
    assert_eq!(folder.run(&["replay", "camp.pispl", "trace.json", "Robot=2"]).code, 2);
}

#[test]
fn nothing_is_bound_to_happen_unless_the_user_says_so() {
    let folder = Folder::with("camp.pispl", CAMP.replace("AG !gone(r)", "AF on_post(r)"));
    let lazy = folder.run(&["check", "camp.pispl", "-p", "1"]);
    assert_eq!(lazy.code, 1, "{lazy:?}");
    assert!(lazy.out.contains("see `--null-step`"), "{lazy:?}");
    let busy = folder.run(&["check", "camp.pispl", "Robot=1", "-p", "1", "--null-step", "when-stuck"]);
    assert_eq!(busy.code, 0, "{busy:?}");
}

/// Lamps that are switched alone.
fn lamps(instances: &str) -> Folder {
    Folder::with("lamps.rcp", LAMP.replace("Lamp(lamp, true)", instances).replace("lamp-on", "a-on"))
}

#[test]
fn interchangeable_agents_of_other_languages_can_be_any_number() {
    let folder = lamps("Lamp(a, true) || Lamp(b, true)");
    let checked = folder.run(&["check", "lamps.rcp", "--any-number", "Lamp", "-q"]);
    assert_eq!(checked.code, 1, "{checked:?}");
    assert!(checked.out.contains("✗ dark is violated at Lamp = 2  G !a-on"), "{checked:?}");
    assert!(checked.out.contains("? blinks is not decided for every size"), "{checked:?}");
}

#[test]
fn nothing_is_claimed_of_an_agent_all_by_itself() {
    // Another worker never receives and so blocks the send, which one alone can do.
    let model = "enum channel {a}\nagent Worker\n  local: done : bool\n  init: done = false\n  \
                 receive-guard: true\n  repeat: {!done} a! true ()[done := true]\n\
                 system = Worker(w1, true) || Worker(w2, true)\nSPEC G !w1-done\n";
    let folder = Folder::with("two.rcp", model);
    let checked = folder.run(&["check", "two.rcp", "--any-number", "Worker", "-q"]);
    assert!(checked.out.contains("holds for every size Worker ≥ 2"), "{checked:?}");
}

#[test]
fn what_stands_against_any_number_is_told() {
    for (instances, role, message) in [
        ("Lamp(a, true)", "Lamp", "`a` is the only agent of the role"),
        ("Lamp(a, true) || Lamp(b, true)", "Lmap", "there is no role `Lmap`; did you mean `Lamp`?"),
        ("Lamp(a, true) || Lamp(b, true)", "Desk", "there is no role `Desk`; there is `Lamp`"),
    ] {
        let checked = lamps(instances).run(&["check", "lamps.rcp", "--any-number", role]);
        assert_eq!(checked.code, 2, "{checked:?}");
        assert!(checked.err.contains(message), "{message}: {checked:?}");
    }
    let pispl = camp().run(&["check", "camp.pispl", "--any-number", "Robot"]);
    assert!(pispl.err.contains("leave out `--any-number`"), "{pispl:?}");
}

/// Workers in LAbS, who take a lock.
const WORKERS: &str = "system { extern = _n  environment = lock: 0  spawn = Worker: _n }
agent Worker { interface = busy: 0
  Behavior = lock = 0 -> { lock <-- 1; busy <- 1 }; { lock <-- 0; busy <- 0 }; Behavior }
check {
  Alone = always forall Worker a, forall Worker b, a = b or busy of a = 0 or busy of b = 0
  Somebody = always lock = 0 or exists Worker a, busy of a = 1
}
";

#[test]
fn labs_agents_that_share_only_the_environment_can_be_any_number() {
    let folder = Folder::with("workers.labs", WORKERS);
    let checked = folder.run(&["check", "workers.labs", "n=2", "--any-number", "Worker", "-q"]);
    assert_eq!(checked.code, 3, "{checked:?}");
    assert!(checked.out.contains("✓ Alone holds for every size Worker ≥ 2"), "{checked:?}");
    assert!(checked.out.contains("? Somebody is not decided for every size"), "{checked:?}");
    assert!(checked.out.contains("it depends on how many agents there are"), "{checked:?}");
}

#[test]
fn what_tells_labs_agents_apart_is_told_with_its_place() {
    for (from, to, fair, message) in [
        ("busy <- 1", "busy <- id", &[][..], "this step uses the id of an agent as a number"),
        ("busy: 0", "busy: id", &[], "`busy` starts with a value that depends on the id of the agent"),
        ("lock: 0", "lock: _n", &[], "this uses `_n`, which says how many agents there are"),
        ("busy: 0", "busy: 0", &["--fair"], "agents take turns in the order of their ids"),
    ] {
        let folder = Folder::with("workers.labs", WORKERS.replacen(from, to, 1));
        let mut arguments = vec!["check", "workers.labs", "n=2", "--any-number", "Worker"];
        arguments.extend(fair);
        let checked = folder.run(&arguments);
        assert_eq!(checked.code, 2, "{checked:?}");
        assert!(checked.err.contains("error[labs::not-interchangeable]"), "{checked:?}");
        assert!(checked.err.contains(message), "{message}: {checked:?}");
    }
}

/// Guests who send their names to a host.
const GUESTS: &str = "enum channel {c}
message-structure: WHO : location
guard known(x : location) := x = a | x = b;
agent Guest
    local: here : bool, n : 0..2
    init: !here & n = 0
    receive-guard: false
    repeat: {!here} *! true (WHO := myself)[here := true]
agent Host
    local: w : location, met : bool
    init: w = h & !met
    receive-guard: false
    repeat: {!met & WHO != w} *? [met := true]
system = Guest(a, true) || Guest(b, true) || Host(h, true)
SPEC met: G (a-here -> h-met)
SPEC known: forall k : Guest . G known(k)
SPEC fault: G !(6 / a-n > 10)
";

fn guests(from: &str, to: &str, property: &str) -> crate::support::Outcome {
    assert!(GUESTS.contains(from), "{from}");
    let folder = Folder::with("guests.rcp", GUESTS.replacen(from, to, 1));
    folder.run(&["check", "guests.rcp", "--any-number", "Guest", "-q", "-p", property])
}

#[test]
fn an_instance_that_is_named_is_not_any_one() {
    assert!(guests("SPEC", "SPEC", "met").out.contains("✓ met holds for every size Guest ≥ 2"));
    for (from, to) in [
        ("WHO != w", "WHO != a & WHO != b"),
        ("WHO != w", "!known(WHO)"),
        ("w = h &", "w = a &"),
        ("init: !here", "init: (!here | !known(myself))"),
    ] {
        let refused = guests(from, to, "met");
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains("error[rcheck::not-interchangeable]: "), "{to}: {refused:?}");
    }
    let asked = guests("SPEC", "SPEC", "known");
    assert_eq!(asked.code, 3, "{asked:?}");
    assert!(asked.out.contains("it is about 3 agents of the role at once"), "{asked:?}");
}

#[test]
fn a_condition_without_a_value_is_not_true_when_it_is_denied() {
    let checked = guests("SPEC", "SPEC", "fault");
    assert!(checked.out.contains("✗ fault is violated at Guest = 2"), "{checked:?}");
}

#[test]
fn a_model_that_cannot_start_is_not_asked_about_more_agents() {
    let refused = guests("init: !here", "init: here & !here", "met");
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("the model has no initial state"), "{refused:?}");
}

#[test]
fn runs_of_so_many_steps_prove_nothing() {
    let folder = Folder::with("workers.labs", WORKERS);
    let asked =
        ["check", "workers.labs", "n=2", "--any-number", "Worker", "-p", "Alone", "--steps", "3", "-q"];
    let checked = folder.run(&[&asked[..], &["--emergence"]].concat());
    assert_eq!(checked.code, 3, "{checked:?}");
    assert!(checked.out.contains("no size violates it within 3 steps"), "{checked:?}");
    assert!(!checked.out.contains("it holds from"), "{checked:?}");
}

#[test]
fn a_certificate_for_every_size_is_checked_again() {
    let folder = Folder::with("workers.labs", WORKERS);
    let asked = ["n=2", "--any-number", "Worker"];
    let written = folder.run(
        &[&["check", "workers.labs", "-p", "Alone", "--certificate", "alone.cert"], &asked[..]].concat(),
    );
    assert!(written.err.contains("wrote alone.cert"), "{written:?}");
    let certify = || folder.run(&[&["certify", "workers.labs", "alone.cert"], &asked[..]].concat());
    let accepted = certify();
    assert_eq!(accepted.code, 0, "{accepted:?}");
    assert!(accepted.out.contains("✓ Alone is proved for every size Worker ≥ 2"), "{accepted:?}");
    let alone = folder.run(&["certify", "workers.labs", "alone.cert", "n=2"]);
    assert_eq!(alone.code, 1, "{alone:?}");
    assert!(alone.out.contains("it is about any number of agents"), "{alone:?}");
    let text = folder.read("alone.cert");
    let whole: Vec<&str> = text.split("never\n").collect();
    assert!(whole.len() > 2, "{text}");
    for hole in 1..whole.len() {
        let mut rest = whole.clone();
        rest.remove(hole);
        folder.write("alone.cert", rest.join("never\n"));
        let refused = certify();
        assert_eq!(refused.code, 1, "{refused:?}");
        assert!(refused.out.contains("✗ refused: "), "{refused:?}");
    }
    for (from, to) in [("property Alone", "property Somebody"), ("  2 ", "  1 "), ("  1 ", "  3 ")] {
        assert!(text.contains(from), "{from}\n{text}");
        folder.write("alone.cert", text.replace(from, to));
        assert_eq!(certify().code, 1, "{from}");
    }
    folder.write("alone.cert", text.clone());
    folder.write("workers.labs", WORKERS.replacen("lock = 0 ->", "lock < 2 ->", 1));
    assert_eq!(certify().code, 1);
}

#[test]
fn what_is_proved_by_a_cutoff_has_a_certificate_too() {
    let folder = Folder::with("keys.pispl", KEYS);
    let checked = folder.run(&["check", "keys.pispl", "Key=1", "-p", "1", "--certificate", "keys.cert"]);
    // That there is one key only is no part of such proofs.
    assert!(checked.err.contains("there is no certificate"), "{checked:?}");
    let folder = camp();
    folder.run(&["check", "camp.pispl", "-p", "2", "--certificate", "camp.cert", "-q"]);
    let accepted = folder.run(&["certify", "camp.pispl", "camp.cert"]);
    assert_eq!(accepted.code, 0, "{accepted:?}");
    assert!(accepted.out.contains("✓ formula-2 is proved for every size Robot ≥ 2"), "{accepted:?}");
}

#[test]
fn where_all_properties_are_left_out_nothing_is_settled() {
    let folder = Folder::with("keys.pispl", KEYS);
    for sizes in [&["Guest=1", "Key=1"][..], &["Guest=1"]] {
        let arguments = [&["check", "keys.pispl"], sizes].concat();
        let checked = folder.run(&arguments);
        assert_eq!(checked.code, 3, "{checked:?}");
        assert!(
            checked.err.contains("nothing was checked: every property is about more agents"),
            "{checked:?}"
        );
        let told = folder.run(&[&arguments[..], &["--json"]].concat()).json();
        assert_eq!(told["summary"]["exit_code"], 3, "{told}");
    }
    let asks = KEYS.find("Formulae").unwrap();
    folder.write("silent.pispl", format!("{}Formulae end Formulae\n", &KEYS[..asks]));
    let silent = folder.run(&["check", "silent.pispl"]);
    assert_eq!(silent.code, 2, "{silent:?}");
    assert!(silent.err.contains("the model has no properties; `--allow-empty` accepts that"), "{silent:?}");
}

#[test]
fn what_is_false_at_the_start_never_emerges() {
    let folder = Folder::with("camp.pispl", CAMP.replace("AG !gone(r)", "AG gone(r)"));
    let told = folder.run(&["check", "camp.pispl", "-p", "1", "--emergence", "-q"]);
    assert!(
        told.out.contains("it is violated at all sizes Robot ≥ 1: agents start where it is false"),
        "{told:?}"
    );
}

#[test]
fn what_takes_many_to_go_wrong_is_found_in_synchronous_systems() {
    // All nine actions at once are bad, so nine agents are needed.
    let actions: Vec<String> = (0..9).map(|n| format!("a{n}")).collect();
    let all: Vec<String> = actions.iter().map(|action| format!("{action} in GlobalAction")).collect();
    let (actions, all) = (actions.join(", "), all.join(" and "));
    let model = format!(
        "Semantics = Synchronous;
Template W
  Vars: s : {{here, bad, good}}; end Vars
  InitState s = here; end InitState
  Actions = {{idle, {actions}}};
  Protocol: s = here : {{{actions}}}; Other : {{idle}}; end Protocol
  Evolution: s = bad if s = here and {all}; s = good if s = here and !({all}); end Evolution
end Template
Evaluation bad if W.s = bad; end Evaluation
Formulae
  (W : {{v}}) AG !bad(v);
  (W : {{u, v}}) AG K(W(u), !bad(v));
  (W : {{v}}) AG AX !bad(v);
  (W : {{v}}) AX AG !bad(v);
  (W : {{u, v}}) K(W(u), AG !bad(v));
  (W : {{u, v}}) AG (bad(u) -> K(W(u), AX !bad(v)));
end Formulae
"
    );
    let checked = Folder::with("many.pispl", model).run(&["check", "many.pispl", "-q"]);
    assert_eq!(checked.code, 1, "{checked:?}");
    assert_eq!(checked.out.matches("is violated at W = 9").count(), 6, "{checked:?}");
}

#[test]
fn steps_that_meet_faults_are_told_of() {
    let told =
        |from: &str, to: &str| guests(from, to, "met").out.contains("some steps may not be taken because");
    assert!(!told("SPEC", "SPEC"));
    assert!(!told("[here := true]", "[here := true, n := n + 1]"));
    assert!(told("{!here}", "{!here & 6 / n > 1}"));
    assert!(told("[here := true]", "[here := true, n := n - 1]"));
}

/// Whoever fills a can needs the tap alone.
const TAP: &str = "\
Semantics = Interleaved;
Template Environment
  Vars: open : boolean; end Vars
  InitState open = false; end InitState
  Protocol: open = false : {take}; open = true : {give}; end Protocol
  Evolution: open = true if Action = take; open = false if Action = give; end Evolution
end Template
Template Gardener
  Vars: at : {idle, tap}; end Vars
  InitState at = idle; end InitState
  Actions: AgentEnvironment = {take, give}; end Actions
  Protocol: at = idle : {take}; at = tap : {give}; end Protocol
  Evolution: at = tap if Action = take; at = idle if Action = give; end Evolution
end Template
Evaluation fills if Gardener.at = tap; opened if Environment.open = true; end Evaluation
Formulae
  (Gardener:{u,v}) AG (fills(u) and fills(v) -> opened);
  (Gardener:{u}) AG (fills(u) -> opened);
end Formulae
";

#[test]
fn antecedents_that_are_true_in_no_size_are_told() {
    let folder = Folder::with("tap.pispl", TAP);
    let vacuous = folder.run(&["check", "tap.pispl", "-p", "1", "--deny-warnings"]);
    let told = "vacuous: the antecedent `(fills(u) and fills(v))` is never true";
    assert!(vacuous.code == 3 && vacuous.out.contains(told), "{vacuous:?}");
    let meant = folder.run(&["check", "tap.pispl", "-p", "2", "--deny-warnings"]);
    assert!(meant.code == 0 && !meant.out.contains("vacuous"), "{meant:?}");
}

#[test]
fn what_says_how_runs_of_one_system_are_shown_is_refused() {
    let folder = Folder::with("camp.pispl", CAMP);
    for (option, value) in [("--watch", "Robot_1.place"), ("--only", "Robot_1")] {
        let refused = folder.run(&["check", "camp.pispl", option, value]);
        let why = format!("`{option}` is for one number of agents: give the number of each role");
        assert!(refused.code == 2 && refused.err.contains(&why), "{refused:?}");
    }
}

#[test]
fn a_property_about_more_agents_than_there_are_is_not_called_unknown() {
    let folder = Folder::with("camp.pispl", CAMP);
    let refused = folder.run(&["check", "camp.pispl", "Robot=1", "-p", "formula-2"]);
    assert!(
        refused.code == 2 && refused.err.contains("`formula-2` is about more agents than there are: give"),
        "{refused:?}"
    );
    let unknown = folder.run(&["check", "camp.pispl", "Robot=1", "-p", "formula-3"]);
    assert!(unknown.err.contains("there is no property `formula-3`"), "{unknown:?}");
}
