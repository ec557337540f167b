//! `iogram report`: runs as a page with charts, as Markdown with pictures, and the raw data beside them.
//!
//! Knows files and the environment's language. What stands in them is `iogram-report`'s business.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use iogram_charts::{Painter, Theme};
use iogram_model::Run;
use iogram_report::{
    Figure, JsonStyle, Locale, figures, render_csv, render_html, render_json,
    render_publication,
};

use crate::args::{ImageFormat, ReportArgs};
use crate::failure::Failure;
use crate::output;
use crate::places;

/// Width of a picture in pixels: that of a blog's column on a large screen.
const WIDTH: u32 = 900;
/// Pixels of a PNG for each pixel of the picture, for dense screens and print.
const PNG_SCALE: u32 = 2;

/// `iogram report`.
pub(crate) fn report(arguments: &ReportArgs) -> Result<ExitCode, Failure> {
    let locale = locale(arguments)?;
    let runs = arguments
        .runs
        .iter()
        .map(|name| find_run(name, arguments))
        .collect::<Result<Vec<Run>, Failure>>()?;
    // Colours hang on the whole identity; what is published names no serial number.
    let figures = figures(&runs, &locale);
    let runs = if arguments.serial { runs } else { without_serials(runs) };
    let out = &arguments.out;
    if out.extension().is_some_and(|extension| extension == "html" || extension == "htm") {
        write_page(out, &runs, &figures, &locale)?;
        return Ok(ExitCode::SUCCESS);
    }
    make_folder(&out.join("data"))?;
    make_folder(&out.join("images"))?;
    let files = write_data(out, "data/", &runs)?;
    let page = render_html(&runs, &figures, &files, &locale);
    write(&out.join("index.html"), page.as_bytes())?;
    draw(out, &figures)?;
    let extension = match arguments.images {
        ImageFormat::Svg => "svg",
        ImageFormat::Png => "png",
    };
    let image = |figure: &Figure| format!("images/{}.{extension}", figure.name);
    let markdown = render_publication(&runs, &figures, image, &locale);
    write(&out.join("report.md"), markdown.as_bytes())?;
    output::talk(&format!("wrote {} with {} charts", out.display(), figures.len()));
    Ok(ExitCode::SUCCESS)
}

/// The language asked for, else the environment's if there are texts in it, else English.
fn locale(arguments: &ReportArgs) -> Result<Locale, Failure> {
    if let Some(tag) = &arguments.lang {
        return Locale::find(tag)
            .map_err(|error| Failure::usage(error.to_string(), error.hint()));
    }
    let of_environment =
        ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(places::variable);
    let locale = of_environment.and_then(|tag| Locale::find(&tag).ok());
    Ok(locale.unwrap_or_else(Locale::english))
}

/// A run of the store, or one that was written with --json.
fn find_run(name: &str, arguments: &ReportArgs) -> Result<Run, Failure> {
    let path = Path::new(name);
    if path.extension().is_none_or(|extension| extension != "json") {
        return Ok(places::open_kept(&arguments.store)?.load(name)?);
    }
    serde_json::from_str(&places::read_text(path)?).map_err(|error| {
        Failure::usage(
            format!("cannot read a run from {name}: {error}"),
            "name a file that was written with --json, or a run of \"iogram runs\"",
        )
    })
}

fn without_serials(mut runs: Vec<Run>) -> Vec<Run> {
    for run in &mut runs {
        run.target.serial = None;
    }
    runs
}

/// One file, with its raw data beside it.
fn write_page(
    path: &Path,
    runs: &[Run],
    figures: &[Figure],
    locale: &Locale,
) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let files = write_data(folder, &format!("{stem}-"), runs)?;
    write(path, render_html(runs, figures, &files, locale).as_bytes())?;
    output::talk(&format!("wrote {} with {} charts", path.display(), figures.len()));
    Ok(())
}

/// The raw data of each run; the names as the page links them.
fn write_data(folder: &Path, prefix: &str, runs: &[Run]) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    for run in runs {
        for (extension, text) in
            [("json", render_json(run, JsonStyle::Compact)), ("csv", render_csv(run))]
        {
            let file = format!("{prefix}{}.{extension}", run.id);
            write(&folder.join(&file), text.as_bytes())?;
            files.push(file);
        }
    }
    Ok(files)
}

/// Every chart as SVG and PNG.
fn draw(out: &Path, figures: &[Figure]) -> Result<(), Failure> {
    let bug = |error: iogram_charts::Error| {
        Failure::environment(
            error.to_string(),
            "the page itself is complete; its charts need no pictures",
        )
    };
    let painter = Painter::new().map_err(bug)?;
    for figure in figures {
        let svg = painter.svg(&figure.spec, WIDTH, Theme::Light).map_err(bug)?;
        let image = |extension| out.join(format!("images/{}.{extension}", figure.name));
        write(&image("svg"), svg.as_bytes())?;
        write(&image("png"), &painter.png(&svg, PNG_SCALE).map_err(bug)?)?;
    }
    Ok(())
}

fn make_folder(path: &PathBuf) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|error| {
        Failure::environment(
            format!("cannot make {}: {error}", path.display()),
            "name another place with -o",
        )
    })
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| {
        Failure::environment(
            format!("cannot write {}: {error}", path.display()),
            "name another place with -o",
        )
    })
}
