//! What the formats of hardware model checkers have in common: a circuit, what is looked for in it, and which
//! of its bits are words.

use std::ops::Range;

use rustc_hash::FxHashSet;
use synod_core::{Formula, Property, System};
use synod_sat::circuit::{
    Aig, Circuit, CircuitQuestion, Goal, Latch, Lit, Meaning, Node, Substitution, TooLarge,
};
use synod_symbolic::conjuncts;

use crate::Unprintable;

/// What is looked for in a circuit. A circuit asks one thing, since many tools refuse those that ask more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sought {
    /// A run that comes to a position where this holds: `b0`.
    Bad(Lit),
    /// A run without end on which each of these holds again and again: `j0`.
    Justice(Vec<Lit>),
}

impl Sought {
    /// What witnesses call it.
    pub fn name(&self) -> &'static str {
        match self {
            Sought::Bad(_) => "b0",
            Sought::Justice(_) => "j0",
        }
    }

    /// Its signals.
    pub fn signals(&self) -> &[Lit] {
        match self {
            Sought::Bad(bad) => std::slice::from_ref(bad),
            Sought::Justice(often) => often,
        }
    }

    fn signals_mut(&mut self) -> &mut [Lit] {
        match self {
            Sought::Bad(bad) => std::slice::from_mut(bad),
            Sought::Justice(often) => often,
        }
    }
}

/// A question about a system, ready to be printed: a run that satisfies the constraints at every position
/// and is what is sought.
#[derive(Clone, Debug)]
pub struct Printable {
    /// The question it was made from.
    pub question: CircuitQuestion,
    /// Its circuit, with a bit that tells the first position from the others.
    pub circuit: Circuit,
    /// For each latch its initial value, unless the system leaves it free.
    pub resets: Vec<Option<bool>>,
    /// In AIGER, latches begin with a value, as many tools want: those that the system leaves free take their
    /// first value from an input. These latches, each with its input.
    pub free: Vec<(Lit, Lit)>,
    /// Hold at every position of a run.
    pub constraints: Vec<Lit>,
    /// What violates the property.
    pub sought: Sought,
    /// The name of the property, without blanks: some readers take a name to end there.
    pub property: String,
}

/// Some bits of a circuit that are one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedWord {
    /// Its name in the words of the model.
    pub name: String,
    /// Where its bits stand among the latches or the inputs, least significant first.
    pub places: Range<usize>,
}

type MakeQuestion = fn(&System, &Formula, i64) -> Result<CircuitQuestion, TooLarge>;

impl Printable {
    /// The question whether a property fails, in bits. It must be one conjunct about one run, or invariants.
    pub fn new(system: &System, property: &Property, int_bound: i64) -> Result<Self, Unprintable> {
        let mut printable = Self::asked(system, property, int_bound, CircuitQuestion::new)?;
        printable.choose_first_values();
        Ok(printable)
    }

    /// The same for formats that have words, and states that begin with any value.
    pub fn with_words(system: &System, property: &Property, int_bound: i64) -> Result<Self, Unprintable> {
        Self::asked(system, property, int_bound, CircuitQuestion::with_words)
    }

    fn asked(
        system: &System,
        property: &Property,
        int_bound: i64,
        question: MakeQuestion,
    ) -> Result<Self, Unprintable> {
        let conjuncts = conjuncts(system, &property.formula);
        let conjunct = one(&conjuncts).ok_or_else(|| {
            let (name, count) = (&property.name, conjuncts.len());
            Unprintable(format!("{name} is {count} properties in one: ask them one by one"))
        })?;
        if !conjunct.is_linear() {
            return Err(Unprintable(format!("{} is about more than one run", property.name)));
        }
        let question = question(system, &conjunct, int_bound)
            .map_err(|_| Unprintable("the circuit of the model is too large".to_string()))?;
        if question.windowed {
            return Err(Unprintable("the model has integers without bounds".to_string()));
        }
        Ok(Self::of(question, is_safety(&conjunct, true), without_blanks(&property.name)))
    }

    fn of(question: CircuitQuestion, is_safety: bool, property: String) -> Self {
        let mut circuit = question.circuit.clone();
        let conditions: FxHashSet<Lit> = circuit.aig.conjuncts(circuit.init).into_iter().collect();
        let reset = |latch: &Latch| {
            let is_fixed = conditions.contains(&latch.now) || conditions.contains(&!latch.now);
            is_fixed.then(|| conditions.contains(&latch.now))
        };
        let mut resets: Vec<Option<bool>> = circuit.latches.iter().map(reset).collect();
        let keeps_words = circuit.aig.words().is_some();
        if keeps_words {
            for word in state_words(&question, &circuit) {
                if resets[word.places.clone()].contains(&None) {
                    resets[word.places].fill(None);
                }
            }
        }
        let begun = circuit.latch("begun".to_string());
        resets.push(Some(false));
        circuit.latches[begun].next = Lit::TRUE;
        let now = circuit.latches[begun].now;
        let is_reset: FxHashSet<Lit> = std::iter::zip(&circuit.latches, &resets)
            .filter_map(|(latch, reset)| Some(latch.now.negate_if(!(*reset)?)))
            .collect();
        let is_word = |lit: Lit| circuit.aig.words().is_some_and(|words| words.definition(&[lit]).is_some());
        let mut rest = circuit.aig.conjuncts_until(circuit.init, is_word);
        rest.retain(|part| !circuit.aig.conjuncts(*part).iter().all(|leaf| is_reset.contains(leaf)));
        let mut constraints: Vec<Lit> =
            rest.into_iter().map(|condition| circuit.aig.or(now, condition)).collect();
        let sought = match &question.goal {
            Goal::Start { bad } => Sought::Bad(circuit.aig.and(!now, *bad)),
            Goal::Reach { bad, .. } => Sought::Bad(*bad),
            Goal::Lasso(lasso) => {
                constraints.push(lasso.along);
                match lasso.accepting.as_slice() {
                    // What violates a safety property does so at some position, whatever comes after.
                    _ if is_safety => Sought::Bad(lasso.end),
                    [] => Sought::Justice(vec![Lit::TRUE]),
                    often => Sought::Justice(often.to_vec()),
                }
            }
        };
        Printable { question, circuit, resets, free: Vec::new(), constraints, sought, property }
    }

