//! What a server allows.

use std::net::IpAddr;
use std::path::PathBuf;

use synod_service::ServerInfo;

/// What is served, to whom, and within which limits.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The folder whose files are served; `None` if there are none.
    pub folder: Option<PathBuf>,
    /// Where to listen.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Whether anybody may come: no token, no files, and quotas.
    pub public: bool,
    /// Names under which a public server is known, besides addresses of this machine; any if there are none.
    pub hosts: Vec<String>,
    /// The addresses of proxies in front of a public server, which say for whom they ask.
    pub proxies: Vec<IpAddr>,
    /// Whether engines may run other programs.
    pub programs: bool,
    /// How many seconds a job may take.
    pub seconds: f64,
    /// How many bytes a job may use.
    pub memory_bytes: u64,
    /// How many jobs run at once, and how many quick questions are answered at once.
    pub workers: usize,
    /// The program that is started again for workers, with what it is given.
    pub worker: (PathBuf, Vec<String>),
}

impl ServeOptions {
    /// How many bytes a request may have.
    pub fn most_request_bytes(&self) -> usize {
        if self.public { 1 << 20 } else { 4 << 20 }
    }

    /// How many seconds a quick question may take.
    pub fn quick_seconds(&self) -> f64 {
        if self.public { 5.0 } else { 20.0 }
    }

    /// How many bytes an answer may have.
    pub fn most_answer_bytes(&self) -> usize {
        if self.public { 64 << 20 } else { 1 << 30 }
    }

    /// How many connections those who share an address may have, as a course may do; `None` where that is not limited.
    pub fn most_connections(&self) -> Option<usize> {
        self.public.then_some(256)
    }

    /// How many of their jobs may wait or run.
    pub fn most_jobs_of_address(&self) -> Option<usize> {
        self.public.then_some(64)
    }

    /// How many jobs of one client may wait or run. All who have the token of a server are one client.
    pub fn most_jobs(&self) -> usize {
        if self.public { 4 } else { 256 }
    }

    /// What clients are told about it.
    pub fn info(&self) -> ServerInfo {
        let folder = self.folder.as_ref().filter(|_| !self.public);
        let name = |folder: &PathBuf| {
            let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
            name.unwrap_or_else(|| folder.display().to_string())
        };
        ServerInfo {
            synod: env!("CARGO_PKG_VERSION").to_string(),
            folder: folder.map(name),
            is_public: self.public,
            runs_programs: self.programs,
            most_seconds: self.seconds,
            most_memory_bytes: self.memory_bytes,
            most_request_bytes: self.most_request_bytes() as u64,
            most_jobs: self.most_jobs(),
        }
    }
}
