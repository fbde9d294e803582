//! Whether there could be any number of agents of a type: nothing may depend on who they are or how many.
//!
//! What agents do is compared elsewhere, for those that there are. Here the model is searched for what that
//! comparison cannot see, because it makes a difference for further agents only: ids, and quantifiers.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use synod_core::QuantifierPrefix;
use synod_syntax::{Diagnostic, Span};

use crate::ast::{BinaryOp, UnaryOp};
use crate::model::{
    Action, ActionKind, AgentType, Comparison, Formula, Init, Model, Number, Property, Question, Scoped,
    Statement, Target, Truth, Variable, VariableRef, Who,
};
use crate::options::Options;

/// For each property, by name, of how many agents of the type it speaks at once; or why that cannot be
/// said, as the end of a sentence about it.
pub type Questions = BTreeMap<String, Result<usize, String>>;

const BY_NUMBER: &str = "refers to an agent by its number";
const ID_AS_NUMBER: &str = "uses the id of an agent as a number";
const HOW_MANY: &str = "depends on how many agents there are";
const SEVERAL: &str = "looks at several agents at once";
const PICKS: &str = "picks agents";

/// Whether the agents of a type are interchangeable, and nothing asks how many they are; what does, if
/// something does. A type that the model does not have is nothing to object to.
pub fn interchangeable(model: &Model, options: &Options, name: &str) -> Result<Questions, Box<Diagnostic>> {
    let Some(role) = model.types.iter().find(|ty| ty.name == name) else { return Ok(Questions::new()) };
    if options.fair {
        let message = "agents take turns in the order of their ids, because of `--fair`";
        return Err(Box::new(obstacle(role.span, message)));
    }
    if let Some(stigmergic) = model.stigmergic.first() {
        let message = "stigmergic variables spread by timestamps, which no two agents have in common";
        return Err(Box::new(obstacle(stigmergic.variable.span, message)));
    }
    let uses = uses_of_size(model, role);
    let in_property = |span: Span| model.properties.iter().any(|property| within(span, property.span));
    if let Some((parameter, span)) = uses.iter().find(|(_, span)| !in_property(*span)) {
        let message = format!("this {}", size_used(parameter));
        let way_out = format!("give the number of `{name}` agents as such, or by a parameter of its own");
        return Err(Box::new(obstacle(*span, message).help(way_out)));
    }
    model.types.iter().try_for_each(|ty| behaves_alike(role, ty))?;
    for (assumption, predicate) in &model.assumptions {
        let mut walk = Walk::new(role, false);
        let looks = walk.truth(predicate).and_then(|quantifiers| one_by_one(quantifiers.agents()));
        let named = if walk.named.is_empty() { Ok(()) } else { Err(BY_NUMBER) };
        if let Err(why) = looks.and(named) {
            return Err(Box::new(obstacle(role.span, format!("the assumption `{assumption}` {why}"))));
        }
    }
    let question = |property: &Property| match uses.iter().find(|(_, span)| within(*span, property.span)) {
        Some((parameter, _)) => Err(format!("it {}", size_used(parameter))),
        None => quantified_agents(role, property, options).map_err(|why| format!("it {why}")),
    };
    Ok(model.properties.iter().map(|property| (property.name.clone(), question(property))).collect())
}

fn obstacle(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("labs::not-interchangeable", span, message)
}

fn within(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Where else the parameters are used that say how many agents of the type there are.
fn uses_of_size<'m>(model: &'m Model, role: &AgentType) -> Vec<(&'m str, Span)> {
    let sizes = |(_, span): &&(String, Span)| within(*span, role.spawned);
    let sizes: BTreeSet<&str> =
        model.parameters.iter().filter(sizes).map(|(name, _)| name.as_str()).collect();
    let uses = model
        .parameters
        .iter()
        .filter(|(name, span)| sizes.contains(name.as_str()) && !within(*span, role.spawned));
    uses.map(|(name, span)| (name.as_str(), *span)).collect()
}

fn size_used(parameter: &str) -> String {
    format!("uses `_{parameter}`, which says how many agents there are")
}

/// What asks something of each agent by itself.
fn one_by_one(agents: Option<usize>) -> Result<(), &'static str> {
    match agents {
        Some(0 | 1) => Ok(()),
        Some(_) => Err(SEVERAL),
        None => Err(HOW_MANY),
    }
}

