//! The reasons why a workload cannot use write pointers, whatever the drive.

use iogram_model::{Caching, DataPattern, Workload, sentence};

use super::Misfit;

pub(super) fn misfit(workload: &Workload) -> Option<Misfit> {
    let is_zoned = |workload: &Workload| workload.access.follows_write_pointers();
    if let Some(load) = workload.beside.iter().find(|load| is_zoned(&load.workload)) {
        // Each load would expect the write pointers where it left them itself.
        let message = sentence!(
            "\"{name}\" beside it goes by write pointers, which two loads cannot do at once",
            name = load.name
        );
        return Some(Misfit { message, hint: "use one load with several jobs" });
    }
    if !is_zoned(workload) {
        return None;
    }
    let (message, hint) = if workload.again.is_some() {
        ("write pointers lead to no earlier place again", "leave out again")
    } else if workload.region.segments.is_some() {
        ("write pointers do not lead through segments", "give one region")
    } else if workload.writes() && workload.caching != Caching::Direct {
        // The kernel writes pages back in its own order.
        ("what is buffered is not written at write pointers", "use direct I/O")
    } else if workload.data == DataPattern::Image {
        ("an image says itself where its data lie, not the write pointers", "choose other data")
    } else if workload.application.is_some() || workload.replay.is_some() {
        let hint = "leave out application and replay";
        ("requests of a program or a trace do not go by write pointers", hint)
    } else {
        return None;
    };
    Some(Misfit { message: message.into(), hint })
}
