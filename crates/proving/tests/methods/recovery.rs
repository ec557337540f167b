//! How idle time and other work affect a rate: the recovery tests on drives with known truth.

use iogram_model::{Finding, MessageId, Recovery, Run, Severity};
use iogram_sim::{MediaSpec, RandomKind, SimSpec};

use crate::runs::measured;

/// A drive whose rate never changes.
const EVEN: &str = r#"
name = "even"
title = "t"
source = "arbitrary"
drive = "nvme"
capacity = "64MiB"
[link]
rate = "400MB/s"
in_flight = 4
[media.latency]
read = "100us"
write = "200us"
"#;

fn recoveries(run: &Run) -> Vec<&Recovery> {
    let found = run.findings.iter().filter_map(|finding| match finding {
        Finding::Recovery(recovery) => Some(recovery),
        _ => None,
    });
    found.collect()
}

/// The answer and its severity.
fn answer(run: &Run) -> (MessageId, Severity) {
    let headline = run.headline.as_ref().unwrap();
    (headline.answer.id, headline.severity)
}

const HIR: [(&str, &str); 7] = [
    ("time", "1s"),
    ("samples", "2"),
    ("burst", "500ms"),
    ("bursts", "4"),
    ("baseline", "2s"),
    ("threads", "1"),
    ("depth", "4"),
];

#[test]
fn a_drive_that_is_always_as_fast_gains_nothing_by_idle_time() {
    let run = measured(&SimSpec::parse(EVEN).unwrap(), 1, "hir", &HIR);
    let found = recoveries(&run);
    let idle: Vec<u64> = found.iter().map(|it| it.idle_ns.unwrap() / 1_000_000_000).collect();
    assert_eq!(idle, [5, 10, 15, 25, 50]);
    for recovery in &found {
        let gain = recovery.gain_ratio.unwrap();
        assert!((0.97..1.03).contains(&gain), "{recovery:?}");
        assert_eq!(recovery.reference, "RND 4KiB 0/100");
    }
    let (id, severity) = answer(&run);
    assert_eq!((id, severity), (MessageId::IdleGivesNothing, Severity::Good));
}

/// A cache of one bit per cell that is emptied after 3 s of idle time, before flash of a quarter of its rate.
pub(crate) const CACHED: &str = r#"
name = "cached"
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
fixed = "48MiB"
program_time = "150us"
read_time = "25us"
when_full = "bypass"
idle_delay = "3s"
"#;

#[test]
fn a_cache_that_empties_while_idle_gives_speed_back() {
    let run = measured(&SimSpec::parse(CACHED).unwrap(), 1, "hir", &HIR);
    let gains: Vec<f64> = recoveries(&run).iter().map(|it| it.gain_ratio.unwrap()).collect();
    // Two seconds of the shortest rest are enough for the writes of half a second.
    assert!(gains.iter().all(|gain| *gain > 1.3), "{gains:?}");
    let headline = run.headline.as_ref().unwrap();
    assert_eq!(answer(&run).0, MessageId::IdleGives, "{headline:?}");
}

#[test]
fn large_writes_are_back_at_once_where_small_ones_leave_no_trace() {
    let settings = [("time", "20s"), ("stimulus", "10s"), ("depth", "4")];
    let run = measured(&SimSpec::parse(EVEN).unwrap(), 1, "xsr", &settings);
    let [recovery] = recoveries(&run)[..] else { panic!("{:?}", run.findings) };
    assert_eq!(recovery.idle_ns, None);
    let after = recovery.recovered_after_ns.unwrap();
    assert!(after <= 1_000_000_000, "{recovery:?}");
    assert!((recovery.gain_ratio.unwrap() - 1.0).abs() < 0.02, "{recovery:?}");
    assert_eq!(answer(&run).0, MessageId::CameBack);
}

/// The same drive without a cache: it does no idle work.
fn page_mapped() -> SimSpec {
    let (medium, _) = CACHED.split_once("[media.page.slc]").expect("it has a cache");
    let even = "collection = \"smooth\"\n";
    SimSpec::parse(&medium.replace("idle_delay = \"2s\"\n", even)).expect("a sound drive")
}

/// A random SSD: it empties its SLC cache after 28 and 29 s of rest, or, without `is_active`, does nothing in rests.
fn random_ssd(seed: u64, is_active: bool) -> SimSpec {
    let mut spec = SimSpec::random(RandomKind::Ssd, seed);
    let MediaSpec::Page(page) = &mut spec.media else { panic!("seed {seed}: {spec:?}") };
    if !is_active {
        page.idle_delay = None;
        // Rests also restore the buffer that absorbs the start of each short burst.
        spec.cache = None;
        page.slc.iter_mut().for_each(|slc| slc.idle_delay = None);
    }
    spec
}

/// Drives that slow down as they fill, to less than half of the rate of the rounds: compared with these, rests of 50
/// s would have restored nothing, and those of 5 s, which came first, most.
#[test]
fn rests_are_held_against_the_same_writes_around_them_and_not_against_fresh_flash() {
    let short = [
        ("time", "5s"),
        ("samples", "2"),
        ("burst", "2s"),
        ("bursts", "6"),
        ("baseline", "20s"),
    ];
    for (seed, is_active) in [(2, false), (6, false), (2, true), (6, true)] {
        let run = measured(&random_ssd(seed, is_active), 1, "hir", &short);
        let gains: Vec<_> =
            recoveries(&run).iter().map(|it| (it.gain_ratio, it.rest_gain_ratio)).collect();
        let (answer, _) = answer(&run);
        let is_told = answer == MessageId::IdleGives;
        assert!(is_told || answer == MessageId::IdleGivesNothing, "{answer:?}");
        assert_eq!(is_told, is_active, "seed {seed}: {gains:?}");
        let last = gains.last().and_then(|(_, rest)| *rest).expect("rests of 50 s");
        assert_eq!(last >= 1.1, is_active, "seed {seed}: {gains:?}");
    }
}

/// A part of the large writes before went into fresh flash, an effect that no drive repeats.
#[test]
fn a_drive_that_is_as_fast_as_before_but_for_its_first_filling_came_back() {
    let settings = [("time", "60s"), ("stimulus", "2s"), ("depth", "16")];
    for seed in 1..=3 {
        let run = measured(&page_mapped(), seed, "xsr", &settings);
        let [recovery] = recoveries(&run)[..] else { panic!("{:?}", run.findings) };
        assert_eq!(recovery.recovered_after_ns, None, "{recovery:?}");
        assert!(recovery.settled_bytes_per_s < recovery.reference_bytes_per_s, "{recovery:?}");
        assert_eq!(answer(&run), (MessageId::CameBack, Severity::Good), "{recovery:?}");
    }
}

/// The same, if the time is too short to overwrite the traces of the small writes.
#[test]
fn a_drive_that_is_far_slower_after_small_writes_is_not_back() {
    let settings = [("time", "4s"), ("stimulus", "20s"), ("depth", "16")];
    let run = measured(&page_mapped(), 1, "xsr", &settings);
    assert_eq!(answer(&run), (MessageId::NotBack, Severity::Caution), "{:?}", run.headline);
}
