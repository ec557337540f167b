//! Findings as they are kept: a summary of one repetition says its value six times, and is kept with it once.
//!
//! Most findings of a run are such summaries, and most of what they are packed to was this.

use iogram_model::Finding;
use serde_json::{Map, Value};

/// What is the only repetition's value, where there is one.
const SAME: [&str; 5] = ["median", "mean", "min", "max", "overall"];

/// The value of a summary's only repetition.
fn only(finding: &Map<String, Value>) -> Option<Value> {
    let is_summary = finding.get("kind").is_some_and(|kind| kind == "repeat-summary");
    match finding.get("runs").and_then(Value::as_array).map(Vec::as_slice) {
        Some([value]) if is_summary && value.is_number() => Some(value.clone()),
        _ => None,
    }
}

/// The text of `findings`, shorter; `None` if they do not read back as they are.
pub(crate) fn shortened(findings: &Vec<Finding>) -> Option<String> {
    let mut values = serde_json::to_value(findings).ok()?;
    for finding in values.as_array_mut()?.iter_mut().filter_map(Value::as_object_mut) {
        let Some(value) = only(finding) else { continue };
        if SAME.iter().all(|name| finding.get(*name) == Some(&value)) {
            finding.retain(|name, _| !SAME.contains(&name.as_str()));
        }
    }
    let text = serde_json::to_string(&values).ok()?;
    restored(&text).is_ok_and(|again| again == *findings).then_some(text)
}

/// What [`shortened`] made, or an older version without it.
pub(crate) fn restored(text: &str) -> serde_json::Result<Vec<Finding>> {
    let mut values: Vec<Value> = serde_json::from_str(text)?;
    for finding in values.iter_mut().filter_map(Value::as_object_mut) {
        // Each version writes the median of what it does not shorten.
        if let Some(value) = only(finding).filter(|_| !finding.contains_key("median")) {
            finding.extend(SAME.map(|name| (name.to_owned(), value.clone())));
        }
    }
    serde_json::from_value(Value::Array(values))
}

#[cfg(test)]
mod tests {
    use iogram_model::{OpKind, RepeatSummary};

    use super::*;

    fn summary(runs: &[Option<f64>], all: Option<f64>, overall: Option<f64>) -> Finding {
        Finding::RepeatSummary(RepeatSummary {
            cell: "read".to_owned(),
            operation: Some(OpKind::Read),
            figure: "iops".to_owned(),
            runs: runs.to_vec(),
            median: all,
            mean: all,
            min: all,
            max: all,
            spread_ratio: None,
            overall,
        })
    }

    #[test]
    fn summaries_read_back_as_they_are_and_of_one_repetition_are_short() {
        let one = Some(1234.5);
        let cases = [
            (summary(&[one], one, one), true),
            (summary(&[one], one, None), false),
            (summary(&[one], None, one), false),
            (summary(&[one], Some(1.0), one), false),
            (summary(&[None], None, None), false),
            (summary(&[one, one], one, one), false),
            (summary(&[], None, None), false),
        ];
        for (finding, is_short) in cases {
            let findings = vec![finding];
            let text = shortened(&findings).unwrap();
            assert_eq!(text.contains("median"), !is_short, "{text}");
            assert_eq!(restored(&text).unwrap(), findings, "{text}");
            let plain = serde_json::to_string(&findings).unwrap();
            assert_eq!(restored(&plain).unwrap(), findings, "as versions before wrote it");
        }
        let unknown = vec![summary(&[Some(f64::NAN)], one, one)];
        assert_eq!(shortened(&unknown), None, "JSON has no such number");
    }
}
