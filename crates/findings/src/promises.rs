//! The promises of a label against the measured figures.

use iogram_model::{
    Bytes, DriveEntry, DriveFigure, Figure, Message, MessageId, PromiseCheck, Quality,
    SpeedClass,
};

use crate::quality::{Pick, choose_figures};

/// Every promise of `entry`, in a fixed order.
#[must_use]
pub fn check_promises(entry: &DriveEntry, figures: &[DriveFigure]) -> Vec<PromiseCheck> {
    let promises = &entry.promises;
    let of = |promise: MessageId, promised: Option<f64>, quality, figure: Figure| {
        promised.map(|promised| {
            check(Message::plain(promise), promised, &[quality], figure, figures)
        })
    };
    let (read, write) = (Quality::SequentialRead, Quality::SequentialWrite);
    let mut checks: Vec<PromiseCheck> = [
        of(MessageId::PromiseRead, promises.read_bytes_per_s, read, Figure::BytesPerS),
        of(MessageId::PromiseWrite, promises.write_bytes_per_s, write, Figure::BytesPerS),
    ]
    .into_iter()
    .flatten()
    .collect();
    let random = [
        (MessageId::PromiseRandomRead, promises.read_iops, READS),
        (MessageId::PromiseRandomWrite, promises.write_iops, WRITES),
    ];
    checks.extend(random.into_iter().filter_map(|(promise, promised, qualities)| {
        Some(check(Message::plain(promise), promised?, &qualities, Figure::Iops, figures))
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
        Message::new(MessageId::PromiseClassWrite, [mark.into()]),
        rate,
        &[Quality::SequentialWrite],
        Figure::BytesPerS,
        figures,
    );
    let mut checks = vec![noted(MessageId::PromiseNoClassTest, write)];
    if let Some((read_iops, write_iops)) = class.iops {
        let is_a2 = mark == "A2";
        let note = if is_a2 { MessageId::PromiseA2Host } else { MessageId::PromiseNoClassTest };
        let sides = [
            (MessageId::PromiseClassRandomRead, read_iops, READS),
            (MessageId::PromiseClassRandomWrite, write_iops, WRITES),
        ];
        checks.extend(sides.into_iter().map(|(side, iops, qualities)| {
            let promise = Message::new(side, [mark.into()]);
            let check = check(promise, iops.into(), &qualities, Figure::Iops, figures);
            noted(note, check)
        }));
    }
    checks
}

fn noted(note: MessageId, check: PromiseCheck) -> PromiseCheck {
    let note = Message::plain(note);
    PromiseCheck { note: note.english(), note_statement: Some(note), ..check }
}

/// Compares with the fastest measurement: a label says "up to".
fn check(
    promise: Message,
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
        promise: promise.english(),
        promise_statement: Some(promise),
        figure: figure.name().to_owned(),
        promised,
        measured,
        reached_ratio: measured.filter(|_| promised > 0.0).map(|value| value / promised),
        evidence: found.cloned(),
        note: String::new(),
        note_statement: None,
    }
}
