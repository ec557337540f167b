//! Failed requests beyond the limit of a reader are not the drive's fault until another reader was tried.

use iogram_findings::analyse;
use iogram_model::{
    Access, Bytes, CellState, ErrorRecord, MessageId, OpKind, OpMix, OutcomeKind, Permille,
    Run, RunState, TargetKind,
};

use crate::common::{cell, run, with};

/// Random reads all over a drive of 60 GiB, of which this many of 1,000 failed, the lowest at this byte.
fn failing_reads(lowest: u64, failed: u64) -> Run {
    let mut cell = with(cell("r"), OpKind::Read, 1_000 - failed, (1_000 - failed) * 4096);
    cell.workload.access = Access::Random;
    cell.workload.mix = OpMix { read: Permille(1000), ..OpMix::default() };
    cell.state = CellState::IoErrors;
    cell.errors.push(ErrorRecord {
        operation: OpKind::Read,
        errno: Some(5),
        message: "Input/output error".to_owned(),
        statement: None,
        count: failed,
        first_offset_bytes: 50 << 30,
        last_offset_bytes: 40 << 30,
        lowest_offset_bytes: Some(lowest),
    });
    let mut run = Run { state: RunState::Completed, ..run("S1", vec![cell]) };
    run.target.kind = TargetKind::BlockDevice;
    (run.target.capacity, run.target.drive_capacity) = (Bytes(60 << 30), None);
    run
}

#[test]
fn reads_that_fail_behind_the_end_of_a_reader_ask_for_another_reader() {
    let told = |run: &Run| {
        let analysis = analyse(run);
        let next = analysis.headline.next.map(|it| it.id);
        (analysis.headline.answer.id, analysis.outcome.kind, next)
    };
    let behind = failing_reads((1 << 32) + (20 << 20), 933);
    let reader = (
        MessageId::FailsBeyondReaders,
        OutcomeKind::CannotTell,
        Some(MessageId::NextOtherReaderFails),
    );
    assert_eq!(told(&behind), reader);
    assert!(analyse(&behind).headline.confidence_ratio.is_some_and(|sure| sure <= 0.5));
    // Too few failures beyond the limit, too far beyond it, below it, or on a part of the drive: it is the drive.
    let mut partition = behind.clone();
    partition.target.drive_capacity = Some(Bytes(64 << 30));
    for run in [
        failing_reads((1 << 32) + (20 << 20), 60),
        failing_reads(9 << 30, 933),
        failing_reads(1 << 20, 933),
        partition,
    ] {
        let (answer, kind, _) = told(&run);
        assert_eq!((answer, kind), (MessageId::RequestsFailed, OutcomeKind::Failed));
    }
}
