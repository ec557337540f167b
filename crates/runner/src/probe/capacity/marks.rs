//! Marks on a drive: how to write them, and how to interpret them.

use std::ops::ControlFlow;

use iogram_engine::{Control, Errno, Found, Probe, Rng, Sweep, SweepKind, SweepSample, mix};
use iogram_model::{
    BadKind, BadRange, CapacityEvidence, CellState, Nanos, ProbeRecord, WriteFailure,
};

/// The probe stops after this many failed requests. Arbitrary: each can take half a minute.
const ERRORS_MAX: u64 = 32;
/// The most bad ranges that it lists; more would add nothing.
const RANGES_MAX: usize = 1000;

/// The reason why the probe is always present.
const HAS_PROBE: &str = "a sweep gives the probe back when it ends";

/// The reason why it ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The drive rejects writes.
    ReadOnly,
    /// So many requests failed that the probe gave up.
    TooManyErrors,
    /// A write failed for a reason that may lie below the device.
    WriteFailed,
    /// An event that says nothing about the capacity: stopped, unplugged, hung.
    State(CellState),
}

/// The interpretation of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// The mark is intact.
    Kept,
    /// The place holds a mark of this run that was written to this byte.
    Elsewhere(u64),
    /// The mark is there, with wrong bits.
    Damaged,
    /// The place holds other data, or none.
    Lost,
    /// The request failed.
    Unreadable,
}

/// Kinds of requests, as indices of [`Marker::reach`].
const READS: usize = 0;
const WRITES: usize = 1;

/// Range of the successful and of the failed requests of one kind.
#[derive(Debug, Clone, Copy, Default)]
struct Reach {
    /// The end of the highest successful request.
    kept_until: u64,
    /// The end of the lowest failed request, and the number of failures.
    failed_until: Option<u64>,
    failed_count: u64,
}

/// Fewer failures are bad places, not a border. Arbitrary.
const FAILED_MIN: u64 = 4;

impl Reach {
    fn note(&mut self, (offset, length): (u64, u64), is_kept: bool) {
        let end = offset + length;
        if is_kept {
            self.kept_until = self.kept_until.max(end);
        } else {
            self.failed_until = Some(self.failed_until.map_or(end, |it| it.min(end)));
            self.failed_count += 1;
        }
    }

    /// The end of the highest successful request and that of the first failed one, if the failure lies behind it.
    fn border(&self) -> Option<(u64, u64)> {
        let failed = self.failed_until.filter(|_| self.failed_count >= FAILED_MIN)?;
        (self.kept_until > 0 && self.kept_until < failed).then_some((self.kept_until, failed))
    }
}

/// Writes and reads marks.
pub(super) struct Marker<'a> {
    /// `None` during a sweep.
    probe: Option<&'a mut dyn Probe>,
    control: &'a Control,
    pub(super) random: Rng,
    salt_base: u64,
    salt_count: u64,
    found: Vec<Found>,
    pub(super) block: u64,
    /// End of the writable area, in whole blocks.
    pub(super) end: u64,
    pub(super) read_bytes: u64,
    pub(super) written_bytes: u64,
    read_errors: u64,
    write_errors: u64,
    marks: u64,
    bad: Vec<BadRange>,
    /// Whether a failed write may have a cause below the device.
    is_layered: bool,
    /// The write that failed for such a cause.
    failure: Option<(Errno, Option<u64>)>,
    /// Start of the last write: reveals a drive that returns its buffer's contents for any address.
    pub(super) last_write: Option<u64>,
    /// Place for a decoy block, which no check reads.
    pub(super) decoy_at: Option<u64>,
    /// The first write: start, length, salt.
    pub(super) anchor: Option<(u64, u64, u64)>,
    /// Reach of the requests: reads, writes.
    reach: [Reach; 2],
    /// When a flood that found nothing ends, when narrow ones behind it do, and when the search for a border does; `None` is
    /// never.
    ends: Option<[Nanos; 3]>,
}

