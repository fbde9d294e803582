//! Whether there could be any number of instances of an agent type: nothing that agents do or start with
//! may depend on who those instances are.
//!
//! What agents do is compared elsewhere, for those that there are. Here the model is searched for what that
//! comparison cannot see, because it makes a difference for further instances only: names, and initial
//! conditions that are met in one way as long as locations are few.

use synod_syntax::{Diagnostic, Span};

use crate::check::each;
use crate::hir::{Action, AgentType, BinaryOp, Expr, ExprKind, Model, Served, Type, Whom};

/// Whether nothing outside the specifications names an instance of a type, or counts locations; what does,
/// if something does. Guards are searched where they are called.
pub(crate) fn interchangeable(model: &Model, agent_type: &str) -> Result<(), Box<Diagnostic>> {
    let search = Search { model, agent_type };
    for instance in &model.instances {
        search.condition("its initial condition", &instance.init, instance.span)?;
    }
    let is_used = |position: usize| model.instances.iter().any(|instance| instance.agent == position);
    let used = model.agents.iter().enumerate().filter(|(position, _)| is_used(*position));
    used.map(|(_, agent)| agent).try_for_each(|agent| search.agent(agent))
}

struct Search<'m> {
    model: &'m Model,
    agent_type: &'m str,
}

impl Search<'_> {
    fn agent(&self, agent: &AgentType) -> Result<(), Box<Diagnostic>> {
        self.condition("its initial condition", &agent.init, agent.span)?;
        for value in agent.relabels.iter().flatten() {
            self.nameless("a property variable of it", value, agent.span)?;
        }
        self.nameless("its receive guard", &agent.receive_guard, agent.span)?;
        for command in &agent.commands {
            let done = command.updates.iter().map(|(_, value)| value);
            for expr in done.chain([&command.precondition]).chain(asked(&command.action)) {
                self.nameless("this command", expr, command.span)?;
            }
        }
        Ok(())
    }

    /// An initial condition, which must not ask either that locations differ: how many ways there are to
    /// meet that depends on how many locations there are.
    fn condition(&self, what: &str, expr: &Expr, span: Span) -> Result<(), Box<Diagnostic>> {
        self.nameless(what, expr, span)?;
        let is_open = |side: &Expr| !matches!(side.kind, ExprKind::Const(_) | ExprKind::Myself);
        let mut compares = false;
        each(expr, &mut |part| {
            if let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) = &part.kind {
                compares |= a.ty == Type::Location && is_open(a) && is_open(b);
            }
        });
        match compares {
            true => Err(distinguished(span, format!("{what} compares locations with each other"))),
            false => Ok(()),
        }
    }

    /// An expression that names no instance of the type.
    fn nameless(&self, what: &str, expr: &Expr, span: Span) -> Result<(), Box<Diagnostic>> {
        let mut named = None;
        each(expr, &mut |part| {
            if let (ExprKind::Const(instance), Type::Location) = (&part.kind, part.ty) {
                let instance = *instance as usize;
                if self.model.agent_of(instance).name == self.agent_type {
                    named = Some(&self.model.instances[instance].name);
                }
            }
        });
        match named {
            Some(name) => Err(distinguished(span, format!("{what} names `{name}`"))),
            None => Ok(()),
        }
    }
}

fn distinguished(span: Span, message: String) -> Box<Diagnostic> {
    let error = Diagnostic::error("rcheck::not-interchangeable", span, message);
    Box::new(error.explain("with any number of instances, there are others that it does not name"))
}

/// What an action asks and says.
fn asked(action: &Action) -> Vec<&Expr> {
    let (asked, data) = match action {
        Action::Send { channel, guard, data } => (vec![channel, guard], data.as_slice()),
        Action::Receive { channel } => (vec![channel], &[][..]),
        Action::Get { from: Whom::Location(from) | Whom::Predicate(from), data } => {
            (vec![from], data.as_slice())
        }
        Action::Supply { to, data } => match to {
            Served::ByName | Served::Any => (vec![], data.as_slice()),
            Served::Location(to) | Served::Predicate(to) => (vec![to], data.as_slice()),
        },
    };
    asked.into_iter().chain(data.iter().map(|(_, value)| value)).collect()
}

