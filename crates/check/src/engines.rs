//! The engines there are.

use std::sync::Arc;

use synod_bdd::Bdd;
#[cfg(feature = "programs")]
use synod_cluster::{Cluster, SharedCluster};
use synod_core::{
    Budget, Engine, Formula, Mode, Outcome, Progress, Property, Statistics, System, Unsupported, Verdict,
};
use synod_explicit::{BugHunt, Checkpoints, Explicit, Hunting, Layered, Reduced, Reduction, Storage};
#[cfg(feature = "programs")]
use synod_external::{External, Verifier};
#[cfg(feature = "programs")]
use synod_gpu::Gpu;
use synod_sat::{Method, Sat, SharedLemmas};
#[cfg(feature = "programs")]
use synod_smt::{Program, Smt};

/// How an engine is made for a system; those that prove share what they know, and some ask a solver.
type Make = for<'a> fn(&'a System, &Arc<SharedLemmas>, &EngineChoice) -> Box<dyn Engine + 'a>;

/// Which engine is to answer, and which other program may help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineChoice {
    /// The name of an engine, or [`AUTO`].
    pub engine: String,
    /// A solver for SMT-LIB, by its name or its place: engines that choose themselves ask none unless it is named here or in the
    /// environment, so that an answer does not depend on what happens to be installed.
    pub solver: Option<String>,
    /// What explicit-state search leaves out. If nothing is said, the engine `explicit` leaves out nothing, and engines
    /// that do take part in the race.
    pub reduction: Option<StateReduction>,
    /// Where explicit-state search is saved. If it is, no other engine answers.
    pub checkpoints: Option<Checkpoints>,
    /// Where explicit-state search keeps visited states, if not in a plain table. If it is said, no other engine answers.
    pub storage: Option<Storage>,
    /// The seed of engines that search at random.
    pub seed: Option<u64>,
    /// The processes of the engine `cluster`; without it there is one.
    #[cfg(feature = "programs")]
    pub cluster: Option<SharedCluster>,
}

/// What explicit-state search is told to leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateReduction {
    /// Nothing.
    None,
    /// States that are only met when independent steps are taken in another order (partial-order reduction).
    Por,
    /// States that differ from others only in which agent is which.
    Symmetry,
    /// Both.
    All,
}

impl StateReduction {
    fn by(self) -> Option<Reduction> {
        match self {
            StateReduction::None => None,
            StateReduction::Por => Some(Reduction::PartialOrder),
            StateReduction::Symmetry => Some(Reduction::Symmetry),
            StateReduction::All => Some(Reduction::All),
        }
    }
}

impl EngineChoice {
    /// What is asked of the engine that not every engine can do.
    fn options(&self) -> impl Iterator<Item = EngineOption> {
        let asked = [
            (EngineOption::Reduction, self.reduction.is_some()),
            (EngineOption::Checkpoint, self.checkpoints.is_some()),
            (EngineOption::Compress, matches!(self.storage, Some(Storage::Compressed))),
            (EngineOption::Disk, matches!(self.storage, Some(Storage::Files(_)))),
            (EngineOption::Seed, self.seed.is_some()),
            #[cfg(feature = "programs")]
            (EngineOption::Processes, self.cluster.is_some()),
        ];
        asked.into_iter().filter(|(_, is_asked)| *is_asked).map(|(option, _)| option)
    }
}

impl From<&str> for EngineChoice {
    fn from(engine: &str) -> Self {
        EngineChoice {
            engine: engine.to_string(),
            solver: None,
            reduction: None,
            checkpoints: None,
            storage: None,
            seed: None,
            #[cfg(feature = "programs")]
            cluster: None,
        }
    }
}

impl From<&EngineChoice> for EngineChoice {
    fn from(choice: &EngineChoice) -> Self {
        choice.clone()
    }
}

/// An engine that can be asked for by name.
#[derive(Clone, Copy)]
pub struct EngineInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, as a sentence.
    pub meaning: &'static str,
    /// What it can be told that others cannot.
    takes: &'static [EngineOption],
    make: Make,
}

