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

/// An engine, for people.
#[derive(Clone, Copy, Debug)]
pub struct EngineInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, as a sentence.
    pub meaning: &'static str,
}

/// The word that leaves the choice to the tool.
pub const AUTO: &str = "auto";

/// All engines; those that run other programs come with the feature `programs`.
pub const ENGINES: &[EngineInfo] = &[
    EngineInfo { name: "explicit", meaning: "Explicit-state search: visits every reachable state." },
    EngineInfo { name: "bdd", meaning: "Symbolic model checking with BDDs; supports ATL." },
    EngineInfo { name: "ic3", meaning: "Property-directed reachability (IC3/PDR)." },
    EngineInfo { name: "kind", meaning: "k-induction." },
    EngineInfo { name: "bmc", meaning: "Bounded model checking; finds shortest violations." },
    #[cfg(feature = "programs")]
    EngineInfo {
        name: "smt",
        meaning: "SMT-based checking with an installed solver; supports unbounded integers.",
    },
    #[cfg(feature = "programs")]
    EngineInfo { name: "cbmc", meaning: "Bounded model checking of a C program with CBMC, if installed." },
    #[cfg(feature = "programs")]
    EngineInfo {
        name: "esbmc",
        meaning: "Bounded model checking and induction on a C program with ESBMC, if installed.",
    },
];

/// There is no engine of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineNotFound(pub String);

impl std::fmt::Display for EngineNotFound {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let names: Vec<&str> = std::iter::once(AUTO).chain(ENGINES.iter().map(|e| e.name)).collect();
        write!(f, "there is no engine `{}`", self.0)?;
        match synod_syntax::nearest(&self.0, names.iter().copied()) {
            Some(name) => write!(f, "; did you mean `{name}`?"),
            None => write!(f, "; there are {}", names.join(", ")),
        }
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

/// The engine of a name, made for a system, or for [`AUTO`] all of them in the order in which they are
/// to be tried: where all agents move at once, sets of states come first. Those that prove share what they know.
pub(crate) fn engines<'a>(
    system: &'a System,
    name: &str,
    known: &Arc<SharedLemmas>,
) -> Result<Vec<Box<dyn Engine + 'a>>, EngineNotFound> {
    let explicit = || Box::new(Explicit::new(system)) as Box<dyn Engine + 'a>;
    let bdd = || Bdd::new(system).map(|engine| Box::new(engine) as Box<dyn Engine + 'a>);
    let sat = |method| Box::new(Sat::new(system, method).sharing(known)) as Box<dyn Engine + 'a>;
    match name {
        AUTO => {
            let mut engines: Vec<_> = std::iter::once(explicit()).chain(bdd().ok()).collect();
            if system.rules.iter().any(|rule| rule.observation.mode == Mode::Joint) {
                engines.reverse();
                engines.push(sat(Method::Ic3));
            } else {
                // A violation is often near, and the states around it many.
                engines.extend([sat(Method::Ic3), sat(Method::Bmc)]);
            }
            // Other engines cut integers without bounds to a window, and prove nothing then.
            #[cfg(feature = "programs")]
            if system.has_unbounded() {
                let smt = Some(Smt::new(system)).filter(Smt::is_there);
                engines.extend(smt.map(|engine| Box::new(engine) as Box<dyn Engine + 'a>));
            }
            Ok(engines)
        }
        "explicit" => Ok(vec![explicit()]),
        "bdd" => Ok(vec![bdd().unwrap_or_else(|why| Box::new(Unfit { name: "bdd", why }))]),
        "ic3" => Ok(vec![sat(Method::Ic3)]),
        "kind" => Ok(vec![sat(Method::KInduction)]),
        "bmc" => Ok(vec![sat(Method::Bmc)]),
        #[cfg(feature = "programs")]
        "smt" => Ok(vec![Box::new(Smt::new(system))]),
        #[cfg(feature = "programs")]
        "cbmc" => Ok(vec![Box::new(External::new(system, Verifier::Cbmc))]),
        #[cfg(feature = "programs")]
        "esbmc" => Ok(vec![Box::new(External::new(system, Verifier::Esbmc))]),
        _ => Err(EngineNotFound(name.to_string())),
    }
}
