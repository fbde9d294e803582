//! What a part of a step can do, as a list that parts can share: whoever hears many senders in the same way has one list for
//! all of them.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::system::Alternative;

/// The alternatives of a part. A copy shares the list until one of the two is changed.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Alternatives(Arc<Vec<Alternative>>);

impl Deref for Alternatives {
    type Target = Vec<Alternative>;
    fn deref(&self) -> &Vec<Alternative> {
        &self.0
    }
}

/// A list that is shared is copied first.
impl DerefMut for Alternatives {
    fn deref_mut(&mut self) -> &mut Vec<Alternative> {
        Arc::make_mut(&mut self.0)
    }
}

impl From<Vec<Alternative>> for Alternatives {
    fn from(list: Vec<Alternative>) -> Self {
        Alternatives(Arc::new(list))
    }
}

impl FromIterator<Alternative> for Alternatives {
    fn from_iter<I: IntoIterator<Item = Alternative>>(list: I) -> Self {
        Vec::from_iter(list).into()
    }
}

impl<'a> IntoIterator for &'a Alternatives {
    type Item = &'a Alternative;
    type IntoIter = std::slice::Iter<'a, Alternative>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a mut Alternatives {
    type Item = &'a mut Alternative;
    type IntoIter = std::slice::IterMut<'a, Alternative>;
    fn into_iter(self) -> Self::IntoIter {
        self.deref_mut().iter_mut()
    }
}

/// A list as a key, equal to its copies that share it and to no other. As a key it stays alive and unchanged.
#[derive(Clone, Debug)]
struct Identity(Alternatives);

impl PartialEq for Identity {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0.0, &other.0.0)
    }
}

impl Eq for Identity {}

impl Hash for Identity {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0.0).hash(state);
    }
}

/// Something for each list of alternatives, found once for all parts that share the list.
#[derive(Clone, Debug)]
pub struct PerAlternatives<T>(FxHashMap<Identity, T>);

impl<T> Default for PerAlternatives<T> {
    fn default() -> Self {
        PerAlternatives(FxHashMap::default())
    }
}

impl<T: Clone> PerAlternatives<T> {
    /// What there is for a list, made when it is first asked for.
    pub fn get(&mut self, list: &Alternatives, make: impl FnOnce() -> T) -> T {
        self.0.entry(Identity(list.clone())).or_insert_with(make).clone()
    }

    /// What there is for a list, if it was asked for before.
    pub fn known(&self, list: &Alternatives) -> Option<&T> {
        self.0.get(&Identity(list.clone()))
    }
}

impl PerAlternatives<()> {
    /// Whether a list is met for the first time.
    pub fn is_new(&mut self, list: &Alternatives) -> bool {
        self.0.insert(Identity(list.clone()), ()).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::System;

    fn list() -> (System, Alternatives) {
        let mut system = System::new("t");
        let guard = system.exprs.bool(true);
        (system, vec![Alternative { guard, updates: vec![], action: None }].into())
    }

    #[test]
    fn a_copy_is_shared_until_it_is_changed() {
        let (mut system, first) = list();
        let mut second = first.clone();
        let mut seen = PerAlternatives::default();
        assert!(seen.is_new(&first) && !seen.is_new(&second));
        second[0].guard = system.exprs.bool(false);
        assert!(system.exprs.is_true(first[0].guard));
        assert!(seen.is_new(&second));
    }

    #[test]
    fn what_is_found_for_a_list_is_found_once_for_all_who_share_it() {
        let (_, first) = list();
        let (copy, (_, other)) = (first.clone(), list());
        let (mut found, mut count) = (PerAlternatives::default(), 0);
        let mut ask = |list: &Alternatives| {
            found.get(list, || {
                count += 1;
                count
            })
        };
        assert_eq!([&first, &copy, &other, &copy].map(&mut ask), [1, 1, 2, 1]);
    }
}
