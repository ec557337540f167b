//! The zones of a zoned drive as it reports them, and what a plan needs to know of them.
//!
//! Source: ZBC (INCITS 536); the zoned namespace command set specification 1.1 of NVMe, section 2.

use iogram_model::{Access, Bytes, Workload, WritePointers, sentence, text};

use crate::record::Misfit;

/// Whether a zone has a write pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZoneKind {
    /// Written anywhere.
    Conventional,
    /// Written at its write pointer alone.
    Sequential,
}

/// What state a zone is in. Those of a conventional zone say nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZoneState {
    /// Nothing is written in it.
    Empty,
    /// Written in part: open or closed.
    Active,
    /// Written to its end, or finished.
    Full,
    /// It takes no write any more, or nothing at all.
    Unusable,
}

/// One zone, as a drive reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DriveZone {
    /// Its first byte.
    pub start: u64,
    /// Bytes to the beginning of the next.
    pub size: u64,
    /// Bytes that can be written, from its beginning; at most its size.
    pub capacity: u64,
    /// Where the next write goes, from the drive's first byte.
    pub write_pointer: u64,
    /// Whether it has a write pointer.
    pub kind: ZoneKind,
    /// What state it is in.
    pub state: ZoneState,
}

/// All zones of a drive, in the order of their places, and how many it can have open.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DriveZones {
    /// Without gaps.
    pub zones: Vec<DriveZone>,
    /// Zones that can be open at a time; `None` is no limit.
    pub open_max: Option<u32>,
    /// Zones that can be open or closed; `None` is no limit.
    pub active_max: Option<u32>,
}

impl DriveZones {
    /// How many bytes at the drive's beginning are written anywhere.
    #[must_use]
    pub fn conventional_bytes(&self) -> u64 {
        let is_written_anywhere = |zone: &&DriveZone| zone.kind == ZoneKind::Conventional;
        self.zones.iter().take_while(is_written_anywhere).map(|zone| zone.size).sum()
    }
}

/// How many zones can be open at a time by both limits of a drive, since what is open is active; `None` is no limit.
#[must_use]
pub fn open_limit(open_max: Option<u32>, active_max: Option<u32>) -> Option<u32> {
    [open_max, active_max].into_iter().flatten().min()
}

/// What a plan needs to know of a drive's zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZoneShape {
    /// Of each zone, from one's beginning to the next one's.
    pub size: Bytes,
    /// How much at the drive's beginning is written anywhere.
    pub conventional: Bytes,
    /// Zones that can be open at a time; `None` is no limit, or unknown.
    pub open_max: Option<u32>,
}

impl ZoneShape {
    /// The shape of zones of one size; `None` of no zones.
    #[must_use]
    pub fn of(drive: &DriveZones) -> Option<Self> {
        Some(Self {
            size: Bytes(drive.zones.first()?.size),
            conventional: Bytes(drive.conventional_bytes()),
            open_max: open_limit(drive.open_max, drive.active_max),
        })
    }

    /// What keeps a load from these zones: it writes where no write pointer is.
    #[must_use]
    pub fn misfit(self, workload: &Workload, capacity: Bytes) -> Option<Misfit> {
        if let Access::WritePointers(asked) = workload.access {
            return self.misfit_of(asked);
        }
        let changes = workload.mix.write().0 > 0 || workload.mix.discard.0 > 0;
        let end = workload.region.end.resolve(capacity).min(capacity);
        if !changes || end <= self.conventional {
            return None;
        }
        let message =
            sentence!("engine-writes-where-likes-zones-take-writes", size = self.size);
        let hint = text!("engine-let-go-write-pointers-access-write");
        Some(Misfit { message, hint })
    }

    /// What of the numbers that are asked for these zones do not have.
    pub(crate) fn misfit_of(self, asked: WritePointers) -> Option<Misfit> {
        if let Some(size) = asked.zone_size.filter(|&size| size != self.size) {
            let message = sentence!("engine-zones-drive", asked = size, size = self.size);
            let hint = text!("engine-leave-size-zones-out-zone-zonesize");
            return Some(Misfit { message, hint });
        }
        let (limit, open) = self.open_max.zip(asked.open_max)?;
        if open <= limit || asked.ignores_limits {
            return None;
        }
        let message = sentence!("engine-wants-zones-open-drive-most", open, limit);
        let hint = text!("engine-choose-fewer-open-max-open-zones");
        Some(Misfit { message, hint })
    }
}

/// Of a load that goes by write pointers where there are none.
#[must_use]
pub fn no_zones() -> Misfit {
    Misfit {
        message: sentence!("engine-goes-write-pointers-zones-target-none"),
        hint: text!("engine-name-zoned-drive-iogram-show-says"),
    }
}
