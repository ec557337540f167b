//! Jobs that combine bytes with shares: the bytes of a share follow from the size of the target.
//!
//! Source: `setup_files` and `get_start_offset` of fio's `filesetup.c` (3.42).

use super::super::fault::{JobFault, Wrong};
use super::super::job::{FioJob, part, rounded, share_of};
use super::super::value::Size;
use iogram_model::{Text, text};

impl FioJob {
    /// Whether a plan requires the size of the target; shares alone do not, because methods support them.
    pub(super) fn needs_size(&self) -> bool {
        let has_offset = self.offset != Size::Bytes(0);
        let steps_by_share = self.increment.is_some_and(is_share);
        let is_mixed = match self.size {
            None => false,
            Some(Size::Percent(_)) => {
                has_offset && !is_share(self.offset) || self.increment.is_some()
            }
            Some(Size::Bytes(_)) => is_share(self.offset),
        };
        // The result of the rounding depends on the size.
        let is_rounded = is_share(self.offset) && self.offset_align > self.blocks.smallest();
        let is_told_apart = self.verify.is_some() && is_share(self.offset);
        steps_by_share
            || is_mixed
            || is_rounded
            || is_told_apart
            || self.moved.is_some_and(is_share)
            || is_share(self.offset) && self.increment.is_some()
    }

    /// The job on a target of `bytes`, without shares.
    ///
    /// # Errors
    ///
    /// Jobs whose last clones would have less than the first.
    pub(super) fn on_size(&self, bytes: u64) -> Result<Self, JobFault> {
        let exact = |size| match size {
            Size::Bytes(number) => number,
            Size::Percent(percent) => part(percent, bytes),
        };
        // A share in either of the two requires rounding, and each clone's sum is rounded separately.
        let is_rounded = is_share(self.offset) || self.increment.is_some_and(is_share);
        let from = exact(self.offset);
        let placed = Self {
            offset: Size::Bytes(if is_rounded {
                rounded(from, self.offset_align)
            } else {
                from
            }),
            increment: self.increment.map(|step| Size::Bytes(exact(step))),
            unrounded: is_rounded.then_some(from),
            ..self.clone()
        };
        let offset = placed.offset.bytes().unwrap_or(0);
        let steps = placed.behind(self.clones);
        let size = match self.size {
            Some(Size::Percent(percent)) => {
                let share = share_of(percent, (bytes, offset), &self.blocks);
                let last =
                    share_of(percent, (bytes, offset.saturating_add(steps)), &self.blocks);
                if last < share || share == 0 {
                    return Err(
                        self.lacks(text!("interchange-size-bytes-clones-need-where-last"))
                    );
                }
                Some(share)
            }
            Some(Size::Bytes(size)) => Some(size),
            None => None,
        };
        let moved = match self.moved {
            Some(Size::Percent(_)) if size.is_none() && steps > 0 => {
                return Err(self.lacks(text!("interchange-size-share-io-size-needs-beside")));
            }
            Some(Size::Percent(percent)) => {
                Some(part(percent, size.unwrap_or(bytes.saturating_sub(offset))))
            }
            Some(Size::Bytes(moved)) => Some(moved),
            None => None,
        };
        Ok(Self { size: size.map(Size::Bytes), moved: moved.map(Size::Bytes), ..placed })
    }

    /// Distance of clone number `clone`, from 1, to the first one; 0 if the increment is a share.
    pub(super) fn behind(&self, clone: u64) -> u64 {
        let step = self.increment.and_then(Size::bytes).unwrap_or(0);
        let raw = step.saturating_mul(clone.saturating_sub(1));
        match (self.unrounded, self.offset) {
            (Some(from), Size::Bytes(offset)) => {
                rounded(from.saturating_add(raw), self.offset_align).saturating_sub(offset)
            }
            _ => raw,
        }
    }

    fn lacks(&self, what: Text) -> JobFault {
        JobFault { line: self.line, wrong: Wrong::Missing { job: self.name.clone(), what } }
    }

    /// The range of the file that the job touches, if both ends are bytes or both are shares: whether they are
    /// shares, and the ends.
    fn span(&self) -> Option<(bool, u64, u64)> {
        // fio's zones extend to the end.
        if self.access.starts_with("stretches=") {
            return None;
        }
        match (self.offset, self.size, self.increment) {
            (Size::Bytes(from), Some(Size::Bytes(size)), None | Some(Size::Bytes(_))) => {
                let end = from.saturating_add(size).saturating_add(self.behind(self.clones));
                Some((false, from, end))
            }
            (Size::Percent(from), Some(Size::Percent(size)), None) => {
                Some((true, from, from.saturating_add(size)))
            }
            (Size::Bytes(0), Some(Size::Percent(size)), None) => Some((true, 0, size)),
            (Size::Percent(from), None, None) => Some((true, from, u64::MAX)),
            (Size::Bytes(from), None, None) => Some((false, from, u64::MAX)),
            _ => None,
        }
    }

    /// Whether no block of a shared file is touched by both jobs.
    pub(in super::super) fn is_apart_from(&self, other: &Self) -> bool {
        let (Some(own), Some(its)) = (self.span(), other.span()) else { return false };
        let ((is_share, from, to), (is_its_share, its_from, its_to)) = (own, its);
        is_share == is_its_share && (to <= its_from || its_to <= from)
    }
}

/// Whether the size is a share of the target.
pub(super) const fn is_share(size: Size) -> bool {
    matches!(size, Size::Percent(_))
}
