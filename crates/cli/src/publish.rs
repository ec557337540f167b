//! Pages as files: one HTML file, or a folder with the page, Markdown, pictures and the raw data.
//!
//! Knows files. What stands in them is `iogram-report`'s business.

use std::path::Path;

use iogram_charts::{Painter, Theme};
use iogram_report::{Figure, Page};

use crate::args::{ImageFormat, PageFormat, PublishArgs};
use crate::failure::Failure;
use crate::output;

/// Width of a picture in pixels: that of a blog's column on a large screen.
const WIDTH: u32 = 900;
/// Pixels of a PNG for each pixel of the picture, for dense screens and print.
const PNG_SCALE: u32 = 2;

/// Something to publish, as it renders itself.
pub(crate) trait Publication {
    /// The charts.
    fn figures(&self) -> &[Figure];
    /// Names and contents of the raw data.
    fn data(&self) -> Vec<(String, String)>;
    /// The page; `files` are the names of the raw data beside it.
    fn html(&self, files: &[String]) -> String;
    /// For a blog; `image` gives the name of a picture's file.
    fn markdown(&self, image: &dyn Fn(&Figure) -> String) -> String;
}

/// Writes to `out`: FILE.html, or a folder.
pub(crate) fn publish(
    publication: &dyn Publication,
    out: &Path,
    images: ImageFormat,
) -> Result<(), Failure> {
    if out.extension().is_some_and(|extension| extension == "html" || extension == "htm") {
        write_page(publication, out)?;
    } else {
        write_folder(publication, out, images)?;
    }
    let count = publication.figures().len();
    let charts = if count == 1 { "chart" } else { "charts" };
    output::talk(&format!("wrote {} with {count} {charts}", out.display()));
    Ok(())
}

/// Shows a page about several drives or runs in `format`, or writes it where `place` says, with `json` beside
/// it in a file of this name.
pub(crate) fn publish_page(
    page: &Page,
    (name, json): (&str, impl FnOnce() -> String),
    format: PageFormat,
    place: &PublishArgs,
) -> Result<(), Failure> {
    let Some(out) = &place.out else { return output::page(page, format, json) };
    let data = vec![(name.to_owned(), json())];
    publish(&PageWithData { page, data }, out, place.images)
}

struct PageWithData<'a> {
    page: &'a Page,
    data: Vec<(String, String)>,
}

impl Publication for PageWithData<'_> {
    fn figures(&self) -> &[Figure] {
        self.page.figures()
    }

    fn data(&self) -> Vec<(String, String)> {
        self.data.clone()
    }

    fn html(&self, files: &[String]) -> String {
        self.page.html(files, env!("CARGO_PKG_VERSION"), &output::locale())
    }

    fn markdown(&self, image: &dyn Fn(&Figure) -> String) -> String {
        self.page.publication(image)
    }
}

/// One file, with its raw data beside it.
fn write_page(publication: &dyn Publication, path: &Path) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let files = write_data(publication, folder, &format!("{stem}-"))?;
    write(path, publication.html(&files).as_bytes())
}

fn write_folder(
    publication: &dyn Publication,
    out: &Path,
    images: ImageFormat,
) -> Result<(), Failure> {
    make_folder(&out.join("data"))?;
    make_folder(&out.join("images"))?;
    let files = write_data(publication, out, "data/")?;
    write(&out.join("index.html"), publication.html(&files).as_bytes())?;
    draw(out, publication.figures())?;
    let extension = match images {
        ImageFormat::Svg => "svg",
        ImageFormat::Png => "png",
    };
    let image = |figure: &Figure| format!("images/{}.{extension}", figure.name);
    write(&out.join("report.md"), publication.markdown(&image).as_bytes())
}

/// The raw data; the names as the page links them.
fn write_data(
    publication: &dyn Publication,
    folder: &Path,
    prefix: &str,
) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    for (name, text) in publication.data() {
        let file = format!("{prefix}{name}");
        write(&folder.join(&file), text.as_bytes())?;
        files.push(file);
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

fn make_folder(path: &Path) -> Result<(), Failure> {
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
