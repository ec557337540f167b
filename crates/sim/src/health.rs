//! A drive's reports of its own health, in the terms and resolution of real drives' logs.
//!
//! Knows which drives report which items, and when to read them; the figures themselves come from the drive. Reading
//! does not change the drive.

use iogram_engine::{HealthSampling, Target, health_series, keep_sample};
use iogram_model::{HealthCounters, HealthSample, HealthSeries, Nanos};

use crate::drive::SimDrive;
use crate::spec::{DriveKind, HealthItem, HealthSpec, MediaSpec, SimSpec};
use crate::thermal::Thermal;

/// `NVMe` counts host writes in thousands of 512 bytes, rounded up. Source: NVM Express Base Specification 2.0, SMART
/// / Health Information log, Data Units Written.
const NVME_WRITTEN_STEP: u64 = 512_000;
/// `NVMe` counts throttling in seconds.
/// Source: the same, Total Time For Thermal Management Temperature 1 and 2.
const NVME_THROTTLE_STEP: u64 = Nanos::SECOND.0;
/// `NVMe` counts the time above its warning temperature in minutes.
/// Source: the same, Warning Composite Temperature Time.
const NVME_HOT_STEP: u64 = 60 * Nanos::SECOND.0;

/// Items of the mandatory log of `NVMe` drives, as far as a drive has them.
const NVME_ITEMS: [HealthItem; 5] = [
    HealthItem::Temperature,
    HealthItem::Throttling,
    HealthItem::Written,
    HealthItem::LifeUsed,
    HealthItem::MediaErrors,
];

impl SimSpec {
    /// The drive's health reports, or those of its kind.
    pub(crate) fn health(&self) -> HealthSpec {
        if let Some(health) = &self.health {
            return health.clone();
        }
        let usual: &[HealthItem] = match self.drive {
            DriveKind::Nvme => &NVME_ITEMS,
            DriveKind::Sata => &[HealthItem::Temperature],
            DriveKind::Sd | DriveKind::Emmc | DriveKind::Usb => &[],
        };
        let tells = usual.iter().copied().filter(|&item| self.has(item)).collect();
        HealthSpec { tells, warning_celsius: None }
    }

    /// Whether the drive has anything of this kind to report.
    pub(crate) const fn has(&self, item: HealthItem) -> bool {
        match item {
            HealthItem::Temperature | HealthItem::Throttling => self.thermal.is_some(),
            HealthItem::FlashWritten => !matches!(self.media, MediaSpec::Latency(_)),
            HealthItem::LifeUsed => match &self.media {
                MediaSpec::Latency(_) => false,
                MediaSpec::Block(media) => media.endurance_cycles.is_some(),
                MediaSpec::Page(media) => media.endurance_cycles.is_some(),
            },
            HealthItem::Written | HealthItem::MediaErrors => true,
        }
    }
}

impl SimDrive {
    /// Its present health report.
    pub(crate) fn health(&self) -> HealthSample {
        let told = self.spec().health().tells;
        let tells = |item| told.contains(&item);
        let thermal = self.thermal();
        let sensed = thermal.as_ref().filter(|_| tells(HealthItem::Temperature));
        let counts = told.iter().any(|&item| item != HealthItem::Temperature);
        HealthSample {
            start_ns: self.now().0,
            temperature_celsius: sensed.map(|thermal| f64::from(thermal.celsius_told())),
            counters: counts.then(|| self.counters(&tells, thermal.as_ref())),
        }
    }

    fn counters(
        &self,
        tells: &dyn Fn(HealthItem) -> bool,
        thermal: Option<&Thermal>,
    ) -> HealthCounters {
        let is_nvme = self.spec().drive == DriveKind::Nvme;
        let in_steps =
            |value: u64, step: u64| if is_nvme { value / step * step } else { value };
        let (host, flash) = self.media().written_bytes();
        let written = if is_nvme { host.next_multiple_of(NVME_WRITTEN_STEP) } else { host };
        let thermal = thermal.filter(|_| tells(HealthItem::Throttling));
        let throttling = thermal.map(Thermal::throttling);
        HealthCounters {
            throttle_light_count: throttling.map(|it| it.light_count),
            throttle_heavy_count: throttling.map(|it| it.heavy_count),
            throttle_ns: throttling
                .map(|it| in_steps(it.light_ns + it.heavy_ns, NVME_THROTTLE_STEP)),
            hot_ns: thermal.and_then(Thermal::hot_ns).map(|ns| in_steps(ns, NVME_HOT_STEP)),
            written_bytes: tells(HealthItem::Written).then_some(written),
            nand_written_bytes: flash.filter(|_| tells(HealthItem::FlashWritten)),
            media_error_count: tells(HealthItem::MediaErrors)
                .then(|| self.faults().media_errors()),
            error_log_count: None,
            life_used_ratio: self
                .media()
                .wear()
                .filter(|_| tells(HealthItem::LifeUsed))
                .map(|wear| f64::from(wear.ppm() / 10_000) / 100.0),
        }
    }

    /// The source of the figures.
    fn health_source(&self) -> String {
        let spec = self.spec();
        let counts_flash = spec.health().tells.contains(&HealthItem::FlashWritten);
        let log = match spec.drive {
            DriveKind::Nvme if counts_flash => "NVMe SMART log, OCP log",
            DriveKind::Nvme => "NVMe SMART log",
            DriveKind::Sata => "ATA SMART data",
            DriveKind::Sd | DriveKind::Emmc | DriveKind::Usb => "the drive's health log",
        };
        log.to_owned()
    }
}

/// Monitors a drive while a cell runs.
#[derive(Debug)]
pub(crate) struct HealthWatch {
    start: Nanos,
    /// Time of the next sample; never, if an answer would delay I/O.
    due: Nanos,
    interval: Nanos,
    samples: Vec<HealthSample>,
}

impl HealthWatch {
    /// Takes the first sample; `None` if the drive reports nothing, or sampling is off.
    pub(crate) fn begin(drive: &SimDrive, sampling: HealthSampling) -> Option<Self> {
        let HealthSampling::Every(interval) = sampling else { return None };
        if drive.spec().health().tells.is_empty() {
            return None;
        }
        // An ATA drive has to finish all queued commands before it answers.
        let is_quiet = !matches!(drive.spec().drive, DriveKind::Sata | DriveKind::Usb);
        let start = drive.now();
        let due = if is_quiet { start + interval } else { Nanos(u64::MAX) };
        let mut watch = Self { start, due, interval, samples: Vec::new() };
        watch.look(drive);
        Some(watch)
    }

    /// Takes a sample if one is due.
    #[inline]
    pub(crate) fn look_when_due(&mut self, drive: &SimDrive) {
        if drive.now() >= self.due {
            self.look(drive);
            self.due = drive.now() + self.interval;
        }
    }

    /// Ends with a last sample.
    pub(crate) fn finish(mut self, drive: &SimDrive) -> HealthSeries {
        self.look(drive);
        let warning = drive.spec().health().warning_celsius.map(f64::from);
        health_series(drive.health_source(), warning, self.samples)
    }

    fn look(&mut self, drive: &SimDrive) {
        let sample = drive.health();
        let start_ns = drive.now().saturating_sub(self.start).0;
        keep_sample(&mut self.samples, HealthSample { start_ns, ..sample });
    }
}
