//! Notes for readers of the figures, each stated once and numbered, so that tables can refer to it: incomplete cells,
//! failed requests, warnings.

use std::collections::{BTreeMap, BTreeSet};

use iogram_model::{
    CellRecord, CellState, EndReason, EndingRecord, ErrorRecord, Message, Nanos, ResumeRecord,
    Run, Total as _, Warning, WarningCode,
};

use crate::format::{operation_name, timestamp};
use crate::group::{Group, repetition_name};
use crate::locale::{Locale, say};
use crate::statement::{self, said, warning_text};

/// Numbered texts, and the cells that they concern.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(crate) texts: Vec<String>,
    /// The notes about the computer, which the user could have changed.
    pub(crate) of_computer: BTreeSet<usize>,
    /// Numbers (from 1) by the cell's name.
    numbers: BTreeMap<String, Vec<usize>>,
}

impl Notes {
    /// The references for the cell of this name: `[1] [3]`, or nothing.
    pub(crate) fn marks(&self, cell: &str) -> String {
        let numbers = self.numbers.get(cell).into_iter().flatten();
        numbers.map(|number| format!("[{number}]")).collect::<Vec<_>>().join(" ")
    }

    fn add<'a>(&mut self, text: String, cells: impl IntoIterator<Item = &'a str>) {
        self.texts.push(text);
        let number = self.texts.len();
        for cell in cells {
            self.numbers.entry(cell.to_owned()).or_default().push(number);
        }
    }
}

pub(crate) fn collect(run: &Run, groups: &[Group<'_>], locale: &Locale) -> Notes {
    let mut notes = Notes::default();
    for resume in &run.resumes {
        notes.add(resumed(resume, locale), []);
    }
    let left_out = run
        .cells
        .iter()
        .map(|cell| cell.unknown.left_out_count())
        .total()
        .saturating_add(run.unknown.left_out_count());
    if left_out > 0 {
        notes.add(say!(locale, "note-unknown-entries", count = left_out), []);
    }
    let is_repeated = groups.iter().any(Group::is_repeated);
    for group in groups {
        for (index, cell) in group.cells.iter().enumerate() {
            let who = group.name_of(index, is_repeated, locale);
            if let Some(what) = ending(cell, is_repeated, locale) {
                notes.add(format!("{who}: {what}"), [group.name]);
            }
            if let Some(what) = ended_with_another(cell, &who, locale) {
                notes.add(what, [group.name]);
            }
            if let Some(exclusion) = &cell.excluded {
                let reason = &exclusion.reason;
                let text = say!(locale, "note-left-out", cell = who, reason = reason);
                notes.add(text, [group.name]);
            }
            if let Some(what) = discarded(cell, locale) {
                notes.add(format!("{who}: {what}"), [group.name]);
            }
        }
    }
    let of_run =
        run.warnings.iter().map(|warning| Occurrence { place: None, load: None, warning });
    let of_cells = groups.iter().flat_map(|group| {
        let cells = group.cells.iter().enumerate();
        cells.flat_map(move |(index, cell)| {
            let place = Some((group, index));
            let all = cell.all_warnings();
            all.map(move |(load, warning)| Occurrence { place, load, warning })
        })
    });
    let occurrences: Vec<Occurrence<'_>> = of_run.chain(of_cells).collect();
    let mut codes: Vec<&WarningCode> = Vec::new();
    for occurrence in &occurrences {
        if !codes.contains(&&occurrence.warning.code) {
            codes.push(&occurrence.warning.code);
        }
    }
    for code in codes {
        let same: Vec<_> = occurrences.iter().filter(|it| it.warning.code == *code).collect();
        let mut cells: Vec<&str> = same.iter().filter_map(|it| it.cell()).collect();
        cells.dedup();
        let is_of_computer = same.iter().any(|it| it.is_of_computer());
        notes.add(warning(code, &same, locale), cells);
        if is_of_computer {
            notes.of_computer.insert(notes.texts.len());
        }
    }
    notes
}

/// States that the run was interrupted, and its effect on the later cells.
fn resumed(resume: &ResumeRecord, locale: &Locale) -> String {
    let at = timestamp(resume.resumed_at_us);
    let mut parts = vec![match resume.cells_before_count {
        0 => say!(locale, "note-resumed-at-start", time = at),
        1 => say!(locale, "note-resumed-after-first", time = at),
        count => say!(locale, "note-resumed-after", count = count, time = at),
    }];
    if !resume.repeated.is_empty() {
        parts.push(say!(locale, "note-repeated", items = resume.repeated.join(", ")));
    }
    if !resume.lost.is_empty() {
        parts.push(say!(locale, "note-lost", items = resume.lost.join(", ")));
    }
    parts.join("; ")
}

/// States that a cell was measured twice, with the result of the first attempt.
fn discarded(cell: &CellRecord, locale: &Locale) -> Option<String> {
    let first = cell.discarded.as_deref()?;
    let paused = Nanos(first.paused_ns());
    let reason = first.host_pauses.iter().max_by_key(|pause| pause.length_ns)?.reason;
    let reason = statement::say(&Message::plain(reason.statement()), locale);
    let rate = locale.throughput(first.throughput().map(|rate| rate.bytes_per_s));
    Some(say!(locale, "note-measured-twice", rate = rate, time = paused, reason = reason))
}

/// A warning and its repetition; `None` is the run as a whole.
struct Occurrence<'a> {
    place: Option<(&'a Group<'a>, usize)>,
    /// The accompanying load that it concerns; `None` for the cell's own load.
    load: Option<&'a str>,
    warning: &'a Warning,
}

