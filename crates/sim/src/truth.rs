//! The truth about a simulated drive, so that a test can judge the findings of a method.
//!
//! It comes from the description and the drive's state, without measurements.

use iogram_model::Bytes;
use iogram_model::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::drive::SimDrive;
use crate::media::Media;
use crate::quantity::{Share, Size, mul_div};
use crate::spec::{FakeScheme, MediaSpec, PageMediaSpec, SlcSpec, WhenFull};
use crate::thermal::Thermal;
use crate::zones::ZonesTruth;

/// The truth about a drive at one moment. `None` means that the drive has no such thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SimTruth {
    /// Announced capacity.
    pub capacity_announced_bytes: u64,
    /// Real capacity.
    pub capacity_real_bytes: u64,
    /// How it hides the difference; `None` for a genuine drive.
    pub counterfeit: Option<FakeScheme>,
    /// Bytes beyond the real capacity that its cache hides.
    pub hiding_cache_bytes: Option<u64>,
    /// Allocation unit.
    pub au_bytes: Option<u64>,
    /// Flash page of one plane.
    pub page_bytes: Option<u64>,
    /// Erase block over all dies and planes, or the allocation unit.
    pub erase_block_bytes: Option<u64>,
    /// AUs that can be written alternately in ascending order.
    pub open_aus: Option<u32>,
    /// The same in any order.
    pub open_aus_random: Option<u32>,
    /// Indirection unit.
    pub indirection_unit_bytes: Option<u64>,
    /// Space beyond the capacity, as a share of the capacity, in parts per million.
    pub over_provisioning_ppm: Option<u32>,
    /// Bytes that the SLC cache can hold now, including its present contents.
    pub slc_cache_bytes: Option<u64>,
    /// Bytes in the SLC cache now.
    pub slc_cache_used_bytes: Option<u64>,
    /// Bytes that the SLC cache can hold on a blank drive.
    pub slc_cache_blank_bytes: Option<u64>,
    /// Size of the volatile write cache.
    pub write_cache_bytes: Option<u64>,
    /// Whether the write cache survives a loss of power.
    pub is_write_cache_protected: Option<bool>,
    /// Rate of the medium for sequential writes into SLC, or its only rate.
    pub write_burst_bytes_per_s: Option<u64>,
    /// The same past the SLC cache.
    pub write_native_bytes_per_s: Option<u64>,
    /// The same while the drive folds the SLC cache for every write that fills it further; `None` without one.
    pub write_folding_bytes_per_s: Option<u64>,
    /// Rate of the link; `None` is unlimited.
    pub link_bytes_per_s: Option<u64>,
    /// Bytes that the host can now write over existing data until the SLC cache is full.
    pub slc_cache_free_bytes: Option<u64>,
    /// Commands that it accepts before one has completed.
    pub in_flight: u32,
    /// Bytes written by the host so far.
    pub host_written_bytes: u64,
    /// Bytes written to the flash so far.
    pub flash_written_bytes: Option<u64>,
    /// Write amplification so far, in thousandths; `None` before the first write.
    pub write_amplification_permille: Option<u64>,
    /// Share of the logical space that holds data, in parts per million.
    pub mapped_ppm: Option<u64>,
    /// Erases of the most worn block.
    pub erases_max: Option<u32>,
    /// Erases of all blocks together.
    pub erases_total: Option<u64>,
    /// Used share of the endurance, in parts per million.
    pub wear_ppm: Option<u32>,
    /// Temperature now.
    pub temperature_celsius: Option<i32>,
    /// The highest temperature so far.
    pub temperature_max_celsius: Option<i32>,
    /// Number of times that throttling began or grew.
    pub throttle_count: Option<u64>,
    /// Time in throttling so far.
    pub throttle_ns: Option<u64>,
    /// Long stalls so far.
    pub stall_count: u64,
    /// Each of them, in order.
    pub stalls: Vec<StallTruth>,
    /// The state of its zones; `None` if it accepts writes anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zones: Option<ZonesTruth>,
    /// Fingerprint of the event log, in hexadecimal.
    pub log_hash: String,
}

/// One stall, as it happened and not as measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StallTruth {
    /// Start on the drive's clock.
    pub time_ns: u64,
    /// Its duration.
    pub length_ns: u64,
}

fn stall_truth(stalls: &[(u64, u64)]) -> Vec<StallTruth> {
    stalls.iter().map(|&(time_ns, length_ns)| StallTruth { time_ns, length_ns }).collect()
}

/// Bytes per second of all dies programming in parallel.
fn program_rate(media: &PageMediaSpec, program_ns: u64) -> u64 {
    let stripe = u64::from(media.planes) * media.page_size.bytes() * u64::from(media.dies);
    mul_div(stripe, 1_000_000_000, program_ns)
}

/// The same, while every write folds a part of the cache. If writes go through the cache, the drive folds as much as
/// the host writes, plus the amount by which the dynamic part shrinks on a filling drive: u units less for each new
/// one, with u = share / (bits - share), because folded data needs space of its own. If folding makes room, the drive
/// folds one unit for as many as a cell has bits less one.
fn folding_rate(media: &PageMediaSpec, slc: &SlcSpec) -> u64 {
    let (native_ns, read_ns) = (media.program_time.ns(), slc.read_time.ns());
    let time_ns = match slc.when_full {
        WhenFull::Fold => {
            let share = u64::from(slc.dynamic.ppm());
            let left = u64::from(slc.cell_bits) * 1_000_000 - share;
            let step_ns = native_ns + read_ns;
            slc.program_time.ns() + step_ns + mul_div(step_ns, share, left)
        }
        WhenFull::Bypass => {
            native_ns + (native_ns + read_ns) / u64::from(slc.cell_bits - 1).max(1)
        }
    };
    program_rate(media, time_ns)
}

