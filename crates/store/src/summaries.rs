//! Findings as stored: values that follow from a summary's repetitions are left out.
//!
//! Most findings of a run are such summaries, and means and extremes were most of their packed size. A value that
//! differs from the computed one is stored. The computation must never change, because reading stored findings
//! depends on it.

use std::fmt;

use iogram_model::{Finding, OpKind, RepeatSummary};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// Values that follow from the repetitions alone.
const FOLLOWING: [&str; 5] = ["median", "mean", "min", "max", "spread_ratio"];
/// A value that often equals one of them. Older versions lacked it: it is left out only if the median is, too.
const OVERALL: &str = "overall";
/// The field that identifies summaries among findings.
const KIND: &str = "kind";
const SUMMARY: &str = "repeat-summary";

/// Values that follow from repetitions, in the order of [`FOLLOWING`], and the overall value if `figure` is a rate, a
/// time or the longest latency.
fn following(runs: &[Option<f64>], figure: &str) -> ([Option<f64>; 5], Option<f64>) {
    let mut known: Vec<f64> = runs.iter().copied().flatten().collect();
    known.sort_by(f64::total_cmp);
    let (min, max) = (known.first().copied(), known.last().copied());
    let count = u32::try_from(known.len()).unwrap_or(u32::MAX);
    let mean = (count > 0).then(|| known.iter().sum::<f64>() / f64::from(count));
    let half = known.len() / 2;
    let median = match known.get(half) {
        Some(upper) if known.len().is_multiple_of(2) => {
            known.get(half.wrapping_sub(1)).map(|lower| f64::midpoint(*lower, *upper))
        }
        middle => middle.copied(),
    };
    let spread = match (min, max, mean) {
        (Some(min), Some(max), Some(mean)) if count > 1 && mean > 0.0 => {
            Some((max - min) / mean)
        }
        _ => None,
    };
    let overall = if figure == "latency_max_ns" { max } else { mean };
    ([median, mean, min, max, spread], overall)
}

/// A shorter text of `findings`; `None` if it would not read back as the same.
pub(crate) fn shortened(findings: &Vec<Finding>) -> Option<String> {
    let mut values = serde_json::to_value(findings).ok()?;
    let fields = values.as_array_mut()?.iter_mut().filter_map(Value::as_object_mut);
    for (finding, fields) in findings.iter().zip(fields) {
        let Finding::RepeatSummary(summary) = finding else { continue };
        let (following, overall) = following(&summary.runs, &summary.figure);
        let is_it = |kept: Option<&Value>, found: Option<f64>| {
            kept.is_some_and(|kept| match found {
                Some(found) => kept.as_f64().is_some_and(|it| it.to_bits() == found.to_bits()),
                None => kept.is_null(),
            })
        };
        for (name, found) in FOLLOWING.into_iter().zip(following) {
            if is_it(fields.get(name), found) {
                fields.shift_remove(name);
            }
        }
        if fields.contains_key("median") {
            continue;
        }
        match fields.get(OVERALL) {
            Some(kept) if is_it(Some(kept), overall) => drop(fields.shift_remove(OVERALL)),
            Some(_) => {}
            None => drop(fields.insert(OVERALL.to_owned(), Value::Null)),
        }
    }
    let text = serde_json::to_string(&values).ok()?;
    restored(&text).is_ok_and(|again| again == *findings).then_some(text)
}

/// Reads the text of [`shortened`], or that of an older version.
pub(crate) fn restored(text: &str) -> serde_json::Result<Vec<Finding>> {
    let kept: Vec<Kept> = serde_json::from_str(text)?;
    Ok(kept.into_iter().map(|Kept(finding)| finding).collect())
}

/// A finding as stored. Most are summaries, which are read without building a tree.
struct Kept(Finding);

impl<'de> Deserialize<'de> for Kept {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(KeptVisitor)
    }
}

struct KeptVisitor;

impl<'de> Visitor<'de> for KeptVisitor {
    type Value = Kept;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a finding")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Kept, A::Error> {
        let mut finding = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            let value: Value = fields.next_value()?;
            // Texts written here have it first.
            if finding.is_empty() && name == KIND && value == SUMMARY {
                let summary = KeptSummary::deserialize(MapAccessDeserializer::new(fields))?;
                return Ok(Kept(Finding::RepeatSummary(summary.whole())));
            }
            finding.insert(name, value);
        }
        let is_summary = finding.get(KIND).is_some_and(|kind| kind == SUMMARY);
        let finding = Value::Object(finding);
        let read = match is_summary {
            true => serde_json::from_value(finding)
                .map(|summary: KeptSummary| Finding::RepeatSummary(summary.whole())),
            false => serde_json::from_value(finding),
        };
        read.map(Kept).map_err(A::Error::custom)
    }
}

