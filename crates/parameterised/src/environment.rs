//! Environments given by variables and expressions. Small ones are listed state by state, as the other
//! procedures want them; large ones, such as those that count agents at many places, stay as they are.

use std::collections::{BTreeMap, HashMap};

use synod_core::{
    EnumId, Env, Expr, ExprId, Sort, State, System, Type, Update, VarId, Variable, eval, eval_bool,
};

use crate::template::*;

/// An environment of an interleaved family, given by variables and expressions.
#[derive(Clone, Debug)]
pub struct SymbolicEnvironment {
    /// For people and traces.
    pub name: String,
    /// The variables with their types, and the expressions. Nothing else of it counts.
    pub system: System,
    /// The values of the variables at the start.
    pub initial: State,
    /// How it takes part in actions. Where several moves by one action are possible, they have to lead to
    /// the same state; a move to values outside their types is not possible.
    pub moves: Vec<SymbolicMove>,
    /// Propositions about it, declared without states.
    pub propositions: Vec<(PropositionId, ExprId)>,
}

/// A way for an environment to take part in an action.
#[derive(Clone, Debug)]
pub struct SymbolicMove {
    /// The action.
    pub action: ActionId,
    /// When.
    pub guard: ExprId,
    /// The new values of variables; the others stay.
    pub updates: Vec<Update>,
}

/// Environments with more states are not listed.
const MOST_LISTED: usize = 5_000;

/// An environment state by state.
pub(crate) struct Listed {
    pub template: Template,
    pub moves: Moves,
    /// Where each proposition holds.
    pub propositions: Vec<(PropositionId, Vec<StateId>)>,
}

impl SymbolicEnvironment {
    /// The environment as a template without states: what is known of it without listing it.
    pub(crate) fn outline(&self) -> Template {
        let local = |var: &Variable| LocalVariable { name: var.name.clone(), ty: self.local_type(var.ty) };
        Template {
            name: self.name.clone(),
            variables: self.system.vars.iter().map(local).collect(),
            states: vec![self.initial.clone()],
            initial: vec![StateId(0)],
            span: Default::default(),
        }
    }

    fn local_type(&self, ty: Type) -> LocalType {
        match ty {
            Type::Bool => LocalType::Bool,
            Type::Range { .. } | Type::Int => LocalType::Integer,
            Type::Enum(id) => LocalType::Enum(self.system.enums[id.0 as usize].values.clone()),
        }
    }

    /// All states that actions lead to, if they are few.
    pub(crate) fn list(&self) -> Option<Listed> {
        if self.system.vars.iter().any(|var| var.len.is_some()) {
            return None;
        }
        let mut template = self.outline();
        let mut numbers: HashMap<State, StateId> = HashMap::from([(self.initial.clone(), StateId(0))]);
        let mut moves: Moves = Vec::new();
        while let Some(state) = template.states.get(moves.len()).cloned() {
            let mut enabled = BTreeMap::new();
            for one in &self.moves {
                let Some(next) = self.step(&state, one) else { continue };
                let fresh = StateId(template.states.len() as u32);
                let number = *numbers.entry(next.clone()).or_insert(fresh);
                if number == fresh {
                    if template.states.len() == MOST_LISTED {
                        return None;
                    }
                    template.states.push(next);
                }
                enabled.entry(one.action).or_insert(number);
            }
            moves.push(enabled);
        }
        let holds = |id: &ExprId, state: &State| {
            eval_bool(&self.system.exprs, *id, Env::of(&self.system, state)) == Ok(true)
        };
        let propositions = self
            .propositions
            .iter()
            .map(|(proposition, id)| {
                let states = (0..).map(StateId).zip(&template.states);
                (*proposition, states.filter(|(_, s)| holds(id, s)).map(|(number, _)| number).collect())
            })
            .collect();
        Some(Listed { template, moves, propositions })
    }

