//! The record of a run. It holds everything that a finding or a table needs, without access to the drive.
//!
//! The serialised form of [`Run`] is the published format `iogram-run/1`. Versions only add fields.

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
    /// Whether it completed, failed, was interrupted or is running.
    pub state: RunState,
    /// Wall clock at the start, microseconds since 1970 UTC.
    pub started_at_us: i64,
    /// Wall clock at the end; `None` while it runs or after a crash.
    pub ended_at_us: Option<i64>,
    /// The executed method, with the value of every parameter.
    pub method: MethodRecord,
    /// The measured drive or file.
    pub target: TargetRecord,
    /// Conditions other than the drive that affect the figures.
    pub conditions: Conditions,
    /// Purges of the drive, in the order of execution; absent if there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub purges: Vec<PurgeRecord>,
    /// Rests, in the order of execution; absent if there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rests: Vec<RestRecord>,
    /// Space that was written or allocated before cells, in the order of execution; absent if there was none, and in
    /// records of versions that did not store it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lay_outs: Vec<LayOutRecord>,
    /// Resumptions after an interruption; absent if there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resumes: Vec<ResumeRecord>,
    /// The computer's load before and after; absent in virtual time and in runs of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looks: Vec<HostLook>,
    /// The cells, in the order of execution.
    pub cells: Vec<CellRecord>,
    /// Probes of properties other than speed, in the order of execution; absent if there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub probes: Vec<ProbeRecord>,
    /// Writes to a file for a card's sheet, from a separate run; absent if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_writes: Option<FileWrites>,
    /// Warnings about the whole run.
    pub warnings: Vec<Warning>,
    /// Conclusions from the record. Every version that opens the run computes them again.
    pub findings: Vec<Finding>,
    /// The criteria that judge it; `None` in records of versions that did not store them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criteria: Option<Criteria>,
    /// The other tool's file that it was imported from; absent for runs that iogram measured, and in records of
    /// versions that stored only the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import: Option<ImportSource>,
    /// The answer; `None` while it runs, and in records of versions that had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headline: Option<Headline>,
    /// The outcome; `None` while it runs, and in records of versions that did not store it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Parts that a newer version wrote; they are written again in their place.
    #[serde(skip)]
    pub unknown: Unknown,
}

impl Run {
    /// A run with only its identity: no conditions, measurements or conclusions.
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

    /// Key of a rule's title in every language; `None` for a custom rule.
    #[must_use]
    pub fn rule_title_key(&self, rule: &str) -> Option<String> {
        let good_for = self.criteria.as_ref().and_then(|it| it.good_for.as_ref());
        match good_for {
            Some(good_for) => good_for.id.as_ref().map(|_| format!("demand-{rule}")),
            None => self.method.text.is_none().then(|| format!("rule-{rule}")),
        }
    }

    /// Whether a cell only preconditioned the drive for the next one: it ran in rounds until it was steady, and does
    /// not count.
    #[must_use]
    pub fn is_preconditioning(&self, cell: &CellRecord) -> bool {
        let rules = self.criteria.iter().flat_map(|criteria| &criteria.steady);
        !cell.is_counted && rules.into_iter().any(|rule| rule.cells.contains(&cell.name))
    }

    /// Whether all cells of the rounds were such preconditioning cells.
    #[must_use]
    pub fn is_preconditioned_by(&self, steady: &SteadyState) -> bool {
        let is_of = |cell: &CellRecord, name: &str| cell.name == name;
        let of = |name: &str| self.cells.iter().find(|cell| is_of(cell, name));
        let mut cells = steady.cells.iter().filter_map(|window| of(&window.cell)).peekable();
        cells.peek().is_some() && cells.all(|cell| self.is_preconditioning(cell))
    }

    /// The imported evidence of other tools.
    pub fn imports(&self) -> impl Iterator<Item = &ImportedEvidence> {
        self.probes.iter().filter_map(|probe| match &probe.evidence {
            Evidence::Imported(evidence) => Some(evidence),
            _ => None,
        })
    }

    /// The end of the last measurement on the target's clock; 0 if there was none.
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

/// The resumption of an interrupted run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResumeRecord {
    /// Wall clock, microseconds since 1970 UTC.
    pub resumed_at_us: i64,
    /// Number of earlier cells that were kept.
    pub cells_before_count: u64,
    /// Purges, discards and cells that were repeated, because later cells need the state that they create.
    pub repeated: Vec<String>,
    /// Parts of the earlier state that cannot be restored.
    pub lost: Vec<String>,
}

/// The state of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RunState {
    /// Running, or ended by a crash or a power cut.
    Running,
    /// Every cell was executed.
    Completed,
    /// Stopped by the user or a signal.
    Interrupted,
    /// Stopped because a cell could not continue.
    Failed,
    /// A state that this version does not know.
    #[serde(other)]
    Unknown,
}

