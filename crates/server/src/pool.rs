//! Worker processes from the server's side: started when they are needed, kept for the next request, and killed when they do not
//! end in time. What becomes of a worker is never more than a message.

use std::net::IpAddr;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use synod_service::{Failure, FailureKind, JobEvent};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, sleep_until};

use crate::ServeOptions;
use crate::shares::Shares;
use crate::wire::{FromWorker, ToWorker};

/// How long a worker may take to stop when its time is up or it was cancelled, before it is killed.
const GRACE: Duration = Duration::from_secs(3);

/// After so many requests a worker is replaced, so that what it leaves behind in memory does not grow for ever.
const MOST_REQUESTS: usize = 500;

/// So many quick questions may wait.
const MOST_WAITING: usize = 2_000;

/// Turns to work, which are shared fairly: of each client as many wait for one as there are, and the others of it behind those.
pub struct Turns {
    all: Arc<Semaphore>,
    each: Shares,
}

impl Turns {
    fn new(turns: usize) -> Self {
        Turns { all: Arc::new(Semaphore::new(turns)), each: Shares::new(turns) }
    }

    /// Waits for a turn of a client; it lasts as long as what is returned.
    pub async fn next(&self, address: IpAddr) -> Option<[OwnedSemaphorePermit; 2]> {
        let own = self.each.of(address).acquire_owned().await.ok()?;
        Some([own, Arc::clone(&self.all).acquire_owned().await.ok()?])
    }
}

/// A request for a worker.
pub struct Work {
    pub method: String,
    pub request: Value,
    pub seconds: f64,
}

/// The worker processes.
pub struct Pool {
    options: ServeOptions,
    idle: Mutex<Vec<Worker>>,
    /// Turns to answer a quick question.
    quick: Turns,
    waiting: Semaphore,
    /// Turns to run a job.
    pub jobs: Turns,
}

impl Pool {
    pub fn new(options: ServeOptions) -> Self {
        let workers = options.workers.max(1);
        Pool {
            idle: Mutex::default(),
            quick: Turns::new(workers),
            waiting: Semaphore::new(MOST_WAITING),
            jobs: Turns::new(workers),
            options,
        }
    }

    /// Answers a quick question of a client, as soon as it is its turn.
    pub async fn quick(&self, address: IpAddr, method: String, request: Value) -> Result<Value, Failure> {
        let busy = || Failure::new(FailureKind::Busy, "too many questions wait already: try again later");
        let _place = self.waiting.try_acquire().map_err(|_| busy())?;
        let _turn = self.quick.next(address).await.ok_or_else(busy)?;
        let (_keep, never) = watch::channel(false);
        let work = Work { method, request, seconds: self.options.quick_seconds() };
        self.answer(work, never, |_| {}).await
    }

    /// Answers a request, and tells news; whoever sets `cancelled` stops it.
    pub async fn answer(
        &self,
        work: Work,
        cancelled: watch::Receiver<bool>,
        news: impl FnMut(JobEvent),
    ) -> Result<Value, Failure> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut worker = match idle {
            Some(worker) => worker,
            None => Worker::start(&self.options)?,
        };
        let (answer, is_usable) = worker.answer(work, &self.options, cancelled, news).await;
        // For strangers each job has a process of its own.
        if is_usable && worker.requests < MOST_REQUESTS && !self.options.public {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
        }
        answer
    }
}

/// Why a worker says nothing more.
enum Silence {
    Ended,
    TooLong,
}

/// Waits until somebody asks to stop; false if nobody will.
pub async fn asked_to_stop(cancelled: &mut watch::Receiver<bool>) -> bool {
    cancelled.wait_for(|cancelled| *cancelled).await.is_ok()
}

struct Worker {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// What was heard of the next line: whoever stops listening loses nothing.
    heard: Vec<u8>,
    requests: usize,
}

impl Worker {
    fn start(options: &ServeOptions) -> Result<Worker, Failure> {
        let refused = |error: std::io::Error| {
            Failure::new(FailureKind::Crashed, format!("a worker cannot be started: {error}"))
        };
        let (program, arguments) = &options.worker;
        let mut command = Command::new(program);
        command.args(arguments).arg("--memory-bytes").arg(options.memory_bytes.to_string());
        if options.public {
            command.arg("--sandbox");
        }
        // Without a path no other program is found.
        if !options.programs {
            command.env_clear();
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut child = command.spawn().map_err(refused)?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => {
                Ok(Worker { child, input, output: BufReader::new(output), heard: Vec::new(), requests: 0 })
            }
            _ => Err(Failure::new(FailureKind::Crashed, "a worker cannot be spoken to")),
        }
    }

