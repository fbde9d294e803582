//! Formulas about any agents: what their names stand for, and whether what they ask can be proved for all
//! numbers of agents at once.

use synod_parameterised::{
    Collective, IndexedFormula, IndexedProperty, IndexedVariable, Member, PropositionId, RoleId, VariableId,
};
use synod_syntax::{Diagnostic, Diagnostics, Source, Span, nearest, resolved};

use super::ast::{Formula, Logic, Name, Question, Semantics};
use super::resolve::Resolved;
use crate::ast::{FormulaKind, Group, Indexed};
use crate::scope::ENVIRONMENT;

/// The property that a question asks. With errors among the problems it is incomplete.
pub fn property(
    resolved: &Resolved,
    position: usize,
    question: &Question,
    source: &Source,
    problems: &mut Diagnostics,
) -> IndexedProperty {
    let mut reading = Reading {
        resolved,
        variables: Vec::new(),
        has_binder: !question.binder.is_empty(),
        unbound: Vec::new(),
        lost: Vec::new(),
        problems,
    };
    for (role, names) in &question.binder {
        reading.bind(role, names);
    }
    let formula = reading.formula(&question.formula);
    reading.report_unbound(question);
    reading.report_unused(question);
    let variables = reading.variables;
    let formula = match question.logic {
        Logic::Ltl => IndexedFormula::AllRuns(Box::new(formula)),
        Logic::Ctl | Logic::CtlStar => formula,
    };
    IndexedProperty {
        name: format!("formula-{}", position + 1),
        text: source.slice(question.span).split_whitespace().collect::<Vec<_>>().join(" "),
        variables: variables
            .into_iter()
            .map(|(name, role, _)| IndexedVariable { name: name.text.clone(), role })
            .collect(),
        formula,
        span: question.span,
    }
}

struct Reading<'r, 'd> {
    resolved: &'r Resolved<'r>,
    /// The index variables, their roles, and whether they were used.
    variables: Vec<(&'r Name, RoleId, bool)>,
    /// Whether the formula begins with index variables.
    has_binder: bool,
    /// If not: index variables that it uses all the same, with their roles.
    unbound: Vec<(String, &'r str)>,
    /// Index variables of roles that do not exist.
    lost: Vec<&'r str>,
    problems: &'d mut Diagnostics,
}

impl<'r> Reading<'r, '_> {
    fn role_name(&self, role: RoleId) -> &'r str {
        self.resolved.templates[role.0 as usize + 1].name
    }

    fn role(&mut self, role: &Name) -> Option<RoleId> {
        let roles: Vec<&str> = self.resolved.templates[1..].iter().map(|t| t.name).collect();
        let Some(found) = roles.iter().position(|name| *name == role.text) else {
            let mut problem = Diagnostic::error(
                "pispl::unknown-role",
                role.span,
                format!("there is no role `{}`", role.text),
            );
            if role.text == "Environment" {
                problem = problem.explain("there is one environment, so its propositions need no index");
            } else if let Some(near) = nearest(&role.text, roles.iter().copied()) {
                problem = problem.suggest(near);
            }
            self.problems.push(problem);
            return None;
        };
        resolved(role.span, self.resolved.templates[found + 1].span);
        Some(RoleId(found as u32))
    }

    fn bind(&mut self, role: &Name, names: &'r [Name]) {
        let Some(role) = self.role(role) else {
            self.lost.extend(names.iter().map(|name| name.text.as_str()));
            return;
        };
        for name in names {
            if let Some((first, ..)) = self.variables.iter().find(|(other, ..)| other.text == name.text) {
                let message = format!("the index variable `{}` is declared twice", name.text);
                self.problems.push(
                    Diagnostic::error("ispl::duplicate-name", name.span, message)
                        .label(first.span, "first declared here"),
                );
                continue;
            }
            self.variables.push((name, role, false));
        }
    }

    fn report_unused(&mut self, question: &Question) {
        for (name, role, used) in &self.variables {
            if !used {
                let message = format!("the index variable `{}` is not used", name.text);
                let role = self.resolved.templates[role.0 as usize + 1].name;
                self.problems.push(
                    Diagnostic::note("pispl::unused-index", name.span, message)
                        .label(question.formula.span, "in this formula")
                        .explain(format!("it still requires one more agent of `{role}`")),
                );
            }
        }
    }

