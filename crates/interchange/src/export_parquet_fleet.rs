//! All figures of a whole run store as one Parquet table: a row for each run and figure, for `DuckDB` and data
//! frames.
//!
//! Written while runs arrive, some thousand rows at a time: no more than these are in memory, whatever the number of
//! runs.

use std::io::Write;
use std::sync::Arc;

use iogram_model::FleetRun;
use parquet::basic::{LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::data_type::ByteArray;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use crate::export_parquet::{Column, ExportError, integer, write_group};

/// Rows of a row group; readers decode one group at a time. Arbitrary: some megabytes.
const GROUP_ROWS: usize = 1 << 16;

/// A table that is written run by run.
pub struct FleetTable<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    rows: Rows,
    row_count: u64,
}

impl<W: Write + Send> std::fmt::Debug for FleetTable<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FleetTable").field("row_count", &self.row_count).finish_non_exhaustive()
    }
}

/// Rows that are not written yet.
#[derive(Default)]
struct Rows {
    /// Run, method, model, drive, quality, figure, unit.
    texts: [Vec<ByteArray>; 7],
    firmware: Vec<Option<ByteArray>>,
    started_at: Vec<i64>,
    life_used: Vec<Option<f64>>,
    written: Vec<Option<i64>>,
    block: Vec<Option<i64>>,
    depth: Vec<Option<i64>>,
    value: Vec<f64>,
}

impl<W: Write + Send> FleetTable<W> {
    /// Begins an empty table.
    ///
    /// # Errors
    ///
    /// Fails if its beginning cannot be written.
    pub fn begin(to: W) -> Result<Self, ExportError> {
        // The file contains data of the store only: the same store gives the same bytes.
        let properties =
            WriterProperties::builder().set_created_by("iogram".to_owned()).build();
        let writer = SerializedFileWriter::new(to, Arc::new(schema()?), Arc::new(properties))?;
        Ok(Self { writer, rows: Rows::default(), row_count: 0 })
    }

    /// Adds a row for each figure of the run with the id `run_id`, in the order of the figures.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be written.
    pub fn add(&mut self, run_id: &str, run: &FleetRun) -> Result<(), ExportError> {
        let [id, model, drive] = [run_id, &run.model, &run.drive].map(ByteArray::from);
        let firmware = run.firmware.as_deref().map(ByteArray::from);
        let written = run.written_bytes.map(integer);
        for (of, value) in &run.figures {
            let rows = &mut self.rows;
            let texts = [
                id.clone(),
                of.method.as_str().into(),
                model.clone(),
                drive.clone(),
                of.quality.name().into(),
                of.figure.as_str().into(),
                unit_of(&of.figure).into(),
            ];
            for (column, text) in rows.texts.iter_mut().zip(texts) {
                column.push(text);
            }
            rows.firmware.push(firmware.clone());
            rows.started_at.push(run.started_at_us);
            rows.life_used.push(run.life_used_ratio);
            rows.written.push(written);
            rows.block.push(of.block.map(|block| integer(block.0)));
            rows.depth.push(of.depth.map(i64::from));
            rows.value.push(*value);
        }
        if self.rows.value.len() >= GROUP_ROWS { self.write_rows() } else { Ok(()) }
    }

    fn write_rows(&mut self) -> Result<(), ExportError> {
        let rows = std::mem::take(&mut self.rows);
        if rows.value.is_empty() {
            return Ok(());
        }
        self.row_count = self.row_count.saturating_add(rows.value.len() as u64);
        let [run, method, model, drive, quality, figure, unit] = rows.texts.map(Column::Text);
        let columns = vec![
            run,
            Column::Number(rows.started_at),
            method,
            model,
            drive,
            Column::OptionalText(rows.firmware),
            Column::OptionalFloat(rows.life_used),
            Column::Optional(rows.written),
            quality,
            Column::Optional(rows.block),
            Column::Optional(rows.depth),
            figure,
            Column::Float(rows.value),
            unit,
        ];
        write_group(&mut self.writer, columns)
    }

    /// Writes the remaining rows and the end of the file; returns the number of rows.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written.
    pub fn end(mut self) -> Result<u64, ExportError> {
        self.write_rows()?;
        self.writer.finish()?;
        Ok(self.row_count)
    }
}

/// Columns in which null is unknown, or mixed.
const UNKNOWN: [&str; 5] =
    ["firmware", "life_used_ratio", "written_bytes", "block_bytes", "depth_count"];

/// The columns, in the order in which they are written.
fn schema() -> Result<Type, ExportError> {
    let text = Some(LogicalType::String);
    // In UTC.
    let moment = Some(LogicalType::timestamp(true, TimeUnit::MICROS));
    let columns = [
        ("run_id", Physical::BYTE_ARRAY, text.clone()),
        ("started_at", Physical::INT64, moment),
        ("method", Physical::BYTE_ARRAY, text.clone()),
        ("model", Physical::BYTE_ARRAY, text.clone()),
        ("drive", Physical::BYTE_ARRAY, text.clone()),
        ("firmware", Physical::BYTE_ARRAY, text.clone()),
        ("life_used_ratio", Physical::DOUBLE, None),
        ("written_bytes", Physical::INT64, None),
        ("quality", Physical::BYTE_ARRAY, text.clone()),
        ("block_bytes", Physical::INT64, None),
        ("depth_count", Physical::INT64, None),
        ("figure", Physical::BYTE_ARRAY, text.clone()),
        ("value", Physical::DOUBLE, None),
        ("unit", Physical::BYTE_ARRAY, text),
    ];
    let fields = columns.into_iter().map(|(name, physical, logical)| {
        let repetition = match UNKNOWN.contains(&name) {
            true => Repetition::OPTIONAL,
            false => Repetition::REQUIRED,
        };
        Type::primitive_type_builder(name, physical)
            .with_repetition(repetition)
            .with_logical_type(logical)
            .build()
            .map(Arc::new)
    });
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    Ok(Type::group_type_builder("figures").with_fields(fields).build()?)
}

/// The unit at the end of a figure's name; empty for a number without one.
fn unit_of(figure: &str) -> &'static str {
    const UNITS: [(&str, &str); 5] = [
        ("bytes_per_s", "B/s"),
        ("iops", "1/s"),
        ("_ns", "ns"),
        ("_ratio", "ratio"),
        ("_bytes", "B"),
    ];
    let unit = UNITS.iter().find(|(ending, _)| figure.ends_with(ending));
    unit.map_or("", |(_, unit)| unit)
}
