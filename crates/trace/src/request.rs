//! One request of a trace.

use iogram_model::{OpKind, Text, text};

use crate::names::NameId;

/// One recorded request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceRequest {
    /// Time of its issue since the first request of the trace.
    pub issued_ns: u64,
    /// Read, write, flush or discard.
    pub kind: OpKind,
    /// Whether a write had to be durable on completion (force unit access).
    pub is_fua: bool,
    /// First byte on the drive; 0 for a flush.
    pub offset: u64,
    /// Bytes; at least 1, and 0 for a flush.
    pub length: u32,
    /// Recorded latency; `None` if the recording does not have it.
    pub latency_ns: Option<u64>,
    /// The program that issued it.
    pub process: NameId,
}

impl TraceRequest {
    /// Time of its recorded completion since the first request of the trace.
    #[must_use]
    pub fn completed_ns(&self) -> Option<u64> {
        Some(self.issued_ns.saturating_add(self.latency_ns?))
    }

    /// First byte after it.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.offset.saturating_add(u64::from(self.length))
    }

    /// The fault of its offset or length; `None` if a drive could serve the request.
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
