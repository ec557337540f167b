//! Endurance of a drive, and the share of it that a plan costs.
//!
//! Pure. Uses the label's rating and the drive's own counters. Must not know the drive, or any words.

use iogram_model::{Bytes, NvmeSmart, float, whole};

/// The drive's own estimate of the life used is in whole percent (NVMe 2.0, SMART log, byte 5). Below 2 % it is too
/// coarse: the result would be off by half or more.
const LIFE_USED_MIN: f64 = 0.02;

/// The reason why a drive's counters give no estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoEstimate {
    /// The drive has used too little of its life.
    LittleUsed,
    /// The drive does not count its written bytes.
    WrittenUnknown,
}

/// Total endurance in bytes, from the bytes written and the share of life that they used.
///
/// # Errors
///
/// If the counters are too coarse for that.
pub fn estimate_endurance(smart: &NvmeSmart) -> Result<Bytes, NoEstimate> {
    match smart.written_bytes {
        Some(written) if smart.life_used_ratio >= LIFE_USED_MIN => {
            Ok(Bytes(whole(float(written) / smart.life_used_ratio)))
        }
        Some(_) => Err(NoEstimate::LittleUsed),
        None => Err(NoEstimate::WrittenUnknown),
    }
}

/// Endurance of a drive, by source. `None` is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Endurance {
    /// The label's rating.
    pub promised: Option<Bytes>,
    /// The drive's own estimate.
    pub estimated: Option<Bytes>,
}

/// The source of an endurance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnduranceSource {
    /// The label, which takes precedence: the maker warrants it.
    Label,
    /// The drive.
    Drive,
}

impl Endurance {
    /// The share that `written` uses; `None` if either is unknown.
    #[must_use]
    pub fn share(&self, written: Option<Bytes>) -> Option<f64> {
        if written == Some(Bytes(0)) {
            return Some(0.0);
        }
        let (all, _) = self.whole()?;
        written.map(|written| written.as_f64() / all.as_f64())
    }

    /// The endurance and its source.
    #[must_use]
    pub fn whole(&self) -> Option<(Bytes, EnduranceSource)> {
        let promised = self.promised.map(|all| (all, EnduranceSource::Label));
        let estimated = self.estimated.map(|all| (all, EnduranceSource::Drive));
        promised.or(estimated).filter(|(all, _)| all.0 > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TB: u64 = 1_000_000_000_000;

    fn smart(written_bytes: Option<u64>, life_used_ratio: f64) -> NvmeSmart {
        NvmeSmart { written_bytes, life_used_ratio, ..NvmeSmart::default() }
    }

    #[test]
    fn a_tenth_of_the_life_for_60_tb_makes_600_tb_in_all() {
        assert_eq!(estimate_endurance(&smart(Some(60 * TB), 0.1)), Ok(Bytes(600 * TB)));
    }

    #[test]
    fn what_a_drive_does_not_tell_stays_unknown() {
        let estimate = |written, used| estimate_endurance(&smart(written, used));
        assert_eq!(estimate(None, 0.5), Err(NoEstimate::WrittenUnknown));
        assert_eq!(estimate(Some(1 << 40), 0.01), Err(NoEstimate::LittleUsed));
        assert_eq!(Endurance::default().share(Some(Bytes(1))), None);
        assert_eq!(Endurance::default().share(Some(Bytes(0))), Some(0.0));
    }

    #[test]
    fn the_label_comes_before_the_estimate() {
        let endurance =
            Endurance { promised: Some(Bytes(300 * TB)), estimated: Some(Bytes(600 * TB)) };
        assert_eq!(endurance.share(Some(Bytes(3 * TB))), Some(0.01));
        assert_eq!(endurance.whole(), Some((Bytes(300 * TB), EnduranceSource::Label)));
    }
}
