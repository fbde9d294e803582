//! The words of CCS and of choreographies, the rules that they stand for, and forms to fill in.

use synod_frontend::{LanguageWord, SemanticRule, Snippet, rules, snippets, words};

pub(crate) const CCS_WORDS: &[LanguageWord] = words! {
    "system": "The process that the text is about; without it, the last definition.",
    "set": "A named set of actions.",
    "property": "A property that can be checked.",
    "tau": "A step that nobody else sees.",
    "nil": "The process that does nothing.",
    "can": "`can(a)`: one of the actions is possible here.",
    "does": "`does(a)`: the step taken here is one of the actions.",
    "did": "`did(a)`: the step that led here is one of the actions.",
    "deadlock": "No step can be taken here.",
    "terminated": "All processes have come to their end.",
    "G": "Always, from here on.",
    "F": "Now or at some later time.",
    "X": "In the next state.",
    "U": "`p U q`: `q` happens, and until then `p` holds.",
    "W": "`p W q`: as `U`, but `q` need not happen.",
    "R": "`p R q`: `q` holds up to and including where `p` does, or for ever.",
    "A": "On all runs from here.",
    "E": "On some run from here.",
};

pub(crate) const CHOR_WORDS: &[LanguageWord] = words! {
    "property": "A property that can be checked.",
    "tau": "A step of nobody.",
    "can": "`can(a)`: one of the actions is possible here.",
    "does": "`does(a)`: the step taken here is one of the actions.",
    "did": "`did(a)`: the step that led here is one of the actions.",
    "deadlock": "No step can be taken here.",
    "terminated": "All peers have come to their end.",
    "realisable": "The peers, each doing its own part, do what the choreography says.",
    "G": "Always, from here on.",
    "F": "Now or at some later time.",
    "X": "In the next state.",
    "U": "`p U q`: `q` happens, and until then `p` holds.",
    "W": "`p W q`: as `U`, but `q` need not happen.",
    "R": "`p R q`: `q` holds up to and including where `p` does, or for ever.",
    "A": "On all runs from here.",
    "E": "On some run from here.",
};

pub(crate) const CCS_RULES: &[SemanticRule] = rules! {
    "|[" | "]|": "An action of the set happens when both do it, as that action; any other is one of a single process." in "process/ccs.html#meaning",
    "|": "What either can do, one at a time; or `tau`, when one does `b` and the other `'b`." in "process/ccs.html#meaning",
    "+": "What either can do; the first action decides. A choice is made by what is done, not before **[late]**." in "process/ccs.html#when-a-choice-is-made",
    "\\": "What the process can do, but for the actions of the set and their partners." in "process/ccs.html#meaning",
    "tau": "Two partners that meet make one step that nobody else sees." in "process/ccs.html#meaning",
    "can" | "does" | "did" | "deadlock" | "terminated": "Properties of processes speak of what can be done here, of the step taken here, and of the step that led here." in "process/index.html#properties",
    "G" | "F" | "X" | "U" | "W" | "R": "A formula of linear time is about one run; it has to hold on all of them." in "logics.html#along-one-run",
};

pub(crate) const CHOR_RULES: &[SemanticRule] = rules! {
    "->": "A message is one step of its sender and its receiver **[implementation]**. The projection on a peer keeps what it takes part in **[projection]**." in "process/chor.html#meaning",
    "+": "A peer chooses as soon as it comes to a choice, and by itself **[internal-choice]**." in "process/chor.html#meaning",
    "realisable": "The peers and the choreography have the same traces **[realisable]**." in "process/chor.html#meaning",
    "terminated" | "deadlock": "When all peers have ended, that is no deadlock **[end]**." in "process/chor.html#meaning",
    "can" | "does" | "did": "Properties of processes speak of what can be done here, of the step taken here, and of the step that led here." in "process/index.html#properties",
    "G" | "F" | "X" | "U" | "W" | "R": "A formula of linear time is about one run; it has to hold on all of them." in "logics.html#along-one-run",
};

pub(crate) const CCS_SNIPPETS: &[Snippet] = snippets! {
    "process" ("a recursive process") "${1:NAME} = ${2:a}.${1:NAME}",
    "system" ("processes side by side") "system = (${1:P} | ${2:Q}) \\ {${3:a}}",
    "property" ("a property") "property ${1:name}: ${2:G !deadlock}",
};

pub(crate) const CHOR_SNIPPETS: &[Snippet] = snippets! {
    "choreography" ("who sends what to whom") "${1:NAME} = ${2:a} -> ${3:b}: ${4:message}",
    "property" ("a property") "property ${1:name}: ${2:F terminated}",
};
