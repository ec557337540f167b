//! Electrical power while cells run: from a sensor of this computer or from the stream of a meter.
//!
//! No table shows which sensor measures the drive, so the user names it; without a name nothing is measured. Readings
//! keep their times, and are cut to cells.

mod csv;
mod hwmon;

use std::io::{BufRead, BufReader};
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::Duration;

use iogram_model::{Nanos, PowerSample, PowerSeries, Sentence, sentence, text};
use rustix::fs::{FileType, Mode, OFlags};

use crate::error::{InspectError, SystemError};
use crate::linux::clock;
use crate::linux::sysfs::SysRoot;
use csv::{Columns, Row};

pub use hwmon::PowerSensor;
use hwmon::find_sensors;

/// Time between two readings of a sensor; most sensors average over about as long.
const INTERVAL: Duration = Duration::from_secs(1);
/// Time between two looks at a growing file.
const FOLLOW: Duration = Duration::from_millis(200);
/// Between two readings, power is interpolated linearly; longer gaps count as missing readings. Arbitrary: meters
/// with one reading a second sometimes skip one.
const GAP_MAX: Nanos = Nanos(3 * Nanos::SECOND.0);
/// Larger times are seconds since 1970, smaller ones count from the first row. Arbitrary: 2001.
const UNIX_FROM: f64 = 1e9;

/// A running power measurement, which ends when this is dropped.
#[derive(Debug)]
pub struct PowerMeter {
    source: String,
    sensor: Option<PowerSensor>,
    readings: Arc<Mutex<Readings>>,
    stop: Option<Sender<()>>,
    /// Only for threads that end on request.
    thread: Option<JoinHandle<()>>,
}

/// The readings so far.
#[derive(Debug, Default)]
struct Readings {
    /// In the order of time.
    all: Vec<(Nanos, f64)>,
    fault: Option<Sentence>,
}

impl Readings {
    fn add(&mut self, at: Nanos, watts: f64) {
        // Rows of a stream may be slightly out of order.
        let place = self.all.partition_point(|(time, _)| *time <= at);
        self.all.insert(place, (at, watts));
    }
}

fn open(readings: &Mutex<Readings>) -> MutexGuard<'_, Readings> {
    readings.lock().expect("no thread panics over readings")
}

