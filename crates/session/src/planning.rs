//! From the user's input to a plan: a method with its settings, on a drive that the user allows it to write.

use iogram_device::DriveSummary;
use iogram_inspect::SysRoot;
use iogram_model::{Message, MessageId, Warning, WarningCode, sentence, text};
use iogram_runner::{
    Method, Plan, PlanError, PlannedStep, ProbeKind, Writes, parse_setting, plan_with,
};

use crate::failure::{Failure, FailureKind};
use crate::image;
use crate::permission::Permission;
use crate::replay::{self, Shelf};
use crate::resolve::{Intent, ResolvedKind, ResolvedTarget, resolve};

/// The part of the run that is skipped if the user confirms nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    /// The cells that write.
    Writes,
    /// All steps.
    Everything,
}

/// Asks the user of the session to confirm the destruction of data. Returns the user's input; `None` if it is empty,
/// or if nobody is there to ask.
pub type Confirm<'a> = &'a dyn Fn(&DriveSummary, Asking) -> Result<Option<String>, Failure>;

/// Resolves a target that the run will write; `confirm` is asked about a drive that waits for its name.
///
/// # Errors
///
/// As [`resolve`], and those of `confirm`.
pub fn resolve_for_writing(
    target: &str,
    permission: Permission,
    root: &SysRoot,
    (asking, confirm): (Asking, Confirm<'_>),
) -> Result<ResolvedTarget, Failure> {
    let resolved = resolve(target, Intent::Write, permission.clone(), root)?;
    let Some(shown) = resolved.unconfirmed() else {
        return Ok(resolved);
    };
    match confirm(shown, asking)? {
        Some(typed) => {
            let seen = Some(shown.identity.to_string());
            let permission = Permission { destroy: Some(typed), seen, ..permission };
            resolve(target, Intent::Write, permission, root)
        }
        None => Ok(resolved),
    }
}

/// Whether a method may write to its target.
#[must_use]
pub fn intent_of(method: &Method) -> Intent {
    Intent::of(method.writes != Writes::Nothing)
}

/// Parses settings such as `size=1GiB` into pairs.
///
/// # Errors
///
/// If one is not a pair.
pub fn parse_settings(settings: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let parsed = settings.iter().map(|setting| {
        parse_setting(setting).map_err(|error| Failure::usage(error.message, error.hint))
    });
    parsed.collect()
}

/// Plans a method on a target, with a warning for each change to the request.
///
/// # Errors
///
/// If the method cannot run on this target as requested, or the user asked for writing and iogram refuses it.
pub fn plan_method(
    method: &Method,
    target: &ResolvedTarget,
    mut settings: Vec<(String, String)>,
    seed: u64,
) -> Result<(Plan, Vec<Warning>), Failure> {
    image::settle(method, target, &mut settings)?;
    let shelf = Shelf::default();
    replay::settle(method, target, (&mut settings, &shelf))?;
    let mut warnings: Vec<Warning> =
        target.fit_size(method, &mut settings)?.into_iter().collect();
    check_borrowed(method, target)?;
    check_folder(method, target, (&settings, seed))?;
    let mut plan = plan_with(method, &settings, &target.facts, (seed, &shelf))
        .map_err(|error| refused_or(error, target))?;
    target.settle(&mut plan);
    warnings.extend(leave_out_capacity(&mut plan, target));
    warnings.extend(target.warnings(&plan));
    warnings.extend(plan.warnings.iter().cloned());
    warnings.extend(notes(&plan));
    warnings.extend(left_out(&plan, target)?);
    Ok((plan, warnings))
}

/// The method's notes for people who run it or read its figures.
fn notes(plan: &Plan) -> impl Iterator<Item = Warning> {
    plan.steps.iter().filter_map(|step| match step {
        PlannedStep::Note(text) => {
            Some(Warning::quoted(WarningCode::MethodNote, text.as_str()))
        }
        _ => None,
    })
}

/// A method for the whole device makes no sense on a part of it.
fn check_borrowed(method: &Method, target: &ResolvedTarget) -> Result<(), Failure> {
    let Some((size, _)) = &target.permission.borrow else { return Ok(()) };
    if method.writes != Writes::Device {
        return Ok(());
    }
    Err(Failure::usage(
        sentence!("session-method-works-whole-device-only-borrowed", method = method.id, size),
        text!("session-needs-destroy-serial-destroys-everything-device"),
    ))
}

/// A program works in a folder. A file contains none, and destroying the file's contents would gain nothing.
fn check_folder(
    method: &Method,
    target: &ResolvedTarget,
    (settings, seed): (&[(String, String)], u64),
) -> Result<(), Failure> {
    if target.kind != ResolvedKind::ExistingFile {
        return Ok(());
    }
    // The plan as it would be on a writable file of any size.
    let facts =
        iogram_runner::TargetFacts { is_writable: true, capacity: None, ..target.facts };
    let Ok(plan) = iogram_runner::plan(method, settings, &facts, seed) else { return Ok(()) };
    let Some(application) = plan.cells().find_map(|cell| cell.workload.application) else {
        return Ok(());
    };
    Err(Failure::usage(
        sentence!(
            "session-cannot-run-needs-file-system",
            application = application.name(),
            name = target.spec
        ),
        text!("session-name-directory-drive"),
    ))
}

/// A part of a device cannot show whether the whole device has its announced capacity.
fn leave_out_capacity(plan: &mut Plan, target: &ResolvedTarget) -> Option<Warning> {
    let (size, _) = target.permission.borrow.as_ref()?;
    let is_capacity = |step: &PlannedStep| matches!(step, PlannedStep::Probe(probe) if matches!(probe.kind, ProbeKind::Capacity(_)));
    let count = plan.steps.len();
    plan.steps.retain(|step| !is_capacity(step));
    (plan.steps.len() < count).then(|| {
        let values = [size.to_string().into(), target.spec.to_string().into()];
        Warning::new(
            WarningCode::CapacityLeftOut,
            Message::new(MessageId::CapacityLeftOut, values),
        )
    })
}

/// If refused writing leaves nothing to do, the refusal is the reason.
#[must_use]
pub fn refused_or(error: PlanError, target: &ResolvedTarget) -> Failure {
    match (&error, &target.refusal) {
        (PlanError::ReadOnly, Some(refusal)) => refusal_failure(refusal, target),
        (PlanError::Target { .. } | PlanError::Cell { .. }, _)
            if target.permission.borrow.is_some() =>
        {
            let size = target.facts.capacity.unwrap_or_default();
            let message =
                sentence!("session-only-first-borrowed", error: error.sentence(), size);
            Failure::usage(message, target.or_more(error.hint()))
        }
        _ => error.into(),
    }
}

fn refusal_failure(refusal: &iogram_device::DeviceError, target: &ResolvedTarget) -> Failure {
    let hint = match target.unconfirmed() {
        // Borrowing cannot undo a new file system.
        Some(_) if target.kind.makes_file() => refusal.hint(),
        Some(_) => {
            sentence!("session-put-back-afterwards-borrow", hint: refusal.hint())
        }
        None => refusal.hint(),
    };
    Failure::new(FailureKind::Refused, refusal.sentence(), hint)
}

/// The warning about the cells that a read-only target skips. A user who asked for writing gets a refusal. The serial
/// number is not in the message, because the record may be published.
fn left_out(plan: &Plan, target: &ResolvedTarget) -> Result<Option<Warning>, Failure> {
    let Some(refusal) = target.refusal.as_ref().filter(|_| !plan.left_out.is_empty()) else {
        return Ok(None);
    };
    if target.permission.is_asked() {
        return Err(refusal_failure(refusal, target));
    }
    let id = match target.unconfirmed() {
        Some(_) if target.kind.makes_file() => MessageId::WritesLeftOut,
        Some(_) => MessageId::WritesLeftOutBorrow,
        None => MessageId::WritesLeftOut,
    };
    let values = [plan.left_out.join(", ").into(), (&refusal.sentence()).into()];
    Ok(Some(Warning::new(WarningCode::WritesLeftOut, Message::new(id, values))))
}
