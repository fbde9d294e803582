//! What a coalition may do in every point, and whether its opponents can answer.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use synod_core::{
    AgentId, CoalitionChoice, DeadEnds, Env, Rule, RuleId, Stop, System, Tick, eval_bool, for_each_choice,
};

use crate::bits::BitSet;
use crate::limits::Limits;
use crate::points::Points;

/// For each member the class of each point: points that it cannot tell apart have the same.
pub(crate) type Classes<'c> = FxHashMap<AgentId, &'c [u32]>;

/// What a coalition may do, point by point.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    points: Vec<PointMoves>,
}

/// What can be done in a point.
#[derive(Clone, Debug, Default)]
struct PointMoves {
    /// One for each rule of which somebody may pick something.
    rules: Vec<RuleMoves>,
    /// Where the point leads by itself, if no step can be taken in it and dead ends repeat.
    repeats: Vec<u32>,
}

/// A rule in a point.
#[derive(Clone, Debug)]
struct RuleMoves {
    /// Whether a member begins it.
    begun: bool,
    rule: RuleId,
    options: Vec<PickOption>,
}

/// What the coalition may pick, and where its opponents may lead then.
#[derive(Clone, Debug)]
struct PickOption {
    pick: CoalitionChoice,
    targets: Vec<u32>,
}

impl PointMoves {
    /// Whether the coalition can see to it that the next point is not in a set.
    fn avoids(&self, set: &BitSet) -> bool {
        let leads = |targets: &[u32]| targets.iter().any(|target| set.contains(*target));
        if !self.repeats.is_empty() {
            return !leads(&self.repeats);
        }
        let moves = |rule: &RuleMoves| rule.options.iter().any(|option| !option.targets.is_empty());
        let (own, others): (Vec<&RuleMoves>, Vec<&RuleMoves>) =
            self.rules.iter().partition(|rule| rule.begun);
        let parries = |rule: &RuleMoves| rule.options.iter().any(|option| !leads(&option.targets));
        let offers = |rule: &RuleMoves| {
            rule.options.iter().any(|option| !option.targets.is_empty() && !leads(&option.targets))
        };
        let waits = others.iter().any(|rule| moves(rule)) || !own.iter().any(|rule| moves(rule));
        !self.rules.is_empty()
            && others.iter().all(|rule| parries(rule))
            && (waits || own.iter().any(|rule| offers(rule)))
    }
}

impl Moves {
    /// What a group may do by the rules.
    pub fn new(points: &Points, group: &[AgentId], limits: &Limits) -> Result<Self, Stop> {
        let system = points.system;
        let mut moves = Moves { points: Vec::with_capacity(points.len()) };
        for point in 0..points.len() as u32 {
            if point.is_multiple_of(256) {
                limits.check(points.bytes(), Tick::default)?;
            }
            let state = points.state(point);
            let mut here = PointMoves::default();
            for (id, rule) in system.rule_ids() {
                let mut options: Vec<PickOption> = Vec::new();
                let _ = for_each_choice(system, rule, &state, points.model.int_bound, &mut |choices| {
                    let env = Env { system, state: &state, choices, taken: &[] };
                    let pick = CoalitionChoice::of(group, id, rule, choices);
                    if eval_bool(&system.exprs, rule.guard, env) == Ok(true)
                        && options.iter().all(|option| option.pick != pick)
                    {
                        options.push(PickOption { pick, targets: vec![] });
                    }
                    ControlFlow::Continue(())
                });
                if !options.is_empty() {
                    here.rules.push(RuleMoves { begun: rule.is_begun_by(group), rule: id, options });
                }
            }
            let dead = points.for_each_step(point, &mut |step, target| {
                let pick = CoalitionChoice::of(group, step.rule, system.rule(step.rule), step.choices);
                let rule = here.rules.iter_mut().find(|rule| rule.rule == step.rule);
                let option = rule.and_then(|rule| rule.options.iter_mut().find(|option| option.pick == pick));
                if let Some(option) = option.filter(|option| !option.targets.contains(&target)) {
                    option.targets.push(target);
                }
            });
            if dead && system.dead_ends == DeadEnds::Repeat {
                here.repeats = points.targets(point).collect();
            }
            moves.points.push(here);
        }
        Ok(moves)
    }

    /// Whether the group may pick this in a point.
    pub fn allows(&self, point: u32, pick: &CoalitionChoice) -> bool {
        let rules = self.points[point as usize].rules.iter().filter(|rule| rule.rule == pick.rule);
        rules.flat_map(|rule| &rule.options).any(|option| option.pick == *pick)
    }

    /// The points where, whatever the coalition picks, its opponents can lead into a set.
    pub fn opponents_before(&self, set: &BitSet, within: &BitSet) -> BitSet {
        let lost = |point: u32| within.contains(point) && !self.points[point as usize].avoids(set);
        BitSet::collect(self.points.len(), lost)
    }

    /// An observation that leaves a member more than one value to pick among the points of `within`, made in a point
    /// of `relevant`.
    pub fn undecided(
        &self,
        system: &System,
        relevant: &BitSet,
        within: &BitSet,
        classes: &Classes,
    ) -> Option<OpenChoice> {
        let mut values: FxHashMap<Decision, Vec<i64>> = FxHashMap::default();
        for point in within.iter() {
            for (decision, value) in self.decisions(system, point, classes) {
                let known = values.entry(decision).or_default();
                if !known.contains(&value) {
                    known.push(value);
                }
            }
        }
        for point in relevant.iter() {
            for (decision, _) in self.decisions(system, point, classes) {
                if values.get(&decision).is_some_and(|values| values.len() > 1) {
                    let values = values.remove(&decision)?;
                    return Some(OpenChoice { decision, values });
                }
            }
        }
        None
    }

    /// What members decide in a point, each with a value that they may pick.
    fn decisions<'m>(
        &'m self,
        system: &'m System,
        point: u32,
        classes: &'m Classes<'m>,
    ) -> impl Iterator<Item = (Decision, i64)> + 'm {
        let picks = self.points[point as usize].rules.iter().flat_map(|rule| &rule.options).map(|o| &o.pick);
        picks.flat_map(move |pick| {
            let rule: &Rule = system.rule(pick.rule);
            pick.values.iter().filter_map(move |(choice, value)| {
                let member = rule.choices[*choice as usize].agent?;
                let class = classes.get(&member)?[point as usize];
                Some((Decision { rule: pick.rule, choice: *choice, member, class }, *value))
            })
        })
    }

    /// The moves with each of the possible values for a choice that is open.
    pub fn with_each(&self, open: &OpenChoice, classes: &Classes) -> Vec<Moves> {
        let OpenChoice { decision: Decision { rule, choice, member, class }, values } = open;
        let fixed = |value: &i64| {
            let mut moves = self.clone();
            for (here, other) in std::iter::zip(&mut moves.points, classes[member]) {
                if other != class {
                    continue;
                }
                for own in here.rules.iter_mut().filter(|own| own.rule == *rule) {
                    own.options.retain(|option| option.pick.values.contains(&(*choice, *value)));
                }
                here.rules.retain(|own| !own.options.is_empty());
            }
            moves
        };
        values.iter().map(fixed).collect()
    }
}

/// What a member decides at one observation: the value of a choice of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Decision {
    rule: RuleId,
    choice: u32,
    member: AgentId,
    /// The number of the observation.
    class: u32,
}

/// A decision with the values that are possible for it.
pub(crate) struct OpenChoice {
    decision: Decision,
    values: Vec<i64>,
}
