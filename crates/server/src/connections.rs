//! Connections: of a public server each client may have so many, and one on which nothing is answered for long is closed, so that nobody
//! who opens them and says nothing, or says it slowly, keeps the others out.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, Sleep, sleep};

use crate::shares::Shares;

/// Accepts connections; those that are too many are closed at once.
pub struct Connections {
    listener: TcpListener,
    /// How many each may have; `None` if that is not limited.
    shares: Option<Shares>,
    /// The connections of these are those of many clients.
    proxies: Vec<IpAddr>,
    /// For so long nothing need be written on one.
    patience: Duration,
}

impl Connections {
    pub fn new(listener: TcpListener, each: Option<usize>, proxies: Vec<IpAddr>, patience: Duration) -> Self {
        Connections { listener, shares: each.map(Shares::new), proxies, patience }
    }

    fn connection(&self, stream: TcpStream, part: Option<OwnedSemaphorePermit>) -> Connection {
        let silence = Box::pin(sleep(self.patience));
        Connection { stream, patience: self.patience, silence, _part: part }
    }
}

/// A connection with its part of the share.
pub struct Connection {
    stream: TcpStream,
    patience: Duration,
    /// Ends when nothing has been written for too long.
    silence: Pin<Box<Sleep>>,
    _part: Option<OwnedSemaphorePermit>,
}

impl Listener for Connections {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            let ip = address.ip().to_canonical();
            let Some(shares) = self.shares.as_ref().filter(|_| !self.proxies.contains(&ip)) else {
                return (self.connection(stream, None), address);
            };
            if let Ok(part) = shares.of(ip).try_acquire_owned() {
                return (self.connection(stream, Some(part)), address);
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Connection {
    /// An error once nothing has been written for too long.
    fn heard(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        match self.silence.as_mut().poll(context) {
            Poll::Ready(()) => Err(io::Error::from(io::ErrorKind::TimedOut)),
            Poll::Pending => Ok(()),
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.heard(context)?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.heard(context)?;
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        if matches!(written, Poll::Ready(Ok(_))) {
            let end = Instant::now() + self.patience;
            self.silence.as_mut().reset(end);
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// A page that waits so long for those who ask for it.
    async fn page(patience: Duration) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let page = axum::Router::new().route("/", axum::routing::get(|| async { "here" }));
        let connections = Connections::new(listener, None, Vec::new(), patience);
        tokio::spawn(async move { axum::serve(connections, page).await });
        address
    }

    #[tokio::test]
    async fn who_says_nothing_or_says_it_slowly_is_not_heard_for_ever() {
        let patient = page(Duration::from_secs(3600)).await;
        let mut quick = TcpStream::connect(patient).await.unwrap();
        let request = b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";
        quick.write_all(request).await.unwrap();
        let mut answer = String::new();
        quick.read_to_string(&mut answer).await.unwrap();
        assert!(answer.ends_with("here"), "{answer}");

        let impatient = page(Duration::from_millis(1)).await;
        let mut silent = TcpStream::connect(impatient).await.unwrap();
        assert_eq!(silent.read(&mut [0; 9]).await.unwrap_or(0), 0);
        let mut slow = TcpStream::connect(impatient).await.unwrap();
        while slow.write_all(b"G").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}
