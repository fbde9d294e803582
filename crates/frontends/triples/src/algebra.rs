//! How the actions of parallel threads happen: alone, or several as one.

/// How two actions of parallel threads happen as one; `None` if they do not.
pub type Sync<'a, A> = &'a dyn Fn(&A, &A) -> Option<A>;

/// No two actions happen as one: plain interleaving.
pub fn interleaved<A>(_: &A, _: &A) -> Option<A> {
    None
}

/// A step of a parallel composition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joint<A> {
    /// What it is to the outside.
    pub action: A,
    /// What it is made of: threads, each with the position of its action in the list of that thread.
    pub of: Vec<(usize, usize)>,
}

/// The steps of parallel compositions.
pub trait Algebra<A> {
    /// What a composition can do if its threads can do this, a list for each of them; `None` if that is
    /// too much to be written out. Actions not mentioned in the answer cannot happen.
    fn steps(&self, threads: &[Vec<&A>]) -> Option<Vec<Joint<A>>>;
}

/// Every action alone, and pairs of actions of different threads that happen as one.
pub struct Pairwise<'a, A>(
    /// Which pairs.
    pub Sync<'a, A>,
);

impl<A: Clone> Algebra<A> for Pairwise<'_, A> {
    fn steps(&self, threads: &[Vec<&A>]) -> Option<Vec<Joint<A>>> {
        let mut found = Vec::new();
        for (i, list) in threads.iter().enumerate() {
            for (m, action) in list.iter().enumerate() {
                synod_syntax::checkpoint();
                found.push(Joint { action: (*action).clone(), of: vec![(i, m)] });
                for (j, others) in threads.iter().enumerate().skip(i + 1) {
                    for (n, other) in others.iter().enumerate() {
                        if let Some(both) = (self.0)(action, other) {
                            found.push(Joint { action: both, of: vec![(i, m), (j, n)] });
                        }
                    }
                }
            }
        }
        Some(found)
    }
}
