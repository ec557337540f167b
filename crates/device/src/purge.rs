//! Returns a drive to the state of a new one, as far as it has commands for that, and checks the result.
//!
//! Knows the ways for each kind of drive, their order, and the value that a drive promises to return afterwards.
//! Records every attempt. Must not open the device: it receives one whose destruction was permitted.
//!
//! The ways of NVMe and ATA drives were never run on hardware, nor those of SD cards and eMMC.

mod ata;
mod nvme;

use std::ops::Range;
use std::os::fd::{AsFd, OwnedFd};

use iogram_engine::{Control, DriveZones, ZoneKind, ZoneState};
use iogram_model::{
    Bytes, Message, MessageId, Nanos, PurgeAttempt, PurgeCheck, PurgeChoice, PurgeMethod,
    PurgeOutcome, PurgeRecord, PurgeState, PurgeValue, Sentence, text,
};
use rustix::io::Errno;

use crate::block_device::BlockDevice;
use crate::buffer::SlotBuffers;
use crate::checksum::checksum;
use crate::error::DeviceError;
use crate::linux::block_calls::{Erase, erase_part};
use crate::open_mode::{OpenMode, reopen};
use iogram_inspect::AskError;
use iogram_inspect::clock;
use iogram_inspect::drive_kind::DriveKind;
use iogram_inspect::identity::find_facts;
use iogram_inspect::sysfs::SysRoot;

/// Why an attempt failed.
#[derive(Debug)]
struct Setback {
    outcome: PurgeOutcome,
    why: Message,
}

impl Setback {
    const fn new(outcome: PurgeOutcome, why: Message) -> Self {
        Self { outcome, why }
    }

    fn unsupported(why: impl Into<Why>) -> Self {
        Self::new(PurgeOutcome::Unsupported, why.into().0)
    }

    fn failed(why: impl Into<Why>) -> Self {
        Self::new(PurgeOutcome::Failed, why.into().0)
    }

    fn skipped(why: impl Into<Why>) -> Self {
        Self::new(PurgeOutcome::Skipped, why.into().0)
    }

    fn interrupted(why: MessageId) -> Self {
        Self::new(PurgeOutcome::Interrupted, Message::plain(why))
    }
}

/// A statement, or the id of one without values.
struct Why(Message);

impl From<Message> for Why {
    fn from(why: Message) -> Self {
        Self(why)
    }
}

impl From<MessageId> for Why {
    fn from(why: MessageId) -> Self {
        Self(Message::plain(why))
    }
}

/// From a query that has to succeed before the drive is told to erase.
impl From<AskError> for Setback {
    fn from(error: AskError) -> Self {
        match error {
            AskError::System(errno) => errno.into(),
            AskError::Refused(why) => Self::failed(why),
        }
    }
}

/// From the kernel's own ioctls, which report an unsupported operation with one of three numbers.
impl From<Errno> for Setback {
    fn from(errno: Errno) -> Self {
        let is_unsupported = [Errno::OPNOTSUPP, Errno::NOTTY, Errno::INVAL].contains(&errno);
        let why = Message::of_errno(errno.raw_os_error());
        if is_unsupported { Self::unsupported(why) } else { Self::failed(why) }
    }
}

/// The ways for a kind of drive, the most thorough first.
fn ways(kind: &DriveKind, choice: PurgeChoice) -> Vec<PurgeMethod> {
    use PurgeMethod::{Discard, NvmeFormat, NvmeSanitize, SecureDiscard, ZeroFill};
    match (choice, kind) {
        (PurgeChoice::Only(method), _) => vec![method],
        (PurgeChoice::Auto, DriveKind::Nvme) => {
            vec![NvmeFormat, NvmeSanitize, Discard, ZeroFill]
        }
        (PurgeChoice::Auto, DriveKind::Sd | DriveKind::Emmc | DriveKind::Ufs) => {
            vec![SecureDiscard, Discard, ZeroFill]
        }
        (PurgeChoice::Auto, _) => vec![Discard, ZeroFill],
    }
}

/// Tries one way after another until one works.
///
/// # Errors
///
/// Refused without the permit to destroy everything on the device; fails if it cannot be read.
pub(crate) fn purge(
    device: &BlockDevice,
    choice: PurgeChoice,
    control: &Control,
) -> Result<PurgeRecord, DeviceError> {
    let began = clock::now();
    let drive = Drive::new(device)?;
    control.begin_cell();
    let mut attempts = Vec::new();
    for method in ways(&drive.kind, choice) {
        let attempt = drive.attempt(method, control)?;
        let outcome = attempt.outcome;
        attempts.push(attempt);
        if matches!(outcome, PurgeOutcome::Done | PurgeOutcome::Interrupted) {
            break;
        }
    }
    let state = match attempts.last().map(|attempt| attempt.outcome) {
        Some(PurgeOutcome::Done) => PurgeState::Purged,
        Some(PurgeOutcome::Interrupted) => PurgeState::Interrupted,
        _ => PurgeState::NotPurged,
    };
    let elapsed_ns = clock::now().saturating_sub(began).0;
    Ok(PurgeRecord { cells_before_count: 0, state, attempts, elapsed_ns })
}

