//! Strong stubborn sets: rules of which one can be followed while the others wait.

use rustc_hash::FxHashMap;
use synod_core::{ExprId, Formula, System, checkpoint};

use super::footprints::{Footprint, Footprints, Places, RulesByPlace, may_establish};
use super::stuttering::{Demand, Proviso};
use crate::bits::BitSet;
use crate::layout::Layout;
use crate::lookup::Tables;
use crate::model::{live, necessary};
use crate::program::{Inputs, Program, Registers};

/// Tables about pairs of more rules than this would take too much room.
const MOST_RULES: usize = 4096;

/// Candidates that are looked at in a state.
const MOST_CANDIDATES: usize = 64;

/// Which conditions of the reduction are kept: all, but for tests that see what comes of leaving one out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditions {
    pub dependence: bool,
    pub enabling: bool,
    pub visibility: bool,
    pub observations: bool,
    pub proviso: bool,
}

impl Conditions {
    pub const ALL: Conditions =
        Conditions { dependence: true, enabling: true, visibility: true, observations: true, proviso: true };
}

/// The rules of a system with what the reduction for one formula needs to know of them.
#[derive(Debug)]
pub(crate) struct StubbornSets {
    /// For each rule those whose steps need not commute with its own.
    dependent: Vec<BitSet>,
    /// For each rule the numbers of conditions without which it is disabled, those first that few rules establish.
    needs: Vec<Vec<u32>>,
    conditions: Vec<Condition>,
    /// For each rule those that write something that it reads.
    informers: Vec<BitSet>,
    visible: BitSet,
    proviso: Proviso,
}

/// A condition on states.
#[derive(Debug)]
struct Condition {
    program: Program,
    /// The rules that may make it true.
    establishing: BitSet,
}

/// Steps of one rule in a state, among all its steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleSteps {
    pub rule: u32,
    pub first: u32,
    pub count: u32,
}

impl StubbornSets {
    /// For a conjunct of a property, with fairness as part of it. `None` if the contract does not cover it, or nothing can be left out.
    pub fn new(system: &System, layout: &Layout, formula: &Formula) -> Option<Self> {
        Self::with(system, layout, formula, Conditions::ALL)
    }

    pub(super) fn with(
        system: &System,
        layout: &Layout,
        formula: &Formula,
        conditions: Conditions,
    ) -> Option<Self> {
        let demand = Demand::of(formula).filter(|_| system.rules.len() <= MOST_RULES)?;
        let special = &mut synod_passes::specialise(system, system.ranges());
        let needed = needed(special);
        let sets = Builder { footprints: Footprints::new(special, layout), layout, conditions }
            .build(&demand, &needed);
        sets.reduces().then_some(sets)
    }

    /// Whether there is a rule that can be followed alone as far as it depends on others.
    fn reduces(&self) -> bool {
        let rules = self.dependent.len();
        (0..rules)
            .any(|rule| !self.visible.contains(rule as u32) && self.dependent[rule].iter().count() < rules)
    }
}

/// For each rule, conditions on states without which it is disabled.
fn needed(system: &mut System) -> Vec<Vec<ExprId>> {
    let mut needed = Vec::new();
    for number in 0..system.rules.len() {
        checkpoint();
        let rule = &system.rules[number];
        let mut conditions = necessary(system, rule);
        let of_part = |part| live(system, part).map(|(_, alternative)| alternative.guard).collect();
        let open: Vec<Vec<ExprId>> = rule.parts.iter().map(of_part).collect();
        for guards in open.into_iter().filter(|guards| guards.len() > 1) {
            conditions.push(system.exprs.or(guards));
        }
        conditions.retain(|condition| {
            system.exprs.choices(*condition).is_empty() && !system.exprs.is_true(*condition)
        });
        conditions.sort_unstable();
        conditions.dedup();
        needed.push(conditions);
    }
    needed
}

struct Builder<'a> {
    footprints: Footprints<'a>,
    layout: &'a Layout,
    conditions: Conditions,
}

