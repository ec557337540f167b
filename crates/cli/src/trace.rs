//! `iogram trace`: recorded requests from any recorder.

mod processors;
mod record;

use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use iogram_door::Outlet;
use iogram_model::{Nanos, Sentence, sentence, text};
use iogram_runner::builtin_method;
use iogram_session::parse_settings;
use iogram_trace::{
    ImportOptions, Imported, MergedRecords, Profile, TraceError, TraceFacts, TraceReader,
    TraceWriter, import,
};

use crate::args::{TraceCommand, TraceImportArgs, TraceKind, TraceRunArgs, TraceShowArgs};
use crate::execute::run_on;
use crate::failure::Failure;
use crate::outlets;
use crate::output;
use crate::places;

/// Bytes of one read.
const READ_BYTES: usize = 1 << 20;

/// `iogram trace ..`.
pub(crate) fn perform(command: &TraceCommand) -> Result<ExitCode, Failure> {
    match command {
        TraceCommand::Import(arguments) => import_file(arguments)?,
        TraceCommand::Show(arguments) => show(arguments)?,
        TraceCommand::Run(arguments) => return run(arguments),
        TraceCommand::Record(arguments) => return record::record(arguments),
    }
    Ok(ExitCode::SUCCESS)
}

fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn import_file(arguments: &TraceImportArgs) -> Result<(), Failure> {
    let outlet = outlets::imported_trace(arguments)?;
    let options = ImportOptions {
        kind: arguments.kind.map(TraceKind::source),
        volume: arguments.volume.clone(),
        events: arguments.events.events(),
        skips_wrong: arguments.skip_wrong,
    };
    let name = &arguments.file;
    let file = match is_standard(name) {
        true => None,
        false => Some(places::open_file(name, outlets::TRACE_HINT)?),
    };
    let others = match &file {
        Some(_) if matches!(arguments.kind, None | Some(TraceKind::Blktrace)) => {
            processors::open_others(name)?
        }
        _ => Vec::new(),
    };
    let file_count = others.len().saturating_add(1);
    let file_name = name.file_name().filter(|_| file.is_some());
    let file_name = file_name.map(|name| name.to_string_lossy().into_owned());
    let complete = |facts: &mut TraceFacts| facts.file = file_name;
    let written = write_trace(outlet, |to| match file {
        None => convert(std::io::stdin().lock(), &options, complete, to),
        Some(file) if others.is_empty() => {
            convert(BufReader::with_capacity(READ_BYTES, file), &options, complete, to)
        }
        Some(file) => {
            let files = std::iter::once(file).chain(others);
            let merged = MergedRecords::new(files.map(BufReader::new))?;
            convert(BufReader::with_capacity(READ_BYTES, merged), &options, complete, to)
        }
    })?;
    let (imported, path) = written.map_err(|error| failure("import", name, &error))?;
    tell(&imported, &path);
    if file_count > 1 {
        output::talk(sentence!(
            "cli-read-together-files-recording-other-processors",
            count = file_count
        ));
    }
    Ok(())
}

/// Writes the result of `convert` into `outlet`. A read error is reported as such, and not as a write error of the
/// file.
fn write_trace<T>(
    outlet: Outlet,
    convert: impl FnOnce(&mut (dyn Write + Send)) -> Result<T, TraceError>,
) -> Result<Result<(T, PathBuf), TraceError>, Failure> {
    let mut read = None;
    let path = outlet.write_with(|to| {
        let done = convert(to);
        let is_done = done.is_ok();
        read = Some(done);
        if is_done { Ok(()) } else { Err(std::io::ErrorKind::InvalidData.into()) }
    });
    match read {
        Some(Err(error)) => Ok(Err(error)),
        read => {
            let path = path?;
            let done = read.and_then(Result::ok).expect("what was written was read");
            Ok(Ok((done, path)))
        }
    }
}

