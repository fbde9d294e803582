//! Shares: of what there is each client may have so much at once. Clients are told apart by their addresses, which nobody chooses as
//! freely as a cookie.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

/// So many clients are remembered; those that have nothing are forgotten first.
pub const MOST_CLIENTS: usize = 10_000;

/// What each client may have of something.
pub struct Shares {
    each: usize,
    of: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
}

impl Shares {
    /// So much for each.
    pub fn new(each: usize) -> Self {
        Shares { each, of: Mutex::default() }
    }

    /// The share of a client: whoever has a permit of it has a part.
    pub fn of(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        if of.len() >= MOST_CLIENTS {
            // Permits hold on to their share.
            of.retain(|_, share| Arc::strong_count(share) > 1);
        }
        Arc::clone(of.entry(network(address)).or_insert_with(|| Arc::new(Semaphore::new(self.each))))
    }
}

/// What stands for all addresses that one client can choose from: with IPv6 that is a network, with IPv4 the address.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_client_has_its_own_share() {
        let shares = Shares::new(2);
        let take = |address: &str| shares.of(address.parse().unwrap()).try_acquire_owned();
        let held = (take("10.0.0.1").unwrap(), take("10.0.0.1").unwrap());
        assert!(take("10.0.0.1").is_err());
        assert!(take("::ffff:10.0.0.1").is_err(), "the same address, written otherwise");
        assert!(take("10.0.0.2").is_ok());
        drop(held);
        assert!(take("10.0.0.1").is_ok());
    }

    #[test]
    fn a_network_is_one_client() {
        let shares = Shares::new(1);
        let take = |address: &str| shares.of(address.parse().unwrap()).try_acquire_owned();
        let _held = take("2001:db8::1").unwrap();
        assert!(take("2001:db8::ffff:2").is_err());
        assert!(take("2001:db8:0:1::1").is_ok());
    }

    #[test]
    fn clients_that_have_nothing_are_forgotten() {
        let shares = Shares::new(1);
        let address = |number: usize| IpAddr::V4(u32::try_from(number).unwrap().into());
        let _held = shares.of(address(0)).try_acquire_owned().unwrap();
        for number in 1..3 * MOST_CLIENTS {
            drop(shares.of(address(number)));
        }
        assert!(shares.of.lock().unwrap().len() <= MOST_CLIENTS);
        assert!(shares.of(address(0)).try_acquire_owned().is_err(), "who has something is remembered");
    }
}
