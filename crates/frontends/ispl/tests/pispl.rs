//! The rules of PISPL, one test a rule: what files are refused with which reason, and what tables come of
//! the others.

use synod_core::{Budget, Silent};
use synod_ispl::pispl::{self, Options};
use synod_parameterised::{Condition, Kind, RoleId, StateId, Templates};
use synod_syntax::{Diagnostic, Severity, Source, Style, render};

fn read(text: &str) -> pispl::Loaded {
    pispl::load(&Source::new("test.pispl", text), Options::default())
}

fn problems(text: &str) -> Vec<Diagnostic> {
    read(text).diagnostics.iter().filter(|d| d.severity == Severity::Error).cloned().collect()
}

/// The codes of the errors of a text.
fn errors(text: &str) -> Vec<&'static str> {
    problems(text).iter().map(|d| d.code).collect()
}

fn model(text: &str) -> pispl::Model {
    let source = Source::new("test.pispl", text);
    let loaded = pispl::load(&source, Options::default());
    let problems: String = loaded.diagnostics.iter().map(|d| render(&source, d, Style::Plain)).collect();
    loaded.model.unwrap_or_else(|| panic!("{problems}"))
}

const DOOR: &str = "
    Template Environment
      Vars: door : {open, shut}; end Vars
      InitState door = open; end InitState
      Protocol: door = open : {enter}; door = shut : {leave}; end Protocol
      Evolution: door = shut if Action = enter; door = open if Action = leave; end Evolution
    end Template";

/// How many states instances of an example have.
fn states(example: &str, sizes: &[&[u32]]) -> Vec<Option<u64>> {
    let path = format!("{}/../../../examples/pispl/{example}.pispl", env!("CARGO_MANIFEST_DIR"));
    let model = model(&std::fs::read_to_string(path).unwrap());
    let count = |sizes: &&[u32]| {
        let (system, properties) = model.templates.instance(sizes).unwrap();
        let checker = synod_check::Checker::new(&system, "explicit").unwrap();
        let answer = checker.answer(&properties[0], &Budget::unlimited(), &Silent);
        answer.outcome.statistics.states
    };
    sizes.iter().map(count).collect()
}

#[test]
fn instances_have_the_known_numbers_of_states() {
    // With n trains of each kind there are 2^n (n + 2) states.
    assert_eq!(states("trains", &[&[2, 2], &[3, 3], &[4, 4]]), [16, 40, 96].map(Some));
}

/// A guest who may enter, with other lines in place of these.
fn guest(actions: &str, protocol: &str, evolution: &str) -> String {
    format!(
        "Template Guest
           Vars: place : {{out, in}}; end Vars
           InitState place = out; end InitState
           Actions: {actions} end Actions
           Protocol: {protocol} end Protocol
           Evolution: {evolution} end Evolution
         end Template"
    )
}

fn plain_guest() -> String {
    guest(
        "AgentEnvironment = {enter, leave};",
        "place = out : {enter}; place = in : {leave};",
        "place = in if Action = enter; place = out if Action = leave;",
    )
}

const FORMULAE: &str = "Evaluation inside if Guest.place = in; end Evaluation
    Formulae (Guest : {u, v}) AG !(inside(u) and inside(v)); end Formulae";

fn file(templates: &str) -> String {
    format!("{templates} {FORMULAE}")
}

#[test]
fn templates_become_tables_of_reachable_local_states() {
    let Templates::Interleaved(family) = model(&file(&format!("{DOOR} {}", plain_guest()))).templates else {
        panic!("interleaved by default");
    };
    let guest = family.role(RoleId(0));
    assert_eq!((guest.show_variables(), guest.show_state(StateId(1))), ("place".into(), "in".into()));
    let dynamics = family.dynamics();
    assert_eq!(dynamics.actions()[0].kind, Kind::AgentEnvironment(RoleId(0)));
    assert_eq!(dynamics.moves(RoleId(0))[0].len(), 1);
    assert_eq!(family.properties()[0].name, "formula-1");
    assert_eq!(family.properties()[0].text, "(Guest : {u, v}) AG !(inside(u) and inside(v))");
    assert_eq!(family.indices(&family.properties()[0]), [2]);
}

