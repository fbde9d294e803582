//! Verifiers of C programs, and how each is told what is chosen, assumed and claimed.

use std::fmt;

/// A verifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// CBMC: bounded, bit-precise.
    Cbmc,
    /// ESBMC: bounded and k-induction, with SMT solvers.
    Esbmc,
    /// CSeq: CBMC's words, analysed in parallel.
    Cseq,
    /// 2LS: CBMC's words, without arrays.
    TwoLs,
    /// CPAchecker: the words of SV-COMP, without arrays.
    CpaChecker,
    /// Any other verifier that takes part in SV-COMP.
    SvComp,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Target::Cbmc => "CBMC",
            Target::Esbmc => "ESBMC",
            Target::Cseq => "CSeq",
            Target::TwoLs => "2LS",
            Target::CpaChecker => "CPAchecker",
            Target::SvComp => "verifiers of SV-COMP",
        })
    }
}

impl Target {
    /// Whether programs for it have no arrays, because it reasons better without.
    pub fn avoids_arrays(self) -> bool {
        matches!(self, Target::TwoLs | Target::CpaChecker)
    }

    /// The function that returns any number; `wide` for 64 bits.
    pub fn any_number(self, wide: bool) -> &'static str {
        match (self, wide) {
            (Target::CpaChecker | Target::SvComp, false) => "__VERIFIER_nondet_int",
            (Target::CpaChecker | Target::SvComp, true) => "__VERIFIER_nondet_longlong",
            (_, false) => "nondet_int",
            (_, true) => "nondet_longlong",
        }
    }

    /// Declarations of its primitives, and the macros `assume` and `claim`.
    pub fn preamble(self) -> &'static str {
        match self {
            Target::Cbmc | Target::Cseq | Target::TwoLs => {
                "void __CPROVER_assume(_Bool condition);
void __CPROVER_assert(_Bool condition, const char *name);
#define assume(condition) __CPROVER_assume(condition)
#define claim(condition, name) __CPROVER_assert(condition, name)
"
            }
            Target::Esbmc => {
                "void __ESBMC_assume(_Bool condition);
void __ESBMC_assert(_Bool condition, const char *name);
#define assume(condition) __ESBMC_assume(condition)
#define claim(condition, name) __ESBMC_assert(condition, name)
"
            }
            Target::CpaChecker | Target::SvComp => {
                "extern void abort(void);
extern void reach_error(void);
#define assume(condition) do { if (!(condition)) abort(); } while (0)
#define claim(condition, name) do { if (!(condition)) reach_error(); /* name */ } while (0)
"
            }
        }
    }
}
