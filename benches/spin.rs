//! Running Spin on a Promela file that takes its size as `N`, and reading its report.

use std::path::Path;
use std::process::Command;

use crate::measure::Figures;

/// Builds the verifier and lets it search all states. `expected` sizes its hash table.
pub fn run(promela: &Path, size: usize, expected: u64) -> Result<Figures, String> {
    let folder = std::env::temp_dir().join(format!("synod-bench-spin-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let result = build(promela, size, &folder).and_then(|()| search(&folder, expected));
    // What is left behind is only temporary files; failing to remove them does not spoil the figures.
    let _ = std::fs::remove_dir_all(&folder);
    result
}

fn output(command: &mut Command, folder: &Path) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.current_dir(folder).output().map_err(|error| format!("{name}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{name} failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn build(promela: &Path, size: usize, folder: &Path) -> Result<(), String> {
    let promela = promela.canonicalize().map_err(|error| error.to_string())?;
    output(Command::new("spin").arg(format!("-DN={size}")).arg("-a").arg(promela), folder)?;
    let options = ["-O2", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=16384", "-o", "pan", "pan.c"];
    output(Command::new("gcc").args(options), folder)?;
    Ok(())
}

fn search(folder: &Path, expected: u64) -> Result<Figures, String> {
    let log = expected.next_power_of_two().trailing_zeros().max(16);
    let mut verifier = Command::new(folder.join("pan"));
    // -E: dead ends are not errors; -m: depth of the search stack.
    let report = output(verifier.arg("-E").arg("-m20000000").arg(format!("-w{log}")), folder)?;
    // Every line of the report has one figure of interest, and it is the first.
    let find = |what: &str| {
        let line = report.lines().find(|line| line.contains(what));
        let figure = line.and_then(|line| line.split_whitespace().find_map(|word| word.parse::<f64>().ok()));
        figure.ok_or_else(|| format!("no `{what}` in the report of spin"))
    };
    let megabytes = find("actual memory usage for states")? + find("memory used for hash table")?;
    Ok(Figures {
        states: find("states, stored")? as u64,
        transitions: find("transitions (=")? as u64,
        seconds: find("elapsed time")?.max(0.01),
        bytes: megabytes * 1024.0 * 1024.0,
    })
}
