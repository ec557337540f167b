//! The options of what looks after a drive and its computer: `list`, `check`, `tune`, `purge`, `restore`.

use std::path::PathBuf;

use clap::Args;
use iogram_model::PurgeChoice;

use super::values::text;
use super::{FleetServerArgs, OutputArgs};

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Also unused loop, ram and zram devices.
    #[arg(long)]
    pub(crate) all: bool,
    /// Print the list as JSON to standard output.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    pub(crate) json: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CaptureArgs {
    /// Block device: a path, kernel name, serial number, or a part of its serial number or model.
    pub(crate) device: String,
    /// The new file [default: DEVICE-capture.json in the current directory].
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Do not ask: what is in it may be written.
    #[arg(long)]
    pub(crate) yes: bool,
    /// Print the whole file to standard output and write nothing.
    #[arg(long, conflicts_with_all = ["out", "yes", "overwrite"])]
    pub(crate) show: bool,
    /// Replace the FILE if it exists. Never a device, a link, or a file that something uses.
    #[arg(long)]
    pub(crate) overwrite: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The device that will be measured, or a place on it: also its scheduler, temperature, swap and
    /// other use are looked at.
    pub(crate) device: Option<String>,
    /// Print JSON to standard output.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    pub(crate) json: Option<String>,
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line are bools")]
pub(crate) struct TuneArgs {
    /// The device that will be measured, or a place on it: also its scheduler and power saving are set.
    pub(crate) device: Option<String>,
    /// Set, wait for Ctrl-C (or the end of COMMAND), and put everything back.
    #[arg(long, group = "mode")]
    pub(crate) for_this_run: bool,
    /// Set and leave it so, until --restore or a restart of the computer.
    #[arg(long, group = "mode")]
    pub(crate) keep: bool,
    /// Put back what a run that crashed, or --keep, left changed.
    #[arg(long, group = "mode", conflicts_with_all = ["device", "turbo_off"])]
    pub(crate) restore: bool,
    /// Also switch clocks above the nominal one off, which depend on heat.
    #[arg(long)]
    pub(crate) turbo_off: bool,
    /// Run this command meanwhile.
    #[arg(last = true, value_name = "COMMAND", requires = "for_this_run")]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct PurgeArgs {
    /// Block device.
    pub(crate) target: String,
    /// One way alone: nvme-format, nvme-sanitize, ata-security-erase, secure-discard, discard,
    /// zero-fill. auto: those that suit the drive, until one works; never ata-security-erase, which
    /// locks the drive with the password "iogram" while it is erased.
    #[arg(long, default_value = "auto", value_parser = text::<PurgeChoice>)]
    pub(crate) how: PurgeChoice,
    /// Allow to destroy what the device holds: its serial number, typed. Without one: what the refusal
    /// says.
    #[arg(long, value_name = "SERIAL|NAME", help_heading = "Safety")]
    pub(crate) destroy: Option<String>,
    /// In a container: say that you have looked outside of it and nothing there uses this device, which
    /// iogram cannot see. Takes what --destroy takes, and lifts nothing that is seen.
    #[arg(long, value_name = "SERIAL|NAME", help_heading = "Safety")]
    pub(crate) unused_outside: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RestoreArgs {
    /// The file of saved blocks [default: all of them].
    pub(crate) journal: Option<PathBuf>,
    /// Only list them.
    #[arg(long, conflicts_with = "journal")]
    pub(crate) list: bool,
    /// Put nothing back: write what the file keeps into a new image, every block at its place.
    #[arg(long, value_name = "FILE", requires = "journal")]
    pub(crate) save_as: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) fleet: FleetServerArgs,
    /// Where they are [default: iogram/borrowed in the user's state directory].
    #[arg(long, value_name = "DIR")]
    pub(crate) borrow_journal: Option<PathBuf>,
    /// In a container: say that you have looked outside of it and nothing there uses this device, which
    /// iogram cannot see. Takes what --destroy takes, and lifts nothing that is seen.
    #[arg(long, value_name = "SERIAL|NAME")]
    pub(crate) unused_outside: Option<String>,
}
