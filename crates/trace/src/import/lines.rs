//! Numbered lines of a text, of any length and encoding.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

/// Longer lines are cut: no trace has any. Arbitrary.
const LENGTH_MAX: u64 = 64 << 10;

/// Reads lines one by one.
pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    count: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), count: 0 }
    }

    /// Lines so far.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The next line without its terminator, and its number from 1. Invalid UTF-8 is replaced.
    pub(super) fn next_line(&mut self) -> io::Result<Option<(u64, Cow<'_, str>)>> {
        self.buffer.clear();
        self.input.by_ref().take(LENGTH_MAX).read_until(b'\n', &mut self.buffer)?;
        if self.buffer.is_empty() {
            return Ok(None);
        }
        if self.buffer.last() != Some(&b'\n') {
            self.pass_rest()?;
        }
        self.count = self.count.saturating_add(1);
        let text = self.buffer.trim_ascii_end();
        // Windows programs begin UTF-8 files with this mark.
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        Ok(Some((self.count, String::from_utf8_lossy(text))))
    }

    /// Skips the rest of a line that is too long.
    fn pass_rest(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.input.fill_buf()?;
            if bytes.is_empty() {
                return Ok(());
            }
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let length = end.map_or(bytes.len(), |end| end.saturating_add(1));
            self.input.consume(length);
            if end.is_some() {
                return Ok(());
            }
        }
    }
}
