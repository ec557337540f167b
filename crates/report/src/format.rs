//! Numbers for people. Every function returns [`UNKNOWN`] for an unknown value.
//!
//! Digits have no separators between thousands, so that people can paste a table into a spreadsheet of any country. A
//! value keeps at least three significant digits.

pub use iogram_model::wording::UNKNOWN;
use iogram_model::wording::{known, rounded};
use iogram_model::{FigureBound, Nanos, OpKind, Quality, wording};

use crate::locale::{Locale, say};

/// `bytes_per_s` in KiB (1024 bytes) per second, whole, without the unit: `87342`.
pub(crate) fn kib_per_s(bytes_per_s: Option<f64>) -> String {
    known(bytes_per_s, |value| rounded(value / 1024.0, 0, 3))
}

/// Nanoseconds as seconds without the unit, with hundredths below a hundred: `10.35`, `312.4`.
pub(crate) fn seconds(ns: Option<f64>) -> String {
    known(ns, |ns| match ns / 1e9 {
        long if long >= 100.0 => format!("{long:.1}"),
        short => format!("{short:.2}"),
    })
}

/// Operations per second, without the unit: `664000`, `45.6`.
#[must_use]
pub fn iops(value: Option<f64>) -> String {
    known(value, wording::iops)
}

/// A time in nanoseconds with its unit: `12.3 us`.
#[must_use]
pub fn latency(ns: Option<f64>) -> String {
    known(ns, |value| whole_nanos(value).to_string())
}

/// A share with its unit: `3.1 %`, `120 %`.
#[must_use]
pub fn percent(ratio: Option<f64>) -> String {
    known(ratio, wording::percent)
}

