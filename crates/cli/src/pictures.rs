//! Draws charts as images, on all processors: the same bytes with any number of them.
//!
//! Knows threads and the terminal. Must not know the places of images.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use iogram_charts::{Error, HAS_PNG, Painter, Theme};
use iogram_model::{sentence, text};
use iogram_report::Figure;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::args::ImageFormat;
use crate::failure::Failure;
use crate::output;
use crate::screen;

/// Width of an image in pixels: a blog's column on a large screen.
const WIDTH: u32 = 900;
/// Pixels of a PNG for each pixel of the image, for dense screens and print.
const PNG_SCALE: u32 = 2;

/// The images of a chart. There is always one as SVG, for a light background.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pictures {
    /// Also as PNG.
    pub(crate) has_png: bool,
    /// Also for a dark background.
    pub(crate) has_dark: bool,
}

/// An image: the end of its name, and its bytes.
pub(crate) type Picture = (&'static str, Vec<u8>);

/// Refuses formats that this build cannot draw, before any other work.
pub(crate) fn refuse_unbuilt(images: ImageFormat) -> Result<(), Failure> {
    if images == ImageFormat::Png && !HAS_PNG {
        return Err(Failure::usage(
            text!("cli-cannot-draw-png-iogram-built-without"),
            text!("cli-leave-images-png-out-build-cargo"),
        ));
    }
    Ok(())
}

/// The images of every chart, in the order of the charts.
pub(crate) fn draw(figures: &[Figure], pictures: Pictures) -> Result<Vec<Vec<Picture>>, Error> {
    if figures.is_empty() {
        return Ok(Vec::new());
    }
    let next = AtomicUsize::new(0);
    let (tell, told) = mpsc::channel();
    let count = thread::available_parallelism().map_or(1, NonZero::get).min(figures.len());
    let mut drawn = vec![Vec::new(); figures.len()];
    let failure = thread::scope(|scope| {
        for _ in 0..count {
            let tell = tell.clone();
            let next = &next;
            scope.spawn(move || {
                if let Err(error) = draw_some(figures, pictures, next, &tell) {
                    // The others need not continue.
                    next.store(figures.len(), Ordering::Relaxed);
                    let _nobody_listens = tell.send(Err(error));
                }
            });
        }
        drop(tell);
        let mut failure = None;
        let mut done = 0;
        for it in told {
            match it {
                Ok((index, made)) => {
                    drawn[index] = made;
                    done += 1;
                }
                Err(error) => failure = failure.or(Some(error)),
            }
            show(done, figures.len());
        }
        screen::clear();
        failure
    });
    failure.map_or(Ok(drawn), Err)
}

/// The message of a thread: the images of the chart at this index, or the error that stopped it.
type Told = Result<(usize, Vec<Picture>), Error>;

/// One thread's share, with its own interpreter.
fn draw_some(
    figures: &[Figure],
    pictures: Pictures,
    next: &AtomicUsize,
    tell: &mpsc::Sender<Told>,
) -> Result<(), Error> {
    let painter = Painter::new()?;
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(figure) = figures.get(index) else { return Ok(()) };
        let made = draw_one(&painter, figure, pictures)?;
        let _nobody_listens = tell.send(Ok((index, made)));
    }
}

fn draw_one(
    painter: &Painter,
    figure: &Figure,
    pictures: Pictures,
) -> Result<Vec<Picture>, Error> {
    let mut made = Vec::new();
    let light = (Theme::Light, [".svg", ".png"]);
    let dark = pictures.has_dark.then_some((Theme::Dark, ["-dark.svg", "-dark.png"]));
    for (theme, [svg_ending, png_ending]) in [Some(light), dark].into_iter().flatten() {
        let svg = painter.svg(&figure.spec, WIDTH, theme)?;
        if pictures.has_png {
            made.push((png_ending, painter.png(&svg, PNG_SCALE, &figure.spec)?));
        }
        made.push((svg_ending, svg.into_bytes()));
    }
    Ok(made)
}

/// Shows the progress at the bottom of a terminal; nothing without one.
fn show(done: usize, count: usize) {
    let Some((width, _)) = screen::size() else { return };
    let text = output::said(&sentence!("cli-draws-charts", done, count));
    let mut picture = Buffer::empty(Rect::new(0, 0, width, 1));
    picture.set_stringn(0, 0, text, usize::from(width), Style::new());
    screen::draw(&picture, false);
}
