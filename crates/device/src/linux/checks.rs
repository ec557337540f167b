//! Observes the conditions of this computer that could disturb a measurement: its settings, and the load from other
//! processes.
//!
//! Reads only; changes nothing. `findings` draws the conclusions.

use std::path::PathBuf;

use iogram_inspect::activity::HostCounters;
use iogram_inspect::clock;
use iogram_inspect::device_number::DeviceNumber;
use iogram_inspect::filesystem::find_file_system;
use iogram_inspect::health::HealthProbe;
use iogram_inspect::host::{governors, memory_value};
use iogram_inspect::identity::{DeviceFacts, find_facts};
use iogram_inspect::inventory::drive_dir;
use iogram_inspect::platform::{chosen, read_platform};
use iogram_inspect::swap::{swap_device, swap_paths};
use iogram_inspect::sysfs::{SysRoot, text_if_known};
use iogram_model::{Bytes, HostLook, HostSetup, LookMoment, Nanos, SchedulerState};

use crate::linux::kernel_drive::KernelDrive;
use crate::linux::units::{UnitControl, running_units};

/// Length of the observation. Arbitrary: some ticks of the kernel's counters, and hardly noticeable.
const WATCHED: Nanos = Nanos(200 * Nanos::MILLISECOND.0);

/// The settings of the computer, and of the block device with this kernel name, if given.
#[must_use]
pub fn observe_setup(
    root: &SysRoot,
    device: Option<&str>,
    units: &dyn UnitControl,
) -> HostSetup {
    let facts = device
        .and_then(|name| root.block_number(name))
        .and_then(|number| find_facts(root, number));
    let meminfo = text_if_known(&root.proc, "meminfo").unwrap_or_default();
    let temperatures = facts.as_ref().and_then(|facts| {
        let probe = HealthProbe::find(root, facts, &KernelDrive::open_boxed)?;
        Some(probe.temperature_and_limit())
    });
    HostSetup {
        platform: read_platform(root, device),
        governor: governors(root),
        memory_total: memory_value(&meminfo, "MemTotal:"),
        memory_available: memory_value(&meminfo, "MemAvailable:"),
        running_units: running_units(root, units),
        scheduler: facts.as_ref().and_then(|facts| scheduler(root, facts)),
        drive_celsius: temperatures.and_then(|(now, _)| now),
        drive_warning_celsius: temperatures.and_then(|(_, limit)| limit),
        swap_on_drive: facts.map_or_else(Vec::new, |facts| swap_on(root, &facts)),
    }
}

/// The load from other processes on the computer and on the drives below this block device: observes for a fifth of a
/// second, during which this process is idle.
#[must_use]
pub fn look_at_host(root: &SysRoot, device: Option<&str>, moment: LookMoment) -> HostLook {
    let drive = || device.and_then(|name| drive_counters(root, name));
    let (begin, before) = (HostCounters::read(root), drive());
    clock::rest_until(clock::now() + WATCHED);
    let (end, after) = (HostCounters::read(root), drive());
    let others = end.since(&begin);
    let drive = before
        .zip(after)
        .map(|(from, to)| (to.0.saturating_sub(from.0), Bytes(to.1.saturating_sub(from.1))));
    HostLook {
        moment,
        watched_ns: WATCHED.0,
        cpu_busy_ratio: others.cpu_busy_ratio,
        cpu_stolen_ratio: others.cpu_stolen_ratio,
        memory_wait_ratio: others.memory_wait_ratio,
        drive_request_count: drive.map(|(requests, _)| requests),
        drive_bytes: drive.map(|(_, bytes)| bytes.0),
        advice: Vec::new(),
    }
}

fn scheduler(root: &SysRoot, facts: &DeviceFacts) -> Option<SchedulerState> {
    let [drive] = facts.drives.as_slice() else { return None };
    let dir = drive_dir(root, drive)?;
    let text = text_if_known(&dir, "queue/scheduler")?;
    Some(SchedulerState {
        drive: drive.clone(),
        chosen: chosen(&dir, "queue/scheduler")?,
        offers_none: text.split([' ', '[', ']']).any(|word| word == "none"),
        is_flash: text_if_known(&dir, "queue/rotational").as_deref() == Some("0"),
    })
}

