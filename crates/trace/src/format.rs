//! The trace format, `iogram-trace/1`: a Parquet file with one row for each request, in the order of their times.
//!
//! Times are stored as differences (`DELTA_BINARY_PACKED`) and gzip compresses all pages, so a request takes 6 to 12
//! bytes. Any Parquet reader can read a trace.

/// The columns, in order.
pub(crate) const SCHEMA: &str = "message iogram_trace {
    required int64 issued_ns;
    required binary kind (utf8);
    required boolean is_fua;
    required int64 offset_bytes;
    required int64 length_bytes;
    optional int64 latency_ns;
    optional binary process (utf8);
}";

/// The metadata key of [`crate::TraceFacts`]; a Parquet file with this key is a trace.
pub(crate) const FACTS_KEY: &str = "iogram-trace/1";

/// Rows of a row group; the writer holds one group in memory. Arbitrary: 256 Ki rows are 12 MiB.
pub(crate) const GROUP_ROWS: usize = 1 << 18;

/// Rows of one read. Arbitrary: large enough that calls cost nothing, small enough for any memory.
pub(crate) const BATCH_ROWS: usize = 1 << 13;
