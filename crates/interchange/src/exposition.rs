//! Metrics as text: `OpenMetrics` 1.0, and the older text format of Prometheus.
//!
//! Source: the `OpenMetrics` specification 1.0 (families, suffixes, escapes, `# EOF`); Prometheus, "Exposition
//! formats".

use std::fmt::Write as _;

use iogram_model::shown;

/// Text format of metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exposition {
    /// `OpenMetrics` 1.0: with units, times, and an end mark.
    OpenMetrics,
    /// The text format of Prometheus, version 0.0.4.
    Prometheus,
}

/// Type of a metric family.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Counter,
    Gauge,
    Info,
    Summary,
}

/// Metrics of one name.
pub(crate) struct Family {
    name: String,
    unit: &'static str,
    kind: Kind,
    help: String,
    /// Suffix of the name, labels, value.
    pub(crate) samples: Vec<(&'static str, Labels, f64)>,
}

/// Names and values.
pub(crate) type Labels = Vec<(&'static str, String)>;

/// All families, in the order of their first use.
#[derive(Default)]
pub(crate) struct Metrics(Vec<Family>);

impl Metrics {
    pub(crate) fn family(
        &mut self,
        name: &str,
        unit: &'static str,
        kind: Kind,
        help: &str,
    ) -> &mut Family {
        let place = self.0.iter().position(|it| it.name == name);
        let place = place.unwrap_or_else(|| {
            let (name, help) = (name.to_owned(), help.to_owned());
            self.0.push(Family { name, unit, kind, help, samples: Vec::new() });
            self.0.len().saturating_sub(1)
        });
        &mut self.0[place]
    }

    pub(crate) fn gauge(
        &mut self,
        name: &str,
        (unit, help): (&'static str, &str),
        labels: &Labels,
        value: f64,
    ) {
        if value.is_finite() {
            let family = self.family(name, unit, Kind::Gauge, help);
            family.samples.push(("", labels.clone(), value));
        }
    }

    pub(crate) fn counter(
        &mut self,
        name: &str,
        (unit, help): (&'static str, &str),
        labels: &Labels,
        value: f64,
    ) {
        if value.is_finite() {
            let family = self.family(name, unit, Kind::Counter, help);
            family.samples.push(("_total", labels.clone(), value));
        }
    }

    /// All metrics as text, with the time of each sample if the format has one.
    pub(crate) fn written(&self, exposition: Exposition, time_us: Option<i64>) -> String {
        let mut text = String::new();
        let is_open = exposition == Exposition::OpenMetrics;
        let time = match time_us.filter(|_| is_open) {
            Some(us) => {
                format!(" {}.{:06}", us.div_euclid(1_000_000), us.rem_euclid(1_000_000))
            }
            None => String::new(),
        };
        for family in &self.0 {
            // The older format has no family names apart from sample names, and no info type.
            let (end, kind) = match (family.kind, is_open) {
                (Kind::Counter, true) => ("", "counter"),
                (Kind::Counter, false) => ("_total", "counter"),
                (Kind::Info, true) => ("", "info"),
                (Kind::Info, false) => ("_info", "gauge"),
                (Kind::Gauge, _) => ("", "gauge"),
                (Kind::Summary, _) => ("", "summary"),
            };
            let name = &family.name;
            put(&mut text, format_args!("# HELP {name}{end} {}\n", family.help));
            put(&mut text, format_args!("# TYPE {name}{end} {kind}\n"));
            if is_open && !family.unit.is_empty() {
                put(&mut text, format_args!("# UNIT {name} {}\n", family.unit));
            }
            for (end, labels, value) in &family.samples {
                let labels: Vec<String> = labels
                    .iter()
                    .map(|(name, value)| format!("{name}=\"{}\"", escaped(value)))
                    .collect();
                let labels = labels.join(",");
                put(&mut text, format_args!("{name}{end}{{{labels}}} {value}{time}\n"));
            }
        }
        if is_open {
            text.push_str("# EOF\n");
        }
        text
    }
}

/// `labels` and one more.
pub(crate) fn with(labels: &Labels, name: &'static str, value: &str) -> Labels {
    let mut labels = labels.clone();
    labels.push((name, value.to_owned()));
    labels
}

fn put(text: &mut String, more: std::fmt::Arguments<'_>) {
    text.write_fmt(more).expect("memory takes all text");
}

/// A label's value with escapes. Terminal control characters are made visible first.
fn escaped(value: &str) -> String {
    shown(value).replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_escaped() {
        assert_eq!(escaped("a\"b\\c"), "a\\\"b\\\\c");
        assert_eq!(escaped("two\nlines"), "two\\\\nlines", "a line break was written out");
    }
}
