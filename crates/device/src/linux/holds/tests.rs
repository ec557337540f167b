use super::*;
use crate::tests_support::TempDir;

/// A computer with block devices of the given kernel names and numbers.
fn with_devices(devices: &[(&str, &str)]) -> TempDir {
    let dir = TempDir::new("holds");
    for (name, number) in devices {
        dir.write(&format!("sys/block/{name}/dev"), number);
        dir.write(&format!("sys/block/{name}/size"), "2048");
        dir.write(&format!("sys/block/{name}/ro"), "0");
        dir.write(&format!("sys/class/block/{name}/dev"), number);
    }
    dir.write("proc/swaps", "Filename Type Size Used Priority\n");
    dir.write("proc/self/mountinfo", "27 1 8:2 / / rw - ext4 /dev/sda2 rw\n");
    dir
}

#[track_caller]
fn check(dir: &TempDir, expected: &[(&str, &str)]) {
    let root = SysRoot::below(dir.path());
    let holds = find_blocking_uses(&root, &root.sys.join("block/loop3"), &[]).unwrap();
    let told: Vec<(String, String)> = holds
        .iter()
        .map(|hold| (hold.to_string(), hold.release("loop3").to_string()))
        .collect();
    let told: Vec<_> = told.iter().map(|(why, how)| (why.as_str(), how.as_str())).collect();
    assert_eq!(told, expected);
}

#[test]
fn a_device_that_nothing_uses_is_free() {
    check(&with_devices(&[("loop3", "7:3"), ("loop4", "7:4")]), &[]);
}

#[test]
fn a_read_only_device_and_one_without_capacity_are_told() {
    let dir = with_devices(&[("loop3", "7:3")]);
    dir.write("sys/block/loop3/ro", "1");
    dir.write("sys/block/loop3/size", "0");
    check(
        &dir,
        &[
            (
                "it is read-only",
                "blockdev --setrw /dev/loop3, or move the card's write-protect switch",
            ),
            ("it has no capacity", "losetup /dev/loop3 FILE"),
        ],
    );
}

#[test]
fn mounts_are_found_by_number_and_by_source() {
    let dir = with_devices(&[("loop3", "7:3")]);
    dir.write(
        "proc/self/mountinfo",
        "30 1 7:3 / /mnt/a\\040b rw - ext4 /dev/other rw\n\
         31 1 0:50 / /mnt/btrfs rw - btrfs /dev/loop3 rw\n\
         32 1 7:33 / /mnt/c rw - ext4 /dev/loop33 rw\n",
    );
    check(
        &dir,
        &[
            ("loop3 is mounted at /mnt/btrfs", "umount /mnt/btrfs"),
            ("loop3 is mounted at /mnt/a b", "umount /mnt/a b"),
        ],
    );
}

