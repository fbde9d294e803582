//! Quantifier prefixes: whether a formula with quantifiers over agents is equivalent to a prenex one with universal
//! quantifiers only, and how many variables it has then. A model has its quantifiers written out for the agents
//! there are; with such a prefix that says the same when there are more of them.

/// The quantifiers of a formula over the agents of one role, seen from outside: whether they can all be
/// moved to the front, and how many they are then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuantifierPrefix {
    /// The formula is equivalent to one without quantifiers, asked of all choices of so many agents.
    universal: Option<usize>,
    /// Its negation is.
    existential: Option<usize>,
}

impl QuantifierPrefix {
    /// Of a formula without quantifiers.
    pub const NONE: QuantifierPrefix = QuantifierPrefix { universal: Some(0), existential: Some(0) };
    /// Of a formula whose quantifiers cannot be moved.
    pub const FIXED: QuantifierPrefix = QuantifierPrefix { universal: None, existential: None };

    /// Of how many agents the formula speaks at once, if that does not depend on how many there are.
    pub fn agents(self) -> Option<usize> {
        self.universal
    }

    /// For all agents of the role.
    pub fn for_all(self) -> Self {
        QuantifierPrefix { universal: self.universal.map(|n| n.saturating_add(1)), existential: None }
    }

    /// For some agent of the role.
    pub fn for_some(self) -> Self {
        self.not().for_all().not()
    }

    /// Negation.
    #[allow(clippy::should_implement_trait)]
    pub fn not(self) -> Self {
        QuantifierPrefix { universal: self.existential, existential: self.universal }
    }

    /// Conjunction: what all agents are asked in either, they can be asked together.
    pub fn and(self, other: Self) -> Self {
        QuantifierPrefix {
            universal: both(self.universal, other.universal, usize::max),
            existential: both(self.existential, other.existential, usize::saturating_add),
        }
    }

    /// Disjunction.
    pub fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }

    /// Equivalence.
    pub fn iff(self, other: Self) -> Self {
        self.not().or(other).and(other.not().or(self))
    }

    /// At the next position.
    pub fn next(self) -> Self {
        self
    }

    /// Now and at all later positions, on all runs, or known: what commutes with conjunction only.
    pub fn always(self) -> Self {
        QuantifierPrefix { universal: self.universal, existential: self.existential.filter(|n| *n == 0) }
    }

    /// Now or at some later position, or on some run: what commutes with disjunction only.
    pub fn eventually(self) -> Self {
        self.not().always().not()
    }

    /// The second happens, and until then the first. It commutes with conjunction on the left and with
    /// disjunction on the right.
    pub fn until(self, then: Self) -> Self {
        QuantifierPrefix {
            universal: self.universal.filter(|_| then.universal == Some(0)),
            existential: then.existential.filter(|_| self.existential == Some(0)),
        }
    }

    /// The second holds up to and including where the first does, or for ever.
    pub fn release(self, kept: Self) -> Self {
        self.not().until(kept.not()).not()
    }

    /// As until, but the second need not happen.
    pub fn weak_until(self, then: Self) -> Self {
        then.not().until(self.not().and(then.not())).not()
    }
}

fn both(a: Option<usize>, b: Option<usize>, join: fn(usize, usize) -> usize) -> Option<usize> {
    Some(join(a?, b?))
}

#[cfg(test)]
mod tests {
    use super::QuantifierPrefix;

    const P: QuantifierPrefix = QuantifierPrefix::NONE;

    #[test]
    fn universal_quantifiers_move_to_the_front() {
        let all = P.for_all();
        assert_eq!(all.agents(), Some(1));
        assert_eq!(all.for_all().always().agents(), Some(2));
        assert_eq!(all.and(all).agents(), Some(1), "one agent can be asked both");
        assert_eq!(all.or(all).or(all).agents(), Some(3), "one may fail the first, another the second, …");
        assert_eq!(P.not().or(all).agents(), Some(1));
        assert_eq!(P.for_some().not().agents(), Some(1), "nobody");
    }

    #[test]
    fn existence_depends_on_how_many_there_are() {
        assert_eq!(P.for_some().always().agents(), None);
        assert_eq!(P.for_all().not().always().agents(), None, "not all");
        assert_eq!(P.for_all().iff(P).agents(), None);
    }

    #[test]
    fn some_temporal_operators_keep_quantifiers_in_their_place() {
        let all = P.for_all();
        assert_eq!(all.eventually().agents(), None, "at some time all at once");
        assert_eq!(P.for_some().eventually().not().agents(), Some(1), "never anybody");
        assert_eq!(all.until(P).agents(), Some(1));
        assert_eq!(P.until(all).agents(), None);
        // Somebody all the time until something happens, but not always the same.
        assert_eq!(P.for_some().until(P).not().agents(), None);
        assert_eq!(all.weak_until(P).agents(), Some(1));
        assert_eq!(P.release(all).agents(), Some(1));
        assert_eq!(all.release(P).agents(), None);
        assert_eq!(all.next().agents(), Some(1));
    }
}
