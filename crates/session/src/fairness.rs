//! Fairness as an assumption of whoever asks: only runs that are fair count.
//!
//! - *Weak fairness of an agent*: if from some state on it can always begin a step, it begins infinitely many.
//! - *Strong fairness of an agent*: if it can begin a step in infinitely many states, it begins infinitely many.
//! - *Weak fairness of a condition* (justice): it holds in infinitely many states.
//! - *Strong fairness of two conditions* (compassion): if the first holds in infinitely many states, so does the second.
//!
//! What says that something happens infinitely often becomes a fairness condition of the system, which every engine knows. Strong
//! fairness is an antecedent of the property, which must then be one of linear time.

use synod_core::{
    AgentId, AssumedFairness, ExprId, Formula, Property, PropertyOrigin, Remark, RemarkWhen, Rule,
    SideQuestion, StepPredicate, StepPredicateId, Trace,
};
use synod_frontend::Asked;
use synod_printers::rules_enabled;
use synod_simulate::{Interpreter, Truth, evaluate_with};
use synod_syntax::{Span, no_such};

use crate::questions::Question;
use crate::{OpenedModel, Rejection, plain};

/// Fairness that is assumed, in the words of whoever asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FairnessRequest {
    /// Agents, by name, by type or `all`; with `strong:` before it, strong fairness.
    pub agents: Vec<String>,
    /// Conditions that hold infinitely often.
    pub weak: Vec<String>,
    /// Pairs of conditions: if the first holds infinitely often, so does the second.
    pub strong: Vec<(String, String)>,
}

impl FairnessRequest {
    /// Whether nothing is assumed.
    pub fn is_empty(&self) -> bool {
        *self == FairnessRequest::default()
    }
}

/// What conditions of a request are called in messages, before their numbers.
const NAME: &str = "fairness";

fn question_name(number: usize) -> String {
    format!("{NAME} {number}")
}

/// An assumption about runs.
#[derive(Clone, Debug)]
pub(crate) struct Assumption {
    text: String,
    kind: AssumptionKind,
}

#[derive(Clone, Debug)]
enum AssumptionKind {
    /// An agent begins steps, or cannot.
    Agent { name: String, enabled: Formula, acts: Formula, is_strong: bool },
    /// An agent to which no run is unfair, and why.
    Given { name: String, reason: &'static str },
    /// It holds again and again.
    Weak(Formula),
    /// If the first does, so does the second.
    Strong(Formula, Formula),
}

impl Assumption {
    /// What holds infinitely often.
    fn recurrent(&self) -> Option<Formula> {
        match &self.kind {
            AssumptionKind::Agent { enabled, acts, is_strong: false, .. } => {
                Some(Formula::Or(vec![enabled.clone().not(), acts.clone()]))
            }
            AssumptionKind::Weak(condition) => Some(condition.clone()),
            AssumptionKind::Agent { .. } | AssumptionKind::Given { .. } | AssumptionKind::Strong(..) => None,
        }
    }

    /// What holds infinitely often if something else does.
    fn compassion(&self) -> Option<Formula> {
        let again = |f: &Formula| Formula::Globally(Box::new(Formula::Finally(Box::new(f.clone()))));
        match &self.kind {
            AssumptionKind::Agent { enabled, acts, is_strong: true, .. } => {
                Some(again(enabled).implies(again(acts)))
            }
            AssumptionKind::Strong(when, then) => Some(again(when).implies(again(then))),
            AssumptionKind::Agent { .. } | AssumptionKind::Given { .. } | AssumptionKind::Weak(_) => None,
        }
    }

    /// What is assumed, as a phrase.
    fn assumed(&self) -> String {
        match &self.kind {
            AssumptionKind::Weak(_) => format!("`{}` again and again", self.text),
            AssumptionKind::Agent { .. } | AssumptionKind::Given { .. } | AssumptionKind::Strong(..) => {
                self.text.clone()
            }
        }
    }

