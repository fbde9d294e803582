//! The attack finds what is wrong with programs that are wrong.
#![cfg(target_os = "linux")]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use synod_attack::{Attack, Case, Patience, Selection};

/// What a program does that is good enough: it tells options, and makes nothing of examples.
const HELP: &str =
    "if [ \"$1\" = help ]; then echo '      --json'; fi\nif [ -z \"$SYNOD_ATTACK\" ]; then exit 2; fi";

/// What is found wrong with a program that does this, by its sorts.
fn sorts(script: &str, change: impl Fn(&mut Case)) -> Vec<&'static str> {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("synod");
    std::fs::write(&program, format!("#!/bin/sh\n{HELP}\n{script}\n")).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let patience = Patience {
        longest: Duration::from_secs(20),
        most_output: 1 << 20,
        grace: Some(Duration::from_secs(5)),
    };
    let selection = Selection { language: Some("chor".to_string()), kind: None };
    let attack = Attack::new(Path::new(&program), patience, &selection).unwrap();
    let mut case = attack.case(1, 1, &selection);
    case.arguments = ["check", "m.chor", "--json"].map(str::to_string).to_vec();
    case.signal = None;
    case.timeout_tenths = None;
    case.memory_megabytes = None;
    change(&mut case);
    attack.findings(&case).unwrap().into_iter().map(|finding| finding.sort).collect()
}

fn found(script: &str) -> Vec<&'static str> {
    sorts(script, |_| {})
}

#[test]
fn a_good_run_has_no_findings() {
    assert_eq!(found("echo '{}'; exit 1"), Vec::<&str>::new());
}

#[test]
fn every_sort_of_fault_is_found() {
    assert_eq!(found("echo '{}'; exit 42"), ["exit code"]);
    assert_eq!(found("echo '{}'; kill -s SEGV $$"), ["exit code"]);
    assert_eq!(found("echo '{}'; echo \"thread 'main' panicked at x\" >&2"), ["panic"]);
    assert_eq!(found("echo '{'"), ["JSON"]);
    assert_eq!(found("echo '{}'; printf '\\033[2J' >&2"), ["control characters"]);
    assert_eq!(found("echo '{}'; printf '\\377' >&2"), ["text"]);
    assert_eq!(found("echo '{}'; echo > m.chor"), ["overwritten"]);
    assert_eq!(found("echo '{}'; echo > .synod-1"), ["leftovers"]);
    assert_eq!(found("echo '{}'; mkdir $TMPDIR/synod-1"), ["leftovers"]);
    assert_eq!(found("echo '{}'; setsid sleep 20 > /dev/null 2>&1 &"), ["orphans"]);
    assert_eq!(
        found("while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done"),
        ["flood"]
    );
}

#[test]
fn limits_and_signals_are_watched() {
    let slow = |case: &mut Case| case.timeout_tenths = Some(1);
    assert_eq!(sorts("echo '{}'; sleep 6", slow), ["time"]);
    let small = |case: &mut Case| case.memory_megabytes = Some(0);
    assert_eq!(
        sorts("head -c 100000000 /dev/zero | tail -c 99999999 > /dev/null; echo '{}'", small),
        ["memory"]
    );
    let stopped = |case: &mut Case| case.interrupt_after(50);
    assert_eq!(sorts("trap '' INT; sleep 9; echo '{}'", stopped), ["signal"]);
}

#[test]
fn files_that_are_written_are_looked_at() {
    assert_eq!(found("echo '{}' | tee out.json out.sarif; echo '<a>' > out.html"), Vec::<&str>::new());
    assert_eq!(found("echo '{}'; echo '{' > out.sarif"), ["JSON"]);
    assert_eq!(found("echo '{}'; printf '\\033[2J' > out.csv"), ["control characters"]);
    assert_eq!(found("echo '{}'; printf '\\377' > out.csv; printf '\\377' > out.aig"), ["text"]);
    assert_eq!(found("echo '{}'; mkdir d; echo \"<attack onload='x'>\" > d/out.svg"), ["markup"]);
    assert_eq!(found("echo '{}'; head -c 2000000 /dev/zero | tr '\\0' a > out"), ["flood"]);
}

#[test]
fn only_the_layout_of_models_may_change() {
    let formatted = |case: &mut Case| {
        case.arguments = ["fmt", "m.chor"].map(str::to_string).to_vec();
        case.files[0].1 = b"a ->  b: c\n".to_vec();
    };
    assert_eq!(sorts("echo 'a -> b : c' > m.chor", formatted), Vec::<&str>::new());
    assert_eq!(sorts("echo 'a -> b :' > m.chor", formatted), ["overwritten"]);
}
