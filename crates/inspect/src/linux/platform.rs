//! Details of the computer and of the path to the drive that affect measurements.
//!
//! Reads sysfs, procfs and the firmware's tables; for other users than root, facts that only root may read stay
//! unknown. Must not change anything and must not judge: `checks` of the device crate decides which of them harm a
//! measurement.
//!
//! Sources: the kernel's Documentation/ABI/testing/{sysfs-devices-system-cpu, sysfs-bus-pci, sysfs-class-power,
//! sysfs-devices-power}, Documentation/admin-guide/kernel-parameters.txt.

mod drive;
mod smbios;

pub(crate) use drive::function;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use iogram_model::{CpuRecord, IdleState, PlatformRecord};

use crate::linux::sysfs::{SysRoot, list_names, number_if_known, read_bytes, text_if_known};

/// Options of the kernel's command line that affect its speed. The other options may name disks, users or consoles,
/// and are private.
const KERNEL_OPTIONS: [&str; 42] = [
    "amd_iommu",
    "amd_pstate",
    "amd_pstate.epp",
    "clocksource",
    "cpufreq.default_governor",
    "cpufreq.off",
    "cpuidle.governor",
    "cpuidle.off",
    "elevator",
    "idle",
    "intel_idle.max_cstate",
    "intel_iommu",
    "intel_pstate",
    "iommu",
    "iommu.passthrough",
    "iommu.strict",
    "irqaffinity",
    "isolcpus",
    "l1tf",
    "libata.force",
    "max_cstate",
    "maxcpus",
    "mds",
    "mitigations",
    "nohz_full",
    "nosmt",
    "nospectre_v2",
    "nvme.poll_queues",
    "nvme.write_queues",
    "nvme_core.default_ps_max_latency_us",
    "nvme_core.io_timeout",
    "nvme_core.multipath",
    "pcie_aspm",
    "pcie_aspm.policy",
    "preempt",
    "processor.max_cstate",
    "pti",
    "rcu_nocbs",
    "spectre_v2",
    "threadirqs",
    "tsc",
    "usb-storage.quirks",
];

/// The known facts about the computer below `root`, and about the path to the drive of the block device `device`.
#[must_use]
pub fn read_platform(root: &SysRoot, device: Option<&str>) -> PlatformRecord {
    let dmi = root.sys.join("class/dmi/id");
    PlatformRecord {
        cpu: cpu(root),
        board: firmware_words(&dmi, &["board_vendor", "board_name", "board_version"])
            .or_else(|| device_tree(root)),
        firmware: firmware_words(&dmi, &["bios_vendor", "bios_version"]),
        firmware_date: text_if_known(&dmi, "bios_date"),
        memory: read_bytes(&root.sys, "firmware/dmi/tables/DMI")
            .ok()
            .flatten()
            .and_then(|table| smbios::decode_memory(&table)),
        kernel_options: text_if_known(&root.proc, "cmdline").map(|line| kernel_options(&line)),
        mitigations: mitigations(root),
        hypervisor: hypervisor(root),
        container: container(root),
        clock_source: text_if_known(
            &root.sys,
            "devices/system/clocksource/clocksource0/current_clocksource",
        ),
        aspm_policy: chosen(&root.sys, "module/pcie_aspm/parameters/policy"),
        is_on_battery: is_on_battery(root),
        drive: device.and_then(|name| drive::find(root, name)),
    }
}

/// The word in brackets in `default [performance] powersave`.
pub fn chosen(dir: &Path, attribute: &str) -> Option<String> {
    let text = text_if_known(dir, attribute)?;
    let (_, rest) = text.split_once('[')?;
    rest.split_once(']').map(|(word, _)| word.to_owned())
}

