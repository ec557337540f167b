//! A replay: the statement on the times of the recording.

use iogram_findings::analyse;
use iogram_model::{
    CellRecord, CellState, Criteria, Headline, IoPath, LatencySummary, MessageId, OpKind,
    RecordedLatency, Run, SeenFrom, Severity,
};

use crate::answers::stall;
use crate::common::run;
use crate::quality::replayed;

/// Whether the answer says that the recorded times come from below the system's queue.
fn says_below(seen_from: Option<SeenFrom>, path: IoPath, is_known: bool) -> bool {
    let mut cell = replayed("mine.iotrace", "as-recorded", 1 << 30);
    cell.engine.path = path;
    cell.workload.replay.as_mut().unwrap().load.as_mut().unwrap().seen_from = seen_from;
    let latency_ns = LatencySummary {
        p50: Some(600_000),
        p99: Some(900_000),
        ..cell.operations.read.as_ref().unwrap().latency_ns
    };
    for operation in [&mut cell.operations.read, &mut cell.operations.write] {
        operation.as_mut().unwrap().latency_ns = latency_ns;
    }
    let recorded = [OpKind::Read, OpKind::Write].map(|operation| RecordedLatency {
        operation,
        count: 1000,
        latency_ns,
    });
    if is_known {
        cell.engine.replay.as_mut().unwrap().recorded = recorded.to_vec();
    }
    let analysis =
        analyse(&Run { criteria: Some(Criteria::default()), ..run("1", vec![cell]) });
    let headline = &analysis.headline;
    let mut said = headline.details.iter().chain([&headline.answer]);
    said.any(|message| message.id == MessageId::ReplayBelow)
}

#[test]
fn times_of_a_recording_from_another_place_are_said_to_be() {
    let below = Some(SeenFrom::BelowTheQueue);
    for path in [IoPath::IoUring, IoPath::Sync] {
        assert!(says_below(below, path, true), "{path:?}");
        assert!(!says_below(below, path, false), "{path:?}: nothing stands beside");
        assert!(!says_below(Some(SeenFrom::AboveTheQueue), path, true), "{path:?}");
        assert!(!says_below(None, path, true), "{path:?}");
    }
    assert!(!says_below(below, IoPath::Sim, true), "a simulated drive has no system above it");
}

/// The answer to two traces on a drive that stalled for 40 % of the time.
fn of_two(spoil: impl FnOnce(&mut CellRecord)) -> Headline {
    let mut cells = ["boot", "phone"].map(|name| {
        let mut cell = replayed(&format!("day:{name}"), "as-fast-as-possible", 1 << 30);
        name.clone_into(&mut cell.name);
        cell
    });
    spoil(&mut cells[1]);
    let run = run("1", cells.to_vec());
    let found = analyse(&Run { criteria: Some(Criteria::default()), ..run.clone() });
    let findings = found.findings.into_iter().chain([stall(0.4)]).collect();
    analyse(&Run { findings, ..run }).headline
}

#[test]
fn a_score_that_was_asked_for_comes_before_a_stall_and_in_its_colour() {
    let headline = of_two(|_| ());
    assert_eq!(headline.answer.id, MessageId::ScoresOfTraces, "{headline:?}");
    assert_eq!(headline.severity, Severity::Caution, "{headline:?}");
    assert_eq!(headline.details[0].id, MessageId::StandsStill, "{headline:?}");
    // A failed drive has no score.
    let failed = of_two(|cell| cell.state = CellState::Vanished);
    assert_eq!(failed.severity, Severity::Failed, "{failed:?}");
    assert_ne!(failed.answer.id, MessageId::ScoresOfTraces, "{failed:?}");
}
