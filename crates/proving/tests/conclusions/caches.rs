//! Caches held against simulated drives that know what they have.

use iogram_engine::{Control, Rig};
use iogram_findings::caches;
use iogram_model::{
    Bytes, CacheRecovery, CellRecord, Finding, Plateau, PlateauRole, SlcCache, SlcCacheType,
};
use iogram_runner::{PlannedStep, TargetFacts, builtin_method, plan};
use iogram_sim::{
    MediaSpec, RandomKind, Share, SimRig, SimSpec, SimTruth, Size, WeakRangeSpec, WideKind,
};

use crate::simulated::rig;

/// Runs a built-in method; returns its cells, each with the drive's truth just before it.
fn run_method(
    id: &str,
    settings: &[(&str, &str)],
    rig: &mut SimRig,
) -> (Vec<CellRecord>, Vec<SimTruth>) {
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    let facts = TargetFacts::device(rig.geometry());
    let plan = plan(&builtin_method(id).unwrap(), &settings, &facts, 1).unwrap();
    let control = Control::default();
    let (mut cells, mut truths) = (Vec::new(), Vec::new());
    for step in &plan.steps {
        match step {
            PlannedStep::Measure(cell) => {
                truths.push(rig.drive_mut().truth());
                cells.push(rig.run(cell, &control).unwrap());
            }
            PlannedStep::Rest(time) => rig.rest(*time, &control),
            PlannedStep::Block(_) => {}
            other => panic!("{other:?}"),
        }
    }
    (cells, truths)
}

/// What is true of the drive's cache, as a host can see it.
struct Told {
    /// `None` if the host sees no cliff.
    cache: Option<f64>,
    kind: SlcCacheType,
    cache_per_s: f64,
    native_per_s: f64,
    folding_per_s: Option<f64>,
}

#[expect(clippy::cast_precision_loss, reason = "bytes of a drive")]
fn told(spec: &SimSpec, truth: &SimTruth) -> Told {
    let link = truth.link_bytes_per_s.map_or(f64::INFINITY, |rate| rate as f64);
    let limited = |rate: Option<u64>| rate.map_or(link, |rate| (rate as f64).min(link));
    let slc = match &spec.media {
        MediaSpec::Page(media) => media.slc.as_ref(),
        _ => None,
    };
    let native = limited(truth.write_native_bytes_per_s);
    let cache_per_s = limited(truth.write_burst_bytes_per_s);
    let folding = slc.map(|_| limited(truth.write_folding_bytes_per_s));
    let bypasses = slc.is_some_and(|slc| slc.when_full == iogram_sim::WhenFull::Bypass);
    // Where the cache takes all free cells, nothing is left to write past it.
    let leaves_space = slc.is_some_and(|slc| slc.dynamic.ppm() < 1_000_000);
    let after = if bypasses && leaves_space { native } else { folding.unwrap_or(native) };
    let is_seen = slc.is_some() && cache_per_s > after * 1.15;
    let kind = match slc.map(|slc| (slc.fixed.bytes() > 0, slc.dynamic.ppm() > 0)) {
        Some((true, false)) if is_seen => SlcCacheType::Static,
        Some((false, true)) if is_seen => SlcCacheType::Dynamic,
        Some((true, true)) if is_seen => SlcCacheType::Hybrid,
        _ => SlcCacheType::None,
    };
    let blank = truth.slc_cache_blank_bytes.filter(|bytes| is_seen && *bytes > 0);
    Told {
        cache: blank.map(|bytes| bytes as f64),
        kind,
        cache_per_s,
        native_per_s: after,
        folding_per_s: folding
            .filter(|_| bypasses && leaves_space && kind != SlcCacheType::Static),
    }
}

fn cache_of(findings: &[Finding]) -> &SlcCache {
    let found = findings.iter().find_map(|finding| match finding {
        Finding::SlcCache(cache) => Some(cache),
        _ => None,
    });
    found.expect("a pass has this finding")
}

#[derive(Default)]
struct Score {
    drives: u32,
    with_cache: u32,
    invented: Vec<String>,
    wrong_size: Vec<String>,
    wrong_type: Vec<String>,
    wrong_rate: Vec<String>,
    /// No answer, with its reason.
    untold: Vec<String>,
}

fn is_within(found: f64, told: f64, share: f64) -> bool {
    (found - told).abs() <= share * told
}

