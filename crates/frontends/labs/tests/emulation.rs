//! The printed C program and the interpreter take the same runs.
//!
//! The program is compiled with a driver that makes its choices: at random, and then the interpreter has
//! to take the same steps to the same states; or those of a run of the interpreter, and then the program
//! has to follow. `SYNOD_CASES` says how many random models are tried. Without gcc nothing is tested, and
//! that is said.

mod generator;
mod support;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use generator::{program, readings};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use synod_core::{Formula, Property, PropertyOrigin, State, Step, System, Trace};
use synod_labs::{Blocked, Model, Options};
use synod_printers::c::{self, Program, Target};
use synod_simulate::{Interpreter, Random, Truth, evaluate};

const RUNS: u32 = 12;
const STEPS: u32 = 15;

/// What every model is asked besides what it asks itself: the program has to know where nothing can be
/// done and where a step meets a fault.
fn built_in() -> Vec<Property> {
    let property = |name: &str, bad: Formula| Property {
        name: name.into(),
        text: String::new(),
        formula: Formula::Globally(Box::new(bad.not())),
        span: Default::default(),
        origin: PropertyOrigin::BuiltIn,
    };
    vec![property("no-deadlock", Formula::Deadlock), property("no-fault", Formula::Faulty)]
}

/// The driver: what the program leaves open, and a `main` that goes through runs and prints them.
fn driver(program: &Program, checks: bool) -> String {
    let text =
        program.text.replace("const value picked = nondet_int();", "const value picked = pick(low, high);");
    let text =
        text.replace("const value picked = nondet_longlong();", "const value picked = pick(low, high);");
    assert!(text.contains("pick(low, high)"));
    let mut out = r#"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf discarded;
static long long list[4096];
static int known, used, replays;
static unsigned long long seed;
static long long pick(long long low, long long high)
{
    if (replays) {
        if (used >= known) { printf("short\n"); exit(1); }
        return list[used++];
    }
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return list[used++] = low + (long long)((seed >> 33) % (unsigned long long)(high - low + 1));
}
void __CPROVER_assume(_Bool condition) { if (!condition) longjmp(discarded, 1); }
void __CPROVER_assert(_Bool condition, const char *name) { if (!condition) printf("violated %s\n", name); }
int nondet_int(void);
int nondet_int(void) { return rand() & 1; }
long long nondet_longlong(void);
long long nondet_longlong(void) { return rand() & 1; }
#define main emulation
"#
    .to_string();
    out.push_str(&text);
    out.push_str("#undef main\nstatic void show(void)\n{\n");
    if text.contains("static void look(void)") {
        out.push_str("    look();\n");
    }
    out.push_str("    printf(\"state\");\n");
    for place in &program.places {
        let _ = writeln!(out, "    printf(\" %lld\", (long long){place});");
    }
    out.push_str("    printf(\"\\n\");\n");
    if checks {
        out.push_str("    check();\n");
    }
    out.push_str(
        r#"}
/* Takes a step; if that cannot be done, nothing has changed. */
static int can(void (*part)(void))
{
    const int before = used;
    if (setjmp(discarded)) { used = before; return 0; }
    part();
    return 1;
}
static int tries(void (*part)(void))
{
    for (int i = 0; i < (replays ? 1 : 4000); i++) if (can(part)) return 1;
    return 0;
}
static void run(int steps)
{
    printf("run\n");
    if (!tries(start)) { if (replays) printf("stuck\n"); return; }
    show();
    for (int i = 0; i < steps; i++) {
        if (replays && used == known) break;
        if (!tries(take_step)) { if (replays) printf("stuck\n"); break; }
        show();
    }
    printf("choices");
    for (int i = 0; i < used; i++) printf(" %lld", list[i]);
    printf("\n");
}
int main(int argc, char **argv)
{
    const int runs = atoi(argv[1]), steps = argc > 2 ? atoi(argv[2]) : 0;
    if (argc == 2) {
        /* The program as it is. */
        for (int i = 0; i < runs; i++) {
            used = 0;
            if (!setjmp(discarded)) emulation();
        }
        return 0;
    }
    if (argc > 3) {
        seed = strtoull(argv[3], 0, 10);
        for (int i = 0; i < runs; i++) { used = 0; run(steps); }
        return 0;
    }
    replays = 1;
    for (int i = 0; i < runs; i++) {
        if (scanf("%d", &known) != 1) return 1;
        for (int k = 0; k < known; k++) if (scanf("%lld", &list[k]) != 1) return 1;
        used = 0;
        run(steps);
    }
    return 0;
}
"#,
    );
    out
}

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("synod-emulation-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn has_gcc() -> bool {
    let found = Command::new("gcc").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !found {
        eprintln!("skipped: there is no gcc");
    }
    found
}

fn compile(folder: &Path, text: &str, arguments: &[&str]) {
    std::fs::write(folder.join("program.c"), text).unwrap();
    let output = Command::new("gcc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "program.c", "-o", "program"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}\n{text}", String::from_utf8_lossy(&output.stderr));
}

