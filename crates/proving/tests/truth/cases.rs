//! Conclusions about wide random drives, compared with the drives' specification.

use iogram_engine::{Control, ProbeAccess, Rig};
use iogram_findings::{caches, capacities, geometry};
use iogram_model::{
    CapacityFinding, CapacityVerdict, CellRecord, CountFinding, Finding, MessageId,
    ProbeRecord, SizeFinding, SlcCacheType,
};
use iogram_proving::Outcome;
use iogram_runner::{
    Capacity, PlannedStep, ProbeKind, ProbeStep, TargetFacts, builtin_method, plan,
};
use iogram_sim::{
    Defect, FakeScheme, Latency, MediaSpec, SimDrive, SimRig, SimSpec, SimTruth, WhenFull,
    WideKind,
};

/// A step of the cache's rate that is smaller is not looked for; the same as the inference's own.
const STEP: f64 = 1.15;
/// A size is right within this share of the truth, or this many bytes.
const SIZE_RATIO: f64 = 0.06;
const SIZE_BYTES: f64 = 8e6;
/// A real capacity is right up to this many bytes below the truth, and never above it.
const CAPACITY_BYTES: u64 = 1 << 20;

/// Asks every question about the drive of this seed.
pub(crate) fn ask(seed: u64) -> Vec<Outcome> {
    let kind = WideKind::in_turn(seed);
    let mut spec = SimSpec::wide(kind, seed);
    if seed >= BEYOND {
        go_beyond(&mut spec, seed);
    }
    ask_of(&spec, kind, seed)
}

/// Asks every question of drives of `kind` about this one.
pub(crate) fn ask_of(spec: &SimSpec, kind: WideKind, seed: u64) -> Vec<Outcome> {
    match kind {
        WideKind::Units => units(spec, seed),
        WideKind::Filled => filled(spec, seed),
        WideKind::Fake | WideKind::Genuine => capacity(spec, seed),
    }
}

/// Seeds from here on draw drives beyond the ranges that the thresholds were set with: held out, evaluated last.
pub(crate) const BEYOND: u64 = 1 << 40;

/// Units of any odd size, half as much noise again, links a quarter slower, buffers half as large again, twice the
/// stalls, heat twice as slow, caches of counterfeits twice as large.
fn go_beyond(spec: &mut SimSpec, seed: u64) {
    let scaled = |time: iogram_sim::Time, part: u64| format!("{}ns", time.ns() * part / 2);
    if let Some(Latency::Quantiles(points)) = &mut spec.noise {
        for point in points {
            point.1 = scaled(point.1, 3).parse().expect("a time");
        }
    }
    let size = |bytes: u64| format!("{bytes}B").parse().expect("a size");
    if let MediaSpec::Block(media) = &mut spec.media {
        let page = media.page_size.bytes();
        media.au_size = size(((seed % 1900 + 12) * (64 << 10)).next_multiple_of(page));
    }
    if let Some(rate) = &mut spec.link.rate {
        *rate = iogram_sim::Rate::per_s(rate.bytes_per_s() / 4 * 3);
    }
    if let Some(cache) = &mut spec.cache {
        cache.size = size(cache.size.bytes() / 2 * 3);
    }
    for stall in &mut spec.stalls {
        stall.one_in = stall.one_in.div_ceil(2);
    }
    if let Some(thermal) = &mut spec.thermal {
        thermal.time_constant = scaled(thermal.time_constant, 4).parse().expect("a time");
    }
    if let Some(fake) = &mut spec.counterfeit {
        fake.hiding_cache = size(fake.hiding_cache.bytes() * 2);
    }
    spec.name = format!("beyond-{seed}");
}

fn rig(spec: &SimSpec, seed: u64) -> SimRig {
    SimRig::new("sim:wide", SimDrive::new(spec.clone(), seed).expect("a sound drive"))
}

fn probe(rig: &mut SimRig, what: &str, seed: u64) -> ProbeRecord {
    probe_as(rig, what.parse().expect("a probe"), seed)
}