/// Converts a trace of another format to iogram's; `complete` adds other known facts.
fn convert(
    input: impl std::io::BufRead,
    options: &ImportOptions,
    complete: impl FnOnce(&mut TraceFacts),
    to: &mut (dyn Write + Send),
) -> Result<(Imported, u64), TraceError> {
    let mut writer = TraceWriter::new(to)?;
    let mut last_ns = 0;
    let mut imported = import(input, options, &mut |request, names| {
        last_ns = request.issued_ns;
        writer.push(request, names)
    })?;
    complete(&mut imported.facts);
    writer.finish(&imported.facts)?;
    Ok((imported, last_ns))
}

/// Reports which requests were read, and which were not.
fn tell((imported, last_ns): &(Imported, u64), path: &Path) {
    let facts = &imported.facts;
    output::talk(sentence!(
        "cli-requests-read-iogram-trace-show",
        count = imported.request_count,
        time = Nanos(*last_ns),
        kind = facts.source,
        path = path.display()
    ));
    if *last_ns == 0 && imported.request_count > 1 {
        output::talk(text!("cli-no-times-make-again-iogram-trace"));
    }
    if imported.moved_count > 0 {
        let count = imported.moved_count;
        output::talk(sentence!("cli-requests-stood-behind-later-ones-put", count));
    }
    if imported.other_volume_count > 0 {
        let count = imported.other_volume_count;
        output::talk(sentence!("cli-requests-other-volumes-left-out", count));
    }
    if imported.unanswered_count > 0 {
        let count = imported.unanswered_count;
        output::talk(sentence!("cli-requests-no-answer-source-not-say", count));
    }
    if facts.without_completion_count > 0 {
        let count = facts.without_completion_count;
        output::talk(sentence!("cli-requests-no-completion-recording", count));
    }
    if facts.wrong_line_count > 0 {
        let count = facts.wrong_line_count;
        output::talk(sentence!("cli-lines-could-not-understood-left-out", count));
        for line in &imported.wrong_lines {
            let wrong = TraceError::Line(line.clone());
            output::talk(sentence!("cli-wrong", wrong: wrong.sentence()));
        }
    }
}

/// The method, with the settings of the options.
fn run(arguments: &TraceRunArgs) -> Result<ExitCode, Failure> {
    if is_standard(&arguments.file) {
        return Err(Failure::usage(
            text!("cli-cannot-make-trace-again-comes-standard"),
            text!("cli-write-file-first-iogram-trace-import"),
        ));
    }
    let method = builtin_method("replay")?;
    let options = [
        ("trace", Some(arguments.file.display().to_string())),
        ("timing", arguments.timing.clone()),
        ("idle", arguments.idle.clone()),
        ("places", arguments.places.clone()),
    ];
    let mut settings = parse_settings(&arguments.settings.settings)?;
    for (name, text) in options {
        let Some(text) = text else { continue };
        if settings.iter().any(|(known, _)| known == name) {
            return Err(Failure::usage(
                sentence!("cli-said-twice", name),
                sentence!("cli-leave-set-out", name),
            ));
        }
        settings.push((name.to_owned(), text));
    }
    let with = (&arguments.engine, &arguments.output);
    run_on(&method, &arguments.target, settings, with, None)
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
    let file = places::open_file(path, text!("cli-name-trace-iogram-wrote"))?;
    let mut reader = TraceReader::new(file).map_err(wrong)?;
    let profile = reader.profile().map_err(wrong)?;
    Ok((reader.facts().clone(), profile))
}

/// The failure of the action `what` on the trace in `path`.
fn failure(what: &'static str, path: &Path, error: &TraceError) -> Failure {
    // The library's message follows ours.
    let wrong = match std::error::Error::source(error) {
        Some(why) => {
            sentence!("cli-wrong-why-wrong-why", wrong: error.sentence(), why: Sentence::of_system(&why))
        }
        None => error.sentence(),
    };
    let path = path.display();
    let message = match what {
        "import" => sentence!("cli-cannot-import", path, wrong: wrong),
        "record" => {
            sentence!("cli-cannot-record-asked", path, wrong: wrong)
        }
        _ => sentence!("cli-cannot-read-path-wrong", path, wrong: wrong),
    };
    match error {
        TraceError::Io(_) => {
            Failure::new(iogram_session::FailureKind::Environment, message, error.hint())
        }
        _ => Failure::usage(message, error.hint()),
    }
}
