//! System error numbers, and the consequence of each for a cell.

use iogram_model::{CellState, Message};

use crate::target::Errno;

/// The consequence of each error number; any other number means failed requests.
const CONSEQUENCES: [(i32, CellState); 13] = [
    (-1, CellState::Stalled),
    (1, CellState::ReadOnly),
    (6, CellState::Vanished),
    (19, CellState::Vanished),
    (25, CellState::Unsupported),
    (27, CellState::Full),
    (28, CellState::Full),
    (30, CellState::ReadOnly),
    (95, CellState::Unsupported),
    (107, CellState::Vanished),
    (108, CellState::Vanished),
    (116, CellState::Vanished),
    (122, CellState::Full),
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
    /// No answer within the I/O timeout: not a number of the system.
    pub const NO_ANSWER: Self = Self(-1);
    /// The data read differs from the data written: not a number of the system.
    pub const NOT_AS_WRITTEN: Self = Self(-2);
    /// Operation not supported.
    pub const EOPNOTSUPP: Self = Self(95);

    /// The error in words, with its name: `input/output error (EIO)`.
    #[must_use]
    pub fn describe(self) -> String {
        self.statement().english()
    }

    /// The same text in every language.
    #[must_use]
    pub fn statement(self) -> Message {
        Message::of_errno(self.0)
    }

    /// The state of a cell in which a request failed with this error.
    #[must_use]
    pub fn consequence(self) -> CellState {
        let known = CONSEQUENCES.iter().find(|(number, _)| *number == self.0);
        known.map_or(CellState::IoErrors, |(_, state)| *state)
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
