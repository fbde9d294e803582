//! Worker processes from the server's side: started when they are needed, kept for the next request, and killed when they do not
//! end in time. What becomes of a worker is never more than a message.

use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use synod_service::{Failure, FailureKind, JobEvent};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, sleep_until};

use crate::ServeOptions;
use crate::wire::{FromWorker, ToWorker};

/// How long a worker may take to stop when its time is up or it was cancelled, before it is killed.
const GRACE: Duration = Duration::from_secs(3);

/// After so many requests a worker is replaced, so that what it leaves behind in memory does not grow for ever.
const MOST_REQUESTS: usize = 500;

/// So many quick questions may wait.
const MOST_WAITING: usize = 2_000;

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
    quick: Semaphore,
    waiting: Semaphore,
    /// Turns to run a job.
    pub jobs: Arc<Semaphore>,
}

impl Pool {
    pub fn new(options: ServeOptions) -> Self {
        let workers = options.workers.max(1);
        Pool {
            idle: Mutex::default(),
            quick: Semaphore::new(workers),
            waiting: Semaphore::new(MOST_WAITING),
            jobs: Arc::new(Semaphore::new(workers)),
            options,
        }
    }

    /// Answers a quick question, as soon as it is its turn.
    pub async fn quick(&self, method: String, request: Value) -> Result<Value, Failure> {
        let busy = || Failure::new(FailureKind::Busy, "too many questions wait already: try again later");
        let _place = self.waiting.try_acquire().map_err(|_| busy())?;
        let _turn = self.quick.acquire().await.map_err(|_| busy())?;
        let (_keep, never) = watch::channel(false);
        let work = Work { method, request, seconds: ServeOptions::QUICK_SECONDS };
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

    /// What the next line says; `None` if the process has ended.
    async fn hear(output: &mut BufReader<ChildStdout>, heard: &mut Vec<u8>) -> Option<FromWorker> {
        output.read_until(b'\n', heard).await.ok()?;
        serde_json::from_slice(&std::mem::take(heard)).ok()
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
                heard = Self::hear(&mut self.output, &mut self.heard) => match heard {
                    Some(FromWorker::Event(event)) => news(event),
                    Some(FromWorker::Answer(answer)) => return (Ok(answer), true),
                    Some(FromWorker::Failure(failure)) => {
                        let is_usable = failure.kind != FailureKind::Crashed;
                        return (Err(failure), is_usable);
                    }
                    None => return (Err(self.ended().await), false),
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
