//! The two tools: how each starts for the same load, and its use of resources.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::cdm::CdmRow;
use super::cells::{Access, Load};
use super::sample::{
    Sample, SelfTest, parse_cdm, parse_fio, parse_iogram, parse_process_cpu, parse_self_test,
};
use super::seat::{IMAGE_NAME, Scratch, Seat};
use crate::repository;

/// Runs a program, in a cgroup if one is given, and prints its CPU time in seconds as the last line of the error
/// output. bash's `time` reads the usage of the child with all its children at the kernel's resolution, where the
/// counters in /proc have steps of 10 ms.
const TIMED: &str = r#"
if [ -n "$1" ]; then echo $$ > "$1/cgroup.procs"; fi
shift
TIMEFORMAT='%3U %3S'
time "$@"
"#;

/// The word that iogram requires before it writes to a device with contents; the file's name is the bed's.
fn typed_name(device: &Path) -> String {
    let name = device.file_name().unwrap_or_default().to_string_lossy();
    if name.starts_with("loop") { format!("{name}:{IMAGE_NAME}") } else { name.into_owned() }
}

/// Bytes for the rows of CDM: half of the bed's device.
const CDM_SIZE_MIB: u64 = 256;

/// The compared programs.
#[derive(Debug)]
pub(super) struct Tools {
    iogram: PathBuf,
    /// fio's name of itself, such as `fio-3.33`.
    pub(super) fio_version: String,
    /// Place of iogram's runs, so that the user's own store stays clean.
    scratch: Scratch,
}

impl Tools {
    /// Builds a release of iogram and looks for fio.
    pub(super) fn build(root: &Path) -> Result<Self> {
        let status = Command::new("cargo")
            .args(["build", "--release", "--package", "iogram", "--locked"])
            .current_dir(root)
            .status()
            .context("cannot start cargo")?;
        if !status.success() {
            bail!("cannot build iogram: {status}");
        }
        let metadata = repository::cargo_metadata(root)?;
        let target = metadata["target_directory"].as_str().context("cargo names no target")?;
        let fio_version = repository::output_of(Command::new("fio").arg("--version"))
            .context("fio is needed; install it with: apt-get install fio")?;
        Ok(Self {
            iogram: Path::new(target).join("release/iogram"),
            fio_version: fio_version.trim().to_owned(),
            scratch: Scratch::make()?,
        })
    }

    /// A directory for files of a benchmark.
    pub(super) fn scratch_path(&self) -> &Path {
        self.scratch.path()
    }

    /// One measurement by iogram.
    pub(super) fn measure_iogram(
        &self,
        load: &Load,
        seat: &Seat,
        seconds: u32,
    ) -> Result<Sample> {
        let mut arguments = vec![self.iogram.display().to_string()];
        arguments.extend(iogram_arguments(load, seat, seconds));
        self.measure(&arguments, seat, parse_iogram)
    }

    /// One measurement by fio.
    pub(super) fn measure_fio(&self, load: &Load, seat: &Seat, seconds: u32) -> Result<Sample> {
        let mut arguments = vec!["fio".to_owned()];
        arguments.extend(fio_arguments(load, seat, seconds));
        self.measure(&arguments, seat, parse_fio)
    }

    /// The record of one cell of reads.
    pub(super) fn measure_record(&self, target: &str, options: &str) -> Result<Value> {
        let line =
            format!("measure {target} --read 100% {options} --no-store --quiet --json -");
        let mut command = Command::new(&self.iogram);
        self.keep_apart(command.args(line.split_whitespace()));
        let said = repository::output_of(&mut command)?;
        serde_json::from_str(&said).with_context(|| format!("iogram {line} printed no JSON"))
    }

    /// All of `rows` by `run cdm`, with a preparation run before each, as in the method.
    pub(super) fn measure_cdm(
        &self,
        rows: &[CdmRow],
        seat: &Seat,
        seconds: u32,
    ) -> Result<Vec<Sample>> {
        let device = seat.device.as_deref().context("the rows of CDM need a device")?;
        let line = format!(
            "run cdm {} --set size={CDM_SIZE_MIB}MiB --set time={seconds}s --set loops=1 \
             --set interval=0s --no-store --json - --destroy {}",
            device.display(),
            typed_name(device)
        );
        let mut arguments = vec![self.iogram.display().to_string()];
        arguments.extend(line.split_whitespace().map(ToOwned::to_owned));
        let output = self.output(&arguments, seat)?;
        parse_cdm(&text_of(&output)?, rows)
    }

    /// One row as KDiskMark measures it with fio, but for the given time instead of once through the file.
    pub(super) fn measure_kdiskmark(
        &self,
        row: CdmRow,
        seat: &Seat,
        seconds: u32,
    ) -> Result<Sample> {
        let device = seat.device.as_deref().context("the rows of CDM need a device")?;
        let line = format!(
            "fio --name=row --filename={} --size={CDM_SIZE_MIB}m --ioengine=libaio --direct=1 \
             --randrepeat=0 --refill_buffers=0 --zero_buffers=0 --end_fsync=1 --rw={} --bs={}k \
             --iodepth={} --numjobs=1 --group_reporting --time_based --runtime={seconds} \
             --output-format=json",
            device.display(),
            row.access,
            row.block_kib,
            row.depth
        );
        let arguments: Vec<String> = line.split_whitespace().map(ToOwned::to_owned).collect();
        let output = self.output(&arguments, seat)?;
        parse_fio(&text_of(&output)?)
    }

