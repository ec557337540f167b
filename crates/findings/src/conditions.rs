//! File systems and devices in memory whose figures are not those of a drive.
//!
//! Judges the recorded [`Conditions`]; must not examine the system itself.

use iogram_model::{
    Argument, BesideRecord, Conditions, Link, Message, MessageId, SharedWayRecord, Total as _,
    Warning, WarningCode, float,
};

/// The effects of these conditions that a reader of the results must know.
#[must_use]
pub fn judge_conditions(conditions: &Conditions, drive: Option<&str>) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |code: WarningCode, statement: Message| {
        warnings.push(Warning::new(code, statement));
    };
    if let Some(fs) = &conditions.file_system {
        let place = format!("{} ({})", fs.mount_point, fs.kind);
        let on_place = |id: MessageId| Message::new(id, [place.as_str().into()]);
        if fs.is_memory {
            warn(WarningCode::MemoryFileSystem, on_place(MessageId::OnMemory));
        }
        if fs.is_copy_on_write == Some(true) {
            warn(WarningCode::CopyOnWrite, on_place(MessageId::OnCopyOnWrite));
        }
        if fs.is_compressing == Some(true) {
            warn(WarningCode::Compressing, on_place(MessageId::OnCompressing));
        }
        if is_remote(&fs.kind) {
            warn(WarningCode::Remote, on_place(MessageId::OnRemote));
        }
        if fs.supports_direct == Some(false) {
            warn(WarningCode::NoDirectIo, on_place(MessageId::OnNoDirectIo));
        }
    } else if drive == Some("zram") {
        warn(WarningCode::MemoryDevice, Message::plain(MessageId::OnZram));
    }
    let is_told = conditions.file_system.as_ref().is_some_and(|it| it.is_memory);
    if let Some(place) =
        conditions.memory.as_deref().filter(|_| !is_told && drive != Some("zram"))
    {
        let statement = Message::new(MessageId::OnMemory, [place.into()]);
        warn(WarningCode::MemoryDevice, statement);
    }
    warnings
}

/// The effect of drives measured at the same time: warns of each shared path to the computer that is slower than all
/// its drives together could be. `own_link` is the link of the drive itself.
#[must_use]
pub fn judge_beside(beside: &[BesideRecord], own_link: Option<&str>) -> Vec<Warning> {
    // An idle link may save power by running slowly when it is examined: its full speed counts.
    let carried = |link: Option<&str>| Link::parse_possible(link?)?.payload_bytes_per_s();
    let mut ways: Vec<&SharedWayRecord> =
        beside.iter().filter_map(|it| it.shares.as_ref()).collect();
    ways.sort_unstable_by_key(|way| &way.name);
    ways.dedup();
    let judged = ways.into_iter().filter_map(|way| {
        // A path of unknown speed is not a reason for doubt.
        let most = carried(way.link.as_deref())?;
        let sharing = || beside.iter().filter(|it| it.shares.as_ref() == Some(way));
        let links = sharing().map(|it| it.link.as_deref()).chain([own_link]);
        // A drive with an unknown link could take all of it.
        let wanted: u64 = links.map(|link| carried(link).unwrap_or(most)).total();
        let drives: Vec<&str> = sharing().map(|it| it.target.as_str()).collect();
        let values = [
            Argument::from(drives.join(", ").as_str()),
            way.name.as_str().into(),
            Argument::BytesPerS(float(most)),
        ];
        let statement = Message::new(MessageId::OnSharedWay, values);
        (wanted > most).then(|| Warning::new(WarningCode::SharedLink, statement))
    });
    judged.collect()
}

fn is_remote(kind: &str) -> bool {
    ["nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "fuse.sshfs", "afs", "virtiofs"]
        .contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_memory_is_no_drive_and_an_unknown_one_is_not_judged() {
        let conditions = Conditions::default();
        let codes = |drive| {
            let found = judge_conditions(&conditions, drive);
            found.into_iter().map(|it| it.code).collect::<Vec<_>>()
        };
        assert_eq!(codes(Some("zram")), ["memory-device"]);
        assert_eq!(codes(Some("NVMe")), [""; 0]);
        assert_eq!(codes(None), [""; 0]);
    }

    #[test]
    fn memory_below_a_device_is_told_once() {
        let memory = Some("loop0, a file of tmpfs (/dev/shm/image)".to_owned());
        let conditions = Conditions { memory, ..Conditions::default() };
        let found = judge_conditions(&conditions, Some("loop"));
        let said: Vec<_> =
            found.iter().map(|it| (it.code.as_str(), it.message.as_str())).collect();
        let message = "loop0, a file of tmpfs (/dev/shm/image) lives in main memory: this measures memory, \
                       not a drive";
        assert_eq!(said, [("memory-device", message)]);
        let found = judge_conditions(&conditions, Some("zram"));
        assert_eq!(found.len(), 1, "{found:?}");
    }

    #[test]
    fn a_file_system_over_a_network_is_told_by_its_kind() {
        assert!(is_remote("nfs4") && is_remote("fuse.sshfs"));
        assert!(!is_remote("ext4") && !is_remote("fuseblk"));
    }

    fn beside(target: &str, link: Option<&str>, way: Option<&str>) -> BesideRecord {
        let shares = way.map(|link| SharedWayRecord {
            name: "USB 2-1".to_owned(),
            link: Some(link.to_owned()).filter(|link| !link.is_empty()),
        });
        let link = link.map(str::to_owned);
        BesideRecord { target: target.to_owned(), link, shares, ..BesideRecord::default() }
    }

    #[track_caller]
    fn check_beside(others: &[BesideRecord], own_link: Option<&str>, expected: Option<&str>) {
        let found = judge_beside(others, own_link);
        let found: Vec<_> = found.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn a_way_that_carries_less_than_all_on_it_is_told_with_what_it_carries() {
        let gen1 = "USB 5000 Mb/s (USB 3.2 Gen 1)";
        let others = [
            beside("/dev/sdb", Some(gen1), Some(gen1)),
            beside("/dev/sdc", None, Some(gen1)),
            beside("/dev/sdd", Some(gen1), None),
        ];
        let told = "measured at the same time as /dev/sdb, /dev/sdc on the same connection (USB 2-1); it carries \
                    450.0 MB/s, less than these drives can take together: they may have slowed each other down";
        check_beside(&others, Some(gen1), Some(told));
    }

    #[test]
    fn a_way_that_is_wide_enough_or_unknown_is_no_reason_for_doubt() {
        let slow = "USB 480 Mb/s (USB 2.0)";
        let wide = "USB 5000 Mb/s (USB 3.2 Gen 1)";
        check_beside(&[beside("/dev/sdb", Some(slow), Some(wide))], Some(slow), None);
        check_beside(&[beside("/dev/sdb", Some(wide), Some(""))], Some(wide), None);
        // Power saving when it was examined.
        let asleep = "PCIe 1.0 x1 (of 4.0 x4)";
        check_beside(&[beside("/dev/sdb", Some(wide), Some(asleep))], Some(wide), None);
    }
}
