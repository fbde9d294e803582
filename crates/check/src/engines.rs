//! The engines there are.

use std::sync::Arc;

use synod_bdd::Bdd;
use synod_core::{
    Budget, Engine, Formula, Mode, Outcome, Progress, Property, Statistics, System, Unsupported, Verdict,
};
use synod_explicit::Explicit;
#[cfg(feature = "programs")]
use synod_external::{External, Verifier};
use synod_sat::{Method, Sat, SharedLemmas};
#[cfg(feature = "programs")]
use synod_smt::Smt;

/// How an engine is made for a system; those that prove share what they know.
type Make = for<'a> fn(&'a System, &Arc<SharedLemmas>) -> Box<dyn Engine + 'a>;

/// An engine that can be asked for by name.
#[derive(Clone, Copy)]
pub struct EngineInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, as a sentence.
    pub meaning: &'static str,
    make: Make,
}

/// The word that leaves the choice to the tool.
pub const AUTO: &str = "auto";

/// All engines; those that run other programs come with the feature `programs`.
pub const ENGINES: &[EngineInfo] = &[
    EngineInfo {
        name: "explicit",
        meaning: "Explicit-state search: visits every reachable state.",
        make: |system, _| Box::new(Explicit::new(system)),
    },
    EngineInfo {
        name: "bdd",
        meaning: "Symbolic model checking with BDDs; supports ATL.",
        make: |system, _| match Bdd::new(system) {
            Ok(engine) => Box::new(engine),
            Err(why) => Box::new(Unfit { name: "bdd", why }),
        },
    },
    EngineInfo {
        name: "ic3",
        meaning: "Property-directed reachability (IC3/PDR).",
        make: |system, lemmas| sat(system, Method::Ic3, lemmas),
    },
    EngineInfo {
        name: "kind",
        meaning: "k-induction.",
        make: |system, lemmas| sat(system, Method::KInduction, lemmas),
    },
    EngineInfo {
        name: "bmc",
        meaning: "Bounded model checking; finds shortest violations.",
        make: |system, lemmas| sat(system, Method::Bmc, lemmas),
    },
    #[cfg(feature = "programs")]
    EngineInfo {
        name: "smt",
        meaning: "SMT-based checking with an installed solver; supports unbounded integers.",
        make: |system, _| Box::new(Smt::new(system)),
    },
    #[cfg(feature = "programs")]
    EngineInfo {
        name: "cbmc",
        meaning: "Bounded model checking of a C program with CBMC, if installed.",
        make: |system, _| Box::new(External::new(system, Verifier::Cbmc)),
    },
    #[cfg(feature = "programs")]
    EngineInfo {
        name: "esbmc",
        meaning: "Bounded model checking and induction on a C program with ESBMC, if installed.",
        make: |system, _| Box::new(External::new(system, Verifier::Esbmc)),
    },
];

fn sat<'a>(system: &'a System, method: Method, lemmas: &Arc<SharedLemmas>) -> Box<dyn Engine + 'a> {
    Box::new(Sat::new(system, method).sharing(lemmas))
}

/// There is no engine of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineNotFound(pub String);

impl std::fmt::Display for EngineNotFound {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let names = std::iter::once(AUTO).chain(ENGINES.iter().map(|engine| engine.name));
        f.write_str(&synod_syntax::no_such("engine", &self.0, names))
    }
}

/// An engine that cannot work on the system it was asked for.
struct Unfit {
    name: &'static str,
    why: Unsupported,
}

impl Engine for Unfit {
    fn name(&self) -> &'static str {
        self.name
    }

    fn supports(&self, _: &Formula) -> Result<(), Unsupported> {
        Err(self.why.clone())
    }

    fn check(&self, _: &Property, _: &Budget, _: &dyn Progress) -> Outcome {
        let advice = Some("try another engine, such as `auto` or `explicit`".to_string());
        let verdict = Verdict::Unknown { reason: self.why.0.clone(), advice };
        Outcome { verdict, statistics: Statistics::default(), remarks: vec![] }
    }
}

/// The engine of a name, made for a system, or for [`AUTO`] those that race, in the order in which they are
/// to be tried. Those that prove share what they know.
pub(crate) fn engines<'a>(
    system: &'a System,
    name: &str,
    lemmas: &Arc<SharedLemmas>,
) -> Result<Vec<Box<dyn Engine + 'a>>, EngineNotFound> {
    if name == AUTO {
        return Ok(racing(system, lemmas));
    }
    let found = ENGINES.iter().find(|engine| engine.name == name);
    let engine = found.ok_or_else(|| EngineNotFound(name.to_string()))?;
    Ok(vec![(engine.make)(system, lemmas)])
}

/// The engines that suit a system: where all agents move at once, sets of states come first.
fn racing<'a>(system: &'a System, lemmas: &Arc<SharedLemmas>) -> Vec<Box<dyn Engine + 'a>> {
    let mut engines: Vec<Box<dyn Engine + 'a>> = vec![Box::new(Explicit::new(system))];
    if let Ok(bdd) = Bdd::new(system) {
        engines.push(Box::new(bdd));
    }
    if system.rules.iter().any(|rule| rule.observation.mode == Mode::Joint) {
        engines.reverse();
        engines.push(sat(system, Method::Ic3, lemmas));
    } else {
        // A violation is often near, and the states around it many.
        engines.extend([sat(system, Method::Ic3, lemmas), sat(system, Method::Bmc, lemmas)]);
    }
    // Other engines cut integers without bounds to a window, and prove nothing then.
    #[cfg(feature = "programs")]
    if system.has_unbounded() {
        let smt = Some(Smt::new(system)).filter(Smt::is_installed);
        engines.extend(smt.map(|engine| Box::new(engine) as Box<dyn Engine + 'a>));
    }
    engines
}
