//! Records requests while they happen, as a trace.

use std::io::Write;

use crate::error::TraceError;
use crate::facts::TraceFacts;
use crate::names::Names;
use crate::pairing::Pairing;
use crate::request::TraceRequest;
use crate::writer::TraceWriter;

/// Takes requests when they are issued and completed, and writes them in the order of their issue.
#[derive(Debug)]
pub struct Recorder<W: Write + Send> {
    writer: TraceWriter<W>,
    pairing: Pairing<u64>,
    names: Names,
    first_ns: Option<u64>,
}

impl<W: Write + Send> Recorder<W> {
    /// Begins a trace in `output`.
    ///
    /// # Errors
    ///
    /// Fails if `output` does.
    pub fn new(output: W) -> Result<Self, TraceError> {
        Ok(Self {
            writer: TraceWriter::new(output)?,
            pairing: Pairing::default(),
            names: Names::default(),
            first_ns: None,
        })
    }

    /// Records the issue of request `id`, which must differ from those of all outstanding requests. Times may be on
    /// any monotonic clock.
    pub fn issue(&mut self, id: u64, request: TraceRequest) {
        let first = *self.first_ns.get_or_insert(request.issued_ns);
        let issued_ns = request.issued_ns.saturating_sub(first);
        self.pairing.issue(id, TraceRequest { issued_ns, ..request });
    }

    /// Records the completion of request `id` at `at_ns` of the same clock.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn complete(&mut self, id: u64, at_ns: u64) -> Result<(), TraceError> {
        self.pairing.complete(id, at_ns.saturating_sub(self.first_ns.unwrap_or(0)));
        while let Some(request) = self.pairing.pop() {
            self.writer.push(&request, &self.names)?;
        }
        Ok(())
    }

    /// Ends the trace, adds `facts`, and returns its number of requests.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn finish(mut self, facts: TraceFacts) -> Result<u64, TraceError> {
        while let Some(request) = self.pairing.take() {
            self.writer.push(&request, &self.names)?;
        }
        let count = self.writer.count();
        let facts = TraceFacts {
            without_completion_count: self.pairing.lost_count,
            iogram_version: env!("CARGO_PKG_VERSION").to_owned(),
            ..facts
        };
        self.writer.finish(&facts)?;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use iogram_model::OpKind;

    use super::*;
    use crate::names::NameId;
    use crate::reader::TraceReader;

    fn request(issued_ns: u64, offset: u64) -> TraceRequest {
        TraceRequest {
            issued_ns,
            kind: OpKind::Write,
            is_fua: false,
            offset,
            length: 4096,
            latency_ns: None,
            process: NameId::UNKNOWN,
        }
    }

    #[test]
    fn requests_stand_in_the_order_of_their_issue_with_their_own_latency() {
        let mut bytes = Vec::new();
        let mut recorder = Recorder::new(&mut bytes).expect("memory takes everything");
        recorder.issue(7, request(1_000, 0));
        recorder.issue(8, request(2_000, 4096));
        recorder.issue(9, request(2_500, 8192));
        recorder.complete(8, 3_000).expect("memory takes everything");
        recorder.complete(7, 6_000).expect("memory takes everything");
        recorder.complete(5, 6_500).expect("nobody waits for it");
        assert_eq!(recorder.finish(TraceFacts::default()).expect("it ends"), 3);
        let mut reader = TraceReader::new(Bytes::from(bytes)).expect("it is a trace");
        let mut batch = Vec::new();
        reader.next_batch(&mut batch).expect("it is whole");
        let got: Vec<_> =
            batch.iter().map(|it| (it.issued_ns, it.offset, it.latency_ns)).collect();
        assert_eq!(got, [(0, 0, Some(5_000)), (1_000, 4096, Some(1_000)), (1_500, 8192, None)]);
        assert_eq!(reader.facts().without_completion_count, 1);
    }
    #[test]
    fn requests_for_the_same_place_keep_their_own_latency() {
        let mut bytes = Vec::new();
        let mut recorder = Recorder::new(&mut bytes).expect("memory takes everything");
        recorder.issue(1, request(0, 4096));
        recorder.issue(2, request(10, 4096));
        recorder.complete(2, 20).expect("memory takes everything");
        recorder.complete(1, 500).expect("memory takes everything");
        recorder.finish(TraceFacts::default()).expect("it ends");
        let mut reader = TraceReader::new(Bytes::from(bytes)).expect("it is a trace");
        let mut batch = Vec::new();
        reader.next_batch(&mut batch).expect("it is whole");
        let got: Vec<_> = batch.iter().map(|it| it.latency_ns).collect();
        assert_eq!(got, [Some(500), Some(10)]);
    }
}
