//! `iogram import`: a log of another tool becomes a run like any other.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use iogram_interchange::{
    ImportError, Imported, decode_log, read_f3, read_flashbench, read_h2testw,
};
use iogram_model::{
    Bytes, Conditions, Criteria, MethodRecord, Run, RunState, TargetKind, TargetRecord,
    ToolRecord, sentence,
};
use iogram_session::{run_id, wall_clock_us};
use iogram_store::Store;

use crate::args::{ImportArgs, ImportCommand};
use crate::failure::Failure;
use crate::finish::{keep_end, show};
use crate::outlets;
use crate::output;
use crate::places;
use crate::report::read_run;

/// A tool whose logs are understood.
struct Tool {
    id: &'static str,
    title: &'static str,
    read: fn(&str) -> Result<Imported, ImportError>,
}

/// `iogram import`.
pub(crate) fn import(command: &ImportCommand) -> Result<ExitCode, Failure> {
    let (tool, arguments) = match command {
        ImportCommand::Flashbench(arguments) => (
            Tool {
                id: "import-flashbench",
                title: "Log of flashbench, imported",
                read: read_flashbench,
            },
            arguments,
        ),
        ImportCommand::F3(arguments) => {
            (Tool { id: "import-f3", title: "Log of f3, imported", read: read_f3 }, arguments)
        }
        ImportCommand::H2testw(arguments) => (
            Tool {
                id: "import-h2testw",
                title: "Log of h2testw, imported",
                read: read_h2testw,
            },
            arguments,
        ),
        ImportCommand::Run(arguments) => return import_run(arguments),
    };
    keep_and_show(&tool, arguments)
}

fn keep_and_show(tool: &Tool, arguments: &ImportArgs) -> Result<ExitCode, Failure> {
    let file = &arguments.file;
    let imported = (tool.read)(&read_log(file)?).map_err(|error| {
        Failure::usage(
            sentence!("{wrong} {file}", wrong: error.sentence(), file = file.display()),
            error.hint(),
        )
    })?;
    let json = outlets::json(&arguments.output)?;
    let run = run_of(tool, file, imported);
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
        output::talk(sentence!(
            "saved as {id} in {path} (iogram show {id})",
            id,
            path = path.display()
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// A run as it is, with its id: what a store lacks of it is added.
fn import_run(arguments: &ImportArgs) -> Result<ExitCode, Failure> {
    let file = &arguments.file;
    let run = read_run(file)?;
    let json = outlets::json(&arguments.output)?;
    if !arguments.output.no_store {
        let mut store = places::open_store(&arguments.output.store)?;
        keep_whole(&mut store, &run)?;
        if !arguments.output.quiet {
            let (path, id) = (store.path().display(), &run.id);
            output::talk(sentence!("saved as {id} in {path} (iogram show {id})", id, path));
        }
    }
    show(&iogram_findings::analysed(run), &arguments.output, json)?;
    Ok(ExitCode::SUCCESS)
}

/// Keeps a run of which the store may have the beginning; never instead of another one.
fn keep_whole(store: &mut Store, run: &Run) -> Result<(), Failure> {
    match store.begin(run) {
        Err(iogram_store::Error::RunExists { .. }) => {}
        other => return Ok(other?),
    }
    iogram_session::free(store, &run.id, "replace")?;
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
fn read_log(path: &Path) -> Result<String, Failure> {
    let bytes = places::read_bytes(path, "name a file that holds the tool's output")?;
    Ok(decode_log(&bytes))
}

fn run_of(tool: &Tool, file: &Path, imported: Imported) -> Run {
    let now = wall_clock_us();
    let name = file
        .file_name()
        .map_or_else(|| file.display().to_string(), |name| name.to_string_lossy().into_owned());
    let method = MethodRecord {
        params: BTreeMap::from([("file".to_owned(), name.clone())]),
        ..MethodRecord::new(tool.id, tool.title)
    };
    let target = TargetRecord {
        drive_capacity: imported.capacity_bytes.map(Bytes),
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
    iogram_findings::analysed(Run {
        ended_at_us: Some(now),
        conditions: Conditions { tool, ..Conditions::default() },
        probes: imported.probes,
        warnings: imported.warnings,
        criteria: Some(Criteria::default()),
        ..Run::new(run_id(now), (RunState::Completed, now), method, target)
    })
}
