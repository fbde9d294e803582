//! Local states: those that an agent can be in, with the actions it can do there and where they lead.

use std::collections::HashMap;
use std::ops::ControlFlow;

use synod_core::{Env, Expr, ExprId, Sort, State, System, Type, UnaryOp, Update, eval, eval_bool};
use synod_parameterised::{
    ActionId, Condition, EnvironmentActionId, LocalType, LocalVariable, Move, StateId, Template,
};
use synod_syntax::{Diagnostic, Diagnostics, Span, checkpoint};

use super::ast::Semantics;
use super::resolve::{Resolved, ResolvedTemplate};
use crate::scope::ENVIRONMENT;

/// More local states than this are not listed.
const MOST_STATES: usize = 100_000;
/// More states of the environment of an interleaved system than this are not listed; it stays as it is
/// written.
const MOST_LISTED: usize = 5_000;

/// A template as a table.
pub struct Table {
    /// If it is not complete, it has its initial state only.
    pub template: Template,
    /// Whether all local states are there; otherwise they are too many to be listed.
    pub is_complete: bool,
    /// For each local state the actions allowed there, by position, with where they lead.
    pub moves: Vec<Vec<(usize, Vec<Move>)>>,
    /// For each line of the evolution whether it applies somewhere, if all that others may do is possible.
    pub applied: Vec<bool>,
}

impl Table {
    /// All steps of an interleaved template: from, action by position, to.
    pub fn steps(&self) -> impl Iterator<Item = (StateId, usize, StateId)> {
        let of = |(from, actions): (StateId, &Vec<(usize, Vec<Move>)>)| {
            let to = |ways: &Vec<Move>| ways.first().map_or(from, |way| way.to);
            actions.iter().map(|(action, ways)| (from, *action, to(ways))).collect::<Vec<_>>()
        };
        self.template.state_ids().zip(&self.moves).flat_map(of)
    }

    /// What a synchronous template offers: from, action by position, and where it leads when.
    pub fn offers(&self) -> impl Iterator<Item = (StateId, usize, Vec<Move>)> {
        let of = |(from, actions): (StateId, &Vec<(usize, Vec<Move>)>)| {
            actions.iter().map(|(action, moves)| (from, *action, moves.clone())).collect::<Vec<_>>()
        };
        self.template.state_ids().zip(&self.moves).flat_map(of)
    }
}

/// Lists the local states that an agent of a template can be in. In a synchronous system all that others
/// may do is taken for possible. `None` with errors among the problems.
pub fn tabulate(resolved: &Resolved, position: usize, problems: &mut Diagnostics) -> Option<Table> {
    let template = &resolved.templates[position];
    let may_be_large = position == ENVIRONMENT && resolved.semantics == Semantics::Interleaved;
    let most = if may_be_large { MOST_LISTED } else { MOST_STATES };
    let mut listing = Listing {
        resolved,
        template,
        most,
        states: Vec::new(),
        ids: HashMap::new(),
        is_full: false,
        warned: Vec::new(),
        applied: vec![false; template.lines.len()],
        problems,
    };
    let initial = listing.initial_states();
    let mut moves = Vec::new();
    // The list grows while it is walked.
    while let Some(state) = listing.states.get(moves.len()).cloned() {
        checkpoint();
        let Some(found) = listing.moves(&state) else { break };
        moves.push(found);
    }
    if listing.is_full && may_be_large {
        listing.states.truncate(1);
        moves.clear();
    } else if listing.is_full {
        listing.too_many();
    }
    let (is_full, states, applied, vars) = (listing.is_full, listing.states, listing.applied, &template.vars);
    if is_full && !may_be_large || !is_full && moves.len() < states.len() {
        return None;
    }
    let initial = initial?;
    let local = |state: &State| vars.iter().map(|var| state[resolved.system.slot(*var)]).collect();
    let mut table = Template {
        name: template.name.to_string(),
        variables: vars.iter().map(|var| local_variable(&resolved.system, template.name, *var)).collect(),
        states: states.iter().map(local).collect(),
        initial,
        span: template.span,
    };
    if vars.is_empty() {
        // A state needs a name.
        table = Template { span: table.span, ..Template::named(template.name, "state", ["idle"], 0) };
    }
    Some(Table { template: table, is_complete: !is_full, moves, applied })
}

