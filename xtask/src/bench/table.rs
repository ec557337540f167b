//! Medians, ranges and verdicts of the pairs, as a table and as JSON. Pure.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::cells::Requirement;
use super::conditions::Conditions;
use super::sample::{Figure, Sample, SelfFigure, SelfTest};

/// The whole benchmark.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Report {
    pub(super) conditions: Conditions,
    pub(super) pair_count: usize,
    pub(super) rows: Vec<Row>,
}

/// One figure of one comparison.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    comparison: String,
    title: &'static str,
    name: &'static str,
    /// Factor from a stored value to one of the table.
    scale: f64,
    iogram: Option<Spread>,
    /// Of fio, or of iogram with the options of `reference`.
    fio: Option<Spread>,
    reference: Option<&'static str>,
    ratio: Option<Spread>,
    requirement: Requirement,
    verdict: Verdict,
    /// The paths of requests in iogram and fio.
    paths: Option<(String, String)>,
}

/// A value with the options and one without; `None` is not reported, or not requested.
pub(super) type OwnPair = (Option<f64>, Option<f64>);

/// Whether the requirement is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Reached,
    Missed,
    NotMeasured,
    /// No requirement.
    Shown,
}

impl Verdict {
    const fn name(self) -> &'static str {
        match self {
            Self::Reached => "reached",
            Self::Missed => "MISSED",
            Self::NotMeasured => "not measured",
            Self::Shown => "",
        }
    }
}

/// The middle and the ends of some values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spread {
    median: f64,
    min: f64,
    max: f64,
}

impl Spread {
    /// `None` if a value is missing, or all.
    fn from_values(values: impl IntoIterator<Item = Option<f64>>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().collect::<Option<_>>()?;
        values.sort_by(f64::total_cmp);
        let (min, max) = (*values.first()?, *values.last()?);
        let middle = values.len() / 2;
        let median = if values.len() % 2 == 1 {
            values[middle]
        } else {
            f64::midpoint(values[middle - 1], values[middle])
        };
        Some(Self { median, min, max })
    }

    fn to_json(self) -> Value {
        json!({"median": self.median, "min": self.min, "max": self.max})
    }
}

impl Row {
    /// A figure over pairs of iogram and fio.
    pub(super) fn of_pairs(
        comparison: &str,
        figure: Figure,
        requirement: Requirement,
        pairs: &[(Sample, Sample)],
    ) -> Self {
        let iogram = Spread::from_values(pairs.iter().map(|(ours, _)| figure.value_in(ours)));
        let ratio = |(ours, theirs): &(Sample, Sample)| {
            let theirs = figure.value_in(theirs).filter(|value| *value > 0.0)?;
            Some(figure.value_in(ours)? / theirs)
        };
        let ratio = Spread::from_values(pairs.iter().map(ratio));
        Self {
            comparison: comparison.to_owned(),
            title: figure.title(),
            name: figure.name(),
            scale: figure.shown(1.0),
            iogram,
            fio: Spread::from_values(pairs.iter().map(|(_, theirs)| figure.value_in(theirs))),
            reference: None,
            ratio,
            requirement,
            verdict: judge(requirement, iogram, ratio),
            paths: pairs.first().map(|(ours, theirs)| (ours.path.clone(), theirs.path.clone())),
        }
    }

    /// A figure of iogram about itself.
    pub(super) fn of_self_tests(
        figure: SelfFigure,
        requirement: Requirement,
        tests: &[SelfTest],
    ) -> Self {
        let iogram = Spread::from_values(tests.iter().map(|&test| Some(figure.value_in(test))));
        Self {
            comparison: "self-test".to_owned(),
            title: figure.title(),
            name: figure.name(),
            scale: figure.shown(1.0),
            iogram,
            fio: None,
            reference: None,
            ratio: None,
            requirement,
            verdict: judge(requirement, iogram, None),
            paths: None,
        }
    }

