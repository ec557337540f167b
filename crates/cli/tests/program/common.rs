//! A user's place: a directory to measure in, a home, a store, and the program started there.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Output, Stdio};

use iogram_model::Run;
use iogram_store::Store;
use rustix::process::{Pid, Signal};
use serde_json::Value;
use tempfile::TempDir;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_iogram");

pub(crate) const MIB: u64 = 1 << 20;

/// The shortest possible run.
pub(crate) const SHORT: [&str; 6] =
    ["--set", "time=100ms", "--set", "size=16MiB", "--set", "loops=1"];

/// A directory for a test, with everything that the program may touch.
pub(crate) struct Room {
    dir: TempDir,
}

/// The output and the end of a program.
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
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Room {
    pub(crate) fn new() -> Self {
        let room = Self { dir: TempDir::with_prefix("iogram-program-").unwrap() };
        std::fs::create_dir(room.work()).unwrap();
        std::fs::create_dir(room.home()).unwrap();
        room
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// The working directory.
    pub(crate) fn work(&self) -> PathBuf {
        self.path().join("work")
    }

    fn home(&self) -> PathBuf {
        self.path().join("home")
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.path().join("runs.sqlite")
    }

    /// The program in this room, without the environment of the tests.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.command_of(Path::new(PROGRAM), arguments)
    }

    /// Another program in this room.
    pub(crate) fn command_of(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        self.furnish(&mut command);
        command.args(arguments);
        command
    }

    /// Gives a command this room's environment.
    pub(crate) fn furnish(&self, command: &mut Command) {
        let path = std::env::vars_os().find(|(name, _)| name == "PATH");
        command.env_clear().envs(path).current_dir(self.work()).stdin(Stdio::null());
        command.env("HOME", self.home()).env("IOGRAM_STORE", self.store());
        for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
            command.env(name, self.home().join(name));
        }
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Said {
        self.command(arguments).output().unwrap().into()
    }

    /// Runs with a few bytes on standard input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: &[u8]) -> Said {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), input).unwrap();
        child.wait_with_output().unwrap().into()
    }

    /// Runs a command that must succeed.
    #[track_caller]
    pub(crate) fn succeed(&self, arguments: &[&str]) -> Said {
        let said = self.run(arguments);
        assert_eq!(said.code, Some(0), "{arguments:?}: {said:?}");
        said
    }

    /// Runs `measure` with `--json -` and a quick end; returns the run and the output.
    #[track_caller]
    pub(crate) fn measure(&self, arguments: &str) -> Run {
        let mut all = vec!["measure", "--json", "-", "--quiet", "--no-store"];
        all.extend(arguments.split_whitespace());
        let said = self.succeed(&all);
        serde_json::from_str(&said.stdout).unwrap()
    }

    pub(crate) fn start(&self, arguments: &[&str]) -> Running {
        let mut command = self.command(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap());
        Running { child, stderr: lines, said: String::new() }
    }

    /// A file in the working directory.
    pub(crate) fn write(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.work().join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// The store, locked as by a writing program until this is dropped. SQLite's locks belong to the process; nothing
    /// else in this process may open the store meanwhile, because closing it would release them (fcntl(2)).
    pub(crate) fn hold_store(&self) -> std::fs::File {
        let flags = rustix::fs::OFlags::RDWR | rustix::fs::OFlags::CLOEXEC;
        let file = rustix::fs::open(self.store(), flags, rustix::fs::Mode::empty()).unwrap();
        let lock = rustix::fs::FlockOperation::LockExclusive;
        rustix::fs::fcntl_lock(&file, lock).unwrap();
        file.into()
    }

    /// A file of this size that is one hole.
    pub(crate) fn holes(&self, name: &str, size: u64) -> PathBuf {
        let path = self.write(name, b"");
        let fd = rustix::fs::open(
            &path,
            rustix::fs::OFlags::WRONLY | rustix::fs::OFlags::CLOEXEC,
            rustix::fs::Mode::empty(),
        );
        rustix::fs::ftruncate(fd.unwrap(), size).unwrap();
        path
    }

    /// The ids of the stored runs, newest first.
    pub(crate) fn runs(&self) -> Vec<String> {
        let filter = iogram_store::RunFilter::default();
        let runs = Store::open(self.store()).unwrap().list(&filter).unwrap();
        runs.into_iter().map(|run| run.line.id).collect()
    }

    /// The last stored run, from an intact store.
    #[track_caller]
    pub(crate) fn last_run(&self) -> Run {
        let mut store = Store::open(self.store()).unwrap();
        store.check().unwrap();
        store.load("last").unwrap()
    }
}

