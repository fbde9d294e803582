//! What the codes of diagnostics about R-CHECK models mean.

use synod_syntax::{CodeExplanation, usual_or};

/// A model of agents of one type, with what is given in the place of what is usual.
macro_rules! example {
    (
        $(before = $before:literal$(,)?)?
        $(local = $local:literal$(,)?)?
        $(init = $init:literal$(,)?)?
        $(more = $more:literal$(,)?)?
        $(repeat = $repeat:literal$(,)?)?
        $(system = $system:literal$(,)?)?
        $(spec = $spec:literal$(,)?)?
    ) => {
        concat!(
            usual_or!("" $($before)?),
            "agent A\n    local: ",
            usual_or!("x : bool" $($local)?),
            "\n    init: ",
            usual_or!("x" $($init)?),
            "\n",
            usual_or!("" $($more)?),
            "    repeat: ",
            usual_or!("{x} *! (true) () []" $($repeat)?),
            "\nsystem = ",
            usual_or!("A(one, true)" $($system)?),
            usual_or!("" $($spec)?)
        )
    };
}

/// The explanations, by code.
pub const CODES: &[CodeExplanation] = &[
    CodeExplanation::new(
        "rcheck::comparison-always-true",
        "A comparison is true in every state. The types of its two sides decide it, so it tests nothing.",
        example!(local = "z : 0..3", init = "z = 0", repeat = "{z < 4} *! (true) () []"),
        "Leave the comparison out, or correct the bound or the variable that was meant.",
    )
    .fix("z < 4", "z < 3"),
    CodeExplanation::new(
        "rcheck::comparison-never-true",
        "A comparison is false in every state. The types of its two sides have no value in common, or their \
         ranges do not overlap; what depends on it can never happen.",
        example!(local = "z : 0..3", init = "z = 0", repeat = "{z = 4} *! (true) () []"),
        "Correct the value or the variable, or widen the declared range.",
    )
    .fix("z = 4", "z = 3"),
    CodeExplanation::new(
        "rcheck::division-by-zero",
        "The divisor is the constant zero.",
        example!(local = "n : int", init = "n = 0", repeat = "{n / 0 = 1} *! (true) () []"),
        "Divide by something else.",
    )
    .fix("n / 0", "n / 2"),
    CodeExplanation::new(
        "rcheck::duplicate-label",
        "A label of a command is already in use. Labels differ within an agent type, and from the names of \
         channels, enumeration values, variables, guards, agent types and instances.",
        example!(repeat = "go: {x} *! (true) () []; go: {!x} *! (true) () []"),
        "Give one of the two another label.",
    )
    .fix("; go:", "; back:"),
    CodeExplanation::new(
        "rcheck::duplicate-local",
        "A local variable has a name that is already in use. Locals differ within an agent type, and from all \
         names of the model.",
        example!(local = "x : bool, x : 0..3"),
        "Rename one of them.",
    )
    .fix("x : 0..3", "y : 0..3"),
    CodeExplanation::new(
        "rcheck::duplicate-name",
        "Two things of the model have the same name. Channels, values of enumerations, message variables, \
         property variables, guards, agent types and instances share one name space; so do specifications, and \
         the variables of nested quantifiers.",
        example!(
            before = "\
enum channel {c}
message-structure: c : bool
"
        ),
        "Rename one of them.",
    )
    .fix("c : bool", "m : bool"),
    CodeExplanation::new(
        "rcheck::duplicate-parameter",
        "A parameter of a guard has a name that is already in use. Parameters differ from each other and, in \
         the new dialect, from all names of the model.",
        example!(before = "guard g(x : bool, x : int) := x;\n", local = "y : bool", init = "y", repeat = "{y} *! g(y, 1) () []"),
        "Rename one of them.",
    )
    .fix("x : int", "n : int"),
    CodeExplanation::new(
        "rcheck::empty-quantifier",
        "A quantifier ranges over agent types of which the system has no instance. `forall` is then true and \
         `exists` is false, whatever follows.",
        example!(
            repeat = "\
{x} *! (true) () []
agent B
    local: y : bool
    init: y
    repeat: {y} *! (true) () []",
            spec = "\nSPEC forall k : B . G k-y"
        ),
        "Add an instance of the type to the system, or quantify over another type.",
    )
    .fix("A(one, true)", "A(one, true) || B(two, true)"),
    CodeExplanation::new(
        "rcheck::empty-range",
        "The lower bound of a range is greater than its upper bound, so the range has no values.",
        example!(local = "z : 3..0", init = "true", repeat = "{true} *! (true) () []"),
        "Write the lower bound first.",
    )
    .fix("3..0", "0..3"),
    CodeExplanation::new(
        "rcheck::far-reaching",
        "`F`, `G` and `X` reach as far to the right as they can in R-CHECK: `G p -> q` is `G (p -> q)`, and `F p & q` is \
         `F (p & q)`. Most other tools for linear time let them take the next operand only.",
        "\
agent A
    local: x : bool
    init: x
    repeat: {x} *! (true) () [x := !x]
system = A(one, true)
SPEC G F one-x -> G F !one-x",
        "Add parentheses, so that everybody reads the same.",
    )
    .fix("G F one-x -> G F !one-x", "(G F one-x) -> (G F !one-x)"),
    CodeExplanation::new(
        "rcheck::foreign-spelling",
        "Something is written as another dialect of R-CHECK or another language writes it. What is meant is \
         clear, so reading goes on, but the model is not accepted.",
        example!(before = "enum channel {c}\n", init = "x && true", repeat = "{x} c! (true) () []"),
        "Use the spelling of this dialect, which the message names; or read the whole model in the other \
         dialect with `--language rcheck-legacy`.",
    )
    .fix("&&", "&"),
    CodeExplanation::new(
        "rcheck::formula-as-value",
        "A formula about runs stands where a value is needed. Operators such as `F`, `G`, `U` and `<<…>>` can \
         be combined by connectives, but not be compared or calculated with, and not stand in an observation, \
         which is about a single step.",
        example!(spec = "\nSPEC <<F (sender = one)>>true"),
        "Put the temporal operator in front of the comparison or the observation.",
    )
    .fix("<<F (sender = one)>>", "F <<sender = one>>"),
    CodeExplanation::new(
        "rcheck::given-twice",
        "One command gives two values to the same variable, or an agent relabels the same property variable \
         twice. Assignments of a command take place at once, so there is no last one.",
        example!(repeat = "{x} *! (true) () [x := false, x := true]"),
        "Keep one of the two values.",
    )
    .fix("x := false, x := true", "x := false"),
    CodeExplanation::new(
        "rcheck::guard-not-usable-here",
        "A guard reads something that has no value where the guard is called. A body that reads a property \
         variable (`@p`) needs another agent, one that reads `chan` needs a message.",
        example!(
            before = "\
enum channel {c}
guard on_c() := chan = c;
",
            repeat = "{on_c()} c! (true) () []"
        ),
        "Call the guard in the guard of a send or in a receive guard, or pass the value as a parameter.",
    )
    .fix("{on_c()} c! (true)", "{x} c! on_c()"),
    CodeExplanation::new(
        "rcheck::infinite-property",
        "`exists` or `forall` in an observation would range over all integers. These quantifiers go through \
         the values of the property variables, so each of them needs finitely many.",
        example!(
            before = "property-variables: p : int\n",
            more = "    relabel: p <- 1\n",
            repeat = "{x} *! (@p = 1) () []; {x} *? []",
            spec = "\nSPEC F <<exists(p = 1)>>true"
        ),
        "Declare the property variable with a range that has all its values.",
    )
    .fix("p : int", "p : 0..3"),
    CodeExplanation::new(
        "rcheck::knowledge-group",
        "An operator of knowledge or strategy is about a group of the wrong size. `K` is about one instance; \
         `E`, `C`, `D` and `S` are about one or more.",
        example!(system = "A(one, true) || A(two, true)", spec = "\nSPEC K(A, one-x)"),
        "Name one instance, use an operator for groups, or quantify: `forall k : A . K(k, …)`.",
    )
    .fix("K(A, one-x)", "K(one, one-x)"),
    CodeExplanation::new(
        "rcheck::label-as-value",
        "A label of a command stands where a value is needed. A label is a formula: it holds when the next \
         step takes that command.",
        example!(local = "n : 0..3", init = "n = 0", repeat = "go: {true} *! (true) () []", spec = "\nSPEC F (one-go + 1 = 2)"),
        "Use the label as a formula: alone, negated, or joined by `&`, `|` and `->`.",
    )
    .fix("F (one-go + 1 = 2)", "F one-go"),
    CodeExplanation::new(
        "rcheck::label-named-like-local",
        "A command has the same label as a local variable of its agent type. In specifications \
         `instance-name` then means the variable, and the label cannot be used.",
        example!(repeat = "x: {x} *! (true) () []"),
        "Rename the label or the variable.",
    )
    .fix("repeat: x:", "repeat: go:"),
    CodeExplanation::new(
        "rcheck::may-divide-by-zero",
        "The divisor may be zero in some state. A step that divides by zero is not taken, which may hide \
         behaviour of the model.",
        example!(local = "n : int, z : 0..2", init = "n = 4 & z = 1", repeat = "{true} *! (true) () [n := n / z]"),
        "Give the divisor a range without zero, or check `--property no-fault`, which says whether a division \
         by zero can happen.",
    )
    .fix("z : 0..2", "z : 1..2"),
    CodeExplanation::new(
        "rcheck::may-overflow",
        "A value may be outside the range of the variable that gets it. A step whose value does not fit a \
         local is not taken, which may hide behaviour of the model. With `--compat rcheck-vscode` this is an \
         error, as in the VSCode extension of R-CHECK.",
        example!(local = "z : 0..3", init = "z = 0", repeat = "{true} *! (true) () [z := z + 1]"),
        "Widen the range; or let the precondition exclude the case and check `--property no-fault`, which says \
         whether it can happen.",
    ),
    CodeExplanation::new(
        "rcheck::member-outside-spec",
        "An agent reads a variable or the control state of another agent, which only specifications can do. \
         Note that `a-b` names the member `b` of the instance `a`.",
        example!(repeat = "{two-x} *! (true) () []", system = "A(one, true) || A(two, true)"),
        "Let agents tell each other by messages, or use a property variable. For a subtraction write \
         `a - (b)`.",
    )
    .fix("{two-x}", "{x}"),
    CodeExplanation::new(
        "rcheck::member-types-differ",
        "A quantifier ranges over several agent types that have a variable of the same name with different \
         types, so that an expression about it would have no type.",
        "\
agent A
    local: x : bool
    init: x
    repeat: {x} *! (true) () []
agent B
    local: x : int
    init: x = 0
    repeat: {true} *! (true) () []
system = A(one, true) || B(two, true)
SPEC forall k : A | B . F k-x",
        "Quantify over each type separately, or give the variables the same type.",
    )
    .fix("k : A | B", "k : A"),
    CodeExplanation::new(
        "rcheck::missing-init",
        "An agent type has no `init:` section. Its locals start with all values that the initial conditions of \
         the instances allow.",
        "\
agent A
    local: x : bool
    repeat: {x} *! (true) () []
system = A(one, x)",
        "Add an `init:` section; `init: true` says that every value is meant.",
    )
    .fix("    repeat:", "    init: x\n    repeat:"),
    CodeExplanation::new(
        "rcheck::missing-relabel",
        "An agent type does not say what a property variable means for its agents, but somebody asks them for \
         it: in the guard of a send, in a get or in an observation.",
        "\
enum channel {c}
property-variables: p : bool
agent A
    local: x : bool
    init: x
    repeat: {x} *! (@p = true) () []
agent B
    local: y : bool
    init: y
    repeat: {y} *? []
system = A(one, true) || B(two, true)",
        "Add `p <- …` to the `relabel:` section of the agent type.",
    )
    .fix("init: y", "init: y\n    relabel: p <- y"),
    CodeExplanation::new(
        "rcheck::nested-receivers",
        "`exists(…)` or `forall(…)` stands inside another one in an observation. The inner one ranges over the \
         same addressees, independently of the outer one.",
        "\
property-variables: p : bool
agent A
    local: x : bool
    init: x
    relabel: p <- x
    repeat: {x} *! (@p = true) () []; {x} *? []
system = A(one, true)
SPEC F <<exists(p = true & forall(p = true))>>true",
        "Write them side by side: `exists(…) & forall(…)`.",
    )
    .fix("exists(p = true & forall(p = true))", "exists(p = true) & forall(p = true)"),
    CodeExplanation::new(
        "rcheck::never-taken",
        "A command can never be taken. It reads a message variable that no message carries, or it gets from \
         the agent itself.",
        example!(
            before = "message-structure: M : bool\n",
            repeat = "{x} *! (true) () []; {M} *? [x := M]",
            system = "A(one, true) || A(two, true)"
        ),
        "Let some message carry the variable, or do not read it.",
    )
    .fix("(true) ()", "(true) (M := x)"),
    CodeExplanation::new(
        "rcheck::no-channel-here",
        "The current channel `chan` is used where there is no message. It has a value in guards, receive \
         guards and observations only.",
        example!(before = "enum channel {c}\n", repeat = "{chan = c} c? []"),
        "Test the channel in the receive guard, or name it in the command: `c?`.",
    )
    .fix("chan = c", "x"),
    CodeExplanation::new(
        "rcheck::no-message-here",
        "A message variable is used where there is no message to read it from. Receivers, getters and \
         suppliers read it in preconditions and updates, specifications in observations.",
        example!(before = "message-structure: M : bool\n", repeat = "{M} *! (true) (M := x) []"),
        "Store the value in a local when it is received, and use the local.",
    )
    .fix("{M}", "{x}"),
    CodeExplanation::new(
        "rcheck::no-myself-here",
        "`myself` is used in a specification, which belongs to no agent.",
        example!(local = "l : location", init = "l = myself", repeat = "{true} *! (true) () []", spec = "\nSPEC G (one-l = myself)"),
        "Name an instance or a quantified variable.",
    )
    .fix("one-l = myself", "one-l = one"),
    CodeExplanation::new(
        "rcheck::no-property-here",
        "A property variable is used where it is not clear whose property is meant. It has a value where an \
         agent looks at another one (guards of sends, gets) and under `exists(…)` or `forall(…)` in \
         observations.",
        example!(
            before = "property-variables: p : bool\n",
            init = "x & @p",
            more = "    relabel: p <- x\n",
            repeat = "{x} *! (@p) () []; {x} *? []"
        ),
        "Use the agent's own local instead; in an observation write `exists(…)` or `forall(…)` around it.",
    )
    .fix("x & @p", "x"),
    CodeExplanation::new(
        "rcheck::no-reals",
        "A variable is declared with the type `real`. R-CHECK models of Synod have booleans, integers, ranges, \
         enumerations, channels and locations.",
        example!(local = "t : real", init = "true", repeat = "{true} *! (true) () []"),
        "Use `int`, or a range such as `0..100`.",
    )
    .fix("real", "0..100"),
    CodeExplanation::new(
        "rcheck::no-system",
        "The model has no `system` section, so there are no agents to analyse.",
        "\
agent A
    local: x : bool
    init: x
    repeat: {x} *! (true) () []",
        "Add `system = Type(name, true)` behind the agents.",
    )
    .fix("() []", "() []\nsystem = A(one, true)"),
    CodeExplanation::new(
        "rcheck::not-constant",
        "The value of a constant is not made of numbers and constants declared before it.",
        example!(before = "const n = m + 1\n", local = "x : 0..n", init = "x = 0", repeat = "{x < n} *! (true) () []"),
        "Use numbers and earlier constants with `+`, `-`, `*` and `/`.",
    )
    .fix("m + 1", "1 + 1"),
    CodeExplanation::new(
        "rcheck::not-interchangeable",
        "The model distinguishes between instances of an agent type. With `--any-number` all instances of the \
         type must be alike: no agent names one of them, and no initial condition depends on how many there \
         are.",
        example!(
            local = "l : location",
            init = "l = two",
            repeat = "{l = myself} *! (true) () []",
            system = "A(one, true) || A(two, true)"
        ),
        "Do without the name, and speak of the instances through quantifiers in specifications; or check \
         without `--any-number`.",
    )
    .options(&["--any-number", "A"])
    .fix("l = two", "l = myself"),
    CodeExplanation::new(
        "rcheck::number-too-large",
        "A number does not fit 64 bits.",
        example!(local = "n : int", init = "n = 99999999999999999999", repeat = "{true} *! (true) () []"),
        "Use a smaller number.",
    )
    .fix("99999999999999999999", "99"),
    CodeExplanation::new(
        "rcheck::observation-inequality",
        "An observation uses `!=`, which the VSCode extension of R-CHECK reads as `=`. Here it keeps its \
         meaning, so the two tools disagree. The warning is given with `--compat rcheck-vscode` only.",
        example!(spec = "\nSPEC F <<sender != one>>true"),
        "Write a negated equation, which both tools read alike.",
    )
    .options(&["--compat", "rcheck-vscode"])
    .fix("sender != one", "!(sender = one)"),
    CodeExplanation::new(
        "rcheck::out-of-range",
        "A value is never in the range of the variable that gets it, so the step could never be taken.",
        example!(local = "z : 0..3", init = "z = 0", repeat = "{true} *! (true) () [z := 7]"),
        "Correct the value, or widen the range.",
    )
    .fix("z := 7", "z := 3"),
    CodeExplanation::new(
        "rcheck::outside-observation",
        "Something that is about a step, such as `sender = a`, stands outside an observation. States have no \
         sender.",
        example!(spec = "\nSPEC F (sender = one)"),
        "Put it into an observation: `<<sender = one>>true` says that the next step has this sender.",
    )
    .fix("(sender = one)", "<<sender = one>>true"),
    CodeExplanation::new(
        "rcheck::overridden-section",
        "An agent type has two sections `init:` or `receive-guard:`. Only the last one counts.",
        example!(local = "x : bool, y : bool", more = "    init: y\n"),
        "Join the conditions with `&`, or delete one of the sections.",
    )
    .fix("x\n    init: y", "x & y"),
    CodeExplanation::new(
        "rcheck::party-not-compared",
        "`sender`, `getter` or `supplier` stands alone. A participant of a step can only be compared with an \
         instance, by `=` or `!=`.",
        example!(spec = "\nSPEC F <<sender>>true"),
        "Compare it with the name of an instance or a quantified variable.",
    )
    .fix("<<sender>>", "<<sender = one>>"),
    CodeExplanation::new(
        "rcheck::property-as-location",
        "A get asks at a location that the supplier itself gives: a property variable of type `location` \
         stands where a location is needed.",
        example!(
            before = "property-variables: p : location\n",
            more = "    relabel: p <- myself\n",
            repeat = "{x} GET@(@p) () [] + {x} SUPPLY@(any) () []"
        ),
        "Compare the property with a location; then any agent for which that is true may supply.",
    )
    .fix("GET@(@p)", "GET@(@p = myself)"),
    CodeExplanation::new(
        "rcheck::recursive-guard",
        "A guard calls itself, directly or by way of other guards. A guard stands for its body, which would \
         never end.",
        example!(before = "guard g(x : bool) := x | g(!x);\n", local = "y : bool", init = "y", repeat = "{y} *! g(y) () []"),
        "Write the condition out without the recursive call.",
    )
    .fix("x | g(!x)", "true"),
    CodeExplanation::new(
        "rcheck::reserved-word",
        "A reserved word of the language is used as a name. In the new dialect the temporal operators `F`, \
         `G`, `X`, `U`, `R` and `W` are reserved too.",
        example!(local = "F : bool", init = "true", repeat = "{true} *! (true) () []"),
        "Choose another name.",
    )
    .fix("F : bool", "f : bool"),
    CodeExplanation::new(
        "rcheck::second-system",
        "The model has two `system` sections.",
        example!(
            repeat = "\
{x} *! (true) () []
system = A(one, true)",
            system = "A(two, true)"
        ),
        "Write one section with all instances, separated by `||`.",
    )
    .fix("\nsystem = A(two", " || A(two"),
    CodeExplanation::new(
        "rcheck::section-order",
        "A section comes after one that it should precede. It is read all the same, but other tools insist on \
         the order.",
        example!(
            repeat = "\
{x} *! (true) () []
enum colour {red}"
        ),
        "Write declarations and guards first, then agents, then `system`, then the specifications.",
    )
    .fix("enum colour {red}\n", ""),
    CodeExplanation::new(
        "rcheck::syntax",
        "The text does not follow the grammar at this place. The message says what could stand there.",
        example!(repeat = "{x} *! (true) []"),
        "Compare with the grammar in the chapter on R-CHECK of the book. A send, for example, is \
         `{precondition} channel! guard (data) [update]`.",
    )
    .fix("(true) []", "(true) () []"),
    CodeExplanation::new(
        "rcheck::temporal-operator",
        "An operator of LTOL or a quantifier over agents stands outside a specification. Agents see the \
         values of one moment, not whole runs.",
        example!(repeat = "{F x} *! (true) () []"),
        "Move the formula to a `SPEC`.",
    )
    .fix("F x", "x"),
    CodeExplanation::large(
        "rcheck::too-deep",
        "Brackets or operators are nested more deeply than Synod reads.",
        "A guard within 300 pairs of brackets gets this code.",
        || {
            let (open, close) = ("(".repeat(300), ")".repeat(300));
            format!("guard g() := {open}true{close}; agent A repeat: {{true}} *? [] system = A(one, true)")
        },
        "Remove brackets that are not needed, or name parts of the condition with `guard`.",
    ),
    CodeExplanation::large(
        "rcheck::too-large",
        "An expression becomes too large once guards and quantifiers are written out.",
        "Forty guards that call each other twice make a condition with 2⁴⁰ parts.",
        || {
            let call = |i: usize| format!("guard g{i}(b : bool) := g{}(b) | g{}(!b);\n", i - 1, i - 1);
            let guards: String = (1..40).map(call).collect();
            format!(
                "guard g0(b : bool) := b;\n{guards}agent A local: x : bool init: x repeat: {{x}} *! g39(x) () []\n\
                 system = A(one, true)"
            )
        },
        "Use fewer nested guards or quantifiers, or keep intermediate results in local variables.",
    ),
    CodeExplanation::new(
        "rcheck::too-many-values",
        "An observation quantifies over property variables that have too many values together. `exists` and \
         `forall` go through all combinations.",
        "\
property-variables: p : 0..99999, q : 0..99999
agent A
    local: x : bool
    init: x
    relabel: p <- 1 q <- 1
    repeat: {x} *! (@p = @q) () []; {x} *? []
system = A(one, true)
SPEC F <<exists(p = q)>>true",
        "Give the property variables smaller types.",
    )
    .fix("p : 0..99999, q : 0..99999", "p : 0..3, q : 0..3"),
    CodeExplanation::new(
        "rcheck::two-readings",
        "The tools for R-CHECK group this expression in different ways, because their precedences differ. The \
         message shows both readings.",
        example!(local = "x : bool, y : bool", init = "x | y & x"),
        "Add parentheses, so that all tools read the same.",
    )
    .fix("x | y & x", "x | (y & x)"),
    CodeExplanation::new(
        "rcheck::type-mismatch",
        "A value has another type than the place where it stands needs.",
        example!(local = "x : bool, n : int", init = "x & n = 0", repeat = "{n} *! (true) () []"),
        "Use a value of the type that the message names; a number becomes a condition by a comparison.",
    )
    .fix("{n}", "{n > 0}"),
    CodeExplanation::new(
        "rcheck::unclosed-comment",
        "A comment that begins with `/*` has no end. Comments do not nest.",
        example!(local = "x : bool /* whether"),
        "Close the comment with `*/`, or use `//`, which ends with the line.",
    )
    .fix("/* whether", "/* whether */"),
    CodeExplanation::new(
        "rcheck::uninitialised",
        "A local variable is mentioned in no initial condition, so it starts with any value of its type.",
        example!(local = "x : bool, z : 0..3"),
        "Give it an initial value in the `init:` section or in that of the instance, unless every value is \
         meant.",
    )
    .fix("init: x", "init: x & z = 0"),
    CodeExplanation::new(
        "rcheck::unknown-character",
        "A character is not part of the language. Names use ASCII letters, digits and `_`.",
        example!(init = "~x"),
        "Replace the character; negation, for example, is written `!`.",
    )
    .fix("~x", "!x"),
    CodeExplanation::new(
        "rcheck::unknown-constant",
        "The command line gives a value for a constant that the model does not have.",
        example!(),
        "Correct the name, declare the constant with `const n = 3`, or leave the value out.",
    )
    .options(&["n=1"]),
    CodeExplanation::new(
        "rcheck::unknown-member",
        "A specification names a local variable or label that the agent type does not have.",
        example!(spec = "\nSPEC F one-y"),
        "Correct the name; the members of an agent are its locals and the labels of its commands.",
    )
    .fix("one-y", "one-x"),
    CodeExplanation::new(
        "rcheck::unknown-name",
        "A name is declared nowhere, or cannot be seen at this place.",
        example!(init = "x & ready"),
        "Correct the spelling, or declare the name.",
    )
    .fix("x & ready", "x"),
    CodeExplanation::new(
        "rcheck::unreachable-command",
        "A command can never be reached. `rep` repeats for ever, so what follows it with `;` is never done.",
        example!(repeat = "(rep {x} *! (true) () []); {!x} *! (true) () []"),
        "Let a choice lead out of the loop: `(rep A) + B`.",
    )
    .fix("); {", ") + {"),
    CodeExplanation::new(
        "rcheck::unrelabelled-property",
        "An agent type does not say what a property variable means for its agents. Nobody asks them for it, so \
         it makes no difference now.",
        example!(before = "property-variables: p : bool\n", repeat = "{x} *! (true) () []; {x} *? []"),
        "Add `p <- …` to the `relabel:` section of the agent type.",
    )
    .fix("init: x", "init: x\n    relabel: p <- x"),
    CodeExplanation::new(
        "rcheck::wrong-kind",
        "A name is declared, but as something else than is needed here: a variable where a guard is needed, an \
         agent type where a value is needed, and so on.",
        example!(repeat = "{A} *! (true) () []"),
        "Use a name of the kind that the message asks for.",
    )
    .fix("{A}", "{x}"),
    CodeExplanation::new(
        "rcheck::wrong-number-of-arguments",
        "A guard is called with more or fewer arguments than it has parameters.",
        example!(before = "guard g(a : bool, b : bool) := a | b;\n", repeat = "{x} *! g(x) () []"),
        "Give one argument for each parameter.",
    )
    .fix("g(x)", "g(x, true)"),
];
