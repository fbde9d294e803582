//! A process that is not the first: joins, answers together with the others, and ends with the first.

use std::collections::HashMap;
use std::io::BufRead;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use synod_core::{Alternatives, Budget, System};

use crate::crew::{CompiledQuestion, Crew, Task};
use crate::fleet::{BEAT, SILENCE};
use crate::handshake::{Digest, Identity, Purpose, Refusal, Token, introduce};
use crate::links::{allocators, connect_all, listen, reach, until};
use crate::search::{Allowance, Gauges};
use crate::wire::{LONG, News, Order, Question, receive, send};

/// How long to wait for the first process, and for the others.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a process needs to know to join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The secret.
    pub token: Token,
    /// Where the first process listens.
    pub first: String,
    /// Where this one is to listen.
    pub listen: String,
}

impl Ticket {
    /// As lines for the standard input of a process that is started.
    pub fn text(&self) -> String {
        format!("{}\n{}\n{}\n", self.token.hex(), self.first, self.listen)
    }

    /// Reads what [`Ticket::text`] wrote.
    pub fn read(input: &mut impl BufRead) -> Option<Self> {
        let mut line = || {
            let mut line = String::new();
            input.read_line(&mut line).ok()?;
            Some(line.trim().to_string()).filter(|line| !line.is_empty())
        };
        Some(Ticket { token: Token::of_hex(&line()?)?, first: line()?, listen: line()? })
    }
}

/// Joins as the process of a number, and answers until the first process has no more questions. An error says why it could not
/// go on.
pub fn serve(ticket: &Ticket, process: usize, version: &str, model: Digest) -> Result<(), String> {
    let identity = Identity { token: ticket.token.clone(), version: version.to_string(), model };
    let listener = listen(&ticket.listen)?;
    let here = listener.local_addr().map_err(|error| error.to_string())?.to_string();
    let mut patience = until(Instant::now() + PATIENCE);
    let mut orders = reach(&ticket.first, &mut patience)?;
    introduce(&mut orders, &identity, Purpose::Orders, process, &here).map_err(|refusal| match refusal {
        Refusal::Stranger(reason) | Refusal::Differs(reason) => format!("refused: {reason}"),
    })?;
    let gone = |_| "the first process is gone".to_string();
    let Order::Connect { addresses, threads } = receive(&mut orders, LONG).map_err(gone)? else {
        return Err("the first process does not say who else there is".to_string());
    };
    let lost = Arc::new(AtomicBool::new(false));
    let threads = threads as usize;
    let crew = connect_all(&listener, &addresses, process, &identity, &mut patience)
        .and_then(|streams| allocators(streams, process, threads, &lost).map_err(|error| error.to_string()))
        .and_then(|allocators| Crew::new(allocators, Arc::clone(&lost)).map_err(|error| error.to_string()));
    drop(listener);
    let crew = crew.inspect_err(|reason| drop(send(&mut orders, &News::Failed(reason.clone()))))?;
    send(&mut orders, &News::Connected).map_err(|error| error.to_string())?;
    let gauges: Arc<Mutex<Arc<Gauges>>> = Arc::default();
    let to_first = orders.try_clone().map_err(|error| error.to_string())?;
    std::thread::spawn({
        let (gauges, lost) = (Arc::clone(&gauges), Arc::clone(&lost));
        move || beat(to_first, &gauges, &lost)
    });
    orders.set_read_timeout(Some(SILENCE)).map_err(|error| error.to_string())?;
    answer(&mut orders, &crew, threads as u64, &gauges)
}

/// Tells the first process again and again how it goes.
fn beat(mut to_first: TcpStream, gauges: &Mutex<Arc<Gauges>>, lost: &AtomicBool) {
    loop {
        let now = gauges.lock().map(|gauges| Arc::clone(&gauges)).unwrap_or_default();
        let states = now.states.load(Ordering::Relaxed);
        let transitions = now.transitions.load(Ordering::Relaxed);
        let news = match lost.load(Ordering::Relaxed) {
            true => News::Failed("it has lost the connection to another process".to_string()),
            false => News::Beat { states, transitions },
        };
        if send(&mut to_first, &news).is_err() {
            return;
        }
        std::thread::sleep(BEAT);
    }
}

/// Does what the first process says.
fn answer(
    orders: &mut TcpStream,
    crew: &Crew,
    threads: u64,
    gauges: &Mutex<Arc<Gauges>>,
) -> Result<(), String> {
    let mut system: Option<Arc<System>> = None;
    let mut last: Option<Arc<CompiledQuestion>> = None;
    loop {
        let order = receive(orders, LONG).map_err(|_| "the first process is gone".to_string())?;
        let question: Question = match order {
            Order::Ask(question) => *question,
            Order::Beat => continue,
            Order::Quit => return Ok(()),
            Order::Connect { .. } => return Err("unexpected order".to_string()),
        };
        if let Some(mut new) = question.system {
            share_alternatives(&mut new);
            system = Some(Arc::new(new));
        }
        let Some(system) = &system else { return Err("a question about no system".to_string()) };
        let compiled =
            CompiledQuestion::new(last.as_deref(), Arc::clone(system), &question.formula, question.int_bound);
        let compiled = Arc::new(compiled.map_err(|unsupported| unsupported.0)?);
        let mut budget = Budget::unlimited();
        (budget.depth, budget.memory, budget.int_bound) =
            (question.depth, question.memory, question.int_bound);
        if let Some(time) = question.time {
            budget = budget.timeout(Duration::from_millis(time));
        }
        let allowance = Allowance { budget, threads, gauges: Arc::default() };
        if let Ok(mut gauges) = gauges.lock() {
            *gauges = Arc::clone(&allowance.gauges);
        }
        crew.ask(&Task { question: Arc::clone(&compiled), allowance });
        last = Some(compiled);
    }
}

/// Lets parts with equal alternatives share them, as they did before they were sent: then they are compiled once.
fn share_alternatives(system: &mut System) {
    let mut known: HashMap<Vec<u8>, Alternatives> = HashMap::new();
    for part in system.rules.iter_mut().flat_map(|rule| &mut rule.parts) {
        let Ok(bytes) = bincode::serialize(&part.alternatives) else { continue };
        part.alternatives = known.entry(bytes).or_insert_with(|| part.alternatives.clone()).clone();
    }
}
