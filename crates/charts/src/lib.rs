//! Charts: their contents as plain data, and the conversion to SVG and PNG.
//!
//! Knows the bundle of `web/` (the only description of the charts' appearance), the interpreter that runs it, the
//! font and the rasteriser. Must not know the meaning of the numbers, runs, files or clocks: the same [`ChartSpec`]
//! gives the same bytes.

mod font;
mod painter;
mod palette;
mod raster;
mod rates;
mod scatter;
mod spec;
mod thin;

pub use painter::{Error, Painter, Theme};
pub use palette::{
    BOTH_SLOT, FLUSH_SLOT, MISSING_SLOT, OTHER_SLOT, Palette, READ_SLOT, SLOT_COUNT,
    SUBJECT_SLOT, WRITE_SLOT, slot_of,
};
pub use raster::HAS_PNG;
pub use scatter::NamedPoint;
pub use spec::{
    Axis, BarRow, Body, ChartSpec, Mark, MarkAxis, Reference, RunValue, Scale, Shape, Span,
    Unit, XySeries,
};
pub use thin::thin;

/// The script that draws charts in a page: `iogramCharts.start()` activates every `[data-chart]`. It contains no
/// closing script tag.
pub const BUNDLE: &str = include_str!("../bundle/charts.js");
