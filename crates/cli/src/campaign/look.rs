//! Finds drives: here, and at the computers that a campaign names.

use std::process::{Command, Stdio};

use iogram_campaign::{Campaign, EngineKind, FoundDrive, remote};
use iogram_inspect::{ListScope, SysRoot};
use iogram_model::{DeviceList, DeviceSummary, Text, sentence, text};

use crate::args::StoreArgs;
use crate::failure::Failure;
use crate::places;

/// The drives of all computers that answer.
pub(super) fn drives(
    campaign: &Campaign,
    engine: EngineKind,
) -> Result<Vec<FoundDrive>, Failure> {
    if engine == EngineKind::Local || campaign.hosts.is_empty() {
        let listed = iogram_inspect::list_devices(&SysRoot::default(), ListScope::InUse);
        let listed =
            listed.map_err(|error| Failure::environment(error.sentence(), Text::NONE))?;
        return Ok(found(listed.devices, None));
    }
    let words = ["list", "--json"].map(str::to_owned);
    let mut all = Vec::new();
    for host in &campaign.hosts {
        let command = match engine {
            EngineKind::Slurm => {
                let mut command: Vec<String> =
                    ["srun", "--quiet", "--ntasks=1", "--overlap"].map(str::to_owned).to_vec();
                command.extend([format!("--nodelist={host}"), campaign.slurm.program.clone()]);
                command.extend(words.clone());
                command
            }
            EngineKind::Ssh | EngineKind::Local => remote(&campaign.ssh, host, &words),
        };
        let told = said(&command)?;
        let list: DeviceList = serde_json::from_str(&told).map_err(|error| {
            Failure::environment(
                sentence!("cli-cannot-understand-drives", host, error),
                text!("cli-install-same-version-iogram"),
            )
        })?;
        all.extend(found(list.devices, Some(host)));
    }
    Ok(all)
}

fn found(devices: Vec<DeviceSummary>, host: Option<&String>) -> Vec<FoundDrive> {
    let whole = devices.into_iter().filter(|device| device.partition_of.is_none());
    whole
        .map(|device| FoundDrive {
            host: host.cloned(),
            serial: device.serial.filter(|serial| !serial.trim().is_empty()),
            model: device.model,
            is_used: device.uses.is_none_or(|uses| !uses.is_empty()),
            name: device.name,
        })
        .collect()
}

/// The output of a command.
pub(super) fn said(words: &[String]) -> Result<String, Failure> {
    let (program, rest) = words.split_first().map_or(("", &[][..]), |(it, rest)| (it, rest));
    let mut command = Command::new(program);
    let told = command.args(rest).stdin(Stdio::null()).output().map_err(|error| {
        Failure::environment(
            sentence!("cli-cannot-start", program, error),
            text!("cli-install-choose-another-engine-engine"),
        )
    })?;
    if told.status.success() {
        return Ok(String::from_utf8_lossy(&told.stdout).into_owned());
    }
    let why = String::from_utf8_lossy(&told.stderr);
    Err(Failure::environment(
        sentence!(
            "cli-failed",
            command = words.join(" "),
            why = iogram_model::shown(why.trim().lines().last().unwrap_or_default())
        ),
        text!("cli-try-same-command-hand"),
    ))
}

/// The serial numbers of a drive of the catalogue; empty if there is no such drive.
pub(super) fn serials_of(label: &str, store: &StoreArgs) -> Result<Vec<String>, Failure> {
    let drives = places::open_kept(store)?.drives()?;
    let named = drives.into_iter().filter(|it| it.id == label || it.name == label);
    Ok(named.flat_map(|it| it.serials).collect())
}
