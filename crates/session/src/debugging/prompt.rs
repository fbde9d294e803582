//! What can be typed while a walk is stopped.

use synod_core::{Budget, Progress, uninterrupted};

use super::Debugger;
use crate::fairness::FairnessRequest;
use crate::walk::FindResult;
use crate::wording::Layout;
use crate::{TraceView, counted};

/// What can be typed, and what it does. Whatever else is typed is an expression.
pub const COMMANDS: [(&str, &str); 10] = [
    ("check", "check [PROPERTY|FORMULA]   verify it, or all properties"),
    ("find", "find CONDITION|deadlock    walk to the nearest state where it holds"),
    ("why", "why [AGENT|RULE]           what is blocked here, and why"),
    ("steps", "steps                      the steps that can be taken, with numbers"),
    ("take", "take N                     take one of them"),
    ("state", "state [AGENT]              the current state"),
    ("view", "view AGENT                 what an agent observes and can take part in"),
    ("load", "load                       follow the last counterexample of `check`"),
    ("eval", "eval EXPRESSION            its value; the same as the expression alone"),
    ("help", "help                       this list"),
];

impl Debugger<'_> {
    /// Carries out what was typed, as an agent says it; what is said to it, or what is wrong. The walk may have moved.
    pub fn type_in(
        &mut self,
        line: &str,
        agent: Option<synod_core::AgentId>,
        layout: Layout,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<String, String> {
        let line = line.trim();
        let (name, rest) = match line.split_once(char::is_whitespace) {
            Some((name, rest)) => (name, rest.trim()),
            None => (line, ""),
        };
        let optional = (!rest.is_empty()).then_some(rest);
        let required = |what: &str| optional.ok_or_else(|| format!("`{name}` needs {what}: `{name} …`"));
        match name {
            "" => Ok(String::new()),
            "check" => uninterrupted(|| self.check(rest, layout, budget, progress)),
            "find" => self.find(required("a condition")?, layout, budget),
            "why" => self.walk.blocked_text(optional),
            "steps" => Ok(self.walk.steps_text(layout)),
            "take" => {
                let number = required("the number of a step")?;
                let number = number.parse().map_err(|_| format!("`{number}` is not the number of a step"))?;
                self.take(number)?;
                Ok(self.walk.last_steps_text(1, layout))
            }
            "state" => self.walk.state_text(optional, layout),
            "view" => self.walk.view_text(required("an agent")?),
            "load" => {
                let trace =
                    self.found.clone().ok_or("`check` a property first; its counterexample is loaded")?;
                let steps = counted(trace.steps.len(), "step");
                self.follow(trace)?;
                Ok(format!("now at the beginning of the counterexample, which has {steps}\n"))
            }
            "eval" => self.value(required("an expression")?, agent),
            "help" => {
                let lines: Vec<&str> = COMMANDS.iter().map(|(_, help)| *help).collect();
                Ok(format!(
                    "{}\nanything else is an expression in the language of the model\n",
                    lines.join("\n")
                ))
            }
            _ => self.value(line, agent),
        }
    }

    fn check(
        &mut self,
        asked: &str,
        layout: Layout,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<String, String> {
        let (fairness, view) = (FairnessRequest::default(), TraceView::default());
        let checked =
            self.model.check_asked(asked, &fairness, &view, layout, budget, progress, &mut |_| {})?;
        let mut text = checked.text;
        if let Some((name, trace)) = checked.violated.into_iter().next_back() {
            text.push_str(&format!("    `load` follows the counterexample of {name}\n"));
            self.found = Some(trace);
        }
        Ok(text)
    }

    fn find(&mut self, condition: &str, layout: Layout, budget: &Budget) -> Result<String, String> {
        let found = self.nearest(condition, budget)?;
        let steps = match found {
            FindResult::After(steps) => self.walk.last_steps_text(steps, layout),
            FindResult::Nowhere { .. } | FindResult::Stopped { .. } => String::new(),
        };
        Ok(format!("{steps}{found}\n"))
    }

    /// Goes to the nearest state where a condition holds.
    fn nearest(&mut self, condition: &str, budget: &Budget) -> Result<FindResult, String> {
        let before = self.walk.depth();
        let found = self.walk.find(condition, budget).map_err(|rejection| rejection.one_line())?;
        if self.walk.depth() > before {
            self.undone.clear();
            self.here = super::Here::default();
            self.watched.moved(&self.walk);
        }
        Ok(found)
    }
}
