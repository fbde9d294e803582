//! Lines for the prompt of `interact`.

use synod_simulate::Random;

use crate::corpus::Model;
use crate::expressions::{expression, name};
use crate::mutate::{mutated, one};

/// Lines for a prompt.
pub fn dialogue(model: &Model, random: &mut Random) -> Vec<u8> {
    const LINES: [&str; 32] = [
        "state",
        "state ann",
        "steps",
        "1",
        "2",
        "take 1",
        "take 99999999999999999999",
        "back",
        "back 0",
        "back 7",
        "reset",
        "reset 2",
        "random 20 3",
        "random 1000001",
        "init",
        "init 2",
        "init x = 1 & !y",
        "why",
        "why 1",
        "view a",
        "trace",
        "save out.json",
        "save out.svg",
        "save out.csv",
        "save /dev/full",
        "save .",
        "load out.json",
        "load",
        "load none",
        "next",
        "check",
        "check spec-1",
    ];
    let count = random.below(12);
    let line = |random: &mut Random| match random.below(10) {
        0..5 => one(&LINES, random).to_string(),
        5 => format!("check {}", expression(model, random)),
        6 => format!("eval {}", expression(model, random)),
        7 => format!("find {}", expression(model, random)),
        8 => format!("init {}", expression(model, random)),
        _ => format!("{} {}", one(&["state", "view", "why", "check", "take"], random), name(model, random)),
    };
    let mut text: Vec<u8> = (0..count).flat_map(|_| (line(random) + "\n").into_bytes()).collect();
    if random.below(4) == 0 {
        text = mutated(&text, &[], random);
    }
    text
}
