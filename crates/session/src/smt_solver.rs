//! SMT solvers that are installed, where other programs can be run.

#[cfg(feature = "programs")]
pub(crate) use installed::{INTEGER_LOGIC, advice, ask, integer_claims};
#[cfg(not(feature = "programs"))]
pub(crate) use none::{INTEGER_LOGIC, advice, ask, integer_claims};

#[cfg(feature = "programs")]
mod installed {
    use synod_core::{Budget, Certificate, Conditions, Formula, System};
    use synod_printers::claims::Script;
    use synod_sat::Refusal;
    use synod_smt::{Claims, Failed, LOGIC, Program, VARIABLE, claims_of, first_possible};

    use crate::certificates::Claimed;
    use crate::certify::NotCertified;

    /// The logic of claims about integers without bounds.
    pub(crate) const INTEGER_LOGIC: &str = LOGIC;

    /// What helps where there is no solver.
    pub(crate) fn advice() -> String {
        format!("install z3 or cvc5, or name another solver in {VARIABLE}")
    }

    /// The claims of a proof about integers without bounds, argument by argument.
    pub(crate) fn integer_claims(
        system: &System,
        formula: &Formula,
        proof: &Certificate<Conditions>,
    ) -> Result<Vec<Script>, Refusal> {
        let script =
            |claims: Claims| Script { definitions: claims.definitions, impossible: claims.impossible };
        Ok(claims_of(system, formula, proof)?.into_iter().map(script).collect())
    }

    /// Asks a solver whether claims are true; the name of one that says so, or why there is none.
    pub(crate) fn ask(claimed: &Claimed, budget: &Budget) -> Result<Result<String, String>, NotCertified> {
        let Some(program) = Program::find() else {
            return Ok(Err("no SMT solver is on the path".to_string()));
        };
        for Script { definitions, impossible } in claimed.scripts() {
            let conditions = impossible.iter().map(|(condition, _)| condition.as_str());
            match first_possible(&program, claimed.logic(), &definitions, conditions, budget) {
                Ok(None) => {}
                Ok(Some(number)) => {
                    let why = &impossible[number].1;
                    return Err(NotCertified::Refused(match claimed {
                        Claimed::Bits(_) => format!("BatSat accepts it, but {} says: {why}", program.name),
                        Claimed::Integers(_) => why.clone(),
                    }));
                }
                Err(Failed::Stopped(stop)) => return Err(Refusal::Stopped(stop).into()),
                Err(Failed::Solver(why)) => return Ok(Err(why)),
            }
        }
        Ok(Ok(program.name))
    }
}

#[cfg(not(feature = "programs"))]
mod none {
    use synod_core::{Budget, Certificate, Conditions, Formula, System};
    use synod_printers::claims::Script;
    use synod_sat::Refusal;

    use crate::certificates::Claimed;
    use crate::certify::NotCertified;

    /// The logic of claims about integers without bounds.
    pub(crate) const INTEGER_LOGIC: &str = "ALL";

    /// What helps where there is no solver.
    pub(crate) fn advice() -> String {
        "check it with the command line".to_string()
    }

    /// Proofs about integers without bounds are for solvers alone.
    pub(crate) fn integer_claims(
        _: &System,
        _: &Formula,
        _: &Certificate<Conditions>,
    ) -> Result<Vec<Script>, Refusal> {
        Err(Refusal::Wrong("proofs about integers without bounds need an SMT solver".to_string()))
    }

    /// There is nobody to ask.
    pub(crate) fn ask(_: &Claimed, _: &Budget) -> Result<Result<String, String>, NotCertified> {
        Ok(Err("SMT solvers cannot be run here".to_string()))
    }
}
