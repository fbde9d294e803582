//! Which stigmergic variables an action reads, and so has to confirm.

use std::collections::BTreeSet;

use super::Lowering;
use crate::model::{Action, ActionKind, AgentType, Number, Place, Statement, Target, Truth, VariableRef, Who};

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
                    Statement::Pick { condition, .. } if rules.everything => truth(condition, rules, &mut read),
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
