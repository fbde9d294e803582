//! What is left of a process, and the actions that can be next.

use synod_labs::ast::{Expr, Process, Statement};

use super::Rules;

/// What is left to do. Processes are kept as text, since places do not matter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rest {
    Done,
    /// A named process.
    Run(String),
    /// A piece of the syntax tree, by its address in the file, which does not move.
    Piece(usize),
    /// One, then the others.
    Then(Box<Rest>, Box<Rest>),
    /// All of them.
    Together(Vec<Rest>),
}

/// One way to go on.
#[derive(Clone)]
pub struct Way {
    /// Condition, the truth that is wanted, and whether it is that of `=>`.
    pub guards: Vec<(Expr, bool, bool)>,
    pub statements: Vec<Statement>,
    passes: bool,
    pub rest: Rest,
}

impl Way {
    pub fn passes(&self) -> bool {
        self.passes
    }
}

type Guards = Vec<(Expr, bool, bool)>;

fn then(first: Rest, second: Rest) -> Rest {
    match (first, second) {
        (Rest::Done, rest) | (rest, Rest::Done) => rest,
        (first, second) => Rest::Then(Box::new(first), Box::new(second)),
    }
}

fn piece(process: &Process) -> Rest {
    match process {
        Process::Call(name) => Rest::Run(name.text.clone()),
        _ => Rest::Piece(std::ptr::from_ref(process) as usize),
    }
}

/// Looks for the piece at an address below a process.
fn find(process: &Process, address: usize) -> Option<&Process> {
    if std::ptr::from_ref(process) as usize == address {
        return Some(process);
    }
    match process {
        Process::Guard(_, body) | Process::Conditional(_, body) => find(body, address),
        Process::Sequence(list) | Process::Choice(list) | Process::Parallel(list) => {
            list.iter().find_map(|p| find(p, address))
        }
        _ => None,
    }
}

impl Rules<'_> {
    fn at(&self, ty: usize, address: usize) -> &Process {
        let own = &self.file.agents[ty].processes;
        own.iter().chain(&self.file.processes).find_map(|d| find(&d.process, address)).expect("a piece")
    }

    pub(super) fn ways(&self, ty: usize, rest: &Rest) -> Vec<Way> {
        match rest {
            Rest::Done => vec![],
            Rest::Run(name) => self.first(ty, self.process(ty, name), &vec![]),
            Rest::Piece(address) => self.first(ty, self.at(ty, *address), &vec![]),
            Rest::Then(first, second) => self
                .ways(ty, first)
                .into_iter()
                .map(|way| Way { rest: then(way.rest, (**second).clone()), ..way })
                .collect(),
            Rest::Together(list) => {
                let mut all = Vec::new();
                for (i, part) in list.iter().enumerate() {
                    for way in self.ways(ty, part) {
                        let mut parts = list.clone();
                        parts[i] = way.rest;
                        let over = parts.iter().all(|p| *p == Rest::Done);
                        let rest = if over { Rest::Done } else { Rest::Together(parts) };
                        all.push(Way { rest, ..way });
                    }
                }
                all
            }
        }
    }

    fn first(&self, ty: usize, process: &Process, guards: &Guards) -> Vec<Way> {
        let one = |statements: Vec<Statement>, rest| {
            vec![Way { guards: guards.clone(), statements, passes: false, rest }]
        };
        match process {
            Process::Nil(_) => vec![],
            Process::Skip(_) => one(vec![], Rest::Done),
            Process::Act(assign) => one(vec![Statement::Assign(assign.clone())], Rest::Done),
            Process::Block(statements, _) => one(statements.clone(), Rest::Done),
            Process::Call(name) => self.first(ty, self.process(ty, &name.text), guards),
            Process::Guard(condition, body) => {
                let under = [guards.clone(), vec![(condition.clone(), true, false)]].concat();
                self.first(ty, body, &under)
            }
            Process::Conditional(condition, body) => {
                let under = [guards.clone(), vec![(condition.clone(), true, true)]].concat();
                let over = [guards.clone(), vec![(condition.clone(), false, true)]].concat();
                let mut ways = self.first(ty, body, &under);
                ways.push(Way { guards: over, statements: vec![], passes: true, rest: Rest::Done });
                ways
            }
            Process::Sequence(list) => {
                let (first, others) = list.split_first().expect("not empty");
                let after = others.iter().rev().fold(Rest::Done, |rest, p| then(piece(p), rest));
                self.first(ty, first, guards)
                    .into_iter()
                    .map(|way| Way { rest: then(way.rest, after.clone()), ..way })
                    .collect()
            }
            Process::Choice(list) => list.iter().flat_map(|p| self.first(ty, p, guards)).collect(),
            Process::Parallel(list) => {
                let all = Rest::Together(list.iter().map(piece).collect());
                if guards.is_empty() { self.ways(ty, &all) } else { one(vec![], all) }
            }
        }
    }
}
