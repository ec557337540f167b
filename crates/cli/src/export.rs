//! `iogram export`: a run in the format of another program.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use iogram_door::{FileName, Outlet, Rules};
use iogram_interchange::{
    ExportError, ExportFile, Exposition, fio_files, parquet_cells, parquet_histograms,
    parquet_series, render_metrics,
};
use iogram_model::{Run, sentence};
use iogram_report::JsonStyle;

use crate::args::{ExportArgs, ExportFormat};
use crate::failure::{self, Failure};
use crate::outlets;
use crate::output;
use crate::places;

/// What is written: the record as it is, one text, or files of a directory.
enum Written {
    Record,
    Text(String),
    Files(Vec<(String, Vec<u8>)>),
}

/// `iogram export`.
pub(crate) fn export(arguments: &ExportArgs) -> Result<ExitCode, Failure> {
    let directory = arguments.output.as_deref().filter(|path| is_directory(path));
    if arguments.format == ExportFormat::Parquet && directory.is_none() {
        return Err(Failure::usage(
            "cannot write Parquet to standard output or into one file: it is three files",
            "name a directory that exists, or a new one that ends in /: --output DIR/",
        ));
    }
    let run = places::open_kept(&arguments.store)?.load(&arguments.run)?;
    let written = write(&run, arguments.format, directory.is_some())?;
    let rules = Rules {
        makes_folders: true,
        keeps: outlets::own_files(&arguments.store),
        ..outlets::rules(arguments.overwrite)
    };
    let record = |to: &mut dyn Write| iogram_report::write_json(&run, JsonStyle::Pretty, to);
    match (written, arguments.output.as_deref(), directory) {
        (Written::Record, None, _) => output::data_with(record)?,
        (Written::Record, Some(path), directory) => {
            let outlet = match directory {
                Some(directory) => {
                    let name = FileName::from_text(&format!("{}.json", run.id));
                    Outlet::below(directory, &[name], &rules)?
                }
                None => Outlet::check(path, &rules)?,
            };
            let path = outlet.write_with(|to| record(to))?;
            output::talk(sentence!("wrote {path}", path = path.display()));
        }
        (Written::Text(text), None, _) => output::data(&text)?,
        (Written::Text(text), Some(_), Some(directory)) => {
            let name = format!("{}.{}", run.id, extension(arguments.format));
            keep(directory, vec![(name, text.into_bytes())], &rules)?;
        }
        (Written::Text(text), Some(path), None) => {
            let path = Outlet::check(path, &rules)?.write(text.as_bytes())?;
            output::talk(sentence!("wrote {path}", path = path.display()));
        }
        (Written::Files(files), _, directory) => {
            keep(directory.unwrap_or(Path::new(".")), files, &rules)?;
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
        ExportFormat::Csv | ExportFormat::Tidy | ExportFormat::Ezfio => "csv",
        ExportFormat::Openmetrics => "om",
        ExportFormat::Prometheus => "prom",
        ExportFormat::Parquet => "parquet",
        ExportFormat::Hdr => "hlog",
        ExportFormat::Cdm => "txt",
    }
}

fn write(run: &Run, format: ExportFormat, into_directory: bool) -> Result<Written, Failure> {
    let text = match format {
        ExportFormat::Json => return Ok(Written::Record),
        ExportFormat::Csv => iogram_report::render_csv(run),
        ExportFormat::Tidy => iogram_report::render_tidy(run),
        ExportFormat::Openmetrics => render_metrics(run, Exposition::OpenMetrics),
        ExportFormat::Prometheus => render_metrics(run, Exposition::Prometheus),
        ExportFormat::Hdr => iogram_interchange::render_hlog(run),
        ExportFormat::Cdm => iogram_interchange::render_cdm(run),
        ExportFormat::Fio if into_directory => return Ok(files(fio_files(run))),
        ExportFormat::Ezfio if into_directory => {
            return Ok(files(iogram_interchange::ezfio_files(run)));
        }
        ExportFormat::Ezfio => iogram_interchange::render_ezfio(run),
        ExportFormat::Fio => iogram_interchange::render_fio(run),
        ExportFormat::Parquet => {
            return Ok(Written::Files(vec![
                ("cells.parquet".to_owned(), parquet_cells(run).map_err(unwritable)?),
                ("series.parquet".to_owned(), parquet_series(run).map_err(unwritable)?),
                ("histograms.parquet".to_owned(), parquet_histograms(run).map_err(unwritable)?),
            ]));
        }
    };
    Ok(Written::Text(text))
}

fn files(files: Vec<ExportFile>) -> Written {
    let files = files.into_iter().map(|file| (file.path, file.text.into_bytes()));
    Written::Files(files.collect())
}

fn unwritable(error: ExportError) -> Failure {
    Failure::environment(failure::with_causes(&error), "export it as JSON instead")
}

/// Writes files with their directories. Their names hold ids and titles from records.
fn keep(directory: &Path, files: Vec<(String, Vec<u8>)>, rules: &Rules) -> Result<(), Failure> {
    let named = |(path, bytes): (String, Vec<u8>)| {
        (path.split('/').map(FileName::from_text).collect::<Vec<_>>(), bytes)
    };
    let files: Vec<_> = files.into_iter().map(named).collect();
    iogram_door::write_all(directory, &files, rules)?;
    for (names, _) in &files {
        let path =
            names.iter().fold(directory.to_owned(), |path, name| path.join(name.as_str()));
        output::talk(sentence!("wrote {path}", path = path.display()));
    }
    Ok(())
}