impl PowerMeter {
    /// Reads a sensor once a second, and at both ends of every cell.
    #[must_use]
    pub fn sensor(sensor: PowerSensor) -> Self {
        let readings = Arc::new(Mutex::new(Readings::default()));
        let (stop, stopped) = channel::<()>();
        let (its, into) = (sensor.clone(), Arc::clone(&readings));
        let look = move || {
            while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                look_at(&its, &into);
            }
        };
        // Without a thread there are still the readings at both ends.
        let thread = std::thread::Builder::new().name("power".to_owned()).spawn(look).ok();
        Self {
            source: sensor.name().to_owned(),
            sensor: Some(sensor),
            readings,
            stop: Some(stop),
            thread,
        }
    }

    /// Follows the stream of a meter: a growing file, a named pipe, or `-` for standard input. `unix_now_us` is the
    /// current wall clock time, in microseconds since 1970; times in the stream are compared with it.
    ///
    /// # Errors
    ///
    /// Fails if the file does not exist or may not be read.
    pub fn csv(path: &Path, unix_now_us: i64) -> Result<Self, InspectError> {
        let failed =
            |errno| SystemError::new(text!("inspect-cannot-read-power", path), path, errno);
        let is_stdin = path.as_os_str() == "-";
        let is_file = !is_stdin && {
            let stat = rustix::fs::stat(path).map_err(failed)?;
            FileType::from_raw_mode(stat.st_mode).is_file()
        };
        if !is_stdin {
            rustix::fs::access(path, rustix::fs::Access::READ_OK).map_err(failed)?;
        }
        let readings = Arc::new(Mutex::new(Readings::default()));
        let (stop, stopped) = channel::<()>();
        let clocks = Clocks { monotonic: clock::now(), unix_us: unix_now_us };
        let (into, place) = (Arc::clone(&readings), path.to_owned());
        let follow = move || {
            // Opening a named pipe waits for a writer, possibly for ever.
            let opened = if is_stdin {
                std::io::stdin().as_fd().try_clone_to_owned()
            } else {
                rustix::fs::open(&place, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())
                    .map_err(std::io::Error::from)
            };
            let fault = match opened {
                Ok(fd) => follow(fd, is_file, clocks, &into, &|| {
                    stopped.recv_timeout(FOLLOW) == Err(RecvTimeoutError::Timeout)
                }),
                Err(error) => Err(Sentence::of_system(&error)),
            };
            open(&into).fault = fault.err();
        };
        let spawned = std::thread::Builder::new().name("power".to_owned()).spawn(follow);
        spawned.map_err(|error| {
            SystemError::new(text!("inspect-cannot-read-power", path), path, error)
        })?;
        Ok(Self {
            source: if is_stdin {
                "standard input".to_owned()
            } else {
                path.display().to_string()
            },
            sensor: None,
            readings,
            stop: Some(stop),
            // It may wait for a writer for ever.
            thread: None,
        })
    }

    /// Why reading has stopped, or never started; `None` if there is no fault.
    #[must_use]
    pub fn fault(&self) -> Option<Sentence> {
        let readings = open(&self.readings);
        let place = &self.source;
        match (&readings.fault, readings.all.is_empty()) {
            (Some(fault), _) => Some(sentence!(
                "inspect-cannot-read-power-place-why",
                place,
                why: fault.clone()
            )),
            (None, true) => Some(sentence!("inspect-no-power-read", place)),
            (None, false) => None,
        }
    }

    /// Takes a reading now, if possible.
    pub fn look(&self) {
        if let Some(sensor) = &self.sensor {
            look_at(sensor, &self.readings);
        }
    }

    /// The readings of a cell that started at `start`, from `begin` to `end`; `None` without a reading in that time.
    pub fn between(&self, start: Nanos, begin: Nanos, end: Nanos) -> Option<PowerSeries> {
        series(&self.source, &open(&self.readings).all, start, begin..end)
    }
}

impl Drop for PowerMeter {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            let _a_panic_there_lost_only_readings = thread.join();
        }
    }
}

fn look_at(sensor: &PowerSensor, readings: &Mutex<Readings>) {
    if let Some(watts) = sensor.watts() {
        open(readings).add(clock::now(), watts);
    }
}

/// The same moment on both clocks.
#[derive(Debug, Clone, Copy)]
struct Clocks {
    monotonic: Nanos,
    unix_us: i64,
}

impl Clocks {
    /// `None` before the start of the computer.
    #[expect(clippy::cast_possible_truncation, reason = "microseconds since 1970 fit")]
    fn at_unix(self, seconds: f64) -> Option<Nanos> {
        let since_us = (seconds * 1e6) as i64 - self.unix_us;
        let now = i64::try_from(self.monotonic.0).ok()?;
        u64::try_from(now.checked_add(since_us.checked_mul(1000)?)?).ok().map(Nanos)
    }
}

/// Reads rows until the stream ends, or until the reader is stopped. Continues when a file has grown.
fn follow(
    fd: OwnedFd,
    is_file: bool,
    clocks: Clocks,
    readings: &Mutex<Readings>,
    goes_on: &dyn Fn() -> bool,
) -> Result<(), Sentence> {
    let mut reader = BufReader::new(std::fs::File::from(fd));
    let mut columns: Option<Columns> = None;
    let mut origin: Option<(Nanos, f64)> = None;
    let mut line = Vec::new();
    loop {
        let count = reader.read_until(b'\n', &mut line);
        let count = count.map_err(|error| Sentence::of_system(&error))?;
        if count == 0 && !is_file {
            return Ok(());
        }
        // An incomplete line will be completed later.
        if !line.ends_with(b"\n") {
            if goes_on() { continue } else { return Ok(()) }
        }
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        line.clear();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let Some(known) = &columns else {
            columns = Some(Columns::parse(&text)?);
            continue;
        };
        let Some(Row { time, watts }) = known.row(&text) else { continue };
        let at = match time {
            Some(unix) if unix >= UNIX_FROM => clocks.at_unix(unix),
            _ if is_file => {
                return Err(sentence!("inspect-file-needs-times-since-1970-seconds"));
            }
            Some(seconds) => {
                let (begin, zero) = *origin.get_or_insert((clock::now(), seconds));
                length(seconds - zero).map(|since| begin + since)
            }
            None => Some(clock::now()),
        };
        if let Some(at) = at {
            open(readings).add(at, watts);
        }
    }
}

