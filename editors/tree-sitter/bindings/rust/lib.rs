//! Tree-sitter grammars of the languages that Synod reads.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_rcheck() -> *const ();
    fn tree_sitter_labs() -> *const ();
    fn tree_sitter_ispl() -> *const ();
    fn tree_sitter_pispl() -> *const ();
    fn tree_sitter_ccs() -> *const ();
    fn tree_sitter_chor() -> *const ();
}

/// A language with its grammar.
pub struct Grammar {
    /// Its name, which is that of its folder.
    pub name: &'static str,
    /// How names of files end.
    pub ending: &'static str,
    /// The grammar.
    pub language: LanguageFn,
    /// What is highlighted, as a query.
    pub highlights: &'static str,
}

macro_rules! grammar {
    ($name:literal, $ending:literal, $function:ident) => {
        Grammar {
            name: $name,
            ending: $ending,
            // SAFETY: the function is made by Tree-sitter, and gives a language.
            language: unsafe { LanguageFn::from_raw($function) },
            highlights: include_str!(concat!("../../", $name, "/queries/highlights.scm")),
        }
    };
}

/// All of them.
pub const GRAMMARS: [Grammar; 6] = [
    grammar!("rcheck", "rcp", tree_sitter_rcheck),
    grammar!("labs", "labs", tree_sitter_labs),
    grammar!("ispl", "ispl", tree_sitter_ispl),
    grammar!("pispl", "pispl", tree_sitter_pispl),
    grammar!("ccs", "ccs", tree_sitter_ccs),
    grammar!("chor", "chor", tree_sitter_chor),
];