    /// A figure of iogram beside iogram with the other options of `reference`; the second value of a pair is `None`
    /// if there is no reference.
    pub(super) fn of_own(
        comparison: &str,
        (title, name, scale): (&'static str, &'static str, f64),
        requirement: Requirement,
        (pairs, reference): (&[OwnPair], Option<&'static str>),
    ) -> Self {
        let iogram = Spread::from_values(pairs.iter().map(|&(ours, _)| ours));
        let ratio =
            |&(ours, other): &OwnPair| Some(ours? / other.filter(|value| *value > 0.0)?);
        let ratio = Spread::from_values(pairs.iter().map(ratio));
        Self {
            comparison: comparison.to_owned(),
            title,
            name,
            scale,
            iogram,
            fio: Spread::from_values(pairs.iter().map(|&(_, other)| other)),
            reference,
            ratio,
            requirement,
            verdict: judge(requirement, iogram, ratio),
            paths: None,
        }
    }

    fn columns(&self) -> [String; 7] {
        let shown = |spread: Option<Spread>, scale: f64| {
            spread.map_or("-".to_owned(), |Spread { median, min, max }| {
                let [median, min, max] = [median, min, max].map(|it| three_digits(it * scale));
                format!("{median} ({min}..{max})")
            })
        };
        [
            match self.reference {
                Some(reference) => format!("{} (beside {reference})", self.comparison),
                None => self.comparison.clone(),
            },
            self.title.to_owned(),
            shown(self.iogram, self.scale),
            shown(self.fio, self.scale),
            shown(self.ratio, 1.0),
            required(self.requirement, self.scale),
            self.verdict.name().to_owned(),
        ]
    }

    fn to_json(&self) -> Value {
        let spread = |spread: Option<Spread>| spread.map(Spread::to_json);
        json!({
            "comparison": self.comparison,
            "figure": self.name,
            "iogram": spread(self.iogram),
            "fio": spread(self.fio.filter(|_| self.reference.is_none())),
            "beside": self.reference,
            "other": spread(self.fio.filter(|_| self.reference.is_some())),
            "ratio": spread(self.ratio),
            "required": required(self.requirement, 1.0),
            "verdict": self.verdict.name().to_lowercase(),
            "iogram_path": self.paths.as_ref().map(|(ours, _)| ours),
            "fio_path": self.paths.as_ref().map(|(_, theirs)| theirs),
        })
    }
}

fn judge(requirement: Requirement, iogram: Option<Spread>, ratio: Option<Spread>) -> Verdict {
    let holds = match requirement {
        Requirement::Nothing => return Verdict::Shown,
        Requirement::AtMost(limit) => iogram.map(|it| it.median <= limit),
        Requirement::AtLeast(limit) => iogram.map(|it| it.median >= limit),
        Requirement::RatioAtMost(limit) => ratio.map(|it| it.median <= limit),
        Requirement::RatioAtLeast(limit) => ratio.map(|it| it.median >= limit),
        Requirement::RatioWithin(share) => ratio.map(|it| (it.median - 1.0).abs() <= share),
    };
    match holds {
        None => Verdict::NotMeasured,
        Some(true) => Verdict::Reached,
        Some(false) => Verdict::Missed,
    }
}

/// The requirement in words; values are multiplied by `scale`, ratios are not.
fn required(requirement: Requirement, scale: f64) -> String {
    match requirement {
        Requirement::Nothing => String::new(),
        Requirement::AtMost(limit) => format!("<= {}", three_digits(limit * scale)),
        Requirement::AtLeast(limit) => format!(">= {}", three_digits(limit * scale)),
        Requirement::RatioAtMost(limit) => format!("ratio <= {limit}"),
        Requirement::RatioAtLeast(limit) => format!("ratio >= {limit}"),
        Requirement::RatioWithin(share) => format!("ratio 1 +- {share}"),
    }
}

/// `value` with at least three significant digits and no exponent.
fn three_digits(value: f64) -> String {
    let digits = match value.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        _ => 3,
    };
    format!("{value:.digits$}")
}

impl Report {
    /// Whether every requirement is met.
    pub(super) fn is_reached(&self) -> bool {
        let bad = [Verdict::Missed, Verdict::NotMeasured];
        self.rows.iter().all(|row| !bad.contains(&row.verdict))
    }

    /// As a Markdown table with its conditions above, ready for the journal.
    pub(super) fn render(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.conditions {
            let name = name.replace('_', " ");
            writeln!(text, "- {name}: {value}").expect("a string takes everything");
        }
        writeln!(text, "- median (min..max) of {} pairs\n", self.pair_count)
            .expect("a string takes everything");
        let head = ["comparison", "figure", "iogram", "fio, other", "ratio", "required", ""];
        let mut lines = vec![head.map(ToOwned::to_owned)];
        lines.extend(self.rows.iter().map(Row::columns));
        text.push_str(&render_markdown(&lines));
        let paths = self.render_paths();
        if !paths.is_empty() {
            text.push('\n');
            text.push_str(&paths);
        }
        text
    }

    /// Which path each tool took, once per comparison.
    fn render_paths(&self) -> String {
        let mut lines: Vec<String> = self
            .rows
            .iter()
            .filter_map(|row| {
                let (ours, theirs) = row.paths.as_ref().filter(|(ours, _)| !ours.is_empty())?;
                Some(format!("- {}: iogram by {ours}, fio by {theirs}\n", row.comparison))
            })
            .collect();
        lines.dedup();
        lines.concat()
    }

    /// For machines; values in the units of their names.
    pub(super) fn to_json(&self) -> Value {
        let conditions: serde_json::Map<String, Value> = self
            .conditions
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Value::from(value.as_str())))
            .collect();
        json!({
            "format": "iogram-bench/1",
            "conditions": conditions,
            "pair_count": self.pair_count,
            "rows": self.rows.iter().map(Row::to_json).collect::<Vec<_>>(),
        })
    }
}

