//! One cell on a real target: the opening, the observations around it, and the target's effects on the outcome.

use std::fs::File;
use std::ops::Range;
use std::sync::Arc;

use iogram_engine::{
    Cell, Control, Feed, PathChoice, RigError, RigErrorKind, ZoneTable, check_workload,
    health_warning, note_beside, open_recording,
};
use iogram_inspect::SystemError;
use iogram_inspect::activity::Layers;
use iogram_inspect::health::HealthWatch;
use iogram_model::{
    Caching, CellRecord, CellState, DataPattern, ErrorRecord, Message, MessageId, Nanos,
    OpKind, Permille, PowerSeries, Sentence, SyncPolicy, Text, Total as _, UnstoredRecord,
    UnstoredTeller, Warning, WarningCode, Workload, sentence, text,
};

use rustix::io::Errno as SystemErrno;

use super::DriveRig;
use super::place::TestPlace;
use crate::error::DeviceError;
use crate::jobs::{self, IoBackend, StartError};
use crate::linux::sync_target::DiscardCall;
use crate::open_mode::OpenMode;
use crate::payload::Payload;
use crate::resolve::block_device_hint;

impl DriveRig {
    /// Runs a cell on it, and adds the target's effects on the outcome.
    pub(super) fn run_cell(
        &self,
        cell: &Cell,
        control: &Control,
    ) -> Result<CellRecord, RigError> {
        let mut loads: Vec<(Cell, Option<Warning>)> = Vec::new();
        for load in cell.loads() {
            let (load, warning) = self.adapted(&load);
            self.check(&load.workload)?;
            loads.push((load, warning));
        }
        let beside: Vec<Cell> = loads.drain(1..).map(|(load, _)| load).collect();
        let (own, warning) = loads.pop().expect("a cell has a load of its own");
        if !beside.is_empty() {
            check_workload(&cell.workload, self.geometry)?;
        }
        if let Some(application) = &own.workload.application {
            return self.run_application(application, &own, control);
        }
        let own = self.without_slow_discards(own);
        let recordings = self.recordings.as_deref();
        let feed = open_recording(recordings, &own.workload, self.geometry)?;
        let cells: Vec<&Cell> = std::iter::once(&own).chain(&beside).collect();
        let mut backends = Vec::new();
        for load in &cells {
            self.check_passthrough(load)?;
            backends.push(self.backend(&load.workload)?);
        }
        if let TestPlace::Null = *self.place {
            let on = (backends.as_slice(), &self.seats);
            let all = jobs::run_loads((&cells, feed), on, control, self.epoch);
            let all = all.map_err(|error| start_error(&error, &self.record.name))?;
            return Ok(together(cell, all));
        }
        let unstored = self.unstored_for(&own.workload);
        let mut record = self.watched_loads(cell, (&cells, &backends, feed), control)?;
        record.unstored = unstored.filter(|_| record.operations.read.is_some());
        record.unstored = record.unstored.or_else(|| self.zeros_for(&record));
        record.warnings.extend(warning);
        if record.state == CellState::IoErrors {
            self.tell_the_end(&mut record);
        }
        if own.workload.data == DataPattern::Image && record.state == CellState::Completed {
            self.verify_image(&mut record)?;
        }
        if record.state == CellState::IoErrors && self.is_lost(&record, cell.errors_max) {
            record.state = CellState::Vanished;
        }
        if record.state == CellState::Stalled {
            self.leave_unsettled();
        }
        Ok(record)
    }

    /// The I/O backend of a load's jobs, opened once as a check.
    fn backend(&self, workload: &Workload) -> Result<IoBackend, RigError> {
        if let TestPlace::Null = *self.place {
            ZoneTable::of_load(workload, None, self.geometry.capacity)?;
            return Ok(IoBackend::Null);
        }
        // Reports the full error before any thread starts.
        let mode = self.mode_for(workload);
        let part = self.part_for(workload);
        let first = self.place.open(mode, part.clone())?;
        if workload.caching == Caching::BufferedCold {
            self.drop_cache(&first).map_err(|source| {
                let what = text!("device-cannot-empty-page-cache", name, source);
                start_error(&StartError { what, source }, &self.record.name)
            })?;
        }
        drop(first);
        let place = Arc::clone(&self.place);
        let open: jobs::Open = Arc::new(move || {
            place.open(mode, part.clone()).map_err(|error| match error {
                DeviceError::System(SystemError { source, .. }) => source,
                other => std::io::Error::other(other.to_string()),
            })
        });
        let zones = match &*self.place {
            // The current zones: each cell leaves other write pointers.
            TestPlace::Device(device) => device.zones()?,
            TestPlace::Null | TestPlace::File(..) => None,
        };
        let table = ZoneTable::of_load(workload, zones.as_ref(), self.geometry.capacity)?;
        let zone_size = zones.and_then(|zones| Some(zones.zones.first()?.size));
        let discard = match *self.place {
            TestPlace::Device(_) => {
                zone_size.map_or(DiscardCall::BlockDevice, DiscardCall::Zones)
            }
            TestPlace::Null | TestPlace::File(..) => DiscardCall::File,
        };
        Ok(IoBackend::Opened {
            open,
            geometry: self.geometry,
            namespace: self.namespace.clone(),
            discard,
            zones: table.map(Arc::new),
            payload: Payload {
                key: self.data_key(),
                image: self.image.clone(),
                compares: workload.compares(),
            },
            alignment: self.memory_alignment(),
            health: self.health.clone(),
        })
    }

