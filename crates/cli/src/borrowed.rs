//! What of a device a method borrows: the first part of it where the user says so, or the single places that
//! it writes to where these are few.

use std::path::PathBuf;

use iogram_device::{SysRoot, TargetSpec};
use iogram_model::Bytes;
use iogram_runner::{Method, Writes};

use crate::args::{OutputArgs, SafetyArgs};
use crate::failure::Failure;
use crate::places;
use crate::safety::Permission;
use crate::target::{Intent, LookedKind, look};

/// What the user allows `method` to do to `target`: what the options say, and without any the borrowing of
/// single places, if that is all it needs.
pub(crate) fn permission_for(
    (method, settings): (&Method, &[(String, String)]),
    target: &str,
    safety: &SafetyArgs,
    (output, method_file): (&OutputArgs, Option<&PathBuf>),
    root: &SysRoot,
) -> Result<Permission, Failure> {
    let Some(most) = places_max(method, settings, target, safety, root)? else {
        return Permission::new(safety, output, method_file);
    };
    let journals = places::journals(safety.borrow_journal.as_ref())?;
    let plain = SafetyArgs { borrow: None, borrow_journal: None, ..safety.clone() };
    let permission = Permission::new(&plain, output, method_file)?;
    Ok(Permission { places: Some((journals, most)), ..permission })
}

/// What the method writes to at most, if it can borrow that place by place.
fn places_max(
    method: &Method,
    settings: &[(String, String)],
    target: &str,
    safety: &SafetyArgs,
    root: &SysRoot,
) -> Result<Option<Bytes>, Failure> {
    if method.writes != Writes::Device || safety.destroy.is_some() {
        return Ok(None);
    }
    let looked = look(target, Intent::Read, Permission::default(), root)?;
    let is_device = looked.kind == LookedKind::BlockDevice;
    if !is_device || !matches!(looked.spec, TargetSpec::Path(_)) {
        return Ok(None);
    }
    // What cannot be planned is said when it is planned.
    let plan = iogram_runner::plan(method, settings, &looked.facts, 0);
    Ok(plan.ok().and_then(|plan| plan.places_max()))
}
