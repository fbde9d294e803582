//! Runs as the run viewer of the workbench reads them, for clients that show it beside the text.

use std::sync::Arc;

use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, Message, RequestId, Response};
use serde_json::{Value, json};
use synod_core::Budget;
use synod_documents::{PropertyReport, Trace};
use synod_service::Texts;
use synod_session::editing::Analysis;
use synod_session::{Loader, Opened};

use crate::checking::STACK;

/// What is to be shown.
pub enum Shown {
    /// The runs of these properties.
    Properties(Vec<PropertyReport>),
    /// A run that is about none, with what it is called.
    Walk(Box<Trace>, String),
}

impl Shown {
    /// What a client asks for, where these answers are known.
    pub fn read(asked: &Value, known: &[PropertyReport]) -> Result<Shown, String> {
        if let Some(trace) = asked.get("trace") {
            let trace = serde_json::from_value(trace.clone()).map_err(|error| format!("`trace`: {error}"))?;
            let title = asked.get("title").and_then(Value::as_str).unwrap_or("walk");
            return Ok(Shown::Walk(Box::new(trace), title.to_string()));
        }
        let names: Option<Vec<&str>> = asked
            .get("properties")
            .and_then(Value::as_array)
            .map(|names| names.iter().filter_map(Value::as_str).collect());
        let is_wanted = |answer: &&PropertyReport| {
            names.as_ref().is_none_or(|names| names.contains(&answer.name.as_str()))
        };
        Ok(Shown::Properties(known.iter().filter(is_wanted).cloned().collect()))
    }

    fn runs(&self, opened: &Opened, texts: &Texts, budget: &Budget) -> Result<Vec<String>, String> {
        match (self, opened) {
            (Shown::Properties(properties), _) => Ok(properties
                .iter()
                .flat_map(|property| synod_service::viewed_beside_text(opened, property, texts, budget))
                .collect()),
            (Shown::Walk(trace, title), Opened::System(model)) => {
                let run = synod_service::walk_beside_text(model, trace, title, texts, budget);
                Ok(vec![run.map_err(|failure| failure.message)?])
            }
            (Shown::Walk(..), Opened::Family(_)) => Err("the numbers of agents are not given".to_string()),
        }
    }
}

/// Answers a request with runs, on a thread of its own: drawing takes as long as the model is large.
pub fn answer(
    id: RequestId,
    analysis: Arc<Analysis>,
    shown: Shown,
    loader: impl Loader + 'static,
    to_client: Sender<Message>,
) {
    let name = "viewer".to_string();
    let (failed, client) = (id.clone(), to_client.clone());
    let work = move || {
        let text = |name: &str| Some((name.to_string(), loader.load(name).ok()?));
        let texts = analysis.files().filter_map(text).collect();
        let runs = match analysis.model() {
            Some(opened) => shown.runs(opened, &texts, &Budget::unlimited()),
            None => Err("a text with errors has no runs".to_string()),
        };
        // The viewer reads each as it is.
        let read = |run: &String| serde_json::from_str(run).unwrap_or(Value::Null);
        let response = match runs {
            Ok(runs) => Response::new_ok(id, json!(runs.iter().map(read).collect::<Vec<Value>>())),
            Err(why) => Response::new_err(id, ErrorCode::RequestFailed as i32, why),
        };
        let _ = to_client.send(response.into());
    };
    if let Err(error) = std::thread::Builder::new().name(name).stack_size(STACK).spawn(work) {
        let response = Response::new_err(failed, ErrorCode::InternalError as i32, error.to_string());
        let _ = client.send(response.into());
    }
}
