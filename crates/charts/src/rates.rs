//! Converts the transfer rates of a chart to another unit. Knows the axis of each number.

use crate::spec::{Axis, Body, ChartSpec, MarkAxis, Unit};

const MIB: f64 = 1_048_576.0;

impl ChartSpec {
    /// Converts every axis of bytes per second to MiB per second, with all its values, because ticks must be round in
    /// the unit of their labels.
    pub fn change_rates_to_mib(&mut self) {
        match &mut self.body {
            Body::Xy { x, panels, series, marks } => {
                let is_x_changed = change_axis(x);
                let changed: Vec<bool> = panels.iter_mut().map(change_axis).collect();
                let is_changed =
                    |panel: u8| changed.get(usize::from(panel)).copied().unwrap_or(false);
                for one in series {
                    if is_x_changed {
                        one.x.iter_mut().for_each(change);
                    }
                    if is_changed(one.panel) {
                        one.y.iter_mut().flatten().for_each(change);
                    }
                }
                for mark in marks {
                    let applies = match mark.on {
                        MarkAxis::X => is_x_changed,
                        MarkAxis::Y => is_changed(mark.panel),
                    };
                    if applies {
                        change(&mut mark.from);
                        mark.to.iter_mut().for_each(change);
                    }
                }
            }
            Body::Bars { value, rows, reference } => {
                if change_axis(value) {
                    for row in rows {
                        let runs = row.runs.iter_mut().filter_map(|run| run.value.as_mut());
                        let own = [&mut row.value, &mut row.low, &mut row.high];
                        own.into_iter().flatten().chain(runs).for_each(change);
                    }
                    reference.iter_mut().for_each(|it| change(&mut it.at));
                }
            }
            Body::Heatmap { x, y, value, cells, line } => {
                change_axis(x);
                if change_axis(y) {
                    line.iter_mut().for_each(|it| change(&mut it.at));
                }
                if change_axis(value) {
                    cells.iter_mut().for_each(|(_, _, rate)| change(rate));
                }
            }
            Body::Timeline { .. } => {}
        }
    }
}

/// Converts `axis` if it is one of bytes per second; returns whether it was.
fn change_axis(axis: &mut Axis) -> bool {
    let is_rate = axis.unit == Unit::BYTES_PER_S;
    if is_rate {
        axis.unit = Unit::MIB_PER_S;
        [&mut axis.min, &mut axis.max].into_iter().flatten().for_each(change);
    }
    is_rate
}

/// Converts a value and rounds it to as few digits as charts had before: six are more than anybody can see.
fn change(value: &mut f64) {
    *value = format!("{:.5e}", *value / MIB).parse().unwrap_or(*value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{BarRow, Reference, RunValue};

    fn spec(body: Body) -> ChartSpec {
        let text = String::new;
        let (title, subtitle, description) = (text(), text(), text());
        ChartSpec { title, subtitle, description, nothing: text(), foot: text(), body }
    }

    #[test]
    fn bars_keep_their_places_on_an_axis_in_mib() {
        let row = BarRow {
            label: "seq".to_owned(),
            series: String::new(),
            slot: 0,
            value: Some(MIB * 80.0),
            low: None,
            high: Some(MIB * 81.25),
            runs: vec![RunValue { value: Some(MIB / 3.0), is_counted: true }],
        };
        let reference = Some(Reference { at: MIB * 100.0, label: String::new() });
        let value = Axis::linear("throughput", Unit::BYTES_PER_S);
        let mut chart = spec(Body::Bars { value, rows: vec![row], reference });
        chart.change_rates_to_mib();
        let Body::Bars { value, rows, reference } = chart.body else { unreachable!() };
        assert_eq!(value.unit, Unit::MIB_PER_S);
        assert_eq!((rows[0].value, rows[0].low, rows[0].high), (Some(80.0), None, Some(81.25)));
        assert_eq!(rows[0].runs[0].value, Some(0.333_333));
        assert_eq!(reference.unwrap().at.to_bits(), 100.0_f64.to_bits());
    }

    #[test]
    fn axes_of_anything_else_stay_what_they_are() {
        let curve = |panel| crate::spec::XySeries {
            name: String::new(),
            slot: 0,
            panel,
            shape: crate::spec::Shape::Line,
            x: vec![1.0],
            y: vec![Some(MIB), None],
            labels: Vec::new(),
        };
        let mut chart = spec(Body::Xy {
            x: Axis::linear("time", Unit::SECONDS),
            panels: vec![Axis::linear("", Unit::BYTES_PER_S), Axis::linear("", Unit::IOPS)],
            series: vec![curve(0), curve(1)],
            marks: Vec::new(),
        });
        chart.change_rates_to_mib();
        let Body::Xy { series, .. } = chart.body else { unreachable!() };
        assert_eq!(
            (series[0].x[0].to_bits(), &series[0].y),
            (1.0_f64.to_bits(), &vec![Some(1.0), None])
        );
        assert_eq!(series[1].y, [Some(MIB), None]);
    }
}
