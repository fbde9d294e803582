//! Seeds of random runs.

use synod_session::simulation::short_seed;

/// A seed that differs from call to call.
pub fn any_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    short_seed(now.map_or(0, |time| time.as_nanos() as u64))
}
