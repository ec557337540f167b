//! The file format of drives, and the drives that come with iogram, with figures that others published.

use std::str::FromStr;

use iogram_model::JsonSchema;
use iogram_model::{DriveEntry, Figure, Sentence, SpeedClass, Total as _, sentence, text};
use serde::{Deserialize, Serialize};

use crate::error::FileError;

const SAMPLES: &str = include_str!("../samples/published.json");

/// A file of drives, in the published format `iogram-drives/1`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DriveList {
    /// Always [`DriveList::FORMAT`].
    pub format: String,
    /// The drives of the file.
    pub drives: Vec<DriveEntry>,
}

impl DriveList {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-drives/1";
}

/// The drives that come with iogram. iogram measured none of their figures.
///
/// # Panics
///
/// Never: the file is part of the program, and a test reads it.
#[must_use]
pub fn samples() -> Vec<DriveEntry> {
    parse_drives(SAMPLES).expect("the samples that come with iogram are correct")
}

/// The drives as JSON with a final line break.
///
/// # Panics
///
/// Never: every field of a drive has a JSON form.
#[must_use]
pub fn render_drives(drives: &[DriveEntry]) -> String {
    let list = DriveList { format: DriveList::FORMAT.to_owned(), drives: drives.to_vec() };
    let json = serde_json::to_string_pretty(&list);
    iogram_model::plain_json(json.expect("texts and finite numbers can be written") + "\n")
}

/// The JSON Schema of a file of drives.
///
/// # Panics
///
/// Never: a schema is already JSON.
#[must_use]
pub fn render_drives_schema() -> String {
    #[cfg(feature = "schema")]
    let text = schema_of_the_types();
    #[cfg(not(feature = "schema"))]
    let text = include_str!("../../../docs/schema/iogram-drives-1.schema.json").to_owned();
    text
}

/// The schema generated from the types. A test compares it with the published one.
#[cfg(feature = "schema")]
fn schema_of_the_types() -> String {
    let mut schema = schemars::schema_for!(DriveList);
    schema.insert("title".to_owned(), DriveList::FORMAT.into());
    if let Some(format) = schema.pointer_mut("/properties/format") {
        format["const"] = DriveList::FORMAT.into();
    }
    let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON already") + "\n";
    // The descriptions are the doc comments of `model`, in rustdoc syntax.
    text.replace("`None`", "`null`").replace("[`", "`").replace("`]", "`")
}

/// Parses a file of drives.
///
/// # Errors
///
/// Fails if the text is not JSON of that format, or if an entry has an invalid id or name, an unknown figure or mark,
/// or a number that is not above zero.
pub fn parse_drives(text: &str) -> Result<Vec<DriveEntry>, FileError> {
    let hint = text!("catalogue-iogram-drive-export-writes-file-works");
    let list: DriveList = serde_json::from_str(text).map_err(|error| {
        let at = offset(text, error.line(), error.column());
        let said = error.to_string();
        let message = said.split(" at line ").next().unwrap_or_default().to_owned();
        FileError::at(at..at.saturating_add(1), message, hint)
    })?;
    let plain = |message: Sentence| FileError { message, hint: hint.into(), span: None };
    if list.format != DriveList::FORMAT {
        let message =
            sentence!("catalogue-format-not", list = list.format, wanted = DriveList::FORMAT);
        return Err(plain(message));
    }
    for drive in &list.drives {
        check(drive).map_err(|message| {
            plain(sentence!("catalogue-drive", id = drive.id, message: message))
        })?;
    }
    Ok(list.drives)
}

/// Byte offset of a line and column, which both count from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize =
        text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).total();
    start.saturating_add(column.saturating_sub(1)).min(text.len().saturating_sub(1))
}

fn check(drive: &DriveEntry) -> Result<(), Sentence> {
    if drive.id != new_id(&drive.id) || drive.id.is_empty() {
        return Err(sentence!("catalogue-id-not-made-lowercase-letters-digits"));
    }
    if drive.name.trim().is_empty() {
        return Err(sentence!("catalogue-no-name"));
    }
    if let Some(mark) =
        drive.promises.classes.iter().find(|mark| SpeedClass::of(mark).is_none())
    {
        return Err(sentence!("catalogue-no-mark", mark));
    }
    for score in &drive.scores {
        let value = score.value;
        if !(value.is_finite() && value > 0.0) {
            return Err(sentence!("catalogue-not-above-zero", value));
        }
    }
    for figure in &drive.published {
        if let Err(error) = Figure::from_str(&figure.figure) {
            return Err(error.message);
        }
        let values = figure.runs.iter().filter_map(|run| run.value).chain(figure.mean);
        if let Some(value) =
            values.into_iter().find(|value| !(value.is_finite() && *value > 0.0))
        {
            return Err(sentence!("catalogue-not-above-zero", value));
        }
        if figure.source.trim().is_empty() {
            return Err(sentence!("catalogue-published-figure-no-source"));
        }
    }
    Ok(())
}

/// An id from a name: lowercase letters, digits and `-`.
#[must_use]
pub fn new_id(name: &str) -> String {
    let mut id = String::new();
    for character in name.chars() {
        if character.is_alphanumeric() {
            id.extend(character.to_lowercase());
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    id.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_samples_are_read_and_written_as_they_are() {
        let drives = samples();
        assert_eq!(drives.len(), 19);
        assert_eq!(parse_drives(&render_drives(&drives)).unwrap(), drives);
        assert_eq!(render_drives(&drives), SAMPLES);
    }

    #[test]
    fn every_sample_says_who_published_it() {
        for drive in samples() {
            let sourced = drive.published.len() + drive.facts.len();
            assert!(sourced > 0, "{}", drive.id);
            assert!(drive.serials.is_empty(), "{}: a sample is nobody's drive", drive.id);
        }
    }

    #[test]
    fn ids_are_made_of_what_can_be_typed() {
        assert_eq!(new_id("SanDisk Extreme 256GB (V30)"), "sandisk-extreme-256gb-v30");
        assert_eq!(new_id(" --"), "");
    }

    #[track_caller]
    fn check_mistake(text: &str, expected: &str, meant: Option<&str>) {
        let error = parse_drives(text).unwrap_err();
        assert_eq!(error.message, expected);
        assert_eq!(error.span.map(|span| &text[span]), meant);
    }

    #[test]
    fn mistakes_in_a_file_of_drives_are_named() {
        check_mistake(
            "{\n \"format\": 1}",
            "invalid type: integer `1`, expected a string",
            Some("1"),
        );
        let file =
            |drive: &str| format!("{{\"format\":\"iogram-drives/1\",\"drives\":[{drive}]}}");
        check_mistake(
            &file(r#"{"id":"A b","name":"x"}"#),
            "drive \"A b\": its id is not made of lowercase letters, digits and -",
            None,
        );
        check_mistake(
            &file(r#"{"id":"a","name":"x","promises":{"classes":["V31"]}}"#),
            "drive \"a\": there is no mark \"V31\"",
            None,
        );
    }
}
