//! The words of ISPL and PISPL, the rules that they stand for, and forms to fill in.

use synod_frontend::{LanguageWord, SemanticRule, Snippet, rules, snippets, words};

pub(crate) const ISPL_WORDS: &[LanguageWord] = words! {
    "Semantics": "How the lines of an Evolution combine: `MultiAssignment` (one line is taken) or `SingleAssignment` (one for each variable).",
    "Agent": "An agent: its variables, its actions, which of them it may take when, and how its variables change.",
    "Environment": "The agent whose Obsvars all others see.",
    "Obsvars": "Variables of the environment that every agent sees.",
    "Lobsvars": "Variables of the environment that this agent sees.",
    "Vars": "The agent's own variables.",
    "RedStates": "States that are not as they should be, for the operator `O`.",
    "GreenStates": "States that are as they should be.",
    "Actions": "The actions of the agent.",
    "Protocol": "Which actions the agent may take in which states.",
    "Other": "The last line of a Protocol: what may be done where no other line applies.",
    "Evolution": "How the variables of the agent change, given the actions of all.",
    "Action": "In an Evolution: the action that the agent takes; `Other.Action` that of another.",
    "Evaluation": "Propositions that formulas are about.",
    "InitStates": "The initial states.",
    "Groups": "Named groups of agents.",
    "Fairness": "What holds again and again on every path that counts.",
    "Formulae": "The questions.",
    "AG": "On all paths, always.",
    "AF": "On all paths, at some time.",
    "AX": "In all next states.",
    "EG": "On some path, always.",
    "EF": "On some path, at some time.",
    "EX": "In some next state.",
    "K": "`K(agent, p)`: the agent knows `p`.",
    "GK": "`GK(group, p)`: everybody in the group knows `p`.",
    "GCK": "`GCK(group, p)`: `p` is common knowledge in the group.",
    "DK": "`DK(group, p)`: who pools what the group sees knows `p`.",
    "O": "`O(agent, p)`: `p` holds in all states that are green for the agent.",
    "LTL": "In front of a formula of linear time.",
    "CTL*": "In front of a formula with path quantifiers and linear time.",
    "end": "Ends a section.",
    "if": "In an Evolution: when the assignment is made; in the Evaluation: when the proposition holds.",
    "boolean": "The type of truth values.",
    "true": "The condition that always holds.",
    "false": "The condition that never holds.",
    "and": "Both.",
    "or": "One of them at least.",
};

pub(crate) const PISPL_WORDS: &[LanguageWord] = words! {
    "Semantics": "How agents move: `Interleaved` (one action at a time) or `Synchronous` (all at once).",
    "Template": "A role: what each of any number of agents is and does.",
    "Environment": "The one environment of all agents.",
    "Vars": "The variables of each agent.",
    "InitState": "The state in which each agent begins.",
    "Actions": "The actions of the role, by who takes part in them.",
    "Asynchronous": "Actions that one agent takes alone.",
    "AgentEnvironment": "Actions that one agent takes together with the environment.",
    "GlobalSynchronous": "Actions that all agents take together.",
    "MultiRole": "Actions that one agent of each of two roles take together.",
    "Protocol": "Which actions an agent may take in which states.",
    "Other": "The last line of a Protocol: what may be done where no other line applies.",
    "Evolution": "How the variables of an agent change.",
    "Action": "In an Evolution: the action that is taken.",
    "GlobalAction": "In a synchronous Evolution: `a in GlobalAction`, some agent does it.",
    "Evaluation": "Propositions, each about one template.",
    "Formulae": "The questions, each with a binder such as `(Robot : {i, j})`.",
    "end": "Ends a section.",
    "if": "In an Evolution: when the assignment is made; in the Evaluation: when the proposition holds.",
};

