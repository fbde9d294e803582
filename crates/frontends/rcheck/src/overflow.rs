//! Warnings that a value may not fit, looked at again with what the guards say.

use synod_core::{Alternative, Rule, System, Update, range_under};
use synod_syntax::{Diagnostic, Diagnostics, Severity, Span};

use crate::check::{MAY_OVERFLOW, OUT_OF_RANGE};
use crate::lower::Given;

/// What is found, in which a value that never fits in a command that can be taken is an error.
pub(crate) fn judged(found: Diagnostics) -> Diagnostics {
    let mut judged = Diagnostics::new();
    for one in found.iter() {
        let severity = if one.code == OUT_OF_RANGE { Severity::Error } else { one.severity };
        judged.push(Diagnostic { severity, ..one.clone() });
    }
    judged
}

/// Whether guards may show that a warning is unfounded.
pub(crate) fn is_doubtful(found: &Diagnostic) -> bool {
    found.refuted_by.is_some() || found.code == MAY_OVERFLOW && found.severity == Severity::Warning
}

/// Where values are given of which it is not certain that they fit.
pub(crate) fn doubtful(found: &Diagnostics) -> Vec<Span> {
    found.iter().filter(|found| is_doubtful(found)).map(|found| found.span).collect()
}

/// Whether a warning about a value is unfounded: wherever its command can be taken, the value fits. Either what the command
/// itself asks for is enough for that, or what those ask for who take part.
pub(crate) fn is_unfounded(system: &System, given: &[Given], warning: &Diagnostic) -> bool {
    let is_about = |given: &&Given| {
        given.command.start <= warning.span.start
            && warning.span.end <= given.command.end
            && warning.labels.iter().any(|label| label.span == given.declared)
    };
    let mut about = given.iter().filter(is_about).peekable();
    let fits = |given: &Given| {
        let range = range_under(system, system.ranges(), &given.conditions, &[], given.value);
        let (lo, hi) = given.bounds;
        range.finite().is_some_and(|(least, greatest)| lo <= least && greatest <= hi)
    };
    about.peek().is_some() && about.all(fits) || fits_in_steps(system, warning)
}

/// Whether the value of an assignment fits in all steps that there are.
fn fits_in_steps(system: &System, warning: &Diagnostic) -> bool {
    let is_meant = |alternative: &&Alternative| {
        alternative.action.as_ref().is_some_and(|action| {
            action.span.start <= warning.span.start && warning.span.end <= action.span.end
        })
    };
    let is_about = |update: &&Update| {
        let declared = system.var(update.var).span;
        warning.labels.iter().any(|label| label.span == declared)
    };
    let mut updates = system.rules.iter().flat_map(|rule| {
        let alternatives = rule.parts.iter().flat_map(|part| &part.alternatives).filter(is_meant);
        alternatives.flat_map(move |alternative| {
            alternative.updates.iter().filter(is_about).map(move |update| (rule, alternative, update))
        })
    });
    let mut updates = updates.by_ref().peekable();
    updates.peek().is_some()
        && updates.all(|(rule, alternative, update)| fits(system, rule, alternative, update))
}

fn fits(system: &System, rule: &Rule, alternative: &Alternative, update: &Update) -> bool {
    let Some((lo, hi)) = system.var(update.var).ty.bounds(&system.enums) else { return true };
    // What a part with one alternative asks for holds whenever the step is taken.
    let single = rule.parts.iter().filter_map(|part| match part.alternatives.as_slice() {
        [only] => Some(only.guard),
        _ => None,
    });
    let conditions: Vec<_> = [rule.guard, alternative.guard].into_iter().chain(single).collect();
    let range = range_under(system, system.ranges(), &conditions, &rule.choices, update.value);
    range.finite().is_some_and(|(least, greatest)| lo <= least && greatest <= hi)
}

#[cfg(test)]
mod tests {
    use synod_syntax::{Severity, Source};

