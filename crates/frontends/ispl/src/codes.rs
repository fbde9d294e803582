//! What the codes of diagnostics about ISPL and PISPL files mean.

use synod_syntax::CodeExplanation;

/// The explanations of codes of ISPL, which PISPL shares, by code.
pub const ISPL: &[CodeExplanation] = &[
    CodeExplanation::new(
        "ispl::action-here",
        "An action is tested outside an `Evolution`. A state does not determine which action comes next.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Evaluation
  done if P.Action = go;
end Evaluation
InitStates
  P.x = 0;
end InitStates
Formulae
  AF done;
end Formulae",
        "Test variables instead; an action can be remembered in a variable.",
    )
    .fix("done if P.Action = go;", "done if P.x = 3;"),
    CodeExplanation::new(
        "ispl::ambiguous-name",
        "A name has two meanings: a variable is called like an agent, or like a value of an enumeration that its \
         agent compares with. Then `k = r` would compare `k` with the variable `r` in an `Evolution`, and with the \
         value `r` in the `Evaluation`.",
        "\
Agent P
  Vars: x : 0..3; k : {r, g}; r : {r, g}; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
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
        "Rename one of them.",
    )
    .fix("r : {r, g}; end Vars", "other : {r, g}; end Vars"),
    CodeExplanation::new(
        "ispl::assigned-twice",
        "One line of an `Evolution` assigns the same variable twice. Its assignments take place at once, so \
         there is no last one.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 and x = 0 if x < 3; end Evolution
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
        "Keep one of the two.",
    )
    .fix("x = x + 1 and x = 0 if", "x = x + 1 if"),
    CodeExplanation::new(
        "ispl::character",
        "A character is not part of the language. Names use ASCII letters, digits and underscores, and start \
         with a letter.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Evaluation
  done if P.x = 3 #;
end Evaluation
InitStates
  P.x = 0;
end InitStates
Formulae
  AF done;
end Formulae",
        "Remove the character. Comments begin with `--`.",
    )
    .fix("done if P.x = 3 #;", "done if P.x = 3;"),
    CodeExplanation::new(
        "ispl::division-by-zero",
        "The divisor is the constant zero.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Evaluation
  done if P.x / 0 = 3;
end Evaluation
InitStates
  P.x = 0;
end InitStates
Formulae
  AF done;
end Formulae",
        "Divide by something else.",
    )
    .fix("done if P.x / 0 = 3;", "done if P.x = 3;"),
    CodeExplanation::new(
        "ispl::duplicate-name",
        "Two things of one kind have the same name: agents, variables or actions of one agent, values of an \
         enumeration, propositions, groups, or index variables of a formula.",
        "\
Agent P
  Vars: x : 0..3; x : boolean; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
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
        "Rename one of them.",
    )
    .fix("x : 0..3; x : boolean;", "x : 0..3;"),
    CodeExplanation::new(
        "ispl::empty-group",
        "A group has no members. What a group knows or enforces is about its members.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Evaluation
  done if P.x = 3;
end Evaluation
InitStates
  P.x = 0;
end InitStates
Groups
  g = {};
end Groups
Formulae
  <g> F done;
end Formulae",
        "Name an agent between the braces, or remove the group.",
    )
    .fix("g = {};", "g = {P};"),
    CodeExplanation::new(
        "ispl::empty-range",
        "A type has no values: the lower bound of a range is greater than its upper bound, or nothing stands between \
         the braces of an enumeration.",
        "\
Agent P
  Vars: x : 3..0; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
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
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = (x + 1) / 2 if x < 3; end Evolution
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
        "Assign a whole number, or let the condition of the line exclude the other cases.",
    )
    .fix("x = (x + 1) / 2 if", "x = x + 1 if"),
    CodeExplanation::new(
        "ispl::initial",
        "The initial states are described with something else than `=`, or with arithmetic. In `InitStates` variables \
         are compared with `=` to a value or to another variable, joined by `and`, `or` and `!`.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Evaluation
  done if P.x = 3;
end Evaluation
InitStates
  P.x < 1;
end InitStates
Formulae
  AF done;
end Formulae",
        "Write `=`, or `!(P.x = …)` to exclude a value.",
    )
    .fix("P.x < 1;", "P.x = 0;"),
    CodeExplanation::new(
        "ispl::no-actions",
        "An agent has no actions. All agents act in every step.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
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
        "Give it an action; one that changes nothing will do.",
    )
    .fix("Actions = {};", "Actions = {go};"),
    CodeExplanation::new(
        "ispl::no-variable",
        "A comparison has no variable in it, so it tests nothing.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Evaluation
  done if 3 = 3;
end Evaluation
InitStates
  P.x = 0;
end InitStates
Formulae
  AF done;
end Formulae",
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
        "\
Agent Environment
  Vars: door : boolean; end Vars
  Actions = {wait};
  Protocol: Other : {wait}; end Protocol
  Evolution: door = true if door = false; end Evolution
end Agent
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = 3 if Environment.door = true; end Evolution
end Agent
Evaluation
  done if P.x = 3;
end Evaluation
InitStates
  P.x = 0 and Environment.door = false;
end InitStates
Formulae
  AF done;
end Formulae",
        "Declare the variable in `Obsvars`, or list it in the `Lobsvars` of the agent.",
    )
    .fix("Agent P\n", "Agent P\n  Lobsvars = {door};\n"),
    CodeExplanation::new(
        "ispl::number",
        "A number does not fit 32 bits.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Evaluation
  done if P.x = 99999999999;
end Evaluation
InitStates
  P.x = 0;
end InitStates
Formulae
  AF done;
end Formulae",
        "Use a smaller number.",
    )
    .fix("P.x = 99999999999", "P.x = 3"),
    CodeExplanation::new(
        "ispl::order",
        "Values that have no order are compared with `<`, `<=`, `>` or `>=`. Only numbers have an order; \
         booleans and enumerations are compared with `=` and `<>`.",
        "\
Agent P
  Vars: x : {low, high}; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = high if x < high; end Evolution
end Agent
Evaluation
  done if P.x = high;
end Evaluation
InitStates
  P.x = low;
end InitStates
Formulae
  AF done;
end Formulae",
        "Use `=` or `<>`, or declare the variable with a range of numbers.",
    )
    .fix("x < high", "x <> high"),
    CodeExplanation::new(
        "ispl::other-last",
        "`Other` is not the last line of a `Protocol`. It stands for all states that no line before it \
         covers.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; x = 0 : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
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
        "Move `Other` to the end.",
    )
    .fix("Protocol: Other : {go}; x = 0 : {go};", "Protocol: Other : {go};"),
    CodeExplanation::new(
        "ispl::out-of-range",
        "A number is outside the range of the variable that it is assigned to or compared with.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Evaluation
  done if P.x = 9;
end Evaluation
InitStates
  P.x = 0;
end InitStates
Formulae
  AF done;
end Formulae",
        "Correct the number, or widen the range of the variable.",
    )
    .fix("P.x = 9", "P.x = 3"),
    CodeExplanation::new(
        "ispl::path-formula",
        "A formula of CTL* asks something of a path, and does not say of which. Formulas of CTL* are about states: \
         `A` asks of all paths from there, `E` of some. So is what agents know.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Evaluation
  done if P.x = 3;
end Evaluation
InitStates
  P.x = 0;
end InitStates
Formulae
  CTL* F done;
end Formulae",
        "Write `A` or `E` before it, or `LTL` instead of `CTL*` to ask it of all paths.",
    )
    .fix("CTL* F done;", "CTL* A F done;"),
    CodeExplanation::new(
        "ispl::single-assignment",
        "With `Semantics = SingleAssignment` a line of an `Evolution` assigns more than one variable.",
        "\
Semantics = SingleAssignment;
Agent P
  Vars: x : 0..3; y : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = 1 and y = 1 if x < 3; end Evolution
end Agent
Evaluation
  done if P.x = 3;
end Evaluation
InitStates
  P.x = 0 and P.y = 0;
end InitStates
Formulae
  AF done;
end Formulae",
        "Write one line for each variable, or use `Semantics = MultiAssignment`.",
    )
    .fix("x = 1 and y = 1 if x < 3;", "x = 1 if x < 3; y = 1 if x < 3;"),
    CodeExplanation::new(
        "ispl::syntax",
        "The text does not follow the grammar at this place. The message says what could stand there.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Evaluation
  done if P.x = ;
end Evaluation
InitStates
  P.x = 0;
end InitStates
Formulae
  AF done;
end Formulae",
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
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Evaluation
  done if P.x = 3;
end Evaluation
InitStates
  P.x = 0;
end InitStates
Formulae
  CTL* A(F done) -> done;
end Formulae",
        "Put parentheses around what the operator applies to.",
    )
    .fix("CTL* A(F done) -> done;", "CTL* (A(F done)) -> done;"),
    CodeExplanation::new(
        "ispl::type-mismatch",
        "Values of different types are compared, or a value is assigned to a variable of another type.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Evaluation
  done if P.x = true;
end Evaluation
InitStates
  P.x = 0;
end InitStates
Formulae
  AF done;
end Formulae",
        "Use a value of the type of the variable.",
    )
    .fix("done if P.x = true;", "done if P.x = 3;"),
    CodeExplanation::new(
        "ispl::unknown-name",
        "A name is declared nowhere: an agent, variable, action, value, proposition or group.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Evaluation
  done if P.x = 3;
end Evaluation
InitStates
  P.x = 0;
end InitStates
Formulae
  AF finished;
end Formulae",
        "Correct the spelling, or declare the name.",
    )
    .fix("AF finished;", "AF done;"),
    CodeExplanation::new(
        "ispl::unreachable-line",
        "A line of a `Protocol` applies in no reachable state. Under fairness, only states on fair runs \
         count. It is reported once the reachable states have been explored.",
        "\
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: x = 3 and !(x = 3) : {go}; Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
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
        "Remove the line, or correct its condition.",
    )
    .fix("Protocol: x = 3 and !(x = 3) : {go}; Other : {go};", "Protocol: Other : {go};"),
];

