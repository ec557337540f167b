//! A person's view of a terminal during a measurement: the screen, as a terminal shows it.

use std::fs::File;
use std::io::Read as _;
use std::process::{Child, ExitStatus, Stdio};

use iogram_model::Run;
use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::common::{Room, names};

/// A second of requests that complete at once, with its record.
const SECOND: [&str; 7] = ["measure", "null:", "--time", "1s", "--json", "-", "--no-store"];
/// Long enough for pictures even if the computer has little time for the program.
const LONGER: [&str; 7] = ["measure", "null:", "--time", "5s", "--json", "-", "--no-store"];
const XTERM: [(&str, &str); 1] = [("TERM", "xterm")];

/// A terminal with the program's messages. Data goes to a file.
struct Terminal {
    device: File,
    parser: vt100::Parser,
    child: Child,
    /// All received bytes, for text that must not be visible.
    written: Vec<u8>,
}

impl Terminal {
    fn start(
        room: &Room,
        arguments: &[&str],
        (columns, rows): (u16, u16),
        variables: &[(&str, &str)],
    ) -> Self {
        let device = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&device).unwrap();
        unlockpt(&device).unwrap();
        let name = ptsname(&device, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY;
        let stderr = rustix::fs::open(name.as_c_str(), flags, Mode::empty()).unwrap();
        resize(&File::from(device.try_clone().unwrap()), (columns, rows));
        let mut command = room.command(arguments);
        let data = File::create(room.path().join("data")).unwrap();
        command.envs(variables.iter().copied()).stdout(data).stderr(Stdio::from(stderr));
        let child = command.spawn().unwrap();
        // Only the program holds the other side, so that its end is the end of the output.
        drop(command);
        let parser = vt100::Parser::new(rows, columns, 0);
        Self { device: File::from(device), parser, child, written: Vec::new() }
    }

    /// Reads available output; `false` when the program has ended.
    fn take(&mut self) -> bool {
        let mut buffer = [0; 4096];
        // A terminal without a writer answers with an error.
        let count = self.device.read(&mut buffer).unwrap_or(0);
        self.parser.process(&buffer[..count]);
        self.written.extend(&buffer[..count]);
        count > 0
    }

    fn screen(&self) -> String {
        self.parser.screen().contents()
    }

    /// Waits until the screen matches.
    #[track_caller]
    fn wait_for(&mut self, is_there: impl Fn(&str) -> bool) {
        while !is_there(&self.screen()) {
            assert!(self.take(), "it ended before; the last screen:\n{}", self.screen());
        }
    }

    fn interrupt(&self) {
        kill_process(Pid::from_child(&self.child), Signal::INT).unwrap();
    }

    /// Reads everything until the end; returns the screen at that time.
    fn end(mut self) -> (ExitStatus, String, Vec<u8>) {
        while self.take() {}
        assert_eq!(self.parser.screen().cursor_position().1, 0, "a prompt begins its own line");
        assert!(!self.parser.screen().hide_cursor());
        (self.child.wait().unwrap(), self.screen(), self.written)
    }
}

fn resize(device: &File, (columns, rows): (u16, u16)) {
    let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(device, size).unwrap();
}

fn has_chart(screen: &str) -> bool {
    screen.contains("MB/s│") && screen.chars().any(|c| ('\u{2801}'..='\u{28ff}').contains(&c))
}

fn data(room: &Room) -> String {
    String::from_utf8(std::fs::read(room.path().join("data")).unwrap()).unwrap()
}

#[test]
fn a_cell_is_drawn_while_it_runs_and_leaves_its_line() {
    let room = Room::new();
    let mut terminal = Terminal::start(&room, &LONGER, (80, 24), &XTERM);
    terminal.wait_for(|screen| has_chart(screen) && screen.contains("p99 "));
    let drawn = terminal.screen();
    assert!(drawn.contains(" IOPS") && drawn.contains("[1/1] "), "{drawn}");
    let (status, left, _) = terminal.end();
    assert!(status.success(), "{left}");
    assert!(!has_chart(&left) && !left.contains(" left"), "{left}");
    assert!(left.contains("[1/1] "), "{left}");
    let run: Run = serde_json::from_str(&data(&room)).expect("nothing else on stdout");
    assert_eq!(run.cells.len(), 1);
}

