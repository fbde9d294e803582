//! Jobs: requests that may take long. They go on when their client is gone, which finds them again by their ids.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use synod_service::{Failure, FailureKind, JobEvent, JobInfo, JobState, Method, NewJob};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::guard::random_name;
use crate::pool::{Pool, Work, asked_to_stop};

/// So many jobs of a client are remembered after their end.
const MOST_ENDED: usize = 50;
/// So many news of a job are kept; of further ones only what is no progress.
const MOST_NEWS: usize = 2_000;

/// All jobs.
#[derive(Default)]
pub struct Jobs {
    all: Mutex<HashMap<String, Arc<Job>>>,
    next: AtomicU64,
}

/// A job.
pub struct Job {
    pub id: String,
    client: String,
    number: u64,
    method: String,
    label: String,
    progress: Mutex<JobProgress>,
    /// How many times something has changed.
    changes: watch::Sender<u64>,
    cancelled: watch::Sender<bool>,
}

struct JobProgress {
    state: JobState,
    /// When it began to run, and for how long it ran.
    begun: Option<Instant>,
    seconds: f64,
    news: Vec<String>,
    answer: Option<Value>,
    failure: Option<Failure>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Jobs {
    /// The job of an id, if it is this client's.
    pub fn find(&self, client: &str, id: &str) -> Result<Arc<Job>, Failure> {
        let found = locked(&self.all).get(id).filter(|job| job.client == client).cloned();
        found.ok_or_else(|| Failure::new(FailureKind::Missing, "there is no such job"))
    }

    /// The jobs of a client, the oldest first.
    pub fn of(&self, client: &str) -> Vec<Arc<Job>> {
        let mut found: Vec<Arc<Job>> =
            locked(&self.all).values().filter(|job| job.client == client).cloned().collect();
        found.sort_by_key(|job| job.number);
        found
    }

    /// How many jobs wait that came before one.
    fn before(&self, number: u64) -> usize {
        let waits = |job: &&Arc<Job>| job.number < number && locked(&job.progress).state == JobState::Waits;
        locked(&self.all).values().filter(waits).count()
    }

    /// What is to be told of a job.
    pub fn info(&self, job: &Job, with_answer: bool) -> JobInfo {
        let waits = {
            let progress = locked(&job.progress);
            progress.state == JobState::Waits
        };
        let waits_for = waits.then(|| self.before(job.number));
        let progress = locked(&job.progress);
        let seconds = progress.begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        JobInfo {
            id: job.id.clone(),
            method: job.method.clone(),
            label: job.label.clone(),
            state: progress.state,
            waits_for,
            time_seconds: if progress.state == JobState::Runs { seconds } else { progress.seconds },
            answer: progress.answer.clone().filter(|_| with_answer),
            failure: progress.failure.clone(),
        }
    }

    /// Starts a job of a client, which may have so many.
    pub fn start(
        self: &Arc<Self>,
        pool: &Arc<Pool>,
        client: &str,
        most: usize,
        seconds: f64,
        new: NewJob,
    ) -> Result<Arc<Job>, Failure> {
        if !Method::named(&new.method).is_some_and(|method| method.is_job) {
            let message = format!("`{}` is not a method that is a job", new.method);
            return Err(Failure::new(FailureKind::Missing, message));
        }
        let own = self.of(client);
        let is_open =
            |job: &&Arc<Job>| matches!(locked(&job.progress).state, JobState::Waits | JobState::Runs);
        if own.iter().filter(is_open).count() >= most {
            let message = format!("you have {most} jobs that wait or run: wait for one, or cancel it");
            return Err(Failure::new(FailureKind::Busy, message));
        }
        let ended: Vec<&Arc<Job>> = own.iter().filter(|job| !is_open(job)).collect();
        for job in ended.iter().take((ended.len() + 1).saturating_sub(MOST_ENDED)) {
            self.forget(job);
        }
        let job = Arc::new(Job {
            id: random_name()?,
            client: client.to_string(),
            number: self.next.fetch_add(1, Ordering::Relaxed),
            method: new.method.clone(),
            label: new.label,
            progress: Mutex::new(JobProgress {
                state: JobState::Waits,
                begun: None,
                seconds: 0.0,
                news: Vec::new(),
                answer: None,
                failure: None,
            }),
            changes: watch::Sender::new(0),
            cancelled: watch::Sender::new(false),
        });
        locked(&self.all).insert(job.id.clone(), Arc::clone(&job));
        let work = Work { method: new.method, request: new.request, seconds };
        tokio::spawn(run(Arc::clone(&job), Arc::clone(pool), work));
        Ok(job)
    }

    /// Stops a job, and forgets it.
    pub fn forget(&self, job: &Job) {
        job.cancel();
        locked(&self.all).remove(&job.id);
    }
}

/// Runs a job when it is its turn.
async fn run(job: Arc<Job>, pool: Arc<Pool>, work: Work) {
    let mut cancelled = job.cancelled.subscribe();
    let turn = tokio::select! {
        turn = Arc::clone(&pool.jobs).acquire_owned() => turn.ok(),
        _ = asked_to_stop(&mut cancelled) => None,
    };
    let answer = match turn {
        None => Err(Failure::new(FailureKind::Interrupted, "it was stopped before it began")),
        Some(_turn) => {
            {
                let mut progress = locked(&job.progress);
                (progress.state, progress.begun) = (JobState::Runs, Some(Instant::now()));
            }
            pool.answer(work, job.cancelled.subscribe(), |event| job.hear(&event)).await
        }
    };
    {
        let mut progress = locked(&job.progress);
        progress.seconds = progress.begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        match answer {
            Ok(answer) => (progress.state, progress.answer) = (JobState::Done, Some(answer)),
            Err(failure) => (progress.state, progress.failure) = (JobState::Failed, Some(failure)),
        }
    }
    job.changes.send_modify(|count| *count += 1);
}

impl Job {
    fn hear(&self, event: &JobEvent) {
        let Ok(text) = serde_json::to_string(event) else { return };
        {
            let mut progress = locked(&self.progress);
            if progress.news.len() >= MOST_NEWS && matches!(event, JobEvent::Progress(_)) {
                return;
            }
            progress.news.push(text);
        }
        self.changes.send_modify(|count| *count += 1);
    }

    /// Asks it to stop.
    pub fn cancel(&self) {
        self.cancelled.send_replace(true);
    }

    /// The news of a number, from 0; or whether there will be none.
    pub fn news(&self, number: usize) -> Result<String, bool> {
        let progress = locked(&self.progress);
        let has_ended = matches!(progress.state, JobState::Done | JobState::Failed);
        progress.news.get(number).cloned().ok_or(has_ended)
    }

    /// Who is told when something changes.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }
}
