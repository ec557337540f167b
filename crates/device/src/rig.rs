//! The rig for real targets: a test file, a block device or nothing, with everything around it that a cell needs.
//!
//! Opens nothing itself: files come from `test_file`, devices from `block_device`, and writing to either needs their
//! permit. Must not know the purpose of the cells.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iogram_engine::{
    Cell, Content, Control, Geometry, HealthSampling, HostSample, Probe, ProbeAccess, Reach,
    Recordings, Rig, RigError, RigErrorKind, TimeBase,
};
use iogram_model::{
    Bytes, CellRecord, FileSystemKind, FileSystemRecord, Nanos, PurgeChoice, PurgeRecord,
    PurgeState, QueueRecord, TargetKind, TargetRecord, sentence, text,
};

mod application;
mod cell;
mod fill;
mod open;
mod place;
mod zeros;

use iogram_inspect::activity::Layers;
use iogram_inspect::clock;
use iogram_inspect::health::HealthProbe;
use iogram_inspect::host_sample::Counters;
use iogram_inspect::power::PowerMeter;
use iogram_inspect::sysfs::SysRoot;

use self::place::{Origin, TestPlace};
use crate::block_device::BlockDevice;
use crate::borrow::BorrowRequest;
use crate::borrow_places::PlacesPermit;
use crate::contents::Contents;
use crate::error::DeviceError;
use crate::image::Image;
use crate::linux::below;
use crate::linux::mounted::Mounted;
use crate::linux::namespace::Namespace;
use crate::linux::needed::ProtectedPath;
use crate::linux::seats::Seats;
use crate::open_mode::OpenMode;
use crate::payload::DataKey;
use crate::probe::{Drive, DriveProbe, Probed};
use crate::purge;
use crate::put_back::PutBack;
use crate::resolve::block_device_hint;

/// How long a rest sleeps before it checks for a stop. Arbitrary: a person's patience.
const REST_STEP: Nanos = Nanos(50 * Nanos::MILLISECOND.0);

/// How long a cell's threads may take to end after it. Arbitrary: they have nothing left to do.
const THREADS_GRACE: Nanos = Nanos::SECOND;

/// The user's permissions for a target.
#[derive(Debug, Clone, Copy, Default)]
pub struct WritePolicy<'a> {
    /// Whether anything will be written. Otherwise the target is opened for reading only.
    pub is_written: bool,
    /// The text that the user typed to allow the destruction of the contents of an existing file or a device.
    pub destroy: Option<&'a str>,
    /// The target's identity when the user was asked, in the form of [`crate::DestructionPermit::mark`]: nothing else
    /// is destroyed. `None` if it was not read before.
    pub seen: Option<&'a str>,
    /// The part of a device to borrow instead of destroying it.
    pub borrow: Option<BorrowRequest<'a>>,
    /// The same for single places: the directory of the saved blocks, and their maximum size.
    pub places: Option<(&'a Path, Bytes)>,
    /// Objects that must never be destroyed.
    pub needed: &'a [ProtectedPath],
    /// The file system to make for cells on a block device whose destruction is permitted; `None` if cells use the
    /// device itself.
    pub file_system: Option<FileSystemKind>,
}

/// A real target, opened.
#[derive(Debug)]
pub struct DriveRig {
    /// Shared with the threads of a cell, which outlive it if they hang.
    place: Arc<TestPlace>,
    record: TargetRecord,
    geometry: Geometry,
    file_system: Option<FileSystemRecord>,
    queue: Option<QueueRecord>,
    health: Option<Arc<HealthProbe>>,
    health_sampling: HealthSampling,
    probe_timeout: Nanos,
    seats: Seats,
    /// The namespace that takes the commands of cells; `None` if requests go to the block device.
    namespace: Option<Arc<Namespace>>,
    power: Option<Arc<PowerMeter>>,
    image: Option<Arc<Image>>,
    recordings: Option<Arc<dyn Recordings>>,
    counters: Option<Counters>,
    layers: Option<Layers>,
    epoch: Nanos,
    fill_count: u64,
}

