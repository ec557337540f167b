//! fio's I/O logs (`write_iolog`), versions 2 and 3.
//!
//! Source: fio's HOWTO, section "Trace file format". Version 2 has no times except its `wait` lines, each relative to
//! the one before, in microseconds. Version 3 begins each line with the microseconds since the job began.

use iogram_model::{OpKind, Text, text};

use super::line::{Line, TextFormat, steps, whole};

const MICROSECOND_NS: u64 = 1000;

/// The version, from the first line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    Two,
    Three,
}

/// A log.
#[derive(Debug, Default)]
pub(super) struct FioLog {
    version: Option<Version>,
    /// Version 2: the sum of all waits so far.
    waited_ns: u64,
}

impl TextFormat for FioLog {
    fn name(&self) -> &'static str {
        match self.version {
            Some(Version::Two) => "fio-iolog-2",
            Some(Version::Three) => "fio-iolog-3",
            None => "fio-iolog",
        }
    }

    fn read<'a>(&mut self, text: &'a str) -> Result<Option<Line<'a>>, Text> {
        let text = text.trim_ascii();
        if text.is_empty() {
            return Ok(None);
        }
        let Some(version) = self.version else {
            self.version = Some(match text {
                "fio version 2 iolog" => Version::Two,
                "fio version 3 iolog" => Version::Three,
                _ => return Err(text!("trace-not-begin-fio-version-2-iolog")),
            });
            return Ok(None);
        };
        let mut fields = text.split_ascii_whitespace();
        let mut next = || fields.next().ok_or(text!("trace-line-cut-off"));
        let at_ns = match version {
            Version::Two => self.waited_ns,
            Version::Three => steps(next()?, MICROSECOND_NS)?,
        };
        let (file, action) = (next()?, next()?);
        let kind = match action {
            "add" | "open" | "close" => return Ok(None),
            "wait" if version == Version::Two => {
                self.waited_ns = self.waited_ns.saturating_add(steps(next()?, MICROSECOND_NS)?);
                return Ok(None);
            }
            "read" => OpKind::Read,
            "write" => OpKind::Write,
            "trim" => OpKind::Discard,
            "sync" | "datasync" => {
                let flush = Line::request(at_ns, OpKind::Flush, (0, 0));
                return Ok(Some(Line { volume: file, ..flush }));
            }
            _ => return Err(text!("trace-action-none-fio")),
        };
        let place = (whole(next()?)?, whole(next()?)?);
        Ok(Some(Line { volume: file, ..Line::request(at_ns, kind, place) }))
    }
}
