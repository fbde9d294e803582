//! Expressions as an algebra of bits, for those who write formulas back into a model. They must have a value
//! everywhere.

use std::convert::Infallible;

use synod_core::{ExprId, Exprs};

use crate::algebra::Bits;

impl Bits for Exprs {
    type Bit = ExprId;
    type Error = Infallible;

    fn constant(&mut self, value: bool) -> ExprId {
        self.bool(value)
    }

    fn as_constant(&self, bit: &ExprId) -> Option<bool> {
        self.as_const(*bit).map(|value| value == 1)
    }

    fn not(&mut self, bit: &ExprId) -> ExprId {
        Exprs::not(self, *bit)
    }

    fn all(&mut self, bits: Vec<ExprId>) -> Result<ExprId, Infallible> {
        Ok(Exprs::and(self, bits))
    }

    fn any(&mut self, bits: Vec<ExprId>) -> Result<ExprId, Infallible> {
        Ok(Exprs::or(self, bits))
    }
}