pub(crate) const ISPL_RULES: &[SemanticRule] = rules! {
    "Protocol" | "Other" | "Actions": "Every agent picks an action that its protocol allows: one from the lines whose conditions hold, or from `Other` if none does. If some agent has no such action, there is no step." in "ispl/index.html#what-a-step-is",
    "Evolution" | "Action": "All agents change their variables at once, from the values before and the actions of all." in "ispl/index.html#what-a-step-is",
    "Semantics": "With `MultiAssignment` an agent takes one of the lines that apply, and variables that it does not mention stay; with `SingleAssignment` every variable takes a line of its own." in "ispl/index.html#what-a-step-is",
    "Obsvars" | "Lobsvars" | "K" | "GK" | "GCK" | "DK": "An agent sees its own variables, all `Obsvars` of the Environment, and those that its `Lobsvars` name. States in which it sees the same are the same to it; there is no memory." in "ispl/index.html#what-an-agent-sees",
    "AX" | "AF" | "AG" | "EX" | "EF" | "EG": "A state without steps is not repeated: no path leads through it, so `EX` and `EG` are false there, `AX` and `AF` true." in "ispl/index.html#what-a-step-is",
    "InitStates": "All states that satisfy the condition; variables that it leaves out have every value." in "ispl/index.html#what-a-step-is",
};

pub(crate) const PISPL_RULES: &[SemanticRule] = rules! {
    "Asynchronous" | "AgentEnvironment" | "RoleSynchronous" | "GlobalSynchronous" | "MultiRole" | "Actions": "A step is possible if everybody who takes part allows the action; they change, and all others stay." in "any-number/pispl.html#interleaved-systems",
    "Semantics" | "Interleaved": "One action happens at a time, or, with `Synchronous`, all agents and the environment act in every step." in "any-number/pispl.html#interleaved-systems",
    "Synchronous" | "GlobalAction": "All agents and the environment act in every step. `a in GlobalAction` says that some agent does `a`, oneself included; how many do is not seen." in "any-number/pispl.html#synchronous-systems",
    "Template" | "InitState": "Agents of a template are alike; every one starts in its initial state." in "any-number/pispl.html#templates",
    "Formulae" | "Evaluation": "A formula begins with a binder that names different agents of templates." in "any-number/pispl.html#propositions-and-formulas",
};

pub(crate) const ISPL_SNIPPETS: &[Snippet] = snippets! {
    "Agent" ("an agent")
        "Agent ${1:Name}\n  Vars:\n    ${2:x} : ${3:0..1};\n  end Vars\n  Actions = {${4:a}};\n  Protocol:\n    Other : {${4:a}};\n  end Protocol\n  Evolution:\n    ${2:x} = ${5:1} if Action = ${4:a};\n  end Evolution\nend Agent\n",
    "Evaluation" ("propositions") "Evaluation\n  ${1:p} if ${2:Agent}.${3:x} = ${4:1};\nend Evaluation\n",
    "InitStates" ("the initial states") "InitStates\n  ${1:Agent}.${2:x} = ${3:0};\nend InitStates\n",
    "Formulae" ("the questions") "Formulae\n  ${1:AG p};\nend Formulae\n",
    "knows" ("an agent knows") "K(${1:Agent}, ${2:p})",
    "can enforce" ("a group has a strategy") "<${1:group}> ${2:F p}",
};

pub(crate) const PISPL_SNIPPETS: &[Snippet] = snippets! {
    "Template" ("a role")
        "Template ${1:Name}\n  Vars:\n    ${2:state} : {${3:idle, busy}};\n  end Vars\n  InitState ${2:state} = ${4:idle}; end InitState\n  Actions:\n    Asynchronous = {${5:act}};\n  end Actions\n  Protocol:\n    Other : {${5:act}};\n  end Protocol\n  Evolution:\n    ${2:state} = ${6:busy} if Action = ${5:act};\n  end Evolution\nend Template\n",
    "formula about any agent" ("a question for any number of agents") "(${1:Role} : {${2:i}}) AG ${3:p}(${2:i});",
};