/// Whether nothing that agents of a type do or start with depends on ids, or on how many agents of the role
/// there are.
fn behaves_alike(role: &AgentType, ty: &AgentType) -> Result<(), Box<Diagnostic>> {
    // Ids are given type by type, so those of earlier types stay as they are.
    let keeps_ids = ty.ids.end <= role.ids.start;
    let mentions_id = |variable: &Variable| match &variable.init {
        Init::OneOf(values) => values.iter().any(|value| value.mentions_id),
        Init::Range(low, high) => low.mentions_id || high.mentions_id,
        Init::Undefined => false,
    };
    let by_id = ty.attributes.iter().map(|(_, variable)| variable).find(|variable| mentions_id(variable));
    if let Some(variable) = by_id.filter(|_| !keeps_ids) {
        let message = format!("`{}` starts with a value that depends on the id of the agent", variable.name);
        return Err(Box::new(obstacle(variable.span, message)));
    }
    for action in &ty.actions {
        let mut walk = Walk::new(role, keeps_ids);
        let named = |walk: &Walk| if walk.named.is_empty() { Ok(()) } else { Err(BY_NUMBER) };
        if let Err(why) = walk.action(action).and_then(|()| named(&walk)) {
            return Err(Box::new(obstacle(action.span, format!("this step {why}"))));
        }
    }
    Ok(())
}

/// Of how many agents of the role a property speaks at once.
fn quantified_agents(
    role: &AgentType,
    property: &Property,
    options: &Options,
) -> Result<usize, &'static str> {
    let mut walk = Walk::new(role, false);
    let quantifiers = match &property.question {
        Question::Always(p) => walk.truth(p)?.always(),
        // Then it is about the last state of each run.
        Question::Finally(p) if options.steps.is_some() => walk.truth(p)?.always(),
        Question::Finally(p) | Question::Eventually(p) | Question::Fairly(p) | Question::FairlyInf(p) => {
            walk.truth(p)?.eventually()
        }
        Question::Scoped { from, to, body, .. } => {
            let mut parts = vec![from, to];
            match body {
                Scoped::ThereIs(p) | Scoped::Always(p) => parts.push(p),
                Scoped::Precedes(p, q) => parts.extend([p, q]),
            }
            let parts = parts.into_iter().map(|part| walk.truth(part)).collect::<Result<Vec<_>, _>>()?;
            together(parts)
        }
        Question::Formula(formula) => walk.formula(formula)?,
    };
    Ok(quantifiers.agents().ok_or(HOW_MANY)? + walk.named.len())
}

/// Of something that no quantifier moves out of.
fn together(parts: impl IntoIterator<Item = QuantifierPrefix>) -> QuantifierPrefix {
    match parts.into_iter().all(|part| part == QuantifierPrefix::NONE) {
        true => QuantifierPrefix::NONE,
        false => QuantifierPrefix::FIXED,
    }
}

/// Reads conditions and numbers for what they say about agents of a role.
struct Walk<'m> {
    role: &'m AgentType,
    /// Whether the id of the agent at hand is the same however many agents of the role there are.
    keeps_id: bool,
    /// The agents that quantifiers speak of, outermost first.
    bound: Vec<Range<usize>>,
    /// The agents of the role that are named by their numbers.
    named: BTreeSet<usize>,
}

impl<'m> Walk<'m> {
    fn new(role: &'m AgentType, keeps_id: bool) -> Self {
        Walk { role, keeps_id, bound: Vec::new(), named: BTreeSet::new() }
    }

