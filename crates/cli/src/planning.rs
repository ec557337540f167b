//! From what was typed to a plan: which method, with which settings, on a drive that may be written.

use iogram_device::SysRoot;
use iogram_model::Warning;
use iogram_runner::{
    Method, Plan, PlanError, PlannedStep, ProbeKind, Writes, builtin_method, parse_setting,
};

use crate::args::WhatArgs;
use crate::failure::Failure;
use crate::places;
use crate::safety::{self, Permission};
use crate::target::{Intent, Looked, look};

/// What is lost if nothing is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asking {
    /// The cells that write.
    Writes,
    /// All there is to do.
    Everything,
}

/// Looks at a target that will be written. In a terminal, the name of a drive can be typed now.
pub(crate) fn look_for_writing(
    target: &str,
    permission: Permission,
    root: &SysRoot,
    asking: Asking,
) -> Result<Looked, Failure> {
    let looked = look(target, Intent::Write, permission.clone(), root)?;
    let Some(shown) = looked.unconfirmed().filter(|_| safety::can_ask()) else {
        return Ok(looked);
    };
    let without = match asking {
        Asking::Writes => "only reads",
        Asking::Everything => "nothing is done",
    };
    match safety::ask(shown, without)? {
        Some(typed) => {
            let seen = Some(shown.identity.to_string());
            let permission = Permission { destroy: Some(typed), seen, ..permission };
            look(target, Intent::Write, permission, root)
        }
        None => Ok(looked),
    }
}

/// The method and the target that the user named.
pub(crate) fn find_method(what: &WhatArgs) -> Result<(Method, String), Failure> {
    match (&what.method_file, &what.second) {
        (Some(file), None) => {
            let text = places::read_text(file)?;
            Ok((Method::parse(&file.display().to_string(), &text)?, what.first.clone()))
        }
        (Some(file), Some(_)) => Err(Failure::usage(
            format!(
                "cannot tell the method: both {} and {} are named",
                what.first,
                file.display()
            ),
            "with --method-file name only the target",
        )),
        (None, Some(target)) => match builtin_method(&what.first) {
            Err(_) if builtin_method(target).is_ok() => Err(Failure::usage(
                format!("there is no method \"{}\"", what.first),
                format!("the method comes first: {target} {}", what.first),
            )),
            method => Ok((method?, target.clone())),
        },
        (None, None) => {
            let method = builtin_method(&what.first)?;
            Err(Failure::usage(
                format!("no target is named for method {}", method.id),
                "name a directory, a file or a block device after the method; . is the current \
                 directory",
            ))
        }
    }
}

/// Whether a method may write to its target.
pub(crate) fn intent_of(method: &Method) -> Intent {
    Intent::of(method.writes != Writes::Nothing)
}

/// What `--set` says, as pairs.
pub(crate) fn parse_settings(settings: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let parsed = settings.iter().map(|setting| {
        parse_setting(setting).map_err(|error| Failure::usage(error.to_string(), error.hint))
    });
    parsed.collect()
}

/// Plans a method on a target that was looked at; says so if something had to be changed.
pub(crate) fn plan_method(
    method: &Method,
    looked: &Looked,
    settings: &[String],
    seed: u64,
) -> Result<(Plan, Vec<Warning>), Failure> {
    let mut settings = parse_settings(settings)?;
    let mut warnings: Vec<Warning> =
        looked.fit_size(method, &mut settings)?.into_iter().collect();
    check_borrowed(method, looked)?;
    let mut plan = iogram_runner::plan(method, &settings, &looked.facts, seed)
        .map_err(|error| refused_or(error, looked))?;
    looked.settle(&mut plan);
    warnings.extend(leave_out_capacity(&mut plan, looked));
    warnings.extend(looked.warnings(&plan));
    warnings.extend(plan.warnings.iter().cloned());
    warnings.extend(notes(&plan));
    warnings.extend(left_out(&plan, looked)?);
    Ok((plan, warnings))
}

/// What the method says to whoever runs it, for whoever reads the numbers.
pub(crate) fn notes(plan: &Plan) -> impl Iterator<Item = Warning> {
    plan.steps.iter().filter_map(|step| match step {
        PlannedStep::Note(text) => {
            Some(Warning { code: "method-note".to_owned(), message: text.clone() })
        }
        _ => None,
    })
}

/// A method that wants the whole device makes no sense on a part of it.
fn check_borrowed(method: &Method, looked: &Looked) -> Result<(), Failure> {
    let Some((size, _)) = &looked.permission.borrow else { return Ok(()) };
    if method.writes != Writes::Device {
        return Ok(());
    }
    Err(Failure::usage(
        format!("method {} works on the whole device, and only {size} are borrowed", method.id),
        "it needs --destroy SERIAL, which destroys everything on the device",
    ))
}

/// Whether a whole device holds what it says cannot be found out in a part of it.
fn leave_out_capacity(plan: &mut Plan, looked: &Looked) -> Option<Warning> {
    let (size, _) = looked.permission.borrow.as_ref()?;
    let is_capacity = |step: &PlannedStep| matches!(step, PlannedStep::Probe(probe) if matches!(probe.kind, ProbeKind::Capacity(_)));
    let count = plan.steps.len();
    plan.steps.retain(|step| !is_capacity(step));
    (plan.steps.len() < count).then(|| Warning {
        code: "capacity-left-out".to_owned(),
        message: format!(
            "whether the device holds what it says is not tried, because only the first {size} are \
             borrowed; iogram verify {} tries it, and puts back what is there",
            looked.spec
        ),
    })
}

/// Where nothing is left because writing is refused, the refusal is the reason.
pub(crate) fn refused_or(error: PlanError, looked: &Looked) -> Failure {
    match (&error, &looked.refusal) {
        (PlanError::ReadOnly, Some(refusal)) => refusal_failure(refusal, looked),
        (PlanError::Target { .. } | PlanError::Cell { .. }, _)
            if looked.permission.borrow.is_some() =>
        {
            let size = looked.facts.capacity.unwrap_or_default();
            let message = format!("{error} (only the first {size} are borrowed)");
            Failure::usage(message, format!("{}{}", error.hint(), looked.more()))
        }
        _ => error.into(),
    }
}

fn refusal_failure(refusal: &iogram_device::DeviceError, looked: &Looked) -> Failure {
    let borrow = match looked.unconfirmed() {
        Some(_) => "; to have it put back afterwards: --borrow",
        None => "",
    };
    let hint = refusal.hint() + borrow;
    Failure::new(crate::failure::REFUSED, refusal.to_string(), hint)
}

/// The cells that a target which may only be read does without. Whoever asked for writing is refused.
/// The serial number is not in the message, because the record may be published.
pub(crate) fn left_out(plan: &Plan, looked: &Looked) -> Result<Option<Warning>, Failure> {
    let Some(refusal) = looked.refusal.as_ref().filter(|_| !plan.left_out.is_empty()) else {
        return Ok(None);
    };
    if looked.permission.is_asked() {
        return Err(refusal_failure(refusal, looked));
    }
    let how = match looked.unconfirmed() {
        Some(_) => {
            "; --borrow measures them and puts back what is there, --destroy destroys it"
        }
        None => "",
    };
    Ok(Some(Warning {
        code: "writes-left-out".to_owned(),
        message: format!(
            "only reads are measured, without {}: {refusal}{how}",
            plan.left_out.join(", ")
        ),
    }))
}
