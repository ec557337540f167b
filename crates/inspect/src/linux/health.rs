//! Reads a drive's health while it is measured: temperature and counters, about once a second.
//!
//! A separate thread reads the kernel's sensors and the drive's health log. It makes no request to the medium. NVMe
//! answers from its admin queue, beside the I/O. An ATA drive has to finish all queued commands before it answers,
//! even to the kernel's `drivetemp`: it is read only before and after a cell. Flash writes are counted if a published
//! log or the model defines their counter.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use iogram_engine::{health_series, keep_sample};
use iogram_model::{Bytes, HealthCounters, HealthSample, HealthSeries, Nanos, NvmeSmart};

use crate::ask::{AskDrive, OpenDrive, Question};
use crate::decode::{
    AtaCommand, ata_written, decode_ata_smart, decode_nvme_controller, decode_nvme_namespace,
    decode_nvme_ocp_written, decode_nvme_smart,
};
use crate::device_number::DeviceNumber;
use crate::drive_kind::DriveKind;
use crate::linux::bus::nvme_controller;
use crate::linux::clock;
use crate::linux::identity::{DeviceFacts, kind_of, name_of};
use crate::linux::inventory::drive_dir;
use crate::linux::sensors::{Sensor, find_sensors};
use crate::linux::sysfs::SysRoot;

/// The attribute of reported uncorrectable errors.
const UNCORRECTABLE: u64 = 187;

/// The sources of a drive's health.
#[derive(Debug)]
pub struct HealthProbe {
    sensor: Option<Sensor>,
    drive: Option<Drive>,
    log: Log,
    /// Whether readings do not delay I/O.
    is_quiet: bool,
    warning_celsius: Option<f64>,
    /// The last temperature, for the watcher of a cell.
    last_celsius: Mutex<Option<f64>>,
}

/// The kind of log that the drive keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Log {
    /// The standard's log, and whether flash writes are counted beside it.
    Nvme { counts_nand: bool },
    /// SMART attributes; their meaning depends on the model.
    Ata { model: String },
}

/// The drive itself, if it may be queried.
struct Drive(Box<dyn AskDrive>);

impl std::fmt::Debug for Drive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Drive")
    }
}

impl HealthProbe {
    /// For the single drive below a device, opened by `open`; `None` if nothing can be read of it, or if there are
    /// several.
    #[must_use]
    pub fn find(root: &SysRoot, facts: &DeviceFacts, open: OpenDrive<'_>) -> Option<Self> {
        let [name] = facts.drives.as_slice() else { return None };
        let dir = drive_dir(root, name)?;
        let kind = kind_of(&dir);
        let is_nvme = kind == DriveKind::Nvme;
        let controller = is_nvme.then(|| nvme_controller(&dir)).flatten();
        // The first sensor covers the whole drive, further ones single places in it.
        let sensor = find_sensors(&dir, controller.as_deref()).into_iter().next();
        let is_asked = is_nvme || kind == DriveKind::Sata;
        let drive = is_asked.then(|| open(&root.dev.join(name_of(&dir))).ok()).flatten();
        let log = match &drive {
            Some(drive) if is_nvme => {
                let page = drive.ask(Question::NvmeOcp).ok();
                // Queried once: a drive without the page may add every query to its error log.
                let counted = page.and_then(|page| decode_nvme_ocp_written(&page));
                Log::Nvme { counts_nand: counted.is_some() }
            }
            _ if is_nvme => Log::Nvme { counts_nand: false },
            _ => Log::Ata { model: facts.model.clone().unwrap_or_default() },
        };
        let mut probe = Self {
            warning_celsius: sensor.as_ref().and_then(|sensor| sensor.record().limit_celsius),
            sensor,
            drive: drive.map(Drive),
            log,
            is_quiet: !matches!(kind, DriveKind::Sata | DriveKind::Usb),
            last_celsius: Mutex::new(None),
        };
        probe.warning_celsius = probe.warning_celsius.or_else(|| probe.warning_of_drive());
        let (temperature, counters) = probe.look();
        (temperature.is_some() || counters.is_some()).then_some(probe)
    }

    fn warning_of_drive(&self) -> Option<f64> {
        let Log::Nvme { .. } = self.log else { return None };
        let page = self.drive.as_ref()?.0.ask(Question::NvmeController).ok()?;
        decode_nvme_controller(&page)?.warning_celsius
    }

    /// The current reading of the sensor; `None` if it does not answer.
    #[must_use]
    pub fn temperature(&self) -> Option<f64> {
        self.look().0
    }

    /// The last reading of the sensor, without a new query. `None` if it did not answer.
    ///
    /// # Panics
    ///
    /// Never: no thread panics while it stores a number.
    pub fn last_temperature(&self) -> Option<f64> {
        *self.last_celsius.lock().expect("no thread panics while it stores a number")
    }

    /// Current temperature and counters.
    fn look(&self) -> (Option<f64>, Option<HealthCounters>) {
        let (temperature, counted) = self.ask();
        *self.last_celsius.lock().expect("no thread panics while it stores a number") =
            temperature;
        (temperature, counted)
    }

    fn ask(&self) -> (Option<f64>, Option<HealthCounters>) {
        let told = self.drive.as_ref().and_then(|drive| self.log.read(drive.0.as_ref()));
        let (told, counted) = told.unzip();
        let sensed = self.sensor.as_ref().and_then(Sensor::temperature);
        (sensed.or(told.flatten()), counted)
    }

    /// The drive's temperature and its warning threshold.
    #[must_use]
    pub fn temperature_and_limit(&self) -> (Option<f64>, Option<f64>) {
        (self.look().0, self.warning_celsius)
    }

