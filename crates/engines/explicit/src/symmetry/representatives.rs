//! Of each orbit of states one, as far as that is found quickly: agents of a group are sorted by what tells them
//! apart, and names follow their agents.
//!
//! What tells agents apart is a number computed from their own values, and refined by who has the names of whom. Two
//! that get the same number stay in their order. So one orbit may have several representatives, which costs time
//! and nothing else: whatever is returned is a state of the orbit.

use synod_core::{Field, System, VarId};

use super::domains::{Domain, Domains};
use super::groups::Group;
use crate::layout::Layout;

/// How often numbers are refined where agents have names of agents.
const REFINEMENTS: usize = 2;

/// For each group which member comes to which place: place `i` gets member `order[i]`.
pub(super) type Permutation = Vec<Vec<usize>>;

/// Finds representatives of packed states.
#[derive(Debug)]
pub(crate) struct Representatives {
    groups: Vec<PackedGroup>,
    /// Fields for names that belong to no member, each with its names.
    shared: Vec<(Field, usize)>,
    /// For each domain of names, whose they are.
    names: Vec<Names>,
}

#[derive(Debug)]
struct PackedGroup {
    /// For each member its fields, apart from those with names.
    fields: Vec<Vec<Field>>,
    /// For each variable that holds names, the fields of all members, and which names.
    named: Vec<(Vec<Field>, usize)>,
}

/// Whose a name is: the group, the member, and which of its names.
type Bearer = (usize, usize, usize);

#[derive(Debug)]
struct Names {
    domain: Domain,
    least: i64,
    bearers: Vec<Option<Bearer>>,
    /// The names of each group, by kind and member.
    of: Vec<Vec<Vec<i64>>>,
}

impl Names {
    fn bearer(&self, name: i64) -> Option<Bearer> {
        let place = usize::try_from(name.checked_sub(self.least)?).ok()?;
        self.bearers.get(place).copied().flatten()
    }

    /// The name after a permutation, given where each member comes to.
    fn renamed(&self, name: i64, places: &[Vec<usize>]) -> i64 {
        match self.bearer(name) {
            Some((group, member, kind)) => self.of[group][kind][places[group][member]],
            None => name,
        }
    }
}

/// Mixes numbers so that different ones are seldom mixed to the same.
fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd6e8_feb8_6659_fd93);
    (product as u64) ^ ((product >> 64) as u64).rotate_left(17) ^ a.rotate_left(32)
}

