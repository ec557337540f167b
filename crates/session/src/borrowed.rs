//! What of a device a method borrows: the first part of it where the user says so, or the single places that
//! it writes to where these are few.

use iogram_device::TargetSpec;
use iogram_inspect::SysRoot;
use iogram_model::Bytes;
use iogram_runner::{Method, Writes};

use crate::failure::Failure;
use crate::permission::{Journals, Permission, SafetyOptions};
use crate::resolve::{Intent, ResolvedKind, resolve};

/// What the user allows `method` to do to `target`: what the options say, and without any the borrowing of
/// single places, if that is all it needs.
///
/// # Errors
///
/// If the target cannot be told, or there is no place for what is borrowed.
///
/// # Panics
///
/// Only of a fault of this program.
pub fn permission_for(
    (method, settings): (&Method, &[(String, String)]),
    target: &str,
    safety: SafetyOptions,
    root: &SysRoot,
) -> Result<Permission, Failure> {
    let Some(most) = places_max(method, settings, target, &safety, root)? else {
        return Permission::new(safety);
    };
    let journals = safety.journals.clone().place()?;
    let plain = SafetyOptions { borrow: None, journals: Journals::default(), ..safety };
    let permission = Permission::new(plain)?;
    assert!(permission.destroy.is_none(), "what may be destroyed is borrowed, too");
    assert!(permission.borrow.is_none(), "a drive is borrowed in two ways at once");
    Ok(Permission { places: Some((journals, most)), ..permission })
}

/// What the method writes to at most, if it can borrow that place by place.
fn places_max(
    method: &Method,
    settings: &[(String, String)],
    target: &str,
    safety: &SafetyOptions,
    root: &SysRoot,
) -> Result<Option<Bytes>, Failure> {
    if method.writes != Writes::Device || safety.destroy.is_some() {
        return Ok(None);
    }
    let target = resolve(target, Intent::Read, Permission::default(), root)?;
    let is_device = target.kind == ResolvedKind::BlockDevice;
    if !is_device || !matches!(target.spec, TargetSpec::Path(_)) {
        return Ok(None);
    }
    // What cannot be planned is said when it is planned.
    let plan = iogram_runner::plan(method, settings, &target.facts, 0);
    Ok(plan.ok().and_then(|plan| plan.places_max()))
}