/// Discards a range.
///
/// # Errors
///
/// Refused without the permit to destroy everything on the device; fails if the drive cannot or does not do it, and
/// if it was stopped.
pub(crate) fn discard(
    device: &BlockDevice,
    range: Range<u64>,
    control: &Control,
) -> Result<(), DeviceError> {
    let fd = device.fd_to_destroy()?;
    let logical = device.logical_block_size()?.0;
    let whole = range.start.next_multiple_of(logical)..range.end / logical * logical;
    control.begin_cell();
    let erased = match device.zones()? {
        Some(zones) => reset_zones(fd, &zones, whole, control),
        None => erase_range(fd, Erase::Discard, whole, control),
    };
    erased.map_err(|setback| DeviceError::Failed {
        action: text!("device-cannot-discard-part", path, why),
        path: device.path().to_owned(),
        why: setback.why.english().into(),
        hint: Sentence::default(),
    })
}

/// The drive to purge.
struct Drive<'a> {
    fd: &'a OwnedFd,
    /// For samples and zeros, bypassing the page cache.
    direct: OwnedFd,
    path: &'a std::path::Path,
    kind: DriveKind,
    capacity: u64,
    /// `None` if it accepts writes anywhere.
    zones: Option<DriveZones>,
}

impl<'a> Drive<'a> {
    fn new(device: &'a BlockDevice) -> Result<Self, DeviceError> {
        let (fd, path) = (device.fd_to_destroy()?, device.path());
        let mode = OpenMode { is_writable: true, is_direct: true };
        let direct = reopen(fd.as_fd(), mode).map_err(|errno| {
            DeviceError::system(text!("device-cannot-open", path), path, errno)
        })?;
        let facts = find_facts(&SysRoot::default(), device.identity().number);
        let facts = facts.ok_or_else(|| {
            DeviceError::system(text!("device-cannot-identify", path), path, Errno::NODEV)
        })?;
        let capacity = device.identity().capacity.0;
        let zones = device.zones()?;
        Ok(Self { fd, direct, path, kind: facts.kind, capacity, zones })
    }

    fn attempt(
        &self,
        method: PurgeMethod,
        control: &Control,
    ) -> Result<PurgeAttempt, DeviceError> {
        let before = self.samples()?;
        let began = clock::now();
        let promised = self.perform(method, control);
        let mut attempt = PurgeAttempt {
            method,
            outcome: PurgeOutcome::Done,
            message: None,
            statement: None,
            elapsed_ns: clock::now().saturating_sub(began).0,
            check: None,
        };
        let promised = match promised {
            Ok(promised) => promised,
            Err(setback) => {
                attempt.outcome = setback.outcome;
                attempt.message = Some(setback.why.english());
                attempt.statement = Some(setback.why);
                return Ok(attempt);
            }
        };
        let check = compare(promised, &before, &self.samples()?);
        attempt.check = Some(check);
        if !check.is_passed() {
            attempt.outcome = PurgeOutcome::NotVerified;
            let statement = Message::plain(MessageId::PurgeOtherData);
            attempt.message = Some(statement.english());
            attempt.statement = Some(statement);
        }
        Ok(attempt)
    }

    /// Performs one way; returns the value that the drive promises to return from now on.
    fn perform(
        &self,
        method: PurgeMethod,
        control: &Control,
    ) -> Result<Option<PurgeValue>, Setback> {
        if control.is_stopped() {
            return Err(Setback::interrupted(MessageId::PurgeStopped));
        }
        let is_nvme = self.kind == DriveKind::Nvme;
        match method {
            PurgeMethod::NvmeFormat | PurgeMethod::NvmeSanitize if !is_nvme => {
                Err(Setback::unsupported(MessageId::PurgeNotNvme))
            }
            PurgeMethod::NvmeFormat => nvme::format(self.fd),
            PurgeMethod::NvmeSanitize => nvme::sanitize(self.fd, control),
            PurgeMethod::AtaSecurityErase if self.kind != DriveKind::Sata => {
                Err(Setback::unsupported(MessageId::PurgeNotSata))
            }
            PurgeMethod::AtaSecurityErase => ata::security_erase(self.fd),
            PurgeMethod::SecureDiscard | PurgeMethod::ZeroFill if self.zones.is_some() => {
                Err(Setback::unsupported(MessageId::PurgeZones))
            }
            PurgeMethod::SecureDiscard => {
                erase_range(self.fd, Erase::SecureDiscard, 0..self.capacity, control)?;
                Ok(None)
            }
            PurgeMethod::Discard => match &self.zones {
                Some(zones) => {
                    reset_zones(self.fd, zones, 0..self.capacity, control)?;
                    // A reset does not affect conventional zones, and drives need not support a discard of them.
                    for range in conventional(zones) {
                        self.fill_with_zeros(range, control)?;
                    }
                    Ok(None)
                }
                None => {
                    erase_range(self.fd, Erase::Discard, 0..self.capacity, control)?;
                    Ok(self.value_after_discard())
                }
            },
            PurgeMethod::ZeroFill => {
                self.fill_with_zeros(0..self.capacity, control)?;
                Ok(Some(PurgeValue::Zeros))
            }
            _ => Err(Setback::unsupported(MessageId::PurgeUnknownWay)),
        }
    }

