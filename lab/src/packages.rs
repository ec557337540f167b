//! Debian packages, fetched and unpacked without installation.
//!
//! Knows apt's options for a world of its own: empty package status, own lists, own archives, so that the host's
//! packages neither help nor interfere. Must not know the purpose of the packages.
//!
//! It uses the mirror of the host's apt; no address is written down here.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::host::output_of;

/// The release of kernel, QEMU and tools.
const RELEASE: &str = "bookworm";
const KEYRING: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// Unused parts of packages. Dropping them halves the tree.
const LEFT_OUT: [&str; 11] = [
    "./usr/share/doc/*",
    "./usr/share/man/*",
    "./usr/share/locale/*",
    "./usr/share/info/*",
    "./usr/share/perl*",
    "./usr/lib/python3*",
    "./usr/lib/x86_64-linux-gnu/perl*",
    "./usr/lib/x86_64-linux-gnu/gconv/*",
    "./usr/share/python3*",
    "./usr/share/zoneinfo/*",
    "./usr/lib/udev/hwdb.d/*",
];

/// A directory for all of apt's files.
#[derive(Debug)]
pub(super) struct Apt {
    root: PathBuf,
}

impl Apt {
    /// Makes the directory and reads the mirror's lists.
    ///
    /// # Errors
    ///
    /// Fails without apt, without a Debian mirror, or without a route to it.
    pub(super) fn set_up(root: &Path) -> Result<Self> {
        if !Path::new(KEYRING).is_file() {
            bail!("the keys of the Debian archive are missing ({KEYRING})");
        }
        let mirror = find_mirror(&host_targets()?)
            .context("apt on this host knows no mirror of the Debian archive")?;
        for directory in ["etc", "state/lists/partial", "cache/archives/partial"] {
            let directory = root.join(directory);
            std::fs::create_dir_all(&directory)
                .with_context(|| format!("cannot make {}", directory.display()))?;
        }
        write(&root.join("state/status"), "")?;
        write(&root.join("etc/debian.sources"), &sources(&mirror))?;
        let apt = Self { root: root.to_owned() };
        output_of(apt.get().arg("update")).context("cannot read the lists of packages")?;
        Ok(apt)
    }

    /// Fetches `packages` with their dependencies and unpacks them all under `to`.
    pub(super) fn unpack(&self, packages: &[&str], to: &Path) -> Result<()> {
        let archives = self.root.join("archives").join(to.file_name().unwrap_or_default());
        std::fs::create_dir_all(archives.join("partial"))
            .with_context(|| format!("cannot make {}", archives.display()))?;
        let place = format!("Dir::Cache::archives={}", archives.display());
        output_of(
            self.get()
                .args(["--option", &place])
                .args(["install", "--yes", "--no-install-recommends", "--download-only"])
                .args(packages),
        )
        .context("cannot fetch packages")?;
        std::fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
        let files = std::fs::read_dir(&archives)
            .with_context(|| format!("cannot list {}", archives.display()))?;
        for file in files {
            let path = file.context("cannot list packages")?.path();
            if path.extension().is_some_and(|extension| extension == "deb") {
                unpack_one(&path, to)?;
            }
        }
        Ok(())
    }

    fn get(&self) -> Command {
        let root = self.root.display();
        let mut command = Command::new("apt-get");
        for option in [
            format!("Dir::Etc::SourceParts={root}/etc"),
            "Dir::Etc::SourceList=/dev/null".to_owned(),
            format!("Dir::State={root}/state"),
            format!("Dir::State::status={root}/state/status"),
            format!("Dir::Cache={root}/cache"),
            "APT::Architecture=amd64".to_owned(),
            // The user that root's apt downloads as may not write here.
            "APT::Sandbox::User=".to_owned(),
            "Acquire::Languages=none".to_owned(),
            "Acquire::Retries=3".to_owned(),
        ] {
            command.args(["--option", &option]);
        }
        command.arg("--quiet").env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        command
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// The configuration of the host's apt: address, release and component of every list, one a line.
fn host_targets() -> Result<String> {
    let format = "$(REPO_URI) $(RELEASE) $(COMPONENT)";
    output_of(Command::new("apt-get").args(["indextargets", "--format", format]))
        .context("cannot ask apt for its mirrors")
}

/// The mirror of the main archive: the first with [`RELEASE`] itself, or any that looks like one.
fn find_mirror(targets: &str) -> Option<String> {
    let entries = || {
        targets.lines().filter_map(|line| {
            let mut words = line.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some(address), Some(release), Some("main")) => Some((address, release)),
                _ => None,
            }
        })
    };
    let same = entries().find(|(_, release)| *release == RELEASE);
    let like =
        || entries().find(|(address, _)| address.trim_end_matches('/').ends_with("/debian"));
    same.or_else(like).map(|(address, _)| address.to_owned())
}

fn sources(mirror: &str) -> String {
    format!(
        "Types: deb\nURIs: {mirror}\nSuites: {RELEASE} {RELEASE}-backports\nComponents: main\n\
         Targets: Packages\nSigned-By: {KEYRING}\n"
    )
}

/// Unpacks one package; `dpkg-deb -x` cannot skip parts.
fn unpack_one(package: &Path, to: &Path) -> Result<()> {
    let mut contents = Command::new("dpkg-deb")
        .arg("--fsys-tarfile")
        .arg(package)
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start dpkg-deb")?;
    let pipe = contents.stdout.take().expect("the output was piped");
    let mut tar = Command::new("tar");
    tar.args(["--extract", "--no-same-owner", "--keep-directory-symlink", "--wildcards"]);
    tar.arg("--directory").arg(to);
    tar.args(LEFT_OUT.iter().map(|pattern| format!("--exclude={pattern}")));
    let status = tar.stdin(pipe).status().context("cannot start tar")?;
    let is_read = contents.wait().context("cannot wait for dpkg-deb")?.success();
    if !status.success() || !is_read {
        bail!("cannot unpack {}", package.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mirror_is_the_one_that_has_the_release() {
        #[track_caller]
        fn check(targets: &str, expected: Option<&str>) {
            assert_eq!(find_mirror(targets).as_deref(), expected, "{targets}");
        }
        check("", None);
        check(
            "https://other.example/tools/ tools main\n\
             http://mirror.example/debian-security/ bookworm-security main\n\
             http://mirror.example/debian/ bookworm main\n",
            Some("http://mirror.example/debian/"),
        );
        check(
            "http://mirror.example/debian-security/ trixie-security main\n\
             http://mirror.example/debian/ trixie main\n",
            Some("http://mirror.example/debian/"),
        );
        check("http://mirror.example/debian/ bookworm contrib\n", None);
        check("http://mirror.example/ubuntu/ noble main\n", None);
    }

    #[test]
    fn both_suites_come_from_one_mirror() {
        let text = sources("http://mirror.example/debian/");
        assert!(text.contains("Suites: bookworm bookworm-backports\n"), "{text}");
        assert!(text.contains("URIs: http://mirror.example/debian/\n"), "{text}");
    }
}