/// What only some engines can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineOption {
    /// Which states to leave out (`--reduction`).
    Reduction,
    /// Where to save the search (`--checkpoint`).
    Checkpoint,
    /// To keep visited states in sorted runs (`--compress`).
    Compress,
    /// Where to keep visited states on disk (`--disk`).
    Disk,
    /// How to draw random numbers (`--seed`).
    Seed,
    /// Which processes search together (`--processes`, `--hosts`).
    #[cfg(feature = "programs")]
    Processes,
}

impl EngineOption {
    fn flag(self) -> &'static str {
        match self {
            EngineOption::Reduction => "--reduction",
            EngineOption::Checkpoint => "--checkpoint",
            EngineOption::Compress => "--compress",
            EngineOption::Disk => "--disk",
            EngineOption::Seed => "--seed",
            #[cfg(feature = "programs")]
            EngineOption::Processes => "--processes",
        }
    }

    /// The engines that take it, in words.
    fn engines(self) -> String {
        let takers = ENGINES.iter().filter(|engine| engine.takes.contains(&self));
        let names: Vec<String> = takers.map(|engine| format!("`{}`", engine.name)).collect();
        match names.as_slice() {
            [one] => format!("the engine {one}"),
            names => format!("the engines {}", names.join(", ")),
        }
    }
}

/// The word that leaves the choice to the tool.
pub const AUTO: &str = "auto";

/// All engines; those that need what is installed come with the feature `programs`.
pub const ENGINES: &[EngineInfo] = &[
    EngineInfo {
        name: "explicit",
        meaning: "Explicit-state search: visits every reachable state.",
        takes: &[
            EngineOption::Reduction,
            EngineOption::Checkpoint,
            EngineOption::Compress,
            EngineOption::Disk,
        ],
        make: |system, _, choice| {
            let checkpoints = choice.checkpoints.as_ref();
            if let Some(storage) = &choice.storage {
                return Box::new(Layered::new(system, storage.clone()));
            }
            match choice.reduction.and_then(StateReduction::by) {
                None => Box::new(Explicit::new(system).saving(checkpoints, "all")),
                Some(by) => Box::new(Reduced::new(system, by).or_whole().saving(checkpoints)),
            }
        },
    },
    EngineInfo {
        name: "symmetry",
        meaning: "Explicit-state search up to symmetry of interchangeable agents.",
        takes: &[EngineOption::Checkpoint],
        make: |system, _, choice| reduced(system, Reduction::Symmetry, choice),
    },
    EngineInfo {
        name: "por",
        meaning: "Explicit-state search with partial-order reduction of independent steps.",
        takes: &[EngineOption::Checkpoint],
        make: |system, _, choice| reduced(system, Reduction::PartialOrder, choice),
    },
    EngineInfo {
        name: "compact",
        meaning: "Depth-first search that keeps 32 bits of each state (hash compaction): finds violations, proves nothing.",
        takes: &[EngineOption::Seed],
        make: |system, _, choice| hunting(system, Hunting::Compact, choice),
    },
    EngineInfo {
        name: "bitstate",
        meaning: "Depth-first search that keeps 3 bits of each state (bitstate hashing): finds violations, proves nothing.",
        takes: &[EngineOption::Seed],
        make: |system, _, choice| hunting(system, Hunting::Bitstate, choice),
    },
    EngineInfo {
        name: "swarm",
        meaning: "A bitstate search on each thread, with other hash functions and in another order.",
        takes: &[EngineOption::Seed],
        make: |system, _, choice| hunting(system, Hunting::Swarm, choice),
    },
    #[cfg(feature = "programs")]
    EngineInfo {
        name: "cluster",
        meaning: "Explicit-state search on several processes or machines; linear time only.",
        takes: &[EngineOption::Processes],
        make: |system, _, choice| Box::new(Cluster::new(system, choice.cluster.as_ref())),
    },
    EngineInfo {
        name: "bdd",
        meaning: "Symbolic model checking with BDDs; supports ATL.",
        takes: &[],
        make: |system, _, _| match Bdd::new(system) {
            Ok(engine) => Box::new(engine),
            Err(why) => Box::new(Unfit { name: "bdd", why }),
        },
    },
    EngineInfo {
        name: "ic3",
        meaning: "Property-directed reachability (IC3/PDR).",
        takes: &[],
        make: |system, lemmas, _| sat(system, Method::Ic3, lemmas),
    },
    EngineInfo {
        name: "kind",
        meaning: "k-induction.",
        takes: &[],
        make: |system, lemmas, _| sat(system, Method::KInduction, lemmas),
    },
    EngineInfo {
        name: "bmc",
        meaning: "Bounded model checking; finds shortest violations.",
        takes: &[],
        make: |system, lemmas, _| sat(system, Method::Bmc, lemmas),
    },
    #[cfg(feature = "programs")]
    EngineInfo {
        name: "gpu",
        meaning: "Explicit-state search on a GPU with OpenCL, if installed: invariants and LTL.",
        takes: &[],
        make: |system, _, _| Box::new(Gpu::new(system)),
    },
    #[cfg(feature = "programs")]
    EngineInfo {
        name: "smt",
        meaning: "SMT-based checking with an installed solver; supports unbounded integers.",
        takes: &[],
        make: |system, _, choice| Box::new(smt(system, choice)),
    },
    #[cfg(feature = "programs")]
    EngineInfo {
        name: "cbmc",
        meaning: "Bounded model checking of a C program with CBMC, if installed.",
        takes: &[],
        make: |system, _, _| Box::new(External::new(system, Verifier::Cbmc)),
    },
    #[cfg(feature = "programs")]
    EngineInfo {
        name: "esbmc",
        meaning: "Bounded model checking and induction on a C program with ESBMC, if installed.",
        takes: &[],
        make: |system, _, _| Box::new(External::new(system, Verifier::Esbmc)),
    },
];

