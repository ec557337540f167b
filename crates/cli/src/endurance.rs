//! The share of a drive's life that a plan uses, in words: queries the label and the drive for its endurance.
//!
//! Must not judge their answers: that is `findings`'.

use iogram_device::{KernelDrive, PathKind, TargetSpec, examine};
use iogram_findings::{EnduranceSource, NoEstimate, estimate_endurance};
use iogram_inspect::{SysRoot, describe_device};
use iogram_model::{Bytes, DriveEntry, Sentence, Text, sentence, text};

use crate::drive;
use crate::failure::Failure;

/// The endurance of a drive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Endurance {
    /// The promise of the label, and the drive of the catalogue with it.
    promised: Option<(Bytes, String)>,
    /// The estimate from the written amount and the share of the life that it used; or the reason for having none.
    estimated: Result<Bytes, Text>,
}

/// The facts about `target`: of the drive of the catalogue that is `named`, or that has its serial number, and of the
/// drive itself. Only queries; never writes.
pub(crate) fn find(
    target: &TargetSpec,
    named: Option<&str>,
    drives: &[DriveEntry],
    root: &SysRoot,
) -> Result<Endurance, Failure> {
    let (serial, estimated) = ask(target, root);
    let entry = match (named, serial) {
        (Some(name), _) => Some(drive::find(drives, name)?),
        (None, Some(serial)) => drives.iter().find(|it| it.serials.contains(&serial)),
        (None, None) => None,
    };
    let promised = entry
        .and_then(|entry| Some((Bytes(entry.promises.endurance_bytes?), entry.id.clone())));
    Ok(Endurance { promised, estimated })
}

/// The drive's serial number and its own estimate.
fn ask(target: &TargetSpec, root: &SysRoot) -> (Option<String>, Result<Bytes, Text>) {
    let Some(path) = target.path() else {
        return (None, Err(text!("cli-nothing-wears-out")));
    };
    let Ok(PathKind::BlockDevice { number }) = examine(path) else {
        return (None, Err(text!("cli-file-not-tell-drive-name-device")));
    };
    let Some(record) = describe_device(root, number, &KernelDrive::open_boxed) else {
        return (None, Err(text!("cli-drive-not-say-how-much-life")));
    };
    let estimated = match record.nvme.and_then(|nvme| nvme.smart) {
        Some(smart) => estimate_endurance(&smart).map_err(why),
        None => Err(text!("cli-drive-not-say-how-much-life-used")),
    };
    (record.summary.serial, estimated)
}

fn why(unknown: NoEstimate) -> Text {
    match unknown {
        NoEstimate::LittleUsed => text!("cli-too-little-drive-life-used-tell"),
        NoEstimate::WrittenUnknown => text!("cli-drive-not-say-how-much-written"),
    }
}

impl Endurance {
    /// The share of it that `written` uses, in words; `None` of `written` depends on the drive's speed.
    pub(crate) fn describe(&self, written: Option<Bytes>) -> Sentence {
        if written == Some(Bytes(0)) {
            return sentence!("cli-none-nothing-written");
        }
        let share = |all: Bytes, who: Sentence| match written {
            None => sentence!("cli-of", size = all.decimal(), who: who),
            Some(written) => {
                let percent = 100.0 * written.as_f64() / all.as_f64().max(1.0);
                sentence!(
                    "cli-of-share-size",
                    share = format!("{percent:.2} %"),
                    size = all.decimal(),
                    who: who
                )
            }
        };
        let promised = self
            .promised
            .as_ref()
            .map(|(all, drive)| share(*all, sentence!("cli-label-promises-catalogue", drive)));
        let estimated =
            self.estimated.map(|all| share(all, sentence!("cli-takes-life-own-estimate")));
        match (promised, estimated) {
            (Some(one), Ok(other)) => sentence!("cli-one-other", one: one, other: other),
            (Some(one), Err(_)) | (None, Ok(one)) => one,
            (None, Err(why)) => sentence!("cli-share-unknown", why: why),
        }
    }

    /// The share as a number, of the label's promise if known; `None` is unknown.
    pub(crate) fn ratio(&self, written: Option<Bytes>) -> Option<f64> {
        self.judged().share(written)
    }

    /// The source of the endurance.
    pub(crate) fn source(&self) -> Option<&'static str> {
        self.judged().whole().map(|(_, source)| match source {
            EnduranceSource::Label => "catalogue",
            EnduranceSource::Drive => "drive",
        })
    }

    fn judged(&self) -> iogram_findings::Endurance {
        let promised = self.promised.as_ref().map(|(all, _)| *all);
        iogram_findings::Endurance { promised, estimated: self.estimated.ok() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TB: u64 = 1_000_000_000_000;

    #[test]
    fn the_label_comes_before_the_estimate_and_both_are_told() {
        let promised = Some((Bytes(300 * TB), "mine".to_owned()));
        let endurance = Endurance { promised, estimated: Ok(Bytes(600 * TB)) };
        assert_eq!(endurance.ratio(Some(Bytes(3 * TB))), Some(0.01));
        assert_eq!(endurance.source(), Some("catalogue"));
        let text = endurance.describe(Some(Bytes(3 * TB))).to_string();
        assert!(text.starts_with("1.00 % of 300 TB that its label promises (catalogue: mine)"));
        assert!(text.contains("; 0.50 % of 600 TB"), "{text}");
        let estimated = Endurance { promised: None, estimated: Ok(Bytes(600 * TB)) };
        assert_eq!(estimated.source(), Some("drive"));
        assert!(
            estimated.describe(Some(Bytes(6 * TB))).to_string().starts_with("1.00 % of 600 TB")
        );
    }

    #[test]
    fn what_is_not_known_is_told_with_its_reason() {
        let endurance =
            Endurance { promised: None, estimated: Err(why(NoEstimate::LittleUsed)) };
        assert!(
            endurance
                .describe(Some(Bytes(1)))
                .to_string()
                .starts_with("share unknown: too little")
        );
    }
}
