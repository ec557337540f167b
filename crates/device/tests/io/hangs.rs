//! A device that no longer answers ends the cell, not the program.
//!
//! The device is a loop device over a file on a frozen ext4: its writes stay in the kernel until the file system is
//! thawed, which each test does only after the cell has ended.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::time::Duration;

use iogram_device::DriveRig;
use iogram_engine::{
    Cell, Control, Errno, PathChoice, Probe, ProbeAccess, Rig, Sweep, SweepKind,
};
use iogram_model::{CellRecord, CellState, Nanos, Stop};

use crate::common::{LoopDevice, MountedAt, TempDir, run as run_program, skip};
use crate::ground::{WRITE, all, await_progress, open, paths, run, totals, with};

const SIZE: u64 = 2 << 20;

/// How long a test waits for a cell that should end by itself, before it thaws the device and fails.
const PATIENCE: Duration = Duration::from_secs(10);

/// A loop device whose writes can be blocked. Fields are dropped in this order.
struct Freezer {
    upper: LoopDevice,
    _mount: MountedAt,
    at: PathBuf,
    _lower: LoopDevice,
    _dir: TempDir,
}

/// While it lives, no write to the file system returns.
struct Frozen<'a>(&'a Path);

impl Drop for Frozen<'_> {
    fn drop(&mut self) {
        run_program("fsfreeze", &["--unfreeze", self.0.to_str().unwrap()]).ok();
    }
}

impl Freezer {
    fn new() -> Result<Self, String> {
        let dir = TempDir::new();
        let image = dir.image("image", 16 << 20);
        run_program("mkfs.ext4", &["-q", image.to_str().unwrap()])?;
        let lower = LoopDevice::over(&image, &[])?;
        let at = dir.path().join("at");
        let mount = MountedAt::new(&[lower.text()], &at)?;
        let upper = LoopDevice::over(&dir.image("at/image", SIZE), &[])?;
        Ok(Self { upper, _mount: mount, at, _lower: lower, _dir: dir })
    }

    fn freeze(&self) -> Result<Frozen<'_>, String> {
        run_program("fsfreeze", &["--freeze", self.at.to_str().unwrap()])?;
        Ok(Frozen(&self.at))
    }
}

/// Runs `cell`, freezes the device in its middle, calls `then`, and returns the record if the cell ended before the
/// device was thawed.
fn run_into_ice(
    freezer: &Freezer,
    rig: &mut DriveRig,
    cell: &Cell,
    then: impl FnOnce(&Control),
) -> Result<Option<CellRecord>, String> {
    let control = Control::default();
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        let (control, rig) = (&control, rig);
        scope.spawn(move || sender.send(rig.run(cell, control).unwrap()).unwrap());
        await_progress(control);
        let frozen = match freezer.freeze() {
            Ok(frozen) => frozen,
            Err(reason) => {
                control.stop();
                return Err(reason);
            }
        };
        then(control);
        let record = receiver.recv_timeout(PATIENCE).ok();
        drop(frozen);
        control.stop();
        Ok(record)
    })
}

/// Runs `test` with each path at two depths, all at once: they only wait. The automatically chosen path is one of the
/// others.
fn each_way(test: impl Fn(&Freezer, PathChoice, u32) -> Result<(), String> + Sync) {
    let asked = paths().iter().filter(|path| **path != PathChoice::Auto);
    let ways: Vec<_> = asked.flat_map(|&path| [(path, 1), (path, 4)]).collect();
    std::thread::scope(|scope| {
        for (path, depth) in ways {
            let test = &test;
            scope.spawn(move || {
                let outcome = Freezer::new().and_then(|freezer| test(&freezer, path, depth));
                if let Err(reason) = outcome {
                    skip(&reason);
                }
            });
        }
    });
}

fn endless(path: PathChoice, depth: u32) -> Cell {
    let stop = Stop { time: Some(Nanos::SECOND * 60), ..Stop::default() };
    with(Cell { path, ..all(WRITE, SIZE) }, |w| (w.stop, w.depth) = (stop, depth))
}

