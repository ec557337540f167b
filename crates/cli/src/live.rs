//! The picture of a running cell: rate over time, latency, temperature, progress of the run.
//!
//! A thread reads the generator's existing counters ten times a second; no measurement waits for anything here.
//! `screen` draws the picture.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use iogram_engine::{Control, LatencySoFar};
use iogram_model::{Bytes, Nanos, Throughput, sentence};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, Widget};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::output;
use crate::screen;
use crate::spans;

/// Interval between redraws. Arbitrary: smooth for the eye, nothing for the CPU.
const REDRAW: Duration = Duration::from_millis(100);
/// Height of the chart in rows.
const CHART_HEIGHT: u16 = 7;
/// A smaller terminal shows only the numbers.
const CHART_ROWS_MIN: u16 = 14;
/// A wider line is hard to follow.
pub(crate) const WIDTH_MAX: u16 = 110;
/// Shows that nothing has completed for this long. Arbitrary: longer than an unnoticed stall.
const STANDSTILL_MIN: Nanos = Nanos::SECOND;

/// The place of a step in the run.
#[derive(Debug, Clone, Default)]
pub(crate) struct StepPlace {
    pub(crate) title: String,
    /// Number of the current test, and of all tests, as in the lines of finished ones; `None` for other steps.
    pub(crate) count: Option<(usize, usize)>,
    /// Duration of this step: minimum, maximum.
    pub(crate) this: (Nanos, Nanos),
    /// Duration of all later ones.
    pub(crate) later: (Nanos, Nanos),
    /// Their likely duration.
    pub(crate) later_likely: Nanos,
    /// The likely duration of the earlier ones.
    pub(crate) earlier: Nanos,
    /// Whether the target's time is the user's.
    pub(crate) is_host_time: bool,
    /// Whether the step consists of short requests only; others may be silent for long.
    pub(crate) is_asking: bool,
}

/// A likely duration between the shortest and the longest, which may be a thousand times as long: their geometric
/// mean.
#[expect(clippy::cast_precision_loss, reason = "a bar has thirty places")]
pub(crate) fn between((low, high): (Nanos, Nanos)) -> Nanos {
    if low == high {
        return high;
    }
    Nanos(iogram_model::whole(((low.0.max(1) as f64) * (high.0 as f64)).sqrt()))
}

/// Draws while a step runs; ends when dropped.
#[derive(Debug)]
pub(crate) struct Live {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Live {
    pub(crate) fn start(place: StepPlace, control: Arc<Control>) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_over);
        let thread = std::thread::Builder::new().name("progress".to_owned());
        let thread = thread.spawn(move || {
            let began = iogram_inspect::now();
            let mut course = CellCurve::default();
            while !flag.load(Ordering::Relaxed) {
                show(&place, &mut course, &control, began);
                std::thread::park_timeout(REDRAW);
            }
            screen::clear();
        });
        // Without a thread only the picture is missing.
        Self { is_over, thread: thread.ok() }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _a_panic_there_lost_only_the_picture = thread.join();
        }
    }
}

fn show(place: &StepPlace, course: &mut CellCurve, control: &Control, began: Nanos) {
    let Some((width, height)) = screen::size() else { return };
    let now = iogram_inspect::now() - began;
    let (requests, bytes, at) = control.progress();
    course.see(Point { at, bytes, requests }, now);
    let moment = Moment {
        place,
        course,
        latency: control.latency(),
        celsius: control.temperature_celsius(),
        expected: control.expected(),
        now,
    };
    // The last column stays free: not every terminal waits there for the end of the line.
    let width = width.saturating_sub(1).clamp(1, WIDTH_MAX);
    screen::draw(&moment.picture(width, height), screen::has_color());
    control.ask_latency();
}

/// The totals at some time of the cell.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Point {
    at: Nanos,
    bytes: Bytes,
    requests: u64,
}

/// The whole time of a cell, in as many points as a screen can show.
#[derive(Debug, Default)]
struct CellCurve {
    points: Vec<Point>,
    last: Point,
    /// The last progress, on the user's clock.
    moved_at: Nanos,
}

