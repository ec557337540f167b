//! A file that arrives in pieces: split into lines, each passed to a reader and dropped.

use super::LineReader;
use super::line::Line;
use super::plausible;
use super::refusal::{Reason, Refusal};
use crate::Imported;
use iogram_model::text;

/// Limit of a line's length, bytes: a line of fio's histograms, 1856 counts of 10 digits, has 22 kB. Arbitrary beyond
/// that.
const LINE_BYTES_MAX: usize = 1 << 20;

/// A file that is read in pieces, in as much memory as its longest line takes.
pub struct Stream {
    reader: Box<dyn LineReader>,
    /// The incomplete line.
    rest: Vec<u8>,
    line_index: u64,
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").field("line_index", &self.line_index).finish_non_exhaustive()
    }
}

impl Stream {
    pub(super) fn new(reader: Box<dyn LineReader>) -> Self {
        Self { reader, rest: Vec::new(), line_index: 0 }
    }

    /// Reads the next piece, cut anywhere.
    ///
    /// # Errors
    ///
    /// Fails if a line is invalid, with its position.
    pub fn piece(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        let mut lines = bytes.split(|it| *it == b'\n');
        let last = lines.next_back().unwrap_or_default();
        for line in lines {
            if self.rest.is_empty() {
                self.line_index = self.line_index.saturating_add(1);
                give(&mut *self.reader, self.line_index, line)?;
            } else {
                self.rest.extend_from_slice(line);
                self.end_line()?;
            }
        }
        self.rest.extend_from_slice(last);
        if self.rest.len() > LINE_BYTES_MAX {
            let line = self.line_index.saturating_add(1);
            let reason = Reason::CutOff { what: text!("interchange-line-not-end") };
            return Err(Refusal { line, column: 1, reason });
        }
        Ok(())
    }

    /// The results, after the last piece.
    ///
    /// # Errors
    ///
    /// Fails like [`Stream::piece`], and if the file contains nothing of the tool.
    pub fn end(mut self) -> Result<Vec<Imported>, Refusal> {
        if !self.rest.is_empty() {
            self.end_line()?;
        }
        let mut found = self.reader.end()?;
        plausible::check(&mut found)?;
        Ok(found)
    }

    fn end_line(&mut self) -> Result<(), Refusal> {
        self.line_index = self.line_index.saturating_add(1);
        let line = std::mem::take(&mut self.rest);
        give(&mut *self.reader, self.line_index, &line)
    }
}

fn give(reader: &mut dyn LineReader, index: u64, bytes: &[u8]) -> Result<(), Refusal> {
    let bytes =
        if index == 1 { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes) } else { bytes };
    let text = String::from_utf8_lossy(bytes);
    reader.line(&Line { index, text: text.trim_end_matches('\r') })
}
