//! Named points, and the front of those that no other point beats.

use crate::spec::{Axis, Body, Shape, XySeries};

/// A grey that no drive gets while another colour is free, because the front belongs to no drive.
const FRONT_SLOT: u8 = 8;

/// One point of [`Body::scatter`].
#[derive(Debug, Clone, PartialEq)]
pub struct NamedPoint {
    /// Label beside the point; a long name goes to the legend, with a number at the point.
    pub name: String,
    /// Colour and marker, below [`crate::SLOT_COUNT`].
    pub slot: u8,
    /// From left to right; above zero on a logarithmic axis.
    pub x: f64,
    /// Upwards; above zero on a logarithmic axis.
    pub y: f64,
    /// Whether no other point is better in both directions. The caller knows which direction is better.
    pub is_on_front: bool,
}

impl Body {
    /// Named points and, through those on the front, a step line called `front`: level until the next point, because
    /// it is the best value for at most that x. Both axes may be logarithmic ([`Axis::log`]).
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
        // A single point makes no line.
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
