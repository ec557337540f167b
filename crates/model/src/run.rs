//! The record of a run: everything a finding or a table needs, with no way back to the drive.
//!
//! The serialised form of [`Run`] is the published format `iogram-run/1`. Fields are only ever added.

use std::collections::BTreeMap;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::{Criteria, Headline};
use crate::card_sheet::FileWrites;
use crate::cell::CellRecord;
use crate::conditions::Conditions;
use crate::device::SdStatus;
use crate::finding::{Finding, SteadyState};
use crate::host::HostLook;
use crate::imported::{ImportSource, ImportedEvidence};
use crate::lay_out::LayOutRecord;
use crate::number::Total as _;
use crate::outcome::Outcome;
use crate::probe::{Evidence, ProbeRecord};
use crate::purge::PurgeRecord;
use crate::rest::RestRecord;
use crate::units::Bytes;
use crate::unknown::Unknown;
use crate::warning::Warning;

/// One execution of a method on one target.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self")]
pub struct Run {
    /// Always [`Run::FORMAT`].
    pub format: String,
    /// Sortable and unique: start time and a random part, such as `20261121-143015-7f3a`.
    pub id: String,
    /// How it ended, or that it goes on.
    pub state: RunState,
    /// Wall clock at the start, microseconds since 1970 UTC.
    pub started_at_us: i64,
    /// Wall clock at the end; `None` while it runs or after a crash.
    pub ended_at_us: Option<i64>,
    /// What was done, with every parameter as used.
    pub method: MethodRecord,
    /// The drive or file that was measured.
    pub target: TargetRecord,
    /// What beside the drive changes numbers.
    pub conditions: Conditions,
    /// Purges of the drive, in the order of execution; absent if there was none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub purges: Vec<PurgeRecord>,
    /// Rests, in the order of execution; absent if there was none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rests: Vec<RestRecord>,
    /// What was written or taken of the space before cells, in the order of execution; absent where nothing was, and
    /// in records of versions that did not keep it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lay_outs: Vec<LayOutRecord>,
    /// When it went on after it had been broken off; absent if it never was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resumes: Vec<ResumeRecord>,
    /// How busy the computer was before and after; absent where time is virtual and in runs of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looks: Vec<HostLook>,
    /// In the order of execution.
    pub cells: Vec<CellRecord>,
    /// What was found out about the drive beside its speed, in the order of execution; absent if
    /// nothing was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub probes: Vec<ProbeRecord>,
    /// What a card's sheet has of writes to a file, which a run of their own measured; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_writes: Option<FileWrites>,
    /// What concerns the run as a whole.
    pub warnings: Vec<Warning>,
    /// What follows from all this; drawn anew by every version that opens the run.
    pub findings: Vec<Finding>,
    /// What it is judged by; `None` in records of versions that did not keep it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criteria: Option<Criteria>,
    /// The file of another tool that it was made of; absent for everything that was measured here, and in records of
    /// versions that kept the name alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import: Option<ImportSource>,
    /// The answer; `None` while it runs, and in records of versions that gave none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headline: Option<Headline>,
    /// What became of it; `None` while it runs, and in records of versions that did not keep it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// What a newer version wrote beside all this; it is written again where it stood.
    #[serde(skip)]
    pub unknown: Unknown,
}

impl Run {
    /// A run of which nothing is known but what it is: no conditions, nothing measured, nothing concluded.
    #[must_use]
    pub fn new(
        id: String,
        (state, started_at_us): (RunState, i64),
        method: MethodRecord,
        target: TargetRecord,
    ) -> Self {
        Self {
            format: Self::FORMAT.to_owned(),
            id,
            state,
            started_at_us,
            ended_at_us: None,
            method,
            target,
            conditions: Conditions::default(),
            purges: Vec::new(),
            rests: Vec::new(),
            lay_outs: Vec::new(),
            resumes: Vec::new(),
            looks: Vec::new(),
            cells: Vec::new(),
            probes: Vec::new(),
            file_writes: None,
            warnings: Vec::new(),
            findings: Vec::new(),
            criteria: None,
            import: None,
            headline: None,
            outcome: None,
            unknown: Unknown::default(),
        }
    }