fn length(seconds: f64) -> Option<Nanos> {
    let length = Duration::try_from_secs_f64(seconds).ok()?;
    u64::try_from(length.as_nanos()).ok().map(Nanos)
}

/// Cuts readings to a cell.
fn series(
    source: &str,
    readings: &[(Nanos, f64)],
    start: Nanos,
    measured: std::ops::Range<Nanos>,
) -> Option<PowerSeries> {
    let inside = |range: std::ops::RangeInclusive<Nanos>| {
        readings.iter().copied().filter(move |(time, _)| range.contains(time))
    };
    let mut seconds: Vec<(u64, Vec<f64>)> = Vec::new();
    for (time, watts) in inside(start..=measured.end) {
        let second = time.saturating_sub(start).0 / Nanos::SECOND.0;
        match seconds.last_mut().filter(|(last, _)| *last == second) {
            Some((_, values)) => values.push(watts),
            None => seconds.push((second, vec![watts])),
        }
    }
    let sample = |(second, values): (u64, Vec<f64>)| {
        let count = u32::try_from(values.len()).unwrap_or(u32::MAX);
        PowerSample {
            start_ns: second * Nanos::SECOND.0,
            watts: values.iter().sum::<f64>() / f64::from(count),
        }
    };
    let samples: Vec<PowerSample> = seconds.into_iter().map(sample).collect();
    let energy_joules = energy(readings, measured.start, measured.end);
    if samples.is_empty() && energy_joules.is_none() {
        return None;
    }
    let elapsed = measured.end.saturating_sub(measured.start).as_secs_f64();
    let values = || inside(measured.start..=measured.end).map(|(_, watts)| watts);
    Some(PowerSeries {
        source: source.to_owned(),
        samples,
        min_watts: values().reduce(f64::min),
        mean_watts: energy_joules.filter(|_| elapsed > 0.0).map(|joules| joules / elapsed),
        max_watts: values().reduce(f64::max),
        energy_joules,
    })
}

/// The area below straight lines between readings; a reading holds for up to [`GAP_MAX`] before the first and after
/// the last. `None` if a longer part has none.
fn energy(readings: &[(Nanos, f64)], begin: Nanos, end: Nanos) -> Option<f64> {
    if end <= begin {
        return None;
    }
    // The last reading before, all readings within, the first one after.
    let first = readings.partition_point(|(time, _)| *time <= begin).saturating_sub(1);
    let last = readings.partition_point(|(time, _)| *time < end);
    let used = readings.get(first..readings.len().min(last + 1))?;
    let (earliest, latest) = (used.first()?, used.last()?);
    let misses = |gap: Nanos| gap > GAP_MAX;
    if misses(earliest.0.saturating_sub(begin)) || misses(end.saturating_sub(latest.0)) {
        return None;
    }
    let mut points = vec![(begin.min(earliest.0), earliest.1)];
    points.extend_from_slice(used);
    points.push((end.max(latest.0), latest.1));
    let mut joules = 0.0;
    for pair in points.windows(2) {
        let [(from, start_watts), (to, end_watts)] = [pair[0], pair[1]];
        let length = to.saturating_sub(from);
        let (low, high) = (from.max(begin), to.min(end));
        if high <= low {
            continue;
        }
        if misses(length) {
            return None;
        }
        let at = |time: Nanos| {
            let share = time.saturating_sub(from).as_secs_f64() / length.as_secs_f64();
            start_watts + (end_watts - start_watts) * share
        };
        joules += (at(low) + at(high)) / 2.0 * high.saturating_sub(low).as_secs_f64();
    }
    Some(joules)
}

/// The names of all power sensors here, for the user's choice.
#[must_use]
pub fn power_sensor_names(root: &SysRoot) -> Vec<String> {
    find_sensors(root).iter().map(|sensor| sensor.name().to_owned()).collect()
}

#[cfg(test)]
mod tests;
