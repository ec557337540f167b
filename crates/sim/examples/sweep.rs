//! Checks thousands of random drives against the rules of every drive: `cargo xtask sim`.
//!
//! The checks: the description is valid and survives writing and parsing; every command gets an answer; a genuine
//! drive holds the data of its writes; the truth agrees with description and history; the same seed gives the same
//! event log.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use iogram_engine::{Completion, Request, Rng, Target};
use iogram_model::{Bytes, DataPattern, Nanos, OpKind};
use iogram_sim::{MediaSpec, RandomKind, SimDrive, SimSpec, SimTruth};

/// Commands that each drive gets, twice. Arbitrary: enough to fill caches and close allocation units.
const COMMANDS: u64 = 400;
const DEPTH: u32 = 8;
const BLOCK: u64 = 4096;

/// The expected contents of the drive, by block: the salt and the first byte of the last request. `None` is
/// discarded.
type Oracle = BTreeMap<u64, Option<(u64, u64)>>;

/// A load that uses every part of the model; outstanding commands never overlap, so that their order does not matter.
fn exercise(drive: &mut SimDrive, seed: u64, oracle: &mut Oracle) -> Result<u64, String> {
    let mut rng = Rng::new(seed, 7);
    let (mut done, mut written) = (Vec::new(), 0);
    for _ in 0..COMMANDS / u64::from(DEPTH) {
        let batch = draw_batch(&mut rng, drive.geometry().capacity.0);
        drive.submit(&batch).map_err(|error| format!("submit: {error:?}"))?;
        let mut answered = 0;
        while answered < batch.len() {
            done.clear();
            let before = drive.now();
            drive
                .reap(&mut done, Nanos(u64::MAX))
                .map_err(|error| format!("reap: {error:?}"))?;
            if done.is_empty() {
                return Err(format!("a command is never answered: {batch:?}"));
            }
            answered += done.len();
            for completion in &done {
                let request = batch[completion.slot as usize];
                written += note(completion, request, before, oracle)?;
            }
        }
        if rng.below(40) == 0 {
            drive.rest_until(Nanos(drive.now().0 + rng.below(20) * Nanos::SECOND.0));
        }
    }
    Ok(written)
}

/// A batch of commands of all kinds, each in a range of its own.
fn draw_batch(rng: &mut Rng, capacity: u64) -> Vec<Request> {
    let stretch = capacity.min(1 << 30) / u64::from(DEPTH) / BLOCK * BLOCK;
    let draw = |slot: u32| {
        let length = (BLOCK << rng.below(8)).min(stretch);
        let places = (stretch - length) / BLOCK + 1;
        let kind = match rng.below(16) {
            0 => OpKind::Flush,
            1 => OpKind::Discard,
            2..6 => OpKind::Read,
            _ => OpKind::Write,
        };
        let is_flush = kind == OpKind::Flush;
        let offset = u64::from(slot) * stretch + rng.below(places) * BLOCK;
        Request {
            slot,
            length: u32::try_from(if is_flush { 0 } else { length }).expect("at most 512 KiB"),
            offset: if is_flush { 0 } else { offset },
            salt: rng.next_u64(),
            data: DataPattern::Random,
            kind,
            is_fua: kind == OpKind::Write && rng.below(8) == 0,
            is_full_sync: false,
        }
    };
    (0..DEPTH).map(draw).collect()
}

/// Compares a completion with its request and notes its effect; returns bytes written.
fn note(
    completion: &Completion,
    request: Request,
    before: Nanos,
    oracle: &mut Oracle,
) -> Result<u64, String> {
    if completion.at < before {
        return Err(format!("time goes back: {completion:?} after {before:?}"));
    }
    match (completion.result, request.kind) {
        (Ok(moved), _) if moved != request.length => {
            Err(format!("moved {moved} of {request:?}"))
        }
        (Ok(_), OpKind::Write | OpKind::Discard) => {
            let is_write = request.kind == OpKind::Write;
            let stamp = is_write.then_some((request.salt, request.offset));
            for block in 0..u64::from(request.length) / BLOCK {
                oracle.insert(request.offset + block * BLOCK, stamp);
            }
            Ok(if is_write { u64::from(request.length) } else { 0 })
        }
        // Not every drive supports discards.
        (Ok(_), _) | (Err(_), OpKind::Discard) => Ok(0),
        (Err(errno), _) => Err(format!("{request:?} failed: {}", errno.describe())),
    }
}

fn check_contents(drive: &SimDrive, oracle: &Oracle) -> Result<(), String> {
    for (&block, &expected) in oracle {
        let segments =
            drive.read_contents(Bytes(block), Bytes(BLOCK)).ok_or("contents are not kept")?;
        let found = match segments.as_slice() {
            [one] if !one.is_rotten => {
                one.written.map(|(stamp, skip)| (stamp.salt, stamp.offset, stamp.offset + skip))
            }
            other => return Err(format!("the block at {block} is in pieces: {other:?}")),
        };
        let expected = expected.map(|(salt, offset)| (salt, offset, block));
        if found != expected {
            return Err(format!("the block at {block} holds {found:?}, not {expected:?}"));
        }
    }
    Ok(())
}

