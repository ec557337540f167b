//! Time series and histograms as Parquet, for data frames. Written column by column, uncompressed: the dictionary and
//! run-length encodings remove most repetitions.

use std::fmt;
use std::io::Write;
use std::sync::Arc;

use iogram_model::{
    LoadCourse, LoadStretch, Moved, OpKind, OpRecord, Run, Sentence, SeriesOp, SeriesRow,
    sentence,
};
use iogram_stats::Histogram;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::export_merge::load_name;

/// Why a run cannot be exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A histogram of the run is not readable.
    Histogram {
        /// The cell.
        cell: String,
        /// The operation.
        operation: &'static str,
        /// The decoding error.
        source: iogram_stats::DecodeError,
    },
    /// The file could not be assembled.
    Parquet(#[from] ParquetError),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl ExportError {
    /// The failed action, its object, and the reason; without causes.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Histogram { cell, operation, .. } => {
                sentence!("interchange-cannot-read-histogram-cell", operation, cell)
            }
            Self::Parquet(_) => sentence!("interchange-cannot-write-parquet"),
        }
    }

    /// The system's error of the written file if that is the cause; else this error.
    #[must_use]
    pub fn into_io(self) -> std::io::Error {
        match self {
            Self::Parquet(ParquetError::External(source)) => {
                let source = source.downcast::<std::io::Error>();
                source.map_or_else(std::io::Error::other, |source| *source)
            }
            other => std::io::Error::other(other),
        }
    }
}

const SERIES: &str = "message series {
    required binary run_id (utf8);
    required binary cell (utf8);
    required int64 repeat_index;
    required binary operation (utf8);
    required int64 start_ns;
    required int64 interval_ns;
    required int64 count;
    required int64 bytes;
    optional int64 p50_ns;
    optional int64 p99_ns;
    optional int64 max_ns;
    optional binary load (utf8);
}";

const HISTOGRAMS: &str = "message histograms {
    required binary run_id (utf8);
    required binary cell (utf8);
    required int64 repeat_index;
    required binary operation (utf8);
    required int64 from_ns;
    required int64 to_ns;
    required int64 count;
    optional binary load (utf8);
}";

/// A column's values.
pub(crate) enum Column {
    Text(Vec<ByteArray>),
    Number(Vec<i64>),
    /// `None` is unknown, as in the following variants.
    Optional(Vec<Option<i64>>),
    OptionalText(Vec<Option<ByteArray>>),
    OptionalFloat(Vec<Option<f64>>),
    Float(Vec<f64>),
    Yes(Vec<bool>),
}

/// The subject of a row.
#[derive(Clone, Copy)]
struct Of<'a> {
    cell: &'a str,
    /// `None` is the cell itself, as in the table of cells.
    load: Option<&'a str>,
    repeat: u32,
    /// `any` if the tool does not name the operation, or combines several.
    operation: &'static str,
}

/// The columns that every table has.
#[derive(Default)]
struct Heads {
    run_id: Vec<ByteArray>,
    cell: Vec<ByteArray>,
    repeat: Vec<i64>,
    operation: Vec<ByteArray>,
    load: Vec<Option<ByteArray>>,
}

impl Heads {
    fn push(&mut self, run: &str, of: Of<'_>) {
        self.run_id.push(run.into());
        self.cell.push(of.cell.into());
        self.repeat.push(of.repeat.into());
        self.operation.push(of.operation.into());
        self.load.push(of.load.map(Into::into));
    }

    /// These columns, then those of the table, then the load, because new columns are only ever added at the end.
    fn columns(self, figures: impl IntoIterator<Item = Column>) -> Vec<Column> {
        let mut columns = vec![
            Column::Text(self.run_id),
            Column::Text(self.cell),
            Column::Number(self.repeat),
            Column::Text(self.operation),
        ];
        columns.extend(figures);
        columns.push(Column::OptionalText(self.load));
        columns
    }
}

