//! `synod show`: a model in another form.

use synod_printers::control::Selection;
use synod_printers::dot::{self, Arrangement};
use synod_printers::smv::{self, Target};
use synod_printers::{json, svg, text};

use crate::cli::{Format, ShowArgs};
use crate::failure::{Done, Failure};
use crate::{files, models, terminal};

/// Prints the model.
pub fn run(args: &ShowArgs) -> Done {
    let model = models::load_or_report(&args.model)?;
    let (system, properties) = (&model.system, &model.properties);
    let mut selection = Selection::default();
    if let Some(name) = &args.agent {
        if !matches!(args.format, Format::Dot | Format::Svg) {
            return Err(Failure::input("`--agent` is for the formats dot and svg"));
        }
        selection.agents.push(models::find_agent(system, name).map_err(Failure::Input)?);
    }
    let shown = match args.format {
        Format::Text => text::system(system, properties),
        Format::Json => format!("{:#}\n", json::system(system, properties)),
        Format::Smv => smv::model(system, properties, Target::NuXmv).map_err(Failure::input)?,
        Format::Dot => dot::automata(system, &selection, Arrangement::Clusters),
        Format::Svg => svg::automata(system, &selection),
    };
    match &args.output {
        Some(path) => files::write(path, &shown)?,
        None => terminal::print(&shown)?,
    }
    Ok(0)
}
