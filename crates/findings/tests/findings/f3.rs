//! Capacity from logs of f3: conclusions, and `null` without one.

use iogram_findings::capacities;
use iogram_model::{
    CapacityFinding, CapacityVerdict as Is, CellState, Evidence, F3Evidence, F3Sectors,
    Finding, ProbeRecord,
};

fn conclude(log: F3Evidence) -> CapacityFinding {
    let record = ProbeRecord {
        name: "f3".to_owned(),
        what: "f3".to_owned(),
        state: CellState::Completed,
        started_ns: 0,
        elapsed_ns: 0,
        read_bytes: 0,
        written_bytes: 0,
        warnings: Vec::new(),
        evidence: Evidence::F3(log),
    };
    match capacities(&[record]).remove(0) {
        Finding::Capacity(finding) => finding,
        other => panic!("{other:?}"),
    }
}

fn probed(verdict: &str, real: u64, announced: u64) -> F3Evidence {
    F3Evidence {
        verdict: Some(verdict.to_owned()),
        real_bytes: Some(real),
        announced_bytes: Some(announced),
        ..F3Evidence::default()
    }
}

fn sectors(counts: [u64; 4]) -> F3Evidence {
    let [ok_count, corrupted_count, changed_count, overwritten_count] = counts;
    F3Evidence {
        sectors: Some(F3Sectors {
            ok_count,
            corrupted_count,
            changed_count,
            overwritten_count,
        }),
        unread_file_count: Some(0),
        ..F3Evidence::default()
    }
}

#[track_caller]
fn check(log: F3Evidence, verdict: Option<Is>, real: Option<u64>) {
    let finding = conclude(log.clone());
    assert_eq!((finding.verdict, finding.real_bytes), (verdict, real), "{log:?}");
    assert!(!finding.reason.is_empty());
    assert_eq!(verdict.is_none(), finding.confidence == 0.0, "{finding:?}");
    assert_eq!(finding.announced_bytes, log.announced_bytes);
}

#[test]
fn f3probe_is_taken_at_its_word() {
    for (word, verdict) in
        [("limbo", Is::Limbo), ("wraparound", Is::Wraparound), ("chain", Is::Chain)]
    {
        check(probed(word, 8 << 30, 64 << 30), Some(verdict), Some(8 << 30));
    }
    check(probed("good", 64 << 30, 64 << 30), Some(Is::Good), Some(64 << 30));
    // Published drives with this verdict hold some data.
    check(probed("damaged", 0, 64 << 30), Some(Is::Damaged), None);
}

#[test]
fn f3probes_sizes_say_what_its_lost_sentence_said() {
    let sized = |real: u64, module: u64| F3Evidence {
        verdict: None,
        module_bytes: Some(module),
        ..probed("", real, 64 << 30)
    };
    check(sized(8 << 30, 64 << 30), Some(Is::Limbo), Some(8 << 30));
    check(sized(8 << 30, 8 << 30), Some(Is::Wraparound), Some(8 << 30));
    check(sized(7 << 30, 8 << 30), Some(Is::Chain), Some(7 << 30));
    check(sized(64 << 30, 64 << 30), Some(Is::Good), Some(64 << 30));
    let no_module = F3Evidence { module_bytes: None, ..sized(8 << 30, 1) };
    check(no_module, None, None);
}

#[test]
fn whole_files_say_nothing_of_a_drive_whose_free_space_is_unknown() {
    check(sectors([2_097_152, 0, 0, 0]), None, None);
    let whole = F3Evidence { free_bytes: Some(1 << 30), ..sectors([2_097_152, 0, 0, 0]) };
    check(whole, Some(Is::Good), None);
    let half = F3Evidence { free_bytes: Some(2 << 30), ..sectors([2_097_152, 0, 0, 0]) };
    check(half, None, None);
}

#[test]
fn lost_sectors_and_failed_files_are_bad() {
    for counts in [[9, 1, 0, 0], [9, 0, 1, 0], [9, 0, 0, 1]] {
        check(sectors(counts), Some(Is::Damaged), None);
    }
    let unread = F3Evidence { unread_file_count: Some(1), ..sectors([9, 0, 0, 0]) };
    check(unread, Some(Is::Dying), None);
    let unwritten = F3Evidence { unwritten_file_count: Some(2), ..F3Evidence::default() };
    check(unwritten, Some(Is::Dying), None);
    let written = F3Evidence { unwritten_file_count: Some(0), ..F3Evidence::default() };
    check(written, None, None);
}

#[test]
fn files_that_end_at_one_border_are_a_counterfeit_of_that_size() {
    let limbo = F3Evidence { border_bytes: Some(3 << 30), ..sectors([6 << 20, 4 << 20, 0, 0]) };
    check(limbo, Some(Is::Limbo), Some(3 << 30));
}

