//! The text of a C program.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write;

use synod_core::{ExprId, Sort, Type, VarId, Variable};

use super::reserved::RESERVED;
use super::{ENDED, Options};
use crate::plan::Plan;
use crate::program::command::{Assignment, Block, Command};
use crate::program::expr::{Helper, Language, Scope, Vocabulary};
use crate::program::names::{Names, one_line};
use crate::program::size::Magnitude;
use crate::program::sketch::Sketch;
use crate::program::start::First;
use crate::program::watch::{Claim, Flag};

/// The functions, types and variables that every program has room for.
const OWN: [&str; 12] = [
    "value",
    "chosen",
    "choose",
    "assume",
    "claim",
    "STEPS",
    "start",
    "check",
    "leave",
    "take_step",
    "stand_still",
    "step",
];

pub(super) struct Writer<'a> {
    sketch: &'a Sketch,
    options: &'a Options,
    wide: bool,
    names: Names,
    vocabulary: Vocabulary,
    /// The name of the function of each plan.
    functions: Vec<String>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(sketch: &'a Sketch, options: &'a Options) -> Self {
        let system = &sketch.system;
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
        let functions = sketch.plans.iter().map(|plan| names.fresh(&system.rule(plan.id).name)).collect();
        let vocabulary =
            Vocabulary { language: Language::C, vars, constants, called: RefCell::new(BTreeSet::new()) };
        let wide = sketch.greatest > Magnitude(i32::MAX as u128);
        Writer { sketch, options, wide, names, vocabulary, functions }
    }

    fn scope(&self) -> Scope<'_> {
        Scope::plain(&self.sketch.system, &self.sketch.ranges, &self.vocabulary)
    }

    /// The whole program.
    pub(super) fn program(&self) -> String {
        // What is called is known only after everything else is written.
        let mut body = String::new();
        self.start(&mut body);
        self.claims(&mut body, "check", |claim| match claim {
            Claim::Always(id) => Some(*id),
            _ => None,
        });
        self.claims(&mut body, "leave", |claim| match claim {
            Claim::Leaving(id) => Some(*id),
            _ => None,
        });
        for (plan, name) in std::iter::zip(&self.sketch.plans, &self.functions) {
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
        let _ = writeln!(
            out,
            "/*\n * {}, as a sequential program for {target}.",
            one_line(&self.sketch.system.name)
        );
        let steps = match self.options.steps {
            Some(1) => "1 step".to_string(),
            Some(steps) => format!("{steps} steps"),
            None => "steps without end".to_string(),
        };
        let _ = writeln!(out, " * Its runs are those of the model, of {steps}. Claims:");
        for watched in &self.sketch.watch.watched {
            let property = &self.sketch.properties[watched.property];
            let _ = writeln!(out, " *   {}: {}", one_line(&property.name), one_line(&property.text));
        }
        for refused in &self.sketch.watch.refused {
            let name = one_line(&self.sketch.properties[refused.property].name);
            let _ = writeln!(out, " *   NOT CLAIMED: {name}, which {}", one_line(&refused.reason));
        }
        out.push_str(" */\n\n");
        let (ty, any) = (if self.wide { "long long" } else { "int" }, target.any_number(self.wide));
        let _ = writeln!(out, "typedef {ty} value;\n\nextern value {any}(void);\n{}", target.preamble());
        if let Some(steps) = self.options.steps {
            let _ = writeln!(out, "#define STEPS {steps}\n");
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
                Helper::Absolute => ("value a", "a < 0 ? -a : a"),
                Helper::Least => ("value a, value b", "a < b ? a : b"),
                Helper::Greatest => ("value a, value b", "a < b ? b : a"),
                Helper::Quotient => ("value a, value b", "b == 0 ? 0 : a / b"),
                Helper::Remainder => ("value a, value b", "b == 0 || b == -1 ? 0 : a % b"),
                Helper::Modulo => ("value a, value b", "b <= 0 ? 0 : a % b < 0 ? a % b + b : a % b"),
                Helper::Place => ("value index, value last", "0 <= index && index <= last ? index : 0"),
                // C has conditional expressions.
                Helper::Either | Helper::EitherTruth => continue,
            };
            let name = helper.name();
            let _ = writeln!(out, "static value {name}({arguments})\n{{\n    return {result};\n}}\n");
        }
    }

    fn variables(&self, out: &mut String) {
        for (kind, constants) in std::iter::zip(&self.sketch.system.enums, &self.vocabulary.constants) {
            if !constants.is_empty() {
                let _ =
                    writeln!(out, "/* {} */\nenum {{ {} }};\n", one_line(&kind.name), constants.join(", "));
            }
        }
        for (var, name) in std::iter::zip(&self.sketch.system.vars, &self.vocabulary.vars) {
            let comment =
                if var.name == *name { String::new() } else { format!(" /* {} */", one_line(&var.name)) };
            let _ = writeln!(out, "{};{comment}", declaration(var, name));
        }
        out.push('\n');
    }

    /// A place of the state as it is assigned.
    pub(super) fn places(&self) -> impl Iterator<Item = String> {
        std::iter::zip(&self.sketch.system.vars, &self.vocabulary.vars).flat_map(|(var, name)| {
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
            self.sketch.system.vars.iter().flat_map(|var| (0..var.len.unwrap_or(1)).map(|_| var.ty.sort()));
        for ((place, first), sort) in
            std::iter::zip(std::iter::zip(self.places(), &self.sketch.start.places), sorts)
        {
            let value = match first {
                First::Given(value) => scope.value(sort, *value),
                First::Chosen(lo, hi) => format!("choose({}, {})", number(*lo), number(*hi)),
            };
            let _ = writeln!(out, "    {place} = {value};");
        }
        let mut names = self.names.clone();
        define(out, scope.name_shared(&self.sketch.start.conditions, &mut names));
        for condition in &self.sketch.start.conditions {
            let _ = writeln!(out, "    assume({});", scope.whole(*condition));
        }
        out.push_str("}\n\n");
    }

    /// The positions of properties with those of their claims that `select` picks.
    fn selected(&self, select: impl Fn(&Claim) -> Option<ExprId>) -> Vec<(usize, ExprId)> {
        self.sketch.watch.claims().filter_map(|(position, claim)| Some((position, select(claim)?))).collect()
    }

    /// A function that makes claims, if there are any to make.
    fn claims(&self, out: &mut String, name: &str, select: impl Fn(&Claim) -> Option<ExprId>) {
        let claims = self.selected(select);
        if claims.is_empty() {
            return;
        }
        let _ = writeln!(out, "static void {name}(void)\n{{");
        self.claim(out, &claims);
        out.push_str("}\n\n");
    }

    fn claim(&self, out: &mut String, claims: &[(usize, ExprId)]) {
        let mut scope = self.scope();
        let roots: Vec<ExprId> = claims.iter().map(|(_, id)| *id).collect();
        define(out, scope.name_shared(&roots, &mut self.names.clone()));
        for (position, id) in claims {
            let name = quoted(&self.sketch.properties[*position].name);
            let _ = writeln!(out, "    claim({}, {name});", scope.whole(*id));
        }
    }

    fn makes(&self, select: impl Fn(&Claim) -> bool) -> bool {
        self.sketch.watch.claims().any(|(_, claim)| select(claim))
    }

    fn rule(&self, out: &mut String, plan: &Plan, name: &str) {
        let text = one_line(&self.sketch.system.rule(plan.id).name);
        let _ = writeln!(out, "/* {text} */\nstatic void {name}(void)\n{{");
        let command = Command::new(self.sketch, &self.vocabulary, &self.names, plan);
        for chosen in &command.chosen {
            let name = chosen.name.as_ref().map_or(String::new(), |name| format!("const value {name} = "));
            let _ = writeln!(out, "    {name}choose({}, {});", number(chosen.lo), number(chosen.hi));
        }
        define(out, command.defined);
        for condition in &command.conditions {
            let _ = writeln!(out, "    assume({condition});");
        }
        self.remember(out, &command.leaving);
        if self.makes(|claim| matches!(claim, Claim::Leaving(_))) {
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
        let variable = self.sketch.system.var(var);
        let now = &self.vocabulary.vars[var.0 as usize];
        let declared = declaration(variable, name);
        match variable.len {
            None => drop(writeln!(out, "    const {declared} = {now};")),
            Some(len) => {
                let _ = writeln!(out, "    {declared};");
                for i in 0..len {
                    let _ = writeln!(out, "    {name}[{i}] = {now}[{i}];");
                }
            }
        }
    }

    fn stand_still(&self, out: &mut String) {
        let Some(deadlock) = self.sketch.watch.waits else { return };
        let mut scope = self.scope();
        out.push_str("/* Nothing can be done, and the state repeats. */\nstatic void stand_still(void)\n{\n");
        define(out, scope.name_shared(&[deadlock], &mut self.names.clone()));
        let _ = writeln!(out, "    assume({});", scope.whole(deadlock));
        let nothing =
            |flags: &[Flag]| flags.iter().map(|flag| (flag.var, "0".to_string())).collect::<Vec<_>>();
        self.remember(out, &nothing(&self.sketch.watch.leaving));
        if self.makes(|claim| matches!(claim, Claim::Leaving(_))) {
            out.push_str("    leave();\n");
        }
        self.remember(out, &nothing(&self.sketch.watch.arrived));
        if self.sketch.system.dead_end == synod_core::DeadEnd::Stop {
            out.push_str("    assume(0); /* the run ends here */\n");
        }
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
            .chain(self.sketch.watch.waits.map(|_| "stand_still"))
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
        let at_start = self.selected(|claim| match claim {
            Claim::Start(id) => Some(*id),
            _ => None,
        });
        self.claim(out, &at_start);
        let check = if self.makes(|claim| matches!(claim, Claim::Always(_))) { "check();\n" } else { "" };
        if !check.is_empty() {
            let _ = write!(out, "    {check}");
        }
        let head = match self.options.steps {
            Some(_) => "for (long step = 0; step < STEPS; step++)",
            None => "for (;;)",
        };
        let _ = writeln!(out, "    {head} {{\n        take_step();");
        if !check.is_empty() {
            let _ = write!(out, "        {check}");
        }
        out.push_str("    }\n");
        if self.options.steps.is_some() {
            if let Some(ended) = self.sketch.watch.ended {
                let mut scope = self.scope();
                define(out, scope.name_shared(&[ended], &mut self.names.clone()));
                let _ = writeln!(out, "    claim({}, {});", scope.whole(ended), quoted(ENDED));
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

fn declaration(var: &Variable, name: &str) -> String {
    let ty = if var.ty == Type::Bool { "_Bool" } else { "value" };
    match var.len {
        Some(len) => format!("{ty} {name}[{len}]"),
        None => format!("{ty} {name}"),
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