#[test]
fn local_states_that_cannot_be_reached_are_left_out() {
    let text =
        file(&guest("Asynchronous = {enter};", "place = out : {enter};", "place = in if Action = enter;"))
            .replace("place : {out, in};", "place : {out, in}; age : 0..1000000000;")
            .replace("place = out; end InitState", "place = out and age = 7; end InitState");
    assert_eq!(model(&text).templates.roles()[0].states, [[0, 7], [1, 7]]);
}

#[test]
fn too_many_local_states_are_refused() {
    let text =
        file(&guest("Asynchronous = {grow};", "age < 1000000 : {grow};", "age = age + 1 if age < 1000000;"))
            .replace("place : {out, in};", "place : {out, in}; age : 0..1000000;")
            .replace("place = out; end InitState", "place = out and age = 0; end InitState");
    assert_eq!(errors(&text), ["pispl::too-many-states"]);
}

#[test]
fn operators_are_names_outside_of_formulas() {
    let text = file(&plain_guest())
        .replace("{out, in}", "{A, SA}")
        .replace("place = out", "place = A")
        .replace("place = in", "place = SA")
        .replace("inside", "K")
        .replace("{u, v}", "{X, U}")
        .replace("(u)", "(X)")
        .replace("(v)", "(U)");
    let text = text.replace("Guest.place = in", "Guest.place = SA");
    assert_eq!(model(&text).templates.roles()[0].show_state(StateId(0)), "A");
}

#[test]
fn a_missing_environment_enables_every_shared_action() {
    let Templates::Interleaved(family) = model(&file(&plain_guest())).templates else { panic!() };
    assert_eq!(family.dynamics().environment()[0].len(), 2);
}

#[test]
fn an_action_without_an_evolution_line_changes_nothing() {
    let text = file(&guest("Asynchronous = {wait};", "Other : {wait};", ""));
    let Templates::Interleaved(family) = model(&text).templates else { panic!() };
    assert_eq!(family.dynamics().moves(RoleId(0))[0].values().collect::<Vec<_>>(), [&StateId(0)]);
}

#[test]
fn an_action_has_one_type() {
    let text = file(&plain_guest().replace("Actions: ", "Actions: Asynchronous = {enter}; "));
    assert_eq!(errors(&text), ["pispl::two-types"]);
}

#[test]
fn an_action_with_several_roles_is_global_or_multi_role() {
    let host = plain_guest().replace("Guest", "Host");
    assert_eq!(errors(&file(&format!("{} {host}", plain_guest()))), ["pispl::two-roles", "pispl::two-roles"]);
}

#[test]
fn a_multi_role_action_has_two_roles_that_both_declare_it() {
    let meets = |partner: &str| guest(&format!("MultiRole({partner}) = {{meet}};"), "Other : {meet};", "");
    assert_eq!(errors(&file(&meets("Guest"))), ["pispl::multi-role"]);
    assert_eq!(errors(&file(&meets("Gest"))), ["pispl::multi-role"]);
    let host = guest("Asynchronous = {wait};", "Other : {wait};", "").replace("Guest", "Host");
    assert_eq!(errors(&file(&format!("{} {host}", meets("Host")))), ["pispl::multi-role"]);
    let host = meets("Guest").replace("Template Guest", "Template Host");
    assert_eq!(errors(&file(&format!("{} {host}", meets("Host")))), [""; 0]);
    let third = meets("Host").replace("Template Guest", "Template Third");
    assert_eq!(errors(&file(&format!("{} {host} {third}", meets("Host")))), ["pispl::multi-role"]);
}

