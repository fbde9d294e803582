//! What the codes of diagnostics about CCS and choreographies mean.

use synod_syntax::CodeExplanation;

/// The explanations of codes of CCS, by code.
pub const CCS_CODES: &[CodeExplanation] = &[
    CodeExplanation::new(
        "ccs::duplicate-name",
        "Two processes, sets or properties have the same name.",
        "\
P = a.0
P = b.P
system = P",
        "Rename one of them.",
    )
    .fix("P = b.P", "Q = b.P"),
    CodeExplanation::new(
        "ccs::idle-name",
        "A restriction, relabelling or synchronisation set names an action that no process does.",
        "\
P = vote.0 \\ {vot}",
        "Correct the name, or remove it from the set.",
    )
    .fix("vot}", "vote}"),
    CodeExplanation::new(
        "ccs::mixed-parallel",
        "Two kinds of parallel composition follow each other without brackets. It makes a difference which of \
         them comes first.",
        "\
P = a.0 | b.0 |[a]| c.0",
        "Put brackets around one of them.",
    )
    .fix("a.0 | b.0", "(a.0 | b.0)"),
    CodeExplanation::new(
        "ccs::never-happens",
        "A property names an action that can never happen, for example because it is restricted and only \
         happens as tau.",
        "\
P = (a.0 | 'a.0) \\ a
property p: G !a",
        "Name an action that can be seen, or remove the restriction.",
    )
    .fix(" \\ a", ""),
    CodeExplanation::new(
        "ccs::no-system",
        "The text defines no process.",
        "\
-- an empty text",
        "Define a process: `P = a.P`. The last definition, or `system`, is what is analysed.",
    )
    .fix("-- an empty text", "P = a.P"),
    CodeExplanation::new(
        "ccs::recursion-in-parallel",
        "A process comes back to itself inside a parallel composition. Every round would add a thread, so \
         there would be infinitely many states.",
        "\
P = a.0 | b.P",
        "Let the parallel parts loop each for itself: `P = Q | R`, `Q = a.Q`.",
    )
    .fix("b.P", "b.0"),
    CodeExplanation::new(
        "ccs::recursion-in-scope",
        "A process comes back to itself inside a restriction or relabelling. Every round would add a scope \
         with names of its own, so there would be infinitely many states.",
        "\
P = a.(P \\ {a})",
        "Put the restriction around the whole process.",
    )
    .fix("(P \\ {a})", "P"),
    CodeExplanation::new(
        "ccs::renamed-twice",
        "A relabelling renames the same action twice.",
        "\
P = a.0[b/a, c/a]",
        "Keep one of the two.",
    )
    .fix("b/a, c/a", "b/a"),
    CodeExplanation::new(
        "ccs::syntax",
        "The text does not follow the grammar at this place. The message says what could stand there.",
        "\
P = a",
        "Compare with the grammar in the chapter on CCS of the book. An action is followed by `.` and a \
         process.",
    )
    .fix("P = a", "P = a.0"),
    CodeExplanation::new(
        "ccs::tau-in-set",
        "`tau` is named in a restriction, relabelling or synchronisation set. It is invisible: no process can \
         synchronise on it, restrict it or rename it.",
        "\
P = a.0 \\ {tau}",
        "Leave it out.",
    )
    .fix("{tau}", "{a}"),
    CodeExplanation::large(
        "ccs::too-deep",
        "Brackets, operators or calls are nested more deeply than Synod reads.",
        "A process within 10 000 pairs of brackets gets this code.",
        || format!("P = {}a.0{}", "(".repeat(10_000), ")".repeat(10_000)),
        "Remove brackets that are not needed, or name parts of the process.",
    ),
    CodeExplanation::large(
        "ccs::too-large",
        "The system is too large to be written out. Definitions that are used several times, and choices \
         between synchronised parts, multiply.",
        "Forty definitions, each of two copies of the next, make 2⁴⁰ threads.",
        || {
            let doubled: String = (0..40).map(|i| format!("P{i} = P{0} | P{0}\n", i + 1)).collect();
            format!("{doubled}P40 = a.0\nsystem = P0")
        },
        "Use fewer copies.",
    ),
    CodeExplanation::new(
        "ccs::undefined-constant",
        "A process or a set is used that is defined nowhere.",
        "\
WORKER = a.WORKR",
        "Correct the name, or define it.",
    )
    .fix("WORKR", "WORKER"),
    CodeExplanation::new(
        "ccs::unguarded-recursion",
        "A process calls itself before it does anything, so that its first step is not defined.",
        "\
P = P + a.0",
        "Put an action in front of the call.",
    )
    .fix("P + a.0", "b.P + a.0"),
    CodeExplanation::new(
        "ccs::unknown-action",
        "A property names an action that no process does.",
        "\
P = commit.0
property p: F comit",
        "Correct the name.",
    )
    .fix("comit", "commit"),
    CodeExplanation::new(
        "ccs::unused-definition",
        "A definition is not part of the system, which is the process `system` or else the last definition.",
        "\
P = a.0
Q = b.0
system = Q",
        "Use it, or remove it.",
    )
    .fix("P = a.0\n", ""),
];

