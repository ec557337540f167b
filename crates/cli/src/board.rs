//! One line for each of several drives that are measured at once: a block in a terminal that is redrawn, and
//! elsewhere a line for each finished cell.
//!
//! Knows the progress of each run. Must not know the purpose of any. No measurement waits for anything here.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use iogram_engine::{Control, TimeBase};
use iogram_model::{CellRecord, Nanos, Run, Sentence, Throughput, sentence, text};
use iogram_report::warning_text;
use iogram_runner::PlannedStep;
use iogram_session::{Notice, PlannedRun, ResumeStart, SessionFollower};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use crate::follower;
use crate::live::{WIDTH_MAX, between, shortened};
use crate::output;
use crate::progress;
use crate::screen;

/// Interval between redraws. Arbitrary: a person reads no faster, and many rows cost time.
const REDRAW: Duration = Duration::from_millis(250);
/// Width of a bar in columns.
const BAR: usize = 12;
/// The longest name that is shown completely.
const NAME_MAX: usize = 28;

/// All drives, in the order of the command line.
pub(crate) struct Board {
    rows: Mutex<Vec<Row>>,
    is_over: AtomicBool,
    is_quiet: bool,
}

/// The progress of one of them.
struct Row {
    name: String,
    control: Arc<Control>,
    step: String,
    /// Number of the current test, and of all tests.
    count: Option<(usize, usize)>,
    /// Likely durations: of the completed steps, of this one, of all.
    times: (Nanos, Nanos, Nanos),
    /// The end of its run.
    end: Option<String>,
}

impl Board {
    pub(crate) fn new(drives: &[(String, Arc<Control>)], is_quiet: bool) -> Arc<Self> {
        let row = |(name, control): &(String, Arc<Control>)| Row {
            name: name.clone(),
            control: Arc::clone(control),
            step: String::new(),
            count: None,
            times: (Nanos(0), Nanos(0), Nanos(0)),
            end: None,
        };
        let rows = Mutex::new(drives.iter().map(row).collect());
        Arc::new(Self { rows, is_over: AtomicBool::new(false), is_quiet })
    }

    /// Redraws while `measure` works; without a terminal there is nothing to draw.
    pub(crate) fn while_drawn<T>(self: &Arc<Self>, measure: impl FnOnce() -> T) -> T {
        if self.is_quiet || screen::size().is_none() {
            return measure();
        }
        let board = Arc::clone(self);
        let thread = std::thread::Builder::new().name("progress".to_owned());
        let thread = thread.spawn(move || {
            while !board.is_over.load(Ordering::Relaxed) {
                board.draw();
                std::thread::park_timeout(REDRAW);
            }
            screen::clear();
        });
        let measured = measure();
        self.is_over.store(true, Ordering::Relaxed);
        if let Ok(thread) = thread {
            thread.thread().unpark();
            let _a_panic_there_lost_only_the_picture = thread.join();
        }
        measured
    }

