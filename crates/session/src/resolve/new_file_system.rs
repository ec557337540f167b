//! A drive on which a method makes a file system.

use iogram_device::{TargetSpec, largest_test_file};
use iogram_model::{Bytes, Sentence, sentence, text};
use iogram_runner::{Method, TargetFacts};

use super::{ResolvedKind, ResolvedTarget};
use crate::failure::Failure;

/// Divisor for the smallest share of a drive that a new file system may use itself, for plans: tables, a journal,
/// reserved blocks. Arbitrary; ext4 uses 1/64 for inodes and 5 % for root.
const FILE_SYSTEM_DIVISOR: u64 = 12;

impl ResolvedTarget {
    /// The target, if `method` makes a file system on it with these settings.
    ///
    /// # Errors
    ///
    /// If it is not a drive, or cannot hold a file system.
    pub fn for_method(
        self,
        method: &Method,
        settings: &[(String, String)],
    ) -> Result<Self, Failure> {
        let Some(kind) = method.file_system(settings) else { return Ok(self) };
        let param = method.file_system_param().unwrap_or_default().to_owned();
        let refused = |why: Sentence, hint: Sentence| {
            let name = self.spec.to_string();
            let message = sentence!("session-cannot-make", kind, name, why: why);
            Err(Failure::usage(message, hint))
        };
        let without = || sentence!("session-leave-out-param", param);
        match (&self.spec, self.kind) {
            (TargetSpec::Path(_), ResolvedKind::BlockDevice) if self.facts.zones.is_some() => {
                let why = text!("session-zones-take-writes-write-pointers-alone");
                return refused(why.into(), without());
            }
            (TargetSpec::Path(_), ResolvedKind::BlockDevice) => {}
            (_, ResolvedKind::Borrowed) => {
                let hint = text!("session-allow-destroy-serial-name-directory-drive");
                let why = text!("session-destroys-everything-only-borrowed");
                return refused(why.into(), hint.into());
            }
            (TargetSpec::Path(_), ResolvedKind::NewFile) => {
                let hint = sentence!("session-leave-out-use-file-system-name", param);
                return refused(sentence!("session-directory"), hint);
            }
            (TargetSpec::Path(_), _) => {
                return refused(text!("session-file").into(), without());
            }
            (TargetSpec::Simulated(_), _) => {
                return refused(sentence!("session-simulated-holds-no-files"), without());
            }
            (TargetSpec::Passthrough { device, .. }, _) => {
                let hint = sentence!("session-name-block-device", device = device.display());
                return refused(sentence!("session-no-block-device"), hint);
            }
            (TargetSpec::Null, _) => return refused(sentence!("session-no-drive"), without()),
        }
        let room = self.facts.capacity.map(|it| Bytes(it.0 - it.0 / FILE_SYSTEM_DIVISOR));
        let fits = room.and_then(largest_test_file).unwrap_or(Bytes(0));
        let facts = TargetFacts {
            is_writable: self.facts.is_writable,
            ..TargetFacts::file(Some(fits), self.facts.logical_block_size)
        };
        Ok(Self { facts, kind: ResolvedKind::NewFileSystem(kind), ..self })
    }
}
