//! `iogram metrics`: stored runs and attached drives, for a collector of text files.

use std::process::ExitCode;

use iogram_device::KernelDrive;
use iogram_findings::figures_of_run;
use iogram_inspect::{ListScope, SysRoot, describe_device, list_devices};
use iogram_interchange::{Exposition, LastRun, render_base_metrics};
use iogram_model::{DeviceRecord, DeviceSummary, Operations, sentence, text};
use iogram_session::wall_clock_us;
use iogram_store::Store;

use crate::args::{MetricsArgs, MetricsFormat};
use crate::devices;
use crate::failure::{Failure, with_causes};
use crate::outlets;
use crate::places;

/// `iogram metrics`.
pub(crate) fn metrics(arguments: &MetricsArgs) -> Result<ExitCode, Failure> {
    let sink = outlets::metrics(arguments)?;
    let runs = match places::has_store(&arguments.store)? {
        true => last_runs(&mut places::open_kept(&arguments.store)?, arguments.simulated)?,
        false => Vec::new(),
    };
    let devices = if arguments.no_devices { Vec::new() } else { attached()? };
    let exposition = match arguments.format {
        MetricsFormat::Prometheus => Exposition::Prometheus,
        MetricsFormat::Openmetrics => Exposition::OpenMetrics,
    };
    let text = render_base_metrics(&runs, &devices, wall_clock_us(), exposition);
    sink.write(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The newest ended run of each drive and method, newest first. Only the data for metrics is in memory.
fn last_runs(store: &mut Store, with_simulated: bool) -> Result<Vec<LastRun>, Failure> {
    let mut runs = Vec::new();
    for summary in store.newest_runs(with_simulated)? {
        let mut run = store.load_without_courses(&summary.line.id)?;
        let figures = figures_of_run(&run, None);
        run.findings.clear();
        run.cells.iter_mut().for_each(|cell| cell.operations = Operations::default());
        runs.push(LastRun { run, figures });
    }
    Ok(runs)
}

/// Whole drives with hardware.
fn attached() -> Result<Vec<DeviceRecord>, Failure> {
    let root = SysRoot::default();
    let list = list_devices(&root, ListScope::InUse).map_err(|error| {
        Failure::environment(
            sentence!("cli-cannot-list-block-devices", why: with_causes(&error)),
            text!("cli-sysfs-mounted-sys"),
        )
    })?;
    let mut records = Vec::new();
    for summary in list.devices.iter().filter(|it| is_drive(it)) {
        let Some(device) = devices::find_exactly(&summary.name)? else { continue };
        records.extend(describe_device(&root, device.number, &KernelDrive::open_boxed));
    }
    Ok(records)
}

fn is_drive(summary: &DeviceSummary) -> bool {
    let is_made =
        matches!(summary.kind.as_str(), "loop" | "ram" | "zram" | "dm" | "md" | "nbd");
    summary.partition_of.is_none() && !is_made
}
