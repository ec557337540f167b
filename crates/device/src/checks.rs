//! What about this computer would spoil a measurement that matters, each with the command that mends it.
//!
//! Looks only; nothing is changed. Takes a fifth of a second, in which it watches how busy processors and
//! drive are with other things. Limits are arbitrary unless a source is named.

use std::path::PathBuf;

use iogram_engine::CpuUse;
use iogram_model::{Bytes, CheckAdvice, HostLook, LookMoment, Nanos, PlatformRecord};

use crate::kernel_drive::KernelDrive;
use crate::units::{UnitControl, running_units};
use iogram_inspect::activity::HostCounters;
use iogram_inspect::clock;
use iogram_inspect::device_number::DeviceNumber;
use iogram_inspect::filesystem::find_file_system;
use iogram_inspect::health::HealthProbe;
use iogram_inspect::host::{governors, memory_value};
use iogram_inspect::host_sample::cpu_use;
use iogram_inspect::identity::{DeviceFacts, find_facts};
use iogram_inspect::inventory::drive_dir;
use iogram_inspect::platform::read_platform;
use iogram_inspect::swap::{swap_device, swap_paths};
use iogram_inspect::sysfs::{SysRoot, text_if_known};

/// How long is watched.
const WATCHED: Nanos = Nanos(200 * Nanos::MILLISECOND.0);
/// Share of all processors that may be busy with other things.
const BUSY_RATIO: f64 = 0.10;
/// What the host of a virtual machine may take in a look.
const STOLEN_RATIO: f64 = 0.05;
/// Share of a look in which some program may wait for memory.
const MEMORY_WAIT_RATIO: f64 = 0.05;
/// Requests and bytes in a look from which on a drive is not idle: 200 a second, or 10 MB/s.
const BUSY_REQUESTS: u64 = 40;
const BUSY_BYTES: Bytes = Bytes(2_000_000);
/// Below its warning temperature a drive should have at least so much room.
const HEAD_ROOM_CELSIUS: f64 = 15.0;
/// Below this, the kernel frees memory while it is measured.
const MEMORY_RATIO: f64 = 0.10;
/// Waking from deeper states is felt at queue depth 1: a flash read takes 50 us and more.
const WAKING: Nanos = Nanos(20_000);

/// Something that should be mended before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// Short stable name, such as `governor`.
    pub code: &'static str,
    /// What is the matter, with figures.
    pub message: String,
    /// A command, or what to do.
    pub mend: String,
}

/// Checks the computer and, if one is named, the block device with this kernel name.
#[must_use]
pub fn check_platform(
    root: &SysRoot,
    device: Option<&str>,
    units: &dyn UnitControl,
) -> Vec<Advice> {
    let begin = clock::now();
    let before = Activity::read(root, device);
    let mut found = check_standing(root, device, units);
    clock::rest_until(begin + WATCHED);
    found.extend(busy(&before, &Activity::read(root, device), device));
    found
}

/// The part of [`check_platform`] that takes no time: what does not change while one looks.
#[must_use]
pub fn check_standing(
    root: &SysRoot,
    device: Option<&str>,
    units: &dyn UnitControl,
) -> Vec<Advice> {
    standing(root, device, units)
}

/// How busy others keep the computer and the drives below the block device of this name: looks for a fifth of a
/// second, in which it does nothing itself. Little is no advice here: every system writes a log now and then.
#[must_use]
pub fn look_at_host(root: &SysRoot, device: Option<&str>, moment: LookMoment) -> HostLook {
    let (begin, before) = (HostCounters::read(root), Activity::read(root, device));
    clock::rest_until(clock::now() + WATCHED);
    let (end, after) = (HostCounters::read(root), Activity::read(root, device));
    let others = end.since(&begin);
    let drive = before
        .drive
        .zip(after.drive)
        .map(|(from, to)| (to.0.saturating_sub(from.0), Bytes(to.1.saturating_sub(from.1))));
    let mut look = HostLook {
        moment,
        watched_ns: WATCHED.0,
        cpu_busy_ratio: others.cpu_busy_ratio,
        cpu_stolen_ratio: others.cpu_stolen_ratio,
        memory_wait_ratio: others.memory_wait_ratio,
        drive_request_count: drive.map(|(requests, _)| requests),
        drive_bytes: drive.map(|(_, bytes)| bytes.0),
        advice: Vec::new(),
    };
    look.advice = advice_of(&look, device).into_iter().map(record).collect();
    look
}

fn record(advice: Advice) -> CheckAdvice {
    let Advice { code, message, mend } = advice;
    CheckAdvice { code: code.to_owned(), message, mend }
}

