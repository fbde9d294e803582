//! How many instances of an agent type a specification quantifies over or names: what must be known before it
//! can be checked for any number of them.

use std::collections::BTreeSet;

use synod_core::QuantifierPrefix;

use crate::ast::{AgentKinds, BinaryOp, Expr, ExprKind, Knowledge, Model};
use crate::check::parts;

/// For each specification the number of instances of a type that it is about at once, by name or through
/// quantifiers; `None` if that depends on how many there are.
pub(crate) fn quantified_instances(model: &Model, agent_type: &str) -> Vec<Option<usize>> {
    model.specs.iter().map(|spec| quantified_in(model, agent_type, &spec.formula)).collect()
}

fn quantified_in(model: &Model, agent_type: &str, formula: &Expr) -> Option<usize> {
    let mut reader =
        Reader { model, agent_type, bound: Vec::new(), named: BTreeSet::new(), called: BTreeSet::new() };
    let quantified = reader.formula(formula).agents()?;
    Some(quantified + reader.named.len())
}

struct Reader<'m> {
    model: &'m Model,
    agent_type: &'m str,
    /// Quantified names in scope.
    bound: Vec<&'m str>,
    /// The instances of the type that are named.
    named: BTreeSet<&'m str>,
    /// The guards that were read.
    called: BTreeSet<&'m str>,
}

impl<'m> Reader<'m> {
    fn formula(&mut self, expr: &'m Expr) -> QuantifierPrefix {
        match &expr.kind {
            ExprKind::Not(a) => self.formula(a).not(),
            ExprKind::Next(a) => self.formula(a).next(),
            ExprKind::Finally(a) => self.formula(a).eventually(),
            ExprKind::Globally(a) => self.formula(a).always(),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.formula(a), self.formula(b));
                match op {
                    BinaryOp::And => a.and(b),
                    BinaryOp::Or => a.or(b),
                    BinaryOp::Implies => a.not().or(b),
                    BinaryOp::Iff | BinaryOp::Eq => a.iff(b),
                    BinaryOp::Ne => a.iff(b).not(),
                    BinaryOp::Until => a.until(b),
                    BinaryOp::Release => a.release(b),
                    BinaryOp::WeakUntil => a.weak_until(b),
                    _ => together([a, b]),
                }
            }
            ExprKind::Knowledge { kind, group, body } => {
                group.iter().for_each(|name| self.name(&name.text));
                let known = self.formula(body);
                if *kind == Knowledge::One { known.always() } else { together([known]) }
            }
            ExprKind::Agents { all, var, kinds, body } => {
                self.bound.push(&var.text);
                let body = self.formula(body);
                self.bound.pop();
                self.quantified(*all, kinds, body)
            }
            ExprKind::Name(name) => {
                self.name(name);
                QuantifierPrefix::NONE
            }
            ExprKind::Member(owner, _) | ExprKind::ControlState(owner) => {
                self.name(&owner.text);
                QuantifierPrefix::NONE
            }
            ExprKind::Call(guard, args) => {
                self.guard(&guard.text);
                let args: Vec<QuantifierPrefix> = args.iter().map(|arg| self.formula(arg)).collect();
                together(args)
            }
            _ => {
                let parts: Vec<QuantifierPrefix> =
                    parts(expr).into_iter().map(|part| self.formula(part)).collect();
                together(parts)
            }
        }
    }

    /// What a guard names is named where it is called. It has no quantifiers, and sees only its parameters.
    fn guard(&mut self, name: &'m str) {
        let model = self.model;
        let Some(guard) = model.guards.iter().find(|guard| guard.name.text == name) else { return };
        if self.called.insert(name) {
            let params = guard.params.iter().map(|param| param.name.text.as_str()).collect();
            let outside = std::mem::replace(&mut self.bound, params);
            self.formula(&guard.body);
            self.bound = outside;
        }
    }

    fn name(&mut self, name: &'m str) {
        let is_one =
            |agent: &crate::ast::Instance| agent.agent.text == self.agent_type && agent.name.text == name;
        if !self.bound.contains(&name) && self.model.instances.iter().any(is_one) {
            self.named.insert(name);
        }
    }

    /// A quantifier over the type, over instances that are always the same, or over both.
    fn quantified(&self, all: bool, kinds: &AgentKinds, body: QuantifierPrefix) -> QuantifierPrefix {
        let ranges_over = |agent_type: &str| match kinds {
            AgentKinds::Any(_) => true,
            AgentKinds::Types(names) => names.iter().any(|name| name.text == agent_type),
        };
        let others = self.model.instances.iter().map(|one| one.agent.text.as_str());
        let others = others.filter(|agent_type| *agent_type != self.agent_type && ranges_over(agent_type));
        let of_type = ranges_over(self.agent_type);
        let cases = others.map(|_| body).chain(of_type.then(|| match all {
            true => body.for_all(),
            false => body.for_some(),
        }));
        cases
            .reduce(if all { QuantifierPrefix::and } else { QuantifierPrefix::or })
            .unwrap_or(QuantifierPrefix::NONE)
    }
}

/// Of something that no quantifier moves out of.
fn together(parts: impl IntoIterator<Item = QuantifierPrefix>) -> QuantifierPrefix {
    match parts.into_iter().all(|part| part == QuantifierPrefix::NONE) {
        true => QuantifierPrefix::NONE,
        false => QuantifierPrefix::FIXED,
    }
}

#[cfg(test)]
mod tests {
    use synod_syntax::Source;

    use super::quantified_instances;
    use crate::Dialect;
    use crate::parse::{Reading, parse};

    fn of(spec: &str) -> Option<usize> {
        let text = format!(
            "enum channel {{c}}
guard known(x : location) := x = a | x = b;
guard both(a : location) := known(a) & a != h;
agent Guest
    local: here : bool
    receive-guard: false
    repeat: {{true}} *! true ()[]
agent Host
    local: done : bool
    receive-guard: false
    repeat: {{true}} *! true ()[]
system = Guest(a, true) || Guest(b, true) || Host(h, true)
SPEC {spec}
"
        );
        let (tree, _) = parse(&Source::new("m.rcp", text), Dialect::New, Reading::Standard);
        quantified_instances(&tree.unwrap(), "Guest")[0]
    }

    #[test]
    fn names_and_quantifiers_count() {
        assert_eq!(of("G !(a-here & b-here)"), Some(2));
        assert_eq!(of("G forall k : Guest . k-here -> a-here"), Some(2));
        assert_eq!(of("G forall k : Guest . forall j : Guest . !(k-here & j-here) | k = j"), Some(2));
        assert_eq!(of("G (forall k : Host . k-done)"), Some(0));
        assert_eq!(of("G ((forall k : Guest . k-here) | (forall k : Guest . !k-here))"), Some(2));
    }

    #[test]
    fn guards_name_where_they_are_called() {
        assert_eq!(of("forall k : Guest . G known(k)"), Some(3));
        assert_eq!(of("forall k : Guest . G both(k)"), Some(3));
        assert_eq!(of("G known(h)"), Some(2));
    }

    #[test]
    fn that_some_instance_exists_depends_on_their_number() {
        assert_eq!(of("G exists k : Guest . k-here"), None);
        assert_eq!(of("G !(forall k : Guest . k-here)"), None);
        assert_eq!(of("G !((!forall k : Guest . k-here) U h-done)"), None);
        assert_eq!(of("G exists k : Host . k-done"), Some(0));
        assert_eq!(of("G !(exists k : Guest . k-here)"), Some(1));
    }
}
