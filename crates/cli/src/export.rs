//! `iogram export`: converts a run to the format of another program. If a format cannot hold any data of the run, the
//! command refuses it and names the formats that can: an empty file is not an answer.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::ValueEnum as _;
use iogram_door::{FileName, Outlet, Rules};
use iogram_interchange::{
    ExportError, Exposition, ezfio_files, fio_files, fio_left_out_count, parquet_cells,
    parquet_histograms, parquet_series, render_cdm, render_ezfio, render_fio, render_hlog,
    render_metrics,
};
use iogram_model::{Run, Sentence, sentence, text};
use iogram_report::{CsvStyle, JsonStyle};

use crate::args::{ExportArgs, ExportFormat, Spreadsheet};
use crate::failure::{self, Failure};
use crate::outlets;
use crate::output;
use crate::places;

/// The output: the unchanged record, one text, or the files of a directory.
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
            text!("cli-cannot-write-parquet-standard-output-into"),
            text!("cli-name-directory-exists-new-ends-output"),
        ));
    }
    let style = style(arguments)?;
    let mut store = places::open_kept(&arguments.store)?;
    let id = places::find_run(&mut store, &arguments.run)?;
    let run = store.load(&id)?;
    drop(store);
    let written = write(&run, (arguments.format, style), directory.is_some())?;
    if let Some(note) = note(&run, arguments.format) {
        output::talk(note);
    }
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
            output::talk(sentence!("cli-wrote", path = path.display()));
        }
        (Written::Text(text), None, _) => output::data(&text)?,
        (Written::Text(text), Some(_), Some(directory)) => {
            let name = format!("{}.{}", run.id, extension(arguments.format));
            keep(directory, vec![(name, text.into_bytes())], &rules)?;
        }
        (Written::Text(text), Some(path), None) => {
            let path = Outlet::check(path, &rules)?.write(text.as_bytes())?;
            output::talk(sentence!("cli-wrote", path = path.display()));
        }
        (Written::Files(files), _, directory) => {
            keep(directory.unwrap_or(Path::new(".")), files, &rules)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The reader of the tables.
fn style(arguments: &ExportArgs) -> Result<CsvStyle, Failure> {
    let style = match arguments.spreadsheet {
        None => return Ok(CsvStyle::Plain),
        Some(Spreadsheet::Point) => CsvStyle::Point,
        Some(Spreadsheet::Comma) => CsvStyle::Comma,
    };
    if matches!(arguments.format, ExportFormat::Csv | ExportFormat::Tidy) {
        return Ok(style);
    }
    Err(Failure::usage(
        sentence!("cli-form-every-reader", format = name(arguments.format)),
        text!("cli-leave-spreadsheet-away-choose-format-csv"),
    ))
}

/// An existing directory, or a name that marks one.
fn is_directory(path: &Path) -> bool {
    path.is_dir() || path.to_str().is_some_and(|path| path.ends_with('/'))
}

/// The parts of the run that the output lacks, if the output does not state that itself.
fn note(run: &Run, format: ExportFormat) -> Option<Sentence> {
    let count = match format {
        ExportFormat::Fio => fio_left_out_count(run),
        _ => 0,
    };
    (count > 0).then(|| {
        sentence!("cli-note-fio-json-no-place-results", count, formats = carriers(run),)
    })
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

fn write(
    run: &Run,
    (format, style): (ExportFormat, CsvStyle),
    into_directory: bool,
) -> Result<Written, Failure> {
    let files = match format {
        ExportFormat::Json => return Ok(Written::Record),
        ExportFormat::Parquet if has_tables(run) => return tables(run),
        ExportFormat::Parquet => Vec::new(),
        ExportFormat::Fio if into_directory => fio_files(run),
        ExportFormat::Ezfio if into_directory => ezfio_files(run),
        _ => return one_text(run, (format, style)),
    };
    if files.is_empty() {
        return Err(no_place(run, format));
    }
    let files = files.into_iter().map(|file| (file.path, file.text.into_bytes()));
    Ok(Written::Files(files.collect()))
}

fn one_text(run: &Run, (format, style): (ExportFormat, CsvStyle)) -> Result<Written, Failure> {
    let text = text(run, (format, style)).unwrap_or_default();
    if !has_figures(format, &text) {
        if !is_metrics(format) {
            return Err(no_place(run, format));
        }
        // Monitoring systems need to know when it ran and how it ended.
        output::talk(sentence!(
            "cli-note-metrics-say-when-ran-how",
            run = run.id,
            formats = carriers(run),
        ));
    }
    Ok(Written::Text(text))
}

/// `None` for formats that are not a text.
fn text(run: &Run, (format, style): (ExportFormat, CsvStyle)) -> Option<String> {
    Some(match format {
        ExportFormat::Json | ExportFormat::Parquet => return None,
        ExportFormat::Csv => iogram_report::render_csv(run, style),
        ExportFormat::Tidy => iogram_report::render_tidy(run, style),
        ExportFormat::Openmetrics => render_metrics(run, Exposition::OpenMetrics),
        ExportFormat::Prometheus => render_metrics(run, Exposition::Prometheus),
        ExportFormat::Hdr => render_hlog(run),
        ExportFormat::Cdm => render_cdm(run),
        ExportFormat::Ezfio => render_ezfio(run),
        ExportFormat::Fio => render_fio(run),
    })
}

const fn is_metrics(format: ExportFormat) -> bool {
    matches!(format, ExportFormat::Openmetrics | ExportFormat::Prometheus)
}

/// The prefixes of metric names for figures.
const FIGURES: [&str; 2] = ["iogram_cell_", "iogram_imported_"];

/// Whether a run in this format is more than headings.
fn has_figures(format: ExportFormat, text: &str) -> bool {
    match format {
        ExportFormat::Csv | ExportFormat::Tidy => text.lines().nth(1).is_some(),
        _ if is_metrics(format) => {
            text.lines().any(|line| FIGURES.iter().any(|begin| line.starts_with(begin)))
        }
        _ => !text.is_empty(),
    }
}

/// Whether a table of it would have a row.
fn has_tables(run: &Run) -> bool {
    !run.cells.is_empty() || run.imports().any(|it| !it.results.is_empty())
}

fn tables(run: &Run) -> Result<Written, Failure> {
    Ok(Written::Files(vec![
        ("cells.parquet".to_owned(), parquet_cells(run).map_err(unwritable)?),
        ("series.parquet".to_owned(), parquet_series(run).map_err(unwritable)?),
        ("histograms.parquet".to_owned(), parquet_histograms(run).map_err(unwritable)?),
    ]))
}

fn no_place(run: &Run, format: ExportFormat) -> Failure {
    Failure::usage(
        sentence!(
            "cli-cannot-export",
            run = run.id,
            format = name(format),
            why: what_there_is(run)
        ),
        sentence!("cli-formats-carry", formats = carriers(run)),
    )
}

/// The data of the run, as far as it explains why a format cannot hold it.
fn what_there_is(run: &Run) -> Sentence {
    if !run.cells.is_empty() {
        return sentence!("cli-nothing-cells-place");
    }
    let mut tools: Vec<&str> = run.imports().map(|it| it.tool.as_str()).collect();
    tools.dedup();
    let tool = tools.join(", ");
    let probes: Vec<&str> = run.probes.iter().map(|probe| probe.name.as_str()).collect();
    match run.imports().flat_map(|it| &it.results).count() {
        0 if run.imports().any(|it| it.health.is_some()) => {
            sentence!("cli-says-drive-health-no-figures-requests", tool)
        }
        0 if !tools.is_empty() => {
            sentence!("cli-says-drive-no-figures-requests", tool)
        }
        0 if !probes.is_empty() => {
            sentence!("cli-found-out-no-figures-requests", probes = probes.join(", "))
        }
        0 => sentence!("cli-nothing-measured"),
        count => sentence!("cli-results-place-none", count, tool),
    }
}

/// The formats that can hold some of its data.
fn carriers(run: &Run) -> String {
    let formats = ExportFormat::value_variants().iter().copied();
    let carrying = formats.filter(|format| match text(run, (*format, CsvStyle::Plain)) {
        Some(text) => has_figures(*format, &text),
        None => *format == ExportFormat::Json || has_tables(run),
    });
    carrying.map(name).collect::<Vec<_>>().join(", ")
}

/// Its name for `--format`.
fn name(format: ExportFormat) -> String {
    format.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

fn unwritable(error: ExportError) -> Failure {
    Failure::environment(failure::with_causes(&error), text!("cli-export-json-instead"))
}

/// Writes files with their directories. Their names contain ids and titles from records.
fn keep(directory: &Path, files: Vec<(String, Vec<u8>)>, rules: &Rules) -> Result<(), Failure> {
    let named = |(path, bytes): (String, Vec<u8>)| {
        (path.split('/').map(FileName::from_text).collect::<Vec<_>>(), bytes)
    };
    let files: Vec<_> = files.into_iter().map(named).collect();
    iogram_door::write_all(directory, &files, rules)?;
    for (names, _) in &files {
        let path =
            names.iter().fold(directory.to_owned(), |path, name| path.join(name.as_str()));
        output::talk(sentence!("cli-wrote", path = path.display()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;
    use iogram_model::{
        CellState, Evidence, ImportedEvidence, ImportedHealth, ImportedResult, OpKind,
        ProbeRecord,
    };

    use super::*;

    fn measured() -> Run {
        let text = include_str!("../../interchange/tests/data/quick.json");
        serde_json::from_str(text).unwrap()
    }

    fn with(evidence: Option<Evidence>) -> Run {
        let probe = |evidence| ProbeRecord {
            name: "smartctl".to_owned(),
            what: "figures".to_owned(),
            state: CellState::Completed,
            started_ns: 0,
            elapsed_ns: 0,
            read_bytes: 0,
            written_bytes: 0,
            warnings: Vec::new(),
            evidence,
        };
        let probes = evidence.map(probe).into_iter().collect();
        Run { cells: Vec::new(), probes, ..measured() }
    }

    fn told(health: Option<ImportedHealth>) -> Run {
        with(Some(Evidence::Imported(ImportedEvidence {
            tool: "smartctl".to_owned(),
            health: health.map(Box::new),
            ..ImportedEvidence::default()
        })))
    }

    #[test]
    fn every_format_carries_a_run_with_cells_of_its_kind() {
        for format in ExportFormat::value_variants() {
            for into_directory in [false, true] {
                assert!(
                    write(&measured(), (*format, CsvStyle::Plain), into_directory).is_ok(),
                    "{format:?}"
                );
            }
        }
        let all = "json, csv, tidy, parquet, openmetrics, prometheus, hdr, fio, ezfio, cdm";
        assert_eq!(carriers(&measured()), all);
    }

    #[test]
    fn a_format_without_a_place_for_it_is_refused_and_says_which_have_one() {
        let health =
            ImportedHealth { temperature_celsius: Some(41.0), ..ImportedHealth::default() };
        let run = told(Some(health));
        for format in ["csv", "parquet", "hdr", "fio", "ezfio", "cdm"] {
            let format = ExportFormat::from_str(format, false).unwrap();
            for into_directory in [false, true] {
                let error =
                    write(&run, (format, CsvStyle::Plain), into_directory).err().unwrap();
                assert_eq!(error.kind, iogram_session::FailureKind::Usage);
                let said = error.message.to_string();
                let why = "it has what smartctl says of the drive's health, and no figures of requests";
                let begin = format!("cannot export {} as {}: {why}", run.id, name(format));
                assert_eq!(said, begin);
                let hint = error.hint.to_string();
                assert!(hint.starts_with("formats that carry what it has: json, "), "{hint}");
                assert!(hint.contains("openmetrics, prometheus"), "{hint}");
            }
        }
        assert!(write(&run, (ExportFormat::Openmetrics, CsvStyle::Plain), false).is_ok());
        for (run, why) in [
            (told(None), "it has what smartctl says of the drive, and no figures of requests"),
            (with(None), "nothing was measured in it"),
        ] {
            assert_eq!(what_there_is(&run), why);
            assert_eq!(carriers(&run), "json");
        }
    }

    #[test]
    fn what_has_no_place_in_fio_json_is_told_and_all_of_other_formats_is_not() {
        let result = |operation| ImportedResult {
            name: "both".to_owned(),
            operation,
            is_of_drive: true,
            figures: [("iops", 5.0)].into(),
            ..ImportedResult::default()
        };
        let run = with(Some(Evidence::Imported(ImportedEvidence {
            tool: "pgbench".to_owned(),
            results: vec![
                result(Some(OpKind::Read)),
                ImportedResult { name: "all".to_owned(), ..result(None) },
            ],
            ..ImportedEvidence::default()
        })));
        let said = note(&run, ExportFormat::Fio).unwrap().to_string();
        assert!(said.starts_with("note: fio's JSON has no place for 1 results, "), "{said}");
        assert!(said.contains("tidy"), "{said}");
        assert_eq!(note(&run, ExportFormat::Tidy), None);
        assert_eq!(note(&measured(), ExportFormat::Fio), None);
    }

    #[test]
    fn metrics_of_a_run_without_figures_say_how_it_ended() {
        let Ok(Written::Text(text)) =
            write(&told(None), (ExportFormat::Openmetrics, CsvStyle::Plain), false)
        else {
            panic!("it is refused");
        };
        assert!(text.contains("iogram_run_info{"), "{text}");
        assert!(!has_figures(ExportFormat::Openmetrics, &text), "{text}");
    }
}
