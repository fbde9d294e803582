//! Truth of formulas on a small graph: a full tableau of subformula assignments for runs (after
//! Lichtenstein and Pnueli) with fair cycles found by a fixpoint (after Emerson and Lei), and comparison
//! of all pairs of points for knowledge.

use synod_core::{AgentId, Env, Formula, System, eval_bool};

use super::steps::Points;

/// Linear-time core: what tells a point and its outgoing step apart is given by `Leaf`.
#[derive(Clone, Debug, PartialEq)]
enum Path {
    /// The truth at each point.
    Set(Vec<bool>),
    /// The outgoing step satisfies a predicate.
    Step(u32),
    Not(Box<Path>),
    And(Vec<Path>),
    Next(Box<Path>),
    Until(Box<Path>, Box<Path>),
}

fn not(path: Path) -> Path {
    Path::Not(Box::new(path))
}

/// A graph of points with steps, on which runs are looked at.
pub struct Runs {
    /// For each position its steps: the predicates they satisfy and where they lead.
    pub edges: Vec<Vec<(u32, usize)>>,
    /// The point that a position stands for.
    pub point: Vec<usize>,
}

pub struct Judge<'a> {
    pub points: &'a Points<'a>,
}

impl Judge<'_> {
    fn system(&self) -> &System {
        self.points.system
    }

    /// Whether the formula holds of all runs from all initial states.
    pub fn holds(&self, formula: &Formula) -> bool {
        use Formula::*;
        match formula {
            And(list) => list.iter().all(|part| self.holds(part)),
            AllRuns(inner) => self.holds(inner),
            Not(inner) => match &**inner {
                Not(inner) => self.holds(inner),
                Or(list) => list.iter().all(|part| self.holds(&part.clone().not())),
                SomeRun(inner) => self.holds(&inner.clone().not()),
                Finally(inner) => self.holds(&Globally(Box::new(inner.clone().not()))),
                _ => self.holds_of_all_runs(formula),
            },
            // Runs that end count for what is asked of every position.
            Globally(inner) if about_position(inner) => {
                let edges = self.repeating(has_steps(inner));
                let bad = self.some_run(&edges, &Finally(Box::new(inner.clone().not())));
                self.points.initial.iter().all(|point| !bad[*point])
            }
            _ => self.holds_of_all_runs(formula),
        }
    }

    fn holds_of_all_runs(&self, formula: &Formula) -> bool {
        if about_point(formula) {
            let set = self.set(formula);
            return self.points.initial.iter().all(|point| set[*point]);
        }
        let bad = self.some_run(&self.runs(), &formula.clone().not());
        self.points.initial.iter().all(|point| !bad[*point])
    }

    pub fn runs(&self) -> Runs {
        Runs { edges: self.points.edges.clone(), point: (0..self.points.points.len()).collect() }
    }

    /// As if runs that cannot go on repeated their last position, whatever the system says. If steps
    /// matter, not where a step leads out of what is explored.
    pub fn repeating(&self, steps_matter: bool) -> Runs {
        let mut runs = self.runs();
        for (point, edges) in runs.edges.iter_mut().enumerate() {
            if edges.is_empty() && (self.points.moves[point].is_deadlock() || !steps_matter) {
                edges.push((0, point));
            }
        }
        runs
    }

    /// The points that satisfy a formula about points; for others, those all of whose runs do.
    pub fn set(&self, formula: &Formula) -> Vec<bool> {
        use Formula::*;
        let len = self.points.points.len();
        let each = |test: &dyn Fn(usize) -> bool| (0..len).map(test).collect::<Vec<bool>>();
        match formula {
            State(expr) => each(&|point| {
                let env = Env::of(self.system(), &self.points.points[point].state);
                eval_bool(&self.system().exprs, *expr, env) == Ok(true)
            }),
            Arrived(predicate) => each(&|point| self.points.points[point].arrived >> predicate.0 & 1 == 1),
            Deadlock => each(&|point| self.points.moves[point].is_deadlock()),
            Faulty => each(&|point| self.points.moves[point].faulty),
            SomeRun(inner) => self.some_run(&self.runs(), inner),
            AllRuns(inner) => self.some_run(&self.runs(), &inner.clone().not()).iter().map(|b| !b).collect(),
            Knows(agent, inner) => self.known(&[vec![*agent]], &self.set(inner)),
            DistributedKnowledge(group, inner) => self.known(std::slice::from_ref(group), &self.set(inner)),
            EverybodyKnows(group, inner) => self.known(&singles(group), &self.set(inner)),
            CommonKnowledge(group, inner) => {
                let mut set = self.known(&singles(group), &self.set(inner));
                for _ in 0..len {
                    let deeper = self.known(&singles(group), &set);
                    set = set.iter().zip(deeper).map(|(a, b)| *a && b).collect();
                }
                set
            }
            Not(inner) if about_point(inner) => self.set(inner).iter().map(|b| !b).collect(),
            And(list) if about_point(formula) => {
                let sets: Vec<Vec<bool>> = list.iter().map(|part| self.set(part)).collect();
                each(&|point| sets.iter().all(|set| set[point]))
            }
            Or(list) if about_point(formula) => {
                let sets: Vec<Vec<bool>> = list.iter().map(|part| self.set(part)).collect();
                each(&|point| sets.iter().any(|set| set[point]))
            }
            path => self.some_run(&self.runs(), &path.clone().not()).iter().map(|b| !b).collect(),
        }
    }

    /// Where each group, pooling what its members see, takes `fact` for certain.
    fn known(&self, groups: &[Vec<AgentId>], fact: &[bool]) -> Vec<bool> {
        let points = &self.points.points;
        let same = |group: &[AgentId], a: usize, b: usize| {
            group.iter().flat_map(|agent| &self.system().agent(*agent).observes).all(|var| {
                let first = self.system().slot(*var);
                let slots = first..first + self.system().var(*var).len.unwrap_or(1) as usize;
                points[a].state[slots.clone()] == points[b].state[slots]
            })
        };
        let certain =
            |group: &Vec<AgentId>, a: usize| (0..points.len()).all(|b| fact[b] || !same(group, a, b));
        (0..points.len()).map(|a| groups.iter().all(|group| certain(group, a))).collect()
    }

    fn path(&self, formula: &Formula) -> Path {
        use Formula::*;
        let path = |f: &Formula| Box::new(self.path(f));
        let or = |a: Path, b: Path| not(Path::And(vec![not(a), not(b)]));
        let always = || Path::And(vec![]);
        match formula {
            Step(predicate) => Path::Step(predicate.0),
            Not(inner) => Path::Not(path(inner)),
            And(list) => Path::And(list.iter().map(|f| self.path(f)).collect()),
            Or(list) => not(Path::And(list.iter().map(|f| not(self.path(f))).collect())),
            Next(inner) => Path::Next(path(inner)),
            Finally(inner) => Path::Until(Box::new(always()), path(inner)),
            Globally(inner) => not(Path::Until(Box::new(always()), Box::new(not(self.path(inner))))),
            Until(a, b) => Path::Until(path(a), path(b)),
            Release(a, b) => not(Path::Until(Box::new(not(self.path(a))), Box::new(not(self.path(b))))),
            WeakUntil(a, b) => {
                let for_ever = not(Path::Until(Box::new(always()), Box::new(not(self.path(a)))));
                or(Path::Until(path(a), path(b)), for_ever)
            }
            about_point => Path::Set(self.set(about_point)),
        }
    }

    /// For each position whether some infinite run from it satisfies the formula.
    pub fn some_run(&self, runs: &Runs, formula: &Formula) -> Vec<bool> {
        let path = self.path(formula);
        let mut temporal = Vec::new();
        collect(&path, &mut temporal);
        assert!(temporal.len() < 12, "too large for the reference");
        let tableau = Tableau::new(runs, &path, &temporal);
        let fair = tableau.fair();
        let mut good = vec![false; runs.edges.len()];
        for (number, node) in tableau.nodes.iter().enumerate() {
            good[node.from] |= fair[number] && tableau.root[number];
        }
        good
    }
}

