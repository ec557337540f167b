//! The measuring computer: kernel, CPU, memory, board.
//!
//! Unreported facts stay `None`.

use std::collections::BTreeSet;

use iogram_model::{Bytes, HostRecord, WriteBackRecord};

use crate::linux::platform::{device_tree, firmware_words};
use crate::linux::sysfs::{SysRoot, list_names, text_if_known};

/// The known facts about the computer below `root`.
#[must_use]
pub fn read_host(root: &SysRoot) -> HostRecord {
    HostRecord {
        kernel: text_if_known(&root.proc, "sys/kernel/osrelease"),
        os: operating_system(root),
        cpu: text_if_known(&root.proc, "cpuinfo").and_then(|text| cpu_model(&text)),
        cpu_count: allowed_cpus(),
        governor: governors(root),
        memory: text_if_known(&root.proc, "meminfo")
            .and_then(|text| memory_value(&text, "MemTotal:")),
        machine: machine(root),
        write_back: write_back(root),
    }
}

/// The active setting of each pair: the other one is zero.
fn write_back(root: &SysRoot) -> Option<WriteBackRecord> {
    const CENTISECOND_NS: u64 = 10_000_000;
    let setting = |name: &str| {
        let text = text_if_known(&root.proc, &format!("sys/vm/dirty_{name}"))?;
        text.trim().parse::<u64>().ok()
    };
    let bytes = |name: &str| setting(&format!("{name}bytes")).filter(|it| *it > 0);
    let share = |name: &str, bytes: Option<u64>| {
        let percent = setting(&format!("{name}ratio")).filter(|_| bytes.is_none())?;
        u16::try_from(percent.checked_mul(10)?).ok()
    };
    let time = |name: &str| setting(name)?.checked_mul(CENTISECOND_NS);
    let (background_bytes, limit_bytes) = (bytes("background_"), bytes(""));
    let found = WriteBackRecord {
        background_permille: share("background_", background_bytes),
        background_bytes,
        limit_permille: share("", limit_bytes),
        limit_bytes,
        expire_ns: time("expire_centisecs"),
        interval_ns: time("writeback_centisecs"),
    };
    (found != WriteBackRecord::default()).then_some(found)
}

/// CPUs that this process may use, not all CPUs of the computer.
fn allowed_cpus() -> Option<u32> {
    rustix::thread::sched_getaffinity(None).ok().map(|set| set.count())
}

/// Source: os-release(5).
fn operating_system(root: &SysRoot) -> Option<String> {
    let file = |path| text_if_known(&root.base, path);
    let text = file("etc/os-release").or_else(|| file("usr/lib/os-release"))?;
    let value = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    let value = value.trim().trim_matches(['"', '\'']);
    (!value.is_empty()).then(|| value.to_owned())
}

/// x86 has `model name`; many ARM kernels report only the board, as `Hardware` or `Model`.
fn cpu_model(cpuinfo: &str) -> Option<String> {
    ["model name", "Hardware", "Model"].into_iter().find_map(|wanted| {
        cpuinfo.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            let value = value.trim();
            (name.trim() == wanted && !value.is_empty()).then(|| value.to_owned())
        })
    })
}

/// `MemTotal:  16384 kB`; the kernel's kB is 1024 bytes.
///
/// Source: the kernel's Documentation/filesystems/proc.rst, meminfo.
pub fn memory_value(meminfo: &str, name: &str) -> Option<Bytes> {
    let value = meminfo.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = value.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024).map(Bytes)
}

/// One name if all CPUs have the same, otherwise all names.
pub fn governors(root: &SysRoot) -> Option<String> {
    let cpus = list_names(&root.sys, "devices/system/cpu").ok()?;
    let dir = root.sys.join("devices/system/cpu");
    let names: BTreeSet<String> = cpus
        .iter()
        .filter_map(|cpu| text_if_known(&dir.join(cpu), "cpufreq/scaling_governor"))
        .collect();
    let names: Vec<String> = names.into_iter().collect();
    (!names.is_empty()).then(|| names.join(", "))
}

fn machine(root: &SysRoot) -> Option<String> {
    let dmi = root.sys.join("class/dmi/id");
    firmware_words(&dmi, &["sys_vendor", "product_name"]).or_else(|| device_tree(root))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cpu_is_found_on_x86_and_on_arm() {
        let x86 = "processor\t: 0\nmodel name\t: Example CPU @ 2.0GHz\n";
        let arm = "processor\t: 0\nBogoMIPS\t: 38.40\n\nHardware\t: BCM2835\nModel\t: Example Board\n";
        assert_eq!(cpu_model(x86).as_deref(), Some("Example CPU @ 2.0GHz"));
        assert_eq!(cpu_model(arm).as_deref(), Some("BCM2835"));
        assert_eq!(cpu_model("processor : 0\n"), None);
    }

    #[test]
    fn memory_is_counted_in_units_of_1024_bytes() {
        let total = |text| memory_value(text, "MemTotal:");
        assert_eq!(total("MemTotal:  2 kB\nMemFree: 1 kB\n"), Some(Bytes(2048)));
        assert_eq!(total("MemTotal:  2\n"), None);
    }

    #[test]
    fn of_each_pair_of_settings_the_one_that_holds_is_told() {
        let dir = crate::tests_support::TempDir::new("write-back");
        for (name, text) in [
            ("dirty_background_ratio", "0"),
            ("dirty_background_bytes", "67108864"),
            ("dirty_ratio", "20"),
            ("dirty_bytes", "0"),
            ("dirty_expire_centisecs", "3000"),
        ] {
            dir.write(&format!("proc/sys/vm/{name}"), format!("{text}\n"));
        }
        let told = write_back(&SysRoot::below(dir.path())).unwrap();
        let expected = WriteBackRecord {
            background_bytes: Some(64 << 20),
            limit_permille: Some(200),
            expire_ns: Some(30_000_000_000),
            ..WriteBackRecord::default()
        };
        assert_eq!(told, expected);
    }

    #[test]
    fn a_computer_that_tells_nothing_has_only_unknowns() {
        let dir = crate::tests_support::TempDir::new("host");
        let host = read_host(&SysRoot::below(dir.path()));
        let told = HostRecord { cpu_count: None, ..host };
        assert_eq!(told, HostRecord::default());
    }

    #[test]
    fn what_a_computer_tells_is_kept() {
        let dir = crate::tests_support::TempDir::new("host");
        dir.write("proc/sys/kernel/osrelease", "6.12.0-example\n");
        dir.write("etc/os-release", "NAME=\"Example\"\nPRETTY_NAME=\"Example OS 1\"\n");
        dir.write("sys/class/dmi/id/sys_vendor", "Default string\n");
        dir.write("sys/class/dmi/id/product_name", "Box 7\n");
        dir.write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
        dir.write("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave\n");
        let host = read_host(&SysRoot::below(dir.path()));
        assert_eq!(host.kernel.as_deref(), Some("6.12.0-example"));
        assert_eq!(host.os.as_deref(), Some("Example OS 1"));
        assert_eq!(host.machine.as_deref(), Some("Box 7"));
        assert_eq!(host.governor.as_deref(), Some("performance, powersave"));
    }
}
