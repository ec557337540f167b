//! Writes every block, then reads every block.
//!
//! A cache smaller than the drive cannot hide anything from this. The time of every request is known, so the speed
//! along the capacity is a by-product.
//!
//! A pass takes hours, so it can be interrupted at any time and resumed later. Written data counts only after a
//! flush, the end of the pass reads all data whenever it was written, and the salt follows from the run's seed.

mod along;
mod seen;

use std::ops::ControlFlow;

use iogram_engine::{Found, Sweep, SweepKind};
use iogram_model::{BadKind, CapacityEvidence, CellState, FullProgress, Nanos};

use self::along::Along;
use self::seen::Seen;
use super::MIB;
use super::marks::{End, Marker, has_stopped};

/// Bytes per request.
pub(super) const CHUNK: u64 = 4 * MIB;

/// Interval between progress records: half a second at first, then twice as long each time, up to the maximum.
/// Arbitrary: a compromise between repeated work after a power cut and the cost of a record.
const KEEP_FIRST: Nanos = Nanos(Nanos::SECOND.0 / 2);
const KEEP_MAX: Nanos = Nanos(16 * Nanos::SECOND.0);

/// Bytes at the beginning that the pass reads to check whether a drive still holds its earlier writes.
const HEAD: u64 = 64 << 10;

/// Receives the progress.
pub(super) type Keep<'a> = dyn FnMut(&Marker<'_>, &CapacityEvidence) -> ControlFlow<()> + 'a;

/// Writes and reads the whole drive; resumes at the point of interruption in `evidence`.
pub(super) fn try_all(
    marker: &mut Marker<'_>,
    evidence: &mut CapacityEvidence,
    keep: &mut Keep<'_>,
) -> Result<(), End> {
    evidence.is_full = true;
    evidence.request_bytes = Some(CHUNK);
    let progress = go_on(marker, evidence)?;
    let mut pass = Pass {
        salt: marker.salt_of_pass(progress.pass_index),
        progress,
        seen: Seen::from(&progress),
        along: Along::new(marker.end, std::mem::take(&mut evidence.stretches)),
        keep_after: KEEP_FIRST,
        kept_at: marker.now(),
    };
    let outcome = pass.write_all(marker, evidence, keep);
    let outcome = match outcome {
        Err(End::WriteFailed) => return pass.read_back(marker, evidence),
        outcome => outcome.and_then(|()| pass.read_all(marker, evidence, (keep, marker.end))),
    };
    pass.note(evidence);
    outcome?;
    evidence.progress = None;
    pass.seen.conclude(evidence, marker.end);
    // A loss up to the end may also mean that the drive stopped storing data after these bytes.
    if evidence.lost_from_bytes.is_some_and(|lost| lost > 0) && has_stopped(marker)? {
        evidence.stopped_after_bytes = evidence.lost_from_bytes.take();
    }
    Ok(())
}

/// Where to start: at the beginning, or at the point of interruption if the drive still holds its earlier writes.
fn go_on(
    marker: &mut Marker<'_>,
    evidence: &mut CapacityEvidence,
) -> Result<FullProgress, End> {
    evidence.write_failure = None;
    let Some(progress) = evidence.progress.take() else { return Ok(FullProgress::default()) };
    evidence.continued_count += 1;
    let salt = marker.salt_of_pass(progress.pass_index);
    if progress.written_until_bytes == 0 || holds_marks(marker, salt)? {
        return Ok(progress);
    }
    evidence.stretches.clear();
    marker.forget();
    Ok(FullProgress { pass_index: progress.pass_index + 1, ..FullProgress::default() })
}

/// Whether any block at the drive's beginning, which even counterfeits have, holds a mark of this pass. An unreadable
/// beginning does not prove that anybody else wrote there.
fn holds_marks(marker: &mut Marker<'_>, salt: u64) -> Result<bool, End> {
    let mut found = Vec::new();
    let length = marker.align(HEAD).min(marker.end);
    if marker.check(0, length, &mut found)?.is_none() {
        return Ok(true);
    }
    let is_mark = |found: &Found| match found {
        Found::Mark { salt: other, .. } => *other == salt,
        Found::Damaged => true,
        Found::Blank | Found::Other => false,
    };
    Ok(found.iter().any(is_mark))
}

/// A pass in progress.
struct Pass {
    salt: u64,
    progress: FullProgress,
    seen: Seen,
    along: Along,
    keep_after: Nanos,
    kept_at: Nanos,
}

impl Pass {
    /// Copies the present state into the evidence.
    fn note(&self, evidence: &mut CapacityEvidence) {
        evidence.stretches.clone_from(&self.along.stretches);
        evidence.progress = Some(self.seen.progress(self.progress));
    }

    fn keep(
        &mut self,
        marker: &Marker<'_>,
        evidence: &mut CapacityEvidence,
        keep: &mut Keep<'_>,
    ) -> Result<(), End> {
        self.note(evidence);
        let kept = keep(marker, evidence);
        self.keep_after = Nanos(self.keep_after.0 * 2).min(KEEP_MAX);
        self.kept_at = marker.now();
        match kept {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(End::State(CellState::Interrupted)),
        }
    }