impl Score {
    #[expect(clippy::cast_precision_loss, reason = "bytes of a drive")]
    fn add(&mut self, spec: &SimSpec, seed: u64) {
        let mut rig = rig(spec.clone(), seed);
        let (cells, truths) = run_method("fill-drive", &[("fresh", "done")], &mut rig);
        let told = told(spec, &truths[0]);
        let findings = caches(&cells);
        let found = cache_of(&findings);
        let what = format!("{} told {:?} {:?}: {found:?}", spec.name, told.cache, told.kind);
        self.drives += 1;
        self.with_cache += u32::from(told.cache.is_some());
        match (told.cache, found.value_bytes) {
            (Some(told), Some(found)) if is_within(found as f64, told, 0.05) => {}
            (None, None) => {}
            (None, Some(_)) => self.invented.push(what.clone()),
            _ => self.wrong_size.push(what.clone()),
        }
        if found.kind.is_none() && found.confidence_ratio <= 0.5 {
            assert!(found.reason.is_some(), "{what}");
            self.untold.push(what.clone());
        } else if found.kind != Some(told.kind) {
            self.wrong_type.push(what.clone());
        }
        if told.cache.is_none() {
            return;
        }
        let after = found.after_bytes_per_s.unwrap_or(0.0);
        let cache = found.cache_bytes_per_s.unwrap_or(0.0);
        let folding = told.folding_per_s.zip(found.folding_bytes_per_s);
        let is_right = is_within(after, told.native_per_s, 0.03)
            && is_within(cache, told.cache_per_s, 0.03)
            && folding.is_none_or(|(told, found)| is_within(found, told, 0.03));
        if !is_right {
            let rates = (told.cache_per_s, told.native_per_s, told.folding_per_s);
            self.wrong_rate.push(format!("{what} rates {rates:?}"));
        }
    }

    fn share(&self, wrong: &[String]) -> f64 {
        1.0 - f64::from(u32::try_from(wrong.len()).unwrap()) / f64::from(self.drives)
    }
}

#[test]
fn size_type_and_rates_of_random_caches_are_found() {
    let mut score = Score::default();
    for seed in 0..200 {
        score.add(&SimSpec::random(RandomKind::Ssd, seed), seed);
    }
    let Score { invented, wrong_size, wrong_type, wrong_rate, .. } = &score;
    assert!(invented.is_empty(), "{invented:#?}");
    assert!(score.with_cache > 80);
    // Links as slow as the flash, and drives that are busy after the pass.
    assert!(score.share(&score.untold) >= 0.75, "{:#?}", score.untold);
    assert!(score.share(wrong_size) >= 0.98, "{wrong_size:#?}");
    assert!(score.share(wrong_type) >= 0.97, "{wrong_type:#?}");
    assert!(score.share(wrong_rate) >= 0.98, "{wrong_rate:#?}");
}

fn drive(name: &str) -> SimSpec {
    SimSpec::parse(iogram_sim::zoo_text(name).unwrap()).unwrap()
}

