//! `iogram trace record`: records a command's requests to a drive, as the kernel reports them.

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use iogram_device::BlockEvents;
use iogram_engine::Control;
use iogram_inspect::SysRoot;
use iogram_model::{Text, sentence, text};
use iogram_trace::{ImportOptions, Imported, SourceKind, TraceError, TraceFacts};

use super::{convert, failure, tell, write_trace};
use crate::args::TraceRecordArgs;
use crate::command;
use crate::failure::Failure;
use crate::outlets;
use crate::signals;

/// The result of the conversion, and the path of the trace.
type Written = Result<((Imported, u64), PathBuf), Failure>;

/// Records until the command has ended, whose exit code becomes this command's.
pub(super) fn record(arguments: &TraceRecordArgs) -> Result<ExitCode, Failure> {
    let outlet = outlets::recorded_trace(arguments)?;
    // A signal also ends the command, and the recording so far is kept.
    let control = Arc::new(Control::default());
    signals::watch(std::slice::from_ref(&control), None)?;
    let events = BlockEvents::begin(Path::new(&arguments.device), &SysRoot::default())?;
    let (text, volume) = (events.text(), events.volume().to_owned());
    let words = arguments.command.join(" ");
    let device = PathBuf::from(&arguments.device);
    let thread = std::thread::Builder::new().name("trace".to_owned());
    let writer = thread.spawn(move || -> Written {
        let input = BufReader::new(text);
        let complete = |facts: &mut TraceFacts| {
            facts.source = "tracefs".to_owned();
            facts.command = Some(words);
        };
        write_trace(outlet, |to| convert(input, &options(volume), complete, to))?.map_err(
            |error| match error {
                TraceError::Empty { .. } => Failure::environment(
                    sentence!("cli-nothing-asked-meanwhile", device = device.display()),
                    text!("cli-stays-memory-asks-nothing-drive-end"),
                ),
                error => failure("record", &device, &error),
            },
        )
    });
    let writer = writer.map_err(|error| Failure::environment(error.to_string(), Text::NONE))?;
    let ended = command::run_until(&arguments.command, &control);
    events.end();
    let written = writer.join().map_err(|_panic| {
        Failure::environment(text!("cli-thread-writes-trace-ended-early"), Text::NONE)
    })?;
    drop(events);
    let status = ended?;
    let (imported, path) = written?;
    tell(&imported, &path);
    command::code_of(status)
}

fn options(volume: String) -> ImportOptions {
    ImportOptions {
        kind: Some(SourceKind::Ftrace),
        volume: Some(volume),
        // The kernel reports lost events, and so does iogram.
        skips_wrong: true,
        ..ImportOptions::default()
    }
}