impl<'a> Marker<'a> {
    pub(super) fn new(probe: &'a mut dyn Probe, seed: u64, control: &'a Control) -> Self {
        let geometry = probe.geometry();
        let block = geometry.logical_block_size.0.max(512);
        let is_layered = probe.lies_on().is_some();
        Self {
            probe: Some(probe),
            control,
            random: Rng::new(seed, 1),
            salt_base: mix(seed ^ 0x6361_7061_6369_7479),
            salt_count: 0,
            found: Vec::new(),
            block,
            end: geometry.capacity.0 / block * block,
            read_bytes: 0,
            written_bytes: 0,
            read_errors: 0,
            write_errors: 0,
            marks: 0,
            bad: Vec::new(),
            is_layered,
            failure: None,
            last_write: None,
            decoy_at: None,
            anchor: None,
            reach: [Reach::default(); 2],
            ends: None,
        }
    }

    /// From now on there is so much time: half of it for the flood, a quarter for narrow ones, so that what is found can be
    /// closed in on.
    pub(super) fn limit_time(&mut self, time: Nanos) {
        let now = self.now();
        let after = |part: u64| Nanos(now.0.saturating_add(part));
        self.ends = Some([after(time.0 / 2), after(time.0 / 4 * 3), after(time.0)]);
    }

    /// Whether a flood that found nothing so far has had its time.
    pub(super) fn is_flooded_enough(&self) -> bool {
        self.ends.is_some_and(|[flood, _, _]| self.now() >= flood)
    }

    /// Whether there is no time left.
    pub(super) fn is_late(&self) -> bool {
        self.ends.is_some_and(|[_, _, all]| self.now() >= all)
    }

    /// Whether floods of narrow parts have had their time.
    pub(super) fn is_flooded_narrowly(&self) -> bool {
        self.ends.is_some_and(|[_, narrow, _]| self.now() >= narrow)
    }

    /// The write that ended the probe, with the present state of the layers below.
    pub(super) fn write_failure(&self, is_rest_kept: Option<bool>) -> Option<WriteFailure> {
        let (errno, offset_bytes) = self.failure?;
        Some(WriteFailure {
            errno: errno.0,
            message: errno.describe(),
            offset_bytes,
            is_rest_kept,
            lies_on: self.probe.as_ref().expect(HAS_PROBE).lies_on(),
        })
    }

    /// The start of the block that contains `offset`.
    pub(super) fn align(&self, offset: u64) -> u64 {
        offset / self.block * self.block
    }

    /// A salt that no other mark of this run has.
    pub(super) fn new_salt(&mut self) -> u64 {
        self.salt_count += 1;
        self.salt_base.wrapping_add(self.salt_count)
    }

    fn is_own(&self, salt: u64) -> bool {
        salt.wrapping_sub(self.salt_base).wrapping_sub(1) < self.salt_count
    }

    pub(super) fn now(&self) -> Nanos {
        self.probe.as_ref().expect(HAS_PROBE).now()
    }

    fn probe(&mut self) -> &mut dyn Probe {
        *self.probe.as_mut().expect(HAS_PROBE)
    }

    /// The salt of a pass over every block, by its number; no other mark of this run has it.
    pub(super) fn salt_of_pass(&mut self, index: u64) -> u64 {
        self.salt_count = self.salt_count.max(index + 1);
        self.salt_base.wrapping_add(index + 1)
    }

    /// Continues the counts of an earlier part of the same run.
    pub(super) fn restore(&mut self, record: &ProbeRecord, evidence: &CapacityEvidence) {
        (self.read_bytes, self.written_bytes) = (record.read_bytes, record.written_bytes);
        self.read_errors = evidence.read_error_count;
        self.write_errors = evidence.write_error_count;
        self.marks = evidence.mark_count;
        self.bad.clone_from(&evidence.bad_ranges);
    }

    /// The bad ranges so far.
    pub(super) fn bad(&self) -> &[BadRange] {
        &self.bad
    }