#[test]
fn every_role_declares_the_global_actions() {
    let guest = guest("GlobalSynchronous = {bell};", "Other : {bell};", "");
    let host = guest.replace("Guest", "Host").replace("GlobalSynchronous = {bell}", "Asynchronous = {wait}");
    let host = host.replace("Other : {bell}", "Other : {wait}");
    assert_eq!(errors(&file(&format!("{guest} {host}"))), ["pispl::not-global"]);
}

#[test]
fn the_environment_declares_no_actions_and_does_none_alone() {
    let environment = DOOR.replace("Protocol:", "Actions: Asynchronous = {enter}; end Actions Protocol:");
    assert_eq!(errors(&file(&format!("{environment} {}", plain_guest()))), ["pispl::environment-actions"]);
    let alone = plain_guest().replace("AgentEnvironment", "Asynchronous");
    let found = errors(&file(&format!("{DOOR} {alone}")));
    assert!(found.contains(&"pispl::asynchronous-environment"), "{found:?}");
}

#[test]
fn agents_read_their_own_variables_and_actions() {
    let with = |evolution: &str| {
        let guest = guest("AgentEnvironment = {enter, leave};", "Other : {enter};", evolution);
        errors(&file(&format!("{DOOR} {guest}")))
    };
    let foreign = with("place = in if Environment.door = open;");
    assert!(foreign.contains(&"pispl::other-template"), "{foreign:?}");
    assert_eq!(with("place = in if Environment.Action = enter;"), ["pispl::other-template"]);
    let found = with("place = in if enter in GlobalAction;");
    assert!(found.contains(&"pispl::other-template"), "{found:?}");
}

#[test]
fn a_proposition_is_about_one_template() {
    let text = file(&format!("{DOOR} {}", plain_guest()))
        .replace("inside if", "odd if Guest.place = in and Environment.door = open; inside if");
    assert_eq!(errors(&text), ["pispl::two-templates"]);
}

#[test]
fn an_index_is_of_the_role_that_the_proposition_is_about() {
    let host = guest("Asynchronous = {wait};", "Other : {wait};", "").replace("Guest", "Host");
    let with = |formula: &str| {
        let text = file(&format!("{} {host}", plain_guest()));
        errors(&text.replace("(Guest : {u, v}) AG !(inside(u) and inside(v))", formula))
    };
    assert_eq!(with("(Host : {h}) AG inside(h)"), ["pispl::wrong-role"]);
    assert_eq!(with("(Guest : {u}, Host : {h}) AG K(Guest(h), inside(u))"), ["pispl::wrong-role"]);
    assert_eq!(with("(Guest : {u}) AG K(Guest, inside(u))"), ["pispl::no-index"]);
    assert_eq!(with("(Guest : {u}) AG inside"), ["pispl::no-index"]);
    assert_eq!(with("AG inside(u)"), ["pispl::no-binder"]);
    assert_eq!(with("(Guest : {v}) AG (inside(v) or inside(u))"), ["pispl::unknown-index"]);
    assert_eq!(with("(Gest : {u}) AG inside(u)"), ["pispl::unknown-role"]);
    assert_eq!(with("(Guest : {u}) AG insied(u)"), ["ispl::unknown-name"]);
}

#[test]
fn an_ill_declared_action_is_told_once_however_often_it_is_used() {
    let environment = "Template Environment Protocol: Other : {enter, leave}; end Protocol end Template ";
    let twice = guest(
        "Asynchronous = {enter}; AgentEnvironment = {enter, leave};",
        "Other : {enter, leave};",
        "place = in if Action = enter;",
    );
    assert_eq!(errors(&file(&format!("{environment}{twice}"))), ["pispl::two-types"]);
    let alone = guest("Asynchronous = {enter}; AgentEnvironment = {leave};", "Other : {enter, leave};", "");
    let found = errors(&file(&format!("{environment}{alone}")));
    assert_eq!(found, ["pispl::asynchronous-environment"]);
    let global = guest("GlobalSynchronous = {enter};", "Other : {enter};", "place = in if Action = enter;");
    let host = guest("Asynchronous = {wait};", "Other : {wait, enter};", "").replace("Guest", "Host");
    assert_eq!(errors(&file(&format!("{global} {host}"))), ["pispl::not-global"]);
}

