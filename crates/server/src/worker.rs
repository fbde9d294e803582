//! A worker process: answers one request after the other on standard input and output, within limits that it cannot lift.

use std::io::{BufRead, Write, stdin, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use synod_core::Budget;
use synod_service::{Failure, FailureKind};

use crate::wire::{FromWorker, ToWorker};

/// Deeply nested models are walked by recursion.
const STACK: usize = 256 << 20;

#[cfg(target_os = "linux")]
/// Address space beyond the memory that work may use: the program itself, stacks, and what allocators keep in reserve.
const RESERVE: u64 = 3 << 30;

/// Works until standard input ends: the server is gone then. `memory_bytes` is the most memory that any request may use; `sandbox`
/// says that the work is for strangers, and that no file is to be written.
pub fn work(memory_bytes: u64, sandbox: bool) -> Result<(), String> {
    confine(memory_bytes, sandbox)?;
    let mut running: Option<(Budget, JoinHandle<()>)> = None;
    for line in stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        match serde_json::from_str(&line).map_err(|error| error.to_string())? {
            ToWorker::Cancel => {
                if let Some((budget, _)) = &running {
                    budget.cancel();
                }
            }
            ToWorker::Call { method, request, seconds, memory_bytes, threads } => {
                if let Some((_, thread)) = running.take() {
                    // One request at a time: the last one was answered.
                    let _ = thread.join();
                }
                let mut budget = Budget::unlimited();
                budget.memory = Some(memory_bytes);
                budget.threads = threads.unwrap_or(budget.threads);
                let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
                let budget = budget.timeout(time);
                let inner = budget.clone();
                let thread = Builder::new().stack_size(STACK).spawn(move || answer(&method, request, &inner));
                running = Some((budget, thread.map_err(|error| error.to_string())?));
            }
        }
    }
    Ok(())
}

/// Limits that hold for this process and all that it starts, and end with it.
#[cfg(target_os = "linux")]
fn confine(memory_bytes: u64, sandbox: bool) -> Result<(), String> {
    use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
    use rustix::thread::set_no_new_privs;
    let most = |limit: u64| Rlimit { current: Some(limit), maximum: Some(limit) };
    let confined = || -> rustix::io::Result<()> {
        // It ends with the server, however that ends.
        set_parent_process_death_signal(Some(Signal::KILL))?;
        set_no_new_privs(true)?;
        setrlimit(Resource::As, most(memory_bytes.saturating_add(RESERVE)))?;
        setrlimit(Resource::Core, most(0))?;
        if sandbox {
            setrlimit(Resource::Fsize, most(0))?;
            setrlimit(Resource::Nofile, most(16))?;
        }
        Ok(())
    };
    confined().map_err(|error| format!("the limits of a worker cannot be set: {error}"))
}

/// Elsewhere the limits are those that the work looks at itself, and nothing is done for strangers.
#[cfg(not(target_os = "linux"))]
fn confine(_memory_bytes: u64, sandbox: bool) -> Result<(), String> {
    if sandbox { Err("work for strangers needs limits that only Linux has".to_string()) } else { Ok(()) }
}

fn answer(method: &str, request: serde_json::Value, budget: &Budget) {
    let (tell, told) = channel::<FromWorker>();
    let writer = std::thread::spawn(move || {
        for message in told {
            if say(&message).is_err() {
                return;
            }
        }
    });
    // Nobody listens any more when the server is gone, and then this process ends too.
    let listener = |event| drop(tell.send(FromWorker::Event(event)));
    let call = || synod_service::call(method, request, budget, &listener);
    let outcome = catch_unwind(AssertUnwindSafe(call));
    let last = match outcome {
        Ok(Ok(answer)) => FromWorker::Answer(answer),
        Ok(Err(failure)) => FromWorker::Failure(failure),
        Err(_) => FromWorker::Failure(Failure::new(
            FailureKind::Crashed,
            "this is a defect of Synod: please report it, with the model and what was asked",
        )),
    };
    drop(tell.send(last));
    drop(tell);
    let _ = writer.join();
}

fn say(message: &FromWorker) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    let mut out = stdout().lock();
    out.write_all(&line)?;
    out.flush()
}
