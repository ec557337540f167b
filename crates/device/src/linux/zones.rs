//! The zones of a zoned block device, as the kernel reports them.
//!
//! Source: the kernel's `include/uapi/linux/blkzoned.h` (6.12). Resets are in `block_calls`, with the other ways to
//! erase.

#![expect(unsafe_code, reason = "ioctls that no crate wraps")]

use std::os::fd::AsFd;

use iogram_engine::{DriveZone, DriveZones, ZoneKind, ZoneState};
use iogram_inspect::ZoneLimits;
use rustix::io::{Errno, Result};
use rustix::ioctl::{Opcode, opcode};

use crate::linux::ioctl::{Exchange, exchange};

/// Its size is that of the head alone.
const BLKREPORTZONE: Opcode = opcode::read_write::<[u64; 2]>(0x12, 130);

/// Bytes of the head (`struct blk_zone_report`) and of each zone (`struct blk_zone`).
const HEAD: usize = 16;
const ZONE: usize = 64;
/// Zones per request. Arbitrary: 8 KiB of memory.
const PART: usize = 127;
/// The unit of positions.
const SECTOR: u64 = 512;

/// Space for the head and some of the zones.
#[repr(C, align(8))]
struct Report([u8; HEAD + PART * ZONE]);

/// All zones of the device behind `fd`, with the open limits from `limits`.
///
/// # Errors
///
/// Fails if the kernel does, or if it reports impossible zones.
pub(crate) fn report_zones(fd: impl AsFd, limits: &ZoneLimits) -> Result<DriveZones> {
    let mut zones: Vec<DriveZone> = Vec::new();
    loop {
        let next = zones.last().map_or(0, |zone: &DriveZone| zone.start + zone.size);
        let mut report = Report([0; HEAD + PART * ZONE]);
        report.0[..8].copy_from_slice(&(next / SECTOR).to_ne_bytes());
        let count = u32::try_from(PART).expect("a few hundred");
        report.0[8..12].copy_from_slice(&count.to_ne_bytes());
        // SAFETY: for this opcode the kernel takes a pointer to the head, which says for how many zones there is room
        // behind it, and writes no more than these; the structure has room for as many.
        let call = unsafe { Exchange::<BLKREPORTZONE, _>::new(&mut report) };
        exchange(fd.as_fd(), call)?;
        let part = decode_report(&report.0).ok_or(Errno::IO)?;
        let Some(last) = part.last() else { break };
        // A report that does not advance would be requested for ever.
        if last.start < next {
            return Err(Errno::IO);
        }
        zones.extend(part);
    }
    Ok(DriveZones { zones, open_max: limits.open_max, active_max: limits.active_max })
}

/// The zones of one report, which has a head (`struct blk_zone_report`); `None` if they are inconsistent.
fn decode_report(bytes: &[u8]) -> Option<Vec<DriveZone>> {
    let count = u32::from_ne_bytes(bytes.get(8..12)?.try_into().ok()?);
    let flags = u32::from_ne_bytes(bytes.get(12..16)?.try_into().ok()?);
    // BLK_ZONE_REP_CAPACITY, since Linux 5.9: before, the whole zone was writable.
    let tells_capacity = flags & 1 != 0;
    let zones = bytes.get(HEAD..)?.chunks_exact(ZONE).take(usize::try_from(count).ok()?);
    zones.map(|zone| decode_zone(zone, tells_capacity)).collect()
}

fn decode_zone(bytes: &[u8], tells_capacity: bool) -> Option<DriveZone> {
    let number = |at: usize| {
        let bytes = bytes.get(at..at + 8)?.try_into().ok()?;
        u64::from_ne_bytes(bytes).checked_mul(SECTOR)
    };
    let (start, size) = (number(0)?, number(8)?);
    let kind = match bytes.get(24)? {
        // BLK_ZONE_TYPE_CONVENTIONAL, SEQWRITE_REQ, SEQWRITE_PREF.
        1 | 3 => ZoneKind::Conventional,
        2 => ZoneKind::Sequential,
        _ => return None,
    };
    let state = match bytes.get(25)? {
        0x0 | 0x1 => ZoneState::Empty,
        0x2..=0x4 => ZoneState::Active,
        0xe => ZoneState::Full,
        // Read-only and offline.
        0xd | 0xf => ZoneState::Unusable,
        _ => return None,
    };
    start.checked_add(size)?;
    Some(DriveZone {
        start,
        size: (size > 0).then_some(size)?,
        capacity: if tells_capacity { number(32)?.min(size) } else { size },
        // Undefined for a full zone and for one without a write pointer.
        write_pointer: number(16).unwrap_or(start),
        kind,
        state,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A zone in sectors: start, size, write pointer, kind, state, capacity.
    fn zone(
        (start, size, pointer): (u64, u64, u64),
        kind: u8,
        state: u8,
        capacity: u64,
    ) -> Vec<u8> {
        let mut bytes = [start, size, pointer].map(u64::to_ne_bytes).concat();
        bytes.extend([kind, state, 0, 0, 0, 0, 0, 0]);
        bytes.extend(capacity.to_ne_bytes());
        bytes.resize(ZONE, 0);
        bytes
    }

    fn report(flags: u32, zones: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = 0_u64.to_ne_bytes().to_vec();
        bytes.extend(u32::try_from(zones.len()).unwrap().to_ne_bytes());
        bytes.extend(flags.to_ne_bytes());
        bytes.extend(zones.concat());
        bytes
    }

    #[test]
    fn a_report_is_read_in_bytes() {
        let zones = [
            zone((0, 8192, u64::MAX), 1, 0, 8192),
            zone((8192, 8192, 8192 + 8), 2, 2, 6144),
            zone((16384, 8192, u64::MAX), 2, 0xe, 6144),
            zone((24576, 8192, 24576), 2, 0xf, 6144),
        ];
        let found = decode_report(&report(1, &zones)).unwrap();
        assert_eq!(found[0].kind, ZoneKind::Conventional);
        let second = DriveZone {
            start: 4 << 20,
            size: 4 << 20,
            capacity: 3 << 20,
            write_pointer: (4 << 20) + 4096,
            kind: ZoneKind::Sequential,
            state: ZoneState::Active,
        };
        assert_eq!(found[1], second);
        assert_eq!([found[2].state, found[3].state], [ZoneState::Full, ZoneState::Unusable]);
        // Before Linux 5.9 there was no capacity.
        assert_eq!(decode_report(&report(0, &zones)).unwrap()[1].capacity, 4 << 20);
    }

    #[test]
    fn what_makes_no_sense_is_no_zone() {
        let odd = [
            zone((0, 0, 0), 2, 1, 0),
            zone((0, 8, 0), 9, 1, 8),
            zone((0, 8, 0), 2, 7, 8),
            zone((u64::MAX / SECTOR, u64::MAX / SECTOR, 0), 2, 1, 8),
        ];
        for zone in odd {
            assert_eq!(decode_report(&report(1, &[zone])), None);
        }
        assert_eq!(decode_report(&[0; 11]), None);
        assert_eq!(decode_report(&report(1, &[])), Some(Vec::new()));
    }
}
