//! An SD card in a slot of the host: the claims of its registers, and the features that the kernel uses.
//!
//! A USB reader hides all of this. Never run on hardware with command queueing.

use std::path::Path;

use iogram_model::{CardRecord, QueueRecord};

use crate::decode::{decode_sd_status, hex_bytes};
use crate::linux::sysfs::{number_if_known, text_if_known};

/// The known facts about the card with the sysfs folder `drive`.
///
/// `cmdq_en`: Linux, Documentation/driver-api/mmc/mmc-dev-attrs.rst. The kernel reports the queue of a card as `write
/// back` if the card's cache is on (drivers/mmc/core/block.c).
pub(crate) fn describe(drive: &Path, queue: &QueueRecord) -> CardRecord {
    let status = text_if_known(drive, "device/ssr").and_then(|text| hex_bytes(&text));
    CardRecord {
        status: status.and_then(|bytes| decode_sd_status(&bytes)),
        is_queue_used: number_if_known(drive, "device/cmdq_en").map(|on| on != 0),
        is_cache_used: match queue.write_cache.as_deref() {
            Some("write back") => Some(true),
            Some("write through") => Some(false),
            _ => None,
        },
    }
}
