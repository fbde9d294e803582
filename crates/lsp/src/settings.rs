//! What a client can set.

use serde::Deserialize;
use serde_json::Value;

/// The settings, in the section `synod`.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(default, rename_all = "camelCase")]
pub struct ServerSettings {
    /// Whether models are checked when they are saved.
    pub check_on_save: bool,
    /// For how many seconds at most, for all properties of a model.
    pub check_seconds: u64,
    /// Whether checks also find out which commands are never used, unless they say so themselves.
    pub coverage: bool,
    /// The engine that checks; empty for the one that fits.
    pub engine: String,
    /// Values of parameters of models, written `NAME=VALUE`, for all models.
    pub parameters: Vec<String>,
    /// Whether notes are shown, besides errors and warnings.
    pub notes: bool,
    /// The address of the book, to which hovers lead; empty if there is none.
    pub book: String,
}

impl Default for ServerSettings {
    fn default() -> Self {
        ServerSettings {
            check_on_save: true,
            check_seconds: 5,
            coverage: false,
            engine: String::new(),
            parameters: Vec::new(),
            notes: true,
            book: String::new(),
        }
    }
}

impl ServerSettings {
    /// What a client sent, with or without the name of the section around it; or what is wrong with it.
    pub fn read(value: &Value) -> Result<ServerSettings, String> {
        let own = value.get("synod").unwrap_or(value);
        match own.is_null() {
            true => Ok(ServerSettings::default()),
            false => {
                serde_json::from_value(own.clone()).map_err(|error| format!("settings of Synod: {error}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_defaults_and_tell_what_is_wrong() {
        let read = |text: &str| ServerSettings::read(&serde_json::from_str(text).unwrap());
        assert_eq!(read("null").unwrap(), ServerSettings::default());
        assert_eq!(read(r#"{"synod": {"checkSeconds": 9}}"#).unwrap().check_seconds, 9);
        assert!(read(r#"{"checkSeconds": "x"}"#).unwrap_err().contains("settings of Synod"));
    }
}