/// What a look says against measuring now.
fn advice_of(look: &HostLook, device: Option<&str>) -> Vec<Advice> {
    let above = |ratio: Option<f64>, limit: f64| ratio.filter(|ratio| *ratio > limit);
    let mut found = Vec::new();
    found.extend(above(look.cpu_busy_ratio, BUSY_RATIO).map(busy_processors));
    found.extend(above(look.cpu_stolen_ratio, STOLEN_RATIO).map(|ratio| Advice {
        code: "stolen-processors",
        message: format!(
            "the host of this virtual machine gives {:.0} % of its processors' time to others",
            ratio * 100.0
        ),
        mend: "measure on the host, or when it is quiet".to_owned(),
    }));
    found.extend(above(look.memory_wait_ratio, MEMORY_WAIT_RATIO).map(|ratio| Advice {
        code: "memory-pressure",
        message: format!("programs wait for memory for {:.0} % of the time", ratio * 100.0),
        mend: "end what needs much of it: ps aux --sort=-rss | head".to_owned(),
    }));
    let drive = look.drive_request_count.zip(look.drive_bytes.map(Bytes)).zip(device);
    found.extend(drive.and_then(|((requests, bytes), device)| {
        let is_busy = requests >= BUSY_REQUESTS || bytes >= BUSY_BYTES;
        is_busy.then(|| busy_drive(device, requests, bytes))
    }));
    found
}

/// What does not change while one looks.
fn standing(root: &SysRoot, device: Option<&str>, units: &dyn UnitControl) -> Vec<Advice> {
    let platform = read_platform(root, device);
    let facts = device
        .and_then(|name| root.block_number(name))
        .and_then(|number| find_facts(root, number));
    let mut found = Vec::new();
    found.extend(governor(root, &platform));
    found.extend(idle_states(&platform));
    found.extend(battery(&platform));
    found.extend(memory(root));
    found.extend(timers(root, units));
    found.extend(aspm(&platform));
    found.extend(guest(&platform));
    if let Some(facts) = &facts {
        found.extend(scheduler(root, facts));
        found.extend(temperature(root, facts));
        found.extend(swap(root, facts));
    }
    found
}

/// The governor `powersave` of drivers that decide themselves is not slow where they were told to prefer
/// performance.
fn governor(root: &SysRoot, platform: &PlatformRecord) -> Option<Advice> {
    let governor = governors(root)?;
    let cpu = &platform.cpu;
    let prefers = cpu.energy_preference.as_deref() == Some("performance");
    if governor == "performance" || prefers {
        return None;
    }
    Some(Advice {
        code: "governor",
        message: format!(
            "the processors' governor is {governor}: they clock down between requests"
        ),
        mend:
            "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"
                .to_owned(),
    })
}

fn idle_states(platform: &PlatformRecord) -> Option<Advice> {
    let deepest = platform
        .cpu
        .idle_states
        .iter()
        .filter(|state| state.is_enabled != Some(false))
        .filter_map(|state| Some((state.exit_latency_ns?, &state.name)))
        .max()?;
    let (latency, name) = (Nanos(deepest.0), deepest.1);
    (latency > WAKING).then(|| Advice {
        code: "idle-states",
        message: format!(
            "idle processors sleep down to {name} and take {latency} to wake, which every request at \
             depth 1 may pay"
        ),
        mend: "run with --tune, or: sudo cpupower idle-set -D 20".to_owned(),
    })
}

fn battery(platform: &PlatformRecord) -> Option<Advice> {
    (platform.is_on_battery == Some(true)).then(|| Advice {
        code: "battery",
        message: "the computer runs on its battery, and saves power".to_owned(),
        mend: "connect its power supply".to_owned(),
    })
}

fn memory(root: &SysRoot) -> Option<Advice> {
    let meminfo = text_if_known(&root.proc, "meminfo")?;
    let total = memory_value(&meminfo, "MemTotal:")?;
    let left = memory_value(&meminfo, "MemAvailable:")?;
    (left.as_f64() < total.as_f64() * MEMORY_RATIO).then(|| Advice {
        code: "low-memory",
        message: format!("only {left} of {total} memory are available"),
        mend: "end programs that need much: ps aux --sort=-rss | head".to_owned(),
    })
}

fn timers(root: &SysRoot, units: &dyn UnitControl) -> Option<Advice> {
    let running = running_units(root, units);
    if running.is_empty() {
        return None;
    }
    let names = running.join(" ");
    Some(Advice {
        code: "timers",
        message: format!("these may start work at any time: {names}"),
        mend: format!("sudo systemctl stop {names} (and start them again afterwards)"),
    })
}

