//! `iogram verify --free` and `--read`: tests files in a file system, without root.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use iogram_device::{DeviceError, PathKind, TargetSpec, examine};
use iogram_engine::Control;
use iogram_model::{Bytes, FileCheck, Nanos, TestFileRecord, Text, WritingEnd, sentence, text};

use crate::args::{Format, VerifyArgs};
use crate::failure::{DRIVE_FAILED, Failure};
use crate::outlets::{self, Sink};
use crate::output;
use crate::signals;

/// Writes and reads, or only reads.
pub(crate) fn check(arguments: &VerifyArgs) -> Result<ExitCode, Failure> {
    let TargetSpec::Path(directory) = TargetSpec::parse(&arguments.target)? else {
        return Err(not_a_directory(&arguments.target));
    };
    if !matches!(examine(&directory)?, PathKind::Directory) {
        return Err(not_a_directory(&arguments.target));
    }
    if arguments.output.format == Format::Csv {
        return Err(no_csv());
    }
    let json = outlets::json(&arguments.output)?;
    let control = Arc::new(Control::default());
    signals::watch(std::slice::from_ref(&control), None)?;
    let mut report = FileCheck {
        format: FileCheck::FORMAT.to_owned(),
        directory: directory.display().to_string(),
        written: None,
        end: None,
        read: Vec::new(),
        missing: Vec::new(),
        is_stopped: false,
    };
    let is_quiet = arguments.output.quiet;
    let mut failed = None;
    if arguments.free {
        let mut each = |file: &TestFileRecord| {
            say(is_quiet, text!("cli-h2w-written", number, size, time, rate), file);
        };
        let written =
            iogram_device::write_test_files(&directory, arguments.size, &control, &mut each)?;
        report.written = Some(written.files);
        report.end = Some(written.end);
        report.is_stopped = written.end == WritingEnd::Stopped;
        failed = written.error;
    }
    if let Some(error) = failed {
        return Err(after_failure((&directory, &control), arguments, json, (report, error)));
    }
    if !report.is_stopped {
        read(&directory, &control, is_quiet, &mut report)?;
    }
    if arguments.cleanup && !report.is_stopped {
        let read: Vec<u64> = report.read.iter().map(|file| file.number).collect();
        iogram_device::remove_test_files(&directory, &read)?;
    }
    show(&report, arguments, json)?;
    if report.is_stopped {
        return Err(Failure::environment(
            text!("cli-interrupted"),
            text!("cli-files-stay-read-checks-read-cleanup"),
        ));
    }
    let is_whole = report.sectors().lost() == 0 && report.missing.is_empty();
    Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(DRIVE_FAILED) })
}

/// Tests the data that the file system accepted before a write failed, and removes all of it.
fn after_failure(
    (directory, control): (&Path, &Control),
    arguments: &VerifyArgs,
    json: Sink,
    (mut report, error): (FileCheck, DeviceError),
) -> Failure {
    let written: Vec<u64> = report.written.iter().flatten().map(|file| file.number).collect();
    let failure = Failure::from(error);
    if written.is_empty() {
        return failure;
    }
    let tested = read(directory, control, arguments.output.quiet, &mut report);
    let removed = iogram_device::remove_test_files(directory, &written);
    // The failed write is the error to report; a later failure only if it leaves files behind.
    let _shown = tested.and_then(|()| show(&report, arguments, json));
    removed.map_or_else(Failure::from, |()| failure)
}

fn not_a_directory(name: &str) -> Failure {
    Failure::usage(
        sentence!("cli-cannot-check-files-not-directory", name),
        text!("cli-name-directory-mounted-file-system"),
    )
}

fn read(
    directory: &Path,
    control: &Control,
    is_quiet: bool,
    report: &mut FileCheck,
) -> Result<(), Failure> {
    if report.written.as_ref().is_some_and(Vec::is_empty) {
        return Err(Failure::environment(
            sentence!("cli-cannot-write-no-space-left", directory = directory.display()),
            text!("cli-free-some-space"),
        ));
    }
    let mut each = |file: &TestFileRecord| {
        say(is_quiet, text!("cli-h2w-read", number, size, time, rate), file);
    };
    let (read, is_stopped) = iogram_device::read_test_files(directory, control, &mut each)?;
    if let (Some(first), Some(last)) = (read.first(), read.last()) {
        let is_there = |number: &u64| read.iter().any(|file| file.number == *number);
        report.missing =
            (first.number..last.number).filter(|number| !is_there(number)).collect();
    }
    report.read = read;
    report.is_stopped = is_stopped;
    Ok(())
}

fn say(is_quiet: bool, done: Text, file: &TestFileRecord) {
    if is_quiet {
        return;
    }
    let lost = file.sectors.map(|sectors| sectors.lost()).filter(|lost| *lost > 0);
    let rate = output::rates().text(file.rate());
    let (size, time) = (Bytes(file.size_bytes), Nanos(file.elapsed_ns));
    let done = sentence!(done, number = file.number, size, time, rate);
    output::talk(match lost {
        Some(lost) => sentence!("cli-sectors-wrong", done: done, lost),
        None => done,
    });
}

fn show(report: &FileCheck, arguments: &VerifyArgs, json: Sink) -> Result<(), Failure> {
    let text = || format!("{}\n", serde_json::json!(report));
    let is_all = json.is_stdout();
    json.write(&text())?;
    match arguments.output.format {
        _ if is_all => Ok(()),
        Format::Json => output::data(&text()),
        Format::Text | Format::Markdown => {
            output::data(&iogram_report::render_file_check(report, &output::locale()))
        }
        Format::Csv => Err(no_csv()),
    }
}

fn no_csv() -> Failure {
    Failure::usage(text!("cli-no-csv-checked-files"), text!("cli-use-format-json-text"))
}
