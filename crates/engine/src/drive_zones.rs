//! The zones of a zoned drive as it reports them, and the facts that a plan needs.
//!
//! Source: ZBC (INCITS 536); the zoned namespace command set specification 1.1 of NVMe, section 2.

use iogram_model::{Access, Bytes, Workload, WritePointers, sentence, text};

use crate::record::Misfit;

/// Whether a zone has a write pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZoneKind {
    /// Accepts writes anywhere.
    Conventional,
    /// Accepts writes only at its write pointer.
    Sequential,
}

/// The state of a zone. It has no meaning for a conventional zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZoneState {
    /// Nothing is written in it.
    Empty,
    /// Partly written: open or closed.
    Active,
    /// Written to its end, or finished.
    Full,
    /// Read-only or offline.
    Unusable,
}

/// One zone, as a drive reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DriveZone {
    /// Its first byte.
    pub start: u64,
    /// Bytes from its beginning to that of the next zone.
    pub size: u64,
    /// Writable bytes from its beginning; at most its size.
    pub capacity: u64,
    /// The position of the next write, from the drive's first byte.
    pub write_pointer: u64,
    /// Whether it has a write pointer.
    pub kind: ZoneKind,
    /// Its state.
    pub state: ZoneState,
}

/// All zones of a drive, in ascending order, and how many may be open.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DriveZones {
    /// Without gaps.
    pub zones: Vec<DriveZone>,
    /// Maximum number of open zones; `None` means no limit.
    pub open_max: Option<u32>,
    /// Maximum number of open and closed zones; `None` means no limit.
    pub active_max: Option<u32>,
}

impl DriveZones {
    /// Bytes at the drive's beginning that accept writes anywhere.
    #[must_use]
    pub fn conventional_bytes(&self) -> u64 {
        let is_written_anywhere = |zone: &&DriveZone| zone.kind == ZoneKind::Conventional;
        self.zones.iter().take_while(is_written_anywhere).map(|zone| zone.size).sum()
    }
}

/// How many zones may be open by both limits of a drive, because an open zone is active too; `None` means no limit.
#[must_use]
pub fn open_limit(open_max: Option<u32>, active_max: Option<u32>) -> Option<u32> {
    [open_max, active_max].into_iter().flatten().min()
}

/// The facts about a drive's zones that a plan needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZoneShape {
    /// Bytes from the beginning of one zone to that of the next.
    pub size: Bytes,
    /// Bytes at the drive's beginning that accept writes anywhere.
    pub conventional: Bytes,
    /// Maximum number of open zones; `None` means no limit, or unknown.
    pub open_max: Option<u32>,
}

impl ZoneShape {
    /// The shape of zones of one size; `None` if there are no zones.
    #[must_use]
    pub fn of(drive: &DriveZones) -> Option<Self> {
        Some(Self {
            size: Bytes(drive.zones.first()?.size),
            conventional: Bytes(drive.conventional_bytes()),
            open_max: open_limit(drive.open_max, drive.active_max),
        })
    }

    /// The reason why a load cannot use these zones: it would write away from a write pointer.
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

    /// The requested zone numbers that exceed these zones.
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

/// The misfit of a load with write pointers on a drive without zones.
#[must_use]
pub fn no_zones() -> Misfit {
    Misfit {
        message: sentence!("engine-goes-write-pointers-zones-target-none"),
        hint: text!("engine-name-zoned-drive-iogram-show-says"),
    }
}
