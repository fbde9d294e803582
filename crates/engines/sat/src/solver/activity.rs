//! Variables by activity (VSIDS): a heap that knows where everything is.

/// Variables, the most active one first. Which of them wait to be decided is the heap; activities are kept
/// for all.
#[derive(Debug)]
pub struct ActivityHeap {
    activity: Vec<f64>,
    heap: Vec<u32>,
    /// Where each variable is in the heap.
    place: Vec<Option<u32>>,
    increment: f64,
}

/// Beyond this, all activities are scaled down.
const RESCALE: f64 = 1e100;
/// By how much earlier conflicts count less after each one.
const DECAY: f64 = 0.95;

impl Default for ActivityHeap {
    fn default() -> Self {
        ActivityHeap { activity: Vec::new(), heap: Vec::new(), place: Vec::new(), increment: 1.0 }
    }
}

impl ActivityHeap {
    /// A new variable.
    pub fn add(&mut self, waits: bool) {
        let variable = self.activity.len() as u32;
        self.activity.push(0.0);
        self.place.push(None);
        if waits {
            self.insert(variable);
        }
    }

    /// Lets a variable wait, if it does not already.
    pub fn insert(&mut self, variable: u32) {
        if self.place[variable as usize].is_none() {
            self.place[variable as usize] = Some(self.heap.len() as u32);
            self.heap.push(variable);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Nothing waits any more.
    pub fn clear(&mut self) {
        for variable in self.heap.drain(..) {
            self.place[variable as usize] = None;
        }
    }

    /// Takes the most active variable that waits.
    pub fn pop(&mut self) -> Option<u32> {
        let first = *self.heap.first()?;
        self.place[first as usize] = None;
        let last = self.heap.pop()?;
        if last != first {
            self.put(0, last);
            self.sift_down(0);
        }
        Some(first)
    }

    /// Counts that a variable took part in a conflict.
    pub fn bump(&mut self, variable: u32) {
        self.activity[variable as usize] += self.increment;
        if self.activity[variable as usize] > RESCALE {
            self.activity.iter_mut().for_each(|activity| *activity /= RESCALE);
            self.increment /= RESCALE;
        }
        if let Some(at) = self.place[variable as usize] {
            self.sift_up(at as usize);
        }
    }

    /// Earlier conflicts count less from now on.
    pub fn decay(&mut self) {
        self.increment /= DECAY;
    }

    fn put(&mut self, at: usize, variable: u32) {
        self.heap[at] = variable;
        self.place[variable as usize] = Some(at as u32);
    }

    fn of(&self, at: usize) -> f64 {
        self.activity[self.heap[at] as usize]
    }

    fn sift_up(&mut self, mut at: usize) {
        let variable = self.heap[at];
        let activity = self.activity[variable as usize];
        while at > 0 && self.of((at - 1) / 2) < activity {
            self.put(at, self.heap[(at - 1) / 2]);
            at = (at - 1) / 2;
        }
        self.put(at, variable);
    }

    fn sift_down(&mut self, mut at: usize) {
        let variable = self.heap[at];
        let activity = self.activity[variable as usize];
        loop {
            let mut child = 2 * at + 1;
            if child + 1 < self.heap.len() && self.of(child + 1) > self.of(child) {
                child += 1;
            }
            if child >= self.heap.len() || self.of(child) <= activity {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, variable);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_comes_first() {
        let mut heap = ActivityHeap::default();
        (0..5).for_each(|_| heap.add(true));
        for variable in [3, 1, 3, 1, 3, 4] {
            heap.bump(variable);
            heap.decay();
        }
        assert_eq!(heap.pop(), Some(3));
        heap.bump(0);
        heap.insert(3);
        let rest: Vec<u32> = std::iter::from_fn(|| heap.pop()).collect();
        assert_eq!(rest, [3, 1, 0, 4, 2]);
    }
}