fn probe_as(rig: &mut SimRig, kind: ProbeKind, seed: u64) -> ProbeRecord {
    let step = ProbeStep { name: "asked".to_owned(), seed, kind };
    let mut probe = rig.probe(ProbeAccess::Write).expect("every drive can be probed");
    step.run(probe.as_mut(), &Control::default())
}

fn units(spec: &SimSpec, seed: u64) -> Vec<Outcome> {
    let whats: &[&str] = match seed % 4 {
        0 => &["boundaries", "open-units", "unit-ends", "fat-region"],
        _ => &["boundaries"],
    };
    units_with(spec, seed, whats)
}

/// Conclusions about the units of a drive from the probes `whats`.
pub(crate) fn units_with(spec: &SimSpec, seed: u64, whats: &[&str]) -> Vec<Outcome> {
    let mut rig = rig(spec, seed);
    let records: Vec<ProbeRecord> =
        whats.iter().map(|what| probe(&mut rig, what, seed)).collect();
    let truth = rig.drive_mut().truth();
    let is_seen = steps_are_seen(spec);
    let count = |found: CountFinding, truth: Option<u32>, inference| {
        let answer = match found.value {
            Some(value) => Some(Some(value) == truth),
            // A confident denial of a limit is an answer.
            None => found.confidence.filter(|sure| *sure > 0.75).map(|_| truth.is_none()),
        };
        // If writes are as slow as closing a unit, or the drive stalls, nothing is visible.
        outcome(
            inference,
            answer,
            found.confidence,
            spec.stalls.is_empty(),
            &(truth, &found.value, &found.reason),
        )
    };
    let (mut outcomes, mut is_unit_told) = (Vec::new(), false);
    for finding in geometry(&records, None) {
        match finding {
            Finding::AllocationUnit(it) => {
                // Alternating writes show units, too.
                let shows = shown(spec).1.is_some() || whats.len() > 1;
                let told = size(&it, (truth.au_bytes, shows), "allocation unit", is_seen.1);
                let source = match it.evidence_statement.as_ref().map(|it| it.id) {
                    _ if it.value_bytes.is_none() => "source: no unit in reads",
                    Some(MessageId::EvidenceBoundariesAndUnits) => {
                        "source: unit, reads and writes"
                    }
                    _ => "source: unit, reads",
                };
                is_unit_told = it.value_bytes.is_some();
                outcomes.extend(sourced(source, &told));
                outcomes.push(told);
            }
            Finding::FlashPage(it) => {
                let shows = shown(spec).0.is_some();
                let told = size(&it, (truth.page_bytes, shows), "flash page", is_seen.0);
                let source = match is_unit_told {
                    true => "source: page below a unit",
                    false => "source: page without a unit",
                };
                outcomes.extend(sourced(source, &told));
                outcomes.push(told);
            }
            Finding::OpenAuLinear(it) => {
                outcomes.push(count(it, truth.open_aus, "open units, in order"));
            }
            Finding::OpenAuRandom(it) => {
                outcomes.push(count(it, truth.open_aus_random, "open units, at random"));
            }
            _ => {}
        }
    }
    outcomes
}

/// Whether reads across pages and across units exceed the noise, in principle.
fn steps_are_seen(spec: &SimSpec) -> (bool, bool) {
    let MediaSpec::Block(media) = &spec.media else { return (false, false) };
    let noise = match &spec.noise {
        Some(Latency::Quantiles(points)) => points.last().map_or(0, |point| point.1.ns()),
        Some(Latency::Constant(time)) => time.ns(),
        None => 0,
    };
    let frame =
        spec.disturbance.as_ref().and_then(|it| it.frame).map_or(0, iogram_sim::Time::ns);
    // The fastest of four reads at eight places leaves a quarter of the noise.
    let hidden = frame.max(noise / 4).max(media.read[0].time.ns() / 10);
    let crossing = |time: Option<iogram_sim::Time>| time.map_or(0, iogram_sim::Time::ns);
    let (page, unit) = (crossing(media.page_cross_time), crossing(media.au_cross_time));
    (page > hidden, unit.saturating_sub(page) > hidden)
}

/// Whether reads across pages and across units take longer at all.
fn shown(spec: &SimSpec) -> (Option<()>, Option<()>) {
    let MediaSpec::Block(media) = &spec.media else { return (None, None) };
    (media.page_cross_time.map(drop), media.au_cross_time.map(drop))
}

