//! The programs that tests start, and their installation on a fresh machine.

use std::path::Path;
use std::process::{Command, Stdio};

use super::Outcome;
use crate::programs::{find_program, is_root};
use crate::skips::Skip;

/// Debian packages that tests need, with one program of each, or the full path of a file of a package without
/// programs.
const PACKAGES: [(&str, &str); 21] = [
    ("ansible-core", "ansible-playbook"),
    ("ansible-lint", "ansible-lint"),
    ("btrfs-progs", "mkfs.btrfs"),
    ("chromium", "chromium"),
    ("chrony", "chronyd"),
    ("dosfstools", "mkfs.vfat"),
    ("e2fsprogs", "mkfs.ext4"),
    ("f3", "f3probe"),
    ("fio", "fio"),
    ("flashbench", "flashbench"),
    ("fuse3", "fusermount3"),
    ("iproute2", "ip"),
    ("munge", "munged"),
    ("openssh-server", "sshd"),
    // Makes the certificates of the tests' servers.
    ("openssl", "openssl"),
    // Tests start their own server with it.
    ("postgresql-15", "/usr/lib/postgresql/15/bin/initdb"),
    ("python3-pandas", "/usr/lib/python3/dist-packages/pandas/__init__.py"),
    ("r-base-core", "Rscript"),
    ("r-cran-jsonlite", "/usr/lib/R/site-library/jsonlite/DESCRIPTION"),
    // Both daemons of Slurm; tests start them on hosts of their own.
    ("slurm-wlm", "slurmctld"),
    ("util-linux", "losetup"),
];

/// Installs missing packages if possible. Without them, tests are skipped and print the missing program.
pub(super) fn install() -> Outcome {
    let missing = missing_packages();
    if missing.is_empty() {
        println!("all there");
        return Outcome::passed();
    }
    let names = missing.join(" ");
    if find_program("apt-get").is_none() {
        println!("missing: {names}; install them with this system's package manager");
    } else if !is_root() {
        println!("missing: {names}; install them with: sudo apt-get install {names}");
    } else if !install_without_services(&missing) {
        println!("could not install {names}; tests that need them are skipped");
    }
    let missing = missing_packages();
    let skipped =
        missing.iter().map(|it| Skip::new("packages", format!("{it} is not installed")));
    Outcome { skipped: skipped.collect(), ..Outcome::passed() }
}

/// Services that packages of the list would start, now and with the computer. Tests start their own.
const SERVICES: [(&str, &[&str]); 4] = [
    ("chrony", &["chrony"]),
    ("munge", &["munge"]),
    ("openssh-server", &["ssh"]),
    ("slurm-wlm", &["slurmctld", "slurmd"]),
];

/// Installs missing packages without starting a service, now or with the computer. Returns whether it succeeded.
fn install_without_services(missing: &[&str]) -> bool {
    // Debian's packages ask it before they start a service; 101 forbids every start. Source: invoke-rc.d(8).
    let policy = Path::new("/usr/sbin/policy-rc.d");
    let is_ours = !policy.exists();
    if is_ours && write_policy(policy).is_err() {
        return false;
    }
    let is_done = apt_get(&["update"])
        && apt_get(&[&["install", "--yes", "--no-install-recommends"], missing].concat());
    if is_ours {
        std::fs::remove_file(policy).ok();
    }
    let new = SERVICES.iter().filter(|(package, _)| missing.contains(package));
    for service in new.flat_map(|(_, services)| *services) {
        let mut systemctl = Command::new("systemctl");
        systemctl.args(["disable", "--quiet", service]).stdin(Stdio::null());
        // A machine without systemd has nothing to disable.
        systemctl.stderr(Stdio::null()).status().ok();
    }
    is_done
}

fn write_policy(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::write(path, "#!/bin/sh\nexit 101\n")?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

fn missing_packages() -> Vec<&'static str> {
    let is_missing = |of: &str| match of.starts_with('/') {
        true => !Path::new(of).exists(),
        false => find_program(of).is_none(),
    };
    let missing = PACKAGES.into_iter().filter(|(_, of)| is_missing(of));
    missing.map(|(package, _)| package).collect()
}

/// Runs apt-get without questions; whether it succeeded.
fn apt_get(arguments: &[&str]) -> bool {
    let status = Command::new("apt-get")
        .args(["--quiet", "--option", "Acquire::Retries=3"])
        .args(["--option", "DPkg::Lock::Timeout=120"])
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}
