//! The words of CCS and of choreographies, and forms to fill in.

use synod_frontend::{LanguageWord, Snippet, snippets, words};

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

pub(crate) const CCS_SNIPPETS: &[Snippet] = snippets! {
    "process" ("a recursive process") "${1:NAME} = ${2:a}.${1:NAME}",
    "system" ("processes side by side") "system = (${1:P} | ${2:Q}) \\ {${3:a}}",
    "property" ("a property") "property ${1:name}: ${2:G !deadlock}",
};

pub(crate) const CHOR_SNIPPETS: &[Snippet] = snippets! {
    "choreography" ("who sends what to whom") "${1:NAME} = ${2:a} -> ${3:b}: ${4:message}",
    "property" ("a property") "property ${1:name}: ${2:F terminated}",
};
