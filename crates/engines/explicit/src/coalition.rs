//! What a group of agents can bring about, whatever the others do (see
//! [`synod_core::Formula::Coalition`]), on the graph of points.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use synod_core::{AgentId, Env, Formula, Rule, Strategies, Tick, eval_bool, for_each_pick, is_fair};

use crate::bits::BitSet;
use crate::sets::{Failure, Sets};

/// The moves of a group in each point.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    points: Vec<Situation>,
}

impl Game {
    /// Whether the group may pick this in a point.
    pub fn allows(&self, point: u32, pick: &synod_core::Pick) -> bool {
        let mut duels = self.points[point as usize].duels.iter().filter(|duel| duel.rule == pick.rule.0);
        duels.any(|duel| duel.picks.iter().any(|other| other.values == pick.values))
    }
}

/// A strategy: what the group may pick, which is one thing wherever it matters.
pub(crate) struct Played {
    pub game: Game,
    /// The points where it matters.
    pub matters: BitSet,
}

/// How to play: where, and a set of points to avoid from there (for the group) or to lead into (for the
/// others). The first place that fits counts; where none does, nothing has to be done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    /// For the group.
    pub avoid: Vec<(BitSet, BitSet)>,
    /// How many of these keep runs from being fair.
    pub against_fairness: usize,
    /// For the others, as far as fairness does not matter.
    pub lead: Vec<(BitSet, BitSet)>,
}

/// What can be done in a point.
#[derive(Clone, Debug, Default)]
struct Situation {
    /// One for each rule of which somebody may pick something.
    duels: Vec<Duel>,
    /// Where the point leads by itself, if nothing can be done in it.
    repeats: Vec<u32>,
}

/// A rule in a point.
#[derive(Clone, Debug)]
struct Duel {
    rule: u32,
    /// Whether a member begins it.
    begun: bool,
    picks: Vec<Pick>,
}

/// Values for the choices of the group, and where the others may lead then.
#[derive(Clone, Debug)]
struct Pick {
    /// Each value with the position of its choice.
    values: Vec<(u32, i64)>,
    targets: Vec<u32>,
}

impl Situation {
    /// Whether the group can see to it that the next point is not in a set.
    fn avoids(&self, set: &BitSet) -> bool {
        let leads = |targets: &[u32]| targets.iter().any(|target| set.contains(*target));
        if !self.repeats.is_empty() {
            return !leads(&self.repeats);
        }
        let moves = |duel: &Duel| duel.picks.iter().any(|pick| !pick.targets.is_empty());
        let (own, others): (Vec<&Duel>, Vec<&Duel>) = self.duels.iter().partition(|duel| duel.begun);
        let parries = |duel: &Duel| duel.picks.iter().any(|pick| !leads(&pick.targets));
        let offers =
            |duel: &Duel| duel.picks.iter().any(|pick| !pick.targets.is_empty() && !leads(&pick.targets));
        let waits = others.iter().any(|duel| moves(duel)) || !own.iter().any(|duel| moves(duel));
        !self.duels.is_empty()
            && others.iter().all(|duel| parries(duel))
            && (waits || own.iter().any(|duel| offers(duel)))
    }
}

/// What the others try to do: get through one set into another, or stay in the first for ever if that is
/// as good for them.
struct Prevention<'s> {
    through: &'s BitSet,
    target: &'s BitSet,
    weak: bool,
}

/// The game as far as it is decided which points count.
pub(crate) struct Arena<'s> {
    /// The points on fair runs.
    pub counts: BitSet,
    fairness: Vec<BitSet>,
    path: &'s Formula,
    /// The points that satisfy the operands of the path.
    operands: Vec<BitSet>,
}

