//! The grammars for editors are those of the languages: `SYNOD_BLESS=1` writes them anew.

use std::path::{Path, PathBuf};

use synod_session::{highlighting, languages};

#[test]
fn grammars_for_editors_are_fresh() {
    let editors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors");
    let mut made: Vec<(PathBuf, String)> = Vec::new();
    for frontend in languages().iter().filter(|frontend| !frontend.language().endings.is_empty()) {
        let name = frontend.language().name;
        assert!(frontend.words().len() > 5, "{name}");
        made.push((
            editors.join(format!("vscode/syntaxes/{name}.tmLanguage.json")),
            highlighting::textmate(frontend),
        ));
        made.push((editors.join(format!("vim/syntax/{name}.vim")), highlighting::vim(frontend)));
    }
    let stale: Vec<String> = made
        .iter()
        .filter(|(path, text)| std::fs::read_to_string(path).ok().as_deref() != Some(text))
        .map(|(path, _)| path.display().to_string())
        .collect();
    if std::env::var_os("SYNOD_BLESS").is_some() {
        made.iter().for_each(|(path, text)| std::fs::write(path, text).unwrap());
    } else {
        assert!(stale.is_empty(), "write them anew with SYNOD_BLESS=1: {stale:#?}");
    }
}
