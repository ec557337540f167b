//! Inside the virtual machine: the first process, which runs the checks and reports to the host.
//!
//! Knows a bare system: it mounts, loads drivers and finds the emulated drives itself. Must not know the criteria; it
//! writes the outcome of each check at once, so that a machine that dies in the middle has reported everything up to
//! there.

mod caches;
mod faults;
mod guard;
mod outputs;
mod programs;
mod restores;
mod scene;
mod states;
mod survey;
mod zones;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use self::programs::shell;
use super::contents::Contents;
use super::drives::DRIVES;
use super::machine::CONTENTS;
use super::record::{Group, Record};

/// The directory shared by the host: programs under test, the plan, results.
const HOST: &str = "/host";

/// Drivers of the emulated drives and of the layers on them; first that of the SD card, which takes longest to
/// appear.
const DRIVERS: &str = "sdhci_pci mmc_block nvme xhci_pci usb_storage uas ahci sd_mod sg virtio_scsi \
                       ufshcd_pci loop dm_mod configfs";

/// Time limit for drives to appear: measured 5 to 8 s, the SD card last.
const DRIVES_TIME_MAX: Duration = Duration::from_secs(60);

/// The port that ends QEMU, as on its command line.
const EXIT_PORT: u64 = 0x501;

/// The whole life of the virtual machine.
pub(crate) fn run() -> Result<std::process::ExitCode> {
    if std::process::id() != 1 {
        bail!("this command is the first process of a virtual machine and runs nowhere else");
    }
    let outcome = std::panic::catch_unwind(live);
    let why = match outcome {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(format!("{error:#}")),
        Err(_) => Some("the runner panicked; the console says where".to_owned()),
    };
    if let Some(why) = why {
        let mut record = Record::new(Group::Bench, "runner", "");
        record.fail(why);
        Results::open()?.add(&record)?;
    }
    end()
}

/// Ends QEMU at once: a power-off waits 40 s for the emulated SD card.
fn end() -> Result<std::process::ExitCode> {
    drop(shell("sync"));
    let port =
        OpenOptions::new().write(true).open("/dev/port").context("cannot open /dev/port")?;
    port.write_at(&[0], EXIT_PORT).context("cannot end QEMU")?;
    bail!("QEMU went on after its end")
}

fn live() -> Result<()> {
    let began = Instant::now();
    prepare()?;
    let plan = std::fs::read_to_string(Path::new(HOST).join("plan.json"))
        .context("the host left no plan")?;
    let plan: Value = serde_json::from_str(&plan).context("cannot read the plan")?;
    let drives = find_drives()?;
    let mut lab = Lab {
        results: Results::open()?,
        drives,
        has_fio: plan["fio"] == true,
        typed: BTreeMap::new(),
        request_count: Cell::new(0),
        seen: RefCell::default(),
        iogram: PathBuf::from("/usr/local/bin/iogram"),
    };
    let mut record = Record::new(Group::Bench, "boot", "");
    record.seconds = began.elapsed().as_secs_f64();
    record.iogram = format!("{} drives {:.1} s after the kernel", lab.drives.len(), uptime()?);
    lab.results.add(&record)?;
    if let Some(script) = plan["script"].as_str() {
        let ended = programs::run(Path::new("/bin/sh"), &["-c", script])?;
        let text = format!("{}{}{}\n", ended.output, ended.errors, ended.exit());
        return std::fs::write(Path::new(HOST).join("out/script"), text)
            .context("cannot write what the script said");
    }
    let wants = |group: Group| {
        plan["groups"].as_array().is_some_and(|names| names.iter().any(|it| it == group.name()))
    };
    if wants(Group::Know) {
        survey::know(&mut lab)?;
    }
    let state = plan["state"].as_str();
    if wants(Group::Free) {
        survey::free(&mut lab)?;
        zones::check(&mut lab)?;
        caches::check_all(&mut lab)?;
    }
    if wants(Group::Purge) || wants(Group::Guard) {
        survey::ask_what_is_typed(&mut lab)?;
    }
    if wants(Group::Purge) {
        survey::purge(&mut lab)?;
    }
    if wants(Group::Guard) {
        guard::check_all(&mut lab, state.unwrap_or_default())?;
        outputs::check_all(&mut lab, state.unwrap_or_default())?;
    }
    if wants(Group::Fault) {
        faults::check_all(&mut lab)?;
    }
    Ok(())
}

/// The work of a normal system's start.
fn prepare() -> Result<()> {
    shell(
        "mkdir -p /run/busybox /run/lock /run/lvm /etc/lvm /dev/shm
        /bin/busybox --install -s /run/busybox
        mount -t tmpfs shm /dev/shm
        mount -t debugfs debug /sys/kernel/debug
        ln -sf /proc/self/mounts /etc/mtab
        ln -s $(findmnt -n -o SOURCE /) /dev/root-drive
        # No device manager runs here, and nobody answers for one.
        echo 'activation { udev_sync=0 udev_rules=0 monitoring=0 }
        devices { obtain_device_list_from_udev=0 use_devicesfile=0 }
        backup { backup=0 archive=0 }' > /etc/lvm/lvm.conf",
    )?;
    shell(&format!("modprobe -a {DRIVERS}"))?;
    shell("mount -t configfs configfs /sys/kernel/config || true").map(drop)
}

