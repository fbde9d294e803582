//! `synod show`: a model in another form.

use synod_core::Phase;
use synod_frontend::GivenOption;
use synod_session::convert::{Conversion, convert};
use synod_session::languages;
use synod_session::pictures::Labels;

use crate::cli::{LabelsForm, ShowArgs, VerdictOptions};
use crate::failure::Done;
use crate::files::{self, Outputs};
use crate::interrupt::Cancellable;
use crate::progress::Reporter;
use crate::{models, terminal};

/// Prints the model.
pub fn run(args: &ShowArgs) -> Done {
    let budget = args.limits.budget();
    let _interruptible = Cancellable::new(&budget);
    let wanted = Conversion {
        form: args.format.clone(),
        binary: args
            .output
            .as_ref()
            .is_some_and(|path| path.extension().is_some_and(|ending| ending == "aig")),
        property: args.property.clone(),
        verifier: args.verifier.clone(),
        steps: args.steps,
        agent: args.agent.clone(),
        labels: args.labels.map(|labels| match labels {
            LabelsForm::Full => Labels::Full,
            LabelsForm::Short => Labels::Short,
        }),
        trace: match &args.trace {
            Some(file) => Some((file.clone(), models::beside(&budget, Phase::Reading, file, files::read)?)),
            None => None,
        },
    };
    wanted.validate().map_err(models::report)?;
    let inputs = std::iter::once(args.model.model.as_str()).chain(args.trace.as_deref());
    let mut outputs = Outputs::new(inputs, true);
    let output = outputs.plan(args.output.as_deref(), &[]).map_err(models::report)?;
    let source = models::source(&args.model, &budget).map_err(models::report)?;
    let reporter = Reporter::new(None, false);
    let verdicts = verdicts(args, source.text());
    let model = models::load_or_report(&args.model, &verdicts, source, &budget, &reporter)?;
    let work = || convert(&languages(), &model, &wanted);
    let convert = || models::within(&budget, Phase::Converting, model.source.name(), work);
    let shown = reporter.during("printing the model", convert);
    let shown = shown.flatten().map_err(models::report)?;
    for note in &shown.notes {
        terminal::tell(&format!("note: {note}"));
    }
    match &output {
        Some(output) => outputs.write(output, vec![(wanted.form, Ok(shown.content))]),
        None => terminal::print_bytes(&shown.content)?,
    }
    outputs.done(0)
}

/// Programs take as many steps as the runs that are judged have, in languages that bound them.
fn verdicts(args: &ShowArgs, text: &str) -> VerdictOptions {
    const STEPS: &str = "steps";
    let reader = models::reader(&args.model, &VerdictOptions::default(), text);
    let is_bounded = reader.is_ok_and(|reader| reader.frontend().options().iter().any(|o| o.name == STEPS));
    let steps = args.steps.filter(|_| is_bounded);
    let given = steps.map(|steps| GivenOption { name: STEPS.to_string(), value: Some(steps.to_string()) });
    VerdictOptions::from_iter(given)
}
