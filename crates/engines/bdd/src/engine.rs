//! The engine as others see it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashMap;
use synod_core::clock::Instant;
use synod_core::{
    Budget, Counterexample, Engine, Formula, Outcome, Progress, Proof, Property, Remark, Silent, StateCount,
    Statistics, StepPredicateId, Stop, System, Tick, Unsupported, Verdict, threads,
};

use synod_labelling::{Labelling, Labels, Structure};

use crate::diagram::{Diagram, Manager, Natural, Usage};
use crate::layout::bounded;
use crate::model::{Context, Modelled, Phase, SymbolicModel};
use crate::reach::Search;
use crate::symbolic::Symbolic;

/// The symbolic engine for one system. What it has found is kept for the next property.
#[derive(Debug)]
pub struct Bdd<'a> {
    system: &'a System,
    session: Mutex<Option<SymbolicSession<'a>>>,
}

/// What was found so far.
#[derive(Debug)]
struct SymbolicSession<'a> {
    context: Context<'a>,
    /// By the step predicates that they watch.
    models: FxHashMap<Vec<StepPredicateId>, (SymbolicModel, Labels<Diagram>)>,
    /// Searches that met a violation before they were done.
    unfinished: FxHashMap<Vec<StepPredicateId>, Search>,
}

/// What [`SymbolicSession::model`] found.
enum ModelSearch {
    /// The model of this key.
    Model(Vec<StepPredicateId>),
    /// A violation, before all points were found.
    Violated(Counterexample),
}

/// A verdict, how many states are reachable where that is known, and what there is to remark.
type Decided = (Verdict, Option<Natural>, Vec<Remark>);

/// The reachable states, counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachableStates {
    /// How many there are, in decimal.
    pub states: String,
    /// How many of them have no step.
    pub deadlocks: String,
    /// Nodes of the diagram that holds them.
    pub nodes: usize,
}

/// How often progress is told.
const TICK: Duration = Duration::from_millis(200);

impl<'a> Bdd<'a> {
    /// An engine that has found nothing yet, unless some integer of the system has no bounds.
    pub fn new(system: &'a System) -> Result<Self, Unsupported> {
        bounded(system, system.ranges())
            .map_err(|what| Unsupported(format!("no bounds are known for the integer {what}")))?;
        Ok(Bdd { system, session: Mutex::new(None) })
    }

    /// Finds and counts all reachable states.
    pub fn reach(&self, budget: &Budget, progress: &dyn Progress) -> Result<ReachableStates, Stop> {
        self.work(budget, progress, |session| {
            let model = session.whole_model(&[])?;
            let (context, (model, _)) = (&session.context, &session.models[&model]);
            let levels = context.layout.state_levels();
            Ok(ReachableStates {
                states: context.manager.count(&model.reach, &levels).to_string(),
                deadlocks: context.manager.count(&model.dead, &levels).to_string(),
                nodes: context.manager.size(&model.reach),
            })
        })
        .0
    }

    /// How many reachable states satisfy each subformula, in decimal; of a formula about runs, how many have only
    /// runs that do. Under fairness only states with a fair run count.
    pub fn label<'f>(
        &self,
        formula: &'f Formula,
        budget: &Budget,
    ) -> Result<Vec<(&'f Formula, String)>, Stop> {
        let count = |labelling: &mut Labelling<Symbolic>| {
            let labels = labelling.subformulas(formula)?;
            let counted = labels
                .into_iter()
                .map(|(part, set)| Ok((part, labelling.structure.count(&set)?.to_string())));
            counted.collect()
        };
        self.work(budget, &Silent, |session| session.with(formula, count)).0
    }

    fn lock(&self) -> MutexGuard<'_, Option<SymbolicSession<'a>>> {
        // A panic elsewhere may have left a half-made session: it is made anew.
        self.session.lock().unwrap_or_else(|poisoned| {
            let mut guard = PoisonError::into_inner(poisoned);
            *guard = None;
            guard
        })
    }

    /// The verdict where work was stopped: how far it had come.
    fn stopped(&self, stop: Stop) -> Verdict {
        let guard = self.lock();
        let doing = guard.as_ref().map_or("before it began".to_string(), |session| {
            let layers = session.context.manager.usage().layers.load(Ordering::Relaxed);
            match session.context.phase {
                Phase::Encoding => "while encoding the steps as decision diagrams".to_string(),
                Phase::Reaching => format!("while finding the reachable states (layer {layers})"),
                Phase::Labelling => "while evaluating the formula on all reachable states".to_string(),
            }
        });
        stop.verdict(doing, "try another engine")
    }

    /// Does some work on a thread of its own, with stack enough for deep recursion (operations recurse once for
    /// each level), and tells how it
    /// goes. Gives the most bytes used as well.
    fn work<T: Send>(
        &self,
        budget: &Budget,
        progress: &dyn Progress,
        work: impl FnOnce(&mut SymbolicSession<'a>) -> Result<T, Stop> + Send,
    ) -> (Result<T, Stop>, u64) {
        let mut guard = self.lock();
        let session = guard.get_or_insert_with(|| SymbolicSession {
            context: Context::new(self.system, Manager::new(budget)),
            models: FxHashMap::default(),
            unfinished: FxHashMap::default(),
        });
        session.context.manager.set_budget(budget);
        let usage = session.context.manager.usage();
        // Of this property: the session counts them all.
        let layers = usage.layers.load(Ordering::Relaxed);
        let result = threads::deep(|| work(session), TICK, || progress.tick(tick(&usage, layers)));
        // Without memory for a stack there is none for the work.
        let result = result.unwrap_or(Err(Stop::Memory));
        let most = guard.as_ref().map_or(0, |session| session.context.manager.most_bytes());
        (result, most)
    }
}

