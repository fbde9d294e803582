//! What a text is, as far as it is understood.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::{Budget, Type, VarId};
use synod_documents::Severity;
use synod_session::editing::{Analysis, FoldKind, OutlineItem, Parameter, SymbolKind, TextDiagnostic};
use synod_session::{Opened, OpenedModel};
use synod_simulate::short_name;

use crate::failure::about;
use crate::places::Positions;
use crate::{Failure, Listener, Model, TextEdit, TextRange};

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

/// A part of the outline of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutlineNode {
    /// Its name.
    pub name: String,
    /// What kind of thing it is.
    pub kind: SymbolKind,
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
    pub kind: SymbolKind,
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

impl Model {
    pub(crate) fn analysed(&self, budget: &Budget) -> Result<Analysis, Failure> {
        self.reader()?.analyse(self.source(), budget).map_err(about(&self.path))
    }
}

pub(crate) fn analyse(request: ModelRequest, budget: &Budget, _: Listener) -> Result<TextAnalysis, Failure> {
    let model = &request.model;
    let analysis = model.analysed(budget)?;
    let opened = analysis.model().map(|opened| &**opened);
    let (kind, agents, variables) = match opened {
        None => (ModelKind::Unusable, Vec::new(), Vec::new()),
        Some(Opened::Family(_)) => (ModelKind::Family, Vec::new(), Vec::new()),
        Some(Opened::System(system)) => (ModelKind::System, agents(model, system), variables(system)),
    };
    let parameter = |Parameter { name, value, is_optional }| ParameterInfo {
        given: model.parameters.get(&name).copied(),
        name,
        suggested: value,
        is_optional,
    };
    let tokens = Positions::new(&model.text);
    let token = |mention: synod_session::editing::Mention| TextToken {
        from: tokens.utf16(mention.place.span.start as usize),
        to: tokens.utf16(mention.place.span.end as usize),
        kind: mention.kind,
        is_declaration: mention.is_declaration,
    };
    let fold = |fold: synod_session::editing::Fold| TextFold {
        from: tokens.utf16(fold.span.start as usize),
        to: tokens.utf16(fold.span.end as usize),
        is_comment: fold.kind == FoldKind::Comment,
    };
    Ok(TextAnalysis {
        language: analysis.frontend().language().name.to_string(),
        kind,
        files: analysis.files().map(str::to_string).collect(),
        findings: analysis.found().into_iter().map(|found| finding(model, found)).collect(),
        properties: properties(model, &analysis),
        parameters: analysis.parameters().into_iter().map(parameter).collect(),
        agents,
        variables,
        outline: analysis.outline(&model.path).iter().map(|item| outline(model, item)).collect(),
        tokens: analysis.all_mentions(&model.path).into_iter().map(token).collect(),
        folds: analysis.folds(&model.path, &model.text).into_iter().map(fold).collect(),
    })
}

fn finding(model: &Model, found: TextDiagnostic) -> TextFinding {
    let related = found.related.into_iter();
    let fix = |repair: synod_session::editing::Repair| TextFix {
        title: repair.title,
        edit: TextEdit { range: model.range(&repair.place), text: repair.text },
    };
    TextFinding {
        severity: found.severity.into(),
        code: found.code.to_string(),
        range: model.range(&found.place),
        message: found.message,
        related: related
            .map(|related| RelatedPlace { range: model.range(&related.place), text: related.text })
            .collect(),
        fixes: found.repairs.into_iter().map(fix).collect(),
    }
}

fn properties(model: &Model, analysis: &Analysis) -> Vec<PropertyInfo> {
    let texts: Vec<(&str, &str)> = match analysis.model().map(|opened| &**opened) {
        None => Vec::new(),
        Some(Opened::System(system)) => {
            system.compiled.properties.iter().map(|p| (p.name.as_str(), p.text.as_str())).collect()
        }
        Some(Opened::Family(family)) => {
            family.questions.iter().map(|q| (q.name.as_str(), q.text.as_str())).collect()
        }
    };
    let text = |name: &str| texts.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text);
    let asked = analysis.properties().into_iter();
    asked
        .map(|property| PropertyInfo {
            text: text(&property.name).to_string(),
            range: model.range(&property.place),
            name: property.name,
        })
        .collect()
}

fn agents(model: &Model, opened: &OpenedModel) -> Vec<AgentInfo> {
    let agents = opened.compiled.system.agents.iter();
    agents
        .map(|agent| AgentInfo {
            name: agent.name.clone(),
            role: agent.role.clone(),
            range: model.range_of(&opened.source, agent.span),
        })
        .collect()
}

fn variables(opened: &OpenedModel) -> Vec<VariableInfo> {
    let system = &opened.compiled.system;
    let threads = system.agents.iter().filter_map(|agent| agent.automaton.as_ref());
    let control: Vec<VarId> =
        threads.flat_map(|automaton| &automaton.threads).filter_map(|thread| thread.state).collect();
    let described = system.var_ids().map(|(id, var)| {
        let kind = system.show_type(var.ty);
        VariableInfo {
            name: var.name.clone(),
            short: short_name(system, id).to_string(),
            agent: var.owner.map(|owner| system.agent(owner).name.clone()),
            kind: var.len.map_or(kind.clone(), |len| format!("array of {len} {kind}")),
            is_numeric: is_numeric(var.ty),
            is_control: control.contains(&id),
        }
    });
    described.collect()
}

pub(crate) fn is_numeric(ty: Type) -> bool {
    !matches!(ty, Type::Bool | Type::Enum(_))
}

fn outline(model: &Model, item: &OutlineItem) -> OutlineNode {
    OutlineNode {
        name: item.name.clone(),
        kind: item.kind,
        detail: item.detail.clone(),
        name_range: model.range(&item.name_place),
        range: model.range(&item.place),
        children: item.children.iter().map(|child| outline(model, child)).collect(),
    }
}
