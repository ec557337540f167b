//! The boot image of the virtual machine: kernel, first file system, root file system, and QEMU itself.
//!
//! Knows its packages and kernel modules and how they become images. Must not know the tests inside. Everything is
//! kept in a directory named after its inputs and made once.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::cpio::Archive;
use super::packages::Apt;
use crate::host::output_of;

/// Goes up whenever the same packages become another image.
const RECIPE: u32 = 2;

/// Packages on the host. Backports for the newer machine: UFS, and an `NVMe` that is kept up.
const HOST_PACKAGES: [&str; 6] = [
    // Makes the drive with the programs under test.
    "e2fsprogs",
    "qemu-system-x86/bookworm-backports",
    "qemu-system-common/bookworm-backports",
    "qemu-system-data/bookworm-backports",
    "seabios/bookworm-backports",
    "xz-utils",
];

/// Packages in the guest.
const GUEST_PACKAGES: [&str; 27] = [
    "linux-image-amd64/bookworm-backports",
    "bcache-tools",
    "btrfs-progs",
    "busybox-static",
    "coreutils",
    "cryptsetup-bin",
    // A busybox shell would prefer its own programs to those of the packages.
    "dash",
    "dmsetup",
    "dosfstools",
    "e2fsprogs",
    "exfatprogs",
    "f2fs-tools",
    "fdisk",
    "fio",
    "fuse2fs",
    "fuse3",
    "jfsutils",
    "kmod",
    "lvm2",
    "mdadm",
    "mount",
    "nilfs-tools",
    "ntfs-3g",
    // Its sha256 uses the processor's instructions, which emulation passes on.
    "openssl",
    "qemu-utils/bookworm-backports",
    "util-linux",
    "xfsprogs",
];

/// Without these there is no root file system; ext4 asks for its checksum by name only.
const FIRST_MODULES: [&str; 6] =
    ["crc32c_generic", "crc32c_intel", "virtio_blk", "ext4", "9pnet_virtio", "9p"];

/// Loaded by the runner on demand; they are unpacked, because software emulation takes seconds to do it.
const MODULES: [&str; 67] = [
    "aesni_intel",
    "ahci",
    "algif_hash",
    "algif_skcipher",
    "bcache",
    "brd",
    "btrfs",
    "configfs",
    "dm_cache",
    "dm_cache_smq",
    "dm_crypt",
    "dm_delay",
    "dm_era",
    "dm_flakey",
    "dm_integrity",
    "dm_log_writes",
    "dm_mirror",
    "dm_mod",
    "dm_multipath",
    "dm_raid",
    "dm_round_robin",
    "dm_service_time",
    "dm_snapshot",
    "dm_switch",
    "dm_thin_pool",
    "dm_unstripe",
    "dm_verity",
    "dm_writecache",
    "erofs",
    "essiv",
    "exfat",
    "f2fs",
    "isofs",
    "jfs",
    "loop",
    "mmc_block",
    "nbd",
    "nilfs2",
    "nls_ascii",
    "nls_cp437",
    "ntfs3",
    "null_blk",
    "nvme",
    "nvme_loop",
    "nvmet",
    "overlay",
    "raid0",
    "raid1",
    "raid10",
    "raid456",
    "scsi_debug",
    "sd_mod",
    "sdhci_pci",
    "sg",
    "target_core_file",
    "target_core_iblock",
    "target_core_mod",
    "tcm_loop",
    "uas",
    "ufshcd_pci",
    "usb_storage",
    "vfat",
    "virtio_scsi",
    "xfs",
    "xhci_pci",
    "xts",
    "zram",
];

const INIT: &str = include_str!("init.sh");

/// A finished image.
#[derive(Debug)]
pub(super) struct Image {
    directory: PathBuf,
}

impl Image {
    /// The image of this recipe: the existing one, or a new one under `cache`.
    pub(super) fn find_or_make(cache: &Path, is_refreshed: bool) -> Result<Self> {
        let directory = cache.join(format!("image-{:016x}", key()));
        let stamp = directory.join("complete");
        if stamp.is_file() && !is_refreshed {
            return Ok(Self { directory });
        }
        if directory.exists() {
            std::fs::remove_dir_all(&directory)
                .with_context(|| format!("cannot remove {}", directory.display()))?;
        }
        std::fs::create_dir_all(&directory)
            .with_context(|| format!("cannot make {}", directory.display()))?;
        let image = Self { directory };
        image.make(cache)?;
        write(&stamp, b"")?;
        Ok(image)
    }

    pub(super) fn kernel(&self) -> PathBuf {
        self.directory.join("vmlinuz")
    }

    pub(super) fn initramfs(&self) -> PathBuf {
        self.directory.join("initramfs")
    }

