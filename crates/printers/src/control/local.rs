//! Pictures of agents without control states of their own: the values of their variables, and what their protocols let them do.
//!
//! Whatever others do is possible here, so that there may be states and arrows that no run of the system has. Where there are too
//! many states, variables are left out of them: first those that the agent's choices do not depend on, the ones with most values
//! first; a state then stands for all values of those.

use rustc_hash::FxHashMap;
use synod_core::{
    AgentId, Alternative, Choice, Env, Expr, ExprId, Part, Role, Rule, Sort, System, Type, VarId, eval_bool,
    range_under, show_expr_in, show_value,
};
use synod_simulate::local_name;
use synod_syntax::Span;

use super::{Labelled, Labels, Picture, PictureState};

/// More states than this are summarised.
const MOST_STATES: usize = 30;
/// No more combinations of values are tried at the start, and no more values of one variable.
const MOST_STARTS: usize = 4_096;
const MOST_VALUES: i64 = 64;

/// The picture of an agent by its local states.
pub fn picture(system: &System, agent: AgentId, labels: Labels) -> Picture {
    let mut local = Local { system: system.clone(), agent, vars: Vec::new() };
    let (kept, left_out) = local.drawn();
    local.vars = kept;
    loop {
        if let Some(graph) = local.explore() {
            return local.picture(graph, &left_out, labels);
        }
        // With no variables there is one state.
        let Some(dropped) = local.least_telling() else { continue };
        local.vars.retain(|var| *var != dropped);
    }
}

/// Values of the variables that are drawn.
type Values = Vec<i64>;

/// States and what leads from one to another.
struct Graph {
    states: Vec<Values>,
    initial: usize,
    moves: Vec<Move>,
}

/// Something that an agent may do: with a condition on others, unless it is free to.
#[derive(Clone, PartialEq, Eq)]
struct Move {
    from: usize,
    to: usize,
    name: String,
    condition: Option<String>,
}

/// Something that an agent may do in a state.
#[derive(Clone, PartialEq, Eq)]
struct LocalMove {
    name: String,
    /// What its protocol asks of others.
    allowed: Option<String>,
    /// What others must do for it to lead to where it leads to.
    outcome: Option<String>,
    values: Values,
}

struct Local {
    /// The system, and expressions in which values are known.
    system: System,
    agent: AgentId,
    /// The variables that states are made of.
    vars: Vec<VarId>,
}

impl Local {
    /// The variables of the agent that may be drawn, and those that cannot.
    fn drawn(&self) -> (Vec<VarId>, Vec<VarId>) {
        let is_drawn = |var: &VarId| {
            let known = self.system.var(*var);
            known.len.is_none() && self.domain(*var).is_some()
        };
        self.system.agent(self.agent).owns.iter().partition(|var| is_drawn(var))
    }

    fn domain(&self, var: VarId) -> Option<(i64, i64)> {
        let (low, high) = self.system.var(var).ty.bounds(&self.system.enums)?;
        (high - low < MOST_VALUES).then_some((low, high))
    }

    /// The variable that says least about what the agent may choose.
    fn least_telling(&self) -> Option<VarId> {
        let telling = self.system.exprs.variables_of(self.system.rules.iter().map(|rule| rule.guard));
        let size = |var: VarId| self.domain(var).map_or(i64::MAX, |(low, high)| high - low);
        self.vars.iter().copied().max_by_key(|var| (!telling.contains(var), size(*var)))
    }

    /// All states and moves; `None` if there are too many.
    fn explore(&mut self) -> Option<Graph> {
        let mut states = self.starts()?;
        let initial = states.len();
        let mut moves: Vec<Move> = Vec::new();
        let mut at = 0;
        while at < states.len() {
            for local in self.moves_of(&states[at].clone()) {
                let to = match states.iter().position(|known| *known == local.values) {
                    Some(known) => known,
                    None => {
                        states.push(local.values);
                        states.len() - 1
                    }
                };
                let conditions: Vec<String> = local.allowed.into_iter().chain(local.outcome).collect();
                let condition = (!conditions.is_empty()).then(|| conditions.join(" & "));
                let one = Move { from: at, to, name: local.name, condition };
                if !moves.contains(&one) {
                    moves.push(one);
                }
            }
            if states.len() > MOST_STATES && !self.vars.is_empty() {
                return None;
            }
            at += 1;
        }
        Some(Graph { states, initial, moves })
    }