#[test]
fn a_device_that_hangs_ends_the_cell_as_stalled_and_can_be_used_when_it_is_back() {
    each_way(|freezer, path, depth| {
        let mut rig = open(&freezer.upper.path).unwrap();
        let cell = Cell { io_timeout: Nanos::SECOND, ..endless(path, depth) };
        let what = format!("{path:?}, depth {depth}");
        let record = run_into_ice(freezer, &mut rig, &cell, |_| {})?;
        let record = record.unwrap_or_else(|| panic!("{what}: ended only when thawed"));
        assert_eq!(record.state, CellState::Stalled, "{what}: {:?}", record.errors);
        let (writes, bytes) = totals(record.operations.write.as_ref());
        assert!(writes > 0 && bytes == writes * 4096, "{what}: {writes} writes");
        assert!(record.errors.is_empty(), "{what}: {:?}", record.errors);
        let record = run(&mut rig, &all(WRITE, SIZE));
        assert_eq!(record.state, CellState::Completed, "{what}: {:?}", record.errors);
        Ok(())
    });
}

#[test]
fn a_device_that_hangs_does_not_keep_a_user_who_stops_waiting() {
    each_way(|freezer, path, depth| {
        let mut rig = open(&freezer.upper.path).unwrap();
        let what = format!("{path:?}, depth {depth}");
        let record = run_into_ice(freezer, &mut rig, &endless(path, depth), Control::stop)?;
        let record = record.unwrap_or_else(|| panic!("{what}: ended only when thawed"));
        assert_eq!(record.state, CellState::Interrupted, "{what}: {:?}", record.errors);
        assert!(totals(record.operations.write.as_ref()).0 > 0, "{what}");
        Ok(())
    });
}

/// Runs `ask` on a probe of the frozen device; returns its result, if that came before the device was thawed.
fn ask_ice<T: Send>(
    freezer: &Freezer,
    ask: impl FnOnce(&mut dyn Probe) -> T + Send,
) -> Result<Option<T>, String> {
    let mut rig = open(&freezer.upper.path).map_err(|error| error.to_string())?;
    rig.limit_probes(Nanos::SECOND);
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        let (ready, is_ready) = channel();
        let (go, may_go) = channel::<()>();
        let rig = &mut rig;
        scope.spawn(move || {
            let mut probe = rig.probe(ProbeAccess::Write).unwrap();
            probe.write(0, 4096, 1).unwrap();
            ready.send(()).unwrap();
            may_go.recv().ok();
            sender.send(ask(probe.as_mut())).ok();
        });
        is_ready.recv().map_err(|error| error.to_string())?;
        let frozen = freezer.freeze();
        drop(go);
        let told = frozen.as_ref().ok().and_then(|_| receiver.recv_timeout(PATIENCE).ok());
        frozen.map(|_| told)
    })
}

#[test]
fn a_probe_of_a_device_that_hangs_tells_so_and_asks_it_nothing_more() {
    let outcome = Freezer::new().and_then(|freezer| {
        let told = ask_ice(&freezer, |probe| {
            let written = probe.write(8192, 4096, 1);
            (written, probe.read(0, 4096), probe.flush())
        })?;
        let none = Err(Errno::NO_ANSWER);
        assert_eq!(told, Some((none, none, none)), "ended only when thawed");
        // When the device is back, everything is unchanged.
        let mut rig = open(&freezer.upper.path).unwrap();
        let mut probe = rig.probe(ProbeAccess::Write).unwrap();
        probe.write(8192, 4096, 2).unwrap();
        assert!(probe.pauses().is_empty() || probe.read(8192, 4096).is_ok());
        Ok(())
    });
    if let Err(reason) = outcome {
        skip(&reason);
    }
}

#[test]
fn a_sweep_over_a_device_that_hangs_ends_where_no_answer_came() {
    let outcome = Freezer::new().and_then(|freezer| {
        let told = ask_ice(&freezer, |probe| {
            let sweep =
                Sweep { kind: SweepKind::Write, start: 0, end: SIZE, step: 4096, salt: 3 };
            let mut last = None;
            probe.sweep(&sweep, &mut |sample| {
                last = Some((sample.offset, sample.result.map(drop)));
                ControlFlow::Continue(())
            });
            (last, probe.read(0, 4096))
        })?;
        let none = Errno::NO_ANSWER;
        assert_eq!(told, Some((Some((0, Err(none))), Err(none))), "ended only when thawed");
        Ok(())
    });
    if let Err(reason) = outcome {
        skip(&reason);
    }
}
