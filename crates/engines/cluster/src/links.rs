//! Connections between all processes: made and proved here, then given to timely.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use timely::communication::Allocator;
use timely::communication::Hooks;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::zero_copy::stream::Stream;

use crate::handshake::{Guest, Identity, Purpose, Refusal, admit, introduce};

/// How long to wait before looking again whether somebody has connected, or listens now.
const NAP: Duration = Duration::from_millis(10);

/// Bytes of the message that ends a stream: a header without a length.
const FAREWELL: usize = 48;

/// A connection that tells when the other end is gone. Timely would panic then, and so would all its threads, one after the other,
/// not without telling everybody. So a thread that reads or writes sleeps instead, until the process ends; whoever waits for
/// its work looks at `lost`.
pub struct Link {
    stream: TcpStream,
    lost: Arc<AtomicBool>,
    /// How many bytes that were read last are zero.
    zeros: usize,
}

impl Link {
    fn check<T>(&self, result: io::Result<T>) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(_) => self.sleep(),
            fine => fine,
        }
    }

    fn sleep(&self) -> ! {
        self.lost.store(true, Ordering::Relaxed);
        loop {
            std::thread::park();
        }
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(buffer);
        let read = self.check(read)?;
        if read == 0 && !buffer.is_empty() && self.zeros < FAREWELL {
            self.sleep();
        }
        let zeros = buffer[..read].iter().rev().take_while(|byte| **byte == 0).count();
        self.zeros = if zeros == read { self.zeros.saturating_add(read) } else { zeros };
        Ok(read)
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.stream.write(bytes);
        self.check(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.stream.flush();
        self.check(flushed)
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Link { stream: self.stream.try_clone()?, lost: Arc::clone(&self.lost), zeros: 0 })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.check(self.stream.shutdown(how))
    }
}

/// Whether to go on waiting; or why not.
pub type Patience<'a> = &'a mut dyn FnMut() -> Result<(), String>;

/// Listens at an address, and at no other.
pub fn listen(address: &str) -> Result<TcpListener, String> {
    let listener =
        TcpListener::bind(address).map_err(|error| format!("cannot listen at `{address}`: {error}"))?;
    listener.set_nonblocking(true).map_err(|error| error.to_string())?;
    Ok(listener)
}

/// Connects to a process that may not listen yet.
pub fn reach(address: &str, patience: Patience) -> Result<TcpStream, String> {
    loop {
        let addresses = address.to_socket_addrs().map_err(|error| format!("`{address}`: {error}"))?;
        for address in addresses {
            if let Ok(stream) = TcpStream::connect_timeout(&address, Duration::from_secs(2)) {
                return Ok(stream);
            }
        }
        patience().map_err(|reason| format!("`{address}` does not answer: {reason}"))?;
        std::thread::sleep(10 * NAP);
    }
}

/// The next process that connects and may join. Strangers are not let in, and not told why.
pub fn accept(
    listener: &TcpListener,
    identity: &Identity,
    patience: Patience,
) -> Result<(Guest, TcpStream), String> {
    loop {
        match listener.accept() {
            Ok((mut stream, _)) => match admit(&mut stream, identity) {
                Ok(guest) => return Ok((guest, stream)),
                Err(Refusal::Stranger(_)) => {}
                Err(Refusal::Differs(reason)) => return Err(reason),
            },
            Err(_) => std::thread::sleep(NAP),
        }
        patience()?;
    }
}

/// Waits until a time.
pub fn until(deadline: Instant) -> impl FnMut() -> Result<(), String> {
    move || match Instant::now() < deadline {
        true => Ok(()),
        false => Err("it took too long".to_string()),
    }
}

/// Connects this process with all others: with those before it at their addresses, with those behind it where it listens.
pub fn connect_all(
    listener: &TcpListener,
    addresses: &[String],
    process: usize,
    identity: &Identity,
    patience: Patience,
) -> Result<Vec<Option<TcpStream>>, String> {
    let mut streams: Vec<Option<TcpStream>> = addresses.iter().map(|_| None).collect();
    for (number, address) in addresses.iter().enumerate().take(process) {
        let mut stream = reach(address, &mut *patience)?;
        introduce(&mut stream, identity, Purpose::Data, process, "").map_err(|refusal| match refusal {
            Refusal::Stranger(reason) | Refusal::Differs(reason) => format!("process {number}: {reason}"),
        })?;
        streams[number] = Some(stream);
    }
    while streams.iter().skip(process + 1).any(Option::is_none) {
        let (guest, stream) = accept(listener, identity, &mut *patience)?;
        let free = streams.get_mut(guest.process).filter(|_| guest.process > process);
        match free.filter(|place| place.is_none() && guest.purpose == Purpose::Data) {
            Some(place) => *place = Some(stream),
            None => return Err(format!("process {} is there twice", guest.process)),
        }
    }
    Ok(streams)
}

/// How a worker exchanges messages with all others; it can be moved to its thread.
pub enum WorkerLink {
    /// There are no other processes.
    Here(ProcessBuilder),
    /// There are.
    Network(TcpBuilder),
}

impl WorkerLink {
    /// To be called by the thread of the worker.
    pub fn build(self) -> Allocator {
        match self {
            WorkerLink::Here(builder) => Allocator::Process(builder.build()),
            WorkerLink::Network(builder) => Allocator::Tcp(builder.build()),
        }
    }
}

/// The allocators for the workers of this process. `lost` is set when another process is gone.
pub fn allocators(
    streams: Vec<Option<TcpStream>>,
    process: usize,
    threads: usize,
    lost: &Arc<AtomicBool>,
) -> io::Result<Vec<WorkerLink>> {
    let hooks = Hooks::default();
    let local = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    if streams.len() <= 1 {
        return Ok(local.into_iter().map(WorkerLink::Here).collect());
    }
    let link =
        |stream: Option<TcpStream>| stream.map(|stream| Link { stream, lost: Arc::clone(lost), zeros: 0 });
    let links = streams.into_iter().map(link).collect();
    let (builders, guard) = initialize_networking_from_sockets(local, links, process, threads, hooks)?;
    // It would wait for the threads that send and receive, and these for the other processes. They end by themselves.
    std::mem::forget(guard);
    Ok(builders.into_iter().map(WorkerLink::Network).collect())
}
