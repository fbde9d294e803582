//! Expressions as diagrams, with the three-valued meaning that faults give them.

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{Expr, ExprId, Stop, System, UnaryOp};

use crate::diagram::{Diagram, Manager};
use crate::layout::{Field, Layout};
use crate::vector::Vector;

/// Where a condition is true, and where it is false. Elsewhere its evaluation meets a fault.
#[derive(Clone, Debug)]
pub(crate) struct Truth {
    pub yes: Diagram,
    pub no: Diagram,
}

/// The truths of some conditions.
struct Truths {
    yes: Vec<Diagram>,
    no: Vec<Diagram>,
}

impl Truth {
    fn decided(yes: Diagram) -> Self {
        Truth { no: yes.not(), yes }
    }

    /// Holds where there is no fault.
    pub fn defined(&self, m: &mut Manager) -> Result<Diagram, Stop> {
        m.or(&self.yes, &self.no)
    }
}

/// A value, and where it has one. What the vector says elsewhere means nothing.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub vector: Vector,
    pub defined: Diagram,
}

#[derive(Clone, Debug)]
enum Compiled {
    Truth(Truth),
    Value(Value),
}

/// What the choices and the alternatives of a step are read from.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StepFields<'a> {
    pub choices: &'a [Field],
    /// For each part of the rule where the alternative it takes is written, if it is.
    pub picks: &'a [Option<Field>],
}

/// Compiles the expressions of a system. What does not depend on a step is kept.
#[derive(Debug, Default)]
pub(crate) struct Compiler {
    of_states: FxHashMap<ExprId, Compiled>,
    of_steps: FxHashMap<ExprId, Compiled>,
    about_steps: FxHashSet<ExprId>,
    /// Expressions below this one are sorted into those about steps and those about states.
    sorted: u32,
}

/// Everything that compiling reads.
pub(crate) struct Scene<'a> {
    pub system: &'a System,
    pub layout: &'a Layout,
    pub step: StepFields<'a>,
}

impl Compiler {
    /// Forgets what belongs to the last step, before another scene is used.
    pub fn begin_step(&mut self) {
        self.of_steps.clear();
    }

    /// A condition.
    pub fn truth(&mut self, m: &mut Manager, scene: &Scene, id: ExprId) -> Result<Truth, Stop> {
        match self.compile(m, scene, id)? {
            Compiled::Truth(truth) => Ok(truth),
            Compiled::Value(value) => {
                let bit = value.vector.bit(0).clone();
                Ok(Truth { yes: m.and(&value.defined, &bit)?, no: m.minus(&value.defined, &bit)? })
            }
        }
    }

    fn truths(&mut self, m: &mut Manager, scene: &Scene, list: &[ExprId]) -> Result<Truths, Stop> {
        let mut truths = Truths { yes: Vec::new(), no: Vec::new() };
        for operand in list {
            let truth = self.truth(m, scene, *operand)?;
            truths.yes.push(truth.yes);
            truths.no.push(truth.no);
        }
        Ok(truths)
    }

    /// A value; `true` is 1.
    pub fn value(&mut self, m: &mut Manager, scene: &Scene, id: ExprId) -> Result<Value, Stop> {
        match self.compile(m, scene, id)? {
            Compiled::Value(value) => Ok(value),
            Compiled::Truth(truth) => {
                Ok(Value { defined: truth.defined(m)?, vector: Vector::unsigned(m, vec![truth.yes]) })
            }
        }
    }

    fn compile(&mut self, m: &mut Manager, scene: &Scene, id: ExprId) -> Result<Compiled, Stop> {
        self.sort_up_to(scene.system, id);
        let about_step = self.about_steps.contains(&id);
        let known = if about_step { self.of_steps.get(&id) } else { self.of_states.get(&id) };
        if let Some(known) = known {
            return Ok(known.clone());
        }
        let compiled = self.build(m, scene, id)?;
        let store = if about_step { &mut self.of_steps } else { &mut self.of_states };
        store.insert(id, compiled.clone());
        Ok(compiled)
    }

    /// Operands come before what is made of them, so one pass in order suffices.
    fn sort_up_to(&mut self, system: &System, id: ExprId) {
        while self.sorted <= id.0 {
            let at = ExprId(self.sorted);
            let own = matches!(system.exprs[at], Expr::Choice(..) | Expr::Took { .. });
            if own || system.exprs.operands(at).iter().any(|operand| self.about_steps.contains(operand)) {
                self.about_steps.insert(at);
            }
            self.sorted += 1;
        }
    }

