//! The search of `bootbench` on drives with known limits: its result, and its message if there is none.

use iogram_model::{
    Figure, Finding, HostPause, HostPauseReason, MessageId, OpKind, Run, Search, SearchPhase,
    Severity,
};
use iogram_sim::SimSpec;

use crate::runs::measured;

/// A drive that serves this many requests at a time, each for this long: further ones wait for their turn.
fn drive(at_once: u64, read_us: u64, rate: &str) -> SimSpec {
    drive_writing(at_once, read_us, read_us, rate)
}

fn drive_writing(at_once: u64, read_us: u64, write_us: u64, rate: &str) -> SimSpec {
    let text = format!(
        r#"
name = "boot"
title = "t"
source = "arbitrary"
drive = "nvme"
capacity = "64MiB"
[link]
rate = "{rate}"
in_flight = {at_once}
[media.latency]
read = "{read_us}us"
write = "{write_us}us"
discard = "{read_us}us"
"#
    );
    SimSpec::parse(&text).unwrap()
}

const SHORT: [(&str, &str); 4] =
    [("prepare", "done"), ("widen", "300ms"), ("narrow", "300ms"), ("confirm", "500ms")];

fn run(spec: &SimSpec, more: &[(&str, &str)]) -> Run {
    let settings: Vec<(&str, &str)> = SHORT.iter().chain(more).copied().collect();
    measured(spec, 1, "bootbench", &settings)
}

fn search(run: &Run) -> &Search {
    let found = run.findings.iter().find_map(|finding| match finding {
        Finding::Search(search) => Some(search.as_ref()),
        _ => None,
    });
    found.unwrap()
}

#[test]
fn the_most_readers_within_a_limit_are_found_on_drives_of_any_width() {
    // Each read waits for all before it, in turns of 200 us: for the other readers, and for the possibly running
    // write and trim. If the limit lies between two turns, it allows as many of them as fit into the whole turns. The
    // link takes half a microsecond of each: if 24 arrive at once, this costs one of them.
    for (at_once, turns) in [(8_u32, 5), (16, 3), (16, 9), (24, 4), (32, 2)] {
        let limit_us = 200 * turns + 100;
        let limit = format!("{limit_us}us");
        let drive = drive(u64::from(at_once), 200, "64GB/s");
        let run = run(&drive, &[("slowest", limit.as_str())]);
        let search = search(&run);
        let served_per_s = f64::from(at_once) * 5000.0;
        let truth = at_once * turns - 2;
        let context = format!("{at_once} at once, {limit}: {search:?}");
        let found = search.found_count.unwrap();
        assert!(found.abs_diff(truth) <= 1, "{found}, not {truth}: {context}");
        // One more reader breaks it: the search is exact.
        assert_eq!(search.broken_count, Some(found + 1), "{context}");
        let broken = search.broken.as_ref().unwrap();
        assert_eq!(broken.limit.as_ref().unwrap().figure, Figure::LatencyMax, "{context}");
        assert!(broken.measured.unwrap() >= f64::from(limit_us) * 1e3, "{context}");
        let iops = search.iops.unwrap();
        assert!((iops / (served_per_s - 160.0) - 1.0).abs() < 0.04, "{iops}: {context}");
        assert_eq!(search.confirmed_count, 3);
        let last: Vec<SearchPhase> =
            search.points.iter().rev().take(3).map(|it| it.phase).collect();
        assert_eq!(last, [SearchPhase::Confirm; 3], "always repeated");
        let answer = run.headline.as_ref().unwrap();
        let (id, severity) = match iops > 60_000.0 {
            true => (MessageId::SearchEnough, Severity::Good),
            false => (MessageId::SearchShort, Severity::Failed),
        };
        assert_eq!((answer.answer.id, answer.severity), (id, severity), "{answer:?}");
        assert_eq!(answer.details[0].id, MessageId::SearchBroke, "{answer:?}");
    }
}

#[test]
fn the_loads_beside_the_readers_have_their_rates_and_their_own_times() {
    let run = run(&drive(16, 200, "8GB/s"), &[("p99", "1ms"), ("widen", "2s")]);
    let cell = run.cells.iter().find(|cell| cell.name == "doubled, 16 readers").unwrap();
    let names: Vec<&str> = cell.beside.iter().map(|load| load.name.as_str()).collect();
    assert_eq!(names, ["writes", "trims"]);
    let [writes, trims] = cell.beside.as_slice() else { unreachable!() };
    let (write, trim) =
        (writes.operations.write.as_ref().unwrap(), trims.operations.discard.as_ref().unwrap());
    // 120 and 40 a second for two seconds, independent of the readers.
    assert!((238..=241).contains(&write.count) && (78..=81).contains(&trim.count), "{cell:?}");
    assert_eq!(write.bytes, write.count * (128 << 10));
    // The counts of the loads are separate.
    assert!(cell.operations.write.is_none() && cell.operations.discard.is_none());
    assert!(writes.operations.read.is_none() && trims.operations.write.is_none());
    let read = cell.operations.read.as_ref().unwrap();
    assert!(read.count > 100_000, "{}", read.count);
    for load in &cell.beside {
        assert!(load.elapsed_ns.abs_diff(2_000_000_000) < 30_000_000, "{load:?}");
    }
}

