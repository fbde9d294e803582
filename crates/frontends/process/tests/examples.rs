//! The examples: what is made of them keeps the promises that engines rely on.

use synod_process::{Language, Options, load};
use synod_syntax::Source;
use synod_testing::{assert_valid, examples};

#[test]
fn every_example_is_a_valid_system() {
    for (language, ending) in [(Language::Ccs, "ccs"), (Language::Chor, "chor")] {
        for path in examples("process", ending) {
            let text = std::fs::read_to_string(&path).expect("text");
            let source = Source::new(path.display().to_string(), text);
            if let Some(model) = load(&source, &Options::new(language)).model {
                assert_valid(&model.system, &model.properties);
            }
        }
    }
}
