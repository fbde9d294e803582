//! The sequential LNT program that emulates a system, for the CADP toolbox.
//!
//! One process holds all variables, gives them their first values, and then offers in a loop one branch
//! for each rule. A step is seen as the rule's name at the gate `STEP`; where a property is violated, its
//! name is seen at the gate `MONITOR` and the program stops. So a property is checked by asking whether
//! that can be seen; the program says, in a comment, how.
//!
//! Traps of the language that are avoided: `any Int` runs through all integers there are, so small domains
//! are written out; arrays are read at natural numbers; there are no conditional expressions; letters do
//! not differ by case in identifiers; the width of integers has to be given.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use synod_core::{ExprId, Property, Sort, System, Type, VarId};

use crate::Unprintable;
use crate::program::command::{Assignment, Block, Command};
use crate::program::expr::{Helper, Language, Scope, Vocabulary};
use crate::program::ir::ProgramIr;
use crate::program::names::Names;
use crate::program::start::First;
use crate::program::watch::{Claim, Extent, Flag};
use crate::two_valued::TwoValuedRule;

/// Domains up to this size are written out as choices between values.
const WRITTEN_OUT: i64 = 64;

/// Words that an LNT program cannot use for its own, in lower case.
const RESERVED: &[&str] = &[
    "abs", "access", "and", "and_then", "any", "append", "array", "as", "assert", "bool", "break", "by",
    "card", "case", "channel", "char", "cons", "delete", "diff", "disrupt", "div", "element", "else",
    "elsif", "empty", "end", "ensure", "eq", "eval", "exit", "false", "first", "for", "function", "gcd",
    "ge", "get", "gt", "head", "hide", "if", "iff", "implies", "in", "index", "insert", "int", "inter",
    "inttonat", "is", "is_empty", "last", "le", "length", "list", "loop", "lt", "main", "max", "member",
    "min", "mod", "module", "nat", "nattoint", "ne", "neg", "nil", "none", "not", "nth", "null", "of",
    "only", "or", "or_else", "ord", "out", "par", "pos", "pred", "prefix", "process", "raise", "range",
    "real", "rem", "remove", "require", "result", "return", "reverse", "rindex", "scm", "select", "set",
    "sign", "sorted", "stop", "string", "substr", "succ", "suffix", "tail", "then", "true", "type", "union",
    "update", "use", "val", "var", "where", "while", "with", "xor",
];

/// A printed program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its text.
    pub text: String,
    /// The properties that it cannot tell about: their names, and why.
    pub refused: Vec<(String, String)>,
}

/// The program of a system that watches the properties; of so many steps, if told.
pub fn program(system: &System, properties: &[Property], steps: Option<u64>) -> Result<Program, Unprintable> {
    let ir = ProgramIr::new(system, properties, Extent { ends: false, runs: false, dead_end: false })?;
    if ir.greatest.0 > i32::MAX as u128 {
        let reason = "the model computes numbers that may leave the 32 bits of LNT's integers";
        return Err(Unprintable(reason.to_string()));
    }
    let refused = ir.refused();
    Ok(Program { text: Writer::new(&ir, steps).program(), refused })
}

struct Writer<'a> {
    ir: &'a ProgramIr,
    steps: Option<u64>,
    module: String,
    names: Names,
    vocabulary: Vocabulary,
    /// The name of each type of arrays, by its length and whether it is of truth values.
    arrays: BTreeMap<(u32, bool), String>,
    /// What counts the steps that are left.
    left: String,
}

/// Statements, one below the other.
#[derive(Default)]
struct Statements(Vec<String>);

impl Statements {
    fn push(&mut self, statement: impl Into<String>) {
        self.0.push(statement.into());
    }

    /// In sequence; nothing to do is `null`.
    fn text(&self, indent: usize) -> String {
        let space = " ".repeat(indent);
        let lines = |statement: &String| {
            statement.lines().map(|line| format!("{space}{line}")).collect::<Vec<_>>().join("\n")
        };
        match self.0.is_empty() {
            true => format!("{space}null"),
            false => self.0.iter().map(lines).collect::<Vec<_>>().join(";\n"),
        }
    }
}

