//! What other tools wrote down, as the evidence that this one works with: logs of flashbench, f3 and h2testw.
//!
//! Logs are read as people post them: with prompts and text between, with lines cut off or run together,
//! with letters that an encoding has destroyed. What cannot be understood is left out and said; nothing
//! is guessed. Knows no file and draws no conclusion.
//!
//! And the other way round: runs in the formats that other programs read.

// Numbers of records, logs and files are among the operands: no operation on them may panic.
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

mod command;
mod export_base_metrics;
mod export_cdm;
mod export_ezfio;
mod export_fio;
mod export_fio_form;
mod export_fio_imported;
mod export_fio_log;
mod export_hlog;
mod export_merge;
mod export_openmetrics;
mod export_parquet;
mod export_parquet_cells;
mod export_parquet_fleet;
mod export_span;
mod exposition;
mod f3;
mod fio_job;
mod flashbench;
mod h2testw;
mod import;
mod percentiles;
mod quantity;
mod text;

use std::fmt;

use iogram_model::{CellState, Evidence, ProbeRecord, Sentence, Text, Warning, sentence, text};

pub use export_base_metrics::{LastRun, render_base_metrics};
pub use export_cdm::render_cdm;
pub use export_ezfio::{ezfio_files, render_ezfio};
pub use export_fio::{ExportFile, fio_files, render_fio};
pub use export_fio_imported::fio_left_out_count;
pub use export_hlog::render_hlog;
pub use export_openmetrics::render_metrics;
pub use export_parquet::{ExportError, parquet_histograms, parquet_series};
pub use export_parquet_cells::parquet_cells;
pub use export_parquet_fleet::FleetTable;
pub use exposition::Exposition;
pub use f3::read_f3;
pub use fio_job::{
    Around, FioChoice, FioJob, FioJobs, FioMethod, FioOutput, FioPlace, Included, JobFault,
    JobNote, Noted, Wrong,
};
pub use flashbench::read_flashbench;
pub use h2testw::read_h2testw;
pub use import::{
    Foreign, IMPORTERS, Importer, Packer, Reason, Recognised, Refusal, Source, Stream,
    find_importer, recognise, recognise_foreign,
};
pub use text::{decode_log, decode_output};

/// What a log says.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Imported {
    /// Its tables, as if they had been measured here.
    pub probes: Vec<ProbeRecord>,
    /// What was left out.
    pub warnings: Vec<Warning>,
    /// The device that the log names, such as `/dev/sdb`.
    pub device: Option<String>,
    /// How large the log says that the drive is.
    pub capacity_bytes: Option<u64>,
    /// Vendor and model.
    pub model: Option<String>,
    /// Serial number.
    pub serial: Option<String>,
    /// Firmware revision.
    pub firmware: Option<String>,
    /// Registers as they stand in it, for whoever decodes them.
    pub registers: Vec<Register>,
}

/// A register of a card, as bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Register {
    /// Its name, lower case: `cid`, `csd`, `scr`, `ssr`.
    pub name: String,
    /// Its content, as long as the standard has it.
    pub bytes: Vec<u8>,
}

/// Why a log cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// Nothing in it looks like the tool's output.
    NothingFound {
        /// The tool.
        tool: &'static str,
    },
    /// It has figures of several drives, and one is asked for.
    SeveralDrives {
        /// The tool.
        tool: &'static str,
    },
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl ImportError {
    /// What could not be done, on what, and why; causes are not in it.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::NothingFound { tool } => {
                sentence!("interchange-cannot-find-anything-log", tool)
            }
            Self::SeveralDrives { tool } => {
                sentence!("interchange-cannot-take-log-drive-names-several", tool)
            }
        }
    }
}

impl ImportError {
    /// What the user can do.
    #[must_use]
    pub const fn hint(&self) -> Text {
        match self {
            Self::NothingFound { .. } => {
                text!("interchange-give-tool-output-printed-command-lines")
            }
            Self::SeveralDrives { .. } => {
                text!("interchange-import-iogram-import-file-keeps-each")
            }
        }
    }
}

/// A table of a log as a probe that has ended.
fn probe(name: &str, what: &str, evidence: Evidence) -> ProbeRecord {
    ProbeRecord {
        name: name.to_owned(),
        what: what.to_owned(),
        state: CellState::Completed,
        started_ns: 0,
        elapsed_ns: 0,
        read_bytes: 0,
        written_bytes: 0,
        warnings: Vec::new(),
        evidence,
    }
}
