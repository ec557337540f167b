//! Pictures of charts: the bundle in an interpreter makes SVG; the rasteriser makes PNG if it is built in.

use rquickjs::{CatchResultExt as _, Context, Ctx, Function, Object, Runtime};

use crate::spec::ChartSpec;
use crate::{BUNDLE, font, raster};

/// Memory limit of the interpreter. The largest chart of the tests takes a fifth of it.
const MEMORY_MAX_BYTES: usize = 512 << 20;

/// Deep enough for the nested calls of the chart library; the default is not.
const STACK_MAX_BYTES: usize = 2 << 20;

/// Allocated bytes between two searches for reference cycles. A chart is freed as a whole: several searches while it
/// is drawn cost a tenth of the time and find little.
const CYCLES_AFTER_BYTES: usize = 48 << 20;

/// Points of a curve in a picture: about two for every pixel of its width.
const POINTS_MAX: usize = 1_800;

/// A chart that could not be drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The interpreter failed.
    #[error("cannot draw chart \"{title}\": {reason}")]
    Script {
        /// Title of the chart.
        title: String,
        /// The interpreter's message.
        reason: String,
    },
    /// The rasteriser failed, or this build has none (see [`HAS_PNG`](crate::HAS_PNG)).
    #[error("cannot fill the picture of a chart: {reason}")]
    Raster {
        /// The rasteriser's message.
        reason: String,
    },
    /// The drawing script itself did not load.
    #[error("cannot load the drawing script: {reason}")]
    Bundle {
        /// The interpreter's message.
        reason: String,
    },
}

/// The background that a picture is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on near black.
    Dark,
}

impl Theme {
    const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// Draws charts. Starting it takes about 0.1 s, a chart a few hundredths of a second.
pub struct Painter {
    context: Context,
}

impl std::fmt::Debug for Painter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Painter").finish_non_exhaustive()
    }
}

impl Painter {
    /// Starts the interpreter.
    ///
    /// # Errors
    ///
    /// [`Error::Bundle`] if there is not enough memory for it.
    pub fn new() -> Result<Self, Error> {
        let bundle = |reason: String| Error::Bundle { reason };
        let runtime = Runtime::new().map_err(|error| bundle(error.to_string()))?;
        runtime.set_memory_limit(MEMORY_MAX_BYTES);
        runtime.set_max_stack_size(STACK_MAX_BYTES);
        runtime.set_gc_threshold(CYCLES_AFTER_BYTES);
        let context = Context::full(&runtime).map_err(|error| bundle(error.to_string()))?;
        context
            .with(|ctx| load(&ctx).catch(&ctx).map_err(|error| bundle(error.to_string())))?;
        Ok(Self { context })
    }

    /// Draws `spec` as SVG, `width` pixels wide; the height follows from the contents.
    ///
    /// # Errors
    ///
    /// [`Error::Script`].
    pub fn svg(&self, spec: &ChartSpec, width: u32, theme: Theme) -> Result<String, Error> {
        let json = spec.thinned(POINTS_MAX).to_json();
        let drawn = self.context.with(|ctx| {
            draw(&ctx, json, width, theme).catch(&ctx).map_err(|error| error.to_string())
        });
        match drawn {
            Ok(svg) => Ok(without_metadata(&svg)),
            Err(reason) => Err(Error::Script { title: spec.title.clone(), reason }),
        }
    }

    /// Converts a picture that [`Painter::svg`] made of `spec` to PNG; `scale` 2 has twice as many pixels each way,
    /// for dense screens and print. The file contains the chart's title and its size on paper.
    ///
    /// # Errors
    ///
    /// [`Error::Raster`].
    pub fn png(&self, svg: &str, scale: u32, spec: &ChartSpec) -> Result<Vec<u8>, Error> {
        raster::png(svg, scale, spec).map_err(|reason| Error::Raster { reason })
    }
}

/// Removes the attributes in which the library notes the data of each shape. A page could use them to make a drawn
/// chart interactive; a picture does not need them, and SVG validators reject them.
fn without_metadata(svg: &str) -> String {
    const NAME: &str = " ecmeta_";
    let mut text = String::with_capacity(svg.len());
    let mut pieces = svg.split(NAME);
    text.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        // `series_index="0"`, and the rest of the picture up to the next such attribute.
        let mut parts = piece.splitn(3, '"');
        match (parts.next(), parts.next(), parts.next()) {
            (Some(name), Some(_), Some(rest)) if name.ends_with('=') => text.push_str(rest),
            // The word occurs in a text that a person wrote.
            _ => {
                text.push_str(NAME);
                text.push_str(piece);
            }
        }
    }
    text
}

/// Defines the globals that the bundle expects of a page, and loads the bundle.
fn load(ctx: &Ctx<'_>) -> rquickjs::Result<()> {
    // Nothing is drawn later, and nobody reads the library's messages.
    ctx.eval::<(), _>(
        "globalThis.setTimeout = () => 0; globalThis.clearTimeout = () => {}; \
         globalThis.console = { log() {}, warn() {}, error() {} };",
    )?;
    ctx.eval::<(), _>(BUNDLE)?;
    let measure = Function::new(ctx.clone(), |is_bold: bool, size: f64, text: String| {
        font::measure(is_bold, size, &text)
    })?;
    let charts: Object<'_> = ctx.globals().get("iogramCharts")?;
    charts.get::<_, Function<'_>>("useMeasure")?.call::<_, ()>((measure,))
}

fn draw(ctx: &Ctx<'_>, json: String, width: u32, theme: Theme) -> rquickjs::Result<String> {
    let charts: Object<'_> = ctx.globals().get("iogramCharts")?;
    charts.get::<_, Function<'_>>("svg")?.call((json, width, theme.name()))
}