    /// Under which key every language has the title of a rule; `None` of a rule of somebody's own.
    #[must_use]
    pub fn rule_title_key(&self, rule: &str) -> Option<String> {
        let good_for = self.criteria.as_ref().and_then(|it| it.good_for.as_ref());
        match good_for {
            Some(good_for) => good_for.id.as_ref().map(|_| format!("demand-{rule}")),
            None => self.method.text.is_none().then(|| format!("rule-{rule}")),
        }
    }

    /// Whether a cell only made the drive ready for the next one: it ran in rounds until it was steady, and does not count.
    #[must_use]
    pub fn is_preconditioning(&self, cell: &CellRecord) -> bool {
        let rules = self.criteria.iter().flat_map(|criteria| &criteria.steady);
        !cell.is_counted && rules.into_iter().any(|rule| rule.cells.contains(&cell.name))
    }

    /// Whether rounds were of such cells alone.
    #[must_use]
    pub fn is_preconditioned_by(&self, steady: &SteadyState) -> bool {
        let is_of = |cell: &CellRecord, name: &str| cell.name == name;
        let of = |name: &str| self.cells.iter().find(|cell| is_of(cell, name));
        let mut cells = steady.cells.iter().filter_map(|window| of(&window.cell)).peekable();
        cells.peek().is_some() && cells.all(|cell| self.is_preconditioning(cell))
    }

    /// What other tools told, as it was imported.
    pub fn imports(&self) -> impl Iterator<Item = &ImportedEvidence> {
        self.probes.iter().filter_map(|probe| match &probe.evidence {
            Evidence::Imported(evidence) => Some(evidence),
            _ => None,
        })
    }

    /// When what was measured last ended, on the target's clock; 0 if nothing was.
    #[must_use]
    pub fn end_ns(&self) -> u64 {
        let cells = self.cells.iter().map(CellRecord::end_ns);
        let probes =
            self.probes.iter().map(|probe| probe.started_ns.saturating_add(probe.elapsed_ns));
        let purges = || self.purges.iter().map(|purge| purge.elapsed_ns);
        cells.chain(probes).max().unwrap_or_else(|| purges().total())
    }

    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-run/1";
}

/// A run that was broken off went on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResumeRecord {
    /// Wall clock, microseconds since 1970 UTC.
    pub resumed_at_us: i64,
    /// Cells that were kept of what came before.
    pub cells_before_count: u64,
    /// Purges, discards and cells that were done a second time, because what follows needs the state that
    /// they make.
    pub repeated: Vec<String>,
    /// What of the state before cannot be brought back.
    pub lost: Vec<String>,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RunState {
    /// Not at an end: running now, or ended by a crash or a power cut.
    Running,
    /// Every cell was executed.
    Completed,
    /// Stopped by the user or a signal.
    Interrupted,
    /// Stopped because a cell could not go on.
    Failed,
    /// In a way that this version does not know.
    #[serde(other)]
    Unknown,
}

/// The method and its parameters as executed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MethodRecord {
    /// Its id, such as `cdm`; `measure` for an ad-hoc cell.
    pub id: String,
    /// What the method is called, in one line.
    pub title: String,
    /// Where the method was published; `None` for an ad-hoc cell.
    pub source: Option<String>,
    /// Every parameter with the value used.
    pub params: BTreeMap<String, String>,
    /// Decides every random choice of the run; `None` in runs of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The method file, if it is not one of iogram's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl MethodRecord {
    /// A method without parameters, of a source that nobody named.
    #[must_use]
    pub fn new(id: impl Into<String>, title: impl Into<String>) -> Self {
        let (id, title) = (id.into(), title.into());
        Self { id, title, source: None, params: BTreeMap::new(), seed: None, text: None }
    }

    /// Its parameters as others may see them: a file of one's own by its name, without the folders that it is in.
    #[must_use]
    pub fn published_params(&self) -> BTreeMap<String, String> {
        let mut params = self.params.clone();
        if let Some(image) = params.get_mut("image") {
            let name = image.rsplit('/').next().unwrap_or_default();
            *image = name.to_owned();
        }
        params
    }
}

/// What kind of thing was measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TargetKind {
    /// A block device.
    BlockDevice,
    /// A file on a mounted file system.
    File,
    /// Nothing: requests complete at once.
    Null,
    /// A simulated drive.
    Simulated,
    /// A computer that was watched while it booted, over its serial line or in a log of one. Its drive is what the user
    /// says; the capacity is 0, which is unknown.
    SerialLine,
    /// A drive that another tool measured, known from its log. Its capacity is 0 where the log does not say.
    Imported,
    /// Something that this version does not know.
    #[serde(other)]
    Unknown,
}

