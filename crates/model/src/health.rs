//! How the drive fared while it was measured.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// Temperature and counters over a cell, about one sample a second.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct HealthSeries {
    /// Where the temperature comes from, such as `hwmon nvme Composite` or `SMART log`.
    pub source: String,
    /// Temperature at which the drive itself warns; `None` is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning_celsius: Option<f64>,
    /// Lowest that was seen; `None` if the drive told none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_min_celsius: Option<f64>,
    /// Highest that was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_max_celsius: Option<f64>,
    /// In order: before the first request, about once a second, and after the last. Drives that would
    /// have to interrupt their work to answer are looked at before and after only.
    pub samples: Vec<HealthSample>,
    /// What the drive counted from the first to the last sample; `None` where it cannot be asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<HealthCounters>,
}

/// One look at the drive.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct HealthSample {
    /// When, since the cell was started.
    pub start_ns: u64,
    /// `None` if the drive did not answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_celsius: Option<f64>,
    /// The drive's counters since its making; `None` where it cannot be asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counters: Option<HealthCounters>,
}

/// Counters of a drive, or differences of them. What a drive does not count is `None`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct HealthCounters {
    /// Light throttling begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throttle_light_count: Option<u64>,
    /// Heavy throttling begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throttle_heavy_count: Option<u64>,
    /// Time in throttling, light and heavy, in the drive's own steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throttle_ns: Option<u64>,
    /// Time at or above the drive's warning temperature, in its own steps (`NVMe`: minutes).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hot_ns: Option<u64>,
    /// Written by hosts; `NVMe` counts in steps of 512000 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_bytes: Option<u64>,
    /// Written to the flash itself, by the drive's own count: garbage collection and the like included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nand_written_bytes: Option<u64>,
    /// Data that could not be read or was wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_error_count: Option<u64>,
    /// Entries of the error log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_log_count: Option<u64>,
    /// Share of the drive's life that is used, by its maker's estimate; may exceed 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub life_used_ratio: Option<f64>,
}

impl HealthCounters {
    /// `self` since `earlier`. A counter that went backwards is unknown: another drive, or a reset.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let since = |of: fn(&Self) -> Option<u64>| of(self)?.checked_sub(of(earlier)?);
        Self {
            throttle_light_count: since(|it| it.throttle_light_count),
            throttle_heavy_count: since(|it| it.throttle_heavy_count),
            throttle_ns: since(|it| it.throttle_ns),
            hot_ns: since(|it| it.hot_ns),
            written_bytes: since(|it| it.written_bytes),
            nand_written_bytes: since(|it| it.nand_written_bytes),
            media_error_count: since(|it| it.media_error_count),
            error_log_count: since(|it| it.error_log_count),
            life_used_ratio: self
                .life_used_ratio
                .zip(earlier.life_used_ratio)
                .map(|(now, then)| now - then)
                .filter(|used| *used >= 0.0),
        }
    }

    /// Bytes that the flash took for one byte of the host, of differences; `None` where either is not
    /// counted or the host wrote nothing. Counters in coarse steps make it coarse for short cells.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the ratio is good to a few digits")]
    pub fn write_amplification(&self) -> Option<f64> {
        let host = self.written_bytes.filter(|bytes| *bytes > 0)?;
        Some(self.nand_written_bytes? as f64 / host as f64)
    }
}
