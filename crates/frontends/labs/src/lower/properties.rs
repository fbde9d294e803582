//! Questions as formulas, and what a person should know before trusting the answers.
//!
//! A stuck state is one where nothing can be done although not all agents have come to their end. The
//! keywords of the language judge runs that are not stuck; `ltl` and `ctl` judge all of them, and a
//! stuck state then repeats for ever.

use synod_core::{
    AgentId, ExprId, Formula, Property as CoreProperty, PropertyOrigin, Remark, RemarkWhen, SideQuestion,
};
use synod_frontend::never_true;
use synod_syntax::{Diagnostic, Diagnostics, Span};

use super::Lowering;
use super::expr::Frame;
use crate::ast::{BinaryOp, Together, UnaryOp};
use crate::model::{self, Number, Property, Question, Scoped, Truth};
use crate::options::Deadlock;

fn finally(f: Formula) -> Formula {
    Formula::Finally(Box::new(f))
}

fn globally(f: Formula) -> Formula {
    Formula::Globally(Box::new(f))
}

fn until(a: Formula, b: Formula) -> Formula {
    Formula::Until(Box::new(a), Box::new(b))
}

fn weak_until(a: Formula, b: Formula) -> Formula {
    Formula::WeakUntil(Box::new(a), Box::new(b))
}

fn and(list: impl IntoIterator<Item = Formula>) -> Formula {
    Formula::And(list.into_iter().collect())
}

fn or(list: impl IntoIterator<Item = Formula>) -> Formula {
    Formula::Or(list.into_iter().collect())
}

