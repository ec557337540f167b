//! Shared parts of the tests of several crates: skipping a test on this machine, a folder for it, handmade records,
//! pages of registers, noise, a database server.
//!
//! Knows the needs of tests with kernel objects, and how to check for them. Must not know the purpose of any test,
//! and is not a dependency of the product.
//!
//! A skipped test prints `skipped: REASON` and passes; `cargo xtask test` counts these lines, and in CI its list must
//! contain each of them (`xtask/src/skips.rs`). An error alone is not a reason: if this machine has everything that
//! such tests need, [`skip`] fails the test.

#![expect(clippy::print_stderr, reason = "a skipped test says why")]

mod folder;
mod lab;
mod noise;
mod postgres;
pub mod records;

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

pub use folder::{TempDir, captured, captured_page};
pub use lab::Lab;
pub use noise::Noise;
pub use postgres::{ADMIN, PASSWORD, Postgres, postgres, postgres_apart};

/// Runs a system program and returns its output, or the reason for a failure.
///
/// # Errors
///
/// If it cannot be started, or reports a failure.
pub fn run_program(program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|error| format!("cannot run {program}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let error = String::from_utf8_lossy(&output.stderr);
    Err(format!("{program} {} failed: {}", arguments.join(" "), error.trim()))
}

/// Ends a test that could not run because of `reason`: skipped if this machine lacks something that such tests need,
/// failed otherwise.
///
/// # Panics
///
/// Panics if the machine lacks nothing: then the error is a finding.
#[track_caller]
pub fn skip(reason: &str) {
    match lack_behind(reason) {
        Some(lack) if reason.ends_with(&lack) => lacks(&lack),
        Some(lack) => lacks(&format!("{reason} ({lack})")),
        None => panic!("failed, and this machine lacks nothing that would excuse it: {reason}"),
    }
}

/// Ends a test whose requirement is missing.
pub fn lacks(what: &str) {
    eprintln!("skipped: {}", what.replace('\n', " "));
}

/// Ends a test with its outcome: [`skip`] takes an error.
///
/// # Panics
///
/// Panics as [`skip`] does.
#[track_caller]
pub fn conclude(outcome: Result<(), String>) {
    if let Err(reason) = outcome {
        skip(&reason);
    }
}

/// The error of a test that checked for `what` and did not find it; [`skip`] accepts it without another check.
#[must_use]
pub fn lacking(what: &str) -> String {
    format!("{LACKING}{what}")
}

const LACKING: &str = "lacking: ";

/// The file of `program`, also from system directories that are not in the path.
#[must_use]
pub fn find_program(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain(["/usr/sbin".into(), "/sbin".into()])
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// The missing feature of this machine that can explain `reason`; `None` if there is none.
fn lack_behind(reason: &str) -> Option<String> {
    if let Some(what) = reason.strip_prefix(LACKING) {
        return Some(what.to_owned());
    }
    missing_program(reason).or_else(|| unknown_kind(reason)).or_else(|| machine_lack(reason))
}

/// The program in `cannot run PROGRAM: ..`, if it is really missing.
fn missing_program(reason: &str) -> Option<String> {
    let (_, rest) = reason.split_once("cannot run ")?;
    let program = rest.split([':', ' ']).next()?;
    let is_here = Path::new(program).is_file() || find_program(program).is_some();
    (!is_here).then(|| format!("there is no {program}"))
}

/// The kind of file system that this kernel really cannot mount.
fn unknown_kind(reason: &str) -> Option<String> {
    let kind = reason.split_once("unknown filesystem type '")?.1.split('\'').next()?;
    let known = std::fs::read("/proc/filesystems").ok()?;
    let known = String::from_utf8_lossy(&known).into_owned();
    let is_known = known.split_whitespace().any(|word| word == kind);
    (!is_known).then(|| format!("the kernel knows no {kind}"))
}

fn machine_lack(reason: &str) -> Option<String> {
    static GROUND: OnceLock<Option<String>> = OnceLock::new();
    let ground = GROUND.get_or_init(ground_lack).clone();
    ground.or_else(|| {
        NODES
            .into_iter()
            .find(|(word, node)| reason.contains(word) && is_absent(node))
            .map(|(_, node)| format!("there is no {node}"))
    })
}

/// Whether `node` does not exist, or has no device behind it.
fn is_absent(node: &str) -> bool {
    // Source: Linux, include/uapi/asm-generic/errno-base.h.
    const ENXIO: i32 = 6;
    const ENODEV: i32 = 19;
    match std::fs::read(node) {
        Ok(_) => false,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => true,
        Err(error) => matches!(error.raw_os_error(), Some(ENXIO | ENODEV)),
    }
}

/// Words in a reason, and the node that exists if the feature does.
const NODES: [(&str, &str); 3] = [
    ("zram", "/sys/class/zram-control"),
    ("dmsetup", "/dev/mapper/control"),
    ("fuse", "/dev/fuse"),
];

/// The needs of every test with kernel objects: root, a loop device, a mount. It tries them, because a container can
/// have the programs without the permission.
fn ground_lack() -> Option<String> {
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0);
    if !is_root {
        return Some("this is not root".to_owned());
    }
    let folder = std::env::temp_dir().join(format!("iogram-testing-{}", std::process::id()));
    let tried = try_ground(&folder);
    std::fs::remove_dir_all(&folder).ok();
    tried.err()
}

fn try_ground(folder: &Path) -> Result<(), String> {
    let at = folder.join("at");
    let image = folder.join("image");
    std::fs::create_dir_all(&at).map_err(|error| error.to_string())?;
    std::fs::write(&image, vec![0; 1 << 20]).map_err(|error| error.to_string())?;
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let device = tried("losetup", &["--find", "--show", &text(&image)])?;
    tried("losetup", &["--detach", &device])?;
    tried("mount", &["-t", "tmpfs", "-o", "size=64k", "tmpfs", &text(&at)])?;
    tried("umount", &[&text(&at)]).map(drop)
}

fn tried(program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|error| format!("{program} cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr).trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_not_here_excuses_and_one_that_is_does_not() {
        let absent = "cannot run mkfs.of-nobody: No such file or directory (os error 2)";
        let expected = Some("there is no mkfs.of-nobody".to_owned());
        assert_eq!(missing_program(absent), expected);
        assert_eq!(missing_program("cannot run sh: Exec format error"), None);
        assert_eq!(missing_program("sh -c exit failed: it said no"), None);
        assert_eq!(unknown_kind("mount failed: unknown filesystem type 'tmpfs'."), None);
        assert!(unknown_kind("mount failed: unknown filesystem type 'nobodyfs'.").is_some());
        assert_eq!(lack_behind(&lacking("a second drive")).as_deref(), Some("a second drive"));
    }

    #[test]
    fn an_error_fails_where_the_machine_lacks_nothing() {
        let outcome =
            std::panic::catch_unwind(|| conclude(Err("losetup failed: injected".to_owned())));
        let lack = machine_lack("losetup failed: injected");
        assert_eq!(outcome.is_err(), lack.is_none(), "{lack:?}");
        conclude(Ok(()));
    }

    #[test]
    fn a_node_excuses_only_what_names_it() {
        for (word, node) in NODES {
            let reason = format!("cannot read {word}");
            let is_excused = machine_lack(&reason).is_some();
            let is_ground = ground_lack().is_none();
            assert!(!is_ground || is_excused == is_absent(node), "{word} {node}");
        }
    }
}