    pub(super) fn root(&self) -> PathBuf {
        self.directory.join("root.img")
    }

    /// A command that starts QEMU from its own tree, with its own libraries.
    pub(super) fn qemu(&self) -> (PathBuf, Vec<String>) {
        let tree = self.host_tree();
        let (loader, mut arguments) = loader_of(&tree);
        arguments.push(tree.join("usr/bin/qemu-system-x86_64").display().to_string());
        for data in ["usr/share/qemu", "usr/share/seabios"] {
            arguments.extend(["-L".to_owned(), tree.join(data).display().to_string()]);
        }
        (loader, arguments)
    }

    /// Makes a drive with a file system of `size_mib` in the file `to`, with everything under `from` in it.
    pub(super) fn make_drive(&self, from: &Path, to: &Path, size_mib: u64) -> Result<()> {
        let tree = self.host_tree();
        let (loader, arguments) = loader_of(&tree);
        let mut command = Command::new(loader);
        command.args(arguments).arg(find_program(&tree, "mke2fs")?);
        command.args(["-q", "-t", "ext4", "-b", "4096", "-O", "^has_journal", "-d"]).arg(from);
        output_of(command.arg(to).arg(format!("{size_mib}M"))).map(drop)
    }

    fn host_tree(&self) -> PathBuf {
        self.directory.join("host")
    }

    fn make(&self, cache: &Path) -> Result<()> {
        let apt = Apt::set_up(&cache.join("apt"))?;
        apt.unpack(&HOST_PACKAGES, &self.host_tree())?;
        let tree = self.directory.join("guest");
        apt.unpack(&GUEST_PACKAGES, &tree)?;
        let release = only_entry(&tree.join("lib/modules"))?;
        let modules = tree.join("lib/modules").join(&release);
        copy(&tree.join("boot").join(format!("vmlinuz-{release}")), &self.kernel())?;
        self.depmod(&tree, &release)?;
        let dependencies = read(&modules.join("modules.dep"))?;
        self.thin_out(&modules, &dependencies)?;
        self.depmod(&tree, &release)?;
        self.make_initramfs(&tree, &modules, &dependencies)?;
        self.make_root(&tree)?;
        for directory in [tree, cache.join("apt")] {
            std::fs::remove_dir_all(&directory)
                .with_context(|| format!("cannot remove {}", directory.display()))?;
        }
        Ok(())
    }

    fn depmod(&self, tree: &Path, release: &str) -> Result<()> {
        let (loader, arguments) = loader_of(tree);
        let mut command = Command::new(loader);
        command.args(["--argv0", "depmod"]).args(arguments).arg(find_program(tree, "kmod")?);
        output_of(command.arg("-b").arg(tree).arg(release)).map(drop)
    }

    /// Leaves only the modules that are used, unpacked.
    fn thin_out(&self, modules: &Path, dependencies: &str) -> Result<()> {
        let wanted: Vec<&str> = FIRST_MODULES.into_iter().chain(MODULES).collect();
        let files: BTreeSet<String> =
            find_modules(dependencies, &wanted)?.into_iter().collect();
        let kept = modules.with_extension("kept");
        for file in &files {
            let to = kept.join(file);
            let parent = to.parent().context("a module lies in a directory")?;
            std::fs::create_dir_all(parent)
                .with_context(|| format!("cannot make {}", parent.display()))?;
            copy(&modules.join(file), &to)?;
            if file.ends_with(".xz") {
                let tree = self.host_tree();
                let (loader, arguments) = loader_of(&tree);
                let xz = find_program(&tree, "xz")?;
                let mut command = Command::new(loader);
                output_of(command.args(arguments).arg(xz).arg("--decompress").arg(&to))?;
            }
        }
        let all = modules.join("kernel");
        std::fs::remove_dir_all(&all)
            .and_then(|()| std::fs::rename(kept.join("kernel"), &all))
            .and_then(|()| std::fs::remove_dir(&kept))
            .with_context(|| format!("cannot replace {}", all.display()))
    }

    fn make_initramfs(&self, tree: &Path, modules: &Path, dependencies: &str) -> Result<()> {
        let mut archive = Archive::default();
        archive.add_file("busybox", &read_bytes(&find_program(tree, "busybox")?)?);
        archive.add_file("init", INIT.as_bytes());
        archive.add_directory("modules");
        let mut order = String::new();
        for file in find_modules(dependencies, &FIRST_MODULES)? {
            let file = file.trim_end_matches(".xz");
            let name = file.rsplit('/').next().expect("split gives one part at least");
            archive.add_file(&format!("modules/{name}"), &read_bytes(&modules.join(file))?);
            order.push_str(name);
            order.push('\n');
        }
        archive.add_file("modules/order", order.as_bytes());
        write(&self.initramfs(), &archive.finish())
    }