/// `shows`: whether the drive shows the size in any way, however faintly.
fn size(
    found: &SizeFinding,
    (truth, shows): (Option<u64>, bool),
    inference: &'static str,
    seen: bool,
) -> Outcome {
    let answer = match found.value_bytes {
        Some(value) => Some(Some(value) == truth),
        // A confident denial is an answer.
        None => found.confidence.filter(|sure| *sure > 0.75).map(|_| !shows),
    };
    let note = (truth, found.value_bytes, &found.reason);
    outcome(inference, answer, found.confidence, seen, &note)
}

fn outcome(
    inference: &'static str,
    is_right: Option<bool>,
    stated: Option<f64>,
    is_visible: bool,
    note: &dyn std::fmt::Debug,
) -> Outcome {
    let stated = stated.unwrap_or(0.0);
    Outcome { inference, is_right, stated, is_visible, note: format!("{note:?}") }
}

fn capacity(spec: &SimSpec, seed: u64) -> Vec<Outcome> {
    capacity_by(spec, seed, false)
}

/// Conclusions about a drive's capacity from few marks, or from every block.
pub(crate) fn capacity_by(spec: &SimSpec, seed: u64, is_full: bool) -> Vec<Outcome> {
    let mut rig = rig(spec, seed);
    let settings = Capacity { is_full, ..Capacity::default() };
    let record = probe_as(&mut rig, ProbeKind::Capacity(settings), seed);
    let truth = rig.drive_mut().truth();
    let found = capacities(&[record]);
    let [Finding::Capacity(found)] = found.as_slice() else { return Vec::new() };
    let is_fake = truth.counterfeit.is_some();
    let drops = spec.counterfeit.as_ref().is_some_and(|fake| fake.drops_after.is_some());
    let told = told_of(found);
    let mut outcomes = vec![outcome(
        "genuine or not",
        told.map(|is_bad| is_bad == is_fake),
        Some(found.confidence),
        !found.is_at_reader_limit,
        &(is_fake, &spec.counterfeit, found.verdict, found.real_bytes, &found.reason),
    )];
    if let Some((source, is_right)) =
        capacity_source(found, spec, (is_full, truth.capacity_real_bytes))
    {
        let told = Outcome { is_right: Some(is_right), ..outcomes[0].clone() };
        outcomes.extend(sourced(source, &told));
    }
    // Includes genuine drives: the stated confidence is that of the size, for any drive.
    if !drops {
        let real = truth.capacity_real_bytes;
        let is_right = |bytes: u64| bytes <= real && bytes + CAPACITY_BYTES >= real;
        let note = (spec.counterfeit.as_ref(), spec.capacity, found.verdict, found.real_bytes);
        let answer = found.real_bytes.filter(|_| !found.is_at_reader_limit).map(is_right);
        let is_visible = !found.is_at_reader_limit;
        outcomes.push(outcome(
            "real capacity",
            answer,
            Some(found.confidence),
            is_visible,
            &note,
        ));
        // In every case, a partition must stay within the real capacity.
        if let Some(usable) = found.usable_bytes {
            let is_inside = Some(usable <= real);
            outcomes.push(outcome(
                "usable part",
                is_inside,
                Some(found.confidence),
                true,
                &note,
            ));
        }
    }
    outcomes
}

/// A copy of a very confident answer for its source, because only cases of that source can prove such a confidence.
fn sourced(source: &'static str, of: &Outcome) -> Option<Outcome> {
    let is_sure = of.is_right.is_some() && of.stated >= SOURCED;
    is_sure.then(|| Outcome { inference: source, ..of.clone() })
}

/// Answers from this confidence on count for their source: the highest confidence of an unproven source.
const SOURCED: f64 = 0.989;