    /// A formula without a binder is told so once, with the binder that it seems to mean.
    fn report_unbound(&mut self, question: &Question) {
        if self.unbound.is_empty() {
            return;
        }
        let mut roles: Vec<(&str, Vec<&str>)> = Vec::new();
        for (name, role) in &self.unbound {
            match roles.iter_mut().find(|(known, _)| known == role) {
                Some((_, names)) => names.push(name),
                None => roles.push((*role, vec![name])),
            }
        }
        let binder = roles.iter().map(|(role, names)| format!("{role} : {{{}}}", names.join(", ")));
        let binder: Vec<String> = binder.collect();
        let names: Vec<String> = self.unbound.iter().map(|(name, _)| format!("`{name}`")).collect();
        let message = format!(
            "this formula has no binder: it does not say for which agents {} may stand",
            names.join(", ")
        );
        self.problems.push(
            Diagnostic::error("pispl::no-binder", question.formula.span, message)
                .explain("a binder in front of a formula names its index variables and the role of each; different ones stand for different agents")
                .help(format!("write `({})` in front of it", binder.join(", "))),
        );
    }

    /// An index variable where one of a role is wanted.
    fn variable(&mut self, name: &Name, role: &'r str) -> Option<(VariableId, RoleId)> {
        if !self.has_binder {
            if self.unbound.iter().all(|(known, _)| *known != name.text) {
                self.unbound.push((name.text.clone(), role));
            }
            return None;
        }
        match self.variables.iter().position(|(known, ..)| known.text == name.text) {
            Some(position) => {
                self.variables[position].2 = true;
                resolved(name.span, self.variables[position].0.span);
                Some((VariableId(position as u32), self.variables[position].1))
            }
            None if self.lost.contains(&name.text.as_str()) => None,
            None => {
                let message = format!("there is no index variable `{}`", name.text);
                let mut problem = Diagnostic::error("pispl::unknown-index", name.span, message);
                let known = self.variables.iter().map(|(known, ..)| known.text.as_str());
                problem = match nearest(&name.text, known) {
                    Some(near) => problem.suggest(near),
                    None => problem.help(format!("add it to the binder: `{role} : {{{}}}`", name.text)),
                };
                self.problems.push(problem);
                None
            }
        }
    }

    fn formula(&mut self, formula: &Formula) -> IndexedFormula {
        let unknown = || IndexedFormula::And(vec![]);
        let mut boxed = |f: &Formula| Box::new(self.formula(f));
        match &formula.kind {
            FormulaKind::Prop(atom) => self.atom(atom, formula.span).unwrap_or_else(unknown),
            FormulaKind::Not(a) => boxed(a).not(),
            FormulaKind::And(list) => IndexedFormula::And(list.iter().map(|f| self.formula(f)).collect()),
            FormulaKind::Or(list) => IndexedFormula::Or(list.iter().map(|f| self.formula(f)).collect()),
            FormulaKind::Implies(a, b) => {
                let (a, b) = (boxed(a), boxed(b));
                a.implies(*b)
            }
            FormulaKind::All(a) => IndexedFormula::AllRuns(boxed(a)),
            FormulaKind::Some(a) => IndexedFormula::SomeRun(boxed(a)),
            FormulaKind::Next(a) => IndexedFormula::Next(boxed(a)),
            FormulaKind::Finally(a) => IndexedFormula::Finally(boxed(a)),
            FormulaKind::Globally(a) => IndexedFormula::Globally(boxed(a)),
            FormulaKind::Until(a, b) => {
                let (a, b) = (boxed(a), boxed(b));
                IndexedFormula::Until(a, b)
            }
            FormulaKind::Knows(agent, a) if is_environment(agent) => {
                IndexedFormula::Group(Collective::Everybody, vec![Member::Environment], boxed(a))
            }
            FormulaKind::Knows(agent, a) => {
                let known = boxed(a);
                match self.agent(agent) {
                    Some(variable) => IndexedFormula::Knows(variable, known),
                    None => *known,
                }
            }
            FormulaKind::EverybodyKnows(group, a) => self.group(Collective::Everybody, group, a),
            FormulaKind::Common(group, a) => self.group(Collective::Common, group, a),
            FormulaKind::Distributed(group, a) => self.group(Collective::Distributed, group, a),
            FormulaKind::Enforces(group, a) => self.group(Collective::Strategy, group, a),
            // The reader of PISPL makes none of these.
            FormulaKind::Condition(_) | FormulaKind::Red(..) | FormulaKind::Ought(..) => unknown(),
        }
    }

