//! From choreographies to triples: one structure a peer, joined where they send messages.

use std::collections::BTreeSet;

use synod_syntax::checkpoint;
use synod_triples::{
    Definitions, Ill, Label as TripleLabel, Process as Term, Resolution, Structure, Triple, build,
    interleaved,
};

use super::ast::{Act, Chor, Resolved};
use super::project::project;
use crate::network::{Label, Network, Party};
use crate::parser::Name;
use crate::places::Places;

/// In how many ways the peers may begin.
const MOST_STARTS: usize = 10_000;

/// What each peer does.
pub(crate) fn projections(resolved: &Resolved) -> Vec<(usize, Chor)> {
    let peers = 0..resolved.peers.len();
    peers.filter_map(|peer| Some((peer, project(&resolved.choreography, peer)?))).collect()
}

/// The peers side by side, each doing its projection. Choices are made by each peer alone and as soon as
/// it comes to them: nobody can see which way another will go.
pub(crate) fn implementation(resolved: &Resolved) -> Result<Network, Ill> {
    let mut parts = Vec::new();
    let mut starts = Vec::new();
    let mut parties = Vec::new();
    let mut counters = 0;
    let mut ways = 1usize;
    for (peer, projection) in projections(resolved) {
        let part = structure(&projection)?;
        let shifted = part.start.exit.iter().map(|way| way.iter().map(|(c, v)| (c + counters, *v)).collect());
        starts.push(shifted.collect());
        ways = ways.saturating_mul(part.start.exit.len());
        let Name { text: name, span } = resolved.peers[peer].clone();
        parties.push(Party { role: name.clone(), name, span, component: counters });
        counters += part.threads.len();
        parts.push(part);
    }
    if ways > MOST_STARTS {
        return Err(Ill::TooLarge);
    }
    let mut whole = Structure::together(parts, message, &met);
    // A message needs both ends.
    whole.triples.retain(|triple| !matches!(&triple.label, TripleLabel::Act(act) if is_message(act)));
    let mut network = Network {
        structure: labelled(whole, &|act| shown(act, &resolved.peers)),
        starts,
        parties,
        ended: vec![BTreeSet::from([0]); counters],
    };
    name_silent(&mut network);
    Ok(network)
}

/// The choreography itself, as one process.
pub(crate) fn specification(resolved: &Resolved) -> Result<Structure<Label>, Ill> {
    Ok(labelled(structure(&resolved.choreography)?, &|act| shown(act, &resolved.peers)))
}

/// A message at both ends.
fn met(sent: &Act, taken: &Act) -> Option<Act> {
    match (sent, taken) {
        (Act::Message { from, to, action, places }, Act::Message { places: there, .. }) if sent == taken => {
            let places = Places::all([places, there]);
            Some(Act::Message { from: *from, to: *to, action: action.clone(), places })
        }
        _ => None,
    }
}

/// A message is its own channel: both ends name the peers and the action.
fn message(act: &Act) -> Option<&Act> {
    is_message(act).then_some(act)
}

fn is_message(act: &Act) -> bool {
    matches!(act, Act::Message { .. })
}

fn structure(chor: &Chor) -> Result<Structure<Act>, Ill> {
    let mut definitions = Definitions::new();
    let root = term(chor, &mut definitions);
    build(&definitions, &root, Resolution::Early, &interleaved)
}

/// A loop is a process that may stop, or do one round and start over.
fn term(chor: &Chor, definitions: &mut Definitions<Act>) -> Term<Act> {
    let mut all = |list: &[Chor]| list.iter().map(|part| term(part, definitions)).collect();
    match chor {
        Chor::Act(act) => Term::Act(act.clone()),
        Chor::Sequence(list) => Term::Sequence(all(list)),
        Chor::Choice(list) => Term::Choice(all(list)),
        Chor::Parallel(list) => Term::Parallel(all(list)),
        Chor::Loop(inner) => {
            let round = term(inner, definitions);
            let name = format!("loop {}", definitions.len());
            let again = Term::Call(name.clone());
            let body = Term::Choice(vec![Term::Sequence(vec![round, again.clone()]), Term::Act(Act::Tau)]);
            definitions.insert(name, body);
            again
        }
    }
}

fn shown(act: &Act, peers: &[Name]) -> Label {
    let (text, action, actor, partner, places) = match act {
        Act::Tau => return Label::tau("τ"),
        Act::Local { peer, action, places } => {
            (format!("{}: {action}", peers[*peer].text), action, *peer, None, places)
        }
        Act::Message { from, to, action, places } => {
            let text = format!("{} -> {}: {action}", peers[*from].text, peers[*to].text);
            (text, action, *from, Some(*to), places)
        }
    };
    let names = vec![text.clone(), action.clone()];
    Label { names, text, actor: Some(actor), partner, places: places.clone() }
}

fn labelled(structure: Structure<Act>, label: &dyn Fn(&Act) -> Label) -> Structure<Label> {
    let relabel = |triple: Triple<Act>| {
        checkpoint();
        Triple {
            entry: triple.entry,
            label: match triple.label {
                TripleLabel::Act(act) => TripleLabel::Act(label(&act)),
                TripleLabel::Together(act) => TripleLabel::Together(label(&act)),
                TripleLabel::Start => TripleLabel::Start,
                TripleLabel::Join => TripleLabel::Join,
            },
            exit: triple.exit,
        }
    };
    Structure {
        threads: structure.threads,
        start: relabel(structure.start),
        triples: structure.triples.into_iter().map(relabel).collect(),
        alone: structure.alone.into_iter().map(|(component, triple)| (component, relabel(triple))).collect(),
        repeated: structure.repeated.iter().map(label).collect(),
    }
}

/// Says whose an invisible step is.
fn name_silent(network: &mut Network) {
    for i in 0..network.structure.triples.len() {
        let triple = &network.structure.triples[i];
        let owner = triple.entry.keys().next().and_then(|component| network.owner(*component));
        if let (TripleLabel::Act(label), Some(owner)) = (&mut network.structure.triples[i].label, owner)
            && label.visible().is_none()
        {
            label.text = format!("{}: τ", network.parties[owner].name);
            label.actor = Some(owner);
        }
    }
}