/// The method and its parameters as executed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MethodRecord {
    /// Its id, such as `cdm`; `measure` for an ad-hoc cell.
    pub id: String,
    /// Title of the method, in one line.
    pub title: String,
    /// Where the method was published; `None` for an ad-hoc cell.
    pub source: Option<String>,
    /// Every parameter with its value.
    pub params: BTreeMap<String, String>,
    /// Seed of every random choice of the run; `None` in runs of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The method file, unless the method is built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl MethodRecord {
    /// A method without parameters or source.
    #[must_use]
    pub fn new(id: impl Into<String>, title: impl Into<String>) -> Self {
        let (id, title) = (id.into(), title.into());
        Self { id, title, source: None, params: BTreeMap::new(), seed: None, text: None }
    }

    /// Its parameters for other readers: a user's file by its name, without its directory.
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

/// The kind of a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TargetKind {
    /// A block device.
    BlockDevice,
    /// A file on a mounted file system.
    File,
    /// Null target: requests complete at once.
    Null,
    /// A simulated drive.
    Simulated,
    /// A computer that booted while iogram observed it over its serial line, or a log of that. The user states its
    /// drive; the capacity is 0, which means unknown.
    SerialLine,
    /// A drive that another tool measured, known from its log. Its capacity is 0 if the log does not state it.
    Imported,
    /// A kind that this version does not know.
    #[serde(other)]
    Unknown,
}

/// The measured target. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TargetRecord {
    /// The target as the user typed it.
    pub name: String,
    /// The kind of target.
    pub kind: TargetKind,
    /// Addressable bytes of the device or of the test file.
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
    /// Kernel name of the underlying block device, such as `nvme0n1`.
    pub device: Option<String>,
    /// Kind of drive: `NVMe`, `SATA`, `USB`, `SD`, `eMMC`, `virtio`, `loop`, `zram`, `dm`, `md`, ..
    pub drive: Option<String>,
    /// Vendor and model.
    pub model: Option<String>,
    /// Serial number.
    pub serial: Option<String>,
    /// Firmware revision.
    pub firmware: Option<String>,
    /// Capacity of the drive that holds the file.
    #[serde(rename = "drive_capacity_bytes")]
    #[schemars(with = "Option<u64>")]
    pub drive_capacity: Option<Bytes>,
    /// Its connection, such as `PCIe 3.0 x2 (of 4.0 x4)`.
    pub link: Option<String>,
    /// The model of a simulated drive; `None` and absent in JSON for other targets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulation: Option<SimulationRecord>,
    /// Properties of an SD card; `None` and absent in JSON for other targets, and if a reader hides them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<CardRecord>,
    /// Required alignment of direct requests; absent if unknown, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direct_alignment: Option<DirectAlignment>,
}

/// Required alignment of direct requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DirectAlignment {
    /// Alignment of their memory.
    #[serde(rename = "memory_bytes")]
    #[schemars(with = "u64")]
    pub memory: Bytes,
    /// Alignment of their offset and length.
    #[serde(rename = "offset_bytes")]
    #[schemars(with = "u64")]
    pub offset: Bytes,
}

impl TargetRecord {
    /// A target with only these facts known.
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

/// An SD card: its registers, and the features that this host uses. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct CardRecord {
    /// Its classes and allocation units.
    pub status: Option<SdStatus>,
    /// Whether the host uses the card's command queue.
    pub is_queue_used: Option<bool>,
    /// Whether the card's cache is on.
    pub is_cache_used: Option<bool>,
}

/// A simulated drive: its description and the seed determine its behaviour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SimulationRecord {
    /// Its name in its description.
    pub drive: String,
    /// Its description's title, in one line.
    pub title: String,
    /// The seed: with the description it determines every completion.
    pub seed: u64,
    /// The simulated page cache in front of it; absent in records of versions without one, and if the description
    /// already includes a file system with its cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_cache: Option<PageCacheRecord>,
}

/// Limits of the page cache in front of a simulated drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PageCacheRecord {
    /// Largest size of its pages.
    pub kept_bytes: u64,
    /// Dirty bytes at which background write-back starts (`vm.dirty_background_bytes`).
    pub dirty_background_bytes: u64,
    /// Dirty bytes at which writers block (`vm.dirty_bytes`).
    pub dirty_limit_bytes: u64,
    /// Age at which dirty pages are written (`vm.dirty_expire_centisecs`).
    pub dirty_expire_ns: u64,
    /// Largest read-ahead window (`read_ahead_kb`).
    pub read_ahead_bytes: u64,
    /// Largest request to the drive (`max_sectors_kb`).
    pub request_max_bytes: u64,
}
