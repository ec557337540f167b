//! A test's own targets, and ways to read them without iogram.

use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use iogram_device::{DriveRig, TargetSpec, WritePolicy};
use iogram_engine::{Cell, Control, PathChoice, Rig, RigError};
use iogram_inspect::SysRoot;
use iogram_model::{
    Access, Blocks, Bytes, CellRecord, Nanos, OpMix, OpRecord, Permille, Stop, Workload,
};

use crate::common::{LoopDevice, MountedAt, TempDir, ZramDevice, skip};

/// The contents of a target before a test writes to it: never a sector of iogram's.
pub(crate) const OLD: u8 = 0xA5;

pub(crate) const BLOCK: u64 = 4096;

pub(crate) const READ: OpMix =
    OpMix { read: Permille::ALL, discard: Permille(0), flush: Permille(0) };
pub(crate) const WRITE: OpMix =
    OpMix { read: Permille(0), discard: Permille(0), flush: Permille(0) };
pub(crate) const DISCARD: OpMix =
    OpMix { read: Permille(0), discard: Permille::ALL, flush: Permille(0) };

/// A target with everything below it. Fields are dropped in this order.
pub(crate) struct Ground {
    pub(crate) name: &'static str,
    /// The path as a user would give it.
    pub(crate) path: PathBuf,
    /// The file with the bytes: the target itself, or a loop device's file.
    pub(crate) image: Option<PathBuf>,
    _device: Device,
    _mount: Option<MountedAt>,
    _dir: TempDir,
}

enum Device {
    None,
    Loop { _device: LoopDevice },
    Zram { _device: ZramDevice },
}

impl Ground {
    /// A file of `size` on the file system of the temporary folder.
    pub(crate) fn file(size: u64) -> Self {
        let dir = TempDir::new();
        let path = dir.image("target", size);
        let image = Some(path.clone());
        Self { name: "file", path, image, _device: Device::None, _mount: None, _dir: dir }
    }

    /// A loop device over a file on a tmpfs.
    pub(crate) fn loop_device(size: u64) -> Result<Self, String> {
        let dir = TempDir::new();
        let at = dir.path().join("memory");
        let mount = MountedAt::new(&["-t", "tmpfs", "-o", "size=64m", "tmpfs"], &at)?;
        let image = dir.image("memory/image", size);
        let device = LoopDevice::over(&image, &[])?;
        let path = device.path.clone();
        let image = Some(image);
        let device = Device::Loop { _device: device };
        Ok(Self { name: "loop", path, image, _device: device, _mount: Some(mount), _dir: dir })
    }

    pub(crate) fn zram(size: u64) -> Result<Self, String> {
        let (device, dir) = (ZramDevice::new(size)?, TempDir::new());
        let path = device.path.clone();
        let device = Device::Zram { _device: device };
        Ok(Self { name: "zram", path, image: None, _device: device, _mount: None, _dir: dir })
    }

    /// The target, opened by the rig for reading and writing.
    pub(crate) fn rig(&self) -> DriveRig {
        open(&self.path).unwrap()
    }

    /// Sets every byte of it to [`OLD`].
    pub(crate) fn make_old(&self, size: u64) {
        let file = open_plain(&self.path);
        file.write_all_at(&vec![OLD; usize::try_from(size).unwrap()], 0).unwrap();
        file.sync_all().unwrap();
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.path).unwrap()
    }

    /// Kernel name of the device; `None` for a file.
    pub(crate) fn device_name(&self) -> Option<&str> {
        self.path.to_str().unwrap().strip_prefix("/dev/")
    }

    /// The kernel's counters of the device; `None` for a file.
    pub(crate) fn kernel_counters(&self) -> Option<KernelCounters> {
        let stat = std::fs::read(format!("/sys/class/block/{}/stat", self.device_name()?));
        let stat = String::from_utf8(stat.unwrap()).unwrap();
        let numbers: Vec<u64> = stat.split_whitespace().map(|it| it.parse().unwrap()).collect();
        // Fields of the kernel's Documentation/block/stat.rst.
        Some(KernelCounters {
            writes: numbers[4] + numbers[5],
            written_bytes: numbers[6] * 512,
            discarded_bytes: numbers[13] * 512,
            flushes: numbers[15],
        })
    }
}

/// Counters of a block device since its creation. Merged requests count individually.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KernelCounters {
    pub(crate) writes: u64,
    pub(crate) written_bytes: u64,
    pub(crate) discarded_bytes: u64,
    pub(crate) flushes: u64,
}

impl KernelCounters {
    pub(crate) fn since(self, before: Self) -> Self {
        Self {
            writes: self.writes - before.writes,
            written_bytes: self.written_bytes - before.written_bytes,
            discarded_bytes: self.discarded_bytes - before.discarded_bytes,
            flushes: self.flushes - before.flushes,
        }
    }
}

