//! A lab for a test: a server and benches as network namespaces of this machine, each with its own root, processes,
//! name and ssh server, on a bridge without a connection to the outside.
//!
//! Knows how to start it, how to run a command on one of its hosts, and how to end it: when the process that started
//! it ends, for any reason. Must not know the programs installed on it.

#![expect(clippy::disallowed_methods, reason = "what the kernel and the lab's scripts tell")]

use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::{find_program, lacking};

/// Required programs; their Debian packages are in `xtask/src/test.rs`.
const PROGRAMS: [&str; 6] = ["ip", "unshare", "nsenter", "pivot_root", "sshd", "ssh-keygen"];

const LAB: &str = include_str!("lab/lab.sh");
const HOST: &str = include_str!("lab/host.sh");

/// The prefix of a lab's folder; the process id of its owner follows.
const PREFIX: &str = "iogram-lab-";

/// Tests whether the kernel has all features that a lab needs; nothing of it outlives the shell.
const TRIAL: &str = "set -e; mount -t tmpfs tmpfs \"$1\"; cd \"$1\"; mkdir a b c; \
    mount -t overlay overlay -o lowerdir=/,upperdir=a,workdir=b c; \
    ip link add one type bridge; ip link add two type veth peer name three";

/// A running lab.
#[derive(Debug)]
pub struct Lab {
    folder: PathBuf,
    /// Its input stays open while the lab is needed.
    guard: Child,
    /// The first process of the lab, by its number outside.
    first: String,
}

impl Lab {
    /// Starts a lab: `server` (10.77.0.10), and `bench1` (10.77.0.11) and so on. The server sees `repository`
    /// read-only at the same path, and `program` as `/opt/iogram`.
    ///
    /// # Errors
    ///
    /// If this machine cannot have one: [`skip`](crate::skip) takes the reason.
    ///
    /// # Panics
    ///
    /// If it can, but the lab does not start.
    #[expect(clippy::unwrap_used, reason = "a test whose lab cannot be made ends")]
    pub fn start(benches: u32, repository: &Path, program: &Path) -> Result<Self, String> {
        if let Some(program) = PROGRAMS.into_iter().find(|it| find_program(it).is_none()) {
            return Err(lacking(&format!("there is no {program}")));
        }
        remove_leftovers();
        let folder = std::env::temp_dir().join(name_of(std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let folder = folder.canonicalize().unwrap();
        std::fs::write(folder.join("lab.sh"), LAB).unwrap();
        std::fs::write(folder.join("host.sh"), HOST).unwrap();
        let trial = apart().args(["-c", TRIAL, "sh"]).arg(&folder).output().unwrap();
        if !trial.status.success() {
            std::fs::remove_dir_all(&folder).unwrap();
            let said = String::from_utf8_lossy(&trial.stderr).trim().to_owned();
            return Err(lacking(&format!(
                "namespaces, overlays or bridges are not to be had: {said}"
            )));
        }
        let mut guard = apart()
            .arg(folder.join("lab.sh"))
            .args([&folder, repository, program].map(Path::as_os_str))
            .arg(benches.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C in a terminal reaches the tests, and the lab by the end of its input.
            .process_group(0)
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(guard.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if line.trim() != "ready" {
            guard.kill().unwrap();
            let mut said = String::new();
            guard.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            panic!("the lab did not begin: {line}{said}");
        }
        let outer = guard.id();
        let children =
            std::fs::read_to_string(format!("/proc/{outer}/task/{outer}/children")).unwrap();
        let first = children.split_whitespace().next().unwrap().to_owned();
        Ok(Self { folder, guard, first })
    }

    /// A folder that all hosts and this machine see at the same path.
    #[must_use]
    pub fn shared(&self) -> PathBuf {
        self.folder.join("shared")
    }

    /// A command on a host, as its root, at home, without the environment of the tests.
    ///
    /// # Panics
    ///
    /// If there is no such host.
    #[must_use]
    pub fn command(&self, host: &str, program: &str) -> Command {
        let inside = std::fs::read_to_string(self.folder.join(format!("{host}.pid")))
            .unwrap_or_else(|error| panic!("there is no host {host}: {error}"));
        let mut command = Command::new("nsenter");
        command.args(["--target", &self.first, "--all", "nsenter", "--target", inside.trim()]);
        command.args(["--all", "--wdns=/root", program]);
        command.env_clear().envs([
            ("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"),
            ("HOME", "/root"),
            ("LC_ALL", "C.UTF-8"),
            ("SYSTEMD_OFFLINE", "1"),
        ]);
        command.stdin(Stdio::null());
        command
    }

    /// Runs a shell script on a host and returns its output.
    ///
    /// # Errors
    ///
    /// Its output of both kinds, if it failed.
    pub fn shell(&self, host: &str, script: &str) -> Result<String, String> {
        let output = self.command(host, "sh").args(["-euc", script]).output();
        let output = output.map_err(|error| format!("cannot run nsenter: {error}"))?;
        let out = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        if output.status.success() {
            return Ok(out);
        }
        let error = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(format!("on {host}, {script}: {}\n{out}\n{error}", output.status))
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        // Waits until nothing of it runs any more.
        self.guard.wait().ok();
    }
}

fn name_of(process: u32) -> String {
    format!("{PREFIX}{process}")
}

/// A shell in its own namespaces, which end with it.
fn apart() -> Command {
    let mut command = Command::new("unshare");
    command.args([
        "--net",
        "--mount",
        "--pid",
        "--uts",
        "--ipc",
        "--fork",
        "--kill-child",
        "sh",
    ]);
    command
}

/// Removes folders of labs whose owners were killed: their processes, mounts and networks are already gone.
fn remove_leftovers() {
    let entries = std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name.strip_prefix(PREFIX).and_then(|it| it.parse::<u32>().ok());
        if owner.is_some_and(|it| !Path::new(&format!("/proc/{it}")).exists()) {
            std::fs::remove_dir_all(entry.path()).ok();
        }
    }
}
