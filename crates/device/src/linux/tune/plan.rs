//! Plans the changes to this computer. Reads only.

use iogram_model::{Text, text};
use std::path::{Path, PathBuf};

use super::{Change, WAKING_US, read};
use crate::linux::units::{UnitControl, running_units};
use iogram_inspect::bus::nvme_controller;
use iogram_inspect::drive_kind::DriveKind;
use iogram_inspect::identity::{find_facts, kind_of};
use iogram_inspect::inventory::drive_dir;
use iogram_inspect::platform::{cpu_dirs, idle_states};
use iogram_inspect::sysfs::{SysRoot, list_names, text_if_known};

const GOVERNOR: Text = text!("device-governor");
const PREFERENCE: Text = text!("device-energy-preference");
const IDLE: Text = text!("device-idle-state-switched-off");
const TURBO: Text = text!("device-turbo");
const SCHEDULER: Text = text!("device-i-o-scheduler");
const APST: Text = text!("device-nvme-power-saving-apst");
const ASPM: Text = text!("device-pcie-power-saving-aspm");

const NAMES: [Text; 7] = [GOVERNOR, PREFERENCE, IDLE, TURBO, SCHEDULER, APST, ASPM];

/// The name of a setting in a state file.
pub(super) fn name_of(text: &str) -> Option<Text> {
    NAMES.into_iter().find(|name| *name == text)
}

/// The requested tuning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TuneRequest {
    /// Kernel name of the block device that will be measured.
    pub device: Option<String>,
    /// Whether to switch off clocks above the nominal one too, because heat makes them uneven.
    pub turbo_off: bool,
    /// Whether the changes stay when the program ends. Idle states are then switched off individually.
    pub stays: bool,
}

/// The changes, in the order in which they are made and undone.
#[must_use]
pub fn plan_tuning(
    root: &SysRoot,
    request: &TuneRequest,
    units: &dyn UnitControl,
) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut set = |what, path: PathBuf, during: &str| {
        let Some(before) = read(root, &path).filter(|before| before != during) else { return };
        changes.push(Change::Setting { what, path, before, during: during.to_owned() });
    };
    let cpu = Path::new("devices/system/cpu");
    let policies = list_names(&root.sys.join(cpu), "cpufreq").unwrap_or_default();
    for policy in policies.iter().filter(|name| name.starts_with("policy")) {
        let dir = cpu.join("cpufreq").join(policy);
        let offers = |attribute: &str| {
            let text = text_if_known(&root.sys.join(&dir), attribute).unwrap_or_default();
            text.split_whitespace().any(|word| word == "performance")
        };
        if offers("scaling_available_governors") {
            set(GOVERNOR, dir.join("scaling_governor"), "performance");
        }
        if offers("energy_performance_available_preferences") {
            set(PREFERENCE, dir.join("energy_performance_preference"), "performance");
        }
    }
    if request.stays {
        for path in deep_states(root) {
            set(IDLE, path, "1");
        }
    }
    if request.turbo_off {
        set(TURBO, cpu.join("intel_pstate/no_turbo"), "1");
        set(TURBO, cpu.join("cpufreq/boost"), "0");
    }
    set(ASPM, "module/pcie_aspm/parameters/policy".into(), "performance");
    for (what, path, during) in drive_settings(root, request.device.as_deref()) {
        set(what, path, during);
    }
    changes.extend(running_units(root, units).into_iter().map(Change::Unit));
    changes
}

/// The switches of idle states with a longer exit latency than allowed.
fn deep_states(root: &SysRoot) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for cpu in cpu_dirs(root) {
        let Ok(dir) = cpu.strip_prefix(&root.sys) else { continue };
        for (number, state) in idle_states(&cpu).iter().enumerate() {
            let limit_ns = u64::from(WAKING_US.unsigned_abs()) * 1000;
            if state.exit_latency_ns.is_some_and(|ns| ns > limit_ns) {
                found.push(dir.join(format!("cpuidle/state{number}/disable")));
            }
        }
    }
    found
}

/// The changes to every drive below the device.
fn drive_settings(root: &SysRoot, device: Option<&str>) -> Vec<(Text, PathBuf, &'static str)> {
    let facts = device
        .and_then(|name| root.block_number(name))
        .and_then(|number| find_facts(root, number));
    let mut found = Vec::new();
    for name in facts.map(|facts| facts.drives).unwrap_or_default() {
        let Some(dir) = drive_dir(root, &name) else { continue };
        let below_sys = |dir: &Path| {
            let whole = std::fs::canonicalize(dir).ok()?;
            let sys = std::fs::canonicalize(&root.sys).ok()?;
            whole.strip_prefix(sys).ok().map(Path::to_owned)
        };
        let Some(relative) = below_sys(&dir) else { continue };
        let schedulers = text_if_known(&dir, "queue/scheduler").unwrap_or_default();
        if schedulers.split([' ', '[', ']']).any(|word| word == "none") {
            found.push((SCHEDULER, relative.join("queue/scheduler"), "none"));
        }
        if kind_of(&dir) == DriveKind::Nvme
            && let Some(controller) = nvme_controller(&dir).and_then(|dir| below_sys(&dir))
        {
            found.push((APST, controller.join("power/pm_qos_latency_tolerance_us"), "0"));
        }
    }
    found
}
