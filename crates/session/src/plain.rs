//! Conditions on states that every language has: comparisons of variables, by the names that runs print for them, with values.
//!
//! ```text
//! condition  = conjunction { ("|" | "||" | "or") conjunction }
//! conjunction = negation { ("&" | "&&" | "and" | ",") negation }
//! negation   = ("!" | "not") negation | "(" condition ")" | comparison
//! comparison = operand [ ("=" | "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=") operand ]
//! operand    = number | "true" | "false" | variable | word of bits | element of an array | value of an enumeration
//! ```
//!
//! Names of variables and values may have signs and blanks in them, so the longest one that stands at a place is meant.

use synod_core::{ExprId, Sort, System, Type, VarId};
use synod_syntax::no_such;

/// How deep brackets and negations may nest.
const MOST_NESTED: usize = 100;
/// The widest word of bits that is a number.
const WIDEST: usize = 62;

/// Why a text is no such condition.
pub(crate) struct NotPlain {
    /// What is wrong.
    pub message: String,
    /// Whether the text names a variable of the system, so that such a condition was meant.
    pub names_variable: bool,
    /// How many characters could be read.
    pub read: usize,
}

/// The condition that a text says; its expressions are added to the system.
pub(crate) fn condition(system: &mut System, text: &str) -> Result<ExprId, NotPlain> {
    let mut reader = Reader { system, text, at: 0, names_variable: false };
    let read = reader.disjunction(0).and_then(|read| match reader.rest() {
        "" => reader.truth(read),
        rest => Err(format!("expected an operator, found `{}`", shown(rest))),
    });
    let (names_variable, reached) = (reader.names_variable, reader.at);
    let characters = || text[..reached].trim_end().chars().count();
    read.map_err(|message| NotPlain { message, names_variable, read: characters() })
}

/// The system with its initial states narrowed to those that satisfy a condition; the empty one narrows nothing.
pub(crate) fn narrowed(system: &System, text: &str) -> Result<System, String> {
    let mut system = system.clone();
    if !text.trim().is_empty() {
        let condition = condition(&mut system, text)
            .map_err(|wrong| format!("`{}` is no condition: {}", text.trim(), wrong.message))?;
        system.init = system.exprs.and([system.init, condition]);
    }
    Ok(system)
}

type Read<T> = Result<T, String>;

struct Reader<'a> {
    system: &'a mut System,
    text: &'a str,
    at: usize,
    names_variable: bool,
}