    /// Why a lasso is fair, in words.
    ///
    /// `truth` finds a state of the loop in which a formula has a truth value; `step_to` is the number of the step that leads to a state of
    /// the loop from within.
    fn reason(
        &self,
        truth: &dyn Fn(&Formula, Truth) -> Option<usize>,
        step_to: &dyn Fn(usize) -> usize,
    ) -> Option<String> {
        Some(match &self.kind {
            AssumptionKind::Agent { name, enabled, acts, is_strong } => {
                match (truth(acts, Truth::True), truth(enabled, Truth::False)) {
                    (Some(at), _) => format!("{name} begins step {}", step_to(at)),
                    (None, Some(at)) if !is_strong => format!("{name} can begin no step {}", place(at)),
                    (None, _) => format!("{name} can begin no step anywhere in the loop"),
                }
            }
            AssumptionKind::Given { name, reason } => format!("{name} {reason}"),
            AssumptionKind::Weak(condition) => {
                let at = truth(condition, Truth::True)?;
                format!("`{}` holds {}", self.text, place(at))
            }
            AssumptionKind::Strong(when, then) => match truth(then, Truth::True) {
                Some(at) => format!("{}: the second holds {}", self.text, place(at)),
                None => truth(when, Truth::True)
                    .is_none()
                    .then(|| format!("{}: the first holds nowhere in the loop", self.text))?,
            },
        })
    }
}

/// A state of a run, as a phrase.
fn place(at: usize) -> String {
    if at == 0 { "at the start".to_string() } else { format!("after step {at}") }
}

impl OpenedModel {
    /// The same model where only fair runs count.
    pub fn under_fairness(self, request: &FairnessRequest) -> Result<OpenedModel, Rejection> {
        if request.is_empty() {
            return Ok(self);
        }
        let (mut model, conditions) = self.with_conditions(request)?;
        let mut assumptions = Vec::new();
        for text in &request.agents {
            assumptions.extend(model.agent_fairness(text)?);
        }
        let (weak, strong) = conditions.split_at(request.weak.len());
        for (text, condition) in std::iter::zip(&request.weak, weak) {
            assumptions
                .push(Assumption { text: text.clone(), kind: AssumptionKind::Weak(condition.clone()) });
        }
        for ((when, then), pair) in std::iter::zip(&request.strong, strong.chunks_exact(2)) {
            let kind = AssumptionKind::Strong(pair[0].clone(), pair[1].clone());
            assumptions
                .push(Assumption { text: format!("if `{when}` again and again, then `{then}`"), kind });
        }
        let is_all = model.compiled.system.fairness.is_empty();
        model.compiled.system.fairness.extend(assumptions.iter().filter_map(Assumption::recurrent));
        model.assumptions = assumptions;
        model.compiled.assumed = model.assumed_beside_text(is_all);
        model.ask_whether_strongly_fair();
        Ok(model)
    }

    /// The model with the conditions of a request, whose expressions are then those of its system.
    fn with_conditions(self, request: &FairnessRequest) -> Result<(OpenedModel, Vec<Formula>), Rejection> {
        let pairs = request.strong.iter().flat_map(|(when, then)| [when, then]);
        let texts: Vec<&String> = request.weak.iter().chain(pairs).collect();
        if texts.is_empty() {
            return Ok((self, Vec::new()));
        }
        let questions: Vec<Question> = std::iter::zip(1.., &texts)
            .map(|(number, text)| Question { name: question_name(number), text })
            .collect();
        let mut model = match self.asking(Asked::Condition, &questions) {
            Ok(model) => model,
            Err(refused) => return self.with_plain_conditions(&texts).ok_or(refused),
        };
        let source = model.source.clone();
        let is_condition =
            |property: &Property| source.name_at(property.span.start as usize).starts_with(NAME);
        let all = std::mem::take(&mut model.compiled.properties);
        let (mut conditions, properties): (Vec<Property>, Vec<Property>) =
            all.into_iter().partition(is_condition);
        conditions.sort_by_key(|condition| source.name_at(condition.span.start as usize).to_string().len());
        if conditions.len() != texts.len() {
            return Err(self.reject("each text for `--weak-fair` and `--strong-fair` must be one condition"));
        }
        let mut formulas = Vec::new();
        for question in &questions {
            let found = conditions.iter().find(|c| source.name_at(c.span.start as usize) == question.name);
            let formula = found
                .map(|condition| condition.formula.clone())
                .filter(|formula| formula.is_about_point() && formula.is_linear() && !formula.is_temporal());
            let message =
                || self.reject(format!("`{}` is not about one state, as fairness has to be", question.text));
            formulas.push(formula.ok_or_else(message)?);
        }
        let dropped: Vec<String> = conditions.iter().map(|condition| condition.name.clone()).collect();
        let is_kept =
            |question: &SideQuestion| !question.about.as_ref().is_some_and(|name| dropped.contains(name));
        model.compiled.side_questions.retain(is_kept);
        model.compiled.properties = properties;
        model.name_asked();
        Ok((model, formulas))
    }

