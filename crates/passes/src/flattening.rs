//! Flattening: systems without arrays, for verifiers that reason better without. Every element becomes a variable.
//!
//! # Contract
//!
//! Every property is preserved except for knowledge and coalitions, as nobody owns or observes the new variables. The
//! places of a state, rules, choices, alternatives, dead ends and faults are the same, and so a trace needs no lifting.
//! What can be seen of a step on a channel is left out.

use rustc_hash::FxHashMap;
use synod_core::{
    Alternative, Alternatives, Expr, ExprId, Formula, PerAlternatives, Property, Sort, System, Update, VarId,
    Variable,
};

/// The same system and properties without arrays. Places of the state, rules, choices and alternatives are
/// the same, and so are faults.
pub fn without_arrays(system: &System, properties: &[Property]) -> (System, Vec<Property>) {
    let mut flat = System::new(system.name.clone());
    flat.enums = system.enums.clone();
    flat.agents = system.agents.clone();
    let mut first = Vec::new();
    for var in &system.vars {
        first.push(VarId(flat.vars.len() as u32));
        for element in 0..var.len.unwrap_or(1) {
            let name = if var.len.is_some() { format!("{}[{element}]", var.name) } else { var.name.clone() };
            // Who owns a variable makes no difference to a program.
            flat.add_var(Variable { name, len: None, owner: None, ..var.clone() });
        }
    }
    let mut pass = Pass { system, flat, first, done: FxHashMap::default() };
    pass.flat.init = pass.expr(system.init);
    let mut flattened: PerAlternatives<Alternatives> = PerAlternatives::default();
    for rule in &system.rules {
        let mut rule = rule.clone();
        rule.guard = pass.expr(rule.guard);
        for part in &mut rule.parts {
            part.alternatives = flattened.get(&part.alternatives, || {
                let flat = |one: &Alternative| Alternative {
                    guard: pass.expr(one.guard),
                    updates: pass.updates(&one.updates),
                    action: one.action.clone(),
                };
                part.alternatives.iter().map(flat).collect()
            });
        }
        // What can be seen of a step is no part of a program.
        rule.observation.channel = None;
        rule.observation.broadcast = None;
        rule.observation.data.clear();
        pass.flat.add_rule(rule);
    }
    for predicate in &system.step_predicates {
        let mut predicate = predicate.clone();
        predicate.cases.values_mut().for_each(|condition| *condition = pass.expr(*condition));
        pass.flat.add_step_predicate(predicate);
    }
    pass.flat.fairness = system.fairness.iter().map(|formula| pass.formula(formula)).collect();
    let rewritten =
        |property: &Property| Property { formula: pass.formula(&property.formula), ..property.clone() };
    let properties = properties.iter().map(rewritten).collect();
    (pass.flat, properties)
}

struct Pass<'a> {
    system: &'a System,
    flat: System,
    /// For each variable the one of its first element.
    first: Vec<VarId>,
    done: FxHashMap<ExprId, ExprId>,
}