#[test]
fn a_protocol_without_lines_allows_nothing() {
    let text = file(&guest("Asynchronous = {enter};", "", "place = in if Action = enter;"));
    assert_eq!(errors(&text), [] as [&str; 0]);
    let environment = "Template Environment Protocol: end Protocol end Template ";
    let guest = guest("AgentEnvironment = {enter};", "Other : {enter};", "place = in if Action = enter;");
    let Templates::Interleaved(family) = model(&format!("{environment}{guest}\n{FORMULAE}")).templates else {
        panic!("it is interleaved")
    };
    assert!(family.dynamics().environment().iter().all(|moves| moves.is_empty()));
}

#[test]
fn missing_sections_are_named() {
    let text = file("Template Guest end Template");
    assert_eq!(errors(&text)[..3], ["pispl::missing-section"; 3]);
    let text = file(&plain_guest().replace("InitState place = out; end InitState", ""));
    assert_eq!(errors(&text), ["pispl::missing-section"]);
}

#[test]
fn an_interleaved_template_starts_in_one_state() {
    let text = file(&plain_guest().replace("place : {out, in};", "place : {out, in}; tall : boolean;"));
    let found = problems(&text);
    assert_eq!(found[0].message, "the InitState of `Guest` does not determine `Guest.tall`");
    let text = file(&plain_guest().replace("place = out; end Init", "place = out and place = in; end Init"));
    assert_eq!(errors(&text), ["pispl::no-initial-state"]);
}

#[test]
fn an_interleaved_step_is_a_function_of_state_and_action() {
    let text = file(&guest(
        "Asynchronous = {go};",
        "Other : {go};",
        "place = in if Action = go; place = out if Action = go;",
    ));
    assert_eq!(errors(&text), ["pispl::two-results"]);
}

#[test]
fn an_action_that_assigns_a_value_outside_of_its_type_is_not_possible() {
    let text = file(&guest("Asynchronous = {grow};", "Other : {grow};", "age = age + 1 if Action = grow;"))
        .replace("place : {out, in};", "place : {out, in}; age : 0..2;")
        .replace("place = out; end InitState", "place = out and age = 0; end InitState");
    let found = read(&text);
    let told: Vec<&str> = found.diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert!(told[0].starts_with("`grow` has no successor from place = out, age = 2"), "{told:?}");
    let Some(Templates::Interleaved(family)) = found.model.map(|model| model.templates) else { panic!() };
    let enabled: Vec<usize> = family.dynamics().moves(RoleId(0)).iter().map(|moves| moves.len()).collect();
    assert_eq!(enabled, [1, 1, 0]);
}

#[test]
fn in_a_synchronous_system_such_an_action_is_an_error() {
    assert_eq!(errors(&SWARM.replace("x < 3 and Action = walk", "Action = walk")), [""; 0]);
    let text =
        SWARM.replace("Other : {stay}", "Other : {walk}").replace("x < 3 and Action = walk", "Action = walk");
    assert_eq!(errors(&text), ["pispl::no-result"]);
}

