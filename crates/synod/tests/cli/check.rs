//! `synod check`.

use crate::support::{CANDLE, Folder, LAMP};

#[test]
fn verdicts_reasons_runs_and_a_summary_are_printed() {
    let outcome = Folder::with("lamp.rcp", LAMP).run(&["check", "lamp.rcp"]);
    let expected = "\
✗ dark is violated  G !lamp-on
    a run of 1 step violates it, explicit
   starts with
      lamp  on = false
   1  lamp broadcasts switch → nobody
          lamp-on: false → true

✓ blinks holds  G F lamp-on
    all 2 reachable states were visited, explicit
✗ stays is violated  F G lamp-on
    a lasso violates it: 0 steps, then a loop of 2, explicit
   starts with
      lamp  on = false
   ── loop starts here ──
   1  lamp broadcasts switch → nobody
          lamp-on: false → true
   2  lamp broadcasts switch → nobody
          lamp-on: true → false
   ── and again from the start, for ever ──

3 properties: 1 holds, 2 violated
";
    assert_eq!(outcome.without_times(), expected);
    assert_eq!(outcome.code, 1);
}

#[test]
fn exit_codes_tell_the_verdict() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let code = |arguments: &[&str]| folder.run(&[&["check", "lamp.rcp"], arguments].concat()).code;
    assert_eq!(code(&["--property", "blinks"]), 0);
    assert_eq!(code(&["--property", "dark"]), 1);
    assert_eq!(code(&["--property", "nothing"]), 2);
    assert_eq!(code(&["--engine", "steam"]), 2);
    assert_eq!(code(&["--property", "blinks", "--timeout", "0"]), 3);
}

#[test]
fn built_in_properties_are_asked_for_by_name() {
    let folder = Folder::with("candle.rcp", CANDLE);
    let outcome = folder.run(&["check", "candle.rcp", "-p", "no-deadlock", "-p", "1", "--quiet"]);
    let expected = "\
✓ spec-1 holds  F candle-lit
    all 4 reachable states were visited, explicit
    2 reachable states have no step (deadlock)
✗ no-deadlock is violated  G !deadlock
    an initial state violates it, explicit
2 properties: 1 holds, 1 violated
";
    assert_eq!(outcome.without_times(), expected);
    assert_eq!(folder.run(&["check", "candle.rcp", "-p", "no-fault"]).code, 0);
}

#[test]
fn misspelt_properties_and_engines_get_a_suggestion() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let told = |arguments: &[&str]| folder.run(&[&["check", "lamp.rcp"], arguments].concat()).err;
    assert_eq!(told(&["-p", "blink"]), "error: there is no property `blink`; did you mean `blinks`?\n");
    assert_eq!(
        told(&["--engine", "explict"]),
        "error: there is no engine `explict`; did you mean `explicit`?\n"
    );
}

