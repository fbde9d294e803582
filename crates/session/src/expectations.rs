//! Expectations in the text of a model: comments that say which verdict a property should have.
//!
//! `expect: VERDICT` stands in a comment of its own before a property, or behind it on the same line; `expect NAME: VERDICT`
//! names the property, which may be a built-in one. What follows the verdict is for people. `holds or bounded` expects either.

use synod_documents::{CheckReport, Verdict};
use synod_syntax::{Diagnostic, Source, Span, no_such};

use crate::check::INCONCLUSIVE;
use crate::family::OpenedFamily;
use crate::{OpenedModel, Reader, Rejection};

/// What a property is expected to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The name of the property.
    pub property: String,
    /// The verdicts that are as expected; at least one.
    pub verdicts: Vec<Verdict>,
    /// Where that is written.
    pub span: Span,
}

/// The expectations of a model.
#[derive(Clone, Debug)]
pub struct Expectations {
    list: Vec<Expectation>,
    source: Source,
}

/// A comment that is an expectation.
struct Comment<'t> {
    /// Where it is.
    span: Span,
    /// Whether something stands before it on its line.
    is_behind: bool,
    /// The property that it names.
    name: Option<&'t str>,
    /// What comes after the colon.
    rest: &'t str,
}

impl OpenedModel {
    /// What the text expects of its properties.
    pub fn expectations(&self) -> Result<Expectations, Rejection> {
        let properties = self.compiled.properties.iter();
        let properties: Vec<(&str, Span)> = properties.map(|p| (p.name.as_str(), p.span)).collect();
        expectations(&self.reader, &self.source, self.language, &properties)
    }
}

impl OpenedFamily {
    /// What the text expects of its properties.
    pub fn expectations(&self) -> Result<Expectations, Rejection> {
        expectations(&self.reader, &self.source, self.language, &self.property_places())
    }
}

impl Expectations {
    /// What is to be selected where nobody says: all properties of the model, and built-in ones that something is said of.
    pub fn wanted(&self, model: &OpenedModel) -> Vec<String> {
        let is_own =
            |name: &&String| model.compiled.properties.iter().any(|property| property.name == **name);
        let named = self.list.iter().map(|expectation| &expectation.property);
        let built_in: Vec<&String> = named.filter(|name| !is_own(name)).collect();
        if built_in.is_empty() {
            return Vec::new();
        }
        let own = model.compiled.properties.iter().map(|property| &property.name);
        own.chain(built_in).cloned().collect()
    }

    /// Compares a report with what is expected, and notes it there. A property of which nothing is said is expected to
    /// hold. The exit code is 0 if all is as expected, 3 if so but for warnings that are denied, and 1 otherwise.
    pub fn judge(&self, report: &mut CheckReport, has_denied_warnings: bool) -> u8 {
        let mut code = if has_denied_warnings { INCONCLUSIVE } else { 0 };
        let mut unexpected = 0;
        for property in &mut report.properties {
            let stated = self.list.iter().find(|expectation| expectation.property == property.name);
            let expected = stated.map_or(vec![Verdict::Holds], |expectation| expectation.verdicts.clone());
            if !expected.contains(&property.verdict) {
                code = 1;
                unexpected += 1;
            }
            property.expected = Some(expected);
        }
        report.summary.unexpected = Some(unexpected);
        report.summary.exit_code = code;
        code
    }

    /// What is not as expected in a report that was compared, for people.
    pub fn text(&self, report: &CheckReport) -> String {
        let mut out = String::new();
        let mut different = 0;
        for property in &report.properties {
            if property.expected.as_ref().is_none_or(|list| list.contains(&property.verdict)) {
                continue;
            }
            different += 1;
            let stated = self.list.iter().find(|expectation| expectation.property == property.name);
            let place = match stated {
                Some(expectation) => {
                    let at = expectation.span.start as usize;
                    format!(" ({}:{})", self.source.name_at(at), self.source.place(at).line)
                }
                None => ", as nothing is said of it".to_string(),
            };
            out += &format!("not as expected: {} {}{place}\n", property.name, property.clause());
        }
        let count = report.properties.len();
        match (different, count) {
            (0, 1) => out + "as expected\n",
            (0, _) => out + &format!("all {count} properties are as expected\n"),
            _ => out,
        }
    }
}

