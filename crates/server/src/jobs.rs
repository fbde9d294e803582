//! Jobs: requests that may take long. They go on when their client is gone, which finds them again by their ids.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use synod_service::{Failure, FailureKind, JobEvent, JobInfo, JobState, Method, NewJob};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::Instant;

use crate::guard::random_name;
use crate::pool::{Pool, Work, asked_to_stop};
use crate::shares::Shares;

/// So many jobs of a client are remembered after their end.
const MOST_ENDED: usize = 50;
/// So many bytes of all that have ended; the oldest are forgotten first.
const MOST_BYTES: usize = 512 << 20;
/// What a job needs besides its texts.
const SMALL: usize = 4 << 10;
/// So many news of a job are kept; of further ones only what is no progress.
const MOST_NEWS: usize = 2_000;

/// All jobs.
pub struct Jobs {
    all: Mutex<HashMap<String, Arc<Job>>>,
    /// How many may wait or run from one address.
    shares: Option<Shares>,
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
    /// About how much of memory is kept for it: its name, news and answer as text.
    bytes: usize,
    failure: Option<Failure>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Who starts a job.
pub struct Client {
    /// By what it finds its jobs again.
    pub name: String,
    pub address: IpAddr,
    /// How many of its jobs may wait or run.
    pub most: usize,
}

impl Jobs {
    /// None; from one address so many may wait or run.
    pub fn new(most_of_address: Option<usize>) -> Self {
        Jobs { all: Mutex::default(), shares: most_of_address.map(Shares::new), next: AtomicU64::new(0) }
    }

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

    /// Starts a job of a client.
    pub fn start(
        self: &Arc<Self>,
        pool: &Arc<Pool>,
        client: Client,
        seconds: f64,
        new: NewJob,
    ) -> Result<Arc<Job>, Failure> {
        if !Method::named(&new.method).is_some_and(|method| method.is_job) {
            let message = format!("`{}` is not a method that is a job", new.method);
            return Err(Failure::new(FailureKind::Missing, message));
        }
        let Client { name, address, most } = client;
        let own = self.of(&name);
        let is_open =
            |job: &&Arc<Job>| matches!(locked(&job.progress).state, JobState::Waits | JobState::Runs);
        if own.iter().filter(is_open).count() >= most {
            let message = format!("you have {most} jobs that wait or run: wait for one, or cancel it");
            return Err(Failure::new(FailureKind::Busy, message));
        }
        let many =
            |_| Failure::new(FailureKind::Busy, "too many jobs of your network wait or run: try again later");
        let part = self.shares.as_ref().map(|shares| shares.of(address).try_acquire_owned().map_err(many));
        let part = part.transpose()?;
        let ended: Vec<&Arc<Job>> = own.iter().filter(|job| !is_open(job)).collect();
        for job in ended.iter().take((ended.len() + 1).saturating_sub(MOST_ENDED)) {
            self.forget(job);
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let job = Arc::new(Job::new(name, number, new.method.clone(), new.label)?);
        locked(&self.all).insert(job.id.clone(), Arc::clone(&job));
        let work = Work { method: new.method, request: new.request, seconds };
        tokio::spawn(Arc::clone(self).run(Arc::clone(&job), Arc::clone(pool), work, address, part));
        Ok(job)
    }

    /// Runs a job when it is its turn.
    async fn run(
        self: Arc<Self>,
        job: Arc<Job>,
        pool: Arc<Pool>,
        work: Work,
        address: IpAddr,
        _part: Option<OwnedSemaphorePermit>,
    ) {
        job.run(&pool, work, address).await;
        self.forget_old();
    }

    /// Forgets the oldest of the jobs that have ended, until the others need little enough.
    fn forget_old(&self) {
        let mut ended: Vec<(u64, usize, Arc<Job>)> = {
            let all = locked(&self.all);
            all.values().filter_map(|job| Some((job.number, job.ended_bytes()?, Arc::clone(job)))).collect()
        };
        ended.sort_by_key(|(number, ..)| std::cmp::Reverse(*number));
        let mut kept = 0;
        for (_, bytes, job) in ended {
            kept += bytes;
            if kept > MOST_BYTES {
                self.forget(&job);
            }
        }
    }

    /// Stops a job, and forgets it.
    pub fn forget(&self, job: &Job) {
        job.cancel();
        locked(&self.all).remove(&job.id);
    }
}

impl Job {
    fn new(client: String, number: u64, method: String, label: String) -> Result<Self, Failure> {
        let progress = JobProgress {
            state: JobState::Waits,
            begun: None,
            seconds: 0.0,
            news: Vec::new(),
            answer: None,
            bytes: 0,
            failure: None,
        };
        Ok(Job {
            id: random_name()?,
            client,
            number,
            method,
            label,
            progress: Mutex::new(progress),
            changes: watch::Sender::new(0),
            cancelled: watch::Sender::new(false),
        })
    }

