//! The inputs that say which step is taken: the number of its rule, the values it picks, and the number
//! of the alternative of each part. All rules share them.

use synod_core::{RuleId, System, Taken};
use synod_symbolic::{BinaryWordOp, BitBlasted, WordOp};

use super::layout::{bits_for, code_width, decode};
use synod_symbolic::aig::{Aig, Lit, Values};

/// The inputs.
#[derive(Clone, Debug)]
pub struct Selectors {
    /// The number of the rule.
    rule: Vec<Lit>,
    /// The codes of its choices; a choice uses as many bits as it needs.
    choices: Vec<Vec<Lit>>,
    /// The number of the alternative of each part.
    parts: Vec<Vec<Lit>>,
    /// For each rule the bounds of its choices.
    domains: Vec<Vec<(i64, i64)>>,
}

impl Selectors {
    /// New inputs, enough for every rule. Choices of unbounded integers get those from `-int_bound` to
    /// `int_bound`.
    pub fn new(system: &System, aig: &mut Aig, int_bound: i64) -> Self {
        let domain =
            |choice: &synod_core::Choice| choice.ty.bounds(&system.enums).unwrap_or((-int_bound, int_bound));
        let domains: Vec<Vec<(i64, i64)>> =
            system.rules.iter().map(|rule| rule.choices.iter().map(domain).collect()).collect();
        let mut widths = Vec::new();
        for domain in &domains {
            widen(&mut widths, domain.iter().map(|(lo, hi)| code_width(*lo, *hi)));
        }
        let mut part_widths = Vec::new();
        for rule in &system.rules {
            widen(&mut part_widths, rule.parts.iter().map(|part| bits_for(part.alternatives.len())));
        }
        let mut bits = |width: usize| (0..width).map(|_| aig.input()).collect::<Vec<Lit>>();
        Selectors {
            rule: bits(bits_for(system.rules.len())),
            choices: widths.into_iter().map(&mut bits).collect(),
            parts: part_widths.into_iter().map(&mut bits).collect(),
            domains,
        }
    }

    /// All inputs.
    pub fn inputs(&self) -> Vec<Lit> {
        self.words().into_iter().flat_map(|(_, bits)| bits).copied().collect()
    }

    /// The inputs as numbers, with a name each.
    pub fn words(&self) -> Vec<(String, &[Lit])> {
        let numbered = |name: &'static str, words| {
            let words: &Vec<Vec<Lit>> = words;
            words.iter().enumerate().map(move |(number, bits)| (format!("{name}{number}"), &bits[..]))
        };
        let rule = ("rule".to_string(), &self.rule[..]);
        [rule]
            .into_iter()
            .chain(numbered("choice", &self.choices))
            .chain(numbered("part", &self.parts))
            .collect()
    }

    /// The inputs say that this rule is taken.
    pub fn is_rule(&self, aig: &mut Aig, rule: RuleId) -> Lit {
        is_number(aig, &self.rule, rule.0 as usize)
    }

    /// The bounds of a choice and the bits of its code.
    pub fn choices(&self, rule: RuleId) -> impl Iterator<Item = (i64, i64, &[Lit])> {
        let domains = &self.domains[rule.0 as usize];
        std::iter::zip(domains, &self.choices)
            .map(|((lo, hi), bits)| (*lo, *hi, &bits[..code_width(*lo, *hi)]))
    }

    /// For one of `count` alternatives of a part each: the inputs say that it is taken.
    pub fn alternatives(&self, aig: &mut Aig, part: usize, count: usize) -> Vec<Lit> {
        one_hot(aig, &self.parts[part][..bits_for(count)], count)
    }

    /// The step that the inputs say.
    pub fn taken(&self, system: &System, values: &Values) -> Option<Taken> {
        let rule = RuleId(decode(&self.rule, values) as u32);
        let parts = &system.rules.get(rule.0 as usize)?.parts;
        let choices =
            self.choices(rule).map(|(lo, _, bits)| lo.wrapping_add(decode(bits, values) as i64)).collect();
        let alternatives = std::iter::zip(parts, &self.parts)
            .map(|(part, bits)| decode(&bits[..bits_for(part.alternatives.len())], values) as u32)
            .collect();
        Some(Taken { rule, choices, alternatives })
    }
}

fn widen(widths: &mut Vec<usize>, needed: impl Iterator<Item = usize>) {
    for (position, width) in needed.enumerate() {
        match widths.get_mut(position) {
            Some(known) => *known = width.max(*known),
            None => widths.push(width),
        }
    }
}

/// For each number below `count`: some bits are that number.
pub fn one_hot(aig: &mut Aig, bits: &[Lit], count: usize) -> Vec<Lit> {
    (0..count).map(|number| is_number(aig, bits, number)).collect()
}

/// Holds where some bits are the binary number `value`.
fn is_number(aig: &mut Aig, bits: &[Lit], value: usize) -> Lit {
    let digits: Vec<Lit> = (0..bits.len()).map(|place| Lit::constant(value >> place & 1 == 1)).collect();
    let same = std::iter::zip(bits, &digits).map(|(bit, digit)| bit.negate_if(*digit == Lit::FALSE));
    let is_number = aig.all(same);
    aig.computed(&[is_number], WordOp::Binary(BinaryWordOp::Equal, bits, &digits));
    is_number
}
