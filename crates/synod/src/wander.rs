//! Random steps, as many as memory holds and until Ctrl-C.

use synod_core::Budget;
use synod_session::grouped;
use synod_simulate::{Random, Session};

/// A walk keeps all its states, so it has no more steps at random than this.
pub const MOST_STEPS: usize = 1_000_000;

/// A number of steps to take at random.
pub fn steps(text: &str) -> Result<usize, String> {
    let number: usize = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    if number > MOST_STEPS {
        return Err(format!("no more than {} steps are taken at random", grouped(MOST_STEPS as u64)));
    }
    Ok(number)
}

/// A seed that differs from call to call; small, so that it is easily typed again.
pub fn any_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    Random::new(now.map_or(0, |d| d.as_nanos() as u64)).next_u64() % 1_000_000
}

/// Why a random walk came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All steps asked for were taken.
    Done,
    /// No step can be taken.
    Stuck,
    /// The user pressed Ctrl-C.
    Interrupted,
}

/// Takes steps at random, until the budget is cancelled.
pub fn wander(session: &mut Session, count: usize, random: &mut Random, budget: &Budget) -> Ending {
    for _ in 0..count {
        // Of a listing that was cut short nothing is taken.
        if budget.is_cancelled() {
            return Ending::Interrupted;
        }
        if session.random_walk(1, random) == 0 {
            return if budget.is_cancelled() { Ending::Interrupted } else { Ending::Stuck };
        }
    }
    if budget.is_cancelled() { Ending::Interrupted } else { Ending::Done }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::System;
    use synod_simulate::Interpreter;

    #[test]
    fn the_number_of_steps_is_bounded() {
        assert_eq!(steps("1000000"), Ok(MOST_STEPS));
        assert_eq!(steps("1000001"), Err("no more than 1 000 000 steps are taken at random".to_string()));
        assert_eq!(steps("-1"), Err("`-1` is not a number".to_string()));
    }

    #[test]
    fn a_walk_ends_when_it_is_cancelled() {
        let system = System::new("nothing happens");
        let mut session = Session::new(Interpreter::new(&system), Vec::new());
        let budget = Budget::unlimited();
        assert_eq!(wander(&mut session, 3, &mut Random::new(0), &budget), Ending::Stuck);
        budget.cancel();
        assert_eq!(wander(&mut session, 3, &mut Random::new(0), &budget), Ending::Interrupted);
    }
}
