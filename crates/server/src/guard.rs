//! Who may ask, and how much: the token, the names under which the server is known, where requests come from, quotas.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, Method};
use sha2::{Digest, Sha256};
use synod_service::{Failure, FailureKind};

use crate::ServeOptions;
use crate::shares::{MOST_CLIENTS, network};

/// A name that nobody guesses: 128 random bits in hexadecimal.
pub fn random_name() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    let failed = |error| Failure::new(FailureKind::Crashed, format!("there are no random numbers: {error}"));
    getrandom::fill(&mut bytes).map_err(failed)?;
    Ok(hexadecimal(&bytes))
}

pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Who decides whether a request is heard.
pub struct Guard {
    /// The token that requests have; `None` if anybody may come.
    token: Option<String>,
    port: u16,
    is_public: bool,
    hosts: Vec<String>,
    proxies: Vec<IpAddr>,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

/// How much a client may still ask: as much as this, and more as time goes by.
struct Bucket {
    left: f64,
    filled: Instant,
}

/// How many requests a client may make at once, and how many a second in the long run.
const BURST: f64 = 60.0;
const RATE: f64 = 20.0;

fn forbidden(message: &str) -> Failure {
    Failure::new(FailureKind::Forbidden, message)
}

impl Guard {
    pub fn new(options: &ServeOptions, port: u16) -> Result<Self, Failure> {
        let token = if options.public { None } else { Some(random_name()?) };
        let hosts = options.hosts.iter().map(|host| host.to_ascii_lowercase()).collect();
        let proxies = options.proxies.clone();
        Ok(Guard { token, port, is_public: options.public, hosts, proxies, buckets: Mutex::default() })
    }

    /// The token, for the address that is told to the user.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The name of the cookie: servers at other ports of this machine have others.
    pub fn cookie(&self) -> String {
        format!("synod-{}", self.port)
    }

    /// Whether a token is the right one, in a time that tells nothing about it.
    pub fn knows(&self, given: &str) -> bool {
        let hash = |text: &str| Sha256::digest(text.as_bytes());
        self.token.as_deref().is_none_or(|token| hash(token) == hash(given))
    }

    /// Whether a request is for this server, and from its own page: other pages may know its address, or give it a name of
    /// their own (DNS rebinding).
    pub fn admit(&self, method: &Method, headers: &HeaderMap) -> Result<(), Failure> {
        let text = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
        let host = text(HOST).ok_or_else(|| forbidden("the request does not say for which host it is"))?;
        if !self.is_own(host) {
            return Err(forbidden("this server is not known under the name of this request"));
        }
        if let Some(origin) = headers.get(ORIGIN) {
            let origin = origin.to_str().unwrap_or("");
            let own = [format!("http://{host}"), format!("https://{host}")];
            if !own.iter().any(|known| known.eq_ignore_ascii_case(origin)) {
                return Err(forbidden("requests of other pages are not answered"));
            }
        }
        let site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
        let is_reading = matches!(*method, Method::GET | Method::HEAD);
        if !is_reading && site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
            return Err(forbidden("requests of other pages are not answered"));
        }
        // A form of another page cannot send JSON.
        let is_json = text(CONTENT_TYPE).is_some_and(|kind| kind.starts_with("application/json"));
        let has_body = text(axum::http::header::CONTENT_LENGTH).is_some_and(|length| length != "0")
            || headers.contains_key(axum::http::header::TRANSFER_ENCODING);
        if !is_reading && has_body && !is_json {
            return Err(Failure::new(FailureKind::Malformed, "the content type has to be application/json"));
        }
        Ok(())
    }

    fn is_own(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => (name, port.parse().ok()),
            _ => (host.as_str(), None),
        };
        let is_local = matches!(name, "127.0.0.1" | "localhost" | "[::1]") && port == Some(self.port);
        let is_named = self.hosts.iter().any(|known| known == name || *known == host);
        is_local || is_named || (self.is_public && self.hosts.is_empty())
    }

    /// Whether a request has the token, as a cookie or as a header.
    pub fn is_known(&self, headers: &HeaderMap) -> bool {
        if self.token.is_none() {
            return true;
        }
        let bearer = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = bearer.and_then(|text| text.strip_prefix("Bearer "));
        bearer.is_some_and(|given| self.knows(given))
            || cookie(headers, &self.cookie()).is_some_and(|given| self.knows(given))
    }

    /// The address of a client. A proxy names it at the end of `X-Forwarded-For`; what stands before that, and what anybody else writes there,
    /// may be invented.
    pub fn address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        let named = || {
            let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            last.rsplit(',').next()?.trim().parse().ok()
        };
        self.proxies.contains(&peer).then(named).flatten().unwrap_or(peer)
    }

    /// Takes a request from the quota of a client.
    pub fn count(&self, address: IpAddr, now: Instant) -> Result<(), Failure> {
        if !self.is_public {
            return Ok(());
        }
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let filled = |bucket: &Bucket| {
            (bucket.left + now.saturating_duration_since(bucket.filled).as_secs_f64() * RATE).min(BURST)
        };
        // Of clients that may have all again nothing has to be remembered.
        if buckets.len() >= MOST_CLIENTS {
            buckets.retain(|_, bucket| filled(bucket) < BURST);
        }
        let bucket = buckets.entry(network(address)).or_insert(Bucket { left: BURST, filled: now });
        let left = filled(bucket);
        if left < 1.0 {
            return Err(Failure::new(FailureKind::Busy, "too many requests: wait a moment"));
        }
        *bucket = Bucket { left: left - 1.0, filled: now };
        Ok(())
    }
}

