//! Who may join: each end of a connection proves that it knows the token, without showing it, and that it has the same
//! program, model and options.
//!
//! The proof is a message authentication code (HMAC-SHA-256) over fresh random numbers of both ends. What is sent
//! afterwards is neither encrypted nor authenticated: see the book for where that is enough.

use std::fmt;
use std::io;
use std::net::TcpStream;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::wire::{SHORT, receive, send};

/// How long the other end may take for one message.
const PATIENCE: Duration = Duration::from_secs(10);

const MAGIC: &str = "synod cluster 1";

/// A secret that all processes of a run share.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(Vec<u8>);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Token {
    /// A fresh one, that nobody can guess.
    pub fn random() -> io::Result<Self> {
        Ok(Token(random()?.to_vec()))
    }

    /// A token that people have agreed on.
    pub fn of_text(text: &str) -> Self {
        Token(text.as_bytes().to_vec())
    }

    /// As text for [`Token::of_hex`].
    pub fn hex(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// What [`Token::hex`] wrote.
    pub fn of_hex(text: &str) -> Option<Self> {
        let digit = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
        let bytes: Option<Vec<u8>> = (0..text.len()).step_by(2).map(digit).collect();
        bytes.filter(|bytes| !bytes.is_empty()).map(Token)
    }

    /// The code for a message under this key (RFC 2104).
    fn code(&self, message: &[u8]) -> [u8; 32] {
        let mut key = [0; 64];
        if self.0.len() > key.len() {
            key[..32].copy_from_slice(&Sha256::digest(&self.0));
        } else {
            key[..self.0.len()].copy_from_slice(&self.0);
        }
        let inner = Sha256::new().chain_update(key.map(|byte| byte ^ 0x36)).chain_update(message).finalize();
        Sha256::new().chain_update(key.map(|byte| byte ^ 0x5c)).chain_update(inner).finalize().into()
    }
}

fn random() -> io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes)
}

/// What a model and the options that it is read with come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Of several texts.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut sum = Sha256::new();
        for text in texts {
            sum.update((text.len() as u64).to_le_bytes());
            sum.update(text);
        }
        Digest(sum.finalize().into())
    }
}

/// What one end says of itself.
#[derive(Clone, Debug)]
pub struct Identity {
    pub token: Token,
    pub version: String,
    pub model: Digest,
}

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// Orders of the first process.
    Orders,
    /// States.
    Data,
}

#[derive(Serialize, Deserialize)]
struct Hello {
    magic: String,
    purpose: Purpose,
    process: u32,
    nonce: [u8; 32],
}

#[derive(Serialize, Deserialize)]
struct Challenge {
    nonce: [u8; 32],
    proof: [u8; 32],
}

#[derive(Serialize, Deserialize)]
struct Proof {
    proof: [u8; 32],
    version: String,
    model: Digest,
    listens: String,
}

/// Who has connected.
#[derive(Clone, Debug)]
pub struct Guest {
    pub purpose: Purpose,
    pub process: usize,
    /// The address where it listens.
    pub listens: String,
}

/// Why a connection was not made.
#[derive(Debug)]
pub enum Refusal {
    /// The other end does not know the token, or is something else; who listens goes on listening.
    Stranger(String),
    /// The other end belongs to us but must not take part.
    Differs(String),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Refusal::Stranger(error.to_string())
    }
}

fn message(side: &str, hello: &Hello, other: &[u8; 32]) -> Vec<u8> {
    let purpose = match hello.purpose {
        Purpose::Orders => b'o',
        Purpose::Data => b'd',
    };
    let mut message = format!("{MAGIC} {side} {} ", hello.process).into_bytes();
    message.push(purpose);
    message.extend(hello.nonce);
    message.extend(other);
    message
}

/// Compares without telling by the time it takes how much is equal.
fn is_same(a: &[u8; 32], b: &[u8; 32]) -> bool {
    std::iter::zip(a, b).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

fn hurry(stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))
}

