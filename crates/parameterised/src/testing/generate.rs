//! Random families of both kinds.

use synod_testing::Dice;

use super::models::property;
use crate::template::*;
use crate::*;

/// What actions a random family may have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Flavour {
    /// Those of a class.
    Of(Class),
    /// All kinds.
    Any,
}

impl Flavour {
    fn kind(self, dice: &mut Dice, roles: u32) -> Kind {
        let role = RoleId(dice.below(roles));
        let other = RoleId((role.0 + 1) % roles);
        let pair = if role.0 < other.0 { Kind::MultiRole(role, other) } else { Kind::MultiRole(other, role) };
        let exchange = if roles > 1 { pair } else { Kind::AgentEnvironment(role) };
        let kinds = match self {
            Flavour::Of(Class::Sfe) => {
                vec![Kind::Asynchronous(role), Kind::RoleSynchronous(role), Kind::GlobalSynchronous]
            }
            Flavour::Of(Class::Sgs) => {
                vec![Kind::Asynchronous(role), Kind::AgentEnvironment(role), Kind::GlobalSynchronous]
            }
            Flavour::Of(Class::Smr) => {
                vec![exchange, exchange, Kind::AgentEnvironment(role), Kind::Asynchronous(role)]
            }
            Flavour::Any => vec![
                Kind::Asynchronous(role),
                Kind::AgentEnvironment(role),
                exchange,
                Kind::RoleSynchronous(role),
                Kind::GlobalSynchronous,
            ],
        };
        kinds[dice.below(kinds.len() as u32) as usize]
    }
}

/// A random family with a random property.
pub(crate) fn family(seed: u64, flavour: Flavour) -> Family<Interleaved> {
    let dice = &mut Dice::new(seed);
    let roles = match flavour {
        Flavour::Of(Class::Smr) => 2,
        _ => 1 + dice.below(2),
    };
    let names = ["s0", "s1", "s2", "s3"];
    let null = if dice.one_in(4) { NullStep::WhenStuck } else { NullStep::Always };
    let mut builder = Family::interleaved("random", null);
    let sizes: Vec<u32> = (0..roles).map(|_| 2 + dice.below(if roles == 1 { 3 } else { 2 })).collect();
    for (role, size) in sizes.iter().enumerate() {
        let states = names[..*size as usize].iter().copied();
        builder.role(Template::named(["P", "Q"][role], "state", states, 0));
    }
    // Without an environment to wait for, more families are in the class SMR.
    let plain = matches!(flavour, Flavour::Of(Class::Smr)) && !dice.one_in(3);
    let environment = if plain { 1 } else { 1 + dice.below(2) };
    builder.environment(Template::named("Environment", "state", names[..environment as usize].to_vec(), 0));
    for number in 0..2 + dice.below(3) {
        let kind = flavour.kind(dice, roles);
        let action = builder.action(format!("a{number}"), kind);
        let stays = RoleId(dice.below(roles));
        let guarded = matches!((flavour, kind), (Flavour::Of(_), Kind::MultiRole(..)));
        for (role, size) in sizes.iter().enumerate() {
            let role = RoleId(role as u32);
            for from in (0..*size).filter(|_| kind.involves(role)) {
                if dice.one_in(2) || (kind.needs_all(role) && dice.one_in(2)) {
                    let to = if guarded && stays == role { from } else { dice.below(*size) };
                    builder.agent_move(role, StateId(from), action, StateId(to));
                }
            }
        }
        // An environment that agents need not wait for enables each action in one state.
        let only = dice.below(environment);
        let aligned = dice.one_in(2);
        for from in (0..environment).filter(|_| kind.is_shared()) {
            if if aligned { from == only } else { !dice.one_in(3) } {
                builder.environment_move(StateId(from), action, StateId(dice.below(environment)));
            }
        }
    }
    let roles: Vec<RoleId> = (0..roles).map(RoleId).collect();
    let mut property = random_property(dice, &roles, &sizes, false, &mut |name, role, states| {
        builder.proposition(name, Subject::Role(role), states)
    });
    if dice.one_in(6) {
        let here = builder.proposition("here", Subject::Environment, vec![StateId(dice.below(environment))]);
        let formula = IndexedFormula::Or(vec![property.formula, IndexedFormula::Environment(here)]);
        property.formula = formula.always();
    }
    builder.property(property);
    builder.finish().unwrap_or_else(|defects| panic!("{seed}: {defects:?}"))
}

