//! Pictures of charts, drawn on all processors: the same bytes however many there are.
//!
//! Knows threads and the terminal. Must not know where pictures are written.

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

/// Width of a picture in pixels: that of a blog's column on a large screen.
const WIDTH: u32 = 900;
/// Pixels of a PNG for each pixel of the picture, for dense screens and print.
const PNG_SCALE: u32 = 2;

/// Which pictures are drawn of a chart. There is always one as SVG, for a light background.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pictures {
    /// The same as PNG, too.
    pub(crate) has_png: bool,
    /// The same for a dark background, too.
    pub(crate) has_dark: bool,
}

/// A picture: what its name ends in, and its bytes.
pub(crate) type Picture = (&'static str, Vec<u8>);

/// Refuses what this build cannot draw, before anything is done for it.
pub(crate) fn refuse_unbuilt(images: ImageFormat) -> Result<(), Failure> {
    if images == ImageFormat::Png && !HAS_PNG {
        return Err(Failure::usage(
            text!("cli-cannot-draw-png-iogram-built-without"),
            text!("cli-leave-images-png-out-build-cargo"),
        ));
    }
    Ok(())
}

/// The pictures of every chart, in the order of the charts.
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
                    // The others need not go on.
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

/// What a thread tells: the pictures of the chart at this place, or why it stopped.
type Told = Result<(usize, Vec<Picture>), Error>;

/// One thread's share, with an interpreter of its own.
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

/// How far it is, at the bottom of a terminal; nothing where nobody looks.
fn show(done: usize, count: usize) {
    let Some((width, _)) = screen::size() else { return };
    let text = output::said(&sentence!("cli-draws-charts", done, count));
    let mut picture = Buffer::empty(Rect::new(0, 0, width, 1));
    picture.set_stringn(0, 0, text, usize::from(width), Style::new());
    screen::draw(&picture, false);
}