    async fn run(&self, pool: &Pool, work: Work, address: IpAddr) {
        let mut cancelled = self.cancelled.subscribe();
        let turn = tokio::select! {
            turn = pool.jobs.next(address) => turn,
            _ = asked_to_stop(&mut cancelled) => None,
        };
        let answer = match turn {
            None => Err(Failure::new(FailureKind::Interrupted, "it was stopped before it began")),
            Some(_turn) => {
                {
                    let mut progress = locked(&self.progress);
                    (progress.state, progress.begun) = (JobState::Runs, Some(Instant::now()));
                }
                pool.answer(work, self.cancelled.subscribe(), |event| self.hear(&event)).await
            }
        };
        let bytes = answer.as_ref().map_or(0, |answer| answer.to_string().len());
        {
            let mut progress = locked(&self.progress);
            progress.seconds = progress.begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
            progress.bytes += bytes + self.label.len() + SMALL;
            match answer {
                Ok(answer) => (progress.state, progress.answer) = (JobState::Done, Some(answer)),
                Err(failure) => (progress.state, progress.failure) = (JobState::Failed, Some(failure)),
            }
        }
        self.changes.send_modify(|count| *count += 1);
    }

    /// What it needs, if it has ended.
    fn ended_bytes(&self) -> Option<usize> {
        let progress = locked(&self.progress);
        matches!(progress.state, JobState::Done | JobState::Failed).then_some(progress.bytes)
    }

    fn hear(&self, event: &JobEvent) {
        let Ok(text) = serde_json::to_string(event) else { return };
        {
            let mut progress = locked(&self.progress);
            if progress.news.len() >= MOST_NEWS && matches!(event, JobEvent::Progress(_)) {
                return;
            }
            progress.bytes += text.len();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ServeOptions;

    #[test]
    fn cookies_do_not_make_more_clients_of_one_address() {
        let options = ServeOptions {
            folder: None,
            address: [127, 0, 0, 1].into(),
            port: 0,
            public: true,
            hosts: Vec::new(),
            proxies: Vec::new(),
            programs: false,
            seconds: 1.0,
            memory_bytes: 1 << 20,
            workers: 1,
            worker: ("no such program".into(), Vec::new()),
        };
        let (pool, jobs) = (Arc::new(Pool::new(options)), Arc::new(Jobs::new(Some(2))));
        // Nothing runs before somebody waits for it.
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let _entered = runtime.enter();
        let start = |name: &str, address: [u8; 4]| {
            let new = NewJob { method: "check".to_string(), label: String::new(), request: Value::Null };
            let client = Client { name: name.to_string(), address: address.into(), most: 4 };
            jobs.start(&pool, client, 1.0, new).map(|_| ()).map_err(|failure| failure.kind)
        };
        assert_eq!(start("a", [10, 0, 0, 1]), Ok(()));
        assert_eq!(start("b", [10, 0, 0, 1]), Ok(()));
        assert_eq!(start("c", [10, 0, 0, 1]), Err(FailureKind::Busy));
        assert_eq!(start("c", [10, 0, 0, 2]), Ok(()));
    }

    #[test]
    fn the_oldest_answers_are_forgotten_when_they_need_too_much() {
        let jobs = Jobs::new(None);
        for number in 0..4 {
            let job = Job::new("me".to_string(), number, "check".to_string(), String::new()).unwrap();
            {
                let mut progress = locked(&job.progress);
                progress.bytes = MOST_BYTES / 2;
                progress.state = if number == 0 { JobState::Runs } else { JobState::Done };
            }
            locked(&jobs.all).insert(job.id.clone(), Arc::new(job));
        }
        jobs.forget_old();
        let left: Vec<u64> = jobs.of("me").iter().map(|job| job.number).collect();
        assert_eq!(left, [0, 2, 3], "what runs is never forgotten");
    }
}