impl DriveRig {
    /// Sets how often every later cell reads the drive's health.
    pub fn sample_health(&mut self, sampling: HealthSampling) {
        self.health_sampling = sampling;
    }

    /// Sets how long a request of a probe may take before it counts as hanging; the default is [`Cell::IO_TIMEOUT`].
    pub fn limit_probes(&mut self, io_timeout: Nanos) {
        self.probe_timeout = io_timeout;
    }

    /// Sets how later cells reach the drive.
    ///
    /// # Errors
    ///
    /// [`RigErrorKind::Usage`] if a chosen processor cannot be used, or if the ones near the drive are unknown.
    pub fn reach(&mut self, root: &SysRoot, reach: &Reach) -> Result<(), RigError> {
        let target = (self.record.name.as_str(), self.record.device.as_deref());
        self.seats = Seats::find(root, reach, target)?;
        Ok(())
    }

    /// `None` if the drive's health is not read.
    const fn sampling_interval(&self) -> Option<Nanos> {
        match self.health_sampling {
            HealthSampling::Off => None,
            HealthSampling::Every(interval) => Some(interval),
        }
    }

    /// Sets the image for cells that write one.
    pub fn write_image(&mut self, image: Arc<Image>) {
        self.image = Some(image);
    }

    /// Sets the source of traces for cells that replay them.
    pub fn play(&mut self, recordings: Arc<dyn Recordings>) {
        self.recordings = Some(recordings);
    }

    /// Makes every later cell record the power drawn.
    pub fn measure_power(&mut self, meter: Arc<PowerMeter>) {
        self.power = Some(meter);
    }

    /// The contents of the device whose destruction was permitted; `None` for other targets.
    #[must_use]
    pub fn destroyed_contents(&self) -> Option<&Contents> {
        match &*self.place {
            TestPlace::Device(device) => device.destroyed_contents(),
            TestPlace::File(_, Origin::Directory(folder)) => {
                folder.mounted().map(Mounted::destroyed_contents)
            }
            TestPlace::Null | TestPlace::File(..) => None,
        }
    }

    /// Size of the borrowed part and the file with its blocks; `None` if the device is not borrowed.
    #[must_use]
    pub fn borrowed(&self) -> Option<(Bytes, &Path)> {
        let TestPlace::Device(device) = &*self.place else { return None };
        device.borrowed().map(|permit| (permit.size(), permit.journal()))
    }

    /// The file with the blocks of borrowed places; `None` if none are borrowed, or if they were put back.
    #[must_use]
    pub fn borrowed_places(&self) -> Option<PathBuf> {
        let TestPlace::Device(device) = &*self.place else { return None };
        device.places()?.journal()
    }

    /// Puts the borrowed blocks back and verifies them; `None` if nothing was borrowed. Afterwards no cell can run on
    /// the device.
    ///
    /// # Errors
    ///
    /// Fails if the device is gone, does not accept a block, or returns another, and if requests are still
    /// outstanding; the saved blocks stay, and [`crate::restore`] can put them back.
    pub fn put_back(&self) -> Result<Option<PutBack>, RigError> {
        let TestPlace::Device(device) = &*self.place else { return Ok(None) };
        if device.places().is_none() && device.borrowed().is_none() {
            return Ok(None);
        }
        let until = clock::now() + THREADS_GRACE;
        while Arc::strong_count(&self.place) > 1 && clock::now() < until {
            clock::rest_until(clock::now() + Nanos::MILLISECOND);
        }
        // A thread that was given up keeps the device open, and its request is still outstanding.
        if Arc::strong_count(&self.place) > 1 {
            self.leave_unsettled();
        }
        if let Some(permit) = device.places() {
            return Ok(Some(permit.put_back()?));
        }
        device.borrowed().map(|permit| Ok(permit.put_back()?)).transpose()
    }

    /// The file system below a test file; `None` for other targets.
    #[must_use]
    pub fn file_system(&self) -> Option<&FileSystemRecord> {
        self.file_system.as_ref()
    }

    /// The block queue below; `None` if there is none or it is unknown.
    #[must_use]
    pub fn queue(&self) -> Option<&QueueRecord> {
        self.queue.as_ref()
    }

