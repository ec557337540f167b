//! Single marks and runs of marks: how to write them, and how to interpret a sample.

use super::super::greatest_common;
use super::super::marks::{End, Look, Marker};
use super::shape::CHUNK;

/// Number of marks spread over the drive before the flood and before the real capacity is reported. If 8 % of the
/// places are lost, in clusters or alone, all marks survive by chance one time in 3,000; if 5 % are lost, one time in
/// 140. Arbitrary: 24 marks missed a loss of 8 % one time in seven.
pub(super) const SCATTER_COUNT: u64 = 96;

/// A mark with its salt.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub(super) offset: u64,
    pub(super) salt: u64,
}

/// Writes a run of marks with one salt.
pub(super) fn write_run(marker: &mut Marker<'_>, start: u64, length: u64) -> Result<u64, End> {
    let salt = marker.new_salt();
    let mut at = start;
    while at < start + length {
        let step = CHUNK.min(start + length - at);
        let _failure_is_counted = marker.write(at, step, salt)?;
        at += step;
    }
    marker.decoy()?;
    Ok(salt)
}

/// Interpretation of single blocks of a run.
#[derive(Debug, Default)]
pub(super) struct RunLook {
    pub(super) kept_count: u64,
    pub(super) lost_count: u64,
    pub(super) last_kept: Option<u64>,
    pub(super) first_lost: Option<u64>,
    pub(super) period: Option<u64>,
}

impl RunLook {
    /// Whether every lost block comes after every kept one.
    pub(super) fn is_border(&self) -> bool {
        self.first_lost.is_some_and(|lost| self.last_kept.is_none_or(|kept| kept < lost))
    }
}

/// Checks blocks of a run: the first, the last, and others at random.
pub(super) fn look_at_run(
    marker: &mut Marker<'_>,
    start: u64,
    length: u64,
    salt: u64,
    count: u64,
) -> Result<RunLook, End> {
    let blocks = length / marker.block;
    let mut seen = RunLook::default();
    for index in 0..count {
        let block = match index {
            0 => blocks - 1,
            1 => 0,
            _ => marker.random.below(blocks),
        };
        let offset = start + block * marker.block;
        let look = marker.look(offset, salt)?;
        match look {
            Look::Kept => {
                seen.kept_count += 1;
                seen.last_kept = Some(seen.last_kept.map_or(offset, |last| last.max(offset)));
            }
            Look::Elsewhere(from) => {
                let distance = from.abs_diff(offset);
                seen.period =
                    Some(seen.period.map_or(distance, |it| greatest_common(it, distance)));
            }
            Look::Lost => {
                seen.lost_count += 1;
                let first = seen.first_lost.map_or(offset, |first| first.min(offset));
                seen.first_lost = Some(first);
            }
            Look::Damaged | Look::Unreadable => {}
        }
        marker.note_look(offset, marker.block, look);
    }
    Ok(seen)
}

/// Writes single marks, one into each of equal parts.
pub(super) fn scatter(
    marker: &mut Marker<'_>,
    from: u64,
    to: u64,
    count: u64,
) -> Result<Vec<Mark>, End> {
    let blocks = (to - from) / marker.block;
    let mut marks = Vec::new();
    for index in 0..count.min(blocks) {
        let (first, next) = (blocks * index / count, blocks * (index + 1) / count);
        let place = first + marker.random.below((next - first).max(1));
        let mark = Mark { offset: from + place * marker.block, salt: marker.new_salt() };
        if marker.write(mark.offset, marker.block, mark.salt)?.is_some() {
            marks.push(mark);
        }
    }
    Ok(marks)
}

/// The marks at the end of the drive.
#[derive(Debug, Clone, Copy)]
pub(super) struct EndRun {
    pub(super) start: u64,
    pub(super) length: u64,
    pub(super) salt: u64,
}

/// Interprets marks, read from the last to the first.
pub(super) fn look_at_marks(
    marker: &mut Marker<'_>,
    marks: &[Mark],
) -> Result<Vec<(u64, Look)>, End> {
    marks
        .iter()
        .rev()
        .map(|mark| Ok((mark.offset, marker.look(mark.offset, mark.salt)?)))
        .collect()
}