/// A wall-clock time in microseconds since 1970 as ISO 8601 in UTC: `2026-11-21T14:30:15Z`.
#[must_use]
pub fn timestamp(us: i64) -> String {
    jiff::Timestamp::from_microsecond(us)
        .map_or(UNKNOWN.to_owned(), |time| time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}

/// A figure of a finding with the unit in its name.
pub(crate) fn figure(name: &str, value: Option<f64>, locale: &Locale) -> String {
    if name.ends_with("_ns") {
        latency(value)
    } else if name.starts_with("bytes_per_s") {
        locale.throughput(value)
    } else if name.ends_with("_ratio") {
        percent(value)
    } else {
        known(value, |value| format!("{} {}", rounded(value, 0, 3), symbol(name, locale)))
    }
}

/// The text after a value of a figure without a unit of its own.
fn symbol(name: &str, locale: &Locale) -> String {
    match name {
        "operations_per_s" => say!(locale, "operations-a-second"),
        "transactions_per_s" => say!(locale, "transactions-a-second"),
        other => figure_symbol(other).to_owned(),
    }
}

/// The same in English.
pub(crate) fn figure_symbol(name: &str) -> &str {
    match name {
        "iops" => "IOPS",
        "operations_per_s" => "operations/s",
        "transactions_per_s" => "transactions/s",
        name => name,
    }
}

/// A figure of a finding in words.
pub(crate) fn figure_name(name: &str, locale: &Locale) -> String {
    match name {
        "bytes_per_s" => say!(locale, "throughput"),
        "bytes_per_s_before_flush" => say!(locale, "throughput-before-the-flush"),
        "elapsed_ns" => say!(locale, "elapsed-time"),
        "writing_ns" => say!(locale, "time-of-the-writes"),
        "flushing_ns" => say!(locale, "time-of-the-flushes"),
        "latency_mean_ns" => say!(locale, "mean-latency"),
        "latency_p50_ns" => say!(locale, "median-latency"),
        "latency_p90_ns" => say!(locale, "percentile-latency", percentile = "p90"),
        "latency_p95_ns" => say!(locale, "percentile-latency", percentile = "p95"),
        "latency_p99_ns" => say!(locale, "percentile-latency", percentile = "p99"),
        "latency_p999_ns" => say!(locale, "percentile-latency", percentile = "p99.9"),
        "latency_p9999_ns" => say!(locale, "percentile-latency", percentile = "p99.99"),
        "latency_p99999_ns" => say!(locale, "percentile-latency", percentile = "p99.999"),
        "latency_max_ns" => say!(locale, "maximum-latency"),
        other => symbol(other, locale),
    }
}

/// A value that is only a bound of the figure.
pub(crate) fn bounded(value: String, bound: Option<FigureBound>, locale: &Locale) -> String {
    match bound {
        Some(FigureBound::AtLeast) => say!(locale, "figure-at-least", value = value),
        Some(FigureBound::AtMost) => say!(locale, "figure-at-most", value = value),
        None => value,
    }
}

/// A kind of operation in a word.
pub(crate) fn operation_name(kind: OpKind, locale: &Locale) -> String {
    match kind {
        OpKind::Read => say!(locale, "read"),
        OpKind::Write => say!(locale, "write"),
        OpKind::Flush => say!(locale, "flush"),
        OpKind::Discard => say!(locale, "discard"),
    }
}

/// A kind of work in words.
pub(crate) fn quality_name(quality: Quality, locale: &Locale) -> String {
    match quality {
        Quality::SequentialRead => say!(locale, "sequential-reads"),
        Quality::SequentialWrite => say!(locale, "sequential-writes"),
        Quality::SustainedWrite => say!(locale, "sustained-writes"),
        Quality::RandomRead => say!(locale, "random-4-kib-reads"),
        Quality::RandomWrite => say!(locale, "random-4-kib-writes"),
        Quality::QueuedRead => say!(locale, "queued-random-4-kib-reads"),
        Quality::QueuedWrite => say!(locale, "queued-random-4-kib-writes"),
        Quality::SyncWrite => say!(locale, "synced-small-writes"),
        Quality::DatabaseTransactions => say!(locale, "database-transactions"),
        Quality::RecordedBoot => say!(locale, "recorded-work-boot"),
        Quality::RecordedProgramStart => say!(locale, "recorded-work-program-start"),
        Quality::RecordedDatabase => say!(locale, "recorded-work-database"),
        Quality::RecordedPhotoImport => say!(locale, "recorded-work-photo-import"),
        Quality::RecordedVideo => say!(locale, "recorded-work-video"),
        Quality::RecordedUnpackCopy => say!(locale, "recorded-work-unpack-copy"),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "negative times do not occur; a float beyond 2^64 saturates"
)]
fn whole_nanos(value: f64) -> Nanos {
    Nanos(value.round() as u64)
}

/// With more runs than this, the foot of a chart states their number. Arbitrary: two lines of it.
const FOOT_RUNS_MAX: usize = 4;

/// The runs of a chart for its foot; `are_virtual`: whether all are of simulated drives, which it states once.
pub(crate) fn runs_in_foot(runs: &[String], are_virtual: bool, locale: &Locale) -> String {
    let mut told = match runs.len() {
        0..=FOOT_RUNS_MAX => runs.to_vec(),
        count => vec![say!(locale, "foot-runs", count = count)],
    };
    told.extend(are_virtual.then(|| say!(locale, "foot-simulated")));
    told.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shown: &str, expected: &str) {
        assert_eq!(shown, expected);
    }

    #[test]
    fn iops_are_plain_digits() {
        check(&iops(Some(1_234_567.8)), "1234568");
        check(&iops(Some(633.4)), "633");
        check(&iops(Some(99.96)), "100");
        check(&iops(Some(45.64)), "45.6");
        check(&iops(Some(0.5)), "0.500");
        check(&iops(None), "-");
    }

    #[test]
    fn shares_have_a_unit_and_no_false_digits() {
        check(&percent(Some(0.0312)), "3.1 %");
        check(&percent(Some(0.0996)), "10 %");
        check(&percent(Some(1.2)), "120 %");
        check(&percent(Some(-0.0)), "0.0 %");
        check(&percent(None), "-");
    }

    #[test]
    fn times_are_utc() {
        check(&timestamp(0), "1970-01-01T00:00:00Z");
        check(&timestamp(1_795_271_415_123_456), "2026-11-21T14:30:15Z");
        check(&timestamp(i64::MAX), "-");
    }

    #[test]
    fn figures_carry_the_unit_of_their_name() {
        let english = Locale::english();
        check(&figure("latency_p99_ns", Some(10e6), &english), "10.0 ms");
        check(&figure("bytes_per_s", Some(30e6), &english), "30.0 MB/s");
        check(&figure("iops", Some(4000.0), &english), "4000 IOPS");
        check(&figure("iops", None, &english), "-");
    }
}
