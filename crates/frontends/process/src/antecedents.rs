//! Questions whether the left sides of implications are ever true, and the steps that boxes are about ever taken.

use synod_core::{Formula as Core, SideQuestion};
use synod_frontend::{Antecedent, ResolvedAntecedent, Shape, antecedents, never_true, with_those_around};
use synod_syntax::Span;

use crate::formula::{Binary, Formula, FormulaKind, Property, Unary};
use crate::properties::Translation;

impl Translation<'_> {
    /// What there is to ask about the antecedents of a property that is as it should be.
    pub fn antecedents(&mut self, property: &Property) -> Vec<SideQuestion> {
        let found = antecedents(&property.formula, shape).into_iter();
        found.map(|antecedent| self.never_true(&property.name.text, &antecedent)).collect()
    }

    fn never_true(&mut self, name: &str, antecedent: &Antecedent<Formula>) -> SideQuestion {
        let Antecedent { condition, is_step, behind, initially, .. } = antecedent;
        let own = self.text(condition.span);
        let text = if *is_step { format!("[{own}]") } else { own };
        let around = behind.iter().map(|part| self.text(part.span)).collect();
        let before: Vec<Core> = behind.iter().map(|part| self.formula(part)).collect();
        let whole = with_those_around(before, self.formula(condition));
        let (is_step, initially) = (*is_step, *initially);
        never_true(name, ResolvedAntecedent { condition: whole, text, behind: around, is_step, initially })
    }

    /// What stands somewhere, on one line.
    pub fn text(&self, span: Span) -> String {
        self.source.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// How a formula is put together. What happens sooner or later is looked into if it is written as an implication.
fn shape(formula: &Formula) -> Shape<'_, Formula> {
    match &formula.kind {
        FormulaKind::And(list) => Shape::All(list.iter().collect()),
        FormulaKind::Or(list) => Shape::Some(list.iter().collect()),
        FormulaKind::Unary(Unary::Not, a) => Shape::Not(a),
        FormulaKind::Unary(Unary::AllRuns | Unary::SomeRun, a) => Shape::All(vec![a]),
        FormulaKind::Unary(Unary::Next | Unary::Globally, a) => Shape::Elsewhere(a),
        FormulaKind::Unary(Unary::Finally, a)
            if matches!(a.kind, FormulaKind::Binary(Binary::Implies, ..)) =>
        {
            Shape::Elsewhere(a)
        }
        FormulaKind::Binary(Binary::Implies, a, b) => Shape::Implies(a, b),
        FormulaKind::Binary(Binary::Until | Binary::WeakUntil, a, _) => Shape::Elsewhere(a),
        FormulaKind::Binary(Binary::Release, _, b) => Shape::Elsewhere(b),
        FormulaKind::Box(step, then) => Shape::After(step, then),
        _ => Shape::Other,
    }
}
