//! What a text is, as far as it is understood.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_documents::Severity;

use crate::{Model, TextEdit, TextRange};

/// Asks about a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelRequest {
    /// The text.
    pub model: Model,
}

/// A text as far as it is understood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TextAnalysis {
    /// The name of its language.
    pub language: String,
    /// What it is a model of.
    pub kind: ModelKind,
    /// The files that it is made of, the main one first.
    pub files: Vec<String>,
    /// What is to be said about it, in the order of the text.
    pub findings: Vec<TextFinding>,
    /// The properties that it asks.
    pub properties: Vec<PropertyInfo>,
    /// Its parameters.
    pub parameters: Vec<ParameterInfo>,
    /// Its agents; empty while it has errors, and for any number of agents.
    pub agents: Vec<AgentInfo>,
    /// Its variables; empty while it has errors, and for any number of agents.
    pub variables: Vec<VariableInfo>,
    /// What it declares, as a tree.
    pub outline: Vec<OutlineNode>,
    /// Every name whose meaning is known, in the order of the text.
    pub tokens: Vec<TextToken>,
    /// Parts that can be folded away.
    pub folds: Vec<TextFold>,
}

/// What a text is a model of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ModelKind {
    /// One system.
    System,
    /// Systems of any number of agents.
    Family,
    /// It has errors.
    Unusable,
}

/// Something to be said about a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TextFinding {
    /// How bad it is.
    pub severity: Severity,
    /// The stable name of this kind of message; `explain` tells more.
    pub code: String,
    /// Where.
    pub range: TextRange,
    /// What is wrong; explanations follow on lines of their own.
    pub message: String,
    /// Other places that explain it.
    pub related: Vec<RelatedPlace>,
    /// Changes of the text that may be the way out.
    pub fixes: Vec<TextFix>,
}

/// A second place that explains the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RelatedPlace {
    /// Where.
    pub range: TextRange,
    /// What is to be seen there.
    pub text: String,
}

/// A change of the text that may be the way out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TextFix {
    /// What it does.
    pub title: String,
    /// The change.
    pub edit: TextEdit,
}

/// A property that a text asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PropertyInfo {
    /// Its name.
    pub name: String,
    /// The property in the words of the model.
    pub text: String,
    /// Where it is written.
    pub range: TextRange,
}

/// A parameter of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ParameterInfo {
    /// Its name, as in the parameters of the model.
    pub name: String,
    /// The value that the text suggests for itself, in a comment such as `# parameters: n=3`; null if it suggests none.
    pub suggested: Option<i64>,
    /// The value that was given with the request; null if none was.
    pub given: Option<i64>,
    /// Whether the model can be used without a value.
    pub is_optional: bool,
}

/// An agent of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AgentInfo {
    /// Its name.
    pub name: String,
    /// What it is an instance of.
    pub role: String,
    /// Where it is declared.
    pub range: TextRange,
}

/// A variable of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VariableInfo {
    /// Its full name, as in runs.
    pub name: String,
    /// Its name without that of its owner.
    pub short: String,
    /// Whose it is; null if it is shared.
    pub agent: Option<String>,
    /// Its type, in words.
    pub kind: String,
    /// Whether it holds numbers, or an array of them.
    pub is_numeric: bool,
    /// Whether it is the place of an agent in its program.
    pub is_control: bool,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NameKind {
    /// A type of agents, or an agent.
    Agent,
    /// An agent of a type.
    Instance,
    /// A type of values.
    Enumeration,
    /// A value of an enumeration.
    Case,
    /// A channel.
    Channel,
    /// A constant or a parameter of the model.
    Constant,
    /// A variable.
    Variable,
    /// What a message carries.
    Field,
    /// A named condition.
    Guard,
    /// A parameter of a guard, or a quantified variable.
    Parameter,
    /// A named process.
    Process,
    /// An action.
    Action,
    /// A label of a command.
    Label,
    /// A group of agents.
    Group,
    /// A named part of the model.
    Section,
    /// A proposition.
    Proposition,
    /// A property.
    Property,
}

/// A part of the outline of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutlineNode {
    /// Its name.
    pub name: String,
    /// What kind of thing it is.
    pub kind: NameKind,
    /// Its type, its values or its parameters.
    pub detail: String,
    /// Where its name stands.
    pub name_range: TextRange,
    /// All of its declaration.
    pub range: TextRange,
    /// What it contains.
    pub children: Vec<OutlineNode>,
}

/// A name whose meaning is known, in the main file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TextToken {
    /// The first UTF-16 unit, from 0.
    pub from: usize,
    /// The first UTF-16 unit behind it.
    pub to: usize,
    /// What it stands for.
    pub kind: NameKind,
    /// Whether it is declared there.
    pub is_declaration: bool,
}

/// A part of the main file that can be folded away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TextFold {
    /// The first UTF-16 unit, from 0.
    pub from: usize,
    /// The first UTF-16 unit behind it.
    pub to: usize,
    /// Whether it is a comment.
    pub is_comment: bool,
}
