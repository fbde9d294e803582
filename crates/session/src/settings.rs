//! What a model is read with where nobody says it at a command line: values of its parameters, from a comment in its text or
//! from a file beside it.
//!
//! The file is called `synod.toml` and stands in the folder of the model or in one above it; the nearest counts. Its section
//! `[parameters]` is for all models below its folder, and `[parameters."NAME"]` for the model of this file name or path:
//!
//! ```toml
//! [parameters]
//! n = 3
//! [parameters."rings/large.labs"]
//! n = 8
//! ```
//!
//! What is written in a text comes after what is written in the file, and so counts.

use synod_syntax::Source;

use crate::editing::parameters_in;
use crate::languages;

/// The name of the file.
pub const FILE: &str = "synod.toml";

/// Values of parameters for a model in a file of this name and text, written `NAME=VALUE`. `general` are for all models: of these
/// those count that the model has. Whoever gives `load` knows which files there are; what is wrong with the settings is an error, as
/// a sentence.
pub fn parameters_of(
    name: &str,
    text: &str,
    general: &[String],
    load: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Vec<String>, String> {
    let InFile { general: of_folder, own } = match nearest(name, load) {
        Some((file, settings)) => in_file(&file, &settings, name)?,
        None => InFile::default(),
    };
    let mut parameters = general.to_vec();
    parameters.extend(of_folder);
    if !parameters.is_empty() {
        let names = declared(name, text);
        parameters.retain(|given| names.iter().any(|known| known == name_in(given)));
    }
    parameters.extend(own);
    parameters.extend(parameters_in(text));
    Ok(last_of_each(parameters))
}

/// The names of the parameters that a text declares.
fn declared(name: &str, text: &str) -> Vec<String> {
    let Ok(frontend) = languages().find(None, name, text) else { return Vec::new() };
    if frontend.parameters().is_none() {
        return Vec::new();
    }
    let symbols = frontend.symbols(&Source::new(name, text));
    symbols.iter().filter_map(|symbol| frontend.parameter(symbol)).map(str::to_string).collect()
}

fn name_in(given: &str) -> &str {
    given.split('=').next().unwrap_or("").trim()
}

/// What a settings file gives.
#[derive(Default)]
struct InFile {
    /// For all models.
    general: Vec<String>,
    /// For this one.
    own: Vec<String>,
}

/// Of several values for a parameter the last one counts.
pub fn last_of_each(mut parameters: Vec<String>) -> Vec<String> {
    let names: Vec<String> = parameters.iter().map(|text| name_in(text).to_string()).collect();
    let mut position = 0;
    parameters.retain(|_| {
        position += 1;
        !names[position..].contains(&names[position - 1])
    });
    parameters
}

/// The nearest settings file, with its text.
fn nearest(name: &str, load: &dyn Fn(&str) -> Result<String, String>) -> Option<(String, String)> {
    let mut folder = name;
    loop {
        let end = folder.rfind(['/', '\\']);
        folder = end.map_or("", |end| &folder[..end]);
        let file = match end {
            Some(_) => format!("{folder}/{FILE}"),
            None => FILE.to_string(),
        };
        if let Ok(text) = load(&file) {
            return Some((file, text));
        }
        end?;
    }
}

/// Values that a settings file gives for a model. Of TOML it may have sections, names with numbers, words or truth values, and
/// comments.
fn in_file(file: &str, settings: &str, model: &str) -> Result<InFile, String> {
    let folder = file.strip_suffix(FILE).unwrap_or("");
    let path = model.strip_prefix(folder).unwrap_or(model);
    let base = model.rsplit(['/', '\\']).next().unwrap_or(model);
    let InFile { mut general, mut own } = InFile::default();
    let mut section: Option<bool> = None;
    for (number, line) in std::iter::zip(1.., settings.lines()) {
        let wrong = |why: &str| Err(format!("{file}:{number}: {why}"));
        let line = without_comment(line).trim();
        if line.is_empty() {
            continue;
        }
        if let Some(header) = line.strip_prefix('[') {
            let Some(header) = header.strip_suffix(']') else { return wrong("a section ends with `]`") };
            section = match header.trim().split_once('.') {
                None if header.trim() == "parameters" => Some(true),
                Some(("parameters", whose)) => {
                    let whose = unquoted(whose.trim());
                    (whose == path || whose == base).then_some(false)
                }
                _ => None,
            };
            continue;
        }
        let Some((name, value)) = line.split_once('=') else {
            return wrong("here `NAME = VALUE` is expected");
        };
        let given = format!("{}={}", unquoted(name.trim()), unquoted(value.trim()));
        match section {
            Some(true) => general.push(given),
            Some(false) => own.push(given),
            None => {}
        }
    }
    Ok(InFile { general, own })
}

fn without_comment(line: &str) -> &str {
    let mut in_quotes = false;
    let end = line.find(|c| {
        in_quotes ^= c == '"';
        c == '#' && !in_quotes
    });
    &line[..end.unwrap_or(line.len())]
}

fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_file_counts_and_its_section_for_the_model_comes_last() {
        let far =
            "[parameters]\nn = 1 # few\n\"m\" = \"x\"\n[parameters.\"b/c.labs\"]\nn = 2\n[other]\nn = 9\n";
        let load = |name: &str| match name {
            "/a/synod.toml" => Ok(far.to_string()),
            "/a/d/synod.toml" => Ok("[parameters]\nn = 7".to_string()),
            _ => Err("there is none".to_string()),
        };
        let text = "# parameters: k=5\nsystem { extern = _n, _k\nspawn = A: _n }\nagent A { interface = x: 0\nBehavior = x <- _k }";
        let of = |name| parameters_of(name, text, &["k=1".to_string(), "z=1".to_string()], &load).unwrap();
        assert_eq!(of("/a/b/c.labs"), ["n=2", "k=5"]);
        assert_eq!(of("/a/b/other.labs"), ["n=1", "k=5"]);
        assert_eq!(of("/a/d/c.labs"), ["n=7", "k=5"]);
        assert_eq!(of("c.labs"), ["k=5"]);
        let none = parameters_of("/a/m.ispl", "Agent", &["k=1".to_string()], &load).unwrap();
        assert!(none.is_empty(), "ISPL has no parameters");
    }

    #[test]
    fn what_is_wrong_with_the_file_is_told_with_its_line() {
        let load = |_: &str| Ok("\n[parameters\n".to_string());
        assert_eq!(
            parameters_of("/m.labs", "", &[], &load).unwrap_err(),
            "/synod.toml:2: a section ends with `]`"
        );
    }
}