fn singles(group: &[AgentId]) -> Vec<Vec<AgentId>> {
    group.iter().map(|agent| vec![*agent]).collect()
}

pub fn about_point(formula: &Formula) -> bool {
    use Formula::*;
    match formula {
        Not(inner) => about_point(inner),
        And(list) | Or(list) => list.iter().all(about_point),
        Step(_) | Next(_) | Finally(_) | Globally(_) | Until(..) | Release(..) | WeakUntil(..) => false,
        _ => true,
    }
}

/// Whether the formula talks of the step that leaves.
pub fn has_steps(formula: &Formula) -> bool {
    formula.any(&mut |part| matches!(part, Formula::Step(_)))
}

pub fn about_position(formula: &Formula) -> bool {
    use Formula::*;
    match formula {
        Step(_) => true,
        Not(inner) => about_position(inner),
        And(list) | Or(list) => list.iter().all(about_position),
        other => about_point(other),
    }
}

/// How many temporal operators the reference needs for a formula.
pub fn temporal_size(formula: &Formula) -> usize {
    use Formula::*;
    let own = match formula {
        Next(_) | Finally(_) | Globally(_) | Until(..) | Release(..) => 1,
        WeakUntil(..) => 2,
        _ => 0,
    };
    own + formula.children().into_iter().map(temporal_size).sum::<usize>()
}

