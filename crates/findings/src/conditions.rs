//! What about a file system or a device in memory makes figures those of something else than a drive.
//!
//! Judges what was recorded ([`Conditions`]); must not look itself.

use iogram_model::{Conditions, Message, MessageId, Warning, WarningCode};

/// What a reader of the numbers has to know about these circumstances.
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
    warnings
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
    fn a_file_system_over_a_network_is_told_by_its_kind() {
        assert!(is_remote("nfs4") && is_remote("fuse.sshfs"));
        assert!(!is_remote("ext4") && !is_remote("fuseblk"));
    }
}
