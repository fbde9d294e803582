//! The words of answers about any number of agents.

use synod_core::{Remark, Verdict};
use synod_parameterised::{
    Conclusion, Cover, Emergence, Family, Fewer, Interleaved, Kind, Membership, Persistence, Reason, RoleId,
    Synchronous, Template, Templates, Trial, TrialSubject, TrialVerdict,
};
use synod_printers::trace_table::{self, Layout, View};

use crate::family::FamilyAnswer;
use crate::sizes::{at_least, exactly, extents};
use crate::wording::verdict_counts;
use crate::{counted, wording};

/// How it is known, as a phrase.
pub fn reason(templates: &Templates, found: &FamilyAnswer) -> String {
    match &found.answer.conclusion {
        Conclusion::Holds(reason) => proof(templates.roles(), reason),
        Conclusion::Violated { counterexample, .. } => {
            wording::reason(&Verdict::Violated(counterexample.clone()))
        }
        Conclusion::Unknown { reason, .. } => reason.clone(),
    }
}

/// Why something holds for all sizes, as a phrase.
fn proof(roles: &[Template], reason: &Reason) -> String {
    match reason {
        Reason::Cutoff { class, sizes } => {
            format!(
                "{}: the cutoff is {}, and that instance satisfies it",
                class.name(),
                exactly(roles, sizes)
            )
        }
        Reason::Independent { sizes } => {
            format!("agents are independent, so the instance {} decides all sizes", exactly(roles, sizes))
        }
        Reason::Covered(covers) => format!("all sizes are covered: {}", covered(roles, covers)),
        Reason::Unreachable(certificate) => format!(
            "backward search: no initial configuration is in the upward closure of {}; checked again",
            counted(certificate.basis.len(), "minimal configuration")
        ),
    }
}

/// From which size on a property holds, as a sentence.
pub fn emergence(templates: &Templates, emergence: &Emergence) -> String {
    let roles = templates.roles();
    match emergence {
        Emergence::From { sizes, because, fewer } => {
            let mut out = format!("it holds from {} on", at_least(templates, sizes));
            for fewer in fewer.iter().flatten() {
                match fewer {
                    Fewer::Violated(sizes) => out.push_str(&format!("; not at {}", exactly(roles, sizes))),
                    Fewer::Unknown => out.push_str("; fewer may be enough"),
                }
            }
            format!("{out} ({})", proof(roles, because))
        }
        Emergence::Never { sizes, because } => {
            let why = match because {
                Persistence::Start => "agents start where it is false",
                Persistence::StandStill => "added agents may idle",
                Persistence::Simulation => {
                    "agents that are added may wait together with others (gs-simulation of the abstraction)"
                }
                Persistence::Imitate => "added agents may imitate others",
            };
            format!("it is violated at all sizes {}: {why}", at_least(templates, sizes))
        }
        Emergence::Unknown { reason } => format!("from which size on it holds is not known: {reason}"),
    }
}

/// The parts of a proof by cases, the first few of them.
fn covered(roles: &[Template], covers: &[Cover]) -> String {
    const SHOWN: usize = 6;
    let words = covers.iter().take(SHOWN).map(|cover| {
        let how = match cover.threshold {
            Some(_) => "counter abstraction",
            None => "instance",
        };
        format!("{} ({how})", extents(roles, &cover.sizes))
    });
    let mut words: Vec<String> = words.collect();
    if covers.len() > SHOWN {
        words.push(format!("{} more", covers.len() - SHOWN));
    }
    words.join("; ")
}

/// For which sizes, as the end of a sentence that begins with the name of the property.
fn verdict(templates: &Templates, found: &FamilyAnswer) -> (&'static str, String, &'static str) {
    let roles = templates.roles();
    match &found.answer.conclusion {
        Conclusion::Holds(_) => {
            ("✓", format!("holds for every size {}", at_least(templates, &found.answer.domain)), "1;32")
        }
        Conclusion::Violated { sizes, .. } => {
            ("✗", format!("is violated at {}", exactly(roles, sizes)), "1;31")
        }
        Conclusion::Unknown { .. } => ("?", "is not decided for every size".to_string(), "1;33"),
    }
}

/// An answer for people; unless `brief`, with the run that shows a violation.
pub fn answer(templates: &Templates, found: &FamilyAnswer, layout: Layout, brief: bool) -> String {
    let style = layout.style;
    let (mark, word, hue) = verdict(templates, found);
    let text = wording::one_line(&found.text);
    let head = format!("{mark} {} {word}", found.name);
    let how = format!("    {}, {:.2} s", reason(templates, found), found.elapsed.as_secs_f64());
    let mut out = format!("{}  {text}\n{}\n", style.paint(hue, &head), style.paint("2", &how));
    out.push_str(&notes(templates, found));
    if let (Some((system, counterexample)), false) = (&found.violated, brief) {
        out.push_str(&trace_table::counterexample(system, counterexample, View::default(), layout));
        out.push('\n');
    }
    out
}

/// What is known of emergence, advice and remarks, a line each.
fn notes(templates: &Templates, found: &FamilyAnswer) -> String {
    let advice = match &found.answer.conclusion {
        Conclusion::Unknown { advice, .. } => advice.clone(),
        _ => None,
    };
    // What holds for all sizes needs no size to begin at.
    let open = !matches!(found.answer.conclusion, Conclusion::Holds(_));
    let emergence = found.emergence.as_ref().filter(|_| open).map(|known| emergence(templates, known));
    let lines = emergence.into_iter().chain(advice).chain(found.remarks.iter().map(Remark::to_string));
    lines.map(|line| format!("    {line}\n")).collect()
}

