//! For build scripts: lists the files of a folder, so that they are part of the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// How the files are part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// As bytes.
    Bytes,
    /// As text.
    Text,
}

/// Writes `name` into the folder for what build scripts make: an array of pairs, the path of each file below `folder` with
/// its content, sorted by path. Where the paths lead to files and folders that are not `wanted`, these are left out. A
/// folder that is not there has no files.
pub fn embed(name: &str, folder: &Path, content: Content, wanted: impl Fn(&Path) -> bool) -> io::Result<()> {
    let out = variable("OUT_DIR")?;
    let folder = variable("CARGO_MANIFEST_DIR")?.join(folder);
    let mut found = Vec::new();
    println!("cargo:rerun-if-changed={}", folder.display());
    if folder.is_dir() {
        collect(&folder, &wanted, &mut found)?;
    }
    found.sort();
    let include = match content {
        Content::Bytes => "include_bytes",
        Content::Text => "include_str",
    };
    let mut list = String::from("&[\n");
    for file in found {
        let path = file.strip_prefix(&folder).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        let _ = writeln!(list, "    ({path:?}, {include}!({:?})),", file.display().to_string());
    }
    list.push_str("]\n");
    fs::write(out.join(name), list)
}

fn variable(name: &str) -> io::Result<PathBuf> {
    env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(format!("cargo sets {name}")))
}

fn collect(folder: &Path, wanted: &impl Fn(&Path) -> bool, found: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if !wanted(&path) {
            continue;
        }
        if path.is_dir() {
            collect(&path, wanted, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}