#[cfg(test)]
mod tests {
    use synod_syntax::Source;

    use crate::{Options, load};

    /// Two guests and a host, with one thing changed.
    fn changed(from: &str, to: &str) -> Result<(), String> {
        let text = "enum channel {c}
message-structure: WHO : location
property-variables: me : location
guard known(x : location) := x = a | x = b;
guard hosted(x : location) := x = h;
agent Guest
    local: here : bool
    init: !here
    relabel: me <- myself
    receive-guard: chan = c
    repeat: {!here} *! (@me != myself) (WHO := myself)[here := true]
agent Host
    local: u : location, w : location, done : bool
    init: u = h & w = h & !done
    relabel: me <- myself
    receive-guard: false
    repeat: ({WHO != h} *? [done := true] + {false} GET@(w)(WHO := h)[] + {done} SUPPLY@(any)(WHO := h)[])
system = Guest(a, true) || Guest(b, true) || Host(h, true)
SPEC G !h-done
";
        assert!(text.contains(from), "{from}");
        let source = Source::new("m.rcp", text.replacen(from, to, 1));
        let loaded = load(&source, &Options::default());
        let model = loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        model.interchangeable("Guest").map(drop).map_err(|why| why.message)
    }

    #[test]
    fn names_of_the_type_tell_its_instances_apart_wherever_they_are() {
        for (from, to) in [
            ("{!here}", "{!here & myself = a}"),
            ("@me != myself", "@me != a & @me != b"),
            ("WHO := myself", "WHO := b"),
            ("WHO != h", "WHO != a & WHO != b"),
            ("WHO != h", "!known(WHO)"),
            ("[done := true]", "[w := a]"),
            ("GET@(w)", "GET@(b)"),
            ("GET@(w)", "GET@(@me = b)"),
            ("SUPPLY@(any)", "SUPPLY@(a)"),
            ("{done}", "{known(w)}"),
        ] {
            let why = changed(from, to).unwrap_err();
            assert!(why.starts_with("this command names `"), "{to}: {why}");
        }
        for (from, to, what) in [
            ("init: !here", "init: !here | myself = b", "its initial condition names `b`"),
            ("u = h", "u = a", "its initial condition names `a`"),
            ("Host(h, true)", "Host(h, w != b)", "its initial condition names `b`"),
            ("Guest(b, true)", "Guest(b, myself = b)", "its initial condition names `b`"),
            ("me <- myself", "me <- a", "a property variable of it names `a`"),
            ("receive-guard: chan = c", "receive-guard: myself = b", "its receive guard names `b`"),
        ] {
            assert_eq!(changed(from, to).unwrap_err(), what, "{to}");
        }
    }

    #[test]
    fn that_locations_differ_depends_on_how_many_there_are() {
        let why = changed("u = h & w = h", "(u = h & w = h) | (u != w & u != h & w != h)").unwrap_err();
        assert_eq!(why, "its initial condition compares locations with each other");
    }

    #[test]
    fn names_of_others_and_own_locations_do_not_matter() {
        for (from, to) in [
            ("SPEC", "SPEC"),
            ("WHO != h", "!hosted(WHO)"),
            ("{!here}", "{!here & myself != h}"),
            ("GET@(w)", "GET@(h)"),
        ] {
            assert_eq!(changed(from, to), Ok(()), "{to}");
        }
        assert_eq!(
            changed(
                "agent Host",
                "agent Unused
    local: x : location
    init: x = a
    receive-guard: false
    repeat: {x = b} *! true (WHO := a)[]
agent Host"
            ),
            Ok(())
        );
    }
}