/// All answers in one line.
pub fn summary(answers: &[FamilyAnswer]) -> String {
    let count = |word: &str| answers.iter().filter(|found| found.answer.conclusion.word() == word).count();
    format!("{} for any number of agents: {}", counted(answers.len(), "property"), verdict_counts(count))
}

/// The templates: local states, and who takes part in which actions.
pub fn family(templates: &Templates) -> String {
    match templates {
        Templates::Interleaved(family) => interleaved(family),
        Templates::Synchronous(family) => synchronous(family),
    }
}

fn interleaved(family: &Family<Interleaved>) -> String {
    let mut out = format!("{}: interleaved (PIIS), one action at a time\n", family.name());
    out.push_str(&template(family.environment(), ""));
    for role in family.role_ids() {
        out.push_str(&template(family.role(role), &actions(family, role)));
    }
    out
}

fn synchronous(family: &Family<Synchronous>) -> String {
    let mut out = format!("{}: synchronous (PIS), all agents act in every step\n", family.name());
    out.push_str(&template(family.environment(), ""));
    for role in family.roles() {
        out.push_str(&template(role, ""));
    }
    out
}

fn template(template: &Template, actions: &str) -> String {
    let states = counted(template.states.len(), "local state");
    let actions = if actions.is_empty() { String::new() } else { format!("; {actions}") };
    format!("  {}: {states}{actions}\n", template.name)
}

/// The actions of a role by their types.
fn actions(family: &Family<Interleaved>, role: RoleId) -> String {
    let actions = family.dynamics().actions().iter().filter(|action| action.kind.involves(role));
    let mut sorted: Vec<(String, Vec<&str>)> = Vec::new();
    for action in actions {
        let kind = match action.kind {
            Kind::Asynchronous(_) => "asynchronous".to_string(),
            Kind::AgentEnvironment(_) => "agent-environment".to_string(),
            Kind::RoleSynchronous(_) => "role-synchronous".to_string(),
            Kind::GlobalSynchronous => "global-synchronous".to_string(),
            Kind::MultiRole(a, b) => {
                let other = if a == role { b } else { a };
                format!("multi-role with {}", family.role(other).name)
            }
        };
        match sorted.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, names)) => names.push(&action.name),
            None => sorted.push((kind, vec![&action.name])),
        }
    }
    let words = sorted.into_iter().map(|(kind, names)| format!("{kind}: {}", names.join(", ")));
    words.collect::<Vec<_>>().join("; ")
}

/// How an answer was found: classes, what was tried, and what follows.
pub fn explanation(templates: &Templates, found: &FamilyAnswer, layout: Layout) -> String {
    let style = layout.style;
    let roles = templates.roles();
    let mut out = format!("\n{}\n", style.paint("1", &found.name));
    out.push_str(&format!("  {}\n", wording::one_line(&found.text)));
    let was_asked = !found.answer.classes.is_empty() || !found.answer.trials.is_empty();
    if was_asked {
        out.push_str(&format!("  asked for every size {}\n", at_least(templates, &found.answer.domain)));
    }
    for membership in &found.answer.classes {
        out.push_str(&format!("  {}\n", class(roles, membership)));
    }
    match &found.answer.abstraction {
        Ok(()) => {}
        Err(obstacle) => out.push_str(&format!("  counter abstraction: no, {obstacle}\n")),
    }
    for trial in &found.answer.trials {
        out.push_str(&format!("  {}\n", tried(roles, trial)));
    }
    let (mark, word, hue) = verdict(templates, found);
    out.push_str(&format!("  {}\n", style.paint(hue, &format!("{mark} {word}"))));
    out.push_str(&format!("    {}\n", reason(templates, found)));
    out.push_str(&notes(templates, found));
    out
}

fn class(roles: &[Template], membership: &Membership) -> String {
    match &membership.cutoff {
        Ok(sizes) => format!("{}: yes, with cutoff {}", membership.class.name(), exactly(roles, sizes)),
        Err(obstacle) => format!("{}: no, {obstacle}", membership.class.name()),
    }
}

fn tried(roles: &[Template], trial: &Trial) -> String {
    let what = match &trial.question {
        TrialSubject::Instance(sizes) => format!("instance {}", exactly(roles, sizes)),
        TrialSubject::Abstraction(sizes, 1) => format!("counter abstraction {}", extents(roles, sizes)),
        TrialSubject::Abstraction(sizes, threshold) => {
            format!("counter abstraction {} with threshold {threshold}", extents(roles, sizes))
        }
        TrialSubject::Backwards { exact: true } => "backward search".to_string(),
        TrialSubject::Backwards { exact: false } => {
            "backward search (over-approximated: it can only prove)".to_string()
        }
    };
    let verdict = match (trial.verdict, &trial.question) {
        // A violation of an abstraction may be one of no instance.
        (TrialVerdict::Violated, TrialSubject::Abstraction(..)) => "does not prove it",
        (TrialVerdict::Unknown, TrialSubject::Backwards { .. }) => "does not decide it",
        (TrialVerdict::Unknown, _) => "not decided",
        (TrialVerdict::Holds, _) => "holds",
        (TrialVerdict::Violated, _) => "violated",
        (TrialVerdict::Bounded, _) => "bounded",
    };
    let mut out = format!("{what}: {verdict}");
    if let Some(states) = trial.states {
        out.push_str(&format!(", {}", counted(states, "state")));
    }
    if let Some(reason) = &trial.reason {
        out.push_str(&format!(" ({reason})"));
    }
    out.push_str(&format!(", {:.2} s", trial.elapsed.as_secs_f64()));
    out
}