    /// iogram's self-test.
    pub(super) fn measure_self(&self) -> Result<SelfTest> {
        let mut command = Command::new(&self.iogram);
        self.keep_apart(command.args(["self-test", "--json", "-"]));
        parse_self_test(&repository::output_of(&mut command)?)
    }

    /// The compared program.
    pub(super) fn iogram_path(&self) -> &Path {
        &self.iogram
    }

    /// The output of a program that succeeded.
    pub(super) fn text(&self, arguments: &[String], seat: &Seat) -> Result<String> {
        let output = self.output(arguments, seat)?;
        text_of(&output).with_context(|| format!("cannot measure with {}", arguments.join(" ")))
    }

    fn measure(
        &self,
        arguments: &[String],
        seat: &Seat,
        parse: fn(&str) -> Result<Sample>,
    ) -> Result<Sample> {
        let output = self.output(arguments, seat)?;
        let sample = text_of(&output)
            .and_then(|text| parse(&text))
            .with_context(|| format!("cannot measure with {}", arguments.join(" ")))?;
        let errors = String::from_utf8_lossy(&output.stderr);
        Ok(Sample { cpu: parse_process_cpu(&errors), ..sample })
    }

    /// The output of a program, with its CPU time after its errors.
    fn output(&self, arguments: &[String], seat: &Seat) -> Result<Output> {
        let cgroup = seat.cgroup.as_deref().unwrap_or(Path::new(""));
        let mut command = Command::new("bash");
        command.args(["-c", TIMED, "bash"]).arg(cgroup).args(arguments);
        self.keep_apart(&mut command)
            .output()
            .with_context(|| format!("cannot start bash for {}", arguments.join(" ")))
    }

    fn keep_apart<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("XDG_DATA_HOME", self.scratch.path())
            .env("LC_ALL", "C")
            .current_dir(self.scratch.path())
            .stdin(Stdio::null())
    }
}

/// The output of a program that succeeded.
fn text_of(output: &Output) -> Result<String> {
    if !output.status.success() {
        bail!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn iogram_arguments(load: &Load, seat: &Seat, seconds: u32) -> Vec<String> {
    let access = match load.access {
        Access::Random => "random",
        Access::Sequential => "seq",
    };
    let target =
        seat.device.as_deref().map_or("null:".to_owned(), |it| it.display().to_string());
    let line = format!(
        "measure {target} --access {access} --read 100% --block {}KiB --depth {} --jobs 1 \
         --time {seconds}s --direct --json -",
        load.block_kib, load.depth
    );
    line.split_whitespace().map(ToOwned::to_owned).collect()
}

fn fio_arguments(load: &Load, seat: &Seat, seconds: u32) -> Vec<String> {
    let access = match load.access {
        Access::Random => "randread",
        Access::Sequential => "read",
    };
    // The null engine has no file, but wants a size to choose offsets in.
    let target = seat.device.as_deref().map_or("--size=16g".to_owned(), |device| {
        format!("--filename={} --readonly --direct=1", device.display())
    });
    let registered = match load.fio_engine {
        "io_uring" => "--registerfiles=1 --fixedbufs=1",
        _ => "",
    };
    let line = format!(
        "--name=bench {target} --ioengine={} {registered} --rw={access} --bs={}k --iodepth={} \
         --time_based --runtime={seconds} --norandommap --randrepeat=0 --lat_percentiles=1 \
         --clat_percentiles=0 --output-format=json",
        load.fio_engine, load.block_kib, load.depth
    );
    line.split_whitespace().map(ToOwned::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOAD: Load =
        Load { access: Access::Sequential, block_kib: 128, depth: 8, fio_engine: "io_uring" };

    #[test]
    fn both_tools_are_asked_for_the_same_load() {
        let seat = Seat { device: Some(PathBuf::from("/dev/zram7")), cgroup: None };
        let ours = iogram_arguments(&LOAD, &seat, 2).join(" ");
        let theirs = fio_arguments(&LOAD, &seat, 2).join(" ");
        assert!(
            ours.starts_with("measure /dev/zram7 --access seq --read 100% --block 128KiB"),
            "{ours}"
        );
        assert!(ours.contains("--depth 8 --jobs 1 --time 2s --direct"), "{ours}");
        assert!(theirs.contains("--filename=/dev/zram7 --readonly --direct=1"), "{theirs}");
        assert!(
            theirs.contains("--registerfiles=1 --fixedbufs=1 --rw=read --bs=128k"),
            "{theirs}"
        );
        assert!(theirs.contains("--iodepth=8 --time_based --runtime=2"), "{theirs}");
    }

    #[test]
    fn the_null_target_has_no_file() {
        let seat = Seat { device: None, cgroup: None };
        let load = Load { fio_engine: "null", ..LOAD };
        assert!(iogram_arguments(&load, &seat, 1).join(" ").starts_with("measure null: "));
        let theirs = fio_arguments(&load, &seat, 1).join(" ");
        assert!(!theirs.contains("--filename") && !theirs.contains("--fixedbufs"), "{theirs}");
    }
}