    /// Notes how the drive at `index` ended.
    pub(crate) fn ended(&self, index: usize, how: &str) {
        self.row(index, |row| row.end = Some(how.to_owned()));
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Row>> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn row<T>(&self, index: usize, change: impl FnOnce(&mut Row) -> T) -> Option<T> {
        self.lock().get_mut(index).map(change)
    }

    fn draw(&self) {
        let Some((width, height)) = screen::size() else { return };
        // The last column stays free: not every terminal waits there for the end of the line.
        let width = width.saturating_sub(1).clamp(1, WIDTH_MAX);
        let picture = picture(&self.lock(), width, height.saturating_sub(2).max(1));
        screen::draw(&picture, screen::has_color());
    }

    /// Prints a message about the drive at `index`.
    fn talk(&self, index: usize, what: impl Into<Sentence>) {
        let name = self.row(index, |row| row.name.clone()).unwrap_or_default();
        output::talk(sentence!("cli-name-what", name, what: what.into()));
    }
}

/// As many rows as fit; ended drives are left out first.
fn picture(rows: &[Row], width: u16, height: u16) -> Buffer {
    let height = usize::from(height);
    let is_folded = rows.len() > height;
    let room = if is_folded { height.saturating_sub(1) } else { height };
    let mut shown: Vec<usize> = (0..rows.len()).collect();
    shown.sort_by_key(|&index| (rows[index].end.is_some(), index));
    shown.truncate(room);
    shown.sort_unstable();
    let name_width =
        rows.iter().map(|row| row.name.width()).max().unwrap_or_default().min(NAME_MAX);
    let mut lines: Vec<Line<'_>> =
        shown.iter().map(|&index| rows[index].line(name_width, usize::from(width))).collect();
    if is_folded {
        let more = rows.len() - shown.len();
        let ended = rows.iter().filter(|row| row.end.is_some()).count();
        let text = output::said(&sentence!("cli-more-ended", more, ended));
        lines.push(Line::from(Span::styled(text, Style::new().dim())));
    }
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let mut picture = Buffer::empty(Rect::new(0, 0, width, height));
    for (line, row) in lines.into_iter().zip(0..) {
        line.render(Rect::new(0, row, width, 1), &mut picture);
    }
    picture
}

impl Row {
    fn line(&self, name_width: usize, width: usize) -> Line<'static> {
        let name = shortened(&self.name, name_width);
        let blanks = " ".repeat(name_width.saturating_sub(name.width()) + 1);
        let mut line = Line::from(vec![Span::styled(name, Style::new().bold()), blanks.into()]);
        if let Some(end) = &self.end {
            let room = width.saturating_sub(line.width());
            line.push_span(Span::raw(shortened(end, room)));
            return line;
        }
        let done = self.done_percent();
        let filled = BAR * usize::try_from(done).unwrap_or(0) / 100;
        line.extend([
            Span::styled("━".repeat(filled), Style::new().cyan()),
            Span::styled("─".repeat(BAR - filled), Style::new().dim()),
            Span::raw(format!(" {done:3} % ")),
        ]);
        let (_, bytes, at) = self.control.progress();
        let rate = Throughput::mean(bytes, at).filter(|_| bytes.0 > 0);
        let texts = [
            rate.map(|rate| output::rates().text(Some(rate.bytes_per_s))),
            self.control.temperature_celsius().map(|celsius| format!("{celsius:.0} °C")),
            self.count.map(|(index, all)| format!("[{index}/{all}]")),
            Some(self.step.clone()),
        ];
        for text in texts.into_iter().flatten() {
            let room = width.saturating_sub(line.width() + 1);
            if room > 0 {
                line.extend([Span::raw(" "), Span::raw(shortened(&text, room))]);
            }
        }
        line
    }

    /// Percentage of the likely duration.
    fn done_percent(&self) -> u64 {
        let (earlier, this, all) = self.times;
        let (_, _, at) = self.control.progress();
        let done = u128::from(earlier.0) + u128::from(at.0.min(this.0));
        let percent = (done * 100).checked_div(u128::from(all.0)).unwrap_or(0);
        u64::try_from(percent.min(100)).unwrap_or(100)
    }
}

/// Shows one of the drives.
pub(crate) struct RowFollower {
    board: Arc<Board>,
    index: usize,
    /// The likely duration of each step.
    times: Vec<Nanos>,
    target: Option<iogram_session::ResolvedKind>,
    cells_done: usize,
    cells: usize,
}

impl RowFollower {
    pub(crate) fn new(board: &Arc<Board>, index: usize) -> Self {
        Self {
            board: Arc::clone(board),
            index,
            times: Vec::new(),
            target: None,
            cells_done: 0,
            cells: 0,
        }
    }

    fn is_drawn() -> bool {
        screen::size().is_some()
    }
}

impl SessionFollower for RowFollower {
    fn opened(
        &mut self,
        job: &PlannedRun,
        run: &Run,
        _resumed: Option<&ResumeStart>,
        clock: TimeBase,
    ) {
        let steps = job.plan.steps.iter();
        self.times = steps.map(|step| between(step.cost(&job.expected).time())).collect();
        self.target = Some(job.target.kind);
        self.cells = job.plan.cells().count();
        if self.board.is_quiet {
            return;
        }
        let time = progress::duration(&job.plan, &job.expected);
        let words = match clock {
            TimeBase::Host => sentence!("cli-begins-takes", time: time),
            TimeBase::Virtual => sentence!(
                "cli-begins-simulated-drive-time-takes",
                time: time
            ),
        };
        self.board.talk(self.index, words);
        for warning in &run.warnings {
            let what = warning_text(warning, &output::locale());
            self.board.talk(self.index, sentence!("cli-warning", what));
        }
    }