#[test]
fn a_model_without_properties_says_what_can_be_asked() {
    let text = CANDLE.replace("SPEC F candle-lit\n", "");
    let folder = Folder::with("candle.rcp", text);
    let outcome = folder.run(&["check", "candle.rcp"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    assert!(outcome.err.contains("--property no-deadlock"));
    assert_eq!(folder.run(&["check", "candle.rcp", "--allow-empty"]).code, 0);
}

#[test]
fn parameters_are_refused_by_languages_without_them() {
    let folder = Folder::with("m.ccs", "system = a.0\nproperty p: F a\n");
    let outcome = folder.run(&["check", "m.ccs", "n=3"]);
    assert_eq!((outcome.code, outcome.err.contains("have no parameters")), (2, true));
    assert!(folder.run(&["show", "m.ccs", "three"]).err.contains("not of the form NAME=VALUE"));
    assert!(folder.run(&["check", "m.ccs", "three"]).err.contains("there is no file `three`"));
}

#[test]
fn a_report_for_machines_has_everything() {
    let report = Folder::with("lamp.rcp", LAMP).run(&["check", "lamp.rcp", "--json"]).json();
    let names: Vec<&str> =
        report["properties"].as_array().unwrap().iter().map(|p| p["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["dark", "blinks", "stays"]);
    assert_eq!(report["properties"][0]["verdict"], "violated");
    assert_eq!(report["properties"][0]["trace"]["steps"][0]["participants"][0]["label"], "switch");
    assert_eq!(report["properties"][1]["states"], 2);
    assert_eq!(report["properties"][1]["trace"], serde_json::Value::Null);
    assert_eq!(report["properties"][2]["trace"]["loop_start"], 0);
    assert_eq!(report["summary"]["exit_code"], 1);
    assert_eq!(report["language"], "rcheck");
}

#[test]
fn bad_models_are_told_to_people_and_to_machines() {
    let folder = Folder::with("bad.rcp", LAMP.replace("init: !on", "init: !no"));
    let people = folder.run(&["check", "bad.rcp"]);
    assert_eq!((people.code, people.out.as_str()), (2, ""));
    assert!(people.err.contains("bad.rcp:3"), "{}", people.err);
    let machines = folder.run(&["check", "bad.rcp", "--json"]);
    assert_eq!(machines.code, 2);
    let document = machines.json();
    assert_eq!(document["diagnostics"][0]["line"], 3);
    assert_eq!(document["diagnostics"][0]["severity"], "error");
}

#[test]
fn a_request_that_cannot_be_met_is_told_to_machines_too() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let outcome = folder.run(&["check", "lamp.rcp", "-p", "x", "--json"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.json()["error"].as_str().unwrap().contains("no property `x`"));
    let outcome = folder.run(&["check", "none.rcp", "--json"]);
    assert_eq!((outcome.code, outcome.json()["error"].as_str().unwrap()), (2, "there is no file `none.rcp`"));
}

#[test]
fn the_legacy_form_is_recognised_and_named() {
    let text = "\
channels: c
message-structure: M : bool
communication-variables: p : bool
agent Lamp
local: on : bool
init: !on
relabel:
p <- on
receive-guard: channel = *
repeat: switch: <true> *! (TRUE)(M := TRUE)[on := !on]
system = Lamp(lamp, TRUE)
SPEC G F lamp-on;
";
    let folder = Folder::with("lamp.txt", text);
    let outcome = folder.run(&["check", "lamp.txt", "--language", "rcheck-legacy", "--json"]);
    assert_eq!(
        (outcome.code, outcome.json()["language"].as_str()),
        (0, Some("rcheck-legacy")),
        "{outcome:?}"
    );
    folder.write("lamp.rcp", text);
    assert_eq!(folder.run(&["check", "lamp.rcp", "--json"]).json()["language"], "rcheck-legacy");
}

#[test]
fn a_model_can_come_from_standard_input() {
    let folder = Folder::new();
    let outcome = folder.run_with(&["check", "-", "--language", "rcheck", "-p", "blinks"], LAMP);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let unknown = folder.run_with(&["check", "-"], "hello");
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("is not known") && unknown.err.contains("--language rcheck-legacy"));
}

#[test]
fn the_language_of_standard_input_is_told_by_its_text() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let mut folders = vec![std::path::PathBuf::from(examples)];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
            let language = match ending.as_deref() {
                _ if path.is_dir() => {
                    folders.push(path);
                    continue;
                }
                Some("rcp") => "rcheck",
                Some("aag") => "aiger",
                Some(ending @ ("labs" | "ispl" | "pispl" | "ccs" | "chor" | "btor2")) => ending,
                _ => continue,
            };
            // Parameters that no model has: it is read no further than that.
            let asked = ["show", "-", "no_such_parameter=1"];
            let shown = Folder::new().run_with(&asked, std::fs::read(&path).unwrap());
            assert!(!shown.err.contains("the language of"), "{}: {shown:?}", path.display());
            let same = [&asked[..], &["--language", language]].concat();
            let named = Folder::new().run_with(&same, std::fs::read(&path).unwrap());
            assert_eq!((shown.out, shown.err), (named.out, named.err), "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
}

#[test]
fn warnings_can_be_denied() {
    // The two readings of this guard differ, which is worth a warning.
    let text = CANDLE.replace("{!lit}", "{!tall | !lit & tall}").replace("F candle-lit", "true");
    let folder = Folder::with("candle.rcp", text);
    let outcome = folder.run(&["check", "candle.rcp"]);
    assert_eq!((outcome.code, outcome.err.contains("warning[")), (0, true), "{outcome:?}");
    let denied = folder.run(&["check", "candle.rcp", "--deny-warnings"]);
    assert_eq!((denied.code, denied.err.contains("(warnings are denied)")), (2, true));
    let quiet = folder.run(&["check", "candle.rcp", "--quiet"]);
    assert_eq!((quiet.code, quiet.err.as_str()), (0, ""));
}

/// A counter that may leave its range, as far as its text tells.
const LEVEL: &str = "\
agent Level
    local: n : 0..2, up : bool
    init: n = 0 & up
    repeat: rise: {up} *! true ()[n := n + 1, up := false]
system = Level(l, true)
SPEC low: G (l-n <= 1)
";

#[test]
fn a_denied_warning_that_an_answer_may_refute_is_in_the_exit_code() {
    let folder = Folder::with("level.rcp", LEVEL);
    let check = |rest: &[&str]| folder.run(&[&["check", "level.rcp"], rest].concat());
    let told = check(&[]);
    assert_eq!((told.code, told.err.contains("may-overflow")), (0, true), "{told:?}");
    let denied = check(&["--deny-warnings"]);
    assert_eq!((denied.code, denied.out.contains("low holds")), (3, true), "{denied:?}");
    let refuted = check(&["--deny-warnings", "-p", "low", "-p", "no-fault"]);
    assert_eq!((refuted.code, refuted.err.contains("may-overflow")), (0, false), "{refuted:?}");
    let json = check(&["--deny-warnings", "--json"]).json();
    assert_eq!(json["summary"]["exit_code"], 3);
    let family = folder.run(&["check", "level.rcp", "--any-number", "Level", "--deny-warnings"]);
    assert_ne!(family.code, 0, "{family:?}");
}

#[test]
fn without_an_answer_each_engine_says_how_far_it_came() {
    let text =
        "system { spawn = A: 3 } agent A { interface = x: 1 Behavior = x <- (x * 5 + 3) % 1048576; Behavior }
                check { P = always x of 0 != 7 or x of 1 != 9 or x of 2 != 11 }";
    let folder = Folder::with("m.labs", text);
    let outcome = folder.run(&["check", "m.labs", "--timeout", "5", "--memory", "100M"]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    for engine in ["bdd: ", "ic3: "] {
        assert!(outcome.out.lines().any(|line| line.trim_start().starts_with(engine)), "{}", outcome.out);
    }
    assert!(outcome.out.contains("limit was reached") && outcome.out.contains("depth"), "{}", outcome.out);
    let alone = folder.run(&["check", "m.labs", "--engine", "explicit", "--memory", "64M", "--json"]);
    let property = &alone.json()["properties"][0];
    assert_eq!((alone.code, &property["others"]), (3, &serde_json::json!([])));
    if cfg!(target_os = "linux") {
        let reason = property["reason"].as_str().unwrap();
        assert!(
            reason.starts_with("the memory limit was reached while visiting reachable states"),
            "{reason}"
        );
        assert!(property["advice"].as_str().unwrap().contains("`--memory`"));
    }
}

#[test]
fn a_proof_can_be_written_and_checked_again() {
    let model = LAMP.replace("SPEC dark: G !lamp-on", "SPEC either: G (lamp-on | !lamp-on)");
    let folder = Folder::with("lamp.rcp", &model);
    let arguments =
        ["check", "lamp.rcp", "--engine", "ic3", "--property", "blinks", "--certificate", "c.cert"];
    assert_eq!(folder.run(&arguments).code, 0);
    let certified = folder.run(&["certify", "lamp.rcp", "c.cert"]);
    assert!(certified.out.contains("✓ blinks is proved"), "{}", certified.out);
    assert_eq!(certified.code, 0);
    folder.write("other.rcp", model.replace("init: !on", "init: true"));
    let refused = folder.run(&["certify", "other.rcp", "c.cert"]);
    assert_eq!(refused.out, "✗ refused: it is for another model or another property\n");
    assert_eq!(refused.code, 1);
    folder.write("c.cert", folder.read("c.cert").replace("property blinks", "property either"));
    assert_eq!(folder.run(&["certify", "lamp.rcp", "c.cert"]).code, 1);
}

#[test]
fn a_trace_that_cannot_be_written_is_refused_before_the_work_in_one_document() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let outcome = folder.run(&["check", "lamp.rcp", "--json", "-p", "dark", "--trace-out", "no/such/t.json"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (2, ""));
    let why = "cannot write `no/such/t.json`: there is no directory `no/such`";
    assert_eq!(outcome.json()["error"], why);
}

#[test]
fn a_model_without_initial_states_gets_a_warning() {
    let folder = Folder::with("none.rcp", LAMP.replace("init: !on", "init: on & !on"));
    let warning = "the model has no initial state, so every property holds vacuously";
    let people = folder.run(&["check", "none.rcp"]);
    assert_eq!((people.code, people.err.matches(warning).count()), (0, 1), "{people:?}");
    let machines = folder.run(&["check", "none.rcp", "--json"]);
    assert_eq!((machines.code, machines.err.as_str()), (0, ""));
    assert_eq!(machines.json()["warnings"][0]["message"], warning);
    let denied = folder.run(&["check", "none.rcp", "--deny-warnings"]);
    assert_eq!((denied.code, denied.out.as_str()), (2, ""), "{denied:?}");
    assert!(denied.err.contains(warning) && denied.err.contains("(warnings are denied)"));
    let denied = folder.run(&["check", "none.rcp", "--deny-warnings", "--json"]);
    assert_eq!((denied.code, &denied.json()["diagnostics"][0]["message"]), (2, &warning.into()));
    for command in ["interact", "simulate"] {
        let outcome = folder.run(&[command, "none.rcp"]);
        assert_eq!((outcome.code, outcome.err.as_str()), (2, "error: the model has no initial state\n"));
    }
}

/// A bit that stays as it is, in ISPL.
const BIT: &str = "
Agent Holder
  Vars: bit : boolean; end Vars
  Actions = {keep};
  Protocol: bit = true : {keep}; bit = false : {keep}; end Protocol
  Evolution: bit = bit if Action = keep; end Evolution
end Agent
Evaluation set if Holder.bit = true; end Evaluation
InitStates Holder.bit = true; end InitStates
Fairness set; end Fairness
Formulae AG set; end Formulae
";

#[test]
fn in_ispl_no_initial_state_is_an_error_with_every_engine() {
    let empty =
        BIT.replace("InitStates Holder.bit = true;", "InitStates Holder.bit = true and Holder.bit = false;");
    let folder = Folder::with("none.ispl", empty);
    for engine in ["auto", "bdd", "explicit"] {
        let outcome = folder.run(&["check", "none.ispl", "--engine", engine]);
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{outcome:?}");
        assert!(
            outcome.err.contains("no initial state") || outcome.err.contains("no fair run"),
            "{outcome:?}"
        );
        let outcome = folder.run(&["check", "none.ispl", "--engine", engine, "--json"]);
        assert_eq!((outcome.code, &outcome.json()["diagnostics"][0]["severity"]), (2, &"error".into()));
    }
}

#[test]
fn in_ispl_no_fair_run_is_an_error_with_every_engine() {
    let folder = Folder::with("unfair.ispl", BIT.replace("Fairness set;", "Fairness !set;"));
    for engine in ["auto", "bdd", "explicit"] {
        let outcome = folder.run(&["check", "unfair.ispl", "--engine", engine]);
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{outcome:?}");
        assert!(outcome.err.contains("no fair run begins") && !outcome.err.contains("unreachable-line"));
    }
}

#[test]
fn lines_that_apply_on_no_fair_run_are_not_said_to_be_unreachable() {
    let free =
        BIT.replace("InitStates Holder.bit = true;", "InitStates Holder.bit = true or Holder.bit = false;");
    let folder = Folder::with("free.ispl", free);
    let outcome = folder.run(&["check", "free.ispl"]);
    assert!(outcome.err.contains("applies in no reachable state on a fair run"), "{outcome:?}");
}

#[test]
fn a_property_with_a_name_can_be_asked_for_by_position() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let outcome = folder.run(&["check", "lamp.rcp", "-p", "spec-2", "--json"]);
    assert_eq!(outcome.json()["properties"][0]["name"], "blinks");
}

#[test]
fn a_strategy_that_is_lost_at_once_is_told_with_every_engine() {
    let lost = "Agent M
         Vars: x : boolean; end Vars
         Actions = {a};
         Protocol: Other : {a}; end Protocol
         Evolution: x = true if x = true; end Evolution
       end Agent
       Evaluation p if M.x = true; end Evaluation
       InitStates M.x = false; end InitStates
       Groups g = {M}; end Groups
       Formulae <g>G p; !<g>G p; <g>(p U p); end Formulae";
    let folder = Folder::with("lost.ispl", lost);
    for engine in ["auto", "bdd", "explicit"] {
        let outcome = folder.run(&["check", "lost.ispl", "--engine", engine]);
        assert_eq!(outcome.code, 1, "{outcome:?}");
        let told = "about state 0: M cannot enforce `G p`, whatever it does\n";
        assert!(outcome.out.contains(told), "{outcome:?}");
    }
}

#[test]
fn what_shows_that_something_is_possible_is_told_written_and_in_json_if_asked_for() {
    let folder = Folder::with("bit.ispl", BIT.replace("AG set;", "EF set; EG set;"));
    let without = folder.run(&["check", "bit.ispl", "-p", "1"]);
    assert!(without.code == 0 && !without.out.contains("bit = true"), "{without:?}");
    for engine in ["auto", "bdd", "explicit"] {
        let told = folder.run(&["check", "bit.ispl", "-p", "1", "-p", "2", "--witness", "--engine", engine]);
        assert!(told.code == 0 && told.out.contains("bit = true"), "{told:?}");
    }
    let written =
        folder.run(&["check", "bit.ispl", "-p", "2", "--witness", "--json", "--trace-out", "run.json"]);
    assert!(written.json()["properties"][0]["witness"].is_object(), "{written:?}");
    assert_eq!(folder.run(&["replay", "bit.ispl", "run.json"]).code, 0);
}

#[test]
fn what_holds_because_of_a_dead_end_is_remarked_at_every_formula() {
    // In the last state an action leads nowhere, which is as good as what is asked for.
    let text = "
Agent Bit
  Vars: b : 0..1; end Vars
  Actions = {s};
  Protocol: Other : {s}; end Protocol
  Evolution: b = b - 1 if Action = s; end Evolution
end Agent
Evaluation zero if Bit.b = 0; never if Bit.b = 0 and Bit.b = 1; end Evaluation
InitStates Bit.b = 1; end InitStates
Groups g = {Bit}; end Groups
Formulae AF never; AX zero; AX AX never; <g> F never; <g> X zero; EF zero; end Formulae
";
    let folder = Folder::with("bit.ispl", text);
    let outcome = folder.run(&["check", "bit.ispl", "--json"]);
    let document = outcome.json();
    let properties = document["properties"].as_array().unwrap();
    let is_vacuous = |property: &serde_json::Value| {
        let mut remarks = property["remarks"].as_array().unwrap().iter();
        remarks.any(|remark| remark["code"] == "remark::all-runs-deadlock")
    };
    let found: Vec<bool> = properties.iter().map(is_vacuous).collect();
    assert_eq!((outcome.code, found), (0, vec![true, false, true, true, false, false]), "{document}");
    assert_eq!(folder.run(&["check", "bit.ispl", "-p", "formula-4", "--deny-warnings"]).code, 3);
}

#[test]
fn labs_properties_that_only_deadlocked_runs_satisfy_are_vacuous() {
    let text = "\
system { environment = stock: 2 spawn = A: 2 }
agent A { interface = load: 0 Behavior = stock > load -> { stock <-- stock - 1; load <- 1 }; Behavior }
check { Fin = finally stock = 9 Ev = eventually stock = 9 Fair = fairly stock = 9 Inf = fairly_inf stock = 9 \
        Done = finally stock < 2 }
";
    let folder = Folder::with("m.labs", text);
    let document = folder.run(&["check", "m.labs", "--json"]).json();
    let codes = |property: &serde_json::Value| -> Vec<String> {
        let remarks = property["remarks"].as_array().unwrap().iter();
        let codes = remarks.map(|remark| remark["code"].as_str().unwrap().to_string());
        codes.filter(|code| code.contains("deadlock")).collect()
    };
    let found: Vec<Vec<String>> = document["properties"].as_array().unwrap().iter().map(codes).collect();
    let vacuous = vec!["remark::all-runs-deadlock".to_string()];
    assert_eq!(found, [vacuous.clone(), vacuous.clone(), vacuous.clone(), vacuous, vec![]], "{document}");
    for name in ["Fin", "Fair", "Inf"] {
        assert_eq!(folder.run(&["check", "m.labs", "-p", name, "--deny-warnings"]).code, 3, "{name}");
    }
}