impl Builder<'_> {
    fn build(mut self, demand: &Demand, needed: &[Vec<ExprId>]) -> StubbornSets {
        let system = self.footprints.system;
        let rules: Vec<Footprint> = system
            .rule_ids()
            .map(|(id, rule)| {
                let watched = demand.steps.iter().map(|step| &system.step_predicates[step.0 as usize]);
                let cases = watched.filter_map(|predicate| predicate.cases.get(&id).copied());
                self.footprints.of_rule(rule, cases.filter(|_| self.conditions.observations))
            })
            .collect();
        let seen: Vec<Places> = demand.states.iter().map(|id| self.footprints.of_expr(*id).clone()).collect();
        let count = rules.len();
        let by_place = RulesByPlace::new(&rules, system.width());
        let changing = BitSet::of(count, seen.iter().flat_map(|places| by_place.writing(places)));
        let is_seen = |rule: u32| {
            let id = synod_core::RuleId(rule);
            let satisfies = |step: &synod_core::StepPredicateId| {
                let case = system.step_predicates[step.0 as usize].cases.get(&id);
                case.is_some_and(|case| !system.exprs.is_false(*case))
            };
            changing.contains(rule) || demand.steps.iter().any(satisfies)
        };
        let visible = BitSet::collect(count, |rule| self.conditions.visibility && is_seen(rule));
        let dependent = rules.iter().map(|rule| self.dependent(rule, &rules, &by_place)).collect();
        let informers = rules.iter().map(|rule| BitSet::of(count, by_place.writing(&rule.reads))).collect();
        let (needs, conditions) = self.needs(needed, count, &by_place);
        let proviso = match demand.proviso {
            _ if !self.conditions.proviso => Proviso::None,
            // What is cut must be found as well.
            Proviso::None if system.has_unbounded() => Proviso::Some,
            proviso => proviso,
        };
        StubbornSets { dependent, needs, conditions, informers, visible, proviso }
    }

    fn dependent(&self, rule: &Footprint, rules: &[Footprint], by_place: &RulesByPlace) -> BitSet {
        checkpoint();
        let conflicting = by_place.conflicting(rule).filter(|_| self.conditions.dependence);
        BitSet::of(rules.len(), conflicting.filter(|other| !rule.excludes(&rules[*other as usize])))
    }

    /// The numbers of the conditions of each rule, and the conditions.
    fn needs(
        &mut self,
        needed: &[Vec<ExprId>],
        rules: usize,
        by_place: &RulesByPlace,
    ) -> (Vec<Vec<u32>>, Vec<Condition>) {
        let system = self.footprints.system;
        let mut tables = Tables::new(system, self.layout);
        let mut numbers: FxHashMap<ExprId, u32> = FxHashMap::default();
        let mut conditions: Vec<Condition> = Vec::new();
        let mut needs: Vec<Vec<u32>> = Vec::new();
        for ids in needed {
            checkpoint();
            let number = |id: &ExprId| {
                *numbers.entry(*id).or_insert_with(|| {
                    let allowed = self.footprints.allowed(*id);
                    let reads = self.footprints.of_expr(*id);
                    let writing = by_place.writing(reads).filter(|_| self.conditions.enabling);
                    let establishing = BitSet::of(
                        rules,
                        writing.filter(|rule| may_establish(system, &system.rules[*rule as usize], allowed)),
                    );
                    conditions.push(Condition { program: Program::compile(&mut tables, *id), establishing });
                    conditions.len() as u32 - 1
                })
            };
            let mut own: Vec<u32> = ids.iter().map(number).collect();
            own.sort_by_key(|number| conditions[*number as usize].establishing.iter().count());
            needs.push(own);
        }
        (needs, conditions)
    }
}

/// Chooses rules to follow; holds the room needed for that, so each thread has one.
pub(crate) struct Chooser<'a> {
    sets: &'a StubbornSets,
    layout: &'a Layout,
    registers: Registers,
    enabled: BitSet,
    /// What is known of the conditions in the state at hand.
    truths: Vec<Option<bool>>,
    todo: Vec<u32>,
}

