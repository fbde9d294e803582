//! Searches that are interrupted anywhere end as if they had not been, whatever happens to their files in between.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{Cursor, Error, ErrorKind, Read, Result, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;
use synod_core::{BinaryOp, Budget, Engine, Folder, Formula, Remark, Silent, System, Verdict};
use synod_explicit::{Checkpoints, Explicit, Reduced, Reduction};
use synod_testing::{Fragment, counters, property, questions, runner};

type Files = BTreeMap<String, Vec<u8>>;

/// A folder in memory, on which there is room for so many bytes.
#[derive(Debug)]
struct Shelf {
    files: Mutex<Files>,
    room: usize,
}

impl Folder for Shelf {
    fn names(&self) -> Result<Vec<String>> {
        Ok(self.files.lock().unwrap().keys().cloned().collect())
    }

    fn open(&self, name: &str) -> Result<Box<dyn Read + '_>> {
        let content = self.files.lock().unwrap().get(name).cloned();
        content
            .map(|content| Box::new(Cursor::new(content)) as Box<dyn Read>)
            .ok_or(Error::from(ErrorKind::NotFound))
    }

    fn write(&self, name: &str, content: &mut dyn FnMut(&mut dyn Write) -> Result<()>) -> Result<()> {
        let mut bytes = Vec::new();
        content(&mut bytes)?;
        let mut files = self.files.lock().unwrap();
        if files.values().map(Vec::len).sum::<usize>() + bytes.len() > self.room {
            return Err(Error::from(ErrorKind::StorageFull));
        }
        files.insert(name.to_string(), bytes);
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.files.lock().unwrap().remove(name);
        Ok(())
    }
}

/// How an engine is made that saves there.
type Make = for<'a> fn(&'a System, &Checkpoints) -> Box<dyn Engine + 'a>;

const ENGINES: [Make; 2] = [
    |system, checkpoints| Box::new(Explicit::new(system).saving(Some(checkpoints), "all")),
    |system, checkpoints| Box::new(Reduced::new(system, Reduction::All).or_whole().saving(Some(checkpoints))),
];

/// What comes of a check that begins with these files, apart from how long it took; and the files afterwards.
fn check(
    system: &System,
    formula: &Formula,
    make: Make,
    files: &Files,
    room: usize,
) -> (Answer, Vec<Remark>, Files) {
    let shelf = Arc::new(Shelf { files: Mutex::new(files.clone()), room });
    let folder = Arc::clone(&shelf) as Arc<dyn Folder>;
    let checkpoints = Checkpoints { folder, every: Duration::ZERO, resumes: true };
    let mut budget = Budget::unlimited();
    (budget.threads, budget.int_bound) = (1, 3);
    let outcome = make(system, &checkpoints).check(&property(formula.clone()), &budget, &Silent);
    let about_saving = |remark: &Remark| {
        matches!(
            remark,
            Remark::Resumed { .. } | Remark::DamagedCheckpoint { .. } | Remark::CheckpointNotWritten { .. }
        )
    };
    let (saving, others) = outcome.remarks.into_iter().partition(about_saving);
    let statistics = outcome.statistics;
    // Which of several violations is found first, and what was seen by then, is not told by the question.
    let figures = match &outcome.verdict {
        Verdict::Violated(_) => None,
        _ => Some((
            statistics.states,
            statistics.transitions,
            statistics.depth,
            statistics.search.map(|s| s.left_out),
            others,
        )),
    };
    let length = match &outcome.verdict {
        // Runs to violated invariants are shortest ones.
        Verdict::Violated(found) if formula.as_invariant().is_some() => Some(found.trace.steps.len()),
        _ => None,
    };
    let verdict = match outcome.verdict {
        Verdict::Violated(_) => "violated".to_string(),
        other => format!("{other:?}"),
    };
    let files = shelf.files.lock().unwrap().clone();
    ((verdict, figures, length), saving, files)
}

type Figures = (Option<u64>, Option<u64>, Option<u64>, Option<u64>, Vec<Remark>);
type Answer = (String, Option<Figures>, Option<usize>);

const ROOM: usize = usize::MAX;

/// The first so many parts of each search: what is there after the process was ended at some moment.
fn cut(files: &Files, parts: usize) -> Files {
    let is_before = |name: &str| name[17..23].parse::<usize>().unwrap() <= parts;
    files
        .iter()
        .filter(|(name, _)| is_before(name))
        .map(|(name, content)| (name.clone(), content.clone()))
        .collect()
}

/// The most parts that a search has.
fn parts(files: &Files) -> usize {
    files.keys().map(|name| name[17..23].parse().unwrap()).max().unwrap_or(0)
}

fn is_damage(remarks: &[Remark]) -> bool {
    remarks.iter().any(|remark| matches!(remark, Remark::DamagedCheckpoint { .. }))
}

fn never(formula: Formula) -> Formula {
    Formula::Globally(Box::new(formula.not()))
}

#[test]
fn wherever_a_search_of_a_random_model_is_interrupted_it_ends_the_same() {
    let resumed = Cell::new(0);
    let test = |(system, formula): (System, Formula)| {
        for make in ENGINES {
            let (answer, _, files) = check(&system, &formula, make, &Files::new(), ROOM);
            let unsaved = check(&system, &formula, make, &Files::new(), 0);
            prop_assert_eq!(&answer, &unsaved.0);
            for number in 1..=parts(&files) {
                let (again, remarks, _) = check(&system, &formula, make, &cut(&files, number), ROOM);
                prop_assert_eq!(&answer, &again, "after part {}: {:?}", number, formula);
                prop_assert!(!is_damage(&remarks));
                resumed.set(resumed.get() + 1);
            }
        }
        Ok(())
    };
    runner(300).run(&questions(Fragment::Linear), test).unwrap();
    assert!(resumed.get() > 500, "only {} searches were resumed", resumed.get());
}