impl Sets<'_> {
    /// The points where a group can enforce a formula about runs.
    pub fn enforced(&mut self, group: &[AgentId], path: &Formula) -> Result<BitSet, Failure> {
        if path.is_about_point() {
            return Ok(self.of(path)?.clone());
        }
        let arena = self.arena(path)?;
        let game = self.game(group)?;
        match self.points.system.strategies {
            Strategies::Unfair | Strategies::Fair => Ok(arena.won(&game, &mut None)),
            Strategies::Uniform => Ok(self.won_uniformly(group, &arena, game, None)?.0),
        }
    }

    /// What a formula about runs asks of the game.
    pub fn arena<'f>(&mut self, path: &'f Formula) -> Result<Arena<'f>, Failure> {
        let system = self.points.system;
        let everything = BitSet::new(self.points.len(), true);
        let counts = match system.fairness.is_empty() {
            true => everything,
            false => self.some_run(&is_fair(&system.fairness), true)?,
        };
        let mut fairness = Vec::new();
        if system.strategies != Strategies::Unfair {
            for condition in &system.fairness {
                fairness.push(self.of(condition)?.clone().intersect(&counts));
            }
        }
        let mut operands = Vec::new();
        for operand in path.children() {
            operands.push(self.of(operand)?.clone());
        }
        Ok(Arena { counts, fairness, path, operands })
    }

    /// The points from which, and from all that some member takes for possible there, one strategy wins.
    /// Parts of a strategy that cannot add to what is won already are given up. If a point is wanted, the
    /// search ends when a strategy that wins there is found, which is given too, with the points where it
    /// matters.
    pub fn won_uniformly(
        &mut self,
        group: &[AgentId],
        arena: &Arena,
        game: Game,
        wanted: Option<u32>,
    ) -> Result<(BitSet, Option<Played>), Failure> {
        let len = self.points.len();
        let ignored = arena.counts.clone().complement();
        let mut classes: FxHashMap<AgentId, Vec<u32>> = FxHashMap::default();
        for member in group {
            classes.insert(*member, self.classes(&[*member]).to_vec());
        }
        let mut won = BitSet::new(len, false);
        let mut open = vec![game];
        while let Some(game) = open.pop() {
            self.pace.check(self.points.bytes(), Tick::default)?;
            let hoped = arena.won(&game, &mut None).intersect(&arena.counts);
            let sure = self.known_to_everybody(group, &hoped.clone().unite(&ignored)).intersect(&hoped);
            let in_vain = match wanted {
                Some(wanted) => !sure.contains(wanted),
                None => sure.clone().unite(&won) == won,
            };
            if in_vain {
                continue;
            }
            let matters = arena.matters(&hoped);
            match self.undecided(&matters, &arena.counts, &game, &classes) {
                None if wanted.is_some() => return Ok((sure, Some(Played { game, matters }))),
                None => won = won.unite(&sure),
                Some(open_question) => open.extend(open_question.answers(&game, &classes)),
            }
        }
        Ok((won, None))
    }

    /// An observation that leaves a member more than one value to pick, at a point that matters.
    fn undecided(
        &self,
        matters: &BitSet,
        counts: &BitSet,
        game: &Game,
        classes: &FxHashMap<AgentId, Vec<u32>>,
    ) -> Option<OpenQuestion> {
        let system = self.points.system;
        let mut values: FxHashMap<(u32, u32, u32), Vec<i64>> = FxHashMap::default();
        let questions = |pick: &Pick, rule: u32, point: u32| -> Vec<((u32, u32, u32), i64)> {
            let key = |(choice, value): &(u32, i64)| {
                let member = system.rules[rule as usize].choices[*choice as usize].agent?;
                Some(((rule, *choice, classes.get(&member)?[point as usize]), *value))
            };
            pick.values.iter().filter_map(key).collect()
        };
        let counted = |point: &u32| counts.contains(*point);
        for point in (0..game.points.len() as u32).filter(counted) {
            for duel in &game.points[point as usize].duels {
                for (key, value) in duel.picks.iter().flat_map(|pick| questions(pick, duel.rule, point)) {
                    let known = values.entry(key).or_default();
                    if !known.contains(&value) {
                        known.push(value);
                    }
                }
            }
        }
        let matter = (0..game.points.len() as u32).filter(|point| matters.contains(*point));
        for point in matter {
            for duel in &game.points[point as usize].duels {
                for (key, _) in duel.picks.iter().flat_map(|pick| questions(pick, duel.rule, point)) {
                    if values[&key].len() > 1 {
                        let (rule, choice, class) = key;
                        let member = system.rules[rule as usize].choices[choice as usize].agent?;
                        let values = values.remove(&key)?;
                        return Some(OpenQuestion { rule, choice, class, member, values });
                    }
                }
            }
        }
        None
    }

    /// The moves of a group in each point.
    pub fn game(&self, group: &[AgentId]) -> Result<Game, Failure> {
        let points = self.points;
        let system = points.system;
        let is_own = |rule: &Rule, position: usize| {
            rule.choices[position].agent.is_some_and(|agent| group.contains(&agent))
        };
        let own_values = |rule: &Rule, choices: &[i64]| -> Vec<(u32, i64)> {
            let own = (0..choices.len()).filter(|position| is_own(rule, *position));
            own.map(|position| (position as u32, choices[position])).collect()
        };
        let mut game = Game { points: Vec::with_capacity(points.len()) };
        for point in 0..points.len() as u32 {
            if point.is_multiple_of(256) {
                self.pace.check(points.bytes(), Tick::default)?;
            }
            let state = points.state(point);
            let mut situation = Situation::default();
            for (id, rule) in system.rule_ids() {
                let mut picks: Vec<Pick> = Vec::new();
                let _ = for_each_pick(system, rule, &state, points.int_bound(), &mut |choices| {
                    let env = Env { system, state: &state, choices, taken: &[] };
                    let values = own_values(rule, choices);
                    if eval_bool(&system.exprs, rule.guard, env) == Ok(true)
                        && picks.iter().all(|pick| pick.values != values)
                    {
                        picks.push(Pick { values, targets: vec![] });
                    }
                    ControlFlow::Continue(())
                });
                if !picks.is_empty() {
                    let begun = rule.observation.actor.is_some_and(|actor| group.contains(&actor));
                    situation.duels.push(Duel { rule: id.0, begun, picks });
                }
            }
            let dead = points.for_each_step(point, &mut |step, target| {
                let values = own_values(system.rule(step.rule), step.choices);
                let duel = situation.duels.iter_mut().find(|duel| duel.rule == step.rule.0);
                let pick = duel.and_then(|duel| duel.picks.iter_mut().find(|pick| pick.values == values));
                if let Some(pick) = pick.filter(|pick| !pick.targets.contains(&target)) {
                    pick.targets.push(target);
                }
            });
            if dead {
                situation.repeats = points.targets(point);
            }
            game.points.push(situation);
        }
        Ok(game)
    }
}

