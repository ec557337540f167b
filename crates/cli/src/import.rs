//! `iogram import`: turns another tool's log into an ordinary run.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use iogram_interchange::{
    ImportError, Imported, decode_log, read_f3, read_flashbench, read_h2testw,
};
use iogram_model::{
    Bytes, Conditions, Criteria, ImportSource, ImportedEvidence, MethodRecord, Outcome, Rule,
    Run, RunState, TargetKind, TargetRecord, ToolRecord, sentence, text,
};
use iogram_session::{run_id, wall_clock_us};
use iogram_store::Store;
use sha2::{Digest as _, Sha256};

use crate::args::{ImportArgs, ImportCommand};
use crate::failure::{Failure, code_of_imported};
use crate::finish::{keep_end, show};
use crate::outlets;
use crate::output;
use crate::places;
use crate::report::read_run;
use crate::standard_input;

/// A tool with supported logs.
struct Tool {
    kind: &'static str,
    title: &'static str,
    read: fn(&str) -> Result<Imported, ImportError>,
}

/// `iogram import`.
pub(crate) fn import(command: &ImportCommand) -> Result<ExitCode, Failure> {
    let (tool, arguments) = match command {
        ImportCommand::Flashbench(arguments) => (
            Tool {
                kind: "flashbench",
                title: "Log of flashbench, imported",
                read: read_flashbench,
            },
            arguments,
        ),
        ImportCommand::F3(arguments) => {
            (Tool { kind: "f3", title: "Log of f3, imported", read: read_f3 }, arguments)
        }
        ImportCommand::H2testw(arguments) => (
            Tool { kind: "h2testw", title: "Log of h2testw, imported", read: read_h2testw },
            arguments,
        ),
        ImportCommand::Run(arguments) => return import_run(arguments),
    };
    keep_and_show(&tool, arguments)
}

fn keep_and_show(tool: &Tool, arguments: &ImportArgs) -> Result<ExitCode, Failure> {
    let file = &arguments.file;
    let (import, text) = read_log(file)?;
    let import = ImportSource { kind: tool.kind.to_owned(), ..import };
    let imported = (tool.read)(&text).map_err(|error| {
        Failure::usage(
            sentence!(
                "cli-wrong-file",
                wrong: error.sentence(),
                file = standard_input::shown(file).display()
            ),
            error.hint(),
        )
    })?;
    let json = outlets::json(&arguments.output)?;
    let now = wall_clock_us();
    let method = (format!("import-{}", tool.kind), tool.title);
    let run = run_of(method, (run_id(now), now), (import, imported));
    let store = match arguments.output.no_store {
        true => None,
        false => Some(places::open_store(&arguments.output.store)?),
    };
    let store = match store {
        Some(mut store) => {
            store.begin(&run)?;
            Some(store)
        }
        None => None,
    };
    let kept = keep_end(&run, store)?;
    show(&run, &arguments.output, json)?;
    if let (Some(path), false) = (kept, arguments.output.quiet) {
        let id = &run.id;
        output::talk(sentence!("cli-saved-iogram-show", id, path = path.display()));
    }
    Ok(ExitCode::from(code_of_imported(Outcome::kept(&run).kind)))
}

/// A complete run with its id: adds the parts that the store lacks.
fn import_run(arguments: &ImportArgs) -> Result<ExitCode, Failure> {
    let run = match standard_input::is_meant(&arguments.file) {
        true => run_of_input()?,
        false => read_run(&arguments.file)?,
    };
    let json = outlets::json(&arguments.output)?;
    if !arguments.output.no_store {
        let mut store = places::open_store(&arguments.output.store)?;
        keep_whole(&mut store, &run)?;
        if !arguments.output.quiet {
            let (path, id) = (store.path().display(), &run.id);
            output::talk(sentence!("cli-saved-iogram-show", id, path));
        }
    }
    let run = iogram_findings::analysed(run);
    show(&run, &arguments.output, json)?;
    Ok(ExitCode::from(code_of_imported(Outcome::kept(&run).kind)))
}

