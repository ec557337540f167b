use super::*;
use crate::tests_support::{TempDir, computer};

/// A computer with one of every kind that a list has to handle.
fn busy_computer() -> TempDir {
    let dir = TempDir::new("list");
    dir.write("proc/swaps", "Filename Type Size Used Priority\n/dev/sda3 partition 9 0 -2\n");
    dir.write(
        "proc/self/mountinfo",
        "27 1 8:1 / / rw - ext4 /dev/sda1 rw\n28 27 253:0 / /srv rw - xfs /dev/dm-0 rw\n",
    );
    disk(&dir, "sda", "8:0");
    for (name, number, index) in [("sda1", "8:1", 1), ("sda2", "8:2", 2), ("sda3", "8:3", 3)] {
        dir.write(&format!("sys/block/sda/{name}/dev"), number);
        dir.write(&format!("sys/block/sda/{name}/partition"), index.to_string());
        dir.write(&format!("sys/block/sda/{name}/size"), "2048");
        link(&dir, name, number, &format!("../../block/sda/{name}"));
    }
    disk(&dir, "dm-0", "253:0");
    dir.write("sys/block/dm-0/dm/uuid", "LVM-x");
    dir.write("sys/block/sda/sda2/holders/dm-0/dev", "253:0");
    dir.write("sys/block/dm-0/slaves/sda2/dev", "8:2");
    for (name, number) in [("sdb", "8:16"), ("sdk", "8:160"), ("ram0", "1:0")] {
        disk(&dir, name, number);
    }
    disk(&dir, "nvme0c0n1", "259:9");
    dir.write("sys/block/nvme0c0n1/hidden", "1");
    for (name, number) in [("loop0", "7:0"), ("zram0", "252:0")] {
        disk(&dir, name, number);
        dir.write(&format!("sys/block/{name}/size"), "0");
    }
    disk(&dir, "loop1", "7:1");
    dir.write("sys/block/loop1/loop/backing_file", "/dev/sdb\n");
    disk(&dir, "sda10", "8:170");
    dir
}

fn disk(dir: &TempDir, name: &str, number: &str) {
    dir.write(&format!("sys/block/{name}/dev"), number);
    dir.write(&format!("sys/block/{name}/size"), "2048");
    dir.write(&format!("sys/block/{name}/ro"), "0");
    dir.write(&format!("sys/block/{name}/removable"), "0");
    link(dir, name, number, &format!("../../block/{name}"));
}

/// The links through which the kernel finds a device by number and by name.
fn link(dir: &TempDir, name: &str, number: &str, target: &str) {
    for folder in ["sys/dev/block", "sys/class/block"] {
        std::fs::create_dir_all(dir.path().join(folder)).unwrap();
    }
    let by_number = dir.path().join("sys/dev/block").join(number);
    std::os::unix::fs::symlink(target, by_number).unwrap();
    let by_name = dir.path().join("sys/class/block").join(name);
    std::os::unix::fs::symlink(target, by_name).unwrap();
}

fn told(device: &DeviceSummary) -> String {
    let uses = device.uses.as_ref().unwrap().iter();
    let uses = uses.map(|it| {
        let place = it.place.as_ref().map(|place| format!(" {place}")).unwrap_or_default();
        format!("{} {:?}{place}", it.device, it.by)
    });
    format!("{}: {}", device.name, uses.collect::<Vec<_>>().join(", "))
}

#[test]
fn a_list_says_what_uses_each_device_and_leaves_out_what_is_not_set_up() {
    let dir = busy_computer();
    let list = list_devices(&SysRoot::below(dir.path()), ListScope::InUse).unwrap();
    let told: Vec<_> = list.devices.iter().map(told).collect();
    let expected = [
        "dm-0: dm-0 Mount /srv",
        "loop1: ",
        "sda: sda1 Mount /, sda2 Lvm dm-0, dm-0 Mount /srv, sda3 Swap",
        "sda10: ",
        "sdb: sdb Loop loop1",
        "sdk: ",
    ];
    assert_eq!(told, expected);
    assert_eq!(list.hidden_count, 3);
}

#[test]
fn all_devices_are_listed_but_the_legs_of_multipath_drives() {
    let dir = busy_computer();
    let list = list_devices(&SysRoot::below(dir.path()), ListScope::All).unwrap();
    let names: Vec<_> = list.devices.iter().map(|device| device.name.as_str()).collect();
    let expected = ["dm-0", "loop0", "loop1", "ram0", "sda", "sda10", "sdb", "sdk", "zram0"];
    assert_eq!(names, expected);
    assert_eq!(list.hidden_count, 0);
}

#[test]
fn without_a_table_of_mounts_uses_are_unknown_and_not_none() {
    let list = list_devices(&computer("sata"), ListScope::InUse).unwrap();
    assert!(list.devices.iter().all(|device| device.uses.is_none()), "{list:?}");
}

#[test]
fn digits_in_names_count_as_numbers() {
    let mut names = ["nvme0n10", "nvme0n2", "nvme10n1", "nvme0n2p1", "sdaa", "sdb", "sda"];
    names.sort_by_cached_key(|name| natural_key(name));
    let expected = ["nvme0n2", "nvme0n2p1", "nvme0n10", "nvme10n1", "sda", "sdaa", "sdb"];
    assert_eq!(names, expected);
}

/// The cost of a list is the number of files it reads: the kernel computes every attribute on reading.
#[test]
fn a_list_of_fifty_devices_reads_few_files_and_every_table_once() {
    let dir = TempDir::new("fifty");
    dir.write("proc/swaps", "Filename Type Size Used Priority\n");
    dir.write("proc/self/mountinfo", "27 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
    for index in 0..50 {
        disk(&dir, &format!("sd{index}"), &format!("8:{index}"));
    }
    let root = SysRoot::below(dir.path());
    let before = crate::linux::sysfs::reads();
    let list = list_devices(&root, ListScope::InUse).unwrap();
    let read = crate::linux::sysfs::reads() - before;
    assert_eq!(list.devices.len(), 50);
    // 2 tables; for each device its attributes, including missing ones.
    assert!((50 * 10..=2 + 50 * 45).contains(&read), "{read} files were read");
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let named = |devices: Vec<Candidate>| {
        devices.into_iter().map(|device| device.name).collect::<Vec<_>>().join(" ")
    };
    let found = match find_named(&computer("sata"), text).unwrap() {
        Named::Exactly(device) => format!("exactly {}", device.name),
        Named::Loosely(devices) => named(devices),
    };
    assert_eq!(found, expected, "{text:?}");
}

#[test]
fn a_device_is_found_by_path_kernel_name_serial_or_model() {
    check("/dev/sda", "exactly sda");
    check("sdb", "exactly sdb");
    check("/dev/sdz", "");
    check("EXS0001", "sda");
    check("exs0002", "sdb");
    check("870 with", "sda");
    check("exs000", "sda sdb");
    check("Example", "sda sdb");
    check("nothing", "");
    check("", "");
}
