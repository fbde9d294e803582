//! Seeds of random runs.

use synod_simulate::Random;

/// A seed that differs from call to call; small, so that it is easily typed again.
pub fn any_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    Random::new(now.map_or(0, |d| d.as_nanos() as u64)).next_u64() % 1_000_000
}