    fn source(&self) -> String {
        let name = match self.log {
            Log::Nvme { counts_nand: true } => "NVMe SMART log, OCP log",
            Log::Nvme { .. } => "NVMe SMART log",
            Log::Ata { .. } => "ATA SMART data",
        };
        let log = self.drive.as_ref().map(|_| name.to_owned());
        let sensor = self.sensor.as_ref().map(|sensor| sensor.label().to_owned());
        sensor.into_iter().chain(log).collect::<Vec<_>>().join(", ")
    }

    /// Starts watching, with a reading every `interval`; the first one is complete when this returns.
    #[must_use]
    pub fn watch(self: &Arc<Self>, interval: Nanos) -> HealthWatch {
        let start = clock::now();
        let first = self.sample(start);
        let (stop, stopped) = channel();
        let probe = Arc::clone(self);
        let looks = self.is_quiet;
        let thread = looks.then(|| {
            std::thread::Builder::new()
                .name("health".to_owned())
                .spawn(move || probe.keep_looking(start, interval, &stopped))
        });
        HealthWatch {
            probe: Arc::clone(self),
            start,
            first,
            stop,
            // Without a thread there are still the readings before and after.
            thread: thread.and_then(Result::ok),
        }
    }

    fn sample(&self, start: Nanos) -> HealthSample {
        let (temperature_celsius, counters) = self.look();
        let start_ns = clock::now().saturating_sub(start).0;
        HealthSample { start_ns, temperature_celsius, counters }
    }

    /// Reads until the other end sends a stop or disconnects.
    fn keep_looking(
        &self,
        start: Nanos,
        interval: Nanos,
        stopped: &Receiver<()>,
    ) -> Vec<HealthSample> {
        let interval = Duration::from_nanos(interval.0);
        let mut samples = Vec::new();
        while stopped.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
            keep_sample(&mut samples, self.sample(start));
        }
        samples
    }
}

impl Log {
    /// Temperature and counters; `None` if the drive does not answer.
    fn read(&self, drive: &dyn AskDrive) -> Option<(Option<f64>, HealthCounters)> {
        match self {
            Self::Nvme { counts_nand } => {
                let smart = decode_nvme_smart(&drive.ask(Question::NvmeSmart).ok()?)?;
                let mut counted = counters(&smart);
                if *counts_nand {
                    let page = drive.ask(Question::NvmeOcp).ok();
                    counted.nand_written_bytes =
                        page.and_then(|page| decode_nvme_ocp_written(&page));
                }
                Some((smart.temperature_celsius, counted))
            }
            Self::Ata { model } => {
                let page = drive.ask(Question::Ata(AtaCommand::SmartData)).ok()?;
                let smart = decode_ata_smart(&page).filter(|smart| smart.is_checksum_right)?;
                let written = ata_written(model, &smart);
                let uncorrectable =
                    smart.attributes.iter().find(|it| it.attribute_index == UNCORRECTABLE);
                let counted = HealthCounters {
                    written_bytes: written.map(|it| it.host_bytes),
                    nand_written_bytes: written.map(|it| it.nand_bytes),
                    media_error_count: uncorrectable.map(|it| it.raw_count & 0xffff_ffff),
                    ..HealthCounters::default()
                };
                Some((smart.temperature_celsius, counted))
            }
        }
    }
}

/// Minimum size of writes that an `NVMe` drive recommends, which is its indirection unit or a multiple; `None` if it
/// recommends none, and for other drives.
#[must_use]
pub fn preferred_write(
    root: &SysRoot,
    number: DeviceNumber,
    open: OpenDrive<'_>,
) -> Option<Bytes> {
    let facts = crate::linux::identity::find_facts(root, number)?;
    let [name] = facts.drives.as_slice() else { return None };
    let dir = drive_dir(root, name)?;
    if kind_of(&dir) != DriveKind::Nvme {
        return None;
    }
    let drive = open(&root.dev.join(name_of(&dir))).ok()?;
    let page = drive.ask(Question::NvmeNamespace).ok()?;
    decode_nvme_namespace(&page)?.optimal_write_bytes.map(Bytes)
}

fn counters(smart: &NvmeSmart) -> HealthCounters {
    let nanos = |seconds: u64| seconds.checked_mul(Nanos::SECOND.0);
    let throttled = smart.throttle_light_s.checked_add(smart.throttle_heavy_s);
    let hot = smart.warning_temperature_s.checked_add(smart.critical_temperature_s);
    HealthCounters {
        throttle_light_count: Some(smart.throttle_light_count),
        throttle_heavy_count: Some(smart.throttle_heavy_count),
        throttle_ns: throttled.and_then(nanos),
        hot_ns: hot.and_then(nanos),
        written_bytes: smart.written_bytes,
        nand_written_bytes: None,
        media_error_count: smart.media_error_count,
        error_log_count: smart.error_log_count,
        life_used_ratio: Some(smart.life_used_ratio),
    }
}

/// A drive under observation. Dropping this ends it.
#[derive(Debug)]
pub struct HealthWatch {
    probe: Arc<HealthProbe>,
    start: Nanos,
    first: HealthSample,
    stop: Sender<()>,
    thread: Option<JoinHandle<Vec<HealthSample>>>,
}

impl HealthWatch {
    /// Ends with a last reading; returns all readings.
    #[must_use]
    pub fn finish(self) -> HealthSeries {
        let Self { probe, start, first, stop, thread } = self;
        drop(stop);
        // A thread that panicked left no usable readings.
        let between = thread.and_then(|thread| thread.join().ok()).unwrap_or_default();
        let last = probe.sample(start);
        let samples: Vec<_> =
            std::iter::once(first).chain(between).chain(std::iter::once(last)).collect();
        health_series(probe.source(), probe.warning_celsius, samples)
    }
}

#[cfg(test)]
mod tests;
