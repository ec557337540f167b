//! Turns parsed lines into requests in the order of their times.

use iogram_model::{OpKind, Text, text};

use super::line::{Line, What};
use super::{Events, ImportOptions, Imported, Sink};
use crate::error::{TraceError, WrongLine};
use crate::facts::TraceFacts;
use crate::names::Names;
use crate::order::Ordering;
use crate::pairing::Pairing;
use crate::request::TraceRequest;

/// Invalid lines that are kept for the report. Arbitrary.
const WRONG_KEPT: usize = 20;
/// Characters of an invalid line in the report. Arbitrary: half a line of a terminal.
const SHOWN_LETTERS: usize = 60;

/// Takes parsed lines, emits requests.
pub(super) struct Flow<'a> {
    options: &'a ImportOptions,
    sink: Sink<'a>,
    names: Names,
    /// The kernel's events identify a request by its address and kind.
    pairing: Pairing<(u64, OpKind)>,
    ordering: Ordering,
    volume: Option<String>,
    first_ns: Option<u64>,
    request_count: u64,
    wrong_count: u64,
    wrong_lines: Vec<WrongLine>,
    other_event_count: u64,
    other_volume_count: u64,
    unanswered_count: u64,
    has_events: bool,
}

impl<'a> Flow<'a> {
    pub(super) fn new(options: &'a ImportOptions, sink: Sink<'a>) -> Self {
        Self {
            options,
            sink,
            names: Names::default(),
            pairing: Pairing::default(),
            ordering: Ordering::default(),
            volume: options.volume.clone(),
            first_ns: None,
            request_count: 0,
            wrong_count: 0,
            wrong_lines: Vec::new(),
            other_event_count: 0,
            other_volume_count: 0,
            unanswered_count: 0,
            has_events: false,
        }
    }

    /// Records an invalid line.
    ///
    /// # Errors
    ///
    /// Ends the import, unless the options skip invalid lines.
    pub(super) fn wrong(
        &mut self,
        number: u64,
        why: Text,
        text: &str,
    ) -> Result<(), TraceError> {
        let shown =
            text.chars().take(SHOWN_LETTERS).map(|c| if c.is_control() { '?' } else { c });
        let line = WrongLine { number, why, text: shown.collect() };
        if !self.options.skips_wrong {
            return Err(TraceError::Line(line));
        }
        self.wrong_count = self.wrong_count.saturating_add(1);
        if self.wrong_lines.len() < WRONG_KEPT {
            self.wrong_lines.push(line);
        }
        Ok(())
    }

    /// Takes the parsed line `number`; error messages show its `text`.
    ///
    /// # Errors
    ///
    /// Fails if the request is invalid or of another volume, time goes back, or the sink fails.
    pub(super) fn take(
        &mut self,
        number: u64,
        text: &str,
        line: &Line<'_>,
    ) -> Result<(), TraceError> {
        if line.what == What::Other {
            self.other_event_count = self.other_event_count.saturating_add(1);
            return Ok(());
        }
        if !self.is_of_volume(number, line.volume)? {
            self.other_volume_count = self.other_volume_count.saturating_add(1);
            return Ok(());
        }
        let wanted = match self.options.events {
            Events::Issued => What::Issued,
            Events::Queued => What::Queued,
        };
        match line.what {
            What::Unanswered => {
                self.unanswered_count = self.unanswered_count.saturating_add(1);
                Ok(())
            }
            What::Request => {
                let Some(request) = self.request_of(number, text, line)? else { return Ok(()) };
                self.order(number, request)
            }
            What::Completed => {
                // The completion itself needs no check: one that no request waits for is ignored.
                self.pairing.complete((line.offset, line.kind), line.at_ns);
                self.pass_on(number)
            }
            What::Withdrawn => {
                // Only an issued request can be issued again.
                if wanted == What::Issued {
                    self.pairing.withdraw((line.offset, line.kind));
                }
                Ok(())
            }
            what if what == wanted => {
                self.has_events = true;
                if line.has_preflush && wanted == What::Queued {
                    let flush = Line { kind: OpKind::Flush, offset: 0, length: 0, ..*line };
                    if let Some(flush) = self.request_of(number, text, &flush)? {
                        self.pairing.issue((0, OpKind::Flush), flush);
                        self.pairing.complete((0, OpKind::Flush), line.at_ns);
                    }
                }
                let Some(request) = self.request_of(number, text, line)? else { return Ok(()) };
                self.pairing.issue((request.offset, request.kind), request);
                self.pass_on(number)
            }
            _ => {
                self.other_event_count = self.other_event_count.saturating_add(1);
                Ok(())
            }
        }
    }

