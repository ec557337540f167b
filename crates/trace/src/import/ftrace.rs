//! Block layer events in the kernel's tracing files: `program-pid [cpu] flags seconds: event: details`.
//!
//! Source: the kernel's `include/trace/events/block.h` (the details of each event) and
//! `Documentation/trace/ftrace.rst` (the fields before them). `trace-cmd report` prints its own heading, `perf
//! script` prints the name of the event group before each event.

use iogram_model::{OpKind, Text, text};

use super::blkparse::{is_device, operation};
use super::line::{Line, TextFormat, What, seconds, sectors};

/// `trace` or `trace_pipe`.
#[derive(Debug, Default)]
pub(super) struct Ftrace;

impl TextFormat for Ftrace {
    fn name(&self) -> &'static str {
        "ftrace"
    }

    fn read<'a>(&mut self, text: &'a str) -> Result<Option<Line<'a>>, Text> {
        let text = text.trim_ascii();
        if text.is_empty() || text.starts_with('#') {
            return Ok(None);
        }
        if is_head_of_trace_cmd(text) {
            return Ok(None);
        }
        if text.contains(" [LOST ") && text.ends_with("EVENTS]") {
            return Err(text!("trace-kernel-lost-events-here-because-buffer"));
        }
        let (head, rest) = text.split_once(": ").ok_or(text!("trace-names-no-event"))?;
        let at = head.rsplit(' ').next().unwrap_or_default();
        let at_ns = seconds(at)?;
        let (event, details) = rest.split_once(": ").ok_or(text!("trace-names-no-event"))?;
        let event = event.trim_start();
        let what = match event.strip_prefix("block:").unwrap_or(event) {
            "block_rq_issue" => What::Issued,
            "block_rq_complete" => What::Completed,
            "block_rq_requeue" => What::Withdrawn,
            "block_bio_queue" => What::Queued,
            _ => return Ok(Some(Line::other(""))),
        };
        let mut fields = details.split_ascii_whitespace();
        let mut next = || fields.next().ok_or(text!("trace-line-cut-off"));
        let volume = next()?;
        if !is_device(volume) {
            return Err(text!("trace-event-names-no-device-8-0"));
        }
        let Some((kind, is_fua, has_preflush)) = operation(next()?) else {
            return Ok(Some(Line::other(volume)));
        };
        // The event prints a passthrough command in parentheses, with spaces in it.
        let place = details.rsplit_once(") ").map_or(details, |(_, place)| place);
        let place = place.split_once('+').ok_or(text!("trace-line-cut-off"))?;
        let sector = place.0.rsplit(' ').find(|part| !part.is_empty()).unwrap_or_default();
        let count =
            place.1.split_ascii_whitespace().next().ok_or(text!("trace-line-cut-off"))?;
        let length = sectors(count)?;
        // An empty write with a preceding flush is a flush, which has no sector.
        if kind == OpKind::Flush || (has_preflush && length == 0) {
            let process = process_of(details, what);
            let flush = Line::request(at_ns, OpKind::Flush, (0, 0));
            return Ok(Some(Line { what, volume, process, ..flush }));
        }
        // The request completes a second time when the flush around it is done.
        if length == 0 {
            return Ok(Some(Line::other(volume)));
        }
        Ok(Some(Line {
            what,
            is_fua,
            has_preflush,
            volume,
            process: process_of(details, what),
            ..Line::request(at_ns, kind, (sectors(sector)?, length))
        }))
    }
}

/// `cpus=8`, `version = 7`, `CPU 3 is empty`.
fn is_head_of_trace_cmd(text: &str) -> bool {
    text.starts_with("cpus=")
        || text.starts_with("version = ")
        || text.starts_with("CPU ") && text.ends_with(" is empty")
}

/// The program's name in brackets. Completions have an error number in its place.
fn process_of(details: &str, what: What) -> &str {
    if what == What::Completed {
        return "";
    }
    let name = details.strip_suffix(']').and_then(|text| text.rsplit_once('['));
    name.map_or("", |(_, name)| name)
}