/// Rules that could be followed alone.
struct Candidate {
    rules: BitSet,
    steps: u32,
}

impl<'a> Chooser<'a> {
    pub fn new(sets: &'a StubbornSets, layout: &'a Layout) -> Self {
        Chooser {
            sets,
            layout,
            registers: Registers::new(),
            enabled: BitSet::new(sets.dependent.len(), false),
            truths: Vec::new(),
            todo: Vec::new(),
        }
    }

    /// The rules to follow in a state, given the steps of all enabled ones; `None` if all have to be. `leads_on` says whether a step leads to a state that is farther
    /// from the initial ones than all that were expanded.
    pub fn choose(
        &mut self,
        state: &[u64],
        found: &[RuleSteps],
        mut leads_on: impl FnMut(u32) -> bool,
    ) -> Option<BitSet> {
        if found.len() < 2 {
            return None;
        }
        self.enabled = BitSet::new(self.enabled.len(), false);
        self.truths.clear();
        self.truths.resize(self.sets.conditions.len(), None);
        let mut total = 0;
        for steps in found {
            self.enabled.insert(steps.rule);
            total += steps.count;
        }
        let mut candidates: Vec<Candidate> = Vec::new();
        for seed in found.iter().take(MOST_CANDIDATES) {
            if self.sets.visible.contains(seed.rule) {
                continue;
            }
            let Some(rules) = self.closure(seed.rule, state) else { continue };
            let steps =
                found.iter().filter(|steps| rules.contains(steps.rule)).map(|steps| steps.count).sum();
            if steps < total && !candidates.iter().any(|known| known.rules == rules) {
                candidates.push(Candidate { rules, steps });
            }
            if steps == 1 && self.sets.proviso == Proviso::None {
                break;
            }
        }
        candidates.sort_by_key(|candidate| candidate.steps);
        let chosen = candidates.into_iter().find(|candidate| {
            let followed = found.iter().filter(|steps| candidate.rules.contains(steps.rule));
            let mut steps = followed.flat_map(|steps| steps.first..steps.first + steps.count);
            match self.sets.proviso {
                Proviso::None => true,
                Proviso::Some => steps.any(&mut leads_on),
                Proviso::All => steps.all(&mut leads_on),
            }
        });
        chosen.map(|candidate| candidate.rules)
    }

    /// The least set with an enabled rule; `None` if it has an enabled one that is visible, or all enabled ones.
    fn closure(&mut self, seed: u32, state: &[u64]) -> Option<BitSet> {
        let sets = self.sets;
        let mut rules = BitSet::new(self.enabled.len(), false);
        rules.insert(seed);
        self.todo.clear();
        self.todo.push(seed);
        let mut waiting = self.enabled.iter().count() - 1;
        while let Some(rule) = self.todo.pop() {
            let more = match self.enabled.contains(rule) {
                true => &sets.dependent[rule as usize],
                false => self.enabling(rule, state),
            };
            for other in more.iter() {
                if !rules.insert(other) {
                    continue;
                }
                self.todo.push(other);
                if self.enabled.contains(other) {
                    waiting -= 1;
                    if waiting == 0 || sets.visible.contains(other) {
                        return None;
                    }
                }
            }
        }
        Some(rules)
    }

    /// Rules one of which must be taken before a disabled rule can be.
    fn enabling(&mut self, rule: u32, state: &[u64]) -> &'a BitSet {
        let sets = self.sets;
        let mut is_true = |number: &u32| {
            *self.truths[*number as usize].get_or_insert_with(|| {
                let program = &sets.conditions[*number as usize].program;
                program.run(self.layout, Inputs::of(state), &mut self.registers) == Some(1)
            })
        };
        let needs = &sets.needs[rule as usize];
        match needs.iter().copied().find(|number| !is_true(number)) {
            Some(number) => &sets.conditions[number as usize].establishing,
            None => &sets.informers[rule as usize],
        }
    }
}
