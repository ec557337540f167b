//! The contents of a chart. `web/src/spec.ts` reads the same structure.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// One chart, complete in itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChartSpec {
    /// Its subject, in a few words.
    pub title: String,
    /// The conditions, with the number of samples.
    pub subtitle: String,
    /// The message of the picture, for people who cannot see it.
    pub description: String,
    /// Text in place of the picture if there is nothing to show.
    pub nothing: String,
    /// Footer of a picture that leaves its page: the program, the run, the time. Empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub foot: String,
    /// The drawing, with its data.
    pub body: Body,
}

/// The kinds of picture.
#[expect(clippy::large_enum_variant, reason = "a page has a few dozen of them")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Body {
    /// Curves and points.
    Xy {
        /// The axis that all panels share.
        x: Axis,
        /// Panels, from above.
        panels: Vec<Axis>,
        /// The curves.
        series: Vec<XySeries>,
        /// Lines and spans with a label.
        marks: Vec<Mark>,
    },
    /// Bars from zero, from left to right, in the order given, with a line for each repetition. On a logarithmic
    /// axis, which has no zero, they are dots.
    Bars {
        /// The axis of the values.
        value: Axis,
        /// Bars, from above.
        rows: Vec<BarRow>,
        /// A value to compare all bars with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reference: Option<Reference>,
    },
    /// Coloured cells.
    Heatmap {
        /// Columns: names, or [`Axis::steps`] of numbers.
        x: Axis,
        /// Rows, from below: names or steps, as the columns.
        y: Axis,
        /// The scale of the colours.
        value: Axis,
        /// Column, row and value; an absent cell has no value.
        cells: Vec<(u32, u32, f64)>,
        /// A value on the axis of rows: the cells beyond it are the message of the picture.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<Reference>,
    },
    /// Times at which a state held.
    Timeline {
        /// Time.
        x: Axis,
        /// Names of the rows, from above.
        rows: Vec<String>,
        /// Begin and end of each state.
        spans: Vec<Span>,
    },
}

/// The unit after a number. Values are in the unit itself; a picture chooses kB or ms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Unit(Cow<'static, str>);

impl Unit {
    /// Nanoseconds, shown as ns, us, ms or s.
    pub const NANOS: Self = Self(Cow::Borrowed("ns"));
    /// Seconds, shown as s, min or h.
    pub const SECONDS: Self = Self(Cow::Borrowed("s"));
    /// Bytes, shown as kB, MB, GB or TB.
    pub const BYTES: Self = Self(Cow::Borrowed("B"));
    /// Bytes, shown as KiB, MiB, GiB or TiB.
    pub const BINARY_BYTES: Self = Self(Cow::Borrowed("iB"));
    /// Bytes per second, shown as MB/s.
    pub const BYTES_PER_S: Self = Self(Cow::Borrowed("B/s"));
    /// Mebibytes per second, shown unchanged.
    pub const MIB_PER_S: Self = Self(Cow::Borrowed("MiB/s"));
    /// Operations per second.
    pub const IOPS: Self = Self(Cow::Borrowed("IOPS"));
    /// Hundredths of a whole, written with a percent sign.
    pub const PERCENT: Self = Self(Cow::Borrowed("%"));
    /// Degrees Celsius.
    pub const CELSIUS: Self = Self(Cow::Borrowed("°C"));
    /// A number of things.
    pub const COUNT: Self = Self(Cow::Borrowed(""));

    /// Its symbol; [`Unit::BINARY_BYTES`] has `iB`.
    #[must_use]
    pub fn symbol(&self) -> &str {
        &self.0
    }

    /// Any other unit, by its symbol: `EUR`, `MB/s per EUR`.
    #[must_use]
    pub fn named(symbol: impl Into<String>) -> Self {
        Self(Cow::Owned(symbol.into()))
    }
}

/// Mapping of values to an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Linear.
    #[default]
    Linear,
    /// Logarithmic, base ten; values have to be above zero.
    Log,
    /// Logarithmic, base two; values have to be above zero.
    Log2,
    /// Shares by their nines: the value for a share q is 1/(1-q), so that 90 % is 10 and 99.9 % is 1000.
    Nines,
    /// Names at the positions 0, 1, ..
    Category,
}

/// One axis of a picture: its quantity and unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// The quantity, in the page's language, without the unit.
    pub label: String,
    /// The unit of its values, printed after the label.
    pub unit: Unit,
    /// Mapping of values to the axis.
    pub scale: Scale,
    /// The names of a category axis.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<String>,
    /// Its lower end; `None`: chosen from the data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Its upper end; `None`: chosen from the data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Number of equal columns or rows into which a heatmap divides an axis of numbers from `min` to `max`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
}

impl Axis {
    /// A linear axis of numbers.
    #[must_use]
    pub fn linear(label: impl Into<String>, unit: Unit) -> Self {
        let scale = Scale::Linear;
        let (label, categories) = (label.into(), Vec::new());
        Self { label, unit, scale, categories, min: None, max: None, steps: None }
    }

    /// An axis of numbers by powers of ten.
    #[must_use]
    pub fn log(label: impl Into<String>, unit: Unit) -> Self {
        Self { scale: Scale::Log, ..Self::linear(label, unit) }
    }