impl CellCurve {
    /// Two for each dot of the widest chart.
    const POINTS_MAX: usize = 4 * WIDTH_MAX as usize;

    /// Adds the present totals. If they decrease, another cell has begun.
    fn see(&mut self, point: Point, now: Nanos) {
        if point.at < self.last.at || point.requests < self.last.requests {
            *self = Self::default();
        }
        if point.requests > self.last.requests || self.points.is_empty() {
            self.moved_at = now;
        }
        self.last = point;
        let stretch = (100 * Nanos::MILLISECOND.0).max(point.at.0 / Self::POINTS_MAX as u64);
        match self.points.last() {
            None => self.points.push(Point::default()),
            Some(last) if (point.at - last.at).0 >= stretch => self.points.push(point),
            Some(_) => {}
        }
        if self.points.len() > Self::POINTS_MAX {
            // The totals are cumulative, so that dropping a point loses only its time.
            let mut is_kept = false;
            self.points.retain(|_| {
                is_kept = !is_kept;
                is_kept
            });
        }
    }

    /// Seconds and bytes per second, one for each stretch.
    fn rates(&self) -> Vec<(f64, f64)> {
        let pairs = self.points.windows(2).filter_map(|pair| {
            let rate =
                Throughput::mean(pair[1].bytes - pair[0].bytes, pair[1].at - pair[0].at)?;
            Some((pair[1].at.as_secs_f64(), rate.bytes_per_s))
        });
        pairs.collect()
    }

    /// The last second.
    fn recent(&self) -> (Point, Point) {
        let since = self.last.at.saturating_sub(Nanos::SECOND);
        let before = self.points.iter().rev().find(|point| point.at <= since);
        (before.copied().unwrap_or_default(), self.last)
    }
}

/// Bytes and requests per second between two points.
fn rate((from, to): (Point, Point)) -> Option<(f64, f64)> {
    let time = to.at.saturating_sub(from.at);
    let bytes = Throughput::mean(to.bytes - from.bytes, time)?.bytes_per_s;
    let requests = Throughput::mean(Bytes(to.requests - from.requests), time)?.bytes_per_s;
    Some((bytes, requests))
}

/// The contents of a picture.
struct Moment<'a> {
    place: &'a StepPlace,
    course: &'a CellCurve,
    latency: LatencySoFar,
    celsius: Option<f64>,
    /// The most bytes of the cell.
    expected: Option<Bytes>,
    /// Time since the beginning of the step, on the user's clock.
    now: Nanos,
}

