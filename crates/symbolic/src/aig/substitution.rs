//! Functions of one graph in another, or in the same with other inputs.

use rustc_hash::FxHashMap;

use super::{Aig, Lit, Node};

/// Copies functions from one graph into another (or into itself), with other functions for its inputs.
#[derive(Clone, Debug)]
pub struct Substitution {
    /// For each node of the source that was copied, its copy.
    images: FxHashMap<usize, Lit>,
}

impl Substitution {
    /// Maps the given inputs.
    pub fn new(inputs: impl IntoIterator<Item = (Lit, Lit)>) -> Self {
        let image = |(from, to): (Lit, Lit)| (from.node(), to.negate_if(from.is_negated()));
        let mut images: FxHashMap<usize, Lit> = inputs.into_iter().map(image).collect();
        images.insert(0, Lit::FALSE);
        Substitution { images }
    }

    /// The copy of a function; inputs without an image get a new input each.
    pub fn copy(&mut self, source: &Aig, target: &mut Aig, lit: Lit) -> Lit {
        self.build(Some(source), target, lit)
    }

    /// The function with its inputs replaced, in the same graph; other inputs stay themselves.
    pub fn replace(&mut self, aig: &mut Aig, lit: Lit) -> Lit {
        self.build(None, aig, lit)
    }

    /// Copies from `source`, or within `target` if there is none.
    fn build(&mut self, source: Option<&Aig>, target: &mut Aig, lit: Lit) -> Lit {
        let mut todo = vec![lit.positive()];
        while let Some(at) = todo.last().copied() {
            if self.images.contains_key(&at.node()) {
                todo.pop();
                continue;
            }
            let node = source.map_or_else(|| target.node(at), |source| source.node(at));
            let image = match node {
                Node::And(a, b) => match self.operands(a, b) {
                    Ok((x, y)) => target.and(x, y),
                    Err(missing) => {
                        todo.extend(missing);
                        continue;
                    }
                },
                _ if source.is_some() => target.input(),
                _ => at,
            };
            self.images.insert(at.node(), image);
        }
        self.image(lit).unwrap_or(lit)
    }

    fn image(&self, lit: Lit) -> Option<Lit> {
        self.images.get(&lit.node()).map(|image| image.negate_if(lit.is_negated()))
    }

    fn operands(&self, a: Lit, b: Lit) -> Result<(Lit, Lit), Vec<Lit>> {
        match (self.image(a), self.image(b)) {
            (Some(x), Some(y)) => Ok((x, y)),
            (x, y) => {
                let missing = [(x, a), (y, b)].into_iter().filter(|(image, _)| image.is_none());
                Err(missing.map(|(_, lit)| lit.positive()).collect())
            }
        }
    }
}
