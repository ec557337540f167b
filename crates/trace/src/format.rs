//! The trace format, `iogram-trace/1`: a Parquet file with one row for each request, in the order of their times.
//!
//! Times are differences (`DELTA_BINARY_PACKED`) and all pages are compressed with gzip, so that a request takes 6 to
//! 12 bytes; whatever reads Parquet reads a trace.

/// The columns, in their order.
pub(crate) const SCHEMA: &str = "message iogram_trace {
    required int64 issued_ns;
    required binary kind (utf8);
    required boolean is_fua;
    required int64 offset_bytes;
    required int64 length_bytes;
    optional int64 latency_ns;
    optional binary process (utf8);
}";

/// Where in a file's metadata its [`crate::TraceFacts`] lie; their being there makes it a trace.
pub(crate) const FACTS_KEY: &str = "iogram-trace/1";

/// Rows of a group, which are held in memory while a file is written. Arbitrary: 256 Ki rows are 12 MiB.
pub(crate) const GROUP_ROWS: usize = 1 << 18;

/// Rows that are read at once. Arbitrary: large enough that calls cost nothing, small enough for any memory.
pub(crate) const BATCH_ROWS: usize = 1 << 13;
