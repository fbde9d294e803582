//! Which stigmergic variables an action reads, and so has to confirm.

use std::collections::BTreeSet;

use synod_syntax::{Diagnostic, Diagnostics};

use super::Lowering;
use crate::model::{
    Action, ActionKind, AgentType, Number, Place, Statement, Target, Truth, VariableRef, Who,
};
use crate::options::Blocked;

/// How a tuple is sent.
#[derive(Clone, Debug, Default)]
pub(super) struct Sent {
    /// Somebody writes or confirms it.
    pub any: bool,
    /// Names of the types whose agents confirm it.
    confirmed: BTreeSet<String>,
}

impl Sent {
    pub fn confirmed_by(&self, ty: &AgentType) -> bool {
        self.confirmed.contains(&ty.name)
    }
}

/// What is counted as reading.
#[derive(Clone, Copy)]
struct Rules {
    /// Conditions of `if`, owners after `of`, subscripts on the left and conditions of `=>` too.
    everything: bool,
    /// Variables that the same statement assigns too.
    also_assigned: bool,
}

impl Lowering<'_> {
    fn rules(&self) -> Rules {
        let semantics = self.options.semantics;
        Rules { everything: semantics.confirms_all_reads, also_assigned: semantics.confirms_assigned }
    }

    /// The tuples that an action adds to those to confirm.
    pub(super) fn tuples_read(&self, action: &Action) -> BTreeSet<usize> {
        let rules = self.rules();
        let mut variables = BTreeSet::new();
        let mut all_assigned = BTreeSet::new();
        if let ActionKind::Do(statements) = &action.kind {
            for statement in statements {
                let mut read = BTreeSet::new();
                let mut assigned = BTreeSet::new();
                match statement {
                    Statement::Assign(pairs) => {
                        for (target, value) in pairs {
                            number(value, rules, &mut read);
                            written(target, rules, &mut read, &mut assigned);
                        }
                    }
                    Statement::Pick { condition, .. } if rules.everything => {
                        truth(condition, rules, &mut read)
                    }
                    Statement::Pick { .. } => {}
                }
                variables.extend(read.into_iter().filter(|v| rules.also_assigned || !assigned.contains(v)));
                all_assigned.extend(assigned);
            }
        }
        if !matches!(action.kind, ActionKind::Pass) {
            let mut read = BTreeSet::new();
            for guard in action.guards.iter().filter(|guard| rules.everything || !guard.conditional) {
                truth(&guard.condition, rules, &mut read);
            }
            variables.extend(read.into_iter().filter(|v| rules.also_assigned || !all_assigned.contains(v)));
        }
        variables.into_iter().map(|variable| self.model.stigmergic[variable].tuple).collect()
    }

    /// The tuples that an action writes.
    pub(super) fn tuples_written(&self, action: &Action) -> BTreeSet<usize> {
        let mut assigned = BTreeSet::new();
        if let ActionKind::Do(statements) = &action.kind {
            for statement in statements {
                if let Statement::Assign(pairs) = statement {
                    for (target, _) in pairs {
                        written(target, self.rules(), &mut BTreeSet::new(), &mut assigned);
                    }
                }
            }
        }
        assigned.into_iter().map(|variable| self.model.stigmergic[variable].tuple).collect()
    }

    /// Whether an agent can act depends on what it picks: then it is not clear when to skip its turn.
    pub(super) fn choices_in_guards(&self, diagnostics: &mut Diagnostics) {
        if !self.options.fair || self.options.blocked != Blocked::Skip {
            return;
        }
        for action in self.model.types.iter().flat_map(|ty| &ty.actions) {
            if action.guards.iter().any(|guard| picks(&guard.condition)) {
                let message = "with `--blocked skip`, a condition cannot pick a value `[a..b]`";
                diagnostics.push(
                    Diagnostic::error("labs::choice-in-guard", action.span, message)
                        .help("pick the value in an assignment before"),
                );
            }
        }
    }

    /// How each tuple is sent, if at all.
    pub(super) fn sent_tuples(&self) -> Vec<Sent> {
        let mut sent = vec![Sent::default(); self.model.tuples.len()];
        for ty in &self.model.types {
            for action in ty.behaviour.triples.iter().filter_map(|triple| triple.label.action()) {
                let action = &ty.actions[action.action];
                for tuple in self.tuples_read(action) {
                    sent[tuple].any = true;
                    sent[tuple].confirmed.insert(ty.name.clone());
                }
                for tuple in self.tuples_written(action) {
                    sent[tuple].any = true;
                }
            }
        }
        sent
    }
}