/// A summary that may lack some stored values; a stored value may also state that there is none.
#[derive(Deserialize)]
struct KeptSummary {
    cell: String,
    operation: Option<OpKind>,
    figure: String,
    runs: Vec<Option<f64>>,
    #[serde(default, deserialize_with = "kept")]
    median: Option<Option<f64>>,
    #[serde(default, deserialize_with = "kept")]
    mean: Option<Option<f64>>,
    #[serde(default, deserialize_with = "kept")]
    min: Option<Option<f64>>,
    #[serde(default, deserialize_with = "kept")]
    max: Option<Option<f64>>,
    #[serde(default, deserialize_with = "kept")]
    spread_ratio: Option<Option<f64>>,
    #[serde(default, deserialize_with = "kept")]
    overall: Option<Option<f64>>,
}

fn kept<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<f64>>, D::Error> {
    Option::deserialize(from).map(Some)
}

impl KeptSummary {
    fn whole(self) -> RepeatSummary {
        let (following, overall) = following(&self.runs, &self.figure);
        let [median, mean, min, max, spread_ratio] = following;
        // A text with the median also has the overall value, if it existed.
        let overall = if self.median.is_none() { overall } else { None };
        RepeatSummary {
            cell: self.cell,
            operation: self.operation,
            figure: self.figure,
            runs: self.runs,
            median: self.median.unwrap_or(median),
            mean: self.mean.unwrap_or(mean),
            min: self.min.unwrap_or(min),
            max: self.max.unwrap_or(max),
            spread_ratio: self.spread_ratio.unwrap_or(spread_ratio),
            overall: self.overall.unwrap_or(overall),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(runs: &[Option<f64>], following: [Option<f64>; 5]) -> RepeatSummary {
        let [median, mean, min, max, spread_ratio] = following;
        RepeatSummary {
            cell: "read".to_owned(),
            operation: Some(OpKind::Read),
            figure: "iops".to_owned(),
            runs: runs.to_vec(),
            median,
            mean,
            min,
            max,
            spread_ratio,
            overall: mean,
        }
    }

    /// Checks that it reads back unchanged, and keeps these names.
    #[track_caller]
    fn check(summary: RepeatSummary, left: &[&str]) {
        let findings = vec![Finding::RepeatSummary(summary)];
        let text = shortened(&findings).unwrap();
        assert_eq!(restored(&text).unwrap(), findings, "{text}");
        let plain = serde_json::to_string(&findings).unwrap();
        assert_eq!(restored(&plain).unwrap(), findings, "as versions before wrote it");
        let names = FOLLOWING.into_iter().chain([OVERALL]);
        let kept: Vec<&str> =
            names.filter(|name| text.contains(&format!("\"{name}\""))).collect();
        assert_eq!(kept, left, "{text}");
    }

    #[test]
    fn what_follows_from_repetitions_is_not_kept_and_reads_back() {
        let one = Some(1234.5);
        let of_one = summary(&[one], [one, one, one, one, None]);
        check(of_one.clone(), &[]);
        check(RepeatSummary { overall: None, ..of_one.clone() }, &["overall"]);
        check(RepeatSummary { overall: Some(1.0), ..of_one.clone() }, &["overall"]);
        check(RepeatSummary { min: Some(1.0), ..of_one.clone() }, &["min"]);
        // A text of a version with another median keeps its overall value.
        check(RepeatSummary { median: Some(1.0), ..of_one.clone() }, &["median", "overall"]);
        check(RepeatSummary { median: None, overall: None, ..of_one }, &["median"]);
        let (low, high) = (Some(1.0), Some(4.0));
        let two = summary(&[high, low], [Some(2.5), Some(2.5), low, high, Some(1.2)]);
        check(two.clone(), &[]);
        let longest = RepeatSummary { figure: "latency_max_ns".to_owned(), ..two.clone() };
        check(RepeatSummary { overall: high, ..longest.clone() }, &[]);
        check(longest, &["overall"]);
        // A percentile that one repetition lacks does not affect the others.
        let partial = RepeatSummary { runs: vec![high, None], overall: one, ..two.clone() };
        let none = RepeatSummary {
            median: None,
            mean: None,
            min: None,
            max: None,
            spread_ratio: None,
            ..partial
        };
        check(none, &["median", "mean", "min", "max", "overall"]);
        let (zero, eight) = (Some(0.0), Some(8.0));
        let three = summary(&[high, eight, zero], [high, high, zero, eight, Some(2.0)]);
        check(three, &[]);
        check(summary(&[None], [None; 5]), &["overall"]);
        check(summary(&[], [None; 5]), &["overall"]);
    }

    #[test]
    fn what_the_version_before_left_out_reads_back() {
        let text = r#"[{"kind":"repeat-summary","cell":"read","operation":"read","figure":"iops","runs":[1234.5],"spread_ratio":null}]"#;
        let one = Some(1234.5);
        let summary = summary(&[one], [one, one, one, one, None]);
        assert_eq!(restored(text).unwrap(), [Finding::RepeatSummary(summary)]);
    }

    #[test]
    fn what_json_does_not_have_is_not_kept() {
        let one = Some(1.0);
        let unknown = summary(&[Some(f64::NAN)], [one, one, one, one, None]);
        assert_eq!(shortened(&vec![Finding::RepeatSummary(unknown)]), None);
    }
}
