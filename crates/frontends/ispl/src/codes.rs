//! What the codes of diagnostics about ISPL and PISPL files mean.

use synod_syntax::{CodeExplanation, usual_or};

/// A model of one agent that counts, with what is given in the place of what is usual.
macro_rules! counter {
    (
        $(before = $before:literal$(,)?)?
        $(vars = $vars:literal$(,)?)?
        $(actions = $actions:literal$(,)?)?
        $(protocol = $protocol:literal$(,)?)?
        $(evolution = $evolution:literal$(,)?)?
        $(evaluation = $evaluation:literal$(,)?)?
        $(init = $init:literal$(,)?)?
        $(groups = $groups:literal$(,)?)?
        $(formulae = $formulae:literal$(,)?)?
    ) => {
        concat!(
            usual_or!("" $($before)?),
            "Agent P\n  Vars: ",
            usual_or!("x : 0..3;" $($vars)?),
            " end Vars\n  Actions = ",
            usual_or!("{go}" $($actions)?),
            ";\n  Protocol: ",
            usual_or!("Other : {go};" $($protocol)?),
            " end Protocol\n  Evolution: ",
            usual_or!("x = x + 1 if x < 3;" $($evolution)?),
            " end Evolution\nend Agent\nEvaluation\n  ",
            usual_or!("done if P.x = 3;" $($evaluation)?),
            "\nend Evaluation\nInitStates\n  ",
            usual_or!("P.x = 0;" $($init)?),
            "\nend InitStates\n",
            usual_or!("" $($groups)?),
            "Formulae\n  ",
            usual_or!("AF done;" $($formulae)?),
            "\nend Formulae"
        )
    };
}

/// A model of guests who enter, with what is given in the place of what is usual.
macro_rules! guests {
    (
        $(before = $before:literal$(,)?)?
        $(vars = $vars:literal$(,)?)?
        $(init = $init:literal$(,)?)?
        $(actions = $actions:literal$(,)?)?
        $(protocol = $protocol:literal$(,)?)?
        $(more = $more:literal$(,)?)?
        $(evolution = $evolution:literal$(,)?)?
        $(evaluation = $evaluation:literal$(,)?)?
        $(formulae = $formulae:literal$(,)?)?
    ) => {
        concat!(
            usual_or!("" $($before)?),
            "Template Guest\n  Vars: ",
            usual_or!("place : {out, in};" $($vars)?),
            " end Vars\n  InitState ",
            usual_or!("place = out;" $($init)?),
            " end InitState\n  Actions: ",
            usual_or!("Asynchronous = {enter};" $($actions)?),
            " end Actions\n  Protocol: ",
            usual_or!("place = out : {enter};" $($protocol)?),
            " end Protocol\n",
            usual_or!("" $($more)?),
            "  Evolution: ",
            usual_or!("place = in if Action = enter;" $($evolution)?),
            " end Evolution\nend Template\nEvaluation\n  ",
            usual_or!("inside if Guest.place = in;" $($evaluation)?),
            "\nend Evaluation\nFormulae\n  ",
            usual_or!("(Guest : {u}) AG !inside(u);" $($formulae)?),
            "\nend Formulae"
        )
    };
}

/// The code and the message of the warning about a line of a protocol that applies in no reachable state.
pub(crate) const UNREACHABLE_LINE: (&str, &str) =
    ("ispl::unreachable-line", "this line of the protocol applies in no reachable state");

