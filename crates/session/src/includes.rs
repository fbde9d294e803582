//! Texts that include others: one seam through which files are read, given by whoever opens a model.

use std::collections::HashSet;
use std::sync::Arc;

use synod_frontend::{Frontend, Include};
use synod_syntax::{Diagnostic, Piece, Source, Span};

use crate::{Rejection, languages};

/// Where the texts of included files come from: a file system, unsaved documents of an editor, files of a page.
pub trait Loader: Send + Sync {
    /// The text of a file, by its name as the including text and the path there give it; or why there is none, as a phrase
    /// such as "there is no file `a.rcp`".
    fn load(&self, name: &str) -> Result<String, String>;
}

impl<F: Fn(&str) -> Result<String, String> + Send + Sync> Loader for F {
    fn load(&self, name: &str) -> Result<String, String> {
        self(name)
    }
}

/// Nobody nests files more deeply.
const DEEPEST: usize = 64;

/// Puts the texts of included files, and of those that they include, in the place of what includes them. A file that was
/// included before is not included again.
pub(crate) fn expand(
    frontend: &dyn Frontend,
    source: Source,
    loader: Option<&Arc<dyn Loader>>,
) -> Result<Source, Rejection> {
    let main = normalised(source.name());
    let mut expansion = Expansion { frontend, loader, done: HashSet::new(), under_way: vec![main] };
    expansion.expand(source).map_err(|problem| {
        let Problem { source, diagnostic } = *problem;
        Rejection::unusable(&source, frontend.language().name, vec![diagnostic])
    })
}

/// Those of some files, each with its text, that none of the others includes.
pub fn not_included(files: &[(String, String)]) -> Vec<String> {
    let (languages, mut included) = (languages(), HashSet::new());
    for (name, text) in files {
        let own = languages.iter().filter(|frontend| frontend.language().owns(name));
        let paths = own.flat_map(|frontend| frontend.includes(text));
        included.extend(paths.map(|include| beside(name, &include.path)));
    }
    let names = files.iter().map(|(name, _)| name);
    names.filter(|name| !included.contains(&normalised(name))).cloned().collect()
}

struct Expansion<'e> {
    frontend: &'e dyn Frontend,
    loader: Option<&'e Arc<dyn Loader>>,
    /// Files that were included.
    done: HashSet<String>,
    /// Files whose includes are being read, the outermost first.
    under_way: Vec<String>,
}

/// What is wrong with an include.
struct Problem {
    source: Source,
    diagnostic: Diagnostic,
}

impl Expansion<'_> {
    fn expand(&mut self, source: Source) -> Result<Source, Box<Problem>> {
        let mut parts = Vec::new();
        for include in self.frontend.includes(source.text()) {
            let text = self.text_of(&source, &include)?;
            parts.push((include.span, text));
        }
        let pieces: Vec<(Span, Option<Piece>)> =
            parts.iter().map(|(span, text)| (*span, text.as_ref().map(Piece::Source))).collect();
        Ok(source.splice_all(pieces.iter().map(|(span, text)| (*span, text.as_slice()))))
    }

    /// The text of an included file with all that it includes; `None` if it was included before.
    fn text_of(&mut self, source: &Source, include: &Include) -> Result<Option<Source>, Box<Problem>> {
        let problem = |code, message: String| {
            let diagnostic = Diagnostic::error(code, include.span, message);
            Box::new(Problem { source: source.clone(), diagnostic })
        };
        let name = beside(source.name(), &include.path);
        if let Some(first) = self.under_way.iter().position(|known| *known == name) {
            let mut cycle: Vec<&str> = self.under_way[first..].iter().map(String::as_str).collect();
            cycle.push(&name);
            let message = format!("`{name}` includes itself: {}", cycle.join(" → "));
            return Err(problem("model::include-cycle", message));
        }
        if self.under_way.len() > DEEPEST {
            let message = format!("files include each other more than {DEEPEST} levels deep");
            return Err(problem("model::include-cycle", message));
        }
        if self.done.contains(&name) {
            return Ok(None);
        }
        let loaded = match self.loader {
            Some(loader) => loader.load(&name),
            None => Err("no other files can be read here".to_string()),
        };
        let text = loaded.map_err(|why| {
            problem("model::include-missing", format!("cannot include `{}`: {why}", include.path))
        })?;
        self.done.insert(name.clone());
        self.under_way.push(name.clone());
        let expanded = self.expand(Source::new(name, text))?;
        self.under_way.pop();
        Ok(Some(expanded))
    }
}

/// The name of a file that a text of this name gives by its path.
fn beside(name: &str, path: &str) -> String {
    let folder = name.rfind(['/', '\\']).map_or("", |end| &name[..=end]);
    match path.starts_with('/') {
        true => normalised(path),
        false => normalised(&format!("{folder}{path}")),
    }
}

/// A path without `.` and, where a folder stands before it, without `..`.
fn normalised(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            "" if !parts.is_empty() => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, ".." | "")) => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_including_file() {
        assert_eq!(beside("a/m.rcp", "b.rcp"), "a/b.rcp");
        assert_eq!(beside("a/m.rcp", "../c/./b.rcp"), "c/b.rcp");
        assert_eq!(beside("m.rcp", "../b.rcp"), "../b.rcp");
        assert_eq!(beside("/x/m.rcp", "../../../b.rcp"), "/../../b.rcp");
        assert_eq!(beside("a/m.rcp", "/x/../b.rcp"), "/b.rcp");
        assert_eq!(beside("standard input", "b.rcp"), "b.rcp");
    }

    #[test]
    fn parts_of_models_are_told_from_models() {
        let file = |name: &str, text: &str| (name.to_string(), text.to_string());
        let files = [
            file("./a/m.rcp", "include \"../parts.rcp\"\n"),
            file("./n.rcp", "// include \"a/m.rcp\"\n"),
            file("./parts.rcp", ""),
        ];
        assert_eq!(not_included(&files), ["./a/m.rcp", "./n.rcp"]);
    }
}