/// The source of a conclusion about capacity, and whether it is right, including kind and size.
fn capacity_source(
    found: &CapacityFinding,
    spec: &SimSpec,
    (is_full, real): (bool, u64),
) -> Option<(&'static str, bool)> {
    use CapacityVerdict as Is;
    let fake = spec.counterfeit.as_ref();
    let drops = fake.is_some_and(|it| it.drops_after.is_some());
    let size_is_right =
        found.real_bytes.is_none_or(|told| told <= real && told + CAPACITY_BYTES >= real);
    let scheme = |wanted| fake.is_some_and(|it| it.scheme == wanted) && size_is_right;
    let verdict = found.verdict?;
    let is_right = match verdict {
        Is::Good => {
            fake.is_none() && spec.bad_ranges.iter().all(|it| it.defect == Defect::Slow)
        }
        // If all data is lost before addresses repeat, they never repeat.
        Is::Limbo => {
            let is_one = fake.is_some_and(|it| {
                it.lost_from
                    .zip(it.wrap)
                    .is_some_and(|(lost, wrap)| lost.bytes() <= wrap.bytes())
            });
            scheme(FakeScheme::Limbo) || is_one && size_is_right
        }
        Is::Wraparound => scheme(FakeScheme::Wraparound),
        Is::Chain => scheme(FakeScheme::Chain),
        Is::Damaged | Is::ReadOnly => drops || !spec.bad_ranges.is_empty(),
        Is::Dying => !spec.bad_ranges.is_empty(),
    };
    let name = match (verdict, is_full) {
        (Is::Good, true) => "source: genuine, every block",
        (_, true) => "source: lost or wrong, every block",
        (Is::Good, false) => "source: genuine, few marks",
        (Is::Limbo, _) => "source: limbo, few marks",
        (Is::Wraparound, _) => "source: wraparound, few marks",
        (Is::Chain, _) => "source: chain, few marks",
        _ if drops => "source: keeps nothing any more, few marks",
        _ => "source: damage, few marks",
    };
    Some((name, is_right))
}

/// Whether the conclusion is that the drive is not as announced; `None` if it may be the reader.
fn told_of(found: &CapacityFinding) -> Option<bool> {
    if found.is_at_reader_limit {
        return None;
    }
    Some(found.verdict? != CapacityVerdict::Good)
}

pub(crate) fn fill(rig: &mut SimRig) -> (Vec<CellRecord>, SimTruth) {
    let truth = rig.drive_mut().truth();
    let facts = TargetFacts::device(rig.geometry());
    let method = builtin_method("fill-drive").expect("a built-in method");
    let plan = plan(&method, &[], &facts, 1).expect("a plan");
    let control = Control::default();
    let mut cells = Vec::new();
    for step in &plan.steps {
        match step {
            PlannedStep::Measure(cell) => cells.extend(rig.run(cell, &control).ok()),
            PlannedStep::Rest(time) => rig.rest(*time, &control),
            _ => {}
        }
    }
    (cells, truth)
}

