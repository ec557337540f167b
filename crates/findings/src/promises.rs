//! What a label promises, held against what was measured.

use iogram_model::{Bytes, DriveEntry, DriveFigure, Figure, PromiseCheck, Quality, SpeedClass};

use crate::quality::{Pick, choose_figures};

const CLASS_NOTE: &str = "the mark is tested by rules of the SD Association on a bare card; this is no \
                          such test";
const A2_NOTE: &str = "A2 holds only in a host that uses the card's command queue and cache";

/// Every promise of `entry`, in a fixed order.
#[must_use]
pub fn check_promises(entry: &DriveEntry, figures: &[DriveFigure]) -> Vec<PromiseCheck> {
    let promises = &entry.promises;
    let of = |promise: &str, promised: Option<f64>, quality, figure: Figure| {
        promised.map(|promised| check(promise, promised, &[quality], figure, figures))
    };
    let (read, write) = (Quality::SequentialRead, Quality::SequentialWrite);
    let mut checks: Vec<PromiseCheck> = [
        of("sequential read", promises.read_bytes_per_s, read, Figure::BytesPerS),
        of("sequential write", promises.write_bytes_per_s, write, Figure::BytesPerS),
    ]
    .into_iter()
    .flatten()
    .collect();
    let random = [
        ("random read", promises.read_iops, READS),
        ("random write", promises.write_iops, WRITES),
    ];
    checks.extend(random.into_iter().filter_map(|(promise, promised, qualities)| {
        Some(check(promise, promised?, &qualities, Figure::Iops, figures))
    }));
    for mark in &promises.classes {
        checks.extend(class_checks(mark, figures));
    }
    checks
}

const READS: [Quality; 2] = [Quality::QueuedRead, Quality::RandomRead];
const WRITES: [Quality; 2] = [Quality::QueuedWrite, Quality::RandomWrite];

fn class_checks(mark: &str, figures: &[DriveFigure]) -> Vec<PromiseCheck> {
    let Some(class) = SpeedClass::of(mark) else { return Vec::new() };
    let rate = Bytes(class.write_bytes_per_s).as_f64();
    let write = check(
        &format!("{mark} write"),
        rate,
        &[Quality::SequentialWrite],
        Figure::BytesPerS,
        figures,
    );
    let mut checks = vec![PromiseCheck { note: CLASS_NOTE.to_owned(), ..write }];
    if let Some((read_iops, write_iops)) = class.iops {
        let note = if mark == "A2" { A2_NOTE } else { CLASS_NOTE };
        let sides = [("read", read_iops, READS), ("write", write_iops, WRITES)];
        checks.extend(sides.into_iter().map(|(side, iops, qualities)| {
            let promise = format!("{mark} random {side}");
            let check = check(&promise, iops.into(), &qualities, Figure::Iops, figures);
            PromiseCheck { note: note.to_owned(), ..check }
        }));
    }
    checks
}

/// Against the fastest measurement: a label says "up to".
fn check(
    promise: &str,
    promised: f64,
    qualities: &[Quality],
    figure: Figure,
    figures: &[DriveFigure],
) -> PromiseCheck {
    let found = qualities
        .iter()
        .filter_map(|&quality| choose_figures(figures, quality, figure, Pick::Fastest))
        .reduce(|best, other| if other.mean > best.mean { other } else { best });
    let measured = found.and_then(|figure| figure.mean);
    PromiseCheck {
        promise: promise.to_owned(),
        figure: figure.name().to_owned(),
        promised,
        measured,
        reached_ratio: measured.filter(|_| promised > 0.0).map(|value| value / promised),
        evidence: found.cloned(),
        note: String::new(),
    }
}
