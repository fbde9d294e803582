//! What agents do next, and where that is written.

use synod_core::{AgentId, Step};
use synod_documents::Place;
use synod_syntax::Span;

use super::Debugger;

/// Of more steps nobody reads what an agent could do.
const MOST_STEPS: usize = 1000;

/// So many things that an agent could do are told.
const MOST_FRAMES: usize = 50;

/// Something that an agent may do where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The command, as the text has it.
    pub text: String,
    /// Where it is written.
    pub place: Option<Place>,
    /// Whether it is done.
    pub kind: FrameKind,
}

/// Whether something is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// By the next step.
    Next,
    /// It can be.
    Possible,
    /// It cannot be, for these reasons.
    Blocked(Vec<String>),
    /// There is nothing to do.
    Idle,
}

impl Debugger<'_> {
    /// What an agent may do here: what it does in the next step, what it could do, and what it is blocked at. At least one.
    pub fn frames(&self, agent: AgentId) -> Vec<Frame> {
        let mut frames: Vec<Frame> = Vec::new();
        let mut add = |frame: Frame| {
            let is_known = |known: &Frame| known.text == frame.text && known.place == frame.place;
            if frames.len() < MOST_FRAMES && !frames.iter().any(is_known) {
                frames.push(frame);
            }
        };
        if let Some(next) = self.next() {
            self.shares(agent, &next.step, FrameKind::Next).into_iter().for_each(&mut add);
        }
        for one in self.walk.moves().enabled.iter().take(MOST_STEPS) {
            let step = Step::Take(one.taken.clone());
            self.shares(agent, &step, FrameKind::Possible).into_iter().for_each(&mut add);
        }
        let name = &self.system().agent(agent).name;
        for step in self.blocked().iter().filter(|step| step.agent.as_ref() == Some(name)) {
            let kind = FrameKind::Blocked(step.text.clone());
            add(Frame { text: step.command.clone(), place: step.place.clone(), kind });
        }
        if frames.is_empty() {
            let text = "nothing to do".to_string();
            let place = self.place(self.declared(agent));
            frames.push(Frame { text, place, kind: FrameKind::Idle });
        }
        frames
    }

    fn place(&self, span: Span) -> Option<Place> {
        (span != Span::default()).then(|| Place::new(&self.model.source, span))
    }

    /// What an agent does in a step.
    fn shares(&self, agent: AgentId, step: &Step, kind: FrameKind) -> Vec<Frame> {
        let frame =
            |text: &str, span| Frame { text: text.to_string(), place: self.place(span), kind: kind.clone() };
        let name = &self.system().agent(agent).name;
        let picked = self.rule(step).and_then(|rule| self.picked(agent, rule, step)).map(|picked| {
            let is_it = |might: &&synod_frontend::Blocked| {
                might.agent.as_ref() == Some(name) && might.action == picked
            };
            let span = self.might().iter().find(is_it).map_or(Span::default(), |might| might.span);
            match span == Span::default() {
                true => frame(&picked, self.declared(agent)),
                false => frame(&picked, span),
            }
        });
        let own = self.actions_in(agent, step).filter(|action| action.span != Span::default());
        let labelled = |action: &synod_core::Action| match &action.label {
            Some(label) => frame(&format!("{label}: {}", action.text), action.span),
            None => frame(&action.text, action.span),
        };
        picked.into_iter().chain(own.map(labelled)).collect()
    }
}
