//! What is asked of a state in the language of the model, read once. An agent may call its own variables by their short names.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use synod_core::{AgentId, State};
use synod_documents::{Scalar, Value};
use synod_simulate::{local_name, show_variable};

use super::Debugger;
use crate::expression::Expression;

/// A text with the agent that says it.
type Asked = (String, Option<AgentId>);

/// Expressions that were read, or why they cannot be.
#[derive(Default)]
pub(super) struct Expressions(RefCell<HashMap<Asked, Rc<Result<Expression, String>>>>);

/// Every expression has a system of its own.
const MOST: usize = 64;

impl Debugger<'_> {
    /// The value of an expression in the current state, as an agent says it.
    pub fn value(&self, text: &str, agent: Option<AgentId>) -> Result<String, String> {
        let text = text.trim();
        let own = agent.into_iter().flat_map(|agent| &self.system().agent(agent).owns);
        if let Some(var) = own.copied().find(|var| local_name(self.system(), *var) == text) {
            return Ok(show_variable(self.system(), self.walk.state(), var));
        }
        match &*self.read(text, agent) {
            Ok(expression) => Ok(expression.shown(self.walk.state())),
            Err(why) => Err(why.clone()),
        }
    }

    /// Whether a condition holds in a state, as an agent says it; an error if it is none.
    pub fn holds(&self, text: &str, agent: Option<AgentId>, state: &State) -> Result<bool, String> {
        match &*self.read(text.trim(), agent) {
            Ok(expression) => match expression.value(state) {
                Some(Value::Scalar(Scalar::Bool(value))) => Ok(value),
                None => Ok(false),
                Some(_) => Err(format!("`{}` is not a condition, which is true or false", text.trim())),
            },
            Err(why) => Err(why.clone()),
        }
    }

    /// Whether a condition means something to somebody who has one of these commands, or to nobody in particular; why not.
    pub fn can_be_asked(&self, condition: &str, commands: &[usize]) -> Result<(), String> {
        let state = self.walk.state();
        let refused = match self.holds(condition, None, state) {
            Ok(_) => return Ok(()),
            Err(why) => why,
        };
        let mut agents = self.agents_with(commands);
        match agents.any(|agent| self.holds(condition, Some(agent), state).is_ok()) {
            true => Ok(()),
            false => Err(refused),
        }
    }

    fn read(&self, text: &str, agent: Option<AgentId>) -> Rc<Result<Expression, String>> {
        let asked = (text.to_string(), agent);
        if let Some(known) = self.expressions.0.borrow().get(&asked) {
            return Rc::clone(known);
        }
        let plain = Expression::read(self.model, text);
        let read = match (plain, agent.and_then(|agent| self.in_full(text, agent))) {
            (Err(refused), Some(full)) => Expression::read(self.model, &full).map_err(|_| refused.one_line()),
            (plain, _) => plain.map_err(|refused| refused.one_line()),
        };
        let read = Rc::new(read);
        let mut known = self.expressions.0.borrow_mut();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(asked, Rc::clone(&read));
        read
    }

    /// A text with the full names of the variables that an agent calls by short ones; `None` if it has none of these.
    fn in_full(&self, text: &str, agent: AgentId) -> Option<String> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let own = &self.system().agent(agent).owns;
        let (mut full, mut rest, mut changed) = (String::new(), text, false);
        while let Some(first) = rest.chars().next() {
            let end = match is_part(first) {
                true => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
                false => first.len_utf8(),
            };
            let word = &rest[..end];
            // Behind these stands the member of somebody else, and before these somebody's name.
            let is_member = full.ends_with(['-', '.', '@']) || rest[end..].starts_with(['-', '.']);
            let meant = own.iter().find(|var| local_name(self.system(), **var) == word);
            match meant.filter(|_| !is_member) {
                Some(var) => {
                    full.push_str(&self.system().var(*var).name);
                    changed = true;
                }
                None => full.push_str(word),
            }
            rest = &rest[end..];
        }
        changed.then_some(full)
    }
}