    /// Values that the initial condition allows, as far as it speaks of these variables alone.
    fn starts(&mut self) -> Option<Vec<Values>> {
        let mut all: Vec<Values> = vec![Vec::new()];
        for var in self.vars.clone() {
            let (low, high) = self.domain(var)?;
            if all.len().saturating_mul((high - low + 1) as usize) > MOST_STARTS {
                return None;
            }
            let more = |values: &Values| {
                (low..=high).map(|value| values.iter().copied().chain([value]).collect()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(more).collect();
            let known = self.vars.clone();
            all.retain(|values| {
                let at = std::iter::zip(known.iter().copied(), values.iter().copied()).collect();
                let residue = self.residue(self.system.init, &at, None);
                !self.system.exprs.is_false(residue)
            });
        }
        (all.len() <= MOST_STATES || self.vars.is_empty()).then_some(all)
    }

    fn known(&self, values: &Values) -> FxHashMap<VarId, i64> {
        std::iter::zip(self.vars.iter().copied(), values.iter().copied()).collect()
    }

    /// What the agent may do.
    fn moves_of(&mut self, values: &Values) -> Vec<LocalMove> {
        let known = self.known(values);
        let mut found = Vec::new();
        for rule in self.system.rules.clone() {
            let parts: Vec<&Part> = rule.parts.iter().filter(|part| part.agent == Some(self.agent)).collect();
            let own = rule.choices.iter().position(|choice| choice.agent == Some(self.agent));
            if parts.is_empty() && own.is_none() {
                continue;
            }
            for picked in self.picks(&rule, own) {
                let guard = self.residue(rule.guard, &known, picked);
                if self.system.exprs.is_false(guard) {
                    continue;
                }
                let name = match picked {
                    Some((position, value)) => {
                        show_value(&self.system, rule.choices[position].ty.sort(), value)
                    }
                    None => rule.name.clone(),
                };
                let allowed = self.allowed(&rule, guard);
                for (outcome, values) in self.outcomes(&rule, &parts, &known, picked, values) {
                    let (name, allowed) = (name.clone(), allowed.clone());
                    found.push(LocalMove { name, allowed, outcome, values });
                }
            }
        }
        without_needless_conditions(found)
    }

    /// What the agent's protocol asks of the variables of others: what remains of a guard, apart from what others choose.
    fn allowed(&self, rule: &Rule, guard: ExprId) -> Option<String> {
        let exprs = &self.system.exprs;
        let mut asked: Vec<String> = Vec::new();
        for part in exprs.conjuncts(guard) {
            let is_about_others = exprs.variables(part).iter().any(|var| self.is_of_others(*var));
            if exprs.choices(part).is_empty() && is_about_others && self.truth(rule, part).is_none() {
                asked.push(self.shown(rule, part));
            }
        }
        (!asked.is_empty()).then(|| asked.join(" & "))
    }

    /// A condition in words, without alternatives that never hold.
    fn shown(&self, rule: &Rule, condition: ExprId) -> String {
        let Expr::Or(ways) = &self.system.exprs[condition] else {
            return show_expr_in(&self.system, rule, condition);
        };
        let possible = ways.iter().filter(|way| self.truth(rule, **way) != Some(false));
        let ways: Vec<String> = possible.map(|way| show_expr_in(&self.system, rule, *way)).collect();
        ways.join(" | ")
    }

    fn is_of_others(&self, var: VarId) -> bool {
        self.system.var(var).owner != Some(self.agent)
    }

    /// The values that the agent may pick for its choice of a rule.
    fn picks(&self, rule: &Rule, own: Option<usize>) -> Vec<Option<(usize, i64)>> {
        let Some(position) = own else { return vec![None] };
        match rule.choices[position].ty.bounds(&self.system.enums) {
            Some((low, high)) if high - low < MOST_VALUES => {
                (low..=high).map(|value| Some((position, value))).collect()
            }
            _ => vec![None],
        }
    }

    /// What may come of the agent's parts in a step.
    fn outcomes(
        &mut self,
        rule: &Rule,
        parts: &[&Part],
        known: &FxHashMap<VarId, i64>,
        picked: Option<(usize, i64)>,
        values: &Values,
    ) -> Vec<(Option<String>, Values)> {
        let mut found: Vec<(Vec<String>, Values)> = vec![(Vec::new(), values.clone())];
        for part in parts {
            let mut next = Vec::new();
            for (conditions, before) in &found {
                for alternative in &part.alternatives {
                    let guard = self.residue(alternative.guard, known, picked);
                    let truth = self.truth(rule, guard);
                    if truth == Some(false) {
                        continue;
                    }
                    let mut conditions = conditions.clone();
                    // What is left when nothing else applies needs no words.
                    if truth.is_none() && alternative.action.is_some() {
                        conditions.push(show_expr_in(&self.system, rule, guard));
                    }
                    for after in self.updated(rule, alternative, known, picked, before) {
                        next.push((conditions.clone(), after));
                    }
                }
            }
            found = next;
        }
        let condition = |conditions: Vec<String>| match conditions.is_empty() {
            true => None,
            false => Some(conditions.join(" & ")),
        };
        found.into_iter().map(|(conditions, values)| (condition(conditions), values)).collect()
    }

    /// Whether a condition is always true, or never, whatever others do and have, as far as that can be tried out.
    fn truth(&self, rule: &Rule, id: ExprId) -> Option<bool> {
        let system = &self.system;
        let places = system.exprs.variables(id).into_iter().map(|var| (system.slot(var), system.var(var).ty));
        let choices =
            system.exprs.choices(id).into_iter().map(|at| (at as usize, rule.choices[at as usize].ty));
        let is_scalar = |var: &VarId| system.var(*var).len.is_none();
        if !system.exprs.variables(id).iter().all(is_scalar) {
            return None;
        }
        let places: Vec<(usize, Type)> = places.collect();
        let choices: Vec<(usize, Type)> = choices.collect();
        let mut all: Vec<Values> = vec![Vec::new()];
        for (_, ty) in places.iter().chain(&choices) {
            let (low, high) = ty.bounds(&system.enums)?;
            if high - low >= MOST_VALUES || all.len() * (high - low + 1) as usize > MOST_STARTS {
                return None;
            }
            let more = |values: &Values| {
                (low..=high).map(|value| values.iter().copied().chain([value]).collect()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(more).collect();
        }
        let mut found = None;
        let (mut state, mut picks) = (vec![0; system.width()], vec![0; rule.choices.len()]);
        for values in all {
            let (first, second) = values.split_at(places.len());
            std::iter::zip(&places, first).for_each(|((at, _), value)| state[*at] = *value);
            std::iter::zip(&choices, second).for_each(|((at, _), value)| picks[*at] = *value);
            let env = Env { system, state: &state, choices: &picks, taken: &[] };
            let truth = eval_bool(&system.exprs, id, env).ok()?;
            if found.is_some_and(|found| found != truth) {
                return None;
            }
            found = Some(truth);
        }
        found
    }

    /// The values after the updates of an alternative: several where they depend on others.
    fn updated(
        &mut self,
        rule: &Rule,
        alternative: &Alternative,
        known: &FxHashMap<VarId, i64>,
        picked: Option<(usize, i64)>,
        before: &Values,
    ) -> Vec<Values> {
        let mut all = vec![before.clone()];
        for update in &alternative.updates {
            let Some(position) = self.vars.iter().position(|var| *var == update.var) else { continue };
            let value = self.residue(update.value, known, picked);
            let values: Vec<i64> = match self.system.exprs.as_const(value) {
                Some(value) => vec![value],
                None => self.possible(&rule.choices, value, update.var),
            };
            let with = |state: &Values, value: i64| {
                let mut state = state.clone();
                state[position] = value;
                state
            };
            all = all.iter().flat_map(|state| values.iter().map(move |value| with(state, *value))).collect();
        }
        all
    }

    fn possible(&self, choices: &[Choice], value: ExprId, var: VarId) -> Vec<i64> {
        let declared: Vec<_> = self.system.vars.iter().map(|var| var.values(&self.system.enums)).collect();
        let range = range_under(&self.system, &declared, &[], choices, value);
        let Some((low, high)) = self.domain(var) else { return Vec::new() };
        (low..=high).filter(|value| range.contains(*value)).collect()
    }

    /// An expression in which these values are known.
    fn residue(&mut self, id: ExprId, known: &FxHashMap<VarId, i64>, picked: Option<(usize, i64)>) -> ExprId {
        let mut done: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let mut todo = vec![(id, false)];
        while let Some((at, is_ready)) = todo.pop() {
            if done.contains_key(&at) {
                continue;
            }
            let node = self.system.exprs[at].clone();
            let operands = self.system.exprs.operands(at);
            if !is_ready && !operands.is_empty() {
                todo.push((at, true));
                todo.extend(operands.into_iter().map(|operand| (operand, false)));
                continue;
            }
            let exprs = &mut self.system.exprs;
            let sort: Sort = exprs.sort(at);
            let result = match (&node, picked) {
                (Expr::Var(var), _) if known.contains_key(var) => exprs.constant(sort, known[var]),
                (Expr::Choice(position, _), Some((own, value))) if *position as usize == own => {
                    exprs.constant(sort, value)
                }
                _ => {
                    let operands: Vec<ExprId> = operands.iter().map(|operand| done[operand]).collect();
                    if operands.is_empty() { at } else { exprs.build(&node, &operands) }
                }
            };
            done.insert(at, result);
        }
        done[&id]
    }

    fn picture(&self, graph: Graph, left_out: &[VarId], labels: Labels) -> Picture {
        let agent = self.system.agent(self.agent);
        let states = graph.states.iter().enumerate().map(|(at, values)| self.state(at, values)).collect();
        let command = |one: &Move| Labelled {
            from: one.from,
            to: one.to,
            role: Role::Acts,
            name: one.name.clone(),
            guard: one.condition.clone(),
            text: match &one.condition {
                Some(condition) => format!("{} if {condition}", one.name),
                None => one.name.clone(),
            },
            span: Span::default(),
        };
        let commands = graph.moves.iter().map(command).collect();
        let mut picture = Picture::new(agent, states, (0..graph.initial).collect(), commands, labels);
        let is_missing = |var: &&VarId| !self.vars.contains(var) && !left_out.contains(var);
        let missing = agent.owns.iter().filter(is_missing).chain(left_out);
        let missing: Vec<&str> = missing.map(|var| local_name(&self.system, *var)).collect();
        picture.note = (!missing.is_empty()).then(|| format!("whatever {} may be", missing.join(", ")));
        picture
    }

    fn state(&self, number: usize, values: &Values) -> PictureState {
        let shown = std::iter::zip(&self.vars, values).map(|(var, value)| {
            let sort = self.system.var(*var).ty.sort();
            (local_name(&self.system, *var), sort, show_value(&self.system, sort, *value))
        });
        let shown: Vec<(&str, Sort, String)> = shown.collect();
        let full: Vec<String> = shown.iter().map(|(name, _, value)| format!("{name} = {value}")).collect();
        let lines = match shown.as_slice() {
            [] => vec!["any state".to_string()],
            [(_, Sort::Enum(_), value)] => vec![value.clone()],
            some => some.iter().map(brief).collect(),
        };
        let values = std::iter::zip(&self.vars, values);
        let values =
            values.map(|(var, value)| (local_name(&self.system, *var).to_string(), *value)).collect();
        PictureState { key: number.to_string(), lines, title: full.join(", "), values }
    }
}

/// A value in a state of several.
fn brief((name, sort, value): &(&str, Sort, String)) -> String {
    match (sort, value.as_str()) {
        (Sort::Bool, "true") => name.to_string(),
        (Sort::Bool, "false") => format!("not {name}"),
        _ => format!("{name} = {value}"),
    }
}

/// Where whatever others do leads to the same, the conditions on them say nothing.
fn without_needless_conditions(moves: Vec<LocalMove>) -> Vec<LocalMove> {
    let is_same = |a: &LocalMove, b: &LocalMove| a.name == b.name && a.allowed == b.allowed;
    let leads_apart =
        |one: &LocalMove| moves.iter().any(|other| is_same(one, other) && other.values != one.values);
    let is_free = |one: &LocalMove| {
        moves.iter().any(|other| is_same(one, other) && other.outcome.is_none() && other.values == one.values)
    };
    let mut found: Vec<LocalMove> = Vec::new();
    for one in &moves {
        let outcome = one.outcome.clone().filter(|_| leads_apart(one) && !is_free(one));
        let one = LocalMove { outcome, ..one.clone() };
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}