/// A random family with one way into a last state, where nobody, or no two, should be. Agents make their
/// way to its door, and need others to open it: whether somebody gets in often depends on how many there
/// are.
pub(crate) fn race(seed: u64) -> Family<Interleaved> {
    let dice = &mut Dice::new(seed);
    let (p, q) = (RoleId(0), RoleId(1));
    // Few actions of kinds that are at odds with each other, or any ones.
    let (kinds, environment): (Vec<Kind>, u32) = match dice.below(5) {
        0 => (vec![Kind::MultiRole(p, q), Kind::MultiRole(p, q), Kind::Asynchronous(q)], 1),
        1 => (vec![Kind::AgentEnvironment(p); 2], 2),
        2 => (
            vec![Kind::GlobalSynchronous, Kind::AgentEnvironment(p), Kind::AgentEnvironment(q)],
            3 + dice.below(2),
        ),
        _ => {
            let flavours = [Flavour::Of(Class::Sgs), Flavour::Of(Class::Smr), Flavour::Any];
            let (flavour, roles) = (flavours[dice.below(3) as usize], 1 + u32::from(!dice.one_in(3)));
            let kinds = (0..2 + dice.below(3)).map(|_| flavour.kind(dice, roles)).collect();
            (kinds, 1 + dice.below(4))
        }
    };
    // The actions take place one kind after the other, and the first one last.
    let in_order = kinds[0] == Kind::GlobalSynchronous && kinds.len() == 3 && environment > 2;
    let roles = 1 + u32::from(kinds.iter().any(|kind| *kind != Kind::GlobalSynchronous && kind.involves(q)));
    let names = ["s0", "s1", "s2", "s3"];
    let mut builder = Family::interleaved("race", NullStep::Always);
    let sizes: Vec<u32> = (0..roles).map(|role| 2 + dice.below(2) + u32::from(role == 0)).collect();
    for (role, size) in sizes.iter().enumerate() {
        let states = names[..*size as usize].iter().copied();
        builder.role(Template::named(["P", "Q"][role], "state", states, 0));
    }
    builder.environment(Template::named("Environment", "state", names[..environment as usize].to_vec(), 0));
    let last = sizes[0] - 1;
    for (number, kind) in kinds.into_iter().enumerate() {
        let action = builder.action(format!("a{number}"), kind);
        let stays = 1 + dice.below(roles);
        for (role, size) in std::iter::zip(0.., &sizes).filter(|(role, _)| kind.involves(RoleId(*role))) {
            // The first action is the one that leads into the last state.
            let leads_in = role == 0 && number == 0;
            let within = if role == 0 { last } else { *size };
            let (only, everywhere) = (dice.below(within), dice.one_in(4));
            for from in 0..*size {
                let all = kind.needs_all(RoleId(role)) && dice.one_in(2);
                if !(from == only || everywhere || all) {
                    continue;
                }
                let to = match dice.below(4) {
                    _ if role == 0 && (from == last || from == only && leads_in) => last,
                    _ if role == stays => from,
                    0 => dice.below(within),
                    _ => (from + 1).min(within - 1),
                };
                builder.agent_move(RoleId(role), StateId(from), action, StateId(to));
            }
        }
        let (only, width) = match in_order {
            true => (environment - 1 - (number as u32).min(environment - 1), 0),
            false => (dice.below(environment), dice.below(3)),
        };
        for from in (0..environment).filter(|_| kind.is_shared()) {
            // In one state, in two, or in all; those before the last two are for the action that comes first.
            let early = in_order && number == 2 && from <= only;
            if from == only || (width == 1 && from == (only + 1) % environment) || width == 2 || early {
                let to = match dice.below(4) {
                    _ if in_order => (from + 1).min(environment - 1),
                    0 => from,
                    1 => dice.below(environment),
                    _ => (from + 1) % environment,
                };
                builder.environment_move(StateId(from), action, StateId(to));
            }
        }
    }
    let last = builder.proposition("last", Subject::Role(RoleId(0)), vec![StateId(last)]);
    let variables = vec![RoleId(0); 1 + dice.below(2) as usize];
    let elsewhere = |variable: usize| IndexedFormula::Holds(last, VariableId(variable as u32)).not();
    let formula = IndexedFormula::Or((0..variables.len()).map(elsewhere).collect());
    builder.property(property(&variables, formula.always()));
    builder.finish().unwrap_or_else(|defects| panic!("{seed}: {defects:?}"))
}