fn reduced<'a>(system: &'a System, by: Reduction, choice: &EngineChoice) -> Box<dyn Engine + 'a> {
    Box::new(Reduced::new(system, by).saving(choice.checkpoints.as_ref()))
}

fn hunting<'a>(system: &'a System, by: Hunting, choice: &EngineChoice) -> Box<dyn Engine + 'a> {
    Box::new(BugHunt::new(system, by, choice.seed.unwrap_or_default()))
}

fn sat<'a>(system: &'a System, method: Method, lemmas: &Arc<SharedLemmas>) -> Box<dyn Engine + 'a> {
    Box::new(Sat::new(system, method).sharing(lemmas))
}

/// The engine with the solver that was asked for, or else the first one that is installed.
#[cfg(feature = "programs")]
fn smt<'a>(system: &'a System, choice: &EngineChoice) -> Smt<'a> {
    match &choice.solver {
        Some(name) => Smt::new(system).with(Program::named(name)),
        None => Smt::new(system),
    }
}

/// The solvers for SMT-LIB that are installed, as they call themselves; the first is the one that is asked.
#[cfg(feature = "programs")]
pub fn solvers() -> Vec<String> {
    Program::installed().iter().map(Program::title).collect()
}

/// There is no engine or no solver of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineNotFound {
    /// No engine.
    Engine(String),
    /// No solver.
    Solver(String),
    /// This engine cannot be told this.
    Option(EngineOption, String),
}

impl std::fmt::Display for EngineNotFound {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            EngineNotFound::Engine(name) => {
                let names = std::iter::once(AUTO).chain(ENGINES.iter().map(|engine| engine.name));
                f.write_str(&synod_syntax::no_such("engine", name, names))
            }
            EngineNotFound::Option(option, name) => write!(
                f,
                "`{}` is for {}: it has no meaning for the engine `{}`",
                option.flag(),
                option.engines(),
                synod_syntax::visible_line(name)
            ),
            EngineNotFound::Solver(name) => {
                write!(
                    f,
                    "there is no solver `{}` on the path: install it, or name its file",
                    synod_syntax::visible_line(name)
                )
            }
        }
    }
}

/// An engine that cannot work on the system it was asked for.
struct Unfit {
    name: &'static str,
    why: Unsupported,
}

impl Engine for Unfit {
    fn name(&self) -> &'static str {
        self.name
    }

    fn supports(&self, _: &Formula) -> Result<(), Unsupported> {
        Err(self.why.clone())
    }

    fn check(&self, _: &Property, _: &Budget, _: &dyn Progress) -> Outcome {
        let advice = Some("try another engine, such as `auto` or `explicit`".to_string());
        let verdict = Verdict::Unknown { reason: self.why.0.clone(), advice };
        Outcome { verdict, statistics: Statistics::default(), remarks: vec![] }
    }
}