    /// Whether the target is a file, whose size the lay-out determines.
    #[must_use]
    pub fn is_file(&self) -> bool {
        matches!(*self.place, TestPlace::File(..))
    }

    /// Whether it is an existing file that keeps its size.
    #[must_use]
    pub fn is_existing_file(&self) -> bool {
        matches!(*self.place, TestPlace::File(_, Origin::Existing))
    }

    fn is_writable(&self) -> bool {
        match &*self.place {
            TestPlace::Null => true,
            TestPlace::File(file, _) => file.is_writable(),
            TestPlace::Device(device) => device.is_writable(),
        }
    }

    fn set_capacity(&mut self, size: Bytes) {
        self.geometry.capacity = size;
        self.record.capacity = size;
    }

    /// Memory of a direct request has to be a multiple of this; 1 if unknown.
    fn memory_alignment(&self) -> usize {
        let told = self.record.direct_alignment.map_or(1, |aligned| aligned.memory.0);
        usize::try_from(told).unwrap_or(1)
    }

    /// The key of written data: data on a borrowed device has to be recognisable later.
    fn data_key(&self) -> DataKey {
        let TestPlace::Device(device) = &*self.place else { return DataKey::COMMON };
        let places = device.places().map(PlacesPermit::key);
        places.or_else(|| Some(device.borrowed()?.key())).unwrap_or(DataKey::COMMON)
    }

    /// Leaves the borrowed part to [`crate::restore`] when this ends: outstanding requests may arrive after the
    /// device was put back, or the device belongs to another program by now.
    pub fn leave_unsettled(&self) {
        let TestPlace::Device(device) = &*self.place else { return };
        if let Some(permit) = device.borrowed() {
            permit.leave_unsettled();
        }
        if let Some(permit) = device.places() {
            permit.leave_unsettled();
        }
    }
}

/// Outstanding requests of a sweep. SD cards, eMMC and sticks take one command at a time (or gain nothing from more);
/// for others arbitrary: with requests of megabytes, few suffice to keep a drive busy.
fn outstanding(record: &TargetRecord) -> NonZeroUsize {
    match record.drive.as_deref() {
        Some("SD" | "USB" | "eMMC") => NonZeroUsize::MIN,
        _ => NonZeroUsize::MIN.saturating_add(3),
    }
}

/// The part that cells may touch: of a borrowed device the borrowed part.
fn usable(device: &BlockDevice) -> Bytes {
    let borrowed = device.borrowed().map(crate::borrow::BorrowPermit::size);
    borrowed.unwrap_or(device.identity().capacity)
}

fn blank_record(name: String, kind: TargetKind, geometry: Geometry) -> TargetRecord {
    TargetRecord {
        physical_block_size: geometry.physical_block_size,
        ..TargetRecord::unknown(name, kind, geometry.capacity, geometry.logical_block_size)
    }
}

impl Rig for DriveRig {
    fn target(&self) -> TargetRecord {
        self.record.clone()
    }

    fn geometry(&self) -> Geometry {
        self.geometry
    }

    fn time_base(&self) -> TimeBase {
        TimeBase::Host
    }

    fn now(&self) -> Nanos {
        clock::now()
    }

    fn lay_out(
        &mut self,
        size: Bytes,
        content: Content,
        control: &Control,
    ) -> Result<Bytes, RigError> {
        let too_large = |capacity: Bytes, what: &str| RigError {
            kind: RigErrorKind::Usage,
            message: sentence!(
                "device-cannot-use-only",
                size = size.both(),
                record = self.record.name,
                what,
                capacity = capacity.both()
            ),
            hint: sentence!("device-use-size-most", capacity),
        };
        match &*self.place {
            TestPlace::Null => {}
            TestPlace::Device(device) => {
                let capacity = usable(device);
                if size > capacity {
                    let what = device.borrowed().map_or("device", |_| "borrowed part");
                    return Err(too_large(capacity, what));
                }
                if content == Content::Written && device.is_writable() {
                    return self.fill(size, control);
                }
            }
            TestPlace::File(file, _) if !file.is_writable() => {
                let length = file.size()?;
                if size > length {
                    return Err(too_large(length, "file"));
                }
            }
            TestPlace::File(..) => match content {
                Content::Kept => {}
                Content::Empty => self.renew_file(size)?,
                Content::Allocated => {
                    self.renew_file(size)?;
                    self.allocate(size)?;
                }
                Content::Written => {
                    self.renew_file(size)?;
                    return self.fill(size, control);
                }
            },
        }
        self.set_capacity(size);
        Ok(Bytes(0))
    }

