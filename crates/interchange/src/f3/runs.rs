//! File tests of f3write and f3read, one or several runs in a log.
//!
//! Files are numbered from 1 up: a repeated number, or the program's heading, begins another run. A run that reads
//! belongs to the preceding run that wrote. Of several runs the worst counts: data lost once are lost, and a later
//! repair makes the drive smaller than it was.

use iogram_model::F3Sectors;

use super::{SECTOR, Tool};

/// All runs of a log.
#[derive(Debug, Default)]
pub(super) struct Runs {
    done: Vec<Run>,
    current: Run,
    /// Errors that ended any of them early.
    errors: Vec<String>,
}

/// Limit of stored errors; nobody reads more. Arbitrary.
const ERRORS_MAX: usize = 8;

/// Files that were written, and read back.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Run {
    /// f3read's sums at the end: ok, corrupted, changed, overwritten.
    pub(super) sums: [Option<u64>; 4],
    /// The same sums over the single files.
    files: Option<F3Sectors>,
    each: Vec<File>,
    /// Sectors before the first lost one, counted over the files.
    before_lost: u64,
    has_lost: bool,
    /// Whether a file is missing before that sector.
    has_gap: bool,
    /// Files that were not read to their end; `None` without files.
    pub(super) unread_count: Option<u64>,
    last_read: u64,
    /// For each file of f3write, whether it failed.
    failures: Vec<bool>,
    last_written: u64,
    pub(super) free_bytes: Option<u64>,
    /// Number of times that f3write printed the free space: before, and after.
    free_count: u32,
    /// Whether an error ended f3write.
    is_write_ended: bool,
    pub(super) read_bytes_per_s: Option<u64>,
    pub(super) write_bytes_per_s: Option<u64>,
}

/// A file that was read.
#[derive(Debug, Clone, Copy, PartialEq)]
struct File {
    /// Number of intact sectors, and of lost ones.
    ok: u64,
    lost: u64,
    /// Whether its number is the next one: otherwise the log was shortened, or a file was missing.
    is_next: bool,
}

/// The number of `12.h2w ...`, or of `0012.fff ...` as before version 3; `None` if it is cut off.
fn number_of(rest: &str) -> Option<u64> {
    let (number, _) = rest.split_once(".h2w").or_else(|| rest.split_once(".fff"))?;
    number.trim().parse().ok()
}

impl Runs {
    /// The run that is being read.
    pub(super) fn current(&mut self) -> &mut Run {
        &mut self.current
    }

    /// Records the free space, printed before the first file and after the last.
    pub(super) fn free(&mut self, bytes: Option<u64>) {
        let run = &self.current;
        if run.is_write_ended || run.free_count > 1 || run.write_bytes_per_s.is_some() {
            self.writes_anew();
        }
        self.current.free_count = self.current.free_count.saturating_add(1);
        self.current.free_bytes = self.current.free_bytes.or(bytes);
    }

    /// Records an error that ended a run.
    pub(super) fn ended(&mut self, tool: Tool, said: &str) {
        if tool == Tool::Write {
            self.current.is_write_ended = true;
            if let Some(last) = self.current.failures.last_mut() {
                *last = true;
            }
        }
        if self.errors.len() < ERRORS_MAX && self.errors.iter().all(|it| it != said) {
            self.errors.push(said.to_owned());
        }
    }

    /// Begins a new run if one is in progress; called at lines that only a new run of f3write prints.
    pub(super) fn writes_anew(&mut self) {
        let has_begun = self.current.free_bytes.is_some() || self.current.is_write_ended;
        if !self.current.failures.is_empty() || self.current.has_read() || has_begun {
            self.done.push(std::mem::take(&mut self.current));
        }
    }

    /// Begins a new run that reads the files written last; called at lines that only a new run of f3read prints.
    pub(super) fn reads_anew(&mut self) {
        if self.current.has_read() {
            let written = Run {
                failures: self.current.failures.clone(),
                last_written: self.current.last_written,
                free_bytes: self.current.free_bytes,
                free_count: self.current.free_count,
                is_write_ended: self.current.is_write_ended,
                write_bytes_per_s: self.current.write_bytes_per_s,
                ..Run::default()
            };
            self.done.push(std::mem::replace(&mut self.current, written));
        }
    }

