//! Two searches for one proof, which tell each other their lemmas.
//!
//! Lemmas go into one list, in the order in which they are found, and each search takes in all that others put
//! there, in this order. What a lemma was derived from stands before it, so the frames of every search go on
//! justifying each other as if it had found everything by itself. That takes lemmas for frames which a search does not
//! have yet to be kept for them: others may be derived from them there.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::Cube;

/// Where searches meet.
#[derive(Debug, Default)]
pub(super) struct Exchange {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    news: Vec<News>,
    ended: bool,
}

/// What a search tells others.
#[derive(Clone, Debug)]
struct News {
    from: usize,
    cubes: Vec<Cube>,
    /// The frame in which they are blocked; `None` if they are in all.
    frame: Option<usize>,
}

impl Exchange {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is as much news; whether there is, or all has ended before.
    pub fn wait_for(&self, count: usize) -> bool {
        let waits = |state: &mut State| !state.ended && state.news.len() < count;
        let state = self.changed.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
        !state.ended
    }

    /// Nobody needs to wait any more.
    pub fn end(&self) {
        self.lock().ended = true;
        self.changed.notify_all();
    }
}

/// One search at an exchange.
#[derive(Debug)]
pub(super) struct Partner<'a> {
    exchange: &'a Exchange,
    number: usize,
    /// How much of the news it knows.
    known: usize,
}

impl<'a> Partner<'a> {
    pub fn new(exchange: &'a Exchange, number: usize) -> Self {
        Partner { exchange, number, known: 0 }
    }

    /// Whether it is the first, who does what needs to be done once.
    pub fn is_first(&self) -> bool {
        self.number == 0
    }

    /// Tells the others of cubes that are blocked in a frame, or in all.
    pub fn tell(&self, cubes: Vec<Cube>, frame: Option<usize>) {
        self.exchange.lock().news.push(News { from: self.number, cubes, frame });
        self.exchange.changed.notify_all();
    }

    /// What the others have told since the last call, in order.
    pub fn hear(&mut self) -> Vec<(Vec<Cube>, Option<usize>)> {
        let state = self.exchange.lock();
        let new = state.news[self.known..].iter().filter(|news| news.from != self.number);
        let new = new.map(|news| (news.cubes.clone(), news.frame)).collect();
        self.known = state.news.len();
        new
    }
}
