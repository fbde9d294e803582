//! The sections of the model, in order.

use super::*;

impl Writer<'_> {
    pub(super) fn model(&self) -> String {
        let mut out = String::new();
        self.header(&mut out);
        out.push_str("MODULE main\n\nVAR\n");
        self.variables(&mut out);
        self.frozen_variables(&mut out);
        self.constants(&mut out);
        out.push_str("\nDEFINE\n");
        self.definitions(&mut out);
        self.initial(&mut out);
        self.transitions(&mut out);
        self.observations(&mut out);
        self.specifications(&mut out);
        out
    }

    /// The scope of expressions over states alone.
    pub(super) fn scope(&self) -> Scope<'_> {
        let (system, vocabulary, declared) = (self.system, self.vocabulary, self.declared);
        Scope {
            system,
            vocabulary,
            declared,
            choices: &[],
            choice_names: &[],
            took: &|_, _| "FALSE".to_string(),
        }
    }

    fn header(&self, out: &mut String) {
        let tool = match self.target {
            Target::NuSmv => "NuSMV",
            Target::NuXmv => "nuXmv",
        };
        let _ = writeln!(out, "-- {}, written by Synod for {tool}.", one_line(&self.system.name));
        let _ = writeln!(out, "-- `{}` names the step that led to a state.", self.event);
        if self.declared_unbounded() {
            let _ = writeln!(out, "-- Some integers have no bounds: this model needs nuXmv.");
        }
        if !self.names.changed().is_empty() {
            let _ = writeln!(out, "--\n-- Names that had to be changed:");
            let width = self.names.changed().keys().map(String::len).max().unwrap_or(0).min(60);
            for (name, original) in self.names.changed() {
                let _ = writeln!(out, "--   {name:width$}  {}", one_line(original));
            }
        }
        out.push('\n');
    }

    fn declared_unbounded(&self) -> bool {
        self.declared.iter().any(|range| range.finite().is_none())
            || self.events.choices.iter().any(|choice| choice.ty == Type::Int)
    }

    fn type_name(&self, ty: Type, declared: Interval) -> String {
        match (ty, declared.finite()) {
            (Type::Bool, _) => "boolean".to_string(),
            (Type::Enum(id), _) => set(self.values(id, declared)),
            (Type::Range { .. } | Type::Int, Some((lo, hi))) | (Type::Range { lo, hi }, None) => {
                format!("{lo}..{hi}")
            }
            (Type::Int, None) => "integer".to_string(),
        }
    }

    /// The constants of an enumeration that stand for the values of an interval.
    fn values(&self, id: EnumId, declared: Interval) -> &[String] {
        let all = self.vocabulary.constants[id.0 as usize].as_slice();
        declared.finite().map_or(all, |(lo, hi)| &all[lo as usize..=hi as usize])
    }

    fn variables(&self, out: &mut String) {
        // Each event has effects of its own on everybody: decision diagrams should ask for it first, and
        // the order of declarations is where SMV's tools begin.
        out.push_str("  -- the step that led here\n");
        let rules = self.plans.iter().map(|plan| self.rule_names[&plan.id].clone());
        let all: Vec<String> = [self.start.clone(), self.rest.clone()].into_iter().chain(rules).collect();
        let _ = writeln!(out, "  {} : {};", self.event, wrapped_set(&all));
        for took in &self.events.took {
            let all: Vec<String> = std::iter::once(&took.nothing).chain(&took.values).cloned().collect();
            let _ = writeln!(out, "  {} : {};", took.name, wrapped_set(&all));
        }
        for choice in &self.events.choices {
            let _ = writeln!(out, "  {} : {};", choice.name, self.type_name(choice.ty, Interval::ALL));
        }
        for (id, name) in self.observations.iter().filter(|(id, _)| self.is_variable(**id)) {
            let _ = writeln!(out, "  {name} : boolean;  -- {}", self.predicate_text(*id));
        }
        for agent in &self.system.agents {
            let title = format!("{} : {}", one_line(&agent.name), one_line(&agent.role));
            self.declare(out, &title, &agent.owns);
        }
        let free = self.system.var_ids().filter(|(_, var)| var.owner.is_none()).map(|(id, _)| id);
        self.declare(out, "shared", &free.collect::<Vec<_>>());
    }

    /// Declares those variables that change.
    fn declare(&self, out: &mut String, title: &str, vars: &[VarId]) {
        let Constancy { fixed, frozen } = self.constancy;
        let mut changing =
            vars.iter().filter(|id| !fixed.contains_key(id) && !frozen.contains(id)).peekable();
        if changing.peek().is_some() {
            let _ = writeln!(out, "  -- {title}");
        }
        changing.for_each(|id| self.declaration(out, *id));
    }

    fn declaration(&self, out: &mut String, id: VarId) {
        let var = self.system.var(id);
        let name = &self.vocabulary.vars[id.0 as usize];
        let ty = match self.only_value(id) {
            Some(value) => format!("{value}..{}", value + 1),
            None => self.type_name(var.ty, self.declared[id.0 as usize]),
        };
        let array = var.len.map_or(String::new(), |len| format!("array 0..{} of ", len.max(1) - 1));
        let declared = self.declared[id.0 as usize].finite();
        let cut = var.ty != Type::Bool && declared.is_some() && declared != var.ty.bounds(&self.system.enums);
        let note = if cut { "  -- other values cannot occur" } else { "" };
        let _ = writeln!(out, "  {name} : {array}{ty};{note}");
    }

    /// The value that all elements of an array always have. NuSMV 2.6 makes constants of them and then
    /// fails on their `next`: such an array is declared with one more value, which it never has.
    fn only_value(&self, id: VarId) -> Option<i64> {
        let var = self.system.var(id);
        let integer = matches!(var.ty, Type::Range { .. } | Type::Int);
        let (lo, hi) = self.declared[id.0 as usize].finite().filter(|_| integer)?;
        (var.len.is_some() && lo == hi).then_some(lo)
    }

    /// Variables that have any value, and keep it.
    fn frozen_variables(&self, out: &mut String) {
        if !self.constancy.frozen.is_empty() {
            out.push_str("\nFROZENVAR\n");
            self.constancy.frozen.iter().for_each(|id| self.declaration(out, *id));
        }
    }

    /// Values of enumerations that no variable has, in case a formula compares with them.
    fn constants(&self, out: &mut String) {
        let printed = self.system.var_ids().filter(|(id, _)| !self.constancy.fixed.contains_key(id));
        let types = printed.map(|(id, var)| (var.ty, self.declared[id.0 as usize]));
        let types = types.chain(self.events.choices.iter().map(|choice| (choice.ty, Interval::ALL)));
        let used: BTreeSet<&String> = types
            .filter_map(|(ty, declared)| match ty {
                Type::Enum(id) => Some(self.values(id, declared)),
                _ => None,
            })
            .flatten()
            .collect();
        let unused: BTreeSet<&String> =
            self.vocabulary.constants.iter().flatten().filter(|constant| !used.contains(constant)).collect();
        if !unused.is_empty() {
            let list: Vec<&str> = unused.into_iter().map(String::as_str).collect();
            let _ = writeln!(out, "\nCONSTANTS\n  {};", list.join(", "));
        }
    }

    fn definitions(&self, out: &mut String) {
        let scope = self.scope();
        if !self.constancy.fixed.is_empty() {
            out.push_str("  -- variables that never change\n");
        }
        for (id, value) in &self.constancy.fixed {
            let value = scope.value(self.system.var(*id).ty.sort(), *value);
            define(out, &self.vocabulary.vars[id.0 as usize], &Doc::text(value));
        }
        if !self.constancy.fixed.is_empty() {
            out.push_str("\n  -- variables that keep their values in a step\n");
        }
        for (name, doc) in self.frame.definitions(&scope) {
            define(out, name, &doc);
        }
        for plan in self.plans {
            let rule = self.system.rule(plan.id);
            let _ = writeln!(out, "\n  -- {}", self.describe(rule));
            define(out, &self.cans[&plan.id], &scope.doc(plan.can));
        }
        let _ = writeln!(out, "\n  -- some step is possible");
        define(out, &self.helpers.progress, &Doc::any(self.cans.values().map(Doc::text)));
        if self.asks_deadlock {
            define(out, &self.helpers.deadlock, &Doc::text(format!("!{}", self.helpers.progress)));
        }
        if let Some(faulty) = self.faulty {
            let _ = writeln!(out, "\n  -- some step meets a fault");
            define(out, &self.helpers.faulty, &scope.doc(faulty));
        }
        for (id, name) in self.observations.iter().filter(|(id, _)| !self.is_variable(**id)) {
            let _ = writeln!(out, "\n  -- after {}", self.predicate_text(*id));
            define(out, name, &self.observation(*id, false));
        }
    }

    /// What a rule is: the command behind it, or its name.
    fn describe(&self, rule: &Rule) -> String {
        let actor = rule.observation.actor;
        let acts = |part: &&synod_core::Part| part.agent.is_some() && part.agent == actor;
        let command =
            rule.parts.iter().find(acts).and_then(|part| part.alternatives.first()?.action.as_ref());
        match (actor, command) {
            (Some(agent), Some(action)) => {
                format!("{}: {}", one_line(&self.system.agent(agent).name), one_line(&action.text))
            }
            _ => one_line(&rule.name),
        }
    }

    /// The next event is one of these.
    pub(super) fn event_in(&self, names: &[String]) -> Doc {
        Doc::text(member(&format!("next({})", self.event), names))
    }

    /// Prints in the scope of a step of a rule, seen from the state before it.
    pub(super) fn in_step<T>(&self, rule: RuleId, print: impl FnOnce(&Scope) -> T) -> T {
        self.with_memory(rule, |name| format!("next({name})"), print)
    }

    /// Prints in the scope of a step of a rule, whose memory is read as `read` says.
    fn with_memory<T>(
        &self,
        rule: RuleId,
        read: impl Fn(&str) -> String,
        print: impl FnOnce(&Scope) -> T,
    ) -> T {
        let choice_names: Vec<String> = self
            .events
            .choices_of
            .get(&rule)
            .into_iter()
            .flatten()
            .map(|i| read(&self.events.choices[*i].name))
            .collect();
        let took = |part: u32, alternative: u32| match (
            self.events.took_of.get(&(rule, part)),
            self.events.value_of.get(&(rule, part, alternative)),
        ) {
            (Some(var), Some(value)) => format!("{} = {value}", read(&self.events.took[*var].name)),
            _ => "FALSE".to_string(),
        };
        let choices = &self.system.rule(rule).choices;
        print(&Scope { choices, choice_names: &choice_names, took: &took, ..self.scope() })
    }

    fn initial(&self, out: &mut String) {
        let scope = self.scope();
        let mut docs =
            vec![scope.doc(self.system.init), Doc::text(format!("{} = {}", self.event, self.start))];
        docs.extend(
            self.events.took.iter().map(|took| Doc::text(format!("{} = {}", took.name, took.nothing))),
        );
        docs.extend(self.events.choices.iter().map(|choice| self.unset(&choice.name, choice.ty)));
        for (id, var) in self.system.var_ids() {
            let Some(value) = self.only_value(id) else { continue };
            let name = &self.vocabulary.vars[id.0 as usize];
            docs.extend((0..var.len.unwrap_or(0)).map(|at| Doc::text(format!("{name}[{at}] = {value}"))));
        }
        let variables = self.observations.iter().filter(|(id, _)| self.is_variable(**id));
        docs.extend(variables.map(|(_, name)| Doc::text(format!("!{name}"))));
        let _ = writeln!(out, "\nINIT\n  {};", Doc::all(docs).at(2));
    }

    /// A memory that holds nothing holds the least value.
    fn unset(&self, name: &str, ty: Type) -> Doc {
        let (sort, value) = least(self.system, ty);
        match sort {
            Sort::Bool => Doc::text(format!("!{name}")),
            _ => Doc::text(format!("{name} = {}", self.scope().value(sort, value))),
        }
    }

    fn transitions(&self, out: &mut String) {
        let event = format!("next({})", self.event);
        let _ = writeln!(out, "\n-- where each step can be taken");
        let _ = writeln!(out, "TRANS {event} != {};", self.start);
        let _ = writeln!(out, "TRANS {event} = {} -> !{};", self.rest, self.helpers.progress);
        for plan in self.plans {
            let rule = self.system.rule(plan.id);
            let condition = self.in_step(plan.id, |scope| plan.condition(scope, rule, self.events));
            // Nothing was chosen and nothing is left to choose: the definition says the same.
            let condition =
                match rule.choices.is_empty() && condition.flat() == self.scope().doc(plan.can).flat() {
                    true => Doc::text(&self.cans[&plan.id]),
                    false => condition,
                };
            let name = &self.rule_names[&plan.id];
            let one = format!("TRANS {event} = {name} -> {};", condition.flat_operand());
            let _ = match one.chars().count() <= 100 {
                true => writeln!(out, "{one}"),
                false => writeln!(out, "TRANS {event} = {name} ->\n  ({});", condition.at(3)),
            };
        }
        for block in self.blocks() {
            let _ = writeln!(out, "\n-- what each step does to {}", block.title);
            let _ = writeln!(out, "TRANS\n  {};", self.effects(&block).at(2));
        }
        if !self.events.took.is_empty() || !self.events.choices.is_empty() {
            let _ = writeln!(out, "\n-- what steps leave no trace of");
        }
        for took in &self.events.took {
            let nothing = format!("next({}) = {}", took.name, took.nothing);
            self.otherwise(out, &took.rules, &nothing);
        }
        for choice in &self.events.choices {
            let least = self.unset(&format!("next({})", choice.name), choice.ty).flat();
            self.otherwise(out, &choice.rules, &least);
        }
    }

    /// After the steps of other rules, `then`.
    fn otherwise(&self, out: &mut String, rules: &BTreeSet<RuleId>, then: &str) {
        let names: Vec<String> = rules.iter().filter_map(|id| self.rule_names.get(id).cloned()).collect();
        let event = format!("next({})", self.event);
        let _ = match names.as_slice() {
            [] => writeln!(out, "TRANS {then};"),
            [one] => writeln!(out, "TRANS {event} != {one} -> {then};"),
            _ => writeln!(out, "TRANS !({}) -> {then};", member(&event, &names)),
        };
    }

    /// Whether an observation must be remembered, because it reads the state before the step.
    fn is_variable(&self, id: StepPredicateId) -> bool {
        let printed = |rule: &RuleId| self.rule_names.contains_key(rule);
        self.predicates[&id]
            .iter()
            .any(|(rule, condition)| printed(rule) && reads_state(self.system, *condition))
    }

    fn predicate_text(&self, id: StepPredicateId) -> String {
        one_line(&self.system.step_predicates[id.0 as usize].text)
    }

    fn observations(&self, out: &mut String) {
        for (id, name) in self.observations.iter().filter(|(id, _)| self.is_variable(**id)) {
            let doc = self.observation(*id, true).at(4);
            let _ = writeln!(out, "\n-- {}\nASSIGN\n  next({name}) :=\n    {doc};", self.predicate_text(*id));
        }
    }

    /// The condition of an observation, seen from before the step or from after it.
    fn observation(&self, id: StepPredicateId, before: bool) -> Doc {
        let mut shared: Vec<(ExprId, Vec<String>)> = Vec::new();
        let mut docs = Vec::new();
        let read = |name: &str| if before { format!("next({name})") } else { name.to_string() };
        let event = read(&self.event);
        for (rule, condition) in &self.predicates[&id] {
            let Some(name) = self.rule_names.get(rule) else { continue };
            if self.system.exprs.is_false(*condition) {
                continue;
            }
            if reads_step(self.system, *condition) {
                let doc = self.with_memory(*rule, read, |scope| scope.doc(*condition));
                docs.push(Doc::all([Doc::text(format!("{event} = {name}")), doc]));
            } else if let Some((_, names)) = shared.iter_mut().find(|(known, _)| known == condition) {
                names.push(name.clone());
            } else {
                shared.push((*condition, vec![name.clone()]));
            }
        }
        let scope = self.scope();
        docs.extend(
            shared.into_iter().map(|(condition, names)| {
                Doc::all([Doc::text(member(&event, &names)), scope.doc(condition)])
            }),
        );
        Doc::any(docs)
    }

    fn specifications(&self, out: &mut String) {
        for (property, name) in std::iter::zip(self.properties, &self.specs) {
            let _ = writeln!(out, "\n-- {}: {}", one_line(&property.name), one_line(&property.text));
            let _ = match spec::spec(self, &property.formula) {
                Spec::Ltl(text) => writeln!(out, "LTLSPEC NAME {name} := {text};"),
                Spec::Ctl(text) => writeln!(out, "CTLSPEC NAME {name} := {text};"),
                Spec::None(why) => writeln!(out, "-- This property is left out: {why}."),
            };
        }
    }
}

impl Atoms for Writer<'_> {
    fn state(&self, id: ExprId) -> String {
        self.scope().atom(self.states[&id])
    }

    fn arrived(&self, id: StepPredicateId) -> String {
        self.observations[&id].clone()
    }

    fn deadlock(&self) -> String {
        self.helpers.deadlock.clone()
    }

    fn faulty(&self) -> String {
        self.helpers.faulty.clone()
    }
}

fn set(values: &[String]) -> String {
    format!("{{{}}}", values.join(", "))
}

/// A set over several lines if one is too short.
fn wrapped_set(values: &[String]) -> String {
    let one = set(values);
    if one.len() <= 80 { one } else { format!("{{\n    {}}}", values.join(",\n    ")) }
}

fn member(name: &str, values: &[String]) -> String {
    match values {
        [one] => format!("{name} = {one}"),
        _ => format!("{name} in {}", set(values)),
    }
}

fn define(out: &mut String, name: &str, doc: &Doc) {
    let one = format!("  {name} := {};", doc.flat());
    let _ = match one.chars().count() <= 100 {
        true => writeln!(out, "{one}"),
        false => writeln!(out, "  {name} :=\n    {};", doc.at(4)),
    };
}