/// A run as the driver prints it.
#[derive(Debug, Default)]
struct Printed {
    states: Vec<State>,
    /// For each state the properties that it violates.
    violated: Vec<Vec<String>>,
    choices: Vec<i64>,
    stuck: bool,
}

fn read(output: &str) -> Vec<Printed> {
    let numbers = |text: &str| text.split_whitespace().map(|n| n.parse().unwrap()).collect::<Vec<i64>>();
    let mut runs: Vec<Printed> = Vec::new();
    for line in output.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "run" {
            runs.push(Printed::default());
            continue;
        }
        let run = runs.last_mut().unwrap();
        match word {
            "state" => {
                run.states.push(numbers(rest));
                run.violated.push(Vec::new());
            }
            "violated" => run.violated.last_mut().unwrap().push(rest.to_string()),
            "choices" => run.choices = numbers(rest),
            _ => run.stuck = true,
        }
    }
    runs
}

fn start(folder: &Path, arguments: &[String], input: &str) -> Vec<Printed> {
    let mut child = Command::new(folder.join("program"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    read(&String::from_utf8_lossy(&output.stdout))
}

/// A run of the interpreter, with steps that only wait where the program has them too.
fn walk(interpreter: &Interpreter, random: &mut Random, waits: bool) -> Option<Trace> {
    let mut trace =
        Trace { states: vec![interpreter.random_initial(random)?], steps: Vec::new(), loop_start: None };
    for _ in 0..STEPS {
        let state = trace.states.last()?.clone();
        let moves = interpreter.moves(&state).enabled;
        if moves.is_empty() {
            if waits {
                trace.states.push(state);
                trace.steps.push(Step::Stutter);
            }
            break;
        }
        let chosen = &moves[random.below(moves.len())];
        trace.states.push(chosen.target.clone());
        trace.steps.push(Step::Take(chosen.taken.clone()));
    }
    Some(trace)
}

/// What a state of a run violates is what the interpreter says that it violates.
fn compare_claims(interpreter: &Interpreter, asked: &[Property], trace: &Trace, printed: &Printed) {
    for (position, violated) in printed.violated.iter().enumerate() {
        let piece =
            Trace { states: vec![trace.states[position].clone()], steps: Vec::new(), loop_start: None };
        for property in asked {
            let Formula::Globally(body) = &property.formula else { continue };
            let body = Formula::And(vec![(**body).clone()]);
            let fails = evaluate(interpreter, &body, &piece) == Truth::False;
            assert_eq!(violated.contains(&property.name), fails, "{} in {piece:?}", property.name);
        }
    }
}

/// Compares the runs of a system and of its program, both ways, and counts the steps.
fn compare(system: &System, properties: &[Property], seed: u64) -> usize {
    compare_for(Target::Cbmc, system, properties, seed)
}

fn compare_for(target: Target, system: &System, properties: &[Property], seed: u64) -> usize {
    let folder = Folder::new();
    let asked: Vec<Property> = properties.iter().cloned().chain(built_in()).collect();
    let options = c::Options { target, steps: Some(9), ends: true };
    let program = match c::program(system, &asked, &options) {
        Ok(program) => program,
        Err(why) => panic!("{why}"),
    };
    let refused = |property: &&Property| program.refused.iter().any(|(name, _)| *name == property.name);
    let about_states: Vec<Property> = asked
        .iter()
        .filter(|property| !refused(property))
        .filter(|p| matches!(&p.formula, Formula::Globally(body) if body.is_about_point()))
        .cloned()
        .collect();
    compile(&folder.0, &driver(&program, !about_states.is_empty()), &[]);
    let interpreter = Interpreter::new(system);
    let mut steps = 0;
    let arguments = |list: &[u64]| list.iter().map(u64::to_string).collect::<Vec<_>>();

    for printed in start(&folder.0, &arguments(&[RUNS.into(), STEPS.into(), seed]), "") {
        if printed.states.is_empty() {
            continue;
        }
        let trace = program.decisions.decode(&interpreter, &printed.choices).unwrap();
        assert_eq!(trace.states, printed.states);
        assert!(interpreter.is_initial(&trace.states[0]) && interpreter.misfit(&trace.states[0]).is_none());
        compare_claims(&interpreter, &about_states, &trace, &printed);
        steps += trace.steps.len();
    }

    let mut random = Random::new(seed);
    let waits = program.text.contains("stand_still");
    let traces: Vec<Trace> = (0..RUNS).filter_map(|_| walk(&interpreter, &mut random, waits)).collect();
    let mut input = String::new();
    for trace in &traces {
        let choices = program.decisions.encode(trace).expect("the program has every step");
        assert_eq!(program.decisions.decode(&interpreter, &choices).unwrap(), *trace);
        let _ = write!(input, "{}", choices.len());
        for choice in &choices {
            let _ = write!(input, " {choice}");
        }
        input.push('\n');
    }
    let runs = start(&folder.0, &arguments(&[traces.len() as u64, u64::from(STEPS) + 1]), &input);
    assert_eq!(runs.len(), traces.len());
    for (trace, printed) in std::iter::zip(&traces, runs) {
        assert!(!printed.stuck, "the program does not follow {trace:?}\n{}", program.text);
        assert_eq!(trace.states, printed.states);
        compare_claims(&interpreter, &about_states, trace, &printed);
        steps += trace.steps.len();
    }
    steps
}

/// The programs for all verifiers compile.
fn compiles(system: &System, properties: &[Property]) {
    let folder = Folder::new();
    let targets =
        [Target::Cbmc, Target::Esbmc, Target::Cseq, Target::TwoLs, Target::CpaChecker, Target::SvComp];
    for target in targets {
        for steps in [None, Some(3)] {
            let options = c::Options { target, steps, ends: false };
            let program = c::program(system, properties, &options).unwrap();
            compile(&folder.0, &program.text, &["-c"]);
        }
    }
}

fn example(name: &str, parameters: &[(&str, i64)], options: Options) -> Model {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/labs").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let parameters = parameters.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    support::model(&text, &Options { parameters, ..options })
}

type Example = (&'static str, &'static [(&'static str, i64)]);

const EXAMPLES: [Example; 7] = [
    ("leader.labs", &[("n", 3)]),
    ("philosophers.labs", &[("n", 3)]),
    ("approximate-majority.labs", &[("yes", 1), ("no", 2)]),
    ("majority.labs", &[("yes", 1), ("no", 2)]),
    ("flock.labs", &[("birds", 3), ("grid", 5), ("delta", 5)]),
    ("boids.labs", &[("birds", 3), ("grid", 5), ("delta", 5)]),
    ("formation.labs", &[("range", 2), ("n", 3), ("size", 10)]),
];

#[test]
fn the_program_of_every_example_and_the_interpreter_take_the_same_runs() {
    if !has_gcc() {
        return;
    }
    for (name, parameters) in EXAMPLES {
        let model = example(name, parameters, Options::default());
        assert!(compare(&model.system, &model.properties, 1) > 50, "{name}");
        let model = example(name, parameters, Options { fair: true, steps: Some(7), ..Options::default() });
        compare(&model.system, &model.properties, 2);
    }
}

#[test]
fn a_run_that_has_ended_is_watched_as_it_stands_still() {
    if !has_gcc() {
        return;
    }
    let text = "system { environment = sum: 0 spawn = Adder: 1 }
        agent Adder { Behavior = sum <-- 1; sum <-- 2 } check { Small = always sum < 3 }";
    let mut system = support::model(text, &Options::default()).system;
    let sum = system.var_ids().find(|(_, var)| var.name == "sum").unwrap().0;
    let mut reaches = |name: &str, value: i64| {
        let (now, value) = (system.exprs.var(sum), system.exprs.int(value));
        let goal = Formula::State(system.exprs.eq(now, value));
        Property { name: name.into(), formula: Formula::Finally(Box::new(goal)), ..built_in().remove(0) }
    };
    let properties = [reaches("reached", 2), reaches("missed", 3)];
    let violated = |steps: u64| -> BTreeSet<String> {
        let options = c::Options { target: Target::Cbmc, steps: Some(steps), ends: true };
        let program = c::program(&system, &properties, &options).unwrap();
        let folder = Folder::new();
        compile(&folder.0, &driver(&program, false), &[]);
        let output = Command::new(folder.0.join("program")).arg("3000").output().unwrap();
        let output = String::from_utf8_lossy(&output.stdout).into_owned();
        output.lines().filter_map(|line| line.strip_prefix("violated ")).map(str::to_string).collect()
    };
    // After one step nothing has ended; after two it has, and stands still without ever reaching 3.
    assert_eq!(violated(1), BTreeSet::from([c::ENDED.to_string()]));
    assert_eq!(violated(2), BTreeSet::from(["missed".to_string()]));
}

#[test]
fn the_programs_for_all_verifiers_compile_without_warnings() {
    if !has_gcc() {
        return;
    }
    for (name, parameters) in EXAMPLES.iter().take(4) {
        let model = example(name, parameters, Options::default());
        compiles(&model.system, &model.properties);
    }
}

#[test]
fn the_programs_of_random_models_and_the_interpreter_take_the_same_runs() {
    if !has_gcc() {
        return;
    }
    let cases = std::env::var("SYNOD_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(16);
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    for seed in 0..cases {
        let text = program().new_tree(&mut runner).unwrap().current();
        let options = readings().new_tree(&mut runner).unwrap().current();
        let text = if options.blocked == Blocked::Skip { text.replace("[e..2]", "[0..2]") } else { text };
        let text = text.replace(
            "check { }",
            "check { Small = always forall A a, x of a + e < 3  Late = always forall B b, s of b != 2 }",
        );
        let loaded = support::loaded(&text, &options);
        let Some(model) = loaded.model else { continue };
        eprintln!("{text}\n{options:?}");
        // CBMC and 2LS have the same words, but programs for 2LS have no arrays.
        let target = if seed % 2 == 0 { Target::Cbmc } else { Target::TwoLs };
        compare_for(target, &model.system, &model.properties, seed);
    }
}
