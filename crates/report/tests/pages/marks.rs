//! The page of a run about the marks of a card.

use iogram_model::{ClassTest, Finding, Run, Verdict};
use iogram_report::{Locale, Options, render_markdown, render_text};

use crate::common::{card, run};
use crate::golden::check;

/// A card that meets one mark, misses another, and has a third whose measurement is incomplete.
fn marks() -> Run {
    let passed = ClassTest {
        statement: None,
        mark: "V30".to_owned(),
        verdict: Verdict::Pass,
        reason: None,
        measured_bytes_per_s: Some(31.24e6),
        required_bytes_per_s: Some(30e6),
        measured_read_bytes_per_s: None,
        measured_read_iops: None,
        required_read_iops: None,
        measured_write_iops: None,
        required_write_iops: None,
        fat_update_mean_ns: Some(5.25e6),
        fat_update_max_ns: Some(48_000_000),
        fragmented_bytes_per_s: Some(12.5e6),
        interleaved_bytes_per_s: Some(8.25e6),
        allocation_unit_bytes: Some(4 << 20),
        is_queue_used: None,
        is_cache_used: None,
        label: Some("V60".to_owned()),
        registers: Some("V30".to_owned()),
        is_claimed: true,
        is_as_specified: None,
        source: "a specification".to_owned(),
    };
    let missed = ClassTest {
        mark: "V60".to_owned(),
        verdict: Verdict::Fail,
        reason: Some("the slowest stretch of writes is too slow".to_owned()),
        required_bytes_per_s: Some(60e6),
        ..passed.clone()
    };
    let unknown = ClassTest {
        mark: "A2".to_owned(),
        verdict: Verdict::Unknown,
        reason: Some("not measured: random write".to_owned()),
        measured_read_iops: Some(4123.0),
        required_read_iops: Some(4000.0),
        required_write_iops: Some(2000.0),
        fat_update_mean_ns: None,
        fat_update_max_ns: None,
        is_queue_used: Some(false),
        label: None,
        registers: None,
        is_claimed: false,
        is_as_specified: None,
        ..passed.clone()
    };
    let mut run = run("sd-class", "Speed classes", Vec::new());
    run.target = card();
    run.findings = [passed, missed, unknown].map(Finding::ClassTest).into();
    run
}

#[test]
fn marks_stand_beside_what_label_and_registers_say() {
    let run = marks();
    check(
        "tests/golden/marks.txt",
        &render_text(&run, &Options::default(), &Locale::english()),
    );
    check("tests/golden/marks.md", &render_markdown(&run, &Locale::english()));
}