impl<'a> Writer<'a> {
    fn new(ir: &'a ProgramIr, steps: Option<u64>) -> Self {
        let system = &ir.system;
        let mut names = Names::new(RESERVED);
        for name in ["STEP", "MONITOR"].into_iter().chain(Helper::ALL.map(Helper::name)) {
            names.fresh(name);
        }
        let module = names.fresh(&system.name).to_ascii_uppercase();
        let left = names.fresh("steps left");
        let vars = system.vars.iter().map(|var| names.fresh(&var.name)).collect();
        // Enumerations are numbers here, named in comments.
        let number = |values: usize| (0..values).map(|value| value.to_string()).collect();
        let constants = system.enums.iter().map(|kind| number(kind.values.len())).collect();
        let mut arrays = BTreeMap::new();
        for var in &system.vars {
            if let Some(len) = var.len {
                let truth = var.ty == Type::Bool;
                let what = if truth { "truth values" } else { "numbers" };
                arrays.entry((len, truth)).or_insert_with(|| names.fresh(&format!("{len} {what}")));
            }
        }
        let called = RefCell::new(BTreeSet::new());
        let vocabulary = Vocabulary { language: Language::Lnt, vars, constants, called };
        Writer { ir, steps, module, names, vocabulary, arrays, left }
    }