    /// The same with conditions over variables by the names that runs print, if that is what all texts are.
    fn with_plain_conditions(mut self, texts: &[&String]) -> Option<(OpenedModel, Vec<Formula>)> {
        let system = &mut self.compiled.system;
        let conditions: Option<Vec<Formula>> =
            texts.iter().map(|text| plain::condition(system, text).ok().map(Formula::State)).collect();
        Some((self, conditions?))
    }

    /// Fairness of the agents that a text names.
    fn agent_fairness(&mut self, text: &str) -> Result<Vec<Assumption>, Rejection> {
        let (is_strong, name) = match text.split_once(':') {
            Some(("strong", name)) => (true, name.trim()),
            Some(("weak", name)) => (false, name.trim()),
            _ => (false, text.trim()),
        };
        let system = &self.compiled.system;
        let is_named = |id: &AgentId| {
            let agent = system.agent(*id);
            name == "all" || agent.name == name || agent.role == name
        };
        let ids: Vec<AgentId> = system.agent_ids().map(|(id, _)| id).filter(is_named).collect();
        if ids.is_empty() {
            let known = system.agents.iter().flat_map(|agent| [agent.name.as_str(), agent.role.as_str()]);
            return Err(self.reject(no_such("agent", name, known.chain(["all"]))));
        }
        let mut assumptions = Vec::new();
        for id in ids {
            let agent = self.compiled.system.agent(id).name.clone();
            let word = if is_strong { "strongly" } else { "weakly" };
            match self.acts(id)? {
                Some((enabled, acts)) => {
                    let (enabled, acts) = (Formula::State(enabled), Formula::Arrived(acts));
                    let text = format!("{word} fair to {agent}");
                    let kind = AssumptionKind::Agent { name: agent, enabled, acts, is_strong };
                    assumptions.push(Assumption { text, kind });
                }
                // With other values of parameters it may begin some.
                None if name == agent => {
                    let picks = |rule: &Rule| rule.choices.iter().any(|choice| choice.agent == Some(id));
                    let acts_always = self.compiled.system.rules.iter().all(picks);
                    let reason =
                        if acts_always { "takes part in every step" } else { "begins no step anywhere" };
                    let text = format!("{word} fair to {agent}, which {reason}");
                    assumptions
                        .push(Assumption { text, kind: AssumptionKind::Given { name: agent, reason } });
                }
                None => {}
            }
        }
        Ok(assumptions)
    }

    /// Where an agent can begin a step, and the steps that it begins; `None` if there are none.
    fn acts(&mut self, agent: AgentId) -> Result<Option<(ExprId, StepPredicateId)>, Rejection> {
        let system = &mut self.compiled.system;
        let begun = |(_, rule): &(_, &Rule)| rule.observation.is_begun_by(agent);
        let rules: Vec<synod_core::RuleId> = system.rule_ids().filter(begun).map(|(id, _)| id).collect();
        if rules.is_empty() {
            return Ok(None);
        }
        let name = system.agent(agent).name.clone();
        let Some(enabled) = rules_enabled(system, &rules) else {
            let message = format!(
                "fairness of `{name}` is not supported: its steps pick from too many values to say where it can act"
            );
            return Err(self.reject(message));
        };
        let always = system.exprs.bool(true);
        let cases = rules.into_iter().map(|rule| (rule, always)).collect();
        let acts = system.add_step_predicate(StepPredicate { text: format!("{name} acts"), cases });
        Ok(Some((enabled, acts)))
    }