#[expect(clippy::cast_precision_loss, reason = "bytes of a drive")]
fn filled(spec: &SimSpec, seed: u64) -> Vec<Outcome> {
    let mut rig = rig(spec, seed);
    let (cells, truth) = fill(&mut rig);
    let findings = caches(&cells);
    let found = findings.iter().find_map(|finding| match finding {
        Finding::SlcCache(cache) => Some(cache),
        _ => None,
    });
    let Some(found) = found else { return Vec::new() };
    let after = rig.drive_mut().truth();
    let slc = match &spec.media {
        MediaSpec::Page(media) => media.slc.as_ref(),
        _ => None,
    };
    let kind = match slc.map(|slc| (slc.fixed.bytes() > 0, slc.dynamic.ppm() > 0)) {
        Some((true, false)) => SlcCacheType::Static,
        Some((false, true)) => SlcCacheType::Dynamic,
        Some((true, true)) => SlcCacheType::Hybrid,
        _ => SlcCacheType::None,
    };
    let seen = Seen::of(spec, &truth, &after);
    let kind_sure = found.kind_confidence_ratio;
    // A denial applies from a size on.
    let blank_bytes = truth.slc_cache_blank_bytes.unwrap_or(0);
    let is_below = found.none_from_bytes.is_some_and(|size| blank_bytes < size);
    let is_told = |it| it == kind || it == SlcCacheType::None && is_below;
    let answer = found.kind.filter(|_| kind_sure.is_some_and(|sure| sure > 0.5)).map(is_told);
    let what = format!(
        "{kind:?} {:?} found {:?} {:?} buffer {:?} ({:?}) rates {:?} {:?} heat {} stalls {} {:?}",
        truth.slc_cache_blank_bytes.map(|bytes| bytes / 1_000_000),
        found.kind,
        found.value_bytes.map(|bytes| bytes / 1_000_000),
        found.buffer_bytes.map(|bytes| bytes / 1_000_000),
        truth.write_cache_bytes.map(|bytes| bytes / 1_000_000),
        (seen.cache_per_s / 1e6, seen.after_per_s / 1e6),
        (found.cache_bytes_per_s, found.after_bytes_per_s),
        after.throttle_count.unwrap_or(0),
        after.stall_count,
        found.reason,
    );
    let sure = Some(found.confidence_ratio);
    let is_visible = if slc.is_some() { seen.is_cache } else { seen.is_absence };
    let kind_told = outcome("SLC cache: type", answer, kind_sure, is_visible, &what);
    let source = match found.kind {
        Some(SlcCacheType::None) => "source: no cache",
        _ => "source: cache",
    };
    let mut outcomes: Vec<Outcome> = sourced(source, &kind_told).into_iter().collect();
    outcomes.push(kind_told);
    let blank = truth.slc_cache_blank_bytes.map(|bytes| bytes as f64);
    let is_near = |bytes: u64| {
        let difference = blank.map(|blank| (bytes as f64 - blank).abs());
        difference.zip(blank).is_some_and(|(difference, blank)| {
            difference <= (SIZE_RATIO * blank).max(SIZE_BYTES)
        })
    };
    if slc.is_some() || found.value_bytes.is_some() {
        let answer = found.value_bytes.filter(|_| found.confidence_ratio > 0.5).map(is_near);
        let is_visible = seen.is_cache && !(found.value_bytes.is_none() && is_below);
        outcomes.push(outcome("SLC cache: size", answer, sure, is_visible, &what));
    }
    outcomes
}

/// The visible properties of a cache, in principle.
struct Seen {
    cache_per_s: f64,
    after_per_s: f64,
    is_cache: bool,
    is_absence: bool,
}

impl Seen {
    #[expect(clippy::cast_precision_loss, reason = "bytes of a drive")]
    fn of(spec: &SimSpec, truth: &SimTruth, end: &SimTruth) -> Self {
        let link = truth.link_bytes_per_s.map_or(f64::INFINITY, |rate| rate as f64);
        let limited = |rate: Option<u64>| rate.map_or(link, |rate| (rate as f64).min(link));
        let cache_per_s = limited(truth.write_burst_bytes_per_s);
        let slc = match &spec.media {
            MediaSpec::Page(media) => media.slc.as_ref(),
            _ => None,
        };
        let goes_past = slc.is_some_and(|slc| {
            slc.when_full == WhenFull::Bypass && slc.dynamic.ppm() < 1_000_000
        });
        let after_per_s = match (slc, goes_past) {
            (Some(_), false) => limited(truth.write_folding_bytes_per_s),
            _ => limited(truth.write_native_bytes_per_s),
        };
        // Heat, weak flash, stalls and a buffer as large as the cache cause the same cliff.
        let is_hot = end.throttle_count.unwrap_or(0) > 0;
        let is_even = !is_hot && spec.weak_ranges.is_empty();
        let moves = spec.controller.as_ref().is_some_and(|it| it.wear_copy.is_some());
        let is_calm = is_even && !moves && end.stall_count == 0 && spec.link.in_flight > 1;
        let cache = truth.slc_cache_blank_bytes.unwrap_or(0) as f64;
        let buffer = truth.write_cache_bytes.unwrap_or(0) as f64;
        let is_small = buffer <= 64e6 && cache > 4.0 * buffer;
        Self {
            cache_per_s,
            after_per_s,
            is_cache: is_calm && is_small && cache_per_s > STEP * 1.1 * after_per_s,
            // The link was fast enough for a cache to show a step.
            is_absence: is_calm && buffer <= 64e6 && after_per_s * STEP * 1.1 < link,
        }
    }
}
