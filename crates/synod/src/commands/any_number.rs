//! Properties for any number of agents: asking the procedures, with the engines behind them.

use std::time::{Duration, Instant};

use synod_check::{Checker, judge};
use synod_core::{
    Budget, Counterexample, Formula, Outcome, Property, PropertyOrigin, Remark, Statistics, System, Verdict,
};
use synod_parameterised::{
    Answer, Conclusion, Emergence, Fragment, IndexedProperty, Limits, NullStep, Oracle, Templates,
};
use synod_simulate::Interpreter;
use synod_syntax::{Diagnostic, Severity};

use super::{any_number_certificate, any_number_json, any_number_text};
use crate::cli::{AnyNumberArgs, CheckArgs, CutoffArgs, LimitArgs, ModelArgs};
use crate::diagnostics;
use crate::failure::{Done, Failure};
use crate::interrupt::Cancellable;
use crate::models::{self, Ask, Question, Templated};
use crate::progress::Reporter;
use crate::{terminal, traces};

/// How long to look for a violation in the words of the model, of which there is one already.
const OWN_WORDS: Duration = Duration::from_secs(5);

/// The answer for one property.
pub struct Told {
    /// The name of the property.
    pub name: String,
    /// Its text in the words of the model.
    pub text: String,
    /// What is known, with all that was tried.
    pub answer: Answer,
    /// From which size on it holds, if that was asked.
    pub emergence: Option<Emergence>,
    /// The instance of a violation.
    pub violated: Option<(System, Counterexample)>,
    /// What the user should know besides.
    pub remarks: Vec<Remark>,
    /// How long it took.
    pub elapsed: Duration,
}

/// `synod check` of a model for any number of agents.
pub fn check(args: &CheckArgs, model: &Templated) -> Done {
    if !args.quiet && !args.json {
        warn(model, &args.model);
    }
    let asking = Asking {
        model,
        engine: &args.engine,
        limits: &args.limits,
        how_far: &args.any_number,
        reporter: Reporter::new(args.progress, args.quiet),
    };
    let questions = asking.select(&args.property, &args.model, args.json)?;
    let layout = terminal::layout();
    let told = asking.ask(&questions, |told| match args.json {
        true => Ok(()),
        false => terminal::print(&any_number_text::answer(&model.templates, told, layout, args.quiet)),
    })?;
    if args.json {
        terminal::print_json(&any_number_json::report(model, &args.model.model, &told))?;
    } else if told.is_empty() {
        terminal::tell(models::nothing_asked(&model.warnings).0);
    } else if told.len() > 1 {
        terminal::print(&format!("{}\n", any_number_text::summary(&told)))?;
    }
    write_traces(args, &told)?;
    if let Some(path) = &args.certificate {
        any_number_certificate::write_all(model, path, &told, args.quiet, &args.limits.budget())?;
    }
    Ok(any_number_json::exit_code(model, &told))
}

/// `synod cutoff`.
pub fn cutoff(args: &CutoffArgs) -> Done {
    let role = args.any_number.any_number.as_deref();
    let loaded = models::load_templates(&args.model, None, role);
    let loaded = loaded.map_err(|rejected| rejected.refuse(&args.model, args.json))?;
    let Some(model) = loaded else {
        let message = match models::is_pispl(&args.model) {
            true => "a cutoff is about any number of agents: leave out that of one role at least",
            false => {
                "cutoffs are for models of any number of agents: PISPL, or others with `--any-number ROLE`; see \
                 `synod help any-number`"
            }
        };
        return Err(models::Rejected::because(message).refuse(&args.model, args.json));
    };
    if !args.json {
        warn(&model, &args.model);
    }
    let asking = Asking {
        model: &model,
        engine: &args.engine,
        limits: &args.limits,
        how_far: &args.any_number,
        reporter: Reporter::new(args.progress, args.json),
    };
    let questions = asking.select(&args.property, &args.model, args.json)?;
    let layout = terminal::layout();
    if !args.json {
        terminal::print(&any_number_text::family(&model.templates))?;
    }
    let told = asking.ask(&questions, |told| match args.json {
        true => Ok(()),
        false => terminal::print(&any_number_text::explanation(&model.templates, told, layout)),
    })?;
    if args.json {
        terminal::print_json(&any_number_json::cutoff(&model, &args.model.model, &told))?;
    } else if told.is_empty() {
        terminal::tell(models::nothing_asked(&model.warnings).0);
    }
    Ok(any_number_json::exit_code(&model, &told))
}

