//! Marks on a drive: writing them, and what they say when they are read.

use std::ops::ControlFlow;

use iogram_engine::{Control, Errno, Found, Probe, Rng, Sweep, SweepKind, SweepSample, mix};
use iogram_model::{
    BadKind, BadRange, CapacityEvidence, CellState, Nanos, ProbeRecord, WriteFailure,
};

/// Failed requests after which no more are made. Arbitrary: each can take half a minute.
const ERRORS_MAX: u64 = 32;
/// Bad ranges that are listed; more of them are one long story.
const RANGES_MAX: usize = 1000;

/// Why there is always a probe.
const HAS_PROBE: &str = "a sweep gives the probe back when it ends";

/// Why it ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The drive does not take writes.
    ReadOnly,
    /// More requests failed than are worth waiting for.
    TooManyErrors,
    /// A write failed for a reason that may lie below the device.
    WriteFailed,
    /// Something that says nothing of the capacity: stopped, unplugged, hung.
    State(CellState),
}

/// What a mark says when it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// It is as it was written.
    Kept,
    /// There is a mark of this run that was written to that byte.
    Elsewhere(u64),
    /// It is there with wrong bits.
    Damaged,
    /// There is something else, or nothing.
    Lost,
    /// The request failed.
    Unreadable,
}

/// Kinds of requests, as places in [`Marker::reach`].
const READS: usize = 0;
const WRITES: usize = 1;

/// How far requests of one kind reached.
#[derive(Debug, Clone, Copy, Default)]
struct Reach {
    /// The end of the highest one that succeeded.
    kept_until: u64,
    /// The end of the lowest one that failed, and how many did.
    failed_until: Option<u64>,
    failed_count: u64,
}

/// Fewer failures are places. Arbitrary.
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

    /// The end of what succeeded, and of the first that failed, if that lies behind it.
    fn border(&self) -> Option<(u64, u64)> {
        let failed = self.failed_until.filter(|_| self.failed_count >= FAILED_MIN)?;
        (self.kept_until > 0 && self.kept_until < failed).then_some((self.kept_until, failed))
    }
}

