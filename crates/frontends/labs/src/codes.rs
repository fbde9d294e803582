//! What the codes of diagnostics about LAbS models mean.

use synod_syntax::{CodeExplanation, usual_or};

/// A model of agents of one type, with what is given in the place of what is usual.
macro_rules! example {
    (
        $(system = $system:literal$(,)?)?
        $(interface = $interface:literal$(,)?)?
        $(behavior = $behavior:literal$(,)?)?
        $(check = $check:literal$(,)?)?
    ) => {
        concat!(
            "system { ",
            usual_or!("spawn = A: 1" $($system)?),
            " }\nagent A {\n    interface = ",
            usual_or!("x: 0" $($interface)?),
            "\n    Behavior = ",
            usual_or!("x <- 1" $($behavior)?),
            "\n}\ncheck {",
            usual_or!(" " $($check)?),
            "}"
        )
    };
}

/// The explanations, by code.
pub const CODES: &[CodeExplanation] = &[
    CodeExplanation::new(
        "labs::array-as-scalar",
        "An array is used where one number is needed, or with too few or too many subscripts.",
        example!(system = "environment = f[3]: 0 spawn = A: 1", behavior = "f <-- 1"),
        "Say which element is meant.",
    )
    .fix("f <-- 1", "f[0] <-- 1"),
    CodeExplanation::new(
        "labs::array-size",
        "An array has no elements, or too many.",
        example!(system = "environment = f[0]: 0 spawn = A: 1"),
        "Give the array a positive size; sizes are constants.",
    )
    .fix("f[0]", "f[3]"),
    CodeExplanation::new(
        "labs::assigned-id",
        "A process assigns `id`. The number of an agent never changes.",
        example!(behavior = "id <- 1"),
        "Use an attribute of the agent instead.",
    )
    .fix("id <- 1", "x <- 1"),
    CodeExplanation::new(
        "labs::assigned-twice",
        "One assignment has the same variable twice on its left side. Its parts are assigned at once, so \
         there is no last one.",
        example!(behavior = "x, x <- 1, 2"),
        "Keep one of the two, or write two assignments one after the other.",
    )
    .fix("x, x <- 1, 2", "x <- 1; x <- 2"),
    CodeExplanation::new(
        "labs::assignment-arity",
        "An assignment has more variables than values, or the other way round.",
        example!(interface = "x: 0; y: 0", behavior = "x, y <- 1"),
        "Give every variable on the left one value on the right.",
    )
    .fix("x, y <- 1", "x, y <- 1, 1"),
    CodeExplanation::new(
        "labs::attribute-elsewhere",
        "An agent uses an attribute that only another type of agents declares, or a property asks for that attribute of it. It has a \
         copy of its own that starts at 0, as in SLiVER.",
        "\
system { spawn = A: 1, B: 1 }
agent A {
    interface = x: 4
    Behavior = x <- 1
}
agent B {
    interface = z: 0
    Behavior = x <- 2
}
check { }",
        "Add the attribute to the interface of the type, or correct the name.",
    )
    .fix("z: 0", "z: 0; x: 0"),
    CodeExplanation::new(
        "labs::attribute-shape",
        "Two agent types declare an attribute of the same name with different array sizes. Other agents read \
         it without knowing the type, so it needs one shape.",
        "\
system { spawn = A: 1, B: 1 }
agent A {
    interface = x[2]: 0
    Behavior = x[0] <- 1
}
agent B {
    interface = x: 0
    Behavior = Skip
}
check { }",
        "Give both the same sizes, or rename one of them.",
    )
    .fix("x: 0", "y: 0"),
    CodeExplanation::new(
        "labs::bad-character",
        "A character is not part of the language.",
        example!(behavior = "x <- 1 @"),
        "Remove the character. Names use ASCII letters, digits and `_`; comments begin with `#`.",
    )
    .fix(" @", ""),
    CodeExplanation::new(
        "labs::bad-name",
        "A name begins with the wrong kind of letter. Types, stigmergies, processes and properties begin with \
         a capital; variables and parameters with a small letter.",
        example!(system = "spawn = a: 1"),
        "Change the first letter.",
    )
    .fix("a: 1", "A: 1"),
    CodeExplanation::new(
        "labs::bad-number",
        "A number is not an integer of 32 bits.",
        example!(behavior = "x <- 99999999999"),
        "Use a smaller number; literals are decimal, or begin with 0x, 0o or 0b.",
    )
    .fix("99999999999", "99"),
    CodeExplanation::new(
        "labs::bad-owner",
        "What follows `of`, or an operator of knowledge or strategy, is not an agent that is known when the \
         model is read. In a link, `1` is the sender and `2` the receiver; in a property, an agent is a \
         quantified variable or a number.",
        example!(check = " P = ltl K(7, true) "),
        "Name an agent that exists.",
    )
    .fix("K(7", "K(0"),
    CodeExplanation::new(
        "labs::bounded-fairness",
        "A property with `fairly` or `fairly_inf` is about infinite runs, and only runs of a number of steps \
         are considered. It is left out.",
        example!(check = " P = fairly x of 0 = 1 "),
        "Check it without `--steps`.",
    )
    .options(&["--steps", "3"]),
    CodeExplanation::new(
        "labs::chained-comparison",
        "Two comparisons follow each other, as in `0 < x < 2`.",
        example!(behavior = "0 < x < 2 -> x <- 1"),
        "Write two comparisons joined by `and`.",
    )
    .fix("0 < x < 2", "0 < x and x < 2"),
    CodeExplanation::new(
        "labs::choice-in-guard",
        "With `--blocked skip`, a guard picks a value `[a..b]`. Whether the agent is blocked would depend on \
         the value picked.",
        example!(behavior = "x = [0..2] -> x <- 1"),
        "Pick the value in an assignment before the guard.",
    )
    .options(&["--fair", "--blocked", "skip"]),
    CodeExplanation::new(
        "labs::constant",
        "An expression has to be a constant, and is not, or has no value. Array sizes, numbers of agents and \
         initial values are made of integers and external parameters.",
        example!(system = "spawn = A: 1 / 0"),
        "Use integers and parameters only, and values that fit 32 bits.",
    )
    .fix("1 / 0", "1"),
    CodeExplanation::new(
        "labs::division-by-zero",
        "The divisor is the constant zero. A step that divides by zero cannot be taken.",
        example!(behavior = "x <- 1 / 0"),
        "Divide by something else.",
    )
    .fix("1 / 0", "1 / 2"),
    CodeExplanation::new(
        "labs::duplicate-name",
        "Two things of one kind have the same name: variables, processes of one agent, agent types, \
         parameters, properties, or variables of nested quantifiers.",
        example!(interface = "x: 0; x: 1"),
        "Rename one of them.",
    )
    .fix("x: 1", "y: 1"),
    CodeExplanation::new(
        "labs::empty-range",
        "A range of initial values is empty. `a..b` begins with `a` and ends just before `b`.",
        example!(interface = "x: 3..3"),
        "Write a larger upper bound.",
    )
    .fix("3..3", "3..4"),
    CodeExplanation::new(
        "labs::external-function",
        "A process calls an external function `$f(…)`. SLiVER compiles C code for it; there is no C program \
         here.",
        example!(behavior = "x <- $f(x, 1)"),
        "Write the function out in LAbS.",
    )
    .fix("$f(x, 1)", "x + 1"),
    CodeExplanation::new(
        "labs::field-order",
        "The fields of a section are not in order, or a field is misspelt. In `system` the order is extern, \
         environment, spawn, processes; in `agent` it is interface, stigmergies, processes.",
        "\
system { spawn = A: 1 environment = e: 0 }
agent A { Behavior = Skip }
check { }",
        "Put the fields in order.",
    )
    .fix("spawn = A: 1 environment = e: 0", "environment = e: 0 spawn = A: 1"),
    CodeExplanation::new(
        "labs::guard-scope",
        "The process behind a guard goes on over `++` or `||`, and a branch there has a guard of its own. That branch is \
         inside the first guard, so it needs both conditions: `g -> P ++ h -> Q` is `g -> (P ++ (h -> Q))`.",
        example!(behavior = "x = 0 -> x <- 1 ++ x = 1 -> x <- 0"),
        "Put each branch in brackets, `(g -> P) ++ (h -> Q)`; or, if the second one is meant to be inside, put the branches in \
         brackets, `g -> (P ++ (h -> Q))`.",
    )
    .fix("x = 0 -> x <- 1 ++ x = 1 -> x <- 0", "(x = 0 -> x <- 1) ++ (x = 1 -> x <- 0)"),
    CodeExplanation::new(
        "labs::local-outside-block",
        "A local variable is assigned outside a block. Local variables live within one block `{ … }`, which \
         is one step.",
        example!(behavior = "k := 1"),
        "Put the statements that share the variable in `{ … }`.",
    )
    .fix("k := 1", "{ k := 1; x <- k }"),
    CodeExplanation::new(
        "labs::loose-not",
        "`!` stands in front of a comparison without brackets. It binds tighter than comparisons, so `!x = 1` \
         is not `!(x = 1)`.",
        example!(behavior = "!x = 1 -> x <- 1"),
        "Put what is negated in brackets.",
    )
    .fix("!x = 1", "!(x = 1)"),
    CodeExplanation::new(
        "labs::loose-of",
        "`of` takes the whole arithmetic expression that follows: `x of a + 1` means `x of (a + 1)`.",
        example!(interface = "x: 0; y: 0", behavior = "x <- x of y + 1"),
        "Write `(x of a) + 1`, or brackets around the agent.",
    )
    .fix("x of y + 1", "(x of y) + 1"),
    CodeExplanation::new(
        "labs::misplaced-choice",
        "A choice of values `[a..b]` stands outside a process. Only steps can pick a value.",
        example!(check = " P = always x of 0 = [0..2] "),
        "Compare with the bounds instead.",
    )
    .fix("x of 0 = [0..2]", "x of 0 >= 0"),
    CodeExplanation::new(
        "labs::misplaced-if",
        "`if … then … else …` stands outside a process.",
        example!(check = " P = always (if x of 0 = 0 then 1 else 2) = 1 "),
        "Use `and` and `or`.",
    )
    .fix("(if x of 0 = 0 then 1 else 2) = 1", "x of 0 = 0"),
    CodeExplanation::new(
        "labs::misplaced-temporal",
        "A temporal or epistemic operator stands inside arithmetic or in a condition on one state.",
        example!(check = " P = ltl 1 + G (x of 0 = 1) = 2 "),
        "Combine formulas by `and`, `or`, `!` and `->` only.",
    )
    .fix("1 + G (x of 0 = 1) = 2", "G (x of 0 = 1)"),
    CodeExplanation::new(
        "labs::misplaced-undef",
        "`undef` stands in an expression. It is an initial value; a condition that mentions an undefined \
         variable is false by itself.",
        example!(behavior = "x <- undef"),
        "Use a number that stands for \"no value\".",
    )
    .fix("undef", "0"),
    CodeExplanation::new(
        "labs::missing-owner",
        "The link of a stigmergy does not say whose variable is meant. A link is about a sender and a \
         receiver.",
        "\
system { spawn = A: 2 }
stigmergy S {
    link = x = 0
    s: 0
}
agent A {
    interface = x: 0
    stigmergies = S
    Behavior = s <~ 1
}
check { }",
        "Write `x of 1` for the sender and `x of 2` for the receiver.",
    )
    .fix("x = 0", "x of 1 = x of 2"),
    CodeExplanation::new(
        "labs::missing-parameter",
        "An external parameter of the model has no value.",
        example!(system = "extern = _n spawn = A: _n"),
        "Give one on the command line: `synod check model.labs n=3`.",
    ),
    CodeExplanation::new(
        "labs::missing-section",
        "The file has no `system` or no `check` section.",
        "\
system { spawn = A: 1 }
agent A { Behavior = Skip }",
        "Add the section; `check { }` may be empty.",
    )
    .fix("Skip }", "Skip }\ncheck { }"),
    CodeExplanation::new(
        "labs::mixed-and-or",
        "`and` and `or` stand side by side without brackets. LAbS gives both the same precedence, from left \
         to right: `a or b and c` means `(a or b) and c`.",
        example!(behavior = "x = 0 or x = 1 and x = 2 -> x <- 1"),
        "Write the brackets that you mean.",
    )
    .fix("x = 1 and x = 2", "(x = 1 and x = 2)"),
    CodeExplanation::new(
        "labs::negative-spawn",
        "The number of agents of a type is negative.",
        example!(system = "spawn = A: 0 - 1"),
        "Give a positive number.",
    )
    .fix("0 - 1", "1"),
    CodeExplanation::new(
        "labs::no-agents",
        "A quantifier ranges over a type of which there are no agents. `forall` is then true and `exists` is \
         false.",
        "\
system { spawn = A: 1, B: 0 }
agent A { Behavior = Skip }
agent B { Behavior = Skip }
check { P = always forall B b, false }",
        "Spawn agents of the type, or leave the property out.",
    )
    .fix("forall B b, false", "true"),
    CodeExplanation::new(
        "labs::no-behavior",
        "An agent type has no process `Behavior`, with which its agents begin.",
        "\
system { spawn = A: 1 }
agent A { P = Skip }
check { }",
        "Name the first process `Behavior`.",
    )
    .fix("P = Skip", "Behavior = Skip"),
    CodeExplanation::new(
        "labs::no-such-agent",
        "A number stands for an agent that does not exist. Agents are numbered from 0, by type in \
         alphabetical order.",
        example!(check = " P = always x of 7 = 0 "),
        "Use a smaller number, or quantify: `forall A a, x of a = 0`.",
    )
    .fix("x of 7", "x of 0"),
    CodeExplanation::new(
        "labs::not-a-number",
        "A condition stands where a number is needed. Variables hold numbers.",
        example!(behavior = "x <- (x = 1)"),
        "Write `if … then 1 else 0`.",
    )
    .fix("(x = 1)", "if x = 1 then 1 else 0"),
    CodeExplanation::new(
        "labs::not-an-array",
        "A variable that is not an array has a subscript.",
        example!(behavior = "x[0] <- 1"),
        "Leave the subscript out, or declare the variable with a size.",
    )
    .fix("x[0] <-", "x <-"),
    CodeExplanation::new(
        "labs::not-an-attribute",
        "An environment variable has an owner. The environment belongs to no agent.",
        example!(system = "environment = e: 0 spawn = A: 1", behavior = "e <-- 1", check = " P = always e of 0 = 0 "),
        "Leave out `of …`.",
    )
    .fix("e of 0", "e"),
    CodeExplanation::new(
        "labs::not-environment",
        "A property uses a variable of an agent without saying whose it is.",
        example!(check = " P = always x = 0 "),
        "Quantify over agents: `forall A a, x of a = 0`.",
    )
    .fix("x = 0", "forall A a, x of a = 0"),
    CodeExplanation::new(
        "labs::not-interchangeable",
        "The model distinguishes between agents of a type. With `--any-number` all agents of the type must be \
         alike: no `id` as a number, no agent named by its number, no counting, no turns in the order of ids.",
        example!(behavior = "x <- id", check = " P = always forall A a, x of a = 0 "),
        "Do without what the message names, or check without `--any-number`.",
    )
    .options(&["--any-number", "A"])
    .fix("x <- id", "x <- 1"),
    CodeExplanation::new(
        "labs::old-operator",
        "Processes are combined with `|` or `+`, as before 2019.",
        example!(
            behavior = "\
P | P
    P = x <- 1"
        ),
        "Write `||` for parallel composition and `++` for choice.",
    )
    .fix(" | ", " || "),
    CodeExplanation::new(
        "labs::outside-array",
        "A subscript is outside the array. In a process the step can never be taken; in a property it is an \
         error.",
        example!(system = "environment = f[3]: 0 spawn = A: 1", behavior = "f[3] <-- 1"),
        "The elements of `f[3]` are `f[0]`, `f[1]` and `f[2]`. `--property no-fault` asks whether such steps \
         are ever enabled.",
    )
    .fix("f[3] <--", "f[2] <--"),
    CodeExplanation::new(
        "labs::parameter-range",
        "The value of an external parameter does not fit 32 bits.",
        example!(system = "extern = _n spawn = A: _n"),
        "Give a smaller value on the command line.",
    )
    .options(&["n=99999999999"]),
    CodeExplanation::new(
        "labs::parameter-twice",
        "An external parameter is given two different values.",
        example!(system = "extern = _n spawn = A: _n"),
        "Give one value on the command line.",
    )
    .options(&["n=1", "n=2"]),
    CodeExplanation::new(
        "labs::pick-count",
        "`pick` asks for no agents, or for more than 64.",
        example!(behavior = "{ p[] := pick 0; x <- p[0] }"),
        "Pick from 1 to 64 agents.",
    )
    .fix("pick 0", "pick 1"),
    CodeExplanation::new(
        "labs::pick-without-array",
        "The result of `pick` is assigned to a plain variable. `pick` gives an array of agents.",
        example!(behavior = "{ p := pick 1 }"),
        "Declare an array by writing `p[] := pick …`.",
    )
    .fix("{ p := pick 1 }", "{ p[] := pick 1; x <- p[0] }"),
    CodeExplanation::new(
        "labs::recursion-in-parallel",
        "A process calls itself inside `||`. Every round would add threads that never end, so there would be \
         infinitely many states.",
        example!(behavior = "x <- 1; (Behavior || Skip)"),
        "Let the parallel parts loop each for itself.",
    )
    .fix("(Behavior || Skip)", "Behavior"),
    CodeExplanation::new(
        "labs::recursion-not-last",
        "A process calls itself and has more to do afterwards. Unfinished rounds would pile up without bound.",
        example!(behavior = "(x <- 1; Behavior; x <- 2) ++ x <- 3"),
        "Make the recursive call the last thing that the process does.",
    )
    .fix("Behavior; x <- 2", "Behavior"),
    CodeExplanation::new(
        "labs::reserved-word",
        "A reserved word of the language is used as a name.",
        example!(interface = "count: 0", behavior = "count <- 1"),
        "Choose another name.",
    ),
    CodeExplanation::new(
        "labs::section-order",
        "The sections of the file are not in order, or one occurs twice. The order is: system, stigmergies, \
         agents, assume, check.",
        "\
system { spawn = A: 1 }
check { }
agent A { Behavior = Skip }",
        "Put the sections in order.",
    ),
    CodeExplanation::new(
        "labs::stigmergy-not-listed",
        "An agent uses a stigmergic variable without listing its stigmergy. It receives values all the same, \
         but starts with 0 and the oldest timestamp.",
        "\
system { spawn = A: 1 }
stigmergy S {
    link = true
    s: 0
}
agent A { Behavior = s <~ 1 }
check { }",
        "Add the stigmergy to the agent: `stigmergies = S`.",
    )
    .fix("{ Behavior", "{ stigmergies = S Behavior"),
    CodeExplanation::new(
        "labs::stray-text",
        "There is text outside the sections of the file.",
        "\
system { spawn = A: 1 }
agent A {
    interface = x: 0
    Behavior = x <- 1
}
check { }
and so on",
        "Remove it, or make it a comment with `#`.",
    )
    .fix("and so on", ""),
    CodeExplanation::new(
        "labs::syntax",
        "The text does not follow the grammar at this place. The message says what could stand there.",
        example!(behavior = "x <- ; x <- 1"),
        "Compare with the grammar in the chapter on LAbS of the book.",
    )
    .fix("x <- ; ", ""),
    CodeExplanation::large(
        "labs::too-deep",
        "Brackets, guards or operators are nested more deeply than Synod reads.",
        "An expression within 5000 pairs of brackets gets this code.",
        || {
            let (open, close) = ("(".repeat(5000), ")".repeat(5000));
            format!("system {{ spawn = A: 1 }} agent A {{ interface = x: 0 Behavior = x <- {open}x{close} }} check {{ }}")
        },
        "Remove brackets that are not needed, or give a name to a part of the process.",
    ),
    CodeExplanation::large(
        "labs::too-large",
        "The behaviour of an agent is too large to be written out. Processes that are called in parallel are \
         copied, and choices between parallel parts multiply.",
        "Forty processes, each of two copies of the next, make 2⁴⁰ threads.",
        || {
            let doubled: String = (0..40).map(|i| format!("P{i} = P{0} || P{0} ", i + 1)).collect();
            format!(
                "system {{ spawn = A: 1 }} agent A {{ interface = x: 0 Behavior = P0 {doubled} P40 = x <- 1 }} \
                 check {{ }}"
            )
        },
        "Use fewer copies, and fewer choices in parallel.",
    ),
    CodeExplanation::new(
        "labs::too-many-agents",
        "The model spawns more agents than Synod handles.",
        example!(system = "spawn = A: 2000000"),
        "Spawn fewer agents.",
    )
    .fix("2000000", "20"),
    CodeExplanation::large(
        "labs::too-many-instances",
        "Nested quantifiers make too many instances of their body.",
        "Eight nested quantifiers over ten agents have 10⁸ instances.",
        || {
            let quantifiers: String = (0..8).map(|i| format!("forall A a{i}, ")).collect();
            format!(
                "system {{ spawn = A: 10 }} agent A {{ interface = x: 0 Behavior = x <- 1 }} \
                 check {{ P = always {quantifiers} x of a0 = 0 }}"
            )
        },
        "Use fewer nested quantifiers, or fewer agents.",
    ),
    CodeExplanation::large(
        "labs::too-many-processes",
        "There are too many processes. A process that is called under different guards counts once for each \
         of them.",
        "A chain of calls, each of two processes under two guards, doubles the number with every link.",
        || {
            let chain: String = (0..30)
                .map(|i| format!("P{i} = (x = {i} -> P{0}) ++ (x = -{i} -> P{0}) ", i + 1))
                .collect();
            format!("system {{ spawn = A: 1 }} agent A {{ interface = x: 0 Behavior = P0 {chain} P30 = x <- 1 }} check {{ }}")
        },
        "Let processes act before they call others, so that guards do not pile up.",
    ),
    CodeExplanation::new(
        "labs::tuple-arity",
        "A tuple of a stigmergy has more variables than initial values, or the other way round.",
        "\
system { spawn = A: 1 }
stigmergy S {
    link = true
    a, b: 0
}
agent A { Behavior = Skip }
check { }",
        "Give every variable of the tuple an initial value.",
    )
    .fix("a, b: 0", "a, b: 0, 0"),
    CodeExplanation::new(
        "labs::undeclared-extern",
        "An external parameter is used that the `system` section does not declare.",
        example!(system = "spawn = A: _n"),
        "Declare it: `extern = _n`.",
    ),
    CodeExplanation::new(
        "labs::unguarded-recursion",
        "A process calls itself before it does anything, so that its first step is not defined.",
        example!(behavior = "Behavior ++ x <- 1"),
        "Let the process act before it calls itself.",
    )
    .fix("Behavior ++", "x <- 0; Behavior ++"),
    CodeExplanation::new(
        "labs::unknown-agent",
        "There is no agent type of that name.",
        example!(system = "spawn = B: 1"),
        "Correct the name, or add `agent B { … }`.",
    )
    .fix("B: 1", "A: 1"),
    CodeExplanation::new(
        "labs::unknown-parameter",
        "The command line gives a value for a parameter that the model does not have.",
        example!(),
        "Leave it out, or declare it in the `system` section: `extern = _k`.",
    )
    .options(&["k=1"]),
    CodeExplanation::new(
        "labs::unknown-process",
        "A process is called that is defined neither in the agent nor in the `system` section.",
        example!(behavior = "x <- 1; Jump"),
        "Correct the name, or define the process.",
    )
    .fix("; Jump", ""),
    CodeExplanation::new(
        "labs::unknown-stigmergy",
        "An agent lists a stigmergy that does not exist.",
        "\
system { spawn = A: 1 }
agent A { stigmergies = S Behavior = Skip }
check { }",
        "Correct the name, or add `stigmergy S { … }`.",
    )
    .fix("stigmergies = S ", ""),
    CodeExplanation::new(
        "labs::unknown-variable",
        "A variable is declared nowhere. Local variables of a block exist from their first assignment to the \
         end of the block; variables of quantifiers exist in what is quantified.",
        example!(behavior = "x <- y"),
        "Correct the name, or declare the variable.",
    )
    .fix("x <- y", "x <- x"),
    CodeExplanation::new(
        "labs::unused-extern",
        "An external parameter is declared, but never used.",
        example!(system = "extern = _n spawn = A: 1"),
        "Use it, or remove the declaration.",
    )
    .fix("extern = _n ", ""),
    CodeExplanation::new(
        "labs::unused-process",
        "A process is defined, but never called.",
        example!(
            behavior = "\
x <- 1
    Other = x <- 2"
        ),
        "Call it, or remove it.",
    )
    .fix("x <- 1", "x <- 1; Other"),
    CodeExplanation::new(
        "labs::wrong-arrow",
        "A variable is assigned with the arrow of another kind of variable. `<-` assigns attributes, `<~` \
         stigmergic variables, `<--` the environment, `:=` local variables of a block.",
        example!(behavior = "x <-- 1"),
        "Use the arrow that the message names.",
    )
    .fix("<--", "<-"),
    CodeExplanation::new(
        "labs::zero-spawn",
        "No agents of a type are spawned.",
        "\
system { spawn = A: 1, B: 0 }
agent A { Behavior = Skip }
agent B { Behavior = Skip }
check { }",
        "Spawn at least one, or remove the type.",
    )
    .fix(", B: 0", ", B: 1"),
];