impl Lowering<'_> {
    pub(super) fn properties(&mut self, diagnostics: &mut Diagnostics) -> Vec<CoreProperty> {
        let model = self.model;
        let mut list = Vec::new();
        for property in &model.properties {
            if self.step.is_some()
                && matches!(property.question, Question::Fairly(_) | Question::FairlyInf(_))
            {
                diagnostics.push(
                    Diagnostic::warning(
                        "labs::bounded-fairness",
                        property.span,
                        format!("`{}` is about infinite runs and is left out", property.name),
                    )
                    .help("check it without a number of steps"),
                );
                continue;
            }
            let formula = self.question(property);
            list.push(CoreProperty {
                name: property.name.clone(),
                text: property.text.clone(),
                formula,
                span: property.span,
                origin: PropertyOrigin::Model,
            });
        }
        if self.options.deadlock == Deadlock::Report {
            let formula = globally(self.stuck().not());
            list.push(built_in("no-deadlock", "always some agent can act, or all have ended", formula));
        }
        list
    }

    fn state(&mut self, truth: &Truth) -> Formula {
        Formula::State(self.condition(truth, &mut Frame::default()))
    }

    /// Nothing can be done, although not all agents have come to their end and steps are left.
    fn stuck(&mut self) -> Formula {
        let ended = self.ended();
        if self.system.exprs.is_false(ended) {
            Formula::Deadlock
        } else {
            and([Formula::Deadlock, Formula::State(ended).not()])
        }
    }

    /// All agents have come to their end, or no steps are left.
    pub(super) fn ended(&mut self) -> ExprId {
        match self.may_step() {
            Some(left) => self.system.exprs.not(left),
            None => self.terminated(),
        }
    }

    /// It holds, or the run does not count.
    fn or_stuck(&mut self, formula: Formula) -> Formula {
        match self.options.deadlock {
            Deadlock::Stutter => formula,
            Deadlock::Ignore | Deadlock::Report => or([formula, self.stuck()]),
        }
    }

    fn question(&mut self, property: &Property) -> Formula {
        match &property.question {
            Question::Always(p) => globally(self.state(p)),
            Question::Finally(p) => {
                let p = self.state(p);
                match (self.may_step(), self.options.deadlock) {
                    (Some(_), Deadlock::Stutter) => globally(Formula::Deadlock.implies(p)),
                    (Some(left), _) => globally(or([Formula::State(left), p])),
                    (None, _) => finally(self.or_stuck(p)),
                }
            }
            Question::Eventually(p) => {
                let p = self.state(p);
                finally(self.or_stuck(p))
            }
            Question::Fairly(p) => {
                let p = self.state(p);
                fairly(self.or_stuck(p))
            }
            Question::FairlyInf(p) => {
                let p = self.state(p);
                fairly_infinitely(self.or_stuck(p))
            }
            Question::Scoped { open_ended, from, to, body } => {
                self.scoped(*open_ended, from, to, body, self.options.deadlock != Deadlock::Stutter)
            }
            Question::Formula(formula) => self.formula(formula, &mut Vec::new()),
        }
    }

    /// A scope opens where `from` holds without `to`, and closes where `to` holds next. If runs that get stuck are
    /// excused, they need not come to what has to be in a scope in which they do.
    fn scoped(
        &mut self,
        open_ended: bool,
        from: &Truth,
        to: &Truth,
        body: &Scoped,
        excused: bool,
    ) -> Formula {
        let (from, to) = (self.state(from), self.state(to));
        let opens = and([from, to.clone().not()]);
        let inside = to.clone().not();
        let asked = match (body, open_ended) {
            (Scoped::ThereIs(p), false) => weak_until(inside.clone(), and([self.state(p), inside])),
            (Scoped::ThereIs(p), true) => {
                let p = self.state(p);
                let found = until(inside.clone(), and([p, inside.clone()]));
                match excused {
                    true => or([found, until(inside.clone(), and([inside, self.stuck()]))]),
                    false => found,
                }
            }
            // It is wrong only if the scope is closed later.
            (Scoped::Always(p), false) => {
                let wrong = and([self.state(p).not(), inside.clone(), finally(to.clone())]);
                until(inside, wrong).not()
            }
            (Scoped::Always(p), true) => weak_until(self.state(p), to.clone()),
            (Scoped::Precedes(p, q), false) => {
                let (p, q) = (self.state(p), self.state(q));
                let before = and([p.not(), inside]);
                let wrong = and([q, before.clone(), finally(to.clone())]);
                until(before, wrong).not()
            }
            (Scoped::Precedes(p, q), true) => {
                let (p, q) = (self.state(p), self.state(q));
                weak_until(q.not(), or([p, to.clone()]))
            }
        };
        // From the start, and again after every end of a scope, the next opening is judged.
        let next_scope = weak_until(opens.clone().not(), and([opens, asked]));
        and([next_scope.clone(), globally(to.implies(next_scope))])
    }

    fn formula(&mut self, formula: &model::Formula, bound: &mut Vec<usize>) -> Formula {
        let mut boxed = |f: &model::Formula| Box::new(self.formula(f, bound));
        match formula {
            model::Formula::State(truth) => {
                let mut frame = Frame { bound: bound.clone(), ..Frame::default() };
                Formula::State(self.condition(truth, &mut frame))
            }
            model::Formula::Deadlock => self.stuck(),
            model::Formula::Unary(op, a) => {
                let a = boxed(a);
                match op {
                    UnaryOp::Next => Formula::Next(a),
                    UnaryOp::Finally => Formula::Finally(a),
                    UnaryOp::Globally => Formula::Globally(a),
                    UnaryOp::AllRuns => Formula::AllRuns(a),
                    UnaryOp::SomeRun => Formula::SomeRun(a),
                    UnaryOp::Not | UnaryOp::Neg | UnaryOp::Abs => a.not(),
                }
            }
            model::Formula::Binary(op, a, b) => {
                let (a, b) = (boxed(a), boxed(b));
                match op {
                    BinaryOp::And => and([*a, *b]),
                    BinaryOp::Or => or([*a, *b]),
                    BinaryOp::Implies => a.implies(*b),
                    BinaryOp::Until => Formula::Until(a, b),
                    BinaryOp::WeakUntil => Formula::WeakUntil(a, b),
                    BinaryOp::Release => Formula::Release(a, b),
                    _ => a.iff(*b),
                }
            }
            model::Formula::Quantified { all, over, body } => {
                let mut parts = Vec::new();
                for agent in over.clone() {
                    bound.push(agent);
                    parts.push(self.formula(body, bound));
                    bound.pop();
                }
                if *all { and(parts) } else { or(parts) }
            }
            model::Formula::Knows(agent, known) => {
                let known = boxed(known);
                Formula::Knows(self.agent(number_of(agent, bound)), known)
            }
            model::Formula::Together(what, group, body) => {
                let body = boxed(body);
                let mut members: Vec<AgentId> =
                    group.iter().map(|member| self.agent(number_of(member, bound))).collect();
                members.sort_unstable();
                members.dedup();
                match what {
                    Together::Common => Formula::CommonKnowledge(members, body),
                    Together::Distributed => Formula::DistributedKnowledge(members, body),
                    Together::Strategy => Formula::Coalition(members, body),
                }
            }
        }
    }

    /// Vacuity and side conditions. That there is no initial state is seen by every engine.
    pub(super) fn side_questions(&mut self) -> Vec<SideQuestion> {
        let mut list = self.scopes();
        list.extend(self.antecedents());
        if self.options.deadlock == Deadlock::Stutter {
            return list;
        }
        let stuck = self.stuck();
        if self.options.fair || self.options.steps.is_some() {
            list.push(SideQuestion {
                about: None,
                property: built_in("all-stuck", "every run gets stuck", finally(stuck.clone())),
                when: RemarkWhen::Holds,
                is_stronger: false,
                remark: Remark::AllRunsDeadlock { steps: self.options.steps },
            });
        }
        for property in &self.model.properties {
            // Where the property holds, only runs that get stuck can make this fail.
            let (strict, is_stronger) = match (&property.question, self.may_step()) {
                (Question::Finally(p), Some(_)) => (globally(stuck.clone().implies(self.state(p))), false),
                (Question::Finally(p) | Question::Eventually(p), _) => (finally(self.state(p)), true),
                (Question::Fairly(p), _) => (fairly(self.state(p)), false),
                (Question::FairlyInf(p), _) => (fairly_infinitely(self.state(p)), false),
                (Question::Scoped { open_ended: true, from, to, body: body @ Scoped::ThereIs(_) }, _) => {
                    (self.scoped(true, from, to, body, false), false)
                }
                (Question::Always(_) | Question::Scoped { .. } | Question::Formula(_), _) => continue,
            };
            list.push(SideQuestion {
                about: Some(property.name.clone()),
                property: built_in("stuck-without", "runs that get stuck satisfy it too", strict),
                when: RemarkWhen::Violated,
                is_stronger,
                remark: Remark::UncountedDeadlocks,
            });
        }
        list
    }
}