impl Moment<'_> {
    /// As wide as requested; as high as necessary.
    fn picture(&self, width: u16, rows: u16) -> Buffer {
        let rates = self.course.rates();
        let has_moved = self.course.last.requests > 0;
        let has_chart = has_moved && rates.len() > 1 && rows >= CHART_ROWS_MIN && width >= 30;
        let chart_height = if has_chart { CHART_HEIGHT } else { 0 };
        let has_numbers = has_moved || self.standstill().is_some();
        let height = 2 + chart_height + u16::from(has_numbers);
        let mut picture = Buffer::empty(Rect::new(0, 0, width, height));
        self.head(usize::from(width)).render(Rect::new(0, 0, width, 1), &mut picture);
        if has_chart {
            chart(&rates, Rect::new(0, 1, width, chart_height), &mut picture);
        }
        if has_numbers {
            let row = Rect::new(0, height - 2, width, 1);
            self.numbers(usize::from(width)).render(row, &mut picture);
        }
        self.run(usize::from(width)).render(Rect::new(0, height - 1, width, 1), &mut picture);
        picture
    }

    fn head(&self, width: usize) -> Line<'static> {
        let title = shortened(&self.place.title, width);
        Line::from(Span::styled(title, Style::new().bold()))
    }

    /// How long no request has completed, if it is worth showing.
    fn standstill(&self) -> Option<Nanos> {
        let since = self.now.saturating_sub(self.course.moved_at);
        let is_asking = self.place.is_asking || self.course.last.requests > 0;
        (self.place.is_host_time && is_asking && since >= STANDSTILL_MIN).then_some(since)
    }

    /// The numbers that fit, most important first.
    fn numbers(&self, width: usize) -> Line<'static> {
        let recent = rate(self.course.recent());
        let all = rate((Point::default(), self.course.last));
        let moves_bytes = self.course.last.bytes.0 > 0;
        let bytes = |rate: Option<(f64, f64)>| {
            output::rates().text(rate.map(|rate| rate.0).filter(|_| moves_bytes))
        };
        let mut parts = Vec::new();
        if let Some(standstill) = self.standstill() {
            let time = whole_seconds(standstill);
            let text = output::said(&sentence!("cli-nothing-completed", time));
            parts.push(Span::styled(text, Style::new().yellow()));
        } else if moves_bytes {
            parts.push(Span::raw(bytes(recent)));
        }
        let mean = (moves_bytes && self.course.points.len() > 2)
            .then(|| output::said(&sentence!("cli-mean", rate = bytes(all))));
        let iops = recent.map(|rate| format!("{} IOPS", iogram_report::iops(Some(rate.1))));
        let texts = [
            self.latency.p99.map(|time| format!("p99 {time}")),
            iops,
            self.celsius.map(|celsius| format!("{celsius:.0} °C")),
            self.latency.max.map(|time| output::said(&sentence!("cli-slowest", time))),
            mean,
        ];
        parts.extend(texts.into_iter().flatten().map(Span::raw));
        let mut line = Line::default();
        for part in parts {
            let gap = if line.spans.is_empty() { "" } else { "  " };
            if line.width() + gap.len() + part.width() <= width {
                line.extend([Span::raw(gap), part]);
            }
        }
        line
    }

    /// The progress of the run and the remaining time.
    fn run(&self, width: usize) -> Line<'static> {
        let (low, high) = self.time_left();
        let (shortest, longest) = (whole_seconds(low), whole_seconds(high));
        let left = match high {
            Nanos(0) => String::new(),
            _ => {
                let time = match shortest == longest {
                    true => longest.into(),
                    false => spans::about(low, high),
                };
                output::said(&match self.place.is_host_time {
                    true => sentence!("cli-left", time: time),
                    false => sentence!("cli-drive-time-left", time: time),
                })
            }
        };
        let count = self.place.count.map(|(index, all)| format!("[{index}/{all}]"));
        let count = count.unwrap_or_default();
        let texts = [format!("{count} {left}"), count];
        let texts = texts.map(|text| text.trim().to_owned());
        let text = texts.into_iter().find(|text| text.width() + 2 <= width).unwrap_or_default();
        let room = width.saturating_sub(text.width() + 1).min(30);
        let filled = usize::try_from(self.done_permille()).map_or(0, |done| room * done / 1000);
        Line::from(vec![
            Span::styled("━".repeat(filled), Style::new().cyan()),
            Span::styled("─".repeat(room - filled), Style::new().dim()),
            Span::raw(format!(" {text}")),
        ])
    }

    /// The elapsed share of the run's time, with the likely durations of the rest.
    fn done_permille(&self) -> u64 {
        let StepPlace { this, later, later_likely, earlier, .. } = self.place;
        let (low, high) = self.time_left();
        let left =
            (Nanos(low.0.saturating_sub(later.0.0)), Nanos(high.0.saturating_sub(later.1.0)));
        let elapsed = self.elapsed();
        // The remaining part of the step's likely duration.
        let left =
            between(left).min(Nanos(between(*this).0.saturating_sub(elapsed.0).max(left.0.0)));
        let done = u128::from(earlier.0) + u128::from(elapsed.0);
        let all = done + u128::from(left.0) + u128::from(later_likely.0);
        u64::try_from((done * 1000).checked_div(all).unwrap_or(0)).unwrap_or(0)
    }

    /// Time of this step on the target's clock; a rest has no progress to count.
    fn elapsed(&self) -> Nanos {
        let is_counted = self.course.last.requests > 0 || !self.place.is_host_time;
        if is_counted { self.course.last.at } else { self.now }
    }

    /// Of the whole run: minimum and maximum.
    fn time_left(&self) -> (Nanos, Nanos) {
        let StepPlace { this, later, .. } = *self.place;
        let elapsed = self.elapsed();
        let planned = (this.0.saturating_sub(elapsed), this.1.saturating_sub(elapsed));
        let at_this_rate = self.expected.and_then(|expected| {
            let (moved, time) = (self.course.last.bytes, self.course.last.at);
            let missing = u128::from(expected.0.saturating_sub(moved.0));
            let left = missing * u128::from(time.0) / u128::from(moved.0).max(1);
            (moved.0 > 0).then(|| Nanos(u64::try_from(left).unwrap_or(u64::MAX)))
        });
        let this = match at_this_rate {
            // A time limit also applies, if there is one.
            Some(left) if this.0 == this.1 && this.1.0 > 0 => {
                (left.min(planned.0), left.min(planned.1))
            }
            Some(left) => (left, left),
            None => planned,
        };
        let sum = |one: Nanos, other: Nanos| Nanos(one.0.saturating_add(other.0));
        (sum(this.0, later.0), sum(this.1, later.1))
    }
}

