//! What commands write: planned before the work, never over what they read, and apart from the verdict.

use crate::support::{Folder, LAMP};

/// Options that write files, each with a command line that has something to write.
const WRITERS: [&[&str]; 5] = [
    &["check", "lamp.rcp", "-p", "dark", "--trace-out"],
    &["check", "lamp.rcp", "-p", "dark", "--witness-dot"],
    &["check", "lamp.rcp", "-p", "blinks", "--engine", "ic3", "--certificate"],
    &["simulate", "lamp.rcp", "--seed", "1", "--trace-out"],
    &["show", "lamp.rcp", "--output"],
];

fn lamp() -> Folder {
    Folder::with("lamp.rcp", LAMP)
}

#[test]
fn what_cannot_be_written_is_noticed_before_the_work() {
    for writer in WRITERS {
        let folder = lamp();
        for (file, why) in [
            ("no/file", "there is no directory `no`"),
            (".", "it is a directory"),
            ("x/", "it names a directory"),
        ] {
            let outcome = folder.run(&[writer, &[file]].concat());
            assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{outcome:?}");
            assert_eq!(outcome.err, format!("error: cannot write `{file}`: {why}\n"));
        }
        assert_eq!(folder.names(), ["lamp.rcp"]);
    }
    let outcome = lamp().run(&["check", "lamp.rcp", "--json", "--trace-out", "no/file"]);
    assert_eq!(outcome.json()["error"], "cannot write `no/file`: there is no directory `no`");
}

#[cfg(unix)]
#[test]
fn no_command_overwrites_its_model_under_any_name() {
    for writer in WRITERS {
        let folder = lamp();
        std::fs::hard_link(folder.path().join("lamp.rcp"), folder.path().join("hard")).unwrap();
        std::os::unix::fs::symlink("lamp.rcp", folder.path().join("soft")).unwrap();
        for file in ["lamp.rcp", "hard", "soft"] {
            let outcome = folder.run(&[writer, &[file]].concat());
            assert_eq!(outcome.code, 2, "{outcome:?}");
            assert!(outcome.err.contains("read"), "{outcome:?}");
        }
        assert_eq!(folder.read("lamp.rcp"), LAMP);
    }
    let folder = lamp();
    let outcome = folder.run_with(
        &["interact", "lamp.rcp"],
        "save lamp.rcp\nsave walk.json\nload walk.json\nsave walk.json\n",
    );
    assert_eq!(outcome.out.matches("it is read, and would be lost").count(), 2, "{outcome:?}");
    assert_eq!(folder.read("lamp.rcp"), LAMP);
}

#[test]
fn a_dash_is_standard_output() {
    let folder = lamp();
    let outcome = folder.run(&["check", "lamp.rcp", "-p", "dark", "--trace-out", "-"]);
    assert_eq!((outcome.code, &outcome.json()["format"]), (1, &"synod-trace".into()));
    assert!(outcome.err.contains("✗ dark"), "{outcome:?}");
    assert_eq!(folder.run(&["show", "lamp.rcp", "-o", "-"]).out, folder.run(&["show", "lamp.rcp"]).out);
    let refused = folder.run(&["check", "lamp.rcp", "--json", "--trace-out", "-"]);
    assert_eq!(refused.code, 2);
    assert!(refused.json()["error"].as_str().unwrap().contains("takes one document"), "{refused:?}");
    let refused = folder.run(&["check", "lamp.rcp", "--trace-out", "-", "--witness-dot", "-"]);
    assert!(refused.err.contains("it is to be written twice"), "{refused:?}");
    assert_eq!(folder.names(), ["lamp.rcp"]);
}

#[cfg(target_os = "linux")]
#[test]
fn the_exit_code_tells_the_verdict_even_if_a_file_cannot_be_written() {
    let folder = lamp();
    for (property, code, meaning) in
        [("dark", 1, "some property is violated"), ("blinks", 0, "every property holds")]
    {
        let arguments = [
            "check",
            "lamp.rcp",
            "-p",
            property,
            "--engine",
            "ic3",
            "--trace-out",
            "/dev/full",
            "--certificate",
            "/dev/full",
        ];
        let arguments =
            if property == "dark" { &arguments[..8] } else { &[&arguments[..6], &arguments[8..]].concat() };
        let outcome = folder.run(arguments);
        assert_eq!(outcome.code, code, "{outcome:?}");
        assert!(outcome.err.starts_with("error: cannot write `/dev/full`: "), "{outcome:?}");
        let both = format!("the verdicts stand all the same: {meaning} (exit code {code})\n");
        assert!(outcome.err.ends_with(&both), "{outcome:?}");
    }
    let script = format!("'{}' check lamp.rcp -p dark --json > /dev/full", env!("CARGO_BIN_EXE_synod"));
    let shell =
        std::process::Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    let told = String::from_utf8(shell.stderr).unwrap();
    assert!(told.contains("cannot write to standard output") && told.contains("is violated"), "{told}");
    assert_eq!(shell.status.code(), Some(1));
    // Without a verdict there is nothing else to tell.
    assert_eq!(folder.run(&["show", "lamp.rcp", "-o", "/dev/full"]).code, 2);
}

#[cfg(unix)]
#[test]
fn parts_of_an_output_spare_the_model_too() {
    let folder = Folder::with("t.dark.json", LAMP);
    let arguments = ["check", "t.dark.json", "--language", "rcheck", "--trace-out", "t.json"];
    let outcome = folder.run(&arguments);
    assert_eq!(outcome.code, 1);
    assert!(outcome.err.contains("cannot write `t.dark.json`: it is read, and would be lost"), "{outcome:?}");
    assert_eq!(folder.read("t.dark.json"), LAMP);
    assert_eq!(folder.names(), ["t.dark.json", "t.stays.json"]);
}