    fn action(&mut self, action: &Action) -> Result<(), &'static str> {
        for guard in &action.guards {
            let condition = self.truth(&guard.condition)?;
            one_by_one(if guard.wanted { condition } else { condition.not() }.agents())?;
        }
        let ActionKind::Do(statements) = &action.kind else { return Ok(()) };
        for statement in statements {
            let Statement::Assign(pairs) = statement else { return Err(PICKS) };
            for (target, value) in pairs {
                let subscripts: Vec<&Number> = match target {
                    Target::Place { index, .. } => index.iter().collect(),
                    Target::Local(_) => vec![],
                    Target::LocalElement(_, index) => vec![index],
                };
                for number in subscripts.into_iter().chain([value]) {
                    one_by_one(self.number(number)?.agents())?;
                }
            }
        }
        Ok(())
    }

    fn formula(&mut self, formula: &Formula) -> Result<QuantifierPrefix, &'static str> {
        Ok(match formula {
            Formula::State(truth) => self.truth(truth)?,
            Formula::Deadlock => QuantifierPrefix::NONE,
            Formula::Unary(op, a) => {
                let a = self.formula(a)?;
                match op {
                    UnaryOp::Next => a.next(),
                    UnaryOp::Finally | UnaryOp::SomeRun => a.eventually(),
                    UnaryOp::Globally | UnaryOp::AllRuns => a.always(),
                    UnaryOp::Not | UnaryOp::Neg | UnaryOp::Abs => a.not(),
                }
            }
            Formula::Binary(op, a, b) => {
                let (a, b) = (self.formula(a)?, self.formula(b)?);
                match op {
                    BinaryOp::And => a.and(b),
                    BinaryOp::Or => a.or(b),
                    BinaryOp::Implies => a.not().or(b),
                    BinaryOp::Until => a.until(b),
                    BinaryOp::WeakUntil => a.weak_until(b),
                    BinaryOp::Release => a.release(b),
                    _ => a.iff(b),
                }
            }
            Formula::Quantified { all, over, body } => {
                self.bound.push(over.clone());
                let body = self.formula(body);
                self.bound.pop();
                self.quantified(*all, over, body?)
            }
            Formula::Knows(agent, known) => {
                self.agent(agent)?;
                self.formula(known)?.always()
            }
            Formula::Together(..) => return Err("it is about the knowledge or the strategies of a group"),
        })
    }

    fn truth(&mut self, truth: &Truth) -> Result<QuantifierPrefix, &'static str> {
        Ok(match truth {
            Truth::Constant(_) => QuantifierPrefix::NONE,
            Truth::Compare(Comparison::Eq | Comparison::Ne, a, b) if is_bound(a) && is_bound(b) => {
                QuantifierPrefix::NONE
            }
            Truth::Compare(_, a, b) => together([self.number(a)?, self.number(b)?]),
            Truth::Not(a) => self.truth(a)?.not(),
            Truth::And(a, b) => self.truth(a)?.and(self.truth(b)?),
            Truth::Or(a, b) => self.truth(a)?.or(self.truth(b)?),
            Truth::Quantified { all, over, body } => {
                self.bound.push(over.clone());
                let body = self.truth(body);
                self.bound.pop();
                self.quantified(*all, over, body?)
            }
        })
    }

    /// A quantifier over the role, or over agents that are always the same.
    fn quantified(&self, all: bool, over: &Range<usize>, body: QuantifierPrefix) -> QuantifierPrefix {
        match (*over == self.role.ids, all) {
            (true, true) => body.for_all(),
            (true, false) => body.for_some(),
            (false, _) => {
                let cases = over.clone().map(|_| body);
                cases
                    .reduce(if all { QuantifierPrefix::and } else { QuantifierPrefix::or })
                    .unwrap_or(QuantifierPrefix::NONE)
            }
        }
    }

    /// A number; if it depends on quantifiers, they stay where they are.
    fn number(&mut self, number: &Number) -> Result<QuantifierPrefix, &'static str> {
        Ok(match number {
            Number::Constant(_) | Number::Local(_) => QuantifierPrefix::NONE,
            Number::Place(place) => {
                if let (Who::Agent(agent), false) =
                    (&place.of, matches!(place.variable, VariableRef::Environment(_)))
                {
                    self.agent(agent)?;
                }
                let subscripts = place.index.iter().map(|index| self.number(index));
                together(subscripts.collect::<Result<Vec<_>, _>>()?)
            }
            Number::Id(Who::Own) if self.keeps_id => QuantifierPrefix::NONE,
            Number::Id(Who::Agent(agent)) => self.number(agent)?,
            Number::Bound(depth) if self.bound[*depth].end <= self.role.ids.start => QuantifierPrefix::NONE,
            Number::Id(_) | Number::Bound(_) => return Err(ID_AS_NUMBER),
            Number::LocalElement(_, a) | Number::Neg(a) | Number::Abs(a) => together([self.number(a)?]),
            Number::Fresh(a, b) | Number::Binary(_, a, b) => together([self.number(a)?, self.number(b)?]),
            Number::If(condition, a, b) => {
                together([self.truth(condition)?, self.number(a)?, self.number(b)?])
            }
            Number::Truth(truth) => together([self.truth(truth)?]),
            Number::Count(over, body) => {
                self.bound.push(over.clone());
                let body = self.truth(body);
                self.bound.pop();
                if *over == self.role.ids { QuantifierPrefix::FIXED } else { together([body?]) }
            }
        })
    }

    /// Whose variable is meant: one that a quantifier speaks of, or one by its number.
    fn agent(&mut self, agent: &Number) -> Result<(), &'static str> {
        match agent {
            Number::Bound(_) => Ok(()),
            Number::Constant(id) => match usize::try_from(*id) {
                Ok(id) if id < self.role.ids.start => Ok(()),
                Ok(id) if self.role.ids.contains(&id) => {
                    self.named.insert(id);
                    Ok(())
                }
                _ => Err(BY_NUMBER),
            },
            _ => Err(BY_NUMBER),
        }
    }
}

