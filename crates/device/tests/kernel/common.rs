//! A test's own loop devices, zram devices and mounts, removed at its end.
//!
//! Never touches existing devices: it requests new ones.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

pub(crate) use iogram_testing::{run_program as run, skip};

/// A folder that is removed at the end.
pub(crate) struct TempDir(PathBuf);

impl TempDir {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("iogram-device-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path.canonicalize().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// A file of zeros.
    pub(crate) fn image(&self, name: &str, size: u64) -> PathBuf {
        let path = self.0.join(name);
        let file = rustix::fs::open(
            &path,
            rustix::fs::OFlags::CREATE | rustix::fs::OFlags::RDWR | rustix::fs::OFlags::CLOEXEC,
            rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        );
        rustix::fs::ftruncate(file.unwrap(), size).unwrap();
        path
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// Tests run in parallel: no test may take a number that another is about to use again.
static LOOP_DEVICES: Mutex<()> = Mutex::new(());

/// A loop device over a file.
pub(crate) struct LoopDevice {
    pub(crate) path: PathBuf,
}

impl LoopDevice {
    pub(crate) fn over(file: &Path, options: &[&str]) -> Result<Self, String> {
        let _guard = LOOP_DEVICES.lock();
        let file = file.to_str().unwrap();
        let arguments = [&["--find", "--show"], options, &[file]].concat();
        run("losetup", &arguments).map(|path| Self { path: PathBuf::from(path) })
    }

    /// Replaces the file below the same device number.
    pub(crate) fn exchange(mut self, file: &Path) -> Result<Self, String> {
        let _guard = LOOP_DEVICES.lock();
        run("losetup", &["--detach", self.text()])?;
        // From here until it is set up again the device does not belong to this test.
        let path = std::mem::take(&mut self.path);
        run("losetup", &[path.to_str().unwrap(), file.to_str().unwrap()])?;
        Ok(Self { path })
    }

    pub(crate) fn text(&self) -> &str {
        self.path.to_str().unwrap()
    }

    /// Kernel name.
    pub(crate) fn name(&self) -> &str {
        self.text().trim_start_matches("/dev/")
    }
}

impl Drop for LoopDevice {
    fn drop(&mut self) {
        if !self.text().is_empty() {
            run("losetup", &["--detach", self.text()]).ok();
        }
    }
}

/// A zram device.
pub(crate) struct ZramDevice {
    pub(crate) path: PathBuf,
    number: String,
}

impl ZramDevice {
    pub(crate) fn new(size: u64) -> Result<Self, String> {
        let number = read("/sys/class/zram-control/hot_add")?;
        let device = Self { path: PathBuf::from(format!("/dev/zram{number}")), number };
        let size_path = format!("/sys/block/zram{}/disksize", device.number);
        std::fs::write(&size_path, size.to_string())
            .map_err(|error| format!("cannot write {size_path}: {error}"))?;
        Ok(device)
    }
}

impl Drop for ZramDevice {
    fn drop(&mut self) {
        // A program started by another test inherits every descriptor of this process for a moment.
        for _attempt in 0..100_000 {
            if std::fs::write("/sys/class/zram-control/hot_remove", &self.number).is_ok() {
                return;
            }
        }
        eprintln!("left behind: {}", self.path.display());
    }
}

fn read(path: &str) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {path}: {error}"))?;
    Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
}

/// A mounted file system.
pub(crate) struct MountedAt(PathBuf);

impl MountedAt {
    pub(crate) fn new(arguments: &[&str], at: &Path) -> Result<Self, String> {
        std::fs::create_dir_all(at).unwrap();
        run("mount", &[arguments, &[at.to_str().unwrap()]].concat())?;
        Ok(Self(at.to_owned()))
    }
}

impl Drop for MountedAt {
    fn drop(&mut self) {
        // Threads and devices that used it may need a moment to release it.
        for _attempt in 0..1000 {
            if run("umount", &[self.0.to_str().unwrap()]).is_ok() {
                return;
            }
        }
        eprintln!("left behind: {}", self.0.display());
    }
}

/// A process in its own mount namespace, which ends when this is dropped.
pub(crate) struct Elsewhere(Child);

impl Elsewhere {
    /// Runs `commands` in a shell there and returns after they have succeeded.
    pub(crate) fn running(commands: &str) -> Result<Self, String> {
        let script = format!("{commands} && echo ready && read end");
        let child = Command::new("unshare")
            .args(["--mount", "--propagation", "private", "sh", "-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = Self(child.map_err(|error| format!("cannot run unshare: {error}"))?);
        let mut line = String::new();
        let output = child.0.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        if line.trim() == "ready" { Ok(child) } else { Err(format!("failed: {commands}")) }
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        self.0.wait().ok();
    }
}
