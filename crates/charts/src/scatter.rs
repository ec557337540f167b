//! Points with names, and the front of those that none beats.

use crate::spec::{Axis, Body, Shape, XySeries};

/// The grey that no drive has while there is another: the front belongs to none.
const FRONT_SLOT: u8 = 8;

/// One point of [`Body::scatter`].
#[derive(Debug, Clone, PartialEq)]
pub struct NamedPoint {
    /// Stands beside it; long names stand in the legend, with a number at the point.
    pub name: String,
    /// Colour and marker, below [`crate::SLOT_COUNT`].
    pub slot: u8,
    /// From left to right; above zero on an axis by powers.
    pub x: f64,
    /// Upwards; above zero on an axis by powers.
    pub y: f64,
    /// Whether no other point is better in both directions. Which direction is better, the caller knows.
    pub is_on_front: bool,
}

impl Body {
    /// Points with their names and, through those on the front, a step line that is called `front`: level
    /// until the next of them, as what can be had for at most so much. Both axes may be logarithmic
    /// ([`Axis::log`]).
    ///
    /// ```
    /// use iogram_charts::{Axis, Body, NamedPoint, Unit};
    ///
    /// let point = |name: &str, slot, x, y, is_on_front| {
    ///     NamedPoint { name: name.to_owned(), slot, x, y, is_on_front }
    /// };
    /// let body = Body::scatter(
    ///     Axis::linear("price", Unit::named("EUR")),
    ///     Axis::log("synchronous writes", Unit::IOPS),
    ///     &[point("Card A", 0, 12.0, 40.0, true), point("SSD B", 1, 70.0, 9_000.0, true)],
    ///     "Pareto front",
    /// );
    /// assert!(matches!(body, Body::Xy { series, .. } if series.len() == 3));
    /// ```
    #[must_use]
    pub fn scatter(x: Axis, y: Axis, points: &[NamedPoint], front: &str) -> Self {
        let mut series: Vec<XySeries> = points.iter().map(NamedPoint::series).collect();
        let mut on_front: Vec<&NamedPoint> =
            points.iter().filter(|point| point.is_on_front).collect();
        on_front.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        // One point alone has no front to walk along.
        if on_front.len() > 1 {
            series.push(XySeries {
                name: front.to_owned(),
                slot: FRONT_SLOT,
                panel: 0,
                shape: Shape::Step,
                x: on_front.iter().map(|point| point.x).collect(),
                y: on_front.iter().map(|point| Some(point.y)).collect(),
                labels: Vec::new(),
            });
        }
        Self::Xy { x, panels: vec![y], series, marks: Vec::new() }
    }
}

impl NamedPoint {
    fn series(&self) -> XySeries {
        XySeries {
            name: self.name.clone(),
            slot: self.slot,
            panel: 0,
            shape: Shape::Points,
            x: vec![self.x],
            y: vec![Some(self.y)],
            labels: vec![self.name.clone()],
        }
    }
}
