//! Options about how runs are looked at.

use clap::Args;
use synod_session::{OpenedModel, Rejection, TraceView};

/// How runs are looked at.
#[derive(Args, Clone, Debug, Default)]
pub struct ViewArgs {
    /// Add this expression, in the language of the model, to every state of a trace; may be repeated
    #[arg(long, value_name = "EXPRESSION")]
    watch: Vec<String>,

    /// Print only what concerns these agents, or agents of these types
    #[arg(long, value_name = "AGENT", value_delimiter = ',')]
    only: Vec<String>,
}

impl ViewArgs {
    /// The first of these options that is given.
    pub fn given(&self) -> Option<&'static str> {
        let options = [("--watch", &self.watch), ("--only", &self.only)];
        options.into_iter().find(|(_, given)| !given.is_empty()).map(|(name, _)| name)
    }

    /// Reads them for a model.
    pub fn read(&self, model: &OpenedModel) -> Result<TraceView, Rejection> {
        TraceView::new(model, &self.watch, &self.only)
    }
}
