//! Files of traces.

use std::path::{Path, PathBuf};

use synod_core::{Counterexample, System};
use synod_session::OpenedModel;
use synod_session::traces::{self, TraceFormat};

use crate::failure::Failure;
use crate::files;

/// Writes named traces; a single one to `path`, several to `path` with their names in it. Returns the
/// files written.
pub fn write_all(
    model: &OpenedModel,
    path: &Path,
    traces: &[(String, &Counterexample)],
) -> Result<Vec<PathBuf>, Failure> {
    let mut written = Vec::new();
    for (name, counterexample) in traces {
        let file = if traces.len() == 1 {
            path.to_path_buf()
        } else {
            files::with_name(path, name, &TraceFormat::ENDINGS)
        };
        write(model, &file, name, counterexample)?;
        written.push(file);
    }
    Ok(written)
}

/// Writes one trace.
pub fn write(model: &OpenedModel, path: &Path, name: &str, found: &Counterexample) -> Result<(), Failure> {
    files::write(path, traces::write(model, format(path), name, found).map_err(Failure::Input)?)
}

/// Writes one trace of a system that no front end narrates.
pub fn write_plain(system: &System, path: &Path, name: &str, found: &Counterexample) -> Result<(), Failure> {
    files::write(path, traces::write_plain(system, format(path), name, found).map_err(Failure::Input)?)
}

fn format(path: &Path) -> TraceFormat {
    TraceFormat::of_file(&path.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_before_the_ending() {
        let named = |path: &str| {
            files::with_name(Path::new(path), "a b", &TraceFormat::ENDINGS).to_string_lossy().into_owned()
        };
        assert_eq!(named("d/t.itf.json"), "d/t.a_b.itf.json");
        assert_eq!(named("t.json"), "t.a_b.json");
        assert_eq!(named("t"), "t.a_b");
    }
}