    /// Reads inputs instead of free latches at the first position.
    fn choose_first_values(&mut self) {
        let Printable { circuit, resets, free, .. } = self;
        let latches: Vec<Lit> = circuit.latches.iter().map(|latch| latch.now).collect();
        for (latch, _) in std::iter::zip(&latches, resets).filter(|(_, reset)| reset.is_none()) {
            free.push((*latch, circuit.input()));
        }
        let Some(begun) = latches.last() else { return };
        let aig = &mut circuit.aig;
        let values = free.iter().map(|(latch, input)| (*latch, aig.mux(*begun, *latch, *input)));
        let mut substitution = Substitution::new(values.collect::<Vec<_>>());
        let goals = self.constraints.iter_mut().chain(self.sought.signals_mut());
        let next = circuit.latches.iter_mut().map(|latch| &mut latch.next);
        for signal in next.chain(goals) {
            *signal = substitution.replace(aig, *signal);
        }
    }

    /// The words of the state, by their latches.
    pub fn state_words(&self) -> Vec<NamedWord> {
        state_words(&self.question, &self.circuit)
    }

    /// The words of the inputs, without those that give first values.
    pub fn input_words(&self) -> Vec<NamedWord> {
        let selectors = self.question.selectors.words();
        let mut words: Vec<NamedWord> = Vec::new();
        let mut end = 0;
        for (name, bits) in selectors.into_iter().filter(|(_, bits)| !bits.is_empty()) {
            words.push(NamedWord { name, places: end..end + bits.len() });
            end += bits.len();
        }
        let others = end..self.circuit.inputs.len() - self.free.len();
        words.extend(
            others.map(|place| NamedWord { name: format!("next{}", place - end), places: place..place + 1 }),
        );
        words
    }

    /// Everything that is looked at.
    pub fn roots(&self) -> Vec<Lit> {
        let next = self.circuit.latches.iter().map(|latch| latch.next);
        next.chain(self.constraints.iter().chain(self.sought.signals()).copied()).collect()
    }

    /// The conjunctions that the roots need, operands before results.
    pub fn gates(&self) -> Vec<(usize, Lit, Lit)> {
        let aig: &Aig = &self.circuit.aig;
        let needed = aig.cone(self.roots());
        let gate = |number: usize| match aig.node_at(number) {
            Node::And(a, b) => Some((number, a, b)),
            _ => None,
        };
        (0..aig.size()).filter(|number| needed[*number]).filter_map(gate).collect()
    }
}

/// The latches of each variable, and each other latch.
fn state_words(question: &CircuitQuestion, circuit: &Circuit) -> Vec<NamedWord> {
    let mut words: Vec<NamedWord> = Vec::new();
    for (place, latch) in circuit.latches.iter().enumerate() {
        match (&latch.meaning, words.last_mut()) {
            (Meaning::State { bit: 1.., .. }, Some(word)) => word.places.end += 1,
            (Meaning::State { slot, .. }, _) => {
                let name = question.layout.places[*slot].name.clone();
                words.push(NamedWord { name, places: place..place + 1 });
            }
            (Meaning::Extra(name), _) => {
                words.push(NamedWord { name: name.clone(), places: place..place + 1 })
            }
        }
    }
    words
}

/// The formula that all of the conjuncts come to, if there is one or they are invariants.
fn one(conjuncts: &[Formula]) -> Option<Formula> {
    if let [conjunct] = conjuncts {
        return Some(conjunct.clone());
    }
    let all: Vec<Formula> =
        conjuncts.iter().map(|conjunct| conjunct.as_invariant().cloned()).collect::<Option<_>>()?;
    Some(Formula::Globally(Box::new(Formula::And(all))))
}

/// A name without blanks.
pub(crate) fn without_blanks(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("_")
}

/// Whether every run that violates a formula (or satisfies it, if not `positive`) has a beginning which
/// shows that, by the form of the formula.
fn is_safety(formula: &Formula, positive: bool) -> bool {
    match formula {
        Formula::Not(inner) => is_safety(inner, !positive),
        Formula::Globally(inner) => positive && is_safety(inner, true),
        Formula::Finally(inner) => !positive && is_safety(inner, false),
        Formula::And(list) | Formula::Or(list) => list.iter().all(|part| is_safety(part, positive)),
        Formula::Next(inner) => is_safety(inner, positive),
        Formula::WeakUntil(a, b) | Formula::Release(a, b) => {
            positive && is_safety(a, true) && is_safety(b, true)
        }
        Formula::Until(a, b) => !positive && is_safety(a, false) && is_safety(b, false),
        // What is left is about one position.
        _ => true,
    }
}
