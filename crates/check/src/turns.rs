//! Whose turn it is in a race: time is spent on one engine after another, in turns that grow, so that whoever wins has
//! cost little more than alone; only when that takes long do two work at the same time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use synod_core::{Progress, Tick};

/// In a race that takes longer than this, two engines work at the same time.
const LONG: Duration = Duration::from_secs(5);
/// How long two work at the same time, at most, before others have a turn.
const TURN: Duration = Duration::from_secs(1);
/// By how much the turns of a round are longer than those of the last.
const GROWTH: f64 = 1.5;
/// What the first engine may spend in the first round, what the other one that leads may, and what each of those behind
/// them may: long enough for a question that suits the engine well.
const FIRST: [Duration; 3] =
    [Duration::from_millis(50), Duration::from_millis(30), Duration::from_millis(10)];
/// What a search that grows fast has left of its turn, at least.
const LEAST: f64 = 1.0 / 16.0;

/// What there is to know of an engine beforehand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runner {
    /// Whether it keeps sets of states, not single ones.
    pub keeps_sets: bool,
    /// Whether it needs no preparation.
    pub starts_at_once: bool,
}

/// The time that engines have spent and may spend.
pub(crate) struct Turns {
    runners: Vec<Runner>,
    spent: Vec<Duration>,
    round: i32,
}

/// Who works, and for how long before others do.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub working: Vec<usize>,
    pub at_most: Duration,
}

impl Turns {
    /// For engines, the likely winner of a long race first.
    pub fn new(runners: impl Iterator<Item = Runner>) -> Self {
        let runners: Vec<Runner> = runners.collect();
        Turns { spent: vec![Duration::ZERO; runners.len()], runners, round: 0 }
    }

    /// Whether an engine works before the first one in the first round: it works in the same way, and small questions are
    /// answered before the first one is ready.
    fn opens(&self, engine: usize) -> bool {
        let Runner { keeps_sets, starts_at_once } = self.runners[engine];
        self.round == 0 && starts_at_once && keeps_sets == self.runners[0].keeps_sets
    }

    /// What an engine may spend until the end of the round, given how it does. Of those that have not ended the first one
    /// leads, and the first one that works the other way: which of single states and sets of states are fewer nobody
    /// knows beforehand.
    fn quota(&self, open: &[usize], engine: usize, trend: Trend) -> Duration {
        let keeps_sets = |engine: usize| self.runners[engine].keeps_sets;
        let is_other = |other: &&usize| keeps_sets(**other) != keeps_sets(open[0]);
        let second = open.iter().find(is_other).or(open.get(1)).copied();
        let rank = match engine {
            engine if engine == open[0] || self.opens(engine) => 0,
            engine if Some(engine) == second => 1,
            _ => 2,
        };
        FIRST[rank].mul_f64(GROWTH.powi(self.round.min(60)) * trend.share())
    }

    /// Who is to work next among those that have not ended (at least one), given how each of them does.
    pub fn next(&mut self, open: &[usize], trend: impl Fn(usize) -> Trend, elapsed: Duration) -> Turn {
        let together = if elapsed >= LONG { 2 } else { 1 };
        loop {
            let mut line = open.to_vec();
            line.sort_by_key(|engine| !self.opens(*engine));
            let left = |engine: usize| {
                let left = self.quota(open, engine, trend(engine)).saturating_sub(self.spent[engine]);
                (!left.is_zero()).then_some((engine, left))
            };
            let turns = line.into_iter().filter_map(left);
            let (mut working, left): (Vec<usize>, Vec<Duration>) = turns.take(together).unzip();
            if let Some(at_most) = left.iter().min() {
                if working.len() < together {
                    // A core that nobody has a turn on is of use to the next in line.
                    working.extend(open.iter().copied().find(|engine| *engine != working[0]));
                }
                return Turn { at_most: if together > 1 { (*at_most).min(TURN) } else { *at_most }, working };
            }
            self.round += 1;
        }
    }

    /// Says that engines have worked for so long.
    pub fn spend(&mut self, working: &[usize], time: Duration) {
        // A clock that stands still must not stop everybody.
        let time = time.max(Duration::from_micros(100));
        working.iter().for_each(|engine| self.spent[*engine] += time);
    }
}

/// How a search does, as far as its layers tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Trend {
    /// Nothing is known, or a layer has about as many states as the one before.
    Steady,
    /// Each layer has so many times the states of the one before: the search needs as many times as long for the next.
    Growing(f64),
    /// Layers have become much smaller than they were: it will soon be done.
    Fading,
}

impl Trend {
    /// Which part of its turn a search gets, or how many turns at once.
    fn share(self) -> f64 {
        match self {
            Trend::Steady => 1.0,
            Trend::Growing(factor) => (1.0 / factor).clamp(LEAST, 1.0),
            Trend::Fading => GROWTH.powi(3),
        }
    }
}

/// Watches how many states a search, layer by layer, finds in a layer.
pub(crate) struct Watch<'a> {
    told: &'a dyn Progress,
    number: usize,
    leading: &'a AtomicUsize,
    layers: Mutex<Layers>,
}

