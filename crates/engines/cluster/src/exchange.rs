//! Supersteps over timely dataflow: between two barriers each worker sends words to others in batches, and at a barrier it
//! tells all of them something and hears what all of them tell.
//!
//! The dataflow is one exchange: a batch names the worker that it is for. What a worker sends to another arrives in the order in
//! which it was sent; so when the news of all workers have arrived, all batches of the superstep have. (Timely's progress tracking
//! says the same, but only after one more round of messages.)

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use timely::Accountable;
use timely::WorkerConfig;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::container::NoopBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::dataflow::operators::Input;
use timely::dataflow::operators::generic::Operator;
use timely::worker::Worker;

use crate::links::WorkerLink;

/// Words of a batch that is sent before the superstep ends.
const BATCH: usize = 1 << 12;

/// How long a worker that has nothing to do sleeps before it looks whether the others are still there.
const NAP: Duration = Duration::from_millis(2);

/// Words before those that are sent: who they are for and what they are, the superstep, and who sends them.
const HEAD: usize = 3;

/// What a batch is.
const RECORDS: u64 = 0;
const NEWS: u64 = 1;
const HALT: u64 = 2;

/// Words for one worker.
#[derive(Clone, Debug, Default)]
struct Batch(Vec<u64>);

impl Accountable for Batch {
    fn record_count(&self) -> i64 {
        i64::from(!self.0.is_empty())
    }
}

impl ContainerBytes for Batch {
    fn from_bytes(bytes: Bytes) -> Self {
        let (words, _) = bytes.as_chunks::<8>();
        Batch(words.iter().map(|word| u64::from_le_bytes(*word)).collect())
    }

    fn length_in_bytes(&self) -> usize {
        self.0.len() * 8
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        for word in &self.0 {
            // The room was asked for before: timely gives as many bytes as the length says.
            let _ = writer.write_all(&word.to_le_bytes());
        }
    }
}

/// Sends each batch where it says.
struct Addressed;

