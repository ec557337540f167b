//! Fleets with and without known oddities: the report contains exactly the known ones.

use std::sync::Arc;

use iogram_findings::{FleetGroup, fleet, fleet_run};
use iogram_model::{
    Bytes, DriftAlong, Fleet, FleetFigure, FleetRun, Oddity, OddityKind, OpKind, Quality,
};

use crate::common::{self, run};

/// `SplitMix64`.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn even(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as f64 / u64::MAX as f64
    }

    /// Below `count`.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a small count"
    )]
    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.even() * count as f64) as usize
    }

    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.even()).sum::<f64>() - 6.0
    }

    /// With the same spread, but far more outliers: Laplace's distribution.
    fn pointed(&mut self) -> f64 {
        let even = self.even() - 0.5;
        -(1.0 - 2.0 * even.abs()).max(1e-12).ln() * even.signum() / std::f64::consts::SQRT_2
    }
}

/// Parameters of a fleet.
#[derive(Clone, Copy)]
struct Make {
    drives: usize,
    runs: usize,
    /// Spread between drives of one model, and between runs of one drive, as logarithms.
    spreads: (f64, f64),
    is_pointed: bool,
    firmwares: usize,
}

const USUAL: Make =
    Make { drives: 24, runs: 2, spreads: (0.03, 0.02), is_pointed: false, firmwares: 1 };

const FIGURES: [(Quality, &str, f64); 6] = [
    (Quality::SequentialRead, "bytes_per_s", 5e8),
    (Quality::SequentialWrite, "bytes_per_s", 4e8),
    (Quality::RandomRead, "iops", 9e3),
    (Quality::RandomRead, "latency_p99_ns", 2e5),
    (Quality::QueuedWrite, "iops", 6e4),
    (Quality::QueuedWrite, "latency_p99_ns", 3e6),
];

/// `effect` returns the factor for a drive, a run of it and a figure.
fn made(make: Make, seed: u64, effect: impl Fn(usize, usize, usize) -> f64) -> Vec<FleetRun> {
    let mut random = Random(seed);
    let mut runs = Vec::new();
    for drive in 0..make.drives {
        let spread = |random: &mut Random| {
            if make.is_pointed { random.pointed() } else { random.normal() }
        };
        let own: Vec<f64> =
            FIGURES.iter().map(|_| spread(&mut random) * make.spreads.0).collect();
        for number in 0..make.runs {
            let figures =
                FIGURES.iter().enumerate().map(|(index, (quality, figure, usual))| {
                    let of = FleetFigure {
                        model: "Example 512 GB".to_owned(),
                        method: "quick".to_owned(),
                        quality: *quality,
                        block: Some(Bytes(4096)),
                        depth: Some(1),
                        figure: (*figure).to_owned(),
                    };
                    let noise = own[index] + random.normal() * make.spreads.1;
                    (Arc::new(of), usual * noise.exp() * effect(drive, number, index))
                });
            let figures = figures.collect();
            runs.push(FleetRun {
                model: "Example 512 GB".to_owned(),
                drive: format!("S{drive}"),
                firmware: Some(format!("F{}", drive * 7 % make.firmwares)),
                started_at_us: 1_795_000_000_000_000
                    + i64::try_from(number).unwrap() * 86_400_000_000,
                life_used_ratio: Some(number as f64 * 0.02),
                written_bytes: Some(number as u64 * 1_000_000_000_000),
                figures,
                shortcoming: None,
            });
        }
    }
    runs
}

fn told(make: Make, seed: u64, effect: impl Fn(usize, usize, usize) -> f64) -> Fleet {
    fleet(&made(make, seed, effect), 0, FleetGroup::Model)
}

#[test]
fn of_fleets_without_oddities_few_are_told_any() {
    let makes = [
        (USUAL, 5),
        (Make { drives: 9, ..USUAL }, 5),
        (Make { drives: 60, runs: 1, spreads: (0.15, 0.05), ..USUAL }, 5),
        (Make { firmwares: 3, ..USUAL }, 5),
        (Make { drives: 8, runs: 8, spreads: (0.05, 0.2), ..USUAL }, 5),
    ];
    for (index, (make, most)) in makes.into_iter().enumerate() {
        let seeds = 0..120_u64;
        let fleets = seeds.map(|seed| told(make, seed * 101 + index as u64, |_, _, _| 1.0));
        let wrong = fleets.filter(|fleet| !fleet.oddities.is_empty()).count();
        assert!(wrong <= most, "1 % of 120 is 1; make {index}: {wrong}");
    }
}

