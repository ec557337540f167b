//! Requests at the places of earlier ones.

use super::parallel::{Parallel, run, writes};
use crate::*;

fn again(again: &str, workload: Workload) -> Workload {
    Workload { again: Some(again.parse().expect("what is asked again")), ..workload }
}

/// The kinds of the issued requests, with run lengths.
fn rows(target: &Parallel) -> Vec<(OpKind, usize)> {
    let mut rows: Vec<(OpKind, usize)> = Vec::new();
    for request in &target.issued {
        match rows.last_mut() {
            Some((kind, count)) if *kind == request.kind => *count += 1,
            _ => rows.push((request.kind, 1)),
        }
    }
    rows
}

const READ: OpKind = OpKind::Read;
const WRITE: OpKind = OpKind::Write;

/// The same numbers as fio's `verify_backlog` and `verify_backlog_batch`, in the same order.
#[test]
fn what_is_written_is_read_in_turns_and_the_rest_at_the_end() {
    for (text, count, expected) in [
        (
            "read=8",
            20,
            vec![(WRITE, 8), (READ, 8), (WRITE, 8), (READ, 8), (WRITE, 4), (READ, 4)],
        ),
        (
            "read=2/8",
            13,
            // After two reads and two more writes, eight are unread again.
            vec![
                (WRITE, 8),
                (READ, 2),
                (WRITE, 2),
                (READ, 2),
                (WRITE, 2),
                (READ, 2),
                (WRITE, 1),
                (READ, 7),
            ],
        ),
        ("read=100", 5, vec![(WRITE, 5), (READ, 5)]),
    ] {
        for depth in [1, 4] {
            let mut target = Parallel::new(Nanos(100 * US));
            let workload = again(text, Workload { depth, ..writes(count) });
            let record = run(&mut target, workload);
            assert_eq!(rows(&target), expected, "{text} {depth}");
            let of = |kind| {
                let all = target.issued.iter().filter(|it| it.kind == kind);
                all.map(|it| (it.offset, it.length)).collect::<Vec<_>>()
            };
            assert_eq!(of(READ), of(WRITE), "{text} {depth}");
            assert_eq!(record.operations.read.as_ref().unwrap().count, count);
            assert_eq!(record.operations.write.as_ref().unwrap().count, count);
            assert!(record.warnings.is_empty(), "{:?}", record.warnings);
            assert_eq!(record.state, CellState::Completed);
        }
    }
}

/// A slow write is not read before it has completed.
#[test]
fn nothing_is_read_before_it_is_written() {
    let mut target = Parallel::new(Nanos(100 * US));
    target.script = |n| Script::Stall(Nanos(if n % 8 == 3 { 5000 * US } else { 100 * US }));
    run(&mut target, again("read=8", Workload { depth: 8, ..writes(64) }));
    assert_eq!(rows(&target), [(WRITE, 8), (READ, 8)].repeat(8));
    // The job waits for the slow write of each eight, and for the slow read of each eight.
    assert!(target.now >= Nanos(8 * 5000 * US), "{:?}", target.now);
}

#[test]
fn when_the_time_is_over_nothing_more_is_read() {
    let mut target = Parallel::new(Nanos(1000 * US));
    let stop = Stop { time: Some(Nanos(100_000 * US)), ..Stop::default() };
    let record = run(&mut target, again("read=64", Workload { stop, ..writes(0) }));
    assert_eq!(rows(&target), [(WRITE, 64), (READ, 36)]);
    assert_eq!(record.state, CellState::Completed);
}

/// Data that follows from the place: reads among the writes that do not target them may return any data.
#[test]
fn only_what_was_written_is_compared() {
    let data = iogram_model::DataPattern::Placed;
    let mix = OpMix { read: Permille(500), ..OpMix::default() };
    let workload = again("read=16", Workload { mix, data, ..writes(400) });
    assert!(workload.compares());
    let mut target = Parallel::new(Nanos(100 * US));
    let record = run(&mut target, workload);
    let expecting = target.issued.iter().filter(|it| it.kind == READ && it.data == data);
    let written = target.issued.iter().filter(|it| it.kind == WRITE);
    let places = |all: &mut dyn Iterator<Item = &Request>| {
        all.map(|it| (it.offset, it.salt)).collect::<Vec<_>>()
    };
    assert_eq!(places(&mut expecting.into_iter()), places(&mut written.into_iter()));
    assert_eq!(
        record.verified_bytes, None,
        "which of its reads were compared is not told apart"
    );
}

#[test]
fn each_discarded_place_is_written_once_it_is_discarded() {
    for (depth, sync) in [(1, SyncPolicy::None), (4, SyncPolicy::None), (4, SyncPolicy::Each)] {
        let mix = OpMix { read: Permille(0), discard: Permille::ALL, ..OpMix::default() };
        let mut target = Parallel::new(Nanos(100 * US));
        let workload = again("write", Workload { mix, depth, sync, ..writes(40) });
        assert!(workload.has(WRITE) && workload.writes());
        let record = run(&mut target, workload);
        let count = |kind| target.issued.iter().filter(|it| it.kind == kind).count();
        assert_eq!((count(OpKind::Discard), count(WRITE)), (40, 40));
        assert_eq!(count(OpKind::Flush), if sync == SyncPolicy::Each { 40 } else { 0 });
        for (at, write) in target.issued.iter().enumerate().filter(|(_, it)| it.kind == WRITE) {
            let before = target.issued[..at].iter().rev().find(|it| it.slot == write.slot);
            let discard = before.expect("a discard takes the slot first");
            assert_eq!(discard.kind, OpKind::Discard, "{sync:?}");
            assert_eq!((discard.offset, discard.length), (write.offset, write.length));
        }
        let salts: std::collections::BTreeSet<u64> =
            target.issued.iter().filter(|it| it.kind == WRITE).map(|it| it.salt).collect();
        assert_eq!(salts.len(), 40, "no two writes have the same data");
        assert_eq!(target.deepest, depth as usize);
        assert_eq!(record.operations.write.as_ref().unwrap().count, 40);
    }
}

/// The writes of a mixed cell, issued as reads, with every order of addresses and separate sizes.
#[test]
fn what_was_written_beside_reads_is_read_alone() {
    for (access, block) in [
        (Access::Random, "4KiB"),
        (Access::Sequential, "4KiB:1,16KiB:1"),
        (Access::Permutation, "8KiB"),
        (Access::Random, "4KiB,write=16KiB:1,64KiB:1"),
    ] {
        let common = Workload {
            access: access.clone(),
            block: block.parse().unwrap(),
            data: iogram_model::DataPattern::Placed,
            seed: 9,
            ..writes(1000)
        };
        let mut first = Parallel::new(Nanos(100 * US));
        let mix = OpMix { read: Permille(700), ..OpMix::default() };
        run(&mut first, Workload { mix, ..common.clone() });
        let mut second = Parallel::new(Nanos(100 * US));
        let reading = again("written=70%", Workload { mix: OpMix::default(), ..common });
        assert!(reading.compares() && !reading.writes());
        run(&mut second, reading);
        let places = |target: &Parallel, kind| {
            let all = target.issued.iter().filter(|it| it.kind == kind);
            all.map(|it| (it.offset, it.length, it.salt)).collect::<Vec<_>>()
        };
        let written = places(&first, WRITE);
        assert!((200..400).contains(&written.len()), "{}", written.len());
        assert_eq!(places(&second, READ), written, "{access} {block}");
        assert_eq!(second.issued.len(), written.len(), "{access} {block}");
    }
}
