//! Questions whether the left sides of implications are ever true.

use synod_core::{Formula as Core, SideQuestion};
use synod_frontend::{Antecedent, ResolvedAntecedent, Shape, antecedents, never_true, with_those_around};

use super::Lowering;
use crate::ast::{Formula, FormulaKind, Question};

impl<'a> Lowering<'a> {
    /// What there is to ask about the antecedents of a question, which is the property of this name.
    pub(super) fn antecedents(&mut self, question: &'a Question, name: &str) -> Vec<SideQuestion> {
        self.choose_paths(question);
        let found = antecedents(&question.formula, shape).into_iter();
        found.map(|antecedent| self.never_true(name, &antecedent)).collect()
    }

    fn never_true(&mut self, name: &str, antecedent: &Antecedent<'a, Formula>) -> SideQuestion {
        let Antecedent { condition, behind, initially, .. } = antecedent;
        let text = |formula: &Formula| {
            let text = self.source.slice(formula.span).split_whitespace().collect::<Vec<_>>().join(" ");
            // The place of a formula ends before the brackets around its last part do.
            let open = text.matches('(').count().saturating_sub(text.matches(')').count());
            text + &")".repeat(open)
        };
        let (own, around) = (text(condition), behind.iter().map(|part| text(part)).collect());
        let before: Vec<Core> = behind.iter().map(|part| self.formula(part)).collect();
        let whole = with_those_around(before, self.formula(condition));
        let (is_step, initially) = (false, *initially);
        never_true(
            name,
            ResolvedAntecedent { condition: whole, text: own, behind: around, is_step, initially },
        )
    }
}

/// How a formula is put together. What happens sooner or later is looked into if it is written as an implication.
fn shape(formula: &Formula) -> Shape<'_, Formula> {
    match &formula.kind {
        FormulaKind::And(list) => Shape::All(list.iter().collect()),
        FormulaKind::Or(list) => Shape::Some(list.iter().collect()),
        FormulaKind::Not(a) => Shape::Not(a),
        FormulaKind::Implies(a, b) => Shape::Implies(a, b),
        FormulaKind::All(a) | FormulaKind::Some(a) => Shape::All(vec![a]),
        FormulaKind::Next(a)
        | FormulaKind::Globally(a)
        | FormulaKind::Until(a, _)
        | FormulaKind::Knows(_, a)
        | FormulaKind::Ought(_, a)
        | FormulaKind::EverybodyKnows(_, a)
        | FormulaKind::Common(_, a)
        | FormulaKind::Distributed(_, a)
        | FormulaKind::Enforces(_, a) => Shape::Elsewhere(a),
        FormulaKind::Finally(a) if matches!(a.kind, FormulaKind::Implies(..)) => Shape::Elsewhere(a),
        FormulaKind::Finally(_) | FormulaKind::Prop(_) | FormulaKind::Condition(_) | FormulaKind::Red(..) => {
            Shape::Other
        }
    }
}