/// The explanations of codes of ISPL, which PISPL shares, by code.
pub const ISPL: &[CodeExplanation] = &[
    CodeExplanation::new(
        "ispl::action-here",
        "An action is tested outside an `Evolution`. A state does not determine which action comes next.",
        counter!(evaluation = "done if P.Action = go;"),
        "Test variables instead; an action can be remembered in a variable.",
    )
    .fix("done if P.Action = go;", "done if P.x = 3;"),
    CodeExplanation::new(
        "ispl::ambiguous-name",
        "A name has two meanings: a variable is called like an agent, or like a value of an enumeration that its \
         agent compares with. Then `k = r` would compare `k` with the variable `r` in an `Evolution`, and with the \
         value `r` in the `Evaluation`.",
        counter!(vars = "x : 0..3; k : {r, g}; r : {r, g};"),
        "Rename one of them.",
    )
    .fix("r : {r, g}; end Vars", "other : {r, g}; end Vars"),
    CodeExplanation::new(
        "ispl::assigned-twice",
        "One line of an `Evolution` assigns the same variable twice. Its assignments take place at once, so \
         there is no last one.",
        counter!(evolution = "x = x + 1 and x = 0 if x < 3;"),
        "Keep one of the two.",
    )
    .fix("x = x + 1 and x = 0 if", "x = x + 1 if"),
    CodeExplanation::new(
        "ispl::character",
        "A character is not part of the language. Names use ASCII letters, digits and underscores, and start \
         with a letter.",
        counter!(evaluation = "done if P.x = 3 #;"),
        "Remove the character. Comments begin with `--`.",
    )
    .fix("done if P.x = 3 #;", "done if P.x = 3;"),
    CodeExplanation::new(
        "ispl::division-by-zero",
        "The divisor is the constant zero.",
        counter!(evaluation = "done if P.x / 0 = 3;"),
        "Divide by something else.",
    )
    .fix("done if P.x / 0 = 3;", "done if P.x = 3;"),
    CodeExplanation::new(
        "ispl::duplicate-name",
        "Two things of one kind have the same name: agents, variables or actions of one agent, values of an \
         enumeration, propositions, groups, or index variables of a formula.",
        counter!(vars = "x : 0..3; x : boolean;"),
        "Rename one of them.",
    )
    .fix("x : 0..3; x : boolean;", "x : 0..3;"),
    CodeExplanation::new(
        "ispl::empty-group",
        "A group has no members. What a group knows or enforces is about its members.",
        counter!(
            groups = "\
Groups
  g = {};
end Groups
",
            formulae = "<g> F done;"
        ),
        "Name an agent between the braces, or remove the group.",
    )
    .fix("g = {};", "g = {P};"),
    CodeExplanation::new(
        "ispl::empty-range",
        "A type has no values: the lower bound of a range is greater than its upper bound, or nothing stands between \
         the braces of an enumeration.",
        counter!(vars = "x : 3..0;"),
        "Write the lower bound first, or name a value.",
    )
    .fix("x : 3..0", "x : 0..3"),
    CodeExplanation::new(
        "ispl::empty-section",
        "An agent has no line in its `Protocol` or `Evolution`, or a line of its `Protocol` allows no action. Without \
         actions the whole system stops; only the Environment may do without both sections.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: end Evolution
end Agent
Evaluation
  done if P.x = 3;
end Evaluation
InitStates
  P.x = 0;
end InitStates
Formulae
  AF done;
end Formulae",
        "Write the line that is meant: `Other : {…};` allows actions everywhere, and `x = x if Action = a;` keeps a value.",
    )
    .fix("Evolution: end Evolution", "Evolution: x = x + 1 if x < 3; end Evolution"),
    CodeExplanation::new(
        "ispl::fraction",
        "A quotient is assigned to a variable that holds whole numbers. Where the division leaves a remainder \
         the assignment cannot be made, so the line does not apply.",
        counter!(evolution = "x = (x + 1) / 2 if x < 3;"),
        "Assign a whole number, or let the condition of the line exclude the other cases.",
    )
    .fix("x = (x + 1) / 2 if", "x = x + 1 if"),
    CodeExplanation::new(
        "ispl::initial",
        "The initial states are described with something else than `=`, or with arithmetic. In `InitStates` variables \
         are compared with `=` to a value or to another variable, joined by `and`, `or` and `!`.",
        counter!(init = "P.x < 1;"),
        "Write `=`, or `!(P.x = …)` to exclude a value.",
    )
    .fix("P.x < 1;", "P.x = 0;"),
    CodeExplanation::new(
        "ispl::no-actions",
        "An agent has no actions. All agents act in every step.",
        counter!(actions = "{}"),
        "Give it an action; one that changes nothing will do.",
    )
    .fix("Actions = {};", "Actions = {go};"),
    CodeExplanation::new(
        "ispl::no-variable",
        "A comparison has no variable in it, so it tests nothing.",
        counter!(evaluation = "done if 3 = 3;"),
        "Compare a variable, or leave the comparison out.",
    )
    .fix("done if 3 = 3;", "done if P.x = 3;"),
    CodeExplanation::new(
        "ispl::no-variables",
        "An agent has no variables, so it has no local states.",
        "\
Agent P
  Vars: end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: end Evolution
end Agent
Evaluation
  done if P.x = 3;
end Evaluation
InitStates
  P.x = 0;
end InitStates
Formulae
  AF done;
end Formulae",
        "Declare a variable; `end Vars` may follow after one.",
    ),
    CodeExplanation::new(
        "ispl::not-observable",
        "An agent reads a variable that it does not observe. An agent observes its own variables, the \
         `Obsvars` of the environment, and what its `Lobsvars` list.",
        counter!(
            before = "\
Agent Environment
  Vars: door : boolean; end Vars
  Actions = {wait};
  Protocol: Other : {wait}; end Protocol
  Evolution: door = true if door = false; end Evolution
end Agent
",
            evolution = "x = 3 if Environment.door = true;",
            init = "P.x = 0 and Environment.door = false;"
        ),
        "Declare the variable in `Obsvars`, or list it in the `Lobsvars` of the agent.",
    )
    .fix("Agent P\n", "Agent P\n  Lobsvars = {door};\n"),
    CodeExplanation::new(
        "ispl::number",
        "A number does not fit 32 bits.",
        counter!(evaluation = "done if P.x = 99999999999;"),
        "Use a smaller number.",
    )
    .fix("P.x = 99999999999", "P.x = 3"),
    CodeExplanation::new(
        "ispl::order",
        "Values that have no order are compared with `<`, `<=`, `>` or `>=`. Only numbers have an order; \
         booleans and enumerations are compared with `=` and `<>`.",
        counter!(vars = "x : {low, high};", evolution = "x = high if x < high;", evaluation = "done if P.x = high;", init = "P.x = low;"),
        "Use `=` or `<>`, or declare the variable with a range of numbers.",
    )
    .fix("x < high", "x <> high"),
    CodeExplanation::new(
        "ispl::other-last",
        "`Other` is not the last line of a `Protocol`. It stands for all states that no line before it \
         covers.",
        counter!(protocol = "Other : {go}; x = 0 : {go};"),
        "Move `Other` to the end.",
    )
    .fix("Protocol: Other : {go}; x = 0 : {go};", "Protocol: Other : {go};"),
    CodeExplanation::new(
        "ispl::out-of-range",
        "A number is outside the range of the variable that it is assigned to or compared with.",
        counter!(evaluation = "done if P.x = 9;"),
        "Correct the number, or widen the range of the variable.",
    )
    .fix("P.x = 9", "P.x = 3"),
    CodeExplanation::new(
        "ispl::path-formula",
        "A formula of CTL* asks something of a path, and does not say of which. Formulas of CTL* are about states: \
         `A` asks of all paths from there, `E` of some. So is what agents know.",
        counter!(formulae = "CTL* F done;"),
        "Write `A` or `E` before it, or `LTL` instead of `CTL*` to ask it of all paths.",
    )
    .fix("CTL* F done;", "CTL* A F done;"),
    CodeExplanation::new(
        "ispl::single-assignment",
        "With `Semantics = SingleAssignment` a line of an `Evolution` assigns more than one variable.",
        counter!(
            before = "Semantics = SingleAssignment;\n",
            vars = "x : 0..3; y : 0..3;",
            evolution = "x = 1 and y = 1 if x < 3;",
            init = "P.x = 0 and P.y = 0;"
        ),
        "Write one line for each variable, or use `Semantics = MultiAssignment`.",
    )
    .fix("x = 1 and y = 1 if x < 3;", "x = 1 if x < 3; y = 1 if x < 3;"),
    CodeExplanation::new(
        "ispl::syntax",
        "The text does not follow the grammar at this place. The message says what could stand there.",
        counter!(evaluation = "done if P.x = ;"),
        "Compare with the grammar in the chapter on ISPL of the book. Reserved words cannot be names.",
    )
    .fix("done if P.x = ;", "done if P.x = 3;"),
    CodeExplanation::large(
        "ispl::too-deep",
        "Brackets or operators are nested more deeply than Synod reads.",
        "A formula within 50 000 pairs of brackets gets this code.",
        || {
            let (open, close) = ("(".repeat(50_000), ")".repeat(50_000));
            format!("Agent P Vars: x : boolean; end Vars Actions = {{go}}; Protocol: Other : {{go}}; end Protocol \
                     Evolution: x = true if x = false; end Evolution end Agent Evaluation p if P.x = true; \
                     end Evaluation InitStates P.x = false; end InitStates \
                     Formulae {open}p{close}; end Formulae")
        },
        "Name parts of the formula as propositions in the `Evaluation` section.",
    ),
    CodeExplanation::new(
        "ispl::two-readings",
        "MCMAS and Synod group this CTL* formula in different ways. MCMAS lets a prefix operator apply to \
         everything to its right; Synod uses the same precedence in all logics.",
        counter!(formulae = "CTL* A(F done) -> done;"),
        "Put parentheses around what the operator applies to.",
    )
    .fix("CTL* A(F done) -> done;", "CTL* (A(F done)) -> done;"),
    CodeExplanation::new(
        "ispl::type-mismatch",
        "Values of different types are compared, or a value is assigned to a variable of another type.",
        counter!(evaluation = "done if P.x = true;"),
        "Use a value of the type of the variable.",
    )
    .fix("done if P.x = true;", "done if P.x = 3;"),
    CodeExplanation::new(
        "ispl::unknown-name",
        "A name is declared nowhere: an agent, variable, action, value, proposition or group.",
        counter!(formulae = "AF finished;"),
        "Correct the spelling, or declare the name.",
    )
    .fix("AF finished;", "AF done;"),
    CodeExplanation::new(
        "ispl::unreachable-line",
        "A line of a `Protocol` applies in no reachable state. Under fairness, only states on fair runs \
         count. It is reported once the reachable states have been explored.",
        counter!(protocol = "x = 3 and !(x = 3) : {go}; Other : {go};"),
        "Remove the line, or correct its condition.",
    )
    .fix("Protocol: x = 3 and !(x = 3) : {go}; Other : {go};", "Protocol: Other : {go};"),
];

