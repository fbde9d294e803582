//! Conditions that people type to pick initial states.
//!
//! ```text
//! condition  = comparison { ("&" | ",") comparison }
//! comparison = "true" | ["!"] variable | variable operator value
//! operator   = "=" | "==" | "!=" | "<" | "<=" | ">" | ">="
//! variable   = a full name of the model, such as client-cLink, or an element, such as list[2]
//! value      = a number, true, false, a value of the variable's enumeration, or a variable
//! ```

use synod_core::{BinaryOp, ExprId, Sort, System, VarId};

/// What is wrong with a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstraintError(pub String);

impl std::fmt::Display for ConstraintError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

const OPERATORS: [&str; 7] = ["==", "!=", "<=", ">=", "=", "<", ">"];

/// The system with its initial states narrowed to those that satisfy the condition.
pub fn constrain(system: &System, condition: &str) -> Result<System, ConstraintError> {
    let mut system = system.clone();
    let mut conjuncts = vec![system.init];
    for text in condition.split(['&', ',']).map(str::trim).filter(|text| !text.is_empty()) {
        conjuncts.push(comparison(&mut system, text)?);
    }
    system.init = system.exprs.and(conjuncts);
    Ok(system)
}

fn comparison(system: &mut System, text: &str) -> Result<ExprId, ConstraintError> {
    if matches!(text, "true" | "TRUE") && system.find_var(text).is_none() {
        return Ok(system.exprs.bool(true));
    }
    let position = OPERATORS.iter().filter_map(|op| Some((text.find(op)?, *op))).min_by_key(|(at, op)| {
        // At one place the longer operator is meant.
        (*at, std::cmp::Reverse(op.len()))
    });
    match position {
        Some((at, operator)) if at > 0 => {
            let left = variable(system, text[..at].trim())?;
            let right = value(system, text[at + operator.len()..].trim(), system.exprs.sort(left))?;
            compare(system, operator, left, right)
        }
        _ => {
            let (negated, name) = match text.strip_prefix('!') {
                Some(rest) => (true, rest.trim()),
                None => (false, text),
            };
            let truth = variable(system, name)?;
            if system.exprs.sort(truth) != Sort::Bool {
                return Err(ConstraintError(format!(
                    "`{name}` is not a bool; compare it, as in `{name} = …`"
                )));
            }
            Ok(if negated { system.exprs.not(truth) } else { truth })
        }
    }
}

fn compare(
    system: &mut System,
    operator: &str,
    left: ExprId,
    right: ExprId,
) -> Result<ExprId, ConstraintError> {
    let exprs = &mut system.exprs;
    let ordered = !matches!(operator, "=" | "==" | "!=");
    if ordered && exprs.sort(left) != Sort::Int {
        return Err(ConstraintError(format!("`{operator}` compares numbers only")));
    }
    Ok(match operator {
        "=" | "==" => exprs.eq(left, right),
        "!=" => exprs.ne(left, right),
        "<" => exprs.binary(BinaryOp::Lt, left, right),
        "<=" => exprs.binary(BinaryOp::Le, left, right),
        ">" => exprs.binary(BinaryOp::Lt, right, left),
        _ => exprs.binary(BinaryOp::Le, right, left),
    })
}

fn variable(system: &mut System, text: &str) -> Result<ExprId, ConstraintError> {
    find(system, text)?.ok_or_else(|| {
        let names = system.vars.iter().map(|v| v.name.as_str());
        let hint = synod_syntax::nearest(text, names).map(|n| format!("; did you mean `{n}`?"));
        ConstraintError(format!("there is no variable `{text}`{}", hint.unwrap_or_default()))
    })
}

/// The variable or element of this name, if there is one.
fn find(system: &mut System, text: &str) -> Result<Option<ExprId>, ConstraintError> {
    if let Some(var) = system.find_var(text) {
        return match system.var(var).len {
            None => Ok(Some(system.exprs.var(var))),
            Some(_) => {
                Err(ConstraintError(format!("`{text}` is an array; name an element, as in `{text}[0]`")))
            }
        };
    }
    let element = text.strip_suffix(']').and_then(|t| t.rsplit_once('['));
    let Some((name, index)) = element else { return Ok(None) };
    let Some(var) = system.find_var(name.trim()) else { return Ok(None) };
    element_of(system, var, index.trim()).map(Some)
}

