//! Expressions, evaluated by name in a state. `None` is a fault.

use std::collections::BTreeMap;

use synod_labs::ast::{Arrow, Assign, BinaryOp, Expr, ExprKind, Init, Name, UnaryOp};

use super::{Rules, State};

/// Values for the choices of a step, one after the other.
pub struct Oracle {
    script: Vec<i64>,
    at: usize,
    /// The range of the first choice that the script has no value for.
    asked: Option<(i64, i64)>,
}

impl Oracle {
    pub fn none() -> Self {
        Oracle { script: vec![], at: 0, asked: None }
    }

    /// An oracle for each combination of answers that `run` asks for.
    pub fn all(mut run: impl FnMut(&mut Oracle)) -> Vec<Oracle> {
        let mut complete = Vec::new();
        let mut scripts = vec![vec![]];
        while let Some(script) = scripts.pop() {
            let mut oracle = Oracle { script: script.clone(), at: 0, asked: None };
            run(&mut oracle);
            match oracle.asked {
                None => complete.push(Oracle { script, at: 0, asked: None }),
                Some((low, high)) => scripts.extend((low..high).map(|v| [script.clone(), vec![v]].concat())),
            }
        }
        complete
    }

    fn choose(&mut self, low: i64, high: i64) -> Option<i64> {
        match self.script.get(self.at) {
            Some(value) => {
                self.at += 1;
                Some(*value)
            }
            None => {
                if self.asked.is_none() {
                    self.asked = Some((low, high));
                }
                None
            }
        }
    }
}

pub fn constant(expr: &Expr, id: i64) -> i64 {
    match &expr.kind {
        ExprKind::Int(value) => *value,
        ExprKind::Ref { .. } => id,
        ExprKind::Unary(UnaryOp::Neg, a) => -constant(a, id),
        ExprKind::Binary(op, a, b) => arithmetic(*op, constant(a, id), constant(b, id)).expect("a value"),
        _ => panic!("not a constant"),
    }
}

fn arithmetic(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Mod if b > 0 => a.rem_euclid(b),
        BinaryOp::Round if b != 0 => {
            // To the nearest, halves away from zero.
            let exact = a as f64 / b as f64;
            exact.round() as i64
        }
        BinaryOp::Min => a.min(b),
        BinaryOp::Max => a.max(b),
        _ => return None,
    })
}

/// A value, or that it is undefined.
type Found = Option<Option<i64>>;

pub struct Scene<'r> {
    rules: &'r Rules<'r>,
    pub state: State,
    before: State,
    me: Option<usize>,
    pub pair: (usize, usize),
    bound: Vec<(String, i64)>,
    locals: BTreeMap<String, Vec<i64>>,
    /// While a guard is read: whether an undefined variable was met.
    undefined: Option<bool>,
}

impl<'r> Scene<'r> {
    pub fn new(rules: &'r Rules<'r>, state: &State, me: Option<usize>) -> Self {
        Scene {
            rules,
            state: state.clone(),
            before: state.clone(),
            me,
            pair: (0, 0),
            bound: vec![],
            locals: BTreeMap::new(),
            undefined: None,
        }
    }

    /// A guard: false if a variable that it mentions is undefined.
    pub fn condition(&mut self, expr: &Expr, oracle: &mut Oracle) -> Option<bool> {
        let outer = self.undefined.replace(false);
        let value = self.truth(expr, oracle);
        let undefined = std::mem::replace(&mut self.undefined, outer) == Some(true);
        if undefined { Some(false) } else { value }
    }