/// An agent that a quantifier speaks of, or its id.
fn is_bound(number: &Number) -> bool {
    match number {
        Number::Bound(_) => true,
        Number::Id(Who::Agent(agent)) => matches!(**agent, Number::Bound(_)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use synod_syntax::Source;

    use super::*;

    fn asked(behaviour: &str, property: &str, options: &Options) -> Result<Questions, String> {
        let text = format!(
            "system {{
    extern = _n, _k
    environment = e: 0; array[3]: 0
    spawn = Copy: _n, Before: 1, Late: 2
}}
agent Copy {{
    interface = s: 0
    Behavior = {behaviour}; Behavior
}}
agent Before {{
    interface = mine: id
    Behavior = e <-- id; Behavior
}}
agent Late {{
    interface = l: 0
    Behavior = l <- 1; Behavior
}}
check {{
    P = {property}
}}
"
        );
        let parameters = vec![("n".to_string(), 2), ("k".to_string(), 2)];
        let options = Options { parameters, ..options.clone() };
        let loaded = crate::load(&Source::new("m.labs", text), &options);
        let model = loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        interchangeable(&model.resolved, &options, "Copy").map_err(|obstacle| obstacle.message)
    }

    fn stands_against(behaviour: &str) -> String {
        asked(behaviour, "always e = 0", &Options::default()).unwrap_err()
    }

    fn agents(property: &str) -> Result<usize, String> {
        let found = asked("s <- e", property, &Options::default());
        found.unwrap_or_else(|why| panic!("{why}"))["P"].clone()
    }

    #[test]
    fn ids_tell_agents_apart() {
        for behaviour in ["s <- id", "id < 9 -> s <- 1", "array[id % 2] <-- 1"] {
            assert_eq!(
                stands_against(behaviour),
                "this step uses the id of an agent as a number",
                "{behaviour}"
            );
        }
        for behaviour in ["s <- s of 1", "s <- s of id", "s of e = 1 -> Skip"] {
            assert_eq!(
                stands_against(behaviour),
                "this step refers to an agent by its number",
                "{behaviour}"
            );
        }
    }

    #[test]
    fn agents_before_the_type_keep_their_ids() {
        assert_eq!(asked("s <- mine of 0", "always e = 0", &Options::default()).map(drop), Ok(()));
        assert_eq!(stands_against("s <- l of 4"), "this step refers to an agent by its number");
    }

    #[test]
    fn what_asks_how_many_agents_there_are_is_told() {
        for behaviour in [
            "exists Copy c, s of c = 1 -> s <- 2",
            "!(forall Copy c, s of c = 1) -> s <- 2",
            "{ c := count Copy x, s of x = 1; s <- c }",
            "s <- if forall Copy c, s of c = 1 then 1 else 0",
        ] {
            assert_eq!(
                stands_against(behaviour),
                "this step depends on how many agents there are",
                "{behaviour}"
            );
        }
        let several = "forall Copy c, forall Copy d, c = d or s of c != s of d -> s <- 2";
        assert_eq!(stands_against(several), "this step looks at several agents at once");
        assert_eq!(stands_against("{ p[] := pick 1 Copy; s <- s of p[0] }"), "this step picks agents");
        assert_eq!(stands_against("s <- _n"), "this uses `_n`, which says how many agents there are");
        let alone =
            asked("s <- _k; forall Copy c, s of c = 1 -> s <- 2", "always e = 0", &Options::default());
        assert_eq!(alone.map(drop), Ok(()));
    }

    #[test]
    fn turns_tell_agents_apart() {
        let fair = Options { fair: true, ..Options::default() };
        let obstacle = asked("s <- e", "always e = 0", &fair).unwrap_err();
        assert_eq!(obstacle, "agents take turns in the order of their ids, because of `--fair`");
    }

    #[test]
    fn properties_speak_of_so_many_agents() {
        assert_eq!(agents("always e = 0"), Ok(0));
        assert_eq!(agents("always forall Copy a, forall Copy b, a = b or s of a != s of b"), Ok(2));
        assert_eq!(agents("always forall Copy a, s of a = s of 1"), Ok(2));
        assert_eq!(agents("always forall Late a, exists Late b, l of a = l of b"), Ok(0));
        assert_eq!(
            agents("always exists Copy a, s of a = 0").unwrap_err(),
            "it depends on how many agents there are"
        );
        assert_eq!(
            agents("always forall Copy a, s of a <= a").unwrap_err(),
            "it uses the id of an agent as a number"
        );
        let count = agents("always forall Copy a, s of a <= _n").unwrap_err();
        assert_eq!(count, "it uses `_n`, which says how many agents there are");
    }
}