/// Whether a chart is visible, and nothing from its first line on reaches column `columns`.
fn has_chart_within(screen: &str, columns: usize) -> bool {
    let mut lines = screen.lines().skip_while(|line| !line.contains("MB/s│"));
    has_chart(screen) && lines.all(|line| line.chars().count() < columns)
}

#[test]
fn a_terminal_of_40_columns_and_a_resized_one_are_kept_to() {
    let room = Room::new();
    let arguments = ["measure", "null:", "--time", "1h", "--no-store"];
    let mut terminal = Terminal::start(&room, &arguments, (80, 24), &XTERM);
    terminal.wait_for(|screen| has_chart(screen) && !has_chart_within(screen, 40));
    resize(&terminal.device, (40, 24));
    // A picture drawn before the resize is still wide, and a wrapped piece of it may stay: the screen becomes narrow
    // after it.
    terminal.wait_for(|screen| has_chart_within(screen, 40));
    terminal.parser.screen_mut().set_size(24, 40);
    terminal.interrupt();
    let (status, left, _) = terminal.end();
    assert_eq!(status.code(), Some(4), "{left}");
    assert!(!has_chart(&left), "{left}");
}

#[track_caller]
fn check_plain_lines(variables: &[(&str, &str)]) {
    let room = Room::new();
    let terminal = Terminal::start(&room, &SECOND, (80, 24), variables);
    let (status, left, written) = terminal.end();
    assert!(status.success(), "{left}");
    assert!(left.contains("[1/1] "), "{left}");
    assert!(!written.contains(&0x1b), "{left}");
}

#[test]
fn a_terminal_that_cannot_draw_gets_plain_lines() {
    check_plain_lines(&[("TERM", "dumb")]);
    check_plain_lines(&[]);
    check_plain_lines(&[("TERM", "xterm"), ("LC_ALL", "C")]);
    check_plain_lines(&[("TERM", "xterm"), ("LANG", "ko_KR.EUC-KR")]);
}

#[test]
fn colours_are_left_out_where_nobody_wants_them() {
    for (has_color, variables) in [(true, vec![]), (false, vec![("NO_COLOR", "1")])] {
        let room = Room::new();
        let variables: Vec<_> = XTERM.into_iter().chain(variables).collect();
        let mut terminal = Terminal::start(&room, &LONGER, (80, 24), &variables);
        terminal.wait_for(has_chart);
        let (_, _, written) = terminal.end();
        let written = String::from_utf8_lossy(&written).into_owned();
        assert_eq!(written.contains("\u{1b}[0;36m"), has_color);
    }
}

#[test]
fn an_interrupted_run_leaves_a_clean_terminal() {
    let room = Room::new();
    let arguments = ["measure", ".", "--size", "8MiB", "--time", "1h"];
    let mut terminal = Terminal::start(&room, &arguments, (80, 24), &XTERM);
    terminal.wait_for(has_chart);
    terminal.interrupt();
    let (status, left, _) = terminal.end();
    assert_eq!(status.code(), Some(4), "{left}");
    assert!(left.contains("Stopping... press Ctrl-C again to quit now"), "{left}");
    assert!(left.contains("error: interrupted") && !has_chart(&left), "{left}");
    assert!(names(&room.work()).is_empty());
}

#[test]
fn a_simulated_method_shows_how_far_it_is_on_the_drives_clock() {
    let room = Room::new();
    let arguments = ["run", "fill-drive", "sim:sata-tlc-static", "--no-store"];
    let mut terminal = Terminal::start(&room, &arguments, (80, 24), &XTERM);
    terminal
        .wait_for(|screen| has_chart(screen) && screen.contains("of the drive's time left"));
    let (status, left, _) = terminal.end();
    assert!(status.code().is_some() && !has_chart(&left), "{left}");
}
