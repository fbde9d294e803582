//! Conditions over a few bits of the state, looked up instead of computed.

use synod_core::{ExprId, System};

use crate::guard::Truth;
use crate::layout::{Field, Layout};
use crate::program::{Inputs, Program, Registers};

/// Wider tables would not stay in the fastest memory.
const MOST_BITS: u32 = 10;

/// The truth of a condition for all values of the variables it reads.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    fields: Vec<Field>,
    truths: Vec<Truth>,
}

impl Table {
    /// The table of a condition on the state alone, unless it reads too much.
    pub fn new(system: &System, layout: &Layout, id: ExprId, program: &Program) -> Option<Self> {
        let vars = system.exprs.variables(id);
        if program.reads_step() || vars.iter().any(|var| system.var(*var).len.is_some()) {
            return None;
        }
        let fields: Vec<Field> = vars.iter().map(|var| layout.fields[system.slot(*var)]).collect();
        let bits: u32 = fields.iter().map(|field| field.width()).sum();
        if bits > MOST_BITS {
            return None;
        }
        let mut registers = Registers::new();
        let truths = (0..1u64 << bits)
            .map(|index| {
                let mut state = vec![0; layout.words];
                let mut rest = index;
                for field in &fields {
                    field.put_raw(&mut state, rest & ((1 << field.width()) - 1));
                    rest >>= field.width();
                }
                match program.run(layout, Inputs::of(&state), &mut registers) {
                    Some(1) => Truth::True,
                    Some(_) => Truth::False,
                    None => Truth::Fault,
                }
            })
            .collect();
        Some(Table { fields, truths })
    }

    #[inline]
    pub fn test(&self, state: &[u64]) -> Truth {
        let mut index = 0;
        for field in self.fields.iter().rev() {
            index = index << field.width() | field.raw(state) as usize;
        }
        self.truths[index]
    }
}
