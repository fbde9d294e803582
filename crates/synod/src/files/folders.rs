//! Folders with models in them.

use std::path::Path;

use synod_session::{Rejection, languages, not_included};

use super::{read_model, shown};

/// The files of models that are named, each once: a folder stands for all models in it, without those parts of models that
/// others in it include.
pub fn models_of(named: &[String]) -> Result<Vec<String>, Rejection> {
    files_of(named, whole_models_in)
}

/// The files that are named, each once: a folder stands for all models and parts of models in it.
pub fn texts_of(named: &[String]) -> Result<Vec<String>, Rejection> {
    files_of(named, models_in)
}

fn files_of(
    named: &[String],
    in_folder: impl Fn(&str) -> Result<Vec<String>, Rejection>,
) -> Result<Vec<String>, Rejection> {
    let mut all: Vec<String> = Vec::new();
    for name in named {
        let found = match Path::new(name).is_dir() {
            true => in_folder(name)?,
            false => vec![name.clone()],
        };
        for one in found {
            if !all.contains(&one) {
                all.push(one);
            }
        }
    }
    Ok(all)
}

/// The models in a folder that no other one there includes. Where all are included, which is a mistake, all are looked at.
fn whole_models_in(folder: &str) -> Result<Vec<String>, Rejection> {
    let all = models_in(folder)?;
    // What cannot be read is complained of later.
    let read = |name: &String| (name.clone(), read_model(name).unwrap_or_default());
    let whole = not_included(&all.iter().map(read).collect::<Vec<_>>());
    Ok(if whole.is_empty() { all } else { whole })
}

/// The models in a folder and those in it, by their endings and in order; names that begin with a dot are left out.
fn models_in(folder: &str) -> Result<Vec<String>, Rejection> {
    let languages = languages();
    let mut found = Vec::new();
    let mut todo = vec![Path::new(folder).to_path_buf()];
    while let Some(folder) = todo.pop() {
        let refused =
            |error: std::io::Error| Rejection::because(format!("cannot read `{}`: {error}", shown(&folder)));
        for entry in std::fs::read_dir(&folder).map_err(refused)? {
            let entry = entry.map_err(refused)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // A link to a folder may lead back here.
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if name.starts_with('.') {
                continue;
            } else if is_folder {
                todo.push(entry.path());
            } else if languages.iter().any(|frontend| frontend.language().owns(&name))
                && entry.path().is_file()
            {
                found.push(entry.path().to_string_lossy().into_owned());
            }
        }
    }
    if found.is_empty() {
        let endings: Vec<String> =
            languages.iter().flat_map(|f| f.language().endings).map(|e| format!(".{e}")).collect();
        let endings = endings.join(", ");
        return Err(Rejection::because(format!(
            "there is no model in `{}`: no file ends in {endings}",
            shown(folder)
        )));
    }
    found.sort();
    Ok(found)
}