/// The temporal subformulas, inner ones first.
fn collect(path: &Path, found: &mut Vec<Path>) {
    match path {
        Path::Set(_) | Path::Step(_) => {}
        Path::Not(inner) => collect(inner, found),
        Path::And(list) => list.iter().for_each(|part| collect(part, found)),
        Path::Next(inner) => collect(inner, found),
        Path::Until(a, b) => {
            collect(a, found);
            collect(b, found);
        }
    }
    if matches!(path, Path::Next(_) | Path::Until(..)) && !found.contains(path) {
        found.push(path.clone());
    }
}

/// A step of a run together with a guess of which temporal subformulas hold where it leaves.
struct Node {
    from: usize,
    to: usize,
    guess: u32,
}

struct Tableau {
    nodes: Vec<Node>,
    next: Vec<Vec<usize>>,
    /// Whether the whole formula holds.
    root: Vec<bool>,
    /// For each `until`, whether it is false or fulfilled at once.
    fulfilled: Vec<Vec<bool>>,
}

impl Tableau {
    fn new(runs: &Runs, path: &Path, temporal: &[Path]) -> Self {
        let mut tableau = Tableau { nodes: vec![], next: vec![], root: vec![], fulfilled: vec![] };
        let mut steps = Vec::new();
        let mut leaving: Vec<Vec<usize>> = vec![vec![]; runs.edges.len()];
        for (from, edges) in runs.edges.iter().enumerate() {
            for (bits, to) in edges {
                for guess in 0..1u32 << temporal.len() {
                    leaving[from].push(tableau.nodes.len());
                    tableau.nodes.push(Node { from, to: *to, guess });
                    steps.push(*bits);
                }
            }
        }
        let truth = |path: &Path, number: usize| {
            let node: &Node = &tableau.nodes[number];
            holds(path, runs.point[node.from], steps[number], node.guess, temporal)
        };
        let table = |path: &Path| (0..tableau.nodes.len()).map(|n| truth(path, n)).collect::<Vec<bool>>();
        let root = table(path);
        // For each temporal subformula the truth of its operands at every node.
        let operands: Vec<(Vec<bool>, Vec<bool>)> = temporal
            .iter()
            .map(|path| match path {
                Path::Next(inner) => (vec![], table(inner)),
                Path::Until(a, b) => (table(a), table(b)),
                _ => unreachable!("only temporal ones are collected"),
            })
            .collect();
        let consistent = |a: usize, b: usize| {
            let (now, then) = (tableau.nodes[a].guess, tableau.nodes[b].guess);
            temporal.iter().enumerate().all(|(number, path)| {
                let expected = match path {
                    Path::Next(_) => operands[number].1[b],
                    _ => operands[number].1[a] || operands[number].0[a] && then >> number & 1 == 1,
                };
                (now >> number & 1 == 1) == expected
            })
        };
        let next: Vec<Vec<usize>> = (0..tableau.nodes.len())
            .map(|a| leaving[tableau.nodes[a].to].iter().copied().filter(|b| consistent(a, *b)).collect())
            .collect();
        let fulfilled = temporal
            .iter()
            .enumerate()
            .filter(|(_, path)| matches!(path, Path::Until(..)))
            .map(|(number, _)| {
                let done = |n: usize| tableau.nodes[n].guess >> number & 1 == 0 || operands[number].1[n];
                (0..tableau.nodes.len()).map(done).collect()
            })
            .collect();
        Tableau { next, root, fulfilled, ..tableau }
    }

    /// The nodes from which a path goes on for ever and fulfils every `until` again and again.
    fn fair(&self) -> Vec<bool> {
        let len = self.nodes.len();
        let mut fair = vec![true; len];
        loop {
            let before = fair.clone();
            let steps_into = |set: &[bool], n: usize| self.next[n].iter().any(|m| set[*m]);
            fair = (0..len).map(|n| fair[n] && steps_into(&fair, n)).collect();
            for done in &self.fulfilled {
                let mut reach: Vec<bool> = (0..len).map(|n| fair[n] && done[n]).collect();
                loop {
                    let more: Vec<bool> =
                        (0..len).map(|n| reach[n] || fair[n] && steps_into(&reach, n)).collect();
                    if more == reach {
                        break;
                    }
                    reach = more;
                }
                fair = (0..len).map(|n| fair[n] && steps_into(&reach, n)).collect();
            }
            if fair == before {
                return fair;
            }
        }
    }
}

fn holds(path: &Path, point: usize, step: u32, guess: u32, temporal: &[Path]) -> bool {
    match path {
        Path::Set(set) => set[point],
        Path::Step(predicate) => step >> predicate & 1 == 1,
        Path::Not(inner) => !holds(inner, point, step, guess, temporal),
        Path::And(list) => list.iter().all(|part| holds(part, point, step, guess, temporal)),
        Path::Next(_) | Path::Until(..) => {
            let number = temporal.iter().position(|known| known == path).expect("collected");
            guess >> number & 1 == 1
        }
    }
}
