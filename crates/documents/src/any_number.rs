//! What is known for any number of agents; the report of `synod cutoff`.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Head;
use crate::check::{Remark, Summary, Verdict};
use crate::diagnostic::Diagnostic;

/// A number of agents for each role.
pub type Sizes = IndexMap<String, u32>;

/// A range of numbers of agents for each role.
pub type Extents = IndexMap<String, Extent>;

/// A range of numbers of agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Extent {
    /// The least number.
    pub min: u32,
    /// The greatest number; null if there is none.
    pub max: Option<u32>,
}

/// What `synod cutoff` found out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CutoffReport {
    /// What was asked about.
    #[serde(flatten)]
    pub head: Head,
    /// How the agents take steps.
    pub semantics: Semantics,
    /// When the null step, in which nothing happens, may be taken; null for synchronous systems.
    pub null_step: Option<NullStep>,
    /// The roles that agents have.
    pub roles: Vec<Role>,
    /// The properties in the order of the model.
    pub properties: Vec<CutoffProperty>,
    /// Warnings and notes about the model.
    pub warnings: Vec<Diagnostic>,
    /// All answers together.
    pub summary: Summary,
}

/// How agents take steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Semantics {
    /// One action at a time.
    Interleaved,
    /// All agents in each step.
    Synchronous,
}

/// When the null step may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NullStep {
    /// In every state.
    Always,
    /// Where no other step can be taken.
    WhenStuck,
}

/// A role that agents have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Role {
    /// Its name.
    pub name: String,
    /// How many local states an agent of this role has.
    pub local_states: usize,
}

/// What is known about one property.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CutoffProperty {
    /// The name of the property.
    pub name: String,
    /// The property in the words of the model.
    pub text: String,
    /// The answer.
    pub verdict: Verdict,
    /// How the verdict is known, or why there is none.
    pub reason: String,
    /// What to try when there is no verdict.
    pub advice: Option<String>,
    /// What the user should know besides.
    pub remarks: Vec<Remark>,
    /// How long it took.
    #[schemars(range(min = 0))]
    pub time_seconds: f64,
    /// What is known about all sizes.
    pub any_number: AnyNumber,
}

/// What is known about all sizes, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnyNumber {
    /// How many agents of each role the property names.
    pub indices: Sizes,
    /// The sizes that the question is about.
    pub domain: Extents,
    /// How the verdict is known.
    pub procedure: Procedure,
    /// The instance that speaks for all others, for proofs by a cutoff.
    pub cutoff: Option<Sizes>,
    /// The cases of a proof by abstraction: sizes that were checked together.
    pub covers: Vec<SizeCover>,
    /// How many minimal configurations a proof by backward search excludes.
    pub excluded_configurations: Option<usize>,
    /// The sizes of an instance that violates it.
    pub violated_at: Option<Sizes>,
    /// From which sizes on it holds; null if that was not asked.
    pub emergence: Option<Emergence>,
    /// Membership in each class with a known cutoff.
    pub classes: Vec<ClassMembership>,
    /// Why there is no proof by abstraction.
    pub abstraction_obstacle: Option<String>,
    /// What was asked of instances and abstractions, in order.
    pub trials: Vec<Trial>,
}

/// How a verdict about all sizes is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Procedure {
    /// The cutoff of the class SFE.
    #[serde(rename = "SFE")]
    Sfe,
    /// The cutoff of the class SGS.
    #[serde(rename = "SGS")]
    Sgs,
    /// The cutoff of the class SMR.
    #[serde(rename = "SMR")]
    Smr,
    /// Agents of some roles never influence others.
    Independent,
    /// Instances and abstractions stand for all sizes.
    Abstraction,
    /// What the property excludes is unreachable, by backward search.
    BackwardSearch,
    /// An instance violates it.
    Instance,
    /// It is not known.
    None,
}

/// A class of systems with a known cutoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum ClassName {
    /// Synchronisation without an exchange with the environment.
    Sfe,
    /// Global synchronisation.
    Sgs,
    /// Guarded synchronisation of two roles.
    Smr,
}

/// Sizes that were checked together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SizeCover {
    /// The sizes.
    pub sizes: Extents,
    /// The threshold of the counting abstraction; null for a single instance.
    pub threshold: Option<u32>,
}

/// Whether the system is in a class with a known cutoff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClassMembership {
    /// The class.
    pub name: ClassName,
    /// The cutoff, if it is.
    pub cutoff: Option<Sizes>,
    /// Why there is no cutoff.
    pub obstacle: Option<String>,
}

/// From which sizes on a property holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Emergence {
    /// What is known.
    pub kind: EmergenceKind,
    /// From which sizes on; null if that is not known.
    pub sizes: Option<Sizes>,
    /// Sizes with one agent less that violate it.
    pub violated_just_below: Vec<Sizes>,
    /// The same as a sentence.
    pub text: String,
}

/// What is known about the sizes from which on a property holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EmergenceKind {
    /// It holds from these sizes on.
    From,
    /// It is violated from these sizes on.
    Never,
    /// Not known.
    Unknown,
}

/// Something that was asked of an instance or an abstraction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Trial {
    /// What was asked.
    pub kind: TrialKind,
    /// The sizes that it stands for.
    pub sizes: Option<Extents>,
    /// The threshold of the counting abstraction.
    pub threshold: Option<u32>,
    /// The answer.
    pub verdict: Verdict,
    /// Why there was none.
    pub reason: Option<String>,
    /// How many states there are, if they were counted.
    pub states: Option<u64>,
    /// How long it took.
    #[schemars(range(min = 0))]
    pub time_seconds: f64,
}

/// What a question was asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TrialKind {
    /// An instance.
    Instance,
    /// A counting abstraction.
    Abstraction,
    /// All sizes, by backward search.
    BackwardSearch,
    /// All sizes, by a backward search that can only prove.
    InexactBackwardSearch,
}
