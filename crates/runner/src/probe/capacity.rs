//! Whether a drive holds its announced capacity. Writes marks to selected places; later reads show where the data
//! went.
//!
//! Knows the kinds of fake capacity. Must not depend on the source of the answers, nor draw conclusions: `findings`
//! judges the evidence. Docs: `docs/methods/verify.md`.

mod full;
mod marks;
mod quick;

use iogram_engine::{Control, Probe};
use iogram_model::{
    Bytes, CapacityEvidence, CellState, Evidence, FullProgress, Message, MessageId, Nanos,
    ParseError, ProbeRecord, Warning, WarningCode, sentence, text,
};

use self::marks::{End, Marker};
use super::{KeepResult, ProbeResult, unknown_setting};

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// Size of a hiding cache to rule out, regardless of the announced capacity, because a counterfeiter chooses that
/// number. Arbitrary: more than any known counterfeit has, and eight times the range of `f3probe` 10.
const CACHE_USUAL: Bytes = Bytes(8 * GIB);

/// Settings of the probe.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Capacity {
    /// Whether it tests every block instead of selected ones.
    pub is_full: bool,
    /// The largest cache to rule out; `None` means 8 GiB.
    pub cache: Option<Bytes>,
    /// After half of this time nothing more is flooded that no loss is known from, and after all of it no border is closed in
    /// on any more; `None` is as long as it takes.
    pub time: Option<Nanos>,
}

impl Capacity {
    /// A quick pass writes to at most this many bytes of addresses, however often.
    pub const BORROWED_MAX: Bytes = Bytes(GIB + GIB / 8);

    /// Its name in method files.
    pub(crate) const NAME: &'static str = "capacity";

    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        match key {
            "depth" => {
                self.is_full = match value {
                    "quick" => false,
                    "full" => true,
                    other => {
                        let message = sentence!("runner-no-depth", other);
                        return Err(ParseError::new(message, text!("runner-use-quick-full")));
                    }
                }
            }
            "cache" if value == "auto" => self.cache = None,
            "cache" => self.cache = Some(value.parse()?),
            "time" => self.time = Some(value.parse()?),
            _ => return Err(unknown_setting(Self::NAME, key, ["depth", "cache", "time"])),
        }
        Ok(())
    }

    /// The largest hiding cache that it rules out on a drive of this capacity; 0 if it writes every block.
    #[must_use]
    pub fn cache_to_rule_out(&self, announced: Bytes) -> Bytes {
        if self.is_full {
            return Bytes(0);
        }
        self.cache.unwrap_or(CACHE_USUAL).min(announced)
    }

    /// The most bytes that it writes to a genuine drive of this capacity.
    #[must_use]
    pub fn most_written(&self, announced: Bytes) -> Bytes {
        if self.is_full {
            return announced;
        }
        let cache = self.cache_to_rule_out(announced);
        Bytes(quick::most_written(announced.0, cache.0))
    }

    /// Tests the capacity. A pass over every block continues from where the pass of `before` was interrupted, and
    /// reports its progress to `keep` from time to time.
    pub(crate) fn run(
        &self,
        probe: &mut dyn Probe,
        seed: u64,
        control: &Control,
        (before, keep): (Option<&ProbeRecord>, &mut KeepResult<'_>),
    ) -> ProbeResult {
        let announced = probe.geometry().capacity;
        let mut marker = Marker::new(probe, seed, control);
        if let Some(time) = self.time {
            marker.limit_time(time);
        }
        let mut evidence = CapacityEvidence {
            announced_bytes: announced.0,
            is_full: self.is_full,
            ..CapacityEvidence::default()
        };
        if let Some((record, earlier)) = before.and_then(broken_off) {
            marker.restore(record, earlier);
            evidence = earlier.clone();
        }
        control.expect(self.left(announced, evidence.progress));
        let outcome = if self.is_full {
            full::try_all(&mut marker, &mut evidence, &mut |marker, evidence| {
                let mut evidence = evidence.clone();
                marker.count(&mut evidence);
                keep(result(marker, evidence, CellState::Interrupted), marker.now())
            })
        } else {
            let cache = self.cache_to_rule_out(announced);
            quick::try_some(&mut marker, cache, &mut evidence)
        };
        let state = match outcome {
            Ok(()) => CellState::Completed,
            // A write-protected drive is a result, too.
            Err(End::ReadOnly) => {
                evidence.is_read_only = true;
                CellState::Completed
            }
            Err(End::TooManyErrors) => CellState::Completed,
            Err(End::WriteFailed) => Self::look_back(&mut marker, &mut evidence),
            Err(End::State(state)) => state,
        };
        if state == CellState::Completed && !evidence.is_read_only {
            evidence.fails_from_bytes = marker.fails_from();
        }
        if state == CellState::Completed {
            evidence.is_complete = true;
            evidence.progress = None;
        }
        marker.sum_up(&mut evidence);
        result(&marker, evidence, state)
    }

    /// Evaluates the evidence before a failed write: if it proves a false capacity, the probe is still complete.
    fn look_back(marker: &mut Marker<'_>, evidence: &mut CapacityEvidence) -> CellState {
        let is_kept = match evidence.write_failure.take() {
            Some(known) => known.is_rest_kept,
            None => quick::look_back(marker, evidence).unwrap_or(None),
        };
        evidence.write_failure = marker.write_failure(is_kept);
        let is_lie = evidence.period_bytes.is_some() || evidence.lost_from_bytes.is_some();
        if is_lie { CellState::Completed } else { CellState::IoErrors }
    }

    /// The most bytes left to write and read.
    fn left(&self, announced: Bytes, progress: Option<FullProgress>) -> Bytes {
        let passes = if self.is_full { 2 } else { 1 };
        let done = progress.map_or(0, |it| it.written_until_bytes + it.read_until_bytes);
        Bytes((self.most_written(announced).0 * passes).saturating_sub(done))
    }
}

/// An interrupted pass over every block that can continue; `None` if it recorded no progress.
fn broken_off(record: &ProbeRecord) -> Option<(&ProbeRecord, &CapacityEvidence)> {
    match &record.evidence {
        Evidence::Capacity(evidence) if evidence.progress.is_some() => Some((record, evidence)),
        _ => None,
    }
}

fn result(marker: &Marker<'_>, evidence: CapacityEvidence, state: CellState) -> ProbeResult {
    let count = evidence.continued_count;
    let warning = (count > 0).then(|| {
        Warning::new(
            WarningCode::Continued,
            Message::new(MessageId::PassContinued, [count.into()]),
        )
    });
    ProbeResult {
        state,
        read_bytes: marker.read_bytes,
        written_bytes: marker.written_bytes,
        warnings: warning.into_iter().collect(),
        evidence: Evidence::Capacity(evidence),
    }
}

/// The largest period that divides both distances.
const fn greatest_common(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
