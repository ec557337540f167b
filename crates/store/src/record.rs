//! Records as JSON text: the published form, split like the tables.
//!
//! A run is stored without its cells, which have their own rows, and a cell without its intervals, which have their
//! own column. The store accepts text only if it reads back as the same record.

use std::borrow::Cow;
use std::io::{Read as _, Write};

use base64::engine::general_purpose::STANDARD;
use base64::read::DecoderReader;
use base64::write::EncoderStringWriter;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use iogram_model::{CellRecord, DriveEntry, Run, Series, read_cell};
use serde::Serialize;
use serde::de::{DeserializeOwned, Error as _};
use serde_json::Value;

use crate::error::Error;
use crate::sql::checkpoints::CheckpointText;
use crate::summaries;

/// The most bytes of an unpacked piece of a series: twenty times the engine's. A file may come from anywhere.
const PIECE_MAX: u64 = 200 << 20;

/// Prefix of a packed series: zlib (RFC 1950) in base64 (RFC 4648).
const PACKED: &str = "zlib:";

/// A longer text is packed: on its way into the database it is in memory four times. The text of an hour is not
/// packed, and other programs can read it in the database. Arbitrary.
const PLAIN_MAX: usize = 1 << 20;

/// A run's record, without cells, as the two columns of its row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HeadText {
    /// Everything except the findings; including them, if older versions wrote it.
    pub(crate) record: String,
    /// The findings, packed; `None` without any.
    pub(crate) findings: Option<Vec<u8>>,
}

/// The record of a run, without cells.
pub(crate) fn encode_run(run: &Run) -> Result<HeadText, Error> {
    let what = || format!("run {}", run.id);
    let findings = match run.findings.is_empty() {
        true => None,
        false => {
            let text = summaries::shortened(&run.findings);
            Some(pack(text.ok_or_else(|| Error::Inexact { what: what() })?.as_bytes()))
        }
    };
    let head = Run {
        format: run.format.clone(),
        id: run.id.clone(),
        state: run.state,
        started_at_us: run.started_at_us,
        ended_at_us: run.ended_at_us,
        method: run.method.clone(),
        target: run.target.clone(),
        conditions: run.conditions.clone(),
        purges: run.purges.clone(),
        rests: run.rests.clone(),
        lay_outs: run.lay_outs.clone(),
        resumes: run.resumes.clone(),
        looks: run.looks.clone(),
        cells: Vec::new(),
        probes: run.probes.clone(),
        file_writes: run.file_writes.clone(),
        warnings: run.warnings.clone(),
        findings: Vec::new(),
        criteria: run.criteria.clone(),
        import: run.import.clone(),
        headline: run.headline.clone(),
        outcome: run.outcome.clone(),
        unknown: run.unknown.clone(),
    };
    Ok(HeadText { record: encode(&head, what)?, findings })
}

fn pack(text: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    packed.write_all(text).expect("memory takes all bytes");
    packed.finish().expect("memory takes all bytes")
}

/// A cell's record as the two texts of its row.
#[derive(Debug)]
pub(crate) struct CellText {
    /// Everything except the intervals.
    pub(crate) record: String,
    /// The intervals.
    pub(crate) series: String,
}

/// The record of the cell at `position` of `run_id`.
pub(crate) fn encode_cell(
    run_id: &str,
    position: usize,
    cell: &CellRecord,
) -> Result<CellText, Error> {
    let what = || format!("cell {position} of run {run_id}");
    let length = length_of(&cell.series);
    let series = if length > PLAIN_MAX {
        let text = EncoderStringWriter::from_consumer(PACKED.to_owned(), &STANDARD);
        let mut packed = ZlibEncoder::new(text, Compression::default());
        write_series(&cell.series, &mut packed, what)?;
        packed.finish().expect("memory takes all bytes").into_inner()
    } else {
        let mut plain = Vec::with_capacity(length);
        write_series(&cell.series, &mut plain, what)?;
        assert_eq!(plain.len(), length, "a course has another length than was counted");
        String::from_utf8(plain).ok().ok_or_else(|| Error::Inexact { what: what() })?
    };
    Ok(CellText { record: encode_head(cell, what)?, series })
}

