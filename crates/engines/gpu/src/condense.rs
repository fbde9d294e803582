//! Smaller entries, where a table is full and there is no memory for a larger one: twice as many states in the same memory.

use crate::expand::{Listed, Places};
use crate::kernels::NO_ROOM;
use crate::search::{Failure, Limits, Search};
use crate::table::Small;

impl Search {
    /// The small entries that the table could have instead of its own.
    pub fn could_condense(&self) -> Option<Small> {
        let may = self.kernels.last_small_stamp().is_none() && self.shards.here() == 1;
        if may { self.table.small(&self.layout) } else { None }
    }

    /// Makes all entries small. What has the stamp of a level counts as found, all else as stored; what was listed is no longer so.
    /// One allocation after the other goes through memory of the processor.
    pub fn condense(&mut self, small: Small, level: u64, limits: Limits) -> Result<(), Failure> {
        let kernels = self.kernels.with_small_entries(&self.machine, small)?;
        let shape = self.table.shape.small();
        let (words, shift) = (self.layout.words, self.layout.stamp_shift());
        let stamp = u64::from(self.stamp(level));
        let mut counts = [0, 0];
        self.is_listed = false;
        let lengths: Vec<u64> = self.table.parts().map(|(_, places)| places).collect();
        for (number, length) in lengths.into_iter().enumerate() {
            let mut entries: Vec<u64> = Vec::new();
            let mut places = Places { number, from: 0 };
            while places.from < length {
                let listed = self.list_next(&mut places, &Listed::Entries)?;
                let count = listed.map_or(0, |(_, count)| count);
                entries.extend(self.machine.read(&self.frontier.memory, count as usize * words)?);
                limits.budget.check(self.host_bytes() + entries.capacity() as u64 * 8)?;
            }
            for entry in entries.chunks_exact(words) {
                counts[usize::from(entry[0] >> shift == stamp)] += 1;
            }
            if let Some((part, _)) = self.table.parts().nth(number) {
                kernels.clear(&self.machine, part)?;
            }
            for some in entries.chunks(self.frontier.room as usize * words) {
                self.machine.write(&mut self.frontier.memory, some)?;
                self.tally.reset(&self.machine, 0)?;
                let (table, list, count) = (&self.table, &self.frontier.memory, (some.len() / words) as u64);
                table.take_in((number, shape), &self.machine, &kernels, list, count, &self.tally)?;
                if self.tally.read(&self.machine)?[NO_ROOM] > 0 {
                    return Err(Failure::Broken("making entries smaller failed".to_string()));
                }
                self.check(limits)?;
            }
        }
        (self.table.shape, self.kernels) = (shape, kernels);
        let shard = self.shards.at_hand();
        [self.shards.stored[shard], self.shards.found[shard]] = counts;
        Ok(())
    }
}
