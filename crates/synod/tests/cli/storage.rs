//! `check --compress` and `check --disk`: the answers of the plain search, and no files left behind.

use serde_json::Value;

use crate::support::{COUNTERS, Folder, Outcome};

/// What does not depend on time, of the only property.
fn figures(outcome: &Outcome) -> Value {
    let document = outcome.json();
    let property = &document["properties"][0];
    if property["verdict"] == "violated" {
        // How much was seen besides does not depend on the question alone.
        return serde_json::json!([property["verdict"], property["trace"]["steps"].as_array().map(Vec::len)]);
    }
    serde_json::json!([outcome.figures(), property["remarks"]])
}

#[test]
fn answers_are_those_of_the_plain_search() {
    let folder = Folder::with("m.rcp", COUNTERS);
    for property in ["small", "far", "both", "no-deadlock"] {
        let check = ["check", "m.rcp", "-p", property, "--json", "--stats", "--threads=1"];
        let plain = folder.run(&[&check[..], &["--engine=explicit"]].concat());
        for storage in [&["--compress"][..], &["--disk", "states"], &["--disk", "states", "--memory=100M"]] {
            let outcome = folder.run(&[&check[..], storage].concat());
            assert_eq!((outcome.code, figures(&outcome)), (plain.code, figures(&plain)), "{storage:?}");
            let bytes = &outcome.json()["properties"][0]["search"]["file_bytes"];
            assert_eq!(bytes.as_u64().unwrap() > 0, storage.len() > 1, "{bytes}");
            assert_eq!(folder.names(), ["m.rcp"], "the folder is gone");
        }
    }
}

#[test]
fn a_folder_that_is_there_has_to_be_empty_and_is_left_so() {
    let folder = Folder::with("m.rcp", COUNTERS);
    std::fs::create_dir(folder.path().join("states")).unwrap();
    let check = ["check", "m.rcp", "-p", "small", "--disk", "states"];
    assert_eq!(folder.run(&check).code, 0);
    assert_eq!(std::fs::read_dir(folder.path().join("states")).unwrap().count(), 0);
    folder.write("states/mine", "precious");
    let refused = folder.run(&check);
    assert_eq!(
        (refused.code, refused.err.as_str()),
        (2, "error: the folder `states` is not empty: name another one\n")
    );
    assert_eq!(folder.read("states/mine"), "precious");
    let refused = folder.run(&["check", "m.rcp", "-p", "small", "--disk", "m.rcp"]);
    assert!(refused.code == 2 && refused.err.contains("cannot make the folder `m.rcp`"), "{refused:?}");
    assert_eq!(folder.read("m.rcp"), COUNTERS);
}

#[test]
fn other_formulas_and_engines_are_refused_with_what_to_do() {
    let folder = Folder::with("m.rcp", COUNTERS);
    for (storage, name) in [(&["--compress"][..], "--compress"), (&["--disk", "states"], "--disk")] {
        let refused = folder.run(&[&["check", "m.rcp", "-p", "live"], storage].concat());
        assert_eq!(refused.code, 3, "{refused:?}");
        assert!(refused.out.contains(&format!("leave out `{name}` for other formulas")), "{refused:?}");
        for options in [&["--engine", "bdd"][..], &["--reduction", "all"], &["--checkpoint", "saved"]] {
            let refused = folder.run(&[&["check", "m.rcp"], storage, options].concat());
            assert!(refused.code == 2 && refused.err.contains(name), "{refused:?}");
        }
    }
    assert_eq!(folder.names(), ["m.rcp"]);
}

#[test]
fn limits_hold_and_leave_nothing_behind() {
    let folder = Folder::new();
    // In little memory it is slower, and decided all the same.
    for (top, limit, code) in [("2900", ["--timeout", "0.2"], 3), ("290", ["--memory", "60M"], 0)] {
        folder.write("m.rcp", COUNTERS.replace("29", top));
        let check = ["check", "m.rcp", "-p", "small", "--disk", "states"];
        let ended = folder.run(&[&check[..], &limit].concat());
        assert_eq!(ended.code, code, "{ended:?}");
        assert_eq!(folder.names(), ["m.rcp"]);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_ends_the_search_and_the_files_go() {
    use std::process::{Command, Stdio};

    let folder = Folder::with("m.rcp", COUNTERS.replace("29", "2900"));
    for signal in ["INT", "TERM"] {
        let mut tool = Command::new(env!("CARGO_BIN_EXE_synod"))
            .args(["check", "m.rcp", "-p", "small", "--disk", "states"])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let has_files = || {
            let entries = std::fs::read_dir(folder.path().join("states")).into_iter().flatten();
            entries.flatten().any(|entry| entry.path().extension().is_some_and(|end| end == "run"))
        };
        while !has_files() {
            assert_eq!(tool.try_wait().unwrap(), None, "it ended before it was asked to");
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let send = format!("kill -s {signal} {}", tool.id());
        assert!(Command::new("/bin/sh").args(["-c", &send]).status().unwrap().success());
        let output = tool.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert_eq!(folder.names(), ["m.rcp"]);
    }
}