    fn step(&self, state: &State, one: &SymbolicMove) -> Option<State> {
        let env = Env::of(&self.system, state);
        if eval_bool(&self.system.exprs, one.guard, env) != Ok(true) {
            return None;
        }
        let mut next = state.clone();
        for update in &one.updates {
            let value = eval(&self.system.exprs, update.value, env).ok()?;
            if !self.system.var(update.var).ty.contains(value, &self.system.enums) {
                return None;
            }
            next[self.system.slot(update.var)] = value;
        }
        Some(next)
    }
}

/// Where the variables and expressions of an environment are in the system of an instance.
#[derive(Clone, Debug)]
pub(crate) struct ImportedEnvironment {
    enums: Vec<EnumId>,
    vars: Vec<VarId>,
    done: HashMap<ExprId, ExprId>,
}

impl ImportedEnvironment {
    /// Brings the variables over, with their initial values.
    pub fn new(
        from: &SymbolicEnvironment,
        into: &mut System,
        owner: synod_core::AgentId,
        initial: &mut Vec<ExprId>,
    ) -> Self {
        let source = &from.system;
        let enums: Vec<EnumId> =
            source.enums.iter().map(|e| into.add_enum(&e.name, e.values.clone())).collect();
        let mut vars = Vec::new();
        for (id, var) in source.var_ids() {
            let ty = match var.ty {
                Type::Enum(id) => Type::Enum(enums[id.0 as usize]),
                other => other,
            };
            let name = format!("{}.{}", from.name, var.name);
            let new = into.add_var(Variable { name, ty, owner: Some(owner), ..var.clone() });
            let values = &from.initial[source.slot(id)..];
            for position in 0..var.len.unwrap_or(1) {
                let now = match var.len {
                    None => into.exprs.var(new),
                    Some(_) => {
                        let index = into.exprs.int(i64::from(position));
                        into.exprs.element(new, index)
                    }
                };
                let value = into.exprs.constant(ty.sort(), values[position as usize]);
                initial.push(into.exprs.eq(now, value));
            }
            vars.push(new);
        }
        ImportedEnvironment { enums, vars, done: HashMap::new() }
    }

    /// An expression in the instance.
    pub fn expr(&mut self, from: &System, into: &mut System, id: ExprId) -> ExprId {
        if let Some(done) = self.done.get(&id) {
            return *done;
        }
        let operands: Vec<ExprId> =
            from.exprs.operands(id).into_iter().map(|operand| self.expr(from, into, operand)).collect();
        let exprs = &mut into.exprs;
        let new = match &from.exprs[id] {
            Expr::Const(Sort::Enum(id), value) => {
                exprs.constant(Sort::Enum(self.enums[id.0 as usize]), *value)
            }
            Expr::Const(sort, value) => exprs.constant(*sort, *value),
            Expr::Var(var) => exprs.var(self.vars[var.0 as usize]),
            Expr::Element(var, _) => exprs.element(self.vars[var.0 as usize], operands[0]),
            Expr::Unary(synod_core::UnaryOp::Not, _) => exprs.not(operands[0]),
            Expr::Unary(synod_core::UnaryOp::Neg, _) => exprs.neg(operands[0]),
            Expr::Unary(synod_core::UnaryOp::Abs, _) => exprs.abs(operands[0]),
            Expr::Binary(op, ..) => exprs.binary(*op, operands[0], operands[1]),
            Expr::And(_) => exprs.and(operands),
            Expr::Or(_) => exprs.or(operands),
            Expr::Ite(..) => exprs.ite(operands[0], operands[1], operands[2]),
            // An environment makes no choices.
            Expr::Choice(..) | Expr::Took { .. } => exprs.bool(false),
        };
        self.done.insert(id, new);
        new
    }

    /// An assignment in the instance.
    pub fn update(&mut self, from: &System, into: &mut System, update: &Update) -> Update {
        Update {
            var: self.vars[update.var.0 as usize],
            index: update.index.map(|index| self.expr(from, into, index)),
            value: self.expr(from, into, update.value),
        }
    }
}
