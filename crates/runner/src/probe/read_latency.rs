//! Latency of single random reads, by size: the lower limit of every read.

use iogram_engine::{Control, Probe, Rng};
use iogram_model::{
    Bytes, CellState, Evidence, Nanos, ParseError, ReadLatencyEvidence, ReadLatencyRow,
};

use super::{ProbeResult, failed_state, median, unknown_setting};

/// Settings of the probe: sizes, and the number of reads of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadLatency {
    /// Sizes to read, ascending.
    pub blocks: Vec<Bytes>,
    /// Reads of each size.
    pub samples: u32,
}

impl Default for ReadLatency {
    /// Powers of two from a sector to a MiB. 64 reads each: arbitrary, enough for a median.
    fn default() -> Self {
        Self { blocks: (9..=20).map(|power| Bytes(1 << power)).collect(), samples: 64 }
    }
}

impl ReadLatency {
    /// Its name in method files.
    pub(crate) const NAME: &'static str = "read-latency";

    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        match key {
            "blocks" => {
                let sizes = value.split(',').map(|size| size.trim().parse());
                self.blocks = sizes.collect::<Result<Vec<Bytes>, _>>()?;
                self.blocks.sort_unstable();
            }
            "samples" => self.samples = crate::field::parse_count(value)?,
            _ => return Err(unknown_setting(Self::NAME, key, ["blocks", "samples"])),
        }
        Ok(())
    }

    /// Skips sizes that are not a multiple of the logical block, or larger than the drive.
    pub(crate) fn run(
        &self,
        probe: &mut dyn Probe,
        seed: u64,
        control: &Control,
    ) -> ProbeResult {
        let geometry = probe.geometry();
        let unit = geometry.logical_block_size.0;
        let mut random = Rng::new(seed, 0);
        let mut result = ProbeResult {
            state: CellState::Completed,
            read_bytes: 0,
            written_bytes: 0,
            warnings: Vec::new(),
            evidence: Evidence::ReadLatency(ReadLatencyEvidence { rows: Vec::new() }),
        };
        let mut rows = Vec::new();
        let fits = |block: &&Bytes| {
            block.0.is_multiple_of(unit) && block.0 > 0 && block.0 <= geometry.capacity.0
        };
        'sizes: for block in self.blocks.iter().filter(fits) {
            let places = geometry.capacity.0 / block.0;
            let length = u32::try_from(block.0).unwrap_or(u32::MAX);
            let mut times: Vec<Nanos> = Vec::new();
            for _ in 0..self.samples {
                if control.is_stopped() {
                    break 'sizes;
                }
                match probe.read(random.below(places) * block.0, length) {
                    Ok(time) => times.push(time),
                    Err(errno) => {
                        result.state = failed_state(errno);
                        if result.state != CellState::IoErrors {
                            break 'sizes;
                        }
                    }
                }
                result.read_bytes += block.0;
            }
            let samples = times.len() as u64;
            let Some(middle) = median(&mut times) else { continue };
            rows.push(ReadLatencyRow {
                block_bytes: block.0,
                sample_count: samples,
                min_ns: times[0].0,
                median_ns: middle.0,
            });
        }
        result.evidence = Evidence::ReadLatency(ReadLatencyEvidence { rows });
        result
    }
}
