//! Decides which part of a device a method borrows: the first part if the user says so, or the single places that it
//! writes to if they are few.

use iogram_device::TargetSpec;
use iogram_inspect::SysRoot;
use iogram_model::Bytes;
use iogram_runner::{Method, Writes};

use crate::failure::Failure;
use crate::permission::{Journals, Permission, SafetyOptions};
use crate::resolve::{Intent, ResolvedKind, resolve};

/// The permissions of `method` on `target`. They come from the options; without any, a method that can borrow single
/// places borrows those.
///
/// # Errors
///
/// If the target cannot be identified, or there is no place for the saved blocks.
///
/// # Panics
///
/// Only because of a bug in this program.
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

/// The most bytes that the method writes, if it can borrow place by place.
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
    // Planning reports its own errors later.
    let plan = iogram_runner::plan(method, settings, &target.facts, 0);
    Ok(plan.ok().and_then(|plan| plan.places_max()))
}