/// The figures of the rows of a series.
#[derive(Default)]
struct Intervals {
    /// Start, length, requests, bytes.
    known: [Vec<i64>; 4],
    /// The median, the 99th percentile and the largest latency.
    latencies: [Vec<Option<i64>>; 3],
}

impl Intervals {
    fn push(&mut self, known: [u64; 4], latencies: [Option<u64>; 3]) {
        for (column, value) in self.known.iter_mut().zip(known) {
            column.push(integer(value));
        }
        for (column, value) in self.latencies.iter_mut().zip(latencies) {
            column.push(value.map(integer));
        }
    }
}

/// Every interval of every cell and operation, and every stretch of its concurrent loads, whose latencies per stretch
/// are unknown: one row each, in order.
///
/// # Errors
///
/// Fails if the file cannot be assembled.
pub fn parquet_series(run: &Run) -> Result<Vec<u8>, ExportError> {
    let mut heads = Heads::default();
    let mut intervals = Intervals::default();
    for cell in &run.cells {
        let of = |load, kind: OpKind| Of {
            cell: &cell.name,
            load,
            repeat: cell.repeat,
            operation: kind.name(),
        };
        for row in &cell.series.rows {
            for (kind, op) in operations(row) {
                heads.push(&run.id, of(None, kind));
                let known = [row.start_ns, cell.series.length_ns(row), op.count, op.bytes];
                intervals.push(known, [op.p50_ns, op.p99_ns, Some(op.max_ns)]);
            }
        }
        for (load, course) in
            cell.beside.iter().filter_map(|load| Some((load, load.course.as_ref()?)))
        {
            for (start_ns, stretch) in starts(course) {
                for (kind, moved) in movements(stretch) {
                    heads.push(&run.id, of(Some(load.name.as_str()), kind));
                    let known = [start_ns, course.stretch_ns, moved.count, moved.bytes];
                    intervals.push(known, [None; 3]);
                }
            }
        }
    }
    let figures = intervals.known.map(Column::Number).into_iter();
    let figures = figures.chain(intervals.latencies.map(Column::Optional));
    write(SERIES, heads.columns(figures))
}

fn operations(row: &SeriesRow) -> impl Iterator<Item = (OpKind, SeriesOp)> {
    [
        (OpKind::Read, row.read),
        (OpKind::Write, row.write),
        (OpKind::Flush, row.flush),
        (OpKind::Discard, row.discard),
    ]
    .into_iter()
    .filter_map(|(kind, op)| Some((kind, op?)))
}

/// The stretches of a load with their starts, beginning at the end of its ramp.
fn starts(course: &LoadCourse) -> impl Iterator<Item = (u64, &LoadStretch)> {
    let start = |index: u64| index.saturating_mul(course.stretch_ns);
    (0_u64..).map(start).zip(&course.stretches)
}

fn movements(stretch: &LoadStretch) -> impl Iterator<Item = (OpKind, Moved)> {
    [
        (OpKind::Read, stretch.read),
        (OpKind::Write, stretch.write),
        (OpKind::Flush, stretch.flush),
        (OpKind::Discard, stretch.discard),
    ]
    .into_iter()
    .filter_map(|(kind, moved)| Some((kind, moved?)))
}

/// Every non-empty bucket of every histogram.
///
/// # Errors
///
/// Fails if a histogram is not readable or the file cannot be assembled.
pub fn parquet_histograms(run: &Run) -> Result<Vec<u8>, ExportError> {
    let mut heads = Heads::default();
    let mut numbers: [Vec<i64>; 3] = Default::default();
    for (of, text) in texts(run) {
        let histogram = Histogram::from_text(text).map_err(|source| {
            let cell =
                of.load.map_or_else(|| of.cell.to_owned(), |load| load_name(of.cell, load));
            ExportError::Histogram { cell, operation: of.operation, source }
        })?;
        for bucket in histogram.buckets() {
            heads.push(&run.id, of);
            let values = [bucket.from_ns, bucket.to_ns, bucket.count];
            for (column, value) in numbers.iter_mut().zip(values) {
                column.push(integer(value));
            }
        }
    }
    write(HISTOGRAMS, heads.columns(numbers.map(Column::Number)))
}