    /// What a group knows or can do. That each of some agents knows is a conjunction.
    fn group(&mut self, what: Collective, group: &Group, inner: &Formula) -> IndexedFormula {
        let inner = self.formula(inner);
        let members: Vec<Member> = listed(group).iter().filter_map(|member| self.member(member)).collect();
        let agents = members.iter().map(|member| match member {
            Member::Agent(variable) => Some(*variable),
            Member::All(_) | Member::Environment => None,
        });
        match agents.collect::<Option<Vec<VariableId>>>() {
            Some(agents) if what == Collective::Everybody => {
                IndexedFormula::And(agents.into_iter().map(|agent| inner.clone().known_to(agent)).collect())
            }
            _ => IndexedFormula::Group(what, members, Box::new(inner)),
        }
    }

    /// `Role(v)`, all of a `Role`, or `Environment`.
    fn member(&mut self, member: &Indexed) -> Option<Member> {
        if is_environment(member) {
            return Some(Member::Environment);
        }
        if member.index.is_some() {
            return self.agent(member).map(Member::Agent);
        }
        self.role(&member.name).map(Member::All)
    }

    fn agent(&mut self, agent: &Indexed) -> Option<VariableId> {
        let Some(index) = &agent.index else {
            if let Some(variable) =
                self.variables.iter_mut().find(|(known, ..)| known.text == agent.name.text)
            {
                variable.2 = true;
                let role = self.resolved.templates[variable.1.0 as usize + 1].name;
                let name = &agent.name.text;
                let message = format!("`{name}` is an index variable: an agent is written with its role");
                let meant = format!("{role}({name})");
                self.problems.push(
                    Diagnostic::error("pispl::no-index", agent.name.span, message)
                        .help(format!("write `K({meant}, …)`"))
                        .fix(agent.name.span, meant),
                );
                return None;
            }
            let message = format!("`{}` is a role, but `K` is about one agent", agent.name.text);
            self.problems.push(
                Diagnostic::error("pispl::no-index", agent.name.span, message)
                    .help(format!("write `K({}(v), …)` with an index variable `v`", agent.name.text)),
            );
            return None;
        };
        let wanted = self.role(&agent.name)?;
        let (variable, role) = self.variable(index, self.role_name(wanted))?;
        if role != wanted {
            self.wrong_role(index, role, &format!("and not of `{}`", agent.name.text));
            return None;
        }
        Some(variable)
    }

    fn wrong_role(&mut self, index: &Name, role: RoleId, but: &str) {
        let declared = self.variables.iter().find(|(known, ..)| known.text == index.text).map(|v| v.0.span);
        let message = format!("`{}` stands for agents of `{}`, {but}", index.text, self.role_name(role));
        let problem = Diagnostic::error("pispl::wrong-role", index.span, message);
        self.problems.push(match declared {
            Some(span) => problem.label(span, "declared here"),
            None => problem,
        });
    }

    fn atom(&mut self, atom: &Indexed, span: Span) -> Option<IndexedFormula> {
        let known = &self.resolved.propositions;
        let Some(position) = known.iter().position(|p| p.name.text == atom.name.text) else {
            let message = format!("there is no proposition called `{}`", atom.name.text);
            let mut problem = Diagnostic::error("ispl::unknown-name", atom.name.span, message);
            if let Some(near) = nearest(&atom.name.text, known.iter().map(|p| p.name.text.as_str())) {
                problem = problem.suggest(near);
            }
            self.problems.push(problem);
            return None;
        };
        resolved(atom.name.span, known[position].name.span);
        let id = PropositionId(position as u32);
        let template = known[position].template;
        match (&atom.index, template) {
            (None, ENVIRONMENT) => Some(IndexedFormula::Environment(id)),
            (Some(index), ENVIRONMENT) => {
                let message = format!("`{}` is about the environment, so it has no index", atom.name.text);
                self.problems.push(Diagnostic::error("pispl::no-index", index.span, message));
                None
            }
            (None, role) => {
                let role = self.resolved.templates[role].name;
                let message =
                    format!("`{}` is about an agent of `{role}` and needs an index", atom.name.text);
                let binder = if self.has_binder { String::new() } else { format!("({role} : {{v}}) … ") };
                self.problems.push(
                    Diagnostic::error("pispl::no-index", span, message)
                        .help(format!("write `{binder}{}(v)` with an index variable `v`", atom.name.text)),
                );
                None
            }
            (Some(index), template) => {
                let (variable, role) = self.variable(index, self.resolved.templates[template].name)?;
                if role.0 as usize + 1 != template {
                    let about = self.resolved.templates[template].name;
                    self.wrong_role(index, role, &format!("but `{}` is about `{about}`", atom.name.text));
                    return None;
                }
                Some(IndexedFormula::Holds(id, variable))
            }
        }
    }
}