#[test]
fn drives_of_known_make_are_told_apart() {
    let mut score = Score::default();
    let names = [
        "s2-optane-905p",
        "nvme-enterprise-read",
        "nvme-enterprise-write",
        "nvme-tlc-dynamic",
        "nvme-tlc-hybrid",
        "nvme-tlc-dramless",
        "sata-tlc-static",
    ];
    for name in names {
        score.add(&drive(name), 1);
    }
    // On one, the flash is as fast as the link: whether it has a cache cannot be seen.
    assert_eq!(score.untold.len(), 1, "{:#?}", score.untold);
    let Score { invented, wrong_size, wrong_type, wrong_rate, .. } = score;
    let wrong = [invented, wrong_size, wrong_type, wrong_rate].concat();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn recoveries(findings: &[Finding]) -> Vec<&CacheRecovery> {
    let found = findings.iter().filter_map(|finding| match finding {
        Finding::CacheRecovery(recovery) => Some(recovery),
        _ => None,
    });
    found.collect()
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "bytes of a drive")]
fn what_a_rest_gives_back_is_found_on_empty_and_full_drives() {
    let mut wrong: Vec<String> = Vec::new();
    let (mut count, mut untold) = (0_u32, 0_u32);
    for seed in 0..40 {
        let spec = SimSpec::random(RandomKind::Ssd, seed);
        let mut rig = rig(spec.clone(), seed);
        let (cells, truths) = run_method("slc-recovery", &[], &mut rig);
        if told(&spec, &truths[0]).cache.is_none() {
            continue;
        }
        let findings = caches(&cells);
        for recovery in recoveries(&findings) {
            let index = cells
                .iter()
                .position(|cell| cell.name == recovery.cell && cell.repeat == recovery.repeat);
            let free = truths[index.unwrap()].slc_cache_free_bytes.unwrap() as f64;
            count += 1;
            let Some(found) = recovery.value_bytes.map(|bytes| bytes as f64) else {
                untold += 1;
                continue;
            };
            // What cannot be told from the write buffer is as good as nothing.
            let buffer = truths[0].write_cache_bytes.unwrap() as f64;
            let slack = 0.2 * buffer + 6e6;
            let is_least = recovery.reason.is_some() && found <= free;
            if !is_within(found, free, 0.10) && (found - free).abs() > slack && !is_least {
                wrong.push(format!("{} told {free}: {recovery:?}", spec.name));
            }
        }
    }
    assert!(count > 200, "only {count} rests");
    assert!(untold * 14 < count, "{untold} of {count} not told");
    let told = (count - untold) as usize;
    assert!(wrong.len() * 50 <= told, "{} of {told}: {wrong:#?}", wrong.len());
}

#[test]
fn the_parts_of_a_pass_follow_each_other_and_say_what_they_are() {
    let mut rig = rig(drive("sata-tlc-static"), 1);
    let (cells, _) = run_method("fill-drive", &[("fresh", "done")], &mut rig);
    let findings = caches(&cells);
    let parts: Vec<&Plateau> = findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::Plateau(plateau) if plateau.cell == "first pass" => Some(plateau),
            _ => None,
        })
        .collect();
    assert_eq!(parts[0].from_bytes, 0);
    for pair in parts.windows(2) {
        assert_eq!(pair[0].to_bytes, pair[1].from_bytes);
        assert_eq!(pair[0].to_ns, pair[1].from_ns);
        assert_eq!(pair[0].index + 1, pair[1].index);
    }
    let roles: Vec<Option<PlateauRole>> = parts.iter().map(|it| it.role).collect();
    assert!(
        roles.ends_with(&[Some(PlateauRole::Cache), Some(PlateauRole::Native)]),
        "{parts:?}"
    );
    let profile = findings.iter().find_map(|finding| match finding {
        Finding::FillProfile(profile) => Some(profile),
        _ => None,
    });
    let profile = profile.unwrap();
    let worst = profile.worst_second_bytes_per_s.unwrap();
    assert!(worst <= profile.mean_bytes_per_s, "{profile:?}");
    assert!(profile.below_half_mean_ratio < 0.01, "{profile:?}");
    assert!(
        profile.below_half_mean_ratio.is_sign_positive(),
        "no share is minus zero: {profile:?}"
    );
}

