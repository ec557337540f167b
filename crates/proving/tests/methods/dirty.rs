//! A drive filled in steps and in one go: both give the same picture of the drive.

use iogram_model::{FillProfile, Finding, MessageId, Run, WarningCode};
use iogram_sim::{SimSpec, WideKind};

use crate::runs::measured;

/// Half of the drive fits into its cache, which is four times as fast as the medium behind it.
const HALF_CACHED: &str = r#"
name = "half cached"
title = "t"
source = "arbitrary"
drive = "nvme"
capacity = "512MiB"
[link]
rate = "1GB/s"
in_flight = 32
[media.page]
unit = "4KiB"
page_size = "16KiB"
planes = 1
dies = 4
block_pages = 32
over_provisioning = "25%"
read_time = "50us"
program_time = "600us"
erase_time = "2ms"
idle_delay = "2s"
discard_time = "20us"
[media.page.slc]
cell_bits = 3
fixed = "256MiB"
program_time = "100us"
read_time = "25us"
when_full = "bypass"
idle_delay = "60s"
"#;

const STEPS: &str = "64";

fn dirty(more: &[(&str, &str)]) -> Run {
    let settings: Vec<(&str, &str)> = [("steps", STEPS)].iter().chain(more).copied().collect();
    measured(&SimSpec::parse(HALF_CACHED).unwrap(), 1, "dirty", &settings)
}

fn profile<'r>(run: &'r Run, name: &str) -> &'r FillProfile {
    let found = run.findings.iter().find_map(|finding| match finding {
        Finding::FillProfile(profile) if profile.cell == name => Some(profile),
        _ => None,
    });
    found.unwrap()
}

#[test]
fn steps_and_one_pass_find_the_same_half_of_the_drive_slow() {
    let run = dirty(&[]);
    let (steps, whole) = (profile(&run, "step"), profile(&run, "in one go"));
    for profile in [steps, whole] {
        assert!((profile.below_half_mean_ratio - 0.5).abs() < 0.05, "{profile:?}");
    }
    let gain = steps.mean_bytes_per_s / whole.mean_bytes_per_s;
    assert!((0.93..1.03).contains(&gain), "{steps:?} {whole:?}");
    let answer = run.headline.as_ref().unwrap();
    assert_eq!(answer.answer.id, MessageId::FilledBothWays, "{answer:?}");
}

#[test]
fn steps_cover_the_drive_and_are_neither_passes_nor_repetitions() {
    let run = dirty(&[("between", "yes"), ("between_amount", "1MiB")]);
    let steps: Vec<_> = run.cells.iter().filter(|cell| cell.name == "step").collect();
    assert_eq!(steps.len(), 64);
    let written: u64 =
        steps.iter().map(|cell| cell.operations.write.as_ref().unwrap().bytes).sum();
    // Each step begins at a whole block.
    assert!(written <= 512 << 20 && written > 500 << 20, "{written}");
    assert_eq!(run.cells.iter().filter(|cell| cell.name == "between").count(), 64);
    let caches = run.findings.iter().filter(|it| matches!(it, Finding::SlcCache(_))).count();
    assert_eq!(caches, 1, "of the pass in one go alone");
    let is_outlier = |code: &WarningCode| *code == WarningCode::RepetitionOutlier;
    assert!(!run.warnings.iter().any(|it| is_outlier(&it.code)), "{:?}", run.warnings);
}

/// A drive without a cache that slows slightly as its spare space runs out gives no sign of a cache; a real cache is
/// reported.
#[test]
fn a_fall_that_garbage_makes_is_no_cache() {
    let whole = |spec: &SimSpec| {
        let run = measured(spec, 1, "dirty", &[("steps", "8")]);
        let caches = run.findings.iter().filter_map(|finding| match finding {
            Finding::SlcCache(cache) => Some(cache.value_bytes.is_some()),
            _ => None,
        });
        (caches.collect::<Vec<_>>(), run)
    };
    let (found, run) = whole(&SimSpec::parse(HALF_CACHED).unwrap());
    assert_eq!(found, [true], "{:?}", run.headline);
    // Drives without a cache that slow down by 13 and 15 % once their spare space is full.
    for (kind, seed) in [(WideKind::Filled, 6), (WideKind::Filled, 175)] {
        let (found, run) = whole(&SimSpec::wide(kind, seed));
        assert_eq!(found, [false], "{kind:?} {seed}: {:?}", run.headline);
        let said = run.headline.as_ref().unwrap();
        let mut said = said.details.iter().chain([&said.answer]);
        assert!(!said.any(|it| it.id == MessageId::CacheEndsUnsure), "{:?}", run.headline);
    }
}
