//! More results of one tool than bars can show: each is a point, over the block size if it varies, otherwise in the
//! order of the file.
//!
//! Knows results and their work. Must not know runs.

use iogram_charts::{Axis, Body, Shape, Unit, XySeries};
use iogram_model::{Access, ImportedOrder, ImportedResult};

use super::{Shown, is_of_drive, series_name};
use crate::figures::axis::spanning;
use crate::figures::bars::GREY_SLOT;
use crate::figures::{ChartContext, line, real, slot_at};
use crate::load::access_name;

/// Fewer block sizes do not make an axis.
const BLOCKS_MIN: usize = 3;

/// The results of one kind of work, in the order of the file.
struct Cloud {
    name: String,
    is_of_drive: bool,
    points: Vec<(f64, f64)>,
}

/// `found` as points: results with their shown values, in the order of the file.
pub(super) fn points(
    context: &ChartContext<'_>,
    shown: &Shown,
    found: &[(&ImportedResult, f64)],
) -> Body {
    let by_block = places_by_block(found);
    let x = match by_block {
        Some(_) => Axis::binary(context.text("block-size")),
        None => Axis::linear(context.text("imported-result-number"), Unit::COUNT),
    };
    let places = by_block.unwrap_or_else(|| places_by_order(found));
    let mut clouds: Vec<Cloud> = Vec::new();
    for ((result, value), place) in found.iter().zip(places) {
        let name = cloud_name(context, result);
        let point = (place, *value);
        match clouds.iter_mut().find(|it| it.name == name) {
            Some(cloud) => cloud.points.push(point),
            None => {
                let is_of_drive = is_of_drive(result);
                clouds.push(Cloud { name, is_of_drive, points: vec![point] });
            }
        }
    }
    let y = spanning(context.text(shown.name), shown.unit.clone(), found.iter().map(|it| it.1));
    let series = clouds.into_iter().enumerate().map(|(index, cloud)| cloud.series(index));
    Body::Xy { x, panels: vec![y], series: series.collect(), marks: Vec::new() }
}

impl Cloud {
    fn series(mut self, index: usize) -> XySeries {
        self.points.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (x, y) = self.points.into_iter().map(|(x, y)| (x, Some(y))).unzip();
        let slot = if self.is_of_drive { slot_at(index) } else { GREY_SLOT };
        XySeries { shape: Shape::Points, ..line(self.name, slot, x, y) }
    }
}

/// The legend of a result: the work and its order, or the reason why it is not a figure of the drive.
fn cloud_name(context: &ChartContext<'_>, result: &ImportedResult) -> String {
    let name = series_name(context, result);
    let access = match result.order {
        Some(ImportedOrder::Sequential) => Access::Sequential,
        Some(ImportedOrder::Random) => Access::Random,
        Some(ImportedOrder::Unknown) | None => return name,
    };
    if !is_of_drive(result) {
        return name;
    }
    format!("{} {name}", access_name(&access, context.locale))
}

/// The block size of each, if all have one and they differ.
fn places_by_block(found: &[(&ImportedResult, f64)]) -> Option<Vec<f64>> {
    let sizes: Vec<u64> = found.iter().map(|it| it.0.block_bytes).collect::<Option<_>>()?;
    let mut distinct = sizes.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let is_axis = distinct.len() >= BLOCKS_MIN && distinct.first() != Some(&0);
    is_axis.then(|| sizes.into_iter().map(real).collect())
}

/// Their numbers in the file, from 1.
fn places_by_order(found: &[(&ImportedResult, f64)]) -> Vec<f64> {
    (1_u64..).map(real).take(found.len()).collect()
}
