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
    /// The engine that checks; empty for the one that fits.
    pub engine: String,
    /// Values of parameters of models, written `NAME=VALUE`, for all models.
    pub parameters: Vec<String>,
    /// Whether notes are shown, besides errors and warnings.
    pub notes: bool,
}

impl Default for ServerSettings {
    fn default() -> Self {
        ServerSettings {
            check_on_save: true,
            check_seconds: 5,
            engine: String::new(),
            parameters: Vec::new(),
            notes: true,
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

/// Values of parameters that a text gives for itself, in a comment line such as `# parameters: n=3 size=4`.
pub fn parameters_in(text: &str) -> Vec<String> {
    let is_mark = |c: char| matches!(c, '#' | '/' | '-') || c.is_whitespace();
    let given = text.lines().find_map(|line| {
        let comment = line.trim_start_matches(is_mark);
        if comment.len() == line.trim_start().len() { None } else { comment.strip_prefix("parameters:") }
    });
    given.unwrap_or("").split_whitespace().filter(|word| word.contains('=')).map(str::to_string).collect()
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

    #[test]
    fn a_text_gives_its_parameters_in_a_comment() {
        assert_eq!(parameters_in("# hello\n# parameters: n=3 m=4\nsystem {}"), ["n=3", "m=4"]);
        assert_eq!(parameters_in("// parameters: n=3"), ["n=3"]);
        assert!(parameters_in("parameters: n=3").is_empty());
    }
}
