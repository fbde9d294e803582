//! Every example of an explanation of a code gets that code, and mended it does not.

use synod_process::{CCS_CODES, CHOR_CODES, Language, Options, load};
use synod_syntax::Source;

#[test]
fn examples_get_the_codes_that_they_explain() {
    for (language, codes) in [(Language::Ccs, CCS_CODES), (Language::Chor, CHOR_CODES)] {
        let diagnose = |text: &str, _: &[&str]| {
            let loaded = load(&Source::new("test", text), &Options::new(language));
            loaded.diagnostics.iter().map(|d| d.code).collect()
        };
        let defects: Vec<String> = codes.iter().flat_map(|e| e.defects(diagnose)).collect();
        assert!(defects.is_empty(), "{}", defects.join("\n"));
    }
}