/// Names in a directory.
pub(crate) fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// The running program.
pub(crate) struct Running {
    child: Child,
    stderr: BufReader<ChildStderr>,
    said: String,
}

impl Running {
    /// The next line of standard error; `None` at its end.
    pub(crate) fn next_line(&mut self) -> Option<String> {
        let mut line = String::new();
        self.stderr.read_line(&mut line).unwrap();
        self.said.push_str(&line);
        (!line.is_empty()).then_some(line)
    }

    /// Waits until this many cells were reported.
    #[track_caller]
    pub(crate) fn wait_for_cells(&mut self, count: usize) {
        let mut seen = 0;
        while seen < count {
            let line = self.next_line();
            let line = line.unwrap_or_else(|| panic!("it ended too early: {}", self.said));
            seen = cells_reported(&line).unwrap_or(seen);
        }
    }

    /// Its process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn send(&self, signal: Signal) {
        rustix::process::kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for its end.
    pub(crate) fn end(mut self) -> Said {
        while self.next_line().is_some() {}
        let output = self.child.wait_with_output().unwrap();
        Said { stderr: self.said, ..output.into() }
    }
}

/// The k of `[k/n] ..`.
pub(crate) fn cells_reported(line: &str) -> Option<usize> {
    line.strip_prefix('[')?.split_once('/')?.0.parse().ok()
}

/// The highest k in the whole output.
pub(crate) fn last_cell_reported(said: &str) -> usize {
    said.lines().filter_map(cells_reported).max().unwrap_or(0)
}

pub(crate) use iogram_testing::{lacks, run_program as system, skip};

pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A file system that a test mounts.
pub(crate) struct Mounted {
    pub(crate) at: PathBuf,
}

impl Mounted {
    /// As `mount ARGUMENTS AT`.
    pub(crate) fn new(arguments: &[&str], at: PathBuf) -> Result<Self, String> {
        if !is_root() {
            return Err(iogram_testing::lacking("root, to mount"));
        }
        std::fs::create_dir_all(&at).unwrap();
        system("mount", &[arguments, &[at.to_str().unwrap()]].concat())?;
        Ok(Self { at })
    }

    /// A file system in memory.
    pub(crate) fn memory(room: &Room, options: &str) -> Result<Self, String> {
        Self::new(&["-t", "tmpfs", "-o", options, "tmpfs"], room.path().join("memory"))
    }

    /// A fresh ext4 of this size in a file, through a loop device.
    pub(crate) fn ext4(room: &Room, size: &str) -> Result<Self, String> {
        let image = room.path().join("ext4.img");
        let image = image.to_str().unwrap();
        system("mkfs.ext4", &["-q", "-m", "0", image, size])?;
        Self::new(&["-o", "loop", image], room.path().join("ext4"))
    }

    pub(crate) fn text(&self) -> &str {
        self.at.to_str().unwrap()
    }

    /// The device below it.
    pub(crate) fn device(&self) -> Result<String, String> {
        system("findmnt", &["--noheadings", "--output", "SOURCE", self.text()])
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        // The kernel may release a ring's files a moment after their process has ended.
        let unmounted = system("umount", &[self.text()])
            .or_else(|_| system("umount", &["--lazy", self.text()]));
        if let Err(error) = unmounted {
            eprintln!("{error}");
        }
    }
}

/// The value at `pointer`.
#[track_caller]
pub(crate) fn at<'a>(json: &'a Value, pointer: &str) -> &'a Value {
    json.pointer(pointer).unwrap_or_else(|| panic!("there is no {pointer} in {json:#}"))
}

/// Compares with a file of `tests/golden`.
#[expect(clippy::disallowed_methods, reason = "golden files are read and written by tests")]
#[track_caller]
pub(crate) fn check_golden(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var("UPDATE_GOLDEN").is_ok_and(|value| value == "1") {
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == found,
        "{} differs (UPDATE_GOLDEN=1 rewrites it); found:\n{found}",
        path.display()
    );
}

/// A loop device over a file of this size; detached at the end.
pub(crate) struct Loop(pub(crate) String);

impl Loop {
    pub(crate) fn over(path: &Path) -> Result<Self, String> {
        system("losetup", &["--find", "--show", path.to_str().unwrap()]).map(Self)
    }
}

impl Drop for Loop {
    fn drop(&mut self) {
        if let Err(error) = system("losetup", &["--detach", &self.0]) {
            eprintln!("{error}");
        }
    }
}