    fn make_root(&self, tree: &Path) -> Result<()> {
        for directory in
            ["proc", "sys", "dev", "run", "tmp", "mnt", "host", "usr/local/bin", "lib64"]
        {
            std::fs::create_dir_all(tree.join(directory))
                .with_context(|| format!("cannot make {directory}"))?;
        }
        let shell = tree.join("bin/sh");
        // The package makes its link only when it is installed.
        if !shell.is_symlink() {
            std::os::unix::fs::symlink("dash", &shell).context("cannot link the shell")?;
        }
        std::fs::remove_dir_all(tree.join("boot")).context("cannot leave out the kernel")?;
        let (loader, arguments) = loader_of(tree);
        let mut command = Command::new(loader);
        command.args(arguments).arg(find_program(tree, "mke2fs")?);
        command.args(["-q", "-t", "ext4", "-O", "^has_journal", "-d"]).arg(tree);
        output_of(command.arg(self.root()).arg("1G")).map(drop)
    }
}

/// A fingerprint of all inputs of the image.
fn key() -> u64 {
    let inputs =
        [&HOST_PACKAGES[..], &GUEST_PACKAGES, &FIRST_MODULES, &MODULES, &[INIT]].concat();
    // FNV-1a: short, and the same for every version of the compiler.
    let text = format!("{RECIPE}\n{}", inputs.join("\n"));
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The dynamic loader of `tree`, and arguments that make it find the libraries there.
fn loader_of(tree: &Path) -> (PathBuf, Vec<String>) {
    let places = ["lib/x86_64-linux-gnu", "usr/lib/x86_64-linux-gnu"];
    let places = places.map(|place| tree.join(place).display().to_string()).join(":");
    // Not by way of lib64, whose link is absolute.
    let loader = tree.join("lib/x86_64-linux-gnu/ld-linux-x86-64.so.2");
    (loader, vec!["--library-path".to_owned(), places])
}

fn find_program(tree: &Path, name: &str) -> Result<PathBuf> {
    ["bin", "sbin", "usr/bin", "usr/sbin"]
        .iter()
        .map(|directory| tree.join(directory).join(name))
        .find(|path| path.is_file())
        .with_context(|| format!("the packages have no {name}"))
}

/// Files of `wanted` and of their dependencies, each after its own dependencies. `dependencies` is the text of
/// `modules.dep`: a file, a colon, and the files that it needs, the next one first.
fn find_modules(dependencies: &str, wanted: &[&str]) -> Result<Vec<String>> {
    let mut found: Vec<String> = Vec::new();
    for name in wanted {
        let line = dependencies.lines().find(|line| {
            line.split_once(':').is_some_and(|(file, _)| module_name(file) == *name)
        });
        let line = line.with_context(|| format!("the kernel has no module {name}"))?;
        let (file, needs) = line.split_once(':').expect("it was found by its colon");
        let needs: Vec<&str> = needs.split_whitespace().collect();
        for file in needs.into_iter().rev().chain([file]) {
            if !found.iter().any(|other| other == file) {
                found.push(file.to_owned());
            }
        }
    }
    Ok(found)
}

/// `dm_mod` for `kernel/drivers/md/dm-mod.ko.xz`.
fn module_name(file: &str) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.split('.').next().unwrap_or(name).replace('-', "_")
}

fn only_entry(directory: &Path) -> Result<String> {
    let entries = std::fs::read_dir(directory)
        .with_context(|| format!("cannot list {}", directory.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    match <[String; 1]>::try_from(names) {
        Ok([name]) => Ok(name),
        Err(names) => bail!("one kernel was expected, not {names:?}"),
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::copy(from, to)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))
        .map(drop)
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEPENDENCIES: &str = "kernel/md/dm-flakey.ko.xz: kernel/md/dm-mod.ko.xz kernel/dax.ko.xz\n\
                                kernel/md/dm-mod.ko.xz: kernel/dax.ko.xz\n\
                                kernel/dax.ko.xz:\n";

    #[test]
    fn a_module_comes_after_what_it_needs_and_only_once() {
        let found = find_modules(DEPENDENCIES, &["dm_flakey", "dm_mod"]).unwrap();
        let expected =
            ["kernel/dax.ko.xz", "kernel/md/dm-mod.ko.xz", "kernel/md/dm-flakey.ko.xz"];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_module_that_the_kernel_lacks_is_named() {
        let error = find_modules(DEPENDENCIES, &["dm_dust"]).unwrap_err().to_string();
        assert_eq!(error, "the kernel has no module dm_dust");
    }
}
