//! A table whose heading uses the column names of the trace format, for users with a format of their own.

use iogram_model::{OpKind, Text, text};

use super::line::{Line, TextFormat, whole};

/// Required columns, then optional ones.
const NEEDED: [&str; 4] = ["issued_ns", "kind", "offset_bytes", "length_bytes"];
const OPTIONAL: [&str; 4] = ["latency_ns", "is_fua", "volume", "process"];

/// A table.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Index of each column of [`NEEDED`] and [`OPTIONAL`], and the number of columns.
    columns: Option<([Option<usize>; 8], usize)>,
}

impl TextFormat for Table {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn read<'a>(&mut self, text: &'a str) -> Result<Option<Line<'a>>, Text> {
        if text.is_empty() {
            return Ok(None);
        }
        let fields: Vec<&str> =
            text.split(',').map(|field| field.trim_ascii().trim_matches('"')).collect();
        let Some((columns, count)) = &self.columns else {
            self.columns = Some((columns_of(&fields)?, fields.len()));
            return Ok(None);
        };
        if fields.len() != *count {
            return Err(text!("trace-another-number-columns-heading"));
        }
        let [issued, kind, offset, length, latency, fua, volume, process] =
            columns.map(|column| column.and_then(|at| fields.get(at).copied()).unwrap_or(""));
        let kind = OpKind::ALL.into_iter().find(|known| known.name() == kind);
        let kind = kind.ok_or(text!("trace-kind-none-read-write-flush-discard"))?;
        let length = if kind == OpKind::Flush && length.is_empty() { "0" } else { length };
        let offset = if kind == OpKind::Flush && offset.is_empty() { "0" } else { offset };
        let latency_ns = match latency {
            "" => None,
            latency => Some(whole(latency)?),
        };
        let is_fua = match fua {
            "" | "false" | "0" => false,
            "true" | "1" => true,
            _ => return Err(text!("trace-fua-neither-true-nor-false")),
        };
        let place = (whole(offset)?, whole(length)?);
        let line = Line::request(whole(issued)?, kind, place);
        Ok(Some(Line { latency_ns, is_fua, volume, process, ..line }))
    }
}

fn columns_of(heading: &[&str]) -> Result<[Option<usize>; 8], Text> {
    const UNKNOWN: Text = text!("trace-heading-lacks-issued-ns-kind-offset");
    let known = NEEDED.iter().chain(&OPTIONAL);
    let mut columns = [None; 8];
    for (column, name) in columns.iter_mut().zip(known) {
        *column = heading.iter().position(|field| field == name);
    }
    let is_known = |field: &&str| NEEDED.contains(field) || OPTIONAL.contains(field);
    if columns.iter().take(NEEDED.len()).any(Option::is_none) {
        return Err(UNKNOWN);
    }
    if !heading.iter().all(is_known) {
        return Err(text!("trace-heading-column-not-known"));
    }
    Ok(columns)
}
