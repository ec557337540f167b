//! Findings as tables of their fields, for every kind that has texts and needs no layout of its own.
//!
//! `finding-KIND` is the heading, `finding-KIND-FIELD` that of a column, with `-` for `_`: a field without a text is
//! not shown. The unit at the end of a field's name determines the format of its value. Must not know any kind.

use std::fmt;

use iogram_model::{Bytes, Finding, Run};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::format;
use crate::locale::Locale;
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};

/// A section for each kind with a heading, in the order of the run's findings.
pub(crate) fn sections(run: &Run, locale: &Locale) -> Vec<Section> {
    let mut kinds: Vec<&'static str> = Vec::new();
    for kind in run.findings.iter().map(Finding::kind) {
        if !kinds.contains(&kind) && locale.has(&format!("finding-{kind}")) {
            kinds.push(kind);
        }
    }
    kinds.into_iter().filter_map(|kind| section(run, kind, locale)).collect()
}

/// `None` if no field has a text.
fn section(run: &Run, kind: &'static str, locale: &Locale) -> Option<Section> {
    let found = run.findings.iter().filter(|finding| finding.kind() == kind);
    let found: Vec<Fields> = found.filter_map(Fields::of).collect();
    let heading = |field: &String| format!("finding-{kind}-{}", field.replace('_', "-"));
    let mut names: Vec<&String> = Vec::new();
    for (name, _) in found.iter().flat_map(|fields| &fields.0) {
        if !names.contains(&name) && locale.has(&heading(name)) {
            names.push(name);
        }
    }
    let column = |name: &&String| match is_number(name) {
        true => Heading::numbers(locale.text(&heading(name))),
        false => Heading::name(locale.text(&heading(name))),
    };
    let columns: Vec<Heading> = names.iter().map(column).collect();
    let row = |fields: &Fields| names.iter().map(|name| fields.shown(name, locale)).collect();
    let table = Table { columns, rows: found.iter().map(row).collect() };
    let note = format!("finding-{kind}-note");
    let note = locale.has(&note).then(|| Block::Paragraph(locale.text(&note)));
    let blocks = [Block::Table(table)].into_iter().chain(note).collect();
    let is_any = !names.is_empty();
    is_any.then(|| Section::new(SectionKind::Found(kind), locale, blocks))
}

/// The fields of a finding in the order of their declaration, which a JSON map loses.
struct Fields(Vec<(String, Value)>);

impl Fields {
    fn of(finding: &Finding) -> Option<Self> {
        serde_json::from_str(&serde_json::to_string(finding).ok()?).ok()
    }

    fn shown(&self, name: &str, locale: &Locale) -> String {
        let value = self.0.iter().find(|(it, _)| it == name).map(|(_, value)| value);
        match value {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => with_unit(name, number, locale),
            _ => format::UNKNOWN.to_owned(),
        }
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a finding")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// Whether a field contains a figure, by the unit at the end of its name.
fn is_number(name: &str) -> bool {
    let units = ["_ns", "_bytes", "bytes_per_s", "_ratio", "_count"];
    name == "iops" || name.ends_with("_iops") || units.iter().any(|unit| name.ends_with(unit))
}

fn with_unit(name: &str, number: &serde_json::Number, locale: &Locale) -> String {
    let value = number.as_f64();
    if name == "iops" || name.ends_with("_iops") {
        format::iops(value)
    } else if name.ends_with("bytes_per_s") {
        locale.rates().text(value)
    } else if name.ends_with("_ns") {
        format::latency(value)
    } else if name.ends_with("_ratio") {
        format::percent(value)
    } else if let Some(bytes) = number.as_u64().filter(|_| name.ends_with("_bytes")) {
        Bytes(bytes).decimal()
    } else {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_the_unit_that_its_name_ends_in() {
        let shown = |json: &str| {
            let fields: Fields = serde_json::from_str(json).unwrap();
            let texts = fields.0.iter().map(|(name, _)| fields.shown(name, &Locale::english()));
            texts.collect::<Vec<_>>().join(" | ")
        };
        let json = r#"{"z": "a cell", "p99_ns": 1500, "real_bytes": 8000000000, "mean_bytes_per_s": 2.5e7,
            "lost_ratio": 0.4, "iops": 265.0, "stall_count": 3, "max_ns": null}"#;
        let expected = "a cell | 1.50 us | 8.0 GB | 25.0 MB/s | 40 % | 265 | 3 | -";
        assert_eq!(shown(json), expected);
    }
}
