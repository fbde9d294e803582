//! Answers about types, calls, signatures and hints, in the types of the protocol.

use lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyItem, CallHierarchyOutgoingCall, InlayHint, InlayHintKind,
    InlayHintLabel, InlayHintTooltip, Location as Place, ParameterInformation, ParameterLabel, Range,
    SignatureHelp, SignatureInformation,
};
use synod_session::editing::{Analysis, Caller, Calls, Location};

use crate::documents::Documents;
use crate::features::{place, symbol_kind};
use crate::positions::Text;

pub fn type_definitions(documents: &Documents, analysis: &Analysis, file: &str, offset: usize) -> Vec<Place> {
    analysis.type_definitions(file, offset).iter().filter_map(|location| place(documents, location)).collect()
}

pub fn signature(analysis: &Analysis, text: &Text, offset: usize) -> Option<SignatureHelp> {
    let found = analysis.signature(text.as_str(), offset)?;
    let parameter = |range: &std::ops::Range<usize>| ParameterInformation {
        label: ParameterLabel::Simple(found.label[range.clone()].to_string()),
        documentation: None,
    };
    let active = Some(found.active as u32);
    let signature = SignatureInformation {
        label: found.label.clone(),
        documentation: Some(lsp_types::Documentation::String(found.what.clone())),
        parameters: Some(found.parameters.iter().map(parameter).collect()),
        active_parameter: active,
    };
    Some(SignatureHelp { signatures: vec![signature], active_signature: Some(0), active_parameter: active })
}

/// The hints in a part of a file.
pub fn hints(analysis: &Analysis, file: &str, text: &Text, range: Range) -> Vec<InlayHint> {
    let wanted = text.span(range);
    let all = analysis.hints(file).into_iter();
    let within = all.filter(|hint| (wanted.start..=wanted.end).contains(&hint.place.span.start));
    within
        .map(|hint| {
            let span = hint.place.span;
            let at = if hint.is_behind { span.end } else { span.start };
            InlayHint {
                position: text.position(at as usize),
                label: InlayHintLabel::String(hint.label),
                kind: hint.is_behind.then_some(InlayHintKind::TYPE),
                text_edits: None,
                tooltip: Some(InlayHintTooltip::String(hint.meaning)),
                padding_left: Some(hint.is_behind),
                padding_right: Some(!hint.is_behind),
                data: None,
            }
        })
        .collect()
}

fn item(documents: &Documents, caller: &Caller) -> Option<CallHierarchyItem> {
    let Place { uri, range } = place(documents, &caller.place)?;
    Some(CallHierarchyItem {
        name: caller.name.clone(),
        kind: symbol_kind(caller.kind),
        tags: None,
        detail: Some(caller.what.to_string()),
        uri,
        range,
        selection_range: range,
        data: None,
    })
}

pub fn callable(
    documents: &Documents,
    analysis: &Analysis,
    file: &str,
    offset: usize,
) -> Vec<CallHierarchyItem> {
    analysis.callable(file, offset).and_then(|caller| item(documents, &caller)).into_iter().collect()
}

fn ranges(documents: &Documents, places: &[Location]) -> Vec<Range> {
    places.iter().filter_map(|location| Some(place(documents, location)?.range)).collect()
}

pub fn incoming(
    documents: &Documents,
    analysis: &Analysis,
    file: &str,
    offset: usize,
) -> Vec<CallHierarchyIncomingCall> {
    let call = |calls: &Calls| {
        let from = item(documents, &calls.other)?;
        Some(CallHierarchyIncomingCall { from, from_ranges: ranges(documents, &calls.places) })
    };
    analysis.callers(file, offset).iter().filter_map(call).collect()
}

pub fn outgoing(
    documents: &Documents,
    analysis: &Analysis,
    file: &str,
    offset: usize,
) -> Vec<CallHierarchyOutgoingCall> {
    let call = |calls: &Calls| {
        let to = item(documents, &calls.other)?;
        Some(CallHierarchyOutgoingCall { to, from_ranges: ranges(documents, &calls.places) })
    };
    analysis.called(file, offset).iter().filter_map(call).collect()
}