impl SimDrive {
    /// The present truth.
    #[must_use]
    pub fn truth(&self) -> SimTruth {
        let thermal = self.thermal();
        let throttling = thermal.as_ref().map(Thermal::throttling);
        let (host, flash) = self.media().written_bytes();
        let spec = self.spec();
        let mut truth = SimTruth {
            capacity_announced_bytes: spec.capacity.bytes(),
            capacity_real_bytes: spec.capacity_real().bytes(),
            counterfeit: spec.counterfeit.as_ref().map(|fake| fake.scheme),
            hiding_cache_bytes: spec.counterfeit.as_ref().map(|fake| fake.hiding_cache.bytes()),
            au_bytes: None,
            page_bytes: None,
            erase_block_bytes: None,
            open_aus: None,
            open_aus_random: None,
            indirection_unit_bytes: None,
            over_provisioning_ppm: None,
            slc_cache_bytes: None,
            slc_cache_used_bytes: None,
            slc_cache_blank_bytes: None,
            write_cache_bytes: spec.cache.as_ref().map(|cache| cache.size.bytes()),
            is_write_cache_protected: spec.cache.as_ref().map(|cache| cache.is_protected),
            write_burst_bytes_per_s: None,
            write_native_bytes_per_s: None,
            write_folding_bytes_per_s: None,
            link_bytes_per_s: spec.link.rate.map(|rate| rate.bytes_in(1_000_000_000)),
            slc_cache_free_bytes: None,
            in_flight: spec.link.in_flight,
            host_written_bytes: host,
            flash_written_bytes: flash,
            write_amplification_permille: flash
                .filter(|_| host > 0)
                .map(|flash| mul_div(flash, 1000, host)),
            mapped_ppm: None,
            erases_max: None,
            erases_total: None,
            wear_ppm: self.media().wear().map(Share::ppm),
            temperature_celsius: thermal.as_ref().map(Thermal::celsius),
            temperature_max_celsius: thermal.as_ref().map(Thermal::celsius_max),
            throttle_count: throttling.map(|it| it.light_count + it.heavy_count),
            throttle_ns: throttling.map(|it| it.light_ns + it.heavy_ns),
            stall_count: self.faults().stalls().len() as u64,
            stalls: stall_truth(self.faults().stalls()),
            zones: self.zones_truth(),
            log_hash: format!("{:016x}", self.log_hash()),
        };
        self.add_structure(&mut truth);
        self.add_state(&mut truth);
        truth
    }

    fn add_structure(&self, truth: &mut SimTruth) {
        match &self.spec().media {
            MediaSpec::Latency(_) => {}
            MediaSpec::Block(media) => {
                truth.au_bytes = Some(media.au_size.bytes());
                truth.erase_block_bytes = Some(media.au_size.bytes());
                truth.page_bytes = Some(media.page_size.bytes());
                truth.open_aus = Some(media.open_aus);
                truth.open_aus_random = Some(media.open_aus_random);
            }
            MediaSpec::Page(media) => {
                let units = u64::from(crate::page::block_units(media));
                truth.erase_block_bytes = Some(units * media.unit.bytes());
                truth.page_bytes = Some(media.page_size.bytes());
                truth.indirection_unit_bytes = Some(media.unit.bytes());
                truth.over_provisioning_ppm = Some(media.over_provisioning.ppm());
                let native = program_rate(media, media.program_time.ns());
                let slc = media.slc.as_ref();
                truth.write_native_bytes_per_s = Some(native);
                truth.write_burst_bytes_per_s =
                    Some(slc.map_or(native, |slc| program_rate(media, slc.program_time.ns())));
                truth.write_folding_bytes_per_s = slc.map(|slc| folding_rate(media, slc));
                truth.slc_cache_blank_bytes = slc.map(|slc| {
                    let Size(Bytes(fixed)) = slc.fixed;
                    let open = slc.dynamic.of(self.spec().capacity_real().bytes());
                    fixed + open / u64::from(slc.cell_bits)
                });
            }
        }
    }

    fn add_state(&self, truth: &mut SimTruth) {
        match self.media() {
            Media::Latency(_) => {}
            Media::Block(media) => {
                truth.erases_max = Some(media.blocks().erases_max);
                truth.erases_total = Some(media.blocks().erased);
            }
            Media::Page(media, _) => {
                let unit = truth.indirection_unit_bytes.unwrap_or(0);
                let mapped = u64::from(media.ftl().mapped());
                let units = truth.capacity_real_bytes / unit.max(1);
                truth.mapped_ppm = Some(mul_div(mapped, 1_000_000, units));
                truth.slc_cache_bytes = media.slc().map(|slc| slc.size(mapped) * unit);
                truth.slc_cache_free_bytes = media.slc().map(|slc| slc.free(mapped) * unit);
                truth.slc_cache_used_bytes = media.slc().map(|slc| slc.used() * unit);
                truth.erases_max = Some(media.ftl().erases_max());
                truth.erases_total = Some(media.ftl().erased());
            }
        }
    }
}