    /// Restores the bad ranges of an earlier time.
    pub(super) fn put_bad(&mut self, bad: Vec<BadRange>) {
        self.bad = bad;
    }

    /// Discards all counts, because another pass begins.
    pub(super) fn forget(&mut self) {
        (self.read_errors, self.write_errors, self.marks) = (0, 0, 0);
        self.bad.clear();
    }

    fn check_stop(&self) -> Result<(), End> {
        if self.control.is_stopped() { Err(End::State(CellState::Interrupted)) } else { Ok(()) }
    }

    /// Writes `length` bytes of marks; `None` if the drive fails the request.
    pub(super) fn write(
        &mut self,
        offset: u64,
        length: u64,
        salt: u64,
    ) -> Result<Option<Nanos>, End> {
        self.check_stop()?;
        let narrow = u32::try_from(length).expect("a request of some mebibytes");
        let result = self.probe().write(offset, narrow, salt);
        self.note_write((offset, length), result)
    }

    /// Records a write; returns its time, or `None` if the drive failed it.
    fn note_write(
        &mut self,
        (offset, length): (u64, u64),
        result: Result<Nanos, Errno>,
    ) -> Result<Option<Nanos>, End> {
        self.reach[WRITES].note((offset, length), result.is_ok());
        match result {
            Ok(time) => {
                self.last_write = Some(offset);
                self.written_bytes += length;
                self.marks += length / self.block;
                Ok(Some(time))
            }
            Err(errno) => {
                self.fail(errno, Some(Some(offset)))?;
                self.note_bad(offset, length, BadKind::Unwritable);
                Ok(None)
            }
        }
    }

    /// Writes a block that no check reads, so that the drive's buffer holds nothing that a check expects.
    pub(super) fn decoy(&mut self) -> Result<(), End> {
        let Some(place) = self.decoy_at else { return Ok(()) };
        let salt = self.new_salt();
        let _failure_is_counted = self.write(place, self.block, salt)?;
        Ok(())
    }

