//! Reads a trace.

use iogram_model::{OpKind, text};
use parquet::column::reader::ColumnReader;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, FileReader, SerializedFileReader};

use crate::error::TraceError;
use crate::facts::TraceFacts;
use crate::format::{BATCH_ROWS, FACTS_KEY};
use crate::names::Names;
use crate::profile::{Profile, ProfileMaker};
use crate::request::TraceRequest;

/// The columns, in the order of [`crate::format::SCHEMA`].
const COLUMNS: [&str; 7] =
    ["issued_ns", "kind", "is_fua", "offset_bytes", "length_bytes", "latency_ns", "process"];

/// Reads requests in the order of their times; holds one batch and its Parquet pages in memory.
pub struct TraceReader<R: ChunkReader> {
    file: SerializedFileReader<R>,
    facts: TraceFacts,
    request_count: u64,
    names: Names,
    next_group: usize,
    /// The readers of the current row group's columns, and the number of rows left in the group.
    group: Option<(Vec<ColumnReader>, usize)>,
    /// Requests so far, and the time of the last one.
    read: (u64, u64),
}

impl<R: ChunkReader> std::fmt::Debug for TraceReader<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TraceReader").field("facts", &self.facts).finish_non_exhaustive()
    }
}

impl<R: ChunkReader + 'static> TraceReader<R> {
    /// Opens a trace.
    ///
    /// # Errors
    ///
    /// Fails if `input` is not a trace, or truncated.
    pub fn new(input: R) -> Result<Self, TraceError> {
        let file = SerializedFileReader::new(input)?;
        let metadata = file.metadata().file_metadata();
        let facts = metadata.key_value_metadata().into_iter().flatten();
        let facts =
            facts.filter(|pair| pair.key == FACTS_KEY).find_map(|pair| pair.value.as_deref());
        let facts = facts.ok_or(TraceError::NotATrace)?;
        let facts = serde_json::from_str(facts).ok().ok_or(TraceError::NotATrace)?;
        let columns = metadata.schema_descr().columns();
        let is_ours = columns.len() >= COLUMNS.len()
            && columns.iter().zip(COLUMNS).all(|(column, name)| column.name() == name);
        if !is_ours {
            return Err(TraceError::NotATrace);
        }
        let request_count =
            u64::try_from(metadata.num_rows()).ok().ok_or(TraceError::NotATrace)?;
        Ok(Self {
            file,
            facts,
            request_count,
            names: Names::default(),
            next_group: 0,
            group: None,
            read: (0, 0),
        })
    }

    /// The facts of the trace.
    #[must_use]
    pub fn facts(&self) -> &TraceFacts {
        &self.facts
    }

    /// Number of requests in the trace.
    #[must_use]
    pub fn request_count(&self) -> u64 {
        self.request_count
    }

    /// Names of the programs of the requests read so far.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Replaces the contents of `batch` with the next requests; leaves it empty at the end.
    ///
    /// # Errors
    ///
    /// Fails if the file is truncated, or contains an invalid request.
    pub fn next_batch(&mut self, batch: &mut Vec<TraceRequest>) -> Result<(), TraceError> {
        batch.clear();
        loop {
            if self.group.as_ref().is_none_or(|(_, left)| *left == 0) && !self.open_group()? {
                return Ok(());
            }
            let Some((columns, left)) = &mut self.group else { return Ok(()) };
            let wanted = BATCH_ROWS.min(*left);
            let rows = read_rows(columns, wanted, &mut self.names, batch)?;
            if rows == 0 && *left > 0 {
                return Err(ParquetError::EOF(
                    "a group has fewer rows than it says".to_owned(),
                )
                .into());
            }
            *left = left.saturating_sub(rows);
            if rows > 0 {
                return self.check(batch);
            }
        }
    }

    /// Reads all remaining requests and returns their profile.
    ///
    /// # Errors
    ///
    /// As [`TraceReader::next_batch`].
    pub fn profile(&mut self) -> Result<Profile, TraceError> {
        let (mut maker, mut batch) = (ProfileMaker::new(), Vec::new());
        loop {
            self.next_batch(&mut batch)?;
            if batch.is_empty() {
                return Ok(maker.finish(&self.names));
            }
            batch.iter().for_each(|request| maker.add(request));
        }
    }

    fn open_group(&mut self) -> Result<bool, TraceError> {
        if self.next_group >= self.file.num_row_groups() {
            return Ok(false);
        }
        let group = self.file.get_row_group(self.next_group)?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let columns = (0..COLUMNS.len())
            .map(|column| group.get_column_reader(column))
            .collect::<Result<_, _>>()?;
        self.group = Some((columns, rows));
        self.next_group = self.next_group.saturating_add(1);
        Ok(true)
    }

    fn check(&mut self, batch: &[TraceRequest]) -> Result<(), TraceError> {
        for request in batch {
            let (count, before_ns) = self.read;
            let number = count.saturating_add(1);
            if let Some(why) = request.fault() {
                return Err(TraceError::BadRequest { number, why });
            }
            if request.issued_ns < before_ns {
                return Err(TraceError::BadRequest {
                    number,
                    why: text!("trace-time-goes-back"),
                });
            }
            self.read = (number, request.issued_ns);
        }
        Ok(())
    }
}

