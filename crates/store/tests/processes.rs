//! Several processes and one store: writers that are killed at random moments, and concurrent writers. This program
//! starts itself again as the writer, so it has no standard harness; it runs all of its tests each time.

#![expect(
    clippy::unwrap_used,
    reason = "without the harness clippy does not know it as a test"
)]

use std::io::{BufRead, BufReader, ErrorKind};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::{env, fs};

use iogram_model::{CellRecord, Run, RunState};
use iogram_store::{Error, RunFilter, Store};

mod sample;
use sample::Dice;

/// The first argument of a writer.
const WRITER: &str = "write-cells";

/// The first argument of a process that may only read.
const READER: &str = "read-only";

fn main() {
    let arguments = env::args().skip(1).collect::<Vec<_>>();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [WRITER, path, seed, cells] => {
            write_cells(Path::new(path), seed.parse().unwrap(), cells.parse().unwrap());
        }
        [READER, directory] => read_only(Path::new(directory)),
        _ => {
            every_acknowledged_cell_survives_a_kill();
            a_store_killed_while_it_is_made_can_be_opened();
            writers_of_different_runs_share_a_store();
            a_read_only_store_is_read_and_says_that_it_cannot_be_written();
            report_end(4);
        }
    }
}

#[expect(clippy::print_stdout, reason = "there is no harness that would say it")]
fn report(test: &str, outcome: &str) {
    println!("test {test} ... {outcome}");
}

/// The last line of the standard harness, which is counted.
#[expect(clippy::print_stdout, reason = "there is no harness that would say it")]
fn report_end(count: u32) {
    println!("\ntest result: ok. {count} passed; 0 failed; 0 ignored\n");
}

fn run_of(seed: u64) -> Run {
    let state = RunState::Running;
    Run { state, cells: Vec::new(), ..sample::run(&format!("run-{seed:04}"), seed) }
}

/// From a few rows to some hundred kilobytes, so that a kill also falls between the pages of a cell.
fn cell_of(seed: u64, position: usize) -> CellRecord {
    let intervals = if position.is_multiple_of(3) { 1000 } else { 5 };
    sample::cell(&mut Dice(seed << 32 | position as u64), intervals)
}

/// The work of the writer process. Each line on standard output acknowledges one durable step.
#[expect(clippy::print_stdout, reason = "the parent reads it")]
fn write_cells(path: &Path, seed: u64, cells: usize) {
    let mut store = Store::open(path).unwrap();
    let run = run_of(seed);
    store.begin(&run).unwrap();
    println!("begun");
    for position in 0..cells {
        store.add_cell(&run.id, position, &cell_of(seed, position)).unwrap();
        println!("{position}");
    }
    store.finish(&Run { state: RunState::Completed, ..run }).unwrap();
}

