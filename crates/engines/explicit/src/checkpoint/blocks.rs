//! Words in blocks that end with a checksum of all that was written so far.

use std::fmt;
use std::io::{Error, ErrorKind, Read, Result, Write};

/// Words of a block at most.
const BLOCK: usize = 1 << 13;

/// Each step is a bijection of the sum, and of the word: one word that is changed always changes the sum.
pub(crate) fn mix(sum: u64, word: u64) -> u64 {
    (sum.rotate_left(29) ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd)
}

/// The checksum of a text.
#[derive(Debug, Default)]
pub(super) struct TextSum(u64);

impl TextSum {
    pub fn sum(self) -> u64 {
        mix(self.0 ^ (self.0 >> 32), 0)
    }
}

impl fmt::Write for TextSum {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // Byte by byte: where a text is cut into pieces does not matter.
        self.0 = text.bytes().fold(self.0, |sum, byte| mix(sum, u64::from(byte) + 1));
        Ok(())
    }
}

/// Writes words in blocks: how many there are, the words, the checksum. An empty one is the last.
pub(super) struct BlockWriter<'a> {
    to: &'a mut dyn Write,
    sum: u64,
    block: Vec<u64>,
    bytes: Vec<u8>,
}

impl<'a> BlockWriter<'a> {
    /// Begins with the checksum of what comes before.
    pub fn new(to: &'a mut dyn Write, before: u64) -> Self {
        BlockWriter { to, sum: before, block: Vec::with_capacity(BLOCK), bytes: Vec::new() }
    }

    pub fn word(&mut self, word: u64) -> Result<()> {
        self.block.push(word);
        if self.block.len() == BLOCK { self.flush() } else { Ok(()) }
    }

    pub fn words(&mut self, words: impl IntoIterator<Item = u64>) -> Result<()> {
        words.into_iter().try_for_each(|word| self.word(word))
    }

    fn flush(&mut self) -> Result<()> {
        let length = self.block.len() as u64;
        self.sum = self.block.iter().fold(mix(self.sum, length), |sum, word| mix(sum, *word));
        self.bytes.clear();
        for word in std::iter::once(&length).chain(&self.block).chain([&self.sum]) {
            self.bytes.extend_from_slice(&word.to_le_bytes());
        }
        self.block.clear();
        self.to.write_all(&self.bytes)
    }

    /// Writes what is left. The checksum of everything.
    pub fn end(mut self) -> Result<u64> {
        if !self.block.is_empty() {
            self.flush()?;
        }
        self.flush()?;
        Ok(self.sum)
    }
}

/// Reads what a [`BlockWriter`] has written. Whatever is wrong is an error, and no word is given before the checksum of its
/// block was right.
pub(super) struct BlockReader<'a> {
    from: Box<dyn Read + 'a>,
    sum: u64,
    block: Vec<u64>,
    /// How many words of the block were given.
    given: usize,
    bytes: Vec<u8>,
}

fn damaged() -> Error {
    Error::from(ErrorKind::InvalidData)
}

impl<'a> BlockReader<'a> {
    /// Begins with the checksum of what comes before.
    pub fn new(from: Box<dyn Read + 'a>, before: u64) -> Self {
        BlockReader { from, sum: before, block: Vec::new(), given: 0, bytes: Vec::new() }
    }

    fn raw(&mut self, words: usize) -> Result<()> {
        self.bytes.resize(words * 8, 0);
        self.from.read_exact(&mut self.bytes)
    }

    /// Reads the next block, and says whether it has words.
    fn next(&mut self) -> Result<bool> {
        let word = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).unwrap_or_default();
        self.raw(1)?;
        let length = word(&self.bytes);
        if length > BLOCK as u64 {
            return Err(damaged());
        }
        self.raw(length as usize + 1)?;
        self.block.clear();
        self.block.extend(self.bytes.chunks_exact(8).map(word));
        let told = self.block.pop();
        self.sum = self.block.iter().fold(mix(self.sum, length), |sum, word| mix(sum, *word));
        self.given = 0;
        if told == Some(self.sum) { Ok(length > 0) } else { Err(damaged()) }
    }

    pub fn word(&mut self) -> Result<u64> {
        if self.given == self.block.len() && !self.next()? {
            return Err(damaged());
        }
        self.given += 1;
        Ok(self.block[self.given - 1])
    }

    /// A word that is a small number.
    pub fn small(&mut self) -> Result<u32> {
        u32::try_from(self.word()?).map_err(|_| damaged())
    }

    /// The checksum of everything, if this is the end.
    pub fn end(mut self) -> Result<u64> {
        let is_end = self.given == self.block.len() && !self.next()? && self.from.read(&mut [0])? == 0;
        if is_end { Ok(self.sum) } else { Err(damaged()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(words: &[u64], before: u64) -> (Vec<u8>, u64) {
        let mut bytes = Vec::new();
        let mut writer = BlockWriter::new(&mut bytes, before);
        writer.words(words.iter().copied()).unwrap();
        let sum = writer.end().unwrap();
        (bytes, sum)
    }

    fn read(bytes: &[u8], count: usize, before: u64) -> Result<(Vec<u64>, u64)> {
        let mut reader = BlockReader::new(Box::new(bytes), before);
        let words = (0..count).map(|_| reader.word()).collect::<Result<Vec<u64>>>()?;
        Ok((words, reader.end()?))
    }

    #[test]
    fn what_was_written_is_read_and_nothing_else() {
        for count in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 17] {
            let words: Vec<u64> =
                (0..count as u64).map(|word| word.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
            let (bytes, sum) = written(&words, 5);
            assert_eq!(read(&bytes, count, 5).unwrap(), (words, sum));
            assert!(read(&bytes, count, 6).is_err(), "it follows something else");
            assert!(read(&bytes, count + 1, 5).is_err(), "there are fewer words");
            assert!(count == 0 || read(&bytes, count - 1, 5).is_err(), "there are more words");
        }
    }

    #[test]
    fn whatever_is_cut_flipped_or_added_is_noticed() {
        let words: Vec<u64> = (0..50).collect();
        let (bytes, _) = written(&words, 5);
        for at in 0..bytes.len() {
            assert!(read(&bytes[..at], 50, 5).is_err(), "cut at {at}");
            for bit in 0..8 {
                let mut flipped = bytes.clone();
                flipped[at] ^= 1 << bit;
                assert!(read(&flipped, 50, 5).is_err(), "bit {bit} of byte {at}");
            }
        }
        assert!(read(&[&bytes[..], &[0]].concat(), 50, 5).is_err());
        assert!(read(&[&bytes[..], &bytes].concat(), 50, 5).is_err());
    }
}