/// The explanations of codes of PISPL alone, by code.
pub const PISPL: &[CodeExplanation] = &[
    CodeExplanation::new(
        "pispl::asynchronous-environment",
        "The environment uses an asynchronous action. An asynchronous action is done by one agent alone.",
        "\
Template Environment
  Vars: door : {open, shut}; end Vars
  InitState door = open; end InitState
  Protocol: door = open : {enter}; end Protocol
  Evolution: door = shut if Action = enter; end Evolution
end Template
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
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
        "\
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: Asynchronous = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Vars: x : 0..3; end Vars
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u}) AG !inside(u);
end Formulae",
        "Join the two sections.",
    )
    .fix("  Vars: x : 0..3; end Vars\n  Evolution:", "  Evolution:"),
    CodeExplanation::new(
        "pispl::environment-actions",
        "The environment of an interleaved system declares actions. Its actions are the agent-environment, \
         role-synchronous, global-synchronous and multi-role actions of the roles.",
        "\
Template Environment
  Vars: door : {open, shut}; end Vars
  InitState door = open; end InitState
  Actions: Asynchronous = {slam}; end Actions
  Protocol: door = open : {enter}; end Protocol
  Evolution: door = shut if Action = enter; end Evolution
end Template
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: AgentEnvironment = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u}) AG !inside(u);
end Formulae",
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
        "\
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: MultiRole(Guest) = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u}) AG !inside(u);
end Formulae",
        "Declare the action in both roles, each naming the other: `MultiRole(Host) = {meet};` in `Guest` and \
         `MultiRole(Guest) = {meet};` in `Host`.",
    )
    .fix("MultiRole(Guest) = {enter}", "Asynchronous = {enter}"),
    CodeExplanation::new(
        "pispl::no-binder",
        "A formula uses index variables and has no binder. The binder in front of a formula, such as \
         `(Guest : {u, v})`, names its index variables with the role of each; different ones stand for different agents.",
        "\
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: Asynchronous = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  AG !inside(u);
end Formulae",
        "Write the binder in front of the formula: `(Guest : {u})`.",
    )
    .fix("AG !inside(u)", "(Guest : {u}) AG !inside(u)"),
    CodeExplanation::new(
        "pispl::no-index",
        "A proposition about agents has no index variable, a proposition about the environment has one, or \
         the knowledge of a role is asked for instead of that of one agent.",
        "\
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: Asynchronous = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u}) AG !inside;
end Formulae",
        "Write `inside(u)` with an index variable of the formula.",
    )
    .fix("!inside", "!inside(u)"),
    CodeExplanation::new(
        "pispl::no-initial-state",
        "No state satisfies the `InitState` of a template.",
        "\
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out and place = in; end InitState
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
        "\
Template Host
  Vars: awake : boolean; end Vars
  InitState awake = true; end InitState
  Actions: Asynchronous = {wait}; end Actions
  Protocol: Other : {wait}; end Protocol
  Evolution: end Evolution
end Template
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: GlobalSynchronous = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u}) AG !inside(u);
end Formulae",
        "Declare the action in every role, and say in its `Protocol` when it agrees.",
    )
    .fix("GlobalSynchronous = {enter}", "Asynchronous = {enter}"),
    CodeExplanation::new(
        "pispl::not-universal",
        "A formula cannot be proved for every number of agents at once, because it is not universal. Proofs \
         compare systems of different sizes, which preserves formulas with `AG`, `AF`, `A(f U g)`, `K`, `and` \
         and `or`, with negation on propositions only (`AX` too in synchronous systems).",
        "\
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: Asynchronous = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u}) EF inside(u);
end Formulae",
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
        "\
Template Environment
  Vars: door : {open, shut}; end Vars
  InitState door = open; end InitState
  Protocol: door = open : {enter}; end Protocol
  Evolution: door = shut if Action = enter; end Evolution
end Template
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: AgentEnvironment = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Environment.Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u}) AG !inside(u);
end Formulae",
        "Read the agent's own variables, and write `Action = a` for the action of the step; in a synchronous \
         system `a in GlobalAction` says that some agent does `a`.",
    )
    .fix("Environment.Action", "Action"),
    CodeExplanation::new(
        "pispl::several-initial-states",
        "The `InitState` of a template of an interleaved system leaves the value of a variable open. All \
         agents of a role start in the same state.",
        "\
Template Guest
  Vars: place : {out, in}; tall : boolean; end Vars
  InitState place = out; end InitState
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
        "Give every variable a value.",
    )
    .fix("place = out; end InitState", "place = out and tall = true; end InitState"),
    CodeExplanation::new(
        "pispl::too-few-agents",
        "A formula has more index variables of a role than the instance has agents of it. The formula is left \
         out.",
        "\
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: Asynchronous = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u, v}) AG !(inside(u) and inside(v));
end Formulae",
        "Ask for a larger instance: `Guest=2`.",
    )
    .options(&["Guest=1"]),
    CodeExplanation::new(
        "pispl::too-many-states",
        "A template has too many local states. What is proved for any number of agents rests on a list of the \
         states of one.",
        "\
Template Guest
  Vars: place : {out, in}; age : 0..1000000; end Vars
  InitState place = out and age = 0; end InitState
  Actions: Asynchronous = {enter}; end Actions
  Protocol: Other : {enter}; end Protocol
  Evolution: age = age + 1 if age < 1000000; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u}) AG !inside(u);