    async fn say(&mut self, message: &ToWorker) -> std::io::Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        self.input.write_all(&line).await?;
        self.input.flush().await
    }

    /// What the next line says, which has at most so many bytes.
    async fn hear(
        output: &mut BufReader<ChildStdout>,
        heard: &mut Vec<u8>,
        most: usize,
    ) -> Result<FromWorker, Silence> {
        let left = most.saturating_sub(heard.len()) as u64;
        output.take(left).read_until(b'\n', heard).await.map_err(|_| Silence::Ended)?;
        if heard.len() >= most {
            return Err(Silence::TooLong);
        }
        serde_json::from_slice(&std::mem::take(heard)).map_err(|_| Silence::Ended)
    }

    /// The answer, and whether the worker can be used again.
    async fn answer(
        &mut self,
        work: Work,
        options: &ServeOptions,
        mut cancelled: watch::Receiver<bool>,
        mut news: impl FnMut(JobEvent),
    ) -> (Result<Value, Failure>, bool) {
        self.requests += 1;
        let seconds = work.seconds.clamp(0.0, 1e9);
        let call = ToWorker::Call {
            method: work.method,
            request: work.request,
            seconds,
            memory_bytes: options.memory_bytes,
            threads: options.public.then_some(1),
        };
        if self.say(&call).await.is_err() {
            return (Err(self.ended().await), false);
        }
        let mut end = Instant::now() + Duration::from_secs_f64(seconds) + GRACE;
        let (mut may_be_cancelled, mut is_cancelled) = (true, false);
        loop {
            tokio::select! {
                heard = Self::hear(&mut self.output, &mut self.heard, options.most_answer_bytes()) => match heard {
                    Ok(FromWorker::Event(event)) => news(event),
                    Ok(FromWorker::Answer(answer)) => return (Ok(answer), true),
                    Ok(FromWorker::Failure(failure)) => {
                        let is_usable = failure.kind != FailureKind::Crashed;
                        return (Err(failure), is_usable);
                    }
                    Err(Silence::Ended) => return (Err(self.ended().await), false),
                    Err(Silence::TooLong) => {
                        let _ = self.child.kill().await;
                        let message = format!("the answer has more than {} bytes", options.most_answer_bytes());
                        return (Err(Failure::new(FailureKind::TooLarge, message)), false);
                    }
                },
                is_asked = asked_to_stop(&mut cancelled), if may_be_cancelled => {
                    may_be_cancelled = false;
                    if is_asked {
                        is_cancelled = true;
                        end = end.min(Instant::now() + GRACE);
                        // If it does not hear, it is killed.
                        let _ = self.say(&ToWorker::Cancel).await;
                    }
                }
                () = sleep_until(end) => {
                    let _ = self.child.kill().await;
                    let why = if is_cancelled { "it was stopped" } else { "the time limit was reached" };
                    return (Err(Failure::new(FailureKind::Interrupted, why)), false);
                }
            }
        }
    }

    /// Why there is no answer from a process that ended.
    async fn ended(&mut self) -> Failure {
        let status = self.child.wait().await.map_or("unknown".to_string(), |status| status.to_string());
        let message = format!(
            "the process that worked on it ended unexpectedly ({status}), most often because it needed more memory than \
             it may use"
        );
        Failure::new(FailureKind::Crashed, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_shared_fairly() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let turns = Arc::new(Turns::new(1));
            let [greedy, other]: [IpAddr; 2] = [[10, 0, 0, 1].into(), [10, 0, 0, 2].into()];
            let first = turns.next(greedy).await;
            let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
            for address in [greedy, greedy, greedy, other] {
                let (turns, tell) = (Arc::clone(&turns), tell.clone());
                tokio::spawn(async move {
                    let _turn = turns.next(address).await;
                    let _ = tell.send(address);
                });
                tokio::task::yield_now().await;
            }
            drop((first, tell));
            let mut order = Vec::new();
            while let Some(address) = told.recv().await {
                order.push(address);
            }
            assert_eq!(order, [other, greedy, greedy, greedy], "the other waits for one of them only");
        });
    }
}
