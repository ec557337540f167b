//! Converts options of a command line for a session.

use std::path::PathBuf;
use std::time::Duration;

use iogram_device::ProtectedPath;
use iogram_engine::{CpuChoice, Reach};
use iogram_inspect::SysRoot;
use iogram_model::{Nanos, sentence, text};
use iogram_session::{
    Journals, LeaseOptions, Permission, PlatformOptions, PowerSource, SafetyOptions,
};

use crate::args::{
    FleetServerArgs, OutputArgs, PlatformArgs, ReachArgs, SafetyArgs, SwitchArg,
};
use crate::environment::variable;
use crate::failure::Failure;
use crate::places;

/// The permission to write. The store of the run and its input files are protected.
pub(crate) fn safety(
    safety: &SafetyArgs,
    output: &OutputArgs,
    method_file: Option<&PathBuf>,
) -> Result<SafetyOptions, Failure> {
    let mut needed = ProtectedPath::always(&SysRoot::default());
    if !output.no_store {
        needed.push(ProtectedPath::new(text!("cli-store"), places::store_path(&output.store)?));
    }
    let json = output.json.as_ref().filter(|path| path.as_os_str() != "-");
    needed.extend(json.map(|path| ProtectedPath::new(text!("cli-file-result"), path)));
    needed.extend(method_file.map(|path| ProtectedPath::new(text!("cli-method-file"), path)));
    let destroy = match safety.destroy.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        [_, other, ..] => {
            return Err(Failure::usage(
                sentence!("cli-drive-name-destroy-also-names", other),
                text!("cli-give-destroy-once-once-names-drive"),
            ));
        }
    };
    Ok(SafetyOptions {
        destroy,
        borrow: safety.borrow,
        journals: Journals {
            named: safety.borrow_journal.clone(),
            usual: places::usual_journals(),
        },
        needed,
    })
}

/// The same as a permission, if no method decides what to borrow.
pub(crate) fn permission(
    safety_args: &SafetyArgs,
    output: &OutputArgs,
    method_file: Option<&PathBuf>,
) -> Result<Permission, Failure> {
    Permission::new(safety(safety_args, output, method_file)?)
}

/// The computer around the drive.
pub(crate) fn platform(arguments: &PlatformArgs) -> PlatformOptions {
    let sensor = arguments.power_sensor.clone().map(PowerSource::Sensor);
    PlatformOptions {
        notes: arguments.notes.clone(),
        is_checked: arguments.check,
        is_tuned: arguments.tune,
        write_cache: arguments.write_cache.map(|it| it == SwitchArg::On),
        health: arguments.health.unwrap_or_default(),
        probe_timeout: arguments.probe_timeout,
        reach: reach(&arguments.reach),
        checkpoints: arguments.checkpoint.unwrap_or_default(),
        lease: lease(&arguments.fleet),
        task: arguments.task.clone(),
        ready: arguments.ready.clone(),
        beside: Vec::new(),
        tool: None,
        power: sensor.or_else(|| arguments.power_csv.clone().map(PowerSource::Csv)),
    }
}

/// The server of the fleet.
pub(crate) fn server(arguments: &FleetServerArgs) -> Option<PathBuf> {
    arguments.server.clone().or_else(|| variable("IOGRAM_SERVER").map(PathBuf::from))
}

/// Long enough for a switch or a server to restart, short enough for a dead bench. Arbitrary.
const LEASE_TIME: Nanos = Nanos(300 * Nanos::SECOND.0);
/// A busy computer would lose shorter ones.
const LEASE_TIME_MIN: Nanos = Nanos(2 * Nanos::SECOND.0);

/// The lease of the drive.
pub(crate) fn lease(arguments: &FleetServerArgs) -> Option<LeaseOptions> {
    if arguments.lease.as_deref() == Some("off") {
        return None;
    }
    let time = |nanos: Nanos| Duration::from_nanos(nanos.0);
    Some(LeaseOptions {
        server: server(arguments)?,
        name: arguments.lease.clone(),
        term: time(arguments.lease_time.unwrap_or(LEASE_TIME).max(LEASE_TIME_MIN)),
        wait: time(arguments.lease_wait.unwrap_or(Nanos(0))),
    })
}

/// How requests reach a fast drive.
fn reach(arguments: &ReachArgs) -> Reach {
    Reach {
        cpus: arguments.cpus.clone().unwrap_or(CpuChoice::Any),
        is_polled: arguments.poll,
        wait_batch: arguments.wait_batch,
        clock: arguments.clock.into(),
    }
}
