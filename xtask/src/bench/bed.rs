//! The measured devices: made for the benchmark, filled, and always removed.
//!
//! Everything here is new and belongs to the benchmark: a hot-added zram device, a loop device that the kernel chose,
//! a tmpfs and a cgroup. Nothing older is touched.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, Result, bail};

use super::cells::{Limit, Place};
use super::check_stop;
use super::seat::{IMAGE_NAME, Seat, report};
use super::tools::Tools;
use crate::repository::output_of;

/// Larger than the last-level cache of any test machine, small enough for 4 GiB of memory.
const SIZE_MIB: u64 = 512;

/// Every device that the chosen comparisons need. Fields are dropped in this order.
#[derive(Debug)]
pub(super) struct Bed {
    cgroup: Option<Cgroup>,
    loop_device: Option<LoopDevice>,
    zram: Option<Zram>,
}

impl Bed {
    /// Makes and fills the devices of `places`.
    pub(super) fn make(places: &[Place], tools: &Tools, stop: &AtomicBool) -> Result<Self> {
        let mut bed = Self { cgroup: None, loop_device: None, zram: None };
        if places.contains(&Place::Zram) {
            let zram = bed.zram.insert(Zram::make()?);
            fill(&zram.device)?;
            check_stop(stop)?;
        }
        let is_throttled = |place: &Place| matches!(place, Place::Throttled(_));
        if places.contains(&Place::Loop) || places.iter().any(is_throttled) {
            let loop_device = bed.loop_device.insert(LoopDevice::make(tools.scratch_path())?);
            fill(&loop_device.device)?;
            check_stop(stop)?;
        }
        if places.iter().any(is_throttled) {
            bed.cgroup = Some(Cgroup::make()?);
        }
        Ok(bed)
    }

    /// The seat at `place`, with its limit set.
    pub(super) fn seat(&self, place: Place) -> Result<Seat> {
        match place {
            Place::Null => Ok(Seat { device: None, cgroup: None }),
            Place::Zram => {
                let zram = self.zram.as_ref().context("the bed has no zram device")?;
                Ok(Seat { device: Some(zram.device.clone()), cgroup: None })
            }
            Place::Loop => {
                Ok(Seat { device: Some(self.loop_path()?.to_owned()), cgroup: None })
            }
            Place::Throttled(limit) => {
                let device = self.loop_path()?;
                let cgroup = self.cgroup.as_ref().context("the bed has no cgroup")?;
                cgroup.limit(device, limit)?;
                Ok(Seat { device: Some(device.to_owned()), cgroup: Some(cgroup.path.clone()) })
            }
        }
    }

    fn loop_path(&self) -> Result<&Path> {
        let loop_device = self.loop_device.as_ref().context("the bed has no loop device")?;
        Ok(&loop_device.device)
    }
}

/// Writes incompressible data everywhere: an empty zram or tmpfs page is never really read.
fn fill(device: &Path) -> Result<()> {
    eprintln!("filling {} with {SIZE_MIB} MiB", device.display());
    let target = format!("--filename={}", device.display());
    let arguments = ["--name=fill", "--rw=write", "--bs=1m", "--direct=1", "--ioengine=psync"];
    output_of(Command::new("fio").args(arguments).args(["--refill_buffers=1", &target]))?;
    Ok(())
}

/// A zram device of our own.
#[derive(Debug)]
struct Zram {
    number: String,
    device: PathBuf,
}

impl Zram {
    fn make() -> Result<Self> {
        // A read of this file makes a new device and returns its number.
        let number = read_text(Path::new("/sys/class/zram-control/hot_add"))
            .context("cannot make a zram device")?;
        let zram = Self { device: PathBuf::from(format!("/dev/zram{number}")), number };
        write_text(&zram.attribute("disksize"), &format!("{SIZE_MIB}M"))?;
        Ok(zram)
    }

    fn attribute(&self, name: &str) -> PathBuf {
        PathBuf::from(format!("/sys/block/zram{}/{name}", self.number))
    }
}