    fn truth(&mut self, expr: &Expr, oracle: &mut Oracle) -> Option<bool> {
        match &expr.kind {
            ExprKind::Bool(value) => Some(*value),
            ExprKind::Unary(UnaryOp::Not, a) => self.truth(a, oracle).map(|v| !v),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let (a, b) = (self.truth(a, oracle), self.truth(b, oracle));
                let decisive = *op == BinaryOp::Or;
                match (a, b) {
                    (Some(x), _) | (_, Some(x)) if x == decisive => Some(decisive),
                    (Some(_), Some(_)) => Some(!decisive),
                    _ => None,
                }
            }
            ExprKind::Quantified { all, of, var, body } => {
                let mut results = Vec::new();
                for agent in self.agents(of) {
                    self.bound.push((var.text.clone(), agent as i64));
                    let guard = self.undefined.is_some();
                    let result = if guard { self.condition(body, oracle) } else { self.truth(body, oracle) };
                    results.push(result);
                    self.bound.pop();
                }
                if results.contains(&Some(!*all)) {
                    Some(!*all)
                } else if results.contains(&None) {
                    None
                } else {
                    Some(*all)
                }
            }
            ExprKind::Binary(
                op
                @ (BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge),
                a,
                b,
            ) => {
                if self.undefined.is_none() && matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
                    let (a, b) = (self.maybe(a, oracle)?, self.maybe(b, oracle)?);
                    return Some((a == b) == (*op == BinaryOp::Eq));
                }
                let (a, b) = (self.number(a, oracle), self.number(b, oracle));
                let (a, b) = (a?, b?);
                Some(match op {
                    BinaryOp::Eq => a == b,
                    BinaryOp::Ne => a != b,
                    BinaryOp::Lt => a < b,
                    BinaryOp::Le => a <= b,
                    BinaryOp::Gt => a > b,
                    _ => a >= b,
                })
            }
            _ => self.number(expr, oracle).map(|v| v != 0),
        }
    }

    fn agents(&self, of: &Name) -> Vec<usize> {
        let named = |id: &usize| self.rules.file.agents[self.rules.types[*id]].name.text == of.text;
        (0..self.rules.types.len()).filter(named).collect()
    }

    /// A value that may be undefined, if the expression is a variable.
    fn maybe(&mut self, expr: &Expr, oracle: &mut Oracle) -> Found {
        match &expr.kind {
            ExprKind::Ref { name, index, of } => self.reference(name, index, of.as_deref(), oracle),
            _ => self.number(expr, oracle).map(Some),
        }
    }

    pub fn number(&mut self, expr: &Expr, oracle: &mut Oracle) -> Option<i64> {
        match &expr.kind {
            ExprKind::Int(value) => Some(*value),
            ExprKind::Ref { name, index, of } => match self.reference(name, index, of.as_deref(), oracle)? {
                Some(value) => Some(value),
                None => {
                    // In a guard the whole is false, whatever else it says.
                    let undefined = self.undefined.as_mut()?;
                    *undefined = true;
                    Some(0)
                }
            },
            ExprKind::Unary(UnaryOp::Neg, a) => self.number(a, oracle).map(|v| -v),
            ExprKind::Unary(UnaryOp::Abs, a) => self.number(a, oracle).map(i64::abs),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.number(a, oracle), self.number(b, oracle));
                arithmetic(*op, a?, b?)
            }
            ExprKind::Fresh(low, high) => {
                let (low, high) = (self.number(low, oracle), self.number(high, oracle));
                oracle.choose(low?, high?)
            }
            ExprKind::If(condition, a, b) => {
                let outer = self.undefined.take();
                let condition = self.truth(condition, oracle);
                self.undefined = outer;
                // In a guard every variable that is mentioned counts.
                if self.undefined.is_some() {
                    let (a, b) = (self.number(a, oracle), self.number(b, oracle));
                    return if condition? { a } else { b };
                }
                if condition? { self.number(a, oracle) } else { self.number(b, oracle) }
            }
            ExprKind::Quantified { .. } => {
                let outer = self.undefined.take();
                let value = self.truth(expr, oracle);
                self.undefined = outer;
                value.map(i64::from)
            }
            ExprKind::Count { of, var, body } => {
                let outer = self.undefined.take();
                let mut sum = Some(0);
                for agent in self.agents(of) {
                    self.bound.push((var.text.clone(), agent as i64));
                    let holds = self.truth(body, oracle);
                    sum = sum.zip(holds).map(|(sum, holds)| sum + i64::from(holds));
                    self.bound.pop();
                }
                self.undefined = outer;
                sum
            }
            _ => panic!("not a number: {expr:?}"),
        }
    }

    fn reference(&mut self, name: &Name, index: &[Expr], of: Option<&Expr>, oracle: &mut Oracle) -> Found {
        let subscripts: Vec<Option<i64>> = index.iter().map(|e| self.number(e, oracle)).collect();
        let subscripts: Option<Vec<i64>> = subscripts.into_iter().collect();
        if of.is_none() {
            if let Some((_, agent)) = self.bound.iter().find(|(bound, _)| *bound == name.text) {
                return Some(Some(*agent));
            }
            if let Some(local) = self.locals.get(&name.text) {
                let at = subscripts?.first().copied().unwrap_or(0);
                return local.get(usize::try_from(at).ok()?).map(|v| Some(*v));
            }
        }
        let who = match of {
            None => self.me,
            Some(of) => match (&of.kind, self.me) {
                (ExprKind::Int(1), None) if self.in_link() => Some(self.pair.0),
                (ExprKind::Int(2), None) if self.in_link() => Some(self.pair.1),
                _ => {
                    let agent = usize::try_from(self.number(of, oracle)?).ok()?;
                    (agent < self.state.agents.len()).then_some(agent)?.into()
                }
            },
        };
        if name.text == "id" {
            return who.map(|who| Some(who as i64));
        }
        let flat = self.flat(name, &subscripts?)?;
        if let Some(values) = self.state.environment.get(&name.text) {
            return Some(values[flat]);
        }
        let agent = &self.state.agents[who?];
        match agent.stigmergic.get(&name.text).or_else(|| agent.attributes.get(&name.text)) {
            Some(values) => Some(values[flat]),
            None => Some(Some(0)),
        }
    }

    fn in_link(&self) -> bool {
        self.pair != (0, 0)
    }

    /// The position of an element.
    fn flat(&self, name: &Name, at: &[i64]) -> Option<usize> {
        let file = self.rules.file;
        let declared = file
            .environment
            .iter()
            .chain(file.stigmergies.iter().flat_map(|s| s.tuples.iter().flatten()))
            .chain(file.agents.iter().flat_map(|a| &a.interface))
            .find(|d| d.name.text == name.text)?;
        let mut flat = 0;
        for (at, size) in std::iter::zip(at, &declared.sizes) {
            let size = constant(size, -1);
            if !(0..size).contains(at) {
                return None;
            }
            flat = flat * size + at;
        }
        Some(flat as usize)
    }

    pub fn pick(
        &mut self,
        target: &str,
        count: i64,
        of: Option<&Name>,
        condition: Option<&Expr>,
        oracle: &mut Oracle,
    ) -> Option<()> {
        let me = self.me?;
        let all: Vec<usize> = match of {
            Some(of) => self.agents(of),
            None => (0..self.state.agents.len()).collect(),
        };
        let mut fitting = Vec::new();
        for candidate in all.into_iter().filter(|c| *c != me) {
            let mut scene = Scene::new(self.rules, &self.before, None);
            scene.pair = (me, candidate);
            let fits = match condition {
                Some(condition) => scene.condition(condition, &mut Oracle::none()) == Some(true),
                None => true,
            };
            if fits {
                fitting.push(candidate as i64);
            }
        }
        let mut picked: Vec<i64> = Vec::new();
        for _ in 0..count {
            let left: Vec<i64> = fitting.iter().copied().filter(|c| !picked.contains(c)).collect();
            let position = oracle.choose(0, left.len() as i64)?;
            picked.push(left[position as usize]);
        }
        self.locals.insert(target.to_string(), picked);
        Some(())
    }

    pub fn assign(&mut self, assign: &Assign, oracle: &mut Oracle) -> Option<()> {
        let values: Vec<Found> = assign.values.iter().map(|value| self.maybe(value, oracle)).collect();
        let values: Vec<Option<i64>> = values.into_iter().collect::<Option<_>>()?;
        let mut places = Vec::new();
        for target in &assign.targets {
            let at: Vec<Option<i64>> = target.index.iter().map(|e| self.number(e, oracle)).collect();
            places.push(at.into_iter().collect::<Option<Vec<i64>>>()?);
        }
        for ((target, at), value) in std::iter::zip(std::iter::zip(&assign.targets, places), values) {
            let name = &target.name;
            if assign.arrow == Arrow::Local {
                self.locals.insert(name.text.clone(), vec![value?]);
                continue;
            }
            if value.is_none() && !self.may_be_undefined(name) {
                return None;
            }
            let flat = self.flat(name, &at)?;
            let agent = &mut self.state.agents[self.me?];
            let cell = match assign.arrow {
                Arrow::Environment => self.state.environment.get_mut(&name.text)?,
                Arrow::Stigmergy => agent.stigmergic.get_mut(&name.text)?,
                _ => agent.attributes.get_mut(&name.text)?,
            };
            cell[flat] = value;
        }
        Some(())
    }

    fn may_be_undefined(&self, name: &Name) -> bool {
        let file = self.rules.file;
        let own = self.me.map(|me| &file.agents[self.rules.types[me]].interface);
        file.environment
            .iter()
            .chain(file.stigmergies.iter().flat_map(|s| s.tuples.iter().flatten()))
            .chain(own.into_iter().flatten())
            .any(|d| d.name.text == name.text && matches!(d.init, Init::Undefined(_)))
    }
}