fn written(target: &Target, rules: Rules, read: &mut BTreeSet<usize>, assigned: &mut BTreeSet<usize>) {
    match target {
        Target::Place { variable, index } => {
            if let VariableRef::Stigmergic(variable) = variable {
                assigned.insert(*variable);
            }
            if rules.everything {
                index.iter().for_each(|e| number(e, rules, read));
            }
        }
        Target::LocalElement(_, index) if rules.everything => number(index, rules, read),
        Target::Local(_) | Target::LocalElement(..) => {}
    }
}

fn place(place: &Place, rules: Rules, read: &mut BTreeSet<usize>) {
    if let VariableRef::Stigmergic(variable) = place.variable {
        read.insert(variable);
    }
    place.index.iter().for_each(|e| number(e, rules, read));
    if let (Who::Agent(agent), true) = (&place.of, rules.everything) {
        number(agent, rules, read);
    }
}

fn number(n: &Number, rules: Rules, read: &mut BTreeSet<usize>) {
    match n {
        Number::Place(p) => place(p, rules, read),
        Number::Constant(_) | Number::Local(_) | Number::Bound(_) => {}
        Number::Id(who) => {
            if let (Who::Agent(agent), true) = (who, rules.everything) {
                number(agent, rules, read);
            }
        }
        Number::LocalElement(_, a) | Number::Neg(a) | Number::Abs(a) => number(a, rules, read),
        Number::Fresh(a, b) | Number::Binary(_, a, b) => {
            number(a, rules, read);
            number(b, rules, read);
        }
        Number::If(condition, a, b) => {
            if rules.everything {
                truth(condition, rules, read);
            }
            number(a, rules, read);
            number(b, rules, read);
        }
        Number::Truth(condition) | Number::Count(_, condition) => {
            if rules.everything {
                truth(condition, rules, read);
            }
        }
    }
}

fn truth(t: &Truth, rules: Rules, read: &mut BTreeSet<usize>) {
    match t {
        Truth::Constant(_) => {}
        Truth::Compare(_, a, b) => {
            number(a, rules, read);
            number(b, rules, read);
        }
        Truth::Not(a) => truth(a, rules, read),
        Truth::And(a, b) | Truth::Or(a, b) => {
            truth(a, rules, read);
            truth(b, rules, read);
        }
        Truth::Quantified { body, .. } => truth(body, rules, read),
    }
}

/// Whether a condition picks a value.
fn picks(t: &Truth) -> bool {
    fn number(n: &Number) -> bool {
        match n {
            Number::Fresh(..) => true,
            Number::Constant(_) | Number::Local(_) | Number::Bound(_) => false,
            Number::Id(who) => matches!(who, Who::Agent(agent) if number(agent)),
            Number::Place(p) => p.index.iter().any(number) || matches!(&p.of, Who::Agent(a) if number(a)),
            Number::LocalElement(_, a) | Number::Neg(a) | Number::Abs(a) => number(a),
            Number::Binary(_, a, b) => number(a) || number(b),
            Number::If(c, a, b) => picks(c) || number(a) || number(b),
            Number::Truth(c) | Number::Count(_, c) => picks(c),
        }
    }
    match t {
        Truth::Constant(_) => false,
        Truth::Compare(_, a, b) => number(a) || number(b),
        Truth::Not(a) => picks(a),
        Truth::And(a, b) | Truth::Or(a, b) => picks(a) || picks(b),
        Truth::Quantified { body, .. } => picks(body),
    }
}