#[test]
fn a_drive_that_fails_with_the_fewest_readers_has_no_rate_and_the_answer_says_so() {
    let run = run(&drive(4, 12_000, "8GB/s"), &[("widen", "5s")]);
    let search = search(&run);
    assert_eq!((search.found_count, search.iops), (None, None));
    assert_eq!((search.broken_count, search.points.len()), (Some(4), 1));
    let answer = run.headline.as_ref().unwrap();
    assert_eq!((answer.answer.id, answer.severity), (MessageId::SearchNone, Severity::Failed));
    let known = search.broken.as_ref().unwrap();
    assert!(known.measured.is_some_and(|ns| ns >= 12e6), "{known:?}");
}

#[test]
fn where_no_limit_breaks_the_answer_says_that_the_latency_is_not_what_bounds_the_rate() {
    // 1 GB/s is 30,500 reads of 32 KiB per second; 256 of them wait 8.4 ms, which is in time.
    let run = run(&drive(512, 50, "1GB/s"), &[("widen", "1s")]);
    let search = search(&run);
    assert_eq!((search.found_count, search.broken_count), (Some(256), None));
    let iops = search.iops.unwrap();
    assert!((29_500.0..30_600.0).contains(&iops), "{iops}");
    let halved = search.points.iter().filter(|it| it.phase == SearchPhase::Narrow);
    assert_eq!(halved.count(), 0, "there is nothing between");
    let answer = run.headline.as_ref().unwrap();
    assert_eq!((answer.answer.id, answer.severity), (MessageId::SearchShort, Severity::Failed));
    assert_eq!(answer.details[0].id, MessageId::SearchUnlimited, "{answer:?}");
}

#[test]
fn writes_that_come_too_slowly_break_their_own_limit() {
    // Writes take 50 ms, one at a time: 20 a second are 2.6 MB/s, less than 5 MiB/s.
    let run = run(&drive_writing(16, 200, 50_000, "8GB/s"), &[("widen", "2s")]);
    let search = search(&run);
    assert_eq!(search.broken_count, Some(4), "{search:?}");
    let limit = search.broken.as_ref().unwrap().limit.as_ref().unwrap();
    assert_eq!((limit.load.as_deref(), limit.operation), (Some("writes"), OpKind::Write));
    let answer = run.headline.as_ref().unwrap();
    assert_eq!(answer.details[0].id, MessageId::SearchBrokeStretch, "{answer:?}");
    // This load fell behind its schedule, and the report states it.
    let cell = &run.cells[0];
    let told: Vec<_> = cell.all_warnings().map(|(load, it)| (load, it.code.as_str())).collect();
    assert_eq!(told, [(Some("writes"), "behind-schedule")], "{cell:?}");
    assert!(answer.details.iter().any(|it| it.id == MessageId::SeeWarnings), "{answer:?}");
}

/// A drive that accepts no write for more than five of twenty seconds and catches up: its mean rate is the requested
/// one.
#[test]
fn a_limit_of_every_stretch_breaks_where_the_whole_keeps_it() {
    let run = run(&drive(16, 200, "8GB/s"), &[("p99", "1ms"), ("widen", "20s")]);
    let rule = &run.criteria.as_ref().unwrap().searches[0];
    let cell = &run.cells[0];
    assert_eq!(rule.broken(cell), None);
    let course = cell.beside[0].course.clone().unwrap();
    assert_eq!((course.stretch_ns, course.stretches.len()), (1_000_000_000, 20));
    let per_s: Vec<u64> =
        course.stretches.iter().map(|it| it.of(OpKind::Write).count).collect();
    assert!(per_s.iter().all(|count| (119..=121).contains(count)), "{per_s:?}");
    for (from, length, is_kept) in [(5, 5, false), (5, 3, true), (7, 6, true), (7, 8, false)] {
        let mut changed = cell.clone();
        let writes = changed.beside[0].course.as_mut().unwrap();
        let none = writes.stretches[from..from + length].iter_mut().map(std::mem::take);
        let moved: u64 = none.map(|it| it.of(OpKind::Write).bytes).sum();
        writes.stretches[from + length].write.as_mut().unwrap().bytes += moved;
        let broken = rule.broken(&changed);
        // Windows begin at multiples of five seconds, and two of their seconds are enough: 7 to 13 leaves two ..
        let context = format!("{from} {length}: {broken:?}");
        assert_eq!(broken.is_none(), is_kept, "{context}");
        if let Some(broken) = broken {
            assert_eq!(broken.limit.unwrap().every_ns, Some(5_000_000_000), "{context}");
            assert!(broken.measured.is_some_and(|rate| rate < 1.0), "{context}");
        }
        // .. and a period in which the computer did not run iogram sets no requirement for the drive.
        changed.host_pauses.push(HostPause {
            start_ns: from as u64 * 1_000_000_000,
            length_ns: length as u64 * 1_000_000_000,
            slept_ns: None,
            reason: HostPauseReason::Stopped,
        });
        assert_eq!(rule.broken(&changed), None, "{from} {length}, paused");
    }
}
