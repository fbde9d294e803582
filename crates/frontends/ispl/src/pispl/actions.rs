//! Who takes part in which action: types and roles of actions, checked against each other.

use synod_parameterised::{Kind, RoleId};
use synod_syntax::{Diagnostic, Diagnostics, nearest, resolved};

use super::ast::{ActionType, File, Name, Semantics, Template};

/// An action of an interleaved system.
#[derive(Clone, Copy, Debug)]
pub struct Action<'a> {
    /// Where it is first declared.
    pub name: &'a Name,
    /// Who does it.
    pub kind: Kind,
}

/// A declaration of an action by a role.
struct Declared<'a> {
    role: usize,
    ty: &'a ActionType,
    name: &'a Name,
}

impl Declared<'_> {
    fn type_name(&self) -> &'static str {
        match self.ty {
            ActionType::Asynchronous => "asynchronous",
            ActionType::AgentEnvironment => "agent-environment",
            ActionType::RoleSynchronous => "role-synchronous",
            ActionType::GlobalSynchronous => "global-synchronous",
            ActionType::MultiRole(_) => "multi-role",
            ActionType::Unsaid => "of no type",
        }
    }
}

/// The roles of a file: its templates without the environment.
pub fn roles(file: &File) -> Vec<&Template> {
    file.templates.iter().filter(|template| !template.is_environment()).collect()
}

/// The actions of an interleaved system, in the order of their declaration. What is wrong is reported and
/// left out.
pub fn interleaved<'a>(file: &'a File, problems: &mut Diagnostics) -> Vec<Action<'a>> {
    let roles = roles(file);
    let declared = declarations(&roles);
    reject_environment_actions(file, problems);
    let mut actions: Vec<Action> = Vec::new();
    for (number, declaration) in declared.iter().enumerate() {
        let name = &declaration.name.text;
        let same = || declared.iter().filter(|other| other.name.text == *name);
        if declared[..number].iter().any(|earlier| earlier.name.text == *name) {
            continue;
        }
        let one_type = one_type(declaration, same().skip(1), &roles, problems);
        let role = RoleId(declaration.role as u32);
        let kind = match declaration.ty {
            ActionType::Asynchronous => Kind::Asynchronous(role),
            ActionType::AgentEnvironment => Kind::AgentEnvironment(role),
            ActionType::RoleSynchronous => Kind::RoleSynchronous(role),
            ActionType::GlobalSynchronous => {
                if one_type {
                    declared_by_all(declaration, same(), &roles, problems);
                }
                Kind::GlobalSynchronous
            }
            ActionType::MultiRole(partner) => {
                match partner_of(declaration, partner, same(), &roles, problems) {
                    Some(other) => Kind::MultiRole(role, RoleId(other as u32)),
                    None => continue,
                }
            }
            ActionType::Unsaid => {
                let message = format!("action `{name}` has no declared type");
                problems.push(
                    Diagnostic::error("pispl::untyped-action", declaration.name.span, message)
                        .explain("the type determines who takes part: one agent, an agent with the environment, all agents, or two roles")
                        .help(format!("write `Actions: Asynchronous = {{{name}}}; end Actions`, or another type")),
                );
                continue;
            }
        };
        actions.push(Action { name: declaration.name, kind });
    }
    actions
}

fn declarations<'a>(roles: &[&'a Template]) -> Vec<Declared<'a>> {
    let of_role = |(role, template): (usize, &&'a Template)| {
        let lines = template.actions.iter().flatten();
        lines
            .flat_map(move |line| line.names.iter().map(move |name| Declared { role, ty: &line.ty, name }))
            .collect::<Vec<_>>()
    };
    roles.iter().enumerate().flat_map(of_role).collect()
}

fn reject_environment_actions(file: &File, problems: &mut Diagnostics) {
    if file.semantics == Semantics::Synchronous {
        return;
    }
    let environments = file.templates.iter().filter(|template| template.is_environment());
    for line in environments.flat_map(|template| template.actions.iter().flatten()) {
        problems.push(
            Diagnostic::error("pispl::environment-actions", line.span, "the environment declares no actions")
                .explain("its actions are the agent-environment, role-synchronous, global-synchronous and multi-role actions of the roles"),
        );
    }
}

