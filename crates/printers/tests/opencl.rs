//! The text of a search, compiled for this machine with a C compiler, takes the steps that the interpreter takes, from
//! random states of random systems, and finds as many states as explicit-state search. Without a compiler nothing is tested, and
//! the tests say so.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use synod_core::{Budget, Listing, Silent, State, System, Type, Variable, initial_states};
use synod_explicit::Explicit;
use synod_printers::opencl::SearchProgram;
use synod_simulate::Interpreter;
use synod_testing::{runner, systems};

/// What OpenCL C has and C has not, for one work item.
const BEFORE: &str = r#"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef struct { ulong x, y, z, w; } ulong4;
#define __kernel
#define __global
#define __local static
#define __constant static const
#define CLK_LOCAL_MEM_FENCE 0
#define barrier(x)
#define get_global_id(x) 0ul
#define get_global_size(x) 1ul
#define get_local_id(x) 0ul
#define get_local_size(x) 1ul
#define get_group_id(x) 0ul
#define get_num_groups(x) 1ul
#define popcount __builtin_popcountll
static long high_signed(long a, long b) { return (long)(((__int128)a * b) >> 64); }
static ulong high(ulong a, ulong b) { return (ulong)(((unsigned __int128)a * b) >> 64); }
#define mul_hi(a, b) _Generic((a), long: high_signed, default: high)(a, b)
#define atom_cmpxchg(p, old, new) __sync_val_compare_and_swap(p, old, new)
#define atomic_cmpxchg atom_cmpxchg
#define atom_add(p, v) __sync_fetch_and_add(p, v)
#define atom_inc(p) __sync_fetch_and_add(p, 1ul)
#define atomic_add(p, v) __sync_fetch_and_add(p, v)
#define atomic_inc(p) __sync_fetch_and_add(p, 1u)
#define atomic_or(p, v) __sync_fetch_and_or(p, v)
"#;

/// Reads packed states and prints what is counted of each, and the states that its steps lead to.
const AFTER: &str = r#"
int main(void)
{
    enum { PLACES = 4096 };
    static ulong state[WORDS], next[PLACES * WORDS], table[4][PLACES * WORDS], bad[WORDS], tally[8];
    const ulong buckets = PLACES / SLOTS;
    for (;;) {
        for (int i = 0; i < WORDS; i++) if (scanf("%lu", &state[i]) != 1) return 0;
        memset(table, 0, sizeof table);
        memset(tally, 0, sizeof tally);
        expand(state, 0, 1, INSERT, 1, 2, table[0], table[1], table[2], table[3], buckets, buckets, buckets, buckets,
            next, PLACES, state, bad, 1, tally);
        for (int i = 0; i < 8; i++) printf("%lu ", tally[i]);
        for (ulong i = 0; i < tally[FOUND] * WORDS; i++) printf("%lu ", next[i]);
        printf("\n");
    }
}
"#;

/// Reads packed initial states, searches from there, and prints what is counted: states, initial ones, steps, dead ends, faulty
/// states, whether something was left out, the depth.
const SEARCH: &str = r#"
int main(void)
{
    enum { PLACES = 1 << 14 };
    static ulong lists[2][4 * PLACES * WORDS], table[4][PLACES * WORDS], tally[8], bad[WORDS];
    const ulong buckets = PLACES / SLOTS;
    ulong count = 0, states = 0, depth = 0, counted[8] = {0};
    while (count < 4 * PLACES) {
        int i = 0;
        while (i < WORDS && scanf("%lu", &lists[0][count * WORDS + i]) == 1) i++;
        if (i < WORDS) break;
        count++;
    }
    seed(lists[0], count, 2, table[0], table[1], table[2], table[3], buckets, buckets, buckets, buckets, lists[1],
        4 * PLACES, tally);
    const ulong initial = tally[FOUND];
    ulong level = initial;
    for (int at = 1; level > 0; at = !at) {
        states += level;
        memset(tally, 0, sizeof tally);
        expand(lists[at], 0, level, INSERT, 1, 2, table[0], table[1], table[2], table[3], buckets, buckets, buckets,
            buckets, lists[!at], 4 * PLACES, bad, bad, 1, tally);
        for (int i = 0; i < 8; i++) counted[i] += tally[i];
        level = tally[FOUND];
        if (level > 0) depth++;
        if (counted[NO_ROOM] || states + level > 2 * PLACES) return 0;
    }
    printf("%lu %lu %lu %lu %lu %d %lu\n", states, initial, counted[TRANSITIONS], counted[DEAD_ENDS],
        counted[FAULTS], counted[CUT] > 0, depth);
}
"#;

