//! System error numbers by name, and what each means for a cell.

use iogram_model::CellState;

use crate::target::Errno;

/// Number, name, meaning and consequence. Source: Linux `include/uapi/asm-generic/errno*.h`.
const KNOWN: [(i32, &str, &str, CellState); 20] = [
    (1, "EPERM", "operation not permitted", CellState::ReadOnly),
    (5, "EIO", "input/output error", CellState::IoErrors),
    (6, "ENXIO", "no such device or address", CellState::Vanished),
    (12, "ENOMEM", "out of memory", CellState::IoErrors),
    (16, "EBUSY", "device or resource busy", CellState::IoErrors),
    (19, "ENODEV", "no such device", CellState::Vanished),
    (22, "EINVAL", "invalid argument", CellState::IoErrors),
    (25, "ENOTTY", "not supported by this device", CellState::Unsupported),
    (27, "EFBIG", "file too large", CellState::Full),
    (28, "ENOSPC", "no space left on device", CellState::Full),
    (30, "EROFS", "read-only file system or device", CellState::ReadOnly),
    (61, "ENODATA", "medium error: no data", CellState::IoErrors),
    (84, "EILSEQ", "protection or checksum error", CellState::IoErrors),
    (95, "EOPNOTSUPP", "operation not supported", CellState::Unsupported),
    (107, "ENOTCONN", "transport endpoint is not connected", CellState::Vanished),
    (108, "ESHUTDOWN", "device was shut down", CellState::Vanished),
    (110, "ETIMEDOUT", "timed out", CellState::IoErrors),
    (116, "ESTALE", "stale file handle", CellState::Vanished),
    (121, "EREMOTEIO", "the device reported an error", CellState::IoErrors),
    (122, "EDQUOT", "disk quota exceeded", CellState::Full),
];

impl Errno {
    /// Input/output error.
    pub const EIO: Self = Self(5);
    /// No such device.
    pub const ENODEV: Self = Self(19);
    /// No space left on device.
    pub const ENOSPC: Self = Self(28);
    /// Read-only file system or device.
    pub const EROFS: Self = Self(30);
    /// No answer within the time that a request is waited for: no number of the system's.
    pub const NO_ANSWER: Self = Self(-1);
    /// Operation not supported.
    pub const EOPNOTSUPP: Self = Self(95);

    /// In words, with the name: `input/output error (EIO)`.
    #[must_use]
    pub fn describe(self) -> String {
        match KNOWN.iter().find(|(number, ..)| *number == self.0) {
            Some((_, name, words, _)) => format!("{words} ({name})"),
            None if self == Self::NO_ANSWER => "no answer came back".to_owned(),
            None => format!("system error {}", self.0),
        }
    }

    /// The state of a cell in which a request failed so.
    #[must_use]
    pub fn consequence(self) -> CellState {
        if self == Self::NO_ANSWER {
            return CellState::Stalled;
        }
        KNOWN
            .iter()
            .find(|(number, ..)| *number == self.0)
            .map_or(CellState::IoErrors, |&(.., state)| state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_named_and_have_a_consequence() {
        assert_eq!(Errno::EIO.describe(), "input/output error (EIO)");
        assert_eq!(Errno(9999).describe(), "system error 9999");
        assert_eq!(Errno::ENOSPC.consequence(), CellState::Full);
        assert_eq!(Errno::ENODEV.consequence(), CellState::Vanished);
        assert_eq!(Errno(9999).consequence(), CellState::IoErrors);
    }
}