/// The rate over the cell's time so far.
fn chart(rates: &[(f64, f64)], area: Rect, picture: &mut Buffer) {
    let end = rates.last().map_or(0.0, |last| last.0);
    let highest = rates.iter().map(|rate| rate.1).fold(0.0, f64::max);
    let unit = output::rates();
    let top = round_up(unit.count(highest));
    let scaled: Vec<(f64, f64)> =
        rates.iter().map(|&(at, rate)| (at, unit.count(rate))).collect();
    let curve = Dataset::default()
        .marker(Marker::Braille)
        .graph_type(GraphType::Line)
        .style(Style::new().cyan())
        .data(&scaled);
    let ends = |low: String, high: String| [Span::raw(low), Span::raw(high)];
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time")]
    let end_text = whole_seconds(Nanos((end * 1e9) as u64));
    Chart::new(vec![curve])
        .x_axis(Axis::default().bounds([0.0, end]).labels(ends("0 s".into(), end_text)))
        .y_axis(
            Axis::default()
                .bounds([0.0, top])
                .labels(ends("0".into(), format!("{top} {}", unit.symbol()))),
        )
        .render(area, picture);
}

/// The next of 1, 2, 5, 10, 20, ..
fn round_up(value: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    let power = 10_f64.powf(value.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    let step = steps.into_iter().find(|step| step * power >= value).unwrap_or(10.0);
    // Below one, multiples of a tenth are not exact.
    (step * power * 1e6).round() / 1e6
}

/// `text` in at most `width` columns.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut used = 1;
    let fits = |character: &char| {
        used += character.width().unwrap_or(0);
        used <= width
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// A time as on a clock: `2 min 30 s`.
fn whole_seconds(time: Nanos) -> String {
    let seconds = time.0 / Nanos::SECOND.0;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(count: u64) -> Nanos {
        Nanos(count * Nanos::SECOND.0)
    }

    /// 40 MB/s for ten seconds, with a stall of a second.
    fn course() -> CellCurve {
        let mut course = CellCurve::default();
        for tenth in 0..=100_u64 {
            let moved = tenth + 50 - tenth.clamp(50, 60);
            let at = Nanos(tenth * 100 * Nanos::MILLISECOND.0);
            let bytes = Bytes(moved * 4_000_000);
            course.see(Point { at, bytes, requests: moved * 1000 }, at);
        }
        course
    }

    fn place() -> StepPlace {
        StepPlace {
            title: "Random read of 4 KiB at queue depth 32, 랜덤 읽기 #2".to_owned(),
            count: Some((3, 5)),
            this: (second(60), second(60)),
            later: (second(30), second(90)),
            later_likely: second(52),
            earlier: second(20),
            is_host_time: true,
            is_asking: true,
        }
    }

    fn lines(moment: &Moment<'_>, width: u16, rows: u16) -> Vec<String> {
        let picture = moment.picture(width, rows);
        let row = |row| {
            let cells = (0..width).map(|column| picture[(column, row)].symbol());
            cells.collect::<String>().trim_end().to_owned()
        };
        (0..picture.area.height).map(row).collect()
    }

    fn moment<'a>(place: &'a StepPlace, course: &'a CellCurve) -> Moment<'a> {
        Moment {
            place,
            course,
            latency: LatencySoFar { p99: Some(Nanos(1_230_000)), max: Some(Nanos(45_600_000)) },
            celsius: Some(45.2),
            expected: None,
            now: second(10),
        }
    }

    #[test]
    fn a_picture_has_rate_latency_temperature_and_what_is_left() {
        let (place, course) = (place(), course());
        let lines = lines(&moment(&place, &course), 79, 24);
        assert_eq!(lines.len(), 10);
        assert!(lines[1].starts_with("50 MB/s│"), "{}", lines[1]);
        assert!(lines[7].trim_start().starts_with("0 s") && lines[7].ends_with("10 s"));
        let numbers =
            "40.0 MB/s  p99 1.23 ms  10000 IOPS  45 °C  slowest 45.6 ms  mean 36.0 MB/s";
        assert_eq!(lines[8], numbers);
        assert!(lines[9].ends_with(" [3/5] about 1-3 min left"), "{}", lines[9]);
        // The stall is visible: the curve falls to the axis.
        let is_dot = |character: char| ('\u{2801}'..='\u{28ff}').contains(&character);
        assert!(lines[5].contains(is_dot), "{}", lines[5]);
    }

    #[test]
    fn a_narrow_terminal_loses_numbers_and_never_overflows() {
        let (place, course) = (place(), course());
        for width in [10, 30, 39, 59, 79, 110] {
            for rows in [5, 24] {
                let lines = lines(&moment(&place, &course), width, rows);
                let widest = lines.iter().map(|line| line.width()).max().unwrap();
                assert!(widest <= usize::from(width), "{lines:#?}");
            }
        }
        let lines = lines(&moment(&place, &course), 39, 10);
        assert_eq!(lines[1], "40.0 MB/s  p99 1.23 ms  10000 IOPS");
        assert_eq!(lines.len(), 3);
    }

    #[test]
    fn nothing_completed_for_long_is_said() {
        let (place, course) = (place(), course());
        let stuck = Moment { now: second(14), ..moment(&place, &course) };
        assert!(lines(&stuck, 79, 24)[8].starts_with("nothing completed for 4 s  p99"));
    }

    #[test]
    fn a_drive_that_never_answered_is_told_while_it_is_waited_for_and_a_rest_is_not() {
        let (place, course) = (place(), CellCurve::default());
        let stuck = Moment { now: second(14), ..moment(&place, &course) };
        assert!(lines(&stuck, 79, 24)[1].starts_with("nothing completed for 14 s"));
        let rest = StepPlace { is_asking: false, ..place };
        let resting = Moment { now: second(14), ..moment(&rest, &course) };
        assert!(!lines(&resting, 79, 24).join("\n").contains("nothing completed"));
    }

    #[test]
    fn a_long_cell_keeps_few_points_and_its_mean() {
        let mut course = CellCurve::default();
        for second in 0..40_000_u64 {
            let at = Nanos(second * Nanos::SECOND.0);
            course.see(Point { at, bytes: Bytes(second * 10), requests: second }, at);
        }
        assert!(course.points.len() <= CellCurve::POINTS_MAX);
        assert!(course.rates().iter().all(|(_, rate)| (rate - 10.0).abs() < 1e-9));
        course.see(Point::default(), Nanos(0));
        assert_eq!(course.points.len(), 1);
    }

    #[test]
    fn axes_end_at_round_numbers() {
        let tops = [0.0, 0.003, 0.7, 1.0, 43.0, 101.0, 7100.0].map(round_up);
        let shown = tops.map(|top| top.to_string());
        assert_eq!(shown, ["1", "0.005", "1", "1", "50", "200", "10000"]);
    }

    #[test]
    fn long_titles_end_in_an_ellipsis() {
        assert_eq!(shortened("순차 쓰기", 20), "순차 쓰기");
        assert_eq!(shortened("순차 쓰기", 6), "순차 …");
    }
}