/// The value of a cookie.
pub fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = all.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(public: bool, hosts: &[&str]) -> Guard {
        Guard {
            token: (!public).then(|| "secret".to_string()),
            port: 8750,
            is_public: public,
            hosts: hosts.iter().map(|host| host.to_string()).collect(),
            proxies: vec![IpAddr::from([127, 0, 0, 1])],
            buckets: Mutex::default(),
        }
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_names_of_this_machine_and_those_given_are_answered() {
        let own = guard(false, &[]);
        for host in ["127.0.0.1:8750", "localhost:8750", "[::1]:8750", "LOCALHOST:8750"] {
            assert!(own.admit(&Method::GET, &headers(&[("host", host)])).is_ok(), "{host}");
        }
        for host in ["evil.example:8750", "127.0.0.1:80", "localhost", "127.0.0.1.evil.example:8750", "[::1]"]
        {
            assert!(own.admit(&Method::GET, &headers(&[("host", host)])).is_err(), "{host}");
        }
        assert!(own.admit(&Method::GET, &headers(&[])).is_err());
        let named = guard(true, &["course.example"]);
        assert!(named.admit(&Method::GET, &headers(&[("host", "course.example")])).is_ok());
        assert!(named.admit(&Method::GET, &headers(&[("host", "other.example")])).is_err());
        assert!(guard(true, &[]).admit(&Method::GET, &headers(&[("host", "any.example")])).is_ok());
    }

    #[test]
    fn requests_of_other_pages_are_not_answered() {
        let own = guard(false, &[]);
        let host = ("host", "127.0.0.1:8750");
        let with = |more: (&'static str, &str)| own.admit(&Method::POST, &headers(&[host, more]));
        assert!(with(("origin", "http://127.0.0.1:8750")).is_ok());
        for origin in ["http://evil.example", "null", "http://127.0.0.1:8751", "http://localhost:8750"] {
            assert!(with(("origin", origin)).is_err(), "{origin}");
        }
        assert!(with(("sec-fetch-site", "same-origin")).is_ok());
        assert!(with(("sec-fetch-site", "cross-site")).is_err());
        let form = [host, ("content-type", "text/plain"), ("content-length", "3")];
        assert!(own.admit(&Method::POST, &headers(&form)).is_err());
    }

    #[test]
    fn the_token_is_a_cookie_or_a_header() {
        let own = guard(false, &[]);
        assert!(!own.is_known(&headers(&[])));
        assert!(own.is_known(&headers(&[("authorization", "Bearer secret")])));
        assert!(own.is_known(&headers(&[("cookie", "a=b; synod-8750=secret")])));
        for wrong in ["Bearer secre", "Bearer secret2", "Bearer ", "secret"] {
            assert!(!own.is_known(&headers(&[("authorization", wrong)])), "{wrong}");
        }
        assert!(!own.is_known(&headers(&[("cookie", "synod-8751=secret")])));
        assert!(guard(true, &[]).is_known(&headers(&[])));
    }

    #[test]
    fn only_a_proxy_says_for_whom_it_asks() {
        let public = guard(true, &[]);
        let (proxy, stranger) = (IpAddr::from([127, 0, 0, 1]), IpAddr::from([10, 0, 0, 1]));
        let said = headers(&[("x-forwarded-for", "9.9.9.9, 10.0.0.2")]);
        assert_eq!(public.address(proxy, &said), IpAddr::from([10, 0, 0, 2]));
        assert_eq!(public.address(stranger, &said), stranger);
        assert_eq!(public.address(proxy, &headers(&[])), proxy);
        assert_eq!(public.address(proxy, &headers(&[("x-forwarded-for", "nobody")])), proxy);
        let mut twice = said;
        twice.append("x-forwarded-for", "10.0.0.3".parse().unwrap());
        assert_eq!(public.address("::ffff:127.0.0.1".parse().unwrap(), &twice), IpAddr::from([10, 0, 0, 3]));
    }

    #[test]
    fn clients_of_a_public_server_have_quotas() {
        let public = guard(true, &[]);
        let (one, other): (IpAddr, IpAddr) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        let now = Instant::now();
        let heard =
            |guard: &Guard, address, now| (0..200).filter(|_| guard.count(address, now).is_ok()).count();
        assert_eq!(heard(&public, one, now), BURST as usize);
        assert_eq!(heard(&public, other, now), BURST as usize);
        assert_eq!(heard(&public, one, now + std::time::Duration::from_secs(1)), RATE as usize);
        assert_eq!(heard(&guard(false, &[]), one, now), 200);
    }
}