impl Distributor<Batch> for Addressed {
    fn partition<T: Clone, P: Push<Message<T, Batch>>>(
        &mut self,
        batch: &mut Batch,
        time: &T,
        pushers: &mut [P],
    ) {
        let target = batch.0.first().map_or(0, |head| (head >> 8) as usize);
        if let Some(pusher) = pushers.get_mut(target) {
            Message::push_at(batch, time.clone(), pusher);
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Batch>>>(&mut self, _: &T, _: &mut [P]) {}
}

/// Another process is not there any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost;

/// One worker's end of the exchange.
pub struct Exchange {
    worker: Worker,
    input: InputHandle<u64, NoopBuilder<Batch>>,
    arrived: Rc<RefCell<Vec<Batch>>>,
    /// What arrived of the superstep after this one.
    early: Vec<Batch>,
    /// What is to be sent, by target.
    outgoing: Vec<Vec<u64>>,
    /// What the others told at the end of this superstep, by worker.
    news: Vec<Option<Vec<u64>>>,
    superstep: u64,
    /// Timely's time, which tells nothing but that what was sent before is to be delivered.
    epoch: u64,
    /// Something was sent in this epoch.
    has_sent: bool,
    /// Somebody wants this piece of work to end.
    halted: bool,
    /// How often it looked whether what it waits for has arrived.
    turns: u64,
    lost: Arc<AtomicBool>,
}

impl Exchange {
    /// The end of a worker, made by its thread. All workers of all processes must make one before anything is exchanged.
    /// `lost` is set by whoever notices that another process is gone.
    pub fn new(link: WorkerLink, lost: Arc<AtomicBool>) -> Self {
        // A worker without a clock never sleeps: it would take the time that those need for whom it waits.
        let mut worker = Worker::new(WorkerConfig::default(), link.build(), Some(Instant::now()));
        let arrived: Rc<RefCell<Vec<Batch>>> = Rc::default();
        let sink = Rc::clone(&arrived);
        let input = worker.dataflow::<u64, _, _>(|scope| {
            let mut input = InputHandle::new_with_builder();
            let stream = scope.input_from(&mut input);
            stream.sink(DistributorPact(|_| Addressed), "exchange", move |(input, _)| {
                input.for_each(|_, batch| sink.borrow_mut().push(std::mem::take(batch)));
            });
            input
        });
        let peers = worker.peers();
        Exchange {
            worker,
            input,
            arrived,
            early: Vec::new(),
            outgoing: vec![Vec::new(); peers],
            news: vec![None; peers],
            superstep: 0,
            epoch: 0,
            has_sent: false,
            halted: false,
            turns: 0,
            lost,
        }
    }

    /// This worker's number.
    pub fn index(&self) -> usize {
        self.worker.index()
    }

    /// How many workers there are.
    pub fn peers(&self) -> usize {
        self.worker.peers()
    }

    /// Whether another process is gone.
    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// Whether somebody wants this piece of work to end. It is forgotten at its next barrier.
    pub fn is_halted(&self) -> bool {
        self.halted
    }

    /// Asks all workers to end this piece of work soon.
    pub fn halt(&mut self) {
        if !std::mem::replace(&mut self.halted, true) {
            (0..self.peers()).for_each(|target| self.tell(target, HALT, &[]));
        }
    }

    /// Sends words to a worker, soon.
    #[inline]
    pub fn send(&mut self, target: usize, words: &[u64]) {
        self.outgoing[target].extend_from_slice(words);
        if self.outgoing[target].len() >= BATCH {
            self.flush(target);
        }
    }

    fn flush(&mut self, target: usize) {
        let words = std::mem::take(&mut self.outgoing[target]);
        if !words.is_empty() {
            self.tell(target, RECORDS, &words);
            self.outgoing[target] = words;
            self.outgoing[target].clear();
        }
    }

    fn tell(&mut self, target: usize, kind: u64, words: &[u64]) {
        let mut batch = Vec::with_capacity(HEAD + words.len());
        batch.extend([(target as u64) << 8 | kind, self.superstep, self.index() as u64]);
        batch.extend_from_slice(words);
        self.input.send_batch(&mut Batch(batch));
        self.has_sent = true;
    }

    /// Has everything delivered that was sent.
    fn post(&mut self) {
        if std::mem::take(&mut self.has_sent) {
            self.epoch += 1;
            self.input.advance_to(self.epoch);
        }
    }

    /// Lets messages move, and gives what has arrived to `take`, batch by batch.
    pub fn poll(&mut self, take: &mut dyn FnMut(&[u64])) {
        self.post();
        self.worker.step();
        self.deliver(take);
    }

    fn deliver(&mut self, take: &mut dyn FnMut(&[u64])) {
        let arrived = std::mem::take(&mut *self.arrived.borrow_mut());
        for batch in arrived {
            self.receive(batch, take);
        }
    }

    fn receive(&mut self, batch: Batch, take: &mut dyn FnMut(&[u64])) {
        let [head, superstep, from, words @ ..] = batch.0.as_slice() else { return };
        if *superstep != self.superstep {
            self.early.push(batch);
            return;
        }
        match head & 0xff {
            RECORDS => take(words),
            NEWS => self.news[*from as usize] = Some(words.to_vec()),
            _ => self.halted = true,
        }
    }

    /// Ends the superstep: waits until all that was sent in it has arrived everywhere. Tells all workers something, and
    /// gives what each of them tells.
    pub fn barrier(&mut self, news: &[u64], take: &mut dyn FnMut(&[u64])) -> Result<Vec<Vec<u64>>, Lost> {
        for target in 0..self.peers() {
            self.flush(target);
            self.tell(target, NEWS, news);
        }
        self.post();
        self.deliver(take);
        while self.news.iter().any(Option::is_none) {
            if self.is_lost() {
                return Err(Lost);
            }
            self.turns += 1;
            self.worker.step_or_park(Some(NAP));
            self.deliver(take);
        }
        let told: Vec<Vec<u64>> = self.news.iter_mut().filter_map(Option::take).collect();
        self.superstep += 1;
        self.halted = false;
        // What came before its time is of this superstep: nobody can be farther ahead.
        for batch in std::mem::take(&mut self.early) {
            self.arrived.borrow_mut().push(batch);
        }
        Ok(told)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;
    use crate::links::allocators;

    /// Two processes with one worker each, and two workers of one process.
    fn pairs() -> [Vec<WorkerLink>; 2] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (other, _) = listener.accept().unwrap();
        let lost = Arc::default();
        let link = |streams, process| allocators(streams, process, 1, &lost).unwrap();
        let processes = [link(vec![None, Some(one)], 0), link(vec![Some(other), None], 1)];
        [processes.into_iter().flatten().collect(), allocators(vec![], 0, 2, &lost).unwrap()]
    }

    #[test]
    fn a_worker_that_waits_for_a_slower_one_sleeps() {
        const BARRIERS: u64 = 20;
        let pause = Duration::from_millis(30);
        for links in pairs() {
            let threads: Vec<_> = std::iter::zip(0u32.., links)
                .map(|(number, link)| {
                    std::thread::spawn(move || {
                        let mut exchange = Exchange::new(link, Arc::default());
                        let start = Instant::now();
                        for turn in 0..BARRIERS {
                            std::thread::sleep(pause * number);
                            assert_eq!(exchange.barrier(&[turn], &mut |_| ()), Ok(vec![vec![turn]; 2]));
                        }
                        (exchange.turns, start.elapsed())
                    })
                })
                .collect();
            let waited: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
            let (turns, time) = waited[0];
            // One for each nap, and some for what arrives; without naps there would be a million.
            let most = time.as_millis() as u64 / NAP.as_millis() as u64 + 100 * BARRIERS;
            assert!(turns <= most, "{turns} turns in {time:?}");
        }
    }
}
