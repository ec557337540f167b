//! Runs in the formats of other programs.
//!
//! Must not know where files are: nouns in, text and bytes out.

mod export_cdm;
mod export_fio;
mod export_hlog;
mod export_merge;
mod export_parquet;

pub use export_cdm::render_cdm;
pub use export_fio::{ExportFile, fio_files, render_fio};
pub use export_hlog::render_hlog;
pub use export_parquet::{ExportError, parquet_histograms, parquet_series};