/// Reads packed states that differ, puts them into an allocation with so many buckets, and reads them there again. Prints how many
/// there were, how many were new, met again and read as they had been, with their stamps, and how many places are taken.
const SMALL_TABLE: &str = r#"
int main(void)
{
    enum { MOST = 1 << 14 };
    static ulong states[MOST * WORDS];
    static ENTRY table[BUCKETS * SLOTS];
    ulong count = 0, fresh = 0, again = 0, same = 0, taken = 0;
    while (count < MOST) {
        int i = 0;
        while (i < WORDS && scanf("%lu", &states[count * WORDS + i]) == 1) i++;
        if (i < WORDS) break;
        count++;
    }
    for (ulong i = 0; i < count; i++) {
        const State s = load(states, i);
        fresh += put(table, BUCKETS, hash(s), s, 1 + i % STAMPS) == NEW;
    }
    for (ulong i = 0; i < count; i++) {
        const State s = load(states, i);
        again += put(table, BUCKETS, hash(s), s, 1) == KNOWN;
        const ulong at = find(table, BUCKETS, hash(s), s);
        if (at == NOWHERE || stamp_at(table, at) != 1 + i % STAMPS) continue;
        set_stamp(table, at, 1);
        const State t = state_at(table, BUCKETS, at);
        same += stamp_at(table, at) == 1 && memcmp(&s, &t, sizeof s) == 0;
    }
    for (ulong i = 0; i < BUCKETS * SLOTS; i++) taken += stamp_at(table, i) != 0;
    printf("%lu %lu %lu %lu %lu\n", count, fresh, again, same, taken);
}
"#;

/// The answers of the program to some packed states, one for each.
fn answers(program: &SearchProgram, main: &str, states: &[Vec<u64>]) -> Vec<Vec<u64>> {
    answers_with("", program, main, states)
}

/// The same with definitions before it.
fn answers_with(defined: &str, program: &SearchProgram, main: &str, states: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let folder = tempfile::tempdir().unwrap();
    let (source, binary) = (folder.path().join("search.c"), folder.path().join("search"));
    std::fs::write(&source, format!("{BEFORE}{defined}{}{main}", program.text)).unwrap();
    let compiled =
        Command::new("cc").arg("-w").arg("-O0").arg(&source).arg("-o").arg(&binary).output().unwrap();
    assert!(compiled.status.success(), "{}\n{}", String::from_utf8_lossy(&compiled.stderr), program.text);
    let mut run = Command::new(&binary).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = run.stdin.take().unwrap();
    for word in states.iter().flatten() {
        writeln!(input, "{word}").unwrap();
    }
    drop(input);
    let output = run.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", program.text);
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| line.split_whitespace().map(|word| word.parse().unwrap()).collect()).collect()
}

const BOUND: i64 = 3;

/// States within what is explored, from numbers.
fn states_of(program: &SearchProgram, numbers: &[u32]) -> Vec<State> {
    let width = program.layout.fields.len().max(1);
    let value = |(slot, number): (usize, &u32)| {
        let (lo, hi) = program.layout.fields[slot].window();
        lo + i64::from(*number) % (hi - lo + 1).max(1)
    };
    numbers.chunks_exact(width).map(|chunk| chunk.iter().enumerate().map(value).collect()).collect()
}

fn check(system: &System, numbers: &[u32]) -> Result<(), TestCaseError> {
    let Ok(program) = SearchProgram::new(system, None, BOUND) else { return Ok(()) };
    if program.layout.fields.is_empty() {
        return Ok(());
    }
    let states = states_of(&program, numbers);
    let packed: Vec<Vec<u64>> = states.iter().map(|state| program.layout.pack(state).unwrap()).collect();
    let answers = answers(&program, AFTER, &packed);
    prop_assert_eq!(answers.len(), states.len());
    let interpreter = Interpreter::new(system).with_int_bound(BOUND);
    for (state, answer) in std::iter::zip(&states, &answers) {
        let (counts, found) = answer.split_at(8);
        let moves = interpreter.moves(state);
        let cut = counts[4] > 0;
        let inside: Vec<Vec<u64>> =
            moves.enabled.iter().filter_map(|step| program.layout.pack(&step.target).ok()).collect();
        let known: BTreeSet<Vec<u64>> = inside.iter().cloned().collect();
        let ours: BTreeSet<Vec<u64>> = found.chunks(program.layout.words).map(<[u64]>::to_vec).collect();
        prop_assert_eq!(&ours, &known, "from {:?}\n{}", state, program.text);
        prop_assert_eq!(counts[1], inside.len() as u64, "steps from {:?}", state);
        prop_assert_eq!(counts[3] > 0, !moves.faulted.is_empty(), "faults of {:?}", state);
        let leaves = inside.len() < moves.enabled.len();
        prop_assert!(cut || !leaves, "{:?} has steps to where nobody looks", state);
        if !cut {
            prop_assert_eq!(counts[2] > 0, moves.enabled.is_empty(), "dead end {:?}", state);
        }
    }
    Ok(())
}

fn has_compiler() -> bool {
    let is_there = Command::new("cc").arg("--version").output().is_ok();
    if !is_there {
        eprintln!("skipped: there is no C compiler");
    }
    is_there
}

