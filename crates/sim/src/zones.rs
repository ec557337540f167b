//! Zones that accept writes only at their write pointers, as in host-managed drives.
//!
//! Knows states, write pointers and limits; knows no durations except that of a reset. A write opens a zone; explicit
//! open, close and finish commands do not exist, and no command reports zones: the driver of the simulation asks.
//!
//! Source: ZBC (INCITS 536) and the zoned namespace command set specification 1.1 of NVMe, sections 2.1.1 (states and
//! limits) and 3.4.2 (resets); errors as Linux 6.12 passes them on (`block/blk-core.c`).

use std::collections::VecDeque;
use std::ops::Range;

use iogram_engine::{DriveZone, DriveZones, Errno, Request, ZoneKind, ZoneState};
use iogram_model::JsonSchema;
use iogram_model::OpKind;
use serde::{Deserialize, Serialize};

use crate::fault::EINVAL;
use crate::quantity::Time;
use crate::spec::ZonesSpec;

/// Too many open zones, which Linux calls `ETOOMANYREFS`.
pub(crate) const TOO_MANY_OPEN: Errno = Errno(109);
/// Too many active zones, which Linux calls `EOVERFLOW`.
pub(crate) const TOO_MANY_ACTIVE: Errno = Errno(75);

/// The truth about the zones of a drive at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ZonesTruth {
    /// Zones with a write pointer and no data.
    pub empty_count: u64,
    /// Open zones.
    pub open_count: u64,
    /// Partly written zones that are not open.
    pub closed_count: u64,
    /// Zones written to their end.
    pub full_count: u64,
    /// Resets so far, including those of empty zones.
    pub reset_count: u64,
    /// The most zones that were open at the same time.
    pub open_count_max: u64,
    /// Zones that the drive closed to open another one.
    pub closed_by_drive_count: u64,
    /// Refused writes: they did not begin at a write pointer, or went beyond a zone.
    pub misplaced_count: u64,
}

/// The state of a drive's zones.
#[derive(Debug)]
pub(crate) struct Zones {
    spec: ZonesSpec,
    /// Written bytes of each zone.
    written: Vec<u64>,
    /// Open zones, least recently written first.
    open: VecDeque<usize>,
    /// Number of open and closed zones.
    active_count: u32,
    truth: ZonesTruth,
}

impl Zones {
    pub(crate) fn new(spec: &ZonesSpec, capacity: u64) -> Self {
        let count = usize::try_from(capacity / spec.size.bytes()).unwrap_or(0);
        Self {
            spec: spec.clone(),
            written: vec![0; count],
            open: VecDeque::new(),
            active_count: 0,
            truth: ZonesTruth {
                empty_count: 0,
                open_count: 0,
                closed_count: 0,
                full_count: 0,
                reset_count: 0,
                open_count_max: 0,
                closed_by_drive_count: 0,
                misplaced_count: 0,
            },
        }
    }

    fn capacity(&self) -> u64 {
        self.spec.capacity.unwrap_or(self.spec.size).bytes()
    }

    /// The zone of a byte, and its offset in the zone; `None` if the drive accepts writes anywhere.
    fn place(&self, offset: u64) -> Option<(usize, u64)> {
        let size = self.spec.size.bytes();
        let zone = usize::try_from(offset / size).ok()?;
        let is_sequential = zone >= self.spec.conventional as usize;
        is_sequential.then_some((zone, offset % size))
    }

    /// The range of a reset: from the zone in which a discard begins to the one in which it ends; a discard of length
    /// 0 resets the one in which it begins. On conventional zones, a discard covers exactly its own range.
    pub(crate) fn range(&self, request: &Request) -> Range<u64> {
        let size = self.spec.size.bytes();
        if self.place(request.offset).is_none() {
            return request.offset..request.offset + u64::from(request.length);
        }
        let end = request.offset + u64::from(request.length).max(1);
        request.offset..end.next_multiple_of(size)
    }

    pub(crate) fn reset_time(&self) -> u64 {
        self.spec.reset_time.map_or(0, Time::ns)
    }

    /// Applies the state changes of a command, or refuses it.
    pub(crate) fn admit(&mut self, request: &Request) -> Result<(), Errno> {
        match request.kind {
            OpKind::Write => self.write(request.offset, u64::from(request.length)),
            OpKind::Discard => self.reset(request),
            // Unwritten data reads as zeros, as after a reset.
            OpKind::Read | OpKind::Flush => Ok(()),
        }
    }

