//! Messages as people see them: each model in `ui/` beside what is said about it.

use std::path::Path;

use synod_syntax::{Source, Style, render};

use super::*;

/// With `SYNOD_BLESS` set, what is said becomes what is expected.
#[test]
fn messages_read_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/check/tests/ui");
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "rcp") {
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let source = Source::new(name, std::fs::read_to_string(&path).unwrap());
        let (tree, mut found) = parse(&source, Dialect::New, Reading::Standard);
        found.extend(check(&tree.unwrap(), &source, CheckOptions::default()).1);
        let found = crate::overflow::judged(found);
        let said: Vec<String> = found.sorted().iter().map(|d| render(&source, d, Style::Plain)).collect();
        let said = said.join("\n");
        let expected = path.with_extension("txt");
        if std::env::var_os("SYNOD_BLESS").is_some() {
            std::fs::write(&expected, said).unwrap();
            continue;
        }
        assert_eq!(said, std::fs::read_to_string(&expected).unwrap_or_default(), "{}", path.display());
    }
}