fn aspm(platform: &PlatformRecord) -> Option<Advice> {
    let policy = platform.aspm_policy.as_deref()?;
    policy.starts_with("power").then(|| Advice {
        code: "aspm",
        message: format!(
            "PCI Express links save power (policy {policy}) and take time to wake"
        ),
        mend: "echo performance | sudo tee /sys/module/pcie_aspm/parameters/policy".to_owned(),
    })
}

fn guest(platform: &PlatformRecord) -> Option<Advice> {
    let name = platform.hypervisor.as_deref()?;
    Some(Advice {
        code: "virtual-machine",
        message: format!(
            "the computer is a virtual machine (hypervisor: {name}): its host's cache and other guests \
             may answer or disturb"
        ),
        mend: "measure on the host, or note in the report what lies below".to_owned(),
    })
}

fn scheduler(root: &SysRoot, facts: &DeviceFacts) -> Option<Advice> {
    let [drive] = facts.drives.as_slice() else { return None };
    let dir = drive_dir(root, drive)?;
    let text = text_if_known(&dir, "queue/scheduler")?;
    let now = iogram_inspect::platform::chosen(&dir, "queue/scheduler")?;
    let offers_none = text.split([' ', '[', ']']).any(|word| word == "none");
    let is_flash = text_if_known(&dir, "queue/rotational").as_deref() == Some("0");
    (now != "none" && offers_none && is_flash).then(|| Advice {
        code: "scheduler",
        message: format!("the I/O scheduler of {drive} is {now}: it is measured, too"),
        mend: format!("echo none | sudo tee /sys/block/{drive}/queue/scheduler"),
    })
}

fn temperature(root: &SysRoot, facts: &DeviceFacts) -> Option<Advice> {
    let (now, limit) =
        HealthProbe::find(root, facts, &KernelDrive::open_boxed)?.temperature_and_limit();
    let (now, limit) = (now?, limit?);
    (now > limit - HEAD_ROOM_CELSIUS).then(|| Advice {
        code: "hot-drive",
        message: format!(
            "the drive is at {now:.0} °C already; its warning threshold is {limit:.0} °C"
        ),
        mend: "let it cool down, or cool it (and note it: --note cooling=\"..\")".to_owned(),
    })
}

fn swap(root: &SysRoot, facts: &DeviceFacts) -> Option<Advice> {
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
    let here = paths.into_iter().filter(is_here).map(|path| path.display().to_string());
    let here: Vec<String> = here.collect();
    (!here.is_empty()).then(|| Advice {
        code: "swap-on-drive",
        message: format!("swap lies on the drive: {}", here.join(", ")),
        mend: format!("sudo swapoff {}", here.join(" ")),
    })
}

/// Counters of what goes on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Activity {
    /// Ticks of all processors: busy, and all.
    cpu: Option<CpuUse>,
    /// Requests that the drives below have completed, and bytes moved.
    drive: Option<(u64, u64)>,
}

impl Activity {
    fn read(root: &SysRoot, device: Option<&str>) -> Self {
        Self {
            cpu: text_if_known(&root.proc, "stat").and_then(|text| cpu_use(&text)),
            drive: device.and_then(|name| drive_counters(root, name)),
        }
    }
}

/// Source: the kernel's Documentation/block/stat.rst: fields 1 and 5 are requests, 3 and 7 sectors of
/// 512 bytes, of reads and writes.
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

/// What happened between two looks. The looking itself asks nothing of the drive's medium.
fn busy(before: &Activity, after: &Activity, device: Option<&str>) -> Vec<Advice> {
    let mut found = Vec::new();
    if let (Some(before), Some(after)) = (before.cpu, after.cpu) {
        let ticks = |after: u64, before: u64| Bytes(after.saturating_sub(before)).as_f64();
        let ratio = ticks(after.busy_count, before.busy_count)
            / ticks(after.total_count, before.total_count).max(1.0);
        if ratio > BUSY_RATIO {
            found.push(busy_processors(ratio));
        }
    }
    if let (
        Some((requests_before, moved_before)),
        Some((requests_after, moved_after)),
        Some(name),
    ) = (before.drive, after.drive, device)
    {
        let requests = requests_after.saturating_sub(requests_before);
        let moved = Bytes(moved_after.saturating_sub(moved_before));
        if requests > 0 {
            found.push(busy_drive(name, requests, moved));
        }
    }
    found
}

fn busy_processors(ratio: f64) -> Advice {
    Advice {
        code: "busy-processors",
        message: format!("the processors are {:.0} % busy with other things", ratio * 100.0),
        mend: "end what keeps them busy: top -b -n 1 | head -15".to_owned(),
    }
}