/// What was measured, as far as it is known. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TargetRecord {
    /// As the user named it.
    pub name: String,
    /// What kind of thing.
    pub kind: TargetKind,
    /// Bytes that could be addressed: the device's or the test file's.
    #[serde(rename = "capacity_bytes")]
    #[schemars(with = "u64")]
    pub capacity: Bytes,
    /// Smallest addressable unit.
    #[serde(rename = "logical_block_size_bytes")]
    #[schemars(with = "u64")]
    pub logical_block_size: Bytes,
    /// Smallest unit written without read-modify-write.
    #[serde(rename = "physical_block_size_bytes")]
    #[schemars(with = "Option<u64>")]
    pub physical_block_size: Option<Bytes>,
    /// Kernel name of the block device below, such as `nvme0n1`.
    pub device: Option<String>,
    /// Kind of drive: `NVMe`, `SATA`, `USB`, `SD`, `eMMC`, `virtio`, `loop`, `zram`, `dm`, `md`, ..
    pub drive: Option<String>,
    /// Vendor and model.
    pub model: Option<String>,
    /// Serial number.
    pub serial: Option<String>,
    /// Firmware revision.
    pub firmware: Option<String>,
    /// Capacity of the drive below a file.
    #[serde(rename = "drive_capacity_bytes")]
    #[schemars(with = "Option<u64>")]
    pub drive_capacity: Option<Bytes>,
    /// How it is connected, such as `PCIe 3.0 x2 (of 4.0 x4)`.
    pub link: Option<String>,
    /// Which model, for a drive that is one; `None` and absent in JSON for everything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulation: Option<SimulationRecord>,
    /// What is particular about an SD card; `None` and absent in JSON for everything else, and where a
    /// reader hides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<CardRecord>,
    /// How direct requests have to be aligned; absent where nothing says it, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direct_alignment: Option<DirectAlignment>,
}

/// How direct requests have to be aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DirectAlignment {
    /// What the address of their memory must be a multiple of.
    #[serde(rename = "memory_bytes")]
    #[schemars(with = "u64")]
    pub memory: Bytes,
    /// What their offset and length must be multiples of.
    #[serde(rename = "offset_bytes")]
    #[schemars(with = "u64")]
    pub offset: Bytes,
}

impl TargetRecord {
    /// A target of which only this is known.
    #[must_use]
    pub const fn unknown(
        name: String,
        kind: TargetKind,
        capacity: Bytes,
        logical_block_size: Bytes,
    ) -> Self {
        Self {
            name,
            kind,
            capacity,
            logical_block_size,
            physical_block_size: None,
            device: None,
            drive: None,
            model: None,
            serial: None,
            firmware: None,
            drive_capacity: None,
            link: None,
            simulation: None,
            card: None,
            direct_alignment: None,
        }
    }
}

/// An SD card: what its registers claim, and what of it this host uses. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct CardRecord {
    /// Its classes and allocation units.
    pub status: Option<SdStatus>,
    /// Whether commands are queued in the card.
    pub is_queue_used: Option<bool>,
    /// Whether its cache is on.
    pub is_cache_used: Option<bool>,
}

/// A simulated drive: with its description, the seed decides everything that it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SimulationRecord {
    /// The name in its description.
    pub drive: String,
    /// What its description says in one line.
    pub title: String,
    /// The seed: with the description it decides every completion.
    pub seed: u64,
    /// The page cache before it; absent in records of versions that had none, and where the description is of
    /// what a file system shows, with its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_cache: Option<PageCacheRecord>,
}

/// Limits of the page cache before a simulated drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PageCacheRecord {
    /// Pages that it keeps at most.
    pub kept_bytes: u64,
    /// Dirty bytes from which on they are written (`vm.dirty_background_bytes`).
    pub dirty_background_bytes: u64,
    /// Dirty bytes at which writers wait (`vm.dirty_bytes`).
    pub dirty_limit_bytes: u64,
    /// After so long dirty pages are written (`vm.dirty_expire_centisecs`).
    pub dirty_expire_ns: u64,
    /// The largest window of reading ahead (`read_ahead_kb`).
    pub read_ahead_bytes: u64,
    /// The largest request that the drive is given (`max_sectors_kb`).
    pub request_max_bytes: u64,
}