/// A random universal property with one to three variables.
fn random_property(
    dice: &mut Dice,
    roles: &[RoleId],
    sizes: &[u32],
    steps: bool,
    proposition: &mut dyn FnMut(String, RoleId, Vec<StateId>) -> PropositionId,
) -> IndexedProperty {
    let count = 1 + dice.below(3);
    let variables: Vec<RoleId> = (0..count).map(|_| roles[dice.below(roles.len() as u32) as usize]).collect();
    let mut literals = Vec::new();
    for (variable, role) in variables.iter().enumerate() {
        let state = StateId(dice.below(sizes[role.0 as usize]));
        let p = proposition(format!("p{variable}"), *role, vec![state]);
        let holds = IndexedFormula::Holds(p, VariableId(variable as u32));
        literals.push(if dice.one_in(2) { holds } else { holds.not() });
    }
    let formula = random_formula(dice, &literals, steps, 3);
    let formula = if dice.one_in(4) { formula } else { formula.always() };
    property(&variables, formula)
}

/// With `steps` it may count them.
fn random_formula(dice: &mut Dice, literals: &[IndexedFormula], steps: bool, depth: u32) -> IndexedFormula {
    let literal = literals[dice.below(literals.len() as u32) as usize].clone();
    if depth == 0 {
        return literal;
    }
    let variable = VariableId(dice.below(literals.len() as u32));
    let mut inner = || random_formula(dice, literals, steps, depth - 1);
    let (one, other) = (inner(), inner());
    match dice.below(8) {
        0 => literal,
        1 | 2 => IndexedFormula::Or(vec![one, other]),
        3 => IndexedFormula::And(vec![one, other]),
        4 | 5 => one.known_to(variable),
        6 if steps => one.after_every_step(),
        6 => one.always(),
        _ => {
            let until = IndexedFormula::Until(Box::new(one), Box::new(other));
            IndexedFormula::AllRuns(Box::new(until))
        }
    }
}

/// A random synchronous family with a random property.
pub(crate) fn synchronous(seed: u64) -> Family<Synchronous> {
    let dice = &mut Dice::new(seed);
    let names = ["s0", "s1", "s2"];
    let mut builder = Family::synchronous("random");
    let roles = 1 + u32::from(dice.one_in(4));
    let sizes: Vec<u32> = (0..roles).map(|_| 2 + dice.below(2)).collect();
    for (role, size) in sizes.iter().enumerate() {
        let states = names[..*size as usize].iter().copied();
        let mut template = Template::named(["P", "Q"][role], "state", states, 0);
        template.initial.extend(dice.one_in(3).then_some(StateId(1)));
        builder.role(template);
    }
    let environment = 1 + dice.below(2);
    builder.environment(Template::named("Environment", "state", names[..environment as usize].to_vec(), 0));
    let actions: Vec<ActionId> = (0..2 + dice.below(2)).map(|n| builder.action(format!("a{n}"))).collect();
    let others: Vec<EnvironmentActionId> =
        (0..1 + dice.below(2)).map(|n| builder.environment_action(format!("e{n}"))).collect();
    let condition = |dice: &mut Dice| {
        let occurs = Condition::Occurs(actions[dice.below(actions.len() as u32) as usize]);
        let does = Condition::EnvironmentDoes(others[dice.below(others.len() as u32) as usize]);
        match dice.below(5) {
            0 => Condition::always(),
            1 => does,
            2 => Condition::Not(Box::new(occurs)),
            _ => occurs,
        }
    };
    for (role, size) in sizes.iter().enumerate() {
        for from in 0..*size {
            let first = dice.below(actions.len() as u32) as usize;
            for (number, action) in actions.iter().enumerate() {
                if number == first || dice.one_in(3) {
                    let count = dice.below(3);
                    let moves = (0..count)
                        .map(|_| Move { when: condition(dice), to: StateId(dice.below(*size)) })
                        .collect();
                    let offer = Offer { action: *action, moves };
                    builder.agent_offer(RoleId(role as u32), StateId(from), offer);
                }
            }
        }
    }
    for from in 0..environment {
        for action in &others[..=dice.below(others.len() as u32) as usize] {
            let moves = vec![Move { when: condition(dice), to: StateId(dice.below(environment)) }];
            builder.environment_offer(StateId(from), Offer { action: *action, moves });
        }
    }
    let roles: Vec<RoleId> = (0..roles).map(RoleId).collect();
    let property = random_property(dice, &roles, &sizes, true, &mut |name, role, states| {
        builder.proposition(name, Subject::Role(role), states)
    });
    builder.property(property);
    builder.finish().unwrap_or_else(|defects| panic!("{seed}: {defects:?}"))
}
