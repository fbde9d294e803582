//! The first process: starts the others, or waits for them, asks them together with its own workers, and notices when one is
//! gone.

use std::ffi::OsString;
use std::fmt;
use std::io::Write;
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use synod_core::{Budget, Formula, Progress, System, Tick};
use synod_programs::Process;

use crate::crew::{CompiledQuestion, Crew, Report, Task};
use crate::handshake::{Digest, Identity, Purpose, Token};
use crate::hosts::{Host, Hosts, Start, stays_here};
use crate::links::{accept, allocators, connect_all, listen};
use crate::member::{Ticket, serve};
use crate::search::{Allowance, Cut, Gauges};
use crate::wire::{LONG, News, Order, Question, receive, send};

/// How often processes say that they are still there, and how long they may say nothing.
pub const BEAT: Duration = Duration::from_millis(500);
pub const SILENCE: Duration = Duration::from_secs(10);

/// How long to wait for all processes to join.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often limits are looked at.
const NAP: Duration = Duration::from_millis(20);

/// How other processes are started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Launch {
    /// A program, with arguments that `--process` and the number follow.
    Program {
        /// The program, here.
        here: PathBuf,
        /// The name of the program on other machines.
        remote: String,
        /// The arguments.
        arguments: Vec<OsString>,
    },
    /// A thread of this process that does what such a program does: for tests.
    Thread,
}

/// Which processes there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterOptions {
    /// How many processes, where no file of hosts says so.
    pub processes: usize,
    /// All processes, if they are named.
    pub hosts: Option<Hosts>,
    /// Others are started by hand.
    pub by_hand: bool,
    /// How they are started otherwise.
    pub launch: Option<Launch>,
    /// The version of the program, which must be the same everywhere.
    pub version: String,
    /// What the model and the options come to, which must be the same everywhere.
    pub model: Digest,
}

impl ClusterOptions {
    /// One process.
    pub fn alone() -> Self {
        ClusterOptions {
            processes: 1,
            hosts: None,
            by_hand: false,
            launch: None,
            version: String::new(),
            model: Digest::of([]),
        }
    }
}

/// The processes of a run, which all engines that are made for it share. They are started when the first property is checked.
#[derive(Clone)]
pub struct SharedCluster(Arc<Inner>);

struct Inner {
    options: ClusterOptions,
    fleet: Mutex<Option<Result<Fleet, String>>>,
}

impl fmt::Debug for SharedCluster {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("SharedCluster").field(&self.0.options).finish()
    }
}

impl PartialEq for SharedCluster {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.options == other.0.options
    }
}

impl Eq for SharedCluster {}

