//! Classes of signals that may be equal: everything that was not yet seen to differ.

use rustc_hash::FxHashMap;

use synod_symbolic::aig::Lit;

/// The classes of at least two signals each. A node stands in one class at most, as itself or negated.
#[derive(Debug)]
pub(super) struct Classes {
    /// The literals of a class are equal to each other; the first is that of the smallest node.
    classes: Vec<Vec<Lit>>,
    /// For each node that is not the first of a class, what it may be equal to.
    equal_to: FxHashMap<usize, Lit>,
}

impl Classes {
    /// One class of all nodes, which are sorted, and of the constant: each literal is the one that has the value
    /// of the constant false in a sample.
    pub fn new(nodes: &[Lit], is_true: impl Fn(Lit) -> bool) -> Self {
        let all = nodes.iter().map(|node| node.negate_if(is_true(*node)));
        let mut classes = Classes { classes: Vec::new(), equal_to: FxHashMap::default() };
        classes.add([Lit::FALSE].into_iter().chain(all).collect());
        classes
    }

    fn add(&mut self, class: Vec<Lit>) {
        let [first, rest @ ..] = class.as_slice() else { return };
        self.equal_to.remove(&first.node());
        for literal in rest {
            self.equal_to.insert(literal.node(), first.negate_if(literal.is_negated()));
        }
        if !rest.is_empty() {
            self.classes.push(class);
        }
    }

    /// What a node may be equal to: a literal of a smaller node.
    pub fn equal_to(&self, node: Lit) -> Option<Lit> {
        self.equal_to.get(&node.node()).copied()
    }

    /// Tells apart what has different values in some samples; whether there was anything.
    pub fn split(&mut self, values: impl Fn(Lit) -> u64) -> bool {
        let differs = |class: &mut Vec<Lit>| {
            let first = values(class[0]);
            class.iter().any(|literal| values(*literal) != first)
        };
        let wrong: Vec<Vec<Lit>> = self.classes.extract_if(.., differs).collect();
        for class in &wrong {
            let mut parts: Vec<Vec<Lit>> = Vec::new();
            let mut numbers: FxHashMap<u64, usize> = FxHashMap::default();
            for literal in class {
                let number = *numbers.entry(values(*literal)).or_insert(parts.len());
                match parts.get_mut(number) {
                    Some(part) => part.push(*literal),
                    None => parts.push(vec![*literal]),
                }
            }
            parts.into_iter().for_each(|part| self.add(part));
        }
        !wrong.is_empty()
    }

    /// A node is equal to nothing any more.
    pub fn isolate(&mut self, node: Lit) {
        let is_node = |literal: &Lit| literal.node() == node.node();
        let with_node = self.classes.iter().position(|class| class.iter().any(is_node));
        if let Some(mut class) = with_node.map(|number| self.classes.swap_remove(number)) {
            class.retain(|literal| !is_node(literal));
            self.equal_to.remove(&node.node());
            self.add(class);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_symbolic::aig::Aig;

    fn inputs<const N: usize>() -> [Lit; N] {
        let mut aig = Aig::default();
        [(); N].map(|()| aig.input())
    }

    #[test]
    fn signals_are_told_apart_by_samples_and_negation_does_not_count() {
        let [a, b, c, d] = inputs();
        let mut classes = Classes::new(&[a, b, c, d], |node| node == b || node == d);
        assert_eq!(
            [a, b, c, d].map(|node| classes.equal_to(node)),
            [false, true, false, true].map(|value| Some(Lit::constant(value)))
        );
        let word = |literal: Lit| {
            let word = match literal.positive() {
                x if x == a => 0b10,
                x if x == b => 0b01,
                x if x == d => 0b11,
                _ => 0,
            };
            if literal.is_negated() { !word & 0b11 } else { word }
        };
        assert!(classes.split(word));
        assert!(!classes.split(word));
        assert_eq!(
            [a, b, c, d].map(|node| classes.equal_to(node)),
            [None, Some(!a), Some(Lit::FALSE), Some(Lit::TRUE)]
        );
    }

    #[test]
    fn what_is_left_of_a_class_goes_on_without_a_node() {
        let [a, b, c] = inputs();
        let mut classes = Classes::new(&[a, b, c], |_| false);
        assert!(classes.split(|literal| u64::from(literal.node() > 0)));
        assert_eq!([a, b, c].map(|node| classes.equal_to(node)), [None, Some(a), Some(a)]);
        classes.isolate(a);
        assert_eq!([a, b, c].map(|node| classes.equal_to(node)), [None, None, Some(b)]);
        classes.isolate(c);
        assert_eq!([a, b, c].map(|node| classes.equal_to(node)), [None; 3]);
    }
}
