//! The market class of an enterprise drive, if a method needs it and the user did not state it: queries the catalogue
//! and the drive.
//!
//! Must not judge their answers: that is `findings`'.

use iogram_device::{KernelDrive, PathKind, examine};
use iogram_findings::{
    CLASS_YEARS, ClassBasis, DriveClass, KnownOfDrive, estimate_endurance, propose_class,
};
use iogram_inspect::{SysRoot, describe_device};
use iogram_model::{Bytes, DriveEntry, Sentence, sentence};
use iogram_runner::Method;
use iogram_session::ResolvedTarget;

use crate::drive;
use crate::failure::Failure;

/// The parameter for it.
const PARAM: &str = "class";

/// The drive's own answers.
#[derive(Debug, Default)]
struct Told {
    model: Option<String>,
    serial: Option<String>,
    capacity: Option<Bytes>,
    estimated: Option<Bytes>,
}

/// Adds the class of the drive to `settings` if `method` needs one and they have none, and states the class and the
/// reason; `None` if there is nothing to add or to report.
pub(crate) fn propose(
    method: &Method,
    target: &ResolvedTarget,
    settings: &mut Vec<(String, String)>,
    (drives, named): (impl FnOnce() -> Result<Vec<DriveEntry>, Failure>, Option<&str>),
    root: &SysRoot,
) -> Result<Option<Sentence>, Failure> {
    let is_asked = |class: DriveClass| {
        let param = method.params.iter().find(|param| param.name == PARAM);
        param.is_some_and(|it| it.choices.iter().any(|choice| choice == class.name()))
    };
    if !is_asked(DriveClass::WriteIntensive) || settings.iter().any(|(name, _)| name == PARAM) {
        return Ok(None);
    }
    let (told, drives) = (ask(target, root), drives()?);
    let entry = match (named, &told.serial) {
        (Some(name), _) => Some(drive::find(&drives, name)?),
        (None, Some(serial)) => drives.iter().find(|it| it.serials.contains(serial)),
        (None, None) => None,
    };
    let known = KnownOfDrive {
        model: told.model.as_deref().or(entry.map(|it| it.name.as_str())),
        capacity: entry.and_then(|it| it.capacity).or(told.capacity),
        facts: entry.map_or(&[], |it| it.facts.as_slice()),
        promised: entry.and_then(|it| it.promises.endurance_bytes).map(Bytes),
        estimated: told.estimated,
    };
    let Some((class, basis)) = propose_class(&known) else {
        return Ok(Some(sentence!("cli-unknown-taken-mixed-neither-catalogue-nor")));
    };
    if !is_asked(class) {
        return Ok(None);
    }
    settings.push((PARAM.to_owned(), class.name().to_owned()));
    let (class, why) = (class.name(), why(&basis, entry));
    Ok(Some(sentence!("cli-set-class-says-otherwise", class, why: why)))
}

fn ask(target: &ResolvedTarget, root: &SysRoot) -> Told {
    let (serial, model) = target.simulated_identity().unwrap_or_default();
    let simulated = Told { model, serial, capacity: target.facts.capacity, estimated: None };
    let Some(path) = target.spec.path() else { return simulated };
    let Ok(PathKind::BlockDevice { number }) = examine(path) else { return Told::default() };
    let Some(record) = describe_device(root, number, &KernelDrive::open_boxed) else {
        return simulated;
    };
    let smart = record.nvme.and_then(|nvme| nvme.smart);
    Told {
        model: record.summary.model,
        serial: record.summary.serial,
        capacity: target.facts.capacity,
        estimated: smart.and_then(|smart| estimate_endurance(&smart).ok()),
    }
}

fn why(basis: &ClassBasis, entry: Option<&DriveEntry>) -> Sentence {
    let per_day = |value: f64| format!("{value:.1}");
    let drive = entry.map(|it| it.id.clone()).unwrap_or_default();
    match basis {
        ClassBasis::Fact { value } => {
            sentence!("cli-data-sheet-catalogue", value, drive)
        }
        ClassBasis::Model { model } => sentence!("cli-name", model),
        ClassBasis::Promise { per_day: value } => sentence!(
            "cli-label-drive-writes-day-over-years",
            writes = per_day(*value),
            years = CLASS_YEARS,
            drive
        ),
        ClassBasis::Estimate { per_day: value } => sentence!(
            "cli-own-estimate-drive-writes-day-over",
            writes = per_day(*value),
            years = CLASS_YEARS
        ),
    }
}