/// The explanations of codes of PISPL alone, by code.
pub const PISPL: &[CodeExplanation] = &[
    CodeExplanation::new(
        "pispl::asynchronous-environment",
        "The environment uses an asynchronous action. An asynchronous action is done by one agent alone.",
        guests!(
            before = "\
Template Environment
  Vars: door : {open, shut}; end Vars
  InitState door = open; end InitState
  Protocol: door = open : {enter}; end Protocol
  Evolution: door = shut if Action = enter; end Evolution
end Template
"
        ),
        "Leave it out there, or declare it as `AgentEnvironment`.",
    )
    .fix("Asynchronous = {enter}", "AgentEnvironment = {enter}"),
    CodeExplanation::situation(
        "pispl::defect",
        "The templates do not fit together in a way that no other message describes. This is a defect of \
         Synod rather than of the model.",
        "No model is known that gets this code.",
        "Please report it, with the model.",
    ),
    CodeExplanation::new(
        "pispl::duplicate-section",
        "A template has the same section twice.",
        guests!(more = "  Vars: x : 0..3; end Vars\n"),
        "Join the two sections.",
    )
    .fix("  Vars: x : 0..3; end Vars\n  Evolution:", "  Evolution:"),
    CodeExplanation::new(
        "pispl::environment-actions",
        "The environment of an interleaved system declares actions. Its actions are the agent-environment, \
         role-synchronous, global-synchronous and multi-role actions of the roles.",
        guests!(
            before = "\
Template Environment
  Vars: door : {open, shut}; end Vars
  InitState door = open; end InitState
  Actions: Asynchronous = {slam}; end Actions
  Protocol: door = open : {enter}; end Protocol
  Evolution: door = shut if Action = enter; end Evolution
end Template
",
            actions = "AgentEnvironment = {enter};"
        ),
        "Declare the action in the role that takes part in it.",
    )
    .fix("  Actions: Asynchronous = {slam}; end Actions\n", ""),
    CodeExplanation::new(
        "pispl::missing-section",
        "A template lacks a section that it needs: `InitState`, `Actions` or `Protocol`.",
        "\
Template Guest
  Vars: place : {out, in}; end Vars
  Actions: Asynchronous = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u}) AG !inside(u);
