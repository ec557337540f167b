//! The default output of `blkparse`: `maj,min cpu seq time pid action rwbs sector + n [process]`.
//!
//! Source: blkparse's manual page and its default formats; the letters of `rwbs` are the kernel's (`blk_fill_rwbs`):
//! a leading F is a preceding flush, then the operation, then F for force unit access.

use iogram_model::{OpKind, Text, text};

use super::line::{Line, TextFormat, What, seconds, sectors};

/// The events; a summary follows them.
#[derive(Debug, Default)]
pub(super) struct Blkparse {
    has_events: bool,
    is_summary: bool,
}

impl TextFormat for Blkparse {
    fn name(&self) -> &'static str {
        "blkparse"
    }

    fn read<'a>(&mut self, text: &'a str) -> Result<Option<Line<'a>>, Text> {
        let text = text.trim_ascii();
        self.is_summary |= self.has_events
            && ["CPU", "Total", "Throughput", "Events", "Skips"]
                .iter()
                .any(|word| text.starts_with(word));
        if text.is_empty() || self.is_summary {
            return Ok(None);
        }
        let mut fields = text.split_ascii_whitespace();
        let mut next = || fields.next().ok_or(text!("trace-line-cut-off"));
        let volume = next()?;
        if !is_device(volume) {
            return Err(text!("trace-not-begin-device-8-0"));
        }
        let (_cpu, _sequence) = (next()?, next()?);
        let at_ns = seconds(next()?)?;
        let (_process_id, action) = (next()?, next()?);
        self.has_events = true;
        let what = match action {
            "Q" => What::Queued,
            "D" => What::Issued,
            "C" => What::Completed,
            "R" => What::Withdrawn,
            _ => return Ok(Some(Line::other(volume))),
        };
        let Some((kind, is_fua, has_preflush)) = operation(next()?) else {
            return Ok(Some(Line::other(volume)));
        };
        let place = match (fields.next(), fields.next(), fields.next()) {
            (Some(sector), Some("+"), Some(count)) => (sectors(sector)?, sectors(count)?),
            (Some(sector), Some("+"), None) => {
                sectors(sector)?;
                return Err(text!("trace-line-cut-off"));
            }
            // A flush has no sector. Other events without one are commands, not requests.
            _ if kind == OpKind::Flush => (0, 0),
            _ => return Ok(Some(Line::other(volume))),
        };
        // An empty write with a preceding flush is a flush.
        let is_flush = kind == OpKind::Flush || (has_preflush && place.1 == 0);
        let kind = if is_flush { OpKind::Flush } else { kind };
        Ok(Some(Line {
            what,
            is_fua,
            has_preflush: has_preflush && !is_flush,
            volume,
            process: process_of(text, what),
            ..Line::request(at_ns, kind, if is_flush { (0, 0) } else { place })
        }))
    }
}

pub(super) fn is_device(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    text.split_once(',').is_some_and(|(major, minor)| is_number(major) && is_number(minor))
}

/// Decodes `rwbs`: the operation, whether it has force unit access, whether a flush precedes it.
pub(super) fn operation(letters: &str) -> Option<(OpKind, bool, bool)> {
    let has_preflush = letters.len() > 1 && letters.starts_with('F');
    let rest = if has_preflush { letters.get(1..)? } else { letters };
    let kind = match rest.bytes().next()? {
        b'R' => OpKind::Read,
        b'W' => OpKind::Write,
        b'D' => OpKind::Discard,
        b'F' => OpKind::Flush,
        // No operation: the event is the preceding flush, if it has one.
        b'N' if has_preflush => OpKind::Flush,
        _ => return None,
    };
    let is_fua = rest.get(1..)?.contains('F');
    Some((kind, is_fua, has_preflush && kind != OpKind::Flush))
}

/// The program's name in brackets. Completions have an error number in its place.
fn process_of(text: &str, what: What) -> &str {
    if what == What::Completed {
        return "";
    }
    let name = text.strip_suffix(']').and_then(|text| text.rsplit_once('['));
    name.map_or("", |(_, name)| name)
}