/// The firmware's words, without repetitions and placeholders.
pub(crate) fn firmware_words(dmi: &Path, attributes: &[&str]) -> Option<String> {
    let words = attributes.iter().filter_map(|attribute| text_if_known(dmi, attribute));
    let words: Vec<String> = words.filter(|text| !is_placeholder(text)).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

fn is_placeholder(text: &str) -> bool {
    let placeholders = [
        "To Be Filled By O.E.M.",
        "To be filled by O.E.M.",
        "System manufacturer",
        "System Product Name",
        "Default string",
        "Not Specified",
    ];
    placeholders.contains(&text)
}

/// ARM boards have no DMI; the text ends with a zero byte.
pub(crate) fn device_tree(root: &SysRoot) -> Option<String> {
    let text = text_if_known(&root.sys, "firmware/devicetree/base/model")?;
    Some(text.trim_end_matches('\0').to_owned())
}

/// The folders of processors that are online, in the order of their numbers.
pub fn cpu_dirs(root: &SysRoot) -> Vec<std::path::PathBuf> {
    let above = root.sys.join("devices/system/cpu");
    let names = list_names(&above, ".").unwrap_or_default();
    let mut numbers: Vec<u32> =
        names.iter().filter_map(|name| name.strip_prefix("cpu")?.parse().ok()).collect();
    numbers.sort_unstable();
    let dirs = numbers.into_iter().map(|number| above.join(format!("cpu{number}")));
    // The first processor often cannot be switched off; then it has no such file.
    dirs.filter(|dir| number_if_known(dir, "online") != Some(0)).collect()
}

fn cpu(root: &SysRoot) -> CpuRecord {
    let dirs = cpu_dirs(root);
    let above = root.sys.join("devices/system/cpu");
    let distinct = |attributes: [&str; 2]| {
        let key = |dir: &std::path::PathBuf| {
            let first = text_if_known(dir, attributes[0])?;
            Some((first, text_if_known(dir, attributes[1])))
        };
        let all: BTreeSet<_> = dirs.iter().filter_map(key).collect();
        Some(all.len() as u64).filter(|count| *count > 0)
    };
    let package = "topology/physical_package_id";
    let preferences: BTreeSet<String> = dirs
        .iter()
        .filter_map(|dir| text_if_known(dir, "cpufreq/energy_performance_preference"))
        .collect();
    let preferences: Vec<String> = preferences.into_iter().collect();
    let first = dirs.first();
    let microcode = first.and_then(|dir| text_if_known(dir, "microcode/version"));
    CpuRecord {
        socket_count: distinct([package, package]),
        // Threads of one core have the same list; kernels before 5.0 have only the older name.
        core_count: distinct(["topology/core_cpus_list", package])
            .or_else(|| distinct(["topology/thread_siblings_list", package])),
        thread_count: Some(dirs.len() as u64).filter(|count| *count > 0),
        microcode: microcode.or_else(|| cpuinfo(root, "microcode")),
        smt: text_if_known(&above, "smt/control"),
        is_turbo_on: is_turbo_on(&above),
        frequency_driver: first
            .and_then(|dir| text_if_known(dir, "cpufreq/scaling_driver"))
            .or_else(|| text_if_known(&above, "cpufreq/policy0/scaling_driver")),
        energy_preference: (!preferences.is_empty()).then(|| preferences.join(", ")),
        idle_driver: text_if_known(&above, "cpuidle/current_driver")
            .filter(|name| name != "none"),
        idle_states: first.map(|dir| idle_states(dir)).unwrap_or_default(),
    }
}

fn cpuinfo(root: &SysRoot, wanted: &str) -> Option<String> {
    let text = text_if_known(&root.proc, "cpuinfo")?;
    text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        (name.trim() == wanted).then(|| value.trim().to_owned())
    })
}

/// `intel_pstate` has a separate switch with the inverse meaning.
fn is_turbo_on(above: &Path) -> Option<bool> {
    let off = number_if_known(above, "intel_pstate/no_turbo").map(|number| number == 0);
    off.or_else(|| number_if_known(above, "cpufreq/boost").map(|number| number == 1))
}

/// Idle states; latencies are in microseconds.
pub fn idle_states(cpu: &Path) -> Vec<IdleState> {
    let names = list_names(cpu, "cpuidle").unwrap_or_default();
    let mut numbers: Vec<u32> =
        names.iter().filter_map(|name| name.strip_prefix("state")?.parse().ok()).collect();
    numbers.sort_unstable();
    let state = |number| {
        let dir = cpu.join(format!("cpuidle/state{number}"));
        Some(IdleState {
            name: text_if_known(&dir, "name")?,
            exit_latency_ns: number_if_known(&dir, "latency")
                .and_then(|us| us.checked_mul(1000)),
            is_enabled: number_if_known(&dir, "disable").map(|off| off == 0),
        })
    };
    numbers.into_iter().filter_map(state).collect()
}

