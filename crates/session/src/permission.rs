//! What may be written: what the user typed, what is borrowed, and what the session needs itself.

use std::path::PathBuf;

use iogram_device::{BorrowRequest, ProtectedPath};
use iogram_engine::Control;
use iogram_inspect::SysRoot;
use iogram_model::{Bytes, text};

use crate::failure::Failure;

/// What the user says of what may be written.
#[derive(Debug, Clone, Default)]
pub struct SafetyOptions {
    /// What was typed to allow destruction: a serial number or a name.
    pub destroy: Option<String>,
    /// How much of the beginning of a device is borrowed and put back.
    pub borrow: Option<Bytes>,
    /// Where the blocks of what is borrowed are kept.
    pub journals: Journals,
    /// What must not be destroyed in any case, such as the store.
    pub needed: Vec<ProtectedPath>,
}

/// Where the blocks of what is borrowed are kept meanwhile.
#[derive(Debug, Clone, Default)]
pub struct Journals {
    /// The directory that the user named.
    pub named: Option<PathBuf>,
    /// The directory of this user; `None` if there is none.
    pub usual: Option<PathBuf>,
}

impl Journals {
    /// The directory.
    ///
    /// # Errors
    ///
    /// If none is named and the user has none.
    pub fn place(self) -> Result<PathBuf, Failure> {
        self.named.or(self.usual).ok_or_else(|| {
            Failure::environment(
                text!("session-cannot-find-place-saved-blocks-neither"),
                text!("session-name-directory-another-drive-borrow-journal"),
            )
        })
    }
}

/// What the user allows on a target.
#[derive(Debug, Clone, Default)]
pub struct Permission {
    /// What was typed to allow destruction.
    pub destroy: Option<String>,
    /// What stood there when it was looked at first: what was typed is meant for that.
    pub seen: Option<String>,
    /// What is borrowed instead, and where its blocks are kept.
    pub borrow: Option<(Bytes, PathBuf)>,
    /// Single places are borrowed instead: where they are kept, and how much at most.
    pub places: Option<(PathBuf, Bytes)>,
    /// What must not be destroyed in any case.
    pub needed: Vec<ProtectedPath>,
}

impl Permission {
    /// What the options say.
    ///
    /// # Errors
    ///
    /// Names a place for saved blocks without need of one, or needs one that is nowhere.
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

    /// Whether writing was asked for in so many words.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.destroy.is_some() || self.borrow.is_some() || self.places.is_some()
    }

    pub(crate) fn request<'a>(&'a self, control: &'a Control) -> Option<BorrowRequest<'a>> {
        let (size, journals) = self.borrow.as_ref()?;
        Some(BorrowRequest { size: *size, journals, control, seen: self.seen.as_deref() })
    }
}

/// This computer, with what the user says of what cannot be seen of it.
#[must_use]
pub fn computer(unused_outside: Option<&str>) -> SysRoot {
    SysRoot { unused_outside: unused_outside.map(str::to_owned), ..SysRoot::default() }
}
