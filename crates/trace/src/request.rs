//! One request of a trace.

use iogram_model::{OpKind, Text, text};

use crate::names::NameId;

/// One request as it was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceRequest {
    /// When it was issued, since the first request of the trace.
    pub issued_ns: u64,
    /// Read, write, flush or discard.
    pub kind: OpKind,
    /// Whether a write was to be durable when it completed (force unit access).
    pub is_fua: bool,
    /// First byte on the drive; 0 for a flush.
    pub offset: u64,
    /// Bytes; at least 1, and 0 for a flush.
    pub length: u32,
    /// How long it took then; `None` where the recording does not say.
    pub latency_ns: Option<u64>,
    /// Which program issued it.
    pub process: NameId,
}

impl TraceRequest {
    /// When it completed then, since the first request of the trace.
    #[must_use]
    pub fn completed_ns(&self) -> Option<u64> {
        Some(self.issued_ns.saturating_add(self.latency_ns?))
    }

    /// First byte behind it.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.offset.saturating_add(u64::from(self.length))
    }

    /// What is wrong with its place or size; `None` for a request that a drive can be given.
    pub(crate) fn fault(&self) -> Option<Text> {
        match self.kind {
            OpKind::Flush => None,
            _ if self.length == 0 => Some(text!("trace-request-0-bytes")),
            _ if self.offset.checked_add(u64::from(self.length)).is_none() => {
                Some(text!("trace-address-above-2-64-bytes"))
            }
            _ => None,
        }
    }
}