    fn run(&mut self, cell: &Cell, control: &Control) -> Result<CellRecord, RigError> {
        self.run_cell(cell, control)
    }

    fn purge(
        &mut self,
        choice: PurgeChoice,
        control: &Control,
    ) -> Result<PurgeRecord, RigError> {
        match &*self.place {
            TestPlace::Device(device) => Ok(purge::purge(device, choice, control)?),
            // Every lay-out creates a new test file; the drive below stays unchanged.
            TestPlace::Null | TestPlace::File(..) => Ok(PurgeRecord {
                cells_before_count: 0,
                state: PurgeState::NotPurged,
                attempts: Vec::new(),
                elapsed_ns: 0,
            }),
        }
    }

    fn discard(&mut self, start: Bytes, end: Bytes, control: &Control) -> Result<(), RigError> {
        match &*self.place {
            TestPlace::Device(device) => Ok(purge::discard(device, start.0..end.0, control)?),
            TestPlace::Null | TestPlace::File(..) => Ok(()),
        }
    }

    fn probe(&mut self, access: ProbeAccess) -> Result<Box<dyn Probe + '_>, RigError> {
        let TestPlace::Device(device) = &*self.place else {
            return Err(RigError {
                kind: RigErrorKind::Usage,
                message: sentence!("device-cannot-probe-no-drive", record = self.record.name),
                hint: sentence!("device-name-block-device-2"),
            });
        };
        if self.namespace.is_some() {
            return Err(RigError {
                kind: RigErrorKind::Usage,
                message: sentence!(
                    "device-cannot-probe-single-requests-not-go",
                    record = self.record.name
                ),
                hint: block_device_hint(device.path()),
            });
        }
        // A lay-out is for cells. A probe covers the whole usable part.
        let geometry = Geometry { capacity: usable(device), ..self.geometry };
        let is_writable = access == ProbeAccess::Write;
        let mode = OpenMode { is_writable, is_direct: true };
        let (fd, keeps) = match device.places() {
            Some(_) => {
                let (fd, permit) = device.open_for_places(mode)?;
                (fd, permit.is_some())
            }
            None => (device.open_part(mode, 0..geometry.capacity.0)?, false),
        };
        let failed = |errno| {
            RigError::from(DeviceError::system(
                text!("device-cannot-get-memory-probe", path),
                device.path(),
                errno,
            ))
        };
        let drive = Drive {
            is_gone: Box::new(|| self.is_gone()),
            lies_on: Box::new(|| {
                below::what_lies_below(&SysRoot::default(), self.record.device.as_deref()?)
            }),
        };
        let probed = Probed {
            fd,
            place: Arc::<TestPlace>::clone(&self.place),
            keeps,
            geometry,
            outstanding: outstanding(&self.record),
            key: self.data_key(),
            io_timeout: self.probe_timeout,
        };
        let probe = DriveProbe::new(probed, drive, rest_for).map_err(failed)?;
        Ok(Box::new(probe))
    }

    fn sample_host(&mut self) -> HostSample {
        let counters = self.counters.as_ref();
        HostSample {
            temperature_celsius: self.health.as_deref().and_then(HealthProbe::temperature),
            cpu: counters.and_then(Counters::cpu),
            drive_request_count: counters.and_then(Counters::drive_requests),
        }
    }

    fn rest(&mut self, duration: Nanos, control: &Control) {
        rest_for(duration, control);
    }
}

fn rest_for(duration: Nanos, control: &Control) {
    let until = clock::now() + duration;
    while !control.is_stopped() && clock::now() < until {
        clock::rest_until(until.min(clock::now() + REST_STEP));
    }
}
