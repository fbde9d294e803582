//! The left sides of the implications that a property asks, as they are written, and the questions whether they are ever true.

use synod_core::{Formula, Property, PropertyOrigin, Remark, RemarkWhen, SideQuestion};
use synod_syntax::Span;

/// How a formula of a language is put together, as far as antecedents are concerned.
pub enum Shape<'f, F> {
    /// All of these are asked here.
    All(Vec<&'f F>),
    /// One of these is enough.
    Some(Vec<&'f F>),
    /// The opposite of this.
    Not(&'f F),
    /// The second is asked where the first is so.
    Implies(&'f F, &'f F),
    /// This is asked of other positions, or of other states.
    Elsewhere(&'f F),
    /// The second is asked after steps that the first describes.
    After(&'f F, &'f F),
    /// This is asked of several agents, each under the name that the formula binds.
    Quantified(&'f F),
    /// Nothing in which antecedents are looked for.
    Other,
}

/// The left side of an implication.
pub struct Antecedent<'f, F> {
    /// What is written.
    pub condition: &'f F,
    /// Whether that describes a step.
    pub is_step: bool,
    /// The antecedents of the implications around it that are asked of the same state.
    pub behind: Vec<&'f F>,
    /// The quantifiers around it and around those, the outermost first.
    pub quantifiers: Vec<&'f F>,
    /// Whether the implication is asked of the initial states only.
    pub initially: bool,
}

/// The left side of an implication after names are resolved, as a formula of its own.
#[derive(Clone, Debug)]
pub struct ResolvedAntecedent<F> {
    /// What it says, together with those it is behind.
    pub condition: F,
    /// Its text as written, on one line.
    pub text: String,
    /// The texts of the left sides of the implications around it.
    pub behind: Vec<String>,
    /// Whether it is the box of a formula about what holds after steps.
    pub is_step: bool,
    /// Whether it is asked of the initial states only.
    pub initially: bool,
}

impl<F> ResolvedAntecedent<F> {
    /// The same in other terms.
    pub fn with<G>(&self, condition: G) -> ResolvedAntecedent<G> {
        ResolvedAntecedent {
            condition,
            text: self.text.clone(),
            behind: self.behind.clone(),
            is_step: self.is_step,
            initially: self.initially,
        }
    }
}

/// The left sides of the implications that a property asks. A disjunction of which some parts are negations is an
/// implication, too.
pub fn antecedents<'f, F>(formula: &'f F, shape: fn(&'f F) -> Shape<'f, F>) -> Vec<Antecedent<'f, F>> {
    let mut search = Search { shape, found: Vec::new() };
    search.within(formula, &Around { behind: Vec::new(), quantifiers: Vec::new(), initially: true });
    search.found
}

struct Search<'f, F> {
    shape: fn(&'f F) -> Shape<'f, F>,
    found: Vec<Antecedent<'f, F>>,
}

/// What is around a part of a formula.
struct Around<'f, F> {
    behind: Vec<&'f F>,
    quantifiers: Vec<&'f F>,
    initially: bool,
}

impl<'f, F> Around<'f, F> {
    fn behind(&self, condition: &'f F) -> Self {
        Around {
            behind: self.behind.iter().copied().chain([condition]).collect(),
            quantifiers: self.quantifiers.clone(),
            initially: self.initially,
        }
    }

    /// What was so at another position says nothing about this one.
    fn elsewhere(&self) -> Self {
        Around { behind: Vec::new(), quantifiers: self.quantifiers.clone(), initially: false }
    }
}

impl<'f, F> Search<'f, F> {
    fn within(&mut self, formula: &'f F, around: &Around<'f, F>) {
        match (self.shape)(formula) {
            Shape::All(parts) => parts.into_iter().for_each(|part| self.within(part, around)),
            Shape::Implies(condition, then) => {
                self.add(condition, false, around);
                self.within(then, &around.behind(condition));
            }
            Shape::Some(parts) => self.within_disjunction(parts, around),
            Shape::After(step, then) => {
                self.add(step, true, around);
                self.within(then, &around.elsewhere());
            }
            Shape::Elsewhere(inner) => self.within(inner, &around.elsewhere()),
            // A name that is bound again must not capture those of the antecedents around it.
            Shape::Quantified(body) => {
                let quantifiers = around.quantifiers.iter().copied().chain([formula]).collect();
                self.within(body, &Around { behind: Vec::new(), quantifiers, initially: around.initially });
            }
            Shape::Not(_) | Shape::Other => {}
        }
    }

    fn within_disjunction(&mut self, mut parts: Vec<&'f F>, around: &Around<'f, F>) {
        let (mut denied, mut others) = (Vec::new(), Vec::new());
        parts.reverse();
        while let Some(part) = parts.pop() {
            match (self.shape)(part) {
                Shape::Some(more) => parts.extend(more.into_iter().rev()),
                Shape::Not(condition) => denied.push(condition),
                _ => others.push(part),
            }
        }
        if others.is_empty() {
            // `p -> !q`, which is no question about where both are so.
            denied.truncate(if denied.len() > 1 { 1 } else { 0 });
        }
        let mut here =
            Around { behind: around.behind.clone(), quantifiers: around.quantifiers.clone(), ..*around };
        for condition in &denied {
            self.add(condition, false, &here);
            here = here.behind(condition);
        }
        if let ([then], false) = (others.as_slice(), denied.is_empty()) {
            self.within(then, &here);
        }
    }

    fn add(&mut self, condition: &'f F, is_step: bool, around: &Around<'f, F>) {
        let Around { behind, quantifiers, initially } = around;
        let (behind, quantifiers) = (behind.clone(), quantifiers.clone());
        self.found.push(Antecedent { condition, is_step, behind, quantifiers, initially: *initially });
    }
}

/// An antecedent together with those it is behind.
pub fn with_those_around(mut around: Vec<Formula>, condition: Formula) -> Formula {
    if around.is_empty() {
        return condition;
    }
    around.push(condition);
    Formula::And(around)
}

/// The question whether an antecedent of a property is never true where it is asked.
pub fn never_true(about: &str, antecedent: ResolvedAntecedent<Formula>) -> SideQuestion {
    let ResolvedAntecedent { condition, text: antecedent, behind, is_step, initially } = antecedent;
    let never = condition.not();
    let formula = if initially { never } else { Formula::Globally(Box::new(never)) };
    let property = Property {
        name: "never-true".to_string(),
        text: format!("`{antecedent}` is never true"),
        formula,
        span: Span::default(),
        origin: PropertyOrigin::BuiltIn,
    };
    let remark = Remark::VacuousImplication { antecedent, is_step, behind, initially };
    SideQuestion {
        about: Some(about.to_string()),
        property,
        when: RemarkWhen::Holds,
        is_stronger: false,
        remark,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    enum Toy {
        Atom(&'static str),
        Not(Box<Toy>),
        And(Vec<Toy>),
        Or(Vec<Toy>),
        Implies(Box<Toy>, Box<Toy>),
        Globally(Box<Toy>),
        ForAll(Box<Toy>),
    }
    use Toy::*;

    fn shape(toy: &Toy) -> Shape<'_, Toy> {
        match toy {
            Atom(_) => Shape::Other,
            Not(inner) => Shape::Not(inner),
            And(parts) => Shape::All(parts.iter().collect()),
            Or(parts) => Shape::Some(parts.iter().collect()),
            Implies(a, b) => Shape::Implies(a, b),
            Globally(inner) => Shape::Elsewhere(inner),
            ForAll(body) => Shape::Quantified(body),
        }
    }

    fn shown(toy: &Toy) -> String {
        match toy {
            Atom(name) => name.to_string(),
            Not(inner) => format!("!{}", shown(inner)),
            And(parts) => parts.iter().map(shown).collect::<Vec<_>>().join("&"),
            _ => "…".to_string(),
        }
    }

    fn found(toy: Toy) -> Vec<String> {
        let list = antecedents(&toy, shape);
        let text = |one: &Antecedent<Toy>| {
            let behind: Vec<String> = one.behind.iter().map(|part| shown(part)).collect();
            let start = if one.initially { "first " } else { "" };
            let names = "∃".repeat(one.quantifiers.len());
            format!("{start}{names}{} behind [{}]", shown(one.condition), behind.join(" "))
        };
        list.iter().map(text).collect()
    }

    fn not(toy: Toy) -> Toy {
        Not(Box::new(toy))
    }

    fn implies(a: Toy, b: Toy) -> Toy {
        Implies(Box::new(a), Box::new(b))
    }

    #[test]
    fn antecedents_are_found_with_those_they_are_behind() {
        let nested = implies(Atom("a"), And(vec![Atom("x"), implies(not(Atom("a")), Atom("c"))]));
        assert_eq!(found(Globally(Box::new(nested))), ["a behind []", "!a behind [a]"]);
        let later = implies(Atom("a"), Globally(Box::new(implies(Atom("b"), Atom("c")))));
        assert_eq!(found(later), ["first a behind []", "b behind []"]);
        let all = ForAll(Box::new(implies(Atom("a"), ForAll(Box::new(implies(Atom("b"), Atom("c")))))));
        assert_eq!(found(Globally(Box::new(all))), ["∃a behind []", "∃∃b behind []"]);
    }

    #[test]
    fn a_disjunction_with_negations_is_an_implication() {
        let parts = vec![not(Atom("a")), not(Atom("b")), implies(Atom("c"), Atom("d"))];
        assert_eq!(found(Globally(Box::new(Or(parts)))), ["a behind []", "b behind [a]", "c behind [a b]"]);
        assert_eq!(found(Or(vec![Atom("q"), not(Atom("p"))])), ["first p behind []"]);
        assert_eq!(found(Or(vec![not(Atom("p")), not(Atom("q"))])), ["first p behind []"]);
        assert_eq!(found(Or(vec![Atom("p"), Atom("q")])), Vec::<String>::new());
        assert_eq!(found(not(Atom("p"))), Vec::<String>::new());
    }
}