    /// Loop devices punch holes and zram devices free pages; both read as zeros.
    fn value_after_discard(&self) -> Option<PurgeValue> {
        match self.kind {
            DriveKind::Loop | DriveKind::Zram => Some(PurgeValue::Zeros),
            DriveKind::Nvme => nvme::value_after_deallocation(self.fd),
            _ => None,
        }
    }

    fn fill_with_zeros(&self, range: Range<u64>, control: &Control) -> Result<(), Setback> {
        const BLOCK: u64 = 1 << 20;
        let began = clock::now();
        let mut zeros = SlotBuffers::new(1, usize::try_from(BLOCK).expect("a mebibyte"))?;
        let (mut at, end) = (range.start, range.end.min(self.capacity));
        while at < end {
            if control.is_stopped() {
                return Err(Setback::interrupted(MessageId::PurgeStopped));
            }
            let length = BLOCK.min(end - at);
            let length = usize::try_from(length).expect("at most a mebibyte");
            let written = rustix::io::pwrite(&self.direct, &zeros.slot(0)[..length], at)?;
            if written == 0 {
                return Err(Setback::failed(MessageId::PurgeTakesNoMore));
            }
            at += written as u64;
            control.advance(1, Bytes(written as u64), clock::now().saturating_sub(began));
        }
        rustix::fs::fsync(&self.direct)?;
        Ok(())
    }

    /// Checksums of samples, and whether they are all zeros or ones.
    fn samples(&self) -> Result<Vec<Sample>, DeviceError> {
        let mut buffer = SlotBuffers::new(1, SAMPLE).map_err(|errno| {
            DeviceError::system(text!("device-cannot-get-memory", path), self.path, errno)
        })?;
        sample_offsets(self.capacity)
            .into_iter()
            .map(|offset| {
                let length =
                    SAMPLE.min(usize::try_from(self.capacity - offset).unwrap_or(SAMPLE));
                let sample = &mut buffer.slot(0)[..length];
                let moved =
                    rustix::io::pread(&self.direct, &mut *sample, offset).map_err(|errno| {
                        DeviceError::system(text!("device-cannot-read", path), self.path, errno)
                    })?;
                Ok(Sample::of(&sample[..moved]))
            })
            .collect()
    }
}

const SAMPLE: usize = 4096;

