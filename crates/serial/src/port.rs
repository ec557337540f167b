//! The serial line itself: raw, 8 bits, no parity, one stop bit, no flow control; only read, and restored to its
//! former settings at the end.
//!
//! A time is the arrival of the bytes at this program. An adapter delays them for a while (FTDI's: 16 ms if nothing
//! else comes), and a byte takes 87 us at 115200 baud. Both ends of a boot are late by this delay, so its length is
//! not affected.

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use iogram_inspect::clock;
use iogram_model::{Nanos, sentence, text};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{FlockOperation, Mode, OFlags};
use rustix::io::Errno;
use rustix::termios::{
    ControlModes, OptionalActions, QueueSelector, SpecialCodeIndex, Termios, ioctl_tiocexcl,
    isatty, tcflush, tcgetattr, tcsetattr,
};

use crate::boots::{Boot, Boots};
use crate::error::SerialError;
use crate::line::{Line, Lines};

/// Interval between two checks for cancellation. Arbitrary: a person's patience.
const STEP: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// An open serial line.
#[derive(Debug)]
pub struct SerialPort {
    fd: OwnedFd,
    path: PathBuf,
    before: Termios,
    lines: Lines,
}

/// The end of a wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The computer has booted.
    Booted(Boot),
    /// The caller cancelled the wait.
    Stopped,
}

impl SerialPort {
    /// Opens the serial line exclusively and sets it to `baud`. Discards earlier input.
    ///
    /// # Errors
    ///
    /// If it is not a serial line, if another program uses it, or if the system or the adapter does not apply the
    /// settings.
    pub fn open(path: &Path, baud: u32) -> Result<Self, SerialError> {
        // The program never writes. Without `NONBLOCK`, opening a line without a carrier would block.
        let flags = OFlags::RDONLY | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let fd = rustix::fs::open(path, flags, Mode::empty()).map_err(|errno| {
            SerialError::system(text!("serial-cannot-open", path, why), path, errno)
        })?;
        if !isatty(&fd) {
            return Err(SerialError::Usage {
                message: sentence!(
                    "serial-cannot-listen-no-serial-line",
                    path = path.display()
                ),
                hint: text!("serial-name-serial-line-dev-ttyusb0-file"),
            });
        }
        let in_use = |errno| match errno {
            Errno::WOULDBLOCK | Errno::BUSY => SerialError::InUse { path: path.to_owned() },
            errno => SerialError::system(text!("serial-cannot-lock", path, why), path, errno),
        };
        rustix::fs::flock(&fd, FlockOperation::NonBlockingLockExclusive).map_err(in_use)?;
        let failed =
            |errno| SerialError::system(text!("serial-cannot-set", path, why), path, errno);
        let before = tcgetattr(&fd).map_err(failed)?;
        let port = Self { fd, path: path.to_owned(), before, lines: Lines::default() };
        ioctl_tiocexcl(&port.fd).map_err(failed)?;
        let mut wanted = port.before.clone();
        wanted.make_raw();
        let other = ControlModes::CSIZE
            | ControlModes::PARENB
            | ControlModes::CSTOPB
            | ControlModes::CRTSCTS;
        wanted.control_modes.remove(other);
        wanted.control_modes |= ControlModes::CS8 | ControlModes::CREAD | ControlModes::CLOCAL;
        wanted.special_codes[SpecialCodeIndex::VMIN] = 1;
        wanted.special_codes[SpecialCodeIndex::VTIME] = 0;
        wanted.set_speed(baud).map_err(failed)?;
        tcsetattr(&port.fd, OptionalActions::Now, &wanted).map_err(failed)?;
        // The kernel applies the settings that it can, and reports success regardless.
        let reached = tcgetattr(&port.fd).map_err(failed)?.input_speed();
        if reached.abs_diff(baud) > baud / 50 {
            return Err(SerialError::Usage {
                message: sentence!(
                    "serial-cannot-set-baud-adapter-makes",
                    path = path.display(),
                    baud,
                    reached
                ),
                hint: text!("serial-name-speed-adapter-115200"),
            });
        }
        tcflush(&port.fd, QueueSelector::IFlush).map_err(failed)?;
        Ok(port)
    }

