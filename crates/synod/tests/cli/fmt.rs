//! `synod fmt`: what it writes, what it leaves alone, and what it says.

use crate::support::{Folder, LAMP};

/// The lamp with other white space.
fn crooked() -> String {
    LAMP.replace("    ", "\t").replace(": ", ":").replace(" = ", "=") + "\n\n"
}

#[test]
fn files_are_formatted_in_place() {
    let folder = Folder::with("lamp.rcp", crooked());
    let outcome = folder.run(&["fmt", "lamp.rcp"]);
    assert_eq!((outcome.code, outcome.out.as_str(), outcome.err.as_str()), (0, "", "formatted lamp.rcp\n"));
    let formatted = folder.read("lamp.rcp");
    assert_eq!(formatted, LAMP);
    let again = folder.run(&["fmt", "lamp.rcp"]);
    assert_eq!((again.code, again.err.as_str()), (0, ""));
    assert_eq!(folder.names(), ["lamp.rcp"]);
}

#[cfg(unix)]
#[test]
fn modes_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::with("lamp.rcp", crooked());
    let file = folder.path().join("lamp.rcp");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("lamp.rcp", folder.path().join("link.rcp")).unwrap();
    assert_eq!(folder.run(&["fmt", "link.rcp"]).code, 0);
    assert_eq!(folder.read("lamp.rcp"), LAMP);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(std::fs::symlink_metadata(folder.path().join("link.rcp")).unwrap().is_symlink());
}

#[test]
fn looking_changes_nothing_and_tells_by_the_exit_code() {
    let folder = Folder::with("a.rcp", crooked());
    folder.write("b.rcp", LAMP);
    let listed = folder.run(&["fmt", "--check", "a.rcp", "b.rcp"]);
    assert_eq!((listed.code, listed.out.as_str()), (1, "a.rcp\n"));
    assert_eq!(listed.err, "2 files: 1 would change, 1 unchanged\n");
    let shown = folder.run(&["fmt", "--diff", "a.rcp"]);
    assert_eq!(shown.code, 1);
    assert!(shown.out.starts_with("--- a.rcp\n+++ a.rcp\n@@ -1,"), "{}", shown.out);
    assert!(shown.out.contains("\n+    local: on : bool\n"), "{}", shown.out);
    assert_eq!(folder.read("a.rcp"), crooked());
    assert_eq!(folder.run(&["fmt", "--check", "b.rcp"]).code, 0);
}

#[test]
fn folders_stand_for_the_models_in_them() {
    let folder = Folder::with("a.rcp", crooked());
    std::fs::create_dir_all(folder.path().join("in/.hidden")).unwrap();
    for name in ["in/b.rcp", "in/.hidden/c.rcp", "in/d.txt"] {
        folder.write(name, crooked());
    }
    let outcome = folder.run(&["fmt", "."]);
    assert_eq!((outcome.code, outcome.out.as_str()), (0, ""));
    assert!(outcome.err.ends_with("2 files: 2 formatted, 0 unchanged\n"), "{}", outcome.err);
    assert_eq!([folder.read("a.rcp"), folder.read("in/b.rcp")], [LAMP, LAMP]);
    assert_eq!([folder.read("in/.hidden/c.rcp"), folder.read("in/d.txt")], [crooked(), crooked()]);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = Folder::new();
    let outcome = folder.run_with(&["fmt", "-"], crooked());
    assert_eq!((outcome.code, outcome.out.as_str(), outcome.err.as_str()), (0, LAMP, ""));
    let checked = folder.run_with(&["fmt", "-", "--check", "--language", "rcheck"], LAMP);
    assert_eq!((checked.code, checked.out.as_str()), (0, ""));
}

#[test]
fn what_has_errors_is_left_alone() {
    let wrong = "agent  A\n  repeat:   {\n";
    let folder = Folder::with("wrong.rcp", wrong);
    folder.write("lamp.rcp", crooked());
    let outcome = folder.run(&["fmt", "wrong.rcp", "lamp.rcp"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("error[rcheck::syntax]"), "{}", outcome.err);
    assert!(outcome.err.contains("; it is left as it is\n"), "{}", outcome.err);
    assert_eq!([folder.read("wrong.rcp"), folder.read("lamp.rcp")], [wrong, LAMP]);
    assert_eq!(folder.run(&["fmt", "missing.rcp"]).code, 2);
    assert_eq!(folder.run(&["fmt"]).code, 2);
}