impl Occurrence<'_> {
    fn cell(&self) -> Option<&str> {
        self.place.map(|(group, _)| group.name)
    }

    /// Whether the user could have changed it.
    fn is_of_computer(&self) -> bool {
        self.warning.code.is_of_computer()
    }
}

/// All warnings of one code, with their cells. Messages of one code differ only in their figures: the page shows the
/// first one, and the JSON has all.
fn warning(code: &WarningCode, occurrences: &[&Occurrence<'_>], locale: &Locale) -> String {
    let mut messages: Vec<(&Warning, Vec<&Occurrence<'_>>)> = Vec::new();
    for &occurrence in occurrences {
        let warning = occurrence.warning;
        match messages.iter_mut().find(|(known, _)| known.message == warning.message) {
            Some((_, places)) => places.push(occurrence),
            None => messages.push((warning, vec![occurrence])),
        }
    }
    let Some(((warning, places), alike)) = messages.split_first() else {
        return code.to_string();
    };
    let places = match places_text(places, locale) {
        places if places.is_empty() => places,
        places => format!(" ({places})"),
    };
    let alike: Vec<&Occurrence<'_>> =
        alike.iter().flat_map(|(_, places)| places).copied().collect();
    let others = match places_text(&alike, locale) {
        others if others.is_empty() => others,
        others => format!("; {}", say!(locale, "note-alike", places = others)),
    };
    let message = warning_text(warning, locale);
    format!("{code}: {message}{places}{others}")
}

/// `a`, or `b runs 1, 3` for a repeated cell.
fn places_text(occurrences: &[&Occurrence<'_>], locale: &Locale) -> String {
    let mut places: Vec<(&Group<'_>, String, Vec<usize>)> = Vec::new();
    for occurrence in occurrences {
        let Some((group, index)) = occurrence.place else { continue };
        let name = match occurrence.load {
            Some(load) => say!(locale, "load-beside", load = load, cell = group.name),
            None => group.name.to_owned(),
        };
        match places.iter_mut().find(|(_, known, _)| *known == name) {
            Some((_, _, indexes)) => indexes.push(index),
            None => places.push((group, name, vec![index])),
        }
    }
    let shown = places.iter().map(|(group, name, indexes)| {
        if !group.is_repeated() {
            return name.clone();
        }
        if indexes.len() == group.cells.len() {
            return say!(locale, "every-repetition", cell = name);
        }
        let (cell, stretches) = (name, stretches(indexes));
        match (indexes.len(), stretches.len()) {
            (1, _) => repetition_name(cell, stretches.concat(), locale),
            (_, ..=STRETCHES_MAX) => {
                say!(locale, "repetitions", cell = cell, numbers = stretches.join(", "))
            }
            (count, _) => {
                let all = group.cells.len();
                say!(locale, "repetitions-counted", cell = cell, count = count, all = all)
            }
        }
    });
    shown.collect::<Vec<_>>().join("; ")
}

/// If there are more, their number is shown instead. Arbitrary: a line.
const STRETCHES_MAX: usize = 8;

/// Numbers from 1 on, in order, with neighbours joined: `1, 3-7`.
fn stretches(indexes: &[usize]) -> Vec<String> {
    let mut numbers: Vec<usize> = indexes.iter().map(|index| index.saturating_add(1)).collect();
    numbers.sort_unstable();
    let parts = numbers.chunk_by(|one, next| next.saturating_sub(*one) <= 1);
    parts
        .flat_map(|part| match part {
            [first, .., last] if part.len() > 2 => vec![format!("{first}-{last}")],
            _ => part.iter().map(usize::to_string).collect(),
        })
        .collect()
}

/// The loads of a cell that ended with another one, before their own limits; `None` if none did.
fn ended_with_another(cell: &CellRecord, who: &str, locale: &Locale) -> Option<String> {
    let is_ended = |ending: Option<&EndingRecord>| {
        ending.is_some_and(|it| it.reason == EndReason::WithAnother)
    };
    let own = is_ended(cell.ending.as_ref()).then(|| who.to_owned());
    let beside = cell.beside.iter().filter(|load| is_ended(load.ending.as_ref()));
    let beside =
        beside.map(|load| say!(locale, "load-beside", load = load.name.as_str(), cell = who));
    let loads: Vec<String> = own.into_iter().chain(beside).collect();
    let text = || say!(locale, "note-ended-with-another", items = loads.join(", "));
    (!loads.is_empty()).then(text)
}

/// The end of a cell, if it or its errors need mentioning.
fn ending(cell: &CellRecord, is_repeated: bool, locale: &Locale) -> Option<String> {
    let state = state_text(cell.state, locale);
    if state.is_none() && cell.errors.is_empty() {
        return None;
    }
    let ending = state.map(|state| match is_repeated {
        true => say!(locale, "note-in-no-figure", state = state),
        false => say!(locale, "note-covers-until-then", state = state),
    });
    let errors = cell.errors.iter().map(|error| error_text(error, locale));
    let parts: Vec<String> = ending.into_iter().chain(errors).collect();
    Some(parts.join("; "))
}

/// The end of a cell; `None` if it completed.
pub(crate) fn state_text(state: CellState, locale: &Locale) -> Option<String> {
    let id = match state {
        CellState::Completed => return None,
        CellState::Interrupted => "state-interrupted",
        CellState::IoErrors => "state-io-errors",
        CellState::Full => "state-full",
        CellState::Vanished => "state-vanished",
        CellState::ReadOnly => "state-read-only",
        CellState::Stalled => "state-stalled",
        CellState::Unsupported => "state-unsupported",
        CellState::Unknown => "state-unknown",
    };
    Some(locale.text(id))
}

fn error_text(error: &ErrorRecord, locale: &Locale) -> String {
    let operation = operation_name(error.operation, locale);
    let (first, last) = (error.first_offset_bytes, error.last_offset_bytes);
    let place = if first == last {
        say!(locale, "error-place", offset = format!("{first} B"))
    } else {
        let (first, last) = (format!("{first} B"), format!("{last} B"));
        say!(locale, "error-places", first = first, last = last)
    };
    let count = error.count;
    let message = &said(&error.message, error.said().as_ref(), locale);
    match count {
        1 => {
            say!(locale, "error-request", operation = operation, error = message, place = place)
        }
        _ => say!(
            locale,
            "error-requests",
            count = count,
            operation = operation,
            error = message,
            place = place
        ),
    }
}