/// Values of one column and, if the column is optional, the rows that have one.
#[derive(Debug, Default)]
struct Values<T> {
    values: Vec<T>,
    levels: Vec<i16>,
}

impl<T: Clone> Values<T> {
    /// One item for each row.
    fn optional(self) -> impl Iterator<Item = Option<T>> {
        let mut values = self.values.into_iter();
        self.levels.into_iter().map(move |level| if level > 0 { values.next() } else { None })
    }
}

fn read_rows(
    columns: &mut [ColumnReader],
    wanted: usize,
    names: &mut Names,
    batch: &mut Vec<TraceRequest>,
) -> Result<usize, TraceError> {
    let [issued, kind, is_fua, offset, length, latency, process] = columns else {
        return Err(TraceError::NotATrace);
    };
    let issued = integers(issued, wanted)?;
    let kinds = texts(kind, wanted)?;
    let is_fua = match is_fua {
        ColumnReader::BoolColumnReader(reader) => {
            let mut values = Vec::new();
            reader.read_records(wanted, None, None, &mut values)?;
            values
        }
        _ => return Err(TraceError::NotATrace),
    };
    let (offset, length) = (integers(offset, wanted)?, integers(length, wanted)?);
    let latency = integers(latency, wanted)?;
    let process = texts(process, wanted)?;
    let rows = issued.values.len();
    let whole = [kinds.values.len(), is_fua.len(), offset.values.len(), length.values.len()];
    if whole.iter().any(|&count| count != rows)
        || latency.levels.len() != rows
        || process.levels.len() != rows
    {
        return Err(ParquetError::EOF("columns of a group differ in length".to_owned()).into());
    }
    let places = offset.values.into_iter().zip(length.values);
    let details = latency.optional().zip(process.optional());
    let heads = issued.values.into_iter().zip(kinds.values).zip(is_fua);
    for (((issued, kind), is_fua), ((offset, length), (latency, process))) in
        heads.zip(places.zip(details))
    {
        let kind = OpKind::ALL.into_iter().find(|known| known.name().as_bytes() == kind.data());
        let process = process.as_ref().and_then(|name| std::str::from_utf8(name.data()).ok());
        let request = (|| {
            Some(TraceRequest {
                issued_ns: u64::try_from(issued).ok()?,
                kind: kind?,
                is_fua,
                offset: u64::try_from(offset).ok()?,
                length: u32::try_from(length).ok()?,
                latency_ns: latency.map(u64::try_from).transpose().ok()?,
                process: names.number(process.unwrap_or_default()),
            })
        })();
        batch.push(request.ok_or(TraceError::NotATrace)?);
    }
    Ok(rows)
}

fn integers(column: &mut ColumnReader, wanted: usize) -> Result<Values<i64>, TraceError> {
    let ColumnReader::Int64ColumnReader(reader) = column else {
        return Err(TraceError::NotATrace);
    };
    let mut read = Values::default();
    reader.read_records(wanted, Some(&mut read.levels), None, &mut read.values)?;
    Ok(read)
}

fn texts(column: &mut ColumnReader, wanted: usize) -> Result<Values<ByteArray>, TraceError> {
    let ColumnReader::ByteArrayColumnReader(reader) = column else {
        return Err(TraceError::NotATrace);
    };
    let mut read = Values::default();
    reader.read_records(wanted, Some(&mut read.levels), None, &mut read.values)?;
    Ok(read)
}

#[cfg(test)]
mod tests;