fn tick(usage: &Usage, before: u64) -> Tick {
    let Usage { bytes, nodes, layers, .. } = usage;
    let read = |figure: &AtomicU64| figure.load(Ordering::Relaxed);
    Tick { memory: read(bytes), nodes: read(nodes), depth: read(layers) - before, ..Tick::default() }
}

impl SymbolicSession<'_> {
    /// Makes the model that watches these predicates, unless an invariant of the property is seen to be violated
    /// before that is done.
    fn model(&mut self, predicates: &[StepPredicateId], property: &Formula) -> Result<ModelSearch, Stop> {
        let key = predicates.to_vec();
        if self.models.contains_key(&key) {
            return Ok(ModelSearch::Model(key));
        }
        let mut search = self.unfinished.get(&key).cloned();
        let model = loop {
            match SymbolicModel::build(&mut self.context, predicates, search, property)? {
                Modelled::Complete(model) => break model,
                Modelled::Violated(mut model, bad, search) => {
                    self.unfinished.insert(key, search);
                    let within = model.reach.clone();
                    let mut symbolic = Symbolic { context: &mut self.context, model: &mut model };
                    let Some(run) = symbolic.find_path(&bad, &within)? else { return Err(Stop::Cancelled) };
                    return Ok(ModelSearch::Violated(Counterexample::of(run.trace)));
                }
                Modelled::BadOrder(better) => {
                    // Diagrams in the old order mean nothing now.
                    self.models.clear();
                    self.unfinished.clear();
                    search = Some(self.context.reorder(better));
                }
            }
        };
        self.unfinished.remove(&key);
        self.models.insert(key.clone(), (model, Labels::default()));
        Ok(ModelSearch::Model(key))
    }

    /// Makes the model that watches these predicates, and gives its key.
    fn whole_model(&mut self, predicates: &[StepPredicateId]) -> Result<Vec<StepPredicateId>, Stop> {
        match self.model(predicates, &Formula::And(vec![]))? {
            ModelSearch::Model(key) => Ok(key),
            ModelSearch::Violated(_) => unreachable!("there is nothing to violate"),
        }
    }

    /// The step predicates that a formula, or fairness, asks about.
    fn predicates(&self, formula: &Formula) -> Vec<StepPredicateId> {
        let mut predicates = Vec::new();
        collect_predicates(formula, &mut predicates);
        let fairness = &self.context.system.fairness;
        fairness.iter().for_each(|condition| collect_predicates(condition, &mut predicates));
        predicates.sort_unstable();
        predicates.dedup();
        predicates
    }

    /// Does something with the model that a formula is about.
    fn with<T>(
        &mut self,
        formula: &Formula,
        work: impl FnOnce(&mut Labelling<Symbolic>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let key = self.whole_model(&self.predicates(formula))?;
        self.context.phase = Phase::Labelling;
        let Some((model, labels)) = self.models.get_mut(&key) else { return Err(Stop::Cancelled) };
        let system = self.context.system;
        let symbolic = Symbolic { context: &mut self.context, model };
        work(&mut Labelling::new(system, symbolic, labels)?)
    }

    /// The conjuncts of a formula that ask about no steps, and the others: those need no bits that remember steps.
    fn parts(&self, formula: &Formula) -> Vec<Formula> {
        let (stepping, plain): (Vec<Formula>, Vec<Formula>) =
            formula.conjuncts().into_iter().partition(|conjunct| !self.predicates(conjunct).is_empty());
        match plain.is_empty() || stepping.is_empty() {
            true => vec![formula.clone()],
            false => vec![Formula::And(plain), Formula::And(stepping)],
        }
    }

    fn holds(&mut self, formula: &Formula) -> Result<bool, Stop> {
        for part in self.parts(formula) {
            let fails = self.with(&part, |labelling| {
                for conjunct in part.conjuncts() {
                    if labelling.fails(&conjunct)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            })?;
            if fails {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn decide(&mut self, formula: &Formula) -> Result<Decided, Stop> {
        let mut parts = self.parts(formula);
        let last = parts.pop();
        for part in parts {
            let decided = self.decide_part(&part)?;
            if matches!(decided.0, Verdict::Violated(_)) {
                return Ok(decided);
            }
        }
        self.decide_part(last.as_ref().unwrap_or(formula))
    }

    fn decide_part(&mut self, formula: &Formula) -> Result<Decided, Stop> {
        // Under fairness a bad point has to be on a fair run.
        if self.context.system.fairness.is_empty()
            && let ModelSearch::Violated(found) = self.model(&self.predicates(formula), formula)?
        {
            return Ok((Verdict::Violated(Box::new(found)), None, Vec::new()));
        }
        self.with(formula, |labelling| {
            let mut counterexample = None;
            for conjunct in formula.conjuncts() {
                counterexample = labelling.refute(&conjunct)?;
                if counterexample.is_some() {
                    break;
                }
            }
            let states = labelling.structure.count_states()?;
            let remarks = labelling.structure.remarks(&states)?;
            let verdict = match counterexample {
                Some(counterexample) => Verdict::Violated(Box::new(counterexample)),
                None => Verdict::Holds(Proof::Exhausted { states: states.to_u64().unwrap_or(u64::MAX) }),
            };
            Ok((verdict, Some(states), remarks))
        })
    }
}

impl Symbolic<'_, '_> {
    /// How many reachable states there are.
    fn count_states(&mut self) -> Result<Natural, Stop> {
        self.count(&self.model.reach.clone())
    }

    /// How many states a set of points has.
    fn count(&mut self, points: &Diagram) -> Result<Natural, Stop> {
        let m = &mut self.context.manager;
        let arrived = m.cube(self.model.watched.iter().map(|w| w.bit))?;
        let states = m.exists(points, &arrived)?;
        Ok(m.count(&states, &self.context.layout.state_levels()))
    }

    fn remarks(&mut self, states: &Natural) -> Result<Vec<Remark>, Stop> {
        let mut remarks = Vec::new();
        if self.model.init.is_false() {
            remarks.push(Remark::NoInitialState);
        }
        if states.to_u64().is_none() {
            remarks.push(Remark::ManyStates(StateCount::exactly(states)));
        }
        if !self.model.dead.is_false() {
            let states = StateCount::exactly(self.count(&self.model.dead.clone())?);
            remarks.push(Remark::DeadEnds { states, may_be_end: self.context.system.ended.is_some() });
        }
        Ok(remarks)
    }
}

/// The step predicates that a formula asks about.
fn collect_predicates(formula: &Formula, found: &mut Vec<StepPredicateId>) {
    if let Formula::Step(predicate) | Formula::Arrived(predicate) = formula {
        found.push(*predicate);
    }
    formula.children().into_iter().for_each(|child| collect_predicates(child, found));
}

impl Engine for Bdd<'_> {
    fn name(&self) -> &'static str {
        "bdd"
    }

    fn supports(&self, formula: &Formula) -> Result<(), Unsupported> {
        match formula.check_coalitions(self.system) {
            Ok(()) => Ok(()),
            Err(reason) => Err(Unsupported(reason.to_string())),
        }
    }

    /// Where sets of states come first they are hardly ever overtaken, and others beside them only take memory.
    fn release(&self) {
        *self.lock() = None;
    }

    fn check(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let start = Instant::now();
        if let Err(Unsupported(reason)) = self.supports(&property.formula) {
            return Outcome {
                verdict: Verdict::Unknown { reason, advice: None },
                statistics: Statistics { elapsed: start.elapsed(), ..Statistics::default() },
                remarks: vec![],
            };
        }
        let formula = &property.formula;
        let (result, memory) = self.work(budget, progress, |session| session.decide(formula));
        let (verdict, states, mut remarks) = match result {
            Ok((verdict, states, remarks)) => {
                (verdict, states.map(|states| states.to_u64().unwrap_or(u64::MAX)), remarks)
            }
            Err(stop) => (self.stopped(stop), None, vec![]),
        };
        if budget.depth.is_some() {
            remarks.push(Remark::DepthWithoutEffect);
        }
        let elapsed = start.elapsed();
        let statistics = Statistics { states, memory: Some(memory), elapsed, ..Statistics::default() };
        Outcome { verdict, statistics, remarks }
    }

    fn keeps_sets(&self) -> bool {
        true
    }

    fn holds(&self, property: &Property, budget: &Budget) -> Option<bool> {
        self.supports(&property.formula).ok()?;
        self.work(budget, &Silent, |session| session.holds(&property.formula)).0.ok()
    }
}