impl SharedCluster {
    /// Nothing is started yet.
    pub fn new(options: ClusterOptions) -> Self {
        SharedCluster(Arc::new(Inner { options, fleet: Mutex::new(None) }))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Result<Fleet, String>>> {
        self.0.fleet.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks all processes whether a system has a property. An error says why there is no answer, and never will be.
    pub fn ask(
        &self,
        system: &System,
        formula: &Formula,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Answered, String> {
        let mut guard = self.lock();
        let fleet = guard.get_or_insert_with(|| Fleet::new(&self.0.options, budget));
        let answered = match fleet {
            Ok(fleet) => fleet.ask(system, formula, budget, progress),
            Err(reason) => return Err(reason.clone()),
        };
        if let Err(reason) = &answered {
            *guard = Some(Err(reason.clone()));
        }
        answered
    }
}

/// What was found out, with how far the search was.
pub struct Answered {
    pub report: Result<Report, Cut>,
    /// States found by all processes, as far as they told, and the level at hand.
    pub states: u64,
    pub depth: u64,
    /// The most bytes in use by this process, as far as was seen.
    pub memory: u64,
}

/// What is known of another process.
struct Member {
    orders: Arc<Mutex<TcpStream>>,
    figures: Arc<Figures>,
}

/// What another process told last.
#[derive(Default)]
struct Figures {
    states: AtomicU64,
    transitions: AtomicU64,
    failure: Mutex<Option<String>>,
}

/// The processes.
struct Fleet {
    crew: Crew,
    members: Vec<Member>,
    /// Those that were started here; they end with this.
    started: Vec<Process>,
    threads: u64,
    lost: Arc<AtomicBool>,
    last: Option<Arc<CompiledQuestion>>,
    /// The system of the last question, and what it looked like.
    system: Option<(String, Arc<System>)>,
    /// How many of the processes share the memory of this machine.
    sharing: u64,
}

/// How long the pieces of a fleet may take to come together, or whether somebody wants to end.
fn patience(budget: &Budget) -> impl FnMut() -> Result<(), String> + use<> {
    let (budget, deadline) = (budget.clone(), Instant::now() + PATIENCE);
    move || {
        budget.check(0).map_err(|stop| stop.reason().to_string())?;
        match Instant::now() < deadline {
            true => Ok(()),
            false => Err(format!("not all processes have joined within {} seconds", PATIENCE.as_secs())),
        }
    }
}

/// A fleet while its processes are started.
struct Assembly<'a> {
    options: &'a ClusterOptions,
    hosts: Vec<Host>,
    identity: Identity,
    threads: usize,
}

impl<'a> Assembly<'a> {
    fn new(options: &'a ClusterOptions, budget: &Budget) -> Result<Self, String> {
        let local = || Host { address: "127.0.0.1:0".to_string(), start: Start::Local };
        let named = options.hosts.as_ref();
        let hosts = match named {
            Some(hosts) => hosts.hosts.clone(),
            None => std::iter::repeat_with(local).take(options.processes.max(1)).collect(),
        };
        let starts_all = hosts.iter().skip(1).all(|host| host.start != Start::Hand) && !options.by_hand;
        let token = match named.and_then(|hosts| hosts.token.clone()) {
            Some(token) => token,
            None if starts_all => Token::random().map_err(|error| error.to_string())?,
            None => {
                let how = "put a line `token TEXT` into the file of hosts, or set SYNOD_CLUSTER_TOKEN";
                return Err(format!("processes that are started by hand need a token: {how}"));
            }
        };
        let identity = Identity { token, version: options.version.clone(), model: options.model };
        // Processes on one machine share its cores, unless it is said how many threads each has.
        let together = if named.is_none() { hosts.len() } else { 1 };
        let threads = (budget.threads / together).max(1);
        Ok(Assembly { options, hosts, identity, threads })
    }

    /// Starts a process, if that is not somebody else's to do.
    fn start(&self, number: usize, first: &str) -> Result<Option<Process>, String> {
        let host = &self.hosts[number];
        if self.options.by_hand || host.start == Start::Hand {
            return Ok(None);
        }
        let ticket = Ticket {
            token: self.identity.token.clone(),
            first: first.to_string(),
            listen: host.address.clone(),
        };
        let (here, remote, arguments) = match &self.options.launch {
            Some(Launch::Program { here, remote, arguments }) => (here, remote, arguments),
            Some(Launch::Thread) => {
                let (version, model) = (self.identity.version.clone(), self.identity.model);
                std::thread::spawn(move || serve(&ticket, number, &version, model));
                return Ok(None);
            }
            None => return Err("there is no program to start".to_string()),
        };
        let mut command = match &host.start {
            Start::Ssh(destination) => {
                let mut command = Command::new("ssh");
                // Names of files are those of the folder where this process is.
                let folder = std::env::current_dir().map_err(|error| error.to_string())?;
                let mut remote =
                    format!("cd {} && exec {}", quoted(&folder.to_string_lossy()), quoted(remote));
                for argument in arguments {
                    remote.push(' ');
                    remote.push_str(&quoted(&argument.to_string_lossy()));
                }
                remote.push_str(&format!(" --process {number}"));
                command.args(["-o", "BatchMode=yes", "--", destination]).arg(remote);
                command
            }
            _ => {
                let mut command = Command::new(here);
                command.args(arguments).arg("--process").arg(number.to_string());
                command
            }
        };
        command.stdin(Stdio::piped()).stdout(Stdio::null());
        let failed = |error| format!("process {number} cannot be started: {error}");
        let mut process = Process::start(&mut command).map_err(failed)?;
        if let Some(mut input) = process.stdin.take() {
            // A process that has ended already is noticed when it does not join.
            let _ = input.write_all(ticket.text().as_bytes());
        }
        Ok(Some(process))
    }
}

/// Which processes have not joined, and where they were to be.
fn missing<T>(hosts: &[Host], joined: &[Option<T>]) -> String {
    let missing =
        std::iter::zip(hosts, joined).enumerate().skip(1).filter(|(_, (_, joined))| joined.is_none());
    let named: Vec<String> = missing
        .map(|(number, (host, _))| match host.start {
            Start::Local => format!("process {number}"),
            _ => format!("process {number} at `{}`", host.address),
        })
        .collect();
    let verb = if named.len() == 1 { "has" } else { "have" };
    format!("{} {verb} not joined", named.join(", "))
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

impl Fleet {
    fn new(options: &ClusterOptions, budget: &Budget) -> Result<Self, String> {
        let assembly = Assembly::new(options, budget)?;
        let lost = Arc::new(AtomicBool::new(false));
        let count = assembly.hosts.len();
        let mut patience = patience(budget);
        let (mut members, mut started) = (Vec::new(), Vec::new());
        let mut streams: Vec<Option<TcpStream>> = vec![None];
        if count > 1 {
            let listener = listen(&assembly.hosts[0].address)?;
            let here = listener.local_addr().map_err(|error| error.to_string())?.to_string();
            let named = options.hosts.is_some();
            let first = if named { assembly.hosts[0].address.clone() } else { here };
            for number in 1..count {
                started.push((number, assembly.start(number, &first)?));
            }
            let mut joined: Vec<Option<(TcpStream, String)>> = (0..count).map(|_| None).collect();
            while joined.iter().skip(1).any(Option::is_none) {
                let missing = missing(&assembly.hosts, &joined);
                let mut patience = || {
                    patience().map_err(|reason| format!("{reason}: {missing}"))?;
                    started
                        .iter_mut()
                        .try_for_each(|(number, process)| has_not_ended(*number, process.as_mut()))
                };
                let (guest, stream) = accept(&listener, &assembly.identity, &mut patience)?;
                let free = joined.get_mut(guest.process).filter(|_| guest.process > 0);
                match free.filter(|place| place.is_none() && guest.purpose == Purpose::Orders) {
                    Some(place) => *place = Some((stream, guest.listens)),
                    None => return Err(format!("process {} is there twice", guest.process)),
                }
            }
            let mut joined: Vec<(TcpStream, String)> = joined.into_iter().flatten().collect();
            let listening = joined.iter().map(|(_, listens)| listens.clone());
            let addresses: Vec<String> = match &options.hosts {
                Some(hosts) => hosts.hosts.iter().map(|host| host.address.clone()).collect(),
                None => std::iter::once(first).chain(listening).collect(),
            };
            let threads = assembly.threads as u32;
            for (stream, _) in &mut joined {
                let order = Order::Connect { addresses: addresses.clone(), threads };
                send(stream, &order).map_err(|error| error.to_string())?;
            }
            streams = connect_all(&listener, &addresses, 0, &assembly.identity, &mut patience)?;
            for (number, (mut stream, _)) in std::iter::zip(1.., joined) {
                stream.set_read_timeout(Some(PATIENCE)).map_err(|error| error.to_string())?;
                match receive(&mut stream, LONG) {
                    Ok(News::Connected) => {}
                    Ok(News::Failed(reason)) => return Err(format!("process {number}: {reason}")),
                    _ => return Err(format!("process {number} is gone")),
                }
                members.push(Member::new(number, stream, &lost)?);
            }
        }
        let allocators =
            allocators(streams, 0, assembly.threads, &lost).map_err(|error| error.to_string())?;
        let crew = Crew::new(allocators, Arc::clone(&lost)).map_err(|error| error.to_string())?;
        if !members.is_empty() {
            beat(members.iter().map(|member| Arc::clone(&member.orders)).collect(), Arc::clone(&lost));
        }
        let is_here = |host: &&Host| host.start == Start::Local || stays_here(&host.address);
        let sharing = assembly.hosts.iter().skip(1).filter(is_here).count() as u64 + 1;
        Ok(Fleet {
            crew,
            members,
            started: started.into_iter().filter_map(|(_, process)| process).collect(),
            threads: assembly.threads as u64,
            lost,
            last: None,
            system: None,
            sharing,
        })
    }

    fn ask(
        &mut self,
        system: &System,
        formula: &Formula,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Answered, String> {
        // What is found out about a system when somebody asks does not make it another one.
        let looks = format!("{:?}", system.clone());
        let is_new = self.system.as_ref().is_none_or(|(known, _)| *known != looks);
        let (_, shared) = match self.system.take().filter(|_| !is_new) {
            Some(known) => self.system.insert(known),
            None => self.system.insert((looks, Arc::new(system.clone()))),
        };
        let question =
            CompiledQuestion::new(self.last.as_deref(), Arc::clone(shared), formula, budget.int_bound)
                .map_err(|unsupported| unsupported.0)?;
        let question = Arc::new(question);
        self.last = Some(Arc::clone(&question));
        let mut own = budget.clone();
        own.memory = budget.memory.map(|memory| memory / self.sharing);
        let order = Order::Ask(Box::new(Question {
            system: is_new.then(|| system.clone()),
            formula: formula.clone(),
            int_bound: budget.int_bound,
            depth: budget.depth,
            time: budget.deadline.map(|at| {
                let left = at.saturating_duration_since(synod_core::clock::Instant::now());
                left.as_millis() as u64
            }),
            memory: own.memory,
        }));
        for member in &self.members {
            member.figures.states.store(0, Ordering::Relaxed);
            member.figures.transitions.store(0, Ordering::Relaxed);
            if !member.tell(&order) {
                self.lost.store(true, Ordering::Relaxed);
            }
        }
        let gauges: Arc<Gauges> = Arc::default();
        self.crew.ask(&Task {
            question,
            allowance: Allowance { budget: own, threads: self.threads, gauges: Arc::clone(&gauges) },
        });
        self.wait(budget, &gauges, progress)
    }

    /// Waits for the answer of this process's workers, which is that of all.
    fn wait(
        &mut self,
        budget: &Budget,
        gauges: &Gauges,
        progress: &dyn Progress,
    ) -> Result<Answered, String> {
        let mut told = Instant::now();
        let mut memory = 0;
        loop {
            let reply = self.crew.reply(NAP);
            let states: u64 =
                self.members.iter().map(|member| member.figures.states.load(Ordering::Relaxed)).sum();
            let steps: u64 =
                self.members.iter().map(|member| member.figures.transitions.load(Ordering::Relaxed)).sum();
            let tick = Tick {
                states: states + gauges.states.load(Ordering::Relaxed),
                transitions: steps + gauges.transitions.load(Ordering::Relaxed),
                depth: gauges.depth.load(Ordering::Relaxed),
                memory,
                ..Tick::default()
            };
            match reply {
                Some(Err(Cut::Lost)) => return Err(self.who_is_gone()),
                Some(Err(Cut::Inconsistent(what))) => {
                    return Err(format!("the processes do not agree on what they found: {what}"));
                }
                Some(report) => {
                    return Ok(Answered { report, states: tick.states, depth: tick.depth, memory });
                }
                None => {}
            }
            if self.lost.load(Ordering::Relaxed) {
                return Err(self.who_is_gone());
            }
            if told.elapsed() >= 10 * NAP {
                told = Instant::now();
                memory = memory.max(
                    budget.memory.zip(budget.memory_left()).map_or(0, |(all, left)| all - left.min(all)),
                );
                progress.tick(tick);
            }
        }
    }

    /// Which process is gone, as far as is known. Its other connections may have been noticed first.
    fn who_is_gone(&mut self) -> String {
        let noticed = Instant::now();
        loop {
            for member in &self.members {
                if let Some(reason) = member.figures.failure.lock().ok().and_then(|failure| failure.clone()) {
                    return reason;
                }
            }
            if noticed.elapsed() > 4 * BEAT {
                return "another process is gone".to_string();
            }
            std::thread::sleep(NAP);
        }
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        for member in &self.members {
            // It may be gone.
            member.tell(&Order::Quit);
        }
        // Workers that still wait for others, and who says that we are here, need not do so any more.
        self.lost.store(true, Ordering::Relaxed);
        // They end by themselves now; those that do not are ended when they are dropped.
        let patience = Instant::now() + Duration::from_secs(2);
        while Instant::now() < patience
            && self.started.iter_mut().any(|process| matches!(process.try_wait(), Ok(None)))
        {
            std::thread::sleep(NAP);
        }
    }
}

/// An error if a process that was started has ended.
fn has_not_ended(number: usize, process: Option<&mut Process>) -> Result<(), String> {
    match process.map(|process| process.try_wait()) {
        Some(Ok(Some(status))) => Err(format!("process {number} has ended before it joined ({status})")),
        _ => Ok(()),
    }
}

/// Says to others, again and again, that this process is still there, until there is nobody to say it to.
fn beat(members: Vec<Arc<Mutex<TcpStream>>>, lost: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        while !lost.load(Ordering::Relaxed) {
            if !members.iter().all(|orders| tell(orders, &Order::Beat)) {
                lost.store(true, Ordering::Relaxed);
            }
            std::thread::sleep(BEAT);
        }
    });
}

/// Gives an order. Says whether it could be sent.
fn tell(orders: &Mutex<TcpStream>, order: &Order) -> bool {
    orders.lock().is_ok_and(|mut orders| send(&mut *orders, order).is_ok())
}

impl Member {
    fn tell(&self, order: &Order) -> bool {
        tell(&self.orders, order)
    }

    /// Listens to what it tells.
    fn new(number: usize, orders: TcpStream, lost: &Arc<AtomicBool>) -> Result<Self, String> {
        let figures: Arc<Figures> = Arc::default();
        let mut news = orders.try_clone().map_err(|error| error.to_string())?;
        news.set_read_timeout(Some(SILENCE)).map_err(|error| error.to_string())?;
        news.set_write_timeout(Some(SILENCE)).map_err(|error| error.to_string())?;
        let (told, lost) = (Arc::clone(&figures), Arc::clone(lost));
        std::thread::spawn(move || {
            let reason = loop {
                match receive(&mut news, LONG) {
                    Ok(News::Beat { states, transitions }) => {
                        told.states.store(states, Ordering::Relaxed);
                        told.transitions.store(transitions, Ordering::Relaxed);
                    }
                    Ok(News::Connected) => {}
                    // It has noticed that another one is gone, which tells so itself.
                    Ok(News::Failed(_)) => lost.store(true, Ordering::Relaxed),
                    Err(error) if is_silence(&error) => {
                        break format!("process {number} has said nothing for {} seconds", SILENCE.as_secs());
                    }
                    Err(_) => break format!("process {number} is gone"),
                }
            };
            if let Ok(mut failure) = told.failure.lock() {
                *failure = Some(reason);
            }
            lost.store(true, Ordering::Relaxed);
        });
        Ok(Member { orders: Arc::new(Mutex::new(orders)), figures })
    }
}

fn is_silence(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut)
}