/// `lines` as a Markdown table whose columns line up; the first is the head.
fn render_markdown(lines: &[[String; 7]]) -> String {
    let width = |column: usize| {
        let widths = lines.iter().map(|line| line[column].chars().count());
        widths.max().unwrap_or(0).max(3)
    };
    let widths: Vec<usize> = (0..7).map(width).collect();
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        for (cell, width) in line.iter().zip(&widths) {
            write!(text, "| {cell:width$} ").expect("a string takes everything");
        }
        text.push_str("|\n");
        if index == 0 {
            for width in &widths {
                write!(text, "|{}", "-".repeat(width + 2)).expect("a string takes everything");
            }
            text.push_str("|\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(iops: f64) -> Sample {
        Sample { iops, count: iops, path: "sync".to_owned(), ..Sample::default() }
    }

    fn pairs(values: &[(f64, f64)]) -> Vec<(Sample, Sample)> {
        values.iter().map(|&(ours, theirs)| (sample(ours), sample(theirs))).collect()
    }

    #[test]
    fn the_middle_of_an_even_number_is_between_two() {
        let spread = Spread::from_values([4.0, 1.0, 2.0, 3.0].map(Some));
        assert_eq!(spread, Some(Spread { median: 2.5, min: 1.0, max: 4.0 }));
        assert_eq!(Spread::from_values([Some(1.0), None]), None);
        assert_eq!(Spread::from_values([]), None);
    }

    #[test]
    fn the_verdict_is_on_the_median_of_the_ratios_of_pairs() {
        // The medians alone, 3 against 3, would look even.
        let pairs = pairs(&[(1.0, 2.0), (3.0, 4.0), (9.0, 3.0)]);
        let row = Row::of_pairs("x", Figure::Iops, Requirement::RatioAtLeast(1.0), &pairs);
        assert_eq!(row.ratio, Some(Spread { median: 0.75, min: 0.5, max: 3.0 }));
        assert_eq!(row.verdict, Verdict::Missed);
    }

    #[track_caller]
    fn check(requirement: Requirement, figure: Figure, expected: Verdict) {
        let row = Row::of_pairs("x", figure, requirement, &pairs(&[(102.0, 100.0)]));
        assert_eq!(row.verdict, expected, "{requirement:?} of {figure:?}");
    }

    #[test]
    fn each_requirement_is_judged() {
        check(Requirement::RatioWithin(0.021), Figure::Iops, Verdict::Reached);
        check(Requirement::RatioWithin(0.019), Figure::Iops, Verdict::Missed);
        check(Requirement::RatioAtMost(1.0), Figure::Iops, Verdict::Missed);
        check(Requirement::RatioAtLeast(1.0), Figure::Iops, Verdict::Reached);
        check(Requirement::AtMost(102.0), Figure::Iops, Verdict::Reached);
        check(Requirement::AtLeast(103.0), Figure::Iops, Verdict::Missed);
        check(Requirement::Nothing, Figure::Iops, Verdict::Shown);
        check(Requirement::RatioAtMost(1.0), Figure::P50, Verdict::NotMeasured);
    }

    #[test]
    fn iogram_beside_itself_is_judged_by_its_pairs() {
        let pairs =
            [(Some(38.0), Some(20.0)), (Some(39.0), Some(20.0)), (Some(10.0), Some(20.0))];
        let row = |pairs: &[_], reference| {
            let limit = Requirement::RatioAtLeast(1.9);
            Row::of_own("two jobs", ("IOPS", "iops", 1.0), limit, (pairs, reference))
        };
        let paired = row(&pairs, Some("--jobs 1"));
        assert_eq!(paired.verdict, Verdict::Reached);
        assert!(paired.columns()[0].contains("beside --jobs 1"));
        assert_eq!(paired.to_json()["other"]["median"], 20.0);
        assert_eq!(row(&[(Some(1.0), None)], None).verdict, Verdict::NotMeasured);
    }

    #[test]
    fn the_table_lines_up_and_tells_its_conditions() {
        let pairs = pairs(&[(5_000.0, 1_000.0)]);
        let row = |figure, requirement| Row::of_pairs("null QD32", figure, requirement, &pairs);
        let report = Report {
            conditions: vec![("cpu_count", "2".to_owned())],
            pair_count: 1,
            rows: vec![
                row(Figure::Iops, Requirement::RatioAtLeast(4.0)),
                row(Figure::P50, Requirement::Nothing),
            ],
        };
        let expected = "\
- cpu count: 2
- median (min..max) of 1 pairs

| comparison | figure          | iogram            | fio, other        | ratio             | required   |         |
|------------|-----------------|-------------------|-------------------|-------------------|------------|---------|
| null QD32  | thousand IOPS   | 5.00 (5.00..5.00) | 1.00 (1.00..1.00) | 5.00 (5.00..5.00) | ratio >= 4 | reached |
| null QD32  | latency p50, us | -                 | -                 | -                 |            |         |

- null QD32: iogram by sync, fio by sync
";
        assert_eq!(report.render(), expected);
        assert!(report.is_reached());
        assert_eq!(report.to_json()["rows"][0]["iogram"]["median"], 5_000.0);
        assert_eq!(report.to_json()["rows"][1]["fio"], Value::Null);
    }
}