/// A run from standard input.
fn run_of_input() -> Result<Run, Failure> {
    let bytes = standard_input::read(Path::new("-"), text!("cli-give-json-writes"))?;
    iogram_model::read_run(&String::from_utf8_lossy(&bytes)).map_err(|error| {
        let message = sentence!("cli-cannot-read-run", path = standard_input::NAME, error);
        Failure::usage(message, error.hint)
    })
}

/// Stores a run whose beginning the store may have; never replaces another one.
fn keep_whole(store: &mut Store, run: &Run) -> Result<(), Failure> {
    match store.begin(run) {
        Err(iogram_store::Error::RunExists { .. }) => {}
        other => return Ok(other?),
    }
    iogram_session::free(
        store,
        &run.id,
        text!("cli-refused-replace-run-process-measures-since", process, run_id, since),
    )?;
    let kept = store.load(&run.id)?;
    let is_beginning = kept.started_at_us == run.started_at_us
        && kept.state != RunState::Completed
        && run.cells.starts_with(&kept.cells);
    if !is_beginning {
        return Err(iogram_store::Error::RunExists { id: run.id.clone() }.into());
    }
    for (position, cell) in run.cells.iter().enumerate().skip(kept.cells.len()) {
        store.add_cell(&run.id, position, cell)?;
    }
    Ok(store.finish(run)?)
}

/// Logs come in every encoding.
fn read_log(path: &Path) -> Result<(ImportSource, String), Failure> {
    let bytes = standard_input::read(path, text!("cli-name-file-holds-tool-output"))?;
    let path = standard_input::shown(path);
    let name = path
        .file_name()
        .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    let import = ImportSource {
        kind: String::new(),
        file: name,
        file_bytes: bytes.len() as u64,
        sha256: hash_of(&bytes),
        part_index: None,
    };
    Ok((import, decode_log(&bytes)))
}

/// SHA-256, hexadecimal.
pub(crate) fn hash_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A run from a file's data, judged. The wall clock is that of the import: most files do not state their time.
pub(crate) fn run_of(
    (method, title): (String, &str),
    (id, now): (String, i64),
    (import, imported): (ImportSource, Imported),
) -> Run {
    let name = import.file.clone();
    let method = MethodRecord {
        params: BTreeMap::from([("file".to_owned(), name.clone())]),
        ..MethodRecord::new(method, title)
    };
    let target = TargetRecord {
        drive_capacity: imported.capacity_bytes.map(Bytes),
        model: imported.model,
        serial: imported.serial,
        firmware: imported.firmware,
        ..TargetRecord::unknown(
            imported.device.unwrap_or(name),
            TargetKind::Imported,
            Bytes(imported.capacity_bytes.unwrap_or(0)),
            Bytes(512),
        )
    };
    let tool = ToolRecord {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        clock: "another tool's".to_owned(),
        ..ToolRecord::default()
    };
    let run = Run {
        ended_at_us: Some(now),
        conditions: Conditions { tool, ..Conditions::default() },
        probes: imported.probes,
        warnings: imported.warnings,
        import: Some(import),
        ..Run::new(id, (RunState::Completed, now), method, target)
    };
    let rules = rules_of(&run);
    let criteria = Some(Criteria { rules, ..Criteria::default() });
    iogram_findings::analysed(Run { criteria, ..run })
}

/// The rules of the method for flushed writes, applied to another tool's measurement of such writes.
fn rules_of(run: &Run) -> Vec<Rule> {
    let is_flushed =
        |it: &ImportedEvidence| it.results.iter().any(|it| it.is_after_each == Some(true));
    if !run.imports().any(is_flushed) {
        return Vec::new();
    }
    let method = iogram_runner::builtin_method("fsync");
    let rules = method.map(|it| it.rules).unwrap_or_default();
    iogram_findings::rules_for_told(&rules, run)
}