/// Opens a target for reading and writing, whatever its contents.
pub(crate) fn open(path: &Path) -> Result<DriveRig, RigError> {
    // Contents of a device that were written before have to be given up by name.
    let name = path.file_name().unwrap().to_str().unwrap();
    let is_loop = path.starts_with("/dev") && name.starts_with("loop");
    let named = if is_loop { format!("{name}:image") } else { name.to_owned() };
    let allowance =
        WritePolicy { is_written: true, destroy: Some(&named), ..WritePolicy::default() };
    let spec = TargetSpec::Path(path.to_owned());
    let mut attempts = 0;
    loop {
        // A program started by another test inherits every descriptor of this process for a moment, even one that has
        // just claimed a device.
        match DriveRig::open(&spec, allowance, &SysRoot::default()) {
            Err(error) if attempts < 1000 && is_busy(&error) => attempts += 1,
            outcome => return outcome,
        }
    }
}

fn is_busy(error: &RigError) -> bool {
    ["something has it open exclusively", "open for writing", "(os error 16)"]
        .iter()
        .any(|words| error.message.to_string().contains(words))
}

/// Descriptors of this process for `path` or files below it, named or unnamed.
pub(crate) fn open_files(path: &Path) -> Vec<PathBuf> {
    let links = std::fs::read_dir("/proc/self/fd").unwrap().map(|entry| entry.unwrap().path());
    links
        .filter(|link| std::fs::read_link(link).is_ok_and(|file| file.starts_with(path)))
        .collect()
}

/// Opens a target for reading only.
pub(crate) fn open_to_read(path: &Path) -> Result<DriveRig, RigError> {
    let spec = TargetSpec::Path(path.to_owned());
    DriveRig::open(&spec, WritePolicy::default(), &SysRoot::default())
}

/// A file or device, opened without iogram.
pub(crate) fn open_plain(path: &Path) -> std::fs::File {
    let flags = rustix::fs::OFlags::RDWR | rustix::fs::OFlags::CLOEXEC;
    rustix::fs::open(path, flags, rustix::fs::Mode::empty()).unwrap().into()
}

/// Runs `test` on a file, a loop device and a zram device of `size`.
pub(crate) fn on_each_ground(size: u64, test: impl Fn(&Ground)) {
    test(&Ground::file(size));
    on_each_device(size, test);
}

/// Runs `test` on a loop device and a zram device of `size`.
pub(crate) fn on_each_device(size: u64, test: impl Fn(&Ground)) {
    for ground in [Ground::loop_device(size), Ground::zram(size)] {
        match ground {
            Ok(ground) => test(&ground),
            Err(reason) => skip(&reason),
        }
    }
}

/// The paths of requests that are available here.
pub(crate) fn paths() -> &'static [PathChoice] {
    static HAS_IO_URING: OnceLock<bool> = OnceLock::new();
    let has_io_uring = *HAS_IO_URING.get_or_init(|| {
        let ground = Ground::file(BLOCK);
        let cell = Cell { path: PathChoice::IoUring, ..all(READ, BLOCK) };
        match ground.rig().run(&cell, &Control::default()) {
            Ok(_) => true,
            Err(error) => {
                iogram_testing::lacks(&format!("io_uring: {error}"));
                false
            }
        }
    });
    let all = &[PathChoice::Sync, PathChoice::Auto, PathChoice::IoUring];
    if has_io_uring { all } else { &all[..2] }
}

/// A cell that moves `amount` bytes in blocks of 4 KiB, in sequence, at depth 1.
pub(crate) fn all(mix: OpMix, amount: u64) -> Cell {
    let stop = Stop { amount: Some(Bytes(amount)), ..Stop::default() };
    let access = Access::Sequential;
    let block = Blocks::one(Bytes(BLOCK));
    Cell::new("test", Workload { access, mix, block, stop, ..Workload::default() })
}

/// `cell` with its workload changed.
pub(crate) fn with(mut cell: Cell, change: impl FnOnce(&mut Workload)) -> Cell {
    change(&mut cell.workload);
    cell
}

/// Runs `cell` without a watcher.
#[track_caller]
pub(crate) fn run(rig: &mut DriveRig, cell: &Cell) -> CellRecord {
    rig.run(cell, &Control::default()).unwrap_or_else(|error| panic!("{error}: {cell:?}"))
}

/// Completions and bytes; zeros for a kind that did not occur.
pub(crate) fn totals(record: Option<&OpRecord>) -> (u64, u64) {
    record.map_or((0, 0), |record| (record.count, record.bytes))
}

/// Waits until `control` shows progress.
pub(crate) fn await_progress(control: &Control) {
    while control.progress().0 == 0 {
        iogram_inspect::rest_until(iogram_inspect::now() + Nanos(10 * Nanos::MILLISECOND.0));
    }
}
