//! Advice on partitions and file systems from the geometry of a drive.

use iogram_model::{AlignmentAdvice, Argument, Bytes, Message, MessageId};

/// The usual alignment of partitioning tools.
const PARTITION_MIN: u64 = 1 << 20;
/// Block of ext4.
const EXT4_BLOCK: u64 = 4096;
/// Segment of f2fs. Source: Linux, `Documentation/filesystems/f2fs.rst`.
const F2FS_SEGMENT: u64 = 2 << 20;
/// The SD Association's file system rules use this for cards above 32 GB; it is also the largest size that keeps the
/// waste for small files close to ext4's.
const EXFAT_CLUSTER: u64 = 128 << 10;

/// Advice for a drive with this allocation unit.
pub(super) fn advise(unit: u64, page: Option<u64>) -> AlignmentAdvice {
    let partition = least_common_multiple(unit, PARTITION_MIN);
    let ext4_stride = page.and_then(|page| u32::try_from((page / EXT4_BLOCK).max(1)).ok());
    let ext4_stripe_width = u32::try_from(unit / EXT4_BLOCK).unwrap_or(u32::MAX).max(1);
    let segments = (unit.is_multiple_of(F2FS_SEGMENT) || F2FS_SEGMENT.is_multiple_of(unit))
        .then(|| u32::try_from((unit / F2FS_SEGMENT).max(1)).ok())
        .flatten();
    let cluster = page.map_or(EXFAT_CLUSTER, |page| EXFAT_CLUSTER.max(page));
    let stride = ext4_stride.map_or(String::new(), |stride| format!("stride={stride},"));
    let short = |size: u64| -> Argument { Bytes(size).binary().trim_end_matches("iB").into() };
    let options = format!("{stride}stripe_width={ext4_stripe_width}");
    let statements = vec![
        Message::new(MessageId::AlignPartitions, [Bytes(partition).into()]),
        Message::new(MessageId::AlignExt4, [options.into()]),
        match segments {
            Some(segments) => Message::new(MessageId::AlignF2fs, [segments.into()]),
            None => Message::plain(MessageId::AlignF2fsNone),
        },
        Message::new(MessageId::AlignExfat, [short(cluster), short(unit)]),
    ];
    AlignmentAdvice {
        partition_alignment_bytes: partition,
        ext4_stride,
        ext4_stripe_width,
        f2fs_segments_per_section: segments,
        exfat_cluster_bytes: cluster,
        sentences: statements.iter().map(Message::english).collect(),
        statements,
    }
}

fn least_common_multiple(one: u64, other: u64) -> u64 {
    let (mut a, mut b) = (one, other);
    while b != 0 {
        (a, b) = (b, a.checked_rem(b).unwrap_or(0));
    }
    one.checked_div(a).unwrap_or(0).saturating_mul(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_of_four_mib_gives_the_usual_numbers() {
        let advice = advise(4 << 20, Some(16 << 10));
        assert_eq!(advice.partition_alignment_bytes, 4 << 20);
        assert_eq!(advice.ext4_stride, Some(4));
        assert_eq!(advice.ext4_stripe_width, 1024);
        assert_eq!(advice.f2fs_segments_per_section, Some(2));
    }

    #[test]
    fn a_unit_that_is_no_multiple_of_a_mib_needs_larger_steps() {
        assert_eq!(advise(3 << 19, None).partition_alignment_bytes, 3 << 20);
        assert_eq!(advise(3 << 20, None).f2fs_segments_per_section, None);
    }
}
