//! Spec 3.6: the shipped models, where a copy of them is at hand.

use std::path::{Path, PathBuf};

use synod_syntax::{Diagnostic, Severity, Source};

use super::*;

/// The folder of the reference models, beside the work tree.
fn folder() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/models/rcheck");
    root.is_dir().then_some(root)
}

fn found_in(path: &Path, reading: Reading) -> Vec<Diagnostic> {
    let source = Source::new("model", std::fs::read_to_string(path).unwrap());
    let legacy = path.parent().is_some_and(|folder| folder.ends_with("legacy"));
    let dialect = if legacy { Dialect::Legacy } else { Dialect::New };
    let tree = parse(&source, dialect, reading).0.unwrap();
    let options = CheckOptions { compat_vscode: reading == Reading::VscodeCompat };
    check(&tree, &source, options).1.sorted()
}

fn count(found: &[Diagnostic], code: &str) -> usize {
    found.iter().filter(|d| d.code.contains(code)).count()
}

#[test]
fn the_duplicates_are_all_found_and_nothing_else() {
    let Some(folder) = folder() else { return };
    let found = found_in(&folder.join("errors/duplicates.rcp"), Reading::Standard);
    let errors: Vec<_> = found.iter().filter(|d| d.severity == Severity::Error).collect();
    assert_eq!(errors.len(), 17, "{errors:#?}");
    assert_eq!(count(&found, "duplicate-name"), 11);
    assert_eq!(count(&found, "duplicate-parameter"), 2);
    assert_eq!(count(&found, "duplicate-local"), 2);
    assert_eq!(count(&found, "duplicate-label"), 2);
}

#[test]
fn the_temporal_operators_outside_specifications_are_all_found() {
    let Some(folder) = folder() else { return };
    for reading in [Reading::Standard, Reading::VscodeCompat] {
        let found = found_in(&folder.join("errors/ltol-in-expr.rcp"), reading);
        assert_eq!(count(&found, "temporal-operator"), 7, "{found:#?}");
    }
}

#[test]
fn the_other_shipped_models_have_no_errors_and_few_warnings() {
    let Some(folder) = folder() else { return };
    for kind in ["extension", "ported", "warnings", "legacy"] {
        for entry in folder.join(kind).read_dir().unwrap() {
            let path = entry.unwrap().path();
            let found = found_in(&path, Reading::Standard);
            assert!(found.iter().all(|d| d.severity != Severity::Error), "{path:?}: {found:#?}");
            let warnings = found.iter().filter(|d| d.severity == Severity::Warning).count();
            assert!(warnings <= 2, "{path:?}: {found:#?}");
        }
    }
}

#[test]
fn compat_mode_accepts_what_the_extension_accepts() {
    let Some(folder) = folder() else { return };
    for entry in folder.join("extension").read_dir().unwrap() {
        let path = entry.unwrap().path();
        let found = found_in(&path, Reading::VscodeCompat);
        assert!(found.iter().all(|d| d.severity != Severity::Error), "{path:?}: {found:#?}");
    }
}