/// A place that counts who is in each of five rooms, up to so many, and visitors who go round.
fn rooms(most: u32) -> String {
    let rooms = 1..=5;
    let counts: String = rooms.clone().map(|n| format!("r{n} : 0..{most}; ")).collect();
    let empty: Vec<String> = rooms.clone().map(|n| format!("r{n} = 0")).collect();
    let names: Vec<String> = rooms.clone().map(|n| format!("go{n}")).collect();
    let all = names.join(", ");
    let before = |n: u32| if n == 1 { 5 } else { n - 1 };
    let environment: String = rooms
        .clone()
        .map(|n| {
            format!(
                "r{n} = r{n} + 1 and r{0} = r{0} - 1 if Action = go{n} and r{0} > 0;
             r{n} = r{n} + 1 if Action = go{n} and r{0} = 0; ",
                before(n)
            )
        })
        .collect();
    let protocol: String = rooms.clone().map(|n| format!("r{n} < {most} : {{go{n}}}; ")).collect();
    let enabled: String = rooms.clone().map(|n| format!("room = {} : {{go{n}}}; ", before(n))).collect();
    let moves: String = rooms.map(|n| format!("room = {n} if Action = go{n}; ")).collect();
    format!(
        "Template Environment
           Vars: {counts} end Vars
           InitState {}; end InitState
           Protocol: {protocol} end Protocol
           Evolution: {environment} end Evolution
         end Template
         Template Visitor
           Vars: room : 1..5; end Vars
           InitState room = 5; end InitState
           Actions: AgentEnvironment = {{{all}}}; end Actions
           Protocol: {enabled} end Protocol
           Evolution: {moves} end Evolution
         end Template
         Evaluation second if Visitor.room = 2; crowded if Environment.r2 = 2; end Evaluation
         Formulae
           (Visitor : {{u, v}}) AG !(second(u) and second(v));
           (Visitor : {{u}}) AG !crowded;
         end Formulae",
        empty.join(" and ")
    )
}

#[test]
fn an_environment_with_very_many_states_stays_as_it_is_written() {
    let small = model(&rooms(2));
    let large = model(&rooms(9));
    let (Templates::Interleaved(listed), Templates::Interleaved(written)) =
        (&small.templates, &large.templates)
    else {
        panic!()
    };
    assert!(listed.is_environment_listed() && !written.is_environment_listed());
    let verdicts = |model: &pispl::Model| -> Vec<(&'static str, Option<u64>)> {
        let (system, properties) = model.templates.instance(&[2]).unwrap();
        let checker = synod_check::Checker::new(&system, "explicit").unwrap();
        let answer = |property| {
            let outcome = checker.answer(property, &Budget::unlimited(), &Silent).outcome;
            let states = outcome.statistics.states.filter(|_| outcome.verdict.word() == "holds");
            (outcome.verdict.word(), states)
        };
        properties.iter().map(answer).collect()
    };
    assert_eq!(verdicts(&small), verdicts(&large));
    assert_eq!(verdicts(&large)[0].0, "violated");
}

#[test]
fn formulas_beyond_proof_are_told_apart() {
    let beyond = |formula: &str| {
        let text = file(&plain_guest()).replace("AG !(inside(u) and inside(v))", formula);
        model(&text).beyond_proof[0].as_ref().map(|d| d.message.clone())
    };
    assert_eq!(beyond("AG (inside(u) -> K(Guest(u), !inside(v)))"), None);
    assert_eq!(beyond("CTL* A (F G inside(u))"), None);
    for formula in ["EF inside(u)", "AX inside(u)", "!AG inside(u)", "K(Guest(u), inside(v)) -> inside(u)"] {
        assert!(beyond(formula).is_some(), "{formula}");
    }
}

const SWARM: &str = "Semantics = Synchronous;
    Template Robot
      Vars: x : 0..3; end Vars
      InitState x = 0 or x = 1; end InitState
      Actions = {stay, walk};
      Protocol: x < 3 : {stay, walk}; Other : {stay}; end Protocol
      Evolution: x = x + 1 if x < 3 and Action = walk and !(stay in GlobalAction);
                 x = 0 if GlobalAction = stay and Action = walk; end Evolution
    end Template
    Evaluation far if Robot.x = 3; end Evaluation
    Formulae (Robot : {v}) AG (far(v) -> AX far(v)); end Formulae";