/// The first and the last 4 KiB and up to 62 places between. Arbitrary: an erasure that omitted a tenth of the drive
/// is overlooked once in a thousand times.
fn sample_offsets(capacity: u64) -> Vec<u64> {
    const COUNT: u64 = 64;
    let sample = SAMPLE as u64;
    let last = capacity.saturating_sub(1) / sample;
    let mut offsets: Vec<u64> =
        (0..COUNT).map(|index| last * index / (COUNT - 1) * sample).collect();
    offsets.dedup();
    offsets
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sample {
    sum: u64,
    value: Option<PurgeValue>,
}

impl Sample {
    fn of(bytes: &[u8]) -> Self {
        let all = |value: u8| bytes.iter().all(|byte| *byte == value);
        let value = match (all(0), all(0xff)) {
            (true, _) => Some(PurgeValue::Zeros),
            (_, true) => Some(PurgeValue::Ones),
            _ => None,
        };
        Self { sum: checksum(bytes), value }
    }
}

fn compare(promised: Option<PurgeValue>, before: &[Sample], after: &[Sample]) -> PurgeCheck {
    let count = |is_one: &dyn Fn(&Sample) -> bool| {
        after.iter().filter(|sample| is_one(sample)).count() as u64
    };
    let kept = before.iter().zip(after).filter(|(old, new)| old.value.is_none() && old == new);
    PurgeCheck {
        promised,
        sample_count: after.len() as u64,
        zeros_count: count(&|sample| sample.value == Some(PurgeValue::Zeros)),
        ones_count: count(&|sample| sample.value == Some(PurgeValue::Ones)),
        unchanged_count: kept.count() as u64,
        empty_before_count: Some(before.iter().filter(|it| it.value.is_some()).count() as u64),
    }
}

/// Erases in parts of 1 GiB, so that it can be stopped; arbitrary.
fn erase_range(
    fd: &OwnedFd,
    erase: Erase,
    range: Range<u64>,
    control: &Control,
) -> Result<(), Setback> {
    const PART: u64 = 1 << 30;
    let began = clock::now();
    let mut at = range.start;
    while at < range.end {
        if control.is_stopped() {
            return Err(Setback::interrupted(MessageId::PurgeStopped));
        }
        let length = PART.min(range.end - at);
        erase_part(fd, erase, [at, length])?;
        at += length;
        control.advance(1, Bytes(length), clock::now().saturating_sub(began));
    }
    Ok(())
}

/// Resets the zones with a write pointer that lie entirely in `range`, except for empty ones, whose reset would wear
/// nothing and still take time. Skips conventional zones.
fn reset_zones(
    fd: &OwnedFd,
    zones: &DriveZones,
    range: Range<u64>,
    control: &Control,
) -> Result<(), Setback> {
    let began = clock::now();
    for zone in &zones.zones {
        if control.is_stopped() {
            return Err(Setback::interrupted(MessageId::PurgeStopped));
        }
        let is_inside = zone.start >= range.start && zone.start + zone.size <= range.end;
        let is_written = matches!(zone.state, ZoneState::Active | ZoneState::Full);
        if is_inside && is_written && zone.kind == ZoneKind::Sequential {
            erase_part(fd, Erase::ResetZones, [zone.start, zone.size])?;
            let size = Bytes(zone.size);
            control.advance(1, size, clock::now().saturating_sub(began));
        }
    }
    Ok(())
}

/// The conventional zones, adjacent ones as one range.
fn conventional(zones: &DriveZones) -> Vec<Range<u64>> {
    let mut ranges: Vec<Range<u64>> = Vec::new();
    for zone in zones.zones.iter().filter(|it| it.kind == ZoneKind::Conventional) {
        let end = zone.start + zone.size;
        match ranges.last_mut().filter(|it| it.end == zone.start) {
            Some(range) => range.end = end,
            None => ranges.push(zone.start..end),
        }
    }
    ranges
}

/// Waits between two looks at a drive that works by itself.
fn pause() {
    clock::rest_until(clock::now() + Nanos(500 * Nanos::MILLISECOND.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_thorough_way_comes_first_and_a_security_erase_only_by_name() {
        let names = |kind, choice| {
            let names: Vec<_> = ways(&kind, choice).iter().map(|way| way.name()).collect();
            names.join(" ")
        };
        let auto = PurgeChoice::Auto;
        assert_eq!(names(DriveKind::Nvme, auto), "nvme-format nvme-sanitize discard zero-fill");
        assert_eq!(names(DriveKind::Sd, auto), "secure-discard discard zero-fill");
        assert_eq!(names(DriveKind::Sata, auto), "discard zero-fill");
        let only = PurgeChoice::Only(PurgeMethod::AtaSecurityErase);
        assert_eq!(names(DriveKind::Sata, only), "ata-security-erase");
    }

    #[test]
    fn samples_reach_from_the_first_to_the_last_byte_of_any_capacity() {
        for capacity in [512, 4096, 4097, 1 << 20, 1 << 40, 16_012_804_096_u64] {
            let offsets = sample_offsets(capacity);
            assert_eq!(offsets[0], 0);
            let last = *offsets.last().unwrap();
            assert!(last < capacity && last + 4096 >= capacity, "{capacity}: {last}");
            assert!(offsets.is_sorted() && offsets.len() <= 64, "{capacity}");
        }
    }

    #[test]
    fn old_data_that_is_still_there_is_counted() {
        let (old, zero) = (Sample::of(&[7; 4096]), Sample::of(&[0; 4096]));
        let check = compare(None, &[old, old, zero], &[old, zero, zero]);
        assert_eq!((check.unchanged_count, check.zeros_count), (1, 2));
        assert_eq!(check.empty_before_count, Some(1));
        assert!(!check.is_passed());
    }

    #[test]
    fn zones_beside_each_other_are_filled_as_one_range() {
        let kinds = "CCSCSSCC".chars().zip(0_u64..);
        let zones = kinds.map(|(kind, index)| iogram_engine::DriveZone {
            start: index * 16,
            size: 16,
            capacity: 12,
            write_pointer: index * 16,
            kind: if kind == 'C' { ZoneKind::Conventional } else { ZoneKind::Sequential },
            state: ZoneState::Empty,
        });
        let zones = DriveZones { zones: zones.collect(), ..DriveZones::default() };
        assert_eq!(conventional(&zones), [0..32, 48..64, 96..128]);
        assert!(conventional(&DriveZones::default()).is_empty());
    }
}
