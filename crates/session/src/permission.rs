//! Permissions to write: the user's words, borrowed blocks, and the session's own files.

use std::path::PathBuf;

use iogram_device::{BorrowRequest, ProtectedPath};
use iogram_engine::Control;
use iogram_inspect::SysRoot;
use iogram_model::{Bytes, text};

use crate::failure::Failure;

/// The user's options about writing.
#[derive(Debug, Clone, Default)]
pub struct SafetyOptions {
    /// The text that the user typed to allow destruction: a serial number or a name.
    pub destroy: Option<String>,
    /// Length of the first part of a device to borrow and put back.
    pub borrow: Option<Bytes>,
    /// Where to save the borrowed blocks.
    pub journals: Journals,
    /// Files that no run may destroy, such as the store.
    pub needed: Vec<ProtectedPath>,
}

/// Where to save borrowed blocks meanwhile.
#[derive(Debug, Clone, Default)]
pub struct Journals {
    /// The directory that the user named.
    pub named: Option<PathBuf>,
    /// The user's default directory; `None` if there is none.
    pub usual: Option<PathBuf>,
}

impl Journals {
    /// The directory.
    ///
    /// # Errors
    ///
    /// If the options name none and the user has no default.
    pub fn place(self) -> Result<PathBuf, Failure> {
        self.named.or(self.usual).ok_or_else(|| {
            Failure::environment(
                text!("session-cannot-find-place-saved-blocks-neither"),
                text!("session-name-directory-another-drive-borrow-journal"),
            )
        })
    }
}

/// The user's permission on a target.
#[derive(Debug, Clone, Default)]
pub struct Permission {
    /// The text that the user typed to allow destruction.
    pub destroy: Option<String>,
    /// The identity that the first look at the target showed: the typed text applies to that one alone.
    pub seen: Option<String>,
    /// Length of the first part to borrow instead, and where to save its blocks.
    pub borrow: Option<(Bytes, PathBuf)>,
    /// Single places to borrow instead: where to save them, and the most bytes.
    pub places: Option<(PathBuf, Bytes)>,
    /// Files that no run may destroy.
    pub needed: Vec<ProtectedPath>,
}

impl Permission {
    /// The permission that the options give.
    ///
    /// # Errors
    ///
    /// If they name a place for saved blocks that nothing needs, or need one that does not exist.
    pub fn new(safety: SafetyOptions) -> Result<Self, Failure> {
        let SafetyOptions { destroy, borrow, journals, needed } = safety;
        let borrow = match borrow {
            Some(size) => Some((size, journals.place()?)),
            None if journals.named.is_some() => {
                return Err(Failure::usage(
                    text!("session-borrow-journal-says-where-keep-blocks"),
                    text!("session-add-borrow-leave-borrow-journal-out"),
                ));
            }
            None => None,
        };
        Ok(Self { destroy, seen: None, borrow, places: None, needed })
    }

    /// Whether the user explicitly asked for writing.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.destroy.is_some() || self.borrow.is_some() || self.places.is_some()
    }

    pub(crate) fn request<'a>(&'a self, control: &'a Control) -> Option<BorrowRequest<'a>> {
        let (size, journals) = self.borrow.as_ref()?;
        Some(BorrowRequest { size: *size, journals, control, seen: self.seen.as_deref() })
    }
}

/// This computer, with the user's statement about uses that cannot be seen from inside a container.
#[must_use]
pub fn computer(unused_outside: Option<&str>) -> SysRoot {
    SysRoot { unused_outside: unused_outside.map(str::to_owned), ..SysRoot::default() }
}
