//! Several reports of f3probe in one log, reports of its first versions, and files that a person omitted.

use super::logs::f3;

/// A report of f3probe of the device `sdb`.
fn probed(kind: &str, blocks: [u64; 2], last_sector: Option<u64>) -> String {
    let fix =
        last_sector.map_or(String::new(), |last| format!("f3fix --last-sec={last} /dev/sdb\n"));
    let said = match kind {
        "good" => "Good news: The device `/dev/sdb' is the real thing\n".to_owned(),
        kind => {
            format!("Bad news: The device `/dev/sdb' is a counterfeit of type {kind}\n")
        }
    };
    let [usable, announced] = blocks;
    format!(
        "F3 probe 8.0\n{said}{fix}Device geometry:\n\t *Usable* size: 1.00 GB ({usable} blocks)\n\t \
         Announced size: 8.00 GB ({announced} blocks)\n\t Module: 8.00 GB (2^33 Bytes)\n\t Physical block \
         size: 512.00 Byte (2^9 Bytes)\n"
    )
}

#[test]
fn of_reports_that_differ_a_limbo_of_exactly_half_is_no_size() {
    let half = probed("limbo", [8_388_608, 15_563_776], Some(8_388_607));
    let other = probed("limbo", [1_000_000, 15_563_776], Some(999_999));
    let good = probed("good", [15_563_776, 15_563_776], None);
    for log in [format!("{half}{other}"), format!("{other}{half}")] {
        let found = f3(&log);
        assert_eq!(found.real_bytes, Some(1_000_000 * 512), "{log}");
        assert_eq!((found.real_largest_bytes, found.is_probe_contradicted), (None, false));
    }
    let two = f3(&format!("{other}{}", probed("limbo", [1_200_000, 15_563_776], None)));
    assert_eq!(two.real_bytes.zip(two.real_largest_bytes), Some((512_000_000, 614_400_000)));
    let mixed = f3(&format!("{half}{good}"));
    assert!(mixed.is_probe_contradicted && mixed.verdict.as_deref() == Some("limbo"));
}

/// The form of f3's issue 10.
#[test]
fn version_5_of_f3probe_tells_a_real_size_in_its_own_blocks() {
    let found = f3(
        "F3 probe 5.0\nGood news: The device `/dev/sdb' is the real thing\n\nDevice geometry:\n\t     \
        *Real* size: 29.72 GB (7791744 blocks)\n\t  Announced size: 29.72 GB (7791744 blocks)\n\t          \
        Module: 32.00 GB (2^35 Bytes)\n\t      Block size: 4.00 KB (2^12 Bytes)\n",
    );
    assert_eq!(
        found.real_bytes.zip(found.announced_bytes),
        Some((7_791_744 << 12, 7_791_744 << 12))
    );
}

#[test]
fn files_of_the_first_versions_are_read() {
    let files = [(1, 2_097_152), (2, 1_553_440), (3, 0)].map(|(number, ok)| {
        let lost = 2_097_152 - ok;
        format!("Validating file {number:04}.fff ... {ok:>7}/{lost:>9}/      0/      0\n")
    });
    let log = format!("SECTORS ok/corrupted/changed/overwritten\n{}", files.concat());
    assert_eq!(f3(&log).border_bytes, Some((2_097_152 + 1_553_440) * 512));
}

#[test]
fn files_that_somebody_left_out_may_be_whole_or_lost() {
    let file = |number: u64, ok: u64| {
        format!("Validating file {number}.h2w ... {ok}/ {}/ 0/ 0\n", 2_097_152 - ok)
    };
    let log = |files: &[(u64, u64)]| {
        let files = files.iter().map(|(number, ok)| file(*number, *ok));
        f3(&files.collect::<String>())
    };
    let (whole, none) = (2_097_152, 0);
    let size = |count: u64| Some(count << 30);
    assert_eq!(log(&[(1, whole), (2, whole), (3, none)]).border_bytes, size(2));
    // Files are missing between the intact and lost ones, among them, and at the beginning.
    assert_eq!(log(&[(1, whole), (9, none), (10, none)]).border_bytes, None);
    assert_eq!(log(&[(1, whole), (9, whole), (10, none)]).border_bytes, None);
    assert_eq!(log(&[(7, whole), (8, whole), (9, none)]).first_lost_bytes, None);
    // Missing files among the lost ones change nothing.
    assert_eq!(log(&[(1, whole), (2, none), (9, none)]).border_bytes, size(1));
    // The start was overwritten: the last files are the intact ones.
    assert_eq!(log(&[(1, none), (5, none), (6, whole), (7, whole)]).border_bytes, size(2));
    assert_eq!(log(&[(1, none), (5, whole), (7, whole)]).border_bytes, None);
}

#[test]
fn of_the_usable_size_and_the_last_sector_of_f3fix_the_smaller_counts() {
    for (usable, last) in [(1000, 1999), (2000, 999), (1000, 999)] {
        let found = f3(&probed("limbo", [usable, 16_000_000], Some(last)));
        assert_eq!(found.real_bytes, Some(1000 * 512), "{usable} {last}");
    }
}

#[test]
fn of_several_reports_on_a_drive_the_worst_counts_in_either_order() {
    let good = probed("good", [16_000_000, 16_000_000], None);
    let limbo = probed("limbo", [1000, 16_000_000], Some(999));
    for log in [format!("{good}{limbo}"), format!("{limbo}{good}")] {
        let found = f3(&log);
        assert_eq!(
            (found.verdict.as_deref(), found.real_bytes),
            (Some("limbo"), Some(512_000))
        );
    }
}
