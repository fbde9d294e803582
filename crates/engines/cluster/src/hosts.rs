//! The file that names the machines: a line for each process, the first for the one that asks.

use std::fmt;
use std::net::{IpAddr, ToSocketAddrs};

use crate::handshake::Token;

/// How a process is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Here.
    Local,
    /// With `ssh`, at this destination.
    Ssh(String),
    /// By somebody else.
    Hand,
}

/// A process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// Where it listens: a name or a number, and a port.
    pub address: String,
    /// How it is started.
    pub start: Start,
}

/// All processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    /// In the order of their numbers.
    pub hosts: Vec<Host>,
    /// What they all know, if the file says so.
    pub token: Option<Token>,
}

/// What is wrong with a file of hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostsError {
    /// The line, from 1; 0 if it is none.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for HostsError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.reason),
            line => write!(f, "line {line}: {}", self.reason),
        }
    }
}

impl Hosts {
    /// Reads a file: `ADDRESS:PORT`, `ADDRESS:PORT ssh DESTINATION`, `ADDRESS:PORT hand`, `token TEXT`; what follows `#` is
    /// left out. Without a word, a process on another machine is started with `ssh` at its address.
    pub fn parse(text: &str) -> Result<Self, HostsError> {
        let mut found = Hosts { hosts: Vec::new(), token: None };
        for (number, line) in text.lines().enumerate() {
            let wrong = |reason: String| HostsError { line: number + 1, reason };
            let line = line.split('#').next().unwrap_or_default();
            let words: Vec<&str> = line.split_whitespace().collect();
            let (address, start) = match words.as_slice() {
                [] => continue,
                ["token", token] => {
                    found.token = Some(Token::of_text(token));
                    continue;
                }
                [address] => (*address, None),
                [address, "hand"] => (*address, Some(Start::Hand)),
                [address, "ssh", destination] => (*address, Some(Start::Ssh(destination.to_string()))),
                _ => {
                    let forms = "expected `ADDRESS:PORT`, `ADDRESS:PORT ssh DESTINATION`, `ADDRESS:PORT hand` or `token TEXT`";
                    return Err(wrong(forms.to_string()));
                }
            };
            let Some((name, port)) = address.rsplit_once(':') else {
                return Err(wrong(format!("`{address}` has no port: expected `ADDRESS:PORT`")));
            };
            if port.parse::<u16>().is_err() {
                return Err(wrong(format!("`{port}` is not a port")));
            }
            let start = start.unwrap_or_else(|| match is_loopback(name) {
                true => Start::Local,
                false => Start::Ssh(name.trim_start_matches('[').trim_end_matches(']').to_string()),
            });
            if let Start::Ssh(destination) = &start
                && destination.starts_with('-')
            {
                return Err(wrong(format!("`{destination}` is no destination for ssh")));
            }
            if found.hosts.iter().any(|host| host.address == address) {
                return Err(wrong(format!("`{address}` is there twice")));
            }
            found.hosts.push(Host { address: address.to_string(), start });
        }
        if found.hosts.is_empty() {
            return Err(HostsError { line: 0, reason: "the file names no machine".to_string() });
        }
        Ok(found)
    }
}

/// Whether an address is of this machine only.
fn is_loopback(name: &str) -> bool {
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    bare == "localhost" || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Whether all that an address stands for is of this machine only.
pub fn stays_here(address: &str) -> bool {
    let mut found = match address.to_socket_addrs() {
        Ok(found) => found,
        Err(_) => return false,
    };
    found.all(|address| address.ip().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_names_processes_and_how_they_are_started() {
        let text = "# the machines\n10.0.0.1:4100 hand # this one\n10.0.0.2:4100\nb:1 ssh me@b\n\n127.0.0.1:7\ntoken abc\n";
        let hosts = Hosts::parse(text).unwrap();
        let start: Vec<Start> = hosts.hosts.iter().map(|host| host.start.clone()).collect();
        let ssh = |to: &str| Start::Ssh(to.to_string());
        assert_eq!(start, [Start::Hand, ssh("10.0.0.2"), ssh("me@b"), Start::Local]);
        assert_eq!(hosts.token, Some(Token::of_text("abc")));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, told) in [
            ("", "the file names no machine"),
            ("\na", "line 2: `a` has no port: expected `ADDRESS:PORT`"),
            ("a:x", "line 1: `x` is not a port"),
            ("a:1\na:1", "line 2: `a:1` is there twice"),
            ("a:1 ssh -oProxyCommand=x", "line 1: `-oProxyCommand=x` is no destination for ssh"),
        ] {
            assert_eq!(Hosts::parse(text).unwrap_err().to_string(), told);
        }
        assert!(Hosts::parse("a:1 b c d").unwrap_err().reason.starts_with("expected"));
    }
}