/// The same system, but of two alternatives of a part the second can be taken where the first cannot, and nowhere else.
fn decided(mut system: System) -> System {
    for rule in &mut system.rules {
        for part in &mut rule.parts {
            if let [first, second] = part.alternatives.as_mut_slice() {
                second.guard = system.exprs.not(first.guard);
            }
        }
    }
    system
}

/// Compares the search of a system, compiled for this machine, with explicit-state search. Says whether it could.
fn search(system: &System) -> Result<bool, TestCaseError> {
    let Ok(program) = SearchProgram::new(system, None, BOUND) else { return Ok(false) };
    let mut budget = Budget::unlimited();
    (budget.threads, budget.int_bound) = (1, BOUND);
    let mut packed = Vec::new();
    let mut cut = false;
    let listing = initial_states(system, BOUND, &mut |state| {
        match program.layout.pack(state) {
            Ok(state) => packed.push(state),
            Err(_) => cut = true,
        }
        ControlFlow::Continue(())
    });
    cut |= listing == Listing::Cut;
    let answers = answers(&program, SEARCH, &packed);
    // Too many states.
    let Some(answer) = answers.first() else { return Ok(false) };
    let known = Explicit::new(system).explore(&budget, &Silent);
    let counted = [known.states, known.initial, known.transitions, known.deadlocks, known.faults];
    prop_assert_eq!(&answer[..5], &counted, "{}", program.text);
    prop_assert_eq!(answer[5] > 0 || cut, known.cut);
    if known.states > 0 {
        prop_assert_eq!(answer[6], known.depth);
    }
    Ok(true)
}

#[test]
fn figures_are_those_of_explicit_search() {
    if !has_compiler() {
        return;
    }
    let searched = Cell::new(0);
    let test = |(system, decides): (System, bool)| {
        let system = if decides { decided(system) } else { system };
        searched.set(searched.get() + u32::from(search(&system)?));
        Ok(())
    };
    runner(100).run(&(systems(), any::<bool>()), test).unwrap();
    assert!(searched.get() > 50, "{} could be searched", searched.get());
}

#[test]
fn steps_are_those_of_the_interpreter() {
    if !has_compiler() {
        return;
    }
    let numbers = proptest::collection::vec(any::<u32>(), 400);
    let test = |(system, decides, numbers): (System, bool, Vec<u32>)| {
        let system = if decides { decided(system) } else { system };
        check(&system, &numbers)
    };
    runner(60).run(&(systems(), any::<bool>(), numbers), test).unwrap();
}

/// A system of variables with so many bits each, and no rules.
fn bits(widths: &[u32]) -> System {
    let mut system = System::new("bits");
    for (number, width) in widths.iter().enumerate() {
        let ty = Type::Range { lo: 0, hi: (1 << width) - 1 };
        let name = format!("v{number}");
        system.add_var(Variable { name, ty, len: None, owner: None, span: Default::default() });
    }
    system
}

#[test]
fn small_entries_stand_for_one_state_each_and_are_read_as_it_was() {
    if !has_compiler() {
        return;
    }
    // The bits of variables, of a quotient, of a stamp, and how many states are put into how many buckets.
    let cases: [(&[u32], u32, u32, u64, u64); 5] = [
        (&[20], 11, 12, 7000, 1000),
        (&[16, 14], 21, 6, 7200, 1001),
        (&[4, 5, 3], 8, 12, 115, 16),
        (&[55, 10], 1, 3, 3500, 1000),
        (&[44, 9, 9], 34, 7, 3700, 1024),
    ];
    for (widths, quotient, stamp, count, buckets) in cases {
        let system = bits(widths);
        let program = SearchProgram::new(&system, None, BOUND).unwrap();
        // Near each other, as states are, and far apart.
        for factor in [1, 0x9e37_79b9_7f4a_7c15_u64] {
            let state = |number: u64| -> State {
                let value = |(at, width): (usize, &u32)| {
                    let mixed = (number + 1).wrapping_mul(factor) >> if at == 0 { 0 } else { 7 * at };
                    (mixed & ((1 << width) - 1)) as i64
                };
                widths.iter().enumerate().map(value).collect()
            };
            let states: BTreeSet<Vec<u64>> =
                (0..count).map(|number| program.layout.pack(&state(number)).unwrap()).collect();
            let states: Vec<Vec<u64>> = states.into_iter().collect();
            let defined = format!(
                "#define SMALL\n#define BUCKETS {buckets}ul\n#define SMALL_STAMP {stamp}\n#define QUOTIENT_BITS {quotient}\n"
            );
            let told = answers_with(&defined, &program, SMALL_TABLE, &states);
            assert_eq!(told, [vec![states.len() as u64; 5]], "{widths:?}, {factor}");
        }
    }
}

#[test]
fn the_same_system_gives_the_same_text() {
    let test = |system: System| {
        let text = |system: &System| SearchProgram::new(system, None, BOUND).map(|program| program.text).ok();
        prop_assert_eq!(text(&system), text(&system.clone()));
        Ok(())
    };
    runner(50).run(&systems(), test).unwrap();
}