impl Representatives {
    pub(super) fn new(system: &System, layout: &Layout, domains: &Domains, groups: &[Group]) -> Self {
        let mut names: Vec<Names> = Vec::new();
        for (group, (domain, list)) in groups
            .iter()
            .enumerate()
            .flat_map(|(number, group)| group.names.iter().map(move |names| (number, names)))
        {
            let position = names.iter().position(|names| names.domain == *domain).unwrap_or_else(|| {
                let of = vec![Vec::new(); groups.len()];
                names.push(Names { domain: *domain, least: 0, bearers: Vec::new(), of });
                names.len() - 1
            });
            names[position].of[group].push(list.clone());
        }
        for names in &mut names {
            let all = || names.of.iter().flatten().flatten().copied();
            let (least, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
            let mut bearers = vec![None; most.wrapping_sub(least) as usize + 1];
            for (group, kinds) in names.of.iter().enumerate() {
                for (kind, list) in kinds.iter().enumerate() {
                    for (member, name) in list.iter().enumerate() {
                        bearers[name.wrapping_sub(least) as usize] = Some((group, member, kind));
                    }
                }
            }
            (names.least, names.bearers) = (least, bearers);
        }
        let named = |var: VarId| {
            let domain = domains.of_var(var)?;
            names.iter().position(|names| names.domain == domain)
        };
        let fields = |var: VarId| {
            let (first, len) = (system.slot(var), system.var(var).len.unwrap_or(1) as usize);
            layout.fields[first..first + len].iter().copied()
        };
        let mut grouped = Vec::new();
        for group in groups {
            let owned = |agent| &system.agent(agent).owns;
            let plain = |agent| owned(agent).iter().filter(|var| named(**var).is_none());
            let mut packed = PackedGroup {
                fields: (group.agents.iter())
                    .map(|agent| plain(*agent).flat_map(|var| fields(*var)).collect())
                    .collect(),
                named: Vec::new(),
            };
            for (position, var) in owned(group.agents[0]).iter().enumerate() {
                let Some(names) = named(*var) else { continue };
                for element in 0..system.var(*var).len.unwrap_or(1) as usize {
                    let of = |agent| fields(owned(agent)[position]).nth(element);
                    packed.named.push((group.agents.iter().filter_map(|agent| of(*agent)).collect(), names));
                }
            }
            grouped.push(packed);
        }
        let is_shared = |var: VarId| {
            let owner = system.var(var).owner;
            owner.is_none_or(|owner| !groups.iter().any(|group| group.agents.contains(&owner)))
        };
        let shared = system.var_ids().filter(|(var, _)| is_shared(*var));
        let shared = shared.filter_map(|(var, _)| named(var).map(|names| (var, names)));
        let shared = shared.flat_map(|(var, names)| fields(var).map(move |field| (field, names))).collect();
        Representatives { groups: grouped, shared, names }
    }

    /// The permutation that changes nothing.
    pub fn unchanged(&self) -> Permutation {
        self.groups.iter().map(|group| (0..group.fields.len()).collect()).collect()
    }

    /// Puts the representative of a state in its place. Says how members were permuted, if they were.
    pub fn represent(&self, state: &mut [u64]) -> Option<Permutation> {
        let numbers = self.numbers(state);
        let mut order: Permutation = Vec::with_capacity(self.groups.len());
        let mut is_sorted = true;
        for numbers in &numbers {
            is_sorted &= numbers.is_sorted();
            let mut members: Vec<usize> = (0..numbers.len()).collect();
            members.sort_by_key(|member| numbers[*member]);
            order.push(members);
        }
        if is_sorted {
            return None;
        }
        let image = self.permuted(state, &order)?;
        state.copy_from_slice(&image);
        Some(order)
    }

    /// A state after a permutation; `None` if a value of one member has no room at another.
    pub fn permuted(&self, state: &[u64], order: &Permutation) -> Option<Vec<u64>> {
        let mut image = state.to_vec();
        let mut store = |field: &Field, value: i64| -> Option<()> {
            let word = &mut image[field.word as usize];
            *word = (*word & !field.mask()) | field.bits(value).ok()?;
            Some(())
        };
        let places: Vec<Vec<usize>> = order.iter().map(|order| inverse(order)).collect();
        for (group, order) in std::iter::zip(&self.groups, order) {
            for (place, member) in order.iter().enumerate().filter(|(place, member)| place != *member) {
                for (to, from) in std::iter::zip(&group.fields[place], &group.fields[*member]) {
                    store(to, from.get(state))?;
                }
            }
            for (fields, names) in &group.named {
                for (place, member) in order.iter().enumerate() {
                    store(&fields[place], self.names[*names].renamed(fields[*member].get(state), &places))?;
                }
            }
        }
        for (field, names) in &self.shared {
            store(field, self.names[*names].renamed(field.get(state), &places))?;
        }
        Some(image)
    }

    /// What tells members apart, for each group.
    fn numbers(&self, state: &[u64]) -> Vec<Vec<u64>> {
        let own =
            |fields: &Vec<Field>| fields.iter().fold(1, |number, field| mix(number, field.get(state) as u64));
        let mut numbers: Vec<Vec<u64>> =
            self.groups.iter().map(|group| group.fields.iter().map(own).collect()).collect();
        if self.names.is_empty() {
            return numbers;
        }
        let knows_others = self.groups.iter().any(|group| !group.named.is_empty());
        for _ in 0..if knows_others { REFINEMENTS } else { 1 } {
            let mut next = numbers.clone();
            let mut add = |(group, member): (usize, usize), number: u64| {
                let place: &mut u64 = &mut next[group][member];
                *place = place.wrapping_add(number);
            };
            for (position, (field, names)) in self.shared.iter().enumerate() {
                if let Some((group, member, kind)) = self.names[*names].bearer(field.get(state)) {
                    add((group, member), mix(3 + position as u64, kind as u64));
                }
            }
            for (group, packed) in self.groups.iter().enumerate() {
                for (position, (fields, names)) in packed.named.iter().enumerate() {
                    let variable = mix(position as u64, group as u64);
                    for (member, field) in fields.iter().enumerate() {
                        let name = field.get(state);
                        match self.names[*names].bearer(name) {
                            None => add((group, member), mix(variable, name as u64)),
                            Some((to, bearer, kind)) if (to, bearer) == (group, member) => {
                                add((group, member), mix(variable, !(kind as u64)));
                            }
                            Some((to, bearer, kind)) => {
                                let kind = mix(variable, kind as u64);
                                add((group, member), mix(kind, numbers[to][bearer]));
                                add((to, bearer), mix(!kind, numbers[group][member]));
                            }
                        }
                    }
                }
            }
            numbers = next;
        }
        numbers
    }
}

/// Where each member comes to.
pub(super) fn inverse(order: &[usize]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, member)| places[*member] = place);
    places
}