/// What one member is to pick wherever it observes the same.
struct OpenQuestion {
    rule: u32,
    choice: u32,
    class: u32,
    member: AgentId,
    values: Vec<i64>,
}

impl OpenQuestion {
    /// The game with each of the possible answers.
    fn answers(&self, game: &Game, classes: &FxHashMap<AgentId, Vec<u32>>) -> Vec<Game> {
        let fixed = |value: i64| {
            let mut game = game.clone();
            for (situation, class) in std::iter::zip(&mut game.points, &classes[&self.member]) {
                if *class != self.class {
                    continue;
                }
                for duel in situation.duels.iter_mut().filter(|duel| duel.rule == self.rule) {
                    duel.picks.retain(|pick| pick.values.contains(&(self.choice, value)));
                }
                situation.duels.retain(|duel| !duel.picks.is_empty());
            }
            game
        };
        self.values.iter().map(|value| fixed(*value)).collect()
    }
}

impl Arena<'_> {
    fn not(&self, operand: usize) -> BitSet {
        self.operands[operand].clone().complement().intersect(&self.counts)
    }

    /// The points of a set where it still matters what is picked: a goal is not reached yet. Where only fair
    /// runs count, a run that went wrong before can still be kept from being fair.
    fn matters(&self, set: &BitSet) -> BitSet {
        use Formula::*;
        let done = match self.path {
            Until(..) | WeakUntil(..) | Release(..) if !self.fairness.is_empty() => return set.clone(),
            Finally(_) => self.operands[0].clone(),
            Until(..) | WeakUntil(..) => self.operands[1].clone(),
            Release(..) => self.operands[0].clone().intersect(&self.operands[1]),
            _ => return set.clone(),
        };
        set.clone().intersect(&done.complement())
    }

    /// The points where the group wins if it sees everything; how, if somebody wants to write it down.
    pub fn won(&self, game: &Game, course: &mut Option<Course>) -> BitSet {
        use Formula::*;
        let len = self.counts.len();
        let nothing = BitSet::new(len, false);
        // To get somewhere is of use to the others only if they can go on by a fair run.
        let useful = match self.fairness.is_empty() {
            true => self.counts.clone(),
            false => {
                let anything = Prevention { through: &self.counts, target: &nothing, weak: true };
                self.prevented(game, &anything, course)
            }
        };
        if let Some(course) = course {
            course.against_fairness = course.avoid.len();
            course.lead.clear();
        }
        let (through, target, weak) = match self.path {
            Next(_) => {
                let target = self.not(0).intersect(&useful);
                let opposite = self.unavoidable(game, &target);
                let won = opposite.clone().complement();
                if let Some(course) = course {
                    course.avoid.push((won.clone(), target.clone()));
                    course.lead.push((opposite, target));
                }
                return won;
            }
            Finally(_) => (self.not(0), nothing, true),
            Globally(_) => (self.counts.clone(), self.not(0), false),
            // not (a U b) is !b W (!a & !b); not (a W b) is !b U (!a & !b); not (a R b) is !a U !b.
            Until(..) => (self.not(1), self.not(0).intersect(&self.not(1)), true),
            WeakUntil(..) => (self.not(1), self.not(0).intersect(&self.not(1)), false),
            Release(..) => (self.not(0), self.not(1), false),
            // The engine refuses other formulas.
            _ => return nothing,
        };
        let target = target.intersect(&useful);
        self.prevented(game, &Prevention { through: &through, target: &target, weak }, course).complement()
    }

    fn prevented(&self, game: &Game, what: &Prevention, course: &mut Option<Course>) -> BitSet {
        let Prevention { through, target, weak } = what;
        if !weak {
            let forced = self.forced_until(game, through, target, course);
            if let Some(course) = course {
                let free = (*through).clone().intersect(&forced.clone().complement());
                course.avoid.push((free, forced.clone()));
            }
            return forced;
        }
        let anywhere = [self.counts.clone()];
        let fairness = if self.fairness.is_empty() { &anywhere[..] } else { &self.fairness };
        let mut stays = (*through).clone().unite(target);
        loop {
            let before = stays.clone();
            for condition in fairness {
                let goal = stays.clone().intersect(condition).unite(target);
                let leads = self.forced_until(game, through, &goal, &mut None);
                let next = self.unavoidable(game, &leads).intersect(through).unite(target);
                if let Some(course) = course {
                    // From here on the condition is never met again, or what was left before is left.
                    let left = stays.clone().intersect(&next.clone().complement());
                    course.avoid.push((left, leads));
                }
                stays = stays.intersect(&next);
            }
            if stays == before {
                if let Some(course) = course {
                    let goes_on = stays.clone().intersect(&(*target).clone().complement());
                    course.lead.push((goes_on, stays.clone()));
                }
                return stays;
            }
        }
    }

    fn forced_until(
        &self,
        game: &Game,
        through: &BitSet,
        target: &BitSet,
        course: &mut Option<Course>,
    ) -> BitSet {
        let mut found = target.clone();
        loop {
            let more = self.unavoidable(game, &found).intersect(through).unite(&found);
            if more == found {
                return found;
            }
            if let Some(course) = course {
                let fresh = more.clone().intersect(&found.clone().complement());
                course.lead.push((fresh, found));
            }
            found = more;
        }
    }

    /// The points where, whatever the group picks, the others can lead into a set.
    fn unavoidable(&self, game: &Game, set: &BitSet) -> BitSet {
        let bad = |point: u32| self.counts.contains(point) && !game.points[point as usize].avoids(set);
        BitSet::collect(self.counts.len(), bad)
    }
}
