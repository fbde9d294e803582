//! From what copies and the rest do to templates and actions.

use std::collections::BTreeSet;

use synod_core::{System, Type, VarId};

use super::property::Reader;
use super::reactions::{Firing, Reactions};
use super::{Asked, Plan, Recognised, Shape, Unmet, local_name, local_step};
use crate::builder::Builder;
use crate::template::*;

/// The family of an explored system.
pub(super) fn build(
    shape: &Shape,
    plans: &[Plan],
    reactions: &Reactions,
    role: &str,
    asked: &[Asked],
) -> Result<Recognised, Unmet> {
    let (public, private): (Vec<&Firing>, Vec<&Firing>) =
        reactions.firings.iter().partition(|firing| !firing.is_private());
    // Steps of a copy that others react to are announced first.
    let announced: Vec<&Firing> = public.iter().copied().filter(|firing| firing.actor.is_some()).collect();
    let step = |firing: &Firing| local_step(&plans[firing.plan].rule.name, &shape.name(0));
    let template = |name: &str, own: &[VarId], states: &[Vec<i64>], moved: &dyn Fn(&Firing) -> usize| {
        let names: Vec<String> = announced.iter().map(|firing| step(firing)).collect();
        let announcements = announced.iter().map(|firing| moved(firing)).collect::<Vec<_>>();
        template(shape.system, name, own, states, &names, &announcements)
    };
    let agent = template(role, &shape.copies[0].1, &reactions.states.values, &|firing| {
        firing.actor.map_or(0, |(from, _)| from)
    });
    let rest = template("Environment", &shape.rest, &reactions.rest.values, &|firing| firing.rest.0);
    // Nothing happens in these languages only when nothing else can.
    let mut builder = Family::interleaved(&shape.system.name, NullStep::WhenStuck);
    builder.environment(rest);
    let role = builder.role(agent);
    let mut making = Making {
        builder: &mut builder,
        role,
        states: reactions.states.values.len(),
        rests: reactions.rest.values.len(),
        announced: announced.len(),
        names: BTreeSet::new(),
    };
    for firing in &private {
        making.private(firing, &step(firing), &private);
    }
    for firing in public.iter().filter(|firing| firing.actor.is_none()) {
        making.of_rest(firing, &step(firing))?;
    }
    for (number, firing) in announced.iter().enumerate() {
        making.announced(firing, &step(firing), number)?;
    }
    let mut reader = Reader::new(shape, reactions, role, &announced);
    let properties: Vec<_> = asked.iter().map(|asked| reader.read(asked)).collect();
    for (name, subject, states) in reader.propositions {
        builder.proposition(name, subject, states);
    }
    let family = builder.finish().map_err(|_| Unmet::TooLarge)?;
    Ok(Recognised { family, properties, meets_faults: reactions.meets_faults })
}

/// A template whose local states are those found, and then one for each announcement.
fn template(
    system: &System,
    name: &str,
    own: &[VarId],
    states: &[Vec<i64>],
    names: &[String],
    announcements: &[usize],
) -> Template {
    let mut variables: Vec<LocalVariable> = Vec::new();
    for id in own {
        let var = system.var(*id);
        let ty = match var.ty {
            Type::Bool => LocalType::Bool,
            Type::Range { .. } | Type::Int => LocalType::Integer,
            Type::Enum(id) => LocalType::Enum(system.enums[id.0 as usize].values.clone()),
        };
        let local = match var.owner {
            Some(owner) if system.agent(owner).role == name => local_name(system, owner, *id),
            _ => var.name.clone(),
        };
        match var.len {
            None => variables.push(LocalVariable { name: local, ty }),
            Some(len) => variables
                .extend((0..len).map(|i| LocalVariable { name: format!("{local}[{i}]"), ty: ty.clone() })),
        }
    }
    let mut all: Vec<Vec<i64>> = states.to_vec();
    if !names.is_empty() || variables.is_empty() {
        // Several announcements may be called the same.
        let mut taken = BTreeSet::new();
        let names = std::iter::once("nothing").chain(names.iter().map(String::as_str));
        let names = names.map(|name| apart(&mut taken, name)).collect();
        variables.push(LocalVariable { name: "announces".to_string(), ty: LocalType::Enum(names) });
        all.iter_mut().for_each(|values| values.push(0));
        for (number, state) in announcements.iter().enumerate() {
            let announcing = states[*state].iter().copied().chain([number as i64 + 1]);
            all.push(announcing.collect());
        }
    }
    Template {
        name: name.to_string(),
        variables,
        states: all,
        initial: vec![StateId(0)],
        span: Default::default(),
    }
}

