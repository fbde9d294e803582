//! The workers of one process: threads that keep their shares of the states from one question to the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use synod_core::{Formula, System, Trace, Unsupported};
use synod_explicit::{PartitionedConjunct, PartitionedModel};

use crate::exchange::Exchange;
use crate::links::WorkerLink;
use crate::runs::accepted_run;
use crate::search::{Allowance, Cut, End, Share, Totals};

/// Deeply nested models are walked by recursion.
const STACK: usize = 64 << 20;

/// A question, ready for the workers of a process.
#[derive(Clone)]
pub struct Task {
    pub question: Arc<CompiledQuestion>,
    pub allowance: Allowance,
}

/// What is asked: whether a system has a property.
pub struct CompiledQuestion {
    system: Arc<System>,
    model: Arc<PartitionedModel>,
    conjuncts: Vec<PartitionedConjunct>,
}

impl CompiledQuestion {
    /// A question about a system. What was compiled for the last one is used again, if it is about the same.
    pub fn new(
        last: Option<&CompiledQuestion>,
        system: Arc<System>,
        formula: &Formula,
        int_bound: i64,
    ) -> Result<Self, Unsupported> {
        let model = match last.filter(|last| Arc::ptr_eq(&last.system, &system)) {
            Some(last) if last.model.int_bound() == int_bound => Arc::clone(&last.model),
            _ => Arc::new(PartitionedModel::new(&system, int_bound)),
        };
        let conjuncts = model.conjuncts(&system, formula)?;
        Ok(CompiledQuestion { system, model, conjuncts })
    }
}

/// What the workers found out.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// There is a violation; the first worker of all knows a run.
    pub violation: Option<Option<Trace>>,
    pub totals: Totals,
    /// The greatest distance of a state from the initial ones.
    pub depth: u64,
    /// All reachable states were expanded.
    pub complete: bool,
    /// Nothing but the initial states was looked at.
    pub initial: bool,
}

/// The workers of this process.
pub struct Crew {
    tasks: Vec<Sender<Task>>,
    replies: Receiver<Result<Report, Cut>>,
    threads: Vec<JoinHandle<()>>,
    lost: Arc<AtomicBool>,
}

impl Crew {
    /// One worker for each allocator. The first of them replies.
    pub fn new(allocators: Vec<WorkerLink>, lost: Arc<AtomicBool>) -> std::io::Result<Self> {
        let (reply, replies) = channel();
        let (mut tasks, mut threads) = (Vec::new(), Vec::new());
        for (number, allocator) in allocators.into_iter().enumerate() {
            let (send, receive) = channel();
            let reply = (number == 0).then(|| reply.clone());
            let lost = Arc::clone(&lost);
            let name = format!("worker {number}");
            let work = move || work(allocator, &receive, reply.as_ref(), lost);
            threads.push(Builder::new().name(name).stack_size(STACK).spawn(work)?);
            tasks.push(send);
        }
        Ok(Crew { tasks, replies, threads, lost })
    }

    /// Asks all workers. Those of all other processes must be asked the same.
    pub fn ask(&self, task: &Task) {
        // A worker that is gone is noticed when the reply is waited for.
        self.tasks.iter().for_each(|worker| drop(worker.send(task.clone())));
    }

    /// What the workers found out, if they are done within some time.
    pub fn reply(&self, time: Duration) -> Option<Result<Report, Cut>> {
        match self.replies.recv_timeout(time) {
            Ok(reply) => Some(reply),
            Err(RecvTimeoutError::Disconnected) => Some(Err(Cut::Lost)),
            Err(RecvTimeoutError::Timeout) => {
                if self.threads.iter().any(JoinHandle::is_finished) {
                    self.lost.store(true, Ordering::Relaxed);
                }
                None
            }
        }
    }
}

/// What one worker does.
fn work(
    allocator: WorkerLink,
    tasks: &Receiver<Task>,
    reply: Option<&Sender<Result<Report, Cut>>>,
    lost: Arc<AtomicBool>,
) {
    let mut exchange = Exchange::new(allocator, lost);
    let mut known: Option<Share> = None;
    for task in tasks {
        let answer = answer(&mut exchange, &mut known, &task);
        if let Some(reply) = reply {
            // Who asked may have given up.
            let _ = reply.send(answer);
        }
    }
}

/// Answers a question together with all other workers. The share is kept if the search was not broken off.
fn answer(exchange: &mut Exchange, known: &mut Option<Share>, task: &Task) -> Result<Report, Cut> {
    let Task { question, allowance } = task;
    let CompiledQuestion { system, model, conjuncts } = &**question;
    let is_same = |share: &Share| share.model.fingerprint() == model.fingerprint();
    let mut share = match known.take().filter(is_same) {
        Some(share) => share,
        None => Share::new(system, Arc::clone(model), exchange, allowance)?,
    };
    let is_initial =
        |conjunct: &PartitionedConjunct| matches!(conjunct, PartitionedConjunct::Runs { initial: true, .. });
    let mut violation = None;
    for conjunct in conjuncts {
        violation = match conjunct {
            PartitionedConjunct::States(watch) => match share.explore(exchange, Some(watch), allowance)? {
                End::Violated(state, level) => {
                    let path = share.path_to(exchange, state, level, allowance)?;
                    Some((exchange.index() == 0).then(|| share.trace(watch, &path)))
                }
                End::Complete | End::Depth => None,
            },
            PartitionedConjunct::Runs { runs, initial } => {
                if !initial {
                    share.explore(exchange, None, allowance)?;
                }
                accepted_run(&share, runs, *initial, exchange, allowance)?
            }
        };
        if violation.is_some() {
            break;
        }
    }
    let report = Report {
        violation,
        totals: share.totals(exchange)?,
        depth: share.depth,
        complete: share.complete,
        initial: conjuncts.iter().all(is_initial),
    };
    *known = Some(share);
    Ok(report)
}