    /// Runs a cell's jobs, and observes the drive and the computer meanwhile.
    pub(super) fn watched(
        &self,
        cell: &Cell,
        backend: &IoBackend,
        control: &Control,
    ) -> Result<CellRecord, RigError> {
        self.watched_loads(cell, (&[cell], std::slice::from_ref(backend), None), control)
    }

    /// The same for all loads of `cell` at once.
    fn watched_loads(
        &self,
        cell: &Cell,
        (cells, backends, feed): (&[&Cell], &[IoBackend], Option<Box<dyn Feed>>),
        control: &Control,
    ) -> Result<CellRecord, RigError> {
        let sampled = self.health.as_ref().zip(self.sampling_interval());
        let watch = sampled.map(|(probe, interval)| probe.watch(interval));
        if let Some(meter) = &self.power {
            meter.look();
        }
        let before = self.layers.as_ref().map(Layers::read);
        let on = (backends, &self.seats);
        let all = jobs::run_loads((cells, feed), on, control, self.epoch)
            .map_err(|error| start_error(&error, &self.record.name))?;
        let mut record = together(cell, all);
        if let Some((layers, before)) = self.layers.as_ref().zip(before) {
            layers.note_others(&before, &mut record);
        }
        record.health = watch.map(HealthWatch::finish);
        record.power = self.power_of(&record);
        record.warnings.extend(record.health.as_ref().and_then(health_warning));
        Ok(record)
    }

    /// Checks that the target permits the cell's requests, and is ready for them.
    fn check(&self, workload: &Workload) -> Result<(), RigError> {
        check_workload(workload, self.geometry)?;
        if workload.data == DataPattern::Image {
            self.check_image()?;
        }
        if workload.compares() {
            self.check_compared()?;
        }
        if let TestPlace::Device(device) = &*self.place
            && let Some(permit) = device.borrowed()
        {
            permit.announce(workload)?;
        }
        Ok(())
    }

    /// Checks that reads can be compared with the written data.
    fn check_compared(&self) -> Result<(), RigError> {
        let refused = |hint: Text| RigError {
            kind: RigErrorKind::Usage,
            message: sentence!("device-cannot-compare-read", name = self.record.name),
            hint: hint.into(),
        };
        match *self.place {
            TestPlace::Null => Err(refused(text!("device-keeps-nothing-name-drive-file"))),
            _ if self.namespace.is_some() => {
                Err(refused(text!("device-read-nvme-passthrough-name-block-device")))
            }
            _ => Ok(()),
        }
    }

    /// Checks that commands can perform the cell's requests, if they have to.
    fn check_passthrough(&self, cell: &Cell) -> Result<(), RigError> {
        let (Some(namespace), TestPlace::Device(device)) = (&self.namespace, &*self.place)
        else {
            return Ok(());
        };
        let workload = &cell.workload;
        let refused = |why: Sentence, hint: Sentence| RigError {
            kind: RigErrorKind::Usage,
            message: sentence!(
                "device-cannot-measure-nvme-passthrough",
                name = self.record.name,
                why: why
            ),
            hint,
        };
        let other = || block_device_hint(device.path());
        if cell.path != PathChoice::Auto {
            return Err(refused(sentence!("device-engine-names-another-way"), other()));
        }
        let is_flushed = workload.sync != SyncPolicy::None;
        if workload.mix.read < Permille::ALL || workload.writes() || is_flushed {
            return Err(refused(sentence!("device-only-reads-go-way"), other()));
        }
        if workload.caching != Caching::Direct {
            return Err(refused(sentence!("device-passes-page-cache"), other()));
        }
        let block = workload.block.largest();
        namespace.try_read(block.0).map_err(|error| {
            let why = sentence!("device-not-take-request", block = block.both(), error);
            refused(why, sentence!("device-use-smaller-blocks", hint: other()))
        })
    }

