//! Boots on a pseudo-terminal; the test plays the computer at the other end. It writes in the reader's own thread,
//! between two reads, so that arrival times are known.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use iogram_inspect::clock;
use iogram_model::Nanos;
use iogram_serial::{
    Boot, Boots, Line, Outcome, Patterns, SerialError, SerialPort, Watching, wait_for_boot,
};
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, tcgetattr};

const LONG: Nanos = Nanos(600 * Nanos::SECOND.0);

/// A pseudo-terminal: the computer's end, and the path of the other end.
fn line() -> (OwnedFd, PathBuf) {
    let computer =
        openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&computer).unwrap();
    unlockpt(&computer).unwrap();
    let name = ptsname(&computer, Vec::new()).unwrap();
    (computer, PathBuf::from(name.to_str().unwrap()))
}

/// The computer's output, one part before each read, and the times at which it wrote them.
struct Computer {
    end: Option<OwnedFd>,
    parts: std::vec::IntoIter<&'static str>,
    said_at: Vec<Nanos>,
    lines: Vec<String>,
    begun: usize,
    /// Number of reads without output after which the test ends.
    patience: u32,
}

impl Computer {
    fn new(end: OwnedFd, parts: &[&'static str]) -> Self {
        Self {
            end: Some(end),
            parts: Vec::from(parts).into_iter(),
            said_at: Vec::new(),
            lines: Vec::new(),
            begun: 0,
            patience: u32::MAX,
        }
    }
}

impl Watching for Computer {
    fn line(&mut self, line: &Line) {
        self.lines.push(line.text.clone());
    }

    fn begun(&mut self, _line: &Line) {
        self.begun += 1;
    }