/// The plain text of a series, unpacked if necessary.
fn unpack_series(text: &str) -> std::io::Result<Cow<'_, str>> {
    let Some(packed) = text.strip_prefix(PACKED) else { return Ok(Cow::Borrowed(text)) };
    let packed = DecoderReader::new(packed.as_bytes(), &STANDARD);
    let mut plain = String::new();
    ZlibDecoder::new(packed).take(PIECE_MAX).read_to_string(&mut plain)?;
    Ok(Cow::Owned(plain))
}

/// Everything of a cell except its intervals.
fn encode_head(cell: &CellRecord, what: impl Fn() -> String) -> Result<String, Error> {
    let head = CellRecord {
        name: cell.name.clone(),
        block: cell.block.clone(),
        repeat: cell.repeat,
        is_counted: cell.is_counted,
        state: cell.state,
        workload: cell.workload.clone(),
        started_ns: cell.started_ns,
        elapsed_ns: cell.elapsed_ns,
        cpu_user_ns: cell.cpu_user_ns,
        cpu_system_ns: cell.cpu_system_ns,
        engine: cell.engine.clone(),
        operations: cell.operations.clone(),
        beside: cell.beside.clone(),
        series: Series::default(),
        pauses: cell.pauses.clone(),
        progress: cell.progress.clone(),
        health: cell.health.clone(),
        power: cell.power.clone(),
        host_pauses: cell.host_pauses.clone(),
        set_aside_count: cell.set_aside_count,
        others: cell.others,
        disks: cell.disks.clone(),
        unstored: cell.unstored,
        verified_bytes: cell.verified_bytes,
        ending: cell.ending.clone(),
        discarded: cell.discarded.clone(),
        excluded: cell.excluded.clone(),
        warnings: cell.warnings.clone(),
        errors: cell.errors.clone(),
        unknown: cell.unknown.clone(),
    };
    encode(&head, what)
}

/// The progress of a cell at `position` of `run_id`; its series is one piece, packed while it is written.
pub(crate) fn encode_checkpoint(
    run_id: &str,
    position: usize,
    cell: &CellRecord,
) -> Result<CheckpointText, Error> {
    let what = || format!("cell {position} of run {run_id}");
    let mut piece = ZlibEncoder::new(Vec::new(), Compression::default());
    write_series(&cell.series, &mut piece, what)?;
    let pieces = vec![piece.finish().expect("memory takes all bytes")];
    Ok(CheckpointText { record: encode_head(cell, what)?, pieces })
}

/// The cell that was running.
pub(crate) fn decode_checkpoint(
    run_id: &str,
    text: &CheckpointText,
) -> Result<CellRecord, Error> {
    let unpacked = |piece: &Vec<u8>| {
        let mut text = String::new();
        ZlibDecoder::new(piece.as_slice()).take(PIECE_MAX).read_to_string(&mut text)?;
        Ok(text)
    };
    let pieces = text.pieces.iter().map(unpacked).collect::<std::io::Result<Vec<_>>>();
    pieces
        .map_err(serde_json::Error::io)
        .and_then(|pieces| read_cell(&text.record, &pieces).map_err(serde_json::Error::custom))
        .map_err(|source| Error::Record { run_id: run_id.to_owned(), source })
}

/// The stored run, without its cells.
pub(crate) fn decode_run(run_id: &str, head: &HeadText) -> Result<Run, Error> {
    let mut run: Run = decode(run_id, &head.record)?;
    if let Some(packed) = &head.findings {
        let mut text = String::new();
        let unpacked =
            ZlibDecoder::new(packed.as_slice()).take(PIECE_MAX).read_to_string(&mut text);
        unpacked.map_err(|error| Error::Record {
            run_id: run_id.to_owned(),
            source: serde_json::Error::io(error),
        })?;
        run.findings = summaries::restored(&text)
            .map_err(|source| Error::Record { run_id: run_id.to_owned(), source })?;
    }
    Ok(run)
}

