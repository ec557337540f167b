//! The processors near a drive: those whose memory its controller reaches directly.
//!
//! Source: the kernel's `Documentation/ABI/testing/sysfs-bus-pci` (`local_cpulist`, `numa_node`) and
//! `sysfs-devices-system-cpu` (`thread_siblings_list`).

use std::collections::BTreeSet;
use std::path::Path;

use crate::drive_kind::DriveKind;
use crate::linux::bus::nvme_controller;
use crate::linux::identity::{drives_of, kind_of};
use crate::linux::platform::function;
use crate::linux::sysfs::{SysRoot, text_if_known};

/// The processors near the block device with this kernel name, one thread of every core before any second one. `None`
/// if the kernel does not report it, as for drives without a PCI function of their own or above them. For a mapping
/// over several drives, all processors near any of them.
#[must_use]
pub fn near_cpus(root: &SysRoot, device: &str) -> Option<Vec<u32>> {
    let dir = root.block_dir(root.block_number(device)?)?;
    let mut near = BTreeSet::new();
    for drive in drives_of(root, &dir) {
        let is_nvme = kind_of(&drive) == DriveKind::Nvme;
        let controller = is_nvme.then(|| nvme_controller(&drive)).flatten();
        let function = function(&drive, controller.as_deref())?;
        near.extend(near_function(root, &function)?);
    }
    let near: Vec<u32> = near.into_iter().collect();
    (!near.is_empty()).then(|| cores_first(root, &near))
}

/// `-1` for the node means that the computer has only one, or that the firmware does not report it; then all
/// processors are equally near.
fn near_function(root: &SysRoot, function: &Path) -> Option<Vec<u32>> {
    let told = text_if_known(function, "local_cpulist").and_then(|text| parse_cpu_list(&text));
    if let Some(cpus) = told.filter(|cpus| !cpus.is_empty()) {
        return Some(cpus);
    }
    let node: u32 = text_if_known(function, "numa_node")?.parse().ok()?;
    let node = root.sys.join(format!("devices/system/node/node{node}"));
    parse_cpu_list(&text_if_known(&node, "cpulist")?)
}

/// The first thread of every core, then the second ones: two threads of a core share the resources that a submitter
/// needs.
fn cores_first(root: &SysRoot, cpus: &[u32]) -> Vec<u32> {
    let rank = |cpu: u32| {
        let dir = root.sys.join(format!("devices/system/cpu/cpu{cpu}/topology"));
        let siblings = text_if_known(&dir, "thread_siblings_list")
            .and_then(|text| parse_cpu_list(&text))
            .unwrap_or_default();
        siblings.iter().position(|&it| it == cpu).unwrap_or(0)
    };
    let mut ranked: Vec<(usize, u32)> = cpus.iter().map(|&cpu| (rank(cpu), cpu)).collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, cpu)| cpu).collect()
}

/// Maximum number of processors in Linux (`NR_CPUS` of the largest configuration).
const CPUS_MAX: u32 = 8192;

/// Parses a list in the kernel's notation, `0-3,8,10-11`; `None` if it is not one. Keeps its order.
#[must_use]
pub fn parse_cpu_list(text: &str) -> Option<Vec<u32>> {
    let mut cpus = Vec::new();
    if text.trim().is_empty() {
        return Some(cpus);
    }
    for part in text.trim().split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<u32>().ok().filter(|cpu| *cpu < CPUS_MAX);
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return None;
        }
        cpus.extend(first..=last);
    }
    Some(cpus)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::TempDir;

    #[test]
    fn lists_are_read_as_the_kernel_writes_them() {
        assert_eq!(parse_cpu_list("0-3,8,10-11\n"), Some(vec![0, 1, 2, 3, 8, 10, 11]));
        assert_eq!(parse_cpu_list("7,2"), Some(vec![7, 2]));
        assert_eq!(parse_cpu_list(""), Some(Vec::new()));
        for wrong in ["x", "3-1", "1,,2", "-1", "0-99999999", "1-2-3", "4294967296"] {
            assert_eq!(parse_cpu_list(wrong), None, "{wrong}");
        }
    }

    const FUNCTION: &str = "sys/devices/pci0000:40/0000:41:00.0";

    /// A computer with a SATA drive below a PCI function with these attributes.
    fn computer_with(told: &[(&str, &str)]) -> (TempDir, SysRoot) {
        let dir = TempDir::new("near");
        dir.write(&format!("{FUNCTION}/vendor"), "0x1022");
        dir.write(&format!("{FUNCTION}/class"), "0x010601");
        for (name, text) in told {
            dir.write(&format!("{FUNCTION}/{name}"), text);
        }
        dir.write(&format!("{FUNCTION}/ata1/host0/target0/0:0:0:0/block/sda/dev"), "8:0");
        dir.write("sys/devices/virtual/block/loop0/dev", "7:0");
        for (link, to) in [
            ("sys/dev/block/8:0", format!("{FUNCTION}/ata1/host0/target0/0:0:0:0/block/sda")),
            ("sys/dev/block/7:0", "sys/devices/virtual/block/loop0".to_owned()),
        ] {
            let link = dir.path().join(link);
            std::fs::create_dir_all(link.parent().unwrap()).unwrap();
            std::os::unix::fs::symlink(dir.path().join(to), link).unwrap();
        }
        dir.write("sys/class/block/sda/dev", "8:0");
        dir.write("sys/class/block/loop0/dev", "7:0");
        for (cpu, siblings) in [(4, "4,12"), (5, "5,13"), (12, "4,12"), (13, "5,13")] {
            let path = format!("sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list");
            dir.write(&path, siblings);
        }
        let root = SysRoot::below(dir.path());
        (dir, root)
    }

    #[test]
    fn near_are_the_processors_of_the_drives_controller_cores_first() {
        let (_dir, root) = computer_with(&[("local_cpulist", "4-5,12-13")]);
        assert_eq!(near_cpus(&root, "sda"), Some(vec![4, 5, 12, 13]));
        let (dir, root) = computer_with(&[("numa_node", "1")]);
        dir.write("sys/devices/system/node/node1/cpulist", "12,4");
        assert_eq!(near_cpus(&root, "sda"), Some(vec![4, 12]));
    }

    #[test]
    fn where_nothing_says_it_nothing_is_guessed() {
        let (_dir, root) = computer_with(&[("numa_node", "-1")]);
        assert_eq!(near_cpus(&root, "sda"), None);
        assert_eq!(near_cpus(&root, "loop0"), None);
        assert_eq!(near_cpus(&root, "nosuch"), None);
    }
}
