//! The lemmas of the frames, each kept in the last frame in which it is known to hold.

use super::Cube;

/// The frames. Frame 0 stands for the initial states and has no lemmas.
#[derive(Debug, Default)]
pub(super) struct Frames {
    lemmas: Vec<Vec<Blocked>>,
    /// What is never reached.
    always: Vec<Blocked>,
    /// How many lemmas there were.
    learnt: usize,
}

/// A cube, with a number that tells most cubes apart.
#[derive(Debug, PartialEq)]
struct Blocked {
    /// For each literal a bit, which it may share with others.
    bits: u64,
    cube: Cube,
}

impl Blocked {
    fn new(cube: Cube) -> Self {
        let bit = |literal: &i32| 1 << ((2 * literal.unsigned_abs() + u32::from(*literal < 0)) % u64::BITS);
        let bits = cube.iter().fold(0, |bits: u64, literal| bits | bit(literal));
        Blocked { bits, cube }
    }

    /// Whether all literals of `part` stand in it; both are sorted by latch.
    fn contains(&self, part: &Blocked) -> bool {
        let mut rest = self.cube.iter();
        part.bits & !self.bits == 0 && part.cube.iter().all(|literal| rest.any(|other| other == literal))
    }
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
    pub fn of(&self, frame: usize) -> impl ExactSizeIterator<Item = &Cube> {
        self.lemmas[frame].iter().map(|lemma| &lemma.cube)
    }

    /// Whether a cube is blocked in a frame by a lemma.
    pub fn blocks(&self, cube: &Cube, frame: usize) -> bool {
        let cube = Blocked::new(cube.clone());
        self.lemmas[frame..].iter().chain([&self.always]).flatten().any(|lemma| cube.contains(lemma))
    }

    /// Blocks cubes, which are inductive together, in all frames.
    pub fn block_always(&mut self, cubes: Vec<Cube>) {
        let cubes: Vec<Blocked> = cubes.into_iter().map(Blocked::new).collect();
        for lemmas in &mut self.lemmas {
            lemmas.retain(|lemma| !cubes.iter().any(|cube| lemma.contains(cube)));
        }
        self.always.extend(cubes);
    }

    /// What is blocked in all frames.
    pub fn always(&self) -> impl Iterator<Item = &Cube> {
        self.always.iter().map(|lemma| &lemma.cube)
    }

    /// A lemma of the frame before that blocks a cube there.
    pub fn parent(&self, cube: &Cube, frame: usize) -> Option<&Cube> {
        let cube = Blocked::new(cube.clone());
        self.lemmas[frame - 1].iter().find(|lemma| cube.contains(lemma)).map(|lemma| &lemma.cube)
    }

    /// Blocks a cube in a frame and all before it; lemmas that say no more are dropped.
    pub fn insert(&mut self, cube: Cube, frame: usize) {
        let cube = Blocked::new(cube);
        for lemmas in &mut self.lemmas[..=frame] {
            lemmas.retain(|lemma| !lemma.contains(&cube));
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
        let cube = Blocked::new(cube.clone());
        self.lemmas.iter().rposition(|lemmas| lemmas.contains(&cube)).unwrap_or(0)
    }

    /// Everything that is blocked in a frame.
    pub fn all_from(&self, frame: usize) -> Vec<Cube> {
        let lemmas = self.lemmas[frame..].iter().chain([&self.always]).flatten();
        lemmas.map(|lemma| lemma.cube.clone()).collect()
    }
}
