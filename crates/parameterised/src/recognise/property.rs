//! Properties of a system as properties of the family it belongs to: names of copies become variables.

use synod_core::{AgentId, Env, Expr, ExprId, Formula, State, UnaryOp, counted, eval_bool, show_expr};

use super::reactions::{Firing, Reactions};
use super::{Asked, Shape};
use crate::formula::{IndexedFormula, IndexedProperty, IndexedVariable, VariableId};
use crate::fragment::Fragment;
use crate::template::{PropositionId, RoleId, StateId, Subject};

/// Reads properties, collecting the propositions they need.
pub(super) struct Reader<'a> {
    shape: &'a Shape<'a>,
    reactions: &'a Reactions,
    role: RoleId,
    announced: &'a [&'a Firing],
    pub propositions: Vec<(String, Subject, Vec<StateId>)>,
}

/// The copies that a property names, in the order in which it does.
type Named = Vec<usize>;

impl<'a> Reader<'a> {
    pub fn new(
        shape: &'a Shape<'a>,
        reactions: &'a Reactions,
        role: RoleId,
        announced: &'a [&'a Firing],
    ) -> Self {
        Reader { shape, reactions, role, announced, propositions: Vec::new() }
    }

    /// What a property asks of the family, or why that cannot be said.
    pub fn read(&mut self, asked: &Asked) -> Result<IndexedProperty, String> {
        let property = asked.property;
        let mut named = Named::new();
        let formula = IndexedFormula::AllRuns(Box::new(self.formula(&property.formula, &mut named)?));
        // What an agent could do all by itself is not seen in a system of two, where the other may block
        // it for ever: so the question is about two agents at least.
        let unnamed = (0..self.shape.copies.len()).filter(|copy| !named.contains(copy));
        let spoken_of: Vec<usize> =
            named.iter().copied().chain(unnamed.take(2usize.saturating_sub(named.len()))).collect();
        let variable = |copy: &usize| IndexedVariable { name: self.shape.name(*copy), role: self.role };
        let property = IndexedProperty {
            name: property.name.clone(),
            text: property.text.clone(),
            variables: spoken_of.iter().map(variable).collect(),
            formula,
            span: property.span,
        };
        // A step that was announced may be blocked: then nothing happens any more, though it would.
        let fragment = Fragment::of(&property);
        match fragment.universal {
            Err(part) => Err(format!("it contains {part}")),
            Ok(()) if fragment.liveness => {
                Err("it is a liveness property, and only safety properties can be proved".to_string())
            }
            Ok(()) => {
                self.written_out(asked)?;
                Ok(property)
            }
        }
    }

    /// Whether quantifiers that are written out for the copies of the system say all that they would for
    /// more of them.
    fn written_out(&self, asked: &Asked) -> Result<(), String> {
        let (wanted, copies) = (asked.agents.clone()?, self.shape.copies.len());
        match wanted <= copies {
            true => Ok(()),
            false => Err(format!(
                "it is about {} of the role at once, and the model has {copies}: give it {wanted}",
                counted(wanted, "agent")
            )),
        }
    }

    fn formula(&mut self, formula: &Formula, named: &mut Named) -> Result<IndexedFormula, String> {
        let mut boxed = |f: &Formula| self.formula(f, named).map(Box::new);
        Ok(match formula {
            Formula::State(expr) => self.state(*expr, true, named)?,
            Formula::Not(a) => boxed(a)?.not(),
            Formula::And(list) => {
                IndexedFormula::And(list.iter().map(|f| self.formula(f, named)).collect::<Result<_, _>>()?)
            }
            Formula::Or(list) => {
                IndexedFormula::Or(list.iter().map(|f| self.formula(f, named)).collect::<Result<_, _>>()?)
            }
            Formula::Finally(a) => IndexedFormula::Finally(boxed(a)?),
            Formula::Globally(a) => IndexedFormula::Globally(boxed(a)?),
            Formula::Until(a, b) => {
                let (a, b) = (boxed(a)?, boxed(b)?);
                IndexedFormula::Until(a, b)
            }
            Formula::AllRuns(a) => IndexedFormula::AllRuns(boxed(a)?),
            Formula::SomeRun(a) => IndexedFormula::SomeRun(boxed(a)?),
            Formula::Knows(agent, a) => {
                let known = boxed(a)?;
                IndexedFormula::Knows(self.knower(*agent, named)?, known)
            }
            Formula::Next(_) => return Err("it counts steps (X)".to_string()),
            Formula::Step(_) | Formula::Arrived(_) => return Err("it is about steps".to_string()),
            Formula::Deadlock | Formula::Faulty => {
                return Err("it is about enabled steps, not about states".to_string());
            }
            Formula::Release(a, b) => {
                let (a, b) = (boxed(a)?, boxed(b)?);
                IndexedFormula::Until(Box::new(a.not()), Box::new(b.not())).not()
            }
            Formula::WeakUntil(a, b) => {
                let (a, b) = (boxed(a)?.not(), boxed(b)?.not());
                IndexedFormula::Until(Box::new(b.clone()), Box::new(IndexedFormula::And(vec![a, b]))).not()
            }
            Formula::EverybodyKnows(..)
            | Formula::CommonKnowledge(..)
            | Formula::DistributedKnowledge(..)
            | Formula::Coalition(..) => return Err("it is about groups of agents".to_string()),
        })
    }

    fn knower(&self, agent: AgentId, named: &mut Named) -> Result<VariableId, String> {
        let found = self.shape.copy_of(agent);
        let system = self.shape.system;
        let who = system.agent(agent);
        let copy = found.ok_or_else(|| {
            format!("it is about the knowledge of `{}`, which is not of the role", who.name)
        })?;
        let mut sees = who.observes.clone();
        sees.sort_unstable();
        let mut own = who.owns.clone();
        own.sort_unstable();
        if sees != own {
            return Err(format!("`{}` observes more or less than its own variables", who.name));
        }
        Ok(variable(copy, named))
    }

    /// That an expression has this value; where it meets a fault, it has neither.
    fn state(&mut self, expr: ExprId, value: bool, named: &mut Named) -> Result<IndexedFormula, String> {
        let exprs = &self.shape.system.exprs;
        match exprs[expr].clone() {
            Expr::Const(_, constant) => return Ok(truth((constant == 1) == value)),
            Expr::Unary(UnaryOp::Not, inner) => return self.state(inner, !value, named),
            // As `core` evaluates them: one decisive operand is enough, whatever happens to others.
            Expr::And(list) => return self.junction(&list, value, value, named),
            Expr::Or(list) => return self.junction(&list, value, !value, named),
            _ => {}
        }
        let system = self.shape.system;
        let owners: Vec<Option<usize>> =
            exprs.variables(expr).into_iter().map(|var| self.shape.owner(var)).collect();
        let text = show_expr(system, expr);
        // What reads nothing is as true of the rest as of anybody.
        let owner = owners.first().copied().unwrap_or(None);
        if owners.iter().any(|other| *other != owner) {
            return Err(format!("`{text}` compares different agents"));
        }
        let values = self.values(expr, owner);
        let faultless = !values.contains(&None);
        let (text, sought) = match value || faultless {
            true => (text, true),
            false => (format!("!({text})"), false),
        };
        let states = (0..).map(StateId).zip(values).filter(|(_, found)| *found == Some(sought));
        let states = states.map(|(state, _)| state).collect();
        let found = match owner {
            Some(copy) => {
                let proposition = self.proposition(text, Subject::Role(self.role), states);
                IndexedFormula::Holds(proposition, variable(copy, named))
            }
            None => IndexedFormula::Environment(self.proposition(text, Subject::Environment, states)),
        };
        Ok(if value == sought { found } else { found.not() })
    }

    /// That each of some expressions has this value, or that one has.
    fn junction(
        &mut self,
        list: &[ExprId],
        value: bool,
        each: bool,
        named: &mut Named,
    ) -> Result<IndexedFormula, String> {
        let parts = list.iter().map(|part| self.state(*part, value, named)).collect::<Result<_, _>>()?;
        Ok(if each { IndexedFormula::And(parts) } else { IndexedFormula::Or(parts) })
    }

    /// The value of an expression in each local state of a copy, or of the rest; `None` where it meets a
    /// fault. Who announces something is where he was before.
    fn values(&self, expr: ExprId, owner: Option<usize>) -> Vec<Option<bool>> {
        let (vars, listed) = match owner {
            Some(copy) => (&self.shape.copies[copy].1, &self.reactions.states.values),
            None => (&self.shape.rest, &self.reactions.rest.values),
        };
        let system = self.shape.system;
        let mut state: State = vec![0; system.width()];
        let mut value = |values: &Vec<i64>| {
            self.shape.put(&mut state, vars, values);
            eval_bool(&system.exprs, expr, Env::of(system, &state)).ok()
        };
        let found: Vec<Option<bool>> = listed.iter().map(&mut value).collect();
        let before = self.announced.iter().map(|firing| match owner {
            Some(_) => firing.actor.map_or(0, |(from, _)| from),
            None => firing.rest.0,
        });
        (0..listed.len()).chain(before).map(|position| found[position]).collect()
    }

    fn proposition(&mut self, name: String, subject: Subject, states: Vec<StateId>) -> PropositionId {
        let known = self.propositions.iter().position(|(known, ..)| *known == name);
        let position = known.unwrap_or_else(|| {
            self.propositions.push((name, subject, states));
            self.propositions.len() - 1
        });
        PropositionId(position as u32)
    }
}

fn truth(value: bool) -> IndexedFormula {
    if value { IndexedFormula::And(vec![]) } else { IndexedFormula::Or(vec![]) }
}

/// The variable that stands for a copy.
fn variable(copy: usize, named: &mut Named) -> VariableId {
    let position = named.iter().position(|known| *known == copy).unwrap_or_else(|| {
        named.push(copy);
        named.len() - 1
    });
    VariableId(position as u32)
}
