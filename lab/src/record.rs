//! The result of one check: written in the guest, one JSON object a line, read on the host.

use serde_json::{Value, json};

/// Kinds of checks, in the order in which they run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Group {
    /// iogram's output about drives.
    Know,
    /// Drives that may be written.
    Free,
    /// States in which every write is refused.
    Guard,
    /// Return of drives to a fresh state.
    Purge,
    /// Drives that fail in the middle.
    Fault,
    /// Computers that boot.
    Boot,
    /// The bench itself.
    Bench,
}

impl Group {
    pub(super) const ALL: [Self; 7] = [
        Self::Know,
        Self::Free,
        Self::Guard,
        Self::Purge,
        Self::Fault,
        Self::Boot,
        Self::Bench,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Know => "know",
            Self::Free => "free",
            Self::Guard => "guard",
            Self::Purge => "purge",
            Self::Fault => "fault",
            Self::Boot => "boot",
            Self::Bench => "bench",
        }
    }

    pub(super) fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|group| group.name() == name)
    }
}

/// How a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Passed,
    Failed,
    Skipped,
}

impl Verdict {
    const ALL: [Self; 3] = [Self::Passed, Self::Failed, Self::Skipped];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "FAILED",
            Self::Skipped => "skipped",
        }
    }
}

/// The result of one check. Empty text: does not apply.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Record {
    pub(super) group: Group,
    /// The subject of the check.
    pub(super) name: String,
    /// On which drive.
    pub(super) drive: String,
    /// iogram's reaction.
    pub(super) iogram: String,
    /// The change of the bytes on the drive.
    pub(super) bytes: String,
    /// fio's reaction in the same state.
    pub(super) fio: String,
    pub(super) verdict: Verdict,
    /// The reason of a failure or a skip.
    pub(super) why: String,
    /// Time in the guest, its preparation included.
    pub(super) seconds: f64,
}

impl Record {
    pub(super) fn new(group: Group, name: &str, drive: &str) -> Self {
        Self {
            group,
            name: name.to_owned(),
            drive: drive.to_owned(),
            iogram: String::new(),
            bytes: String::new(),
            fio: String::new(),
            verdict: Verdict::Passed,
            why: String::new(),
            seconds: 0.0,
        }
    }

    /// The same, failed; an earlier reason stays.
    pub(super) fn fail(&mut self, why: impl Into<String>) {
        if self.verdict != Verdict::Failed {
            self.verdict = Verdict::Failed;
            self.why = why.into();
        }
    }

    pub(super) fn skip(&mut self, why: impl Into<String>) {
        self.verdict = Verdict::Skipped;
        self.why = why.into();
    }

    pub(super) fn to_json(&self) -> Value {
        json!({
            "group": self.group.name(),
            "name": self.name,
            "drive": self.drive,
            "iogram": self.iogram,
            "bytes": self.bytes,
            "fio": self.fio,
            "verdict": self.verdict.name(),
            "why": self.why,
            "seconds": self.seconds,
        })
    }

    /// `None` for a truncated line.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(line).ok()?;
        let text = |field: &str| Some(value[field].as_str()?.to_owned());
        let verdict = text("verdict")?;
        Some(Self {
            group: Group::find(value["group"].as_str()?)?,
            name: text("name")?,
            drive: text("drive")?,
            iogram: text("iogram")?,
            bytes: text("bytes")?,
            fio: text("fio")?,
            verdict: Verdict::ALL.into_iter().find(|it| it.name() == verdict)?,
            why: text("why")?,
            seconds: value["seconds"].as_f64()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_survives_the_way_to_the_host() {
        let mut record = Record::new(Group::Guard, "mounted", "sata");
        record.iogram = "refused: \"sda\" is mounted\nat /mnt".to_owned();
        record.fio = "refused".to_owned();
        record.seconds = 1.25;
        record.fail("bytes changed");
        record.fail("a later reason");
        let line = record.to_json().to_string();
        assert!(!line.contains('\n'), "{line}");
        assert_eq!(Record::parse(&line), Some(record));
    }

    #[test]
    fn a_line_that_was_cut_off_is_no_record() {
        let line = Record::new(Group::Fault, "unplugged", "usb-stick").to_json().to_string();
        assert_eq!(Record::parse(&line[..line.len() / 2]), None);
        assert_eq!(Record::parse(""), None);
        assert_eq!(Record::parse("{}"), None);
    }
}
