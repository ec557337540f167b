//! How much may be written to a drive in its life, and what share of it a plan costs.
//!
//! Pure. Knows what a label promises and what a drive counts of itself. Must not know the drive, or any words.

use iogram_model::{Bytes, NvmeSmart, float, whole};

/// The maker's estimate of the life used comes in whole percent (NVMe 2.0, SMART log, byte 5). Below 2 % it says too
/// little: what is concluded would be off by half or more.
const LIFE_USED_MIN: f64 = 0.02;

/// Why nothing follows from what a drive counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoEstimate {
    /// Too little of its life is used.
    LittleUsed,
    /// It does not count what was written.
    WrittenUnknown,
}

/// What a drive takes in its life, from what was written and the share of the life that this took.
///
/// # Errors
///
/// If that says too little.
pub fn estimate_endurance(smart: &NvmeSmart) -> Result<Bytes, NoEstimate> {
    match smart.written_bytes {
        Some(written) if smart.life_used_ratio >= LIFE_USED_MIN => {
            Ok(Bytes(whole(float(written) / smart.life_used_ratio)))
        }
        Some(_) => Err(NoEstimate::LittleUsed),
        None => Err(NoEstimate::WrittenUnknown),
    }
}

/// How much may be written to a drive, by who says so. `None` is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Endurance {
    /// What its label promises.
    pub promised: Option<Bytes>,
    /// As it estimates itself.
    pub estimated: Option<Bytes>,
}

/// Who says how much may be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnduranceSource {
    /// The label, which comes first: it is what a maker is held to.
    Label,
    /// The drive.
    Drive,
}

impl Endurance {
    /// The share that `written` costs; `None` if either is unknown.
    #[must_use]
    pub fn share(&self, written: Option<Bytes>) -> Option<f64> {
        if written == Some(Bytes(0)) {
            return Some(0.0);
        }
        let (all, _) = self.whole()?;
        written.map(|written| written.as_f64() / all.as_f64())
    }

    /// How much may be written, and who says so.
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
