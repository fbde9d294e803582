//! BTOR2 as its definition says (Niemetz, Preiner, Wolf, Biere, CAV 2018), as far as it is printed, and its
//! witnesses.

use std::collections::HashMap;

use super::{Edge, Inputs, Machine, State, Violation, goal};

/// A line that defines a value: its number, its operator, and the numbers that follow the sort.
struct Node {
    id: usize,
    op: String,
    args: Vec<i64>,
    constant: u128,
}

/// What the lines say.
pub struct Model {
    nodes: Vec<Node>,
    widths: HashMap<usize, u32>,
    /// The lines of states and of inputs.
    states: Vec<usize>,
    inputs: Vec<usize>,
    /// For each state, the lines of its first and its next value.
    init: HashMap<usize, i64>,
    next: HashMap<usize, i64>,
    constraints: Vec<i64>,
    bad: Vec<i64>,
    justice: Vec<i64>,
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

fn signed(value: u128, width: u32) -> i128 {
    (value << (128 - width)) as i128 >> (128 - width)
}

impl Model {
    pub fn read(text: &str) -> Model {
        let mut sorts: HashMap<usize, u32> = HashMap::new();
        let mut model = Model {
            nodes: Vec::new(),
            widths: HashMap::new(),
            states: Vec::new(),
            inputs: Vec::new(),
            init: HashMap::new(),
            next: HashMap::new(),
            constraints: Vec::new(),
            bad: Vec::new(),
            justice: Vec::new(),
        };
        for (position, line) in text.lines().enumerate() {
            let words: Vec<String> = line.split(' ').map(str::to_string).collect();
            let id: usize = words[0].parse().unwrap();
            assert_eq!(id, position + 1, "{line}");
            let number = |place: usize| words[place].parse::<i64>().unwrap();
            let earlier = |place: usize| {
                let used = number(place);
                assert!(used.unsigned_abs() < id as u64, "{line}");
                used
            };
            match words[1].as_str() {
                "sort" => {
                    assert_eq!(words[2], "bitvec");
                    sorts.insert(id, words[3].parse().unwrap());
                    continue;
                }
                "constraint" => model.constraints.push(earlier(2)),
                "bad" => model.bad.push(earlier(2)),
                "justice" => model.justice.extend((0..number(2) as usize).map(|place| earlier(3 + place))),
                "init" => {
                    let (state, value) = (earlier(3) as usize, earlier(4));
                    assert!(
                        value.unsigned_abs() < state as u64,
                        "{line}: a first value comes before its state"
                    );
                    assert_eq!(sorts[&(number(2) as usize)], model.widths[&state]);
                    model.init.insert(state, value);
                }
                "next" => {
                    assert_eq!(sorts[&(number(2) as usize)], model.widths[&(earlier(3) as usize)]);
                    assert_eq!(model.width(earlier(4)), model.widths[&(earlier(3) as usize)], "{line}");
                    model.next.insert(earlier(3) as usize, earlier(4));
                }
                other => {
                    match other {
                        "state" => model.states.push(id),
                        "input" => model.inputs.push(id),
                        _ => {}
                    }
                    model.widths.insert(id, sorts[&(number(2) as usize)]);
                    model.check(id, &words);
                    let args = words[3..].iter().filter_map(|word| word.parse().ok()).collect();
                    let constant = match other {
                        "const" => u128::from_str_radix(&words[3], 2).unwrap(),
                        other => u128::from(other == "one"),
                    };
                    model.nodes.push(Node { id, op: other.to_string(), args, constant });
                }
            }
        }
        assert!(model.states.iter().all(|state| model.next.contains_key(state)));
        model
    }

    fn width(&self, node: i64) -> u32 {
        self.widths[&(node.unsigned_abs() as usize)]
    }

    /// The widths of operands must be what the operator wants.
    fn check(&self, id: usize, words: &[String]) {
        let own = self.widths[&id];
        let width = |place: usize| {
            let node: i64 = words[place].parse().unwrap();
            assert!(node.unsigned_abs() < id as u64, "{words:?}");
            self.width(node)
        };
        let number = |place: usize| words[place].parse::<u32>().unwrap();
        let fits = match words[1].as_str() {
            "zero" | "one" | "state" | "input" => true,
            "const" => words[3].len() == own as usize,
            "and" | "add" | "sub" | "mul" | "udiv" | "urem" => width(3) == own && width(4) == own,
            "eq" | "ult" | "slt" => own == 1 && width(3) == width(4),
            "ite" => width(3) == 1 && width(4) == own && width(5) == own,
            "uext" | "sext" => width(3) + number(4) == own,
            "slice" => number(4) < width(3) && number(4) + 1 - number(5) == own,
            "concat" => width(3) + width(4) == own,
            other => panic!("{other}"),
        };
        assert!(fits, "{words:?}");
    }

