//! Messages between processes: each with its length before it.

use std::io::{self, Read, Write};
use std::net::TcpStream;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use synod_core::{Formula, System};

/// Bytes of the longest message of somebody who has not proved yet that he may join, and of somebody who has.
pub const SHORT: u32 = 1 << 12;
pub const LONG: u32 = 1 << 30;

/// What the first process tells others.
#[derive(Serialize, Deserialize)]
pub enum Order {
    /// Connect with each other at these addresses, in the order of processes, and start so many workers each.
    Connect { addresses: Vec<String>, threads: u32 },
    /// Answer a question, within limits.
    Ask(Box<Question>),
    /// The first process is still there.
    Beat,
    /// Nothing more is asked.
    Quit,
}

/// A question with its limits. The system is left out if it is that of the question before.
#[derive(Serialize, Deserialize)]
pub struct Question {
    pub system: Option<System>,
    pub formula: Formula,
    pub int_bound: i64,
    pub depth: Option<u64>,
    /// Milliseconds that are left.
    pub time: Option<u64>,
    /// Bytes that the process may use.
    pub memory: Option<u64>,
}

/// What others tell the first process.
#[derive(Serialize, Deserialize)]
pub enum News {
    /// It is connected with all others.
    Connected,
    /// It is still there, and has found so many states and steps for the question at hand.
    Beat { states: u64, transitions: u64 },
    /// It cannot go on.
    Failed(String),
}

/// Sends a message.
pub fn send(stream: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let bytes = bincode::serialize(message).map_err(io::Error::other)?;
    let len = u32::try_from(bytes.len()).ok().filter(|len| *len <= LONG);
    let len = len.ok_or_else(|| io::Error::other("the message is too long"))?;
    let mut frame = len.to_le_bytes().to_vec();
    frame.extend(bytes);
    stream.write_all(&frame)
}

/// Receives a message of at most so many bytes.
pub fn receive<T: DeserializeOwned>(stream: &mut TcpStream, most: u32) -> io::Result<T> {
    let mut len = [0; 4];
    stream.read_exact(&mut len)?;
    let len = u32::from_le_bytes(len);
    if len > most {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the message is too long"));
    }
    let mut bytes = Vec::new();
    stream.take(u64::from(len)).read_to_end(&mut bytes)?;
    if bytes.len() < len as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    bincode::deserialize(&bytes).map_err(io::Error::other)
}
