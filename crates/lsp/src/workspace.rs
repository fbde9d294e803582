//! The folders that are open in the editor: the models in them, open or not, and news of files that change on the disk.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use lsp_types::{InitializeParams, Location as Place, SymbolInformation, WorkspaceFoldersChangeEvent};
use serde_json::{Value, json};
use synod_session::languages;
use synod_syntax::Source;

use crate::documents::Documents;
use crate::features::{is_like, symbol_kind};
use crate::paths;
use crate::positions::{Encoding, Text};

/// Nobody looks through more files, or deeper folders, for a symbol.
const MOST_FILES: usize = 500;
const DEEPEST: usize = 12;
/// Larger files are no models that somebody wrote.
const LARGEST: u64 = 4 << 20;

/// The folders that are open.
pub struct Workspace {
    folders: Vec<PathBuf>,
    encoding: Encoding,
    /// The symbols of files, as long as these do not change.
    known: HashMap<PathBuf, (SystemTime, Vec<SymbolInformation>)>,
}

impl Workspace {
    pub fn new(params: &InitializeParams, encoding: Encoding) -> Self {
        let folders = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
        let folders = folders.map(|uri| PathBuf::from(paths::name(uri))).collect();
        Workspace { folders, encoding, known: HashMap::new() }
    }

    pub fn change(&mut self, event: &WorkspaceFoldersChangeEvent) {
        let path = |folder: &lsp_types::WorkspaceFolder| PathBuf::from(paths::name(&folder.uri));
        let removed: Vec<PathBuf> = event.removed.iter().map(path).collect();
        self.folders.retain(|folder| !removed.contains(folder));
        self.folders.extend(event.added.iter().map(path));
    }

    /// The symbols of models that are not open, whose names are like what is asked.
    pub fn symbols(&mut self, documents: &Documents, asked: &str) -> Vec<SymbolInformation> {
        let mut files = Vec::new();
        self.folders.iter().for_each(|folder| models_in(folder, DEEPEST, &mut files));
        files.retain(|file| documents.get(&file.to_string_lossy()).is_none());
        self.known.retain(|file, _| files.contains(file));
        let mut found = Vec::new();
        for file in files {
            let changed = std::fs::metadata(&file).and_then(|about| about.modified()).ok();
            let Some(changed) = changed else { continue };
            let is_known = self.known.get(&file).is_some_and(|(known, _)| *known == changed);
            if !is_known {
                self.known.insert(file.clone(), (changed, declared(&file, self.encoding)));
            }
            let symbols = self.known.get(&file).into_iter().flat_map(|(_, symbols)| symbols);
            found.extend(symbols.filter(|symbol| is_like(&symbol.name, asked)).cloned());
        }
        found
    }
}

/// The files of models in a folder and those below.
fn models_in(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(kind) = entry.file_type() else { continue };
        let is_hidden = name.starts_with('.') || name == "node_modules" || name == "target";
        if found.len() >= MOST_FILES || is_hidden {
            continue;
        }
        if kind.is_dir() && depth > 0 {
            models_in(&entry.path(), depth - 1, found);
        } else if kind.is_file() && languages().iter().any(|one| one.language().owns(&name)) {
            let is_small = entry.metadata().is_ok_and(|about| about.len() <= LARGEST);
            if is_small {
                found.push(entry.path());
            }
        }
    }
}

fn declared(file: &Path, encoding: Encoding) -> Vec<SymbolInformation> {
    let name = file.to_string_lossy().into_owned();
    let Ok(text) = std::fs::read_to_string(file) else { return Vec::new() };
    let Some(uri) = paths::uri(&name) else { return Vec::new() };
    let Ok(frontend) = languages().find(None, &name, &text) else { return Vec::new() };
    let source = Source::new(name, text.as_str());
    let symbols = frontend.symbols(&source);
    let text = Text::new(text, encoding);
    symbols
        .iter()
        .map(|symbol| {
            #[allow(deprecated)]
            SymbolInformation {
                name: symbol.name.clone(),
                kind: symbol_kind(symbol.kind),
                tags: None,
                deprecated: None,
                location: Place { uri: uri.clone(), range: text.range(symbol.span) },
                container_name: symbol.container.map(|container| symbols[container].name.clone()),
            }
        })
        .collect()
}

/// What a client is asked to watch, if it can: the files of models and of settings.
pub fn watched(params: &InitializeParams) -> Option<Value> {
    let workspace = params.capabilities.workspace.as_ref()?;
    let can = workspace.did_change_watched_files.as_ref()?.dynamic_registration?;
    let endings: Vec<&str> =
        languages().iter().flat_map(|one| one.language().endings.iter().copied()).collect();
    let patterns =
        [format!("**/*.{{{}}}", endings.join(",")), format!("**/{}", synod_session::settings::FILE)];
    let watchers: Vec<Value> = patterns.iter().map(|pattern| json!({ "globPattern": pattern })).collect();
    can.then(|| {
        json!({ "registrations": [{
            "id": "synod-files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers },
        }] })
    })
}