impl Pass<'_> {
    fn element(&self, var: VarId, position: u32) -> VarId {
        VarId(self.first[var.0 as usize].0 + position)
    }

    /// Something without a value.
    fn fault(&mut self, sort: Sort) -> ExprId {
        let exprs = &mut self.flat.exprs;
        let (zero, none) = (exprs.int(0), exprs.no_value());
        let (condition, value) = (exprs.eq(none, zero), exprs.constant(sort, 0));
        exprs.ite(condition, value, value)
    }

    fn expr(&mut self, id: ExprId) -> ExprId {
        if let Some(known) = self.done.get(&id) {
            return *known;
        }
        let operands: Vec<ExprId> =
            self.system.exprs.operands(id).into_iter().map(|operand| self.expr(operand)).collect();
        let result = match self.system.exprs[id].clone() {
            Expr::Element(var, _) => self.read(var, operands[0]),
            Expr::Var(var) => self.flat.exprs.var(self.first[var.0 as usize]),
            node => self.flat.exprs.build(&node, &operands),
        };
        self.done.insert(id, result);
        result
    }

    /// The element at an index; outside there is none.
    fn read(&mut self, array: VarId, index: ExprId) -> ExprId {
        let mut value = self.fault(self.system.var(array).ty.sort());
        for position in (0..self.system.var(array).len.unwrap_or(1)).rev() {
            let element = self.element(array, position);
            let exprs = &mut self.flat.exprs;
            let (at, element) = (exprs.int(i64::from(position)), exprs.var(element));
            let here = exprs.eq(index, at);
            value = exprs.ite(here, element, value);
        }
        value
    }

    /// Assignments to elements; the last of equal indices wins, and an index outside is a fault.
    fn updates(&mut self, updates: &[Update]) -> Vec<Update> {
        let mut result = Vec::new();
        let mut arrays: Vec<VarId> = Vec::new();
        for update in updates {
            match update.index {
                None => {
                    let (var, value) = (self.first[update.var.0 as usize], self.expr(update.value));
                    result.push(Update { var, index: None, value });
                }
                Some(_) if !arrays.contains(&update.var) => arrays.push(update.var),
                Some(_) => {}
            }
        }
        for array in arrays {
            let mut values: Vec<ExprId> = (0..self.system.var(array).len.unwrap_or(1))
                .map(|position| self.flat.exprs.var(self.element(array, position)))
                .collect();
            let ty = self.system.var(array).ty;
            let mut fine = Vec::new();
            for update in updates.iter().filter(|update| update.var == array) {
                let Some(index) = update.index else { continue };
                let (index, new) = (self.expr(index), self.expr(update.value));
                let exprs = &mut self.flat.exprs;
                let mut inside = Vec::new();
                for (position, value) in values.iter_mut().enumerate() {
                    let at = exprs.int(position as i64);
                    let here = exprs.eq(index, at);
                    inside.push(here);
                    *value = exprs.ite(here, new, *value);
                }
                // A value that is overwritten at once has to exist and fit all the same.
                fine.extend([exprs.or(inside), exprs.eq(new, new), exprs.fits(new, ty, &self.flat.enums)]);
            }
            let (fine, fault) = (self.flat.exprs.and(fine), self.fault(ty.sort()));
            if let Some(value) = values.first_mut() {
                *value = self.flat.exprs.ite(fine, *value, fault);
            }
            for (position, value) in values.into_iter().enumerate() {
                let var = self.element(array, position as u32);
                if self.flat.exprs.var(var) != value {
                    result.push(Update { var, index: None, value });
                }
            }
        }
        result
    }

    fn formula(&mut self, formula: &Formula) -> Formula {
        match formula {
            Formula::State(id) => Formula::State(self.expr(*id)),
            other => other.map_children(&mut |part| self.formula(part)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use synod_simulate::Interpreter;
    use synod_testing::systems;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn steps_and_faults_stay_the_same(system in systems()) {
            let (flat, _) = without_arrays(&system, &[]);
            prop_assert!(flat.vars.iter().all(|var| var.len.is_none()));
            let (whole, parts) = (Interpreter::new(&system), Interpreter::new(&flat));
            let (whole, parts) = (whole.with_int_bound(2), parts.with_int_bound(2));
            let mut states = whole.initial(4).states;
            prop_assert_eq!(&parts.initial(4).states, &states);
            for _ in 0..12 {
                let Some(state) = states.pop() else { break };
                let (expected, found) = (whole.moves(&state), parts.moves(&state));
                prop_assert_eq!(&found.enabled, &expected.enabled);
                let taken = |moves: &synod_simulate::Moves| {
                    moves.faulted.iter().map(|faulted| faulted.taken.clone()).collect::<Vec<_>>()
                };
                prop_assert_eq!(taken(&found), taken(&expected));
                states.extend(expected.enabled.into_iter().take(2).map(|step| step.target));
            }
        }
    }
}
