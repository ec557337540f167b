//! The published machine-readable form: exactly what serde makes of a [`Run`].

use iogram_model::Run;

/// How JSON is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum JsonStyle {
    /// Indented, for people.
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
    let text = match style {
        JsonStyle::Pretty => serde_json::to_string_pretty(run),
        JsonStyle::Compact => serde_json::to_string(run),
    };
    text.expect("a run is made of text, numbers and lists") + "\n"
}

/// The JSON Schema of `iogram-run/1`, as published in `docs/schema`.
///
/// # Panics
///
/// Never: a schema is JSON already.
#[must_use]
pub fn render_schema() -> String {
    let mut schema = schemars::schema_for!(Run);
    schema.insert("title".to_owned(), Run::FORMAT.into());
    if let Some(format) = schema.pointer_mut("/properties/format") {
        format["const"] = Run::FORMAT.into();
    }
    let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON already") + "\n";
    // The descriptions are the model's own comments, written for readers of Rust.
    text.replace("`None`", "`null`").replace("[`", "`").replace("`]", "`")
}