    /// Checks that there is an image to write, and that the target permits it.
    fn check_image(&self) -> Result<(), RigError> {
        let refused = |message: Sentence, hint: Text| RigError {
            kind: RigErrorKind::Usage,
            message: sentence!("device-cannot-write-image", record = self.record.name, message: message),
            hint: hint.into(),
        };
        let Some(image) = &self.image else {
            let hint = text!("device-name-file-iogram-run-image-write");
            return Err(refused(sentence!("device-none-named"), hint));
        };
        if let TestPlace::Device(device) = &*self.place
            && (device.borrowed().is_some() || device.places().is_some())
        {
            let hint = text!("device-borrowed-put-back-write-destroy-serial");
            return Err(refused(sentence!("device-device-only-borrowed"), hint));
        }
        if !matches!(*self.place, TestPlace::Null)
            && image.written_size() > self.geometry.capacity
        {
            let (size, capacity) = (image.size().both(), self.geometry.capacity.both());
            let message = sentence!("device-target", size, capacity);
            return Err(refused(message, text!("device-name-larger-target")));
        }
        Ok(())
    }

    /// Reads the written data back from the drive, and compares it with the image.
    fn verify_image(&self, record: &mut CellRecord) -> Result<(), RigError> {
        let Some(image) = &self.image else { return Ok(()) };
        let failed = |source| {
            let what = text!("device-read-back-image");
            start_error(&StartError { what, source }, &self.record.name)
        };
        if !image.is_whole() {
            return Err(RigError {
                kind: RigErrorKind::Io,
                message: sentence!(
                    "device-cannot-read-all-image",
                    path = image.path().display()
                ),
                hint: sentence!("device-written-not-complete"),
            });
        }
        let mode = OpenMode { is_writable: false, is_direct: self.supports_direct() };
        let target = self.place.open(mode, 0..image.written_size().0)?;
        // The writes put their pages into memory.
        self.drop_cache(&target).map_err(failed)?;
        let found = image.differences(&target, self.memory_alignment()).map_err(failed)?;
        record.verified_bytes = Some(image.written_size().0);
        if let Some(found) = found {
            record.state = CellState::IoErrors;
            let statement = Message::plain(MessageId::ErrorNotTheImage);
            record.errors.push(ErrorRecord {
                operation: OpKind::Read,
                errno: None,
                message: statement.english(),
                statement: Some(statement),
                count: found.count,
                first_offset_bytes: found.first,
                last_offset_bytes: found.last,
                lowest_offset_bytes: Some(found.first),
            });
        }
        Ok(())
    }

    /// Drops the target's pages from the page cache; dirty ones are written first.
    fn drop_cache(&self, file: &File) -> std::io::Result<()> {
        rustix::fs::fdatasync(file)?;
        let all = std::num::NonZeroU64::new(self.geometry.capacity.0);
        rustix::fs::fadvise(file, 0, all, rustix::fs::Advice::DontNeed)?;
        Ok(())
    }

    /// Whether requests can bypass the page cache; on a device they always can.
    pub(super) fn supports_direct(&self) -> bool {
        self.file_system.as_ref().and_then(|fs| fs.supports_direct).unwrap_or(true)
    }

    /// A recording without its discards, if the kernel accepts those only one at a time, so that each would delay all
    /// later requests.
    fn without_slow_discards(&self, mut cell: Cell) -> Cell {
        let is_device = matches!(*self.place, TestPlace::Device(_));
        if is_device && cell.workload.replay.is_some() {
            cell.workload.mix.discard = Permille(0);
        }
        cell
    }

    /// The cell as this target can run it, and a warning about the changes.
    fn adapted(&self, cell: &Cell) -> (Cell, Option<Warning>) {
        // A program accesses the file system in its own way.
        let is_asked = cell.workload.application.is_none();
        if !is_asked || cell.workload.caching != Caching::Direct || self.supports_direct() {
            return (cell.clone(), None);
        }
        let workload = Workload { caching: Caching::BufferedCold, ..cell.workload.clone() };
        let warning =
            Warning::new(WarningCode::NoDirectIo, Message::plain(MessageId::NoDirectIo));
        (Cell { workload, ..cell.clone() }, Some(warning))
    }

    /// The meter's readings for a cell that has just ended.
    fn power_of(&self, record: &CellRecord) -> Option<PowerSeries> {
        let meter = self.power.as_ref()?;
        meter.look();
        let start = self.epoch + Nanos(record.started_ns);
        let begin = start + record.workload.ramp;
        meter.between(start, begin, begin + Nanos(record.elapsed_ns))
    }