    fn build(&mut self, m: &mut Manager, scene: &Scene, id: ExprId) -> Result<Compiled, Stop> {
        let exprs = &scene.system.exprs;
        let always = m.constant(true);
        Ok(match &exprs[id] {
            Expr::Const(_, value) => {
                Compiled::Value(Value { vector: Vector::constant(m, *value), defined: always })
            }
            Expr::Var(var) => {
                let vector = scene.layout.slots[scene.system.slot(*var)].value(m)?;
                Compiled::Value(Value { vector, defined: always })
            }
            Expr::Element(var, index) => {
                let index = self.value(m, scene, *index)?;
                let first = scene.system.slot(*var);
                let len = scene.system.var(*var).len.unwrap_or(1) as usize;
                let mut inside = m.constant(false);
                let mut vector = Vector::constant(m, 0);
                for (place, field) in scene.layout.slots[first..first + len].iter().enumerate() {
                    let number = Vector::constant(m, place as i64);
                    let here = index.vector.equals(m, &number)?;
                    if !here.is_false() {
                        inside = m.or(&inside, &here)?;
                        let element = field.value(m)?;
                        vector = Vector::choose(m, &here, &element, &vector)?;
                    }
                }
                Compiled::Value(Value { vector, defined: m.and(&index.defined, &inside)? })
            }
            Expr::Choice(position, _) => {
                let vector = scene.step.choices[*position as usize].value(m)?;
                Compiled::Value(Value { vector, defined: always })
            }
            Expr::Took { part, alternative } => {
                let took = match &scene.step.picks[*part as usize] {
                    Some(field) => {
                        let picked = field.value(m)?;
                        let number = Vector::constant(m, i64::from(*alternative));
                        picked.equals(m, &number)?
                    }
                    None => m.constant(false),
                };
                Compiled::Truth(Truth::decided(took))
            }
            Expr::Unary(UnaryOp::Not, a) => {
                let Truth { yes, no } = self.truth(m, scene, *a)?;
                Compiled::Truth(Truth { yes: no, no: yes })
            }
            Expr::Unary(op, a) => {
                let a = self.value(m, scene, *a)?;
                let vector = match op {
                    UnaryOp::Neg => a.vector.negated(m)?,
                    _ => a.vector.magnitude(m)?,
                };
                Compiled::Value(within_word(m, vector, a.defined)?)
            }
            Expr::Binary(op, a, b) => {
                use synod_core::BinaryOp::{Eq, Le, Lt};
                let (a, b) = (self.value(m, scene, *a)?, self.value(m, scene, *b)?);
                let both = m.and(&a.defined, &b.defined)?;
                if matches!(op, Eq | Lt | Le) {
                    let truth = Vector::compare(m, *op, &a.vector, &b.vector)?;
                    let (yes, no) = (m.and(&both, &truth)?, m.minus(&both, &truth)?);
                    return Ok(Compiled::Truth(Truth { yes, no }));
                }
                let (vector, defined) = Vector::apply(m, *op, &a.vector, &b.vector)?;
                let defined = m.and(&both, &defined)?;
                Compiled::Value(within_word(m, vector, defined)?)
            }
            Expr::And(list) => {
                let Truths { yes, no } = self.truths(m, scene, list)?;
                Compiled::Truth(Truth { yes: m.all(yes)?, no: m.any(no)? })
            }
            Expr::Or(list) => {
                let Truths { yes, no } = self.truths(m, scene, list)?;
                Compiled::Truth(Truth { yes: m.any(yes)?, no: m.all(no)? })
            }
            Expr::Ite(condition, then, otherwise) => {
                let condition = self.truth(m, scene, *condition)?;
                let (then, otherwise) = (self.value(m, scene, *then)?, self.value(m, scene, *otherwise)?);
                let vector = Vector::choose(m, &condition.yes, &then.vector, &otherwise.vector)?;
                let decided = condition.defined(m)?;
                let chosen = m.ite(&condition.yes, &then.defined, &otherwise.defined)?;
                Compiled::Value(Value { vector, defined: m.and(&decided, &chosen)? })
            }
        })
    }
}

/// A result that is a fault where it does not fit 64 bits.
fn within_word(m: &mut Manager, vector: Vector, defined: Diagram) -> Result<Value, Stop> {
    let fits = vector.fits(m)?;
    Ok(Value { defined: m.and(&defined, &fits)?, vector: vector.cut() })
}
