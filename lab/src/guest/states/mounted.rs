//! File systems of many kinds, visible and hidden, and swap.

use super::{BUSY, MOUNTED, State};

pub(super) const STATES: &[State] = &[
    // Up to five seconds after a mount the kernel notes in each group that its inodes are zeroed, unless this is
    // switched off: a write that is not iogram's.
    State {
        name: "mounted: ext2",
        drives: &["nvme-1"],
        set_up: "mke2fs -q -F -t ext2 -E nodiscard {a}; mount -o noinit_itable {a} {at}; sync",
        take_down: "umount {at}",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "mounted: ext3, with a journal only",
        drives: &["usb-stick"],
        set_up: "mke2fs -q -F -t ext3 -E nodiscard {a}; mount -o noinit_itable {a} {at}; sync",
        take_down: "umount {at}",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "mounted: ext4, its data in the journal",
        drives: &["ufs"],
        set_up: "mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 {a}; mount -o data=journal {a} {at}; sync",
        take_down: "umount {at}",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "mounted: vfat",
        drives: &["uas"],
        set_up: "modprobe vfat; modprobe nls_cp437; modprobe nls_ascii; mkfs.vfat {a} > /dev/null; mount -t vfat {a} {at}",
        take_down: "umount {at}",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "mounted: exfat",
        drives: &["sata"],
        set_up: "modprobe exfat; mkfs.exfat {a} > /dev/null; mount -t exfat {a} {at}",
        take_down: "umount {at}",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "mounted: jfs",
        drives: &["virtio"],
        set_up: "modprobe jfs; mkfs.jfs -q {a} > /dev/null; mount -t jfs {a} {at}",
        take_down: "umount {at}",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "mounted: ntfs, by the kernel",
        drives: &["scsi"],
        set_up: "modprobe ntfs3; mkntfs -F -Q {a} > /dev/null; mount -t ntfs3 {a} {at}",
        take_down: "umount {at}",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "mounted: btrfs of one drive",
        drives: &["uas"],
        set_up: "modprobe btrfs; mkfs.btrfs -q -f -K --mixed -m single -d single {a}; mount {a} {at}",
        take_down: "umount {at}",
        target: "{a}",
        says: &["is mounted at"],
    },
    State {
        name: "mounted: a file system that a process serves",
        drives: &["sata"],
        set_up: "mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 {a}; fuse2fs {a} {at}; usleep 300000",
        take_down: "umount {at}; usleep 500000",
        target: "{a}",
        says: &["open for writing", "open exclusively", "is mounted at"],
    },
    State {
        name: "mounted: ntfs, served by a process",
        drives: &["virtio"],
        set_up: "mkntfs -F -Q {a} > /dev/null; ntfs-3g {a} {at}",
        take_down: "umount {at}; usleep 500000",
        target: "{a}",
        says: &["is mounted at", "open exclusively", "open for writing"],
    },
    State {
        name: "mounted, only one file of it is bound elsewhere",
        drives: &["scsi"],
        set_up: "mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 {a}; mount {a} {at}; touch {at}/file /run/file; mount --bind {at}/file /run/file; umount {at}",
        take_down: "umount /run/file",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "mounted at a place with a space",
        drives: &["nvme-2"],
        set_up: "mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 {a}; mkdir -p '/run/a b'; mount {a} '/run/a b'",
        take_down: "umount '/run/a b'",
        target: "{a}",
        says: &["is mounted at /run/a b"],
    },
    State {
        name: "mounted read-only, without its journal",
        drives: &["ufs"],
        set_up: "mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 {a}; mount -o ro,noload {a} {at}",
        take_down: "umount {at}",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "mounted, and the mount is read-only for this place",
        drives: &["usb-stick"],
        set_up: "mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 {a}; mount {a} {at}; mount -o remount,bind,ro {at}; sync",
        take_down: "umount {at}",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "below an overlay that reads it",
        drives: &["nvme-1"],
        set_up: "mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 {a}; mount {a} {at}; mkdir -p {at}/low /run/up /run/work /run/over\n\
                 mount -t overlay -o lowerdir={at}/low,upperdir=/run/up,workdir=/run/work over /run/over\n\
                 umount --lazy {at}",
        take_down: "umount /run/over; usleep 300000",
        target: "{a}",
        says: &["open exclusively", "is mounted at"],
    },
    State {
        name: "a file system in a file on it is mounted, and it is unmounted lazily",
        drives: &["sata"],
        set_up: "mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 {a}; mount {a} {at}; dd if=/dev/zero of={at}/inner bs=1M count=4\n\
                 mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 {at}/inner; mkdir -p /run/in; mount -o loop {at}/inner /run/in; sync; umount --lazy {at}",
        take_down: "umount /run/in; usleep 500000",
        target: "{a}",
        says: BUSY,
    },
    State {
        name: "a logical partition is mounted, the whole drive is named",
        drives: &["sata"],
        set_up: "printf 'label: dos\\nstart=2048, type=5\\nstart=4096\\n' | sfdisk -q --wipe never --no-tell-kernel {a}\n\
                 blockdev --rereadpt {a}; while [ ! -b {a5} ]; do usleep 10000; done\n\
                 mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 {a5}; mount {a5} {at}",
        take_down: "umount {at}; dd if=/dev/zero of={a} bs=1M count=1; blockdev --rereadpt {a}",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "a partition of a GPT is mounted, the whole drive is named",
        drives: &["uas"],
        set_up: "printf 'label: gpt\\nstart=2048\\n' | sfdisk -q --wipe never --no-tell-kernel {a}\n\
                 blockdev --rereadpt {a}; while [ ! -b {a1} ]; do usleep 10000; done\n\
                 mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 {a1}; mount {a1} {at}",
        take_down: "umount {at}; dd if=/dev/zero of={a} bs=1M count=1; blockdev --rereadpt {a}",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "mounted, named by a link to a link to another node",
        drives: &["ufs"],
        set_up: "mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 {a}; mount {a} {at}; mknod /run/alias b $(stat -c '0x%t 0x%T' {a}); ln -s /run/alias /run/one; ln -s /run/one /run/two",
        take_down: "rm /run/alias /run/one /run/two; umount {at}",
        target: "/run/two",
        says: MOUNTED,
    },
    State {
        name: "mounted by a process of another PID and mount namespace",
        drives: &["virtio"],
        set_up: "mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 {a}\n\
                 rm -f /run/ready\n\
                 unshare --mount --pid --fork --kill-child sh -c 'mount {a} {at}; touch /run/ready; exec sleep 1000' &\n\
                 echo $! > /run/background\n\
                 while [ ! -e /run/ready ]; do usleep 10000; done",
        take_down: "kill -9 $(cat /run/background); while grep -q {a} /proc/[0-9]*/mounts 2>/dev/null; do usleep 10000; done",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "swapped to, by a node with a space in its name",
        drives: &["scsi"],
        set_up: "mkswap -q {a}; mknod '/run/my swap' b $(stat -c '0x%t 0x%T' {a}); swapon '/run/my swap'",
        take_down: "swapoff '/run/my swap'; rm '/run/my swap'",
        target: "{a}",
        says: &["in use as swap"],
    },
    State {
        name: "a file with a space in its name that is swapped to is named",
        drives: &["virtio"],
        set_up: "mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 {a}; mount {a} {at}; dd if=/dev/urandom of='{at}/my swap' bs=1M count=8; chmod 600 '{at}/my swap'; mkswap -q '{at}/my swap'; swapon '{at}/my swap'; sync",
        take_down: "swapoff '{at}/my swap'; umount {at}",
        target: "{at}/my swap",
        says: &["in use by swap"],
    },
    State {
        name: "a zram device that is mounted",
        drives: &[],
        set_up: "modprobe zram num_devices=1; echo 8M > /sys/block/zram0/disksize\n\
                 mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 /dev/zram0; mount /dev/zram0 {at}",
        take_down: "umount {at}; echo 1 > /sys/block/zram0/reset",
        target: "/dev/zram0",
        says: MOUNTED,
    },
    State {
        name: "a memory disk that is mounted",
        drives: &[],
        set_up: "modprobe brd rd_nr=1 rd_size=8192\n\
                 mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 /dev/ram0; mount /dev/ram0 {at}",
        take_down: "umount {at}; rmmod brd",
        target: "/dev/ram0",
        says: MOUNTED,
    },
    State {
        name: "a loop device that is mounted",
        drives: &[],
        set_up: "dd if=/dev/urandom of=/run/image bs=1M count=8 2>&1; mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 /run/image; losetup /dev/loop5 /run/image; mount /dev/loop5 {at}",
        take_down: "umount {at}; losetup -d /dev/loop5; rm /run/image",
        target: "/dev/loop5",
        says: MOUNTED,
    },
    State {
        name: "the log of an XFS on another drive",
        drives: &["virtio"],
        set_up: "modprobe xfs; truncate -s 400M /run/big; losetup /dev/loop6 /run/big\n\
                 mkfs.xfs -q -f --unsupported -l logdev={a},size=16m /dev/loop6; mount -o logdev={a} /dev/loop6 {at}",
        take_down: "umount {at}; losetup -d /dev/loop6; rm /run/big",
        target: "{a}",
        says: BUSY,
    },
];