/// A hand that writes marks and reads them.
pub(super) struct Marker<'a> {
    /// `None` while a sweep has it.
    probe: Option<&'a mut dyn Probe>,
    control: &'a Control,
    pub(super) random: Rng,
    salt_base: u64,
    salt_count: u64,
    found: Vec<Found>,
    pub(super) block: u64,
    /// What can be written: whole blocks.
    pub(super) end: u64,
    pub(super) read_bytes: u64,
    pub(super) written_bytes: u64,
    read_errors: u64,
    write_errors: u64,
    marks: u64,
    bad: Vec<BadRange>,
    /// Whether a failed write says nothing of the device itself.
    is_layered: bool,
    /// The write that failed so.
    failure: Option<(Errno, Option<u64>)>,
    /// Where the last write began: a drive that reads what is in its buffer, wherever it is asked, shows that.
    pub(super) last_write: Option<u64>,
    /// Where a block can be written in between that nobody looks for.
    pub(super) decoy_at: Option<u64>,
    /// What was written first: start, length, salt.
    pub(super) anchor: Option<(u64, u64, u64)>,
    /// How far requests reached: reads, writes.
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

    /// The write that ended it, with what lies below now.
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

    /// The start of the block in which `offset` lies.
    pub(super) fn align(&self, offset: u64) -> u64 {
        offset / self.block * self.block
    }

    /// A salt that no mark of this run has.
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

    /// Goes on counting where an earlier part of the same run ended.
    pub(super) fn restore(&mut self, record: &ProbeRecord, evidence: &CapacityEvidence) {
        (self.read_bytes, self.written_bytes) = (record.read_bytes, record.written_bytes);
        self.read_errors = evidence.read_error_count;
        self.write_errors = evidence.write_error_count;
        self.marks = evidence.mark_count;
        self.bad.clone_from(&evidence.bad_ranges);
    }

    /// What was bad so far.
    pub(super) fn bad(&self) -> &[BadRange] {
        &self.bad
    }

    /// Goes back to what was bad at some time before.
    pub(super) fn put_bad(&mut self, bad: Vec<BadRange>) {
        self.bad = bad;
    }

    /// What was counted is of no use any more: another pass begins.
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

    /// What came of a write; its time, or `None` if the drive failed it.
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

    /// Writes a block that nobody looks for, so that the buffer of the drive holds nothing that is.
    pub(super) fn decoy(&mut self) -> Result<(), End> {
        let Some(place) = self.decoy_at else { return Ok(()) };
        let salt = self.new_salt();
        let _failure_is_counted = self.write(place, self.block, salt)?;
        Ok(())
    }

    /// Carries out `sweep`, telling `each` of every request after it was counted, until `each` breaks or
    /// going on has no sense.
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

    /// What is in the block at `offset`; `None` if it cannot be read.
    pub(super) fn found_at(&mut self, offset: u64) -> Result<Option<Found>, End> {
        let mut found = Vec::new();
        self.check(offset, self.block, &mut found)?;
        Ok(found.first().copied())
    }

    /// What the block at `offset` says, where the mark of `salt` should be.
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

    /// Reads, and gives what every block holds; `None` if the drive fails the request.
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

    /// What came of a read; its time, or `None` if the drive failed it.
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
            // Somewhere else, unless it is what the controller's buffer holds: that says nothing of the place.
            Found::Mark { salt: other, offset: at }
                if at != offset && self.is_own(other) && self.last_write != Some(at) =>
            {
                Look::Elsewhere(at)
            }
            Found::Damaged => Look::Damaged,
            Found::Mark { .. } | Found::Blank | Found::Other => Look::Lost,
        }
    }

    /// Makes what was written durable. That a drive has no such command says nothing.
    pub(super) fn flush(&mut self) -> Result<(), End> {
        match self.probe().flush() {
            Ok(_) | Err(Errno::EOPNOTSUPP) => Ok(()),
            Err(errno) => self.fail(errno, Some(None)),
        }
    }

    /// Counts a failure; `written` is where a write failed, `None` in it a flush.
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
        // What a file, memory or a pool cannot take is not the device's lie, and says nothing of what follows.
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

    /// Where requests fail from to the end, and none before, to the block: what a drive does that is asked beyond the reach of
    /// its reader. `None` where failures lie among others. A failure is no more news here, and ends nothing.
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

    /// Whether a request for the block at `place` succeeds; `None` where nothing more is to be asked.
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

    /// Notes that something is wrong with a range, after all that were noted before or anywhere.
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

    /// The same for what a mark says, if that is wrong.
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

    /// Counts and everything bad, as far as it is known before the end.
    pub(super) fn count(&self, evidence: &mut CapacityEvidence) {
        evidence.mark_count = self.marks;
        evidence.tried_bytes = Some(self.written_bytes);
        evidence.read_error_count = self.read_errors;
        evidence.write_error_count = self.write_errors;
        evidence.bad_ranges.clone_from(&self.bad);
    }

    /// Counts, and what was bad below everything that is lost.
    pub(super) fn sum_up(&mut self, evidence: &mut CapacityEvidence) {
        self.count(evidence);
        let limit = match (evidence.period_bytes, evidence.lost_from_bytes) {
            (None, None) => u64::MAX,
            (period, lost) => period.unwrap_or(u64::MAX).min(lost.unwrap_or(u64::MAX)),
        };
        let is_fake = limit != u64::MAX;
        // Beyond the real capacity nothing can be right, and with a period everything is somewhere else.
        self.bad.retain(|bad| {
            bad.start_bytes < limit && !(is_fake && bad.kind == BadKind::Overwritten)
        });
        self.bad.sort_by_key(|bad| bad.start_bytes);
        // Where a pass was broken off, a piece may have been looked at twice.
        self.bad.dedup();
        let wrong = |bad: &&BadRange| {
            matches!(bad.kind, BadKind::Damaged | BadKind::Lost | BadKind::Overwritten)
        };
        evidence.wrong_count =
            self.bad.iter().filter(wrong).map(|bad| bad.size_bytes / self.block).sum();
        evidence.bad_ranges = std::mem::take(&mut self.bad);
    }
}

/// Where it is looked at last whether a drive keeps anything, in blocks from its beginning, which all drives have.
const LAST_LOOKED: [u64; 2] = [0, 8];

/// Whether nothing that is written is kept any more, at two places of the beginning. What was written before each look
/// was written to the other place: a drive that answers with its buffer shows that.
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
