//! The program, and loop devices and zram devices for a test.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use iogram_testing::conclude;
pub(crate) use iogram_testing::run_program as run;

/// The program's output and its end.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// A drive with a file system and unique bytes, and a home for the program.
pub(crate) struct Bench {
    dir: PathBuf,
    pub(crate) image: PathBuf,
    device: String,
}

/// Serialises the choice of numbers.
static LOOP_DEVICES: Mutex<()> = Mutex::new(());

impl Bench {
    pub(crate) fn new(size: usize) -> Result<Self, String> {
        Self::of_file(size, "card.img")
    }

    /// The same with a file of another name.
    pub(crate) fn of_file(size: usize, name: &str) -> Result<Self, String> {
        let mut bench = Self::make(size, name)?;
        let mut bytes = bench.bytes();
        for (index, word) in bytes[65536..].chunks_exact_mut(8).enumerate() {
            word.copy_from_slice(&(index as u64 | 1 << 60).to_le_bytes());
        }
        std::fs::write(&bench.image, bytes).unwrap();
        bench.attach()?;
        Ok(bench)
    }

    /// An empty file system that can be mounted.
    fn mountable(size: usize) -> Result<Self, String> {
        let mut bench = Self::make(size, "card.img")?;
        bench.attach()?;
        Ok(bench)
    }

    /// The drive's image with a file system, still without a device.
    fn make(size: usize, file: &str) -> Result<Self, String> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("iogram-guard-{}-{number}", std::process::id());
        let dir = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&dir).unwrap();
        let dir = dir.canonicalize().unwrap();
        let image = dir.join(file);
        let bench = Self { dir, image, device: String::new() };
        std::fs::write(&bench.image, vec![0; size]).unwrap();
        run("mkfs.ext4", &["-q", bench.image.to_str().unwrap()])?;
        Ok(bench)
    }

    fn attach(&mut self) -> Result<(), String> {
        let _guard = LOOP_DEVICES.lock();
        let image = self.image.to_str().unwrap();
        self.device = run("losetup", &["--find", "--show", image])?;
        Ok(())
    }

    pub(crate) fn device(&self) -> &str {
        &self.device
    }

    pub(crate) fn typed_name(&self) -> String {
        format!("{}:card.img", self.device.trim_start_matches("/dev/"))
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.image).unwrap()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    pub(crate) fn journals(&self) -> PathBuf {
        self.dir.join("state/iogram/borrowed")
    }

    /// The program with its own home and nobody at the keyboard.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_iogram"));
        self.at_home(command.args(arguments));
        command
    }

    pub(crate) fn at_home(&self, command: &mut Command) {
        command
            .env("XDG_DATA_HOME", self.dir.join("data"))
            .env("XDG_STATE_HOME", self.dir.join("state"))
            .env_remove("IOGRAM_STORE")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
    }

    pub(crate) fn iogram(&self, arguments: &[&str]) -> Said {
        self.command(arguments).output().unwrap().into()
    }

    /// Expects a refusal, and all bytes unchanged.
    #[track_caller]
    pub(crate) fn refused(&self, arguments: &[&str], why: &str) -> Said {
        self.refused_beyond(0, arguments, why)
    }

    /// The same if others may write before byte `from`.
    #[track_caller]
    pub(crate) fn refused_beyond(&self, from: usize, arguments: &[&str], why: &str) -> Said {
        let before = self.bytes();
        let said = self.iogram(arguments);
        assert_eq!(said.code, Some(3), "{arguments:?}: {said:?}");
        assert!(said.stderr.contains(why), "{arguments:?}: {}", said.stderr);
        assert!(said.stderr.contains("\nhint: "), "{arguments:?}: {}", said.stderr);
        assert!(self.bytes()[from..] == before[from..], "{arguments:?} changed the device");
        said
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        if !self.device.is_empty() {
            run("losetup", &["--detach", &self.device]).ok();
        }
        std::fs::remove_dir_all(&self.dir).ok();
    }
}

/// Runs a test on a drive of 32 MiB. An error is a failure, unless this machine lacks a requirement.
#[track_caller]
pub(crate) fn on_bench(test: impl FnOnce(&Bench) -> Result<(), String>) {
    on_bench_of(32 << 20, test);
}

/// The same on a drive whose image has another name.
#[track_caller]
pub(crate) fn on_bench_over(file: &str, test: impl FnOnce(&Bench) -> Result<(), String>) {
    conclude(Bench::of_file(32 << 20, file).and_then(|bench| test(&bench)));
}

/// The same on a drive whose file system can be mounted.
#[track_caller]
pub(crate) fn on_mountable(test: impl FnOnce(&Bench) -> Result<(), String>) {
    conclude(Bench::mountable(32 << 20).and_then(|bench| test(&bench)));
}

/// As [`on_bench`], on a drive of this size.
#[track_caller]
pub(crate) fn on_bench_of(size: usize, test: impl FnOnce(&Bench) -> Result<(), String>) {
    conclude(Bench::new(size).and_then(|bench| test(&bench)));
}

/// A mount that ends with the test.
pub(crate) struct MountedAt<'a>(&'a Path);

impl<'a> MountedAt<'a> {
    pub(crate) fn new(device: &str, at: &'a Path) -> Result<Self, String> {
        std::fs::create_dir_all(at).unwrap();
        run("mount", &["-o", "ro,noload", device, at.to_str().unwrap()])?;
        Ok(Self(at))
    }
}

impl Drop for MountedAt<'_> {
    fn drop(&mut self) {
        run("umount", &[self.0.to_str().unwrap()]).ok();
    }
}