/// The stored cell.
pub(crate) fn decode_cell(
    run_id: &str,
    record: &str,
    series: &str,
) -> Result<CellRecord, Error> {
    let series = unpack_series(series)
        .map_err(serde_json::Error::io)
        .map_err(|source| Error::Record { run_id: run_id.to_owned(), source })?;
    decode_pieces(run_id, record, &[series])
}

/// The stored cell, without its time series.
pub(crate) fn decode_rates(run_id: &str, record: &str) -> Result<CellRecord, Error> {
    decode_pieces(run_id, record, &[""; 0])
}

/// The stored run, without the time series of its cells.
pub(crate) fn decode_rated(
    run_id: &str,
    head: &HeadText,
    cells: &[String],
) -> Result<Run, Error> {
    let mut run = decode_run(run_id, head)?;
    run.cells =
        cells.iter().map(|text| decode_rates(run_id, text)).collect::<Result<_, _>>()?;
    Ok(run)
}

fn decode_pieces(
    run_id: &str,
    record: &str,
    series: &[impl AsRef<str>],
) -> Result<CellRecord, Error> {
    read_cell(record, series)
        .map_err(serde_json::Error::custom)
        .map_err(|source| Error::Record { run_id: run_id.to_owned(), source })
}

/// A drive's record.
pub(crate) fn encode_drive(entry: &DriveEntry) -> Result<String, Error> {
    encode(entry, || format!("drive {}", entry.id))
}

/// The stored drive.
pub(crate) fn decode_drive(text: &str) -> Result<DriveEntry, Error> {
    serde_json::from_str(text).map_err(|source| Error::DriveRecord { source })
}

/// The name of a plain enum value in records, such as `completed`.
pub(crate) fn name_of<T: Serialize>(value: T) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(name)) => name,
        other => unreachable!("only enums without fields are asked for, not {other:?}"),
    }
}

/// The enum value with this name in records.
pub(crate) fn value_of<T: DeserializeOwned>(name: String) -> Result<T, serde_json::Error> {
    serde_json::from_value(Value::String(name))
}

fn encode<T: Serialize + DeserializeOwned + PartialEq>(
    value: &T,
    what: impl Fn() -> String,
) -> Result<String, Error> {
    // JSON has no NaN and no infinity; they would come back as "unknown" or not at all.
    serde_json::to_string(value)
        .ok()
        .filter(|text| serde_json::from_str::<T>(text).is_ok_and(|again| again == *value))
        .ok_or_else(|| Error::Inexact { what: what() })
}

/// As [`encode`], for the largest part of a record by far: it reads the rows back one after the other, so that they
/// are not in memory twice.
fn write_series(
    series: &Series,
    to: impl Write,
    what: impl Fn() -> String,
) -> Result<(), Error> {
    encode(&Series { interval_ns: series.interval_ns, rows: Vec::new() }, &what)?;
    for row in &series.rows {
        encode(row, &what)?;
    }
    serde_json::to_writer(to, series).ok().ok_or_else(|| Error::Inexact { what: what() })
}

/// Length of a series as text, to reserve its memory once.
fn length_of(series: &Series) -> usize {
    let mut length = Length(0);
    // A series that cannot be written has no length; storing it fails later.
    serde_json::to_writer(&mut length, series).map_or(0, |()| length.0)
}

/// Counts the bytes written to it.
struct Length(usize);

impl Write for Length {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn decode<T: DeserializeOwned>(run_id: &str, text: &str) -> Result<T, Error> {
    serde_json::from_str(text)
        .map_err(|source| Error::Record { run_id: run_id.to_owned(), source })
}
