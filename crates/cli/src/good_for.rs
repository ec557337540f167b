//! `iogram good-for`: is this drive good enough for one use?

use std::os::unix::fs::MetadataExt as _;
use std::process::ExitCode;

use iogram_catalogue::builtin_purposes;
use iogram_device::{PathKind, TargetSpec, examine};
use iogram_inspect::{DeviceNumber, SysRoot, find_facts};
use iogram_model::{Bytes, Purpose, sentence, text};
use iogram_runner::method_for;
use iogram_session::{find_spec, parse_settings};

use crate::args::GoodForArgs;
use crate::execute::run_on;
use crate::failure::Failure;
use crate::output;
use crate::uses::find_use;

/// `iogram good-for`.
pub(crate) fn good_for(arguments: &GoodForArgs) -> Result<ExitCode, Failure> {
    let purposes = builtin_purposes();
    if arguments.list {
        output::lines(&list(&purposes))?;
        return Ok(ExitCode::SUCCESS);
    }
    let (Some(purpose), Some(target)) = (&arguments.purpose, &arguments.target) else {
        let missing =
            if arguments.purpose.is_none() { text!("cli-use") } else { text!("cli-measure") };
        return Err(Failure::usage(
            sentence!("cli-cannot-judge-not-named", missing: missing),
            text!("cli-iogram-good-use-target-iogram-good"),
        ));
    };
    let purpose = find_use(&purposes, purpose)?;
    let spec = TargetSpec::find(target, &SysRoot::default())?;
    let method = method_for(purpose, drive_size(&spec, &SysRoot::default()))?;
    for fact in &purpose.needs {
        output::talk(sentence!("cli-note-use-also-needs-no-measurement", fact));
    }
    let settings = parse_settings(&arguments.settings.settings)?;
    run_on(&method, target, settings, (&arguments.engine, &arguments.output), None)
}

fn list(purposes: &[Purpose]) -> String {
    let width = purposes.iter().map(|purpose| purpose.id.len()).max().unwrap_or(0);
    let line = |purpose: &Purpose| {
        let also = match purpose.aliases.as_slice() {
            [] => String::new(),
            aliases => format!(" (also: {})", aliases.join(", ")),
        };
        format!("{:width$}  {}{also}\n", purpose.id, purpose.title)
    };
    purposes.iter().map(line).collect()
}

/// The size of the whole drive that contains the target; `None` if it is not a single drive with a size.
fn drive_size(target: &TargetSpec, root: &SysRoot) -> Option<Bytes> {
    if let TargetSpec::Simulated(name) = target {
        return find_spec(name).ok().map(|it| it.capacity.0);
    }
    let path = target.path()?;
    let number = match examine(path).ok()? {
        PathKind::BlockDevice { number } => number,
        PathKind::Directory | PathKind::File { .. } => {
            let place = path.canonicalize().ok()?;
            let there = place.ancestors().find_map(|it| it.metadata().ok())?;
            DeviceNumber::from_raw(there.dev())
        }
        _ => return None,
    };
    find_facts(root, number)?.drive_capacity
}
