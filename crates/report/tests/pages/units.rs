//! No number without its unit, in any format.

use iogram_report::{
    COLUMNS, CsvStyle, Locale, Options, render_csv, render_markdown, render_text,
};

use crate::common;

/// Headings that state the unit of their numbers.
const UNITS: [&str; 18] = [
    "MB/s",
    "IOPS",
    "requests",
    "MB/s unflushed",
    "MB/s interleaved",
    "MB/s sequential",
    "MB/s by turns",
    "MB/s random",
    "reads",
    "units",
    "cells",
    "throttled",
    "media errors",
    "writes",
    "W",
    "J",
    "MB/J",
    "IOPS/W",
];

/// Valid texts after a number inside a cell.
const UNITS_OF_VALUES: [&str; 15] =
    ["ns", "us", "ms", "s", "h", "C", "B", "kB", "MB", "GB", "TB", "%", "KiB", "MiB", "GiB"];

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok()
}

#[test]
fn every_number_in_a_markdown_table_has_a_unit() {
    for (name, run) in common::samples() {
        let page = render_markdown(&run, &Locale::english());
        let mut headings: Vec<&str> = Vec::new();
        // A grid has its unit in the heading of its section: "By share of reads, MB/s".
        let mut unit_of_section = None;
        for line in page.lines() {
            if !line.starts_with('|') {
                headings.clear();
                if let Some(section) = line.strip_prefix("## ") {
                    unit_of_section = section.rsplit_once(", ").map(|(_, unit)| unit);
                }
                continue;
            }
            let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
            if headings.is_empty() {
                headings = cells;
                continue;
            }
            for (heading, cell) in headings.iter().zip(&cells) {
                let quantity = heading.split(" (").next().unwrap_or("");
                let is_known = !is_number(cell)
                    || UNITS.contains(&quantity)
                    || unit_of_section.is_some_and(|unit| UNITS.contains(&unit));
                assert!(is_known, "{name}: {cell} below {heading} has no unit");
            }
        }
    }
}

/// The results are between their heading and the next empty line or note; a bare number must end at the end of a
/// heading that is a unit.
#[test]
fn every_number_in_a_table_of_the_text_has_a_unit() {
    let mut checked = 0;
    for (name, run) in common::samples() {
        let page = render_text(&run, &Options::default(), &Locale::english());
        let mut lines = page.lines().skip_while(|line| *line != "Results").skip(1);
        let heading = lines.next().unwrap_or("");
        let units: Vec<usize> = UNITS
            .iter()
            .flat_map(|unit| heading.match_indices(unit).map(|(at, unit)| at + unit.len()))
            .collect();
        for line in lines.take_while(|line| !line.is_empty() && !line.ends_with('.')) {
            let mut tokens = line.split_whitespace().peekable();
            while let Some(token) = tokens.next() {
                let has_unit = tokens.peek().is_some_and(|next| UNITS_OF_VALUES.contains(next));
                if !is_number(token) || has_unit {
                    continue;
                }
                let start = token.as_ptr() as usize - line.as_ptr() as usize;
                let end = start + token.len();
                assert!(
                    units.contains(&end),
                    "{name}: {token} has no unit in\n{heading}\n{line}"
                );
                checked += 1;
            }
        }
    }
    assert!(
        checked > 40,
        "only {checked} numbers were found: the test looks at the wrong place"
    );
}

#[test]
fn numeric_columns_of_the_csv_end_in_their_unit() {
    const SUFFIXES: [&str; 7] =
        ["_ns", "_bytes", "_per_s", "_ratio", "_count", "_index", "iops"];
    let mut is_numeric = vec![false; COLUMNS.len()];
    for (_, run) in common::samples() {
        for line in render_csv(&run, CsvStyle::Plain).lines().skip(1) {
            for (index, field) in fields(line).iter().enumerate() {
                is_numeric[index] |= is_number(field);
            }
        }
    }
    let numeric = COLUMNS.iter().zip(&is_numeric).filter(|(_, is_numeric)| **is_numeric);
    for (column, _) in numeric {
        let ends_in_unit = SUFFIXES.iter().any(|suffix| column.name.ends_with(suffix));
        assert!(ends_in_unit, "{} has no unit", column.name);
    }
}

#[test]
fn every_row_of_the_csv_has_every_column() {
    for (name, run) in common::samples() {
        for line in render_csv(&run, CsvStyle::Plain).lines() {
            assert_eq!(fields(line).len(), COLUMNS.len(), "{name}: {line}");
        }
    }
}

/// The fields of one line without line breaks inside quotes.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    for character in line.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            other => fields.last_mut().expect("there is always a field").push(other),
        }
    }
    fields
}