    fn scope(&self) -> Scope<'_> {
        Scope::plain(&self.ir.system, &self.ir.ranges, &self.vocabulary)
    }

    fn program(&self) -> String {
        let main = self.main();
        let mut out = self.header();
        self.helpers(&mut out);
        for ((len, truth), name) in &self.arrays {
            let of = if *truth { "Bool" } else { "Int" };
            let _ = writeln!(out, "type {name} is array [0 .. {}] of {of} with get, set end type\n", len - 1);
        }
        out.push_str(&main);
        out.push_str("\nend module\n");
        out
    }

    fn header(&self) -> String {
        let mut out = format!("-- {}, as a sequential program for CADP.\n", comment(&self.ir.system.name));
        for watched in &self.ir.watch.watched {
            let property = &self.ir.properties[watched.property];
            let name = string(&property.name);
            let _ = writeln!(out, "-- {}: {}", comment(&property.name), comment(&property.text));
            let _ = writeln!(out, "--    holds if [ true* . {{ MONITOR !{name} !false }} ] false");
        }
        for (name, reason) in self.ir.refused() {
            let _ = writeln!(out, "-- NOT WATCHED: {}, which {}", comment(&name), comment(&reason));
        }
        for kind in &self.ir.system.enums {
            let values: Vec<String> =
                kind.values.iter().enumerate().map(|(i, v)| format!("{i} = {}", comment(v))).collect();
            let _ = writeln!(out, "-- {}: {}", comment(&kind.name), values.join(", "));
        }
        let bits = match self.ir.greatest.0 {
            0..=127 => 8,
            128..=32_767 => 16,
            _ => 32,
        };
        let _ = writeln!(out, "module {} is\n   !int_bits {bits}\n", self.module);
        out
    }

    fn helpers(&self, out: &mut String) {
        for helper in self.vocabulary.called.borrow().iter() {
            let two = "(a, b: Int): Int";
            let (head, condition, yes, no) = match helper {
                Helper::Absolute => ("(a: Int): Int", "a < 0", "0 - a", "a"),
                Helper::Least => (two, "a < b", "a", "b"),
                Helper::Greatest => (two, "a < b", "b", "a"),
                Helper::Quotient => (two, "b == 0", "0", "a div b"),
                Helper::Remainder => (two, "b == 0", "0", "a rem b"),
                Helper::Modulo => (two, "b <= 0", "0", "((a rem b) + b) rem b"),
                Helper::Place => {
                    ("(position, last: Int): Int", "(0 <= position) and (position <= last)", "position", "0")
                }
                Helper::Either => ("(c: Bool, a, b: Int): Int", "c", "a", "b"),
                Helper::EitherTruth => ("(c, a, b: Bool): Bool", "c", "a", "b"),
            };
            let name = helper.name();
            let _ = writeln!(
                out,
                "function {name} {head} is\n   if {condition} then return {yes} else return {no} end if\nend function\n"
            );
        }
    }

    fn type_of(&self, var: VarId) -> String {
        let variable = self.ir.system.var(var);
        match (variable.len, variable.ty == Type::Bool) {
            (Some(len), truth) => self.arrays[&(len, truth)].clone(),
            (None, true) => "Bool".to_string(),
            (None, false) => "Int".to_string(),
        }
    }

    fn main(&self) -> String {
        let mut body = Statements::default();
        self.start(&mut body);
        self.monitor(&mut body, |claim| match claim {
            Claim::Start(id) => Some(*id),
            _ => None,
        });
        let mut round = Statements::default();
        self.monitor(&mut round, |claim| match claim {
            Claim::Always(id) => Some(*id),
            _ => None,
        });
        let mut branches: Vec<String> = self.ir.plans.iter().map(|plan| self.branch(plan)).collect();
        branches.extend(self.stand_still());
        let choice = match branches.len() {
            0 => "stop".to_string(),
            1 => branches.concat(),
            _ => format!("select\n{}\nend select", branches.join("\n[]\n")),
        };
        match self.steps {
            None => round.push(choice),
            Some(_) => {
                let left = &self.left;
                let inside = Statements(vec![choice, format!("{left} := {left} - 1")]).text(3);
                round.push(format!("only if {left} > 0 then\n{inside}\nend if"));
            }
        }
        body.push(format!("loop\n{}\nend loop", round.text(3)));
        let vars = self.ir.system.var_ids().map(|(id, _)| {
            let name = &self.vocabulary.vars[id.0 as usize];
            format!("{name}: {}", self.type_of(id))
        });
        let mut vars: Vec<String> = vars.collect();
        if self.steps.is_some() {
            vars.push(format!("{}: Nat", self.left));
        }
        let body = if vars.is_empty() {
            body.text(3)
        } else {
            format!("   var\n      {}\n   in\n{}\n   end var", vars.join(",\n      "), body.text(6))
        };
        format!("process MAIN [STEP, MONITOR: any] is\n{body}\nend process\n")
    }

    /// A value from a domain for a place.
    fn choose(&self, place: &str, sort: Sort, lo: i64, hi: i64) -> String {
        let scope = self.scope();
        if hi.saturating_sub(lo) >= WRITTEN_OUT {
            return format!("{place} := any Int where ({place} >= {lo}) and ({place} <= {hi})");
        }
        let cases: Vec<String> =
            (lo..=hi).map(|value| format!("{place} := {}", scope.value(sort, value))).collect();
        format!("select {} end select", cases.join(" [] "))
    }

    fn start(&self, body: &mut Statements) {
        let mut places = self.ir.start.places.iter();
        let scope = self.scope();
        if let Some(steps) = self.steps {
            body.push(format!("{} := {steps}", self.left));
        }
        for (id, var) in self.ir.system.var_ids() {
            let name = &self.vocabulary.vars[id.0 as usize];
            let sort = var.ty.sort();
            if var.len.is_some() {
                let first = if sort == Sort::Bool { "false" } else { "0" };
                body.push(format!("{name} := {} ({first})", self.type_of(id)));
            }
            for (element, first) in places.by_ref().take(var.len.unwrap_or(1) as usize).enumerate() {
                let place = if var.len.is_some() { format!("{name}[{element}]") } else { name.clone() };
                match first {
                    First::Given(value) => body.push(format!("{place} := {}", scope.value(sort, *value))),
                    First::Chosen(lo, hi) if var.len.is_none() => {
                        body.push(self.choose(&place, sort, *lo, *hi));
                    }
                    First::Chosen(lo, hi) => {
                        let ty = if sort == Sort::Bool { "Bool" } else { "Int" };
                        let mut names = self.names.clone();
                        let one = names.fresh("one");
                        let inside = [self.choose(&one, sort, *lo, *hi), format!("{place} := {one}")];
                        let inside = Statements(inside.to_vec()).text(3);
                        body.push(format!("var {one}: {ty} in\n{inside}\nend var"));
                    }
                }
            }
        }
        let conditions = &self.ir.start.conditions;
        if !conditions.is_empty() {
            body.push(self.naming(conditions, |scope| {
                let texts: Vec<String> = conditions.iter().map(|id| scope.whole(*id)).collect();
                Statements(vec![format!("only if {} then null end if", all(&texts))])
            }));
        }
    }

    /// Statements about conditions; what these use more than once has a name in them.
    fn naming(&self, roots: &[ExprId], write: impl Fn(&Scope) -> Statements) -> String {
        let mut scope = self.scope();
        let mut locals = Vec::new();
        let mut body = Statements::default();
        for (name, sort, text) in scope.name_shared(roots, &mut self.names.clone()) {
            locals.push(format!("{name}: {}", if sort == Sort::Bool { "Bool" } else { "Int" }));
            body.push(format!("{name} := {text}"));
        }
        body.0.extend(write(&scope).0);
        match locals.is_empty() {
            true => body.text(0),
            false => format!("var {} in\n{}\nend var", locals.join(", "), body.text(3)),
        }
    }

    /// Shows which properties are violated, and stops.
    fn monitor(&self, body: &mut Statements, select: impl Fn(&Claim) -> Option<ExprId>) {
        let claims = self.ir.watch.claims();
        let claims: Vec<(usize, ExprId)> =
            claims.filter_map(|(position, claim)| Some((position, select(claim)?))).collect();
        if claims.is_empty() {
            return;
        }
        let roots: Vec<ExprId> = claims.iter().map(|(_, id)| *id).collect();
        body.push(self.naming(&roots, |scope| {
            let one = |(position, id): &(usize, ExprId)| {
                let name = string(&self.ir.properties[*position].name);
                format!("if not ({}) then MONITOR ({name}, false); stop end if", scope.whole(*id))
            };
            Statements(claims.iter().map(one).collect())
        }));
    }

    fn leaving(&self, body: &mut Statements) {
        self.monitor(body, |claim| match claim {
            Claim::Leaving(id) => Some(*id),
            _ => None,
        });
    }

    fn branch(&self, plan: &TwoValuedRule) -> String {
        let command = Command::new(self.ir, &self.vocabulary, &self.names, plan);
        let name = &self.ir.system.rule(plan.id).name;
        let assign = |list: &[Assignment]| {
            let one = |Assignment { place, value }: &Assignment| format!("{place} := {value}");
            Statements(list.iter().map(one).collect())
        };
        let var = |var: &VarId| &self.vocabulary.vars[var.0 as usize];
        let mut locals = Vec::new();
        let mut before = Statements::default();
        for chosen in &command.chosen {
            if let Some(name) = &chosen.name {
                locals.push(format!("{name}: Int"));
                before.push(self.choose(name, Sort::Int, chosen.lo, chosen.hi));
            }
        }
        for (name, sort, text) in &command.defined {
            locals.push(format!("{name}: {}", if *sort == Sort::Bool { "Bool" } else { "Int" }));
            before.push(format!("{name} := {text}"));
        }
        let mut step = Statements::default();
        command.leaving.iter().for_each(|(flag, value)| step.push(format!("{} := {value}", var(flag))));
        self.leaving(&mut step);
        command.arrived.iter().for_each(|(flag, value)| step.push(format!("{} := {value}", var(flag))));
        step.push(format!("STEP ({})", string(name)));
        for (kept, name) in &command.kept {
            locals.push(format!("{name}: {}", self.type_of(*kept)));
            step.push(format!("{name} := {}", var(kept)));
        }
        for block in &command.blocks {
            match block {
                Block::Always(list) if list.is_empty() => {}
                Block::Always(list) => assign(list).0.into_iter().for_each(|one| step.push(one)),
                Block::Either(cases) if cases.is_empty() => {}
                Block::Either(cases) => {
                    let parts = cases.iter().enumerate().map(|(position, (condition, list))| {
                        let word = if position == 0 { "if" } else { "elsif" };
                        format!("{word} {condition} then\n{}\n", assign(list).text(3))
                    });
                    step.push(format!("{}end if", parts.collect::<String>()));
                }
            }
        }
        match command.conditions.is_empty() {
            true => before.push(step.text(0)),
            false => {
                let condition = all(&command.conditions);
                before.push(format!("only if {condition} then\n{}\nend if", step.text(3)));
            }
        }
        let body = match locals.is_empty() {
            true => before.text(3),
            false => format!("   var {} in\n{}\n   end var", locals.join(", "), before.text(6)),
        };
        format!("   -- {}\n{body}", comment(name))
    }

    /// Nothing can be done, and the state repeats.
    fn stand_still(&self) -> Option<String> {
        let deadlock = self.ir.watch.waits?;
        let mut step = Statements::default();
        let nothing = |step: &mut Statements, flags: &[Flag]| {
            flags.iter().for_each(|flag| {
                step.push(format!("{} := false", self.vocabulary.vars[flag.var.0 as usize]))
            });
        };
        nothing(&mut step, &self.ir.watch.leaving);
        self.leaving(&mut step);
        nothing(&mut step, &self.ir.watch.arrived);
        step.push("STEP (\"stands still\")");
        let branch = self.naming(&[deadlock], |scope| {
            let condition = scope.whole(deadlock);
            Statements(vec![format!("only if {condition} then\n{}\nend if", step.text(3))])
        });
        Some(format!("   -- nothing can be done\n{}", Statements(vec![branch]).text(3)))
    }
}

/// All conditions together.
fn all(conditions: &[String]) -> String {
    match conditions {
        [one] => one.clone(),
        several => several.iter().map(|one| format!("({one})")).collect::<Vec<_>>().join(" and "),
    }
}

/// Text for a comment to the end of the line.
fn comment(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text as a string of the program.
fn string(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { '?' };
    let escaped = comment(text)
        .replace('τ', "tau")
        .chars()
        .map(plain)
        .collect::<String>()
        .replace('\\', "\\\\")
        .replace('"', "\\\"");
    format!("\"{escaped}\"")
}
