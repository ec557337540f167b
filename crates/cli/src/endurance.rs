//! What a plan costs of a drive's life, as far as the drive itself says how long that is.

use iogram_device::{KernelDrive, PathKind, SysRoot, TargetSpec, describe_device, examine};
use iogram_model::{Bytes, NvmeSmart};

/// How much may be written to a drive, or why nobody knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Endurance {
    /// Bytes, as estimated from what was written and the share of the life that this took.
    Estimated(Bytes),
    /// Not known, and why.
    Unknown(&'static str),
}

/// What is known of `target`. Only asks; never writes.
pub(crate) fn find(target: &TargetSpec, root: &SysRoot) -> Endurance {
    let TargetSpec::Path(path) = target else {
        return Endurance::Unknown("nothing wears out");
    };
    let Ok(PathKind::BlockDevice { number }) = examine(path) else {
        return Endurance::Unknown("a file does not tell of its drive; name the device");
    };
    let record = describe_device(root, number, &KernelDrive::open_boxed);
    match record.and_then(|record| record.nvme).and_then(|nvme| nvme.smart) {
        Some(smart) => estimate(&smart),
        None => Endurance::Unknown("the drive does not say how much of its life is used"),
    }
}

/// The maker's estimate of the life used comes in whole percent. Below 2 % it says too little: the
/// estimate would be off by half or more.
fn estimate(smart: &NvmeSmart) -> Endurance {
    const LIFE_USED_MIN: f64 = 0.02;
    match smart.written_bytes {
        Some(written) if smart.life_used_ratio >= LIFE_USED_MIN => {
            Endurance::Estimated(Bytes(whole(Bytes(written).as_f64() / smart.life_used_ratio)))
        }
        Some(_) => Endurance::Unknown("too little of the drive's life is used to tell"),
        None => Endurance::Unknown("the drive does not say how much was written to it"),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "not negative; a cast saturates, and an estimate needs two digits"
)]
fn whole(value: f64) -> u64 {
    value as u64
}

impl Endurance {
    /// The share of it that `written` costs, in words; `None` of `written` depends on the drive's speed.
    pub(crate) fn describe(&self, written: Option<Bytes>) -> String {
        match (self, written) {
            (_, Some(Bytes(0))) => "none: nothing is written".to_owned(),
            (Self::Unknown(why), _) => format!("share unknown: {why}"),
            (Self::Estimated(all), None) => {
                format!("of about {} that the drive takes in its life", all.decimal())
            }
            (Self::Estimated(all), Some(written)) => format!(
                "{:.2} % of about {} that the drive takes in its life, by its own estimate",
                100.0 * written.as_f64() / all.as_f64().max(1.0),
                all.decimal()
            ),
        }
    }

    /// The same as a number; `None` is unknown.
    pub(crate) fn ratio(&self, written: Option<Bytes>) -> Option<f64> {
        match (self, written) {
            (_, Some(Bytes(0))) => Some(0.0),
            (Self::Estimated(all), Some(written)) if all.0 > 0 => {
                Some(written.as_f64() / all.as_f64())
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn smart(written_bytes: Option<u64>, life_used_ratio: f64) -> NvmeSmart {
        NvmeSmart { written_bytes, life_used_ratio, ..NvmeSmart::default() }
    }

    #[test]
    fn a_tenth_of_the_life_for_60_tb_makes_600_tb_in_all() {
        let endurance = estimate(&smart(Some(60_000_000_000_000), 0.1));
        assert_eq!(endurance, Endurance::Estimated(Bytes(600_000_000_000_000)));
        let share = endurance.ratio(Some(Bytes(6_000_000_000_000))).unwrap();
        assert!((share - 0.01).abs() < 1e-9, "{share}");
        assert!(
            endurance.describe(Some(Bytes(6_000_000_000_000))).starts_with("1.00 % of about")
        );
    }

    #[test]
    fn what_a_drive_does_not_tell_stays_unknown() {
        for unknown in [smart(None, 0.5), smart(Some(1 << 40), 0.01)] {
            let endurance = estimate(&unknown);
            assert!(endurance.describe(Some(Bytes(1))).starts_with("share unknown: "));
            assert_eq!(endurance.ratio(Some(Bytes(1))), None);
        }
        assert_eq!(Endurance::Unknown("x").ratio(Some(Bytes(0))), Some(0.0));
    }
}
