//! The answer of an advice: the best drive, the deciding figure, and the open questions.

use iogram_model::{
    AdvisedDrive, Argument, Figure, Headline, Message, MessageId, Price, Purpose, Severity,
    Standing,
};

use super::are_alike;

/// The deciding kind of work and figure, with the drive's value: the first one of the order that is known.
fn deciding(drive: &AdvisedDrive) -> Option<(&str, &str, f64)> {
    let figure = drive.figures.iter().find(|it| it.value.is_some())?;
    let (work, name) = figure.figure.split_once('.')?;
    Some((work, name, figure.value?))
}

/// The best drive, and the open questions. An incompletely measured drive can still be the best known one, and an
/// unsuitable drive the best of unsuitable ones: the answer says which it is.
pub(super) fn headline(purpose: &Purpose, drives: &[AdvisedDrive]) -> Headline {
    let is_any = |standing| drives.iter().any(|drive| drive.standing == standing);
    let (severity, answer) = answer(purpose, drives);
    let count = |standing| {
        Argument::Count(drives.iter().filter(|it| it.standing == standing).count() as u64)
    };
    let others = [
        (Standing::Unproven, MessageId::Unproven),
        (Standing::Unsuitable, MessageId::Unsuitable),
    ];
    let details = others.into_iter().filter(|(standing, _)| is_any(*standing));
    let details = details.map(|(it, id)| Message::new(id, [count(it)]));
    let simulated = drives.iter().filter(|it| it.is_of_simulation).count() as u64;
    let simulated = (simulated > 0)
        .then(|| Message::new(MessageId::AdvisedSimulated, [Argument::Count(simulated)]));
    let command = format!("iogram good-for {} TARGET", purpose.id);
    let next = is_any(Standing::Unproven)
        .then(|| Message::new(MessageId::NextGoodFor, [Argument::Name(command)]));
    Headline {
        severity,
        answer,
        details: simulated.into_iter().chain(worth(purpose, drives)).chain(details).collect(),
        confidence_ratio: None,
        basis: None,
        next,
    }
}

fn answer(purpose: &Purpose, drives: &[AdvisedDrive]) -> (Severity, Message) {
    let english = purpose.title.clone();
    let use_ = match purpose.is_built_in {
        true => Argument::Title { key: format!("use-{}", purpose.id), english },
        false => Argument::Sentence(english),
    };
    let total = Argument::Count(drives.len() as u64);
    // A failed or fake drive is never the best.
    let sound = drives.iter().filter(|drive| drive.defects.is_empty());
    // A required fact, such as power-loss protection, outranks any figure.
    let is_known = |drive: &&AdvisedDrive| {
        !drive.missing.iter().any(|missing| purpose.needs.contains(missing))
    };
    let mut sound = sound.filter(is_known).filter(|drive| deciding(drive).is_some());
    let first = match drives.first() {
        Some(first) if first.standing == Standing::Suitable => Some(first),
        _ => sound.next(),
    };
    let Some(first) = first else {
        return match drives.iter().any(|it| it.standing == Standing::Unproven)
            || drives.is_empty()
        {
            true => (Severity::Unknown, Message::new(MessageId::NoneProven, [use_])),
            false => (Severity::Unknown, Message::new(MessageId::NoneSuits, [use_, total])),
        };
    };
    let of_first = |it: &&AdvisedDrive| match first.standing {
        Standing::Suitable => it.place_index == Some(1),
        _ => it.id == first.id || are_alike(first, it, &purpose.order),
    };
    let alike: Vec<&AdvisedDrive> = drives.iter().filter(of_first).collect();
    let decided = deciding(first).map(|(work, figure, value)| {
        let value = Argument::Figure { name: figure.to_owned(), value };
        [Argument::Name(first.name.clone()), Argument::Work(work.to_owned()), value]
    });
    match (first.standing, decided) {
        (Standing::Unsuitable, Some(decided)) => {
            let [drive, work, value] = decided;
            let values = [use_, total, drive, work, value];
            (Severity::Unknown, Message::new(MessageId::NoneSuitsBest, values))
        }
        (standing, Some(decided)) if alike.len() == 1 => {
            let (severity, id) = match standing {
                Standing::Suitable => (Severity::Good, MessageId::BestFor),
                _ => (Severity::Measured, MessageId::BestSoFar),
            };
            let [drive, work, value] = decided;
            (severity, Message::new(id, [use_, drive, work, value]))
        }
        (standing, _) => {
            let names: Vec<&str> = alike.iter().map(|drive| drive.name.as_str()).collect();
            let count = Argument::Count(alike.len() as u64);
            let values = [use_, count, Argument::Name(names.join(", "))];
            let (severity, id) = match standing {
                Standing::Suitable => (Severity::Good, MessageId::BestAlike),
                _ => (Severity::Measured, MessageId::AlikeSoFar),
            };
            (severity, Message::new(id, values))
        }
    }
}

/// The drive with the most performance for its price, by the first rate of the order that is known for several drives
/// with known prices; `None` if there is no choice.
fn worth(purpose: &Purpose, drives: &[AdvisedDrive]) -> Option<Message> {
    let priced = |drive: &AdvisedDrive| {
        drive
            .price
            .clone()
            .filter(|it| it.hundredths > 0 && drive.standing != Standing::Unsuitable)
    };
    let currency = drives.iter().find_map(priced)?.currency;
    let is_alike = |it: &AdvisedDrive| priced(it).is_none_or(|it| it.currency == currency);
    if !drives.iter().all(is_alike) {
        return None;
    }
    let rates = purpose.order.iter().enumerate();
    let rates = rates.filter(|(_, it)| matches!(it.figure, Figure::Iops | Figure::BytesPerS));
    let (of, known) = rates.into_iter().find_map(|(index, of)| {
        let value = |it: &AdvisedDrive| it.figures.get(index)?.value;
        let known = drives.iter().filter_map(|it| Some((it, priced(it)?, value(it)?)));
        let known: Vec<(&AdvisedDrive, Price, f64)> = known.collect();
        (known.len() > 1).then_some((of, known))
    })?;
    let count = known.len() as u64;
    let per_price = |it: &(&AdvisedDrive, Price, f64)| it.2 / it.1.amount();
    let best = known.iter().max_by(|one, other| per_price(one).total_cmp(&per_price(other)))?;
    let (drive, price, value) = best;
    let is_sure = known.iter().all(|(it, ..)| it.standing == Standing::Suitable);
    let id = if is_sure { MessageId::WorthMost } else { MessageId::WorthMostUnproven };
    let values = [
        Argument::Name(drive.name.clone()),
        Argument::Work(of.quality.to_string()),
        Argument::Figure { name: of.figure.name().to_owned(), value: *value },
        price.to_string().into(),
        Argument::Count(count),
    ];
    Some(Message::new(id, values))
}
