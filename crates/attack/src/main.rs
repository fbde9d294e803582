//! The command that attacks the program: `cargo run --release -p synod-attack -- --help`.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Parser;
use synod_attack::{Attack, Case, Finding, Kind, Patience, Selection};

/// Run the program on inputs that are almost right, under limits and signals, and report whatever goes wrong.
#[derive(Parser, Debug)]
#[command(name = "synod-attack")]
struct Options {
    /// The program
    #[arg(long, value_name = "FILE", default_value = "target/release/synod")]
    synod: PathBuf,

    /// The seed that cases follow from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// How many cases
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    cases: u64,

    /// The number of the first case
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,

    /// Only models of this language, and what belongs to them
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,

    /// Only this kind of input
    #[arg(long, value_name = "KIND")]
    kind: Option<Kind>,

    /// How many cases at the same time
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,

    /// A case that takes longer hangs, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    patience: u64,

    /// How much longer than it was told a case may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0)]
    grace: f64,

    /// Write the files of findings below this folder
    #[arg(long, value_name = "FOLDER", default_value = "target/attack")]
    keep: PathBuf,

    /// Do not look for smaller inputs
    #[arg(long)]
    no_shrink: bool,
}

fn main() -> io::Result<ExitCode> {
    let options = Options::parse();
    let patience = Patience {
        longest: Duration::from_secs(options.patience),
        most_output: 64 << 20,
        grace: Some(Duration::from_secs_f64(options.grace.max(0.0))),
    };
    let selection = Selection { language: options.language.clone(), kind: options.kind };
    let attack = Attack::new(&options.synod, patience, &selection)?;
    let next = AtomicU64::new(options.first);
    let end = options.first.saturating_add(options.cases);
    let begin = Instant::now();
    let found = Mutex::new(0u64);
    std::thread::scope(|scope| {
        let work = || -> io::Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= end {
                    return Ok(());
                }
                let case = attack.case(options.seed, number, &selection);
                for finding in attack.findings(&case)? {
                    let smaller =
                        if options.no_shrink { case.clone() } else { attack.shrink(&case, &finding) };
                    let mut found = found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    *found += 1;
                    report(&options, &attack, number, &finding, &smaller)?;
                }
                if (number + 1).is_multiple_of(1000) {
                    eprintln!("{} cases, {} s", number + 1 - options.first, begin.elapsed().as_secs());
                }
            }
        };
        let workers: Vec<_> = (0..options.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or(Ok(()))).collect::<io::Result<Vec<()>>>()
    })?;
    let found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    println!("{} cases, {found} findings, {} s", options.cases, begin.elapsed().as_secs());
    Ok(if found == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints a finding with the ways to see it again, and keeps its files.
fn report(options: &Options, attack: &Attack, number: u64, finding: &Finding, case: &Case) -> io::Result<()> {
    let folder = options.keep.join(format!("{}-{number}-{}", options.seed, finding.sort.replace(' ', "-")));
    std::fs::create_dir_all(&folder)?;
    for (name, content) in &case.files {
        let file = folder.join(name);
        std::fs::create_dir_all(file.parent().unwrap_or(&folder))?;
        std::fs::write(file, content)?;
    }
    std::fs::write(folder.join("stdin"), &case.input)?;
    println!("case {number}: {}: {}", finding.sort, synod_syntax::visible(&finding.details));
    if let Some((signal, after)) = case.signal {
        println!("  SIG{} after {after} ms", signal.name());
    }
    println!("  cd {} && {} < stdin", folder.display(), attack.command_line(case));
    let mut again =
        format!("cargo run --release -p synod-attack -- --seed {} --first {number} --cases 1", options.seed);
    if let Some(language) = &options.language {
        again += &format!(" --language {language}");
    }
    if let Some(kind) = options.kind.and_then(|kind| clap::ValueEnum::to_possible_value(&kind)) {
        again += &format!(" --kind {}", kind.get_name());
    }
    println!("  {again}");
    Ok(())
}
