//! Lists the files of the built page, so that they are part of the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let missing = |name: &str| io::Error::other(format!("cargo sets {name}"));
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or_else(|| missing("CARGO_MANIFEST_DIR"))?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or_else(|| missing("OUT_DIR"))?);
    let folder = here.join("../../web/dist");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut found = Vec::new();
    if folder.is_dir() {
        collect(&folder, &mut found)?;
    }
    found.sort();
    let mut list = String::from("&[\n");
    for file in found {
        let path = file.strip_prefix(&folder).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        let _ = writeln!(list, "    ({path:?}, include_bytes!({:?})),", file.display().to_string());
    }
    list.push_str("]\n");
    fs::write(out.join("page.rs"), list)
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // The module is for pages without a server.
        if path.is_dir() && !path.ends_with("wasm") {
            collect(&path, found)?;
        } else if path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}