#[derive(Default)]
struct Layers {
    last: Tick,
    /// How many states the last layers had, and the largest ones, on the average between two ticks.
    now: f64,
    most: f64,
    /// How many times the states of the layer before the last ones had.
    growth: Option<f64>,
}

impl<'a> Watch<'a> {
    /// Passes on what an engine tells while it is the leading one.
    pub fn new(told: &'a dyn Progress, number: usize, leading: &'a AtomicUsize) -> Self {
        Watch { told, number, leading, layers: Mutex::default() }
    }

    /// How the search does.
    pub fn trend(&self) -> Trend {
        let Ok(layers) = self.layers.lock() else { return Trend::Steady };
        match layers.growth {
            _ if layers.now * 4.0 < layers.most * 3.0 => Trend::Fading,
            Some(growth) if growth > 1.0 => Trend::Growing(growth),
            _ => Trend::Steady,
        }
    }
}

impl Progress for Watch<'_> {
    fn tick(&self, tick: Tick) {
        if let Ok(mut layers) = self.layers.lock()
            && tick.depth > layers.last.depth
        {
            let count = (tick.depth - layers.last.depth) as f64;
            let now = tick.states.saturating_sub(layers.last.states) as f64 / count;
            let before = std::mem::replace(&mut layers.now, now);
            layers.growth = (before > 0.0).then(|| (layers.now / before).powf(1.0 / count));
            layers.most = layers.most.max(layers.now);
            layers.last = tick;
        }
        if self.leading.load(Ordering::Relaxed) == self.number {
            self.told.tick(tick);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUICK: Runner = Runner { keeps_sets: false, starts_at_once: true };
    const SLOW: Runner = Runner { keeps_sets: false, starts_at_once: false };
    const SETS: Runner = Runner { keeps_sets: true, starts_at_once: false };

    /// Who works how many milliseconds, turn by turn, if nobody ends.
    fn first_turns(
        runners: &[Runner],
        trend: impl Fn(usize) -> Trend + Copy,
        turns: usize,
    ) -> Vec<(usize, u128)> {
        let mut schedule = Turns::new(runners.iter().copied());
        let open: Vec<usize> = (0..runners.len()).collect();
        let mut told = Vec::new();
        for _ in 0..turns {
            let Turn { working, at_most } = schedule.next(&open, trend, Duration::ZERO);
            told.push((working[0], at_most.as_millis()));
            schedule.spend(&working, at_most);
        }
        told
    }

    #[test]
    fn turns_grow_and_those_who_search_in_another_way_lead() {
        let expected = [(0, 50), (1, 10), (2, 30), (3, 10), (0, 25), (1, 5), (2, 15), (3, 5), (0, 37)];
        assert_eq!(first_turns(&[SLOW, SLOW, SETS, SLOW], |_| Trend::Steady, 9), expected);
    }

    #[test]
    fn who_starts_at_once_has_the_first_turn_and_leads_no_more() {
        let expected = [(1, 50), (0, 50), (2, 30), (0, 25), (2, 15), (0, 37), (2, 22)];
        assert_eq!(first_turns(&[SLOW, QUICK, SETS], |_| Trend::Steady, 7), expected);
        assert_eq!(first_turns(&[SETS, QUICK], |_| Trend::Steady, 2), [(0, 50), (1, 30)]);
    }

    #[test]
    fn who_will_soon_be_done_goes_on_and_who_grows_waits() {
        let trend = |engine| if engine == 0 { Trend::Fading } else { Trend::Growing(4.0) };
        assert_eq!(first_turns(&[SLOW, SLOW], trend, 2), [(0, 168), (1, 7)]);
        let trend = |engine| if engine == 0 { Trend::Growing(4.0) } else { Trend::Steady };
        assert_eq!(first_turns(&[SLOW, SLOW], trend, 3), [(0, 12), (1, 30), (0, 6)]);
    }

    #[test]
    fn in_a_long_race_two_work_at_the_same_time() {
        let mut turns = Turns::new([SLOW, SLOW, SETS, SLOW].into_iter());
        let mut together = Vec::new();
        for _ in 0..4 {
            let turn = turns.next(&[0, 1, 2, 3], |_| Trend::Steady, LONG);
            turns.spend(&turn.working, turn.at_most);
            together.push(turn.working);
        }
        assert_eq!(together, [[0, 1], [0, 2], [0, 3], [0, 1]]);
        assert_eq!(turns.next(&[1], |_| Trend::Steady, LONG).working, [1]);
        assert_eq!(turns.next(&[2, 3], |_| Trend::Steady, LONG).working.len(), 2);
    }

    #[test]
    fn layers_tell_how_a_search_does() {
        let leading = AtomicUsize::new(0);
        let watch = Watch::new(&synod_core::Silent, 0, &leading);
        for (depth, states, trend) in [
            (5, 100, Trend::Steady),
            (6, 180, Trend::Growing(4.0)),
            (8, 340, Trend::Steady),
            (9, 400, Trend::Steady),
            (10, 440, Trend::Fading),
        ] {
            watch.tick(Tick { depth, states, ..Tick::default() });
            assert_eq!(watch.trend(), trend, "{states}");
        }
    }
}
