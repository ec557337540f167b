//! A trace of a served drive, written during the service.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use iogram_door::{DoorError, Outlet};
use iogram_model::{OpKind, Text, sentence, text};
use iogram_serve::{Happened, Watcher};
use iogram_trace::{NameId, Recorder, TraceError, TraceFacts, TraceRequest};

use crate::failure::Failure;
use crate::output;

/// Messages to the writing thread.
enum Note {
    Happened(Happened),
    End,
}

/// Number of requests, and the path of the file.
type Written = Result<(u64, std::path::PathBuf), DoorError>;

/// A trace while it is written.
pub(crate) struct Recording {
    notes: Sender<Note>,
    writer: JoinHandle<Written>,
}

impl Recording {
    /// Begins one; the file exists when it has ended.
    pub(crate) fn begin(outlet: Outlet, facts: TraceFacts) -> Result<Self, Failure> {
        let (notes, receiver) = channel();
        let writer = std::thread::Builder::new()
            .name("trace".to_owned())
            .spawn(move || write(outlet, facts, &receiver))
            .map_err(|error| Failure::environment(error.to_string(), Text::NONE))?;
        Ok(Self { notes, writer })
    }

    /// Passes events to the recording.
    pub(crate) fn watcher(&self) -> Watcher {
        let notes = self.notes.clone();
        // A writer that failed reports it at the end.
        Box::new(move |happened| drop(notes.send(Note::Happened(happened))))
    }

    /// Ends it, and prints its path.
    pub(crate) fn end(self) -> Result<(), Failure> {
        drop(self.notes.send(Note::End));
        let written = self.writer.join();
        let (count, path) = written.map_err(|_panic| {
            Failure::environment(text!("cli-thread-writes-trace-ended-early"), Text::NONE)
        })??;
        output::talk(sentence!(
            "cli-requests-recorded-iogram-trace-show",
            count,
            path = path.display()
        ));
        Ok(())
    }
}

fn write(outlet: Outlet, facts: TraceFacts, notes: &Receiver<Note>) -> Written {
    let mut count = 0;
    let path = outlet.write_with(|to| {
        let recorded = record(to, facts, notes);
        count = recorded.map_err(|error| match error {
            TraceError::Io(error) => error,
            other => std::io::Error::other(other),
        })?;
        Ok(())
    })?;
    Ok((count, path))
}

fn record(
    to: &mut (dyn std::io::Write + Send),
    facts: TraceFacts,
    notes: &Receiver<Note>,
) -> Result<u64, TraceError> {
    let mut recorder = Recorder::new(to)?;
    while let Ok(Note::Happened(happened)) = notes.recv() {
        match happened {
            Happened::Issued { at, request } => {
                let is_flush = request.kind == OpKind::Flush;
                let (offset, length) = (request.offset, request.length);
                recorder.issue(
                    request.slot.into(),
                    TraceRequest {
                        issued_ns: at.0,
                        kind: request.kind,
                        is_fua: request.is_fua,
                        offset: if is_flush { 0 } else { offset },
                        length: if is_flush { 0 } else { length },
                        latency_ns: None,
                        process: NameId::UNKNOWN,
                    },
                );
            }
            Happened::Completed { at, slot } => recorder.complete(slot.into(), at.0)?,
        }
    }
    recorder.finish(facts)
}
