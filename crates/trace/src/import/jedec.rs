//! JEDEC's client traces (JESD219A): the master trace of a 128 GB drive and the test traces derived from it.
//!
//! Source: a test of pynvme (`scripts/stress`) that replays `Client_128_GB_Master_Trace.txt` of
//! `MasterTrace_128GB-SSD.zip`, read; neither JEDEC's document nor its files were. According to this test, a line is
//! an operation of five letters, its first sector of 512 bytes and its number of sectors, in decimal. The operations
//! are writes, trims, and flushes without numbers. There are no times and no reads. The test tells the operations
//! apart by their last letter, so this reader accepts the words in either case, with or without an `s`.

use iogram_model::{OpKind, Text, text};

use super::line::{Line, TextFormat, sectors};

/// `Write 1234 8`, `Trims 0 64`, `Flush`.
#[derive(Debug)]
pub(super) struct Jedec;

impl TextFormat for Jedec {
    fn name(&self) -> &'static str {
        "jedec"
    }

    fn read<'a>(&mut self, text: &'a str) -> Result<Option<Line<'a>>, Text> {
        let mut fields = text.split_ascii_whitespace();
        let Some(word) = fields.next() else { return Ok(None) };
        let is = |names: &[&str]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
        let kind = if is(&["write", "writes"]) {
            OpKind::Write
        } else if is(&["trim", "trims"]) {
            OpKind::Discard
        } else if is(&["flush"]) {
            OpKind::Flush
        } else {
            return Err(text!("trace-neither-write-nor-trim-nor-flush"));
        };
        let place = match kind {
            OpKind::Flush => (0, 0),
            _ => {
                let mut next = || sectors(fields.next().ok_or(text!("trace-line-cut-off"))?);
                (next()?, next()?)
            }
        };
        match fields.next() {
            // The file has no times: each request follows the one before.
            None => Ok(Some(Line::request(0, kind, place))),
            Some(_) => Err(text!("trace-too-many-columns")),
        }
    }
}
