//! `synod devices`: what `check --engine gpu` can use.

use synod_session::check::gpu::{DeviceInfo, DeviceKind, devices};

use crate::failure::{Done, INCONCLUSIVE};
use crate::terminal;

/// Lists the devices that OpenCL knows.
pub fn run() -> Done {
    let found = match devices() {
        Ok(found) => found,
        Err(why) => {
            terminal::tell(&format!("synod: {}", why.0));
            return Ok(INCONCLUSIVE);
        }
    };
    for device in &found {
        terminal::print(&describe(device))?;
    }
    Ok(if found.iter().any(|device| device.lacks.is_none()) { 0 } else { INCONCLUSIVE })
}

/// The devices as `synod devices` lists them, or why there are none; for a list of what is there.
pub fn listed() -> String {
    let described = |found: Vec<DeviceInfo>| found.iter().map(describe).collect::<String>();
    let text = devices().map_or_else(|why| format!("{}\n", why.0), described);
    text.lines().map(|line| format!("  {line}\n")).collect()
}

fn describe(device: &DeviceInfo) -> String {
    let kind = match device.kind {
        DeviceKind::Gpu => "GPU",
        DeviceKind::Other => "processor",
    };
    let gibibytes = device.memory as f64 / (1u64 << 30) as f64;
    let lacks = device.lacks.as_ref().map_or(String::new(), |lacks| format!("; it cannot be used: {lacks}"));
    format!(
        "{}\n    {kind}, {gibibytes:.1} GiB, {} at a time, {}{lacks}\n",
        device.name,
        synod_session::counted(u64::from(device.units), "work group"),
        device.platform
    )
}
