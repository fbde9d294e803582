//! Fixpoints over a graph: what can be reached within a set, and what lies on runs that go on for ever.

use synod_core::Stop;

use crate::diagram::Diagram;
use crate::graph::Graph;

/// From where a way within `through` leads into `target`; the target itself included.
pub(crate) fn until(graph: &mut impl Graph, through: &Diagram, target: &Diagram) -> Result<Diagram, Stop> {
    let mut found = target.clone();
    let mut fresh = target.clone();
    while !fresh.is_false() {
        let before = graph.before(&fresh, through)?;
        let m = graph.manager();
        fresh = m.minus(&before, &found)?;
        found = m.or(&found, &fresh)?;
    }
    Ok(found)
}

/// From where a run stays within a set for ever and visits each of the `sets` again and again
/// (the nested fixpoint of Emerson and Lei).
pub(crate) fn forever(graph: &mut impl Graph, within: &Diagram, sets: &[Diagram]) -> Result<Diagram, Stop> {
    let mut stays = within.clone();
    loop {
        let before = stays.clone();
        stays = graph.before(&stays.clone(), &stays)?;
        for set in sets {
            let visit = graph.manager().and(&stays, set)?;
            let leads = until(graph, &stays, &visit)?;
            stays = graph.before(&leads, &leads)?;
        }
        if stays == before {
            return Ok(stays);
        }
    }
}
