//! The kernel's record of the requests that its block layer sends to a drive, through its tracing files.
//!
//! Creates its own tracing instance, so that it does not disturb anybody else who traces, and removes it at the end.
//! Source: the kernel's `Documentation/trace/ftrace.rst`.

use std::fs::File;
use std::io::Read;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use iogram_inspect::{SysRoot, process};
use iogram_model::{Sentence, Text, sentence, text};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use crate::error::DeviceError;
use crate::resolve::{PathKind, examine};

/// Places of the tracing files; the second on older systems.
const PLACES: [&str; 2] = ["/sys/kernel/tracing", "/sys/kernel/debug/tracing"];

/// Prefix of this program's instance names; the rest is the process number and its start time, so that an instance of
/// a killed process differs from that of a later process with the same number.
const PREFIX: &str = "iogram-";

/// KiB of the kernel's buffer per processor: a hundred thousand unread requests. Arbitrary.
const BUFFER_KIB: &str = "16384";

/// The events that make up requests.
const EVENTS: [&str; 3] = ["block_rq_issue", "block_rq_complete", "block_rq_requeue"];

/// The kernel's events of requests to one drive, until this is dropped.
#[derive(Debug)]
pub struct BlockEvents {
    instance: PathBuf,
    /// `None` once tracing has ended: an instance cannot be removed while it is read.
    pipe: Option<Arc<File>>,
    volume: String,
    is_over: Arc<AtomicBool>,
}

/// The text of the events, line by line, until tracing ends.
#[derive(Debug)]
pub struct EventText {
    pipe: Option<Arc<File>>,
    is_over: Arc<AtomicBool>,
}

impl BlockEvents {
    /// Starts tracing the requests to `device`.
    ///
    /// # Errors
    ///
    /// Fails if `device` is not a whole block device, if there are no tracing files, or if they are not permitted.
    pub fn begin(device: &Path, root: &SysRoot) -> Result<Self, DeviceError> {
        let cannot = |why: Sentence, hint: Sentence| DeviceError::Failed {
            action: text!("device-cannot-record-asked", path, why),
            path: device.to_owned(),
            why,
            hint,
        };
        let no_target = |why: Text, hint: Sentence| DeviceError::NotATarget {
            name: device.display().to_string(),
            why: why.into(),
            hint,
        };
        let PathKind::BlockDevice { number } = examine(device)? else {
            let hint = text!("device-name-block-device-simulated-records-itself");
            return Err(no_target(text!("device-no-block-device"), hint.into()));
        };
        let of_kernel = root.sys.join(format!("dev/block/{number}"));
        if of_kernel.join("partition").exists() {
            let whole = of_kernel.canonicalize().ok();
            let whole = whole.as_deref().and_then(Path::parent).and_then(Path::file_name);
            let whole = whole.unwrap_or_default().to_string_lossy().into_owned();
            let why = text!("device-partition-kernel-tells-whole-drives");
            return Err(no_target(why, sentence!("device-name-dev", whole)));
        }
        let found = PLACES.iter().map(Path::new).find(|place| place.join("instances").is_dir());
        let Some(place) = found else {
            let is_hidden = PLACES.iter().any(|place| {
                std::fs::read_dir(place)
                    .is_err_and(|error| error.kind() == std::io::ErrorKind::PermissionDenied)
            });
            return Err(match is_hidden {
                true => {
                    cannot(sentence!("device-tracing-files-root"), sentence!("device-use-sudo"))
                }
                false => cannot(
                    sentence!("device-kernel-tracing-files-not"),
                    sentence!("device-mount-sudo-mount-t-tracefs-tracefs"),
                ),
            });
        };
        remove_left(place);
        let name = own_name();
        let failed = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::PermissionDenied => {
                cannot(sentence!("device-tracing-files-root"), sentence!("device-use-sudo"))
            }
            _ => cannot(Sentence::of_system(&error), Sentence::default()),
        };
        let instance = iogram_door::make_instance(&place.join("instances"), &name);
        let instance = instance.map_err(failed)?;
        // From here on it is removed in any case.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let pipe = rustix::fs::open(instance.join("trace_pipe"), flags, Mode::empty());
        let pipe = match pipe {
            Ok(pipe) => Arc::new(File::from(pipe)),
            Err(errno) => {
                remove(&instance);
                return Err(failed(errno.into()));
            }
        };
        let volume = number.to_string().replace(':', ",");
        let is_over = Arc::new(AtomicBool::new(false));
        let events = Self { instance, pipe: Some(pipe), volume, is_over };
        events.set("trace_clock", "mono").map_err(failed)?;
        events.set("buffer_size_kb", BUFFER_KIB).map_err(failed)?;
        let (major, minor) = (u64::from(number.major), u64::from(number.minor));
        // The kernel's own form of a device number.
        let filter = format!("dev == {}", (major << 20) | minor);
        for event in EVENTS {
            events.set(&format!("events/block/{event}/filter"), &filter).map_err(failed)?;
            events.set(&format!("events/block/{event}/enable"), "1").map_err(failed)?;
        }
        Ok(events)
    }

    fn set(&self, name: &str, value: &str) -> std::io::Result<()> {
        iogram_door::write_setting(&self.instance, Path::new(name), value)
    }

    /// The drive's name in the events: `259,0`.
    #[must_use]
    pub fn volume(&self) -> &str {
        &self.volume
    }

    /// The text of the events. Ends after [`BlockEvents::end`].
    #[must_use]
    pub fn text(&self) -> EventText {
        EventText { pipe: self.pipe.clone(), is_over: Arc::clone(&self.is_over) }
    }

    /// Ends tracing; earlier events can still be read.
    pub fn end(&self) {
        for event in EVENTS {
            // If it cannot be switched off, it ends with the instance.
            drop(self.set(&format!("events/block/{event}/enable"), "0"));
        }
        self.is_over.store(true, Ordering::Release);
    }
}

