//! Time series and histograms as Parquet, for data frames. Written column by column, uncompressed: the
//! dictionary and run-length encodings take out most of what repeats.

use std::fmt;
use std::io::Write;
use std::sync::Arc;

use iogram_model::{OpKind, OpRecord, Run, Sentence, SeriesOp, SeriesRow, sentence};
use iogram_stats::Histogram;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

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
        /// What of it could not be read.
        source: iogram_stats::DecodeError,
    },
    /// The file could not be put together.
    Parquet(#[from] ParquetError),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl ExportError {
    /// What could not be done, on what, and why; causes are not in it.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Histogram { cell, operation, .. } => sentence!(
                "cannot read the histogram of {operation} in cell {cell}",
                operation,
                cell
            ),
            Self::Parquet(_) => "cannot write Parquet".into(),
        }
    }

    /// What the system says of the file that is written, if that is why; else this.
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
    required int64 max_ns;
}";

const HISTOGRAMS: &str = "message histograms {
    required binary run_id (utf8);
    required binary cell (utf8);
    required int64 repeat_index;
    required binary operation (utf8);
    required int64 from_ns;
    required int64 to_ns;
    required int64 count;
}";

/// A column's values.
pub(crate) enum Column {
    Text(Vec<ByteArray>),
    Number(Vec<i64>),
    /// `None` is unknown, as in those that follow.
    Optional(Vec<Option<i64>>),
    OptionalText(Vec<Option<ByteArray>>),
    OptionalFloat(Vec<Option<f64>>),
    Float(Vec<f64>),
    Yes(Vec<bool>),
}

/// What every row begins with.
#[derive(Default)]
struct Heads {
    run_id: Vec<ByteArray>,
    cell: Vec<ByteArray>,
    repeat: Vec<i64>,
    operation: Vec<ByteArray>,
}

impl Heads {
    fn push(&mut self, run: &str, cell: &str, repeat: u32, operation: OpKind) {
        self.run_id.push(run.into());
        self.cell.push(cell.into());
        self.repeat.push(repeat.into());
        self.operation.push(operation.name().into());
    }

    fn columns(self) -> Vec<Column> {
        vec![
            Column::Text(self.run_id),
            Column::Text(self.cell),
            Column::Number(self.repeat),
            Column::Text(self.operation),
        ]
    }
}

/// Every interval of every cell and operation: one row each, in order.
///
/// # Errors
///
/// Fails if the file cannot be put together.
pub fn parquet_series(run: &Run) -> Result<Vec<u8>, ExportError> {
    let mut heads = Heads::default();
    let mut numbers: [Vec<i64>; 4] = Default::default();
    let mut interval = Vec::new();
    let mut percentiles: [Vec<Option<i64>>; 2] = Default::default();
    for cell in &run.cells {
        for row in &cell.series.rows {
            for (kind, op) in operations(row) {
                heads.push(&run.id, &cell.name, cell.repeat, kind);
                let values = [row.start_ns, op.count, op.bytes, op.max_ns];
                for (column, value) in numbers.iter_mut().zip(values) {
                    column.push(integer(value));
                }
                interval.push(integer(cell.series.length_ns(row)));
                percentiles[0].push(op.p50_ns.map(integer));
                percentiles[1].push(op.p99_ns.map(integer));
            }
        }
    }
    let [start, count, bytes, max] = numbers;
    let [p50, p99] = percentiles;
    let mut columns = heads.columns();
    columns.extend([start, interval, count, bytes].map(Column::Number));
    columns.extend([p50, p99].map(Column::Optional));
    columns.push(Column::Number(max));
    write(SERIES, columns)
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

/// Every bucket of every histogram that holds anything.
///
/// # Errors
///
/// Fails if a histogram is not readable or the file cannot be put together.
pub fn parquet_histograms(run: &Run) -> Result<Vec<u8>, ExportError> {
    let mut heads = Heads::default();
    let mut numbers: [Vec<i64>; 3] = Default::default();
    for (cell, repeat, kind, text) in texts(run) {
        let histogram = Histogram::from_text(text).map_err(|source| {
            let (cell, operation) = (cell.to_owned(), kind.name());
            ExportError::Histogram { cell, operation, source }
        })?;
        for bucket in histogram.buckets() {
            heads.push(&run.id, cell, repeat, kind);
            let values = [bucket.from_ns, bucket.to_ns, bucket.count];
            for (column, value) in numbers.iter_mut().zip(values) {
                column.push(integer(value));
            }
        }
    }
    let mut columns = heads.columns();
    columns.extend(numbers.map(Column::Number));
    write(HISTOGRAMS, columns)
}

/// Histograms of cells and of what another tool printed, with cell, repetition and operation. One of which it is not known
/// which operations are in it has no place in a table of operations.
fn texts(run: &Run) -> Vec<(&str, u32, OpKind, &str)> {
    let cells = run.cells.iter().flat_map(|cell| {
        cell.operations.iter().map(|(kind, record): (OpKind, &OpRecord)| {
            (cell.name.as_str(), cell.repeat, kind, record.histogram.as_str())
        })
    });
    let imported = run.imports().flat_map(|it| &it.results).filter_map(|result| {
        Some((result.name.as_str(), 0, result.operation?, result.histogram.as_deref()?))
    });
    cells.chain(imported).collect()
}

pub(crate) fn write(schema: &str, columns: Vec<Column>) -> Result<Vec<u8>, ExportError> {
    let schema = Arc::new(parse_message_type(schema)?);
    // Only what the run says is in the file: the same run gives the same bytes.
    let properties = WriterProperties::builder().set_created_by("iogram".to_owned()).build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    write_group(&mut writer, columns)?;
    Ok(writer.into_inner()?)
}

/// Writes rows of all columns, which are those of the schema in its order.
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

/// The values that are known, and for each row whether it has one.
fn known<T>(values: Vec<Option<T>>) -> (Vec<T>, Vec<i16>) {
    let levels = values.iter().map(|value| i16::from(value.is_some())).collect();
    (values.into_iter().flatten().collect(), levels)
}

/// Nanoseconds and bytes beyond 2^63 do not occur in a run; they would saturate.
pub(crate) fn integer(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