impl Drop for Zram {
    fn drop(&mut self) {
        report(write_text(&self.attribute("reset"), "1"));
        report(write_text(Path::new("/sys/class/zram-control/hot_remove"), &self.number));
    }
}

/// A loop device over a file on a tmpfs, both of our own. Fields are dropped in this order.
#[derive(Debug)]
struct LoopDevice {
    device: PathBuf,
    _attached: Attached,
    _tmpfs: Tmpfs,
}

impl LoopDevice {
    fn make(scratch: &Path) -> Result<Self> {
        let tmpfs = Tmpfs::make(&scratch.join("tmpfs"))?;
        let file = tmpfs.0.join(IMAGE_NAME);
        let image = std::fs::File::create(&file)
            .with_context(|| format!("cannot make {}", file.display()))?;
        image
            .set_len(SIZE_MIB << 20)
            .with_context(|| format!("cannot size {}", file.display()))?;
        let device = output_of(Command::new("losetup").args(["--find", "--show"]).arg(&file))?;
        let device = PathBuf::from(device.trim());
        let attached = Attached(device.clone());
        Ok(Self { device, _attached: attached, _tmpfs: tmpfs })
    }
}

/// A loop device with a file.
#[derive(Debug)]
struct Attached(PathBuf);

impl Drop for Attached {
    fn drop(&mut self) {
        report(output_of(Command::new("losetup").arg("--detach").arg(&self.0)));
    }
}

/// A mounted tmpfs.
#[derive(Debug)]
struct Tmpfs(PathBuf);

impl Tmpfs {
    fn make(path: &Path) -> Result<Self> {
        std::fs::create_dir(path)
            .with_context(|| format!("cannot make the directory {}", path.display()))?;
        let size = format!("size={}M", SIZE_MIB + 16);
        let arguments = ["-t", "tmpfs", "-o", &size, "iogram-bench"];
        output_of(Command::new("mount").args(arguments).arg(path))?;
        Ok(Self(path.to_owned()))
    }
}

impl Drop for Tmpfs {
    fn drop(&mut self) {
        report(output_of(Command::new("umount").arg(&self.0)));
    }
}

/// The kernel's interface for limiting block I/O.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CgroupVersion {
    One,
    Two,
}

/// A cgroup that limits its processes to a rate.
#[derive(Debug)]
struct Cgroup {
    path: PathBuf,
    version: CgroupVersion,
    /// The parent's file that switched the controller on for us; `None` if it was on.
    switched_on: Option<PathBuf>,
}

impl Cgroup {
    fn make() -> Result<Self> {
        let mounts = read_text(Path::new("/proc/self/mounts"))?;
        let Some((version, parent)) = find_io_controller(&mounts, &|path| {
            read_text(&path.join("cgroup.controllers")).unwrap_or_default()
        }) else {
            bail!("cannot limit block I/O: no cgroup hierarchy has the blkio or io controller");
        };
        let path = parent.join(format!("iogram-bench-{}", std::process::id()));
        std::fs::create_dir(&path)
            .with_context(|| format!("cannot make the cgroup {}", path.display()))?;
        let mut cgroup = Self { path, version, switched_on: None };
        let switch = parent.join("cgroup.subtree_control");
        if version == CgroupVersion::Two && !has_io(&read_text(&switch)?) {
            write_text(&switch, "+io")?;
            cgroup.switched_on = Some(switch);
        }
        Ok(cgroup)
    }

    /// Sets `limit` as the only one on `device`.
    fn limit(&self, device: &Path, limit: Limit) -> Result<()> {
        let name = device.file_name().context("a device has a name")?;
        let number = read_text(&Path::new("/sys/class/block").join(name).join("dev"))?;
        for (file, text) in limit_lines(self.version, &number, limit) {
            write_text(&self.path.join(file), &text)?;
        }
        Ok(())
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        let path = &self.path;
        report(std::fs::remove_dir(path).with_context(|| format!("{}", path.display())));
        if let Some(switch) = &self.switched_on {
            report(write_text(switch, "-io"));
        }
    }
}

