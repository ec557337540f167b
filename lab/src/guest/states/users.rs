//! Programs, servers and the kernel that write to a drive or to the file behind it.

use super::{BUSY, State};

pub(super) const STATES: &[State] = &[
    State {
        name: "a virtual machine or server has the file behind a loop device open",
        drives: &[],
        set_up: "dd if=/dev/urandom of=/run/image bs=1M count=8 2>&1; losetup /dev/loop5 /run/image; qemu-nbd --fork --persistent --format=raw --pid-file=/run/background --socket=/run/nbd.sock /run/image",
        take_down: "kill -9 $(cat /run/background); usleep 300000; losetup -d /dev/loop5; rm -f /run/image /run/nbd.sock",
        target: "/dev/loop5",
        says: &["open for writing"],
    },
    State {
        name: "a server has the file open that is named",
        drives: &[],
        set_up: "dd if=/dev/urandom of=/run/image bs=1M count=8 2>&1; qemu-nbd --fork --persistent --format=raw --pid-file=/run/background --socket=/run/nbd.sock /run/image",
        take_down: "kill -9 $(cat /run/background); usleep 300000; rm -f /run/image /run/nbd.sock",
        target: "/run/image",
        says: &["open for writing"],
    },
    State {
        name: "a server has it open",
        drives: &["virtio"],
        set_up: "qemu-nbd --fork --persistent --format=raw --cache=none --pid-file=/run/background --socket=/run/nbd.sock {a}",
        take_down: "kill -9 $(cat /run/background); usleep 300000; rm -f /run/nbd.sock",
        target: "{a}",
        says: &["open for writing"],
    },
    State {
        name: "a file system server has the file behind a loop device",
        drives: &[],
        set_up: "dd if=/dev/urandom of=/run/image bs=1M count=8 2>&1; mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 /run/image; losetup /dev/loop5 /run/image; fuse2fs /run/image {at}; usleep 300000",
        take_down: "umount {at}; usleep 500000; losetup -d /dev/loop5; rm /run/image",
        target: "/dev/loop5",
        says: &["open for writing"],
    },
    State {
        name: "a program has it in its memory only",
        drives: &["sata"],
        set_up: "{ echo 'mmap -rw 0 1m'; echo close; sleep 1000; } | xfs_io {a} > /dev/null 2>&1 &\n\
                 while ! grep -qs rw-s /proc/$(pidof xfs_io)/maps; do usleep 10000; done; usleep 300000",
        take_down: "kill -9 $(pidof xfs_io) $(pidof sleep); usleep 300000",
        target: "{a}",
        says: &["mapped into its memory"],
    },
    State {
        name: "a program has the file behind a loop device in its memory only",
        drives: &[],
        set_up: "dd if=/dev/urandom of=/run/image bs=1M count=8 2>&1; losetup /dev/loop5 /run/image\n\
                 { echo 'mmap -rw 0 1m'; echo close; sleep 1000; } | xfs_io /run/image > /dev/null 2>&1 &\n\
                 while ! grep -qs rw-s /proc/$(pidof xfs_io)/maps; do usleep 10000; done; usleep 300000",
        take_down: "kill -9 $(pidof xfs_io) $(pidof sleep); usleep 300000; losetup -d /dev/loop5; rm /run/image",
        target: "/dev/loop5",
        says: &["mapped into its memory"],
    },
    State {
        name: "a program has the file in its memory only that is named",
        drives: &[],
        set_up: "dd if=/dev/urandom of=/run/image bs=1M count=8 2>&1; { echo 'mmap -rw 0 1m'; echo close; sleep 1000; } | xfs_io /run/image > /dev/null 2>&1 &\n\
                 while ! grep -qs rw-s /proc/$(pidof xfs_io)/maps; do usleep 10000; done; usleep 300000",
        take_down: "kill -9 $(pidof xfs_io) $(pidof sleep); usleep 300000; rm /run/image",
        target: "/run/image",
        says: &["mapped into its memory"],
    },
    State {
        name: "a program has a lock on the file behind a loop device",
        drives: &[],
        set_up: "dd if=/dev/urandom of=/run/image bs=1M count=8 2>&1; losetup /dev/loop5 /run/image\n\
                 rm -f /run/ready\n\
                 flock /run/image sh -c 'touch /run/ready; exec sleep 1000' &\n\
                 echo $! > /run/background\n\
                 while [ ! -e /run/ready ]; do usleep 10000; done",
        take_down: "kill -9 $(cat /run/background); usleep 300000; kill -9 $(pidof sleep) || true; losetup -d /dev/loop5; rm /run/image",
        target: "/dev/loop5",
        says: &["has a lock on"],
    },
    State {
        name: "a program has a lock on the file that is named",
        drives: &[],
        set_up: "dd if=/dev/urandom of=/run/image bs=1M count=8 2>&1; rm -f /run/ready\n\
                 flock /run/image sh -c 'touch /run/ready; exec sleep 1000' &\n\
                 echo $! > /run/background\n\
                 while [ ! -e /run/ready ]; do usleep 10000; done",
        take_down: "kill -9 $(cat /run/background); usleep 300000; kill -9 $(pidof sleep) || true; rm /run/image",
        target: "/run/image",
        says: &["has a lock on"],
    },
    State {
        name: "a program appends to it",
        drives: &["usb-stick"],
        set_up: "rm -f /run/ready\n\
                 sh -c 'exec 3>> {a}; touch /run/ready; exec sleep 1000' &\n\
                 echo $! > /run/background\n\
                 while [ ! -e /run/ready ]; do usleep 10000; done",
        take_down: "kill -9 $(cat /run/background); usleep 300000",
        target: "{a}",
        says: &["open for writing"],
    },
    State {
        name: "a program writes past the page cache",
        drives: &["uas"],
        set_up: "rm -f /run/ready\n\
                 sh -c '{ dd if=/dev/zero bs=64k count=1 2> /dev/null; touch /run/ready; sleep 1000; } | dd of={a} bs=64k oflag=direct seek=128 iflag=fullblock' &\n\
                 echo $! > /run/background\n\
                 while [ ! -e /run/ready ]; do usleep 10000; done",
        take_down: "kill -9 $(pidof dd) $(pidof sleep) || true; usleep 300000",
        target: "{a}",
        says: &["open for writing"],
    },
    State {
        name: "a program has a partition of it open for writing",
        drives: &["scsi"],
        set_up: "echo 'start=2048' | sfdisk -q --wipe never --no-tell-kernel {a}\n\
                 blockdev --rereadpt {a}; while [ ! -b {a1} ]; do usleep 10000; done\n\
                 rm -f /run/ready\n\
                 sh -c 'exec 3<> {a1}; touch /run/ready; exec sleep 1000' &\n\
                 echo $! > /run/background\n\
                 while [ ! -e /run/ready ]; do usleep 10000; done",
        take_down: "kill -9 $(cat /run/background); usleep 300000; dd if=/dev/zero of={a} bs=1M count=1; blockdev --rereadpt {a}",
        target: "{a}",
        says: &["open for writing"],
    },
    State {
        name: "a program of another PID namespace has it open for writing",
        drives: &["nvme-2"],
        set_up: "rm -f /run/ready\n\
                 unshare --pid --fork --kill-child sh -c 'exec 3<> {a}; touch /run/ready; exec sleep 1000' &\n\
                 echo $! > /run/background\n\
                 while [ ! -e /run/ready ]; do usleep 10000; done",
        take_down: "kill -9 $(cat /run/background); usleep 300000; kill -9 $(pidof sleep) || true",
        target: "{a}",
        says: &["open for writing"],
    },
    State {
        name: "a program has it open for writing by another node",
        drives: &["ufs"],
        set_up: "mknod /run/alias b $(stat -c '0x%t 0x%T' {a})\n\
                 rm -f /run/ready\n\
                 sh -c 'exec 3<> /run/alias; touch /run/ready; exec sleep 1000' &\n\
                 echo $! > /run/background\n\
                 while [ ! -e /run/ready ]; do usleep 10000; done",
        take_down: "kill -9 $(cat /run/background); usleep 300000; rm /run/alias",
        target: "{a}",
        says: &["open for writing"],
    },
    State {
        name: "zram moves its pages to it",
        drives: &["sata"],
        set_up: "modprobe zram num_devices=1; echo {a} > /sys/block/zram0/backing_dev; echo 8M > /sys/block/zram0/disksize",
        take_down: "echo 1 > /sys/block/zram0/reset",
        target: "{a}",
        says: BUSY,
    },
    State {
        name: "zram that moves its pages to a drive is named",
        drives: &["virtio"],
        set_up: "modprobe zram num_devices=1; echo {a} > /sys/block/zram0/backing_dev; echo 8M > /sys/block/zram0/disksize",
        take_down: "echo 1 > /sys/block/zram0/reset",
        target: "/dev/zram0",
        says: &["on the drive", "/dev/"],
    },
    State {
        name: "served as an NVMe namespace",
        drives: &["scsi"],
        set_up: "modprobe nvmet; cd /sys/kernel/config/nvmet/subsystems; mkdir bench; mkdir bench/namespaces/1; printf %s {a} > bench/namespaces/1/device_path; echo 1 > bench/namespaces/1/enable",
        take_down: "cd /sys/kernel/config/nvmet/subsystems; echo 0 > bench/namespaces/1/enable; rmdir bench/namespaces/1 bench",
        target: "{a}",
        says: &["exports", "open exclusively"],
    },
    State {
        name: "a file on a loop device that is served as an NVMe namespace is named",
        drives: &[],
        set_up: "dd if=/dev/urandom of=/run/image bs=1M count=8 2>&1; modprobe nvmet; cd /sys/kernel/config/nvmet/subsystems; mkdir bench; mkdir bench/namespaces/1; printf %s /run/image > bench/namespaces/1/device_path; echo 1 > bench/namespaces/1/enable",
        take_down: "cd /sys/kernel/config/nvmet/subsystems; echo 0 > bench/namespaces/1/enable; rmdir bench/namespaces/1 bench; rm /run/image",
        target: "/run/image",
        says: &["exports"],
    },
    State {
        name: "served as a SCSI unit, through the page cache",
        drives: &["usb-stick"],
        set_up: "modprobe target_core_file; cd /sys/kernel/config/target/core; mkdir -p fileio_0/bench; echo fd_dev_name={a},fd_dev_size=13631488 > fileio_0/bench/control; echo 1 > fileio_0/bench/enable",
        take_down: "rmdir /sys/kernel/config/target/core/fileio_0/bench /sys/kernel/config/target/core/fileio_0",
        target: "{a}",
        says: &["exports", "open exclusively"],
    },
    State {
        name: "served as a SCSI unit",
        drives: &["uas"],
        set_up: "modprobe target_core_iblock; cd /sys/kernel/config/target/core; mkdir -p iblock_0/bench; echo udev_path={a} > iblock_0/bench/control; echo 1 > iblock_0/bench/enable",
        take_down: "rmdir /sys/kernel/config/target/core/iblock_0/bench /sys/kernel/config/target/core/iblock_0",
        target: "{a}",
        says: &["exports", "open exclusively"],
    },
];
