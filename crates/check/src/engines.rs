//! The engines there are.

use synod_core::{Engine, System};
use synod_explicit::Explicit;
use synod_sat::{Method, Sat};

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

/// All engines, in the order in which they are tried.
pub const ENGINES: [EngineInfo; 4] = [
    EngineInfo { name: "explicit", meaning: "Visits every reachable state, one by one." },
    EngineInfo { name: "ic3", meaning: "Proves without visiting states: grows an inductive invariant." },
    EngineInfo { name: "kind", meaning: "Proves by induction over several steps." },
    EngineInfo { name: "bmc", meaning: "Looks for violations, depth by depth; finds the shortest." },
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

/// The engine of a name, made for a system, or all of them for [`AUTO`].
pub(crate) fn engines<'a>(
    system: &'a System,
    name: &str,
) -> Result<Vec<Box<dyn Engine + 'a>>, EngineNotFound> {
    let sat = |method| -> Result<Vec<Box<dyn Engine + 'a>>, EngineNotFound> {
        Ok(vec![Box::new(Sat::new(system, method))])
    };
    match name {
        AUTO => Ok(vec![
            Box::new(Explicit::new(system)),
            Box::new(Sat::new(system, Method::Ic3)),
            Box::new(Sat::new(system, Method::Bmc)),
        ]),
        "explicit" => Ok(vec![Box::new(Explicit::new(system))]),
        "ic3" => sat(Method::Ic3),
        "kind" => sat(Method::Kind),
        "bmc" => sat(Method::Bmc),
        _ => Err(EngineNotFound(name.to_string())),
    }
}
