//! A client of the server that knows no more of HTTP than it needs. Each of those who use it needs a part of it.
#![allow(dead_code)]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

/// A client of a server.
#[derive(Clone, Debug)]
pub struct Client {
    /// Host and port.
    pub address: String,
    /// The token; empty for a public server.
    pub token: String,
}

/// What is answered.
#[derive(Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The lines of the head, in lower case up to the colon.
    pub head: Vec<(String, String)>,
    /// The rest.
    pub body: String,
}

impl Reply {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }
}

impl Client {
    /// The client of an address such as `http://127.0.0.1:8750/?token=…`.
    pub fn new(address: &str) -> Option<Client> {
        let rest = address.trim().strip_prefix("http://")?;
        let (host, query) = rest.split_once('/').unwrap_or((rest, ""));
        let token = query.strip_prefix("?token=").unwrap_or("");
        Some(Client { address: host.to_string(), token: token.to_string() })
    }

    /// A request with just these headers besides the host.
    pub fn raw(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> std::io::Result<Reply> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(Duration::from_secs(120)))?;
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            request += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            request += &format!("Content-Length: {}\r\n", body.len());
        }
        stream.write_all(format!("{request}\r\n{body}").as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let broken = || std::io::Error::other("not an answer");
        let end = answer.windows(4).position(|part| part == b"\r\n\r\n").ok_or_else(broken)?;
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).ok_or_else(broken)?;
        let head: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_string()))
            .collect();
        let is_chunked = head.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        let body = if is_chunked { joined(&answer[end + 4..]) } else { answer[end + 4..].to_vec() };
        Ok(Reply { status, head, body: String::from_utf8_lossy(&body).into_owned() })
    }

    /// A request with the token.
    pub fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> std::io::Result<Reply> {
        let bearer = format!("Bearer {}", self.token);
        let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
        self.raw(method, path, &headers, &body.map(Value::to_string).unwrap_or_default())
    }

    /// The answer to a question.
    pub fn call(&self, method: &str, request: &Value) -> std::io::Result<Reply> {
        self.ask("POST", &format!("/api/call/{method}"), Some(request))
    }

    /// A job from its start to its end: the news, and what became of it.
    pub fn job(&self, method: &str, request: &Value) -> std::io::Result<(Vec<Value>, Value)> {
        let started =
            self.ask("POST", "/api/jobs", Some(&json!({ "method": method, "request": request })))?;
        let id = started.json()["id"].as_str().map(str::to_string);
        let id = id.ok_or_else(|| std::io::Error::other(format!("{}: {}", started.status, started.body)))?;
        self.follow(&id)
    }

    /// The news of a job up to its end, and what became of it.
    pub fn follow(&self, id: &str) -> std::io::Result<(Vec<Value>, Value)> {
        let stream = self.ask("GET", &format!("/api/jobs/{id}/events"), None)?;
        let (mut news, mut end) = (Vec::new(), Value::Null);
        for block in stream.body.split("\n\n") {
            let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
            let data = field("data:").and_then(|data| serde_json::from_str(data).ok()).unwrap_or(Value::Null);
            match field("event:") {
                Some("news") => news.push(data),
                Some("end") => end = data,
                _ => {}
            }
        }
        Ok((news, end))
    }
}

/// The chunks of a body, joined.
fn joined(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = chunks.windows(2).position(|part| part == b"\r\n") {
        let size = std::str::from_utf8(&chunks[..end])
            .ok()
            .and_then(|text| usize::from_str_radix(text.trim(), 16).ok());
        let Some(size) = size.filter(|size| *size > 0 && end + 2 + size <= chunks.len()) else { break };
        body.extend_from_slice(&chunks[end + 2..end + 2 + size]);
        chunks = &chunks[(end + 4 + size).min(chunks.len())..];
    }
    body
}