    /// Explains reads beyond the end of a file: they are not the drive's fault.
    fn tell_the_end(&self, record: &mut CellRecord) {
        let TestPlace::File(file, _) = &*self.place else { return };
        let Ok(size) = file.size() else { return };
        let block = record.workload.block.largest().0;
        let is_beyond = size.0 < self.part_for(&record.workload).end;
        for error in record.errors.iter_mut().filter(|error| error.errno.is_none()) {
            let last = error.first_offset_bytes.max(error.last_offset_bytes);
            if is_beyond
                && error.operation == OpKind::Read
                && size.0 < last.saturating_add(block)
            {
                let end = size.both().into();
                let statement = Message::new(MessageId::ErrorBeyondTheEnd, [end]);
                error.message = statement.english();
                error.statement = Some(statement);
            }
        }
    }

    /// Whether the device is gone. Requests to an unplugged device fail with EIO like any other; only opening it
    /// again shows the difference.
    pub(super) fn is_gone(&self) -> bool {
        let mode = OpenMode { is_writable: false, is_direct: false };
        match self.place.open(mode, 0..0) {
            Err(DeviceError::System(SystemError { source, .. })) => {
                let errno = SystemErrno::from_io_error(&source);
                matches!(
                    errno,
                    Some(SystemErrno::NXIO | SystemErrno::NODEV | SystemErrno::NOMEDIUM)
                )
            }
            _ => false,
        }
    }

    /// Whether the device is gone after a cell with errors. If the cell ended in nothing but errors, the kernel may
    /// still be removing it.
    fn is_lost(&self, record: &CellRecord, errors_max: u64) -> bool {
        /// Arbitrary: several times as long as a busy computer needs.
        const GRACE: Nanos = Nanos(2 * Nanos::SECOND.0);
        const STEP: Nanos = Nanos(50 * Nanos::MILLISECOND.0);
        let failed = record.errors.iter().map(|error| error.count).total();
        let given_up_at = iogram_inspect::now();
        loop {
            if self.is_gone() {
                return true;
            }
            let now = iogram_inspect::now();
            if failed < errors_max || now.saturating_sub(given_up_at) >= GRACE {
                return false;
            }
            iogram_inspect::rest_until(now + STEP);
        }
    }

    fn mode_for(&self, workload: &Workload) -> OpenMode {
        OpenMode {
            is_writable: workload.writes() || workload.mix.flush.0 > 0 && self.is_writable(),
            is_direct: workload.caching == Caching::Direct,
        }
    }

    /// The bytes without data in the part of a file that `workload` will read. Not determined for cells with a warm
    /// page cache: it would write dirty pages.
    fn unstored_for(&self, workload: &Workload) -> Option<UnstoredRecord> {
        let TestPlace::File(file, _) = &*self.place else { return None };
        let is_reading = workload.mix.read.0 > 0 && !workload.reads_again();
        if !is_reading || !workload.is_synthetic() || workload.caching == Caching::Buffered {
            return None;
        }
        let part = self.part_for(workload);
        let part = part.start..part.end.min(file.size().ok()?.0);
        let of_bytes = part.end.saturating_sub(part.start);
        let unstored_bytes = of_bytes.saturating_sub(file.stored_bytes(part)?);
        let told_by = UnstoredTeller::FileSystem;
        (unstored_bytes > 0).then_some(UnstoredRecord { unstored_bytes, of_bytes, told_by })
    }

    /// The bytes that a cell may touch.
    pub(super) fn part_for(&self, workload: &Workload) -> Range<u64> {
        let capacity = self.geometry.capacity;
        workload.region.start.resolve(capacity).0..workload.region.end.resolve(capacity).0
    }
}

/// Merges the records of the loads of `cell`, its own load first.
fn together(cell: &Cell, loads: Vec<CellRecord>) -> CellRecord {
    let mut loads = loads.into_iter();
    let mut record = loads.next().expect("a cell has a load of its own");
    if !cell.workload.beside.is_empty() {
        record.workload.beside.clone_from(&cell.workload.beside);
        note_beside(&mut record, loads.collect());
    }
    record
}

fn start_error(error: &StartError, name: &str) -> RigError {
    let hint = match error.source.kind() {
        std::io::ErrorKind::OutOfMemory => text!("device-use-lower-depth-fewer-jobs-smaller"),
        std::io::ErrorKind::PermissionDenied => text!("device-use-engine-sync-run-root"),
        // The kernel's error for one thread too many.
        std::io::ErrorKind::WouldBlock => {
            text!("device-use-fewer-jobs-raise-limit-processes")
        }
        _ if error.source.raw_os_error() == Some(SystemErrno::MFILE.raw_os_error()) => {
            text!("device-raise-limit-ulimit-n-1024")
        }
        _ => Text::NONE,
    };
    RigError {
        kind: RigErrorKind::Io,
        message: sentence!(error.what, name, source = error.source),
        hint: hint.into(),
    }
}
