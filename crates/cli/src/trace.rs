//! `iogram trace`: recorded requests, whoever recorded them.

use std::io::{BufReader, Write};
use std::path::Path;
use std::process::ExitCode;

use iogram_model::{Nanos, Sentence, sentence};
use iogram_trace::{
    ImportOptions, Imported, Profile, ProfileMaker, TraceError, TraceFacts, TraceReader,
    TraceWriter, import,
};

use crate::args::{TraceCommand, TraceImportArgs, TraceShowArgs};
use crate::failure::Failure;
use crate::outlets;
use crate::output;
use crate::places;

/// Bytes that are read at once.
const READ_BYTES: usize = 1 << 20;

/// `iogram trace ..`.
pub(crate) fn perform(command: &TraceCommand) -> Result<ExitCode, Failure> {
    match command {
        TraceCommand::Import(arguments) => import_file(arguments)?,
        TraceCommand::Show(arguments) => show(arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn import_file(arguments: &TraceImportArgs) -> Result<(), Failure> {
    let outlet = outlets::imported_trace(arguments)?;
    let options = ImportOptions {
        kind: arguments.kind.map(crate::args::TraceKind::source),
        volume: arguments.volume.clone(),
        events: arguments.events.events(),
        skips_wrong: arguments.skip_wrong,
    };
    let name = &arguments.file;
    let file = match is_standard(name) {
        true => None,
        false => Some(places::open_file(name, outlets::TRACE_HINT)?),
    };
    // What goes wrong in reading is told as such, and not as a file that could not be written.
    let mut wrong = None;
    let mut imported = None;
    let path = outlet.write_with(|to| {
        let converted = match file {
            None => convert(std::io::stdin().lock(), None, &options, to),
            Some(file) => {
                convert(BufReader::with_capacity(READ_BYTES, file), Some(name), &options, to)
            }
        };
        match converted {
            Ok(converted) => {
                imported = Some(converted);
                Ok(())
            }
            Err(error) => {
                wrong = Some(error);
                Err(std::io::ErrorKind::InvalidData.into())
            }
        }
    });
    if let Some(error) = wrong {
        return Err(failure("import", name, &error));
    }
    let path = path?;
    let imported = imported.expect("what was written was read");
    tell(&imported, &path);
    Ok(())
}

fn convert(
    input: impl std::io::BufRead,
    name: Option<&Path>,
    options: &ImportOptions,
    to: &mut (dyn Write + Send),
) -> Result<(Imported, u64), TraceError> {
    let mut writer = TraceWriter::new(to)?;
    let mut last_ns = 0;
    let mut imported = import(input, options, &mut |request, names| {
        last_ns = request.issued_ns;
        writer.push(request, names)
    })?;
    let file_name = name.and_then(Path::file_name);
    imported.facts.file = file_name.map(|name| name.to_string_lossy().into_owned());
    writer.finish(&imported.facts)?;
    Ok((imported, last_ns))
}

/// What was read, and what was not.
fn tell((imported, last_ns): &(Imported, u64), path: &Path) {
    let facts = &imported.facts;
    output::talk(sentence!(
        "{count} requests in {time}, read as {kind}: {path} (iogram trace show {path})",
        count = imported.request_count,
        time = Nanos(*last_ns),
        kind = facts.source,
        path = path.display()
    ));
    if imported.moved_count > 0 {
        let count = imported.moved_count;
        output::talk(sentence!(
            "{count} requests stood behind later ones and were put in order",
            count
        ));
    }
    if imported.other_volume_count > 0 {
        let count = imported.other_volume_count;
        output::talk(sentence!(
            "{count} requests are of other volumes and were left out",
            count
        ));
    }
    if facts.without_completion_count > 0 {
        let count = facts.without_completion_count;
        output::talk(sentence!("{count} requests have no completion in the recording", count));
    }
    if facts.wrong_line_count > 0 {
        let count = facts.wrong_line_count;
        output::talk(sentence!(
            "{count} lines could not be understood and were left out:",
            count
        ));
        for line in &imported.wrong_lines {
            let wrong = TraceError::Line(line.clone());
            output::talk(sentence!("  {wrong}", wrong: wrong.sentence()));
        }
    }
}

fn show(arguments: &TraceShowArgs) -> Result<(), Failure> {
    let path = &arguments.file;
    let (facts, profile) = read(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let page = iogram_report::trace_page(&name, (&facts, &profile), &output::locale());
    output::page(&page, arguments.format, || iogram_report::trace_json(&facts, &profile))
}

fn read(path: &Path) -> Result<(TraceFacts, Profile), Failure> {
    let wrong = |error: TraceError| failure("read", path, &error);
    let file = places::open_file(path, "name a trace that iogram wrote")?;
    let mut reader = TraceReader::new(file).map_err(wrong)?;
    let (mut maker, mut batch) = (ProfileMaker::new(), Vec::new());
    loop {
        reader.next_batch(&mut batch).map_err(wrong)?;
        if batch.is_empty() {
            return Ok((reader.facts().clone(), maker.finish(reader.names())));
        }
        batch.iter().for_each(|request| maker.add(request));
    }
}

/// `what` could not be done with the trace in `path`.
fn failure(what: &'static str, path: &Path, error: &TraceError) -> Failure {
    // The library's words stand behind ours.
    let wrong = match std::error::Error::source(error) {
        Some(why) => {
            sentence!("{wrong} ({why})", wrong: error.sentence(), why: Sentence::of_system(&why))
        }
        None => error.sentence(),
    };
    let path = path.display();
    let message = match what {
        "import" => sentence!("cannot import {path}: {wrong}", path, wrong: wrong),
        _ => sentence!("cannot read {path}: {wrong}", path, wrong: wrong),
    };
    match error {
        TraceError::Io(_) => {
            Failure::new(iogram_session::FailureKind::Environment, message, error.hint())
        }
        _ => Failure::usage(message, error.hint()),
    }
}
