//! What a step has written so far: later statements of a block read it, and in the end it is the
//! assignments of the step.

use rustc_hash::FxHashMap;
use synod_core::{ExprId, Exprs, Update, VarId};

/// Values on top of the current state.
#[derive(Clone, Debug, Default)]
pub(super) struct Store {
    scalars: FxHashMap<VarId, ExprId>,
    /// Writes to elements, in order.
    elements: FxHashMap<VarId, Vec<(ExprId, ExprId)>>,
    /// Variables in the order in which they were first written.
    order: Vec<VarId>,
}

impl Store {
    /// The value of a scalar, or of an element of an array.
    pub fn read(&self, exprs: &mut Exprs, var: VarId, index: Option<ExprId>) -> ExprId {
        let Some(index) = index else {
            return self.scalars.get(&var).copied().unwrap_or_else(|| exprs.var(var));
        };
        let mut value = exprs.element(var, index);
        for (at, written) in self.elements.get(&var).map_or(&[][..], Vec::as_slice) {
            let same = if *at == index { exprs.bool(true) } else { exprs.eq(*at, index) };
            value = exprs.ite(same, *written, value);
        }
        value
    }

    /// The value of a scalar, if it was written.
    pub fn written(&self, var: VarId) -> Option<ExprId> {
        self.scalars.get(&var).copied()
    }

    /// Writes a scalar, or an element of an array.
    pub fn write(&mut self, var: VarId, index: Option<ExprId>, value: ExprId) {
        if !self.order.contains(&var) {
            self.order.push(var);
        }
        match index {
            None => {
                self.scalars.insert(var, value);
            }
            Some(index) => self.elements.entry(var).or_default().push((index, value)),
        }
    }

    /// The assignments of the step; those that change nothing are left out.
    pub fn updates(&self, exprs: &mut Exprs) -> Vec<Update> {
        let mut updates = Vec::new();
        for var in &self.order {
            if let Some(value) = self.scalars.get(var)
                && exprs.var(*var) != *value
            {
                updates.push(Update { var: *var, index: None, value: *value });
            }
            for (index, value) in self.elements.get(var).map_or(&[][..], Vec::as_slice) {
                updates.push(Update { var: *var, index: Some(*index), value: *value });
            }
        }
        updates
    }
}