/// The data that a hidden cache holds at the end looks like a drive of its size.
#[test]
fn the_size_of_a_drive_whose_addresses_repeat_is_not_that_of_a_rare_cache() {
    let wraps = |gib: u64| F3Evidence {
        border_bytes: Some(gib << 30),
        ..sectors([gib << 21, 0, 0, 40 << 21])
    };
    for gib in [1, 2, 4, 5, 7, 16] {
        check(wraps(gib), Some(Is::Wraparound), Some(gib << 30));
    }
    check(wraps(3), Some(Is::Wraparound), None);
    let sure = |gib| {
        let found = conclude(wraps(gib));
        found.size_confidence_ratio.unwrap_or(found.confidence)
    };
    assert!(sure(1) > sure(2) && sure(7) > sure(4));
}

#[test]
fn where_two_tools_disagree_the_smaller_size_counts() {
    let good = F3Evidence {
        sectors: sectors([9, 9, 0, 0]).sectors,
        ..probed("good", 64 << 30, 64 << 30)
    };
    check(good, Some(Is::Damaged), None);
    let smaller = F3Evidence {
        sectors: sectors([9, 9, 0, 0]).sectors,
        border_bytes: Some(5 << 30),
        ..probed("limbo", 8 << 30, 64 << 30)
    };
    check(smaller, Some(Is::Limbo), Some(5 << 30));
}

/// A log without its beginning shows no border; a damaged drive keeps half.
#[test]
fn a_drive_of_which_most_is_lost_is_a_counterfeit_of_unknown_size() {
    check(sectors([174_040, 321_868_016, 0, 0]), Some(Is::Limbo), None);
    check(sectors([0, 14_680_064, 0, 0]), Some(Is::Limbo), None);
    check(sectors([3_000_000, 1_000_000, 0, 0]), Some(Is::Damaged), None);
    // Data with a few changed bits was stored, if badly.
    check(sectors([1_000, 0, 9_000_000, 0]), Some(Is::Damaged), None);
}

/// f3read's files are stronger evidence than f3probe's sample, unless a cache could hold them or they cover only a
/// part of the drive.
#[test]
fn a_probe_that_files_bear_out_is_surer_than_one_alone() {
    let read = |sectors_read: u64, announced: u64| {
        conclude(F3Evidence {
            sectors: sectors([sectors_read, 0, 0, 0]).sectors,
            unread_file_count: Some(0),
            ..probed("good", announced, announced)
        })
    };
    let alone = conclude(probed("good", 64 << 30, 64 << 30));
    let both = read(128 << 20, 64 << 30);
    assert_eq!(both.verdict, Some(Is::Good));
    assert!(both.confidence > alone.confidence, "{both:?} {alone:?}");
    let part = read(40 << 20, 64 << 30);
    assert!(part.confidence > alone.confidence, "{part:?} {alone:?}");
    assert!(part.confidence < both.confidence, "{part:?} {both:?}");
    let cached = read(8 << 20, 4 << 30);
    assert!(cached.confidence <= alone.confidence, "{cached:?} {alone:?}");
}

/// f3's issues 52, 104, 201, 204, 222, 243: that size was wrong in all of them, and the drives of 104 and 243 are
/// genuine.
#[test]
fn a_limbo_of_exactly_half_of_what_addresses_reach_is_doubted_and_has_no_size() {
    let half = F3Evidence { module_bytes: Some(2 << 40), ..probed("limbo", 1 << 40, 19 << 36) };
    let found = conclude(half.clone());
    assert_eq!((found.verdict, found.real_bytes), (Some(Is::Limbo), None));
    assert!(found.confidence < 0.75, "{found:?}");
    // The loss in its files is stronger evidence.
    let lost = F3Evidence {
        sectors: sectors([997_860, 14_548_992, 0, 476]).sectors,
        first_lost_bytes: Some(70_418_432),
        ..half.clone()
    };
    let found = conclude(lost);
    assert!(found.confidence >= 0.94, "{found:?}");
    assert_eq!(found.real_bytes, Some(70_418_432), "what its files kept");
    // Repeating addresses repeat at powers of two.
    let repeats = F3Evidence { module_bytes: Some(1 << 40), verdict: None, ..half };
    check(repeats, Some(Is::Wraparound), Some(1 << 40));
}

#[test]
fn reports_of_f3probe_that_contradict_each_other_are_no_sure_answer() {
    let both = F3Evidence { is_probe_contradicted: true, ..probed("limbo", 8 << 30, 64 << 30) };
    let found = conclude(both);
    assert!(found.confidence <= 0.6 && found.real_bytes.is_none(), "{found:?}");
    let apart =
        F3Evidence { real_largest_bytes: Some(10 << 30), ..probed("limbo", 8 << 30, 64 << 30) };
    let found = conclude(apart);
    assert_eq!((found.real_bytes, found.confidence >= 0.95), (Some(8 << 30), true));
    assert!(found.size_confidence_ratio.unwrap() < 0.9, "{found:?}");
}

#[test]
fn no_size_is_told_of_which_files_lost_a_part() {
    let refuted = F3Evidence {
        sectors: sectors([40 << 20, 60 << 20, 0, 0]).sectors,
        first_lost_bytes: Some(1 << 30),
        ..probed("limbo", 8 << 30, 64 << 30)
    };
    check(refuted, Some(Is::Limbo), None);
}