end Formulae",
        "Add the section.",
    )
    .fix("end Vars\n", "end Vars\n  InitState place = out; end InitState\n"),
    CodeExplanation::new(
        "pispl::multi-role",
        "A multi-role action does not have two different roles that name each other. One agent of each of the \
         two roles takes part in it.",
        guests!(actions = "MultiRole(Guest) = {enter};"),
        "Declare the action in both roles, each naming the other: `MultiRole(Host) = {meet};` in `Guest` and \
         `MultiRole(Guest) = {meet};` in `Host`.",
    )
    .fix("MultiRole(Guest) = {enter}", "Asynchronous = {enter}"),
    CodeExplanation::new(
        "pispl::no-binder",
        "A formula uses index variables and has no binder. The binder in front of a formula, such as \
         `(Guest : {u, v})`, names its index variables with the role of each; different ones stand for different agents.",
        guests!(formulae = "AG !inside(u);"),
        "Write the binder in front of the formula: `(Guest : {u})`.",
    )
    .fix("AG !inside(u)", "(Guest : {u}) AG !inside(u)"),
    CodeExplanation::new(
        "pispl::no-index",
        "A proposition about agents has no index variable, a proposition about the environment has one, or \
         the knowledge of a role is asked for instead of that of one agent.",
        guests!(formulae = "(Guest : {u}) AG !inside;"),
        "Write `inside(u)` with an index variable of the formula.",
    )
    .fix("!inside", "!inside(u)"),
    CodeExplanation::new(
        "pispl::no-initial-state",
        "No state satisfies the `InitState` of a template.",
        guests!(init = "place = out and place = in;"),
        "Correct the condition.",
    )
    .fix("InitState place = out and place = in;", "InitState place = out;"),
    CodeExplanation::new(
        "pispl::no-result",
        "An action leads nowhere from a state, because it assigns a value outside the type of the variable. \
         In an interleaved system the action is then not possible there; in a synchronous one it is an error.",
        "\
Semantics = Synchronous;
Template Robot
  Vars: x : 0..3; end Vars
  InitState x = 0; end InitState
  Actions = {walk, stay};
  Protocol: x < 3 : {walk}; Other : {walk}; end Protocol
  Evolution: x = x + 1 if Action = walk; end Evolution
end Template
Evaluation
  far if Robot.x = 3;
end Evaluation
Formulae
  (Robot : {v}) AG (far(v) -> AX far(v));
end Formulae",
        "Exclude the state in the condition of the line, or in the `Protocol`.",
    )
    .fix("Other : {walk}", "Other : {stay}"),
    CodeExplanation::new(
        "pispl::no-role",
        "The file has no template besides the environment, so there are no agents.",
        "\
Template Environment
  Vars: door : {open, shut}; end Vars
  InitState door = open; end InitState
  Protocol: end Protocol
  Evolution: end Evolution
end Template
Evaluation
  open if Environment.door = open;
end Evaluation
Formulae
  AG open;
end Formulae",
        "Add a template for the agents.",
    ),
    CodeExplanation::new(
        "pispl::not-global",
        "A global-synchronous action is not declared by every role. All agents of all roles take part in it.",
        guests!(
            before = "\
Template Host
  Vars: awake : boolean; end Vars
  InitState awake = true; end InitState
  Actions: Asynchronous = {wait}; end Actions
  Protocol: Other : {wait}; end Protocol
  Evolution: end Evolution
end Template
",
            actions = "GlobalSynchronous = {enter};"
        ),
        "Declare the action in every role, and say in its `Protocol` when it agrees.",
    )
    .fix("GlobalSynchronous = {enter}", "Asynchronous = {enter}"),
    CodeExplanation::new(
        "pispl::not-universal",
        "A formula cannot be proved for every number of agents at once, because it is not universal. Proofs \
         compare systems of different sizes, which preserves formulas with `AG`, `AF`, `A(f U g)`, `K`, `and` \
         and `or`, with negation on propositions only (`AX` too in synchronous systems).",
        guests!(formulae = "(Guest : {u}) EF inside(u);"),
        "Ask for a universal formula, such as the negation of this one; or check single sizes: `synod check \
         model.pispl Guest=3`.",
    )
    .fix("EF inside(u)", "AG !inside(u)"),
    CodeExplanation::new(
        "pispl::nothing-allowed",
        "The `Protocol` of a synchronous template allows no action in a reachable state. In a synchronous \
         system all agents act in every step.",
        "\
Semantics = Synchronous;
Template Robot
  Vars: x : 0..3; end Vars
  InitState x = 0; end InitState
  Actions = {walk, stay};
  Protocol: x < 3 : {walk}; end Protocol
  Evolution: x = x + 1 if Action = walk; end Evolution
end Template
Evaluation
  far if Robot.x = 3;
end Evaluation
Formulae
  (Robot : {v}) AG (far(v) -> AX far(v));
end Formulae",
        "End the `Protocol` with `Other : {stay};`, with an action that changes nothing.",
    )
    .fix("x < 3 : {walk};", "Other : {stay};"),
    CodeExplanation::new(
        "pispl::other-template",
        "A template reads a variable or tests an action of another template. Agents learn of others by the \
         actions that they do together.",
        guests!(
            before = "\
Template Environment
  Vars: door : {open, shut}; end Vars
  InitState door = open; end InitState
  Protocol: door = open : {enter}; end Protocol
  Evolution: door = shut if Action = enter; end Evolution
end Template
",
            actions = "AgentEnvironment = {enter};",
            evolution = "place = in if Environment.Action = enter;"
        ),
        "Read the agent's own variables, and write `Action = a` for the action of the step; in a synchronous \
         system `a in GlobalAction` says that some agent does `a`.",
    )
    .fix("Environment.Action", "Action"),
    CodeExplanation::new(
        "pispl::several-initial-states",
        "The `InitState` of a template of an interleaved system leaves the value of a variable open. All \
         agents of a role start in the same state.",
        guests!(vars = "place : {out, in}; tall : boolean;"),
        "Give every variable a value.",
    )
    .fix("place = out; end InitState", "place = out and tall = true; end InitState"),
    CodeExplanation::new(
        "pispl::too-few-agents",
        "A formula has more index variables of a role than the instance has agents of it. The formula is left \
         out.",
        guests!(formulae = "(Guest : {u, v}) AG !(inside(u) and inside(v));"),
        "Ask for a larger instance: `Guest=2`.",
    )
    .options(&["Guest=1"]),
    CodeExplanation::new(
        "pispl::too-many-states",
        "A template has too many local states. What is proved for any number of agents rests on a list of the \
         states of one.",
        guests!(
            vars = "place : {out, in}; age : 0..1000000;",
            init = "place = out and age = 0;",
            protocol = "Other : {enter};",
            evolution = "age = age + 1 if age < 1000000;"
        ),
        "Narrow the ranges of its variables, or leave out what the formulas do not need.",
    )
    .fix("age : 0..1000000;", "age : 0..10;"),
    CodeExplanation::new(
        "pispl::two-results",
        "Two lines of an `Evolution` apply to the same state and action with different results. In an \
         interleaved system the state and the action determine what comes next.",
        guests!(evolution = "place = in if Action = enter; place = out if Action = enter;"),
        "Let the conditions exclude each other, or use two actions.",
    )
    .fix("place = in if Action = enter; place = out if Action = enter;", "place = in if Action = enter;"),
    CodeExplanation::new(
        "pispl::two-roles",
        "An action belongs to two roles, but is neither global-synchronous nor multi-role.",
        guests!(
            before = "\
Template Host
  Vars: awake : boolean; end Vars
  InitState awake = true; end InitState
  Actions: Asynchronous = {enter}; end Actions
  Protocol: Other : {enter}; end Protocol
  Evolution: end Evolution
end Template
"
        ),
        "Rename one of them, or declare it as `MultiRole` in both.",
    )
    .fix("Template Host\n  Vars: awake : boolean; end Vars\n  InitState awake = true; end InitState\n  Actions: Asynchronous = {enter}; end Actions\n  Protocol: Other : {enter}; end Protocol\n  Evolution: end Evolution\nend Template\nTemplate Guest", "Template Guest"),
    CodeExplanation::new(
        "pispl::two-templates",
        "A proposition reads variables of two templates. A proposition is about one agent, the one that its \
         index variable stands for, or about the environment.",
        guests!(
            before = "\
Template Environment
  Vars: door : {open, shut}; end Vars
  InitState door = open; end InitState
  Protocol: door = open : {enter}; end Protocol
  Evolution: door = shut if Action = enter; end Evolution
end Template
",
            actions = "AgentEnvironment = {enter};",
            evaluation = "inside if Guest.place = in and Environment.door = shut;"
        ),
        "Make two propositions, and join them in the formula.",
    )
    .fix(" and Environment.door = shut", ""),
    CodeExplanation::new(
        "pispl::two-types",
        "An action has two types. The type says who takes part in it: one agent alone, an agent with the \
         environment, all agents of a role, all agents, or two roles.",
        guests!(actions = "Asynchronous = {enter}; RoleSynchronous = {enter};"),
        "Declare the action once.",
    )
    .fix("Asynchronous = {enter}; RoleSynchronous = {enter};", "Asynchronous = {enter};"),
    CodeExplanation::new(
        "pispl::unknown-index",
        "A formula uses an index variable that it does not declare.",
        guests!(formulae = "(Guest : {u}) AG !inside(v);"),
        "Use one of the index variables in front of the formula, or add it there: `(Guest : {u, v})`.",
    )
    .fix("!inside(v)", "!inside(u)"),
    CodeExplanation::new(
        "pispl::unknown-role",
        "A formula names a role that does not exist. The environment is no role: there is one of it, so its \
         propositions need no index.",
        guests!(formulae = "(Gest : {u}) AG !inside(u);"),
        "Correct the name.",
    )
    .fix("(Gest : {u})", "(Guest : {u})"),
    CodeExplanation::new(
        "pispl::untyped-action",
        "Action has no declared type. In an interleaved system the type says who takes part: `Asynchronous`, \
         `AgentEnvironment`, `RoleSynchronous`, `GlobalSynchronous` or `MultiRole(R)`.",
        "\
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions = {enter};
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u}) AG !inside(u);
end Formulae",
        "Declare the action with its type.",
    )
    .fix("Actions = {enter};", "Actions: Asynchronous = {enter}; end Actions"),
    CodeExplanation::new(
        "pispl::unused-index",
        "A formula declares an index variable that it does not use. It still needs one more agent of the \
         role.",
        guests!(formulae = "(Guest : {u, v}) AG !inside(u);"),
        "Remove it, unless the extra agent is meant.",
    )
    .fix("(Guest : {u, v})", "(Guest : {u})"),
    CodeExplanation::new(
        "pispl::unused-line",
        "A line of a `Protocol` or an `Evolution` applies in no local state that an agent comes to, whatever the other agents do and \
         however many there are.",
        guests!(actions = "Asynchronous = {enter, leave};", protocol = "place = out : {enter}; place = in and place = out : {leave};"),
        "Correct its condition, or leave it out.",
    )
    .fix("place = in and place = out : {leave};", "place = in : {leave};"),
    CodeExplanation::new(
        "pispl::wrong-role",
        "An index variable stands for agents of another role than the proposition or the operator of \
         knowledge is about.",
        guests!(
            before = "\
Template Host
  Vars: awake : boolean; end Vars
  InitState awake = true; end InitState
  Actions: Asynchronous = {wait}; end Actions
  Protocol: Other : {wait}; end Protocol
  Evolution: end Evolution
end Template
",
            formulae = "(Host : {u}) AG !inside(u);"
        ),
        "Declare the variable with the role of the proposition.",
    )
    .fix("(Host : {u})", "(Guest : {u})"),
];