    /// A file of f3write: `1.h2w ... OK!`.
    pub(super) fn created(&mut self, rest: &str) {
        let number = number_of(rest);
        if self.current.has_read() || number.is_some_and(|it| it <= self.current.last_written) {
            self.writes_anew();
        }
        self.current.last_written = number.unwrap_or(self.current.last_written);
        self.current.failures.push(rest.contains("Write failure"));
    }

    /// One of f3read's sums at the end.
    pub(super) fn sum(&mut self, place: usize, count: Option<u64>) {
        if place == 0 && self.current.sums[0].is_some() {
            self.reads_anew();
        }
        self.current.sums[place] = count;
    }

    /// A file of f3read: `1.h2w ... 2097152/        0/      0/      0`, after the progress that the terminal showed,
    /// and from version 10 on followed by its speed.
    pub(super) fn validated(&mut self, rest: &str) {
        let number = number_of(rest);
        if self.current.sums[0].is_some()
            || number.is_some_and(|it| it <= self.current.last_read)
        {
            self.reads_anew();
        }
        let current = &mut self.current;
        let is_next = number.is_none_or(|it| it <= current.last_read.saturating_add(1));
        current.has_gap |= !is_next && !current.has_lost;
        current.last_read = number.unwrap_or(current.last_read);
        let unread = current.unread_count.get_or_insert(0);
        *unread = (*unread).saturating_add(u64::from(rest.contains("NOT fully read")));
        let counts = rest.split_once(" - ").map_or(rest, |(counts, _)| counts);
        let counts = counts.split_once("Avg:").map_or(counts, |(counts, _)| counts).trim_end();
        let mut counts = counts.rsplitn(4, '/').map(|count| {
            let last = count.trim().rsplit([' ', '\u{8}', '\r', '\t']).next()?;
            // No drive has more: 2^53 sectors are 4 EiB.
            last.parse::<u64>().ok().filter(|count| *count <= 1 << 53)
        });
        let mut next = || counts.next().flatten();
        let (Some(overwritten), Some(changed), Some(corrupted), Some(ok)) =
            (next(), next(), next(), next())
        else {
            return;
        };
        let lost = corrupted.saturating_add(changed).saturating_add(overwritten);
        current.each.push(File { ok, lost, is_next });
        if !current.has_lost {
            current.has_lost = lost > 0;
            let is_before = lost == 0 || overwritten == 0;
            current.before_lost =
                current.before_lost.saturating_add(if is_before { ok } else { 0 });
        }
        let all = current.files.get_or_insert_default();
        all.ok_count = all.ok_count.saturating_add(ok);
        all.corrupted_count = all.corrupted_count.saturating_add(corrupted);
        all.changed_count = all.changed_count.saturating_add(changed);
        all.overwritten_count = all.overwritten_count.saturating_add(overwritten);
    }

    /// Pairs runs: if an error ended the writing, and the reading covers files beyond those it wrote, another run
    /// wrote these files.
    fn pair(&mut self) {
        let is_beyond = |run: &Run| {
            run.has_read() && run.is_write_ended && run.last_read > run.whole_count()
        };
        for at in 0..self.done.len() {
            let Some(read) = self.done.get(at).filter(|it| is_beyond(it)) else { continue };
            let last_read = read.last_read;
            let is_its =
                |it: &Run| !it.has_read() && !it.is_write_ended && it.last_written >= last_read;
            let other = self.done.iter().position(is_its);
            let written = other.and_then(|it| self.done.get(it)).cloned().unwrap_or_default();
            if let Some(read) = self.done.get_mut(at) {
                read.failures = written.failures;
                read.last_written = written.last_written;
                (read.free_bytes, read.free_count) = (written.free_bytes, written.free_count);
                read.write_bytes_per_s = written.write_bytes_per_s;
                read.is_write_ended = false;
            }
            // Each writing run pairs with one reading run only.
            if let Some(written) = other.and_then(|it| self.done.get_mut(it)) {
                *written = Run::default();
            }
        }
    }

    /// The worst run, the number of different ones, and the errors that ended any of them early.
    pub(super) fn worst(mut self) -> (Run, u64, Vec<String>) {
        self.done.push(std::mem::take(&mut self.current));
        self.pair();
        // A run that an error ended before any reading is reported by its error; it has no findings.
        let has_read = self.done.iter().any(Run::has_read);
        self.done.retain(|it| !(has_read && it.is_write_ended && !it.has_read()));
        let mut different: Vec<Run> = Vec::new();
        for run in self.done {
            if !different.iter().any(|known| known.finds_as(&run)) {
                different.push(run);
            }
        }
        let count = different.iter().filter(|run| run.has_read()).count();
        let worst = different.into_iter().max_by_key(|run| {
            (run.lost_count(), run.failed_count(), run.sums[0].is_some(), run.each.len())
        });
        (worst.unwrap_or_default(), count as u64, self.errors)
    }
}

