//! A computer that boots from a slow drive, timed on its serial line by the program under test.
//!
//! Knows the computer's orders and the least time of its boot. The reference is its own clock after the boot: no
//! times of two runs are compared.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::image::Image;
use super::machine::{KERNEL, Machine, POLL, Room, root_drive};
use super::record::{Group, Record};

/// The image's first program looks for this in the kernel's command line.
const WORD: &str = "iogram.boots";

/// Bytes that it reads of its drive before its prompt, as in `init.sh`.
const READ_BYTES: u64 = 32 << 20;

/// Bytes per second of the drive.
const RATES: [u64; 2] = [16 << 20, 4 << 20];

/// Boots from each drive.
const RUNS: usize = 2;

/// For all boots from one drive. Arbitrary: twenty times their time on a quiet machine.
const TIME_MAX: Duration = Duration::from_secs(600);

/// QEMU's excess over the rate: it looks at a tenth of a second. Source: its `util/throttle.c`.
const BURST: Duration = Duration::from_millis(100);

/// Largest difference between the line and the computer's own clock. Arbitrary: the first line is printed before the
/// clock runs, and emulation takes its time until then.
const CLOCKS_APART: Duration = Duration::from_secs(5);

/// The same as a share of the time on the line, for a very busy machine: a fifth was seen.
const CLOCKS_APART_PART: u32 = 4;

/// Times boots from each of the drives.
pub(super) fn check(
    image: &Image,
    iogram: &Path,
    cache: &Path,
    stop: &AtomicBool,
) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    for rate in RATES {
        let drive = format!("{} MiB/s", rate >> 20);
        let mut record = Record::new(Group::Boot, "boots on a serial line", &drive);
        let began = Instant::now();
        let room = Room::make(cache, "room-boot")?;
        match time_boots(image, (iogram, rate), &room, stop) {
            Ok(boots) => {
                let seconds = |boot: &Boot| format!("{:.2} s", boot.line.as_secs_f64());
                record.iogram = boots.iter().map(seconds).collect::<Vec<_>>().join(", ");
                if let Err(why) = judge(&boots, rate) {
                    record.fail(why);
                }
            }
            Err(error) => record.fail(format!("{error:#}")),
        }
        record.seconds = began.elapsed().as_secs_f64();
        records.push(record);
    }
    Ok(records)
}

/// One boot by two clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Boot {
    /// By the program under test, on the line.
    line: Duration,
    /// By the computer itself.
    own: Duration,
}

/// Problems of the times.
fn judge(boots: &[Boot], rate: u64) -> Result<(), String> {
    if boots.len() != RUNS {
        return Err(format!("{} boots were timed, and there were {RUNS}", boots.len()));
    }
    let least = Duration::from_secs(READ_BYTES / rate).saturating_sub(BURST);
    for Boot { line, own } in boots {
        if *line < least {
            return Err(format!("{line:.1?} is less than the drive takes: {least:.1?}"));
        }
        if line.abs_diff(*own) > CLOCKS_APART.max(*line / CLOCKS_APART_PART) {
            return Err(format!("{line:.1?} on the line, {own:.1?} by its own clock"));
        }
    }
    Ok(())
}

fn time_boots(
    image: &Image,
    (iogram, rate): (&Path, u64),
    room: &Room,
    stop: &AtomicBool,
) -> Result<Vec<Boot>> {
    let mut machine = Machine::start(image, room, &arguments(image, rate))?;
    let line = line_of(&machine.ask("query-chardev", &json!({}))?)?;
    let folder = room.share();
    let (reset, log) = (folder.join("control/reset"), folder.join("out/console.log"));
    let record = folder.join("out/boots.json");
    // QEMU checks once a second whether somebody listens, and drops the computer's output until then.
    let power = format!("sleep 2 && touch '{}'", reset.display());
    let mut command = Command::new(iogram);
    command.arg("boot").arg(line).args(["--from", "Linux version", "--to", "login:"]);
    command.args(["--runs", &RUNS.to_string(), "--limit", "4m", "--power", &power]);
    command.arg("--log").arg(&log).arg("--json").arg(&record).arg("--no-store");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut listener =
        Listener(command.spawn().context("cannot start the program under test")?);
    let began = Instant::now();
    let status = loop {
        if stop.load(Ordering::Relaxed) {
            bail!("stopped by a signal");
        }
        if began.elapsed() > TIME_MAX {
            bail!("{RUNS} boots did not come within {} s", TIME_MAX.as_secs());
        }
        if let Some(status) = listener.0.try_wait().context("cannot wait for it")? {
            break status;
        }
        if reset.exists() {
            std::fs::remove_file(&reset).context("cannot remove a request")?;
            machine.ask("system_reset", &json!({}))?;
            machine.ask("cont", &json!({}))?;
        }
        std::thread::sleep(POLL);
    };
    read_boots(status, &mut listener.0, (&record, &log))
}