fn warn(model: &Templated, args: &ModelArgs) {
    let worth = |d: &&Diagnostic| args.notes || d.severity >= Severity::Warning;
    diagnostics::print(&model.source, model.warnings.iter().filter(worth));
}

fn write_traces(args: &CheckArgs, told: &[Told]) -> Result<(), Failure> {
    let Some(path) = &args.trace_out else { return Ok(()) };
    let found: Vec<&Told> = told.iter().filter(|told| told.violated.is_some()).collect();
    for told in &found {
        let Some((system, counterexample)) = &told.violated else { continue };
        let name = &told.name;
        let file = match found.len() {
            1 => path.clone(),
            _ => crate::files::with_name(path, name, &[".itf.json", ".json"]),
        };
        traces::write_plain(system, &file, name, counterexample)?;
        if !args.quiet {
            terminal::tell(&format!("wrote {}", file.display()));
        }
    }
    Ok(())
}

/// Who asks, and how.
struct Asking<'a> {
    model: &'a Templated,
    engine: &'a str,
    limits: &'a LimitArgs,
    how_far: &'a AnyNumberArgs,
    reporter: Reporter,
}

impl Asking<'_> {
    /// The questions asked for; refused if one of them is a mistake, or if there is no such engine.
    fn select(&self, wanted: &[String], args: &ModelArgs, as_json: bool) -> Result<Vec<Question>, Failure> {
        let refuse = |message: String, found| self.model.refuse(message, found).refuse(args, as_json);
        let questions = &self.model.questions;
        let stand_ins: Vec<Property> = questions.iter().map(stand_in).collect();
        let chosen =
            synod_check::select(&stand_ins, wanted, None).map_err(|e| refuse(e.to_string(), vec![]))?;
        if let Some(built_in) = chosen.iter().find(|p| p.origin == PropertyOrigin::BuiltIn) {
            let message = format!("`{}` can be asked for one number of agents only", built_in.name);
            return Err(refuse(message, vec![]));
        }
        Checker::new(&System::new("none"), self.engine).map_err(|e| refuse(e.to_string(), vec![]))?;
        let is_chosen = |question: &&Question| chosen.iter().any(|p| p.name == question.name);
        let chosen: Vec<Question> = questions.iter().filter(is_chosen).cloned().collect();
        let mistakes = chosen.iter().filter_map(|question| match &question.ask {
            Ask::Refuse(why) => Some((**why).clone()),
            Ask::Prove(_) | Ask::GiveUp(_) => None,
        });
        let mistakes: Vec<Diagnostic> = mistakes.collect();
        if !mistakes.is_empty() {
            let message = "some formulas cannot be proved for any number of agents".to_string();
            return Err(refuse(message, mistakes));
        }
        Ok(chosen)
    }

    fn ask(
        &self,
        questions: &[Question],
        mut tell: impl FnMut(&Told) -> Result<(), Failure>,
    ) -> Result<Vec<Told>, Failure> {
        let budget = self.limits.budget();
        let _interruptible = Cancellable::new(&budget);
        let mut all = Vec::new();
        for (i, question) in questions.iter().enumerate() {
            self.reporter.begin(&question.name);
            let told = self.answer(question, &budget.share(questions.len() - i));
            self.reporter.clear();
            tell(&told)?;
            all.push(told);
        }
        Ok(all)
    }

    fn answer(&self, question: &Question, budget: &Budget) -> Told {
        let begin = Instant::now();
        let templates = &self.model.templates;
        let (answer, emergence, remarks) = match &question.ask {
            Ask::Prove(property) => {
                let (answer, emergence) = self.prove(property, budget);
                (answer, emergence, remarks(self.model, property))
            }
            Ask::Refuse(why) => (unasked(templates, &why.message), None, vec![]),
            Ask::GiveUp(why) => (unasked(templates, why), None, vec![]),
        };
        let violated = match &answer.conclusion {
            Conclusion::Violated { sizes, counterexample } => {
                let instance = || templates.instance(sizes).ok();
                self.in_own_words(&question.name, sizes, budget)
                    .or_else(|| instance().map(|(system, _)| (system, (**counterexample).clone())))
            }
            _ => None,
        };
        let (name, text) = (question.name.clone(), question.text.clone());
        Told { name, text, answer, emergence, violated, remarks, elapsed: begin.elapsed() }
    }

    /// If the model itself has as many agents, the violation as a run of the model.
    fn in_own_words(&self, name: &str, sizes: &[u32], budget: &Budget) -> Option<(System, Counterexample)> {
        let own = self.model.found_in.as_ref().filter(|own| *sizes == [own.agents])?;
        let property = own.properties.iter().find(|property| property.name == name)?;
        let checker = Checker::new(&own.system, self.engine).ok()?;
        match checker.answer(property, &budget.at_most(OWN_WORDS), &self.reporter).outcome.verdict {
            Verdict::Violated(found) => Some((own.system.clone(), *found)),
            _ => None,
        }
    }

    fn prove(&self, property: &IndexedProperty, budget: &Budget) -> (Answer, Option<Emergence>) {
        let templates = &self.model.templates;
        let AnyNumberArgs { threshold, more_agents, .. } = *self.how_far;
        let limits = Limits { threshold, more_agents, ..Limits::default() };
        let (answer, emergence) = if self.how_far.emergence {
            let (answer, emergence) = templates.emergence(property, self, limits, budget);
            (answer, Some(emergence))
        } else {
            (templates.verify(property, self, limits, budget), None)
        };
        match self.model.bound {
            Some(steps) => bounded(answer, emergence, steps),
            None => (answer, emergence),
        }
    }
}