impl<'a> Reader<'a> {
    /// What follows, without the blanks before it.
    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    /// Takes the first of some signs or words that stands here.
    fn take(&mut self, signs: &[&'static str]) -> Option<&'static str> {
        let rest = self.rest();
        let sign = *signs.iter().find(|sign| begins_with(rest, sign))?;
        self.at += sign.len();
        Some(sign)
    }

    fn disjunction(&mut self, depth: usize) -> Read<ExprId> {
        let first = self.conjunction(depth)?;
        let mut parts = vec![first];
        while self.take(&["||", "|", "or"]).is_some() {
            parts.push(self.conjunction(depth)?);
        }
        if parts.len() == 1 {
            return Ok(first);
        }
        let parts = parts.into_iter().map(|part| self.truth(part)).collect::<Read<Vec<ExprId>>>()?;
        Ok(self.system.exprs.or(parts))
    }

    fn conjunction(&mut self, depth: usize) -> Read<ExprId> {
        let first = self.negation(depth)?;
        let mut parts = vec![first];
        while self.take(&["&&", "&", "and", ","]).is_some() {
            parts.push(self.negation(depth)?);
        }
        if parts.len() == 1 {
            return Ok(first);
        }
        let parts = parts.into_iter().map(|part| self.truth(part)).collect::<Read<Vec<ExprId>>>()?;
        Ok(self.system.exprs.and(parts))
    }

    /// What is true or false.
    fn truth(&self, read: ExprId) -> Read<ExprId> {
        match self.system.exprs.sort(read) {
            Sort::Bool => Ok(read),
            _ => Err("this is a value: compare it with another".to_string()),
        }
    }

    fn negation(&mut self, depth: usize) -> Read<ExprId> {
        if depth > MOST_NESTED {
            return Err(format!("this nests more than {MOST_NESTED} levels deep"));
        }
        if self.variable().is_none() && self.take(&["!", "not"]).is_some() {
            let inner = self.negation(depth + 1)?;
            let inner = self.truth(inner)?;
            return Ok(self.system.exprs.not(inner));
        }
        if self.variable().is_none() && self.take(&["("]).is_some() {
            let inner = self.disjunction(depth + 1)?;
            return match self.take(&[")"]) {
                // What is compared may be in brackets.
                Some(_) if self.system.exprs.sort(inner) != Sort::Bool => self.compared(inner),
                Some(_) => Ok(inner),
                None => Err("expected `)`".to_string()),
            };
        }
        let left = self.operand(None)?;
        self.compared(left)
    }

    /// An operand as a condition, or compared with what follows.
    fn compared(&mut self, left: ExprId) -> Read<ExprId> {
        let sort = self.system.exprs.sort(left);
        let Some(sign) = self.take(&["==", "=", "!=", "<>", "<=", ">=", "<", ">"]) else {
            // A bracket may be around what is compared.
            return if self.rest().starts_with(')') { Ok(left) } else { self.truth(left) };
        };
        let right = self.operand(Some(sort))?;
        if self.system.exprs.sort(right) != sort {
            return Err("what is compared is of different types".to_string());
        }
        let exprs = &mut self.system.exprs;
        match sign {
            "=" | "==" => Ok(exprs.eq(left, right)),
            "!=" | "<>" => Ok(exprs.ne(left, right)),
            _ if sort != Sort::Int => Err(format!("`{sign}` compares numbers")),
            "<" => Ok(exprs.lt(left, right)),
            "<=" => Ok(exprs.le(left, right)),
            ">" => Ok(exprs.lt(right, left)),
            _ => Ok(exprs.le(right, left)),
        }
    }

    /// A value; names of values of enumerations where one of that sort is to be compared.
    fn operand(&mut self, sort: Option<Sort>) -> Read<ExprId> {
        let rest = self.rest();
        if let Some(Sort::Enum(kind)) = sort {
            let values = self.system.enums[kind.0 as usize].values.iter().enumerate();
            let found =
                values.filter(|(_, value)| begins_with(rest, value)).max_by_key(|(_, value)| value.len());
            if let Some((value, length)) = found.map(|(value, name)| (value as i64, name.len())) {
                self.at += length;
                return Ok(self.system.exprs.constant(Sort::Enum(kind), value));
            }
        }
        if let Some((var, length)) = self.variable() {
            self.names_variable = true;
            self.at += length;
            return match self.system.var(var).len {
                None => Ok(self.system.exprs.var(var)),
                Some(len) => self.element(var, len),
            };
        }
        if let Some((bits, length)) = self.word() {
            self.names_variable = true;
            self.at += length;
            return Ok(self.number_of(&bits));
        }
        if let Some(truth) = self.take(&["true", "TRUE", "false", "FALSE"]) {
            return Ok(self.system.exprs.bool(truth.eq_ignore_ascii_case("true")));
        }
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let number = &rest[..rest.len() - digits.len() + end];
        if end == 0 {
            return Err(self.unknown(shown(rest), sort));
        }
        self.at += number.len();
        let value = number.parse().map_err(|_| format!("`{number}` is too large"))?;
        Ok(self.system.exprs.int(value))
    }

    /// That nothing has this name, where a value of a sort may be expected.
    fn unknown(&self, name: &str, sort: Option<Sort>) -> String {
        let system = &*self.system;
        let variables = system.var_ids().map(|(_, var)| var);
        match sort {
            _ if name.is_empty() => "expected a variable or a value".to_string(),
            Some(Sort::Enum(kind)) => {
                let values = system.enums[kind.0 as usize].values.iter().map(String::as_str);
                no_such("variable or value", name, values)
            }
            // The bits of a word are known by the name of the word.
            _ => no_such("variable", name, variables.map(|var| var.name.trim_end_matches("[0]"))),
        }
    }

    /// The variable with the longest name that stands here, and how long that is.
    fn variable(&mut self) -> Option<(VarId, usize)> {
        let rest = self.rest();
        let vars = self.system.var_ids().filter(|(_, var)| begins_with(rest, &var.name));
        vars.map(|(id, var)| (id, var.name.len())).max_by_key(|(_, length)| *length)
    }

    /// `[number]` behind the name of an array.
    fn element(&mut self, var: VarId, len: u32) -> Read<ExprId> {
        let name = self.system.var(var).name.clone();
        let whole = format!("`{name}` is an array: name an element, as in `{name}[0]`");
        let rest = self.rest();
        let index = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let Some((index, _)) = index else { return Err(whole) };
        self.at += index.len() + 2;
        match index.trim().parse::<u32>() {
            Ok(index) if index < len => {
                let index = self.system.exprs.int(i64::from(index));
                Ok(self.system.exprs.element(var, index))
            }
            Ok(index) => Err(format!("`{name}` has no element {index}")),
            Err(_) => Err(whole),
        }
    }

    /// The bits `name[0]`, `name[1]`, … of the name that stands here, if there are such variables, and its length.
    fn word(&mut self) -> Option<(Vec<VarId>, usize)> {
        let rest = self.rest();
        let first = self.system.var_ids().filter(|(_, var)| var.ty == Type::Bool && var.len.is_none());
        let names = first.filter_map(|(_, var)| var.name.strip_suffix("[0]"));
        let name = names.filter(|name| begins_with(rest, name)).max_by_key(|name| name.len())?;
        let bit = |position: usize| self.system.find_var(&format!("{name}[{position}]"));
        let bits: Vec<VarId> = (0..).map_while(bit).take(WIDEST + 1).collect();
        (bits.len() <= WIDEST).then_some((bits, name.len()))
    }

    /// The number that bits stand for, the first of which is the lowest.
    fn number_of(&mut self, bits: &[VarId]) -> ExprId {
        let exprs = &mut self.system.exprs;
        let mut sum = exprs.int(0);
        for (position, bit) in bits.iter().enumerate() {
            let (bit, one, none) = (exprs.var(*bit), exprs.int(1 << position), exprs.int(0));
            let value = exprs.ite(bit, one, none);
            sum = exprs.binary(synod_core::BinaryOp::Add, sum, value);
        }
        sum
    }
}

/// Whether a text begins with a name or sign that ends there.
fn begins_with(text: &str, name: &str) -> bool {
    let is_inside = |c: char| c.is_alphanumeric() || c == '_';
    let Some(behind) = text.strip_prefix(name) else { return false };
    let goes_on = name.ends_with(is_inside) && behind.starts_with(is_inside);
    !name.is_empty() && !goes_on
}

/// The first word of what is wrong, or the sign.
fn shown(rest: &str) -> &str {
    let ends = |c: char| c.is_whitespace() || "=!<>&|,()".contains(c);
    let end = rest.find(ends).filter(|end| *end > 0);
    &rest[..end.unwrap_or_else(|| rest.find(char::is_whitespace).unwrap_or(rest.len()))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::Variable;
    use synod_simulate::Interpreter;

    fn system() -> System {
        let mut system = System::new("t");
        let colour = system.add_enum("colour", vec!["red".into(), "green".into()]);
        let variables = [
            ("a-hue", Type::Enum(colour), None),
            ("a-on", Type::Bool, None),
            ("n", Type::Range { lo: -1, hi: 3 }, None),
            ("list", Type::Range { lo: 0, hi: 1 }, Some(2)),
        ];
        for (name, ty, len) in variables {
            system.add_var(Variable { name: name.into(), ty, len, owner: None, span: Default::default() });
        }
        system
    }

    fn count(condition: &str) -> Result<usize, String> {
        Ok(Interpreter::new(&narrowed(&system(), condition)?).initial(1000).states.len())
    }

    #[test]
    fn the_empty_condition_and_true_narrow_nothing() {
        let all = 2 * 2 * 5 * 4;
        for condition in ["", " ", "true", "TRUE"] {
            assert_eq!(count(condition), Ok(all), "{condition}");
        }
        assert_eq!(count("FALSE | !a-on"), Ok(all / 2));
    }

    #[test]
    fn conditions_narrow_the_initial_states() {
        assert_eq!(count("a-hue = red & !a-on, n = -1"), Ok(4));
        assert_eq!(count("a-hue != red & a-on & n >= 2 & list[1] == 1"), Ok(4));
        assert_eq!(count("n < list[0]"), Ok(2 * 2 * (2 * 2 + 2)));
        assert_eq!(count("n>2&n<=1"), Ok(0));
        assert_eq!(count("not (a-hue = red or n > -1)"), Ok(2 * 4));
    }

    #[test]
    fn mistakes_are_explained() {
        let error = |condition: &str| {
            let message = count(condition).unwrap_err();
            message.strip_prefix(&format!("`{condition}` is no condition: ")).expect("its text").to_string()
        };
        assert_eq!(error("a-hu = red"), "there is no variable `a-hu`; did you mean `a-hue`?");
        assert_eq!(error("a-hu=red"), "there is no variable `a-hu`; did you mean `a-hue`?");
        assert_eq!(error("a-hue = blue"), "there is no variable or value `blue`; there are `red`, `green`");
        assert_eq!(error("a-hue < red"), "`<` compares numbers");
        assert_eq!(error("n"), "this is a value: compare it with another");
        assert_eq!(error("list = 1"), "`list` is an array: name an element, as in `list[0]`");
        assert_eq!(error("list[2] = 1"), "`list` has no element 2");
        assert_eq!(error("n ="), "expected a variable or a value");
    }
}
