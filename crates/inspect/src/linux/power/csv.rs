//! Parses the table of a power meter. Pure.
//!
//! A heading names the columns: `time` and `watts`, or `volts` and `amperes` instead. Other columns are skipped.
//! Commas, semicolons or tabs separate the columns; the decimal separator is a point.

use iogram_model::{Sentence, sentence};

/// The positions of the columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Columns {
    separator: char,
    time: Option<usize>,
    power: Power,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Power {
    Watts(usize),
    Product { volts: usize, amperes: usize },
}

/// One reading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Row {
    /// In seconds, from any origin.
    pub(super) time: Option<f64>,
    pub(super) watts: f64,
}

impl Columns {
    /// Parses the heading.
    pub(super) fn parse(heading: &str) -> Result<Self, Sentence> {
        let heading = heading.trim_start_matches('\u{feff}');
        let separator = [';', '\t'].into_iter().find(|it| heading.contains(*it)).unwrap_or(',');
        let names: Vec<String> = heading.split(separator).map(name).collect();
        let column = |wanted: &str| names.iter().position(|name| name == wanted);
        let power = match (column("watts"), column("volts"), column("amperes")) {
            (Some(watts), ..) => Power::Watts(watts),
            (None, Some(volts), Some(amperes)) => Power::Product { volts, amperes },
            _ => {
                return Err(sentence!("inspect-first-line-names-no-column-watts", heading));
            }
        };
        Ok(Self { separator, time: column("time"), power })
    }

    /// Parses a row; `None` if a number is missing or invalid.
    pub(super) fn row(&self, line: &str) -> Option<Row> {
        let fields: Vec<&str> = line.split(self.separator).map(str::trim).collect();
        let number = |column: usize| {
            let number: f64 = fields.get(column)?.trim_matches('"').parse().ok()?;
            number.is_finite().then_some(number)
        };
        let watts = match self.power {
            Power::Watts(column) => number(column)?,
            Power::Product { volts, amperes } => number(volts)? * number(amperes)?,
        };
        let time = match self.time {
            Some(column) => Some(number(column)?),
            None => None,
        };
        Some(Row { time, watts })
    }
}

fn name(text: &str) -> String {
    text.trim().trim_matches('"').to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_name_in_any_order() {
        let check = |heading: &str, line: &str, expected: Option<(Option<f64>, f64)>| {
            let row = Columns::parse(heading).unwrap().row(line);
            assert_eq!(row, expected.map(|(time, watts)| Row { time, watts }), "{line}");
        };
        check("time,watts", "1.5,4.25", Some((Some(1.5), 4.25)));
        check("Amperes;Time;Volts;note", "0.5;7;12;x", Some((Some(7.0), 6.0)));
        check("watts", "3", Some((None, 3.0)));
        check("\"time\"\t\"watts\"", "\"1\"\t\"2\"", Some((Some(1.0), 2.0)));
        check("time,watts,volts,amperes", "1,2,50,50", Some((Some(1.0), 2.0)));
        check("time,watts", "1,", None);
        check("time,watts", "later,2", None);
        check("time,watts", "1,NaN", None);
        check("time,watts", "1", None);
    }

    #[test]
    fn a_heading_without_power_is_refused() {
        for heading in ["time,volts", "1.0,2.0", "time;power", ""] {
            assert!(Columns::parse(heading).is_err(), "{heading}");
        }
    }
}