fn element_of(system: &mut System, var: VarId, index: &str) -> Result<ExprId, ConstraintError> {
    let len = system.var(var).len.unwrap_or(0);
    match index.parse::<u32>() {
        Ok(at) if at < len => {
            let at = system.exprs.int(i64::from(at));
            Ok(system.exprs.element(var, at))
        }
        _ => Err(ConstraintError(format!("`{}` has no element {index}", system.var(var).name))),
    }
}

fn value(system: &mut System, text: &str, sort: Sort) -> Result<ExprId, ConstraintError> {
    let constant = match sort {
        Sort::Bool => match text {
            "true" | "TRUE" => Some(1),
            "false" | "FALSE" => Some(0),
            _ => None,
        },
        Sort::Int => text.parse().ok(),
        Sort::Enum(id) => {
            let values = &system.enums[id.0 as usize].values;
            values.iter().position(|v| v == text).map(|at| at as i64)
        }
    };
    if let Some(value) = constant {
        return Ok(system.exprs.constant(sort, value));
    }
    match find(system, text)? {
        Some(other) if system.exprs.sort(other) == sort => Ok(other),
        _ => Err(ConstraintError(match sort {
            Sort::Bool => format!("`{text}` is neither true nor false"),
            Sort::Int => format!("`{text}` is not a number"),
            Sort::Enum(id) => {
                let of = &system.enums[id.0 as usize];
                format!("`{text}` is not a value of {}: {}", of.name, of.values.join(", "))
            }
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpreter::Interpreter;
    use crate::testing::variable;
    use synod_core::{Type, Variable};

    fn system() -> System {
        let mut system = System::new("t");
        let colour = system.add_enum("colour", vec!["red".into(), "green".into()]);
        variable(&mut system, "a-hue", Type::Enum(colour), None);
        variable(&mut system, "a-on", Type::Bool, None);
        variable(&mut system, "n", Type::Range { lo: -1, hi: 3 }, None);
        system.add_var(Variable {
            name: "list".into(),
            ty: Type::Range { lo: 0, hi: 1 },
            len: Some(2),
            owner: None,
            span: Default::default(),
        });
        system
    }

    fn count(condition: &str) -> Result<usize, String> {
        let narrowed = constrain(&system(), condition).map_err(|e| e.0)?;
        Ok(Interpreter::new(&narrowed).initial(1000).states.len())
    }

    #[test]
    fn true_narrows_nothing() {
        let system = crate::testing::divider();
        assert_eq!(constrain(&system, "true").unwrap().init, system.init);
    }

    #[test]
    fn comparisons_narrow_the_initial_states() {
        assert_eq!(count(""), Ok(2 * 2 * 5 * 4));
        assert_eq!(count("a-hue = red & !a-on, n = -1"), Ok(4));
        assert_eq!(count("a-hue != red & a-on & n >= 2 & list[1] == 1"), Ok(4));
        assert_eq!(count("n < list[0]"), Ok(2 * 2 * (2 * 2 + 2)));
        assert_eq!(count("n>2&n<=1"), Ok(0));
    }

    #[test]
    fn mistakes_are_explained() {
        let error = |condition: &str| count(condition).unwrap_err();
        assert_eq!(error("a-hu = red"), "there is no variable `a-hu`; did you mean `a-hue`?");
        assert_eq!(error("a-hue = blue"), "`blue` is not a value of colour: red, green");
        assert_eq!(error("a-hue < red"), "`<` compares numbers only");
        assert_eq!(error("n"), "`n` is not a bool; compare it, as in `n = …`");
        assert_eq!(error("n = many"), "`many` is not a number");
        assert_eq!(error("list = 1"), "`list` is an array; name an element, as in `list[0]`");
        assert_eq!(error("list[2] = 1"), "`list` has no element 2");
        assert_eq!(error("= 3"), "there is no variable `= 3`");
    }
}