fn expectations(
    reader: &Reader,
    source: &Source,
    language: &'static str,
    properties: &[(&str, Span)],
) -> Result<Expectations, Rejection> {
    let marks = reader.frontend.line_comments();
    let mut list: Vec<Expectation> = Vec::new();
    let mut problems = Vec::new();
    for comment in comments(source.text(), marks) {
        match expectation(&comment, source, properties) {
            Ok(found) if list.iter().any(|known| known.property == found.property) => {
                problems.push(
                    Diagnostic::error(
                        CODE,
                        comment.span,
                        format!("`{}` has two expectations", found.property),
                    )
                    .help("keep one of them; `holds or bounded` expects either"),
                );
            }
            Ok(found) => list.push(found),
            Err(problem) => problems.push(*problem),
        }
    }
    match problems.is_empty() {
        true => Ok(Expectations { list, source: source.clone() }),
        false => Err(Rejection::unusable(source, language, problems)),
    }
}

const CODE: &str = "model::expectation";

fn expectation(
    comment: &Comment,
    source: &Source,
    properties: &[(&str, Span)],
) -> Result<Expectation, Box<Diagnostic>> {
    let problem = |message: String| Box::new(Diagnostic::error(CODE, comment.span, message));
    let verdicts = verdicts(comment.rest).map_err(|word| {
        let mut wrong = problem(format!("`{word}` is no verdict"));
        wrong.help =
            Some("expect `holds`, `violated`, `bounded` or `unknown`, or one `or` another".to_string());
        wrong
    })?;
    let at = comment.span.start;
    let line = |offset: u32| source.place(offset as usize).line;
    let property = match comment.name {
        Some(name) => {
            let built_in = synod_check::BUILT_IN.iter().map(|known| known.name);
            let known: Vec<&str> = properties.iter().map(|(name, _)| *name).chain(built_in).collect();
            match known.contains(&name) {
                true => name,
                false => return Err(problem(no_such("property", name, known))),
            }
        }
        None if comment.is_behind => {
            let ends_here = |(_, span): &&(&str, Span)| span.start < at && line(span.end) == line(at);
            let found = properties.iter().rfind(ends_here);
            found.ok_or_else(|| problem("no property ends on this line".to_string()))?.0
        }
        None => {
            let follows = properties.iter().filter(|(_, span)| span.start > at);
            let next = follows.min_by_key(|(_, span)| span.start);
            next.ok_or_else(|| problem("no property follows this expectation".to_string()))?.0
        }
    };
    Ok(Expectation { property: property.to_string(), verdicts, span: comment.span })
}

/// The verdicts that a text begins with, or the word that is none.
fn verdicts(text: &str) -> Result<Vec<Verdict>, String> {
    let mut words =
        text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty()).peekable();
    let mut found = Vec::new();
    loop {
        let word = words.next().unwrap_or_default();
        found.push(Verdict::of_word(word).ok_or_else(|| word.to_string())?);
        // What follows may be a sentence that begins with "or".
        let mut ahead = words.clone();
        let goes_on =
            ahead.next() == Some("or") && ahead.next().is_some_and(|word| Verdict::of_word(word).is_some());
        if !goes_on {
            return Ok(found);
        }
        words.next();
    }
}

/// The comments of a text that are expectations: of each line the first mark counts.
fn comments<'t>(text: &'t str, marks: &[&str]) -> Vec<Comment<'t>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let first = marks.iter().filter_map(|mark| Some((line.find(mark)?, mark.len()))).min();
        if let Some((at, length)) = first {
            let inner = line[at + length..].trim();
            let name_and_rest = inner.strip_prefix("expect").and_then(|rest| rest.split_once(':'));
            if let Some((name, rest)) = name_and_rest
                && (name.is_empty()
                    || name.starts_with(char::is_whitespace) && name.split_whitespace().count() == 1)
            {
                found.push(Comment {
                    span: Span::new(start + at, start + line.trim_end().len()),
                    is_behind: !line[..at].trim().is_empty(),
                    name: name.split_whitespace().next(),
                    rest: rest.trim(),
                });
            }
        }
        start += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_stand_before_what_is_for_people() {
        assert_eq!(verdicts("holds"), Ok(vec![Verdict::Holds]));
        assert_eq!(
            verdicts("holds or bounded, as far as one knows"),
            Ok(vec![Verdict::Holds, Verdict::Bounded])
        );
        assert_eq!(verdicts("violated   or so it seems"), Ok(vec![Verdict::Violated]));
        assert_eq!(verdicts("hold"), Err("hold".to_string()));
        assert_eq!(verdicts(""), Err(String::new()));
    }

    #[test]
    fn only_comments_that_begin_so_are_expectations() {
        let text = "x // expect: holds\n// expect a-b: violated (!)\n// we expect: nothing\n// expect two words: x\n";
        let found: Vec<_> = comments(text, &["//"]).iter().map(|c| (c.is_behind, c.name, c.rest)).collect();
        assert_eq!(found, [(true, None, "holds"), (false, Some("a-b"), "violated (!)")]);
    }
}