#[test]
fn a_large_level_is_saved_in_the_middle() {
    let mut system = counters(3, 13);
    let vars: Vec<_> = (0..3).map(|var| system.exprs.var(synod_core::VarId(var))).collect();
    let sum = vars[1..].iter().fold(vars[0], |sum, var| system.exprs.binary(BinaryOp::Add, sum, *var));
    let limit = system.exprs.int(25);
    let far = system.exprs.eq(sum, limit);
    for formula in [never(Formula::Faulty), never(Formula::State(far)), never(Formula::Deadlock)] {
        let (answer, _, files) = check(&system, &formula, ENGINES[0], &Files::new(), ROOM);
        assert!(parts(&files) > 45, "{} parts", parts(&files));
        for number in (0..=parts(&files)).step_by(7) {
            let (again, remarks, _) = check(&system, &formula, ENGINES[0], &cut(&files, number), ROOM);
            assert_eq!(answer, again, "after part {number}");
            assert_eq!(remarks.len(), usize::from(number > 0), "{remarks:?}");
        }
    }
    let (answer, ..) = check(&system, &never(Formula::Faulty), ENGINES[0], &Files::new(), ROOM);
    assert_eq!(answer.1.unwrap().0, Some(14 * 14 * 14));
}

#[test]
fn files_that_are_torn_changed_missing_or_of_another_search_are_not_believed() {
    let system = counters(3, 9);
    let formula = never(Formula::Faulty);
    let (answer, _, files) = check(&system, &formula, ENGINES[0], &Files::new(), ROOM);
    let names: Vec<&String> = files.keys().collect();
    assert!(names.len() > 20);
    let (_, _, foreign) = check(&system, &never(Formula::Deadlock), ENGINES[0], &Files::new(), ROOM);
    for (number, name) in names.iter().enumerate().step_by(3) {
        let content = &files[*name];
        let middle = content.len() / 2;
        let mut flipped = content.clone();
        flipped[middle] ^= 4;
        let next = names.get(number + 1).map(|next| files[*next].clone());
        let changes = [
            None,
            Some(Vec::new()),
            Some(content[..middle].to_vec()),
            Some(content[..content.len() - 1].to_vec()),
            Some(flipped),
            Some([&content[..], &[0; 8]].concat()),
            next,
        ];
        for change in changes {
            let mut changed = files.clone();
            match change {
                Some(content) => changed.insert(name.to_string(), content),
                None => changed.remove(*name),
            };
            let is_last = number + 1 == names.len();
            let is_gone = is_last && !changed.contains_key(*name);
            let (again, remarks, left) = check(&system, &formula, ENGINES[0], &changed, ROOM);
            assert_eq!(answer, again, "{name}");
            assert_eq!(is_damage(&remarks), !is_gone, "{name}: {remarks:?}");
            let (once_more, remarks, _) = check(&system, &formula, ENGINES[0], &left, ROOM);
            assert_eq!((once_more, is_damage(&remarks)), (answer.clone(), false));
        }
        // What was saved for another property has other marks: it fits no checksum here.
        if foreign.contains_key(*name) && foreign[*name] != files[*name] {
            let mut mixed = files.clone();
            mixed.insert(name.to_string(), foreign[*name].clone());
            assert_eq!(check(&system, &formula, ENGINES[0], &mixed, ROOM).0, answer);
        }
    }
}

#[test]
fn what_one_property_found_another_goes_on_from_and_is_not_taken_for_its_own() {
    let mut system = counters(2, 9);
    let (place, five) = (system.exprs.var(synod_core::VarId(0)), system.exprs.int(5));
    let is_five = Formula::State(system.exprs.eq(place, five));
    let (all, _, files) = check(&system, &never(Formula::Faulty), ENGINES[0], &Files::new(), ROOM);
    assert_eq!(all.1.unwrap().0, Some(100));
    // The states are the same; that none is faulty does not mean that none is five.
    for number in 0..=parts(&files) {
        let (answer, ..) = check(&system, &never(is_five.clone()), ENGINES[0], &cut(&files, number), ROOM);
        assert_eq!((answer.0.as_str(), answer.2), ("violated", Some(5)));
    }
}

#[test]
fn other_systems_do_not_use_what_was_saved() {
    let formula = never(Formula::Faulty);
    let (_, _, files) = check(&counters(2, 9), &formula, ENGINES[0], &Files::new(), ROOM);
    let (answer, remarks, _) = check(&counters(2, 8), &formula, ENGINES[0], &files, ROOM);
    assert_eq!((answer.1.unwrap().0, remarks), (Some(81), vec![]));
}

#[test]
fn a_full_disk_is_told_and_what_fits_is_saved() {
    let system = counters(3, 9);
    let formula = never(Formula::Faulty);
    let (answer, _, files) = check(&system, &formula, ENGINES[0], &Files::new(), ROOM);
    let size: usize = files.values().map(Vec::len).sum();
    let (again, remarks, some) = check(&system, &formula, ENGINES[0], &Files::new(), size / 2);
    assert_eq!(answer, again);
    assert!(matches!(&remarks[..], [Remark::CheckpointNotWritten { .. }]), "{remarks:?}");
    assert!(!some.is_empty() && parts(&some) < parts(&files));
    let (again, remarks, _) = check(&system, &formula, ENGINES[0], &some, ROOM);
    assert_eq!(answer, again);
    assert!(matches!(&remarks[..], [Remark::Resumed { .. }]), "{remarks:?}");
}