fn busy_drive(name: &str, requests: u64, moved: Bytes) -> Advice {
    Advice {
        code: "busy-drive",
        message: format!(
            "the drive of {name} was used by others: {requests} requests, {moved} in {WATCHED}"
        ),
        mend: "end who does it: sudo iotop -obn 2".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::{TempDir, computer};
    use crate::units::FakeUnits;

    #[test]
    fn a_look_at_an_idle_computer_advises_nothing_and_at_a_busy_one_what_to_end() {
        let idle = HostLook {
            moment: LookMoment::Before,
            watched_ns: WATCHED.0,
            cpu_busy_ratio: Some(0.03),
            cpu_stolen_ratio: Some(0.0),
            memory_wait_ratio: Some(0.0),
            drive_request_count: Some(6),
            drive_bytes: Some(200_000),
            advice: Vec::new(),
        };
        assert_eq!(codes(&advice_of(&idle, Some("sda"))), [""; 0]);
        let busy = HostLook {
            cpu_busy_ratio: Some(0.9),
            cpu_stolen_ratio: Some(0.3),
            memory_wait_ratio: Some(0.3),
            drive_request_count: Some(400),
            ..idle
        };
        let all = ["busy-processors", "stolen-processors", "memory-pressure", "busy-drive"];
        assert_eq!(codes(&advice_of(&busy, Some("sda"))), all);
        assert_eq!(codes(&advice_of(&busy, None)), all[..3]);
    }

    fn codes(found: &[Advice]) -> Vec<&str> {
        found.iter().map(|advice| advice.code).collect()
    }

    #[test]
    fn everything_that_is_wrong_with_a_laptop_is_named_with_what_mends_it() {
        let units = FakeUnits::running(&["fstrim.timer", "cron.service"]);
        let found = standing(&computer("laptop"), Some("nvme0n1p1"), &units);
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
        assert_eq!(codes(&found), expected);
        assert!(found.iter().all(|advice| !advice.mend.is_empty()));
        let text = |code| &found.iter().find(|it| it.code == code).unwrap().message;
        assert_eq!(
            text("idle-states"),
            "idle processors sleep down to C2_ACPI and take 127 us to wake, which every request at \
             depth 1 may pay"
        );
        let swap = found.iter().find(|it| it.code == "swap-on-drive").unwrap();
        assert_eq!(swap.mend, "sudo swapoff /dev/nvme0n1p3");
        let timers = found.iter().find(|it| it.code == "timers").unwrap();
        assert_eq!(
            timers.message,
            "these may start work at any time: fstrim.timer cron.service"
        );
    }

    #[test]
    fn a_computer_that_tells_nothing_is_not_blamed() {
        let dir = TempDir::new("checks");
        let root = SysRoot::below(dir.path());
        assert_eq!(check_platform(&root, Some("sda"), &FakeUnits::running(&[])), []);
    }

    #[test]
    fn a_governor_that_is_told_to_prefer_performance_is_left_alone() {
        let dir = TempDir::new("governor");
        let policy = "sys/devices/system/cpu/cpu0/cpufreq/";
        dir.write(&format!("{policy}scaling_governor"), "powersave");
        let root = SysRoot::below(dir.path());
        let found = || codes(&standing(&root, None, &FakeUnits::running(&[]))).len();
        assert_eq!(found(), 1);
        dir.write(&format!("{policy}energy_performance_preference"), "performance");
        assert_eq!(found(), 0);
    }

    #[test]
    fn only_what_happens_between_two_looks_counts_as_busy() {
        let look = |(busy_count, total_count), drive| Activity {
            cpu: Some(CpuUse { busy_count, total_count }),
            drive: Some(drive),
        };
        let quiet = look((100, 1000), (50, 4096));
        let found = |after: &Activity| {
            busy(&quiet, after, Some("sda"))
                .into_iter()
                .map(|advice| advice.message)
                .collect::<Vec<_>>()
        };
        assert!(found(&look((104, 1040), (50, 4096))).is_empty());
        let after = look((120, 1040), (53, 4096 + 12288));
        assert_eq!(
            found(&after),
            [
                "the processors are 50 % busy with other things",
                "the drive of sda was used by others: 3 requests, 12KiB in 200 ms"
            ]
        );
    }

    #[test]
    fn the_kernels_counters_are_read_field_by_field() {
        let stat = "cpu  100 0 50 800 40 5 5 0 7 7\ncpu0 1 1 1 1\n";
        assert_eq!(cpu_use(stat), Some(CpuUse { busy_count: 160, total_count: 1000 }));
        assert_eq!(drive_counters(&computer("laptop"), "nvme0n1p1"), Some((150, 1200 * 512)));
    }
}
