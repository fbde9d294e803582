//! What is generated from the types of requests and answers is up to date.

use std::path::Path;

/// `SYNOD_BLESS=1` writes the file anew.
fn assert_fresh(file: &str, generated: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    if std::env::var_os("SYNOD_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, generated).unwrap();
    }
    let published = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(published == generated, "{} is not what the types generate", file.display());
}

#[test]
fn the_types_of_the_page_are_those_of_the_service() {
    assert_fresh("web/src/api/types.ts", &synod_service::typescript::types());
}