fn kernel_options(line: &str) -> Vec<String> {
    // The rest of the line is for the first program.
    let words = line.split_whitespace().take_while(|word| *word != "--");
    let is_kept = |word: &&str| {
        let name = word.split('=').next().unwrap_or(word).replace('-', "_");
        KERNEL_OPTIONS.iter().any(|kept| kept.replace('-', "_") == name)
    };
    words.filter(is_kept).map(str::to_owned).collect()
}

fn mitigations(root: &SysRoot) -> BTreeMap<String, String> {
    let dir = root.sys.join("devices/system/cpu/vulnerabilities");
    let names = list_names(&dir, ".").unwrap_or_default();
    let pairs = names.into_iter().filter_map(|name| {
        let text = text_if_known(&dir, &name)?;
        Some((name, text))
    });
    pairs.collect()
}

/// By the firmware's words; otherwise the processor shows only that there is one.
fn hypervisor(root: &SysRoot) -> Option<String> {
    if let Some(kind) = text_if_known(&root.sys, "hypervisor/type") {
        return Some(kind);
    }
    let dmi = root.sys.join("class/dmi/id");
    let text =
        firmware_words(&dmi, &["sys_vendor", "board_vendor", "bios_vendor", "product_name"])
            .unwrap_or_default();
    const MAKERS: [(&str, &str); 11] = [
        ("QEMU", "QEMU"),
        ("KVM", "KVM"),
        ("VMware", "VMware"),
        ("innotek", "VirtualBox"),
        ("VirtualBox", "VirtualBox"),
        ("Virtual Machine", "Hyper-V"),
        ("Amazon EC2", "Amazon EC2"),
        ("Google Compute Engine", "Google Compute Engine"),
        ("OpenStack", "OpenStack"),
        ("Parallels", "Parallels"),
        ("Xen", "Xen"),
    ];
    let flags = cpuinfo(root, "flags").unwrap_or_default();
    let is_guest = flags.split(' ').any(|flag| flag == "hypervisor");
    // Bare-metal computers of Amazon and others contain the same words.
    let known = MAKERS.iter().find(|(word, _)| text.contains(word)).map(|(_, name)| *name);
    match (known, is_guest) {
        (Some("Amazon EC2" | "Google Compute Engine"), false) => None,
        (Some(name), _) => Some(name.to_owned()),
        (None, true) => Some("unknown".to_owned()),
        (None, false) => None,
    }
}

/// The marks that container programs leave.
fn container(root: &SysRoot) -> Option<String> {
    if let Some(name) = text_if_known(&root.base, "run/systemd/container") {
        return Some(name);
    }
    let marks = [(".dockerenv", "docker"), ("run/.containerenv", "podman")];
    let found = marks.into_iter().find(|(path, _)| root.base.join(path).exists());
    found.map(|(_, name)| name.to_owned())
}

/// Whether a battery discharges while no other supply is connected.
fn is_on_battery(root: &SysRoot) -> Option<bool> {
    let dir = root.sys.join("class/power_supply");
    let names = list_names(&dir, ".").unwrap_or_default();
    let text = |name: &String, attribute| text_if_known(&dir.join(name), attribute);
    // Batteries of mice and similar devices have the scope "Device".
    let is_of_computer = |name: &&String| text(name, "scope").as_deref() != Some("Device");
    let supplies: Vec<&String> = names.iter().filter(is_of_computer).collect();
    let kind = |name: &String| text(name, "type");
    let mut batteries =
        supplies.iter().filter(|name| kind(name).as_deref() == Some("Battery")).peekable();
    batteries.peek()?;
    let is_fed = supplies.iter().any(|name| {
        kind(name).as_deref() != Some("Battery") && text(name, "online").as_deref() == Some("1")
    });
    let discharges =
        batteries.any(|name| text(name, "status").as_deref() == Some("Discharging"));
    Some(discharges && !is_fed)
}

#[cfg(test)]
mod tests;
