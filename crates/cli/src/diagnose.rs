//! `iogram diagnose`: is this drive any good, and for what?

use std::os::unix::fs::MetadataExt as _;
use std::process::ExitCode;

use iogram_device::{PathKind, TargetSpec, examine};
use iogram_inspect::{DeviceNumber, SysRoot, find_facts};
use iogram_model::{Link, Nanos, sentence, text};
use iogram_runner::builtin_method;
use iogram_session::{
    Asking, Intent, Permission, ResolvedKind, ResolvedTarget, computer, find_spec,
    parse_settings, permission_for, resolve, resolve_for_writing,
};

use crate::args::{DiagnoseArgs, EngineArgs, EngineChoice, PlatformArgs, SafetyArgs};
use crate::execute::run_a_method;
use crate::failure::Failure;
use crate::options;
use crate::safety::confirm;

/// Below this a file or a part of a drive that is filled first would take most of the time. Arbitrary.
const SHORT: Nanos = Nanos(120 * Nanos::SECOND.0);

/// `iogram diagnose`.
pub(crate) fn diagnose(arguments: &DiagnoseArgs) -> Result<ExitCode, Failure> {
    let method = builtin_method("diagnose")?;
    let safety = SafetyArgs {
        destroy: arguments.destroy.clone().into_iter().collect(),
        borrow: None,
        borrow_journal: arguments.borrow_journal.clone(),
        unused_outside: arguments.unused_outside.clone(),
    };
    let root = computer(safety.unused_outside.as_deref());
    let seen = resolve(&arguments.target, Intent::Read, Permission::default(), &root)?;
    let scope = scope(arguments, &seen)?;
    let drive = drive_of(&seen.spec, &root);
    let time = arguments.max_time.unwrap_or_else(|| usual_time(&drive));
    let has_units = !matches!(drive.kind.as_str(), "NVMe" | "SATA");
    let mut settings = vec![
        format!("scope={scope}"),
        format!("max_time={}ms", time.0 / 1_000_000),
        format!("units={}", if has_units { "on" } else { "off" }),
    ];
    settings.extend((time < SHORT).then(|| "size=64MiB".to_owned()));
    let settings = parse_settings(&settings)?;
    let target = if matches!(scope, "reads" | "file") {
        let permission = options::permission(&safety, &arguments.output, None)?;
        let intent = if scope == "file" { Intent::Write } else { Intent::Read };
        resolve(&arguments.target, intent, permission, &root)?
    } else {
        let allowed = options::safety(&safety, &arguments.output, None)?;
        let permission =
            permission_for((&method, &settings), &arguments.target, allowed, &root)?;
        resolve_for_writing(
            &arguments.target,
            permission,
            &root,
            (Asking::Everything, &confirm),
        )?
    };
    let engine = EngineArgs {
        engine: EngineChoice::Auto,
        seed: arguments.seed,
        platform: PlatformArgs::default(),
        safety,
    };
    run_a_method(&method, target, root, settings, (&engine, &arguments.output))
}

/// What may be done to the target, as the method's parameter says it.
fn scope(arguments: &DiagnoseArgs, target: &ResolvedTarget) -> Result<&'static str, Failure> {
    let is_virtual = matches!(target.spec, TargetSpec::Simulated(_));
    Ok(match target.kind {
        ResolvedKind::NewFile => "file",
        _ if is_virtual || arguments.destroy.is_some() => "all",
        ResolvedKind::ExistingFile => {
            return Err(Failure::usage(
                sentence!("cli-cannot-diagnose-file", name = arguments.target),
                text!("cli-name-folder-file-drive"),
            ));
        }
        _ if arguments.borrow => "places",
        _ => "reads",
    })
}

/// What decides how long a drive is worth.
struct Drive {
    /// As in records: `SD`, `USB`, `SATA`, `NVMe`; empty if unknown.
    kind: String,
    link: Option<Link>,
}

fn drive_of(target: &TargetSpec, root: &SysRoot) -> Drive {
    if let TargetSpec::Simulated(name) = target {
        let Ok(spec) = find_spec(name) else {
            return Drive { kind: String::new(), link: None };
        };
        let rate = spec.link.rate.map(iogram_sim::Rate::bytes_per_s);
        let link = rate.map(|bytes_per_s| Link::Stated { bytes_per_s });
        return Drive { kind: spec.drive.name().to_owned(), link };
    }
    let facts = target.path().and_then(|path| {
        let number = match examine(path).ok()? {
            PathKind::BlockDevice { number } => number,
            _ => {
                let place = path.canonicalize().ok()?;
                let there = place.ancestors().find_map(|it| it.metadata().ok())?;
                DeviceNumber::from_raw(there.dev())
            }
        };
        find_facts(root, number)
    });
    match facts {
        Some(facts) => Drive {
            // `partition on NVMe` is one, too.
            kind: facts.drive.rsplit(' ').next().unwrap_or_default().to_owned(),
            link: facts.link.as_deref().and_then(Link::parse),
        },
        None => Drive { kind: String::new(), link: None },
    }
}

/// USB 2 carries so much at most.
const USB_2: u64 = 60_000_000;

/// How long a drive takes that shows all it has. Arbitrary: what a person waits for, by how fast its link is.
fn usual_time(drive: &Drive) -> Nanos {
    let is_slow_usb = drive.kind == "USB"
        && drive.link.and_then(Link::payload_bytes_per_s).is_some_and(|it| it < USB_2);
    let minutes: u64 = match drive.kind.as_str() {
        _ if is_slow_usb => 3,
        "NVMe" => 15,
        _ => 10,
    };
    Nanos(minutes.saturating_mul(60).saturating_mul(Nanos::SECOND.0))
}
