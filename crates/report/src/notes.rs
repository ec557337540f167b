//! What the reader of the numbers has to know, each said once and numbered, so that tables can refer to
//! it: cells that did not complete, failed requests, warnings.

use std::collections::BTreeMap;

use iogram_model::{
    CellRecord, CellState, ErrorRecord, Nanos, ResumeRecord, Run, Total as _, Warning,
};

use crate::format::{throughput, timestamp};
use crate::group::Group;

/// Numbered texts, and which cells they concern.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(crate) texts: Vec<String>,
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

pub(crate) fn collect(run: &Run, groups: &[Group<'_>]) -> Notes {
    let mut notes = Notes::default();
    for resume in &run.resumes {
        notes.add(resumed(resume), []);
    }
    let left_out = run
        .cells
        .iter()
        .map(|cell| cell.unknown.left_out_count())
        .total()
        .saturating_add(run.unknown.left_out_count());
    if left_out > 0 {
        notes.add(
            format!(
                "{left_out} entries of kinds that this version does not know are left out here, and kept \
                 in the record"
            ),
            [],
        );
    }
    let is_repeated = groups.iter().any(Group::is_repeated);
    for group in groups {
        for (index, cell) in group.cells.iter().enumerate() {
            let who = group.name_of(index, is_repeated);
            if let Some(what) = ending(cell, is_repeated) {
                notes.add(format!("{who}: {what}"), [group.name]);
            }
            if let Some(exclusion) = &cell.excluded {
                let reason = &exclusion.reason;
                notes.add(format!("{who}: left out by hand: {reason}"), [group.name]);
            }
            if let Some(what) = discarded(cell) {
                notes.add(format!("{who}: {what}"), [group.name]);
            }
        }
    }
    let of_run = run.warnings.iter().map(|warning| Occurrence { place: None, warning });
    let of_cells = groups.iter().flat_map(|group| {
        let cells = group.cells.iter().enumerate();
        cells.flat_map(move |(index, cell)| {
            let place = Some((group, index));
            cell.warnings.iter().map(move |warning| Occurrence { place, warning })
        })
    });
    let occurrences: Vec<Occurrence<'_>> = of_run.chain(of_cells).collect();
    let mut codes: Vec<&str> = Vec::new();
    for occurrence in &occurrences {
        if !codes.contains(&occurrence.warning.code.as_str()) {
            codes.push(&occurrence.warning.code);
        }
    }
    for code in codes {
        let same: Vec<_> = occurrences.iter().filter(|it| it.warning.code == code).collect();
        let mut cells: Vec<&str> = same.iter().filter_map(|it| it.cell()).collect();
        cells.dedup();
        notes.add(warning(code, &same), cells);
    }
    notes
}

/// That the run was broken off, and what that means for the cells after it.
fn resumed(resume: &ResumeRecord) -> String {
    let place = match resume.cells_before_count {
        0 => "before its first cell was finished".to_owned(),
        1 => "after its first cell".to_owned(),
        count => format!("after {count} cells"),
    };
    let at = timestamp(resume.resumed_at_us);
    let mut text = format!("resumed: the run was broken off {place} and went on at {at}");
    for (what, items) in
        [("done once more", &resume.repeated), ("could not be brought back", &resume.lost)]
    {
        if !items.is_empty() {
            for part in ["; ", what, ": ", &items.join(", ")] {
                text.push_str(part);
            }
        }
    }
    text
}

/// That a cell was measured twice, and what became of the first time.
fn discarded(cell: &CellRecord) -> Option<String> {
    let first = cell.discarded.as_deref()?;
    let paused = Nanos(first.paused_ns());
    let reason = first.host_pauses.iter().max_by_key(|pause| pause.length_ns)?.reason.words();
    let rate = throughput(first.throughput().map(|rate| rate.bytes_per_s));
    Some(format!(
        "measured twice: the first measurement ({rate}) is discarded, because iogram did not run for {paused} \
         of it: {reason}"
    ))
}

/// A warning and the repetition that gave it; `None` is the run as a whole.
struct Occurrence<'a> {
    place: Option<(&'a Group<'a>, usize)>,
    warning: &'a Warning,
}

