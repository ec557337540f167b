//! Published collections: MSR Cambridge, Alibaba, Tencent, FIU, SYSTOR '17, those of `UMass`.
//!
//! Sources: the collections' own descriptions, mostly at SNIA's IOTTA repository (iotta.snia.org: 387/388,
//! 27917/28064, 411, 4964), github.com/alibaba/block-traces, and the SPC trace file format specification, revision
//! 1.0.1.

use iogram_model::{OpKind, Text, text};

use super::line::{Line, TextFormat, What, seconds, sectors, steps, whole};

/// Splits a line into exactly `N` fields.
fn fields<const N: usize>(text: &str) -> Result<[&str; N], Text> {
    let mut parts = text.split(',').map(str::trim_ascii);
    let mut fields = [""; N];
    for field in &mut fields {
        *field = parts.next().ok_or(text!("trace-too-few-columns"))?;
    }
    match parts.next() {
        None => Ok(fields),
        Some(_) => Err(text!("trace-too-many-columns")),
    }
}

/// Read or write, by the first letter.
fn direction(text: &str) -> Result<OpKind, Text> {
    match text {
        "R" | "r" | "Read" | "read" => Ok(OpKind::Read),
        "W" | "w" | "Write" | "write" => Ok(OpKind::Write),
        _ => Err(text!("trace-neither-read-nor-write")),
    }
}

/// The unit of Windows file times, in ns.
const STEP_NS: u64 = 100;

/// `Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime`: times in units of 100 ns, the rest in bytes.
#[derive(Debug)]
pub(super) struct Msr;

impl TextFormat for Msr {
    fn name(&self) -> &'static str {
        "msr"
    }

    fn read<'a>(&mut self, text: &'a str) -> Result<Option<Line<'a>>, Text> {
        if text.is_empty() || text.starts_with("Timestamp,Hostname") {
            return Ok(None);
        }
        let [at, _, _, kind, offset, length, took] = fields::<7>(text)?;
        let line = Line::request(
            steps(at, STEP_NS)?,
            direction(kind)?,
            (whole(offset)?, whole(length)?),
        );
        // The volume is host and number together, unchanged.
        let start = text.find(',').map_or(0, |at| at.saturating_add(1));
        let volume = text.get(start..).unwrap_or_default();
        let end = volume.match_indices(',').nth(1).map_or(volume.len(), |(at, _)| at);
        let volume = volume.get(..end).unwrap_or_default();
        Ok(Some(Line { latency_ns: Some(steps(took, STEP_NS)?), volume, ..line }))
    }
}

/// `device_id,opcode,offset,length,timestamp`: bytes and microseconds.
#[derive(Debug, Default)]
pub(super) struct Alibaba {
    is_begun: bool,
}

impl TextFormat for Alibaba {
    fn name(&self) -> &'static str {
        "alibaba"
    }

    fn read<'a>(&mut self, text: &'a str) -> Result<Option<Line<'a>>, Text> {
        let is_first = !std::mem::replace(&mut self.is_begun, true);
        if text.is_empty() || is_first && text.starts_with("device_id,") {
            return Ok(None);
        }
        let [volume, kind, offset, length, at] = fields::<5>(text)?;
        let at_ns = steps(at, 1000)?;
        whole(volume)?;
        let line = Line::request(at_ns, direction(kind)?, (whole(offset)?, whole(length)?));
        Ok(Some(Line { volume, ..line }))
    }
}

/// `Timestamp,Offset,Size,IOType,VolumeID`: seconds and sectors of 512 bytes, 0 for a read and 1 for a write.
#[derive(Debug)]
pub(super) struct Tencent;