    /// Carries out `sweep`. Counts every request and then passes it to `each`, until `each` breaks or an error ends
    /// the sweep.
    pub(super) fn sweep(
        &mut self,
        sweep: &Sweep,
        each: &mut dyn FnMut(&mut Self, &SweepSample<'_>) -> ControlFlow<()>,
    ) -> Result<(), End> {
        self.check_stop()?;
        let probe = self.probe.take().expect(HAS_PROBE);
        let mut outcome = Ok(());
        probe.sweep(sweep, &mut |swept| {
            let part = (swept.offset, u64::from(swept.length));
            let noted = match sweep.kind {
                SweepKind::Write => self.note_write(part, swept.result),
                SweepKind::Check => self.note_read(part, swept.result),
            };
            outcome = noted.map(drop);
            if outcome.is_err() {
                return ControlFlow::Break(());
            }
            let goes_on = each(self, swept);
            outcome = self.check_stop();
            if outcome.is_err() { ControlFlow::Break(()) } else { goes_on }
        });
        self.probe = Some(probe);
        outcome
    }

    /// The contents of the block at `offset`; `None` if it cannot be read.
    pub(super) fn found_at(&mut self, offset: u64) -> Result<Option<Found>, End> {
        let mut found = Vec::new();
        self.check(offset, self.block, &mut found)?;
        Ok(found.first().copied())
    }

    /// Interprets the block at `offset`, which should hold the mark of `salt`.
    pub(super) fn look(&mut self, offset: u64, salt: u64) -> Result<Look, End> {
        let mut found = std::mem::take(&mut self.found);
        let answer = self.check(offset, self.block, &mut found);
        let look = answer.map(|time| match (time, found.first()) {
            (Some(_), Some(found)) => self.interpret(*found, offset, salt),
            _ => Look::Unreadable,
        });
        self.found = found;
        look
    }

    /// Reads, and returns the contents of every block; `None` if the drive fails the request.
    pub(super) fn check(
        &mut self,
        offset: u64,
        length: u64,
        found: &mut Vec<Found>,
    ) -> Result<Option<Nanos>, End> {
        self.check_stop()?;
        found.clear();
        let narrow = u32::try_from(length).expect("a request of some mebibytes");
        let result = self.probe().check(offset, narrow, found);
        if result.is_err() {
            found.clear();
        }
        self.note_read((offset, length), result)
    }

    /// Records a read; returns its time, or `None` if the drive failed it.
    fn note_read(
        &mut self,
        (offset, length): (u64, u64),
        result: Result<Nanos, Errno>,
    ) -> Result<Option<Nanos>, End> {
        self.reach[READS].note((offset, length), result.is_ok());
        match result {
            Ok(time) => {
                self.read_bytes += length;
                Ok(Some(time))
            }
            Err(errno) => {
                self.fail(errno, None)?;
                Ok(None)
            }
        }
    }

    pub(super) fn interpret(&self, found: Found, offset: u64, salt: u64) -> Look {
        match found {
            Found::Mark { salt: other, offset: at } if at == offset && other == salt => {
                Look::Kept
            }
            // The mark is elsewhere, unless the controller's buffer holds it: that says nothing about the place.
            Found::Mark { salt: other, offset: at }
                if at != offset && self.is_own(other) && self.last_write != Some(at) =>
            {
                Look::Elsewhere(at)
            }
            Found::Damaged => Look::Damaged,
            Found::Mark { .. } | Found::Blank | Found::Other => Look::Lost,
        }
    }

    /// Flushes the drive. A drive without a flush command is not an error.
    pub(super) fn flush(&mut self) -> Result<(), End> {
        match self.probe().flush() {
            Ok(_) | Err(Errno::EOPNOTSUPP) => Ok(()),
            Err(errno) => self.fail(errno, Some(None)),
        }
    }

    /// Counts a failure. `written` is the place of a failed write; an inner `None` is a failed flush.
    fn fail(&mut self, errno: Errno, written: Option<Option<u64>>) -> Result<(), End> {
        let consequence = errno.consequence();
        match consequence {
            CellState::ReadOnly if written.is_some() => return Err(End::ReadOnly),
            CellState::IoErrors | CellState::Unsupported | CellState::Full => {}
            state => return Err(End::State(state)),
        }
        let count =
            if written.is_some() { &mut self.write_errors } else { &mut self.read_errors };
        *count += 1;
        // A file, memory or a pool that cannot take data does not prove a false capacity, and says nothing about
        // later requests.
        if let Some(offset) = written
            && (self.is_layered || consequence == CellState::Full)
        {
            self.failure = Some((errno, offset));
            return Err(End::WriteFailed);
        }
        if self.read_errors + self.write_errors >= ERRORS_MAX {
            return Err(End::TooManyErrors);
        }
        Ok(())
    }

    /// The block from which requests fail up to the end, with no failure before: the behaviour of a drive beyond the
    /// limit of its reader. `None` if failures lie among successes. Failures here are expected: they do not count and
    /// end nothing.
    pub(super) fn fails_from(&mut self) -> Option<u64> {
        [READS, WRITES].into_iter().find_map(|kind| self.fails_from_of(kind))
    }

    fn fails_from_of(&mut self, kind: usize) -> Option<u64> {
        let (mut kept, failed) = self.reach[kind].border()?;
        kept = kept.next_multiple_of(self.block);
        let mut failed = self.align(failed).max(kept);
        let last = self.end.saturating_sub(self.block);
        for place in [self.align(failed.midpoint(last)), last] {
            if place > failed && self.takes(kind, place)? {
                return None;
            }
        }
        while kept < failed {
            let middle = self.align(kept.midpoint(failed));
            if self.takes(kind, middle)? {
                kept = middle + self.block;
            } else {
                failed = middle;
            }
        }
        (failed <= last && !self.takes(kind, failed)?).then_some(failed)
    }

    /// Whether a request for the block at `place` succeeds; `None` if the search must stop.
    fn takes(&mut self, kind: usize, place: u64) -> Option<bool> {
        if self.control.is_stopped() {
            return None;
        }
        let narrow = u32::try_from(self.block).expect("a block of some kibibytes");
        let salt = self.new_salt();
        let mut found = Vec::new();
        let result = match kind {
            READS => self.probe().check(place, narrow, &mut found),
            _ => self.probe().write(place, narrow, salt),
        };
        match result {
            Ok(_) => Some(true),
            Err(errno) => (errno.consequence() == CellState::IoErrors).then_some(false),
        }
    }

    /// Notes a bad range. Ranges may come in any order; one that continues the last one extends it.
    pub(super) fn note_bad(&mut self, start: u64, size: u64, kind: BadKind) {
        if let Some(last) = self.bad.last_mut()
            && last.kind == kind
            && last.start_bytes + last.size_bytes == start
        {
            last.size_bytes += size;
        } else if self.bad.len() < RANGES_MAX {
            self.bad.push(BadRange { start_bytes: start, size_bytes: size, kind });
        }
    }

    /// Notes the range of a mark that is wrong; does nothing for an intact one.
    pub(super) fn note_look(&mut self, start: u64, size: u64, look: Look) {
        let kind = match look {
            Look::Kept => return,
            Look::Elsewhere(_) => BadKind::Overwritten,
            Look::Damaged => BadKind::Damaged,
            Look::Lost => BadKind::Lost,
            Look::Unreadable => BadKind::Unreadable,
        };
        self.note_bad(start, size, kind);
    }

    /// Copies the counts and the bad ranges so far into the evidence.
    pub(super) fn count(&self, evidence: &mut CapacityEvidence) {
        evidence.mark_count = self.marks;
        evidence.tried_bytes = Some(self.written_bytes);
        evidence.read_error_count = self.read_errors;
        evidence.write_error_count = self.write_errors;
        evidence.bad_ranges.clone_from(&self.bad);
    }

    /// Copies the counts, and the bad ranges below the lost part, into the evidence.
    pub(super) fn sum_up(&mut self, evidence: &mut CapacityEvidence) {
        self.count(evidence);
        let limit = match (evidence.period_bytes, evidence.lost_from_bytes) {
            (None, None) => u64::MAX,
            (period, lost) => period.unwrap_or(u64::MAX).min(lost.unwrap_or(u64::MAX)),
        };
        let is_fake = limit != u64::MAX;
        // Beyond the real capacity no data can be right, and with a period all data is somewhere else.
        self.bad.retain(|bad| {
            bad.start_bytes < limit && !(is_fake && bad.kind == BadKind::Overwritten)
        });
        self.bad.sort_by_key(|bad| bad.start_bytes);
        // An interrupted pass may have checked a piece twice.
        self.bad.dedup();
        let wrong = |bad: &&BadRange| {
            matches!(bad.kind, BadKind::Damaged | BadKind::Lost | BadKind::Overwritten)
        };
        evidence.wrong_count =
            self.bad.iter().filter(wrong).map(|bad| bad.size_bytes / self.block).sum();
        evidence.bad_ranges = std::mem::take(&mut self.bad);
    }
}

/// Places of the final check whether a drive stores anything, in blocks from its beginning, which every drive has.
const LAST_LOOKED: [u64; 2] = [0, 8];

/// Whether the drive has stopped storing data, tested at two places of the beginning. Each check comes after a write
/// to the other place, so that a drive that returns its buffer's contents gives itself away.
pub(super) fn has_stopped(marker: &mut Marker<'_>) -> Result<bool, End> {
    let [first, second] = LAST_LOOKED.map(|block| block * marker.block);
    if second + marker.block > marker.end {
        return Ok(false);
    }
    for (place, other) in [(first, second), (second, first)] {
        let (salt, other_salt) = (marker.new_salt(), marker.new_salt());
        let is_written = marker.write(place, marker.block, salt)?.is_some()
            && marker.write(other, marker.block, other_salt)?.is_some();
        if !is_written || marker.look(place, salt)? != Look::Lost {
            return Ok(false);
        }
    }
    Ok(true)
}