    fn write(&mut self, offset: u64, length: u64) -> Result<(), Errno> {
        let Some((zone, inside)) = self.place(offset) else {
            let is_inside = offset + length <= self.spec.conventional_bytes();
            return if is_inside { Ok(()) } else { self.misplaced() };
        };
        let written = self.written[zone];
        if inside != written || written + length > self.capacity() {
            return self.misplaced();
        }
        let is_new = written == 0;
        if is_new && self.spec.max_active.is_some_and(|most| self.active_count >= most) {
            return Err(TOO_MANY_ACTIVE);
        }
        self.open(zone)?;
        if is_new {
            self.active_count += 1;
        }
        self.written[zone] += length;
        if self.written[zone] == self.capacity() {
            self.leave(zone);
            self.active_count -= 1;
        }
        Ok(())
    }

    fn misplaced(&mut self) -> Result<(), Errno> {
        self.truth.misplaced_count += 1;
        Err(Errno::EIO)
    }

    /// Makes a zone the most recently written one; closes another one if no more may be open.
    fn open(&mut self, zone: usize) -> Result<(), Errno> {
        let was_open = self.open.contains(&zone);
        self.leave(zone);
        let is_full = self.spec.max_open.is_some_and(|most| self.open.len() >= most as usize);
        if !was_open && is_full {
            self.open.pop_front().ok_or(TOO_MANY_OPEN)?;
            self.truth.closed_by_drive_count += 1;
        }
        self.open.push_back(zone);
        self.truth.open_count_max = self.truth.open_count_max.max(self.open.len() as u64);
        Ok(())
    }

    fn leave(&mut self, zone: usize) {
        self.open.retain(|open| *open != zone);
    }

    fn reset(&mut self, request: &Request) -> Result<(), Errno> {
        let range = self.range(request);
        if !range.is_empty() && range.end <= self.spec.conventional_bytes() {
            return Ok(());
        }
        if range.is_empty() || !range.start.is_multiple_of(self.spec.size.bytes()) {
            return Err(EINVAL);
        }
        let (Some((first, _)), Some((last, _))) =
            (self.place(range.start), self.place(range.end - 1))
        else {
            return Err(Errno::EIO);
        };
        for zone in first..=last.min(self.written.len() - 1) {
            if (1..self.capacity()).contains(&self.written[zone]) {
                self.active_count -= 1;
            }
            self.leave(zone);
            self.written[zone] = 0;
            self.truth.reset_count += 1;
        }
        Ok(())
    }

    /// Erases everything, for the drive's own command.
    pub(crate) fn clear(&mut self) {
        self.written.fill(0);
        self.open.clear();
        self.active_count = 0;
    }

    /// The drive's report of its zones.
    pub(crate) fn report(&self) -> DriveZones {
        let (size, capacity) = (self.spec.size.bytes(), self.capacity());
        let zone = |(index, &written): (usize, &u64)| {
            let start = index as u64 * size;
            let is_conventional = index < self.spec.conventional as usize;
            DriveZone {
                start,
                size,
                capacity: if is_conventional { size } else { capacity },
                write_pointer: start + written,
                kind: match is_conventional {
                    true => ZoneKind::Conventional,
                    false => ZoneKind::Sequential,
                },
                state: match written {
                    0 => ZoneState::Empty,
                    written if written == capacity => ZoneState::Full,
                    _ => ZoneState::Active,
                },
            }
        };
        DriveZones {
            zones: self.written.iter().enumerate().map(zone).collect(),
            open_max: self.spec.max_open,
            active_max: self.spec.max_active,
        }
    }

    pub(crate) fn truth(&self) -> ZonesTruth {
        let sequential = &self.written[self.spec.conventional as usize..];
        let count = |is: &dyn Fn(u64) -> bool| {
            sequential.iter().filter(|&&written| is(written)).count() as u64
        };
        let open_count = self.open.len() as u64;
        let part_count = count(&|written| written > 0 && written < self.capacity());
        ZonesTruth {
            empty_count: count(&|written| written == 0),
            open_count,
            closed_count: part_count - open_count,
            full_count: count(&|written| written == self.capacity()),
            ..self.truth
        }
    }
}
