//! Questions that are not in the model: formulas, many models, sweeps, expectations, constants, files to begin with.

use crate::support::{CAMP, Folder, LAMP};

#[test]
fn a_formula_is_asked_instead_of_the_properties() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let outcome =
        folder.run(&["check", "lamp.rcp", "--formula", "G F !lamp-on", "-F", "F G lamp-on", "--quiet"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    let expected = "\
✓ asked-1 holds  G F !lamp-on
    all 2 reachable states were visited, explicit
✗ asked-2 is violated  F G lamp-on
    a lasso violates it: 0 steps, then a loop of 2, explicit
2 properties: 1 holds, 1 violated
";
    assert_eq!(outcome.without_times(), expected);
    let both = folder
        .run(&["check", "lamp.rcp", "--formula", "G F !lamp-on", "--property", "blinks", "--json"])
        .json();
    let names: Vec<&str> =
        both["properties"].as_array().unwrap().iter().map(|p| p["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["blinks", "asked-1"]);
}

#[test]
fn what_is_wrong_with_a_formula_is_shown_in_it() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let wrong = folder.run(&["check", "lamp.rcp", "--formula", "G (lamp-on & lamp-off)"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("--> formula:1:19\n  |\n1 | G (lamp-on & lamp-off)\n"), "{}", wrong.err);
    // The bracket is missing at the end of the formula, wherever the reader notices it.
    for (name, text, formula) in [
        ("lamp.rcp", LAMP, "G (lamp-on"),
        ("m.labs", LABS, "always (exists A a, x of a = 1"),
        ("m.ispl", ISPL, "AG (p"),
        ("camp.pispl", CAMP, "(Robot : {r}) AG (gone(r)"),
        ("m.ccs", "system = a.0\n", "G (a"),
    ] {
        folder.write(name, text);
        let open = folder.run(&["check", name, "--formula", formula]);
        let place = format!("--> formula:1:{}", formula.len() + 1);
        assert!(open.code == 2 && open.err.contains(&place), "{}", open.err);
    }
    let two = folder.run(&["check", "lamp.rcp", "--formula", "true SPEC false"]);
    assert!(two.code == 2 && two.err.contains("`true SPEC false` is not one formula"), "{two:?}");
}

const LABS: &str = "system { spawn = A: 2 }
agent A { interface = x: 0 Behavior = x <- 1 }
check { Done = finally forall A a, x of a = 1 } # }
";

const ISPL: &str = "Agent Environment
  Vars: b : boolean; end Vars
  Actions = {flip};
  Protocol: Other : {flip}; end Protocol
  Evolution: b = true if b = false; b = false if b = true; end Evolution
end Agent
Agent P
  Vars: x : boolean; end Vars
  Actions = {wait};
  Protocol: Other : {wait}; end Protocol
  Evolution: x = true if Action = wait; end Evolution
end Agent
Evaluation p if Environment.b = true; end Evaluation
InitStates Environment.b = false and P.x = false; end InitStates
Formulae EF p; end Formulae
";

#[test]
fn notation_of_other_tools_is_understood_where_it_means_one_thing() {
    let folder = Folder::with("lamp.rcp", LAMP);
    for (name, text) in [("m.labs", LABS), ("m.ispl", ISPL), ("m.ccs", "A = a.b.A\nsystem = A\n")] {
        folder.write(name, text);
    }
    for (file, formula, text) in [
        ("lamp.rcp", "[]<>(lamp.on && !false)", "G F (lamp-on & !false)"),
        ("lamp.rcp", "AG (lamp.on -> AF !lamp.on)", "G (lamp-on -> F !lamp-on)"),
        ("lamp.rcp", "forall k : Lamp . [](k.on || ~k.on)", "forall k : Lamp . G (k-on | !k-on)"),
        ("m.labs", "[](forall A a, a.x == 0 || a.x <= 1)", "ltl G (forall A a, x of a = 0 or x of a <= 1)"),
        ("m.labs", "EF (forall A a, x of a = 1)", "ctl EF (forall A a, x of a = 1)"),
        ("m.ispl", "[](p -> <>!p)", "LTL G (p -> F !p)"),
        ("m.ispl", "AG(p || not p)", "AG(p or ! p)"),
        ("m.ispl", "[](P.x == true => Environment.b != P.x)", "LTL G (P.x = true -> Environment.b <> P.x)"),
        ("m.ispl", "AG (P.x -> AF !Environment.b)", "AG (P.x -> AF !Environment.b)"),
        ("m.ccs", "[]<>(a or b)", "G F (a || b)"),
    ] {
        let document = folder.run(&["check", file, "--formula", formula, "--json"]).json();
        let packed = |text: &str| text.split_whitespace().collect::<String>();
        let found = document["properties"][0]["text"].as_str().map(packed);
        assert_eq!(found, Some(packed(text)), "{formula}: {document:#}");
    }
    let explained = folder.run(&["check", "lamp.rcp", "--formula", "EF lamp-on"]).err;
    assert!(explained.contains("`EF` is not in R-CHECK"), "{explained}");
    // Said by the reader and by the notation, and told once.
    assert_eq!(explained.matches("whose counterexample is a run that reaches `p`").count(), 1, "{explained}");
    let explained = folder.run(&["check", "lamp.rcp", "--formula", "G lump.on"]).err;
    assert!(explained.contains("there is no instance `lump`; there are `lamp`"), "{explained}");
    folder.write("camp.pispl", CAMP);
    let of_variables = "(Robot : {r}) AG Robot.place = post";
    let explained = folder.run(&["check", "camp.pispl", "--formula", of_variables]).err;
    assert!(explained.contains("a formula is about the propositions of `Evaluation`"), "{explained}");
}

#[test]
fn formulas_are_asked_for_any_number_of_agents_too() {
    let folder = Folder::with("camp.pispl", CAMP);
    let outcome =
        folder.run(&["check", "camp.pispl", "--formula", "(Robot : {r}) AG !gone(r)", "--json"]).json();
    assert_eq!(outcome["properties"].as_array().map(Vec::len), Some(1), "{outcome:#}");
    assert_eq!(outcome["properties"][0]["verdict"], "violated");
}

#[test]
fn many_models_have_one_table_and_the_worst_exit_code() {
    let folder = Folder::with("lamp.rcp", LAMP);
    std::fs::create_dir_all(folder.path().join("more/deep")).unwrap();
    folder.write("more/a.labs", LABS);
    folder.write("more/deep/b.ispl", ISPL);
    folder.write("more/notes.txt", "not a model");
    let all = folder.run(&["check", "lamp.rcp", "more", "--quiet"]);
    assert_eq!(all.code, 1, "{all:?}");
    let rows: Vec<&str> = all.out.lines().rev().take(5).collect();
    assert_eq!(rows[0], "3 models: 3 hold, 2 violated");
    assert!(rows[1].starts_with("more/deep/b.ispl  1 holds"), "{rows:?}");
    assert!(rows[3].starts_with("lamp.rcp          1 holds, 2 violated"), "{rows:?}");
    assert_eq!(folder.run(&["check", "more", "--quiet"]).code, 0);
    folder.write("more/c.ccs", "system = ");
    let broken = folder.run(&["check", "lamp.rcp", "more", "--json"]);
    assert_eq!(broken.code, 2, "a model that cannot be read is worse than a violation");
    let document = broken.json();
    let codes: Vec<Option<i64>> = document["models"]
        .as_array()
        .unwrap()
        .iter()
        .map(|model| model["summary"]["exit_code"].as_i64())
        .collect();
    assert_eq!(codes, [Some(1), Some(0), None, Some(0)]);
    assert!(document["models"][2]["error"].is_string(), "{document:#}");
    assert_eq!(document["summary"]["exit_code"], 2);
    let nothing = Folder::new();
    let empty = nothing.run(&["check", "."]);
    assert!(
        empty.code == 2 && empty.err.contains("there is no model in `.`: no file ends in .rcp"),
        "{empty:?}"
    );
    let evidence = folder.run(&["check", "lamp.rcp", "more", "--trace-out", "t.json"]);
    assert!(evidence.code == 2 && evidence.err.contains("`--trace-out` is for one model"), "{evidence:?}");
}

/// As many agents as are asked for.
const COUNT: &str = "system { extern = _n, _most spawn = A: _n }
agent A { interface = x: 0 Behavior = x <- 1 }
check { Few = always count A a, x of a = 1 <= _most }
";

#[test]
fn parameters_are_swept_over_all_combinations() {
    let folder = Folder::with("m.labs", COUNT.replace("count A a, x of a = 1 <= _most", "_n <= _most"));
    let outcome = folder.run(&["check", "m.labs", "n=1..3", "most=2,9", "--quiet", "--csv", "t.csv"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    let table: Vec<String> = outcome
        .out
        .lines()
        .rev()
        .take(8)
        .map(|line| line.split_whitespace().take(4).collect::<Vec<_>>().join(" "))
        .collect();
    let expected = [
        "6 checks: 5 hold,",
        "3 9 ✓ holds",
        "3 2 ✗ violated",
        "2 9 ✓ holds",
        "2 2 ✓ holds",
        "1 9 ✓ holds",
        "1 2 ✓ holds",
        "n most Few seconds",
    ];
    assert_eq!(table, expected, "{}", outcome.out);
    let csv = folder.read("t.csv");
    let lines: Vec<&str> = csv.lines().collect();
    assert!(
        lines[0].starts_with("model,n,most,property,formula,verdict,expected,reason,engine,time_seconds"),
        "{csv}"
    );
    assert!(lines[5].starts_with("m.labs,3,2,Few,") && lines[5].contains(",violated,,"), "{csv}");
    assert_eq!(lines.len(), 7);
    let wrong = folder.run(&["check", "m.labs", "n=3..1"]);
    assert!(wrong.code == 2 && wrong.err.contains("write the lower number first"), "{wrong:?}");
    let bare = folder.run(&["check", "m.labs", "n=1", "most=2..3", "--csv", "-", "--quiet"]);
    assert!(
        bare.out.starts_with("model,n,most,property") && bare.err.contains("2 checks: 2 hold"),
        "{bare:?}"
    );
}

#[test]
fn expectations_in_the_model_become_the_exit_code() {
    let annotated = "\
agent Lamp
    local: on : bool
    init: !on
    repeat: switch: {true} *! true ()[on := !on]
system = Lamp(lamp, true)
// expect: violated, of course
SPEC dark: G !lamp-on
SPEC blinks: G F lamp-on // expect: holds or bounded
SPEC dim: G !(lamp-on & !lamp-on)
// expect no-deadlock: holds
";
    let folder = Folder::with("lamp.rcp", annotated);
    let right = folder.run(&["check", "lamp.rcp", "--expect", "--quiet"]);
    assert!(right.code == 0 && right.out.ends_with("all 4 properties are as expected\n"), "{right:?}");
    folder.write("lamp.rcp", annotated.replace("expect: violated", "expect: holds"));
    let wrong = folder.run(&["check", "lamp.rcp", "--expect", "--quiet"]);
    assert_eq!(wrong.code, 1);
    assert!(
        wrong.out.ends_with("not as expected: dark is violated, but `holds` is expected (lamp.rcp:6)\n"),
        "{wrong:?}"
    );
    let document = folder.run(&["check", "lamp.rcp", "--expect", "--json"]).json();
    assert_eq!(document["properties"][1]["expected"], serde_json::json!(["holds", "bounded"]));
    assert_eq!(document["summary"]["exit_code"], 1);
    for (bad, message) in [
        ("// expect: hold\n", "`hold` is no verdict"),
        ("// expect dork: holds\n", "there is no property `dork`; did you mean `dark`?"),
        ("// expect dark: holds\n", "`dark` has two expectations"),
    ] {
        folder.write("lamp.rcp", format!("{annotated}{bad}"));
        let outcome = folder.run(&["check", "lamp.rcp", "--expect"]);
        assert!(outcome.code == 2 && outcome.err.contains(message), "{outcome:?}");
    }
    folder.write("lamp.rcp", LAMP);
    let silent = folder.run(&["check", "lamp.rcp", "--expect", "--quiet"]);
    assert!(
        silent.code == 1
            && silent.out.contains(
                "not as expected: dark is violated, but `holds` is expected, as nothing is said of it"
            )
    );
}

/// A counter up to a constant, with its type in another file.
const COUNTER: &str = "\
include \"parts/limits.rcp\" // const most
agent Counter
    local: n : 0..most
    init: n = 0
    repeat: up: {n < most} *! true ()[n := n + 1]
system = Counter(c, true)
SPEC low: G (c-n < limit)
";

#[test]
fn constants_have_values_on_the_command_line() {
    let folder = Folder::with(
        "m.rcp",
        COUNTER.replace(
            "include \"parts/limits.rcp\" // const most",
            "const most = 3\nconst limit = 2 * most - 2",
        ),
    );
    assert_eq!(folder.run(&["check", "m.rcp"]).code, 0);
    let outcome = folder.run(&["check", "m.rcp", "most=2"]);
    assert_eq!(outcome.code, 1, "the limit follows the other constant: {outcome:?}");
    assert_eq!(folder.run(&["check", "m.rcp", "most=2", "limit=3"]).code, 0);
    let unknown = folder.run(&["check", "m.rcp", "mots=2"]);
    assert!(
        unknown.code == 2 && unknown.err.contains("there is no constant `mots`; did you mean `most`?"),
        "{unknown:?}"
    );
    let swept = folder.run(&["check", "m.rcp", "most=1..4", "--quiet"]);
    assert!(
        swept.out.contains("1     0      ✗ violated") && swept.out.contains("4     6      ✓ holds"),
        "{swept:?}"
    );
}

#[test]
fn included_files_are_part_of_the_model_and_of_messages() {
    let folder = Folder::with("m.rcp", COUNTER);
    let missing = folder.run(&["check", "m.rcp"]);
    assert_eq!(missing.code, 2);
    assert!(
        missing.err.contains("cannot include `parts/limits.rcp`: there is no file `parts/limits.rcp`"),
        "{missing:?}"
    );
    std::fs::create_dir(folder.path().join("parts")).unwrap();
    folder.write("parts/limits.rcp", "include \"../common.rcp\"\nconst limit = most + 1\n");
    folder.write("common.rcp", "const most = 3\n");
    let good = folder.run(&["check", "m.rcp"]);
    assert_eq!(good.code, 0, "{good:?}");
    folder.write("common.rcp", "// first line\nconst most = 3 + nothing\n");
    let wrong = folder.run(&["check", "m.rcp"]);
    assert!(wrong.err.contains("--> common.rcp:2:18\n  |\n2 | const most = 3 + nothing\n"), "{}", wrong.err);
    let document = folder.run(&["check", "m.rcp", "--json"]).json();
    assert_eq!(document["diagnostics"][0]["file"], "common.rcp");
    folder.write("common.rcp", "include \"m.rcp\"\n");
    let cycle = folder.run(&["check", "m.rcp"]);
    assert!(
        cycle.err.contains("`m.rcp` includes itself: m.rcp → parts/limits.rcp → common.rcp → m.rcp"),
        "{cycle:?}"
    );
    folder.write("common.rcp", "const most = 3\n");
    // A line behind the included text has the number that it has in its own file.
    folder.write("m.rcp", COUNTER.replace("c-n < limit", "c-m < limit"));
    assert!(folder.run(&["check", "m.rcp"]).err.contains("--> m.rcp:7:"), "lines are those of the file");
    folder.write("both.rcp", format!("include \"common.rcp\"\n{COUNTER}"));
    assert_eq!(folder.run(&["check", "both.rcp"]).code, 0, "a file is included once");
}

#[test]
fn words_of_constants_and_includes_stay_names() {
    let text = "\
enum kind {const, include}
agent A
    local: include : kind, x : bool
    init: include = const & x
    repeat: step: {x} *! true ()[include := include]
system = A(a, true)
SPEC G (a-include = const)
";
    let folder = Folder::with(
        "m.rcp",
        text.replace("local: include", "local: inc")
            .replace("init: include", "init: inc")
            .replace("[include := include]", "[inc := inc]")
            .replace("a-include", "a-inc"),
    );
    let outcome = folder.run(&["check", "m.rcp"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
}

#[test]
fn a_model_to_begin_with_is_as_it_says_and_never_written_over() {
    for (language, file) in [
        ("rcheck", "model.rcp"),
        ("labs", "model.labs"),
        ("ispl", "model.ispl"),
        ("pispl", "model.pispl"),
        ("ccs", "model.ccs"),
        ("chor", "model.chor"),
        ("aiger", "model.aag"),
        ("btor2", "model.btor2"),
    ] {
        let folder = Folder::new();
        let written = folder.run(&["init", language]);
        assert!(written.code == 0 && written.err.contains(&format!("wrote {file}")), "{written:?}");
        let checked = folder.run(&["check", file, "--expect", "--deny-warnings"]);
        assert!(checked.code == 0, "{language}: {checked:?}");
        let text = folder.read(file);
        assert!(text.contains(&format!("synod check {file}")), "{text}");
        let again = folder.run(&["init", language]);
        assert!(again.code == 2 && again.err.contains("is there already, and stays as it is"), "{again:?}");
        assert_eq!(folder.read(file), text);
    }
    let folder = Folder::new();
    assert_eq!(folder.run(&["init", "rcp", "my.rcp"]).code, 0);
    assert!(folder.run(&["init", "labs", "-"]).out.contains("check {"));
    let unknown = folder.run(&["init", "lab"]);
    assert!(unknown.code == 2 && unknown.err.contains("did you mean `labs`?"), "{unknown:?}");
}

#[test]
fn the_prompt_checks_formulas_evaluates_and_finds_states() {
    let folder = Folder::with(
        "m.rcp",
        COUNTER.replace("include \"parts/limits.rcp\" // const most", "const most = 3\nconst limit = 3"),
    );
    let told = |input: &str| folder.run_with(&["interact", "m.rcp"], input).out;
    let out = told(
        "eval c-n\neval c-n + 2 * most\neval c-n = 0\nfind c-n >= 2\neval c-n\nfind c-n = 2\nfind c-n < 1\nfind c.m = 1\n",
    );
    let lines: Vec<&str> = out.lines().skip(1).collect();
    assert_eq!(lines[..3], ["0", "6", "true"], "{out}");
    assert!(out.contains("it holds here, after 2 steps\n2\nit holds here\n"), "{out}");
    assert!(out.contains("it holds in none of the 2 states that can be reached from here"), "{out}");
    assert!(out.contains("--> condition:1:3"), "{out}");
    let out = told("check G (c-n < most)\nload\ncheck low\ncheck lo\ncheck [] (c.n <= most)\n");
    assert!(out.contains("✗ asked-1 is violated  G (c-n < most)"), "{out}");
    assert!(out.contains("loaded 3 steps") && out.contains("✗ low is violated"), "{out}");
    assert!(out.contains("there is no property `lo`; did you mean `low`?"), "{out}");
    assert!(out.contains("✓ asked-1 holds"), "{out}");
    folder.write("m.ispl", ISPL);
    let out =
        folder.run_with(&["interact", "m.ispl"], "find p\neval Environment.b = true\ncheck AG EF p\n").out;
    assert!(out.contains("it holds here, after 1 step\ntrue\n✓ asked-1 holds"), "{out}");
}

#[cfg(unix)]
#[test]
fn watched_files_are_checked_again_when_they_are_saved() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let folder = Folder::with(
        "m.rcp",
        "include \"const.rcp\"\n".to_string() + &LAMP.replace("!lamp-on", "(lamp-on | most > 1)"),
    );
    folder.write("const.rcp", "const most = 1\n");
    let mut synod = Command::new(env!("CARGO_BIN_EXE_synod"))
        .args(["check", "m.rcp", "--watch-files", "--quiet", "--property", "dark"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(synod.stderr.take().unwrap()).lines();
    let mut until =
        |wanted: &str| told.find(|line| line.as_ref().is_ok_and(|line| line.contains(wanted))).is_some();
    assert!(until("waiting for changes of 2 files; Ctrl-C ends"));
    folder.write("const.rcp", "const most = 22\n");
    assert!(until("const.rcp was changed") && until("waiting for changes"));
    // What cannot be read is waited for, too.
    folder.write("const.rcp", "const most = \n");
    assert!(until("1 error; nothing was checked") && until("waiting for changes"));
    folder.write("const.rcp", "const most = 333\n");
    assert!(until("const.rcp was changed") && until("waiting for changes"));
    let sent = Command::new("/bin/sh").args(["-c", &format!("kill -s INT {}", synod.id())]).status().unwrap();
    assert!(sent.success());
    let output = synod.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "the exit code of the last check");
    let verdicts = String::from_utf8(output.stdout).unwrap();
    let marks: Vec<char> =
        verdicts.lines().filter_map(|line| line.chars().next()).filter(|c| "✓✗".contains(*c)).collect();
    assert_eq!(marks, ['✗', '✓', '✓'], "{verdicts}");
}

#[test]
fn names_that_are_never_used_are_found() {
    let folder = Folder::with(
        "m.rcp",
        LAMP.replace("local: on : bool", "local: on : bool, spare : bool")
            .replace("agent Lamp", "enum channel {used, idle}\nconst n = 3 // n\nagent Lamp")
            .replace("switch: {true} *! true ()[on := !on]", "switch: {true} used! true ()[on := !on]")
            .replace("init: !on", "init: !on\n    receive-guard: false"),
    );
    let found = folder.run(&["lint", "m.rcp"]);
    assert_eq!(found.code, 1, "{found:?}");
    for (name, what) in [("spare", "a local"), ("idle", "a channel"), ("n", "a constant")] {
        let message = format!("warning[model::unused-name]: `{name}` is {what} that is never used");
        assert!(found.err.contains(&message), "{found:?}");
    }
    assert!(!found.err.contains("`on`") && !found.err.contains("`used`"), "{found:?}");
    folder.write("m.labs", LABS.replace("x: 0", "x: 0; spare: 0"));
    assert!(folder.run(&["lint", "m.labs"]).err.contains("`spare` is an attribute that is never used"));
    folder.write("m.ispl", ISPL.replace("Actions = {wait}", "Actions = {wait, run}"));
    assert!(folder.run(&["lint", "m.ispl"]).err.contains("`run` is an action that is never used"));
    folder.write("lamp.rcp", LAMP);
    let clean = folder.run(&["lint", "lamp.rcp"]);
    assert!(clean.code == 0 && clean.out == "lamp.rcp: nothing was found\n", "{clean:?}");
    folder.write("bad.rcp", "agent");
    assert_eq!(folder.run(&["lint", "."]).code, 2);
}

/// Circuits have properties, but no notation for formulas.
#[test]
fn what_cannot_be_asked_of_circuits_is_told_with_what_to_do() {
    let circuit = "1 sort bitvec 1\n2 sort bitvec 2\n3 zero 2\n4 one 2\n5 state 2 count\n6 init 2 5 3\n7 add 2 5 4\n\
                   8 next 2 5 7\n9 eq 1 5 4\n10 bad 9 one\n";
    let folder = Folder::with("m.btor2", circuit);
    let asked = folder.run(&["check", "m.btor2", "--formula", "count = 1"]);
    assert!(
        asked.code == 2 && asked.err.contains("add a line `bad` or `justice` to the circuit"),
        "{asked:?}"
    );
    let watched = folder.run(&["check", "m.btor2", "--watch", "count", "--watch", "count = 1 && !count[1]"]);
    let told = "  <watched: count is 1>\n  <watched: count = 1 && !count[1] is true>";
    assert!(watched.code == 1 && watched.out.contains(told), "{watched:?}");
    let unknown = folder.run(&["check", "m.btor2", "--watch", "cuont = 1"]);
    assert!(
        unknown.code == 2 && unknown.err.contains("there is no variable `cuont`; did you mean `count`?"),
        "{unknown:?}"
    );
    let watched = folder.run(&["check", "m.btor2", "--watch", "count[0]"]);
    assert!(watched.code == 1 && watched.out.contains("<watched: count[0] is true>"), "{watched:?}");
}

/// Variables by the names that runs print, in languages whose formulas are about something else.
#[test]
fn conditions_may_name_variables_in_every_language() {
    let ccs =
        Folder::with("m.ccs", "S = 'p.'v.S\nC = p.in.v.C\nsystem = (S | C) \\ {p, v}\nproperty p: G F in\n");
    let lines = "find C-at = in && S-at != 'p\neval S-at = 'v or C-at = p\nfind C-at = im\nfind C-at\n";
    let told = ccs.run_with(&["interact", "m.ccs"], lines).out;
    assert!(told.contains("it holds here, after 1 step\ntrue\n"), "{told}");
    assert!(
        told.contains("`C-at = im` is no condition: there is no variable or value `im`; did you mean `in`?"),
        "{told}"
    );
    assert!(told.contains("`C-at` is no condition: this is a value: compare it with another"), "{told}");
    let fair = ccs.run(&["check", "m.ccs", "--weak-fair", "C-at = p | (S-at = 'v)", "--quiet"]);
    assert!(fair.code == 0 && fair.out.starts_with("only fair runs count: "), "{fair:?}");

    let pispl = Folder::with("camp.pispl", CAMP);
    let lines = "find Robot_1.place = post && Environment.post = taken\n";
    let told = pispl.run_with(&["interact", "camp.pispl", "Robot=1"], lines).out;
    assert!(told.contains("it holds here, after 1 step"), "{told}");
}

/// A value and an agent that are not there are named.
#[test]
fn what_is_wrong_with_a_condition_is_told() {
    let folder = Folder::with("m.ispl", ISPL);
    let told = folder.run_with(&["interact", "m.ispl"], "find P.x = noting\nfind Q.x = true\n").out;
    assert!(told.contains("`noting`") && told.contains("`Q`"), "{told}");
    let told = folder
        .run_with(&["interact", "m.ispl"], "eval P.x <> true and !(Environment.b)\nfind P.x <> false\n")
        .out;
    assert!(told.contains("true\n") && told.contains("it holds here, after 1 step"), "{told}");
}

/// Questions that are not in the text of templates have names of their own.
#[test]
fn formulas_about_any_number_are_named_as_all_others() {
    let folder = Folder::with("camp.pispl", CAMP);
    let first = CAMP.split("Formulae").nth(1).unwrap().split(';').next().unwrap().trim();
    let one = folder.run(&["check", "camp.pispl", "--formula", first, "--formula", first, "--quiet"]);
    assert!(
        one.out.contains("asked-1 ") && one.out.contains("asked-2 ") && !one.out.contains("formula-"),
        "{one:?}"
    );
}

/// `F`, `G` and `X` reach far in R-CHECK, which most others do not expect.
#[test]
fn far_reaching_operators_are_told() {
    let folder = Folder::with("m.rcp", LAMP);
    let asked = folder.run(&["check", "m.rcp", "-F", "G F lamp-on -> G F !lamp-on"]);
    for told in [
        "warning[rcheck::far-reaching]: `G` takes all that follows it",
        "= note: read here, as R-CHECK does: G (F (lamp-on -> (G (F (!lamp-on)))))",
        "= note: as most other tools for linear time do: (G (F lamp-on)) -> (G (F (!lamp-on)))",
    ] {
        assert!(asked.err.contains(told), "{told}: {asked:?}");
    }
    for clear in
        ["(G F lamp-on) -> (G F !lamp-on)", "G (lamp-on -> F !lamp-on)", "G F (lamp-on -> X !lamp-on)"]
    {
        let asked = folder.run(&["check", "m.rcp", "-F", clear]);
        assert!(!asked.err.contains("far-reaching"), "{clear}: {asked:?}");
    }
}

/// What Uppaal writes with signs is read; what has no counterpart is explained.
#[test]
fn quantifiers_in_signs_and_bounds_are_understood_or_explained() {
    let folder = Folder::with("m.rcp", LAMP);
    let read = folder.run(&["check", "m.rcp", "-q", "-F", "A[] (lamp.on -> A<> !lamp.on)"]);
    assert!(read.code == 0 && read.out.contains("G (lamp-on -> F !lamp-on)"), "{read:?}");
    for (foreign, told) in [
        ("E<> lamp.on", "is answered by `G !p`"),
        ("lamp.on ~> !lamp.on", "`G (p -> F q)`"),
        ("F[0,5] lamp.on", "`F` has no bound on steps"),
        ("P>=0.5 [F lamp.on]", "`synod estimate --formula`"),
        ("\\A k \\in Lamp : k.on", "write `forall k : Type . p`"),
    ] {
        let asked = folder.run(&["check", "m.rcp", "-F", foreign]);
        assert!(asked.code == 2 && asked.err.contains(told), "{foreign}: {asked:?}");
    }
    let ccs =
        Folder::with("m.ccs", "P = a.P\nsystem = P\nproperty alive: no-deadlock\n").run(&["check", "m.ccs"]);
    assert!(ccs.err.contains("`synod check --property no-deadlock`; it is no formula"), "{ccs:?}");
}

/// Files that others in a folder include are parts of models, and no models.
#[test]
fn parts_of_models_in_a_folder_are_not_checked() {
    let text = LAMP.replace("agent Lamp", "include \"kinds.rcp\"\nagent Lamp");
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("models")).unwrap();
    folder.write("models/m.rcp", text);
    folder.write("models/kinds.rcp", "enum kinds {red, green}\n");
    let checked = folder.run(&["check", "models", "-q"]);
    assert!(checked.code == 1 && !checked.out.contains("kinds.rcp"), "{checked:?}");
    let covered = folder.run(&["check", "models/m.rcp", "-q", "--coverage"]);
    let told = covered.out.split_once("── models/kinds.rcp\n").expect("a file of its own").1;
    assert!(told.contains("1: enum kinds {red, green}\n── models/m.rcp\n"), "{covered:?}");
    let formatted = folder.run(&["fmt", "models", "--check"]);
    assert_eq!(formatted.code, 0, "{formatted:?}");
}

/// A run is judged by a formula that is not in the model.
#[test]
fn a_run_is_replayed_against_a_formula() {
    let folder = Folder::with("m.rcp", LAMP);
    folder.run(&["check", "m.rcp", "-p", "stays", "--trace-out", "run.json"]);
    let judged = |formula| folder.run(&["replay", "m.rcp", "run.json", "-F", formula]);
    let violated = judged("G !lamp-on");
    assert!(violated.code == 0 && violated.out.contains("violates `asked-1`"), "{violated:?}");
    let satisfied = judged("G F lamp.on");
    assert!(satisfied.code == 1 && satisfied.out.contains("satisfies `asked-1`"), "{satisfied:?}");
}

/// What is missing or written as elsewhere is said where it is, and reading goes on.
#[test]
fn small_mistakes_in_rcheck_are_named_at_their_place() {
    let text = "message-structure: N : int[0..3]\nagent P\n    local: x : bool\n    init: !x\n    repeat\n        \
                t: {true} *! true (N := 1)[x := !x]\nsystem = P(p, true)\nSPEC F p-x\nLTLSPEC G F p-x\n";
    let checked = Folder::with("m.rcp", text).run(&["check", "m.rcp"]);
    for told in [
        "error[rcheck::syntax]: a range of integers is written `0..3` in R-CHECK\n --> m.rcp:1:24\n",
        "error[rcheck::syntax]: a `:` is missing after `repeat`\n --> m.rcp:5:5\n",
        "`LTLSPEC` is written `SPEC` in this dialect",
    ] {
        assert!(checked.err.contains(told), "{told}: {checked:?}");
    }
    assert!(checked.err.contains("3 errors"), "{checked:?}");
}