#[test]
fn synchronous_agents_see_which_actions_are_done() {
    let model = model(SWARM);
    assert_eq!(model.beyond_proof, [None]);
    let Templates::Synchronous(family) = model.templates else { panic!() };
    let robot = family.role(RoleId(0));
    assert_eq!(robot.initial.len(), 2);
    let offers = family.dynamics().offers(RoleId(0), robot.initial[0]);
    assert_eq!(family.dynamics().actions(), ["stay", "walk"]);
    assert_eq!(offers.len(), 2);
    assert_eq!(offers[0].moves, [], "what one does oneself is known");
    assert!(matches!(offers[1].moves[0].when, Condition::Not(_)));
    assert!(matches!(offers[1].moves[1].when, Condition::Occurs(_)));
}

/// What the formula of a swarm says of the instance with two robots.
fn verdict(formula: &str) -> &'static str {
    let model = model(&SWARM.replace("AG (far(v) -> AX far(v))", formula));
    let (system, properties) = model.templates.instance(&[2]).unwrap();
    let checker = synod_check::Checker::new(&system, "auto").unwrap();
    checker.answer(&properties[0], &Budget::unlimited(), &Silent).outcome.verdict.word()
}

#[test]
fn groups_know_and_act() {
    assert_eq!(verdict("AG (far(v) -> DK(Robot(v), far(v)))"), "holds");
    assert_eq!(verdict("AG (far(v) -> GCK({Robot(v)}, far(v)))"), "holds");
    assert_eq!(verdict("AG (far(v) -> GK(Robot, far(v)))"), "violated");
    assert_eq!(verdict("AG (far(v) -> K(Environment, far(v)))"), "violated");
    // All must walk at the same time, and one alone cannot make the other walk.
    assert_eq!(verdict("<Robot> F far(v)"), "holds");
    assert_eq!(verdict("<Robot(v)> F far(v)"), "violated");
    assert_eq!(verdict("<{Robot(v), Environment}> (!far(v) U far(v))"), "violated");
}

#[test]
fn that_each_agent_of_a_group_knows_can_be_proved_for_any_number() {
    let beyond =
        |formula: &str| model(&SWARM.replace("AG (far(v) -> AX far(v))", formula)).beyond_proof[0].is_some();
    assert!(!beyond("AG (far(v) -> GK({Robot(v)}, far(v)))"));
    for formula in ["GK(Robot, far(v))", "DK(Robot(v), far(v))", "GCK(Robot(v), far(v))", "<Robot> F far(v)"]
    {
        assert!(beyond(formula), "{formula}");
    }
    assert_eq!(
        errors(&SWARM.replace("far(v) -> AX far(v)", "GK({Robot(v), Robt}, far(v))")),
        ["pispl::unknown-role"]
    );
}

#[test]
fn synchronous_agents_always_have_something_to_do() {
    assert_eq!(errors(&SWARM.replace("Other : {stay};", "")), ["pispl::nothing-allowed"]);
}

#[test]
fn a_broken_line_does_not_hide_the_next() {
    let text = file(&plain_guest())
        .replace("place = out : {enter};", "place = out {enter};")
        .replace("place = in if Action = enter;", "place : in if Action = enter;");
    assert_eq!(errors(&text), ["ispl::syntax", "ispl::syntax"]);
}

#[test]
fn misspelt_types_of_actions_get_a_suggestion() {
    let found = problems(&file(&plain_guest().replace("AgentEnvironment", "AgentEnviroment")));
    assert_eq!(found[0].help.as_deref(), Some("did you mean `AgentEnvironment`?"), "{}", found[0].message);
}

#[test]
fn nothing_makes_the_reader_panic() {
    let text = file(&format!("{DOOR} {}", plain_guest()));
    for cut in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
        read(&text[..cut]);
        read(&format!("{}{}", &text[..cut], &text[(cut + 7).min(text.len())..]));
    }
    let words: Vec<&str> = SWARM.split_whitespace().collect();
    for skip in 0..words.len() {
        let rest: Vec<&str> = words.iter().enumerate().filter(|(i, _)| *i != skip).map(|(_, w)| *w).collect();
        read(&rest.join(" "));
    }
}
