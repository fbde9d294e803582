//! Names and types of a PISPL file: every template with its conditions as expressions over one copy of its
//! variables.

use std::collections::{BTreeSet, HashMap};

use synod_core::{Agent, ExprId, System, Update, VarId};
use synod_parameterised::{ActionId, PropositionId, SymbolicEnvironment, SymbolicMove};
use synod_syntax::{Diagnostic, Diagnostics, Source, Span};

use super::actions::{self, Action};
use super::ast::{ActionType, Cond, File, Name, Semantics, Template};
use crate::ast::{CondKind, Expr, ExprKind, VarDecl};
use crate::scope::{AgentInfo, ENVIRONMENT, Place, Scope};

/// A file whose names are known. The system has one copy of the variables of each template, the
/// environment first; a step's choices are an action of each template and, where all move at once, for
/// each action whether some agent does it.
pub struct Resolved<'a> {
    pub semantics: Semantics,
    pub system: System,
    /// The environment, then the roles in the order of the file.
    pub templates: Vec<ResolvedTemplate<'a>>,
    /// Interleaved actions with who takes part.
    pub actions: Vec<Action<'a>>,
    /// Synchronous systems: the actions of agents with the choice that says whether somebody does it.
    pub done_by_somebody: Vec<(&'a str, u32)>,
    pub propositions: Vec<Proposition<'a>>,
}

/// A template in terms of the system.
pub struct ResolvedTemplate<'a> {
    pub name: &'a str,
    pub span: Span,
    /// Whether the file leaves it out; only the environment can be.
    pub is_implied: bool,
    pub vars: Vec<VarId>,
    pub actions: Vec<&'a str>,
    /// The choice that holds its action.
    pub choice: u32,
    /// Where it starts; `None` is anywhere.
    pub init: Option<(ExprId, Span)>,
    /// When the action picked is allowed; `None` is always.
    pub allowed: Option<ExprId>,
    /// The lines of the protocol, with where each applies.
    pub protocol: Vec<(Span, ExprId)>,
    pub lines: Vec<ResolvedLine>,
}

/// An evolution line.
#[derive(Clone)]
pub struct ResolvedLine {
    pub guard: ExprId,
    pub updates: Vec<Update>,
    /// Where all its quotients are whole numbers.
    pub whole: ExprId,
    pub span: Span,
}

/// A proposition about one template.
pub struct Proposition<'a> {
    pub name: &'a Name,
    /// The position of the template.
    pub template: usize,
    pub holds: ExprId,
}

/// That the environment uses an action of agents alone.
const NOT_OF_ENVIRONMENT: &str = "pispl::asynchronous-environment";

/// Resolves the names of a file. With errors among the problems the result is incomplete.
pub fn resolve<'a>(file: &'a File, source: &Source, problems: &mut Diagnostics) -> Resolved<'a> {
    let actions = match file.semantics {
        Semantics::Interleaved => actions::interleaved(file, problems),
        Semantics::Synchronous => Vec::new(),
    };
    // What is wrong with its declaration makes every use of an action look wrong.
    let places = |problem: &Diagnostic| {
        let others: Vec<Span> = problem.labels.iter().map(|label| label.span).collect();
        std::iter::once(problem.span).chain(others)
    };
    let ill_declared: BTreeSet<String> =
        problems.iter().flat_map(places).map(|span| source.slice(span).to_string()).collect();
    let stem = source.name().rsplit(['/', '\\']).next().unwrap_or("model");
    let system = System::new(stem.trim_end_matches(".pispl"));
    let mut found = Diagnostics::new();
    let mut resolver =
        Resolver { file, scope: Scope::new("template", system, &mut found), trees: Vec::new() };
    let names = resolver.declare(&actions);
    let templates = names.into_iter().enumerate().map(|(i, names)| resolver.template(i, names)).collect();
    let propositions = resolver.propositions();
    let Resolver { scope, .. } = resolver;
    let resolved = Resolved {
        semantics: file.semantics,
        system: scope.system,
        templates,
        actions,
        done_by_somebody: scope.done_by_somebody,
        propositions,
    };
    let follows = |problem: &Diagnostic| {
        let about_it = |other: &Diagnostic| other.code == NOT_OF_ENVIRONMENT && other.span == problem.span;
        match problem.code {
            "ispl::unknown-name" | NOT_OF_ENVIRONMENT
                if ill_declared.contains(source.slice(problem.span)) =>
            {
                true
            }
            "ispl::unknown-name" => found.iter().any(about_it),
            _ => false,
        }
    };
    found.iter().filter(|problem| !follows(problem)).for_each(|problem| problems.push(problem.clone()));
    resolved
}

