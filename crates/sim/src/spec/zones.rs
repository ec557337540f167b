//! Zones of a drive, as in a description.

use iogram_engine::{ZoneShape, open_limit};
use iogram_model::Bytes;
use iogram_model::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SimSpec;
use crate::quantity::{Size, Time};

/// The largest zone: the limit of a discard. Arbitrary; hard disks have 256 MiB, SSDs up to 2 GiB.
const SIZE_MAX: u64 = 2 << 30;

/// Zones that accept writes only at their write pointers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZonesSpec {
    /// Distance between the starts of two zones; a power of two, as Linux requires.
    pub size: Size,
    /// Writable bytes of a zone; all of it if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<Size>,
    /// Zones at the beginning that accept writes anywhere, as on hard disks.
    #[serde(default)]
    pub conventional: u32,
    /// Zones that can be open at a time: opening one more closes another. No limit if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_open: Option<u32>,
    /// Zones that can be open or closed (partly written): one more fails. No limit if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_active: Option<u32>,
    /// Time of a reset, in addition to the medium's time for erasing the data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reset_time: Option<Time>,
}

impl ZonesSpec {
    /// Bytes at the beginning that accept writes anywhere.
    pub(crate) fn conventional_bytes(&self) -> u64 {
        u64::from(self.conventional).saturating_mul(self.size.bytes())
    }

    /// The first field that makes no sense, with the reason; `None` if all do.
    pub(crate) fn fault(
        &self,
        capacity: u64,
        block: u64,
    ) -> Option<(&'static str, &'static str)> {
        let (size, written) = (self.size.bytes(), self.capacity.unwrap_or(self.size).bytes());
        let is_zero = |limit: Option<u32>| limit == Some(0);
        if !size.is_power_of_two() || size < block || size > SIZE_MAX {
            Some(("zones.size", "is not a power of two from a logical block to 2GiB"))
        } else if !capacity.is_multiple_of(size) {
            Some(("capacity", "is not a multiple of zones.size"))
        } else if written == 0 || written > size || !written.is_multiple_of(block.max(1)) {
            Some((
                "zones.capacity",
                "is not made of logical blocks, zero or more than zones.size",
            ))
        } else if self.conventional_bytes() >= capacity {
            Some(("zones.conventional", "leaves no zone with a write pointer"))
        } else if is_zero(self.max_open) || is_zero(self.max_active) {
            Some(("zones.max_open", "is zero, or max_active is; leave out what is no limit"))
        } else if self.max_open.zip(self.max_active).is_some_and(|(open, active)| open > active)
        {
            Some(("zones.max_open", "is more than zones.max_active"))
        } else {
            None
        }
    }
}

impl SimSpec {
    /// The facts about its zones that a plan needs; `None` if it accepts writes anywhere.
    #[must_use]
    pub fn zone_shape(&self) -> Option<ZoneShape> {
        let zones = self.zones.as_ref()?;
        Some(ZoneShape {
            size: zones.size.0,
            conventional: Bytes(zones.conventional_bytes()),
            open_max: open_limit(zones.max_open, zones.max_active),
        })
    }
}
