//! A rig's test file: created anew, filled with data, emptied.

use std::sync::Arc;

use iogram_engine::{Cell, Control, Rig as _, RigError, RigErrorKind};
use iogram_model::{
    Access, Blocks, Bytes, CellRecord, CellState, OpMix, Permille, Stop, SyncPolicy, Text,
    Workload, sentence, text,
};

use rustix::io::Errno;

use super::DriveRig;
use super::place::{Origin, TestPlace};
use crate::error::DeviceError;
use crate::linux::file_calls::{allocate, punch_hole};
use crate::test_file::TestFile;

impl DriveRig {
    /// Replaces the test file by a new, empty one.
    pub(super) fn renew_file(&mut self, size: Bytes) -> Result<(), RigError> {
        let TestPlace::File(old, origin) = &*self.place else { return Ok(()) };
        if let Origin::Existing = origin {
            // It keeps its length, because it is the user's file.
            return Ok(empty(old)?);
        }
        // Frees the old file's space first: there may be room for only one.
        truncate(old)?;
        let renewed = match origin {
            Origin::Directory(directory) => {
                directory.check_space(size)?;
                let origin = Origin::Directory(directory.clone());
                TestPlace::File(Box::new(directory.make_file()?), origin)
            }
            Origin::Existing => unreachable!("handled above"),
        };
        self.place = Arc::new(renewed);
        Ok(())
    }

    /// Gives the test file its size and its space, as fio does before it writes (`fallocate=native`). If the file
    /// system cannot, the writes allocate.
    pub(super) fn allocate(&self, size: Bytes) -> Result<(), RigError> {
        let TestPlace::File(file, _) = &*self.place else { return Ok(()) };
        match allocate(file.fd(), size) {
            Ok(()) | Err(Errno::OPNOTSUPP | Errno::NOSYS) => Ok(()),
            Err(errno) => Err(DeviceError::system(
                text!("device-cannot-allocate", path),
                file.path(),
                errno,
            )
            .into()),
        }
    }

    /// Writes the first `size` bytes once, with data that never repeats.
    pub(super) fn fill(&mut self, size: Bytes, control: &Control) -> Result<Bytes, RigError> {
        let (whole, block) = fill_shape(size, self.geometry.logical_block_size);
        self.set_capacity(whole);
        self.fill_count += 1;
        let workload = Workload {
            access: Access::Sequential,
            mix: OpMix { read: Permille(0), ..OpMix::default() },
            block: Blocks::one(block),
            depth: 8,
            stop: Stop { amount: Some(whole), ..Stop::default() },
            sync: SyncPolicy::End,
            // A different seed from any cell's, and from any other fill's.
            seed: iogram_engine::mix(0x6669_6c6c ^ (self.fill_count << 32) ^ self.epoch.0),
            ..Workload::default()
        };
        let record = self.run(&Cell::new("fill", workload), control)?;
        self.set_capacity(size);
        if record.state == CellState::Completed {
            return Ok(whole);
        }
        Err(fill_error(&record, &self.record.name))
    }
}

/// Turns a file into one hole of its own length.
fn empty(file: &TestFile) -> Result<(), DeviceError> {
    let size = file.size()?;
    if size == Bytes(0) {
        return Ok(());
    }
    // Without hole punching, truncating and growing has the same result.
    punch_hole(file.fd(), 0, size)
        .or_else(|_| {
            rustix::fs::ftruncate(file.fd(), 0)?;
            rustix::fs::ftruncate(file.fd(), size.0)
        })
        .map_err(|errno| {
            DeviceError::system(text!("device-cannot-empty", path), file.path(), errno)
        })
}

fn truncate(file: &TestFile) -> Result<(), DeviceError> {
    if !file.is_writable() {
        return Ok(());
    }
    rustix::fs::ftruncate(file.fd(), 0).map_err(|errno| {
        DeviceError::system(text!("device-cannot-empty", path), file.path(), errno)
    })
}

/// `size` in whole pages or logical blocks, and the largest block up to 1 MiB that divides it, so that nothing is
/// left over.
fn fill_shape(size: Bytes, logical: Bytes) -> (Bytes, Bytes) {
    let whole = size.0.max(1).next_multiple_of(logical.0.max(1));
    let pages = whole.next_multiple_of(4096);
    // An additional page at the end of a file is harmless; a device's size is whole blocks already.
    let whole = if size == Bytes(whole) { whole } else { pages };
    (Bytes(whole), Bytes(1 << whole.trailing_zeros().min(20)))
}

fn fill_error(record: &CellRecord, name: &str) -> RigError {
    let cause =
        record.errors.first().map(|error| (error.message.clone(), error.first_offset_bytes));
    let (state, hint) = match record.state {
        CellState::Full => {
            (text!("device-no-space-left"), text!("device-free-space-use-smaller-size"))
        }
        CellState::Interrupted => (text!("device-interrupted"), Text::NONE),
        CellState::Vanished => (text!("device-device-gone"), text!("device-plug-again")),
        CellState::ReadOnly => (text!("device-not-written"), Text::NONE),
        CellState::Stalled => (text!("device-request-not-come-back"), Text::NONE),
        CellState::Completed
        | CellState::IoErrors
        | CellState::Unsupported
        | CellState::Unknown => (text!("device-requests-failed"), Text::NONE),
    };
    let message = match cause {
        None => sentence!("device-cannot-fill-data", name, state: state),
        Some((why, offset)) => sentence!(
            "device-cannot-fill-data-byte",
            name,
            state: state,
            why,
            offset
        ),
    };
    RigError { kind: RigErrorKind::Io, message, hint: hint.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fill_leaves_nothing_over() {
        for size in [1, 512, 4096, 22 << 20, 1 << 30, 1_000_000, 16_012_804_096, 2300] {
            for logical in [512, 4096] {
                let (whole, block) = fill_shape(Bytes(size), Bytes(logical));
                assert!(whole.0 >= size && whole.0 < size + 4096, "{size}: {whole}");
                assert!(block.0 >= logical && block <= Bytes::MIB, "{size}: {block}");
                assert!(whole.0.is_multiple_of(block.0), "{size}: {block}");
            }
        }
    }
}