end Formulae",
        "Narrow the ranges of its variables, or leave out what the formulas do not need.",
    )
    .fix("age : 0..1000000;", "age : 0..10;"),
    CodeExplanation::new(
        "pispl::two-results",
        "Two lines of an `Evolution` apply to the same state and action with different results. In an \
         interleaved system the state and the action determine what comes next.",
        "\
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: Asynchronous = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; place = out if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u}) AG !inside(u);
end Formulae",
        "Let the conditions exclude each other, or use two actions.",
    )
    .fix("place = in if Action = enter; place = out if Action = enter;", "place = in if Action = enter;"),
    CodeExplanation::new(
        "pispl::two-roles",
        "An action belongs to two roles, but is neither global-synchronous nor multi-role.",
        "\
Template Host
  Vars: awake : boolean; end Vars
  InitState awake = true; end InitState
  Actions: Asynchronous = {enter}; end Actions
  Protocol: Other : {enter}; end Protocol
  Evolution: end Evolution
end Template
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
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
        "Rename one of them, or declare it as `MultiRole` in both.",
    )
    .fix("Template Host\n  Vars: awake : boolean; end Vars\n  InitState awake = true; end InitState\n  Actions: Asynchronous = {enter}; end Actions\n  Protocol: Other : {enter}; end Protocol\n  Evolution: end Evolution\nend Template\nTemplate Guest", "Template Guest"),
    CodeExplanation::new(
        "pispl::two-templates",
        "A proposition reads variables of two templates. A proposition is about one agent, the one that its \
         index variable stands for, or about the environment.",
        "\
Template Environment
  Vars: door : {open, shut}; end Vars
  InitState door = open; end InitState
  Protocol: door = open : {enter}; end Protocol
  Evolution: door = shut if Action = enter; end Evolution
end Template
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: AgentEnvironment = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in and Environment.door = shut;
end Evaluation
Formulae
  (Guest : {u}) AG !inside(u);
end Formulae",
        "Make two propositions, and join them in the formula.",
    )
    .fix(" and Environment.door = shut", ""),
    CodeExplanation::new(
        "pispl::two-types",
        "An action has two types. The type says who takes part in it: one agent alone, an agent with the \
         environment, all agents of a role, all agents, or two roles.",
        "\
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: Asynchronous = {enter}; RoleSynchronous = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u}) AG !inside(u);
end Formulae",
        "Declare the action once.",
    )
    .fix("Asynchronous = {enter}; RoleSynchronous = {enter};", "Asynchronous = {enter};"),
    CodeExplanation::new(
        "pispl::unknown-index",
        "A formula uses an index variable that it does not declare.",
        "\
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: Asynchronous = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u}) AG !inside(v);
end Formulae",
        "Use one of the index variables in front of the formula, or add it there: `(Guest : {u, v})`.",
    )
    .fix("!inside(v)", "!inside(u)"),
    CodeExplanation::new(
        "pispl::unknown-role",
        "A formula names a role that does not exist. The environment is no role: there is one of it, so its \
         propositions need no index.",
        "\
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: Asynchronous = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Gest : {u}) AG !inside(u);
end Formulae",
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
        "\
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: Asynchronous = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u, v}) AG !inside(u);
end Formulae",
        "Remove it, unless the extra agent is meant.",
    )
    .fix("(Guest : {u, v})", "(Guest : {u})"),
    CodeExplanation::new(
        "pispl::unused-line",
        "A line of a `Protocol` or an `Evolution` applies in no local state that an agent comes to, whatever the other agents do and \
         however many there are.",
        "\
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: Asynchronous = {enter, leave}; end Actions
  Protocol: place = out : {enter}; place = in and place = out : {leave}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Guest : {u}) AG !inside(u);
end Formulae",
        "Correct its condition, or leave it out.",
    )
    .fix("place = in and place = out : {leave};", "place = in : {leave};"),
    CodeExplanation::new(
        "pispl::wrong-role",
        "An index variable stands for agents of another role than the proposition or the operator of \
         knowledge is about.",
        "\
Template Host
  Vars: awake : boolean; end Vars
  InitState awake = true; end InitState
  Actions: Asynchronous = {wait}; end Actions
  Protocol: Other : {wait}; end Protocol
  Evolution: end Evolution
end Template
Template Guest
  Vars: place : {out, in}; end Vars
  InitState place = out; end InitState
  Actions: Asynchronous = {enter}; end Actions
  Protocol: place = out : {enter}; end Protocol
  Evolution: place = in if Action = enter; end Evolution
end Template
Evaluation
  inside if Guest.place = in;
end Evaluation
Formulae
  (Host : {u}) AG !inside(u);
end Formulae",
        "Declare the variable with the role of the proposition.",
    )
    .fix("(Host : {u})", "(Guest : {u})"),
];
