//! The drive's volatile write cache during a run: unchanged, or switched and restored.

use iogram_device::{
    Systemd, Tuning, is_write_cache_on, restore_tuning, switched_write_caches,
};
use iogram_inspect::SysRoot;
use iogram_model::{Run, WriteCacheRecord, sentence, text};

use crate::failure::Failure;
use crate::opened::{AnyRig, Opened};
use crate::tuning;

/// The requested state: from the user, or from the resumed run.
pub(crate) fn asked(option: Option<bool>, resumed: Option<&Run>) -> Option<bool> {
    let before = resumed.and_then(|run| run.conditions.write_cache);
    option.or_else(|| before.filter(|it| it.is_switched).map(|it| it.is_on))
}

/// Switches the cache, if requested; the tuning restores it.
pub(crate) fn begin(
    root: &SysRoot,
    opened: &mut Opened,
    asked: Option<bool>,
    is_written: bool,
) -> Result<(Option<Tuning>, Option<WriteCacheRecord>), Failure> {
    if asked.is_some() && !is_written {
        return Err(Failure::usage(
            text!("session-run-only-reads-leaves-write-cache"),
            text!("session-leave-write-cache-out-use-method"),
        ));
    }
    if let AnyRig::Simulated(rig) = &mut opened.rig {
        let was_on = rig.is_write_cache_on();
        let is_on = asked.unwrap_or(was_on);
        if !rig.switch_write_cache(is_on) {
            return Err(Failure::environment(
                text!("session-cannot-switch-write-cache-simulated-drive"),
                text!("session-leave-write-cache-out-stays"),
            ));
        }
        return Ok((None, Some(WriteCacheRecord { is_on, is_switched: is_on != was_on })));
    }
    let target = opened.rig.as_dyn().target();
    let (device, is_place) = (target.device, opened.is_file);
    if let Some(serial) = target.serial.as_deref() {
        put_back_left(root, serial);
    }
    let tuning = match (asked, device.as_deref()) {
        (None, _) => None,
        (Some(_), Some(_)) if is_place => {
            return Err(Failure::usage(
                text!("session-drive-below-file-other-users-write"),
                text!("session-leave-write-cache-out-measure-device"),
            ));
        }
        (Some(is_on), Some(device)) => {
            Tuning::of_write_cache(root, &tuning::places(root), device, is_on)?
        }
        (Some(_), None) => {
            return Err(Failure::usage(
                sentence!("session-no-write-cache-could-switched", target = target.name),
                text!("session-leave-write-cache-out"),
            ));
        }
    };
    let is_on = device.as_deref().and_then(|device| is_write_cache_on(root, device));
    let record = is_on.map(|is_on| WriteCacheRecord { is_on, is_switched: tuning.is_some() });
    Ok((tuning, record))
}

/// Restores the cache that a killed run left switched. If that fails, `iogram tune --restore` can still do it.
fn put_back_left(root: &SysRoot, serial: &str) {
    for place in switched_write_caches(&tuning::places(root), Some(serial)) {
        let _said_when_asked_for = restore_tuning(root, &place, &Systemd);
    }
}
