//! A trace recorded on a drive and replayed on one like it gets the same service.

use iogram_engine::{
    Altered, Cell, CellFacts, Collector, Completion, Control, Feed, Geometry, PathTaken,
    Pending, Recorded, Request, Shared, Target, TargetError, assemble, run_jobs, run_replay,
};
use iogram_model::{
    Blocks, Bytes, CellRecord, CpuTime, IoPath, Message, MessageId, Nanos, OpMix, Permille,
    Replay, Stop, SyncPolicy, Workload,
};
use iogram_sim::{SimDrive, SimSpec};

/// A drive that records each request with its times.
struct Tap {
    drive: SimDrive,
    start: Nanos,
    out: Vec<Option<usize>>,
    recorded: Vec<Recorded>,
}

impl Target for Tap {
    fn geometry(&self) -> Geometry {
        self.drive.geometry()
    }
    fn now(&self) -> Nanos {
        self.drive.now()
    }
    fn cpu_time(&self) -> Option<CpuTime> {
        None
    }
    fn prepare(&mut self, batch: &[Request]) {
        self.drive.prepare(batch);
    }
    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError> {
        for request in batch {
            self.out[request.slot as usize] = Some(self.recorded.len());
            self.recorded.push(Recorded {
                issued_ns: self.drive.now().saturating_sub(self.start).0,
                completed_ns: None,
                offset: request.offset,
                length: request.length,
                kind: request.kind,
                is_fua: request.is_fua,
            });
        }
        self.drive.submit(batch)
    }
    fn reap(&mut self, done: &mut Vec<Completion>, until: Nanos) -> Result<(), TargetError> {
        let before = done.len();
        self.drive.reap(done, until)?;
        for completion in &done[before..] {
            let place = self.out[completion.slot as usize].take().expect("it was out");
            let at = completion.at.saturating_sub(self.start).0;
            self.recorded[place].completed_ns = Some(at);
        }
        Ok(())
    }
    fn rest_until(&mut self, at: Nanos) {
        self.drive.rest_until(at);
    }
}

/// A recording in memory.
struct All(Vec<Recorded>);

impl Feed for All {
    fn next_batch(&mut self, batch: &mut Vec<Recorded>) -> Result<(), String> {
        *batch = std::mem::take(&mut self.0);
        Ok(())
    }
    fn altered(&self) -> Altered {
        Altered::default()
    }
}

fn drive(name: &str) -> SimDrive {
    SimDrive::new(SimSpec::from_zoo(name).unwrap().unwrap(), 7).unwrap()
}

fn measured(
    workload: Workload,
    start: Nanos,
    run: impl FnOnce(Shared<'_>, &Pending) -> iogram_engine::JobsOutcome,
) -> CellRecord {
    let cell = Cell::new("cell", workload);
    let collector = Collector::new(1).watching(&cell);
    let control = Control::default();
    let shared = Shared {
        cell: &cell,
        collector: &collector,
        control: &control,
        start,
        zones: None,
        flow: None,
    };
    let outcome = run(shared, &Pending::default());
    let path = PathTaken {
        path: IoPath::Sim,
        reason: Message::plain(MessageId::PathSimulated),
        features: Vec::new(),
    };
    let facts = CellFacts {
        cell: &cell,
        start,
        epoch: Nanos(0),
        outcomes: &[outcome],
        cpu: None,
        cpu_count: None,
        path,
        host_pauses: Vec::new(),
        others: None,
    };
    assemble(facts, &collector)
}

/// A mixed random load with occasional flushes.
fn load(pacing: &str, depth: u32) -> Workload {
    Workload {
        mix: OpMix { read: Permille(600), ..OpMix::default() },
        block: "4KiB:60,16KiB:30,128KiB:10".parse::<Blocks>().unwrap(),
        depth,
        region: "0..1GiB".parse().unwrap(),
        pacing: pacing.parse().unwrap(),
        sync: SyncPolicy::Every(20),
        stop: Stop { count: Some(20_000), ..Stop::default() },
        seed: 11,
        ..Workload::default()
    }
}

#[test]
fn a_recording_is_served_by_its_own_kind_of_drive_as_it_was() {
    let checked = [
        ("sd-a2", "300/s,poisson", 1),
        ("s4-usb", "500/s", 16),
        ("nvme-tlc-dynamic", "20000/s,poisson", 32),
        ("sd-a2", "closed", 4),
        ("nvme-tlc-dramless", "closed", 16),
    ];
    for (name, pacing, depth) in checked {
        let workload = load(pacing, depth);
        let drive_then = drive(name);
        let start = drive_then.now();
        let out = vec![None; depth as usize + 8];
        let mut tap = Tap { drive: drive_then, start, out, recorded: Vec::new() };
        let then = measured(workload.clone(), start, |shared, pending| {
            run_jobs(&mut tap, 0..1, shared, pending)
        });
        let count = tap.recorded.len() as u64;
        for how in ["as-recorded", "as-fast-as-possible"] {
            let replay = Some(Replay {
                trace: "then".to_owned(),
                how: how.parse().unwrap(),
                load: None,
                digest: None,
                program: None,
            });
            let again = Workload {
                replay,
                sync: SyncPolicy::None,
                pacing: "closed".parse().unwrap(),
                depth: depth + 8,
                block: Blocks::one(Bytes(128 << 10)),
                ..workload.clone()
            };
            let mut again_on = drive(name);
            let feed = Box::new(All(tap.recorded.clone()));
            let now = measured(again, again_on.now(), |shared, pending| {
                run_replay(&mut again_on, feed, shared, pending)
            });
            let told = now.engine.replay.clone().unwrap();
            assert_eq!(told.count, count, "{name} {pacing} {how}");
            let near = |one: u64, other: u64, ratio: f64| {
                let (one, other) = (one as f64, other as f64);
                (one - other).abs() <= ratio * one.max(1.0)
            };
            let elapsed = (told.recorded_elapsed_ns.unwrap(), now.elapsed_ns);
            if how == "as-recorded" {
                assert!(near(elapsed.0, elapsed.1, 0.02), "{name} {pacing}: {elapsed:?}");
                for recorded in &told.recorded {
                    let operation = now.operations.of(recorded.operation).unwrap();
                    let (then, now) = (&recorded.latency_ns, &operation.latency_ns);
                    let what = format!("{name} {pacing} {:?}", recorded.operation);
                    let half = (then.p50.unwrap(), now.p50.unwrap());
                    let most = (then.p99.unwrap_or(then.max), now.p99.unwrap_or(now.max));
                    assert!(near(half.0, half.1, 0.05), "{what}: p50 {half:?}");
                    assert!(near(most.0, most.1, 0.10), "{what}: p99 {most:?}");
                }
            } else if pacing == "closed" {
                // It waited for nothing but completions.
                assert!(near(elapsed.0, elapsed.1, 0.02), "{name} {pacing}: {elapsed:?}");
            } else {
                assert!(elapsed.1 <= elapsed.0, "{name} {pacing}: {elapsed:?}");
            }
        }
        assert!(then.operations.read.is_some());
    }
}