impl Drop for BlockEvents {
    fn drop(&mut self) {
        self.end();
        self.pipe = None;
        remove(&self.instance);
    }
}

/// An instance that cannot be removed now, because it is still read, is found by its name the next time.
fn remove(instance: &Path) {
    if let (Some(instances), Some(name)) = (instance.parent(), instance.file_name()) {
        let _next_time = iogram_door::remove_instance(instances, &name.to_string_lossy());
    }
}

/// Removes the instances of processes that are gone.
fn remove_left(place: &Path) {
    let instances = std::fs::read_dir(place.join("instances")).into_iter().flatten().flatten();
    for instance in instances {
        if instance.file_name().to_str().is_some_and(is_left) {
            remove(&instance.path());
        }
    }
}

fn own_name() -> String {
    let started = process::started_ticks("self").unwrap_or(0);
    format!("{PREFIX}{}-{started}", std::process::id())
}

/// Whether an instance of this name belongs to this program, and its process is gone.
fn is_left(name: &str) -> bool {
    let Some(rest) = name.strip_prefix(PREFIX) else { return false };
    let (number, started) = match rest.split_once('-') {
        Some((number, started)) => (number, started.parse::<u64>().ok()),
        // Names of earlier versions.
        None => (rest, None),
    };
    let Ok(number) = number.parse::<u32>() else { return false };
    match started {
        Some(started) => !process::is_there(number, started),
        None if rest.contains('-') => false,
        // Process numbers are reused: an instance with this process's number was left by another process.
        None => number == std::process::id() || !Path::new(&format!("/proc/{number}")).exists(),
    }
}

impl Read for EventText {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        const WAIT: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
        let Some(pipe) = &self.pipe else { return Ok(0) };
        loop {
            // Checked before the pipe: events before the end are read before the end.
            let is_over = self.is_over.load(Ordering::Acquire);
            match (&**pipe).read(buffer) {
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Ok(0) => {}
                other => return other,
            }
            if is_over {
                return Ok(0);
            }
            let mut pipes = [PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN)];
            match poll(&mut pipes, Some(&WAIT)) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_program_left_is_told_from_what_is_in_use_and_from_others() {
        let (own, id) = (own_name(), std::process::id());
        assert!(!is_left(&own), "{own}");
        let started = process::started_ticks("self").unwrap();
        // The same number, but another process.
        assert!(is_left(&format!("iogram-{id}-{}", started + 1)));
        assert!(is_left("iogram-4194305-17") && is_left("iogram-4194305"));
        for other in ["trace-cmd", "iogram-", "iogram-x", "iogram-x-1", "iogram-1-x", "iogram"]
        {
            assert!(!is_left(other), "{other}");
        }
    }
}
