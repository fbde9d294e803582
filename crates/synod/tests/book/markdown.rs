//! Pages of the book and the fenced blocks in them.

use std::fs;
use std::path::{Path, PathBuf};

/// A page, by lines.
pub struct Page {
    /// Its file.
    pub path: PathBuf,
    /// Its text.
    pub lines: Vec<String>,
}

/// A fenced block.
pub struct Block {
    /// The first word after the fence.
    pub language: String,
    /// `key=value` pairs after it.
    attributes: Vec<(String, String)>,
    /// The position of its first line in the page.
    pub start: usize,
    /// Its lines, without the fences.
    pub lines: Vec<String>,
}

impl Block {
    /// The value of an attribute.
    pub fn attribute(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// Its text.
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

impl Page {
    pub fn read(path: &Path) -> Page {
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        Page { path: path.to_path_buf(), lines: text.lines().map(str::to_string).collect() }
    }

    /// The blocks in a language.
    pub fn blocks(&self, language: &str) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut open: Option<Block> = None;
        for (at, line) in self.lines.iter().enumerate() {
            match (&mut open, line.strip_prefix("```")) {
                (Some(_), Some("")) => blocks.extend(open.take()),
                (Some(block), _) => block.lines.push(line.clone()),
                (None, Some(info)) => open = Some(begin(info, at + 1)),
                (None, None) => {}
            }
        }
        assert!(open.is_none(), "{}: a block is not closed", self.path.display());
        blocks.retain(|block| block.language == language);
        blocks
    }

    /// Replaces the lines of blocks by others and writes the page.
    pub fn rewrite(mut self, mut changes: Vec<(Block, Vec<String>)>) {
        changes.sort_by_key(|(block, _)| std::cmp::Reverse(block.start));
        for (block, lines) in changes {
            self.lines.splice(block.start..block.start + block.lines.len(), lines);
        }
        fs::write(&self.path, self.lines.join("\n") + "\n").expect("the page can be written");
    }

    /// The targets of its links to other files of the repository, without anchors.
    pub fn links(&self) -> Vec<String> {
        let mut links = Vec::new();
        for line in &self.lines {
            for part in line.split("](").skip(1) {
                let target = part.split(')').next().unwrap_or_default();
                let target = target.split('#').next().unwrap_or_default();
                if !target.is_empty() && !target.contains("://") {
                    links.push(target.to_string());
                }
            }
        }
        links
    }
}

fn begin(info: &str, start: usize) -> Block {
    let mut words = info.split(',').map(str::trim);
    let language = words.next().unwrap_or_default().to_string();
    let attributes = words
        .map(|word| word.split_once('=').unwrap_or((word, "")))
        .map(|(key, value)| (key.to_string(), value.to_string()))
        .collect();
    Block { language, attributes, start, lines: Vec::new() }
}

/// All files below a folder with an ending, in the order of their names.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![folder.to_path_buf()];
    while let Some(folder) = todo.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
