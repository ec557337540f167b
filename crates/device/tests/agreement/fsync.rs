//! The fsync job makes the same requests to a drive as fio's own run of it: the kernel counts them at the device
//! below an ext4, so no clock is involved.

use std::path::Path;

use iogram_device::{DriveRig, TargetSpec, WritePolicy};
use iogram_engine::{Cell, Content, Control, Rig};
use iogram_inspect::SysRoot;
use iogram_model::{
    Access, Blocks, Bytes, Caching, CellRecord, CellState, DiskActivity, OpMix, Permille, Stop,
    SyncPolicy, Workload,
};

use crate::common::{LoopDevice, MountedAt, TempDir, run, skip};

/// Records of 2300 B, as in fio's job, but fewer of them.
const RECORDS: u64 = 1000;
const RECORD: Bytes = Bytes(2300);

/// The requests to the device per record.
#[derive(Debug)]
struct Asked {
    writes: f64,
    bytes: f64,
    flushes: f64,
}

impl Asked {
    fn of(disk: &DiskActivity) -> Self {
        let each = |count: u64| Bytes(count).as_f64() / Bytes(RECORDS).as_f64();
        Self {
            writes: each(disk.write_count + disk.write_merge_count),
            bytes: each(disk.write_bytes),
            flushes: each(disk.flush_count.unwrap_or(0)),
        }
    }

    /// The figures that differ by more than a twentieth.
    fn disagreements(&self, other: &Self) -> Vec<String> {
        let pairs = [
            ("writes", self.writes, other.writes),
            ("bytes", self.bytes, other.bytes),
            ("flushes", self.flushes, other.flushes),
        ];
        let differs = |(_, a, b): &(&str, f64, f64)| (a - b).abs() > 0.05 * b.max(0.1);
        let words = |(name, a, b)| format!("{name} a record: iogram {a}, fio {b}");
        pairs.into_iter().filter(differs).map(words).collect()
    }
}

fn measure_with_iogram(at: &Path, content: Content) -> CellRecord {
    let policy = WritePolicy { is_written: true, ..WritePolicy::default() };
    let spec = TargetSpec::Path(at.to_owned());
    let mut rig = DriveRig::open(&spec, policy, &SysRoot::default()).unwrap();
    let size = Bytes(RECORDS * RECORD.0);
    rig.lay_out(size, content, &Control::default()).unwrap();
    let workload = Workload {
        access: Access::Sequential,
        mix: OpMix { read: Permille(0), ..OpMix::default() },
        block: Blocks::one(RECORD),
        stop: Stop { amount: Some(size), ..Stop::default() },
        sync: SyncPolicy::Each,
        caching: Caching::Buffered,
        ..Workload::default()
    };
    let record = rig.run(&Cell::new("fsync", workload), &Control::default()).unwrap();
    assert_eq!(record.state, CellState::Completed, "{:?}", record.errors);
    record
}

fn measure_with_fio(at: &Path) -> Result<Asked, String> {
    let line = format!(
        "--name=mytest --directory={} --rw=write --ioengine=sync --fdatasync=1 --size={} --bs={} \
         --output-format=json",
        at.display(),
        RECORDS * RECORD.0,
        RECORD.0,
    );
    let before = counted(at)?;
    run("fio", &line.split_whitespace().collect::<Vec<_>>())?;
    Ok(Asked::of(&counted(at)?.since(&before, iogram_model::Nanos::SECOND)))
}

/// Counters of the device below, read with iogram's code: for a cell that does nothing, they are the difference.
fn counted(at: &Path) -> Result<DiskActivity, String> {
    let source = run("findmnt", &["-n", "-o", "SOURCE", at.to_str().unwrap()])?;
    let name = source.trim().trim_start_matches("/dev/").to_owned();
    let stat = crate::read(&format!("/sys/class/block/{name}/stat"))?;
    let counts: Vec<u64> =
        stat.split_whitespace().map_while(|word| word.parse().ok()).collect();
    let count = |index: usize| counts.get(index).copied().unwrap_or(0);
    Ok(DiskActivity {
        name,
        write_count: count(4),
        write_merge_count: count(5),
        write_bytes: count(6) * 512,
        flush_count: Some(count(15)),
        ..DiskActivity::default()
    })
}

#[test]
fn the_fsync_job_asks_of_an_ext4_what_fio_asks_and_a_growing_file_more() {
    let attempt = || {
        run("fio", &["--version"])?;
        let dir = TempDir::new();
        let image = dir.image("ext4", 128 << 20);
        run("mkfs.ext4", &["-q", image.to_str().unwrap()])?;
        let device = LoopDevice::over(&image, &[])?;
        let at = dir.path().join("mounted");
        let _mount = MountedAt::new(&[device.path.to_str().unwrap()], &at)?;
        let theirs = measure_with_fio(&at)?;
        run("sync", &["-f", at.to_str().unwrap()])?;
        let record = measure_with_iogram(&at, Content::Allocated);
        let disk = record.disks.iter().find(|disk| disk.name == device.name()).unwrap();
        let ours = Asked::of(disk);
        assert_eq!(ours.disagreements(&theirs), Vec::<String>::new());
        // For a growing file, only the size changes with each record.
        let record = measure_with_iogram(&at, Content::Empty);
        let growing =
            Asked::of(record.disks.iter().find(|it| it.name == device.name()).unwrap());
        assert!(growing.bytes > theirs.bytes * 1.05, "{growing:?}, allocated {theirs:?}");
        Ok::<(), String>(())
    };
    if let Err(reason) = attempt() {
        skip(&reason);
    }
}