impl Occurrence<'_> {
    fn cell(&self) -> Option<&str> {
        self.place.map(|(group, _)| group.name)
    }
}

/// All warnings of one code, with where each was given. Messages of one code differ only in their
/// figures; the first one is shown, and all of them stand in the JSON.
fn warning(code: &str, occurrences: &[&Occurrence<'_>]) -> String {
    let mut messages: Vec<(&str, Vec<&Occurrence<'_>>)> = Vec::new();
    for &occurrence in occurrences {
        let message = occurrence.warning.message.as_str();
        match messages.iter_mut().find(|(known, _)| *known == message) {
            Some((_, places)) => places.push(occurrence),
            None => messages.push((message, vec![occurrence])),
        }
    }
    let Some(((message, places), alike)) = messages.split_first() else {
        return code.to_owned();
    };
    let places = match places_text(places) {
        places if places.is_empty() => places,
        places => format!(" ({places})"),
    };
    let alike: Vec<&Occurrence<'_>> =
        alike.iter().flat_map(|(_, places)| places).copied().collect();
    let others = match places_text(&alike) {
        others if others.is_empty() => others,
        others => format!("; with other figures also {others}"),
    };
    format!("{code}: {message}{places}{others}")
}

/// `a`, or `b runs 1, 3` for a repeated cell.
fn places_text(occurrences: &[&Occurrence<'_>]) -> String {
    let mut places: Vec<(&Group<'_>, Vec<usize>)> = Vec::new();
    for (group, index) in occurrences.iter().filter_map(|it| it.place) {
        match places.iter_mut().find(|(known, _)| known.name == group.name) {
            Some((_, indexes)) => indexes.push(index),
            None => places.push((group, vec![index])),
        }
    }
    let shown = places.iter().map(|(group, indexes)| {
        if !group.is_repeated() {
            return group.name.to_owned();
        }
        if indexes.len() == group.cells.len() {
            return format!("{} every run", group.name);
        }
        let numbers: Vec<String> =
            indexes.iter().map(|index| index.saturating_add(1).to_string()).collect();
        let noun = if numbers.len() == 1 { "run" } else { "runs" };
        format!("{} {noun} {}", group.name, numbers.join(", "))
    });
    shown.collect::<Vec<_>>().join("; ")
}

/// How a cell ended, if that or its errors need saying.
fn ending(cell: &CellRecord, is_repeated: bool) -> Option<String> {
    let state = state_text(cell.state);
    if state.is_none() && cell.errors.is_empty() {
        return None;
    }
    let consequence = if is_repeated {
        "it is in no figure"
    } else {
        "its line covers what completed until then"
    };
    let ending = state.map(|state| format!("{state}; {consequence}"));
    let errors = cell.errors.iter().map(error_text);
    let parts: Vec<String> = ending.into_iter().chain(errors).collect();
    Some(parts.join("; "))
}

fn state_text(state: CellState) -> Option<&'static str> {
    match state {
        CellState::Completed => None,
        CellState::Interrupted => Some("interrupted"),
        CellState::IoErrors => Some("ended by I/O errors"),
        CellState::Full => Some("ended because no space was left"),
        CellState::Vanished => Some("ended because the device was no longer there"),
        CellState::ReadOnly => Some("ended because the device no longer took writes"),
        CellState::Stalled => Some("ended because requests did not come back"),
        CellState::Unsupported => Some("not supported by the target"),
        CellState::Unknown => Some("ended in a way that this version does not know"),
    }
}

fn error_text(error: &ErrorRecord) -> String {
    let operation = error.operation.name();
    let (first, last) = (error.first_offset_bytes, error.last_offset_bytes);
    let place = if first == last {
        format!("at offset {first} B")
    } else {
        format!("first at offset {first} B, last at {last} B")
    };
    let requests = if error.count == 1 { "request" } else { "requests" };
    format!("{} {operation} {requests} failed, {}, {place}", error.count, error.message)
}
