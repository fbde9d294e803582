//! Expressions in the language of a model: read once, evaluated in any state.

use synod_core::{BinaryOp, Env, Expr, ExprId, Fault, Formula, State, System, VarId, eval, show_value};
use synod_documents as documents;
use synod_printers::trace_json;
use synod_simulate::{Truth, show_variable};

use crate::questions::truth;
use crate::{OpenedModel, Rejection};

/// An expression over the states of a model.
pub struct Expression {
    /// As it was typed.
    pub text: String,
    /// The model's system, or the same with the expression in it.
    system: System,
    meaning: Meaning,
}

enum Meaning {
    /// A variable, by the name that traces have for it.
    Variable(VarId),
    /// A value.
    Value(ExprId),
    /// A condition that is more than an expression of the core.
    Condition(Formula),
}

impl Expression {
    /// Reads an expression: the name of a variable as traces print it, or what the language of the model has for conditions,
    /// numbers and values of enumerations.
    pub fn read(model: &OpenedModel, text: &str) -> Result<Self, Rejection> {
        let system = &model.compiled.system;
        let text = text.trim();
        let with = |system: System, meaning| Expression { text: text.to_string(), system, meaning };
        if let Some(var) = system.find_var(text) {
            return Ok(with(system.clone(), Meaning::Variable(var)));
        }
        // A number, or a value of an enumeration, can be compared with one. Where numbers are conditions too, this comes first.
        if let Some((system, id)) = compared(model, text, "0") {
            return Ok(with(system, Meaning::Value(id)));
        }
        let refused = match asked(model, text) {
            Ok((system, Formula::State(id))) => return Ok(with(system, Meaning::Value(id))),
            Ok((system, condition)) if condition.is_about_point() => {
                return Ok(with(system, Meaning::Condition(condition)));
            }
            Ok(_) => model.reject(format!("`{text}` is about runs, not about states")),
            Err(refused) => refused,
        };
        let mut names = system.enums.iter().filter_map(|kind| kind.values.first());
        if let Some((system, id)) = names.find_map(|name| compared(model, text, name)) {
            return Ok(with(system, Meaning::Value(id)));
        }
        let message = match refused.diagnostics.is_empty() {
            // What says so itself.
            true if refused.message.starts_with(&format!("`{text}` is ")) => refused.message.clone(),
            true => format!("`{text}` is not an expression of this model: {}", refused.message),
            false => format!("`{text}` is not an expression of this model"),
        };
        Err(Rejection { message, ..refused })
    }

    /// Its value in a state; `None` where it has none, such as a quotient by zero.
    pub fn value(&self, state: &State) -> Option<documents::Value> {
        let scalar = |one| Some(documents::Value::Scalar(one));
        match &self.meaning {
            Meaning::Variable(var) => Some(trace_json::variable(&self.system, state, *var)),
            Meaning::Value(id) => {
                let sort = self.system.exprs.sort(*id);
                scalar(trace_json::scalar(&self.system, sort, self.evaluated(*id, state).ok()?))
            }
            Meaning::Condition(condition) => match truth(&self.system, condition, state) {
                Truth::Unknown => None,
                truth => scalar(documents::Scalar::Bool(truth == Truth::True)),
            },
        }
    }

    /// Its value in a state, in the words of the model.
    pub fn shown(&self, state: &State) -> String {
        match &self.meaning {
            Meaning::Variable(var) => show_variable(&self.system, state, *var),
            Meaning::Value(id) => match self.evaluated(*id, state) {
                Ok(value) => show_value(&self.system, self.system.exprs.sort(*id), value),
                Err(fault) => format!("no value: {}", fault.describe(&self.system)),
            },
            Meaning::Condition(condition) => match truth(&self.system, condition, state) {
                Truth::True => "true".to_string(),
                Truth::False => "false".to_string(),
                Truth::Unknown => "no value".to_string(),
            },
        }
    }

    fn evaluated(&self, id: ExprId, state: &State) -> Result<i64, Fault> {
        eval(&self.system.exprs, id, Env::of(&self.system, state))
    }
}

/// What a text stands for if it can be compared with a value, unless it is a condition that counts as a number.
fn compared(model: &OpenedModel, text: &str, value: &str) -> Option<(System, ExprId)> {
    let (system, condition) = asked(model, &format!("({text}) = {value}")).ok()?;
    let Formula::State(id) = condition else { return None };
    let Expr::Binary(BinaryOp::Eq, compared, _) = system.exprs[id] else { return None };
    let is_condition = matches!(system.exprs[compared], Expr::Ite(_, one, zero)
        if system.exprs.as_const(one) == Some(1) && system.exprs.as_const(zero) == Some(0));
    (!is_condition).then_some((system, compared))
}

/// A condition in the language of the model, with the system that it is about: that of the model, and maybe more expressions.
fn asked(model: &OpenedModel, condition: &str) -> Result<(System, Formula), Rejection> {
    let (system, formula) = model.condition(condition)?.into_parts();
    let names = |system: &System| -> Vec<String> { system.vars.iter().map(|v| v.name.clone()).collect() };
    match names(&system) == names(&model.compiled.system) {
        true => Ok((system, always(formula))),
        false => Err(model.reject(format!("`{condition}` is not a condition on states"))),
    }
}

/// What a formula says of all states.
fn always(formula: Formula) -> Formula {
    match formula {
        Formula::AllRuns(inner) | Formula::Globally(inner) => always(*inner),
        other => other,
    }
}
