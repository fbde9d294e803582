//! Conditions compiled for speed: what can be said with a few masks of whole words is, what depends on
//! few bits is looked up in a table, and the rest is computed by programs.

use synod_core::{BinaryOp, Expr, ExprId, System, UnaryOp, VarId};

use crate::cubes::{Cube, cubes};
use crate::layout::Layout;
use crate::lookup::Tables;
use crate::program::{Inputs, Lookup, Program, Registers};

/// Three-valued truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    False,
    Fault,
    True,
}

/// Some bits of a word, and the value they are compared with or set to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bits {
    pub word: u32,
    pub mask: u64,
    pub value: u64,
}

impl Bits {
    fn hold(&self, state: &[u64]) -> bool {
        state[self.word as usize] & self.mask == self.value
    }

    /// Writes the bits.
    pub fn store(&self, state: &mut [u64]) {
        let word = &mut state[self.word as usize];
        *word = (*word & !self.mask) | self.value;
    }
}

/// A conjunction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guard {
    /// It cannot be true in any state that is explored.
    never: bool,
    /// Bits that must be so, at most one entry for a word.
    equal: Vec<Bits>,
    /// Of each of these, one cube must hold.
    some: Vec<Vec<Cube>>,
    /// These must all be true.
    looked_up: Vec<Lookup>,
    /// What needs computing.
    computed: Vec<Program>,
    /// The conjuncts that are looked up or computed.
    pub rest: Vec<ExprId>,
}

/// `variable = constant`, in the forms that the constructors of expressions leave.
pub(crate) fn as_equality(system: &System, id: ExprId) -> Option<(VarId, i64)> {
    match system.exprs[id] {
        Expr::Var(var) => Some((var, 1)),
        Expr::Unary(UnaryOp::Not, inner) => match system.exprs[inner] {
            Expr::Var(var) => Some((var, 0)),
            _ => None,
        },
        Expr::Binary(BinaryOp::Eq, a, b) => match (&system.exprs[a], system.exprs.as_const(b)) {
            (Expr::Var(var), Some(value)) => Some((*var, value)),
            _ => None,
        },
        _ => None,
    }
}

fn cube_holds(cube: &[Bits], state: &[u64]) -> bool {
    cube.iter().all(|bits| bits.hold(state))
}

impl Guard {
    pub fn compile(tables: &mut Tables, conjuncts: impl IntoIterator<Item = ExprId>) -> Self {
        let mut guard = Guard::default();
        for conjunct in conjuncts {
            guard.add(tables, conjunct);
        }
        guard
    }

    fn add(&mut self, tables: &mut Tables, conjunct: ExprId) {
        let (system, layout) = (tables.system, tables.layout);
        let bits = |(var, value): (VarId, i64)| {
            let field = layout.fields[system.slot(var)];
            let value = field.bits(value).ok()?;
            Some(Bits { word: field.word, mask: field.mask(), value })
        };
        if let Some(equality) = as_equality(system, conjunct) {
            match bits(equality) {
                Some(bits) => self.require(bits),
                None => self.never = true,
            }
            return;
        }
        if let Some(cubes) = cubes(system, layout, conjunct) {
            match cubes.as_slice() {
                [] => self.never = true,
                [one] => one.iter().for_each(|bits| self.require(*bits)),
                _ => self.some.push(cubes),
            }
            return;
        }
        self.rest.push(conjunct);
        let program = Program::compile(tables, conjunct);
        match program.as_lookup() {
            Some(lookup) => self.looked_up.push(lookup.clone()),
            None => self.computed.push(program),
        }
    }

    fn require(&mut self, bits: Bits) {
        match self.equal.iter_mut().find(|known| known.word == bits.word) {
            Some(known) => {
                let common = known.mask & bits.mask;
                self.never |= known.value & common != bits.value & common;
                known.mask |= bits.mask;
                known.value |= bits.value;
            }
            None => self.equal.push(bits),
        }
    }

    /// Whether it is false in all states that are explored.
    pub fn is_never(&self) -> bool {
        self.never
    }

    /// Whether what masks can tell is true.
    #[inline]
    pub fn masks_hold(&self, state: &[u64]) -> bool {
        !self.never
            && self.equal.iter().all(|bits| bits.hold(state))
            && self.some.iter().all(|cubes| cubes.iter().any(|cube| cube_holds(cube, state)))
    }

    #[inline]
    pub fn test(&self, layout: &Layout, inputs: Inputs, registers: &mut Registers) -> Truth {
        if !self.masks_hold(inputs.state) {
            return Truth::False;
        }
        let mut truth = Truth::True;
        let looked_up = self.looked_up.iter().map(|lookup| lookup.find(inputs.state, &[]));
        for value in looked_up {
            match value {
                Some(1) => {}
                Some(_) => return Truth::False,
                None => truth = Truth::Fault,
            }
        }
        for program in &self.computed {
            match program.run(layout, inputs, registers) {
                Some(1) => {}
                Some(_) => return Truth::False,
                None => truth = Truth::Fault,
            }
        }
        truth
    }
}