/// The program under test; dropping it ends it.
struct Listener(Child);

impl Drop for Listener {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn read_boots(
    status: ExitStatus,
    listener: &mut Child,
    (record, log): (&Path, &Path),
) -> Result<Vec<Boot>> {
    use std::io::Read as _;
    if !status.success() {
        let mut said = String::new();
        if let Some(stderr) = &mut listener.stderr {
            stderr.read_to_string(&mut said).context("cannot read what it said")?;
        }
        bail!("{status}: {}", said.trim());
    }
    let read = |path: &Path| {
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
    };
    let run: Value = serde_json::from_str(&read(record)?).context("its record is no JSON")?;
    let cells = run["cells"].as_array().context("its record has no cells")?;
    let lines = cells.iter().filter_map(|cell| cell["elapsed_ns"].as_u64());
    let said = read(log)?;
    let boots = lines.map(Duration::from_nanos).zip(own_times(&said));
    Ok(boots.map(|(line, own)| Boot { line, own }).collect())
}

/// The computer's line before each prompt: `uptime 12.34`.
fn own_times(log: &str) -> impl Iterator<Item = Duration> {
    log.lines().filter_map(|line| {
        let (_, seconds) = line.split_once("uptime ")?;
        Duration::try_from_secs_f64(seconds.trim().parse().ok()?).ok()
    })
}

/// The other end of the computer's serial line, from QEMU's list of character devices.
fn line_of(devices: &Value) -> Result<PathBuf> {
    let names = devices.as_array().into_iter().flatten();
    let mut names = names.filter_map(|it| it["filename"].as_str()?.strip_prefix("pty:"));
    names.next().map(PathBuf::from).context("QEMU names no pseudo-terminal")
}

/// A computer with a serial line and the image's root drive, which waits to be switched on.
fn arguments(image: &Image, rate: u64) -> Vec<String> {
    let mut line: Vec<String> = ["-S", "-m", "512", "-smp", "1"].map(ToOwned::to_owned).into();
    let mut add = |option: &str, value: String| line.extend([option.to_owned(), value]);
    add("-chardev", "pty,id=line".to_owned());
    add("-serial", "chardev:line".to_owned());
    add("-append", format!("console=ttyS0 earlyprintk=ttyS0,115200 {KERNEL} {WORD}"));
    let [drive, device] = root_drive(image);
    add("-drive", format!("{drive},throttling.bps-read={rate}"));
    add("-device", device);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boot(line_ms: u64, own_ms: u64) -> Boot {
        Boot { line: Duration::from_millis(line_ms), own: Duration::from_millis(own_ms) }
    }

    #[test]
    fn a_boot_takes_what_its_drive_takes_and_both_clocks_say_so() {
        assert_eq!(judge(&[boot(9000, 8700), boot(12_000, 11_500)], RATES[1]), Ok(()));
        assert_eq!(judge(&[boot(27_000, 21_900), boot(96_000, 85_000)], RATES[1]), Ok(()));
        #[track_caller]
        fn check(boots: &[Boot], expected: &str) {
            let why = judge(boots, RATES[1]).unwrap_err();
            assert!(why.contains(expected), "{why}");
        }
        check(&[boot(9000, 9000)], "1 boots");
        check(&[boot(9000, 9000), boot(7000, 7000)], "less than the drive takes");
        check(&[boot(9000, 9000), boot(60_000, 9000)], "by its own clock");
        check(&[boot(9000, 9000), boot(9000, 14_100)], "by its own clock");
        check(&[boot(9000, 9000), boot(60_000, 44_000)], "by its own clock");
    }

    #[test]
    fn the_line_and_the_computers_times_are_found() {
        let devices = json!([{"label": "compat_monitor0", "filename": "stdio"},
                             {"label": "line", "filename": "pty:/dev/pts/7"}]);
        assert_eq!(line_of(&devices).unwrap(), Path::new("/dev/pts/7"));
        assert!(line_of(&json!([])).is_err());
        let log = "1.5 Linux version 6\n9.1 uptime 8.50\n9.2 virtual login:\n";
        assert_eq!(own_times(log).collect::<Vec<_>>(), [Duration::from_millis(8500)]);
    }

    #[test]
    fn the_image_knows_the_word() {
        assert!(include_str!("init.sh").contains(WORD));
        assert!(include_str!("init.sh").contains(&READ_BYTES.to_string()));
    }
}
