//! One run of the virtual machine: started, served, and always ended.
//!
//! Knows QEMU's command line, the directory shared with the guest and how the guest requests faults. Must not know
//! the tests inside.

use std::fs::File;
use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::contents::Contents;
use super::drives::{BAD_SECTOR, DRIVES, Emulated, WITH_BAD_SECTOR};
use super::image::Image;
use super::programs::Programs;
use super::qmp::Qmp;

/// Interval between looks at the guest's requests.
pub(super) const POLL: Duration = Duration::from_millis(3);

/// QEMU's exit code after the guest wrote 0 to the exit device: twice that plus 1.
const CLEAN_EXIT: i32 = 1;

/// A request of the guest to the host itself: a name for the contents of a drive.
pub(super) const CONTENTS: &str = "name-contents";

/// Files of one run of the machine.
#[derive(Debug)]
pub(super) struct Room(PathBuf);

impl Room {
    /// Makes the directory anew under `cache`.
    pub(super) fn make(cache: &Path, name: &str) -> Result<Self> {
        let path = cache.join(name);
        if path.exists() {
            std::fs::remove_dir_all(&path)
                .with_context(|| format!("cannot remove {}", path.display()))?;
        }
        for directory in ["share/out", "share/control", "drives"] {
            let directory = path.join(directory);
            std::fs::create_dir_all(&directory)
                .with_context(|| format!("cannot make {}", directory.display()))?;
        }
        Ok(Self(path))
    }

    /// The guest's `/host`.
    pub(super) fn share(&self) -> PathBuf {
        self.0.join("share")
    }

    /// Writes the guest's orders.
    pub(super) fn plan(&self, plan: &Value) -> Result<()> {
        std::fs::write(self.share().join("plan.json"), plan.to_string())
            .context("cannot write the plan")
    }

    /// The log of the guest's kernel.
    pub(super) fn console(&self) -> PathBuf {
        self.0.join("console.log")
    }

    fn drive(&self, drive: &Emulated) -> PathBuf {
        self.0.join("drives").join(drive.name)
    }
}

/// The setup of the machine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setup {
    pub(super) cpu_count: u32,
    /// Whether some drives have an unreadable sector.
    pub(super) has_bad_sectors: bool,
    pub(super) time_max: Duration,
    /// Longest silence of a check.
    pub(super) check_time_max: Duration,
}

/// Boots the machine and serves it until it ends; returns the time that it kept a processor busy.
///
/// # Errors
///
/// Fails if QEMU cannot start, if the guest ends without reporting its end, after `time_max`, if one check takes
/// longer than `check_time_max`, or when `stop` is set. In every case no QEMU is left.
pub(super) fn run(
    image: &Image,
    programs: &Programs,
    room: &Room,
    setup: Setup,
    stop: &AtomicBool,
) -> Result<Duration> {
    for (index, drive) in DRIVES.iter().enumerate() {
        fill(&room.drive(drive), drive.size_mib, index as u64 + 1)?;
    }
    let line = [arguments(image, room, setup), programs_drive(programs).into()].concat();
    let mut machine = Machine::start(image, room, &line)?;
    let mut busy = Duration::ZERO;
    let began = Instant::now();
    let mut next_request = 1;
    let results = room.share().join("out/results");
    let (mut told, mut told_at) = (0, began);
    loop {
        if stop.load(Ordering::Relaxed) {
            bail!("stopped by a signal");
        }
        if began.elapsed() > setup.time_max {
            bail!("the virtual machine did not end within {} s", setup.time_max.as_secs());
        }
        let length = std::fs::metadata(&results).map_or(0, |it| it.len());
        if length != told {
            (told, told_at) = (length, Instant::now());
        }
        if told_at.elapsed() > setup.check_time_max {
            bail!(
                "no check ended for {} s, the last one was {}; {}",
                setup.check_time_max.as_secs(),
                last_line(&results),
                machine.last_words(room)
            );
        }
        busy = busy.max(machine.busy().unwrap_or_default());
        if let Some(status) = machine.child.try_wait().context("cannot wait for QEMU")? {
            if status.code() == Some(CLEAN_EXIT) {
                return Ok(busy);
            }
            bail!(
                "the virtual machine ended too early ({status}); {}",
                machine.last_words(room)
            );
        }
        while machine.serve(room, next_request)? {
            next_request += 1;
        }
        std::thread::sleep(POLL);
    }
}

/// A running QEMU; dropping it ends it.
pub(super) struct Machine {
    child: Child,
    qmp: Qmp<ChildStdin>,
    log: PathBuf,
    contents: Contents,
}

