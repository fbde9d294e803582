//! Forms of models and documents.

use clap::ValueEnum;

/// Forms of a model.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Variables, initial condition, rules and properties, to read
    Text,
    /// The same for programs (see `synod schema system`)
    Json,
    /// The automata of the agents for Graphviz
    Dot,
    /// The automata of the agents as a picture
    Svg,
    /// Input for nuXmv and NuSMV
    Smv,
    /// The triples of a process, a choreography or of LAbS behaviours, to read
    Triples,
    /// The same for Graphviz
    TriplesDot,
    /// What each peer of a choreography does
    Projections,
    /// A property as a circuit, for hardware model checkers (AIGER 1.9; binary into files named *.aig)
    Aiger,
    /// A property as a circuit, for hardware model checkers (BTOR2)
    Btor2,
    /// A sequential program, for verifiers of C programs
    C,
    /// A sequential program for CADP (LNT)
    Lnt,
}

/// Verifiers of C programs.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verifier {
    /// CBMC
    #[default]
    Cbmc,
    /// ESBMC
    Esbmc,
    /// CSeq
    Cseq,
    /// 2LS (a program without arrays)
    #[value(name = "2ls")]
    TwoLs,
    /// CPAchecker (a program without arrays)
    Cpachecker,
    /// Any verifier that takes part in SV-COMP
    Svcomp,
}

/// Documents with a published schema.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// What `check --json` prints
    Check,
    /// What `cutoff --json` prints
    Cutoff,
    /// What `simulate --json` prints
    Simulate,
    /// What `estimate --json` prints
    Estimate,
    /// What `replay --json` prints
    Replay,
    /// What `--trace-out` writes
    Trace,
    /// What `--trace-out` writes to `*.itf.json`: the Informal Trace Format
    Itf,
    /// What `show --format json` prints
    System,
    /// News of work that is going on
    Progress,
}
