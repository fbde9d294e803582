//! `synod show`: a model in another form.

use synod_printers::control::Selection;
use synod_printers::dot::{self, Arrangement};
use synod_printers::smv::{self, Target};
use synod_printers::{aiger, btor2, c, json, lnt, svg, text};

use crate::cli::{Format, ShowArgs, Verifier};
use crate::failure::{Done, Failure};
use crate::models::Model;
use crate::{circuits, files, models, terminal};

/// Prints the model.
pub fn run(args: &ShowArgs) -> Done {
    let is_program = matches!(args.format, Format::C | Format::Lnt);
    if args.verifier.is_some() && args.format != Format::C {
        return Err(Failure::input("`--for` is for the format c"));
    }
    if args.steps.is_some() && !is_program {
        return Err(Failure::input("`--steps` is for the formats c and lnt"));
    }
    let model = models::load_or_report(&args.model, args.steps.filter(|_| models::is_labs(&args.model)))?;
    let (system, properties) = (&model.compiled.system, &model.compiled.properties);
    let mut selection = Selection::default();
    if let Some(name) = &args.agent {
        if !matches!(args.format, Format::Dot | Format::Svg) {
            return Err(Failure::input("`--agent` is for the formats dot and svg"));
        }
        selection.agents.push(models::find_agent(system, name).map_err(Failure::Input)?);
    }
    if let (Format::Aiger, Some(path)) = (args.format, &args.output)
        && path.extension().is_some_and(|ending| ending == "aig")
    {
        files::write(path, aiger::binary(&circuits::of_property(&model, &args.property)?.1))?;
        return Ok(0);
    }
    let shown = match args.format {
        Format::Text => text::system(system, properties),
        Format::Json => terminal::json(&json::system(system, properties))?,
        Format::Smv => smv::model(system, properties, Target::NuXmv).map_err(Failure::input)?,
        Format::Aiger => aiger::text(&circuits::of_property(&model, &args.property)?.1),
        Format::Btor2 => btor2::text(&circuits::of_property(&model, &args.property)?.1),
        Format::Dot => dot::automata(system, &selection, Arrangement::Clusters),
        Format::Svg => svg::automata(system, &selection),
        Format::C | Format::Lnt => program(&model, args)?,
        Format::Triples | Format::TriplesDot | Format::Projections => shape(&model, args.format)?,
    };
    match &args.output {
        Some(path) => files::write(path, &shown)?,
        None => terminal::print(&shown)?,
    }
    Ok(0)
}

/// Forms that only languages of processes have.
fn shape(model: &Model, format: Format) -> Result<String, Failure> {
    let shape = model.shape.as_ref();
    let labs = model.teller.as_ref().map(synod_labs::LabsNarrator::model);
    let shown = match format {
        Format::Projections => shape.and_then(|shape| shape.projections().map(str::to_string)),
        Format::TriplesDot => shape
            .map(synod_process::Shape::triples_dot)
            .or_else(|| labs.map(synod_labs::model::Model::triples_dot)),
        _ => shape.map(synod_process::Shape::triples).or_else(|| labs.map(synod_labs::model::Model::triples)),
    };
    let what = if format == Format::Projections { "projections" } else { "triples to show" };
    shown.ok_or_else(|| Failure::Input(format!("models in {} have no {what}", model.language)))
}

/// The model as a sequential program. A property that is asked for by name must be expressible; others
/// that are not are told of, here and in the program.
fn program(model: &Model, args: &ShowArgs) -> Result<String, Failure> {
    let wanted: Vec<String> = args.property.iter().cloned().collect();
    let properties = model.select(&wanted).map_err(Failure::input)?;
    let refuse = |why: &dyn std::fmt::Display| match model.language {
        "labs" => Failure::Input(format!("{why}; narrower integers may help, such as `--bits 16`")),
        _ => Failure::input(why),
    };
    let (text, refused) = match args.format {
        Format::Lnt => {
            let printed =
                lnt::program(&model.compiled.system, &properties, args.steps).map_err(|why| refuse(&why))?;
            (printed.text, printed.refused)
        }
        _ => {
            let target = match args.verifier.unwrap_or_default() {
                Verifier::Cbmc => c::Target::Cbmc,
                Verifier::Esbmc => c::Target::Esbmc,
                Verifier::Cseq => c::Target::Cseq,
                Verifier::TwoLs => c::Target::TwoLs,
                Verifier::Cpachecker => c::Target::CpaChecker,
                Verifier::Svcomp => c::Target::SvComp,
            };
            let options = c::Options { target, steps: args.steps, ends: false };
            let printed =
                c::program(&model.compiled.system, &properties, &options).map_err(|why| refuse(&why))?;
            (printed.text, printed.refused)
        }
    };
    for (name, reason) in &refused {
        let message = format!("the program says nothing about `{name}`, which {reason}");
        if args.property.is_some() {
            return Err(Failure::Input(message));
        }
        terminal::tell(&format!("note: {message}"));
    }
    Ok(text)
}
