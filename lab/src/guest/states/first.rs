//! The first states: one of each kind.

use super::{BUILT_ON, BUSY, MOUNTED, State};

/// The device that passes commands on to the namespace of a block device.
macro_rules! commands {
    () => {
        "ln -s $(echo {a} | sed s,/nvme,/ng,) /run/commands"
    };
}

pub(super) const STATES: &[State] = &[
    State {
        name: "mounted",
        drives: &["nvme-1"],
        set_up: concat!(ext4!("{a}"), "mount {a} {at}"),
        take_down: "umount {at}",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "mounted read-only",
        drives: &["uas"],
        set_up: concat!(ext4!("{a}"), "mount -o ro {a} {at}"),
        take_down: "umount {at}",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "a partition is mounted, the whole drive is named",
        drives: &["sd"],
        set_up: concat!(partition!("{a}", "{a1}"), ext4!("{a1}"), "mount {a1} {at}"),
        take_down: "umount {at}; dd if=/dev/zero of={a} bs=1M count=1; blockdev --rereadpt {a}",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "a mounted partition is named",
        drives: &["sata"],
        set_up: concat!(partition!("{a}", "{a1}"), ext4!("{a1}"), "mount {a1} {at}"),
        take_down: "umount {at}; dd if=/dev/zero of={a} bs=1M count=1; blockdev --rereadpt {a}",
        target: "{a1}",
        says: MOUNTED,
    },
    State {
        name: "mounted in another mount namespace only",
        drives: &["virtio"],
        set_up: concat!(
            ext4!("{a}"),
            in_background!(
                "unshare --mount sh -c 'mount {a} {at}; touch /run/ready; exec sleep 1000'"
            )
        ),
        take_down: "kill -9 $(cat /run/background); while grep -q {a} /proc/[0-9]*/mounts \
                    2>/dev/null; do usleep 10000; done",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "mounted in a namespace that no process is in",
        drives: &["usb-stick"],
        set_up: concat!(
            ext4!("{a}"),
            "mkdir -p /run/spaces; mountpoint -q /run/spaces || mount --bind --make-private \
             /run/spaces /run/spaces\ntouch /run/spaces/kept\n",
            "unshare --mount=/run/spaces/kept mount {a} {at}"
        ),
        take_down: "umount /run/spaces/kept; usleep 300000",
        target: "{a}",
        says: BUSY,
    },
    State {
        name: "mounted, named by a device node elsewhere",
        drives: &["nvme-2"],
        set_up: concat!(
            ext4!("{a}"),
            "mount {a} {at}\nmknod /run/alias b $(stat -c '0x%t 0x%T' {a})"
        ),
        take_down: "rm /run/alias; umount {at}",
        target: "/run/alias",
        says: MOUNTED,
    },
    State {
        name: "free, named by the character device of its namespace",
        drives: &["nvme-1"],
        set_up: commands!(),
        take_down: "rm /run/commands",
        target: "/run/commands",
        says: &["only reads by NVMe passthrough"],
    },
    State {
        name: "mounted, named by the character device of its namespace",
        drives: &["nvme-2"],
        set_up: concat!(ext4!("{a}"), "mount {a} {at}\n", commands!()),
        take_down: "rm /run/commands; umount {at}",
        target: "/run/commands",
        says: &["only reads by NVMe passthrough"],
    },
    State {
        name: "mounted, named by a link",
        drives: &["ufs"],
        set_up: concat!(ext4!("{a}"), "mount {a} {at}\nln -s {a} /run/link"),
        take_down: "rm /run/link; umount {at}",
        target: "/run/link",
        says: MOUNTED,
    },
    State {
        name: "mounted, and hidden below another mount",
        drives: &["scsi"],
        set_up: concat!(ext4!("{a}"), "mount {a} {at}\nmount -t tmpfs over {at}"),
        take_down: "umount {at}; umount {at}",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "only a directory of it is mounted elsewhere",
        drives: &["virtio"],
        set_up: concat!(
            ext4!("{a}"),
            "mount {a} {at}; mkdir {at}/part /run/part; mount --bind {at}/part /run/part\n\
             umount {at}"
        ),
        take_down: "umount /run/part; rmdir /run/part",
        target: "{a}",
        says: MOUNTED,
    },
    State {
        name: "unmounted lazily with a file open",
        drives: &["sata"],
        set_up: concat!(
            ext4!("{a}"),
            "mount {a} {at}; touch {at}/open\n",
            in_background!("sh -c 'exec 3< {at}/open; touch /run/ready; exec sleep 1000'"),
            "umount --lazy {at}"
        ),
        take_down: "kill -9 $(cat /run/background); usleep 300000",
        target: "{a}",
        says: BUSY,
    },
    State {
        name: "unmounted lazily with a process in it",
        drives: &["uas"],
        set_up: concat!(
            ext4!("{a}"),
            "mount {a} {at}; sync\n",
            in_background!("sh -c 'cd {at}; touch /run/ready; exec sleep 1000'"),
            "umount --lazy {at}"
        ),
        take_down: "kill -9 $(cat /run/background); usleep 300000",
        target: "{a}",
        says: BUSY,
    },
    State {
        name: "below an overlay",
        drives: &["nvme-1"],
        set_up: concat!(
            ext4!("{a}"),
            "mount {a} {at}; mkdir -p {at}/up {at}/work /run/low /run/over\n\
             mount -t overlay -o lowerdir=/run/low,upperdir={at}/up,workdir={at}/work over /run/over\n\
             umount --lazy {at}"
        ),
        take_down: "umount /run/over; rmdir /run/over /run/low; usleep 300000",
        target: "{a}",
        says: &["open exclusively", "is mounted at"],
    },
    State {
        name: "holds the root file system",
        drives: &[],
        set_up: "true",
        take_down: "true",
        target: "/dev/root-drive",
        says: &["is mounted at /", "it holds the root file system"],
    },
    State {
        name: "swap",
        drives: &["nvme-2"],
        set_up: "mkswap -q {a}; swapon {a}",
        take_down: "swapoff {a}",
        target: "{a}",
        says: &["in use as swap"],
    },
    State {
        name: "swap on a partition, the whole drive is named",
        drives: &["usb-stick"],
        set_up: concat!(partition!("{a}", "{a1}"), "mkswap -q {a1}; swapon {a1}"),
        take_down: "swapoff {a1}; dd if=/dev/zero of={a} bs=1M count=1; blockdev --rereadpt {a}",
        target: "{a}",
        says: &["in use as swap"],
    },
    State {
        name: "LVM: a volume is active",
        drives: &["sata"],
        set_up: "pvcreate -qq -ff -y {a}; vgcreate -qq -s 1M bench {a}; lvcreate -qq -y -Wn -Zn -l 8 -n v bench",
        take_down: "vgremove -qq -f -y bench; pvremove -qq -ff -y {a}",
        target: "{a}",
        says: BUILT_ON,
    },
    State {
        name: "LVM: a volume is mounted and named",
        drives: &["scsi"],
        set_up: concat!(
            "pvcreate -qq -ff -y {a}; vgcreate -qq -s 1M bench {a}; lvcreate -qq -y -Wn -Zn -l 8 -n v bench\n",
            ext4!("/dev/bench/v"),
            "mount /dev/bench/v {at}"
        ),
        take_down: "umount {at}; vgremove -qq -f -y bench; pvremove -qq -ff -y {a}",
        target: "/dev/bench/v",
        says: MOUNTED,
    },
    State {
        name: "LVM: the group is not active",
        drives: &["virtio"],
        set_up: "pvcreate -qq -ff -y {a}; vgcreate -qq -s 1M bench {a}; lvcreate -qq -y -Wn -Zn -l 8 -n v bench\n\
                 vgchange -qq -an bench",
        take_down: "vgremove -qq -f -y bench; pvremove -qq -ff -y {a}",
        target: "{a}",
        says: &["something larger: LVM2"],
    },
    State {
        name: "LVM: a volume without a group",
        drives: &["uas"],
        set_up: "pvcreate -qq -ff -y {a}",
        take_down: "pvremove -qq -ff -y {a}",
        target: "{a}",
        says: &["something larger: LVM2"],
    },
    State {
        name: "MD: in a running array",
        drives: &["sata", "uas"],
        set_up: "mdadm --quiet --create /dev/md0 --run --level=1 --raid-devices=2 --metadata=1.2 \
                 --assume-clean --bitmap=none {a} {b}",
        take_down: "mdadm --quiet --stop /dev/md0; mdadm --quiet --zero-superblock {a} {b}",
        target: "{b}",
        says: BUILT_ON,
    },
    State {
        name: "MD: in a stopped array",
        drives: &["virtio", "scsi"],
        set_up: "mdadm --quiet --create /dev/md0 --run --level=1 --raid-devices=2 --metadata=1.0 \
                 --assume-clean --bitmap=none {a} {b}; mdadm --quiet --stop /dev/md0",
        take_down: "mdadm --quiet --zero-superblock {a} {b}",
        target: "{a}",
        says: &["something larger: Linux RAID"],
    },
    State {
        name: "MD: the array is mounted and a member is named",
        drives: &["nvme-1", "ufs"],
        set_up: concat!(
            "mdadm --quiet --create /dev/md0 --run --level=1 --raid-devices=2 --metadata=1.2 \
             --assume-clean --bitmap=none {a} {b}\n",
            ext4!("/dev/md0"),
            // The array notes that it is clean a moment after the last write.
            "mount /dev/md0 {at}; sync; usleep 800000"
        ),
        take_down: "umount {at}; mdadm --quiet --stop /dev/md0; mdadm --quiet --zero-superblock {a} {b}",
        target: "{a}",
        says: &["is built on", "is mounted at"],
    },
    State {
        name: "dm-crypt: open, plain",
        drives: &["usb-stick"],
        set_up: "echo secret | cryptsetup open --type plain --cipher aes-xts-plain64 --key-size 256 \
                 --hash sha256 {a} secret",
        take_down: "cryptsetup close secret",
        target: "{a}",
        says: BUILT_ON,
    },
    State {
        name: "dm-crypt: LUKS, open",
        drives: &["nvme-2"],
        set_up: "echo secret > /run/key; cryptsetup luksFormat -q --type luks1 \
                 --pbkdf-force-iterations 1000 {a} /run/key\n\
                 cryptsetup open --key-file /run/key {a} secret",
        take_down: "cryptsetup close secret",
        target: "{a}",
        says: BUILT_ON,
    },
    State {
        name: "a partition under LUKS under LVM under ext4",
        drives: &["sata"],
        set_up: concat!(
            partition!("{a}", "{a1}"),
            "echo secret > /run/key; cryptsetup luksFormat -q --type luks1 \
             --pbkdf-force-iterations 1000 {a1} /run/key\n\
             cryptsetup open --key-file /run/key {a1} secret\n\
             pvcreate -qq -ff -y /dev/mapper/secret; vgcreate -qq -s 1M bench /dev/mapper/secret\n\
             lvcreate -qq -y -Wn -Zn -l 8 -n v bench\n",
            ext4!("/dev/bench/v"),
            "mount /dev/bench/v {at}"
        ),
        take_down: "umount {at}; vgremove -qq -f -y bench; cryptsetup close secret\n\
                    dd if=/dev/zero of={a} bs=1M count=1; blockdev --rereadpt {a}",
        target: "{a}",
        says: &["is built on", "is mounted at"],
    },
    State {
        name: "dm-linear",
        drives: &["virtio"],
        set_up: "echo '0 32768 linear {a} 0' | dmsetup create map",
        take_down: "dmsetup remove map",
        target: "{a}",
        says: BUILT_ON,
    },
    State {
        name: "dm-delay",
        drives: &["scsi"],
        set_up: "echo '0 32768 delay {a} 0 20' | dmsetup create map",
        take_down: "dmsetup remove map",
        target: "{a}",
        says: BUILT_ON,
    },
    State {
        name: "dm-flakey",
        drives: &["uas"],
        set_up: "echo '0 32768 flakey {a} 0 60 0' | dmsetup create map",
        take_down: "dmsetup remove map",
        target: "{a}",
        says: BUILT_ON,
    },
    State {
        name: "dm-snapshot: keeps the changes of another drive",
        drives: &["nvme-1", "ufs"],
        set_up: "echo '0 32768 snapshot {a} {b} N 16' | dmsetup create map",
        take_down: "dmsetup remove map",
        target: "{b}",
        says: BUILT_ON,
    },
    State {
        name: "bcache: backing drive",
        drives: &["nvme-2"],
        set_up: "modprobe bcache; make-bcache -B {a} > /dev/null; echo {a} > /sys/fs/bcache/register\n\
                 while [ ! -b /dev/bcache0 ]; do usleep 10000; done",
        take_down: "echo 1 > /sys/block/bcache0/bcache/stop\n\
                    while [ -b /dev/bcache0 ]; do usleep 10000; done; usleep 300000",
        target: "{a}",
        says: &["is built on", "open exclusively"],
    },
    State {
        name: "bcache: backing drive, not in use",
        drives: &["usb-stick"],
        set_up: "make-bcache -B {a} > /dev/null",
        take_down: "true",
        target: "{a}",
        says: &["something larger: bcache"],
    },
    State {
        name: "btrfs of two drives, the second is named",
        drives: &["sata", "virtio"],
        set_up: "modprobe btrfs; mkfs.btrfs -q -f -K --mixed -m single -d single {a} {b}; btrfs device scan > /dev/null\n\
                 mount -o device={b} {a} {at}",
        take_down: "umount {at}",
        target: "{b}",
        says: &["is mounted at", "belongs to the btrfs file system"],
    },
    State {
        name: "btrfs of two drives, not mounted",
        drives: &["uas", "scsi"],
        set_up: "modprobe btrfs; mkfs.btrfs -q -f -K --mixed -m single -d single {a} {b}",
        take_down: "true",
        target: "{b}",
        says: &["something larger: btrfs"],
    },
    State {
        name: "journal of a file system on another drive",
        drives: &["nvme-1", "sata"],
        set_up: "mke2fs -q -F -O journal_dev -b 4096 -E nodiscard {b}\n\
                 mke2fs -q -F -t ext4 -b 4096 -E nodiscard,lazy_itable_init=0 -J device={b} {a}\n\
                 mount {a} {at}",
        take_down: "umount {at}",
        target: "{b}",
        says: BUSY,
    },
    State {
        name: "a loop device shows it",
        drives: &["ufs"],
        set_up: "losetup /dev/loop5 {a}",
        take_down: "losetup -d /dev/loop5",
        target: "{a}",
        says: &["as its file"],
    },
    State {
        name: "a loop device over it is named",
        drives: &["scsi"],
        set_up: "losetup /dev/loop5 {a}",
        take_down: "losetup -d /dev/loop5",
        target: "/dev/loop5",
        says: &["on the drive"],
    },
    State {
        name: "a file that a loop device shows is named",
        drives: &["nvme-2"],
        set_up: concat!(
            ext4!("{a}"),
            "mount {a} {at}; dd if=/dev/urandom of={at}/image bs=1M count=8; sync\n\
             losetup /dev/loop5 {at}/image"
        ),
        take_down: "losetup -d /dev/loop5; umount {at}",
        target: "{at}/image",
        says: &["in use by loop5"],
    },
    State {
        name: "a file that is swapped to is named",
        drives: &["virtio"],
        set_up: concat!(
            ext4!("{a}"),
            "mount {a} {at}; dd if=/dev/urandom of={at}/image bs=1M count=8; chmod 600 {at}/image\n\
             mkswap -q {at}/image; swapon {at}/image; sync"
        ),
        take_down: "swapoff {at}/image; umount {at}",
        target: "{at}/image",
        says: &["in use by swap"],
    },
    State {
        name: "another program has it open exclusively",
        drives: &["nvme-1"],
        set_up: in_background!("/usr/local/bin/lab hold {a} /run/ready"),
        take_down: "kill -9 $(cat /run/background); usleep 300000",
        target: "{a}",
        says: BUSY,
    },
    State {
        name: "another program has a partition open exclusively",
        drives: &["uas"],
        set_up: concat!(
            partition!("{a}", "{a1}"),
            in_background!("/usr/local/bin/lab hold {a1} /run/ready")
        ),
        take_down: "kill -9 $(cat /run/background); usleep 300000\n\
                    dd if=/dev/zero of={a} bs=1M count=1; blockdev --rereadpt {a}",
        target: "{a}",
        says: BUSY,
    },
    State {
        name: "another program has it open for writing",
        drives: &["ufs"],
        set_up: in_background!("sh -c 'exec 3<> {a}; touch /run/ready; exec sleep 1000'"),
        take_down: "kill -9 $(cat /run/background); usleep 300000",
        target: "{a}",
        says: &["open for writing"],
    },
    State {
        name: "set read-only",
        drives: &["sata"],
        set_up: "blockdev --setro {a}",
        take_down: "blockdev --setrw {a}",
        target: "{a}",
        says: &["read-only"],
    },
    State {
        name: "a zram device that is swapped to",
        drives: &[],
        set_up: "modprobe zram num_devices=1; echo 8M > /sys/block/zram0/disksize\n\
                 mkswap -q /dev/zram0; swapon /dev/zram0",
        take_down: "swapoff /dev/zram0; echo 1 > /sys/block/zram0/reset",
        target: "/dev/zram0",
        says: &["in use as swap"],
    },
    State {
        name: "a null_blk device that is mounted",
        drives: &[],
        set_up: concat!(
            "modprobe null_blk nr_devices=0; cd /sys/kernel/config/nullb; mkdir nullb7; cd nullb7\n\
             echo 1 > memory_backed; echo 8 > size; echo 1 > power\n",
            ext4!("/dev/nullb7"),
            "mount /dev/nullb7 {at}"
        ),
        take_down: "umount {at}; rmdir /sys/kernel/config/nullb/nullb7",
        target: "/dev/nullb7",
        says: MOUNTED,
    },
];