impl Run {
    /// Files that were written without an error.
    fn whole_count(&self) -> u64 {
        self.failures.iter().filter(|has_failed| !**has_failed).count() as u64
    }

    fn has_read(&self) -> bool {
        self.unread_count.is_some() || self.sums[0].is_some()
    }

    fn finds_as(&self, other: &Self) -> bool {
        self.each == other.each
            && self.sectors() == other.sectors()
            && self.failures == other.failures
            && self.unread_count == other.unread_count
    }

    fn lost_count(&self) -> u64 {
        self.sectors().map_or(0, |it| {
            let changed = it.changed_count.saturating_add(it.overwritten_count);
            it.corrupted_count.saturating_add(changed)
        })
    }

    fn failed_count(&self) -> u64 {
        self.unread_count.unwrap_or(0).saturating_add(self.unwritten_count().unwrap_or(0))
    }

    /// The sector counts of f3read.
    pub(super) fn sectors(&self) -> Option<F3Sectors> {
        let sums = match self.sums {
            [Some(ok_count), Some(corrupted_count), Some(changed_count), Some(overwritten)] => {
                Some(F3Sectors {
                    ok_count,
                    corrupted_count,
                    changed_count,
                    overwritten_count: overwritten,
                })
            }
            _ => None,
        };
        sums.or(self.files)
    }

    /// Whether the log ends after the files, so that the rest is unknown.
    pub(super) fn is_cut_off(&self) -> bool {
        self.unread_count.is_some() && self.sums[0].is_none()
    }

    /// Whether any of the sums at the end is missing.
    pub(super) fn lacks_sums(&self) -> bool {
        self.unread_count.is_some() && self.sums.iter().any(Option::is_none)
    }

    /// Files that could not be written; `None` without files.
    pub(super) fn unwritten_count(&self) -> Option<u64> {
        let count = self.failures.iter().filter(|has_failed| **has_failed).count();
        (!self.failures.is_empty()).then_some(count as u64)
    }

    /// Whether all files from some file on could not be written.
    pub(super) fn is_end_unwritten(&self) -> bool {
        let first = self.failures.iter().position(|has_failed| *has_failed);
        first.is_some_and(|first| self.failures[first..].iter().all(|it| *it))
    }

    /// Bytes before the first lost sector; `None` if nothing was lost.
    pub(super) fn first_lost_bytes(&self) -> Option<u64> {
        self.before_lost.checked_mul(SECTOR).filter(|_| self.has_lost && !self.has_gap)
    }

    /// Bytes of the intact files, if a single border separates intact and lost ones: at most one file has both kinds
    /// of sectors, and no file is missing among the intact ones or at the border.
    pub(super) fn border_bytes(&self) -> Option<u64> {
        let files = &self.each;
        let is_whole = |file: &File| file.ok > 0 && file.lost == 0;
        let is_lost = |file: &File| file.ok == 0 && file.lost > 0;
        let is_mixed = |file: &File| file.ok > 0 && file.lost > 0;
        let is_clean = |whole: usize, after: &[File]| {
            let mixed = usize::from(after.first().is_some_and(is_mixed));
            let rest = after.get(mixed..).unwrap_or_default();
            let is_border = whole > 0 || mixed > 0;
            is_border && !rest.is_empty() && rest.iter().all(is_lost)
        };
        let first = files.iter().take_while(|file| is_whole(file)).count();
        let (before, after) = files.split_at(first);
        let is_forward = is_clean(first, after)
            && before.iter().chain(after.first()).all(|file| file.is_next);
        let last = files.iter().rev().take_while(|file| is_whole(file)).count();
        let (before, after) = files.split_at(files.len().saturating_sub(last));
        let before: Vec<File> = before.iter().rev().copied().collect();
        let is_backward = is_clean(last, &before) && after.iter().all(|file| file.is_next);
        let sectors = files.iter().try_fold(0_u64, |sum, file| sum.checked_add(file.ok))?;
        sectors.checked_mul(SECTOR).filter(|_| is_forward || is_backward)
    }
}
