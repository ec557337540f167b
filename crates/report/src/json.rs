//! The published machine-readable form: exactly serde's output for a [`Run`].

use std::io::Write;

use iogram_model::{
    Advice, CaptureRecord, CheckReport, Comparison, DeviceList, DeviceRecord, DriveSheet,
    Fleet, ImportReport, Reanalysis, Run, RunList,
};
use serde::Serialize;
use serde_json::Serializer;

use crate::rows::RowsOnLines;

/// Layouts of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum JsonStyle {
    /// Indented, for people; deep values, such as a row of a time series, on one line.
    #[default]
    Pretty,
    /// On one line, for pipes.
    Compact,
}

/// `run` as JSON of the format `iogram-run/1`, ending in a line break.
///
/// # Panics
///
/// Never: a run has only text as keys, and no value of it can fail to be written.
#[must_use]
pub fn render_json(run: &Run, style: JsonStyle) -> String {
    render(run, style)
}

/// The output of [`render_json`], piece by piece: the text of a long run is several times as large as the run.
///
/// # Errors
///
/// Fails as `to` does.
pub fn write_json(run: &Run, style: JsonStyle, to: &mut dyn Write) -> std::io::Result<()> {
    match style {
        JsonStyle::Pretty => {
            run.serialize(&mut Serializer::with_formatter(&mut *to, RowsOnLines::default()))?;
        }
        JsonStyle::Compact => serde_json::to_writer(&mut *to, run)?,
    }
    to.write_all(b"\n")
}

/// `device` as JSON of the format `iogram-device/1`, ending in a line break.
///
/// # Panics
///
/// Never, as [`render_json`].
#[must_use]
pub fn render_device_json(device: &DeviceRecord, style: JsonStyle) -> String {
    render(device, style)
}

/// `list` as JSON of the format `iogram-devices/1`, ending in a line break.
///
/// # Panics
///
/// Never, as [`render_json`].
#[must_use]
pub fn render_device_list_json(list: &DeviceList, style: JsonStyle) -> String {
    render(list, style)
}

/// `comparison` as JSON of the format `iogram-comparison/1`, ending in a line break.
///
/// # Panics
///
/// Never, as [`render_json`].
#[must_use]
pub fn render_comparison_json(comparison: &Comparison, style: JsonStyle) -> String {
    render(comparison, style)
}

/// `advice` as JSON of the format `iogram-advice/1`, ending in a line break.
///
/// # Panics
///
/// Never, as [`render_json`].
#[must_use]
pub fn render_advice_json(advice: &Advice, style: JsonStyle) -> String {
    render(advice, style)
}

/// `fleet` as JSON of the format `iogram-fleet/1`, ending in a line break.
///
/// # Panics
///
/// Never, as [`render_json`].
#[must_use]
pub fn render_fleet_json(fleet: &Fleet, style: JsonStyle) -> String {
    render(fleet, style)
}

/// `report` as JSON of the format `iogram-import/1`, ending in a line break.
///
/// # Panics
///
/// Never, as [`render_json`].
#[must_use]
pub fn render_import_json(report: &ImportReport, style: JsonStyle) -> String {
    render(report, style)
}

/// `drive` as JSON of the format `iogram-drive/1`, ending in a line break.
///
/// # Panics
///
/// Never, as [`render_json`].
#[must_use]
pub fn render_drive_json(drive: &DriveSheet, style: JsonStyle) -> String {
    render(drive, style)
}

/// `drives` as a JSON list of the format `iogram-drive/1`, ending in a line break.
///
/// # Panics
///
/// Never, as [`render_json`].
#[must_use]
pub fn render_drives_json(drives: &[DriveSheet], style: JsonStyle) -> String {
    render(&drives, style)
}

/// `records` as a JSON list of the format `iogram-analysis/1`, ending in a line break.
///
/// # Panics
///
/// Never, as [`render_json`].
#[must_use]
pub fn render_reanalyses_json(records: &[&Reanalysis], style: JsonStyle) -> String {
    render(&records, style)
}

/// `list` as JSON of the format `iogram-runs/1`, ending in a line break.
///
/// # Panics
///
/// Never, as [`render_json`].
#[must_use]
pub fn render_run_list_json(list: &RunList, style: JsonStyle) -> String {
    render(list, style)
}

fn render(value: &impl Serialize, style: JsonStyle) -> String {
    let mut text = Vec::new();
    let written = match style {
        JsonStyle::Pretty => {
            let to = RowsOnLines::default();
            value.serialize(&mut Serializer::with_formatter(&mut text, to))
        }
        JsonStyle::Compact => serde_json::to_writer(&mut text, value),
    };
    written.expect("records are made of text, numbers and lists");
    let text = String::from_utf8(text).expect("JSON is UTF-8");
    iogram_model::plain_json(text + "\n")
}