    use crate::{Options, load};

    /// The codes of what is said about a counter with this guard.
    fn codes(guard: &str) -> Vec<String> {
        let text = format!(
            "agent Counter\n    local: n : 0..3\n    init: n = 0\n    repeat: count: {{{guard}}} *! false ()[n := n + 1]\n\n\
             system = Counter(counter, true)\n"
        );
        let loaded = load(&Source::new("counter.rcp", text), &Options::default());
        assert!(loaded.model.is_some(), "{:?}", loaded.diagnostics);
        loaded.diagnostics.sorted().into_iter().map(|found| found.code.to_string()).collect()
    }

    #[test]
    fn a_guard_that_keeps_a_value_in_its_range_takes_the_warning_back() {
        assert_eq!(codes("true"), ["rcheck::may-overflow"]);
        assert_eq!(codes("n < 3"), Vec::<String>::new());
        assert_eq!(codes("n != 3"), Vec::<String>::new());
        assert_eq!(codes("n < 2 | n = 2 | n = 3"), ["rcheck::may-overflow"]);
        // It is never taken.
        assert_eq!(codes("n > 1"), Vec::<String>::new());
    }

    #[test]
    fn guards_count_for_data_gets_supplies_and_sums() {
        let said = |command: &str| {
            let text = format!(
                "message-structure: V : 0..3\nproperty-variables: p : bool\nagent A\n    local: n : 0..3, m : 0..3\n    \
                 init: n = 0 & m = 3\n    relabel: p <- true\n    repeat: ( {command}\n      \
                 + up: {{n < 3}} *! true (V := n)[n := n + 1] + down: {{m > 0}} *! true (V := m)[m := m - 1] )\n\
                 system = A(a, true) || A(b, true)\n"
            );
            let loaded = load(&Source::new("a.rcp", text), &Options::default());
            assert!(loaded.model.is_some(), "{:?}", loaded.diagnostics);
            let codes = loaded.diagnostics.sorted().into_iter().map(|found| found.code);
            codes.filter(|code| *code == "rcheck::may-overflow").count()
        };
        for (guarded, free) in [
            (
                "one: {m > 0} SUPPLY@(myself) (V := m)[m := m - 1]",
                "one: {true} SUPPLY@(myself) (V := m)[m := m - 1]",
            ),
            ("one: {m > 0 & n >= 1} *! true (V := m - 1)[]", "one: {n >= 1} *! true (V := m - 1)[]"),
            (
                "one: {(n + m) < 3} *! false (V := n + m)[n := n + m]",
                "one: {n < 3} *! false (V := n + m)[n := 0]",
            ),
            (
                "one: {V > 0} GET@(@p) () [n := V - 1] + two: {m > 1} SUPPLY@(any) (V := m - 1)[]",
                "one: {V >= 0} GET@(@p) () [n := V - 1] + two: {m > 0} SUPPLY@(any) (V := m - 1)[]",
            ),
        ] {
            assert_eq!((said(guarded), said(free)), (0, 1), "{guarded}");
        }
    }

    #[test]
    fn a_value_that_never_fits_is_an_error_where_the_command_can_be_taken() {
        let said = |guard: &str| {
            let text = format!(
                "const n = 0\nagent A\n    local: x : 0..n\n    init: x = 0\n    repeat: up: {{{guard}}} *! true ()[x := x + 1]\n\
                 system = A(a, true)\n"
            );
            let loaded = load(&Source::new("cnt.rcp", text), &Options::default());
            let errors =
                loaded.diagnostics.sorted().into_iter().filter(|found| found.severity == Severity::Error);
            (loaded.model.is_some(), errors.map(|found| found.message).collect::<Vec<_>>())
        };
        let never = "this value never fits `x`: it is `1`, not in `0..0`".to_string();
        assert_eq!(said("true"), (false, vec![never]));
        assert_eq!(said("x < n"), (true, vec![]));
    }
}