/// The environment of an interleaved system as it is written, for those with too many states to be listed;
/// `None` if the file leaves it out. It starts with these values.
pub fn symbolic_environment(
    file: &File,
    resolved: &Resolved,
    actions: &[(&str, ActionId)],
    initial: Vec<i64>,
) -> Option<SymbolicEnvironment> {
    let tree = file.templates.iter().find(|template| template.is_environment())?;
    // Everything has been reported before.
    let mut silent = Diagnostics::new();
    let scope = Scope::new("template", System::new("Environment"), &mut silent);
    let mut resolver = Resolver { file, scope, trees: vec![Some(tree)] };
    let own = &resolved.templates[ENVIRONMENT].actions;
    resolver.declare_template(Some(tree), own);
    let scope = &mut resolver.scope;
    let mut moves = Vec::new();
    for (number, name) in own.iter().enumerate() {
        let Some((_, action)) = actions.iter().find(|(known, _)| known == name) else { continue };
        scope.agents[ENVIRONMENT].doing = Some(number as u32);
        let allowed = scope.protocol(ENVIRONMENT, tree.protocol.as_deref().unwrap_or_default());
        let allowed = allowed.map(|protocol| protocol.allowed);
        let allowed = allowed.unwrap_or_else(|| scope.system.exprs.bool(true));
        let mut applicable = Vec::new();
        for line in tree.evolution.iter().flatten() {
            let when = scope.condition(&line.when, Place::Step(ENVIRONMENT));
            let assigned = scope.updates(ENVIRONMENT, line);
            applicable.push(when);
            let guard = scope.system.exprs.and([allowed, when, assigned.whole]);
            moves.push(SymbolicMove { action: *action, guard, updates: assigned.updates });
        }
        let exprs = &mut scope.system.exprs;
        let any = exprs.or(applicable);
        let none = exprs.not(any);
        moves.push(SymbolicMove { action: *action, guard: exprs.and([allowed, none]), updates: vec![] });
    }
    moves.retain(|one| !scope.system.exprs.is_false(one.guard));
    let mut propositions = Vec::new();
    for (position, proposition) in resolved.propositions.iter().enumerate() {
        let written = file.evaluation.iter().find(|(name, _)| name.text == proposition.name.text);
        if let (ENVIRONMENT, Some((_, condition))) = (proposition.template, written) {
            let holds = scope.condition(condition, Place::Global);
            propositions.push((PropositionId(position as u32), holds));
        }
    }
    let mut system = resolver.scope.system;
    for var in &mut system.vars {
        var.name = var.name.trim_start_matches("Environment.").to_string();
    }
    Some(SymbolicEnvironment { name: "Environment".to_string(), system, initial, moves, propositions })
}

struct Resolver<'a, 'd> {
    file: &'a File,
    scope: Scope<'a, 'd>,
    /// The text of each template of the scope; `None` for an environment that the file leaves out.
    trees: Vec<Option<&'a Template>>,
}

