//! The lemmas of the frames, each kept in the last frame in which it is known to hold.

use super::Cube;

/// The frames. Frame 0 stands for the initial states and has no lemmas.
#[derive(Debug, Default)]
pub(super) struct Frames {
    lemmas: Vec<Vec<Cube>>,
    /// What is never reached.
    always: Vec<Cube>,
    /// How many lemmas there were.
    learnt: usize,
}

impl Frames {
    pub fn add(&mut self) {
        self.lemmas.push(Vec::new());
    }

    /// The number of the last frame.
    pub fn last(&self) -> usize {
        self.lemmas.len() - 1
    }

    /// The cubes blocked in a frame and not known to be blocked in the next.
    pub fn of(&self, frame: usize) -> &[Cube] {
        &self.lemmas[frame]
    }

    /// Whether a cube is blocked in a frame by a lemma.
    pub fn blocks(&self, cube: &Cube, frame: usize) -> bool {
        self.lemmas[frame..].iter().chain([&self.always]).flatten().any(|lemma| contains(cube, lemma))
    }

    /// Blocks cubes, which are inductive together, in all frames.
    pub fn block_always(&mut self, cubes: Vec<Cube>) {
        for lemmas in &mut self.lemmas {
            lemmas.retain(|lemma| !cubes.iter().any(|cube| contains(lemma, cube)));
        }
        self.always.extend(cubes);
    }

    /// What is blocked in all frames.
    pub fn always(&self) -> &[Cube] {
        &self.always
    }

    /// A lemma of the frame before that blocks a cube there.
    pub fn parent(&self, cube: &Cube, frame: usize) -> Option<&Cube> {
        self.lemmas[frame - 1].iter().find(|lemma| contains(cube, lemma))
    }

    /// Blocks a cube in a frame and all before it; lemmas that say no more are dropped.
    pub fn insert(&mut self, cube: Cube, frame: usize) {
        for lemmas in &mut self.lemmas[..=frame] {
            lemmas.retain(|lemma| !contains(lemma, &cube));
        }
        self.lemmas[frame].push(cube);
        self.learnt += 1;
    }

    /// How many lemmas there were so far.
    pub fn learnt(&self) -> usize {
        self.learnt
    }

    /// The last frame in which exactly this cube is blocked; 0 if there is none.
    pub fn known_up_to(&self, cube: &Cube) -> usize {
        self.lemmas.iter().rposition(|lemmas| lemmas.contains(cube)).unwrap_or(0)
    }

    /// Everything that is blocked in a frame.
    pub fn all_from(&self, frame: usize) -> Vec<Cube> {
        self.lemmas[frame..].iter().chain([&self.always]).flatten().cloned().collect()
    }
}

/// Whether all literals of `part` stand in `whole`; both are sorted by latch.
fn contains(whole: &Cube, part: &Cube) -> bool {
    let mut rest = whole.iter();
    part.len() <= whole.len() && part.iter().all(|literal| rest.any(|other| other == literal))
}
