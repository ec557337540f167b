//! Pictures of charts: the bundle inside an interpreter gives SVG, the rasteriser PNG where it is built in.

use rquickjs::{CatchResultExt as _, Context, Ctx, Function, Object, Runtime};

use crate::spec::ChartSpec;
use crate::{BUNDLE, font, raster};

/// The interpreter stops there instead of taking all memory. The largest chart of the tests takes a
/// fifth of it.
const MEMORY_MAX_BYTES: usize = 512 << 20;

/// Deep enough for the nested calls of the chart library, which the default is not.
const STACK_MAX_BYTES: usize = 2 << 20;

/// Cycles are looked for when so much was allocated since. A chart is dropped as a whole: looking for them several times
/// while it is drawn costs a tenth of the time and finds little.
const CYCLES_AFTER_BYTES: usize = 48 << 20;

/// Points of a curve in a picture: about two for every pixel of its width.
const POINTS_MAX: usize = 1_800;

/// A chart that could not be drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The interpreter failed; the text is its own.
    #[error("cannot draw chart \"{title}\": {reason}")]
    Script {
        /// The chart.
        title: String,
        /// What the interpreter says.
        reason: String,
    },
    /// The picture cannot be filled, or this build has no rasteriser (see [`HAS_PNG`](crate::HAS_PNG)).
    #[error("cannot fill the picture of a chart: {reason}")]
    Raster {
        /// What the rasteriser says.
        reason: String,
    },
    /// The drawing script itself did not load.
    #[error("cannot load the drawing script: {reason}")]
    Bundle {
        /// What the interpreter says.
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

/// Draws charts. Starting it takes about 0.1 s, a chart a few hundredths.
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
    /// [`Error::Bundle`] where there is no memory for it.
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

    /// `spec` as SVG, `width` pixels wide; its height follows from what it shows.
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

    /// A picture that [`Painter::svg`] made of `spec` as PNG; `scale` 2 has twice as many pixels each way, for dense
    /// screens and print. The file has the title of the chart and its size on paper in it.
    ///
    /// # Errors
    ///
    /// [`Error::Raster`].
    pub fn png(&self, svg: &str, scale: u32, spec: &ChartSpec) -> Result<Vec<u8>, Error> {
        raster::png(svg, scale, spec).map_err(|reason| Error::Raster { reason })
    }
}

/// The library notes at each shape which data it is of, for a page that brings a drawn chart to life again. Nobody does so
/// with a picture, and a validator of SVG refuses the attributes.
fn without_metadata(svg: &str) -> String {
    const NAME: &str = " ecmeta_";
    let mut text = String::with_capacity(svg.len());
    let mut pieces = svg.split(NAME);
    text.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        // `series_index="0"`, and the rest of the picture up to the next one.
        let mut parts = piece.splitn(3, '"');
        match (parts.next(), parts.next(), parts.next()) {
            (Some(name), Some(_), Some(rest)) if name.ends_with('=') => text.push_str(rest),
            // It is a text that a person wrote.
            _ => {
                text.push_str(NAME);
                text.push_str(piece);
            }
        }
    }
    text
}

/// What the bundle asks of a page, and the bundle.
fn load(ctx: &Ctx<'_>) -> rquickjs::Result<()> {
    // Nothing is drawn later, and nobody reads what the library says.
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