impl<'a> Resolver<'a, '_> {
    /// Declares templates with their variables and actions; the actions of each.
    fn declare(&mut self, actions: &[Action<'a>]) -> Vec<Vec<&'a str>> {
        let file = self.file;
        let mut seen: Vec<&Name> = Vec::new();
        let mut known = Vec::new();
        for template in &file.templates {
            match seen.iter().find(|name| name.text == template.name.text) {
                Some(first) => self.scope.duplicate("template", &template.name, Some(first.span)),
                None => known.push(template),
            }
            seen.push(&template.name);
        }
        let environment = known.iter().find(|template| template.is_environment()).copied();
        let roles: Vec<&Template> = known.into_iter().filter(|template| !template.is_environment()).collect();
        if roles.is_empty() {
            let span = environment.map(|template| template.name.span).unwrap_or_default();
            self.scope.error("pispl::no-role", span, "there is no template besides the environment");
        }
        self.trees = std::iter::once(environment).chain(roles.into_iter().map(Some)).collect();
        let trees = self.trees.clone();
        let mut names = Vec::new();
        for (position, tree) in trees.into_iter().enumerate() {
            let own = match (position, file.semantics) {
                (ENVIRONMENT, Semantics::Interleaved) => {
                    let shared = actions.iter().filter(|a| a.kind.is_shared());
                    shared.map(|action| action.name.text.as_str()).collect()
                }
                (ENVIRONMENT, Semantics::Synchronous) => environment_actions(tree),
                _ => declared_actions(tree),
            };
            self.declare_template(tree, &own);
            names.push(own);
        }
        let templates: HashMap<&str, Span> =
            self.trees.iter().flatten().map(|tree| (tree.name.text.as_str(), tree.name.span)).collect();
        for tree in self.trees.iter().flatten() {
            let vars: Vec<&VarDecl> = tree.vars.iter().collect();
            self.scope.keep_apart(&vars, &[], &templates);
        }
        if file.semantics == Semantics::Synchronous {
            let mut all: Vec<&str> = names[1..].iter().flatten().copied().collect();
            all.sort_unstable();
            all.dedup();
            let first = names.len() as u32;
            self.scope.done_by_somebody = all.into_iter().zip(first..).collect();
        }
        names
    }

    fn declare_template(&mut self, tree: Option<&'a Template>, actions: &[&'a str]) {
        let name = tree.map_or("Environment", |tree| tree.name.text.as_str());
        let id = self.scope.system.add_agent(Agent {
            name: name.to_string(),
            role: name.to_string(),
            owns: Vec::new(),
            observes: Vec::new(),
            automaton: None,
            span: tree.map(|tree| tree.name.span).unwrap_or_default(),
        });
        let mut info = AgentInfo::new(name);
        info.choice = Some(id.0);
        for var in tree.iter().flat_map(|tree| &tree.vars) {
            self.scope.declare_variable(id, &mut info, var, false);
        }
        if !actions.is_empty() {
            let values = actions.iter().map(|action| action.to_string()).collect();
            let own = self.scope.system.add_enum(format!("actions of {name}"), values);
            // An action is the same in every template that names it.
            let lines = self.file.templates.iter().flat_map(|template| template.actions.iter().flatten());
            lines.flat_map(|line| &line.names).for_each(|action| self.scope.declare_value(own, action));
            info.actions = Some(own);
        }
        self.scope.agents.push(info);
    }

    fn template(&mut self, position: usize, actions: Vec<&'a str>) -> ResolvedTemplate<'a> {
        let tree = self.trees[position];
        let name = self.scope.agents[position].name;
        let mut template = ResolvedTemplate {
            name,
            span: tree.map(|tree| tree.name.span).unwrap_or_default(),
            is_implied: tree.is_none(),
            vars: self.scope.system.agents[position].owns.clone(),
            actions,
            choice: position as u32,
            init: None,
            allowed: None,
            protocol: Vec::new(),
            lines: Vec::new(),
        };
        let Some(tree) = tree else { return template };
        self.require_sections(tree);
        if let Some(init) = &tree.init
            && self.only_own(init, position, "InitState")
        {
            template.init = Some((self.scope.condition(init, Place::State(position)), init.span));
        }
        if let Some(lines) = &tree.protocol {
            let conditions = lines.iter().filter_map(|line| line.when.as_ref());
            let own = conditions.filter(|when| !self.only_own(when, position, "Protocol")).count() == 0;
            if position == ENVIRONMENT {
                self.actions_of_environment(lines.iter().flat_map(|line| &line.actions));
            }
            if own {
                let protocol = self.scope.protocol(position, lines);
                let allowed = protocol.as_ref().map(|protocol| protocol.allowed);
                template.protocol = protocol.map(|protocol| protocol.lines).unwrap_or_default();
                // A Protocol without lines allows nothing; only without a template is everything allowed.
                template.allowed = Some(allowed.unwrap_or_else(|| self.scope.system.exprs.bool(false)));
            }
        }
        for line in tree.evolution.iter().flatten() {
            if !self.only_own(&line.when, position, "Evolution") {
                continue;
            }
            let guard = self.scope.condition(&line.when, Place::Step(position));
            let assigned = self.scope.updates(position, line);
            let (updates, whole) = (assigned.updates, assigned.whole);
            template.lines.push(ResolvedLine { guard, updates, whole, span: line.span });
        }
        template
    }

    /// Reports sections that a template cannot do without.
    fn require_sections(&mut self, tree: &Template) {
        let name = &tree.name;
        let synchronous = self.file.semantics == Semantics::Synchronous;
        let role = !tree.is_environment();
        let missing = [
            ("Vars", role && tree.vars.is_empty(), "Vars: state : {idle, busy}; end Vars"),
            (
                "InitState",
                !synchronous && tree.init.is_none() && !tree.vars.is_empty(),
                "InitState state = idle; end InitState",
            ),
            (
                "Actions",
                role && tree.actions.iter().flatten().all(|line| line.names.is_empty()),
                "Actions: Asynchronous = {act}; end Actions",
            ),
            ("Protocol", tree.protocol.is_none(), "Protocol: state = idle : {act}; end Protocol"),
        ];
        for (section, is_missing, example) in missing {
            if is_missing {
                let message = format!("`{}` has no {section}", name.text);
                let problem = Diagnostic::error("pispl::missing-section", name.span, message)
                    .help(format!("add a section such as `{example}`"));
                self.scope.problems.push(match (section, role) {
                    ("Protocol", false) => problem.explain(
                        "without a template for the environment every action is possible at all times",
                    ),
                    ("InitState", _) => {
                        problem.explain("in an interleaved system every template has one initial state")
                    }
                    _ => problem,
                });
            }
        }
    }

    /// Whether a condition of a template reads nothing of others; reports what it does.
    fn only_own(&mut self, condition: &Cond, position: usize, section: &str) -> bool {
        let own = self.scope.agents[position].name;
        let synchronous = self.file.semantics == Semantics::Synchronous;
        let mut foreign: Vec<(Span, String, &str)> = Vec::new();
        walk(condition, &mut |part| match part {
            CondPart::Variable(template, variable) if template.text != own => foreign.push((
                template.span.to(variable.span),
                format!("the {section} of `{own}` reads a variable of `{}`", template.text),
                "an agent reads its own variables only; agents influence each other by joint actions",
            )),
            CondPart::Action(template) if template.text != own => {
                if template.text != "Environment" {
                    foreign.push((
                        template.span,
                        format!("the {section} of `{own}` tests an action of `{}`", template.text),
                        "there is any number of agents: `Action = a` is what the agent does itself, and in \
                         synchronous systems `a in GlobalAction` says that some agent does it",
                    ));
                } else if !synchronous {
                    foreign.push((
                        template.span,
                        format!("the {section} of `{own}` tests an action of the environment"),
                        "in an interleaved system all who take part in a step do the same action: write \
                         `Action = a`",
                    ));
                }
            }
            CondPart::Somebody(action) if !synchronous => foreign.push((
                action.span,
                "`GlobalAction` has a meaning in synchronous systems only".to_string(),
                "begin the file with `Semantics = Synchronous;`, or use actions that several agents do \
                 together",
            )),
            _ => {}
        });
        let fine = foreign.is_empty();
        for (span, message, why) in foreign {
            self.scope.problems.push(Diagnostic::error("pispl::other-template", span, message).explain(why));
        }
        fine
    }

    /// Reports actions of agents alone among those of the environment.
    fn actions_of_environment(&mut self, used: impl Iterator<Item = &'a Name>) {
        if self.file.semantics == Semantics::Synchronous {
            return;
        }
        for action in used {
            let alone =
                self.trees[1..].iter().flatten().flat_map(|tree| tree.actions.iter().flatten()).any(|line| {
                    matches!(line.ty, ActionType::Asynchronous)
                        && line.names.iter().any(|name| name.text == action.text)
                });
            if alone {
                self.scope.problems.push(
                    Diagnostic::error(
                        NOT_OF_ENVIRONMENT,
                        action.span,
                        format!("the environment takes no part in the asynchronous action `{}`", action.text),
                    )
                    .help("leave it out here, or declare it as `AgentEnvironment`"),
                );
            }
        }
    }

    fn propositions(&mut self) -> Vec<Proposition<'a>> {
        let mut found: Vec<Proposition> = Vec::new();
        for (name, condition) in &self.file.evaluation {
            if let Some(first) = found.iter().find(|p| p.name.text == name.text) {
                let first = first.name.span;
                self.scope.duplicate("proposition", name, Some(first));
            }
            let mut read: Vec<&Name> = Vec::new();
            walk(condition, &mut |part| {
                if let CondPart::Variable(template, _) = part
                    && !read.iter().any(|other| other.text == template.text)
                {
                    read.push(template);
                }
            });
            if let [one, other, ..] = read.as_slice() {
                let message = format!(
                    "the proposition `{}` reads two templates: `{}` and `{}`",
                    name.text, one.text, other.text
                );
                self.scope.problems.push(
                    Diagnostic::error("pispl::two-templates", other.span, message)
                        .label(one.span, "the first one")
                        .explain("a proposition is about one agent, the one that its index stands for")
                        .help("make two propositions, and join them in the formula: `p(u) and q(v)`"),
                );
            }
            let template = read
                .first()
                .and_then(|read| self.scope.agents.iter().position(|agent| agent.name == read.text));
            let holds = self.scope.condition(condition, Place::Global);
            if let Some(template) = template {
                found.push(Proposition { name, template, holds });
            }
        }
        found
    }
}

