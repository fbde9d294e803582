//! Which runs count: fairness that is assumed.

use clap::{ArgAction, Args};
use synod_session::Rejection;
use synod_session::fairness::FairnessRequest;

const HEADING: &str = "Fairness";

/// Fairness that is assumed.
#[derive(Args, Clone, Debug)]
pub struct FairnessArgs {
    /// Only runs count that are fair to this agent (a name, a type, or `all`): if it can begin a step from some state on, it
    /// begins infinitely many; with `strong:AGENT`, if it can in infinitely many states. May be repeated (see `synod help
    /// fairness`)
    #[arg(help_heading = HEADING, long, value_name = "[strong:]AGENT")]
    pub fair_agent: Vec<String>,

    /// Only runs count on which this condition, in the language of the model, holds infinitely often; may be repeated
    #[arg(help_heading = HEADING, long, value_name = "CONDITION", allow_hyphen_values = true)]
    pub weak_fair: Vec<String>,

    /// Only runs count on which, if the first condition holds infinitely often, so does the second; may be repeated
    #[arg(
        help_heading = HEADING, long, num_args = 2, value_names = ["WHEN", "THEN"], action = ArgAction::Append,
        allow_hyphen_values = true
    )]
    pub strong_fair: Vec<String>,
}

/// The same options where they have no meaning, so that it is said why.
#[derive(Args, Clone, Debug)]
pub struct NoFairnessArgs {
    #[arg(long, hide = true, value_name = "[strong:]AGENT")]
    fair_agent: Vec<String>,

    #[arg(long, hide = true, value_name = "CONDITION", allow_hyphen_values = true)]
    weak_fair: Vec<String>,

    #[arg(long, hide = true, num_args = 2, action = ArgAction::Append, allow_hyphen_values = true)]
    strong_fair: Vec<String>,
}

impl NoFairnessArgs {
    /// Refuses them for random runs.
    pub fn refuse_for_random_runs(&self) -> Result<(), Rejection> {
        self.refuse(
            "has no meaning for random runs: each step that can be taken is as likely as the others, so that infinite runs \
             are fair with probability 1; leave it out, or use `synod check`, where all runs count",
        )
    }

    /// Refuses them if they are given.
    pub fn refuse(&self, why: &str) -> Result<(), Rejection> {
        let given = [
            ("--fair-agent", &self.fair_agent),
            ("--weak-fair", &self.weak_fair),
            ("--strong-fair", &self.strong_fair),
        ];
        match given.into_iter().find(|(_, values)| !values.is_empty()) {
            Some((option, _)) => Err(Rejection::because(format!("`{option}` {why}"))),
            None => Ok(()),
        }
    }
}

impl FairnessArgs {
    /// What is assumed.
    pub fn request(&self) -> FairnessRequest {
        let pairs = self.strong_fair.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
        FairnessRequest {
            agents: self.fair_agent.clone(),
            weak: self.weak_fair.clone(),
            strong: pairs.collect(),
        }
    }
}
