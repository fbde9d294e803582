//! A question as definitions in SMT-LIB, which every method uses: where runs begin, which states there
//! are, how runs go on, and what is looked for.

use crate::question::{Goal, TermQuestion};
use crate::terms::{Symbol, Term};

/// Definitions, and how they are called.
#[derive(Debug)]
pub struct Script<'q, 'a> {
    question: &'q TermQuestion<'a>,
}

impl<'q, 'a> Script<'q, 'a> {
    /// The script of a question.
    pub fn new(question: &'q TermQuestion<'a>) -> Self {
        Script { question }
    }

    /// The logic of the terms.
    pub fn logic(&self) -> &'static str {
        if self.question.machine.terms.is_nonlinear() { "QF_NIA" } else { "QF_LIA" }
    }

    /// The definitions.
    pub fn definitions(&self) -> String {
        let question = self.question;
        let (now, inputs) = (declared(&question.state, ""), declared(&question.inputs, ""));
        let then = declared(&question.state, "'");
        let show = |term: Term| question.machine.terms.show(term);
        let mut text = format!(
            "(define-fun begins ({now}) Bool {})\n(define-fun possible ({now}) Bool {})\n",
            show(question.init),
            show(question.invariant)
        );
        for (number, step) in question.moves.iter().enumerate() {
            let values = std::iter::zip(&question.state, &step.next);
            let becomes: String = values
                .map(|(symbol, term)| format!(" (= {} {})", quoted(&symbol.name, "'"), show(*term)))
                .collect();
            let condition = show(step.condition);
            text +=
                &format!("(define-fun move{number} ({now}{inputs}{then}) Bool (and {condition}{becomes}))\n");
        }
        let calls: String = (0..question.moves.len())
            .map(|number| {
                format!(
                    " (move{number}{}{}{})",
                    named(&question.state, ""),
                    named(&question.inputs, ""),
                    named(&question.state, "'")
                )
            })
            .collect();
        text += &format!("(define-fun moves ({now}{inputs}{then}) Bool (or false{calls}))\n");
        match &question.goal {
            Goal::Reach(bad) => {
                text += &format!("(define-fun bad ({now}{inputs}) Bool {})\n", show(*bad));
            }
            Goal::Lasso { accepting, end } => {
                text += &format!("(define-fun bad ({now}{inputs}) Bool {})\n", show(*end));
                for (number, condition) in accepting.iter().enumerate() {
                    let condition = show(*condition);
                    text += &format!("(define-fun accepting{number} ({now}{inputs}) Bool {condition})\n");
                }
            }
        }
        text
    }

    /// Declares the state and the inputs of a position.
    pub fn declare(&self, position: usize) -> String {
        let symbols = self.question.state.iter().chain(&self.question.inputs);
        let at = format!("@{position}");
        symbols.map(|s| format!("(declare-fun {} () {})\n", quoted(&s.name, &at), s.sort.name())).collect()
    }

    /// The state at a position is one where runs begin.
    pub fn begins(&self, position: usize) -> String {
        applied("begins", &self.state(position))
    }

    /// The state at a position is one of those there are.
    pub fn possible(&self, position: usize) -> String {
        applied("possible", &self.state(position))
    }

    /// A step leads from a position to the next.
    pub fn moves(&self, position: usize) -> String {
        format!("(moves{}{}{})", self.state(position), self.inputs(position), self.state(position + 1))
    }

    /// What is looked for is at a position.
    pub fn bad(&self, position: usize) -> String {
        format!("(bad{}{})", self.state(position), self.inputs(position))
    }

    /// The relation of the clauses holds of the state at a position.
    pub fn holds(&self, position: usize) -> String {
        applied("holds", &self.state(position))
    }

    /// The part of a number of the acceptance condition holds at a position.
    pub fn accepting(&self, number: usize, position: usize) -> String {
        format!("(accepting{number}{}{})", self.state(position), self.inputs(position))
    }

    /// The symbols of the state at a position.
    pub fn state(&self, position: usize) -> String {
        named(&self.question.state, &format!("@{position}"))
    }

    /// The inputs at a position.
    pub fn inputs(&self, position: usize) -> String {
        named(&self.question.inputs, &format!("@{position}"))
    }

    /// The states at two positions are equal.
    pub fn same(&self, one: usize, other: usize) -> String {
        let pair = |s: &Symbol| {
            format!(" (= {} {})", quoted(&s.name, &format!("@{one}")), quoted(&s.name, &format!("@{other}")))
        };
        let pairs: String = self.question.state.iter().map(pair).collect();
        format!("(and true{pairs})")
    }

    /// That the conditions of [`Script::definitions`] leave some relation `holds` between nothing and what
    /// is looked for: constrained Horn clauses.
    pub fn clauses(&self) -> String {
        let question = self.question;
        let (now, inputs) = (declared(&question.state, ""), declared(&question.inputs, ""));
        let then = declared(&question.state, "'");
        let (state, chosen, next) =
            (named(&question.state, ""), named(&question.inputs, ""), named(&question.state, "'"));
        let holds = applied("holds", &state);
        let possible = applied("possible", &state);
        let mut text =
            format!("(assert (forall ({now} (unused Bool)) (=> {} {holds})))\n", applied("begins", &state));
        for number in 0..question.moves.len() {
            text += &format!(
                "(assert (forall ({now}{inputs}{then}) (=> (and {holds} {possible} \
                 (move{number}{state}{chosen}{next})) {})))\n",
                applied("holds", &next)
            );
        }
        text + &format!(
            "(assert (forall ({now}{inputs}) (=> (and {holds} {possible} (bad{state}{chosen})) false)))\n"
        )
    }

    /// Declares the relation of the clauses.
    pub fn relation(&self) -> String {
        let sorts: Vec<&str> = self.question.state.iter().map(|symbol| symbol.sort.name()).collect();
        format!("(declare-fun holds ({}) Bool)\n", sorts.join(" "))
    }
}

/// A relation of some arguments, each with a space before it.
fn applied(name: &str, arguments: &str) -> String {
    if arguments.is_empty() { name.to_string() } else { format!("({name}{arguments})") }
}

fn quoted(name: &str, mark: &str) -> String {
    if mark.is_empty() { name.to_string() } else { format!("|{name}{mark}|") }
}

fn declared(symbols: &[Symbol], mark: &str) -> String {
    symbols.iter().map(|symbol| format!(" ({} {})", quoted(&symbol.name, mark), symbol.sort.name())).collect()
}

/// The names of symbols, each with a space before it.
fn named(symbols: &[Symbol], mark: &str) -> String {
    symbols.iter().map(|symbol| format!(" {}", quoted(&symbol.name, mark))).collect()
}