/// `report` as JSON of the format `iogram-check/1`, ending in a line break.
///
/// # Panics
///
/// Never: text and lists of text.
#[must_use]
pub fn render_check_json(report: &CheckReport, style: JsonStyle) -> String {
    render(report, style)
}

/// The JSON Schema of `iogram-check/1`, as published in `docs/schema`.
///
/// # Panics
///
/// Never: a schema is JSON already.
#[must_use]
pub fn render_check_schema() -> String {
    schema::<CheckReport>(CheckReport::FORMAT)
}

/// The JSON Schema of `iogram-run/1`, as published in `docs/schema`.
///
/// # Panics
///
/// Never: a schema is JSON already.
#[must_use]
pub fn render_schema() -> String {
    schema::<Run>(Run::FORMAT)
}

/// The JSON Schema of `iogram-device/1`, as published in `docs/schema`.
///
/// # Panics
///
/// Never: a schema is JSON already.
#[must_use]
pub fn render_device_schema() -> String {
    schema::<DeviceRecord>(DeviceRecord::FORMAT)
}

/// A captured drive as JSON.
///
/// # Panics
///
/// Never: everything in it can be written.
#[must_use]
pub fn render_capture_json(capture: &CaptureRecord) -> String {
    render(capture, JsonStyle::Pretty)
}

/// The JSON Schema of `iogram-devices/1`, as published in `docs/schema`.
///
/// # Panics
///
/// Never: a schema is JSON already.
#[must_use]
pub fn render_device_list_schema() -> String {
    schema::<DeviceList>(DeviceList::FORMAT)
}

/// The JSON Schema of `iogram-comparison/1`, as published in `docs/schema`.
///
/// # Panics
///
/// Never: a schema is JSON already.
#[must_use]
pub fn render_comparison_schema() -> String {
    schema::<Comparison>(Comparison::FORMAT)
}

/// The JSON Schema of `iogram-advice/1`, as published in `docs/schema`.
///
/// # Panics
///
/// Never: a schema is JSON already.
#[must_use]
pub fn render_advice_schema() -> String {
    schema::<Advice>(Advice::FORMAT)
}

/// The JSON Schema of `iogram-capture/1`, as published in `docs/schema`.
///
/// # Panics
///
/// Never: a schema is JSON already.
#[must_use]
pub fn render_capture_schema() -> String {
    schema::<CaptureRecord>(CaptureRecord::FORMAT)
}

/// The JSON Schema of `iogram-fleet/1`, as published in `docs/schema`.
///
/// # Panics
///
/// Never: a schema is JSON already.
#[must_use]
pub fn render_fleet_schema() -> String {
    schema::<Fleet>(Fleet::FORMAT)
}

/// The JSON Schema of `iogram-drive/1`, as published in `docs/schema`.
///
/// # Panics
///
/// Never: a schema is JSON already.
#[must_use]
pub fn render_drive_schema() -> String {
    schema::<DriveSheet>(DriveSheet::FORMAT)
}

/// The JSON Schema of `iogram-analysis/1`, as published in `docs/schema`.
///
/// # Panics
///
/// Never: a schema is JSON already.
#[must_use]
pub fn render_reanalysis_schema() -> String {
    schema::<Reanalysis>(Reanalysis::FORMAT)
}

/// The JSON Schema of `iogram-runs/1`, as published in `docs/schema`.
///
/// # Panics
///
/// Never: a schema is JSON already.
#[must_use]
pub fn render_run_list_schema() -> String {
    schema::<RunList>(RunList::FORMAT)
}

/// The schema of the types. A test compares it with the published one.
#[cfg(feature = "schema")]
fn schema<T: schemars::JsonSchema>(name: &str) -> String {
    let mut schema = schemars::schema_for!(T);
    schema.insert("title".to_owned(), name.into());
    if let Some(format) = schema.pointer_mut("/properties/format") {
        format["const"] = name.into();
    }
    let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON already") + "\n";
    // The descriptions are the model's own doc comments, written for readers of Rust.
    text.replace("`None`", "`null`").replace("[`", "`").replace("`]", "`")
}

/// The published schema.
#[cfg(not(feature = "schema"))]
fn schema<T>(name: &str) -> String {
    macro_rules! texts {
        ($($file:literal)*) => {
            [$(include_str!(concat!("../../../docs/schema/", $file, ".schema.json"))),*]
        };
    }
    let title = format!("\"title\": \"{name}\"");
    let texts = texts!(
        "iogram-advice-1" "iogram-analysis-1" "iogram-capture-1" "iogram-check-1" "iogram-comparison-1" "iogram-device-1"
        "iogram-devices-1" "iogram-drive-1" "iogram-fleet-1" "iogram-run-1" "iogram-runs-1"
    );
    texts.into_iter().find(|text| text.contains(&title)).unwrap_or_default().to_owned()
}
