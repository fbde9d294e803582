//! Random families: whatever the procedures conclude has to agree with every instance of a size that can
//! be explored. `SYNOD_CASES` says how many families of each kind are tried.

use synod_core::Budget;

use super::{ask, holds};
use crate::classes::Corrections;
use crate::template::*;
use crate::testing::models::property;
use crate::*;

/// Random numbers that are the same for the same seed.
pub(crate) struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as u32 % bound
    }

    fn one_in(&mut self, rarity: u32) -> bool {
        self.below(rarity) == 0
    }
}

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
            Flavour::Of(Class::Smr) => vec![exchange, exchange, Kind::AgentEnvironment(role)],
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
    let mut builder = Family::interleaved("random", NullStep::Always);
    let sizes: Vec<u32> = (0..roles).map(|_| 2 + dice.below(if roles == 1 { 3 } else { 2 })).collect();
    for (role, size) in sizes.iter().enumerate() {
        let states = names[..*size as usize].iter().copied();
        builder.role(Template::named(["P", "Q"][role], "state", states, 0));
    }
    let environment = 1 + dice.below(2);
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
    random_property(dice, &roles, &sizes, &mut |name, role, states| {
        builder.proposition(name, Subject::Role(role), states)
    })
    .map(|p| builder.property(p));
    builder.finish().unwrap_or_else(|defects| panic!("{seed}: {defects:?}"))
}

/// A random universal property with one to three variables.
fn random_property(
    dice: &mut Dice,
    roles: &[RoleId],
    sizes: &[u32],
    proposition: &mut dyn FnMut(String, RoleId, Vec<StateId>) -> PropositionId,
) -> Option<IndexedProperty> {
    let count = 1 + dice.below(3);
    let variables: Vec<RoleId> = (0..count).map(|_| roles[dice.below(roles.len() as u32) as usize]).collect();
    let mut literals = Vec::new();
    for (variable, role) in variables.iter().enumerate() {
        let state = StateId(dice.below(sizes[role.0 as usize]));
        let p = proposition(format!("p{variable}"), *role, vec![state]);
        let holds = IndexedFormula::Holds(p, VariableId(variable as u32));
        literals.push(if dice.one_in(2) { holds } else { holds.not() });
    }
    let formula = random_formula(dice, &literals, 3);
    let formula = if dice.one_in(4) { formula } else { formula.always() };
    Some(property(&variables, formula))
}

fn random_formula(dice: &mut Dice, literals: &[IndexedFormula], depth: u32) -> IndexedFormula {
    let literal = literals[dice.below(literals.len() as u32) as usize].clone();
    if depth == 0 {
        return literal;
    }
    let variable = VariableId(dice.below(literals.len() as u32));
    let mut inner = || random_formula(dice, literals, depth - 1);
    let (one, other) = (inner(), inner());
    match dice.below(8) {
        0 => literal,
        1 | 2 => IndexedFormula::Or(vec![one, other]),
        3 => IndexedFormula::And(vec![one, other]),
        4 | 5 => one.known_to(variable),
        6 => one.always(),
        _ => {
            let until = IndexedFormula::Until(Box::new(one), Box::new(other));
            IndexedFormula::AllRuns(Box::new(until))
        }
    }
}

/// All sizes from the least ones up to these.
pub(crate) fn all_sizes(least: &[u32], most: &[u32]) -> Vec<Sizes> {
    let mut all = vec![vec![]];
    for (low, high) in std::iter::zip(least, most) {
        let with = |sizes: &Sizes, n: u32| sizes.iter().copied().chain([n]).collect::<Sizes>();
        all = all.iter().flat_map(|sizes| (*low..=*high).map(move |n| with(sizes, n))).collect();
    }
    all
}

pub(crate) fn cases(default: u64) -> u64 {
    std::env::var("SYNOD_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

fn oracle(system: &synod_core::System, property: &synod_core::Property, _: &Budget) -> synod_core::Outcome {
    ask(system, property)
}

pub(crate) const LIMITS: Limits = Limits { threshold: 2, more_agents: 2 };

/// What the procedures conclude, and the first instance that disagrees with it.
pub(crate) fn disagreement(
    family: &Family<Interleaved>,
    corrections: Corrections,
    beyond: u32,
) -> (Answer, Option<Sizes>) {
    let property = &family.properties()[0];
    let answer = family.verify_with(property, &oracle, LIMITS, &Budget::unlimited(), corrections);
    let largest = |role: usize| match &answer.conclusion {
        Conclusion::Holds(Reason::Cutoff { sizes, .. }) => sizes[role],
        _ => answer.domain[role] + 1,
    };
    let most: Sizes = (0..answer.domain.len()).map(|role| largest(role) + beyond).collect();
    let wrong = match &answer.conclusion {
        Conclusion::Unknown { .. } => None,
        Conclusion::Violated { sizes, .. } => holds(family, property, sizes).then(|| sizes.clone()),
        Conclusion::Holds(_) => {
            all_sizes(&answer.domain, &most).into_iter().find(|sizes| !holds(family, property, sizes))
        }
    };
    (answer, wrong)
}

fn conclusions_agree_with_instances(flavour: Flavour, default: u64) {
    let mut words = std::collections::BTreeMap::new();
    for seed in 0..cases(default) {
        let family = family(seed, flavour);
        let (answer, wrong) = disagreement(&family, Corrections::ALL, 2);
        assert_eq!(wrong, None, "seed {seed}: {:?}", answer.conclusion);
        let reason = match &answer.conclusion {
            Conclusion::Holds(Reason::Cutoff { class, .. }) => class.name(),
            Conclusion::Holds(Reason::Covered(_)) => "covered",
            Conclusion::Holds(Reason::Unreachable(_)) => "unreachable",
            other => other.word(),
        };
        *words.entry(reason).or_insert(0) += 1;
    }
    // Seen with `--nocapture`.
    println!("{flavour:?}: {words:?}");
    assert!(words.len() > 1, "{words:?}");
}

#[test]
fn conclusions_by_sfe_agree_with_instances() {
    conclusions_agree_with_instances(Flavour::Of(Class::Sfe), 60);
}

#[test]
fn conclusions_by_sgs_agree_with_instances() {
    conclusions_agree_with_instances(Flavour::Of(Class::Sgs), 60);
}

#[test]
fn conclusions_by_smr_agree_with_instances() {
    conclusions_agree_with_instances(Flavour::Of(Class::Smr), 60);
}

#[test]
fn conclusions_without_a_class_agree_with_instances() {
    conclusions_agree_with_instances(Flavour::Any, 60);
}
