//! The headline about a simulated drive matches its design.

use iogram_model::{
    CapacityVerdict, Finding, Headline, MessageId, OutcomeKind, Run, RunState, Severity,
    Verdict,
};
use iogram_sim::{RandomKind, SimSpec, zoo_names, zoo_text};

use crate::runs::measured;

/// Methods that take a moment on any drive, with settings that keep them short.
const METHODS: [(&str, &[(&str, &str)]); 6] = [
    ("verify", &[]),
    ("quick", &[]),
    ("fsync", &[("size", "1MiB")]),
    ("sd-pi", &[]),
    ("geometry", &[]),
    ("soak", &[("time", "60s")]),
];

/// Conditions that hold whatever the findings are.
#[track_caller]
fn check_consistent(what: &str, run: &Run) -> Headline {
    let headline = run.headline.clone().expect("an analysed run has an answer");
    let severity = headline.severity;
    let has_failure = run.findings.iter().any(|finding| match finding {
        Finding::Rule(rule) => rule.verdict == Verdict::Fail,
        // If the end may be the reader's own limit, it is unknown whether drive or reader failed.
        Finding::Capacity(it) => {
            !it.is_at_reader_limit && it.verdict.is_some_and(|it| it != CapacityVerdict::Good)
        }
        Finding::ClassTest(test) => test.verdict == Verdict::Fail && test.is_claimed,
        _ => false,
    });
    let outcome = run.outcome.as_ref().expect("an analysed run has an outcome");
    assert!(
        !has_failure || outcome.kind == OutcomeKind::Failed,
        "{what}: a finding says that it failed, the answer is {headline:?}"
    );
    assert_eq!(
        outcome.kind == OutcomeKind::Failed,
        severity == Severity::Failed,
        "{what}: {outcome:?} is told as {headline:?}"
    );
    let is_open = matches!(outcome.kind, OutcomeKind::CannotTell | OutcomeKind::BrokenOff);
    assert!(!is_open || severity >= Severity::Unknown, "{what}: {outcome:?}, {headline:?}");
    let hurts = run
        .findings
        .iter()
        .any(|finding| matches!(finding, Finding::StallSummary(_) | Finding::SlowStretch(_)));
    assert!(
        !hurts || severity >= Severity::Caution,
        "{what}: it stands still or is slow, the answer is {headline:?}"
    );
    assert!(
        run.state == RunState::Completed || severity >= Severity::Unknown,
        "{what}: it did not come to its end, the answer is {headline:?}"
    );
    assert!(headline.details.len() <= 3, "{what}: {headline:?}");
    let is_done = run.state == RunState::Completed;
    assert!(
        !is_done || headline.answer.id != MessageId::NothingMeasured,
        "{what}: it says that nothing was measured"
    );
    headline
}

#[test]
fn the_answer_contradicts_no_finding_on_any_drive_of_the_zoo() {
    for name in zoo_names() {
        let spec = SimSpec::parse(zoo_text(name).unwrap()).unwrap();
        for (method, settings) in METHODS {
            let run = measured(&spec, 1, method, settings);
            check_consistent(&format!("{method} sim:{name}"), &run);
        }
    }
}

/// Default number of drives: enough for a test. `IOGRAM_TEST_DRIVES=1000` sets another one.
const DRIVES: u64 = 8;

#[test]
fn the_answer_contradicts_no_finding_on_drives_drawn_at_random() {
    #[expect(clippy::disallowed_methods, reason = "a developer asks for more drives")]
    let asked = std::env::var("IOGRAM_TEST_DRIVES").ok();
    let count = asked.map_or(DRIVES, |text| text.parse().unwrap());
    let kinds = [RandomKind::Sd, RandomKind::Usb, RandomKind::Ssd, RandomKind::Fake];
    for (seed, kind) in (0..count).zip(kinds.into_iter().cycle()) {
        let spec = SimSpec::random(kind, seed);
        for (method, settings) in METHODS {
            let run = measured(&spec, seed, method, settings);
            check_consistent(&format!("{method} sim random {kind:?} {seed}"), &run);
        }
    }
}

#[test]
fn counterfeits_are_called_so_in_the_first_sentence_and_genuine_drives_are_not() {
    let mut at_limit_count = 0;
    for seed in 0..60 {
        let fake = SimSpec::random(RandomKind::Fake, seed);
        let run = measured(&fake, seed, "verify", &[]);
        let headline = check_consistent(&format!("verify sim random fake {seed}"), &run);
        let is_at_limit = run.findings.iter().any(|finding| match finding {
            Finding::Capacity(it) => it.is_at_reader_limit,
            _ => false,
        });
        let expected = match is_at_limit {
            true => MessageId::CounterfeitOrReader,
            false => MessageId::Counterfeit,
        };
        assert_eq!(headline.answer.id, expected, "fake {seed}: {headline:?}");
        at_limit_count += u32::from(is_at_limit);
        let card = SimSpec::random(RandomKind::Sd, seed);
        let run = measured(&card, seed, "verify", &[]);
        let headline = check_consistent(&format!("verify sim random sd {seed}"), &run);
        assert_ne!(headline.severity, Severity::Failed, "sd {seed}: {headline:?}");
    }
    // Few of them wrap around where readers do.
    assert!(at_limit_count <= 6, "{at_limit_count} of 60");
}