/// Whether all declarations of an action have the type of the first, by roles that may share it.
fn one_type<'a>(
    first: &Declared,
    others: impl Iterator<Item = &'a Declared<'a>>,
    roles: &[&Template],
    problems: &mut Diagnostics,
) -> bool {
    let name = &first.name.text;
    let mut fine = true;
    let mut seen = vec![first.role];
    for other in others {
        let problem = if first.type_name() != other.type_name() {
            let message =
                format!("the action `{name}` has two types: {} and {}", first.type_name(), other.type_name());
            Diagnostic::error("pispl::two-types", other.name.span, message)
                .explain("the type of an action determines who takes part in it, so an action has one type")
        } else if seen.contains(&other.role) {
            let message = format!("the action `{name}` is declared twice");
            Diagnostic::error("ispl::duplicate-name", other.name.span, message)
        } else if !matches!(first.ty, ActionType::GlobalSynchronous | ActionType::MultiRole(_)) {
            let (one, two) = (&roles[first.role].name.text, &roles[other.role].name.text);
            let message = format!(
                "the {} action `{name}` belongs to two roles: `{one}` and `{two}`",
                first.type_name()
            );
            Diagnostic::error("pispl::two-roles", other.name.span, message)
                .explain("only global-synchronous and multi-role actions are shared between roles")
                .help(format!("rename one of them, or declare `MultiRole({two}) = {{{name}}};` in `{one}` and `MultiRole({one}) = {{{name}}};` in `{two}` if they synchronise"))
        } else {
            seen.push(other.role);
            continue;
        };
        problems.push(problem.label(first.name.span, "first declared here"));
        fine = false;
    }
    fine
}

/// Reports the roles that do not declare a global-synchronous action.
fn declared_by_all<'a>(
    first: &Declared,
    all: impl Iterator<Item = &'a Declared<'a>>,
    roles: &[&Template],
    problems: &mut Diagnostics,
) {
    let declaring: Vec<usize> = all.map(|declaration| declaration.role).collect();
    for (role, template) in roles.iter().enumerate() {
        if !declaring.contains(&role) {
            let (name, missing) = (&first.name.text, &template.name.text);
            let message = format!("the global-synchronous action `{name}` is not declared by `{missing}`");
            problems.push(
                Diagnostic::error("pispl::not-global", first.name.span, message)
                    .label(template.name.span, "this role does not declare it")
                    .explain("all agents of all roles take part in it, so every role declares it")
                    .help(format!(
                        "add `GlobalSynchronous = {{{name}}};` to `{missing}`, and enable it in its Protocol"
                    )),
            );
        }
    }
}

/// The other role of a multi-role action, if its declarations fit together.
fn partner_of<'a>(
    first: &Declared,
    partner: &Name,
    all: impl Iterator<Item = &'a Declared<'a>>,
    roles: &[&Template],
    problems: &mut Diagnostics,
) -> Option<usize> {
    let name = &first.name.text;
    let own = &roles[first.role].name;
    let error = |message: String| Diagnostic::error("pispl::multi-role", partner.span, message);
    if partner.text == own.text {
        problems.push(
            error(format!("the multi-role action `{name}` has one role: `{}`", own.text))
                .explain("one agent of each of two different roles takes part in a multi-role action")
                .help("let agents of one role synchronise through the environment, or split the role in two"),
        );
        return None;
    }
    let Some(other) = roles.iter().position(|template| template.name.text == partner.text) else {
        let mut problem = error(format!("there is no role `{}`", partner.text));
        if let Some(near) = nearest(&partner.text, roles.iter().map(|role| role.name.text.as_str())) {
            problem = problem.suggest(near);
        }
        problems.push(problem);
        return None;
    };
    let mut answered = false;
    for declaration in all {
        let ActionType::MultiRole(named) = declaration.ty else { continue };
        if let Some(role) = roles.iter().find(|role| role.name.text == named.text) {
            resolved(named.span, role.name.span);
        }
        let expected = if declaration.role == first.role { &partner.text } else { &own.text };
        if declaration.role != first.role && declaration.role != other || named.text != *expected {
            problems.push(
                Diagnostic::error(
                    "pispl::multi-role",
                    declaration.name.span,
                    format!("the multi-role action `{name}` has more than two roles"),
                )
                .label(first.name.span, format!("here it is between `{}` and `{}`", own.text, partner.text))
                .help("use another action for other partners"),
            );
            return None;
        }
        answered |= declaration.role == other;
    }
    if !answered {
        problems.push(
            error(format!("`{}` does not declare the multi-role action `{name}`", partner.text))
                .label(roles[other].name.span, "its other role")
                .explain("both roles of a multi-role action declare it")
                .help(format!("add `MultiRole({}) = {{{name}}};` to `{}`", own.text, partner.text)),
        );
        return None;
    }
    Some(other)
}
