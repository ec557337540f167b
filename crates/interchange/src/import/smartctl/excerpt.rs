//! Outputs of smartctl beside or in place of a report: the failing attributes, above the table of all attributes, and
//! the reason why there is no report.
//!
//! Source: smartmontools' `ataprint.cpp` (`PrintSmartAttribWithThres` with `onlyfailed`), `smartctl.cpp` and
//! `os_linux.cpp` (messages).

use super::super::line::lines;
use super::super::refusal::{Reason, Refusal};
use super::{Begun, Line, Part, Told};

/// The table of the attributes that fail or failed; the table of all attributes repeats its rows.
#[derive(Debug, Default)]
pub(super) struct Excerpt {
    /// Whether the next table is such an excerpt.
    is_next: bool,
    /// Number of facts before its rows.
    from: Option<usize>,
}

impl Excerpt {
    /// The part of the report that the line begins; an excerpt begins none. Once the table of all attributes begins,
    /// the rows of the excerpt are dropped.
    pub(super) fn begun(
        &mut self,
        line: &Line<'_>,
        current: Option<&mut (Told, Part)>,
    ) -> Option<Begun> {
        let begun = Begun::of(line);
        let Some((told, _)) = current else { return begun };
        let text = line.text.trim();
        let is_next = match text {
            "" => self.is_next,
            _ => std::mem::replace(&mut self.is_next, is_title(text)),
        };
        if text.is_empty() || begun != Some(Begun::Attributes) {
            return begun;
        }
        let facts = &mut told.evidence.facts;
        if is_next && self.from.is_none() {
            self.from = Some(facts.len());
            return None;
        }
        if let Some(from) = self.from.take() {
            let rows = facts.split_off(from.min(facts.len()));
            let is_row = |name: &str| name.starts_with(|it: char| it.is_ascii_digit());
            facts.extend(rows.into_iter().filter(|it| !is_row(&it.name)));
        }
        begun
    }

    /// Resets the state for another report.
    pub(super) fn clear(&mut self) {
        self.from = None;
    }
}

fn is_title(text: &str) -> bool {
    matches!(text, "Failed Attributes:" | "Please note the following marginal Attributes:")
}

/// smartctl's message in place of a report, up to two lines of it.
pub(super) fn message(text: &str) -> Option<Refusal> {
    const OWN: [&str; 4] = [
        "Smartctl open device: ",
        "Read Device Identity failed",
        "Smartctl: Device Read Identity Failed",
        "Unable to detect device type",
    ];
    let is_own = |it: &str| {
        OWN.iter().any(|words| it.starts_with(words)) || it.contains(": Unknown USB bridge [")
    };
    let mut all = lines(text).skip_while(|it| !is_own(it.text.trim()));
    let line = all.next()?;
    let mut message = line.text.trim().to_owned();
    let more =
        all.next().map(|it| it.text.trim()).filter(|it| it.starts_with("Please specify"));
    if let Some(more) = more {
        message = format!("{message} {more}");
    }
    let reason = Reason::Said { tool: "smartctl", message };
    Some(Refusal { line: line.index, column: 1, reason })
}
