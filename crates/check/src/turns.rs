//! Whose turn it is in a race: time is spent on one engine after another, in turns that grow, so that whoever wins has
//! cost little more than alone; only when that takes long do two work at the same time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use synod_core::{Progress, Tick};

/// In a race that takes longer than this, two engines work at the same time.
const LONG: Duration = Duration::from_secs(5);
/// How long those behind the first two work in turn, then.
const TURN: Duration = Duration::from_secs(1);
/// By how much the turns of a round are longer than those of the last.
const GROWTH: u32 = 4;
/// So many engines lead, of those that have not ended. The others have no turn in the first round: most questions are
/// answered by then.
const LEADING: usize = 2;

/// The time that engines have spent and may spend.
pub(crate) struct Turns {
    /// What each may spend in the first round.
    first: Vec<Duration>,
    spent: Vec<Duration>,
    round: u32,
    /// The engine whose turn it is, and the one behind the leading ones that works beside it.
    current: usize,
    beside: usize,
}

/// Who works, and for how long before others do.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub working: Vec<usize>,
    pub at_most: Duration,
}

impl Turns {
    /// For engines with these head starts. All but the first are less likely to win.
    pub fn new(head_starts: impl Iterator<Item = Duration>) -> Self {
        let first: Vec<Duration> =
            head_starts.enumerate().map(|(at, time)| if at == 0 { time } else { time / 2 }).collect();
        Turns { spent: vec![Duration::ZERO; first.len()], first, round: 0, current: 0, beside: LEADING }
    }

    /// What an engine may spend until the end of the round; one that will soon be done may spend what it could in the
    /// next.
    fn quota(&self, engine: usize, leads: bool, is_fading: bool) -> Duration {
        if !leads && self.round == 0 {
            return Duration::ZERO;
        }
        self.first[engine] * GROWTH.saturating_pow(self.round + u32::from(is_fading))
    }

    /// Who is to work next among those that have not ended (at least one), given which of them will soon be done.
    pub fn next(&mut self, open: &[usize], is_fading: impl Fn(usize) -> bool, elapsed: Duration) -> Turn {
        let is_long = elapsed >= LONG;
        let (first, others) = open.split_at(open.len().min(LEADING));
        let leading = if is_long { first } else { open };
        let left = loop {
            let left = |engine: &usize| {
                let left = self
                    .quota(*engine, first.contains(engine), is_fading(*engine))
                    .saturating_sub(self.spent[*engine]);
                (!left.is_zero()).then_some((*engine, left))
            };
            // The one that works goes on, and then the others have their turns, by position.
            let going_on = leading.iter().copied().filter(|engine| *engine >= self.current);
            if let Some((engine, left)) = going_on.chain(leading.iter().copied()).find_map(|e| left(&e)) {
                self.current = engine;
                break left;
            }
            self.round += 1;
            self.current = 0;
        };
        let mut working = vec![self.current];
        if is_long {
            // The next one behind has its turn.
            let behind = others.iter().copied().filter(|engine| *engine != self.current);
            let next = behind.min_by_key(|engine| (*engine <= self.beside, *engine));
            let other = next.or_else(|| leading.iter().copied().find(|engine| *engine != self.current));
            self.beside = next.unwrap_or(self.beside);
            working.extend(other);
        }
        Turn { at_most: if working.len() > 1 { left.min(TURN) } else { left }, working }
    }

    /// Says that engines have worked for so long.
    pub fn spend(&mut self, working: &[usize], time: Duration) {
        // A clock that stands still must not stop everybody.
        let time = time.max(Duration::from_micros(100));
        working.iter().for_each(|engine| self.spent[*engine] += time);
    }
}

/// Watches whether a search, layer by layer, finds fewer and fewer states in a layer: then it will soon be done.
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
    now: u64,
    most: u64,
}

impl<'a> Watch<'a> {
    /// Passes on what an engine tells while it is the leading one.
    pub fn new(told: &'a dyn Progress, number: usize, leading: &'a AtomicUsize) -> Self {
        Watch { told, number, leading, layers: Mutex::default() }
    }

    /// Whether layers have become much smaller than they were.
    pub fn is_fading(&self) -> bool {
        self.layers.lock().is_ok_and(|layers| layers.now * 4 < layers.most * 3)
    }
}

impl Progress for Watch<'_> {
    fn tick(&self, tick: Tick) {
        if let Ok(mut layers) = self.layers.lock()
            && tick.depth > layers.last.depth
        {
            layers.now = tick.states.saturating_sub(layers.last.states) / (tick.depth - layers.last.depth);
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

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    /// Who works how long, turn by turn, if nobody ends.
    fn first_turns(
        count: usize,
        is_fading: impl Fn(usize) -> bool + Copy,
        turns: usize,
    ) -> Vec<(usize, u64)> {
        let mut schedule = Turns::new([100, 400, 100, 100].into_iter().take(count).map(ms));
        let open: Vec<usize> = (0..count).collect();
        let mut told = Vec::new();
        for _ in 0..turns {
            let Turn { working, at_most } = schedule.next(&open, is_fading, Duration::ZERO);
            told.push((working[0], at_most.as_millis() as u64));
            schedule.spend(&working, at_most);
        }
        told
    }

    #[test]
    fn turns_grow_and_the_late_ones_come_in_the_second_round() {
        let expected = [(0, 100), (1, 200), (0, 300), (1, 600), (2, 200), (3, 200), (0, 1200)];
        assert_eq!(first_turns(4, |_| false, 7), expected);
    }

    #[test]
    fn who_will_soon_be_done_goes_on() {
        assert_eq!(first_turns(2, |engine| engine == 0, 2), [(0, 400), (1, 200)]);
    }

    #[test]
    fn in_a_long_race_those_behind_work_beside_the_leading_ones() {
        let mut turns = Turns::new([100, 100, 100, 100].into_iter().map(ms));
        let mut beside = Vec::new();
        for _ in 0..4 {
            let turn = turns.next(&[0, 1, 2, 3], |_| false, LONG);
            assert!(turn.working[0] < LEADING);
            beside.push(turn.working[1]);
            turns.spend(&turn.working, turn.at_most);
        }
        assert_eq!(beside, [3, 2, 3, 2]);
        assert_eq!(turns.next(&[1], |_| false, LONG).working, [1]);
        assert_eq!(turns.next(&[2, 3], |_| false, LONG).working.len(), 2);
    }

    #[test]
    fn a_search_whose_layers_become_smaller_will_soon_be_done() {
        let leading = AtomicUsize::new(0);
        let watch = Watch::new(&synod_core::Silent, 0, &leading);
        for (depth, states, is_fading) in
            [(5, 100, false), (10, 1100, false), (12, 1400, false), (20, 1900, true)]
        {
            watch.tick(Tick { depth, states, ..Tick::default() });
            assert_eq!(watch.is_fading(), is_fading, "{states}");
        }
    }
}
