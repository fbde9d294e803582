//! Nouns that do not agree with the number before them, wherever a test looks at what is printed.

/// Nouns that are counted in what is printed.
const NOUNS: [&str; 40] = [
    "actions",
    "agents",
    "arguments",
    "bits",
    "branches",
    "clauses",
    "commands",
    "configurations",
    "deadlocks",
    "errors",
    "files",
    "instances",
    "inputs",
    "latches",
    "lines",
    "messages",
    "models",
    "notes",
    "parameters",
    "processes",
    "properties",
    "receivers",
    "roles",
    "rounds",
    "rules",
    "runs",
    "seconds",
    "sizes",
    "states",
    "steps",
    "strategies",
    "successors",
    "threads",
    "transitions",
    "types",
    "values",
    "variables",
    "warnings",
    "ways",
    "witnesses",
];

/// The first place where one thing is spoken of as many: `1 steps`, also with an adjective: `1 reachable states`.
pub fn disagreement(text: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let one = (0..words.len()).filter(|at| is_one(&words, *at));
        let plural = |word: &&str| NOUNS.contains(&word.trim_end_matches(|c: char| !c.is_alphanumeric()));
        let is_adjective = |word: &&str| ["reachable", "initial", "local", "minimal", "more"].contains(word);
        one.filter_map(|at| {
            let noun = match words.get(at + 1).is_some_and(is_adjective) {
                true => at + 2,
                false => at + 1,
            };
            words.get(noun).is_some_and(plural).then(|| line.trim().to_string())
        })
        .next()
    })
}

/// Whether a word is the number one: not the end of one whose thousands stand apart, nor that of a rule or a state.
fn is_one(words: &[&str], at: usize) -> bool {
    let is_number = |word: &&str| word.chars().all(|c| c.is_ascii_digit());
    let before = at.checked_sub(1).and_then(|at| words.get(at));
    words[at].trim_start_matches('(') == "1" && !before.is_some_and(|word| is_number(word) || *word == "0..")
}

#[test]
fn one_is_not_many() {
    assert_eq!(disagreement("all is well: 1 step, 11 steps, 20 001 states, 0.1 steps, n=1 values"), None);
    assert_eq!(disagreement("a\n  run of 1 steps\n").as_deref(), Some("run of 1 steps"));
    assert_eq!(
        disagreement("all 1 reachable states were visited").as_deref(),
        Some("all 1 reachable states were visited")
    );
    assert_eq!(disagreement("(1 states)").as_deref(), Some("(1 states)"));
}