/// The local states of a table where an expression over the variables of its template is true.
pub fn states_where(resolved: &Resolved, table: &Table, position: usize, holds: ExprId) -> Vec<StateId> {
    let vars = &resolved.templates[position].vars;
    let mut state = vec![0; resolved.system.width()];
    let mut holds_in = |values: &Vec<i64>| {
        for (var, value) in std::iter::zip(vars, values) {
            state[resolved.system.slot(*var)] = *value;
        }
        eval_bool(&resolved.system.exprs, holds, Env::of(&resolved.system, &state)) == Ok(true)
    };
    table.template.state_ids().filter(|id| holds_in(&table.template.states[id.0 as usize])).collect()
}

fn local_variable(system: &System, template: &str, var: synod_core::VarId) -> LocalVariable {
    let var = system.var(var);
    let name = var.name.strip_prefix(&format!("{template}.")).unwrap_or(&var.name).to_string();
    let ty = match var.ty {
        Type::Bool => LocalType::Bool,
        Type::Range { .. } | Type::Int => LocalType::Integer,
        Type::Enum(id) => LocalType::Enum(system.enums[id.0 as usize].values.clone()),
    };
    LocalVariable { name, ty }
}

struct Listing<'r, 'd> {
    resolved: &'r Resolved<'r>,
    template: &'r ResolvedTemplate<'r>,
    /// How many states may be listed, and whether there are more.
    most: usize,
    is_full: bool,
    /// The lines already reported to assign a value outside a type.
    warned: Vec<Span>,
    /// The lines that apply somewhere.
    applied: Vec<bool>,
    /// Over all variables of the system; only those of the template have a meaning.
    states: Vec<State>,
    ids: HashMap<State, StateId>,
    problems: &'d mut Diagnostics,
}

impl Listing<'_, '_> {
    fn id(&mut self, state: State) -> Option<StateId> {
        if let Some(id) = self.ids.get(&state) {
            return Some(*id);
        }
        if self.states.len() == self.most {
            self.is_full = true;
            return None;
        }
        let id = StateId(self.states.len() as u32);
        self.ids.insert(state.clone(), id);
        self.states.push(state);
        Some(id)
    }

    fn too_many(&mut self) {
        let message = format!("`{}` has more than {} local states", self.template.name, self.most);
        self.problems.push(
            Diagnostic::error("pispl::too-many-states", self.template.span, message)
                .explain("verification for any number of agents enumerates the local states of one")
                .help("narrow the ranges of its variables, or leave out what the formulas do not need"),
        );
    }

