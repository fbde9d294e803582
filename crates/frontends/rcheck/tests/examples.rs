//! The examples: what is made of them keeps the promises that engines rely on.

use synod_rcheck::{Options, load};
use synod_syntax::Source;
use synod_testing::{assert_valid, examples};

#[test]
fn every_example_is_a_valid_system() {
    for path in examples("rcheck", "rcp") {
        let text = std::fs::read_to_string(&path).expect("text");
        let source = Source::new(path.display().to_string(), text);
        if let Some(model) = load(&source, &Options::default()).model {
            assert_valid(&model.system, &model.properties);
        }
    }
}