    /// The value of each node by its number, given those of states and inputs.
    fn values(&self, given: &HashMap<usize, u128>) -> Vec<u128> {
        let mut values = vec![0; self.nodes.last().map_or(0, |last| last.id + 1)];
        for Node { id, op, args, constant } in &self.nodes {
            let value = |place: usize| self.value(&values, args[place]);
            let result = match op.as_str() {
                "zero" | "one" | "const" => *constant,
                "state" | "input" => given[id],
                "and" => value(0) & value(1),
                "add" => value(0).wrapping_add(value(1)),
                "sub" => value(0).wrapping_sub(value(1)),
                "mul" => value(0).wrapping_mul(value(1)),
                "udiv" => value(0).checked_div(value(1)).unwrap_or(u128::MAX),
                "urem" => value(0).checked_rem(value(1)).unwrap_or(value(0)),
                "eq" => u128::from(value(0) == value(1)),
                "ult" => u128::from(value(0) < value(1)),
                "slt" => {
                    let width = self.width(args[0]);
                    u128::from(signed(value(0), width) < signed(value(1), width))
                }
                "ite" => value(if value(0) == 1 { 1 } else { 2 }),
                "uext" => value(0),
                "sext" => signed(value(0), self.width(args[0])) as u128,
                "slice" => value(0) >> args[2],
                "concat" => value(0) << self.width(args[1]) | value(1),
                other => panic!("{other}"),
            };
            values[*id] = result & mask(self.widths[id]);
        }
        values
    }

    fn value(&self, values: &[u128], node: i64) -> u128 {
        let value = values[node.unsigned_abs() as usize];
        if node < 0 { !value & mask(self.width(node)) } else { value }
    }

    pub fn state_widths(&self) -> impl Iterator<Item = u32> {
        self.states.iter().map(|state| self.widths[state])
    }

    /// The values of the inputs, the bits of which are one number.
    fn inputs_of(&self, mut bits: Inputs) -> Vec<u128> {
        let mut value = |input: &usize| {
            let width = self.widths[input];
            let value = bits & mask(width);
            bits = bits.checked_shr(width).unwrap_or(0);
            value
        };
        self.inputs.iter().map(&mut value).collect()
    }

    /// A state to begin with, if the constraints allow it.
    pub fn some_first(&self, numbers: &mut impl Iterator<Item = u128>) -> State {
        let constants = self.constants();
        let first = |(state, width): (&usize, u32)| match self.init.get(state) {
            Some(value) => self.value(&constants, *value),
            None => numbers.next().unwrap() & mask(width),
        };
        std::iter::zip(&self.states, self.state_widths()).map(first).collect()
    }

    /// The values of nodes, meaningless unless they are constants.
    fn constants(&self) -> Vec<u128> {
        self.values(&self.states.iter().chain(&self.inputs).map(|id| (*id, 0)).collect())
    }

    pub fn witness(&self, (first, run): &Violation) -> String {
        let list = |values: &[u128], widths: Vec<u32>| -> String {
            let line = |(number, (value, width)): (usize, (&u128, u32))| {
                format!("{number} {value:0width$b}\n", width = width as usize)
            };
            std::iter::zip(values, widths).enumerate().map(line).collect()
        };
        let mut out = format!("sat\n{}\n#0\n{}", goal(self), list(first, self.state_widths().collect()));
        for (position, inputs) in run.iter().enumerate() {
            let widths = self.inputs.iter().map(|input| self.widths[input]).collect();
            out.push_str(&format!("@{position}\n{}", list(&self.inputs_of(*inputs), widths)));
        }
        out + ".\n"
    }
}

impl Machine for Model {
    fn first(&self) -> Option<Vec<State>> {
        let constants = self.constants();
        let mut all: Vec<State> = vec![Vec::new()];
        for (state, width) in std::iter::zip(&self.states, self.state_widths()) {
            let choices: Vec<u128> = match self.init.get(state) {
                Some(value) => vec![self.value(&constants, *value)],
                None if width < 8 => (0..=mask(width)).collect(),
                None => return None,
            };
            if all.len() * choices.len() > 256 {
                return None;
            }
            all = all
                .into_iter()
                .flat_map(|so_far| choices.iter().map(move |value| [&so_far[..], &[*value]].concat()))
                .collect();
        }
        Some(all)
    }

    fn input_bits(&self) -> usize {
        self.inputs.iter().map(|input| self.widths[input] as usize).sum()
    }

    fn justice(&self) -> usize {
        self.justice.len()
    }

    fn edge(&self, state: &State, inputs: Inputs) -> Option<(Edge, bool)> {
        let given = std::iter::zip(&self.states, state.iter().copied());
        let given = given.chain(std::iter::zip(&self.inputs, self.inputs_of(inputs)));
        let values = self.values(&given.map(|(id, value)| (*id, value)).collect());
        let holds = |node: &i64| self.value(&values, *node) == 1;
        let next = self.states.iter().map(|state| self.value(&values, self.next[state])).collect();
        let met = self.justice.iter().enumerate().map(|(number, node)| u32::from(holds(node)) << number);
        self.constraints.iter().all(holds).then(|| ((next, met.sum()), self.bad.iter().any(holds)))
    }
}