    /// Path of the serial line.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The incomplete line; `None` if there is none.
    #[must_use]
    pub fn line_under_way(&self) -> Option<Line> {
        self.lines.under_way()
    }

    /// Reads available bytes, waiting at most [`STEP`]; 0 if none arrived.
    fn read(&self, buffer: &mut [u8]) -> Result<usize, Errno> {
        let mut fds = [PollFd::new(&self.fd, PollFlags::IN)];
        match poll(&mut fds, Some(&STEP)) {
            Ok(0) | Err(Errno::INTR) => return Ok(0),
            Ok(_) => {}
            Err(errno) => return Err(errno),
        }
        match rustix::io::read(&self.fd, buffer) {
            // The terminal hung up.
            Ok(0) => Err(Errno::IO),
            Err(Errno::AGAIN | Errno::INTR) => Ok(0),
            other => other,
        }
    }
}

impl Drop for SerialPort {
    fn drop(&mut self) {
        // A serial line that disappeared has no settings.
        let _gone = tcsetattr(&self.fd, OptionalActions::Now, &self.before);
    }
}

/// Observes the boot of a computer.
pub trait Watching {
    /// A line is complete.
    fn line(&mut self, line: &Line);

    /// A boot began with this line, complete or in part.
    fn begun(&mut self, line: &Line);

    /// Whether to cancel the wait.
    fn is_over(&mut self) -> bool;
}

/// Waits until the computer has booted: at most `limit` for the first line, and as long again for the last one.
///
/// # Errors
///
/// If a line does not match in time, or if the serial line disappears.
pub fn wait_for_boot(
    port: &mut SerialPort,
    boots: &mut Boots<'_>,
    limit: Nanos,
    watching: &mut dyn Watching,
) -> Result<Outcome, SerialError> {
    let mut buffer = [0_u8; 4096];
    let mut waits_since = clock::now();
    let mut has_begun = false;
    loop {
        if watching.is_over() {
            return Ok(Outcome::Stopped);
        }
        let length = match port.read(&mut buffer) {
            Ok(length) => length,
            Err(Errno::IO | Errno::NXIO | Errno::NODEV | Errno::BADF) => {
                return Err(SerialError::Vanished {
                    path: port.path.clone(),
                    last: last(boots),
                });
            }
            Err(errno) => {
                return Err(SerialError::system(
                    text!("serial-cannot-read", path, why),
                    &port.path,
                    errno,
                ));
            }
        };
        let at = clock::now();
        let mut booted = None;
        let bytes = buffer.get(..length).unwrap_or_default();
        port.lines.take(bytes, at, &mut |line, is_whole| {
            // If several boots end within one read, the first counts.
            let boot = boots.see(line);
            booted = booted.take().or(boot);
            if is_whole {
                watching.line(line);
            }
        });
        if let Some(boot) = booted {
            // A computer that is switched off at its prompt continues on the same line later: this text is another
            // line, with its own time.
            port.lines.end(&mut |line, _| watching.line(line));
            return Ok(Outcome::Booted(boot));
        }
        if let Some(line) = boots.begun().filter(|_| !has_begun) {
            watching.begun(line);
            (has_begun, waits_since) = (true, line.at);
        }
        let waited = at.saturating_sub(waits_since);
        if waited >= limit {
            let pattern = boots.awaited().to_owned();
            let path = port.path.clone();
            return Err(SerialError::NoMatch {
                path,
                pattern,
                waited: limit,
                last: last(boots),
            });
        }
    }
}

fn last(boots: &Boots<'_>) -> Vec<String> {
    boots.last_seen().map(|line| line.text.clone()).collect()
}