    fn sweep(&self, kind: SweepKind, start: u64, end: u64) -> Sweep {
        let step = u32::try_from(CHUNK).expect("some mebibytes");
        Sweep { kind, start, end, step, salt: self.salt }
    }

    fn write_all(
        &mut self,
        marker: &mut Marker<'_>,
        evidence: &mut CapacityEvidence,
        keep: &mut Keep<'_>,
    ) -> Result<(), End> {
        while self.progress.written_until_bytes < marker.end {
            let mut at = self.progress.written_until_bytes;
            let sweep = self.sweep(SweepKind::Write, at, marker.end);
            let durable = (self.along.stretches.clone(), marker.bad().to_vec());
            let (until, along) = (self.kept_at + self.keep_after, &mut self.along);
            let outcome = marker.sweep(&sweep, &mut |_, swept| {
                if let Ok(time) = swept.result {
                    along.note_write(swept.offset, u64::from(swept.length), time);
                }
                at = swept.offset + u64::from(swept.length);
                if swept.at >= until {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            // Data without a successful flush counts as unwritten for a later pass.
            let is_there = matches!(
                outcome,
                Ok(()) | Err(End::State(CellState::Interrupted) | End::WriteFailed)
            );
            let flushed = if is_there { marker.flush() } else { Ok(()) };
            if is_there && flushed.is_ok() {
                self.progress.written_until_bytes = at;
            } else if let Err(End::State(_) | End::WriteFailed) = outcome.and(flushed) {
                self.along.stretches = durable.0;
                marker.put_bad(durable.1);
            }
            outcome.and(flushed)?;
            self.keep(marker, evidence, keep)?;
        }
        Ok(())
    }

    fn read_all(
        &mut self,
        marker: &mut Marker<'_>,
        evidence: &mut CapacityEvidence,
        (keep, end): (&mut Keep<'_>, u64),
    ) -> Result<(), End> {
        // Every place was written: if addresses repeat, the data of the last write can be anywhere.
        marker.last_write = None;
        while self.progress.read_until_bytes < end {
            let sweep = self.sweep(SweepKind::Check, self.progress.read_until_bytes, end);
            let (until, salt) = (self.kept_at + self.keep_after, self.salt);
            let Self { progress, seen, along, .. } = self;
            let mut failed = None;
            marker.sweep(&sweep, &mut |marker, swept| {
                let length = u64::from(swept.length);
                match swept.result {
                    Ok(time) => {
                        along.note_read(swept.offset, time);
                        seen.see(marker, (swept.offset, salt), swept.found);
                        progress.read_until_bytes = swept.offset + length;
                    }
                    Err(_) => failed = Some((swept.offset, length)),
                }
                if failed.is_some() || swept.at >= until {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })?;
            if let Some((start, length)) = failed {
                self.read_in_pieces(marker, start, length)?;
                self.progress.read_until_bytes = start + length;
            }
            if marker.now() >= until {
                self.keep(marker, evidence, keep)?;
            }
        }
        Ok(())
    }

    /// After a write that failed below the device, reads everything written before it. If flushed data is missing,
    /// the capacity is false. Otherwise the pass can resume at this point, and then reads everything again.
    fn read_back(
        &mut self,
        marker: &mut Marker<'_>,
        evidence: &mut CapacityEvidence,
    ) -> Result<(), End> {
        let (progress, end) = (self.progress, self.progress.written_until_bytes);
        let stretches = self.along.stretches.clone();
        let before = marker.bad().to_vec();
        (self.seen, self.progress.read_until_bytes) = (Seen::default(), 0);
        let mut go_on = |_: &Marker<'_>, _: &CapacityEvidence| ControlFlow::Continue(());
        self.read_all(marker, evidence, (&mut go_on, end))?;
        let is_kept = marker.bad() == before;
        evidence.write_failure = marker.write_failure((end > 0).then_some(is_kept));
        self.seen.conclude(evidence, end);
        if evidence.period_bytes.is_some() || evidence.lost_from_bytes.is_some() {
            evidence.progress = None;
            return Err(End::WriteFailed);
        }
        (self.seen, self.progress) = (Seen::default(), progress);
        self.progress.read_until_bytes = 0;
        self.along.stretches = stretches;
        marker.put_bad(before);
        self.note(evidence);
        Err(End::WriteFailed)
    }

    /// Reads a request that failed as a whole in pieces.
    fn read_in_pieces(
        &mut self,
        marker: &mut Marker<'_>,
        start: u64,
        length: u64,
    ) -> Result<(), End> {
        let step = marker.block.max(64 << 10);
        let mut found = Vec::new();
        let mut at = start;
        while at < start + length {
            let piece = step.min(start + length - at);
            if marker.check(at, piece, &mut found)?.is_some() {
                self.seen.see(marker, (at, self.salt), &found);
            } else {
                marker.note_bad(at, piece, BadKind::Unreadable);
            }
            at += piece;
        }
        Ok(())
    }
}
