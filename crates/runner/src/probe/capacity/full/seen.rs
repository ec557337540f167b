//! Conclusions about the capacity from all blocks together.

use iogram_engine::Found;
use iogram_model::{CapacityEvidence, FullProgress};

use super::super::greatest_common;
use super::super::marks::{Look, Marker};
use super::CHUNK;

/// Evidence of the blocks read so far.
#[derive(Debug, Default)]
pub(super) struct Seen {
    last_kept: Option<u64>,
    /// First byte of the lost blocks that extend to the last block read.
    lost_since: Option<u64>,
    /// First byte of the first lost block.
    first_lost: Option<u64>,
    period: Option<u64>,
}

impl From<&FullProgress> for Seen {
    fn from(progress: &FullProgress) -> Self {
        Self {
            last_kept: progress.last_kept_bytes,
            lost_since: progress.lost_since_bytes,
            first_lost: progress.first_lost_bytes,
            period: progress.period_bytes,
        }
    }
}

impl Seen {
    /// `until` with the evidence so far.
    pub(super) const fn progress(&self, until: FullProgress) -> FullProgress {
        FullProgress {
            last_kept_bytes: self.last_kept,
            lost_since_bytes: self.lost_since,
            first_lost_bytes: self.first_lost,
            period_bytes: self.period,
            ..until
        }
    }

    /// Evaluates the blocks from `start` on.
    pub(super) fn see(
        &mut self,
        marker: &mut Marker<'_>,
        (start, salt): (u64, u64),
        found: &[Found],
    ) {
        let block = marker.block;
        let mut at = start;
        for found in found {
            let look = marker.interpret(*found, at, salt);
            match look {
                Look::Kept => {
                    self.last_kept = Some(at);
                    self.lost_since = None;
                }
                Look::Elsewhere(from) => {
                    let distance = from.abs_diff(at);
                    let period = self
                        .period
                        .map_or(distance, |period| greatest_common(period, distance));
                    self.period = Some(period);
                    self.lost_since = None;
                }
                Look::Lost => {
                    self.lost_since.get_or_insert(at);
                    self.first_lost.get_or_insert(at);
                }
                Look::Damaged | Look::Unreadable => {}
            }
            marker.note_look(at, block, look);
            at += block;
        }
    }

    pub(super) fn conclude(&self, evidence: &mut CapacityEvidence, end: u64) {
        // A drive that returns old buffer contents wherever it stores nothing seems to repeat at any distance.
        let period = self.period.filter(|period| *period >= CHUNK);
        evidence.period_bytes = period;
        if period != self.period {
            return;
        }
        evidence.lost_from_bytes = match (period, self.first_lost) {
            // The loss lies behind a whole period: addresses repeat up to there, so the whole period is real.
            (Some(period), Some(lost)) if lost >= period => None,
            // Every period loses the same part.
            (Some(_), Some(lost)) => Some(lost),
            (Some(_), None) => None,
            (None, _) => self.lost_since.filter(|lost| *lost < end),
        };
    }
}