/// The mount point of the first hierarchy that can limit block I/O. `controllers_of` reads a unified
/// hierarchy's list.
fn find_io_controller(
    mounts: &str,
    controllers_of: &dyn Fn(&Path) -> String,
) -> Option<(CgroupVersion, PathBuf)> {
    mounts.lines().find_map(|line| {
        let mut words = line.split(' ').skip(1);
        let (path, kind, options) = (Path::new(words.next()?), words.next()?, words.next()?);
        match kind {
            "cgroup" if options.split(',').any(|option| option == "blkio") => {
                Some((CgroupVersion::One, path.to_owned()))
            }
            "cgroup2" if has_io(&controllers_of(path)) => {
                Some((CgroupVersion::Two, path.to_owned()))
            }
            _ => None,
        }
    })
}

/// Whether a unified hierarchy's list of controllers names the one for block I/O.
fn has_io(controllers: &str) -> bool {
    controllers.split_whitespace().any(|name| name == "io")
}

/// Files of a cgroup and their contents, so that `limit` is the only one on device `number`.
fn limit_lines(
    version: CgroupVersion,
    number: &str,
    limit: Limit,
) -> Vec<(&'static str, String)> {
    match version {
        CgroupVersion::One => {
            let line = |value: Option<u64>| format!("{number} {}", value.unwrap_or(0));
            vec![
                ("blkio.throttle.read_iops_device", line(limit.read_iops)),
                ("blkio.throttle.read_bps_device", line(limit.read_bytes_per_s)),
                ("blkio.throttle.write_iops_device", line(limit.write_iops)),
                ("blkio.throttle.write_bps_device", line(limit.write_bytes_per_s)),
            ]
        }
        CgroupVersion::Two => {
            let word = |value: Option<u64>| value.map_or("max".to_owned(), |it| it.to_string());
            let line = format!(
                "{number} riops={} rbps={} wiops={} wbps={}",
                word(limit.read_iops),
                word(limit.read_bytes_per_s),
                word(limit.write_iops),
                word(limit.write_bytes_per_s)
            );
            vec![("io.max", line)]
        }
    }
}

fn read_text(path: &Path) -> Result<String> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    Ok(text.trim().to_owned())
}

fn write_text(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text)
        .with_context(|| format!("cannot write \"{text}\" to {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HYBRID: &str = "cgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0\n\
                          cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0\n\
                          cgroup /sys/fs/cgroup/blkio cgroup rw,relatime,blkio 0 0\n";

    #[track_caller]
    fn check(controllers: &str, expected: Option<(CgroupVersion, &str)>) {
        let found = find_io_controller(HYBRID, &|_| controllers.to_owned());
        let expected = expected.map(|(version, path)| (version, PathBuf::from(path)));
        assert_eq!(found, expected, "unified controllers {controllers:?}");
    }

    #[test]
    fn the_hierarchy_that_can_limit_block_io_is_found() {
        check("", Some((CgroupVersion::One, "/sys/fs/cgroup/blkio")));
        check("cpu io memory", Some((CgroupVersion::Two, "/sys/fs/cgroup/unified")));
        assert_eq!(find_io_controller("tmpfs / tmpfs rw 0 0\n", &|_| String::new()), None);
    }

    #[test]
    fn a_limit_takes_the_others_away() {
        let lines = limit_lines(
            CgroupVersion::One,
            "7:3",
            Limit { read_iops: Some(100), ..Limit::NONE },
        );
        let expected = [
            ("blkio.throttle.read_iops_device", "7:3 100".to_owned()),
            ("blkio.throttle.read_bps_device", "7:3 0".to_owned()),
            ("blkio.throttle.write_iops_device", "7:3 0".to_owned()),
            ("blkio.throttle.write_bps_device", "7:3 0".to_owned()),
        ];
        assert_eq!(lines, expected);
        let limit = Limit { write_bytes_per_s: Some(5), ..Limit::NONE };
        let lines = limit_lines(CgroupVersion::Two, "7:3", limit);
        assert_eq!(lines, [("io.max", "7:3 riops=max rbps=max wiops=max wbps=5".to_owned())]);
    }
}
