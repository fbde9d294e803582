//! NuSMV on the same system and property, for comparison.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use synod_core::{Property, System};
use synod_printers::smv::{Target, model};

/// Longer is of no interest.
const LIMIT: Duration = Duration::from_secs(120);

/// Checks the property with and without dynamic reordering, and prints the times.
pub fn compare(system: &System, property: &Property) {
    let text = match model(system, std::slice::from_ref(property), Target::NuSmv) {
        Ok(text) => text,
        Err(error) => return println!("    NuSMV: {error}"),
    };
    let path = std::env::temp_dir().join(format!("synod-families-{}.smv", std::process::id()));
    if let Err(error) = std::fs::write(&path, text) {
        return println!("    NuSMV: {error}");
    }
    for options in [&["-dynamic"][..], &[]] {
        let start = Instant::now();
        let child = Command::new("NuSMV")
            .args(options)
            .arg(&path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut child) = child else { return println!("    NuSMV is not on PATH") };
        let ended = loop {
            match child.try_wait() {
                Ok(None) if start.elapsed() < LIMIT => std::thread::sleep(Duration::from_millis(5)),
                Ok(status) => break status.is_some(),
                Err(_) => break false,
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        if !ended {
            // It may have ended just now; then there is nothing to kill.
            let _ = child.kill();
            let _ = child.wait();
        }
        let sign = if ended { "" } else { "over " };
        println!("    NuSMV {}: {sign}{seconds:.3} s", options.join(" "));
    }
    let _ = std::fs::remove_file(&path);
}
