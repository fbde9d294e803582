//! How much work is allowed, and how far to go.

use std::time::Duration;

use clap::{Args, ValueEnum};
use synod_core::Budget;
use synod_session::check::{AUTO, EngineChoice, StateReduction};
use synod_session::family::FamilyOptions;

use super::values::{memory, seconds, whole};

const FOR_ANY_NUMBER: &str = "Options for any number of agents";

/// How much time and memory is allowed, from the first byte of the model on.
#[derive(Args, Clone, Debug)]
pub struct ResourceArgs {
    /// Give up after this many seconds, in all
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Give up when more memory would be needed, such as 500M or 2G
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<u64>,
}

impl ResourceArgs {
    /// The limits as a budget, whose time begins now.
    pub fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited();
        if let Some(after) = self.timeout {
            budget = budget.timeout(after);
        }
        budget.memory = self.memory;
        budget
    }
}

/// How much work is allowed.
#[derive(Args, Clone, Debug)]
pub struct LimitArgs {
    #[command(flatten)]
    resources: ResourceArgs,

    /// Look no further than this many steps from the initial states
    #[arg(long, value_name = "STEPS", value_parser = whole(0u64, u64::MAX))]
    pub depth: Option<u64>,

    /// Use this many threads
    #[arg(long, value_name = "N", value_parser = whole(1u16, u16::MAX))]
    pub threads: Option<u16>,

    /// Explore unbounded integers from -N to N only
    #[arg(long, value_name = "N", value_parser = whole(0i64, i64::MAX))]
    pub int_bound: Option<i64>,
}

impl LimitArgs {
    /// Takes other limits in the place of those that are given.
    pub fn change(&mut self, resources: &ResourceArgs, threads: Option<u16>) {
        let ResourceArgs { timeout, memory } = &mut self.resources;
        *timeout = resources.timeout.or(*timeout);
        *memory = resources.memory.or(*memory);
        self.threads = threads.or(self.threads);
    }

    /// The limits that are given, by the names of their options.
    pub fn given(&self) -> impl Iterator<Item = (String, String)> {
        let ResourceArgs { timeout, memory } = &self.resources;
        [
            ("timeout", timeout.map(|time| time.as_secs_f64().to_string())),
            ("memory", memory.map(|bytes| bytes.to_string())),
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("threads", self.threads.map(|threads| threads.to_string())),
            ("int-bound", self.int_bound.map(|bound| bound.to_string())),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_string(), value?)))
    }

    /// The limits as a budget.
    pub fn budget(&self) -> Budget {
        let mut budget = self.resources.budget();
        budget.depth = self.depth;
        budget.threads = self.threads.map_or(budget.threads, usize::from);
        budget.int_bound = self.int_bound.unwrap_or(budget.int_bound);
        budget
    }
}

/// Who answers.
#[derive(Args, Clone, Debug)]
pub struct EngineArgs {
    /// Use this engine (see `synod help engines`)
    #[arg(long, value_name = "ENGINE", default_value = AUTO)]
    engine: String,

    /// Ask this SMT solver too where integers have no bounds, such as z3 or cvc5; a name, or a file
    ///
    /// Without it the engines that are chosen automatically ask no other program, so that answers do not depend on what is
    /// installed. SYNOD_SMT_SOLVER in the environment names a solver as well.
    #[arg(long, value_name = "SOLVER")]
    solver: Option<String>,

    /// What explicit-state search leaves out
    ///
    /// With `--engine explicit`, all states are visited where nothing can be left out. With automatically chosen engines, a search
    /// that leaves this out is one of them; by default both kinds of reduction are.
    #[arg(long, value_name = "REDUCTION")]
    reduction: Option<ReductionArg>,

    /// The seed of hash functions and orders, for the engines `compact`, `bitstate` and `swarm`; 0 unless it is given
    #[arg(long, value_name = "NUMBER", value_parser = whole(0u64, u64::MAX))]
    seed: Option<u64>,
}

/// What is left out.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ReductionArg {
    /// Nothing
    None,
    /// Other orders of independent steps (partial-order reduction)
    Por,
    /// States that differ only in which of the interchangeable agents is which
    Symmetry,
    /// Both
    All,
}

impl From<ReductionArg> for StateReduction {
    fn from(reduction: ReductionArg) -> Self {
        match reduction {
            ReductionArg::None => StateReduction::None,
            ReductionArg::Por => StateReduction::Por,
            ReductionArg::Symmetry => StateReduction::Symmetry,
            ReductionArg::All => StateReduction::All,
        }
    }
}

impl EngineArgs {
    /// What is given, by the names of its options.
    pub fn given(&self) -> impl Iterator<Item = (String, String)> {
        let reduction = self.reduction.and_then(|reduction| reduction.to_possible_value());
        [
            ("engine", Some(self.engine.clone()).filter(|engine| engine != AUTO)),
            ("solver", self.solver.clone()),
            ("reduction", reduction.map(|value| value.get_name().to_string())),
            ("seed", self.seed.map(|seed| seed.to_string())),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_string(), value?)))
    }

    /// The choice.
    pub fn choice(&self) -> EngineChoice {
        EngineChoice {
            engine: self.engine.clone(),
            solver: self.solver.clone(),
            reduction: self.reduction.map(StateReduction::from),
            checkpoints: None,
            storage: None,
            seed: self.seed,
            cluster: None,
        }
    }
}

/// How far to go for any number of agents.
#[derive(Args, Clone, Debug)]
pub struct AnyNumberArgs {
    /// For models of other languages: let there be any number of agents of this role
    #[arg(help_heading = FOR_ANY_NUMBER, long, value_name = "ROLE")]
    pub any_number: Option<String>,

    /// Look for violations in instances with up to N more agents than the property names
    #[arg(help_heading = FOR_ANY_NUMBER, long, value_name = "N", default_value_t = MORE_AGENTS, value_parser = whole(0u32, 999))]
    pub more_agents: u32,

    /// Counter abstractions count up to N agents in each local state
    #[arg(help_heading = FOR_ANY_NUMBER, long, value_name = "N", default_value_t = THRESHOLD, value_parser = whole(1u32, 99))]
    pub threshold: u32,

    /// Find the sizes from which on a property holds, where small instances violate it
    #[arg(help_heading = FOR_ANY_NUMBER, long)]
    pub emergence: bool,
}

const MORE_AGENTS: u32 = FamilyOptions::MORE_AGENTS;
const THRESHOLD: u32 = FamilyOptions::THRESHOLD;

impl AnyNumberArgs {
    /// How questions are answered, with this engine.
    pub fn options(&self, engine: EngineChoice) -> FamilyOptions {
        FamilyOptions {
            engine,
            more_agents: self.more_agents,
            threshold: self.threshold,
            emergence: self.emergence,
        }
    }

    /// An option that is not at its default, other than the role.
    pub fn given(&self) -> Option<&'static str> {
        let options = [
            ("--more-agents", self.more_agents != MORE_AGENTS),
            ("--threshold", self.threshold != THRESHOLD),
            ("--emergence", self.emergence),
        ];
        options.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }
}