/// Whether the data of a drive fits its cells: data in the dynamic part of a cache takes several.
fn fits_cells(spec: &SimSpec, truth: &SimTruth) -> bool {
    let MediaSpec::Page(media) = &spec.media else { return true };
    let Some(slc) = &media.slc else { return true };
    let (unit, used) = (media.unit.bytes(), truth.slc_cache_used_bytes.unwrap_or(0));
    let mapped =
        u128::from(truth.mapped_ppm.unwrap_or(0)) * u128::from(truth.capacity_real_bytes);
    let native = mapped.div_ceil(1_000_000).saturating_sub(u128::from(used));
    let dynamic = used.saturating_sub(slc.fixed.bytes() / unit * unit);
    let cells = native + u128::from(dynamic * u64::from(slc.cell_bits));
    cells <= u128::from(truth.capacity_real_bytes)
}

fn check_truth(drive: &SimDrive, written: u64) -> Result<(), String> {
    let (spec, truth) = (drive.spec().clone(), drive.truth());
    let is_fake = spec.counterfeit.is_some();
    let claims = [
        (truth.capacity_announced_bytes == spec.capacity.0.0, "the announced capacity"),
        (truth.capacity_announced_bytes == drive.geometry().capacity.0, "the shape"),
        (
            if is_fake {
                truth.capacity_real_bytes < truth.capacity_announced_bytes
            } else {
                truth.capacity_real_bytes == truth.capacity_announced_bytes
            },
            "the real capacity",
        ),
        (is_fake || truth.host_written_bytes == written, "what the host wrote"),
        (
            truth.slc_cache_used_bytes.unwrap_or(0) <= truth.slc_cache_bytes.unwrap_or(0),
            "the use of the SLC cache",
        ),
        (fits_cells(&spec, &truth), "that the data fits the cells"),
        (truth.mapped_ppm.is_none_or(|ppm| ppm <= 1_000_000), "the mapped share"),
        (truth.open_aus_random.unwrap_or(0) <= truth.open_aus.unwrap_or(0), "open AUs"),
        (
            truth
                .erases_max
                .is_none_or(|max| u64::from(max) <= truth.erases_total.unwrap_or(0)),
            "erases",
        ),
    ];
    match claims.into_iter().find(|(holds, _)| !holds) {
        Some((_, what)) => Err(format!("{what} is not true: {truth:?}")),
        None => Ok(()),
    }
}

fn check(kind: RandomKind, seed: u64) -> Result<(), String> {
    let spec = SimSpec::random(kind, seed);
    spec.check().map_err(|error| format!("the description: {error}"))?;
    if SimSpec::parse(&spec.to_toml()).as_ref() != Ok(&spec) {
        return Err("the description is another one after writing and reading it".to_owned());
    }
    let mut logs = [0; 2];
    for log in &mut logs {
        let made = SimDrive::new(spec.clone(), seed).map_err(|error| error.to_string())?;
        let mut drive = made.keeping_contents();
        let mut oracle = Oracle::new();
        let mut written = exercise(&mut drive, seed, &mut oracle)?;
        written += exercise(&mut drive, !seed, &mut oracle)?;
        // Contents of counterfeits have their own tests.
        if spec.counterfeit.is_none() {
            check_contents(&drive, &oracle)?;
        }
        check_truth(&drive, written)?;
        *log = drive.log_hash();
    }
    if logs[0] == logs[1] {
        Ok(())
    } else {
        Err("the event logs of one seed differ".to_owned())
    }
}

/// The fault of a drive, including a panic.
fn fault_of(kind: RandomKind, seed: u64) -> Option<String> {
    match catch_unwind(AssertUnwindSafe(|| check(kind, seed))) {
        Ok(result) => result.err(),
        Err(_) => Some("it panicked".to_owned()),
    }
}

fn sweep(kind: RandomKind, seeds: std::ops::Range<u64>) -> u64 {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (next, faults) = (AtomicU64::new(seeds.start), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        return;
                    }
                    if let Some(fault) = fault_of(kind, seed) {
                        faults.fetch_add(1, Ordering::Relaxed);
                        let kind = kind.name();
                        eprintln!("{kind} {seed}: {fault}");
                        eprintln!("  cargo xtask sim --kind {kind} --seed {seed} --count 1");
                    }
                }
            });
        }
    });
    let (count, faults) = (seeds.end - seeds.start, faults.into_inner());
    println!(
        "{:5} {count} drives, seeds {}..{}: {faults} wrong",
        kind.name(),
        seeds.start,
        seeds.end
    );
    faults
}

/// `--kind K`, `--seed N` (the first one), `--count N` (of each kind).
fn main() -> ExitCode {
    let (mut kinds, mut first, mut count) = (RandomKind::ALL.to_vec(), 0, 20_000);
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    for pair in arguments.chunks(2) {
        let value = pair.get(1).map_or("", String::as_str);
        let number = value.parse::<u64>();
        match (pair[0].as_str(), number, value.parse()) {
            ("--kind", _, Ok(kind)) => kinds = vec![kind],
            ("--seed", Ok(seed), _) => first = seed,
            ("--count", Ok(number), _) => count = number,
            (option, ..) => {
                eprintln!("error: cannot read {option} {value}");
                eprintln!("hint: --kind sd|usb|ssd|fake, --seed N, --count N");
                return ExitCode::from(2);
            }
        }
    }
    let faults: u64 = kinds.into_iter().map(|kind| sweep(kind, first..first + count)).sum();
    if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
