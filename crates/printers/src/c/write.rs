//! The text of a C program.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write;

use synod_core::{ExprId, Sort, Type, VarId, Variable, counted};

use super::reserved::RESERVED;
use super::{ENDED, Options};
use crate::program::command::{Assignment, Block, Command};
use crate::program::expr::{Helper, Language, Scope, Vocabulary};
use crate::program::ir::ProgramIr;
use crate::program::names::{Names, one_line};
use crate::program::runs::RunClaim;
use crate::program::size::Magnitude;
use crate::program::start::First;
use crate::program::watch::{Claim, Flag};
use crate::two_valued::TwoValuedRule;

/// The functions, types and variables that every program has room for.
const OWN: [&str; 15] = [
    "value",
    "chosen",
    "choose",
    "guess",
    "assume",
    "claim",
    "STEPS",
    "ROUNDS",
    "start",
    "look",
    "check",
    "leave",
    "take_step",
    "stand_still",
    "step",
];

pub(super) struct Writer<'a> {
    ir: &'a ProgramIr,
    options: &'a Options,
    /// Claims about whole runs, made on coming to a state.
    closing: Vec<(usize, ExprId)>,
    wide: bool,
    names: Names,
    vocabulary: Vocabulary,
    /// The name of the function of each plan.
    functions: Vec<String>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(ir: &'a ProgramIr, closing: Vec<(usize, ExprId)>, options: &'a Options) -> Self {
        let system = &ir.system;
        let mut names = Names::new(RESERVED);
        for name in OWN.into_iter().chain(Helper::ALL.map(Helper::name)) {
            names.fresh(name);
        }
        let vars = system.vars.iter().map(|var| names.fresh(&var.name)).collect();
        let constants = system
            .enums
            .iter()
            .map(|kind| kind.values.iter().map(|v| names.fresh(&format!("{} {v}", kind.name))).collect())
            .collect();
        let functions = ir.plans.iter().map(|plan| names.fresh(&system.rule(plan.id).name)).collect();
        let vocabulary =
            Vocabulary { language: Language::C, vars, constants, called: RefCell::new(BTreeSet::new()) };
        let wide = ir.greatest > Magnitude(i32::MAX as u128);
        Writer { ir, options, closing, wide, names, vocabulary, functions }
    }

    fn scope(&self) -> Scope<'_> {
        Scope::plain(&self.ir.system, &self.ir.ranges, &self.vocabulary)
    }

    /// The whole program.
    pub(super) fn program(&self) -> String {
        // What is called is known only after everything else is written.
        let mut body = String::new();
        self.start(&mut body);
        self.look(&mut body);
        self.check(&mut body);
        self.leave(&mut body);
        for (plan, name) in std::iter::zip(&self.ir.plans, &self.functions) {
            self.rule(&mut body, plan, name);
        }
        self.stand_still(&mut body);
        self.take_step(&mut body);
        self.main(&mut body);
        let mut out = String::new();
        self.header(&mut out);
        self.helpers(&mut out);
        self.variables(&mut out);
        out + &body
    }

    fn header(&self, out: &mut String) {
        let target = self.options.target;
        let _ =
            writeln!(out, "/*\n * {}, as a sequential program for {target}.", one_line(&self.ir.system.name));
        let steps = match self.options.steps {
            Some(steps) => format!("of {}", counted(steps, "step")),
            None => "without end".to_string(),
        };
        let _ = writeln!(out, " * Its runs are those of the model, {steps}. Claims:");
        for watched in &self.ir.watch.watched {
            let property = &self.ir.properties[watched.property];
            let _ = writeln!(out, " *   {}: {}", one_line(&property.name), one_line(&property.text));
        }
        for refused in &self.ir.watch.refused {
            let name = one_line(&self.ir.properties[refused.property].name);
            let _ = writeln!(out, " *   NOT CLAIMED: {name}, which {}", one_line(&refused.reason));
        }
        out.push_str(" */\n\n");
        let (ty, any) = (if self.wide { "long long" } else { "int" }, target.any_number(self.wide));
        let _ = writeln!(out, "typedef {ty} value;\n\nextern value {any}(void);\n{}", target.preamble());
        if let Some(steps) = self.options.steps {
            let _ = writeln!(out, "#define STEPS {steps}");
            if let Some(rounds) = self.standing() {
                out.push_str("/* How long to see how runs go on that have come to an end. */\n");
                let _ = writeln!(out, "#define ROUNDS {rounds}");
            }
            out.push('\n');
        }
        let _ = writeln!(
            out,
            "/* The last choice. All choices, in order, are the run. */
value chosen;

static value choose(value low, value high)
{{
    const value picked = {any}();
    assume(low <= picked && picked <= high);
    chosen = picked;
    return picked;
}}
"
        );
    }

    fn helpers(&self, out: &mut String) {
        for helper in self.vocabulary.called.borrow().iter() {
            let (arguments, result) = match helper {
                Helper::Absolute => ("a", "(a) < 0 ? -(a) : (a)"),
                Helper::Least => ("a, b", "(a) < (b) ? (a) : (b)"),
                Helper::Greatest => ("a, b", "(a) < (b) ? (b) : (a)"),
                Helper::Quotient => ("a, b", "(b) == 0 ? 0 : (a) / (b)"),
                Helper::Remainder => ("a, b", "(b) == 0 || (b) == -1 ? 0 : (a) % (b)"),
                Helper::Modulo => ("a, b", "(b) <= 0 ? 0 : (a) % (b) < 0 ? (a) % (b) + (b) : (a) % (b)"),
                Helper::Place => ("index, last", "0 <= (index) && (index) <= (last) ? (index) : 0"),
                // C has conditional expressions.
                Helper::Either | Helper::EitherTruth => continue,
            };
            let _ = writeln!(out, "#define {}({arguments}) ({result})", helper.name());
        }
        if !self.vocabulary.called.borrow().is_empty() {
            out.push('\n');
        }
    }

    fn variables(&self, out: &mut String) {
        for (kind, constants) in std::iter::zip(&self.ir.system.enums, &self.vocabulary.constants) {
            if !constants.is_empty() {
                let _ =
                    writeln!(out, "/* {} */\nenum {{ {} }};\n", one_line(&kind.name), constants.join(", "));
            }
        }
        for (var, name) in std::iter::zip(&self.ir.system.vars, &self.vocabulary.vars) {
            let obvious = var.name.replace(' ', "_") == *name;
            let comment = if obvious { String::new() } else { format!(" /* {} */", one_line(&var.name)) };
            let _ = writeln!(out, "{};{comment}", self.declaration(var, name));
        }
        out.push('\n');
    }

    /// A variable with the narrowest type that has room for its values.
    fn declaration(&self, var: &Variable, name: &str) -> String {
        let bounds = var.ty.bounds(&self.ir.system.enums);
        let within = |least: i64, most: i64| bounds.is_some_and(|(lo, hi)| least <= lo && hi <= most);
        let ty = match var.ty {
            Type::Bool => "_Bool",
            _ if within(i64::from(i8::MIN), i64::from(i8::MAX)) => "signed char",
            _ if within(i64::from(i16::MIN), i64::from(i16::MAX)) => "short",
            _ => "value",
        };
        match var.len {
            Some(len) => format!("{ty} {name}[{len}]"),
            None => format!("{ty} {name}"),
        }
    }

    /// A place of the state as it is assigned.
    pub(super) fn places(&self) -> impl Iterator<Item = String> {
        std::iter::zip(&self.ir.system.vars, &self.vocabulary.vars).flat_map(|(var, name)| {
            let place = move |i: u32| match var.len {
                Some(_) => format!("{name}[{i}]"),
                None => name.clone(),
            };
            (0..var.len.unwrap_or(1)).map(place)
        })
    }

    fn start(&self, out: &mut String) {
        let mut scope = self.scope();
        out.push_str("static void start(void)\n{\n");
        let sorts =
            self.ir.system.vars.iter().flat_map(|var| (0..var.len.unwrap_or(1)).map(|_| var.ty.sort()));
        for ((place, first), sort) in
            std::iter::zip(std::iter::zip(self.places(), &self.ir.start.places), sorts)
        {
            let value = match first {
                First::Given(value) => scope.value(sort, *value),
                First::Chosen(lo, hi) => format!("choose({}, {})", number(*lo), number(*hi)),
            };
            let _ = writeln!(out, "    {place} = {value};");
        }
        let mut names = self.names.clone();
        define(out, scope.name_shared(&self.ir.start.conditions, &mut names));
        for condition in &self.ir.start.conditions {
            let _ = writeln!(out, "    assume({});", scope.whole(*condition));
        }
        out.push_str("}\n\n");
    }

    /// The positions of properties with those of their claims that `select` picks.
    fn selected(&self, select: impl Fn(&Claim) -> Option<ExprId>) -> Vec<(usize, ExprId)> {
        self.ir.watch.claims().filter_map(|(position, claim)| Some((position, select(claim)?))).collect()
    }

    /// Claims about states, made on coming to one.
    fn state_claims(&self) -> Vec<(usize, ExprId)> {
        let always = self.selected(|claim| match claim {
            Claim::Always(id) => Some(*id),
            _ => None,
        });
        always.into_iter().chain(self.closing.iter().copied()).collect()
    }

    /// Claims about states with the steps that leave them.
    fn step_claims(&self) -> Vec<(usize, ExprId)> {
        self.selected(|claim| match claim {
            Claim::Leaving(id) => Some(*id),
            _ => None,
        })
    }

    fn leaves(&self) -> bool {
        !self.step_claims().is_empty() || !self.closing.is_empty()
    }

    fn check(&self, out: &mut String) {
        let claims = self.state_claims();
        if !claims.is_empty() {
            out.push_str("/* Claims about the state. */\nstatic void check(void)\n{\n");
            self.claim(out, &claims);
            out.push_str("}\n\n");
        }
    }

    /// Finds out, on coming to a state, whether anything can be done there.
    fn look(&self, out: &mut String) {
        let Some((var, condition)) = self.ir.watch.dead_end else { return };
        out.push_str("/* Whether nothing can be done in the state. */\nstatic void look(void)\n{\n");
        let mut scope = self.scope();
        define(out, scope.name_shared(&[condition], &mut self.names.clone()));
        let _ = writeln!(out, "    {} = {};\n}}\n", self.name(var), scope.whole(condition));
    }

    fn leave(&self, out: &mut String) {
        if !self.leaves() {
            return;
        }
        if !self.closing.is_empty() {
            let any = self.options.target.any_number(self.wide);
            let _ = writeln!(
                out,
                "/* A guess about how a claim about the whole run fails. */
static _Bool guess(void)\n{{\n    return {any}() != 0;\n}}\n"
            );
        }
        out.push_str("/* Claims about the state and the step that leaves it, just before it is taken. */\n");
        out.push_str("static void leave(void)\n{\n");
        self.claim(out, &self.step_claims());
        self.save(out);
        for (position, claim) in self.ir.watch.claims() {
            if let Claim::Run(run) = claim {
                self.watch_run(out, position, run);
            }
        }
        out.push_str("}\n\n");
    }

    /// How long a run that has ended stands still at last, if it does.
    fn standing(&self) -> Option<u64> {
        self.options.steps?;
        Some(self.rounds().unwrap_or(1)).filter(|rounds| *rounds > 0)
    }

    /// For how many rounds runs that have ended stand still for claims about whole runs; `None` if not for enough of
    /// them to see everything.
    fn rounds(&self) -> Option<u64> {
        let claims = self.ir.watch.claims();
        let rounds = claims.map(|(_, claim)| match claim {
            Claim::Run(run) => run.rounds(),
            _ => Some(0),
        });
        rounds.collect::<Option<Vec<u64>>>().map(|list| list.into_iter().max().unwrap_or(0))
    }

    /// The claim that all runs have ended.
    fn claim_end(&self, out: &mut String) {
        let Some(ended) = self.ir.watch.ended else { return };
        let _ = writeln!(out, "    claim({}, {});", self.scope().whole(ended), quoted(ENDED));
    }

    fn name(&self, var: VarId) -> &str {
        &self.vocabulary.vars[var.0 as usize]
    }

    /// Saves a state that is guessed to come again.
    fn save(&self, out: &mut String) {
        let Some(saving) = &self.ir.watch.saving else { return };
        let done = self.name(saving.done);
        let _ = writeln!(out, "    if (!{done} && guess()) {{\n        {done} = 1;");
        for (var, copy) in &saving.copies {
            let (var_name, copy_name) = (self.name(*var), self.name(*copy));
            match self.ir.system.var(*var).len {
                None => {
                    let _ = writeln!(out, "        {copy_name} = {var_name};");
                }
                Some(len) => {
                    for i in 0..len {
                        let _ = writeln!(out, "        {copy_name}[{i}] = {var_name}[{i}];");
                    }
                }
            }
        }
        for (_, claim) in self.ir.watch.claims() {
            let Claim::Run(run) = claim else { continue };
            for obligation in &run.obligations {
                let _ =
                    writeln!(out, "        {} = {};", self.name(obligation.saved), self.name(obligation.due));
            }
        }
        out.push_str("    }\n");
    }

    /// Goes on with the guess that the run violates a property.
    fn watch_run(&self, out: &mut String, position: usize, run: &RunClaim) {
        let mut scope = self.scope();
        let over = self.name(run.over);
        let passed_on = || run.obligations.iter().filter_map(|obligation| obligation.passed_on);
        for next in passed_on() {
            let _ = writeln!(out, "    {} = guess();", self.name(next));
        }
        out.push_str("    {\n");
        let accepting = run.accepting.iter().map(|(condition, _)| *condition);
        let roots: Vec<ExprId> = [run.met, run.settled].into_iter().chain(accepting).collect();
        define(out, scope.name_shared(&roots, &mut self.names.clone()));
        let _ = writeln!(out, "    {over} = {over} || !({});", scope.whole(run.met));
        let name = quoted(&self.ir.properties[position].name);
        let settled = scope.whole(run.settled);
        let _ = writeln!(out, "    claim({over} || !({settled}), {name});");
        let saved = self.ir.watch.saving.as_ref().map_or("0", |saving| self.name(saving.done));
        for (condition, seen) in &run.accepting {
            let seen = self.name(*seen);
            let _ = writeln!(out, "    {seen} = {seen} || ({saved} && ({}));", scope.whole(*condition));
        }
        out.push_str("    }\n");
        for obligation in &run.obligations {
            let next = obligation.passed_on.map_or("0", |next| self.name(next));
            let _ = writeln!(out, "    {} = {next};", self.name(obligation.due));
        }
    }

    fn claim(&self, out: &mut String, claims: &[(usize, ExprId)]) {
        let mut scope = self.scope();
        let roots: Vec<ExprId> = claims.iter().map(|(_, id)| *id).collect();
        define(out, scope.name_shared(&roots, &mut self.names.clone()));
        for (position, id) in claims {
            let name = quoted(&self.ir.properties[*position].name);
            let _ = writeln!(out, "    claim({}, {name});", scope.whole(*id));
        }
    }

    fn rule(&self, out: &mut String, plan: &TwoValuedRule, name: &str) {
        let text = one_line(&self.ir.system.rule(plan.id).name);
        let _ = writeln!(out, "/* {text} */\nstatic void {name}(void)\n{{");
        let command = Command::new(self.ir, &self.vocabulary, &self.names, plan);
        for chosen in &command.chosen {
            let name = chosen.name.as_ref().map_or(String::new(), |name| format!("const value {name} = "));
            let _ = writeln!(out, "    {name}choose({}, {});", number(chosen.lo), number(chosen.hi));
        }
        define(out, command.defined);
        for condition in &command.conditions {
            let _ = writeln!(out, "    assume({condition});");
        }
        self.remember(out, &command.leaving);
        if self.leaves() {
            out.push_str("    leave();\n");
        }
        self.remember(out, &command.arrived);
        for (var, name) in &command.kept {
            self.keep(out, *var, name);
        }
        for block in &command.blocks {
            match block {
                Block::Always(list) => assign(out, list, "    "),
                Block::Either(cases) => {
                    for (position, (condition, list)) in cases.iter().enumerate() {
                        let otherwise = if position == 0 { "" } else { "} else " };
                        let _ = writeln!(out, "    {otherwise}if ({condition}) {{");
                        assign(out, list, "        ");
                    }
                    if !cases.is_empty() {
                        out.push_str("    }\n");
                    }
                }
            }
        }
        out.push_str("}\n\n");
    }

    /// Keeps the value of a variable under another name.
    fn keep(&self, out: &mut String, var: VarId, name: &str) {
        let variable = self.ir.system.var(var);
        let now = &self.vocabulary.vars[var.0 as usize];
        let declared = self.declaration(variable, name);
        match variable.len {
            None => {
                let _ = writeln!(out, "    const {declared} = {now};");
            }
            Some(len) => {
                let _ = writeln!(out, "    {declared};");
                for i in 0..len {
                    let _ = writeln!(out, "    {name}[{i}] = {now}[{i}];");
                }
            }
        }
    }

    fn stand_still(&self, out: &mut String) {
        let Some(deadlock) = self.ir.watch.waits else { return };
        out.push_str("/* Nothing can be done, and the state repeats. */\nstatic void stand_still(void)\n{\n");
        let _ = writeln!(out, "    assume({});", self.scope().whole(deadlock));
        let nothing =
            |flags: &[Flag]| flags.iter().map(|flag| (flag.var, "0".to_string())).collect::<Vec<_>>();
        self.remember(out, &nothing(&self.ir.watch.leaving));
        if self.leaves() {
            out.push_str("    leave();\n");
        }
        self.remember(out, &nothing(&self.ir.watch.arrived));
        out.push_str("}\n\n");
    }

    fn remember(&self, out: &mut String, values: &[(VarId, String)]) {
        for (var, value) in values {
            let _ = writeln!(out, "    {} = {value};", self.vocabulary.vars[var.0 as usize]);
        }
    }

    fn take_step(&self, out: &mut String) {
        out.push_str("static void take_step(void)\n{\n");
        let steps: Vec<&str> = self
            .functions
            .iter()
            .map(String::as_str)
            .chain(self.ir.watch.waits.map(|_| "stand_still"))
            .collect();
        match steps.len() {
            0 => out.push_str("    assume(0); /* nothing can be done */\n"),
            count => {
                let _ = writeln!(out, "    switch (choose(0, {})) {{", count - 1);
                for (position, name) in steps.iter().enumerate() {
                    let _ = writeln!(out, "    case {position}: {name}(); break;");
                }
                out.push_str("    }\n");
            }
        }
        out.push_str("}\n\n");
    }

    fn main(&self, out: &mut String) {
        out.push_str("int main(void)\n{\n    start();\n");
        let look = if self.ir.watch.dead_end.is_some() { "look();\n" } else { "" };
        if !look.is_empty() {
            let _ = write!(out, "    {look}");
        }
        let at_start = self.selected(|claim| match claim {
            Claim::Start(id) => Some(*id),
            _ => None,
        });
        self.claim(out, &at_start);
        let check = if self.state_claims().is_empty() { "" } else { "check();\n" };
        if !check.is_empty() {
            let _ = write!(out, "    {check}");
        }
        let head = match self.options.steps {
            Some(_) => "for (long step = 0; step < STEPS; step++)",
            None => "for (;;)",
        };
        let _ = writeln!(out, "    {head} {{");
        out.push_str("        take_step();\n");
        if !look.is_empty() {
            let _ = write!(out, "        {look}");
        }
        if !check.is_empty() {
            let _ = write!(out, "        {check}");
        }
        out.push_str("    }\n");
        if self.options.steps.is_some() {
            if self.rounds().is_some() {
                self.claim_end(out);
            }
            if let (Some(_), Some(dead_end)) = (self.standing(), self.ir.watch.waits) {
                let _ = writeln!(out, "    if ({}) {{", self.scope().whole(dead_end));
                out.push_str("        for (long step = 0; step < ROUNDS; step++) {\n");
                out.push_str("            stand_still();\n");
                if !check.is_empty() {
                    let _ = write!(out, "            {check}");
                }
                out.push_str("        }\n    }\n");
            }
            if !self.closing.is_empty() && self.ir.watch.leaving.is_empty() {
                out.push_str("    leave();\n");
            }
            out.push_str("    return 0;\n");
        }
        out.push_str("}\n");
    }
}

/// Constants of a function for expressions that it uses more than once.
fn define(out: &mut String, defined: Vec<(String, Sort, String)>) {
    for (name, sort, text) in defined {
        let ty = if sort == Sort::Bool { "_Bool" } else { "value" };
        let _ = writeln!(out, "    const {ty} {name} = {text};");
    }
}

fn assign(out: &mut String, list: &[Assignment], indent: &str) {
    for Assignment { place, value } in list {
        let _ = writeln!(out, "{indent}{place} = {value};");
    }
}

/// A number as C writes it.
fn number(value: i64) -> String {
    if value == i64::MIN { format!("({} - 1)", value + 1) } else { value.to_string() }
}

fn quoted(text: &str) -> String {
    let escaped: String = one_line(text)
        .chars()
        .filter(|c| !c.is_control())
        .flat_map(|c| match c {
            '"' | '\\' => vec!['\\', c],
            c => vec![c],
        })
        .collect();
    format!("\"{escaped}\"")
}