    fn is_over(&mut self) -> bool {
        match self.parts.next() {
            // The cable is unplugged.
            Some("gone") => self.end = None,
            Some(part) => {
                self.said_at.push(clock::now());
                let end = self.end.as_ref().unwrap();
                assert_eq!(rustix::io::write(end, part.as_bytes()), Ok(part.len()));
            }
            None if self.patience == 0 => return true,
            None => self.patience -= 1,
        }
        false
    }
}

fn wait(
    port: &mut SerialPort,
    boots: &mut Boots<'_>,
    computer: &mut Computer,
    limit: Nanos,
) -> Result<Boot, SerialError> {
    match wait_for_boot(port, boots, limit, computer)? {
        Outcome::Booted(boot) => Ok(boot),
        Outcome::Stopped => panic!("nobody stopped it"),
    }
}

#[test]
fn a_boot_is_timed_from_the_first_byte_of_its_lines() {
    let (end, path) = line();
    let mut port = SerialPort::open(&path, 115_200).unwrap();
    let patterns = Patterns::new(Patterns::FROM, Patterns::TO).unwrap();
    let mut boots = Boots::new(&patterns);
    let parts = ["\r\nU-", "Boot 2023.10\r\nStarting kernel\r\n", "pi log", "in: "];
    // The computer was switched off at its prompt: later text follows on the prompt's line, but does not belong to
    // it.
    let again = ["U-Boot", " again\r\n", "pi login: "];
    let all = [parts.as_slice(), &again].concat();
    let mut computer = Computer::new(end, &all);
    let boot = wait(&mut port, &mut boots, &mut computer, LONG).unwrap();
    let at = computer.said_at.clone();
    assert!((at[0]..at[1]).contains(&boot.from.at), "at the first byte, not at the match");
    assert!((at[2]..at[3]).contains(&boot.to.at), "at the first byte of the prompt");
    assert_eq!(
        (boot.from.text.as_str(), boot.to.text.as_str()),
        ("U-Boot 2023.10", "pi login: ")
    );
    let second = wait(&mut port, &mut boots, &mut computer, LONG).unwrap();
    let at = &computer.said_at;
    assert!((at[4]..at[5]).contains(&second.from.at) && second.to.at > at[6]);
    assert_eq!(computer.begun, 2);
    assert_eq!(
        computer.lines,
        ["U-Boot 2023.10", "Starting kernel", "pi login: ", "U-Boot again", "pi login: "]
    );
}

#[test]
fn what_came_last_is_told_where_a_pattern_does_not_come() {
    let (end, path) = line();
    let mut port = SerialPort::open(&path, 115_200).unwrap();
    let patterns = Patterns::new("U-Boot", "login:").unwrap();
    let limit = Nanos(Nanos::SECOND.0 / 5);
    let mut computer = Computer::new(end, &[]);
    let silent = wait(&mut port, &mut Boots::new(&patterns), &mut computer, limit).unwrap_err();
    assert_eq!(silent.last_seen(), [""; 0]);
    assert!(silent.to_string().contains("\"U-Boot\": nothing came"), "{silent}");
    assert!(silent.hint().to_string().contains("is the computer on"), "{}", silent.hint());

    computer.parts =
        vec!["U-Boot 1\nKernel panic - not syncing: VFS\n", "---[ end"].into_iter();
    let stuck = wait(&mut port, &mut Boots::new(&patterns), &mut computer, limit).unwrap_err();
    assert!(stuck.to_string().contains("\"login:\": no line"), "{stuck}");
    assert_eq!(stuck.last_seen(), ["U-Boot 1", "Kernel panic - not syncing: VFS", "---[ end"]);

    computer.parts = vec!["\u{1}\u{2}\u{fffd}\u{3}x\n"].into_iter();
    let garbled =
        wait(&mut port, &mut Boots::new(&patterns), &mut computer, limit).unwrap_err();
    assert!(garbled.hint().to_string().contains("--baud"), "{}", garbled.hint());
}

#[test]
fn a_line_that_goes_away_is_told_and_a_stop_is_heard() {
    let (end, path) = line();
    let mut port = SerialPort::open(&path, 115_200).unwrap();
    let patterns = Patterns::new("U-Boot", "login:").unwrap();
    let mut computer = Computer::new(end, &["U-Boot 1\nStarting", "gone"]);
    let gone = wait(&mut port, &mut Boots::new(&patterns), &mut computer, LONG).unwrap_err();
    assert!(matches!(gone, SerialError::Vanished { .. }), "{gone}");
    assert_eq!(gone.last_seen(), ["U-Boot 1", "Starting"]);

    let (end, path) = line();
    let mut port = SerialPort::open(&path, 115_200).unwrap();
    let mut computer = Computer { patience: 0, ..Computer::new(end, &["U-Boot 1\n"]) };
    let outcome = wait_for_boot(&mut port, &mut Boots::new(&patterns), LONG, &mut computer);
    assert_eq!(outcome.unwrap(), Outcome::Stopped);
}

#[test]
fn the_settings_of_a_line_are_put_back() {
    let (_end, path) = line();
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let own = rustix::fs::open(&path, flags, Mode::empty()).unwrap();
    let settings = |it: &Termios| {
        let modes = (it.input_modes, it.output_modes, it.control_modes, it.local_modes);
        (modes, it.input_speed(), it.output_speed())
    };
    let before = settings(&tcgetattr(&own).unwrap());
    let port = SerialPort::open(&path, 9600).unwrap();
    let meanwhile = settings(&tcgetattr(&own).unwrap());
    assert_ne!(before, meanwhile);
    assert_eq!(meanwhile.1, 9600);
    drop(port);
    assert_eq!(settings(&tcgetattr(&own).unwrap()), before);
}

#[test]
fn what_is_no_line_and_what_others_read_is_refused() {
    let (_end, path) = line();
    let refused = |path: &Path| SerialPort::open(path, 115_200).unwrap_err();
    let _port = SerialPort::open(&path, 115_200).unwrap();
    assert!(matches!(refused(&path), SerialError::InUse { .. }), "{}", refused(&path));
    for other in ["/dev/null", "/"] {
        let error = refused(Path::new(other));
        assert!(
            error.is_usage() && error.to_string().contains("it is no serial line"),
            "{error}"
        );
    }
    let missing = refused(Path::new("/dev/ttyUSB-none"));
    assert!(missing.hint().to_string().contains("plugged in"), "{missing}: {}", missing.hint());
}