/// Seconds since the kernel started.
fn uptime() -> Result<f64> {
    let text = std::fs::read_to_string("/proc/uptime").context("cannot read /proc/uptime")?;
    let first = text.split_whitespace().next().unwrap_or_default();
    first.parse().with_context(|| format!("cannot read {text:?}"))
}

/// A drive as the guest's kernel knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Drive {
    /// As in [`DRIVES`].
    name: String,
    /// The kernel's name.
    device: String,
    serial: String,
}

impl Drive {
    fn path(&self) -> String {
        format!("/dev/{}", self.device)
    }

    /// One of its partitions.
    fn partition(&self, number: u32) -> String {
        let ends_in_digit = self.device.ends_with(|c: char| c.is_ascii_digit());
        format!("/dev/{}{}{number}", self.device, if ends_in_digit { "p" } else { "" })
    }
}

/// Waits for every emulated drive, and tells them apart by their sizes.
fn find_drives() -> Result<Vec<Drive>> {
    let began = Instant::now();
    loop {
        let sizes = read_sizes()?;
        let found: Vec<Drive> = DRIVES
            .iter()
            .filter_map(|drive| {
                let device = sizes.get(&(drive.size_mib << 20))?.clone();
                let (name, serial) = (drive.name.to_owned(), drive.serial.to_owned());
                Some(Drive { name, device, serial })
            })
            .collect();
        if found.len() == DRIVES.len() {
            return Ok(found);
        }
        if began.elapsed() > DRIVES_TIME_MAX {
            let names: Vec<&str> = found.iter().map(|drive| drive.name.as_str()).collect();
            bail!("only these drives appeared: {}", names.join(", "));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Names of whole block devices by size in bytes; hidden legs of a multipath device are left out.
fn read_sizes() -> Result<BTreeMap<u64, String>> {
    let mut sizes = BTreeMap::new();
    for entry in std::fs::read_dir("/sys/block").context("cannot list /sys/block")? {
        let directory = entry.context("cannot list /sys/block")?.path();
        let read = |file: &str| {
            let text = std::fs::read_to_string(directory.join(file)).ok()?;
            text.trim().parse::<u64>().ok()
        };
        // A device may go while it is looked at.
        let (Some(sectors), Some(0)) = (read("size"), read("hidden")) else { continue };
        let name = directory.file_name().expect("an entry has a name").to_string_lossy();
        sizes.insert(sectors * 512, name.into_owned());
    }
    Ok(sizes)
}

/// Shared state of every check.
#[derive(Debug)]
struct Lab {
    results: Results,
    drives: Vec<Drive>,
    has_fio: bool,
    /// The word that destroys each drive, as iogram printed it; by the lab's name.
    typed: BTreeMap<String, String>,
    request_count: Cell<u32>,
    /// Contents of devices that are none of the host's drives.
    seen: RefCell<Contents>,
    iogram: PathBuf,
}

impl Lab {
    fn drive(&self, name: &str) -> Result<Drive> {
        let drive = self.drives.iter().find(|drive| drive.name == name);
        drive.cloned().with_context(|| format!("there is no drive {name}"))
    }

    /// A name for everything on a device, the same as before only if no byte changed. For an emulated drive the host
    /// names the data below the drive: no system between could answer from its memory, and in emulation it takes a
    /// hundred times as long.
    fn contents(&self, path: &str) -> Result<String> {
        // Dirty pages of the device in this kernel.
        let write_back = || File::open(path).and_then(|device| device.sync_all());
        let emulated = self.drives.iter().find(|drive| drive.path() == path);
        let Some(drive) = emulated.filter(|_| write_back().is_ok()) else {
            return Ok(self.seen.borrow_mut().name(path, scene::read_all(path)?));
        };
        let answer = self.ask(CONTENTS, &json!({ "drive": drive.name }))?;
        answer.as_str().map(ToOwned::to_owned).context("the host's name is no text")
    }

    /// Asks the host to tell QEMU something.
    fn ask(&self, command: &str, arguments: &Value) -> Result<Value> {
        let number = self.request_count.get() + 1;
        self.request_count.set(number);
        let control = Path::new(HOST).join("control");
        let draft = control.join("request-draft");
        let request = json!({ "command": command, "arguments": arguments });
        std::fs::write(&draft, request.to_string())
            .and_then(|()| std::fs::rename(&draft, control.join(format!("request-{number}"))))
            .with_context(|| format!("cannot ask the host to {command}"))?;
        let answer = control.join(format!("answer-{number}"));
        let began = Instant::now();
        loop {
            if let Ok(text) = std::fs::read_to_string(&answer) {
                let value: Value = serde_json::from_str(&text)
                    .with_context(|| format!("cannot read the host's answer {text:?}"))?;
                return match value.get("error") {
                    Some(error) => bail!("{error}"),
                    None => Ok(value["return"].clone()),
                };
            }
            if began.elapsed() > Duration::from_secs(60) {
                bail!("the host does not answer to {command}");
            }
            std::thread::sleep(Duration::from_millis(4));
        }
    }
}

/// The file that the host reads.
#[derive(Debug)]
struct Results(File);

impl Results {
    fn open() -> Result<Self> {
        let path = Path::new(HOST).join("out/results");
        let file = OpenOptions::new().create(true).append(true).open(&path);
        file.map(Self).with_context(|| format!("cannot open {}", path.display()))
    }

    fn add(&mut self, record: &Record) -> Result<()> {
        writeln!(self.0, "{}", record.to_json()).context("cannot write results")
    }
}