#[test]
fn a_mount_of_another_namespace_is_found_once_with_its_process() {
    let dir = with_devices(&[("loop3", "7:3")]);
    for process in ["4711", "4712"] {
        let text = "30 1 7:3 / /data rw - ext4 /dev/loop3 rw\n";
        dir.write(&format!("proc/{process}/mountinfo"), text);
        let link = dir.path().join(format!("proc/{process}/ns/mnt"));
        std::fs::create_dir_all(link.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink("mnt:[4026532000]", link).unwrap();
    }
    check(
        &dir,
        &[("loop3 is mounted at /data for process 4711", "nsenter -t 4711 -m umount /data")],
    );
}

#[test]
fn a_partition_counts_with_its_mounts_swap_and_mappings() {
    let dir = with_devices(&[("loop3", "7:3")]);
    for (partition, number) in [("loop3p1", "259:1"), ("loop3p2", "259:2")] {
        dir.write(&format!("sys/block/loop3/{partition}/partition"), "1");
        dir.write(&format!("sys/block/loop3/{partition}/dev"), number);
        dir.write(&format!("sys/class/block/{partition}/dev"), number);
    }
    check(&dir, &[]);
    dir.write("sys/block/loop3/loop3p2/holders/dm-0/dev", "253:0");
    dir.write("sys/block/loop3/loop3p2/holders/dm-0/dm/name", "cards");
    dir.write("proc/swaps", "Filename Type\n/dev/loop3p1 partition 1 0 -2\n");
    check(
        &dir,
        &[
            ("loop3p1 is in use as swap", "swapoff /dev/loop3p1"),
            ("dm-0, the mapping cards, is built on loop3p2", "dmsetup remove cards"),
        ],
    );
}

#[test]
fn what_is_stacked_on_it_is_released_from_the_top() {
    let dir = with_devices(&[("loop3", "7:3")]);
    let crypt = "sys/block/loop3/holders/dm-0";
    dir.write(&format!("{crypt}/dev"), "253:0");
    dir.write(&format!("{crypt}/dm/name"), "secret");
    dir.write(&format!("{crypt}/dm/uuid"), "CRYPT-LUKS2-0123-secret");
    let volume = format!("{crypt}/holders/dm-1");
    dir.write(&format!("{volume}/dev"), "253:1");
    dir.write(&format!("{volume}/dm/name"), "my--group-root");
    dir.write(&format!("{volume}/dm/uuid"), "LVM-abc");
    dir.write("proc/self/mountinfo", "30 1 253:1 / /mnt rw - ext4 /dev/x rw\n");
    check(
        &dir,
        &[
            ("dm-1 is mounted at /mnt", "umount /mnt"),
            (
                "dm-1, a logical volume of the group my-group, is built on dm-0",
                "vgchange -an my-group",
            ),
            ("dm-0, the encrypted volume secret, is built on loop3", "cryptsetup close secret"),
        ],
    );
}

#[test]
fn a_device_of_a_file_system_on_several_is_told_even_where_no_mount_is_seen() {
    let dir = with_devices(&[("loop3", "7:3"), ("loop4", "7:4")]);
    for name in ["loop3", "loop4"] {
        dir.write(&format!("sys/fs/btrfs/1c2d/devices/{name}/dev"), "");
    }
    check(
        &dir,
        &[(
            "loop3 belongs to the btrfs file system 1c2d, which is in use",
            "unmount the btrfs file system",
        )],
    );
    dir.write("proc/self/mountinfo", "30 1 0:50 / /mnt rw - btrfs /dev/loop4 rw\n");
    check(&dir, &[("loop3 is mounted at /mnt", "umount /mnt")]);
}

#[test]
fn the_root_file_system_is_not_unmounted() {
    let dir = with_devices(&[("loop3", "7:3")]);
    dir.write("proc/self/mountinfo", "27 1 7:3 / / rw - ext4 /dev/root rw\n");
    check(&dir, &[("loop3 is mounted at /", "boot the system from another drive")]);
}

#[test]
fn a_partition_itself_is_told_to_be_one() {
    let dir = with_devices(&[("loop3", "7:3")]);
    dir.write("sys/block/loop3/loop3p1/partition", "1");
    dir.write("sys/block/loop3/loop3p1/dev", "259:1");
    dir.write("sys/block/loop3/loop3p1/ro", "0");
    dir.write("sys/block/loop3/loop3p1/size", "8");
    let root = SysRoot::below(dir.path());
    let holds = find_blocking_uses(&root, &root.sys.join("block/loop3/loop3p1"), &[]).unwrap();
    assert_eq!(holds, [BlockingUse::IsPartition { whole: "loop3".to_owned() }]);
}

#[test]
fn loop_devices_over_it_beside_it_and_over_a_drive_are_found() {
    let dir = with_devices(&[("loop3", "7:3"), ("loop4", "7:4"), ("loop5", "7:5")]);
    dir.write("images/disk", "");
    std::fs::hard_link(dir.path().join("images/disk"), dir.path().join("images/same")).unwrap();
    dir.write("sys/block/loop3/loop/backing_file", "/images/disk");
    dir.write("sys/block/loop4/loop/backing_file", "/dev/loop3");
    dir.write("sys/block/loop5/loop/backing_file", "/images/same");
    check(
        &dir,
        &[
            ("loop4 uses loop3 as its file", "losetup -d /dev/loop4"),
            ("loop5 uses the same file /images/same", "losetup -d /dev/loop5"),
        ],
    );
    let dir = with_devices(&[("loop3", "7:3"), ("sda", "8:0")]);
    dir.write("sys/block/loop3/loop/backing_file", "/dev/sda");
    check(&dir, &[("its data is on the drive /dev/sda", "name a loop device over a file")]);
}

#[test]
fn compressed_memory_that_moves_pages_to_a_drive_is_told() {
    let dir = with_devices(&[("loop3", "7:3")]);
    dir.write("sys/block/loop3/backing_dev", "none");
    check(&dir, &[]);
    dir.write("sys/block/loop3/backing_dev", "/dev/sdb");
    let told = ("its data is on the drive /dev/sdb", "name a loop device over a file");
    check(&dir, &[told]);
}

#[test]
fn a_table_that_cannot_be_read_is_an_error_and_not_nothing() {
    let dir = with_devices(&[("loop3", "7:3")]);
    dir.write("sys/block/loop3/ro", "perhaps");
    let root = SysRoot::below(dir.path());
    let error = find_blocking_uses(&root, &root.sys.join("block/loop3"), &[]).unwrap_err();
    assert!(error.to_string().contains("loop3/ro"), "{error}");
    let dir = with_devices(&[("loop3", "7:3")]);
    std::fs::remove_file(dir.path().join("proc/self/mountinfo")).unwrap();
    let root = SysRoot::below(dir.path());
    let error = find_blocking_uses(&root, &root.sys.join("block/loop3"), &[]).unwrap_err();
    assert!(error.to_string().contains("self/mountinfo"), "{error}");
}
