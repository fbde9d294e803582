//! Conjunctions and disjunctions set over several lines when one is too narrow for them.

/// No line is made longer than this where it can be broken.
const WIDTH: usize = 100;

/// A condition that knows where it may be broken.
#[derive(Clone, Debug)]
pub enum Doc {
    /// Something that stays together and may stand beside `&` as it is.
    Text(String),
    /// All of them.
    All(Vec<Doc>),
    /// At least one of them.
    Any(Vec<Doc>),
}

impl Doc {
    /// A piece of text.
    pub fn text(text: impl Into<String>) -> Doc {
        Doc::Text(text.into())
    }

    /// All of them; nested conjunctions are drawn into this one, and `TRUE` is left out.
    pub fn all(docs: impl IntoIterator<Item = Doc>) -> Doc {
        let mut flat = Vec::new();
        for doc in docs {
            match doc {
                Doc::All(inner) => flat.extend(inner),
                Doc::Text(text) if text == "TRUE" => {}
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Doc::text("TRUE"),
            1 => flat.swap_remove(0),
            _ => Doc::All(flat),
        }
    }

    /// At least one of them.
    pub fn any(docs: impl IntoIterator<Item = Doc>) -> Doc {
        let mut list: Vec<Doc> = docs.into_iter().collect();
        match list.len() {
            0 => Doc::text("FALSE"),
            1 => list.swap_remove(0),
            _ => Doc::Any(list),
        }
    }

    /// On one line.
    pub fn flat(&self) -> String {
        let join =
            |docs: &[Doc], word: &str| docs.iter().map(Doc::flat_operand).collect::<Vec<_>>().join(word);
        match self {
            Doc::Text(text) => text.clone(),
            Doc::All(docs) => join(docs, " & "),
            Doc::Any(docs) => join(docs, " | "),
        }
    }

    /// On one line, beside an operator.
    pub fn flat_operand(&self) -> String {
        match self {
            Doc::Text(text) => text.clone(),
            Doc::All(_) | Doc::Any(_) => format!("({})", self.flat()),
        }
    }

    /// Begun at a column, broken where needed.
    pub fn at(&self, column: usize) -> String {
        let mut out = String::new();
        self.write(column, &mut out);
        out
    }

    fn write(&self, column: usize, out: &mut String) {
        let (docs, word) = match self {
            Doc::Text(text) => return out.push_str(text),
            Doc::All(docs) => (docs, '&'),
            Doc::Any(docs) => (docs, '|'),
        };
        let flat = self.flat();
        if column + flat.chars().count() <= WIDTH {
            return out.push_str(&flat);
        }
        for (i, doc) in docs.iter().enumerate() {
            if i > 0 {
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', column));
            }
            out.push(if i == 0 { ' ' } else { word });
            out.push(' ');
            match doc {
                Doc::Text(text) => out.push_str(text),
                _ => {
                    out.push('(');
                    doc.write(column + 3, out);
                    out.push(')');
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_conditions_stay_on_a_line() {
        let doc = Doc::all([Doc::text("a"), Doc::any([Doc::text("b"), Doc::text("c")]), Doc::text("TRUE")]);
        assert_eq!(doc.at(4), "a & (b | c)");
    }

    #[test]
    fn long_ones_are_broken_before_the_operator() {
        let long = |c: &str| Doc::text(c.repeat(40));
        let doc = Doc::all([long("a"), Doc::any([long("b"), long("c"), long("d")])]);
        let (a, b, c, d) = ("a".repeat(40), "b".repeat(40), "c".repeat(40), "d".repeat(40));
        assert_eq!(doc.at(0), format!("  {a}\n& (  {b}\n   | {c}\n   | {d})"));
    }
}