    /// What strong fairness says of a run; `None` if none is assumed.
    fn compassion(&self) -> Option<Formula> {
        let all: Vec<Formula> = self.assumptions.iter().filter_map(Assumption::compassion).collect();
        (!all.is_empty()).then_some(Formula::And(all))
    }

    /// Strong fairness that no run has would make every property hold.
    fn ask_whether_strongly_fair(&mut self) {
        let Some(compassion) = self.compassion() else { return };
        let side = std::mem::take(&mut self.compiled.side_questions);
        let asked =
            side.into_iter().filter(|question| question.property.formula.is_linear()).map(|mut question| {
                question.property.formula = compassion.clone().implies(question.property.formula);
                question
            });
        self.compiled.side_questions = asked.collect();
        self.compiled.side_questions.push(SideQuestion {
            about: None,
            property: Property {
                name: "no-strongly-fair-run".to_string(),
                text: String::new(),
                formula: compassion.not(),
                span: Default::default(),
                origin: PropertyOrigin::BuiltIn,
            },
            when: RemarkWhen::Holds,
            is_stronger: false,
            remark: Remark::NoFairRun { group: None },
        });
    }

    /// The questions that properties come to under strong fairness; an error if one is not of linear time.
    pub fn fair(&self, properties: Vec<Property>) -> Result<Vec<Property>, Rejection> {
        let Some(compassion) = self.compassion() else { return Ok(properties) };
        let fair = |property: Property| {
            match property.formula.is_linear() {
            true => Ok(Property { formula: compassion.clone().implies(property.formula), ..property }),
            false => Err(self.reject(format!(
                "strong fairness is for properties of linear time, and `{}` is about knowledge, strategies or several \
                 runs: assume weak fairness, or select other properties with `--property`",
                property.name
            ))),
        }
        };
        properties.into_iter().map(fair).collect()
    }

    /// What is assumed of runs, a phrase each.
    pub fn assumed(&self) -> Vec<String> {
        self.assumptions.iter().map(Assumption::assumed).collect()
    }

    /// The weak fairness that was asked for, and where: the first condition, or else the first agent.
    fn assumed_beside_text(&self, is_all: bool) -> Option<AssumedFairness> {
        let weak = || self.assumptions.iter().filter(|assumption| assumption.recurrent().is_some());
        let agent = |assumption: &Assumption| match &assumption.kind {
            AssumptionKind::Agent { name, .. } => self.compiled.system.find_agent(name),
            _ => None,
        };
        let first_agent = || weak().find_map(agent).map(|id| self.compiled.system.agent(id).span);
        let what: Vec<String> = weak().map(Assumption::assumed).collect();
        let place = || self.place_of_first_condition().or_else(first_agent);
        let place = if is_all { place() } else { None };
        (!what.is_empty()).then(|| AssumedFairness { what: what.join("; "), place })
    }

    /// Where the first condition of weak fairness stands, as far as its first line goes.
    fn place_of_first_condition(&self) -> Option<Span> {
        let condition = self.assumptions.iter().find(|a| matches!(a.kind, AssumptionKind::Weak(_)))?;
        let place = |offset| self.source.offset_of(&question_name(1), offset);
        let line = condition.text.trim().lines().next()?.trim_end_matches([';', ' ']);
        Some(Span::new(place(0)?, place(line.len())?))
    }

    /// Why a run that violates a property is fair, a phrase for each assumption; none if it does not go on for ever.
    pub fn fair_because(&self, trace: &Trace) -> Vec<String> {
        let Some(start) = trace.loop_start else { return Vec::new() };
        let interpreter = Interpreter::new(&self.compiled.system);
        // A state at which the loop is closed is reached from outside and from within.
        let mut again = trace.clone();
        again.states.extend(trace.states[start..].iter().cloned());
        again.steps.extend(trace.steps[start..].iter().cloned());
        let length = trace.states.len() - start;
        let truth = |formula: &Formula, wanted: Truth| {
            let values = evaluate_with(&interpreter, formula, &again, &[]);
            let found = (start + length..again.states.len()).find(|at| values[*at] == wanted)?;
            Some(found - length)
        };
        let step_to = |at: usize| if at == start { trace.steps.len() } else { at };
        self.assumptions.iter().filter_map(|assumption| assumption.reason(&truth, &step_to)).collect()
    }
}
