//! The bytes of its files that a job touches, and the bytes that it moves.
//!
//! Source: `setup_files` and `get_start_offset` of fio's `filesetup.c`, and runs of fio 3.33: `size` is the amount of
//! a job, which its files share; `filesize` is the end of each file, however much of it is moved.

use super::super::fault::JobFault;
use super::super::value::Size;
use super::Options;
use super::blocks::JobBlocks;
use super::shares::{self, part};
use iogram_model::{Text, text};

/// Addresses and amount of a job.
pub(super) struct Sizes {
    /// Bytes after the offset, of all files together; `None`: to the end of the target.
    pub(super) size: Option<Size>,
    /// Bytes to move, if different from the size.
    pub(super) amount: Option<Size>,
    pub(super) offset: Size,
    /// Number of files that its file stands for.
    pub(super) file_count: u64,
}

const BLOCK_EACH: Text = text!("interchange-least-block-each-file-nrfiles");
const BELOW_END: Text = text!("interchange-less-filesize");
const NO_STEPS: Text = text!("interchange-no-offset-increment-beside");

/// Number of files of a job: if files have names of their own, fio counts the names.
pub(super) fn file_count(options: &Options<'_>) -> Result<u64, JobFault> {
    let count = options.positive("nrfiles")?.unwrap_or(1);
    let named = options.find("filename").filter(|option| !option.value.is_empty());
    let named = named.map(|option| super::place::names(&option.value));
    Ok(named.map_or(count, |names| u64::try_from(names).unwrap_or(u64::MAX)))
}

/// Reads the sizes and amounts.
pub(super) fn read(options: &Options<'_>, blocks: &JobBlocks) -> Result<Sizes, JobFault> {
    let file_count = file_count(options)?;
    // fio treats zero as unset.
    let said = options.size("size")?.filter(|&size| size != Size::Bytes(0));
    let file_bytes = options.bytes("filesize")?.filter(|&bytes| bytes > 0);
    let amount = shares::amount(options)?.filter(|&size| size != Size::Bytes(0));
    let offset = options.size("offset")?.unwrap_or(Size::Bytes(0));
    let increment = shares::increment(options)?;
    let has_clones = options.positive("numjobs")?.is_some_and(|clones| clones > 1);
    let asked = Sizes { size: said, amount, offset, file_count };
    if let Some(file_bytes) = file_bytes {
        options.only("filesize", NO_STEPS, |_| {
            !has_clones || increment.is_none_or(|step| step == Size::Bytes(0))
        })?;
        return in_files(asked, (options, blocks), file_bytes);
    }
    let size = match said {
        Some(Size::Bytes(bytes)) if file_count > 1 => {
            let each = whole_blocks(bytes.checked_div(file_count).unwrap_or(0), blocks);
            options.only("size", BLOCK_EACH, |_| each > 0)?;
            Some(Size::Bytes(each.saturating_mul(file_count)))
        }
        other => other,
    };
    let is_moved = offset != Size::Bytes(0) || increment.is_some();
    // With an offset, 100 % of a device is the rest of it.
    let size = size.filter(|&size| !is_moved || size != Size::Percent(100));
    Ok(Sizes { size, ..asked })
}

/// The same if each file has its own size; requests continue to its end.
fn in_files(
    asked: Sizes,
    (options, blocks): (&Options<'_>, &JobBlocks),
    file_bytes: u64,
) -> Result<Sizes, JobFault> {
    let align = offset_align(options, blocks)?;
    let offset = offset_in(asked.offset, file_bytes, align);
    options.only("offset", BELOW_END, |_| offset < file_bytes)?;
    let behind = file_bytes.saturating_sub(offset);
    let each = match asked.size {
        Some(Size::Percent(percent)) => share_of(percent, (file_bytes, offset), blocks),
        _ if asked.file_count > 1 => whole_blocks(behind, blocks),
        _ => behind,
    };
    options.only("filesize", BLOCK_EACH, |_| each > 0)?;
    let all = each.saturating_mul(asked.file_count);
    let less = asked.size.filter(|size| size.bytes().is_some_and(|bytes| bytes < all));
    Ok(Sizes {
        size: Some(Size::Bytes(all)),
        amount: asked.amount.or(less),
        offset: Size::Bytes(offset),
        ..asked
    })
}

/// Alignment of an offset that is a share: by default the smallest block, as with fio.
pub(super) fn offset_align(options: &Options<'_>, blocks: &JobBlocks) -> Result<u64, JobFault> {
    let said = options.bytes("offset_align")?.filter(|&bytes| bytes > 0);
    Ok(said.unwrap_or(blocks.smallest()).max(1))
}

/// The offset in a target of `bytes`; a share is rounded up to a multiple of `align`, as with fio.
pub(in super::super) fn offset_in(offset: Size, bytes: u64, align: u64) -> u64 {
    match offset {
        Size::Bytes(offset) => offset,
        Size::Percent(percent) => rounded(part(percent, bytes), align),
    }
}

/// The next multiple of `align`.
pub(in super::super) fn rounded(at: u64, align: u64) -> u64 {
    at.checked_next_multiple_of(align.max(1)).unwrap_or(at)
}

/// A share in percent of a file of `bytes`, limited to the part after the offset; in whole blocks, as with fio.
pub(in super::super) fn share_of(
    percent: u64,
    (bytes, offset): (u64, u64),
    blocks: &JobBlocks,
) -> u64 {
    let behind = bytes.saturating_sub(offset);
    if percent >= 100 {
        return behind;
    }
    let share = part(percent, bytes).min(behind);
    share.saturating_sub(share.checked_rem(blocks.smallest()).unwrap_or(0))
}

/// Blocks of one size do not cross the end of a file: the rest of each file is not used.
fn whole_blocks(bytes: u64, blocks: &JobBlocks) -> u64 {
    let rest = blocks.single().and_then(|block| bytes.checked_rem(block)).unwrap_or(0);
    bytes.saturating_sub(rest)
}