#[test]
fn a_drive_of_another_kind_is_told_and_only_it() {
    let (mut found, mut others) = (0, 0);
    for seed in 0..60 {
        let fleet =
            told(
                USUAL,
                seed + 5000,
                |drive, _, figure| {
                    if drive == 17 && figure >= 3 { 0.75 } else { 1.0 }
                },
            );
        for oddity in &fleet.oddities {
            match &oddity.kind {
                OddityKind::Drive { drive, sibling_count: 23, value, usual }
                    if drive == "S17" =>
                {
                    found += 1;
                    assert!((value / usual - oddity.ratio).abs() < 1e-9);
                    assert!((0.65..0.85).contains(&oddity.ratio), "{oddity:?}");
                }
                _ => others += 1,
            }
        }
        let visible = fleet.models[0].visible_ratio.unwrap();
        assert!(
            (0.05..0.4).contains(&visible),
            "what is found would have been seen: {visible}"
        );
    }
    assert!(found >= 58 && others <= 6, "{found} found, {others} others");
}

#[test]
fn a_firmware_a_batch_and_a_drift_are_told_with_their_places() {
    let (mut firmware, mut batch, mut drift, mut others) = (0, 0, 0, 0);
    for seed in 0..40 {
        let make = Make { firmwares: 2, ..USUAL };
        let fleet =
            told(
                make,
                seed + 9000,
                |drive, _, figure| {
                    if drive * 7 % 2 == 1 && figure == 4 { 0.85 } else { 1.0 }
                },
            );
        for oddity in &fleet.oddities {
            match &oddity.kind {
                OddityKind::Firmware { base, other, low, high, base_count, other_count } => {
                    assert_eq!((base.as_str(), other.as_str()), ("F0", "F1"));
                    assert_eq!((*base_count, *other_count), (12, 12));
                    firmware += u32::from((*low..=*high).contains(&0.85));
                }
                _ => others += 1,
            }
        }
        let fleet =
            told(
                USUAL,
                seed + 20_000,
                |drive, _, figure| {
                    if drive >= 14 && figure == 1 { 1.25 } else { 1.0 }
                },
            );
        for oddity in &fleet.oddities {
            match &oddity.kind {
                OddityKind::Batch { first, .. }
                    if ["S13", "S14", "S15"].contains(&first.as_str()) =>
                {
                    batch += 1;
                    assert!((1.15..1.35).contains(&oddity.ratio), "{oddity:?}");
                }
                _ => others += 1,
            }
        }
        let make = Make { drives: 8, runs: 9, ..USUAL };
        let fleet = told(make, seed + 30_000, |drive, run, figure| {
            if drive == 3 && figure == 5 { 1.08_f64.powf(run as f64) } else { 1.0 }
        });
        for oddity in &fleet.oddities {
            match &oddity.kind {
                OddityKind::Drift {
                    drive,
                    along: DriftAlong::LifeUsed,
                    from,
                    to,
                    run_count: 9,
                } if drive == "S3" => {
                    assert!(*from == 0.0 && (*to - 0.16).abs() < 1e-9);
                    assert!((1.6..2.2).contains(&oddity.ratio), "{oddity:?}");
                    drift += 1;
                }
                // The drive whose latency doubles is odd among its siblings, too.
                OddityKind::Drive { drive, .. } if drive == "S3" => {}
                _ => others += 1,
            }
        }
    }
    assert!(firmware >= 36, "{firmware} of 40 firmwares, the interval holding the truth");
    assert!(batch >= 38 && drift >= 38, "{batch} batches and {drift} drifts of 40 each");
    assert!(others <= 14, "{others} others in 120 fleets");
}

