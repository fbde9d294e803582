//! Warnings that a value may not fit, looked at again with what the guards say.

use synod_core::{Alternative, Rule, System, Update, range_under};
use synod_syntax::{Diagnostic, Diagnostics, Severity};

use crate::check::OUT_OF_RANGE;

/// What is found, in which a value that never fits in a command that can be taken is an error.
pub(crate) fn judged(found: Diagnostics) -> Diagnostics {
    let mut judged = Diagnostics::new();
    for one in found.iter() {
        let severity = if one.code == OUT_OF_RANGE { Severity::Error } else { one.severity };
        judged.push(Diagnostic { severity, ..one.clone() });
    }
    judged
}

/// Whether a warning about the value of an assignment is unfounded: wherever its command can be taken, the value fits.
pub(crate) fn is_unfounded(system: &System, warning: &Diagnostic) -> bool {
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
