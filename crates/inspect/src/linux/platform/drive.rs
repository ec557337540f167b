//! The path to the drive: drivers, and their power saving.

use std::path::{Path, PathBuf};

use iogram_model::DrivePlatform;

use crate::drive_kind::DriveKind;
use crate::linux::bus::nvme_controller;
use crate::linux::identity::{drives_of, kind_of};
use crate::linux::link::{scsi_host, usb_device};
use crate::linux::sysfs::{SysRoot, list_names, number_if_known, text_if_known};

/// `None` if the device does not exist or lies on several drives.
pub(super) fn find(root: &SysRoot, device: &str) -> Option<DrivePlatform> {
    let dir = root.block_dir(root.block_number(device)?)?;
    let drives = drives_of(root, &dir);
    let [drive] = drives.as_slice() else { return None };
    let is_nvme = kind_of(drive) == DriveKind::Nvme;
    let controller = is_nvme.then(|| nvme_controller(drive)).flatten();
    let number = |attribute| number_if_known(drive, attribute);
    let module = root.sys.join("module/nvme/parameters");
    Some(DrivePlatform {
        drivers: drivers(drive, controller.as_deref()),
        link_power_states: function(drive, controller.as_deref())
            .and_then(|function| link_power_states(&function)),
        wake_tolerance: controller.as_deref().and_then(wake_tolerance),
        link_power_policy: scsi_host(drive)
            .and_then(|host| text_if_known(&host, "link_power_management_policy")),
        hardware_queue_count: Some(list_names(drive, "mq").unwrap_or_default().len() as u64)
            .filter(|count| *count > 0),
        poll_queue_count: controller
            .is_some()
            .then(|| number_if_known(&module, "poll_queues"))
            .flatten(),
        allows_polling: number("queue/io_poll").map(|number| number != 0),
        writeback_target_ns: number("queue/wbt_lat_usec").and_then(|us| us.checked_mul(1000)),
        runtime_power: usb_device(drive).and_then(|usb| text_if_known(&usb, "power/control")),
    })
}

/// From the drive upwards, each once; skips bridges and hubs.
fn drivers(drive: &Path, controller: Option<&Path>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut look = |dir: &Path| {
        let link = std::fs::read_link(dir.join("driver"));
        let name = link
            .ok()
            .and_then(|link| link.file_name().map(|name| name.to_string_lossy().into_owned()));
        let passes_on = ["usb", "hub", "pcieport", "reg-dummy", "simple-pm-bus"];
        if let Some(name) = name.filter(|name| !passes_on.contains(&name.as_str()))
            && !found.contains(&name)
        {
            found.push(name);
        }
    };
    if let Some(function) =
        controller.and_then(|controller| controller.join("device").canonicalize().ok())
    {
        look(&function);
        return found;
    }
    // For some drives, the drive's own folder is not among the block device's ancestors, but one link away.
    if let Ok(own) = drive.join("device").canonicalize() {
        look(&own);
    }
    drive.ancestors().skip(1).for_each(look);
    found
}

/// The PCI function: an NVMe drive itself, or the controller above.
pub(crate) fn function(drive: &Path, controller: Option<&Path>) -> Option<PathBuf> {
    match controller {
        Some(controller) => controller.join("device").canonicalize().ok(),
        None => drive
            .ancestors()
            .find(|dir| dir.join("vendor").exists() && dir.join("class").exists())
            .map(Path::to_owned),
    }
}

/// Linux 5.5 and later report each power state of a link.
fn link_power_states(function: &Path) -> Option<Vec<String>> {
    let names = list_names(function, "link").ok()?;
    let states = names.iter().filter_map(|name| {
        let state = name.strip_suffix("_aspm").or_else(|| name.strip_suffix("_pcipm"))?;
        let on = number_if_known(&function.join("link"), name)? != 0;
        let suffix = if name.ends_with("_pcipm") { " (PCI-PM)" } else { "" };
        on.then(|| format!("{}{suffix}", state.to_uppercase().replace('_', ".")))
    });
    let mut states: Vec<String> = states.collect();
    states.sort();
    (!names.is_empty()).then_some(states)
}

/// Microseconds, or `any`. An NVMe drive may enter by itself any power state with a shorter exit latency.
fn wake_tolerance(controller: &Path) -> Option<String> {
    let text = text_if_known(controller, "power/pm_qos_latency_tolerance_us")?;
    Some(match text.parse::<u64>() {
        Ok(us) => format!("{us} us"),
        Err(_) => text,
    })
}