/// In fleets that vary in every respect: 7 to 96 drives with correlated figures and different numbers of runs.
#[test]
fn one_of_a_hundred_fleets_without_oddities_has_one_and_what_would_be_seen_is() {
    let mut random = Random(0x0dd_f1ee7);
    let (mut right, mut wrong, mut visible, mut found, mut quiet) = (0, 0, 0, 0, 0);
    for round in 0..500_u64 {
        let drives = 7 + random.below(90);
        let make = Make {
            drives,
            runs: 1 + random.below(6),
            spreads: (0.01 + random.even() * 0.25, 0.01 + random.even() * 0.25),
            is_pointed: false,
            firmwares: 1 + random.below(4),
        };
        let mut runs = made(make, 7_700_000 + round, |_, _, _| 1.0);
        let first = runs[0].started_at_us;
        runs.retain(|run| run.started_at_us == first || random.even() < 0.8);
        for run in &mut runs {
            run.figures[3].1 = 1e9 / run.figures[2].1;
            run.figures[5].1 = 3e9 / run.figures[4].1;
        }
        quiet += u32::from(!fleet(&runs, 0, FleetGroup::Model).oddities.is_empty());
        let off = format!("S{}", random.below(drives));
        let by = 1.1 + random.even();
        let by = if random.even() < 0.5 { 1.0 / by } else { by };
        for run in runs.iter_mut().filter(|run| run.drive == off) {
            run.figures[0].1 *= by;
            run.figures[1].1 *= by;
        }
        let fleet = fleet(&runs, 0, FleetGroup::Model);
        let is_off =
            |it: &&Oddity| matches!(&it.kind, OddityKind::Drive { drive, .. } if *drive == off);
        let told = fleet.oddities.iter().filter(is_off).count();
        right += told;
        wrong += fleet.oddities.len() - told;
        let from = fleet.models[0].visible_ratio.unwrap();
        if by.ln().abs() > from.ln_1p() {
            visible += 1;
            found += told;
        }
    }
    assert!(wrong * 10 <= right + wrong, "{wrong} wrong, {right} right");
    assert!(found * 100 >= visible * 85, "{found} of {visible} that would have been seen");
    assert!(quiet <= 12, "1 % of 500 are 5: {quiet}");
}

/// Drives with a distribution that is not normal, although the search for odd ones assumes that.
#[test]
fn far_values_of_a_pointed_distribution_are_told_though_they_belong() {
    let make = Make { is_pointed: true, ..USUAL };
    let (mut far, mut others) = (0, 0);
    for seed in 0..100 {
        for oddity in &told(make, seed + 70_000, |_, _, _| 1.0).oddities {
            match &oddity.kind {
                // More than twice the spread between drives: this is far.
                OddityKind::Drive { .. } if oddity.ratio.ln().abs() > 0.06 => far += 1,
                _ => others += 1,
            }
        }
    }
    assert!(far <= 60 && others <= 6, "{far} far ones and {others} others in 100 fleets");
}

#[test]
fn a_drive_counts_once_and_runs_without_a_serial_number_are_left_out() {
    let mut runs = made(Make { drives: 3, runs: 1, ..USUAL }, 4, |_, _, _| 1.0);
    for _ in 0..5 {
        runs.push(runs[0].clone());
    }
    for run in &mut runs {
        let value = if run.drive == "S0" { 900.0 } else { 100.0 };
        run.figures.iter_mut().for_each(|it| it.1 = value);
    }
    let all = fleet(&runs, 2, FleetGroup::Model);
    assert_eq!((all.run_count, all.unidentified_run_count, all.drive_count), (10, 2, 3));
    let of = &all.distributions[0];
    assert_eq!((of.drive_count, of.run_count, of.median, of.max), (3, 8, 100.0, 900.0));
    assert_eq!((of.min, of.p25, of.p75), (100.0, 100.0, 900.0));
    assert_eq!(all.models[0].visible_ratio, None, "of three drives nothing can be told");
    assert!(all.oddities.is_empty());
    let each = fleet(&runs, 0, FleetGroup::Drive);
    assert_eq!(each.distributions.len(), 3 * FIGURES.len());
    assert_eq!(each.distributions[0].group.as_deref(), Some("S0"));
    assert_eq!(each.distributions[0].run_count, 6);
    let nothing = fleet(&[], 0, FleetGroup::Firmware);
    assert!(nothing.models.is_empty() && nothing.distributions.is_empty());
}

#[test]
fn a_run_tells_its_drive_and_its_figures() {
    let cells = common::writes(&[400.0, 402.0]);
    let run = run("S123", cells);
    let found = fleet_run(&run).unwrap();
    assert_eq!((found.model.as_str(), found.drive.as_str()), ("Example 69 GB", "S123"));
    let rate = found.figures.iter().find(|(it, _)| it.figure == "bytes_per_s").unwrap();
    assert_eq!((rate.0.quality, rate.1), (Quality::SequentialWrite, 401e6));
    assert_eq!(rate.0.block, Some(Bytes(1 << 20)));
    let mut nameless = run.clone();
    nameless.target.serial = Some("  ".to_owned());
    assert_eq!(fleet_run(&nameless), None);
    let mut nothing = run;
    for cell in &mut nothing.cells {
        *cell.operations.slot(OpKind::Write) = None;
    }
    assert!(fleet_run(&nothing).unwrap().figures.is_empty());
}