/// The engine of a name, made for a system, or for [`AUTO`] those that race, in the order in which they are
/// to be tried. Those that prove share what they know.
pub(crate) fn engines<'a>(
    system: &'a System,
    choice: &EngineChoice,
    lemmas: &Arc<SharedLemmas>,
) -> Result<Vec<Box<dyn Engine + 'a>>, EngineNotFound> {
    if let Some(solver) = choice.solver.as_ref().filter(|name| !is_solver(name)) {
        return Err(EngineNotFound::Solver(solver.clone()));
    }
    let name = match choice.engine.as_str() {
        AUTO if choice.checkpoints.is_some() || choice.storage.is_some() => "explicit",
        name => name,
    };
    let misplaced = |option| EngineNotFound::Option(option, choice.engine.clone());
    if name == AUTO {
        // Whatever is left out, some of those that race can leave it out.
        let unfit = choice.options().find(|option| *option != EngineOption::Reduction);
        return unfit.map_or_else(|| Ok(racing(system, lemmas, choice)), |option| Err(misplaced(option)));
    }
    let found = ENGINES.iter().find(|engine| engine.name == name);
    let engine = found.ok_or_else(|| EngineNotFound::Engine(choice.engine.clone()))?;
    match choice.options().find(|option| !engine.takes.contains(option)) {
        Some(option) => Err(misplaced(option)),
        None => Ok(vec![(engine.make)(system, lemmas, choice)]),
    }
}

/// Whether there is a solver of this name, or at this place.
#[cfg(feature = "programs")]
fn is_solver(name: &str) -> bool {
    Program::named(name).is_some()
}

#[cfg(not(feature = "programs"))]
fn is_solver(_: &str) -> bool {
    false
}

/// The engines that suit a system: where all agents move at once, sets of states come first.
fn racing<'a>(
    system: &'a System,
    lemmas: &Arc<SharedLemmas>,
    choice: &EngineChoice,
) -> Vec<Box<dyn Engine + 'a>> {
    let reduced = |by| Box::new(Reduced::new(system, by)) as Box<dyn Engine + 'a>;
    let explicit = Box::new(Explicit::new(system)) as Box<dyn Engine + 'a>;
    let bdd = Bdd::new(system).ok().map(|engine| Box::new(engine) as Box<dyn Engine + 'a>);
    let is_joint = system.rules.iter().any(|rule| rule.observation.mode == Mode::Joint);
    let mut engines: Vec<Box<dyn Engine + 'a>> = match choice.reduction {
        Some(reduction) => std::iter::once(explicit).chain(reduction.by().map(reduced)).chain(bdd).collect(),
        // Agents that all move at once have no independent steps.
        None if is_joint => bdd.into_iter().chain([explicit]).collect(),
        // Those that leave out states end at once where nothing can be left out. Up to symmetry there are hardly ever as many
        // states as without; to look for independent steps may cost more than it saves.
        None => std::iter::once(reduced(Reduction::Symmetry))
            .chain([explicit])
            .chain(bdd)
            .chain([reduced(Reduction::PartialOrder)])
            .collect(),
    };
    engines.push(sat(system, Method::Ic3, lemmas));
    if !is_joint {
        // A violation is often near, and the states around it many.
        engines.push(sat(system, Method::Bmc, lemmas));
    }
    // It works beside the others, who need the processor, once a question takes longer than building its program does.
    #[cfg(feature = "programs")]
    if synod_gpu::may_have_gpu() {
        engines.insert(engines.len().min(2), Box::new(Gpu::on_graphics_processor(system)));
    }
    // Other engines cut integers without bounds to a window, and prove nothing then.
    #[cfg(feature = "programs")]
    if system.has_unbounded() && (choice.solver.is_some() || Program::is_named()) {
        let smt = Some(smt(system, choice)).filter(Smt::is_installed);
        engines.extend(smt.map(|engine| Box::new(engine) as Box<dyn Engine + 'a>));
    }
    engines
}