/// The actions that a role declares.
fn declared_actions(tree: Option<&Template>) -> Vec<&str> {
    let lines = tree.into_iter().flat_map(|tree| tree.actions.iter().flatten());
    let mut names: Vec<&str> = Vec::new();
    for name in lines.flat_map(|line| &line.names) {
        if !names.contains(&name.text.as_str()) {
            names.push(&name.text);
        }
    }
    names
}

/// The actions of the environment of a synchronous system: those it declares, or else those that its
/// protocol names.
fn environment_actions(tree: Option<&Template>) -> Vec<&str> {
    let declared = declared_actions(tree);
    if !declared.is_empty() {
        return declared;
    }
    let lines = tree.into_iter().flat_map(|tree| tree.protocol.iter().flatten());
    let mut names: Vec<&str> = Vec::new();
    for name in lines.flat_map(|line| &line.actions) {
        if !names.contains(&name.text.as_str()) {
            names.push(&name.text);
        }
    }
    names
}

/// What a condition mentions.
enum CondPart<'a> {
    /// `Template.variable`.
    Variable(&'a Name, &'a Name),
    /// `Template.Action`.
    Action(&'a Name),
    /// `a in GlobalAction`.
    Somebody(&'a Name),
}

fn walk<'a>(condition: &'a Cond, visit: &mut dyn FnMut(CondPart<'a>)) {
    match &condition.kind {
        CondKind::Or(list) | CondKind::And(list) => list.iter().for_each(|part| walk(part, visit)),
        CondKind::Not(inner) => walk(inner, visit),
        CondKind::Compare(_, left, right) => {
            walk_expr(left, visit);
            walk_expr(right, visit);
        }
        CondKind::Action(Some(template), _) => visit(CondPart::Action(template)),
        CondKind::Action(None, _) => {}
        CondKind::SomebodyDoes(action) => visit(CondPart::Somebody(action)),
    }
}

fn walk_expr<'a>(expr: &'a Expr, visit: &mut dyn FnMut(CondPart<'a>)) {
    match &expr.kind {
        ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Name(_) => {}
        ExprKind::Of(template, variable) => visit(CondPart::Variable(template, variable)),
        ExprKind::Not(inner) => walk_expr(inner, visit),
        ExprKind::Binary(_, left, right) => {
            walk_expr(left, visit);
            walk_expr(right, visit);
        }
    }
}
