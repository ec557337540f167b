//! The highest demand on a drive within limits, and the limit that broke beyond it.

use iogram_model::{
    Argument, BrokenLimit, Figure, Finding, Message, MessageId, Run, Search, SearchPoint,
    Severity, Varied, rounded,
};

use super::{Statement, held};

/// For each search, the result and the limit that the next step broke.
pub(super) fn of(run: &Run, findings: &[Finding]) -> Vec<Statement> {
    let all = findings.iter().filter_map(|finding| match finding {
        Finding::Search(search) => Some(search.as_ref()),
        _ => None,
    });
    // The state of the run covers an interrupted search.
    let complete = all.filter(|search| search.is_complete);
    let of_one = |search: &Search| match held_up(run, search) {
        Some(held) => vec![held],
        None => [Some(reached(search)), edge(search)].into_iter().flatten().collect(),
    };
    complete.flat_map(of_one).collect()
}

fn load(search: &Search, value: u32) -> Argument {
    let id = match search.varied {
        Varied::Jobs | Varied::Unknown => MessageId::SearchedJobs,
        Varied::Depth => MessageId::SearchedDepth,
    };
    Message::new(id, [Argument::Count(u64::from(value))]).into()
}

/// A statement that the computer disturbed the cell that broke a limit or that confirmed the result: every later step
/// depends on it.
fn held_up(run: &Run, search: &Search) -> Option<Statement> {
    let decides = |point: &&SearchPoint| {
        point.broken.is_some() || Some(point.value_count) == search.found_count
    };
    search.points.iter().filter(decides).find_map(|point| {
        let mut cells = run.cells.iter();
        let cell = cells.find(|it| it.name == point.cell && it.repeat == point.repeat)?;
        Some(held::up(&point.cell, held::moment(run, cell)?))
    })
}

fn reached(search: &Search) -> Statement {
    let found = search.found_count.zip(search.iops);
    let wanted = search.wanted_iops;
    let (severity, message) = match (found, wanted) {
        (Some((value, iops)), Some(wanted)) => {
            let values = [Argument::Iops(iops), load(search, value), Argument::Iops(wanted)];
            match iops > wanted {
                true => (Severity::Good, Message::new(MessageId::SearchEnough, values)),
                false => (Severity::Failed, Message::new(MessageId::SearchShort, values)),
            }
        }
        (Some((value, iops)), None) => {
            let times = Argument::Count(search.confirmed_count);
            let values = [Argument::Iops(iops), load(search, value), times];
            (Severity::Good, Message::new(MessageId::SearchFound, values))
        }
        (None, wanted) => {
            let is_lowest = search.broken_count == Some(search.from_count);
            let id = match is_lowest {
                true => MessageId::SearchNone,
                false => MessageId::SearchUnconfirmed,
            };
            let value = search.broken_count.unwrap_or(search.from_count);
            let severity = if wanted.is_some() { Severity::Failed } else { Severity::Caution };
            (severity, Message::new(id, [load(search, value)]))
        }
    };
    Statement::new(severity, message)
}

/// The limit that broke at the next value, or a note that none did.
fn edge(search: &Search) -> Option<Statement> {
    let message = match (search.broken_count, &search.broken) {
        (None, _) => {
            let value = search.found_count?;
            Message::new(MessageId::SearchUnlimited, [load(search, value)])
        }
        (Some(value), Some(broken)) => broke(load(search, value), broken),
        (Some(_), None) => return None,
    };
    Some(Statement::new(Severity::Measured, message))
}

fn broke(load: Argument, broken: &BrokenLimit) -> Message {
    let (Some(limit), Some(measured)) = (&broken.limit, broken.measured) else {
        return Message::new(MessageId::SearchBrokeOpen, [load]);
    };
    let figure = Argument::Figure { name: limit.figure.name().to_owned(), value: measured };
    let most = match limit.figure {
        Figure::Iops => Argument::Iops(limit.limit),
        Figure::BytesPerS | Figure::BytesPerSBeforeFlush => Argument::BytesPerS(limit.limit),
        _ => Argument::Ns(rounded(limit.limit)),
    };
    match &limit.load {
        Some(beside) => {
            let beside = Argument::Name(beside.clone());
            match limit.every_ns {
                Some(every) => {
                    let values = [load, beside, figure, most, Argument::Ns(every)];
                    Message::new(MessageId::SearchBrokeStretch, values)
                }
                None => {
                    Message::new(MessageId::SearchBrokeBeside, [load, beside, figure, most])
                }
            }
        }
        None => Message::new(MessageId::SearchBroke, [load, figure, most]),
    }
}