/// The explanations of codes of choreographies, by code.
pub const CHOR_CODES: &[CodeExplanation] = &[
    CodeExplanation::new(
        "chor::duplicate-name",
        "Two choreographies or properties have the same name.",
        "\
P = x: a
property p: true
property p: true",
        "Rename one of them.",
    )
    .fix("true\nproperty p", "true\nproperty q"),
    CodeExplanation::new(
        "chor::mixed-operators",
        "`+` and `||` follow each other without brackets.",
        "\
P = x: a + x: b || x: c",
        "Put brackets around one of them.",
    )
    .fix("x: a + x: b", "(x: a + x: b)"),
    CodeExplanation::situation(
        "chor::never-happens",
        "A property names an action that can never happen.",
        "Every action of a choreography that a property can name belongs to a peer, so that this code is at \
         present given for CCS only.",
        "Name an action that happens.",
    ),
    CodeExplanation::new(
        "chor::no-peers",
        "Nobody takes part in the choreography.",
        "\
P = tau",
        "Let a peer act: `x: a`, or `x -> y: message`.",
    )
    .fix("tau", "x: a"),
    CodeExplanation::new(
        "chor::no-system",
        "The text defines no choreography.",
        "\
-- an empty text",
        "Define one: `P = x -> y: hello`.",
    )
    .fix("-- an empty text", "P = x -> y: hello"),
    CodeExplanation::new(
        "chor::recursion",
        "A choreography contains itself. A name stands for its definition, which would never end.",
        "\
P = x: a; P",
        "Repeat with a loop: `*(…)`.",
    )
    .fix("x: a; P", "*(x: a)"),
    CodeExplanation::new(
        "chor::self-message",
        "A peer sends a message to itself.",
        "\
P = x -> x: a",
        "Write a local action: `x: a`.",
    )
    .fix("x -> x", "x"),
    CodeExplanation::new(
        "chor::syntax",
        "The text does not follow the grammar at this place. The message says what could stand there.",
        "\
P = x: a | x: b",
        "Compare with the grammar in the chapter on choreographies of the book. Parallel composition is `||`.",
    )
    .fix(" | ", " || "),
    CodeExplanation::large(
        "chor::too-deep",
        "Brackets, loops or operators are nested more deeply than Synod reads.",
        "Ten thousand loops inside each other get this code.",
        || format!("P = {}x: a", "*".repeat(10_000)),
        "Remove brackets and loops that are not needed, or name parts of the choreography.",
    ),
    CodeExplanation::large(
        "chor::too-large",
        "The choreography is too large to be written out. Definitions that are used several times, and \
         choices in parallel, multiply.",
        "Forty definitions, each of two copies of the next, make 2⁴⁰ actions.",
        || {
            let doubled: String = (0..40).map(|i| format!("P{i} = P{0}; P{0}\n", i + 1)).collect();
            format!("{doubled}P40 = x: a\nsystem = P0")
        },
        "Use fewer copies, or a loop.",
    ),
    CodeExplanation::new(
        "chor::undefined-constant",
        "A choreography is used that is defined nowhere. An action names its peer: `peer: action`.",
        "\
P = x: a; Q",
        "Correct the name, or define it.",
    )
    .fix("; Q", ""),
    CodeExplanation::new(
        "chor::unknown-action",
        "A property names an action that does not occur in the choreography.",
        "\
P = x -> y: bid
property p: can(y -> x: bid)",
        "Correct the action.",
    )
    .fix("y -> x: bid", "x -> y: bid"),
    CodeExplanation::new(
        "chor::unused-definition",
        "A definition is not part of the choreography, which is `system` or else the last definition.",
        "\
P = x: a
Q = x: b",
        "Use it, or remove it.",
    )
    .fix("P = x: a\n", ""),
];