    fn initial_states(&mut self) -> Option<Vec<StateId>> {
        let mut system = self.resolved.system.clone();
        let mut conjuncts = Vec::new();
        // The variables of other templates get one value, whichever.
        let foreign = system.var_ids().filter(|(id, _)| !self.template.vars.contains(id));
        for (id, least) in
            foreign.map(|(id, var)| (id, var.ty.bounds(&system.enums).map_or(0, |b| b.0))).collect::<Vec<_>>()
        {
            let exprs = &mut system.exprs;
            let var = exprs.var(id);
            let value = exprs.constant(exprs.sort(var), least);
            conjuncts.push(exprs.eq(var, value));
        }
        conjuncts.extend(self.template.init.map(|(condition, _)| condition));
        system.init = system.exprs.and(conjuncts);
        let mut found = Vec::new();
        synod_core::initial_states(&system, 0, &mut |state| {
            found.push(state.clone());
            if found.len() > MOST_STATES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.check_initial(&system, &found)?;
        found
            .into_iter()
            .map(|mut state| {
                for (id, _) in system.var_ids().filter(|(id, _)| !self.template.vars.contains(id)) {
                    state[system.slot(id)] = 0;
                }
                self.id(state)
            })
            .collect()
    }

    fn check_initial(&mut self, system: &System, found: &[State]) -> Option<()> {
        let name = self.template.name;
        let span = self.template.init.map_or(self.template.span, |(_, span)| span);
        let interleaved = self.resolved.semantics == Semantics::Interleaved;
        if found.is_empty() {
            let message = format!("no state satisfies the InitState of `{name}`");
            self.problems.push(Diagnostic::error("pispl::no-initial-state", span, message));
            return None;
        }
        if let ([one, other, ..], true) = (found, interleaved) {
            let free = self.template.vars.iter().find(|var| {
                let slot = system.slot(**var);
                one[slot] != other[slot]
            });
            let free = free.map_or(String::new(), |var| system.var(*var).name.clone());
            let message = format!("the InitState of `{name}` does not determine `{free}`");
            self.problems.push(
                Diagnostic::error("pispl::several-initial-states", span, message)
                    .explain("in an interleaved system all agents of a role start in the same state")
                    .help("give every variable a value: `x = 0 and y = true`"),
            );
            return None;
        }
        Some(())
    }

    /// The actions allowed in a state, with where they lead.
    fn moves(&mut self, state: &State) -> Option<Vec<(usize, Vec<Move>)>> {
        let mut moves = Vec::new();
        for action in 0..self.template.actions.len() {
            let mut choices = vec![0; self.resolved.templates.len() + self.resolved.done_by_somebody.len()];
            choices[self.template.choice as usize] = action as i64;
            let exprs = &self.resolved.system.exprs;
            let env = Env { system: &self.resolved.system, state, choices: &choices, taken: &[] };
            if self.template.allowed.is_none_or(|allowed| eval_bool(exprs, allowed, env) == Ok(true)) {
                moves.extend(self.ways(state, action, env)?.map(|ways| (action, ways)));
            }
        }
        let acts = self.resolved.semantics == Semantics::Synchronous && !self.template.is_implied;
        if moves.is_empty() && acts {
            let message = format!(
                "the Protocol of `{}` allows no action where {}",
                self.template.name,
                self.show(state)
            );
            self.problems.push(
                Diagnostic::error("pispl::nothing-allowed", self.template.span, message)
                    .explain("in a synchronous system all agents act in every step")
                    .help("end the Protocol with `Other : {wait};`, with an action that changes nothing"),
            );
            return None;
        }
        Some(moves)
    }

    /// Where an action leads from a state; nowhere if all that it could assign is outside of its type.
    /// `None` after an error.
    fn ways(&mut self, state: &State, action: usize, env: Env) -> Option<Option<Vec<Move>>> {
        let mut is_possible = true;
        let mut ways: Vec<Move> = Vec::new();
        let mut first: Option<(StateId, Span)> = None;
        for (number, line) in self.template.lines.iter().enumerate() {
            let when = self.partial(line.guard, env);
            if is_never(&when) {
                continue;
            }
            self.applied[number] = true;
            let Some(target) = self.target(state, &line.updates, line.whole, env) else {
                self.report_no_successor(state, action, line.span)?;
                is_possible = false;
                continue;
            };
            let to = self.id(target)?;
            match (&first, self.resolved.semantics) {
                (Some((other, span)), Semantics::Interleaved) if *other != to => {
                    let message = format!(
                        "`{}` has two results where {}",
                        self.template.actions[action],
                        self.show(state)
                    );
                    self.problems.push(
                        Diagnostic::error("pispl::two-results", line.span, message)
                            .label(*span, "this line applies too, with another result")
                            .explain(
                                "in an interleaved system the state and the action determine the next state",
                            )
                            .help("let the conditions exclude each other, or use two actions"),
                    );
                    return None;
                }
                _ => first = first.or(Some((to, line.span))),
            }
            match ways.iter_mut().find(|way| way.to == to) {
                Some(way) => way.when = any([std::mem::replace(&mut way.when, Condition::always()), when]),
                None => ways.push(Move { when, to }),
            }
        }
        Some(Some(ways).filter(|ways| is_possible || !ways.is_empty()))
    }

    /// Reports, once, that a line assigns a value that does not fit. In an interleaved system the action is
    /// not possible then; in a synchronous one somebody would have nothing to do.
    fn report_no_successor(&mut self, state: &State, action: usize, line: Span) -> Option<()> {
        let message = format!(
            "`{}` has no successor from {}: this assigns a value outside the type of the variable",
            self.template.actions[action],
            self.show(state)
        );
        if self.resolved.semantics == Semantics::Synchronous {
            self.problems.push(
                Diagnostic::error("pispl::no-result", line, message)
                    .help("exclude this state in the condition, or in the Protocol"),
            );
            return None;
        }
        if !self.warned.contains(&line) {
            self.warned.push(line);
            self.problems.push(
                Diagnostic::warning("pispl::no-result", line, message)
                    .explain("the action is not enabled there")
                    .help("if this is intended, exclude the action in the Protocol"),
            );
        }
        Some(())
    }

    /// The state after the assignments of a line; `None` if a value does not fit.
    fn target(&self, state: &State, updates: &[Update], whole: ExprId, env: Env) -> Option<State> {
        let system = &self.resolved.system;
        if eval_bool(&system.exprs, whole, env) != Ok(true) {
            return None;
        }
        let mut next = state.clone();
        for update in updates {
            let value = eval(&system.exprs, update.value, env).ok()?;
            if !system.var(update.var).ty.contains(value, &system.enums) {
                return None;
            }
            next[system.slot(update.var)] = value;
        }
        Some(next)
    }

    /// What a guard asks of the others, in a state and with an action of one's own.
    fn partial(&self, guard: ExprId, env: Env) -> Condition {
        let exprs = &self.resolved.system.exprs;
        let synchronous = self.resolved.semantics == Semantics::Synchronous;
        let all_templates = self.resolved.templates.len() as u32;
        match &exprs[guard] {
            Expr::And(list) => all(list.iter().map(|part| self.partial(*part, env))),
            Expr::Or(list) => any(list.iter().map(|part| self.partial(*part, env))),
            Expr::Unary(UnaryOp::Not, inner) => not(self.partial(*inner, env)),
            Expr::Choice(choice, Sort::Bool) if *choice >= all_templates => {
                let number = choice - all_templates;
                let own = self.template.actions.get(env.choices[self.template.choice as usize] as usize);
                let (name, _) = self.resolved.done_by_somebody[number as usize];
                let is_own = self.template.choice as usize != ENVIRONMENT && own == Some(&name);
                if is_own { Condition::always() } else { Condition::Occurs(ActionId(number)) }
            }
            Expr::Binary(_, a, b) if synchronous && self.template.choice as usize != ENVIRONMENT => {
                match (&exprs[*a], exprs.as_const(*b)) {
                    (Expr::Choice(choice, _), Some(value)) if *choice as usize == ENVIRONMENT => {
                        Condition::EnvironmentDoes(EnvironmentActionId(value as u32))
                    }
                    _ => constant(eval_bool(exprs, guard, env) == Ok(true)),
                }
            }
            _ => constant(eval_bool(exprs, guard, env) == Ok(true)),
        }
    }

    /// A state in words.
    fn show(&self, state: &State) -> String {
        let system = &self.resolved.system;
        let value = |var: &synod_core::VarId| {
            let variable = local_variable(system, self.template.name, *var);
            format!("{} = {}", variable.name, variable.ty.show(state[system.slot(*var)]))
        };
        let values: Vec<String> = self.template.vars.iter().map(value).collect();
        if values.is_empty() { "it starts".to_string() } else { values.join(", ") }
    }
}

fn constant(value: bool) -> Condition {
    if value { Condition::always() } else { Condition::Any(vec![]) }
}

fn not(condition: Condition) -> Condition {
    match condition {
        Condition::All(list) if list.is_empty() => constant(false),
        Condition::Any(list) if list.is_empty() => constant(true),
        Condition::Not(inner) => *inner,
        other => Condition::Not(Box::new(other)),
    }
}

fn is_always(condition: &Condition) -> bool {
    matches!(condition, Condition::All(list) if list.is_empty())
}

fn is_never(condition: &Condition) -> bool {
    matches!(condition, Condition::Any(list) if list.is_empty())
}

/// All of some conditions, which are not looked at behind one that is never met.
fn all(parts: impl IntoIterator<Item = Condition>) -> Condition {
    let mut list = Vec::new();
    for part in parts {
        if is_never(&part) {
            return part;
        }
        if !is_always(&part) {
            list.push(part);
        }
    }
    if list.len() == 1 { list.remove(0) } else { Condition::All(list) }
}

/// One of some conditions, which are not looked at behind one that is always met.
fn any(parts: impl IntoIterator<Item = Condition>) -> Condition {
    let mut list = Vec::new();
    for part in parts {
        if is_always(&part) {
            return part;
        }
        if !is_never(&part) {
            list.push(part);
        }
    }
    if list.len() == 1 { list.remove(0) } else { Condition::Any(list) }
}
