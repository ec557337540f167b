//! Pages as files: one HTML file, or a folder with the page, Markdown, images and the raw data.
//!
//! Knows files. `iogram-report` writes their contents.

use std::collections::BTreeSet;
use std::path::Path;
use std::slice;

use iogram_door::{DoorError, FileName, Outlet, Rules};
use iogram_model::{sentence, text};
use iogram_report::{Figure, Page};

use crate::args::{ImageFormat, PageFormat, PublishArgs, StoreArgs};
use crate::failure::Failure;
use crate::outlets;
use crate::output;
use crate::pictures::{self, Pictures};

/// An item to publish, which renders itself.
pub(crate) trait Publication {
    /// The charts.
    fn figures(&self) -> &[Figure];
    /// Names and contents of the raw data.
    fn data(&self) -> Vec<(String, String)>;
    /// The page; `files` are the names of the raw data beside it.
    fn html(&self, files: &[String]) -> String;
    /// For a blog; `image` gives the name of an image's file.
    fn markdown(&self, image: &dyn Fn(&Figure) -> String) -> String;
}

/// The form and the place of the publication.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PublishTo<'a> {
    /// FILE.html, or a folder.
    pub(crate) out: &'a Path,
    /// The format of the images in the Markdown.
    pub(crate) images: ImageFormat,
    /// Whether to draw each image for a dark background, too.
    pub(crate) has_dark: bool,
    pub(crate) rules: &'a Rules,
}

/// Renders everything, checks every place, and only then writes.
pub(crate) fn publish(publication: &dyn Publication, to: PublishTo<'_>) -> Result<(), Failure> {
    pictures::refuse_unbuilt(to.images)?;
    if outlets::is_page(to.out) {
        write_page(publication, to)?;
    } else {
        write_folder(publication, to)?;
    }
    let count = publication.figures().len();
    output::talk(sentence!("cli-wrote-charts", path = to.out.display(), count));
    Ok(())
}

/// Shows a page about several drives or runs in `format`, or writes it to `place`, with `json` beside it in a file of
/// this name.
pub(crate) fn publish_page(
    page: &Page,
    (name, json): (&str, impl FnOnce() -> String),
    format: PageFormat,
    (place, store): (&PublishArgs, &StoreArgs),
) -> Result<(), Failure> {
    let Some(out) = &place.out else { return output::page(page, format, json) };
    let data = vec![(name.to_owned(), json())];
    let rules = Rules { keeps: outlets::own_files(store), ..outlets::rules(place.overwrite) };
    let to = PublishTo { out, images: place.images, has_dark: place.has_dark, rules: &rules };
    publish(&PageWithData { page, data }, to)
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

/// Files below one folder: their names and contents.
type Files = Vec<(Vec<FileName>, Vec<u8>)>;

/// Writes one file, with its raw data beside it.
fn write_page(publication: &dyn Publication, to: PublishTo<'_>) -> Result<(), Failure> {
    let folder = to.out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let stem = to.out.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let data = with_prefix(publication.data(), &format!("{stem}-"));
    let links: Vec<String> = data.iter().map(|(name, _)| name.to_string()).collect();
    let page = Outlet::check(to.out, &Rules { makes_folders: true, ..to.rules.clone() })?;
    let html = publication.html(&links);
    let beside = data.iter().map(|(name, text)| {
        Ok((Outlet::below(folder, slice::from_ref(name), to.rules)?, text.as_bytes()))
    });
    let mut files = beside.collect::<Result<Vec<_>, DoorError>>()?;
    files.push((page, html.as_bytes()));
    Ok(iogram_door::write_together(files)?)
}

fn write_folder(publication: &dyn Publication, to: PublishTo<'_>) -> Result<(), Failure> {
    let plain = FileName::from_text;
    let data = with_prefix(publication.data(), "");
    let links: Vec<String> = data.iter().map(|(name, _)| format!("data/{name}")).collect();
    let mut files: Files = data
        .into_iter()
        .map(|(name, text)| (vec![plain("data"), name], text.into_bytes()))
        .collect();
    files.push((vec![plain("index.html")], publication.html(&links).into_bytes()));
    draw(publication.figures(), to, &mut files)?;
    let extension = match to.images {
        ImageFormat::Svg => "svg",
        ImageFormat::Png => "png",
    };
    let image = |figure: &Figure| format!("images/{}", picture(figure, extension));
    files.push((vec![plain("report.md")], publication.markdown(&image).into_bytes()));
    Ok(iogram_door::write_all(to.out, &files, to.rules)?)
}

/// The raw data under safe and unique names: the names come from records.
fn with_prefix(data: Vec<(String, String)>, prefix: &str) -> Vec<(FileName, String)> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let name_of = |(name, text): (String, String)| {
        let (stem, ending) = match name.rsplit_once('.') {
            Some((stem, ending)) => (stem.to_owned(), format!(".{ending}")),
            None => (name, String::new()),
        };
        let numbered = |number: u32| match number {
            1 => FileName::with_ending(&format!("{prefix}{stem}"), &ending),
            _ => {
                FileName::with_ending(&format!("{prefix}{stem}"), &format!("-{number}{ending}"))
            }
        };
        let name = (1..).map(numbered).find(|name| taken.insert(name.to_string()));
        (name.expect("there are fewer files than numbers"), text)
    };
    data.into_iter().map(name_of).collect()
}

fn picture(figure: &Figure, extension: &str) -> FileName {
    FileName::with_ending(&figure.name, &format!(".{extension}"))
}

/// Draws every chart in the requested formats.
fn draw(figures: &[Figure], to: PublishTo<'_>, files: &mut Files) -> Result<(), Failure> {
    let wanted = Pictures { has_png: to.images == ImageFormat::Png, has_dark: to.has_dark };
    let drawn = pictures::draw(figures, wanted).map_err(|error| {
        Failure::environment(error.to_string(), text!("cli-name-file-file-html-charts-need"))
    })?;
    for (figure, pictures) in figures.iter().zip(drawn) {
        files.extend(pictures.into_iter().map(|(ending, bytes)| {
            let name = FileName::with_ending(&figure.name, ending);
            (vec![FileName::from_text("images"), name], bytes)
        }));
    }
    Ok(())
}