/// A drive drawn from other ranges than the random ones: links of SATA and of three generations of `PCIe`,
/// units of 16 KiB for QLC, caches of a few mebibytes for drives without DRAM, media as fast as Optane.
fn held_out(seed: u64) -> SimSpec {
    let mut state = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut draw = |from: u64, to: u64| {
        // Marsaglia's xorshift*, 64 bits.
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        from + (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % (to - from + 1)
    };
    let capacity_mib = draw(8, 24) << 10;
    let (kind, is_qlc) = (draw(0, 5), draw(0, 3) == 0);
    let program_us = if kind == 5 { draw(10, 40) } else { draw(300, 1800) };
    let link = ["560MB/s", "1900MB/s", "3500MB/s", "7GB/s"][usize::try_from(seed % 4).unwrap()];
    let cache_mib = if draw(0, 2) == 0 { draw(1, 3) } else { draw(8, 32) };
    let dies = 4 << draw(0, 2);
    let (unit, cell_bits) = if is_qlc { ("16KiB", 4) } else { ("4KiB", 3) };
    let fixed_mib = if kind <= 1 { capacity_mib / draw(10, 40) } else { 0 };
    let dynamic = if matches!(kind, 1 | 2) { draw(15, 100) } else { 0 };
    let when_full = ["bypass", "fold"][usize::from(draw(0, 1) == 0)];
    let (slc_us, idle_s, spare) = (program_us * 10 / draw(25, 70), draw(1, 40), draw(7, 28));
    let slc = format!(
        "[media.page.slc]\ncell_bits = {cell_bits}\nfixed = \"{fixed_mib}MiB\"\n\
         dynamic = \"{dynamic}%\"\nprogram_time = \"{slc_us}us\"\nread_time = \"20us\"\n\
         when_full = \"{when_full}\"\nidle_delay = \"{idle_s}s\"\n"
    );
    let slc = if kind <= 2 { slc } else { String::new() };
    let text = format!(
        "name = \"held-out-{seed}\"\ntitle = \"t\"\nsource = \"s\"\ndrive = \"nvme\"\n\
         capacity = \"{capacity_mib}MiB\"\n[identity]\nmodel = \"m\"\n[link]\nrate = \"{link}\"\n\
         command_overhead = \"6us\"\ncontroller_time = \"1us\"\nin_flight = 256\n\
         [cache]\nsize = \"{cache_mib}MiB\"\nwrite_time = \"7us\"\nflush_time = \"400us\"\n\
         [media.page]\nunit = \"{unit}\"\npage_size = \"16KiB\"\nplanes = 4\ndies = {dies}\n\
         block_pages = 64\nover_provisioning = \"{spare}%\"\nread_time = \"50us\"\n\
         program_time = \"{program_us}us\"\nerase_time = \"5ms\"\nidle_delay = \"2s\"\n\
         discard_time = \"20us\"\n{slc}"
    );
    SimSpec::parse(&text).unwrap()
}

/// Where the cache is faster than the flash by about as much as counts as alike, either answer is right.
fn is_clear(spec: &SimSpec, seed: u64) -> bool {
    let truth = rig(spec.clone(), seed).drive_mut().truth();
    let told = told(spec, &truth);
    !(1.05..1.2).contains(&(told.cache_per_s / told.native_per_s))
}

#[test]
fn caches_of_drives_unlike_the_random_ones_are_found_and_none_is_invented() {
    let mut score = Score::default();
    for seed in (0..48).filter(|&seed| is_clear(&held_out(seed), seed)) {
        score.add(&held_out(seed), seed);
    }
    let Score { invented, wrong_size, wrong_type, .. } = &score;
    assert!(score.drives > 40 && score.with_cache > 12, "{} with a cache", score.with_cache);
    assert!(invented.is_empty(), "{invented:#?}");
    assert!(score.share(wrong_size) >= 0.98, "{wrong_size:#?}");
    assert!(score.share(wrong_type) >= 0.97, "{wrong_type:#?}");
}

/// The burst after the pass is written where the flash is fast: a cache that is full would be slow there.
#[test]
fn flash_that_is_slower_at_the_end_of_the_drive_is_no_cache() {
    for seed in 0..12 {
        let mut spec = SimSpec::random(RandomKind::Ssd, seed);
        let MediaSpec::Page(media) = &mut spec.media else { continue };
        media.slc = None;
        spec.link.rate = None;
        let capacity = spec.capacity.0.0;
        let start = Size(Bytes(capacity / 2 + seed * capacity / 40));
        let speed = Share::from_ppm(400_000);
        let weak = WeakRangeSpec { start, size: Size(Bytes(capacity - start.0.0)), speed };
        spec.weak_ranges.push(weak);
        let mut rig = rig(spec, seed);
        let (cells, _) = run_method("fill-drive", &[("fresh", "done")], &mut rig);
        let findings = caches(&cells);
        let found = cache_of(&findings);
        assert!(
            found.kind.is_none() && found.confidence_ratio <= 0.5,
            "seed {seed}: {found:?}"
        );
    }
}

/// Reads right after the pass wait for what the buffer holds, which takes longer than half a second: it is no sign of
/// heat, and as large as what had time to be written it is no doubt where the cache was slower than the link.
#[test]
fn a_cache_behind_a_buffer_that_keeps_writing_is_told() {
    for seed in [100_016, 100_994, 101_024, 102_145] {
        let spec = SimSpec::wide(WideKind::Filled, seed);
        let mut rig = rig(spec, seed);
        let blank = rig.drive_mut().truth().slc_cache_blank_bytes.unwrap();
        let (cells, _) = run_method("fill-drive", &[("fresh", "done")], &mut rig);
        let findings = caches(&cells);
        let found = cache_of(&findings);
        assert!(found.kind.is_some(), "seed {seed}: {found:?}");
        let size = found.value_bytes.unwrap();
        assert!(size.abs_diff(blank) * 20 < blank, "seed {seed}: {size} of {blank}");
    }
}

/// After the rest nothing of it is there, as of one that lives in free space; free space gives back that one alone. What
/// it is then is not told: of such drives a third is something else.
#[test]
fn a_cache_that_does_not_empty_itself_is_not_taken_for_one_in_free_space() {
    let mut told = Vec::new();
    for seed in [7_u64, 8, 9, 10, 11, 12] {
        let mut spec = SimSpec::random(RandomKind::Ssd, seed);
        let capacity = spec.capacity.0.0;
        let MediaSpec::Page(media) = &mut spec.media else { continue };
        let Some(slc) = media.slc.as_mut() else { continue };
        (slc.fixed, slc.dynamic) = (Size(Bytes(capacity / 10)), Share::from_ppm(0));
        slc.when_full = iogram_sim::WhenFull::Bypass;
        slc.idle_delay = None;
        let mut rig = rig(spec, seed);
        let (cells, _) = run_method("fill-drive", &[("fresh", "done")], &mut rig);
        let findings = caches(&cells);
        let found = cache_of(&findings);
        assert_ne!(found.kind, Some(SlcCacheType::Dynamic), "seed {seed}: {found:?}");
        told.extend(found.value_bytes);
    }
    assert!(!told.is_empty(), "no cache was seen");
}

#[test]
fn a_cache_that_comes_back_with_free_space_is_told_surely() {
    let mut rig = rig(drive("nvme-tlc-dynamic"), 1);
    let (cells, _) = run_method("fill-drive", &[("fresh", "done")], &mut rig);
    let findings = caches(&cells);
    let found = cache_of(&findings);
    assert_eq!(found.kind, Some(SlcCacheType::Dynamic), "{found:?}");
    assert!(found.confidence_ratio >= 0.97, "{found:?}");
}

/// The size that `fill-drive` finds on the wide random drive of this seed, and the true one.
fn found_of_wide(seed: u64) -> (SlcCache, u64) {
    let mut rig = rig(SimSpec::wide(WideKind::Filled, seed), seed);
    let blank = rig.drive_mut().truth().slc_cache_blank_bytes.unwrap_or(0);
    let (cells, _) = run_method("fill-drive", &[("fresh", "done")], &mut rig);
    (cache_of(&caches(&cells)).clone(), blank)
}

/// The burst met the buffer nearly full, the passes met it empty: their first part, 18 MB of 120, was taken for the cache, and then
/// told to be a buffer.
#[test]
fn a_buffer_that_the_burst_met_nearly_full_is_what_the_passes_begin_with() {
    for seed in [70_001_176, 70_003_805] {
        let (found, blank) = found_of_wide(seed);
        assert!(found.kind.is_some(), "seed {seed}: {found:?}");
        let size = found.value_bytes.unwrap();
        assert!(size.abs_diff(blank) * 20 < blank, "seed {seed}: {size} of {blank}");
    }
}

/// Reads that wait for the drive, and a burst that met a buffer as full as it was, say nothing against a cache of which
/// free space gives back as much as was free.
#[test]
fn what_free_space_gives_back_stands_against_doubts_about_heat_and_buffers() {
    for seed in [70_007_105, 70_014_424, 70_005_824] {
        let (found, blank) = found_of_wide(seed);
        assert!(found.confidence_ratio > 0.9, "seed {seed}: {found:?}");
        let size = found.value_bytes.unwrap();
        assert!(size.abs_diff(blank) * 20 < blank, "seed {seed}: {size} of {blank}");
    }
}

/// Cells of one bit in place of two hold half of a drive: a cliff far behind that is heat or flash that is slower there.
#[test]
fn a_cliff_behind_most_of_the_drive_is_no_cache() {
    for seed in [78_000_094, 78_003_046, 79_002_845] {
        let (found, _) = found_of_wide(seed);
        assert!(found.confidence_ratio <= 0.5, "seed {seed}: {found:?}");
    }
}