impl Lowering<'_> {
    /// Whether antecedents are ever true.
    fn antecedents(&mut self) -> Vec<SideQuestion> {
        let mut list = Vec::new();
        for property in &self.model.properties {
            for antecedent in &property.antecedents {
                let condition = self.formula(&antecedent.condition, &mut Vec::new());
                list.push(never_true(&property.name, antecedent.with(condition)));
            }
        }
        list
    }

    /// Whether there are the scopes that properties judge.
    fn scopes(&mut self) -> Vec<SideQuestion> {
        let mut list = Vec::new();
        for property in &self.model.properties {
            let Question::Scoped { open_ended, from, to, .. } = &property.question else { continue };
            let (from, to) = (self.state(from), self.state(to));
            let mut scope = vec![from, to.clone().not()];
            if !open_ended {
                scope.push(finally(to));
            }
            list.push(SideQuestion {
                about: Some(property.name.clone()),
                property: built_in("no-scope", "there is no scope", globally(and(scope).not())),
                when: RemarkWhen::Holds,
                is_stronger: false,
                remark: Remark::NoScope { must_close: !open_ended },
            });
        }
        list
    }
}

/// As long as it has not happened, it can.
fn fairly(good: Formula) -> Formula {
    let possible = Formula::SomeRun(Box::new(finally(good.clone())));
    Formula::AllRuns(Box::new(weak_until(possible, good)))
}

/// It can always happen again.
fn fairly_infinitely(good: Formula) -> Formula {
    let possible = Formula::SomeRun(Box::new(finally(good)));
    Formula::AllRuns(Box::new(globally(possible)))
}

fn built_in(name: &str, text: &str, formula: Formula) -> CoreProperty {
    CoreProperty {
        name: name.to_string(),
        text: text.to_string(),
        formula,
        span: Span::default(),
        origin: PropertyOrigin::BuiltIn,
    }
}

/// The number of an agent that a formula names.
fn number_of(agent: &Number, bound: &[usize]) -> usize {
    match agent {
        Number::Bound(depth) => bound[*depth],
        Number::Constant(id) => usize::try_from(*id).unwrap_or(0),
        _ => 0,
    }
}