impl Drop for Machine {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Machine {
    /// Starts it with the arguments of every machine, and with these.
    pub(super) fn start(image: &Image, room: &Room, arguments: &[String]) -> Result<Self> {
        let log = room.0.join("qemu.log");
        let errors =
            File::create(&log).with_context(|| format!("cannot make {}", log.display()))?;
        let (program, leading) = image.qemu();
        // If this process is killed, the kernel ends QEMU with it.
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL"]).arg(program).args(leading);
        command.args(common_arguments(image)).args(arguments);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .context("cannot start QEMU")?;
        let commands = child.stdin.take().expect("the input was piped");
        let answers = BufReader::new(child.stdout.take().expect("the output was piped"));
        match Qmp::connect(commands, answers) {
            Ok(qmp) => Ok(Self { child, qmp, log, contents: Contents::default() }),
            Err(error) => {
                drop(child.kill());
                drop(child.wait());
                let log = std::fs::read_to_string(&log).unwrap_or_default();
                Err(error.context(format!("QEMU does not start: {}", log.trim())))
            }
        }
    }

    /// Sends QEMU a command.
    pub(super) fn ask(&mut self, command: &str, arguments: &Value) -> Result<Value> {
        self.qmp.execute(command, arguments)
    }

    /// Carries out the guest's request number `number`; `false` if there is none yet.
    fn serve(&mut self, room: &Room, number: u32) -> Result<bool> {
        let control = room.share().join("control");
        let request = control.join(format!("request-{number}"));
        let Ok(text) = std::fs::read_to_string(&request) else { return Ok(false) };
        let value: Value = serde_json::from_str(&text)
            .with_context(|| format!("cannot read the guest's request {text:?}"))?;
        let command = value["command"].as_str().context("a request names a command")?;
        let answered = match command {
            CONTENTS => self.name_contents(room, &value["arguments"]["drive"]),
            _ => self.qmp.execute(command, &value["arguments"]),
        };
        let answer = match answered {
            Ok(answer) => json!({ "return": answer }),
            Err(error) => json!({ "error": format!("{error:#}") }),
        };
        // Renamed, so that the guest never reads half an answer.
        let draft = control.join("draft");
        let path = control.join(format!("answer-{number}"));
        std::fs::write(&draft, answer.to_string())
            .and_then(|()| std::fs::rename(&draft, &path))
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(true)
    }

    /// A name for a drive's data; QEMU writes them to their file as soon as the drive accepts them.
    fn name_contents(&mut self, room: &Room, name: &Value) -> Result<Value> {
        let drive = DRIVES.iter().find(|drive| name == drive.name);
        let drive = drive.with_context(|| format!("there is no drive {name}"))?;
        let path = room.drive(drive);
        let bytes =
            std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Value::from(self.contents.name(drive.name, bytes)))
    }

    /// Processor time of QEMU; `None` once it has ended.
    fn busy(&self) -> Option<Duration> {
        // In hundredths of a second on every Linux of this kind of processor. Source: proc_pid_stat(5), fields 14 and 15.
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let (_, rest) = text.rsplit_once(')')?;
        let ticks = rest.split_whitespace().skip(11).take(2).map(|it| it.parse::<u64>().ok());
        Some(Duration::from_millis(ticks.sum::<Option<u64>>()? * 10))
    }

    fn last_words(&self, room: &Room) -> String {
        let tail = |path: &Path| {
            let text = std::fs::read(path).unwrap_or_default();
            let text = String::from_utf8_lossy(&text).into_owned();
            let lines: Vec<&str> = text.lines().collect();
            lines[lines.len().saturating_sub(12)..].join("\n")
        };
        format!("QEMU said: {}\nthe guest said: {}", tail(&self.log), tail(&room.console()))
    }
}

/// The last line of the log.
fn last_line(results: &Path) -> String {
    let text = std::fs::read_to_string(results).unwrap_or_default();
    text.lines().last().unwrap_or("none").to_owned()
}

/// All features of QEMU's processor, except those that cost time in emulation without a visible effect: instructions
/// that copy byte by byte there, a fifth level of page tables, guards of the kernel's memory, and wide registers,
/// which every change of programs saves.
const CPU: &str = "max,erms=off,fsrm=off,la57=off,smap=off,smep=off,umip=off,pku=off,xsave=off,\
                   avx=off,avx2=off,vaes=off,f16c=off,fma=off";

/// Every kernel's parameters: do not clear allocated memory, no watchdogs.
pub(super) const KERNEL: &str = "mitigations=off audit=0 random.trust_cpu=on init_on_alloc=0 nowatchdog apparmor=0 \
                                 hardened_usercopy=off randomize_kstack_offset=off tsc=reliable";