fn start_writer(path: &Path, seed: u64, cells: usize) -> Child {
    Command::new(env::current_exe().unwrap())
        .args([WRITER.to_owned(), path.to_str().unwrap().to_owned()])
        .args([seed.to_string(), cells.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Kills a writer some time after it acknowledged `steps` steps; returns how many it acknowledged.
///
/// It spends the time spinning, up to some milliseconds, the duration of a step.
fn kill_after(mut writer: Child, steps: usize, dice: &mut Dice) -> usize {
    let mut lines = BufReader::new(writer.stdout.take().unwrap()).lines();
    let mut acknowledged = lines.by_ref().take(steps).map(Result::unwrap).count();
    for _ in 0..dice.below(1 << 19) {
        std::hint::spin_loop();
    }
    writer.kill().unwrap();
    writer.wait().unwrap();
    // The writer's last output in the pipe. The last line may be incomplete.
    acknowledged += lines.map_while(Result::ok).count();
    acknowledged
}

fn every_acknowledged_cell_survives_a_kill() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("runs.sqlite");
    let dice = &mut Dice(1);
    let mut cells_kept = 0;
    for seed in 0..40 {
        let steps = usize::try_from(1 + dice.below(12)).unwrap();
        let writer = start_writer(&path, seed, 100_000);
        let acknowledged = kill_after(writer, steps, dice) - 1;
        let mut store = Store::open(&path).unwrap();
        store.check().unwrap();
        let run = store.load(&run_of(seed).id).unwrap();
        assert_eq!(Run { cells: Vec::new(), ..run.clone() }, run_of(seed), "seed {seed}");
        let kept = run.cells.len();
        assert!(
            kept == acknowledged || kept == acknowledged + 1,
            "seed {seed}: {acknowledged} cells acknowledged, {kept} kept"
        );
        for (position, cell) in run.cells.iter().enumerate() {
            assert_eq!(*cell, cell_of(seed, position), "seed {seed}, cell {position}");
        }
        cells_kept += kept;
    }
    assert!(cells_kept > 40, "only {cells_kept} cells in all: the kills come too early");
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.list(&RunFilter::default()).unwrap().len(), 40);
    report("every_acknowledged_cell_survives_a_kill", "ok");
}

fn a_store_killed_while_it_is_made_can_be_opened() {
    let dice = &mut Dice(2);
    for seed in 0..25 {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("runs.sqlite");
        let acknowledged = kill_after(start_writer(&path, seed, 1), 0, dice);
        let mut store = Store::open(&path).unwrap();
        store.check().unwrap();
        let runs = store.list(&RunFilter::default()).unwrap();
        assert!(runs.len() >= acknowledged.min(1), "seed {seed}: {acknowledged} acknowledged");
        store.begin(&run_of(1000)).unwrap();
    }
    report("a_store_killed_while_it_is_made_can_be_opened", "ok");
}

fn writers_of_different_runs_share_a_store() {
    const WRITERS: u64 = 3;
    const CELLS: usize = 20;
    let directory = tempfile::tempdir().unwrap();
    // All of them find no store and create one.
    let path = directory.path().join("new/runs.sqlite");
    let writers = (0..WRITERS).map(|seed| start_writer(&path, seed, CELLS));
    for writer in writers.collect::<Vec<_>>() {
        let output = writer.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    let mut store = Store::open(&path).unwrap();
    store.check().unwrap();
    for seed in 0..WRITERS {
        let cells = (0..CELLS).map(|position| cell_of(seed, position)).collect();
        let written = Run { state: RunState::Completed, cells, ..run_of(seed) };
        assert_eq!(store.load(&written.id).unwrap(), written, "seed {seed}");
    }
    report("writers_of_different_runs_share_a_store", "ok");
}

fn a_read_only_store_is_read_and_says_that_it_cannot_be_written() {
    const TEST: &str = "a_read_only_store_is_read_and_says_that_it_cannot_be_written";
    const NOBODY: u32 = 65534;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("runs.sqlite");
    Store::open(&path).unwrap().begin(&run_of(1)).unwrap();
    let permit = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    permit(&path, 0o444);
    permit(directory.path(), 0o555);
    let mut reader = Command::new(env::current_exe().unwrap());
    reader.arg(READER).arg(directory.path()).stdout(Stdio::piped());
    if fs::metadata("/proc/self").unwrap().uid() == 0 {
        // Permissions do not bind root.
        reader.uid(NOBODY).gid(NOBODY);
    }
    let output = reader.output();
    permit(directory.path(), 0o755);
    match output {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            report(TEST, "ok\nskipped: another user may not start this program");
        }
        output => {
            let output = output.unwrap();
            assert!(output.status.success(), "{output:?}");
            let said = String::from_utf8(output.stdout).unwrap();
            let expected = "1 run\nReadOnly\nIo\n";
            assert_eq!(said, expected);
            report(TEST, "ok");
        }
    }
}

/// The work of the process without write permission for `directory`.
#[expect(clippy::print_stdout, reason = "the parent reads it")]
fn read_only(directory: &Path) {
    let mut store = Store::open(directory.join("runs.sqlite")).unwrap();
    assert_eq!(store.load("run-0001").unwrap(), run_of(1));
    println!("{} run", store.list(&RunFilter::default()).unwrap().len());
    for error in [
        store.begin(&run_of(2)).unwrap_err(),
        Store::open(directory.join("new.sqlite")).unwrap_err(),
    ] {
        match error {
            Error::Database { fault, .. } => println!("{fault:?}"),
            Error::Place { source, .. } => println!("{:?}", source.kind()),
            other => println!("{other:?}"),
        }
    }
}
