//! Merges the files of one recording of the kernel's tracer, one for each processor, in the order of time.
//!
//! Source: blktrace's manual page: it writes `NAME.blktrace.N` for each processor N, and the files are independent.

use std::io::{self, Read};

use super::blktrace;

/// Reads the records of several files, the earliest first. Invalid data comes last and unchanged, so that the reader
/// of the result reports it.
#[derive(Debug)]
pub struct MergedRecords<R> {
    parts: Vec<Part<R>>,
    /// The record that is being read out.
    record: Vec<u8>,
    at: usize,
}

/// One of the files, with its next record; empty at the end.
#[derive(Debug)]
struct Part<R> {
    input: R,
    record: Vec<u8>,
    at_ns: u64,
}

impl<R: Read> MergedRecords<R> {
    /// Merges these files, one for each processor.
    ///
    /// # Errors
    ///
    /// Fails if one of them cannot be read.
    pub fn new(inputs: impl IntoIterator<Item = R>) -> io::Result<Self> {
        let mut parts = Vec::new();
        for input in inputs {
            let mut part = Part { input, record: Vec::new(), at_ns: 0 };
            part.advance()?;
            parts.push(part);
        }
        Ok(Self { parts, record: Vec::new(), at: 0 })
    }

    /// Takes the earliest record of all files; empty at the end.
    fn take_next(&mut self) -> io::Result<()> {
        self.record.clear();
        self.at = 0;
        let left = self.parts.iter_mut().filter(|part| !part.record.is_empty());
        let Some(earliest) = left.min_by_key(|part| part.at_ns) else { return Ok(()) };
        std::mem::swap(&mut self.record, &mut earliest.record);
        earliest.advance()
    }
}

impl<R: Read> Part<R> {
    fn advance(&mut self) -> io::Result<()> {
        self.at_ns =
            blktrace::next_record(&mut self.input, &mut self.record)?.unwrap_or(u64::MAX);
        Ok(())
    }
}

impl<R: Read> Read for MergedRecords<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.at == self.record.len() {
            self.take_next()?;
        }
        let rest = self.record.get(self.at..).unwrap_or_default();
        let count = rest.len().min(to.len());
        for (to, from) in to.iter_mut().zip(rest) {
            *to = *from;
        }
        self.at = self.at.saturating_add(count);
        Ok(count)
    }
}
