//! Properties as circuits, for hardware model checkers.

use synod_core::Property;
use synod_printers::circuit::Printable;

use crate::failure::Failure;
use crate::models::Model;

/// The property asked for, and its circuit.
pub fn of_property(model: &Model, wanted: &Option<String>) -> Result<(Property, Printable), Failure> {
    let property = one_property(model, wanted)?;
    let int_bound = synod_core::Budget::default().int_bound;
    let printable = Printable::new(&model.compiled.system, &property, int_bound).map_err(Failure::input)?;
    Ok((property, printable))
}

/// The property asked for, which must be one.
pub fn one_property(model: &Model, wanted: &Option<String>) -> Result<Property, Failure> {
    let wanted: Vec<String> = wanted.iter().cloned().collect();
    let properties = model.select(&wanted).map_err(Failure::input)?;
    let [property] = <[Property; 1]>::try_from(properties)
        .map_err(|_| Failure::input("this is for one property: say which with `--property`"))?;
    Ok(property)
}
