//! The words of LAbS, the rules that they stand for, and forms to fill in.

use synod_frontend::{LanguageWord, SemanticRule, Snippet, rules, snippets, words};

pub(crate) const WORDS: &[LanguageWord] = words! {
    "system": "The section with parameters, shared memory and the numbers of agents.",
    "extern": "Parameters of the model, such as `_n`; the command line gives their values.",
    "environment": "Variables that all agents share; `<--` assigns them.",
    "spawn": "How many agents of each type there are.",
    "stigmergy": "Variables of which every agent has its own copy; newer values travel in messages between agents that are linked.",
    "link": "Between which agents news of a stigmergy travel: `of 1` is the sender, `of 2` the receiver.",
    "agent": "A type of agents.",
    "interface": "The attributes of an agent, with their first values; `<-` assigns them.",
    "stigmergies": "The stigmergies that an agent takes part in.",
    "Behavior": "The process that each agent of the type runs.",
    "check": "The section with the properties.",
    "assume": "The section with restrictions of the initial states.",
    "Skip": "A step that changes nothing.",
    "Nil": "Nothing more is done.",
    "always": "In every reachable state.",
    "finally": "On every run, at last and from then on in the final state.",
    "eventually": "On every run, at some time.",
    "fairly": "On every fair run, at some time.",
    "fairly_inf": "On every fair run, again and again.",
    "between": "Between two events, each time.",
    "from": "From one event until another, each time.",
    "ltl": "A formula of linear time.",
    "ctl": "A formula of branching time.",
    "forall": "For all agents of a type.",
    "exists": "For some agent of a type.",
    "count": "How many agents of a type satisfy the condition.",
    "id": "The number of the agent.",
    "of": "Whose variable is meant: `x of a`.",
    "pick": "Picks agents at random into a local array.",
    "where": "The condition on agents that are picked.",
    "undef": "No value yet.",
    "if": "`if c then a else b`: a value by a condition.",
    "then": "Part of `if c then a else b`.",
    "else": "Part of `if c then a else b`.",
    "abs": "The absolute value.",
    "min": "The lesser of two numbers.",
    "max": "The greater of two numbers.",
    "and": "Both.",
    "or": "One of them at least.",
    "true": "The condition that always holds.",
    "false": "The condition that never holds.",
};

pub(crate) const RULES: &[SemanticRule] = rules! {
    "<--" | "<-": "All expressions and subscripts are evaluated before anything is assigned." in "labs/semantics.html#steps-of-agents",
    "<~" | "stigmergy": "The agent has a new version of the tuple, and has to propagate it; whoever is linked and has an older one takes it. What a step reads has to be confirmed." in "labs/semantics.html#messages",
    "link": "A message is one step and reaches everybody who is linked to the sender in the current state." in "labs/semantics.html#messages",
    "=>": "If the condition is false, a step goes past the process, even with messages pending." in "labs/semantics.html#steps-of-agents",
    "->": "The first action of the process waits until the guard holds." in "labs/semantics.html#steps-of-agents",
    "++" | "||": "Of a choice, the action taken decides; of a parallel composition, steps of both interleave." in "labs/semantics.html#steps-of-agents",
    "Skip" | "Nil": "`Skip` is a step that does nothing; `Nil` never takes a step." in "labs/semantics.html#steps-of-agents",
    "pick": "Different agents, none of them itself, that satisfy the condition before the step; if there are too few, the step cannot be taken." in "labs/semantics.html#steps-of-agents",
    "undef": "A condition that mentions a variable without a value is false, even under `!`." in "labs/semantics.html#steps-of-agents",
    "Behavior": "Any agent that can act may act, and messages come at any time; with `--fair` agents take turns." in "labs/semantics.html#schedules",
};

pub(crate) const SNIPPETS: &[Snippet] = snippets! {
    "agent type" ("a type of agents")
        "agent ${1:Name} {\n    interface = ${2:x}: ${3:0}\n\n    Behavior = ${4:x = 0} -> ${2:x} <- ${5:1}; Behavior\n}\n",
    "stigmergy" ("variables whose news travel")
        "stigmergy ${1:Name} {\n    link = ${2:true}\n    ${3:x}: ${4:0}\n}\n",
    "system" ("parameters, shared memory and numbers of agents")
        "system {\n    extern = ${1:_n}\n    environment = ${2:e}: ${3:0}\n    spawn = ${4:Name}: ${5:_n}\n}\n",
    "check" ("the section with the properties") "check {\n    ${1:Name} = ${2:always} ${3:true}\n}\n",
    "for all agents" ("a condition on every agent") "forall ${1:Type} ${2:a}, ${3:x} of ${2:a} = ${4:0}",
};
