//! Imports other tools' logs as the evidence that this program works with: logs of flashbench, f3 and h2testw.
//!
//! It accepts logs in the form in which people post them: with prompts and text in between, with lines cut off or
//! joined, with characters that an encoding has destroyed. It reports and skips unreadable parts, and guesses
//! nothing. Knows no file and draws no conclusion.
//!
//! It also exports runs in the formats that other programs read.

// Operands come from records, logs and files, so no operation on them may panic.
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

/// The contents of a log.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Imported {
    /// Its tables, as if this program had measured them.
    pub probes: Vec<ProbeRecord>,
    /// Warnings about skipped parts.
    pub warnings: Vec<Warning>,
    /// The device that the log names, such as `/dev/sdb`.
    pub device: Option<String>,
    /// Capacity of the drive in the log.
    pub capacity_bytes: Option<u64>,
    /// Vendor and model.
    pub model: Option<String>,
    /// Serial number.
    pub serial: Option<String>,
    /// Firmware revision.
    pub firmware: Option<String>,
    /// Undecoded registers, for the decoders of other crates.
    pub registers: Vec<Register>,
}

/// A register of a card, as bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Register {
    /// Its name, lower case: `cid`, `csd`, `scr`, `ssr`.
    pub name: String,
    /// Its contents, in the standard's length.
    pub bytes: Vec<u8>,
}

/// The reason why a log cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The log contains nothing like the tool's output.
    NothingFound {
        /// The tool.
        tool: &'static str,
    },
    /// The log has figures of several drives, but only one is allowed.
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
    /// The failed action, its object, and the reason; without causes.
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
    /// The remedy for the user.
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

/// A table of a log as a completed probe.
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
