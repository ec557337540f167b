//! `iogram export`: a run in the format of another program.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use iogram_interchange::{ExportError, fio_files, parquet_histograms, parquet_series};
use iogram_model::Run;
use iogram_report::JsonStyle;

use crate::args::{ExportArgs, ExportFormat};
use crate::failure::{self, Failure};
use crate::output;
use crate::places;

/// What is written: one text, or files of a directory.
enum Written {
    Text(String),
    Files(Vec<(String, Vec<u8>)>),
}

/// `iogram export`.
pub(crate) fn export(arguments: &ExportArgs) -> Result<ExitCode, Failure> {
    let directory = arguments.output.as_deref().filter(|path| is_directory(path));
    if arguments.format == ExportFormat::Parquet && directory.is_none() {
        return Err(Failure::usage(
            "cannot write Parquet to standard output or into one file: it is two files",
            "name a directory that exists, or a new one that ends in /: --output DIR/",
        ));
    }
    let run = places::open_kept(&arguments.store)?.load(&arguments.run)?;
    let written = write(&run, arguments.format, directory.is_some())?;
    match (written, arguments.output.as_deref(), directory) {
        (Written::Text(text), None, _) => output::data(&text)?,
        (Written::Text(text), Some(_), Some(directory)) => {
            let name = format!("{}.{}", run.id, extension(arguments.format));
            keep(vec![(directory.join(name), text.into_bytes())])?;
        }
        (Written::Text(text), Some(path), None) => {
            keep(vec![(path.to_owned(), text.into_bytes())])?;
        }
        (Written::Files(files), _, directory) => {
            let directory = directory.unwrap_or(Path::new("."));
            let paths = files.into_iter().map(|(name, bytes)| (directory.join(name), bytes));
            keep(paths.collect())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// One that exists, or a name that says so.
fn is_directory(path: &Path) -> bool {
    path.is_dir() || path.to_str().is_some_and(|path| path.ends_with('/'))
}

fn extension(format: ExportFormat) -> &'static str {
    match format {
        ExportFormat::Json | ExportFormat::Fio => "json",
        ExportFormat::Csv => "csv",
        ExportFormat::Parquet => "parquet",
        ExportFormat::Hdr => "hlog",
        ExportFormat::Cdm => "txt",
    }
}

fn write(run: &Run, format: ExportFormat, into_directory: bool) -> Result<Written, Failure> {
    let text = match format {
        ExportFormat::Json => iogram_report::render_json(run, JsonStyle::Pretty),
        ExportFormat::Csv => iogram_report::render_csv(run),
        ExportFormat::Hdr => iogram_interchange::render_hlog(run),
        ExportFormat::Cdm => iogram_interchange::render_cdm(run),
        ExportFormat::Fio if into_directory => {
            let files = fio_files(run).into_iter();
            return Ok(Written::Files(
                files.map(|file| (file.path, file.text.into_bytes())).collect(),
            ));
        }
        ExportFormat::Fio => iogram_interchange::render_fio(run),
        ExportFormat::Parquet => {
            return Ok(Written::Files(vec![
                ("series.parquet".to_owned(), parquet_series(run).map_err(unwritable)?),
                ("histograms.parquet".to_owned(), parquet_histograms(run).map_err(unwritable)?),
            ]));
        }
    };
    Ok(Written::Text(text))
}

fn unwritable(error: ExportError) -> Failure {
    Failure::environment(failure::with_causes(&error), "export it as JSON instead")
}

/// Writes new files with their directories; nothing that exists is replaced.
fn keep(files: Vec<(PathBuf, Vec<u8>)>) -> Result<(), Failure> {
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        return Err(Failure::usage(
            format!("cannot write {}: it exists", path.display()),
            "name another place, or remove it first; nothing was written",
        ));
    }
    for (path, bytes) in files {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let made = parent.map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| std::fs::write(&path, bytes)).map_err(|error| {
            Failure::environment(
                format!("cannot write {}: {error}", path.display()),
                "name a place that you may write to and that has room",
            )
        })?;
        output::talk(&format!("wrote {}", path.display()));
    }
    Ok(())
}