    fn step_started(&mut self, index: usize, step: &PlannedStep) {
        let Some(target) = self.target else { return };
        let title = output::said(&progress::title_of(step, target));
        let sum = |times: &[Nanos]| {
            times.iter().fold(Nanos(0), |sum, time| Nanos(sum.0.saturating_add(time.0)))
        };
        let times = (
            sum(self.times.get(..index).unwrap_or_default()),
            self.times.get(index).copied().unwrap_or_default(),
            sum(&self.times),
        );
        let is_cell = matches!(step, PlannedStep::Measure(_));
        let count = is_cell.then_some((self.cells_done + 1, self.cells));
        self.board.row(self.index, |row| {
            // The numbers of the previous step must not count for this one.
            row.control.begin_cell();
            (row.step, row.times, row.count) = (title, times, count);
        });
    }

    fn cell_finished(&mut self, record: &CellRecord) {
        self.cells_done += 1;
        if !self.board.is_quiet && !Self::is_drawn() {
            let (done, cells) = (self.cells_done, self.cells);
            let line = format!("[{done}/{cells}] {}", progress::summary(record));
            self.board.talk(self.index, line);
        }
    }

    fn steps_ended(&mut self) {
        self.board.ended(self.index, &output::translated(text!("cli-measured")));
    }

    fn noticed(&mut self, notice: Notice<'_>) {
        if let Notice::WaitsForTurn(_) = notice {
            let waits = output::translated(text!("cli-waits-turn"));
            self.board.row(self.index, |row| row.step = waits);
        }
        if let Some(text) = follower::notice_words(&notice, self.board.is_quiet) {
            self.board.talk(self.index, text);
        }
    }
}

#[cfg(test)]
mod tests {
    use iogram_model::Bytes;

    use super::*;

    fn row(name: &str, end: Option<&str>) -> Row {
        let control = Arc::new(Control::default());
        control.advance(1000, Bytes(4_000_000_000), Nanos(10 * Nanos::SECOND.0));
        Row {
            name: name.to_owned(),
            control,
            step: "RND 4KiB 65/35".to_owned(),
            count: Some((12, 56)),
            times: (
                Nanos(30 * Nanos::SECOND.0),
                Nanos(20 * Nanos::SECOND.0),
                Nanos(80 * Nanos::SECOND.0),
            ),
            end: end.map(str::to_owned),
        }
    }

    fn lines(rows: &[Row], width: u16, height: u16) -> Vec<String> {
        let picture = picture(rows, width, height);
        let line = |row| -> String {
            (0..width).map(|column| picture[(column, row)].symbol()).collect()
        };
        (0..picture.area.height).map(|row| line(row).trim_end().to_owned()).collect()
    }

    #[test]
    fn each_drive_has_a_line_with_how_far_it_is_and_how_fast() {
        let rows = [row("/dev/sdb", None), row("sim:sd-a2", Some("Reads 95.0 MB/s"))];
        let expected = [
            "/dev/sdb  ━━━━━━──────  50 %  400.0 MB/s [12/56] RND 4KiB 65/35",
            "sim:sd-a2 Reads 95.0 MB/s",
        ];
        assert_eq!(lines(&rows, 79, 22), expected);
        assert!(lines(&rows, 30, 22).iter().all(|line| line.width() <= 30));
    }

    #[test]
    fn where_not_all_fit_those_that_work_are_shown_and_the_rest_is_counted() {
        let ends = [Some("done"), None, Some("done"), None];
        let rows: Vec<Row> = ends.iter().map(|end| row("sim:x", *end)).collect();
        let lines = lines(&rows, 79, 3);
        assert_eq!(lines.len(), 3);
        assert!(lines[..2].iter().all(|line| line.contains("50 %")), "{lines:?}");
        assert_eq!(lines[2], "and 2 more; 2 have ended");
    }
}