/// Why a formula cannot be asked for all numbers of agents at once; it can still be asked of each.
pub fn beyond_proof(question: &Question, semantics: Semantics) -> Option<Diagnostic> {
    let branching = question.logic == Logic::Ctl;
    if semantics == Semantics::Synchronous && !branching {
        return Some(refuse(
            question.formula.span,
            "of a synchronous system only formulas of CTL with knowledge can be proved for any number of agents",
            "write it with `AG`, `AF`, `AX`, `A(f U g)` and `K`",
        ));
    }
    check(&question.formula, semantics)
}

fn refuse(span: Span, message: &str, help: &str) -> Diagnostic {
    Diagnostic::error("pispl::not-universal", span, message)
        .explain(
            "what holds for all numbers of agents is proved by comparing systems of different sizes, and that \
             keeps only universal formulas: `AG`, `AF`, `A(f U g)`, `K`, `and`, `or`, with negation on \
             propositions only",
        )
        .help(help)
}

fn check(formula: &Formula, semantics: Semantics) -> Option<Diagnostic> {
    match &formula.kind {
        FormulaKind::Prop(_) => None,
        FormulaKind::Not(a) if is_propositional(a) => None,
        FormulaKind::Not(_) => Some(refuse(
            formula.span,
            "this negates a formula about runs or knowledge",
            "move the negation inwards: `!EF p` is `AG !p`",
        )),
        FormulaKind::Implies(a, b) if is_propositional(a) => check(b, semantics),
        FormulaKind::Implies(a, _) => Some(refuse(
            a.span,
            "the left side of this implication is about runs or knowledge",
            "only propositions may stand there",
        )),
        FormulaKind::Some(_) => {
            Some(refuse(formula.span, "this asks for the existence of a run", "ask for all runs"))
        }
        FormulaKind::Next(_) if semantics == Semantics::Interleaved => Some(refuse(
            formula.span,
            "`X` counts steps, and other agents may take any number of steps in between",
            "use `F`, `G` or `U`",
        )),
        FormulaKind::And(list) | FormulaKind::Or(list) => list.iter().find_map(|f| check(f, semantics)),
        FormulaKind::Knows(agent, _) if is_environment(agent) => Some(refuse(
            formula.span,
            "this is about the knowledge of the environment",
            "ask what an agent knows",
        )),
        FormulaKind::All(a)
        | FormulaKind::Next(a)
        | FormulaKind::Finally(a)
        | FormulaKind::Globally(a)
        | FormulaKind::Knows(_, a)
        | FormulaKind::Ought(_, a) => check(a, semantics),
        FormulaKind::EverybodyKnows(group, a) if listed(group).iter().all(|one| one.index.is_some()) => {
            check(a, semantics)
        }
        FormulaKind::EverybodyKnows(..) | FormulaKind::Common(..) | FormulaKind::Distributed(..) => {
            Some(refuse(
                formula.span,
                "this is about the knowledge of a group",
                "ask what each of its agents knows, with `K`",
            ))
        }
        FormulaKind::Enforces(..) => {
            Some(refuse(formula.span, "this asks for a strategy of a group", "ask what holds on all runs"))
        }
        FormulaKind::Until(a, b) => check(a, semantics).or_else(|| check(b, semantics)),
        FormulaKind::Condition(_) | FormulaKind::Red(..) => None,
    }
}

fn is_environment(agent: &Indexed) -> bool {
    agent.index.is_none() && agent.name.text == "Environment"
}

/// The members of a group; the reader of PISPL makes no groups with names.
fn listed(group: &Group) -> &[Indexed] {
    match group {
        Group::Members(members) => members,
        Group::Named(_) => &[],
    }
}

/// Whether a formula is about one state only.
fn is_propositional(formula: &Formula) -> bool {
    match &formula.kind {
        FormulaKind::Prop(_) | FormulaKind::Condition(_) | FormulaKind::Red(..) => true,
        FormulaKind::Not(a) => is_propositional(a),
        FormulaKind::And(list) | FormulaKind::Or(list) => list.iter().all(is_propositional),
        FormulaKind::Implies(a, b) => is_propositional(a) && is_propositional(b),
        _ => false,
    }
}