/// QEMU's arguments for every machine.
fn common_arguments(image: &Image) -> Vec<String> {
    let mut line: Vec<String> = [
        "-nodefaults",
        "-no-user-config",
        "-display",
        "none",
        "-machine",
        "q35",
        // Not KVM: if the host is a light virtual machine itself, /dev/kvm opens and then emulates the guest's kernel
        // without the newer instructions, and Debian's does not survive its first second.
        "-accel",
        "tcg,thread=multi",
        "-cpu",
        CPU,
        "-qmp",
        "stdio",
        "-kernel",
    ]
    .map(ToOwned::to_owned)
    .into();
    let initramfs = image.initramfs().display().to_string();
    line.extend([image.kernel().display().to_string(), "-initrd".to_owned(), initramfs]);
    line
}

/// The image's root file system as a drive, and the device in front of it. Writes are dropped: the image is the same
/// at every boot.
pub(super) fn root_drive(image: &Image) -> [String; 2] {
    let drive =
        format!("file={},format=raw,if=none,id=root,snapshot=on", image.root().display());
    [drive, "virtio-blk-pci,drive=root,serial=ROOT0001".to_owned()]
}

/// The drive with the programs under test, and the device in front of it.
fn programs_drive(programs: &Programs) -> [String; 4] {
    let drive = programs.drive.display();
    let drive = format!("file={drive},format=raw,if=none,id=programs,readonly=on");
    let device = "virtio-blk-pci,drive=programs,serial=PROGRAMS0001".to_owned();
    ["-drive".to_owned(), drive, "-device".to_owned(), device]
}

/// QEMU's arguments for the machine with drives of every kind.
fn arguments(image: &Image, room: &Room, setup: Setup) -> Vec<String> {
    let share = room.share();
    // A queue for polling, beside the usual ones.
    let append = format!("console=ttyS0 quiet panic=-1 {KERNEL} nvme.poll_queues=1");
    let mut line: Vec<String> =
        ["-no-reboot", "-m", "1024", "-device", "isa-debug-exit,iobase=0x501,iosize=1"]
            .map(ToOwned::to_owned)
            .into();
    let mut add = |option: &str, value: String| line.extend([option.to_owned(), value]);
    add("-smp", setup.cpu_count.to_string());
    add("-append", append);
    add("-serial", format!("file:{}", room.console().display()));
    add("-fsdev", format!("local,id=share,path={},security_model=none", share.display()));
    add("-device", "virtio-9p-pci,fsdev=share,mount_tag=host".to_owned());
    let [drive, device] = root_drive(image);
    add("-drive", drive);
    add("-device", device);
    for drive in &DRIVES {
        let name = drive.name;
        add("-object", format!("throttle-group,id=throttle-{name}"));
        add("-blockdev", node(drive, &room.drive(drive), setup.has_bad_sectors).to_string());
        for device in drive.needs {
            add("-device", (*device).to_owned());
        }
        add("-device", format!("{},drive={name},id=drive-{name}", drive.device));
    }
    line
}

/// The drive's data behind a throttle, which is open at first.
fn node(drive: &Emulated, path: &Path, has_bad_sectors: bool) -> Value {
    let file = json!({ "driver": "file", "filename": path });
    let data = if has_bad_sectors && WITH_BAD_SECTOR.contains(&drive.name) {
        let error = json!({
            "event": "none", "iotype": "read", "errno": 5, "sector": BAD_SECTOR, "once": false,
        });
        json!({ "driver": "blkdebug", "image": file, "inject-error": [error] })
    } else {
        file
    };
    json!({
        "driver": "throttle",
        "node-name": drive.name,
        "throttle-group": format!("throttle-{}", drive.name),
        "discard": "unmap",
        "file": { "driver": "raw", "discard": "unmap", "file": data },
    })
}

/// Makes a file that looks used: any write, even of zeros, changes its hash.
fn fill(path: &Path, size_mib: u64, seed: u64) -> Result<()> {
    let mut file =
        File::create(path).with_context(|| format!("cannot make {}", path.display()))?;
    let mut state = seed;
    let mut block = Vec::with_capacity(1 << 20);
    for _ in 0..size_mib {
        block.clear();
        while block.len() < 1 << 20 {
            // SplitMix64. Source: Steele, Lea, Flood 2014.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = state;
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            block.extend_from_slice(&(word ^ (word >> 31)).to_le_bytes());
        }
        file.write_all(&block).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_named_drives_have_a_bad_sector_and_only_when_asked() {
        let is_bad = |drive, has_bad_sectors| {
            node(drive, Path::new("x"), has_bad_sectors).to_string().contains("blkdebug")
        };
        for drive in &DRIVES {
            assert_eq!(is_bad(drive, true), WITH_BAD_SECTOR.contains(&drive.name));
            assert!(!is_bad(drive, false), "{}", drive.name);
        }
    }

    #[test]
    fn every_drive_can_be_slowed_down_by_its_name() {
        for drive in &DRIVES {
            let value = node(drive, Path::new("x"), false);
            assert_eq!(value["node-name"], drive.name);
            assert_eq!(value["throttle-group"], format!("throttle-{}", drive.name));
        }
    }
}
