//! A load test: many clients that edit and check small models at once.
//!
//!     synod serve --port 8750                                       # in one terminal
//!     cargo run --release -p synod-server --example load -- ADDRESS # in another, with the address that it printed
//!
//! Each client edits a model a few times, asks for diagnostics after each edit, and checks it. Options: `--clients N` (200), `--edits N`
//! (10), `--pause SECONDS` between edits (1). It prints how long diagnostics and checks took, and fails if anything was refused or
//! if the 95th percentile of diagnostics is a second or more.

mod client;

use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use client::Client;
use serde_json::json;

const MODEL: &str = include_str!("../../../../examples/rcheck/first-steps.rcp");

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, usual: f64| {
        let position = arguments.iter().position(|argument| argument == name);
        position.and_then(|at| arguments.get(at + 1)?.parse::<f64>().ok()).unwrap_or(usual)
    };
    let Some(client) = arguments.first().and_then(|address| Client::new(address)) else {
        eprintln!("the address that `synod serve` printed is missing");
        return ExitCode::from(2);
    };
    let (clients, edits) = (number("--clients", 200.0) as usize, number("--edits", 10.0) as usize);
    let pause = Duration::from_secs_f64(number("--pause", 1.0));
    let workers: Vec<_> = (0..clients)
        .map(|own| {
            let client = client.clone();
            // They do not all begin in the same moment.
            let late = pause.mul_f64(own as f64 / clients as f64);
            thread::spawn(move || {
                thread::sleep(late);
                visit(&client, own, edits, pause)
            })
        })
        .collect();
    let (mut diagnostics, mut checks, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for worker in workers {
        match worker.join() {
            Ok(visit) => {
                diagnostics.extend(visit.diagnostics);
                checks.extend(visit.checks);
                errors.extend(visit.errors);
            }
            Err(_) => errors.push("a client ended unexpectedly".to_string()),
        }
    }
    println!("{clients} clients, {edits} edits each");
    let slow = tell("diagnostics", &mut diagnostics);
    tell("checks", &mut checks);
    println!("errors: {}", errors.len());
    errors.iter().take(5).for_each(|error| println!("  {error}"));
    if errors.is_empty() && slow < Duration::from_secs(1) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[derive(Default)]
struct Visit {
    diagnostics: Vec<Duration>,
    checks: Vec<Duration>,
    errors: Vec<String>,
}

fn visit(client: &Client, own: usize, edits: usize, pause: Duration) -> Visit {
    let mut visit = Visit::default();
    for edit in 0..edits {
        let text = format!("{MODEL}\n// edit {edit} of client {own}\n");
        let model = json!({ "path": "first-steps.rcp", "text": text });
        let begin = Instant::now();
        match client.call("analyse", &json!({ "model": model })) {
            Ok(reply) if reply.status == 200 => visit.diagnostics.push(begin.elapsed()),
            Ok(reply) => visit.errors.push(format!("{}: {}", reply.status, reply.body)),
            Err(error) => visit.errors.push(error.to_string()),
        }
        if edit + 1 == edits {
            let begin = Instant::now();
            match client.job("check", &json!({ "model": model })) {
                Ok((_, end)) if end["state"] == "done" => visit.checks.push(begin.elapsed()),
                Ok((_, end)) => visit.errors.push(end.to_string()),
                Err(error) => visit.errors.push(error.to_string()),
            }
        }
        thread::sleep(pause);
    }
    visit
}

/// Prints figures about times; returns the 95th percentile.
fn tell(what: &str, times: &mut [Duration]) -> Duration {
    times.sort();
    let at = |share: f64| {
        let position = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        times.get(position).copied().unwrap_or_default()
    };
    println!(
        "{what}: {}, median {:.3?}, 95 % {:.3?}, longest {:.3?}",
        times.len(),
        at(0.5),
        at(0.95),
        at(1.0)
    );
    at(0.95)
}
