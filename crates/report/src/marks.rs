//! The marks of an SD card: measured, and claimed by label and registers.

use iogram_model::{Bytes, ClassTest, Finding, Nanos, Verdict};

use crate::format;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind, verdict_word};
use crate::statement::said;
use crate::table::{Heading, Table};

/// A table of the marks, and the reasons for failed ones; `None` without marks.
pub(crate) fn section(findings: &[Finding], locale: &Locale) -> Option<Section> {
    let tests: Vec<&ClassTest> = ClassTest::all(findings).collect();
    if tests.is_empty() {
        return None;
    }
    let columns = vec![
        Heading::name(say!(locale, "mark")),
        Heading::name(say!(locale, "verdict")),
        Heading::words(say!(locale, "measured-2")),
        Heading::words(say!(locale, "asked-for")),
        Heading::name(say!(locale, "label")),
        Heading::name(say!(locale, "registers")),
    ];
    let rows = tests.iter().map(|test| row(test, locale)).collect();
    let mut blocks = vec![
        Block::Paragraph(how(&tests, locale)),
        Block::Table(Table { columns, rows }.without_empty_columns()),
    ];
    blocks.extend(beside(&tests, locale).map(Block::Paragraph));
    blocks.extend(reasons(&tests, locale).map(Block::Paragraph));
    Some(Section::new(SectionKind::Marks, locale, blocks))
}

/// The significance of the verdicts.
fn how(tests: &[&ClassTest], locale: &Locale) -> String {
    let own = tests.iter().filter(|test| test.is_as_specified == Some(false));
    let own: Vec<&str> = own.map(|test| test.mark.as_str()).collect();
    let like = say!(locale, "marks-note");
    if own.is_empty() {
        return like;
    }
    format!("{like} {}", say!(locale, "marks-own-pattern", marks = own.join(", ")))
}

fn row(test: &ClassTest, locale: &Locale) -> Vec<String> {
    let reads = |value| say!(locale, "reads-per-s", rate = iops(value, locale));
    let writes = |value| say!(locale, "writes-per-s", rate = iops(value, locale));
    let measured = [
        test.required_bytes_per_s.map(|_| written(test.measured_bytes_per_s, locale)),
        test.measured_read_bytes_per_s.map(|rate| {
            say!(locale, "rate-read-at-random", rate = locale.throughput(Some(rate)))
        }),
        test.required_read_iops.map(|_| reads(test.measured_read_iops)),
        test.required_write_iops.map(|_| writes(test.measured_write_iops)),
        deciding_update(test).map(|max| say!(locale, "table-update-up-to", slowest = max)),
    ];
    let asked = [
        test.required_bytes_per_s.map(|rate| locale.throughput(Some(rate))),
        test.required_read_iops.map(|rate| reads(Some(rate))),
        test.required_write_iops.map(|rate| writes(Some(rate))),
    ];
    let list = |parts: &[Option<String>]| {
        parts.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ")
    };
    vec![
        test.mark.clone(),
        verdict_word(test.verdict, locale),
        list(&measured),
        list(&asked),
        test.label.clone().unwrap_or_default(),
        test.registers.clone().unwrap_or_default(),
    ]
}

/// The slowest update of the file table, if the card misses the mark although every rate meets it.
fn deciding_update(test: &ClassTest) -> Option<Nanos> {
    let is_met = |measured: Option<f64>, required: Option<f64>| match (measured, required) {
        (Some(measured), Some(required)) => measured >= required,
        _ => true,
    };
    let is_fast = is_met(test.measured_bytes_per_s, test.required_bytes_per_s)
        && is_met(test.measured_read_bytes_per_s, test.required_bytes_per_s);
    let is_deciding = test.verdict == Verdict::Fail && is_fast;
    test.fat_update_max_ns.filter(|_| is_deciding).map(Nanos)
}

fn written(rate: Option<f64>, locale: &Locale) -> String {
    match rate {
        Some(rate) => say!(locale, "rate-written", rate = locale.throughput(Some(rate))),
        None => say!(locale, "unknown"),
    }
}

fn iops(value: Option<f64>, locale: &Locale) -> String {
    if value.is_some() { format::iops(value) } else { say!(locale, "unknown") }
}

/// Notes that affect none of the verdicts, each once.
fn beside(tests: &[&ClassTest], locale: &Locale) -> impl Iterator<Item = String> {
    let first = |of: &dyn Fn(&ClassTest) -> Option<String>| tests.iter().find_map(|t| of(t));
    let used = |what: &str, is_used: Option<bool>| {
        let whether = match is_used {
            Some(true) => "used",
            Some(false) => "unused",
            None => "unknown",
        };
        locale.text(&format!("card-{what}-{whether}"))
    };
    let is_about_requests = |test: &ClassTest| test.required_read_iops.is_some();
    [
        first(&|test| {
            let unit = Bytes(test.allocation_unit_bytes?);
            Some(say!(locale, "marks-allocation-unit", size = unit))
        }),
        first(&|test| {
            let (mean, max) = (test.fat_update_mean_ns?, Nanos(test.fat_update_max_ns?));
            let mean = format::latency(Some(mean));
            Some(say!(locale, "marks-table-updates", mean = mean, slowest = max))
        }),
        first(&|test| {
            let rate = locale.throughput(Some(test.fragmented_bytes_per_s?));
            Some(say!(locale, "marks-fragmented", rate = rate))
        }),
        first(&|test| {
            let rate = locale.throughput(Some(test.interleaved_bytes_per_s?));
            Some(say!(locale, "marks-interleaved", rate = rate))
        }),
        first(&|test| {
            let queue = used("queue", test.is_queue_used);
            let cache = used("cache", test.is_cache_used);
            is_about_requests(test)
                .then(|| say!(locale, "marks-host", queue = queue, cache = cache))
        }),
    ]
    .into_iter()
    .flatten()
}

/// The reasons for failed marks, each once with its marks.
fn reasons(tests: &[&ClassTest], locale: &Locale) -> impl Iterator<Item = String> {
    let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
    for test in tests {
        let Some(reason) = test.reason.as_deref() else { continue };
        let reason = said(reason, test.statement.as_ref(), locale);
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, marks)) => marks.push(&test.mark),
            None => reasons.push((reason, vec![&test.mark])),
        }
    }
    reasons
        .into_iter()
        .map(|(reason, marks)| format!("{}: {reason}.", marks.join(", ")))
        .collect::<Vec<_>>()
        .into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_of(written: f64, update_ns: u64, verdict: &str) -> ClassTest {
        let test = serde_json::json!({
            "mark": "C2", "verdict": verdict, "reason": null, "label": null, "registers": null,
            "measured_bytes_per_s": written, "required_bytes_per_s": 2e6,
            "fat_update_max_ns": update_ns, "is_claimed": false, "source": "",
        });
        serde_json::from_value(test).unwrap()
    }

    #[test]
    fn a_fast_card_that_misses_its_mark_shows_the_update_that_decided() {
        let shown = |test: &ClassTest| row(test, &Locale::english())[2].clone();
        let missed = test_of(14e6, 780_000_000, "fail");
        let expected = "14.0 MB/s written, updates of the file table up to 780 ms";
        assert_eq!(shown(&missed), expected);
        assert_eq!(shown(&test_of(14e6, 780_000_000, "pass")), "14.0 MB/s written");
        assert_eq!(shown(&test_of(1e6, 780_000_000, "fail")), "1.00 MB/s written");
    }
}