/// Swap devices and files on the drives below.
fn swap_on(root: &SysRoot, facts: &DeviceFacts) -> Vec<String> {
    let on_drive = |number: DeviceNumber| {
        let below = find_facts(root, number).map(|it| it.drives).unwrap_or_default();
        below.iter().any(|drive| facts.drives.contains(drive))
    };
    let is_here = |path: &PathBuf| {
        let numbers = match swap_device(root, path) {
            Some(number) => vec![number],
            None => find_file_system(root, path).map(|found| found.devices).unwrap_or_default(),
        };
        numbers.into_iter().any(on_drive)
    };
    let paths = swap_paths(root).unwrap_or_default();
    paths.into_iter().filter(is_here).map(|path| path.display().to_string()).collect()
}

/// Completed requests and moved bytes of the drives below a block device.
///
/// Source: the kernel's Documentation/block/stat.rst: fields 1 and 5 are requests, 3 and 7 sectors of 512 bytes, of
/// reads and writes.
fn drive_counters(root: &SysRoot, device: &str) -> Option<(u64, u64)> {
    let facts = find_facts(root, root.block_number(device)?)?;
    let mut sum = (0, 0);
    for drive in &facts.drives {
        let text = text_if_known(&drive_dir(root, drive)?, "stat")?;
        let fields: Vec<u64> =
            text.split_whitespace().map_while(|word| word.parse().ok()).collect();
        sum.0 += fields.first()? + fields.get(4)?;
        sum.1 += (fields.get(2)? + fields.get(6)?) * 512;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use iogram_findings::judge_setup;
    use iogram_inspect::host_sample::cpu_use;

    use super::*;
    use crate::linux::units::FakeUnits;
    use crate::tests_support::{TempDir, computer};

    #[test]
    fn everything_that_is_wrong_with_a_laptop_is_seen_and_named_with_what_mends_it() {
        let units = FakeUnits::running(&["fstrim.timer", "cron.service"]);
        let found = judge_setup(&observe_setup(&computer("laptop"), Some("nvme0n1p1"), &units));
        let codes: Vec<&str> = found.iter().map(|advice| advice.code.as_str()).collect();
        let expected = [
            "governor",
            "idle-states",
            "battery",
            "low-memory",
            "timers",
            "scheduler",
            "hot-drive",
            "swap-on-drive",
        ];
        assert_eq!(codes, expected);
        assert!(found.iter().all(|advice| !advice.mend.is_empty()));
        let text = |code| &found.iter().find(|it| it.code == code).unwrap().message;
        assert_eq!(
            text("idle-states"),
            "idle processors sleep down to C2_ACPI and take 127 us to wake, which can delay every \
             request at depth 1"
        );
        let swap = found.iter().find(|it| it.code == "swap-on-drive").unwrap();
        assert_eq!(swap.mend, "sudo swapoff /dev/nvme0n1p3");
        assert_eq!(
            text("timers"),
            "these may start work at any time: fstrim.timer cron.service"
        );
    }

    #[test]
    fn a_computer_that_tells_nothing_is_not_blamed() {
        let dir = TempDir::new("checks");
        let root = SysRoot::below(dir.path());
        let setup = observe_setup(&root, Some("sda"), &FakeUnits::running(&[]));
        assert_eq!(judge_setup(&setup), []);
        let look = look_at_host(&root, Some("sda"), LookMoment::Before);
        assert_eq!((look.cpu_busy_ratio, look.drive_request_count), (None, None));
    }

    #[test]
    fn the_kernels_counters_are_read_field_by_field() {
        let stat = "cpu  100 0 50 800 40 5 5 0 7 7\ncpu0 1 1 1 1\n";
        assert_eq!(
            cpu_use(stat),
            Some(iogram_engine::CpuUse { busy_count: 160, total_count: 1000 })
        );
        assert_eq!(drive_counters(&computer("laptop"), "nvme0n1p1"), Some((150, 1200 * 512)));
    }
}