/// What is left of an answer about runs of so many steps: that nothing is violated by then is no proof.
fn bounded(mut answer: Answer, emergence: Option<Emergence>, steps: u64) -> (Answer, Option<Emergence>) {
    let reason = format!("no size violates it within {steps} steps, and runs may be longer");
    if matches!(answer.conclusion, Conclusion::Holds(_)) {
        let advice = Some("leave out `--steps` to ask for runs of any length".to_string());
        answer.conclusion = Conclusion::Unknown { reason, advice };
    }
    let emergence = emergence.map(|emergence| match emergence {
        Emergence::From { .. } => Emergence::Unknown { reason: format!("runs of {steps} steps are judged") },
        other => other,
    });
    (answer, emergence)
}

impl Oracle for Asking<'_> {
    fn check(&self, system: &System, property: &Property, budget: &Budget) -> Outcome {
        match Checker::new(system, self.engine) {
            Ok(checker) => checker.answer(property, budget, &self.reporter).outcome,
            Err(error) => undecided(error.to_string()),
        }
    }

    fn confirms(&self, system: &System, property: &Property, counterexample: &Counterexample) -> bool {
        let formula = &property.formula;
        // Of others, a run alone may not show that they are false.
        let is_linear = !formula.is_branching() && !formula.is_epistemic();
        is_linear && judge(&Interpreter::new(system), formula, counterexample).is_ok()
    }
}

/// The answer to what cannot be asked.
fn unasked(templates: &Templates, why: &str) -> Answer {
    let advice = Some("it can be asked for one number of agents".to_string());
    Answer {
        indices: vec![0; templates.roles().len()],
        domain: vec![1; templates.roles().len()],
        conclusion: Conclusion::Unknown { reason: why.to_string(), advice },
        classes: vec![],
        abstraction: Ok(()),
        trials: vec![],
    }
}

fn undecided(reason: String) -> Outcome {
    let verdict = Verdict::Unknown { reason, advice: None };
    Outcome { verdict, statistics: Statistics::default(), remarks: vec![] }
}

fn remarks(model: &Templated, property: &IndexedProperty) -> Vec<Remark> {
    let lazy =
        matches!(&model.templates, Templates::Interleaved(f) if f.dynamics().null() == NullStep::Always);
    let idle = (lazy && Fragment::of(property).liveness).then_some(Remark::NullStepForEver);
    let faults = model.meets_faults.then_some(Remark::FaultsInFamily);
    idle.into_iter().chain(faults).collect()
}

/// A property that only has a name.
fn stand_in(question: &Question) -> Property {
    Property {
        name: question.name.clone(),
        text: question.text.clone(),
        formula: Formula::And(vec![]),
        span: Default::default(),
        origin: PropertyOrigin::Model,
    }
}
