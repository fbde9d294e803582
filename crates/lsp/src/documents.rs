//! The texts that are open in the editor, and the files beside them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use synod_session::Loader;
use synod_session::editing::Analysis;

use crate::positions::{Encoding, Text};

/// A text that is open in the editor.
pub struct Document {
    pub text: Text,
    /// Counts changes; the client's number.
    pub version: i32,
    /// What is known of it, with the version that this is about.
    pub analysis: Option<(i32, Arc<Analysis>)>,
}

/// All open texts, by the names of their files.
pub struct Documents {
    open: HashMap<String, Document>,
    /// The texts again, for whoever reads files that are included.
    shared: Arc<Mutex<HashMap<String, String>>>,
    encoding: Encoding,
}

impl Documents {
    pub fn new(encoding: Encoding) -> Self {
        Documents { open: HashMap::new(), shared: Arc::default(), encoding }
    }

    pub fn open(&mut self, name: String, text: String, version: i32) {
        self.share(&name, text.clone());
        let text = Text::new(text, self.encoding);
        self.open.insert(name, Document { text, version, analysis: None });
    }

    /// Changes a text; `None` if it is not open.
    pub fn change(&mut self, name: &str, version: i32, change: impl FnOnce(&mut Text)) -> Option<()> {
        let document = self.open.get_mut(name)?;
        change(&mut document.text);
        document.version = version;
        let text = document.text.as_str().to_string();
        self.share(name, text);
        Some(())
    }

    pub fn close(&mut self, name: &str) {
        self.open.remove(name);
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    }

    fn share(&self, name: &str, text: String) {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_string(), text);
    }

    pub fn get(&self, name: &str) -> Option<&Document> {
        self.open.get(name)
    }

    pub fn get_mut(&mut self, name: &str) -> Option<&mut Document> {
        self.open.get_mut(name)
    }

    pub fn names(&self) -> Vec<String> {
        self.open.keys().cloned().collect()
    }

    /// The text of a file, open or not, to find places in it.
    pub fn text(&self, name: &str) -> Option<Text> {
        match self.open.get(name) {
            Some(document) => Some(document.text.clone()),
            None => std::fs::read_to_string(name).ok().map(|text| Text::new(text, self.encoding)),
        }
    }

    /// Reads files that are included: as they are in the editor, or else on the disk.
    pub fn loader(&self) -> impl Loader + use<> {
        let shared = Arc::clone(&self.shared);
        move |name: &str| {
            let open = shared.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
            match open {
                Some(text) => Ok(text),
                None => {
                    std::fs::read_to_string(name).map_err(|error| format!("cannot read `{name}`: {error}"))
                }
            }
        }
    }
}
