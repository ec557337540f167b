//! Marks of members, and the command that removes an unused member from its group.
//!
//! A kind belongs here if this device alone does not show the possible loss: other devices hold the rest, or other
//! computers use it without this one's knowledge.

/// Kind; kind after a lost partition table; the command that releases it, with `DEV` for the device's path.
type Member = (&'static str, &'static str, &'static str);

macro_rules! members {
    ($($kind:literal => $release:literal),* $(,)?) => {
        &[$(($kind, concat!($kind, " behind a lost partition table"), $release)),*]
    };
}

const MEMBERS: &[Member] = members![
    "LVM2" => "vgreduce and pvremove DEV",
    "LVM1" => "wipefs -a DEV",
    "Linux RAID 0.90" => "mdadm --zero-superblock DEV",
    "Linux RAID 1.x" => "mdadm --zero-superblock DEV",
    "Intel RAID" => "mdadm --zero-superblock DEV",
    "DDF RAID" => "mdadm --zero-superblock DEV",
    "Promise RAID" => "wipefs -a DEV",
    "LSI RAID" => "wipefs -a DEV",
    "NVIDIA RAID" => "wipefs -a DEV",
    "Adaptec RAID" => "wipefs -a DEV",
    "JMicron RAID" => "wipefs -a DEV",
    "HighPoint RAID" => "wipefs -a DEV",
    "Silicon Image RAID" => "wipefs -a DEV",
    "VIA RAID" => "wipefs -a DEV",
    "bcache" => "wipefs -a DEV",
    "btrfs of several devices" => "wipefs -a DEV",
    "bcachefs of several devices" => "wipefs -a DEV",
    "APFS of several devices" => "wipefs -a DEV",
    "ZFS" => "zpool labelclear DEV",
    "VDO" => "wipefs -a DEV",
    "BlueStore" => "wipefs -a DEV",
    "Stratis" => "wipefs -a DEV",
    "DRBD" => "drbdadm down and wipefs -a DEV",
    "DRBD control volume" => "wipefs -a DEV",
    "DRBD proxy log" => "wipefs -a DEV",
    "dm-integrity" => "integritysetup close and wipefs -a DEV",
    "dm-verity" => "wipefs -a DEV",
    "device-mapper snapshot" => "wipefs -a DEV",
    "device-mapper thin pool" => "dd if=/dev/zero of=DEV bs=4096 count=1",
    "device-mapper cache" => "dd if=/dev/zero of=DEV bs=4096 count=1",
    "device-mapper write cache" => "dd if=/dev/zero of=DEV bs=4096 count=1",
    "external ext journal" => "tune2fs -O ^has_journal on its file system and wipefs -a DEV",
    "external XFS log" => "wipefs -a DEV",
    "external JFS log" => "dd if=/dev/zero of=DEV bs=4096 count=2",
    "ScoutFS" => "wipefs -a DEV",
    "mpool" => "wipefs -a DEV",
    "Oracle ASM" => "wipefs -a DEV",
    "VMFS volume" => "wipefs -a DEV",
    "VMFS" => "wipefs -a DEV",
    "GFS2 of a cluster" => "wipefs -a DEV",
    "GFS of a cluster" => "wipefs -a DEV",
    "OCFS2 of a cluster" => "wipefs -a DEV",
    "OCFS of a cluster" => "wipefs -a DEV",
    "Windows dynamic disk" => "clean it with Windows' diskpart, or dd if=/dev/zero over DEV",
];

fn find(kind: &str) -> Option<&'static Member> {
    MEMBERS.iter().find(|(known, ..)| *known == kind)
}

pub(super) fn is_member(kind: &str) -> bool {
    find(kind).is_some()
}

/// The command that releases the mark on the device at `path`; `None` if it is not the mark of a member.
pub(super) fn release(kind: &str, path: &str) -> Option<String> {
    find(kind).map(|(.., release)| release.replace("DEV", path))
}

/// The name of a kind after a lost partition table: nothing looks for it there any more, so no command would release
/// it.
pub(super) fn behind_lost_table(kind: &'static str) -> &'static str {
    find(kind).map_or(kind, |(_, lost, _)| lost)
}

#[cfg(test)]
pub(super) fn kinds() -> impl Iterator<Item = &'static str> {
    MEMBERS.iter().map(|(kind, ..)| *kind)
}