/// A name that none of those taken is: the one wanted, or the same with a number.
fn apart(taken: &mut BTreeSet<String>, wanted: &str) -> String {
    let mut name = wanted.to_string();
    let mut number = 1;
    while !taken.insert(name.clone()) {
        number += 1;
        name = format!("{wanted} ({number})");
    }
    name
}

struct Making<'b> {
    builder: &'b mut Builder<Interleaved>,
    role: RoleId,
    states: usize,
    rests: usize,
    announced: usize,
    names: BTreeSet<String>,
}

impl Making<'_> {
    /// A name of an action that no other has.
    fn name(&mut self, step: &str) -> String {
        apart(&mut self.names, step)
    }

    fn id(state: usize) -> StateId {
        StateId(state as u32)
    }

    /// A step that no bystander notices: of the rest alone, or of a copy, with the rest or without it.
    fn private(&mut self, firing: &Firing, step: &str, all: &[&Firing]) {
        let Some((from, to)) = firing.actor else {
            let stay: Vec<(usize, usize)> = (0..self.states).map(|state| (state, state)).collect();
            self.together(firing, step, &stay, None);
            return;
        };
        // With any state of the rest, which stays as it is: the copy is alone in this.
        let alone =
            |rest: usize| all.iter().any(|other| other.actor == firing.actor && other.rest == (rest, rest));
        let is_alone = firing.rest.0 == firing.rest.1 && (0..self.rests).all(alone);
        if is_alone && firing.rest.0 != 0 {
            return;
        }
        let name = self.name(step);
        let kind = if is_alone { Kind::Asynchronous(self.role) } else { Kind::AgentEnvironment(self.role) };
        let action = self.builder.action(name, kind);
        self.builder.agent_move(self.role, Self::id(from), action, Self::id(to));
        if !is_alone {
            self.builder.environment_move(Self::id(firing.rest.0), action, Self::id(firing.rest.1));
        }
    }

    /// A step of the rest that copies react to.
    fn of_rest(&mut self, firing: &Firing, step: &str) -> Result<(), Unmet> {
        let moves = reactions(firing, step)?;
        self.together(firing, step, &moves, None);
        Ok(())
    }

    /// A step of a copy that others react to: announced, then done by all.
    fn announced(&mut self, firing: &Firing, step: &str, number: usize) -> Result<(), Unmet> {
        let moves = reactions(firing, step)?;
        let Some((from, to)) = firing.actor else { return Ok(()) };
        let (announcing, pending) = (self.states + number, self.rests + number);
        let name = self.name(&format!("announce {step}"));
        let action = self.builder.action(name, Kind::AgentEnvironment(self.role));
        self.builder.agent_move(self.role, Self::id(from), action, Self::id(announcing));
        self.builder.environment_move(Self::id(firing.rest.0), action, Self::id(pending));
        let firing = Firing { rest: (pending, firing.rest.1), ..firing.clone() };
        self.together(&firing, step, &moves, Some((announcing, to)));
        Ok(())
    }

    /// An action of all copies and the rest.
    fn together(
        &mut self,
        firing: &Firing,
        step: &str,
        moves: &[(usize, usize)],
        announcing: Option<(usize, usize)>,
    ) {
        let name = self.name(step);
        let action = self.builder.action(name, Kind::RoleSynchronous(self.role));
        self.builder.environment_move(Self::id(firing.rest.0), action, Self::id(firing.rest.1));
        for (from, to) in moves {
            self.builder.agent_move(self.role, Self::id(*from), action, Self::id(*to));
        }
        // Nobody else announces anything at that time; that he would take part makes actions simpler.
        for state in self.states..self.states + self.announced {
            let to = announcing.filter(|(from, _)| *from == state).map_or(state, |(_, to)| to);
            self.builder.agent_move(self.role, Self::id(state), action, Self::id(to));
        }
    }
}

/// Where bystanders go, by the one way there is from each local state that lets the step happen.
fn reactions(firing: &Firing, step: &str) -> Result<Vec<(usize, usize)>, Unmet> {
    let mut moves = Vec::new();
    for (from, to) in firing.reactions.iter().enumerate() {
        match (to.first(), to.len()) {
            (None, _) => {}
            (Some(to), 1) => moves.push((from, *to)),
            _ => return Err(Unmet::SeveralReactions { step: step.to_string() }),
        }
    }
    Ok(moves)
}