    /// Ends the input.
    ///
    /// # Errors
    ///
    /// Fails if the input had no request, or the sink fails.
    pub(super) fn finish(mut self, source: &str) -> Result<Imported, TraceError> {
        while let Some(request) = self.pairing.take() {
            self.order(0, request)?;
        }
        while let Some(request) = self.ordering.take() {
            self.give(request)?;
        }
        if self.request_count == 0 {
            return Err(match self.wrong_lines.into_iter().next() {
                Some(line) => TraceError::Line(line),
                None => TraceError::Empty { other_event_count: self.other_event_count },
            });
        }
        let facts = TraceFacts {
            source: source.to_owned(),
            volume: self.volume.filter(|volume| !volume.is_empty()),
            times: self.has_events.then(|| self.options.events.name().to_owned()),
            wrong_line_count: self.wrong_count,
            without_completion_count: self.pairing.lost_count,
            iogram_version: env!("CARGO_PKG_VERSION").to_owned(),
            ..TraceFacts::default()
        };
        Ok(Imported {
            facts,
            wrong_lines: self.wrong_lines,
            other_event_count: self.other_event_count,
            other_volume_count: self.other_volume_count,
            unanswered_count: self.unanswered_count,
            moved_count: self.ordering.moved_count,
            request_count: self.request_count,
        })
    }

    fn is_of_volume(&mut self, number: u64, volume: &str) -> Result<bool, TraceError> {
        match &self.volume {
            Some(first) if first == volume => Ok(true),
            Some(_) if self.options.volume.is_some() => Ok(false),
            Some(first) => Err(TraceError::SeveralVolumes {
                number,
                first: first.clone(),
                other: volume.to_owned(),
            }),
            None => {
                self.volume = Some(volume.to_owned());
                Ok(true)
            }
        }
    }

    /// The request of a line; `None` if the line is invalid and the options skip invalid lines.
    fn request_of(
        &mut self,
        number: u64,
        text: &str,
        line: &Line<'_>,
    ) -> Result<Option<TraceRequest>, TraceError> {
        let is_flush = line.kind == OpKind::Flush;
        let Ok(length) = u32::try_from(line.length) else {
            return self.wrong(number, text!("trace-request-4-gib-more"), text).map(|()| None);
        };
        let request = TraceRequest {
            issued_ns: line.at_ns,
            kind: line.kind,
            is_fua: line.is_fua,
            offset: if is_flush { 0 } else { line.offset },
            length: if is_flush { 0 } else { length },
            latency_ns: line.latency_ns,
            process: self.names.number(line.process),
        };
        match request.fault() {
            Some(why) => self.wrong(number, why, text).map(|()| None),
            None => Ok(Some(request)),
        }
    }

    fn pass_on(&mut self, number: u64) -> Result<(), TraceError> {
        while let Some(request) = self.pairing.pop() {
            self.order(number, request)?;
        }
        Ok(())
    }

    fn order(&mut self, number: u64, request: TraceRequest) -> Result<(), TraceError> {
        self.ordering
            .push(request)
            .map_err(|back_ns| TraceError::TimeGoesBack { number, back_ns })?;
        while let Some(request) = self.ordering.pop() {
            self.give(request)?;
        }
        Ok(())
    }

    fn give(&mut self, request: TraceRequest) -> Result<(), TraceError> {
        let first = *self.first_ns.get_or_insert(request.issued_ns);
        let issued_ns = request.issued_ns.saturating_sub(first);
        self.request_count = self.request_count.saturating_add(1);
        (self.sink)(&TraceRequest { issued_ns, ..request }, &self.names)
    }
}
