//! The reasons why a workload cannot use write pointers, whatever the drive.

use iogram_model::{Caching, DataPattern, Workload, sentence, text};

use super::Misfit;

pub(super) fn misfit(workload: &Workload) -> Option<Misfit> {
    let is_zoned = |workload: &Workload| workload.access.follows_write_pointers();
    if let Some(load) = workload.beside.iter().find(|load| is_zoned(&load.workload)) {
        // Each load would expect the write pointers where it left them itself.
        let message =
            sentence!("engine-beside-goes-write-pointers-two-loads", name = load.name);
        return Some(Misfit { message, hint: text!("engine-use-load-several-jobs") });
    }
    if !is_zoned(workload) {
        return None;
    }
    let (message, hint) = if workload.again.is_some() {
        (text!("engine-write-pointers-lead-no-earlier-place"), text!("engine-leave-out-again"))
    } else if workload.region.segments.is_some() {
        (text!("engine-write-pointers-not-lead-through-segments"), text!("engine-give-region"))
    } else if workload.writes() && workload.caching != Caching::Direct {
        // The kernel writes pages back in its own order.
        (text!("engine-buffered-not-written-write-pointers"), text!("engine-use-direct-i-o"))
    } else if workload.data == DataPattern::Image {
        (text!("engine-image-says-itself-where-data-lie"), text!("engine-choose-other-data"))
    } else if workload.application.is_some() || workload.replay.is_some() {
        let hint = text!("engine-leave-out-application-replay");
        (text!("engine-requests-program-trace-not-go-write"), hint)
    } else {
        return None;
    };
    Some(Misfit { message: message.into(), hint })
}