/// Histograms of cells, of concurrent loads and of other tools' results.
fn texts(run: &Run) -> Vec<(Of<'_>, &str)> {
    let mut texts = Vec::new();
    for cell in &run.cells {
        let own = [(None, &cell.operations)];
        let beside = cell.beside.iter().map(|it| (Some(it.name.as_str()), &it.operations));
        for (load, operations) in own.into_iter().chain(beside) {
            texts.extend(operations.iter().map(|(kind, record): (OpKind, &OpRecord)| {
                let operation = kind.name();
                let of = Of { cell: &cell.name, load, repeat: cell.repeat, operation };
                (of, record.histogram.as_str())
            }));
        }
    }
    texts.extend(run.imports().flat_map(|it| &it.results).filter_map(|result| {
        let operation = result.operation.map_or("any", OpKind::name);
        let of = Of { cell: &result.name, load: None, repeat: 0, operation };
        Some((of, result.histogram.as_deref()?))
    }));
    texts
}

pub(crate) fn write(schema: &str, columns: Vec<Column>) -> Result<Vec<u8>, ExportError> {
    let schema = Arc::new(parse_message_type(schema)?);
    // The file contains data of the run only: the same run gives the same bytes.
    let properties = WriterProperties::builder().set_created_by("iogram".to_owned()).build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    write_group(&mut writer, columns)?;
    Ok(writer.into_inner()?)
}

/// Writes rows of all columns, which must be those of the schema in its order.
pub(crate) fn write_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    columns: Vec<Column>,
) -> Result<(), ExportError> {
    let mut group = writer.next_row_group()?;
    let mut columns = columns.into_iter();
    while let (Some(mut place), Some(column)) = (group.next_column()?, columns.next()) {
        match (place.untyped(), column) {
            (ColumnWriter::ByteArrayColumnWriter(writer), Column::Text(values)) => {
                writer.write_batch(&values, None, None)?;
            }
            (ColumnWriter::Int64ColumnWriter(writer), Column::Number(values)) => {
                writer.write_batch(&values, None, None)?;
            }
            (ColumnWriter::Int64ColumnWriter(writer), Column::Optional(values)) => {
                let (known, levels) = known(values);
                writer.write_batch(&known, Some(&levels), None)?;
            }
            (ColumnWriter::ByteArrayColumnWriter(writer), Column::OptionalText(values)) => {
                let (known, levels) = known(values);
                writer.write_batch(&known, Some(&levels), None)?;
            }
            (ColumnWriter::DoubleColumnWriter(writer), Column::OptionalFloat(values)) => {
                let (known, levels) = known(values);
                writer.write_batch(&known, Some(&levels), None)?;
            }
            (ColumnWriter::DoubleColumnWriter(writer), Column::Float(values)) => {
                writer.write_batch(&values, None, None)?;
            }
            (ColumnWriter::BoolColumnWriter(writer), Column::Yes(values)) => {
                writer.write_batch(&values, None, None)?;
            }
            _ => unreachable!("the columns are those of the schema, in its order"),
        }
        place.close()?;
    }
    group.close()?;
    Ok(())
}

/// The known values, and for each row whether it has one.
fn known<T>(values: Vec<Option<T>>) -> (Vec<T>, Vec<i16>) {
    let levels = values.iter().map(|value| i16::from(value.is_some())).collect();
    (values.into_iter().flatten().collect(), levels)
}

/// Saturates above 2^63 - 1; nanoseconds and bytes of a run never reach that.
pub(crate) fn integer(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