impl TextFormat for Tencent {
    fn name(&self) -> &'static str {
        "tencent"
    }

    fn read<'a>(&mut self, text: &'a str) -> Result<Option<Line<'a>>, Text> {
        if text.is_empty() || text.starts_with("Timestamp,") {
            return Ok(None);
        }
        let [at, offset, length, kind, volume] = fields::<5>(text)?;
        let kind = match kind {
            "0" => OpKind::Read,
            "1" => OpKind::Write,
            _ => return Err(text!("trace-neither-read-nor-write")),
        };
        let line = Line::request(seconds(at)?, kind, (sectors(offset)?, sectors(length)?));
        Ok(Some(Line { volume, ..line }))
    }
}

/// `time process-id process lba size W|R major minor md5`: nanoseconds, sectors of 512 bytes.
#[derive(Debug)]
pub(super) struct Fiu;

impl TextFormat for Fiu {
    fn name(&self) -> &'static str {
        "fiu"
    }

    fn read<'a>(&mut self, text: &'a str) -> Result<Option<Line<'a>>, Text> {
        if text.is_empty() {
            return Ok(None);
        }
        let mut parts = text.split_ascii_whitespace();
        let mut next = || parts.next().ok_or(text!("trace-too-few-columns"));
        let at_ns = whole(next()?)?;
        whole(next()?)?;
        let (process, sector, size) = (next()?, next()?, next()?);
        let kind = direction(next()?)?;
        let volume_start = next()?;
        let minor = next()?;
        whole(volume_start)?;
        whole(minor)?;
        // The volume is "6 0", as in the line.
        let from =
            text.find(&format!(" {volume_start} {minor}")).map(|at| at.saturating_add(1));
        let volume = from.and_then(|from| {
            let length = volume_start.len().checked_add(minor.len())?.checked_add(1)?;
            text.get(from..from.checked_add(length)?)
        });
        let line = Line::request(at_ns, kind, (sectors(sector)?, sectors(size)?));
        Ok(Some(Line { volume: volume.unwrap_or(volume_start), process, ..line }))
    }
}

/// `Timestamp,Response,IOType,LUN,Offset,Size`: seconds and bytes. According to the collection's description, an
/// empty `IOType` is a request without a response; its direction is unknown.
#[derive(Debug, Default)]
pub(super) struct Systor {
    is_begun: bool,
}

impl TextFormat for Systor {
    fn name(&self) -> &'static str {
        "systor"
    }

    fn read<'a>(&mut self, text: &'a str) -> Result<Option<Line<'a>>, Text> {
        let is_first = !std::mem::replace(&mut self.is_begun, true);
        if text.is_empty() || is_first && text.starts_with("Timestamp,") {
            return Ok(None);
        }
        let [at, took, kind, volume, offset, length] = fields::<6>(text)?;
        if kind.is_empty() {
            seconds(at)?;
            return Ok(Some(Line {
                what: What::Unanswered,
                volume,
                ..Line::request(0, OpKind::Read, (whole(offset)?, whole(length)?))
            }));
        }
        let latency_ns = match took {
            "" => None,
            took => Some(seconds(took)?),
        };
        let line =
            Line::request(seconds(at)?, direction(kind)?, (whole(offset)?, whole(length)?));
        Ok(Some(Line { latency_ns, volume, ..line }))
    }
}

/// `ASU,LBA,Size,Opcode,Timestamp` and optional fields: sectors of 512 bytes (as in the collections of `UMass`),
/// bytes, seconds.
#[derive(Debug)]
pub(super) struct Spc;

impl TextFormat for Spc {
    fn name(&self) -> &'static str {
        "spc"
    }

    fn read<'a>(&mut self, text: &'a str) -> Result<Option<Line<'a>>, Text> {
        if text.is_empty() {
            return Ok(None);
        }
        let mut parts = text.split(',').map(str::trim_ascii);
        let mut next = || parts.next().ok_or(text!("trace-too-few-columns"));
        let (volume, sector, length) = (next()?, next()?, next()?);
        let kind = direction(next()?)?;
        let at_ns = seconds(next()?)?;
        whole(volume)?;
        let line = Line::request(at_ns, kind, (sectors(sector)?, whole(length)?));
        Ok(Some(Line { volume, ..line }))
    }
}