    /// An axis of sizes by powers of two.
    #[must_use]
    pub fn binary(label: impl Into<String>) -> Self {
        Self { scale: Scale::Log2, ..Self::linear(label, Unit::BINARY_BYTES) }
    }

    /// An axis of shares by their nines.
    #[must_use]
    pub fn nines(label: impl Into<String>) -> Self {
        Self { scale: Scale::Nines, ..Self::linear(label, Unit::PERCENT) }
    }

    /// An axis of names.
    #[must_use]
    pub fn of(label: impl Into<String>, categories: Vec<String>) -> Self {
        Self { scale: Scale::Category, categories, ..Self::linear(label, Unit::COUNT) }
    }
}

/// Connection of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Straight from point to point.
    Line,
    /// Level until the next point.
    Step,
    /// Not connected.
    Points,
}

/// One curve: points, their order, their colour.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct XySeries {
    /// Its name in the legend. The legend switches all series of one name together.
    pub name: String,
    /// Colour, dash and marker, below [`crate::SLOT_COUNT`].
    pub slot: u8,
    /// Panel number, from 0.
    pub panel: u8,
    /// Connection of points.
    pub shape: Shape,
    /// Positions on the x axis; ascending for lines.
    pub x: Vec<f64>,
    /// As many as `x`; `None` is a gap.
    pub y: Vec<Option<f64>>,
    /// Names beside the points; empty for none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
}

/// The axis of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkAxis {
    /// Vertical lines and spans.
    X,
    /// Horizontal lines and bands.
    Y,
}

/// A line at a value, or a span between two.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// Panel number, from 0.
    pub panel: u8,
    /// The axis of `from` and `to`.
    pub on: MarkAxis,
    /// Position of the line, or beginning of the span, in the unit of that axis.
    pub from: f64,
    /// End of a span; `None` is a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<f64>,
    /// Label; may be empty.
    pub label: String,
}

/// The result of one repetition.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RunValue {
    /// In the unit of the axis; `None` if the repetition has none.
    pub value: Option<f64>,
    /// Whether it counts in the bar's value.
    pub is_counted: bool,
}

/// One bar of [`Body::Bars`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BarRow {
    /// Its name. Consecutive rows with the same name form a group under it.
    pub label: String,
    /// Its name in the legend. The chart has a legend if bars differ in this name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub series: String,
    /// Colour, below [`crate::SLOT_COUNT`] or one of the roles after them.
    pub slot: u8,
    /// `None` is not measured.
    pub value: Option<f64>,
    /// Lower end of its spread.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// Upper end of its spread.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// Each repetition, in order.
    pub runs: Vec<RunValue>,
}

/// A value to compare all bars with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    /// The value, in the unit of the bars.
    pub at: f64,
    /// Its label.
    pub label: String,
}

/// A time at which a state held.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Span {
    /// Row number, from 0.
    pub row: u32,
    /// Index of its colour in the palette, below [`crate::SLOT_COUNT`].
    pub slot: u8,
    /// Beginning, in the unit of the x axis.
    pub from: f64,
    /// End, in the same unit.
    pub to: f64,
}

impl ChartSpec {
    /// The JSON for a page.
    ///
    /// # Panics
    ///
    /// Never: a chart consists of text, numbers and lists. NaN and infinity become `null`.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a chart is made of text, numbers and lists")
    }

    /// Changes every text that the chart shows.
    pub fn change_texts(&mut self, change: impl Fn(&mut String)) {
        let Self { title, subtitle, description, nothing, foot, body } = self;
        [title, subtitle, description, nothing, foot].into_iter().for_each(&change);
        let axis = |axis: &mut Axis| {
            change(&mut axis.label);
            change(axis.unit.0.to_mut());
            axis.categories.iter_mut().for_each(&change);
        };
        match body {
            Body::Xy { x, panels, series, marks } => {
                axis(x);
                panels.iter_mut().for_each(axis);
                for one in series {
                    change(&mut one.name);
                    one.labels.iter_mut().for_each(&change);
                }
                marks.iter_mut().for_each(|mark| change(&mut mark.label));
            }
            Body::Bars { value, rows, reference } => {
                axis(value);
                for row in rows {
                    change(&mut row.label);
                    change(&mut row.series);
                }
                reference.iter_mut().for_each(|it| change(&mut it.label));
            }
            Body::Heatmap { x, y, value, cells: _, line } => {
                [x, y, value].into_iter().for_each(axis);
                line.iter_mut().for_each(|it| change(&mut it.label));
            }
            Body::Timeline { x, rows, spans: _ } => {
                axis(x);
                rows.iter_mut().for_each(&change);
            }
        }
    }

    /// Number of points of each curve.
    pub fn point_counts(&self) -> impl Iterator<Item = usize> {
        let series = match &self.body {
            Body::Xy { series, .. } => series.as_slice(),
            _ => &[],
        };
        series.iter().map(|one| one.x.len())
    }

    /// The same chart with at most about `points_max` points in each curve; the lowest and highest points stay.
    #[must_use]
    pub fn thinned(&self, points_max: usize) -> Self {
        let mut spec = self.clone();
        if let Body::Xy { series, .. } = &mut spec.body {
            for one in series.iter_mut().filter(|one| one.labels.is_empty()) {
                (one.x, one.y) = crate::thin(&one.x, &one.y, points_max);
            }
        }
        spec
    }
}
