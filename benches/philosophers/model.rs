//! Dining philosophers in R-CHECK: philosophers and forks are agents, and taking or putting down a fork
//! is one multicast on the channel of that fork.

use std::fmt::Write;

use synod_core::System;
use synod_syntax::Source;

const AGENTS: &str = "
message-structure: TAKE : bool

agent Philosopher
    local: left : channel, right : channel
    receive-guard: false
    repeat:
        takeLeft: {true} left! true (TAKE := true)[] ;
        takeRight: {true} right! true (TAKE := true)[] ;
        putLeft: {true} left! true (TAKE := false)[] ;
        putRight: {true} right! true (TAKE := false)[]

agent Fork
    local: mine : channel, taken : bool
    init: !taken
    receive-guard: chan = mine
    repeat: take: {TAKE & !taken} mine? [taken := true] + put: {!TAKE} mine? [taken := false]
";

/// So many philosophers, each with a fork on the left.
pub fn philosophers(count: usize) -> System {
    let channels: Vec<String> = (0..count).map(|n| format!("c{n}")).collect();
    let mut text = format!("enum channel {{{}}}{AGENTS}\nsystem = ", channels.join(", "));
    for n in 0..count {
        let next = (n + 1) % count;
        let bar = if n == 0 { "" } else { " || " };
        let _ =
            write!(text, "{bar}Philosopher(p{n}, left = c{n} & right = c{next}) || Fork(f{n}, mine = c{n})");
    }
    let source = Source::new(format!("{count} philosophers"), text);
    let loaded = synod_rcheck::load(&source, &synod_rcheck::Options::default());
    loaded.model.expect("the model is well formed").system
}
