//! The one clock of all libraries: that of the system, or of the page in a browser, where the system has none.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
#[cfg(target_family = "wasm")]
pub use web_time::Instant;
