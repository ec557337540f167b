//! The options of commands for a drive and its computer: `list`, `check`, `tune`, `purge`, `restore`.

use std::path::PathBuf;

use clap::Args;
use iogram_model::PurgeChoice;

use super::values::text;
use super::{FleetServerArgs, OutputArgs};

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Also list unused loop, ram and zram devices.
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
    /// Write to this new file [default: DEVICE-capture.json in the current directory].
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write without confirmation.
    #[arg(long)]
    pub(crate) yes: bool,
    /// Print the whole file to standard output; write nothing.
    #[arg(long, conflicts_with_all = ["out", "yes", "overwrite"])]
    pub(crate) show: bool,
    /// Replace the FILE if it exists. Never a device, a link or a file in use.
    #[arg(long)]
    pub(crate) overwrite: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Device to be measured, or a place on it; adds checks of its scheduler, temperature, swap and other uses.
    pub(crate) device: Option<String>,
    /// Print JSON to standard output.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    pub(crate) json: Option<String>,
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line are bools")]
pub(crate) struct TuneArgs {
    /// Device to be measured, or a place on it; adds its scheduler and power saving.
    pub(crate) device: Option<String>,
    /// Apply the settings until Ctrl-C or the end of COMMAND.
    #[arg(long, group = "mode")]
    pub(crate) for_this_run: bool,
    /// Apply the settings until --restore or a restart of the computer.
    #[arg(long, group = "mode")]
    pub(crate) keep: bool,
    /// Undo the settings that --keep or a crashed run left.
    #[arg(long, group = "mode", conflicts_with_all = ["device", "turbo_off"])]
    pub(crate) restore: bool,
    /// Also switch off turbo clocks, which depend on heat.
    #[arg(long)]
    pub(crate) turbo_off: bool,
    /// Run this command with the settings.
    #[arg(last = true, value_name = "COMMAND", requires = "for_this_run")]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct PurgeArgs {
    /// The block device.
    pub(crate) target: String,
    /// Purge only this way: nvme-format, nvme-sanitize, ata-security-erase, secure-discard, discard, zero-fill. auto:
    /// tries those that suit the drive until one works; never ata-security-erase, which locks the drive with the
    /// password "iogram" during the erase.
    #[arg(long, default_value = "auto", value_parser = text::<PurgeChoice>)]
    pub(crate) how: PurgeChoice,
    /// Allow iogram to destroy the device's data: type its serial number. For a device without one, type the name in
    /// the refusal.
    #[arg(long, value_name = "SERIAL|NAME", help_heading = "Safety")]
    pub(crate) destroy: Option<String>,
    /// In a container: confirm that nothing outside it uses this device, which iogram cannot see. Takes the value of
    /// --destroy; visible uses still stop the run.
    #[arg(long, value_name = "SERIAL|NAME", help_heading = "Safety")]
    pub(crate) unused_outside: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RestoreArgs {
    /// The file of saved blocks [default: all files].
    pub(crate) journal: Option<PathBuf>,
    /// Only list the files.
    #[arg(long, conflicts_with = "journal")]
    pub(crate) list: bool,
    /// Write the saved blocks to a new image instead, each at its place.
    #[arg(long, value_name = "FILE", requires = "journal")]
    pub(crate) save_as: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) fleet: FleetServerArgs,
    /// Directory of the files [default: iogram/borrowed in the user's state directory].
    #[arg(long, value_name = "DIR")]
    pub(crate) borrow_journal: Option<PathBuf>,
    /// In a container: confirm that nothing outside it uses this device, which iogram cannot see. Takes the value of
    /// --destroy; visible uses still stop the run.
    #[arg(long, value_name = "SERIAL|NAME")]
    pub(crate) unused_outside: Option<String>,
}
