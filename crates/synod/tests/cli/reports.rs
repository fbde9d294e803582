//! Reports beside the text: what each form holds, and what happens where there is nothing to report.

use serde_json::Value;

use crate::support::{CAMP, Folder, LAMP};

const ALL: [&str; 5] = ["r.json", "r.sarif", "r.junit.xml", "r.html", "r.csv"];

/// Checks a model with a report in every form.
fn report(folder: &Folder, arguments: &[&str]) -> u8 {
    let reports: Vec<&str> = ALL.iter().flat_map(|name| ["--report", *name]).collect();
    let done = folder.run(&[&["check"], arguments, &reports].concat());
    done.code.try_into().unwrap()
}

fn json(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&folder.read(name)).unwrap()
}

#[test]
fn a_violation_is_in_every_report_with_its_place() {
    let folder = Folder::with("m x.rcp", LAMP);
    assert_eq!(report(&folder, &["m x.rcp"]), 1);

    let document = json(&folder, "r.json");
    assert_eq!(document["properties"][0]["place"]["line"], 6);
    assert_eq!(document["sha256"].as_str().unwrap().len(), 64);

    let sarif = json(&folder, "r.sarif");
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let dark = &results[0];
    assert_eq!((&dark["ruleId"], &dark["level"]), (&"property-violated".into(), &"error".into()));
    let place = &dark["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "m%20x.rcp");
    assert_eq!(place["region"]["startLine"], 6);
    let flow = dark["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    assert_eq!(flow[0]["state"]["lamp-on"]["text"], "false");
    assert_eq!(flow.last().unwrap()["state"]["lamp-on"]["text"], "true");
    assert_eq!(results.len(), 2, "what holds is nothing to do: {results:?}");
    for result in results {
        let rule = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
    }

    let junit = folder.read("r.junit.xml");
    assert!(junit.contains("<testsuite name=\"m x.rcp\" tests=\"3\" failures=\"2\""), "{junit}");
    assert!(
        junit.contains("<failure type=\"violated\" message=\"a run of 1 step violates it\">G !lamp-on"),
        "{junit}"
    );

    let rows: Vec<String> = folder.read("r.csv").split("\r\n").map(str::to_string).collect();
    assert!(rows[0].starts_with("model,property,formula,verdict,expected,"), "{rows:?}");
    assert!(
        rows[1].starts_with("m x.rcp,dark,G !lamp-on,violated,,a run of 1 step violates it,"),
        "{rows:?}"
    );
    assert_eq!(rows.len(), 5, "a line for each property, and the end of the last: {rows:?}");

    let html = folder.read("r.html");
    assert!(html.contains("<span class=\"value\">lamp-on = <b>true</b></span>"), "{html}");
    // The names of the languages of pages and pictures are not addresses.
    let html = html.replace("http://www.w3.org/", "").replace("https://svelte.dev/e/", "");
    assert!(!html.contains("http://") && !html.contains("https://"), "the page needs nothing else");
    // Each run can be walked, by the only script that may run.
    assert_eq!(
        html.matches("<synod-run><script type=\"application/json\">{\"title\":\"").count(),
        2,
        "{html}"
    );
    assert_eq!(html.matches("<script>").count(), 1);
    assert!(html.contains("; script-src 'sha256-"));
    // Two properties are violated, each with its picture.
    assert_eq!(html.matches("<img alt=\"Sequence chart of ").count(), 2, "{html}");
    assert_eq!(html.matches("src=\"data:image/svg+xml;charset=utf-8,%3Csvg%20").count(), 2, "{html}");
}

#[test]
fn models_that_cannot_be_checked_are_reported_too() {
    let folder = Folder::with("bad.rcp", LAMP.replace("lamp-on", "lamp-off<&>"));
    assert_eq!(report(&folder, &["bad.rcp"]), 2);
    let sarif = json(&folder, "r.sarif");
    assert_eq!(sarif["runs"][0]["invocations"][0]["executionSuccessful"], false);
    assert_eq!(sarif["runs"][0]["results"][0]["level"], "error");
    let junit = folder.read("r.junit.xml");
    assert!(junit.contains("tests=\"1\" failures=\"0\" errors=\"1\""), "{junit}");
    assert!(folder.read("r.csv").contains("\r\nbad.rcp,,,error,"));
    assert!(json(&folder, "r.json")["error"].is_string());
    let missing = folder.run(&["check", "none.rcp", "--report", "n.sarif"]);
    assert_eq!(missing.code, 2);
    assert_eq!(json(&folder, "n.sarif")["runs"][0]["results"][0]["ruleId"], "model-rejected");
}

#[test]
fn families_are_reported_and_parameters_are_told() {
    let folder = Folder::with("camp.pispl", CAMP);
    report(&folder, &["camp.pispl"]);
    assert_eq!(json(&folder, "r.json")["properties"][0]["place"]["file"], "camp.pispl");
    report(&folder, &["camp.pispl", "Robot=2"]);
    assert_eq!(json(&folder, "r.json")["parameters"]["Robot"], 2);
    assert!(folder.read("r.junit.xml").contains("<testsuite name=\"camp.pispl Robot=2\""));
    assert!(folder.read("r.csv").starts_with("model,Robot,property,"));
}

#[test]
fn the_name_of_a_report_tells_its_form_or_is_refused_before_the_work() {
    let folder = Folder::with("m.rcp", LAMP);
    let refused = folder.run(&["check", "m.rcp", "--report", "r.txt"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("does not tell its form"), "{refused:?}");
    assert_eq!(refused.out, "");
    let twice = folder.run(&["check", "m.rcp", "--report", "r.csv", "--report", "r.csv"]);
    assert!(twice.err.contains("it is to be written twice"), "{twice:?}");
}

#[test]
fn workflows_of_github_get_annotations() {
    let folder = Folder::with("m.rcp", LAMP);
    let told = folder.run_among(&[("GITHUB_ACTIONS", "true")], &["check", "m.rcp", "--json"]);
    let line = "::error file=m.rcp,line=6,endLine=6,col=1,endColumn=22,title=dark is violated in m.rcp::a run of 1 step \
                violates it";
    assert!(told.err.lines().any(|told| told == line), "{told:?}");
    assert!(told.json().is_object(), "standard output is the document alone");
    let silent = folder.run_among(&[("GITHUB_ACTIONS", "false")], &["check", "m.rcp"]);
    assert!(!silent.err.contains("::error"), "{silent:?}");
}

#[test]
fn a_model_without_properties_is_a_mistake_unless_allowed() {
    let asks = LAMP.find("SPEC").unwrap();
    let folder = Folder::with("m.rcp", &LAMP[..asks]);
    let refused = folder.run(&["check", "m.rcp"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("the model has no properties; `--allow-empty` accepts that"), "{refused:?}");
    let allowed = folder.run(&["check", "m.rcp", "--allow-empty", "--json"]);
    assert_eq!(allowed.code, 0, "{allowed:?}");
    assert!(allowed.out.contains("\"time_seconds\": 0.0,"), "{allowed:?}");
}

#[test]
fn where_verdicts_are_expected_reports_are_about_what_is_not_as_expected() {
    let text = "P = a.P\nsystem = P\n-- expect: violated\nproperty good: G !deadlock\n-- expect: violated\nproperty never: G !a\n";
    let folder = Folder::with("m.ccs", text);
    let run = |options: &[&str]| {
        let reports = ["check", "m.ccs", "--report", "r.junit.xml", "--report", "r.sarif"];
        let outcome = folder.run(&[&reports[..], options].concat());
        let rules: Vec<String> = json(&folder, "r.sarif")["runs"][0]["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|result| result["ruleId"].as_str().unwrap().to_string())
            .collect();
        (outcome.code, folder.read("r.junit.xml"), rules)
    };
    let (code, junit, rules) = run(&["--expect"]);
    assert_eq!((code, rules), (1, vec!["property-unexpected".to_string()]));
    assert!(
        junit.contains("tests=\"2\" failures=\"1\"") && junit.contains("holds, but `violated` is expected"),
        "{junit}"
    );
    assert_eq!(run(&[]).2, ["property-violated"]);
    assert_eq!(run(&["--expect", "-p", "never"]).0, 0);
    assert_eq!(run(&["--expect", "-p", "never"]).2, Vec::<String>::new());
}

#[test]
fn to_be_quiet_changes_neither_reports_nor_the_exit_code() {
    let text = "agent A\n    local: x : 0..3\n    init: x = 0\n    repeat: (go: {x = 0} *! true ()[] + stop: {x = 2} *! true ()[x := 1])\nsystem = A(a, true)\nSPEC G a-x < 3\n";
    let folder = Folder::with("m.rcp", text);
    for options in [&[][..], &["--quiet"]] {
        let wanted = ["check", "m.rcp", "--deny-warnings", "--report", "r.json"];
        assert_eq!(folder.run(&[&wanted[..], options].concat()).code, 3, "{options:?}");
        assert_eq!(json(&folder, "r.json")["warnings"][0]["code"], "model::never-taken");
    }
    let document = folder.run(&["check", "m.rcp", "--report", "-"]);
    assert!(document.json()["properties"].is_array() && document.err.contains("holds"), "{document:?}");
}

#[test]
fn reports_say_what_was_expected_and_where_built_in_properties_are_told() {
    let text = "P = a.Q\nQ = b.0\nsystem = P\n-- expect: violated\nproperty never: G !a\n-- expect: violated\nproperty good: F a\n";
    let folder = Folder::with("m.ccs", text);
    let asked =
        ["check", "m.ccs", "--expect", "--report", "r.json", "--report", "r.html", "--report", "r.csv"];
    let told = folder
        .run_among(&[("GITHUB_ACTIONS", "true")], &[&asked[..], &["-p", "*", "-p", "no-deadlock"]].concat());
    assert_eq!(told.code, 1, "{told:?}");
    let document = json(&folder, "r.json");
    assert_eq!(document["summary"]["unexpected"], 2, "{document:#}");
    let html = folder.read("r.html");
    assert!(html.contains("<b>2</b> not as expected"), "{html}");
    assert!(html.contains("as expected: violated") && html.contains("not as expected: violated is expected"));
    assert!(
        told.err.contains("::error file=m.ccs,line=1,endLine=1,") && told.err.contains("title=no-deadlock")
    );
    let csv = folder.read("r.csv");
    assert!(csv.lines().next().unwrap().trim_end().ends_with(",fairness,codes"), "{csv}");
    folder.run(&["check", "m.ccs", "--report", "r.json"]);
    assert!(json(&folder, "r.json")["summary"].get("unexpected").is_none());
}
