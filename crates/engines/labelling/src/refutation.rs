//! Counterexamples: which run shows that a property fails.

use synod_core::{Counterexample, Formula, Trace};

use crate::labelling::Labelling;
use crate::structure::{Fallible, Run, Structure};

impl<S: Structure> Labelling<'_, '_, S> {
    /// A counterexample to a formula that is one of [`Formula::conjuncts`], if there is one.
    pub fn refute(&mut self, formula: &Formula) -> Fallible<Option<Counterexample>, S> {
        let found = match formula {
            Formula::Globally(inner) if inner.is_about_point() => {
                let bad = self.violating(inner)?;
                match self.structure.is_empty(&bad) {
                    true => None,
                    false => self.structure.find_path(&bad, &self.basis.points)?,
                }
            }
            _ if formula.is_about_point() => {
                let (starts, bad) = (self.starts()?, self.violating(formula)?);
                let bad = self.structure.and(&starts, &bad)?;
                self.structure.pick(&bad)?.map(|point| {
                    let states = vec![self.structure.state(&point)];
                    Run { trace: Trace { states, steps: vec![], loop_start: None }, points: vec![point] }
                })
            }
            // A run to where one begins that violates the rest, and on with that one.
            Formula::Globally(inner) if !inner.is_about_position() => {
                let bad = self.some_run(inner, false)?;
                match self.structure.is_empty(&bad) {
                    true => None,
                    false => match self.structure.find_path(&bad, &self.basis.points)? {
                        Some(run) => Some(self.continued(run, inner, false)?),
                        None => None,
                    },
                }
            }
            _ => {
                let starts = self.starts()?;
                self.with_labels(formula, false, |structure, runs| structure.find_run(&starts, runs))?
            }
        };
        let Some(mut run) = found else { return Ok(None) };
        if formula.is_linear() {
            run = self.extended(run)?;
        }
        self.explained(run, formula).map(Some)
    }

    /// Whether there is a counterexample to a formula that is one of [`Formula::conjuncts`].
    pub fn fails(&mut self, formula: &Formula) -> Fallible<bool, S> {
        let violating = match formula {
            Formula::Globally(inner) if inner.is_about_point() => self.violating(inner)?,
            _ if formula.is_about_point() => {
                let (starts, bad) = (self.starts()?, self.violating(formula)?);
                self.structure.and(&starts, &bad)?
            }
            _ => return Ok(self.refute(formula)?.is_some()),
        };
        Ok(!self.structure.is_empty(&violating))
    }

    fn starts(&mut self) -> Fallible<S::Set, S> {
        let initial = self.structure.initial();
        self.structure.and(&initial, &self.basis.points)
    }

    /// A run that goes on fairly for ever, where only fair runs count: a finite beginning does not show that there
    /// is one.
    pub(crate) fn extended(&mut self, run: Run<S::Point>) -> Fallible<Run<S::Point>, S> {
        if self.basis.fairness.is_empty() || run.trace.loop_start.is_some() {
            return Ok(run);
        }
        self.continued(run, &Formula::And(vec![]), true)
    }

    /// A run that goes on from its end so that the rest satisfies a formula, or violates it if not `positive`; the same run if
    /// there is none.
    fn continued(
        &mut self,
        run: Run<S::Point>,
        rest: &Formula,
        positive: bool,
    ) -> Fallible<Run<S::Point>, S> {
        let from = self.structure.only(&run.points[run.points.len() - 1])?;
        let rest = self.with_labels(rest, positive, |structure, runs| structure.find_run(&from, runs))?;
        let Some(rest) = rest else { return Ok(run) };
        let Run { mut trace, mut points } = run;
        trace.states.pop();
        points.pop();
        let before = trace.states.len();
        trace.states.extend(rest.trace.states);
        trace.steps.extend(rest.trace.steps);
        trace.loop_start = rest.trace.loop_start.map(|start| start + before);
        points.extend(rest.points);
        Ok(Run { trace, points })
    }
}