/// Introduces this process, by its number and the address where it listens, to the one that it has connected to.
pub fn introduce(
    stream: &mut TcpStream,
    identity: &Identity,
    purpose: Purpose,
    process: usize,
    listens: &str,
) -> Result<(), Refusal> {
    hurry(stream)?;
    let hello = Hello { magic: MAGIC.to_string(), purpose, process: process as u32, nonce: random()? };
    send(stream, &hello)?;
    let challenge: Challenge = receive(stream, SHORT)?;
    let expected = identity.token.code(&message("host", &hello, &challenge.nonce));
    if !is_same(&challenge.proof, &expected) {
        return Err(Refusal::Differs("the other end has another token".to_string()));
    }
    let proof = identity.token.code(&message("guest", &hello, &challenge.nonce));
    let listens = listens.to_string();
    send(stream, &Proof { proof, version: identity.version.clone(), model: identity.model, listens })?;
    let answer: Result<(), String> = receive(stream, SHORT)?;
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(None)?;
    answer.map_err(Refusal::Differs)
}

/// Finds out who has connected.
pub fn admit(stream: &mut TcpStream, identity: &Identity) -> Result<Guest, Refusal> {
    hurry(stream)?;
    let hello: Hello = receive(stream, SHORT)?;
    if hello.magic != MAGIC {
        return Err(Refusal::Stranger("it speaks another protocol".to_string()));
    }
    let nonce = random()?;
    let proof = identity.token.code(&message("host", &hello, &nonce));
    send(stream, &Challenge { nonce, proof })?;
    let proof: Proof = receive(stream, SHORT)?;
    if !is_same(&proof.proof, &identity.token.code(&message("guest", &hello, &nonce))) {
        return Err(Refusal::Stranger("it has another token".to_string()));
    }
    let process = hello.process;
    let differs = if proof.version != identity.version {
        Some(format!(
            "process {process} is version {} of the program, the first is {}",
            proof.version, identity.version
        ))
    } else if proof.model != identity.model {
        Some(format!("process {process} has another model, or other options, than the first"))
    } else {
        None
    };
    send(stream, &differs.clone().map_or(Ok(()), Err))?;
    if let Some(reason) = differs {
        return Err(Refusal::Differs(reason));
    }
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(None)?;
    Ok(Guest { purpose: hello.purpose, process: process as usize, listens: proof.listens })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    fn identity(token: &str, version: &str, model: &str) -> Identity {
        let model = Digest::of([model.as_bytes()]);
        Identity { token: Token::of_text(token), version: version.to_string(), model }
    }

    /// What both ends find out about each other.
    fn meet(host: Identity, guest: Identity) -> (Result<Guest, Refusal>, Result<(), Refusal>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::scope(|scope| {
            let guest = scope.spawn(move || {
                let mut stream = TcpStream::connect(address).unwrap();
                introduce(&mut stream, &guest, Purpose::Data, 3, "somewhere")
            });
            let mut stream = listener.accept().unwrap().0;
            let admitted = admit(&mut stream, &host);
            drop(stream);
            (admitted, guest.join().unwrap())
        })
    }

    #[test]
    fn who_knows_the_token_and_has_the_same_model_may_join() {
        let (guest, host) = meet(identity("secret", "1", "m"), identity("secret", "1", "m"));
        let guest = guest.unwrap();
        assert_eq!((guest.process, guest.purpose, guest.listens.as_str()), (3, Purpose::Data, "somewhere"));
        host.unwrap();
    }

    #[test]
    fn who_does_not_know_the_token_may_not() {
        let (guest, host) = meet(identity("secret", "1", "m"), identity("guess", "1", "m"));
        assert!(matches!(guest, Err(Refusal::Stranger(_))), "{guest:?}");
        assert!(matches!(host, Err(Refusal::Differs(_))), "{host:?}");
    }

    #[test]
    fn another_version_or_model_is_refused_with_the_reason() {
        for (guest, reason) in
            [(identity("secret", "2", "m"), "version 2"), (identity("secret", "1", "other"), "another model")]
        {
            let (admitted, told) = meet(identity("secret", "1", "m"), guest);
            let said = |refusal| match refusal {
                Refusal::Differs(said) => said,
                Refusal::Stranger(said) => panic!("{said}"),
            };
            assert!(said(admitted.unwrap_err()).contains(reason));
            assert!(said(told.unwrap_err()).contains(reason));
        }
    }

    #[test]
    fn the_code_is_that_of_the_standard() {
        // RFC 4231, test case 2.
        let code = Token::of_text("Jefe").code(b"what do ya want for nothing?");
        assert_eq!(
            Token(code.to_vec()).hex(),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }

    #[test]
    fn tokens_are_written_and_read() {
        let token = Token::random().unwrap();
        assert_eq!(Token::of_hex(&token.hex()), Some(token));
        assert_eq!((Token::of_hex(""), Token::of_hex("xy"), Token::of_hex("abc")), (None, None, None));
    }
}
